package render

import (
	"fmt"
	"strings"
)

// The styles of a prompt. Colours stand where they mean something, dark enough to be read
// on the tint behind them: programs that copy a prompt below an answer keep or lose
// colours, and neither may make words of it look hidden.
const (
	styleHeadline = "margin:0 0 .75em;font-size:1.25em;line-height:1.3"
	styleArgs     = "margin:0 0 1em;border-collapse:collapse;table-layout:fixed;width:100%"
	styleName     = "padding:6px 8px 6px %dpx;border-top:1px solid #d0d7de;vertical-align:top;width:34%%"
	styleGroup    = "padding:6px 8px 6px %dpx;border-top:1px solid #d0d7de"
	styleValue    = "padding:6px 8px;border-top:1px solid #d0d7de;vertical-align:top"
	styleLong     = "white-space:pre-wrap"
	styleYes      = "display:block;padding:14px 12px;color:#0b4f1f;font-weight:bold;text-decoration:none"
	styleNo       = "display:block;padding:14px 12px;color:#8a0b20;font-weight:bold;text-decoration:none"
	styleYesCell  = "border:2px solid #1a7f37;border-radius:8px"
	styleNoCell   = "border:2px solid #cf222e;border-radius:8px"
	styleButtons  = "margin:0 0 1em;width:100%"
	stylePage     = "display:inline-block;padding:8px 0;font-weight:bold"
	styleSmall    = "font-size:.8125em"
	styleBelow    = "margin:1.5em 0 0;padding:12px 0 0;border-top:1px solid #d0d7de;font-size:.8125em"
)

// HTML returns the HTML form of the prompt: the words of its text in the same order, for
// answers are known as ours by them. Its links are those of ours alone, made here; what a
// tool is asked to do is untrusted, and an address in it is text.
func (p Prompt) HTML() string {
	c := In(p.Language).in()
	w := &c.Prompt
	rows, complete := p.arguments()
	var h pair
	h.styled("h1", styleHeadline)
	h.text(p.head(c, maxSummary))
	h.end("h1")
	h.paragraph(labelledLine{w.AskedBy, c.person(p.Requester)})
	if len(rows) > 0 {
		h.paragraph(labelledLine{w.Arguments, ""})
		h.rows(rows)
	} else {
		h.paragraph(labelledLine{w.Arguments, p.instead(c, complete)})
	}
	if !p.Until.IsZero() {
		h.paragraph(labelledLine{"", fill(w.Until, "when", c.when(p.Until, p.Zone))})
	}
	h.paragraph(labelledLine{"", p.howTo(c, complete)})
	h.buttons(p.links(complete, ""), complete)
	switch {
	case p.Page != "":
		h.page(w.Page, p.Page)
	case !complete:
		h.paragraph(labelledLine{"", w.Operator})
	}
	if says := p.says(c, 4000); says != "" {
		h.plainBlocks(says, func(out *pair, line string) { out.labelled(line, labels(*w)) })
	}
	h.open(`div class="r" style="` + styleBelow + `"`)
	for _, l := range p.technical(c) {
		h.labelledLine(l)
		h.open("br")
	}
	h.text(p.token())
	h.end("div")
	return bounded(h.html.String())
}

func (p *pair) paragraph(lines ...labelledLine) {
	p.styled("p", styleBlock)
	for i, l := range lines {
		if i > 0 {
			p.text("\n")
		}
		p.labelledLine(l)
	}
	p.end("p")
}

func (p *pair) labelledLine(l labelledLine) {
	if l.label != "" {
		p.open("b")
		p.text(l.label)
		p.shut("b")
		p.text(" ")
	}
	p.text(l.text)
}

// labelled writes a line with its label in bold, if it begins with one.
func (p *pair) labelled(line string, labels []string) {
	for _, l := range labels {
		if rest, ok := strings.CutPrefix(line, l); ok {
			p.labelledLine(labelledLine{l, strings.TrimPrefix(rest, " ")})
			return
		}
	}
	p.text(line)
}

// rows writes arguments as a table of names and values; what is nested is moved in.
func (p *pair) rows(rows []Row) {
	p.open(`table class="a" width="100%" cellpadding="0" cellspacing="0" border="0" style="` + styleArgs + `"`)
	p.html.WriteByte('\n')
	for _, r := range rows {
		in := 8 + 14*r.Depth
		p.open("tr")
		switch {
		case r.Name == "":
			p.cell("colspan=\"2\"", styleValue, func() { p.long(r.Block) })
		case r.Group():
			p.cell("colspan=\"2\"", fmt.Sprintf(styleGroup, in), func() { p.rowName(r) })
		default:
			p.cell("width=\"34%\"", fmt.Sprintf(styleName, in), func() { p.rowName(r) })
			p.cell("", styleValue, func() {
				p.text(r.Value)
				p.long(r.Block)
			})
		}
		p.end("tr")
	}
	p.end("table")
}

func (p *pair) cell(attributes, style string, write func()) {
	p.open(strings.TrimRight("td "+attributes, " ") + ` style="` + style + `"`)
	write()
	p.shut("td")
}

func (p *pair) rowName(r Row) {
	p.long(r.Above)
	p.open("b")
	p.text(r.Name)
	p.shut("b")
}

// long writes a long text; its blanks stay.
func (p *pair) long(lines []string) {
	if len(lines) == 0 {
		return
	}
	p.styled("div", styleLong)
	p.html.WriteString(escapeHTML(strings.Join(lines, "\n")))
	p.plain.WriteString(strings.Join(lines, "\n"))
	p.shut("div")
}

// page writes the link to an approval page, with its address for those who want to see it.
func (p *pair) page(label, url string) {
	p.styled("p", styleBlock)
	p.open(`a href="` + escapeHTML(url) + `"`)
	p.styled("span", stylePage)
	p.text(strings.TrimRight(label, ": \u00a0"))
	p.shut("span")
	p.open("br")
	p.styled("span", styleSmall)
	p.text(url)
	p.shut("span")
	p.shut("a")
	p.end("p")
}

// buttons writes the links that begin an answer, side by side and large enough for a
// thumb.
func (p *pair) buttons(links []link, complete bool) {
	if len(links) == 0 {
		return
	}
	p.open(`table role="presentation" width="100%" cellpadding="0" cellspacing="8" border="0" style="` + styleButtons + `"`)
	p.html.WriteByte('\n')
	p.open("tr")
	for i, l := range links {
		cell, style, ground := styleYesCell, styleYes, "#e6f4ea"
		if i > 0 || !complete {
			cell, style, ground = styleNoCell, styleNo, "#fdecee"
		}
		p.open(`td align="center" bgcolor="` + ground + `" style="` + cell + `"`)
		p.open(`a href="` + escapeHTML(l.href) + `" style="` + style + `"`)
		p.text(l.label)
		p.shut("a")
		p.shut("td")
	}
	p.end("tr")
	p.end("table")
}

// Again is what asks an approver back by mail: a text, and below it links that each begin a
// mail which is the whole answer. digest names what the text shows and the mail calls a
// signature; "" for nothing.
func (p Prompt) Again(text, digest string) (plain, html string) {
	c := In(p.Language).in()
	end := ""
	if digest != "" {
		end = "\r\n\r\n" + ascii(c.Notices.MySignature) + " " + digest + "\r\n"
	}
	page := "\n" + c.Prompt.Page + " " + p.Page
	if p.Page != "" {
		text = strings.Replace(text, page, "", 1) // it stands below the links
	}
	links := p.links(p.Complete(), end)
	var h pair
	h.plainBlocks(text, (*pair).text)
	h.buttons(links, p.Complete())
	for i, l := range links {
		if plain += "\n" + l.text(); i == 0 {
			plain = "\n" + plain
		}
	}
	if p.Page != "" {
		plain += page
		h.page(c.Prompt.Page, p.Page)
	}
	return text + plain, bounded(h.html.String())
}
