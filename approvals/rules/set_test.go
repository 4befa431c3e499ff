package rules

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/internal/noerr"
)

func ptr[T any](v T) *T { return &v }

func people(ids ...message.PersonID) []message.PersonID      { return ids }
func via(names ...message.ChannelName) []message.ChannelName { return names }

// standing are the defaults of the tests.
func standing() Policy {
	return Policy{Approvers: people("dana", "erin"), Quorum: 1, Trust: message.Carrier, TTL: 24 * time.Hour, OnExpiry: Deny}
}

const failing = "args.missing > 1"

// TestStrictest has a case for each key: one rule, two rules in both orders, and a rule
// whose condition fails.
func TestStrictest(t *testing.T) {
	rule := func(change func(*Rule)) Rule { r := Rule{}; change(&r); return r }
	for _, c := range []struct {
		name   string
		base   func(*Policy)
		lax    Rule // laxer than or as lax as the default
		strict Rule // stricter than lax
		get    func(Policy) any
		// what holds with: no rule; the lax one; both; the lax one failed; the strict one failed
		none, one, both, laxFailed, strictFailed any
	}{
		{
			name: "approvers", lax: rule(func(r *Rule) { r.Approvers = people("frank", "erin", "dana") }),
			strict: rule(func(r *Rule) { r.Approvers = people("dana", "frank") }),
			get:    func(p Policy) any { return p.Approvers },
			none:   people("dana", "erin"), one: people("frank", "erin", "dana"), both: people("frank", "dana"),
			laxFailed: people("dana", "erin"), strictFailed: people("dana"),
		},
		{
			name: "quorum", base: func(p *Policy) { p.Quorum = 2 }, lax: Rule{Quorum: 1}, strict: Rule{Quorum: 3},
			get: func(p Policy) any { return p.Quorum }, none: 2, one: 1, both: 3, laxFailed: 2, strictFailed: 3,
		},
		{
			name: "trust", lax: Rule{Trust: message.Asserted}, strict: Rule{Trust: message.Verified},
			get:  func(p Policy) any { return p.Trust },
			none: message.Carrier, one: message.Asserted, both: message.Verified, laxFailed: message.Carrier, strictFailed: message.Verified,
		},
		{
			name: "self", lax: Rule{Self: ptr(true)}, strict: Rule{Self: ptr(false)}, get: func(p Policy) any { return p.Self },
			none: false, one: true, both: false, laxFailed: false, strictFailed: false,
		},
		{
			name: "self by default", base: func(p *Policy) { p.Self = true }, lax: Rule{Self: ptr(true)}, strict: Rule{Self: ptr(false)},
			get: func(p Policy) any { return p.Self }, none: true, one: true, both: false, laxFailed: true, strictFailed: false,
		},
		{
			name: "via", lax: Rule{Via: via("sms", "mail", "whatsapp")}, strict: Rule{Via: via("mail", "sms")},
			get:  func(p Policy) any { return p.Via },
			none: via(), one: via("sms", "mail", "whatsapp"), both: via("sms", "mail"), laxFailed: via("sms", "mail", "whatsapp"), strictFailed: via("mail", "sms"),
		},
		{
			name: "ttl", lax: Rule{TTL: 48 * time.Hour}, strict: Rule{TTL: time.Hour}, get: func(p Policy) any { return p.TTL },
			none: 24 * time.Hour, one: 48 * time.Hour, both: time.Hour, laxFailed: 24 * time.Hour, strictFailed: time.Hour,
		},
		{
			name: "hours", base: func(p *Policy) { p.Hours = []string{"06:00-22:00"} }, lax: Rule{Hours: "00:00-24:00"}, strict: Rule{Hours: "Mon 08:00-09:00"},
			get:  func(p Policy) any { return p.Hours },
			none: []string{"06:00-22:00"}, one: []string{"00:00-24:00"}, both: []string{"00:00-24:00", "Mon 08:00-09:00"},
			laxFailed: []string{"06:00-22:00", "00:00-24:00"}, strictFailed: []string{"06:00-22:00", "Mon 08:00-09:00"},
		},
		{
			name: "grace", base: func(p *Policy) { p.Grace = time.Minute }, lax: Rule{Grace: ptr(time.Duration(0))}, strict: Rule{Grace: ptr(time.Hour)},
			get:  func(p Policy) any { return p.Grace },
			none: time.Minute, one: time.Duration(0), both: time.Hour, laxFailed: time.Minute, strictFailed: time.Hour,
		},
		{
			name: "receipt", lax: Rule{Receipt: ReceiptNone}, strict: Rule{Receipt: ReceiptOther}, get: func(p Policy) any { return p.Receipt },
			none: false, one: false, both: true, laxFailed: false, strictFailed: true,
		},
		{
			name: "operator_grant", lax: Rule{OperatorGrant: ptr(true)}, strict: Rule{OperatorGrant: ptr(false)},
			get: func(p Policy) any { return p.OperatorGrant }, none: false, one: true, both: false, laxFailed: false, strictFailed: false,
		},
		{
			name: "remind", base: func(p *Policy) { p.RemindEvery, p.Reminders = 2*time.Hour, 2 },
			lax: Rule{RemindEvery: 4 * time.Hour, Reminders: 1}, strict: Rule{RemindEvery: time.Hour, Reminders: 3},
			get:  func(p Policy) any { return reminders{p.RemindEvery, p.Reminders} },
			none: reminders{2 * time.Hour, 2}, one: reminders{4 * time.Hour, 1}, both: reminders{time.Hour, 3},
			laxFailed: reminders{2 * time.Hour, 2}, strictFailed: reminders{time.Hour, 3},
		},
		{
			name: "escalate", lax: Rule{EscalateAfter: time.Hour, EscalateTo: people("boss", "gina")},
			strict: Rule{EscalateAfter: 2 * time.Hour, EscalateTo: people("gina")},
			get:    func(p Policy) any { return escalation{p.EscalateAfter, p.EscalateTo} },
			none:   escalation{}, one: escalation{time.Hour, people("boss", "gina")}, both: escalation{2 * time.Hour, people("gina")},
			laxFailed: escalation{}, strictFailed: escalation{},
		},
		{
			name: "escalate by default", base: func(p *Policy) { p.EscalateAfter, p.EscalateTo = time.Hour, people("boss", "gina") },
			lax: Rule{EscalateAfter: time.Minute, EscalateTo: people("boss", "gina", "finn")}, strict: Rule{EscalateTo: people("gina")},
			get:  func(p Policy) any { return escalation{p.EscalateAfter, p.EscalateTo} },
			none: escalation{time.Hour, people("boss", "gina")}, one: escalation{time.Minute, people("boss", "gina", "finn")}, both: escalation{},
			laxFailed: escalation{time.Hour, people("boss", "gina")}, strictFailed: escalation{},
		},
		{
			name: "on_expiry", base: func(p *Policy) { p.EscalateTo = people("boss") }, lax: Rule{OnExpiry: Escalate}, strict: Rule{OnExpiry: Deny},
			get: func(p Policy) any { return p.OnExpiry }, none: Deny, one: Escalate, both: Deny, laxFailed: Deny, strictFailed: Deny,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			base := standing()
			if c.base != nil {
				c.base(&base)
			}
			for _, x := range []struct {
				name  string
				rules []Rule
				want  any
			}{
				{"no rule", nil, c.none},
				{"one rule", []Rule{c.lax}, c.one},
				{"both", []Rule{c.lax, c.strict}, c.both},
				{"both, the other way", []Rule{c.strict, c.lax}, c.both},
				{"the lax one failed", []Rule{fail(c.lax)}, c.laxFailed},
				{"the strict one failed", []Rule{fail(c.strict)}, c.strictFailed},
				{"one that does not match", []Rule{unmatched(c.lax)}, c.none},
			} {
				otherWay := x.name == "both, the other way" // lists keep the order of the first rule
				for i := range x.rules {
					x.rules[i].Name = string(rune('a' + i))
				}
				s, err := New(base, x.rules)
				noerr.Must(t, err)
				got := c.get(s.For(Request{Tool: "refund", Args: json.RawMessage(`{}`)}))
				if otherWay && reflect.ValueOf(got).Kind() == reflect.Slice {
					got, x.want = sorted(got), sorted(x.want)
				}
				if !same(got, x.want) {
					t.Errorf("%s: %v, want %v", x.name, got, x.want)
				}
			}
		})
	}
}

func fail(r Rule) Rule      { r.When = failing; return r }
func unmatched(r Rule) Rule { r.Tool = "email*"; return r }

func sorted(v any) any {
	text := fmt.Sprint(v)
	b := []byte(text)
	slices.Sort(b)
	return string(b)
}

// same does not tell nil from empty.
func same(a, b any) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if e, ok := a.(escalation); ok {
		w, _ := b.(escalation)
		return e.after == w.after && slices.Equal(e.to, w.to)
	}
	return x.Kind() == reflect.Slice && x.Len() == 0 && y.Len() == 0 || reflect.DeepEqual(a, b)
}

func TestMatching(t *testing.T) {
	for _, c := range []struct {
		tool, pattern string
		want          Outcome
	}{
		{"refund", "", Matched},
		{"refund", "*", Matched},
		{"billing/refund", "*", Matched},
		{"refund", "refund", Matched},
		{"refund_all", "refund*", Matched},
		{"refund", "refund_*", Unmatched},
		{"Refund", "refund", Unmatched},
		{"billing/refund", "refund", Unmatched},
		{"billing/refund", "*/refund", Matched},
		{"", "refund", Unmatched},
		{"refund", "[q-s]efund", Matched},
	} {
		s, err := New(standing(), []Rule{{Name: "r", Tool: c.pattern}})
		noerr.Must(t, err)
		if _, ms := s.Explain(Request{Tool: c.tool, Args: json.RawMessage(`{}`)}); ms[0].Outcome != c.want {
			t.Errorf("%q of %q: %v, want %v", c.pattern, c.tool, ms[0], c.want)
		}
	}
}

func TestDecide(t *testing.T) {
	grant, deny, ask := Rule{Decide: Grant}, Rule{Decide: Deny}, Rule{Quorum: 2}
	for _, c := range []struct {
		name      string
		rules     []Rule
		want, who string
	}{
		{"nothing", nil, "", ""},
		{"grant", []Rule{grant}, Grant, "a"},
		{"two that grant", []Rule{grant, grant}, Grant, "a"},
		{"deny", []Rule{deny}, Deny, "a"},
		{"deny wins", []Rule{grant, ask, deny}, Deny, "c"},
		{"asking wins over grant", []Rule{grant, ask}, "", ""},
		{"a rule that does not match says nothing", []Rule{grant, unmatched(ask), unmatched(deny)}, Grant, "a"},
		{"a grant that failed", []Rule{fail(grant)}, "", ""},
		{"a grant beside one that failed", []Rule{grant, fail(grant)}, "", ""},
		{"a grant beside a question that failed", []Rule{grant, fail(ask)}, "", ""},
		{"a denial that failed", []Rule{grant, fail(deny)}, Deny, "b"},
	} {
		rs := append([]Rule(nil), c.rules...)
		for i := range rs {
			rs[i].Name = string(rune('a' + i))
		}
		s, err := New(standing(), rs)
		noerr.Must(t, err)
		p := s.For(Request{Tool: "refund", Args: json.RawMessage(`{}`)})
		if p.Decide != c.want || p.DecideBy != c.who {
			t.Errorf("%s: %q by %q, want %q by %q", c.name, p.Decide, p.DecideBy, c.want, c.who)
		}
	}
}

func TestNothingInCommon(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules []Rule
		want  string
	}{
		{"approvers", []Rule{{Approvers: people("dana")}, {Approvers: people("erin")}}, "the rules have no approver in common"},
		{"approvers of a failed rule", []Rule{fail(Rule{Approvers: people("frank")})}, "the rules have no approver in common"},
		{"channels", []Rule{{Via: via("mail")}, {Via: via("sms")}}, "the rules have no channel in common"},
		{"a denial needs neither", []Rule{{Via: via("mail")}, {Via: via("sms"), Decide: Deny}}, ""},
		{"something", []Rule{{Approvers: people("dana")}, {Approvers: people("dana")}}, ""},
	} {
		for i := range c.rules {
			c.rules[i].Name = string(rune('a' + i))
		}
		s, err := New(standing(), c.rules)
		noerr.Must(t, err)
		if p := s.For(Request{Tool: "refund", Args: json.RawMessage(`{}`)}); p.Refuse != c.want {
			t.Errorf("%s: %q, want %q", c.name, p.Refuse, c.want)
		}
	}
}

func TestWhy(t *testing.T) {
	s, err := New(standing(), []Rule{
		{Name: "mail", Tool: "email*"},
		{Name: "large", Tool: "refund", When: "args.amount > 100", Quorum: 2, Trust: message.Verified},
		{Name: "small", Tool: "refund", When: "args.amount <= 100", Decide: Grant},
		{Name: "home", Tool: "refund", When: `args.country == "IT"`, Decide: Grant},
		{Name: "abroad", When: `args.country != "IT"`, Hours: "08:00-18:00", EscalateAfter: time.Hour, EscalateTo: people("boss")},
	})
	noerr.Must(t, err)
	p := s.For(Request{Tool: "refund", Args: json.RawMessage(`{"amount":150}`)})
	want := []string{
		"rule mail: not matched (the tool is not email*)",
		"rule large: matched: quorum = 2, trust = verified",
		"rule small: not matched (when is false)",
		"rule home: its condition failed, so it grants nothing (args.country is missing): decide = grant",
		"rule abroad: its condition failed, so it counts where it is stricter (args.country is missing): hours = 08:00-18:00, escalate = [boss] after 1h",
	}
	if !reflect.DeepEqual(p.Why, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(p.Why, "\n"), strings.Join(want, "\n"))
	}
	if !reflect.DeepEqual(p.Rules, []string{"large", "home", "abroad"}) {
		t.Errorf("rules %q", p.Rules)
	}
}

func TestSummary(t *testing.T) {
	for _, c := range []struct{ template, args, want, why string }{
		{"Refund {{.args.amount}} {{.args.currency}} ({{.tool}})", `{"amount":150.00,"currency":"EUR"}`, "Refund 150.00 EUR (refund)", ""},
		{"Pay {{.args.to.name}}", `{"to":{"name":"Ada"}}`, "Pay Ada", ""},
		{"a\n  b\t{{.tool}}", `{}`, "a b refund", ""},
		{`To {{join ", " .args.to}}`, `{"to":["a","b"]}`, "To a, b", ""},
		{`{{upper .args.a}} {{lower .args.a}} {{truncate 3 .args.a}}`, `{"a":"abCD"}`, "ABCD abcd ab…", ""},
		{`{{default "-" (get .args "x" "y")}}`, `{"x":1}`, "-", ""},
		{`{{if eq .args.a "x"}}yes{{else}}no{{end}}`, `{"a":"x"}`, "yes", ""},
		{`{{with .args.a}}{{.}}{{end}}!`, `{"a":{"b":[1,"x"]}}`, `{"b":[1,"x"]}!`, ""},
		{`{{.args.a}}`, `{"a":"` + strings.Repeat("x", 300) + `"}`, strings.Repeat("x", 199) + "…", ""},
		// The standard summary takes over.
		{"Refund {{.args.amount}}", `{}`, "", `there is no "amount"`},
		{"Refund {{.args.amount}}", `{"amount":null}`, "", "no value for args.amount"},
		{"Pay {{.args.to.name}}", `{"to":{}}`, "", `there is no "name"`},
		{"Pay {{.args.to.name}}", `{"to":"x"}`, "", `there is no "name"`},
		{"Pay {{.args.to}}", `{"to":"a\nApproved by Dana"}`, "", "args.to has line breaks or invisible characters"},
		{"Pay {{.args.to}}", `{"to":"a\u202eb"}`, "", "args.to has line breaks or invisible characters"},
		{"{{.args.a}}", `{"a":""}`, "", "it is empty"},
		{"{{.args.a}}", `[]`, "", "the arguments are not a JSON object"},
	} {
		s, err := New(standing(), []Rule{{Name: "r", Summary: c.template}})
		if err != nil {
			t.Fatalf("%s: %v", c.template, err)
		}
		p := s.For(Request{Tool: "refund", Args: json.RawMessage(c.args)})
		why := ""
		if len(p.Why) > 1 {
			why = strings.TrimPrefix(p.Why[1], "the summary of rule r cannot be used: ")
		}
		if p.Summary != c.want || why != c.why {
			t.Errorf("%s of %s: %q (%s), want %q (%s)", c.template, c.args, p.Summary, why, c.want, c.why)
		}
	}
}

func TestWhoseSummary(t *testing.T) {
	base := standing()
	base.Summary = "default {{.tool}}"
	rule := func(name, when string) Rule {
		return Rule{Name: name, When: when, Summary: name + " {{.tool}}", Subject: name + "! {{.tool}}"}
	}
	for _, c := range []struct {
		rules []Rule
		want  string
	}{
		{nil, "default refund"},
		{[]Rule{{Name: "x"}}, "default refund"},
		{[]Rule{rule("a", ""), rule("b", "")}, "a refund"},
		{[]Rule{rule("a", "false"), rule("b", "")}, "b refund"},
		{[]Rule{rule("a", failing), rule("b", "")}, "b refund"},
	} {
		s, err := New(base, c.rules)
		noerr.Must(t, err)
		if p := s.For(Request{Tool: "refund", Args: json.RawMessage(`{}`)}); p.Summary != c.want || p.Subject != "" && p.Subject != strings.Replace(c.want, " ", "! ", 1) || p.Subject == "" && c.want != "default refund" {
			t.Errorf("%q and %q, want %q", p.Summary, p.Subject, c.want)
		}
	}
}

func TestMistakesOfRules(t *testing.T) {
	base := standing()
	base.Hours, base.Summary = []string{"always"}, "{{.args"
	_, err := New(base, []Rule{
		{Name: "a", Tool: "[", When: "x", Hours: "8-18", Summary: "{{range .args.x}}{{end}}"},
		{Name: "a"},
		{Name: "", Summary: `{{printf "%999999d" 1}}`},
		{Name: "c", Summary: `{{define "x"}}{{template "x"}}{{end}}{{template "x"}}`},
	})
	if err == nil {
		t.Fatal("no mistake")
	}
	want := []string{
		"the defaults: summary: ", "the defaults: hours: ", "rule 1: tool: ", "rule 1: when: ", "rule 1: summary: ", "rule 1: hours: ", "rule 2: name: ",
		"rule 3: name: ", "rule 3: summary: the function printf", "rule 4: summary: define",
	}
	got := strings.Split(err.Error(), "\n")
	for i, w := range want {
		if i >= len(got) || !strings.HasPrefix(got[i], w) {
			t.Fatalf("got\n%s\nwant\n%s", err, strings.Join(want, "\n"))
		}
	}
}
