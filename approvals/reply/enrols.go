package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked whether they themselves shall be entered somewhere ("Register you for the conference?") says with the same deed and "me"
// that they shall: "inscrivez-moi", "proszę mnie zapisać", "meld mich an".

// entersMe puts the yes of a language in the place of such an order, where the prompt asks that of whoever answers and of nobody else.
func (p *parser) entersMe(said string, l int, o Options) string {
	of := p.entersYou(o.Shown)
	if o.untitled || len(of) == 0 {
		return said
	}
	for _, order := range orderForMe()[l] {
		m := order.FindStringSubmatch(said)
		if m == nil || !p.enteredWith(strings.ToLower(m[1]), strings.ToLower(m[2]), of, l) {
			continue
		}
		before, rest, _ := strings.Cut(said, m[0])
		if slices.ContainsFunc(wordsOfPrompt(strings.ToLower(before+" "+rest)), func(w string) bool {
			return answerWords()[w] != Grant && !pleases()[w] && !thanks()[w] && !asking().permits[w] && p.verdicts.of[w].class != yesStrong && p.verdicts.of[w].class != yesWeak && p.verdicts.of[w].class != courtesy
		}) {
			continue
		}
		return before + yesOf()[l] + rest
	}
	return said
}

// enteredWith reports a form of the verb for such deeds, with its particle: "meld … an".
func (p *parser) enteredWith(verb, particle string, of []int, l int) bool {
	return slices.ContainsFunc(of, func(k int) bool {
		f := p.formsOf(k, l)
		return f.parted[nameKey(verb)+" "+particle] || particle == "" && f.acts[nameKey(verb)]&(imperative|infinitive) != 0
	})
}

// entersYou are the deeds of a prompt that asks to enter whoever answers somewhere, and nothing else, and names no other person.
func (p *parser) entersYou(shown Shown) (of []int) {
	you := shown.you
	for _, about := range shown.About {
		if about == "" {
			continue
		}
		title := titleOf(about)
		rest := about[len(title):]
		if m := enterYou.FindStringSubmatch(title); m != nil {
			you, title = true, strings.Replace(title, m[0], strings.Join(m[1:], ""), 1)
		}
		for i, k := range asksActs(inInfinitive(title, true, shown.in)) {
			enters := entersSomewhere()[strings.Fields(acts()[k][enAt])[0]]
			if i == 0 && !enters {
				return nil
			}
			if enters { // "zapisać" prescribes, too
				of = append(of, k)
			}
		}
		if shown.prohibits(about) || len(joinedDeeds(about, shown.in)) > 0 || p.names(title+rest) || slices.ContainsFunc(wordsOfPrompt(strings.ToLower(title)), func(w string) bool {
			return p.negators[w] && !(w == "no" && shown.in == pt) || ands()[w]
		}) {
			return nil
		}
	}
	if !you {
		return nil
	}
	return of
}

var (
	// entersSomewhere are such deeds, by their first English verbs.
	entersSomewhere = lazyre.Once(func() map[string]bool { return set("register", "enrol", "sign-up") })
	// enterYou is whoever answers beside the verb of a title, which stays.
	enterYou = lazyre.New(`(?i)^((?:register|enrol|enroll|sign)) you(\P{L}|$)|^¿?(?:je )?(?:dich|je|jou|vous|te|t['’]) ?|^(?:Sie|U) |^(zapisać|zarejestrować) (?:cię|panią|pana)(\P{L}|$)|^(inscrever|matricular|registar) (?:você|(?:a |o )(?:senhora|senhor))(\P{L}|$)`)
)

// orderForMe are the verb of an order, who it is done to, and the particle of the verb, by language.
var orderForMe = lazyre.Once(func() [plAt + 1][]*lazyre.Regexp {
	return [plAt + 1][]*lazyre.Regexp{
		enAt: {enterEnglish}, itAt: {enterItalian, beforeItalian}, esAt: {enterSpanish}, frAt: {enterFrench}, deAt: {enterGerman},
		ptAt: {enterPortuguese, beforePortuguese}, nlAt: {enterDutch}, plAt: {enterPolish, beforePolish},
	}
})

var (
	enterEnglish     = lazyre.New(`(?i)\b(register|enrol|enroll) me()\b`)
	enterItalian     = lazyre.New(`(?i)(\pL{3,}[ai])mi\b()`)
	beforeItalian    = lazyre.New(`(?i)\bmi (\pL{3,}a)\b()`)
	enterSpanish     = lazyre.New(`(?i)(\pL{3,}[aeiáéí])me\b()`)
	enterFrench      = lazyre.New(`(?i)(\pL{3,}(?:e|ez|s))[- ]moi\b()`)
	enterGerman      = lazyre.New(`(?i)(\pL{3,})(?: sie)? mich(?: bitte| gern| gerne| ruhig| dann)* (an|ein)\b`)
	enterPortuguese  = lazyre.New(`(?i)(\pL{3,}[ae])-me\b()`)
	beforePortuguese = lazyre.New(`(?i)\bme (\pL{3,}[ae])\b()`)
	enterDutch       = lazyre.New(`(?i)(\pL{3,}) (?:me|mij)(?: maar| graag| dan| er)* (in|aan)\b`)
	enterPolish      = lazyre.New(`(?i)(\pL{3,}) mnie()(?: |$|[.!,])`)
	beforePolish     = lazyre.New(`(?i)(?:^|proszę )mnie (\pL{3,}ć)()`)
)
