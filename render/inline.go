package render

import (
	"fmt"
	"html"
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"bridge/core/message"
	"bridge/internal/lazyre"
)

// Links become numbered endnotes where they would make a paragraph unreadable.
const (
	manyLinks = 3  // links in one paragraph or table
	longURL   = 60 // bytes
)

// notes numbers the endnotes of one message.
type notes struct {
	cited   int            // numbers up to here are citations
	taken   int            // numbers up to here are in use: citations, [1] in the text
	pending map[int]string // number to text, not yet listed; "" for a footnote
	links   map[string]int // link text to its number
}

var literalNumber = lazyre.New(`\[(\d{1,3})\]`)

// reserve keeps the numbers that the text itself uses in brackets.
func (n *notes) reserve(src string) {
	for _, m := range literalNumber.FindAllStringSubmatch(src, -1) {
		if v, err := strconv.Atoi(m[1]); err == nil {
			n.taken = max(n.taken, v)
		}
	}
}

func (n *notes) add(body string) int {
	n.taken++
	n.set(n.taken, body)
	return n.taken
}

func (n *notes) set(number int, body string) {
	if n.pending == nil {
		n.pending, n.links = map[int]string{}, map[string]int{}
	}
	n.pending[number] = body
}

// link returns the number of a link's endnote; the same link has one.
func (n *notes) link(target string) int {
	if v, ok := n.links[target]; ok {
		return v
	}
	v := n.add(target)
	n.links[target] = v
	return v
}

// markdownParser is the parser of all sources, built at first use and never
// changed then. What belongs to one source is in the context of its parse, so any
// number of goroutines may use it.
var markdownParser = lazyre.Once(func() parser.Parser {
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote))
	md.Parser().AddOptions(parser.WithASTTransformers(util.Prioritized(orphanKeeper{}, 500)))
	return md.Parser()
})

// orphansKey is where a parse keeps its orphans.
var orphansKey = parser.NewContextKey()

// orphans returns the footnotes of a parse that nothing refers to.
func orphans(pc parser.Context) []*extast.Footnote {
	list, _ := pc.Get(orphansKey).([]*extast.Footnote)
	return list
}

// orphanKeeper keeps the footnotes that nothing refers to: the extension would
// drop them.
type orphanKeeper struct{}

// Transform is called by the parser; it runs before the footnote extension's own (999).
func (orphanKeeper) Transform(doc *ast.Document, _ text.Reader, pc parser.Context) {
	var list []*extast.Footnote
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // cannot fail: the callback never does
		if f, ok := n.(*extast.Footnote); ok && entering && f.Index < 0 {
			list = append(list, f)
		}
		return ast.WalkContinue, nil
	})
	if list != nil {
		pc.Set(orphansKey, list)
	}
}

// manyLinks reports whether the links of n go to endnotes.
func (w *writer) manyLinks(n ast.Node) bool {
	count := 0
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // cannot fail: the callback never does
		if n.Kind() == ast.KindLink && entering {
			count++
		}
		return ast.WalkContinue, nil
	})
	return count >= manyLinks
}

// inline returns the text of a block that holds inline content.
func (w *writer) inline(n ast.Node) string { return w.inlines(n, w.manyLinks(n)) }

func (w *writer) inlines(n ast.Node, many bool) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.span(&b, c, many)
	}
	return b.String()
}

func (w *writer) span(b *strings.Builder, n ast.Node, many bool) {
	switch n := n.(type) {
	case *ast.Text:
		if n.IsRaw() {
			b.Write(n.Segment.Value(w.source))
		} else {
			b.WriteString(unescape(string(n.Segment.Value(w.source))))
		}
		if n.HardLineBreak() || n.SoftLineBreak() {
			b.WriteByte('\n')
		}
	case *ast.String:
		b.Write(n.Value)
	case *ast.CodeSpan:
		b.WriteString(w.codeSpan(n))
	case *ast.Emphasis:
		if !w.marked() {
			b.WriteString(w.inlines(n, many))
			return
		}
		b.WriteString(styled(map[int]int{1: italic, 2: bold}[n.Level], w.inlines(n, many)))
	case *extast.Strikethrough:
		if w.chat() {
			b.WriteString(styled(strike, w.inlines(n, many)))
			return
		}
		// What is struck out must not read as if it were valid.
		fmt.Fprintf(b, "~~%s~~", w.inlines(n, many))
	case *ast.Link:
		w.link(b, n, many)
	case *ast.Image:
		w.image(b, w.inlines(n, many), string(n.Destination), string(n.Title), many)
	case *ast.AutoLink:
		b.Write(n.Label(w.source))
		w.used[string(n.URL(w.source))] = true
	case *ast.RawHTML:
		for i := range n.Segments.Len() {
			seg := n.Segments.At(i)
			w.html.raw.Write(seg.Value(w.source))
		}
		raw := w.html.raw.String()
		w.html.raw.Reset()
		w.html.inline(b, raw)
	case *extast.TaskCheckBox:
		b.WriteString(map[bool]string{true: "[x] ", false: "[ ] "}[n.IsChecked])
	case *extast.FootnoteLink:
		number, ok := w.numbers[n.Index]
		if !ok {
			number = w.notes.add("")
			w.numbers[n.Index] = number
			w.footnotes[number] = w.footnotes[-n.Index]
		}
		fmt.Fprintf(b, "[%d]", number)
	case *extast.FootnoteBacklink:
	default:
		b.WriteString(w.inlines(n, many))
	}
}

// codeSpan keeps the backticks: they say where code begins and ends.
func (w *writer) codeSpan(n *ast.CodeSpan) string {
	s := codeText(n, w.source)
	if w.chat() {
		return styled(code, s)
	}
	if strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}

func codeText(n *ast.CodeSpan, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(source))
		}
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

var onlyDigits = lazyre.New(`^\d{1,3}$`)

func (w *writer) link(b *strings.Builder, n *ast.Link, many bool) {
	label := w.inlines(n, many)
	dest, title := target(string(n.Destination)), oneLine(unescape(string(n.Title)))
	w.used[string(n.Destination)] = true
	if title == strings.TrimSpace(label) {
		title = ""
	}
	if n.Reference != nil && onlyDigits.MatchString(label) {
		// "as shown in [1]" with "[1]: https://…" keeps its own number.
		number, _ := strconv.Atoi(label) // cannot fail: matched
		whole := withTitle(dest, title)
		if other, ok := w.notes.links[whole]; number > 0 && (!ok || other == number) && w.notes.own(number, whole) {
			b.WriteString("[" + label + "]")
			return
		}
		label = "[" + label + "]"
	}
	w.target(b, label, dest, title, many)
}

// own gives a link the number that the text uses for it, if that number is free.
func (n *notes) own(number int, whole string) bool {
	if n.links[whole] == number {
		return true
	}
	if _, ok := n.pending[number]; ok || number <= n.cited {
		return false
	}
	n.set(number, whole)
	n.links[whole] = number
	return true
}

// target writes a label and where it leads to.
func (w *writer) target(b *strings.Builder, label, dest, title string, many bool) {
	label = strings.TrimSpace(label)
	whole := withTitle(dest, title)
	switch {
	case dest == "" || sameTarget(unstyled(label), dest) && title == "":
		if w.chat() && dest != "" && !strings.Contains(label, "://") && strings.Contains(dest, "://") {
			label = whole // what can be tapped for sure
		}
		b.WriteString(orElse(label, whole))
	case label == "":
		b.WriteString(whole)
	case w.markup == message.MarkupGSM7:
		fmt.Fprintf(b, "%s: %s", label, whole)
	case w.chat():
		fmt.Fprintf(b, "%s (%s)", label, whole)
	case many || len(whole) > longURL:
		fmt.Fprintf(b, "%s [%d]", label, w.notes.link(whole))
	default:
		fmt.Fprintf(b, "%s (%s)", label, whole)
	}
}

func (w *writer) image(b *strings.Builder, alt, dest, title string, many bool) {
	w.used[dest] = true
	label, dest, title := imageLabel(alt, dest, title)
	w.target(b, label, dest, title, many)
}

// imageLabel is what stands for an image, which is never shown.
func imageLabel(alt, dest, title string) (label, to, tip string) {
	dest, title = target(dest), oneLine(unescape(title))
	alt = strings.Join(strings.Fields(alt), " ")
	if alt == title {
		title = ""
	}
	if alt == "" && !strings.HasPrefix(dest, "(") {
		clean, _, _ := strings.Cut(dest, "?")
		if alt = path.Base(clean); alt == "." || alt == "/" {
			alt = ""
		}
	}
	label = "[image]"
	if alt != "" {
		label = "[image: " + alt + "]"
	}
	return label, dest, title
}

func withTitle(dest, title string) string {
	if title == "" {
		return dest
	}
	return fmt.Sprintf("%s %q", dest, title)
}

// target is the destination of a link in Markdown as text.
func target(dest string) string { return address(unescape(dest)) }

// address is where something leads to as text. Bytes embedded in a data: URL are not
// text and are only named.
func address(dest string) string {
	dest = oneLine(dest)
	if len(dest) > longURL && len(dest) > 5 && strings.EqualFold(dest[:5], "data:") {
		mediaType, _, _ := strings.Cut(dest[5:], ",")
		mediaType, _, _ = strings.Cut(mediaType, ";")
		return fmt.Sprintf("embedded %s, %s, not shown", orElse(shorten(mediaType, 40, "…"), "data"), size(int64(len(dest))))
	}
	return dest
}

// sameTarget reports whether the label already is the destination.
func sameTarget(label, dest string) bool {
	trim := func(s string) string {
		s = strings.ToLower(strings.TrimSuffix(s, "/"))
		for _, p := range []string{"mailto:", "tel:", "https://", "http://"} {
			s = strings.TrimPrefix(s, p)
		}
		return s
	}
	return trim(label) == trim(dest)
}

var entity = lazyre.New(`^&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,40});`)

// unescape resolves backslash escapes and character references in one pass
// (CommonMark 0.31 §2.4, §2.5): what an escape made literal stays literal.
func unescape(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] < unicode.MaxASCII && (unicode.IsPunct(rune(s[i+1])) || unicode.IsSymbol(rune(s[i+1]))):
			i++
			b.WriteByte(s[i])
		case s[i] == '&':
			m := entity.FindString(s[i:])
			if m == "" {
				b.WriteByte('&')
				continue
			}
			if _, known := util.LookUpHTML5EntityByName(m[1 : len(m)-1]); m[1] != '#' && !known {
				b.WriteString(m)
			} else {
				b.WriteString(clean(html.UnescapeString(m)))
			}
			i += len(m) - 1
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
