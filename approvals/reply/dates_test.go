package reply

import (
	"testing"

	"bridge/internal/sampletest"
)

// TestDays: the day and the time of the prompt may stand in an answer; another one, one beside what may make something else
// of it, and the day of what is paid or sent may not.
func TestDays(t *testing.T) {
	for k, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"en", "Book the dentist. Tuesday 14 May, 9.20, Harbour Street.", []string{"yes please, book Tuesday 14 May at 9.20", "yes, book it for Tuesday", "yes, Tuesday 14 May", "yes, 14 May at 9:20", "Yes, please book Tuesday, May 14th at 9:20 am.", "yes, on the 14th of May", "yes, 14/05 at 9h20", "yes please, Tuesday at 9.20"}, []string{"no, please don't book Tuesday 14 May", "please do not book it for Tuesday"}, []string{"yes, book Wednesday", "yes, book 15 May", "yes, Tuesday 14 May at 9.30", "yes, Tuesday 14 May at 9.20 pm", "yes, after Tuesday", "yes, not Tuesday", "yes, only Tuesday", "yes, Tuesday or Wednesday", "yes, before 9.20", "yes, by Tuesday", "yes, next Tuesday", "yes, every Tuesday", "yes, Tuesday instead", "yes, from 9.20", "yes, until Tuesday", "Tuesday", "9.20", "yes, Tuesday 21 May", "yes, Tuesday and Thursday", "yes, 9.20 14.20", "yes, Tuesday 14 May 2031 and the year after", "yes, Tuesday 14 June", "yes, Tuesday?", "yes, Tuesday if it is dry", "yes, tuesday 9.20-10.20"}},
		{"de", "Zahnarzttermin buchen. Donnerstag, 6. Juni, 8.45 Uhr, Praxis Nord.", []string{"ja, bitte am Donnerstag buchen", "ja, bitte den Termin am Donnerstag, 6. Juni um 8.45 Uhr buchen", "ja, Donnerstag um 8:45 Uhr passt", "ja bitte, Donnerstag den 6. Juni", "ja, am 6. Juni"}, []string{"nein, den Termin am Donnerstag bitte nicht buchen"}, []string{"bitte nicht am Donnerstag buchen", "ja, am Freitag buchen", "ja, ab Donnerstag", "ja, bis Donnerstag", "ja, vor Donnerstag", "ja, nach Donnerstag", "ja, nur Donnerstag", "ja, Donnerstag oder Freitag", "ja, nicht Donnerstag", "ja, erst Donnerstag", "ja, um 9.45 Uhr", "ja, Donnerstag 7. Juni", "ja, nächsten Donnerstag", "ja, lieber Freitag statt Donnerstag", "Donnerstag", "ja, Donnerstag geht nicht", "ja, jeden Donnerstag", "ja, Donnerstag früher"}},
		{"fr", "Réserver une table. Mardi 4 juin à 19h30, Chez Louise.", []string{"oui, réservez mardi 4 juin à 19h30", "oui, pour mardi", "oui, le 4 juin à 19h30", "je confirme la réservation de mardi", "oui merci, mardi 19 h 30", "oui, réservez pour le mardi 4 juin"}, []string{"non, ne réservez pas pour mardi"}, []string{"oui, réservez mercredi", "oui, après mardi", "oui, avant 19h30", "oui, pas mardi", "oui, mardi ou jeudi", "oui, dès mardi", "oui, à partir de 19h30", "oui, seulement mardi", "oui, 4 juillet", "oui, mardi prochain", "oui, 19h45", "mardi", "oui, plutôt mardi", "oui, mardi plus tard"}},
		{"es", "Reservar mesa. Viernes 7 de junio a las 21:00, La Barraca.", []string{"sí, reserven el viernes 7 de junio a las 21:00", "sí, para el viernes", "sí, el 7 de junio a las 21h", "confirmo la reserva del viernes", "sí, resérvala para el viernes a las 21:00"}, []string{"no, no reserven el viernes 7 de junio", "no autorizo la reserva del viernes"}, []string{"sí, el sábado", "sí, antes del viernes", "sí, después de las 21:00", "sí, solo el viernes", "sí, viernes o sábado", "sí, no el viernes", "sí, hasta el viernes", "sí, el próximo viernes", "sí, a las 21:30", "sí, el 8 de junio", "viernes", "sí, desde el viernes", "sí, cada viernes"}},
		{"it", "Prenotare il tavolo. Mercoledì 12 giugno, ore 20.30, Da Nino.", []string{"sì, confermo la prenotazione di mercoledì 12 giugno", "sì, prenotate per mercoledì", "sì, il 12 giugno alle 20:30", "sì, prenota mercoledì alle ore 20.30", "confermo la prenotazione per mercoledì alle 20.30"}, []string{"no, non prenotate per mercoledì", "non confermo la prenotazione di mercoledì 12 giugno"}, []string{"sì, giovedì", "sì, dopo mercoledì", "sì, prima di mercoledì", "sì, solo mercoledì", "sì, mercoledì o giovedì", "sì, non mercoledì", "sì, da mercoledì", "sì, alle 21.30", "sì, entro mercoledì", "mercoledì", "sì, dal 12 giugno", "sì, mercoledì prossimo", "sì, ogni mercoledì"}},
		{"nl", "Tandarts boeken. Dinsdag 4 juni, 8.45 uur, Praktijk Zuid.", []string{"ja graag, dinsdag 4 juni om 8.45 uur is prima", "ja, boek dinsdag 4 juni om 8.45 uur", "ja, op dinsdag", "ja graag, dinsdag om 8:45", "akkoord met de boeking op dinsdag 4 juni", "ja, 4 juni is goed"}, []string{"nee, niet boeken op dinsdag"}, []string{"ja, woensdag", "ja, na dinsdag", "ja, voor dinsdag", "ja, alleen dinsdag", "ja, dinsdag of woensdag", "ja, niet dinsdag", "ja, vanaf dinsdag", "ja, tot 8.45 uur", "ja, om 9.45 uur", "ja, volgende dinsdag", "dinsdag", "ja, liever dinsdag", "ja, elke dinsdag", "ja, 5 juni"}},
		{"pl", "Umówić wizytę u dentysty. Środa 15 maja, godz. 10:30, Gabinet Nowa.", []string{"tak, proszę umówić wizytę na środę 15 maja o 10:30", "tak, na środę", "tak, 15 maja o godz. 10:30", "potwierdzam wizytę w środę", "tak, środa 10:30", "wyrażam zgodę na umówienie wizyty na środę 15 maja"}, []string{"nie, proszę nie umawiać wizyty na środę", "proszę nie umawiać wizyty na środę"}, []string{"tak, na czwartek", "tak, po środzie", "tak, od środy", "tak, do środy", "tak, tylko w środę", "tak, środa lub czwartek", "tak, nie w środę", "tak, przed środą", "tak, o 11:30", "tak, w następną środę", "środa", "tak, dopiero w środę", "tak, co środę", "tak, 16 maja"}},
		{"pt", "Marcar consulta. Terça-feira, 11 de junho, 14h20, Clínica Boavista.", []string{"sim, marquem para terça-feira, 11 de junho às 14h20", "sim, na terça", "sim, dia 11 de junho às 14:20", "autorizo a marcação da consulta de terça-feira", "sim, terça-feira às 14h20", "sim, marque para terça"}, []string{"não, não marquem para terça-feira", "não marquem a consulta na terça"}, []string{"sim, na quarta", "sim, depois de terça", "sim, antes das 14h20", "sim, só na terça", "sim, terça ou quarta", "sim, não na terça", "sim, a partir de terça", "sim, às 15h20", "sim, até terça", "terça", "sim, próxima terça", "sim, cada terça", "sim, 12 de junho"}},
		// a day that is said to be right may be that of other deeds, where it has not passed
		{"en", "Call the window cleaner? He could come on Friday.", []string{"Friday is fine", "Friday's fine", "Friday works", "Friday's good, call him"}, nil, []string{"Friday", "Saturday is fine", "Friday isn't fine", "Friday is too early", "call him Friday", "Friday's man is fine"}},
		{"en", "Call Tom? He called on Friday.", nil, nil, []string{"Friday is fine"}},
		{"en", "Pay the wood? Friday, £20.", nil, nil, []string{"Friday is fine"}},
		{"en", "Decline the invitation? Friday, 8 pm.", nil, nil, []string{"Friday is fine", "8 pm is fine"}},
		{"en", "Order the wood? Delivery Friday or Saturday.", nil, nil, []string{"Friday is fine"}},
		{"de", "Holz bestellen? Lieferung am Freitag um 15 Uhr.", []string{"Freitag passt", "15 Uhr passt"}, nil, []string{"Freitag passt nicht", "16 Uhr passt", "Freitag bestellen"}},
		{"fr", "Confirmer le rendez-vous de jeudi ? 9 h, rue Haute.", []string{"jeudi c'est bon", "jeudi 9h c'est bon", "jeudi me va"}, nil, []string{"vendredi c'est bon", "jeudi 10h c'est bon", "jeudi c'est bon mais pas 9h"}},
		// what is paid, sent or moved on a day is another thing
		{"en", "Pay invoice 118. Due Friday 7 June.", nil, nil, []string{"yes, pay it on Friday", "yes, pay it on 7 June", "yes, Friday"}},
		{"en", "Send the reminder for the meeting on Tuesday 14 May", nil, nil, []string{"yes, send it on Tuesday", "yes, Tuesday"}},
		{"en", "Move the appointment from Tuesday 14 May to Thursday", nil, nil, []string{"yes, Tuesday", "yes, 14 May"}},
		{"en", "Reschedule the appointment on Tuesday", nil, nil, []string{"yes, Tuesday", "yes, Tuesday is fine"}},
		{"en", "Cancel the dentist appointment on Tuesday 14 May at 9.20.", nil, nil, []string{"yes, see you Tuesday", "yes, I confirm Tuesday 14 May", "yes, book Tuesday", "yes, Tuesday 14 May is fine", "I confirm the appointment on Tuesday"}},
		{"de", "Zahnarzttermin am Donnerstag, 6. Juni, 8.45 Uhr absagen.", nil, nil, []string{"ja, Donnerstag passt", "ja, am Donnerstag"}},
		{"it", "Annullare la prenotazione di mercoledì 12 giugno.", nil, nil, []string{"sì, mercoledì va bene", "sì, confermo la prenotazione di mercoledì 12 giugno"}},
		{"fr", "Annuler la réservation de mardi 4 juin", nil, nil, []string{"mardi c'est parfait, oui", "oui, je confirme la réservation de mardi"}},
		{"es", "Cancelar la reserva del viernes 7 de junio", nil, nil, []string{"sí, el viernes está bien", "confirmo la reserva del viernes"}},
		{"nl", "De afspraak van dinsdag 4 juni afzeggen", nil, nil, []string{"ja, dinsdag is prima", "ja, op dinsdag"}},
		{"pl", "Odwołać wizytę w środę 15 maja", nil, nil, []string{"tak, środa pasuje", "potwierdzam wizytę w środę"}},
		{"pt", "Desmarcar a consulta de terça-feira 11 de junho", nil, nil, []string{"sim, terça está bem", "sim, na terça"}},
		{"en", "Book the hall for 14-16 May", nil, nil, []string{"yes, 16 May", "yes, 14 May"}},
		{"en", "Book the hall by Friday", nil, nil, []string{"yes, Friday"}},
		{"en", "Book two flights: out 14 May, back 16 May", nil, nil, []string{"yes, 14 May", "yes, book 16 May"}},
		{"en", "Book the hall at 8.10", nil, nil, []string{"yes, 8 October", "yes, 8.20"}},
		{"en", "Book the hall every Tuesday", nil, nil, []string{"yes, Tuesday"}},
		// a day on which the thing is not, or of something else
		{"en", "Book a table?\nTuesday is full.", nil, nil, []string{"Tuesday is fine.", "Yes, Tuesday.", "Yes, on Tuesday.", "Tuesday works."}},
		{"en", "Book the hotel for 12 May?\nThe offer ends on Tuesday.", nil, nil, []string{"Tuesday is fine.", "Yes, Tuesday.", "Yes, Tuesday is fine."}},
		{"en", "Schedule the meeting?\nTom is away on Tuesday.", nil, nil, []string{"Tuesday is fine.", "Yes, Tuesday."}},
		{"en", "Confirm the delivery?\nThey rang on Tuesday.", nil, nil, []string{"Tuesday is fine.", "Yes, Tuesday."}},
		{"en", "Confirm the absence on Tuesday?\nYoga class.", nil, nil, []string{"Tuesday works."}},
		{"en", "Confirm the guest list for Tuesday?\n12 people.", nil, nil, []string{"Tuesday works."}},
		{"en", "Call the plumber?\nClosed on Tuesday.", nil, nil, []string{"Tuesday is fine."}},
		{"en", "Book the flight on Tuesday?\nAnna prefers another day.", nil, nil, []string{"Tuesday is fine."}},
		{"de", "Tisch reservieren?\nDienstag ist voll.", nil, nil, []string{"Dienstag passt.", "Ja, Dienstag.", "Ja, am Dienstag."}},
		{"de", "Treffen vereinbaren?\nTom fehlt am Dienstag.", nil, nil, []string{"Dienstag passt.", "Ja, Dienstag."}},
		{"de", "Terminänderung bestätigen?\nDienstag.", nil, nil, []string{"Dienstag passt."}},
		{"fr", "Réserver une table ?\nMardi est complet.", nil, nil, []string{"Mardi c'est bon.", "Mardi me va.", "Oui, mardi."}},
		{"it", "Prenotare l'albergo?\nL'offerta finisce martedì.", nil, nil, []string{"Martedì va bene.", "Sì, martedì."}},
		{"nl", "Tafel reserveren?\nDinsdag is vol.", nil, nil, []string{"Dinsdag is goed.", "Ja, dinsdag."}},
		{"es", "¿Reservar mesa?\nEl martes está lleno.", nil, nil, []string{"Sí, el martes."}},
		{"pt", "Agendar a reunião?\nO Tom não está na terça.", nil, nil, []string{"Sim, na terça."}},
		{"pl", "Zarezerwować stolik?\nWtorek jest pełny.", nil, nil, []string{"Tak, we wtorek.", "Tak, wtorek pasuje."}},
		{"es", "Reiniciar el servidor de facturación. Hoy a las 22:00, corte de unos cinco minutos.", []string{"sí, reinicien a las 22:00", "sí, a las 22:00"}, nil, []string{"sí, a las 23:00", "sí, después de las 22:00"}},
	} {
		if !sampletest.Today(k, 3) {
			continue
		}
		o := Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}
		decides(t, o, tt.grant, tt.deny, tt.asked)
		if len(tt.grant) > 0 {
			doubtful(t, o, tt.grant[0], 17)
		}
	}
}
