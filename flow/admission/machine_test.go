package admission_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/admission"
	"bridge/flow/turns"
)

// works is a door with the channel of a system, orders, and a schedule, digest, which
// deliver to people and to an address.
type works struct {
	*door
	alerts []string
}

func atWorks(t *testing.T, test func(*testing.T, *works)) {
	t.Helper()
	atDoor(t, func(t *testing.T, d *door) {
		w := &works{door: d}
		d.o.Channels = append(d.o.Channels,
			admission.Channel{
				Name: "orders", Kind: "webhook", Traits: traits("webhook"), Agent: "assistant", Machine: true, Least: message.Verified,
				Deliver: []message.Target{
					{Channel: "mail", Kind: "email", Person: "dana"},
					{Channel: "wa", Kind: "whatsapp", Person: "dana"},
					{Channel: "mail", Kind: "email", Address: "email:boss@example.com"},
				},
			},
			admission.Channel{
				Name: "digest", Kind: "cron", Traits: traits("cron"), Agent: "assistant", Machine: true,
				Deliver: []message.Target{{Channel: "mail", Kind: "email", Person: "gone"}, {Channel: "fax", Kind: "fax", Person: "eve"}, {Channel: "mail", Kind: "email", Person: "eve"}},
			},
			admission.Channel{Name: "quiet", Kind: "cron", Traits: traits("cron"), Agent: "assistant", Machine: true},
			admission.Channel{Name: "second", Kind: "cron", Traits: traits("cron"), Agent: "second", Machine: true, Deliver: []message.Target{{Channel: "mail", Kind: "email", Person: "eve"}}},
		)
		d.o.Host = host{alert: func(ch message.ChannelName, _ message.Address, key, text string) {
			d.mu.Lock()
			defer d.mu.Unlock()
			w.alerts = append(w.alerts, string(ch)+" "+key)
		}}
		d.svc = admission.New(d.o)
		test(t, w)
	})
}

func system(ch message.ChannelName, kind, id, text string) message.Inbound {
	return message.Inbound{
		Channel: ch, ExternalID: id, From: message.Address(kind + ":" + string(ch)), Trust: message.Verified, ReceivedAt: time.Now(),
		Parts: []envelope.Part{envelope.TextPart(envelope.Response, text)},
	}
}

func addresses(u *turns.Turn) []string {
	var all []string
	for _, o := range u.Originators {
		all = append(all, fmt.Sprint(o.Channel, " ", o.Address, " ", o.Person))
	}
	return all
}

// TestMachineTurn: the turn of a system's message answers to the channel's targets,
// and to nobody else.
func TestMachineTurn(t *testing.T) {
	atWorks(t, func(t *testing.T, w *works) {
		acc := w.accept(system("orders", "webhook", "1", "New order"))
		if acc.Outcome != message.OutcomeTurn {
			t.Fatalf("%+v", acc)
		}
		jobs := w.inbox()
		if len(jobs) != 1 {
			t.Fatalf("%d items", len(jobs))
		}
		u := jobs[0].Turn
		if !u.Machine || u.Channel != "orders" || u.Agent != "assistant" || u.ID != acc.Turn || u.Inbound != "1" || u.State != envelope.Awaiting {
			t.Errorf("turn %+v", u)
		}
		want := []string{"mail email:dana@example.com dana", "wa whatsapp:+392 dana", "mail email:boss@example.com "}
		if got := addresses(u); !slices.Equal(got, want) {
			t.Errorf("originators %q, want %q", got, want)
		}
		call := u.Call
		if call != (turns.Caller{Sender: "webhook:orders", Channel: "webhook", Trust: "verified", Starts: message.StartDelivery}) {
			t.Errorf("caller %+v", call)
		}
		s, ok, err := w.store.Session(t.Context(), acc.Session)
		if err != nil || !ok || !s.Machine || s.Channel != "orders" || s.Agent != "assistant" {
			t.Errorf("session %+v, %t, %v", s, ok, err)
		}
		for a, may := range map[message.Address]bool{"webhook:orders": true, "email:dana@example.com": true, "email:boss@example.com": true, "email:eve@example.com": false} {
			if s.Has(a) != may {
				t.Errorf("%s may continue it: %t", a, !may)
			}
		}
		if n := w.notices(); len(n) != 0 || len(w.alerts) != 0 {
			t.Errorf("notices %q, alerts %q", n, w.alerts)
		}
	})
}

// TestMachineOnce: an id is one turn, whatever else is in the message.
func TestMachineOnce(t *testing.T) {
	atWorks(t, func(t *testing.T, w *works) {
		first := w.accept(system("orders", "webhook", "1", "New order"))
		again := w.accept(system("orders", "webhook", "1", "Another text"))
		if again.Outcome != message.OutcomeDuplicate || again.Turn != first.Turn || again.Session != first.Session {
			t.Errorf("%+v, then %+v", first, again)
		}
		if n := len(w.inbox()); n != 1 {
			t.Errorf("%d items", n)
		}
	})
}

// TestMachineSessions: messages of one name share a session, others have their own,
// and names of two channels are two.
func TestMachineSessions(t *testing.T) {
	atWorks(t, func(t *testing.T, w *works) {
		n := 0
		session := func(ch message.ChannelName, kind, name string) message.SessionID {
			n++
			in := system(ch, kind, fmt.Sprint(n), "hello")
			in.Conversation = name
			return w.accept(in).Session
		}
		a := session("orders", "webhook", "42")
		if b := session("orders", "webhook", "42"); b != a {
			t.Errorf("%s and %s", a, b)
		}
		seen := map[message.SessionID]bool{a: true}
		for _, other := range []message.SessionID{
			session("orders", "webhook", "43"), session("digest", "cron", "42"), session("orders", "webhook", ""), session("orders", "webhook", ""),
		} {
			if seen[other] {
				t.Errorf("%s twice", other)
			}
			seen[other] = true
		}
	})
}

// TestMachineRefused: what is not proven starts nothing; what is empty neither; and
// limits of people are not theirs.
func TestMachineRefused(t *testing.T) {
	atWorks(t, func(t *testing.T, w *works) {
		in := system("orders", "webhook", "1", "New order")
		in.Trust = message.Carrier
		if acc := w.accept(in); acc.Outcome != message.OutcomeRefused {
			t.Errorf("%+v", acc)
		}
		in = system("orders", "webhook", "2", "")
		if acc := w.accept(in); acc.Outcome != message.OutcomeRecorded {
			t.Errorf("%+v", acc)
		}
		if n := len(w.inbox()); n != 0 {
			t.Errorf("%d items", n)
		}
		w.limit(1)
		for i := range 5 {
			if acc := w.accept(system("orders", "webhook", fmt.Sprint("more", i), "x")); acc.Outcome != message.OutcomeTurn {
				t.Errorf("%+v", acc)
			}
		}
	})
}

// TestMachineTargets: a target that is gone does not stop the others, and operators
// hear of it. Without targets a turn is kept.
func TestMachineTargets(t *testing.T) {
	atWorks(t, func(t *testing.T, w *works) {
		w.accept(system("digest", "cron", "1", "Prepare the digest."))
		w.accept(system("quiet", "cron", "2", "Look around."))
		jobs := w.inbox()
		if len(jobs) != 2 {
			t.Fatalf("%d items", len(jobs))
		}
		slices.SortFunc(jobs, func(a, b job) int { return len(b.Turn.Originators) - len(a.Turn.Originators) })
		if got := addresses(jobs[0].Turn); !slices.Equal(got, []string{"mail email:eve@example.com eve"}) {
			t.Errorf("originators %q", got)
		}
		if got := addresses(jobs[1].Turn); got != nil {
			t.Errorf("originators %q", got)
		}
		if want := []string{"digest no target digest gone", "digest no target digest eve"}; !slices.Equal(w.alerts, want) {
			t.Errorf("alerts %q, want %q", w.alerts, want)
		}
	})
}

// TestMachineReply: who got the answer goes on with the session by mail, if the mail
// channel has the same agent; nobody else does.
func TestMachineReply(t *testing.T) {
	atWorks(t, func(t *testing.T, w *works) {
		run := w.accept(system("digest", "cron", "1", "Prepare the digest."))
		other := w.accept(system("second", "cron", "2", "Prepare the digest."))
		w.inbox()
		reply := func(from, id string, to message.SessionID) message.Accepted {
			in := mail(from, id, "Tell me more about the second point.")
			in.Binding.Session = to
			return w.accept(in)
		}
		if acc := reply("eve@example.com", "r1", run.Session); acc.Session != run.Session {
			t.Errorf("the reply is in %s, not in %s", acc.Session, run.Session)
		}
		jobs := w.inbox()
		if len(jobs) != 1 || jobs[0].Turn.Machine || !slices.Equal(addresses(jobs[0].Turn), []string{"mail email:eve@example.com eve"}) {
			t.Errorf("%+v", jobs)
		}
		if acc := reply("dana@example.com", "r2", run.Session); acc.Session == run.Session {
			t.Error("who did not get it continues it")
		}
		if acc := reply("eve@example.com", "r3", other.Session); acc.Session == other.Session {
			t.Error("the agent of mail continues what another agent said")
		}
	})
}

// TestMachineOfMany: a message says which agent, tenant and exchange it is of, until when
// it waits, and whether its sender gets the answer.
func TestMachineOfMany(t *testing.T) {
	atWorks(t, func(t *testing.T, w *works) {
		in := system("orders", "peer", "1", "x")
		in.Agent, in.Tenant, in.Correlation, in.Deadline, in.Answered = "second", "acme", "c-7", in.ReceivedAt.Add(time.Minute), true
		in.Thread.Parent = "q-1"
		acc := w.accept(in)
		jobs := w.inbox()
		if len(jobs) != 1 {
			t.Fatalf("%+v: %d items", acc, len(jobs))
		}
		u := jobs[0].Turn
		if u.Agent != "second" || u.Tenant != "acme" || u.Correlation != "c-7" || !u.Deadline.Equal(in.Deadline) {
			t.Errorf("%+v", u)
		}
		if o := u.Originators[len(u.Originators)-1]; o.Channel != "orders" || o.Address != in.From || o.Thread.Parent != "q-1" {
			t.Errorf("%+v", o)
		}
	})
}

// TestOtherTenant: a conversation goes on in its own tenant alone, a tenant's limit is its own,
// and a reply of a person has the tenant of what it answers.
func TestOtherTenant(t *testing.T) {
	atWorks(t, func(t *testing.T, w *works) {
		from := func(tenant message.Tenant, id, name string) message.Inbound {
			in := system("quiet", "cron", id, "x")
			in.Tenant, in.Conversation = tenant, name
			return in
		}
		first := w.accept(from("acme", "1", "room"))
		if acc := w.accept(from("acme", "2", "room")); acc.Session != first.Session {
			t.Errorf("%+v continues nothing", acc)
		}
		for id, tenant := range map[string]message.Tenant{"3": "beta", "4": "", "5": "default"} {
			if acc := w.accept(from(tenant, id, "room")); acc.Outcome != message.OutcomeRefused || acc.Status != http.StatusConflict || acc.Turn != "" {
				t.Errorf("%q continues it: %+v", tenant, acc)
			}
		}
		for _, j := range w.inbox() {
			if j.Turn.Tenant != "acme" {
				t.Errorf("%+v", j.Turn)
			}
		}
		run := system("digest", "cron", "6", "Prepare the digest.")
		run.Tenant = "acme"
		to := w.accept(run)
		in := mail("eve@example.com", "r1", "Tell me more.")
		in.Binding.Session = to.Session
		w.inbox()
		if acc := w.accept(in); acc.Session != to.Session {
			t.Errorf("%+v", acc)
		}
		if jobs := w.inbox(); len(jobs) != 1 || jobs[0].Turn.Tenant != "acme" {
			t.Errorf("%+v", jobs)
		}
	})
}

// TestOtherContent: one id with another content is no turn, and no repetition.
func TestOtherContent(t *testing.T) {
	atWorks(t, func(t *testing.T, w *works) {
		in := system("quiet", "cron", "1", "x")
		in.Content = "digest of x"
		first := w.accept(in)
		in.ReceivedAt = in.ReceivedAt.Add(time.Minute)
		again := w.accept(in)
		if first.Outcome != message.OutcomeTurn || again.Outcome != message.OutcomeDuplicate || again.Turn != first.Turn {
			t.Errorf("%+v, %+v", first, again)
		}
		in.Content = "digest of y"
		if acc := w.accept(in); acc.Outcome != message.OutcomeRefused || acc.Status != http.StatusConflict || acc.Turn != "" {
			t.Errorf("%+v", acc)
		}
		in.ExternalID = "2"
		if acc := w.accept(in); acc.Outcome != message.OutcomeTurn {
			t.Errorf("%+v", acc)
		}
		if n := len(w.inbox()); n != 2 {
			t.Errorf("%d items", n)
		}
	})
}
