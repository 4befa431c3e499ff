package redis

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"bridge/internal/redistest"
	"bridge/store/ground"
	"bridge/store/groundtest"
	"bridge/store/memory"
)

// clocked is a Redis whose clock the test moves, and the node with it.
type clocked struct {
	*redistest.Server
	cluster bool
	ahead   atomic.Int64
}

func (s *clocked) now() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }

// sleep lets time pass on the clocks, and a moment for what has begun to wait on a timer of this process, which they do not help.
func (s *clocked) sleep(d time.Duration) {
	time.Sleep(min(d, 20*time.Millisecond))
	s.Advance(d)
	s.ahead.Store(int64(time.Until(s.Now())))
}

func (s *clocked) open(t *testing.T) ground.Store {
	t.Helper()
	st, err := opened(t.Context(), Options{Addrs: []string{s.Addr()}, Cluster: s.cluster, Now: s.now})
	must(t, err)
	return st
}

func start(t *testing.T) *clocked {
	t.Helper()
	return &clocked{Server: redistest.Start(t, redistest.Options{})}
}

func (s *clocked) empty(t *testing.T) {
	t.Helper()
	must(t, s.Client().FlushAll(context.Background()).Err())
}

func TestContract(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*clocked{"server": start(t), "cluster": {Server: redistest.Cluster(t, redistest.Options{}), cluster: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			last := ""
			groundtest.Run(t, groundtest.Subject{
				Open: func(t *testing.T) ground.Store {
					if last != t.Name() {
						s.empty(t)
						last = t.Name()
					}
					return s.open(t)
				},
				Unit: time.Second, Sleep: s.sleep, Leases: !s.cluster,
			})
		})
	}
}

// Most of its time the test waits where there is nothing to claim: in a soak on several servers at a time.
func TestModel(t *testing.T) {
	t.Parallel()
	seeds := slices.Collect(groundtest.Seeds(6, 1400))
	for part := range slices.Chunk(seeds, max(6, len(seeds)/8)) {
		t.Run(fmt.Sprint("from seed ", part[0]), func(t *testing.T) {
			t.Parallel()
			s := start(t)
			for _, seed := range part {
				s.empty(t)
				groundtest.Model(t, seed, 300, s.open(t), memory.New(s.now), nil, nil)
			}
		})
	}
}
