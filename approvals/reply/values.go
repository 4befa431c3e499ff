package reply

import (
	"slices"
	"sort"
	"strings"
	"unicode"
)

// withoutValues takes out what repeats a value that the prompt shows, with the words that
// join it to the thing before it: "refund of EUR 840 to ACME" is a refund, "the Vienna
// flight" the flight. What else is said of it stays: "up to 840" is none of these. It
// returns nil if nothing is repeated.
func (p *parser) withoutValues(toks []token, shown Shown, polish bool) []token {
	if shown.Amount == "" && shown.Currency == "" && len(shown.Values) == 0 {
		return nil
	}
	var values [][]string
	for _, v := range shown.Values {
		keys := words(tokenize(head(v), nil))
		values = append(values, keys)
		if len(keys) > 1 && len(keys[0]) > 2 && !p.known[keys[0]] && p.words[keys[0]] == 0 { // "ACME" of "ACME Ltd"
			values = append(values, keys[:1])
			values = append(values, []string{keys[0] + "s"})
			for _, e := range []string{"a", "owi", "em", "u"} { // "do Meyera"
				if polish {
					values = append(values, []string{keys[0] + e})
				}
			}
		}
	}
	values = slices.DeleteFunc(values, func(v []string) bool { return p.isOneOfSeveral(v, shown) })
	sort.SliceStable(values, func(i, j int) bool { return len(values[j]) < len(values[i]) })
	money := func(i int) bool { return i >= 0 && i < len(toks) && ofCurrency(toks[i].key, shown.Currency) }
	kept, found, gap := make([]token, 0, len(toks)), false, false
	for i := 0; i < len(toks); {
		from, n := i, amountAt(toks, i, shown.Amount)
		if n == 0 && money(i) { // "EUR 840"
			if n = amountAt(toks, i+1, shown.Amount); n > 0 {
				n++
			}
		}
		joins := p.amountJoins
		switch {
		case n > 0 && money(from+n):
			n++
		case n > 0 && !money(from) && (isMoney(toks, from-1) || isMoney(toks, from+n)): // of another currency
			n = 0
		}
		if n == 0 {
			if n = valueAt(toks, i, values); n > 0 && (isMoney(toks, i-1) || isMoney(toks, i+n)) { // "40 EUR" is no order 40
				n = 0
			}
			joins = p.nameJoins
		}
		if n == 0 {
			kept = append(kept, toks[i])
			kept[len(kept)-1].value = toks[i].value || gap
			gap = false
			i++
			continue
		}
		found, gap = true, true
		if end := i + n; end < len(toks) && toks[end].key == "." && end+1 < len(toks) && toks[end+1].kind == word && abbreviated(toks[end-1].key) {
			n++ // "ACME Ltd. may"
		}
		for k := min(3, len(kept)); k > 0; k-- { // the longest run of words that joins it
			if run := wordRun(kept, len(kept)-k, k); run != nil && joins[strings.Join(run, " ")] {
				kept = kept[:len(kept)-k]
				break
			}
		}
		if len(kept) > 0 {
			kept[len(kept)-1].then = true
		}
		i += n
	}
	if !found {
		return nil
	}
	for n := len(kept) - 1; n > 0 && kept[n].kind == punct && strings.Contains(":,(-–—)", kept[n].key); n-- { // "Approved: 840 EUR"
		kept = kept[:n]
	}
	return kept
}

// isOneOfSeveral reports a value that the prompt names beside another: "glue" of "Order veneer and glue" says which.
func (p *parser) isOneOfSeveral(value []string, shown Shown) bool {
	for _, about := range shown.About {
		all := words(tokenize(joinedThing.ReplaceAllStringFunc(titleOf(about), func(s string) string { return " and " + s[1:] }), nil))
		for i := range all {
			if end := i + len(value); len(value) > 0 && end <= len(all) && slices.Equal(all[i:end], value) && (i > 0 && p.joinsThings(all, i-1) || end < len(all) && p.joinsThings(all, end)) {
				return true
			}
		}
	}
	return false
}

// misnames reports whether a text has a name that is almost one of the prompt: "Orbital" to whom is asked about Orbit. Polish names
// have many forms.
func (p *parser) misnames(body string, toks []token, o Options) bool {
	if p.fitting(o.Language).language == pl {
		return false
	}
	for i, t := range toks {
		if len(t.key) < 4 || p.words[t.key] != 0 || o.Shown.has(t.key) || !named(body, toks, i) {
			continue
		}
		for _, about := range o.Shown.About {
			about = head(about)
			asked := tokenize(about, nil)
			for j, w := range asked {
				if named(about, asked, j) && almost(t.key, w.key) {
					return true
				}
			}
		}
	}
	return false
}

// named reports a word with a great letter within a sentence.
func named(text string, toks []token, i int) bool {
	return i > 0 && toks[i].kind == word && toks[i-1].kind == word && unicode.IsUpper([]rune(text[toks[i].start:])[0]) && text[toks[i].start:toks[i].end] != strings.ToUpper(text[toks[i].start:toks[i].end])
}

// almost reports two words that begin alike and end otherwise in a few letters, which no case or number explains.
func almost(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	ending := func(s string) bool {
		return slices.Contains([]string{"", "s", "'s", "e", "n", "en", "es", "er", "ns", "ern"}, s)
	}
	return n > 3 && len(a) < n+4 && len(b) < n+4 && !(ending(a[n:]) && ending(b[n:]))
}

// abbreviated reports a legal form that people write with a full stop.
func abbreviated(w string) bool {
	return slices.Contains([]string{"ltd", "inc", "co", "corp", "gmbh", "ag", "kg", "sa", "srl", "spa", "bv", "nv", "lda", "sl", "sarl", "sp"}, w)
}

// valueAt returns how many tokens from i are one of the values.
func valueAt(toks []token, i int, values [][]string) int {
	for _, v := range values {
		if len(v) > 0 && slices.Equal(wordRun(toks, i, len(v)), v) && alone(toks, i, len(v)) {
			return len(v)
		}
	}
	return 0
}

// amountAt returns how many tokens from i are an amount, which may have two digits of
// nothing behind it: "840.00".
func amountAt(toks []token, i int, amount string) int {
	want := words(tokenize(amount, nil))
	if len(want) == 0 || i >= len(toks) {
		return 0
	}
	n := 2*len(want) - 1 // "0.50" is a word, a dot and a word
	if i+n > len(toks) || !slices.Equal(words(toks[i:i+n]), want) || n > 1 && !(touching(toks, i) && touching(toks, i+1)) {
		return 0
	}
	if n == 1 && touching(toks, i) && strings.Contains(".,", toks[i+1].key) && touching(toks, i+1) && toks[i+2].key == "00" {
		n += 2
	}
	if !alone(toks, i, n) {
		return 0
	}
	return n
}

// alone reports whether n tokens from i are no part of a longer number or word.
func alone(toks []token, i, n int) bool {
	if touching(toks, i-1) && !strings.Contains("€$£(:\"'", toks[i-1].key) {
		return false
	}
	end := i + n - 1
	return !touching(toks, end) || !strings.Contains(".,-/+'", toks[end+1].key) || !touching(toks, end+1) || toks[end+2].kind != word
}

// touching reports whether toks[i] touches the next token.
func touching(toks []token, i int) bool {
	return i >= 0 && i+1 < len(toks) && toks[i].end == toks[i+1].start
}

// ofCurrency reports whether a word is a name of a currency.
func ofCurrency(w, currency string) bool {
	return currency != "" && slices.ContainsFunc(currencies(), func(names []string) bool {
		return slices.Contains(names, strings.ToLower(currency)) && slices.Contains(names, w)
	})
}

// isMoney reports whether toks[i] is a name of any currency.
func isMoney(toks []token, i int) bool {
	return i >= 0 && i < len(toks) && slices.ContainsFunc(currencies(), func(names []string) bool { return slices.Contains(names, toks[i].key) })
}

// currencies are the names of each, in the languages together.
func currencies() [][]string {
	var all [][]string
	for _, l := range []string{"eur euro euros €", "usd dollar dollars dollari dólares dolares dolarów $", "gbp pound pounds quid sterlina sterline libras livres pfund pond funtów £", "chf franken francs franchi francos stutz fr", "pln zł zloty złotych zlotych", "brl reais real r$"} {
		all = append(all, strings.Fields(l))
	}
	return all
}

// valueJoins are the words that join an amount, or a name, to what it is of. "To" and "up to"
// are one word in Polish: it joins no amount.
func valueJoins() (amounts, names map[string]bool) {
	return set(strings.Split(`of|for|over|in the amount of|amount of|the|von|über|ueber|in höhe von|in hoehe von|höhe von|die|der|di|da|del|dei|per|pari a|i|gli|le|de|del|por|por importe de|los|las|de los|de las|d'un montant de|montant de|pour les|les|des|à hauteur de|no valor de|valor de|dos|os|gli|degli|van|voor|ad|ten bedrage van|ter hoogte van|de|na kwotę|na kwote|w wysokości|kwoty|w kwocie`, "|")...),
		set(strings.Split(`ad|an die|an den|an das|für die|para a|para o|of|to|for|from|the|with|company|the company|of the company|to the company|von|an|nach|für|der|die|das|den|dem|firma|der firma|die firma|an die firma|von der firma|für die firma|bei|a|al|alla|all'|di|della|dello|del|per|da|dalla|ditta|della ditta|società|della società|alla società|de|de la|de los|a la|para|con|empresa|de la empresa|a la empresa|desde|à|au|du|des|de|d'|pour|chez|société|de la société|à la société|entreprise|de l'entreprise|ao|à|do|da|dos|para|pro|pra|empresa|da empresa|à empresa|van|aan|naar|voor|bedrijf|van het bedrijf|firma|van firma|van de firma|do|dla|z|od|firmy|dla firmy|firmie|u|pana|pani|panu|mr|mrs|ms|herr|herrn|frau|herrn|signor|signora|señor|señora|monsieur|madame|senhor|senhora|meneer|mevrouw`, "|")...)
}
