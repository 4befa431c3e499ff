package reply

import "testing"

// TestInOtherWords: orders in words of regions and of the office, and whom people thank fondly; of a day, another deed or the thing itself they are not read.
func TestInOtherWords(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"en", "Pay the oil delivery?\nInvoice 3381, €912.40.", []string{"Yes, that's fine to pay.", "Yes, good to pay, thanks.", "Yes, you're fine to pay it.", "Yes, pay it please. Thank you sugar."}, nil, []string{"That's fine to pay half.", "Yes, that's fine to pay tomorrow.", "Yes, that's fine to send.", "Yes, it would be fine to pay.", "Yes, that's too much to pay."}},
		{"en", "Send the quote to St Nessan's school?\n€4,120.", []string{"Yes, send it on.", "Yes, please send it on to them.", "Yes, send it away, thanks."}, nil, []string{"Yes, send it on Monday.", "Yes, send it back.", "Yes, send it on to Tom and wait.", "Yes, send it over budget.", "Send it away?"}},
		{"de", "Die Mahnung an Hotel Post schicken?\n9 Tage zu spät.", []string{"Ja schick sie weg", "ja schick naus", "ja schicks auße", "Ja, die kann weg."}, nil, []string{"ja schick sie weg vom Konto", "Ja, die soll weg bleiben."}},
		{"en", "Send Anna to the card shop?\nAt 4.", nil, nil, []string{"Yes, send them away."}},
		{"en", "Renew the insurance?\n£400.", []string{"Yes, if you could renew it please."}, nil, []string{"Yes, if you can renew it."}},
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
		{"pl", "Zapłacić fakturę?\n40 zł.", []string{"Tak, faktura może zostać zapłacona."}, nil, []string{"Tak, nie może być zapłacona.", "Tak, ZUS może być zapłacony."}},
		{"en", "Pay the invoice?\n£40.", []string{"Yes, it has to be paid.", "Yes, the invoice can be paid."}, nil, []string{"Yes, the tax can be paid.", "Yes, it has to be checked.", "Yes, it had to be paid."}},
	})
}

// TestWantsMore: a no to a request that puts something off by so much, which wants more of it, is asked back, as is a yes that sends it to
// somebody whom the request does not name.
func TestWantsMore(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"nl", "Werf een week uitstellen?\nStart dan op 23 juni.", nil, []string{"nee, we starten zoals gepland"}, []string{"nee een week is te kort eerder 2", "nee, eerder twee"}},
		{"en", "Postpone the site by a week?\nStart on 23 June.", nil, nil, []string{"no, a week is too short, more like 2", "no, rather two"}},
		{"de", "Die Baustelle um eine Woche verschieben?\nStart 23. Juni.", nil, nil, []string{"nein eine Woche ist zu kurz eher 2"}},
		{"it", "Rimandare il cantiere di una settimana?\n23 giugno.", nil, nil, []string{"no, una settimana è poco"}},
		{"en", "Move the meeting to 7:00?\nFrom 8:00.", nil, []string{"No, that's too early."}, nil},
		{"en", "Send the report to Tom?\nTwo pages.", []string{"yes, send it on to him"}, nil, []string{"yes, send it over to Dr Hall", "yes, send it to Mrs Brown"}},
		{"en", "Send the report to Dr Hall?\nTwo pages.", []string{"yes, send it to Dr Hall"}, nil, nil},
	})
}

// TestDayOfNo: a no to the day of what is to be taken on is one to it; not where the day is to be changed, or the thing is to go.
func TestDayOfNo(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"it", "Accettare il lavoro a Trapani lunedì?\nAlle 9.", nil, []string{"NO LUNEDI NON POSSO", "no, lunedì non posso"}, []string{"NO MARTEDI NON POSSO"}},
		{"nl", "De werf op maandag starten?\n3 dagen.", nil, []string{"nee maandag gaat ni"}, []string{"nee dinsdag gaat ni"}},
		{"nl", "Een andere dag dan maandag vragen?\n3 dagen.", nil, nil, []string{"nee maandag gaat niet"}},
		{"en", "Find another day?\nMonday 10:00.", nil, nil, []string{"no monday doesn't work"}},
		{"pl", "Zmienić termin?\nponiedziałek 10:00.", nil, nil, []string{"nie w poniedziałek nie mogę"}},
		{"pt", "Renovar o anúncio?\nR$ 9.", nil, []string{"não quero mais"}, nil},
		{"pt", "Devolver o casaco?\nR$ 9.", nil, nil, []string{"não quero mais"}},
		{"pt", "Aceitar o convite?\nQuinta.", nil, []string{"vou passar, não quero", "vou passar dessa"}, []string{"vou passar"}},
		{"de", "Die Einladung annehmen?\nUm 8.", nil, []string{"na, danke", "nein, bitte sagen Sie freundlich ab"}, nil},
	})
}
