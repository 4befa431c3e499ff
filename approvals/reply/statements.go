package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// A text may have the words of what is asked and say something else with them: who does it, from where to where, that the agent should
// say whether, the verb without the particle that it has in the title, or another number behind a no.

// saysOtherwise reports such a text.
func (p *parser) saysOtherwise(toks []token, r Result, shown Shown) bool {
	said := saidOf(toks)
	if askedBack.MatchString(said) || r.Verdict == Grant && (atSignal.MatchString(said) || thanksForNews.MatchString(said) || p.onlySeen(said, shown)) {
		return true
	}
	return slices.ContainsFunc(shown.About, func(about string) bool {
		title := titleOf(about)
		return turnsRound(toks, title, shown.in) || p.tellsWho(toks, title, shown) || p.losesParticle(toks, title, shown) || r.Verdict == Grant && (p.tellsOfDeed(toks, title, shown) || tellsThemElse(toks, title)) || r.Verdict == Deny && countsOther(r.Reason, title)
	})
}

// askedBack is a German or Dutch question without its mark.
var askedBack = lazyre.New(`^(?:(?:ja|ok|nein|nee) ,? ?)?(?:soll ich|sollen wir|zal ik|zullen we) `)

// ways are the words for from and for to, in the order of languages().
var ways = lazyre.Once(func() [plAt + 1][2]map[string]bool {
	return [plAt + 1][2]map[string]bool{
		enAt: {set("from"), set("to")}, itAt: {set("da", "dal", "dalla", "di", "del", "della"), set("a", "al", "alla")}, esAt: {set("de", "del", "desde"), set("a", "al", "hasta", "para")}, frAt: {set("de", "du", "d'"), set("à", "au", "vers")},
		deAt: {set("von", "vom", "aus"), set("nach", "an", "zu", "zum", "zur")}, ptAt: {set("de", "do", "da"), set("para", "a", "ao", "à")}, nlAt: {set("van", "vanuit"), set("naar", "aan")}, plAt: {set("z", "ze", "od"), set("do")},
	}
})

// turnsRound reports a name behind "from" that the title has behind "to", or the other way round.
func turnsRound(toks []token, title string, in tongues) bool {
	l, ok := in.one()
	if !ok {
		return false
	}
	var behind [2]map[string]bool // what stands behind each in the title
	for way, words := range ways()[l] {
		behind[way] = map[string]bool{}
		named := tokenize(head(title), nil)
		for i := 1; i < len(named); i++ {
			if r, _ := utf8.DecodeRuneInString(head(title)[named[i].start:]); (words[named[i-1].key] || i == 1 && way == 1 && l == enAt && named[0].kind == word) && unicode.IsUpper(r) { // "Send Tom the invoice from Mark"
				behind[way][named[i].key] = true
			}
		}
	}
	if len(behind[0]) == 0 || len(behind[1]) == 0 {
		return false
	}
	for i := 1; i < len(toks); i++ {
		if w, before := toks[i].key, toks[i-1].key; behind[0][w] && ways()[l][1][before] && !behind[1][w] || behind[1][w] && ways()[l][0][before] && !behind[0][w] {
			return true
		}
	}
	return false
}

// tellsWho reports a form of the verb that orders nothing behind what the title names, or at all: "Firma Huber bezahlt", "Pablo invitó".
func (p *parser) tellsWho(toks []token, title string, shown Shown) bool {
	words := wordsOfPrompt(strings.ToLower(inInfinitive(title, true, shown.in)))
	if len(words) == 0 {
		return false
	}
	verb, _ := verbOf(words)
	if len(toks) > 1 && len(actsByNoun()[toks[0].key]) > 0 && (ofThings()[toks[1].key] || strings.HasSuffix(toks[0].key, "nie") && toks[1].kind == word) { // "réponse de Léa"
		return true
	}
	for i, t := range toks {
		if t.kind != word {
			continue
		}
		if shown.in == es && i > 0 && t.key == "el" && slices.Contains(words, "al") && i+1 < len(toks) && slices.Contains(words, toks[i+1].key) && p.orderedIn(toks[i-1].key, shown) { // "llama el banco" to "Llamar al banco"
			return true
		}
		past := shown.in&(1<<itAt|1<<esAt) != 0 && (strings.HasSuffix(t.key, "ó") || strings.HasSuffix(t.key, "ò")) && stemOf(t.key) == stemOf(verb)
		tells := i > 0 && isInfinitive(verb) && !consentsTo().has(verb) && slices.Contains(words, toks[i-1].key) && toks[i-1].key != verb && len(toks[i-1].key) > 2 &&
			(strings.HasSuffix(t.key, "t") && !particles()[nlAt][t.key] && (p.orderedIn(t.key, shown) || p.own(shown, deAt).bare[nameKey(t.key)] || p.own(shown, nlAt).bare[nameKey(t.key)]) ||
				(i+1 == len(toks) || toks[i+1].kind != word) && (strongPast()[t.key] || (strings.HasSuffix(t.key, "te") || strings.HasSuffix(t.key, "de")) && strings.HasPrefix(shortVowels.Replace(t.key), strings.TrimSuffix(shortVowels.Replace(verb), "en"))))
		parted := i > 1 && slices.Contains(words, toks[i-2].key) && t.key+toks[i-1].key == verb && isInfinitive(toks[i-1].key)                                                                                                               // "die Nachbarn laden ein"
		english := i > 0 && shown.in == 1<<enAt && t.key == verb && words[0] == verb && (i+1 == len(toks) || toks[i+1].kind != word) && slices.Contains(words[1:], toks[i-1].key) && !isPreposition(toks[i-1].key) && len(toks[i-1].key) > 3 // "budget cut"
		if past || tells || parted || english {
			return true
		}
	}
	return false
}

// ofThings are words between a deed and what it is of.
var ofThings = lazyre.Once(func() map[string]bool { return set("de", "di", "del", "della", "da", "do", "des", "du") })

// strongPast are German and Dutch pasts that no ending makes, and shortVowels what makes stems alike.
var (
	strongPast = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`schrieb rief lud nahm gab sprach bot bat traf half zog schreef riep nam gaf sprak bood trof hielp bracht brachte`)...)
	})
	shortVowels = strings.NewReplacer("aa", "a", "ee", "e", "oo", "o", "uu", "u")
)

// losesParticle reports the verb of an English title without what makes another of it: "call the party" to "Call off the party", "subscribe"
// to "Unsubscribe"; a verb of other languages without the prefix that makes the contrary ("haz" to "Deshacer"), and a German or Dutch one
// with another particle ("geef uit" to "afgeven", "schieb auf" to "schieben").
func (p *parser) losesParticle(toks []token, title string, shown Shown) bool {
	words := wordsOfPrompt(strings.ToLower(title))
	at := verbAt(words)
	if at >= len(words) {
		return false
	}
	verb, next := words[at], ""
	if at+1 < len(words) {
		next = words[at+1]
	}
	has := func(w string) bool {
		return slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && t.key == w })
	}
	if particles()[enAt][next] && (len(actsByVerb()[verb+"-"+next]) > 0 || changedBy()[verb] && (next != "on" || verb == "take")) && has(verb) && !has(next) {
		return true
	}
	for _, prefix := range []string{"un", "des", "dés", "dis", "ent", "ont"} {
		bare, undoes := strings.CutPrefix(verb, prefix)
		if undoes && len(bare) > 1 && (has(bare) || bare == "hacer" && has("haz") || len(bare) > 4 && !has(verb) && slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && len(t.key) > 3 && stemOf(t.key) == stemOf(bare) })) {
			return true
		}
	}
	last := toks[len(toks)-1].key
	verb, _ = verbOf(words)
	prefix, stem := prefixOf(verb, nlAt)
	stem = finalDutch.Replace(shortVowels.Replace(strings.TrimSuffix(stem, "en")) + " ")
	return slices.ContainsFunc(toks[:len(toks)-1], func(t token) bool {
		return t.kind == word && (last == "auf" && p.own(shown, deAt).says[last] && p.own(shown, deAt).verbs[nameKey(t.key)] && !p.parts(t.key, last, shown) ||
			prefix != "" && !boundPrefixes()[prefix] && shortVowels.Replace(t.key)+" " == stem && last != prefix && (particles()[nlAt][last] || last == "vrij"))
	})
}

// changedBy are English verbs that a particle makes others of.
var changedBy = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`call turn take give put set let lay break bring hold cut drop pick back write`)...)
})

// finalDutch is what the ends of Dutch stems become.
var finalDutch = strings.NewReplacer("v ", "f ", "z ", "s ")

// atSignal is an order to wait for a sign.
var atSignal = lazyre.New(`\b(?:on my (?:signal|mark|go|word|command)|auf mein (?:zeichen|signal|kommando)|a mon signal|al mio (?:segnale|via)|a mi senal|ao meu sinal|op mijn (?:teken|sein)|na moj (?:znak|sygnal))\b`)

// twoWays reports a title that names two things of which the question below takes none: "Train ou avion ?\nJe le réserve ?"
func twoWays(about string, in tongues) bool {
	title, question := titleOf(about), closingQuestion(about)
	words, asked := wordsOfPrompt(strings.ToLower(title)), wordsOfPrompt(strings.ToLower(question))
	at := slices.IndexFunc(words, func(w string) bool { // "o" is an article, too, and "of" is English
		return orWords()[w] || (w == "o" || w == "u") && (in&(it|es) != 0 || strings.HasPrefix(title, "¿")) || w == "of" && in == nl
	})
	return question != "" && at > 0 && at+1 < len(words) && len(words) < 6 && !(isDeedWord(words[at-1]) && isDeedWord(words[at+1])) &&
		!slices.ContainsFunc(words, func(w string) bool { return len(w) > 3 && sharesStem([]string{w}, asked) })
}

var orWords = lazyre.Once(func() map[string]bool { return set("or", "oder", "ou", "oppure", "lub", "albo", "czy") })

// thanksForNews takes what was asked for news.
var thanksForNews = lazyre.New(`^(?:ok\pL*|gut|goed|dobr\pL+|bien|vale|va bene|bem|fine|good|right)[ ,]+(?:thanks|thank you|danke|merci|grazie|gracias|obrigad[oa]|bedankt|dank je|dzieki|dziekuje) (?:for|fur|pour|per|por|pela|voor|za) (?:(?:the|die|den|la|el|de|het|a|o) |l')?(?:info\pL*|message|nachricht|hinweis|bescheid|bericht|wiadomosc|mensaje|mensagem|messaggio|avviso|aviso)[ .!]*$`)

// onlySeen reports that all that stands behind a yes is that it was seen or read, in a word that is no answer: "tak, widziałem rachunek".
func (p *parser) onlySeen(said string, shown Shown) bool {
	m := seen.FindStringSubmatch(said)
	return m != nil && !p.asksDeed(m[1], shown)
}

var seen = lazyre.New(`^(?:(?:ok|oke|si|sim|tak|dobra|vale|bueno|bom|no)[ ,]+)*(?:(?:yo|eu) )?(?:(?:lo|la|o|a|ja|ya|juz) )*(vi|vimos|li|lemos|lei|leimos|widzial[ae]m|widzielismy|czytal[ae]m|przeczytal[ae]m)(?: (?:el|la|los|las|o|a|os|as|te|ten|ta) \pL+| (?:rachunek|umowe|\pL+[eay]))?[ .!]*$`)

// tellsOfDeed reports a yes that only names the deed as a noun ("yes, call from Mrs Hill", "la llamada del banco"), or the thing ("a
// conta"), or says of it that it is done ("oui, facture payée").
func (p *parser) tellsOfDeed(toks []token, title string, shown Shown) bool {
	words := wordsOfPrompt(strings.ToLower(inInfinitive(title, true, shown.in)))
	if len(words) == 0 {
		return false
	}
	verb, at := verbOf(words)
	from := 0
	for from < len(toks) && (toks[from].kind != word || answerWords()[toks[from].key] == Grant || toks[from].key == "ok") {
		from++
	}
	rest := toks[from:]
	for len(rest) > 0 && rest[len(rest)-1].kind != word {
		rest = rest[:len(rest)-1]
	}
	if len(rest) == 0 || slices.ContainsFunc(rest, func(t token) bool { return t.kind != word }) {
		return false
	}
	last := rest[len(rest)-1].key
	if len(rest) > 1 && len(rest[len(rest)-2].key) > 2 && !determiners()[rest[len(rest)-2].key] && slices.Contains(words, rest[len(rest)-2].key) && rest[len(rest)-2].key != verb && !consentsTo().has(verb) && !askedElse().names.has(verb) {
		stem, fr := strings.CutSuffix(verb, "er")
		if fr && len(stem) > 2 && isDone.MatchString(strings.TrimPrefix(nameKey(last), nameKey(stem))) && last != stem+"e" && last != stem+"es" || shown.in == en && last == strings.TrimSuffix(verb, "e")+"ed" && !determiners()[rest[0].key] {
			return true
		}
	}
	w, det := rest[0].key[strings.LastIndexByte(rest[0].key, '\'')+1:], len(w0(rest)) > 0
	if determiners()[rest[0].key] || yoursOf()[rest[0].key] {
		det = true
		if rest = rest[1:]; len(rest) == 0 {
			return false
		}
		w = rest[0].key
	}
	of := len(rest) > 1 && (ofWhom()[rest[1].key] || ofNoun()[rest[1].key] || rest[1].key == "from" || strings.HasPrefix(rest[1].key, "d'") || strings.HasPrefix(rest[1].key, "dell"))
	if w == verb && shown.in&en != 0 {
		return callsAsNoun()[w] && !isPreposition(strings.Join(words[min(at+1, len(words)):min(at+2, len(words))], "")) && (of || det)
	}
	if namesThing(title) {
		return det && len(rest) == 1 && slices.Contains(words, w) && len(w) > 2 && shown.in&(pt|es|it|fr) != 0 && words[0] == w
	}
	asked := asksActs(inInfinitive(title, true, shown.in))
	named := slices.ContainsFunc(actsByNoun()[w], func(k int) bool { return slices.Contains(asked, k) }) || germanNouns()[w] && slices.ContainsFunc(actsByVerb()[w], func(a actAt) bool { return slices.Contains(asked, a.k) })
	return named && (of || det && len(rest) == 1) && !slices.Contains(words, w)
}

// w0 is the article that an apostrophe joins to the first word.
func w0(toks []token) string { return toks[0].key[:strings.LastIndexByte(toks[0].key, '\'')+1] }

var (
	isDone = lazyre.New(`^(?:e|ee|es|ees)$`)
	// callsAsNoun are English verbs that are nouns of what comes from somebody, too.
	callsAsNoun = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`call invite answer email mail text quote order visit offer reply message transfer request`)...)
	})
)

// tellsThemElse reports that somebody is to be told something else than the yes that a title asks to tell, or another: "sag ihm danke".
func tellsThemElse(toks []token, title string) bool {
	asked := words(tokenize(head(title), nil))
	if !slices.ContainsFunc(asked, func(w string) bool { return answerWords()[w] == Grant }) || !slices.ContainsFunc(asked, func(w string) bool { return tellsThem().has(w) || saying()[w] }) {
		return false
	}
	he := slices.ContainsFunc(asked, func(w string) bool { return mens()[w] })
	m := tellsThat.FindStringSubmatch(saidOf(toks))
	return m != nil && (he && (m[1] == "her" || m[1] == "ihr" || m[1] == "haar") || m[2] == "" && (m[1] == "mal" || m[1] == "maar" || m[1] == "eens") || m[2] != "" && answerWords()[m[2]] != Grant && !soTold.MatchString(m[2]))
}

var (
	tellsThat = lazyre.New(`\b(?:tell|sag|sage|zeg|dile|dis-lui|digli|dille|diz-lhe|powiedz) ?(him|her|ihm|ihr|hem|haar|mu|jej|maar|mal|eens|)(?: (\pL+))?`)
	soTold    = lazyre.New(`^(?:that|so|it|please|now|bitte|das|es|dass|ruhig|gerne?|dat|het|alsjeblieft|maar|que|oui|che|ze|to|de|di)$`)
)

// countsOther reports a reason of a no that is another number of what the title counts: "no, 30 chairs" to "Order 20 chairs?"
func countsOther(reason, title string) bool {
	m := counted.FindStringSubmatch(reason)
	return m != nil && strings.ContainsFunc(title, unicode.IsDigit) && !strings.Contains(title, m[1]) && slices.ContainsFunc(wordsOfPrompt(strings.ToLower(title)), func(w string) bool { return w == strings.ToLower(m[2]) })
}

var counted = lazyre.New(`^\PL*?(\d+) (\pL+)`)
