package reply

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// Who is asked for several of a thing may say that all of them are meant: "ordina tutti e due gli inverter", "pídeles las 20 bolsas".

// countOf is how many things a prompt asks for, and what they are called: the only number before a word in its title, or else in the
// first words behind that. Money, time, measures and what follows a number of something are none; 0 for none or several.
func countOf(about string) (n int, unit string) {
	title := titleOf(about)
	rest := strings.TrimLeft(about[len(title):], " ?!.\n")
	if i := strings.IndexAny(rest, ",.;\n"); i >= 0 {
		rest = rest[:i]
	}
	for _, text := range []string{title, rest} {
		words := strings.Fields(strings.ToLower(normalize(text)))
		for i := range len(words) - 1 {
			k, next := numberOf(words[i]), strings.TrimRight(words[i+1], ".?!")
			if k > 1 && next == "x" { // "2 x 90 zł"
				return k, ""
			}
			if k < 2 || k > 999 || strings.ContainsFunc(next, func(r rune) bool { return !unicode.IsLetter(r) }) || len(next) < 3 || uncounted()[next] || currencyWords()[next] || measures()[next] || isPreposition(next) || determiners()[next] || isInfinitive(next) && (i+2 == len(words) || i > 0 && isPreposition(words[i-1]) && !determiners()[words[i-1]]) || calendars().in[next] != 0 {
				continue
			}
			if n > 0 {
				return 0, ""
			}
			n, unit = k, next
		}
		if n > 0 {
			return n, unit
		}
	}
	return 0, ""
}

// numberOf is the number that a word is, 0 for none.
func numberOf(word string) int {
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return numerals()[word]
}

var (
	numerals = lazyre.Once(func() map[string]int {
		all := map[string]int{}
		for i, words := range strings.Split(`two due dos deux zwei dois duas twee dwa dwie dwóch|three tre tres trois drei três drie trzy trzech|four quattro cuatro quatre vier quatro cztery czterech|five cinque cinco cinq fünf vijf pięć pięciu|six sei seis sechs zes sześć sześciu|
			seven sette siete sept sieben sete zeven siedem siedmiu|eight otto ocho huit acht oito osiem ośmiu|nine nove nueve neuf neun negen dziewięć|ten dieci diez dix zehn dez tien dziesięć|eleven undici once onze elf elf jedenaście|twelve dodici doce douze zwölf doze twaalf dwanaście`, "|") {
			for w := range strings.FieldsSeq(words) {
				for _, s := range wordSpellings(w) {
					all[s] = i + 2
				}
			}
		}
		return all
	})
	both = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`both entrambi entrambe ambos ambas beide beiden oba obie obydwa obydwie`)...)
	})
	// uncounted are words behind numbers that count no things.
	uncounted = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`uhr uur ore ora hours hour horas hora heures heure godzin godziny min minutes minuti minutos minuten tage tagen days giorni días dias jours dagen dni anni años anos ans jahre jahren jaar years lat lata months mesi meses mois monate monaten maanden miesięcy weeks settimane semanas semaines wochen weken tygodni
			prozent percent procent per cent cento ciento people persone personas personnes personen pessoas osób am pm`)...)
	})
)

// counts is how many words from toks[j] say that all the things are meant that a prompt asks for by their number: "(tutti) e due", "20
// bolsas", "oba".
func (own ownWords) counts(toks []token, j int) int {
	is := func(k int) bool { return k < len(toks) && toks[k].kind == word && numberOf(toks[k].key) == own.count }
	switch {
	case own.count == 0, own.hourAt(toks, j):
	case own.count == 2 && both()[toks[j].key]:
		return 1
	case is(j) && j+1 < len(toks) && toks[j+1].kind == word && own.unit != "" && oneStem(toks[j+1].key, own.unit):
		return 2
	case is(j):
		return 1
	case j > 0 && slices.Contains([]string{"e", "ed"}, toks[j].key) && strings.HasPrefix(toks[j-1].key, "tutt") && is(j+1):
		return 2
	}
	return 0
}

// hourAt reports the number of the prompt's things at toks[j] where it may be an hour: "llámalos a las cuatro", "chiama alle quattro".
func (own ownWords) hourAt(toks []token, j int) bool {
	if j < 1 || own.count == 0 || numberOf(toks[j].key) != own.count {
		return false
	}
	before := toks[j-1].key
	return before == "às" || before == "alle" && own.says["i"] || before == "las" && j > 1 && toks[j-2].key == "a"
}
