package approvals_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/request"
	"bridge/core/message"
)

var oneTimeCode = regexp.MustCompile(`^[0-9]{6}\b`)

// codeSent takes everything out of the outbox and returns the one-time code in it and
// where it went; "" if there is none.
func (d *desk) codeSent() (code string, to message.Address) {
	d.t.Helper()
	for _, m := range d.outbox() {
		if c := oneTimeCode.FindString(m.Text); c != "" {
			if code != "" {
				d.t.Errorf("two codes: %s", m.Text)
			}
			if m.Kind != message.Notice || strings.Contains(m.Subject, c) || m.Asks {
				d.t.Errorf("%+v", m)
			}
			code, to = c, m.To
		}
	}
	return code, to
}

// weakly is a desk where Dana's mail proves nothing and a request needs "carrier".
func weakly(t *testing.T, test func(t *testing.T, d *desk, rec request.Record, yes func() string)) {
	t.Helper()
	onChat(t, func(t *testing.T, d *desk) {
		rec := d.ask(asking("", `{"amount":50}`)).Record
		d.outbox()
		yes := func() string { return d.answer("dana", "yes "+rec.Approvers[0].Code, trust(message.Asserted)) }
		test(t, d, rec, yes)
	})
}

func TestStepUp(t *testing.T) {
	asserted := trust(message.Asserted)
	for _, c := range []struct {
		name string
		text string // % is the code
		how  []func(*binding.Reply)
		want string
	}{
		{"on the phone it went to", "%", []func(*binding.Reply){byWA}, "granted"},
		{"by SMS", "Code: %", []func(*binding.Reply){bySMS}, "granted"},
		{"where the yes came from", "yes %, thanks", []func(*binding.Reply){asserted}, "granted"},
		{"with a signature", "The code is %.\n\nDana", []func(*binding.Reply){asserted}, "granted"},
		{"with a space", "123 456", nil, "granted"},
		{"with a no", "no %", []func(*binding.Reply){byWA}, "denied"},
		{"with a condition", "% but only half", []func(*binding.Reply){byWA}, "unbound"},
		{"with a question", "%?", []func(*binding.Reply){byWA}, "unbound"},
		{"negated", "not %", []func(*binding.Reply){byWA}, "unbound"},
		{"in a longer number", "1%", []func(*binding.Reply){byWA}, "unbound"},
		{"from somebody else", "%", []func(*binding.Reply){on("wa", "whatsapp:+390000004")}, "unbound"},
		{"from a stranger", "%", []func(*binding.Reply){on("wa", "whatsapp:+15550001111")}, "unbound"},
		{"another code", "000000", []func(*binding.Reply){byWA}, "a wrong one-time code"},
	} {
		t.Run(c.name, func(t *testing.T) {
			weakly(t, func(t *testing.T, d *desk, rec request.Record, yes func() string) {
				if got := yes(); got != "step-up" {
					t.Fatalf("the yes came to %q", got)
				}
				code, to := d.codeSent()
				if to != danaWA || d.get(rec.ID).State != request.Pending || len(d.get(rec.ID).Votes) != 0 {
					t.Fatalf("the code %q went to %s, %+v", code, to, d.get(rec.ID))
				}
				text := strings.ReplaceAll(c.text, "%", code)
				if c.text == "123 456" {
					text = code[:3] + " " + code[3:]
				}
				if got := d.answer("dana", text, c.how...); got != c.want {
					t.Errorf("%q came to %q, want %q", text, got, c.want)
				}
				now := d.get(rec.ID)
				if c.want != "granted" {
					if now.State == request.Granted {
						t.Error("it is granted")
					}
					return
				}
				if len(now.Votes) == 0 {
					t.Fatal("no vote")
				}
				v := now.Votes[0]
				if now.State != request.Granted || v.Trust != rec.Trust || v.Stepped == nil || v.Stepped.Trust != message.Asserted ||
					v.Stepped.Sent.Address != danaWA || v.Stepped.Back.Channel == "" || v.From != addr("dana") || v.Binding != "code" ||
					!strings.Contains(strings.Join(v.Why, ";"), "stepped up") || len(now.StepUps) != 0 {
					t.Errorf("%s, vote %+v", now.State, v)
				}
				if got := d.injected(); len(got) != 1 {
					t.Errorf("injected %q", got)
				}
			})
		})
	}
}

// A code has its time and its tries, and is sent again at most once a minute.
func TestStepUpBounds(t *testing.T) {
	weakly(t, func(t *testing.T, d *desk, rec request.Record, yes func() string) {
		yes()
		first, _ := d.codeSent()
		if got := yes(); got != "step-up" {
			t.Errorf("at once: %s", got)
		}
		if again, _ := d.codeSent(); again != "" {
			t.Error("a second code within a minute")
		}
		time.Sleep(time.Minute)
		yes()
		second, to := d.codeSent()
		if second == "" || second == first || to != danaSMS {
			t.Errorf("after a minute: %q to %s, before it %q", second, to, first)
		}
		if got := d.answer("", first, byWA); got != "a wrong one-time code" {
			t.Errorf("the code of before: %s", got)
		}
		time.Sleep(10 * time.Minute)
		if got := d.answer("", second, byWA); got != "a one-time code that does not count any more" {
			t.Errorf("after ten minutes: %s", got)
		}
		yes()
		third, _ := d.codeSent()
		var said string
		for i := range 5 {
			time.Sleep(3 * time.Minute / 2) // slower than what locks the address
			if got := d.answer("", fmt.Sprintf("00000%d", i), byWA); got != "a wrong one-time code" {
				t.Errorf("try %d: %s", i, got)
			}
			for _, m := range d.outbox() {
				said = m.Text
			}
		}
		if !strings.Contains(said, "cannot be tried any more") && !strings.Contains(said, "no code from here") {
			t.Errorf("after five tries: %s", said)
		}
		if got := d.answer("", third, byWA); got != "a one-time code that does not count any more" {
			t.Errorf("the right one after five wrong ones: %s", got)
		}
		if now := d.get(rec.ID); now.State != request.Pending || len(now.Votes) != 0 {
			t.Errorf("%s, votes %v", now.State, now.Votes)
		}
		time.Sleep(time.Minute)
		yes()
		fourth, _ := d.codeSent()
		if got := d.answer("", fourth, bySMS); got != "granted" {
			t.Errorf("a new one: %s", got)
		}
	})
}

// What is delivered twice says and decides nothing more.
func TestStepUpAgain(t *testing.T) {
	weakly(t, func(t *testing.T, d *desk, rec request.Record, _ func() string) {
		r := d.reply("dana", "yes "+rec.Approvers[0].Code, trust(message.Asserted))
		d.give(r)
		code, _ := d.codeSent()
		d.give(r)
		if n := len(d.outbox()); n != 0 {
			t.Errorf("the yes again: %d messages", n)
		}
		back := d.reply("", code, byWA)
		if got := d.give(back); got != "granted" || !binding.Fleeting(back) {
			t.Fatalf("came to %q", got)
		}
		d.outbox()
		back.Earlier, back.EarlierBy = rec.ID, "step-up" // as admission has noted it
		for _, again := range []binding.Reply{back, r} {
			d.give(again)
		}
		if n := len(d.outbox()); n != 0 || d.decided != 1 || len(d.injected()) != 1 {
			t.Errorf("the code again: %d messages, %d decisions", n, d.decided)
		}
	})
}

func TestStepUpOfMany(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		const frankWA message.Address = "whatsapp:+390000003"
		d.people[2].Addresses = []message.Address{addr("frank"), frankWA}
		d.o.Rules.Approvers, d.o.Rules.Quorum = []message.PersonID{"dana", "frank"}, 2
		d.svc = approvals.New(d.o)
		one, two := d.ask(asking("one", `{"amount":50}`)).Record, d.ask(asking("two", `{"amount":60}`)).Record
		d.outbox()
		weak := func(who string, rec request.Record, i int) string {
			t.Helper()
			if got := d.answer(who, "yes "+rec.Approvers[i].Code, trust(message.Asserted)); got != "step-up" {
				t.Fatalf("%s: %s", who, got)
			}
			code, _ := d.codeSent()
			return code
		}
		dana1, frank1, dana2 := weak("dana", one, 0), weak("frank", one, 1), weak("dana", two, 0)
		// LIST shows what waits for a code.
		d.answer("dana", "LIST")
		if out := d.outbox(); len(out) != 1 || strings.Count(out[0].Text, "sent to you by WhatsApp") != 2 || strings.Contains(out[0].Text, dana1) {
			t.Errorf("the list: %+v", out)
		}
		frank := on("wa", frankWA)
		for _, c := range []struct {
			text string
			how  func(*binding.Reply)
			want string
		}{
			{dana1, frank, "a wrong one-time code"}, // another person's
			{frank1, frank, "vote"},
			{dana2, byWA, "vote"},
			{dana1, bySMS, "granted"},
		} {
			if got := d.answer("", c.text, c.how); got != c.want {
				t.Errorf("%s: %s", c.text, got)
			}
		}
		if now := d.get(two.ID); now.State != request.Pending || len(now.Votes) != 1 {
			t.Errorf("the other one: %s, %v", now.State, now.Votes)
		}
		// A strong answer meanwhile needs no code, and ends what waited.
		if got := d.answer("frank", "no "+two.Approvers[1].Code); got != "denied" {
			t.Errorf("frank's no: %s", got)
		}
	})
}

// A code that was typed beside a button is for the request of the button, and says what the
// button says.
func TestStepUpByButton(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		weak := func(name string) (request.Record, string) {
			t.Helper()
			rec := d.ask(asking(name, `{"amount":50}`)).Record
			d.outbox()
			if got := d.answer("dana", "yes "+rec.Approvers[0].Code, trust(message.Asserted)); got != "step-up" {
				t.Fatal(got)
			}
			code, _ := d.codeSent()
			return rec, code
		}
		one, first := weak("one")
		two, second := weak("two")
		typed := func(word string, rec request.Record, code string) string {
			return d.answer("", "yes "+code, byWA, func(r *binding.Reply) { r.Button, r.Code = word+string(rec.ID), code })
		}
		if got := typed(message.ApproveButton, one, second); got != "a wrong one-time code" || d.get(one.ID).State != request.Pending || d.get(two.ID).State != request.Pending {
			t.Errorf("the code of another request: %s", got)
		}
		if got := typed(message.ApproveButton, one, first); got != "granted" {
			t.Errorf("its own: %s", got)
		}
		if got := typed(message.DenyButton, two, second); got != "denied" {
			t.Errorf("with the other button: %s", got)
		}
	})
}

// A no never needs a code, where the channel proves anything at all; who has one kind
// of channel is told that the yes did not count.
func TestWithoutStepUp(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		d.o.Rules.Trust = message.Verified
		d.svc = approvals.New(d.o)
		rec := d.ask(asking("one", `{"amount":50}`)).Record
		d.outbox()
		if got := d.answer("", "no "+rec.Approvers[0].Code, bySMS); got != "denied" {
			t.Errorf("a no by SMS: %s", got)
		}
		d.people[1].Addresses = []message.Address{addr("dana"), addr("dana.home")}
		rec = d.ask(asking("two", `{"amount":60}`)).Record
		d.outbox()
		if got := d.answer("dana", "yes "+rec.Approvers[0].Code, trust(message.Asserted)); got != "trust too low" {
			t.Errorf("with mail alone: %s", got)
		}
		if code, _ := d.codeSent(); code != "" || d.get(rec.ID).State != request.Pending {
			t.Errorf("a code was sent, %s", d.get(rec.ID).State)
		}
	})
}
