package reply

import "testing"

// TestTurnsBack: what stands behind a plain no may agree, find nothing against it, permit it, put something right, hand it over, put it off,
// be of a part of it, or tell that it is not known; then who answers is asked back, whichever rule would read it.
func TestTurnsBack(t *testing.T) {
	decidesAll(t, []answeredTo{
		{
			"en", "Book the hotel for 12 May?\nHotel Aurora, two nights.", nil,
			[]string{"No, the price is far above our travel budget here.", "No, we're not paying that much for two nights.", "No, that weekend doesn't suit us.", "No, don't book it. The price has changed."},
			[]string{
				"No, that doesn't bother me in the slightest.", "No, there's nothing wrong with that from where I stand.", "No, nobody in this house has any objection to it.", "No, your reasoning convinces me completely.",
				"No, my brother-in-law has the final say.", "No, that's one for the accountant to settle.", "No, I can't see the attachment on this small screen.", "No, the second page was missing from your message.",
				"No, don't book it without breakfast for the children.", "No, don't book the hotel under my name, it's for Paula.", "No, two nights are not enough for the three of us.", "No, I want the one with the balcony facing the lake.",
				"No, I need a week with the papers.", "No, I was talking to the dog on the sofa.",
			},
		},
		{
			"en", "Cancel the gym membership?\nUntil 30 June.", nil,
			[]string{"No, please don't cancel it, I go there every week."},
			[]string{"No, nobody in the family uses the gym any more.", "No, they never fixed the showers and the staff is rude.", "No, don't cancel it by phone, they lose everything."},
		},
		{
			"en", "Pay the plumber and the electrician?\n£120 and £80.", nil,
			[]string{"No, the plumber and the electrician both did an awful job."},
			[]string{"No, the plumber never turned up on that Monday.", "No, the electrician did an awful job on the lights."},
		},
		{
			"en", "Book the table at Luigi's?\nIs the terrace heated?", nil,
			[]string{"No, please don't book the table."},
			[]string{"No, they don't heat it, we bring our coats."},
		},
		{
			"de", "Druckerpapier bestellen?\n20 Kartons.", nil,
			[]string{"Nein, wir haben noch genug Papier im Keller.", "Nein, das überzeugt mich nicht.", "Nein, ich bin mit dem zufrieden, was wir haben."},
			[]string{"Nein, daran habe ich nie einen Zweifel gehabt.", "Nein, das stört mich kein bisschen und die Kinder auch nicht.", "Nein, um so etwas kümmert sich meine Frau Petra.", "Nein, das klingt für uns alle sehr vernünftig.", "Nein, die Adresse hat sich im Frühjahr geändert.", "Nein, das hat Zeit bis Montag früh.", "Nein, so ein Angebot kriegen wir nie wieder."},
		},
		{
			"fr", "Commander le papier ?\n20 cartons.", nil,
			[]string{"Non, nous avons encore assez de papier à la cave."},
			[]string{"Non, personne à la maison n'y voit d'inconvénient.", "Non, je n'ai jamais eu le moindre doute là-dessus.", "Non, mon fils gère toutes ces choses-là.", "Non, cela nous semble à tous très raisonnable.", "Non, laissez-moi dormir là-dessus une nuit.", "Non, vous avez encore confondu les deux sœurs."},
		},
		{
			"it", "Ordinare la carta?\n20 scatole.", nil,
			[]string{"No, abbiamo ancora molta carta in cantina.", "No, non mi convince."},
			[]string{"No, non ho avuto dubbi su questa cosa.", "No, a me non cambia assolutamente nulla.", "No, è Tommaso che firma queste carte.", "No, mi lasci dormire una notte sopra.", "No, mancava la seconda pagina nel suo messaggio."},
		},
		{
			"es", "¿Pedir el papel?\n20 cajas.", nil,
			[]string{"No, todavía tenemos mucho papel en el sótano.", "No, no me viene bien.", "No, estoy contenta con lo que tenemos."},
			[]string{"No, nadie en casa se opone a ello.", "No, eso tiene que resolverlo el contable.", "No, a todos nos parece estupendo.", "No, su mensaje me llegó a medias.", "No, nunca he estado tan segura de algo."},
		},
		{
			"pt", "Encomendar o papel?\n20 caixas.", nil,
			[]string{"Não, temos muito papel na cave."},
			[]string{"Não, nunca tive dúvidas sobre esse assunto.", "Não, é o Tomás quem assina esses papéis.", "Não, estava a falar com o cão no sofá.", "Não, a morada mudou na primavera.", "Não, seria uma pena deixar escapar isto."},
		},
		{
			"nl", "Het papier bestellen?\n20 dozen.", nil,
			[]string{"Nee, we hebben nog genoeg papier in de kelder."},
			[]string{"Nee, daar heb ik nooit over getwijfeld hoor.", "Nee, niemand hier in huis heeft er bezwaar tegen.", "Nee, dat moet de boekhouder maar uitmaken.", "Nee, laat me er een nachtje over slapen.", "Nee, met die regeling kan ik prima leven."},
		},
		{
			"pl", "Zamówić papier?\n20 kartonów.", nil,
			[]string{"Nie, mamy dużo papieru w piwnicy.", "Nie zgadzam się."},
			[]string{"Nie, nikt w domu nie ma zastrzeżeń do tego.", "Nie, tym się zajmuje moja żona Petra.", "Nie, pani argumenty całkiem mnie przekonały.", "Nie, adres zmienił się na wiosnę.", "Nie, muszę się z tym przespać."},
		},
	})
}
