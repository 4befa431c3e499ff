package app

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"bridge/internal/retry"
	"bridge/store"
)

// owners is the work that one node of all does alone, and what of it this node does now.
type owners struct {
	store store.Store
	node  string
	log   *slog.Logger

	mu sync.Mutex
	m  map[string]bool
}

// owned returns a loop for work that one node of all must do alone: f runs on the
// node that owns name, with a context that ends when the ownership is lost. A
// node that dies is taken over when its ownership has run out (store.OwnLease).
func (o *owners) owned(name string, f func(context.Context) error) func(soft, hard context.Context) error {
	return o.ownedOr(name, f, func() {})
}

// ownedOr is owned; other is called whenever this node is found not to own the work.
func (o *owners) ownedOr(name string, f func(context.Context) error, other func()) func(soft, hard context.Context) error {
	return func(soft, _ context.Context) error {
		o.set(name, false) // so that metrics know the work
		for {
			owner, err := o.store.Own(soft, name, o.node)
			if err == nil && owner == o.node {
				o.set(name, true)
				o.log.Info("this node does the work", "work", name)
				err = o.hold(soft, name, f)
				o.set(name, false)
				other()
			} else if err == nil {
				other()
			}
			if err != nil && soft.Err() == nil {
				o.log.Error("work with one owner", "work", name, "err", err)
			}
			if !retry.Sleep(soft, store.OwnLease/3) {
				return nil
			}
		}
	}
}

// hold runs f while the ownership is renewed, and gives it up in the end.
func (o *owners) hold(soft context.Context, name string, f func(context.Context) error) error {
	ctx, cancel := context.WithCancel(soft)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- f(ctx) }()
	renew := time.NewTicker(store.OwnLease / 3)
	defer renew.Stop()
	// The store counts from when it renewed, which is not before we asked.
	until := time.Now().Add(store.OwnLease)
	for {
		select {
		case err := <-done:
			rec, stop := context.WithTimeout(context.WithoutCancel(soft), time.Second)
			defer stop()
			if err := o.store.Disown(rec, name, o.node); err != nil {
				o.log.Warn("give work up", "work", name, "err", err)
			}
			return err
		case <-renew.C:
		}
		asked := time.Now()
		owner, err := o.renew(ctx, name)
		switch {
		case err == nil && owner == o.node:
			until = asked.Add(store.OwnLease)
		case err == nil, time.Until(until) < store.OwnLease/3:
			o.log.Warn("this node does the work no longer", "work", name, "owner", owner, "err", err)
			cancel()
			return <-done
		}
	}
}

// renew asks for less time than is left of the ownership.
func (o *owners) renew(ctx context.Context, name string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, store.OwnLease/5)
	defer cancel()
	return o.store.Own(ctx, name, o.node)
}

func (o *owners) set(name string, mine bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.m == nil {
		o.m = map[string]bool{}
	}
	o.m[name] = mine
}

func (o *owners) list() map[string]bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return maps.Clone(o.m)
}

func (o *owners) names() []string {
	var mine []string
	for k, v := range o.list() {
		if v {
			mine = append(mine, k)
		}
	}
	slices.Sort(mine)
	return mine
}
