package reply

import "testing"

// TestAppointment: what is to be confirmed at its hour is an appointment; another deed, day or person, and a title that leads to one, are none.
func TestAppointment(t *testing.T) {
	testPlainYes(t, []plainYes{
		{
			"de", "Stromzählertausch in der Wolfhager Straße 88 bestätigen?\nDienstag, 10:30 Uhr, Monteur ist Herr Pilz.",
			[]string{"ja, den Termin können Sie bestätigen.", "ja, bestätigen Sie den Termin", "ja, Termin bestätigen"},
			[]string{"ja, den anderen Termin können Sie bestätigen", "ja, den Termin können Sie absagen", "ja, den Termin verschieben", "ja, den Termin am Montag bestätigen", "ja, den Termin", "den Termin bestätigen?", "ja, den Termin nicht bestätigen", "ja, den Termin kann ich bestätigen", "ja, aber ein neuer Termin"},
		},
		{"de", "Die Rechnung bestätigen?\nFällig Dienstag, 10:30 Uhr.", nil, []string{"ja, den Termin können Sie bestätigen"}},
		{"de", "Das Taxi zur Untersuchung bestätigen?\nDienstag, 10:30 Uhr.", nil, []string{"ja, den Termin können Sie bestätigen"}},
		{"de", "Den Zählertausch absagen?\nDienstag, 10:30 Uhr.", nil, []string{"ja, den Termin können Sie bestätigen"}},
		{"de", "Den Zählertausch bestätigen?\nEin Monteur kommt.", nil, []string{"ja, den Termin können Sie bestätigen"}},
		{
			"en", "Confirm the meter exchange?\nTuesday, 10:30 am.",
			[]string{"yes, confirm the appointment", "yes, you can confirm the appointment"},
			[]string{"yes, cancel the appointment", "yes, I can make the appointment", "yes, confirm the appointment with Tom", "yes, confirm the appointment at 11", "yes, move the appointment"},
		},
		{"en", "Confirm the invoice?\nDue Tuesday 10:30.", nil, []string{"yes, confirm the appointment"}},
		{"fr", "Confirmer le passage du technicien ?\nMardi à 10h30.", []string{"oui, confirmez le rendez-vous"}, []string{"oui, annulez le rendez-vous", "oui, confirmez le rendez-vous de jeudi"}},
		{"it", "Confermare il sopralluogo in via Roma?\nMartedì alle 8.", []string{"sì, conferma l'appuntamento"}, []string{"sì, sposta l'appuntamento", "sì, l'appuntamento"}},
		{"pt", "Confirmar a visita do técnico?\nTerça às 10h30.", []string{"sim, confirma a marcação"}, []string{"sim, cancela a marcação"}},
		{"nl", "De meterwissel bevestigen?\nDinsdag om 10:30.", []string{"ja, bevestig de afspraak"}, []string{"ja, verzet de afspraak"}},
		{"pl", "Potwierdzić wymianę licznika?\nWtorek, 10:30.", []string{"tak, potwierdź termin"}, []string{"tak, odwołaj termin", "tak, potwierdź inny termin"}},
		{"en", "Register the club for the forum?\nFriends of the Canal, free.", []string{"Yes, register us"}, []string{"Yes, register Tom"}},
		{"en", "Register my friends for the forum?\nFree.", nil, []string{"Yes, register us"}},
	})
}
