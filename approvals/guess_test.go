package approvals_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bridge/approvals/binding"
	"bridge/approvals/guess"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// Five wrong codes lock codes from the address for a while: others' codes, and those that
// no request has. Her own code counts all the same, for anybody can write her address.
func TestWrongCodesLock(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		rec := d.ask(asking("", `{"amount":50}`)).Record
		code := rec.Approvers[0].Code
		d.outbox()
		try := func(want, text string, how ...func(*binding.Reply)) {
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
		of := d.ask(asking("of frank", `{"amount":5}`)).Record
		d.outbox()
		for _, text := range []string{"yes 8Y8Y8Y", "see [approval:" + code + "]", "yes " + code + " 8Y8Y8Y"} {
			try("codes are locked", text)
		}
		if said := d.outbox(); len(said) != 0 {
			t.Errorf("said %+v: it is told once", said)
		}
		if now := d.get(rec.ID); now.State != request.Pending || len(now.Votes) != 0 {
			t.Fatalf("%s, votes %v", now.State, now.Votes)
		}
		if lock, err := d.svc.Locked(t.Context(), addr("dana")); err != nil || lock.Until.IsZero() {
			t.Errorf("locked: %v, %v", lock, err)
		}
		try("granted", "yes "+of.Approvers[0].Code)
		// Bound by the prompt it answers, a code that is not the own one makes it unclear.
		prompt := func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "dana"}} }
		try("no verdict", "yes 8Y8Y8Y", prompt)
		try("unbound", "what about my order 8Y8Y8Y")
		// Other addresses are free, and so is the other way to answer.
		other := d.ask(asking("other", `{"amount":60}`)).Record
		try("denied", "no "+other.Approvers[0].Code, bySMS)
		try("granted", "yes", prompt)
		third := d.ask(asking("third", `{"amount":70}`)).Record
		time.Sleep(guess.Hold(0))
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
		if lock, err := d.svc.Locked(t.Context(), addr("dana")); err != nil || !lock.Until.IsZero() {
			t.Errorf("four in ten minutes lock: %v", err)
		}
		var many strings.Builder
		for i := range 12 {
			fmt.Fprintf(&many, " 8Z8Z%c%c", "ABCDEFGHJKMN"[i], "ABCDEFGHJKMN"[11-i])
		}
		d.answer("frank", "yes"+many.String())
		if got := d.answer("frank", "yes "+code["dana"]); got != "codes are locked" || d.get(rec.ID).State != request.Pending {
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
			outcome := func(r binding.Reply) (ours bool, told int) {
				b, err := d.svc.Bind(t.Context(), r)
				noerr.Must(t, err)
				if b.Ours() {
					noerr.Must(t, noerr.Of(d.svc.Answer(t.Context(), b, r)))
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
		if lock, err := d.svc.Locked(t.Context(), addr("mallory")); err != nil || lock.Until.IsZero() || len(d.alerts) != 1 {
			t.Errorf("locked %v, %v, alerts %q", lock, err, d.alerts)
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
			lock, err := d.svc.Guess(t.Context(), "email:dana@example.com", fmt.Sprint("page ", i))
			if err != nil || lock.Until.IsZero() == (i == 4) {
				t.Errorf("guess %d: %v, %v", i, lock, err)
			}
		}
		said := d.outbox()
		if len(said) != 1 || said[0].Kind != message.Notice || said[0].To != addr("dana") || len(d.alerts) != 1 {
			t.Errorf("said %+v, alerts %q", said, d.alerts)
		}
	})
}

// Somebody who writes Dana's number sends wrong codes without end. Her own code counts,
// until so many were compared with one request that its code could be found; another
// request, and another channel of hers, still take hers.
func TestForgedNumberLocksNobodyOut(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		a, b := d.ask(asking("a", `{"amount":50}`)).Record, d.ask(asking("b", `{"amount":60}`)).Record
		for i := range 40 {
			d.answer("", fmt.Sprintf("yes %c%c%c7X7", letters[i%20], letters[i/20%20], letters[i/400%20]), bySMS)
			if i == 20 {
				if got := d.answer("", "yes "+a.Approvers[0].Code, bySMS); got != "granted" {
					t.Errorf("her code after %d wrong ones of others: %s", i, got)
				}
				many := d.get(b.ID) // as after 985 more
				many.Guessed["sms code dana"] += 985
				noerr.Must(t, noerr.Of(d.store.Put(t.Context(), many)))
			}
		}
		if got := d.answer("", "yes "+b.Approvers[0].Code, bySMS); got != "codes are locked" || d.get(b.ID).State != request.Pending {
			t.Errorf("after 1000 guesses: %s", got)
		}
		c := d.ask(asking("c", `{"amount":70}`)).Record
		for _, try := range []struct {
			rec request.Record
			how func(*binding.Reply)
		}{{c, bySMS}, {b, byWA}} {
			if got := d.answer("", "yes "+try.rec.Approvers[0].Code, try.how); got != "granted" {
				t.Errorf("%s: %s", try.rec.AgentID, got)
			}
		}
		if len(d.outbox()) > 40 {
			t.Error("she is told of it again and again")
		}
	})
}

const letters = "ABCDEFGHJKMNPQRTVWXY"

// Wrong one-time codes from one channel spend no tries of the others, and no request
// bears more than twenty from one kind of address.
func TestWrongOneTimeCodesOfOthers(t *testing.T) {
	weakly(t, func(t *testing.T, d *desk, rec request.Record, yes func() string) {
		for range 6 {
			yes()
			code := d.get(rec.ID).StepUps["dana"].Code
			for i := range 6 {
				d.answer("", wrongDigits(code, i), bySMS)
			}
			time.Sleep(2 * time.Minute)
		}
		code := d.get(rec.ID).StepUps["dana"].Code
		if got := d.answer("", code, bySMS); got == "granted" {
			t.Error("a channel with twenty wrong one-time codes still guesses")
		}
		if got := d.answer("", code, byWA); got != "granted" {
			t.Errorf("from her other channel: %s", got)
		}
	})
}

func wrongDigits(code string, i int) string {
	return fmt.Sprintf("%d%s", (int(code[0]-'0')+1+i)%10, code[1:])
}
