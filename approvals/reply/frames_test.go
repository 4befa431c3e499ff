package reply

import "testing"

// TestFrames: what consents to the deed, asks for it politely or does not want it is read with the deed behind it, as a verb or
// as a noun; another deed, another thing, a day, a part and a condition are asked back.
func TestFrames(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"fr", "Envoyer le courrier de résiliation à l'assurance. Contrat auto 77120, au 31 décembre.", []string{"je vous donne mon accord pour l'envoi du courrier de résiliation", "merci de l'envoyer", "j'autorise l'envoi", "ok pour l'envoi du courrier"}, []string{"je ne donne pas mon accord pour l'envoi", "merci de ne rien envoyer", "je ne veux pas que vous envoyiez le courrier", "je n'autorise pas l'envoi"}, []string{"j'autorise la résiliation", "merci de m'envoyer le courrier", "j'autorise l'envoi demain", "je n'autorise pas la résiliation", "merci d'avoir envoyé le courrier", "j'autorise l'envoi si tout est prêt"}},
		{"it", "Inviare la disdetta a TeleFibra. Contratto 88-4410, con effetto dal 30 settembre.", []string{"autorizzo l'invio della disdetta", "acconsento all'invio", "procedete con l'invio", "vi prego di inviare la disdetta"}, []string{"non autorizzo l'invio", "vi prego di non inviare nulla", "non voglio che inviate la disdetta"}, []string{"autorizzo il pagamento", "autorizzo l'invio di una copia", "autorizzo l'invio da ottobre", "autorizzo e non autorizzo l'invio", "vi prego di inviarmi la disdetta"}},
		{"es", "Reiniciar el servidor de facturación. Hoy a las 22:00, corte de unos cinco minutos.", []string{"procedan con el reinicio", "autorizo el reinicio", "les ruego que reinicien el servidor"}, []string{"no autorizo el reinicio", "no quiero que reinicien el servidor", "prefiero que no lo reinicien"}, []string{"autorizo el reinicio mañana", "autorizo el reinicio de la base de datos", "procedan con la migración", "no autorizo la migración"}},
		{"de", "Kündigungsschreiben an die Versicherung senden. Hausrat, Vertrag 55-9021, zum 31.12.", []string{"ich genehmige den Versand", "Freigabe für den Versand", "ich bitte um Versand des Schreibens", "hiermit genehmige ich den Versand des Kündigungsschreibens"}, []string{"ich genehmige den Versand nicht", "bitte nichts senden", "ich möchte nicht dass Sie das Schreiben senden"}, []string{"ich genehmige den Versand der Rechnung", "ich genehmige die Zahlung", "ich genehmige den Versand ab Montag", "Freigabe für den Druck"}},
		{"pt", "Marcar consulta de dermatologia. Terça-feira, 11 de junho, 14h20, Clínica da Boavista.", []string{"agradeço que marquem a consulta", "autorizo a marcação", "queiram marcar a consulta", "peço que marquem a consulta"}, []string{"não quero que marquem a consulta", "não autorizo a marcação", "agradeço que não marquem nada"}, []string{"autorizo a marcação de outra consulta", "agradeço que desmarquem a consulta", "não quero que desmarquem a consulta", "agradeço que marquem a consulta de tarde"}},
		{"nl", "Opzeggingsbrief naar Energie Direct sturen. Contract 4471, per 1 november.", []string{"hierbij geef ik toestemming om de brief te versturen", "akkoord met het versturen", "gelieve de brief te sturen", "u hebt mijn toestemming om de brief te sturen"}, []string{"ik geef geen toestemming om de brief te versturen", "gelieve niets te sturen", "ik wil niet dat u de brief stuurt"}, []string{"ik geef toestemming om de factuur te versturen", "akkoord met het versturen van een kopie", "akkoord met het printen", "ik geef toestemming om de brief morgen te versturen"}},
		{"pl", "Umówić wizytę u kardiologa. Środa 15 maja, godz. 10:30, przychodnia na Mokotowie.", []string{"poproszę o umówienie tej wizyty", "wyrażam zgodę na umówienie wizyty", "zgadzam się na umówienie wizyty"}, []string{"nie wyrażam zgody na umówienie wizyty", "proszę nie umawiać wizyty"}, []string{"poproszę o odwołanie wizyty", "wyrażam zgodę na płatność", "poproszę o umówienie innej wizyty"}},
		{"en", "Send the termination letter to the insurer. Policy 331-08, end of the year.", []string{"I hereby authorise you to send the letter", "I'm happy for you to send it", "you have my permission to send the letter"}, []string{"I don't want you to send it", "I do not want you to send the letter"}, []string{"I authorise you to send a copy", "I authorise you to pay", "I'm happy for you to send it in May", "I don't want you to pay", "I'd like you to send me the letter"}},
	} {
		o := Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}
		decides(t, o, tt.grant, tt.deny, tt.asked)
		doubtful(t, o, tt.grant[0], 17)
	}
}
