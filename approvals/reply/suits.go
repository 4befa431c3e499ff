package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked about an appointment and says, behind a yes, that it suits them has said yes once more: "oui, ce rendez-vous me convient",
// "sí, la cita me viene bien". What is to be moved or called off may suit as it is, so that only what is to be made is read so.

// withSuits reads a yes without such a clause behind it.
func (p *parser) withSuits(body string, o Options) Result {
	toks := tokenize(body, p.smileys)
	from, end := p.saysSuits(toks, Grant, o.Shown)
	if end == 0 {
		return Result{}
	}
	if r := p.answer(strings.TrimRight(body[:toks[from].start], ", ")+body[toks[end-1].end:], o); r.Verdict == Grant {
		return r
	}
	return Result{}
}

// saysSuits is where such a clause begins and ends behind an answer; 0 if there is none. Behind a no it takes that back.
func (p *parser) saysSuits(toks []token, answer Verdict, shown Shown) (from, end int) {
	l, one := shown.in.one()
	if !one || len(toks) > 24 {
		return 0, 0
	}
	at := slices.IndexFunc(toks, func(t token) bool {
		return t.kind == word && (answerWords()[t.key] == answer || answer == Grant && p.answersAlone(t.key, false)) // "potwierdzam, będę"
	})
	for at >= 0 && at+1 < len(toks) && pleases()[toks[at+1].key] {
		at++
	}
	if at < 0 || at+2 >= len(toks) || toks[at+1].key != "," && toks[at+1].key != "." || toks[at+2].kind != word || p.undoes(shown) || answer == Grant && slices.ContainsFunc(shown.words(), movedWords.MatchString) {
		return 0, 0
	}
	arranges := p.arranges(shown)
	if !arranges {
		if suiting()[l] == nil {
			return 0, 0
		}
		if verb, _, _ := p.onlyVerb(l, shown); !arranging().has(verb) {
			return 0, 0
		}
	}
	from, end = at+2, at+2
	for end < len(toks) && toks[end].kind == word {
		end++
	}
	clause := foldedWord(strings.Join(words(toks[from:end]), " "))
	if m := suitsMe()[l].FindStringSubmatch(clause); arranges && m != nil && (len(m) < 2 || m[1] == "" || onlyDay(m[1], shown) || timesOf().has(m[1])) {
		return from, end
	}
	if arranges && comesThere(shown) && bePresent()[l].MatchString(clause) && !(atHome.MatchString(clause) && slices.ContainsFunc(shown.words(), oneGoesTo.MatchString)) {
		return from, end
	}
	if suiting()[l] == nil {
		return 0, 0
	}
	m := suiting()[l].FindStringSubmatch(clause)
	if m == nil || !inTitle(m[1], shown) && !(timesOf().has(m[1]) && strings.ContainsAny(strings.Join(shown.About, " "), "0123456789")) {
		return 0, 0
	}
	return from, end
}

// arranges reports a prompt that asks with one verb, first or last in its title, to make or confirm an appointment.
func (p *parser) arranges(shown Shown) bool {
	return (namesNoMore(shown) || onlyAttributes(shown)) && p.arrangesOne(shown)
}

// arrangesOne reports such a prompt, whatever else it tells.
func (p *parser) arrangesOne(shown Shown) bool {
	return p.oneDeed(shown) && !slices.ContainsFunc(shown.words(), func(w string) bool {
		return orWords()[w] || w == "of" && shown.in == nl || w == "o" && (shown.in == es || shown.in == it) || movedWords.MatchString(w)
	}) && !slices.ContainsFunc(shown.About, func(about string) bool {
		words := wordsOfPrompt(strings.ToLower(titleOf(about)))
		return about != "" && (len(words) < 2 || !arranging().has(words[0]) && !arranging().has(words[len(words)-1]))
	})
}

// onlyDay reports the day of a prompt that has no other one.
func onlyDay(w string, shown Shown) bool {
	day := calendars().days[w]
	return day != 0 && shown.says(w) && !slices.ContainsFunc(shown.words(), func(of string) bool { n := calendars().days[of]; return n != 0 && n != day })
}

// movedWords tell that something is moved, late, or does not take place.
var movedWords = lazyre.New(`^(?:moved|shifted|postpone|rescheduled|cancel|chang|modif|delay|absen|closure|closing|shutdown|suspen|strike|withdraw|resign` +
	`|verschob|verschieb|verleg|abgesagt|abwesen|ausfall|schließung|verspät|streik|kündig|rücktritt` +
	`|spost|rimandat|rinvi|annullat|cambi|assenz|chiusur|ritard|sciopero|rinunc|disdett` +
	`|movid|aplaza|cancelad|ausenci|cierre|clausura|retras|demora|huelga|renunci|baja$` +
	`|déplac|report|annul|fermeture|retard|grève|renonc|désist|démission` +
	`|adiad|adiament|mudan|ausênci|fecho$|encerra|atras|greve|desist` +
	`|verplaats|verzet|afgezegd|wijzig|afwezig|sluiting|vertrag|staking|uitstel|afmeld` +
	`|przeniesi|przełoż|odwołan|odłoż|zmian|nieobecno|zamknięci|opóźni|strajk|rezygn)|änderung`)

var (
	// suitsMe says so of what is asked, and names no thing.
	suitsMe = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
		return [plAt + 1]*lazyre.Regexp{
			enAt: lazyre.New(`^(?:(?:that|it|this|which) )?(?:(?:would|will) suit|suits) (?:me|us)(?: (?:very well|well|fine|perfectly|nicely|just fine))?$|^works for (?:me|us)$`),
			itAt: lazyre.New(`^(?:mi|ci) (?:va (?:bene|benissimo)|sta bene|torna comodo)$`),
			esAt: lazyre.New(`^(?:me|nos) (?:viene|va|queda) (?:muy |perfectamente |super )?bien(?: (?:el|es[ea]|est[ea]|la) (\pL+))?$`),
			frAt: lazyre.New(`^(?:ca|cela) (?:(?:me|nous) (?:convient|va)|m'arrange|nous arrange)(?: (?:parfaitement|tres bien|bien|tout a fait))?$`),
			deAt: lazyre.New(`^(?:(?:das|es|der|der termin|die zeit) )?passt (?:mir |uns )?(?:(?:sehr|ganz) )?(?:gut|prima|super|bestens|perfekt|wunderbar)$`),
			ptAt: lazyre.New(`^(?:da-me|da-nos|da) (?:muito |imenso )?jeito$|^(?:para|pra) mim (?:esta|fica) (?:otimo|bom|perfeito)$|^(?:serve-me|convem-me) (?:muito |perfeitamente )?bem$`),
			nlAt: lazyre.New(`^(?:dat|het|die dag) (?:komt(?: (?:me|mij|ons))?(?: (?:heel|erg|prima))? (?:goed )?uit|schikt (?:me|mij|ons)(?: (?:goed|prima))?|past (?:me|mij|ons) (?:goed|prima|uitstekend))$`),
			plAt: lazyre.New(`^(?:(?:to|ten termin|termin) )?(?:bardzo )?(?:(?:mi|nam) )?(?:bardzo )?pasuje(?: (?:mi|nam))?(?: (?:idealnie|bardzo))?$`),
		}
	})
	// suiting are such clauses of a thing, by language, without accents.
	suiting = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
		return [plAt + 1]*lazyre.Regexp{
			frAt: lazyre.New(`^(?:ce|cet|cette|le|la|l')? ?(?:[cl]')?([\pL-]+) (?:me|nous) (?:convient|va)(?: (?:parfaitement|tres bien|bien|tout a fait))?$`),
			itAt: lazyre.New(`^(?:l'|il |la |lo |questo |questa |quest'|quell'|quella |quel )(\pL+) (?:mi|ci) (?:va (?:bene|benissimo)|sta bene)$`),
			esAt: lazyre.New(`^(?:el|la|ese|esa|este|esta) (\pL+) (?:me|nos) (?:viene|va|queda|parece) (?:muy |perfectamente |super )?bien$`),
			ptAt: lazyre.New(`^(?:o|a|esse|essa|este|esta) (\pL+) (?:serve-me|convem-me|da-me jeito|me serve|me convem|serve|esta (?:otim[oa]|bom|boa|perfeit[oa]) (?:para|pra) mim)(?: (?:bem|muito bem|perfeitamente))?$`),
		}
	})
	// arranging are verbs with which an appointment is made or said to be kept.
	arranging = lazyre.Once(func() wordList {
		return wordsOf(`book confirm arrange schedule reserve accept buchen bestätigen vereinbaren annehmen zusagen ausmachen reservieren boeken bevestigen afspreken maken plannen inplannen accepteren reserveren zarezerwować umówić potwierdzić przyjąć prendre fixer réserver confirmer accepter programmer planifier prendere fissare prenotare confermare accettare programmare pedir reservar agendar confirmar aceptar programar concertar fijar marcar aceitar tomar sacar`)
	})
	// timesOf are words for when it is.
	timesOf = lazyre.Once(func() wordList {
		return wordsOf(`date heure horaire créneau creneau jour data ora orario giorno fecha hora horario día dia horário`)
	})
)
