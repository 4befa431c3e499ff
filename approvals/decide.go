package approvals

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/approvals/ledger"
	"bridge/message"
	"bridge/queue"
)

// change applies fn to the stored record by compare-and-set. fn says whether
// there is anything to write; it may run several times. What happened is chained in
// the same write; also adds what the record does not show.
func (s *Service) change(ctx context.Context, id message.ApprovalID, fn func(*Record) bool, also ...func(was, r Record, now time.Time) []ledger.Event) (Record, bool, error) {
	for {
		r, err := s.o.Store.Get(ctx, id)
		if err != nil {
			return Record{}, false, err
		}
		was := r.snapshot()
		if !fn(&r) {
			return r, false, nil
		}
		now := s.o.Now()
		events := objected(was, r, now)
		for _, more := range also {
			events = append(events, more(was, r, now)...)
		}
		r, err = s.o.Store.Put(ctx, r, append(events, happened(was, r, now)...)...)
		if errors.Is(err, ErrConflict) && ctx.Err() == nil {
			continue
		}
		if err != nil {
			return Record{}, false, fmt.Errorf("approvals: store %s: %w", id, err)
		}
		s.meter(was, r)
		return r, true, nil
	}
}

// count adds a vote and decides if it settles the request: one denial does, and as many
// grants as the quorum says, at once or after the grace. A vote of somebody who voted is
// not counted, except for a no that takes a yes back.
func count(r *Record, v Vote, now time.Time) bool {
	if r.State != Pending {
		return false
	}
	if i := slices.IndexFunc(r.Votes, func(x Vote) bool { return x.Person == v.Person }); i >= 0 {
		if !r.takesBack(r.Votes[i], v) {
			return false
		}
		r.Votes = slices.Clone(r.Votes)
		r.Votes[i] = v
		reason := tookBack
		if v.Reason != "" {
			reason += ": " + v.Reason
		}
		r.decide(Denied, string(v.Person), reason, now)
		return true
	}
	r.Votes = append(slices.Clip(r.Votes), v)
	switch {
	case !v.Grant:
		r.decide(Denied, string(v.Person), v.Reason, now)
	case !r.HeldUntil.IsZero(): // one more yes changes nothing
	case !r.enough():
	case r.Grace > 0:
		r.HeldUntil = now.Add(r.Grace)
	default:
		r.decide(Granted, r.granters(), "", now)
	}
	return true
}

// enough reports whether the votes that stand grant the request.
func (r *Record) enough() bool {
	n := 0
	for _, v := range r.Votes {
		if !v.Grant {
			return false
		}
		n++
	}
	return n >= max(r.Quorum, 1)
}

// granters are the people who said yes, with commas.
func (r *Record) granters() string {
	var ids []string
	for _, v := range r.Votes {
		if v.Grant {
			ids = append(ids, string(v.Person))
		}
	}
	return strings.Join(ids, ",")
}

// settled does what follows from a decision: the injection is forwarded and the
// approvers hear of it. It may run again after a crash; what it enqueues is
// there once, so whoever was told already is not told again.
func (s *Service) settled(ctx context.Context, r Record) error {
	if r.State == Pending { // marked all the same: a request from outside
		return s.askAround(ctx, r)
	}
	if s.o.Decided != nil {
		s.o.Decided(r)
	}
	s.watch.wake(r.ID)
	if err := s.o.Audit(ctx, "approval "+string(r.State), r, "by "+r.DecidedBy); err != nil {
		return fmt.Errorf("approvals: audit: %w", err)
	}
	items, err := s.notices(ctx, r)
	if err != nil {
		return err
	}
	receipts, err := s.receipts(ctx, r)
	if err != nil {
		return err
	}
	if err := s.o.Lanes.Enqueue(ctx, append(items, receipts...)...); err != nil {
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
		if r.wasTakenBack() {
			return words.TakenBack(r.Summary, s.deciders(ctx, r, words), r.DecidedAt, zone)
		}
		return words.Decided(r.State == Granted, r.Summary, s.deciders(ctx, r, words), r.DecidedAt, zone)
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
// one kind apart: the same notice is sent once. change, if there is one, has the last
// word on the message.
func (s *Service) notice(ctx context.Context, r Record, to message.PersonID, what, text string, change ...func(*message.Outbound)) (queue.Item, bool, error) {
	p, ok, err := s.o.Directory.Person(ctx, to)
	if err != nil {
		return queue.Item{}, false, fmt.Errorf("approvals: look up %s: %w", to, err)
	}
	if !ok {
		return queue.Item{}, false, nil
	}
	addr, ch, ok := s.route(p, "", r.Via...)
	if at, reached := r.ReachedAt[to]; reached && slices.Contains(p.Addresses, at.Address) {
		addr, ch, ok = at.Address, at.Channel, true
	}
	if v, voted := r.vote(to); voted && slices.Contains(p.Addresses, v.From) {
		addr, ch, ok = v.From, v.Channel, true
	}
	if !ok {
		return queue.Item{}, false, nil
	}
	out := message.Outbound{
		ID:      message.DerivedMessageID(r.CreatedAt, "notice", string(r.ID), string(to), what),
		Channel: ch, To: addr, ToName: p.Name, Kind: message.Notice, Approval: r.ID, Person: to, Turn: r.Turn,
		Subject: "Re: " + r.Summary, Text: text, CreatedAt: s.o.Now(),
	}
	for _, f := range change {
		f(&out)
	}
	it, err := s.noticeItem(out)
	return it, err == nil, err
}

// forward puts the decision into the session's lane, or sends it to the callback where
// no turn asked, and clears the mark. The item's id is the request's id, or made from
// it, so a repeated forward adds nothing.
func (s *Service) forward(ctx context.Context, r Record) error {
	if !r.Inject {
		return nil
	}
	it, there, err := s.callback(r)
	if err != nil {
		return err
	}
	if r.Outside == nil {
		if it, err = s.o.Injection(r); err != nil {
			return fmt.Errorf("approvals: injection of %s: %w", r.ID, err)
		}
		there = true
	}
	if there {
		if err := s.o.Lanes.Enqueue(ctx, it); err != nil {
			return fmt.Errorf("approvals: forward %s: %w", r.ID, err)
		}
	}
	_, _, err = s.change(ctx, r.ID, func(r *Record) bool {
		had := r.Inject
		r.Inject = false
		return had
	})
	return err
}

// Why an operator cannot grant a request.
var (
	// ErrNoOperatorGrant: its rules leave that to the approvers.
	ErrNoOperatorGrant = errors.New("an operator may deny or cancel this; only its approvers can grant it")
	// ErrOver: its time is over. It expires when the answers that came in time are read.
	ErrOver = errors.New("its time is over, so it cannot be granted any more")
	// ErrOwnRequest: the same operator asked for it.
	ErrOwnRequest = errors.New("whoever asked for it does not grant it")
)

// Operator decides as an operator: deny, cancel, or grant where the rules say
// operator_grant. ErrConflict, with the record, says that it is decided already.
func (s *Service) Operator(ctx context.Context, id message.ApprovalID, st State, name, reason string) (Record, error) {
	if st != Granted && st != Denied && st != Cancelled {
		return Record{}, fmt.Errorf("approvals: an operator cannot make a request %s", st)
	}
	var refused error
	r, changed, err := s.change(ctx, id, func(r *Record) bool {
		refused = nil
		if r.State != Pending {
			return false
		}
		switch {
		case st == Granted && !r.OperatorGrant:
			refused = ErrNoOperatorGrant
		case st == Granted && r.Outside != nil && r.Outside.By == "operator:"+name:
			refused = ErrOwnRequest
		case st == Granted && r.HeldUntil.IsZero() && !r.ExpiresAt.After(s.o.Now()):
			refused = ErrOver
		}
		if refused != nil {
			return false
		}
		r.decide(st, "operator:"+name, reason, s.o.Now())
		r.Inject = true // the suspended turn must hear of it either way
		return true
	})
	if err == nil {
		err = refused
	}
	if err != nil {
		return Record{}, err
	}
	if !changed {
		return r, ErrConflict
	}
	return r, s.settled(ctx, r)
}

// CancelOwn cancels a request from outside for the agent that asked it. ErrNotFound:
// that agent asked no such request.
func (s *Service) CancelOwn(ctx context.Context, id message.ApprovalID, agent, reason string) (Record, error) {
	theirs := true
	r, changed, err := s.change(ctx, id, func(r *Record) bool {
		if theirs = r.Of(agent); !theirs || r.State != Pending {
			return false
		}
		r.decide(Cancelled, r.Outside.By, reason, s.o.Now())
		r.Inject = true // the callback
		return true
	})
	switch {
	case err == nil && !theirs:
		return Record{}, ErrNotFound
	case err != nil:
		return Record{}, err
	case !changed:
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
	var items []queue.Item
	for _, v := range r.Votes {
		it, ok, err := s.notice(ctx, r, v.Person, "agent gone", s.words(ctx, v.Person).AgentGone(r.State == Granted, r.Summary))
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
	return s.words(ctx, r.RequesterID).AgentGone(r.State == Granted, r.Summary), r.DecidedAt, nil
}
