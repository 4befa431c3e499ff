package email

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Widths of format=flowed text: what the writer aims at (at most 78, RFC 3676
// §4.2; 70 are not broken again by quoted-printable), and what a table or a line
// of code may reach before it is broken as well.
const (
	flowWidth = 70
	preWidth  = 200
)

// flow writes text as format=flowed with CRLF line ends: long lines are broken
// behind blanks in a way that the reader undoes, so nothing is lost but blanks
// at line ends. Tables and code (leading or double blanks) keep their lines.
func flow(text string) string {
	text, _ = cleanText(text)
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

// unflow joins the lines of format=flowed text (RFC 3676 §4.1) and marks those
// of quotes: a ">" behind a stuffing blank is text.
func unflow(text string, delSp bool) string {
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
				out.WriteString(quoteMark + strings.Repeat(">", quotes) + " ")
			}
		}
		out.WriteString(content)
		joining, depth, first = soft, quotes, false
	}
	return out.String()
}

// qpWidth leaves room for the two bytes that a protected "From " takes more.
const qpWidth = 73

// quotedPrintable encodes text with CRLF line ends (RFC 2045 §6.7). No line
// begins with "From " or is a lone dot: programs on the way change those, which
// breaks signatures.
func quotedPrintable(text string) []byte {
	const hexes = "0123456789ABCDEF"
	var out bytes.Buffer
	out.Grow(len(text) + len(text)/10)
	line := make([]byte, 0, 80)
	flush := func(end string) {
		l := line
		switch {
		case bytes.HasPrefix(l, []byte("From ")):
			out.WriteString("=46")
			l = l[1:]
		case len(l) > 0 && l[0] == '.' && (len(l) == 1 || string(l) == ".="):
			out.WriteString("=2E")
			l = l[1:]
		}
		out.Write(l)
		out.WriteString(end)
		line = line[:0]
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			flush("\r\n")
			i++
			continue
		}
		n := 3
		endsLine := i+1 == len(text) || (text[i+1] == '\r' && i+2 < len(text) && text[i+2] == '\n')
		if (c > ' ' && c < 0x7f && c != '=') || ((c == ' ' || c == '\t') && !endsLine) {
			n = 1
		}
		if len(line)+n > qpWidth {
			line = append(line, '=')
			flush("\r\n")
		}
		if n == 1 {
			line = append(line, c)
		} else {
			line = append(line, '=', hexes[c>>4], hexes[c&15])
		}
	}
	if len(line) > 0 {
		flush("\r\n")
	}
	return out.Bytes()
}
