package written

import (
	"strings"
	"testing"
)

// banners are what mail servers put above mail from outside.
var banners = strings.Split(`ATENÇÃO: esta mensagem foi enviada por um remetente externo. Não clique em links nem abra anexos se não conhecer o remetente.
[EXTERNE] Ce message provient de l’extérieur de l’organisation. Ne cliquez pas sur les liens et n’ouvrez pas les pièces jointes si vous ne connaissez pas l’expéditeur.
VORSICHT: Diese E-Mail stammt von einem externen Absender. Klicken Sie nicht auf Links und öffnen Sie keine Anhänge.
PRECAUCIÓN: Este correo se ha enviado desde fuera de la organización. No haga clic en los enlaces ni abra los archivos adjuntos.
ATTENZIONE: questa e-mail proviene da un mittente esterno. Non fare clic sui link e non aprire gli allegati.
LET OP: Deze e-mail komt van buiten de organisatie. Klik niet op links en open geen bijlagen.
UWAGA: Ta wiadomość pochodzi spoza organizacji. Nie klikaj w linki ani nie otwieraj załączników.
VARNING: Detta mejl kommer utanför organisationen. Klicka inte på länkar.
ADVARSEL: Denne e-mail er sendt uden for organisationen. Klik ikke på links.
VAROITUS: Tämä viesti tulee organisaation ulkopuolelta. Älä avaa liitteitä.
UPOZORNĚNÍ: Tento e-mail přišel mimo organizaci. Neklikejte na odkazy.
ВНИМАНИЕ: Это письмо отправлено внешним отправителем. Не открывайте вложения.
DİKKAT: Bu e-posta kurum dışından gönderildi. Bağlantılara tıklamayın.
[EXTERNAL EMAIL]
[EXTERN]
This Message Is From an External Sender
External Sender
Use caution.`, "\n")

// TestBannersOfLanguages: what a mail server put there is left out, and what a person begins
// with so is not.
func TestBannersOfLanguages(t *testing.T) {
	m := Mail{Name: "Dana Bianchi", Address: "dana@bright.example", Answers: true}
	for _, b := range banners {
		if got := Split(b+"\n\nBook it.\n\nDana", m).Text; got != "Book it.\n\nDana" {
			t.Errorf("%q: %q", b, got)
		}
		if got := Split(b+" Pay only half of it.\n\nDana", m).Text; !strings.Contains(got, "Pay only half") {
			t.Errorf("%q: lost what stands behind it: %q", b, got)
		}
	}
	for _, said := range []string{"Attention: pay the external auditor.", "External: half of it", "Warning: the sender waits outside.", "Achtung, der externe Prüfer kommt am Freitag.", "External audit on Friday", "Caution!", "This email is for Tom.", "Uwaga: płacimy połowę."} {
		if got := Split(said+"\n\nBook it.\n\nDana", m).Text; !strings.HasPrefix(got, said) {
			t.Errorf("lost %q: %q", said, got)
		}
	}
}

// TestBelowTheName: cards without a name, pictures and notices of data protection go; what a
// person says there stays.
func TestBelowTheName(t *testing.T) {
	m := Mail{Name: "Hanneke Dijkstra", Address: "h.dijkstra@praktijk.example", Answers: true}
	const said = "Book it.\n\nMet vriendelijke groet,\nHanneke"
	for _, below := range []string{
		"Tandartspraktijk Dijkstra\nOosterweg 15, 9724 CB Groningen\n050 555 0112\nBereikbaar van maandag t/m vrijdag 8.00 - 12.00 uur",
		"Praktijk Dijkstra\nwww.praktijk.example<http://www.praktijk.example/>\n[LinkedIn]<https://www.linkedin.com/company/x> [X]<https://x.com/x>",
		"[cid:image001.png@01DB]\nHanneke Dijkstra\nPraktijk Dijkstra\nOosterweg 15, 9724 CB Groningen",
		"Hanneke Dijkstra\n\nPraktijk Dijkstra\n\nOosterweg 15, Groningen\n\nTel. 050 555 0112",
		"Tel. 050 555 0112\n\nEn cumplimiento del RGPD le informamos de que sus datos forman parte de un fichero responsabilidad de Talleres Vidal, S.L. Si no desea recibir más comunicaciones, responda a este correo.",
		"Tel. 050 555 0112\n\nAdministratorem danych osobowych jest Biuro Lipowe sp. z o.o. Wiadomość jest poufna i przeznaczona wyłącznie dla adresata.",
		"Tel. 050 555 0112\n\nVerantwortlich für die Datenverarbeitung ist die Muster GmbH. Weitere Informationen finden Sie unter www.muster.example/datenschutz.",
	} {
		got := Split(said+"\n\n"+below, m)
		if got.Text != said {
			t.Errorf("%q: %q", below, got.Text)
		}
		for _, r := range []string{"but only half", "Pay 300", "Not before Friday", "Ask Tom first", "Delete my data, please.", "Your data will be deleted by Friday.", "Wait for the controller of the data", "no"} {
			for _, text := range []string{said + "\n\n" + r + "\n\n" + below, said + "\n" + r + "\n\n" + below, said + "\n\n" + below + "\n\n" + r} {
				if got := Split(text, m).Text; !strings.Contains(got, r) {
					t.Errorf("lost %q of %q: %q", r, text, got)
				}
			}
		}
	}
	for _, text := range []string{
		"Please delete your copy of my data under the GDPR.", "In accordance with the GDPR your data will be deleted within 30 days.", "Im Sinne der DSGVO werden Ihre Daten am Freitag gelöscht.", "The controller of the machine is broken.",
	} {
		if got := Split("Hi,\n\n"+text, m).Text; !strings.HasSuffix(got, text) {
			t.Errorf("lost %q", text)
		}
		if got := Split("Hi,\n\nas agreed.\n\n"+text, m).Text; !strings.HasSuffix(got, text) {
			t.Errorf("lost %q", text)
		}
	}
}

// TestRemarksLikeCards: what is said of somebody with a title, or where, is no card by itself.
func TestRemarksLikeCards(t *testing.T) {
	m := Mail{Name: "Dana Bianchi", Address: "dana@bright.example", Answers: true}
	for _, text := range []string{
		"Book it.\n\nDana Bianchi\nSurveyor comes Monday", "Book it.\n\nDana Bianchi\nContador decide", "Book it.\n\nDana Bianchi\nPlanner agrees", "Book it.\n\nDana Bianchi\nEditor refuses", "Book it.\n\nDana Bianchi\nMakler kommt",
		"Book it.\n\nRegards,\nDana\n\nHalle 3, Stand 12", "Book it.\n\nRegards,\nDana\n\nGate 12, Verona", "Book it.\n\nRegards,\nDana\n\nZimmer 12", "Book it.\n\nRegards,\nDana\n\nRoom 5, Building 3",
		"Book it.\n\nDana Bianchi\n[Yes]<https://x.example>",
	} {
		if got := Split(text, m).Text; got != text {
			t.Errorf("%q: %q", text, got)
		}
	}
}
