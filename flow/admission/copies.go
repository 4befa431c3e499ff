package admission

import (
	"context"
	"sync"

	"bridge/core/message"
)

// copies makes the copies of one message wait for each other on this node: a provider
// that repeats a webhook at once must not spend the sender's limits, or look like a
// loop, for what is one message. Other nodes' copies are settled by the store.
type copies struct {
	mu   sync.Mutex
	open map[copyOf]*copyLock
}

type copyOf struct {
	channel message.ChannelName
	key     string
}

type copyLock struct {
	turn    chan struct{} // holds one token: who has taken it is at work
	waiting int           // who wants it, or has it
}

// enter waits until no other copy is handled, and returns what lets the next one in.
func (c *copies) enter(ctx context.Context, ch message.ChannelName, key string) (leave func(), err error) {
	of := copyOf{ch, key}
	c.mu.Lock()
	if c.open == nil {
		c.open = map[copyOf]*copyLock{}
	}
	l := c.open[of]
	if l == nil {
		l = &copyLock{turn: make(chan struct{}, 1)}
		c.open[of] = l
	}
	l.waiting++
	c.mu.Unlock()
	gone := func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if l.waiting--; l.waiting == 0 {
			delete(c.open, of)
		}
	}
	select {
	case l.turn <- struct{}{}:
		return func() { <-l.turn; gone() }, nil
	case <-ctx.Done():
		gone()
		return nil, ctx.Err()
	}
}
