package approvals_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/prompt"
	"bridge/approvals/request"
	"bridge/approvals/rules"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// ruled gives a desk its rules, over the defaults of the desk.
func ruled(t *testing.T, rs ...rules.Rule) func(*approvals.Options) {
	return func(o *approvals.Options) {
		set, err := rules.New(o.Rules, rs)
		noerr.Must(t, err)
		o.Set = set
	}
}

func TestQuorumByAmount(t *testing.T) {
	large := rules.Rule{Name: "large", Tool: "refund*", When: "args.amount > 100", Quorum: 2, Summary: "Refund {{.args.amount}}"}
	for _, c := range []struct {
		args    string
		rule    string
		summary string
		after   request.State // one yes
	}{
		{`{"amount":50}`, "default", "refund: amount 50", request.Granted},
		{`{"amount":150}`, "large", "Refund 150", request.Pending},
		{`{"amount":"50"}`, "large", `refund: amount "50"`, request.Pending}, // it cannot be compared
		{`{}`, "large", "refund", request.Pending},
	} {
		t.Run(c.args, func(t *testing.T) {
			onDesk(t, ruled(t, large), func(t *testing.T, d *desk) {
				a := d.ask(asking("", c.args))
				if r := a.Record; r.Rule != c.rule || !strings.HasPrefix(r.Summary, strings.Trim(c.summary, `"`)[:6]) {
					t.Errorf("rule %q, summary %q", r.Rule, r.Summary)
				}
				code := d.codes()
				d.answer("dana", "yes "+code["dana"])
				if st := d.get(a.Record.ID).State; st != c.after {
					t.Fatalf("%s after one yes", st)
				}
				d.answer("frank", "yes "+code["frank"])
				if r := d.get(a.Record.ID); r.State != request.Granted {
					t.Errorf("%s after two", r.State)
				}
				if in := d.injected(); len(in) != 1 || !strings.HasPrefix(in[0], "granted by ") {
					t.Errorf("injected %q", in)
				}
			})
		})
	}
}

func TestDecidedByARule(t *testing.T) {
	for _, c := range []struct {
		name    string
		rules   []rules.Rule
		state   request.State
		inject  []string
		waiting string
	}{
		{
			"granted",
			[]rules.Rule{{Name: "reads", Tool: "refund", Decide: "grant"}},
			request.Granted,
			[]string{"granted by reads: "},
			"Granted by the rule reads, nobody is asked: refund: amount 50.",
		},
		{
			"denied",
			[]rules.Rule{{Name: "reads", Tool: "refund", Decide: "grant"}, {Name: "never", When: "args.amount == 50", Decide: "deny"}},
			request.Denied,
			[]string{"denied by never: "},
			"Refused by the rule never, nobody is asked: refund: amount 50.",
		},
		{
			"denied by a condition that fails",
			[]rules.Rule{{Name: "never", When: "args.nothing", Decide: "deny"}},
			request.Denied,
			[]string{"denied by never: "},
			"Refused by the rule never, nobody is asked: refund: amount 50.",
		},
		{
			"a condition that fails grants nothing",
			[]rules.Rule{{Name: "reads", When: "args.nothing == 1", Decide: "grant"}},
			request.Pending, nil, "Waiting for approval by Dana or Frank: refund: amount 50.",
		},
		{
			"nobody in common",
			[]rules.Rule{{Name: "a", Approvers: []message.PersonID{"dana"}}, {Name: "b", Approvers: []message.PersonID{"frank"}}},
			request.Denied,
			[]string{"denied by policy: the rules have no approver in common"},
			"No approver could be reached, so this was refused: refund: amount 50.",
		},
		{
			"hours that are never open",
			[]rules.Rule{{Name: "a", Hours: "Mon 08:00-09:00"}, {Name: "b", Hours: "Tue 08:00-09:00"}},
			request.Denied,
			[]string{"denied by policy: 0 of 1 approvers can be asked"},
			"No approver could be reached, so this was refused: refund: amount 50.",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			onDesk(t, ruled(t, c.rules...), func(t *testing.T, d *desk) {
				q := asking("", `{"amount":50}`)
				a := d.ask(q)
				if a.Record.State != c.state || !strings.HasPrefix(a.Waiting, c.waiting) {
					t.Errorf("%s: %q", a.Record.State, a.Waiting)
				}
				// The step comes again, after a crash; another service looks for what was left behind.
				again := d.ask(q)
				if again.Record.ID != a.Record.ID || again.Waiting != a.Waiting {
					t.Errorf("again: %s %q", again.Record.ID, again.Waiting)
				}
				equal(t, "injected", d.injected(), c.inject)
				want := 0
				if c.state == request.Pending {
					want = 2
				}
				if out := d.outbox(); len(out) != want {
					t.Errorf("%d messages went out, want %d", len(out), want)
				}
				if c.state != request.Pending {
					if d.decided != 1 || !slices.Contains(d.audits, "approval "+string(c.state)) {
						t.Errorf("decided %d times, audit %q", d.decided, d.audits)
					}
					if got := d.answer("dana", "no"); got != "unbound" {
						t.Errorf("an answer afterwards: %s", got)
					}
				}
			})
		})
	}
}

// TestPolicyIsCopied: what the rules said is in the record, and other rules later on
// change nothing.
func TestPolicyIsCopied(t *testing.T) {
	on := true
	grace := time.Minute
	rule := rules.Rule{
		Name: "all", Approvers: []message.PersonID{"dana", "eve"}, Trust: message.Verified, TTL: 2 * time.Hour, Via: []message.ChannelName{"mail"},
		EscalateAfter: time.Hour, EscalateTo: []message.PersonID{"eve", "dana", "gina", "gone"}, OnExpiry: "escalate",
		OperatorGrant: &on, Grace: &grace, Receipt: "other", RemindEvery: 30 * time.Minute, Reminders: 3,
	}
	onDesk(t, ruled(t, rule), func(t *testing.T, d *desk) {
		asked := d.ask(asking("a1", `{"amount":50}`)).Record
		ruled(t)(&d.o)
		d.svc = approvals.New(d.o)
		for _, r := range []request.Record{asked, d.get(asked.ID), d.ask(asking("a1", `{"amount":50}`)).Record} {
			if len(r.Approvers) != 1 || r.Approvers[0].Person != "dana" {
				t.Fatalf("approvers %v: the requester is not one", r.Approvers)
			}
			e := r.Escalation
			if e == nil || e.After != time.Hour || !e.OnExpiry || len(e.To) != 1 || e.To[0].Person != "gina" {
				t.Fatalf("escalation %+v", e)
			}
			got := fmt.Sprintln(r.Rules, r.Via, r.TTL, r.Quorum, r.Trust, r.Grace, r.Receipt, r.RemindEvery, r.Reminders, r.OperatorGrant, r.RequesterID)
			if want := "[all] [mail] 2h0m0s 1 verified 1m0s true 30m0s 3 true eve\n"; got != want {
				t.Errorf("%s, want %s", got, want)
			}
			// The codes of those who may be asked later are theirs from the beginning.
			id, who, err := d.store.ByCode(t.Context(), e.To[0].Code)
			if err != nil || id != r.ID || who != "gina" {
				t.Errorf("code of the escalation: %s %s %v", id, who, err)
			}
		}
	})
}

// TestHoursOfPrompts: it is Saturday, 1 January 2000, 00:00 UTC.
func TestHoursOfPrompts(t *testing.T) {
	rome, err := time.LoadLocation("Europe/Rome")
	noerr.Must(t, err)
	rule := rules.Rule{Name: "office", Hours: "Mon-Fri 08:00-18:00", TTL: time.Hour}
	onDesk(t, ruled(t, rule), func(t *testing.T, d *desk) {
		d.people[1].Zone = rome // Dana's Monday begins an hour before Frank's
		monday := time.Date(2000, 1, 3, 7, 0, 0, 0, time.UTC)
		a := d.ask(asking("a1", `{"amount":50}`))
		if r := a.Record; !r.Until().Equal(monday.Add(time.Hour)) || r.ExpiresAt.Before(monday.Add(time.Hour)) {
			t.Errorf("open until %s, expires %s", r.Until(), r.ExpiresAt)
		}
		if !strings.HasSuffix(a.Waiting, "Open until Mon 3 Jan 2000, 08:00 UTC.") {
			t.Error(a.Waiting)
		}
		time.Sleep(time.Until(monday) - time.Minute)
		d.ask(asking("a1", `{"amount":50}`)) // the step again, later: nobody is asked twice
		if out := d.outbox(); len(out) != 0 {
			t.Fatalf("%d prompts before the hours", len(out))
		}
		time.Sleep(2 * time.Minute)
		if out := d.outbox(); len(out) != 1 || out[0].Person != "dana" {
			t.Fatalf("prompts when Dana's hours begin: %v", out)
		}
		d.ask(asking("a1", `{"amount":50}`))
		time.Sleep(time.Hour)
		if out := d.outbox(); len(out) != 1 || out[0].Person != "frank" {
			t.Fatalf("prompts when Frank's hours begin: %v", out)
		}
	})
}

// TestHoursAndQuiet: the prompt of a machine waits for the later of the two.
func TestHoursAndQuiet(t *testing.T) {
	phone := message.Address("sms:+393331234567")
	for _, c := range []struct {
		hours string
		quiet message.QuietHours
		want  time.Time
	}{
		{"06:00-20:00", message.QuietHours{From: 22 * 60, To: 9 * 60}, time.Date(2000, 1, 1, 9, 0, 0, 0, time.UTC)},
		{"10:00-20:00", message.QuietHours{From: 22 * 60, To: 9 * 60}, time.Date(2000, 1, 1, 10, 0, 0, 0, time.UTC)},
		{"06:00-08:00, 19:00-20:00", message.QuietHours{From: 22 * 60, To: 9 * 60}, time.Date(2000, 1, 1, 19, 0, 0, 0, time.UTC)},
	} {
		change := func(o *approvals.Options) {
			o.Rules.Approvers = []message.PersonID{"dana"}
			o.Channels = []prompt.Channel{{Name: "sms", Kind: "sms", Traits: traits("sms"), Markup: message.MarkupGSM7, Max: 1600}}
			ruled(t, rules.Rule{Name: "office", Hours: c.hours})(o)
		}
		onDesk(t, change, func(t *testing.T, d *desk) {
			d.people[1].Addresses, d.people[1].Quiet = []message.Address{phone}, c.quiet
			q := asking("", `{"amount":50}`)
			q.Machine = true
			a := d.ask(q)
			if len(a.Items) != 1 || !a.Items[0].NotBefore.Equal(c.want) || a.Items[0].Queue != queue.Outbox {
				t.Errorf("%s: %v, want %s", c.hours, a.Items, c.want)
			}
		})
	}
}

// TestViaOfARule: the next address is one that the rule allows, too.
func TestViaOfARule(t *testing.T) {
	phone := message.Address("sms:+393331234567")
	change := func(via ...message.ChannelName) func(*approvals.Options) {
		return func(o *approvals.Options) {
			o.Rules.Approvers = []message.PersonID{"dana"}
			o.Channels = append(o.Channels, prompt.Channel{Name: "sms", Kind: "sms", Traits: traits("sms"), Markup: message.MarkupGSM7, Max: 1600})
			ruled(t, rules.Rule{Name: "r", Via: via})(o)
		}
	}
	for _, c := range []struct {
		via  []message.ChannelName
		want []string
	}{
		{nil, []string{"mail email:dana@example.com", "sms " + string(phone)}},
		{[]message.ChannelName{"sms", "mail"}, []string{"sms " + string(phone), "mail email:dana@example.com"}},
		{[]message.ChannelName{"sms"}, []string{"sms " + string(phone)}},
	} {
		onDesk(t, change(c.via...), func(t *testing.T, d *desk) {
			d.people[1].Addresses = []message.Address{addr("dana"), phone}
			d.ask(asking("", `{"amount":50}`))
			var got []string
			for out := d.outbox(); len(out) > 0; out = d.outbox() {
				if out[0].Kind != message.Prompt {
					break
				}
				got = append(got, string(out[0].Channel)+" "+string(out[0].To))
				noerr.Must(t, d.svc.Handed(t.Context(), outbox.Result{Out: out[0], State: outbox.Failed, At: time.Now()}))
			}
			equal(t, fmt.Sprint(c.via), got, c.want)
		})
	}
}

func TestExplain(t *testing.T) {
	change := ruled(t, rules.Rule{Name: "large", When: "args.amount > 100", Quorum: 2, EscalateAfter: time.Hour, EscalateTo: []message.PersonID{"dana", "gina"}})
	onDesk(t, change, func(t *testing.T, d *desk) {
		e, err := d.svc.Explain(t.Context(), rules.Request{Tool: "refund", Args: []byte(`{"amount":150}`), Requester: "dana"}, time.Now())
		noerr.Must(t, err)
		if e.State != request.Denied || e.Reason != "by policy: 1 of 2 approvers can be asked" || e.Asked[0].Not != "it is their own request" ||
			e.Asked[1].Person != "frank" || e.Asked[1].Not != "" || len(e.Asked[1].Places) != 2 || len(e.Later) != 1 || e.Later[0].Person != "gina" {
			t.Errorf("%+v", e)
		}
	})
}
