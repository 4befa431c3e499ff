package decision

import (
	"fmt"
	"testing"
	"time"

	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/core/message"
)

var (
	noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	mail = request.Place{Channel: "mail", Address: "email:dana@x.test"}
	sms  = request.Place{Channel: "sms", Address: "sms:+39"}
)

// open is a request of an hour that Dana or Frank may grant.
func open(change ...func(*request.Record)) *request.Record {
	r := &request.Record{
		Request:  request.Request{ID: "apr_1", CreatedAt: noon},
		Policy:   request.Policy{Approvers: []request.Approver{{Person: "dana", Code: "A"}, {Person: "frank", Code: "B"}}, Quorum: 1, Trust: message.Carrier, TTL: time.Hour},
		Tally:    request.Tally{State: request.Pending},
		Delivery: request.Delivery{ExpiresAt: noon.Add(time.Hour)},
	}
	for _, f := range change {
		f(r)
	}
	return r
}

// says is an answer that lacks nothing.
func says(who message.PersonID, v reply.Verdict, change ...func(*Answer)) Answer {
	a := Answer{
		Vote: request.Vote{
			Person: who, Reason: "why", At: noon.Add(time.Minute), Channel: "mail", From: mail.Address, Trust: message.Verified, Key: fmt.Sprint(who, v),
		},
		Verdict: v, Coded: true, Proven: true, Whole: true, Open: true, Kind: "email", Guess: "g", Code: "123456", CodeTo: []request.Place{sms, mail},
	}
	for _, f := range change {
		f(&a)
	}
	return a
}

// TestReply: what the answers to one request come to, in their order.
func TestReply(t *testing.T) {
	yes, no, none := says("dana", reply.Grant), says("dana", reply.Deny), says("dana", reply.None)
	weak := func(a *Answer) { a.Vote.Trust = message.Asserted }
	high := func(r *request.Record) { r.Trust = message.Verified }
	digits := func(code string) func(*Answer) {
		return func(a *Answer) { a.Digits, a.Vote.Key, a.Vote.From = code, "k"+code, sms.Address }
	}
	const granted, denied, pending = request.Granted, request.Denied, request.Pending
	for _, c := range []struct {
		name    string
		rec     *request.Record
		answers []Answer
		came    string // the last ruling
		state   request.State
		reason  string
	}{
		{"a yes", open(), []Answer{yes}, "granted [acknowledge settle]", granted, ""},
		{"a no", open(), []Answer{no}, "denied [acknowledge settle]", denied, "why"},
		{"one of two", open(func(r *request.Record) { r.Quorum = 2 }), []Answer{yes}, "vote [acknowledge vote]", pending, ""},
		{"two of two", open(func(r *request.Record) { r.Quorum = 2 }), []Answer{yes, says("frank", reply.Grant)}, "granted [acknowledge settle]", granted, ""},
		{"a yes with a grace", open(func(r *request.Record) { r.Grace = time.Minute }), []Answer{yes}, "vote [acknowledge vote]", pending, ""},
		{"taken back within it", open(func(r *request.Record) { r.Grace = time.Minute }), []Answer{yes, no}, "denied [acknowledge settle]", denied, "taken back: why"},
		{"the same message again", open(), []Answer{yes, yes}, "repeated [acknowledge settle]", granted, ""},
		{"the same answer in another", open(), []Answer{yes, says("dana", reply.Grant, func(a *Answer) { a.Vote.Key = "new" })}, "acknowledged again [say outcome]", granted, ""},
		{"the other answer when it is over", open(), []Answer{yes, no}, "late: decided [say already decided]", granted, ""},
		{"an objection", open(func(r *request.Record) { r.Receipt = true }), []Answer{yes, no}, "late: objection [tell objection say objection]", granted, ""},
		{"a second yes", open(func(r *request.Record) { r.Quorum = 2 }), []Answer{yes, says("dana", reply.Grant, func(a *Answer) { a.Vote.Key = "new" })}, "repeated vote [say standing]", pending, ""},
		{"no verdict", open(), []Answer{none}, "no verdict [ask back]", pending, ""},
		{"an unclear yes", open(), []Answer{says("dana", reply.Grant, func(a *Answer) { a.Unclear = true })}, "no verdict [ask back]", pending, ""},
		{"an early one", open(), []Answer{says("dana", reply.None, func(a *Answer) { a.Early = true })}, "written before the request [say too early]", pending, ""},
		{"without the code", open(), []Answer{says("dana", reply.Grant, func(a *Answer) { a.Coded = false })}, "a yes without the code [ask back with the code]", pending, ""},
		{"a no without the code", open(), []Answer{says("dana", reply.Deny, func(a *Answer) { a.Coded = false })}, "denied [acknowledge settle]", denied, "why"},
		{"a yes to what was not shown", open(), []Answer{says("dana", reply.Grant, func(a *Answer) { a.Whole = false })}, "the prompt was not complete [say incomplete]", pending, ""},
		{"outside the hours", open(), []Answer{says("dana", reply.Grant, func(a *Answer) { a.Open = false })}, "outside the hours [say hours]", pending, ""},
		{"a no that nothing proves", open(), []Answer{says("dana", reply.Deny, weak)}, "trust too low [tell trust too low]", pending, ""},
		{"a yes that nothing proves, and nowhere to send a code", open(), []Answer{says("dana", reply.Grant, weak, func(a *Answer) { a.CodeTo = nil })}, "trust too low [tell trust too low]", pending, ""},
		{"a yes that steps up", open(), []Answer{says("dana", reply.Grant, weak)}, "step-up [send code say step-up]", pending, ""},
		{"its code", open(), []Answer{says("dana", reply.Grant, weak), says("dana", reply.Grant, digits("123456"))}, "granted [acknowledge settle]", granted, ""},
		{"a wrong code", open(), []Answer{says("dana", reply.Grant, weak), says("dana", reply.Grant, digits("654321"))}, "a wrong one-time code [say wrong code]", pending, ""},
		{"its code with a no", open(), []Answer{says("dana", reply.Grant, weak), says("dana", reply.Deny, digits("123456"))}, "denied [acknowledge settle]", denied, "why"},
		{"a no of a carrier where more is wanted", open(high), []Answer{says("dana", reply.Deny, func(a *Answer) { a.Vote.Trust = message.Carrier })}, "denied [acknowledge settle]", denied, "why"},
	} {
		var d Ruling
		for _, a := range c.answers {
			d = Reply(c.rec, a, noon.Add(time.Minute))
		}
		if got := fmt.Sprint(d.What, " ", d.Do); got != c.came || c.rec.State != c.state || c.rec.Reason != c.reason {
			t.Errorf("%s: %s, %s %q; want %s, %s %q", c.name, got, c.rec.State, c.rec.Reason, c.came, c.state, c.reason)
		}
		if ended := c.rec.State != pending; ended != (c.rec.Inject && !c.rec.DecidedAt.IsZero()) || ended && len(c.rec.StepUps) != 0 {
			t.Errorf("%s: %+v", c.name, c.rec)
		}
	}
}

// TestTick: what the clock does, and when.
func TestTick(t *testing.T) {
	boss := func(e request.Escalation) func(*request.Record) {
		e.To = []request.Approver{{Person: "boss", Code: "C"}}
		return func(r *request.Record) { r.Escalation = &e }
	}
	held := func(votes ...request.Vote) func(*request.Record) {
		return func(r *request.Record) { r.HeldUntil, r.Votes = noon.Add(time.Minute), votes }
	}
	for _, c := range []struct {
		name  string
		rec   *request.Record
		after time.Duration
		do    string
		state request.State
	}{
		{"nothing is due", open(), time.Minute, "[]", request.Pending},
		{"over", open(), time.Hour, "[settle]", request.Expired},
		{"held for longer", open(held(request.Vote{Person: "dana", Grant: true})), 59 * time.Second, "[]", request.Pending},
		{"the grace is over", open(held(request.Vote{Person: "dana", Grant: true})), time.Minute, "[settle]", request.Granted},
		{"the grace is over and no yes stands", open(held()), time.Minute, "[]", request.Pending},
		{"what is held does not expire", open(held(), func(r *request.Record) { r.HeldUntil = noon.Add(2 * time.Hour) }), time.Hour, "[]", request.Pending},
		{"escalates", open(boss(request.Escalation{At: noon.Add(time.Minute)})), time.Minute, "[escalate]", request.Pending},
		{"escalates at the end", open(boss(request.Escalation{OnExpiry: true})), time.Hour, "[escalate]", request.Pending},
		{"goes on with an escalation", open(boss(request.Escalation{At: noon, Began: noon})), time.Minute, "[escalate]", request.Pending},
		{"ends after an escalation", open(boss(request.Escalation{OnExpiry: true, Began: noon, Done: true})), time.Hour, "[settle]", request.Expired},
		{"reminds", open(func(r *request.Record) { r.RemindAt = noon.Add(time.Minute) }), time.Minute, "[remind]", request.Pending},
		{"is decided", open(func(r *request.Record) { r.State = request.Denied }), time.Hour, "[]", request.Denied},
	} {
		if d := Tick(c.rec, noon.Add(c.after)); fmt.Sprint(d.Do) != c.do || c.rec.State != c.state {
			t.Errorf("%s: %v, %s; want %s, %s", c.name, d.Do, c.rec.State, c.do, c.state)
		}
	}
}

// TestUnreachable: who can be asked nowhere is replaced, and without anybody left the
// request is refused at once.
func TestUnreachable(t *testing.T) {
	failed := func(r *request.Record, who message.PersonID) Ruling {
		return Failed(r, message.Outbound{Person: who, Channel: "mail", To: mail.Address}, false, true, noon)
	}
	r := open()
	if d := failed(r, "dana"); !d.Changed || len(d.Do) != 0 {
		t.Errorf("one is left: %+v", d)
	}
	if d := failed(r, "frank"); fmt.Sprint(d.Do) != "[tell unreachable settle]" || r.State != request.Denied || r.DecidedBy != ByPolicy {
		t.Errorf("nobody is left: %v, %s", d.Do, r.State)
	}
	r = open(func(r *request.Record) {
		r.Escalation = &request.Escalation{After: time.Hour, To: []request.Approver{{Person: "boss"}}}
	})
	failed(r, "dana")
	if d := failed(r, "frank"); fmt.Sprint(d.Do) != "[escalate]" || len(r.Approvers) != 3 {
		t.Errorf("the boss is left: %v, %+v", d.Do, r.Approvers)
	}
	if d := Escalated(r, []message.PersonID{"boss"}, noon); fmt.Sprint(d.Do) != "[tell unreachable settle]" || r.State != request.Denied {
		t.Errorf("not even the boss: %v, %s", d.Do, r.State)
	}
	r = open()
	Sent(r, message.Outbound{Person: "dana", Channel: "mail", To: mail.Address}, noon)
	failed(r, "frank")
	if d := failed(r, "dana"); d.Changed || r.State != request.Pending || !r.PromptedAt.Equal(noon) {
		t.Errorf("a late report of a failure: %+v", d)
	}
}
