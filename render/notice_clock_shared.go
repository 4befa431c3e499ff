package render

import (
	"fmt"
	"strings"
	"time"
)

// TakesEffect acknowledges a yes that can be taken back until at.
func (w Words) TakesEffect(summary string, at time.Time, code string, zone *time.Location) string {
	return fmt.Sprintf("Your yes is recorded and takes effect on %s: %s Until then reply NO %s to take it back.", when(at, zone), sentence(summary), short(code, 40))
}

// TakenBack tells everybody concerned that a yes was taken back before it had an effect.
func (w Words) TakenBack(summary, by string, at time.Time, zone *time.Location) string {
	return fmt.Sprintf("Taken back by %s on %s, which counts as a refusal: %s", person(by), when(at, zone), sentence(summary))
}

// Receipt tells a person, at another of their addresses, what was decided in their name,
// from which address and when. undo is until when a no to this message, with the code,
// takes a yes back; zero: it cannot be taken back.
func (w Words) Receipt(granted bool, summary, from string, at, undo time.Time, code string, zone *time.Location) string {
	what := "yes"
	if !granted {
		what = "no"
	}
	s := fmt.Sprintf("You said %s: %s It came from %s on %s.", what, sentence(summary), exact(orElse(from, "another address"), maxName), when(at, zone))
	if !undo.IsZero() {
		s += fmt.Sprintf(" Until %s reply NO %s to take it back.", when(undo, zone), short(code, 40))
	}
	return s + " If this was not you, tell your operator."
}

// Escalated tells those who were asked first who is asked now.
func (w Words) Escalated(summary string, names []string) string {
	return fmt.Sprintf("Nobody has decided yet, so %s can decide now, too: %s", strings.ReplaceAll(people(names), " or ", " and "), sentence(summary))
}

// HoursClosed answers a yes outside the hours of a rule. opens is when they begin again;
// zero if that is not known.
func (w Words) HoursClosed(summary string, opens time.Time, zone *time.Location) string {
	s := "A yes to this does not count at this hour; a no does: " + sentence(summary)
	if !opens.IsZero() {
		s += fmt.Sprintf(" It is taken again from %s on.", when(opens, zone))
	}
	return s
}

// Objection answers who takes a yes back too late.
func (w Words) Objection(summary string) string {
	return "Your no came too late to take your yes back: " + sentence(summary) + " It is recorded, and the operators are told."
}
