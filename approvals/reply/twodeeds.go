package reply

import (
	"cmp"
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// A title may ask for two deeds, "Sign the contract and pay the deposit?". Who answers with the verb of one has not said whether the
// other is to be done.

// joinedDeed is one of them: its verb in the infinitive, the acts that it is, and what it is done to.
type joinedDeed struct {
	verb   string
	acts   []int
	things []string // none of its own: "Print and send the letters"
}

// betweenDeeds are the words between two deeds.
var betweenDeeds = lazyre.New(`(?i),?(?: (?:and|then|plus|as well as|und|dann|sowie|y|luego|además|e|poi|nonché|et|puis|ainsi que|en|daarna|i|oraz|potem|&|\+|/))+ |[,;] `)

// joinedDeeds are the deeds that a title asks for, if there are several.
func joinedDeeds(title string, in tongues) (all []joinedDeed) {
	title, _, _ = strings.Cut(title, ": ") // what stands behind tells more of it
	nouns := false
	for i, part := range strings.Split(betweenDeeds.ReplaceAllString(title, "\n"), "\n") {
		words := wordsOfPrompt(strings.ToLower(inInfinitive(part, true, in)))
		if len(words) == 0 {
			continue
		}
		verb, at := verbOf(words)
		d := joinedDeed{verb: verb}
		if nouns || i == 0 { // "Renewal of the lease and payment of the deposit"
			d.verb, d.acts = cmp.Or(nounOfAct()[words[0]], moreNouns()[words[0]], verb), actsByNoun()[words[0]]
			nouns = d.verb != verb || len(d.acts) > 0
		}
		for k, w := range words {
			if k != at && len(w) > 3 && !determiners()[w] && !isPreposition(w) {
				d.things = append(d.things, w)
			}
		}
		for _, a := range actsByVerb()[verb] {
			switch a.l {
			case enAt:
				if len(words) == 1 && i > 0 { // "order salt and water"
					continue
				}
			case deAt, nlAt:
				if !isInfinitive(verb) {
					continue
				}
			case plAt:
				if !strings.HasSuffix(verb, "ć") {
					continue
				}
			default:
				if !infinitiveEnd.MatchString(verb) {
					continue
				}
			}
			if !slices.Contains(d.acts, a.k) {
				d.acts = append(d.acts, a.k)
			}
		}
		if len(d.acts) > 0 || d.verb != verb {
			all = append(all, d)
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// moreNouns are English verbs by nouns with which other titles than those for two deeds name what is to be changed.
var moreNouns = lazyre.Once(func() map[string]string {
	return map[string]string{"renewal": "renew", "signing": "sign", "termination": "cancel"}
})

// oneOfTwo reports an answer with the verb or the thing of one of several deeds that a title asks for, and not of all. Where
// the deeds are done to the same thing, the last says it: "send them" to "Print and send the letters?"
func (p *parser) oneOfTwo(toks []token, shown Shown) bool {
	for _, about := range shown.About {
		deeds := joinedDeeds(titleOf(about), shown.in)
		said, last := 0, false
		for _, d := range deeds {
			if last = slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && p.isOf(t.key, d) }); last {
				said++
			}
		}
		same := last && !slices.ContainsFunc(deeds[:max(len(deeds)-1, 0)], func(d joinedDeed) bool { return len(d.things) > 0 })
		if said > 0 && said < len(deeds) && !same {
			return true
		}
	}
	return false
}

// isOf reports a form of a deed, in any language, or what it is done to.
func (p *parser) isOf(w string, d joinedDeed) bool {
	w = w[strings.LastIndexByte(w, '\'')+1:]
	if len(w) > 3 && stemOf(w) == stemOf(d.verb) || nounOfAct()[w] != "" && nounOfAct()[w] == d.verb {
		return true
	}
	return slices.ContainsFunc(d.things, func(thing string) bool { return nameKey(thing) == nameKey(w) }) || slices.ContainsFunc(d.acts, func(k int) bool {
		for l := range p.orders {
			if p.formsOf(k, l).acts[actKey(w)]&verbs != 0 {
				return true
			}
		}
		return false
	})
}
