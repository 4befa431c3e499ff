package approvals

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bridge/approvals/rules"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
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
func (s *Service) look(r Record) {
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
	if res.Out.Kind != message.Prompt {
		return nil
	}
	last := true // there is no other address to ask at
	if res.State == outbox.Failed {
		r, err := s.o.Store.Get(ctx, res.Out.Approval)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("approvals: read %s: %w", res.Out.Approval, err)
		}
		_, voted := r.vote(res.Out.Person)
		if r.State != Pending || voted || !res.Bounced && slices.Contains(r.Reached, res.Out.Person) {
			return nil
		}
		asked, err := s.elsewhere(ctx, r, res.Out)
		if err != nil {
			return err
		}
		if res.Forwarded { // it may have arrived all the same
			return nil
		}
		last = !asked
	}
	r, _, err := s.change(ctx, res.Out.Approval, func(r *Record) bool {
		switch {
		case r.State != Pending: // an answer was quicker than the report: its proof needs the prompt
			return res.State == outbox.Sent && r.reach(res.Out)
		case res.State == outbox.Sent:
			changed := false
			if r.PromptedAt.IsZero() {
				r.prompted(res.At)
				changed = true
			}
			return r.reach(res.Out) || changed
		case res.State == outbox.Failed:
			changed := res.Bounced && r.unreach(res.Out)
			if last && !slices.Contains(r.Reached, res.Out.Person) && !slices.Contains(r.Lost, res.Out.Person) {
				r.Lost = append(slices.Clip(r.Lost), res.Out.Person)
				changed = true
			}
			return changed
		}
		return false
	}, handedOver(res))
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if r.lost() {
		return s.unreachable(ctx, r)
	}
	s.look(r)
	return nil
}

// prompted starts the times that count from the first prompt that was handed over.
func (r *Record) prompted(at time.Time) {
	r.PromptedAt = at
	r.ExpiresAt = earliest(at.Add(r.TTL), r.Latest)
	if r.RemindEvery > 0 && r.Reminders > 0 {
		r.RemindAt = at.Add(r.RemindEvery)
	}
	if e := r.Escalation; e != nil && e.After > 0 && e.Began.IsZero() {
		next := *e // others may read the old one
		next.At = at.Add(e.After)
		r.Escalation = &next
	}
}

// lost reports whether every prompt has failed.
func (r *Record) lost() bool {
	return r.State == Pending && r.HeldUntil.IsZero() && len(r.Lost) == len(r.Approvers)
}

// unreachable asks others instead of those who could be asked nowhere. If there are none
// it refuses the request: the turn hears it at once instead of at its expiry, and the
// originators with it.
func (s *Service) unreachable(ctx context.Context, r Record) error {
	r, began, err := s.escalate(ctx, r.ID, (*Record).lost, 0)
	if err != nil || began && !r.lost() {
		return err
	}
	r, changed, err := s.change(ctx, r.ID, func(r *Record) bool {
		if !r.lost() {
			return false
		}
		r.decide(Denied, byPolicy, "no approver could be reached", s.o.Now())
		return true
	})
	if err != nil || !changed {
		return err
	}
	s.o.Log.Error("approvals: no prompt could be delivered", "approval", r.ID, "turn", r.Turn)
	s.o.Alert(ctx, string(r.ID), "No prompt of an approval request could be delivered, so it was refused: "+r.Summary)
	return s.settled(ctx, r)
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
			did, err := s.tick(ctx, r, now)
			errs, moved = append(errs, err), moved || did
		}
		switch err := errors.Join(errs...); {
		case err != nil || len(due) == 0:
			return next, err
		case !moved: // another node was faster, or its clock is ahead of ours
			return soonest(next, now.Add(time.Second)), nil
		}
	}
}

// tick does what one record waits for; false if it waits for nothing now.
func (s *Service) tick(ctx context.Context, r Record, now time.Time) (bool, error) {
	past := func(t time.Time) bool { return !t.IsZero() && !t.After(now) }
	switch e := r.Escalation; {
	case r.State != Pending:
		return false, nil
	case !r.HeldUntil.IsZero():
		return s.release(ctx, r.ID)
	case past(r.ExpiresAt):
		r, err := s.expire(ctx, r.ID)
		return r.State != Pending || r.ExpiresAt.After(now), err
	case e != nil && !e.Done && past(e.At):
		_, did, err := s.escalate(ctx, r.ID, func(r *Record) bool { return true }, 0)
		return did, err
	case past(r.RemindAt):
		return s.remind(ctx, r)
	}
	return false, nil
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

// expire ends one request if its time is over: others are asked if the rule says so,
// else it is refused. What is held does not expire.
func (s *Service) expire(ctx context.Context, id message.ApprovalID) (Record, error) {
	now := s.o.Now()
	over := func(r *Record) bool {
		return r.State == Pending && r.HeldUntil.IsZero() && !r.ExpiresAt.After(now)
	}
	r, err := s.o.Store.Get(ctx, id)
	if err != nil {
		return Record{}, err
	}
	if e := r.Escalation; e != nil && e.OnExpiry && e.Began.IsZero() && over(&r) && (r.Latest.IsZero() || r.Latest.After(now)) {
		r, began, err := s.escalate(ctx, id, over, r.TTL)
		if err != nil || began {
			return r, err
		}
	}
	r, changed, err := s.change(ctx, id, func(r *Record) bool {
		if !over(r) {
			return false
		}
		r.decide(Expired, "timeout", "nobody decided in time", r.ExpiresAt)
		return true
	})
	if err != nil || !changed {
		return r, err
	}
	return r, s.settled(ctx, r)
}

// remind asks those who have not answered once more: at their next place, or where they
// were asked if there is none. Whoever has quiet hours, or no open ones, is left until
// they are over. The messages are there before the record says so: a crash in between
// repeats them under the same ids, which is once.
func (s *Service) remind(ctx context.Context, r Record) (bool, error) {
	now, n := s.o.Now(), r.Reminded+1
	due := r.RemindAt
	next := time.Time{}
	var items []queue.Item
	for _, a := range r.Approvers {
		if _, voted := r.vote(a.Person); voted || n > r.Reminders {
			continue
		}
		it, later, ok, err := s.reminder(ctx, r, a, n)
		if err != nil {
			return false, err
		}
		if !later.IsZero() {
			next = soonest(next, later)
		} else if ok {
			items = append(items, it)
		}
	}
	if err := s.o.Lanes.Enqueue(ctx, items...); err != nil {
		return false, fmt.Errorf("approvals: remind: %w", err)
	}
	_, changed, err := s.change(ctx, r.ID, func(r *Record) bool {
		if r.State != Pending || !r.RemindAt.Equal(due) {
			return false
		}
		switch {
		case !next.IsZero(): // the same reminder, for the others
			r.RemindAt = next
			return true
		case n < r.Reminders && r.RemindEvery > 0:
			r.RemindAt = now.Add(r.RemindEvery)
		default:
			r.RemindAt = time.Time{}
		}
		r.Reminded = min(n, r.Reminders)
		return true
	})
	return changed, err
}

// reminder returns the n-th reminder of one approver, or when it may be sent if not now.
// Its id has no address: each person gets it once.
func (s *Service) reminder(ctx context.Context, r Record, a Approver, n int) (it queue.Item, later time.Time, ok bool, err error) {
	p, ok, err := s.o.Directory.Person(ctx, a.Person)
	if err != nil {
		return it, later, false, fmt.Errorf("approvals: look up %s: %w", a.Person, err)
	}
	if !ok {
		return it, later, false, nil
	}
	now := s.o.Now()
	if later = p.QuietUntil(now); !later.IsZero() {
		return it, later, false, nil
	}
	if open, opens := s.takes(r, p, now); !open {
		if opens.IsZero() { // never: the reminder would ask for nothing
			return it, later, false, nil
		}
		return it, opens, false, nil
	}
	all := s.placesFor(r, a, p, "")
	if len(all) == 0 {
		return it, later, false, nil
	}
	at := all[0]
	if was, reached := r.ReachedAt[a.Person]; reached {
		if i := slices.Index(all, was); i >= 0 {
			at = all[min(i+1, len(all)-1)]
		}
	}
	out := s.asking(r, a, p, at)
	out.ID, out.CreatedAt = message.DerivedMessageID(r.CreatedAt, "prompt", string(r.ID), string(a.Person), "remind", fmt.Sprint(n)), now
	out.Subject = s.words(ctx, a.Person).ReminderSubject(out.Subject)
	it, err = outbox.Item(out)
	return it, later, err == nil, err
}

// takes reports whether a yes of a person is taken at a time, and if not from when on:
// the zero time for never.
func (s *Service) takes(r Record, p message.Person, at time.Time) (bool, time.Time) {
	if len(r.Hours) == 0 {
		return true, time.Time{}
	}
	opens := rules.Next(r.Hours, at, p.Zone)
	return opens.Equal(at), opens
}

// escalate asks more people, if due says that it is time and it was not done before, and
// tells those who were asked before and the operators. With ttl the request lives that
// much longer. It returns false if nobody was left to ask. Who is asked is in the record
// before they hear of it, and that they have heard after it: a crash in between repeats
// the messages under the same ids.
func (s *Service) escalate(ctx context.Context, id message.ApprovalID, due func(*Record) bool, ttl time.Duration) (Record, bool, error) {
	now := s.o.Now()
	r, changed, err := s.change(ctx, id, func(r *Record) bool {
		e := r.Escalation
		if e == nil || e.Done || !e.Began.IsZero() || r.State != Pending || !r.HeldUntil.IsZero() || !due(r) {
			return false
		}
		next := *e
		all := slices.Clip(r.Approvers)
		for _, a := range e.To {
			if _, known := r.approver(a.Person); !known {
				all = append(all, a)
			}
		}
		if len(all) == len(r.Approvers) { // they were asked already
			r.Escalation = nil
			return true
		}
		next.Began, next.At = now, now
		r.Approvers, r.Escalation = all, &next
		if ttl > 0 {
			r.ExpiresAt = earliest(now.Add(ttl), r.Latest)
		}
		return true
	})
	if err != nil {
		return Record{}, false, err
	}
	e := r.Escalation
	if e == nil || e.Began.IsZero() || e.Done || !changed && r.State != Pending {
		return r, false, nil
	}
	return s.escalated(ctx, r)
}

// escalated sends what follows from an escalation that has begun, and notes it.
func (s *Service) escalated(ctx context.Context, r Record) (Record, bool, error) {
	var items []queue.Item
	var names []string
	var lost, fresh []message.PersonID
	for _, a := range r.Escalation.To {
		fresh = append(fresh, a.Person)
		p, ok, err := s.o.Directory.Person(ctx, a.Person)
		if err != nil {
			return Record{}, false, fmt.Errorf("approvals: look up %s: %w", a.Person, err)
		}
		at := []Place(nil)
		if ok {
			at = s.placesFor(r, a, p, "")
		}
		if len(at) == 0 {
			lost = append(lost, a.Person)
			continue
		}
		names = append(names, p.FirstName())
		it, err := s.prompt(r, a, p, at[0])
		if err != nil {
			return Record{}, false, err
		}
		items = append(items, it)
	}
	for _, a := range r.Approvers {
		if slices.Contains(fresh, a.Person) || len(names) == 0 {
			continue
		}
		it, ok, err := s.notice(ctx, r, a.Person, "escalated", s.words(ctx, a.Person).Escalated(r.Summary, names))
		if err != nil {
			return Record{}, false, err
		}
		if ok {
			items = append(items, it)
		}
	}
	if err := s.o.Lanes.Enqueue(ctx, items...); err != nil {
		return Record{}, false, fmt.Errorf("approvals: escalate: %w", err)
	}
	s.o.Log.Warn("approvals: nobody has decided; more people are asked", "approval", r.ID, "turn", r.Turn, "people", len(names))
	s.o.Alert(ctx, string(r.ID)+" escalated", "Nobody has decided an approval request, so more people are asked: "+r.Summary)
	r, changed, err := s.change(ctx, r.ID, func(r *Record) bool {
		if r.Escalation == nil || r.Escalation.Done {
			return false
		}
		next := *r.Escalation
		next.Done = true
		r.Escalation = &next
		for _, p := range lost {
			if !slices.Contains(r.Lost, p) {
				r.Lost = append(slices.Clip(r.Lost), p)
			}
		}
		return true
	})
	if err == nil {
		s.look(r)
	}
	return r, changed, err
}
