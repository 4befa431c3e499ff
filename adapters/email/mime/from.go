package mime

import (
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"bridge/internal/lazyre"
)

// NormalAddress makes two spellings of one mail address equal: lower case,
// NFC, the domain in punycode.
func NormalAddress(s string) (string, error) {
	i := strings.LastIndexByte(s, '@')
	if i < 1 || i == len(s)-1 || len(s) > 320 {
		return "", fmt.Errorf("%q is not an address", CleanLine(s, 100))
	}
	local := norm.NFC.String(strings.ToLower(s[:i]))
	domain := strings.ToLower(strings.TrimSuffix(s[i+1:], "."))
	if !strings.HasPrefix(domain, "[") {
		d, err := idna.Lookup.ToASCII(domain)
		if err != nil {
			// The underscore is refused by IDNA and common in internal names.
			if !asciiHost(domain) {
				return "", fmt.Errorf("%q has a bad domain", CleanLine(s, 100))
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

// maxFrom is how long a From field may be: it has one address.
const maxFrom = 4 << 10

// FromField is the From field as far as it can hold an address.
func (h Header) FromField() string {
	v := h.Get("from")
	return v[:min(len(v), maxFrom)]
}

// Sender returns the one address of the one From field.
func (h Header) Sender() (addr, name string, err error) {
	froms := h.All("from")
	switch len(froms) {
	case 0:
		return "", "", noSender("The message has no From field")
	case 1:
	default:
		return "", "", noSender("The message has %d From fields, it must have one", len(froms))
	}
	v := froms[0]
	if len(v) > maxFrom {
		return "", "", noSender("The From field is longer than %d bytes", maxFrom)
	}
	parser := mail.AddressParser{WordDecoder: wordDecoder()}
	if list, err := parser.ParseList(v); err == nil {
		if len(list) == 0 { // an empty group
			return "", "", noSender("The From field has no address")
		}
		for _, a := range list {
			if a.Address != list[0].Address {
				return "", "", noSender("The From field has %d addresses, it must have one", len(list))
			}
		}
		addr, name = list[0].Address, DecodeWords(list[0].Name)
	} else if addr, name, err = looseSender(v); err != nil {
		return "", "", err
	}
	norm, err := NormalAddress(addr)
	if err != nil {
		return "", "", noSender("The From field has no usable address")
	}
	return norm, CleanLine(name, 200), nil
}

// looseSender reads a From field that is not of the grammar, where it can mean only one
// address.
func looseSender(v string) (addr, name string, err error) {
	bare := withoutComments(v)
	before, rest, angle := strings.Cut(bare, "<")
	inside, after, closed := strings.Cut(strings.TrimLeft(rest, "<"), ">")
	switch {
	case !angle:
		before, inside = "", bare
	case !closed, strings.ContainsAny(after, "<@"), strings.ContainsAny(before, ",;") && strings.Contains(before, "@"):
		return "", "", noSender("The From field has more than one address")
	}
	inside = strings.ToLower(strings.TrimSpace(aroundDots.ReplaceAllString(inside, "$1")))
	if strings.HasPrefix(inside, "@") { // a route (RFC 5322 §4.4)
		_, inside, _ = strings.Cut(inside, ":")
	}
	inside = strings.TrimRight(strings.TrimPrefix(inside, "mailto:"), ".,;")
	loose := LooseAddress.FindAllString(inside, 3)
	switch {
	case len(loose) == 0:
		return "", "", noSender("The From field has no address")
	case len(loose) > 1:
		return "", "", noSender("The From field has more than one address")
	case loose[0] != inside:
		return "", "", noSender("The From field cannot be understood") // no guessing who it is
	}
	if angle {
		name, _, _ = strings.Cut(v, "<")
		name = DecodeWords(strings.Trim(name, `"' `))
	}
	if strings.Contains(name, inside) {
		name = ""
	}
	return inside, name, nil
}

var LooseAddress = lazyre.New(`[^\s<>()\[\]\\,;:"@]+@[^\s<>()\\,;:"@]+`)

// aroundDots are the blanks that RFC 822 allowed between the words of an address.
var aroundDots = lazyre.New(`\s*([.@])\s*`)

// withoutComments drops comments, which nest, and quoted strings.
func withoutComments(v string) string {
	var b strings.Builder
	depth, quoted := 0, false
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case c == '\\' && (quoted || depth > 0):
			i++
		case quoted:
			quoted = c != '"'
		case c == '"' && depth == 0 && strings.IndexByte(v[i+1:], '"') >= 0:
			quoted = true
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case depth == 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}
