package reply

import "testing"

// TestWishes: thanks and a good wish beside an answer say nothing, alone they are none, and they take nothing else with them.
func TestWishes(t *testing.T) {
	for lang, tt := range map[string]struct {
		request, yes string
		wishes       []string
	}{
		"en": {"Send the quote?", "Yes.", []string{"Thank you and have a lovely day.", "Thanking you and wishing you a good day.", "Sorry for the late reply.", "Only just saw your message.", "Hope you're well."}},
		"fr": {"Envoyer le devis ?", "Oui.", []string{"Je vous en remercie et vous souhaite une bonne journée.", "Vous en remerciant par avance, je vous souhaite une excellente soirée.", "Toutes mes excuses pour le retard", "Je viens seulement de voir ton message", "Pardon pour les fautes, j'écris du téléphone"}},
		"it": {"Inviare il preventivo?", "Sì.", []string{"La ringrazio e le auguro una buona giornata.", "Grazie e buona giornata a lei.", "Scusi il ritardo nella risposta", "Ho visto solo adesso", "Buon riposo"}},
		"es": {"¿Enviar el presupuesto?", "Sí.", []string{"Le agradezco y le deseo un buen día.", "Gracias y que tenga un buen día."}},
		"de": {"Das Angebot senden?", "Ja.", []string{"Ich danke Ihnen und wünsche Ihnen einen schönen Tag.", "Vielen Dank und Ihnen ein schönes Wochenende!"}},
		"pt": {"Enviar o orçamento?", "Sim.", []string{"Agradeço e desejo-lhe um bom dia.", "Muito obrigada e um ótimo fim de semana para você."}},
		"nl": {"De offerte sturen?", "Ja.", []string{"Bedankt en een fijne dag nog.", "Dank u wel en ik wens u een prettige dag."}},
		"pl": {"Wysłać ofertę?", "Tak.", []string{"Dziękuję i życzę miłego dnia."}},
	} {
		read := func(text string) Verdict {
			return Parse(text, Options{Language: lang, Mail: true, Shown: Shown{About: []string{"", "", tt.request}}}).Verdict
		}
		for _, wish := range tt.wishes {
			for _, with := range []string{tt.yes + "\n\n" + wish, tt.yes + " " + wish} {
				if got := read(with); got != Grant {
					t.Errorf("%q is %v", with, got)
				}
			}
			if got := read(wish); got != None {
				t.Errorf("%q is %v", wish, got)
			}
		}
	}
	for _, tt := range [][3]string{{"fr", "Envoyer le devis ?", "Oui.\nÀ demain"}, {"es", "¿Enviar el presupuesto?", "Sí.\nHasta mañana"}} {
		if got := Parse(tt[2], Options{Language: tt[0], Mail: true, Shown: Shown{About: []string{"", "", tt[1]}}}).Verdict; got != Grant {
			t.Errorf("%q is %v", tt[2], got)
		}
	}
	for _, tt := range [][3]string{{"fr", "Déplacer la réunion ?", "Oui.\nÀ demain"}, {"fr", "Envoyer le devis ?", "Oui, à demain"}, {"en", "Send the quote?", "See you tomorrow"}, {"en", "Send the quote?", "Sorry for the delay."}, {"es", "¿Aplazar la reunión?", "Sí.\nHasta mañana"}} {
		if got := Parse(tt[2], Options{Language: tt[0], Mail: true, Shown: Shown{About: []string{"", "", tt[1]}}}).Verdict; got != None {
			t.Errorf("%q to %q is %v", tt[2], tt[1], got)
		}
	}
	for _, text := range []string{"Yes, but only tomorrow. Have a nice day.", "Yes. Have a nice day with Tom.", "Not yet. Have a nice day.", "Yes. Have a nice day on Friday."} {
		if got := Parse(text, Options{Language: "en", Mail: true, Shown: Shown{About: []string{"", "", "Send the quote?"}}}).Verdict; got != None {
			t.Errorf("%q is %v", text, got)
		}
	}
}
