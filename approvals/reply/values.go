package reply

import (
	"slices"
	"strings"
	"unicode"
)

// withoutValues takes out what repeats a value that the prompt shows, with the words that
// join it to the thing before it: "refund of EUR 840 to ACME" is a refund, "the Vienna
// flight" the flight. What else is said of it stays: "up to 840" is none of these. It
// returns nil if nothing is repeated.
func (p *parser) withoutValues(toks []token, shown Shown) []token {
	if len(shown.Values) == 0 {
		return nil
	}
	var values [][]string
	money := map[string]bool{}
	for _, v := range shown.Values {
		keys := words(tokenize(head(v), nil))
		values = append(values, keys)
		if len(keys) > 1 && len(keys[0]) > 2 && !p.known[keys[0]] && p.words[keys[0]] == 0 { // "ACME" of "ACME Ltd"
			values = append(values, keys[:1])
		}
		for _, names := range currencies() {
			if slices.Contains(names, strings.ToLower(v)) {
				for _, n := range names {
					money[n] = true
				}
			}
		}
	}
	slices.SortStableFunc(values, func(a, b []string) int { return len(b) - len(a) })
	kept, found := make([]token, 0, len(toks)), false
	for i := 0; i < len(toks); {
		n, amount := valueAt(toks, i, values)
		if n == 0 && money[toks[i].key] && i+1 < len(toks) { // "EUR 840"
			if after, is := valueAt(toks, i+1, values); after > 0 && is {
				n, amount = 1+after, true
			}
		}
		if n == 0 {
			kept = append(kept, toks[i])
			i++
			continue
		}
		if amount && i+n < len(toks) && money[toks[i+n].key] {
			n++
		}
		found = true
		joins := p.nameJoins
		if amount {
			joins = p.amountJoins
		}
		for k := min(3, len(kept)); k > 0; k-- { // the longest run of words that joins it
			if run := wordRun(kept, len(kept)-k, k); run != nil && joins[strings.Join(run, " ")] {
				kept = kept[:len(kept)-k]
				break
			}
		}
		i += n
	}
	if !found {
		return nil
	}
	return kept
}

// valueAt returns how many tokens from i are a value, and whether it is a number. A number
// may have two digits of nothing behind it: "840.00".
func valueAt(toks []token, i int, values [][]string) (n int, number bool) {
	for _, v := range values {
		if len(v) == 0 || !slices.Equal(wordRun(toks, i, len(v)), v) {
			continue
		}
		n = len(v)
		if number = len(v) == 1 && strings.Trim(v[0], "0123456789") == ""; !number {
			return n, false
		}
		if touching(toks, i-1) || i > 1 && touching(toks, i-2) && toks[i-1].kind == punct {
			return 0, false // a part of a longer number
		}
		if touching(toks, i) && (toks[i+1].key == "." || toks[i+1].key == ",") && touching(toks, i+1) && unicode.IsDigit([]rune(toks[i+2].key)[0]) {
			if toks[i+2].key != "00" || touching(toks, i+2) && i+4 < len(toks) && touching(toks, i+3) {
				return 0, false
			}
			return n + 2, true
		}
		return n, true
	}
	return 0, false
}

// touching reports whether toks[i] touches the next token.
func touching(toks []token, i int) bool {
	return i >= 0 && i+1 < len(toks) && toks[i].end == toks[i+1].start
}

// currencies are the names of each, in the languages together.
func currencies() [][]string {
	var all [][]string
	for _, l := range []string{"eur euro euros €", "usd dollar dollars dollari dólares dolares dolarów $", "gbp pound pounds quid sterlina sterline libras livres pfund pond funtów £", "chf franken francs franchi francos stutz fr", "pln zł zloty złotych zlotych", "brl reais real r$"} {
		all = append(all, strings.Fields(l))
	}
	return all
}

// joins are the words that join an amount, or a name, to what it is of. "To" and "up to"
// are one word in Polish: it joins no amount.
func joins() (amounts, names map[string]bool) {
	return set(strings.Split(`of|for|over|in the amount of|amount of|the|von|über|ueber|in höhe von|in hoehe von|höhe von|die|der|di|da|del|dei|per|pari a|i|gli|le|de|del|por|por importe de|los|las|de los|de las|d'un montant de|montant de|les|des|à hauteur de|no valor de|valor de|dos|os|van|voor|ad|ten bedrage van|ter hoogte van|de|na kwotę|na kwote|w wysokości|kwoty|w kwocie`, "|")...),
		set(strings.Split(`of|to|for|from|the|with|company|the company|of the company|to the company|von|an|nach|für|der|die|das|den|dem|firma|der firma|die firma|an die firma|von der firma|für die firma|bei|a|al|alla|all'|di|della|dello|del|per|da|dalla|ditta|della ditta|società|della società|alla società|de|de la|de los|a la|para|con|empresa|de la empresa|a la empresa|desde|à|au|du|des|de|d'|pour|chez|société|de la société|à la société|entreprise|de l'entreprise|ao|à|do|da|dos|para|pro|pra|empresa|da empresa|à empresa|van|aan|naar|voor|bedrijf|van het bedrijf|firma|van firma|van de firma|do|dla|z|od|firmy|dla firmy|firmie|u|pana|pani|panu|mr|mrs|ms|herr|herrn|frau|herrn|signor|signora|señor|señora|monsieur|madame|senhor|senhora|meneer|mevrouw`, "|")...)
}
