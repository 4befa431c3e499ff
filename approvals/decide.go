package approvals

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bridge/approvals/binding"
	"bridge/approvals/decision"
	"bridge/approvals/evidence"
	"bridge/approvals/ledger"
	"bridge/approvals/request"
	"bridge/core/message"
)

// change applies fn to the stored record by compare-and-set. fn says whether
// there is anything to write; it may run several times. What happened is chained in
// the same write; also adds what the record does not show.
func (s *Service) change(ctx context.Context, id message.ApprovalID, fn func(*request.Record) bool, also ...func(r request.Record, now time.Time) []ledger.Event) (request.Record, error) {
	for {
		was, err := s.o.Store.Get(ctx, id)
		if err != nil {
			return request.Record{}, err
		}
		r := was.Clone()
		if !fn(&r) {
			return was, nil
		}
		now := s.o.Now()
		var events []ledger.Event
		for _, more := range also {
			events = append(events, more(r, now)...)
		}
		r, err = s.o.Store.Put(ctx, r, append(events, evidence.Between(was, r, now)...)...)
		if errors.Is(err, request.ErrConflict) && ctx.Err() == nil {
			continue
		}
		if err != nil {
			return request.Record{}, fmt.Errorf("approvals: store %s: %w", id, err)
		}
		s.meter(was, r)
		s.look(r)
		return r, nil
	}
}

// decide applies a decision to the stored record. What follows from it is left to do.
func (s *Service) decide(ctx context.Context, id message.ApprovalID, rule func(*request.Record) decision.Ruling, also ...func(r request.Record, now time.Time) []ledger.Event) (decision.Ruling, error) {
	var d decision.Ruling
	var unknown error
	r, err := s.change(ctx, id, func(r *request.Record) bool {
		lapsed := false
		if lapsed, unknown = s.lapse(ctx, r); unknown != nil {
			return false
		}
		d = rule(r)
		return d.Changed || lapsed
	}, also...)
	d.Record = r
	return d, errors.Join(err, unknown)
}

// lapse takes the votes of those out of an open request who may not decide it any more: disabled,
// out of the group that they were asked by, of another tenant. Who was asked no more after they
// had voted may still. It reports whether there were any.
func (s *Service) lapse(ctx context.Context, r *request.Record) (bool, error) {
	if r.State != request.Pending || len(r.Votes) == 0 {
		return false, nil
	}
	var gone []message.PersonID
	for _, v := range r.Votes {
		p, active, err := s.person(ctx, v.Person)
		if err != nil {
			return false, err
		}
		_, asked := r.ApproverOf(v.Person)
		if _, may := r.May(p); !active || asked && !may {
			gone = append(gone, v.Person)
		}
	}
	if len(gone) == 0 {
		return false, nil
	}
	r.Votes = slices.DeleteFunc(r.Votes, func(v request.Vote) bool { return slices.Contains(gone, v.Person) })
	if !r.Enough(r.Quorum) {
		r.HeldUntil = time.Time{}
	}
	s.o.Log.Warn("approvals: votes do not count any more, since who gave them may not decide", "approval", r.ID, "people", gone)
	return true, nil
}

// decideNow applies a decision that no reply has brought, and does what follows.
func (s *Service) decideNow(ctx context.Context, id message.ApprovalID, rule func(*request.Record) decision.Ruling, also ...func(r request.Record, now time.Time) []ledger.Event) (decision.Ruling, error) {
	d, err := s.decide(ctx, id, rule, also...)
	if err != nil {
		return d, err
	}
	_, err = s.follow(ctx, d, binding.Reply{})
	return d, err
}

// Operator decides as an operator: deny, cancel, or grant where the rules say
// operator_grant. ErrConflict, with the record, says that it is decided already.
func (s *Service) Operator(ctx context.Context, id message.ApprovalID, st request.State, name, reason string) (request.Record, error) {
	return s.decideOr(ctx, id, func(r *request.Record) (decision.Ruling, error) {
		return decision.Operator(r, st, name, reason, s.o.Now())
	})
}

// CancelOwn cancels a request from outside for the agent that asked it. ErrNotFound:
// that agent asked no such request.
func (s *Service) CancelOwn(ctx context.Context, id message.ApprovalID, agent, reason string) (request.Record, error) {
	return s.decideOr(ctx, id, func(r *request.Record) (decision.Ruling, error) {
		return decision.CancelOwn(r, agent, reason, s.o.Now())
	})
}

// decideOr applies a decision that may be refused, and returns the record either way.
func (s *Service) decideOr(ctx context.Context, id message.ApprovalID, rule func(*request.Record) (decision.Ruling, error)) (request.Record, error) {
	var refused error
	d, err := s.decideNow(ctx, id, func(r *request.Record) (d decision.Ruling) {
		d, refused = rule(r)
		return d
	})
	if err == nil {
		err = refused
	}
	return d.Record, err
}

// CancelOpen cancels what a turn still asks, because it ended, and tells the approvers.
func (s *Service) CancelOpen(ctx context.Context, turn message.TurnID) error {
	rs, err := s.o.Store.List(ctx, request.Filter{Turn: turn})
	if err != nil {
		return fmt.Errorf("approvals: list: %w", err)
	}
	for _, r := range rs {
		if _, err := s.decideNow(ctx, r.ID, func(r *request.Record) decision.Ruling { return decision.TurnEnded(r, s.o.Now()) }); err != nil {
			return err
		}
	}
	return nil
}

// AgentGone tells those who decided that the agent could not go on with it. It
// is called by turns when the step of a decision has failed, or its turn had
// ended. It returns what the originators are to hear and the time of the
// decision; "" if no person decided.
func (s *Service) AgentGone(ctx context.Context, id message.ApprovalID) (string, time.Time, error) {
	r, err := s.change(ctx, id, func(r *request.Record) bool {
		had := r.Gone
		r.Gone = true
		return !had
	})
	if errors.Is(err, request.ErrNotFound) || err == nil && len(r.Votes) == 0 {
		return "", time.Time{}, nil
	}
	if err != nil {
		return "", time.Time{}, err
	}
	return s.words(ctx, r.RequesterID).AgentGone(r.State == request.Granted, r.Summary), r.DecidedAt, s.tellGone(ctx, r)
}
