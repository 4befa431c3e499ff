package approvals_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/request"
	"bridge/core/message"
)

// forged is a mail with Dana's From line on a channel that wants a proof.
func forged(r *binding.Reply) { r.Trust, r.Doubted = message.Asserted, true }

// Whatever is written in an approver's name without a proof, it starts no answer but a
// few notices, and what she is told of her own mails stays as it is.
func TestUnprovenSpendsNothingOfHers(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		prompt := func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "dana"}} }
		for range 15 {
			d.answer("dana", "LIST", forged)
			d.answer("dana", "hm, what?", forged, prompt)
			d.answer("dana", "yes", forged, prompt)
			d.answer("dana", "yes 7X7X7X", forged)
			d.answer("mallory", "yes", prompt)
		}
		said := d.outbox()
		if len(said) != 1 || said[0].Kind != message.Notice || said[0].Person != "dana" || !strings.Contains(said[0].Text, "did not count") {
			t.Errorf("75 forged mails, and she gets %d: %+v", len(said), said)
		}
		// Her own mails are answered as ever.
		for _, c := range []struct{ text, outcome, want string }{
			{"hm, what?", "no verdict", "Still open until"},
			{"LIST", "list", "These requests wait for you"},
		} {
			if got := d.answer("dana", c.text, prompt); got != c.outcome {
				t.Errorf("%s came to %q", c.text, got)
			}
			if said := d.outbox(); len(said) != 1 || !strings.Contains(said[0].Text, c.want) {
				t.Errorf("%s: said %+v, want %q", c.text, said, c.want)
			}
		}
		if got := d.answer("dana", "yes "+code["dana"]); got != "granted" {
			t.Errorf("her yes came to %q", got)
		}
	})
}

// Who has any signed mail of hers can bring it under the tag of a request, as often as he
// likes: what she is told of her own mails stays as it is.
func TestCopiesSpendNothingOfHers(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		for i := range 40 {
			d.answer("dana", fmt.Sprint("the newsletter is fine, ", i), trust(message.Verified), func(r *binding.Reply) { r.Loose = rec.ID })
			time.Sleep(10 * time.Second)
		}
		if said := d.outbox(); len(said) > 2 {
			t.Errorf("40 copies in 7 minutes, and she gets %d mails", len(said))
		}
		if got := d.answer("dana", "hm, what?", trust(message.Verified), func(r *binding.Reply) { r.Tag = rec.ID }); got != "no verdict" {
			t.Errorf("her unclear answer came to %q", got)
		}
		if said := d.outbox(); len(said) != 1 || !strings.Contains(said[0].Text, "Still open until") {
			t.Errorf("her unclear answer is told by %+v", said)
		}
		if got := d.answer("dana", "yes "+code["dana"], trust(message.Verified)); got != "granted" {
			t.Errorf("her yes came to %q", got)
		}
	})
}

// Of many requests, too, she hears little of answers that nothing proves.
func TestUnprovenNoticesAreFew(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		n := 0
		for i := range 20 {
			rec := d.ask(asking(fmt.Sprint("r", i), fmt.Sprintf(`{"amount":%d}`, i))).Record
			d.outbox()
			d.answer("dana", "yes", forged, func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "dana"}} })
			n += len(d.outbox())
		}
		if n != 3 {
			t.Errorf("20 forged answers are told by %d notices, want 3", n)
		}
	})
}

// A yes that nothing proves sends no one-time codes about, and does not take the place
// of one that a proven yes waits for; with her own code in it, it is hers to step up.
func TestUnprovenYesSendsNoCodes(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		d.o.Rules.Trust = message.Verified
		d.svc = approvals.New(d.o)
		rec := d.ask(asking("", `{"amount":50}`)).Record
		code := rec.Approvers[0].Code
		prompt := func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "dana"}} }
		d.outbox()
		if got := d.answer("dana", "yes", forged, prompt); got != "trust too low" || len(d.get(rec.ID).StepUps) != 0 {
			t.Errorf("a forged yes came to %q, %v", got, d.get(rec.ID).StepUps)
		}
		if got := d.answer("dana", "yes "+code, bySMS); got != "step-up" {
			t.Fatalf("a yes by SMS came to %q", got)
		}
		was := d.get(rec.ID).StepUps["dana"].Code
		time.Sleep(2 * time.Minute)
		d.answer("dana", "yes "+code, forged)
		if now := d.get(rec.ID).StepUps["dana"].Code; now != was {
			t.Error("a forged yes took the place of the code that a proven one waits for")
		}
		time.Sleep(10 * time.Minute)
		d.outbox()
		if got := d.answer("dana", "yes "+code, forged); got != "step-up" || len(d.outbox()) != 2 {
			t.Errorf("an unproven yes with her code came to %q", got)
		}
	})
}

// Zero-width characters are read as if they were not there, by SMS as by mail: where
// nothing else parts a yes from its code it is one word, and no answer.
func TestZeroWidthCharacters(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		for i, c := range []struct{ text, want string }{
			{"yes\u200b%", "unbound"},
			{"yes\u2060%", "unbound"},
			{"yes\ufeff %", "granted"},
			{"yes \u200b%", "granted"},
			{"\ufeffyes %\u200b", "granted"},
			{"y\u00ades %", "granted"},
			{"yes \u202e%", "unbound"},
		} {
			for name, how := range map[string]func(*binding.Reply){"sms": bySMS, "mail": trust(message.Verified)} {
				rec := d.ask(asking(fmt.Sprint(name, i), `{"amount":50}`)).Record
				got := d.answer("dana", strings.ReplaceAll(c.text, "%", rec.Approvers[0].Code), how)
				if got != c.want && !(c.want == "unbound" && d.get(rec.ID).State == request.Pending) {
					t.Errorf("%+q by %s: %s, want %s", c.text, name, got, c.want)
				}
			}
		}
	})
}
