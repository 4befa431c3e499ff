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
	open map[copyOf]chan struct{} // at work; nil unless another one waits for its close
}

type copyOf struct {
	channel message.ChannelName
	key     string
}

// enter waits until no other copy is handled; leave then lets the next one in.
func (c *copies) enter(ctx context.Context, of copyOf) error {
	for {
		over := c.wait(of)
		if over == nil {
			return nil
		}
		select {
		case <-over:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// wait is what ends when the one at work leaves; nil: there is none, and the caller is at work now.
func (c *copies) wait(of copyOf) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	over, open := c.open[of]
	if open && over == nil {
		over = make(chan struct{})
	}
	if c.open == nil {
		c.open = map[copyOf]chan struct{}{}
	}
	c.open[of] = over
	return over
}

func (c *copies) leave(of copyOf) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if over := c.open[of]; over != nil {
		close(over)
	}
	delete(c.open, of)
}
