package render

import (
	"strconv"
	"strings"
	"time"
)

// laterWords are the sentences about what follows a request that nobody answers, or an
// answer: reminders, receipts, second thoughts, one-time codes, lists.
type laterWords struct {
	takesEffect    string // {when} {summary} {no} {code}
	undo           string // {when} {no} {code}
	takenBack      string // {by} {when} {summary}
	receipt        either // {summary}
	receiptFrom    string // {from} {when}
	receiptSubject either // {summary}
	tellOperator   string
	objectOpen     string // {no} {code}
	objectLate     string // {no} {code}
	objection      string // {summary}
	escalated      string // {people} {summary}
	hoursClosed    string // {summary}
	hoursNext      string // {when}
	held           string // {by} {when} {summary} {no} {code}
	otherVoted     string // {by} {summary} {n} {of} {yes} {no} {code}

	reminderSubject string // {subject}

	stepUpAsked   string // {summary} {kind} {when}
	stepUpCode    string // {digits}, the first word; {summary} {when} {no} {code}
	stepUpSubject string // {summary}
	stepUpWrong   string // {n}
	stepUpOver    string
	stepUpExpired string
	otherKind     string // {kind}

	listEmpty  string
	listHead   string // {yes} {no}
	listStepUp string // {kind}; ends a line of the list
	listMore   string // {n} {list}
	locked     string // {when}

	byRule              either // {rule} {summary}
	byOperator, byAgent string // {name}
}

// TakesEffect acknowledges a yes that can be taken back until at.
func (w Words) TakesEffect(summary string, at time.Time, code string, zone *time.Location) string {
	c := w.in()
	return fill(c.answers(c.later.takesEffect, code), "when", c.when(at, zone), "summary", c.sentence(summary))
}

// TakenBack tells everybody concerned that a yes was taken back before it had an
// effect.
func (w Words) TakenBack(summary, by string, at time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.later.takenBack, "by", c.person(by), "when", c.when(at, zone), "summary", c.sentence(summary))
}

// Held tells another approver that enough have said yes, and how to stop it. by is who.
func (w Words) Held(summary, by string, at time.Time, code string, zone *time.Location) string {
	c := w.in()
	return capital(fill(c.answers(c.later.held, code), "by", c.person(by), "when", c.when(at, zone), "summary", c.sentence(summary)))
}

// OtherVoted tells an approver that another one has said yes and more are needed.
func (w Words) OtherVoted(summary, by string, votes, quorum int, code string) string {
	c := w.in()
	return capital(fill(c.answers(c.later.otherVoted, code), "by", c.person(by), "summary", c.sentence(summary),
		"n", strconv.Itoa(votes), "of", strconv.Itoa(quorum)))
}

// Receipt tells a person, at another of their addresses, what was decided in their
// name, from which address and when. undo is until when a no to this message, with the
// code, takes a yes back; zero: it cannot be taken back.
func (w Words) Receipt(granted bool, summary, from string, at, undo time.Time, code string, zone *time.Location) string {
	c := w.in()
	s := fill(c.later.receipt.of(granted), "summary", c.sentence(summary)) + " " +
		fill(c.later.receiptFrom, "from", c.person(from), "when", c.when(at, zone))
	if !undo.IsZero() {
		s += " " + fill(c.answers(c.later.undo, code), "when", c.when(undo, zone))
	}
	return s + " " + c.later.tellOperator
}

// ReceiptSubject is the subject of a receipt.
func (w Words) ReceiptSubject(granted bool, summary string) string {
	c := w.in()
	return fill(c.later.receiptSubject.of(granted), "summary", c.summary(summary))
}

// ObjectOpen follows Receipt where a yes waits for others and can be taken back until
// they have decided.
func (w Words) ObjectOpen(code string) string {
	c := w.in()
	return c.answers(c.later.objectOpen, code)
}

// ObjectLate follows Receipt where a yes has had its effect.
func (w Words) ObjectLate(code string) string {
	c := w.in()
	return c.answers(c.later.objectLate, code)
}

// Objection answers who takes a yes back too late.
func (w Words) Objection(summary string) string {
	c := w.in()
	return fill(c.later.objection, "summary", c.sentence(summary))
}

// Escalated tells those who were asked first, and the originators, who is asked now.
func (w Words) Escalated(summary string, names []string) string {
	c := w.in()
	if len(names) == 0 {
		return w.Waiting(nil, summary, time.Time{})
	}
	return fill(c.later.escalated, "people", c.people(names, c.and), "summary", c.sentence(summary))
}

// HoursClosed answers a yes outside the hours of a rule. opens is when they begin
// again; zero if that is not known.
func (w Words) HoursClosed(summary string, opens time.Time, zone *time.Location) string {
	c := w.in()
	s := fill(c.later.hoursClosed, "summary", c.sentence(summary))
	if !opens.IsZero() {
		s += " " + fill(c.later.hoursNext, "when", c.when(opens, zone))
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
	return shorten(fill(c.later.reminderSubject, "subject", head), maxSubject-len(token), "...") + token
}

// StepUpAsked answers a yes that the channel cannot prove well enough: a code went to
// another address of the same person. kind is of that address: "sms", "whatsapp",
// "email".
func (w Words) StepUpAsked(summary, kind string, until time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.later.stepUpAsked, "summary", c.sentence(summary), "kind", c.kind(kind, c.later.otherKind), "when", c.when(until, zone))
}

// StepUpCode carries the code. It says what it is for, and what to do if somebody else
// said yes: requestCode is the approver's own code of the request. The code is the
// first word in every language: there it is taken out of what operators see.
func (w Words) StepUpCode(code, summary string, until time.Time, zone *time.Location, requestCode string) string {
	c := w.in()
	return fill(c.answers(c.later.stepUpCode, requestCode), "digits", short(code, 40), "when", c.when(until, zone), "summary", c.sentence(summary))
}

// StepUpSubject is the subject of that message where it has one.
func (w Words) StepUpSubject(summary string) string {
	c := w.in()
	return fill(c.later.stepUpSubject, "summary", c.summary(summary))
}

// StepUpWrong answers a code that is not the one that was sent. left is how many more
// may be tried; with none the yes has to be said again.
func (w Words) StepUpWrong(left int) string {
	c := w.in()
	if left <= 0 {
		return c.later.stepUpOver
	}
	return fill(c.later.stepUpWrong, "n", strconv.Itoa(left))
}

// StepUpExpired answers a code whose time is over.
func (w Words) StepUpExpired() string { return w.in().later.stepUpExpired }

// Listing is one line of the answer to LIST.
type Listing struct {
	Open
	StepUp string // where a one-time code went that its yes waits for: "sms"; "" if none
}

// Listed answers the word LIST: the requests that wait for its sender, oldest first.
func (w Words) Listed(open []Listing, zone *time.Location) string {
	c := w.in()
	if len(open) == 0 {
		return c.later.listEmpty
	}
	var b strings.Builder
	b.WriteString(c.answers(c.later.listHead, "") + "\n")
	for _, o := range open {
		b.WriteString("\n" + c.item(o.Open, zone))
		if o.StepUp != "" {
			b.WriteString(fill(c.later.listStepUp, "kind", c.kind(o.StepUp, c.later.otherKind)))
		}
	}
	return b.String()
}

// MoreOpen follows a list of requests that leaves n of them out.
func (w Words) MoreOpen(n int) string {
	c := w.in()
	return fill(c.later.listMore, "n", strconv.Itoa(n), "list", c.list)
}

// CodesLocked tells a sender that too many codes were wrong.
func (w Words) CodesLocked(until time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.later.locked, "when", c.when(until, zone))
}

// ByRule tells the originators that a rule has decided at once, without asking anybody.
func (w Words) ByRule(granted bool, rule, summary string) string {
	c := w.in()
	return fill(c.later.byRule.of(granted), "rule", c.person(rule), "summary", c.sentence(summary))
}

// Outside names who asked without a turn: by is "operator:NAME" or "agent:NAME".
func (w Words) Outside(by string) string {
	c := w.in()
	if name, ok := strings.CutPrefix(by, "operator:"); ok {
		return fill(c.later.byOperator, "name", c.person(name))
	}
	if name, ok := strings.CutPrefix(by, "agent:"); ok {
		return fill(c.later.byAgent, "name", c.person(name))
	}
	return c.person(by)
}
