package render

import (
	"strings"

	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/render/gsm7"
)

// Messages turns a step's answer into the messages that one recipient gets, in
// their order: one on mail; on a channel that takes less at a time, the text in
// numbered parts, then each file by itself. It is called by the outbox before the
// messages are stored. What is too long for the parts that a channel takes is cut:
// keep gets the whole answer as plain text, once, and returns a link to it, or ""
// if it cannot be kept, which is then said. Its error is returned as it is.
func Messages(t Turn, p Profile, keep func(text string) (link string, err error)) ([]Output, error) {
	if p.Markup == "" {
		return []Output{Render(t, p)}, nil
	}
	r := rendered(t, p)
	parts, err := r.parts(keep)
	if err != nil {
		return nil, err
	}
	var list []Output
	if p.Markup == message.MarkupTags {
		list = tagged(parts)
	} else {
		for _, part := range parts {
			list = append(list, Output{Text: part})
		}
	}
	switch {
	case len(r.attached) == 0:
	case !p.OnePerMessage:
		if len(list) == 0 {
			list = []Output{{}}
		}
		list[0].Attachments = r.attached
	case len(r.attached) == 1 && len(parts) == 1 && captioned(r.attached[0]) && excerpt.Units(parts[0]) <= p.MaxCaption:
		list[0].Attachments = r.attached
	default:
		for _, a := range r.attached {
			out := Output{Attachments: []message.Attachment{a}}
			if name := settle(short(a.Filename, maxName), p.Markup); captioned(a) && excerpt.Units(name) <= p.MaxCaption {
				out.Text = name
			}
			list = append(list, out)
		}
	}
	if len(list) > 0 {
		list[0].Data = r.datafiles
	}
	return list, nil
}

// captioned reports whether a text that goes with a file is shown: phones show none
// with sounds and business cards.
func captioned(a message.Attachment) bool {
	return !strings.HasPrefix(a.MediaType, "audio/") && !strings.HasPrefix(a.MediaType, "text/")
}

// parts is the text in messages, none if there are only files.
func (r *turnRenderer) parts(keep func(string) (string, error)) ([]string, error) {
	p := r.profile
	body := r.shown(strings.Join(r.blocks, "\n\n"))
	files := r.shown(settle(strings.Join(r.artifacts, "\n"), p.Markup))
	tail := tidy(Chat(r.tail(), p.Markup))
	if body == "" && files == "" && tail == "" {
		if len(r.attached) > 0 {
			return nil, nil
		}
		body = r.shown(r.nothing())
	}
	whole := paragraphs(body, files, tail)
	if p.MaxText <= 0 {
		return []string{whole}, nil
	}
	l := p.limits()
	parts, ok := l.split(whole, p.MaxParts)
	var each []string // files that are messages of their own, so that each has one link
	if !ok && l.OneLink {
		for _, f := range r.artifacts {
			each = append(each, r.shown(settle(f, p.Markup)))
		}
		files = ""
		if parts, ok = l.split(paragraphs(body, tail), p.MaxParts); !ok { // rather more links in a part than parts that are missing
			loose := l
			loose.OneLink = false
			parts, ok = loose.split(paragraphs(body, tail), p.MaxParts)
		}
	}
	if ok {
		return append(parts, each...), nil
	}
	link, err := keep(Render(r.turn, Profile{}).Text)
	if err != nil {
		return nil, err
	}
	// What the bridge says and where the files are is shown below the cut, as long as
	// there is room for text above it.
	half := newCutter("", Limits{Units: p.MaxText / 2, Segments: l.Segments / 2})
	if !half.fits(tail) {
		tail = shorten(tail, p.MaxText/8, "...")
	}
	end := paragraphs(files, tail)
	if !half.fits(end) {
		body, end = paragraphs(body, files), tail
	}
	return append(l.splitTo(body, p.MaxParts, r.words().cutNote(link), end), each...), nil
}

func (c catalog) cutNote(link string) string {
	if link == "" {
		return c.Answer.CutHere
	}
	return fill(c.Answer.CutLink, "link", link)
}

// shown is text as the channel sends it.
func (r *turnRenderer) shown(s string) string {
	if r.profile.Markup == message.MarkupGSM7 {
		s = gsm7.Fold(s)
	}
	return tidy(s)
}

// paragraphs joins what there is.
func paragraphs(list ...string) string {
	var out []string
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, "\n\n")
}
