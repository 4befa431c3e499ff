package approvals

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bridge/approvals/reply"
	"bridge/message"
	"bridge/queue"
	"bridge/render"
)

// Answer takes a reply that Bind has bound. When it returns nil everything that
// follows from the reply is durable. It may run again with the same reply:
// nothing is then decided or said twice. The returned words say what it came to,
// for the audit log.
func (s *Service) Answer(ctx context.Context, b Bound, r Reply) (string, error) {
	switch {
	case b.List:
		return s.list(ctx, r)
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
		return "no such code", s.say(ctx, "", r, render.In(r.Person.Language).NoOpenRequest(b.Unknown))
	}
	rec, err := s.o.Store.Get(ctx, b.Approval)
	if errors.Is(err, ErrNotFound) {
		if !r.Known {
			return "unknown request from a stranger", nil
		}
		return "no such request", s.say(ctx, "", r, render.In(r.Person.Language).NoOpenRequest(b.Unknown))
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
		return "a stranger answered", s.tried(ctx, r, rec, b.Whose, render.WrongAddress)
	}
	me, mine := rec.approver(r.Person.ID)
	if !mine {
		if err := s.stolen(ctx, b, r); err != nil {
			return "", err
		}
		return "not an approver", s.say(ctx, rec.ID, r, render.In(r.Person.Language).OnlyCanDecide(s.names(ctx, rec, r.Person.Language)))
	}
	return s.answer(ctx, b, r, rec, me)
}

// stolen counts a verdict with another person's code as a wrong one.
func (s *Service) stolen(ctx context.Context, b Bound, r Reply) error {
	if b.By != "code" && b.By != "token" || b.Wrong > 0 || verdict(r).Verdict == reply.None {
		return nil
	}
	_, err := s.guess(ctx, r, guesses(r, 1)...)
	return err
}

// answer handles the reply of one of the request's approvers.
func (s *Service) answer(ctx context.Context, b Bound, r Reply, rec Record, me Approver) (string, error) {
	v := verdict(r)
	if !v.Strong && !b.Explicit { // "ok" to something else
		v.Verdict = reply.None
	}
	if rec.State == Pending && !rec.ExpiresAt.After(r.At) {
		// The sweep has not come by yet. What counts is when the answer came.
		var err error
		if rec, err = s.expire(ctx, rec.ID); err != nil {
			return "", err
		}
	}
	if len(b.Others) > 0 {
		if asked, err := s.whichOne(ctx, r, rec.ID); asked || err != nil {
			return "bound to several requests", err
		}
	}
	if b.Digits != "" {
		return s.stepped(ctx, b, r, rec, me)
	}
	if rec.State != Pending {
		return s.late(ctx, r, rec, v)
	}
	unclear := v.Verdict == reply.None || r.Ambiguous || b.Stray
	weak := r.Trust < rec.Trust
	if weak && (unclear || v.Verdict == reply.Deny && r.Trust < message.Carrier) {
		return "trust too low", s.tried(ctx, r, rec, me.Person, render.TrustTooLow)
	}
	if unclear {
		return "no verdict", s.askBack(ctx, r, rec, me)
	}
	// Numbers can be forged: a yes by SMS has the code that only its prompt shows.
	if v.Verdict == reply.Grant && r.Kind == message.KindSMS && !b.Coded {
		return "a yes by SMS without the code", s.askBack(ctx, r, rec, me)
	}
	if v.Verdict == reply.Grant && !s.shown(rec, me, r) {
		return "the prompt was not complete", s.say(ctx, rec.ID, r, render.In(r.Person.Language).DidNotCount(rec.Summary, render.Incomplete))
	}
	if open, opens := s.takes(rec, r.Person, r.At); v.Verdict == reply.Grant && !open {
		return "outside the hours", s.say(ctx, rec.ID, r, render.In(r.Person.Language).HoursClosed(rec.Summary, opens, r.Person.Zone))
	}
	vote := Vote{
		Person: me.Person, Grant: v.Verdict == reply.Grant, Reason: v.Reason, At: r.At, Channel: r.Channel, From: r.From,
		Trust: r.Trust, Why: r.Why, Binding: b.By, Grammar: reply.Version, Key: r.Key,
	}
	vote.Raw = r.raw()
	if weak && vote.Grant && r.Form == nil { // who has the prompt has the page: a code to the same person proves no more
		what, sent, err := s.stepUp(ctx, r, rec, vote)
		if sent || err != nil {
			return what, err
		}
	}
	if weak && vote.Grant {
		return "trust too low", s.tried(ctx, r, rec, me.Person, render.TrustTooLow)
	}
	rec, counted, err := s.change(ctx, rec.ID, func(rec *Record) bool { return rec.cast(vote, s.o.Now()) })
	if err != nil {
		return "", err
	}
	if !counted {
		return s.late(ctx, r, rec, v)
	}
	return s.answered(ctx, r, rec, vote.Grant)
}

// answered answers a vote that was counted, and does what follows.
func (s *Service) answered(ctx context.Context, r Reply, rec Record, grant bool) (string, error) {
	if rec.State == Pending {
		return "vote", s.acknowledgeVote(ctx, r, rec)
	}
	if err := s.acknowledge(ctx, r, rec); err != nil {
		return "", err
	}
	return string(rec.State), s.settled(ctx, rec)
}

// verdict reads a reply. Where it has two forms both must give the same verdict.
func verdict(r Reply) reply.Result {
	if r.Form != nil {
		return *r.Form
	}
	if _, v, ok := press(r.Button); ok {
		return reply.Result{Verdict: v, Strong: true}
	}
	o := reply.Options{Name: r.Person.Name, SMS: r.Kind == message.KindSMS}
	v := reply.Parse(r.Text, o)
	if r.Other != "" {
		w := reply.Parse(r.Other, o)
		if w.Verdict != v.Verdict {
			v.Verdict = reply.None
		}
		v.Strong = v.Strong && w.Strong
	}
	return v
}

// late answers an approver whose request is not open any more, or who has voted.
// The same answer in a new mail is acknowledged again.
func (s *Service) late(ctx context.Context, r Reply, rec Record, v reply.Result) (string, error) {
	prev, voted := rec.vote(r.Person.ID)
	if voted && prev.Key == r.Key && (prev.Channel == r.Channel || prev.Stepped != nil && prev.Stepped.Back.Channel == r.Channel) { // the same message again, after a crash or a retry
		if rec.State == Pending {
			return "repeated", s.acknowledgeVote(ctx, r, rec)
		}
		if err := s.acknowledge(ctx, r, rec); err != nil {
			return "", err
		}
		if !rec.Inject { // all that follows was done
			return "repeated", nil
		}
		return "repeated", s.settled(ctx, rec)
	}
	if objects(rec, r.Person.ID, v) {
		return s.object(ctx, r, rec, v)
	}
	zone := r.Person.Zone
	switch same := voted && v.Verdict != reply.None && prev.Grant == (v.Verdict == reply.Grant); {
	case rec.State == Pending && same:
		return "repeated vote", s.say(ctx, rec.ID, r, s.standing(rec, prev, r.Person))
	case rec.State == Pending:
		return "second vote", s.say(ctx, rec.ID, r, render.In(r.Person.Language).AlreadyVoted(prev.Grant, prev.At, zone))
	case same && prev.Grant == (rec.State == Granted):
		return "acknowledged again", s.say(ctx, rec.ID, r, s.outcome(ctx, rec, r.Person.ID))
	case rec.State == Expired:
		return "late: expired", s.say(ctx, rec.ID, r, render.In(r.Person.Language).ExpiredOn(rec.Summary, rec.DecidedAt, zone))
	case rec.State == Cancelled:
		return "late: cancelled", s.say(ctx, rec.ID, r, render.In(r.Person.Language).Cancelled(rec.Summary))
	default:
		return "late: decided", s.say(ctx, rec.ID, r, render.In(r.Person.Language).AlreadyDecided(rec.State == Granted, s.deciders(ctx, rec, render.In(r.Person.Language)), rec.DecidedAt, zone))
	}
}

// acknowledge tells the decider, in the reply's own thread, what was recorded.
// It has the id of the notice that settled would send to the same person.
func (s *Service) acknowledge(ctx context.Context, r Reply, rec Record) error {
	out := s.reply(rec.ID, r, s.outcome(ctx, rec, r.Person.ID))
	out.ID = message.DerivedMessageID(rec.CreatedAt, "notice", string(rec.ID), string(r.Person.ID), "settled")
	if r.Heard != nil { // the notice to everybody tells it at the registered address, too
		r.Heard(out.Text)
		return nil
	}
	return s.enqueue(ctx, out)
}

// askBack asks an approver without a verdict again, at most once in ten minutes.
// The question is enqueued before it is noted: a crash in between repeats it
// under the same id, which is once.
func (s *Service) askBack(ctx context.Context, r Reply, rec Record, me Approver) error {
	if s.o.Now().Sub(rec.Asked[me.Person]) < askBack {
		return nil
	}
	out := s.reply(rec.ID, r, render.In(r.Person.Language).StillOpen(rec.Until(), r.Person.Zone, me.Code))
	out.Asks = true
	if err := s.answerTo(ctx, r, out); err != nil {
		return err
	}
	now := s.o.Now()
	_, _, err := s.change(ctx, rec.ID, func(rec *Record) bool {
		rec.Asked = noted(rec.Asked, me.Person, now)
		return true
	})
	return err
}

// tried tells an approver at the registered address that an answer did not
// count, with a limit of its own: a stranger cannot silence what the approver is
// asked back.
func (s *Service) tried(ctx context.Context, r Reply, rec Record, whose message.PersonID, why render.Reason) error {
	if r.Heard != nil {
		r.Heard(s.words(ctx, whose).DidNotCount(rec.Summary, why))
		return nil
	}
	if rec.State != Pending || s.o.Now().Sub(rec.Tried[whose]) < askBack {
		return nil
	}
	it, ok, err := s.notice(ctx, rec, whose, "tried "+r.Key, s.words(ctx, whose).DidNotCount(rec.Summary, why))
	if err != nil || !ok {
		return err
	}
	if err := s.o.Lanes.Enqueue(ctx, it); err != nil {
		return fmt.Errorf("approvals: tell %s: %w", whose, err)
	}
	now := s.o.Now()
	_, _, err = s.change(ctx, rec.ID, func(rec *Record) bool {
		rec.Tried = noted(rec.Tried, whose, now)
		return true
	})
	return err
}

// noted returns a copy of m with p at now.
func noted(m map[message.PersonID]time.Time, p message.PersonID, now time.Time) map[message.PersonID]time.Time {
	out := map[message.PersonID]time.Time{p: now}
	for k, v := range m {
		if k != p {
			out[k] = v
		}
	}
	return out
}

// say answers a reply in its own thread. One reply gets one answer, however
// often it is handled.
func (s *Service) say(ctx context.Context, id message.ApprovalID, r Reply, text string) error {
	return s.answerTo(ctx, r, s.reply(id, r, text))
}

// answerTo enqueues an answer to a reply, unless its sender was answered too
// often lately: two robots do not talk for ever, and a forged sender is no
// target.
func (s *Service) answerTo(ctx context.Context, r Reply, out message.Outbound) error {
	if r.Heard != nil {
		r.Heard(out.Text)
		return nil
	}
	if !s.pace.allow(r.From, s.o.Now()) {
		s.o.Log.Warn("approvals: answered this sender too often, staying silent", "from", r.From.Masked(), "approval", out.Approval)
		return nil
	}
	return s.enqueue(ctx, out)
}

func (s *Service) reply(id message.ApprovalID, r Reply, text string) message.Outbound {
	return message.Outbound{
		ID:      message.DerivedMessageID(time.Time{}, "say", string(r.Channel), r.Key), // not of r.At: a repeated delivery has another
		Channel: r.Channel, To: r.From, ToName: r.Person.Name, Kind: message.Notice, Approval: id, Person: r.Person.ID,
		Text: text, Thread: r.Thread, CreatedAt: r.At,
	}
}

func (s *Service) enqueue(ctx context.Context, out message.Outbound) error {
	it, err := s.noticeItem(out)
	if err != nil {
		return err
	}
	if err := s.o.Lanes.Enqueue(ctx, []queue.Item{it}...); err != nil {
		return fmt.Errorf("approvals: answer a reply: %w", err)
	}
	return nil
}

// names lists the approvers' first names, for a reader of a language.
func (s *Service) names(ctx context.Context, rec Record, language string) []string {
	var names []string
	for _, a := range rec.Approvers {
		if p, ok, err := s.o.Directory.Person(ctx, a.Person); err == nil && ok {
			names = append(names, p.FirstName())
		}
	}
	if len(names) == 0 {
		names = []string{render.In(language).AnOperator()}
	}
	return names
}
