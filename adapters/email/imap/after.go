package imap

import (
	"errors"
	"fmt"
	"time"

	goimap "github.com/emersion/go-imap/v2"

	"bridge/internal/retry"
)

// finish does `after` to the mails that were taken. What a server refuses is logged
// and tried again at the next sweep; the error is the connection's.
func (r *run) finish(c *conn) error {
	m, uids := r.m, r.cur.after
	var err error
	switch m.after.what {
	case keep: // the configuration was another when they were taken
	case seen:
		err = c.store(uids, goimap.FlagSeen)
	case remove:
		err = r.expunge(c, uids)
	case move:
		err = r.move(c, uids)
	}
	if answer(err) != nil {
		if text := err.Error(); text != r.told {
			r.told = text
			m.log.Error("mail was taken, but the mail server refuses what is to be done with it afterwards; it stays in the mailbox, and is not taken again",
				"after", m.o.After, "mails", len(uids), "err", err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	r.told = ""
	r.cur.after, r.copied, r.cur.dirty = nil, nil, true
	return nil
}

func (c *conn) store(uids goimap.UIDSet, flag goimap.Flag) error {
	return c.command("mark mail "+string(flag), func() error {
		return c.cl.Store(uids, &goimap.StoreFlags{Op: goimap.StoreFlagsAdd, Silent: true, Flags: []goimap.Flag{flag}}, nil).Close()
	})
}

// move moves mails to the folder, which is made if it is missing. Each step is
// checked before the next: the library's own replacement for MOVE deletes mail
// whose copy was refused.
func (r *run) move(c *conn, uids goimap.UIDSet) error {
	folder := r.m.after.folder
	if c.caps.Has(goimap.CapMove) {
		return r.withFolder(c, func() error {
			return c.command("move mail to "+folder, func() error {
				_, err := c.cl.Move(uids, folder).Wait()
				return err
			})
		})
	}
	if todo := without(uids, r.copied); len(todo) > 0 {
		err := r.withFolder(c, func() error {
			return c.command("copy mail to "+folder, func() error {
				_, err := c.cl.Copy(todo, folder).Wait()
				return err
			})
		})
		if err != nil {
			return err
		}
		r.copied.AddSet(todo)
	}
	return r.expunge(c, uids)
}

// withFolder calls f again after making the folder, if that is what was missing.
func (r *run) withFolder(c *conn, f func() error) error {
	err := f()
	no := answer(err)
	if no == nil || no.Code != goimap.ResponseCodeTryCreate && no.Code != goimap.ResponseCodeNonExistent {
		return err
	}
	folder := r.m.after.folder
	if made := c.create(folder); made != nil {
		return errors.Join(err, made)
	}
	r.m.log.Info("the folder for mail that was taken was missing and has been made", "folder", folder)
	return f()
}

// create makes a folder, and shows it to people.
func (c *conn) create(folder string) error {
	if err := c.command("make the folder "+folder, func() error { return c.cl.Create(folder, nil).Wait() }); err != nil {
		return err
	}
	err := c.command("subscribe "+folder, func() error { return c.cl.Subscribe(folder).Wait() })
	if answer(err) != nil {
		return nil // it is there all the same
	}
	return err
}

// expunge deletes mails. Without UIDPLUS a server can only delete everything that
// anybody has marked: then ours are marked, and no more.
func (r *run) expunge(c *conn, uids goimap.UIDSet) error {
	if err := c.store(uids, goimap.FlagDeleted); err != nil {
		return err
	}
	if !c.caps.Has(goimap.CapUIDPlus) {
		const text = "the mail server has no UIDPLUS: mail that was taken is marked as deleted, and goes when somebody empties the mailbox"
		if r.told != text {
			r.m.log.Warn(text)
		}
		defer func() { r.told = text }() // once
		return nil
	}
	return c.command("delete mail", func() error { return c.cl.UIDExpunge(uids).Close() })
}

// wait waits for mail, for the next sweep, or for something to be tried again.
func (r *run) wait(c *conn, next time.Time, found bool) error {
	t := r.m.o.Timings
	idle := c.caps.Has(goimap.CapIdle) && !c.noIdle
	limit := retry.Jitter(t.Poll, 0.4)
	switch {
	case !idle:
		limit = retry.Jitter(t.PollOnly, 0.4)
	case found:
		// What arrived between the sweep and IDLE may never be announced.
		limit = t.Settle
	}
	if !next.IsZero() {
		limit = min(limit, max(next.Sub(r.m.now()), 10*time.Millisecond))
	}
	var cmd interface {
		Close() error
		Wait() error
	}
	if idle {
		err := c.command("IDLE", func() (err error) { cmd, err = c.cl.Idle(); return err })
		if answer(err) != nil { // offered and refused: then without
			r.m.log.Warn("the mail server refuses IDLE; it is asked instead", "err", err)
			c.noIdle = true
			return nil
		}
		if err != nil {
			return err
		}
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.wake:
		c.wake <- struct{}{} // the sweep takes it
	case <-r.soft.Done():
	case <-c.cl.Closed():
		if idle {
			_ = cmd.Close()
		}
		return errors.New("the mail server closed the connection")
	}
	if idle {
		if err := c.command("end of IDLE", func() error { return errors.Join(cmd.Close(), cmd.Wait()) }); err != nil {
			return err
		}
	}
	if r.soft.Err() != nil {
		return nil
	}
	// Half the connections that die do so silently: this finds out. Without IDLE it is
	// also how a server tells of new mail.
	if err := c.command("NOOP", func() error { return c.cl.Noop().Wait() }); err != nil {
		return fmt.Errorf("the connection is dead: %w", err)
	}
	return nil
}
