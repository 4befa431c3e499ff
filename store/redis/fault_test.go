package redis

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/admission"
	"bridge/approvals"
	"bridge/internal/redistest"
	"bridge/outbox"
	"bridge/queue"
	"bridge/store"
)

// TestLostReplies has each script run while its reply gets lost: the call is
// repeated, succeeds, and has its effect once.
func TestLostReplies(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	ctx := t.Context()
	proxy := redistest.NewProxy(t, server.Addr())
	s := openStore(t, server, Options{Addrs: []string{proxy.Addr()}, Node: "a"})
	direct := openStore(t, server, Options{Node: "b"})
	w := s.Worker("a")
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
	var c *queue.Claim
	claimed := func(id string, attempts int) {
		t.Helper()
		if c = claimOne(t, w, queue.Inbox); c.ID != id || c.Attempts != attempts {
			t.Errorf("claimed %s after %d attempts, want %s after %d", c.ID, c.Attempts, id, attempts)
		}
	}
	lose(scriptUse, func() error { return w.Enqueue(ctx, in("lane", "1")) })
	lose(scriptEnqueue, func() error { return w.Enqueue(ctx, in("lane", "2"), in("lane", "3"), in("lane", "4")) })
	lose(scriptClaim, func() error { claimed("1", 0); return nil })
	lose(scriptRenew, func() error { return w.Renew(ctx, c) })
	lose(scriptBegin, func() error { return w.Begin(ctx, c) })
	lose(scriptRetry, func() error { return w.Retry(ctx, c, queue.Retry{}) })
	claimed("1", 1)
	must(t, w.Begin(ctx, c))
	lose(scriptRelease, func() error { return w.Release(ctx, c) })
	claimed("1", 1)
	lose(scriptAck, func() error { return w.Ack(ctx, c) })
	claimed("2", 0)
	lose(scriptEnqueue, func() error { return w.Ack(ctx, c, in("follow", "up")) })
	for range 2 {
		if k := claimOne(t, w, queue.Inbox); k.Lane == "follow" {
			must(t, w.Ack(ctx, k))
		} else {
			c = k
		}
	}
	lose(scriptBury, func() error { return w.Bury(ctx, c, queue.Death{Code: "x"}) })
	claimed("4", 0)
	must(t, w.Bury(ctx, c, queue.Death{Code: "x"}))
	dead, err := s.DeadLetters(ctx, queue.DeadFilter{})
	if err != nil || len(dead) != 2 {
		t.Fatalf("dead letters: %d, %v", len(dead), err)
	}
	lose(scriptDrop, func() error { return s.Replay(ctx, dead[0].Seq) })
	lose(scriptDrop, func() error { return s.Drop(ctx, dead[1].Seq) })
	claimed("3", 0)
	if c.Replays != 1 {
		t.Errorf("replayed %d times, want once", c.Replays)
	}
	must(t, w.Ack(ctx, c))
	nothing(t, direct.Worker("b"), queue.Inbox)

	for i, want := range []bool{true, true, false} {
		lose(opsBucket.script, func() error {
			ok, _, err := s.Take(ctx, "eve", 2, time.Hour)
			if ok != want {
				t.Errorf("token %d: %v", i, ok)
			}
			return err
		})
	}
	lose(opsBucket.script, func() error { return s.Return(ctx, "eve", 2, time.Hour) })
	for i, want := range []bool{true, false} {
		if ok, _, err := s.Take(ctx, "eve", 2, time.Hour); ok != want || err != nil {
			t.Errorf("token %d after one was given back: %v, %v", i, ok, err)
		}
	}
	lose(scriptOwn, func() error {
		owner, err := s.Own(ctx, "sweep", "a")
		if owner != "a" {
			t.Errorf("owner is %s", owner)
		}
		return err
	})
	lose(scriptDisown, func() error { return s.Disown(ctx, "sweep", "a") })
	if owner, err := s.Own(ctx, "sweep", "b"); err != nil || owner != "b" {
		t.Errorf("owner is %s, %v", owner, err)
	}
	lose(scriptPause, func() error {
		_, isNew, err := s.Pause(ctx, store.Pause{Kind: "agent", Name: "x", By: "a"})
		if !isNew {
			t.Error("the pause is somebody else's")
		}
		return err
	})
	lose(scriptResume, func() error {
		ended, err := s.Resume(ctx, "agent", "x")
		if !ended {
			t.Error("there was no pause")
		}
		return err
	})
	lose(scriptState, func() error { return s.SaveChannelState(ctx, "cursor", []byte("1")) })
	lose(opsContact.script, func() error {
		before, err := s.SaveContact(ctx, "sms", "sms:+1", adapters.Contact{Heard: time.UnixMicro(7), Alias: "A"})
		if before != (adapters.Contact{}) {
			t.Errorf("before it there was %+v", before)
		}
		return err
	})
	lose(opsAlias.script, func() error {
		_, err := s.SaveContact(ctx, "sms", "sms:+1", adapters.Contact{Heard: time.UnixMicro(8), Alias: "A"})
		return err
	})
	lose(opsConverse.script, func() error {
		id, err := s.Converse(ctx, admission.Conversation{Channel: "sms", From: "sms:+1", Proposed: "ses_1", At: time.UnixMicro(7)})
		if id != "ses_1" {
			t.Errorf("the session is %s", id)
		}
		return err
	})
	lose(scriptSuppress, func() error {
		stored, err := s.Suppress(ctx, outbox.Suppression{Channel: "mail", Address: "email:eve@example.com", Why: outbox.Dead, By: "x"})
		if !stored {
			t.Error("it was not stored")
		}
		return err
	})
	lose(scriptUnsuppress, func() error {
		was, err := s.Unsuppress(ctx, "mail", "email:eve@example.com")
		if !was {
			t.Error("there was none")
		}
		return err
	})
	lose(scriptSaid, func() error {
		return s.SaveSaid(ctx, outbox.Said{Channel: "sms", To: "sms:+391", Message: "msg_1", At: time.Now()})
	})
	if said, found, err := s.LastSaid(ctx, "sms", "sms:+391"); err != nil || !found || said.Message != "msg_1" {
		t.Errorf("said: %+v, %v, %v", said, found, err)
	}
	for i := range approvals.GuessLimit { // each is counted once, though its reply was lost
		lose(scriptGuess, func() error {
			lock, err := s.Guess(ctx, "email:eve@example.com", []string{fmt.Sprint("g", i)})
			if last := i == approvals.GuessLimit-1; err == nil && lock.Until.IsZero() == last {
				t.Errorf("after guess %d the lock is %+v", i+1, lock)
			}
			return err
		})
	}
	lose(scriptSecret, func() error { _, err := s.Secret(ctx); return err })
	lose(scriptWake, func() error {
		k := &call{group: s.lanes(queue.Inbox).shards[0].wake}
		s.calls.submit(k)
		_, err := k.wait(ctx)
		return err
	})

	files, err := luaFiles.ReadDir("lua")
	must(t, err)
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".lua")
		reads := strings.HasPrefix(luaSource(name), "#!lua flags=no-writes")
		if !tested[name] && !reads && !library(name) && name != "probe" && !strings.HasPrefix(name, "rec_") {
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
	g := s.lanes(queue.Inbox).of("lane")
	ask := func(nonce int) []any {
		t.Helper()
		c := &call{group: g.claim, args: []any{2, nonce, time.Hour.Microseconds()}}
		s.calls.submit(c)
		reply, err := c.wait(ctx)
		must(t, err)
		return reply.([]any)[4:]
	}
	first := ask(1)
	if len(first) != 8 || first[0] != "lane" {
		t.Fatalf("the first request: %v", first)
	}
	if again := ask(1); fmt.Sprint(again) != fmt.Sprint(first) {
		t.Errorf("the repetition: %v, want %v", again, first)
	}
	if other := ask(2); len(other) != 0 {
		t.Errorf("another request: %v, want nothing", other)
	}
}
