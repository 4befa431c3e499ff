package approvals

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bridge/approvals/decision"
	"bridge/approvals/evidence"
	"bridge/approvals/ledger"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/outbox"
)

// safety is how often the clock looks at what other nodes may have changed, and for
// decisions that were not forwarded; normally there are none.
const safety = 5 * time.Second

// recent is how long whoever made a decision has to forward it.
const recent = 10 * time.Second

// catchUp is how long nothing is decided by time after a start, at most: an answer may be
// waiting to be read.
const catchUp = 5 * time.Minute

// leap is by how much the clock of the system may run ahead of the time that passed
// before that counts as a start: it was set, or the machine slept.
const leap = 5 * time.Second

// look wakes the clock if it would sleep longer than r may wait.
func (s *Service) look(r request.Record) {
	due := r.DueAt()
	if due.IsZero() {
		return
	}
	if next := s.sleeps.Load(); next != 0 && due.UnixMicro() >= next {
		return
	}
	s.kick()
}

func (s *Service) kick() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Handed is told by the outbox how a prompt ended, and again if it came back. The
// time to live starts with the first prompt that is handed over, and with it the times
// of reminders and of the escalation. Whose prompt has failed is asked at the next
// address; when no prompt can be delivered others are asked, and if there are none the
// operator hears it at once.
func (s *Service) Handed(ctx context.Context, res outbox.Result) error {
	if res.Out.Kind != message.Prompt || res.State != outbox.Sent && res.State != outbox.Failed {
		return nil
	}
	last := true // there is no other address to ask at
	if res.State == outbox.Failed {
		r, err := s.o.Store.Get(ctx, res.Out.Approval)
		if errors.Is(err, request.ErrNotFound) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("approvals: read %s: %w", res.Out.Approval, err)
		}
		_, voted := r.VoteOf(res.Out.Person)
		if r.State != request.Pending || voted || !res.Bounced && slices.Contains(r.Reached, res.Out.Person) {
			return nil
		}
		asked, err := s.elsewhere(ctx, r, res.Out)
		if err != nil || res.Forwarded { // it may have arrived all the same
			return err
		}
		last = !asked
	}
	_, err := s.decideNow(ctx, res.Out.Approval, func(r *request.Record) decision.Ruling {
		if res.State == outbox.Sent {
			return decision.Sent(r, res.Out, res.At)
		}
		return decision.Failed(r, res.Out, res.Bounced, last, s.o.Now())
	}, func(r request.Record, now time.Time) []ledger.Event {
		if res.State != outbox.Sent {
			return nil
		}
		return []ledger.Event{evidence.Prompted(r, res.Out, res.At, now)}
	})
	if errors.Is(err, request.ErrNotFound) {
		return nil
	}
	return err
}

// Expire does what requests wait for until ctx ends: it refuses those whose time is over,
// grants those whose grace is over, reminds and escalates, and forwards decisions whose
// injection a crash left behind. It sleeps until the next of these times; caughtUp is
// closed when every inbound channel has caught up after a start, and until then (at most
// five minutes) nothing is decided by time: an answer may be waiting to be read. The same
// holds after the clock of the system has leapt ahead.
func (s *Service) Expire(ctx context.Context, caughtUp <-chan struct{}) error {
	if err := s.recover(ctx, false); err != nil {
		s.o.Log.Error("approvals: recover", "err", err)
	}
	select {
	case <-caughtUp:
	case <-time.After(catchUp):
	case <-ctx.Done():
		return nil
	}
	began := time.Now()
	recovered, still, failing := began, began, false
	for ahead := s.ahead(began, s.o.Now()); ; {
		s.sleeps.Store(0)
		// One reading of the clock is checked and used: one that is set in between does
		// no harm.
		now, wall := time.Now(), s.o.Now()
		by := s.ahead(began, wall) - ahead
		ahead += by
		if by > leap {
			still = now.Add(min(by, catchUp))
			s.o.Log.Warn("approvals: the clock of the system leapt ahead; nothing is decided by time for a while", "by", by, "for", min(by, catchUp))
		}
		if now.Sub(recovered) >= safety {
			recovered = now
			if err := s.recover(ctx, true); err != nil && ctx.Err() == nil {
				s.o.Log.Error("approvals: recover", "err", err)
			}
		}
		wait := safety
		if left := still.Sub(now); left > 0 {
			wait = min(wait, left)
		} else {
			next, err := s.sweep(ctx, wall)
			if ctx.Err() != nil {
				return nil
			}
			if err != nil && !failing { // once until it works again
				s.o.Log.Error("approvals: the clock", "err", err)
			}
			failing = err != nil
			switch {
			case err != nil:
				wait = time.Second
			case !next.IsZero():
				wait = min(wait, max(next.Sub(s.o.Now()), 0)+time.Millisecond)
			}
			if err == nil {
				s.sleeps.Store(s.o.Now().Add(wait).UnixMicro())
			}
		}
		t := time.NewTimer(wait)
		select {
		case <-t.C:
		case <-s.wake:
		case <-ctx.Done():
		}
		t.Stop()
		if ctx.Err() != nil {
			return nil
		}
	}
}

// ahead is how far the clock of the system, which reads wall, has run ahead of the time
// that passed since began; less than zero if it was set back.
func (s *Service) ahead(began, wall time.Time) time.Duration {
	return wall.Round(0).Sub(began.Round(0)) - time.Since(began)
}

// sweep does what is due at a time and returns when to look again.
func (s *Service) sweep(ctx context.Context, now time.Time) (time.Time, error) {
	for {
		due, next, err := s.o.Store.Due(ctx, now)
		if err != nil {
			return time.Time{}, err
		}
		var errs []error // one that cannot be handled now does not hold up the others
		moved := false
		for _, r := range due {
			d, err := s.decideNow(ctx, r.ID, func(r *request.Record) decision.Ruling { return decision.Tick(r, now) })
			errs, moved = append(errs, err), moved || d.Changed || len(d.Do) > 0
		}
		switch err := errors.Join(errs...); {
		case err != nil || len(due) == 0:
			return next, err
		case !moved: // another node was faster, or its clock is ahead of ours
			return request.Soonest(next, now.Add(time.Second)), nil
		}
	}
}

// recover forwards the decisions that are still marked. While we are running the
// recent ones are left to whoever decided them.
func (s *Service) recover(ctx context.Context, running bool) error {
	rs, err := s.o.Store.Marked(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, r := range rs {
		if since := s.o.Now().Sub(r.DecidedAt); running && since >= 0 && since < recent { // it is being forwarded just now
			continue
		}
		errs = append(errs, s.settled(ctx, r))
	}
	return errors.Join(errs...)
}

// expire ends one request if its time is over.
func (s *Service) expire(ctx context.Context, id message.ApprovalID) (request.Record, error) {
	d, err := s.decideNow(ctx, id, func(r *request.Record) decision.Ruling { return decision.Expire(r, s.o.Now()) })
	return d.Record, err
}

// remind asks those who have not answered once more: at their next place, or where they
// were asked if there is none. Whoever has quiet hours, on a channel that rings, or no open
// ones is left until they are over. The messages are there before the record says so: a crash in between
// repeats them under the same ids, which is once.
func (s *Service) remind(ctx context.Context, r request.Record) error {
	now, n := s.o.Now(), r.Reminded+1
	var again time.Time
	var items []queue.Item
	for _, a := range r.Approvers {
		if _, voted := r.VoteOf(a.Person); voted || n > r.Reminders {
			continue
		}
		it, later, err := s.reminder(ctx, r, a, n)
		if err != nil {
			return err
		}
		again, items = request.Soonest(again, later), append(items, it...)
	}
	if err := s.enqueue(ctx, "remind", items...); err != nil {
		return err
	}
	_, err := s.change(ctx, r.ID, func(is *request.Record) bool { return decision.Reminded(is, n, r.RemindAt, again, now) })
	return err
}

// reminder returns the n-th reminder of one approver, or when it may be sent if not now;
// neither for whom it would ask nothing. Its id has no address: each person gets it once.
func (s *Service) reminder(ctx context.Context, r request.Record, a request.Approver, n int) (it []queue.Item, later time.Time, err error) {
	p, ok, err := s.person(ctx, a.Person)
	if err != nil || !ok {
		return nil, time.Time{}, err
	}
	if _, may := r.May(p); !may {
		return nil, time.Time{}, nil
	}
	now := s.o.Now()
	if open, opens := decision.Open(r.Policy, now, p.Zone); !open {
		return nil, opens, nil
	}
	all := s.desk.For(r, a, p, "")
	if len(all) == 0 {
		return nil, time.Time{}, nil
	}
	at := all[0]
	if was, reached := r.ReachedAt[a.Person]; reached {
		if i := slices.Index(all, was); i >= 0 {
			at = all[min(i+1, len(all)-1)]
		}
	}
	if quiet := outbox.NotBefore(now, s.desk.Channel(at.Channel).Traits, p, true); !quiet.IsZero() {
		return nil, quiet, nil
	}
	out := s.desk.Message(r, a, p, at)
	out.ID, out.CreatedAt = message.DerivedMessageID(r.CreatedAt, "prompt", string(r.ID), string(a.Person), "remind", fmt.Sprint(n)), now
	out.Subject = s.words(ctx, a.Person).ReminderSubject(out.Subject)
	one, err := outbox.Item(out)
	return []queue.Item{one}, time.Time{}, err
}

// askLater asks those whom an escalation asks, tells those who were asked before and the
// operators, and notes it.
func (s *Service) askLater(ctx context.Context, r request.Record) error {
	var names []string
	var items []queue.Item
	var lost []message.PersonID
	for _, a := range r.Escalation.To {
		it, name, err := s.ask(ctx, r, a, "")
		if err != nil {
			return err
		}
		if it == nil {
			lost = append(lost, a.Person)
			continue
		}
		names, items = append(names, name), append(items, it...)
	}
	for _, a := range r.Approvers {
		if len(names) == 0 || slices.ContainsFunc(r.Escalation.To, func(x request.Approver) bool { return x.Person == a.Person }) {
			continue
		}
		it, err := s.notice(ctx, r, a.Person, "escalated", s.words(ctx, a.Person).Escalated(r.Summary, names), false)
		if err != nil {
			return err
		}
		items = append(items, it...)
	}
	if err := s.enqueue(ctx, "escalate", items...); err != nil {
		return err
	}
	s.o.Log.Warn("approvals: nobody has decided; more people are asked", "approval", r.ID, "turn", r.Turn, "people", len(names))
	s.o.Observer.Alert(ctx, string(r.ID)+" escalated", "Nobody has decided an approval request, so more people are asked: "+r.Summary)
	_, err := s.decideNow(ctx, r.ID, func(r *request.Record) decision.Ruling { return decision.Escalated(r, lost, s.o.Now()) })
	return err
}
