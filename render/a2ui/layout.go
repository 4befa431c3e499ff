package a2ui

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/core/excerpt"
)

// walker turns the components of a surface into blocks, within the limits.
type walker struct {
	model   *model
	surface *surface
	words   Words
	doc     Document

	nodes, work, budget int
	open                map[string]bool // the components around the current one
}

// step counts what is done; false is enough.
func (w *walker) step() bool {
	w.work++
	if w.work > maxWork {
		w.doc.Cut = true
	}
	return w.work <= maxWork
}

// node counts what is shown.
func (w *walker) node() bool {
	w.nodes++
	w.doc.Cut = w.doc.Cut || w.nodes > MaxNodes
	return w.nodes <= MaxNodes
}

// show is what a surface says.
func (w *walker) show(s *surface) []Block {
	w.surface, w.open = s, map[string]bool{}
	return settled(w.component(s.root, scope{item: s.data}, 0))
}

// text is a value as text; long ones are more work.
func (w *walker) text(v any) string {
	s := text(v)
	w.work += len(s) / 64
	if list, ok := v.([]any); ok {
		w.work += len(list) / 16
	}
	return s
}

// say is a property as text, of what is left of the text of the answer.
func (w *walker) say(v any, sc scope) string {
	if v == nil || w.budget <= 0 || !w.step() {
		return ""
	}
	s := strings.TrimSpace(w.text(w.value(v, sc, 0)))
	if len(s) > w.budget {
		s = excerpt.Cut(s, w.budget)
		w.doc.Cut = true
	}
	w.budget -= len(s)
	return s
}

// first says the first property that c has.
func (w *walker) first(c component, sc scope, names ...string) string {
	for _, name := range names {
		if s := w.say(c.props.get(name), sc); s != "" {
			return s
		}
	}
	return ""
}

// enter begins a component: not one that is missing, too deep, one too many, or
// within itself. It stays open until the caller closes it.
func (w *walker) enter(id string, depth int) (component, bool) {
	c, ok := w.surface.components[id]
	if !ok || !w.step() || w.open[id] {
		return c, false
	}
	if !w.node() || depth > MaxDepth || w.budget <= 0 {
		w.doc.Cut = true
		return c, false
	}
	w.open[id] = true
	return c, true
}

func plain(s string) []Block { return line(cell(strings.TrimSpace(s))) }

func line(spans []Span) []Block {
	if len(spans) == 0 {
		return nil
	}
	return []Block{{Kind: Line, Spans: spans}}
}

// child is a child of a component and where its bindings are resolved.
type child struct {
	id string
	sc scope
}

// children are those of a property: a name, names, or one for each item of the data;
// templated says that it is the last.
func (w *walker) children(v any, sc scope) (list []child, templated bool) {
	switch v := v.(type) {
	case string:
		return []child{{v, sc}}, false
	case []any:
		for _, x := range v {
			if id, ok := x.(string); ok && w.step() {
				list = append(list, child{id, sc})
			}
		}
		return list, false
	case *object:
		if v.has("explicitList") {
			return w.children(v.get("explicitList"), sc)
		}
		if t, ok := v.get("template").(*object); ok {
			v = t
		}
		id, _ := v.get("componentId").(string)
		path, ok := v.get("path").(string)
		if !ok {
			path, _ = v.get("dataBinding").(string)
		}
		if id == "" {
			return nil, false
		}
		data, _ := w.lookup(path, sc)
		items, _ := data.([]any)
		if o, ok := data.(*object); ok {
			items = o.members(MaxNodes + 1)
		}
		for i, item := range items {
			if i >= MaxNodes || !w.step() {
				w.doc.Cut = true
				break
			}
			list = append(list, child{id, scope{item: item, index: i, inner: true}})
		}
		return list, true
	}
	return nil, false
}

// inner shows the children of some properties below each other.
func (w *walker) inner(c component, sc scope, depth int, names ...string) []Block {
	var out []Block
	for _, name := range names {
		list, _ := w.children(c.props.get(name), sc)
		for _, x := range list {
			out = spaced(out, w.component(x.id, x.sc, depth+1))
		}
	}
	return out
}

// cells are the blocks of each child of a row, also of those that show nothing, as
// pictures without a name do beside others.
func (w *walker) cells(c component, sc scope, depth int) [][]Block {
	list, _ := w.children(c.props.get("children"), sc)
	var cells, named [][]Block
	said := false
	for _, x := range list {
		blocks := w.component(x.id, x.sc, depth+1)
		cells = append(cells, blocks)
		if len(blocks) == 1 && len(blocks[0].Spans) == 1 && blocks[0].Spans[0].Form == Image && !blocks[0].Spans[0].Named {
			blocks = nil
		}
		said = said || len(blocks) > 0
		named = append(named, blocks)
	}
	if said {
		return named
	}
	return cells
}

// column shows children below each other. Rows that are made from data are a table,
// and a row with as many cells in front of them is its head.
func (w *walker) column(c component, sc scope, depth int) []Block {
	list, templated := w.children(c.props.get("children"), sc)
	if templated {
		rows, blocks := w.repeated(list, depth)
		if rows != nil {
			return table(nil, rows)
		}
		return stack(blocks, c.name == "List")
	}
	var out [][]Block
	var head [][]Block
	at := 0 // of the head in out
	for _, x := range list {
		below := w.surface.components[x.id]
		switch below.name {
		case "Row":
			if _, ok := w.enter(x.id, depth+1); ok {
				head, at = w.cells(below, x.sc, depth+1), len(out)
				delete(w.open, x.id)
				out = append(out, row(head))
			}
			continue
		case "List", "Column":
			if inner, templated := w.children(below.props.get("children"), x.sc); templated {
				if _, ok := w.enter(x.id, depth+1); !ok {
					continue
				}
				rows, blocks := w.repeated(inner, depth+1)
				delete(w.open, x.id)
				names, fits := flatRow(head)
				switch {
				case rows != nil && fits && heads(names, rows):
					out = append(out[:at], table(names, rows))
				case rows != nil:
					out = append(out, table(nil, rows))
				default:
					out = append(out, stack(blocks, below.name == "List"))
				}
				head = nil
				continue
			}
		}
		blocks := w.component(x.id, x.sc, depth+1)
		if len(blocks) > 0 && blocks[0].Kind != Rule {
			head = nil
		}
		out = append(out, blocks)
	}
	return stack(out, c.name == "List")
}

// The longest text of a row, in characters: more stands below each other.
const maxRow = 100

// row puts what fits into one line beside each other, else below.
func row(cells [][]Block) []Block {
	cells = slices.DeleteFunc(slices.Clone(cells), func(c []Block) bool { return len(c) == 0 })
	if len(cells) == 1 {
		return cells[0]
	}
	lines, single, total := make([][]Span, 0, len(cells)), true, 0
	for _, c := range cells {
		spans, ok := flat(c)
		if !ok {
			return below(cells)
		}
		single = single && len(c) == 1
		total += length(spans)
		lines = append(lines, spans)
	}
	if len(lines) == 0 {
		return nil
	}
	if !single && total > maxRow {
		return below(cells)
	}
	return line(joined(lines))
}

// below puts cells below each other; a mark or a number goes in front of what follows.
func below(cells [][]Block) []Block {
	if first := cells[0]; len(first) == 1 && first[0].Kind == Line && length(first[0].Spans) <= 3 && len(cells[1][0].Spans) > 0 {
		next := slices.Clone(cells[1])
		next[0].Spans = slices.Concat(first[0].Spans, []Span{{Text: " "}}, next[0].Spans)
		cells = append([][]Block{next}, cells[2:]...)
	}
	return stack(cells, false)
}

// joined puts cells into one line.
func joined(cells [][]Span) []Span {
	var out []Span
	for _, c := range cells {
		if len(c) == 0 {
			continue
		}
		if len(out) > 0 {
			between := " | "
			last := out[len(out)-1]
			switch {
			case last.Form == Button && c[0].Form == Button:
				between = " "
			case strings.HasSuffix(last.Text, ":"), strings.HasSuffix(last.Text, "?"), strings.HasPrefix(c[0].Text, "("), wordless(last), wordless(c[0]):
				between = " "
			}
			out = append(out, Span{Text: between})
		}
		out = append(out, c...)
	}
	return out
}

// wordless is what stands between others: a dash, a dot, an arrow.
func wordless(s Span) bool {
	return s.Form == Plain && utf8.RuneCountInString(s.Text) <= 2 && !strings.ContainsFunc(s.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// How many lines of a cell become one, and how long it may be, in characters.
const (
	maxFlat = 3
	maxCell = 50
)

// flat is blocks in one line: a name and its value with a colon, others with commas.
func flat(blocks []Block) (out []Span, ok bool) {
	var lines []Block
	for _, b := range blocks {
		switch b.Kind {
		case Gap:
		case Line, Item, Heading:
			lines = append(lines, b)
		case Markdown:
			lines = append(lines, Block{Spans: []Span{{Form: Marked, Text: strings.Join(strings.Fields(b.Text), " ")}}})
			if utf8.RuneCountInString(b.Text) > maxCell {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	for i, b := range lines {
		if i > 0 {
			out = append(out, Span{Text: between(lines[i-1], b, len(lines) == 2)})
		}
		out = append(out, b.Spans...)
	}
	return out, len(lines) < 2 || len(lines) <= maxFlat && length(out) <= maxCell
}

// between is what parts two lines of a cell.
func between(before, after Block, alone bool) string {
	number := startsAsNumber(before.Spans)
	switch last := before.Spans[len(before.Spans)-1]; {
	case strings.HasSuffix(last.Text, ":"), wordless(last), wordless(after.Spans[0]), alone && number && !startsAsNumber(after.Spans):
		return " "
	case alone && !number && (startsAsNumber(after.Spans) || before.small && !after.small):
		return ": "
	}
	return ", "
}

// startsAsNumber: a number, an amount.
func startsAsNumber(spans []Span) bool {
	for _, r := range spans[0].Text {
		switch {
		case unicode.IsDigit(r):
			return true
		case unicode.IsLetter(r) || unicode.IsSpace(r):
			return false
		}
	}
	return false
}

func length(spans []Span) int {
	n := 0
	for _, s := range spans {
		n += utf8.RuneCountInString(s.Text)
	}
	return n
}

// stack puts blocks below each other; entries of one line are those of a list.
func stack(children [][]Block, list bool) []Block {
	var out []Block
	for _, c := range children {
		if list && len(c) == 1 && c[0].Kind == Line {
			c = []Block{{Kind: Item, Spans: c[0].Spans}}
		}
		out = spaced(out, c)
	}
	return out
}

// spaced appends blocks, with a blank line around several.
func spaced(out, blocks []Block) []Block {
	if len(blocks) < 2 {
		return append(out, blocks...)
	}
	out = append(append(out, Block{Kind: Gap}), blocks...)
	return append(out, Block{Kind: Gap})
}

// settled removes the gaps and rules that part nothing.
func settled(blocks []Block) []Block {
	var out []Block
	said := false
	for _, b := range blocks {
		if b.Kind == Gap && (len(out) == 0 || out[len(out)-1].Kind == Gap) || b.Kind == Rule && !said {
			continue
		}
		said = b.Kind == Gap && said || b.Kind != Rule && b.Kind != Gap
		out = append(out, b)
	}
	for len(out) > 0 && (out[len(out)-1].Kind == Gap || out[len(out)-1].Kind == Rule) {
		out = out[:len(out)-1]
	}
	return out
}
