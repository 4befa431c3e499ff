package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

const (
	shortestVerb = 7 // letters of a verb with a slip: shorter ones are often another ("untie" of "unite")
	shortestEnd  = 5 // letters of a word in which the last two may change places
)

// slipAtEnd returns the word of which got is a slip of the thumb in its last letters, or in a verb of the prompt that no list has: "grazei",
// "obrigaod", "prenoat". There a letter tells one form of a word from another, so that it has to be thanks or another courtesy, a closing, or
// an order to do what is asked; nothing that negates, leaves open or tells when. "" if there is none.
func (p *parser) slipAtEnd(got string, shown Shown, own tongues) string {
	letters := []rune(got)
	n := len(letters)
	if n < shortestEnd {
		return ""
	}
	for _, r := range letters {
		if !unicode.IsLetter(r) {
			return ""
		}
	}
	if letters[n-1] != letters[n-2] && string(letters[n-2:]) != "et" { // "bitet" may be "bittet"
		if want := string(letters[:n-2]) + string(letters[n-1]) + string(letters[n-2]); (own == 0 || p.words[want]&own != 0) && p.courteous(want) || n >= shortestVerb && !otherEnds()[string(letters[n-2:])] && p.asksWithForm(want, shown) {
			return want
		}
	}
	found := ""
	for l := range p.orders {
		for i := 1; i < n; i++ { // "accross"
			if letters[i] != letters[i-1] || own&(1<<l) == 0 && own != 0 || n == shortestEnd {
				continue
			}
			if once := string(letters[:i]) + string(letters[i+1:]); p.orders[l].roles[once] == adverb && !p.decides(once) {
				return once
			}
		}
		for want := range p.own(shown, l).verbs {
			if n < shortestVerb || keyOf(got) != keyOf(want) || utf8.RuneCountInString(want) > n || !slip(nameKey(got), want) || turnedVowels(got, want) || want == found || p.decides(want) {
				continue
			}
			if found != "" {
				return ""
			}
			found = want
		}
	}
	return found
}

// otherEnds are the ends of other forms and words: "montre", "confermai", "bezahlte".
var otherEnds = lazyre.Once(func() map[string]bool { return set("re", "ai", "ei", "ia", "te", "to", "ta", "no", "va") })

// turnedVowels reports a German past that only turns two letters of the verb round: "verliehen" of "verleihen".
func turnedVowels(got, want string) bool {
	return len(got) == len(want) && strings.Count(got, "ie") > strings.Count(want, "ie") && strings.Count(want, "ei") > strings.Count(got, "ei")
}

// courteous reports a word of courtesy, or one that closes a letter.
func (p *parser) courteous(w string) bool {
	c := p.verdicts.of[w].class
	return thanks()[w] || pleases()[w] || c == courtesy || c == closing
}

// asksWithForm reports a form of the verb of the prompt with which people order, or its infinitive.
func (p *parser) asksWithForm(w string, shown Shown) bool {
	for l := range p.orders {
		if own := p.own(shown, l); (own.act(w)|own.roles[nameKey(w)])&(imperative|infinitive) != 0 && !p.decides(w) {
			return true
		}
	}
	return false
}
