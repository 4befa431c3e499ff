package render

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// maxDepth is how deep JSON is laid out; what is deeper is shown as compact JSON.
const maxDepth = 8

// value is one JSON value in source order: encoding/json's maps would lose the
// order and repeated keys.
type value struct {
	raw     json.RawMessage // scalars, and whatever is too deep
	members []member        // of an object
	items   []value         // of an array
	kind    valueKind
}

type valueKind int

const (
	scalar valueKind = iota
	object
	array
)

type member struct {
	key   string
	value value
}

// parseJSON reads raw down to depth levels. It reports false for bad JSON.
func parseJSON(raw json.RawMessage, depth int) (value, bool) {
	raw = bytes.TrimSpace(raw)
	if !json.Valid(raw) {
		return value{}, false
	}
	return parseValid(raw, depth), true
}

// parseValid reads valid JSON. Every level scans its text again, so the depth
// bounds the cost.
func parseValid(raw json.RawMessage, depth int) value {
	raw = bytes.TrimSpace(raw)
	if depth <= 0 || raw[0] != '{' && raw[0] != '[' {
		return value{raw: raw}
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	_, _ = d.Token() // cannot fail: valid
	v := value{kind: array}
	if raw[0] == '{' {
		v.kind = object
	}
	for d.More() {
		var key string
		if v.kind == object {
			t, _ := d.Token() // cannot fail: valid
			key, _ = t.(string)
		}
		var child json.RawMessage
		if d.Decode(&child) != nil {
			return value{raw: raw}
		}
		if c := parseValid(child, depth-1); v.kind == object {
			v.members = append(v.members, member{key, c})
		} else {
			v.items = append(v.items, c)
		}
	}
	return v
}

// text is a scalar for people: strings without quotes, numbers as they were
// written, null as "-". Compact JSON for what is too deep.
func (v value) text() string {
	switch v.raw[0] {
	case '"':
		var s string
		_ = json.Unmarshal(v.raw, &s) // cannot fail: valid
		return tidy(clean(s))
	case 'n':
		return "-"
	case '{', '[':
		var b bytes.Buffer
		_ = json.Compact(&b, v.raw) // cannot fail: valid
		return clean(b.String())
	}
	return string(v.raw)
}

// cell is a value in one line, false if it does not fit into one.
func (v value) cell() (string, bool) {
	switch v.kind {
	case scalar:
		return strings.Join(strings.Fields(v.text()), " "), true
	case array:
		var list []string
		for _, it := range v.items {
			s := ""
			if it.kind == scalar {
				s, _ = it.cell()
			}
			if s == "" || strings.Contains(s, ",") {
				return "", false
			}
			list = append(list, s)
		}
		return orElse(strings.Join(list, ", "), "(none)"), true
	default:
		return "(none)", len(v.members) == 0
	}
}

// page is what data is laid out on.
type page struct {
	columns int
	aligned bool // letters have one width, so columns stand below each other
}

func (p page) narrow(n int) page { return page{p.columns - n, p.aligned} }

func (p Profile) page() page { return page{p.width(), p.Markup == ""} }

// jsonText lays out any JSON for people: objects as "key: value" lines, arrays
// of objects as tables or records, everything in source order. Bad JSON is
// shown as it came.
func jsonText(raw json.RawMessage, pg page) string {
	v, ok := parseJSON(raw, maxDepth)
	if !ok {
		return tidy(clean(string(raw)))
	}
	return tidy(strings.Join(v.lines(pg), "\n"))
}

func (v value) lines(pg page) []string {
	switch v.kind {
	case scalar:
		return strings.Split(v.text(), "\n")
	case object:
		return v.objectLines(pg)
	}
	if len(v.items) == 0 {
		return []string{"(none)"}
	}
	if out, ok := v.table(pg); ok {
		return out
	}
	var out []string
	for i, it := range v.items {
		marker := "- "
		if it.kind == object {
			marker = strconv.Itoa(i+1) + ". "
		}
		pad := strings.Repeat(" ", len(marker))
		sub := indent(it.lines(pg.narrow(len(pad))), pad)
		sub[0] = marker + strings.TrimPrefix(sub[0], pad)
		out = append(out, sub...)
	}
	return out
}

func (v value) objectLines(pg page) []string {
	if len(v.members) == 0 {
		return []string{"(none)"}
	}
	var out []string
	for _, m := range v.members {
		key := orElse(oneLine(m.key), `""`)
		line, one := m.value.cell()
		multi := m.value.kind == scalar && strings.Contains(m.value.text(), "\n")
		if one && !multi && (m.value.kind == scalar || width(key)+2+width(line) <= pg.columns) {
			out = append(out, strings.TrimRight(key+": "+line, " "))
			continue
		}
		sub := indent(m.value.lines(pg.narrow(2)), "  ")
		out = append(out, key+":")
		out = append(out, sub...)
	}
	return out
}

// table shows an array of objects with one-line values as a table. It reports
// false where that would be sparse, or a cell does not fit into one line.
func (v value) table(pg page) ([]string, bool) {
	head, rows, ok := v.grid()
	if !ok {
		return nil, false
	}
	if !pg.aligned {
		return records(head, rows), true
	}
	for _, row := range rows {
		if width(strings.Join(row, "  ")) > pg.columns { // wider than the channel: records keep the nested layout
			return nil, false
		}
	}
	return table(head, rows, nil, pg.columns), true
}

// grid is the cells of such a table.
func (v value) grid() (head []string, rows [][]string, ok bool) {
	column := map[string]int{}
	members := 0
	for _, it := range v.items {
		if it.kind != object || len(it.members) == 0 {
			return nil, nil, false
		}
		members += len(it.members)
		for _, m := range it.members {
			if _, ok := column[m.key]; !ok {
				column[m.key] = len(head)
				head = append(head, oneLine(m.key))
			}
		}
	}
	if len(head)*len(v.items) > 2*members {
		return nil, nil, false
	}
	for _, it := range v.items {
		row := make([]string, len(head))
		seen := make([]bool, len(head))
		for _, m := range it.members {
			c, ok := m.value.cell()
			i := column[m.key]
			if !ok || seen[i] {
				return nil, nil, false
			}
			row[i], seen[i] = c, true
		}
		rows = append(rows, row)
	}
	return head, rows, len(rows) > 0
}

// jsonHTML is the HTML form of jsonText.
func jsonHTML(raw json.RawMessage) string {
	var p pair
	if v, ok := parseJSON(raw, maxDepth); ok {
		v.rich(&p)
	} else {
		p.plainBlocks(tidy(clean(string(raw))), (*pair).linked)
	}
	return p.html.String()
}

// maxColumns is how wide a table of data gets before it is shown as records.
const maxColumns = 12

func (v value) rich(p *pair) {
	switch v.kind {
	case scalar:
		p.plainBlocks(v.text(), (*pair).linked)
	case object:
		v.richMembers(p)
	case array:
		if head, rows, ok := v.grid(); ok && len(head) <= maxColumns {
			cells := make([][]*pair, len(rows))
			for i, row := range rows {
				cells[i] = richCells(row)
			}
			p.table(richCells(head), cells, nil)
			return
		}
		if len(v.items) == 0 {
			p.plainBlocks("(none)", (*pair).text)
			return
		}
		tag := "ul"
		if v.items[0].kind == object {
			tag = "ol"
		}
		p.styled(tag, styleList)
		for _, it := range v.items {
			p.open("li")
			if line, one := it.cell(); one {
				p.linked(line)
			} else {
				it.rich(p)
			}
			p.end("li")
		}
		p.end(tag)
	}
}

func (v value) richMembers(p *pair) {
	if len(v.members) == 0 {
		p.plainBlocks("(none)", (*pair).text)
		return
	}
	p.styled("ul", styleList)
	for _, m := range v.members {
		p.open("li")
		p.open("b")
		p.text(orElse(oneLine(m.key), `""`) + ":")
		p.shut("b")
		p.text(" ")
		line, one := m.value.cell()
		if multi := m.value.kind == scalar && strings.Contains(m.value.text(), "\n"); one && !multi {
			p.linked(line)
		} else {
			m.value.rich(p)
		}
		p.end("li")
	}
	p.end("ul")
}

func richCells(row []string) []*pair {
	cells := make([]*pair, len(row))
	for i, c := range row {
		cells[i] = &pair{}
		cells[i].linked(c)
	}
	return cells
}
