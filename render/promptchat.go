package render

import (
	"fmt"
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
	var b strings.Builder
	own := func(s string) { b.WriteString(inPrompt(s, markup) + "\n") }
	data := func(s string) { // exact: as it is, but no mark
		if markup == message.MarkupWhatsApp {
			s = literally(s)
		}
		b.WriteString(s)
	}
	own(p.head(maxSummary))
	b.WriteByte('\n')
	own("Asked by: " + p.asked())
	own("Tool: " + exact(orElse(p.Tool, "not named"), maxSummary))
	if p.Title != "" {
		data(labelled("Title", p.Title))
	}
	if args == "" {
		own("Arguments: none")
	} else {
		own("Arguments:")
		data(args)
	}
	if p.AgentSays != "" {
		data(labelled("Agent says", shorten(p.AgentSays, 300, " […]")))
	}
	if d := digest(p.Digest); d != "" {
		own("Digest: " + d)
	}
	if !p.Until.IsZero() {
		own("Open until " + when(p.Until, p.Zone) + ".")
	}
	own(fmt.Sprintf("\nReply YES %s to approve, NO %s to refuse.", p.Code, p.Code))
	return p.end(&b, markup)
}

// partial is what is sent where the whole prompt is too long.
func (p Prompt) partial(markup message.Markup, room int, elsewhere bool) string {
	var b strings.Builder
	own := func(s string) { b.WriteString(inPrompt(s, markup) + "\n") }
	own(p.head(room))
	own("\nAsked by: " + shorten(p.asked(), room, "…"))
	if !p.Until.IsZero() {
		own("Open until " + when(p.Until, p.Zone) + ".")
	}
	where := "Read the whole request and answer it by mail, or ask an operator."
	if !elsewhere {
		where = "Ask an operator."
	}
	own("\nIt is too long to show here, so a YES to this message does not count. " + where)
	own(fmt.Sprintf("Reply NO %s to refuse.", p.Code))
	return p.end(&b, markup)
}

// inPrompt is a line of the prompt. It may be folded on SMS: names, times, and the
// summary of what stands below.
func inPrompt(s string, markup message.Markup) string {
	switch markup {
	case message.MarkupWhatsApp:
		return literally(s)
	case message.MarkupSMS:
		return foldData(s)
	}
	return s
}

func (p Prompt) head(n int) string {
	return exact(orElse(p.Summary, orElse(p.Tool, "a request")), n)
}

func (p Prompt) asked() string {
	s := person(p.Requester)
	if p.Via != "" {
		s += " (via " + person(p.Via) + ")"
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
	a := message.Ask{
		Summary: p.head(maxSummary), Requester: shorten(literally(p.asked()), maxName, "…"), Until: "further notice",
	}
	if !p.Until.IsZero() {
		a.Until = when(p.Until, p.Zone)
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
