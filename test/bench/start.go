package main

import (
	"context"
	"errors"
	"time"

	"bridge/core/queue"
)

// runStart measures how long a store with unfinished items takes from its opening
// until the first of them is claimed.
func runStart(ctx context.Context, p plan, k kind, r *report) error {
	for _, n := range p.start {
		p.progress("  %d items", n)
		took, err := startOnce(ctx, p, k, n)
		if err != nil {
			return err
		}
		r.start(k.name, n, took)
	}
	return nil
}

func startOnce(ctx context.Context, p plan, k kind, n int) (took []time.Duration, err error) {
	e, err := k.open(ctx, p)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	if err := fillQueue(ctx, e, n); err != nil {
		return nil, err
	}
	for range p.rounds {
		if err := e.store.Close(); err != nil {
			return nil, err
		}
		began := time.Now()
		if err := e.open(ctx); err != nil {
			return nil, err
		}
		l := e.store.Worker("bench")
		claims, err := l.Claim(ctx, queue.Inbox, 1)
		took = append(took, time.Since(began))
		if err != nil {
			return nil, err
		}
		if err := l.Release(ctx, claims[0]); err != nil {
			return nil, err
		}
	}
	return took, nil
}
