package reply

import "testing"

// TestAllWell: that a thing is all right is no yes to have it refused, disputed or given up; to have it paid it is.
func TestAllWell(t *testing.T) {
	for title, said := range map[string][]string{
		"Reject the invoice?\n480 EUR":          {"everything is correct", "Everything is fine, thanks", "looks good to me", "lgtm", "everything is in order"},
		"Cancel the order?\n12 chairs":          {"everything is fine"},
		"Complain about the invoice?\n480 EUR":  {"looks good to me", "all correct"},
		"Rechnung ablehnen?\n480 EUR":           {"passt alles", "ist in Ordnung", "alles korrekt"},
		"¿Rechazar la factura?\n480 EUR":        {"está todo bien", "todo correcto"},
		"Recusar a fatura?\n480 EUR":            {"está tudo certo"},
		"De factuur weigeren?\n480 EUR":         {"ziet er goed uit", "alles klopt"},
		"Odrzucić fakturę?\n480 EUR":            {"wygląda dobrze", "wszystko w porządku"},
		"Contestare la fattura?\n480 EUR":       {"tutto corretto"},
		"Refuser la facture ?\n480 EUR":         {"tout est bon"},
		"Return the goods?\n12 chairs, 480 EUR": {"everything is fine"},
	} {
		for _, s := range said {
			if r := Parse(s, Options{Mail: true, Shown: Shown{About: []string{"", "", title}}}); r.Verdict != None {
				t.Errorf("%q to %q is %v", s, title, r.Verdict)
			}
		}
	}
	for title, said := range map[string][]string{
		"Pay the invoice?\n480 EUR":      {"everything is correct", "looks good to me"},
		"Rechnung bezahlen?\n480 EUR":    {"passt alles"},
		"Reject the invoice?\n480 EUR":   {"sounds good", "Yes, looks good", "ok"},
		"De factuur weigeren?\n480 EUR":  {"is goed", "prima"},
		"Rifiutare la fattura?\n480 EUR": {"va bene"},
	} {
		for _, s := range said {
			if r := Parse(s, Options{Mail: true, Shown: Shown{About: []string{"", "", title}}}); r.Verdict != Grant {
				t.Errorf("%q to %q is %v", s, title, r.Verdict)
			}
		}
	}
}

// TestAnotherTime: a no that names another time is no plain no.
func TestAnotherTime(t *testing.T) {
	for title, said := range map[string][]string{
		"Wynająć salę?\nw czerwcu":   {"nie, w lipcu", "nie, lipiec", "nie, w maju"},
		"De hal huren?\nin juni":     {"nee, wel in juli"},
		"Die Halle mieten?\nim Juni": {"nein, eher im Juli"},
	} {
		for _, s := range said {
			if r := Parse(s, Options{Mail: true, Shown: Shown{About: []string{"", "", title}}}); r.Verdict != None {
				t.Errorf("%q to %q is %v", s, title, r.Verdict)
			}
		}
	}
}
