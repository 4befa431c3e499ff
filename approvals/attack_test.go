package approvals_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/decision"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// A message whose two forms differ, or of which something may be missing, brings no
// one-time code back.
func TestOneTimeCodeHasToBeAllThatWasWritten(t *testing.T) {
	for name, how := range map[string]func(*binding.Reply){
		"the other form says more": func(r *binding.Reply) { r.Other = "Do not do it! " + r.Text },
		"the other form says no":   func(r *binding.Reply) { r.Other = "no " + r.Text },
		"something may be missing": func(r *binding.Reply) { r.Ambiguous = true },
	} {
		t.Run(name, func(t *testing.T) {
			weakly(t, func(t *testing.T, d *desk, rec request.Record, yes func() string) {
				yes()
				code, _ := d.codeSent()
				got := d.answer("dana", code, how, func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "dana"}} })
				if now := d.get(rec.ID); now.State != request.Pending || len(now.Votes) != 0 || got == "granted" {
					t.Errorf("came to %q: %s, %+v", got, now.State, now.Votes)
				}
				if got := d.answer("dana", code, func(r *binding.Reply) { r.Other = r.Text }); got != "granted" {
					t.Errorf("both forms say the code: %q", got)
				}
			})
		})
	}
}

// While the channels catch up after a start nothing expires by time; an operator's yes
// is late all the same.
func TestOperatorDoesNotGrantWhatIsOver(t *testing.T) {
	onDesk(t, func(o *approvals.Options) { o.Rules.OperatorGrant = true }, func(t *testing.T, d *desk) {
		rec, _ := d.open()
		d.handed(rec, "dana", "sent")
		time.Sleep(25 * time.Hour)
		if _, err := d.svc.Operator(t.Context(), rec.ID, request.Granted, "ops", ""); !errors.Is(err, decision.ErrOver) {
			t.Errorf("granted an hour late: %v", err)
		}
		if now := d.get(rec.ID); now.State != request.Pending { // an answer that came in time may be waiting to be read
			t.Errorf("it is %s", now.State)
		}
		if _, err := d.svc.Operator(t.Context(), rec.ID, request.Denied, "ops", ""); err != nil {
			t.Errorf("denied: %v", err)
		}
	})
}

// Whoever can write a From line cannot lock out the person whose address it is.
func TestForgedCodesDoNotLockTheirPerson(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		rec := d.ask(asking("", `{"amount":50}`)).Record
		d.outbox()
		forged := trust(message.Asserted)
		for i := range 6 {
			d.answer("dana", fmt.Sprintf("yes 7X7X%d%d", i+2, i+3), forged)
		}
		if got := d.answer("dana", "yes 8Y8Y8Y", forged); got != "codes are locked" {
			t.Errorf("forged: %q", got)
		}
		if got := d.answer("dana", "yes "+rec.Approvers[0].Code); got != "granted" {
			t.Errorf("proven: %q", got)
		}
	})
}

// No address of a stranger is too long to count its wrong codes: such a message could
// never be settled.
func TestGuessesOfLongAddresses(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		for _, trust := range []message.Trust{message.Asserted, message.Verified} {
			for n := 470; n <= 4096; n += 518 {
				from := message.Address("email:" + strings.Repeat("a", n) + "@example.com")
				how := func(r *binding.Reply) { r.From, r.Trust = from, trust }
				for i := range 5 {
					if got := d.answer("x", fmt.Sprintf("yes 7X7X%d%d", i+2, i+3), how); got != "unknown code from a stranger" {
						t.Fatal(got)
					}
				}
				if got := d.answer("x", "yes 7X7X29", how); got != "codes are locked" {
					t.Errorf("%d bytes, %s: %q", n, trust, got)
				}
			}
		}
	})
}

// Nothing of a person is left in the record, wherever they said it.
func TestEraseTakesObjectionsAndConfirmations(t *testing.T) {
	weakly(t, func(t *testing.T, d *desk, rec request.Record, yes func() string) {
		d.set(rec.ID, func(r *request.Record) { r.Receipt = true })
		yes()
		code, _ := d.codeSent()
		if got := d.answer("dana", code, byWA); got != "granted" {
			t.Fatal(got)
		}
		if got := d.answer("dana", "no, my mother needs me", func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "dana"}} }); got != "late: objection" {
			t.Fatal(got)
		}
		noerr.Must(t, noerr.Of(d.proofs().Erase(t.Context(), "dana", "operator:x")))
		b, err := json.Marshal(d.get(rec.ID))
		noerr.Must(t, err)
		for _, secret := range []string{"mother", "dana@", string(danaWA)} {
			if strings.Contains(string(b), secret) {
				t.Errorf("%s is still there: %s", secret, b)
			}
		}
	})
}

// The back button shows the form again with its nonce: the other choice is another answer.
func TestOneFormTwoChoices(t *testing.T) {
	onDesk(t, func(o *approvals.Options) { o.Rules.Receipt = true }, func(t *testing.T, d *desk) {
		rec, code := d.open()
		submit := func(grant bool) string {
			t.Helper()
			_, text, err := d.svc.Submit(t.Context(), approvals.Form{
				Approval: rec.ID, Person: "dana", Code: code["dana"], Grant: grant, Nonce: "n", At: time.Now(),
			})
			noerr.Must(t, err)
			return text
		}
		submit(true)
		if text := submit(false); len(d.get(rec.ID).Objections) != 1 {
			t.Errorf("the no is lost: %s", text)
		}
		submit(false)
		if n := len(d.get(rec.ID).Objections); n != 1 {
			t.Errorf("%d objections of the same form", n)
		}
	})
}

// A mail that quotes the code of another open request is not shown as evidence, however
// it was encoded.
func TestEvidenceHidesEncodedCodes(t *testing.T) {
	for name, encode := range map[string]func(string) string{
		"as it is": func(s string) string { return s },
		"base64": func(s string) string {
			b := base64.StdEncoding.EncodeToString([]byte(s))
			return "Content-Transfer-Encoding: base64\r\n\r\n" + b[:20] + "\r\n" + b[20:] + "\r\n"
		},
		"base64, not UTF-8": func(s string) string {
			return "X: \xff\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte(s)) + "\r\n"
		},
		"quoted-printable": func(s string) string {
			i := strings.Index(s, "code ") + 7
			return "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + s[:i] + "=\r\n" + fmt.Sprintf("=%02X", s[i]) + s[i+1:]
		},
		"another charset": func(s string) string { return "\xe9\x00" + s },
	} {
		t.Run(name, func(t *testing.T) {
			onDesk(t, nil, func(t *testing.T, d *desk) {
				rec, code := d.open()
				open := d.ask(asking("other", `{"amount":70}`)).Record
				secret := open.Approvers[0].Code
				mail := encode("yes\r\n\r\n> What waits for you:\r\n> refund 70, code " + secret + "\r\n> until tomorrow, with more words\r\n")
				if got := d.answer("dana", "yes "+code["dana"], raw(mail)); got != "granted" {
					t.Fatal(got)
				}
				withheld := false
				for _, e := range d.proof(rec.ID).Entries {
					withheld = withheld || e.What == "vote" && e.Withheld != ""
				}
				if !withheld {
					t.Error("the vote is shown while the other request is open")
				}
				d.answer("frank", "no "+open.Approvers[1].Code)
				for _, e := range d.proof(rec.ID).Entries {
					if e.Withheld != "" {
						t.Errorf("%s is withheld: %s", e.What, e.Withheld)
					}
				}
			})
		})
	}
}

// An agent that calls its request by the id of another one makes the name mean nothing.
func TestPayloadNamesOneRequest(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		victim := d.ask(asking("", `{"amount":5000}`)).Record
		d.ask(asking(string(victim.ID), `{"amount":5}`))
		_, err := d.svc.DecideAs(t.Context(), approvals.Payload{ApprovalID: string(victim.ID), Decision: "granted"}, binding.Reply{
			Channel: "desk", Traits: traits("webhook"), Key: "k", From: "webhook:desk", Person: d.people[1], Known: true, Trust: message.Verified, At: time.Now(),
		})
		if !errors.Is(err, request.ErrNotFound) || d.get(victim.ID).State != request.Pending {
			t.Errorf("%v, %s", err, d.get(victim.ID).State)
		}
	})
}
