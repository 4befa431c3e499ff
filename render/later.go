package render

import (
	"strconv"
	"strings"
	"time"

	"bridge/core/message"
)

// TakesEffect acknowledges a yes that can be taken back until at.
func (w Words) TakesEffect(summary string, at time.Time, code string, zone *time.Location) string {
	c := w.in()
	return fill(c.answersOrPress(c.Later.TakesEffect, code), "when", c.when(at, zone), "summary", c.sentence(summary))
}

// TakenBack tells everybody concerned that a yes was taken back before it had an
// effect.
func (w Words) TakenBack(summary, by string, at time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.Later.TakenBack, "by", c.person(by), "when", c.when(at, zone), "summary", c.sentence(summary))
}

// Held tells another approver that enough have said yes, and how to stop it. by is who.
func (w Words) Held(summary, by string, at time.Time, code string, zone *time.Location) string {
	c := w.in()
	return capital(fill(c.answersOrPress(c.Later.Held, code), "by", c.person(by), "when", c.when(at, zone), "summary", c.sentence(summary)))
}

// OtherVoted tells an approver that another one has said yes and more are needed.
func (w Words) OtherVoted(summary, by string, votes, quorum int, code string) string {
	c := w.in()
	return capital(fill(c.answersOrPress(c.Later.OtherVoted, code), "by", c.person(by), "summary", c.sentence(summary),
		"n", strconv.Itoa(votes), "of", strconv.Itoa(quorum)))
}

// Receipt tells a person, at another of their addresses, what was decided in their
// name, from which address and when. undo is until when a no to this message, with the
// code, takes a yes back; zero: it cannot be taken back.
func (w Words) Receipt(granted bool, summary, from string, at, undo time.Time, code string, zone *time.Location) string {
	c := w.in()
	s := fill(c.Later.Receipt.Of(granted), "summary", c.sentence(summary)) + " " +
		fill(c.Later.ReceiptFrom, "from", c.person(from), "when", c.when(at, zone))
	if !undo.IsZero() {
		s += " " + fill(c.answersOrPress(c.Later.Undo, code), "when", c.when(undo, zone))
	}
	return s + " " + c.Later.TellOperator
}

// ReceiptSubject is the subject of a receipt.
func (w Words) ReceiptSubject(granted bool, summary string) string {
	c := w.in()
	return fill(c.Later.ReceiptSubject.Of(granted), "summary", c.summary(summary))
}

// ObjectOpen follows Receipt where a yes waits for others and can be taken back until
// they have decided.
func (w Words) ObjectOpen(code string) string {
	c := w.in()
	return c.answers(c.Later.ObjectOpen, code)
}

// ObjectLate follows Receipt where a yes has had its effect.
func (w Words) ObjectLate(code string) string {
	c := w.in()
	return c.answers(c.Later.ObjectLate, code)
}

// Objection answers who takes a yes back too late.
func (w Words) Objection(summary string) string {
	c := w.in()
	return fill(c.Later.Objection, "summary", c.sentence(summary))
}

// Escalated tells those who were asked first, and the originators, who is asked now.
func (w Words) Escalated(summary string, names []string) string {
	c := w.in()
	if len(names) == 0 {
		return w.Waiting(nil, summary, time.Time{})
	}
	return fill(c.Later.Escalated, "people", c.people(names, c.And), "summary", c.sentence(summary))
}

// HoursClosed answers a yes outside the hours of a rule. opens is when they begin
// again; zero if that is not known.
func (w Words) HoursClosed(summary string, opens time.Time, zone *time.Location) string {
	c := w.in()
	s := fill(c.Later.HoursClosed, "summary", c.sentence(summary))
	if !opens.IsZero() {
		s += " " + fill(c.Later.HoursNext, "when", c.when(opens, zone))
	}
	return s
}

// ReminderSubject is the subject of a prompt that asks once more: in at most 78 ASCII
// characters, the token at the end of subject kept.
func (w Words) ReminderSubject(subject string) string {
	c := w.in()
	head, token := subject, ""
	if i := strings.LastIndexByte(subject, '['); i >= 0 {
		head, token = strings.TrimRight(subject[:i], " "), " "+subject[i:]
	}
	return shorten(fill(c.Later.ReminderSubject, "subject", head), maxSubject-len(token), "...") + token
}

// StepUpAsked answers a yes that the channel cannot prove well enough: a code went to
// another address of the same person, on a channel with the traits to.
func (w Words) StepUpAsked(summary string, to message.Traits, until time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.Later.StepUpAsked, "summary", c.sentence(summary), "kind", c.kind(to, c.Later.OtherKind), "when", c.when(until, zone))
}

// StepUpCode carries the code. It says what it is for, and what to do if somebody else
// said yes: requestCode is the approver's own code of the request. The code is the
// first word in every language: there it is taken out of what operators see.
func (w Words) StepUpCode(code, summary string, until time.Time, zone *time.Location, requestCode string) string {
	c := w.in()
	return fill(c.answersOrPress(c.Later.StepUpCode, requestCode), "digits", short(code, 40), "when", c.when(until, zone), "summary", c.sentence(summary))
}

// StepUpSubject is the subject of that message where it has one.
func (w Words) StepUpSubject(summary string) string {
	c := w.in()
	return fill(c.Later.StepUpSubject, "summary", c.summary(summary))
}

// StepUpWrong answers a code that is not the one that was sent. left is how many more
// may be tried; with none the yes has to be said again.
func (w Words) StepUpWrong(left int) string {
	c := w.in()
	if left <= 0 {
		return c.Later.StepUpOver
	}
	return fill(c.Later.StepUpWrong, "n", strconv.Itoa(left))
}

// StepUpExpired answers a code whose time is over.
func (w Words) StepUpExpired() string { return w.in().Later.StepUpExpired }

// Listing is one line of the answer to LIST.
type Listing struct {
	Open
	StepUp *message.Traits // of the channel that a one-time code went out by, which its yes waits for; nil if none
}

// Listed answers the word LIST: the requests that wait for its sender, oldest first.
func (w Words) Listed(open []Listing, zone *time.Location) string {
	c := w.in()
	if len(open) == 0 {
		return c.Later.ListEmpty
	}
	var b strings.Builder
	b.WriteString(c.answers(c.Later.ListHead, "") + "\n")
	for _, o := range open {
		b.WriteString("\n" + c.item(o.Open, zone))
		if o.StepUp != nil {
			b.WriteString(fill(c.Later.ListStepUp, "kind", c.kind(*o.StepUp, c.Later.OtherKind)))
		}
	}
	return b.String()
}

// MoreOpen follows a list of requests that leaves n of them out.
func (w Words) MoreOpen(n int) string {
	c := w.in()
	return fill(c.Later.ListMore, "n", strconv.Itoa(n), "list", c.List)
}

// CodesLocked tells a sender that too many codes were wrong.
func (w Words) CodesLocked(until time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.Later.Locked, "when", c.when(until, zone))
}

// ByRule tells the originators that a rule has decided at once, without asking anybody.
func (w Words) ByRule(granted bool, rule, summary string) string {
	c := w.in()
	return fill(c.Later.ByRule.Of(granted), "rule", c.person(rule), "summary", c.sentence(summary))
}

// Outside names who asked without a turn: by is "operator:NAME" or "agent:NAME".
func (w Words) Outside(by string) string {
	c := w.in()
	if name, ok := strings.CutPrefix(by, "operator:"); ok {
		if name == "socket" { // whoever sits at the machine: there is no name
			return c.Notices.AnOperator
		}
		return fill(c.Later.ByOperator, "name", c.person(name))
	}
	if name, ok := strings.CutPrefix(by, "agent:"); ok {
		return fill(c.Later.ByAgent, "name", c.person(name))
	}
	return c.person(by)
}
