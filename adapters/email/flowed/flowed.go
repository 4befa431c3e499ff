// Package flowed writes and reads text of the kind format=flowed (RFC 3676), which readers
// break anew to the width of their window.
package flowed

import (
	"strings"
	"unicode/utf8"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/written"
)

// Widths of format=flowed text: what the writer aims at (at most 78, RFC 3676
// §4.2; 70 are not broken again by quoted-printable), and what a table or a line
// of code may reach before it is broken as well.
const (
	flowWidth = 70
	preWidth  = 200
)

// Write writes text as format=flowed with CRLF line ends: long lines are broken
// behind blanks in a way that the reader undoes, so nothing is lost but blanks
// at line ends. Tables and code (leading or double blanks) keep their lines.
func Write(text string) string {
	text, _ = mime.CleanText(text)
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if line != "-- " { // the signature mark of RFC 3676 §4.3
			line = strings.TrimRight(line, " ")
		}
		width := flowWidth
		if preformatted(line) {
			width = preWidth
		}
		if fits(line, width) {
			b.WriteString(stuffed(line) + "\r\n")
			continue
		}
		for line != "" {
			var chunk string
			chunk, line = cutFlowed(line)
			b.WriteString(stuffed(chunk) + "\r\n")
		}
	}
	return b.String()
}

func preformatted(line string) bool {
	return strings.HasPrefix(line, " ") || strings.Contains(line, "\t") || strings.Contains(strings.TrimSpace(line), "  ")
}

// stuffed puts a blank before what a reader would take for something else.
func stuffed(line string) string {
	if needsStuffing(line) {
		return " " + line
	}
	return line
}

func needsStuffing(line string) bool {
	return strings.HasPrefix(line, " ") || strings.HasPrefix(line, ">") || strings.HasPrefix(line, "From ")
}

// fits reports whether the line, stuffed, has at most width characters.
func fits(line string, width int) bool {
	if needsStuffing(line) {
		width--
	}
	return len(line) <= width*utf8.UTFMax && utf8.RuneCountInString(line) <= width
}

// cutFlowed cuts one soft line off: it ends with the blanks it is broken at. A
// word longer than the line, or text without blanks, is not broken.
func cutFlowed(line string) (chunk, rest string) {
	if fits(line, flowWidth) {
		return line, ""
	}
	cut, width := 0, 0
	if needsStuffing(line) {
		width = 1
	}
	for i, r := range line {
		width++
		if r != ' ' {
			continue
		}
		end := i + 1
		if end < len(line) && line[end] == ' ' {
			continue // the blanks stay together
		}
		if width > flowWidth && cut > 0 {
			break
		}
		if c := line[:end]; c != "-- " && strings.TrimSpace(c) != "" {
			cut = end
		}
		if width > flowWidth {
			break
		}
	}
	if cut == 0 {
		return line, ""
	}
	return line[:cut], line[cut:]
}

// Read joins the lines of format=flowed text (RFC 3676 §4.1) and marks those
// of quotes: a ">" behind a stuffing blank is text.
func Read(text string, delSp bool) string {
	var out strings.Builder
	out.Grow(len(text))
	joining, depth, first := false, 0, true
	for line := range strings.SplitSeq(text, "\n") {
		quotes := len(line) - len(strings.TrimLeft(line, ">"))
		content := strings.TrimPrefix(line[quotes:], " ")
		soft := strings.HasSuffix(content, " ") && content != "-- "
		if soft && delSp {
			content = content[:len(content)-1]
		}
		if !joining || quotes != depth || content == "-- " {
			if !first {
				out.WriteByte('\n')
			}
			if quotes > 0 {
				out.WriteString(written.Mark + strings.Repeat(">", quotes) + " ")
			}
		}
		out.WriteString(content)
		joining, depth, first = soft, quotes, false
	}
	return out.String()
}
