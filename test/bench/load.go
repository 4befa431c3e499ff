package main

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"bridge/internal/cputime"
)

// sample is what one measurement came to.
type sample struct {
	Rate      float64  `json:"perSecond"`
	P50       float64  `json:"p50ms"`
	P99       float64  `json:"p99ms"`
	Allocs    float64  `json:"allocs"` // per message, the load's own few included
	Bytes     float64  `json:"bytes"`  // allocated per message
	CPU       float64  `json:"cpuMicros"`
	ServerCPU float64  `json:"serverCPUMicros,omitempty"`
	Syncs     *float64 `json:"fsyncs,omitempty"` // per message; nil where it is not known
}

// meter reads what a store has used so far. Nil fields are not known.
type meter struct {
	syncs func() (float64, error)       // fsyncs
	cpu   func() (time.Duration, error) // of its server
}

// reading is the state of all meters at one time.
type reading struct {
	at        time.Time
	cpu       time.Duration
	serverCPU time.Duration
	syncs     float64
	memory    runtime.MemStats
}

func (m meter) read() (r reading, err error) {
	if m.cpu != nil {
		if r.serverCPU, err = m.cpu(); err != nil {
			return r, err
		}
	}
	if m.syncs != nil {
		if r.syncs, err = m.syncs(); err != nil {
			return r, err
		}
	}
	runtime.ReadMemStats(&r.memory)
	r.cpu, r.at = cputime.Used(), time.Now()
	return r, nil
}

// load measures a closed loop: n callers, each with one message in flight. message
// takes the caller's k-th message to its end. What began after the warm-up and
// before the end of the time counts, at least one message of each caller.
func load(ctx context.Context, p plan, n int, m meter, message func(ctx context.Context, caller, k int) error) (sample, error) {
	ctx, stop := context.WithTimeoutCause(ctx, p.warm+p.each+time.Minute, errors.New("a message did not come to its end within a minute"))
	defer stop()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var measuring, over atomic.Bool
	took := make([][]time.Duration, n)
	var all sync.WaitGroup
	for caller := range n {
		all.Go(func() {
			for k := 0; ctx.Err() == nil && (!over.Load() || len(took[caller]) == 0); k++ {
				counts, began := measuring.Load(), time.Now()
				if err := message(ctx, caller, k); err != nil {
					cancel(err)
					return
				}
				if counts {
					took[caller] = append(took[caller], time.Since(began))
				}
			}
		})
	}
	wait(ctx, p.warm)
	runtime.GC()
	from, err := m.read()
	if err != nil {
		cancel(err)
	}
	measuring.Store(true)
	wait(ctx, p.each)
	over.Store(true)
	all.Wait()
	to, err := m.read()
	if cause := context.Cause(ctx); cause != nil {
		return sample{}, cause
	}
	if err != nil {
		return sample{}, err
	}
	return summary(from, to, slices.Concat(took...), m.syncs != nil), nil
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func summary(from, to reading, took []time.Duration, syncs bool) sample {
	slices.Sort(took)
	n := float64(len(took))
	ms := func(q float64) float64 {
		return float64(took[min(int(q*n), len(took)-1)].Microseconds()) / 1000
	}
	s := sample{
		Rate: n / to.at.Sub(from.at).Seconds(), P50: ms(0.5), P99: ms(0.99),
		Allocs:    float64(to.memory.Mallocs-from.memory.Mallocs) / n,
		Bytes:     float64(to.memory.TotalAlloc-from.memory.TotalAlloc) / n,
		CPU:       float64((to.cpu - from.cpu).Microseconds()) / n,
		ServerCPU: float64((to.serverCPU - from.serverCPU).Microseconds()) / n,
	}
	if syncs {
		v := (to.syncs - from.syncs) / n
		s.Syncs = &v
	}
	return s
}

// median takes the median of each number by itself.
func median(ss []sample) sample {
	of := func(get func(sample) float64) float64 {
		var vs []float64
		for _, s := range ss {
			vs = append(vs, get(s))
		}
		slices.Sort(vs)
		return vs[len(vs)/2]
	}
	m := sample{
		Rate:      of(func(s sample) float64 { return s.Rate }),
		P50:       of(func(s sample) float64 { return s.P50 }),
		P99:       of(func(s sample) float64 { return s.P99 }),
		Allocs:    of(func(s sample) float64 { return s.Allocs }),
		Bytes:     of(func(s sample) float64 { return s.Bytes }),
		CPU:       of(func(s sample) float64 { return s.CPU }),
		ServerCPU: of(func(s sample) float64 { return s.ServerCPU }),
	}
	if ss[0].Syncs != nil {
		v := of(func(s sample) float64 { return *s.Syncs })
		m.Syncs = &v
	}
	return m
}
