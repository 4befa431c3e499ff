package approvals_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/message"
)

// Five wrong codes lock codes from the address for an hour; what does not need one
// still counts.
func TestWrongCodesLock(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		rec := d.ask(request("", `{"amount":50}`)).Record
		code := rec.Approvers[0].Code
		d.outbox()
		try := func(want, text string, how ...func(*approvals.Reply)) {
			t.Helper()
			if got := d.answer("dana", text, how...); got != want {
				t.Errorf("%s came to %q, want %q", text, got, want)
			}
		}
		for i := range 4 {
			try("no such code", fmt.Sprintf("yes 7X7X%d%d", i+2, i+3))
		}
		try("unbound", "order 7X7X7X is late") // no verdict: no try
		time.Sleep(9 * time.Minute)
		d.outbox()
		fifth := d.reply("dana", "no 9Z9Z9Z")
		if got := d.give(fifth); got != "no such code" {
			t.Errorf("the fifth came to %q", got)
		}
		said := d.outbox()
		if len(said) != 1 || !strings.Contains(said[0].Text, "no code from here is read until") || len(d.alerts) != 1 || strings.Contains(d.alerts[0], "dana@") {
			t.Errorf("said %+v, alerts %q", said, d.alerts)
		}
		d.give(fifth) // delivered again
		for _, text := range []string{"yes " + code, "yes 8Y8Y8Y", "see [approval:" + code + "]", "no " + code} {
			try("codes are locked", text)
		}
		if said := d.outbox(); len(said) != 0 {
			t.Errorf("said %+v: it is told once", said)
		}
		if now := d.get(rec.ID); now.State != approvals.Pending || len(now.Votes) != 0 {
			t.Fatalf("%s, votes %v", now.State, now.Votes)
		}
		if locked, err := d.svc.Locked(t.Context(), addr("dana")); err != nil || !locked {
			t.Errorf("locked: %v, %v", locked, err)
		}
		// Bound by the prompt it answers, a code that is not the own one makes it unclear.
		prompt := func(r *approvals.Reply) { r.Prompts = []approvals.Prompted{{Approval: rec.ID, Person: "dana"}} }
		try("no verdict", "yes 8Y8Y8Y", prompt)
		try("unbound", "what about my order 8Y8Y8Y")
		// Other addresses are free, and so is the other way to answer.
		other := d.ask(request("other", `{"amount":60}`)).Record
		try("denied", "no "+other.Approvers[0].Code, bySMS)
		try("granted", "yes", prompt)
		third := d.ask(request("third", `{"amount":70}`)).Record
		time.Sleep(time.Hour)
		try("granted", "yes "+third.Approvers[0].Code)
	})
}

// Slow tries do not lock, and one message cannot try many codes.
func TestWrongCodesSlowlyAndAtOnce(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		for i := range 12 {
			d.answer("dana", fmt.Sprintf("yes 7X7X%c%c", "ABCDEFGHJKMN"[i], "ABCDEFGHJKMN"[11-i]))
			time.Sleep(3 * time.Minute)
		}
		if locked, err := d.svc.Locked(t.Context(), addr("dana")); err != nil || locked {
			t.Errorf("four in ten minutes lock: %v", err)
		}
		var many strings.Builder
		for i := range 12 {
			fmt.Fprintf(&many, " 8Z8Z%c%c", "ABCDEFGHJKMN"[i], "ABCDEFGHJKMN"[11-i])
		}
		d.answer("frank", "yes"+many.String())
		if got := d.answer("frank", "yes "+code["frank"]); got != "codes are locked" || d.get(rec.ID).State != approvals.Pending {
			t.Errorf("after twelve codes in one message: %s", got)
		}
	})
}

// A stranger cannot tell a right code from a wrong one, nor locked from free.
func TestStrangersLearnNothing(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		_, code := d.open()
		for i, text := range []string{"yes %", "no %", "yes [approval:%]", "hello [approval:%]", "hello %", "is % mine?"} {
			who := fmt.Sprint("stranger", i)
			right, wrong := d.reply(who, strings.ReplaceAll(text, "%", code["dana"])), d.reply(who, strings.ReplaceAll(text, "%", "7X7X7X"))
			d.outbox()
			outcome := func(r approvals.Reply) (ours bool, told int) {
				b, err := d.svc.Bind(t.Context(), r)
				if err != nil {
					t.Fatal(err)
				}
				if b.Ours() {
					if _, err := d.svc.Answer(t.Context(), b, r); err != nil {
						t.Fatal(err)
					}
				}
				for _, m := range d.outbox() {
					if m.To == r.From {
						told++
					}
				}
				return b.Ours(), told
			}
			r, toldR := outcome(right)
			w, toldW := outcome(wrong)
			if r != w || toldR+toldW != 0 {
				t.Errorf("%s: with the right code %v and %d messages, with a wrong one %v and %d", text, r, toldR, w, toldW)
			}
		}
		// Right and wrong ones count alike.
		for i := range 5 {
			text := "yes " + code["dana"]
			if i%2 == 0 {
				text = fmt.Sprintf("yes 7X7X%d%d", i+2, i+3)
			}
			d.answer("mallory", text)
		}
		if locked, err := d.svc.Locked(t.Context(), addr("mallory")); err != nil || !locked || len(d.alerts) != 1 {
			t.Errorf("locked %v, %v, alerts %q", locked, err, d.alerts)
		}
		if got := d.answer("mallory", "yes "+code["frank"]); got != "codes are locked" {
			t.Errorf("locked, it came to %q", got)
		}
		for _, m := range d.outbox() {
			if m.To == addr("mallory") {
				t.Errorf("told %+v", m)
			}
		}
	})
}

// What a page counts for an address has the same end.
func TestGuessOfAPage(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		for i := range 5 {
			locked, err := d.svc.Guess(t.Context(), "email:dana@example.com", fmt.Sprint("page ", i))
			if err != nil || locked != (i == 4) {
				t.Errorf("guess %d: %v, %v", i, locked, err)
			}
		}
		said := d.outbox()
		if len(said) != 1 || said[0].Kind != message.Notice || said[0].To != addr("dana") || len(d.alerts) != 1 {
			t.Errorf("said %+v, alerts %q", said, d.alerts)
		}
	})
}
