package render

import (
	"strconv"
	"strings"
	"time"
)

// Question asks one person for words, in the person's language. What is asked comes from a
// model: it stands behind "|", and cannot pass for the bridge's own lines.
type Question struct {
	Summary   string
	Text      string
	Choices   []string
	Fields    []Field
	Files     []File
	Requester string
	Code      string // the person's own
	Until     time.Time
	Zone      *time.Location // nil = UTC
	Language  string
}

// File is a file that a question comes with. Its URL has no blanks.
type File struct{ Name, URL string }

// Field is one line of a form, with the values it may have; none: any.
type Field struct {
	Name    string
	Choices []string
}

func (q Question) prompt() Prompt {
	return Prompt{Summary: q.Summary, Code: q.Code, Language: q.Language, Requester: q.Requester}
}

// Subject is the beginning of the question and the token that binds a reply.
func (q Question) Subject() string { return q.prompt().Subject() }

// Message is the whole question, with how to answer it.
func (q Question) Message() string {
	c := In(q.Language).in()
	w := &c.Question
	var b strings.Builder
	b.WriteString(fill(w.Asks, "by", c.person(q.Requester)) + "\n\n")
	b.WriteString(block("", q.Text))
	for _, f := range q.Files {
		if b.WriteString("\n"); f.Name != "" {
			b.WriteString(exact(f.Name, maxName) + ": ")
		}
		b.WriteString(f.URL)
	}
	if len(q.Files) > 0 {
		b.WriteString("\n")
	}
	how := w.Free
	for i, choice := range q.Choices {
		how = w.Choice
		b.WriteString("\n" + strconv.Itoa(i+1) + ". " + exact(choice, maxName))
	}
	for _, f := range q.Fields {
		how = w.Form
		b.WriteString("\n" + exact(f.Name, maxName) + ":")
		if len(f.Choices) > 0 {
			b.WriteString(" (" + exact(strings.Join(f.Choices, " / "), maxSummary) + ")")
		}
	}
	if how != w.Free {
		b.WriteString("\n")
	}
	b.WriteString("\n" + how + " " + fill(w.ByCode, "code", short(q.Code, 40)) + "\n")
	b.WriteString(w.NoGrant + "\n")
	if !q.Until.IsZero() {
		b.WriteString(fill(c.Prompt.Until, "when", c.when(q.Until, q.Zone)) + "\n")
	}
	b.WriteString("\n" + q.prompt().token())
	return b.String()
}

// AskAgain asks back whose reply was no answer to a question.
func (w Words) AskAgain(until time.Time, zone *time.Location, choices, form bool, code string) string {
	c := w.in()
	how := c.Question.Free
	switch {
	case choices:
		how = c.Question.Choice
	case form:
		how = c.Question.Form
	}
	if code = short(code, 40); code != "" {
		how += " " + fill(c.Question.ByCode, "code", code)
	}
	return c.Question.Unclear + " " + how + " " + fill(c.Notices.StillOpen, "when", c.when(until, zone))
}

// Answered says who has answered a question.
func (w Words) Answered(summary, by string, at time.Time, zone *time.Location) string {
	c := w.in()
	return fill(c.Question.Answered, "by", c.person(by), "when", c.when(at, zone), "summary", c.sentence(summary))
}
