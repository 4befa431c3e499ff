package reply

import "testing"

// TestGoesThere: to go there says the no to a cancelled appointment once more; to go elsewhere, at another time or in another's place does not.
func TestGoesThere(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt          string
		grants, denies, asked []string
	}{
		{"en", "Cancel your dentist appointment on Tuesday?\nIt overlaps with the audit.", nil, []string{"No, I'll go to it thanks", "No, I do want to go to that one."}, []string{"No, I'll go on Friday", "Yes, I'll go to it", "No, Tom will go"}},
		{"en", "Confirm the cancellation of the appointment?\nFriday.", nil, nil, []string{"Yes, I will be there"}},
		{"it", "Disdire il parrucchiere di venerdì?\nOre 15.", nil, []string{"No, no, ci vado", "no, ci vado io"}, []string{"no, ci vado sabato", "sì ci vado"}},
		{"es", "¿Cancelar la clase de zumba?\nHoy.", nil, []string{"No, sí voy a ir", "no, voy"}, []string{"no voy", "No, voy mañana", "sí, voy"}},
		{"fr", "Annuler le rendez-vous avec la CAF ?\nMardi.", nil, []string{"non surtout pas j'ai besoin d'y aller", "non, j'y vais"}, []string{"oui j'y vais"}},
		{"de", "Den Zahnarzt von Mia absagen?\nMontag.", nil, []string{"Nein, sie geht", "nein, ich gehe hin"}, []string{"ja, ich gehe hin"}},
		{"de", "Das Paket abholen?\nPost.", nil, nil, []string{"ja, ich komme gerne"}},
		{"pl", "Odwołać dentystę?\nJutro.", nil, []string{"nie, pójdę"}, []string{"tak, pójdę", "nie pójdę"}},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grants, tt.denies, tt.asked)
	}
}

// TestLateReply: an apology for the late answer before it says nothing of it; one with a condition or a question is no such.
func TestLateReply(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt          string
		grants, denies, asked []string
	}{
		{"en", "Add Niamh to the mailbox?\nRead access.", []string{"Sorry for the delay. Yes please."}, []string{"Sorry for the late reply. No thanks."}, []string{"Sorry for the delay. Yes, but only half", "Sorry for the delay.", "Sorry for not answering, do not pay it yet. Yes", "Sorry about this, wait until Friday. Yes add her"}},
		{"es", "¿Mandar las fotos al director?\n31 fotos.", []string{"Perdona que no te haya contestado antes. Sí, mándaselas. Muchas gracias."}, nil, []string{"Perdona la demora. Sí, pero mañana"}},
		{"de", "Drucker bestellen?\n219 €.", []string{"Entschuldigung für die späte Antwort. Ja, bitte."}, []string{"Sorry, dass ich erst jetzt antworte. Nein danke."}, []string{"Entschuldigung für die späte Antwort."}},
		{"fr", "Commander le toner ?\n58 €.", []string{"Désolé du retard. Oui, allez-y."}, nil, nil},
		{"pt", "Enviar os documentos?\n11.", []string{"desculpa a demora. Sim, pode enviar"}, nil, nil},
		{"pt", "Aprovar a mudança CHG-10442?\nTroca do firewall.", []string{"Aprovado."}, nil, []string{"mude"}},
		{"de", "Das Probeabonnement verlängern?\n42,90 €.", nil, []string{"nein, das möchte ich nicht verlängern."}, []string{"nein, das möchte ich verlängern"}},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grants, tt.denies, tt.asked)
	}
}
