package render

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// tagNames are the tags of the styles.
var tagNames = [styles]string{bold: "b", italic: "i", strike: "s", code: "code"}

// tagEscapes are what text needs to be no tag.
var tagEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// partNumber is what begins each of several parts.
var partNumber = lazyre.New(`^\(\d+/\d+\)\n`)

// tagged are the parts of a text as messages: without marks, and in tags. A style that
// goes over the border of two parts is closed in the one and opened again in the next.
func tagged(parts []string) []Output {
	var t tagger
	var list []Output
	for _, part := range parts {
		number := ""
		if len(parts) > 1 {
			number = partNumber.FindString(part)
		}
		list = append(list, Output{Text: tidy(unstyled(part)), HTML: number + t.part(part[len(number):])})
	}
	return list
}

// tagger writes text with tags.
type tagger struct {
	out   strings.Builder
	depth [styles]int // how often each style is on
	open  []int       // the styles whose tags are open, outermost first
}

func (t *tagger) part(s string) string {
	t.out.Reset()
	lines := strings.Split(s, "\n")
	fences := 0
	for _, l := range lines {
		if l == fence {
			fences++
		}
	}
	fences -= fences % 2 // one that is never closed is text
	inCode := false
	for i, l := range lines {
		if l == fence && fences > 0 {
			fences--
			t.reach(nil)
			if inCode = !inCode; inCode {
				t.out.WriteString("<pre>")
			} else {
				trimmed := strings.TrimSuffix(t.out.String(), "\n")
				t.out.Reset()
				t.out.WriteString(trimmed + "</pre>")
				if i < len(lines)-1 {
					t.out.WriteByte('\n')
				}
			}
			continue
		}
		if inCode {
			t.out.WriteString(tagEscapes.Replace(unstyled(l)))
		} else {
			t.line(l)
		}
		if i < len(lines)-1 {
			t.out.WriteByte('\n')
		}
	}
	t.reach(nil)
	return t.out.String()
}

func (t *tagger) line(l string) {
	for l != "" {
		i := strings.IndexFunc(l, func(r rune) bool { _, _, ok := markOf(r); return ok })
		if i != 0 { // text
			if i < 0 {
				i = len(l)
			}
			t.reach(t.wanted())
			t.out.WriteString(tagEscapes.Replace(l[:i]))
			l = l[i:]
			continue
		}
		style, step, _ := markOf(rune(l[0]))
		t.depth[style] = max(t.depth[style]+step, 0)
		l = l[1:]
	}
	want, keep := t.wanted(), 0 // what has ended is closed before the end of the line
	for keep < len(t.open) && slices.Contains(want, t.open[keep]) {
		keep++
	}
	t.reach(slices.Clone(t.open[:keep]))
}

// wanted are the tags that text has now. Code has no other tag around it.
func (t *tagger) wanted() []int {
	if t.depth[code] > 0 {
		return []int{code}
	}
	var list []int
	for k := range styles {
		if t.depth[k] > 0 {
			list = append(list, k)
		}
	}
	return list
}

// reach closes and opens tags until those of want are open.
func (t *tagger) reach(want []int) {
	same := 0
	for same < len(want) && same < len(t.open) && want[same] == t.open[same] {
		same++
	}
	for len(t.open) > same {
		last := len(t.open) - 1
		t.out.WriteString("</" + tagNames[t.open[last]] + ">")
		t.open = t.open[:last]
	}
	for _, k := range want[same:] {
		t.out.WriteString("<" + tagNames[k] + ">")
		t.open = append(t.open, k)
	}
}
