package reply

import "testing"

// TestSaidBesideAYes: that somebody looked at it, thanks, praise of whom it is for and a vote stand beside a yes; what may
// change it, is told of others, or makes fun of it does not.
func TestSaidBesideAYes(t *testing.T) {
	refund := Shown{About: []string{"refund", "", "Refund 840 EUR to ACME Ltd"}, Amount: "840", Currency: "EUR", Values: []string{"ACME Ltd"}}
	for _, text := range []string{
		"Yes, go ahead. I checked it with the landlord this morning, thanks for sorting it out", "Approved, we spoke to the caterer yesterday.", "I discussed it with Lena. Yes, please pay it.", "Yes, please pay it. She has been more than patient with us", "Yes, pay it, he's a decent man.", "I'm all in favour. Thanks for all the work you put in.",
		"Ja, bitte zahlen. Ich habe das mit der Buchhaltung besprochen.", "Genehmigt, danke dir für deine Mühe.", "Ja, bitte auszahlen, sie hat es verdient.", "Ich bin dafür.",
		"Sì, paga pure. Ho verificato tutto con l'idraulico.", "Approvato, grazie del tuo impegno", "Sono favorevole.",
		"Sí, págalo. Lo he comentado con la gestoría.", "Aprobado. Gracias por tu trabajo.", "Estoy a favor",
		"Oui, je valide. J'en ai parlé avec le plombier ce matin.", "Je valide. Merci Nadia pour ta réactivité.", "Je suis pour.",
		"Sim, pode pagar. Falei com a contabilista ontem.", "Aprovado. Obrigado por tudo o que fazes por nós.", "Sou a favor.",
		"Ja, betaal maar. Ik heb het met de boekhouder besproken.", "Akkoord, dank voor al je werk!", "Ik ben voor.",
		"Tak, zatwierdzam. Rozmawiałam z księgową.", "Zatwierdzam. Dziękuję za cały trud.", "Jestem za.",
	} {
		if got := Parse(text, Options{Shown: refund}); got.Verdict != Grant {
			t.Errorf("%q is %v", text, got.Verdict)
		}
	}
	for _, text := range []string{
		"Yes, go ahead. I checked it with Tom and he disagrees", "Yes, please pay it. I spoke to Tom who says no", "Yes, please pay it. We looked at the other one", "Yes, please pay it. I checked, it was 400", "Yes, please pay it. I discussed a discount with them", "Yes, pay it. I told them to wait", "Yes, pay it, thanks for dropping the fees", "Yes, pay it, thanks for waiting", "Yes, pay it. Thanks for leaving out Miller",
		"Yes, pay it. I spoke to Tom on Friday about cancelling", "ok, thanks for the message", "ok thanks for letting me know", "Yes, great idea", "Yes, go ahead. They are crooks", "I would be in favour", "I'm not in favour", "I'm in favour of half", "He is in favour", "I checked it with the landlord this morning", "thanks for sorting it out", "she's brilliant", "not in favour",
		"Ja, bitte zahlen. Ich habe mit Tom gesprochen, er ist dagegen", "Ja, bitte zahlen. Ich habe eine Kürzung besprochen", "Ja, bitte zahlen, danke fürs Warten", "wäre dafür", "er ist dafür", "ok, danke für die Nachricht",
		"Sì, paga pure. Ho parlato con Tom che non vuole", "sarei favorevole", "ok grazie per il messaggio", "Sí, págalo. He hablado con Tom y no quiere", "estaría a favor", "Oui, je valide. J'ai parlé avec Tom qui refuse", "je serais pour", "Sim, pode pagar. Falei com o Tom e ele recusa", "seria a favor", "Ja, betaal maar. Ik heb een andere prijs besproken", "zou voor zijn", "Tak, zatwierdzam. Rozmawiałam z Tomem, nie chce", "byłbym za",
	} {
		if got := Parse(text, Options{Shown: refund}); got.Verdict == Grant {
			t.Errorf("%q is a grant", text)
		}
	}
	for _, d := range doubts() {
		for _, text := range []string{"Yes, go ahead. I checked it with " + d, "Yes, go ahead. Thanks for " + d, "Yes, go ahead. She's brilliant " + d, "I am in favour " + d, "Ja, bitte zahlen. Ich habe " + d + " besprochen", d + ". I discussed it with the landlord. Yes."} {
			if got := Parse(text, Options{Shown: refund}); got.Verdict == Grant {
				t.Errorf("%q is a grant", text)
			}
		}
	}
}

// TestSaysAgain: what follows a consent may be the request in other forms, and nothing else.
func TestSaysAgain(t *testing.T) {
	for _, tt := range []struct {
		about, text string
		want        Verdict
	}{
		{"Disdire il contratto con Pulizie Lampo", "confermo la disdetta", Grant},
		{"Cancellare i backup del 2015", "autorizzo la cancellazione dei backup del 2015", Grant},
		{"Suspender el brazo C del ensayo", "Apruebo la suspensión del brazo C", Grant},
		{"Het contract met Blink opzeggen", "Ik ga akkoord met de opzegging", Grant},
		{"Cancellare i backup del 2015", "autorizzo la cancellazione dei backup del 2016", None},
		{"Cancellare i backup del 2015", "autorizzo la cancellazione dei contratti", None},
		{"Disdire il contratto con Pulizie Lampo", "confermo il contratto", None},
		{"Disdire il contratto e la polizza", "confermo la disdetta", None},
	} {
		if got := Parse(tt.text, Options{Shown: Shown{About: []string{"", "", tt.about}}}); got.Verdict != tt.want {
			t.Errorf("%q to %q is %v, want %v", tt.text, tt.about, got.Verdict, tt.want)
		}
	}
}
