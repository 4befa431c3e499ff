package approvals_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bridge/approvals/binding"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// tells notes that the bridge sent a message to one of Dana's phones, about a request
// or none.
func (d *desk) tells(ch message.ChannelName, to message.Address, about message.ApprovalID) {
	d.t.Helper()
	d.keys++
	err := d.store.SaveLastOutbound(d.t.Context(), outbox.LastOutbound{
		Channel: ch, To: to, Message: message.MessageID("msg_" + strings.Repeat("x", d.keys)), Approval: about, At: d.o.Now(),
	})
	noerr.Must(d.t, err)
}

// crosses notes a prompt that came to Dana's WhatsApp a while ago, and a minute before it
// something else that a yes may answer.
func (d *desk) crosses(rec request.Record, before message.ApprovalID, ago time.Duration) {
	d.t.Helper()
	now := d.o.Now()
	noerr.Must(d.t, d.store.SaveLastOutbound(d.t.Context(), outbox.LastOutbound{
		Channel: "wa", To: danaWA, Message: "msg_crosses", Kind: message.Prompt, Approval: rec.ID, At: now, Before: before, BeforeAt: now.Add(-time.Minute),
	}))
	time.Sleep(ago)
}

var (
	byWA  = on("wa", danaWA)
	bySMS = func(r *binding.Reply) { on("sms", danaSMS)(r); r.Trust = message.Carrier }
)

// A bare yes or no on a phone answers the prompt only if that was the last message
// there, not long ago, and nothing else waits.
func TestSolePending(t *testing.T) {
	wa := []func(*binding.Reply){byWA}
	sms := []func(*binding.Reply){bySMS}
	for _, c := range []struct {
		name  string
		text  string
		how   []func(*binding.Reply)
		first func(d *desk, rec request.Record)
		want  string
		state request.State
	}{
		{"a yes on WhatsApp", "yes", wa, nil, "granted", request.Granted},
		{"a no on WhatsApp", "no, wrong account", wa, nil, "denied", request.Denied},
		{"a no on SMS", "no", sms, nil, "denied", request.Denied},
		{"a yes on SMS needs the code", "yes", sms, nil, "a yes without the code", request.Pending},
		{"a weak word", "ok", wa, nil, "no verdict", request.Pending},
		{"an unclear word", "yes, but only half", wa, nil, "no verdict", request.Pending},
		{"something else", "what is the weather like", wa, nil, "unbound", request.Pending},
		{"the opt-out word", "STOP", sms, nil, "unbound", request.Pending},
		{"at the end of the window", "yes", wa, func(*desk, request.Record) { time.Sleep(30*time.Minute - time.Second) }, "granted", request.Granted},
		{"after the window", "yes", wa, func(*desk, request.Record) { time.Sleep(30*time.Minute + time.Second) }, "no verdict", request.Pending},
		{"after another message", "yes", wa, func(d *desk, _ request.Record) { d.tells("wa", danaWA, "") }, "unbound", request.Pending},
		{"after the question that repeats it", "yes", wa, func(d *desk, rec request.Record) { d.tells("wa", danaWA, rec.ID) }, "granted", request.Granted},
		{"it was accepted before the prompt", "yes", []func(*binding.Reply){byWA, func(r *binding.Reply) { r.At = r.At.Add(-time.Second) }}, nil, "unbound", request.Pending},
		{"it quotes another message", "yes", []func(*binding.Reply){byWA, func(r *binding.Reply) { r.Quotes = true }}, nil, "unbound", request.Pending},
		{"a reaction, or read in the provider's log", "yes", []func(*binding.Reply){byWA, func(r *binding.Reply) { r.Ambiguous = true }}, nil, "no verdict", request.Pending},
		{"another's phone", "yes", []func(*binding.Reply){on("wa", "whatsapp:+390000004")}, func(d *desk, rec request.Record) {
			d.tells("wa", "whatsapp:+390000004", rec.ID)
		}, "unbound", request.Pending},
		{"by mail", "yes", nil, nil, "unbound", request.Pending},
		{"two wait", "yes", wa, func(d *desk, rec request.Record) {
			d.ask(asking("other", `{"amount":60}`))
			d.tells("wa", danaWA, rec.ID)
		}, "bound to several requests", request.Pending},
		{"two wait, and a no", "no", sms, func(d *desk, rec request.Record) {
			d.ask(asking("other", `{"amount":60}`))
			d.tells("sms", danaSMS, rec.ID)
		}, "bound to several requests", request.Pending},
		{"as the prompt came below words of the agent", "yes", wa, func(d *desk, rec request.Record) { d.crosses(rec, "", 4*time.Second) }, "no verdict", request.Pending},
		{"the same, and a no", "no", wa, func(d *desk, rec request.Record) { d.crosses(rec, "", 4*time.Second) }, "no verdict", request.Pending},
		{"five seconds later", "yes", wa, func(d *desk, rec request.Record) { d.crosses(rec, "", 5*time.Second) }, "granted", request.Granted},
		{"as the prompt came below another", "yes", wa, func(d *desk, rec request.Record) {
			d.crosses(rec, d.ask(asking("other", `{"amount":60}`)).Record.ID, time.Second)
		}, "bound to several requests", request.Pending},
		{"before the prompt came below another", "yes", []func(*binding.Reply){byWA, func(r *binding.Reply) { r.At = r.At.Add(-time.Second) }}, func(d *desk, rec request.Record) {
			d.crosses(rec, d.ask(asking("other", `{"amount":60}`)).Record.ID, 0)
		}, "bound to several requests", request.Pending},
		{"decided meanwhile", "yes", wa, func(d *desk, rec request.Record) {
			noerr.Must(d.t, noerr.Of(d.svc.Operator(d.t.Context(), rec.ID, request.Denied, "ops", "")))
		}, "late: decided", request.Denied},
	} {
		t.Run(c.name, func(t *testing.T) {
			onChat(t, func(t *testing.T, d *desk) {
				rec := d.ask(asking("one", `{"amount":50}`)).Record
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
		rec := d.ask(asking("one", `{"amount":50}`)).Record
		d.tells("wa", danaWA, rec.ID)
		r := d.reply("", "yes", byWA)
		if !binding.Fleeting(r) {
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
		list := func(want string, how ...func(*binding.Reply)) string {
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
		d.ask(asking("one", `{"amount":50}`))
		two := d.ask(asking("two", `{"amount":60}`)).Record
		d.outbox()
		for name, how := range map[string][]func(*binding.Reply){
			"WhatsApp": {byWA}, "SMS": {bySMS}, "mail": {}, "subject": {func(r *binding.Reply) { r.Subject, r.Text = "List", "" }},
			"a reply to a prompt": {byWA, func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: two.ID, Person: "dana"}} }},
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
		if got := d.answer("dana", "Here it is", func(r *binding.Reply) { r.Subject = "List" }); got != "unbound" {
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
			d.ask(asking(fmt.Sprint("long ", i), `{"text":"`+strings.Repeat("long ", 30)+`"}`))
		}
		d.outbox()
		if text := list("list", bySMS); len(text) > 1600 || !strings.Contains(text, "more. Answer LIST") || strings.Count(text, "asked by") < 2 {
			t.Errorf("%d bytes: %s", len(text), text)
		}
	})
}
