package reply

import "testing"

// TestRefusedThenWhy: a refusal of its own before the first mark, and why behind it; set phrases of declining; not where what is told
// puts off, limits, offers something else or hands over.
func TestRefusedThenWhy(t *testing.T) {
	decidesAll(t, []answeredTo{
		{
			"en", "Renew the listing?\n£29 a month.", nil,
			[]string{"No thank you. Nobody looks at it and half the time the page is down.", "We'll pass, nobody ever rang us because of it.", "Give it a miss. The phone never rang.", "No, the shop is closed until the roof is done.", "Goodness no! My mother made those."},
			[]string{"No need to ask me again.", "I'll pass on the paper, the web page is fine.", "We'll pass, but Tom would like one.", "Give it a miss until May.", "No, thank you for paying it already, it was due.", "I'll pass it on to Tom.", "Not renewing it would be a mistake, he says.", "Can't do it today, ask me on Monday.", "I can't, I have no access from here.", "I can't, the link is broken.", "No, until the end of May."},
		},
		{
			"it", "Partecipare alla fiera di maggio?\nStand di 9 m².", nil,
			[]string{"La saltiamo, mio fratello è all'ospedale.", "purtroppo dobbiamo rinunciare, siamo già al limite con il personale.", "No, l'ultima volta non è arrivato un solo cliente."},
			[]string{"Rinunciamo allo stand ma andiamo lo stesso.", "La saltiamo se piove.", "Non fa per me, chiedi a Luca.", "No, solo se lo stand è piccolo."},
		},
		{
			"es", "¿Aceptar el pedido de 20 sillas?\nEn diez días.", nil,
			[]string{"No se va a poder, en diez días no salen bien hechas las cosas.", "Descartado, el taller está lleno de trabajo.", "No gracias, ahorita no hay espacio para eso.", "No puedo ir, tengo guardia.", "No, este año no vamos."},
			[]string{"No se va a poder en diez días, en veinte sí.", "No puede ser más barato, pero acepto.", "Descartado el plazo, el resto bien.", "No, este pedido no se borra."},
		},
		{
			"de", "Den Automaten mieten?\n59 € im Monat.", nil,
			[]string{"Das möchten wir nicht. Die Kaffeemaschine reicht völlig.", "Dieses Jahr verzichten wir, der Laden läuft nicht gut.", "Nein, das Büro ist bis Ostern geschlossen.", "Nein, an dem Tag bin ich im Urlaub."},
			[]string{"Ohne mich zu fragen nicht.", "Das möchten wir nicht ablehnen.", "Wir verzichten auf den Service, den Automaten nehmen wir.", "Keine Zeit, frag Lena.", "Nein, erst ab Mai.", "nein wart noch bis wir wieder da sind", "Darauf verzichten wir nicht."},
		},
		{
			"fr", "Accepter la place au marché ?\n400 €.", nil,
			[]string{"On passe, les gens ne regardent même pas.", "Sans façon. Les gens ne regardent même pas."},
			[]string{"On passe à 300 et on le prend.", "On passe lundi.", "Je passe le mot à Luc.", "On passe, sauf si c'est gratuit."},
		},
		{
			"pt", "Renovar o canal?\n9,99 euros.", nil,
			[]string{"Não renove. Os filmes são sempre repetidos.", "Não precisa, quase não usamos.", "Deus me livre, aquilo nunca funciona.", "Não, o cliente não aprovou isto", "Não consigo mesmo, já não tenho tardes livres."},
			[]string{"Não precisa renovar agora, só em maio.", "Não precisa de perguntar.", "Não dá para esperar.", "Não precisa, renova em maio."},
		},
		{
			"nl", "Meedoen aan het onderzoek?\n200 patiënten.", nil,
			[]string{"Wij doen hier niet aan mee. De assistenten hebben het al druk.", "daar bedanken we voor. Te veel gedoe voor de assistenten."},
			[]string{"Laat maar weten.", "Daar doen we niet aan mee zonder vergoeding, met wel.", "We slaan het eerste deel over.", "Dat gaat niet lukken, wel in juli.", "Past niet op dinsdag, woensdag wel."},
		},
		{
			"pl", "Zapisać panią na wycieczkę?\nAutokar, 110 zł.", nil,
			[]string{"Tym razem nie pojadę, plecy bolą.", "Rezygnuję, mam wtedy gości.", "Nie dam rady, jestem wtedy w trasie.", "Nie, ja już na to za stara jestem.", "nie ma potrzeby"},
			[]string{"Nie pojadę sama, proszę zapisać dwie osoby.", "Rezygnuję z autokaru, pojadę sama.", "Nie ma potrzeby pytać.", "Nie dam rady zapisać, proszę mnie zapisać.", "Nie, dopiero jak zapłaci za poprzedni rok."},
		},
		{
			"en", "Cancel the taxi?\n£40.", nil, nil,
			[]string{"No, the car isn't here until Monday.", "No need, they're not coming."},
		},
		{
			"es", "¿Aplazar el examen?\nAl lunes.", nil, nil,
			[]string{"no, el examen no se suspende", "No puede ser el lunes, mejor el martes."},
		},
	})
}
