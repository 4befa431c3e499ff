package render

import (
	"strings"

	"bridge/message"
)

// For is the prompt as one message of a chat channel, in at most max UTF-16 units
// (0: no limit). It shows all arguments, or fits is false and the text says that a
// yes to it does not count and where to read the whole; a no counts always. The
// arguments stand as they are: on WhatsApp nothing in them is a mark, on SMS they
// are not folded. On SMS the code is the last line.
func (p Prompt) For(markup message.Markup, max int) (text string, fits bool) {
	args, complete := p.arguments()
	if complete {
		// What may be missing goes first.
		for _, drop := range []int{0, 1, 2} {
			q := p
			if drop > 0 {
				q.AgentSays = ""
			}
			if drop > 1 {
				q.Title = ""
			}
			if text = q.chat(markup, args); max <= 0 || units(text) <= max {
				return text, true
			}
		}
	}
	for n := maxSummary; ; n /= 2 {
		if text = p.partial(markup, n, complete); n < 20 || max <= 0 || units(text) <= max {
			return text, false
		}
	}
}

// chat is the whole prompt.
func (p Prompt) chat(markup message.Markup, args string) string {
	c := In(p.Language).in()
	w := &c.prompt
	var b strings.Builder
	own := func(s string) { b.WriteString(inPrompt(s, markup) + "\n") }
	data := func(s string) { // exact: as it is, but no mark
		if markup == message.MarkupWhatsApp {
			s = literally(s)
		}
		b.WriteString(s)
	}
	own(p.head(c, maxSummary))
	b.WriteByte('\n')
	own(w.askedBy + " " + p.asked(c))
	own(w.tool + " " + p.tool(c))
	if args == "" {
		own(w.arguments + " " + w.noArguments)
	} else {
		own(w.arguments)
		data(args)
	}
	if d := digest(p.Digest); d != "" {
		own(w.digest + " " + d)
	}
	data(p.says(c, 300))
	b.WriteByte('\n')
	if !p.Until.IsZero() {
		own(fill(w.until, "when", c.when(p.Until, p.Zone)))
	}
	own(c.answers(w.answerCode, p.Code))
	return p.end(&b, markup)
}

// partial is what is sent where the whole prompt is too long. complete says that it
// has all arguments elsewhere.
func (p Prompt) partial(markup message.Markup, room int, complete bool) string {
	c := In(p.Language).in()
	w := &c.prompt
	var b strings.Builder
	own := func(s string) { b.WriteString(inPrompt(s, markup) + "\n") }
	own(p.head(c, room))
	b.WriteByte('\n')
	own(w.askedBy + " " + shorten(p.asked(c), room, "…"))
	if !p.Until.IsZero() {
		own(fill(w.until, "when", c.when(p.Until, p.Zone)))
	}
	where := " " + w.byMail
	switch {
	case !complete:
		where = " " + w.operator
	case p.Page != "":
		where = ""
	}
	b.WriteByte('\n')
	own(c.answers(w.notHere, p.Code) + where)
	if complete && p.Page != "" {
		b.WriteString(w.pageLine(p.Page, markup) + "\n")
	}
	own(c.answers(w.onlyNoCode, p.Code))
	return p.end(&b, markup)
}

// pageLine is the line with the address of the page, which stays as it is.
func (w *promptWords) pageLine(page string, markup message.Markup) string {
	return inPrompt(w.page, markup) + " " + page
}

// inPrompt is a line of the prompt. It may be folded on SMS, accents included: names,
// times, and the summary of what stands below.
func inPrompt(s string, markup message.Markup) string {
	switch markup {
	case message.MarkupWhatsApp:
		return literally(s)
	case message.MarkupSMS:
		return unaccented(foldData(s))
	}
	return s
}

func (p Prompt) end(b *strings.Builder, markup message.Markup) string {
	if markup == message.MarkupSMS {
		b.WriteString(p.Code)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Ask is the prompt in pieces, for channels that ask with buttons; max is the
// longest text of such a channel in UTF-16 units. Whole is true only for a summary
// of Summary's own that shows every argument in full and reads the same in a
// template, where WhatsApp's marks have their meaning.
func (p Prompt) Ask(max int) message.Ask {
	c := In(p.Language).in()
	a := message.Ask{
		Summary: p.head(c, maxSummary), Requester: shorten(literally(p.asked(c)), maxName, "…"), Until: c.prompt.never,
	}
	if !p.Until.IsZero() {
		a.Until = c.when(p.Until, p.Zone)
	}
	s, whole := summary(p.Tool, p.Args)
	a.Whole = whole && s == p.Summary && a.Summary == s && literally(s) == s
	_, a.Fits = p.For(message.MarkupWhatsApp, max)
	return a
}

// units is the length of s in UTF-16 units, which is how messages are measured.
func units(s string) int {
	n := 0
	for _, r := range s {
		if n++; r > 0xFFFF {
			n++
		}
	}
	return n
}
