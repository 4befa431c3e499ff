package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// verbActs are the acts by their verbs, without their nouns.
var verbActs = lazyre.Once(func() map[string][]actAt {
	all := map[string][]actAt{}
	for k, act := range acts() {
		for l, words := range act {
			for w := range strings.FieldsSeq(words) {
				if w[0] != '~' {
					w = strings.TrimPrefix(w, "=")
					all[w] = append(all[w], actAt{k, l})
				}
			}
		}
	}
	return all
})

// ofAnyDeed are acts, by their first English verbs, that people say for whatever is asked.
var ofAnyDeed = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`perform process confirm accept approve allow organise start submit give grant offer forward complete contact enter file commission prepare make create thank answer`)...)
})

// noVerbBehind are words behind which a verb is a noun: "in order", "green light".
var noVerbBehind = lazyre.Once(func() map[string]bool {
	return set("in", "en", "green", "del", "tuo", "suo", "vostro", "fürs", "für", "for", "per", "por", "pour", "par", "voor", "zum", "beim", "vom", "im")
})

// saysNoDeed are answers that have the form of a verb.
var saysNoDeed = lazyre.Once(func() map[string]bool { return set("adelante", "correct", "fire", "valide") })

// otherAct reports a text that tells to do another deed than what is asked, by the verbs of the acts: "bitte spenden" to "Die Jacke
// umtauschen?", "grant it please" to "Replace the key?". Verbs that a language has for both deeds are of one.
func (p *parser) otherAct(toks []token, shown Shown) bool {
	var asked []int
	for _, about := range shown.About {
		asked = append(asked, shown.actsOf(about)...)
	}
	if len(asked) == 0 {
		return false
	}
	says := shown.words()
	other := false
	for i, t := range toks {
		if t.kind != word || t.plain || len(t.key) < 4 || givesConsent(toks, i) || i > 0 && givesConsent(toks, i-1) || saysNoDeed()[t.key] || thanks()[t.key] || i > 0 && (noVerbBehind()[toks[i-1].key] || determiners()[toks[i-1].key] && t.key != "it") {
			continue
		}
		if shown.does(t.key) {
			return false
		}
		if m, n := p.phraseAt(toks[i:i+1], 0); p.may(t.key) || n == 1 && (m.class == yesStrong || m.class == yesToo || m.class == courtesy || m.class == closing || m.class == unclear || m.class == address) {
			continue
		}
		said := p.actsSaid(t.key, shown)
		if len(said) == 0 {
			continue
		}
		if slices.ContainsFunc(said, func(k int) bool {
			return ofAnyDeed()[actName(k)] || slices.ContainsFunc(asked, func(a int) bool { return nearActs(a, k, shown.in) })
		}) || slices.ContainsFunc(says, func(w string) bool { return len(w) > 3 && oneWord(t.key, w) }) {
			return false
		}
		other = true
	}
	return other
}

// actsSaid are the acts of which a word is a verb in an answer, in the person's language if it is known.
func (p *parser) actsSaid(w string, shown Shown) (said []int) {
	for l := range p.orders {
		if shown.in != 0 && shown.in != 1<<l || p.orders[l].roles[w]&^(verbs|stated|object) != 0 {
			continue
		}
		for _, verb := range append(infinitives([]string{w}, l), w) {
			for _, a := range verbActs()[verb] {
				if a.l == l {
					said = append(said, a.k)
				}
			}
		}
	}
	return said
}

// nearActs reports two acts for which the person's language or English has one verb.
func nearActs(a, b int, in tongues) bool {
	if a == b {
		return true
	}
	for l := range acts()[a] {
		if in != 0 && l != enAt && in != 1<<l {
			continue
		}
		for w := range strings.FieldsSeq(acts()[a][l]) {
			if w[0] != '~' && slices.Contains(strings.Fields(acts()[b][l]), w) {
				return true
			}
		}
	}
	return false
}
