package email

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// visibleText is the visible text of an HTML document, up to about limit bytes:
// links as "text (url)", lists, tables row by row, struck text between "~~",
// quotes marked and with "> ". The marks of nested quotes and lists can make a
// text a thousand times longer than its document: cut says that something is
// missing. unsure says that a reader may see more or less than the text, outside
// of quotes. A document of which nothing is visible is taken as all visible.
func visibleText(doc string, limit int, self mailbox) (text string, cut, unsure bool) {
	// Mail is read without scripts: what stands in noscript is seen.
	root, err := html.ParseWithOptions(strings.NewReader(doc), html.ParseOptionEnableScripting(false))
	if err != nil {
		return flatText(doc), false, true // nested deeper than the parser goes
	}
	w := textWriter{limit: limit, self: self}
	w.node(root)
	text = w.b.String()
	if w.unsure && !strings.ContainsFunc(text, wordRune) {
		w = textWriter{limit: limit, self: self, all: true, unsure: true}
		w.node(root)
		text = w.b.String()
	}
	return strings.Trim(text, " \n"), w.cut, w.unsure
}

// flatText is the text of a document that cannot be parsed, without any structure.
func flatText(doc string) string {
	z := html.NewTokenizer(strings.NewReader(doc))
	var b strings.Builder
	skip := ""
	for {
		switch z.Next() {
		case html.ErrorToken:
			text, _ := cleanText(b.String())
			return strings.TrimSpace(text)
		case html.TextToken:
			if skip == "" {
				b.WriteString(strings.Join(strings.Fields(string(z.Text())), " "))
				b.WriteByte('\n')
			}
		case html.StartTagToken:
			if name, _ := z.TagName(); skip == "" && (string(name) == "style" || string(name) == "script" || string(name) == "title") {
				skip = string(name)
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == skip {
				skip = ""
			}
		}
	}
}

// textWriter collects lines. Blanks and line ends are written only when
// something follows.
type textWriter struct {
	b      strings.Builder
	nl     int  // line ends owed
	space  bool // a blank owed
	begun  bool // something is written
	inLine bool // something is on the current line
	quote  int  // depth of quotes
	pre    int
	indent string
	lists  []int // the next number of each open list; 0 = bullets
	limit  int   // of b, in bytes
	cut    bool  // the limit was met
	self   mailbox
	look   look
	all    bool // hidden text is written too
	unsure bool // text outside of quotes is hidden or struck
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
	return quoteMark + strings.Repeat("> ", w.quote)
}

func (w *textWriter) text(s string) {
	if !w.seen(s) {
		return
	}
	s, _ = cleanText(strings.ReplaceAll(s, "\u00a0", " "))
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

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
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
		w.text(n.Data)
		return
	case html.ElementNode:
	case html.DocumentNode:
		w.children(n)
		return
	default:
		return // comments, doctype
	}
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
		w.sheets(n)
	case atom.Style:
		w.sheet(n)
	case atom.Script:
	case atom.Title, atom.Template, atom.Iframe:
		w.seenNot(n)
	case atom.Input:
		if kind := strings.ToLower(attr(n, "type")); kind != "hidden" && kind != "password" {
			w.text(" " + cleanLine(attr(n, "value"), 200) + " ")
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
		if w.look.unseen() && !w.all {
			return
		}
		w.breakLine(1)
		w.flush()
		w.b.WriteString("----------")
		w.breakLine(1)
	case atom.Img:
		if alt := cleanLine(attr(n, "alt"), 200); alt != "" {
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
	case atom.Table, atom.Tr, atom.Div, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Main,
		atom.Address, atom.Center, atom.Form, atom.Fieldset, atom.Dt, atom.Dd, atom.Caption, atom.Body, atom.Figure, atom.Nav:
		w.breakLine(1)
		w.children(n)
		w.breakLine(1)
	default:
		w.children(n)
	}
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
	href := cleanLine(attr(n, "href"), 2000)
	scheme, rest, _ := strings.Cut(href, ":")
	switch strings.ToLower(scheme) {
	case "http", "https":
	case "mailto":
		href, _, _ = strings.Cut(rest, "?")
	default:
		return
	}
	shown := strings.Trim(w.b.String()[before:], quoteMark+"> \n\t")
	if href == "" || strings.EqualFold(bareURL(shown), bareURL(href)) || (w.look.unseen() && !w.all) {
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
	if w.look.unseen() && !w.all {
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
