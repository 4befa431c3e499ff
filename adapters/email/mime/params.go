package mime

import (
	"strings"

	"bridge/internal/lazyre"
)

// contentType reads a Content-Type; the default is text/plain.
func contentType(v string) (media string, params map[string]string) {
	if v == "" {
		return "text/plain", nil
	}
	media, params = parseParams(v)
	if t, sub, ok := strings.Cut(media, "/"); !ok || t == "" || sub == "" {
		media = "text/plain"
	}
	return media, params
}

// parseParams reads "value; name=value; …" leniently (RFC 2045, RFC 2231):
// unquoted blanks and 8-bit characters, missing quotes and repeated names are
// taken; the first of a repeated name counts.
func parseParams(v string) (value string, params map[string]string) {
	value, rest, _ := strings.Cut(v, ";")
	value = strings.ToLower(strings.TrimSpace(value))
	if i := strings.IndexByte(value, '('); i > 0 { // a comment
		value = strings.TrimSpace(value[:i])
	}
	if i := strings.IndexAny(value, " \t"); i >= 0 && paramName.MatchString(value[i:]) { // no semicolon behind it
		value, rest = value[:i], v[len(v)-len(strings.TrimLeft(v, " \t"))+i:]
	}
	params = map[string]string{}
	type piece struct{ text, cs string }
	var pieces map[string]map[int]piece
	for n := 0; rest != "" && n < 200; n++ {
		var name, val string
		name, val, rest = nextParam(rest)
		if name == "" {
			continue
		}
		base, index, ext := splitName(name)
		if base == "charset" || base == "format" || base == "delsp" {
			val, _, _ = strings.Cut(val, "(") // a comment
			val = strings.TrimSpace(val)
		}
		p := piece{text: val}
		if ext {
			if index <= 0 {
				if cs, tail, ok := strings.Cut(val, "'"); ok {
					if _, text, ok := strings.Cut(tail, "'"); ok {
						p.cs, p.text = cs, text
					}
				}
			}
			p.text = unpercent(p.text)
		}
		if index < 0 && !ext {
			if _, seen := params[base]; !seen {
				params[base] = DecodeWords(val)
			}
			continue
		}
		if pieces == nil {
			pieces = map[string]map[int]piece{}
		}
		if pieces[base] == nil {
			pieces[base] = map[int]piece{}
		}
		if _, seen := pieces[base][max(index, 0)]; !seen {
			pieces[base][max(index, 0)] = p
		}
	}
	for base, ps := range pieces {
		var text strings.Builder
		for i := 0; ; i++ {
			p, ok := ps[i]
			if !ok {
				break
			}
			text.WriteString(p.text)
		}
		s, _ := DecodeCharset(ps[0].cs, []byte(text.String()))
		params[base] = stripControls(s) // the extended form wins over the plain one
	}
	return value, params
}

// paramName is the beginning of a parameter that has to have a semicolon before it.
var paramName = lazyre.New(`(?i)\s+(?:charset|boundary|name|filename|format|delsp|type|method)\*?\d?\*?\s*=`)

// nextParam cuts the first "name=value" off s.
func nextParam(s string) (name, value, rest string) {
	s = strings.TrimLeft(s, " \t;")
	i := strings.IndexAny(s, "=;")
	if i < 0 {
		return "", "", ""
	}
	if s[i] == ';' {
		return "", "", s[i+1:]
	}
	name = strings.ToLower(strings.TrimSpace(s[:i]))
	s = strings.TrimLeft(s[i+1:], " \t")
	if !strings.HasPrefix(s, `"`) {
		value, rest, _ = strings.Cut(s, ";")
		if at := paramName.FindStringIndex(value); at != nil { // no semicolon between two
			value, rest = value[:at[0]], s[at[0]:]
		}
		return name, strings.TrimSpace(value), rest
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case s[i] == '"':
			return name, b.String(), s[i+1:]
		default:
			b.WriteByte(s[i])
		}
	}
	return name, b.String(), ""
}

// splitName reads "name", "name*", "name*0" and "name*0*".
func splitName(name string) (base string, index int, ext bool) {
	name, ext = strings.CutSuffix(name, "*")
	base, num, ok := strings.Cut(name, "*")
	if !ok {
		return base, -1, ext
	}
	index = 0
	for _, c := range num {
		if c < '0' || c > '9' || index > 99 {
			return base, -1, ext
		}
		index = index*10 + int(c-'0')
	}
	return base, index, ext
}

func unpercent(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			hi, lo := unhex(s[i+1]), unhex(s[i+2])
			if hi >= 0 && lo >= 0 {
				b = append(b, byte(hi<<4|lo))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
