package queue

import (
	"context"
	"sync"
	"time"
)

const (
	claimRetry = time.Second // how long Work waits after a claim that the store refused
	claimBatch = 32          // claims asked for at a time: one node does not take all there is at once
)

// Work claims items of q and hands each to handle in a goroutine of its own, at
// most inFlight at a time, until soft ends; then it waits for those under way.
// The claim is kept while handle runs: its context ends with hard, or with
// ErrLost as its cause. failed is told of claims that the store refused.
func Work(soft, hard context.Context, l Lanes, q Name, inFlight int, failed func(error), handle func(context.Context, *Claim)) {
	var wg sync.WaitGroup
	defer wg.Wait()
	slots := make(chan struct{}, inFlight)
	for {
		free := 0
		select {
		case slots <- struct{}{}:
			free = 1
		case <-soft.Done():
			return
		}
	more:
		for free < claimBatch {
			select {
			case slots <- struct{}{}:
				free++
			default:
				break more
			}
		}
		claims, err := l.Claim(soft, q, free)
		for range free - len(claims) {
			<-slots
		}
		if err != nil {
			if soft.Err() != nil {
				return
			}
			failed(err)
			t := time.NewTimer(claimRetry)
			select {
			case <-t.C:
			case <-soft.Done():
			}
			t.Stop()
			continue
		}
		for _, c := range claims {
			wg.Go(func() {
				defer func() { <-slots }()
				held, stop := Keep(hard, l, c)
				defer stop()
				handle(held, c)
			})
		}
	}
}
