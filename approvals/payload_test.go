package approvals_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/request"
	"bridge/core/message"
)

func TestReadPayload(t *testing.T) {
	for body, want := range map[string]struct {
		id, decision string // "" = no payload
		bad          bool
	}{
		`{"approvalId":"apr_1","decision":"granted"}`:                                                 {id: "apr_1", decision: "granted"},
		`{"approvalId":"a","decision":"denied","reason":"no","other":1}`:                              {id: "a", decision: "denied"},
		`{"metadata":{"partType":"approval-response"},"data":{"approvalId":"a","decision":"denied"}}`: {id: "a", decision: "denied"},
		`{"parts":[{"partType":"approval-response","data":{"approvalId":"a","decision":"granted"}}]}`: {id: "a", decision: "granted"},
		`{"partType":"approval-response","data":{}}`:                                                  {bad: true},
		`{"partType":"approval-response"}`:                                                            {bad: true},
		`{"approvalId":"a","decision":"yes"}`:                                                         {bad: true},
		`{"approvalId":"a","decision":"Granted"}`:                                                     {bad: true},
		`{"approvalId":"","decision":"granted"}`:                                                      {bad: true},
		`{"approvalId":7,"decision":"granted"}`:                                                       {bad: true},
		`{"approvalId":"a"}`:                                                                          {},
		`{"order_id":"1"}`:                                                                            {},
		`[{"approvalId":"a","decision":"granted"}]`:                                                   {},
		`"granted"`: {},
		`{"parts":[{"partType":"response","text":"approval-response"}]}`:                                   {},
		`{"parts":[{"approvalId":"a","decision":"granted"},{"approvalId":"b","decision":"granted"}]}`:      {},
		`{"parts":[{"parts":[{"partType":"approval-response","data":{"approvalId":"a","decision":""}}]}]}`: {},
	} {
		p, err := approvals.ReadPayload(json.RawMessage(body))
		if (err != nil) != want.bad || (p != nil) != (want.id != "") || p != nil && (p.ApprovalID != want.id || p.Decision != want.decision) {
			t.Errorf("%s: %+v, %v", body, p, err)
		}
	}
}

func TestDecideAs(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		n := 0
		as := func(who int, p approvals.Payload, change ...func(*binding.Reply)) (request.Record, error) {
			n++
			r := binding.Reply{
				Channel: "desk", Traits: traits("webhook"), Key: string(rune('a' + n)), From: "webhook:desk", Person: d.people[who], Known: true,
				Trust: message.Verified, Why: []string{"signed"}, At: time.Now(),
			}
			for _, c := range change {
				c(&r)
			}
			return d.svc.DecideAs(t.Context(), p, r)
		}
		const eve, dana, gina = 0, 1, 3
		rec := d.ask(asking("refund-1", `{"amount":50}`)).Record
		d.outbox()
		id := string(rec.ID)
		weak := func(r *binding.Reply) { r.Trust = message.Asserted }
		for _, c := range []struct {
			name   string
			who    int
			p      approvals.Payload
			change []func(*binding.Reply)
			want   error
		}{
			{"unknown", dana, approvals.Payload{ApprovalID: "apr_01M7XBRV07DV1T666MB3QMV1EA", Decision: "granted"}, nil, request.ErrNotFound},
			{"no id of ours and nobody's", dana, approvals.Payload{ApprovalID: "refund-2", Decision: "granted"}, nil, request.ErrNotFound},
			{"a code", dana, approvals.Payload{ApprovalID: rec.Approvers[0].Code, Decision: "granted"}, nil, request.ErrNotFound},
			{"another digest", dana, approvals.Payload{ApprovalID: id, Decision: "granted", ArgsDigest: "sha256:00"}, nil, approvals.ErrDigest},
			{"no approver", gina, approvals.Payload{ApprovalID: id, Decision: "granted"}, nil, approvals.ErrNotApprover},
			{"whose request it is", eve, approvals.Payload{ApprovalID: id, Decision: "denied"}, nil, approvals.ErrNotApprover},
			{"nothing is proven", dana, approvals.Payload{ApprovalID: id, Decision: "granted"}, []func(*binding.Reply){weak}, approvals.ErrWeak},
		} {
			if got, err := as(c.who, c.p, c.change...); !errors.Is(err, c.want) || d.get(rec.ID).State != request.Pending {
				t.Errorf("%s: %+v, %v", c.name, got, err)
			}
		}
		yes := approvals.Payload{ApprovalID: "refund-1", Decision: "granted", ArgsDigest: rec.Digest}
		got, err := as(dana, yes)
		if err != nil || got.State != request.Granted || got.Votes[0].Binding != "payload" || got.Votes[0].Trust != message.Verified {
			t.Fatalf("%+v, %v", got, err)
		}
		equal(t, "injected", d.injected(), []string{"granted by dana: "})
		equal(t, "told at their own addresses", d.said(), []string{"dana: Granted by Dana on TIME: refund: amount 50.", "frank: Granted by Dana on TIME: refund: amount 50."})
		yes.ApprovalID = id
		if got, err := as(dana, yes); err != nil || got.State != request.Granted || d.decided != 1 {
			t.Errorf("again: %s, %v, decided %d times", got.State, err, d.decided)
		}
		if _, err := as(dana, approvals.Payload{ApprovalID: id, Decision: "denied"}); !errors.Is(err, approvals.ErrClosed) {
			t.Errorf("the contrary afterwards: %v", err)
		}
		// The agent's own id is unique in a session only.
		other := asking("same", `{"amount":1}`)
		other.Session = "ses_2"
		d.ask(asking("same", `{"amount":1}`))
		d.ask(other)
		if _, err := as(dana, approvals.Payload{ApprovalID: "same", Decision: "granted"}); !errors.Is(err, request.ErrNotFound) {
			t.Errorf("two requests with the id: %v", err)
		}
		late := d.ask(asking("late", `{"amount":2}`)).Record
		d.handed(late, "dana", "sent")
		time.Sleep(25 * time.Hour)
		if _, err := as(dana, approvals.Payload{ApprovalID: string(late.ID), Decision: "granted"}); !errors.Is(err, approvals.ErrClosed) || d.get(late.ID).State != request.Expired {
			t.Errorf("after its time: %v, %s", err, d.get(late.ID).State)
		}
	})
}
