package approvals_test

import (
	"slices"
	"testing"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// A node that was slow reports a failure of a prompt that another node has handed
// over: the approver was reached.
func TestALateFailureDoesNotUndoAPromptThatWasHandedOver(t *testing.T) {
	for _, c := range []struct {
		name    string
		reports []outbox.State // of dana's prompt; frank's has failed before
		reached []message.PersonID
		lost    []message.PersonID
		state   request.State
	}{
		{"handed over, then failed", []outbox.State{outbox.Sent, outbox.Failed}, []message.PersonID{"dana"}, []message.PersonID{"frank"}, request.Pending},
		{"handed over twice, then failed", []outbox.State{outbox.Sent, outbox.Sent, outbox.Failed, outbox.Failed}, []message.PersonID{"dana"}, []message.PersonID{"frank"}, request.Pending},
		{"unknown, then handed over", []outbox.State{outbox.Unknown, outbox.Sent}, []message.PersonID{"dana"}, []message.PersonID{"frank"}, request.Pending},
		{"failed", []outbox.State{outbox.Failed}, nil, []message.PersonID{"frank", "dana"}, request.Denied},
	} {
		t.Run(c.name, func(t *testing.T) {
			onDesk(t, nil, func(t *testing.T, d *desk) {
				rec, _ := d.open()
				d.handed(rec, "frank", outbox.Failed)
				for _, st := range c.reports {
					d.handed(rec, "dana", st)
					time.Sleep(time.Second)
				}
				r := d.get(rec.ID)
				if r.State != c.state || !slices.Equal(r.Reached, c.reached) || !slices.Equal(r.Lost, c.lost) {
					t.Errorf("%s, reached %q, lost %q", r.State, r.Reached, r.Lost)
				}
				alerts := 0
				if c.state == request.Denied {
					alerts = 1
				}
				if len(d.alerts) != alerts {
					t.Errorf("alerts %q", d.alerts)
				}
			})
		})
	}
}

// A prompt that an operator replays reaches its approver after all.
func TestAPromptThatIsHandedOverLater(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		d.handed(rec, "dana", outbox.Failed)
		d.handed(rec, "dana", outbox.Sent)
		d.handed(rec, "frank", outbox.Failed) // not everybody is lost
		r := d.get(rec.ID)
		if r.State != request.Pending || !slices.Equal(r.Reached, []message.PersonID{"dana"}) || !slices.Equal(r.Lost, []message.PersonID{"frank"}) {
			t.Errorf("%s, reached %q, lost %q", r.State, r.Reached, r.Lost)
		}
		d.answer("dana", "yes "+code["dana"])
		if r := d.get(rec.ID); r.State != request.Granted {
			t.Errorf("state %s", r.State)
		}
	})
}

// What the agent could not be told of does not count as open: nothing brings it
// to the agent any more.
func TestOpenRequests(t *testing.T) {
	nobody := func(message.ApprovalID) bool { return false }
	onDesk(t, nil, func(t *testing.T, d *desk) {
		count := func(what string, want int, heard func(message.ApprovalID) bool) {
			t.Helper()
			if n, err := d.svc.Open(t.Context(), "trn_1", heard); err != nil || n != want {
				t.Errorf("%s: %d open, %v, want %d", what, n, err, want)
			}
		}
		a := d.ask(asking("a", `{"n":1}`)).Record
		b := d.ask(asking("b", `{"n":2}`)).Record
		c := d.ask(asking("c", `{"n":3}`)).Record
		d.codes()
		count("three asked", 3, nobody)
		noerr.Must(t, noerr.Of(d.svc.Operator(t.Context(), a.ID, request.Denied, "ops", "no")))
		count("one is decided, and on its way", 3, nobody)
		count("the agent has heard it", 2, func(id message.ApprovalID) bool { return id == a.ID })
		noerr.Must(t, noerr.Of(d.svc.Operator(t.Context(), b.ID, request.Denied, "ops", "no")))
		for range 2 { // a repetition after a crash
			if text, _, err := d.svc.AgentGone(t.Context(), b.ID); err != nil || text != "" { // no person decided
				t.Errorf("%q, %v", text, err)
			}
		}
		count("one came when the turn had ended", 1, func(id message.ApprovalID) bool { return id == a.ID })
		noerr.Must(t, d.svc.CancelOpen(t.Context(), "trn_1"))
		count("the turn has ended", 0, func(id message.ApprovalID) bool { return id == a.ID })
		if r := d.get(c.ID); r.State != request.Cancelled {
			t.Errorf("state %s", r.State)
		}
	})
}
