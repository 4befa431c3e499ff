package reply

import "testing"

// TestRightSo: what only greets the order, says that the thing is right, and the hour of the prompt as
// it is spoken; and the same with something else.
func TestRightSo(t *testing.T) {
	for _, tt := range []struct {
		lang, request string
		yes, none     []string
	}{
		{
			"en", "Refund $20 to Kyle Beaudry?\nHe paid the nail trim twice.",
			[]string{"Oh gosh, yes. Refund him.", "Oh shoot, refund him please.", "The amount is right, go ahead and refund it."},
			[]string{"Oh gosh.", "Oh shoot, no.", "The amount is right.", "The amount is not right, refund it.", "The groomer is right, refund him less.", "Lovely."},
		},
		{
			"fr", "Envoyer le rapport annuel à la Fédération ?\n6 200 entailles.",
			[]string{"Les chiffres sont bons, tu peux l'envoyer.", "Le rapport est en ordre, envoie-le.", "Allez, envoie-le."},
			[]string{"Les chiffres sont bons.", "Les chiffres sont bons ?", "Les chiffres sont presque bons, tu peux l'envoyer.", "Allez.", "Le cousin est bon, envoie-le."},
		},
		{
			"de", "Rechnung der Stadtwerke bezahlen?\n238,11 Euro, fällig am 5.",
			[]string{"Die Rechnung stimmt, bitte bezahlen.", "Der Betrag ist richtig, bezahlen Sie sie.", "Ist i.O., bezahle das."},
			[]string{"Die Rechnung stimmt.", "Die Zahlen sind richtig, ja.", "Die Rechnung stimmt nicht, bitte bezahlen.", "Die Adresse stimmt, bitte bezahlen Sie Anna."},
		},
		{
			"it", "Pay the fire brigade's invoice?\nCHF 2,340, yearly share.",
			[]string{"L'importo è giusto, paghi pure.", "Dai, paghi pure."},
			[]string{"Fattura controllata.", "Fattura da controllare, può pagare.", "L'importo non è giusto, paghi pure."},
		},
		{"es", "¿Pagar la factura de gasoil?\n2.000 litros, vence el viernes.", []string{"Sí, pagala. La factura está bien.", "Está bien la factura, pagala."}, []string{"La factura está mal, pagala."}},
		{"nl", "Voeder bestellen bij Granen Deprez?\nVier zakken.", []string{"Allez ja, bestelt maar.", "Heerlijk, bestel maar."}, []string{"Allez.", "Allez ja, bestelt er maar twee."}},
		{"pl", "Zamówić 500 słoików?\n735 zł.", []string{"zamówienie jest w porządku, proszę złożyć."}, []string{"zamówienie jest w porządku", "zamówienie nie jest w porządku, proszę złożyć."}},
		{"en", "Confirm the boiler service?\nThey can come on Thursday 12th at 8:00.", []string{"Thursday at 8 is fine.", "Thursday at 8 suits. Please confirm."}, []string{"Thursday at 9 is fine.", "Friday at 8 is fine.", "Thursday at 8 or 9 is fine.", "Thursday before 8 is fine.", "Thursday at 8:30 is fine."}},
		{"it", "Book the service for the press?\nTechnician on Monday 7:00, half a day, €480.", []string{"Lunedì alle 7 va bene."}, []string{"Lunedì alle 8 va bene.", "Martedì alle 7 va bene.", "Lunedì dopo le 7 va bene."}},
		{"fr", "Déplacer le rendez-vous de Mme Hamidi ?\nElle demande vendredi 11 h au lieu de jeudi 9 h, c'est libre.", []string{"Oui, mettez-le vendredi à 11 h."}, []string{"Oui, mettez-le jeudi à 9 h.", "Oui, mettez-le vendredi à 9 h.", "Oui, mettez-le samedi."}},
		{"nl", "Afspraak van meneer Pronk verzetten?\nHij wil woensdag 14:00 in plaats van dinsdag.", []string{"Ja hoor, op woensdag."}, []string{"Ja hoor, op dinsdag.", "Ja hoor, op donderdag."}},
		{"en", "Move the meeting?\nIt is on Tuesday.", nil, []string{"Yes, on Tuesday.", "Yes, move it to Tuesday."}},
		{"en", "Cancel the order?", nil, []string{"Lovely, the order is fine.", "The order is fine, keep it."}},
	} {
		shown := Shown{About: []string{"", "", tt.request}, By: "Eve"}
		for want, texts := range map[Verdict][]string{Grant: tt.yes, None: tt.none} {
			for _, text := range texts {
				if got := Parse(text, Options{Language: tt.lang, Mail: true, Shown: shown}).Verdict; got != want && !(want == None && got == Deny) {
					t.Errorf("%q to %q is %v, want %v", text, tt.request, got, want)
				}
			}
		}
	}
}
