package reply

import "testing"

// TestAroundAnAnswer: whom people speak to, how they close and what they say of being asked stands beside an answer in words of every
// region; what may put it off, limit it or be said of something else does not.
func TestAroundAnAnswer(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"en", "Book the Tuesday slot?\nAt ten.", []string{"yes bruh", "Yes book it lad", "100% yes", "yeah course", "Yes please.\n\nMuch love", "yes book it 🥋"}, []string{"no thanks my love", "no cant"}, []string{"bruh", "yes bruh but later", "Yes, until then", "yes 50%", "100%", "hmm yes", "well yes", "ok sorry I missed this", "much love", "yes, no rush"}},
		{"de", "Termin buchen?\nDienstag.", []string{"ja digga", "ja bitte mein Schatz", "aber gern, mein Lieber, buchen", "buch den ruhig", "Ja bitte.\n\nAlles Liebe"}, []string{"nein danke meine Gute"}, []string{"ja, bis morgen", "ja bis nachher", "mach ruhig langsam", "ok danke fürs Erinnern"}},
		{"fr", "Réserver mardi ?\nÀ 10 h.", []string{"oui ma belle", "oui frérot", "oui réserve mon cher", "Oui.\n\nBien vôtre"}, []string{"non merci ma chère"}, []string{"oui trop cher", "oui cher", "oui, à demain", "ma chère", "oui ma foi"}},
		{"it", "Prenotare martedì?\nAlle 10.", []string{"sì tesoro", "sì prenota amore", "Sì grazie.\n\nUn bacione"}, []string{"no grazie tesoro"}, []string{"sì, a domani", "sì ci sentiamo", "tesoro"}},
		{"es", "¿Reservo el martes?\nA las 10.", []string{"sí compadre", "sí reserva wey", "Sí por favor.\n\nQuedo muy agradecida"}, []string{"no gracias reina"}, []string{"sí, hasta mañana", "sí hablamos", "puede", "ok salud"}},
		{"pt", "Marco na terça?\nÀs 10.", []string{"sim irmão", "sim pode marcar querida", "sim marca mano", "Sim.\n\nBeijinhos grandes"}, []string{"não obrigada meu bem"}, []string{"sim, até amanhã", "sim até logo mais", "irmão", "ok obrigado por lembrar"}},
		{"nl", "Dinsdag boeken?\nOm 10 uur.", []string{"ja lief", "ja boek maar bro", "ja lekker boeken", "Ja graag.\n\nDank u zeer"}, []string{"nee bro", "nee dank je lieverd"}, []string{"ja, tot morgen", "ja tot straks", "lief", "doe rustig"}},
		{"pl", "Umówić na wtorek?\nO 10.", []string{"tak mordeczko", "tak umów skarbeńku", "Tak proszę.\n\nCiepłe pozdrowienia"}, []string{"nie dziękuję kochaniutka"}, []string{"tak, do jutra", "tak na razie", "tak droga", "tak mała"}},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Mail: true, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.deny, tt.asked)
	}
}

// TestForMyself: who orders for themselves orders what is asked, unless it is for somebody else, of another thing, or a part.
func TestForMyself(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt string
		grant, asked []string
	}{
		{"en", "Book the Tuesday slot\nThe dentist has one. Book it?", []string{"book me in", "ya go on book me in"}, []string{"book me a taxi", "order me one too", "book me in for Wednesday", "book me and Tom in", "book us both in"}},
		{"en", "Sign Leo up for judo\nIn March. Sign him up?", nil, []string{"book me in", "yes sign me up instead", "sign us both up"}},
		{"en", "Send the report to the board?\nIt is ready.", nil, []string{"send me", "yes send us the report"}},
		{"fr", "Réserver le créneau de mardi\nLe dentiste a une place. Je réserve ?", nil, []string{"oui on réserve", "oui on verra", "oui on en parle", "réserve-moi un taxi", "oui on réserve mercredi"}},
		{"fr", "Inscrire Léo au judo\nEn mars. Je l'inscris ?", nil, []string{"oui inscris-moi", "oui inscrivez-nous", "oui on inscrit sa sœur", "oui on inscrit Léa"}},
		{"fr", "Payer la facture de Vega\n840 €. Je paie ?", nil, []string{"oui on paie demain", "oui on paie la moitié", "oui on paie nous-mêmes"}},
		{"it", "Iscrivere la pasticceria alla fiera?\nStand da 9 m².", []string{"Sì iscrivici!"}, []string{"iscrivici tutti e due"}},
		{"it", "Iscrivere Leo a judo\nA marzo. Lo iscrivo?", nil, []string{"sì iscrivimi", "iscrivici"}},
		{"es", "Inscribir a Leo en judo\nEn marzo. ¿Lo inscribo?", nil, []string{"sí inscríbeme", "sí inscríbenos a todos"}},
		{"es", "Pagar la factura de Vega\n840 €. ¿La pago?", nil, []string{"sí ya pagamos", "sí pagamos la mitad", "claro, siempre pagamos"}},
		{"de", "Termin buchen\nDienstag. Soll ich buchen?", []string{"ja buch mir das"}, []string{"lass uns warten", "buch mir ein Taxi", "ja buchen wir später", "ja buchen wir selbst"}},
		{"pt", "Marcar o dentista para terça\nÀs 10. Marco?", []string{"sim marca pra nós"}, []string{"sim marcamos amanhã", "já marcamos", "vamos ver"}},
		{"nl", "De bosklassen inschrijven?\n24 leerlingen.", []string{"Ja, schrijf ons in."}, []string{"ja schrijf ons en de tweede klas in", "laten we wachten"}},
		{"nl", "Factuur van Vega betalen\n840 euro. Betalen?", nil, []string{"ja we betalen zelf", "ja we betalen later", "ja we betalen de helft", "laten we niet betalen"}},
		{"pl", "Umówić dentystę na wtorek\nO 10. Umówić?", []string{"umów mnie", "dawaj umów mnie"}, []string{"umów mnie na środę", "umów nas oboje", "tak umów mnie i Tomka"}},
		{"pl", "Zapisać Leona na judo\nW marcu. Zapisać go?", nil, []string{"tak zapisz mnie", "tak zapisz nas"}},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, nil, tt.asked)
	}
}
