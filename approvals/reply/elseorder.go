package reply

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// OrdersElse reports whether a text that looks like an answer only because it calls something off
// is an order about something of its writer's own: "Cancel my 3pm meeting", where a refund is asked
// for. It has no word for yes, no or maybe, and says nothing of the request.
func OrdersElse(text string, o Options) bool {
	return grammar().ordersElse(text, o)
}

func (p *parser) ordersElse(text string, o Options) bool {
	toks := slices.DeleteFunc(tokenize(head(text), p.smileys), func(t token) bool { return t.kind != word })
	p.shorten(toks, p.fitting(o.Language).language)
	class := func(i int) class { m, _ := p.phraseAt(toks, i); return m.class }
	i := 0
	for i < len(toks) && class(i).isPolite() {
		i++
	}
	off := i
	for i < len(toks) && class(i) == calledOff {
		i++
	}
	if off == i {
		return false
	}
	if i < len(toks) && determiners()[toks[i].key] && !myOwn()[toks[i].key] { // "la mia riunione"
		i++
	}
	if i == len(toks) || !myOwn()[toks[i].key] {
		return false
	}
	i++
	rest := words(toks[i:])
	for n, w := range rest {
		_, hedged := p.hedges.match(rest[n:])
		if c := class(i + n); c != unknown && !c.isPolite() || hedged > 0 || ofAnyRequest()[w] || generalThings()[w] || saysOf(w, o.Shown) {
			return false
		}
	}
	return len(rest) > 0
}

// saysOf reports whether a word may be one of the prompt, in some form.
func saysOf(w string, shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(wordsOfPrompt(strings.ToLower(about)), func(said string) bool {
			return said == w || utf8.RuneCountInString(w) > 3 && utf8.RuneCountInString(said) > 3 && (strings.HasPrefix(said, string([]rune(w)[:4])) || strings.Contains(said, w) || strings.Contains(w, said))
		})
	})
}

// myOwn say that something is the writer's own.
var myOwn = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`my our mio mia miei mie nostro nostra nostri nostre mi mis nuestro nuestra nuestros nuestras mon ma mes notre nos mein meine meinen meinem meiner unser unsere unseren unserem unserer
		meu minha meus minhas nosso nossa nossos nossas mijn ons onze mój moj moją moja moje mojego mojej nasz naszą nasza nasze naszego naszej`)...)
})

// ofAnyRequest are words by which people speak of what they are asked for.
var ofAnyRequest = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`yes no ok answer reply amount money payment payments transfer transaction purchase refund approval decision
		pagamento pagamenti bonifico importo soldi rimborso acquisto decisione pago pagos transferencia importe dinero reembolso compra decisión decision
		paiement paiements virement montant argent remboursement achat décision zahlung zahlungen überweisung ueberweisung betrag geld erstattung rückerstattung kauf entscheidung
		transferência valor dinheiro reembolso decisão decisao betaling betalingen overboeking bedrag terugbetaling aankoop beslissing płatność platnosc przelew przelewu kwotę kwote pieniądze pieniadze zwrot zakup decyzję decyzje`)...)
})
