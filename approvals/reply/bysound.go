package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// shortestSound is how many letters a word has at least that is read by its sound.
const shortestSound = 4

// bySound returns the form of the asked verb that sounds like a word which nobody knows, in Spanish and Portuguese, where people who learnt
// to write late write as they speak: "embíalo", "vórralas", "fexa". "" if there is none, or several.
func (p *parser) bySound(got string, shown Shown, own tongues) string {
	l, one := own.one()
	if !one || l != esAt && l != ptAt || len(got) < shortestSound {
		return ""
	}
	if soundsAlike.MatchString(nameKey(got)) {
		return ""
	}
	sound, found := soundOf(nameKey(got), l), ""
	for want := range p.own(shown, l).verbs {
		if len(want) < shortestSound || soundOf(want, l) != sound || want == found || p.decides(want) {
			continue
		}
		if found != "" {
			return ""
		}
		found = want
	}
	return found
}

// soundsAlike are words that sound like others which are words, too: "bótala" (throw it out) and "vótala", "cédelo" and "sédalo".
var soundsAlike = lazyre.New(`^(?:re?hus|reus|[bv]ot|[cs]ed|ca[zsc]|c?serr|cerr|encau[zs]|abra[zs]|co[czs]|ho?je|oje|gra[bv]|re[bv]el|ra[yl]l?|[bv]al?l|[bv]ay|hal|aya|ye?rr|hie?rr|cass|tax|tach|con[cs]ert|a?s?cend|ma[sz]|po[sz]|ra[sz]|be[sz]|[cs]ie[rg]|[cs]en[st]|[cs]i[mt]|[bv]ar|[bv]el|[bv]iv|beb|re[cs]i|rosa|roza|[cs]olic|inf[lr]i|so?u?ar)`)

// soundOf is a word without accents in letters of which each is one sound, as near as spelling errors need it.
func soundOf(w string, l int) string {
	if l == ptAt {
		for _, start := range []string{"en", "em", "im"} {
			if rest, is := strings.CutPrefix(w, start); is {
				w = "in" + rest
			}
		}
		for _, start := range []string{"des", "es"} {
			if rest, is := strings.CutPrefix(w, start); is {
				w = strings.Replace(start, "e", "i", 1) + rest
			}
		}
	}
	b := make([]byte, 0, len(w))
	at := func(i int) byte {
		if i < len(w) {
			return w[i]
		}
		return 0
	}
	front := func(c byte) bool { return c == 'e' || c == 'i' }
	for i := 0; i < len(w); i++ {
		c, next := w[i], at(i+1)
		switch {
		case c == 'c' && next == 'h':
			c = 'x'
			i++
		case c == 'q' && next == 'u':
			c = 'k'
			i++
		case c == 'c' && front(next), c == 'z':
			c = 's'
		case c == 'c':
			c = 'k'
		case c == 'g' && front(next):
			c = 'j'
		case c == 'g' && next == 'u' && front(at(i+2)):
			i++
		case c == 'l' && next == 'l' && l == esAt:
			c = 'y'
			i++
		case c == 'h' && l == esAt, c == 'h' && i == 0: // "lh" and "nh"
			continue
		case c == 'v' && l == esAt:
			c = 'b'
		case c == 'm' && next != 0 && strings.IndexByte("pbvfk", next) >= 0 || c == 'm' && next == 'c':
			c = 'n'
		case c == 'i' && next == 'x' && l == ptAt: // "baixa"
			continue
		case c == 'l' && next != 0 && strings.IndexByte("aeioulh", next) < 0 && l == ptAt: // "almenta"
			c = 'u'
		case c == 'y' && l == ptAt:
			c = 'i'
		}
		if len(b) == 0 || b[len(b)-1] != c {
			b = append(b, c)
		}
	}
	return string(b)
}
