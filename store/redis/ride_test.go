package redis

import (
	"strings"
	"testing"
	"time"

	"bridge/internal/redistest"
	"bridge/store/ground"
)

// TestClaimsRideOnWrites: who waits on the node that puts an item has it, with the records that it
// names, by the round trip that puts it, and nobody is woken.
func TestClaimsRideOnWrites(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	s := openStore(t, server, Options{Node: "a"}).g
	got := make(chan *ground.Claim, 1)
	go func() {
		if claims, err := s.Claim(t.Context(), "in", 4); err == nil {
			got <- claims[0]
		}
	}()
	q := s.queue("in")
	redistest.Eventually(t, "nobody waits", func() bool {
		q.mu.Lock()
		defer q.mu.Unlock()
		return q.wanted == 4 && q.empty && q.blocked && !q.asked
	})
	key := ground.Key{Kind: "a", ID: "1"}
	must(t, s.Apply(t.Context(), ground.Put{Key: key, Body: []byte("x")}, ground.Enqueue{Item: ground.Item{
		Queue: "in", Lane: "l", ID: "1", Payload: []byte("p"), With: []ground.Key{key, {Kind: "a", ID: "2"}},
	}}))
	c := <-got
	if string(c.Payload) != "p" || len(c.With) != 2 || string(c.With[0].Body) != "x" || c.With[1].Version != 0 {
		t.Errorf("claimed %+v", c)
	}
	if n, err := server.Client().LLen(t.Context(), q.keys[placeWake]).Result(); err != nil || n != 0 {
		t.Errorf("%d wake-ups, %v", n, err)
	}
	must(t, s.Apply(t.Context(), ground.Ack{Claim: c}))
}

// TestOneCommandForManyWrites: what a batch reads and writes of records goes by one command of each kind, and a
// record that is written again soon with the same entries stays where it is in the index.
func TestOneCommandForManyWrites(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	s := openStore(t, server, Options{Node: "a"}).g
	ops := make([]ground.Op, 20)
	for i := range ops {
		ops[i] = ground.Put{
			Key: ground.Key{Kind: "a", ID: string(rune('a' + i))}, Body: []byte("x"), Label: "l", TTL: 30 * 24 * time.Hour,
			Index: []ground.Entry{{Index: "all", At: int64(i)}},
		}
	}
	calls := func(names ...string) string {
		stats, err := server.Client().Info(t.Context(), "commandstats").Result()
		must(t, err)
		found := ""
		for _, name := range names {
			_, rest, _ := strings.Cut(stats, "cmdstat_"+name+":calls=")
			n, _, _ := strings.Cut(rest, ",")
			found += name + " " + n + "; "
		}
		return found
	}
	must(t, s.Apply(t.Context(), ops...))
	if got, want := calls("zadd", "zrem", "hincrby", "mset"), "zadd 1; zrem ; hincrby 1; mset 1; "; got != want {
		t.Errorf("20 puts: %q, want %q", got, want)
	}
	n, err := s.Count(t.Context(), "a")
	must(t, err)
	if found, err := s.Scan(t.Context(), ground.Scan{Kind: "a", Index: "all", Limit: 100}); err != nil || len(found) != 20 || n["l"] != 20 {
		t.Errorf("%d found, %v counted, %v", len(found), n, err)
	}
	for minute := int64(-1); minute != time.Now().Unix()/60; { // it was over in the midst
		minute = time.Now().Unix() / 60
		must(t, s.Apply(t.Context(), ops...))
		before := calls("zadd", "zrem", "hincrby")
		must(t, s.Apply(t.Context(), ops...))
		if got := calls("zadd", "zrem", "hincrby"); got != before && minute == time.Now().Unix()/60 {
			t.Errorf("again: %q, before %q", got, before)
		}
	}
}

// TestRenewedAndGivenUp: a claim that is renewed and given up by one run of the script is given up.
func TestRenewedAndGivenUp(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	s := openStore(t, server, Options{Node: "a"}).g
	must(t, s.Apply(t.Context(), ground.Enqueue{Item: ground.Item{Queue: "in", Lane: "l", ID: "1", Payload: []byte("p")}}))
	claims, err := s.Claim(t.Context(), "in", 1)
	must(t, err)
	both := []*call{s.lease("in", "l", claims[0].Token, ground.Lease), s.lease("in", "l", claims[0].Token, 0)}
	s.calls.mu.Lock()
	for _, c := range both {
		c.prepare()
		s.calls.pending = append(s.calls.pending, c)
	}
	s.calls.some.Signal()
	s.calls.mu.Unlock()
	for _, c := range both {
		_, err := c.wait(t.Context())
		must(t, err)
	}
	if n, err := server.Client().ZCard(t.Context(), s.queue("in").keys[placeWake-1]).Result(); err != nil || n != 0 {
		t.Errorf("%d leases of a lane that nobody has, %v", n, err)
	}
}
