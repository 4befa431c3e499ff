package render

import (
	"encoding/json"
	"strings"

	"github.com/rivo/uniseg"
)

// Row is one line of the arguments of a request as people see them: in a table where
// there are tables, one below the other in a text. Everything in it is escaped as a
// prompt's text is: it has no line breaks and nothing that the eye does not see.
type Row struct {
	Depth int      // how deep it is nested; 0 = an argument itself
	Above []string // its name, where that is too long for its place
	Name  string   // "amount:", or "-" for an item of a list
	Value string   // "" where it has rows of its own below, or a Block
	Block []string // a long text, line by line
}

// Group reports whether the rows below, one deeper, are what it holds.
func (r Row) Group() bool { return r.Value == "" && r.Block == nil }

// In is how far it is moved in on a page, in steps.
func (r Row) In() int { return min(r.Depth, 8) }

// arguments are all arguments, in their order. It reports false where they are too long.
func (p Prompt) arguments() ([]Row, bool) {
	if len(p.Args) > maxArgs {
		return nil, false
	}
	if len(strings.TrimSpace(string(p.Args))) == 0 {
		return nil, true
	}
	var rows []Row
	v, ok := parseJSON(p.Args, maxDepth)
	switch {
	case !ok:
		rows = []Row{{Block: blockLines(string(p.Args))}}
	case v.kind == scalar:
		rows = []Row{argument(v, 0, "-")}
	default:
		rows = members(nil, v, 0, In(p.Language).in().Prompt.NameAbove)
	}
	if len(rowsText(rows)) > maxArgs {
		return nil, false
	}
	return rows, true
}

// members adds the rows of what v holds. above stands for a name that is too long for
// its line.
func members(rows []Row, v value, depth int, above string) []Row {
	add := func(child value, name string, long []string) {
		r := argument(child, depth, name)
		r.Above = long
		rows = append(rows, r)
		rows = members(rows, child, depth+1, above)
	}
	for _, m := range v.members {
		if key := name(m.key); width(key) <= 40 {
			add(m.value, key+":", nil)
		} else {
			add(m.value, above+":", blockLines(m.key))
		}
	}
	for _, it := range v.items {
		add(it, "-", nil)
	}
	return rows
}

// argument is the row of one value, without what it holds.
func argument(v value, depth int, name string) Row {
	r := Row{Depth: depth, Name: name}
	switch {
	case v.kind == scalar:
	case len(v.members)+len(v.items) > 0:
		return r
	case v.kind == object:
		r.Value = "{}"
		return r
	default:
		r.Value = "[]"
		return r
	}
	s := literal(v)
	if width(r.pad())+width(name)+1+width(s) <= 72 {
		r.Value = s
		return r
	}
	if v.raw[0] == '"' {
		_ = json.Unmarshal(v.raw, &s) // cannot fail: valid
	}
	r.Block = blockLines(s)
	return r
}

func (r Row) pad() string { return strings.Repeat("  ", r.Depth+1) }

// rowsText writes rows as text: nested values indented, and long ones so that none of
// their lines can stand at the start of a line: each is behind "| ", and one too long for
// the screen goes on behind "|…".
func rowsText(rows []Row) string {
	var b strings.Builder
	for _, r := range rows {
		writeBlock(&b, r.pad(), r.Above)
		pad := r.pad()
		if r.Name != "" {
			b.WriteString(strings.TrimRight(pad+r.Name+" "+r.Value, " ") + "\n")
			pad += "  "
		}
		writeBlock(&b, pad, r.Block)
	}
	return b.String()
}

// block is a long or many-lined text as rowsText writes it.
func block(pad, s string) string {
	var b strings.Builder
	writeBlock(&b, pad, blockLines(s))
	return b.String()
}

// blockLines are the lines of a text, escaped.
func blockLines(s string) []string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if l = escape(l, plainEscape); strings.HasSuffix(l, " ") {
			l = l[:len(l)-1] + plainEscape(' ')
		}
		lines[i] = l
	}
	return lines
}

func writeBlock(b *strings.Builder, pad string, lines []string) {
	room := max(70-width(pad)-2, 20)
	for _, l := range lines {
		mark := "| "
		for {
			head, rest := wrap(l, room)
			b.WriteString(strings.TrimRight(pad+mark+head, " ") + "\n")
			if rest == "" {
				break
			}
			l, mark = rest, "|…"
		}
	}
}

// wrap cuts s before column n, at a space where there is one in the second half;
// the space begins the rest, where it can be seen.
func wrap(s string, n int) (head, rest string) {
	cols, end, space, state := 0, 0, 0, -1
	for end < len(s) {
		cluster, _, w, next := uniseg.FirstGraphemeClusterInString(s[end:], state)
		if cols += w; cols > n && end > 0 {
			if space > 0 {
				end = space
			}
			return s[:end], s[end:]
		}
		if cluster == " " && cols > n/2 && s[end-1] != ' ' {
			space = end
		}
		end, state = end+len(cluster), next
	}
	return s, ""
}
