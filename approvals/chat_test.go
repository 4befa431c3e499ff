package approvals_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/prompt"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
)

const (
	danaWA  message.Address = "whatsapp:+393331234567"
	danaSMS message.Address = "sms:+393331234567"
)

// onChat is onDesk with Dana on WhatsApp, SMS and mail, in this order.
func onChat(t *testing.T, test func(t *testing.T, d *desk)) {
	t.Helper()
	onDesk(t, func(o *approvals.Options) {
		o.Rules.Approvers = []message.PersonID{"dana"}
		o.Channels = []prompt.Channel{
			{Name: "mail", Kind: "email", Traits: traits("email")},
			{Name: "sms", Kind: "sms", Traits: traits("sms"), Markup: message.MarkupGSM7, Max: 1600},
			{Name: "wa", Kind: "whatsapp", Traits: traits("whatsapp"), Markup: message.MarkupStars, Max: 1600},
		}
	}, func(t *testing.T, d *desk) {
		d.people[1].Addresses = []message.Address{danaWA, danaSMS, addr("dana")}
		d.people[3].Addresses = []message.Address{"whatsapp:+390000004"} // gina
		test(t, d)
	})
}

// on says where a reply comes from.
func on(ch message.ChannelName, from message.Address) func(*binding.Reply) {
	return func(r *binding.Reply) { r.Channel, r.Traits, r.From = ch, traits(from.Kind()), from }
}

func button(payload string) func(*binding.Reply) {
	return func(r *binding.Reply) { r.Button = payload }
}

// places takes the prompts out of the outbox and returns where they go.
func (d *desk) places() []string {
	d.t.Helper()
	var all []string
	for _, m := range d.outbox() {
		if m.Kind == message.Prompt {
			all = append(all, string(m.Channel))
		}
	}
	return all
}

// at reports how Dana's prompt at an address ended.
func (d *desk) at(r request.Record, ch message.ChannelName, to message.Address, st outbox.State, bounced bool) {
	d.t.Helper()
	err := d.svc.Handed(d.t.Context(), outbox.Result{
		Out:   message.Outbound{Kind: message.Prompt, Approval: r.ID, Person: "dana", Channel: ch, To: to},
		State: st, At: d.o.Now(), Bounced: bounced,
	})
	noerr.Must(d.t, err)
}

func TestPress(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		n := 0
		ask := func() request.Record {
			n++
			return d.ask(asking(fmt.Sprint("request ", n), `{"amount":50}`)).Record
		}
		approve := func(r request.Record) func(*binding.Reply) { return button(message.ApproveButton + string(r.ID)) }
		ref := func(r request.Record) func(*binding.Reply) {
			return func(x *binding.Reply) {
				x.Prompts = []binding.Prompted{{Approval: r.ID, Person: "dana"}}
			}
		}
		wa := on("wa", danaWA)
		open := ask()
		for _, c := range []struct {
			name  string
			text  string
			how   []func(*binding.Reply)
			of    request.Record
			want  string
			state request.State
		}{
			{"approve", "Approve", []func(*binding.Reply){wa, approve(ask())}, request.Record{}, "granted", ""},
			{"the button's title says something else", "no", []func(*binding.Reply){wa, approve(ask())}, request.Record{}, "granted", ""},
			{"deny", "Refuse", []func(*binding.Reply){wa, button(message.DenyButton + string(ask().ID))}, request.Record{}, "denied", ""},
			{"on its own prompt", "Approve", []func(*binding.Reply){wa, approve(open), ref(open)}, open, "granted", request.Granted},
			{"pressed again", "Approve", []func(*binding.Reply){wa, approve(open), ref(open)}, open, "acknowledged again", request.Granted},
			{"the other button afterwards", "Refuse", []func(*binding.Reply){wa, button(message.DenyButton + string(open.ID))}, open, "late: decided", request.Granted},
		} {
			if got := d.answer("", c.text, append(c.how, trust(message.Verified))...); got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
			if c.of.ID != "" && d.get(c.of.ID).State != c.state {
				t.Errorf("%s: %s", c.name, d.get(c.of.ID).State)
			}
		}
		other, static := ask(), ask()
		for _, c := range []struct {
			name string
			how  []func(*binding.Reply)
			want string
		}{
			{"not an approver", []func(*binding.Reply){on("wa", "whatsapp:+390000004"), approve(other)}, "not an approver"},
			{"a stranger", []func(*binding.Reply){on("wa", "whatsapp:+15550001111"), approve(other)}, "a stranger answered"},
			{"too weak", []func(*binding.Reply){wa, approve(other), trust(message.Asserted)}, "step-up"},
			{"on another prompt", []func(*binding.Reply){wa, approve(other), ref(static)}, "bound to several requests"},
			{"no such request", []func(*binding.Reply){wa, button(message.ApproveButton + "apr_01M7XBRV07DV1T666MB3QMV1EA")}, "no such request"},
			{"an id that is none", []func(*binding.Reply){wa, button(message.ApproveButton + "../../x")}, "no such request"},
			{"a template that was not filled in", []func(*binding.Reply){wa, button("approve:{{2}}")}, "no such request"},
			{"a button of somebody else's", []func(*binding.Reply){wa, button("buy:1")}, "unbound"},
			{"typed, not pressed", []func(*binding.Reply){wa}, "unbound"},
		} {
			if got := d.answer("", message.ApproveButton+string(other.ID), c.how...); got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
			if r := d.get(other.ID); r.State != request.Pending || len(r.Votes) != 0 {
				t.Fatalf("%s: %s, votes %v", c.name, r.State, r.Votes)
			}
		}
		// Where the buttons' ids are the same in all prompts, the quoted prompt says which.
		if got := d.answer("", "Approve", wa, button("approve:{{2}}"), ref(static)); got != "granted" {
			t.Errorf("by the quoted prompt: %s", got)
		}
		if v := d.get(static.ID).Votes[0]; v.Binding != "ref" {
			t.Errorf("bound by %s", v.Binding)
		}
	})
}

// Numbers of SMS can be forged: a yes needs the code, which stands in the prompt.
func TestYesBySMS(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		rec := d.ask(asking("", `{"amount":50}`)).Record
		code := rec.Approvers[0].Code
		phone := []func(*binding.Reply){on("sms", danaSMS), trust(message.Carrier)}
		quoted := func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "dana"}} }
		for text, want := range map[string]string{"yes": "unbound", "YES 22AB22": "no such code", "STOP": "unbound", "no": "unbound"} {
			if got := d.answer("", text, phone...); got != want {
				t.Errorf("%s: %s, want %s", text, got, want)
			}
		}
		if got := d.answer("", "yes", append(phone, quoted)...); got != "a yes without the code" {
			t.Errorf("a quoted prompt: %s", got)
		}
		if said := d.outbox(); len(said) == 0 || !strings.HasPrefix(said[len(said)-1].Text, "Nothing was decided: a yes needs its code. Still open until ") {
			t.Errorf("a yes without the code is told %+v", said)
		}
		for _, text := range []string{"STOP " + code, "CANCEL " + code, "END " + code, "maybe " + code} {
			if got := d.answer("", text, phone...); got != "no verdict" {
				t.Errorf("%s: %s", text, got)
			}
		}
		if r := d.get(rec.ID); r.State != request.Pending || len(r.Votes) != 0 {
			t.Fatalf("%s, votes %v", r.State, r.Votes)
		}
		if got := d.answer("", "Yes "+strings.ToLower(code), phone...); got != "granted" {
			t.Errorf("with the code: %s", got)
		}
	})
}

// The code that says yes by SMS is the sender's own: one approver who forges another's
// number has only theirs, and is not two.
func TestYesBySMSWithTheCodeOfAnother(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		const frankSMS message.Address = "sms:+390000003"
		d.people[2].Addresses = []message.Address{frankSMS}
		d.o.Rules.Approvers, d.o.Rules.Quorum = []message.PersonID{"dana", "frank"}, 2
		d.svc = approvals.New(d.o)
		rec := d.ask(asking("", `{"amount":50}`)).Record
		mine, other := rec.Approvers[0].Code, rec.Approvers[1].Code
		frank := []func(*binding.Reply){on("sms", frankSMS), trust(message.Carrier)}
		if got := d.answer("", "yes "+mine, on("sms", danaSMS), trust(message.Carrier)); got != "vote" {
			t.Fatalf("the first vote: %s", got)
		}
		for _, text := range []string{"yes " + mine, "yes [approval:" + mine + "]"} {
			if got := d.answer("", text, frank...); got != "a yes without the code" {
				t.Errorf("%s: %s", text, got)
			}
		}
		if r := d.get(rec.ID); r.State != request.Pending || len(r.Votes) != 1 {
			t.Fatalf("%s, votes %v", r.State, r.Votes)
		}
		if got := d.answer("", "yes "+other, frank...); got != "granted" {
			t.Errorf("with the own code: %s", got)
		}
	})
}

// STOP neither approves nor denies: the request goes to the next address, with a
// notice that says why, and START brings it back.
func TestStopMovesAPrompt(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		first, second := d.ask(asking("a", `{"amount":50}`)).Record, d.ask(asking("b", `{"amount":60}`)).Record
		done := d.ask(asking("c", `{"amount":70}`)).Record
		equal(t, "asked first", d.places(), []string{"wa", "wa", "wa"})
		for _, r := range []request.Record{first, second, done} {
			d.at(r, "wa", danaWA, outbox.Sent, false)
		}
		d.answer("", "", on("wa", danaWA), button(message.DenyButton+string(done.ID)))
		d.outbox()
		dana := d.people[1]
		for range 2 { // the webhook is repeated
			noerr.Must(t, d.svc.OptedOut(t.Context(), "wa", danaWA, dana, "stop-1"))
		}
		out := d.outbox()
		var asked []string
		for _, m := range out {
			asked = append(asked, string(m.Kind)+" "+string(m.Channel))
		}
		equal(t, "after STOP", asked, []string{"notice sms", "prompt sms", "prompt sms"})
		if len(out) > 0 && !strings.Contains(out[0].Text, "stopped messages by WhatsApp. The 2 requests") {
			t.Errorf("the notice says %q", out[0].Text)
		}
		for _, r := range []request.Record{first, second} {
			d.at(r, "sms", danaSMS, outbox.Sent, false)
			if now := d.get(r.ID); now.State != request.Pending || len(now.Votes) != 0 || len(now.Lost) != 0 {
				t.Errorf("%s, votes %v, lost %v", now.State, now.Votes, now.Lost)
			}
		}
		noerr.Must(t, d.svc.OptedOut(t.Context(), "sms", danaSMS, dana, "stop-2"))
		equal(t, "after STOP there, too", d.places(), []string{"mail", "mail"})
		d.at(first, "mail", addr("dana"), outbox.Sent, false)
		d.at(second, "mail", addr("dana"), outbox.Sent, false)
		for range 2 {
			noerr.Must(t, d.svc.OptedIn(t.Context(), "wa", danaWA, dana, "start-1"))
		}
		equal(t, "after START", d.places(), []string{"wa", "wa"})
		d.at(first, "wa", danaWA, outbox.Sent, false)
		d.at(second, "wa", danaWA, outbox.Sent, false)
		noerr.Must(t, d.svc.OptedIn(t.Context(), "sms", danaSMS, dana, "start-2"))
		equal(t, "an address that comes later is not asked again", d.places(), nil)
	})
}

// Who has no other address keeps the request, and the operators hear of it.
func TestStopAtTheLastAddress(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		d.people[1].Addresses = []message.Address{danaWA}
		rec := d.ask(asking("", `{"amount":50}`)).Record
		d.outbox()
		d.at(rec, "wa", danaWA, outbox.Sent, false)
		noerr.Must(t, d.svc.OptedOut(t.Context(), "wa", danaWA, d.people[1], "stop"))
		if r := d.get(rec.ID); r.State != request.Pending || len(d.alerts) != 1 || len(d.outbox()) != 0 {
			t.Errorf("%s, alerts %q", r.State, d.alerts)
		}
	})
}

// A prompt goes first where it shows everything; where it does not, a yes does not
// count and a no does.
func TestPromptThatDoesNotFit(t *testing.T) {
	long := `{"text":"` + strings.Repeat("word ", 600) + `"}`
	t.Run("elsewhere it does", func(t *testing.T) {
		onChat(t, func(t *testing.T, d *desk) {
			rec := d.ask(asking("", long)).Record
			equal(t, "asked", d.places(), []string{"mail"})
			d.at(rec, "mail", addr("dana"), outbox.Sent, false)
			if got := d.answer("", "yes "+rec.Approvers[0].Code, on("sms", danaSMS), trust(message.Carrier)); got != "granted" {
				t.Errorf("what was read in the mail is granted by SMS: %s", got)
			}
		})
	})
	t.Run("nowhere", func(t *testing.T) {
		onChat(t, func(t *testing.T, d *desk) {
			d.people[1].Addresses = []message.Address{danaSMS}
			rec := d.ask(asking("", long)).Record
			prompt := d.outbox()[0]
			if len(prompt.Text) > 1600 || !strings.Contains(prompt.Text, rec.Approvers[0].Code) {
				t.Errorf("%d bytes: %s", len(prompt.Text), prompt.Text)
			}
			d.at(rec, "sms", danaSMS, outbox.Sent, false)
			if got := d.answer("", "yes "+rec.Approvers[0].Code, on("sms", danaSMS), trust(message.Carrier)); got != "the prompt was not complete" {
				t.Errorf("yes: %s", got)
			}
			if got := d.answer("", "no "+rec.Approvers[0].Code, on("sms", danaSMS), trust(message.Carrier)); got != "denied" {
				t.Errorf("no: %s", got)
			}
		})
	})
}

// What a machine started does not ring at night: the prompt waits, and the request is
// open meanwhile. What a person started does.
func TestPromptsInQuietHours(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		d.people[1].Quiet = message.QuietHours{From: 22 * 60, To: 7 * 60} // the bubble's clock begins at midnight
		d.ask(asking("by a person", `{"amount":50}`))
		equal(t, "asked by a person", d.places(), []string{"wa"})
		q := asking("by a machine", `{"amount":60}`)
		q.Machine = true
		rec := d.ask(q).Record
		equal(t, "asked by a machine at night", d.places(), nil)
		time.Sleep(7*time.Hour + time.Minute)
		equal(t, "in the morning", d.places(), []string{"wa"})
		if r := d.get(rec.ID); r.State != request.Pending {
			t.Errorf("it is %s", r.State)
		}
	})
}
