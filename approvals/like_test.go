package approvals_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"bridge/approvals/binding"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// chats hands out what waits for Dana's phones, as the outbox does, and returns the
// texts. What she was asked, and where, is known afterwards.
func (d *desk) chats(rec request.Record) []string {
	d.t.Helper()
	var texts []string
	for _, m := range d.outbox() {
		if k := m.To.Kind(); k != "whatsapp" && k != "sms" {
			continue
		}
		texts = append(texts, m.Text)
		said := outbox.LastOutbound{Channel: m.Channel, To: m.To, Message: m.ID, At: d.o.Now()}
		if m.Kind == message.Prompt || m.Asks {
			said.Approval = m.Approval
		}
		noerr.Must(d.t, d.store.SaveLastOutbound(d.t.Context(), said))
		if m.Kind == message.Prompt {
			d.at(rec, m.Channel, m.To, outbox.Sent, false)
		}
	}
	return texts
}

// agentSays is a message of an agent to Dana.
func (d *desk) agentSays(ch message.ChannelName, to message.Address) {
	d.t.Helper()
	noerr.Must(d.t, d.store.SaveLastOutbound(context.Background(), outbox.LastOutbound{Channel: ch, To: to, Message: "msg_agent", At: d.o.Now()}))
}

// What looks like an answer to the prompt on a phone is asked back with the code, and a
// plain yes counts then on WhatsApp; by SMS it needs the code.
func TestLikeAnAnswer(t *testing.T) {
	for _, c := range []struct{ first, then string }{
		{"yes but only half", "yes"}, {"ok", "yes"}, {"Sì ma solo metà", "sì"}, {"ja, aber nur 20", "ja"}, {"ok", "Yes!"}, {"no wait", "no"}, {"yes?", "yes"},
	} {
		onChat(t, func(t *testing.T, d *desk) {
			rec := d.ask(asking("", `{"amount":50}`)).Record
			d.chats(rec)
			time.Sleep(time.Minute)
			if got := d.answer("", c.first, byWA); got != "no verdict" {
				t.Fatalf("%s: %s", c.first, got)
			}
			if said := d.chats(rec); len(said) != 1 || !strings.Contains(said[0], rec.Approvers[0].Code) {
				t.Errorf("%s: said %q", c.first, said)
			}
			time.Sleep(time.Minute)
			want := "granted"
			if c.then == "no" {
				want = "denied"
			}
			if got := d.answer("", c.then, byWA); got != want {
				t.Errorf("%s, then %s: %s", c.first, c.then, got)
			}
		})
	}
	onChat(t, func(t *testing.T, d *desk) {
		d.people[1].Addresses = []message.Address{danaSMS}
		rec := d.ask(asking("", `{"amount":50}`)).Record
		d.chats(rec)
		if got := d.answer("", "ok", bySMS); got != "no verdict" || len(d.chats(rec)) != 1 {
			t.Errorf("ok by SMS: %s", got)
		}
		if got := d.answer("", "yes", bySMS); got != "a yes without the code" || d.get(rec.ID).State != request.Pending {
			t.Errorf("yes by SMS: %s", got)
		}
		if got := d.answer("", "yes "+rec.Approvers[0].Code, bySMS); got != "granted" {
			t.Errorf("with the code: %s", got)
		}
	})
}

// On WhatsApp a yes that repeats the amount of the prompt above it answers that.
func TestRepeatedOnAPhone(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		rec := d.ask(asking("", `{"amount":50,"currency":"EUR"}`)).Record
		d.chats(rec)
		time.Sleep(time.Minute)
		if got := d.answer("", "Yes, refund the 50 EUR", byWA); got != "granted" {
			t.Errorf("the amount repeated: %s", got)
		}
	})
}

// That is so in the language of the person, also in one that the grammar does not know.
func TestLikeAnAnswerAnywhere(t *testing.T) {
	for _, c := range []struct{ language, text string }{
		{"pl", "tak, ale tylko połowa"}, {"pl-PL", "Tak, jutro"}, {"da", "ja tak"}, {"sv", "nej, för dyrt"}, {"fi", "joo"}, {"ro", "da"}, {"ru", "да"}, {"ar", "نعم"}, {"zh", "好的"}, {"ja", "いいえ"}, {"", "not yet"}, {"de", "vielleicht morgen"},
	} {
		onChat(t, func(t *testing.T, d *desk) {
			d.people[1].Language = c.language
			rec := d.ask(asking("", `{"amount":50}`)).Record
			d.chats(rec)
			time.Sleep(time.Minute)
			if got := d.answer("", c.text, byWA); got != "no verdict" {
				t.Fatalf("%s: %q: %s", c.language, c.text, got)
			}
			if said := d.chats(rec); len(said) != 1 || !strings.Contains(said[0], rec.Approvers[0].Code) {
				t.Errorf("%s: %q: said %q", c.language, c.text, said)
			}
			if d.get(rec.ID).State != request.Pending {
				t.Errorf("%s: %q decided", c.language, c.text)
			}
		})
	}
}

// After something else was said it goes to the agent, and its sender is told once in ten
// minutes that the request still waits. What does not look like an answer is left alone.
func TestLikeAnAnswerAside(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		rec := d.ask(asking("", `{"amount":50}`)).Record
		d.chats(rec)
		for _, text := range []string{"what about lunch?", "I am on holiday until Monday, please ask somebody else about all of this", "thanks"} {
			if b := d.bound(d.reply("", text, byWA)); b.Ours() || b.Aside != "" {
				t.Errorf("%q: %+v", text, b)
			}
		}
		d.agentSays("wa", danaWA)
		time.Sleep(time.Second)
		r := d.reply("", "yes", byWA)
		b := d.bound(r)
		if b.Ours() || b.Aside != rec.ID {
			t.Fatalf("yes to something else: %+v", b)
		}
		for range 2 { // delivered twice
			noerr.Must(t, d.svc.Aside(t.Context(), b, r))
		}
		if said := d.chats(rec); len(said) != 1 || !strings.Contains(said[0], rec.Approvers[0].Code) {
			t.Errorf("said %q", said)
		}
		d.agentSays("wa", danaWA)
		time.Sleep(time.Second)
		if b := d.bound(d.reply("", "yes", byWA)); b.Ours() || b.Aside != "" {
			t.Errorf("the second one: %+v", b)
		}
		if b := d.bound(d.reply("", "ok", byWA)); b.Ours() || b.Aside != rec.ID {
			t.Errorf("what is not clear has a limit of its own: %+v", b)
		}
		time.Sleep(10 * time.Minute)
		if b := d.bound(d.reply("", "yes", byWA)); b.Ours() || b.Aside != rec.ID {
			t.Errorf("after ten minutes: %+v", b)
		}
		if d.get(rec.ID).State != request.Pending {
			t.Error("a yes to something else decided")
		}
	})
}

// Where several wait, who says yes to something else is shown all of them, with what each asks: the code of one alone
// may be taken for that of another. A clear no is not called unclear.
func TestAsideOfSeveral(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		older := d.ask(asking("a", `{"amount":5000}`)).Record
		d.chats(older)
		d.agentSays("wa", danaWA)
		time.Sleep(time.Second)
		aside := func(text string) string {
			t.Helper()
			r := d.reply("", text, byWA)
			b := d.bound(r)
			if b.Ours() || b.Aside == "" {
				return ""
			}
			noerr.Must(t, d.svc.Aside(t.Context(), b, r))
			said := strings.Join(d.chats(older), "\n")
			d.agentSays("wa", danaWA)
			time.Sleep(time.Second)
			return said
		}
		if said := aside("no"); !strings.HasPrefix(said, "Still open until") || !strings.Contains(said, older.Approvers[0].Code) {
			t.Errorf("no: %q", said)
		}
		newer := d.ask(asking("b", `{"amount":40}`)).Record
		d.chats(newer)
		d.agentSays("wa", danaWA)
		time.Sleep(time.Second)
		said := aside("yes")
		for _, want := range []string{older.Approvers[0].Code, older.Summary, newer.Approvers[0].Code, newer.Summary} {
			if !strings.Contains(said, want) {
				t.Errorf("yes: %q lacks %q", said, want)
			}
		}
		if said := aside("yes"); said != "" {
			t.Errorf("told again at once: %q", said)
		}
	})
}

func (d *desk) bound(r binding.Reply) binding.Bound {
	d.t.Helper()
	b, err := d.svc.Bind(d.t.Context(), r)
	noerr.Must(d.t, err)
	return b
}

// TestAskedBackHasButtons: what asks back on WhatsApp has the buttons of the prompt and shows
// the request again; a press answers exactly that one.
func TestAskedBackHasButtons(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		rec := d.ask(asking("", `{"amount":50}`)).Record
		d.chats(rec)
		time.Sleep(time.Minute)
		d.answer("", "yes but only half", byWA)
		var asked message.Outbound
		for _, m := range d.outbox() {
			if m.To.Kind() == "whatsapp" {
				asked = m
			}
		}
		if asked.Ask == nil || asked.Approval != rec.ID || !strings.HasPrefix(asked.Ask.Summary, asked.Text) || !strings.HasSuffix(asked.Ask.Summary, rec.Summary) || asked.Ask.Yes != "YES" {
			t.Fatalf("asked back with %+v, %+v", asked, asked.Ask)
		}
		other := d.ask(asking("", `{"amount":51}`)).Record
		d.chats(other)
		press := func(r *binding.Reply) { r.Button = message.ApproveButton + string(asked.Approval) }
		if got := d.answer("", "Yes", byWA, press); got != "granted" || d.get(rec.ID).State != request.Granted || d.get(other.ID).State != request.Pending {
			t.Errorf("a press of the button: %s", got)
		}
	})
}
