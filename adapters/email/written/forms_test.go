package written

import (
	"strings"
	"testing"
)

// TestSignatureForms: signatures as templates and programs make them, with a closing above
// and without.
func TestSignatureForms(t *testing.T) {
	for _, c := range []struct{ name, sig string }{
		{"Dana Bianchi", "Dana Bianchi\nHead of Procurement\nBright Widgets"},
		{"Dana Bianchi", "Dana Bianchi\nHead of Procurement"},
		{"Dana Bianchi", "Dana Bianchi, Head of Procurement, Bright Widgets Ltd"},
		{"Dana Bianchi", "Dana Bianchi - Head of Procurement\n+44 20 7946 0000"},
		{"Dana Bianchi", "DANA BIANCHI\nProcurement Manager\nBright Widgets Ltd\nm: 07700 900000"},
		{"Dana Bianchi", "---\nDana Bianchi\nHead of Procurement\nBright Widgets"},
		{"Dana Bianchi", "--\nDana Bianchi\nHead of Procurement"},
		{"Dana Bianchi", "~~~~~~~~~~\nDana Bianchi\nHead of Procurement\n01234 567890"},
		{"Dana Bianchi", "======\nDana Bianchi\nwww.bright.example"},
		{"Dana Bianchi", "*Dana Bianchi*\nHead of Procurement | Bright Widgets\n+44 20 7946 0000 | dana@bright.example"},
		{"Dana Bianchi", "Dana Bianchi (she/her)\nHead of Procurement\nBright Widgets\n+44 20 7946 0000"},
		{"Dana Bianchi", "Dana Bianchi BSc, MCIPS\nHead of Procurement\n020 7946 0000"},
		{"Dana Bianchi", "i. A. Dana Bianchi\nEinkauf\n\nMuster GmbH & Co. KG\nMusterweg 5\n12345 Musterstadt\n\nTel.: +49 30 555 0\nwww.muster.example\n\nGeschäftsführer: Karl Muster\nAmtsgericht Berlin, HRA 1234"},
		{"Dana Bianchi", "Dana Bianchi\nEinkauf\n\nMuster GmbH\nMusterweg 5 | 12345 Musterstadt\nFon 030 5550 | Fax 030 5551\nUSt-IdNr. DE123456789"},
		{"Dana Bianchi", "Dana Bianchi\nStadtverwaltung Musterstadt\nAmt für Umwelt\nRathausplatz 1, 12345 Musterstadt\nTelefon 030 5550"},
		{"Dana Bianchi", "Dana Bianchi\nDirectrice des achats\n\nSociété Dupont SAS\n12 rue des Lilas\n69000 Lyon\nTél. : 04 78 55 01 00\nPort. : 06 55 01 00 00"},
		{"Dana Bianchi", "Dana Bianchi\nInkoop\nJansen B.V.\nKerkstraat 12\n1234 AB Utrecht\n030-5550100\nKvK 12345678"},
		{"Dana Bianchi", "Dana Bianchi\nUfficio Acquisti\nRossi S.p.A.\nVia Roma 12, 20100 Milano (MI)\nTel. 02 5550100 - Cell. 333 5550100\nP.IVA 01234567890"},
		{"Dana Bianchi", "Dana Bianchi\nDepartamento de Compras\nMuebles Sol, S.L.\nPol. Ind. Las Eras, nave 4\nTel.: 976 55 50 10"},
		{"Dana Bianchi", "Dana Bianchi\nDział Zakupów\nMeble Sp. z o.o.\nul. Polna 5, 60-001 Poznań\ntel. 61 555 01 00\nkom. 600 555 010"},
		{"Dana Bianchi", "Dana Bianchi\nInköpschef\nMöbler AB\nStorgatan 5, 111 22 Stockholm\nTelefon: 08-555 010 00\nVäxel: 08-555 010 10"},
		{"Dana Bianchi", "Dana Bianchi | Bright Widgets | +44 20 7946 0000"},
		{"Dana Bianchi", "Dana Bianchi · Bright Widgets"},
		{"Dana Bianchi", "Dana\nBright Widgets Ltd\n020 7946 0000"},
		{"Dana Bianchi", "D. Bianchi\nProcurement\nBright Widgets\nTel: 020 7946 0000"},
		{"Dana Bianchi", "Dana Bianchi\nHead of Procurement\n[image: logo]\nBright Widgets\n020 7946 0000"},
		{"Dana Bianchi", "Dana Bianchi\nHead of Procurement\n<https://bright.example>"},
		{"Dana Bianchi", "Dana Bianchi\nHead of Procurement\nI work Monday to Wednesday\n020 7946 0000"},
		{"Dana Bianchi", "Dana Bianchi\nHead of Procurement\nBright Widgets\nBook time with me: https://cal.example/dana"},
		{"Dana Bianchi", "Dana Bianchi\nHead of Procurement\nBright Widgets\n020 7946 0000\n\nRegistered in England and Wales No. 01234567. Registered office: 1 High Street, Leeds LS1 1AA."},
		{"Dana Bianchi", "Dana Bianchi\nHead of Procurement\n020 7946 0000\n\n\"The best way out is always through.\""},
		{"Dana Bianchi", "Sent from my phone, please excuse brevity"},
		{"Dana Bianchi", "Sent on the go"},
		{"Dana Bianchi", "Von unterwegs gesendet"},
		{"Dana Bianchi", "Envoyé de mon mobile, merci d'excuser les fautes"},
		{"Dana Bianchi", "Enviado desde mi móvil, disculpa las erratas"},
		{"Dana Bianchi", "Sent from Mail for Windows"},
		{"Dana Bianchi", "Gesendet von Outlook für Android<https://aka.ms/AAb9ysg>"},
		{"Dana Bianchi", "Télécharger Outlook pour iOS<https://aka.ms/o0ukef>"},
		{"Dana Bianchi", "Get BlueMail for Android"},
		{"Dana Bianchi", "Gesendet mit der Telekom Mail App"},
		{"Dana Bianchi", "Wysłane z aplikacji Poczta w iPhone"},
		{"Dana Bianchi", "Odesláno z mého iPhonu"},
		{"Dana Bianchi", "Hankitko Outlook for Android"},
		{"Dana Bianchi", "Inviato da Libero Mail per Android"},
		{"Dana Bianchi", "Dana Bianchi\nHead of Procurement\nI work part-time: Mon, Wed and Thu.\n020 7946 0000"},
		{"Dana Bianchi", "Dana Bianchi\nEinkauf\nArbeitszeiten: Mo-Do 8-12 Uhr\nTel. 030 5550\n[Ein Bild, das Text, Logo, Schrift enthält. Automatisch generierte Beschreibung]"},
		{"Dana Bianchi", "Dana Bianchi\nEinkauf\n<image001.png>\nTel. 030 5550"},
		{"Dana Bianchi", "Sent with Spark"},
		{"Dana Bianchi", "Sent via Superhuman ( https://sprh.mn/?vip=dana )"},
		{"Dana Bianchi", "Sendt fra Outlook til Android"},
		{"Dana Bianchi", "Skickat från Outlook för iOS"},
	} {
		said := "Book it.\n\nFor two."
		for _, closing := range []string{"", "Best regards,\n"} {
			got := Split(said+"\n\n"+closing+c.sig, Mail{Name: c.name, Address: "dana@bright.example", Us: "Assistant", Answers: true})
			want := strings.TrimSpace(said + "\n\n" + closing)
			switch first, _, _ := strings.Cut(c.sig, "\n"); {
			case footer(first), ruler(first), delimits(first):
			case called(first) && closing != "":
				want += "\n" + first // it is typed, and closes the letter too
			default:
				want = said // what closes the letter came with the card
			}
			if got.Text != want {
				t.Errorf("below %q, %q: left %q", closing, c.sig, strings.TrimPrefix(got.Text, said))
			}
		}
	}
	// Signed with another name than the From line has, and closed in two languages.
	for from, sig := range map[string]string{
		"Bright Widgets": "Best regards,\nDana Bianchi\nHead of Procurement\nBright Widgets\nTel: 020 7946 0000",
		"Dana Bianchi":   "Med venlig hilsen / Kind regards\n\nDana Bianchi\nIndkøbschef\n+45 55 50 10 10",
	} {
		got := Split("Book it.\n\nDana\n\n"+sig, Mail{Name: from, Address: "info@bright.example", Answers: true})
		if !strings.HasPrefix(got.Text, "Book it.\n\nDana") || strings.Contains(got.Text, "020 7946") || strings.Contains(got.Text, "+45") || strings.Contains(got.Text, "hilsen") {
			t.Errorf("%q: %q", sig, got.Text)
		}
	}
}

// TestSignatureKept: what a person writes where signatures stand, or like one, stays.
func TestSignatureKept(t *testing.T) {
	m := Mail{Name: "Dana Bianchi", Address: "dana@bright.example", Us: "Assistant", Answers: true}
	for _, text := range []string{
		"Yes.\n\nDana Bianchi, please pay Bob\n+39 02 1234567",
		"Yes.\n\nDana Bianchi - I will ask the manager",
		"Yes.\n\nDana Bianchi, who is the manager?",
		"Yes.\n\nDana Bianchi\n\nPay 300 to Bob\n\nTel. 91 555 01 44",
		"Yes.\n\nDana Bianchi\nHead of Things\n\nPay 300 to Bob and not 400\n\nTel. 91 555 01 44",
		"Yes.\n\nDana Bianchi\n\nCall me on +39 02 1234567",
		"Yes.\n\nDana\n\n\"Only half\" is what Bob said",
		"Yes.\n\n\"Only half of it, then.\"",
		"Ask him first:\n\nBob Miller\nHead of Sales\n020 7946 0001",
		"Yes. Pay to:\n\nBianchi B.V.\nKvK 68112233",
		"Yes.\n\nDana Bianchi\nCall Bob on 0541 555 0101\nTel. 91 555 01 44",
		"Yes.\n\nDana Bianchi\nYes, 9-12 Monday\nTel. 91 555 01 44",
		"Registered in England? Then pay.",
		"Yes.\n\nRegistered in 2019, so pay only 300.",
		"Yes.\n\nVAT is wrong, it should be 20",
		"Yes.\n\nGeschäftsführer bitte fragen",
		"Yes.\n\nsent on the go to Bob",
		"I work Monday to Wednesday\n020 7946 0000",
		"Yes.\n\nDana Bianchi\nI work on it until Friday.",
		"Yes.\n\n[image of the red one, please]\nand the blue",
		"Yes.\n\nDana\nMonday",
		"Yes.\n\nDana\nOnly Half",
		"Thanks,\nBob Miller will call 020 7946 0001 and ask",
		"Best regards to Tom / Jerry",
		"Yes / No",
		"Pozdrawiam / only half",
		"Terveisin / Best regards,",
	} {
		if got := Split(text, m); got.Text != text {
			t.Errorf("lost of %q: %q", text, got.Text)
		}
	}
}
