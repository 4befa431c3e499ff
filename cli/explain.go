package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"bridge/adapters/channel"
	"bridge/agents/agent"
	"bridge/app"
	"bridge/approvals"
	"bridge/approvals/prompt"
	"bridge/approvals/request"
	"bridge/approvals/rules"
	"bridge/core/message"
)

// exitRefused says that the request would be denied at once.
const exitRefused = 3

// explainCommand says by the configuration alone what the rules make of a request.
func explainCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "approvals explain")
	file := fs.String("config", "", "the configuration `FILE`")
	tool := fs.String("tool", "", "the tool's `NAME`")
	argsText := fs.String("args", "{}", "its arguments, a `JSON` object")
	requester := fs.String("requester", "", "who started the turn: a `PERSON`, by the name in [people]")
	title := fs.String("title", "", "the request's title, a `TEXT`")
	asker := fs.String("agent", "", "the agent that asks: its `NAME`")
	on := fs.String("channel", "", "the channel of the turn: its `NAME`")
	at := fs.String("at", "", "the `TIME` when it is asked, as 2026-06-01T18:30:00+02:00; left out: now")
	asJSON := fs.Bool("json", false, "print JSON")
	if code, ok := parse(s, fs, args); !ok {
		return code
	}
	q := rules.Request{
		Tool: *tool, Title: *title, Args: json.RawMessage(*argsText), Requester: message.PersonID(*requester), Agent: *asker,
		Channel: message.ChannelName(*on),
	}
	when := time.Now()
	if *at != "" {
		var err error
		if when, err = time.Parse(time.RFC3339, *at); err != nil {
			return wrongUse(s, fmt.Sprintf("-at: %q is not a time such as 2026-06-01T18:30:00+02:00", *at))
		}
	}
	if q.Tool == "" {
		return wrongUse(s, "-tool is missing: the name of the tool that the agent asks for")
	}
	digest, err := request.Digest(q.Args)
	if err != nil {
		return wrongUse(s, "-args: "+err.Error())
	}
	c, o, err := read(s, *file)
	if err != nil {
		return fail(s, err)
	}
	if _, known, _ := o.People.Person(ctx, q.Requester); q.Requester != "" && !known {
		return wrongUse(s, fmt.Sprintf("-requester: there is no person %q in %s", q.Requester, c.File))
	}
	if !slices.ContainsFunc(o.Agents, func(a agent.Agent) bool { return a.Name == q.Agent }) && q.Agent != "" {
		return wrongUse(s, fmt.Sprintf("-agent: there is no agent %q in %s", q.Agent, c.File))
	}
	if !slices.ContainsFunc(o.Channels, func(ch channel.Channel) bool { return ch.Name == q.Channel }) && q.Channel != "" {
		return wrongUse(s, fmt.Sprintf("-channel: there is no channel %q in %s", q.Channel, c.File))
	}
	e, err := explain(ctx, o, q, when)
	if err != nil {
		return fail(s, err)
	}
	if *asJSON {
		printJSON(s.out, explained(e, digest))
	} else {
		printExplanation(ctx, s, o, when, e)
	}
	if e.State == request.Denied {
		return exitRefused
	}
	return exitOK
}

func wrongUse(s std, what string) int {
	fmt.Fprintln(s.err, "bridge approvals explain:", what)
	return exitUsage
}

// explain asks the approvals, which need neither store nor channels for it.
func explain(ctx context.Context, o app.Options, q rules.Request, at time.Time) (approvals.Explanation, error) {
	var chs []prompt.Channel
	for _, c := range app.Sending(o.Channels) {
		chs = append(chs, prompt.Channel{Name: c.Name, Kind: c.Kind})
	}
	return approvals.New(approvals.Options{Directory: o.People, Rules: o.Rules, Set: o.Set, Channels: chs}).Explain(ctx, q, at)
}

// explainedJSON is what -json prints.
type explainedJSON struct {
	State         request.State         `json:"state"` // pending: people are asked
	Reason        string                `json:"reason,omitempty"`
	Summary       string                `json:"summary"`
	Digest        string                `json:"digest"`
	Matches       []rules.Match         `json:"rules"`
	Notes         []string              `json:"notes,omitempty"`
	Quorum        int                   `json:"quorum,omitempty"`
	Trust         string                `json:"trust,omitempty"`
	Self          bool                  `json:"self"`
	TTL           string                `json:"ttl,omitempty"`
	Via           []message.ChannelName `json:"via,omitempty"`
	Hours         []string              `json:"hours,omitempty"`
	OnExpiry      string                `json:"onExpiry,omitempty"`
	Grace         string                `json:"grace,omitempty"`
	Receipt       bool                  `json:"receipt"`
	OperatorGrant bool                  `json:"operatorGrant"`
	RemindEvery   string                `json:"remindEvery,omitempty"`
	Reminders     int                   `json:"reminders,omitempty"`
	Asked         []candidateJSON       `json:"asked,omitempty"`
	EscalateAfter string                `json:"escalateAfter,omitempty"`
	EscalateTo    []candidateJSON       `json:"escalateTo,omitempty"`
}

type candidateJSON struct {
	Person message.PersonID `json:"person"`
	Places []request.Place  `json:"places"` // the first, and the next where that fails
	Opens  time.Time        `json:"opens,omitzero"`
	Not    string           `json:"not,omitempty"` // why they are not asked
}

func explained(e approvals.Explanation, digest string) explainedJSON {
	p := e.Policy
	j := explainedJSON{State: e.State, Reason: e.Reason, Summary: e.Summary, Digest: digest, Matches: e.Matches, Notes: p.Why[len(e.Matches):]}
	if p.Decide != "" {
		return j
	}
	j.Quorum, j.Trust, j.Self, j.TTL, j.Via, j.Hours = p.Quorum, p.Trust.String(), p.Self, rules.Span(p.TTL), p.Via, p.Hours
	j.OnExpiry, j.Receipt, j.OperatorGrant, j.Reminders = p.OnExpiry, p.Receipt, p.OperatorGrant, p.Reminders
	span := func(d time.Duration) string {
		if d == 0 {
			return ""
		}
		return rules.Span(d)
	}
	j.Grace, j.RemindEvery, j.EscalateAfter = span(p.Grace), span(p.RemindEvery), span(p.EscalateAfter)
	list := func(cs []approvals.Candidate) (out []candidateJSON) {
		for _, c := range cs {
			out = append(out, candidateJSON{c.Person, append([]request.Place{}, c.Places...), c.Opens, c.Not})
		}
		return out
	}
	j.Asked, j.EscalateTo = list(e.Asked), list(e.Later)
	return j
}

func printExplanation(ctx context.Context, s std, o app.Options, at time.Time, e approvals.Explanation) {
	p := e.Policy
	if len(e.Matches) == 0 {
		fmt.Fprintln(s.out, "there are no rules: [approvals] holds")
	}
	for _, why := range p.Why {
		fmt.Fprintln(s.out, why)
	}
	if len(e.Matches) > 0 && len(p.Rules) == 0 {
		fmt.Fprintln(s.out, "no rule matches: [approvals] holds")
	}
	fmt.Fprintln(s.out)
	w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
	line := func(k string, v any) { fmt.Fprintf(w, "%s\t%v\n", k, v) }
	line("summary", e.Summary)
	if e.Policy.Subject != "" {
		line("subject", e.Policy.Subject)
	}
	switch e.State {
	case request.Granted:
		line("outcome", "granted at once "+e.Reason)
	case request.Denied:
		line("outcome", "denied at once "+e.Reason)
	default:
		line("outcome", fmt.Sprintf("people are asked, and %d of them must say yes within %s", p.Quorum, rules.Span(p.TTL)))
	}
	if p.Decide == "" {
		for _, c := range e.Asked {
			line("asked", candidate(ctx, o, c, at))
		}
		for _, c := range e.Later {
			when := "when the time is over"
			if p.EscalateAfter > 0 {
				when = "after " + rules.Span(p.EscalateAfter)
				if p.OnExpiry == rules.Escalate {
					when += ", or when the time is over"
				}
			}
			line("asked later", candidate(ctx, o, c, at)+"; "+when)
		}
		line("trust", p.Trust)
		line("self", p.Self)
		for _, h := range p.Hours {
			line("hours", h)
		}
		if p.Grace > 0 {
			line("grace", rules.Span(p.Grace))
		}
		if p.RemindEvery > 0 {
			line("reminders", fmt.Sprintf("every %s, at most %d", rules.Span(p.RemindEvery), p.Reminders))
		}
		if p.Receipt {
			line("receipt", "to another address of whoever decided")
		}
		line("operators", map[bool]string{true: "may say yes and no", false: "may say no"}[p.OperatorGrant])
	}
	_ = w.Flush() // nowhere to report to
}

// candidate says whether and where somebody is asked.
func candidate(ctx context.Context, o app.Options, c approvals.Candidate, now time.Time) string {
	var places []string
	for _, at := range c.Places {
		places = append(places, fmt.Sprintf("%s (%s)", at.Channel, at.Address))
	}
	s := string(c.Person) + ": "
	if c.Not != "" {
		return s + "not asked, " + c.Not
	}
	s += strings.Join(places, ", then ")
	if p, ok, _ := o.People.Person(ctx, c.Person); ok && c.Opens.After(now) {
		s += ", not before " + c.Opens.In(p.Zone).Format("Mon 2 Jan 15:04 MST")
	}
	return s
}
