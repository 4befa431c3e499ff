package render

import (
	"fmt"
	"strings"

	"bridge/core/locale"
)

// PageWords are the texts of the approval page in one language.
type PageWords struct {
	Title, Whose, AskedBy, Tool, AgentTitle, Digest, Until, Arguments, TooLong, None, AgentSays string
	Code, CodeHint, DigitsHint, Reason, Deny, Approve                                           string
	NoCode, WrongCode, Closed, Stale, NoCookie, NoChoice                                        string
	After, AfterGrace, OtherTongue, Details                                                     string
}

// Tongue is a language that a page can be read in.
type Tongue struct{ Tag, Name string }

// Tongues are the languages of the page, but for that of w.
func (w Words) Tongues() []Tongue {
	var list []Tongue
	for _, tag := range locale.Languages() {
		if tag != w.Tag() {
			list = append(list, Tongue{tag, locale.In(tag).Name})
		}
	}
	return list
}

// Others says who else can decide; "" if nobody can.
func (w Words) Others(names []string) string {
	c := w.in()
	if len(names) == 0 {
		return ""
	}
	return fill(c.Page.Others, "people", c.people(names, c.Or))
}

// Several says how many have to say yes; "" where one is enough.
func (w Words) Several(quorum int) string {
	if quorum < 2 {
		return ""
	}
	return fill(w.in().Page.Several, "n", fmt.Sprint(quorum))
}

// NotSent, NoPage and NotNow are all that a page says where no request is known.
func (w Words) NotSent() string { return w.in().Page.NotSent }

// NoPage is documented at NotSent.
func (w Words) NoPage() string { return w.in().Page.NoPage }

// NotNow is documented at NotSent.
func (w Words) NotNow() string { return w.in().Page.NotNow }

// Page returns the words of an approver's page. Labels are those of the prompt, without
// their colons.
func (w Words) Page(approver string) PageWords {
	c := w.in()
	p, q := c.Page, c.Prompt
	label := func(s string) string { return strings.TrimRight(s, ": ") }
	until, _, _ := strings.Cut(q.Until, "{")
	return PageWords{
		Title: p.Title, Whose: fill(p.Whose, "name", c.person(approver)), AskedBy: label(q.AskedBy), Tool: label(q.Tool), AgentTitle: label(q.Title),
		Digest: label(q.Digest), Until: label(until), Arguments: label(q.Arguments), TooLong: p.TooLong, None: capital(q.NoArguments) + ".", AgentSays: label(q.AgentSays),
		Code: p.Code, CodeHint: p.CodeHint, DigitsHint: p.DigitsHint, Reason: p.Reason, Deny: p.Deny, Approve: p.Grant,
		After: p.After, AfterGrace: p.AfterGrace, OtherTongue: p.OtherTongue, Details: p.Details,
		NoCode: p.NoCode, WrongCode: p.WrongCode, Closed: p.Closed, Stale: p.Stale, NoCookie: p.NoCookie, NoChoice: p.NoChoice,
	}
}
