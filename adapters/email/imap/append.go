package imap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	goimap "github.com/emersion/go-imap/v2"
)

// sentBox is the connection that Append keeps for the next mail.
type sentBox struct {
	turn chan struct{} // held by who uses c
	c    *conn
	idle *time.Timer // closes c
}

const keepAppend = time.Minute

// Append puts a mail of size bytes into another mailbox of the account, as read: the
// copy of what was sent. The mailbox is made if it is missing. It may be called on
// any node and while Run runs, one call at a time does its work; when ctx ends it
// returns. After an error the copy may be there all the same.
func (m *Mailbox) Append(ctx context.Context, mailbox string, r io.Reader, size int64) error {
	select {
	case m.sent.turn <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("copy to %s: %w", mailbox, ctx.Err())
	}
	defer func() { <-m.sent.turn }()
	c, err := m.sentConn(ctx)
	if err != nil {
		return fmt.Errorf("copy to %s: %w", mailbox, err)
	}
	stop := context.AfterFunc(ctx, c.cut)
	err = c.append(mailbox, r, size)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		c.cut()
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return fmt.Errorf("copy to %s: %w", mailbox, err)
	}
	m.sent.c = c
	m.sent.idle = time.AfterFunc(keepAppend, func() { m.dropSent() })
	return nil
}

// sentConn returns the connection that was kept, if it is still good, or a new one.
func (m *Mailbox) sentConn(ctx context.Context) (*conn, error) {
	if c := m.sent.c; c != nil {
		m.sent.c = nil
		m.sent.idle.Stop()
		stop := context.AfterFunc(ctx, c.cut)
		err := c.command("NOOP", func() error { return c.cl.Noop().Wait() })
		if stop() && err == nil {
			return c, nil
		}
		c.cut()
	}
	c, err := m.connect(ctx)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (m *Mailbox) dropSent() {
	m.sent.turn <- struct{}{}
	defer func() { <-m.sent.turn }()
	if c := m.sent.c; c != nil {
		m.sent.c = nil
		m.sent.idle.Stop()
		c.logout()
	}
}

// Close closes the connection that Append keeps. It does not end Run.
func (m *Mailbox) Close() error {
	m.dropSent()
	return nil
}

// replayed is how much of a mail is held in memory: small ones are sent without
// asking the server first (LITERAL+).
const replayed = 64 << 10

func (c *conn) append(mailbox string, r io.Reader, size int64) error {
	again := r
	if size <= replayed {
		b := make([]byte, size)
		if _, err := io.ReadFull(r, b); err != nil {
			return fmt.Errorf("read the mail: %w", err)
		}
		r, again = bytes.NewReader(b), bytes.NewReader(b)
	}
	missing, err := c.tryAppend(mailbox, r, size)
	if err == nil || !missing {
		return err
	}
	if err := c.create(mailbox); err != nil {
		return err
	}
	_, err = c.tryAppend(mailbox, again, size)
	return err
}

// tryAppend appends; missing says that the mailbox does not exist, and that nothing
// of a mail too long to be replayed was read.
func (c *conn) tryAppend(mailbox string, r io.Reader, size int64) (missing bool, err error) {
	err = c.do("append", 5*c.t.Command, func() error {
		cmd := c.cl.Append(mailbox, size, &goimap.AppendOptions{Flags: []goimap.Flag{goimap.FlagSeen}})
		_, werr := cmd.Write(nil) // an error if the server wants none of it
		if werr == nil {
			var n int64
			if n, werr = io.Copy(struct{ io.Writer }{cmd}, io.LimitReader(r, size)); werr == nil && n < size {
				// The server waits for the rest: nothing else can be said to it.
				c.cut()
				_ = cmd.Close()
				return fmt.Errorf("read the mail: %w", io.ErrUnexpectedEOF)
			}
		}
		cerr := cmd.Close()
		if _, err := cmd.Wait(); err != nil {
			return err // what the server said
		}
		return errors.Join(werr, cerr)
	})
	no := answer(err)
	return no != nil && no.Code == goimap.ResponseCodeTryCreate, err
}
