package app

import (
	"context"
	"slices"
	"sync"
	"time"

	"bridge/store"
)

// owned returns a loop for work that one node of all must do alone: f runs on the
// node that owns name, with a context that ends when the ownership is lost. A
// node that dies is taken over when its ownership has run out (store.OwnLease).
func (a *App) owned(name string, f func(context.Context) error) func(soft, hard context.Context) error {
	return a.ownedOr(name, f, func() {})
}

// ownedOr is owned; other is called whenever this node is found not to own the work.
func (a *App) ownedOr(name string, f func(context.Context) error, other func()) func(soft, hard context.Context) error {
	return func(soft, _ context.Context) error {
		a.owns.set(name, false) // so that metrics know the work
		for {
			owner, err := a.store.Own(soft, name, a.node)
			if err == nil && owner == a.node {
				a.owns.set(name, true)
				a.o.Log.Info("this node does the work", "work", name)
				err = a.hold(soft, name, f)
				a.owns.set(name, false)
				other()
			} else if err == nil {
				other()
			}
			if err != nil && soft.Err() == nil {
				a.o.Log.Error("work with one owner", "work", name, "err", err)
			}
			if !pause(soft, store.OwnLease/3) {
				return nil
			}
		}
	}
}

// hold runs f while the ownership is renewed, and gives it up in the end.
func (a *App) hold(soft context.Context, name string, f func(context.Context) error) error {
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
			if err := a.store.Disown(rec, name, a.node); err != nil {
				a.o.Log.Warn("give work up", "work", name, "err", err)
			}
			return err
		case <-renew.C:
		}
		asked := time.Now()
		owner, err := a.renew(ctx, name)
		switch {
		case err == nil && owner == a.node:
			until = asked.Add(store.OwnLease)
		case err == nil, time.Until(until) < store.OwnLease/3:
			a.o.Log.Warn("this node does the work no longer", "work", name, "owner", owner, "err", err)
			cancel()
			return <-done
		}
	}
}

// renew asks for less time than is left of the ownership.
func (a *App) renew(ctx context.Context, name string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, store.OwnLease/5)
	defer cancel()
	return a.store.Own(ctx, name, a.node)
}

// ownedWork is what this node owns now.
type ownedWork struct {
	mu sync.Mutex
	m  map[string]bool
}

func (o *ownedWork) set(name string, mine bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.m == nil {
		o.m = map[string]bool{}
	}
	o.m[name] = mine
}

func (o *ownedWork) list() map[string]bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	all := make(map[string]bool, len(o.m))
	for k, v := range o.m {
		all[k] = v
	}
	return all
}

func (o *ownedWork) names() []string {
	var mine []string
	for k, v := range o.list() {
		if v {
			mine = append(mine, k)
		}
	}
	slices.Sort(mine)
	return mine
}

// pause waits; false if ctx ended.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
