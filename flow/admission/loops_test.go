package admission_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/internal/noerr"
)

// watched is a door whose notices and alerts are seen.
func watched(t *testing.T, change func(o *admission.Options), test func(t *testing.T, d *door, alerts *[]string)) {
	t.Helper()
	atDoor(t, func(t *testing.T, d *door) {
		var alerts []string
		d.o.Lanes = d.lanes
		d.o.Host = host{alert: func(ch message.ChannelName, from message.Address, key, _ string) {
			d.mu.Lock()
			defer d.mu.Unlock()
			kind, _, _ := strings.Cut(key, " ")
			alerts = append(alerts, kind+" "+string(ch)+" "+string(from))
			if kind == "self" && key != "self "+string(ch) { // else each sender that somebody thinks up is a mail to the operators
				t.Errorf("an alert with the key %q", key)
			}
		}}
		if change != nil {
			change(&d.o)
		}
		d.svc = admission.New(d.o)
		test(t, d, &alerts)
	})
}

// notices takes the outbox's messages out as "kind to: beginning of the text".
func (d *door) notices() []string {
	d.t.Helper()
	var all []string
	for _, c := range d.take(queue.Outbox) {
		var m message.Outbound
		noerr.Must(d.t, json.Unmarshal(c.Payload, &m))
		words := strings.Fields(m.Text)
		said := strings.Join(words[:min(len(words), 6)], " ")
		if _, limit, ok := strings.Cut(m.Text, "("); ok {
			limit, _, _ = strings.Cut(limit, ")")
			said += " (" + limit + ")"
		}
		all = append(all, string(m.Kind)+" "+m.To.Value()+": "+said)
	}
	return all
}

// answer is a mail that goes on with a session.
func answer(from, id, text string, s message.SessionID) message.Inbound {
	in := mail(from, id, text)
	in.Binding.Session = s
	return in
}

func TestLimitOfASession(t *testing.T) {
	watched(t, func(o *admission.Options) {
		o.SessionLimit = admission.Limit{N: 2, Per: time.Hour, Key: "limits.turns_per_session"}
	}, func(t *testing.T, d *door, alerts *[]string) {
		ses := d.accept(mail("eve@example.com", "m0", "hello")).Session // a new one is not counted
		for i := range 2 {
			d.accept(answer("eve@example.com", fmt.Sprint("a", i), fmt.Sprint("text ", i), ses))
		}
		third := answer("eve@example.com", "a3", "text 3", ses)
		for range 5 {
			var le *adapters.LimitError
			if _, err := d.svc.Accept(t.Context(), third); !errors.As(err, &le) || le.Limit != "limits.turns_per_session" ||
				le.Text != "too many messages: limits.turns_per_session allows 2 per 1h0m0s" {
				t.Fatalf("err = %v", err)
			}
		}
		// By its references it is the same session.
		other := mail("eve@example.com", "a4", "text 4")
		other.Binding.Refs = []message.Ref{"<m0>"}
		var le *adapters.LimitError
		if _, err := d.svc.Accept(t.Context(), other); !errors.As(err, &le) {
			t.Errorf("err = %v", err)
		}
		equal(t, "said", d.notices(), []string{"notice eve@example.com: The limit of messages in one (2 an hour)"})
		if acc := d.accept(mail("eve@example.com", "m1", "text 5")); acc.Session == ses { // another conversation goes on
			t.Errorf("accepted %+v", acc)
		}
		time.Sleep(time.Hour)
		if acc := d.accept(third); acc.Outcome != message.OutcomeTurn || acc.Session != ses {
			t.Errorf("later it came to %+v", acc)
		}
		if n := len(d.inbox()); n != 5 {
			t.Errorf("%d turns, want 5", n)
		}
		// The sender's own tokens were not spent on what was refused.
		for i := range 60 - 5 {
			d.accept(mail("eve@example.com", fmt.Sprint("more", i), "x"))
		}
		equal(t, "alerts", *alerts, nil)
	})
}

// A notice is in the language of the person who gets it.
func TestALimitIsToldInTheSendersLanguage(t *testing.T) {
	watched(t, func(o *admission.Options) { o.Limit.N = 1 }, func(t *testing.T, d *door, _ *[]string) {
		d.accept(mail("hans@example.com", "m1", "x"))
		var le *adapters.LimitError
		if _, err := d.svc.Accept(t.Context(), mail("hans@example.com", "m2", "y")); !errors.As(err, &le) {
			t.Fatalf("err = %v", err)
		}
		equal(t, "said", d.notices(), []string{"notice hans@example.com: Die Grenze für Nachrichten ist erreicht (1 pro Stunde)"})
	})
}

func TestALimitIsToldOnceADay(t *testing.T) {
	watched(t, func(o *admission.Options) { o.Limit.N = 1 }, func(t *testing.T, d *door, _ *[]string) {
		over := func(from, id string) {
			t.Helper()
			var le *adapters.LimitError
			if _, err := d.svc.Accept(t.Context(), mail(from, id, "x")); !errors.As(err, &le) {
				t.Fatalf("err = %v", err)
			}
		}
		d.accept(mail("eve@example.com", "m1", "x"))
		d.accept(mail("x@customers.test", "m2", "x"))
		for i := range 10 {
			over("eve@example.com", fmt.Sprint("n", i))
			over("x@customers.test", fmt.Sprint("o", i))
		}
		quiet := mail("x@customers.test", "q", "x")
		quiet.Class = message.Quiet
		if _, err := d.svc.Accept(t.Context(), quiet); err == nil {
			t.Error("taken over the limit")
		}
		got := d.notices()
		slices.Sort(got)
		equal(t, "said", got, []string{
			"notice eve@example.com: The limit of messages is reached (1 an hour)", "notice x@customers.test: The limit of messages is reached (1 an hour)",
		})
		time.Sleep(25 * time.Hour)
		d.accept(mail("eve@example.com", "m3", "x"))
		over("eve@example.com", "n20")
		equal(t, "said the next day", d.notices(), []string{"notice eve@example.com: The limit of messages is reached (1 an hour)"})
	})
}

// sameTexts is how often a sender may say the same in one session at once.
const sameTexts = 6

func TestTheSameTextAgainAndAgain(t *testing.T) {
	watched(t, nil, func(t *testing.T, d *door, alerts *[]string) {
		first := d.accept(mail("eve@example.com", "m0", "I am away"))
		ses := first.Session
		var outcomes []string
		for i := range 9 {
			in := answer("eve@example.com", fmt.Sprint("a", i), "I am away", ses)
			acc := d.accept(in)
			outcomes = append(outcomes, string(acc.Outcome))
			if again := d.accept(in); acc.Outcome == message.OutcomeTurn && again.Outcome != message.OutcomeDuplicate {
				t.Errorf("a repetition came to %+v", again)
			}
		}
		equal(t, "outcomes", outcomes, []string{"turn", "turn", "turn", "turn", "turn", "turn", "recorded", "recorded", "recorded"})
		if e := d.log.last(); e.What != "recorded" || e.Detail != "the same text again and again: it looks like a loop" {
			t.Errorf("audit %+v", e)
		}
		equal(t, "said", d.notices(), []string{"notice eve@example.com: The same text came from you"})
		if len(*alerts) == 0 || (*alerts)[0] != "loop mail email:eve@example.com" {
			t.Errorf("alerts %q", *alerts)
		}
		// Another text, another session and a new one are not concerned.
		if acc := d.accept(answer("eve@example.com", "b1", "something else", ses)); acc.Outcome != message.OutcomeTurn {
			t.Errorf("another text: %+v", acc)
		}
		for i := range 6 {
			if acc := d.accept(mail("eve@example.com", fmt.Sprint("c", i), "I am away")); acc.Outcome != message.OutcomeTurn {
				t.Errorf("a new conversation: %+v", acc)
			}
		}
		time.Sleep(30 * time.Minute)
		if acc := d.accept(answer("eve@example.com", "b2", "I am away", ses)); acc.Outcome != message.OutcomeTurn {
			t.Errorf("later: %+v", acc)
		}
		equal(t, "said later", d.notices(), nil)
	})
}

// The same words with another file are another message, with the same file they are not.
func TestTheSameTextWithFiles(t *testing.T) {
	watched(t, nil, func(t *testing.T, d *door, alerts *[]string) {
		ses := d.accept(mail("eve@example.com", "m0", "hello")).Session
		with := func(id string, size int) message.Inbound {
			in := answer("eve@example.com", id, "see attached", ses)
			in.Parts = append(in.Parts, envelope.Part{
				Kind: envelope.KindURL, Type: envelope.Artifact, URL: "ref:" + id, Filename: "invoice.pdf", MediaType: "application/pdf",
				Metadata: map[string]json.RawMessage{"sizeBytes": json.RawMessage(fmt.Sprint(size))},
			})
			return in
		}
		for i := range sameTexts + 2 {
			if acc := d.accept(with(fmt.Sprint("a", i), 1000+i)); acc.Outcome != message.OutcomeTurn {
				t.Errorf("file %d: %+v", i, acc)
			}
		}
		equal(t, "alerts", *alerts, nil)
		last := message.Accepted{}
		for i := range sameTexts + 1 {
			last = d.accept(with(fmt.Sprint("b", i), 10))
		}
		if last.Outcome != message.OutcomeRecorded {
			t.Errorf("the same file again and again: %+v", last)
		}
	})
}

// A message that could not be taken does not count as said.
func TestTextsThatWereNotTaken(t *testing.T) {
	watched(t, nil, func(t *testing.T, d *door, alerts *[]string) {
		ses := d.accept(mail("eve@example.com", "m0", "hello")).Session
		in := answer("eve@example.com", "a1", "again", ses)
		d.log.refuse.Store(true)
		for range 10 {
			if _, err := d.svc.Accept(t.Context(), in); !errors.Is(err, errBroken) {
				t.Fatalf("err = %v", err)
			}
		}
		d.log.refuse.Store(false)
		if acc := d.accept(in); acc.Outcome != message.OutcomeTurn || len(*alerts) != 0 {
			t.Errorf("accepted %+v, alerts %q", acc, *alerts)
		}
	})
}

func TestOurOwnMessagesComeBack(t *testing.T) {
	watched(t, nil, func(t *testing.T, d *door, alerts *[]string) {
		for i := range 3 {
			if i == 2 && len(*alerts) != 0 {
				t.Errorf("alerts after two: %q", *alerts)
			}
			in := mail("agent@bridge.test", fmt.Sprint("s", i), "ours")
			in.Class, in.ClassWhy = message.Self, "our Message-ID"
			if acc := d.accept(in); acc.Outcome != message.OutcomeRecorded {
				t.Errorf("accepted %+v", acc)
			}
		}
		equal(t, "alerts", *alerts, []string{"self mail email:agent@bridge.test"})
		if len(d.inbox()) != 0 || len(d.notices()) != 0 {
			t.Error("something came of it")
		}
	})
}

// classes keeps the classes that are counted.
type classes struct {
	admission.Counts
	seen *[]message.Class
}

func (c classes) Classed(_ message.ChannelName, class message.Class) {
	*c.seen = append(*c.seen, class)
}

func TestClasses(t *testing.T) {
	for _, c := range []message.Class{
		message.Auto, message.Bounce, message.Complaint, message.ReadNote, message.List, message.Bulk, message.Calendar, message.Self, message.Loop, "new",
	} {
		t.Run(string(c), func(t *testing.T) {
			var counted []message.Class
			watched(t, func(o *admission.Options) {
				o.Counts = classes{o.Counts, &counted}
			}, func(t *testing.T, d *door, _ *[]string) {
				in := mail("dana@example.com", "m1", "yes "+d.code)
				in.Class, in.Binding.Approval = c, d.rec.ID
				if acc := d.accept(in); acc.Outcome != message.OutcomeRecorded || d.state() != request.Pending {
					t.Errorf("accepted %+v, the request is %s", acc, d.state())
				}
				if len(d.inbox()) != 0 || len(d.notices()) != 0 || !slices.Equal(counted, []message.Class{c}) {
					t.Errorf("something came of it, or counted %q", counted)
				}
			})
		})
	}
}

// Perhaps a program: it starts a turn that tells it nothing, decides nothing and
// is not asked back.
func TestQuiet(t *testing.T) {
	watched(t, nil, func(t *testing.T, d *door, _ *[]string) {
		in := mail("eve@example.com", "m1", "the disk is full")
		in.Class, in.ClassWhy = message.Quiet, "no-reply"
		if acc := d.accept(in); acc.Outcome != message.OutcomeTurn {
			t.Fatalf("accepted %+v", acc)
		}
		if acc := d.accept(mail("eve@example.com", "m2", "hello")); acc.Outcome != message.OutcomeTurn {
			t.Fatalf("accepted %+v", acc)
		}
		jobs := d.inbox()
		if len(jobs) != 2 || len(jobs[0].Turn.Originators) != 1 || !jobs[0].Turn.Originators[0].Silent || jobs[1].Turn.Originators[0].Silent {
			t.Errorf("turns %+v", jobs)
		}
		for i, text := range []string{"yes " + d.code, "no " + d.code, "I am away " + d.code, "yes"} {
			in := mail("dana@example.com", fmt.Sprint("q", i), text)
			in.Class, in.ClassWhy, in.Binding.Approval = message.Quiet, "its subject", d.rec.ID
			acc := d.accept(in)
			if acc.Outcome != message.OutcomeRecorded || acc.Reason != "quiet reply to an approval request: its subject" || d.state() != request.Pending {
				t.Errorf("%q: accepted %+v, the request is %s", text, acc, d.state())
			}
		}
		if len(d.inbox()) != 0 || len(d.notices()) != 0 {
			t.Error("something came of it")
		}
		if acc := d.accept(mail("x@evil.test", "m3", "hello")); acc.Outcome != message.OutcomeRefused {
			t.Errorf("accepted %+v", acc)
		}
	})
}

// reports is an outbox that hears of deliveries only.
type reports struct {
	admission.Outbox
	told func(message.ChannelName, message.Delivery) (string, error)
}

func (r reports) Delivered(_ context.Context, ch message.ChannelName, d message.Delivery) (string, error) {
	return r.told(ch, d)
}

func TestDeliveriesAreHandedOver(t *testing.T) {
	var told []string
	broken := false
	watched(t, func(o *admission.Options) {
		o.Outbox = reports{told: func(ch message.ChannelName, x message.Delivery) (string, error) {
			if broken {
				return "", errBroken
			}
			told = append(told, string(ch)+" "+string(x.Message)+" "+string(x.State)+" "+x.Code)
			return "failed " + x.Code, nil
		}}
	}, func(t *testing.T, d *door, _ *[]string) {
		in := mail("mailer-daemon@example.com", "m1", "not delivered")
		in.Class, in.ClassWhy = message.Bounce, "delivery status"
		in.Deliveries = []message.Delivery{
			{Message: "msg_1", State: message.DeliveryDead, Code: "5.1.1", Detail: "no such user"},
			{Message: "msg_2", State: message.DeliveryDelayed, Code: "4.4.1"},
		}
		broken = true // the report stays where it is
		if _, err := d.svc.Accept(t.Context(), in); !errors.Is(err, errBroken) {
			t.Errorf("err = %v", err)
		}
		if len(d.log.entries) != 0 {
			t.Errorf("audit %+v", d.log.entries)
		}
		broken = false
		if acc := d.accept(in); acc.Outcome != message.OutcomeRecorded {
			t.Errorf("accepted %+v", acc)
		}
		equal(t, "told", told, []string{"mail msg_1 dead 5.1.1", "mail msg_2 delayed 4.4.1"})
		es, err := d.store.AuditOf(t.Context(), "msg_1")
		if err != nil || len(es) != 1 || es[0].What != "delivery" || es[0].Detail != "failed 5.1.1" || !slices.Equal(es[0].Why, []string{"dead", "5.1.1", "no such user"}) {
			t.Errorf("audit %+v, %v", es, err)
		}
		// Only a bounce or a complaint says so.
		told = nil
		for i, c := range []message.Class{message.Human, message.Quiet, message.Auto, message.Self} {
			in.Class, in.ExternalID = c, fmt.Sprint("o", i)
			d.accept(in)
		}
		equal(t, "told by others", told, nil)
		in.Class, in.ExternalID, in.Deliveries = message.Complaint, "c", make([]message.Delivery, 1000)
		d.accept(in)
		if len(told) != 100 {
			t.Errorf("%d of a thousand were taken", len(told))
		}
	})
}
