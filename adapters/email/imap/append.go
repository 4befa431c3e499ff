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
// returns. After an error the copy may be there all the same. While the server
// refuses the credentials it does not show them again before Run does.
func (m *Mailbox) Append(ctx context.Context, mailbox string, r io.Reader, size int64) error {
	select {
	case m.sent.turn <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("copy to %s: %w", mailbox, ctx.Err())
	}
	defer func() { <-m.sent.turn }()
	kept := m.sent.c != nil
	c, err := m.sentConn(ctx)
	if err != nil {
		return fmt.Errorf("copy to %s: %w", mailbox, err)
	}
	counted := &counter{r: r}
	try := func() error {
		defer context.AfterFunc(ctx, c.cut)()
		return c.append(mailbox, counted, size)
	}
	err = try()
	if err != nil && kept && counted.n == 0 && answer(err) == nil && ctx.Err() == nil {
		c.cut() // it died just now, and nothing of the mail was sent
		if c, err = m.connect(ctx); err != nil {
			return fmt.Errorf("copy to %s: %w", mailbox, err)
		}
		err = try()
	}
	if err == nil {
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

// counter counts what is read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
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
	if no := m.refusals.refused(); no != nil && m.refusals.left(m.now()) > 0 {
		return nil, no
	}
	c, err := m.connect(ctx)
	if no, ok := errors.AsType[*LoginError](err); ok && m.o.Token == nil { // a token that is refused is renewed first
		return nil, m.refused(no)
	}
	return c, err
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
	if size > replayed {
		// With the library the refusal of a literal is the end of the connection: the
		// folder has to be there before.
		if err := c.ensure(mailbox); err != nil {
			return err
		}
		return c.tryAppend(mailbox, r, size)
	}
	b := make([]byte, size)
	if _, err := io.ReadFull(r, b); err != nil {
		return fmt.Errorf("read the mail: %w", err)
	}
	err := c.tryAppend(mailbox, bytes.NewReader(b), size)
	if no := answer(err); no == nil || no.Code != goimap.ResponseCodeTryCreate {
		return err
	}
	if err := c.create(mailbox); err != nil {
		return err
	}
	return c.tryAppend(mailbox, bytes.NewReader(b), size)
}

// ensure makes a folder that is missing.
func (c *conn) ensure(folder string) error {
	err := c.command("look for the folder "+folder, func() error {
		_, err := c.cl.Status(folder, &goimap.StatusOptions{UIDNext: true}).Wait()
		return err
	})
	if answer(err) == nil {
		return err
	}
	err = c.create(folder)
	if no := answer(err); no != nil && no.Code == goimap.ResponseCodeAlreadyExists {
		return nil // somebody else has made it just now
	}
	return err
}

func (c *conn) tryAppend(mailbox string, r io.Reader, size int64) error {
	return c.do("append", 5*c.t.Command, func() error {
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
}
