package imap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"
	"time"

	goimap "github.com/emersion/go-imap/v2"
)

// cursor is what is known of a mailbox: which of its mails are finished. It is
// valid for one UIDVALIDITY: another means that the server has numbered anew.
//
// What does not fit in the State is left out such that mails are looked at again,
// never such that one is forgotten.
type cursor struct {
	validity uint32
	low      goimap.UID    // everything below is finished
	done     goimap.UIDSet // finished, not below low
	// after are taken mails to which `after` is still to be done.
	after  goimap.UIDSet
	failed map[goimap.UID]failures
	aside  []Quarantined // the newest last
	total  int           // quarantined ever
	dirty  bool
}

// failures count how often a mail could not be taken.
type failures struct {
	Take   int `json:"t,omitempty"` // take returned an error
	Broken int `json:"b,omitempty"` // the connection broke while the mail was read
}

// Quarantined is a mail that was set aside: it stays in the mailbox, untouched, and
// is not looked at again. To have it tried again an operator moves it to another
// folder and back: then it is a new mail.
type Quarantined struct {
	UIDValidity uint32    `json:"uidValidity"`
	UID         uint32    `json:"uid"`
	At          time.Time `json:"at"`
	Size        int64     `json:"size,omitempty"`
	Reason      string    `json:"reason"`
}

// The bounds keep the encoded cursor below the 256 KB of a State.
const (
	maxRanges  = 4000 // of done
	maxAfter   = 2000 // ranges of after
	maxFailed  = 1000
	maxAside   = 200
	maxReason  = 200
	maxEncoded = 250 << 10
)

// encoded is a cursor in the State.
type encoded struct {
	V        int                     `json:"v"`
	Validity uint32                  `json:"uidValidity"`
	Low      goimap.UID              `json:"low"`
	Done     [][2]goimap.UID         `json:"done,omitempty"`
	After    [][2]goimap.UID         `json:"after,omitempty"`
	Failed   map[goimap.UID]failures `json:"failed,omitempty"`
	Aside    []Quarantined           `json:"quarantined,omitempty"`
	Total    int                     `json:"quarantinedEver,omitempty"`
}

func pairs(s goimap.UIDSet) [][2]goimap.UID {
	out := make([][2]goimap.UID, len(s))
	for i, r := range s {
		out[i] = [2]goimap.UID{r.Start, r.Stop}
	}
	return out
}

func set(ps [][2]goimap.UID) goimap.UIDSet {
	var s goimap.UIDSet
	for _, p := range ps {
		s.AddRange(p[0], p[1])
	}
	return s
}

func (c *cursor) encode() ([]byte, error) {
	c.trim()
	e := encoded{
		V: 1, Validity: c.validity, Low: c.low, Failed: c.failed, Aside: c.aside, Total: c.total,
		Done:  pairs(c.done[:min(len(c.done), maxRanges)]),    // the rest would be taken again after a crash
		After: pairs(c.after[max(0, len(c.after)-maxAfter):]), // the rest would stay in the mailbox
	}
	b, err := json.Marshal(e)
	if err == nil && len(b) > maxEncoded { // long reasons
		e.Aside = nil
		b, err = json.Marshal(e)
	}
	return b, err
}

func decode(b []byte) (*cursor, error) {
	var e encoded
	if err := json.Unmarshal(b, &e); err != nil {
		return nil, err
	}
	if e.V != 1 {
		return nil, fmt.Errorf("it has format %d, which this version does not know", e.V)
	}
	c := &cursor{
		validity: e.Validity, low: max(e.Low, 1), done: set(e.Done), after: set(e.After),
		failed: e.Failed, aside: e.Aside, total: e.Total,
	}
	if c.failed == nil {
		c.failed = map[goimap.UID]failures{}
	}
	return c, nil
}

// trim bounds what is known of single mails.
func (c *cursor) trim() {
	if len(c.failed) > maxFailed {
		uids := make([]goimap.UID, 0, len(c.failed))
		for uid := range c.failed {
			uids = append(uids, uid)
		}
		slices.Sort(uids)
		for _, uid := range uids[maxFailed:] {
			delete(c.failed, uid)
		}
	}
	if len(c.aside) > maxAside {
		c.aside = slices.Clone(c.aside[len(c.aside)-maxAside:])
	}
}

func (c *cursor) finished(uid goimap.UID) bool { return uid < c.low || c.done.Contains(uid) }

// finish marks the mails of a range as finished.
func (c *cursor) finish(from, to goimap.UID) {
	if to < c.low || from > to {
		return
	}
	c.dirty = true
	c.done.AddRange(max(from, c.low), to)
	for len(c.done) > 0 && c.done[0].Start <= c.low {
		c.low = max(c.low, c.done[0].Stop+1)
		c.done = c.done[1:]
	}
	for uid := range c.failed {
		if uid >= from && uid <= to {
			delete(c.failed, uid)
		}
	}
}

// gaps marks the UIDs that no mail has as finished: a server gives ascending ones
// and none twice. all are the UIDs from low on, ascending.
func (c *cursor) gaps(all []goimap.UID) {
	next := c.low
	for _, uid := range all {
		if uid > next {
			c.finish(next, uid-1)
		}
		next = uid + 1
	}
}

// waiting returns those of all that are not finished.
func (c *cursor) waiting(all []goimap.UID) []goimap.UID {
	return slices.DeleteFunc(slices.Clone(all), c.finished)
}

// quarantine sets a mail aside.
func (c *cursor) quarantine(q Quarantined) {
	c.aside = append(c.aside, q)
	c.total++
	c.finish(goimap.UID(q.UID), goimap.UID(q.UID))
	c.dirty = true
}

// without returns s without those of uids.
func without(s goimap.UIDSet, uids goimap.UIDSet) goimap.UIDSet {
	var out goimap.UIDSet
	for _, r := range s {
		start := r.Start
		for _, x := range uids {
			if x.Stop < start || x.Start > r.Stop {
				continue
			}
			if x.Start > start {
				out.AddRange(start, x.Start-1)
			}
			start = x.Stop + 1
		}
		if start <= r.Stop && start != 0 {
			out.AddRange(start, r.Stop)
		}
	}
	return out
}

// load reads the cursor; nil if the mailbox was never seen.
func (m *Mailbox) load(ctx context.Context) (*cursor, error) {
	if m.o.State == nil {
		return nil, nil
	}
	b, ok, err := m.o.State.ChannelState(ctx, m.name)
	if err != nil {
		return nil, fmt.Errorf("read the mailbox's cursor: %w", err)
	}
	if !ok {
		return nil, nil
	}
	c, err := decode(b)
	if err != nil {
		return nil, fmt.Errorf("read the mailbox's cursor: %w", err)
	}
	return c, nil
}

func (m *Mailbox) save(ctx context.Context, c *cursor) error {
	if !c.dirty {
		return nil
	}
	b, err := c.encode()
	if err == nil {
		err = m.o.State.SaveChannelState(ctx, m.name, b)
	}
	if err != nil {
		return &stateError{fmt.Errorf("save the mailbox's cursor: %w", err)}
	}
	c.dirty = false
	return nil
}

// stateError says that the State failed, and not the mail server.
type stateError struct{ err error }

func (e *stateError) Error() string { return e.err.Error() }
func (e *stateError) Unwrap() error { return e.err }

// Quarantined returns the mails that were set aside, the newest first, at most 200.
// It may be called on any node.
func (m *Mailbox) Quarantined(ctx context.Context) ([]Quarantined, error) {
	if m.o.State == nil {
		return nil, errors.New("imap: no place for the cursor")
	}
	c, err := m.load(ctx)
	if err != nil || c == nil {
		return nil, err
	}
	sort.SliceStable(c.aside, func(i, j int) bool { return c.aside[j].At.Before(c.aside[i].At) })
	return c.aside, nil
}
