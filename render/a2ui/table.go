package a2ui

import (
	"cmp"
	"slices"
	"strings"
)

// repeated shows the items of a template: rows if each is a row whose cells are in
// one line, else blocks.
func (w *walker) repeated(list []child, depth int) (rows [][][]Span, blocks [][]Block) {
	same := true
	for _, x := range list {
		id, around := x.id, []string{}
		for w.surface.components[id].name == "Card" && len(around) < MaxDepth {
			around = append(around, id)
			id, _ = w.surface.components[id].props.get("child").(string)
		}
		if w.surface.components[id].name != "Row" {
			blocks, same = append(blocks, w.component(x.id, x.sc, depth+1)), false
			continue
		}
		if _, ok := w.enter(id, depth+1+len(around)); !ok {
			continue
		}
		cells := w.cells(w.surface.components[id], x.sc, depth+1+len(around))
		delete(w.open, id)
		r, ok := flatRow(cells)
		same = same && ok && (len(rows) == 0 || len(r) == len(rows[0]))
		rows, blocks = append(rows, r), append(blocks, row(cells))
	}
	if !same || len(rows) == 0 {
		return nil, blocks
	}
	return rows, blocks
}

// flatRow is cells in one line each; false if one does not fit or there are less
// than two.
func flatRow(cells [][]Block) (list [][]Span, ok bool) {
	for _, c := range cells {
		spans, ok := flat(c)
		if !ok {
			return nil, false
		}
		list = append(list, spans)
	}
	return list, len(list) > 1
}

// heads reports whether there is a name for each column in which something stands.
func heads(names [][]Span, rows [][][]Span) bool {
	return len(names) == len(rows[0]) && !slices.ContainsFunc(rows, func(r [][]Span) bool {
		for i, c := range r {
			if len(c) > 0 && len(names[i]) == 0 {
				return true
			}
		}
		return false
	})
}

// table is a table without the columns in which nothing stands. What has one column left,
// or one row and no head, is no table.
func table(head [][]Span, rows [][][]Span) []Block {
	var used []int
	for i := range rows[0] {
		if slices.ContainsFunc(rows, func(r [][]Span) bool { return len(r[i]) > 0 }) {
			used = append(used, i)
		}
	}
	pick := func(r [][]Span) (out [][]Span) {
		for _, i := range used {
			out = append(out, r[i])
		}
		return out
	}
	if len(used) < 2 || len(rows) < 2 && head == nil {
		return append(line(joined(head)), listed(rows)...)
	}
	b := Block{Kind: Table}
	if head != nil {
		b.Head = pick(head)
	}
	for _, r := range rows {
		b.Rows = append(b.Rows, pick(r))
	}
	return []Block{b}
}

// records is a list of objects, or of lists, as a table. Its columns are named, or
// those of the first object.
func (w *walker) records(columns, list []any, sc scope) []Block {
	if len(list) == 0 {
		return nil
	}
	var keys []string
	var head [][]Span
	for _, x := range columns[:min(len(columns), MaxNodes)] {
		if o, ok := x.(*object); ok {
			c := component{props: o}
			key := w.first(c, sc, "key", "field", "path", "accessor", "id", "name")
			keys = append(keys, strings.TrimPrefix(key, "/"))
			head = append(head, cell(cmp.Or(w.first(c, sc, "label", "header", "title", "name"), key)))
		} else {
			s := w.say(x, sc)
			keys, head = append(keys, s), append(head, cell(s))
		}
	}
	if first, ok := list[0].(*object); ok && len(keys) == 0 {
		for _, k := range first.keys[:min(len(first.keys), MaxNodes)] {
			keys, head = append(keys, k), append(head, cell(w.say(k, sc)))
		}
	}
	var rows [][][]Span
	for _, x := range list {
		values, in := []any(nil), sc
		switch x := x.(type) {
		case *object:
			in = scope{item: x, inner: true}
			for _, k := range keys {
				values = append(values, x.get(k))
			}
		case []any:
			values = x
		default:
			return nil
		}
		var r [][]Span
		for _, v := range values {
			if !w.node() {
				return tabled(head, rows)
			}
			r = append(r, cell(w.say(v, in)))
		}
		if !w.step() {
			break
		}
		rows = append(rows, r)
	}
	return tabled(head, rows)
}

// cell is a piece of plain text.
func cell(s string) []Span {
	if s == "" {
		return nil
	}
	return []Span{{Text: s}}
}

// tabled is a table of rows of any length; a list where most places would be empty.
func tabled(head [][]Span, rows [][][]Span) []Block {
	n, cells := len(head), 0
	for _, r := range rows {
		n, cells = max(n, len(r)), cells+len(r)
	}
	if n*len(rows) > 4*cells {
		return append(line(joined(head)), listed(rows)...)
	}
	fill := func(r [][]Span) [][]Span { return append(r, make([][]Span, n-len(r))...) }
	for i := range rows {
		rows[i] = fill(rows[i])
	}
	if len(head) > 0 {
		head = fill(head)
	}
	if len(rows) == 0 {
		return nil
	}
	return table(head, rows)
}

// listed are rows as the entries of a list.
func listed(rows [][][]Span) (out []Block) {
	for _, r := range rows {
		if spans := joined(r); len(spans) > 0 {
			out = append(out, Block{Kind: Item, Spans: spans})
		}
	}
	return out
}
