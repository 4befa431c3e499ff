package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// What an order with the right verb makes of a request that is narrower, or another: that a report goes to all instead of to one, that
// whoever writes is entered instead of a thing, that it is only noted, and that a bill is given back instead of paid.

// widens reports such an order.
func (p *parser) widens(toks []token, body string, o Options) bool {
	said := foldedWord(strings.Join(words(toks), " "))
	return toAll.MatchString(said) && !p.asksOfAll(o.Shown) || p.entersWriter(said, o) || onlyNotes.MatchString(said) && !o.Shown.says("apuntar") ||
		givesBack.MatchString(said) && onlyPays(o.Shown) || p.doneToSeveral(toks, o.Shown) ||
		otherParticle(said, o.Shown) || asksForPaper.MatchString(said) && onlyPays(o.Shown) || p.rightThenElse(body, o.Shown)
}

// otherParticle reports an order whose verb a particle behind it makes another that the prompt has not: "bestellen Sie ab", which cancels, to
// "Mehl bestellen?"
func otherParticle(said string, shown Shown) bool {
	for _, m := range withParticle.FindAllStringSubmatch(said, -1) {
		stem, particle := m[1], m[2]
		if stem == "" {
			stem, particle = m[3], m[4]
		}
		if stem+particle != "schickab" && stem+particle != "schickweg" && !slices.ContainsFunc(shown.words(), func(w string) bool { // which only sends
			w = foldedWord(w)
			return w == particle || (particle == "terug" || particle == "zuruck") && givesBackAsked.MatchString(w) || strings.HasPrefix(w, particle+stem) || strings.HasPrefix(w, particle+"ge"+stem) || strings.HasPrefix(w, particle+"zu"+stem)
		}) {
			return true
		}
	}
	return false
}

var withParticle = lazyre.New(`(?:^| )(?:(bestell|buch|sag|meld|zahl|uberweis|nehm|nimm|schalt|schick|ruf|setz|stell)(?:e|en|t)?(?: sie| du| es| das| ihn| ihr| bitte| dann| sofort| wieder){0,3} (ab|um|nach|zuruck|weg|aus)` +
	`|(bestel|betaal|bel|meld|zeg|stuur|boek|zet|neem)t?(?: u| het| ze| hem| dat| die| maar| graag| dan){0,3} (af|terug|om|bij|na|weg|uit))(?: (?:bitte|danke|graag|aub|bedankt))*$`)

// asksForPaper asks those who are to be paid for something.
var asksForPaper = lazyre.New(`(?:^| )(?:pede|peca|pedir|pide|pida|chiedi|chieda|demande|demandez|popros|fordern?)(?: |$)`)

// rightThenElse reports an order of another deed behind what says that a thing is right: "the order is right, pay it" to whom is asked to order.
func (p *parser) rightThenElse(body string, shown Shown) bool {
	l, one := shown.in.one()
	right := false
	for _, clause := range strings.Split(clauseEnd.ReplaceAllString(body, "\n"), "\n") {
		clause = strings.TrimSpace(clause)
		if one && right {
			if m := bareOrder.FindStringSubmatch(clause); m != nil {
				verb := strings.ToLower(m[1])
				for _, w := range []string{verb, foldedWord(verb)} {
					if of := actsByVerb()[w]; len(of) > 0 && !p.orderedIn(verb, shown) && !shown.says(verb) && !slices.ContainsFunc(of, func(a actAt) bool {
						return a.k == actConfirms() || slices.ContainsFunc(shown.About, func(about string) bool { return slices.Contains(shown.actsOf(about), a.k) })
					}) && slices.ContainsFunc(of, func(a actAt) bool { return a.l == l }) {
						return true
					}
				}
			}
		}
		right = right || one && rightSo()[l].MatchString(clause)
	}
	return false
}

// bareOrder is a verb alone, or with a pronoun.
var bareOrder = lazyre.New(`(?i)^(?:please |bitte |por favor |per favore )?(\pL{3,}?)(?: it| them|-l[ae]s?|l[oa]s?|-[oa]s?| sie| es)?$`)

// doneToSeveral reports an order for several of whom the prompt has one: "invítalos" to "¿Invitar a Luis?"
func (p *parser) doneToSeveral(toks []token, shown Shown) bool {
	party, _ := p.partyOf(shown)
	return party != 0 && party&many == 0 && !slices.ContainsFunc(shown.About, func(about string) bool {
		return about != "" && (!verbAndName.MatchString(titleOf(about)) || articleOfMany.MatchString(titleOf(about)))
	}) && slices.ContainsFunc(toks, func(t token) bool {
		m := ofSeveral.FindStringSubmatch(foldedWord(t.key))
		return m != nil && (m[1] == "" || p.orderedIn(m[1], shown) || p.orderedIn(strings.TrimSuffix(t.key, t.key[len(t.key)-len(m[2]):]), shown))
	})
}

// verbAndName is a title with somebody's name right behind its verb, articleOfMany one with an article of several.
var (
	verbAndName   = lazyre.New(`^¿?\pL+ (?:(?:a|o|ao|à) )?\p{Lu}`)
	articleOfMany = lazyre.New(`(?i) (?:los|las|unos|unas|i|gli|le|les|des|os|as|de|het) `)
)

// ofSeveral is an order and its pronoun for several, without accents.
var ofSeveral = lazyre.New(`^(\pL{3,}?)(los|las|li|-les|-os|-as)$|^(?:ich|hen|hun)$`)

// toAll is to whom an order sends or says something, without accents, where greetings have their verb or none.
var toAll = lazyre.New(`(?:^| )(?:(?:send|forward|mail|email|write|post|give|show) (?:it |them |this |that |the \pL+ )?(?:out )?to (?:all|everyone|everybody)` +
	`|(?:envoie|envoyez|envoyer|transmets|transmettez|ecris|ecrivez)(?:-l[ae]s?|-les)?(?: l[ea]s? \pL+| l'\pL+)? a (?:tous|toutes|tout le monde)` +
	`|(?:invi|mand|spedi|inoltr|scriv)\pL*(?: (?:il|la|lo|i|le|gli) \pL+| l'\pL+)? (?:a|ai|alle) tutt[ie]` +
	`|(?:envi|mand|reenvi|escrib|remit)\pL*(?: (?:el|la|los|las) \pL+)? a tod[oa]s` +
	`|(?:envi|mand|reenvi|encaminh|escrev)\pL*(?:-[oa]s?)?(?: (?:o|a|os|as) \pL+)? (?:a|para|pra) tod[oa]s` +
	`|(?:wyslij|wyslac|przeslij|przeslac|roześlij|napisz)(?: (?:go|ja|to|\pL+))? (?:do )?(?:wszystkich|wszystkim)` +
	`|(?:schick|schicke|schicken|sende|senden|mail|maile) (?:sie |es |ihn |das |den \pL+ |die \pL+ |das \pL+ )?(?:an )?allen?` +
	`|(?:stuur|verstuur|mail|sturen) (?:het |hem |ze |dat |het \pL+ |de \pL+ )?(?:maar )?(?:naar|aan) (?:iedereen|allen))(?: |$)`)

// asksOfAll reports a prompt that has several, or names nobody and no place to whom something goes.
func (p *parser) asksOfAll(shown Shown) bool {
	return slices.ContainsFunc(shown.words(), allOf().has) || !slices.ContainsFunc(shown.About, func(about string) bool {
		return wayTo.MatchString(titleOf(about)) && !wayToSeveral.MatchString(titleOf(about))
	})
}

var (
	allOf = lazyre.Once(func() wordList {
		return wordsOf(`all everyone everybody alle allen alles tous toutes tout tutti tutte todos todas wszystkim wszystkich wszystkie iedereen`)
	})
	// wayTo is a title that says to whom or where to, and wayToSeveral one in which those are several.
	wayTo        = lazyre.New(`(?i) (?:to|an|à|au|a|al|alla|allo|all'|ad|ao|à|para|naar|aan|do) ?\pL`)
	wayToSeveral = lazyre.New(`(?i) (?:(?:a los|a las|para los|para las|aux|ai|agli|alle|aos|às|para os|para as|den) \pL|to (?:the |our |my |your )?\pL+s(?:\P{L}|$)|(?:an|naar|aan) (?:die |de |onze |unsere )?\pL+en(?:\P{L}|$)|\pL+om(?:\P{L}|$)|do \pL+ów(?:\P{L}|$))`)
)

// entersWriter reports an order to enter whoever writes somewhere, where not they are to be entered: "apúntame" to "Register the trailer?"
func (p *parser) entersWriter(said string, o Options) bool {
	return len(o.Shown.About) > 0 && entersMyself.MatchString(said) && len(p.entersYou(o.Shown)) == 0 && !slices.ContainsFunc(o.Shown.About, func(about string) bool { return entersOneself.MatchString(titleOf(about)) })
}

var (
	// entersMyself is such an order, without accents, with nothing behind it that is entered.
	entersMyself = lazyre.New(`(?:^| )(?:(?:register|enrol|enroll) me|sign me up|put me down|(?:inscri|apunt|matricul)\pL*me|(?:iscriv|registr)\pL*mi|(?:inscri|enregistr)\pL*[- ]moi` +
		`|(?:meld|melde|melden sie|trag|trage|tragen sie|schreib|schreibe|schreiben sie) mich (?:\pL+ )?(?:an|ein)|(?:schrijf|meld|registreer) (?:me|mij)(?: \pL+)? ?(?:in|aan)?|(?:inscrev|matricul)\pL*-me|me inscrev[ae]|llevame` +
		`|(?:zapisz|zglos|zarejestruj) mnie|mnie (?:zapisac|zglosic|zarejestrowac))(?: (?:please|ya|bitte|graag|prosze|por favor|per favore))*$`)
	// entersOneself is a title with such a verb of oneself, or that says only where: "Iscriversi alla gita?"
	entersOneself = lazyre.New(`(?i)^¿?(?:(?:sign|put|register|enrol|enroll) me |\pL+r(?:si|ti|la|se|te)(?:\P{L}|$)|\pL+-se |s'|(?:se|vous|je|zich|sich|dich|sie) |\pL+ się |(?:iscrivere|inscribir|apuntar|inscrire|inscrever) (?:al |alla |all'|ai |a la |en |à |au |no |na ))`)
	// onlyNotes has something written down: "apunta eso", "zapisz to sobie".
	onlyNotes = lazyre.New(`(?:^| )(?:apunta (?:eso|esto|todo)|apuntame (?:eso|esto|todo)|apunta(?:se|me)l[oa]|apuntatel[oa]|segnatel[oa]|zapisz (?:to )?sobie)(?: |$)`)
	// givesBack has a thing or money given back, or something filed or written.
	givesBack = lazyre.New(`(?:^| )(?:devuelv\pL*|devolv\pL*|restitui\pL*|rendez(?:-l[ae]s?)?|rends(?:-l[ae]s?)?|odeslij|odeslac|odpisz|odpisac|oddaj|oddac|zloz|zlozyc)(?: |$)`)
)

// onlyPays reports prompts that ask to pay or transfer, and nothing that is given back.
func onlyPays(shown Shown) bool {
	return len(shown.About) > 0 && !slices.ContainsFunc(shown.About, func(about string) bool {
		return about != "" && !paysBill.MatchString(titleOf(about))
	}) && !slices.ContainsFunc(shown.words(), func(w string) bool { return givesBackAsked.MatchString(foldedWord(w)) })
}

var (
	paysBill       = lazyre.New(`(?i)^¿?(?:pay|pagar|pagare|payer|pago|zapłacić|opłacić|uregulować)(?:\P{L}|$)`)
	givesBackAsked = lazyre.New(`^(?:refund|return|back|repay|owe|debt|deposit|loan|lent|borrow|devol|devuel|reembol|deuda|prest|fianza|dep[oó]sito|restit|rimbors|debit|cauzion|rend|rembours|dette|caution|pret|divid|emprest|zwro|zwrac|dlug|pozycz|kaucj|oddac|odesl|podatk|deklarac|skladk)`)
)
