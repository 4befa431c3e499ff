package sealed

import (
	"context"
	"errors"
	"time"

	"bridge/adapters"
	"bridge/approvals/ledger"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
)

// Create implements approvals.Store.
func (s *Store) Create(ctx context.Context, r request.Record, events ...ledger.Event) (request.Record, bool, error) {
	for _, a := range r.Codes() { // an older secret gives the same code another form
		_, _, err := s.byOlder(ctx, a.Code)
		if err == nil {
			err = request.ErrCodeTaken
		}
		if !errors.Is(err, request.ErrNotFound) {
			return request.Record{}, false, err
		}
	}
	r, events, err := s.both(r, events)
	if err != nil {
		return request.Record{}, false, err
	}
	r, first, err := s.Store.Create(ctx, r, events...)
	return s.seals.opened(r), first, err
}

// byOlder looks a code up in the forms that it is not given out in.
func (s *Store) byOlder(ctx context.Context, code string) (message.ApprovalID, message.PersonID, error) {
	for _, form := range s.seals.forms(code)[1:] {
		if id, person, err := s.Store.ByCode(ctx, form); !errors.Is(err, request.ErrNotFound) {
			return id, person, err
		}
	}
	return "", "", request.ErrNotFound
}

// both seals a record and what is chained with it.
func (s *Store) both(r request.Record, events []ledger.Event) (request.Record, []ledger.Event, error) {
	events, err := s.seals.events(events)
	return s.seals.record(r), events, err
}

// Get implements approvals.Store.
func (s *Store) Get(ctx context.Context, id message.ApprovalID) (request.Record, error) {
	r, err := s.Store.Get(ctx, id)
	return s.seals.opened(r), err
}

// Put implements approvals.Store.
func (s *Store) Put(ctx context.Context, r request.Record, events ...ledger.Event) (request.Record, error) {
	r, events, err := s.both(r, events)
	if err != nil {
		return request.Record{}, err
	}
	r, err = s.Store.Put(ctx, r, events...)
	return s.seals.opened(r), err
}

// ByCode implements approvals.Store.
func (s *Store) ByCode(ctx context.Context, code string) (message.ApprovalID, message.PersonID, error) {
	id, person, err := s.Store.ByCode(ctx, s.seals.form(code))
	if errors.Is(err, request.ErrNotFound) {
		return s.byOlder(ctx, code)
	}
	return id, person, err
}

func (s *Store) all(rs []request.Record, err error) ([]request.Record, error) {
	for i := range rs {
		rs[i] = s.seals.opened(rs[i])
	}
	return rs, err
}

// OpenFor implements approvals.Store.
func (s *Store) OpenFor(ctx context.Context, p message.PersonID, limit int) ([]request.Record, error) {
	return s.all(s.Store.OpenFor(ctx, p, limit))
}

// List implements approvals.Store.
func (s *Store) List(ctx context.Context, f request.Filter) ([]request.Record, error) {
	return s.all(s.Store.List(ctx, f))
}

// Due implements approvals.Store.
func (s *Store) Due(ctx context.Context, now time.Time) ([]request.Record, time.Time, error) {
	rs, next, err := s.Store.Due(ctx, now)
	rs, err = s.all(rs, err)
	return rs, next, err
}

// Marked implements approvals.Store.
func (s *Store) Marked(ctx context.Context) ([]request.Record, error) {
	return s.all(s.Store.Marked(ctx))
}

func (s *Store) entries(all []ledger.Entry, err error) ([]ledger.Entry, error) {
	for i := range all {
		all[i] = s.seals.openEntry(all[i])
	}
	return all, err
}

// Entries implements evidence.Ledger.
func (s *Store) Entries(ctx context.Context, chain int, after int64, limit int) ([]ledger.Entry, error) {
	return s.entries(s.Store.Entries(ctx, chain, after, limit))
}

// EntriesOf implements evidence.Ledger.
func (s *Store) EntriesOf(ctx context.Context, id message.ApprovalID) (int, []ledger.Entry, error) {
	chain, all, err := s.Store.EntriesOf(ctx, id)
	all, err = s.entries(all, err)
	return chain, all, err
}

// Admit implements admission.Store.
func (s *Store) Admit(ctx context.Context, a admission.Admission, item func(admission.Admitted) (queue.Item, error)) (admission.Admitted, error) {
	return s.Store.Admit(ctx, a, func(as admission.Admitted) (queue.Item, error) {
		it, err := item(as)
		if err == nil {
			it.Payload = s.seals.payload(it.Queue, it.ID, it.Payload)
		}
		return it, err
	})
}

// Conclude implements turns.Store.
func (s *Store) Conclude(ctx context.Context, c *queue.Claim, t turns.Turn, st turns.Step, follow ...queue.Item) (turns.Step, bool, error) {
	return s.Store.Conclude(ctx, c, s.seals.said(t), st, s.seals.items(follow)...)
}

// RecordStep implements turns.Store.
func (s *Store) RecordStep(ctx context.Context, t turns.Turn, st turns.Step) (turns.Step, bool, error) {
	return s.Store.RecordStep(ctx, s.seals.said(t), st)
}

// Turn implements turns.Store.
func (s *Store) Turn(ctx context.Context, id message.TurnID) (turns.Turn, bool, error) {
	t, ok, err := s.Store.Turn(ctx, id)
	return s.seals.openSaid(t), ok, err
}

// SessionTurns implements turns.Store.
func (s *Store) SessionTurns(ctx context.Context, id message.SessionID, limit int) ([]turns.Turn, error) {
	all, err := s.Store.SessionTurns(ctx, id, limit)
	for i, t := range all {
		all[i] = s.seals.openSaid(t)
	}
	return all, err
}

// TurnsBy implements store.Personal.
func (s *Store) TurnsBy(ctx context.Context, who ...message.Address) ([]turns.Turn, error) {
	all, err := s.Store.TurnsBy(ctx, who...)
	for i, t := range all {
		all[i] = s.seals.openSaid(t)
	}
	return all, err
}

// Amend implements turns.Store.
func (s *Store) Amend(ctx context.Context, id message.TurnID, change func(turns.Turn, int) (turns.Turn, []queue.Item, error)) error {
	return s.Store.Amend(ctx, id, func(t turns.Turn, steps int) (turns.Turn, []queue.Item, error) {
		t, follow, err := change(s.seals.openSaid(t), steps)
		return s.seals.said(t), s.seals.items(follow), err
	})
}

// OwnedTurns implements turns.Store.
func (s *Store) OwnedTurns(ctx context.Context, ch message.ChannelName, owner, in string, after *turns.Place, limit int) ([]turns.Owned, error) {
	all, err := s.Store.OwnedTurns(ctx, ch, owner, in, after, limit)
	for i, t := range all {
		all[i].Turn = s.seals.openSaid(t.Turn)
	}
	return all, err
}

// SaveNote implements adapters.Notes.
func (s *Store) SaveNote(ctx context.Context, ch message.ChannelName, to message.Address, n adapters.Note) error {
	n.Text = text(s.seals.note.Seal([]byte(n.Text), string(ch), string(to), string(n.ID)))
	return s.Store.SaveNote(ctx, ch, to, n)
}

// Notes implements adapters.Notes.
func (s *Store) Notes(ctx context.Context, ch message.ChannelName, to message.Address, limit int) ([]adapters.Note, error) {
	all, err := s.Store.Notes(ctx, ch, to, limit)
	for i, n := range all {
		all[i].Text = open(s.seals.note, n.Text, string(ch), string(to), string(n.ID))
	}
	return all, err
}

// DeadLetters implements store.Operator.
func (s *Store) DeadLetters(ctx context.Context, f queue.DeadFilter) ([]queue.DeadLetter, error) {
	all, err := s.Store.DeadLetters(ctx, f)
	for i, d := range all {
		all[i].Payload = s.seals.openPayload(d.Queue, d.ID, d.Payload)
	}
	return all, err
}

// DeadLetter implements store.Operator.
func (s *Store) DeadLetter(ctx context.Context, seq int64) (queue.DeadLetter, error) {
	d, err := s.Store.DeadLetter(ctx, seq)
	d.Payload = s.seals.openPayload(d.Queue, d.ID, d.Payload)
	return d, err
}

// Waiting implements store.Operator.
func (s *Store) Waiting(ctx context.Context, q queue.Name, lane string) ([]queue.Waiting, error) {
	all, err := s.Store.Waiting(ctx, q, lane)
	for i, w := range all {
		all[i].Payload = s.seals.openPayload(q, w.ID, w.Payload)
	}
	return all, err
}

// Worker implements store.Store.
func (s *Store) Worker(name string) queue.Lanes { return lanes{s.Store.Worker(name), s.seals} }

// lanes seals what goes into them.
type lanes struct {
	queue.Lanes
	seals seals
}

// Enqueue implements queue.Lanes.
func (l lanes) Enqueue(ctx context.Context, items ...queue.Item) error {
	return l.Lanes.Enqueue(ctx, l.seals.items(items)...)
}

// Claim implements queue.Lanes.
func (l lanes) Claim(ctx context.Context, q queue.Name, most int) ([]*queue.Claim, error) {
	all, err := l.Lanes.Claim(ctx, q, most)
	for _, c := range all {
		if c.Value == nil {
			c.Payload = l.seals.openPayload(c.Queue, c.ID, c.Payload)
		}
	}
	return all, err
}

// Ack implements queue.Lanes.
func (l lanes) Ack(ctx context.Context, c *queue.Claim, follow ...queue.Item) error {
	return l.Lanes.Ack(ctx, c, l.seals.items(follow)...)
}

// Bury implements queue.Lanes.
func (l lanes) Bury(ctx context.Context, c *queue.Claim, d queue.Death, follow ...queue.Item) error {
	return l.Lanes.Bury(ctx, c, d, l.seals.items(follow)...)
}
