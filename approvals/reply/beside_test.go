package reply

import "testing"

// Whoever repeats a value is asked back, though the prompt shows it: it may be one of
// several, or be written so that it means another.
func TestRepeated(t *testing.T) {
	shown := Shown{About: []string{"refund", "Refund 840.00 EUR to Miller Ltd for order 1182, invoice INV-4711"}}
	for text, want := range map[string]Verdict{
		"Yes, pay the 840 EUR to Miller": None, "yes 840 EUR": None, "Approved, 840.": None, "yes, refund order 1182": None, "Yes, send it to Miller": None, "Yes, pay invoice INV-4711": None,
		"Yes, pay 840.000 EUR": None, "tak, zapłać do 840 EUR": None, "ok do 840 EUR": None, "Ja, 840 € bitte überweisen": None, "yes, pay to Miller": None, "yes, pay for Miller": None,
		"Yes, send it to John Doe": None, "Yes, pay it to Dana Doe": None, "yes\nMiller": None, "yes Miller": None, "yes 1182": None, "yes, at 9:40": None,
		"no, 840 EUR is too much": Deny, "No, not the 840 EUR": Deny, "don't pay the 840 EUR": None, "Yes, pay it": Grant, "Yes, refund the order.": Grant,
	} {
		if got := Parse(text, Options{Name: "Dana Doe", Shown: shown}); got.Verdict != want {
			t.Errorf("%q is %v, want %v", text, got.Verdict, want)
		}
	}
}

// TestOtherDeed: a yes to something else than what is asked is none.
func TestOtherDeed(t *testing.T) {
	for _, tt := range []struct {
		about, text string
		want        Verdict
	}{
		{"deploy", "yes, restart the server", None},
		{"deploy", "yes, delete it", None},
		{"deploy", "yes, deploy it", Grant},
		{"deploy_app", "Yes, release it", Grant},
		{"Deploy v2?", "yes, go ahead", Grant},
		{"transfer", "Yes, pay it", Grant},
		{"transfer", "Yes, publish it", None},
		{"Pay the invoice", "Yes, delete the invoice", None},
		{"Pay the invoice", "Yes, everything is in order.", Grant},
		{"refund order 1182", "Yes, refund it", Grant},
		{"send_newsletter", "Yes, publish it", Grant},
		{"send_newsletter", "Yes, delete it", None},
		{"book_flight", "yes, order it", Grant},
		{"book_flight", "yes, publish it", None},
		{"Zahle die Rechnung", "Ja, bitte überweisen", Grant},
		{"Zahle die Rechnung", "Ja, bitte veröffentlichen", None},
		{"delete_user", "yes, delete it", Grant},
		{"delete_user", "yes, pay it", None},
		{"invoice", "yes, pay it", Grant},
		{"", "yes, restart the server", Grant},
		{"sign the contract", "Sì signora", Grant},
		{"publica la entrada", "Sí, págala", None},
		{"publier l'article", "Oui, vous pouvez publier", Grant},
		{"transfer", "Yes. Please delete this message.", None},
		{"delete_message", "Yes, please delete the message.", Grant},
	} {
		if got := Parse(tt.text, Options{Shown: Shown{About: []string{tt.about}}}); got.Verdict != tt.want {
			t.Errorf("%q to %q is %v, want %v", tt.text, tt.about, got.Verdict, tt.want)
		}
	}
	if got := Parse("Yes. Please delete this message.", Options{}); got.Verdict != None {
		t.Errorf("deleting the message, whatever is asked: %v", got.Verdict)
	}
}

// "Cancel it" is a no, unless the request is to cancel something.
func TestCalledOff(t *testing.T) {
	for _, text := range []string{"cancel it", "Please cancel it.", "annulla", "cancélalo", "annulez", "bitte stornieren", "cancela", "annuleren", "anuluj to", "not needed", "laisse tomber", "lascia stare"} {
		if got := Parse(text, Options{Shown: Shown{About: []string{"refund", "Refund 40 EUR"}}}); got.Verdict != Deny || got.Strong {
			t.Errorf("%q is %v", text, got)
		}
		for _, about := range []string{"cancel_order", "Storniere die Buchung", "Annulla il volo", "laisser tomber", "stop the server"} {
			if got := Parse(text, Options{Shown: Shown{About: []string{about}}}); got.Verdict != None {
				t.Errorf("%q of %q is %v", text, about, got.Verdict)
			}
			if got := Parse("yes, "+text, Options{Shown: Shown{About: []string{about}}}); got.Verdict == Deny {
				t.Errorf("yes, %q of %q is a denial", text, about)
			}
		}
		if got := Parse(text, Options{OptOuts: true}); got.Verdict == Grant {
			t.Errorf("by SMS %q is a grant", text)
		}
	}
}

// A yes to cancel is one where that was asked, and none where something else was.
func TestYesToCancel(t *testing.T) {
	cancel, pay := Options{Shown: Shown{About: []string{"cancel_order"}}}, Options{Shown: Shown{About: []string{"pay"}}}
	for _, text := range []string{"yes, cancel it", "Yes please cancel the order", "ok, cancel it", "ja, bitte stornieren", "sì, annulla", "oui, annulez", "sí, cancela el pedido"} {
		if got := Parse(text, cancel); got.Verdict != Grant {
			t.Errorf("%q is %v", text, got.Verdict)
		}
		if got := Parse(text, pay); got.Verdict != None {
			t.Errorf("to pay: %q is %v", text, got.Verdict)
		}
	}
	for _, text := range []string{"no, cancel it", "cancel it", "don't cancel it", "yes, don't cancel it"} {
		if got := Parse(text, cancel); got.Verdict == Grant {
			t.Errorf("%q is a grant", text)
		}
	}
}

// "I cannot approve this" is a no, with its reason, unless the reason is that somebody
// is not able to answer.
func TestCannot(t *testing.T) {
	for text, want := range map[string]Verdict{
		"I cannot approve this payment.": Deny, "Unfortunately I can't approve this payment, the material never arrived.": Deny, "Lamentablemente no puedo autorizar este pago. El proveedor no ha entregado nada.": Deny,
		"Malheureusement je ne peux pas approuver ce paiement, le matériel n'a jamais été livré.": Deny, "Das kann ich leider nicht genehmigen.": Deny, "Niestety nie mogę zatwierdzić tego przelewu, umowa została wypowiedziana.": Deny,
		"Infelizmente não posso autorizar este pagamento; o material nunca chegou.": Deny, "Spiacente, non posso dare il consenso.": Deny, "Dit kan ik niet goedkeuren.": Deny,
		"I cannot approve this, I have no access": None, "I can't approve this from my phone": None, "I can't approve this without an invoice": None, "I cannot approve this yet": None, "I can't approve this. The link is broken": None,
		"I cannot approve this, ask Tom": None, "I can't approve this alone": None, "I cannot approve this until Monday": None, "Das kann ich nicht genehmigen, ich bin im Urlaub": None, "Das kann ich nicht freigeben, nicht zuständig": None,
		"Non posso approvare, sono in ferie": None, "No puedo aprobarlo sin la factura": None, "Je ne peux pas valider, le lien ne marche pas": None, "Não posso aprovar, não tenho acesso": None, "Ik kan dit niet goedkeuren zonder factuur": None, "Nie mogę zatwierdzić, jestem na urlopie": None,
		"Hier kan ik helaas niet mee instemmen.": Deny, "Hier kan ik niet mee instemmen zonder factuur": None, "Niestety nie mogę wyrazić zgody.": Deny, "Nie mogę wyrazić zgody, jestem na urlopie": None,
		"I can't approve this? yes": None, "I cannot not approve this": None, "yes, I can't approve this": None,
	} {
		if got := Parse(text, Options{}); got.Verdict != want {
			t.Errorf("%q is %v, want %v", text, got.Verdict, want)
		}
	}
}

// What is known of the request, no problem and a name to speak to stand beside an answer
// and are none.
func TestBesideAnAnswer(t *testing.T) {
	for text, want := range map[string]Verdict{
		"yes boss": Grant, "yes sir": Grant, "ja chef": Grant, "sí jefa": Grant, "tak szefie": Grant, "no boss": Deny, "jawohl Frau Müller, machen Sie das": Grant, "sim senhor": Grant, "boss": None, "sir, please": None,
		"no problem, go ahead": Grant, "Pas de problème, allez-y.": Grant, "Sí, sin problema": Grant, "no problem": None, "no problem.": None, "no, problem": None, "no. Problem": None, "kein Problem": None, "yes, there is a problem": None, "no, no problem": None,
		"Ja, ist der Klempner, bitte zahlen": Grant, "sim, é o canalizador, paga": Grant, "oui c'est le plombier, tu peux payer": Grant, "It's the plumber, pay him": Grant, "It's the plumber": None, "yes it's the plumber": None, "just landed, saw this, yes approve": Grant,
		"it's the wrong plumber, yes approve": None, "yes approve, it's the plumber tomorrow": None, "no, it's the plumber": Deny,
	} {
		if got := Parse(text, Options{}); got.Verdict != want {
			t.Errorf("%q is %v, want %v", text, got.Verdict, want)
		}
	}
}

// The reason of a no may stand before it, unless it may be what somebody objects to.
func TestReasonFirst(t *testing.T) {
	for text, reason := range map[string]string{
		"It's too expensive. No.": "It's too expensive", "Ich habe schon dreimal gesagt, dass ich diese Firma nicht kenne. Nein.": "Ich habe schon dreimal gesagt, dass ich diese Firma nicht kenne",
		"The invoice was paid twice already.\n\nNo": "The invoice was paid twice already", "La factura ya se pagó en enero. No.": "La factura ya se pagó en enero",
		"It is fine. No.": "", "Do you have objections. No.": "", "He asked me about it. No.": "", "If it is too expensive. No.": "", "Yes please. No.": "", "It said: no.": "", "You're right. No.": "", "Ask Tom first. No.": "", "It's cheap... No.": "", "No.": "",
		"Das ist in Ordnung. Nein.": "", "Hai ragione. No.": "", "Es gibt keine Einwände. Nein.": "",
	} {
		got := Parse(text, Options{})
		if text != "No." && (got.Verdict == Deny) != (reason != "") || got.Reason != reason {
			t.Errorf("%q is %v for %q", text, got.Verdict, got.Reason)
		}
	}
}

// What the approver is may stand above or below their name, and the name after a full stop.
func TestSigners(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Verdict
	}{
		{"Approved.\n\nThe Treasurer\nA. Mertens", Grant},
		{"Bewilligt.\n\nDer Kassenwart\nA. Mertens", Grant},
		{"It is approved. Mertens", None},
		{"It is approved. Anna Mertens", Grant},
		{"C'est validé. Merci. Anna", Grant},
		{"Approved.\nViele Grüße aus Kiel, Anna", Grant},
		{"Approved.\n\nThe Treasurer", None},
		{"Approved.\n\nThe Treasurer\nB. Smith", None},
		{"Approved. Ask Anna", None},
		{"yes, Anna", Grant},
		{"It is approved. Tom", None},
		{"Approved. No. Anna", None},
	} {
		for _, mail := range []bool{false, true} {
			if got := Parse(tt.text, Options{Name: "Anna Mertens", Mail: mail}); got.Verdict != tt.want {
				t.Errorf("mail %v: %q is %v, want %v", mail, tt.text, got.Verdict, tt.want)
			}
		}
	}
}

// A share of a thing is no yes to it, unless the prompt asks for it; "maar" and "może" are
// no doubt where they are a part of the sentence.
func TestSharesAndParticles(t *testing.T) {
	for text, want := range map[string]Verdict{
		"yes, pay the deposit": None, "sì, paga l'acconto": None, "oui, payez l'acompte": None, "ja, zahl die Raten": None,
		"ja, betaal het maar": Grant, "Ja, boek de vlucht maar.": Grant, "betaal maar": Grant, "ja maar": None, "ok maar": None, "ja, betaal maar niet": None, "ja, betaal maar half": None, "betaal maar als hij tekent": None, "betaal het maar, maar later": None,
		"Tak, może Pan to wysłać": Grant, "może tak": None, "może jutro": None, "tak, może jutro": None, "może": None,
	} {
		if got := Parse(text, Options{}); got.Verdict != want {
			t.Errorf("%q is %v, want %v", text, got.Verdict, want)
		}
	}
	if got := Parse("yes, pay the deposit", Options{Shown: Shown{About: []string{"Pay the deposit of the hotel"}}}); got.Verdict != Grant {
		t.Error("the deposit that was asked for is", got.Verdict)
	}
}
