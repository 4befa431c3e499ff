package lanes

import (
	"maps"
	"sync"
	"time"
)

// Owners keep who owns what in memory.
type Owners struct {
	now func() time.Time
	mu  sync.Mutex
	all map[string]owner
}

type owner struct {
	node  string
	until time.Time
}

// mostOwners is how many names are kept before those that ran out are let go.
const mostOwners = 1000

// NewOwners returns owners of nothing; now is the clock.
func NewOwners(now func() time.Time) *Owners { return &Owners{now: now, all: map[string]owner{}} }

// Own gives name to node, renews it or with no time gives it up, as ground.Store says.
func (o *Owners) Own(name, node string, hold time.Duration) string {
	now := o.now()
	o.mu.Lock()
	defer o.mu.Unlock()
	have, ok := o.all[name]
	if ok && have.node != node && now.Before(have.until) {
		return have.node
	}
	if hold <= 0 {
		delete(o.all, name)
		return ""
	}
	if len(o.all) >= mostOwners {
		maps.DeleteFunc(o.all, func(_ string, have owner) bool { return !now.Before(have.until) })
	}
	o.all[name] = owner{node, now.Add(hold)}
	return node
}
