package render

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/core/message"
)

// chat reports whether the text is for a phone: short lines, letters of different
// widths, nothing to look up far below.
func (w *writer) chat() bool { return w.markup != "" }

// settled is a block of inline text as the channel shows it.
func (w *writer) settled(s string) string { return settle(s, w.markup) }

// marked reports whether the channel shows styles.
func (w *writer) marked() bool {
	return w.markup == message.MarkupStars || w.markup == message.MarkupTags
}

// title is a heading: bold where there are styles, else with a colon, where nothing else
// tells it from the text below.
func (w *writer) title(s string) string {
	if w.marked() {
		return w.settled(styled(bold, s))
	}
	s = w.settled(s)
	if last, _ := utf8.DecodeLastRuneInString(s); !strings.Contains(s, ":") && (unicode.IsLetter(last) || unicode.IsDigit(last)) {
		return s + ":"
	}
	return s
}

// verbatim shows lines of code. Where there are styles they are fenced, at the left margin, or
// the fence would not be one; in a quote, where there are no fences, each line is
// marked by itself.
func (w *writer) verbatim(lines []string) {
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t")
	}
	if strings.Join(lines, "") == "" {
		return
	}
	if !w.marked() {
		w.lines(strings.Join(lines, "\n"))
		return
	}
	levels, indent := w.levels, w.indent
	for _, l := range levels {
		if strings.TrimSpace(l.rest) != "" {
			for _, l := range lines {
				w.line(w.settled(styled(code, l)))
			}
			return
		}
	}
	if len(levels) > 0 && !levels[len(levels)-1].started {
		w.line("")
	}
	w.levels, w.indent = nil, 0
	w.line(fence)
	for _, l := range lines {
		w.line(strings.ReplaceAll(l, "``", "`"+zeroWidth+"`"))
	}
	w.line(fence)
	w.levels, w.indent = levels, indent
}

// fence begins and ends code where there are styles, on a line of its own.
const fence = "```"

// chatTable shows a narrow table in letters of one width where the channel has
// them, and others as a block of "Header: value" for each row.
func (w *writer) chatTable(head []string, rows [][]string, aligns []align) {
	if w.marked() {
		if lines, ok := narrowTable(head, rows, aligns); ok {
			w.verbatim(lines)
			return
		}
	}
	if multiplies(head, rows) {
		for _, l := range records(head, rows) {
			w.line(w.settled(l))
		}
		return
	}
	for n, r := range rows {
		if n > 0 {
			w.gap = true
		}
		for i := range max(len(head), len(r)) {
			h, c := "", ""
			if i < len(head) {
				h = head[i]
			}
			if i < len(r) {
				c = r[i]
			}
			s := field(h, c)
			if i == 0 && w.marked() {
				s = styled(bold, s)
			}
			w.line(w.settled(s))
		}
	}
}

// narrowTable lays a table out if it fits on a phone and its cells need no marks:
// between fences a link cannot be tapped, and what is struck out could not be seen.
func narrowTable(head []string, rows [][]string, aligns []align) ([]string, bool) {
	plain := make([][]string, 0, len(rows)+1)
	for _, r := range append([][]string{head}, rows...) {
		line := make([]string, len(r))
		for i, c := range r {
			if strings.ContainsRune(c, strikeOn) || linkSpans(c) != nil {
				return nil, false
			}
			line[i] = unstyled(c)
		}
		plain = append(plain, line)
	}
	if len(rows) == 0 {
		return nil, false
	}
	return columns(plain[0], plain[1:], aligns, phoneColumns)
}
