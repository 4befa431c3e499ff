package reply

import "testing"

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
