package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Behind a no people leave the thing out, or tell to refuse it, in words that are a deed of their own: "no, leave that one", "nein, sag ab",
// "nee sla maar over". Where the prompt asks for something that is to be done, they say the no once more.

var (
	noAnd = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
		return [plAt + 1]*lazyre.Regexp{enAt: noAndEnglish, deAt: noAndGerman, nlAt: noAndDutch, plAt: noAndPolish}
	})
	noAndEnglish = lazyre.New(`(?i)^\s*(no|nope|nah|naw)[ ,.!]+(?:please |just |we'll |i'll |let's )?(?:(?:leave|skip|pass on|drop) (?:it|that|this|that one|this one)|skip|say no|tell (?:him|her|them) no|turn (?:it|him|her|them) down|decline|decline it)(?:[, ]+(?:please|thanks|thank you))?[ .!]*$`)
	noAndGerman  = lazyre.New(`(?i)^\s*(nein|nee|nö|ne|nei)[ ,.!]+(?:bitte )?(?:(?:sag|sagt|sagen sie|lehn|lehne|lehnen sie|lehnt) (?:(?:das|es|ihm|ihr|ihnen|denen|bitte|lieber|einfach) )*ab|skip|(?:danke[, ]+)?(?:das |es )?(?:passt|ist gut|bleibt) so|(?:das |die |den )?(?:lassen wir|lass ma)(?: aus| weg| bleiben| sein)?)(?:[, ]+(?:bitte|danke))?[ .!]*$`)
	noAndDutch   = lazyre.New(`(?i)^\s*(nee|neen|nah|nope)[ ,.!]+(?:(?:zeg|zegt|wijs|wijst|sla|slaat) (?:(?:het|dat|die|deze|hem|ze|maar|gewoon|even) )*(?:af|over)|(?:bedankt[, ]+)?(?:(?:het|dat) is|'t is|tis|is) (?:wel )?(?:goed|prima) zo|skip(?: (?:it|dat|die|deze|maar|ik|we))*|(?:sla ik|slaan we|die sla ik|die slaan we) (?:maar |even )*over)(?:[, ]+(?:graag|bedankt|dank je))?[ .!]*$`)
	noAndPolish  = lazyre.New(`(?i)^\s*(nie)[ ,.!]+(?:(?:odpuść|odpuśćmy|odpuszczam|odpuszczamy|pomiń|pomińmy)(?: to| sobie| tym razem)*|(?:proszę )?(?:odmów|odmówić|podziękuj)(?: im| mu| jej| mu grzecznie)?)(?:[, ]+(?:proszę|dzięki|dziękuję))?[ .!]*$`)
)

// staysSo are words of prompts that leave something as it is: "nein, passt so" agrees then.
var staysSo = lazyre.New(`^(?:keep|stay|behalten|weiterlaufen|bleiben|lassen|laten|houden|blijven|zachować|zostawić)$`)

// withoutRefusal leaves the no of such a text alone. What the prompt has in its own words, or what ends something, may be meant.
func (p *parser) withoutRefusal(body string, l int, o Options) string {
	of := noAnd()[l]
	if of == nil {
		return body
	}
	m := of.FindStringSubmatch(body)
	if m == nil || p.undoes(o.Shown) || asksFor(o.Shown.asked(), deferring) || slices.ContainsFunc(o.Shown.words(), func(w string) bool {
		return refusing().has(w) || takesAway(w) || leavesOut.MatchString(w) || staysSo.MatchString(w)
	}) || slices.ContainsFunc(tokenize(strings.TrimPrefix(strings.TrimSpace(body), m[1]), p.smileys), func(t token) bool {
		return t.kind == word && (o.Shown.says(t.key) && !keptOnes()[t.key] || l != deAt && p.orderedIn(t.key, o.Shown)) // "sag" is of "zusagen", too
	}) {
		return body
	}
	return noOf()[l]
}
