package approvals

import (
	"context"
	"errors"
	"fmt"

	"bridge/approvals/binding"
	"bridge/approvals/decision"
	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/render"
)

// Answer takes a reply that Bind has bound. When it returns nil everything that
// follows from the reply is durable. It may run again with the same reply:
// nothing is then decided or said twice. The returned words say what it came to,
// for the audit log.
func (s *Service) Answer(ctx context.Context, b binding.Bound, r binding.Reply) (string, error) {
	switch {
	case b.List:
		return s.list(ctx, b, r)
	case b.Locked:
		return s.locked(ctx, r)
	case b.Wrong > 0:
		lock, err := s.guess(ctx, r, guesses(r, b.Wrong)...)
		if err != nil {
			return "", err
		}
		if b.Approval == "" && r.Known && !lock.Until.IsZero() { // that is told
			return "no such code", nil
		}
	}
	if b.Approval == "" {
		if !r.Known {
			return "unknown code from a stranger", nil
		}
		return "no such code", s.answerTo(ctx, r, s.reply("", r, render.In(r.Person.Language).NoOpenRequest(b.Unknown)))
	}
	rec, err := s.o.Store.Get(ctx, b.Approval)
	if errors.Is(err, request.ErrNotFound) {
		if !r.Known {
			return "unknown request from a stranger", nil
		}
		return "no such request", s.answerTo(ctx, r, s.reply("", r, render.In(r.Person.Language).NoOpenRequest(b.Unknown)))
	}
	if err != nil {
		return "", fmt.Errorf("approvals: read %s: %w", b.Approval, err)
	}
	if !r.Known {
		// Silence towards the stranger; whoever owns the prompt hears that it
		// was tried.
		if b.Whose == "" {
			return "a stranger answered", nil
		}
		if err := s.stolen(ctx, b, r); err != nil {
			return "", err
		}
		_, err := s.tried(ctx, r, rec, b.Whose, render.WrongAddress)
		return "a stranger answered", err
	}
	r.Copied = b.Loose()
	if b.Coded { // nobody but who got the prompt has the code
		r.Doubted = false
	}
	me, mine := rec.May(r.Person)
	if !mine {
		if err := s.stolen(ctx, b, r); err != nil {
			return "", err
		}
		return "not an approver", s.answerTo(ctx, r, s.reply(rec.ID, r, render.In(r.Person.Language).OnlyCanDecide(s.names(ctx, rec, r.Person.Language))))
	}
	what, _, err := s.answer(ctx, b, r, rec, me)
	return what, err
}

// stolen counts a verdict with another person's code as a wrong one.
func (s *Service) stolen(ctx context.Context, b binding.Bound, r binding.Reply) error {
	if b.By != "code" && b.By != "token" || b.Wrong > 0 || binding.Verdict(r).Verdict == reply.None {
		return nil
	}
	_, err := s.guess(ctx, r, guesses(r, 1)...)
	return err
}

// answer handles the reply of one of the request's approvers. said is what is told on a page instead
// of by a message.
func (s *Service) answer(ctx context.Context, b binding.Bound, r binding.Reply, rec request.Record, me request.Approver) (what string, said []string, err error) {
	r = r.Answering(rec)
	if decision.Over(&rec, r.At) { // the sweep has not come by yet: what counts is when the answer came
		if _, err := s.expire(ctx, rec.ID); err != nil {
			return "", nil, err
		}
	}
	if len(b.Others) > 0 {
		if asked, err := s.whichOne(ctx, r, rec.ID, true); asked || err != nil {
			return "bound to several requests", nil, err
		}
	}
	code, err := binding.DrawOneTime(s.o.Rand) // perhaps it is needed
	if err != nil {
		return "", nil, err
	}
	d, err := s.decide(ctx, rec.ID, func(rec *request.Record) decision.Ruling {
		a := s.read(b, r, *rec, me)
		a.Code = code
		return decision.Reply(rec, a, s.o.Now())
	})
	if err != nil {
		return "", nil, err
	}
	said, err = s.follow(ctx, d, r)
	return d.What, said, err
}

// read is what a reply says of a request.
func (s *Service) read(b binding.Bound, r binding.Reply, rec request.Record, me request.Approver) decision.Answer {
	v, unclear := r.Says(b, rec)
	if v.Fault != nil {
		s.o.Log.Error("approvals: a reply decides nothing", "approval", rec.ID, "err", v.Fault)
	}
	a := decision.Answer{
		Vote: r.Vote(b.By, v.Reason), Verdict: v.Verdict, Unclear: unclear, Early: r.TooEarly(rec), Doubted: r.Doubted, Proven: r.Proven(),
		Coded:  b.Coded || !r.Traits.CodeToGrant,
		Digits: b.Digits, Kind: r.Limiter(string(r.From.Kind())), Guess: r.Guessed(binding.OneTime),
	}
	if b.Digits != "" && r.Button == "" {
		switch code, no := binding.Digits(r); {
		case code != b.Digits: // a line below it was known only from answers to this request
			a.Digits, a.Verdict = "", reply.None
		case no:
			a.Verdict = reply.Deny
		default:
			a.Verdict = reply.Grant
		}
	}
	if q := rec.Question; q != nil && r.Worded() && r.Decides(b, me.Code) {
		if said, ok := q.Read(r.Text, me.Code); ok {
			a.Said = &said
		}
	}
	a.Open, a.Opens = decision.Open(rec.Policy, r.At, r.Person.Zone)
	if a.Verdict == reply.Grant && b.Digits == "" {
		a.Whole = s.desk.Shown(rec, me, r.Person, r.Channel)
		a.CodeTo = s.desk.OtherKinds(r.Person, r.From, rec)
	}
	return a
}

// Aside tells an approver that a request still waits for an answer, beside what becomes
// of a message that looked like one (Bound.Aside), or which wait, if there are several. The
// same message tells it once. It is no question that a plain yes would answer: the next yes
// may be for the agent, too.
func (s *Service) Aside(ctx context.Context, b binding.Bound, r binding.Reply) error {
	rec, err := s.o.Store.Get(ctx, b.Aside)
	if errors.Is(err, request.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("approvals: read %s: %w", b.Aside, err)
	}
	_, mine := rec.May(r.Person)
	if !mine || rec.State != request.Pending {
		return nil
	}
	if open, more, err := s.listed(ctx, r); err != nil {
		return err
	} else if len(open)+more > 1 { // the code of one, without what it asks, may be taken for that of another
		if _, err := s.whichOne(ctx, r, "", false); err != nil {
			return err
		}
		return s.noteAsked(ctx, r, rec, r.Lacks())
	}
	_, err = s.askBack(ctx, r, rec, r.Lacks(), true)
	return err
}
