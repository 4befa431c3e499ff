package compose

import (
	"fmt"
	gomime "mime"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/artifacts"
)

type headerWriter struct {
	begin string // the line above, of a part
	b     strings.Builder
}

// line adds a field; value is already folded where it has to be.
func (h *headerWriter) line(name, value string) {
	h.b.WriteString(name + ": " + value + "\r\n")
}

func (h *headerWriter) end() []byte { return []byte(h.begin + h.b.String() + "\r\n") }

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

const headerWidth = 76

// encodeText folds an unstructured value and encodes the words that are not
// ASCII (RFC 2047). The others stay readable in the raw mail, such as the
// [approval:CODE] of a prompt.
func encodeText(name, s string) string {
	var b strings.Builder
	col := len(name) + 2
	first := true
	put := func(word string) {
		if !first && col+1+len(word) > headerWidth {
			b.WriteString("\r\n ")
			col = 1
		} else if !first {
			b.WriteByte(' ')
			col++
		}
		b.WriteString(word)
		col += len(word)
		first = false
	}
	words := strings.Fields(s)
	for i := 0; i < len(words); i++ {
		if plainWord(words[i]) {
			put(words[i])
			continue
		}
		j := i + 1 // blanks between encoded words are lost, so neighbours go into one
		for j < len(words) && !plainWord(words[j]) {
			j++
		}
		for _, w := range encodedWords(strings.Join(words[i:j], " ")) {
			put(w)
		}
		i = j - 1
	}
	return b.String()
}

func plainWord(w string) bool {
	return ascii(w) && !strings.Contains(w, "=?") && len(w) < 200
}

// encodedWords splits s into encoded words of at most 75 bytes, between runes.
func encodedWords(s string) []string {
	const open, shut = "=?utf-8?q?", "?="
	var out []string
	var cur strings.Builder
	for _, r := range s {
		var enc string
		switch {
		case r == ' ':
			enc = "_"
		case r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("!*+-/", r)):
			enc = string(r)
		default:
			for _, b := range []byte(string(r)) {
				enc += fmt.Sprintf("=%02X", b)
			}
		}
		if cur.Len()+len(enc) > 75-len(open)-len(shut)-14 { // so that it fits behind "Subject: "
			out = append(out, open+cur.String()+shut)
			cur.Reset()
		}
		cur.WriteString(enc)
	}
	return append(out, open+cur.String()+shut)
}

// formatAddress writes "Name <addr>", the name quoted or encoded as it needs.
func formatAddress(field, name, addr string) string {
	switch {
	case name == "":
		return "<" + addr + ">"
	case !ascii(name):
		return strings.Join(encodedWords(name), "\r\n ") + "\r\n <" + addr + ">"
	}
	quoted := strings.TrimSuffix((&mail.Address{Name: name, Address: "x@y"}).String(), " <x@y>")
	if len(field)+2+len(quoted)+len(addr)+3 > headerWidth {
		return quoted + "\r\n <" + addr + ">"
	}
	return quoted + " <" + addr + ">"
}

func mediaType(s string) string {
	media, params, err := gomime.ParseMediaType(s)
	if err != nil || !strings.Contains(media, "/") || strings.HasPrefix(media, "multipart/") || strings.HasPrefix(media, "message/") {
		return "application/octet-stream" // message/* must not be base64 (RFC 2046 §5.2.1)
	}
	if cs := params["charset"]; cs != "" {
		if v := gomime.FormatMediaType(media, map[string]string{"charset": cs}); v != "" {
			return v
		}
	}
	return media
}

// fileNames writes the name of a file into the values of Content-Type and
// Content-Disposition: RFC 2231 for a name that is not ASCII, and an ASCII one beside
// it for programs that know only the "name" of old. Both as filename and filename*
// in one field would be a parameter that stands twice, of which readers take either.
func fileNames(name, media string) (contentType, disposition string) {
	name, contentType = artifacts.SafeName(name, media), mediaType(media)
	plain := strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return '_'
		}
		if r == '"' || r == '\\' {
			return '\''
		}
		return r
	}, name)
	if plain == name {
		return contentType, "attachment;\r\n filename=\"" + name + "\""
	}
	var pct strings.Builder
	for _, b := range []byte(name) {
		if b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '.' || b == '-' || b == '_' {
			pct.WriteByte(b)
		} else {
			fmt.Fprintf(&pct, "%%%02X", b)
		}
	}
	return contentType + ";\r\n name=\"" + plain + "\"", "attachment;\r\n filename*=utf-8''" + pct.String()
}
