package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// The verb that a prompt asks with may be all of an answer, as an order: "chiama" to "Chiamare il medico?", "liga" to "Ligar a bomba?".
// Many such forms tell what somebody does as well, so no other rule takes them for a yes; where nothing else is said, and the prompt
// tells of nobody who does the same, they are one, whatever verb it is.

// withoutLoneOrder puts the yes of the language in the place of such an order, once where it is said twice.
func (p *parser) withoutLoneOrder(body string, o Options) string {
	l, one := p.fitting(o.Language).language.one()
	if !one || l != itAt && l != esAt && l != ptAt && l != frAt || o.OptOuts {
		return body
	}
	toks := tokenize(body, p.smileys)
	if len(toks) > 16 {
		return body
	}
	toks = p.withoutUrge(toks, o.Shown, 1<<l)
	forms := p.ordersAsked(l, o.Shown)
	if len(forms) == 0 {
		return body
	}
	asker := p.nameWords(o.Shown.By)
	at, end := -1, 0
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		switch {
		case t.kind == newline && at >= 0 && end < i: // what follows stands below
			i = len(toks)
		case t.kind != word:
		case isOrder(t.key, l, forms):
			if at >= 0 && !(i == end || i == end+1 && toks[end].key == ",") || at < 0 && i > 0 && toks[i-1].key == "si" {
				return body
			}
			if at < 0 {
				at = i
			}
			end = i + 1
		case !strings.ContainsFunc(t.key, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }): // an emoji
		case slices.Contains(asker, nameKey(t.key)), asking().permits[t.key] && !infinitiveEnd.MatchString(t.key), answerWords()[t.key] == Grant, particlesBehind()[t.key] && i == end && at >= 0:
		default:
			m, n := p.phraseAt(toks, i)
			if !m.class.isPolite() && !m.class.isYes() && m.class != address || m.class == news {
				return body
			}
			i += max(n, 1) - 1
		}
	}
	if at < 0 || end == at+1 && stopsShort.MatchString(toks[at].key) { // "arrête !" may be to whoever asks
		return body
	}
	behind := toks[end-1].end
	if end < len(toks) && particlesBehind()[toks[end].key] {
		behind = toks[end].end
	}
	return body[:toks[at].start] + yesOf()[l] + body[behind:]
}

// stopsShort is a bare "stop", of which nobody knows what is to be stopped.
var stopsShort = lazyre.New(`^(?:arr[êe]te|arr[êe]tez|stoppe|stoppez|ferma|fermi|para|pare|det[eé]n|stop)$`)

// particlesBehind are words that only urge on, behind an order.
var particlesBehind = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`pure dai po pô tchê tche uai aí ai nomás nomas dale pues donc`)...)
})

// isOrder reports one of some forms, perhaps lengthened. What ends with a stress tells what was done or will be, but the order of
// Argentina: "llamé", "chiamerò", "llamá".
func isOrder(w string, l int, forms map[string]bool) bool {
	if last := []rune(w)[len([]rune(w))-1]; last > unicode.MaxASCII && !(l == esAt && last == 'á') {
		return false
	}
	key := nameKey(w)
	if forms[key] {
		return true
	}
	last := key[len(key)-1:]
	short := strings.TrimRight(key, last)
	return len(short)+1 < len(key) && strings.Contains("aei", last) && forms[short+last]
}
