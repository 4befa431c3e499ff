package queue

import (
	"context"
	"sync"
	"time"
)

// claimRetry is how long Work waits after a claim that the store refused.
const claimRetry = time.Second

// Work claims items of q and hands each to handle in a goroutine of its own, at
// most inFlight at a time, until soft ends; then it waits for those under way.
// The claim is kept while handle runs: its context ends with hard, or with
// ErrLost as its cause. failed is told of claims that the store refused.
func Work(soft, hard context.Context, l Lanes, q Name, inFlight int, failed func(error), handle func(context.Context, *Claim)) {
	var wg sync.WaitGroup
	defer wg.Wait()
	slots := make(chan struct{}, inFlight)
	for {
		select {
		case slots <- struct{}{}:
		case <-soft.Done():
			return
		}
		c, err := l.Claim(soft, q)
		if soft.Err() != nil && err != nil {
			return
		}
		if err != nil {
			failed(err)
			<-slots
			t := time.NewTimer(claimRetry)
			select {
			case <-t.C:
			case <-soft.Done():
			}
			t.Stop()
			continue
		}
		wg.Go(func() {
			defer func() { <-slots }()
			held, stop := Keep(hard, l, c)
			defer stop()
			handle(held, c)
		})
	}
}
