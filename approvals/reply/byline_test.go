package reply

import (
	"strings"
	"testing"
)

// TestBylines: who ends an answer with their own name in its line, says that it is to be done at once, or thanks and praises
// whoever asks, has answered; what such words may also be of a request has not.
func TestBylines(t *testing.T) {
	const dated = "Zapłacić w piątek?\n48 zł."
	for _, c := range []struct {
		name, language, request, yes, no, ask string
	}{
		{
			"Peter Lindsay", "en", "Print the carol sheets?\n150 copies, A5, at the usual print shop, £48.",
			"Yes please. Lindsay|Yes please.\nLINDSAY|Yes, print them. PL|Yes\nPL|Yes please, Peter|Yes please Peter|yes, Peter|Yes please. P|Yes, Mr Lindsay|Yes now|yes, immediately|Yes please, asap|You're very good, yes please.|Oh how lovely! Yes please.|Many thanks for the reminder. Approved.|Thanks for taking care of this. Yes please.",
			"No, Peter|No thanks. Peter",
			"Yes. PX|Yes\nPX|Yes\nLinsey|Yes for PL|Yes 3 PL|Ask Lindsay|Not Lindsay|Yes, ask Peter|Yes for Peter|Yes or Peter|Not Peter|Yes - not Peter|Maybe, Peter|Thanks, Peter|only Peter|Yes, if Peter|Half of it, Peter|Yes, 100, Peter|Yes? Peter|Peter|Yes please. A|You decide, Peter|not now|yes, not now|yes, now or never|now please|yes, from now|Why now|yes only now|how lovely|You're very kind but|You're a star, wait for me|thanks for everything|ok thanks for everything|Thanks for handling the other half. Yes|thanks for taking care, ask Tom",
		},
		// last names, initials and what they are
		{
			"Thomas Barlow", "en", "Pay the plumber's invoice?\nPipe & Sons, £186.40.",
			"Yes. Barlow|Yes please. T. Barlow|Approved. TB|Approved, TB|Yes please TB|YES PAY IT. BARLOW|Yes please. Thx T|Yes please. Cheers Thomas|Fine. Tom Barlow, Treasurer|Yes please, pl. pay",
			"No. Barlow|No thanks. TB",
			"Yes. See Barlow|Yes, ask Barlow|Yes. Not Barlow|Yes. BT|Yes. TBC|TB|Barlow|Yes. Thx Barlow senior|Yes. tb|Yes. Barlows",
		},
		{"Zdzisław Łuczak", "pl", "Zamówić puchary?\n3 sztuki, 165 zł.", "Tak. Zdzislaw|Tak prosze.\nPozdrawiam Zdzislaw|TAK\nLUCZAK", "Nie. Zdzislaw", "Tak. Zdzichu Luczakowski"},
		{"Peter Miller", "en", "Book a table?\n7.30 pm.", "Yes. Miller", "", "Yes. PM|Fine, PM|Yes PM|Yes. am"},
		{"Karl Weber", "de", "Rechnung bezahlen?\n312,80 €.", "Ja. Weber|Ja, bezahlen. LG Weber|Ja. Karl Weber, Präsident", "Nein. Weber", "Ja. KW|Ja. KW 14|Ja. Weber fragen|Ja. i.A. Weber|Ja. W. Weber junior"},
		{"Petra Freitag", "de", "Rechnung bezahlen?\n312,80 €.", "Ja. P. Freitag|Ja. PF", "", "Ja. Freitag|Ja, Freitag"},
		{"Jean-Marc Vidal", "fr", "Payer la facture ?\n187 €.", "Oui. JM|Oui. JMV|Oui, payez. Vidal|Oui s.v.p. JMV", "Non. JM", "Oui. CB|Oui. Vidal aussi"},
		{"Wim de Graaf", "nl", "Factuur van de loodgieter betalen?\n€ 186.", "Akkoord, WdG|Akkoord. De Graaf|Betalen a.u.b. Wim", "Nee. WdG", "Akkoord, de helft|Akkoord. De helft|Akkoord. Graaf niet"},
		{"Peter Lindsay", "en", "Seat Peter at the window?\nOr Paul.", "", "", "Yes please, Peter|yes, Peter"},
		{"Lena Kraus", "de", "Liederhefte drucken?\n150 Stück, A5, 48 Euro.", "Ja bitte, Lena|ja sofort|ja bitte sofort|Ach wie schön! Ja bitte.|Du bist ein Schatz! Ja bitte.|Vielen Dank für die Nachfrage. Ja.", "Nein, Lena", "ja gleich|ja jetzt nicht|nicht sofort|wie schön|frag Lena|ja für Lena|Danke fürs Kümmern|sofort|ja sofort nach Ostern"},
		{"Barbara Zielińska", "pl", "Wydrukować śpiewniki?\n150 sztuk, 48 zł.", "Tak. Basia|tak, teraz|tak, od razu|Bardzo dziękuję za pamięć. Tak.|Jak miło! Tak.", "", "tak, zaraz|nie teraz|zapytaj Basię|tak dla Basi|jak miło"},
		{"Andrzej Wróblewicz", "pl", "Zamówić opłatki na Adwent?\n600 sztuk, 240 zł.", "Tak zamówić\nxA|Tak, zamówić. Wróblewicz", "Nie zamawiać. AW", "Tak zamówić\nxB|Tak xA|Tak\nA"},
		{"Barbara Zielińska", "pl", dated, "", "", "tak, teraz|tak, od razu"},
		{"Carmen Villalobos", "es", "¿Imprimir los cancioneros?\n150 copias, 48 €.", "Sí, Carmen|sí, ahora mismo|¡Qué alegría! Sí.|Gracias por recordármelo. Sí.", "", "sí ahorita no|sí ya|ahora no|qué alegría|sí para Carmen|ahora mismo no puedo"},
		{"Rosa Parisi", "it", "Stampare i libretti?\n150 copie, 48 €.", "Sì, Rosa|sì subito|Grazie mille per il promemoria. Sì.|Che gentile! Sì.", "", "ora no|sì per Rosa|subito no|che bello"},
		{"Camille Roux", "fr", "Imprimer les carnets ?\n150 copies, 48 €.", "Oui, Camille|oui tout de suite|Merci de t'en occuper. Oui.|C'est adorable ! Oui.", "", "pas maintenant|tout de suite non|oui pour Camille|comme c'est gentil"},
		{"Lieve Van Damme", "nl", "Liedboekjes drukken?\n150 stuks, € 48.", "Ja graag, Lieve|ja nu|Wat lief van je! Ja graag.", "", "nu niet|ja maar nu niet|ja voor Lieve|wat fijn"},
		{"José Sequeira", "pt", "Imprimir os cadernos?\n150 cópias, 48 €.", "Sim, José|sim, agora|Obrigado pela lembrança. Sim.|Que gentileza! Sim.", "", "agora não|sim já|sim para o José|que alegria"},
	} {
		for want, texts := range map[Verdict]string{Grant: c.yes, Deny: c.no, None: c.ask} {
			for text := range strings.SplitSeq(texts, "|") {
				if text == "" {
					continue
				}
				if got := Parse(text, Options{Name: c.name, Language: c.language, Shown: Shown{About: []string{"", "", c.request}}}); got.Verdict != want {
					t.Errorf("%q to %q is %v, want %v", text, c.request, got.Verdict, want)
				}
			}
		}
	}
}

// TestLeftOpen: what leaves an answer open stands behind a name as letters of a title do; not where it was there before.
func TestLeftOpen(t *testing.T) {
	for _, c := range []struct{ language, yes, open string }{
		{"en", "Yes.", "TBC|TBD|T.B.C.|(TBA)|(JK)|WIP"},
		{"de", "Ja.", "TBC|NNB|N.N.B.|(UV)"},
		{"fr", "Oui.", "AC|(A.C.)|TBC"},
		{"it", "Sì.", "TBC|(TBD)"},
		{"es", "Sí.", "PC|P.C."},
		{"pt", "Sim.", "AC|TBC"},
		{"nl", "Ja.", "NTB|O.V.B.|OVB"},
		{"pl", "Tak.", "TBC|(POTW)"},
	} {
		o := Options{Name: "Paula Testowa", Language: c.language, Mail: true, Shown: Shown{About: []string{"", "", "Pay the invoice?\n40 EUR."}}}
		for open := range strings.SplitSeq(c.open, "|") {
			if got := Parse(c.yes+"\nPaula Testowa "+open, o).Verdict; got != None {
				t.Errorf("%s behind the name is %v", open, got)
			}
		}
		for _, name := range []string{"Paula Testowa MBA", "Paula A.C. Testowa", "Paula Testowa\nTBC Ltd"} {
			if got := Parse(c.yes+"\nBest,\n"+name, o).Verdict; c.language == "en" && got != Grant {
				t.Errorf("%q is %v", name, got)
			}
		}
		o.Standing = func(string) bool { return true }
		if got := Parse(c.yes+"\nPaula Testowa TBC", o).Verdict; got != Grant {
			t.Errorf("known TBC is %v", got)
		}
	}
}
