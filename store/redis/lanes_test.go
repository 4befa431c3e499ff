package redis

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bridge/internal/redistest"
	"bridge/queue"
)

// A lane whose state or item something else has overwritten is no trouble for the
// lanes beside it: they are handed out, waiting or with a lease that runs out.
func TestADamagedLaneFailsAlone(t *testing.T) {
	t.Parallel()
	const n = 40
	for name, damage := range map[string]func(t *testing.T, server *redistest.Server, g *laneGroup, lane, seq string){
		"undecodable": overwritten("\xc1 not ours"),
		"cut":         overwritten("\x9d\xa1"),
		"a number":    overwritten("7"),
		"short":       overwritten("\x92\xa11\x02"),
		"wrong types": overwritten("\x9d" + strings.Repeat("\xa11", 13)),
		"no item": func(t *testing.T, server *redistest.Server, g *laneGroup, _, seq string) {
			must(t, server.Client().HDel(t.Context(), g.key(keyItems), seq).Err())
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := redistest.Start(t, redistest.Options{})
			s := openStore(t, server, Options{Node: "a"})
			w, ctx := s.Worker("a"), t.Context()
			g := &s.lanes(queue.Inbox).shards[0]
			var items []queue.Item
			for i := 0; len(items) < n; i++ {
				if lane := fmt.Sprint(i); s.lanes(queue.Inbox).of(lane) == g {
					items = append(items, in(lane, "1"))
				}
			}
			bad := items[n/2].Lane
			must(t, w.Enqueue(ctx, items...))
			seqs, err := server.Client().HKeys(ctx, g.key(keyItems)).Result()
			must(t, err)
			seq := ""
			for _, k := range seqs {
				body, err := server.Client().HGet(ctx, g.key(keyItems), k).Result()
				must(t, err)
				if body == string(pack("1", []byte(bad+"/1"))) {
					seq = k
				}
			}
			all := func(what string) map[string]*queue.Claim {
				t.Helper()
				ctx, cancel := context.WithTimeout(ctx, soon)
				defer cancel()
				got := map[string]*queue.Claim{}
				for len(got) < n-1 {
					claims, err := w.Claim(ctx, queue.Inbox, n)
					if err != nil {
						t.Fatalf("%s: %d lanes, then %v", what, len(got), err)
					}
					for _, c := range claims {
						if c.Lane == bad || got[c.Lane] != nil {
							t.Fatalf("%s: claimed %s", what, c.Lane)
						}
						got[c.Lane] = c
					}
				}
				return got
			}
			damage(t, server, g, bad, seq)
			all("waiting")
			must(t, s.Healthy())
			if _, err := s.Depth(ctx); err != nil {
				t.Errorf("depth: %v", err)
			}
			server.Advance(queue.Lease + time.Second)
			for lane, c := range all("with a lease that ran out") {
				if c.Attempts != 0 || c.Seq == 0 {
					t.Errorf("lane %s: %+v", lane, c)
				}
				must(t, w.Ack(ctx, c))
			}
			must(t, s.Healthy())
		})
	}
}

// A claimed lane that is damaged does not keep others from being freed.
func TestADamagedClaimFailsAlone(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	s := openStore(t, server, Options{Node: "a"})
	w, ctx := s.Worker("a"), t.Context()
	g := &s.lanes(queue.Inbox).shards[0]
	var lanes []string
	for i := 0; len(lanes) < 2; i++ {
		if lane := fmt.Sprint(i); s.lanes(queue.Inbox).of(lane) == g {
			lanes = append(lanes, lane)
			must(t, w.Enqueue(ctx, in(lane, "1")))
			claimOne(t, w, queue.Inbox)
		}
	}
	overwritten("\xc1")(t, server, g, lanes[0], "")
	if _, err := s.Depth(ctx); err != nil {
		t.Errorf("depth: %v", err)
	}
	server.Advance(queue.Lease + time.Second)
	if c := claimOne(t, w, queue.Inbox); c.Lane != lanes[1] {
		t.Errorf("claimed %s, want %s", c.Lane, lanes[1])
	}
	if n, err := server.Client().ZCard(ctx, g.key(keyLeases)).Result(); n != 1 || err != nil {
		t.Errorf("%d leases, %v", n, err)
	}
	must(t, w.Enqueue(ctx, in(lanes[0], "2"))) // the lane works again
	c := claimOne(t, w, queue.Inbox)
	if c.ID != "2" {
		t.Errorf("claimed %s, want 2", c.ID)
	}
	must(t, w.Ack(ctx, c))
}

func overwritten(state string) func(*testing.T, *redistest.Server, *laneGroup, string, string) {
	return func(t *testing.T, server *redistest.Server, g *laneGroup, lane, _ string) {
		t.Helper()
		must(t, server.Client().HSet(t.Context(), g.key(keyLanes), lane, state).Err())
	}
}

// Due times count from the server's time when a script ran first: a repetition
// after a lost reply does not move them.
func TestRepetitionDoesNotMoveTheDueTime(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	s := openStore(t, server, Options{Node: "a"})
	w, ctx := s.Worker("a"), t.Context()
	g := s.lanes(queue.Inbox).of("lane")
	run := func(sc *group, keys, args []any) {
		t.Helper()
		c := &call{group: sc, keys: keys, args: args, ops: 1}
		s.calls.submit(c)
		_, err := c.replies(ctx)
		must(t, err)
	}
	due := func() time.Time {
		t.Helper()
		all, err := s.Waiting(ctx, queue.Inbox, "lane")
		if err != nil || len(all) != 1 {
			t.Fatalf("waiting: %v, %v", all, err)
		}
		return all[0].Due
	}
	check := func(what string, sc *group, keys, args []any) {
		t.Helper()
		before := server.Now()
		run(sc, keys, args)
		first := due()
		if off := first.Sub(before); off < time.Hour || off > time.Hour+soon {
			t.Errorf("%s: due in %v, want an hour", what, off)
		}
		server.Advance(10 * time.Minute)
		run(sc, keys, args)
		if again := due(); !again.Equal(first) {
			t.Errorf("%s: the repetition moved the due time by %v", what, again.Sub(first))
		}
	}
	item := in("lane", "1")
	var e call
	e.enqueue(g, &item, time.Hour.Microseconds())
	check("enqueue", g.enqueue, e.keys, e.args)
	server.Advance(time.Hour)
	c := claimOne(t, w, queue.Inbox)
	check("retry", g.retry, nil, []any{c.Lane, c.Token, newNonce(), time.Hour.Microseconds(), 0, ""})
}

// Claims that are left to run out are not kept for ever.
func TestHeldClaimsAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Store{}
		h := &s.held
		live := &queue.Claim{Queue: queue.Inbox, Lane: "live", Token: 1}
		h.add(live, time.Now())
		for i := range 20 * leastFull {
			h.add(&queue.Claim{Queue: queue.Inbox, Lane: fmt.Sprint(i), Token: int64(i + 2)}, time.Now())
			if i%100 == 0 {
				time.Sleep(queue.Lease / 3)
				h.renewed(live)
			}
		}
		if len(h.claims) > 2*leastFull {
			t.Errorf("%d claims are kept", len(h.claims))
		}
		if h.claims[heldLane{queue.Inbox, "live"}].token != 1 {
			t.Error("a claim that was renewed is dropped")
		}
		_ = s.ended(live, nil)
		h.renewed(live)
		if _, ok := h.claims[heldLane{queue.Inbox, "live"}]; ok {
			t.Error("a claim that ended is back")
		}
	})
}

// A claim is fresh for a second, by the machine's clock and by how long it ran.
func TestFreshClaims(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slept := time.Duration(0) // the machine: the time passes, and nothing runs
		s := &Store{now: func() time.Time { return time.Now().Add(slept) }}
		c := &queue.Claim{Queue: queue.Inbox, Lane: "lane", Token: 1}
		if s.fresh(c) {
			t.Error("a claim of nobody is fresh")
		}
		s.held.add(c, s.now())
		time.Sleep(freshFor - 1)
		if !s.fresh(c) {
			t.Error("it is not fresh")
		}
		if s.fresh(&queue.Claim{Queue: queue.Inbox, Lane: "lane", Token: 2}) {
			t.Error("another claim of the lane is fresh")
		}
		slept = time.Hour
		if s.fresh(c) {
			t.Error("it is fresh after an hour")
		}
		slept = -time.Hour
		if s.fresh(c) {
			t.Error("it is fresh when the clock has gone back")
		}
		slept = 0
		time.Sleep(time.Nanosecond)
		if s.fresh(c) {
			t.Errorf("it is fresh after %v", freshFor)
		}
		_ = s.ended(c, nil)
		s.held.add(c, s.now())
		_ = s.ended(c, nil)
		if s.fresh(c) {
			t.Error("it is fresh after its end")
		}
	})
}
