package render

import (
	"fmt"
	"strings"

	"bridge/internal/lazyre"
)

// align is how a column is set.
type align int

const (
	alignAuto align = iota // right if all its cells are numbers, else left
	alignLeft
	alignCenter
	alignRight
)

// numeric matches a cell that is a plain number, with an optional sign, currency
// and percent.
var numeric = lazyre.New(`^[+\-−±~<>]?\s?(?:[$€£¥₹]|[A-Z]{3} )?\s?[+\-−]?\d[\d.,'’\x{00A0}\x{202F} ]*(?:[eE][+\-]?\d+)?\s?(?:[%‰$€£¥₹]| [A-Z]{3})?$`)

// table lays out rows under a header: columns two spaces apart, aligned by
// display width, the header underlined. A table wider than limit columns becomes
// records. Cells are one line; rows may be ragged.
func table(head []string, rows [][]string, aligns []align, limit int) []string {
	if out, ok := columns(head, rows, aligns, limit); ok {
		return out
	}
	return records(head, rows)
}

// columns is table, false if it would be wider than limit.
func columns(head []string, rows [][]string, aligns []align, limit int) ([]string, bool) {
	cols := len(head)
	for _, r := range rows {
		cols = max(cols, len(r))
	}
	widths := make([]int, cols)
	total := 2 * max(cols-1, 0)
	measure := func(row []string) {
		for i, c := range row {
			if w := width(c); w > widths[i] {
				total += w - widths[i]
				widths[i] = w
			}
		}
	}
	measure(head)
	for _, r := range rows {
		if measure(r); total > limit {
			return nil, false
		}
	}
	if total > limit {
		return nil, false
	}
	aligns = settleAligns(rows, aligns, cols)
	var out []string
	if strings.Join(head, "") != "" {
		under := make([]string, len(head))
		for i := range head {
			under[i] = strings.Repeat("-", widths[i])
		}
		out = append(out, tableLine(head, widths, aligns), tableLine(under, widths, aligns))
	}
	for _, r := range rows {
		out = append(out, tableLine(r, widths, aligns))
	}
	return out, true
}

func settleAligns(rows [][]string, aligns []align, cols int) []align {
	out := make([]align, cols)
	copy(out, aligns)
	for i := range out {
		if out[i] != alignAuto {
			continue
		}
		out[i] = alignLeft
		for _, r := range rows {
			if i >= len(r) || r[i] == "" || r[i] == "-" || r[i] == "–" || r[i] == "—" {
				continue
			}
			if !numeric.MatchString(r[i]) {
				out[i] = alignLeft
				break
			}
			out[i] = alignRight
		}
	}
	return out
}

func tableLine(cells []string, widths []int, aligns []align) string {
	var b strings.Builder
	for i, c := range cells {
		if i > 0 {
			b.WriteString("  ")
		}
		gap := widths[i] - width(c)
		left := 0
		switch aligns[i] {
		case alignRight:
			left = gap
		case alignCenter:
			left = gap / 2
		}
		b.WriteString(strings.Repeat(" ", left))
		b.WriteString(c)
		b.WriteString(strings.Repeat(" ", gap-left))
	}
	return strings.TrimRight(b.String(), " ")
}

// records shows each row as a numbered list of "Header: value". The first header
// is shown too: no text is lost.
func records(head []string, rows [][]string) []string {
	if multiplies(head, rows) {
		out := []string{strings.Join(head, " | ")}
		for _, r := range rows {
			out = append(out, strings.Join(r, " | "))
		}
		return out
	}
	var out []string
	for n, r := range rows {
		marker := fmt.Sprintf("%d. ", n+1)
		pad := strings.Repeat(" ", len(marker))
		for i := range max(len(head), len(r)) {
			h, c := "", ""
			if i < len(head) {
				h = head[i]
			}
			if i < len(r) {
				c = r[i]
			}
			out = append(out, marker+field(h, c))
			marker = pad
		}
	}
	return out
}

// multiplies reports whether long headers over many short rows would multiply:
// 100 kB could become gigabytes. Such a table is shown as it is written, and one
// without rows too.
func multiplies(head []string, rows [][]string) bool {
	headBytes, rowBytes := 0, 0
	for _, h := range head {
		headBytes += len(h)
	}
	for _, r := range rows {
		for _, c := range r {
			rowBytes += len(c)
		}
	}
	return len(rows) == 0 || headBytes*len(rows) > 16*(headBytes+rowBytes)+1<<14
}

func field(name, value string) string {
	switch {
	case name == "":
		return orElse(value, "-")
	case value == "":
		return name + ": -"
	}
	return name + ": " + value
}
