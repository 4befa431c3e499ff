package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"bridge/core/queue"
)

// inFlight is how many claims turns and outbox hold at once.
const inFlight = 512

// runLanes measures the queue without what is done with it: enqueue, claim, done
// with an item that follows, claim, done.
func runLanes(ctx context.Context, p plan, k kind, r *report) error {
	return inTurns(ctx, p, k, p.flights[len(p.flights)-1], "lanes", lanesOnce, r)
}

func lanesOnce(ctx context.Context, p plan, k kind, n int) (_ sample, err error) {
	e, err := k.open(ctx, p)
	if err != nil {
		return sample{}, err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	l := e.store.Worker("bench")
	ended := make([]chan error, n)
	for i := range ended {
		ended[i] = make(chan error, 1)
	}
	done := func(c *queue.Claim, err error) {
		number, _, _ := strings.Cut(c.ID, ".")
		if caller, e := strconv.Atoi(number); e == nil {
			ended[caller] <- err
		}
	}
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	failed := make(chan error, 1)
	claim := func(q queue.Name, handle func(context.Context, *queue.Claim)) {
		running.Go(func() {
			queue.Work(work, work, l, q, inFlight, func(err error) {
				select {
				case failed <- fmt.Errorf("claim: %w", err):
				default:
				}
			}, handle)
		})
	}
	claim(queue.Inbox, func(ctx context.Context, c *queue.Claim) {
		out := queue.Item{Queue: queue.Outbox, Lane: c.Lane + "/mail/email:p@example.org", ID: c.ID, Payload: c.Payload}
		if err := l.Ack(context.WithoutCancel(ctx), c, out); err != nil {
			done(c, err)
		}
	})
	claim(queue.Outbox, func(ctx context.Context, c *queue.Claim) { done(c, l.Ack(context.WithoutCancel(ctx), c)) })
	payload := []byte(text())
	return load(ctx, p, n, e.meter, func(ctx context.Context, caller, k int) error {
		err := l.Enqueue(ctx, queue.Item{
			Queue: queue.Inbox, Lane: "ses_" + strconv.Itoa(caller), ID: strconv.Itoa(caller) + "." + strconv.Itoa(k), Payload: payload,
		})
		if err != nil {
			return err
		}
		select {
		case err := <-ended[caller]:
			return err
		case err := <-failed:
			return err
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	})
}
