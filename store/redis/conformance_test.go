package redis

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/internal/redistest"
	"bridge/queue"
	"bridge/store"
	"bridge/store/storetest"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	p := &servers{start: func() *redistest.Server { return redistest.Start(t, redistest.Options{}) }}
	storetest.Run(t, func(t *testing.T, o store.Options) storetest.Fixture { return newFixture(t, p, Options{Options: o}) })
}

func TestConformanceInCluster(t *testing.T) {
	t.Parallel()
	p := &servers{start: func() *redistest.Server { return redistest.Cluster(t, redistest.Options{}) }}
	storetest.Run(t, func(t *testing.T, o store.Options) storetest.Fixture {
		return newFixture(t, p, Options{Options: o, Cluster: true})
	})
}

// servers lends servers to tests: one each at a time, since a test moves the clock.
type servers struct {
	start func() *redistest.Server

	mu   sync.Mutex
	free []*redistest.Server
}

// lend returns an empty server that is the test's until its end.
func (p *servers) lend(t *testing.T) *redistest.Server {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	var s *redistest.Server
	if n := len(p.free); n > 0 {
		s, p.free = p.free[n-1], p.free[:n-1]
		if err := s.Client().FlushAll(context.Background()).Err(); err != nil {
			t.Fatalf("empty the server: %v", err)
		}
	} else {
		s = p.start()
	}
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.free = append(p.free, s)
	})
	return s
}

// fixture is one store on a server of its own, with a node for each name.
type fixture struct {
	t      *testing.T
	server *redistest.Server
	o      Options

	ahead atomic.Int64 // the server's clock minus that of this process, or a little less

	mu    sync.Mutex
	nodes map[string]*Store
}

func newFixture(t *testing.T, p *servers, o Options) *fixture {
	f := &fixture{t: t, server: p.lend(t), o: o, nodes: map[string]*Store{}}
	t.Cleanup(f.crash)
	f.Advance(0)
	return f
}

func (f *fixture) node(name string, skew time.Duration) *Store {
	f.mu.Lock()
	defer f.mu.Unlock()
	if s := f.nodes[name]; s != nil {
		return s
	}
	o := f.o
	o.Addrs, o.Node = []string{f.server.Addr()}, name
	o.Now = func() time.Time { return time.Now().Add(time.Duration(f.ahead.Load()) + skew) }
	s, err := Open(context.Background(), o)
	if err != nil {
		f.t.Fatalf("open: %v", err)
	}
	f.nodes[name] = s
	return s
}

func (f *fixture) Worker(name string) queue.Lanes { return f.node(name, 0).Worker(name) }

func (f *fixture) Skewed(d time.Duration) (queue.Lanes, func() time.Time) {
	s := f.node("skewed by "+d.String(), d)
	return s.Worker("skewed"), s.now
}

func (f *fixture) Store() store.Store { return f.node("operator", 0) }

func (f *fixture) Node(name string) store.Store { return f.node(name, 0) }

func (f *fixture) Now() time.Time { return f.server.Now() }

func (f *fixture) Advance(d time.Duration) {
	f.server.Advance(d)
	f.ahead.Store(int64(time.Until(f.server.Now())))
}

func (f *fixture) Crash(*testing.T) {
	f.crash()
	f.Advance(queue.Lease + time.Second)
}

// crash ends all nodes without a farewell.
func (f *fixture) crash() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range f.nodes {
		s.abandon()
	}
	clear(f.nodes)
}

// abandon ends the store as a crash does: what it has claimed stays claimed.
func (s *Store) abandon() {
	if s.stop() {
		_ = s.link.close()
		s.calls.cancel()
		s.calls.close()
	}
}
