package approvals_test

import (
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/question"
)

// wordsOf asks Dana for words. The rules name nobody: who may be asked is the caller's.
func wordsOf(text string) approvals.OutsideRequest {
	return approvals.OutsideRequest{
		By: "agent:laptop", Agent: "laptop", Key: text, Approvers: []message.PersonID{"dana"}, Question: &question.Question{Text: text},
	}
}

// What says yes or no says nothing to a question: nobody can make a grant of one.
func TestAQuestionIsNeverGranted(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		rec := d.outside(wordsOf("May I?"))
		if said := d.chats(rec); len(said) != 1 || !strings.Contains(said[0], "| May I?") || !strings.Contains(said[0], rec.Approvers[0].Code) {
			t.Fatalf("asked: %q", said)
		}
		if s, err := d.svc.Sheet(t.Context(), rec.ID, "dana", ""); err != nil || s.Question == nil || !s.Open {
			t.Errorf("pages are not told that it is a question: %+v %v", s, err)
		}
		time.Sleep(time.Minute)
		yes := binding.Reply{}
		yes.Form = &reply.Result{Verdict: reply.Grant, Strong: true}
		for name, change := range map[string]func(*binding.Reply){
			"a button": button(message.ApproveButton + string(rec.ID)),
			"a page":   func(r *binding.Reply) { r.Form, r.Tag = yes.Form, rec.ID },
		} {
			if got := d.answer("dana", "Approve", byWA, change); got != "no answer" {
				t.Errorf("%s: %s", name, got)
			}
		}
		if _, err := d.svc.DecideAs(t.Context(), approvals.Payload{ApprovalID: string(rec.ID), Decision: "granted"}, binding.Reply{
			Channel: "hook", Key: "k", From: "webhook:hook", Person: d.people[1], Known: true, Trust: message.Verified, At: time.Now(),
		}); err == nil {
			t.Error("a system's yes counts")
		}
		if _, err := d.svc.Operator(t.Context(), rec.ID, request.Granted, "ops", ""); err == nil {
			t.Error("an operator's yes counts")
		}
		if now := d.get(rec.ID); now.State != request.Pending || len(now.Votes) != 0 {
			t.Fatalf("it is %s with %v", now.State, now.Votes)
		}
		if got := d.answer("", "Yes, whatever you like", byWA); got != "answered" { // the last message there was the question
			t.Errorf("in words: %s", got)
		}
		if now := d.get(rec.ID); now.State != request.Answered || now.Votes[0].Grant || now.Votes[0].Said.Text != "Yes, whatever you like" {
			t.Errorf("it is %s with %+v", now.State, now.Votes)
		}
	})
}

// On a phone words are the answer if the question was the last message there; else they are
// a message like any other, unless they begin with the code. By SMS they need the code.
func TestAQuestionOnAPhone(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		rec := d.outside(wordsOf("When?"))
		d.chats(rec)
		d.agentSays("wa", danaWA)
		time.Sleep(time.Minute)
		if b, err := d.svc.Bind(t.Context(), d.reply("", "Book me a flight", byWA)); err != nil || b.Ours() {
			t.Errorf("after the agent has said something: %+v %v", b, err)
		}
		if got := d.answer("", rec.Approvers[0].Code+" tomorrow", byWA); got != "answered" {
			t.Errorf("with the code: %s", got)
		}
		if now := d.get(rec.ID); now.Votes[0].Said.Text != "tomorrow" {
			t.Errorf("said %+v", now.Votes[0].Said)
		}
	})
	onChat(t, func(t *testing.T, d *desk) {
		d.people[1].Addresses = []message.Address{danaSMS}
		rec := d.outside(wordsOf("When?"))
		d.chats(rec)
		time.Sleep(time.Minute)
		if got := d.answer("", "tomorrow at five", bySMS); got != "no answer" {
			t.Errorf("by SMS without the code: %s", got)
		}
		if got := d.answer("", "tomorrow at five "+rec.Approvers[0].Code, bySMS); got != "answered" {
			t.Errorf("by SMS with the code: %s", got)
		}
	})
}

// Who is asked alone can answer, and who says so must be that person.
func TestAQuestionIsForOnePerson(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec := d.outside(wordsOf("When?"))
		for _, c := range []struct {
			name, from, want string
			change           func(*binding.Reply)
		}{
			{"another", "frank", "not an approver", func(r *binding.Reply) { r.Tag = rec.ID }},
			{"not proven", "dana", "trust too low", func(r *binding.Reply) { r.Tag, r.Trust = rec.ID, message.Asserted }},
			{"two texts", "dana", "no answer", func(r *binding.Reply) { r.Tag, r.Ambiguous = rec.ID, true }},
			{"to others", "dana", "no answer", func(r *binding.Reply) { r.Tag, r.Readers = rec.ID, message.ForSome }},
			{"herself", "dana", "answered", func(r *binding.Reply) { r.Tag = rec.ID }},
			{"late", "dana", "late: answered", func(r *binding.Reply) { r.Tag = rec.ID }},
		} {
			if got := d.answer(c.from, "Tomorrow "+c.name, c.change); got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
		}
		q := wordsOf("x")
		q.Approvers = append(q.Approvers, "frank")
		if _, err := d.svc.AskOutside(t.Context(), q); err == nil {
			t.Error("two people are asked")
		}
	})
}
