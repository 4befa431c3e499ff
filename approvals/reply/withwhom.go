package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// Whom a prompt names that its deed is done to or with: "Share the data with Dr. Menezes", "Let Brian have the key", "Page the on-call
// person". A pronoun of an answer stands for them only if they are the one party that the prompt has.

// anybody is a party of whom nothing tells whether it is he, she or several.
const anybody = him | her | many

// unsure marks a given name that may be his or hers.
const unsure = many << 8

// partyOf is what pronouns may stand for the only party of a prompt, 0 if it has none or several, and the preposition before that.
func (p *parser) partyOf(shown Shown) (of int, before string) {
	party := ""
	for _, about := range shown.About {
		title := titleOf(about)
		named, at := p.slots(title)
		if len(named) == 0 && party == "" {
			named = p.comers(about[len(title):])
		}
		for _, words := range named {
			if key := strings.ToLower(strings.Join(words, " ")); key != party {
				if party != "" {
					return 0, ""
				}
				party, before, of = key, at, p.pronounsFor(words, shown.in == de)
			}
		}
	}
	in := strings.Fields(party)
	for _, about := range shown.About {
		if p.namesAnother(about, in) {
			return 0, ""
		}
		for _, w := range wordsOfPrompt(about) {
			of &= saidOfThem(strings.ToLower(w), shown.in) | unsure
		}
	}
	if of&unsure != 0 && of&(him|her) == him|her {
		of &= many
	}
	return of &^ unsure, before
}

// slots are the words of those whom a title names behind a preposition, right behind its verb, or in German and Dutch before it.
func (p *parser) slots(title string) (all [][]string, before string) {
	words := wordsOfPrompt(title)
	until := func(i int) int {
		end := i
		for end < len(words) && end < i+5 && words[end] != number && !endsWhom()[strings.ToLower(words[end])] && !(end > i && isInfinitive(words[end])) {
			end++
		}
		return end
	}
	for i, w := range words {
		low := strings.ToLower(w)
		from := i + 1
		if end := until(from); toWhomWords()[low] && end > from && p.somebody(words[from:end], low == "to" || low == "with") {
			all, before = append(all, words[from:end]), low
		}
	}
	if len(all) > 0 || len(words) < 2 || namesThing(title) && !letsOne.MatchString(words[0]) && !isDeedWord(strings.ToLower(words[0])) {
		return all, before
	}
	from := verbAt(words) + 1
	if last := lastInfinitive(words); last != "" {
		from = 0
		for from < len(words) && determiners()[strings.ToLower(words[from])] {
			from++
		}
		end := until(from)
		if end <= from || end >= len(words) || words[end] != last {
			return nil, ""
		}
		article := strings.ToLower(words[max(from-1, 0)])
		given := from > 0 && (article == "dem" || article == "der") // whom, in German
		if given || !p.joinsAny(words[from:end]) && slices.ContainsFunc(words[from:end], func(w string) bool { return p.isPerson(w) || people.MatchString(strings.ToLower(w)) }) || from == 0 && told()[last] {
			if article == "dem" || article == "der" {
				return append(all, words[from-1:end]), ""
			}
			return append(all, words[from:end]), ""
		}
		return nil, ""
	}
	if end := until(from); from < end && p.somebody(words[from:end], false) && (p.isPerson(words[from]) || determiners()[strings.ToLower(words[from])] || strings.ToLower(words[from]) != words[from]) {
		for end > from+1 && words[end-1] == strings.ToLower(words[end-1]) && !p.isPerson(words[end-1]) && strings.ToLower(words[from]) != words[from] { // "Let Brian have"
			end--
		}
		all = append(all, words[from:end])
	}
	return all, ""
}

// comers are those who come or offer something in what a prompt tells: "Caledonian Lift Services can come on 11 February".
func (p *parser) comers(told string) (all [][]string) {
	for sentence := range sentencesOf(told) {
		if m := offersIt.FindStringSubmatch(sentence); m != nil {
			all = append(all, wordsOfPrompt(m[1]))
		} else if m := wouldSend.FindStringSubmatch(sentence); m != nil && p.isName(m[1], strings.ToLower(m[1])) {
			all = append(all, []string{m[1]})
		}
	}
	return all
}

// shopsAt are words of place before what somebody is who has a shop.
var shopsAt = lazyre.Once(func() map[string]bool { return set("langs", "bij", "beim", "bei", "chez") })

var (
	letsOne   = lazyre.New(`^(?:Let|Lass)$`)
	offersIt  = lazyre.New(`^(\p{Lu}[\pL'-]*(?: \p{Lu}[\pL'-]*)+) (?:can|could|asks?|asked|offers?|offered|wants?|proposes?|proposed|suggests?|kann|fragt|bietet|kan|vraagt|biedt) `)
	wouldSend = lazyre.New(`(?:^|\P{L})ich würde (\p{Lu}\pL+) `)
)

// somebody reports words that may be a party: they have a word for a person, a name, or where a person is told something what ends as one does.
func (p *parser) somebody(words []string, agent bool) bool {
	if p.joinsAny(words) {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool {
		low := strings.ToLower(w)
		return p.isPerson(w) || people.MatchString(low) || agent && agents.MatchString(low) || low != w && calendars().days[low] == 0 && calendars().in[low] == 0 && !strings.ContainsFunc(w, unicode.IsDigit)
	})
}

// agents are words for those who do something.
var agents = lazyre.New(`^(?:\pL{3,}(?:ers?|ors?|ists?|ians?|ants?)|people|team|staff|council|committee|bank|school|office|company|firm|customers?|clients?)$`)

// people are German and Dutch words for those whom one writes to and calls, and told verbs that are done to nobody else.
var (
	people = lazyre.New(`^(?:eltern|nachbarn?|mietern?|kunden?|gästen?|bewohnern?|mitgliedern?|buren|buurman|buurvrouw|buurjongen|klant|klanten|ouders|leden|huurders?|bewoners?|verhuurder|school|person|neighbours?|tenants?|parents|landlord)$`)
	told   = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`zeggen sagen antworten antwoorden bellen terugbellen terugschrijven terugmailen zurückschreiben anrufen zurückrufen informieren informeren`)...)
	})
)

// isPerson reports a word for a person, a title, a role or a given name.
func (p *parser) isPerson(w string) bool {
	low := strings.ToLower(w)
	return persons()[low] && !personPronouns()[low] || p.roles[low] && low != "finance" || low != w && (wording.Given(nameKey(w)) || p.titles[low] && len(low) > 1)
}

// personPronouns are those of the words for persons that name nobody.
var personPronouns = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`him her them his their ihn ihm lei lui loro ella él leur elle ele ela hem haar hen jego ją jej`)...)
})

// namesAnother reports a prompt that names a person who is not the party of the words in.
func (p *parser) namesAnother(about string, in []string) bool {
	before, place := "", false // "langs de bakker" is a shop
	for _, w := range wordsOfPrompt(whoIs.ReplaceAllString(about, "$1 $2")) {
		low := strings.ToLower(w)
		if at := shopsAt()[before] || place; determiners()[low] {
			place = at
			continue
		} else if place = false; at && p.roles[low] {
			continue
		}
		if p.isPerson(w) && !slices.Contains(in, low) && !p.titles[low] || p.titles[before] && low != w && !slices.Contains(in, low) {
			return true
		}
		before = low
	}
	return false
}

// whoIs tells what somebody is of whom the prompt speaks: "She is the new secretary", who is nobody else.
var whoIs = lazyre.New(`\b([Ss]he|[Hh]e|[Zz]ij|[Zz]e|[Hh]ij) (?:is|was) (?:the|a|an|our|your|de|het|een|onze|ons|jullie) (?:[\p{Ll}-]+ )?[\p{Ll}-]+([.,\n]|$)`)

// pronounsFor is which pronouns may stand for a party of some words. Of a given name that does not tell, and of a house, they are none for
// one person.
func (p *parser) pronounsFor(words []string, german bool) int {
	of, names, person := anybody, 0, false
	for i, w := range words {
		low := strings.ToLower(w)
		person = person || p.isPerson(w) || people.MatchString(low)
		if low != w {
			names++
		}
		switch {
		case low == "dr" || low == "prof": // "her" may be somebody else
			of &= him | many
		case german && i == 0 && low == "der": // a dative
			of &= her | many
		case women()[low]:
			of &= her
		case men()[low], german && i == 0 && low == "dem", low == "m" && i == 0, low != w && mens()[low]:
			of &= him
		case low != w && (wording.Given(nameKey(low)) || len(words) == 1 && !german) && of&(him|her) == him|her:
			if wording.Given(nameKey(w)) {
				of &= him | her
			}
			if notOf(low) != "" {
				of &= her
			} else {
				of |= unsure
			}
		}
	}
	if names > 0 && !german && !person && of == anybody {
		return many
	}
	return of
}

// saidOfThem is what pronouns of a prompt leave of whom they are said.
func saidOfThem(w string, in tongues) int {
	switch {
	case w == "he" || w == "his" || w == "him" || w == "hij" || w == "er" && in == de || w == "ihm":
		return him
	case w == "she" || w == "her" || w == "haar":
		return her
	}
	return anybody
}
