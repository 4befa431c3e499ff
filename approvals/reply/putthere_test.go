package reply

import "testing"

// TestPutThere: an order with the place that the prompt names is the order, and what is put in is added; another place, thing or time is none.
func TestPutThere(t *testing.T) {
	testPlainYes(t, []plainYes{
		{
			"de", "Die Namen in den Newsletter setzen?\n4 Namen.",
			[]string{"Ja, setz sie rein", "Ja, setz sie bitte mit rein"},
			[]string{"Ja, setz sie raus", "Ja, setz sie drauf", "Ja, setz sie nicht rein", "Ja, setz die Fotos rein", "rein", "Ja, rein", "Ja, ruf sie rein", "Ja, setz sie morgen rein", "Ja, setz zwei rein"},
		},
		{"de", "Die Namen aus dem Newsletter nehmen?\n4 Namen.", nil, []string{"Ja, nimm sie rein"}},
		{"nl", "De namen in de nieuwsbrief zetten?\n4 namen.", []string{"Ja, zet ze erin", "Ja, zet ze er maar in"}, []string{"Ja, erin", "Ja, zet ze er niet in", "Ja, zet ze er morgen in"}},
		{"nl", "De namen uit de nieuwsbrief halen?\n", nil, []string{"Ja, zet ze erin"}},
		{"fr", "Mettre les noms dans le bulletin ?\n4 noms.", []string{"Oui, mettez-les dedans"}, []string{"Oui, dedans", "Oui, mettez-les dehors", "Oui, ne les mettez pas dedans", "Oui, mettez-les dedans demain"}},
		{"it", "Mettere i nomi nel bollettino?\n4 nomi.", []string{"Sì, mettili dentro"}, []string{"Sì, dentro", "Sì, mettili fuori", "Sì, mettili dentro domani"}},
		{"es", "¿Poner los nombres en el boletín?\n4 nombres.", []string{"Sí, ponlos ahí", "Sí, ponlos dentro"}, []string{"Sí, ahí", "Sí, ponlos fuera", "Sí, ponlos ahí mañana"}},
		{"pl", "Wpisać nazwiska do biuletynu?\n4 nazwiska.", []string{"Tak, wpisz je tam"}, []string{"Tak, tam", "Tak, nie wpisuj je tam", "Tak, wpisz je tam jutro"}},
		{"en", "Add the names to the newsletter?\nFour names.", []string{"Yes, put them in"}, []string{"put them in", "Yes, put them off", "Yes, put them in tomorrow", "Yes, put two in", "Yes, put me in"}},
		{"en", "Remove the names from the newsletter?\n", nil, []string{"Yes, put them in"}},
		{"en", "Take the names off the list and add Tom?\n", nil, []string{"Yes, put them in"}},
		{"en", "Register the club for the forum?\nSeptember.", []string{"Yes, sign us up"}, []string{"Yes, sign Tom up", "Yes, sign us up for two", "Yes, sign us off"}},
		{"de", "Den Verein zum Forum anmelden?\nSeptember.", []string{"Ja, melden Sie uns an"}, []string{"Ja, melden Sie uns ab", "Ja, melden Sie Tom an", "Ja, melden Sie uns morgen an"}},
		{"de", "Tom zum Forum anmelden?\n", nil, []string{"Ja, melden Sie mich an", "Ja, melden Sie uns an"}},
		{"es", "Roll back the deploy?\nSince 15:02.", []string{"sii rollback ya"}, []string{"si deploy ya", "sí hecho ya"}},
		{"es", "Send the letter?\n", nil, []string{"sí enviado ya", "sí carta ya"}},
		{"fr", "Annuler la réservation du gîte ?\nL'acompte de 90 € est perdu.", []string{"Oui, annulez. Tant pis pour l'acompte."}, []string{"Oui, tant pis pour Robert.", "Tant pis pour l'acompte.", "Oui, tant pis pour l'acompte si on gagne"}},
		{"fr", "Annuler l'acompte ?\n", nil, []string{"Oui, tant pis pour l'acompte."}},
		{"fr", "Réserver le gîte ?\nL'acompte est de 90 €.", nil, []string{"Oui, tant pis pour l'acompte."}},
		{"de", "Ferienhaus stornieren?\nDie Anzahlung von 90 Euro ist verloren.", []string{"Ja, stornieren. Schade um die Anzahlung."}, []string{"Ja, schade um das Haus."}},
	})
}
