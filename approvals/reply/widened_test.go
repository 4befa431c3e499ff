package reply

import "testing"

// TestWidened: an order that sends it to all, enters whoever writes, has it only noted, given back, or done to several orders something else.
func TestWidened(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"fr", "Envoyer le rapport à la commune ?\n12 pages.", []string{"envoie-le", "oui, envoyez le rapport"}, nil, []string{"envoie à tous", "oui, envoie-le à tous", "oui, envoie le rapport à tous"}},
		{"it", "Inviare la relazione al Comune?\n12 pagine.", []string{"invia pure", "sì, inviala"}, nil, []string{"invia a tutti", "sì, inviala a tutti", "invia la relazione a tutti", "Forza, invia a tutti", "inviate a tutte"}},
		{"es", "¿Enviar el informe al ayuntamiento?\n12 páginas.", []string{"envíalo"}, nil, []string{"envía a todos", "envíalo a todos", "envíalo a todas"}},
		{"es", "¿Mandar el recordatorio a los pacientes?\nNueve.", []string{"mándalo a todos"}, nil, nil},
		{"pt", "Enviar o relatório à câmara?\n12 páginas.", []string{"envia"}, nil, []string{"envia a todos", "envia para todos", "sim, envia o relatório a todos"}},
		{"pl", "Wysłać raport do gminy?\n12 stron.", []string{"wyślij"}, nil, []string{"wyślij do wszystkich", "wyślij wszystkim", "tak, wyślij raport wszystkim"}},
		{"es", "Register the trailer?\nDGT, 40 euros.", nil, nil, []string{"apúntame", "inscríbeme", "sí, apúntame", "apunta eso", "apúntaselo"}},
		{"es", "¿Registrar el dominio panes.es?\n12 euros al año.", []string{"sí, regístralo"}, nil, []string{"apúntame", "inscríbeme", "apunta eso"}},
		{"es", "¿Apuntar los gastos?\n150 euros.", nil, nil, []string{"apúntame", "inscríbeme"}},
		{"en", "Register the domain?\n12 a year.", []string{"register it"}, nil, []string{"register me", "enrol me"}},
		{"en", "Sign up Tom for the course?\nMay.", nil, nil, []string{"sign me up", "yes, sign me up"}},
		{"de", "Domain anmelden?\n12 Euro.", nil, nil, []string{"meld mich an", "melden Sie mich an", "trag mich ein"}},
		{"fr", "Enregistrer le domaine ?\n12 €.", nil, nil, []string{"inscris-moi", "inscrivez-moi", "enregistre-moi"}},
		{"it", "Registrare il dominio?\n12 euro.", nil, nil, []string{"iscrivimi", "registrami"}},
		{"it", "Iscriversi alla gita degli Alpini?\nGenova, 25 €.", []string{"sì certo iscrivimi"}, nil, nil},
		{"nl", "Domein registreren?\n12 euro.", nil, nil, []string{"schrijf me in", "meld me aan"}},
		{"pt", "Registar o domínio?\n12 euros.", nil, nil, []string{"inscreve-me"}},
		{"pl", "Zapisać plik na dysku?\nRaport.", nil, nil, []string{"zapisz mnie", "zgłoś mnie", "zapisz to sobie"}},
		{"es", "¿Pagar la factura de gasoil?\nVence el viernes.", []string{"La factura está bien, págala."}, nil, []string{"La factura está bien, devuélvela.", "sí, devuélvelo", "devuelve la factura", "sí, devuelve el dinero"}},
		{"pt", "Pagar a fatura do canalizador?\n238 €.", []string{"sim, pague"}, nil, []string{"sim, devolva", "sim, devolva o dinheiro"}},
		{"fr", "Payer la facture du plombier ?\n238 €.", nil, nil, []string{"oui, rendez-la"}},
		{"it", "Pagare la fattura dell'idraulico?\n238 €.", nil, nil, []string{"sì, la restituisca"}},
		{"pl", "Zapłacić fakturę za gaz?\n238 zł.", []string{"proszę zapłacić"}, nil, []string{"faktura jest w porządku, proszę odesłać.", "tak, odpisz", "proszę odpisać", "tak, oddaj", "proszę złożyć"}},
		{"es", "¿Invitar a Luis?\nCena.", []string{"invítalo"}, nil, []string{"invítalos", "sí, invítalos"}},
		{"it", "Invitare Luca?\nCena.", []string{"invitalo"}, nil, []string{"invitali", "sì, invitali"}},
		{"it", "Mandare gli auguri a zia Assunta?\nDomani.", []string{"certo, mandali"}, nil, nil},
	})
	decidesAll(t, []answeredTo{
		{"de", "20 Säcke Mehl bestellen?\nMühle Weber, 460 Euro.", []string{"bestellen Sie", "Der Betrag passt, bestellen Sie."}, nil, []string{"bestellen Sie ab", "ja, bestellen Sie ab", "Der Betrag passt, bestellen Sie ab.", "bestellen Sie nach", "Die Zahlen stimmen, bestätige ich."}},
		{"de", "Zeitung abbestellen?\n90 Euro.", []string{"bestell sie ab"}, nil, nil},
		{"de", "Rechnung bezahlen?\n90 Euro.", nil, nil, []string{"zahlen Sie aus", "zahlen Sie zurück"}},
		{"de", "Angebot schicken?\nKüche.", []string{"passt, schick ab"}, nil, nil},
		{"nl", "Factuur betalen?\n460 euro.", []string{"betaal maar"}, nil, []string{"betaal af", "betaal uit", "betaal terug"}},
		{"nl", "Contract tekenen?\nEen jaar.", []string{"Mooi, teken."}, nil, []string{"Tof, wis alles.", "ja, wis het", "wis het maar", "ok, wis het"}},
		{"nl", "Oude back-ups wissen?\n12 GB.", []string{"wis ze maar"}, nil, nil},
		{"pt", "Pagar a fatura do moinho?\n460 euros.", nil, nil, []string{"pede fatura", "sim, pede fatura", "O valor está certo, pede fatura."}},
		{"en", "Order 20 bags of flour?\nMill Weber, 460 euros.", []string{"The order is right, order it.", "The order is right, go ahead."}, nil, []string{"The order is right, sign it.", "The order is right, refund it.", "The order is fine. Publish it.", "The dates are right, confirm."}},
		{"es", "¿Pedir 20 sacos?\nMolino.", []string{"El pedido está bien, pídelo."}, nil, []string{"El pedido está bien, fírmalo."}},
	})
	const quarter = "Réserver une table jeudi à 20 h ?\nFaro, quatre personnes."
	decidesAll(t, []answeredTo{
		{"fr", quarter, []string{"oui, jeudi à 20 h"}, nil, []string{"oui, à 8", "oui, jeudi à 8"}},
		{"es", "¿Reservar mesa el jueves a las 20:00?\nCuatro personas.", []string{"sí, a las 8"}, nil, []string{"sí, el jueves a 8"}},
		{"en", "Move the meeting?\nIt was to be Friday instead of Thursday, now he cannot.", nil, nil, []string{"Yes, Friday", "Yes, move it to Friday", "Friday is fine"}},
	})
}
