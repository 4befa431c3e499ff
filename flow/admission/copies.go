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

// enter waits until no other copy is handled; leave then lets the next one in.
func (c *copies) enter(ctx context.Context, of copyOf) (*copyLock, error) {
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
	select {
	case l.turn <- struct{}{}:
		return l, nil
	case <-ctx.Done():
		c.gone(of, l)
		return nil, ctx.Err()
	}
}

func (c *copies) leave(of copyOf, l *copyLock) {
	<-l.turn
	c.gone(of, l)
}

func (c *copies) gone(of copyOf, l *copyLock) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if l.waiting--; l.waiting == 0 {
		delete(c.open, of)
	}
}
