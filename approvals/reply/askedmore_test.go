package reply

import "testing"

// TestAsksMore: answers to a question that asks more than its verb, or nearly does, which say plainly what they mean.
func TestAsksMore(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt    string
		grants, denials []string
	}{
		{"en", "Invoice Miller\n420 euros. Shall I pay it and close the account?", []string{"yes", "yes please, go ahead", "do it"}, []string{"no", "no thanks"}},
		{"en", "Invoice Miller\n420 euros. Shall I leave it?", []string{"yes"}, []string{"no"}},
		{"en", "Dinner with Vega\nSaturday. Confirm with Anna?", []string{"confirm"}, nil},
		{"en", "Dinner with Vega\nSaturday. Invite Anna?", []string{"invite her"}, nil},
		{"en", "Dinner with Vega\nSaturday. Shall I have it confirmed?", []string{"confirm it"}, nil},
		{"es", "Factura Miller\n420 euros. ¿Dejo de pagarla?", []string{"sí", "hazlo", "sí, por favor"}, []string{"no"}},
		{"es", "Factura Miller\n420 euros. ¿La pago con la tarjeta y en euros?", []string{"págala"}, nil},
		{"es", "Puerta\nEstá abierta. ¿La dejo abierta?", []string{"déjala abierta"}, nil},
		{"it", "Cena con Rossi\nSabato. Invito Anna?", []string{"invitala"}, nil},
		{"de", "Rechnung Müller\n420 Euro. Soll ich sie bezahlen und das Konto schließen?", []string{"ja bitte", "mach das"}, []string{"nein"}},
		{"de", "Abendessen mit Vega\nSamstag. Soll ich dann zusagen?", []string{"zusagen"}, nil},
		{"de", "Tür\nSie ist offen. Soll ich sie offen lassen?", []string{"offen lassen"}, nil},
		{"de", "Tür\nSie ist offen. Soll ich sie reparieren lassen?", []string{"reparieren lassen"}, nil},
		{"nl", "Etentje met Vega\nZaterdag. Zal ik maar bevestigen?", []string{"bevestig maar"}, nil},
		{"pl", "Kolacja z Vega\nSobota. Zaprosić Annę?", []string{"zaproś"}, nil},
		{"fr", "Dîner avec Vega\nSamedi. J'appelle Léa ?", []string{"appelle-la"}, nil},
		{"fr", "Visite de Vega\nLundi. Je l'annule ?", []string{"je confirme", "annule-la"}, nil},
		{"en", "Dinner with Vega\nSaturday at nine. Shall I cancel it?", []string{"confirmed", "I confirm", "cancel it"}, nil},
		{"en", "Offer from Vega\n2000 euros. Shall I accept it?", []string{"accept the offer", "take it"}, []string{"don't accept the offer"}},
		{"en", "Payment to Vega\n420 euros. Shall I make it?", []string{"pay it"}, nil},
		{"en", "Renewal of the lease\nUntil May. Shall I sign it?", []string{"renew it", "sign it"}, nil},
		{"en", "Visit of Anna\nShe comes on Friday. Shall I confirm it?", []string{"confirm the visit"}, nil},
		{"en", "Repair of the car\n300 euros. Shall I approve it?", []string{"repair it"}, nil},
		{"es", "Pago de Vega\nLlegó hoy. ¿Lo acepto?", []string{"acéptalo", "acepta el pago"}, []string{"no aceptes el pago"}},
		{"es", "Pago a Vega\n420 euros. ¿Lo hago?", []string{"págalo", "hazlo"}, nil},
		{"it", "Ordine di Rossi\nSono 90 euro. Lo accetto?", []string{"accetta", "accetta l'ordine"}, nil},
		{"it", "Prenotazione da Gino\nSabato. La confermo?", []string{"prenota"}, nil},
		{"de", "Bestellung von Vega\n20 Kisten. Soll ich sie annehmen?", []string{"nimm sie an", "nimm die Bestellung an"}, nil},
		{"nl", "Bestelling van Vega\n20 kratten. Neem ik hem aan?", []string{"neem hem aan", "neem de bestelling aan"}, nil},
		{"pt", "Encomenda do Rui\n20 caixas. Aceito?", []string{"aceita a encomenda", "aceita"}, nil},
		{"pl", "Zaproszenie Anny\nW sobotę. Potwierdzić?", []string{"potwierdź"}, nil},
		{"fr", "Colis pour Léa\nIl est au dépôt. Je le récupère ?", []string{"récupère-le"}, []string{"ne le récupère pas"}},
		{"fr", "Facture Dupont\n420 euros. Je la paie ?", []string{"paie-la", "paie-le"}, nil},
		{"fr", "Résiliation de la box\nContrat jusqu'en mai. Je la confirme ?", []string{"confirme la résiliation"}, nil},
		{"de", "Paket für Anna\nLiegt im Depot. Soll ich es abholen?", []string{"hol es ab", "ja, holen Sie es ab", "bitte holen Sie ab", "hol das Paket ab"}, nil},
		{"de", "Paket für Anna\nLiegt im Depot. Soll ich das Paket abholen?", []string{"hole ihn ab"}, nil},
		{"de", "Rechnung Müller\n420 Euro. Soll ich sie bezahlen?", []string{"bezahl sie", "bezahlen Sie sie", "bezahlen Sie", "bezahl es", "bezahl das"}, nil},
		{"nl", "Factuur Jansen\n420 euro. Betaal ik hem?", []string{"betaal hem", "betaal het"}, nil},
		{"nl", "Antwoord aan Anna\nHet is klaar. Versturen?", []string{"antwoord is goed, stuur maar door"}, nil},
		{"en", "Parcel for Anna\nIt is at the depot. Shall I pick it up?", []string{"pick it up"}, nil},
		{"en", "Dinner with Vega\nSaturday at nine. May I bring Tom?", []string{"bring him"}, nil},
		{"en", "Dinner with Vega\nSaturday at nine. May I ask Anna?", []string{"ask her"}, nil},
		{"es", "Llamada de Vega\nEspera respuesta. ¿Le llamo?", []string{"llámalo", "llámala", "llámale"}, nil},
		{"es", "Cita con Ruiz\nMartes. ¿La confirmo?", []string{"confírmame la cita", "confírmamela"}, nil},
		{"pt", "Fatura Rui\n420 euros. Pago?", []string{"paga-a"}, nil},
		{"pt", "Faturas do Rui\n420 euros. Pago?", []string{"paga-as"}, nil},
		{"pl", "Faktura Nowak\n420 złotych. Zapłacić?", []string{"zapłać ją", "zapłać mu"}, nil},
	} {
		o := Options{Language: tt.lang, Mail: true, Shown: Shown{About: []string{"", "", tt.prompt}}}
		for want, texts := range map[Verdict][]string{Grant: tt.grants, Deny: tt.denials} {
			for _, text := range texts {
				if got := Parse(text, o).Verdict; got != want {
					t.Errorf("%q to %q is %v", text, tt.prompt, got)
				}
			}
		}
	}
}

// TestTitleWithoutWords: no title is too odd to be read.
func TestTitleWithoutWords(t *testing.T) {
	for _, about := range []string{"—\n420. Pago?", "- -\nShall I?", "-- \nX. ?", "—\nShall I pay it and close it?", "—\nSoll ich es holen?", "—\nJe le paie ?", "...\nPago?", "1\nHave ?", "a\n¿ ?"} {
		for _, text := range []string{"pay it", "paga-as", "hol ihn", "paie-la", "no", "confirm it"} {
			Parse(text, Options{Shown: Shown{About: []string{"", "", about}}})
		}
	}
}
