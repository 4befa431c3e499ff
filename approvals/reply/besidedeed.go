package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// asksWithVerb reports a form of the verb with which a question below a title asks that only names a thing.
func asksWithVerb(w string, l int, shown Shown) (is bool) {
	for _, about := range shown.About {
		if !namesThing(titleOf(about)) {
			continue
		}
		for _, verb := range verbsAsked(about) {
			ownForms(l, verb, func(form string, r role) { is = is || r&verbs != 0 && nameKey(form) == nameKey(w) }, func(string) {})
		}
	}
	return is
}

var (
	saysIt = lazyre.New(`^(?:zeg|zegt|schrijf|schrijft|meld|meldt)$`)
	// replying are verbs of prompts with which somebody is written or told something, and messageVerbs orders to do it.
	replying = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`reply answer respond write tell text message antworten schreiben zurückschreiben antwoorden schrijven terugschrijven zeggen odpisać odpowiedzieć napisać`)...)
	})
	messageVerbs = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`send mail email write text message reply answer tell schick schicke schreib schreibe mail maile antworte stuur schrijf mail antwoord zeg wyślij wyslij napisz odpisz odpowiedz`)...)
	})
	// tellingElse are those of them with which what is sent may be something else: "Tell Tom to pay the invoice".
	tellingElse  = lazyre.Once(func() map[string]bool { return set("tell", "zeggen", "text", "message") })
	letting1     = lazyre.New(`^(?:let|lass|lasst|lassen|laat)$`)
	lettingAsked = lazyre.Once(func() map[string]bool { return set("let", "lassen", "laten") })
	// beside are prepositions of those with whom something is done.
	beside = lazyre.Once(func() map[string]bool { return set("with", "mit", "met", "con", "avec", "com", "z") })
)

// clauseWords are the words that may stand beside a verb in such a clause, in one language.
type clauseWords struct {
	softens, not, behind, things, before map[string]bool
	whom                                 map[string]int
}

var besideDeed = lazyre.Once(func() (all [plAt + 1]clauseWords) {
	for l, of := range [plAt + 1]string{
		enAt: `kindly surely|dont don't|| it that this|to with|him=him her=her them=many`,
		itAt: `pure|non||lo questo|a con|lui=him lei=her loro=many`,
		esAt: `nomás nomas|no||lo eso esto|a con para|él=him ella=her ellos=many ellas=many`,
		frAt: `|||ça cela|à avec|lui=any leur=many elle=her eux=many elles=many`,
		deAt: `ruhig gern gerne mal doch halt einfach so|nicht|nicht|es das|an mit|ihm=him ihn=him ihr=her ihnen=many denen=many ne=him`,
		ptAt: `|não nao||isso isto|a pra para com|ele=him ela=her eles=many elas=many`,
		nlAt: `maar gerust even hoor mor mar moar gewoon|niet|niet|het dat|aan met tegen|hem=him haar=her ze=any hun=many hen=many`,
		plAt: `śmiało smialo|nie||to|do z|mu=him jej=her im=many niego=him niej=her nich=many nim=him nią=her nimi=many`,
	} {
		part := strings.Split(of, "|")
		words := func(s string) map[string]bool { return set(strings.Fields(s)...) }
		c := clauseWords{softens: words(part[0]), not: words(part[1]), behind: words(part[2]), things: words(part[3]), before: words(part[4]), whom: map[string]int{}}
		for pair := range strings.FieldsSeq(part[5]) {
			w, is, _ := strings.Cut(pair, "=")
			c.whom[w] = map[string]int{"him": him, "her": her, "many": many, "any": anybody}[is]
		}
		all[l] = c
	}
	return all
})
