package email

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/mail"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/emersion/go-message/charset"
	"golang.org/x/net/idna"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// header is the fields of one header block in their order.
type header []field

type field struct {
	name  string // lower case
	value string // unfolded, not decoded, valid UTF-8, no control characters
}

// parseHeader reads a header block. A line that is no field and continues none
// is left out; broken says so.
func parseHeader(b []byte) (h header, broken bool) {
	var more strings.Builder // continuation lines of the last field
	unfold := func() {
		if more.Len() > 0 {
			last := &h[len(h)-1]
			last.value = strings.TrimSpace(last.value + more.String())
			more.Reset()
		}
	}
	h = make(header, 0, min(bytes.Count(b, []byte("\n")), 64))
	for len(b) > 0 {
		line, rest, _ := bytes.Cut(b, []byte("\n"))
		b = rest
		line = bytes.TrimRight(line, "\r")
		if len(line) == 0 {
			continue
		}
		if line[0] == ' ' || line[0] == '\t' {
			v, bad := cleanValue(line)
			if broken = broken || bad; len(h) == 0 {
				broken = true
			} else if v != "" {
				more.WriteString(" " + v)
			}
			continue
		}
		if !headerLike(line) {
			broken = true
			continue
		}
		unfold()
		name, value, _ := bytes.Cut(line, []byte(":"))
		v, bad := cleanValue(value)
		broken = broken || bad
		h = append(h, field{strings.ToLower(strings.TrimRight(string(name), " \t")), v})
	}
	unfold()
	return h, broken
}

// cleanValue makes raw header bytes a clean string; bytes that are not UTF-8
// are read as Windows-1252.
func cleanValue(b []byte) (v string, bad bool) {
	if printable(b) {
		return string(bytes.TrimSpace(b)), false
	}
	s := string(b)
	if !utf8.ValidString(s) {
		bad = true
		s, _ = charmap.Windows1252.NewDecoder().String(s)
	}
	bad = bad || strings.IndexByte(s, 0) >= 0
	return strings.TrimSpace(stripControls(s)), bad
}

// printable reports whether b is printable ASCII and nothing else.
func printable[T string | []byte](b T) bool {
	for i := range len(b) {
		if b[i] < ' ' || b[i] >= 0x7f {
			return false
		}
	}
	return true
}

// stripControls makes tabs and line ends spaces and drops other controls.
func stripControls(s string) string {
	if printable(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r) || r == utf8.RuneError || (r >= '\u202a' && r <= '\u202e') || (r >= '\u2066' && r <= '\u2069'):
			return -1 // also direction overrides, which make a line read as another
		}
		return r
	}, s)
}

// cleanLine returns one line without controls, of at most n runes.
func cleanLine(s string, n int) string {
	s = strings.Join(strings.Fields(stripControls(s)), " ")
	if utf8.RuneCountInString(s) > n {
		s = strings.TrimSpace(string([]rune(s)[:n]))
	}
	return s
}

// asciiLine is cleanLine for SMTP replies.
func asciiLine(s string, n int) string {
	return strings.Map(func(r rune) rune {
		if r > 0x7e {
			return '?'
		}
		return r
	}, cleanLine(s, n))
}

func (h header) get(name string) string {
	for _, f := range h {
		if f.name == name {
			return f.value
		}
	}
	return ""
}

func (h header) all(name string) []string {
	var vs []string
	for _, f := range h {
		if f.name == name {
			vs = append(vs, f.value)
		}
	}
	return vs
}

func wordDecoder() *mime.WordDecoder {
	return &mime.WordDecoder{CharsetReader: func(cs string, r io.Reader) (io.Reader, error) {
		return charset.Reader(cs, r)
	}}
}

// decodeWords decodes RFC 2047 words; what cannot be decoded stays as it is.
func decodeWords(s string) string {
	if !strings.Contains(s, "=?") {
		return strings.TrimSpace(stripControls(s))
	}
	d, err := wordDecoder().DecodeHeader(s)
	if err != nil {
		return s
	}
	return strings.TrimSpace(stripControls(d))
}

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
				params[base] = decodeWords(val)
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
		s, _ := decodeCharset(ps[0].cs, []byte(text.String()))
		params[base] = stripControls(s) // the extended form wins over the plain one
	}
	return value, params
}

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

var idPattern = regexp.MustCompile(`<[^<>\s]+>`)

// Limits of thread ids (message.Ref).
const (
	maxIDs   = 50
	maxIDLen = 998
)

// messageIDs returns the ids in a header value. It is lenient on purpose: one
// bad id must not lose the others.
func messageIDs(v string) []string {
	var ids []string
	for _, id := range idPattern.FindAllString(v, 200) {
		if len(id) <= maxIDLen {
			ids = append(ids, id)
		}
	}
	return ids
}

// ownID returns the mail's own Message-ID, "" if it has none.
func ownID(h header) string {
	v := h.get("message-id")
	if ids := messageIDs(v); len(ids) > 0 {
		return ids[0]
	}
	if v = strings.Trim(v, "<> \t"); v != "" && !strings.ContainsAny(v, "<> \t") && len(v) <= maxIDLen-2 {
		return "<" + v + ">"
	}
	return ""
}

// normalAddress makes two spellings of one mail address equal: lower case,
// NFC, the domain in punycode.
func normalAddress(s string) (string, error) {
	i := strings.LastIndexByte(s, '@')
	if i < 1 || i == len(s)-1 || len(s) > 320 {
		return "", fmt.Errorf("%q is not an address", cleanLine(s, 100))
	}
	local := norm.NFC.String(strings.ToLower(s[:i]))
	domain := strings.ToLower(strings.TrimSuffix(s[i+1:], "."))
	if !strings.HasPrefix(domain, "[") {
		d, err := idna.Lookup.ToASCII(domain)
		if err != nil {
			// The underscore is refused by IDNA and common in internal names.
			if !asciiHost(domain) {
				return "", fmt.Errorf("%q has a bad domain", cleanLine(s, 100))
			}
			d = domain
		}
		domain = d
	}
	if strings.ContainsFunc(local+domain, func(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }) {
		return "", errors.New("an address with control characters")
	}
	return local + "@" + domain, nil
}

func asciiHost(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '.' && r != '-' && r != '_' {
			return false
		}
	}
	return s != ""
}

var looseAddress = regexp.MustCompile(`[^\s<>()\[\]\\,;:"@]+@[^\s<>()\\,;:"@]+`)

// quotedOrComment is what an address must not be searched in.
var quotedOrComment = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\([^()]*\)`)

// sender returns the one address of the one From field.
func sender(h header) (addr, name string, err error) {
	froms := h.all("from")
	switch len(froms) {
	case 0:
		return "", "", noSender("The message has no From field")
	case 1:
	default:
		return "", "", noSender("The message has %d From fields, it must have one", len(froms))
	}
	v := froms[0]
	parser := mail.AddressParser{WordDecoder: wordDecoder()}
	if list, err := parser.ParseList(v); err == nil {
		if len(list) != 1 {
			return "", "", noSender("The From field has %d addresses, it must have one", len(list))
		}
		addr, name = list[0].Address, list[0].Name
	} else {
		bare := quotedOrComment.ReplaceAllString(v, " ")
		loose := looseAddress.FindAllString(bare, 3)
		switch len(loose) {
		case 0:
			return "", "", noSender("The From field has no address")
		case 1:
		default:
			return "", "", noSender("The From field has more than one address")
		}
		addr = loose[0]
		if strings.TrimSpace(bare) != addr && !strings.Contains(strings.ReplaceAll(bare, " ", ""), "<"+addr+">") {
			return "", "", noSender("The From field cannot be understood") // no guessing who it is
		}
		before, _, _ := strings.Cut(v, "<")
		name = decodeWords(strings.Trim(before, `" `))
		if strings.Contains(name, addr) {
			name = ""
		}
	}
	norm, err := normalAddress(addr)
	if err != nil {
		return "", "", noSender("The From field has no usable address")
	}
	return norm, cleanLine(name, 200), nil
}
