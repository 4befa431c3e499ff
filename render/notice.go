package render

import (
	"fmt"
	"strings"
	"time"

	"bridge/message"
)

// Words are the bridge's own sentences about approvals in one language. The zero
// value is English.
type Words struct{ language string }

// In returns the words of a person's language, a BCP 47 tag: of its base language if
// that is one of the eight (en, it, es, fr, de, pt, nl, pl), else English.
func In(language string) Words { return Words{language} }

// The notices are the bridge's own sentences. Names, summaries and codes are
// put in as one line each. Times are written in the reader's zone; nil is UTC.

// Waiting tells the originators that the turn waits for a decision. A zero
// until leaves the deadline out; else it is written in until's own zone.
func (w Words) Waiting(names []string, summary string, until time.Time) string {
	s := "Waiting for approval"
	if len(names) > 0 {
		s += " by " + people(names)
	}
	s += ": " + sentence(summary)
	if !until.IsZero() {
		s += fmt.Sprintf(" Open until %s.", when(until, until.Location()))
	}
	return s
}

// Decided tells the originators and the other approvers what was decided. by is
// who decided, "timeout" and "policy" included.
func (w Words) Decided(granted bool, summary, by string, at time.Time, zone *time.Location) string {
	return fmt.Sprintf("%s by %s on %s: %s", capital(verb(granted)), person(by), when(at, zone), sentence(summary))
}

// AlreadyDecided answers an approver who is late.
func (w Words) AlreadyDecided(granted bool, by string, at time.Time, zone *time.Location) string {
	return fmt.Sprintf("Already decided: %s by %s on %s.", verb(granted), person(by), when(at, zone))
}

// Voted acknowledges a vote where more than one is needed.
func (w Words) Voted(granted bool, summary string, votes, quorum int) string {
	what := "yes"
	if !granted {
		what = "no"
	}
	s := fmt.Sprintf("Your %s is recorded: %s", what, sentence(summary))
	if quorum > 1 {
		s += fmt.Sprintf(" %d of %d needed answers are in.", votes, quorum)
	}
	return s
}

// AlreadyVoted answers a second, different vote: the first one stands.
func (w Words) AlreadyVoted(granted bool, at time.Time, zone *time.Location) string {
	what := "yes"
	if !granted {
		what = "no"
	}
	return fmt.Sprintf("You have already answered %s on %s. That answer stands.", what, when(at, zone))
}

// ExpiredOn answers an approver after the deadline, and tells the others of it.
func (w Words) ExpiredOn(summary string, at time.Time, zone *time.Location) string {
	return fmt.Sprintf("Expired on %s, which counts as a refusal: %s", when(at, zone), sentence(summary))
}

// Cancelled tells approvers that no answer is needed any more.
func (w Words) Cancelled(summary string) string {
	return "Cancelled, no answer is needed any more: " + sentence(summary)
}

// NoOpenRequest answers a known person whose code or reply names no request.
func (w Words) NoOpenRequest(code string) string {
	if code = short(code, 40); code != "" {
		return fmt.Sprintf("There is no open request with the code %s.", code)
	}
	return "There is no open request that this message answers."
}

// Encrypted answers a message of which nothing can be read.
func Encrypted(how string) string {
	return fmt.Sprintf("Your message is encrypted with %s and cannot be read here. Nothing was done with it. Please send it again without encryption; a signature is fine.", short(how, 40))
}

// StillOpen asks an approver back whose reply was not an unmistakable yes or no.
// Without a code it only says that the request is open.
func (w Words) StillOpen(until time.Time, zone *time.Location, code string) string {
	s := fmt.Sprintf("Still open until %s.", when(until, zone))
	if code = short(code, 40); code != "" {
		s += fmt.Sprintf(" Answer YES %s or NO %s.", code, code)
	}
	return s
}

// OnlyCanDecide answers a known person who is not an approver of the request.
func (w Words) OnlyCanDecide(names []string) string {
	if len(names) == 0 {
		return "You cannot decide this."
	}
	return fmt.Sprintf("Only %s can decide this.", people(names))
}

// Why an answer did not count, for DidNotCount.
const (
	WrongAddress = "it came from an address that is not registered for you"
	TrustTooLow  = "the channel could not prove well enough that it came from you"
	Incomplete   = "the request could not be shown in full there"
)

// DidNotCount tells an approver, at the registered address, that an answer in
// their name had no effect.
func (w Words) DidNotCount(summary, reason string) string {
	return fmt.Sprintf("An answer to this request did not count, because %s: %s", short(orElse(reason, "it was not accepted"), 300), sentence(summary))
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
	var b strings.Builder
	b.WriteString("Several requests are open, and it is not clear which one you mean. Nothing was decided.\nAnswer YES or NO with the code of one:\n")
	for _, o := range open {
		fmt.Fprintf(&b, "\n%s  %s", short(o.Code, 40), exact(o.Summary, maxSummary))
		if o.Requester != "" {
			fmt.Fprintf(&b, " (asked by %s)", person(o.Requester))
		}
		fmt.Fprintf(&b, ", open until %s", when(o.Until, zone))
	}
	return b.String()
}

// NobodyToAsk tells originators and operators that no approver could be reached.
func (w Words) NobodyToAsk(summary string) string {
	return "No approver could be reached, so this was refused: " + sentence(summary)
}

// OwnRequest tells an originator that nobody is left to decide, because people
// do not approve what they ask for themselves.
func (w Words) OwnRequest(summary string) string {
	return "You cannot approve your own request and nobody else may, so this was refused: " + sentence(summary)
}

// AgentGone tells originators and approvers that a decision was recorded but
// could not be handed to the assistant.
func (w Words) AgentGone(granted bool, summary string) string {
	return fmt.Sprintf("%s, but the assistant could not be reached to act on it: %s", capital(verb(granted)), sentence(summary))
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

func verb(granted bool) string {
	if granted {
		return "granted"
	}
	return "denied"
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// sentence is a summary as the end of a sentence.
func sentence(summary string) string {
	s := exact(orElse(summary, "a request"), maxSummary)
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "…") {
		return s
	}
	return s + "."
}

func person(name string) string { return exact(orElse(name, "somebody"), maxName) }

// people joins names: "Dana", "Dana or Eve", "Dana, Eve or Finn".
func people(names []string) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = person(n)
	}
	if len(list) == 1 {
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

// when writes a time with weekday and zone: "Fri 20 Nov 2026, 21:03 CET". Zones
// without an abbreviation show their offset.
func when(t time.Time, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	t = t.In(zone)
	name, _ := t.Zone()
	if name == "" || name[0] == '+' || name[0] == '-' {
		name = "UTC" + t.Format("-07:00")
	}
	return t.Format("Mon 2 Jan 2006, 15:04 ") + name
}

// Moved tells an approver, at another address, that requests come there since the
// one of a kind ("sms") gets no more messages.
func (w Words) Moved(kind string, n int) string {
	what := "The request that waits for you comes"
	if n != 1 {
		what = fmt.Sprintf("The %d requests that wait for you come", n)
	}
	name := map[string]string{"sms": "SMS", "whatsapp": "WhatsApp", "email": "mail"}[kind]
	return fmt.Sprintf("You have stopped messages by %s. %s here instead. Nothing was decided.", orElse(name, "this channel"), what)
}
