package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Many people leave the question mark out. What has the form of a question is then no consent
// by itself: it needs an answer beside it ("klar, kannst du senden").

// askingWords are the words of questions without a mark.
type askingWords struct {
	first, then     map[string]bool // "kannst du", "mag het": a verb and whom it asks
	who             map[string]bool // what asks alone: "chi lo manda"
	may             map[string]bool // "puoi mandarlo" is both, and a full stop tells
	subjects, then3 map[string]bool // the same in two words
	permits         map[string]bool // words that no question has: "kannst du gern machen"
}

var asking = lazyre.Once(func() askingWords {
	return askingWords{
		first: set(strings.Fields(`can could may would shall should is are has have kann kannst könnt können darf darfst dürft dürfen soll sollst sollt sollen muss müsst müssen könnte könntest könnten ist sind habt haben hast gibt wird werden
			kan kun kunt kunnen mag mogen zal zullen moet moeten heb hebben pouvez peux peut est avez as voulez puede pueden pode podem`)...),
		then:     set(strings.Fields(`you we i this that the they he she there du ihr sie er es das die der den dem man ich wir diese dieser dieses ihn je jij u jullie het dat dit de hij hem ze men ge er vous tu on ce il usted ustedes você vocês`)...),
		subjects: set(strings.Fields(`si se on você vc vocês vcs usted ustedes`)...), // "on peut envoyer"
		then3:    set(strings.Fields(`può puo puede pueden pode podem peut`)...),
		who:      set(strings.Fields(`c'è hay há who whom whose wer wem wen wann chi quién quien quiénes quienes quem quando kto komu kiedy qui quand combien`)...),
		may:      set(strings.Fields(`può puo puoi potete possiamo puedes podéis podemos podes podeis możesz możecie możemy mozesz mozecie mozemy`)...),
		permits: set(strings.Fields(`gerne gern ruhig gerust hoor pure tranquillamente tranquilamente tranquilo tranquila nomás nomas dale śmiało smialo spokojnie sim claro certo
			machen tun loslegen weitermachen fortfahren doen doorgaan verdergaan do proceed continue fare farlo procedere proseguire continuare avanti andare ir iść isc hacerlo hacer proceder continuar seguir fazer fazê-lo avançar avancar prosseguir zrobić zrobic robić robic działać dzialac kontynuować`)...),
	}
})

// onlyAsked reports whether all that may be a verdict in a text has the form of a question.
func (p *parser) onlyAsked(toks []token, shown Shown) bool {
	found := false
	for i := 0; i < len(toks); {
		if toks[i].kind != word {
			i++
			continue
		}
		if end, asks := p.question(toks, i, shown); asks && !(asking().may[toks[i].key] && shown.tellsIt(toks[i:end])) { // "puedes firmar"
			found = true
			i = end
			continue
		}
		m, n := p.phraseAt(toks, i)
		if m.class.isYes() || m.class.isNo() || m.class == unopposed || m.class == deed && !found {
			return false
		}
		i += max(n, 1)
	}
	return found
}

// question reports whether the words from toks[i] to the next punctuation have the form of a
// question, and where they end.
func (p *parser) question(toks []token, i int, shown Shown) (end int, is bool) {
	if i > 0 && toks[i-1].kind == word && !thanks()[toks[i-1].key] {
		return i, false
	}
	a := asking()
	for end = i; end < len(toks) && toks[end].kind == word; end++ {
		is = is || a.permits[toks[end].key]
	}
	if is {
		return end, false
	}
	k := i
	for k < end && k < i+2 && len(toks[k].key) <= 2 && !a.first[toks[k].key] && !p.negators[toks[k].key] { // "lo puoi mandare"
		k++
	}
	if i+1 < end && toks[i+1].key == "ihr" && strings.HasSuffix(toks[i].key, "t") && !slices.ContainsFunc(toks[i+2:end], func(t token) bool { return !particles()[deAt][t.key] }) { // "sagt ihr ab"
		return end, true
	}
	stops := end < len(toks) && (toks[end].key == "." || toks[end].key == "!" || toks[end].key == "," && end+1 < len(toks) && thanks()[toks[end+1].key])
	switch {
	case a.who[toks[i].key], i+2 < end && a.first[toks[i].key] && a.then[toks[i+1].key]:
		return end, true
	case k+1 < end && a.may[toks[k].key], k > i && k+1 < end && a.subjects[toks[k-1].key] && a.then3[toks[k].key], i+2 < end && a.subjects[toks[i].key] && a.then3[toks[i+1].key], k > i && clitics()[toks[k-1].key] && p.formalOrder(toks[k:end]), end == k+1 && strings.HasPrefix(toks[k].key, "l'") && strings.HasSuffix(toks[k].key, "i") && p.orderedIn(toks[k].key[2:], shown):
		return end, !stops
	}
	return end, false
}

// formalOrder reports words that are an order in Italian, formally, and a question to a friend: "lo mandi".
func (p *parser) formalOrder(toks []token) bool {
	const it = 1 // as in languages()
	for i, t := range toks {
		r := p.orders[it].roles[t.key]
		if i == 0 && (r&imperative == 0 || r&stated != 0 || !strings.HasSuffix(t.key, "i")) || i > 0 && r&(now|adverb) == 0 {
			return false
		}
	}
	return len(toks) > 0
}

var clitics = lazyre.Once(func() map[string]bool { return set("lo", "la", "li", "le", "gli") })

// thanks are words of thanks, and thanksFor what follows them before that for which is thanked:
// who thanks for a thing takes it for done.
var (
	thanks = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`thanks thank you thx tks grazie gracias merci danke dank bedankt obrigado obrigada obg dziękuję dziekuje dzięki dzieki`)...)
	})
	thanksFor = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`for per di del della dello dell' por pour de d' du für fürs voor za pelo pela`)...)
	})
)

// thanked reports whether toks[i] begins what is thanked for: "gracias por enviarlo".
func thanked(toks []token, i int) bool {
	if i == 0 || toks[i-1].kind != word || !thanks()[toks[i-1].key] {
		return false
	}
	return thanksFor()[toks[i].key] && (i+1 >= len(toks) || !slices.Contains([]string{"favor", "favore", "cortesia", "me", "mich", "mij", "moi", "mí", "mim"}, toks[i+1].key))
}

// thankedFor reports whether toks[i] is what is thanked for, right behind it: "bedankt voor de herinnering".
func thankedFor(toks []token, i int) bool {
	return i > 0 && thanked(toks, i-1) || i > 1 && determiners()[toks[i-1].key] && thanked(toks, i-2)
}

// asSaid stand before what was proposed or asked: "ok comme proposé".
var asSaid = lazyre.Once(func() map[string]bool {
	return set("as", "come", "como", "comme", "wie", "zoals", "conform", "jak")
})

// turned reports whether a yes says again or back of a request that is of nothing of the kind:
// "send it back", "wyślij ponownie".
func turned(toks []token, shown Shown) bool {
	back, again := false, false
	for i, t := range toks {
		if t.kind != word || i == 0 || thanks()[toks[i-1].key] {
			continue
		}
		switch t.key {
		case "back", "terug", "zurück", "zurueck", "indietro":
			back = true
		case "again", "ponownie", "opnieuw", "weer", "wieder", "nochmal", "nochmals", "encore", "nuovamente", "nuevamente", "novamente":
			again = again || t.plain
		}
	}
	back = back && !slices.ContainsFunc(shown.words(), func(w string) bool { // "bel terug" to "terugbellen"
		return w == "back" || strings.HasPrefix(w, "terug") || strings.HasPrefix(w, "zurück")
	})
	return back && !pays(shown) || again && !asksFor(shown, anew)
}

// pays reports whether the prompt asks for money to be paid.
func pays(shown Shown) bool {
	return slices.ContainsFunc(shown.words(), func(w string) bool { return askedDeeds()[money].has(w) && !askedDeeds()[sending].has(w) })
}

// toMe reports whether a yes may send what is asked to its writer: "pode enviar para mim".
func (p *parser) toMe(toks []token, shown Shown) bool {
	if forMe(toks) {
		return true
	}
	for i := 3; i < len(toks); i++ { // "ouvrez un compte pour moi" to whom is asked to open one for somebody else
		switch toks[i-1].key + " " + toks[i].key {
		case "pour moi", "pour nous", "voor mij", "voor ons":
			if toks[i-2].plain && (toks[i-3].key == "un" || toks[i-3].key == "une" || toks[i-3].key == "een") {
				return true
			}
		}
	}
	for i := 2; i < len(toks); i++ {
		if me := toks[i].key; (me == "mim" || me == "mí") && (toks[i-1].key == "para" || toks[i-1].key == "pra" || toks[i-1].key == "a") && toks[i-2].kind == word && knownDeeds()[sending].has(toks[i-2].key) {
			return asksFor(shown, sending)
		}
	}
	return false
}

// asksFor reports whether the prompt asks for something of a kind of deedWords.
func asksFor(shown Shown, kind int) bool {
	return slices.ContainsFunc(shown.deed(), askedDeeds()[kind].has)
}

// undone reports whether a denial without a reason is of the contrary of what is asked ("don't
// cancel" to whom is asked to pay), or of another thing.
func (p *parser) undone(toks []token, shown Shown) bool {
	if otherThing(toks, shown) || p.namesOther(toks, shown) || p.notToEnd(toks, shown) {
		return true
	}
	if p.onlyStates(toks, shown, true) || sendsMe(toks) || letsDown(toks) || p.endsThing(toks, shown) || asksFor(shown, anew) && onlyRuns(toks) {
		return true
	}
	if len(shown.About) > 0 && discarding(shown) { // "don't renew it" to whom is asked to cancel
		return slices.ContainsFunc(toks, func(t token) bool {
			return t.kind == word && (carrying().out.has(t.key) && !slices.Contains(shown.words(), t.key) || slices.ContainsFunc([]int{anew, bringingBack, publishing}, func(kind int) bool { return knownDeeds()[kind].has(t.key) && !asksFor(shown, kind) }))
		})
	}
	if len(shown.About) == 0 {
		return false
	}
	for i := 1; i < len(toks); i++ {
		if toks[i].kind == word && toks[i-1].kind == word && takesAway(toks[i].key) && p.negators[toks[i-1].key] &&
			p.alone[toks[i-1].key]&p.words[toks[i].key] == 0 && !(toks[i-1].key == "no" && p.words[toks[i].key]&en != 0) {
			return true
		}
	}
	return false
}

// doneAlready reports that the deed is done already, by a form of its verb that others order with: "já paga", "ya paga".
func (p *parser) doneAlready(toks []token, o Options) bool {
	if len(toks) < 2 {
		return false
	}
	w, in := toks[0].key, strings.ToLower(o.Language)
	for i := 1; i < len(toks); i++ { // "lo creí", which without its accent orders in Italian
		if w := toks[i].key; (strings.HasSuffix(w, "í") || strings.HasSuffix(w, "é")) && clitics()[toks[i-1].key] && p.orderedIn(w, o.Shown) {
			return true
		}
	}
	return (w == "já" || w == "ja" && strings.HasPrefix(in, "pt") || w == "ya" && strings.HasPrefix(in, "es")) && p.orderedIn(toks[1].key, o.Shown)
}

// wellAlready reports whether a text only says that what is to be started anew is well: then
// nobody knows whether it still should be.
func (p *parser) wellAlready(toks []token, shown Shown) bool {
	if !asksFor(shown, anew) || !onMySide(toks) && slices.ContainsFunc(toks, func(t token) bool { return p.ofOneself(t.key) }) { // "por mim tudo bem"
		return false
	}
	of := false
	for m, phrase := range p.phrases(toks) {
		about := slices.ContainsFunc(phrase, func(t token) bool { return well().has(t.key) }) || running(phrase) || onMySide(phrase)
		switch {
		case slices.ContainsFunc(phrase, func(t token) bool { return t.kind == word && knownDeeds()[anew].has(t.key) }):
			return false
		case about:
			of = true
		case m.class.isYes() && !of:
			return false
		}
	}
	return of
}

// ofOneself reports a word for who writes.
func (p *parser) ofOneself(w string) bool {
	return slices.ContainsFunc(p.orders, func(o orders) bool { return o.roles[w]&self != 0 })
}

var well = lazyre.Once(func() wordList {
	return wordsOf(`server* serveur* servidor* serwer* machine* macchina* maszyn* máquina* maquina* maschine* system* sistema* système* systeem* everything alles tutto todo tudo tout wszystko`)
})

// switchesOff reports whether a verb of making has a word behind it that makes it the contrary:
// "zet uit", "mach ihn aus", "doe weg", "zet aan"; not where the verb that is asked has that word ("maak maar aan" to "aanmaken").
func (p *parser) switchesOff(toks []token, shown Shown) bool {
	off := ""
	for _, t := range toks {
		switch {
		case t.kind != word:
			off = ""
		case makes()[t.key]:
			off = t.key
		case off != "" && (t.key == "uit" || t.key == "weg" || t.key == "aus" || t.key == "ab" || t.key == "zu" || t.key == "af" || t.key == "dicht" || t.key == "an" || t.key == "aan" || t.key == "ein" || t.key == "auf" || t.key == "open"):
			if !p.parts(off, t.key, shown) {
				return true
			}
		}
	}
	return false
}

// parts reports a verb that the prompt asks with, with its own prefix behind it: "schalt ein", "laat door".
func (p *parser) parts(verb, prefix string, shown Shown) bool {
	return p.own(shown, nlAt).parted[verb+" "+prefix] || p.own(shown, deAt).parted[verb+" "+prefix]
}

// asksToFree reports the verb that is asked, of which "frei" is the particle: "schalte es frei".
func (p *parser) asksToFree(toks []token, shown Shown) bool {
	return slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == word && (p.parts(nameKey(t.key), "frei", shown) || p.parts(nameKey(t.key), "vrij", shown))
	})
}

var makes = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`mach mache macht machen mach's tu tut stell stelle stellt setz setze setzt schalt schalte schaltet zet zetten doe doen doet maak`)...)
})
