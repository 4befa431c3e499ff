package reply

import (
	"strings"
	"testing"
)

// TestTellingAsAsked: an order to tell what is asked, to whom it is asked, is a yes; one with other words, or to another, is none.
func TestTellingAsAsked(t *testing.T) {
	const kevin, pupil, choir = "Answer Kevin about bowls\nTell him you'll play on Saturday at 2?", "Contestar al colegio de Nico\nQue tú lo recoges el viernes a las dos.", "Répondre à la chorale\nDire à Monique que vous chantez le 8 mai ?"
	const plans = "Reply to the architect\nTell Mr Stucki that the heating plans are approved as drawn?"
	for _, tt := range []struct{ lang, about, grant, deny, none string }{
		{
			"en", kevin, "yes, tell Kevin that I shall play on Saturday.|yes, tell him I'll play on Saturday at 2|Yes, tell Kevin. Thanks", "",
			"yes, tell Kevin that I'll play on Sunday|yes, tell Kevin that I'll play on Saturday at 3|yes, tell Kevin that I won't play|yes, tell Bob that I'll play on Saturday|yes, tell Kevin he'll play on Saturday|yes, tell me|yes, tell him thanks|yes, tell Kevin I'll call him",
		},
		{"en", "Answer Kevin about bowls\nTell him you can't play on Saturday?", "", "", "yes, tell Kevin that I can play on Saturday|yes, tell Kevin that I play"},
		{"es", pupil, "Sí, contéstales que lo recojo yo el viernes a las dos.", "", "Sí, contéstales que lo recojo yo el jueves|Sí, contéstales que lo recoge él|Sí, contéstales que lo recoge el viernes"},
		{"fr", choir, "Oui , dites le à Monique .Merci bien|Oui, dites-lui que je chante le 8 mai", "", "Oui, dites-le à Paul|Oui, dites-moi|Oui, dites-lui merci|Oui, dites-lui que je chante le 9 mai|Oui, dites-lui que je ne chante pas"},
		{"de", plans, "Ja, das darfst du ihm so schreiben.|Ja, schreib ihm das so.|Ja, sag ihm das", "Nein, schreib ihm das nicht", "Ja, schreib mir das|Ja, schreib ihm ab|Ja, sag ihm danke|Ja, schreib es um"},
		{"nl", plans, "Ja hoor, schrijf dat maar.", "", "Ja, schrijf het op"},
		{"en", plans, "Yes, tell him that", "", "yes, draft it|yes, write it down"},
		{"en", "Tell Anna that Bob pays?", "yes, tell Anna that Bob pays", "", "yes, tell Bob|yes, tell Anna Bob|yes, tell Bob that Anna pays"},
		{"en", "Tell Anna that Bob pays and Kim cooks?", "", "", "yes, tell Anna that Kim cooks|yes, tell Anna that Bob pays"},
		{"en", "Tell Anna that Bob pays unless it rains?", "", "", "yes, tell Anna that Bob pays"},
	} {
		split := func(s string) []string { return strings.FieldsFunc(s, func(r rune) bool { return r == '|' }) }
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.about}}}, split(tt.grant), split(tt.deny), split(tt.none))
	}
}

// TestSmallWordsBeside: what is hoped for, marks and slips, and words that only stress an answer, change nothing of it.
func TestSmallWordsBeside(t *testing.T) {
	for _, tt := range []struct{ lang, about, grant, deny, none string }{
		{"en", "Send the letter?", "Hope you had a lovely weekend and got a bit of the sun. Yes, please send it", "no, not at all", "Hope you had a lovely weekend. Send it on Monday"},
		{"en", "Order candles?\n24, £12", "order away please|Yes, order away", "", "run away"},
		{"en", "Throw away the photos?", "yes, throw them away", "Please don't throw them away.", "yes, throw the albums away"},
		{"en", "Do you mind if I pay the invoice?", "", "", "no, not at all|no not at all"},
		{"es", "Presentar la declaración?\nAbril.", "Hola Eve, ¿cómo andás? Espero que bien. Sí, presentala.|hágame el favor de presentarla", "", "Espero. Sí|haz el favor de esperar"},
		{"es", "Llamar al técnico?", "si ya llamalo", "", "si ya llamó|si ya lo llamaste"},
		{"fr", "Envoyer les vœux ?", "j'espère que vous allez bien par ce beau soleil. Oui, envoyez les vœux|oui merxi|Oui. Bien le bonjour.", "nonon|non pas du tout", "j'espère. Oui mais"},
		{"pt", "Publicar o aviso?", "", "", "faz favor de esperar"},
		{"it", "Mettere la sveglia?", "eh sì|eh si", "", "eh si vede|eh sì, però tardi"},
		{"nl", "Planten bestellen?", "Jawel, bestellen|jaja bestel maar|Bedankt voor je berichtje en hopelijk heb je een fijn weekend gehad. Ja, bestel maar.", "nee helemaal niet", "jaja"},
		{"nl", "Planten niet bestellen?", "", "", "jawel"},
		{"nl", "Cv-ketel laten nakijken?", "Ja, laat u hem maar komen", "", "laat maar"},
		{"de", "Parkkarte kaufen?", "Ja chouf|ja bite", "", "verchouf"},
		{"pl", "Zrobić rollback?", "tak cofaj|tka, cofaj", "", "nie wiem"},
		{"pl", "Wypuścić wersję 2.8?", "tak, wypuszczaj", "", ""},
	} {
		split := func(s string) []string { return strings.FieldsFunc(s, func(r rune) bool { return r == '|' }) }
		decides(t, Options{Language: tt.lang, Shown: Shown{By: "Eve", About: []string{"", "", tt.about}}}, split(tt.grant), split(tt.deny), split(tt.none))
	}
}
