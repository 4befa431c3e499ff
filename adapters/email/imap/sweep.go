package imap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"time"

	"bridge/core/excerpt"

	goimap "github.com/emersion/go-imap/v2"
)

const (
	// A mail is quarantined after maxFails errors of take, or after the connection
	// broke maxBroken times while it was read: that is rarely the mail's fault.
	maxFails  = 3
	maxBroken = 10
	// maxLater is how many mails in a row may wait for us before the sweep does: the
	// store is down.
	maxLater = 3
	// batch is how many mails are finished between two writes of the cursor.
	batch     = 50
	batchTime = 2 * time.Second
	chunk     = 100 // mails whose size is asked for at a time
	maxWait   = 5 * time.Minute
)

// run is one call of Run. It is used by one goroutine.
type run struct {
	m          *Mailbox
	take       TakeFunc
	soft, hard context.Context
	cur        *cursor // nil before the first connection
	tries      map[goimap.UID]*try
	careful    bool          // sizes are asked for one by one: something in an answer broke the connection
	copied     goimap.UIDSet // of cur.after: what is in the folder and still has to be deleted
	told       string        // the last error of after
	listened   bool          // the last session got as far as receiving
	saved      time.Time
	pending    int // finished since saved
}

// try is what is known of a mail that could not be taken, since the start.
type try struct {
	wait time.Duration
	next time.Time // not before
	ours bool      // the last reason was not the mail's own
}

// session makes one connection and receives over it until it breaks or the soft
// context ends. heard is called when it has begun to receive.
func (r *run) session(again bool, heard func()) error {
	m := r.m
	c, err := m.connect(r.soft)
	if err != nil {
		return err
	}
	defer c.cut()
	defer context.AfterFunc(r.hard, c.cut)()
	if err := r.open(c); err != nil {
		return err
	}
	if again && m.o.Metrics.Reconnected != nil {
		m.o.Metrics.Reconnected()
	}
	heard()
	m.log.Info("the mailbox is open", "low", uint32(r.cur.low), "idle", c.caps.Has(goimap.CapIdle))
	for {
		next, found, err := r.sweep(c)
		if err != nil {
			return err
		}
		if r.soft.Err() != nil {
			c.logout()
			return nil
		}
		if err := r.wait(c, next, found); err != nil {
			return err
		}
	}
}

// open selects the mailbox and finds where to go on.
func (r *run) open(c *conn) error {
	m := r.m
	var box *goimap.SelectData
	err := c.command("open the mailbox "+m.o.Mailbox, func() (err error) {
		box, err = c.cl.Select(m.o.Mailbox, &goimap.SelectOptions{ReadOnly: m.after.what == keep}).Wait()
		return err
	})
	if err != nil {
		return m.explain(err)
	}
	if r.cur == nil {
		if r.cur, err = m.load(r.hard); err != nil {
			return err
		}
	}
	if r.cur != nil && r.cur.validity == box.UIDValidity {
		return nil
	}
	old := r.cur
	next := box.UIDNext
	if next == 0 { // a server of RFC 2060 need not say
		all, err := c.search(from(1))
		if err != nil {
			return err
		}
		next = 1
		if len(all) > 0 {
			next = slices.Max(all) + 1
		}
	}
	cur := &cursor{validity: box.UIDValidity, low: 1, failed: map[goimap.UID]failures{}, dirty: true}
	var take []goimap.UID
	if old == nil {
		take, err = m.first(c)
	} else {
		cur.aside, cur.total = old.aside, old.total
		// What is older is finished, or was missed; what is younger the receiver knows.
		take, err = m.young(c, m.o.Dedupe-time.Hour)
	}
	if err != nil {
		return err
	}
	below := goimap.UID(1)
	for _, uid := range take {
		if uid >= next {
			break
		}
		cur.finish(below, uid-1)
		below = uid + 1
	}
	cur.finish(below, next-1)
	cur.dirty = true
	if err := m.save(r.hard, cur); err != nil {
		return err
	}
	if old == nil {
		m.log.Info("the mailbox is read for the first time", "mails", box.NumMessages, "taken", len(take), "backlog", m.o.Backlog)
	} else {
		m.log.Warn("the server has numbered the mailbox anew: mail as young as is known again is looked at once more",
			"mails", box.NumMessages, "looked_at", len(take), "uidvalidity", box.UIDValidity)
	}
	r.cur, r.tries, r.copied = cur, map[goimap.UID]*try{}, nil
	return nil
}

// first returns the mails of a mailbox never seen that are taken, ascending.
func (m *Mailbox) first(c *conn) ([]goimap.UID, error) {
	switch b := m.backlog; {
	case b.all:
		return c.search(from(1))
	case b.unseen:
		crit := from(1)
		crit.NotFlag = []goimap.Flag{goimap.FlagSeen, goimap.FlagDeleted}
		return c.search(crit)
	case b.young > 0:
		return m.young(c, b.young)
	}
	return nil, nil
}

// young returns the mails that the server got within the last age.
func (m *Mailbox) young(c *conn, age time.Duration) ([]goimap.UID, error) {
	since := m.now().Add(-age)
	crit := from(1)
	crit.Since = since.Add(-48 * time.Hour) // a search knows whole days, of the server's zone
	uids, err := c.search(crit)
	if err != nil {
		return nil, err
	}
	var out []goimap.UID
	for part := range slices.Chunk(uids, chunk) {
		found, err := c.look(part...)
		if err != nil {
			return nil, err
		}
		for _, uid := range part {
			if f, ok := found[uid]; ok && (f.date.IsZero() || !f.date.Before(since)) {
				out = append(out, uid)
			}
		}
	}
	return out, nil
}

// sweep takes everything that waits, the new before what failed before. next is when
// something is to be tried again (zero: nothing); found says that there was mail.
func (r *run) sweep(c *conn) (next time.Time, found bool, err error) {
	m := r.m
	select {
	case <-c.wake:
	default:
	}
	all, err := c.search(from(r.cur.low))
	if err != nil {
		return next, false, err
	}
	slices.Sort(all)
	if i, _ := slices.BinarySearch(all, r.cur.low); i > 0 {
		all = all[i:]
	}
	r.cur.gaps(all)
	waiting := r.cur.waiting(all)
	for uid := range r.tries {
		if r.cur.finished(uid) {
			delete(r.tries, uid)
		}
	}
	now := m.now()
	fresh := waiting[:0:0]
	var again []goimap.UID
	for _, uid := range waiting {
		switch t := r.tries[uid]; {
		case t == nil && r.cur.failed[uid] == failures{}:
			fresh = append(fresh, uid)
		case t == nil || !t.next.After(now):
			again = append(again, uid)
		}
	}
	found = len(fresh) > 0
	done, err := r.takeAll(c, fresh, time.Time{})
	if done {
		// The rest of them is due at once, behind what came meanwhile.
		done, err = r.takeAll(c, again, m.now().Add(m.o.Timings.Again))
	}
	if done {
		r.careful = false
	}
	if err == nil {
		err = r.flush(c)
	} else if s := r.m.save(r.hard, r.cur); s != nil {
		m.log.Warn("mail waits", "err", s)
	}
	ours := false
	if _, ok := errors.AsType[*stateError](err); ok { // the connection is good, the store is not
		m.log.Warn("mail waits", "err", err)
		err, ours, next = nil, true, now.Add(m.o.Timings.Retry)
	}
	if err != nil {
		return next, found, err
	}
	for _, t := range r.tries {
		if next.IsZero() || t.next.Before(next) {
			next = t.next
		}
		ours = ours || t.ours
	}
	if !ours && r.soft.Err() == nil {
		m.caughtOne.Do(func() { close(m.caughtUp) })
	}
	return next, found, nil
}

// takeAll takes mails until ctx ends, the store seems to be down, or the time is over,
// but at least one; done says that it came to the last of them.
func (r *run) takeAll(c *conn, uids []goimap.UID, until time.Time) (done bool, err error) {
	size := chunk
	if r.careful {
		size = 1
	}
	later, from := 0, 0
	for part := range slices.Chunk(uids, size) {
		if r.soft.Err() != nil {
			return false, nil
		}
		known, err := c.look(part...)
		if err != nil {
			refused := answer(err) != nil
			switch {
			case r.hard.Err() != nil:
			case len(part) > 1 && refused: // one of them, on a connection that is good
				r.careful = true
				return r.takeAll(c, uids[from:], until)
			case !r.careful && !refused:
				r.careful = true // next time we know which mail it is
			default:
				r.failed(part[0], 0, &brokenError{err})
				if refused {
					from++
					continue
				}
			}
			return false, err
		}
		for _, uid := range part {
			if r.soft.Err() != nil {
				return false, nil
			}
			f, ok := known[uid]
			if !ok { // somebody has removed it
				r.cur.finish(uid, uid)
				continue
			}
			held, err := r.one(c, uid, f)
			if err != nil {
				return false, err
			}
			if later++; !held {
				later = 0
			}
			if later >= maxLater {
				// The rest would fail alike: it waits with these.
				return false, nil
			}
			if !until.IsZero() && !r.m.now().Before(until) {
				return false, nil
			}
			if r.pending >= batch || r.pending > 0 && r.m.now().Sub(r.saved) > batchTime {
				if err := r.flush(c); err != nil {
					return false, err
				}
			}
		}
		from += len(part)
	}
	return true, nil
}

// one takes one mail. held says that it waits for a reason that concerns the mails
// behind it too; the error is the connection's.
func (r *run) one(c *conn, uid goimap.UID, f facts) (held bool, err error) {
	m := r.m
	if f.size > m.o.MaxSize {
		r.aside(uid, f.size, fmt.Sprintf("it is larger than limits.max_message: %d of %d bytes", f.size, m.o.MaxSize))
		return false, nil
	}
	found, used, err := c.fetch(uid, func(body io.Reader) error {
		return r.call(Mail{UID: uint32(uid), InternalDate: f.date, Size: f.size, Body: body})
	})
	switch {
	case found && used == nil:
		r.done(uid, true)
		if m.o.Metrics.Taken != nil {
			m.o.Metrics.Taken()
		}
		return false, err
	case found:
		var later *Later
		alone := errors.As(used, &later) && later.Alone
		return r.failed(uid, f.size, used) && !alone, err
	case err == nil:
		r.done(uid, false) // it is gone
		return false, nil
	case answer(err) != nil:
		// The server will not give it: if it cannot, it takes a while.
		r.failed(uid, f.size, &brokenError{err})
		return false, nil
	}
	r.failed(uid, f.size, &brokenError{err})
	return false, err
}

// call calls take; a panic is an error of this mail.
func (r *run) call(mail Mail) (err error) {
	defer func() {
		if v := recover(); v != nil {
			r.m.log.Error("a mail made the bridge panic", "uid", mail.UID, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			err = errors.New("the bridge has an error with it; the log has the details")
		}
	}()
	return r.take(r.hard, mail)
}

// done marks a mail as finished.
func (r *run) done(uid goimap.UID, taken bool) {
	r.cur.finish(uid, uid)
	if taken && r.m.after.what != keep {
		r.cur.after.AddNum(uid)
	}
	r.pending++
	delete(r.tries, uid)
}

// failed notes that a mail could not be taken, and sets it aside if that was the
// last time. It returns whether the reason is ours.
func (r *run) failed(uid goimap.UID, size int64, err error) (ours bool) {
	if r.hard.Err() != nil {
		return false // we stopped in the middle
	}
	m := r.m
	var bad *Permanent
	var later *Later
	var broken *brokenError
	n := r.cur.failed[uid]
	switch {
	case errors.As(err, &bad):
		r.aside(uid, size, bad.Reason)
		return false
	case errors.As(err, &broken):
		n.Broken++
	case errors.As(err, &later), errors.Is(err, context.Canceled):
		ours = true
	default:
		n.Take++
	}
	if !ours {
		r.cur.failed[uid] = n
		r.cur.dirty = true
		r.pending++ // so that it is saved soon
	}
	if n.Take >= maxFails || n.Broken >= maxBroken {
		r.aside(uid, size, fmt.Sprintf("it failed %d times, the last time: %v", n.Take+n.Broken, err))
		return false
	}
	t := r.tries[uid]
	if t == nil {
		t = &try{wait: m.o.Timings.Retry}
		r.tries[uid] = t
	}
	t.ours, t.next = ours, m.now().Add(t.wait)
	t.wait = min(2*t.wait, maxWait)
	m.log.Warn("a mail could not be taken, it stays in the mailbox and is tried again",
		"uid", uint32(uid), "err", err, "failures", n.Take+n.Broken, "in", time.Until(t.next).Round(time.Second).String())
	return ours
}

// aside quarantines a mail.
func (r *run) aside(uid goimap.UID, size int64, reason string) {
	q := Quarantined{
		UIDValidity: r.cur.validity, UID: uint32(uid), At: r.m.now().UTC().Truncate(time.Second), Size: size, Reason: excerpt.ASCII(reason, maxReason),
	}
	r.cur.quarantine(q)
	r.pending++
	delete(r.tries, uid)
	r.m.log.Error("a mail is quarantined: it stays in the mailbox and is not looked at again; to have it tried again move it to another folder and back",
		"uid", uint32(uid), "size", size, "reason", q.Reason)
	if r.m.o.Metrics.Quarantined != nil {
		r.m.o.Metrics.Quarantined(q)
	}
}

// flush saves the cursor and then does `after` to what was taken. The error is a
// *stateError, or the connection's.
func (r *run) flush(c *conn) error {
	if err := r.m.save(r.hard, r.cur); err != nil {
		return err
	}
	r.pending, r.saved = 0, r.m.now()
	if len(r.cur.after) == 0 {
		return nil
	}
	err := r.finish(c)
	return errors.Join(err, r.m.save(r.hard, r.cur))
}
