package render

import (
	"strings"

	"bridge/core/excerpt"
	"bridge/core/locale"
	"bridge/core/message"
)

// For is the prompt as one message of a chat channel, in at most max UTF-16 units
// (0: no limit). It shows all arguments, or fits is false and the text says that a
// yes to it does not count and where to read the whole; a no counts always. The
// arguments stand as they are: on WhatsApp nothing in them is a mark, on SMS they
// are not folded. On SMS the code is the last line.
func (p Prompt) For(markup message.Markup, max int) (text string, fits bool) {
	rows, complete := p.arguments()
	if complete {
		args := rowsText(rows)
		if p.saysAll(markup) {
			args = ""
		}
		// What may be missing goes first.
		for _, drop := range []int{0, 1, 2} {
			q := p
			if drop > 0 {
				q.AgentSays = ""
			}
			if drop > 1 {
				q.Title = ""
			}
			if text = q.chat(markup, args); max <= 0 || excerpt.Units(text) <= max {
				return text, true
			}
		}
	}
	for n := maxSummary; ; n /= 2 {
		if text = p.partial(markup, n, complete); n < 20 || max <= 0 || excerpt.Units(text) <= max {
			return text, false
		}
	}
}

// saysAll reports whether the summary shows every argument in full, and stands in the
// message as it is: then they need not be listed again.
func (p Prompt) saysAll(markup message.Markup) bool {
	s, whole := summary(p.Tool, p.Args)
	return whole && s == p.Summary && p.head(In(p.Language).in(), maxSummary) == s && inPrompt(s, markup) == s
}

// chat is the whole prompt, as a person would write it: who asks for what, until when,
// and what to answer. args are the arguments that the summary does not show.
func (p Prompt) chat(markup message.Markup, args string) string {
	c := In(p.Language).in()
	w := &c.Prompt
	var b strings.Builder
	own := func(s string) { b.WriteString(inPrompt(s, markup) + "\n") }
	data := func(s string) { // exact: as it is, but no mark
		if markup == message.MarkupStars {
			s = literally(s)
		}
		b.WriteString(s)
	}
	own(p.head(c, maxSummary))
	b.WriteByte('\n')
	own(p.asks(c))
	if args != "" {
		own(w.Arguments)
		data(args)
	}
	data(p.says(c, 300))
	if !p.Until.IsZero() {
		own(fill(w.Until, "when", c.when(p.Until, p.Zone)))
	}
	own(c.answers(w.AnswerCode, p.Code))
	if d := digest(p.Digest); d != "" {
		b.WriteByte('\n')
		if tool := p.tool(c); !p.Question && !strings.HasPrefix(p.Summary, tool) {
			d = tool + ", " + d
		}
		own(d)
	}
	return p.end(&b, markup)
}

// asks is the sentence that says who asks whom.
func (p Prompt) asks(c catalog) string {
	by := c.person(p.Requester)
	if p.Approver == "" {
		return c.Prompt.AskedBy + " " + by
	}
	return fill(c.Prompt.Asks, "name", c.person(p.Approver), "by", by)
}

// partial is what is sent where the whole prompt is too long. complete says that it
// has all arguments elsewhere.
func (p Prompt) partial(markup message.Markup, room int, complete bool) string {
	c := In(p.Language).in()
	w := &c.Prompt
	var b strings.Builder
	own := func(s string) { b.WriteString(inPrompt(s, markup) + "\n") }
	own(p.head(c, room))
	b.WriteByte('\n')
	own(shorten(p.asks(c), 2*room, "…"))
	if !p.Until.IsZero() {
		own(fill(w.Until, "when", c.when(p.Until, p.Zone)))
	}
	where := " " + w.ByMail
	switch {
	case !complete:
		where = " " + w.Operator
	case p.Page != "":
		where = ""
	}
	b.WriteByte('\n')
	own(c.answers(w.NotHere, p.Code) + where)
	if complete && p.Page != "" {
		b.WriteString(pageLine(w, p.Page, markup) + "\n")
	}
	own(c.answers(w.OnlyNoCode, p.Code))
	return p.end(&b, markup)
}

// pageLine is the line with the address of the page, which stays as it is.
func pageLine(w *locale.Prompt, page string, markup message.Markup) string {
	return inPrompt(w.Page, markup) + " " + page
}

// inPrompt is a line of the prompt. It may be folded on SMS, accents included: names,
// times, and the summary of what stands below.
func inPrompt(s string, markup message.Markup) string {
	switch markup {
	case message.MarkupStars:
		return literally(s)
	case message.MarkupGSM7:
		return unaccented(foldData(s))
	}
	return s
}

func (p Prompt) end(b *strings.Builder, markup message.Markup) string {
	if markup == message.MarkupGSM7 {
		b.WriteString(p.Code)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Ask is the prompt in pieces, for channels that ask with buttons: with this
// markup, and at most max UTF-16 units in a text. Whole is true only for a summary
// of Summary's own that shows every argument in full and reads the same in a
// template, where WhatsApp's marks have their meaning.
func (p Prompt) Ask(markup message.Markup, max int) message.Ask {
	c := In(p.Language).in()
	a := message.Ask{
		Summary: p.head(c, maxSummary), Requester: shorten(literally(c.person(p.Requester)), maxName, "…"), Until: c.Prompt.Never, Yes: c.Yes, No: c.No,
	}
	if !p.Until.IsZero() {
		a.Until = c.when(p.Until, p.Zone)
	}
	s, whole := summary(p.Tool, p.Args)
	a.Whole = whole && s == p.Summary && a.Summary == s && literally(s) == s
	_, a.Fits = p.For(markup, max)
	return a
}
