package reply

import "testing"

// TestWhole: the whole of what is asked for is that, and more than a part of it.
func TestWhole(t *testing.T) {
	testPlainYes(t, []plainYes{
		{"en", "Send the report?\nIt has 12 pages.", []string{"Yes, send the whole report.", "yes, send the full report please"}, []string{"Yes, but not the whole report.", "send the whole report if she asks"}},
		{"en", "Send the first page of the report?", nil, []string{"Yes, send the whole report.", "Yes, send the full report."}},
		{"en", "Return the fee?\n30 EUR of 90 EUR.", nil, []string{"Yes, refund the full fee.", "Yes, return the whole fee"}},
		{"en", "Keep the fee?", nil, []string{"Yes, refund it.", "Yes, refund the full fee.", "Return it please"}},
		{"it", "Tenere la cauzione?", nil, []string{"Sì, rimborsala."}},
		{"de", "Herrn Kuhn den vollen Betrag überweisen?\n140 EUR", []string{"Ja, überweisen Sie ihm bitte den vollen Betrag.", "Ja, bitte überweisen Sie den ganzen Betrag"}, nil},
		{"de", "Die Hälfte der Miete überweisen?", nil, []string{"Ja, überweisen Sie die ganze Miete."}},
		{"de", "Ein Kapitel aus dem Bericht senden?", nil, []string{"Ja, senden Sie den ganzen Bericht."}},
		{"it", "Rimborsare la quota?", []string{"Sì, rimborsa tutta la quota.", "sì, rimborsa l'intera quota"}, nil},
		{"it", "Rimborsare metà della quota?", nil, []string{"Sì, rimborsa tutta la quota."}},
		{"es", "¿Devolver la cuota?", []string{"Sí, devuelve toda la cuota."}, nil},
		{"fr", "Rembourser les frais ?\nLa caution aussi.", nil, []string{"Oui, remboursez toute la caution."}},
		{"fr", "Rembourser la cotisation ?", []string{"Oui, remboursez toute la cotisation.", "oui, remboursez l'intégralité de la cotisation"}, nil},
		{"pt", "Devolver a quota?", []string{"Sim, devolva toda a quota."}, nil},
		{"nl", "De borg terugbetalen?", []string{"Ja, betaal de volledige borg terug."}, []string{"Ja, maar niet de hele borg"}},
		{"pl", "Oddać zaliczkę?\n200 zł, bez zastrzeżeń.", []string{"Tak, proszę oddać całą zaliczkę."}, nil},
		{"pl", "Wysłać fragment planu?", nil, []string{"Tak, proszę wysłać cały plan."}},
	})
}

// TestAllOfThem: their number says that all are meant, where just so many are asked for.
func TestAllOfThem(t *testing.T) {
	testPlainYes(t, []plainYes{
		{"en", "Invite the seven new members?", []string{"Yes, all seven.", "yes, all 7 of them"}, []string{"Yes, all six.", "yes, all eight", "yes, seven o'clock"}},
		{"en", "Invite two of the seven members?", nil, []string{"Yes, all seven."}},
		{"en", "Call at seven?", nil, []string{"Yes, all seven."}},
		{"de", "Die Einladung an die acht neuen Helfer schicken?", []string{"Ja, an alle acht.", "ja, bitte an alle 8"}, []string{"Ja, an alle neun."}},
		{"de", "Einen der acht Helfer einladen?", nil, []string{"Ja, alle acht."}},
		{"it", "Invitare i quattro soci?", []string{"Sì, tutti e quattro."}, nil},
		{"es", "¿Invitar a los cuatro socios?", []string{"Sí, a los cuatro."}, nil},
		{"es", "¿Llamar a las cuatro?", nil, []string{"Sí, todas las cuatro."}},
		{"fr", "Inviter les quatre membres ?", []string{"Oui, tous les quatre."}, nil},
		{"fr", "Inviter un des quatre membres ?", nil, []string{"Oui, tous les quatre."}},
		{"pt", "Convidar os quatro sócios?", []string{"Sim, todos os quatro."}, nil},
		{"nl", "De vier leden uitnodigen?", []string{"Ja, alle vier."}, nil},
		{"pl", "Zaprosić czterech członków?", []string{"Tak, wszystkich czterech."}, []string{"Tak, wszystkich pięciu."}},
	})
}

// TestInOneVoice: two who agree do so as one does.
func TestInOneVoice(t *testing.T) {
	testPlainYes(t, []plainYes{
		{"en", "Accept the quote?", []string{"My husband and I agree.", "We both agree, please accept."}, []string{"My husband and I agree if it is cheaper.", "My husband and I will talk about it.", "We both agree it is too dear"}},
		{"de", "Das Angebot annehmen?", []string{"Meine Frau und ich sind einverstanden.", "Mein Bruder und ich sind uns einig, bitte annehmen."}, []string{"Mein Bruder und ich sind uns einig.", "Mein Bruder und ich sind uns nicht einig.", "Mein Mann und ich sind uns einig, wir warten noch."}},
		{"it", "Accettare il preventivo?", []string{"Io e mio marito siamo d'accordo."}, []string{"Io e mio marito siamo indecisi."}},
		{"es", "¿Aceptar el presupuesto?", []string{"Mi marido y yo estamos de acuerdo.", "Estamos los dos de acuerdo"}, nil},
		{"fr", "Accepter le devis ?", []string{"Mon mari et moi sommes d'accord."}, nil},
		{"pt", "Aceitar o orçamento?", []string{"Eu e o meu marido concordamos."}, nil},
		{"nl", "De offerte aannemen?", []string{"Mijn vrouw en ik zijn akkoord."}, nil},
		{"pl", "Przyjąć kosztorys?", []string{"Oboje jesteśmy za.", "Zgadzamy się oboje"}, nil},
	})
}

// TestWeAllDo: behind a yes Germans say of themselves what is to be done.
func TestWeAllDo(t *testing.T) {
	testPlainYes(t, []plainYes{
		{"de", "Den Saal mieten?", []string{"Ja, mieten wir den Saal.", "Na gut, mieten wir ihn."}, []string{"Mieten wir den Saal.", "Gut, mieten wir den anderen Saal.", "Na gut, mieten wir ihn nicht.", "Na gut."}},
		{"de", "Den Saal absagen?", []string{"Gut, dann sagen wir den Saal ab."}, []string{"Gut, sagen wir den Leuten Bescheid.", "Ja, reden wir über den Saal."}},
	})
}

// TestHaveItDone: who is asked to have something done is not asked whether somebody has done it.
func TestHaveItDone(t *testing.T) {
	testPlainYes(t, []plainYes{
		{"en", "Have the gutters cleaned?\n120 EUR", []string{"yes", "Yes please"}, nil},
		{"pl", "Have the two bikes repaired by Friday?", []string{"Tak, jasne."}, nil},
		{"en", "Have the neighbours cleaned?", nil, []string{"yes", "no"}},
		{"en", "Have the gutters been cleaned?", nil, []string{"yes", "no"}},
		{"en", "Have you replaced the boiler?", nil, []string{"yes", "no"}},
		{"en", "Have the boilers arrived?", nil, []string{"yes", "no"}},
	})
}
