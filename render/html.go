package render

import (
	"strings"

	"golang.org/x/net/html"
)

// tags turns HTML inside Markdown into text: the tags of HTML go, their text
// stays. Words in angle brackets that are not HTML (<your name>) are text.
type tags struct {
	source string          // the whole source in lower case, to look for closing tags
	closed map[string]bool // tag name to whether source closes it somewhere
	raw    strings.Builder // scratch
	href   string          // of the open <a>
	label  int             // where its label starts in the output
}

// element is what an HTML element does to a line of text.
type element int

const (
	notHTML  element = iota
	breaking         // starts a line of its own
	flowing          // stays within the line
)

// elementOf knows the names of HTML elements (WHATWG HTML §4, obsolete ones §16.2).
func elementOf(name string) element {
	switch name {
	case "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog",
		"dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
		"head", "header", "hgroup", "hr", "html", "iframe", "legend", "li", "main", "menu", "nav", "noframes", "noscript",
		"ol", "optgroup", "option", "p", "pre", "search", "section", "select", "summary", "table", "tbody", "template",
		"textarea", "tfoot", "thead", "title", "tr", "ul", "xmp":
		return breaking
	case "a", "abbr", "acronym", "area", "audio", "b", "base", "bdi", "bdo", "big", "button", "canvas", "cite", "code",
		"col", "colgroup", "data", "datalist", "del", "dfn", "em", "embed", "font", "i", "img", "input", "ins", "kbd",
		"label", "link", "map", "mark", "meta", "meter", "nobr", "object", "output", "param", "picture", "progress", "q",
		"rp", "rt", "ruby", "s", "samp", "script", "slot", "small", "source", "span", "strike", "strong", "style", "sub",
		"sup", "svg", "td", "th", "time", "track", "tt", "u", "var", "video", "wbr":
		return flowing
	}
	return notHTML
}

// staysOpen reports whether an element needs no closing tag.
func staysOpen(name string) bool {
	switch name {
	case "br", "hr", "img", "wbr", "p", "li", "td", "th", "tr", "dt", "dd", "option", "tbody", "thead", "tfoot", "html",
		"body", "head":
		return true
	}
	return false
}

// known reports whether a tag is markup. A bare opening tag that is never closed
// (<data>, <link>) is more likely a placeholder somebody wrote.
func (t *tags) known(tok html.Token) bool {
	if elementOf(tok.Data) == notHTML {
		return false
	}
	if tok.Type != html.StartTagToken || len(tok.Attr) > 0 || staysOpen(tok.Data) {
		return true
	}
	closed, ok := t.closed[tok.Data]
	if !ok {
		if t.closed == nil {
			t.closed = map[string]bool{}
		}
		closed = strings.Contains(t.source, "</"+tok.Data)
		t.closed[tok.Data] = closed
	}
	return closed
}

// inline writes what one raw tag or comment inside a paragraph becomes.
func (t *tags) inline(b *strings.Builder, raw string) {
	z := html.NewTokenizer(strings.NewReader(raw))
	if z.Next() == html.ErrorToken {
		b.WriteString(raw)
		return
	}
	tok := z.Token()
	switch tok.Type {
	case html.TextToken:
		b.WriteString(raw)
	case html.CommentToken:
		if !strings.HasPrefix(raw, "<!--") || !strings.HasSuffix(raw, "-->") {
			b.WriteString(raw)
		}
	case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
		if t.known(tok) {
			t.tag(b, tok)
		} else {
			b.WriteString(raw)
		}
	}
}

// tag writes what stands for a known tag.
func (t *tags) tag(b *strings.Builder, tok html.Token) {
	opening := tok.Type != html.EndTagToken
	switch name := tok.Data; {
	case name == "a" && opening:
		t.href, t.label = oneLine(attr(tok, "href")), b.Len()
	case name == "a":
		label := ""
		if t.label <= b.Len() {
			label = strings.TrimSpace(b.String()[t.label:])
		}
		if t.href != "" && !sameTarget(label, t.href) {
			b.WriteString(" (" + target(t.href) + ")")
		}
		t.href = ""
	case name == "img":
		if alt := oneLine(attr(tok, "alt")); alt != "" {
			b.WriteString("[image: " + alt + "]")
		} else {
			b.WriteString("[image]")
		}
		if src := oneLine(attr(tok, "src")); src != "" {
			b.WriteString(" (" + target(src) + ")")
		}
	case (name == "td" || name == "th") && opening:
		if s := b.String(); s != "" && !strings.HasSuffix(s, "\n") {
			b.WriteString(" | ")
		}
	case name == "li" && opening:
		newline(b)
		b.WriteString("- ")
	case name == "br":
		b.WriteByte('\n')
	case elementOf(name) == breaking:
		newline(b)
	}
}

func newline(b *strings.Builder) {
	if s := b.String(); s != "" && !strings.HasSuffix(s, "\n") {
		b.WriteByte('\n')
	}
}

func attr(tok html.Token, name string) string {
	for _, a := range tok.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// text turns a block of HTML into lines of text. Comments, scripts and style
// sheets are not text; one that never ends is shown, because what follows it may
// have been meant for the reader.
func (t *tags) text(src string) string {
	var b strings.Builder
	var code strings.Builder // the content of an open <script> or <style>
	inCode := ""
	z := html.NewTokenizer(strings.NewReader(src))
	for {
		if z.Next() == html.ErrorToken {
			b.WriteString(code.String())
			t.href = ""
			return b.String()
		}
		raw := string(z.Raw())
		tok := z.Token()
		if inCode != "" {
			if tok.Type != html.EndTagToken || tok.Data != inCode {
				code.WriteString(raw)
				continue
			}
			if inCode == "script" {
				b.WriteString("[script: not shown]")
			}
			code.Reset()
			inCode = ""
			continue
		}
		switch tok.Type {
		case html.TextToken:
			b.WriteString(spaces(&b, tok.Data))
		case html.CommentToken:
			if !strings.HasPrefix(raw, "<!--") || !strings.HasSuffix(raw, "-->") {
				b.WriteString(raw)
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			switch {
			case tok.Type == html.StartTagToken && (tok.Data == "script" || tok.Data == "style"):
				inCode = tok.Data
				code.WriteString(raw)
			case t.known(tok):
				t.tag(&b, tok)
			default:
				b.WriteString(raw)
			}
		}
	}
}

// spaces trims the indentation and the line breaks that HTML source has at the
// start of a line.
func spaces(b *strings.Builder, s string) string {
	s = clean(s)
	fresh := b.Len() == 0 || strings.HasSuffix(b.String(), "\n")
	if fresh {
		s = strings.TrimLeft(s, " \t\n")
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if i > 0 || fresh {
			lines[i] = strings.TrimLeft(l, " \t")
		}
	}
	return strings.Join(lines, "\n")
}
