package written

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// People answer inside the copy of a mail, too, which no mark tells from the rest: they say so above it, or begin their lines
// with an arrow or their name.

// arrows begin the answers that people put into a copy.
var arrows = list(`-->|->|=>|==>|>>>|→|➔|➜|►|<--|***|###|@@`)

// between reports whether lines of the copy below line i begin as answers in it do: with
// an arrow, or with the name of who writes, in brackets or before a colon.
func (d *doc) between(i int) bool {
	name := nameWords(d.mail.Name)
	for _, l := range d.lines[i:] {
		l = strings.TrimSpace(l)
		if len(l) < 4 || len(l) > 500 || strings.HasPrefix(l, Mark) {
			continue
		}
		for _, a := range arrows {
			if rest, ok := strings.CutPrefix(l, a); ok && strings.ContainsFunc(rest, unicode.IsLetter) && !ruler(l) && !strings.HasSuffix(rest, a) {
				return true
			}
		}
		if at := strings.IndexAny(l, "]:"); l[0] == '[' && at > 0 && l[at] == ']' && at+1 < len(l) && isName(l[1:at], name) || l[0] == '[' && initials(l, d.mail.Name) {
			return true
		}
	}
	return false
}

// initials reports whether a line begins with somebody's initials in brackets.
func initials(l, name string) bool {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(name, notLetter) {
		r, _ := utf8.DecodeRuneInString(w)
		b.WriteRune(unicode.ToUpper(r))
	}
	rest, ok := strings.CutPrefix(l, "["+b.String()+"]")
	return ok && b.Len() > 1 && strings.ContainsFunc(rest, unicode.IsLetter)
}

// maxHint is how far above a copy a person tells of answers in it, in lines.
const maxHint = 20

// answered reports whether a copy from line i on is marked as a quote, with lines that are
// not: what is not marked is no copy.
func (d *doc) answered(i int) bool {
	i = d.after(i)
	return i < len(d.lines) && d.kinds[i] == quoteLine && d.said(d.quoteEnd(i), d.tail(d.quoteEnd(i)))
}

// listsBelow reports whether the line i that tells of answers has them right below it, in a list
// of the person's own: "My answers:".
func (d *doc) listsBelow(i int, hint string) bool {
	if !strings.HasSuffix(strings.TrimRight(d.lines[i], " *_"), ":") || !answersHint(hint) {
		return false
	}
	at := d.after(i + 1)
	return at < len(d.lines) && d.kinds[at] == textLine && listItem.MatchString(d.lines[at])
}

// answersHint reports a hint that speaks of answers and not of where they stand.
func answersHint(hint string) bool {
	return slices.ContainsFunc([]string{"answer", "repl", "antwort", "répons", "respuest", "rispost", "antwoord", "respost", "odpowied", "svar", "comment", "kommentar", "coment"}, func(s string) bool { return strings.Contains(hint, s) })
}

var listItem = lazyre.New(`^\s*(?:[-–•*·]|\(?\d{1,2}[.)]|\(?[a-h][.)]|(?i:q|re|ad|zu|to|ad\.)? ?\d{1,2}\s?[:.)])\s`)

// inline reports whether the person says above line i that the answers stand in
// the copy below.
func (d *doc) inline(i int) bool {
	if d.between(i) {
		return true
	}
	for n := 0; i > 0 && n < maxHint; n++ {
		i--
		if d.kinds[i] != textLine || len(d.lines[i]) > 500 {
			continue
		}
		l := strings.ToLower(d.lines[i])
		for _, hint := range inlineHints {
			if strings.Contains(l, hint) && !d.listsBelow(i, hint) {
				return true
			}
		}
	}
	return false
}
