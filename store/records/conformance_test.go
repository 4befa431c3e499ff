package records_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/core/queue"
	"bridge/internal/noerr"
	"bridge/internal/redistest"
	"bridge/store"
	"bridge/store/ground"
	"bridge/store/memory"
	"bridge/store/records"
	"bridge/store/redis"
	"bridge/store/sqlite"
	"bridge/store/storetest"
)

// local is a store of one process: all nodes share it.
type local struct {
	o     store.Options
	store *records.Store
	path  string // "" = in memory
	skew  atomic.Int64
}

func (f *local) Worker(name string) queue.Lanes { return f.store.Worker(name) }
func (f *local) Store() store.Store             { return f.store }
func (f *local) Node(string) store.Store        { return f.store }
func (f *local) Now() time.Time                 { return time.Now().Add(time.Duration(f.skew.Load())) }
func (f *local) Advance(d time.Duration)        { f.skew.Add(int64(d)) }

func (f *local) Skewed(time.Duration) (queue.Lanes, func() time.Time) {
	return f.store.Worker("skewed"), f.Now
}

// Crash leaves the running store behind, and goes on with a copy of its files as they are
// now: what kill -9 leaves.
func (f *local) Crash(t *testing.T) {
	t.Helper()
	f.Advance(queue.Lease + time.Second)
	if f.path != "" {
		f.open(t, copyOf(t, f.path))
	}
}

func (f *local) open(t *testing.T, path string) {
	t.Helper()
	f.path = path
	var g ground.Store = memory.New(f.Now)
	if path != "" {
		var err error
		if g, err = sqlite.Open(t.Context(), sqlite.Options{Path: path, Now: f.Now}); err != nil {
			t.Fatal(err)
		}
	}
	o := f.o
	o.Now = f.Now
	s := records.New(g, o)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	f.store = s
}

func copyOf(t *testing.T, path string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "bridge.db")
	for _, part := range []string{"", "-wal"} {
		in, err := os.Open(path + part)
		if os.IsNotExist(err) {
			continue
		}
		noerr.Must(t, err)
		out, err := os.Create(to + part)
		noerr.Must(t, err)
		noerr.Must(t, noerr.Of(io.Copy(out, in)))
		_, _ = in.Close(), out.Close()
	}
	return to
}

func TestMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T, o store.Options) storetest.Fixture {
		f := &local{o: o}
		f.open(t, "")
		return f
	})
}

func TestSQLite(t *testing.T) {
	storetest.Run(t, func(t *testing.T, o store.Options) storetest.Fixture {
		f := &local{o: o}
		f.open(t, filepath.Join(t.TempDir(), "bridge.db"))
		return f
	})
}

// shared is a store on a Redis server, with a node for each name.
type shared struct {
	t      *testing.T
	o      store.Options
	server *redistest.Server
	ahead  atomic.Int64

	mu    sync.Mutex
	nodes map[string]*records.Store
}

func (f *shared) node(name string, skew time.Duration) *records.Store {
	f.mu.Lock()
	defer f.mu.Unlock()
	if s := f.nodes[name]; s != nil {
		return s
	}
	now := func() time.Time { return time.Now().Add(time.Duration(f.ahead.Load()) + skew) }
	g, err := redis.Open(context.Background(), redis.Options{Addrs: []string{f.server.Addr()}, Node: name, Now: now})
	noerr.Must(f.t, err)
	o := f.o
	o.Now = now
	s := records.New(g, o)
	f.nodes[name] = s
	f.t.Cleanup(func() { _ = s.Close() })
	return s
}

func (f *shared) Worker(name string) queue.Lanes { return f.node(name, 0).Worker(name) }
func (f *shared) Store() store.Store             { return f.node("operator", 0) }
func (f *shared) Node(name string) store.Store   { return f.node(name, 0) }
func (f *shared) Now() time.Time                 { return f.server.Now() }

func (f *shared) Skewed(d time.Duration) (queue.Lanes, func() time.Time) {
	s := f.node("skewed by "+d.String(), d)
	return s.Worker("skewed"), func() time.Time { return f.Now().Add(d) }
}

func (f *shared) Advance(d time.Duration) {
	f.server.Advance(d)
	f.ahead.Store(int64(time.Until(f.server.Now())))
}

// Crash leaves the nodes that there were; their leases run out.
func (f *shared) Crash(*testing.T) {
	f.mu.Lock()
	f.nodes = map[string]*records.Store{}
	f.mu.Unlock()
	f.Advance(queue.Lease + time.Second)
}

func TestRedis(t *testing.T) {
	var mu sync.Mutex
	var free []*redistest.Server
	storetest.Run(t, func(t2 *testing.T, o store.Options) storetest.Fixture {
		mu.Lock()
		defer mu.Unlock()
		var s *redistest.Server
		if n := len(free); n > 0 {
			s, free = free[n-1], free[:n-1]
			if err := s.Client().FlushAll(context.Background()).Err(); err != nil {
				t2.Fatal(err)
			}
		} else {
			s = redistest.Start(t, redistest.Options{})
		}
		f := &shared{t: t2, o: o, server: s, nodes: map[string]*records.Store{}}
		f.Advance(0)
		t2.Cleanup(func() {
			mu.Lock()
			defer mu.Unlock()
			free = append(free, s)
		})
		return f
	})
}
