package render

import (
	"strconv"
	"strings"
	"time"
)

// laterWords are the sentences about what follows a request without an answer, or an
// answer: reminders, receipts, second thoughts, one-time codes, lists.
type laterWords struct {
	reminder      string // {n} {summary}
	receipt       either // {summary}
	receiptFrom   string // {from} {when}
	undo          string // {no} {code} {when}
	tellOperator  string
	takesEffect   string // {when} {summary}
	takenBack     string // {by} {when} {summary}
	escalated     string // {people} {summary}
	hoursClosed   string // {summary}
	hoursNext     string // {when}
	stepUpCode    string // {digits} {when} {summary}
	stepUpNotYou  string
	stepUpAsk     string // {where} {when}
	stepUpWrong   forms  // {n}
	stepUpOver    string // {yes} {code}
	locked        string // {when}
	listEmpty     string
	listHead      forms  // {n}
	listAsked     string // {by} {when}
	listOpen      string // {when}
	listAnswer    string // {yes} {no} {code}
	listMore      forms  // {n}
	policyDecided either // {rule} {summary}
	othersDecided either // {by} {when} {summary}
	objection     string // {summary}
	objectionTold string
	byOperator    string // {name}
	byAgent       string // {name}
}

// maxListed is how many requests a list shows.
const maxListed = 20

// Reminder asks an approver again: the nth time, counted from one. Without a code it
// only says that the request waits.
func (w Words) Reminder(nth int, summary, code string, until time.Time, zone *time.Location) string {
	c := w.in()
	s := fill(c.later.reminder, "n", strconv.Itoa(nth), "summary", c.sentence(summary))
	if !until.IsZero() {
		s += " " + fill(c.notices.until, "when", c.when(until, zone))
	}
	if code = short(code, 40); code != "" {
		s += " " + c.answers(c.notices.answerWith, code)
	}
	return s
}

// Receipt tells a person, at another of their addresses, what was decided in their
// name, from which address and when. undo is until when a no to this message, with the
// code, takes a yes back; zero: it cannot be taken back.
func (w Words) Receipt(granted bool, summary, from string, at, undo time.Time, code string, zone *time.Location) string {
	c := w.in()
	s := fill(c.later.receipt.of(granted), "summary", c.sentence(summary)) + " " +
		fill(c.later.receiptFrom, "from", exact(orElse(from, c.notices.somebody), maxName), "when", c.when(at, zone)) + " "
	if !undo.IsZero() {
		s += c.undo(undo, code, zone) + " "
	}
	return s + c.later.tellOperator
}

// undo says how to take a yes back.
func (c *catalog) undo(until time.Time, code string, zone *time.Location) string {
	text := c.later.undo
	if code = short(code, 40); code == "" {
		text = strings.Replace(text, " {code}", "", 1)
	}
	return fill(c.answers(text, code), "when", c.when(until, zone))
}

// TakesEffect acknowledges a yes that can be taken back until at.
func (w Words) TakesEffect(summary string, at time.Time, code string, zone *time.Location) string {
	c := w.in()
	return fill(c.later.takesEffect, "when", c.when(at, zone), "summary", c.sentence(summary)) + " " + c.undo(at, code, zone)
}

// TakenBack tells everybody concerned that a yes was taken back before it had an
// effect.
func (w Words) TakenBack(summary, by string, at time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.later.takenBack, "by", c.person(by), "when", c.when(at, zone), "summary", c.sentence(summary))
}

// Escalated tells those who were asked first, and the originators, who is asked now.
func (w Words) Escalated(summary string, names []string) string {
	c := w.in()
	if len(names) == 0 {
		names = []string{c.notices.anOperator}
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

// StepUpCode is the message with the one-time code for a yes that was too weak alone.
func (w Words) StepUpCode(summary, digits string, until time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.later.stepUpCode, "digits", short(digits, 40), "when", c.when(until, zone), "summary", c.sentence(summary)) + " " + c.later.stepUpNotYou
}

// StepUpAsk answers such a yes: to which address, masked, the code went.
func (w Words) StepUpAsk(where string, until time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.later.stepUpAsk, "where", exact(where, maxName), "when", c.when(until, zone))
}

// StepUpWrong answers a wrong one-time code. left is how many tries are left; with none
// code is the approver's own of the request, to begin again with.
func (w Words) StepUpWrong(left int, code string) string {
	c := w.in()
	if left > 0 {
		return c.number(c.later.stepUpWrong, left)
	}
	return c.answers(c.later.stepUpOver, short(code, 40))
}

// Locked answers an address from which too many wrong codes came.
func (w Words) Locked(until time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.later.locked, "when", c.when(until, zone))
}

// ListEmpty answers LIST where nothing is pending.
func (w Words) ListEmpty() string { return w.in().later.listEmpty }

// List answers LIST: what waits for the approver, who asked, until when, and how to
// answer each. At most twenty are shown; total counts all.
func (w Words) List(open []Open, total int, zone *time.Location) string {
	if len(open) == 0 {
		return w.ListEmpty()
	}
	c := w.in()
	total = max(total, len(open))
	var b strings.Builder
	b.WriteString(c.number(c.later.listHead, total))
	open = open[:min(len(open), maxListed)]
	for i, o := range open {
		about := c.later.listOpen
		if o.Requester != "" {
			about = c.later.listAsked
		}
		// The summary stands behind a number: none of it can begin a line.
		b.WriteString("\n\n" + strconv.Itoa(i+1) + ") " + exact(orElse(o.Summary, c.prompt.unnamed), maxSummary) +
			"\n" + fill(about, "by", c.person(o.Requester), "when", c.when(o.Until, zone)) +
			"\n" + c.answers(c.later.listAnswer, short(o.Code, 40)))
	}
	if more := total - len(open); more > 0 {
		b.WriteString("\n\n" + c.number(c.later.listMore, more))
	}
	return b.String()
}

// PolicyDecided tells the originators that a rule has decided.
func (w Words) PolicyDecided(granted bool, summary, rule string) string {
	c := w.in()
	return fill(c.later.policyDecided.of(granted), "rule", c.person(rule), "summary", c.sentence(summary))
}

// OthersDecided is the short notice to the approvers who have not answered.
func (w Words) OthersDecided(granted bool, summary, by string, at time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.later.othersDecided.of(granted), "by", c.person(by), "when", c.when(at, zone), "summary", c.sentence(summary))
}

// Objection answers who takes a yes back too late.
func (w Words) Objection(summary string) string {
	c := w.in()
	return fill(c.later.objection, "summary", c.sentence(summary)) + " " + c.later.objectionTold
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
