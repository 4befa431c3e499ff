package reply

import "testing"

// TestKeptBehindNo: behind a no, that what is to go is kept, or stays on its day, says the no once more; not where only a part or another
// thing is kept, for a time, or where the prompt asks to keep, and not where the no negates the verb.
func TestKeptBehindNo(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"en", "Delete the voicemails?\n14 voicemails.", nil, []string{"no keep em", "no leave them please", "No, I'm keeping them", "nope, leave them all", "no, they stay"}, []string{"keep em for now", "no keep em until Friday", "no keep half of them", "keep em posted", "no leave them out", "leave them"}},
		{"en", "Cancel the training place in Cardiff?\nOne-day course.", nil, []string{"Please leave it booked", "no, leave it booked", "no, keep it"}, []string{"leave it booked until tomorrow", "leave it"}},
		{"en", "Delete the photos and archive the mails?\n14 photos.", nil, nil, []string{"no keep em"}},
		{"en", "Order the photos?\n14 photos.", nil, nil, []string{"no keep em"}},
		{"en", "Move the meeting to Friday?\nFrom Thursday 8.00.", nil, []string{"no, keep it on Thursday", "no, it stays on Thursday"}, []string{"no, keep it on Friday", "no, keep it on Wednesday"}},
		{"it", "Disdire l'abbonamento a La Stampa?\nDal 1° luglio.", nil, []string{"No, lo mantengo.", "no lo tengo", "no, resta", "no, voglio tenerlo", "no lascialo così"}, []string{"lo mantengo fino a giugno", "no, lo mantengo fino a giugno", "no, lo mantengo se costa meno", "no, mi tengo libero", "resta", "no, lo lascio a te"}},
		{"it", "Tenere l'abbonamento?\nDal 1° luglio.", nil, nil, []string{"no, lo mantengo", "no, resta"}},
		{"it", "Spostare la riunione con gli operai a venerdì?\nDa giovedì 8.00 a venerdì 8.00.", nil, []string{"no, resta giovedì.", "no, lasciala giovedì", "no, teniamo giovedì", "no rimane di giovedì"}, []string{"no, resta venerdì", "no, resta mercoledì", "resta giovedì mattina"}},
		{"es", "¿Borrar los backups de marzo?\n31 archivos.", nil, []string{"no, dejalos", "no déjalos", "no, los conservo", "no, me los quedo", "no, se quedan"}, []string{"no los dejes", "no los conservo", "no me los quedo", "no se quedan", "no, déjalos hasta mayo", "dejalos"}},
		{"es", "¿Dejar los backups de marzo?\n31 archivos.", nil, nil, []string{"no, dejalos"}},
		{"es", "¿Mover la reunión al viernes?\nDel jueves a las 8.", nil, []string{"no, se queda el jueves", "no, mantenla el jueves"}, []string{"no, se queda el viernes", "no se queda el jueves, va al lunes"}},
		{"fr", "Résilier l'abonnement ?\n9 € par mois.", nil, []string{"non, je le garde", "non je veux le garder", "non on le garde, merci", "non garde-le"}, []string{"je le garde pas"}},
		{"de", "Das alte Handy verkaufen?\n150 €.", nil, []string{"nei bhalte's", "nein, das behalte ich", "nein bleibt hier", "nein, lass es"}, []string{"nein, behalte die Hälfte"}},
		{"de", "Die Testumgebung T4 abschalten?\nSeit März.", nil, []string{"Nein, bitte laufen lassen.", "nein, lieber behalten"}, []string{"Nein, bitte einschalten."}},
		{"nl", "Toetsen van vorig jaar verwijderen?\n40 bestanden.", nil, []string{"Nee, die wil ik graag bewaren.", "Nee, graag bewaren."}, []string{"Nee, graag tot mei bewaren.", "graag bewaren"}},
		{"es", "¿Cancelar la póliza de la unidad 27?\n2 400 $.", nil, []string{"No, déjela activa por favor.", "No, que siga así."}, []string{"No, déjela activa hasta mayo.", "que siga la otra"}},
		{"pt", "Apagar as fotos antigas?\n14 fotos.", nil, []string{"não, fico com elas", "não, vou guardar", "não deixa elas", "não, mantenho"}, []string{"não fico com elas", "não mantenho", "não vou guardar", "não, fica para amanhã"}},
		{"nl", "De vacature van magazijnier offline halen?\nEr zijn 9 kandidaten.", nil, []string{"Nee, laat ze nog maar staan."}, []string{"nee laat maar weten"}},
		{"nl", "Het abonnement opzeggen?\n€ 9 per maand.", nil, []string{"nee, laat maar lopen", "nee we houden het", "nee, die hou ik", "nee blijft gewoon"}, []string{"blijft"}},
		{"pl", "Zrezygnować z prenumeraty?\n9 zł.", nil, []string{"nie, zatrzymuję", "nie, chcę ją zachować"}, []string{"nie zostawiam", "nie zatrzymuję", "nie zostaje"}},
	})
}

// TestStaysSame: behind a no, that all stays as it is refuses what changes something; not what keeps it, nor one half of two deeds, nor
// with a word for until or but.
func TestStaysSame(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"en", "Raise the price of a beard trim?\nFrom $15 to $20 starting Monday.", nil, []string{"No keep it the same", "no, please leave it as it is", "Nope, let's keep things as they are."}, []string{"no keep it the same until May", "no, keep it the same but for Tom", "keep it the same?"}},
		{"nl", "De prijs zo laten?\nHet is € 15.", nil, nil, []string{"Nee, laat het zo"}},
		{"pl", "Zatrzymać sofę?\nZ salonu.", nil, nil, []string{"Nie, niech zostanie jak jest"}},
		{"en", "Undo the change?\nOf Monday.", nil, nil, []string{"No, keep it as it was"}},
		{"en", "Leave the price as it is?\nIt is $15.", nil, nil, []string{"No, leave it as it is"}},
		{"en", "Extend the lease unchanged?\nTwo years.", nil, nil, []string{"No, keep it as it is"}},
		{"en", "Keep the old price?\nIt is $15.", nil, nil, []string{"no keep it the same", "no, leave it as it is"}},
		{"en", "Raise the price and tell the customers?\nFrom $15 to $20.", nil, nil, []string{"no, keep it the same"}},
		{"de", "Den Tarif wechseln?\nAb Mai.", nil, []string{"nein, lass es so", "nein, alles lassen wie es ist", "nein, bleibt alles beim alten"}, nil},
		{"fr", "Changer de forfait ?\nDès mai.", nil, []string{"non, laisse comme ça", "non, on garde tel quel"}, nil},
		{"it", "Cambiare tariffa?\nDa maggio.", nil, []string{"no, lascia tutto così", "no, resta com'è"}, []string{"no, lascia tutto così fino a maggio", "no, va bene così com'è scritto"}},
		{"es", "¿Cambiar la tarifa?\nDesde mayo.", nil, []string{"no, deja todo como está", "no, que siga igual"}, []string{"no, deja todo como está hasta mayo"}},
		{"pt", "Mudar o tarifário?\nA partir de maio.", nil, []string{"não, deixa tudo como está", "não, fica na mesma"}, []string{"não, deixa tudo como está até maio"}},
		{"nl", "De wekker verzetten?\nNaar 7 uur.", nil, []string{"Nee, laat alles maar zoals het is.", "nee hou het zo"}, nil},
		{"pl", "Podnieść cenę kawy?\nZ 24 na 27.", nil, []string{"nie, niech zostanie jak jest", "nie, zostaw bez zmian"}, []string{"nie, zostaw tak do maja"}},
	})
}
