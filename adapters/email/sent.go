package email

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// appender puts a mail into a mailbox by IMAP; *imap.Mailbox is one. It is called
// with one mail at a time; r yields exactly size bytes.
type appender interface {
	Append(ctx context.Context, mailbox string, r io.Reader, size int64) error
}

// The limits of the copies that wait, and of the time for one.
const (
	maxCopyQueue = 100
	maxCopyBytes = 32 << 20 // of their texts; the files are in the artifact store
	copyTimeout  = 5 * time.Minute
)

// copies puts what was sent into the mailbox for sent mail, behind the lanes. A
// copy is a convenience: it is tried once, a failure is logged and counted, and those
// that wait when the process ends are lost. A mail is never sent again for it, and
// one that is sent twice (promise 7) may have two copies.
type copies struct {
	mailbox string
	to      appender
	store   Artifacts
	done    func(error) // told of each copy; nil if it was made

	mu      sync.Mutex
	queue   []*mailOut
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

func newCopies(mailbox string, to appender, store Artifacts, done func(error)) *copies {
	c := &copies{mailbox: mailbox, to: to, store: store, done: done}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c
}

// add never waits. The goroutine that works on the queue ends with it.
func (c *copies) add(m *mailOut) {
	err := func() error {
		c.mu.Lock()
		defer c.mu.Unlock()
		held := m.held()
		switch {
		case c.ended:
			return errCopyEnded
		case len(c.queue) >= maxCopyQueue || len(c.queue) > 0 && c.bytes+held > maxCopyBytes:
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

func (c *copies) work() {
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
		c.bytes -= m.held()
		c.mu.Unlock()
		c.done(c.append(m))
	}
}

func (c *copies) append(m *mailOut) error {
	ctx, cancel := context.WithTimeout(c.ctx, copyTimeout)
	defer cancel()
	pr, pw := io.Pipe()
	written := make(chan struct{})
	go func() {
		defer close(written)
		pw.CloseWithError(m.writeTo(ctx, pw, c.store)) // nil: the end
	}()
	err := c.to.Append(ctx, c.mailbox, pr, m.size)
	pr.CloseWithError(errors.New("the copy has ended"))
	<-written
	if err != nil {
		return fmt.Errorf("append to %q: %w", c.mailbox, err)
	}
	return nil
}

// close gives up what waits and ends the copy under way.
func (c *copies) close() {
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	c.stop()
	c.idle.Wait()
}

// held is how much memory a mail takes while it waits.
func (m *mailOut) held() (n int64) {
	for _, s := range m.segs {
		n += int64(len(s.text))
	}
	return n
}

// keepCopy puts a mail that was handed over into the mailbox for sent mail.
func (a *Adapter) keepCopy(m *mailOut) {
	if a.copies != nil {
		a.copies.add(m)
	}
}

func (a *Adapter) copied(err error) {
	if a.metrics.Copied != nil {
		a.metrics.Copied(err == nil)
	}
	if err != nil {
		a.log.Warn("a mail that was sent is not in the mailbox for sent mail", "err", err)
	}
}
