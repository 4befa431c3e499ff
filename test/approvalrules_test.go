package test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"bridge/internal/mailserver"
)

const approvalRules = `approvers = ["dana", "frank"]
trust = "asserted"
[[approvals.rules]]
name = "large"
tool = "refund*"
when = "args.amount > 100"
quorum = 2
summary = "Refund {{.args.amount}} EUR"
[[approvals.rules]]
name = "small"
tool = "refund"
when = "args.amount <= 5"
decide = "grant"
[[approvals.rules]]
name = "huge"
when = "args.amount > 1000"
decide = "deny"
[[approvals.rules]]
name = "slow"
when = "args.amount == 77"
subject = "Held: {{.args.amount}} for {{.tool}}"
grace = "1h"`

// TestApprovalRules: the amount says who has to say yes: nobody, one, two, or everybody
// in vain.
func TestApprovalRules(t *testing.T) {
	t.Parallel()
	amount := regexp.MustCompile(`refund (\S+)`)
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		for _, p := range c.Body.Parts {
			if p.Metadata.PartType == "approval-response" {
				var d struct{ Decision, DecidedBy string }
				_ = json.Unmarshal(p.Data, &d)
				answerJSON(w, fmt.Sprintf(`{"text":"decision=%s by=%s"}`, d.Decision, d.DecidedBy))
				return
			}
		}
		m := amount.FindSubmatch(c.Raw)
		if m == nil {
			http.Error(w, "no amount", http.StatusBadRequest)
			return
		}
		answerJSON(w, fmt.Sprintf(`{"parts":[{"data":{"toolName":"refund","args":{"amount":%s}},"metadata":{"partType":"approval-request"}}]}`,
			strings.TrimRight(string(m[1]), `\rn".,}`)))
	})
	s := newSite(t, httpAgent(agent.URL), withApprovals(approvalRules), withChannel(`brand = { subject = "Example Ltd: {{.summary}}" }`)).start()
	refund := func(amount string) (before int) {
		n := s.mail.Count()
		s.send(mailserver.Letter{From: eve, ID: "<refund" + amount + "@bridge.test>", Subject: "Refund", Text: "refund " + amount + " please"})
		return n
	}

	n := refund("3")
	s.expect(n, eve, "Granted by the rule small, nobody is asked: refund: amount 3.")
	s.expect(n, eve, "decision=granted by=small")
	n = refund("5000")
	s.expect(n, eve, "Refused by the rule huge, nobody is asked: Refund 5000 EUR.")
	s.expect(n, eve, "decision=denied by=huge")

	n = refund("150")
	toDana, toFrank := s.expect(n, dana, "[approval:"), s.expect(n, frank, "[approval:")
	if !strings.HasPrefix(toDana.Subject, "Example Ltd: Refund 150 EUR [approval:") {
		t.Errorf("the subject of the prompt is %q", toDana.Subject)
	}
	s.send(toDana.Reply("yes"))
	s.expect(n, dana, "1 of 2 needed answers are in")
	s.send(toFrank.Reply("yes"))
	s.expect(n, eve, "decision=granted by=dana,frank")
	if ds := agent.decisions(); len(ds) != 3 {
		t.Errorf("the agent heard %d decisions: %v", len(ds), ds)
	}

	// A yes with a grace can be taken back.
	n = refund("77")
	prompt := s.expect(n, dana, "[approval:")
	if !strings.HasPrefix(prompt.Subject, "Example Ltd: Held: 77 for refund [approval:") || !strings.HasPrefix(prompt.Text, "refund: amount 77") {
		t.Errorf("the subject of the rule's prompt is %q:\n%s", prompt.Subject, prompt.Text)
	}
	s.send(prompt.Reply("yes"))
	s.expect(n, dana, "takes effect on")
	id := ""
	for line := range strings.Lines(s.must("approvals", "list", "-state", "pending")) {
		if strings.Contains(line, "77") {
			id = strings.Fields(line)[0]
		}
	}
	if out := s.must("approvals", "show", id); !strings.Contains(out, "slow\n") || !strings.Contains(out, "held until") || !strings.Contains(out, "trust asserted") {
		t.Errorf("a held request is shown as:\n%s", out)
	}
	s.send(mailserver.Letter{From: dana, ID: "<back@bridge.test>", Subject: "Refund", Text: "no " + codePattern.FindStringSubmatch(prompt.Subject)[1]})
	s.expect(n, eve, "decision=denied by=dana")

	for _, c := range []struct {
		args string
		code int
		want []string
	}{
		{`{"amount":3}`, 0, []string{"rule small: matched", "granted at once by small"}},
		{`{"amount":5000}`, 3, []string{"rule huge: matched", "denied at once by huge"}},
		{`{"amount":"3"}`, 3, []string{"its condition failed", "denied at once by huge"}}, // the strict side
		{`{"amount":40}`, 0, []string{"no rule matches", "1 of them must say yes within 24h", "dana: mail (email:dana@bridge.test)"}},
		{`40`, 2, []string{"args must be a JSON object"}},
	} {
		out, code := s.cli("approvals", "explain", "-tool", "refund", "-requester", "eve", "-args", c.args)
		if code != c.code {
			t.Errorf("explain %s: exit %d\n%s", c.args, code, out)
		}
		for _, w := range c.want {
			if !strings.Contains(out, w) {
				t.Errorf("explain %s does not say %q:\n%s", c.args, w, out)
			}
		}
	}
	s.fails(2, `there is no agent "asistant"`, "approvals", "explain", "-tool", "refund", "-agent", "asistant")
	s.fails(2, `there is no channel "fax"`, "approvals", "explain", "-tool", "refund", "-channel", "fax")
}

// TestMistakesOfApprovalRules: bridge check names what is wrong with a rule, with its
// line, and what nobody can reach.
func TestMistakesOfApprovalRules(t *testing.T) {
	t.Parallel()
	s := newSite(t, withApprovals(`approvers = ["dana", "frank"]
[[approvals.rules]]
name = "a"
tool = "[refund"
when = "args.amount >> 100"
hours = "9 to 5"
summary = "{{.args.amount"
subject = "{{.args.amount"
[[approvals.rules]]
name = "b"
tool = "pay"
approvers = ["gus"]
[[approvals.rules]]
name = "c"
tool = "pay"
when = "args.amount > 5"
approvers = ["dana"]
[people.gus]
language = "sv"
addresses = ["sms:+393331234567"]`), withChannel(`brand = { subject = "Somebody asks" }`))
	says := func(exit int, all ...string) {
		t.Helper()
		out, code := s.cli("check", "-offline")
		if code != exit {
			t.Errorf("exit %d, want %d", code, exit)
		}
		for _, want := range all {
			if !strings.Contains(out, want) {
				t.Errorf("bridge check does not say %q:\n%s", want, out)
			}
		}
	}
	says(1,
		`approvals.rules[0].tool: "[refund" is not a pattern; write a name, with * for any letters`,
		`approvals.rules[0].when: unexpected token`, `(character 14)`,
		`approvals.rules[0].hours: "9 to 5" is not of the form DAYS HH:MM-HH:MM; write "Mon-Fri 08:00-18:00"`,
		`approvals.rules[0].summary: `,
		`approvals.rules[0].subject: `,
		`channels.mail.brand.subject: `, `has no {{.summary}}: it would not say what is asked`,
	)
	for from, to := range map[string]string{
		`"[refund"`: `"refund"`, `>> 100`: `> 100`, `"9 to 5"`: `"Mon-Fri 08:00-18:00"`,
		`summary = "{{.args.amount"`: `summary = "{{.args.amount}}"`, `subject = "{{.args.amount"`: `subject = "{{.args.amount}}"`, `"Somebody asks"`: `"{{.summary}}"`,
	} {
		s.edit(from, to)
	}
	says(0, // advice, once nothing is wrong
		`approvals.rules[1].approvers: every request is denied: 0 can be asked on these channels, and 1 have to say yes`,
		`people.gus.language: there are no words in "sv", so prompts and notices are in English; write one of en it es fr de pt nl pl`,
		`approvals.rules[2].approvers: with the rule "b" it has no approver in common: what both match is denied at once`,
	)
}
