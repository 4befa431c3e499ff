package sqlite

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"zombiezen.com/go/sqlite"

	"bridge/core/queue"
	"bridge/internal/noerr"
	"bridge/store"
	"bridge/store/ground"
	"bridge/store/records"
)

func TestMain(m *testing.M) {
	child() // does not return in the process of TestKill
	goleak.VerifyTestMain(m)
}

// bridge is the store as the bridge uses it, and what is below it.
type bridge struct {
	*records.Store
	g *Store
}

// write runs f in the writer.
func (b *bridge) write(ctx context.Context, f func(*writer) error) error {
	_, err := b.g.writer.do(ctx, change(f))
	return err
}

func openAs(ctx context.Context, o Options) (*bridge, error) {
	g, err := Open(ctx, o)
	if err != nil {
		return nil, err
	}
	return &bridge{records.New(g, store.Options{Now: o.Now, Log: o.Log}), g}, nil
}

func open(t testing.TB, path string) *bridge {
	t.Helper()
	s, err := openAs(t.Context(), Options{Path: path})
	must(t, err)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// clocked is a store on a clock that the test moves.
type clocked struct {
	*bridge
	skew atomic.Int64
}

func onClock(t *testing.T) *clocked {
	t.Helper()
	c := &clocked{}
	var err error
	c.bridge, err = openAs(t.Context(), Options{Path: filepath.Join(t.TempDir(), "bridge.db"), Now: func() time.Time {
		return time.Now().Add(time.Duration(c.skew.Load()))
	}})
	must(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func fresh(t testing.TB) *bridge {
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
func hold(t *testing.T, s *bridge) (release func()) {
	t.Helper()
	started, goOn := make(chan struct{}), make(chan struct{})
	go func() {
		_ = s.write(context.Background(), func(*writer) error { close(started); <-goOn; return nil })
	}()
	<-started
	return func() { close(goOn) }
}

// waitQueued waits until n operations wait for the writer.
func waitQueued(t *testing.T, s *bridge, n int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); len(s.g.writer.ops) < n; {
		if time.Now().After(end) {
			t.Fatalf("%d operations wait, want %d", len(s.g.writer.ops), n)
		}
		time.Sleep(time.Millisecond) // there is nothing to wait on
	}
}

func TestGroupCommit(t *testing.T) {
	s := fresh(t)
	w := s.Worker("a")
	release := hold(t, s)
	before, opsBefore := s.g.Commits()
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
	commits, ops := s.g.Commits()
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
		err := s.write(t.Context(), func(w *writer) error {
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
	noerr.Want(t, s.g.read(t.Context(), func(c *sqlite.Conn) error {
		return exec(c, "SELECT 1 FROM meta WHERE key = 'spoiled'", func(*sqlite.Stmt) error {
			t.Error("the bad operation left something behind")
			return nil
		})
	}))
	depth, err := s.Depth(t.Context())
	if err != nil || depth[queue.Inbox].Waiting != 9 {
		t.Errorf("%d items wait, want 9 (%v)", depth[queue.Inbox].Waiting, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for range 9 {
		c, err := claimOne(ctx, w, queue.Inbox)
		must(t, err)
		must(t, w.Ack(ctx, c))
	}
	if err := s.Healthy(); err != nil {
		t.Errorf("one bad operation makes the store unhealthy: %v", err)
	}
}

func TestDiskFull(t *testing.T) {
	var logged strings.Builder
	s, err := openAs(t.Context(), Options{Path: filepath.Join(t.TempDir(), "bridge.db"), Log: slog.New(slog.NewTextHandler(&logged, nil))})
	must(t, err)
	defer func() { _ = s.Close() }()
	ctx := t.Context()
	w := s.Worker("a")
	limited := errors.New("limited")
	limit := func(pages int) {
		t.Helper()
		if err := s.write(ctx, func(w *writer) error {
			if err := exec(w.conn, fmt.Sprintf("PRAGMA max_page_count = %d", pages), nil); err != nil {
				return err
			}
			return limited // not a write that succeeds: that would show the store that it can
		}); !errors.Is(err, limited) {
			t.Fatal(err)
		}
	}
	must(t, w.Enqueue(ctx, item("lane", "1"), item("lane", "2")))
	c, err := claimOne(ctx, w, queue.Inbox)
	must(t, err)
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
	noerr.Want(t, s.Close())
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
	if err := <-waiting; !errors.Is(err, ground.ErrClosed) {
		t.Errorf("waiting claim: %v, want ground.ErrClosed", err)
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
	if err := w.Enqueue(ctx, item("lane", "late")); !errors.Is(err, ground.ErrClosed) {
		t.Errorf("enqueue after Close: %v", err)
	}
	if _, err := claimOne(ctx, w, queue.Inbox); !errors.Is(err, ground.ErrClosed) {
		t.Errorf("claim after Close: %v", err)
	}
	if _, err := s.Get(ctx, "apr_1"); !errors.Is(err, ground.ErrClosed) {
		t.Errorf("read after Close: %v", err)
	}
	if err := s.Healthy(); !errors.Is(err, ground.ErrClosed) {
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
	must(t, w.Enqueue(t.Context(), item("lane", "1")))
	c, err := claimOne(t.Context(), w, queue.Inbox)
	must(t, err)
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
		s, err := openAs(t.Context(), Options{Path: path})
		must(t, err)
		defer func() {
			noerr.Want(t, s.Close())
		}()
		a, b := s.Worker("a"), s.Worker("b")
		ctx := t.Context()
		must(t, a.Enqueue(ctx, item("lane", "1")))
		c, err := claimOne(ctx, a, queue.Inbox)
		must(t, err)
		start := time.Now()
		must(t, a.Retry(ctx, c, queue.Retry{At: start.Add(1500 * time.Millisecond)}))
		must(t, noerr.Of(claimOne(ctx, a, queue.Inbox)))
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
		must(t, b.Ack(ctx, c))
	})
}

func TestDepth(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bridge.db")
	s := open(t, path)
	w := s.Worker("a")
	ctx := t.Context()
	delayed := item("delayed", "1")
	delayed.NotBefore = time.Now().Add(time.Hour)
	must(t, w.Enqueue(ctx, item("a", "1"), item("a", "2"), item("b", "1"), item("b", "2"), item("b", "3"), delayed))
	c, err := claimOne(ctx, w, queue.Inbox)
	must(t, err)
	must(t, w.Bury(ctx, c, queue.Death{Code: "x"}))
	if _, err = claimOne(ctx, w, queue.Inbox); err != nil {
		t.Fatal(err)
	}
	check := func(s *bridge, want queue.Depth) {
		t.Helper()
		all, err := s.Depth(ctx)
		must(t, err)
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
	must(t, s.Close())
	s = open(t, path)
	check(s, queue.Depth{Waiting: 5, Delayed: 1, Dead: 1})
	dead, err := s.DeadLetters(ctx, queue.DeadFilter{})
	if err != nil || len(dead) != 1 {
		t.Fatalf("dead letters: %v, %v", dead, err)
	}
	must(t, s.Replay(ctx, dead[0].Seq))
	check(s, queue.Depth{Waiting: 6, Delayed: 1})
}

// TestFinishedItemsAreNotInMemory has a clock of its own: the writer does not tidy up by itself meanwhile.
func TestFinishedItemsAreNotInMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := fresh(t)
		w := s.Worker("a")
		ctx := t.Context()
		for i := range 100 {
			must(t, w.Enqueue(ctx, item(fmt.Sprint(i), "1")))
			c, err := claimOne(ctx, w, queue.Inbox)
			must(t, err)
			must(t, w.Ack(ctx, c))
		}
		must(t, s.g.settled(ctx, "admitted")) // of no record: nothing is settled
		if s.g.pending.bytes == 0 {
			t.Error("nothing was pending")
		}
		must(t, s.write(ctx, func(w *writer) error {
			return exec(w.conn, "SELECT count(*) FROM items", func(st *sqlite.Stmt) error {
				if n := st.ColumnInt(0); n != 0 {
					t.Errorf("%d items are in the table", n)
				}
				return nil
			})
		}))
		if n := len(s.g.pending.items) + s.g.pending.bytes + s.g.pending.rows; n != 0 {
			t.Errorf("%d items and bytes are in memory", n)
		}
	})
}

// A timer may be late: the clock alone decides whether a lease has run out.
func TestLeaseEndsByTheClock(t *testing.T) {
	f := onClock(t)
	w := f.Worker("a")
	must(t, w.Enqueue(t.Context(), item("lane", "1")))
	c, err := claimOne(t.Context(), w, queue.Inbox)
	must(t, err)
	f.skew.Add(int64(queue.Lease)) // no timer fires
	if err := w.Ack(t.Context(), c); !errors.Is(err, queue.ErrLost) {
		t.Errorf("ack after the lease: %v, want ErrLost", err)
	}
	if _, err := claimOne(t.Context(), w, queue.Inbox); err != nil {
		t.Errorf("claim: %v", err)
	}
}

func TestSweepInBatches(t *testing.T) {
	f := onClock(t)
	ctx := t.Context()
	const n = 2*sweepRows + 3
	for i := range n {
		ttl := time.Duration(0)
		if i >= 2*sweepRows { // the first batches are kept: they must not hide the others
			ttl = time.Hour
		}
		must(t, f.g.Apply(ctx, ground.Put{Key: ground.Key{Kind: "a", ID: fmt.Sprint(i)}, TTL: ttl, Label: "l"}))
	}
	f.skew.Store(int64(2 * time.Hour))
	if deleted, err := f.g.Sweep(ctx); err != nil || deleted != 3 {
		t.Errorf("%d records deleted, want 3 (%v)", deleted, err)
	}
	if n, err := f.g.Count(ctx, "a"); err != nil || n["l"] != 2*sweepRows {
		t.Errorf("left: %v, %v", n, err)
	}
}

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	if t.Helper(); err != nil {
		t.Fatal(err)
	}
}
