package approvals_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/approvals/rules"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// change changes a person of the directory.
func (d *desk) change(id message.PersonID, change func(*message.Person)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change(&d.people[slices.IndexFunc(d.people, func(p message.Person) bool { return p.ID == id })])
}

// TestGroups: the members of a group are asked, without who asks, and each of them decides as
// long as they are in it; who is not any more is told nothing of the request either.
func TestGroups(t *testing.T) {
	onGroups := func(o *approvals.Options) {
		set, err := rules.New(rules.Policy{Approvers: []message.PersonID{"group:finance"}, TTL: 24 * time.Hour, Quorum: 2, Trust: message.Asserted, EscalateTo: []message.PersonID{"group:board"}, EscalateAfter: time.Hour}, nil)
		noerr.Must(t, err)
		o.Set = set
	}
	finance := func(d *desk) {
		for _, id := range []message.PersonID{"eve", "dana", "frank", "gina"} {
			d.change(id, func(p *message.Person) { p.Groups = []string{"finance"} })
		}
	}
	left := func(p *message.Person) { p.Groups = nil }
	for name, gone := range map[string]func(*message.Person){
		"left the group":  left,
		"is barred":       func(p *message.Person) { p.Barred = true },
		"went elsewhere":  func(p *message.Person) { p.Tenants = []message.Tenant{"acme"} },
		"another address": func(p *message.Person) { p.Addresses = []message.Address{addr("elsewhere")} },
	} {
		onDesk(t, onGroups, func(t *testing.T, d *desk) {
			finance(d)
			rec, codes := d.open()
			if len(codes) != 3 || codes["eve"] != "" {
				t.Fatalf("%s: asked: %v", name, codes)
			}
			d.handed(rec, "dana", outbox.Sent)
			d.change("dana", gone)
			if _, err := d.svc.Sheet(t.Context(), rec.ID, "dana", ""); !errors.Is(err, request.ErrNotFound) {
				t.Errorf("%s: the page opens: %v", name, err)
			}
			if name == "another address" {
				return // what comes from the old one is a stranger's
			}
			if got := d.answer("dana", "yes "+codes["dana"]); got != "not an approver" {
				t.Errorf("%s: a yes: %s", name, got)
			}
			d.outbox()
			d.answer("dana", "LIST")
			for _, m := range d.outbox() {
				if strings.Contains(m.Text, codes["dana"]) || strings.Contains(m.Text, "amount 50") {
					t.Errorf("%s: the list tells of it: %s", name, m.Text)
				}
			}
			d.answer("frank", "yes "+codes["frank"])
			if r := d.get(rec.ID); r.State != request.Pending || len(r.Votes) != 1 {
				t.Errorf("%s: %s with %d votes", name, r.State, len(r.Votes))
			}
			d.answer("gina", "yes "+codes["gina"])
			if r := d.get(rec.ID); r.State != request.Granted {
				t.Errorf("%s: two of the group said yes: %s", name, r.State)
			}
			for _, m := range d.outbox() {
				if m.Person == "dana" {
					t.Errorf("%s: she is told of it: %s", name, m.Text)
				}
			}
		})
	}
	// Whoever starts it from an address that is only said to be theirs is not asked.
	onDesk(t, onGroups, func(t *testing.T, d *desk) {
		finance(d)
		q := asking("", `{"amount":50}`)
		q.Requester = approvals.Requester{Name: "somebody", Address: addr("dana.home")}
		a := d.ask(q)
		if a.Record.RequesterID != "" || slices.ContainsFunc(a.Record.Approvers, func(x request.Approver) bool { return x.Person == "dana" }) || len(a.Record.Approvers) != 3 {
			t.Errorf("asked: %+v", a.Record.Approvers)
		}
	})
	// Nobody in it: nobody is asked, and it is refused.
	onDesk(t, onGroups, func(t *testing.T, d *desk) {
		if rec, codes := d.open(); len(codes) != 0 || rec.State != request.Denied {
			t.Errorf("an empty group: %s, %v", rec.State, codes)
		}
	})
}

// TestRulesOfGroups: where rules name groups and people, those decide who are in all of them.
func TestRulesOfGroups(t *testing.T) {
	set, err := rules.New(rules.Policy{Approvers: []message.PersonID{"dana"}, TTL: time.Hour, Quorum: 1}, []rules.Rule{
		{Name: "a", Tool: "refund", Approvers: []message.PersonID{"group:finance", "erin"}},
		{Name: "b", Tool: "re*", Approvers: []message.PersonID{"group:board", "group:finance", "dana"}},
		{Name: "c", Tool: "report", Approvers: []message.PersonID{"group:other"}},
	})
	noerr.Must(t, err)
	if got := set.Groups(); !slices.Equal(got, []string{"board", "finance", "other"}) {
		t.Errorf("groups: %v", got)
	}
	p := set.For(rules.Request{Tool: "refund", Groups: map[string][]message.PersonID{"finance": {"frank", "dana"}, "board": {"erin", "frank"}}})
	if !slices.Equal(p.Approvers, []message.PersonID{"frank", "dana", "erin"}) {
		t.Errorf("approvers: %v", p.Approvers)
	}
	if !slices.Equal(p.By["frank"], []string{"finance", "board"}) || !slices.Equal(p.By["dana"], []string{"finance"}) || !slices.Equal(p.By["erin"], []string{"board"}) {
		t.Errorf("by: %v", p.By)
	}
	if p := set.For(rules.Request{Tool: "report"}); len(p.Approvers) != 0 || p.Refuse == "" {
		t.Errorf("an empty group: %+v", p)
	}
}
