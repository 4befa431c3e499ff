// Package doctor makes a report that can be given away: what it has of people, addresses and
// keys is masked, the same thing by the same word, so that it can still be followed.
package doctor

import (
	"fmt"
	"net/url"
	"regexp"
	"sort"
	"strings"

	"bridge/internal/lazyre"
)

// Mask hides what a report must not have.
type Mask struct {
	words []word
	seen  map[string]string // a word by what it stands for
	count map[string]int
}

// word is something that is known to be personal.
type word struct {
	re *regexp.Regexp
	of string
}

// Person is who is hidden by name: every text that is of them, such as id, name and addresses
// without their kind.
type Person []string

// NewMask hides the people of a configuration, besides whatever looks like an address or a key.
func NewMask(people []Person) *Mask {
	m := &Mask{seen: map[string]string{}, count: map[string]int{}}
	for _, p := range people {
		of := m.name("person", strings.Join(p, "\x00"))
		for _, text := range p {
			if text = strings.TrimSpace(strings.ToValidUTF8(text, "")); text == "" {
				continue
			}
			if strings.ContainsAny(text, "@+") { // it is an address like any other
				continue
			}
			m.words = append(m.words, word{re: regexp.MustCompile(`(?i)(^|[^\p{L}\p{N}_])` + regexp.QuoteMeta(text) + `($|[^\p{L}\p{N}_])`), of: of})
		}
	}
	sort.SliceStable(m.words, func(i, j int) bool { return len(m.words[j].re.String()) < len(m.words[i].re.String()) }) // "Dana Rossi" before "Dana"
	return m
}

var (
	links  = lazyre.New(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"'<>|]+`)
	mails  = lazyre.New(`[\p{L}\p{N}.!#$%&'*+/=?^_{|}~-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*`)
	phones = lazyre.New(`\+\d[\d ().-]{4,}\d`)
	keys   = lazyre.New(`[A-Za-z0-9_+/=-]{32,}`)
)

// Text is a text without what must not be known.
func (m *Mask) Text(text string) string {
	text = links.ReplaceAllStringFunc(strings.ToValidUTF8(text, "?"), bare)
	text = mails.ReplaceAllStringFunc(text, func(s string) string { return m.name("address", strings.ToLower(s)) })
	text = phones.ReplaceAllStringFunc(text, func(s string) string { return m.name("phone", digits(s)) })
	for _, w := range m.words {
		for range 2 { // what stands between two words is part of one match only
			text = w.re.ReplaceAllString(text, "${1}"+w.of+"${2}")
		}
	}
	return keys.ReplaceAllStringFunc(text, func(s string) string { return m.name("key", s) })
}

// bare is a URL without what may be secret: whose it is, its path and its query.
func bare(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" {
		return "<url>"
	}
	if u.Path == "" && u.RawQuery == "" && u.User == nil && u.Fragment == "" {
		return s
	}
	return u.Scheme + "://" + u.Host + "/…"
}

func (m *Mask) name(kind, of string) string {
	k := kind + "\x00" + of
	if m.seen[k] == "" {
		m.count[kind]++
		m.seen[k] = fmt.Sprintf("<%s %d>", kind, m.count[kind])
	}
	return m.seen[k]
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}
