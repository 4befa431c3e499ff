package email

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// struck stands before and behind struck text.
const struck = "~~"

// look is what a node inherits of how its text is seen.
type look struct {
	invisible bool  // visibility; may be taken back further down
	tiny      bool  // a font size of nothing; the same
	struck    bool  // struck, and marked as such
	odd       bool  // looked at already: white, or out of sight
	ink       color // of the text, if it is told
	paper     color // behind it
	unknown   bool  // a picture may be behind it
}

func (l look) unseen() bool {
	return l.invisible || l.tiny || (l.ink.set && !l.unknown && (l.ink.clear || l.ink.near(l.paper)))
}

var (
	// zeroStyle is a length or a number that is zero.
	zeroStyle = regexp.MustCompile(`^[+-]?0*(\.0*)?\s*(px|pt|pc|em|rem|ex|ch|cm|mm|in|vw|vh|%)?$`)
	// dotStyle is a size that is there and cannot be read.
	dotStyle = regexp.MustCompile(`^\+?(0*\.\d+|0*1(\.\d+)?)\s*(px|pt)$|^\+?0*\.0\d*\s*r?em$`)
	// ownSize is a font size that does not depend on that of the parent.
	ownSize    = regexp.MustCompile(`^([\d.]+\s*(px|pt|pc|rem|cm|mm|in|vw|vh)|xx-small|x-small|small|medium|large|x-large|xx-large|initial)$`)
	whiteStyle = regexp.MustCompile(`^(white|transparent|#fff|#ffffff|#fff0|#ffffff00|rgba?\(\s*255[\s,]+255[\s,]+255\b.*|rgba\(.*[,/]\s*0?\.?0*\s*\))$`)
	// farStyle is a length that moves text out of a window.
	farStyle  = regexp.MustCompile(`^-\s*(\d{3,}(\.\d+)?\s*(px|pt)|\d{2,}(\.\d+)?\s*r?em|\d{3,}(\.\d+)?\s*(%|vw|vh))$`)
	farMargin = regexp.MustCompile(`^-\s*(\d{4,}(\.\d+)?\s*(px|pt)|\d{3,}(\.\d+)?\s*r?em)$`)
	farMove   = regexp.MustCompile(`translate[xy3d]*\([^)]*-\d{3,}|scale[xy3d]*\(\s*0*\.?0*\s*[,)]`)
	noClip    = regexp.MustCompile(`^rect\(\s*[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?\s*\)$|^inset\(\s*(50|100)%|^circle\(\s*0`)
	// sheetHides is what a style sheet must not hold if text is to be seen as it
	// is written: of sheets only the simple rules are applied.
	sheetHides = regexp.MustCompile(`(?i)display\s*:\s*none|visibility\s*:|line-through|content\s*:|(font-size|opacity|height|width)\s*:\s*0|[^-]color\s*:\s*(white|transparent|#fff)|text-indent\s*:\s*-\d|@import`)
	citeClass  = regexp.MustCompile(`(?i)(^|\s)(gmail_quote|moz-cite|moz-cite-prefix|yahoo_quoted|protonmail_quote|tutanota_quote|iosymail_quote|zmail_extra)(\s|$)`)
)

// style is declarations by their name; the last of a name has won.
type style map[string]string

// declarations reads those of a style attribute or of a rule.
func declarations(s string) style {
	if s == "" {
		return nil
	}
	ds, important := style{}, map[string]bool{}
	for _, d := range strings.Split(s, ";") {
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

// styleOf is the style of a node by the sheets and by itself.
func (w *textWriter) styleOf(n *html.Node) style {
	own := declarations(attr(n, "style"))
	if len(w.rules) == 0 {
		return own
	}
	var all style
	add := func(selector string) {
		for name, v := range w.rules[selector] {
			if all == nil {
				all = style{}
			}
			all[name] = v
		}
	}
	add("*")
	add(n.Data)
	for _, c := range strings.Fields(attr(n, "class")) {
		add("." + c)
		add(n.Data + "." + c)
	}
	if id := attr(n, "id"); id != "" {
		add("#" + id)
		add(n.Data + "#" + id)
	}
	if all == nil {
		return own
	}
	for name, v := range own {
		all[name] = v
	}
	return all
}

// maxRules bounds the work on style sheets.
const maxRules = 2000

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?\*/|<!--|-->`)
	cssSimple  = regexp.MustCompile(`^(\*|[a-z][a-z0-9]*|([a-z][a-z0-9]*)?[.#][\w-]+)$`)
)

// sheetRules are the rules of a document's style sheets whose selectors are one
// name, class or id.
func sheetRules(root *html.Node) map[string]style {
	rules := map[string]style{}
	count := 0
	for n := range root.Descendants() {
		if n.DataAtom != atom.Style || n.FirstChild == nil {
			continue
		}
		for _, block := range strings.Split(cssComment.ReplaceAllString(n.FirstChild.Data, " "), "}") {
			at := strings.LastIndexByte(block, '{')
			if at < 0 {
				continue
			}
			head := block[:at]
			if outer := strings.LastIndexByte(head, '{'); outer >= 0 {
				if strings.ContainsAny(head[:outer], "(") {
					continue // for some windows only
				}
				head = head[outer+1:]
			}
			ds := declarations(block[at+1:])
			for _, selector := range strings.Split(head, ",") {
				selector = strings.TrimSpace(selector)
				if count++; count > maxRules || len(ds) == 0 || !cssSimple.MatchString(selector) {
					continue
				}
				if rules[selector] == nil {
					rules[selector] = style{}
				}
				for name, v := range ds {
					rules[selector][name] = v
				}
			}
		}
	}
	return rules
}

// enter takes over the look of a node. strike says that its text is struck, show
// is false if nothing of it can be seen.
func (w *textWriter) enter(n *html.Node) (old look, strike, show bool) {
	old = w.look
	ds := w.styleOf(n)
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

// gone reports whether nothing of a node can be seen, whatever stands in it.
func gone(n *html.Node, ds style) bool {
	if ds["display"] == "none" || ds["mso-hide"] == "all" {
		return true
	}
	if v, ok := ds["opacity"]; ok {
		if f, err := strconv.ParseFloat(strings.TrimSuffix(v, "%"), 64); err == nil && (f < 0.05 || (strings.HasSuffix(v, "%") && f < 5)) {
			return true
		}
	}
	if _, ok := ds["display"]; !ok {
		for _, a := range n.Attr {
			if a.Key == "hidden" {
				return true
			}
		}
	}
	if strings.Contains(ds["overflow"], "hidden") || strings.Contains(ds["overflow"], "clip") {
		for _, name := range []string{"height", "width", "max-height", "max-width"} {
			if v, ok := ds[name]; ok && (zeroStyle.MatchString(v) || dotStyle.MatchString(v)) {
				return true
			}
		}
	}
	if ds["position"] == "absolute" || ds["position"] == "fixed" {
		for _, name := range []string{"left", "top", "right", "bottom"} {
			if farStyle.MatchString(ds[name]) {
				return true
			}
		}
	}
	if farStyle.MatchString(ds["text-indent"]) || farMargin.MatchString(ds["margin-left"]) || farMargin.MatchString(ds["margin-top"]) {
		return true
	}
	return noClip.MatchString(ds["clip"]) || noClip.MatchString(ds["clip-path"]) || farMove.MatchString(ds["transform"])
}

// outOfSight reports styles that may move text away or leave no room for it.
func outOfSight(ds style) bool {
	if strings.HasPrefix(ds["text-indent"], "-") || ds["position"] == "absolute" || ds["position"] == "fixed" || ds["clip"] != "" || ds["clip-path"] != "" || ds["transform"] != "" {
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
	if !w.look.unseen() {
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

// maxAsked is how many blockquotes are looked at by what stands above them.
const maxAsked = 500

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
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return w.quotes(lines)
}
