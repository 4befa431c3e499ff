package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// putsRight reports a no of which a clause only names another number, person or thing than the prompt has ("nein, vier" to whom is asked
// for two, "no, Aunt Rosie", "no, the small one"), or tells that something else was meant. It wants the same deed with another thing.
func (p *parser) putsRight(toks []token, shown Shown) bool {
	var clause, before []string
	for i := 0; i <= len(toks); i++ {
		if i < len(toks) && toks[i].kind == word {
			clause = append(clause, toks[i].key)
			continue
		}
		if p.otherNumber(clause, shown) || p.otherName(clause, shown) || p.onlyNames(clause) || p.contrasts(before, clause) || meantElse.MatchString(folded(clause)) || betterThen(clause) || onlyThen(clause) || wishesOther(clause) {
			return true
		}
		if before, clause = clause, nil; i < len(toks) && toks[i].kind == newline {
			return false
		}
	}
	return false
}

// contrasts reports a clause that only names what is meant behind one that says what is not: "not Molly, the other girl", "pas les noires,
// les couleurs".
func (p *parser) contrasts(before, clause []string) bool {
	if len(before) < 2 || len(before) > 6 || len(clause) == 0 || len(clause) > 5 || !p.negators[before[0]] && before[0] != "pas" || slices.ContainsFunc(clause, func(k string) bool { return finite()[k] }) {
		return false
	}
	return definite()[clause[0]] || determiners()[clause[0]] || len(clause) == 1 && wording.Given(nameKey(clause[0]))
}

// finite are forms of to be and to have, and the commonest verbs beside them: a clause that has one says more than a name.
var finite = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`is are was were has have had does do can can't est sont était a ont va vont peut fait ist sind war waren hat haben kann geht è sono era ha hanno va vanno può es está están son fue tiene tienen hay va van puede é está são estão foi tem têm vai vão is zijn was waren heeft hebben gaat kan jest są był była ma mają idzie`)...)
})

// asksTwice reports a prompt with a second question about the same thing ("Rent the van? … With full cover?"), to which a no with a
// reason may be: "no, we don't need the cover".
func asksTwice(shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		for i, sentence := range strings.SplitAfter(strings.ToLower(about), "?") {
			text, asked := strings.CutSuffix(sentence, "?")
			if from := strings.LastIndexAny(text, ".!:\n") + 1; asked && i > 0 && secondly.MatchString(strings.TrimLeft(text[from:], " ¿")) {
				return true
			}
		}
		return false
	})
}

var secondly = lazyre.New(`(?:^|\P{L})(?:also|as well|too|auch|zusätzlich|aussi|également|anche|también|tambien|também|tambem|ook|też|tez|również|rowniez)(?:\P{L}|$)|^(?:with|without|mit|ohne|avec|sans|con|senza|sin|com|sem|met|zonder|z|ze|bez) `)

// ofMine reports that Dutch words choose what belongs to somebody, which without an article say whose consent it is: "die van mij", "van mij mag het".
func ofMine(toks []token) bool {
	for i := 2; i < len(toks); i++ {
		if toks[i-1].key == "van" && (toks[i-2].key == "die" || toks[i-2].key == "dat") && (toks[i].key == "mij" || toks[i].key == "ons" || toks[i].key == "mijn" || toks[i].key == "me") {
			return true
		}
	}
	return false
}

// meantElse is that something else was meant, or the message was not for whoever asks.
var meantElse = lazyre.New(`^(?:(?:i|we) (?:mean|meant)|(?:ich|wir) (?:meine|meinte|meinen|meinten)|je (?:voulais|veux) dire|je parlais de|(?:volevo|intendevo)(?: dire)?|mi riferivo|(?:queria|quise|quiero) decir|me referia|(?:quis|queria) dizer|referia-me|ik bedoel(?:de)?|chodzilo mi|mialem na mysli|mialam na mysli)(?: |$)|` +
	`(?:\bsaid (?:yes|ok)|\bja gesagt|\bha detto (?:di )?si|\ba dit oui|\bdijo que si|\bdisse (?:que )?sim|\bja gezegd|\bpowiedzial\pL* (?:ze )?tak)\b|` +
	`\b(?:wrong|falsche[rns]?|verkeerde?|foute|mauvaise?|erreur de) (?:chat|number|person|window|thread|conversation|nummer|person|fenster|venster|gesprek|personne|numero)\b|\b(?:chat|numero|persona|pessoa|conversa|conversazione) (?:sbagliat[oa]|equivocad[oa]|errad[oa])\b|\bnie ten (?:czat|numer|watek)\b`)

// betterThen reports a clause that has a day or a time, and that it is better.
func betterThen(clause []string) bool {
	return len(clause) < 6 && slices.ContainsFunc(clause, func(k string) bool { return better()[k] }) && slices.ContainsFunc(clause, func(k string) bool {
		k = strings.TrimSuffix(k, "'s")
		return insteadOf().days.has(k) || calendars().days[k] != 0 || calendars().months[k] > 0
	})
}

// onlyThen reports a clause that begins with a day or a part of one and has no verb: "mañana a primera hora", "Monday at the earliest".
func onlyThen(clause []string) bool {
	for len(clause) > 1 && isPreposition(clause[0]) {
		clause = clause[1:]
	}
	if len(clause) == 0 || len(clause) > 5 || !(insteadOf().days.has(clause[0]) || tomorrows()[clause[0]] || calendars().months[clause[0]] > 0) {
		return false
	}
	return !slices.ContainsFunc(clause[1:], func(k string) bool {
		return !isPreposition(k) && !determiners()[k] && !timeWords()[k] && !earlyWords()[k] && !isNumber(k)
	})
}

var (
	tomorrows = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`tomorrow later next morgen übermorgen später demain après-demain domani dopodomani mañana amanhã amanha overmorgen jutro pojutrze`)...)
	})
	earlyWords = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`first thing early earliest latest hour hora primera última primeira prima ora heure première früh frühestens spätestens vroeg eerste uur wcześnie rano`)...)
	})
)

var better = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`better best besser beter mieux meglio mejor melhor lepiej lepsza lepszy works passt fits suits convient geht gaat`)...)
})

// onlyNames reports a clause that is an article with one word that is no verb, or names which one or which other: "tę małą", "the small one",
// "the other girl", "celui des fichiers".
func (p *parser) onlyNames(clause []string) bool {
	for len(clause) > 2 && (beforeThing()[clause[0]] || p.negators[clause[0]] || isIt()[clause[0]]) {
		clause = clause[1:]
	}
	n := len(clause)
	if n > 1 && n < 7 && (thoseOnes()[clause[0]] || oneOf[clause[0]+" "+clause[1]]) && !slices.ContainsFunc(clause, func(k string) bool { return finite()[k] && k != "a" || worksWell()[k] }) || n > 1 && better()[clause[0]] && determiners()[clause[1]] && clause[n-1] != "an" { // "geht die nix an"
		return true
	}
	if n < 2 || n > 4 || !definite()[clause[0]] || slices.ContainsFunc(clause, func(k string) bool { return p.negators[k] || p.refusals[k] }) {
		return false
	}
	if otherOnes()[clause[1]] && n < 4 || clause[n-1] == "one" || clause[n-1] == "ones" {
		return true
	}
	german := clause[0] == "die" || clause[0] == "der" || clause[0] == "das" || clause[0] == "den" || clause[0] == "de" // "die kommt"
	return n == 2 && definite()[clause[0]] && p.verdicts.of[clause[1]].class == unknown && !german && !pronounLike()[clause[0]] || n == 2 && german && adjectiveEnd.MatchString(clause[1]) && p.words[clause[1]] == 0
}

// wishesOther reports a clause that wants another one: "I want the other dentist".
func wishesOther(clause []string) bool {
	return slices.ContainsFunc(clause, func(k string) bool { return wants()[k] }) && slices.ContainsFunc(clause, func(k string) bool { return otherOnes()[k] })
}

var wants = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`want prefer need will möchte wollen brauche veux voudrais préfère voglio vorrei preferisco quiero quisiera prefiero quero queria prefiro wil zou chcę wolę`)...)
})

// namesSomebody reports a prompt with a person, a title or a given name.
func (p *parser) namesSomebody(about string) bool {
	return p.namesAnother(about, nil) || slices.ContainsFunc(wordsOfPrompt(about), func(w string) bool {
		low := strings.ToLower(w)
		return low != w && wording.Given(nameKey(low))
	})
}

// oneOf are words before what tells which one is meant.
var oneOf = map[string]bool{"the one": true, "the ones": true, "el de": true, "el del": true, "la del": true, "o do": true, "a da": true, "la de": true, "los de": true, "las de": true, "el que": true, "la que": true, "o da": true, "a do": true, "a de": true, "o de": true, "die von": true, "der von": true, "die van": true, "dat van": true, "ten od": true, "ten z": true, "le suivant": true, "la suivante": true}

var (
	isIt = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`it's it is es ist das war era è é c'est het 't son sont`)...)
	})
	thoseOnes = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`celui celle ceux celles quello quella quelli quelle diejenige denjenigen degene diegene`)...)
	})
	beforeThing = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`just only but rather nur aber sondern lieber seulement mais plutôt solo ma pero sino mas sim alleen maar liever tylko ale raczej`)...)
	})
	definite = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`the that those der die das den dem le la les celui celle l' il lo gli i quello quella el los las ese esa esos aquel o os as aquele aquela de het dat ten ta tę te ta to tamten tamtą tamta`)...)
	})
	// pronounLike are those of them that a verb follows as well: "la pago", "les veo", "to drogo".
	pronounLike = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`la le les lo o os as i to that te gli l' los las dat`)...)
	})
	otherOnes = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`other others andere anderen anderer autre autres altro altra altri altre otro otra otros otras outro outra outros outras inny inna inną innego druga drugi drugą zweite tweede second seconde`)...)
	})
	adjectiveEnd = lazyre.New(`^\pL{3,}e$`)
)

// otherNumber reports a clause that begins with a number which the prompt does not have, while it has another.
func (p *parser) otherNumber(clause []string, shown Shown) bool {
	if n := len(clause); n > 1 && n < 7 && isNumber(clause[n-1]) && slices.ContainsFunc(clause, func(k string) bool { return beNumber()[k] }) { // "nous serons sept"
		clause = clause[n-1:]
	}
	for i, k := range clause { // "it should be 52"
		if shouldBe()[k] && slices.ContainsFunc(clause[i:], isNumber) {
			clause = clause[i+slices.IndexFunc(clause[i:], isNumber):]
			break
		}
	}
	for len(clause) > 0 && isOfNumber()[clause[0]] {
		clause = clause[1:]
	}
	if len(clause) == 1 && onlyOne()[clause[0]] {
		return slices.ContainsFunc(shown.About, func(about string) bool { n, _ := countOf(about); return n > 1 })
	}
	return len(clause) > 0 && len(clause) < 6 && isNumber(clause[0]) && slices.ContainsFunc(shown.About, func(about string) bool {
		words := strings.FieldsFunc(strings.ToLower(about), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		return slices.ContainsFunc(words, isNumber) && !slices.Contains(words, clause[0]) && !slices.ContainsFunc(words, func(w string) bool { return numberOf(w) > 0 && numberOf(w) == numberOf(clause[0]) })
	})
}

func isNumber(w string) bool {
	return numerals()[w] > 0 || unicode.IsDigit([]rune(w)[0])
}

var (
	beNumber = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`are be sind werden wären sommes serons siamo saremo somos seremos estamos estaremos zijn jesteśmy będzie bedzie`)...)
	})
	shouldBe = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`should sollte sollten müsste müssten devrait devraient dovrebbe dovrebbero debería deberían deveria deveriam zou zouden moet powinno powinny`)...)
	})
)

var onlyOne = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`one un uno una une eins einen eine einer um uma één een eentje jeden jedną jedna jedno`)...)
})

// isOfNumber are words before a number that puts another right.
var isOfNumber = lazyre.Once(func() map[string]bool {
	return set("it's", "it", "is", "was", "are", "es", "sind", "waren", "das", "ist", "war", "c'est", "sont", "sono", "era", "erano", "son", "eran", "é", "são", "eram", "het", "zijn", "to", "było", "only", "nur", "está", "esta", "a")
})

// otherName reports a clause that is a name with what stands before one, and no name of the prompt, while that has one.
func (p *parser) otherName(clause []string, shown Shown) bool {
	named := false
	for _, w := range clause {
		if shown.has(w) && !determiners()[w] && !persons()[w] && !p.titles[w] {
			return false
		}
		given := wording.Given(nameKey(w)) && !thanks()[w] && p.verdicts.of[w].class == unknown
		named = named || given
		if !given && !determiners()[w] && !persons()[w] && !p.titles[w] {
			return false
		}
	}
	return named && len(clause) < 4 && slices.ContainsFunc(shown.About, p.namesSomebody)
}
