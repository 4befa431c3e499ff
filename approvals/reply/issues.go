package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who books a flight or a train says of its ticket that it may be issued: "Ok, pode emitir", "sí, emite el billete", "yes, issue the ticket".

// issuesTicket are such answers of the languages, with the ticket or without where only that is issued, and what stands below them.
var issuesTicket = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1][2]string{
		enAt: {`yes|yeah|yep|ok|okay|sure`, `(?:please )?(?:(?:you can|go ahead and) )?issue (?:the |my )?tickets?`},
		itAt: {`sì|ok|certo`, `(?:puoi |può )?(?:emetti|emetta|emettere)(?: pure)? (?:il bigliett[oi]|i biglietti)`},
		esAt: {`sí|ok|claro|dale|vale`, `(?:puede |puedes )?(?:emite|emita|emitir|emít[ae]l[oa]s?|emitirl[oa]s?)(?: (?:el|los) (?:billetes?|pasajes?|tickets?))?`},
		frAt: {`oui|ok|d['’]accord`, `(?:vous pouvez |tu peux )?(?:émets|émettez|émettre) (?:le billet|les billets)`},
		deAt: {`ja|ok|gerne?`, `(?:bitte )?(?:das Ticket|die Tickets) (?:bitte )?ausstellen|(?:bitte )?stellen Sie (?:bitte )?(?:das Ticket|die Tickets) aus`},
		ptAt: {`sim|ok|claro|pode`, `(?:pode |podes |podem )?(?:emite|emita|emitam|emitir)(?: (?:[oa]s? )?(?:bilhetes?|passage(?:m|ns)))?`},
		nlAt: {`ja|ok|oké`, `(?:je mag |u mag )?(?:het ticket|de tickets) (?:maar )?uitgeven`},
		plAt: {`tak|ok`, `(?:proszę |możesz )?(?:wystaw|wystawić) bilety?`},
	} {
		all[l] = lazyre.Made(`(?is)^\s*(` + of[0] + `)[ ,.!]+(?:` + of[1] + `)([ .!]*$|[ .!,]*\n.*$)`)
	}
	return all
})

// travels are words of prompts for what tickets are issued for.
var travels = lazyre.New(`(?i)\b(?:flights?|train|voos?|vuelos?|vols?|volo|voli|flug|flüge|vlucht|lot|avión|avião|tren|comboio|trem|treno|zug|trein|pociąg|passagem|passagens|bilhetes?|billetes?|pasajes?|billets?|bigliett[oi]|tickets?|bilet(?:y)?)\b`)

// issues puts the yes in the place of such an answer, to whom is asked with nothing else than to book.
func (p *parser) issues(body string, l int, o Options) string {
	m := issuesTicket()[l].FindStringSubmatch(body)
	if m == nil || !p.oneDeed(o.Shown) || p.undoes(o.Shown) || refusesAsked(o.Shown) {
		return body
	}
	for _, about := range o.Shown.About {
		if about == "" {
			continue
		}
		books := slices.ContainsFunc(asksActs(inInfinitive(titleOf(about), true, o.Shown.in)), func(k int) bool {
			verb := strings.Fields(acts()[k][enAt])[0]
			return verb == "book" || verb == "buy"
		})
		if !books || changesTrip.MatchString(titleOf(about)) || !travels.MatchString(titleOf(about)) {
			return body
		}
	}
	return yesOf()[l] + m[2]
}

// changesTrip are titles that ask for another trip.
var changesTrip = lazyre.New(`(?i)^¿?(?:move|change|rebook|shift|cambiar|mover|mudar|alterar|trocar|spostare|cambiare|changer|déplacer|umbuchen|omboeken|zmienić|przebookować)\b|\b(?:umbuchen|ändern|verschieben|omboeken|verzetten|wijzigen)\b`)
