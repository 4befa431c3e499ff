package test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"bridge/internal/chromiumtest"
	"bridge/internal/mailserver"
)

var codePattern = regexp.MustCompile(`\[approval:([2-9A-Z]{6})\]`)

// refundAgent asks for an approval and says what it got.
func refundAgent(t *testing.T) *stubAgent {
	return newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		for _, p := range c.Body.Parts {
			if p.Metadata.PartType == "approval-response" {
				var d struct{ Decision, Reason, DecidedBy string }
				_ = json.Unmarshal(p.Data, &d)
				answerJSON(w, fmt.Sprintf(`{"text":"decision=%s by=%s reason=%s"}`, d.Decision, d.DecidedBy, d.Reason))
				return
			}
		}
		answerJSON(w, `{"parts":[{"text":"Let me check.","metadata":{"partType":"response"}},
			{"data":{"approvalId":"refund-1","toolCallId":"call-7","handler":"payments","toolName":"refund","args":{"amount":40,"currency":"EUR"}},"metadata":{"partType":"approval-request"}}]}`)
	})
}

// decisions returns the approval responses that the agent got.
func (a *stubAgent) decisions() []string {
	var ds []string
	for _, c := range a.seen() {
		for _, p := range c.Body.Parts {
			if p.Metadata.PartType == "approval-response" {
				ds = append(ds, string(p.Data))
			}
		}
	}
	return ds
}

// ask lets Eve ask for a refund and returns the prompt that Dana got.
func (s *site) ask() mailserver.Mail {
	s.t.Helper()
	n := s.mail.Count()
	s.send(mailserver.Letter{From: eve, ID: fmt.Sprintf("<r%d@bridge.test>", n), Subject: "Refund", Text: "refund 40"})
	prompt := s.expect(n, dana, "[approval:")
	s.expect(n, eve, "Waiting for approval by Dana")
	return prompt
}

func TestApprovalByMail(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s := newSite(t, httpAgent(agent.URL), withTop(fmt.Sprintf("public_url = %q", publicName))).start()
	prompt := s.ask()
	code := codePattern.FindStringSubmatch(prompt.Subject)
	if code == nil || !strings.HasPrefix(prompt.Subject, "refund") || !strings.Contains(prompt.Subject[:40], "40") {
		t.Fatalf("the subject of the prompt is %q", prompt.Subject)
	}
	waiting := s.expect(0, eve, "Waiting")
	if !strings.Contains(waiting.Text, "Let me check.") || strings.Contains(string(waiting.Raw), code[1]) {
		t.Errorf("the waiting notice:\n%s", waiting.Raw)
	}
	// A process that dies between prompt and answer changes nothing.
	s.kill()
	s.start()

	n := s.mail.Count()
	s.send(prompt.Reply("yes but only half"))
	s.expect(n, dana, "Nothing was decided: only a clear yes or no counts. Still open until", "YES "+code[1])
	if ds := agent.decisions(); len(ds) != 0 {
		t.Fatalf("a conditional yes decided: %v", ds)
	}
	n = s.mail.Count()
	yes := prompt.Reply("Yes, please.")
	yes.ID = "<yes@bridge.test>"
	s.send(yes)
	s.expect(n, eve, "decision=granted by=dana")
	s.expect(n, dana, "Granted by Dana")
	n = s.quiet()
	s.send(yes) // the same mail again: nothing more is said
	if m := s.quiet(); m != n {
		t.Errorf("the same mail twice was answered twice")
	}
	again := prompt.Reply("yes")
	again.ID = "<yes2@bridge.test>"
	s.send(again) // the same answer in a new mail is acknowledged again
	s.expect(n, dana, "Granted by Dana")
	n = s.quiet()
	no := prompt.Reply("No.")
	no.ID = "<no@bridge.test>"
	s.send(no) // a later no is too late
	s.expect(n, dana, "Already decided: granted by Dana on")
	s.quiet()
	if ds := agent.decisions(); len(ds) != 1 || !strings.Contains(ds[0], `"argsDigest":"sha256:`) ||
		!strings.Contains(ds[0], `"toolCallId":"call-7"`) || !strings.Contains(ds[0], `"handler":"payments"`) {
		t.Errorf("the agent got the decision %d times: %v", len(ds), ds)
	}
	keys := agent.seen()
	if last := keys[len(keys)-1]; !strings.HasPrefix(last.Key, keys[0].Key+".apr_") {
		t.Errorf("the key of the decision is %q, of the turn %q", last.Key, keys[0].Key)
	}
	if out, code := s.cli("approvals", "list"); code != 0 || !strings.Contains(out, "granted") {
		t.Errorf("approvals list: exit %d\n%s", code, out)
	}
	t.Run("the page of what asks back decides", func(t *testing.T) {
		prompt, n := s.ask(), s.mail.Count()
		code := codePattern.FindStringSubmatch(prompt.Subject)
		s.send(prompt.Reply("yes but only half"))
		back := s.expect(n, dana, "Nothing was decided", "YES "+code[1])
		page := openPage(t, s.http, back)
		if !strings.Contains(back.HTML, `<a href="`+publicName+page.path+`">`) {
			t.Errorf("no link to the page in\n%s", back.HTML)
		}
		if said := page.answer(t, s.http, "AAAA22", true); !strings.Contains(said, "Nothing was decided: this is not the code") {
			t.Errorf("a wrong code: %s", said)
		}
		if ds := agent.decisions(); len(ds) != 1 {
			t.Fatalf("a wrong code decided: %v", ds)
		}
		n = s.mail.Count()
		if said := openPage(t, s.http, back).answer(t, s.http, code[1], true); !strings.Contains(said, "Granted by Dana") {
			t.Errorf("the right code: %s", said)
		}
		s.expect(n, eve, "decision=granted by=dana")
		s.send(back.Reply("no")) // the mail of the ask-back binds a reply, which is too late
		s.expect(n, dana, "Already decided: granted by Dana")
		if ds := agent.decisions(); len(ds) != 2 {
			t.Errorf("decided %d times: %v", len(ds), ds)
		}
	})
}

func TestWhoMayDecide(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s := newSite(t, httpAgent(agent.URL)).start()
	prompt := s.ask()
	forward := func(from, id string) mailserver.Letter {
		l := prompt.Reply("yes")
		l.From, l.ID = from, id
		return l
	}
	n := s.quiet()
	s.send(forward(eve, "<e@bridge.test>")) // the requester's own yes
	s.expect(n, eve, "Only Dana can decide this.")
	n = s.quiet()
	s.send(forward(frank, "<f@bridge.test>")) // a known person who is not its approver
	s.expect(n, frank, "Only Dana can decide this.")
	n = s.quiet()
	s.send(forward(mallory, "<m@evil.test>")) // a stranger: silence, and Dana hears of it
	s.expect(n, dana, "did not count")
	if m := s.quiet(); m != n+1 {
		t.Errorf("%d mails after a stranger's yes, want only the one to Dana", m-n)
	}
	n = s.quiet()
	// A known person with a code that does not exist.
	s.send(mailserver.Letter{From: frank, ID: "<x@bridge.test>", Subject: "hi", Text: "YES 4K7Q2M"})
	s.expect(n, frank, "There is no open request with the code 4K7Q2M.")
	if ds := agent.decisions(); len(ds) != 0 {
		t.Fatalf("somebody else decided: %v", ds)
	}
	// By code alone, in a new mail, it is Dana's to decide.
	n = s.quiet()
	code := codePattern.FindStringSubmatch(prompt.Subject)[1]
	s.send(mailserver.Letter{From: dana, ID: "<c@bridge.test>", Subject: "about that refund", Text: "no " + strings.ToLower(code) + ", too expensive"})
	s.expect(n, eve, "decision=denied by=dana reason=too expensive")
}

// TestApprovalNamed: the token of seed 001 has an id, the agent's or ours. It says what a
// mail is about, for its approver alone, and never starts a turn.
func TestApprovalNamed(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s := newSite(t, httpAgent(agent.URL)).start()
	s.ask()
	calls := len(agent.seen())
	var open []struct{ ID string }
	if err := json.Unmarshal([]byte(s.must("approvals", "list", "-json", "-state", "pending")), &open); err != nil || len(open) != 1 {
		t.Fatalf("%d requests wait: %v", len(open), err)
	}
	n := s.quiet()
	s.send(mailserver.Letter{From: dana, ID: "<n1@bridge.test>", Subject: "[approval:refund-2]", Text: "YES"})
	s.expect(n, dana, "There is no open request with the code refund-2.")
	n = s.quiet()
	s.send(mailserver.Letter{From: frank, ID: "<n2@bridge.test>", Subject: "[approval:refund-1]", Text: "YES"})
	s.expect(n, frank, "There is no open request with the code refund-1.")
	n = s.quiet()
	s.send(mailserver.Letter{From: mallory, ID: "<n3@evil.test>", Subject: "[approval:refund-1]", Text: "YES"})
	if m := s.quiet(); m != n {
		t.Errorf("a stranger who names a request is answered")
	}
	s.send(mailserver.Letter{From: dana, ID: "<n4@bridge.test>", Subject: "about that", Text: "yes but only half\n\n[approval:" + open[0].ID + "]"})
	s.expect(n, dana, "Still open until")
	if ds, more := agent.decisions(), len(agent.seen())-calls; len(ds) != 0 || more != 0 {
		t.Fatalf("%d decisions, %d more calls of the agent", len(ds), more)
	}
	s.quiet()
	s.send(mailserver.Letter{From: dana, ID: "<n7@bridge.test>", Subject: "Re: [approval:refund-1]", Text: "YES"})
	n = s.quiet()
	if ds, more := agent.decisions(), len(agent.seen())-calls; len(ds) != 0 || more != 0 { // the agent may use its own id again
		t.Fatalf("%d decisions, %d more calls of the agent", len(ds), more)
	}
	s.send(mailserver.Letter{From: dana, ID: "<n5@bridge.test>", Subject: "Re: [approval:" + open[0].ID + "]", Text: "YES"})
	s.expect(n, eve, "decision=granted by=dana")
	n = s.quiet()
	s.send(mailserver.Letter{From: dana, ID: "<n6@bridge.test>", Subject: "[approval:" + open[0].ID + "]", Text: "no"})
	s.expect(n, dana, "Already decided: granted by Dana on")
}

func TestApproverIsRequester(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s := newSite(t, httpAgent(agent.URL)).start()
	// Dana starts the turn; she is the only approver and may not approve her own.
	s.send(mailserver.Letter{From: dana, ID: "<d@bridge.test>", Subject: "Refund", Text: "refund 40"})
	s.expect(0, dana, "You cannot approve your own request")
	s.expect(0, dana, "decision=denied by=policy")
	s.quiet()
	for _, m := range s.mail.Mails() {
		if strings.Contains(m.Subject, "[approval:") {
			t.Errorf("a prompt went to %s", m.To)
		}
	}
}

// TestEnterDecidesNothing: the right code and the Enter key, in a browser, before a choice.
func TestEnterDecidesNothing(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s := newSite(t, httpAgent(agent.URL), withTop(fmt.Sprintf("public_url = %q", publicName))).start()
	prompt, ctx := s.ask(), chromiumtest.Start(t)
	code := codePattern.FindStringSubmatch(prompt.Subject)[1]
	var left, said string // of a form that was sent either its button or its field is gone
	chromiumtest.Run(t, ctx, "the Enter key", chromedp.Navigate("http://"+s.http+openPage(t, s.http, prompt).path), chromedp.WaitVisible("#code"),
		chromedp.Evaluate(`document.forms[0].addEventListener("submit", e => { window.sent = e.submitter?.value ?? "alone" }); 0`, nil),
		chromedp.SendKeys("#code", code+kb.Enter),
		chromedp.Evaluate("`${document.querySelector('#code')?.value} ${window.sent}`", &left))
	if left != code+" undefined" || len(agent.decisions()) != 0 {
		t.Fatalf("the Enter key sent the form: %q, %v", left, agent.decisions())
	}
	chromiumtest.Run(t, ctx, "the button", chromedp.Click("button.yes"), chromedp.WaitVisible(`[role="status"]`), chromedp.Text(`[role="status"]`, &said))
	if !strings.Contains(said, "Granted by Dana") {
		t.Errorf("the page says %q", said)
	}
}

// TestNestedArgumentsInTheirLanguage: how much nested arguments hold is said in the
// language of who reads it.
func TestNestedArgumentsInTheirLanguage(t *testing.T) {
	t.Parallel()
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) {
		answerJSON(w, `{"parts":[{"data":{"approvalId":"r1","toolName":"order","args":{"n":2,"to":{"a":1,"b":2},"list":[1,2,3]}},"metadata":{"partType":"approval-request"}}]}`)
	})
	s := newSite(t, httpAgent(agent.URL))
	s.edit(`name = "Dana Bianchi"`, "name = \"Dana Bianchi\"\nlanguage = \"de\"")
	s.start()
	if m := s.ask(); !strings.HasPrefix(m.Text, "order: n 2, to (2 Felder), list (3 Einträge)\n") {
		t.Errorf("the prompt begins %.80q", m.Text)
	}
}
