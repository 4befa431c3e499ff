package approvals

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/render"
)

// change applies fn to the stored record by compare-and-set. fn says whether
// there is anything to write; it may run several times.
func (s *Service) change(ctx context.Context, id message.ApprovalID, fn func(*Record) bool) (Record, bool, error) {
	for {
		r, err := s.o.Store.Get(ctx, id)
		if err != nil {
			return Record{}, false, err
		}
		if !fn(&r) {
			return r, false, nil
		}
		r, err = s.o.Store.Put(ctx, r)
		if errors.Is(err, ErrConflict) && ctx.Err() == nil {
			continue
		}
		if err != nil {
			return Record{}, false, fmt.Errorf("approvals: store %s: %w", id, err)
		}
		return r, true, nil
	}
}

// count adds a vote and decides if it settles the request: one denial does, and
// as many grants as the quorum says. A vote of somebody who voted is not counted.
func count(r *Record, v Vote, now time.Time) bool {
	if r.State != Pending {
		return false
	}
	if _, voted := r.vote(v.Person); voted {
		return false
	}
	r.Votes = append(r.Votes, v)
	grants, by := 0, ""
	for _, v := range r.Votes {
		if v.Grant {
			grants++
			if by != "" {
				by += ","
			}
			by += string(v.Person)
		}
	}
	switch {
	case !v.Grant:
		r.decide(Denied, string(v.Person), v.Reason, now)
	case grants >= r.Quorum:
		r.decide(Granted, by, "", now)
	}
	return true
}

// settled does what follows from a decision: the injection is forwarded and the
// approvers hear of it. It may run again after a crash; what it enqueues is
// there once, so whoever was told already is not told again.
func (s *Service) settled(ctx context.Context, r Record) error {
	s.kick()
	if s.o.Decided != nil {
		s.o.Decided(r)
	}
	if err := s.o.Audit(ctx, "approval "+string(r.State), r, "by "+r.DecidedBy); err != nil {
		return fmt.Errorf("approvals: audit: %w", err)
	}
	items, err := s.notices(ctx, r)
	if err != nil {
		return err
	}
	if err := s.o.Lanes.Enqueue(ctx, items...); err != nil {
		return fmt.Errorf("approvals: tell the approvers: %w", err)
	}
	return s.forward(ctx, r)
}

// notices returns what tells each approver how the request ended.
func (s *Service) notices(ctx context.Context, r Record) ([]queue.Item, error) {
	var items []queue.Item
	if s.o.Also != nil {
		var err error
		if items, err = s.o.Also(r); err != nil {
			return nil, fmt.Errorf("approvals: what else follows from %s: %w", r.ID, err)
		}
	}
	for _, a := range r.Approvers {
		it, ok, err := s.notice(ctx, r, a.Person, "settled", s.outcome(ctx, r, a.Person))
		if err != nil {
			return nil, err
		}
		if ok {
			items = append(items, it)
		}
	}
	return items, nil
}

// outcome says in a sentence how a request ended, for one approver.
func (s *Service) outcome(ctx context.Context, r Record, to message.PersonID) string {
	zone, words := s.zone(ctx, to), s.words(ctx, to)
	switch r.State {
	case Granted, Denied:
		return words.Decided(r.State == Granted, r.Summary, s.deciders(ctx, r), r.DecidedAt, zone)
	case Expired:
		return words.ExpiredOn(r.Summary, r.DecidedAt, zone)
	case Cancelled:
		return words.Cancelled(r.Summary)
	default:
		return words.StillOpen(r.Until(), zone, "")
	}
}

// notice returns the item of a notice about r to one of its approvers, at the
// address they answered from, else where the prompt went. what keeps notices of
// one kind apart: the same notice is sent once.
func (s *Service) notice(ctx context.Context, r Record, to message.PersonID, what, text string) (queue.Item, bool, error) {
	p, ok, err := s.o.Directory.Person(ctx, to)
	if err != nil {
		return queue.Item{}, false, fmt.Errorf("approvals: look up %s: %w", to, err)
	}
	if !ok {
		return queue.Item{}, false, nil
	}
	addr, ch, ok := s.route(p, "")
	if at, reached := r.ReachedAt[to]; reached && slices.Contains(p.Addresses, at.Address) {
		addr, ch, ok = at.Address, at.Channel, true
	}
	if v, voted := r.vote(to); voted && slices.Contains(p.Addresses, v.From) {
		addr, ch, ok = v.From, v.Channel, true
	}
	if !ok {
		return queue.Item{}, false, nil
	}
	it, err := s.noticeItem(message.Outbound{
		ID:      message.DerivedMessageID(r.CreatedAt, "notice", string(r.ID), string(to), what),
		Channel: ch, To: addr, ToName: p.Name, Kind: message.Notice, Approval: r.ID, Person: to, Turn: r.Turn,
		Subject: "Re: " + r.Summary, Text: text, CreatedAt: s.o.Now(),
	})
	return it, err == nil, err
}

// forward puts the decision into the session's lane and clears the mark. The
// item's id is the request's id, so a repeated forward adds nothing.
func (s *Service) forward(ctx context.Context, r Record) error {
	if !r.Inject {
		return nil
	}
	it, err := s.o.Injection(r)
	if err != nil {
		return fmt.Errorf("approvals: injection of %s: %w", r.ID, err)
	}
	if err := s.o.Lanes.Enqueue(ctx, it); err != nil {
		return fmt.Errorf("approvals: forward %s: %w", r.ID, err)
	}
	_, _, err = s.change(ctx, r.ID, func(r *Record) bool {
		had := r.Inject
		r.Inject = false
		return had
	})
	return err
}

// Operator decides as an operator: deny or cancel. Nobody grants here.
func (s *Service) Operator(ctx context.Context, id message.ApprovalID, st State, name, reason string) (Record, error) {
	if st != Denied && st != Cancelled {
		return Record{}, fmt.Errorf("approvals: an operator cannot make a request %s", st)
	}
	r, changed, err := s.change(ctx, id, func(r *Record) bool {
		if r.State != Pending {
			return false
		}
		r.decide(st, "operator:"+name, reason, s.o.Now())
		r.Inject = true // the suspended turn must hear of it either way
		return true
	})
	if err != nil {
		return Record{}, err
	}
	if !changed {
		return r, ErrConflict
	}
	return r, s.settled(ctx, r)
}

// CancelOpen cancels what a turn still asks, because it ended, and tells the
// approvers. Nothing is injected. What it cancelled before a crash is told again,
// which is once.
func (s *Service) CancelOpen(ctx context.Context, turn message.TurnID) error {
	rs, err := s.o.Store.List(ctx, Filter{Turn: turn})
	if err != nil {
		return fmt.Errorf("approvals: list: %w", err)
	}
	for _, r := range rs {
		if r.State == Pending {
			r, _, err = s.change(ctx, r.ID, func(r *Record) bool {
				if r.State != Pending {
					return false
				}
				r.decide(Cancelled, byAgent, "the turn ended", s.o.Now())
				return true
			})
			if err != nil {
				return err
			}
		}
		if r.State == Cancelled && r.DecidedBy == byAgent {
			if err := s.settled(ctx, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// Handed is told by the outbox how a prompt ended, and again if it came back. The
// time to live starts with the first prompt that is handed over. Whose prompt has
// failed is asked at the next address; when no prompt can be delivered the
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
		case r.State != Pending:
			return false
		case res.State == outbox.Sent:
			changed := false
			if r.PromptedAt.IsZero() {
				r.PromptedAt = res.At
				r.ExpiresAt = earliest(res.At.Add(r.TTL), r.Latest)
				changed = true
			}
			return r.reach(res.Out) || changed
		case res.State == outbox.Failed:
			changed := res.Bounced && r.unreach(res.Out)
			if last && !slices.Contains(r.Reached, res.Out.Person) && !slices.Contains(r.Lost, res.Out.Person) {
				r.Lost = append(r.Lost, res.Out.Person)
				changed = true
			}
			return changed
		}
		return false
	})
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	s.kick()
	if r.State == Pending && len(r.Lost) == len(r.Approvers) {
		s.o.Log.Error("approvals: no prompt could be delivered", "approval", r.ID, "turn", r.Turn)
		s.o.Alert(ctx, string(r.ID), "No prompt of an approval request could be delivered, so it was refused: "+r.Summary)
		return s.undeliverable(ctx, r)
	}
	return nil
}

// undeliverable refuses a request that nobody could be asked: the turn hears it
// at once instead of at its expiry, and the originators with it.
func (s *Service) undeliverable(ctx context.Context, r Record) error {
	r, changed, err := s.change(ctx, r.ID, func(r *Record) bool {
		if r.State != Pending {
			return false
		}
		r.decide(Denied, byPolicy, "no approver could be reached", s.o.Now())
		return true
	})
	if err != nil || !changed {
		return err
	}
	return s.settled(ctx, r)
}

// Expire denies requests whose time is over until ctx ends, and forwards
// decisions whose injection a crash left behind. It sleeps until the next
// deadline; caughtUp is closed when every inbound channel has caught up after a
// start, and until then (at most five minutes) nothing expires: an answer may be
// waiting to be read.
func (s *Service) Expire(ctx context.Context, caughtUp <-chan struct{}) error {
	if err := s.recover(ctx, false); err != nil {
		s.o.Log.Error("approvals: recover", "err", err)
	}
	select {
	case <-caughtUp:
	case <-time.After(5 * time.Minute):
	case <-ctx.Done():
		return nil
	}
	for recovered := s.o.Now(); ; {
		if s.o.Now().Sub(recovered) >= safety {
			recovered = s.o.Now()
			if err := s.recover(ctx, true); err != nil && ctx.Err() == nil {
				s.o.Log.Error("approvals: recover", "err", err)
			}
		}
		next, err := s.sweep(ctx)
		if ctx.Err() != nil {
			return nil
		}
		wait := safety
		switch {
		case err != nil:
			s.o.Log.Error("approvals: expiry", "err", err)
			wait = time.Second
		case !next.IsZero():
			wait = min(wait, max(next.Sub(s.o.Now()), 0)+time.Millisecond)
		}
		t := time.NewTimer(wait)
		select {
		case <-t.C:
		case <-s.wake:
		case <-ctx.Done():
		}
		t.Stop()
	}
}

// sweep expires what is due and returns the next deadline.
func (s *Service) sweep(ctx context.Context) (time.Time, error) {
	for {
		due, next, err := s.o.Store.Due(ctx, s.o.Now())
		if err != nil {
			return time.Time{}, err
		}
		var errs []error // one that cannot be expired now does not hold up the others
		for _, r := range due {
			_, err := s.expire(ctx, r.ID)
			errs = append(errs, err)
		}
		if err := errors.Join(errs...); err != nil || len(due) == 0 {
			return next, err
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
		if s.o.Now().Sub(r.DecidedAt) < recent && running { // it is being forwarded just now
			continue
		}
		errs = append(errs, s.settled(ctx, r))
	}
	return errors.Join(errs...)
}

// expire denies one request if its time is over.
func (s *Service) expire(ctx context.Context, id message.ApprovalID) (Record, error) {
	now := s.o.Now()
	r, changed, err := s.change(ctx, id, func(r *Record) bool {
		if r.State != Pending || r.ExpiresAt.After(now) {
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

// AgentGone tells those who decided that the agent could not go on with it. It
// is called by turns when the step of a decision has failed, or its turn had
// ended. It returns what the originators are to hear and the time of the
// decision; "" if no person decided.
func (s *Service) AgentGone(ctx context.Context, id message.ApprovalID) (string, time.Time, error) {
	r, _, err := s.change(ctx, id, func(r *Record) bool {
		had := r.Gone
		r.Gone = true
		return !had
	})
	if errors.Is(err, ErrNotFound) || err == nil && len(r.Votes) == 0 {
		return "", time.Time{}, nil
	}
	if err != nil {
		return "", time.Time{}, err
	}
	s.o.Log.Error("approvals: the agent could not go on with the decision", "approval", r.ID, "turn", r.Turn)
	s.o.Alert(ctx, string(r.ID)+" gone", "The agent could not go on with a decision: "+r.Summary+" (turn "+string(r.Turn)+")")
	text := render.In("en").AgentGone(r.State == Granted, r.Summary)
	var items []queue.Item
	for _, v := range r.Votes {
		it, ok, err := s.notice(ctx, r, v.Person, "agent gone", text)
		if err != nil {
			return "", time.Time{}, err
		}
		if ok {
			items = append(items, it)
		}
	}
	if err := s.o.Lanes.Enqueue(ctx, items...); err != nil {
		return "", time.Time{}, fmt.Errorf("approvals: tell the deciders: %w", err)
	}
	return text, r.DecidedAt, nil
}
