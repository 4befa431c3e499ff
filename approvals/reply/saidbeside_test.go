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
		"Yes, go ahead. I checked it with Tom and he disagrees", "Yes, pay it. I discussed a partial amount with him", "Yes, go ahead. I went with the blue one", "Yes, go ahead. I ran it already", "Yes, go ahead. I reviewed his shoddy work", "Yes, pay it. I spoke to the customer about keeping it", "Yes, pay it. Thanks for nothing", "Yes, pay it. Thanks for ruining my day", "Approved. Thanks for considering Peter", "Thanks for keeping it going! Go ahead.",
		"Ja, bitte zahlen. Ich habe Ratenzahlung mit Krause abgesprochen", "In Ordnung. Danke fürs Zurückhalten", "Ja, bitte zahlen. Danke für das Chaos", "Tak, zapłać. Uzgodniłem raty", "Sì, paga pure. Ho controllato la perdita", "Oui, payez-la. J'ai échangé la facture", "Sim, pode pagar. Vi os defeitos", "Sí, págalo. He visto el fallo", "Obrigado por segurar.\nAprovado.", "Yes, please pay it. I spoke to Tom who says no", "Yes, please pay it. We looked at the other one", "Yes, please pay it. I checked, it was 400", "Yes, please pay it. I discussed a discount with them", "Yes, pay it. I told them to wait", "Yes, pay it, thanks for dropping the fees", "Yes, pay it, thanks for waiting", "Yes, pay it. Thanks for leaving out Miller",
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

// TestAnotherDeed: what puts off, changes or refuses is not granted by a consent to the thing alone, and deeds that only lie
// near each other are two; nor does a name behind a consent tell for whom it is.
func TestAnotherDeed(t *testing.T) {
	for _, tt := range []struct {
		about, text string
		want        Verdict
	}{
		{"Increase the rent of the flat", "Yes. Rent it.", None},
		{"Increase the rent of the flat", "Yes, increase the rent", Grant},
		{"Delay the payment of the invoice", "I approve the payment", None},
		{"Spostare la prenotazione di Marta a lunedì", "confermo la prenotazione", None},
		{"Reporter le paiement du loyer", "je valide le paiement", None},
		{"Adiar a entrega do piano", "aprovo a entrega do piano", None},
		{"De betaling uitstellen", "akkoord met de betaling", None},
		{"Reducir la cuota del coro", "apruebo la cuota del coro", None},
		{"Move grandma's appointment to Friday 10:30", "Yes that's grand", Grant},
		{"Imprimir o programa", "Sim, publica o programa", None},
		{"Print the newsletter", "Yes please publish the newsletter", None},
		{"Programm drucken", "Ja, veröffentlichen", None},
		{"Stampiamo il programma della festa", "Sì. Pubblica il programma.", None},
		{"Programm drucken", "Ja, drucken", Grant},
		{"Start the server", "install the server", None},
		{"Upgrade the database", "start the database", None},
		{"Sign the contract", "renew the contract", None},
		{"Renew the contract", "sign the contract", None},
		{"Reserve the hall", "please buy the hall", None},
		{"Reserve the hall", "please book the hall", Grant},
		{"Merge the branch", "sync the branch", None},
		{"Prepare the room", "schedule the room", None},
		{"Vertrag kündigen", "Ja, genehmigt Frau Meyer", None},
		{"Vertrag kündigen", "Ja, Frau Meyer", Grant},
		{"Urlaub von Frau Schulz genehmigen", "Genehmigt, Frau Meyer", None},
		{"Das Angebot an Herrn Vogt schicken", "Ja, Frau Vogt", None},
		{"Export the customer list", "Import the customer list. Yes.", None},
	} {
		if got := Parse(tt.text, Options{Shown: Shown{About: []string{"", "", tt.about}}}); got.Verdict != tt.want {
			t.Errorf("%q to %q is %v, want %v", tt.text, tt.about, got.Verdict, tt.want)
		}
	}
}
