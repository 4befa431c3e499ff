package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked whether to put something into, or onto, something says with the order that it goes in there: "ja, setz sie rein", "zet ze er
// maar in", "oui, mettez-les dedans", and in English "put them in" to whom asks whether to add them. It is the place that the title names.

// placesIn and placesOn are such places at the end of an order with a pronoun, in any language.
var (
	placesIn = lazyre.New(`(?is)^(.*\b(?:\pL{3,} (?:sie|ihn|es|das|die|den|alle|ze|het|hem|die)(?: (?:bitte|maar|ruhig|gerne?|mal|gerust))*|\pL{2,}-(?:les|la|le)|\pL{2,}l(?:[ioae]|[oa]s)))(?: (?:rein|mit rein|hinein|erin|er (?:maar |even )?in|dedans|dentro))( (?:bitte|maar|hoor|por favor|per favore))?([ .!]*$|[.!,][ \n].*$|\n.*$)`)
	placesOn = lazyre.New(`(?is)^(.*\b(?:\pL{3,} (?:sie|ihn|es|das|die|den|alle|ze|het|hem|die)(?: (?:bitte|maar|ruhig|gerne?|mal|gerust))*|\pL{2,}-(?:les|la|le)))(?: (?:drauf|mit drauf|rauf|erop|er (?:maar |even )?op|dessus))( (?:bitte|maar|hoor))?([ .!]*$|[.!,][ \n].*$|\n.*$)`)
	placesAt = lazyre.New(`(?is)^(.*\b(?:\pL{2,}-(?:les|la|le)|\pL{2,}l(?:[oa]s?)|\pL{3,} (?:je|go|ją|ich|to)))(?: (?:là|là-dedans|ahí|ahi|allí|alli|tam))( por favor| proszę)?([ .!]*$|[.!,][ \n].*$|\n.*$)`)

	goesIn = lazyre.New(`(?i)(?:^| )(?:in|into|im|ins|dans|nel|nella|nello|nelle|nei|nell|en|no|na|w|we|do)[ ']`)
	goesOn = lazyre.New(`(?i)(?:^| )(?:on|onto|auf|aufs|op|sur)[ ']`)

	// putEnglish are the orders for what is to be added or entered.
	putEnglish = lazyre.New(`(?is)^((?:yes|yeah|yep|yup|aye|ok|okay|sure)[ ,.!]+)(?:please |just )?put (?:it|them|those|that|these) (in|on)(?: there)?([ .!,]*(?:please|thanks|thank you|ta)?[ .!]*$|[.!]? *\n.*$)`)
	addsTo     = lazyre.New(`(?i)^(?:add|enter|include|insert) .*\b(to|into|in|on|onto) `)
)

// withoutPlace leaves such a place out, or puts the yes in the place of the English order.
func (p *parser) withoutPlace(body string, l int, o Options) string {
	if !p.oneDeed(o.Shown) || p.undoes(o.Shown) || refusesAsked(o.Shown) {
		return body
	}
	titled := func(is *lazyre.Regexp) bool {
		return slices.ContainsFunc(o.Shown.About, func(about string) bool { return is.MatchString(titleOf(about)) })
	}
	if m := putEnglish.FindStringSubmatch(body); m != nil && l == enAt && titled(addsTo) {
		return m[1] + m[3]
	}
	for _, of := range []struct{ says, goes *lazyre.Regexp }{{placesIn, goesIn}, {placesOn, goesOn}, {placesAt, goesIn}, {placesAt, goesOn}} {
		if m := of.says.FindStringSubmatch(body); m != nil && titled(of.goes) && slices.ContainsFunc(tokenize(m[1], p.smileys), func(t token) bool {
			return t.kind == word && (p.orderedIn(t.key, o.Shown) || p.orderedIn(strings.TrimSuffix(t.key, "-les"), o.Shown) || enclitically(t.key, l))
		}) {
			return m[1] + m[2] + m[3]
		}
	}
	return body
}
