package render

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// MaxHTML is the longest HTML form, in bytes. What would be longer goes out as
// text only.
const MaxHTML = 500_000

// The HTML form is written element by element from the same blocks as the text:
// nothing that an agent or a person wrote is ever markup in it. It has no images,
// no scripts, nothing that a reader's program would load, and no colours of letters but
// those of buttons, so that it looks right on a dark ground too. What a mail has round it
// is the channel's.

// The styles, all that are ever written.
const (
	styleBlock = "margin:0 0 1em"
	stylePre   = "margin:0 0 1em;padding-left:.8em;border-left:2px solid #999;font-family:monospace;white-space:pre-wrap"
	styleHang  = "padding-left:%dch;text-indent:-%dch" // of a line of code, the indent of what is broken and its like
	styleQuote = "margin:0 0 1em;padding-left:.8em;border-left:2px solid #999"
	styleList  = "margin:0 0 1em;padding-left:2em"
	styleTable = "margin:0 0 1em;border-collapse:collapse"
	styleWide  = "max-width:100%;overflow-x:auto" // round a table: it scrolls where it has no room
)

var styleHead = map[int]string{1: "margin:1em 0 .5em;font-size:1.4em", 2: "margin:1em 0 .5em;font-size:1.2em"}

const styleHeadRest = "margin:1em 0 .5em;font-size:1em"

func escapeHTML(s string) string { return html.EscapeString(s) }

// pair is a piece of the HTML form and the same words as text.
type pair struct{ html, plain strings.Builder }

// text writes untrusted text.
func (p *pair) text(s string) {
	p.plain.WriteString(s)
	p.html.WriteString(strings.ReplaceAll(escapeHTML(s), "\n", "<br>\n"))
}

// open and shut write a tag of ours. An end tag of a block ends the line.
func (p *pair) open(tag string) { p.html.WriteString("<" + tag + ">") }
func (p *pair) shut(tag string) { p.html.WriteString("</" + tag + ">") }

func (p *pair) end(tag string) { p.html.WriteString("</" + tag + ">\n") }

func (p *pair) styled(tag, style string) { p.open(tag + ` style="` + style + `"`) }

func (p *pair) join(o *pair) {
	p.plain.WriteString(o.plain.String())
	p.html.WriteString(o.html.String())
}

// link writes an address that safeLink has returned.
func (p *pair) link(href, shown string) {
	p.open(`a href="` + escapeHTML(href) + `"`)
	p.text(shown)
	p.shut("a")
}

// HTML returns the HTML form of a prompt or a notice: the words of its text in the
// same order, nothing more, for answers are known as ours by them. Addresses in it
// are not links: what a tool is asked to do is untrusted.
func HTML(text string) string {
	var p pair
	p.plainBlocks(text, (*pair).text)
	return bounded(p.html.String())
}

func bounded(s string) string {
	if len(s) > MaxHTML {
		return ""
	}
	return s
}

// plainBlocks writes text that is laid out in lines: blank lines part paragraphs,
// and lines that are moved in keep their columns.
func (p *pair) plainBlocks(text string, write func(p *pair, line string)) {
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); {
		if lines[i] == "" {
			i++
			continue
		}
		pre := laidOut(lines[i])
		j := i
		for j < len(lines) && lines[j] != "" && laidOut(lines[j]) == pre {
			j++
		}
		if pre {
			p.styled("pre", stylePre)
			p.plain.WriteString(strings.Join(lines[i:j], "\n"))
			p.html.WriteString(escapeHTML(strings.Join(lines[i:j], "\n")))
			p.end("pre")
		} else {
			p.styled("p", styleBlock)
			for n, l := range lines[i:j] {
				if n > 0 {
					p.text("\n")
				}
				write(p, l)
			}
			p.end("p")
		}
		i = j
	}
}

func laidOut(line string) bool { return strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t") }

// rich writes the blocks of a document whose text form has been written: the
// numbers of footnotes and what was left over are known.
type rich struct {
	w     *writer
	html  tags
	out   pair
	links int // open links: there is none within another
}

// richText returns the HTML form of what w has written.
func richText(w *writer, doc ast.Node, left []*extast.Footnote) string {
	r := &rich{w: w, html: tags{source: w.html.source}}
	r.children(doc, false)
	for _, f := range left {
		r.note("["+string(f.Ref)+"]", f)
	}
	for _, l := range w.left {
		r.out.plainBlocks(l, (*pair).linked)
	}
	numbers := make([]int, 0, len(w.numbers))
	for _, n := range w.numbers {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		if f := w.footnotes[n]; f != nil {
			r.note(fmt.Sprintf("[%d]", n), f)
		}
	}
	return r.out.html.String()
}

// inlineHTML writes the HTML form of what stands in a paragraph.
func inlineHTML(w *writer, n ast.Node, out *pair) {
	r := &rich{w: w, html: tags{source: w.html.source}}
	r.inline(out, n)
}

// note writes the body of a footnote behind its mark.
func (r *rich) note(mark string, f *extast.Footnote) {
	r.out.styled("div", styleBlock)
	first, _ := f.FirstChild().(*ast.Paragraph)
	r.out.text(mark + " ")
	for c := f.FirstChild(); c != nil; c = c.NextSibling() {
		if c == ast.Node(first) && first != nil {
			r.inline(&r.out, c)
			r.out.open("br")
			continue
		}
		r.block(c, false)
	}
	r.out.end("div")
}

func (r *rich) children(n ast.Node, tight bool) {
	for c := n.FirstChild(); c != nil && r.out.html.Len() <= MaxHTML; c = c.NextSibling() {
		r.block(c, tight)
	}
}

func (r *rich) block(n ast.Node, tight bool) {
	p := &r.out
	switch n := n.(type) {
	case *ast.Heading:
		p.heading(n.Level, func() { r.inline(p, n) })
	case *ast.Paragraph, *ast.TextBlock:
		if tight {
			r.inline(p, n)
			if n.NextSibling() != nil {
				p.html.WriteByte('\n')
			}
			return
		}
		p.open(`p dir="auto" style="` + styleBlock + `"`)
		r.inline(p, n)
		p.end("p")
	case *ast.ThematicBreak:
		p.html.WriteString("<hr>\n")
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		p.styled("pre", stylePre)
		for i := range n.Lines().Len() {
			seg := n.Lines().At(i)
			p.code(string(seg.Value(r.w.source)))
		}
		p.end("pre")
	case *ast.Blockquote:
		p.styled("blockquote", styleQuote)
		r.children(n, false)
		p.end("blockquote")
	case *ast.List:
		r.list(n)
	case *ast.HTMLBlock:
		p.plainBlocks(tidy(r.html.text(r.w.htmlBlock(n))), (*pair).text)
	case *extast.Table:
		r.table(n)
	case *ast.LinkReferenceDefinition, *extast.FootnoteList:
		// Shown at the end.
	default:
		r.children(n, tight)
	}
}

// longCode is how many columns of code are there on every screen.
const longCode = 32

// code writes a line of code. A long one goes on below its own indent where the screen
// is narrow.
func (p *pair) code(line string) {
	p.plain.WriteString(line)
	bare, ended := strings.CutSuffix(line, "\n")
	in := 2 + min(width(strings.ReplaceAll(bare[:len(bare)-len(strings.TrimLeft(bare, " \t"))], "\t", "    ")), 16)
	if width(bare) <= longCode || !ended {
		p.html.WriteString(escapeHTML(line))
		return
	}
	p.styled("div", fmt.Sprintf(styleHang, in, in))
	p.html.WriteString(escapeHTML(bare))
	p.shut("div")
}

func (p *pair) heading(level int, write func()) {
	style, ok := styleHead[level]
	if !ok {
		style = styleHeadRest
	}
	tag := "h" + strconv.Itoa(level)
	p.styled(tag, style)
	write()
	p.end(tag)
}

func (r *rich) list(n *ast.List) {
	tag := "ul"
	switch {
	case n.IsOrdered() && n.Start != 1:
		tag = "ol"
		r.out.open(fmt.Sprintf(`ol start="%d" style="%s"`, n.Start, styleList))
	case n.IsOrdered():
		tag = "ol"
		fallthrough
	default:
		r.out.styled(tag, styleList)
	}
	r.out.html.WriteByte('\n')
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		r.out.open("li")
		r.children(c, n.IsTight)
		r.out.end("li")
	}
	r.out.end(tag)
}

func (r *rich) table(n *extast.Table) {
	var head []*pair
	var rows [][]*pair
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []*pair
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			cell := &pair{}
			r.inline(cell, c)
			cells = append(cells, cell)
		}
		if _, ok := row.(*extast.TableHeader); ok {
			head = cells
		} else {
			rows = append(rows, cells)
		}
	}
	aligns := make([]align, len(n.Alignments))
	for i, a := range n.Alignments {
		aligns[i] = alignOf(a)
	}
	r.out.table(head, rows, aligns)
}

// table writes cells that are ready.
func (p *pair) table(head []*pair, rows [][]*pair, aligns []align) {
	words := make([][]string, len(rows))
	cols := len(head)
	for i, row := range rows {
		cols = max(cols, len(row))
		for _, c := range row {
			words[i] = append(words[i], strings.TrimSpace(c.plain.String()))
		}
	}
	aligns = settleAligns(words, aligns, cols)
	p.styled("div", styleWide)
	p.open(`table border="1" bordercolor="#d0d7de" cellpadding="6" cellspacing="0" style="` + styleTable + `"`)
	line := func(tag string, cells []*pair) {
		p.open("tr")
		for i := range cells {
			switch aligns[i] {
			case alignRight:
				p.open(tag + ` align="right"`)
			case alignCenter:
				p.open(tag + ` align="center"`)
			default:
				p.open(tag + ` align="left"`)
			}
			p.join(cells[i])
			p.shut(tag)
		}
		p.end("tr")
	}
	p.html.WriteByte('\n')
	if slices.ContainsFunc(head, func(c *pair) bool { return c.plain.Len() > 0 }) {
		line("th", head)
	}
	for _, row := range rows {
		line("td", row)
	}
	p.end("table")
	p.end("div")
}

func (r *rich) inline(p *pair, n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		r.span(p, c)
	}
}

func (r *rich) within(p *pair, tag string, n ast.Node) {
	p.open(tag)
	r.inline(p, n)
	p.shut(tag)
}

func (r *rich) span(p *pair, n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		if s := string(n.Segment.Value(r.w.source)); n.IsRaw() {
			p.text(s)
		} else {
			p.text(unescape(s))
		}
		if n.HardLineBreak() || n.SoftLineBreak() {
			p.text("\n")
		}
	case *ast.String:
		p.text(string(n.Value))
	case *ast.CodeSpan:
		p.open("code")
		p.text(codeText(n, r.w.source))
		p.shut("code")
	case *ast.Emphasis:
		tag := "em"
		if n.Level > 1 {
			tag = "strong"
		}
		r.within(p, tag, n)
	case *extast.Strikethrough:
		r.within(p, "s", n)
	case *ast.Link:
		title := oneLine(unescape(string(n.Title)))
		if label := r.label(n); title == strings.TrimSpace(label.plain.String()) {
			r.anchor(p, label, target(string(n.Destination)), "")
		} else {
			r.anchor(p, label, target(string(n.Destination)), title)
		}
	case *ast.Image:
		alt := r.label(n)
		name, dest, title := imageLabel(alt.plain.String(), string(n.Destination), string(n.Title))
		var label pair
		label.text(name)
		r.anchor(p, &label, dest, title)
	case *ast.AutoLink:
		var label pair
		label.text(string(n.Label(r.w.source)))
		dest := string(n.URL(r.w.source))
		if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(dest, "mailto:") {
			dest = "mailto:" + dest
		}
		r.anchor(p, &label, dest, "")
	case *ast.RawHTML:
		var raw strings.Builder
		for i := range n.Segments.Len() {
			seg := n.Segments.At(i)
			raw.Write(seg.Value(r.w.source))
		}
		before := p.plain.Len()
		r.html.inline(&p.plain, raw.String())
		p.html.WriteString(strings.ReplaceAll(escapeHTML(p.plain.String()[before:]), "\n", "<br>\n"))
	case *extast.TaskCheckBox:
		p.text(map[bool]string{true: "[x] ", false: "[ ] "}[n.IsChecked])
	case *extast.FootnoteLink:
		p.text(fmt.Sprintf("[%d]", r.w.numbers[n.Index]))
	case *extast.FootnoteBacklink:
	default:
		r.inline(p, n)
	}
}

func (r *rich) label(n ast.Node) *pair {
	label := &pair{}
	r.links++
	r.inline(label, n)
	r.links--
	return label
}

// anchor writes a link, as text if it is within another one.
func (r *rich) anchor(p *pair, label *pair, dest, title string) {
	if r.links == 0 {
		p.anchor(label, dest, title)
		return
	}
	p.join(label)
	if name := label.plain.String(); dest != "" && !sameTarget(name, dest) {
		p.text(" (" + withTitle(dest, title) + ")")
	}
}
