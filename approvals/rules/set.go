package rules

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"bridge/core/message"
	"bridge/internal/tmpl"
)

// Request is what rules look at.
type Request struct {
	Tool      string
	Title     string
	Args      json.RawMessage  // one JSON object
	Requester message.PersonID // "" for strangers and machines
	Agent     string
	Channel   message.ChannelName // of the turn; "" for requests from outside
	Tenant    message.Tenant
	// Groups are the members of those that Set.Groups names.
	Groups map[string][]message.PersonID
}

// groupPrefix stands before the name of a group in a list of people.
const groupPrefix = "group:"

// GroupOf returns the group that stands for its members in a list of people.
func GroupOf(who message.PersonID) (name string, is bool) {
	return strings.CutPrefix(string(who), groupPrefix)
}

// Groups are the names of the groups that may come to decide a request.
func (s *Set) Groups() (all []string) {
	for _, who := range s.Approvers() {
		if g, is := GroupOf(who); is {
			all = append(all, g)
		}
	}
	return all
}

// members is a list of people with the members of its groups in their place.
func (q Request) members(list []message.PersonID) []message.PersonID {
	if !slices.ContainsFunc(list, func(who message.PersonID) bool { _, is := GroupOf(who); return is }) {
		return list
	}
	all := []message.PersonID{}
	for _, who := range list {
		some := []message.PersonID{who}
		if g, is := GroupOf(who); is {
			some = q.Groups[g]
		}
		for _, id := range some {
			if !slices.Contains(all, id) {
				all = append(all, id)
			}
		}
	}
	return all
}

// by are the groups through which the people of a list are in it, and in no other way.
func (q Request) by(all map[message.PersonID][]string, list []message.PersonID) {
	for _, who := range list {
		g, is := GroupOf(who)
		if !is {
			continue
		}
		for _, id := range q.Groups[g] {
			if !slices.Contains(list, id) && !slices.Contains(all[id], g) {
				all[id] = append(all[id], g)
			}
		}
	}
}

// Problem is a mistake in one key of a rule.
type Problem struct {
	Rule    int    // index; -1: the defaults
	Key     string // as in the configuration: "when"
	Problem string
	Write   string // what to write instead; may be empty
}

// Error names the rule by its place.
func (p Problem) Error() string {
	where := "the defaults"
	if p.Rule >= 0 {
		where = fmt.Sprintf("rule %d", p.Rule+1)
	}
	return where + ": " + p.Key + ": " + p.Problem
}

// Problems are all mistakes of a set of rules: the error of New.
type Problems []Problem

// Error returns one line for each.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Set is the rules of one configuration. It never changes and may be used at once by
// many.
type Set struct {
	defaults         Policy
	summary, subject *tmpl.Template
	rules            []*compiled
}

type compiled struct {
	Rule
	when    *condition
	summary *tmpl.Template // of prompts
	subject *tmpl.Template // of mails that ask
}

// New compiles rules over the defaults of [approvals], of which Summary is a template.
// The error is Problems.
func New(defaults Policy, rules []Rule) (*Set, error) {
	var ps Problems
	add := func(i int, key string, err error, write string) {
		if err != nil {
			ps = append(ps, Problem{Rule: i, Key: key, Problem: err.Error(), Write: write})
		}
	}
	hours := func(i int, s string) {
		if s != "" {
			_, err := ParseHours(s)
			add(i, "hours", err, `"Mon-Fri 08:00-18:00" or "08:00-20:00 Europe/Rome"; several with commas`)
		}
	}
	const template = `text with {{.tool}} and {{.args.NAME}}`
	s := &Set{defaults: defaults}
	if len(defaults.Via) == 0 {
		s.defaults.Via = nil
	}
	var err error
	s.summary, err = parseSummary(defaults.Summary)
	add(-1, "summary", err, template)
	s.subject, err = parseSummary(defaults.Subject)
	add(-1, "subject", err, template)
	for _, h := range defaults.Hours {
		hours(-1, h)
	}
	names := map[string]bool{}
	for i, r := range rules {
		c := &compiled{Rule: r}
		if r.Name == "" || names[r.Name] {
			add(i, "name", fmt.Errorf("the name %q is empty or there twice", r.Name), "a name of its own")
		}
		names[r.Name] = true
		if _, err := path.Match(r.Tool, ""); err != nil {
			add(i, "tool", fmt.Errorf("%.60q is not a pattern", r.Tool), `a name, with * for any letters, such as "refund*"`)
		}
		c.when, err = compile(r.When)
		add(i, "when", err, `a condition, such as 'args.amount > 100'`)
		c.summary, err = parseSummary(r.Summary)
		add(i, "summary", err, template)
		c.subject, err = parseSummary(r.Subject)
		add(i, "subject", err, template)
		hours(i, r.Hours)
		s.rules = append(s.rules, c)
	}
	if ps != nil {
		return nil, ps
	}
	return s, nil
}

// Approvers are all people who may come to decide a request, by the defaults, a rule or
// an escalation.
func (s *Set) Approvers() []message.PersonID {
	all := slices.Concat(s.defaults.Approvers, s.defaults.EscalateTo)
	for _, c := range s.rules {
		all = slices.Concat(all, c.Approvers, c.EscalateTo)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Outcome says what a rule had to say about a request.
type Outcome string

// The outcomes. A rule whose condition failed counts as matching, but only its stricter
// values hold, and it never grants.
const (
	Matched   Outcome = "matched"
	Unmatched Outcome = "not matched"
	Failed    Outcome = "failed"
)

// Match is one rule's outcome for one request.
type Match struct {
	Rule    string  `json:"rule"`
	Outcome Outcome `json:"outcome"`
	Why     string  `json:"why,omitempty"`
	Sets    string  `json:"sets,omitempty"` // the keys and values of a rule that counts
}

// String is the match in a line.
func (m Match) String() string {
	s := "rule " + m.Rule + ": " + string(m.Outcome)
	if m.Outcome == Failed {
		s = "rule " + m.Rule + ": its condition failed, so it counts where it is stricter"
		if m.Sets == "decide = "+Grant {
			s = "rule " + m.Rule + ": its condition failed, so it grants nothing"
		}
	}
	if m.Why != "" {
		s += " (" + m.Why + ")"
	}
	if m.Sets != "" {
		s += ": " + m.Sets
	}
	return s
}

// match is the outcome of one rule.
func (c *compiled) match(q Request, args map[string]any, bad error) Match {
	m := Match{Rule: c.Name, Outcome: Unmatched}
	if ok, _ := path.Match(c.Tool, q.Tool); c.Tool != "" && c.Tool != "*" && !ok {
		m.Why = fmt.Sprintf("the tool is not %s", c.Tool)
		return m
	}
	if c.when != nil {
		holds, err := false, bad
		if err == nil {
			holds, err = c.when.holds(q, args)
		}
		switch {
		case err != nil:
			m.Outcome, m.Why, m.Sets = Failed, err.Error(), c.sets()
			return m
		case !holds:
			m.Why = "when is false"
			return m
		}
	}
	m.Outcome, m.Sets = Matched, c.sets()
	return m
}

// For returns what holds for a request.
func (s *Set) For(q Request) Policy {
	p, _ := s.Explain(q)
	return p
}

// Explain is For with the outcome of each rule, in their order.
func (s *Set) Explain(q Request) (Policy, []Match) {
	exact, bad := decode(q.Args)
	var args map[string]any
	if bad == nil {
		args, _ = comparable(exact).(map[string]any)
	}
	var all []Match
	var sel selection
	p := s.defaults
	p.Rules, p.Why, p.Summary, p.Subject = nil, nil, "", ""
	for _, c := range s.rules {
		m := c.match(q, args, bad)
		all = append(all, m)
		p.Why = append(p.Why, m.String())
		switch m.Outcome {
		case Matched:
			sel.matched = append(sel.matched, c)
		case Failed:
			sel.failed = append(sel.failed, c)
		default:
			continue
		}
		p.Rules = append(p.Rules, c.Name)
	}
	sel.merge(q, &p)
	p.Summary = s.fillIn("summary", s.summary, func(c *compiled) *tmpl.Template { return c.summary }, sel, q, exact, &p)
	p.Subject = s.fillIn("subject", s.subject, func(c *compiled) *tmpl.Template { return c.subject }, sel, q, exact, &p)
	return p, all
}

// fillIn makes a summary or subject by the first matching rule that has a template for it,
// else by that of [approvals]. What the template cannot say is left to the caller.
func (s *Set) fillIn(what string, t *tmpl.Template, of func(*compiled) *tmpl.Template, sel selection, q Request, args map[string]any, p *Policy) string {
	name := "[approvals]"
	for _, c := range sel.matched {
		if its := of(c); its != nil {
			t, name = its, "rule "+c.Name
			break
		}
	}
	if t == nil {
		return ""
	}
	text, err := summarize(t, q, args)
	if err != nil {
		p.Why = append(p.Why, "the "+what+" of "+name+" cannot be used: "+err.Error())
		return ""
	}
	return text
}

// selection is the rules that count for one request.
type selection struct{ matched, failed []*compiled }

// strictest is the strictest value that the matching rules set, else base; then that of
// the failed ones, which can only tighten it.
func strictest[T any](sel selection, base T, get func(Rule) (T, bool), stricter func(a, b T) T) T {
	v, set := base, false
	for _, c := range sel.matched {
		if x, ok := get(c.Rule); ok {
			if set {
				x = stricter(v, x)
			}
			v, set = x, true
		}
	}
	for _, c := range sel.failed {
		if x, ok := get(c.Rule); ok {
			v = stricter(v, x)
		}
	}
	return v
}

// common is what is in both lists, in the order of the first.
func common[T comparableID](a, b []T) []T {
	out := []T{}
	for _, x := range a {
		if slices.Contains(b, x) && !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

type comparableID interface{ ~string }

type escalation struct {
	after time.Duration
	to    []message.PersonID
}

type reminders struct {
	every time.Duration
	most  int
}

func deref[T any](p *T) (v T, ok bool) {
	if p == nil {
		return v, false
	}
	return *p, true
}

func least[T int | time.Duration](a, b T) T { return min(a, b) }
func most[T int | time.Duration | message.Trust](a, b T) T {
	return max(a, b)
}
func both(a, b bool) bool   { return a && b }
func either(a, b bool) bool { return a || b }

// word is the stricter one of two words.
func word(strict string) func(a, b string) string {
	return func(a, b string) string {
		if a == strict {
			return a
		}
		return b
	}
}

// merge replaces the defaults in p by what the rules say.
func (sel selection) merge(q Request, p *Policy) {
	by := map[message.PersonID][]string{}
	p.Approvers = strictest(sel, p.Approvers, func(r Rule) ([]message.PersonID, bool) { return r.Approvers, len(r.Approvers) > 0 },
		func(a, b []message.PersonID) []message.PersonID {
			q.by(by, a)
			q.by(by, b)
			return common(q.members(a), q.members(b))
		})
	q.by(by, p.Approvers)
	p.Approvers = q.members(p.Approvers)
	p.Quorum = strictest(sel, p.Quorum, func(r Rule) (int, bool) { return r.Quorum, r.Quorum > 0 }, most)
	p.Trust = strictest(sel, p.Trust, func(r Rule) (message.Trust, bool) { return r.Trust, r.Trust > 0 }, most)
	p.Self = strictest(sel, p.Self, func(r Rule) (bool, bool) { return deref(r.Self) }, both)
	// nil is every channel.
	p.Via = strictest(sel, p.Via, func(r Rule) ([]message.ChannelName, bool) { return r.Via, len(r.Via) > 0 },
		func(a, b []message.ChannelName) []message.ChannelName {
			if a == nil {
				return b
			}
			return common(a, b)
		})
	p.TTL = strictest(sel, p.TTL, func(r Rule) (time.Duration, bool) { return r.TTL, r.TTL > 0 }, least)
	p.Grace = strictest(sel, p.Grace, func(r Rule) (time.Duration, bool) { return deref(r.Grace) }, most)
	p.OperatorGrant = strictest(sel, p.OperatorGrant, func(r Rule) (bool, bool) { return deref(r.OperatorGrant) }, both)
	p.Receipt = strictest(sel, p.Receipt, func(r Rule) (bool, bool) { return r.Receipt == ReceiptOther, r.Receipt != "" }, either)
	p.OnExpiry = strictest(sel, p.OnExpiry, func(r Rule) (string, bool) { return r.OnExpiry, r.OnExpiry != "" }, word(Deny))
	r := strictest(sel, reminders{p.RemindEvery, p.Reminders},
		func(r Rule) (reminders, bool) { return reminders{r.RemindEvery, r.Reminders}, r.RemindEvery > 0 },
		func(a, b reminders) reminders {
			if a.every == 0 {
				return b
			}
			return reminders{min(a.every, b.every), max(a.most, b.most)}
		})
	p.RemindEvery, p.Reminders = r.every, r.most
	// More people may decide: the latest, and those that all name.
	e := strictest(sel, escalation{p.EscalateAfter, p.EscalateTo},
		func(r Rule) (escalation, bool) {
			return escalation{r.EscalateAfter, r.EscalateTo}, len(r.EscalateTo) > 0
		},
		func(a, b escalation) escalation {
			after := max(a.after, b.after)
			if a.after == 0 || b.after == 0 { // only at the end of ttl, if at all
				after = 0
			}
			q.by(by, a.to)
			q.by(by, b.to)
			return escalation{after, common(q.members(a.to), q.members(b.to))}
		})
	q.by(by, e.to)
	p.EscalateAfter, p.EscalateTo = e.after, q.members(e.to)
	if len(by) > 0 {
		p.By = by
	}
	if p.OnExpiry == "" {
		p.OnExpiry = Deny
	}
	if len(p.EscalateTo) == 0 || p.EscalateAfter == 0 && p.OnExpiry != Escalate {
		p.EscalateAfter, p.EscalateTo, p.OnExpiry = 0, nil, Deny
	}
	p.Hours = sel.hours(p.Hours)
	p.Decide, p.DecideBy = sel.decide()
	switch {
	case p.Decide != "":
	case p.Via != nil && len(p.Via) == 0:
		p.Refuse = "the rules have no channel in common"
	case len(p.Approvers) == 0 && slices.ContainsFunc(slices.Concat(sel.matched, sel.failed), func(c *compiled) bool { return len(c.Approvers) > 0 }):
		p.Refuse = "the rules have no approver in common"
	}
}

// hours are those of all rules, each once.
func (sel selection) hours(base []string) []string {
	var all []string
	add := func(hs ...string) {
		for _, h := range hs {
			if h != "" && !slices.Contains(all, h) {
				all = append(all, h)
			}
		}
	}
	for _, c := range sel.matched {
		add(c.Hours)
	}
	if all == nil {
		add(base...)
	}
	for _, c := range sel.failed {
		add(c.Hours)
	}
	return all
}

// decide is what the rules decide without asking anybody: one that denies is enough,
// and to grant takes every rule that counts.
func (sel selection) decide() (what, by string) {
	for _, c := range slices.Concat(sel.matched, sel.failed) {
		if c.Decide == Deny {
			return Deny, c.Name
		}
	}
	if len(sel.failed) > 0 || len(sel.matched) == 0 || slices.ContainsFunc(sel.matched, func(c *compiled) bool { return c.Decide != Grant }) {
		return "", ""
	}
	return Grant, sel.matched[0].Name
}

// Span writes a duration for people: "24h", "1h30m".
func Span(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// sets lists a rule's own keys for people to read.
func (r Rule) sets() string {
	var out []string
	add := func(key string, v any) { out = append(out, fmt.Sprintf("%s = %v", key, v)) }
	if r.Decide != "" {
		add("decide", r.Decide)
	}
	if len(r.Approvers) > 0 {
		add("approvers", r.Approvers)
	}
	if r.Quorum > 0 {
		add("quorum", r.Quorum)
	}
	if r.Trust > 0 {
		add("trust", r.Trust)
	}
	if r.Self != nil {
		add("self", *r.Self)
	}
	if len(r.Via) > 0 {
		add("via", r.Via)
	}
	if r.TTL > 0 {
		add("ttl", Span(r.TTL))
	}
	if r.Hours != "" {
		add("hours", r.Hours)
	}
	if r.OnExpiry != "" {
		add("on_expiry", r.OnExpiry)
	}
	switch {
	case r.EscalateAfter > 0:
		add("escalate", fmt.Sprintf("%v after %s", r.EscalateTo, Span(r.EscalateAfter)))
	case len(r.EscalateTo) > 0:
		add("escalate", r.EscalateTo)
	}
	if r.OperatorGrant != nil {
		add("operator_grant", *r.OperatorGrant)
	}
	if r.Grace != nil {
		add("grace", Span(*r.Grace))
	}
	if r.Receipt != "" {
		add("receipt", r.Receipt)
	}
	if r.RemindEvery > 0 {
		add("remind", fmt.Sprintf("every %s, at most %d", Span(r.RemindEvery), r.Reminders))
	}
	if r.Summary != "" {
		out = append(out, "summary")
	}
	if r.Subject != "" {
		out = append(out, "subject")
	}
	return strings.Join(out, ", ")
}
