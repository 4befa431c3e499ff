package reply

import (
	"strings"
	"testing"
)

// TestNotUnmistakable: what has the form of a question, is done by somebody else or already,
// or is of another thing, deed or direction than what is asked decides nothing; what is close
// to it and unmistakable does.
func TestNotUnmistakable(t *testing.T) {
	requests := map[string]Shown{
		"refund":  refundShown,
		"send":    {About: []string{"send_contract", "", "Send the contract to Meyer GmbH"}, Values: []string{"Meyer GmbH"}},
		"restart": {About: []string{"restart_server", "", "Restart server db-2"}, Values: []string{"db-2"}},
		"delete":  {About: []string{"delete_file", "", "Delete file report-2023.xlsx"}},
		"block":   {About: []string{"block_card", "", "Block the card of Dana Doe"}},
		"stop":    {About: []string{"stop_job", "", "Stop the import job"}},
		"deploy":  {About: []string{"deploy", "", "Deploy version 12 to production"}},
		"order":   {About: []string{"cancel_order", "", "Cancel the order with Hartwell"}},
		"reject":  {About: []string{"reject_complaint", "", "Reject the complaint of Mr Dunn"}},
		"book":    {About: []string{"book_hotel", "", "Book a room at Hotel Sol"}},
	}
	for _, tt := range []struct {
		request string
		want    Verdict
		texts   []string
	}{
		// questions without their mark, and the same beside an answer, with a full stop, or of a kind that nobody asks
		{"send", None, []string{"kannst du senden", "kannst du den vertrag senden", "können Sie den Vertrag schicken", "kann das so raus", "puoi mandarlo", "lo puoi mandare", "puoi mandarlo per favore", "puedes enviarlo", "podéis enviarlo hoy", "podemos enviarlo", "podes enviar", "możesz wysłać", "możemy wysłać", "kan het verstuurd worden", "mag het weg", "chi lo manda", "puede usted enviarlo", "pouvez vous l'envoyer"}},
		{"send", Grant, []string{"ja kannst du senden", "klar, kannst du senden", "Puoi mandarlo.", "sì, puoi mandarlo", "puoi procedere", "Podes mandar, está bom assim", "możesz wysłać, ok", "Puedes enviarlo!", "kannst du machen", "kannst du gern senden", "du kannst senden"}},
		{"refund", None, []string{"chi paga", "are there no objections", "are we not paying", "die sollen zahlen", "sie sollen es zahlen", "die können zahlen"}},
		// what somebody does, or what happens
		{"send", None, []string{"lo manda", "lo mandate", "lo mandiamo", "lo envía", "non lo manda", "no lo envía", "wysyłacie to", "mogą wysłać", "they can send it", "sendet nicht", "stuurt niet"}},
		{"restart", None, []string{"si riavvia", "der Server startet nicht", "startet nicht", "no reinicia", "le serveur ne redémarre pas", "server not restarting", "bootet nicht"}},
		{"restart", Deny, []string{"do not restart", "startet den Server nicht", "non riavviatelo", "no lo reinicien", "ne le redémarrez pas"}},
		{"refund", None, []string{"ze betalen niet", "ACME zahlt nicht", "ACME betaalt niet"}},
		{"refund", Deny, []string{"wir zahlen nicht", "zahlen wir nicht", "we betalen niet", "nicht zahlen"}},
		// what is done, or thanked for as if it were
		{"refund", None, []string{"not paid", "nicht bezahlt", "niet betaald", "pas payé", "hecho", "zrobione"}},
		{"send", None, []string{"gracias por enviarlo", "grazie per mandarlo", "obrigado por enviar", "bedankt voor het sturen", "danke fürs Senden", "not sent", "non inviato"}},
		{"send", Grant, []string{"gracias, envíalo", "grazie, mandalo", "bedankt, stuur het maar"}},
		// another thing, deed, scope or direction
		{"refund", None, []string{"pay the invoice", "remboursez les frais", "zwróć towar", "paga la fattura", "betaal de factuur"}},
		{"send", None, []string{"send the draft", "bitte den Entwurf senden", "manda la bozza", "stuur het concept", "send the nda", "publish it", "send out the reminder", "sign and send it", "stuur het terug", "devolva o contrato", "wyślij ponownie", "você pode enviar para mim", "pay it"}},
		{"restart", None, []string{"stop and restart it", "reset it", "relancez le client", "restart the client", "starte den Dienst neu", "zet uit", "mach ihn aus", "server is ok", "il server va bene", "everything is fine"}},
		{"restart", Grant, []string{"restart it", "starte ihn neu", "yes, everything is fine", "everything is fine, restart it"}},
		{"delete", None, []string{"restore it", "borra todo", "sí, borra todo", "dat mag weg", "das kann weg", "kann weg", "mag weg"}},
		{"send", None, []string{"dat mag weg", "dat kan weg", "het contract mag weg", "stuur maar weg", "doe weg"}},
		// a denial of the contrary, or of another thing
		{"refund", None, []string{"don't stop", "don't cancel", "no canceles", "niet annuleren", "não cancele"}},
		{"refund", Deny, []string{"no, cancel it", "no, stop", "nein stopp", "nein, stornieren", "cancel it"}},
		{"send", None, []string{"don't send it to Tom", "non mandare l'offerta", "nie wysyłaj oferty", "niet de offerte sturen", "n'envoyez pas le devis"}},
		{"send", Deny, []string{"don't send it", "non mandare il contratto", "no, the invoice is wrong"}},
		// going, letting through and going on, where something is to be taken away, blocked or stopped
		{"delete", None, []string{"può andare", "pode ir", "może iść", "ça peut partir", "puede ir", "kann gehen", "it can go", "let it go", "lass es durch", "laat gaan", "niech leci", "puść to", "continue", "continua pure", "działaj", "pode liberar", "fallo andare"}},
		{"block", None, []string{"let it through", "laisse passer", "deixa passar", "mag door", "freigegeben", "via libera", "liberado", "release it", "puść", "vai, può passare"}},
		{"stop", None, []string{"it can run", "run it", "vai avanti", "ga maar door", "kontynuuj", "continúa", "pode seguir", "lass laufen", "lass ihn laufen"}},
		{"restart", None, []string{"può andare", "pode ir", "może iść"}},
		{"send", Grant, []string{"può andare", "pode ir", "może iść", "ça peut partir", "darf raus"}},
		{"refund", Grant, []string{"può andare", "pode ir", "release it", "das kann raus"}},
		{"delete", Grant, []string{"go ahead", "vai pure", "allez-y", "adelante", "freigegeben", "yes, delete it", "usuń to", "go for it"}},
		// a form that states and orders, with nothing that it is done to; that something runs
		{"restart", None, []string{"redémarre", "startet neu", "ne redémarre pas", "herstart niet", "não reinicia", "geht", "geht nicht", "ça marche", "doet het", "doet het niet", "va bien", "läuft", "not restarting", "looks good on my side"}},
		{"restart", Grant, []string{"redémarre le serveur", "redémarre !", "redémarre db-2", "startet ihn neu", "geht klar", "vas-y redémarre", "works for me"}},
		{"restart", Deny, []string{"ne le redémarre pas", "herstart hem niet", "geht leider nicht, sorry, nein"}},
		{"refund", None, []string{"paga oggi", "paga hoy", "non paga", "ACME ne rembourse pas", "Betrag ist ok", "the amount is fine"}},
		{"refund", Grant, []string{"paga pure", "ok paga oggi", "paga oggi per favore", "the amount is fine, go ahead", "Der Betrag ist ok, bitte auszahlen"}},
		{"refund", Deny, []string{"não paga", "paye pas", "non pagate, per favore", "non paghi"}},
		{"send", None, []string{"lo mandi", "può mandarlo", "si può mandare", "on peut envoyer", "você pode enviar", "non invia", "se puede enviar"}},
		{"send", Grant, []string{"Lo mandi.", "lo mandi pure", "pode enviar", "Si può mandare.", "può mandarlo tranquillamente"}},
		// other deeds and directions
		{"send", None, []string{"please post", "forward it", "bitte weiterleiten", "release it", "process the return", "mandalo per me", "envia ele", "wyślij raz", "send them the money", "open it", "fix it", "prepare it", "cancel it and sign"}},
		{"send", Grant, []string{"forward the contract", "send it"}},
		{"refund", None, []string{"paga ele", "credit it", "nothing against ACME", "please pay the supplier", "pay the order", "process the return", "bill them", "invoice them", "take the money", "schedule it", "c'è nulla in contrario"}},
		{"restart", None, []string{"server starten", "starte den Server", "start it", "restart everything", "zet aan", "zet hem aan", "mach ihn an", "arrête le serveur"}},
		{"block", None, []string{"yes, delete it", "bórralo", "cancellalo", "usuń to"}},
		{"deploy", None, []string{"fix it", "send it", "roll it back"}},
		{"book", None, []string{"pay it", "plan it", "set it up", "cancel the contract"}},
		{"send", None, []string{"don't send me this", "no me lo envíes", "schick mir das nicht", "ne m'envoyez pas ça", "cancel the contract"}},
		// going on with what is to be ended, what may be left as it is, and a refusal of what is to be refused
		{"order", None, []string{"Please go ahead with the order.", "Adelante con el pedido", "Procedete con l'ordine come da accordi", "wie geplant bitte ausführen", "Proszę realizować zgodnie z planem", "process it", "renew it"}},
		{"order", Grant, []string{"yes", "go ahead", "yes, please cancel it"}},
		{"reject", None, []string{"Rejected.", "Abgelehnt.", "Refusé.", "Rechazada.", "Respinto.", "Afgewezen.", "Rejeitado.", "Odrzucam.", "Accepted."}},
		{"reject", Grant, []string{"yes", "go ahead"}},
		{"reject", Deny, []string{"no", "don't do it"}},
		{"restart", None, []string{"is goed zo", "passt so", "va bene così"}},
		{"stop", None, []string{"ferma tutto"}},
		{"delete", None, []string{"cancel it", "annulla"}},
		// a no that forbids nothing
		{"refund", None, []string{"nie im leben nein sagen", "no seas rata, paga", "nie wyślij", "sei nicht so, nicht sei kleinlich"}},
		{"refund", Deny, []string{"I say no", "ich sag nein", "nie wysyłaj"}},
		// faces that fear or scorn
		{"send", None, []string{"send it 😬", "envoyez-le 😬", "do it 😏", "mandalo 💀"}},
	} {
		for _, text := range tt.texts {
			if got := Parse(text, Options{Name: "Dana Doe", Mail: true, Shown: requests[tt.request]}); got.Verdict != tt.want {
				t.Errorf("%q to a request to %s is %v, want %v", text, tt.request, got.Verdict, tt.want)
			}
		}
	}
}

// TestSaidOfAnother: that it is done already, what is said of one of two things, of the thing that is to be changed, or may be a cry, is no yes.
func TestSaidOfAnother(t *testing.T) {
	for _, tt := range [][3]string{
		{"pt", "Pagar a fatura da Silva Lda?", "já paga|ja paga|Já paga!"},
		{"pt", "Enviar o contrato?", "já envia"},
		{"es", "¿Pagar la factura?", "ya paga"},
		{"es", "¿Anular la sala y la cocina?", "perfecto para la sala|vale para la sala|ok para la cocina"},
		{"pt", "Aumentar a renda?", "ok para a renda"},
		{"es", "¿Subir el alquiler?", "de acuerdo con el alquiler"},
		{"nl", "Huur verhogen?", "ok voor de huur|akkoord voor de huur|ja voor de huur|huur ok"},
		{"fr", "Payer la facture ?", "certain"},
		{"de", "Macht es dir etwas aus, wenn ich die Rechnung bezahle?", "nein|ja|nö|ja bitte"},
		{"de", "Ist es ein Problem, wenn ich absage?", "nein|ja"},
		{"it", "Ti dà fastidio se annullo?", "no|sì|certo"},
		{"fr", "Tu vois un problème à ce que je réserve ?", "non|oui"},
		{"fr", "Vous opposez-vous à l'envoi du contrat ?", "non|oui"},
		{"es", "¿Hay algún problema en que pague?", "no|sí"},
	} {
		decides(t, Options{Language: tt[0], Shown: Shown{About: []string{"", "", tt[1]}}}, nil, nil, strings.Split(tt[2], "|"))
	}
	for _, tt := range [][3]string{
		{"pt", "Pagar a fatura?", "ya paga|paga já|sim, paga já"}, {"es", "¿Pagar la factura?", "sí, págala ya"}, {"nl", "Huur verhogen?", "ja|verhoog maar"}, {"es", "¿Anular la sala?", "sí, anúlala"}, {"fr", "Payer la facture ?", "oui certain"},
	} {
		decides(t, Options{Language: tt[0], Shown: Shown{About: []string{"", "", tt[1]}}}, strings.Split(tt[2], "|"), nil, nil)
	}
}

// TestNoObjectionAlone: that nothing hinders is a weak yes if nothing else is said.
func TestNoObjectionAlone(t *testing.T) {
	for lang, text := range map[string]string{"en": "no objection from my side", "de": "keine Einwände von meiner Seite", "fr": "pas d'objection de mon côté", "es": "por mi parte no hay inconveniente", "it": "nessuna obiezione da parte mia", "pt": "da minha parte sem objeções", "nl": "van mijn kant geen bezwaar", "pl": "z mojej strony brak zastrzeżeń"} {
		o := Options{Language: lang, Shown: refundShown}
		if got := Parse(text, o); got.Verdict != Grant || got.Strong {
			t.Errorf("%s: %q is %v, strong %v", lang, text, got.Verdict, got.Strong)
		}
		for _, more := range []string{" 400", ", Tom", " to the draft", ", ma domani", " so far", "\nTom", " bisher", ", aber", " en principe", "?"} {
			if got := Parse(text+more, o); got.Verdict == Grant {
				t.Errorf("%s: %q is a grant", lang, text+more)
			}
		}
	}
}
