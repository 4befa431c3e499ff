package render

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"

	"bridge/core/message"
	"bridge/internal/lazyre"
)

// markdown turns CommonMark with the GitHub extensions and footnotes into plain
// text that is complete on its own: no markup characters that carry nothing, no
// word of the visible source lost. Lines are not wrapped; tables and rules aim at
// the profile's columns. Source that the parser would need more than about a
// second for is returned as it is, only cleaned. The numbers of notes are those of a
// whole message; rich is the HTML form, "" if the profile has none.
func markdown(src string, p Profile, n *notes) (text, rich string) {
	src = clean(src)
	if unmarked(src) {
		return paragraphsOf(src, p)
	}
	return parsed(src, p, n)
}

// parsed is markdown of a source that is clean.
func parsed(src string, p Profile, n *notes) (text, rich string) {
	if hostile(src) {
		text = tidy(src)
		if p.HTML {
			rich = HTML(text)
		}
		return settle(text, p.Markup), rich
	}
	n.reserve(src)
	pc := parser.NewContext()
	w := newWriter(src, p, n)
	doc := markdownParser().Parse(gmtext.NewReader(w.source), parser.WithContext(pc))
	w.definitions(doc)
	w.children(doc, false)
	w.orphans(orphans(pc))
	w.unused()
	w.endnotes()
	if p.HTML {
		rich = richText(w, doc, orphans(pc))
	}
	return tidy(w.out.String()), rich
}

// unmarked reports whether a source is words in lines and paragraphs, with nothing that may
// be markup: it need not be parsed.
func unmarked(src string) bool {
	if len(src) > maxMarkdown || strings.ContainsAny(src, "\\`*_[]<>&~|@\t") || strings.Contains(src, "://") || strings.Contains(src, " \n") {
		return false
	}
	for rest, more := src, true; more; {
		var line string
		if line, rest, more = strings.Cut(rest, "\n"); line == "" {
			continue
		}
		if c := line[0]; c == ' ' || c == '#' || c == '-' || c == '+' || c == '=' || c == ':' || '0' <= c && c <= '9' {
			return false
		}
	}
	return !strings.Contains(strings.ToLower(src), "www.")
}

// paragraphsOf is markdown of a source that is unmarked.
func paragraphsOf(src string, p Profile) (text, rich string) {
	w := writer{columns: p.width(), markup: p.Markup}
	w.out.Grow(len(src) + 1)
	var out pair
	for more := true; more; {
		var par string
		par, src, more = strings.Cut(src, "\n\n")
		if par = strings.Trim(par, "\n "); par == "" {
			continue
		}
		w.lines(w.settled(par))
		w.gap = true
		if p.HTML {
			out.open(`p dir="auto" style="` + styleBlock + `"`)
			out.text(par)
			out.end("p")
		}
	}
	return tidy(w.out.String()), out.html.String()
}

func newWriter(src string, p Profile, n *notes) *writer {
	return &writer{
		source: []byte(src), columns: p.width(), markup: p.Markup, notes: n, html: tags{source: strings.ToLower(src)},
		footnotes: map[int]*extast.Footnote{}, numbers: map[int]int{}, used: map[string]bool{},
	}
}

// inlineMarkdown is markdown of a piece of a line, not yet settled; false if it is more
// than that.
func inlineMarkdown(src string, p Profile, n *notes) (text string, rich pair, ok bool) {
	src = oneLine(src)
	if hostile(src) {
		return "", rich, false
	}
	w := newWriter(src, p, n)
	doc := markdownParser().Parse(gmtext.NewReader(w.source))
	only := doc.FirstChild()
	if only == nil || only.NextSibling() != nil || only.Kind() != ast.KindParagraph {
		return "", rich, false
	}
	if p.HTML {
		inlineHTML(w, only, &rich)
	}
	return strings.Join(strings.Fields(w.inline(only)), " "), rich, true
}

// maxMarkdown is the longest source that is parsed: 256 KiB take well under a second.
const maxMarkdown = 256 << 10

// The limits of what the parser handles in linear time. Each stands for an input
// that made it quadratic: nested containers, brackets that stay open, tables
// whose short rows are filled up to the header's columns, escaped pipes in code.
const (
	maxContainers = 60
	maxBrackets   = 4000 // of one paragraph
	maxCells      = 200_000
	maxPipes      = 2000
)

var containers = lazyre.New(`^(?:[ \t]*(?:>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|\[\^[^\]]*\]:))*`)

// paragraphEnd matches lines that certainly end a paragraph: blank ones, also in a
// quote, and the first of a list item.
var paragraphEnd = lazyre.New(`^(?:[ \t]*$| {0,3}>[> ]*$| {0,3}[-+*] +[^ \t])`)

// hostile reports whether the source would cost the parser more than linear
// time. Its verdict depends on the source alone, so the output stays the same
// on every machine.
func hostile(src string) bool {
	if len(src) > maxMarkdown || strings.Count(src, `\|`) > maxPipes {
		return true
	}
	brackets, pipes, lines := 0, 0, 0
	for line := range strings.SplitSeq(src, "\n") {
		lead := containers.FindString(line)
		if strings.Count(lead, ">")+strings.Count(lead, "]:")+len(strings.Fields(strings.ReplaceAll(lead, ">", " "))) > maxContainers {
			return true
		}
		if paragraphEnd.MatchString(line) {
			brackets, pipes, lines = 0, 0, 0
		}
		brackets += strings.Count(line, "[") + strings.Count(line, "]")
		pipes = max(pipes, strings.Count(line, "|"))
		lines++
		if brackets > maxBrackets || pipes*lines > maxCells {
			return true
		}
	}
	return false
}

// level is one container around the current line: a quote or a list item.
type level struct {
	first, rest string // what stands before its first line and before the others
	started     bool
}

// maxIndent bounds the prefix of a line: deeper containers are not indented
// further. It keeps the output of nested input proportional to the input.
const maxIndent = 40

// writer walks the blocks of a document and writes lines.
type writer struct {
	out     strings.Builder
	source  []byte
	columns int
	markup  message.Markup
	notes   *notes
	html    tags

	levels []level
	indent int  // columns of all levels
	gap    bool // a blank line is due before the next one
	dirty  bool // something has been written

	footnotes map[int]*extast.Footnote // endnote number to its body
	numbers   map[int]int              // footnote index to endnote number
	used      map[string]bool          // link destinations that appear in the output
	defined   []*ast.LinkReferenceDefinition
	left      []string // the lines of unused
}

func (w *writer) push(first, rest string) {
	if w.chat() && strings.TrimSpace(rest) == "" {
		rest = rest[:min(len(rest), 2)] // the lines of a phone are short
	}
	if w.indent+len(rest) > maxIndent {
		rest = ""
	}
	w.indent += len(rest)
	w.levels = append(w.levels, level{first: first, rest: rest})
}

func (w *writer) pop() {
	last := &w.levels[len(w.levels)-1]
	if !last.started && last.first != "" {
		w.line("")
	}
	w.indent -= len(last.rest)
	w.levels = w.levels[:len(w.levels)-1]
}

// line writes one line behind the prefixes of its containers.
func (w *writer) line(s string) {
	if w.gap && w.dirty {
		for _, l := range w.levels {
			if !l.started || w.chat() { // a bare ">" is no quote on a phone
				break
			}
			w.out.WriteString(l.rest)
		}
		w.out.WriteByte('\n')
	}
	w.gap, w.dirty = false, true
	for i := range w.levels {
		if l := &w.levels[i]; l.started {
			w.out.WriteString(l.rest)
		} else {
			w.out.WriteString(l.first)
			l.started = true
		}
	}
	w.out.WriteString(s)
	w.out.WriteByte('\n')
}

func (w *writer) lines(s string) {
	if s == "" {
		return
	}
	for more := true; more; {
		var l string
		l, s, more = strings.Cut(s, "\n")
		w.line(strings.TrimRight(l, " \t"))
	}
}

// room is how many columns are left for a table or a rule.
func (w *writer) room() int { return max(w.columns-w.indent, 20) }

func (w *writer) children(n ast.Node, tight bool) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		prev := c.PreviousSibling()
		if prev != nil && (!tight || c.Kind() == extast.KindTable || prev.Kind() == extast.KindTable) {
			w.gap = !w.chat() || prev.Kind() != ast.KindHeading || c.Kind() == extast.KindTable
		}
		w.block(c)
	}
}

func (w *writer) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		w.heading(n)
	case *ast.Paragraph, *ast.TextBlock:
		w.lines(w.settled(w.inline(n)))
	case *ast.ThematicBreak:
		if !w.chat() {
			w.line(strings.Repeat("-", w.room()))
		}
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		w.code(n)
	case *ast.Blockquote:
		w.push("> ", "> ")
		w.children(n, false)
		w.pop()
	case *ast.List:
		w.list(n)
	case *ast.HTMLBlock:
		w.lines(w.settled(tidy(w.html.text(w.htmlBlock(n)))))
	case *extast.Table:
		w.table(n)
	case *ast.LinkReferenceDefinition, *extast.FootnoteList:
		// Shown at the end.
	default:
		w.children(n, false)
	}
}

func (w *writer) htmlBlock(n *ast.HTMLBlock) string {
	raw := n.Lines().Value(w.source)
	if n.HasClosure() {
		raw = append(bytes.Clone(raw), n.ClosureLine.Value(w.source)...)
	}
	return string(raw)
}

func (w *writer) heading(n *ast.Heading) {
	s := strings.TrimSpace(w.inline(n))
	if s == "" {
		return
	}
	w.headline(s, n.Level)
}

func (w *writer) headline(s string, level int) {
	if w.chat() {
		w.lines(w.title(s))
		return
	}
	w.lines(s)
	if level > 2 {
		return
	}
	longest := 3 // "--" alone would look like a signature separator
	for l := range strings.SplitSeq(s, "\n") {
		longest = max(longest, width(l))
	}
	w.line(strings.Repeat(map[int]string{1: "=", 2: "-"}[level], min(longest, w.room())))
}

// code shows a block verbatim, four columns in. Several blank lines in a row
// become one, as everywhere.
func (w *writer) code(n ast.Node) {
	lines := n.Lines()
	if w.chat() {
		w.verbatim(strings.Split(strings.TrimRight(string(lines.Value(w.source)), "\n"), "\n"))
		return
	}
	for i := range lines.Len() {
		seg := lines.At(i)
		w.lines("    " + strings.TrimRight(string(seg.Value(w.source)), "\n"))
	}
}

func (w *writer) list(n *ast.List) {
	number, pad := n.Start, 2
	if n.IsOrdered() {
		pad = len(strconv.Itoa(n.Start+n.ChildCount()-1)) + 2
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c != n.FirstChild() && !n.IsTight {
			w.gap = true
		}
		marker := "-"
		if n.IsOrdered() {
			marker = strconv.Itoa(number) + string(n.Marker)
			number++
		}
		w.push(fmt.Sprintf("%-*s", pad, marker), strings.Repeat(" ", pad))
		w.children(c, n.IsTight)
		w.pop()
	}
}

func (w *writer) table(n *extast.Table) {
	aligns := make([]align, len(n.Alignments))
	for i, a := range n.Alignments {
		aligns[i] = alignOf(a)
	}
	many := w.manyLinks(n)
	var head []string
	var rows [][]string
	for r := n.FirstChild(); r != nil; r = r.NextSibling() {
		var cells []string
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			cells = append(cells, strings.Join(strings.Fields(w.inlines(c, many)), " "))
		}
		if _, ok := r.(*extast.TableHeader); ok {
			head = cells
		} else {
			rows = append(rows, cells)
		}
	}
	if w.chat() {
		w.chatTable(head, rows, aligns)
		return
	}
	for _, l := range table(head, rows, aligns, w.room()) {
		w.line(l)
	}
}

func alignOf(a extast.Alignment) align {
	return map[extast.Alignment]align{
		extast.AlignLeft: alignLeft, extast.AlignRight: alignRight, extast.AlignCenter: alignCenter,
	}[a]
}

// definitions collects the link reference definitions of the document.
func (w *writer) definitions(doc ast.Node) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // cannot fail: the callback never does
		if d, ok := n.(*ast.LinkReferenceDefinition); ok && entering {
			w.defined = append(w.defined, d)
		}
		if n, ok := n.(*extast.FootnoteList); ok && entering {
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if f, ok := c.(*extast.Footnote); ok {
					w.footnotes[-f.Index] = f // by index until it is referred to
				}
			}
		}
		return ast.WalkContinue, nil
	})
}

// orphans shows the footnotes that nothing refers to, under their own labels.
func (w *writer) orphans(list []*extast.Footnote) {
	for _, f := range list {
		w.gap = true
		w.push("["+string(f.Ref)+"] ", "    ")
		w.children(f, false)
		w.pop()
	}
}

// unused shows the link definitions that no link used. A destination of "#" is
// how Markdown writes a comment.
func (w *writer) unused() {
	w.gap = true
	for _, d := range w.defined {
		dest := string(d.Destination)
		if w.used[dest] || dest == "#" {
			continue
		}
		w.used[dest] = true
		l := fmt.Sprintf("[%s]: %s", oneLine(string(d.Label)), withTitle(dest, oneLine(string(d.Title))))
		w.left = append(w.left, l)
		w.line(w.settled(l))
	}
}

// endnotes lists link footnotes and footnotes by number. The body of a footnote
// may add new ones.
func (w *writer) endnotes() {
	w.gap = true
	for len(w.notes.pending) > 0 {
		numbers := make([]int, 0, len(w.notes.pending))
		for n := range w.notes.pending {
			numbers = append(numbers, n)
		}
		slices.Sort(numbers)
		for _, n := range numbers {
			body := w.notes.pending[n]
			delete(w.notes.pending, n)
			mark := fmt.Sprintf("[%d] ", n)
			w.push(mark, strings.Repeat(" ", len(mark)))
			if f := w.footnotes[n]; f != nil {
				w.children(f, false)
			} else {
				w.line(w.settled(body))
			}
			w.pop()
		}
	}
}
