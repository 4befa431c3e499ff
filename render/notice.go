package render

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"bridge/message"
)

// Words are the bridge's own sentences about approvals in one language. The zero
// value is English. Names, summaries, codes and addresses are put in as one line
// each. Times are written in the reader's zone; nil is UTC.
type Words struct{ c *catalog }

// Waiting tells the originators that the turn waits for a decision. A zero
// until leaves the deadline out; else it is written in until's own zone.
func (w Words) Waiting(names []string, summary string, until time.Time) string {
	c := w.in()
	s := fill(c.notices.waiting, "summary", c.sentence(summary))
	if len(names) > 0 {
		s = fill(c.notices.waitingFor, "people", c.people(names, c.or), "summary", c.sentence(summary))
	}
	if !until.IsZero() {
		s += " " + fill(c.notices.until, "when", c.when(until, until.Location()))
	}
	return s
}

// Decided tells the originators and the other approvers what was decided. by is
// who decided, as By returns it.
func (w Words) Decided(granted bool, summary, by string, at time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.notices.decided.of(granted), "by", c.person(by), "when", c.when(at, zone), "summary", c.sentence(summary))
}

// By names who decided: people by their names, and what no person decided by the
// words "policy" and "timeout" of a record; an operator is not named, which one is in
// the record.
func (w Words) By(names []string, decidedBy string) string {
	c := w.in()
	switch {
	case len(names) > 0:
		return c.people(names, c.and)
	case strings.HasPrefix(decidedBy, "operator:"):
		return c.notices.operator
	case decidedBy == "policy":
		return c.notices.policyRule
	case decidedBy == "timeout":
		return c.notices.timeout
	}
	return decidedBy
}

// AlreadyDecided answers an approver who is late.
func (w Words) AlreadyDecided(granted bool, by string, at time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.notices.already.of(granted), "by", c.person(by), "when", c.when(at, zone))
}

// Voted acknowledges a vote where more than one is needed.
func (w Words) Voted(granted bool, summary string, votes, quorum int) string {
	c := w.in()
	s := fill(c.notices.voted.of(granted), "summary", c.sentence(summary))
	if quorum > 1 {
		s += " " + fill(c.notices.votes, "n", strconv.Itoa(votes), "of", strconv.Itoa(quorum))
	}
	return s
}

// AlreadyVoted answers a second, different vote: the first one stands.
func (w Words) AlreadyVoted(granted bool, at time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.notices.alreadyVoted.of(granted), "when", c.when(at, zone))
}

// ExpiredOn answers an approver after the deadline, and tells the others of it.
func (w Words) ExpiredOn(summary string, at time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.notices.expired, "when", c.when(at, zone), "summary", c.sentence(summary))
}

// Cancelled tells approvers that no answer is needed any more.
func (w Words) Cancelled(summary string) string {
	c := w.in()
	return fill(c.notices.cancelled, "summary", c.sentence(summary))
}

// NoOpenRequest answers a known person whose code or reply names no request.
func (w Words) NoOpenRequest(code string) string {
	c := w.in()
	if code = short(code, 40); code != "" {
		return fill(c.notices.noCode, "code", code)
	}
	return c.notices.noRequest
}

// Encrypted answers a message of which nothing can be read.
func Encrypted(how string) string {
	return fmt.Sprintf("Your message is encrypted with %s and cannot be read here. Nothing was done with it. Please send it again without encryption; a signature is fine.", short(how, 40))
}

// StillOpen asks an approver back whose reply was not an unmistakable yes or no.
// Without a code it only says that the request is open.
func (w Words) StillOpen(until time.Time, zone *time.Location, code string) string {
	c := w.in()
	s := fill(c.notices.stillOpen, "when", c.when(until, zone))
	if code = short(code, 40); code != "" {
		s += " " + c.answers(c.notices.answerWith, code)
	}
	return s
}

// OnlyCanDecide answers a known person who is not an approver of the request. Without
// names it says only that.
func (w Words) OnlyCanDecide(names []string) string {
	c := w.in()
	if len(names) == 0 {
		return c.notices.notYou
	}
	return fill(c.notices.onlyThey, "people", c.people(names, c.or))
}

// AnOperator stands among names for somebody who runs the bridge.
func (w Words) AnOperator() string { return w.in().notices.anOperator }

// Reason is why an answer did not count, for DidNotCount. One that is not of the
// constants is said as it is.
type Reason string

// The reasons that have words in each language.
const (
	WrongAddress Reason = "wrong address"
	TrustTooLow  Reason = "trust too low"
	Incomplete   Reason = "incomplete"
)

// DidNotCount tells an approver, at the registered address, that an answer in
// their name had no effect.
func (w Words) DidNotCount(summary string, reason Reason) string {
	c := w.in()
	why := c.notices.notAccepted
	switch reason {
	case "":
	case WrongAddress:
		why = c.notices.wrongAddress
	case TrustTooLow:
		why = c.notices.trustTooLow
	case Incomplete:
		why = c.notices.incomplete
	default:
		why = short(string(reason), 300)
	}
	return fill(c.notices.didNotCount, "reason", why, "summary", c.sentence(summary))
}

// Open is one request that waits for an approver's answer.
type Open struct {
	Summary   string
	Requester string
	Code      string // the approver's own
	Until     time.Time
}

// WhichOne asks which of several requests a reply means.
func (w Words) WhichOne(open []Open, zone *time.Location) string {
	if len(open) == 0 {
		return w.NoOpenRequest("")
	}
	c := w.in()
	var b strings.Builder
	b.WriteString(c.answers(c.notices.whichOne, "") + "\n")
	for _, o := range open {
		b.WriteString("\n" + c.item(o, zone))
	}
	return b.String()
}

// item is a request in one line of a list. A summary that holds what follows it there
// is quoted.
func (c *catalog) item(o Open, zone *time.Location) string {
	line := c.notices.item
	if o.Requester != "" {
		line = c.notices.itemBy
	}
	summary := c.summary(o.Summary)
	for _, l := range []string{c.notices.item, c.notices.itemBy} {
		_, rest, _ := strings.Cut(l, "{summary}")
		own, _, _ := strings.Cut(rest, "{")
		if strings.Contains(plainly(summary), plainly(own)) {
			summary = shorten(quote(summary), maxSummary, "…")
			break
		}
	}
	return fill(line, "code", short(o.Code, 40), "summary", summary, "by", c.person(o.Requester), "when", c.when(o.Until, zone))
}

// WhichSubject is the subject of a mail that asks so.
func (w Words) WhichSubject() string { return w.in().notices.whichSubject }

// NobodyToAsk tells originators and operators that no approver could be reached.
func (w Words) NobodyToAsk(summary string) string {
	c := w.in()
	return fill(c.notices.nobody, "summary", c.sentence(summary))
}

// OwnRequest tells an originator that nobody is left to decide, because people
// do not approve what they ask for themselves.
func (w Words) OwnRequest(summary string) string {
	c := w.in()
	return fill(c.notices.own, "summary", c.sentence(summary))
}

// AgentGone tells originators and approvers that a decision was recorded but
// could not be handed to the assistant.
func (w Words) AgentGone(granted bool, summary string) string {
	c := w.in()
	return fill(c.notices.gone.of(granted), "summary", c.sentence(summary))
}

// Moved tells an approver, at another address, that requests come there since the
// one of a kind ("sms") gets no more messages.
func (w Words) Moved(kind string, n int) string {
	c := w.in()
	return c.number(c.notices.moved, n, "kind", c.kind(kind, c.notices.channel))
}

// MovedSubject is the subject of a mail that says so.
func (w Words) MovedSubject() string { return w.in().notices.movedSubject }

// kind is the name of a kind of channel, other that of one without a name.
func (c *catalog) kind(kind, other string) string {
	switch kind {
	case "sms":
		return c.notices.sms
	case "whatsapp":
		return c.notices.whatsapp
	case "email":
		return c.notices.email
	}
	return other
}

// answers puts the words to answer with into a text, and the code.
func (c *catalog) answers(text, code string) string {
	return fill(text, "yes", c.yes, "no", c.no, "code", short(code, 40))
}

// Failure tells the originators that a turn failed.
func Failure(turn message.TurnID) string {
	return fmt.Sprintf("Sorry, the assistant could not answer (ref %s). Your message is kept.", turn)
}

// Held tells the originators that the assistant cannot be reached for some time.
func Held(turn message.TurnID) string {
	return fmt.Sprintf("The assistant cannot be reached at present (ref %s). Your message is kept, and answered as soon as the assistant is back.", turn)
}

// Looping tells a sender that its messages start no turns, because they are all
// the same.
func Looping() string {
	return "The same text came from you several times in a short while, which looks like an automatic reply loop. " +
		"These messages are kept, but not answered. Write something else to go on. This is said once a day."
}

// TooMany tells a sender that a limit was met: n messages per so long; where is
// "" or begins with a space.
func TooMany(n int, per time.Duration, where string) string {
	span := per.String()
	switch per {
	case time.Second:
		span = "a second"
	case time.Minute:
		span = "a minute"
	case time.Hour:
		span = "an hour"
	case 24 * time.Hour:
		span = "a day"
	default:
		span = "in " + span
	}
	what := "messages"
	if n == 1 {
		what = "message"
	}
	return fmt.Sprintf("More than %d %s %s%s: the rest waits with your mail server, or in the mailbox, and is taken later. This is said once a day.", n, what, span, where)
}
