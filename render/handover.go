package render

import (
	"time"

	"bridge/core/locale"
)

// HandoverBegan tells a customer that a person was asked.
func (w Words) HandoverBegan() string { return w.in().Handover.Began }

// HandoverNobody tells a customer that nobody can be asked.
func (w Words) HandoverNobody() string { return w.in().Handover.Nobody }

// HandoverClosed tells a customer that nobody is asked at this hour. opens is when somebody can be, by
// the clock of a zone of the tz database.
func (w Words) HandoverClosed(opens time.Time, zone string) string {
	c := w.in()
	in, err := time.LoadLocation(zone)
	if err != nil {
		in = time.UTC // a zone that this machine does not know
	}
	return fill(c.Handover.Closed, "when", c.when(opens, in))
}

// HandoverLost tells those who are asked now that somebody who was cannot be reached.
func (w Words) HandoverLost(name, code string) string {
	return w.handover(w.in().Handover.Lost, name, code)
}

// HandoverAside tells those who answer that somebody whom nobody asked has written into the conversation,
// and the customer has got nothing of it.
func (w Words) HandoverAside(name, code string) string {
	return w.handover(w.in().Handover.Aside, name, code)
}

// HandoverUnanswered tells a customer that nobody has answered.
func (w Words) HandoverUnanswered() string { return w.in().Handover.Unanswered }

// HandoverOver tells a customer that the assistant answers again.
func (w Words) HandoverOver() string { return w.in().Handover.Over }

// HandoverSubject is the subject of a mail that asks a person to answer a customer.
func (w Words) HandoverSubject(name string) string {
	c := w.in()
	return fill(c.Handover.Subject, "name", c.person(name))
}

// HandoverAsks asks a person to answer a customer.
func (w Words) HandoverAsks(name, address, code string) string {
	c := w.in()
	return fill(c.Handover.Asks, "name", c.person(name), "address", exactName(address, maxName), "code", code, "done", c.Handover.Done)
}

// HandoverSoFar stands above what was said before.
func (w Words) HandoverSoFar() string { return w.in().Handover.SoFar }

// HandoverTaken tells those who were asked, too, who answers.
func (w Words) HandoverTaken(name, code string) string {
	return w.handover(w.in().Handover.Taken, name, code)
}

// HandoverGone tells a person that they answer no longer.
func (w Words) HandoverGone(name, code string) string {
	return w.handover(w.in().Handover.Gone, name, code)
}

// HandoverNotTheirs tells a person that somebody else answers, and nothing was sent.
func (w Words) HandoverNotTheirs(name, code string) string {
	return w.handover(w.in().Handover.NotTheirs, name, code)
}

// HandoverTooLate tells a person that it is over, and nothing was sent.
func (w Words) HandoverTooLate(code string) string {
	return fill(w.in().Handover.TooLate, "code", code)
}

// HandoverUnclear tells a person that nothing was sent of a message that may hold words of others.
func (w Words) HandoverUnclear() string { return w.in().Handover.Unclear }

// HandoverWhich asks a person which conversation they mean: list are codes with names.
func (w Words) HandoverWhich(list string) string {
	return fill(w.in().Handover.Which, "list", list)
}

func (w Words) handover(text, name, code string) string {
	return fill(text, "name", w.in().person(name), "code", code)
}

// HandoverWords are what customers write who want a person, and people who have finished, in
// every language.
func HandoverWords() (human, done []string) {
	for _, tag := range locale.Languages() {
		w := locale.In(tag).Handover
		human, done = append(human, w.Human), append(done, w.Done)
	}
	return human, done
}
