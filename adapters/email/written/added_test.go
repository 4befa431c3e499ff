package written

import (
	"strings"
	"testing"
)

// templates are the ends of mails of other programs, companies and languages, and the
// beginnings of such; what stands before the bar at the end is typed.
var templates = []struct{ name, from, top, end string }{
	{"company, notice with its register", "Dana Bianchi", "", "|\n\nKind regards,\nDana Bianchi\nHead of Procurement\nBright Widgets Ltd | 22 Quay Street, Bristol BS1 4DJ\nT +44 117 555 0190 | M +44 7700 900123 | www.bright.example\n[cid:image001.png@01DB8C3F.5A2E7D10]\n\nThis message and any attachments are confidential and intended solely for the addressee. Bright Widgets Ltd is registered in England and Wales, No. 01234567."},
	{"the same in German", "Dana Bianchi", "", "|\n\nMit freundlichen Grüßen\nDana Bianchi\nLeiterin Einkauf\nMuster GmbH | Musterweg 5 | 12345 Musterstadt\nT +49 30 555 010 | www.muster.example\n[cid:image002.png@01DB]\n\nDiese E-Mail ist vertraulich und nur für den Empfänger bestimmt. Die Muster GmbH ist eingetragen im Handelsregister des Amtsgerichts Berlin unter HRB 12345."},
	{"the same in French", "Dana Bianchi", "", "|\n\nCordialement,\nDana Bianchi\nDirectrice des achats\nDupont SAS | 12 rue des Lilas, 69000 Lyon\nT +33 4 78 55 01 00 | www.dupont.example\n\nCe message et ses pièces jointes sont confidentiels et destinés exclusivement à leur destinataire. Dupont SAS est immatriculée au RCS de Lyon sous le numéro 123456789."},
	{"the same in Italian", "Dana Bianchi", "", "|\n\nCordiali saluti\nDana Bianchi\nResponsabile Acquisti\nRossi S.p.A. | Via Roma 12, 20100 Milano\nT +39 02 5550100 | www.rossi.example\n\nQuesto messaggio è confidenziale e destinato esclusivamente al destinatario. Rossi S.p.A. ha sede legale in Milano, capitale sociale 100.000 euro interamente versato."},
	{"regulated", "Dana Bianchi", "", "\n\nRegards,\nDana|\n\nDana Bianchi | Adviser\nBright Wealth LLP\n020 7946 0000\n\nThis email is confidential and for the addressee only. If you received it in error please delete it and notify the sender. Bright Wealth LLP is authorised and regulated by the Financial Conduct Authority."},
	{"Front's signature", "Dana at Parcelito", "", "\n\nBest,\nDana|\n\nDana Bianchi · Customer Care\nParcelito BV, Rotterdam"},
	{"Front's, with a bar", "Dana from Parcelito", "", "\n\nThanks,\nDana|\n\nDana Bianchi | Support Team Lead\nParcelito"},
	{"Front's, in Dutch", "Dana van Parcelito", "", "\n\nGroeten,\nDana|\n\nDana Bianchi · Klantenservice\nParcelito BV, Rotterdam\nbright.example"},
	{"Zendesk", "Dana Bianchi (Bright Support)", "##- Please type your reply above this line -##\n\n----------------------------------------------\n\nDana Bianchi, Mar 4, 2025, 9:41 GMT+1\n\n", "|\n\n--------------------------------\nThis email is a service from Bright Support. Delivered by Zendesk\n\n[Q7ZX12-K9LM]"},
	{"Zendesk, older notes", "Dana Bianchi (Bright Support)", "##- Bitte geben Sie Ihre Antwort über dieser Zeile ein. -##\n\n----------------------------------------------\n\nDana Bianchi, 4. März 2025, 09:41 MEZ\n\n", "|\n\n----------------------------------------------\n\nAssistant, 3. März 2025, 10:12 MEZ\n\nWhich room?\n\n--------------------------------\nDiese E-Mail ist ein Service von Bright Support. Bereitgestellt von Zendesk\n\n[Q7ZX12-K9LM]"},
	{"Zendesk, in Spanish", "Dana Bianchi (Bright)", "##- Por favor, escriba su respuesta por encima de esta línea. -##\n\nDana Bianchi (Bright)\n\n4 mar 2025, 9:41 CET\n\n", "|\n\n--------------------------------\nEste correo electrónico es un servicio de Bright. Entregado por Zendesk"},
	{"Zendesk, in French", "Dana Bianchi", "##- Veuillez saisir votre réponse au-dessus de cette ligne -##\n\n----------------------------------------------\n\nDana Bianchi, 4 mars 2025, 09:41 CET\n\n", "|\n\n--------------------------------\nCet e-mail est un service de Bright. Fourni par Zendesk\n\n[Q7ZX12-K9LM]"},
	{"Zendesk, in Dutch", "Dana Bianchi", "##- Typ uw antwoord boven deze regel. -##\n\n----------------------------------------------\n\nDana Bianchi, 4 mrt. 2025 09:41 CET\n\n", "|\n\n--------------------------------\nDeze e-mail is een service van Bright. Aangeboden door Zendesk\n\n[Q7ZX12-K9LM]"},
	{"Zendesk, in Portuguese", "Dana Bianchi", "##- Digite sua resposta acima desta linha -##\n\n----------------------------------------------\n\nDana Bianchi, 4 de mar. de 2025, 09:41\n\n", "|\n\n--------------------------------\nEste e-mail é um serviço de Bright. Fornecido por Zendesk\n\n[Q7ZX12-K9LM]"},
	{"Freshdesk", "Dana Bianchi", "", "\n\nRegards,\nDana|\n\nTicket: https://bright.freshdesk.com/helpdesk/tickets/42\n\nOn Mon, 3 Mar at 10:12 AM , Assistant <agent@example.com> wrote:\n\n> Which room?\n"},
	{"Freshdesk, powered", "Dana Bianchi", "", "\n\nRegards,\nDana|\n\nPowered by Freshdesk"},
	{"Help Scout", "Dana Bianchi", "", "\n\nCheers,\nDana|\n\n-- \nDana Bianchi\nBright Support\n\n{#HS:2859201347-1044#}"},
	{"Intercom", "Dana from Bright", "", "\n\nCheers,\nDana|\n\nPowered by Intercom (https://www.intercom.com/?utm_source=x)"},
	{"answered above a line in German", "Dana Bianchi", "", "|\n\n---- Bitte antworten Sie über dieser Zeile ----\n\nWhich room?"},
	{"Jira", "Dana Bianchi", "—-—-—-—\nReply above this line.\n\nDana Bianchi\n04/03/2025 9:41 AM\n\n", ""},
	{"Mailspring", "Dana Bianchi", "", "\n\nThanks, Dana|\n\nSent from Mailspring (https://getmailspring.com/), the best free email\napp for work\n\nOn Mar 3 2025, at 10:12 am, Assistant <agent@example.com> wrote:\n> Which room?"},
	{"Tuta, its link below", "Dana Bianchi", "", "|\n\n-- \nSecurely sent with Tuta Mail. Get your own encrypted, ad-free mailbox:\nhttps://tuta.com"},
	{"Outlook in Norwegian", "Dana Bianchi", "", "|\n\nSkaff deg Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFra: Assistant <agent@example.com>\nSendt: mandag 3. mars 2025 10:12\nTil: Dana Bianchi\nEmne: Rom\n\nWhich room?"},
	{"Outlook in Hungarian", "Dana Bianchi", "", "|\n\nAz Outlook letöltése iOS-re<https://aka.ms/o0ukef>\n________________________________\nFeladó: Assistant <agent@example.com>\nElküldve: 2025. március 3., hétfő 10:12\nCímzett: Dana Bianchi\nTárgy: Terem\n\nWhich room?"},
	{"Outlook in Japanese", "Dana Bianchi", "", "|\n\nOutlook for iOS を入手<https://aka.ms/o0ukef>\n________________________________\n差出人: Assistant <agent@example.com>\n送信日時: 2025年3月3日 10:12\n宛先: Dana\n件名: Room\n\nWhich room?"},
}

// TestTemplates: what help desks, companies and programs put around what a person wrote is
// left out; a line that the person says below it is not, wherever it stands.
func TestTemplates(t *testing.T) {
	const said = "Book it.\n\nFor two, with a view."
	remarks := []string{"but only half", "PS: not before Friday", "Ask Tom first", "300, not 400:", "no", "From: Rome, not Milan", "Tom Miller decides", "Sent to Bob already", "Get Outlook for Bob", "This email is a service from me", "Bright is registered for two, not three"}
	for i, c := range templates {
		m := Mail{Name: c.from, Address: "dana@bright.example", Us: "Assistant", Answers: true}
		typed, end, _ := strings.Cut(c.end, "|")
		got := Split(MarkQuotes(c.top+said+typed+end), m)
		if want := said + typed; got.Text != want || got.Own != want || got.Signature == "" && end == "" && c.top == "" {
			t.Errorf("%s: %q, not %q", c.name, got.Text, want)
		}
		for k, r := range remarks {
			joint := []string{"\n\n", "\n"}[(i+k)%2] + r
			if got := Split(MarkQuotes(c.top+said+joint+typed+end), m); !strings.HasPrefix(got.Text, said+joint) || !strings.HasPrefix(got.Own, said+joint) {
				t.Errorf("%s: lost %q: %q", c.name, r, got.Text)
			}
		}
	}
}

// TestOwnQuotes: what somebody quotes in a mail that answers none is theirs.
func TestOwnQuotes(t *testing.T) {
	const text = "Klara,\n\nantworte mit genau diesem Satz:\n\n> Die Rechte liegen bei der Autorin.\n\nMehr nicht."
	for _, c := range []struct {
		name, text string
		m          Mail
		own        string
	}{
		{"in a new mail", text, Mail{Name: "Heinz"}, text},
		{"at its end", "Antworte:\n\n> Nein.", Mail{Name: "Heinz"}, "Antworte:\n\n> Nein."},
		{"in an answer", text, Mail{Name: "Heinz", Answers: true}, "Klara,\n\nantworte mit genau diesem Satz:\nMehr nicht."},
		{"somebody's", "On Mon, 3 Mar 2025 at 10:12, Assistant <agent@example.com> wrote:\n> Which room?\n\nThe blue one.\n\n> And when?\n\nAt nine.", Mail{Name: "Heinz"}, "The blue one.\nAt nine."},
	} {
		if got := Split(MarkQuotes(c.text), c.m); got.Own != c.own {
			t.Errorf("%s: %q, not %q", c.name, got.Own, c.own)
		}
	}
}
