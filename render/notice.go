package render

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"bridge/core/locale"
	"bridge/core/message"
)

// Words are the bridge's own sentences about approvals in one language. The zero
// value is English. Names, summaries, codes and addresses are put in as one line
// each. Times are written in the reader's zone; nil is UTC.
type Words struct{ l *locale.Language }

// Waiting tells the originators that the turn waits for a decision. A zero
// until leaves the deadline out; else it is written in until's own zone.
func (w Words) Waiting(names []string, summary string, until time.Time) string {
	c := w.in()
	s := fill(c.Notices.Waiting, "summary", c.sentence(summary))
	if len(names) > 0 {
		s = fill(c.Notices.WaitingFor, "people", c.people(names, c.Or), "summary", c.sentence(summary))
	}
	if !until.IsZero() {
		s += " " + fill(c.Notices.Until, "when", c.when(until, until.Location()))
	}
	return s
}

// Decided tells the originators and the other approvers what was decided. by is
// who decided, as By returns it.
func (w Words) Decided(granted bool, summary, by string, at time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.Notices.Decided.Of(granted), "by", c.person(by), "when", c.when(at, zone), "summary", c.sentence(summary))
}

// By names who decided: people by their names, and what no person decided by the
// words "policy" and "timeout" of a record; an operator is not named, which one is in
// the record.
func (w Words) By(names []string, decidedBy string) string {
	c := w.in()
	switch {
	case len(names) > 0:
		return c.people(names, c.And)
	case strings.HasPrefix(decidedBy, "operator:"):
		return c.Notices.Operator
	case decidedBy == "policy":
		return c.Notices.PolicyRule
	case decidedBy == "timeout":
		return c.Notices.Timeout
	}
	return decidedBy
}

// AlreadyDecided answers an approver who is late.
func (w Words) AlreadyDecided(granted bool, by string, at time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.Notices.Already.Of(granted), "by", c.person(by), "when", c.when(at, zone))
}

// Voted acknowledges a vote where more than one is needed.
func (w Words) Voted(granted bool, summary string, votes, quorum int) string {
	c := w.in()
	s := fill(c.Notices.Voted.Of(granted), "summary", c.sentence(summary))
	if quorum > 1 {
		s += " " + fill(c.Notices.Votes, "n", strconv.Itoa(votes), "of", strconv.Itoa(quorum))
	}
	return s
}

// AlreadyVoted answers a second, different vote: the first one stands.
func (w Words) AlreadyVoted(granted bool, at time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.Notices.AlreadyVoted.Of(granted), "when", c.when(at, zone))
}

// ExpiredOn answers an approver after the deadline, and tells the others of it.
func (w Words) ExpiredOn(summary string, at time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.Notices.Expired, "when", c.when(at, zone), "summary", c.sentence(summary))
}

// Cancelled tells approvers that no answer is needed any more.
func (w Words) Cancelled(summary string) string {
	c := w.in()
	return fill(c.Notices.Cancelled, "summary", c.sentence(summary))
}

// NoOpenRequest answers a known person whose code or reply names no request.
func (w Words) NoOpenRequest(code string) string {
	c := w.in()
	if code = short(code, 40); code != "" {
		return fill(c.Notices.NoCode, "code", code)
	}
	return c.Notices.NoRequest
}

// NoVerdict asks an approver back whose reply was not an unmistakable yes or no.
func (w Words) NoVerdict(until time.Time, zone *time.Location, code string) string {
	return w.in().Notices.NoVerdict + " " + w.StillOpen(until, zone, code)
}

// Uncoded asks an approver back whose yes is one, and needs the code.
func (w Words) Uncoded(until time.Time, zone *time.Location, code string) string {
	return w.in().Notices.Uncoded + " " + w.StillOpen(until, zone, code)
}

// StillOpen says that a request is open, and with a code how it is answered.
func (w Words) StillOpen(until time.Time, zone *time.Location, code string) string {
	c := w.in()
	s := fill(c.Notices.StillOpen, "when", c.when(until, zone))
	if code = short(code, 40); code != "" {
		s += " " + c.answers(c.Notices.AnswerWith, code)
	}
	return s
}

// Silent says below an answer that none follows for some minutes.
func (w Words) Silent() string { return w.in().Notices.Silent }

// WhichPart asks an approver back in whose mail something that is no answer stands beside
// one. It says how to answer whatever stands below mails, and if name is set how that becomes
// known; page is the approval page, "" where there is none.
func (w Words) WhichPart(until time.Time, zone *time.Location, code, page string, name bool) string {
	c := w.in()
	code = short(code, 40)
	which, end := c.Notices.WhichPart, ""
	if name {
		end = "\n\n" + c.Notices.NextTime + "\n\n" + c.Notices.MySignature
	}
	if page != "" {
		which = c.Notices.PartOrPage
		end += "\n" + c.Prompt.Page + " " + page
	}
	return fill(which, "yes", c.Yes, "code", code) + " " + w.StillOpen(until, zone, code) + end
}

// OnlySigned is the same, and shows what stood below the answer.
func (w Words) OnlySigned(below string, until time.Time, zone *time.Location) string {
	return fill(w.in().Notices.OnlySigned, "below", quoted(below)) + " " + w.StillOpen(until, zone, "")
}

// quoted is what somebody wrote, as it stands in a message of ours.
func quoted(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight("    "+escape(l, plainEscape), " ")
	}
	return strings.Join(lines, "\n")
}

// SignatureKnown answers somebody who has named their signature, with what the forms of their mail have.
func (w Words) SignatureKnown(blocks []string) string {
	return fill(w.in().Notices.SignatureKnown, "below", quoted(strings.Join(blocks, "\n\n")))
}

// SignatureNone answers somebody who has said that there is none any more.
func (w Words) SignatureNone() string { return w.in().Notices.SignatureNone }

// SignatureEmpty answers somebody in whose reply none stands.
func (w Words) SignatureEmpty() string { return w.in().Notices.SignatureEmpty }

// SignatureAnswer answers somebody who has named what may be an answer, or is too short or too long.
func (w Words) SignatureAnswer() string { return w.in().Notices.SignatureAnswer }

// SignatureUnproven answers somebody whose mail perhaps is not all theirs.
func (w Words) SignatureUnproven() string { return w.in().Notices.SignatureUnproven }

// OnlyCanDecide answers a known person who is not an approver of the request. Without
// names it says only that.
func (w Words) OnlyCanDecide(names []string) string {
	c := w.in()
	if len(names) == 0 {
		return c.Notices.NotYou
	}
	return fill(c.Notices.OnlyThey, "people", c.people(names, c.Or))
}

// AnOperator stands among names for somebody who runs the bridge.
func (w Words) AnOperator() string { return w.in().Notices.AnOperator }

// Reason is why an answer did not count, for DidNotCount. One that is not of the
// constants is said as it is.
type Reason string

// The reasons that have words in each language.
const (
	WrongAddress Reason = "wrong address"
	TrustTooLow  Reason = "trust too low"
	Incomplete   Reason = "incomplete"
	TooEarly     Reason = "too early"
)

// DidNotCount tells an approver, at the registered address, that an answer in
// their name had no effect.
func (w Words) DidNotCount(summary string, reason Reason) string {
	c := w.in()
	why := c.Notices.NotAccepted
	switch reason {
	case "":
	case WrongAddress:
		why = c.Notices.WrongAddress
	case TrustTooLow:
		why = c.Notices.TrustTooLow
	case Incomplete:
		why = c.Notices.Incomplete
	case TooEarly:
		why = c.Notices.TooEarly
	default:
		why = short(string(reason), 300)
	}
	return fill(c.Notices.DidNotCount, "reason", why, "summary", c.sentence(summary))
}

// NotProven tells a sender of our own that mail in that name was refused.
func (w Words) NotProven(address string) string {
	return fill(w.in().Notices.NotProven, "address", short(address, 200))
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
	b.WriteString(c.answers(c.Notices.WhichOne, "") + "\n")
	for _, o := range open {
		b.WriteString("\n" + c.item(o, zone))
	}
	return b.String()
}

// item is a request in one line of a list. A summary that holds what follows it there
// is quoted.
func (c catalog) item(o Open, zone *time.Location) string {
	line := c.Notices.Item
	if o.Requester != "" {
		line = c.Notices.ItemBy
	}
	summary := c.summary(o.Summary)
	for _, l := range []string{c.Notices.Item, c.Notices.ItemBy} {
		_, rest, _ := strings.Cut(l, "{summary}")
		own, _, _ := strings.Cut(rest, "{")
		if strings.Contains(plainly(summary), plainly(own)) {
			summary = shorten(quote(summary), maxSummary, "…")
			break
		}
	}
	return fill(line, "code", short(o.Code, 40), "summary", summary, "by", c.person(o.Requester), "when", c.when(o.Until, zone))
}

// ListSubject is the subject of a mail with what is pending.
func (w Words) ListSubject() string { return w.in().Later.ListSubject }

// LockedSubject is the subject of a mail that says CodesLocked.
func (w Words) LockedSubject() string { return w.in().Later.LockedSubject }

// WhichSubject is the subject of a mail that asks so.
func (w Words) WhichSubject() string { return w.in().Notices.WhichSubject }

// NobodyToAsk tells originators and operators that no approver could be reached.
func (w Words) NobodyToAsk(summary string) string {
	c := w.in()
	return fill(c.Notices.Nobody, "summary", c.sentence(summary))
}

// OwnRequest tells an originator that nobody is left to decide, because people
// do not approve what they ask for themselves.
func (w Words) OwnRequest(summary string) string {
	c := w.in()
	return fill(c.Notices.Own, "summary", c.sentence(summary))
}

// AgentGone tells originators and approvers that a decision was recorded but
// could not be handed to the assistant.
func (w Words) AgentGone(granted bool, summary string) string {
	c := w.in()
	return fill(c.Notices.Gone.Of(granted), "summary", c.sentence(summary))
}

// Moved tells an approver, at another address, that requests come there since the
// one on a channel with these traits gets no more messages.
func (w Words) Moved(from message.Traits, n int) string {
	c := w.in()
	return c.number(c.Notices.Moved, n, "kind", c.kind(from, c.Notices.Channel))
}

// MovedSubject is the subject of a mail that says so.
func (w Words) MovedSubject() string { return w.in().Notices.MovedSubject }

// kind is what a kind of channel is called, other if it has no name.
func (c catalog) kind(t message.Traits, other string) string {
	if t.Letters {
		return c.Notices.Mail
	}
	return cmp.Or(t.Title, other)
}

// answers puts the words to answer with into a text, and the code.
func (c catalog) answers(text, code string) string {
	return fill(text, "yes", c.Yes, "no", c.No, "code", short(code, 40))
}

// answersOrPress is answers; without a code the buttons of the request's card are named: it is
// for channels on which no code counts.
func (c catalog) answersOrPress(text, code string) string {
	if code != "" {
		return c.answers(text, code)
	}
	return fill(strings.ReplaceAll(text, " {code}", ""), "yes", "“"+c.Page.Grant+"”", "no", "“"+c.Page.Deny+"”")
}
