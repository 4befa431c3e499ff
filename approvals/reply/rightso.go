package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Beside an order people say with what they see it ("Oh gosh, yes. Refund him.", "Allez, ja, bestelt maar"), and that what it is about is right
// ("Les chiffres sont bons, tu peux l'envoyer"). Neither says more than the order does.

// glad are words of one language before an answer that say only how it is heard; a mark or a yes is behind them, for "Leuk boek" is a book.
var glad = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1]string{
		enAt: `(?:oh |ah )?(?:gosh|shoot|lovely|brilliant|wonderful|goodness|yay|hooray|super|ooh)`,
		itAt: `dai|dai su|evviva|che bello|oh bene|ottimo|forza`,
		esAt: `ándale|ándele|órale|venga|dale pues|uy|ay|qué bien|genial`,
		frAt: `allez|certain|chouette|génial|youpi|beau dommage|bon ben|ben`,
		deAt: `ist i\. ?o\.|i\. ?o\.|juhu|fein|na dann|toll|herrlich`,
		ptAt: `oba|opa|eba|bora|massa|que bom|boa`,
		nlAt: `allez|heerlijk|joepie|leuk|mooi|tof`,
		plAt: `ojej|hura|ekstra|świetnie|swietnie`,
	} {
		all[l] = lazyre.Made(`(?is)^\s*(?:` + of + `)(?:[ ]*[,.!]+\s*|\s+(?:ja|oui|da)\b[ ,]*)(\S.*)$`)
	}
	return all
})

// rightSo is a clause that says of a thing that it is right, by language.
var rightSo = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1][3]string{ // its articles; what is said of it; behind that
		enAt: {`the|all the`, `(?:is|are|looks?) (?:all )?(?:right|correct|fine|good|in order|ok|okay|checked)|checks? out|(?:has|have) been checked`, `now|as it is|as they are`},
		itAt: {`la|il|lo|le|i|gli|l'`, `(?:è|sono) (?:giust[oaie]|corrett[oaie]|a posto|in ordine|controllat[oaie])(?: e (?:giust|corrett)[oaie])?|controllat[oaie](?: e (?:giust|corrett)[oaie])?|(?:torna|tornano|quadra|quadrano)`, `così`},
		esAt: {`la|el|los|las`, `(?:está|están|es|son) (?:bien|correct[oa]s?|revisad[oa]s?|en orden)(?: (?:facturad|hech)[oa]s?)?|cuadran?`, `así`},
		frAt: {`la|le|les|l'`, `(?:est|sont) (?:bonn?e?s?|justes?|correcte?s?|en ordre|conformes?|vérifiée?s?)`, `comme ça|ainsi`},
		deAt: {`die|der|das`, `(?:ist|sind) (?:gut|richtig|korrekt|in ordnung|geprüft|ok|okay)|(?:stimmt|stimmen|passt|passen)`, `so`},
		ptAt: {`a|o|as|os`, `(?:está|estão|tá) (?:cert[oa]s?|corret[oa]s?|correct[oa]s?|bem|conferid[oa]s?|em ordem|ok)|(?:bate|batem)`, `assim`},
		nlAt: {`de|het`, `(?:is|zijn) (?:goed|juist|correct|in orde|nagekeken|ok|oké)|klopt|kloppen`, `zo|allemaal`},
		plAt: {``, `(?:jest|są) (?:w porządku|dobr[aey]|poprawn[aey]|ok|sprawdzon[aey])|(?:zgadza|zgadzają) się`, ``},
	} {
		article := ""
		if of[0] != "" {
			article = `(?:(?:` + of[0] + `)[ ]?)?`
		}
		behind := ""
		if of[2] != "" {
			behind = `(?: (?:` + of[2] + `))?`
		}
		all[l] = lazyre.Made(`(?i)^(?:` + article + `(\pL+) )?(?:` + of[1] + `)` + behind + `$`)
	}
	return all
})

// withoutRightSo leaves such words out; what is left has to order or consent by itself. A thing that is right is one of the prompt.
func (p *parser) withoutRightSo(body string, l int, shown Shown) string {
	if !p.oneDeed(shown) || p.undoes(shown) || p.refusedTitle(shown) {
		return body
	}
	if m := glad()[l].FindStringSubmatch(body); m != nil {
		body = m[1]
	}
	ends := clauseEnd.FindAllStringIndex(body, -1)
	if len(ends) == 0 || len(ends) > 4 {
		return body
	}
	var kept strings.Builder
	from, left := 0, false
	for _, end := range append(slices.Clone(ends), []int{len(body), len(body)}) {
		clause := body[from:end[0]]
		if m := rightSo()[l].FindStringSubmatch(strings.TrimSpace(clause)); m != nil && !left && m[1] != "" && len(m[1]) > 3 && !isTime(foldedWord(strings.ToLower(m[1]))) && (shown.has(strings.ToLower(m[1])) || shownFigures()[strings.ToLower(m[1])] || sharesStem([]string{strings.ToLower(m[1])}, shown.words())) {
			left = true
		} else {
			kept.WriteString(body[from:end[1]])
		}
		from = end[1]
	}
	if !left || !slices.ContainsFunc(tokenize(kept.String(), p.smileys), func(t token) bool { // beside a mere yes it may be all that is answered
		return t.kind == word && answerWords()[t.key] == None && !pleases()[t.key] && !thanks()[t.key] && !myself()[l][t.key] && !(confirmsAll.MatchString(t.key) && !slices.ContainsFunc(shown.words(), confirmsAll.MatchString)) // "the figures are right, I confirm"
	}) {
		return body
	}
	return kept.String()
}

// confirmsAll are words for to confirm.
var confirmsAll = lazyre.New(`^(?:confirm|conferm|bestätig|bestaetig|bevestig|potwierdz)`)

// shownFigures are words for what a prompt shows.
var shownFigures = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`figures numbers amount amounts dates total totals zahlen betrag beträge daten summe chiffres montant montants dates comptes cifre importo importi conti dati date cifras importe importes cuentas datos números montante valores valor contas dados cijfers bedrag bedragen uren gegevens kwota kwoty dane liczby`)...)
})
