package reply

import "testing"

// Who comes themselves, takes the job or says what somebody is told says yes with it; later, with others, another or a part is asked back.
func TestOfMyself(t *testing.T) {
	const (
		club   = "Dem Segelverein für die Jahresversammlung zusagen?\nFreitag, 11. Dezember, 19 Uhr im Clubhaus."
		cena   = "¿Confirmar la cena de Navidad del claustro?\nEl 18 a las 21 h, menú de 32 EUR."
		ecole  = "Answer the school that you come to the parents' evening?\nWednesday 18.30, teacher of Aïssatou."
		ride   = "Accept the airport ride at 5.30?\nTwo passengers from Ixelles to Zaventem, 52 EUR fixed price."
		corka  = "Odpowiedzieć córce, że będziesz w niedzielę?\nObiad o 13 u nich."
		escola = "Responder pra escola que você vai na reunião?\nTerça às 18h, reunião de pais do segundo ano."
		miod   = "Odpowiedzieć pani Sadowskiej, że miód gryczany jest jeszcze?\nPyta o sześć słoików."
		chalet = "Répondre à M. Caron que le chalet 2 est libre à Pâques ?\nIl demande du 2 au 5 avril."
		vinho  = "Responder ao Sr. Nunes que há vinho para entrega?\nEle quer 20 caixas."
		invito = "Accettare l'invito alla festa?\nSabato alle 15."
		feest  = "De uitnodiging voor het feest aannemen?\nZaterdag om 15 uur."
		dinner = "Reply to the club that you will come to the dinner?\nFriday at 7 pm."
	)
	decidesAll(t, []answeredTo{
		{"de", club, []string{"Ja, ich komme.", "Ja gern, ich bin dabei", "ja, wir kommen gerne"}, nil, []string{"Ja, ich komme später", "Ja, ich komme, wenn ich kann", "Ja, er kommt", "Ja, ich kam", "Ja, ich komme am Sonntag", "Ja, ich komme mit Tom", "Ja, ich käme gern", "Ja, ich bin da raus", "Ja, ich komme noch drauf zurück"}},
		{"es", cena, []string{"Sí, claro, allí estaré!", "Sí, voy con mucho gusto"}, nil, []string{"Sí, voy tarde", "Sí, voy si puedo", "sí, va él", "sí, voy a pensarlo", "sí, allí estaré el domingo", "sí, estaré de viaje", "sí, iría"}},
		{"fr", ecole, []string{"Oui bien sûr je viens", "Oui, j'y serai"}, nil, []string{"Oui je viens plus tard", "oui je venais", "oui je viens avec Tom", "oui je viens d'en parler", "oui il vient", "Oui je viens si je peux"}},
		{"fr", ride, []string{"Bonjour, oui je prends. Merci", "oui, je la prends"}, nil, []string{"oui, je prends l'autre", "oui je prends note", "oui je prends mais pour 60", "oui je prends celle de 6 h"}},
		{"pl", corka, []string{"Tak bede :)", "tak będziemy wszyscy"}, nil, []string{"Tak, będę później", "tak, on będzie", "tak, byłem", "tak, będę zajęty", "tak będę z Tomkiem", "tak, będę myśleć"}},
		{"pt", escola, []string{"Sim vou sim, obrigado", "Sim, lá estarei"}, nil, []string{"Sim, vou atrasado", "sim, vou ver", "sim, ele vai", "sim, vou pensar", "sim, iria", "sim, vou só no fim"}},
		{"it", invito, []string{"Sì, vengo volentieri"}, nil, []string{"sì vengo più tardi", "sì, verrei", "sì vengo a dire di no", "sì ci sono dei problemi", "sì viene lui"}},
		{"nl", feest, []string{"Ja graag, ik ben erbij"}, nil, []string{"Ja, ik kom later", "ja ik kom er op terug", "ja hij komt", "ja ik ben er nog niet uit", "ja ik doe niet mee"}},
		{"en", dinner, []string{"Yes, of course, I'll be there."}, nil, []string{"Yes, I'll be late", "Yes, I'll be there on Sunday", "Yes, I was there", "Yes, he'll be there", "Yes, I'm in bed", "Yes, I'd love to but I can't", "Yes, I'll come with Tom"}},
		{"pl", miod, []string{"Tak, jest jeszcze."}, nil, []string{"Tak, jest lipowy", "tak, jest trochę", "Tak, był jeszcze", "tak, jest jeszcze u Ani", "jest jeszcze?", "tak, jest mało"}},
		{"fr", chalet, []string{"Oui il est libre, tu peux lui dire"}, nil, []string{"Oui il est libre à Noël", "Oui le chalet 3 est libre", "oui il est pris", "oui il était libre", "oui il est libre sauf le 3", "oui il est presque libre"}},
		{"pt", vinho, []string{"Sim, há. Pode responder-lhe."}, nil, []string{"Sim, há 10.", "Sim, há pouco", "sim, havia", "sim há vinho branco", "sim há mas não para entrega"}},
		{"en", "Tell Anna that you come late?\nDinner at 7.", nil, nil, []string{"Yes, I'll be there"}},
		{"en", "Tell Anna that you come only on Friday?\n7 pm.", nil, nil, []string{"Yes, I'm coming"}},
		{"en", "Tell Ann that the coat isn't ready?\nBlue.", nil, nil, []string{"Yes, it is ready", "Yes, the coat is ready"}},
		{"it", "Dire ad Anna che vieni tardi?\n19.", nil, nil, []string{"Sì, ci sarò"}},
		{"nl", "Anna zeggen dat je later komt?\n19 uur.", nil, nil, []string{"Ja, ik kom"}},
		{"pt", "Confirmar o jantar do Tom?\nSábado.", nil, nil, []string{"Sim, vou"}},
		{"de", "Die Einladung ablehnen?\nFreitag.", nil, nil, []string{"Ja, ich bin dabei", "Ja, ich komme."}},
		{"fr", "Renouveler le bail ?\n3 ans.", nil, nil, []string{"Oui je prends", "oui, je la prends"}},
		{"pl", "Powiedzieć Annie, że Tomek będzie?\nSobota.", nil, nil, []string{"Tak, będę"}},
	})
}

// What is said once more behind a yes is no more than the yes, where it can be of nothing else.
func TestAgreeing(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"fr", "Donner le rendez-vous de 8 h à M. Pelletier ?\nMardi, changement d'huile et freins.", []string{"Oui correct", "Oui, c'est ça"}, nil, []string{"Oui, correct mais attends", "oui, exact ?", "oui, c'est ça le problème", "oui correctement"}},
		{"en", "Put the Christmas opening hours on the website?\nClosed on 25, 26 and 28 December, as in the note.", []string{"Yes please, those are right."}, nil, []string{"Yes, that was right", "Yes, partly correct", "Yes, exactly what I feared", "Yes, those are right?"}},
		{"pt", "Confirm the evening at Casa da Mouraria on Friday?\nThree sets from 21:00, EUR 250.", []string{"Sim, querida, confirma.", "Sim, fechado"}, nil, []string{"Sim, querida, depois", "Sim, fechado às segundas", "Sim, querida, não"}},
		{"pt", "Book the flight to Brussels on 11 March?\nTAP 10:15, EUR 142 with one bag.", []string{"Sim, pode ser esse."}, nil, []string{"Sim, pode ser outro", "sim, pode ser esse se baixar", "sim, pode ser esse ou o outro"}},
		{"pt", "Rewrite the letter?\nShorter.", nil, nil, []string{"Sim, pode ser esse."}},
		{"pt", "Answer the museum that they may use the recording?\nFor the room on Alfama.", []string{"Podem, sim, com muito gosto."}, nil, []string{"Podem esperar", "podem sim se pagarem", "podem não", "Podiam, sim", "sim, podem escolher"}},
		{"pt", "File the appeal in the Andrade case today?\nThe deadline is tomorrow.", []string{"Sim, pode protocolar."}, nil, []string{"Sim, pode protocolar amanhã", "sim, protocolei"}},
		{"it", "Renew the invoicing software licence?\nEUR 690 for five workstations.", []string{"Sì, va rinnovata."}, nil, []string{"sì va disdetta", "sì va rinnovata a metà", "sì va rinnovata se costa meno", "sì va rinviata", "sì, era rinnovata"}},
		{"it", "Send the Christmas cards to the printer?\n150 cards, EUR 210.", []string{"sì, manda pure in stampa."}, nil, []string{"sì, non mandare in stampa", "sì, manda in stampa domani", "sì, manda in stampa l'altra"}},
		{"en", "Cancel the order?\nTwo chairs.", nil, nil, []string{"Yes, dear, is it", "Yes, unfortunately not", "Yes, correct it"}},
		{"de", "Accept the appointment at the dermatologist?\nTuesday 8 December at 11.15, Dr Kofler.", []string{"Ja, geht sich aus"}, nil, []string{"Ja, geht sich nicht aus", "Ja, geht sich vielleicht aus", "Ja, geht sich knapp nicht aus"}},
	})
}
