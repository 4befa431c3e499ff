package operate

import (
	"context"
	"slices"
	"sort"
	"time"

	"bridge/store"
)

// NodeStatus is one of the bridges that run on the store.
type NodeStatus struct {
	store.Node
	Self bool `json:"self"` // it answers this call
}

// Nodes returns the bridges that run on the store, by name, this one as it is now.
func (desk *Desk) Nodes(ctx context.Context) ([]NodeStatus, error) {
	all := []NodeStatus{{Node: desk.self(), Self: true}}
	if !desk.o.Store.Describe().Shared {
		return all, nil
	}
	running, err := desk.o.Store.Running(ctx)
	for _, n := range running {
		if n.Name != desk.o.Name {
			all = append(all, NodeStatus{Node: n})
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all, err
}

// self is what this node says of itself.
func (desk *Desk) self() store.Node {
	return store.Node{
		Name: desk.o.Name, Version: desk.o.Version, StartedAt: desk.o.Node.StartedAt(), Config: desk.o.Config.Sum,
		Owns: append([]string{}, desk.o.Node.Owns()...), Skew: desk.o.Store.Describe().Skew, Follows: true, HeardAt: desk.o.Now(),
	}
}

// ownsEvery is how often a node looks whether it does other work alone than it has said.
const ownsEvery = time.Second

// Announce tells the other nodes of this one until ctx ends, and at once what it does alone from then on. It returns nil.
func (desk *Desk) Announce(ctx context.Context) error {
	if !desk.o.Store.Describe().Shared { // there are no others
		<-ctx.Done()
		return nil
	}
	t := time.NewTicker(ownsEvery)
	defer t.Stop()
	var told store.Node
	for {
		if me := desk.self(); me.HeardAt.Sub(told.HeardAt) >= store.NodeEvery || !slices.Equal(me.Owns, told.Owns) {
			told = me
			if err := desk.o.Store.Here(ctx, me); err != nil && ctx.Err() == nil {
				desk.o.Log.Warn("the other nodes are not told of this one", "err", err)
			}
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			left, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			if err := desk.o.Store.Gone(left, desk.o.Name); err != nil {
				desk.o.Log.Warn("the other nodes are not told that this one stops", "err", err)
			}
			return nil
		}
	}
}
