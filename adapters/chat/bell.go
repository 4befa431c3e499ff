package chat

import (
	"slices"
	"sync"

	"bridge/core/message"
)

// ring is what the pages of somebody hear when they are sent something: what it is lies in
// the store.
type ring struct {
	To   message.Address      `json:"to"`
	Kind message.OutboundKind `json:"kind"`
}

// bell tells the pages that are open on this node. It is safe for concurrent use.
type bell struct {
	mu     sync.Mutex
	pages  map[message.Address][]chan message.OutboundKind
	closed bool
}

// behind is how much a page may be behind. One that is further misses no word: it looks
// for all that is new, whatever it hears.
const behind = 8

// listen returns what is sent to an address from now on; leave is called once nobody
// listens. The channel is closed when the bridge stops.
func (b *bell) listen(to message.Address) (heard <-chan message.OutboundKind, leave func()) {
	c := make(chan message.OutboundKind, behind)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		close(c)
		return c, func() {}
	}
	if b.pages == nil {
		b.pages = map[message.Address][]chan message.OutboundKind{}
	}
	b.pages[to] = append(b.pages[to], c)
	return c, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.closed {
			return
		}
		left := slices.DeleteFunc(b.pages[to], func(x chan message.OutboundKind) bool { return x == c })
		if b.pages[to] = left; len(left) == 0 {
			delete(b.pages, to)
		}
	}
}

func (b *bell) ring(r ring) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.pages[r.To] {
		select {
		case c <- r.Kind:
		default:
		}
	}
}

// close ends all that listen: the bridge stops.
func (b *bell) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, all := range b.pages {
		for _, c := range all {
			close(c)
		}
	}
	b.pages, b.closed = nil, true
}
