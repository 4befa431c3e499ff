package admission_test

import (
	"testing"

	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
)

func TestSessions(t *testing.T) {
	const eve, cust, other = "eve@example.com", "ann@customers.test", "bob@customers.test"
	refs := func(rs ...message.Ref) func(*message.Inbound) {
		return func(in *message.Inbound) { in.Binding.Refs = rs }
	}
	for _, c := range []struct {
		name   string
		from   string
		change func(d *door, first message.Accepted, in *message.Inbound)
		same   bool // the session of eve's first mail
	}{
		{name: "nothing binds it", from: eve},
		{
			name: "the reply tag", from: eve, same: true,
			change: func(_ *door, first message.Accepted, in *message.Inbound) { in.Binding.Session = first.Session },
		},
		{
			name: "the mail it answers", from: eve, same: true,
			change: func(_ *door, _ message.Accepted, in *message.Inbound) { refs("<first>")(in) },
		},
		{
			name: "an answer of ours", from: eve, same: true,
			change: func(d *door, first message.Accepted, in *message.Inbound) {
				err := d.store.Index(d.t.Context(), "mail", outbox.Indexed{Ref: "<answer>", Session: first.Session})
				noerr.Must(d.t, err)
				refs("<unknown>", "<answer>")(in)
			},
		},
		{
			name: "a mail that the first one answered", from: eve, same: true,
			change: func(_ *door, _ message.Accepted, in *message.Inbound) { refs("<before>")(in) },
		},
		{
			name: "only unknown ids", from: eve,
			change: func(_ *door, _ message.Accepted, in *message.Inbound) { refs("<x>", "<y>")(in) },
		},
		{
			name: "the subject never binds", from: eve,
			change: func(_ *door, _ message.Accepted, in *message.Inbound) { in.Subject = "Re: Hi" },
		},
		{
			name: "a tag of a session where the sender is no participant", from: cust,
			change: func(_ *door, first message.Accepted, in *message.Inbound) { in.Binding.Session = first.Session },
		},
		{
			name: "an allowed stranger who quotes it", from: cust,
			change: func(_ *door, _ message.Accepted, in *message.Inbound) { refs("<first>")(in) },
		},
		{
			name: "a tag of no session, and a reference", from: eve, same: true,
			change: func(_ *door, _ message.Accepted, in *message.Inbound) {
				in.Binding.Session = message.NewSessionID()
				refs("<first>")(in)
			},
		},
		{
			name: "a tag of somebody else's session, and a reference of one's own", from: eve, same: true,
			change: func(d *door, _ message.Accepted, in *message.Inbound) {
				in.Binding.Session = d.accept(mail(other, "bob1", "hello")).Session
				refs("<first>")(in)
			},
		},
		{
			name: "the tag is stronger than a reference", from: eve, same: true,
			change: func(d *door, first message.Accepted, in *message.Inbound) {
				d.accept(mail(eve, "second", "another session"))
				in.Binding.Session = first.Session
				refs("<second>")(in)
			},
		},
		{
			name: "the first reference that counts", from: eve, same: true,
			change: func(d *door, _ message.Accepted, in *message.Inbound) {
				d.accept(mail(eve, "second", "another session"))
				d.accept(mail(other, "bob1", "hello"))
				refs("<bob1>", "<first>", "<second>")(in)
			},
		},
		{
			name: "another channel", from: eve,
			change: func(_ *door, first message.Accepted, in *message.Inbound) {
				in.Channel, in.Binding.Session = "other", first.Session
				refs("<first>")(in)
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			atDoor(t, func(t *testing.T, d *door) {
				start := mail(eve, "first", "hello")
				start.Binding.Refs = []message.Ref{"<before>"}
				first := d.accept(start)
				in := mail(c.from, "next", "and now?")
				if c.change != nil {
					c.change(d, first, &in)
				}
				acc := d.accept(in)
				if acc.Outcome != message.OutcomeTurn || (acc.Session == first.Session) != c.same || acc.Turn == first.Turn {
					t.Fatalf("first %+v, next %+v, want the same session: %t", first, acc, c.same)
				}
				s, ok, err := d.store.Session(t.Context(), acc.Session)
				if err != nil || !ok || !s.Has(in.From) || s.Channel != in.Channel {
					t.Errorf("session %+v, %t, %v", s, ok, err)
				}
				// Nobody can take the first mail's place in the thread index away.
				back := mail(eve, "back", "still me")
				back.Binding.Refs = []message.Ref{"<first>"}
				if acc := d.accept(back); acc.Session != first.Session {
					t.Errorf("an answer to the first mail came to %s, want %s", acc.Session, first.Session)
				}
			})
		})
	}
}
