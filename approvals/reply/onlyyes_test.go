package reply

import "testing"

// TestOnlyYes: a yes among nothing but words that never change one is a yes in any order; who does it himself, tells what is or was, asks,
// sighs, or names another thing is asked.
func TestOnlyYes(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt  string
		grants, asked []string
	}{
		{
			"en", "Send the offer letter to Wei Zhang?\nAs signed off.",
			[]string{"Yes! Please send it. Very excited about this one.", "Thanks for your message. Yes please send it.", "Yes, you may send the letter", "Oh yes please, how lovely. I have been looking forward to that one."},
			[]string{"yes I can send it on", "yes I may send it", "Yes, send it, is it checked", "yes kill it", "Yes that is the message", "yes you read it", "yes that may be so", "yes, send it, have you read it", "so is that all yes", "yes please mail them", "Yes please send it to me", "yes, send this and that letter"},
		},
		{
			"de", "Die Karten für das Oratorium bestellen?\nZwei Plätze, 54 €.",
			[]string{"ja, sehr gerne! Da freue ich mich.", "vielen Dank für die Info. Ja, bitte bestellen."},
			[]string{"ja, ich mach das gern", "Ja, das ist die Info", "ja, ich habe sie schon bestellt", "ja, die sind so weit", "ja ja, du machst das", "ja kannst du das gut", "ja du kannst mich", "ja sie machen das gut", "ja, bestellen, wird geprüft"},
		},
		{
			"fr", "Prendre rendez-vous chez le cardiologue ?\nDr Bonnafous.",
			[]string{"Je vous remercie de votre message. Oui, vous pouvez le prendre."},
			[]string{"Oui, je le prends et j'y vais", "Oui, c'est tout ce message", "oui, c'est le rendez-vous de Paul"},
		},
		{
			"it", "Mandare la mail al prof. Colnaghi?\nBozza di ieri.",
			[]string{"sì, puoi mandare la mail, va bene"},
			[]string{"sì, ho letto la mail, grazie", "sì, la mail va letta bene"},
		},
		{
			"es", "¿Subir las notas del trimestre?\n24 alumnos.",
			[]string{"Sí, puedes subir las notas, gracias"},
			[]string{"sí, las he subido ya todas", "sí, ya las subí yo todas"},
		},
		{
			"nl", "De kaartjes voor het Concertgebouw bestellen?\nZondagmatinee.",
			[]string{"Ja, graag! Daar verheugen wij ons op.", "Bedankt voor je bericht. Ja, bestel ze maar"},
			[]string{"ja, ik mag ze bestellen", "ja, dat is het bericht", "ja ze mag het bestellen", "ja is dat goed zo", "ja doe ze de groeten"},
		},
		{
			"pl", "Zapisać na wycieczkę?\nKlub Seniora.",
			[]string{"Tak, bardzo proszę zapisać, bardzo się cieszę"},
			[]string{"tak, to ja się zapisać moge", "tak, wszystko sprawdziłam, dziękuję", "tak dziękuję za mail"},
		},
		{"en", "Cancel the trip?\nRef. 4.", nil, []string{"Yes, how lovely, I have been looking forward to that one", "Yes, it is so good and fine"}},
		{"en", "Keep or cancel the shop delivery?\nThursday.", nil, []string{"yes please do keep it"}},
		{"en", "Print and send the letters?\nTwo.", nil, []string{"yes please, send the letters"}},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grants, nil, tt.asked)
	}
}

// TestRepeatsTitle: a yes and the whole title is a yes, a part of it, or a title with a choice, is asked as ever.
func TestRepeatsTitle(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt  string
		grants, asked []string
	}{
		{"de", "Den Zahnarzt von Mia absagen?\nMontag.", []string{"Ja, den Zahnarzt von Mia absagen", "ja bitte den Zahnarzt von Mia absagen!"}, []string{"Ja, den Zahnarzt von Leo absagen", "den Zahnarzt von Mia nicht absagen, ja"}},
		{"en", "Renew the ad in the Limerick Leader?\n€480.", []string{"Yes, renew the ad in the Limerick Leader"}, []string{"Yes, renew the ad in the Limerick Leader for a week", "Renew the ad in the Limerick Leader?"}},
		{"nl", "School of oma bellen en zeggen dat Mia ziek is?\n", nil, []string{"doe maar", "ja, school of oma bellen en zeggen dat Mia ziek is"}},
		{"de", "Termin am Mittwoch, 9 Uhr, oder Freitag bestätigen?\n", nil, []string{"ja bestätigen"}},
		{"en", "Keep or cancel the delivery?\nX.", nil, []string{"yes keep or cancel the delivery"}},
		{"es", "¿Pagar al contado o a plazos?\nX.", nil, []string{"sí, pagar al contado o a plazos"}},
		{"pl", "Odpisać mamie, że dojechałeś?\n", []string{"tak, odpisać mamie, że dojechałeś"}, nil},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grants, nil, tt.asked)
	}
}

// TestTitlesThatMisled are titles of which a word or a mark was taken for something else.
func TestTitlesThatMisled(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt          string
		grants, denies, asked []string
	}{
		{"de", "Termin mit Herrn Wölfel auf Mittwoch, 9 Uhr, bestätigen?\nRaum 2.", []string{"Ja, bitte bestätigen."}, nil, []string{"ja, Donnerstag bestätigen"}},
		{"de", "Karten für die Störtebeker-Festspiele kaufen?\n78 EUR.", []string{"ja"}, []string{"nein"}, nil},
		{"de", "Stört es Sie, wenn ich Karten kaufe?", nil, nil, []string{"ja", "nein"}},
		{"es", "¿Aceptar el acuerdo de la contraria?\nOfrecen 12.000 €.", []string{"sí"}, []string{"no"}, nil},
		{"fr", "Est-ce que Tom est là en août ? Je réserve le vol.", nil, nil, []string{"oui", "non"}},
		{"pt", "Comprar a passagem pra Natal no feriado?\nR$ 640.", []string{"sim"}, []string{"Não, tá muito caro"}, nil},
		{"en", "Call the surgery and ask for the results?\n", []string{"Yes please. Thank you so much."}, nil, []string{"yes, call them"}},
		{"de", "Mama sagen, dass ihr um 3 kommt?\nPer SMS.", []string{"Ja bitte. Vielen Dank!"}, nil, []string{"ja, sie kommt"}},
		{"nl", "Oma bellen en zeggen dat jullie komen?\n", []string{"Ja doe maar"}, nil, []string{"ja, bel maar"}},
		{"en", "Approve the expense report?\n$1,284.60.", []string{"Approved."}, nil, nil},
		{"pl", "Przyjąć zlecenie w Krakowie?\n350 zł.", []string{"Tak, zgadzam się"}, nil, nil},
		{"de", "Probe vom Kirchenchor absagen?\nHeute.", nil, []string{"Auf keinen Fall"}, nil},
		{"fr", "Acheter un four ?\n300 euros.", nil, []string{"Bonjour Eve,\n\nNon, ce n'est pas possible."}, nil},
		{"pt", "Comprar os reagentes?\nR$ 612.", nil, nil, []string{"isso não é comigo, é com o Fábio"}},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grants, tt.denies, tt.asked)
	}
}
