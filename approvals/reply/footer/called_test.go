package footer_test

import (
	"strings"
	"testing"

	"bridge/approvals/reply"
)

// TestCalled: people sign with nicknames and initials, and write below their name houses, firms and places that no list has.
// What the request is about, another person, and nouns and adverbs that may be said of it stay.
func TestCalled(t *testing.T) {
	for _, tt := range [][3]string{
		{"en", "Robert Hinchliffe", "Bob|Cheers Bob|Rob x|R.H.|RH|-R|- Bob|Capt Hinchliffe|Uncle Bob|R. Hinchliffe FRCR|Bob\nHinchliffe Alterations, Todmorden|Bob\nHinchliffe & Sons\nSince 1974|Bob\nLittle Wenham|Bob\nHigh Garth|Bob\nThe Old Rectory\nKirkby Lonsdale|Bob\nHinchliffe of Skaill\nOrkney|Robert\nHead of Year 9\nHarris Hill Academy\nExt 214|R. Hinchliffe\nSkaill Farm\nSandwick\nKW16 3LR|Bob\nFrome, Somerset|Bob\nWinthrop Ranch, Bozeman, MT|Bob\nSt Mary's Church, Keighley"},
		{"de", "Birgit Meinecke", "LG Biggi|MfG Meinecke|VG BM|gez. Meinecke|i.A. B. Meinecke|Gr. Birgit|Mit Schützengruß\nB. Meinecke|Oma Biggi|Birgit Meinecke\nBielefeld|Birgit Meinecke\nKals am Großglockner|Birgit\nKita Sonnenschein|Birgit Meinecke\nLehrstuhl für Ältere Geschichte\nFriedrich-Schiller-Universität Jena|Birgit Meinecke\nKlassenlehrerin 3b\nGrundschule am Wiehbusch|Birgit Meinecke\nKulturverein Kraftwerk\n4840 Vöcklabruck|Birgit\nMeinecke Logistik, Nörten-Hardenberg|Birgit Meinecke\nSchützenverein Hollern von 1887 e. V."},
		{"fr", "Jean-François Roux", "J-F|JF|Jef|Cordialement,\nJF|Bien à vous,\nJ-F|Bonne journée\nJFR|Famille Roux|Salutations sportives,\nJean-François Roux|Jean-François\nGAEC de la Combe|J.-F. Roux\nDRH|Jean-François Roux\nColmar"},
		{"fr", "Charlotte Weiss", "Ch. Weiss|Mme Weiss"},
		{"pt", "Juliana Souza", "Ju Souza|Juliana\nClínica Sorocaba|J. Souza"},
		{"nl", "Cornelis de Boer", "Kees|gr Kees|Met vriendelijke groet,\nCB|Fijne dag\nCdB|Zegen en groet,\nKees|Cornelis de Boer\nP&O|Kees\nHuisartsenpraktijk Ter Beke\nRiziv 1-23456-78-004|Kees\nBarneveld"},
		{"nl", "Henk en Trudy Mulder", "Fam. Mulder"},
		{"pl", "Katarzyna Nowak", "Kasia|Pozdrawiam, Kasia"},
		{"es", "Francisco Vidal", "Paco|Un abrazo, Paco"},
		{"it", "Giuseppe Villa", "Beppe"},
		{"es", "Joaquín Etcheverry", "Joaco"},
	} {
		for _, below := range strings.Split(tt[2], "|") {
			if got := reply.Parse(map[string]string{"en": "Yes.", "de": "Ja.", "fr": "Oui.", "pt": "Sim.", "nl": "Ja.", "pl": "Tak.", "es": "Sí.", "it": "Sì."}[tt[0]]+"\n\n"+below, reply.Options{Name: tt[1], Language: tt[0], Mail: true}).Verdict; got != reply.Grant {
				t.Errorf("%s: %q is %v", tt[0], below, got)
			}
		}
	}
	shown := reply.Shown{About: []string{"", "", "Send 12 boxes of size B to Frome or Miller\nHermes would collect them."}}
	for lang, all := range map[string]string{
		"fr": "Famille Miller|GAEC Miller|Paul|Bien à Paul|Mardi|Sans Frome|Saint-Valentin|Orange|Ch. Miller|La moitié|Uniquement Colmar",
		"nl": "Fam. Miller|Frituur Frome|Geel|Dinsdag|Oranje|Halve|Alleen Barneveld|Boom",
		"en": "Sarah Miller|Dark Roast|Ford Transit|Wellington Boots|Aunt Sarah|Old Barn|Vegetarian|Weekdays|Provisionally|Frome|Miller Farm|Hermes Couriers|Second Barn|Little Boxes|Chesterfield Sofa|Pending Legal|Room 9|Invite Pete|R. Miller|B|Barley|Carton|Not Skaill Farm|Dan's Farm?",
		"de": "Blaue Reifen|Ganzjahresreifen|Winterreifen Continental|Zwei Paletten|Nur Lacke|Frau Meier|gez. Meier|i.A. Meier|Rückruf Erbeten|Gruppe Blau|Vormittags|Probeweise|Fensterplatz|Karton|Eisberg|Tante Meier",
	} {
		for _, below := range strings.Split(all, "|") {
			for _, name := range []string{"Dana", "Regards\nDana Rossi"} {
				if got := reply.Parse(map[string]string{"en": "Yes.", "de": "Ja.", "fr": "Oui.", "nl": "Ja."}[lang]+"\n\n"+name+"\n"+below, reply.Options{Name: "Dana Rossi", Language: lang, Mail: true, Shown: shown}).Verdict; got == reply.Grant && !(below == "Room 9" && name != "Dana") {
					t.Errorf("%s: %q below %q is a grant", lang, below, name)
				}
			}
		}
	}
	for name, all := range map[string]string{"Nora Olsen": "NO|N|n|no", "Bernd Ott": "B|b", "Anna Moll": "AM|PM", "Yusuf Tak": "Y"} {
		for _, by := range strings.Split(all, "|") {
			if got := reply.Parse("Yes.\n\n"+by, reply.Options{Name: name, Language: "en", Mail: true, Shown: shown}).Verdict; got == reply.Grant && by != "N" && by != "Y" {
				t.Errorf("%q of %s is a grant", by, name)
			}
		}
	}
}

// TestInstead: a firm, a house, a place or a department that stands with no more than the name may be meant instead of the one that
// is asked about. Beside a title or how somebody is reached it is where the person is, and so it is where the request names none.
func TestInstead(t *testing.T) {
	for _, tt := range [][5]string{
		{"es", "Marta Vidal", "Sí", "¿Pagar a García S.A.?", "Garcés S.L.|García S.L.|Garces y Cía|Talleres Garcés|Ferretería Garcés|Cliente: Garcés S.L.|Banco Santander"},
		{"de", "Katharina Brandl", "Ja", "Rechnung von Müller GmbH bezahlen?", "Möller & Co|Kunde: Möller & Co|Möller GmbH|Fa. Möller|Vorkasse|Sparkasse|Bauhaus Möller|Autohaus Möller"},
		{"fr", "Claire Dubois", "Oui", "Livrer à Metz ?", "Colmar|Nancy|À Colmar|Thionville|Entrepôt Colmar|Dépôt de Nancy|68000 Colmar|Magasin|Luxembourg"},
		{"en", "Peter Marsh", "Yes", "Book the tyres for the van at Kwik Fit?", "Winter Tyres|Summer Tyres|Halfords Ltd|Tyre House|Bolton|Euro Tyres"},
		{"de", "Katharina Brandl", "Ja bitte", "Taxi zum Flughafen bestellen?", "Bahnhof|Hauptbahnhof|Rathaus|Wien|Klinik|Gasthof Post|Am Bahnhof"},
		{"en", "Peter Marsh", "Yes please", "Order flowers from Bloom & Wild?", "Moss & Co|Moss Ltd|Tulip House|Green's Florists"},
		{"it", "Luca Ferri", "Sì", "Spedire il pacco a Pavia?", "Padova|Novara|Bianchi S.r.l.|Magazzino|Sede di Novara"},
		{"pt", "Ana Costa", "Sim", "Pagar a fatura da Silva Lda?", "Silveira Lda|Oficina Silveira|Padaria Silva"},
		{"nl", "Sanne Visser", "Ja", "Bestelling bij Jansen BV plaatsen?", "Janssen BV|Bouwbedrijf Janssen|Utrecht|Hornbach|Praxis"},
		{"pl", "Anna Nowak", "Tak", "Zapłacić firmie Kowalski Sp. z o.o.?", "Kowalczyk S.A.|Hurtownia Kowalczyk|Sklep Kowalczyk|Kraków"},
		{"en", "Peter Marsh", "Yes", "Send the parcel to the Leeds office?", "York|London Office|The Warehouse|Reception|Bradford"},
		{"fr", "Claire Dubois", "Oui", "Réserver l'hôtel Ibis à Lyon ?", "Grenoble|Auberge du Lac|Hôtel Mercure"},
	} {
		read := func(below, request string) reply.Verdict {
			return reply.Parse(tt[2]+"\n\n"+below, reply.Options{Name: tt[1], Language: tt[0], Mail: true, Shown: reply.Shown{About: []string{"", "", request}}}).Verdict
		}
		first, _, _ := strings.Cut(tt[1], " ")
		for _, other := range strings.Split(tt[4], "|") {
			for _, below := range []string{first + "\n" + other, tt[1] + "\n" + other, other + "\n" + first, other + "\n" + tt[1], other, "MfG\n" + first + "\n" + other} {
				if got := read(below, tt[3]); got != reply.None {
					t.Errorf("%q to %q is %v", below, tt[3], got)
				}
			}
		}
	}
	for _, tt := range [][4]string{
		{"Brian Holt", "Pay Miller Ltd?", "Brian\nTreasurer|Brian Holt\nBuyer\nGreen Thumb Landscapes|Brian Holt\nHolt's Hardware|Brian\nReception|Brian Holt\nNorthgate Properties Ltd\n020 7946 0000"},
		{"Brian Holt", "Close the ticket?", "Brian\nWillow Bank Farm|Brian\nDr Whitfield's surgery|Brian Holt\nYork"},
	} {
		for _, below := range strings.Split(tt[2], "|") {
			if got := reply.Parse("Yes, approved.\n\n"+below, reply.Options{Name: tt[0], Language: "en", Mail: true, Shown: reply.Shown{About: []string{"", "", tt[1]}}}).Verdict; got != reply.Grant {
				t.Errorf("%q to %q is %v", below, tt[1], got)
			}
		}
	}
}

// TestStandIn: who signs for another, or belongs to them, is not that person; who signs for a house is.
func TestStandIn(t *testing.T) {
	for _, tt := range [][4]string{
		{"de", "Katharina Brandl", "Ja", "Vertr. Katharina Brandl|Vertretung Katharina Brandl|Stv. Katharina Brandl|Tochter von Katharina Brandl|Kollegin von Katharina Brandl|Urlaubsvertretung Katharina Brandl|Sekretariat Katharina Brandl|Assistenz Katharina Brandl|Anna Moser i.A. Katharina Brandl|Katharina Brandl i.V. Moser|gez. Moser\nKatharina Brandl|Anna Moser\nfür Katharina Brandl|Katharina Brandl\ni.A. Moser"},
		{"en", "Peter Marsh", "Yes", "For Peter Marsh|p.p. Peter Marsh|on behalf of Peter Marsh|Deputy for Peter Marsh|PA to Peter Marsh|Peter's PA|Sue Hill for Peter Marsh|Sue Hill\nfor Peter Marsh|Cover for Peter Marsh|Signed Sue Hill\nPeter Marsh|Peter Marsh\np.p. Sue Hill"},
		{"it", "Luca Ferri", "Sì", "per conto di Luca Ferri|Per Luca Ferri|p. Luca Ferri|p.c. Luca Ferri|Segreteria Luca Ferri|Delegata di Luca Ferri|Vice Luca Ferri|Anna per Luca Ferri"},
		{"fr", "Claire Dubois", "Oui", "pour Claire Dubois|P/O Claire Dubois|p.o. Claire Dubois|Remplaçante de Claire Dubois|Assistante de Claire Dubois|Anne Petit\nP/O Claire Dubois"},
		{"es", "Marta Vidal", "Sí", "P.O. Marta Vidal|P.A. Marta Vidal|Por Marta Vidal|en nombre de Marta Vidal|Asistente de Marta Vidal|Hija de Marta Vidal|Secretaría de Marta Vidal"},
		{"pt", "Ana Costa", "Sim", "p/ Ana Costa|P' Ana Costa|em nome de Ana Costa|Substituta de Ana Costa|Secretária de Ana Costa|Marido da Ana Costa"},
		{"nl", "Sanne Visser", "Ja", "Namens Sanne Visser|voor Sanne Visser|plv. Sanne Visser|Assistent van Sanne Visser|Secretariaat Sanne Visser|Man van Sanne Visser"},
		{"pl", "Anna Nowak", "Tak", "w z. Anna Nowak|z up. Anna Nowak|w imieniu Anny Nowak|Asystentka Anny Nowak|Mąż Anny Nowak|Sekretariat Anna Nowak"},
	} {
		for _, below := range strings.Split(tt[3], "|") {
			for _, above := range []string{"", "MfG\n"} {
				if got := reply.Parse(tt[2]+"\n\n"+above+below, reply.Options{Name: tt[1], Language: tt[0], Mail: true}).Verdict; got != reply.None {
					t.Errorf("%q is %v", above+below, got)
				}
			}
		}
	}
	for _, below := range []string{"i.A. Dana Rossi", "i. V. Dana Rossi", "gez. Dana Rossi", "Ihre Dana Rossi", "C.P. Dana Rossi", "Mag. (FH) Dana Rossi", "J. Dana Rossi", "Pfarrerin Dana Rossi"} {
		if got := reply.Parse("Yes.\n\n"+below, reply.Options{Name: "Dana Rossi", Language: "en", Mail: true}).Verdict; got != reply.Grant {
			t.Errorf("%q is %v", below, got)
		}
	}
}
