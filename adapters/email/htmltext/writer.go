package htmltext

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/words"
	"bridge/adapters/email/written"
)

// textWriter collects lines. Blanks and line ends are written only when
// something follows.
type textWriter struct {
	b      strings.Builder
	nl     int  // line ends owed
	space  bool // a blank owed
	begun  bool // something is written
	inLine bool // something is on the current line
	quote  int  // depth of quotes
	copied int  // depth of quotes that are copies
	asked  int  // blockquotes that were looked at closely
	pre    int
	indent string
	lists  []int // the next number of each open list; 0 = bullets
	limit  int   // of b, in bytes
	cut    bool  // the limit was met
	look   look
	unsure bool // text outside of quotes is hidden or struck
	sheets *sheets
	quotes func(above []string) bool   // whether a quote stands below such lines
	roles  map[*html.Node]written.Role // what mail programs made; nil: it is not looked at
	signed bool                        // a signature was left out
	images bool                        // a picture is shown outside of quotes
	above  int                         // where the lines end that are above the first one, in b
	tables int                         // how many are open
	table  int                         // where the lines end that are above the outermost of them
	some   bool                        // only some programs show what stands here
	marks  []span                      // what the mail program marks as its signature
	inMark bool                        // the same, of what stands here
	auto   int                         // of marks the one that is made of parts, and its number counted from 1
	below  int                         // of marks the one that ends with the text, counted the same
}

// span is where a text stands in what is written.
type span struct{ from, to int }

// sign opens the mark of an element that signs, if it is one, and returns how to close it.
func (w *textWriter) sign(n *html.Node) (closed func()) {
	kind := written.Signs(n)
	if kind == written.NoSignature || w.quote > 0 || w.inMark || len(w.marks) > maxMarks {
		return func() {}
	}
	at := w.b.Len()
	switch {
	case kind == written.SignatureBelow:
		if w.below == 0 {
			w.marks = append(w.marks, span{at, -1})
			w.below = len(w.marks)
		}
		return func() {}
	case kind == written.PartOfSignature && w.auto > 0:
		return func() { w.marks[w.auto-1].to = w.b.Len() }
	}
	w.marks = append(w.marks, span{at, at})
	mark := len(w.marks)
	if kind == written.PartOfSignature {
		w.auto = mark
		return func() { w.marks[mark-1].to = w.b.Len() }
	}
	w.inMark = true
	return func() {
		w.marks[mark-1].to = w.b.Len()
		w.inMark = false
	}
}

// maxMarks bounds the signatures of one document.
const maxMarks = 8

// signatures are the whole lines of text that the mail program marks as its signature.
func (w *textWriter) signatures() []string {
	text := w.b.String()
	var spans []span
	for _, m := range w.marks {
		if m.to < 0 {
			m.to = len(text)
		}
		if at := strings.Index("\n"+text[m.from:m.to], "\n"+written.Mark); at >= 0 {
			m.to = m.from + max(0, at-1)
		}
		// Some programs mark each line of what is typed into their signature.
		if last := len(spans) - 1; last >= 0 && (m.from <= spans[last].to || strings.TrimSpace(text[spans[last].to:m.from]) == "") {
			spans[last].to = max(spans[last].to, m.to)
			continue
		}
		spans = append(spans, m)
	}
	var all []string
	for _, m := range spans {
		block := text[m.from:m.to]
		before, rest := text[strings.LastIndexByte(text[:m.from], '\n')+1:m.from], ""
		if rest = text[m.to:]; strings.Contains(rest, "\n") {
			rest, _, _ = strings.Cut(rest, "\n")
		}
		if strings.TrimSpace(before) != "" && !strings.HasPrefix(block, "\n") || strings.TrimSpace(rest) != "" && !strings.HasSuffix(block, "\n") {
			continue // somebody wrote into its first line, or its last one
		}
		if block = strings.TrimSpace(block); block != "" {
			all = append(all, block)
		}
	}
	return all
}

// full reports whether there is no room for more.
func (w *textWriter) full() bool {
	w.cut = w.cut || w.b.Len() >= w.limit
	return w.cut
}

func (w *textWriter) breakLine(n int) {
	if w.begun {
		w.nl = max(w.nl, n)
	}
	w.space = false
}

func (w *textWriter) flush() {
	if w.nl > 0 {
		for i := range w.nl {
			w.b.WriteByte('\n')
			if i < w.nl-1 {
				w.b.WriteString(strings.TrimRight(w.prefix(), " "))
			}
		}
		w.nl, w.inLine = 0, false
	}
	if !w.inLine {
		w.b.WriteString(w.prefix())
		w.b.WriteString(w.indent)
		w.inLine = true
	} else if w.space {
		w.b.WriteByte(' ')
	}
	w.begun, w.space = true, false
}

func (w *textWriter) prefix() string {
	if w.quote == 0 {
		return ""
	}
	mark := written.Mark
	if w.copied > 0 {
		mark = written.CopyMark
	}
	return mark + strings.Repeat("> ", w.quote)
}

func (w *textWriter) text(s string) {
	if !w.seen(s) {
		return
	}
	s, _ = mime.CleanText(strings.ReplaceAll(s, "\u00a0", " "))
	if w.pre > 0 {
		for i, l := range strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
			if w.full() {
				return
			}
			if i > 0 {
				w.flush() // an empty line counts in preformatted text
				w.breakLine(1)
			}
			if l != "" {
				w.flush()
				w.b.WriteString(l)
			}
		}
		return
	}
	words := strings.Fields(s)
	if len(words) == 0 {
		w.space = w.space || (s != "" && w.inLine && w.nl == 0)
		return
	}
	if strings.TrimLeft(s, " \t\r\n") != s && w.inLine && w.nl == 0 {
		w.space = true
	}
	for i, word := range words {
		if i > 0 {
			w.space = true
		}
		w.flush()
		w.b.WriteString(word)
	}
	w.space = strings.TrimRight(s, " \t\r\n") != s
}

func (w *textWriter) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.node(c)
	}
}

// node writes one node. The depth is bounded by the parser (512).
func (w *textWriter) node(n *html.Node) {
	if w.full() {
		return
	}
	switch n.Type {
	case html.TextNode:
		if w.roles[n] == written.Copied {
			w.leaveLine()
			w.quote++
			w.copied++
			w.text(n.Data)
			w.leaveLine()
			w.quote--
			w.copied--
			return
		}
		w.text(n.Data)
		return
	case html.ElementNode:
	case html.DocumentNode:
		w.children(n)
		return
	case html.CommentNode:
		w.comment(n.Data)
		return
	default:
		return // doctype
	}
	role := w.roles[n]
	if role == written.Signature {
		w.signed = w.signed || hasWords(n)
		return
	}
	if role == written.Copied {
		w.leaveLine()
		w.quote++
		w.copied++
		defer func() {
			w.leaveLine()
			w.quote--
			w.copied--
		}()
	}
	closed := w.sign(n)
	defer closed()
	old, strike, show := w.enter(n)
	if show {
		if strike {
			w.text(struck)
		}
		w.element(n)
		if strike {
			w.text(struck)
		}
	}
	w.look = old
}

func (w *textWriter) element(n *html.Node) {
	switch n.DataAtom {
	case atom.Head:
		w.linked(n)
	case atom.Style, atom.Script:
	case atom.Title, atom.Template, atom.Iframe:
		w.seenNot(n)
	case atom.Input:
		if kind := strings.ToLower(attr(n, "type")); kind != "hidden" && kind != "password" {
			w.text(" " + mime.CleanLine(attr(n, "value"), 200) + " ")
		}
	case atom.Br:
		if w.begun {
			w.nl++
			w.space = false
			if w.nl > 3 {
				w.nl = 3
			}
		}
	case atom.Hr:
		if w.look.unseen() {
			return
		}
		w.breakLine(1)
		w.flush()
		w.b.WriteString("----------")
		w.breakLine(1)
	case atom.Img:
		w.picture(n)
		if alt := mime.CleanLine(attr(n, "alt"), 200); alt != "" {
			w.text(" [image: " + strings.Trim(alt, "[]") + "] ")
		}
	case atom.A:
		w.link(n)
	case atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Dl:
		w.breakLine(2)
		w.children(n)
		w.breakLine(2)
	case atom.Pre:
		w.breakLine(2)
		w.pre++
		w.children(n)
		w.pre--
		w.breakLine(2)
	case atom.Blockquote:
		w.breakLine(1)
		if !w.cites(n) {
			w.children(n)
			w.breakLine(1)
			return
		}
		w.leaveLine()
		w.quote++
		w.children(n)
		w.leaveLine()
		w.quote--
		w.breakLine(1)
	case atom.Ul, atom.Ol:
		w.list(n)
	case atom.Li:
		w.item(n)
	case atom.Td, atom.Th:
		if w.inLine && w.nl == 0 {
			w.text(" | ")
		}
		w.children(n)
	case atom.Table:
		w.breakLine(1)
		if w.tables++; w.tables == 1 {
			w.table = w.b.Len()
		}
		w.children(n)
		w.tables--
		w.breakLine(1)
	case atom.Tr, atom.Div, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Main,
		atom.Address, atom.Center, atom.Form, atom.Fieldset, atom.Dt, atom.Dd, atom.Caption, atom.Body, atom.Figure, atom.Nav:
		w.breakLine(1)
		w.children(n)
		w.breakLine(1)
	default:
		w.children(n)
	}
}

// comment looks at a conditional one: Outlook shows what is in it, or does not show what
// stands between two of them. What Outlook writes into its own says nothing.
func (w *textWriter) comment(data string) {
	data = strings.TrimSpace(data)
	if strings.Contains(data, "[endif]") {
		w.some = false
	}
	if !strings.HasPrefix(data, "[if") || w.quote > 0 {
		return
	}
	condition, rest, _ := strings.Cut(data, "]")
	if !strings.Contains(rest, "[endif]") {
		w.some = !strings.Contains(condition, "support") // a bullet of a list
		return
	}
	rest = strings.TrimPrefix(rest, ">")
	w.unsure = w.unsure || strings.ContainsFunc(strings.ReplaceAll(flatText(rest), "[endif]", ""), words.Rune) || sheetHides.MatchString(rest)
}

// picture remembers a picture that is shown, and what certainly stands above it: lines that have ended. One in a table
// may stand beside all of it, and one that is moved anywhere.
func (w *textWriter) picture(img *html.Node) {
	if w.images || w.quote > 0 || tiny(img) {
		return
	}
	w.images = true
	switch {
	case w.look.moved:
	case w.tables > 0:
		w.above = w.table
	case w.inLine && w.nl == 0:
		w.above = strings.LastIndexByte(w.b.String(), '\n') + 1
	default:
		w.above = w.b.Len()
	}
}

// tiny reports whether a picture is too small to show anything.
func tiny(img *html.Node) bool {
	small := func(name string) bool {
		n, err := strconv.Atoi(strings.TrimSuffix(attr(img, name), "px"))
		return err == nil && n <= 3
	}
	return small("width") || small("height")
}

// leaveLine makes the line ends that are owed with the present prefix, so that
// a change of the quote depth does not reach the lines before it.
func (w *textWriter) leaveLine() {
	if !w.begun {
		return
	}
	w.b.WriteByte('\n')
	w.nl, w.inLine, w.space, w.begun = 0, false, false, false
}

func (w *textWriter) link(n *html.Node) {
	before := w.b.Len()
	w.children(n)
	href := mime.CleanLine(attr(n, "href"), 2000)
	scheme, rest, _ := strings.Cut(href, ":")
	switch strings.ToLower(scheme) {
	case "http", "https":
	case "mailto":
		href, _, _ = strings.Cut(rest, "?")
	default:
		return
	}
	shown := strings.Trim(w.b.String()[before:], written.Mark+"> \n\t")
	if href == "" || strings.EqualFold(words.BareURL(shown), words.BareURL(href)) || w.look.unseen() {
		return
	}
	owed := w.space
	w.space = shown != ""
	w.flush()
	if shown == "" {
		w.b.WriteString(href)
	} else {
		w.b.WriteString("(" + href + ")")
	}
	w.space = owed
}

func (w *textWriter) list(n *html.Node) {
	w.breakLine(1)
	next := 0
	if n.DataAtom == atom.Ol {
		next = 1
		if s, err := strconv.Atoi(attr(n, "start")); err == nil && s > 0 && s < 1e6 {
			next = s
		}
	}
	w.lists = append(w.lists, next)
	w.children(n)
	w.lists = w.lists[:len(w.lists)-1]
	w.breakLine(1)
}

func (w *textWriter) item(n *html.Node) {
	w.breakLine(1)
	mark := "- "
	if l := len(w.lists); l > 0 && w.lists[l-1] > 0 {
		mark = strconv.Itoa(w.lists[l-1]) + ". "
		w.lists[l-1]++
	}
	if w.look.unseen() {
		w.children(n)
		return
	}
	w.flush()
	w.b.WriteString(mark)
	old := w.indent
	w.indent += strings.Repeat(" ", len(mark))
	w.space = false
	// What comes first belongs on the line of the mark.
	w.begun = false
	w.children(n)
	w.begun = true
	w.indent = old
	w.breakLine(1)
}

// enter takes over the look of a node. strike says that its text is struck, show
// is false if nothing of it can be seen.
func (w *textWriter) enter(n *html.Node) (old look, strike, show bool) {
	old = w.look
	ds := w.sheets.styleOf(n)
	if gone(n, ds) {
		w.seenNot(n)
		return old, false, false
	}
	switch ds["visibility"] {
	case "hidden", "collapse":
		w.look.invisible = true
	case "visible", "initial":
		w.look.invisible = false
	}
	if v := ds["font-size"]; v != "" && (zeroStyle.MatchString(v) || dotStyle.MatchString(v)) {
		w.look.tiny = true
	} else if ownSize.MatchString(v) {
		w.look.tiny = false
	}
	w.look.paint(n, ds)
	if !old.odd && (whiteStyle.MatchString(ds["color"]) || (n.DataAtom == atom.Font && whiteStyle.MatchString(strings.ToLower(attr(n, "color")))) || outOfSight(ds)) {
		w.look.odd = true
		w.seenNot(n) // it may be written all the same
	}
	w.look.moved = w.look.moved || moves(ds)
	line := ds["text-decoration"] + " " + ds["text-decoration-line"]
	switch n.DataAtom {
	case atom.S, atom.Del, atom.Strike:
		strike = true
	default:
		strike = strings.Contains(line, "line-through")
	}
	w.look.struck = old.struck || strike
	if strike = strike && !old.struck && hasWords(n); strike && w.quote == 0 {
		w.unsure = true
	}
	return old, strike, true
}

// seen reports whether text is visible here, and remembers if it is not.
func (w *textWriter) seen(s string) bool {
	w.unsure = w.unsure || w.some && w.quote == 0 && strings.ContainsFunc(s, words.Rune)
	if !w.look.unseen() {
		return true
	}
	w.unsure = w.unsure || (w.quote == 0 && strings.ContainsFunc(s, words.Rune))
	return false
}

// seenNot remembers that a node is not seen, if it says anything.
func (w *textWriter) seenNot(n *html.Node) {
	w.unsure = w.unsure || (w.quote == 0 && hasWords(n))
}

// linked looks for style sheets that are not in the mail, or not for all programs.
func (w *textWriter) linked(head *html.Node) {
	for n := head.FirstChild; n != nil; n = n.NextSibling {
		if n.Type == html.CommentNode {
			w.comment(n.Data)
		}
		w.unsure = w.unsure || n.DataAtom == atom.Link && strings.EqualFold(attr(n, "rel"), "stylesheet")
	}
}

// maxAsked is how many blockquotes are looked at by what stands above them.
const maxAsked = 200

// cites reports whether a blockquote is a quote of a mail. Others are text that
// the person moved in.
func (w *textWriter) cites(n *html.Node) bool {
	if w.quote > 0 || strings.EqualFold(attr(n, "type"), "cite") || citeClass.MatchString(attr(n, "class")) {
		return true
	}
	if w.asked++; w.asked > maxAsked {
		return false
	}
	above := w.b.String()
	lines := strings.Split(above[max(0, len(above)-2000):], "\n")
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return w.quotes(lines)
}
