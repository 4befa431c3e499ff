package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// urges are words with which people urge others on beside an order, or begin one, by language: "come on, pay it", "págala, anda". Alone
// they may be anything, and with a no they often mean the contrary ("no, dai").
func urges() [plAt + 1][][]string {
	var all [plAt + 1][][]string
	for l, list := range [plAt + 1]string{
		enAt: `come on|go on|c'mon|cmon|go on then`,
		deAt: `komm|na komm|los|na los|also los|komm schon`,
		frAt: `allez|bon allez|allez hop|hop|va|allez va`,
		itAt: `e|dai|e dai|su|va|và|suvvia|forza|avanti`,
		esAt: `anda|venga|hala|ándale|andale|ándele|venga va|va`,
		ptAt: `uhum|aham|ahã|vá|anda|anda lá|vai|isso|isso mesmo|bora|isso aí|isso ai`,
		nlAt: `kom|kom op|hup|vooruit|allez|allee|toe|toe dan`,
		plAt: `dalej|dawaj`,
	} {
		for phrase := range strings.SplitSeq(list, "|") {
			all[l] = append(all[l], strings.Fields(phrase))
		}
	}
	return all
}

var urgeWords = lazyre.Once(urges)

// withoutUrge takes out what urges on before or behind the rest of a text in the person's language, with a comma, or right beside a
// form of the verb that is asked. What the prompt has, or negates, stays.
func (p *parser) withoutUrge(toks []token, shown Shown, own tongues) []token {
	l, ok := own.one()
	if !ok || len(toks) < 2 || slices.ContainsFunc(toks, func(t token) bool {
		return p.negators[t.key] || answerWords()[t.key] == Deny
	}) {
		return toks
	}
	end := len(toks)
	for end > 0 && toks[end-1].kind == punct && strings.Contains(".!,", toks[end-1].key) {
		end--
	}
	for _, urge := range urgeWords()[l] {
		n := len(urge)
		if n >= end || slices.ContainsFunc(urge, func(w string) bool { return shown.has(w) || p.orderedIn(w, shown) }) {
			continue
		}
		if slices.Equal(words(toks[:n]), urge) {
			switch next := toks[n]; {
			case (next.key == "," || next.key == "!") && (urge[0] != "e" || n > 1):
				return p.withoutUrge(toks[n+1:], shown, own)
			case next.kind == word && p.orderedIn(next.key, shown) && (urge[0] != "e" || n > 1 || strings.HasSuffix(next.key, "iamo")): // "e paghiamo"
				return p.withoutUrge(toks[n:], shown, own)
			}
		}
		if at := end - n; slices.Equal(words(toks[at:end]), urge) {
			switch before := toks[at-1]; {
			case urge[0] == "e" && n == 1: // breaks off
			case before.key == "," && at > 1:
				return p.withoutUrge(toks[:at-1], shown, own)
			case before.kind == word && (p.orderedIn(before.key, shown) || answerWords()[before.key] == Grant):
				return p.withoutUrge(toks[:at], shown, own)
			}
		}
	}
	return toks
}
