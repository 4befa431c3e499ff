package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// Who is asked to tell somebody something may order it with what is to be told: "yes, tell Kevin that I'll play on Saturday" to "Answer Kevin
// \n Tell him you'll play on Saturday at 2?" It has to be that to the last word.

// tellsAsAsked reports a yes with such an order, to whom the prompt names. Nothing may be denied, and but for who speaks the words are a run of
// the prompt's, of which one may have another ending: "lo recojo" to "lo recoges". Thanks may stand behind it.
func (p *parser) tellsAsAsked(text string, l int, shown Shown) bool {
	w := tellingWords()
	if cut := strings.LastIndexAny(strings.TrimRight(text, " .!\n"), ".!\n"); cut > 0 && !slices.ContainsFunc(spokenWords(text[cut:]), func(k string) bool {
		k = strings.ToLower(k)
		return !thanks()[k] && !gratitude()[k] && !w.thanking[k]
	}) {
		text = text[:cut]
	}
	said := spokenWords(text)
	at, yes := 0, false
	for at < len(said) && (answerWords()[strings.ToLower(said[at])] == Grant || pleases()[strings.ToLower(said[at])]) {
		yes = yes || !pleases()[strings.ToLower(said[at])]
		at++
	}
	if at == len(said) || !yes || strings.ContainsAny(text, "?;:()\"") {
		return false
	}
	verb, to, _ := strings.Cut(strings.ToLower(said[at]), "-")
	if !w.tell.has(verb) || to != "" && slices.ContainsFunc(strings.Split(to, "-"), func(k string) bool { return !w.whom[k] && k != "lhe" && k != "lhes" }) {
		return false
	}
	for at++; at < len(said) && !w.that[strings.ToLower(said[at])] && (w.whom[strings.ToLower(said[at])] || slices.ContainsFunc(shown.About, func(about string) bool { return w.names(said[at], spokenWords(about)) })); at++ {
	}
	content, _ := w.told(said[at:])
	if len(content) > 0 && !slices.ContainsFunc(said[at:], func(k string) bool { return strings.ToLower(k) == k }) { // "tell Bob" to "Tell Anna that Bob pays?"
		return false
	}
	return !p.denies(content, shown.in) && slices.ContainsFunc(shown.About, func(about string) bool {
		asked, from := w.told(spokenWords(about))
		rest := asked[from:]
		return !p.denies(asked, shown.in) && !slices.ContainsFunc(asked, func(k string) bool { return p.hedges.of[k] && !slices.Contains(content, k) }) &&
			(len(content) == 0 || len(content)+3 >= len(rest) && len(content) <= len(rest) && !slices.ContainsFunc(rest[len(content):], func(k string) bool { return p.and[k] || k == "or" }) && w.runsIn(content, rest[:len(content)], l))
	})
}

// names reports to whom a prompt asks to tell something: a name behind the verb or a preposition, or before the verb.
func (w tellWords) names(name string, asked []string) bool {
	at := slices.Index(asked, name)
	if at < 0 || strings.ToLower(name) == name {
		return false
	}
	before, behind := strings.ToLower(strings.Join(asked[max(at-1, 0):at], "")), strings.ToLower(strings.Join(asked[at+1:min(at+2, len(asked))], ""))
	return toTelling()[before] || w.whom[before] && !w.that[before] && !w.person[before] || toTelling()[behind]
}

// denies reports a word that negates or refuses; "mai" is a month but in Italian.
func (p *parser) denies(words []string, in tongues) bool {
	return slices.ContainsFunc(words, func(k string) bool {
		return p.negators[k] && (k != "mai" || in == it) || p.refusals[k] || takesAway(k) || k == "not" || k == "no" || k == "pas"
	})
}

// runsIn reports whether some words are others, all but one with their endings: that of who speaks, where a language leaves that out.
func (w tellWords) runsIn(run, words []string, l int) bool {
	other := 0
	for i, k := range run {
		a, b := []rune(k), []rune(words[i])
		switch {
		case k == words[i]:
		case len(a) > 3 && firstEnd()[l].MatchString(k) && len(b) > 3 && string(a[:4]) == string(b[:4]) && max(len(a), len(b))-min(len(a), len(b)) < 4 && !w.counts.has(k):
			other++
		default:
			return false
		}
	}
	return other < 2
}

// firstEnd is how a verb ends of who speaks.
var firstEnd = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
	return [plAt + 1]*lazyre.Regexp{enAt: anyEnd, deAt: anyEnd, nlAt: anyEnd, frAt: anyEnd, itAt: firstVowel, esAt: firstVowel, ptAt: firstVowel, plAt: firstPolish}
})

var (
	anyEnd      = lazyre.New(`.`)
	firstVowel  = lazyre.New(`(?:o|oy|ou|ei|é|mos|mo)$`)
	firstPolish = lazyre.New(`(?:ę|m|my)$`)
)

// spokenWords are the words of a text, with their digits.
func spokenWords(text string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(strings.ReplaceAll(text, "’", "'"), "`", "'"), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-'.:", r) || r == '.'
	})
}

type tellWords struct {
	tell, counts wordList
	whom, person map[string]bool
	that         map[string]bool
	thanking     map[string]bool
}

// told are words without those that say who speaks, and where what is told begins: behind the first of these.
func (w tellWords) told(words []string) (all []string, from int) {
	begins := false
	for _, k := range words {
		if k = strings.ToLower(k); !w.person[k] {
			all = append(all, strings.TrimPrefix(strings.TrimPrefix(k, "j'"), "qu'"))
		} else if !begins {
			begins, from = true, len(all)
		}
	}
	return all, from
}

var tellingWords = lazyre.Once(func() tellWords {
	return tellWords{
		tell:     wordsOf(`tell answer write message digli dille dì di' rispondi rispondigli rispondile rispondete scrivi scrivigli scrivile dile diles dígale dígales digale digales contesta contéstale contéstales contestale contestales responde respóndele respóndeles escribe escríbele escríbeles dis dites réponds répondez écris écrivez sag sage sagen schreib schreibe schreiben antworte diz diga responda escreve escreva zeg schrijf antwoord powiedz napisz odpisz odpowiedz`),
		counts:   wordsOf(`seven* eight* nine* four* five* fift* sixt* acht* vier* fünf* funf* sech* sieb* neun* zwan* drei* sett* otto* otta* nove* quat* quar* cinq* cinc* sete* oito* oche* ocho* nuev* zeve* nege* twin* tier* pięć* piec* szes* sied* siod* osie* dzie*`),
		whom:     set(strings.Fields(`to him her them the it this mr mrs ms that lo la le gli al alla allo che a ao à aos às au aux el los las les que lui leur an dem der den das ihm ihr ihnen es dass aan de het hem haar ze hun dat mu jej im to to, że pani panu`)...),
		that:     set("that", "che", "que", "dass", "dat", "że"),
		thanking: set(strings.Fields(`you so very much a lot bien beaucoup mille mil muchas tante schön sehr vielmals je u wel bardzo muito por favor please`)...),
		person:   set(strings.Fields(`i i'll i'd i'm i've you you'll you'd you're you've we we'll we're shall will am are my your that io tu mio tuo mia tua che yo tú usted mi que je j' vous mon ma votre ton ta ich du dass mein dein meine deine eu você meu minha teu ik u je jij mijn uw dat ja że`)...),
	}
})
