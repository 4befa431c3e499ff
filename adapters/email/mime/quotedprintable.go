package mime

import "bytes"

// qpWidth leaves room for the two bytes that a protected "From " takes more.
const qpWidth = 73

// QuotedPrintable encodes text with CRLF line ends (RFC 2045 §6.7). No line
// begins with "From " or is a lone dot: programs on the way change those, which
// breaks signatures.
func QuotedPrintable(text string) []byte {
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
