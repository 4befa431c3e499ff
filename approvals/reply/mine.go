package reply

import (
	"slices"
	"strings"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// Who is asked whether they shall be booked or enrolled somewhere orders it for themselves ("schrijf ons in", "book me in"), and who agrees
// speaks of doing it together ("parfait, on réserve", "inscrivons-le"). Both are put into plain orders.

// takingPart are deeds, by their first English verbs, that are done for whoever answers where the prompt names nobody else.
var takingPart = lazyre.Once(func() map[string]bool {
	return set("register", "enrol", "book", "reserve", "schedule", "order", "buy")
})

// forWriter reports a prompt that asks for such a deed alone, and names no person.
func (p *parser) forWriter(shown Shown) bool {
	if asksFor(shown, sending) || asksFor(shown, money) || p.undoes(shown) {
		return false
	}
	takes := false
	for _, about := range shown.About {
		of := shown.actsOf(about)
		takes = takes || slices.ContainsFunc(of, func(k int) bool { return takingPart()[strings.Fields(acts()[k][enAt])[0]] })
		if forSomebody.MatchString(about) || p.beginsWithName(wordsOfPrompt(titleOf(about))) {
			return false
		}
	}
	return takes
}

// forSomebody are words for another in a prompt.
var forSomebody = lazyre.New(`(?i)(?:^|[ ¿])(?:him|her|them|ihn|ihm|hem|haar|lei|lui|loro|leur|ella|él|ele|ela|ją|jego|jej|mr|mrs|ms|frau|herrn?|mme|m\.|signora?|señora?|dona|mevrouw|pani|pana|panu)(?:[ ?.]|$)`)

// beginsWithName reports a title whose first word but its verb is a name: "Sign Leo up", "Leo zum Judo anmelden".
func (p *parser) beginsWithName(words []string) bool {
	for i, w := range words {
		low := strings.ToLower(w)
		switch {
		case determiners()[low], i == verbAt(words) && !(len(words) > i+1 && isInfinitive(words[len(words)-1])), slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[low] }):
		default:
			return low != w && (p.words[low] == 0 || wording.Given(nameKey(w))) && strings.ToUpper(w) != w
		}
	}
	return false
}

// mine are the verb of an order and whom it is done for, in one language.
var mine = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
	return [plAt + 1]*lazyre.Regexp{mineEnglish, mineItalian, mineSpanish, mineFrench, mineGerman, minePortuguese, mineDutch, minePolish}
})

var (
	mineEnglish    = lazyre.New(`(?i)(\pL{3,}) (?:me|us)(?: (?:in|down|on))?\b`)
	mineItalian    = lazyre.New(`(?i)(\pL{2,}[ai])(?:mi|ci)\b`)
	mineSpanish    = lazyre.New(`(?i)(\pL{2,}[aeiáéí])(?:me|nos)\b`)
	mineFrench     = lazyre.New(`(?i)(\pL{2,}(?:e|ez|s))[- ](?:moi|nous)\b`)
	mineGerman     = lazyre.New(`(?i)(\pL{3,}) (?:mich|mir|uns)\b`)
	minePortuguese = lazyre.New(`(?i)(\pL{2,}[aeàáâãéêr])(?:-(?:me|nos)| (?:pra|para) (?:mim|nós|a gente|gente))\b`)
	mineDutch      = lazyre.New(`(?i)(\pL{3,}) (?:me|mij|ons)(?: er)?\b`)
	minePolish     = lazyre.New(`(?i)(\pL{2,}) (?:mnie|nas|mi|nam)\b`)

	togetherSpanish    = lazyre.New(`(?i)^(\pL[^.!?¡]*[ ,!.¡]+)(\pL{2,})([aei])mos([ .!]*)$`)
	togetherFrench     = lazyre.New(`(?i)^(\pL.*[ ,!.]+)on (?:va )?(l[ea]s? |l')?(\pL{2,}(?:e|er|s|t))([ .!]*)$`)
	togetherLet        = lazyre.New(`(?i)(\pL{2,})ons(-l[ea]s?| l[ea]s?)?([ .!]*)$`)
	togetherGerman     = lazyre.New(`(?i)^(\pL.*[ ,!.]+)(\pL{2,}n) wir(?: (?:das|es|ihn|sie))?(?: (?:so|gern|gerne|mal|doch))*([ .!]*)$`)
	togetherPortuguese = lazyre.New(`(?i)^(\pL.*[ ,!.]+)(\pL{2,})([aei])mos([ .!]*)$`)
	togetherDutch      = lazyre.New(`(?i)^(\pL.*[ ,!.]+)(?:we|wij) (\pL{3,}n)(?: (?:het|dat|hem|haar|ze|die))?([ .!]*)$`)
	letsDutch          = lazyre.New(`(?i)\blaten we (?:(?:het|dat|hem|haar|ze|die) )?(?:maar )?(\pL{4,}n)([ .!]*)$`)
	letsGerman         = lazyre.New(`(?i)\blass(?:t)? uns (?:(?:das|es|ihn|sie) )?(?:mal )?(\pL{4,}n)([ .!]*)$`)
)

// forMyself is an order of the prompt's deed without the writer, whom it is for.
func (p *parser) forMyself(said string, l int, o Options) string {
	m := mine()[l].FindStringSubmatch(said)
	if m == nil || o.untitled || !p.orderedIn(strings.ToLower(m[1]), o.Shown) || !p.forWriter(o.Shown) {
		return said
	}
	if l == enAt {
		m[1] += " it"
	}
	return strings.Replace(said, m[0], m[1], 1)
}

// together is an order in the words of who does it with others.
func (p *parser) together(said string, l int, o Options) string {
	of := func(re *lazyre.Regexp, to string) bool {
		m := re.FindStringSubmatch(said)
		if first, _, _ := strings.Cut(said, " "); m == nil || l != deAt && re != togetherLet && re != letsDutch && answerWords()[strings.ToLower(strings.Trim(first, ",.!"))] != None { // "oui, on réserve": who knows who
			return false
		}
		less := re.ReplaceAllString(said, to)
		words := strings.Fields(strings.Trim(less[len(less)-len(re.ReplaceAllString(m[0], to)):], " .!"))
		for _, w := range words[max(0, len(words)-3):] {
			w, _, _ = strings.Cut(strings.ToLower(strings.Trim(w, ",.!¡")), "-")
			if p.orderedIn(w, o.Shown) {
				said = less
				return true
			}
		}
		return false
	}
	switch l {
	case esAt:
		_ = of(togetherSpanish, "$1$2$3$4") || of(togetherSpanish, "$1${2}e$4")
	case frAt:
		_ = of(togetherFrench, "$1$3$4") || of(togetherLet, "${1}ez$2$3")
	case deAt:
		_ = of(togetherGerman, "${1}bitte $2$3") || of(letsGerman, "bitte $1$2")
	case ptAt:
		_ = of(togetherPortuguese, "$1$2$3$4") || of(togetherPortuguese, "$1${2}e$4")
	case nlAt:
		_ = of(togetherDutch, "${1}graag $2$3") || of(letsDutch, "graag $1$2")
	}
	return said
}
