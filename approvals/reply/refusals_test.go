package reply

import "testing"

// TestSetNoes: phrases that say no as a whole, and the same with something that is wanted all the same.
func TestSetNoes(t *testing.T) {
	for _, tt := range []struct {
		lang, request string
		no, none      []string
	}{
		{
			"en", "Book the table?",
			[]string{"No, I've changed my mind.", "Not worth it.", "On second thought, no.", "Actually no.", "No, not after all.", "Thank you very much but no.", "Nice idea but no.", "I'll have to say no this time.", "I must say no, sorry.", "Gonna pass"},
			[]string{"Thanks but no rush", "Actually no, book it.", "Actually no. Book it for eight.", "On second thoughts no problem", "not after all that work", "I'll have to say no to the window seat", "I'll have to pass on the dessert", "I don't want any table by the door", "I don't want any table, I want a room."},
		},
		{"en", "Book the hotel with breakfast?", nil, []string{"I don't want any breakfast.", "I don't need breakfast"}},
		{"en", "Pay off the loan?", nil, []string{"I don't want any loan"}},
		{"de", "Den Kredit loswerden?", nil, []string{"Ich will keinen Kredit"}},
		{"es", "¿Devolver el préstamo?", nil, []string{"No quiero ningún préstamo"}},
		{"en", "Decline the offer?", nil, []string{"I'll have to decline.", "Gonna pass", "Not worth it."}},
		{"en", "Cancel the table?", []string{"Thanks but no."}, []string{"I don't want any table.", "I'll have to say no."}},
		{
			"de", "Den Tisch reservieren?",
			[]string{"Nein, doch nicht.", "ne, doch nicht", "Da muss ich passen.", "Danke, aber nein."},
			[]string{"Nein, doch nicht den großen.", "Doch nicht am Freitag", "Danke, aber nein, lieber morgen", "Ich brauche keinen Tisch am Fenster", "na hab keine Zeit, mach du"},
		},
		{
			"fr", "Réserver la table ?",
			[]string{"Finalement non.", "Tout compte fait non", "Je passe mon tour.", "Merci mais non.", "Non, pas cette fois-ci. Merci quand même."},
			[]string{"Finalement non, plutôt samedi", "Merci mais non fumeur", "Non, merci mais réservez quand même", "Non, merci mais plutôt samedi", "En fait non, vas-y"},
		},
		{"fr", "Passer votre tour de garde ?", nil, []string{"je passe mon tour"}},
		{
			"it", "Prenotare il tavolo?",
			[]string{"No, ho cambiato idea.", "Non ne vale la pena", "Alla fine no.", "Anzi no.", "mi dispiace ma questa volta devo dire di no.", "Sei gentile ma no."},
			[]string{"Anzi no, prenota", "Alla fine no, meglio sabato", "Non voglio il tavolo fuori", "No, grazie ma prenota lo stesso"},
		},
		{"it", "Accettare l'invito?", []string{"No, puoi rifiutare."}, nil},
		{
			"es", "¿Reservar la mesa?",
			[]string{"Al final no.", "Pensándolo bien, no.", "Les agradezco mucho pero no.", "Esta vez paso."},
			[]string{"Al final no, mejor el sábado", "No, gracias pero resérvala igual", "No quiero mesa fuera", "No gracias de todas maneras resérvala", "gracias igual"},
		},
		{
			"pt", "Reservar a mesa?",
			[]string{"Não, mudei de ideia.", "Não vale a pena.", "Afinal não.", "Desta vez passo."},
			[]string{"Afinal não, antes sábado", "Não, mas obrigado. Reserve para sábado.", "Não quero mesa lá fora"},
		},
		{
			"nl", "De tafel reserveren?",
			[]string{"Toch niet.", "Bij nader inzien niet.", "Ik sla over."},
			[]string{"Toch niet op vrijdag", "Toch niet vergeten hè", "Nee, toch bedankt. Doe maar zaterdag.", "Ik wil geen tafel buiten"},
		},
		{
			"pl", "Zarezerwować stolik?",
			[]string{"Jednak nie.", "Tym razem odpuszczam."},
			[]string{"Jednak nie, lepiej w sobotę", "Nie, ale dziękuję. W sobotę.", "Nie chcę stolika przy oknie", "Raczej nie."},
		},
	} {
		read := func(text string) Verdict {
			return Parse(text, Options{Language: tt.lang, Mail: true, Shown: Shown{About: []string{"", "", tt.request}}}).Verdict
		}
		for _, no := range tt.no {
			if got := read(no); got != Deny {
				t.Errorf("%q to %q is %v", no, tt.request, got)
			}
		}
		for _, none := range tt.none {
			if got := read(none); got != None {
				t.Errorf("%q to %q is %v, want none", none, tt.request, got)
			}
		}
	}
}
