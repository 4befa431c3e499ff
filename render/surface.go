package render

import (
	"strings"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/render/a2ui"
)

// surfaces renders surfaces where they are the answer: where there is no text, they
// are read out, and take the place of the data that they show (seed 001). What is not
// shown is attached if the channel attaches data, and in any case if it is all there is.
func (r *turnRenderer) surfaces() {
	var parts []envelope.Part
	var raw, data [][]byte
	for _, part := range r.turn.Parts {
		switch content := part.Data; {
		case part.Type == envelope.DomainData && part.Kind == envelope.KindData:
			data = append(data, content)
		case part.Type == envelope.A2UISurface:
			if part.Kind == envelope.KindText {
				content = []byte(part.Text)
			} else if part.Kind == envelope.KindRaw {
				content = part.Raw
			}
			parts, raw = append(parts, part), append(raw, content)
		}
	}
	left, attach := make([]int, len(parts)), r.profile.AttachData
	for i := range left {
		left[i] = i
	}
	if !r.spoken && len(parts) > 0 {
		doc := a2ui.Read(raw, data, r.words().surface())
		r.add(r.surface(doc))
		left, r.spoken = doc.Left, len(doc.Blocks) > 0
		attach = attach || !r.spoken && r.profile.Attach && !r.profile.OnePerMessage
	}
	for _, i := range left {
		if attach && parts[i].Kind == envelope.KindData {
			r.attachData(parts[i], "surface")
		}
	}
}

// surface are the words that package a2ui needs.
func (c catalog) surface() a2ui.Words {
	w := c.Surface
	return a2ui.Words{
		Image: w.Image, Video: w.Video, Audio: w.Audio, Choices: w.Choices, Chosen: w.Chosen, Days: c.Days, Months: c.Months,
		When: func(t time.Time, day, clock bool) string {
			date, _, _ := strings.Cut(c.Date, ", {time}")
			date = fill(date, "day", c.Days[t.Weekday()], "d", t.Format("2"), "month", c.Months[t.Month()-1], "y", t.Format("2006"))
			switch {
			case !clock:
				return date
			case !day:
				return t.Format("15:04")
			}
			return date + ", " + t.Format("15:04")
		},
	}
}

// surfaceWriter writes the blocks of a document as text and as HTML.
type surfaceWriter struct {
	w       *writer
	profile Profile
	html    pair
	whole   bool // the document has more than one block
}

// surface is what a document says, and its HTML form.
func (r *turnRenderer) surface(doc a2ui.Document) (plain, rich string) {
	if len(doc.Blocks) == 0 {
		return "", ""
	}
	s := &surfaceWriter{w: newWriter("", r.profile, r.notes), profile: r.profile, whole: len(doc.Blocks) > 1}
	for i := 0; i < len(doc.Blocks); {
		n := 1
		for b := doc.Blocks[i]; i+n < len(doc.Blocks) && doc.Blocks[i+n].Kind == b.Kind; {
			n++
		}
		s.write(doc.Blocks[i : i+n])
		i += n
	}
	words := r.words()
	if doc.Decides { // no token: an answer to this message is the agent's, and the request may be closed
		s.note(fill(words.Surface.Decide, "yes", words.Yes, "no", words.No))
	}
	if doc.Controls {
		s.note(words.Surface.NotHere)
	}
	if doc.Cut {
		s.note(words.Answer.CutHere)
	}
	s.w.endnotes()
	return tidy(s.w.out.String()), s.html.html.String()
}

// note is a sentence of the bridge below a surface.
func (s *surfaceWriter) note(text string) {
	s.w.gap = true
	s.w.lines(settle(text, s.profile.Markup))
	s.html.plainBlocks(text, (*pair).text)
}

// write writes blocks of one kind that follow each other.
func (s *surfaceWriter) write(blocks []a2ui.Block) {
	switch b := blocks[0]; b.Kind {
	case a2ui.Gap:
		s.w.gap = true
	case a2ui.Rule:
		if s.w.gap = true; !s.w.chat() {
			s.w.line(strings.Repeat("-", min(20, s.w.room())))
			s.w.gap = true
		}
		s.html.html.WriteString("<hr>\n")
	case a2ui.Line:
		s.lines(blocks, "", "p", styleBlock)
	case a2ui.Item:
		s.lines(blocks, "- ", "ul", styleList)
	case a2ui.Heading:
		for _, b := range blocks {
			s.heading(b)
		}
	case a2ui.Markdown:
		for _, b := range blocks {
			text, rich := markdown(b.Text, s.profile, s.w.notes)
			s.w.gap = true
			s.w.lines(text)
			s.w.gap = true
			s.html.html.WriteString(rich)
		}
	case a2ui.Table:
		for _, b := range blocks {
			s.table(b)
		}
	}
}

// lines writes lines, in HTML as one block.
func (s *surfaceWriter) lines(blocks []a2ui.Block, marker, tag, style string) {
	var written []pair
	for _, b := range blocks {
		text, rich := s.spans(b.Spans)
		if text == "" {
			continue
		}
		s.w.push(marker, strings.Repeat(" ", len(marker)))
		s.w.lines(s.w.settled(text))
		s.w.pop()
		written = append(written, rich)
	}
	if len(written) == 0 {
		return
	}
	open := tag
	if tag == "p" {
		open += ` dir="auto"`
	}
	s.html.styled(open, style)
	for i := range written {
		switch {
		case marker != "":
			s.html.open("li")
			s.html.join(&written[i])
			s.html.end("li")
			continue
		case i > 0:
			s.html.text("\n")
		}
		s.html.join(&written[i])
	}
	s.html.end(tag)
}

func (s *surfaceWriter) heading(b a2ui.Block) {
	text, rich := s.spans(b.Spans)
	if text == "" {
		return
	}
	s.w.gap = true
	s.w.headline(text, b.Level)
	s.w.gap = !s.w.chat()
	s.html.heading(b.Level, func() { s.html.join(&rich) })
}

// table writes a table as text in Markdown has it; one without a head is a list where
// columns cannot stand below each other.
func (s *surfaceWriter) table(b a2ui.Block) {
	cells := func(row [][]a2ui.Span) (texts []string, rich []*pair) {
		for _, c := range row {
			text, html := s.spans(c)
			texts, rich = append(texts, text), append(rich, &html)
		}
		return texts, rich
	}
	head, richHead := cells(b.Head)
	var rows [][]string
	var richRows [][]*pair
	for _, r := range b.Rows {
		texts, rich := cells(r)
		rows, richRows = append(rows, texts), append(richRows, rich)
	}
	s.html.table(richHead, richRows, nil)
	s.w.gap = true
	defer func() { s.w.gap = true }()
	out, ok := columns(head, rows, nil, s.w.room())
	if !ok && len(head) > 0 {
		out, ok = records(head, rows), true
	}
	switch {
	case s.w.chat() && len(head) > 0:
		s.w.chatTable(head, rows, nil)
		return
	case !s.w.chat() && ok:
		for _, l := range out {
			s.w.line(l)
		}
		return
	}
	for _, r := range rows {
		var said []string
		for _, c := range r {
			if c != "" {
				said = append(said, c)
			}
		}
		s.w.lines(s.w.settled("- " + strings.Join(said, " | ")))
	}
}

// spans is a line, not yet settled, and its HTML form.
func (s *surfaceWriter) spans(list []a2ui.Span) (string, pair) {
	var b strings.Builder
	var rich pair
	for _, span := range list {
		text := oneLine(span.Text)
		if strings.HasPrefix(span.Text, " ") {
			text = " " + text
		}
		if strings.HasSuffix(span.Text, " ") && text != " " {
			text += " "
		}
		switch span.Form {
		case a2ui.Image, a2ui.Link:
			if span.Form == a2ui.Image && !span.Named && s.whole && s.profile.Markup == message.MarkupGSM7 {
				continue // a picture that nobody described is not worth its address
			}
			var label pair
			label.text(text)
			s.w.target(&b, text, address(span.URL), "", false)
			rich.anchor(&label, address(span.URL), "")
		case a2ui.Button:
			b.WriteString("[" + text + "]")
			rich.text("[" + text + "]")
		case a2ui.Marked:
			if marked, html, ok := inlineMarkdown(span.Text, s.profile, s.w.notes); ok {
				b.WriteString(marked)
				rich.join(&html)
				continue
			}
			fallthrough
		default:
			b.WriteString(text)
			rich.linked(text)
		}
	}
	return strings.TrimSpace(b.String()), rich
}
