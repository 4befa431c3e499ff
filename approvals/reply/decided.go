package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Offices say in nouns what becomes of a thing that is asked for: that it is granted or not ("ferie approvate", "the refund is
// not possible"), and phones that there is none ("niente sconto", "rabat nie").

// decisions are words of all languages, for what is said of what a prompt asks for.
type decisions struct {
	granted, refused map[string]bool
	possible         map[string]bool // only denied: "il rimborso non è possibile"
	is, isNot, must  [][]string
	none, no         map[string]bool // before and behind a thing
	alas             map[string]bool
}

var decidedWords = lazyre.Once(func() decisions {
	romance := func(stems, endings string) string { return forms(stems, endings) }
	d := decisions{
		granted: set(strings.Fields(`approved granted authorised authorized genehmigt bewilligt gewährt freigegeben zugestimmt stattgegeben goedgekeurd toegekend verleend toegestaan ` +
			romance("approvat autorizzat concess accordat", "o a i e") + romance("aprobad autorizad concedid otorgad aprovad", "o a os as") + romance("approuvé autorisé accordé validé", "- e s es") +
			romance("zatwierdzon zaakceptowan przyznan udzielon", "y a e"))...),
		refused: set(strings.Fields(`denied refused rejected declined abgelehnt verweigert afgewezen geweigerd ` +
			romance("negat rifiutat respint bocciat", "o a i e") + romance("denegad rechazad negad recusad rejeitad indeferid", "o a os as") + romance("refusé rejeté", "- e s es") + romance("odrzucon", "y a e"))...),
		possible: set(strings.Fields(`possible möglich posible posibles possibile possibili possível possíveis mogelijk możliwy możliwa możliwe mozliwy mozliwa mozliwe`)...),
		none:     set(strings.Fields(`no kein keine keinen keinerlei geen aucun aucune sin ningún ningun ninguna sem nenhum nenhuma niente nessun nessuno nessuna gnente nissun bez żaden żadna żadnej żadnego zaden zadna zadnej zadnego`)...),
		alas:     set(strings.Fields(`unfortunately sadly leider purtroppo lamentablemente desgraciadamente malheureusement infelizmente helaas niestety`)...),
		no:       set("no", "nein", "nee", "non", "não", "nao", "nie"),
	}
	for s := range strings.SplitSeq(`is|are|è|e'|sono|viene|vengono|est|sont|ist|sind|wird|werden|es|son|está|están|queda|quedan|é|são|está|estão|fica|ficam|is|zijn|wordt|worden|jest|są|zostaje|zostają`, "|") {
		d.is = append(d.is, strings.Fields(s))
	}
	for s := range strings.SplitSeq(`is not|isn't|are not|cannot be|can't be|non è|non e'|non sono|non viene|non vengono|non può essere|non possono essere|n'est pas|ne sont pas|ne peut pas être|ne peut être|ist nicht|sind nicht|wird nicht|werden nicht|no es|no está|no están|no puede ser|
		não é|não está|não são|não pode ser|is niet|wordt niet|worden niet|nie jest|nie są|nie zostaje|nie zostają|nie może być|nie będzie|nie zostanie`, "|") {
		d.isNot = append(d.isNot, strings.Fields(s))
	}
	for s := range strings.SplitSeq(`non va|non vanno|non deve essere|non devono essere|non dev'essere`, "|") {
		d.must = append(d.must, strings.Fields(s))
	}
	return d
})

// done reports whether a word is the Italian participle of a deed of the prompt: "pagata".
func (own ownWords) done(w string) bool {
	if len(w) < 4 {
		return false
	}
	if verb := italianDone()[w[:len(w)-1]]; verb != "" {
		return own.act(verb) != 0
	}
	for _, e := range [][2]string{{"at", "are"}, {"it", "ire"}, {"ut", "ere"}} {
		if stem, is := strings.CutSuffix(w[:len(w)-1], e[0]); is && strings.ContainsAny(w[len(w)-1:], "oaie") && (own.act(stem+e[1]) != 0 || own.roles[stem+e[1]] != 0) {
			return true
		}
	}
	return false
}

// italianDone are participles that no rule makes, without their last letters.
var italianDone = lazyre.Once(func() map[string]string {
	all := map[string]string{}
	for pair := range strings.FieldsSeq(`chius/chiudere disdett/disdire rimoss/rimuovere apert/aprire spent/spegnere acces/accendere iscritt/iscrivere tradott/tradurre promoss/promuovere tolt/togliere concess/concedere assunt/assumere scritt/scrivere dipint/dipingere
		corrett/correggere raccolt/raccogliere estes/estendere ridott/ridurre accolt/accogliere espuls/espellere emess/emettere sospes/sospendere fus/fondere`) {
		stem, verb, _ := strings.Cut(pair, "/")
		all[stem] = verb
	}
	return all
})

// decided reads a clause that begins at toks[i] and says what becomes of the thing or the deed that the prompt names: its class
// and its length in words, 0 for none.
func (p *parser) decided(o *orders, toks []token, i int) (class, int) {
	d := decidedWords()
	if i > 0 && toks[i-1].kind == word && !d.alas[toks[i-1].key] || o.own.joined {
		return unknown, 0
	}
	end := i
	for end < len(toks) && toks[end].kind == word && end-i < longestClause {
		end++
	}
	for end > i+2 && p.verdicts.of[toks[end-1].key].class == courtesy { // "niente gonfiabile grazie"
		end--
	}
	if d.none[toks[i].key] && end > i+1 {
		if deed, ok := o.namesWhole(toks[i+1 : end]); ok && (deed || o.own.gets) {
			return noWeak, end - i
		}
	}
	if n := end - 1 - i; n > 0 && d.no[toks[end-1].key] {
		if deed, ok := o.namesWhole(toks[i : end-1]); ok && (deed || o.own.gets) {
			return noWeak, end - i
		}
	}
	for n := end - i - 1; n > 0; n-- {
		deed, ok := o.namesWhole(toks[i : i+n])
		if !ok {
			continue
		}
		not, rest := false, toks[i+n:end]
		if k := startsWith(rest, d.isNot); k > 0 {
			not, rest = true, rest[k:]
		} else if k := startsWith(rest, d.is); k > 0 {
			rest = rest[k:]
		}
		if len(rest) != 1 {
			if k := startsWith(rest, d.must); !not && k > 0 && len(rest) == k+1 && o.own.done(rest[k].key) { // "la fattura non va pagata"
				return noStrong, end - i
			}
			continue
		}
		switch w := rest[0].key; {
		case d.granted[w] && not, d.possible[w] && not, d.refused[w] && !not:
			if deed || o.own.gets { // "ticket rejected" may be why it is closed
				return noStrong, end - i
			}
		case d.granted[w]:
			return yesStrong, end - i
		}
	}
	return unknown, 0
}

// startsWith is the length of the longest of some phrases that toks begin with.
func startsWith(toks []token, phrases [][]string) (n int) {
	for _, of := range phrases {
		if len(of) > n && len(of) <= len(toks) && !slices.ContainsFunc(toks[:len(of)], func(t token) bool { return t.kind != word }) && slices.Equal(words(toks[:len(of)]), of) {
			n = len(of)
		}
	}
	return n
}

// namesWhole reports whether words name what the prompt asks for and nothing else: the deed by its noun, or the thing that it
// is first of all done to.
func (o *orders) namesWhole(toks []token) (deed, ok bool) {
	if !o.own.fits(o, toks) {
		return false, false
	}
	for _, t := range toks {
		k := t.key[strings.LastIndexByte(t.key, '\'')+1:]
		act := o.own.act(k)
		switch {
		case t.value:
			return false, false
		case act&infinitive != 0 && act&object != 0:
			deed, ok = true, true
		case o.own.object[nameKey(k)], o.own.part(o.at, k), slices.ContainsFunc(o.own.kinds, func(kind wordList) bool { return kind.has(k) }):
			ok = true
		case determiners()[t.key]:
		default:
			return false, false
		}
	}
	return deed, ok
}

// actsToGet are acts, by their first English verbs, of which there is none without their thing: "niente sconto" to whom is asked
// to give one. Where a thing is moved, changed or ended, "no visit" may want it ended.
var actsToGet = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`pay refund publish send hire book order give donate offer invite print deploy release remind install create allow discount credit advance employ reward issue advertise announce prescribe rent lend finance build plant commission sign`)...)
})
