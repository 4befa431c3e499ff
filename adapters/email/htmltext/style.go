package htmltext

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"bridge/adapters/email/words"
	"bridge/internal/lazyre"
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
	moved     bool  // it may not stand where it is written
}

func (l look) unseen() bool {
	return l.invisible || l.tiny || (l.ink.set && !l.unknown && (l.ink.clear || l.ink.near(l.paper)))
}

var (
	// zeroStyle is a length or a number that is zero.
	zeroStyle = lazyre.New(`^[+-]?0*(\.0*)?\s*(px|pt|pc|em|rem|ex|ch|cm|mm|in|vw|vh|%)?$`)
	// dotStyle is a size that is there and cannot be read.
	dotStyle = lazyre.New(`^\+?(0*\.\d+|0*1(\.\d+)?)\s*(px|pt)$|^\+?0*\.0\d*\s*r?em$`)
	// ownSize is a font size that does not depend on that of the parent.
	ownSize    = lazyre.New(`^([\d.]+\s*(px|pt|pc|rem|cm|mm|in|vw|vh)|xx-small|x-small|small|medium|large|x-large|xx-large|initial)$`)
	whiteStyle = lazyre.New(`^(white|transparent|#fff|#ffffff|#fff0|#ffffff00|rgba?\(\s*255[\s,]+255[\s,]+255\b.*|rgba\(.*[,/]\s*0?\.?0*\s*\))$`)
	// farStyle is a length that moves text out of a window.
	farStyle  = lazyre.New(`^-\s*(\d{3,}(\.\d+)?\s*(px|pt)|\d{2,}(\.\d+)?\s*r?em|\d{3,}(\.\d+)?\s*(%|vw|vh))$`)
	farMargin = lazyre.New(`^-\s*(\d{4,}(\.\d+)?\s*(px|pt)|\d{3,}(\.\d+)?\s*r?em)$`)
	farMove   = lazyre.New(`translate[xy3d]*\([^)]*-\d{3,}|scale[xy3d]*\(\s*0*\.?0*\s*[,)]`)
	noClip    = lazyre.New(`^rect\(\s*[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?\s*\)$|^inset\(\s*(50|100)%|^circle\(\s*0`)
	// sheetHides is what a style sheet must not hold if text is to be seen as it
	// is written: of sheets only the simple rules are applied.
	sheetHides = lazyre.New(`(?i)display\s*:\s*none|visibility\s*:|line-through|content\s*:|(font-size|opacity|height|width)\s*:\s*0|[^-]color\s*:\s*(white|transparent|#fff)|text-indent\s*:\s*-\d|@import`)
	citeClass  = lazyre.New(`(?i)(^|\s)(gmail_quote|moz-cite|moz-cite-prefix|yahoo_quoted|protonmail_quote|tutanota_quote|iosymail_quote|zmail_extra)(\s|$)`)
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

// maxClasses is how many classes of a node are looked at.
const maxClasses = 50

// sheets are the rules of a document's style sheets, and what they made of its nodes:
// a document is walked more than once.
type sheets struct {
	rules  map[string]style // by selector
	styles map[*html.Node]style
	hide   bool // there may be more that hides text
}

// styleOf is the style of a node by the sheets and by itself.
func (s *sheets) styleOf(n *html.Node) style {
	if len(s.rules) == 0 {
		return declarations(attr(n, "style"))
	}
	ds, known := s.styles[n]
	if !known {
		ds = s.cascade(n, declarations(attr(n, "style")))
		s.styles[n] = ds
	}
	return ds
}

func (s *sheets) cascade(n *html.Node, own style) style {
	var all style
	add := func(selector string) {
		for name, v := range s.rules[selector] {
			if all == nil {
				all = style{}
			}
			all[name] = v
		}
	}
	add("*")
	add(n.Data)
	classes := strings.Fields(attr(n, "class"))
	s.hide = s.hide || len(classes) > maxClasses
	classes = classes[:min(len(classes), maxClasses)]
	for i, c := range classes {
		if slices.Contains(classes[i+1:], c) {
			continue // the last one counts
		}
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

// maxRules and maxSheets bound the work on style sheets; the latter is in bytes.
const (
	maxRules  = 2000
	maxSheets = 64 << 10
)

var (
	cssComment = lazyre.New(`(?s)/\*.*?\*/|<!--|-->`)
	cssSimple  = lazyre.New(`^(\*|[a-z][a-z0-9]*|([a-z][a-z0-9]*)?[.#][\w-]+)$`)
)

// readSheets reads the rules whose selectors are one name, class or id.
func readSheets(root *html.Node) *sheets {
	s := &sheets{rules: map[string]style{}, styles: map[*html.Node]style{}}
	count, size := 0, 0
	for n := range root.Descendants() {
		if n.DataAtom != atom.Style || n.FirstChild == nil {
			continue
		}
		if size += len(n.FirstChild.Data); size > maxSheets {
			s.hide = true
			return s
		}
		s.hide = s.hide || sheetHides.MatchString(n.FirstChild.Data)
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
				if s.rules[selector] == nil {
					s.rules[selector] = style{}
				}
				for name, v := range ds {
					s.rules[selector][name] = v
				}
			}
		}
	}
	return s
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

// moves reports styles that may show something elsewhere than below what is written above it.
func moves(ds style) bool {
	for name, v := range ds {
		switch name {
		case "position":
			if v != "static" {
				return true
			}
		case "transform", "translate", "order", "grid-area", "grid-row", "grid-column":
			return true
		case "display", "flex-direction", "flex-flow", "direction", "writing-mode":
			if strings.Contains(v, "grid") || strings.Contains(v, "flex") || strings.HasSuffix(v, "reverse") || strings.HasPrefix(v, "vertical") {
				return true
			}
		default:
			if strings.HasPrefix(name, "margin") && strings.Contains(v, "-") {
				return true
			}
		}
	}
	return false
}

// hasWords reports whether a node holds text or a picture with a text. It walks
// without recursion.
func hasWords(root *html.Node) bool {
	for n := range root.Descendants() {
		if n.Type == html.TextNode && strings.ContainsFunc(n.Data, words.Rune) || n.DataAtom == atom.Img && strings.ContainsFunc(attr(n, "alt"), words.Rune) {
			return true
		}
	}
	return false
}

// paint takes over what a node tells of its colors.
func (l *look) paint(n *html.Node, ds style) {
	back, ok := ds["background-color"]
	if !ok {
		back = ds["background"]
	}
	if back == "" {
		back = attr(n, "bgcolor")
	}
	if back != "" && back != "none" && back != "inherit" {
		if c := parseColor(back); c.set && !c.clear {
			l.paper, l.unknown = c, false
		} else if !c.set {
			l.unknown = true
		}
	}
	if attr(n, "background") != "" || strings.Contains(ds["background-image"], "(") {
		l.unknown = true
	}
	ink := ds["color"]
	if ink == "" {
		switch n.DataAtom {
		case atom.Font:
			ink = attr(n, "color")
		case atom.Body:
			ink = attr(n, "text")
		}
	}
	switch {
	case ink == "" || ink == "inherit":
	case strings.HasPrefix(ink, "currentcolor"):
	default:
		l.ink = parseColor(ink)
	}
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
