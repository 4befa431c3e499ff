package reply

import "testing"

// TestWithoutCan: behind a no, that one cannot, that it does not suit or is not needed says the no once more, with a mark between or not;
// not where something is to end, be refused or put off, and not that one cannot say no.
func TestWithoutCan(t *testing.T) {
	decidesAll(t, []answeredTo{
		{
			"en", "Take the job in Decatur on Saturday?\n8 am.", nil,
			[]string{"nope cant do it", "no can't do saturday", "nah cannot make it", "no won't be able to, sorry", "no that doesn't work for me", "no not possible", "no, not needed for now"},
			[]string{"no can't wait", "no I can't say no to that", "no, cannot refuse", "nope cant complain", "can't", "no, can't be helped", "no can't do it otherwise", "no can't you", "can't do saturday", "no can't until Monday", "no can't if it's raining", "nope cant do it can you ask Tom", "no can't do Saturday, Sunday is fine", "no not for now"},
		},
		{
			"it", "Prendere la chiamata urgente a Conegliano?\nStasera, offre 350 €.", nil,
			[]string{"NO NON POSSO", "NO NON RIESCO", "no non riesco a venire", "no non ce la faccio, mi spiace", "no impossibile", "no, per ora non serve", "no non occorre per il momento", "no di sicuro", "no, per 350 no di sicuro", "di certo no", "NO BASTA"},
			[]string{"non posso", "no non posso rifiutare", "no non posso dire di no", "no, non posso fare altrimenti", "no non posso lamentarmi", "no, per 400 no di sicuro", "basta", "no non posso stasera, domani sì", "di sicuro", "per ora no"},
		},
		{"it", "Disdire la cena?\nStasera.", nil, nil, []string{"NO NON POSSO", "no non riesco", "no basta", "no, per ora non serve"}},
		{"it", "Rifiutare l'invito?\nStasera.", nil, nil, []string{"no non posso", "no non riesco", "no di sicuro"}},
		{"it", "Rimandare la visita?\nA giovedì.", nil, nil, []string{"no non posso", "no non riesco"}},
		{"it", "Comprare la torta e pagare Rossi?\n80 €.", nil, nil, []string{"no non riesco"}},
		{
			"es", "¿Aceptar el trabajo del sábado?\n8 horas.", nil,
			[]string{"no no puedo", "no no puedo ir", "no no me viene bien", "No, me es imposible", "no no me da tiempo", "no imposible gracias", "no, por ahora no hace falta", "no no lo necesito de momento"},
			[]string{"no puedo", "no no puedo negarme", "no no puedo decir que no", "no, no puedo hacer otra cosa", "no no puedo el sábado, el domingo sí", "imposible decir que no", "por ahora no", "no no puedo esperar"},
		},
		{
			"fr", "Accepter le chantier de samedi ?\n8 heures.", nil,
			[]string{"nan pas possible", "nan pas possible on est débordés", "non pas moyen", "non pas besoin pour l'instant", "non, pour le moment pas nécessaire"},
			[]string{"pas possible autrement", "nan pas possible autrement", "non je peux pas refuser", "non pas possible samedi, dimanche oui", "pas pour l'instant", "nan pas possible de refuser"},
		},
		{
			"de", "Den Auftrag am Samstag annehmen?\n8 Stunden.", nil,
			[]string{"Nein, geht diesmal nicht.", "nein passt mir nicht", "Nein, passt nicht", "nein das klappt leider nicht", "nein schaff ich nicht", "nein im Moment nicht nötig", "nein brauchen wir momentan nicht", "Nein, vorerst nicht nötig, danke"},
			[]string{"nein geht nicht anders", "Nein, passt mir nicht, lieber Sonntag", "nein, ich kann nicht nein sagen", "nein geht heute nicht", "passt mir nicht so gut", "nein, vorerst nicht", "nein passt mir nicht, wenn es regnet", "nein kann ich nicht ablehnen"},
		},
		{"de", "Termin absagen?\nSamstag, 8 Uhr.", nil, nil, []string{"Nein, geht diesmal nicht.", "nein passt mir nicht", "nein brauchen wir momentan nicht"}},
		{"de", "Auto verkaufen?\n3000 €.", nil, nil, []string{"nein brauchen wir momentan nicht", "nein im Moment nicht nötig"}},
		{
			"pt", "Aceitar o trabalho de sábado?\n8 horas.", nil,
			[]string{"nao nao posso", "não não consigo", "nao nao me dá jeito", "não impossível", "não, por agora não é preciso", "não não precisa por enquanto"},
			[]string{"nao consigo", "não não posso recusar", "nao nao posso dizer que nao", "não por agora", "nao nao posso sabado, domingo sim"},
		},
		{
			"nl", "De klus van zaterdag aannemen?\n8 uur.", nil,
			[]string{"nee lukt niet", "nee dat gaat helaas niet", "nee lukt me deze keer niet", "nee onmogelijk", "nee voorlopig niet nodig", "nee op dit moment niet nodig"},
			[]string{"nee kan niet anders", "nee, kan niet wachten", "nee lukt niet zaterdag, zondag wel", "lukt", "nee, voorlopig niet"},
		},
		{"nl", "Afspraak afzeggen?\nZaterdag.", nil, nil, []string{"nee lukt niet"}},
		{
			"pl", "Przyjąć zlecenie na sobotę?\n8 godzin.", nil,
			[]string{"Nie da rady", "nie dam rady, przepraszam", "nie da się", "nie nie moge", "nie niemożliwe", "nie na razie nie trzeba", "nie, nie trzeba na razie", "nie nie pasuje mi"},
			[]string{"nie da się ukryć", "nie da rady taniej", "nie, nie mogę odmówić", "nie, nie mogę się doczekać", "nie na razie", "nie moge", "nie da rady w sobotę, w niedzielę tak"},
		},
		{"pl", "Odwołać wizytę?\nSobota.", nil, nil, []string{"Nie da rady", "nie na razie nie trzeba"}},
		{"pl", "Odmówić klientowi?\nSobota.", nil, nil, []string{"Nie da rady", "nie da się"}},
	})
}

// TestNotNow: to whom is asked whether to do something now, "no, not now" is a no; without the no, or where the prompt asks at no time, it
// puts off.
func TestNotNow(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"en", "Install the update now?\nTakes about 40 minutes.", nil, []string{"No, not now", "nope, not now thanks"}, []string{"not now", "no, not now, tonight", "no, now", "not right now", "no, not now but tomorrow", "no, not yet"}},
		{"en", "Install the update?\nIt can be done now.", nil, nil, []string{"no, not now", "not now"}},
		{"en", "Install the update now or tonight?\nTakes about 40 minutes.", nil, nil, []string{"no, not now"}},
		{"en", "Stop the service now?\nTakes about 40 minutes.", nil, nil, []string{"not now"}},
		{"fr", "Install the update on the iPad now?\nTakes about 40 minutes.", nil, []string{"Non, pas maintenant. Merci."}, []string{"pas maintenant", "non, pas maintenant, ce soir", "non, pas encore"}},
		{"nl", "Update van de tv nu uitvoeren?\nDuurt een kwartier.", nil, []string{"Nee, nu niet. Groetjes", "nee, niet nu"}, []string{"nu niet", "nee, nu niet, straks", "nee, nog niet"}},
		{"de", "Das Update jetzt installieren?\n15 Minuten.", nil, []string{"Nein, jetzt nicht", "nein, nicht jetzt"}, []string{"jetzt nicht", "nein, jetzt nicht, heute Abend"}},
		{"de", "Das Update installieren?\n15 Minuten.", nil, nil, []string{"Nein, jetzt nicht"}},
		{"it", "Aggiornare adesso?\n15 minuti.", nil, []string{"no, non adesso", "no, non ora grazie"}, []string{"non adesso", "no, non adesso, dopo"}},
		{"es", "¿Actualizar ahora?\n15 minutos.", nil, []string{"no, ahora no"}, []string{"ahora no", "no, ahora no, luego", "no, ahora"}},
		{"pt", "Atualizar agora?\n15 minutos.", nil, []string{"não, agora não"}, []string{"agora não", "não, agora não, depois", "não, agora"}},
		{"pl", "Zaktualizować teraz?\n15 minut.", nil, []string{"nie, nie teraz", "nie, teraz nie"}, []string{"nie teraz", "nie, nie teraz, wieczorem", "nie, teraz"}},
	})
}
