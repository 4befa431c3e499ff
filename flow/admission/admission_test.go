package admission_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// What comes first decides: each message has a reason for several outcomes.
func TestOrderOfDecisions(t *testing.T) {
	for _, c := range []struct {
		name    string
		from    string
		change  func(d *door, in *message.Inbound)
		outcome message.Outcome
		reason  string
		state   request.State
		turn    bool
	}{
		{
			name: "automatic mail before an approval reply", from: "dana@example.com",
			change: func(d *door, in *message.Inbound) {
				in.Class, in.ClassWhy, in.Unquoted = message.Auto, "Auto-Submitted", "yes "+d.code
			},
			outcome: message.OutcomeRecorded, reason: "auto: Auto-Submitted", state: request.Pending,
		},
		{
			name: "a bounce of a stranger", from: "x@evil.test",
			change:  func(_ *door, in *message.Inbound) { in.Class, in.ClassWhy = message.Bounce, "null return path" },
			outcome: message.OutcomeRecorded, reason: "bounce: null return path", state: request.Pending,
		},
		{
			name: "a list", from: "eve@example.com",
			change:  func(_ *door, in *message.Inbound) { in.Class, in.ClassWhy = message.List, "List-Id" },
			outcome: message.OutcomeRecorded, reason: "list: List-Id", state: request.Pending,
		},
		{
			name: "our own mail", from: "eve@example.com",
			change:  func(_ *door, in *message.Inbound) { in.Class, in.ClassWhy = message.Self, "our Message-ID" },
			outcome: message.OutcomeRecorded, reason: "self: our Message-ID", state: request.Pending,
		},
		{
			name: "an approval reply before the limit", from: "dana@example.com",
			change: func(d *door, in *message.Inbound) {
				d.spend("email:dana@example.com")
				in.Unquoted = "yes " + d.code
			},
			outcome: message.OutcomeDecision, reason: "granted", state: request.Granted,
		},
		{
			name: "an approval reply without a text part", from: "dana@example.com",
			change:  func(d *door, in *message.Inbound) { in.Parts, in.Unquoted = nil, "no "+d.code },
			outcome: message.OutcomeDecision, reason: "denied", state: request.Denied,
		},
		{
			name: "an approval reply without a verdict is no turn", from: "dana@example.com",
			change:  func(d *door, in *message.Inbound) { in.Unquoted = "please explain " + d.code },
			outcome: message.OutcomeDecision, reason: "no verdict", state: request.Pending,
		},
		{
			name: "a stranger's approval reply before allow", from: "x@evil.test",
			change:  func(d *door, in *message.Inbound) { in.Unquoted = "yes " + d.code },
			outcome: message.OutcomeDecision, reason: "a stranger answered", state: request.Pending,
		},
		{
			name: "an allowed stranger's approval reply is no turn", from: "x@customers.test",
			change:  func(d *door, in *message.Inbound) { in.Subject = "Re: [approval:" + d.code + "]" },
			outcome: message.OutcomeDecision, reason: "a stranger answered", state: request.Pending,
		},
		{
			name: "a person's unknown code", from: "eve@example.com",
			change:  func(_ *door, in *message.Inbound) { in.Unquoted = "yes 7X7X7X" },
			outcome: message.OutcomeDecision, reason: "no such code", state: request.Pending,
		},
		{
			name: "an allowed stranger's unknown code comes to what a known one comes to", from: "x@customers.test",
			change:  func(_ *door, in *message.Inbound) { in.Unquoted = "yes 7X7X7X" },
			outcome: message.OutcomeDecision, reason: "unknown code from a stranger", state: request.Pending,
		},
		{
			name: "a reply tag", from: "dana@example.com",
			change:  func(d *door, in *message.Inbound) { in.Binding.Approval, in.Unquoted = d.rec.ID, "yes" },
			outcome: message.OutcomeDecision, reason: "granted", state: request.Granted,
		},
		{
			name: "the prompt it answers", from: "dana@example.com",
			change: func(d *door, in *message.Inbound) {
				err := d.store.Index(d.t.Context(), "mail", outbox.Indexed{Ref: "<prompt>", Approval: d.rec.ID, Person: "dana"})
				noerr.Must(d.t, err)
				in.Binding.Refs, in.Unquoted = []message.Ref{"<prompt>"}, "ok"
			},
			outcome: message.OutcomeDecision, reason: "granted", state: request.Granted,
		},
		{
			name: "not allowed before empty", from: "x@evil.test",
			change:  func(_ *door, in *message.Inbound) { in.Parts = nil },
			outcome: message.OutcomeRefused, reason: "sender is not allowed", state: request.Pending,
		},
		{
			name: "not allowed before the limit", from: "x@evil.test",
			change: func(d *door, _ *message.Inbound) {
				d.spend("email:x@evil.test")
			},
			outcome: message.OutcomeRefused, reason: "sender is not allowed", state: request.Pending,
		},
		{
			name: "empty before the limit", from: "eve@example.com",
			change: func(d *door, in *message.Inbound) {
				d.spend("email:eve@example.com")
				in.Parts = []envelope.Part{envelope.TextPart(envelope.Response, "")}
			},
			outcome: message.OutcomeRecorded, reason: "neither text nor attachments", state: request.Pending,
		},
		{
			name: "only an attachment", from: "eve@example.com",
			change: func(_ *door, in *message.Inbound) {
				in.Parts = []envelope.Part{{Kind: envelope.KindURL, URL: "https://x", Type: envelope.Artifact}}
			},
			outcome: message.OutcomeTurn, state: request.Pending, turn: true,
		},
		{name: "a person, whatever allow says", from: "eve@example.com", outcome: message.OutcomeTurn, state: request.Pending, turn: true},
		{name: "an allowed stranger", from: "x@customers.test", outcome: message.OutcomeTurn, state: request.Pending, turn: true},
		{
			name: "a class is not given", from: "eve@example.com", change: func(_ *door, in *message.Inbound) { in.Class = "" },
			outcome: message.OutcomeTurn, state: request.Pending, turn: true,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			atDoor(t, func(t *testing.T, d *door) {
				in := mail(c.from, "m1", "hello")
				if c.change != nil {
					c.change(d, &in)
				}
				acc := d.accept(in)
				if acc.Outcome != c.outcome || acc.Reason != c.reason {
					t.Errorf("got %s %q, want %s %q", acc.Outcome, acc.Reason, c.outcome, c.reason)
				}
				if got := d.state(); got != c.state {
					t.Errorf("the approval is %s, want %s", got, c.state)
				}
				n := 0
				for _, j := range d.inbox() {
					if j.Turn != nil {
						n++
					}
				}
				if (n == 1) != c.turn || acc.Turn.Valid() != c.turn || acc.Session.Valid() != c.turn {
					t.Errorf("%d turns, accepted %+v", n, acc)
				}
				equal(t, "counted", d.counted, []string{"mail " + string(c.outcome) + " " + c.reason})
				if e := d.log.last(); !c.turn && (e.Key != admission.Key("m1") || e.From != in.From || !strings.Contains(e.Detail, c.reason)) {
					t.Errorf("audited %+v", e)
				}
				if c.outcome != message.OutcomeDecision && len(d.take(queue.Outbox)) != 0 {
					t.Error("the sender is answered")
				}
			})
		})
	}
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

// Nobody outside hears anything of a stranger's try; the approver does.
func TestStrangersAreMetWithSilence(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		for i, in := range []message.Inbound{mail("x@evil.test", "1", "hello"), mail("x@evil.test", "2", "yes "+d.code), mail("y@customers.test", "3", "yes "+d.code)} {
			d.accept(in)
			for _, c := range d.take(queue.Outbox) {
				if !strings.HasSuffix(c.Lane, "/email:dana@example.com") {
					t.Errorf("message %d: something goes to %s", i, c.Lane)
				}
			}
		}
	})
}

func TestTheTurn(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		in := mail("eve@example.com", "m1", "hello")
		in.Subject = ""
		acc := d.accept(in)
		jobs := d.inbox()
		if len(jobs) != 1 {
			t.Fatalf("%d items", len(jobs))
		}
		j := jobs[0]
		u := j.Turn
		if j.Lane != string(acc.Session) || j.ID != admission.Key("m1") || len(j.Parts) != 1 || j.Parts[0].Text != "hello" {
			t.Errorf("item %+v", j)
		}
		if u.ID != acc.Turn || u.Session != acc.Session || u.Channel != "mail" || u.Agent != "assistant" || u.Tenant != "default" ||
			!u.CreatedAt.Equal(in.ReceivedAt) || u.State != envelope.Awaiting {
			t.Errorf("turn %+v", u)
		}
		if !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(u.Trace) || !regexp.MustCompile(`^[0-9a-f-]{36}$`).MatchString(u.Correlation) {
			t.Errorf("trace %q, correlation %q", u.Trace, u.Correlation)
		}
		want := turns.Originator{Channel: "mail", Address: in.From, Name: "Someone", Person: "eve", Thread: in.Thread, Language: message.NoLanguage}
		if len(u.Originators) != 1 || fmt.Sprint(u.Originators[0]) != fmt.Sprint(want) {
			t.Errorf("originators %+v, want %+v", u.Originators, want)
		}
		call := u.Call
		if call.Subject == nil || *call.Subject != "" {
			t.Errorf("subject %v: mail always has one", call.Subject)
		}
		call.Subject = nil
		if call != (turns.Caller{Person: "eve", Name: "Eve", Sender: "email:eve@example.com", Channel: "email", Trust: "asserted"}) {
			t.Errorf("caller %+v", call)
		}
		s, ok, err := d.store.Session(t.Context(), acc.Session)
		if err != nil || !ok || s.Agent != "assistant" || s.Channel != "mail" || !s.Has(in.From) || s.Has("email:dana@example.com") {
			t.Errorf("session %+v, %t, %v", s, ok, err)
		}
	})
}

func TestDuplicates(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		in := mail("eve@example.com", "m1", "hello")
		first := d.accept(in)
		in.ReceivedAt = in.ReceivedAt.Add(time.Hour)
		again := d.accept(in)
		if again.Outcome != message.OutcomeDuplicate || again.Turn != first.Turn || again.Session != first.Session {
			t.Errorf("first %+v, again %+v", first, again)
		}
		elsewhere := in
		elsewhere.Channel = "other" // the same mail to two of our addresses
		if acc := d.accept(elsewhere); acc.Outcome != message.OutcomeTurn || acc.Turn == first.Turn || acc.Session == first.Session {
			t.Errorf("on the other channel %+v", acc)
		}
		if n := len(d.inbox()); n != 2 {
			t.Errorf("%d items, want 2", n)
		}
		d.accept(in) // after the item is done
		if n := len(d.inbox()); n != 0 {
			t.Errorf("%d items more", n)
		}
	})
}

func TestConcurrentDuplicates(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		in := mail("eve@example.com", "m1", "hello")
		in.Why = append(make([]string, 0, 10), "spare capacity is not ours")
		var wg sync.WaitGroup
		accs := make([]message.Accepted, 50)
		for i := range accs {
			wg.Go(func() {
				var err error
				if accs[i], err = d.svc.Accept(context.Background(), in); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		n := 0
		for _, a := range accs {
			if a.Turn != accs[0].Turn || a.Session != accs[0].Session || !a.Turn.Valid() {
				t.Errorf("%+v and %+v", a, accs[0])
			}
			if a.Outcome == message.OutcomeTurn {
				n++
			}
		}
		if jobs := d.inbox(); n != 1 || len(jobs) != 1 || jobs[0].Turn.ID != accs[0].Turn {
			t.Errorf("%d turns, items %+v", n, jobs)
		}
		// They were one message to the limit.
		for i := range 59 {
			d.accept(mail("eve@example.com", fmt.Sprint("more", i), "hello"))
		}
		var limit *adapters.LimitError
		if _, err := d.svc.Accept(t.Context(), mail("eve@example.com", "over", "hello")); !errors.As(err, &limit) || limit.Limit != "limits.turns_per_sender" {
			t.Errorf("err = %v", err)
		}
	})
}

func TestConcurrentDecisions(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		in := mail("dana@example.com", "m1", "yes "+d.code)
		in.Why = append(make([]string, 0, 10), "a From line")
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				if acc, err := d.svc.Accept(context.Background(), in); err != nil || acc.Outcome != message.OutcomeDecision {
					t.Errorf("%+v, %v", acc, err)
				}
			})
		}
		wg.Wait()
		if d.state() != request.Granted || len(d.inbox()) != 1 || len(d.take(queue.Outbox)) != 1 {
			t.Error("not one decision, one injection and one acknowledgement")
		}
		if len(in.Why) != 1 {
			t.Errorf("the adapter's reasons are changed: %q", in.Why)
		}
	})
}

func TestLimit(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		d.limit(2)
		first := mail("eve@example.com", "m1", "hello")
		d.accept(first)
		d.accept(mail("eve@example.com", "m2", "hello"))
		third := mail("eve@example.com", "m3", "hello")
		var limit *adapters.LimitError
		if _, err := d.svc.Accept(t.Context(), third); !errors.As(err, &limit) {
			t.Fatalf("err = %v", err)
		}
		if _, found, err := d.store.Admitted(t.Context(), "mail", admission.Key("m3")); found || err != nil {
			t.Errorf("a refused message is stored: %t, %v", found, err)
		}
		if acc := d.accept(first); acc.Outcome != message.OutcomeDuplicate {
			t.Errorf("a repetition came to %+v", acc)
		}
		d.accept(mail("dana@example.com", "m4", "hello")) // others are not concerned
		time.Sleep(time.Hour)
		if acc := d.accept(third); acc.Outcome != message.OutcomeTurn {
			t.Errorf("later it came to %+v", acc)
		}
		equal(t, "counted", d.counted, []string{
			"mail turn ", "mail turn ", "mail refused limits.turns_per_sender", "mail duplicate seen before", "mail turn ", "mail turn ",
		})
	})
}

// What was not stored is not acknowledged, and comes again: into the same session
// and turn, if it was stored after all, and then once.
func TestStoreTrouble(t *testing.T) {
	for _, stored := range []bool{false, true} {
		atDoor(t, func(t *testing.T, d *door) {
			d.limit(1)
			in := mail("eve@example.com", "m1", "hello")
			d.log.refuse.Store(!stored)
			d.log.mute.Store(stored)
			if _, err := d.svc.Accept(t.Context(), in); !errors.Is(err, errBroken) {
				t.Fatalf("err = %v", err)
			}
			was, found, err := d.store.Admitted(t.Context(), "mail", admission.Key("m1"))
			if err != nil || found != stored {
				t.Fatalf("admitted: %t, %v", found, err)
			}
			d.log.refuse.Store(false)
			d.log.mute.Store(false)
			acc := d.accept(in) // its token was given back, or it takes none
			want := acc.Turn
			if stored {
				want = was.Turn
			}
			if jobs := d.inbox(); len(jobs) != 1 || acc.Turn != want || jobs[0].Turn.ID != want || jobs[0].Lane != string(acc.Session) {
				t.Errorf("stored=%t: accepted %+v, items %+v, want %+v", stored, acc, jobs, was)
			}
		})
	}
	// What is not noted is not acknowledged.
	atDoor(t, func(t *testing.T, d *door) {
		d.log.broken.Store(true)
		auto := mail("eve@example.com", "m1", "away")
		auto.Class = message.Auto
		for name, in := range map[string]message.Inbound{
			"auto": auto, "refused": mail("x@evil.test", "m2", "hi"), "decision": mail("dana@example.com", "m3", "yes "+d.code),
		} {
			if _, err := d.svc.Accept(t.Context(), in); !errors.Is(err, errBroken) {
				t.Errorf("%s: err = %v", name, err)
			}
		}
		d.log.broken.Store(false)
		if acc := d.accept(mail("dana@example.com", "m3", "yes "+d.code)); acc.Reason != "repeated" || d.state() != request.Granted {
			t.Errorf("the decision came again: %+v", acc)
		}
	})
}

func TestMessagesThatAreMistakes(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		for name, change := range map[string]func(*message.Inbound){
			"channel": func(in *message.Inbound) { in.Channel = "none" },
			"id":      func(in *message.Inbound) { in.ExternalID = "" },
			"sender":  func(in *message.Inbound) { in.From = "" },
		} {
			in := mail("eve@example.com", "m1", "hello")
			change(&in)
			if acc, err := d.svc.Accept(t.Context(), in); err == nil {
				t.Errorf("without a %s: %+v", name, acc)
			}
		}
		if len(d.inbox()) != 0 || len(d.counted) != 0 {
			t.Errorf("something came of it: %q", d.counted)
		}
	})
}
