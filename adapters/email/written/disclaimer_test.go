package written

import (
	"strings"
	"testing"
)

// notices are what companies and programs put below mails.
var notices = []string{
	"This email and any attachments are confidential and intended solely for the addressee. If you have received it in error, please notify the sender and delete it.",
	"CONFIDENTIALITY NOTICE\nThe information contained in this e-mail is privileged and confidential. It is intended only for the use of the individual or entity named above.\nIf the reader of this message is not the intended recipient, you are hereby notified that any dissemination, distribution or copying is strictly prohibited.",
	"*****\nDISCLAIMER: This message is intended for the recipient only. E-mail transmission cannot be guaranteed to be secure or error-free. Example Ltd. accepts no liability for viruses.",
	"Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. Wenn Sie nicht der richtige Adressat sind oder diese E-Mail irrtümlich erhalten haben, informieren Sie bitte sofort den Absender und vernichten Sie diese Mail. Das unerlaubte Kopieren sowie die unbefugte Weitergabe dieser Mail ist nicht gestattet.",
	"Ce message et toutes les pièces jointes sont confidentiels et établis à l'intention exclusive de ses destinataires. Toute utilisation ou diffusion non autorisée est interdite. Si vous avez reçu ce message par erreur, merci d'avertir l'expéditeur et de le détruire.",
	"Este mensaje y sus archivos adjuntos son confidenciales y van dirigidos exclusivamente a su destinatario. Si usted ha recibido este correo por error, le rogamos que lo comunique al remitente y lo elimine.",
	"AVISO LEGAL\n\nEste mensaje es confidencial y está destinado únicamente a su destinatario. Queda prohibida su divulgación, copia o distribución sin la autorización del remitente.",
	"Le informazioni contenute in questo messaggio di posta elettronica sono riservate e destinate al solo destinatario. Qualora abbiate ricevuto questo messaggio per errore, siete pregati di avvisare il mittente e di cancellarlo. Ogni divulgazione è vietata.",
	"De informatie in dit e-mailbericht is vertrouwelijk en uitsluitend bestemd voor de geadresseerde. Indien u dit bericht ten onrechte ontvangt, verzoeken wij u de afzender te informeren en het bericht te verwijderen.",
	"Esta mensagem pode conter informação confidencial ou privilegiada. Se não for o destinatário, não a utilize nem copie. Caso a tenha recebido por engano, avise o remetente e apague-a.",
	"Ta wiadomość zawiera informacje poufne i jest przeznaczona wyłącznie dla adresata. Jeżeli otrzymali Państwo tę wiadomość przez pomyłkę, prosimy o powiadomienie nadawcy i jej usunięcie.",
	"Detta meddelande är konfidentiellt och endast avsett för mottagaren. Om du har fått det av misstag, vänligen meddela avsändaren och radera det.",
	"Please consider the environment before printing this email.",
	"P Please think of the environment before you print this e-mail",
	"Denken Sie an die Umwelt, bevor Sie diese E-Mail ausdrucken.",
	"Pensez à l'environnement avant d'imprimer ce message",
	"Antes de imprimir este mensaje, piense en el medio ambiente.",
	"Prima di stampare questa e-mail, pensa all'ambiente",
	"Denk aan het milieu voordat u deze e-mail print.",
	"Tänk på miljön innan du skriver ut detta mail.",
	"Zanim wydrukujesz, pomyśl o środowisku.",
	"This email has been checked for viruses by Avast antivirus software.\nwww.avast.com",
	"Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.",
	"L'absence de virus dans ce courrier électronique a été vérifiée par le logiciel antivirus Avast.",
	"Virus-free.www.avg.com<https://www.avg.com/email-signature>",
	"Virenfrei. www.avast.com",
	"Follow us on LinkedIn | Instagram",
	"Suivez-nous sur LinkedIn et Facebook",
	"LinkedIn | Instagram | YouTube",
}

// TestNotices: a notice below what a person wrote is none of it, alone, below their name, or
// above another.
func TestNotices(t *testing.T) {
	const said = "Book it, please.\n\nAnd tell Bob.\n\nDana"
	m := Mail{Name: "Dana Bianchi", Address: "dana@example.com", Us: "Assistant", Answers: true}
	for i, n := range notices {
		for _, below := range []string{n, n + "\n\n" + notices[(i+5)%len(notices)], "Dana Bianchi\nHead of Things\n+39 02 1234567\n\n" + n, n + "\n\nOn Fri, 20 Nov 2026 at 21:00, Assistant <agent@example.com> wrote:\n" + quoted} {
			if got := Split(MarkQuotes(said+"\n\n"+below), m); got.Text != said {
				t.Errorf("%q: %q", below, got.Text)
			}
		}
	}
}

// TestNoticesKept: what a person says about mails, printing and viruses stays, and so does
// what they say beside a notice.
func TestNoticesKept(t *testing.T) {
	m := Mail{Name: "Dana Bianchi", Address: "dana@example.com", Us: "Assistant", Answers: true}
	check := func(text string) {
		t.Helper()
		if got := Split(MarkQuotes(text), m); got.Text != text {
			t.Errorf("lost of %q: %q", text, got.Text)
		}
	}
	said := []string{
		"This mail is confidential, so do not forward it to Bob.",
		"The message was sent to the wrong recipient. Please delete it.",
		"If you get an invoice by mistake, delete it and tell the sender that we pay only once and only what was agreed.",
		"If you receive this message in error, who should I have sent it to?",
		"Please inform the recipient that the documents are confidential.",
		"This message is for Tom, please forward it and delete the copy.",
		"Consider the environment before printing 2000 flyers.",
		"Please print the paper for the environment meeting.",
		"Save paper: print on both sides.",
		"Avast found a virus, please check.",
		"This email was checked by Bob, and half of it is wrong.",
		"Follow us on Friday",
		"Follow Tom on LinkedIn",
		"X",
		"LinkedIn is fine",
		"Die Mail war an den falschen Empfänger, bitte löschen.",
		"Vertraulich: bitte nicht weiterleiten.",
		"Legal says no.",
		"Important: pay only half.",
		"Disclaimer: I did not read it.",
		"Ce message est confidentiel.",
		"Bitte die Umwelt schonen und nichts drucken.",
	}
	for _, s := range said {
		check("Yes.\n\n" + s)
		check(s)
		for _, n := range notices[:12] {
			text := "Yes.\n\n" + s + "\n\n" + n
			got := Split(MarkQuotes(text), m)
			if got.Text != "Yes.\n\n"+s {
				t.Errorf("%q above %q: %q", s, n, got.Text)
			}
			// In the same paragraph, and within it.
			if got := Split(MarkQuotes("Yes.\n\n"+s+"\n"+n), m); !strings.HasPrefix(got.Text, "Yes.\n\n"+s) {
				t.Errorf("%q right above %q: %q", s, n, got.Text)
			}
		}
	}
	for _, n := range notices[:12] {
		check("Yes.\n\n" + n + " But pay only half.")
		check("Yes.\n\n" + n + "\nBut pay only half.")
		check(n)
	}
}

// TestBanners: what a server says above a mail from outside is none of it.
func TestBanners(t *testing.T) {
	m := Mail{Name: "Dana Bianchi", Address: "dana@example.com", Us: "Assistant", Answers: true}
	for _, b := range []string{
		"CAUTION: This email originated from outside of the organization. Do not click links or open attachments unless you recognize the sender and know the content is safe.",
		"[EXTERNAL EMAIL] Do not click links unless you trust the sender.",
		"*** ACHTUNG: Diese E-Mail kommt von außerhalb. Bitte keine Links anklicken und keine Anhänge öffnen. ***",
		"You don't often get email from dana@example.com. Learn why this is important<https://aka.ms/LearnAboutSenderIdentification>",
		"Du får ikke ofte mails fra dana@example.com. Få at vide, hvorfor dette er vigtigt<https://aka.ms/LearnAboutSenderIdentification>",
		"Alguns destinatários não costumam receber e-mails de dana@example.com. Saiba por que isso é importante",
		"When: Monday, 3 March 2025 10:00-11:00 (UTC+01:00) Amsterdam\nWhere: Room 2\n\n*~*~*~*~*~*~*~*~*~*",
		"[Sie erhalten nicht häufig E-Mails von dana@example.com. Weitere Informationen, warum dies wichtig ist, finden Sie unter https://aka.ms/LearnAboutSenderIdentification ]",
	} {
		if got := Split(b+"\n\nBook it.", m); got.Text != "Book it." || !got.Cut {
			t.Errorf("%q: %q", b, got.Text)
		}
		if got := Split(b+"\nHi Eve", m); !strings.HasSuffix(got.Text, "Hi Eve") {
			t.Errorf("%q: lost what stands right below it: %q", b, got.Text)
		}
	}
	for _, text := range []string{
		"External: pay only half.\n\nThanks",
		"Caution: the link from outside is broken. Pay half.\n\nThanks",
		"Attention: the sender is an external.",
		"Warning, this is an external account, do not click pay before Friday?\n\nThanks",
	} {
		if got := Split(text, m); got.Text != text {
			t.Errorf("lost of %q: %q", text, got.Text)
		}
	}
}

// TestOwn: what a person wrote themselves, of what answers and what passes on a mail.
func TestOwn(t *testing.T) {
	m := Mail{Name: "Dana Bianchi", Address: "dana@example.com", Us: "Assistant", Answers: true}
	for name, tt := range map[string]struct{ text, own string }{
		"between quotes":       {"> One?\n\nYes.\n\n> Two?\n> or three?\n\nNo.\n\nDana", "Yes.\nNo.\n\nDana"},
		"with a signature":     {"> One?\nYes.\n> Two?\nNo.\n\n-- \nDana Bianchi\nHead of Things", "Yes.\nNo."},
		"a forward":            {"See this, Tom\n\nDana\n\n---------- Forwarded message ---------\nFrom: Bob <b@example.com>\nDate: Fri, Nov 20, 2026 at 9:00 PM\nSubject: x\nTo: Dana\n\nPay 300.", "See this, Tom\n\nDana"},
		"a forward, signed":    {"See this\n\nDana Bianchi\nHead of Things\n+39 02 1234567\n\n________________________________\nBegin forwarded message:\n\nFrom: Bob <b@example.com>\nSubject: x\n\nPay 300.", "See this"},
		"nothing of a quote":   {"Pay\n>20 EUR: ask Bob", "Pay\n>20 EUR: ask Bob"},
		"only a forward":       {"---------- Forwarded message ---------\nFrom: Bob <b@example.com>\nSubject: x\n\nPay 300.", "---------- Forwarded message ---------\nFrom: Bob <b@example.com>\nSubject: x\n\nPay 300."},
		"only a quote":         {"> Shall I?", "> Shall I?"},
		"an answer":            {"Yes.\n\nOn Fri, 20 Nov 2026 at 21:00, Assistant <agent@example.com> wrote:\n" + quoted, "Yes."},
		"below a header block": {"My answers are below\n\nFrom: Assistant <agent@example.com>\nSent: Friday, November 20, 2026 9:00 PM\nTo: Dana\nSubject: x\n\n> One?\n\n--> no\n\n> Two?\n\n--> yes\n\n> Answer YES or NO.\n\nDana", "My answers are below\n--> no\n--> yes\nDana"},
	} {
		got := Split(MarkQuotes(tt.text), m)
		if got.Own != tt.own {
			t.Errorf("%s: %q of %q", name, got.Own, got.Text)
		}
		for _, w := range strings.Fields(got.Own) {
			if !strings.Contains(got.Text, w) {
				t.Errorf("%s: %q is not in %q", name, w, got.Text)
			}
		}
	}
}
