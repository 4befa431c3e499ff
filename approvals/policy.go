package approvals

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/approvals/decision"
	"bridge/approvals/request"
	"bridge/approvals/rules"
	"bridge/core/message"
	"bridge/render"
)

// Rules are the defaults of [approvals]: what holds where no rule matches.
type Rules = rules.Policy

// policy is what the rules say about a request.
func (s *Service) policy(ctx context.Context, q rules.Request) (rules.Policy, error) {
	p, _, err := s.explain(ctx, q)
	return p, err
}

func (s *Service) explain(ctx context.Context, q rules.Request) (rules.Policy, []rules.Match, error) {
	if s.o.Set == nil {
		p := s.o.Rules
		p.Summary, p.Subject = "", "" // only a Set knows what to do with a template
		return p, nil, nil
	}
	for _, g := range s.o.Set.Groups() {
		all, err := s.o.Directory.Members(ctx, g)
		if err != nil {
			return rules.Policy{}, nil, fmt.Errorf("approvals: the group %s: %w", g, err)
		}
		if q.Groups == nil {
			q.Groups = map[string][]message.PersonID{}
		}
		q.Groups[g] = all
	}
	p, matches := s.o.Set.Explain(q)
	return p, matches, nil
}

// setPolicy writes into r what the rules say: it holds for the record's whole life.
// Escalation is left to escalation.
func setPolicy(r *request.Record, p rules.Policy) {
	if r.Summary = p.Summary; r.Summary == "" || render.Misleads(r.Summary, r.Args) {
		r.Summary = render.Summary(r.Tool, r.Args)
	}
	if r.Subject = p.Subject; render.Misleads(r.Subject, r.Args) {
		r.Subject = ""
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
func (s *Service) escalation(ctx context.Context, p rules.Policy, r request.Request, self message.PersonID, asked []message.PersonID) (*request.Escalation, error) {
	to, _, err := s.askable(ctx, p, p.EscalateTo, self, r.Tenant, r.CreatedAt)
	if err != nil {
		return nil, err
	}
	e := &request.Escalation{After: p.EscalateAfter, OnExpiry: p.OnExpiry == rules.Escalate}
	for _, id := range to {
		if !slices.Contains(asked, id) {
			e.To = append(e.To, request.Approver{Person: id, Groups: p.By[id]})
		}
	}
	if len(e.To) == 0 || e.After == 0 && !e.OnExpiry {
		return nil, nil
	}
	return e, nil
}

// askable returns those of the people who are active, of the tenant, can be prompted on the
// channels of the rules, and within their hours; the requester is not among them unless the
// rules allow it. opens is when the first of them is asked.
func (s *Service) askable(ctx context.Context, p rules.Policy, people []message.PersonID, requester message.PersonID, tenant message.Tenant, at time.Time) (ids []message.PersonID, opens time.Time, err error) {
	for _, id := range people {
		if id == requester && !p.Self || slices.Contains(ids, id) {
			continue
		}
		person, ok, err := s.person(ctx, id)
		if err != nil {
			return nil, time.Time{}, err
		}
		if _, reachable := s.desk.Route(person, "", p.Via...); !ok || !reachable || !person.Of(tenant) || person.Barred {
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

// Explanation is what would become of a request, for operators.
type Explanation struct {
	Policy  rules.Policy
	Matches []rules.Match
	Summary string
	State   request.State // Pending: people are asked
	Reason  string        // of a decision that is made at once
	Asked   []Candidate
	Later   []Candidate // whom an escalation would ask
}

// Candidate is a person whom the rules name.
type Candidate struct {
	Person message.PersonID
	Places []request.Place // where they would be asked: at the first, and at the next where that fails
	Opens  time.Time
	Not    string // why they would not be asked; "" if they would
}

// Explain says what would become of a request at a time. Nothing is stored or sent.
func (s *Service) Explain(ctx context.Context, q rules.Request, at time.Time) (Explanation, error) {
	p, matches, err := s.explain(ctx, q)
	if err != nil {
		return Explanation{}, err
	}
	r := request.Record{Request: request.Request{Tool: q.Tool, Args: q.Args}, Tally: request.Tally{State: request.Pending}}
	setPolicy(&r, p)
	e := Explanation{Policy: p, Matches: matches, Summary: r.Summary}
	asked, _, err := s.askable(ctx, p, p.Approvers, q.Requester, q.Tenant, at)
	if err != nil {
		return Explanation{}, err
	}
	if decision.AtOnce(&r, p, len(asked), at) {
		e.State, e.Reason = r.State, "by "+r.DecidedBy
		if r.Reason != "" {
			e.Reason += ": " + r.Reason
		}
	} else {
		e.State = request.Pending
	}
	if p.Decide != "" {
		return e, nil
	}
	candidates := func(ids []message.PersonID) (out []Candidate, err error) {
		for _, id := range ids {
			c := Candidate{Person: id}
			person, ok, err := s.person(ctx, id)
			if err != nil {
				return nil, err
			}
			c.Places = s.desk.Places(person, q.Channel, p.Via...)
			c.Opens = rules.Next(p.Hours, at, person.Zone)
			switch {
			case !ok:
				c.Not = "there is no such person"
			case !person.Of(q.Tenant):
				c.Not = "they are of another tenant"
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
