package footer_test

import (
	"os"
	"strings"
	"testing"

	"bridge/approvals/reply"
	"bridge/internal/noerr"
	"bridge/internal/sampletest"
)

// madeByDesks are the ends of what help desks put around a note.
const madeByDesks = `This email is a service from Bright Support. Delivered by Zendesk\n\n[Q7ZX12-K9LM]
Diese E-Mail ist ein Service von Bright Support. Bereitgestellt von Zendesk\n\n[Q7ZX12-K9LM]
Este correo electrónico es un servicio de Bright. Entregado por Zendesk
Cet e-mail est un service de Bright. Fourni par Zendesk\n\n[Q7ZX12-K9LM]
Deze e-mail is een service van Bright. Aangeboden door Zendesk\n\n[Q7ZX12-K9LM]
Este e-mail é um serviço de Lojas Aurora.\n\n[7K2P0Q-1XZ8]
Powered by Freshdesk
Ticket: https://bright.freshdesk.com/helpdesk/tickets/42
{#HS:2859201347-1044#}
Powered by Intercom (https://www.intercom.com/?utm_source=x)
Securely sent with Tuta Mail. Get your own encrypted, ad-free mailbox:\nhttps://tuta.com
Sent from Mailspring (https://getmailspring.com/), the best free email\napp for work
En cumplimiento del RGPD le informamos de que sus datos forman parte de un fichero responsabilidad de Talleres Vidal, S.L. Si no desea recibir más comunicaciones, responda a este correo.
Sitz der Gesellschaft: Saalfeld/Saale | Amtsgericht Jena HRB 999123 | Geschäftsführer: Dr. Uwe Hartung`

// TestMadeByPrograms: a plain answer above what phones, mail programs, help desks and companies
// put below a mail is understood, and what such a line has besides is read.
func TestMadeByPrograms(t *testing.T) {
	b, err := os.ReadFile("../../../core/mailfooter/testdata/lines.txt")
	noerr.Must(t, err)
	o := reply.Options{Name: "Dana Rossi", From: "dana.rossi", Language: "en", Mail: true, Memo: new(reply.Memo)}
	verdict := func(below string) reply.Verdict { return reply.Parse("Yes\n\n"+below, o).Verdict }
	for i, f := range strings.Split(string(b)+madeByDesks, "\n") {
		f = strings.ReplaceAll(f, `\n`, "\n")
		if got := verdict(f); got != reply.Grant {
			t.Errorf("Yes above %q is %v", f, got)
		}
		if got := reply.Parse("No\n\nDana Rossi\n\n"+f, o).Verdict; got != reply.Deny {
			t.Errorf("No above %q is %v", f, got)
		}
		first, rest, _ := strings.Cut(f, "\n")
		if rest != "" {
			rest = "\n" + rest
		}
		for k, d := range strings.Split("@, but only half|@ only half|@ tomorrow|@. Wait for Tom|@ - 300 EUR|@ no|not @|only @|@ (half)|@ if Tom agrees|Half of it, @|@?|@\nbut only half|wait\n@|@. Not yet|@ nur die Hälfte|@ pas encore|@ solo mañana", "|") {
			if !sampletest.Today(i+k, 4) || d == "@?" && strings.HasSuffix(first, "/") { // which the link may end with
				continue
			}
			if below := strings.Replace(d, "@", first, 1) + rest; verdict(below) == reply.Grant {
				t.Errorf("%q is left out", below)
			}
		}
	}
	for _, f := range strings.Split(`Half of it, this email is confidential and for the addressee only. If you received it in error please delete it.
Die Hälfte, diese E-Mail ist vertraulich und nur für den Empfänger bestimmt und darf nicht kopiert werden.
La moitié, ce message est confidentiel et destiné exclusivement à son destinataire et ne doit pas être copié.
Get Outlook for half
Get Outlook for Bob
Get Outlook for iOS no
Sent from my Half
Sent from Tom
Sent with conditions
Sent by Friday
Yahoo Mail: no
This email is a service from Bright but only half. Delivered by Zendesk
This email is a service from Bright. Only half. Delivered by Zendesk
This half of the email is a service from Bright. Delivered by Zendesk
This email is not a service from Bright. Delivered by Zendesk
This email is a service from Tom if he agrees
[ONLY-HALF]
[WAIT-TOM1]
Powered by Bob
Ticket: half of it
Sent from Mailspring, the best free email\napp for half of it
Gesendet mit Vorbehalt`, "\n") {
		if f = strings.ReplaceAll(f, `\n`, "\n"); verdict(f) == reply.Grant {
			t.Errorf("%q is left out", f)
		}
	}
}
