package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// A prompt may name a day on which what is asked is not: "Tuesday is full", "the offer ends on Tuesday", "Tom is away on Tuesday", "reply by
// Tuesday". Who repeats that day asks for something else, or has not read it. So that of what is told below a title only such days are
// those of the thing that stand with nothing but their hour, or beside words of coming, being free and the like, which are listed.

// strayDay reports a day below the title, at toks[from:end] of a text, beside which something is said that is not known to be of that kind.
func (s Shown) strayDay(text string, toks []token, from, end int) bool {
	if from < 0 || toks[from].start < len(titleOf(text)) {
		return false
	}
	first, last := from, end
	for first > 0 && toks[first-1].kind == word {
		first--
	}
	title := wordsOfPrompt(strings.ToLower(titleOf(text)))
	again := slices.ContainsFunc(toks[from:end], func(t token) bool { return calendars().days[t.key] > 0 && slices.Contains(title, t.key) })
	for last < len(toks) && toks[last].kind == word && !(again && purposes()[toks[last].key]) {
		last++
	}
	beside := slices.Concat(toks[first:from], toks[end:last])
	comes := slices.ContainsFunc(beside, func(t token) bool { return comesOn().has(t.key) })
	return slices.ContainsFunc(beside, func(t token) bool {
		w := t.key
		r, _ := utf8.DecodeRuneInString(text[t.start:])
		if negations()[w] && !(w == "no" && s.in == pt) {
			return true
		}
		return !(comesOn().has(w) || isDay(w) || unicode.IsDigit(rune(w[0])) || isPreposition(w) || determiners()[w] || clocks(w) || visitWords.MatchString(w) ||
			slices.Contains(title, w) || unicode.IsUpper(r) && (comes || t.start != toks[first].start))
	})
}

// strays reports a prompt that has the day of the week so, or beside a word such as "before".
func (s Shown) strays(day int) bool {
	return slices.ContainsFunc(s.About, func(about string) bool {
		text := head(about)
		toks := tokenize(text, nil)
		for i := 0; i < len(toks); i++ {
			if calendars().days[toks[i].key] != day {
				continue
			}
			_, n, in, _ := dayAt(toks, i)
			if from := beforeDay(toks, i, in); s.strayDay(text, toks, from, i+max(n, 1)) || from > 0 && besideDays()[toks[from-1].key] {
				return true
			}
		}
		return false
	})
}

// otherDays reports a prompt that tells of a change, of a thing's not being, or of what somebody would rather have, or that asks for
// what has no day: whoever repeats its day may mean that day and not the thing.
func (s Shown) otherDays() bool {
	return slices.ContainsFunc(s.words(), movedWords.MatchString) || slices.ContainsFunc(s.About, func(about string) bool {
		return anotherDay.MatchString(about) || dayless.MatchString(titleOf(about)) || whetherSo.MatchString(titleOf(about))
	})
}

var (
	anotherDay = lazyre.New(`(?i)(?:^|\P{L})(?:prefers?|would rather|préfère|preferisce|prefiere|prefere|woli|lieber|liever|(?:an)?other (?:day|date|time)|anderen? (?:tag|termin)|autre (?:jour|date)|altr[oa]? ?(?:giorno|data)|un'altra data|otr[oa] (?:día|fecha)|outr[oa] (?:dia|data)|andere (?:dag|datum)|inny (?:dzień|termin))(?:\P{L}|$)`)
	whetherSo  = lazyre.New(`(?i)\P{L}(?:whether|if|ob|si|se|czy)(?:\P{L}|$)`)
	dayless    = lazyre.New(`(?i)(?:^|\P{L})(?:\pL*lists?|listas?|\pL*liste|listę|\pL*lijst|menus?|menú|men[uù]|prices?|preis|prezzo|prix|precio|preço|prijs|cenę|address|adresse?|indirizzo|dirección|morada|adres)(?:\P{L}|$)`)
)

// negations make of a day the one on which a thing is not.
var negations = lazyre.Once(func() map[string]bool {
	return set("not", "no", "never", "cannot", "can't", "won't", "isn't", "nicht", "kein", "keine", "keinen", "nie", "pas", "ne", "non", "ni", "nunca", "não", "nao", "niet", "geen", "ya", "já", "plus", "più", "sin", "sem", "bez", "sans", "senza", "ohne", "zonder", "without")
})

// onceWas are words of what was to be.
var onceWas = lazyre.Once(func() map[string]bool {
	return set("was", "were", "had", "war", "waren", "wollte", "c'était", "était", "voulait", "era", "erano", "voleva", "quería", "queria", "estava", "wilde", "było", "był", "była", "chciał", "chciała")
})

// purposes join to a day what it is for.
var purposes = lazyre.Once(func() map[string]bool { return set("for", "für", "pour", "per", "para", "voor", "dla") })

// comesOn are words of somebody's coming on a day, or of a thing's being then.
var comesOn = lazyre.Once(func() wordList {
	return wordsOf(`can could may might would will come comes coming be is are it they he she we you there free available possible slot start starts starting begins arrive arrives arriving deliver delivers delivered offer offers offered
		kann können könnte könnten kommt kommen ist sind wäre er sie es wir frei möglich verfügbar beginnt beginn bietet hat haben liefert liefern ort uhr
		peut peuvent pourrait pourraient vient viennent viendra est sont il elle ils on c'est libre libres possible disponible commence propose proposent livre livrent livré livrée passe passent passera arrive heures
		può possono potrebbe viene vengono verrà è sono libero libera liberi disponibile possibile inizia propone passa passano arriva c'è posto ore
		puede pueden podría podrían viene vienen vendría es son está libre disponible posible empieza ofrece ofrecen pasa pasan llega hay hueco sitio
		pode podem poderia vem vêm é está livre disponível possível começa oferece passa chega há vaga horas
		kan kunnen komt komen zijn vrij mogelijk beschikbaar begint biedt heeft hij ze er uur
		może mogą przyjdzie przyjedzie przyjadą jest są wolny wolne wolna dostępny możliwy zaczyna się proponuje proponują godz godzina
		morning afternoon evening noon mattina mattino pomeriggio sera mañana tarde noche matin après-midi soir morgen vormittag nachmittag mittag abend früh manhã noite ochtend middag avond rano południu popołudniu wieczorem`)
})
