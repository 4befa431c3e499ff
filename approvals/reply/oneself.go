package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who says that they do it themselves ("sí, yo la reservo") lets nobody else do it, and who tells to answer ("Please send YES
// QHM45C") quotes a prompt and answers none.

// myself are the words for who writes, one person, by language in the order of languages(). Who answers for a firm says we.
var myself = lazyre.Once(func() [8]map[string]bool {
	return [8]map[string]bool{enAt: set("i"), itAt: set("io"), esAt: set("yo"), frAt: set("je"), deAt: set("ich"), ptAt: set("eu"), nlAt: set("ik")}
})

// doneTo are pronouns before a verb for what it is done to, which in some of these languages are articles, too.
var doneTo = lazyre.Once(func() map[string]bool { return set(strings.Fields(`la lo las los le les li te se gli`)...) })

// doesItself reports whether a yes says that its writer does what is asked: the deed right behind a word for oneself, but for what only
// consents ("I confirm"), or a noun of it that without an article is what one does, too: "la envío", "sì, pago".
func (p *parser) doesItself(toks []token, shown Shown) bool {
	if len(shown.About) == 0 {
		return false
	}
	for i, t := range toks {
		if t.kind != word {
			continue
		}
		if p.weWill(t.key, shown) {
			return true
		}
		j := i + 1
		for j < len(toks) && doneTo()[toks[j].key] {
			j++
		}
		for l, me := range myself() {
			if !me[t.key] || j >= len(toks) || toks[j].kind != word || askedElse().names.has(toks[j].key) || confirming().has(toks[j].key) {
				continue
			}
			if own := p.own(shown, l); own.act(toks[j].key)&verbs != 0 || own.verbs[nameKey(toks[j].key)] || l != enAt && (p.words[toks[j].key] == 0 || p.words[toks[j].key]&(1<<l) != 0) && p.sameDeed(toks[j].key, shown) {
				return true
			}
		}
		starts := i == 0 || toks[i-1].kind != word
		if doneTo()[t.key] && i+1 < len(toks) && toks[i+1].kind == word {
			if w := toks[i+1].key; p.ownDoing(w, shown) && !(t.key == "lo" && strings.HasPrefix(w, "s")) { // "lo storno"
				return true
			}
		} else if starts && (i+1 == len(toks) || toks[i+1].kind != word) && p.ownDoing(t.key, shown) {
			return true
		}
	}
	return false
}

// weWill reports the Polish future in which people say what they themselves are going to do ("odwołamy"); the present tells what is
// decided ("odwołujemy").
func (p *parser) weWill(w string, shown Shown) bool {
	if own := p.own(shown, plAt); (own.act(w)|own.roles[nameKey(w)]|p.orders[plAt].roles[w])&ours == 0 || !strings.HasSuffix(w, "my") || strings.HasSuffix(w, "jmy") {
		return false
	}
	return future.MatchString(w) && !presently.MatchString(w)
}

// future are such forms of verbs that a prefix makes perfective, and presently those that are not.
var (
	future    = lazyre.New(`^(?:od|ode|za|prze|przy|wy|ws|wz|w[cdlłmptrz]|z[bdgłmnrwał]|s[kpt]|po|u|na|do|roz|roze|ob|pod)\pL*(?:imy|ymy|emy|wołamy|[^ł]?damy|konamy)$`)
	presently = lazyre.New(`(?:ujemy|dajemy|nosimy|wozimy|chodzimy|wodzimy|kładamy|padamy|siadamy)$|^(?:piszemy|wieszamy|wozimy|uczymy)$`)
)

// ownDoing reports a noun of a deed that the prompt asks for which is the verb of who does it, too: "pago", "invio", "envío".
func (p *parser) ownDoing(w string, shown Shown) bool {
	return strings.HasSuffix(w, "o") && slices.ContainsFunc([]int{itAt, esAt, ptAt}, func(l int) bool {
		own := p.own(shown, l)
		return own.act(w)&(infinitive|object) == infinitive|object
	})
}

// saysToThem reports that somebody says yes or no to another, where that is asked: "le dico di no" to whom is asked to answer her.
func saysToThem(toks []token, shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(asksActs(about), func(k int) bool { return actsOfTelling()[strings.Fields(acts()[k][enAt])[0]] })
	}) && toThem.MatchString(strings.Join(words(toks), " "))
}

var (
	actsOfTelling = lazyre.Once(func() map[string]bool {
		return set("answer", "inform", "call", "contact", "relay", "ask", "remind", "warn", "announce", "invite")
	})
	toThem = lazyre.New(`(?:^| )(?:le|les|lhe|lhes) (?:dico|rispondo|digo)(?: |$)|(?:^| )digo-lhes?(?: |$)|(?:^| )(?:mówię|odpowiadam) (?:pani|panu|państwu) `)
)

// telling are verbs that tell somebody to answer, without accents.
var telling = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`send reply respond answer write text type post mail enter put
		invia inviare inviate manda mandare mandate mandi rispondi rispondere rispondete scrivi scrivere scrivete digita digitare digitate
		envia enviar envie manda mandar mande responde responder responda contesta contestar conteste escribe escribir escriba
		envoie envoyer envoyez d'envoyer repondre repondez reponds ecris ecrivez ecrire tape tapez mets mettez
		sende senden sendet schick schicke schicken schickt antworte antworten antwortet antworten schreib schreibe schreiben schreibt tippe tippen
		escreva escreve escrever digite digitar stuur sturen stuurt antwoord antwoorden antwoordt schrijf schrijven typ typen
		wyslij wyslijcie wyslac odpowiedz odpowiedzcie odpowiedziec napisz napiszcie napisac odpisz wpisz`)...)
})

// tellsToAnswer reports whether a text tells somebody to write an answer with a code: the verb stands right before both, or in
// German and Dutch behind them.
func (p *parser) tellsToAnswer(toks []token) bool {
	beside := func(i int, w map[string]bool) bool {
		return i >= 0 && i < len(toks) && toks[i].kind == word && w[foldedWord(toks[i].key)]
	}
	for i, t := range toks {
		if t.kind != code || i == 0 || toks[i-1].kind != word {
			continue
		}
		if m, n := p.phraseAt(toks, i-1); n != 1 || !m.class.isYes() && !m.class.isNo() {
			continue
		}
		if beside(i-2, telling()) || beside(i-2, beforeAnswer()) && (beside(i-3, telling()) || beside(i+1, telling())) {
			return true
		}
	}
	return false
}

// beforeAnswer are words between such a verb and the answer.
var beforeAnswer = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`with back just only simply me bitte mit einfach mir zuruck graag met terug gewoon con solo avec com z tylko par`)...)
})

// may reports a word of what somebody may or can do.
func (p *parser) may(w string) bool {
	return slices.ContainsFunc(p.orders, func(o orders) bool { return o.roles[w]&modal != 0 })
}

// thirdPersons are words for others behind such a word: "ja dat kan ze".
var thirdPersons = lazyre.Once(func() map[string]bool {
	return set("ze", "zij", "hij", "sie", "er", "she", "he", "they", "ele", "ela", "eles", "elas")
})
