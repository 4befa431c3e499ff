package reply

import "testing"

// TestVouching: beside an order of what is asked, that it was looked at and is right says nothing more; beside a bare yes it may be all that
// is answered, and what was found, changed or is left to do is read.
func TestVouching(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"en", "Send the payslips?\n23 employees.", []string{"Yes, please send. I've checked them against the timesheets.", "Yes, please send them. I've been through the figures again this morning.", "Yes, send them. Judith has read them through twice and so have I.", "I've checked it and it's all in order, so yes, please send them."}, nil, []string{"Yes, send them. I've checked one of them.", "Yes, send them. I've checked the other list.", "Yes, send them. Nobody has checked them.", "Yes, send them. I've been through the old payslips.", "Yes, send them. I've checked them and two are wrong.", "I've been through it.", "Yes, send them. They look wrong."}},
		{"de", "Den Bericht an den Kanton einreichen?\n9 Seiten.", []string{"Ja, bitte einreichen. Der Bericht stimmt so.", "Ja, bitte einreichen. Ich habe ihn gestern Abend noch einmal durchgelesen."}, nil, []string{"Ja, bitte einreichen. Der Entwurf stimmt so.", "Ja, bitte einreichen. Ich habe ihn nicht gelesen.", "Stimmt so."}},
		{"fr", "Envoyer le courrier au comité ?\n2 pages.", []string{"Oui, envoyez-le. Je l'ai bien relu.", "Oui, envoie. Tout est correct."}, nil, []string{"Oui, envoyez-le. Je l'ai relu et il manque une page."}},
		{"it", "Spedire le buste paga?\nAprile.", []string{"sì, può spedirle. Le ho controllate stamattina.", "Ho verificato ed è tutto in ordine: sì, spedisci."}, nil, []string{"sì, può spedirle. Ne ho controllate due.", "le ho controllate"}},
		{"es", "¿Subir las notas?\nPrimer trimestre.", []string{"Sí, ya están revisadas. Puedes subirlas.", "Sí, súbelas. Está todo correcto."}, nil, []string{"Sí, súbelas. Están revisadas las de 3.º.", "Sí, ya están subidas."}},
		{"pt", "Enviar a proposta?\n62.000 €.", []string{"Sim, pode enviar. Está tudo em ordem.", "Sim, envie. Já conferi tudo."}, nil, []string{"Sim, envie. Conferi metade."}},
		{"nl", "Gecombineerde opgave indienen?\nVandaag.", []string{"Ja, dien maar in. Heb het nog een keer nagelopen, klopt allemaal."}, nil, []string{"Ja, dien maar in. Het klopt niet helemaal."}},
		{"pl", "Wysłać deklarację VAT-7?\n41 870 zł.", []string{"tak, proszę wysłać. Kwoty są uzgodnione.", "Tak, proszę wysłać. Wszystko się zgadza."}, nil, []string{"tak, proszę wysłać. Kwoty nie są uzgodnione.", "tak, proszę wysłać. Kwoty są inne."}},
	})
}

// TestLookingForward: so do those who say behind a yes that they look forward to it, or what an idea it is.
func TestLookingForward(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"en", "Confirm the lunch on Friday?\nAt noon.", []string{"Yes, I am looking forward to it.", "Yes please, how lovely.", "Yes, what a good idea. Please do."}, nil, []string{"I am looking forward to your answer.", "Yes, I was looking forward to it.", "Yes, I'd look forward to dinner."}},
		{"de", "Die Karten bestellen?\nZwei.", []string{"ja, sehr gerne! Da freue ich mich.", "Ja, was für eine schöne Idee!"}, nil, []string{"ja, da freue ich mich nicht"}},
		{"fr", "Réserver deux places ?\nVendredi.", []string{"Oui volontiers. Je me réjouis déjà.", "Oui, quelle bonne idée !"}, nil, []string{"Oui, je me réjouis d'y être à trois."}},
		{"nl", "De kaartjes bestellen?\nTwee.", []string{"Ja, graag! Daar verheugen wij ons op.", "Ja, wat een goed idee. Graag."}, nil, nil},
		{"pl", "Potwierdzić wyjazd?\n4 maja.", []string{"tak, potwierdzam. Już się bardzo cieszę na ten wyjazd."}, nil, nil},
		{"es", "¿Enviar flores a Ana?\n20 €.", []string{"Sí por favor, qué detalle tan bonito"}, nil, []string{"Qué detalle."}},
	})
}
