package approvals_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/message"
	"bridge/outbox"
)

// tells notes that the bridge sent a message to one of Dana's phones, about a request
// or none.
func (d *desk) tells(ch message.ChannelName, to message.Address, about message.ApprovalID) {
	d.t.Helper()
	d.keys++
	err := d.store.SaveSaid(d.t.Context(), outbox.Said{
		Channel: ch, To: to, Message: message.MessageID("msg_" + strings.Repeat("x", d.keys)), Approval: about, At: d.o.Now(),
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

var (
	byWA  = on("wa", danaWA)
	bySMS = func(r *approvals.Reply) { on("sms", danaSMS)(r); r.Trust = message.Carrier }
)

// A bare yes or no on a phone answers the prompt only if that was the last message
// there, not long ago, and nothing else waits.
func TestSolePending(t *testing.T) {
	wa := []func(*approvals.Reply){byWA}
	sms := []func(*approvals.Reply){bySMS}
	for _, c := range []struct {
		name  string
		text  string
		how   []func(*approvals.Reply)
		first func(d *desk, rec approvals.Record)
		want  string
		state approvals.State
	}{
		{"a yes on WhatsApp", "yes", wa, nil, "granted", approvals.Granted},
		{"a no on WhatsApp", "no, wrong account", wa, nil, "denied", approvals.Denied},
		{"a no on SMS", "no", sms, nil, "denied", approvals.Denied},
		{"a yes on SMS needs the code", "yes", sms, nil, "a yes by SMS without the code", approvals.Pending},
		{"a weak word", "ok", wa, nil, "unbound", approvals.Pending},
		{"an unclear word", "yes, but only half", wa, nil, "unbound", approvals.Pending},
		{"something else", "what is the weather like", wa, nil, "unbound", approvals.Pending},
		{"the opt-out word", "STOP", sms, nil, "unbound", approvals.Pending},
		{"at the end of the window", "yes", wa, func(*desk, approvals.Record) { time.Sleep(30*time.Minute - time.Second) }, "granted", approvals.Granted},
		{"after the window", "yes", wa, func(*desk, approvals.Record) { time.Sleep(30*time.Minute + time.Second) }, "unbound", approvals.Pending},
		{"after another message", "yes", wa, func(d *desk, _ approvals.Record) { d.tells("wa", danaWA, "") }, "unbound", approvals.Pending},
		{"after the question that repeats it", "yes", wa, func(d *desk, rec approvals.Record) { d.tells("wa", danaWA, rec.ID) }, "granted", approvals.Granted},
		{"it was accepted before the prompt", "yes", []func(*approvals.Reply){byWA, func(r *approvals.Reply) { r.At = r.At.Add(-time.Second) }}, nil, "unbound", approvals.Pending},
		{"it quotes another message", "yes", []func(*approvals.Reply){byWA, func(r *approvals.Reply) { r.Quotes = true }}, nil, "unbound", approvals.Pending},
		{"a reaction, or read in the provider's log", "yes", []func(*approvals.Reply){byWA, func(r *approvals.Reply) { r.Ambiguous = true }}, nil, "no verdict", approvals.Pending},
		{"another's phone", "yes", []func(*approvals.Reply){on("wa", "whatsapp:+390000004")}, func(d *desk, rec approvals.Record) {
			d.tells("wa", "whatsapp:+390000004", rec.ID)
		}, "unbound", approvals.Pending},
		{"by mail", "yes", nil, nil, "unbound", approvals.Pending},
		{"two wait", "yes", wa, func(d *desk, rec approvals.Record) {
			d.ask(request("other", `{"amount":60}`))
			d.tells("wa", danaWA, rec.ID)
		}, "bound to several requests", approvals.Pending},
		{"two wait, and a no", "no", sms, func(d *desk, rec approvals.Record) {
			d.ask(request("other", `{"amount":60}`))
			d.tells("sms", danaSMS, rec.ID)
		}, "bound to several requests", approvals.Pending},
		{"decided meanwhile", "yes", wa, func(d *desk, rec approvals.Record) {
			if _, err := d.svc.Operator(d.t.Context(), rec.ID, approvals.Denied, "ops", ""); err != nil {
				d.t.Fatal(err)
			}
		}, "late: decided", approvals.Denied},
	} {
		t.Run(c.name, func(t *testing.T) {
			onChat(t, func(t *testing.T, d *desk) {
				rec := d.ask(request("one", `{"amount":50}`)).Record
				d.tells("wa", danaWA, rec.ID)
				d.tells("sms", danaSMS, rec.ID)
				if c.first != nil {
					c.first(d, rec)
				}
				d.outbox()
				if got := d.answer("dana", c.text, c.how...); got != c.want {
					t.Errorf("came to %q, want %q", got, c.want)
				}
				now := d.get(rec.ID)
				if now.State != c.state {
					t.Errorf("%s, want %s", now.State, c.state)
				}
				if len(now.Votes) == 1 && now.Votes[0].Binding != "sole" {
					t.Errorf("bound by %s", now.Votes[0].Binding)
				}
				if c.want == "bound to several requests" {
					said := d.outbox()
					if len(said) != 1 || strings.Count(said[0].Text, "(asked by Eve)") != 2 {
						t.Errorf("said %+v", said)
					}
				}
			})
		})
	}
}

// What a message was bound to when it came first holds when it comes again.
func TestSolePendingAgain(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		rec := d.ask(request("one", `{"amount":50}`)).Record
		d.tells("wa", danaWA, rec.ID)
		r := d.reply("", "yes", byWA)
		if !approvals.Fleeting(r) {
			t.Error("its binding is taken for one that stays")
		}
		if got := d.give(r); got != "granted" {
			t.Fatalf("came to %q", got)
		}
		d.tells("wa", danaWA, "") // the acknowledgement
		r.Earlier, r.EarlierBy = rec.ID, "sole"
		if got := d.give(r); got != "repeated" {
			t.Errorf("again it came to %q", got)
		}
	})
}

// LIST says what waits for its sender, on every channel; whoever decides nothing may
// write the word to the agent.
func TestList(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		list := func(want string, how ...func(*approvals.Reply)) string {
			t.Helper()
			if got := d.answer("dana", "LIST", how...); got != want {
				t.Errorf("came to %q, want %q", got, want)
			}
			var text string
			for _, m := range d.outbox() {
				text += m.Text
			}
			return text
		}
		if text := list("list", byWA); !strings.Contains(text, "No request waits") {
			t.Errorf("with nothing open: %s", text)
		}
		d.ask(request("one", `{"amount":50}`))
		two := d.ask(request("two", `{"amount":60}`)).Record
		d.outbox()
		for name, how := range map[string][]func(*approvals.Reply){
			"WhatsApp": {byWA}, "SMS": {bySMS}, "mail": {}, "subject": {func(r *approvals.Reply) { r.Subject, r.Text = "List", "" }},
			"a reply to a prompt": {byWA, func(r *approvals.Reply) { r.Prompts = []approvals.Prompted{{Approval: two.ID, Person: "dana"}} }},
		} {
			text := list("list", how...)
			for _, part := range []string{"amount 50", "amount 60", two.Approvers[0].Code, "asked by Eve", "open until"} {
				if !strings.Contains(text, part) {
					t.Errorf("%s: no %q in %s", name, part, text)
				}
			}
		}
		if got := d.answer("dana", "list of all flights to Rome"); got != "unbound" {
			t.Errorf("more than the word: %s", got)
		}
		if got := d.answer("dana", "Here it is", func(r *approvals.Reply) { r.Subject = "List" }); got != "unbound" {
			t.Errorf("a mail with that subject and a text: %s", got)
		}
		for _, who := range []string{"gina", "eve", "stranger"} {
			if got := d.answer(who, "LIST"); got != "unbound" {
				t.Errorf("%s: %s", who, got)
			}
		}
		if got := d.answer("dana", "yes "+two.Approvers[0].Code); got != "granted" {
			t.Errorf("the code from the list: %s", got)
		}
		d.outbox()
		if text := list("list", byWA); strings.Contains(text, "amount 60") || !strings.Contains(text, "amount 50") {
			t.Errorf("after one was granted: %s", text)
		}
		// As many as fit into one SMS of the channel, and how many more there are.
		for i := range 15 {
			d.ask(request(fmt.Sprint("long ", i), `{"text":"`+strings.Repeat("long ", 30)+`"}`))
		}
		d.outbox()
		if text := list("list", bySMS); len(text) > 1600 || !strings.Contains(text, "more. Answer LIST") || strings.Count(text, "asked by") < 2 {
			t.Errorf("%d bytes: %s", len(text), text)
		}
	})
}
