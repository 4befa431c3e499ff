package email

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"bridge/adapters/email/reply"
)

// page is what an HTML document says.
type page struct {
	text   string // all visible text, with quotes, which are marked
	person string // the same as far as no mail program made it: copied mails are marked too, signatures left out
	cut    bool   // something is missing in text
	unsure bool   // a reader may see more or less than the text, outside of quotes
	hidden bool   // there are words, and none of them can be seen
	signed bool   // person is without a signature that text has
}

// readHTML reads the visible text of an HTML document, up to about limit bytes:
// links as "text (url)", lists, tables row by row, struck text between "~~",
// quotes marked and with "> ". The marks of nested quotes and lists can make a
// text a thousand times longer than its document.
func readHTML(doc string, limit int, self mailbox, forward bool) page {
	// Mail is read without scripts: what stands in noscript is seen.
	root, err := html.ParseWithOptions(strings.NewReader(doc), html.ParseOptionEnableScripting(false))
	if err != nil {
		text := flatText(doc) // nested deeper than the parser goes
		return page{text: text, person: text, unsure: true}
	}
	rules := sheetRules(root)
	w := textWriter{limit: limit, rules: rules}
	w.quotes = func(above []string) bool { return self.endsInAttribution(above) > 0 }
	w.node(root)
	p := page{text: strings.Trim(w.b.String(), " \n"), cut: w.cut, unsure: w.unsure}
	p.hidden = w.unsure && !strings.ContainsFunc(p.text, wordRune) && hasWords(root)
	v := textWriter{limit: limit, rules: rules, quotes: reply.Attributed}
	if !forward {
		v.roles = reply.Roles(root)
	}
	v.node(root)
	p.person, p.signed = strings.Trim(v.b.String(), " \n"), v.signed
	return p
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
	copied int  // depth of quotes that are copies
	asked  int  // blockquotes that were looked at closely
	pre    int
	indent string
	lists  []int // the next number of each open list; 0 = bullets
	limit  int   // of b, in bytes
	cut    bool  // the limit was met
	look   look
	unsure bool // text outside of quotes is hidden or struck
	rules  map[string]style
	quotes func(above []string) bool // whether a quote stands below such lines
	roles  map[*html.Node]reply.Role // what mail programs made; nil: it is not looked at
	signed bool                      // a signature was left out
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
	mark := quoteMark
	if w.copied > 0 {
		mark = reply.CopyMark
	}
	return mark + strings.Repeat("> ", w.quote)
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
		if w.roles[n] == reply.Copied {
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
	default:
		return // comments, doctype
	}
	role := w.roles[n]
	if role == reply.Signature {
		w.signed = w.signed || hasWords(n)
		return
	}
	if role == reply.Copied {
		w.leaveLine()
		w.quote++
		w.copied++
		defer func() {
			w.leaveLine()
			w.quote--
			w.copied--
		}()
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
		if w.look.unseen() {
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
	if href == "" || strings.EqualFold(bareURL(shown), bareURL(href)) || w.look.unseen() {
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
