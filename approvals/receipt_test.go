package approvals_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/prompt"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/render"
)

func receipt(r *request.Record) { r.Receipt = true }

func TestReceipt(t *testing.T) {
	const sms = message.Address("sms:+391234567")
	w, some := render.In("en"), time.Time{}
	words := func(granted, undo bool) string {
		until := time.Time{}
		if undo {
			until = time.Unix(1e9, 0)
		}
		return timeless(w.Receipt(granted, "refund: amount 50", "email:d...@example.com", some, until, "%", time.UTC))
	}
	const elsewhere = "sms:+391234567: "
	for _, c := range []struct {
		name   string
		change func(*request.Record)
		have   []message.Address
		text   string
		want   string // "ADDRESS: words of the receipt"; "" for none
	}{
		{
			name: "another kind of channel comes first", have: []message.Address{addr("dana"), addr("dana.home"), sms}, text: "yes %",
			want: elsewhere + words(true, false) + " " + w.ObjectLate("%"),
		},
		{
			name: "another address of the same kind", have: []message.Address{addr("dana"), addr("dana.home")}, text: "yes %",
			want: "email:dana.home@example.com: " + words(true, false) + " " + w.ObjectLate("%"),
		},
		{
			name: "during grace", change: graceful, have: []message.Address{addr("dana"), sms}, text: "yes %",
			want: elsewhere + words(true, true),
		},
		{
			name: "while others are needed", change: func(r *request.Record) { r.Quorum = 2 }, have: []message.Address{addr("dana"), sms}, text: "yes %",
			want: elsewhere + words(true, false) + " " + w.ObjectOpen("%"),
		},
		{name: "a no", have: []message.Address{addr("dana"), sms}, text: "no %", want: elsewhere + words(false, false)},
		{name: "no other address", have: []message.Address{addr("dana")}, text: "yes %"},
	} {
		t.Run(c.name, func(t *testing.T) {
			onDesk(t, func(o *approvals.Options) {
				o.Channels = append(o.Channels, prompt.Channel{Name: "sms", Kind: "sms", Traits: traits("sms"), Markup: message.MarkupGSM7, Max: 1600})
			}, func(t *testing.T, d *desk) {
				i := slices.IndexFunc(d.people, func(p message.Person) bool { return p.ID == "dana" })
				d.people[i].Addresses = c.have
				rec, code := d.open()
				d.set(rec.ID, receipt)
				if c.change != nil {
					d.set(rec.ID, c.change)
				}
				r := d.reply("dana", strings.ReplaceAll(c.text, "%", code["dana"]))
				d.give(r)
				d.give(r) // the same message again
				var got []string
				for _, m := range d.outbox() {
					if m.Binds && m.To != addr("dana") {
						got = append(got, string(m.To)+": "+timeless(strings.ReplaceAll(m.Text, "…", "...")))
						if !m.Asks || m.Approval != rec.ID || m.Person != "dana" {
							t.Errorf("an answer to it would not find its request: %+v", m)
						}
					}
				}
				var want []string
				if c.want != "" {
					want = append(want, strings.ReplaceAll(c.want, "%", code["dana"]))
				}
				equal(t, "receipts", got, want)
				if none := slices.Contains(d.audits, "approval receipt not sent"); none != (c.want == "") {
					t.Errorf("audit %q", d.audits)
				}
			})
		})
	}
}

// A no that answers the receipt, not the prompt, takes the yes back; later it is an
// objection that the operators hear of.
func TestObjections(t *testing.T) {
	byReceipt := func(id message.ApprovalID) func(*binding.Reply) {
		return func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: id, Person: "dana"}} }
	}
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		d.set(rec.ID, graceful)
		d.set(rec.ID, receipt)
		d.answer("dana", "yes "+code["dana"])
		time.Sleep(30 * time.Second)
		if got := d.answer("dana.home", "no", byReceipt(rec.ID)); got != "denied" {
			t.Errorf("came to %q", got)
		}
		if r := d.get(rec.ID); r.DecidedBy != "dana" || r.Reason != "taken back" || len(r.Votes) != 1 || r.Votes[0].Grant {
			t.Errorf("record %+v", r)
		}
		if len(d.alerts) != 0 {
			t.Errorf("alerts %q", d.alerts)
		}
	})
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		d.set(rec.ID, receipt)
		d.answer("dana", "yes "+code["dana"])
		d.outbox()
		no := d.reply("dana.home", "no, that was not me", byReceipt(rec.ID))
		for range 2 {
			if got := d.give(no); got != "late: objection" {
				t.Errorf("came to %q", got)
			}
		}
		r := d.get(rec.ID)
		if r.State != request.Granted || len(r.Objections) != 1 || r.Objections[0].Reason != "that was not me" {
			t.Errorf("record %+v", r)
		}
		if len(d.alerts) == 0 || !strings.HasPrefix(d.alerts[0], "Dana objects to a yes in their name, after it was granted: refund: amount 50") {
			t.Errorf("alerts %q", d.alerts)
		}
		equal(t, "said", d.said(), []string{"dana.home: Already decided: granted by Dana on TIME. " + render.In("en").Objection("refund: amount 50")})
		equal(t, "injected", d.injected(), []string{"granted by dana: "})
	})
}
