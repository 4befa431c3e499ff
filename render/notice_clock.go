package render

import (
	"fmt"
	"time"
)

// Held tells another approver that enough have said yes, and how to stop it. by is who.
func (w Words) Held(summary, by string, at time.Time, code string, zone *time.Location) string {
	return fmt.Sprintf("%s said yes, which takes effect on %s: %s Until then reply NO %s to stop it.", capital(person(by)), when(at, zone), sentence(summary), short(code, 40))
}

// OtherVoted tells an approver that another one has said yes and more are needed.
func (w Words) OtherVoted(summary, by string, votes, quorum int, code string) string {
	return fmt.Sprintf("%s said yes: %s %d of %d needed answers are in. Answer YES %s or NO %s.",
		capital(person(by)), sentence(summary), votes, quorum, short(code, 40), short(code, 40))
}

// ReminderSubject is the subject of a prompt that asks once more.
func (w Words) ReminderSubject(subject string) string { return "Reminder: " + subject }

// ReceiptSubject is the subject of a receipt.
func (w Words) ReceiptSubject(granted bool, summary string) string {
	what := "yes"
	if !granted {
		what = "no"
	}
	return fmt.Sprintf("You said %s: %s", what, exact(orElse(summary, "a request"), maxSummary))
}

// ObjectOpen follows Receipt where a yes waits for others and can be taken back until
// they have decided.
func (w Words) ObjectOpen(code string) string {
	return fmt.Sprintf("Other answers are still needed; until they are in, reply NO %s to take it back.", short(code, 40))
}

// ObjectLate follows Receipt where a yes has had its effect.
func (w Words) ObjectLate(code string) string {
	return fmt.Sprintf("Or reply NO %s: it cannot be taken back any more, but the operators hear of it.", short(code, 40))
}
