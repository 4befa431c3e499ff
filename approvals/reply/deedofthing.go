package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// A prompt may only name a thing, "Table at the Minerva", "Contributie duivenvereniging": what is to be done is what one does with
// it by its nature. A table is booked, a bill is paid, a letter is written and sent.

// deedOfThing are the acts, by their first English verbs, and the things of which each is the deed, in all languages: of two in two
// languages a word is none. With "-" before them German and Dutch ones end a longer word, too.
var deedOfThing = lazyre.Once(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(`book order|table seat seats ticket tickets room trip outing excursion lunch dinner breakfast brunch taxi cab flight flights train hotel appointment haircut massage
		book order|-tisch -platz -plätze karten -ticket -zimmer -reise -ausflug -busfahrt -mittagessen -abendessen -frühstück -taxi -flug -flüge -hotel -termin
		book order|place places billet billets chambre voyage sortie déjeuner dîner souper vol rendez-vous rdv tavolo posto posti biglietto biglietti camera viaggio gita pranzo cena volo treno albergo appuntamento visita
		book order|mesa plaza plazas asiento asientos entrada entradas billete billetes habitación viaje excursión almuerzo comida desayuno vuelo tren turno cita lugar lugares bilhete bilhetes ingresso ingressos passagem passagens quarto viagem passeio almoço jantar táxi voo comboio consulta
		book order|-tafel -plaatsen -kaartjes -kamer -reis -uitstap -lunch diner etentje -vlucht -afspraak stolik bilet bilety miejsce miejsca pokój wycieczka obiad kolacja śniadanie taksówka lot wizyta termin
		pay|bill bills invoice invoices fee fees dues contribution fine -rechnung -beitrag -gebühr -rate -bußgeld -prämie -steuer facture factures cotisation loyer amende acompte fattura fatture bolletta quota rata multa affitto tassa caparra contributo
		pay|factura facturas cuota recibo alquiler tasa fatura faturas conta renda taxa contribuição mensalidade prestação -factuur -rekening -contributie -lidgeld -bijdrage -boete -premie faktura rachunek składka czynsz mandat opłata podatek
		send answer write|text sms mail email e-mail letter postcard message note -brief -nachricht -postkarte courriel message lettre texto réponse messaggio lettera cartolina risposta correo mensaje carta postal respuesta mensagem carta postal resposta -mailtje -bericht -berichtje antwoord wiadomość list kartka pocztówka odpowiedź`) {
		acts, things, _ := strings.Cut(strings.TrimSpace(line), "|")
		for w := range strings.FieldsSeq(things) {
			if of, is := all[w]; is && of != acts {
				acts = ""
			}
			all[w] = acts
		}
	}
	return all
})

// thingDeed is that of a word.
func thingDeed(w string, ending bool) string {
	all := deedOfThing()
	if of := all[w]; of != "" {
		return of
	}
	for at := range w { // "Stromrechnung"
		if of := all["-"+w[at:]]; of != "" && (ending && len(w)-at > 3 || at == 0) {
			return of
		}
	}
	return ""
}

// actsOfThing are the acts of the thing that a prompt only names, if neither its title nor what it tells has a verb: the last word
// of an English name, the first of another.
func actsOfThing(about string) (asked []int) {
	title := titleOf(about)
	told := strings.TrimLeft(about[len(title):], ".?! \n")
	if strings.Contains(told, "?") {
		return nil
	}
	if content.MatchString(told) { // "Sms naar de nachtploeg\nDat de parking dicht is"
		told = ""
	}
	named := wordsOfPrompt(title)
	if slices.ContainsFunc(wordsOfPrompt(strings.ToLower(told)), func(w string) bool { return len(actsByVerb()[w]) > 0 }) { // "Sell both"
		return nil
	}
	for _, w := range slices.Concat(named, wordsOfPrompt(told)) {
		if w = strings.ToLower(w); tellsMore()[w] || strings.HasSuffix(w, "ed") && len(w) > 4 || takesAway(w) || undoing().has(w) || refusing().has(w) {
			return nil
		}
	}
	for len(named) > 1 && (named[0] == number || countsOf()[strings.ToLower(named[0])]) {
		named = named[1:]
	}
	of := ""
	for i, w := range named {
		letter := 'A'
		if i+1 < len(named) {
			letter, _ = utf8.DecodeRuneInString(named[i+1])
		}
		ends := i+1 == len(named) || slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[strings.ToLower(named[i+1])] }) || named[i+1] == number
		if i == 0 || ends {
			of = thingDeed(strings.ToLower(w), i == 0)
		}
		if ends || i == 0 && of != "" && (unicode.IsUpper(letter) || deedOfThing()[strings.ToLower(w)] == "" && thingDeed(strings.ToLower(w), true) != "") {
			break
		}
	}
	if len(named) > 1 && (strings.HasPrefix(of, "send") && comesFrom()[strings.ToLower(named[1])] || of == "pay" && goesTo()[strings.ToLower(named[1])]) { // "Letter from the bank", "Invoice to Vega"
		return nil
	}
	for verb := range strings.FieldsSeq(of) {
		asked = append(asked, actsByVerb()[verb][0].k)
	}
	if strings.HasPrefix(of, "book") {
		asked = append(asked, actConfirms())
	}
	return asked
}

var (
	// frenchOf stand behind a thing that is no order: "Facture du plombier".
	frenchOf = lazyre.Once(func() map[string]bool { return set("du", "d'", "des", "pour") })
	// content is what is to be written, as it stands behind a title.
	content = lazyre.New(`(?i)^(?:that|dass|dat|que|qu'|che|że) `)
	// comesFrom stand behind what somebody has written.
	comesFrom = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`from by von vom der des de du d' del della di da do dell' van od`)...)
	})
	// goesTo stand behind what somebody else may have to pay.
	goesTo = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`to for an für à au aux pour a ad al alla per para ao aan voor dla do`)...)
	})
	// countsOf are numbers before a thing.
	countsOf = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`a an two three four zwei drei vier deux trois quatre due tre quattro dos tres cuatro dois duas três quatro twee drie dwa dwie trzy`)...)
	})
	// tellsMore are words of sentences, and of what is not as it should be: who tells something of a thing may ask for another deed.
	tellsMore = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`i'm he she it they is are was were has have had will would can could asks ask wants want says said offers offer needs need but not instead again already wrong twice late overdue double duplicate
			er sie es ich wir ist sind war hat haben wird werden will wollen kann können bietet fragt fragen bittet aber nicht kein keine statt schon doppelt falsch verspätet
			il elle ils elles je nous vous est sont ont était sera veut veulent demande demandent propose proposent mais pas plutôt déjà
			è sono ha hanno era sarà vuole vogliono chiede chiedono propone offre ma non già doppia
			son está están ha han hay será quiere quieren pide piden ofrece pero ya
			é são estão tem têm foi quer querem pede pedem oferece mas não já
			hij zij ze wij ik zijn heeft hebben wordt worden wil willen vraagt vragen biedt maar niet geen dubbele
			jest są był była było mają będzie chce chcą prosi pyta proponuje ale nie już`)...)
	})
)
