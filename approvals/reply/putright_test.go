package reply

import "testing"

// TestPutsRight: a no that only names another number, person or thing wants the same deed with that.
func TestPutsRight(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt  string
		denies, asked []string
	}{
		{"en", "Order 3 chairs?\n£40 each.", []string{"no, 3 is too many", "no, we have ten of them already in the cellar", "no, the shop is closed"}, []string{"no, 4 of them", "no, it's five", "no, four", "no, one"}},
		{"en", "Lend the trailer to Steve?\nFrom Saturday.", []string{"no, the trailer broke", "no, not this time, the kids are ill"}, []string{"no, the small one", "no, not Molly, the other girl", "no, Anna", "no, Friday's better", "no, I meant the one in Porto", "no sorry wrong chat", "no, to Tom"}},
		{"de", "Blumen an Tante Renate schicken?\nZwei Sträuße, 35 €.", []string{"nein, die kommt nicht", "nein, die spinnt", "nein, das ist zu teuer"}, []string{"nein, Tante Rosi", "nein, die Rosi", "nein, die andere", "nein, vier", "nein, einen"}},
		{"de", "Miete erhöhen?\nNeue Kaltmiete 780 €.", []string{"nein, 780 ist zu viel"}, []string{"Nein, 760 sind genug.", "nein, es sollten 760 sein"}},
		{"pl", "Pożyczyć przyczepkę?\nOd soboty.", []string{"nie, ta przyczepka jest zepsuta"}, []string{"nie, tę małą", "nie, chodziło mi o rower"}},
		{"es", "¿Pagar la factura?\n80 €.", []string{"no, la pago yo"}, []string{"no, la otra", "no, el lunes mejor"}},
		{"fr", "Redémarrer le serveur ?\nDix minutes.", []string{"non, la vache"}, []string{"non, pas le serveur de mail, celui des fichiers", "non, le suivant, celui de droite"}},
		{"it", "Eliminare il contatto di Giorgio?\nMai usato.", nil, []string{"no quello di Giorgia!", "no, meglio un altro"}},
		// a second question
		{"de", "Umzugswagen mieten?\nSamstag, 89 €. Mit Vollkasko?", nil, []string{"nein ohne", "Nein, die Vollkasko brauchen wir nicht."}},
		{"en", "Book the vet?\nFriday. Should she also be chipped?", nil, []string{"no, she has a chip"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, nil, tt.denies, tt.asked)
	}
	decides(t, Options{Language: "nl", Shown: Shown{About: []string{"", "", "Schaatsen laten slijpen?\nTwee paar, € 22."}, By: "Eve"}}, []string{"ja, van mij mag het"}, nil, []string{"ja die van mij", "ja de mijne"})
}

// TestWhyNo: words that would decide or limit alone do not within a reason that says nothing of the deed.
func TestWhyNo(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt  string
		denies, asked []string
	}{
		{"de", "Blumen an Tante Renate schicken?\n35 €.", []string{"Nein, sie ist doch auf Kur", "nein ich bin ja wieder gesund", "Nein, der beschwert sich sowieso nur über den Lärm"}, []string{"nein, ich meine ja", "nein, doch", "nein, nur die Hälfte", "nein, ich will nur die Hälfte", "nein, ich habe noch Fragen", "nein, wir schicken doch welche", "nein, das ist doch die falsche", "nein, ich hab doch zugesagt", "nein, ich hab doch nur gefragt"}},
		{"en", "Book the dentist for Callum?\nWednesday.", []string{"no I'm working then", "no we're moving house"}, []string{"no, he was there on Wednesday", "no, only if he wants", "no, I meant yes", "no I want the other dentist", "no it's ok", "no I'm up for it"}},
		{"nl", "Kapper afzeggen?\nWoensdag.", []string{"Nee, ik ga gewoon naar dat feest"}, []string{"nee, toch wel", "nee, maar half", "nee ik wil toch liever later"}},
		{"es", "¿Pedir dos botellas de Rioja?\n12 €.", []string{"no que estamos fuera de casa", "no que está el niño durmiendo"}, []string{"no que las pida Ana", "no que es la otra", "no, que sí", "no que mejor tres"}},
		{"es", "¿Reservar el hotel?\nDos noches.", []string{"no, dormimos en casa de mi prima"}, []string{"no, prima"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, nil, tt.denies, tt.asked)
	}
}
