package cron

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/adaptertest"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/internal/noerr"
	"bridge/internal/redistest"
	"bridge/store"
	"bridge/store/records"
	"bridge/store/redis"
	"bridge/store/storetest"
)

var errKilled = errors.New("killed")

// node is one bridge of several, all of which believe that they own the schedule.
type node struct {
	*Adapter
	store.Store
	accept adapters.AcceptFunc
	skew   time.Duration
	killed atomic.Bool // what it writes does not arrive any more
}

func (n *node) SaveChannelState(ctx context.Context, key string, b []byte) error {
	if n.killed.Load() {
		return errKilled
	}
	return n.Store.SaveChannelState(ctx, key, b)
}

// TestNodes: three nodes with clocks that differ look at each of 200 fires at the
// same time, one of them is killed between starting a run and writing so. There are
// 200 turns.
func TestNodes(t *testing.T) {
	stores := map[string]func(*testing.T) func(*testing.T) store.Store{
		"sqlite": func(t *testing.T) func(*testing.T) store.Store {
			s, err := storetest.File(t.Context(), filepath.Join(t.TempDir(), "bridge.db"), store.Options{})
			noerr.Must(t, err)
			t.Cleanup(func() { _ = s.Close() })
			return func(*testing.T) store.Store { return s }
		},
		"redis": func(t *testing.T) func(*testing.T) store.Store {
			server := redistest.Start(t, redistest.Options{})
			n := 0
			return func(t *testing.T) store.Store {
				n++
				s, err := redis.Open(t.Context(), redis.Options{Addrs: []string{server.Addr()}, Node: fmt.Sprint("node", n)})
				noerr.Must(t, err)
				t.Cleanup(func() { _ = s.Close() })
				return records.New(s, store.Options{})
			}
		},
	}
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fires := 200
			if name == "sqlite" { // one process owns the file: this is a node that is taken over too early
				fires = 100
			}
			nodes(t, open(t), fires)
		})
	}
}

// outcomes counts what becomes of fires.
type outcomes struct {
	admission.Counts
	turns, again *atomic.Int64
}

func (c outcomes) Classed(message.ChannelName, message.Class) {}

func (c outcomes) Accepted(_ message.ChannelName, o message.Outcome, _ string) {
	switch o {
	case message.OutcomeTurn:
		c.turns.Add(1)
	case message.OutcomeDuplicate:
		c.again.Add(1)
	}
}

func nodes(t *testing.T, open func(*testing.T) store.Store, fires int) {
	var clock, turns, again atomic.Int64
	start := time.Now().UTC().Truncate(time.Hour).Add(time.Second)
	clock.Store(start.Unix())
	c := plainConfig()
	c.Spec, c.Zone, c.Missed = "* * * * *", time.UTC, MissedSkip
	var all []*node
	for i, skew := range []time.Duration{-25 * time.Second, 0, 25 * time.Second} {
		n := &node{Store: open(t), skew: skew}
		now := func() time.Time { return time.Unix(clock.Load(), 0).Add(skew) }
		n.accept = admission.New(admission.Options{
			Store: n.Store, Directory: message.People{}, Buckets: n.Store, Now: now, Log: slog.New(slog.DiscardHandler),
			Channels: []admission.Channel{{Name: "digest", Kind: Kind, Agent: "assistant", Machine: true}},
			Counts:   outcomes{turns: &turns, again: &again},
		}).Accept
		var err error
		n.Adapter, err = New(Options{
			Config: c, Name: "digest", State: n, Now: now, Log: slog.New(slog.DiscardHandler), Host: noAlert{t: t},
		})
		if err != nil {
			t.Fatal(i, err)
		}
		all = append(all, n)
	}
	look := func(alive ...*node) {
		var wg sync.WaitGroup
		for _, n := range alive {
			wg.Go(func() {
				if _, err := n.look(t.Context(), n.accept); err != nil && !errors.Is(err, errKilled) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
	look(all[1]) // the first fire is a minute from now
	alive := all
	for i := range fires {
		if i == fires/2 {
			all[2].killed.Store(true)
		}
		minute := start.Add(time.Duration(i) * time.Minute)
		if i%10 == 0 { // the fastest is first, else all come at once
			clock.Store(minute.Add(40 * time.Second).Unix())
			look(alive...)
		}
		clock.Store(minute.Add(time.Minute + 25*time.Second).Unix())
		look(alive...)
		if i == fires/2 {
			alive = all[:2]
		}
	}
	clock.Add(30) // the fastest one may be gone: the others catch up
	look(alive...)
	depth, err := all[0].Depth(t.Context())
	noerr.Must(t, err)
	if got := depth[queue.Inbox].Waiting; got != fires || turns.Load() != int64(fires) {
		t.Errorf("%d items wait, %d turns; want %d", got, turns.Load(), fires)
	}
	runs, err := all[0].Runs(t.Context(), 1)
	if want := fmt.Sprintf("digest@%s", start.Truncate(time.Minute).Add(time.Duration(fires)*time.Minute).Format(time.RFC3339)); err != nil || len(runs) != 1 || runs[0].ID != want {
		t.Errorf("the last run is %+v (%v), want %s", runs, err, want)
	}
	t.Logf("%d fires were taken again, and started nothing", again.Load())
}

// noAlert is a Host whose operators have paused nothing, and should hear nothing.
type noAlert struct {
	adaptertest.Uncounted
	t *testing.T
}

func (noAlert) SchedulePaused(context.Context, message.ChannelName) (bool, error) { return false, nil }

func (h noAlert) Alert(_ context.Context, _ message.ChannelName, key, text string) {
	h.t.Error(key, text)
}
