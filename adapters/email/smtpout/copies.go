package smtpout

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"bridge/adapters/email/compose"
)

// Appender puts a mail into a mailbox by IMAP; *imap.Mailbox is one. It is called
// with one mail at a time; r yields exactly size bytes.
type Appender interface {
	Append(ctx context.Context, mailbox string, r io.Reader, size int64) error
}

// The limits of the copies that wait, and of the time for one.
const (
	MaxCopies    = 100
	maxCopyBytes = 32 << 20 // of their texts; the files are in the artifact store
	copyTimeout  = 5 * time.Minute
)

// Copies puts what was sent into the mailbox for sent mail, behind the lanes. A
// copy is a convenience: it is tried once, a failure is logged and counted, and those
// that wait when the process ends are lost. A mail is never sent again for it, and
// one that is sent twice may have two copies.
type Copies struct {
	mailbox string
	to      Appender
	store   compose.Files
	done    func(error) // told of each copy; nil if it was made

	mu      sync.Mutex
	queue   []*compose.Mail
	bytes   int64
	running bool
	ended   bool
	ctx     context.Context
	stop    context.CancelFunc
	idle    sync.WaitGroup
}

var (
	errCopyFull  = errors.New("too many copies wait for the IMAP server")
	errCopyEnded = errors.New("the channel has ended")
)

// NewCopies returns the copies for one mailbox. done is told of each; nil if it was made.
func NewCopies(mailbox string, to Appender, store compose.Files, done func(error)) *Copies {
	c := &Copies{mailbox: mailbox, to: to, store: store, done: done}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c
}

// Add never waits. The goroutine that works on the queue ends with it.
func (c *Copies) Add(m *compose.Mail) {
	err := func() error {
		c.mu.Lock()
		defer c.mu.Unlock()
		held := m.Held()
		switch {
		case c.ended:
			return errCopyEnded
		case len(c.queue) >= MaxCopies || len(c.queue) > 0 && c.bytes+held > maxCopyBytes:
			return errCopyFull
		}
		c.queue = append(c.queue, m)
		c.bytes += held
		if !c.running {
			c.running = true
			c.idle.Go(c.work)
		}
		return nil
	}()
	if err != nil {
		c.done(err)
	}
}

func (c *Copies) work() {
	for {
		c.mu.Lock()
		if len(c.queue) == 0 || c.ended {
			lost := len(c.queue)
			c.queue, c.running = nil, false
			c.mu.Unlock()
			for range lost {
				c.done(errCopyEnded)
			}
			return
		}
		m := c.queue[0]
		c.queue = c.queue[1:]
		c.bytes -= m.Held()
		c.mu.Unlock()
		c.done(c.append(m))
	}
}

func (c *Copies) append(m *compose.Mail) error {
	ctx, cancel := context.WithTimeout(c.ctx, copyTimeout)
	defer cancel()
	pr, pw := io.Pipe()
	written := make(chan struct{})
	go func() {
		defer close(written)
		pw.CloseWithError(m.CopyTo(ctx, pw, c.store)) // nil: the end
	}()
	err := c.to.Append(ctx, c.mailbox, pr, m.Size)
	pr.CloseWithError(errors.New("the copy has ended"))
	<-written
	if err != nil {
		return fmt.Errorf("append to %q: %w", c.mailbox, err)
	}
	return nil
}

// Close gives up what waits and ends the copy under way.
func (c *Copies) Close() {
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	c.stop()
	c.idle.Wait()
}

// Waiting is how many wait for the one under way.
func (c *Copies) Waiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.queue)
}
