package written

import (
	"slices"
	"strings"
)

// typed is where the signature begins below what a person types at the end of each mail:
// words that close a letter, and their name on a line of its own. A name right above what they
// are or where came with that, and so did what closes the letter above it; thanks did not.
func (m Mail) typed(lines []string, n int) int {
	i, from := n, n
	next := func() string {
		for i < len(lines) && empty(lines[i]) {
			i++
		}
		if i == len(lines) || strings.HasPrefix(lines[i], Mark) {
			return ""
		}
		return lines[i]
	}
	if m.signsOff(lines[:n]) {
		return n
	}
	closed := closes(next())
	if closed {
		i++
		n = i
	} else if closed = n > 0 && closes(lines[n-1]); closed {
		from = n - 1
	}
	switch l := next(); {
	case l == "" || !closed && !isName(l, nameWords(m.Name)):
	case closed && m.headsCard(lines[i:]):
		if !thanks(lines[n-1]) {
			return from
		}
	case isName(l, nameWords(m.Name)) && (closed || i+1 == len(lines) || blank(lines[i+1]) || footer(lines[i+1])) || closed && signs(l):
		n = i + 1
	}
	return n
}

// headsCard reports whether lines begin with a card and not with a name that is typed: right
// below it stands what somebody is, or where.
func (m Mail) headsCard(lines []string) bool {
	l := strings.TrimSpace(lines[0])
	if footer(l) || added(l) || ruler(l) || delimits(l) || called(l) {
		return false
	}
	if named := isName(l, nameWords(m.Name)) || signs(l); !named || m.desk(l) {
		return true
	}
	below := lines[1:]
	for len(below) > 0 && !blank(below[0]) && isPicture(strings.TrimSpace(below[0])) {
		below = below[1:]
	}
	return len(below) > 0 && !blank(below[0]) && !footer(below[0]) && !added(below[0]) && !ruler(below[0]) && !delimits(below[0]) && !strings.HasPrefix(below[0], Mark)
}

// thanks reports words that close a letter and say more than that it ends.
func thanks(l string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(l), notLetter), func(w string) bool { return thanking[w] })
}

var thanking = set(`thanks|thank|thx|ty|danke|dank|merci|gracias|grazie|bedankt|obrigado|obrigada|dziękuję|tack|tak|takk|kiitos|děkuji|dekuji|ďakujem|спасибо|дякую|gràcies|teşekkürler|köszönöm|mulțumesc|hvala|благодаря|ευχαριστώ|谢谢|謝謝|ありがとうございます|감사합니다|תודה|شكرا`)
