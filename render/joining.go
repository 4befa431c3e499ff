package render

import (
	"time"

	"bridge/core/message"
)

// Joined tells somebody that the address is theirs from now on.
func (w Words) Joined(name string) string {
	c := w.in()
	return fill(c.Joining.Joined, "name", c.person(name))
}

// AddressVerified tells somebody that an address that was theirs is confirmed.
func (w Words) AddressVerified(name string) string {
	c := w.in()
	return fill(c.Joining.Verified, "name", c.person(name))
}

// ConfirmJoin asks somebody who has joined to answer with a line.
func (w Words) ConfirmJoin(name, line string) string {
	c := w.in()
	return fill(c.Joining.Confirm, "name", c.person(name)) + "\n" + line
}

// ConfirmAddress asks somebody at an address of theirs to answer with a line.
func (w Words) ConfirmAddress(name, line string, until time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.Joining.Ask, "name", c.person(name), "when", c.when(until, zone)) + "\n" + line
}

// ConfirmElsewhere asks somebody, at another address of theirs, to send a line from one that
// does not count any more.
func (w Words) ConfirmElsewhere(name, address, line string, until time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.Joining.Elsewhere, "name", c.person(name), "address", short(address, 200), "when", c.when(until, zone)) + "\n" + line
}

// AlsoSigned says below such a line in a mail how the signature of who answers it becomes known.
func (w Words) AlsoSigned() string {
	c := w.in()
	return "\n\n" + c.Joining.Signed + "\n\n" + c.Notices.MySignature
}

// ConfirmSubject is the subject of a mail that asks so.
func (w Words) ConfirmSubject() string { return w.in().Joining.AskSubject }

// CodeNotValid answers a code that does not count, whyever.
func (w Words) CodeNotValid() string { return w.in().Joining.NotValid }

// Invited asks somebody by mail to send a line to an address of ours on a channel with these
// traits. link makes that message; "" where there is none.
func (w Words) Invited(name, agent string, to message.Traits, address, line, link string, until time.Time, zone *time.Location) string {
	c := w.in()
	s := fill(c.Joining.Invited, "name", c.person(name), "agent", short(orElse(agent, c.Contact.Assistant), 40), "when", c.when(until, zone),
		"kind", c.kind(to, c.Notices.Channel), "address", short(address, 200)) + "\n" + line
	if link != "" {
		s += "\n\n" + c.Joining.Link + "\n" + link
	}
	return s
}

// InvitedSubject is the subject of such a mail.
func (w Words) InvitedSubject(agent string) string {
	c := w.in()
	return fill(c.Joining.InvitedSubject, "agent", short(orElse(agent, c.Contact.Assistant), 40))
}

// Stranger answers somebody whom nobody knows.
func (w Words) Stranger() string { return w.in().Joining.Stranger }

// Lapsed answers a message from an address that has to be confirmed again; asked: what to do
// was sent to another address of theirs.
func (w Words) Lapsed(asked bool) string {
	if asked {
		return w.in().Joining.Lapsed
	}
	return w.in().Joining.LapsedAlone
}
