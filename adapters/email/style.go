package email

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// struck stands before and behind struck text.
const struck = "~~"

// look is what a node inherits of how its text is seen.
type look struct {
	invisible bool // visibility; may be taken back further down
	tiny      bool // a font size of zero; the same
	struck    bool // struck, and marked as such
	odd       bool // looked at already: white, or out of sight
}

func (l look) unseen() bool { return l.invisible || l.tiny }

var (
	// zeroStyle is a length or a number that is zero.
	zeroStyle = regexp.MustCompile(`^[+-]?0*(\.0*)?\s*(px|pt|pc|em|rem|ex|ch|cm|mm|in|vw|vh|%)?$`)
	// ownSize is a font size that does not depend on that of the parent.
	ownSize    = regexp.MustCompile(`^([\d.]+\s*(px|pt|pc|rem|cm|mm|in|vw|vh)|xx-small|x-small|small|medium|large|x-large|xx-large|initial)$`)
	whiteStyle = regexp.MustCompile(`^(white|transparent|#fff|#ffffff|#fff0|#ffffff00|rgba?\(\s*255[\s,]+255[\s,]+255\b.*|rgba\(.*[,/]\s*0?\.?0*\s*\))$`)
	// sheetHides is what a style sheet must not hold if text is to be seen as it
	// is written: we do not apply sheets.
	sheetHides = regexp.MustCompile(`(?i)display\s*:\s*none|visibility\s*:|line-through|content\s*:|(font-size|opacity|height|width)\s*:\s*0|[^-]color\s*:\s*(white|transparent|#fff)|text-indent\s*:\s*-\d|@import`)
	citeClass  = regexp.MustCompile(`(?i)(^|\s)(gmail_quote|moz-cite|moz-cite-prefix|yahoo_quoted|protonmail_quote|tutanota_quote|iosymail_quote|zmail_extra)(\s|$)`)
)

// declarations are those of a style attribute; the last of a name wins.
func declarations(n *html.Node) map[string]string {
	style := attr(n, "style")
	if style == "" {
		return nil
	}
	ds, important := map[string]string{}, map[string]bool{}
	for _, d := range strings.Split(style, ";") {
		name, v, ok := strings.Cut(d, ":")
		if !ok {
			continue
		}
		name, v = strings.ToLower(strings.TrimSpace(name)), strings.ToLower(strings.TrimSpace(v))
		v, _, force := strings.Cut(v, "!")
		if important[name] && !force {
			continue
		}
		ds[name], important[name] = strings.TrimSpace(v), force
	}
	return ds
}

// enter takes over the look of a node. strike says that its text is struck, show
// is false if nothing of it can be seen.
func (w *textWriter) enter(n *html.Node) (old look, strike, show bool) {
	old = w.look
	ds := declarations(n)
	gone := ds["display"] == "none" || ds["mso-hide"] == "all"
	if v, ok := ds["opacity"]; ok && zeroStyle.MatchString(v) {
		gone = true
	}
	if _, ok := ds["display"]; !ok {
		for _, a := range n.Attr {
			gone = gone || a.Key == "hidden"
		}
	}
	if gone && !w.all {
		w.seenNot(n)
		return old, false, false
	}
	switch ds["visibility"] {
	case "hidden", "collapse":
		w.look.invisible = true
	case "visible", "initial":
		w.look.invisible = false
	}
	if v := ds["font-size"]; v != "" && zeroStyle.MatchString(v) {
		w.look.tiny = true
	} else if ownSize.MatchString(v) {
		w.look.tiny = false
	}
	if !old.odd && (whiteStyle.MatchString(ds["color"]) || (n.DataAtom == atom.Font && whiteStyle.MatchString(strings.ToLower(attr(n, "color")))) || outOfSight(ds)) {
		w.look.odd = true
		w.seenNot(n) // it is written all the same: there may be a background
	}
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

// outOfSight reports styles that move text away or leave no room for it.
func outOfSight(ds map[string]string) bool {
	if strings.HasPrefix(ds["text-indent"], "-") || ds["position"] == "absolute" || ds["position"] == "fixed" || ds["clip"] != "" || ds["clip-path"] != "" {
		return true
	}
	for _, name := range []string{"height", "width", "max-height", "max-width"} {
		if v, ok := ds[name]; ok && zeroStyle.MatchString(v) {
			return true
		}
	}
	return false
}

// seen reports whether text is visible here, and remembers if it is not.
func (w *textWriter) seen(s string) bool {
	if w.all || !w.look.unseen() {
		return true
	}
	w.unsure = w.unsure || (w.quote == 0 && strings.ContainsFunc(s, wordRune))
	return false
}

// seenNot remembers that a node is not seen, if it says anything.
func (w *textWriter) seenNot(n *html.Node) {
	w.unsure = w.unsure || (w.quote == 0 && hasWords(n))
}

// hasWords reports whether a node holds text or a picture with a text. It walks
// without recursion.
func hasWords(root *html.Node) bool {
	for n := range root.Descendants() {
		if n.Type == html.TextNode && strings.ContainsFunc(n.Data, wordRune) || n.DataAtom == atom.Img && strings.ContainsFunc(attr(n, "alt"), wordRune) {
			return true
		}
	}
	return false
}

// sheets looks at the style sheets of the head.
func (w *textWriter) sheets(head *html.Node) {
	for n := head.FirstChild; n != nil; n = n.NextSibling {
		switch {
		case n.DataAtom == atom.Style:
			w.sheet(n)
		case n.DataAtom == atom.Link && strings.EqualFold(attr(n, "rel"), "stylesheet"):
			w.unsure = true
		}
	}
}

func (w *textWriter) sheet(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.unsure = w.unsure || sheetHides.MatchString(c.Data)
	}
}

// cites reports whether a blockquote is a quote of a mail. Others are text that
// the person moved in.
func (w *textWriter) cites(n *html.Node) bool {
	if w.quote > 0 || strings.EqualFold(attr(n, "type"), "cite") || citeClass.MatchString(attr(n, "class")) {
		return true
	}
	above := w.b.String()
	lines := strings.Split(above[max(0, len(above)-2000):], "\n")
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return w.self.endsInAttribution(lines) > 0
}
