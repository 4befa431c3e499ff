package quote

import (
	"strings"
	"testing"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/tag"
	"bridge/adapters/email/written"
)

func TestQuotes(t *testing.T) {
	const at = "On Fri, Nov 20, 2026 at 9:00 AM Agent <agent@example.com>\nwrote:\n"
	const outlook = "From: Agent <agent@example.com>\nSent: Friday, November 20, 2026 9:00 AM\nTo: Dana\nSubject: RE: x\n\nold text\n"
	us := Us{Mailbox: tag.Mailbox{Name: "Agent", Local: "agent", Domain: "example.com"}}
	tests := []struct {
		name, in     string
		agent, unquo string
		reply        bool
		subject      string
	}{
		{"top answer", "Yes\n\n" + at + "> old\n>\n> text\n", "Yes", "Yes", true, ""},
		{"top answer without attribution", "Yes\n\n> old\n", "Yes", "Yes", true, ""},
		{"a number that is no quote", "Yes\n\n>20 EUR: no", "Yes\n\n>20 EUR: no", "Yes", true, ""},
		{"pasted quote", "Look:\n\n> old\n", "Look:\n\n> old", "Look:", false, ""},
		{"attributed quote in a new mail", "Yes\n\n" + at + "> old\n", "Yes", "Yes", false, ""},
		{"bottom answer", at + "> old\n\nYes\n", "Yes", "Yes", true, ""},
		{"between", "a\n> one\nb\n> two\n", "a\n> one\nb", "a\nb", true, ""},
		{"only a quote", at + "> old\n", at + "> old", "", true, ""},
		{"german", "Ja\n\nAm 20.11.2026 um 09:00 schrieb Agent:\n> alt\n", "Ja", "Ja", true, ""},
		{"italian", "Sì\n\nIl giorno ven 20 nov 2026 alle ore 09:00 Agent <agent+x@Example.com> ha scritto:\n\n> x\n", "Sì", "Sì", true, ""},
		{"of another", "Yes\n\nOn Fri, 20 Nov 2026 at 09:00, Bob <b@example.com> wrote:\n> x\n", "Yes", "Yes\n\nOn Fri, 20 Nov 2026 at 09:00, Bob <b@example.com> wrote:", true, ""},
		{"a trip", "Book it\n\nFrom: Rome\nTo: Milan\nDate: 20 November 2026 9:00\nSubject: to change", "Book it\n\nFrom: Rome\nTo: Milan\nDate: 20 November 2026 9:00\nSubject: to change", "Book it\n\nFrom: Rome\nTo: Milan\nDate: 20 November 2026 9:00\nSubject: to change", true, ""},
		{"a condition is no attribution", "yes\nOn the condition that Bob wrote:\n> ok\n", "yes\nOn the condition that Bob wrote:\n> ok", "yes\nOn the condition that Bob wrote:", true, ""},
		{"attribution without a quote stays", "yes\n" + at, "yes\n" + strings.TrimSpace(at), "yes\n" + strings.TrimSpace(at), true, ""},
		{"outlook", "Yes\n\n________________________________\n" + outlook, "Yes", "Yes\n\n________________________________\n" + strings.TrimSpace(outlook), true, ""},
		{"outlook, new mail", "Yes\n\n" + outlook, "Yes", "Yes\n\n" + strings.TrimSpace(outlook), false, ""},
		{"forwarded", "See below\n\n" + outlook, "See below\n\n" + strings.TrimSpace(outlook), "See below\n\n" + strings.TrimSpace(outlook), true, "Fwd: x"},
		{"gmail forward", "See\n\n---------- Forwarded message ---------\nFrom: a\nDate: b\nTo: c\nSubject: d\n\nx", "See\n\n---------- Forwarded message ---------\nFrom: a\nDate: b\nTo: c\nSubject: d\n\nx", "See\n\n---------- Forwarded message ---------\nFrom: a\nDate: b\nTo: c\nSubject: d\n\nx", true, ""},
		{"blanks", "\n\n  a\n\n", "  a", "a", true, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := written.MarkQuotes(tt.in)
			about := written.Mail{Us: us.Name, Answers: tt.reply, Forward: mime.Forwards(tt.subject)}
			if got := written.Split(in, about).Text; got != tt.agent {
				t.Errorf("agent text\n%q\nwant\n%q", got, tt.agent)
			}
			if got, _, _ := us.Said(in, Proof{}); got != tt.unquo {
				t.Errorf("unquoted\n%q\nwant\n%q", got, tt.unquo)
			}
		})
	}
}
