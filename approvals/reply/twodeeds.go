package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// A title may ask for two deeds, "Sign the contract and pay the deposit?". Who answers with the verb of one has not said whether the
// other is to be done.

// joinedDeed is one of them: its verb in the infinitive, and the acts that it is.
type joinedDeed struct {
	verb string
	acts []int
	bare bool // it has no thing of its own: "Print and send the letters"
}

// betweenDeeds are the words between two deeds.
var betweenDeeds = lazyre.New(`(?i)(?:,| &)?(?: (?:and|then|und|dann|y|luego|e|poi|et|puis|en|i|oraz|potem))+ |, `)

// joinedDeeds are the deeds that a title asks for, if there are several.
func joinedDeeds(title string, in tongues) (all []joinedDeed) {
	for i, part := range strings.Split(betweenDeeds.ReplaceAllString(title, "\n"), "\n") {
		words := wordsOfPrompt(strings.ToLower(inInfinitive(part, true, in)))
		if len(words) == 0 {
			continue
		}
		verb, _ := verbOf(words)
		d := joinedDeed{verb: verb, bare: len(words) == 1}
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
		if len(d.acts) > 0 {
			all = append(all, d)
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// oneOfTwo reports an answer with the verb of one of several deeds that a title asks for, and not of all. Where the deeds are done to the
// same thing, the last says it: "send them" to "Print and send the letters?"
func (p *parser) oneOfTwo(toks []token, shown Shown) bool {
	for _, about := range shown.About {
		deeds := joinedDeeds(titleOf(about), shown.in)
		said, last := 0, false
		for _, d := range deeds {
			if last = slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && p.isOf(t.key, d) }); last {
				said++
			}
		}
		same := last && !slices.ContainsFunc(deeds[:max(len(deeds)-1, 0)], func(d joinedDeed) bool { return !d.bare })
		if said > 0 && said < len(deeds) && !same {
			return true
		}
	}
	return false
}

// isOf reports a form of a deed, in any language.
func (p *parser) isOf(w string, d joinedDeed) bool {
	w = w[strings.LastIndexByte(w, '\'')+1:]
	if len(w) > 3 && stemOf(w) == stemOf(d.verb) || nounOfAct()[w] != "" && nounOfAct()[w] == d.verb {
		return true
	}
	return slices.ContainsFunc(d.acts, func(k int) bool {
		for l := range p.orders {
			if p.formsOf(k, l).acts[actKey(w)]&verbs != 0 {
				return true
			}
		}
		return false
	})
}
