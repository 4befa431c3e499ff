package reply

import "testing"

// TestInOtherWords: orders in words of regions and of the office, and whom people thank fondly; of a day, another deed or the thing itself they are not read.
func TestInOtherWords(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"en", "Pay the oil delivery?\nInvoice 3381, €912.40.", []string{"Yes, that's fine to pay.", "Yes, good to pay, thanks.", "Yes, you're fine to pay it.", "Yes, pay it please. Thank you sugar."}, nil, []string{"That's fine to pay half.", "Yes, that's fine to pay tomorrow.", "Yes, that's fine to send.", "Yes, it would be fine to pay.", "Yes, that's too much to pay."}},
		{"en", "Send the quote to St Nessan's school?\n€4,120.", []string{"Yes, send it on.", "Yes, please send it on to them.", "Yes, send it away, thanks."}, nil, []string{"Yes, send it on Monday.", "Yes, send it back.", "Yes, send it on to Tom and wait.", "Yes, send it over budget.", "Send it away?"}},
		{"de", "Die Mahnung an Hotel Post schicken?\n9 Tage zu spät.", []string{"Ja schick sie weg", "ja schick naus", "ja schicks auße", "Ja, die kann weg."}, nil, []string{"ja schick sie weg vom Konto", "Ja, die soll weg bleiben."}},
		{"de", "Approve the invoice?\n£40.", []string{"Ja, die Rechnung ist i.O."}, nil, nil},
		{"nl", "Offerte naar mevrouw Verhoeven sturen?\n€ 4.890.", []string{"Ja mag weg", "Ja, die kan eruit. Bedankt!", "ja stuur mr"}, nil, []string{"Ja mag weg van mij, maar eerst bellen", "ja stuur mr Verhoeven een kaart"}},
		{"nl", "Send the minutes to the board?\n7 people.", []string{"Ja, ze kunnen verstuurd worden."}, nil, []string{"Ja, ze kunnen verwijderd worden."}},
		{"pt", "Marcar a consulta?\nÀs 10.", []string{"Quero sim, pode marcar.", "Sim, marque à vontade.", "Sim, pode marcar. Obrigada, querida."}, nil, []string{"Quero sim, mas amanhã."}},
		{"it", "Prenotare la visita?\nAlle 10.", []string{"Sì, prenoti. Grazie, cara."}, nil, []string{"Sì, prenoti quella cara."}},
		{"it", "Confermare il sopralluogo?\nAlle 10.", []string{"SI CONFERMA", "sì, si conferma."}, nil, []string{"si conferma domani", "non si conferma più"}},
		{"es", "¿Confirmar las vacaciones de Marta?\nDel 4 al 9.", []string{"Sí, confirmadas."}, nil, []string{"confirmadas las de Ana", "Sí, confirmadas las del 4."}},
	})
}

// TestMustBeDone: that it has to be done says yes once more behind one.
func TestMustBeDone(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"pl", "Zapłacić ZUS?\n1 400 zł.", []string{"Tak trzeba zapłacić.", "no tak trzeba zaplacic"}, nil, []string{"trzeba by zapłacić", "tak trzeba zapytać", "tak, trzeba zapłacić jutro"}},
		{"de", "Die Rechnung bezahlen?\n40 €.", []string{"Ja, die muss bezahlt werden."}, nil, []string{"Ja, die muss erst geprüft werden.", "Ja, die muss nicht bezahlt werden."}},
		{"es", "¿Pagar la factura?\n40 €.", []string{"Sí, hay que pagarla."}, nil, []string{"Sí, hay que revisarla.", "si hay que pagarla"}},
		{"fr", "Payer la facture ?\n40 €.", []string{"Oui il faut la payer.", "Oui, elle peut être payée."}, nil, []string{"Oui il faut la vérifier.", "Oui il faudrait payer."}},
		{"it", "Pagare la bolletta?\n40 €.", []string{"Sì, bisogna pagarla."}, nil, []string{"Sì, bisogna vedere."}},
		{"pt", "Pagar a conta?\n40 €.", []string{"Sim, tem que pagar."}, nil, []string{"Sim, tem que ver."}},
		{"en", "Pay the invoice?\n£40.", []string{"Yes, it has to be paid."}, nil, []string{"Yes, it has to be checked.", "Yes, it had to be paid."}},
	})
}
