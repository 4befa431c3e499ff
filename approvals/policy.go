package approvals

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/approvals/rules"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/render"
)

// Rules are the defaults of [approvals]: what holds where no rule matches.
type Rules = rules.Policy

// policy is what the rules say about a request.
func (s *Service) policy(q rules.Request) rules.Policy {
	p, _ := s.explain(q)
	return p
}

func (s *Service) explain(q rules.Request) (rules.Policy, []rules.Match) {
	if s.o.Set != nil {
		return s.o.Set.Explain(q)
	}
	p := s.o.Rules
	p.Summary = "" // only a Set knows what to do with a template
	return p, nil
}

// follow writes into r what the rules say: it holds for the record's whole life.
// Escalation is left to escalation.
func (r *Record) follow(p rules.Policy) {
	if r.Summary = p.Summary; r.Summary == "" {
		r.Summary = render.Summary(r.Tool, r.Args)
	}
	r.Rule, r.Rules = "default", p.Rules
	if len(p.Rules) > 0 {
		r.Rule = strings.Join(p.Rules, ",")
	}
	r.Quorum, r.Trust, r.TTL, r.Via, r.Hours = p.Quorum, p.Trust, p.TTL, p.Via, p.Hours
	r.Grace, r.Receipt, r.OperatorGrant = p.Grace, p.Receipt, p.OperatorGrant
	r.RemindEvery, r.Reminders = p.RemindEvery, p.Reminders
}

// escalation is who else the rules ask, without codes; nil for nobody. Those in asked
// are asked anyway.
func (s *Service) escalation(ctx context.Context, p rules.Policy, requester message.PersonID, asked []message.PersonID, at time.Time) (*Escalation, error) {
	to, _, err := s.askable(ctx, p, p.EscalateTo, requester, at)
	if err != nil {
		return nil, err
	}
	e := &Escalation{After: p.EscalateAfter, OnExpiry: p.OnExpiry == rules.Escalate}
	for _, id := range to {
		if !slices.Contains(asked, id) {
			e.To = append(e.To, Approver{Person: id})
		}
	}
	if len(e.To) == 0 || e.After == 0 && !e.OnExpiry {
		return nil, nil
	}
	return e, nil
}

// askable returns those of the people who are active, can be prompted on the channels
// of the rules, and within their hours; the requester is not among them unless the
// rules allow it. opens is when the first of them is asked.
func (s *Service) askable(ctx context.Context, p rules.Policy, people []message.PersonID, requester message.PersonID, at time.Time) (ids []message.PersonID, opens time.Time, err error) {
	for _, id := range people {
		if id == requester && !p.Self || slices.Contains(ids, id) {
			continue
		}
		person, ok, err := s.o.Directory.Person(ctx, id)
		if err != nil {
			return nil, time.Time{}, fmt.Errorf("approvals: look up %s: %w", id, err)
		}
		if _, _, reachable := s.route(person, "", p.Via...); !ok || !reachable {
			continue
		}
		first := rules.Next(p.Hours, at, person.Zone)
		if first.IsZero() { // never
			continue
		}
		ids = append(ids, id)
		if opens.IsZero() || first.Before(opens) {
			opens = first
		}
	}
	return ids, opens, nil
}

// atOnce decides a request when it is made, if the rules do, or if too few of the
// approvers can be asked. It says whether it did.
func (r *Record) atOnce(p rules.Policy, approvers []message.PersonID, now time.Time) bool {
	switch {
	case p.Decide == rules.Deny:
		r.decide(Denied, p.DecideBy, "", now)
	case p.Decide == rules.Grant:
		r.decide(Granted, p.DecideBy, "", now)
	case p.Refuse != "":
		r.decide(Denied, byPolicy, p.Refuse, now)
	case len(approvers) < r.Quorum:
		r.decide(Denied, byPolicy, fmt.Sprintf("%d of %d approvers can be asked", len(approvers), r.Quorum), now)
	default:
		return false
	}
	return true
}

// byRule reports whether a rule decided the request without asking anybody.
func (r Record) byRule() bool {
	return (r.State == Granted || r.State == Denied) && len(r.Votes) == 0 && slices.Contains(r.Rules, r.DecidedBy)
}

// within lets a prompt wait until the hours of its rules are open, and the person's
// quiet hours over. Such prompts have a lane of their own, also when they need not
// wait: to ask again is then once, whenever that is.
func within(it queue.Item, r Record, p message.Person, kind message.AddressKind, now time.Time) queue.Item {
	if len(r.Hours) == 0 {
		return outbox.Later(it, outbox.NotBefore(r.CreatedAt, kind, p, r.Machine))
	}
	at := now
	for range 20 { // the end of the one may be closed by the other
		then := rules.Next(r.Hours, at, p.Zone)
		if then.IsZero() {
			break // never; askable has left such people out, but their zone may have changed
		}
		if quiet := outbox.NotBefore(then, kind, p, r.Machine); !quiet.IsZero() {
			then = quiet
		}
		if then.Equal(at) {
			break
		}
		at = then
	}
	return outbox.Later(it, at)
}

// Explanation is what would become of a request, for operators.
type Explanation struct {
	Policy  rules.Policy
	Matches []rules.Match
	Summary string
	State   State  // Pending: people are asked
	Reason  string // of a decision that is made at once
	Asked   []Candidate
	Later   []Candidate // whom an escalation would ask
}

// Candidate is a person whom the rules name.
type Candidate struct {
	Person message.PersonID
	Places []Place // where they would be asked: at the first, and at the next where that fails
	Opens  time.Time
	Not    string // why they would not be asked; "" if they would
}

// Explain says what would become of a request at a time. Nothing is stored or sent.
func (s *Service) Explain(ctx context.Context, q rules.Request, at time.Time) (Explanation, error) {
	p, matches := s.explain(q)
	r := Record{Tool: q.Tool, Args: q.Args, State: Pending}
	r.follow(p)
	e := Explanation{Policy: p, Matches: matches, Summary: r.Summary}
	asked, _, err := s.askable(ctx, p, p.Approvers, q.Requester, at)
	if err != nil {
		return Explanation{}, err
	}
	if r.atOnce(p, asked, at) {
		e.State, e.Reason = r.State, "by "+r.DecidedBy
		if r.Reason != "" {
			e.Reason += ": " + r.Reason
		}
	} else {
		e.State = Pending
	}
	if p.Decide != "" {
		return e, nil
	}
	candidates := func(ids []message.PersonID) (out []Candidate, err error) {
		for _, id := range ids {
			c := Candidate{Person: id}
			person, ok, err := s.o.Directory.Person(ctx, id)
			if err != nil {
				return nil, fmt.Errorf("approvals: look up %s: %w", id, err)
			}
			c.Places = s.places(person, q.Channel, p.Via...)
			c.Opens = rules.Next(p.Hours, at, person.Zone)
			switch {
			case !ok:
				c.Not = "there is no such person"
			case id == q.Requester && !p.Self:
				c.Not = "it is their own request"
			case len(c.Places) == 0:
				c.Not = "no address on these channels"
			case c.Opens.IsZero():
				c.Not = "the hours are never open together"
			}
			out = append(out, c)
		}
		return out, nil
	}
	if e.Asked, err = candidates(p.Approvers); err != nil {
		return Explanation{}, err
	}
	e.Later, err = candidates(slices.DeleteFunc(slices.Clone(p.EscalateTo), func(id message.PersonID) bool { return slices.Contains(p.Approvers, id) }))
	return e, err
}
