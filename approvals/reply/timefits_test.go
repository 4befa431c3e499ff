package reply

import "testing"

// Who repeats when something is says yes with it, where it is the time of the prompt and can be no other.
func TestTimeFits(t *testing.T) {
	const (
		move   = "Move the call with Ms Tierney to Thursday at 4 pm?\nShe has a clash on Wednesday at 3."
		book   = "Book the dentist?\nTuesday 8 December at 11.15, Dr Kofler."
		tell   = "Reply to the school that Wednesday works?\nA class of 22 wants to climb from 9 to 11."
		legen  = "Termin mit Herrn Sander auf Donnerstag legen?\nDonnerstag, 14 Uhr, bei uns in der Kanzlei. Er hat darum gebeten."
		pasar  = "¿Pasar la castración de Luna al viernes?\nLa dueña no puede el jueves. El viernes a las 9 hay lugar."
		fisser = "Fissare l'appuntamento con il signor Gallo?\nMercoledì alle 11 in studio, per il passaggio di quote."
		weten  = "Boekhouder laten weten dat vrijdag past?\nVrijdag 13 uur, bij ons in de zaak."
		sroda  = "Przenieść spotkanie z panem Lisem na środę?\nŚroda, 12.00, u nas w biurze."
		marcar = "Marcar a revisão do carro para quinta?\nÀs 8h30 na oficina do costume, cerca de 160 EUR."
		mars   = "Répondre au groupe scolaire que le 19 mars convient ?\nDeux classes de Sainte-Marie, 46 enfants."
	)
	grants := [][3]string{
		{move, "en", "4pm works, please confirm to her."},
		{move, "en", "Thursday at 4 works for me, please move it."},
		{move, "fr", "Oui OK pour jeudi 16h."},
		{move, "es", "Sí, perfecto, jueves a las 16."},
		{move, "it", "Per me giovedì alle 16 va benissimo."},
		{book, "pl", "potwierdzam, wtorek 11.15."},
		{book, "nl", "Prima, dinsdag 8 december 11u15 is goed."},
		{tell, "de", "ja mittwoch passt"},
		{tell, "de", "Ja, Mittwoch von 9 bis 11 Uhr passt."},
		{legen, "de", "Donnerstag 14 Uhr passt."},
		{pasar, "es", "Sí, viernes 9 está bien"},
		{fisser, "it", "Va bene mercoledì alle 11."},
		{weten, "nl", "Ja vrijdag 13u is goed"},
		{sroda, "pl", "może być środa."},
		{marcar, "pt", "Sim, quinta dá jeito."},
		{mars, "fr", "C'est correct pour le 19, tu peux leur confirmer."},
	}
	for _, c := range grants {
		if r := Parse(c[2], Options{Language: c[1], Mail: true, Shown: Shown{About: []string{c[0]}}}); r.Verdict != Grant {
			t.Errorf("%q to %q: %v, want grant", c[2], c[0], r.Verdict)
		}
	}
	asked := [][3]string{
		{move, "en", "Yes, Wednesday works."},
		{move, "en", "Yes, Thursday works better than Wednesday"},
		{move, "en", "Yes, Thursday at 3 works"},
		{move, "en", "Yes, Thursday works but only by phone"},
		{move, "en", "Thursday would have worked"},
		{move, "en", "Yes, Thursday works if she calls me"},
		{move, "en", "Yes, Thursday or Friday"},
		{move, "en", "Thursday works?"},
		{move, "fr", "Oui, jeudi me convient mieux"},
		{move, "fr", "OK pour mercredi 15h"},
		{move, "fr", "Oui jeudi après 16h"},
		{move, "es", "Sí, el jueves me viene bien pero por teléfono"},
		{move, "es", "Sí, el jueves me venía bien"},
		{move, "es", "el jueves le viene bien"},
		{move, "it", "Sì giovedì va bene, anche venerdì"},
		{move, "it", "Va bene mercoledì alle 15"},
		{move, "pt", "Sim, quinta dá mais jeito"},
		{move, "nl", "Ja, donderdag past hem"},
		{move, "pl", "Tak, czwartek pasuje jemu"},
		{book, "en", "Yes, Tuesday 9 December works"},
		{book, "de", "Ja, Dienstag 12 Uhr"},
		{book, "fr", "Oui le 8 janvier"},
		{book, "it", "Sì il 9 va bene"},
		{tell, "de", "Ja, Mittwoch 10 Uhr passt"},
		{tell, "de", "Ja, Mittwoch passt mir besser als Montag"},
		{tell, "de", "Ja, Mittwoch passt für 20"},
		{legen, "de", "Donnerstag 15 Uhr passt."},
		{pasar, "es", "Sí, el jueves está bien"},
		{fisser, "it", "Va bene mercoledì alle 12."},
		{weten, "nl", "Ja vrijdag 14u is goed"},
		{sroda, "pl", "może być czwartek."},
		{"Move the Thursday class?\nAt 4 pm.", "en", "Yes, Thursday works"},
		{"Cancel the Thursday lesson?\nAt 4 pm.", "en", "Thursday works"},
		{"Ask Tom whether Thursday works?\nAt 4 pm.", "en", "Yes, Thursday works"},
		{"Tell Tom that Thursday doesn't work?\nAt 4 pm.", "en", "Yes, Thursday works"},
		{"Tom vragen of donderdag past?\nOm 16 uur.", "nl", "Ja, donderdag past"},
		{"Dire à Tom que jeudi est complet ?\n16 h.", "fr", "Oui, jeudi me convient"},
		{"Powiedzieć Tomowi, że czwartek jest zajęty?\nO 16.", "pl", "Tak, czwartek pasuje"},
		{"Die Stunde von Donnerstag auf Freitag verlegen?\n16 Uhr.", "de", "Ja, Donnerstag passt"},
	}
	for _, c := range asked {
		if r := Parse(c[2], Options{Language: c[1], Mail: true, Shown: Shown{About: []string{c[0]}}}); r.Verdict == Grant {
			t.Errorf("%q to %q: grant", c[2], c[0])
		}
	}
}
