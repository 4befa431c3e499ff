package admission_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// proven is a mail of Dana's that others could bring again.
func proven(id, text string, change ...func(*message.Inbound)) message.Inbound {
	in := mail("dana@example.com", id, text)
	in.Trust, in.Print = message.Verified, "print of "+text
	for _, c := range change {
		c(&in)
	}
	return in
}

// TestTakenOnce: a proven message is one thing, whatever it is brought as.
func TestTakenOnce(t *testing.T) {
	tagged := func(d *door) func(*message.Inbound) {
		return func(in *message.Inbound) { in.Binding.Approval = d.rec.ID }
	}
	loose := func(d *door) func(*message.Inbound) {
		return func(in *message.Inbound) { in.Binding.Loose = d.rec.ID }
	}
	auto := func(*door) func(*message.Inbound) { return func(in *message.Inbound) { in.Class = message.Auto } }
	quiet := func(d *door) func(*message.Inbound) {
		return func(in *message.Inbound) { in.Class, in.Binding.Approval = message.Quiet, d.rec.ID }
	}
	open := func(*door) func(*message.Inbound) { return func(in *message.Inbound) { in.ExternalID = in.Print } }
	plain := func(*door) func(*message.Inbound) { return func(*message.Inbound) {} }
	type brought struct {
		id     string
		as     func(*door) func(*message.Inbound)
		want   message.Outcome
		reason string
	}
	for _, c := range []struct {
		name  string
		mails []brought
		state request.State
		turns int
	}{
		{name: "a turn, then an answer", state: request.Pending, turns: 1, mails: []brought{
			{"m1", plain, message.OutcomeTurn, ""}, {"m2", tagged, message.OutcomeDuplicate, "taken before"},
		}},
		{name: "an answer, then a turn", state: request.Granted, mails: []brought{
			{"m1", tagged, message.OutcomeDecision, "granted"}, {"m2", plain, message.OutcomeDuplicate, "taken before"},
		}},
		{name: "an answer twice", state: request.Granted, mails: []brought{
			{"m1", tagged, message.OutcomeDecision, "granted"},
			{"m1", tagged, message.OutcomeDecision, "repeated: granted"},
			{"m2", tagged, message.OutcomeDecision, "repeated: granted"},
		}},
		{name: "an automatic reply, then without its mark", state: request.Pending, mails: []brought{
			{"m1", auto, message.OutcomeRecorded, ""}, {"m2", tagged, message.OutcomeDecision, "no verdict"},
		}},
		{name: "a program's, perhaps, then without its mark", state: request.Pending, mails: []brought{
			{"m1", quiet, message.OutcomeRecorded, ""}, {"m1", quiet, message.OutcomeRecorded, ""}, {"m2", tagged, message.OutcomeDecision, "no verdict"},
		}},
		{name: "a mark that somebody added, then as it was", state: request.Pending, turns: 1, mails: []brought{
			{"m1", auto, message.OutcomeRecorded, ""}, {"m2", plain, message.OutcomeTurn, ""},
		}},
		{name: "a tag that somebody added, then as it was", state: request.Pending, turns: 1, mails: []brought{
			{"m1", loose, message.OutcomeDecision, "no verdict"}, {"m1", plain, message.OutcomeTurn, ""},
		}},
		{name: "the same turn again", state: request.Pending, turns: 1, mails: []brought{
			{"m1", plain, message.OutcomeTurn, ""}, {"m1", plain, message.OutcomeDuplicate, "seen before"},
		}},
		{name: "two mails of the same words", state: request.Pending, turns: 2, mails: []brought{
			{"m1", plain, message.OutcomeTurn, ""}, {"m2", plain, message.OutcomeTurn, ""},
		}},
		{name: "a copy whose id is not signed", state: request.Pending, turns: 1, mails: []brought{
			{"m1", plain, message.OutcomeTurn, ""}, {"", open, message.OutcomeDuplicate, "taken before"},
		}},
		{name: "a copy whose id is not signed comes first", state: request.Pending, turns: 1, mails: []brought{
			{"", open, message.OutcomeTurn, ""}, {"", open, message.OutcomeDuplicate, "seen before"}, {"m2", plain, message.OutcomeDuplicate, "taken before"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			atDoor(t, func(t *testing.T, d *door) {
				for _, b := range c.mails {
					if got := d.accept(proven(b.id, "yes", b.as(d))); got.Outcome != b.want || !strings.Contains(got.Reason, b.reason) {
						t.Errorf("%s: %s %q, want %s %q", b.id, got.Outcome, got.Reason, b.want, b.reason)
					}
				}
				turns := 0
				for _, j := range d.inbox() {
					if j.Turn != nil {
						turns++
					}
				}
				if d.state() != c.state || turns != c.turns {
					t.Errorf("the request is %s, %d turns", d.state(), turns)
				}
			})
		})
	}
}

// What was cut off after it was claimed is done by the next delivery.
func TestClaimCutOff(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		yes := proven("m1", "yes", func(in *message.Inbound) { in.Binding.Approval = d.rec.ID })
		d.log.failAfter("approval reply")
		for range 2 {
			if _, err := d.svc.Accept(t.Context(), yes); err == nil {
				t.Fatal("accepted without its entry in the audit log")
			}
		}
		d.log.failAfter("")
		if got := d.accept(yes); got.Outcome != message.OutcomeDecision || strings.HasPrefix(got.Reason, "repeated: ") || d.state() != request.Granted {
			t.Errorf("%s %q, the request is %s", got.Outcome, got.Reason, d.state())
		}
		d.log.mute.Store(true)
		turn := proven("m2", "hello")
		if _, err := d.svc.Accept(t.Context(), turn); err == nil {
			t.Fatal("accepted without an answer of the store")
		}
		d.log.mute.Store(false)
		if got := d.accept(turn); got.Outcome == message.OutcomeRefused || len(d.inbox()) == 0 {
			t.Errorf("a turn after a crash: %s %q", got.Outcome, got.Reason)
		}
	})
}

// TestReaders: only what was written to us decides.
func TestReaders(t *testing.T) {
	for i, c := range []struct {
		name    string
		readers message.Readers
		text    string // CODE is Dana's
		loose   bool
		more    []string // readings
		from    string
		written time.Duration // before the request
		want    message.Outcome
		reason  string
		state   request.State
	}{
		{name: "to us", text: "yes", want: message.OutcomeDecision, reason: "granted", state: request.Granted},
		{name: "to us, a tag of another", text: "yes", loose: true, want: message.OutcomeDecision, reason: "no verdict", state: request.Pending},
		{name: "to us, a tag of another, a no", text: "no", loose: true, want: message.OutcomeDecision, reason: "no verdict", state: request.Pending},
		{name: "to us, a tag of another and her code", text: "yes CODE", loose: true, want: message.OutcomeDecision, reason: "granted", state: request.Granted},
		{name: "to nobody that is proven", readers: message.ForSome, text: "yes", want: message.OutcomeDecision, reason: "no verdict", state: request.Pending},
		{name: "to nobody that is proven, with her code", readers: message.ForSome, text: "yes CODE", want: message.OutcomeDecision, reason: "granted", state: request.Granted},
		{name: "a text that may read otherwise", text: "yes", more: []string{"yes?"}, want: message.OutcomeDecision, reason: "no verdict", state: request.Pending},
		{name: "a text that may read otherwise, with her code in one", text: "yes CODE", more: []string{"yes"}, want: message.OutcomeDecision, reason: "no verdict", state: request.Pending},
		{name: "a text that may read otherwise, with her code in each", text: "yes CODE", more: []string{"YES, CODE."}, want: message.OutcomeDecision, reason: "granted", state: request.Granted},
		{name: "a text that may say no", text: "yes CODE", more: []string{"no CODE"}, want: message.OutcomeDecision, reason: "no verdict", state: request.Pending},
		{name: "by Bcc", readers: message.ForBlind, text: "yes CODE", want: message.OutcomeDecision, reason: "no verdict", state: request.Pending},
		{name: "by Bcc, a no", readers: message.ForBlind, text: "no CODE", want: message.OutcomeDecision, reason: "no verdict", state: request.Pending},
		{name: "to others", readers: message.ForOthers, text: "yes CODE", want: message.OutcomeRefused, reason: message.NotForUs, state: request.Pending},
		{name: "to others, from a stranger", readers: message.ForOthers, text: "hi", from: "x@evil.test", want: message.OutcomeRefused, reason: "sender is not allowed", state: request.Pending},
		{name: "nine minutes before the request", text: "yes CODE", written: 9 * time.Minute, want: message.OutcomeDecision, reason: "granted", state: request.Granted},
		{name: "eleven minutes before the request", text: "yes CODE", written: 11 * time.Minute, want: message.OutcomeDecision, reason: "written before the request", state: request.Pending},
		{name: "eleven minutes before the request, a no", text: "no CODE", written: 11 * time.Minute, want: message.OutcomeDecision, reason: "written before the request", state: request.Pending},
	} {
		t.Run(c.name, func(t *testing.T) {
			atDoor(t, func(t *testing.T, d *door) {
				in := proven(fmt.Sprint("m", i), strings.ReplaceAll(c.text, "CODE", d.code))
				in.Readers, in.Binding.Approval = c.readers, d.rec.ID
				for _, text := range c.more {
					in.Readings = append(in.Readings, strings.ReplaceAll(text, "CODE", d.code))
				}
				if c.loose {
					in.Binding.Approval, in.Binding.Loose = "", d.rec.ID
				}
				if c.from != "" {
					in.From, in.Binding.Approval = message.Address("email:"+c.from), ""
				}
				if c.written != 0 {
					in.WrittenAt = d.rec.CreatedAt.Add(-c.written)
				}
				if got := d.accept(in); got.Outcome != c.want || got.Reason != c.reason || d.state() != c.state {
					t.Errorf("%s %q, the request is %s", got.Outcome, got.Reason, d.state())
				}
				if c.state == request.Pending && c.want == message.OutcomeDecision { // the right way stays open
					again := proven("again", "yes "+d.code, func(in *message.Inbound) { in.Print = "another" })
					if d.accept(again); d.state() != request.Granted {
						t.Errorf("then yes with the code: the request is %s", d.state())
					}
				}
			})
		})
	}
}

// TestAnswersSomebodyElse: a reply to what somebody wrote into the thread of a prompt is
// said to him, also where a copy goes to us: it decides with the code in its text alone.
func TestAnswersSomebodyElse(t *testing.T) {
	const prompt, known, foreign = "<b.prompt@bridge.test>", "<b.notice@bridge.test>", "<m1@evil.test>"
	for i, c := range []struct {
		name string
		refs []message.Ref // what it answers first
		tag  bool
		text string
		want string
	}{
		{"the prompt", []message.Ref{prompt}, false, "ok", "granted"},
		{"the prompt, in a thread", []message.Ref{prompt, foreign}, false, "ok", "granted"},
		{"a notice of ours", []message.Ref{known, prompt}, true, "yes", "granted"},
		{"nothing that is known, by the tag", []message.Ref{foreign}, true, "yes", "granted"},
		{"somebody else, below the prompt", []message.Ref{foreign, prompt}, false, "yes", "no verdict"},
		{"somebody else, below the prompt, with the tag", []message.Ref{foreign, prompt}, true, "yes", "no verdict"},
		{"somebody else, below the prompt, a no", []message.Ref{foreign, prompt}, true, "no", "no verdict"},
		{"somebody else, below the prompt, with the code", []message.Ref{foreign, prompt}, true, "yes CODE", "granted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			atDoor(t, func(t *testing.T, d *door) {
				noerr.Must(t, d.store.Index(t.Context(), "mail", outbox.Indexed{Ref: prompt, Approval: d.rec.ID, Person: "dana"}, outbox.Indexed{Ref: known}))
				in := proven(fmt.Sprint("m", i), strings.ReplaceAll(c.text, "CODE", d.code))
				in.Binding.Refs = c.refs
				if c.tag {
					in.Binding.Approval = d.rec.ID
				}
				if got := d.accept(in); got.Outcome != message.OutcomeDecision || got.Reason != c.want {
					t.Errorf("%s %q, want %q", got.Outcome, got.Reason, c.want)
				}
			})
		})
	}
}

// A turn whose text may read otherwise says to the agent that it is not proven.
func TestReadingsOfATurn(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		for i, more := range [][]string{nil, {"hello!"}} {
			d.accept(proven(fmt.Sprint("m", i), fmt.Sprint("hello ", i), func(in *message.Inbound) { in.Readings = more }))
			jobs := d.inbox()
			if want := []string{"verified", "asserted"}[i]; len(jobs) != 1 || jobs[0].Turn.Call.Trust != want {
				t.Errorf("%d readings: %d jobs, want %s", len(more), len(jobs), want)
			}
		}
	})
}

// A mail to two agents is a turn of the one, and still the answer to the other's prompt.
func TestTakenByEachChannel(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		copied := proven("m1", "yes", func(in *message.Inbound) { in.Channel = "other" })
		answer := proven("m1", "yes", func(in *message.Inbound) { in.Binding.Approval = d.rec.ID })
		if got := d.accept(copied); got.Outcome != message.OutcomeTurn {
			t.Errorf("the copy: %s %q", got.Outcome, got.Reason)
		}
		if got := d.accept(answer); got.Outcome != message.OutcomeDecision || d.state() != request.Granted {
			t.Errorf("the answer: %s %q, the request is %s", got.Outcome, got.Reason, d.state())
		}
	})
}
