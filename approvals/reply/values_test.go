package reply

import "testing"

// Who repeats what the prompt shows, and nothing else, says yes to it.
func TestValues(t *testing.T) {
	shown := Shown{About: []string{"refund", "Refund 840 EUR to ACME Ltd"}, Amount: "840", Currency: "EUR", Values: []string{"ACME Ltd", "INV-4711", "40"}}
	for text, want := range map[string]Verdict{
		"I approve the refund of EUR 840 to ACME Ltd.": Grant, "Yes, refund the 840 EUR": Grant, "Approved: 840.00 EUR": Grant, "Yes, the 840,00 euros to ACME": Grant, "yes 840": Grant, "Yes, refund ACME": Grant, "yes €840": Grant, "yes, refund 840€": Grant,
		"Hiermit genehmige ich die Erstattung in Höhe von 840 EUR.": Grant, "Autorizzo il rimborso di 840 euro ad ACME Ltd": Grant, "Autorizzo il rimborso di 840 euro a ACME Ltd": Grant, "Autorizo la devolución de los 840 euros": Grant,
		"J'approuve le remboursement de 840 euros à ACME Ltd": Grant, "Akkoord met de terugbetaling van 840 euro": Grant, "Wyrażam zgodę na zwrot kwoty 840 EUR": Grant, "Fica aprovado o reembolso de 840 euros à ACME Ltd": Grant,
		"yes, refund INV-4711": Grant,

		"yes, refund order 40": Grant, "yes 40 EUR": None, "yes, EUR 40": None, "yes 84": None, "yes -840": None, "yes 1,840": None, "yes $840": None, "yes 8400": None, "yes 840.50": None, "yes 1.840": None, "yes 840.000": None, "yes 840 USD": None, "yes up to 840": None, "yes, at most 840 EUR": None, "ok do 840": None, "tak, do 840 EUR": None, "ja, bis 840": None,
		"yes but only 840": None, "yes, 840 not more": None, "yes, 840 instead of 900": None, "yes, not ACME": None, "yes, ask ACME": None, "yes, if ACME agrees": None, "Yes, pay Miller": None, "Yes, 840 to Miller": None, "yes, 840 tomorrow": None,
		"840": None, "ACME": None, "840 EUR?": None, "yes 840?": None, "half of the 840, yes": None, "yes, 840 and 20": None, "yes, 840 EUR plus 20": None, "ACME says yes": None, "yes, ACME has it": None,
		"no, 840 EUR is too much": Deny, "I do not approve the refund of 840 EUR to ACME": Deny,
	} {
		if got := Parse(text, Options{Name: "Dana Doe", Shown: shown}); got.Verdict != want {
			t.Errorf("%q is %v, want %v", text, got.Verdict, want)
		}
		if got := Parse(text, Options{Name: "Dana Doe", Shown: Shown{About: shown.About}}); got.Verdict == Grant {
			t.Errorf("%q is a grant where no value may be repeated", text)
		}
	}
	for _, d := range doubts() {
		for _, text := range []string{"Yes, refund the 840 EUR to ACME, " + d, d + ", yes 840 EUR to ACME", "I approve the 840 EUR " + d + " to ACME"} {
			if got := Parse(text, Options{Shown: shown}); got.Verdict == Grant {
				t.Errorf("%q is a grant", text)
			}
		}
	}
}

// Of what a prompt names beside another thing, a yes leaves nothing out.
func TestOneOfSeveral(t *testing.T) {
	for lang, about := range map[string]string{"de": "Furnier und Leim bestellen", "en": "Order veneer and Leim", "nl": "Lijm, Leim bestellen", "fr": "Commander Leim et placage"} {
		for _, text := range map[string][]string{"de": {"Den Leim ja.", "Ja, den Leim"}, "en": {"Leim yes", "Yes, the Leim"}, "nl": {"Ja, Leim"}, "fr": {"Oui, Leim", "Leim oui"}}[lang] {
			if got := Parse(text, Options{Language: lang, Shown: Shown{About: []string{about}, Values: []string{"Leim CHF"}}}); got.Verdict != None {
				t.Errorf("%q to %q is %v", text, about, got.Verdict)
			}
		}
	}
	if got := Parse("Ja, den Leim", Options{Language: "de", Shown: Shown{About: []string{"Leim bestellen"}, Values: []string{"Leim"}}}); got.Verdict != Grant {
		t.Errorf("the only thing is not understood: %v", got.Verdict)
	}
}
