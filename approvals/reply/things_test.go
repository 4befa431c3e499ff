package reply

import "testing"

// TestNamedThings: who speaks of a thing that the prompt does not name, of one of several, of whom or what it is for, of what
// is to be ended as if it were to go on, or with a verb that is almost the prompt's, is asked back; who speaks of what is
// asked is not.
func TestNamedThings(t *testing.T) {
	refund := Shown{About: []string{"refund", "", "Refund EUR 840 to ACME Ltd"}, Amount: "840", Currency: "EUR", Values: []string{"ACME Ltd"}}
	restart := Shown{About: []string{"restart", "", "Restart server db-2"}, Values: []string{"db-2"}}
	ask := func(s string) Shown { return Shown{About: []string{"", "", s}} }
	for _, tt := range []struct {
		lang        string
		shown       Shown
		asked       []string
		grant, deny []string
	}{
		// a thing that the prompt does not name
		{"en", refund, []string{"approve the laptop", "I approve the trip", "go ahead with the lunch", "send the newsletter", "meeting is ok", "approve the budget", "agreed, the parcel is fine", "yes to the pizza", "the candidate is approved", "the hotel is approved"}, []string{"refund approved", "approve the payment", "yes, refund it", "the refund is approved", "all in order, pay it please"}, []string{"don't refund it"}},
		{"en", restart, []string{"lunch is approved", "approve the invoice", "go ahead with the booking", "restart the job", "restart the service", "restart the servers", "book the trip", "consent to the booking", "yes to the meeting"}, []string{"restart the server", "the server restart is approved"}, []string{"don't restart the server"}},
		{"en", ask("Give table 9 a free dessert"), []string{"coffee is fine", "approve the lunch", "go ahead with the coffee", "sure, the pizza is fine", "the trip is approved", "give table", "give free"}, []string{"give dessert", "give it"}, []string{"don't give it"}},
		{"en", ask("Book the flight to Vienna"), []string{"the train is approved", "book the hotel"}, []string{"approve the trip", "the ticket is approved", "the flight is approved"}, nil},
		{"en", ask("Approve the timesheet of Anna"), []string{"approve the invoice", "the contract is approved", "go ahead with the server", "sign the contract", "pay the invoice"}, []string{"approved"}, nil},
		{"it", ask("Offrire un dolce al tavolo 9"), []string{"il caffè va bene", "la torta va bene", "approvo la cena", "ok per il caffè", "procedi con la torta", "il tavolo va bene", "offri il tavolo"}, []string{"offrilo pure"}, nil},
		{"es", ask("Invitar a un postre a la mesa 9"), []string{"apruebo la cena", "adelante con la tarta", "invita la mesa", "el café está bien"}, nil, nil},
		{"es", ask("Comprar billetes de tren para Ana"), []string{"el vuelo está aprobado", "apruebo el hotel", "autorizo la nómina"}, []string{"compra los billetes", "apruebo la compra"}, nil},
		{"fr", ask("Offrir un dessert à la table 9"), []string{"le gâteau est validé", "ok pour le café", "je valide le repas", "offrez la table"}, nil, nil},
		{"fr", ask("Réserver un taxi pour Anna"), []string{"je valide l'hôtel", "réservez le vol", "ok pour le train"}, []string{"réservez le taxi", "je valide le taxi"}, nil},
		{"de", ask("Tisch 9 einen Nachtisch aufs Haus geben?"), []string{"der Kaffee ist in Ordnung", "das Mittagessen passt", "die Reise ist genehmigt", "Pizza ist ok", "gebt Tisch", "gebt einen", "der Tisch passt", "die Suppe ist gut"}, nil, nil},
		{"de", ask("Vertrag mit Meyer GmbH verlängern"), []string{"die Miete ist genehmigt", "mit dem Angebot einverstanden", "Rechnung ist ok", "Auto ist ok", "der Laptop ist freigegeben"}, []string{"der Vertrag ist genehmigt", "bitte verlängern"}, nil},
		{"pt", ask("Oferecer uma sobremesa à mesa 9"), []string{"oferece a mesa", "aprovo o almoço", "o bolo está bom"}, []string{"pode oferecer sim"}, nil},
		{"pt", ask("Reservar sala para a reunião"), []string{"aprovo a viagem", "pode reservar o hotel", "aprovo a fatura"}, []string{"pode reservar a sala", "aprovo a reserva"}, nil},
		{"nl", ask("Tafel 9 een toetje van het huis geven?"), []string{"koffie is goed", "de lunch is goed", "het diner mag", "geef koffie", "prima, geef de taart", "het water is ok"}, nil, []string{"geef het niet"}},
		{"nl", ask("Vlucht naar Wenen boeken"), []string{"het hotel is akkoord", "boek de trein", "akkoord met de factuur", "boek de vlucht om"}, []string{"boek de vlucht", "de vlucht is goed"}, nil},
		{"pl", ask("Zamówić toner do drukarki"), []string{"zatwierdzam lot", "akceptuję fakturę", "zamów drukarkę", "zamów papier", "zgoda na hotel"}, []string{"zamów toner", "zatwierdzam zamówienie"}, nil},
		// one of several
		{"en", ask("Book the flight and the hotel for Anna"), []string{"the flight is approved", "book hotel", "yes book the hotel", "ok for the hotel", "don't book the hotel"}, []string{"book it", "book them"}, []string{"don't book them"}},
		{"de", ask("Flug und Hotel buchen"), []string{"das Hotel passt", "der Flug ist ok", "bitte den Flug buchen", "Hotel nicht buchen"}, []string{"bitte buchen"}, nil},
		{"it", ask("Pagare la fattura e il bonifico stipendi"), []string{"paga la fattura", "approvo la fattura", "procedi con il bonifico"}, nil, nil},
		// of what, or for whom, it is
		{"it", ask("Spostare la visita della nonna a venerdì 10:30"), []string{"sposta la nonna", "sposta venerdì", "spostala a sabato"}, []string{"spostala pure"}, nil},
		{"en", ask("Open the side gate for the delivery van"), []string{"open the van", "open the delivery", "the van is approved", "open side", "open up"}, []string{"open the gate", "open it"}, nil},
		{"de", ask("Tor 2 für den Lieferwagen öffnen?"), []string{"öffnet den Lieferwagen", "bitte den Lieferwagen öffnen"}, nil, nil},
		{"fr", ask("Accepter le devis du plombier (890 EUR) ?"), []string{"le plombier est validé", "je valide la facture"}, nil, nil},
		{"nl", ask("Loodgieter om 12 uur binnenlaten?"), []string{"betaal de loodgieter", "laat hem gaan"}, nil, nil},
		{"pl", ask("Przyjąć wycenę hydraulika (3 800 zł)?"), []string{"zapłać hydraulikowi"}, nil, nil},
		// what is to be ended, and what is not to be done
		{"en", ask("Stop the deployment of shop-api unless the tests pass"), []string{"deploy it", "deploy shop-api", "deployment is ok", "don't deploy"}, nil, nil},
		{"en", ask("Cancel the subscription of Meyer GmbH"), []string{"the subscription is approved", "renew the subscription"}, nil, nil},
		{"de", ask("Heizung in Block C einschalten"), []string{"schaltet die Heizung ab", "schaltet die Heizung um", "schaltet die Heizung", "schaltet Block ein"}, []string{"bitte die Heizung einschalten"}, []string{"bitte die Heizung nicht einschalten"}},
		{"de", ask("Heizung in Block C anstellen?"), nil, nil, []string{"brauchts ned"}},
		{"es", ask("Cancelar la reserva de hotel"), []string{"apruebo la reserva", "confirmo la reserva", "reserva aprobada"}, nil, nil},
		{"pt", ask("Cancelar a reserva do hotel"), []string{"aprovo a reserva", "pode reservar", "confirmo a reserva"}, nil, nil},
		{"fr", ask("Résilier l'abonnement à la salle de sport"), []string{"je valide l'abonnement", "ok pour l'abonnement", "renouvelez l'abonnement"}, []string{"résiliez-le"}, nil},
		{"pl", ask("Anulować rezerwację hotelu"), []string{"akceptuję rezerwację", "zatwierdzam rezerwację", "proszę zarezerwować"}, nil, nil},
		{"en", ask("Do not send the contract to Meyer until legal has signed"), []string{"send it", "please send the contract", "sign it", "don't send it", "do it", "don't do it", "go ahead and send it"}, []string{"yes"}, []string{"no"}},
		{"de", ask("Nicht zahlen, bis Ware da ist"), []string{"bitte zahlen", "bitte nicht zahlen", "mach das", "mach das nicht"}, nil, nil},
		{"fr", ask("Ne pas payer avant la livraison"), []string{"payez-le", "ne payez pas", "faites-le"}, nil, nil},
		{"it", ask("Non spedire il container fino a domani"), []string{"spedisci il container", "non speditelo", "fallo", "fai pure"}, nil, nil},
		{"es", ask("No enviar el contrato a Pérez"), []string{"envíalo", "no lo envíes", "hazlo"}, nil, nil},
		{"pt", ask("Não pagar a fatura da Silva"), []string{"pode pagar", "não pague", "faça isso"}, nil, nil},
		{"nl", ask("Niet betalen tot de goederen er zijn"), []string{"betaal maar", "niet betalen", "doe maar"}, nil, nil},
		{"pl", ask("Nie płacić faktury 88"), []string{"proszę zapłacić", "nie płać", "zrób to"}, nil, nil},
		// another verb
		{"en", ask("Pay invoice 88 of ACME, 4 300 EUR?"), []string{"repay it", "prepay it", "pay it back", "overpay", "the server is approved"}, []string{"pay it", "pay the invoice", "payment is approved"}, nil},
		{"en", ask("Sell the old tractor to Mr Boyle"), []string{"sell out", "sell off", "sell it off", "resell it", "sell the old"}, []string{"sell it", "sell the tractor"}, []string{"don't sell it"}},
		{"nl", ask("Verwarming in blok C aanzetten"), []string{"zet de verwarming", "zet de verwarming door", "zet de verwarming uit", "afzetten"}, nil, []string{"zet de verwarming niet aan"}},
	} {
		o := Options{Language: tt.lang, Shown: tt.shown}
		decides(t, o, tt.grant, tt.deny, tt.asked)
	}
}
