package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// What people answer in two words: the deed of the prompt in its own word and nothing else ("absagen", "sell!"), that there
// is to be none of what is asked for ("no discount for him", "kein Abo bitte"), and that what is to go is kept ("keep it",
// "nein, behalten").

// shortly reads such a text.
func (p *parser) shortly(toks []token, o Options) Result {
	shown := o.Shown
	if len(shown.About) == 0 || len(words(toks)) > 8 || slices.ContainsFunc(shown.About, shown.prohibits) {
		return Result{}
	}
	if v := p.refusesAsAsked(toks, shown); v != None && !p.otherVerb(toks, shown) && !p.besideTheQuestion(toks, false, o) {
		return Result{Verdict: v}
	}
	said, no, broken := p.bare(toks)
	if broken || len(said) == 0 || p.otherVerb(toks, shown) || p.besideTheQuestion(toks, false, o) || slices.ContainsFunc(shown.About, asksAlso) {
		return Result{}
	}
	switch {
	case p.notThen(said, shown), leavesAsIs(said, shown):
		return Result{Verdict: Deny}
	case p.leaves(said, shown):
		return Result{Verdict: Deny}
	case p.contrary(toks, shown):
		return Result{}
	case !no && len(said) < 3 && p.echoes(said, shown):
		return Result{Verdict: Grant}
	case !no && p.isDone(said, shown, granted()):
		return Result{Verdict: Grant}
	case p.keeps(said, shown), p.noneOf(said, shown) && !p.hedges.within(words(toks)), p.isDone(said, shown, refused()):
		return Result{Verdict: Deny}
	}
	return Result{}
}

// refusesAsAsked reads an answer to a prompt that asks to refuse something which says with its own verb to do so, behind a yes
// ("oui, refuse-le", "ja weiger maar"), or not to, behind a no ("nee niet afwijzen"). The verb alone may be the answer of who
// refuses the request itself.
func (p *parser) refusesAsAsked(toks []token, shown Shown) Verdict {
	if len(words(toks)) == 0 || !slices.ContainsFunc(shown.words(), refusing().has) {
		return None
	}
	var yes, no, not, done bool
	said := words(toks)
	for i := 0; i < len(toks); {
		t, n := toks[i], 1
		verb, object, _ := strings.Cut(t.key, "-")
		m, courteous := p.phraseAt(toks, i)
		is, last := p.verdicts.of[t.key].class, t.key == said[len(said)-1]
		switch {
		case t.kind == newline || t.kind == punct && plainPunct(toks, i, i > 0):
		case t.kind != word:
			return None
		case !yes && !no && (is == yesStrong || is == yesWeak) && !refusing().has(t.key):
			yes = true
		case !done && !yes && !no && is == noStrong && !refusing().has(t.key): // "no", which negates, too
			no = true
		case m.class == courtesy:
			n = courteous
		case is == courtesy:
		case !done && p.refusesOwn(verb, said[len(said)-1], shown) && (object == "" || asItIs()[object]):
			done = true
		case p.negators[t.key] && (!done || no), no && !done && t.key == "do":
			not = true
		case asItIs()[t.key], determiners()[t.key] && t.key != "i", p.namesAsked(t.key, shown), done && t.key == "maar", last && (particles()[nlAt][t.key] || particles()[deAt][t.key]):
		default:
			return None
		}
		i += n
	}
	switch {
	case done && yes && !not:
		return Grant
	case done && no && not:
		return Deny
	}
	return None
}

// refusingOrders are orders to refuse, in the languages of those who are asked in another.
var refusingOrders = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`reject refuse decline deny respingi respingere respinga respingete respingiamo respingila respingilo respingerla respingerlo rifiuta rifiutare rifiuti rifiutate rifiutiamo rifiutala rifiutalo rifiutarla rifiutarlo
		odrzuć odrzuc odrzucić odrzucic odrzućcie odrzucamy odrzucajmy odrzucaj odrzucać odmów odmow odmówić odmowic odmawiamy odmawiaj refuse refusez refuser refusons rejette rejetez rejeter ablehnen weiger weigeren afwijzen rechaza rechazar rechace rechacen recházala recházalo recusa recusar recuse rejeita rejeitar`)...)
})

// asItIs are the words for what is refused.
var asItIs = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`it them this that him her sie es ihn das lo la li le los las les o a os as hem haar ze het dat dit ją go to`)...)
})

// refusesOwn reports a form of the prompt's own verb with which people order, or its infinitive, where it asks to refuse one
// thing; of a German or Dutch one with its prefix, which has to be the last word, if it has lost that.
func (p *parser) refusesOwn(w, last string, shown Shown) bool {
	if refusingOrders()[w] && slices.ContainsFunc(shown.About, func(about string) bool {
		words := wordsOfPrompt(strings.ToLower(titleOf(about)))
		return len(words) > 1 && refusing().has(words[verbAt(words)]) && !p.joinsAny(words)
	}) {
		return true
	}
	for l := range p.orders {
		own := p.own(shown, l)
		r := own.act(w)
		if r == 0 && !strings.HasSuffix(w, "é") {
			r = own.roles[nameKey(w)]
		}
		if own.joined || !own.mine && r == 0 {
			continue
		}
		if own.parted[nameKey(w)+" "+last] || refusing().has(w) && r&(imperative|infinitive) != 0 {
			return true
		}
	}
	return false
}

var (
	granted = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`approved granted authorised authorized genehmigt freigegeben bewilligt`)...)
	})
	refused = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`denied refused rejected declined abgelehnt verweigert verwehrt`)...)
	})
)

// isDone reports what the prompt asks for or its deed, and that it is granted or refused: "leave approved", "access denied".
func (p *parser) isDone(said []token, shown Shown, is map[string]bool) bool {
	n := len(said) - 1
	return n > 0 && is[said[n].key] && !slices.ContainsFunc(shown.words(), refusing().has) && !p.undoes(shown) &&
		!slices.ContainsFunc(said[:n], func(t token) bool {
			return !determiners()[t.key] && !p.namesAsked(t.key, shown) && !p.doing(t.key, shown)
		}) &&
		slices.ContainsFunc(said[:n], func(t token) bool { return !determiners()[t.key] })
}

// leavings are words that leave something as it is, in the state that is named behind them.
var leavings = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`leave keep let lass lasst lassen lasse belassen bleibt bleiben
		tieni tienilo tienila tienili tienile tenete teniamo lascia lascialo lasciala lasciali lasciale lasciate lasci deja déjalo déjala déjalos déjalas dejalo dejala deje déjelo déjela mantén mantenlo mantenla deixa deixe deixa-o deixa-a mantém mantenha zostaw zostawcie niech`)...)
})

// states are such states, and what they are the contrary of: a kind of deedWords, or acts by their first English verbs.
var states = lazyre.Once(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(`open offen auf|close lock
		running run on active live online laufen weiterlaufen an aktiv weiter|deactivate switch-off shut archive cancel delete pause uninstall disconnect hide restart
		standing stand up stehen|cut demolish delete sell dispose cancel
		spento spenta spenti spente apagado apagada apagados apagadas desligado desligada desligados desligadas wyłączone wyłączony wyłączoną wylaczone off|switch-on start
		acceso accesa accesi accese encendido encendida encendidos encendidas prendido prendida ligado ligada ligados ligadas włączone włączony włączoną wlaczone wlaczona|deactivate switch-off archive cancel delete pause uninstall disconnect restart
		chiuso chiusa chiusi chiuse cerrado cerrada cerrados cerradas fechado fechada fechados fechadas zamknięte zamkniętą zamknięty closed shut|open unlock
		aperto aperta aperti aperte abierto abierta abiertos abiertas aberto aberta abertos abertas otwarte otwartą otwarty|close lock
		booked reserved|cancel call-off delete
		be alone bestehen drin liegen|cut demolish delete sell dispose cancel deactivate archive close change revoke pause dismiss`) {
		words, of, _ := strings.Cut(strings.TrimSpace(line), "|")
		for w := range strings.FieldsSeq(words) {
			all[w] = of
		}
	}
	return all
})

// leaves reports words that leave what is to be closed, stopped or taken away as it is, and no more: "leave the tree
// standing", "bitte weiterlaufen lassen".
func (p *parser) leaves(said []token, shown Shown) bool {
	left, state := false, ""
	for _, t := range said {
		switch {
		case leavings()[t.key]:
			left = true
		case states()[t.key] != "" && state == "":
			state = states()[t.key]
		case p.namesAsked(t.key, shown), determiners()[t.key], keptOnes()[t.key], t.key == "sie":
		default:
			return false
		}
	}
	if !left || state == "" {
		return false
	}
	contrary := strings.Fields(state)
	return slices.ContainsFunc(shown.asked().About, func(about string) bool {
		first := strings.ToLower(strings.Fields(about + " -")[0])
		return slices.Contains(contrary, first) || slices.ContainsFunc(shown.actsOf(about), func(k int) bool { return slices.Contains(contrary, actName(k)) })
	})
}

// notThen reports a no to the only day that the prompt names, and no more: "stasera no", "w piątek nie", "no, not today".
func (p *parser) notThen(said []token, shown Shown) bool {
	if n := len(said); n > 2 && decidedWords().no[said[0].key] {
		said = said[1:]
	}
	n := len(said) - 1
	if n < 1 || p.undoes(shown) || asksFor(shown.asked(), deferring) {
		return false
	}
	switch {
	case decidedWords().no[said[n].key]:
		said = said[:n]
	case notOnly()[said[n].key]: // "heute nicht"
		said = said[:n]
	case notOnly()[said[0].key]:
		said = said[1:]
	default:
		return false
	}
	named := map[string]bool{}
	for _, w := range shown.words() {
		if calendars().days[w] > 0 || spokenDays()[w] {
			named[w] = true
		}
	}
	day := false
	for i, t := range said {
		switch {
		case named[t.key] && !day:
			day = true
		case i == n-1 || !determiners()[t.key] && !slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[t.key] }):
			return false
		}
	}
	return day && len(named) == 1
}

// notOnly are negations of what stands beside them, which are no answers by themselves.
var notOnly = lazyre.Once(func() map[string]bool { return set("not", "nicht", "pas", "niet") })

// withoutSpokenDay takes out the only day that a prompt asks for, if that is today, at the end of a sentence: "don't send it today"; nil if
// there is none.
func (p *parser) withoutSpokenDay(toks []token, shown Shown) []token {
	named, at := "", -1
	for _, about := range shown.About {
		for _, w := range wordsOfPrompt(strings.ToLower(titleOf(about))) {
			if (spokenDays()[w] || calendars().days[w] > 0) && w != named {
				if named != "" {
					return nil
				}
				named = w
			}
		}
	}
	if !today()[named] {
		return nil
	}
	for i, t := range toks {
		if spokenDays()[t.key] || calendars().in[t.key] != 0 {
			if at >= 0 || t.key != named || calendars().in[t.key] != 0 {
				return nil
			}
			at = i
		}
	}
	if at < 1 || toks[at-1].kind != word || besideDays()[toks[at-1].key] || decidedWords().no[toks[at-1].key] || at+1 < len(toks) && (toks[at+1].kind == word && !pleases()[toks[at+1].key] || toks[at+1].key == "-") {
		return nil
	}
	return slices.Delete(slices.Clone(toks), at, at+1)
}

// spokenDays are days as they are called when they are near.
var spokenDays = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`today tonight tomorrow oggi stasera stamattina domani hoy mañana aujourd'hui demain heute morgen hoje amanhã vandaag dziś dzisiaj jutro`)...)
})

// leavesAsIs reports words that leave as it is what is to be changed, moved, ended or taken away: "déjala como está", "no, zostaw jak jest".
func leavesAsIs(said []token, shown Shown) bool {
	asked := shown.asked()
	return asIs.MatchString(nameKey(strings.Join(words(said), " "))) && slices.ContainsFunc([]int{deferring, changing, deleting, callingOff}, func(kind int) bool { return asksFor(asked, kind) })
}

var asIs = lazyre.New(`^(?:no |non |nao |nee |nein |nie )?(?:deja(?:l[ao]s?)?|deje(?:l[ao]s?)?|lascia(?:l[aoie])?|lasci|lasciatel[aoie]|deixa(?:-[ao]s?)?|deixe(?:-[ao]s?)?|zostaw(?:cie)?|laisse(?:z)?(?:-l(?:a|e|es))?|laat|lass|leave|keep)(?: (?:it|them|es|sie|ihn|het|hem|ze|go|ja|je|to|isso|eso|tutto|todo|tudo))? (?:como (?:esta|estan|estaba)|donde esta|com'e|com'era|cosi com'e|dov'e|onde esta|jak (?:jest|bylo)|tak jak jest|comme (?:c'est|ca)|ou (?:elle|il) est|zoals (?:het|ze) (?:is|zijn)|wie (?:es|sie|er) (?:ist|sind)|as (?:it is|they are|is)|where (?:it is|they are))$`)

// bare are the words of a text without courtesy, a no before them, and the points between; broken where anything else stands
// there.
func (p *parser) bare(toks []token) (said []token, no, broken bool) {
	if len(toks) > 2 && decidedWords().no[toks[0].key] && toks[1].kind == word && (dear()[toks[1].key] || p.verdicts.of[toks[1].key].class == address) { // "no dear leave it"
		toks = slices.Delete(slices.Clone(toks), 1, 2)
	}
	for i := 0; i < len(toks); {
		if toks[i].kind != word {
			if toks[i].kind == code || toks[i].kind == punct && !plainPunct(toks, i, i > 0) {
				return nil, false, true
			}
			i++
			continue
		}
		m, n := p.phraseAt(toks, i)
		switch {
		case n > 0 && (m.class == courtesy || m.class == apology && (i == 0 || toks[i-1].kind != word) || m.class.isYes() && n == 1 && !unicode.IsLetter([]rune(toks[i].key)[0])):
			i += n
		case n == 1 && m.class == noStrong && len(said) == 0 && i+1 < len(toks) && (toks[i+1].kind == punct || (keeping()[toks[i+1].key] || leavings()[toks[i+1].key]) && (p.alone[toks[i].key] != 0 && toks[i].key != "no" || toks[i+1].key == "keep" || toks[i+1].key == "leave" || toks[i].key == "no" && keptAfterNo.MatchString(toks[i+1].key))): // "nein, behalten"
			no = true
			i++
		default:
			said = append(said, toks[i])
			i++
		}
	}
	return said, no, false
}

// keptAfterNo are words for keeping that no "no" before them negates: "no tienilo spento", but "no la dejes".
var keptAfterNo = lazyre.New(`^(?:tieni|tenete|lascia|déja|deja[^r]|mantén|mantenl)`)

// echoes reports the very verb that a prompt of one deed asks with, in the form in which it asks: an infinitive at the end in
// German, with the word before it if it has two, the first word elsewhere. What carriers take for themselves is none.
func (p *parser) echoes(said []token, shown Shown) bool {
	w := said[len(said)-1].key
	if slices.ContainsFunc(said, func(t token) bool { return p.optOut.of[t.key] || p.hedges.of[t.key] || p.negators[t.key] }) {
		return false
	}
	for _, about := range shown.asked().About {
		title := titleOf(about)
		all := wordsOfPrompt(title)
		if len(all) < 2 || joinedThing.MatchString(title) || p.joinsAny(all) {
			continue
		}
		last, before := all[len(all)-1], all[len(all)-2]
		if same := w == last || w == strings.TrimSuffix(last, "en")+"n"; isInfinitive(last) && same && strings.ToLower(before) == before && len(said) == 2 && said[0].key == before {
			return true // "drucken lassen", "neu starten"
		} else if isInfinitive(last) && same && len(said) == 1 && !knownDeeds()[anew].has(w) && last != "lassen" {
			return true
		}
		if first := strings.ToLower(all[0]); len(said) == 1 && w == first && slices.ContainsFunc(actsByVerb()[w], func(a actAt) bool { return a.l == enAt && actName(a.k) != "restart" }) {
			return true
		}
	}
	return false
}

// keeping are words that keep what is to go.
var keeping = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`keep behalten behalte behalt behaltet tieni tienilo tienila tienili tienile teniamo tenete tenetelo tenetela guárdalo guárdala guardalo guardala consérvalo consérvala conservalo conservala conserva mantenlo mantenla mantén
		garde gardez gardons garde-le garde-la garde-les gardez-le gardez-la gardez-les conservez mantém mantenha mantenham guarda guarde houd houden hou behoud bewaar bewaren zostaw zostawcie zachowaj zachowajcie`)...)
})

var keptItalian = lazyre.New(`^(?:conservat|tenut|mantenut|lasciat)[oaie]$`)

// keeps reports words that say to keep what is to be deleted, cancelled or sold, and no more.
func (p *parser) keeps(said []token, shown Shown) bool {
	asked := shown.asked()
	if !asksFor(asked, deleting) && !asksFor(asked, callingOff) && !partsWith(asked) {
		return false
	}
	kept := false
	for i, t := range said {
		switch {
		case keeping()[t.key], keptItalian.MatchString(t.key) && i > 0 && (said[i-1].key == "va" || said[i-1].key == "vanno"):
			kept = true
		case (t.key == "va" || t.key == "vanno") && i+1 < len(said) && keptItalian.MatchString(said[i+1].key): // "no, vanno conservati"
		case t.key == "onto" || t.key == "on" || t.key == "to" || t.key == "bleibt" || t.key == "bleiben": // "hold onto it", "die bleibt da"
			kept = kept || t.key == "onto" || strings.HasPrefix(t.key, "bleib") || t.key == "to" && i > 0 && said[i-1].key == "on"
		case t.key == "hold" || t.key == "hang" || kept && (t.key == "da" || t.key == "hier" || t.key == "here"):
		case p.namesAsked(t.key, shown), determiners()[t.key], keptOnes()[t.key]:
		default:
			return false
		}
	}
	return kept
}

// partsWith reports a prompt that asks to sell or give away what may be kept.
func partsWith(shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(shown.actsOf(about), func(k int) bool {
			return slices.Contains([]string{"sell", "donate", "lend", "return", "rent"}, actName(k))
		})
	})
}

var keptOnes = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`it them him her this that these those sie es ihn das die den alle alles lo la li le los las les o a os as hem haar ze het go je ją ich to`)...)
})

// namesAsked reports the first thing that the prompt asks about, or a noun of its deed.
func (p *parser) namesAsked(w string, shown Shown) bool {
	key := nameKey(w)
	for l := range p.orders {
		own := p.own(shown, l)
		if own.joined || !own.mine {
			continue
		}
		if own.object[key] || own.part(l, w) || own.act(w)&object != 0 && own.act(w)&infinitive != 0 && p.orders[l].roles[w]&clitic == 0 {
			return true
		}
	}
	return false
}

// forAsked reports words that consent to the very thing that is asked about: "(ok) pour les gobelets", "(akkoord) met de offerte".
func (p *parser) forAsked(toks []token, shown Shown) bool {
	return len(toks) > 1 && len(toks) < 4 && slices.Contains([]string{"pour", "voor", "met", "for", "für", "per", "para", "na"}, toks[0].key) &&
		slices.ContainsFunc(toks[1:], func(t token) bool { return p.namesAsked(t.key, shown) })
}

var (
	// none are words for none of something, and more words that may stand behind them.
	none = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`no nix niente nada zero kein keine keinen keinerlei geen aucun aucune pas ningún ninguna ningun nessun nessuna nessun' nenhum nenhuma żadnego żadnej zadnego zadnej`)...)
	})
	another = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`new neue neuen neuer neues nouveau nouvelle nouveaux nuevo nueva nuevos nuevas nuovo nuova nuovi nuove novo nova novos novas nieuwe nowego nowej nowych needed required necessary nötig notwendig gewünscht d' de di for für pour para per voor dla him her them us ihn sie ihm uns lui leur él ella noi loro ele ela nós hem haar ons niego niej nas`)...)
	})
)

// noneOf reports words that want none of what is asked for: not where something is to be ended, changed or put off, nor of a
// paper, which may not have come ("no invoice").
func (p *parser) noneOf(said []token, shown Shown) bool {
	asked := shown.asked()
	if len(said) < 2 || !none()[said[0].key] || p.undoes(shown) || asksFor(asked, changing) || asksFor(asked, deferring) {
		return false
	}
	named := false
	for i, t := range said[1:] {
		switch {
		case i > 0 && i == len(said)-2 && decidedWords().no[t.key]: // "kein Abo, nein"
		case p.namesAsked(t.key, shown) && !papers.MatchString(t.key) && !(asksFor(asked, anew) && !knownDeeds()[anew].has(t.key)) && !(asksFor(asked, money) && !ofMoney().has(t.key)):
			named = true
		case p.doing(t.key, shown):
			named = true
		case another()[t.key]:
		default:
			return false
		}
	}
	return named
}

// doing reports the deed of the prompt as English names it: "no scaling", "no deploy".
func (p *parser) doing(w string, shown Shown) bool {
	own := p.own(shown, enAt)
	return own.mine && !own.joined && (own.act(w)|own.roles[w])&(ongoing|imperative) != 0
}

// shortNo makes a no of the "ne" with which Germans begin one, before words that it cannot be an article of, and a yes of the
// English "ya", which is another word elsewhere.
func shortNo(toks []token, own tongues) {
	if own == en && len(toks) > 1 && toks[0].key == "ya" && toks[1].kind == word {
		toks[0].key = "yeah"
	}
	if own == de && len(toks) > 1 && toks[0].key == "ne" && (toks[1].key == "," || behindNe()[toks[1].key]) {
		toks[0].key = "nein"
	}
}

// noThenWhy writes out the short negation of Italian chats, and parts a no with which a text begins from a negation right behind it, which
// tells why: "no nn ho voglia".
func noThenWhy(toks []token, own tongues) []token {
	if own != it || !slices.ContainsFunc(toks, func(t token) bool { return t.key == "nn" || t.key == "non" }) {
		return toks
	}
	toks = slices.Clone(toks)
	for i := range toks {
		if toks[i].key == "nn" && len(toks) > 1 {
			toks[i].key = "non"
		}
	}
	if len(toks) < 4 || toks[0].key != "no" && toks[0].key != "nah" || toks[1].key != "non" || !ofMyself.MatchString(toks[2].key) || slices.ContainsFunc(toks[2:], func(t token) bool { return calming.MatchString(t.key) }) {
		return toks
	}
	return slices.Insert(toks, 1, token{kind: punct, key: ",", start: toks[0].end, end: toks[1].start})
}

var (
	// ofMyself are words behind "non" of what is not so with whoever writes, calming those that tell nobody to worry or mind, which may be a yes.
	ofMyself = lazyre.New(`^(?:mi|ci|ne|me|ho|abbiamo|serve|voglio|vogliamo)$`)
	calming  = lazyre.New(`^(?:preoccup|import|disturb|dispiac|problem|oppon|oppong|obiezion|contrari|niente|nulla|dubb)`)
)

// austrianNo is the no of Austria and Bavaria before one in plain words, which elsewhere is "well": "na, nicht löschen".
var austrianNo = lazyre.New(`(?i)^\s*naa?[, ]+`)

var behindNe = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`nicht nich ned net nix kein keine keinen danke bitte lieber besser lass lasst zu wir ich das die der kriegt geht`)...)
})
