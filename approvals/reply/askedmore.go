package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// The question below a title that only names a thing may ask more than to do what its verb says: to leave that, for two deeds, what was
// done, or what somebody else does. Then a yes and a no decide, but nobody knows what an order is of: "pay it" to "Shall I stop paying?"

// lastQuestion is the question at the end of what a prompt tells below such a title, whatever it asks; "" if there is none.
func lastQuestion(about string) string {
	title := titleOf(about)
	rest, is := strings.CutSuffix(strings.TrimSpace(about[len(title):]), "?")
	if !is || !namesThing(title) {
		return ""
	}
	if last := strings.TrimSpace(lastSentence(rest)); !wellSo.MatchString(last) {
		return last
	}
	return ""
}

// ordersPart reports an answer with a verb to a question that asks more than that.
func (p *parser) ordersPart(toks []token, shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		question := lastQuestion(about)
		if question == "" || !p.asksBeyond(question) {
			return false
		}
		asked := wordsOfPrompt(strings.ToLower(question))
		if last := asked[len(asked)-1]; slices.ContainsFunc(toks, func(t token) bool { return t.key == last }) && slices.ContainsFunc(toks, func(t token) bool { return leavings()[t.key] }) { // "déjala abierta"
			return false
		}
		return slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && p.speaksOf(t.key, asked) })
	})
}

// speaksOf reports a verb in an answer, but for one that only says to do it, and any word of the question that is none of an answer.
func (p *parser) speaksOf(w string, asked []string) bool {
	w, _, _ = strings.Cut(w[strings.LastIndexByte(w, '\'')+1:], "-") // "paie-la", "n'envoie"
	if determiners()[w] || asking().permits[w] || insteadOf().make[w] && !leavings()[w] || answerWords()[w] != None || p.negators[w] || p.verdicts.of[w].class == courtesy {
		return false
	}
	return leavings()[w] || undoing().has(w) || len(actsByVerb()[w]) > 0 || slices.ContainsFunc(p.orders, func(o orders) bool {
		return o.roles[w]&verbs != 0 && o.roles[w]&^(verbs|stated|holding|ours|command) == 0
	}) || slices.ContainsFunc(asked, func(a string) bool {
		a, w := nameKey(a), nameKey(w)
		return len(w) > 2 && len(a) > 2 && (strings.Contains(a, w) || strings.HasPrefix(w, a)) || len(a) > 3 && len(w) > 3 && a[:4] == w[:4]
	})
}

// asksBeyond reports a question that asks more than to do what its verb says.
func (p *parser) asksBeyond(question string) bool {
	w, words := askedMore(), wordsOfPrompt(strings.ToLower(question))
	if wasDone.MatchString(strings.ToLower(question)) || joinsDeed(words) || asksOther(question) {
		return true
	}
	spanish := strings.HasPrefix(question, "¿")
	for i, k := range words {
		next := strings.Join(words[i+1:min(i+2, len(words))], "")
		switch {
		case w.instead[k], w.leaves.has(k), w.lets.has(k) && !verbal.MatchString(next) && !(i > 0 && isInfinitive(words[i-1])), i > 0 && nots()[k] && k != "no", k == "no" && spanish:
			return true
		case w.ceases.has(k) && slices.ContainsFunc(words, func(o string) bool { return o != k && verbal.MatchString(o) }):
			return true
		case spanish && !w.here[k] && (strings.HasSuffix(k, "é") || strings.HasSuffix(k, "í")): // "¿La pagué bien?"
			return true
		}
	}
	return false
}

// nots are the words that make a question one whether not to do it.
var nots = lazyre.Once(func() map[string]bool { return set("not", "nicht", "pas", "niet", "nie", "non", "não", "no") })

// joinsDeed reports a question that joins a second deed to the first, or what is not to be as with that.
func joinsDeed(words []string) bool {
	for i, k := range words {
		switch {
		case i == 0 || i+1 == len(words):
			continue
		case askedMore().but[k]:
			return true
		case !ands()[k] && k != "maar":
			continue
		}
		rest := words[i+1:]
		for len(rest) > 1 && k != "i" && (beforeVerb()[rest[0]] || doneTo()[rest[0]]) {
			rest = rest[1:]
		}
		then := rest[0]
		last := rest[len(rest)-1]
		switch {
		case k == "i" || k == "oraz":
			if strings.HasSuffix(then, "ć") {
				return true
			}
		case k == "maar" && !(len(rest) > 1 && askers()[rest[1]]): // "zal ik maar bevestigen"
		case len(rest) > 1 && askers()[rest[1]], isInfinitive(words[i-1]) && isInfinitive(last): // "en sluit ik", "bezahlen und das Konto schließen"
			return true
		case len(verbsByFirst()[then])+len(verbsByFirst()["j'"+then]) > 0, askedVerbs()[then].verb != "", slices.ContainsFunc(actsByVerb()[then], func(a actAt) bool { return a.l == enAt || !actNouns()[then] }):
			return true
		}
	}
	return false
}

// askers are who asks, behind a verb.
var askers = lazyre.Once(func() map[string]bool { return set("ik", "ich", "we", "wir", "wij") })

// asksOther reports a question for what somebody does who has a name in it: "¿La paga Marta?", "Will Anna pay it?", "Marta la paie ?"
func asksOther(question string) bool {
	fields := strings.Fields(strings.TrimLeft(question, "¿ "))
	low := wordsOfPrompt(strings.ToLower(strings.Join(fields, " ")))
	named := func(i int) bool {
		first, _ := utf8.DecodeRuneInString(fields[i])
		w := strings.ToLower(fields[i])
		return unicode.IsUpper(first) && len(w) > 1 && calendars().in[w] == 0 && !isDeedWord(w) || askedMore().they[w]
	}
	n := len(fields) - 1
	if n < 1 || len(low) < 2 || slices.ContainsFunc(low, func(w string) bool { return asksItself()[w] }) || inInfinitive(question, true, 0) != question || inInfinitive(question, true, it) != question {
		return false
	}
	english := slices.ContainsFunc(actsByVerb()[low[0]], func(a actAt) bool { return a.l == enAt })
	switch verb := low[0]; {
	case named(1) && (askedMore().shall[verb] || strings.HasSuffix(verb, "t") && !english || determiners()[verb] && n > 1 && strings.ContainsAny(low[len(low)-1][len(low[len(low)-1])-1:], "ae")): // "Bezahlt Anna sie", "A Marta paga"
		return true
	case named(0) && !beforeVerb()[verb] && (doneTo()[low[1]] || low[1] == "l'"):
		return true
	}
	verb := strings.ToLower(fields[n-1])
	if n > 1 && verb == "a" {
		verb = strings.ToLower(fields[n-2])
	}
	return n < 4 && named(n) && !verbal.MatchString(verb) && !strings.HasSuffix(verb, "o") && !english
}

// asksItself are words of who asks whether to do something.
var asksItself = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`i we ich wir ik wij je j' on nous mam mamy mogę możemy`)...)
})

// moreWords are words of such questions.
type moreWords struct {
	lets, leaves, ceases            wordList // lets: where no verb stands beside it, ceases: where one does
	instead, but, they, shall, here map[string]bool
}

var askedMore = lazyre.Once(func() moreWords {
	return moreWords{
		lets: wordsOf(`leave lassen laten laisse* lascio lasciamo lasciare dejar deixar dejo dejamos deixo deixamos`),
		leaves: wordsOf(`skip ignor* avoid* refrain* forget omit bleibenlassen seinlassen weglassen auslassen unterlassen vermeiden vergessen übergehen overslaan negeren negeer vermijden vermijd vergeten nalaten
			évit* oubli* saute m'abstiens abstenir evit* salto saltiamo saltare saltar tralascio omito omitir olvido abstengo abstenerme esqueço zostawić zostawiać odpuścić odpuszczać pominąć pomijać unikać uniknąć zignorować darować zapomnieć`),
		ceases: wordsOf(`stop cease quit refuse decline aufhören aufzuhören höre weigern weigere verzichten ablehnen stoppen ophouden weiger weigeren afzien arrête* cesse* refuse* renonce* smetto smettiamo smettere cesso rifiuto rifiutiamo rifiutare rinuncio rinunciare niego negamos negarme ceso dejo dejamos rechazo renuncio
			paro paramos parar deixo recuso recusamos recusar przestać przestawać zaprzestać odmówić odmawiać zrezygnować`),
		instead: set(strings.Fields(`statt anstatt instead rather zamiast invece anziché piuttosto plutôt lieu vez plaats`)...),
		but:     set(strings.Fields(`but aber pero mais mas ma ale lecz`)...),
		they:    set(strings.Fields(`he she they er elle il ella él ela ele hij zij`)...),
		shall:   set(strings.Fields(`will would should shall can could may must does did soll kann darf wird muss wil zal kan mag moet doit peut debe puede deve può pode`)...),
		here:    set(strings.Fields(`así aquí allí ahí café sí té`)...),
	}
})

var (
	// wasDone is how an agent asks what was done, or should have been.
	wasDone = lazyre.New(`^(?:have|had|did|was|were|has|habe|hab|hatte|haben|hätte|heb|had|hebben|ai-je|j'ai|j'avais|j'aurais|avons|avais|ho|abbiamo|tinha|devia|fiz|fui|\pL*[^r\PL]ei) |^¿?(?:l[aeo]s? |l')?(?:he|hemos|había|debí|ho|ai|l'ai) |(?:^| )(?:should|could|must|might|shall|would) (?:i|we) (?:not )?have \pL+(?:ed|en|id|ent|ught|one|ade|old|eft|ept)(?: |$)|(?: |^)(?:haber|avere|aver|avoir|gehabt|ter)(?:l[aeo]s?)? |\pL(?:łem|łam|liśmy|łyśmy)(?: |$)`)
	// verbal are words that end like an infinitive, or like what one does in English, or join one.
	verbal = lazyre.New(`^(?:\pL{2,}(?:[aei]r|[aei]re|oir|re|en|ern|eln|ing|ć)(?:-?l[aeo]s?|-[ao]s?|ne|se|gli)?|zu|te|to)$`)
)
