package admission_test

import (
	"context"
	"errors"
	"fmt"
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
	"bridge/internal/noerr"
	"bridge/outbox"
)

// chat is a door with the channels sms and wa. told has what approvals would hear.
type chat struct {
	*door
	told   []string
	broken map[string]bool // which of the functions fail
}

func inChat(t *testing.T, test func(t *testing.T, d *chat)) {
	t.Helper()
	atDoor(t, func(t *testing.T, d *door) {
		c := &chat{door: d, broken: map[string]bool{}}
		box := outbox.New(outbox.Options{Store: d.store, Lanes: d.lanes, Now: time.Now, Log: d.o.Log})
		d.o.Outbox, d.o.Consent, d.o.Lanes = box, c, breakable{c}
		allow := admission.Allow{"+39*"}
		d.o.Channels = append(d.o.Channels,
			admission.Channel{Name: "sms", Kind: "sms", Traits: traits("sms"), Agent: "assistant", Allow: allow, Idle: 24 * time.Hour, Consent: true},
			admission.Channel{Name: "wa", Kind: "whatsapp", Traits: traits("whatsapp"), Agent: "assistant", Allow: allow, Idle: 24 * time.Hour, Consent: true, Help: "We are ACME. STOP ends this."},
		)
		d.svc = admission.New(d.o)
		test(t, c)
	})
}

// OptedOut implements admission.Consent.
func (c *chat) OptedOut(_ context.Context, ch message.ChannelName, a message.Address, p message.Person, key string) error {
	return c.hear("stopped", ch, a, p, key)
}

// OptedIn implements admission.Consent.
func (c *chat) OptedIn(_ context.Context, ch message.ChannelName, a message.Address, p message.Person, key string) error {
	return c.hear("started", ch, a, p, key)
}

func (c *chat) hear(what string, ch message.ChannelName, a message.Address, p message.Person, key string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken[what] {
		return errBroken
	}
	c.told = append(c.told, fmt.Sprint(what, " ", ch, " ", a, " ", p.ID, " ", len(key)))
	return nil
}

// breakable are lanes that fail when they are told to.
type breakable struct{ *chat }

func (b breakable) Enqueue(ctx context.Context, items ...queue.Item) error {
	if b.broken["enqueue"] {
		return errBroken
	}
	return b.lanes.Enqueue(ctx, items...)
}

// text is a message by phone: kind is "sms" or "whatsapp".
func text(kind, from, id, words string) message.Inbound {
	ch, trust := message.ChannelName(kind), message.Carrier
	if kind == "whatsapp" {
		ch, trust = "wa", message.Verified
	}
	return message.Inbound{
		Channel: ch, ExternalID: id, Class: message.Human, From: message.Address(kind + ":" + from), Trust: trust, Why: []string{"signed"},
		ReceivedAt: time.Now(), Parts: []envelope.Part{envelope.TextPart(envelope.Response, words)}, Unquoted: words,
		Binding: message.Binding{Self: []message.Ref{message.Ref(id)}}, Thread: message.Thread{Parent: id},
	}
}

// word is a message about consent.
func word(kind, from, id, words string, c message.Consent) message.Inbound {
	in := text(kind, from, id, words)
	in.Consent = c
	return in
}

// comes expects what a message comes to.
func (d *chat) comes(in message.Inbound, o message.Outcome, reason string) message.Accepted {
	d.t.Helper()
	acc := d.accept(in)
	if acc.Outcome != o || !strings.HasPrefix(acc.Reason, reason) {
		d.t.Errorf("%s %q came to %s %q, want %s %q", in.ExternalID, in.Unquoted, acc.Outcome, acc.Reason, o, reason)
	}
	return acc
}

func TestConversations(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		n := 0
		say := func(change ...func(*message.Inbound)) message.Accepted {
			t.Helper()
			n++
			in := text("whatsapp", "+391", fmt.Sprint("SM", n), fmt.Sprint("message ", n))
			for _, c := range change {
				c(&in)
			}
			acc := d.comes(in, message.OutcomeTurn, "")
			d.comes(in, message.OutcomeDuplicate, "seen before")
			return acc
		}
		quote := func(r message.Ref) func(*message.Inbound) {
			return func(in *message.Inbound) { in.Binding.Refs = []message.Ref{r} }
		}
		first := say().Session
		if !first.Valid() {
			t.Errorf("session %q", first)
		}
		same := func(acc message.Accepted, want message.SessionID) {
			t.Helper()
			if acc.Session != want {
				t.Errorf("message %d is in %s, want %s", n, acc.Session, want)
			}
		}
		time.Sleep(time.Minute)
		same(say(), first)
		time.Sleep(24 * time.Hour)
		same(say(), first)
		time.Sleep(24*time.Hour + time.Microsecond)
		second := say().Session
		if second == first {
			t.Error("after a day it is the same conversation")
		}
		// What the phone shows above is a message of an older one: it goes on there.
		err := d.store.Index(t.Context(), "wa", outbox.Indexed{Ref: "MMold", Session: first}, outbox.Indexed{Ref: "MMnew", Session: second})
		noerr.Must(t, err)
		same(say(quote("MMold")), first)
		same(say(), first)
		same(say(quote("SM4")), second) // a message of one's own
		same(say(), second)
		same(say(quote("unknown")), second)
		same(say(func(in *message.Inbound) { in.Binding.Session = first }), first)
		same(say(quote("MMnew")), second)
		// Another person's and another channel's are no concern of theirs.
		other := text("whatsapp", "+392", "SMdana", "hello")
		other.Binding.Refs = []message.Ref{"MMnew"}
		dana := d.comes(other, message.OutcomeTurn, "").Session
		bySMS := d.comes(text("sms", "+391", "SMsms", "hello"), message.OutcomeTurn, "").Session
		if dana == second || bySMS == second || bySMS == dana {
			t.Errorf("sessions %s, %s, %s", second, dana, bySMS)
		}
		theirs := quote("SMdana")
		same(say(theirs), second)
		for id, who := range map[message.SessionID]message.Address{second: "whatsapp:+391", dana: "whatsapp:+392", bySMS: "sms:+391"} {
			if s, ok, err := d.store.Session(t.Context(), id); err != nil || !ok || !slices.Equal(s.Participants, []message.Address{who}) {
				t.Errorf("session %+v, %v, %v", s, ok, err)
			}
		}
		if got := len(d.inbox()); got != n+2 {
			t.Errorf("%d turns, want %d", got, n+2)
		}
	})
}

func TestNewConversation(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		fresh := func(from, id string) message.Inbound {
			in := text("sms", from, id, "NEW")
			in.Fresh = true
			return in
		}
		first := d.comes(text("sms", "+391", "SM1", "hello"), message.OutcomeTurn, "").Session
		in := fresh("+391", "SM2")
		in.Binding.Refs = []message.Ref{"SM1"}
		acc := d.comes(in, message.OutcomeRecorded, "NEW: the next message opens ses_")
		d.comes(in, message.OutcomeDuplicate, "seen before")
		equal(t, "said", d.notices(), []string{"notice +391: New conversation. What you wrote before"})
		second := d.comes(text("sms", "+391", "SM3", "hello"), message.OutcomeTurn, "").Session
		if second == first || !strings.HasSuffix(acc.Reason, string(second)) {
			t.Errorf("%+v, then %s after %s", acc, second, first)
		}
		back := text("sms", "+391", "SM4", "and again")
		back.Binding.Refs = []message.Ref{"SM1"}
		if got := d.comes(back, message.OutcomeTurn, "").Session; got != first {
			t.Errorf("a quote is in %s", got)
		}
		time.Sleep(time.Minute)
		d.comes(in, message.OutcomeDuplicate, "seen before") // a late copy ends nothing
		if got := d.comes(text("sms", "+391", "SM5", "go on"), message.OutcomeTurn, "").Session; got != first {
			t.Errorf("after a late copy it is in %s", got)
		}
		// A stranger hears nothing, and NEW is no answer to a request.
		d.comes(fresh("+11", "SM6"), message.OutcomeRefused, "sender is not allowed")
		answer := fresh("+392", "SM7")
		answer.Binding.Approval = d.rec.ID
		d.comes(answer, message.OutcomeRecorded, "NEW")
		if d.state() != request.Pending || len(d.notices()) != 1 {
			t.Error("NEW answered a request, or a stranger")
		}
		// What could not be noted is not acknowledged, and comes to the same later.
		d.log.broken.Store(true)
		in = fresh("+391", "SM8")
		if _, err := d.svc.Accept(t.Context(), in); !errors.Is(err, errBroken) {
			t.Errorf("err = %v", err)
		}
		d.log.broken.Store(false)
		d.comes(in, message.OutcomeRecorded, "NEW")
		if got := d.notices(); len(got) != 1 {
			t.Errorf("said %q", got)
		}
	})
	// By mail there is no such word.
	atDoor(t, func(t *testing.T, d *door) {
		in := mail("eve@example.com", "m1", "NEW")
		in.Fresh = true
		if acc := d.accept(in); acc.Outcome != message.OutcomeTurn {
			t.Errorf("accepted %+v", acc)
		}
	})
}

func TestFirstMessagesAtTheSameTime(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		accs := make([]message.Accepted, 50)
		var all sync.WaitGroup
		for i := range accs {
			all.Go(func() { // every message comes twice
				var err error
				if accs[i], err = d.svc.Accept(context.Background(), text("sms", "+391", fmt.Sprint("SM", i/2), fmt.Sprint("message ", i/2))); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for i, a := range accs {
			if a.Session != accs[0].Session || a.Turn != accs[i/2*2].Turn {
				t.Errorf("message %d: %+v", i, a)
			}
		}
		if got := len(d.inbox()); got != 25 {
			t.Errorf("%d turns, want 25", got)
		}
	})
}

func TestStopAndStart(t *testing.T) {
	for _, c := range []struct {
		kind, from string
		answered   bool
		said       []string // of STOP, START and HELP
		told       []string
	}{
		{
			kind: "sms", from: "+391", answered: true,
			told: []string{"stopped sms sms:+391 eve 64", "started sms sms:+391 eve 64"},
		},
		{
			kind: "whatsapp", from: "+391", told: []string{"stopped wa whatsapp:+391 eve 64", "started wa whatsapp:+391 eve 64"},
			said: []string{"You will get no more messages", "You get messages from here again.", "We are ACME. STOP ends this."},
		},
		{kind: "sms", from: "+11", said: []string{"You will get no more messages", "You get messages from here again.", "This number is answered by the"}}, // a stranger
	} {
		t.Run(fmt.Sprint(c.kind, c.from, c.answered), func(t *testing.T) {
			inChat(t, func(t *testing.T, d *chat) {
				say := func(id, words string, what message.Consent) message.Inbound {
					in := word(c.kind, c.from, id, words, what)
					in.ConsentAnswered = c.answered
					return in
				}
				opted := func(want bool) {
					t.Helper()
					in := say("", "", "")
					if _, out, err := d.o.Outbox.OptedOut(t.Context(), in.Channel, in.From); err != nil || out != want {
						t.Errorf("opted out: %v, %v", out, err)
					}
				}
				stop := say("SM1", "Stop ", message.ConsentStop)
				d.comes(stop, message.OutcomeRecorded, "STOP: it gets no more messages")
				opted(true)
				d.comes(stop, message.OutcomeDuplicate, "seen before")
				d.comes(say("SM2", "stop", message.ConsentStop), message.OutcomeRecorded, "STOP: it got no more messages already")
				// What they write is recorded, and comes to nothing later either.
				ignored := say("SM3", "hello?", "")
				d.comes(ignored, message.OutcomeRecorded, "the sender has opted out")
				start := say("SM4", "START", message.ConsentStart)
				d.comes(start, message.OutcomeRecorded, "START: it gets messages again")
				opted(false)
				d.comes(start, message.OutcomeDuplicate, "seen before")
				d.comes(stop, message.OutcomeDuplicate, "seen before") // a late copy stops nothing
				opted(false)
				d.comes(ignored, message.OutcomeDuplicate, "seen before")
				d.comes(say("SM5", "start", message.ConsentStart), message.OutcomeRecorded, "START: it got messages already")
				d.comes(say("SM6", "help", message.ConsentHelp), message.OutcomeRecorded, "HELP")
				var said []string
				for _, s := range c.said {
					said = append(said, "notice "+c.from+": "+s)
				}
				equal(t, "said", d.notices(), said)
				told := c.told
				if len(told) > 0 { // it is told of each STOP
					told = []string{told[0], told[0], told[1]}
				}
				equal(t, "told", d.told, told)
				if len(d.inbox()) != 0 {
					t.Error("there are turns")
				}
				es, err := d.store.AuditOf(t.Context(), "SM1")
				if err != nil || len(es) != 1 || es[0].What != "recorded" || es[0].Detail != "STOP: it gets no more messages" || es[0].From != stop.From {
					t.Errorf("audit %+v, %v", es, err)
				}
			})
		})
	}
}

// STOP and START come before everything else, and a YES of one who has opted out is
// START and nothing else.
func TestConsentComesFirst(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		yes := "yes " + d.code
		d.comes(text("sms", "+392", "SM1", "YES"), message.OutcomeTurn, "") // nothing binds it
		in := word("sms", "+392", "SM2", "STOP", message.ConsentStop)
		in.Binding.Approval, in.Fresh = d.rec.ID, true
		d.comes(in, message.OutcomeRecorded, "STOP")
		d.comes(text("sms", "+392", "SM3", yes), message.OutcomeRecorded, "the sender has opted out")
		d.comes(text("sms", "+392", "SM4", "new"), message.OutcomeRecorded, "the sender has opted out")
		press := text("whatsapp", "+392", "SM5", "Approve")
		press.Binding.Button = message.ApproveButton + string(d.rec.ID)
		d.comes(word("whatsapp", "+392", "SM6", "STOP", message.ConsentStop), message.OutcomeRecorded, "STOP")
		d.comes(press, message.OutcomeRecorded, "the sender has opted out")
		d.comes(text("whatsapp", "+392", "SM7", "YES"), message.OutcomeRecorded, "the sender has opted out") // it is no word of WhatsApp
		bound := text("sms", "+392", "SM8", " Yes\n")
		bound.Binding.Approval = d.rec.ID
		d.comes(bound, message.OutcomeRecorded, "START: it gets messages again")
		d.comes(bound, message.OutcomeDuplicate, "seen before") // it is no answer by now either
		if d.state() != request.Pending {
			t.Fatalf("the request is %s", d.state())
		}
		// A provider that calls every YES a START does not take the answers away.
		d.comes(word("sms", "+392", "SM9", "YES", message.ConsentStart), message.OutcomeTurn, "")
		again := word("sms", "+392", "SM10", "yes", message.ConsentStart)
		again.Binding.Approval = d.rec.ID
		d.comes(again, message.OutcomeDecision, "a yes without the code")
		d.comes(text("sms", "+392", "SM11", yes), message.OutcomeDecision, "granted")
		equal(t, "told", d.told, []string{"stopped sms sms:+392 dana 64", "stopped wa whatsapp:+392 dana 64", "started sms sms:+392 dana 64"})
	})
}

// A message that comes again, perhaps from the provider's log, which has no buttons
// and no quotes, comes to nothing else than it did.
func TestWhatComesAgainIsNothingElse(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		question, answer := text("sms", "+392", "SM1", "yes "+d.code), text("whatsapp", "+392", "SM2", "Approve")
		question.Unquoted = "what is " + d.rec.Tool
		d.comes(question, message.OutcomeTurn, "")
		question.Unquoted = "yes " + d.code // now it would bind
		d.comes(question, message.OutcomeDuplicate, "seen before")
		if d.state() != request.Pending {
			t.Fatalf("the request is %s", d.state())
		}
		press := answer
		press.Binding.Button = message.ApproveButton + string(d.rec.ID)
		d.comes(press, message.OutcomeDecision, "granted")
		d.comes(press, message.OutcomeDuplicate, "seen before")
		d.comes(answer, message.OutcomeDuplicate, "seen before")
		d.comes(word("sms", "+392", "SM3", "STOP", message.ConsentStop), message.OutcomeRecorded, "STOP")
		d.comes(question, message.OutcomeDuplicate, "seen before")
		if n := len(d.inbox()); n != 2 { // the question and the decision
			t.Errorf("%d items wait for turns", n)
		}
	})
}

func TestYESFromManyCopiesIsNoAnswer(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		d.comes(word("sms", "+392", "SM1", "STOP", message.ConsentStop), message.OutcomeRecorded, "STOP")
		in := text("sms", "+392", "SM2", "yes")
		in.Binding.Refs = []message.Ref{"prompt"}
		noerr.Must(t, d.store.Index(t.Context(), "sms", outbox.Indexed{Ref: "prompt", Approval: d.rec.ID, Person: "dana"}))
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				acc, err := d.svc.Accept(context.Background(), in)
				if err != nil || acc.Outcome != message.OutcomeRecorded && acc.Outcome != message.OutcomeDuplicate {
					t.Errorf("%+v, %v", acc, err)
				}
			})
		}
		all.Wait()
		if d.state() != request.Pending || len(d.inbox()) != 0 {
			t.Error("it was an answer, or a turn")
		}
	})
}

// A word that was not carried out to its end is not acknowledged; the next delivery
// goes on with it.
func TestConsentThatIsCutOff(t *testing.T) {
	for _, part := range []string{"enqueue", "stopped", "started", "audit"} {
		t.Run(part, func(t *testing.T) {
			inChat(t, func(t *testing.T, d *chat) {
				fails := func(in message.Inbound, want bool) {
					t.Helper()
					d.broken[part] = true
					d.log.broken.Store(part == "audit")
					acc, err := d.svc.Accept(t.Context(), in)
					if errors.Is(err, errBroken) != want {
						t.Errorf("%q: %+v, %v", in.Unquoted, acc, err)
					}
					d.broken[part] = false
					d.log.broken.Store(false)
				}
				stop, start := word("whatsapp", "+391", "SM1", "STOP", message.ConsentStop), word("whatsapp", "+391", "SM2", "START", message.ConsentStart)
				fails(stop, part != "started")
				d.accept(stop)
				fails(start, part != "stopped")
				d.accept(start)
				equal(t, "said", d.notices(), []string{"notice +391: You will get no more messages", "notice +391: You get messages from here again."})
				told := slices.Compact(slices.Clone(d.told))
				equal(t, "told", told, []string{"stopped wa whatsapp:+391 eve 64", "started wa whatsapp:+391 eve 64"})
				d.comes(text("whatsapp", "+391", "SM3", "hello"), message.OutcomeTurn, "")
			})
		})
	}
}

// A START that is read in the provider's log only now takes back no later STOP.
func TestAnOldSTARTInTheLog(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		old := word("sms", "+392", "SM1", "START", message.ConsentStart)
		yes := text("sms", "+392", "SM2", "YES")
		time.Sleep(time.Hour)
		d.comes(word("sms", "+392", "SM3", "STOP", message.ConsentStop), message.OutcomeRecorded, "STOP: it gets no more messages")
		d.comes(old, message.OutcomeRecorded, "START: a STOP came after it")
		d.comes(yes, message.OutcomeRecorded, "START: a STOP came after it")
		d.comes(text("sms", "+392", "SM4", "hello?"), message.OutcomeRecorded, "the sender has opted out")
		equal(t, "said", d.notices(), []string{"notice +392: You will get no more messages"})
		d.comes(word("sms", "+392", "SM5", "START", message.ConsentStart), message.OutcomeRecorded, "START: it gets messages again")
	})
}

// Where everybody begins with START, those who get messages already hear who this is.
func TestSTARTThatGreets(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		for i := range d.o.Channels {
			if d.o.Channels[i].Name == "wa" {
				d.o.Channels[i].Traits.Greets = true
			}
		}
		d.svc = admission.New(d.o)
		d.comes(word("whatsapp", "+392", "SM1", "START", message.ConsentStart), message.OutcomeRecorded, "HELP")
		d.comes(word("whatsapp", "+392", "SM2", "STOP", message.ConsentStop), message.OutcomeRecorded, "STOP: it gets no more messages")
		d.comes(word("whatsapp", "+392", "SM3", "START", message.ConsentStart), message.OutcomeRecorded, "START: it gets messages again")
		if said := d.notices(); len(said) != 3 || !strings.Contains(said[0], "We are ACME") {
			t.Errorf("said %q", said)
		}
	})
}

// Whoever has a person's number now gets messages there, but none of the requests that
// wait for the person.
func TestSTARTOfAnotherOwner(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		d.comes(word("whatsapp", "+392", "SM1", "STOP", message.ConsentStop), message.OutcomeRecorded, "STOP")
		start := word("whatsapp", "+392", "SM2", "START", message.ConsentStart)
		start.Trust = message.Asserted
		d.comes(start, message.OutcomeRecorded, "START: it gets messages again")
		equal(t, "told", d.told, []string{"stopped wa whatsapp:+392 dana 64"})
	})
}

// Nobody makes us write to a number without end.
func TestConsentIsAnsweredAFewTimes(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		for i := range 20 {
			d.comes(word("sms", "+11", fmt.Sprint("SM", i), "HELP", message.ConsentHelp), message.OutcomeRecorded, "HELP")
		}
		if got := d.notices(); len(got) != 3 {
			t.Errorf("said %q", got)
		}
		robot := word("sms", "+12", "SMrobot", "STOP", message.ConsentStop)
		robot.Class = message.Quiet
		d.comes(robot, message.OutcomeRecorded, "STOP")
		equal(t, "said to a program", d.notices(), nil)
	})
}

func TestAChannelWithConsentNeedsSomebodyWhoKeepsIt(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		d.o.Outbox = nil
		d.svc = admission.New(d.o)
		if acc, err := d.svc.Accept(t.Context(), text("sms", "+391", "SM1", "hello")); err == nil {
			t.Errorf("accepted %+v", acc)
		}
		if acc := d.accept(mail("eve@example.com", "m1", "hello")); acc.Outcome != message.OutcomeTurn {
			t.Errorf("mail: %+v", acc)
		}
	})
}

func TestButtons(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		press := func(from, id, payload string) message.Inbound {
			in := text("whatsapp", from, id, "Approve")
			in.Binding.Button = payload
			return in
		}
		d.comes(press("+392", "SM1", message.ApproveButton+"apr_01JD0000000000000000000000"), message.OutcomeDecision, "no such request")
		d.comes(press("+392", "SM2", message.DenyButton), message.OutcomeDecision, "no such request")
		d.comes(press("+399", "SM3", message.DenyButton+"x"), message.OutcomeDecision, "unknown request from a stranger")
		equal(t, "said", d.notices(), []string{"notice +392: There is no open request that", "notice +392: There is no open request that"})
		d.comes(press("+392", "SM4", "menu:1"), message.OutcomeTurn, "") // an agent's own
		typed := text("whatsapp", "+392", "SM5", message.ApproveButton+string(d.rec.ID))
		d.comes(typed, message.OutcomeTurn, "")
		if jobs := d.inbox(); len(jobs) != 2 || jobs[0].Parts[0].Text != "Approve" {
			t.Errorf("turns %+v", jobs)
		}
		d.comes(press("+392", "SM6", message.ApproveButton+string(d.rec.ID)), message.OutcomeDecision, "granted")
	})
}

// The log of a provider has a press as a plain text, and of a reply not what it
// answers: what was an answer once is no turn when it is read there.
func TestAnAnswerThatIsReadInTheLog(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		for _, id := range []string{"SM1", "SM2"} {
			in := text("whatsapp", "+392", id, "Approve")
			in.Binding.Button = message.ApproveButton + string(d.rec.ID)
			d.comes(in, message.OutcomeDecision, "")
			logged := text("whatsapp", "+392", id, "Approve")
			logged.Ambiguous = true
			d.comes(logged, message.OutcomeDuplicate, "seen before")
			d.comes(in, message.OutcomeDuplicate, "seen before")
		}
		if got := d.inbox(); d.state() != request.Granted || len(got) != 1 || got[0].Turn != nil {
			t.Errorf("%s, turns %+v", d.state(), got)
		}
	})
}

// Where nothing waits for later the sender hears of a limit more often.
func TestLimitInChat(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		d.o.Limit.N = 2
		d.o.SessionLimit = admission.Limit{N: 1, Per: time.Hour, Key: "limits.turns_per_session"} // not for chat
		d.svc = admission.New(d.o)
		for hour := range 3 {
			for i := range 5 {
				in := text("sms", "+391", fmt.Sprint("SM", hour, i), fmt.Sprint("message ", hour, i))
				var le *adapters.LimitError
				if _, err := d.svc.Accept(t.Context(), in); i >= 2 && (!errors.As(err, &le) || le.Limit != "limits.turns_per_sender") || i < 2 && err != nil {
					t.Errorf("hour %d, message %d: err = %v", hour, i, err)
				}
			}
			equal(t, "said", d.notices(), []string{"notice +391: The limit of messages is reached (2 an hour)"})
			time.Sleep(time.Hour)
		}
		if got := len(d.inbox()); got != 6 {
			t.Errorf("%d turns, want 6", got)
		}
	})
}

// People say "ok" all day, programs say longer things.
func TestTheSameTextInChat(t *testing.T) {
	inChat(t, func(t *testing.T, d *chat) {
		for i := range 20 {
			d.comes(text("whatsapp", "+391", fmt.Sprint("SMa", i), "ok"), message.OutcomeTurn, "")
		}
		for i := range 10 {
			o := message.OutcomeTurn
			if i >= sameTexts {
				o = message.OutcomeRecorded
			}
			d.comes(text("whatsapp", "+391", fmt.Sprint("SMb", i), "I am driving and cannot answer now."), o, "")
		}
		equal(t, "said", d.notices(), []string{"notice +391: The same text came from you"})
	})
}
