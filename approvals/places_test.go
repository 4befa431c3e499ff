package approvals_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/outbox"
)

// ended reports how a person's prompt at an address ended.
func (d *desk) ended(r request.Record, person, to string, st outbox.State, bounced bool) {
	d.t.Helper()
	err := d.svc.Handed(d.t.Context(), outbox.Result{
		Out:   message.Outbound{Kind: message.Prompt, Approval: r.ID, Person: message.PersonID(person), Channel: "mail", To: addr(to)},
		State: st, At: time.Now(), Bounced: bounced,
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

// asked takes the prompts out of the outbox and returns where they go.
func (d *desk) asked() []string {
	d.t.Helper()
	var all []string
	for _, m := range d.outbox() {
		if m.Kind == message.Prompt {
			to, _, _ := strings.Cut(m.To.Value(), "@")
			all = append(all, to)
		}
	}
	slices.Sort(all)
	return all
}

// Whose prompt fails for good, at once or by a bounce, is asked at the next address.
func TestTheNextAddressIsAsked(t *testing.T) {
	for _, bounced := range []bool{false, true} {
		name := "refused"
		if bounced {
			name = "bounced"
		}
		t.Run(name, func(t *testing.T) {
			onDesk(t, nil, func(t *testing.T, d *desk) {
				rec := d.ask(asking("", `{"amount":50}`)).Record
				equal(t, "asked first", d.asked(), []string{"dana", "frank"})
				if bounced {
					d.ended(rec, "dana", "dana", outbox.Sent, false)
				}
				for range 3 { // the same bounce again, or the same report after a crash
					d.ended(rec, "dana", "dana", outbox.Failed, bounced)
				}
				equal(t, "asked then", d.asked(), []string{"dana.home"})
				r := d.get(rec.ID)
				if r.State != request.Pending || len(r.Reached) != 0 || len(r.Lost) != 0 {
					t.Errorf("%s, reached %q, lost %q", r.State, r.Reached, r.Lost)
				}
				d.ended(rec, "dana", "dana.home", outbox.Sent, false)
				d.ended(rec, "dana", "dana", outbox.Failed, bounced) // it is late, and takes nothing back
				if r := d.get(rec.ID); !slices.Equal(r.Reached, []message.PersonID{"dana"}) {
					t.Errorf("reached %q", r.Reached)
				}
				equal(t, "asked again", d.asked(), nil)
			})
		})
	}
}

// What a forwarding of the approver could not deliver may have arrived at the
// approver's own address: it is asked elsewhere, and never refused for it.
func TestAForwardingFails(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec := d.ask(asking("", `{"amount":50}`)).Record
		d.asked()
		for _, to := range []string{"dana", "dana.home"} {
			d.ended(rec, "dana", to, outbox.Sent, false)
		}
		d.ended(rec, "frank", "frank", outbox.Sent, false)
		for _, at := range [][2]string{{"dana", "dana.home"}, {"frank", "frank"}} {
			err := d.svc.Handed(t.Context(), outbox.Result{
				Out:   message.Outbound{Kind: message.Prompt, Approval: rec.ID, Person: message.PersonID(at[0]), Channel: "mail", To: addr(at[1])},
				State: outbox.Failed, At: time.Now(), Bounced: true, Forwarded: true,
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if r := d.get(rec.ID); r.State != request.Pending || len(r.Lost) != 0 || len(r.Reached) != 2 {
			t.Errorf("%s, reached %q, lost %q", r.State, r.Reached, r.Lost)
		}
	})
}

// When the last address of the last approver fails, the request is refused and
// the operator hears it.
func TestNoAddressIsLeft(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec := d.ask(asking("", `{"amount":50}`)).Record
		d.ended(rec, "dana", "dana", outbox.Sent, false)
		d.ended(rec, "dana", "dana", outbox.Failed, true)
		d.ended(rec, "dana", "dana.home", outbox.Sent, false)
		d.ended(rec, "dana", "dana.home", outbox.Failed, true)
		d.ended(rec, "frank", "frank", outbox.Failed, false)
		if r := d.get(rec.ID); r.State != request.Pending || !slices.Equal(r.Lost, []message.PersonID{"dana"}) || len(d.alerts) != 0 {
			t.Errorf("%s, lost %q, alerts %q", r.State, r.Lost, d.alerts)
		}
		d.ended(rec, "frank", "frank.home", outbox.Failed, false)
		if r := d.get(rec.ID); r.State != request.Denied || r.DecidedBy != "policy" || len(d.alerts) != 1 {
			t.Errorf("%s by %s, alerts %q", r.State, r.DecidedBy, d.alerts)
		}
		equal(t, "the turn", d.injected(), []string{"denied by policy: no approver could be reached"})
	})
}

// A bounce changes neither a decision nor a vote, and asks nobody who has voted.
func TestABounceDecidesNothing(t *testing.T) {
	onDesk(t, func(o *approvals.Options) { o.Rules.Quorum = 2 }, func(t *testing.T, d *desk) {
		rec, code := d.open()
		d.ended(rec, "dana", "dana", outbox.Sent, false)
		d.ended(rec, "frank", "frank", outbox.Sent, false)
		d.answer("dana", "yes "+code["dana"])
		d.outbox()
		d.ended(rec, "dana", "dana", outbox.Failed, true)
		equal(t, "asked", d.asked(), nil)
		r := d.get(rec.ID)
		if r.State != request.Pending || len(r.Votes) != 1 || !r.Votes[0].Grant || len(r.Lost) != 0 {
			t.Errorf("%+v", r)
		}
		d.answer("frank", "yes "+code["frank"])
		d.outbox()
		d.ended(rec, "frank", "frank", outbox.Failed, true)
		if r := d.get(rec.ID); r.State != request.Granted || len(r.Votes) != 2 {
			t.Errorf("%s with %d votes", r.State, len(r.Votes))
		}
		equal(t, "asked", d.asked(), nil)
	})
}

// What is said later goes where the prompt arrived.
func TestNoticesGoWhereThePromptArrived(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		d.ended(rec, "dana", "dana", outbox.Failed, false)
		d.ended(rec, "dana", "dana.home", outbox.Sent, false)
		d.outbox()
		d.answer("frank", "yes "+code["frank"])
		var to []string
		for _, s := range d.said() {
			who, _, _ := strings.Cut(s, ":")
			to = append(to, who)
		}
		equal(t, "told", to, []string{"dana.home", "frank"})
	})
}
