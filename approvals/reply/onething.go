package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// What a short answer leaves out, the prompt has to say without a choice: it names one thing, and what its details tell of is when and how
// much, not somebody or something else that might be meant as well.

// namesNoMore reports a prompt whose details name nothing beside its title but days, times and amounts, and ask nothing.
func namesNoMore(shown Shown) bool {
	return !slices.ContainsFunc(shown.About, func(about string) bool {
		title := titleOf(about)
		rest := strings.TrimLeft(about[len(title):], "?! \n")
		if strings.ContainsAny(rest, "?\"“”„«»") {
			return true
		}
		words := wordsOfPrompt(strings.ToLower(title))
		return slices.ContainsFunc(wordsOfPrompt(strings.ToLower(rest)), func(w string) bool {
			return utf8.RuneCountInString(w) > 3 && !strings.ContainsFunc(w, unicode.IsDigit) && w != number && !isDay(w) && !isPreposition(w) && !determiners()[w] && !unitWords()[w] && !slices.Contains(words, w)
		})
	})
}

// onlyAttributes reports a prompt whose details tell of its thing in a row of short phrases ("Februari, € 486, Blinkend B.V."): each a word, a
// name in great letters, or up to five words that begin with a number or a preposition, and no sentence of something else.
func onlyAttributes(shown Shown) bool {
	return !slices.ContainsFunc(shown.About, func(about string) bool {
		rest := hourOfTitle.ReplaceAllString(strings.TrimLeft(about[len(titleOf(about)):], "?! \n"), "10")
		return strings.ContainsAny(rest, "?;:\"“”„«»\n") || slices.ContainsFunc(strings.FieldsFunc(strings.TrimRight(rest, ". "), func(r rune) bool { return r == ',' }), func(piece string) bool {
			words := strings.Fields(piece)
			if first := strings.Trim(strings.ToLower(words[0]), "."); len(words) < 2 || isPreposition(first) || calendars().any[first] || betweenWords()[first] || strings.ContainsFunc(words[0], unicode.IsDigit) || !unicode.IsLetter([]rune(words[0])[0]) {
				return len(words) > 5
			}
			return slices.ContainsFunc(words, func(w string) bool {
				return !unicode.IsUpper([]rune(w)[0]) && !unicode.IsDigit([]rune(w)[0]) && !isDay(strings.ToLower(w)) && calendars().months[strings.ToLower(w)] == 0 && !isPreposition(w)
			})
		})
	})
}

// betweenWords begin a span of hours or days.
var betweenWords = lazyre.Once(func() map[string]bool {
	return set("between", "zwischen", "entre", "tra", "fra", "tussen", "między", "miedzy")
})

// unitWords are words of amounts, of more than three letters.
var unitWords = lazyre.Once(func() map[string]bool {
	return set(strings.Fields("euro euros pound pounds dollar dollars franken zloty złotych reais pesos seiten pages pagine páginas strony pagina's people personen persone personas personnes pessoas osoby hours stunden heures horas uren godziny")...)
})

// tellsToDo reports an answer that orders what somebody is only to be told, in German and Dutch: "ja zahl" to "Tom schreiben, dass wir zahlen?".
func (p *parser) tellsToDo(toks []token, shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		title := wordsOfPrompt(strings.ToLower(titleOf(about)))
		if closingQuestion(about) != "" {
			return false
		}
		said := beforeThat(title)
		told := title[len(said):]
		if len(said) == len(title) || !lettingKnow().has(said[len(said)-1]) {
			return false
		}
		if slices.ContainsFunc(title, func(w string) bool { return w == "und" || w == "en" || w == "oder" || w == "of" }) && slices.ContainsFunc(toks, func(t token) bool {
			return lettingKnow().has(t.key) && !(bothDone()[t.key] && !slices.Contains(title, "oder") && !slices.Contains(title, "of"))
		}) {
			return true // somebody else, or something else, may be asked for as well
		}
		says := slices.ContainsFunc(toks, func(t token) bool { return t.key == "dass" || t.key == "dat" || t.key == "daß" }) // what they are told once more
		return slices.ContainsFunc(toks, func(t token) bool {
			if may := modalWords()[t.key]; may && slices.Contains(told, t.key) { // "ja, sie kann gehen"
				says = true
			}
			return !says && t.kind == word && answerWords()[t.key] == None && !pleases()[t.key] && !thanks()[t.key] && !consentsTo().has(t.key) && !lettingKnow().has(t.key) && (isDeedWord(t.key) || p.speaksOf(t.key, nil) || len(t.key) > 4 && sharesStem([]string{t.key}, told))
		})
	})
}

// lettingKnow are verbs of telling somebody something, and of doing what is asked.
var lettingKnow = lazyre.Once(func() wordList {
	return wordsOf(`schreib* antwort* beantwort* sag sage sagen ruf ruft rufe rufen anruf* meld* mitteil* teil* gib geben bescheid lass lasst lassen wissen weiß informier* mail* simse* texte* whatsapp* nachricht* ausricht* richt* mach* tu tun schick* send* absend* abschick*
		bel bellen belt app appen mail stuur sturen verstuur* zeg zeggen laat laten weten antwoord* schrijf schrijven meld* bericht* doe doen doorgeven geef`)
})

// sendingOff are verbs of sending what a title's deed makes: "envoyer la convocation" to "Convoquer les syndics ?"
var sendingOff = lazyre.Once(func() map[string]bool { return set("envoyer", "adresser", "transmettre", "expédier") })

// onlyOfTitle reports words each of which the title has, or is a form of its deed.
func (p *parser) onlyOfTitle(words []string, shown Shown) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		w = strings.ToLower(w)
		return utf8.RuneCountInString(w) > 3 && !pleases()[w] && !thanks()[w] && !p.orderedIn(w, shown) && !p.negators[w] && !sendingOff()[w] && !slices.ContainsFunc(shown.About, func(about string) bool {
			return slices.ContainsFunc(wordsOfPrompt(strings.ToLower(titleOf(about))), func(of string) bool {
				return oneWord(of, w) || oneStem(of, w) || len(of) > 5 && strings.HasPrefix(w, of[:5])
			})
		})
	})
}

// modalWords are verbs of being allowed and able.
var modalWords = lazyre.Once(func() map[string]bool {
	return set("kann", "können", "darf", "dürfen", "mag", "kan", "kunnen", "mogen")
})

// hourOfTitle is a number, perhaps an hour.
var hourOfTitle = lazyre.New(`[0-9]{1,2}(?:[:.h][0-9]{2})?`)
