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
		return slices.ContainsFunc(shown.actsOf(about), func(k int) bool { return actsOfTelling()[actName(k)] }) ||
			slices.ContainsFunc(wordsOfPrompt(strings.ToLower(titleOf(about))), func(w string) bool { return toTelling()[w] })
	}) && (toThem.MatchString(strings.Join(words(toks), " ")) || thanksThem.MatchString(saidOf(toks)))
}

var (
	actsOfTelling = lazyre.Once(func() map[string]bool {
		return set("answer", "inform", "call", "contact", "relay", "ask", "remind", "warn", "announce", "invite")
	})
	// thanksThem has somebody told thanks, or only that it is well, behind no comma: "tell him thanks"
	thanksThem = lazyre.New(`(?:^| )(?:(?:tell|sag|sage|sagen|schreib|schreibe|zeg|schrijf) (?:(?:him|her|them|ihm|ihr|ihnen|denen|hem|haar|ze|hun) )?|(?:dis|dites)(?:-lui|-leur)? |(?:digli|dille|diles?|diz|diga)(?:-lhes?)? |powiedz (?:(?:mu|jej|im) )?)(?:thanks|thank|cheers|ok|okay|danke|liebe|bedankt|dank|groeten|groetjes|merci|grazie|gracias|saludos|obrigad[ao]|dziekuje|dzieki)(?: |$)`)
	toThem     = lazyre.New(`(?:^| )(?:le|les|lhe|lhes) (?:dico|rispondo|digo)(?: |$)|(?:^| )digo-lhes?(?: |$)|(?:^| )(?:mówię|odpowiadam) (?:pani|panu|państwu) `)
)

// doesIt reports who says with the question's own word that they do it: "la acepto yo" to "¿La acepto?"
func doesIt(toks []token, shown Shown) bool {
	said := words(toks)
	n := len(said)
	return n > 1 && (said[n-1] == "yo" || said[n-1] == "io" || said[n-1] == "eu") && slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.Contains(wordsOfPrompt(strings.ToLower(closingQuestion(about))), said[n-2])
	})
}

// toldOther reports that somebody is to be told yes or no, where the prompt does not ask to tell them that: "yes, tell her yes" to "Tell
// Kerensa no?", and "tell her no" to whom is asked to tell her anything.
func (p *parser) toldOther(toks []token, v Verdict, shown Shown) bool {
	told, no, besides := -1, false, false // where
	for i, t := range toks {
		besides = besides || answerWords()[t.key] == v && i != told
		if t.kind != word || !tellsThem().has(foldedWord(t.key)) || i > 0 && toks[i-1].kind == word && (tellsOneself()[toks[i-1].key] || determiners()[toks[i-1].key] || p.negators[toks[i-1].key]) {
			continue
		}
		n := i + 1
		for n < len(toks) && n < i+6 && (toks[n].kind == word && !tellsOneself()[toks[n].key] || toks[n].key == ":" || toks[n].key == "," && n+1 < len(toks) && saidThat()[toks[n+1].key]) && answerWords()[toks[n].key] == 0 {
			n++
		}
		if n < len(toks) && answerWords()[toks[n].key] != 0 && (n+1 == len(toks) || toks[n+1].kind != word || thanks()[toks[n+1].key] || pleases()[toks[n+1].key]) {
			told, no = n, no || answerWords()[toks[n].key] == Deny
		}
	}
	if told < 0 || no != (v == Deny) {
		return false
	}
	asked := words(tokenize(head(strings.Join(shown.About, " ")), nil))
	says := func(of Verdict) bool {
		return slices.ContainsFunc(asked, func(w string) bool { return answerWords()[w] == of })
	}
	refuses := p.undoes(shown) || slices.ContainsFunc(asked, func(w string) bool { return len(w) > 1 && p.negators[w] || strings.HasPrefix(w, "n'") })
	if v == Grant {
		return !says(Grant) && (refuses || !besides && !asksToSay(shown) && !p.tellsOfYou(toks, shown))
	}
	return refuses || !besides && (slices.ContainsFunc(asked, func(w string) bool { return tellsThem().has(foldedWord(w)) }) || asksFor(shown, sending) || slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(shown.actsOf(about), func(k int) bool { return actsOfTelling()[actName(k)] })
	}))
}

// asksToSay reports a prompt whose only question is whether to tell that something is so or is to be: "Gli dico di venire?", "Digo que vai?".
func asksToSay(shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		question := wordsOfPrompt(strings.ToLower(closingQuestion(about)))
		at := slices.IndexFunc(question, func(w string) bool { return toTelling()[w] })
		return namesThing(titleOf(about)) && at >= 0 && at < 2 && at+1 < len(question) && saidThat()[question[at+1]]
	})
}

// tellsOfYou reports a prompt whose title asks to tell somebody what whoever answers does for them, which a yes to them says: "Tell Tom that
// you will come?". Who is told of others, or of what was, is told more than yes.
func (p *parser) tellsOfYou(toks []token, shown Shown) bool {
	party, _ := p.partyOf(shown)
	if said := foldedWord(strings.Join(words(toks), " ")); toMany.MatchString(said) && !slices.ContainsFunc(shown.About, func(about string) bool { return tellsMany.MatchString(titleOf(about)) }) || toOne.MatchString(said) && slices.ContainsFunc(shown.About, func(about string) bool { return tellsMany.MatchString(titleOf(about)) }) {
		return false
	}
	if l, one := shown.in.one(); one && party != 0 && slices.ContainsFunc(toks, func(t token) bool { // "tell her yes" of Tom
		whom := besideDeed()[l].whom[t.key]
		return whom != 0 && whom&party == 0
	}) {
		return false
	}
	return p.oneDeed(shown) && !slices.ContainsFunc(shown.About, func(about string) bool {
		title := titleOf(about)
		if about == "" {
			return false
		}
		m := ofYouToTell.FindStringSubmatch(title)
		return m == nil || notToCome.MatchString(m[1]) || openToTell.MatchString(title)
	})
}

// toMany and toOne are words for those whom an order has told something, without accents, and tellsMany is a title that has several told.
var (
	toMany    = lazyre.New(`(?:^| )(?:diles|diganles|digales|\pL+-lhes|im|leur|\pL+-leur|loro|hun|hen)(?: |$)`)
	toOne     = lazyre.New(`(?:^| )(?:him|her|dile|digale|\pL+-lhe|mu|jej)(?: |$)`)
	tellsMany = lazyre.New(`(?i)^¿?(?:(?:tell|reply to|answer|write to|let) (?:the |my |your )?(?-i:\p{Ll})\pL*s |(?:decir|decirles|responder|contestar|escribir|avisar) a l[oa]s |(?:dizer|responder|escrever|avisar) (?:aos|às) )`)
)

// openToTell leaves open what is told.
var openToTell = lazyre.New(`(?i)(?:^|\P{L})(?:whether|if|when|what|where|how|why|or|si|cuándo|qué|se|quando|czy|kiedy|co|albo|lub)(?:\P{L}|$)`)

// ofYouToTell is such a title: the verb, whom, and that one comes, is there or takes what is offered, which a yes is to whom asked that. Who
// is told that one stays away, is late, leaves or thinks about it is told no yes.
var ofYouToTell = lazyre.New(`(?i)^¿?(?:` +
	`(?:tell|reply to|answer|write to|let) (?:the |my |your )?[^ ,;:]+(?: \p{Lu}[^ ,;:]+)?(?: know)?(?: that)? (?:(?:you'll|you will) (?:come|attend|be there|join)|you accept|you agree|you are coming|you're coming)` +
	`|(?:decir|decirle|responder|contestar|escribir|avisar) a (?:la |el )?[^ ,;:]+(?: (?-i:\p{Lu})[^ ,;:]+)? que (?:vas|irás|irá|vendrás|vendrá|aceptas|acepta|puedes ir|va)` +
	`|(?:dizer|responder|escrever|avisar) (?:ao?|à|aos|às) [^ ,;:]+(?: (?-i:\p{Lu})[^ ,;:]+)? que (?:vais|vai|irá|irás|virá|virás|aceita|aceitas)` +
	`|(?:powiedzieć|odpisać|odpowiedzieć|napisać) (?:pani |panu )?[^ ,;:]+(?: (?-i:\p{Lu})[^ ,;:]+)?,? że (?:pani |pan )?(?:przyjedziesz|przyjdziesz|będziesz|zgadzasz się|przyjmujesz)` +
	`)((?: [^,;:]*)?)$`)

// notToCome is what stands behind such a verb and makes another deed of it: "que vas a cancelar", "que vai chegar tarde".
var notToCome = lazyre.New(`(?i)^ (?:el |la |o |a )?(?-i:\p{Lu})|(?:\P{L}|^)(?:late|later|away|home|tarde|mais|más|później|pozniej|que|że|\pL{2,}(?:ar|er|ir|ować|ać|ić|yć))(?:\P{L}|$)`)

// saidThat join to a verb of saying what is said.
var saidThat = lazyre.Once(func() map[string]bool { return set("di", "che", "que", "de", "dass", "dat", "że", "that") })

var (
	// tellsThem are verbs of telling or writing to somebody, without accents.
	tellsThem = lazyre.Once(func() wordList {
		return wordsOf(`tell say answer reply respond write text sag sage sagt sagen antworte antwortet schreib schreibe dis dis-* dites dites-* reponds* repondez* ecris* ecrivez* dille digli rispondi* rispondete scrivi* scrivete dile diles digale digales contesta* conteste* responde* responda* escrib* diz diz-* diga diga-* escrev*
			zeg zegt antwoord antwoordt schrijf schrijft powiedz powiedzcie odpowiedz odpisz napisz`)
	})
	// tellsOneself are words before or behind such a verb where no order is: "I say yes", "my answer".
	tellsOneself = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`i i'd i'll i'm we we'd we'll me us would to let my our ich wir würde würden zu mir meine unsere je nous on moi vais mia nostra mi nuestra minha nossa ik wij we zou zouden te mijn onze moja nasza`)...)
	})
	// answerWords are the shortest answers.
	answerWords = lazyre.Once(func() map[string]Verdict {
		all := map[string]Verdict{}
		for w := range strings.FieldsSeq(`yes yeah yep ja jo jawohl oui ouais sì si sí sim tak`) {
			all[w] = Grant
		}
		for w := range strings.FieldsSeq(`no nope nein nee neen non não nao nie`) {
			all[w] = Deny
		}
		return all
	})
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
