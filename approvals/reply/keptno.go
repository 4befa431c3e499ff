package reply

import (
	"maps"
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked whether something shall go, or be moved to another day, says behind the no that it is kept, or stays where it is: "no, lo
// mantengo", "no, déjalos", "nee laat ze nog maar staan", "no, resta giovedì". It says the no once more.

// kept are such sentences, by language. Where the no negates a verb behind it, a mark parts them, but for orders with a pronoun.
var kept = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1][3]string{ // the no; what a mark parts from it; what needs none
		enAt: {`no|nope|nah|naw`, ``, `(?:please |just |i'll |we'll |i'm |we're |i |we |let's |i want to |we want to |i'd like to |i'd rather )?(?:keep|keeping|leave|leaving) (?:it|them|em|'em|that|those|these|him|her)(?: (?:booked|all|alone|be|there|please|as (?:it is|they are|is)|where (?:it is|they are)))?|(?:i|we) (?:still |do )?need (?:it|them|that|those|these)(?: still)?|(?:it|they|that|those|these) (?:stays?|remains?)(?: (?:there|put|booked|as (?:it is|they are)))?`},
		itAt: {`no+|nope`, ``, `(?:me |ce )?(?:lo|la|li|le) (?:mantengo|manteniamo|tengo|teniamo|conservo|conserviamo|lascio|lasciamo)|(?:lascia|lasci|lasciate|lasciamo|tieni|tenete|teniamo|mantieni|conserva)(?:l[oaie]|tel[oaie])?(?: (?:lì|li|là|stare|dove sono|dov'è|così|come sono|com'è))?|(?:resta|restano|rimane|rimangono)(?: (?:lì|là|così|dove sono))?|(?:voglio|vogliamo|preferisco) (?:tener|mantener|conservar|lasciar)l[oaie]|(?:quell[oaie] |quest[oaie] )?(?:mi|ci) serv(?:e|ono)(?: ancora)?|(?:(?:la|il|lo|i|gli|le|l'|quest[aoie]|quell[aoie]) ?\pL+ )?(?:va|vanno) (?:conservat|tenut|mantenut)[oaie]`},
		esAt: {`no+|nop`, `(?:(?:me|nos) )?(?:lo|la|los|las) (?:mantengo|mantenemos|quedo|quedamos|conservo|conservamos|guardo|guardamos|dejo|dejamos)|(?:se )?quedan?|(?:se )?siguen?|(?:(?:todavía|aún|aun) )?l[oa]s? (?:necesito|necesitamos)(?: (?:todavía|aún))?|(?:quiero|queremos|prefiero) (?:conservar|mantener|guardar|dejar)l[oa]s?`, `(?:d[eé]ja|d[eé]je|d[eé]jen|mant[eé]n|mant[eé]nga|cons[eé]rva|gu[aá]rda)(?:me|nos)?l[oa]s?(?: (?:ahí|así|activ[oa]s?|como est[aá]n?|donde est[aá]n?))?|que (?:siga|sigan|quede|queden)(?: (?:adelante|así|activ[oa]s?|igual))?`},
		frAt: {`non+|nan|nope`, ``, `(?:je|on|nous) (?:le|la|les) (?:garde|gardons|conserve|conservons|laisse|laissons)|(?:je|on) (?:veux|veut|préfère) (?:le|la|les) (?:garder|conserver|laisser)|(?:laisse|laissez|garde|gardez|conserve|conservez)[- ](?:le|la|les)(?: (?:là|comme ça))?|(?:ça|il|elle|ils|elles) reste(?:nt)?(?: là)?`},
		deAt: {`nein|nee|nö|ne|nei|na`, ``, `(?:bitte )?(?:(?:das|die|den|es|sie|ihn) )?b[e]?halt(?:e|en|'s|e's|s|et|ma)?(?: (?:ich|wir|sie|es|ihn|das|die|den|bitte|lieber|noch|mal|'s|alle)){0,4}|(?:bitte )?(?:lass|lasst|lassen) (?:sie |wir |ma )?(?:sie|es|ihn|das|die|den|alle)(?: (?:bitte|noch|mal|da|so|drin|stehen|liegen|laufen|hier|drauf)){0,3}|(?:(?:das|die|der|es|sie|er) )?(?:bleibt|bleiben)(?: (?:da|so|hier|drin|stehen|bestehen|noch)){0,3}|(?:(?:das|es|der|die) )?läuft weiter|(?:bitte )?(?:(?:noch|lieber|gern|so) )*(?:laufen|stehen|liegen|hängen|drin|bestehen|da) ?lassen|(?:bitte )?(?:(?:noch|lieber|gern) )*(?:behalten|aufheben|aufbewahren)`},
		ptAt: {`não|nao`, `(?:(?:ainda )?preciso|(?:ainda )?precisamos) (?:del[ea]s?|diss[oa])(?: ainda)?|(?:eu )?(?:fico|ficamos) com (?:el[ea]s?|iss[oa]|tudo)|(?:eu )?(?:mantenho|mantemos|guardo|guardamos|conservo)|(?:quero|vou|vamos|prefiro) (?:manter|guardar|conservar|ficar com (?:el[ea]s?))|(?:fica|ficam)(?: (?:lá|aí|aqui))?`, `deix[ae](?:-[oa]s?| el[ea]s?)(?: (?:lá|aí|estar|ficar))?`},
		nlAt: {`nee|neen|nope`, ``, `(?:ik|we|wij) (?:hou|houd|houden|bewaar|bewaren|laat|laten) (?:ze|het|hem|die|dat|alles)(?: (?:nog|gewoon|liever|staan|lopen)){0,3}|(?:die|dat|het|ze) (?:hou|houd|houden|bewaar|bewaren) (?:ik|we|wij)(?: (?:nog|gewoon|liever)){0,2}|laat (?:(?:ze|het|hem|die|dat|alles) )?(?:(?:nog|maar|gewoon|even|lekker) ){0,3}(?:staan|liggen|lopen|doorlopen|zitten|hangen)|(?:(?:die|het|dat|ze) )?(?:blijft|blijven)(?: (?:nog|gewoon|staan|zo|bestaan)){0,3}|(?:die |dat |ze )?(?:(?:wil|willen) (?:ik|we|wij) )?(?:graag|liever)(?: nog)? (?:bewaren|houden|behouden|(?:laten )staan|laten lopen)`},
		plAt: {`nie`, `(?:(?:je|ją|ja|go|to) )?(?:zostawiam|zostawiamy|zatrzymuję|zatrzymuje|zatrzymujemy|zachowuję|zachowujemy)(?: (?:je|ją|go|to|sobie))?|(?:to |ona |on |one )?(?:zostaje|zostają|zostanie)|niech (?:zostanie|zostaną|zostana)|(?:chcę|chce|chcemy|wolę) (?:(?:je|ją|go) )?(?:zachować|zatrzymać|zostawić)(?: (?:je|ją|go))?`, `(?:proszę |prosze )?zostaw(?:cie|my|ić|ic)?(?: (?:je|ją|go|to|tak|jak jest|jak są))?`},
	} {
		said := `[ ,.!]+(?:` + of[2] + `)`
		if of[1] != "" {
			said = `(?:` + said + `|[ .!]*[,.!]+ *(?:` + of[1] + `))`
		}
		all[l] = lazyre.Made(`(?is)^\s*(?:` + of[0] + `)` + said + `((?:[ ,]+` + courtesies + `)?[ ,.!]*|[.!\n].*)$`)
	}
	return all
})

// staysSame is a no, and that all stays as it is, which refuses whatever changes something: "no, keep it the same".
var staysSame = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1][3]string{ // what stays or leaves it, what may stand behind it, and as it is
		enAt: {`keep|leave|stay with|stays?|we'?ll keep|we'?ll leave|i'?ll keep|i'?ll leave|i prefer it|i'd rather keep|let'?s keep|let'?s leave`, `it|them|that|things|everything|all`, `the same|as (?:it|they|things) (?:is|are|was|were)|as is|as before|the way (?:it|they) (?:is|are)|how (?:it|they) (?:is|are)|like (?:it is|they are)`},
		deAt: {`lass|lasst|lassen|lassen wir|lassen sie|bleibt|soll|das bleibt|es bleibt|alles bleibt|alles lassen`, `es|das|alles|einfach|mal|ma`, `so|so bleiben|so lassen|wie es ist|wie's ist|wie sie ist|wie sie sind|wie bisher|wie gehabt|beim alten`},
		frAt: {`laisse|laissez|laissons|on laisse|je laisse|garde|gardez|gardons|on garde|je garde|on reste|ça reste|tout reste|restons`, `le|la|les|ça|tout`, `comme ça|comme (?:c'est|il est|elle est|ils sont|elles sont|avant)|tel quel|telle quelle|tels quels|en l'état`},
		itAt: {`lascia|lasci|lasciate|lasciamo|lasciala|lascialo|lasciale|lasciali|lasciamola|lasciamolo|teniamo|tieni|resta|rimane|restiamo`, `tutto|tutte|la|lo|le|li`, `così|(?:così )?com'è|(?:così )?come (?:è|sono|prima|adesso)`},
		esAt: {`(?:(?:me |nos )?l[oa]s? )?dej(?:amos|o)|deja|deje|dejen|dejemos|d[eé]jal[oa]s?|dej[aá]l[oa]s?|d[eé]jel[oa]s?|dejémosl[oa]s?|que (?:siga|quede|sigan|queden)|se queda|queda|sigue|mant[eé]nl[oa]s?`, `tod[oa]|todas|todos`, `as[ií]|como est[aá]n?|tal cual|igual|como siempre|como antes|como hasta ahora`},
		ptAt: {`deix[ae]|deixem|deix[ae]-[oa]s?|vamos deixar|fica|ficam|mant[eé]m|mantenha|mantém-[oa]`, `tudo|el[ea]s?|estar`, `assim|(?:tal )?como est[aáã]o?|igual|na mesma|como antes`},
		nlAt: {`laat|laten|laten we|houd?|blijft|alles blijft|het blijft`, `het|ze|die|dat|alles|maar|gewoon|zo`, `zo|zoals (?:het|ze|'t|dit) (?:is|zijn|was|nu is)|zo zoals het is|gelijk|bij het oude`},
		plAt: {`zostaw|zostawcie|zostawmy|zostawić|zostaje|zostają|niech (?:zostanie|zostaną|zostana)|zostawiamy`, `to|wszystko|je|go|ją`, `tak|tak jak jest|tak jak są|jak jest|jak są|jak było|bez zmian|po staremu`},
	} {
		all[l] = lazyre.Made(`(?is)^\s*(?:` + strings.Join(slices.Sorted(maps.Keys(flatNoes()[l])), "|") + `)[ ,.!]+(?:(?:` + courtesies + `|please|kindly|just|bitte|graag|proszę|por favor|per favore)[ ,]+)?(?:` + of[0] + `)(?:[ -](?:` + of[1] + `)){0,3} (?:` + of[2] + `)((?:[ ,]+` + courtesies + `)?[ ,.!]*|[.!\n].*)$`)
	}
	return all
})

// keptBehindNo reads such a text.
func (p *parser) keptBehindNo(body string, l int, o Options) Result {
	if m := staysSame()[l].FindStringSubmatch(body); m != nil && !keepsTitle(o.Shown) && (p.takesOne(o.Shown) && !ofRemoval(o.Shown) || p.changesOne(o.Shown)) {
		if r := p.answer(noOf()[l]+m[1], o); r.Verdict == Deny && r.Reason == "" && !p.takesForOther(noOf()[l]+m[1], r, o) {
			return r
		}
	}
	m := kept()[l].FindStringSubmatch(body)
	if m == nil || !p.takesOne(o.Shown) || ofRemoval(o.Shown) || goesOn.MatchString(body) && !asksFor(o.Shown.asked(), callingOff) && !asksFor(o.Shown.asked(), stopping) {
		if m = staysOn.FindStringSubmatch(body); m == nil || !p.movesFrom(m[2], o.Shown) {
			return Result{}
		}
		m[1] = m[3]
	}
	less := noOf()[l] + m[1]
	if r := p.answer(less, o); r.Verdict == Deny && r.Reason == "" && !p.takesForOther(less, r, o) {
		return r
	}
	return Result{}
}

// changesOne reports a prompt that asks once to change or to move something, and not to keep, undo or refuse it.
func (p *parser) changesOne(shown Shown) bool {
	asked := shown.asked()
	return (asksFor(asked, changing) || asksFor(asked, deferring)) && p.oneDeed(shown) && !p.undoes(shown) && !p.refusedTitle(shown) && !asksTwice(shown) && !slices.ContainsFunc(shown.words(), func(w string) bool {
		return refusing().has(w) || leavesOut.MatchString(w) || staysSo.MatchString(w)
	})
}

// ofRemoval reports a prompt about a removal, which is stopped or taken back: "Verwijdering stoppen?"
func ofRemoval(shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool { return removal.MatchString(titleOf(about)) })
}

var (
	removal = lazyre.New(`(?i)verwijdering|verkoop\b|kündigung|löschung|verkauf\b|deletion|removal|cancel+ation|stornierung|opzegging|annulering|suppression|résiliation|annulation|eliminación|cancelación|anulación|rimozione|cancellazione|disdetta|annullamento|eliminação|cancelamento|usunięci|rezygnacj|wypowiedzeni`)
	goesOn  = lazyre.New(`(?i)\badelante\b`)
)

// takesOne reports a prompt that asks once to take something away, to end it or to part with it, and not to keep or refuse it.
func (p *parser) takesOne(shown Shown) bool {
	asked := shown.asked()
	return (asksFor(asked, deleting) || asksFor(asked, callingOff) || partsWith(asked) || p.throwsAway(asked) || asksFor(asked, stopping)) && p.oneDeed(shown) && !slices.ContainsFunc(shown.words(), func(w string) bool {
		return refusing().has(w) || leavesOut.MatchString(w) || staysSo.MatchString(w)
	})
}

// oneDeed reports a prompt whose title asks for one deed that is to be done.
func (p *parser) oneDeed(shown Shown) bool {
	return len(shown.About) > 0 && !slices.ContainsFunc(shown.About, shown.prohibits) && !slices.ContainsFunc(shown.About, func(about string) bool {
		title := titleOf(about)
		words := wordsOfPrompt(title)
		return asksAlso(about) || p.joinsAny(words) || twoWays(about, shown.in) || contradicts(about) || slices.ContainsFunc(words, func(w string) bool { return p.negators[strings.ToLower(w)] }) ||
			closingQuestion(about) != "" && !namesThing(title)
	})
}

// staysOn is a no, and the day on which it stays.
var staysOn = lazyre.New(`(?is)^\s*(no+|nope|non|nein|não|nao|nee|nie)(?:[ ,.!]+)(?:(?:it |that )?(?:stays|remains)(?: on)?|(?:i'd rather |i prefer to |i'd prefer to |let's )?(?:leave|keep)(?: it)?(?: on)?|preferisc[oe] (?:mantenere|tenere|lasciare|restare)(?: (?:a|di|il|per))?|(?:prefiero|preferimos|mejor) (?:mantener|dejar)(?:l[oa])?(?: (?:el|para el|en el))?|(?:je préfère|on préfère) (?:garder|laisser|rester)(?: (?:à|le|sur))?|(?:vamos|prefiro|quero) (?:manter|deixar)(?: (?:na|no|para))?|(?:resta|rimane|lascia|lasci|lasciala|lascialo|lasciamo|teniamo|tieni|mantieni)(?: (?:a|di|il|per))?|(?:se )?(?:queda|mantiene|sigue)(?: (?:el|para el|en el))?|(?:d[eé]jal|mant[eé]nl)[oa](?: (?:el|para el))|(?:es |das |sie )?bleibt(?: (?:am|bei|beim|es bei|es am))?|(?:ça |on )?reste(?: (?:à|le|sur))?|(?:laisse|garde)(?:-l[ae])?(?: (?:à|le))?|(?:fica|mantém|deixa)(?: (?:na|no|para))?|(?:het |die )?blijft(?: op)?|(?:to )?zostaje(?:my)?(?: (?:w|we|przy))?) (\pL+(?:-feira)?)((?:[ ,]+` + courtesies + `)?[ ,.!]*|[.!\n].*)$`)

// movesFrom reports a prompt that moves something from a day.
func (p *parser) movesFrom(day string, shown Shown) bool {
	l, one := shown.in.one()
	day = strings.ToLower(day)
	n := calendars().days[day]
	if !one || n == 0 || !p.oneDeed(shown) || !asksFor(shown.asked(), deferring) && !asksFor(shown.asked(), changing) {
		return false
	}
	from := false
	for _, about := range shown.About {
		words := wordsOfPrompt(strings.ToLower(about))
		for i := 1; i < len(words); i++ {
			if calendars().days[words[i]] != n {
				continue
			}
			if words[i-1] != "vom" && !ways()[l][0][words[i-1]] { // the day that it is moved to
				return false
			}
			from = true
		}
	}
	return from
}
