package queue

import (
	"context"
	"sync"
	"sync/atomic"
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
	slots := make(chan struct{}, inFlight)
	keeper := NewKeeper(l)
	w := workers{next: make(chan *Claim), handle: func(c *Claim) {
		defer func() { <-slots }()
		held := keeper.Keep(hard, c)
		defer held.Stop()
		handle(held, c)
	}}
	defer w.wait()
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
			w.hand(c)
		}
	}
}

// workers are the goroutines that handle claims. Some rest when they have nothing to
// do: a new one would have to grow its stack first, which costs as much as a write.
type workers struct {
	handle  func(*Claim)
	next    chan *Claim // to one that rests
	resting atomic.Int32
	all     sync.WaitGroup
}

// hand has a worker handle the claim.
func (w *workers) hand(c *Claim) {
	select {
	case w.next <- c:
	default:
		w.all.Add(1)
		go w.run(c)
	}
}

func (w *workers) run(c *Claim) {
	defer w.all.Done()
	for ok := true; ok; {
		w.handle(c)
		if w.resting.Add(1) <= claimBatch {
			c, ok = <-w.next
		} else {
			ok = false
		}
		w.resting.Add(-1)
	}
}

// wait ends those that rest and waits for the others.
func (w *workers) wait() {
	close(w.next)
	w.all.Wait()
}
