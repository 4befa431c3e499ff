package reply

import "testing"

// TestMayBeDone: behind a yes, that the deed may be done, or what comes of it may be, is the yes; not of another deed, to whom, when or if.
func TestMayBeDone(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"pt", "Marcar a manutenção do mamógrafo?\nQuinta, das 7h às 9h.", []string{"Sim, pode ser marcada.", "sim pode ser marcado, obrigada", "ok, ela pode ser marcada"}, nil, []string{"pode ser marcada amanhã", "sim, pode ser amanhã", "sim, pode ser desmarcada", "sim, pode ser marcada se ele vier", "não pode ser marcada", "sim, podia ser marcada", "sim, pode ser marcada só uma", "sim, pode ser comprada"}},
		{"it", "Confermare il sopralluogo in via Roma?\nMartedì alle 8.", []string{"Sì, può essere confermato", "sì, lo può essere confermato"}, nil, []string{"sì, può essere rimandato", "sì, può essere confermato solo alle 9", "può darsi", "sì, può essere", "non può essere confermato", "sì, poteva essere confermato"}},
		{"it", "Spedire il pacco e pagare il corriere?\n12 €.", nil, nil, []string{"sì, può essere spedito"}},
		{"es", "¿Enviar el presupuesto?\nMartes.", []string{"Sí, puede enviarse", "sí, puede ser enviado"}, nil, []string{"sí, puede ser", "sí, puede enviarse mañana", "sí, puede cancelarse", "sí, podría enviarse"}},
		{"fr", "Réserver la salle ?\nMardi, 120 €.", []string{"Oui, elle peut être réservée", "oui elle peut être réservée. Merci"}, nil, []string{"oui, peut être", "oui, peut-être", "elle peut être réservée lundi", "oui, elle peut être réservée par Paul", "oui, elle peut être annulée"}},
		{"nl", "Kamer boeken?\nDinsdag, € 90.", []string{"Ja, die mag geboekt worden", "ja mag geboekt worden hoor"}, []string{"die mag niet geboekt worden"}, []string{"ja, die mag geannuleerd worden", "ja, mag woensdag geboekt worden"}},
		{"nl", "Ticket 5512 sluiten?\nKlant heeft 14 dagen niet geantwoord.", []string{"Ja mag dicht", "ja, die mag dicht"}, nil, []string{"ja mag open", "mag niet dicht", "ja mag dicht als hij antwoordt", "ja mag morgen dicht", "ja mag weg"}},
		{"nl", "De winkel openen?\nZondag.", []string{"ja mag open"}, nil, []string{"ja mag dicht"}},
		{"de", "Ticket 5512 schließen?\nKeine Antwort.", []string{"ja kann zu", "ja, das kann zu"}, nil, []string{"ja kann auf", "kann nicht zu", "ja kann morgen zu"}},
		{"de", "Heizung ausschalten?\nBis Montag.", []string{"ja kann aus"}, nil, []string{"ja kann an"}},
		{"pl", "Zatwierdzić urlop Damiana?\n7–11 lipca.", []string{"tak niech idzie"}, nil, []string{"niech idzie", "tak, niech idzie jutro", "nie, niech idzie", "tak, niech idzie Marek", "tak niech pracuje"}},
		{"pl", "Zablokować kartę?\nVisa.", nil, nil, []string{"tak niech idzie"}},
		{"pl", "Odrzucić urlop Damiana?\n7–11 lipca.", nil, nil, []string{"tak niech idzie"}},
		{"pl", "Odpowiedzieć właścicielce, że może przyjść?\nCzwartek 18:00.", []string{"tak moze przyjsc", "tak, może przyjść"}, nil, []string{"moze", "tak moze zadzwonic", "tak moze przyjsc jutro", "moze przyjsc Marek"}},
	})
}

// TestSendsReply: to whom is asked whether to answer somebody, a yes and to send it is one; not where something else could be sent.
func TestSendsReply(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"en", "Reply to the coroner's office that the form was received?\nDraft: \"We have received the form for the entry of 3 May. Regards, Registration Service\"", []string{"Yes please send.", "yes, send it", "yes send the reply, thanks", "ok, go ahead and send it off"}, nil, []string{"yes, send the form", "yes, send it to Tom", "yes send it tomorrow", "send me the form", "yes, send it but change the date", "yes, don't send it", "yes, send it back", "no, send it"}},
		{"en", "Answer Tom?\nDraft: \"I'll pay it tomorrow.\"", []string{"Yes send it"}, nil, []string{"yes pay it", "yes, send him the money"}},
		{"en", "Answer Tom?\nHe asks for the contract.", nil, nil, []string{"Yes send it", "yes please send"}},
		{"en", "Reply to Tom that the offer is fine?\nThe order is attached.", nil, nil, []string{"Yes send it"}},
		{"en", "Reply to Tom and pay the bill?\nDraft: \"It comes today.\"", nil, nil, []string{"Yes send it"}},
		{"de", "Tom antworten, dass die Rechnung stimmt?\nEntwurf: \"Sie stimmt.\"", []string{"Ja, bitte senden", "ja schick ab", "ja, abschicken"}, nil, []string{"ja, schick die Rechnung", "ja, schick mir das", "ja, morgen abschicken", "ja, zurückschicken"}},
		{"it", "Rispondere a Rossi che va bene?\nMartedì.", []string{"sì, invia pure", "si, manda"}, nil, []string{"sì, manda il contratto", "sì, manda Ivan", "si manda"}},
		{"es", "¿Contesto a Ana que puedes el jueves?\nConsulta de 12:15.", []string{"Sí, dile que sí.", "sí, envíalo", "sí, mándala"}, nil, []string{"dile que no", "sí, dile que no", "sí, manda a Tom", "sí, envíalo mañana"}},
		{"fr", "Répondre à Paul que c'est d'accord ?\nMardi.", []string{"oui, envoie", "oui envoyez-le svp"}, nil, []string{"oui, envoie le contrat", "oui, renvoie-le"}},
		{"pt", "Responder ao Rui que está bem?\nTerça.", []string{"sim, pode enviar", "sim, manda"}, nil, []string{"sim, manda o contrato", "sim, manda amanhã"}},
		{"nl", "Tom antwoorden dat het goed is?\nDinsdag.", []string{"ja, verstuur maar", "ja stuur het maar op"}, nil, []string{"ja, stuur het contract", "ja, stuur het terug", "ja, stuur hem door"}},
		{"pl", "Odpisać Marcie, że się zgadzamy?\nWtorek.", []string{"tak, wyślij", "tak, proszę wysłać"}, nil, []string{"tak, wyślij umowę", "tak, odeślij", "tak, wyślij jutro"}},
	})
}
