package sqlite

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"zombiezen.com/go/sqlite"

	"bridge/approvals"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/store"
)

func TestMain(m *testing.M) {
	child() // does not return in the process of TestKill
	goleak.VerifyTestMain(m)
}

func open(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func fresh(t testing.TB) *Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "bridge.db"))
}

func item(lane, id string) queue.Item {
	return queue.Item{Queue: queue.Inbox, Lane: lane, ID: id, Payload: []byte("payload")}
}

// claimOne is Claim of one.
func claimOne(ctx context.Context, w queue.Lanes, q queue.Name) (*queue.Claim, error) {
	all, err := w.Claim(ctx, q, 1)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// hold keeps the writer busy until the returned function is called, so that what
// is handed over meanwhile becomes one group.
func hold(t *testing.T, s *Store) (release func()) {
	t.Helper()
	started, goOn := make(chan struct{}), make(chan struct{})
	go func() {
		_ = s.write(context.Background(), "hold", func(*writer) error { close(started); <-goOn; return nil })
	}()
	<-started
	return func() { close(goOn) }
}

// waitQueued waits until n operations wait for the writer.
func waitQueued(t *testing.T, s *Store, n int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); len(s.writer.ops) < n; {
		if time.Now().After(end) {
			t.Fatalf("%d operations wait, want %d", len(s.writer.ops), n)
		}
		time.Sleep(time.Millisecond) // there is nothing to wait on
	}
}

func TestGroupCommit(t *testing.T) {
	s := fresh(t)
	w := s.Worker("a")
	release := hold(t, s)
	before, opsBefore := s.Commits()
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			if err := w.Enqueue(t.Context(), item(fmt.Sprint(i), "1")); err != nil {
				t.Errorf("enqueue: %v", err)
			}
		})
	}
	waitQueued(t, s, 64)
	release()
	all.Wait()
	commits, ops := s.Commits()
	if commits-before > 2 || ops-opsBefore != 65 {
		t.Errorf("%d operations took %d commits, want 65 in at most 2", ops-opsBefore, commits-before)
	}
}

func TestBadOperationFailsAlone(t *testing.T) {
	s := fresh(t)
	w := s.Worker("a")
	release := hold(t, s)
	var all sync.WaitGroup
	bad := errors.New("bad")
	for i := range 9 {
		all.Go(func() {
			if err := w.Enqueue(t.Context(), item("lane", fmt.Sprint(i))); err != nil {
				t.Errorf("enqueue: %v", err)
			}
		})
	}
	all.Go(func() {
		err := s.write(t.Context(), "spoil", func(w *writer) error {
			if err := exec(w.conn, "INSERT INTO meta (key, value) VALUES ('spoiled', '')", nil); err != nil {
				return err
			}
			return bad
		})
		if !errors.Is(err, bad) {
			t.Errorf("the bad operation: %v", err)
		}
	})
	waitQueued(t, s, 10)
	release()
	all.Wait()
	if err := s.query(t.Context(), "q", "SELECT 1 FROM meta WHERE key = 'spoiled'", func(*sqlite.Stmt) error {
		t.Error("the bad operation left something behind")
		return nil
	}); err != nil {
		t.Error(err)
	}
	depth, err := s.Depth(t.Context())
	if err != nil || depth[queue.Inbox].Waiting != 9 {
		t.Errorf("%d items wait, want 9 (%v)", depth[queue.Inbox].Waiting, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for range 9 {
		c, err := claimOne(ctx, w, queue.Inbox)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Ack(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Healthy(); err != nil {
		t.Errorf("one bad operation makes the store unhealthy: %v", err)
	}
}

func TestDiskFull(t *testing.T) {
	var logged strings.Builder
	s, err := Open(t.Context(), Options{
		Path: filepath.Join(t.TempDir(), "bridge.db"), Options: store.Options{Log: slog.New(slog.NewTextHandler(&logged, nil))},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	ctx := t.Context()
	w := s.Worker("a")
	limited := errors.New("limited")
	limit := func(pages int) {
		t.Helper()
		if err := s.write(ctx, "limit", func(w *writer) error {
			if err := exec(w.conn, fmt.Sprintf("PRAGMA max_page_count = %d", pages), nil); err != nil {
				return err
			}
			return limited // not a write that succeeds: that would show the store that it can
		}); !errors.Is(err, limited) {
			t.Fatal(err)
		}
	}
	if err := w.Enqueue(ctx, item("lane", "1"), item("lane", "2")); err != nil {
		t.Fatal(err)
	}
	c, err := claimOne(ctx, w, queue.Inbox)
	if err != nil {
		t.Fatal(err)
	}
	limit(1) // SQLite takes the present size instead: nothing more fits
	big := item("big", "1")
	big.Payload = make([]byte, 1<<20)
	if err := w.Enqueue(ctx, big); sqlite.ErrCode(err).ToPrimary() != sqlite.ResultFull {
		t.Fatalf("enqueue on a full disk: %v", err)
	}
	if err := s.Healthy(); sqlite.ErrCode(err).ToPrimary() != sqlite.ResultFull {
		t.Fatalf("healthy on a full disk: %v", err)
	}
	if err := w.Ack(ctx, c, big); err == nil {
		t.Fatal("ack with a follow-up that does not fit")
	}
	if err := w.Renew(ctx, c); err != nil {
		t.Fatalf("a claim is lost because its ack could not be written: %v", err)
	}
	limit(1 << 30)
	for end := time.Now().Add(time.Minute); s.Healthy() != nil; {
		if time.Now().After(end) {
			t.Fatal("the store does not notice that it can write again")
		}
		time.Sleep(10 * time.Millisecond) // it recovers by itself, without a call to wait on
	}
	if err := w.Ack(ctx, c, big); err != nil {
		t.Fatalf("ack after the recovery: %v", err)
	}
	depth, err := s.Depth(ctx)
	if err != nil || depth[queue.Inbox].Waiting != 2 || depth[queue.Inbox].Claimed != 0 {
		t.Errorf("depth is %+v, %v", depth[queue.Inbox], err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if !strings.Contains(logged.String(), "cannot write") || !strings.Contains(logged.String(), "can write again") {
		t.Errorf("log: %s", logged.String())
	}
}

func TestClose(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bridge.db")
	s := open(t, path)
	w := s.Worker("a")
	ctx := t.Context()
	waiting := make(chan error)
	go func() {
		_, err := claimOne(ctx, w, queue.Outbox)
		waiting <- err
	}()
	release := hold(t, s)
	result := make(chan error, 10)
	for i := range 10 {
		go func() { result <- w.Enqueue(ctx, item("lane", fmt.Sprint(i))) }()
	}
	waitQueued(t, s, 10)
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	if err := <-waiting; !errors.Is(err, ErrClosed) {
		t.Errorf("waiting claim: %v, want ErrClosed", err)
	}
	release()
	if err := <-closed; err != nil {
		t.Errorf("close: %v", err)
	}
	for range 10 {
		if err := <-result; err != nil {
			t.Errorf("what was handed over before Close: %v", err)
		}
	}
	if err := w.Enqueue(ctx, item("lane", "late")); !errors.Is(err, ErrClosed) {
		t.Errorf("enqueue after Close: %v", err)
	}
	if _, err := claimOne(ctx, w, queue.Inbox); !errors.Is(err, ErrClosed) {
		t.Errorf("claim after Close: %v", err)
	}
	if _, err := s.Get(ctx, "apr_1"); !errors.Is(err, ErrClosed) {
		t.Errorf("read after Close: %v", err)
	}
	if err := s.Healthy(); !errors.Is(err, ErrClosed) {
		t.Errorf("healthy after Close: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
	depth, err := open(t, path).Depth(ctx)
	if err != nil || depth[queue.Inbox].Waiting != 10 {
		t.Errorf("after the restart %+v, %v, want 10 waiting", depth, err)
	}
}

func TestContextEndsWhileQueued(t *testing.T) {
	s := fresh(t)
	w := s.Worker("a")
	if err := w.Enqueue(t.Context(), item("lane", "1")); err != nil {
		t.Fatal(err)
	}
	c, err := claimOne(t.Context(), w, queue.Inbox)
	if err != nil {
		t.Fatal(err)
	}
	release := hold(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error)
	go func() { result <- w.Ack(ctx, c, item("next", "1")) }()
	waitQueued(t, s, 1)
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Errorf("ack: %v, want the context's error", err)
	}
	release()
	if n, err := claimOne(t.Context(), w, queue.Inbox); err != nil || n.Lane != "next" {
		t.Errorf("what was handed over did not happen: %+v, %v", n, err)
	}
	if err := w.Ack(t.Context(), c); !errors.Is(err, queue.ErrLost) {
		t.Errorf("second ack: %v, want ErrLost", err)
	}
}

// The clock of synctest shows that a timer, and not a poll, ends the waiting: it
// jumps to exactly the time of the next timer.
func TestTimer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bridge.db")
	synctest.Test(t, func(t *testing.T) {
		s, err := Open(t.Context(), Options{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}()
		a, b := s.Worker("a"), s.Worker("b")
		ctx := t.Context()
		if err := a.Enqueue(ctx, item("lane", "1")); err != nil {
			t.Fatal(err)
		}
		c, err := claimOne(ctx, a, queue.Inbox)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if err := a.Retry(ctx, c, queue.Retry{At: start.Add(1500 * time.Millisecond)}); err != nil {
			t.Fatal(err)
		}
		if _, err := claimOne(ctx, a, queue.Inbox); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d != 1500*time.Millisecond {
			t.Errorf("claimed %v after the retry, want 1.5s", d)
		}
		start = time.Now()
		if c, err = claimOne(ctx, b, queue.Inbox); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d != queue.Lease {
			t.Errorf("claimed %v after the other claim, want %v", d, queue.Lease)
		}
		if err := b.Ack(ctx, c); err != nil {
			t.Fatal(err)
		}
	})
}

func TestDepth(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bridge.db")
	s := open(t, path)
	w := s.Worker("a")
	ctx := t.Context()
	delayed := item("delayed", "1")
	delayed.NotBefore = time.Now().Add(time.Hour)
	if err := w.Enqueue(ctx, item("a", "1"), item("a", "2"), item("b", "1"), item("b", "2"), item("b", "3"), delayed); err != nil {
		t.Fatal(err)
	}
	c, err := claimOne(ctx, w, queue.Inbox)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Bury(ctx, c, queue.Death{Code: "x"}); err != nil {
		t.Fatal(err)
	}
	if _, err = claimOne(ctx, w, queue.Inbox); err != nil {
		t.Fatal(err)
	}
	check := func(s *Store, want queue.Depth) {
		t.Helper()
		all, err := s.Depth(ctx)
		if err != nil {
			t.Fatal(err)
		}
		got := all[queue.Inbox]
		if got.Oldest.IsZero() || time.Since(got.Oldest) > time.Hour {
			t.Errorf("oldest is %v", got.Oldest)
		}
		got.Oldest = time.Time{}
		if got != want {
			t.Errorf("depth is %+v, want %+v", got, want)
		}
	}
	check(s, queue.Depth{Waiting: 4, Claimed: 1, Delayed: 1, Dead: 1})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, path)
	check(s, queue.Depth{Waiting: 5, Delayed: 1, Dead: 1})
	dead, err := s.DeadLetters(ctx, queue.DeadFilter{})
	if err != nil || len(dead) != 1 {
		t.Fatalf("dead letters: %v, %v", dead, err)
	}
	if err := s.Replay(ctx, dead[0].Seq); err != nil {
		t.Fatal(err)
	}
	check(s, queue.Depth{Waiting: 6, Delayed: 1})
}

func TestIdleLanesAreNotInMemory(t *testing.T) {
	s := fresh(t)
	w := s.Worker("a")
	ctx := t.Context()
	for i := range 100 {
		if err := w.Enqueue(ctx, item(fmt.Sprint(i), "1")); err != nil {
			t.Fatal(err)
		}
		c, err := claimOne(ctx, w, queue.Inbox)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Ack(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	x := s.index
	x.mu.Lock()
	defer x.mu.Unlock()
	if n := len(x.queues[queue.Inbox].lanes) + len(x.due) + len(x.hot) + x.warm; n != 0 || x.leases.first != nil {
		t.Errorf("%d lanes and items are in memory, the first lease is %+v", n, x.leases.first)
	}
}

// A claim that is given up at the moment it is served must not keep its item.
func TestClaimGivenUp(t *testing.T) {
	s := fresh(t)
	w := s.Worker("a")
	const n = 500
	givenUp := 0
	for i := range n {
		ctx, cancel := context.WithCancel(t.Context())
		got := make(chan *queue.Claim)
		go func() {
			c, err := claimOne(ctx, w, queue.Inbox)
			if err != nil {
				c = nil
			}
			got <- c
		}()
		s.index.mu.Lock() // serve and give up before the waiter runs
		for s.index.queue(queue.Inbox).waiters.Len() == 0 {
			s.index.mu.Unlock()
			runtime.Gosched()
			s.index.mu.Lock()
		}
		s.index.mu.Unlock()
		if err := w.Enqueue(t.Context(), item(fmt.Sprint("lane", i), "1")); err != nil {
			t.Fatal(err)
		}
		cancel()
		c := <-got
		if c == nil { // it was given up: the item is there for the next one
			givenUp++
			limit, end := context.WithTimeout(t.Context(), time.Minute)
			var err error
			if c, err = claimOne(limit, w, queue.Inbox); err != nil {
				t.Fatalf("the item of a claim that was given up: %v", err)
			}
			end()
		}
		if err := w.Ack(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d claims were given up", givenUp, n)
	// Both ends of select are ready only now and then: force it once.
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	x := s.index
	done := make(chan struct{})
	go func() {
		defer close(done)
		all, _ := x.take(ctx, queue.Outbox, 1)
		for _, h := range all { // it was faster than its context: it has them
			x.back(h, 0)
		}
	}()
	for served := false; !served; runtime.Gosched() {
		x.mu.Lock()
		if q := x.queue(queue.Outbox); q.waiters.Len() == 1 {
			cancel()
			time.Sleep(20 * time.Millisecond) // until the waiter has seen it and waits for the lock: nothing tells
			l := &lane{queue: q, name: "l", due: -1, items: []entry{{seq: 1}}}
			q.lanes["l"] = l
			q.waiting++
			x.settle(l)
			served = true
		}
		x.mu.Unlock()
	}
	<-done
	depth, err := s.Depth(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d := depth[queue.Outbox]; d.Waiting != 1 || d.Claimed != 0 {
		t.Errorf("a claim that was given up keeps its item: %+v", d)
	}
	if d := depth[queue.Inbox]; d.Waiting != 0 || d.Claimed != 0 {
		t.Errorf("at the end the depth is %+v", d)
	}
}

// A timer may be late: the clock alone decides whether a lease has run out.
func TestLeaseEndsByTheClock(t *testing.T) {
	f := &fixture{}
	f.open(t, filepath.Join(t.TempDir(), "bridge.db"))
	w := f.store.Worker("a")
	if err := w.Enqueue(t.Context(), item("lane", "1")); err != nil {
		t.Fatal(err)
	}
	c, err := claimOne(t.Context(), w, queue.Inbox)
	if err != nil {
		t.Fatal(err)
	}
	f.skew.Add(int64(queue.Lease)) // without the tick
	if err := w.Ack(t.Context(), c); !errors.Is(err, queue.ErrLost) {
		t.Errorf("ack after the lease: %v, want ErrLost", err)
	}
	if _, err := claimOne(t.Context(), w, queue.Inbox); err != nil {
		t.Errorf("claim: %v", err)
	}
}

func TestSweepInBatches(t *testing.T) {
	var skew time.Duration
	now := time.Now()
	path := filepath.Join(t.TempDir(), "bridge.db")
	reopen := func(keep store.Retention) *Store {
		s, err := Open(t.Context(), Options{Path: path, Options: store.Options{
			Dedupe: time.Hour, Retention: keep, Now: func() time.Time { return now.Add(skew) },
		}})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := reopen(store.Retention{})
	ctx := t.Context()
	const n = 2*sweepRows + 3
	batch := make([]queue.Item, n)
	for i := range batch {
		batch[i] = item("lane", fmt.Sprintf("%05d", i))
	}
	if err := s.Worker("a").Enqueue(ctx, batch...); err != nil {
		t.Fatal(err)
	}
	saveAll := func(n int) {
		t.Helper()
		if err := s.write(ctx, "save", func(w *writer) error {
			for i := range n {
				send := outbox.Send{ID: message.MessageID(fmt.Sprintf("msg_%05d", i)), State: outbox.Sent}
				if err := putSend(w, s.now(), &send, "{}"); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	saveAll(n)
	if err := s.write(ctx, "forget", func(w *writer) error {
		for seq := int64(2*sweepRows + 1); seq <= n; seq++ { // the first batches are unfinished: they must not hide the others
			if err := forget(w, seq); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Create(ctx, approvals.Record{ID: "apr_1", State: approvals.Pending}); err != nil {
		t.Fatal(err)
	}
	skew = 2 * time.Hour
	saveAll(n - 1) // all but the last are used again
	deleted, err := s.Sweep(ctx)
	if err != nil || deleted != 3 {
		t.Errorf("%d rows deleted, want 3 (%v)", deleted, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = reopen(store.Retention{Messages: time.Hour, Decisions: time.Hour})
	defer func() { _ = s.Close() }()
	deleted, err = s.Sweep(ctx)
	if err != nil || deleted != 1 {
		t.Errorf("%d rows deleted, want the one old send (%v)", deleted, err)
	}
	if all, err := s.SendsByState(ctx); err != nil || all[outbox.Sent] != n-1 {
		t.Errorf("by state: %v, %v, want %d sent", all, err, n-1)
	}
}
