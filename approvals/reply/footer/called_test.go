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
