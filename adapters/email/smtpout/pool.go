package smtpout

import (
	"slices"
	"sync"
	"time"
)

// pool keeps connections that have just sent a mail.
type pool struct {
	mu   sync.Mutex
	idle []*client
}

func (p *pool) get() *client {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) == 0 {
		return nil
	}
	c := p.idle[len(p.idle)-1]
	p.idle = p.idle[:len(p.idle)-1]
	c.idle.Stop()
	return c
}

func (p *pool) put(c *client) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) >= maxIdle {
		c.conn.Close()
		return
	}
	c.kept = true
	c.idle = time.AfterFunc(idleKeep, func() { p.drop(c) })
	p.idle = append(p.idle, c)
}

// drop ends a connection that nobody took in time.
func (p *pool) drop(c *client) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.idle, c); i >= 0 {
		p.idle = slices.Delete(p.idle, i, i+1)
		c.conn.Close()
	}
}

func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.idle {
		c.idle.Stop()
		c.conn.Close()
	}
	p.idle = nil
}
