package reply

import "testing"

// Who is asked to pay an invoice and writes "send the invoice" wants to see it: that is an
// answer only to a prompt that is about sending, beside a yes, too.
func TestSendThePaper(t *testing.T) {
	asked := Shown{About: []string{"pay_invoice", "pay invoice 4711"}}
	sending := Shown{About: []string{"send_invoice", "send invoice 4711 to Miller"}}
	for _, c := range []struct{ language, text, yes string }{
		{"en", "send the invoice", "Yes, send the invoice"},
		{"en", "please forward the invoice", "Yes, please forward the invoice"},
		{"de", "schick die Rechnung", "Ja, schick die Rechnung"},
		{"fr", "envoie la facture", "Oui, envoie la facture"},
		{"es", "manda la factura", "Sí, manda la factura"},
		{"it", "manda la fattura", "Sì, manda la fattura"},
		{"pt", "manda a fatura", "Sim, manda a fatura"},
		{"nl", "stuur de factuur even", "Ja, stuur de factuur even"},
		{"pl", "prześlij fakturę", "Tak, prześlij fakturę"},
	} {
		for _, shown := range []Shown{{}, asked} {
			if got := Parse(c.text, Options{Language: c.language, Shown: shown}).Verdict; got != None {
				t.Errorf("%q to %q is %v", c.text, shown.About, got)
			}
		}
		if got := Parse(c.text, Options{Language: c.language, Shown: sending}).Verdict; got != Grant {
			t.Errorf("%q to a prompt about sending is %v", c.text, got)
		}
		if got := Parse(c.yes, Options{Language: c.language, Shown: asked}).Verdict; got != None {
			t.Errorf("%q to %q is %v", c.yes, asked.About, got)
		}
		if got := Parse(c.yes, Options{Language: c.language, Shown: sending}).Verdict; got != Grant {
			t.Errorf("%q to a prompt about sending is %v", c.yes, got)
		}
	}
}
