package approvals_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/prompt"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// ended reports how a person's prompt at an address ended.
func (d *desk) ended(r request.Record, person, to string, st outbox.State, bounced bool) {
	d.t.Helper()
	err := d.svc.Handed(d.t.Context(), outbox.Result{
		Out:   message.Outbound{Kind: message.Prompt, Approval: r.ID, Person: message.PersonID(person), Channel: "mail", To: addr(to)},
		State: st, At: time.Now(), Bounced: bounced,
	})
	noerr.Must(d.t, err)
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
			noerr.Must(t, err)
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

// TestAnother: a prompt whose channel is refused need not wait where the decision can be asked for on another
// channel, or is not asked for any more; a second address on the same channel is no other way.
func TestAnother(t *testing.T) {
	phone := func(id message.PersonID) func(*desk, request.Record) {
		return func(d *desk, _ request.Record) {
			for i := range d.people {
				if d.people[i].ID == id {
					d.people[i].Addresses = append(d.people[i].Addresses, "sms:+393331112299")
				}
			}
		}
	}
	late := escalation(time.Hour, false, "gina")
	for name, c := range map[string]struct {
		change func(*request.Record)
		then   func(*desk, request.Record)
		want   bool
	}{
		"the same channel":                  {},
		"a phone":                           {then: phone("dana"), want: true},
		"a phone of another approver":       {then: phone("frank")},
		"an escalation on the same channel": {change: late},
		"an escalation to a phone":          {change: late, then: phone("gina"), want: true},
		"an escalation that has begun": {change: func(r *request.Record) {
			late(r)
			r.Escalation.Began = time.Now()
		}, then: phone("gina")},
		"it is decided": {then: func(d *desk, r request.Record) {
			noerr.Must(d.t, noerr.Of(d.svc.Operator(d.t.Context(), r.ID, request.Denied, "olga", "")))
		}, want: true},
	} {
		t.Run(name, func(t *testing.T) {
			onDesk(t, func(o *approvals.Options) {
				o.Channels = append(o.Channels, prompt.Channel{Name: "sms", Kind: "sms", Traits: traits("sms")})
			}, func(t *testing.T, d *desk) {
				rec, _ := d.open()
				if c.change != nil {
					d.set(rec.ID, c.change)
				}
				if c.then != nil {
					c.then(d, rec)
				}
				got, err := d.svc.Another(t.Context(), message.Outbound{Kind: message.Prompt, Approval: rec.ID, Person: "dana", Channel: "mail", To: addr("dana")})
				if err != nil || got != c.want {
					t.Errorf("%v, %v", got, err)
				}
			})
		})
	}
}
