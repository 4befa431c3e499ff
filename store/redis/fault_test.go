package redis

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/core/queue"
	"bridge/internal/redistest"
	"bridge/store/ground"
)

// TestLostReplies has each script run while its reply gets lost: the call is repeated,
// succeeds, and has its effect once.
func TestLostReplies(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	ctx := t.Context()
	proxy := redistest.NewProxy(t, server.Addr())
	s := openStore(t, server, Options{Addrs: []string{proxy.Addr()}, Node: "a"}).g
	tested := map[string]bool{}
	// lose runs call and loses the reply of its script.
	lose := func(sc *script, call func() error) {
		t.Helper()
		tested[sc.name] = true
		lost := proxy.CutMidReply(0, sc.sha)
		if err := call(); err != nil {
			t.Errorf("%s: %v", sc.name, err)
		}
		select {
		case <-lost:
		case <-time.After(soon):
			t.Fatalf("%s: no reply was lost", sc.name)
		}
	}
	item := func(id string) ground.Enqueue {
		return ground.Enqueue{Item: ground.Item{Queue: "in", Lane: "lane", ID: id, Payload: []byte(id)}}
	}
	key := func(id string) ground.Key { return ground.Key{Kind: "a", ID: id} }
	counted := func(want int64) {
		t.Helper()
		if n, err := s.Count(ctx, "a"); err != nil || n["l"] != want {
			t.Errorf("count %v, %v, want %d", n, err, want)
		}
	}
	lose(scriptUse, func() error {
		return s.Apply(ctx, ground.Enqueue{Item: ground.Item{Queue: "other", Lane: "lane", ID: "1"}})
	})
	must(t, s.Apply(ctx, item("0")))
	first, err := s.Claim(ctx, "in", 1)
	must(t, err)
	must(t, s.Apply(ctx, ground.Ack{Claim: first[0]}))
	lose(scriptApply, func() error {
		return s.Apply(ctx, ground.Put{Key: key("1"), If: ground.Absent, Label: "l", Index: []ground.Entry{{Index: "i", At: 1}}}, item("1"), item("2"))
	})
	counted(1)
	r, err := s.Get(ctx, key("1"))
	must(t, err)
	lose(scriptApply, func() error {
		return s.Apply(ctx, ground.Put{Key: key("1"), If: ground.When(r[0].Version), Label: "l"}, ground.Put{Key: key("2"), Label: "l", TTL: time.Second})
	})
	counted(2)
	var c *ground.Claim
	claimed := func(id string, attempts int, doubt bool) {
		t.Helper()
		all, err := s.Claim(ctx, "in", 5)
		must(t, err)
		if c = all[0]; len(all) != 1 || c.ID != id || c.Attempts != attempts || c.InDoubt != doubt {
			t.Errorf("claimed %d, %s after %d attempts, want %s after %d", len(all), c.ID, c.Attempts, id, attempts)
		}
	}
	lose(scriptApply, func() error { claimed("1", 0, false); return nil })
	lose(scriptRenew, func() error { return s.Renew(ctx, c) })
	lose(scriptApply, func() error { return s.Apply(ctx, ground.Begin{Claim: c}) })
	lose(scriptApply, func() error { return s.Apply(ctx, ground.Retry{Claim: c, Doubt: true}) })
	claimed("1", 1, true)
	lose(scriptApply, func() error { return s.Apply(ctx, ground.Release{Claim: c}) })
	claimed("1", 1, true)
	lose(scriptRenew, func() error { _, err := s.yield("in", "lane", c.Token).wait(ctx); return err })
	claimed("1", 1, true)
	lose(scriptApply, func() error { return s.Apply(ctx, ground.Ack{Claim: c}, item("3")) })
	claimed("2", 0, false)
	must(t, s.Apply(ctx, ground.Ack{Claim: c}))
	claimed("3", 0, false)
	must(t, s.Apply(ctx, ground.Ack{Claim: c}))
	if d, err := s.Depth(ctx); err != nil || d["in"].Waiting+d["in"].Claimed != 0 {
		t.Errorf("left: %+v, %v", d, err)
	}
	for i, want := range []bool{true, true, false} {
		lose(scriptBucket, func() error {
			ok, _, err := s.Take(ctx, ground.Bucket{Key: "eve", N: 2, Per: time.Hour}, 1)
			if ok != want {
				t.Errorf("token %d: %v", i, ok)
			}
			return err
		})
	}
	lose(scriptOwn, func() error {
		owner, err := s.Own(ctx, "sweep", "a", time.Minute)
		if owner != "a" {
			t.Errorf("owner is %s", owner)
		}
		return err
	})
	lose(scriptWake, func() error {
		k := &call{group: s.queue("in").wake}
		s.calls.submit(k)
		_, err := k.wait(ctx)
		return err
	})
	server.Advance(time.Minute)
	lose(scriptSweep, func() error { _, err := s.Sweep(ctx); return err })
	counted(1)

	out := &copyOut{s: s, mark: "out:1"}
	lose(scriptFollow, func() error {
		who, err := out.follow(ctx, copyHold, true)
		if who != out.mark {
			t.Errorf("%q follows", who)
		}
		return err
	})
	_, err = out.follow(ctx, 0, false)
	must(t, err)
	in := &filling{s: s, mark: "in:1 x", next: "in:1" + phaseDrop + " x", step: func() {}}
	lose(scriptFill, func() error {
		_, _, err := in.say(ctx, "begin", time.Minute.Milliseconds())
		return err
	})
	for _, sc := range []*script{scriptFillRecords, scriptFillItems} { // not repeated: the copy begins anew
		tested[sc.name] = true
		proxy.CutMidReply(0, sc.sha)
		if sc == scriptFillRecords {
			must(t, in.Record(ground.Kept{Key: key("9"), Body: []byte("x")}))
		} else {
			must(t, in.Item(ground.Unfinished{Queue: "in", Lane: "lane", ID: "9", Seq: 1, Rank: 2}))
		}
		if err := in.flush(); err == nil {
			t.Errorf("%s: what nobody knows to be there counts", sc.name)
		}
	}
	lose(scriptFill, func() error { _, _, err := in.say(ctx, 7, in.next); return err })
	lose(scriptSwitch, func() error {
		if _, did, err := s.complete(ctx, in.step); !did || err != nil {
			return fmt.Errorf("completed: %v, %w", did, err)
		}
		return nil
	})

	files, err := luaFiles.ReadDir("lua")
	must(t, err)
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".lua")
		reads := strings.HasPrefix(luaSource(name), "#!lua flags=no-writes")
		if !tested[name] && !reads && !library(name) {
			t.Errorf("the reply of script %s was never lost", name)
		}
	}
}

// TestConnectionsBreakAllTheTime moves items through lanes while connections break:
// each comes once and in order.
func TestConnectionsBreakAllTheTime(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	proxy := redistest.NewProxy(t, server.Addr())
	s := openStore(t, server, Options{Addrs: []string{proxy.Addr()}, Node: "a"})
	w := s.Worker("a")
	ctx, cancel := context.WithTimeout(t.Context(), 2*soon)
	defer cancel()
	const lanes, each, cuts = 10, 20, 15
	var all sync.WaitGroup
	stop := make(chan struct{})
	all.Go(func() {
		for range cuts {
			select {
			case <-stop:
				return
			case <-time.After(60 * time.Millisecond):
				proxy.CutAll()
			}
		}
	})
	for l := range lanes {
		all.Go(func() {
			for i := range each {
				if err := w.Enqueue(ctx, in(fmt.Sprint(l), fmt.Sprint(i))); err != nil {
					t.Errorf("enqueue: %v", err)
				}
			}
		})
	}
	seen := map[string]int{}
	for n := 0; n < lanes*each; {
		claims, err := w.Claim(ctx, queue.Inbox, 4)
		if err != nil {
			t.Fatalf("claim after %d: %v", n, err)
		}
		for _, c := range claims {
			if want := fmt.Sprint(seen[c.Lane]); c.ID != want {
				t.Fatalf("lane %s: item %s, want %s", c.Lane, c.ID, want)
			}
			seen[c.Lane]++
			n++
			if err := w.Begin(ctx, c); err != nil {
				t.Fatalf("begin: %v", err)
			}
			if err := w.Ack(ctx, c, queue.Item{Queue: queue.Outbox, Lane: c.Lane, ID: c.ID}); err != nil {
				t.Fatalf("ack: %v", err)
			}
		}
	}
	close(stop)
	all.Wait()
	for range lanes * each {
		must(t, w.Ack(ctx, claimOne(t, w, queue.Outbox)))
	}
	nothing(t, w, queue.Inbox)
	nothing(t, w, queue.Outbox)
}

func TestServerRestarts(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{AppendOnly: true, Config: []string{"appendfsync always"}})
	s := openStore(t, server, Options{Node: "a"})
	if d := s.Describe().Durability; d != "appendfsync always" {
		t.Errorf("durability is %q", d)
	}
	ctx, w := t.Context(), s.Worker("a")
	must(t, w.Enqueue(ctx, in("lane", "1"), in("lane", "2")))
	c := claimOne(t, w, queue.Inbox)
	must(t, w.Begin(ctx, c))
	server.Advance(-time.Hour) // the lease outlives a slow restart
	waiting := make(chan []*queue.Claim, 1)
	go func() {
		all, _ := w.Claim(ctx, queue.Inbox, 1)
		waiting <- all
	}()
	server.Kill()
	redistest.Eventually(t, "the store is healthy without a server", func() bool { return s.Healthy() != nil })
	server.Restart()
	redistest.Eventually(t, "the store is not healthy again", func() bool { return s.Healthy() == nil })
	must(t, w.Renew(ctx, c)) // the claim survived
	must(t, w.Ack(ctx, c))   // the scripts are loaded again
	got := <-waiting
	if len(got) != 1 || got[0].ID != "2" {
		t.Fatalf("claimed %v, want item 2", got)
	}
	must(t, w.Ack(ctx, got[0]))
	must(t, w.Enqueue(ctx, in("lane", "1"), in("lane", "2")))
	nothing(t, w, queue.Inbox)
}

func TestFrozenConnection(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	proxy := redistest.NewProxy(t, server.Addr())
	s := openStore(t, server, Options{Addrs: []string{proxy.Addr()}})
	w := s.Worker("a")
	must(t, w.Enqueue(t.Context(), in("lane", "1")))
	proxy.Freeze(true)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := w.Enqueue(ctx, in("lane", "2")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("enqueue without an answer: %v, want the context's error", err)
	}
	redistest.Eventually(t, "the store is healthy without an answer", func() bool { return s.Healthy() != nil })
	proxy.Freeze(false)
	redistest.Eventually(t, "the store is not healthy again", func() bool { return s.Healthy() == nil })
	must(t, w.Enqueue(t.Context(), in("lane", "2"), in("lane", "3")))
	for _, id := range []string{"1", "2", "3"} {
		c := claimOne(t, w, queue.Inbox)
		if c.ID != id {
			t.Errorf("claimed %s, want %s", c.ID, id)
		}
		must(t, w.Ack(t.Context(), c))
	}
	nothing(t, w, queue.Inbox)
}

// TestRefusedWrites has the server refuse writes for each reason it may have:
// callers get it, Healthy shows it although reads work, and it heals.
func TestRefusedWrites(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		on, off [][]any
		word    string
	}{
		"no replicas": {
			[][]any{{"config", "set", "min-replicas-to-write", 1}},
			[][]any{{"config", "set", "min-replicas-to-write", 0}},
			"NOREPLICAS",
		},
		"out of memory": {
			[][]any{{"config", "set", "maxmemory", 1}},
			[][]any{{"config", "set", "maxmemory", 0}},
			"OOM",
		},
		"read only": {
			[][]any{{"replicaof", "127.0.0.1", 1}},
			[][]any{{"replicaof", "no", "one"}},
			"READONLY",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := redistest.Start(t, redistest.Options{})
			s := openStore(t, server, Options{})
			ctx, w := t.Context(), s.Worker("a")
			must(t, w.Enqueue(ctx, in("lane", "1")))
			set := func(cmds [][]any) {
				for _, cmd := range cmds {
					must(t, server.Client().Do(ctx, cmd...).Err())
				}
			}
			set(c.on)
			redistest.Eventually(t, "it is not shown", func() bool {
				err := s.Healthy()
				return err != nil && strings.Contains(err.Error(), c.word)
			})
			if _, err := s.Depth(ctx); err != nil {
				t.Errorf("a read: %v", err)
			}
			if _, _, err := s.Admitted(ctx, "mail", "x"); err != nil { // by script, as writes are made
				t.Errorf("a read: %v", err)
			}
			if s.Healthy() == nil {
				t.Error("a read that works clears it")
			}
			short, cancel := context.WithTimeout(ctx, soon)
			defer cancel()
			if err := w.Enqueue(short, in("lane", "2")); err == nil || !strings.Contains(err.Error(), c.word) {
				t.Errorf("enqueue: %v, want %s", err, c.word)
			}
			set(c.off)
			redistest.Eventually(t, "it does not heal", func() bool { return s.Healthy() == nil })
			must(t, w.Enqueue(ctx, in("lane", "2")))
			for _, id := range []string{"1", "2"} {
				k := claimOne(t, w, queue.Inbox)
				if k.ID != id {
					t.Errorf("claimed %s, want %s", k.ID, id)
				}
				must(t, w.Ack(ctx, k))
			}
		})
	}
}

// TestPausedNode has one node sleep beyond its lease while another works.
func TestPausedNode(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	proxy := redistest.NewProxy(t, server.Addr())
	asleep := openStore(t, server, Options{Addrs: []string{proxy.Addr()}, Node: "asleep"}).Worker("asleep")
	awake := openStore(t, server, Options{Node: "awake"}).Worker("awake")
	ctx := t.Context()
	must(t, asleep.Enqueue(ctx, in("lane", "1"), in("lane", "2")))
	old := claimOne(t, asleep, queue.Inbox)
	must(t, asleep.Begin(ctx, old))
	proxy.Freeze(true)
	ended := make(chan error, 1)
	go func() { ended <- asleep.Ack(ctx, old, in("follow", "up")) }()
	server.Advance(queue.Lease + time.Second)
	c := claimOne(t, awake, queue.Inbox)
	if c.ID != "1" || !c.InDoubt || c.Token <= old.Token {
		t.Fatalf("claimed %+v after %+v", c, old)
	}
	proxy.Freeze(false)
	if err := <-ended; err == nil {
		t.Error("the node that slept finished the item")
	}
	if err := asleep.Ack(ctx, old, in("follow", "up")); !errors.Is(err, queue.ErrLost) {
		t.Errorf("ack of the node that slept: %v, want ErrLost", err)
	}
	must(t, awake.Ack(ctx, c))
	if c = claimOne(t, awake, queue.Inbox); c.ID != "2" {
		t.Errorf("claimed %s, want 2", c.ID)
	}
	must(t, awake.Ack(ctx, c))
	nothing(t, awake, queue.Inbox)
}

func TestWaitForReplicas(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	group := redistest.Sentinel(t, redistest.SentinelOptions{Sentinels: 1})
	s := openStore(t, nil, Options{Addrs: group.Addrs(), Master: "mymaster", WaitReplicas: 1})
	if d := s.Describe(); d.Kind != "redis+sentinel" || !strings.Contains(d.Durability, "waits for 1 replica") {
		t.Errorf("description: %+v", d)
	}
	w := s.Worker("a")
	const n = 20
	enqueue := func(i queue.Item) {
		t.Helper() // a busy replica may need longer than the bridge waits
		redistest.Eventually(t, "the replica does not confirm", func() bool { return w.Enqueue(ctx, i) == nil })
	}
	for i := range n {
		enqueue(in("lane", fmt.Sprint(i)))
	}
	group.B.Pause() // the replica hears nothing
	short, cancel := context.WithTimeout(ctx, soon)
	defer cancel()
	if err := w.Enqueue(short, in("other", "1")); !errors.Is(err, errReplicas) {
		t.Errorf("enqueue without a replica: %v", err)
	}
	if err := w.Enqueue(short, in("other", "1")); !errors.Is(err, errReplicas) {
		t.Errorf("the repetition, which writes nothing: %v", err)
	}
	redistest.Eventually(t, "it is not shown", func() bool { return errors.Is(s.Healthy(), errReplicas) })
	group.B.Resume()
	redistest.Eventually(t, "it does not heal", func() bool { return s.Healthy() == nil })
	enqueue(in("other", "1"))
	group.WaitReady()
	group.Failover() // no replica is left
	w = openStore(t, nil, Options{Addrs: group.Addrs(), Master: "mymaster"}).Worker("b")
	seen := 0
	for range n + 1 {
		c := claimOne(t, w, queue.Inbox)
		if c.Lane == "lane" {
			if c.ID != fmt.Sprint(seen) {
				t.Fatalf("claimed %s, want %d", c.ID, seen)
			}
			seen++
		}
		must(t, w.Ack(ctx, c))
	}
}

// TestClaimIsFoundAgain repeats a request for claims as after a lost reply.
func TestClaimIsFoundAgain(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	s := openStore(t, server, Options{Node: "a"})
	ctx := t.Context()
	must(t, s.Worker("a").Enqueue(ctx, in("lane", "1"), in("lane", "2")))
	q := s.g.queue(string(queue.Inbox))
	var args []any // of the first request
	ask := func(again bool) []any {
		t.Helper()
		q.mu.Lock()
		c := q.request(2, nil)
		q.mu.Unlock()
		c.then = s.g.requests.Done
		if again {
			c.args = args
		}
		args = c.args
		s.g.calls.submit(c)
		reply, err := c.wait(ctx)
		must(t, err)
		return reply.([]any)[4:]
	}
	first := ask(false)
	if len(first) != 9 || first[0] != "lane" {
		t.Fatalf("the first request: %v", first)
	}
	if again := ask(true); fmt.Sprint(again) != fmt.Sprint(first) {
		t.Errorf("the repetition: %v, want %v", again, first)
	}
	if other := ask(false); len(other) != 0 {
		t.Errorf("another request: %v, want nothing", other)
	}
}
