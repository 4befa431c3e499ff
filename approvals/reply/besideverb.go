package reply

import (
	"slices"
	"strings"
	"sync"

	"bridge/internal/lazyre"
)

// A verb is another one with what stands beside it ("sign over", "lass ihn zahlen"), and a sentence is no answer by what begins or ends
// it: a condition, a limit, a delay, whose thing it praises.

// saidOf are the words of a text without accents, with its punctuation; a line break ends a sentence.
func saidOf(toks []token) string {
	var all []string
	for _, t := range toks {
		switch t.kind {
		case newline:
			all = append(all, ".")
		case word, punct:
			if t.key == "nn" { // of chats
				all = append(all, "non")
				continue
			}
			all = append(all, foldedWord(t.key))
		}
	}
	return strings.Join(all, " ")
}

// clausesOf are the words of each clause of such a text.
func clausesOf(said string) []string {
	return strings.FieldsFunc(said, func(r rune) bool { return strings.ContainsRune(".,;:!()–—", r) })
}

// meansElse reports what stands beside the verb of an answer, or before or behind it, and makes it none to what is asked.
func (p *parser) meansElse(toks []token, r Result, shown Shown) bool {
	said := saidOf(toks)
	asked := sync.OnceValue(func() Shown { // with what it asks at its end; few texts need it
		s := shown
		for _, about := range shown.About {
			if question := closingQuestion(about); question != "" {
				s.About = append(slices.Clip(s.About), question+"?")
			}
		}
		s = s.plainly()
		s.own, s.made = new([plAt + 1]*ownWords), new(shownWords)
		return s
	})
	switch {
	case idioms.MatchString(said), noRefusal.MatchString(said), p.hasOthersDo(said, shown, asked), p.forAnother(toks, said, shown, asked):
		return true
	case r.Verdict == Deny:
		_, suits := p.saysSuits(toks, Deny, shown)
		return suits > 0 || p.againstNo(toks, shown) || p.noReason(toks, said, asked) || p.limited(said, asked) || r.Reason != "" && (p.delays(said) || hesitates.MatchString(said) || p.wantsDeed(said, asked))
	}
	return p.onCondition(said, asked) || mineIsFine(said, shown) || p.hasToBe(toks, asked)
}

// wantsDeed reports a reason of which a clause wants what is asked: "nein, das möchte ich verlängern".
func (p *parser) wantsDeed(said string, asked func() Shown) bool {
	for _, clause := range clausesOf(said) {
		words := strings.Fields(clause)
		if len(words) < 7 && slices.ContainsFunc(words, func(w string) bool { return wantsIt()[w] }) && slices.ContainsFunc(words, func(w string) bool { return len(w) > 3 && p.asksDeed(w, asked()) }) &&
			!slices.ContainsFunc(words, func(w string) bool { return p.negators[w] || nobody()[w] || negatedIn(w) || w == "ne" }) {
			return true
		}
	}
	return false
}

// hesitates tells of somebody who still thinks about it, or who forgot it, which refuses nothing.
var hesitates = lazyre.New(`\b(?:(?:am|i'm|are|we're|is|he's|she's|still) (?:still )?(?:thinking|undecided|deciding|considering|discussing)|noch (?:am )?(?:unsicher|unentschlossen|uberleg\pL*)|uberlege\pL* noch|(?:reflechi\pL*|hesit\pL*) encore|ancora (?:pensando|riflettendo|valutando|indecis\pL*|indeciso)|pensando ancora|(?:todavia|aun) (?:lo |la )?(?:pens\pL+|dud\pL+|habl\pL+)|ainda (?:pens\pL+|discut\pL+|hesit\pL+|estou a pensar)|(?:twijfel\pL*|denk\pL*|overleg\pL*) (?:we |ik |er )?nog|jeszcze (?:mysl\pL+|zastanawia\pL+|waha\pL+|rozwaza\pL+)|i (?:just |simply )?forgot|ho dimenticato|se me olvido|(?:me )?olvide|j'ai oublie|(?:hab|habe) (?:ich |ich's |es |das )?(?:ganz |glatt |total )?vergessen|(?:esqueci|esqueci-me|me esqueci)|ben (?:ik )?(?:het |helemaal )?vergeten|zapomnia[lł][ae]m)\b`)

// asksDeed reports a word of the deed that is asked.
func (p *parser) asksDeed(w string, shown Shown) bool {
	w = w[strings.LastIndexByte(w, '\'')+1:] // "n'envoie"
	return p.orderedIn(w, shown) || p.deedOf(w, shown)
}

// onCondition reports a German or Dutch condition, which begins with its verb and no "if", before an order: "Ist der Text gut, schick
// ihn ab". A verb without its subject says that it is so: "Ist gut, schick ihn ab".
func (p *parser) onCondition(said string, asked func() Shown) bool {
	m := verbFirst.FindStringSubmatch(said)
	return m != nil && slices.ContainsFunc(strings.Fields(m[1]+m[2]), func(w string) bool {
		return (p.orders[deAt].roles[w]|p.orders[nlAt].roles[w])&verbs != 0 || p.asksDeed(w, asked())
	})
}

var verbFirst = lazyre.New(`(?:^|[.!:] )(?:ist|sind|passt|passen|stimmt|stimmen|gefallt|gefallen|klingt|hast|habt|bist|seid|geht|gibt|findest|sieht|is|zijn|klopt|kloppen|past|bevalt|should|were)` +
	` (?:es|er|sie|das|dies|alles|dir|ihnen|euch|du|ihr|der|die|den|dein\S*|het|hij|zij|ze|dat|dit|de|deze|je|jij|jullie|it|this|that|all|everything|the|there|you) ?[^.!:,]*, ([^.!:]*)|(?:^|[.!:] )(?:heb|ben|vind) (?:je|jij|u|jullie) [^.!:,]*, ([^.!:]*)`)

// hasOthersDo reports that another is to be made or left to do it: "fais-le payer", "have her book it". Where the deed is a craft, or
// somebody is to be let in, that is what is asked.
func (p *parser) hasOthersDo(said string, shown Shown, asked func() Shown) bool {
	if !making.MatchString(said) || hasItDone(shown) || slices.ContainsFunc(shown.words(), causesIt().has) {
		return false
	}
	for l := range p.orders {
		if own := p.own(asked(), l); own.crafts || own.enters {
			return false
		}
	}
	for _, m := range making.FindAllStringSubmatch(said, -1) {
		if favours.MatchString(m[1]) {
			continue
		}
		words := strings.Fields(m[0])
		from := len(words) - len(strings.Fields(m[1]))
		for i, w := range words[from:min(from+4, len(words))] {
			before := words[from+i-1]
			noun := strings.Contains(w, "'") || before == "the" || before == "die" || before == "das" || before == "het" || beforeInfinitive.MatchString(m[0]) && !infinitiveEnd.MatchString(w) && !strings.Contains(m[0], " que ") // "faites le virement"
			done := strings.HasSuffix(w, "ed") && (words[0] == "have" || words[0] == "make")
			if !noun && !done && words[1] != "sure" && p.asksDeed(w, asked()) {
				return true
			}
		}
	}
	return false
}

var (
	making = lazyre.New(`\b(?:` +
		`(?:fais|faites|laisse|laissez)(?:-(?:le|la|les|lui|leur))?|(?:fai|fate|faccia|lascia|lasci)(?:te)?(?:l[oaei]|gli|gliel[oaei])?|` +
		`(?:fall[oaei]|fagli|fagliel[oaei])|(?:haz|haga|hagan|deja|deje|dejen)(?:l[oae]s?)?(?: que)?|(?:faz|faca|facam|deixa|deixe|manda|mande)(?:-?l?[oa]s?)?(?: com)?(?: que)?|fa-l[oa]s?|` +
		`(?:lass|lasst|lasse|lassen sie) (?:ihn|sie|es|ihm|(?:den|die|das) \pL+|\pL{4,})|laat (?:hem|haar|het|ze|hen|hun|(?:de|die|het) \pL+|\pL{4,})|` +
		`(?:make|have|let) (?:him|her|them|the \pL+|\pL{3,})|get (?:the )?\pL{3,} to|(?:kaz|popros|pozwol)` + `) ([^.!,;:]+)`)
	// favours are those that whoever answers asks for: "faça o favor de pagar".
	favours = lazyre.New(`^(?:el|o|a|il|la|le|l')? ?(?:favore?|piacere|cortesia|gentilezza|gentileza|fineza|plaisir|amitie|amabilite) d[ei] `)
	// beforeInfinitive are those of them behind which an infinitive stands.
	beforeInfinitive = lazyre.New(`^(?:fa|lais|lasc|ha[zg]|dej|deix|mand)`)
	// causesIt are words of prompts that ask to have it done.
	causesIt = lazyre.Once(func() wordList {
		return wordsOf(`lass* laten laat faire fais far fare faccio hacer hago mandar mando fazer faço have get let make`)
	})
)

// forAnother reports an order that is to be carried out in another's place, or upon oneself, or that has lost the particle which makes it
// what is asked: "sign for him", "odwołaj się", "drop her" to "Shall I drop her off?"
func (p *parser) forAnother(toks []token, said string, shown Shown, asked func() Shown) bool {
	for i, t := range toks[:max(0, len(toks)-1)] {
		next := i + 1
		if pronounObjects()[toks[next].key] {
			next++
		}
		if (toks[i+1].key == "się" && !shown.has("się") && !strings.HasPrefix(t.key, "zgadza") || next+1 < len(toks) && insteadOfThem.MatchString(toks[next].key+" "+toks[next+1].key)) && p.asksDeed(t.key, asked()) {
			return true
		}
	}
	return slices.ContainsFunc(shown.About, func(about string) bool {
		m := asksParted.FindStringSubmatch(strings.ToLower(about))
		return m != nil && strings.Contains(" "+said+" ", " "+m[1]+" ") && !strings.Contains(" "+said+" ", " "+m[2]+" ")
	})
}

// insteadOfThem are words for another in whose place it is to be done.
var insteadOfThem = lazyre.New(`^(?:for (?:him|her|them)|für (?:ihn|sie)|pour (?:lui|elle|eux)|per (?:lui|lei|loro)|por (?:él|ella|ellos|ele|ela|eles)|voor (?:hem|haar|hen)|za (?:niego|nią|nich))$`)

var asksParted = lazyre.New(`\b(drop|pick|turn|call|put|take|let|give|sign|set|break|write) (?:it|him|her|them) (off|up|down|out|over)\?$`)

// limited reports a no with how much, how or when it is not to be done: "betaal niet te veel", "non pagarla subito". It may be done otherwise.
func (p *parser) limited(said string, asked func() Shown) bool {
	for _, clause := range clausesOf(entirely.ReplaceAllString(said, "")) {
		m := limits.FindStringIndex(clause)
		if m == nil || soDont.MatchString(clause[m[0]:]) || asked().has(strings.TrimSpace(clause[m[0]:m[1]])) {
			continue
		}
		not := func(w string) bool { return p.negators[w] || negatedIn(w) || w == "ne" }
		words, before := strings.Fields(clause), strings.Fields(clause[:m[0]])
		if slices.ContainsFunc(words, not) && slices.ContainsFunc(words, func(w string) bool { return p.asksDeed(w, asked()) }) && !slices.ContainsFunc(before, func(w string) bool { return copulas()[w] || w == "e" || w == "esta" || w == "c'est" }) {
			return true
		}
	}
	return false
}

var (
	// entirely are words that make a no a whole one.
	entirely = lazyre.New(`\b(?:at all|after all|du tout|del tutto|ganz und gar|de todo|de todos modos|de jeito nenhum)\b`)
	soDont   = lazyre.New(`^ ?so (?:don't|dont|do not|please) `) // "I have a lift so don't book it"
	limits   = lazyre.New(`(?:^| )(?:too|so much|so many|that much|all|everything|now|right away|straight away|yet|like (?:that|this)|this way|that way|in full|twice|at once|immediately|directly|early|` +
		`zu (?:viel|viele|fruh|schnell|spat)|so|alles|alle|jetzt|sofort|gleich|direkt|einfach|noch nicht|doppelt|zweimal|` +
		`te (?:veel|vroeg|snel|laat)|zo|zoveel|allemaal|nu|meteen|direct|dubbel|` +
		`trop|tout|toute|toutes|tous|maintenant|comme (?:ca|cela)|ainsi|autant|tant|vite|deux fois|encore|` +
		`troppo|tutto|tutta|tutti|tutte|subito|ora|adesso|cosi|tanto|ancora|due volte|immediatamente|direttamente|tranquillamente|` +
		`demasiado|tanto|todo|toda|todos|todas|ahora|todavia|aun|asi|enseguida|dos veces|rapido|inmediatamente|directamente|` +
		`demais|tudo|agora|ainda|assim|logo|duas vezes|imediatamente|diretamente|(?:ja|ya)$|` +
		`za (?:duzo|wiele|wczesnie|szybko|pozno)|tyle|tak|wszystkiego|wszystko|wszystkich|teraz|jeszcze|od razu|zaraz|szybko|natychmiast|dwa razy)(?: |$)`)
)

// delays reports a reason of a no that is only a little more time: "Nee. Nog een week." It may be done then.
func (p *parser) delays(said string) bool {
	return slices.ContainsFunc(clausesOf(said), func(clause string) bool {
		words := strings.Fields(clause)
		return len(words) < 8 && aWhile.MatchString(strings.Join(words, " ")) && !slices.ContainsFunc(words, func(w string) bool { return p.negators[w] || negatedIn(w) })
	})
}

var aWhile = func() *lazyre.Regexp {
	const unit = `(?:tage?n?|wochen?|monate?|stunden?|minuten?|dag(?:en)?|week|weken|maand(?:en)?|uur|uren|days?|weeks?|months?|hours?|giorn[oi]|settiman[ae]|mese|mesi|ora|ore|dias?|semanas?|mes(?:es)?|horas?|jours?|semaines?|mois|heures?|dzien|dni|tydzien|tygodni\pL*|miesiac\pL*|godzin\pL*|minut\pL*|moment\pL*)`
	return lazyre.New(`\b(?:noch|nog|jeszcze|ancora|encore|another|more|un altro|un'altra|otr[oa]s?|outr[oa]s?|mais)(?: (?:ein\pL{0,2}|een|un[eoa]?|uma?|paar|\d+|jeden|kilka|zwei|twee|deux|due|dos|dois|duas|few))* ` + unit + `$|\b` + unit + ` (?:mehr|meer|de plus|mas|a mais|more|wiecej|langer|longer|noch|nog|ancora|encore|jeszcze)$|^(?:in|dans|tra|fra|dentro de|over|za) (?:\pL+ |\d+ )?` + unit + `$`)
}()

// mineIsFine reports that a thing which the prompt names, a paper or a part is called fine that is the writer's own, though the prompt
// calls none theirs: the other may not be. "Por mi parte" is no part.
func mineIsFine(said string, shown Shown) bool {
	if slices.ContainsFunc(shown.words(), func(w string) bool { return yoursOf()[w] }) {
		return false
	}
	thing := func(w string) bool { return shown.has(w) || ofPapers()[w] || partsOf()[w] }
	answers := func(w string) bool {
		return answerWords()[w] != None || strings.HasPrefix(w, "affermativ") || strings.HasPrefix(w, "afirmativ")
	} // "my answer is yes"
	if m := mineIs.FindStringSubmatch(said); m != nil && (m[1] == "" || thing(m[1])) && !slices.ContainsFunc(m[2:], answers) {
		return true
	}
	m := isMine.FindStringSubmatch(said)
	return m != nil && thing(m[2]) && !slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[m[1]] })
}

const (
	mineWord = `(?:my|mein|meine|mijn|ma|mon|mia|mio|mi|minha|meu|moj|moja|moje)`
	isWord   = `(?:is|looks|seems|est|ist|passt|stimmt|klopt|va|e|esta|ta|jest)`
)

var (
	mineIs = lazyre.New(`(?:^|[.!,:] )(?:(?:the|die|der|das|la|il|el|o|a|de) )?(?:` + mineWord + `(?: own)? (\pL+)|mine|meiner|meine|meins|mien|mienne|mia|mio|minha|meu|mijne|moj|moja) ` + isWord + `(?: (\pL+)(?: (\pL+))?)?(?: |$)`)
	isMine = lazyre.New(`\b` + isWord + ` (?:\pL+ )?(\pL+) (?:(?:la|il|a|o) )?` + mineWord + ` (\pL+)(?: [.,!]|$)`)
)

// hasToBe reports that something else has still to be done, in Italian: "va approvata", "va corretto tutto".
func (p *parser) hasToBe(toks []token, asked func() Shown) bool {
	for i, t := range toks {
		if t.key != "va" && t.key != "vanno" && t.key != "andrebbe" && t.key != "andrebbero" {
			continue
		}
		for _, next := range toks[i+1 : min(i+4, len(toks))] {
			if next.kind != word {
				break
			}
			if participle.MatchString(next.key) && !p.asksDeed(next.key, asked()) {
				return true
			}
		}
	}
	return false
}

var participle = lazyre.New(`^(?:\pL{2,}(?:at|ut|[^fp]ett|iest|fert|pert|olt|ist)|\pL{3,}[dlrt]it|lett|vist|dett)[oaie]$`)

// idioms are greetings and comments that have the verb of an order, or what stands for the words around a no. What is to be confirmed
// is not yet.
var idioms = lazyre.New(`^(?:` +
	`(?:also |na |dann )?mach[t']*s? (?:es )?gut|geht so|nimm (?:bitte )?(?:mal|einmal) an|(?:good|nice|great|bad) \pL+|non stop|nie mam|(?:ik neem|ich nehme) (?:wel )?(?:aan|an)(?: \pL+)*|(?:dat neem ik|das nehme ich) (?:niet |nicht )?(?:aan|an)|` +
	`doe (?:\pL+ )?(?:de )?(?:groet\pL*|gezellig|fijn|lekker|lief|rustig|voorzichtig|normaal|goed)|(?:betaal|paga|pagal[oa]|paie|paye|paie-la|pague) (?:bien|bene|bem|goed|gezellig|fijn|lekker|cher|car[oa])|` +
	`(?:prends|prenez|prendi|prenda|toma|tome|take|nimm|neem) (?:rendez-vous|rdv|contact|note|conge|appuntamento|contatto|nota|kontakt|contact|cita)\pL*(?: \pL+)*|betaal in (?:mei|maart)|` +
	`pay it forward|sign for (?:it|them)|.* (?:ist vom tisch|is off the table|is van de baan)|.* kan (?:ook )?online|` +
	`(?:\pL+ )?(?:a (?:confirmer|valider|approuver|confirmar)|da (?:confermare|approvare)|por (?:confirmar|aprobar|aprovar)|te (?:bevestigen|goedkeuren)|zu (?:bestatigen|genehmigen)|to be (?:confirmed|approved)|do (?:potwierdzenia|zatwierdzenia))` + `)[ .!]*$`)
