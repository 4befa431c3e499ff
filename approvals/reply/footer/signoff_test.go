package footer_test

import (
	"strings"
	"testing"

	"bridge/approvals/reply"
)

// TestSignOff: what somebody is and where, beside, above or below the name that ends a mail, says nothing of a request; what
// may be said of it stays.
func TestSignOff(t *testing.T) {
	read := func(text, name string) reply.Verdict {
		return reply.Parse(text, reply.Options{Name: name, Language: "en", Mail: true}).Verdict
	}
	for name, ends := range map[string]string{
		"Brian Holt":         "Brian (treasurer)|Brian Holt (school secretary)|Brian\nTreasurer|Treasurer\nBrian|Treasurer, Ashby Bowls Club\nBrian Holt|Brian\nWillow Bank Farm|Brian\nDr Whitfield's surgery|Brian Holt\nHolt's Hardware|Brian\nGreen Thumb Landscapes|Brian, Warehouse|Brian, Ward Manager|Mr Holt\nSchool Office\nSt Oswald's C of E Primary|lots of love\nBrian xx|God bless,\nRev. Brian Holt\nParish of St Mary & St John|Yours sincerely,\nBrian Holt\nManaging Director\nBlunt Tools plc|Brian\nOwner, Bean There|Thanks,\nFront desk|Helpdesk\nUniversity of Wexcombe|Accounts Payable\nNorden Imports Ltd",
		"Roswitha Kern":      "Roswitha (Chorleitung)|Roswitha Kern, Personalleitung|Roswitha\nKassenwartin|Kassenwartin\nRoswitha|Roswitha\nKaffeerösterei Nordwind|Hausverwaltung Nord\nRoswitha Kern|Praxis Dr. Lang\nAnmeldung|Dicken Kuss\nTante Roswitha|Sportliche Grüße\nRoswitha Kern\n1. Vorsitzende\nSV Eichenfeld|Danke\nEmpfang|Buchhaltung\nNordimport GmbH & Co. KG",
		"Stefano Villa":      "Stefano Villa, IT|Il cassiere\nStefano|Stefano\nParrocchia San Rocco|Stefano (capo magazzino)",
		"Gerrit de Boer":     "Penningmeester tuinclub\nGerrit|Gerrit\nHuisartsenpraktijk Linde|Gerrit (voorzitter)|Gerrit, balie",
		"Fátima Reis":        "Receção\nFátima|Fátima (tesoureira)|Fátima\nPadaria Central|Fátima Reis, Secretaria",
		"Benoît Roux":        "Le trésorier\nBenoît|Benoît (gardien)|Benoît\nBoulangerie Roux|Benoît Roux, accueil",
		"Lucía Vidal":        "La tesorera\nLucía|Lucía (conserje)|Lucía\nFloristería Vidal|Lucía Vidal, almacén",
		"Bożena Wójcik":      "Skarbniczka\nBożena|Bożena (sekretariat)|Bożena\nKwiaciarnia Malwa|Bożena Wójcik, księgowość",
		"Dana Rossi, Verona": "Dana\nReception",
	} {
		for _, below := range strings.Split(ends, "|") {
			if got := read("Yes, approved.\n\n"+below, name); got != reply.Grant {
				t.Errorf("%q is %v", below, got)
			}
		}
	}
	for _, below := range []string{
		"Brian (no)", "Brian (treasurer says no)", "Brian (half)", "Brian (not the treasurer)", "Brian (2)", "Brian, only Warehouse", "Brian\nnot the farm", "Brian\nWarehouse first", "Brian\nSmall Studio", "Brian\nCheaper Hotel", "Warehouse", "Reception", "to reception\nBrian", "for the parish\nBrian", "Treasurer decides\nBrian", "Ask the treasurer\nBrian", "Tom (treasurer)", "Tom Smith\nBrian's club",
		"Brian's secretary", "Brian\nClub on Friday", "Brian\nClub 300", "Brian\nSecond Club", "Northgate Properties", "Brian\nWait", "Brian\nFarm?", "Kassenwart fragen\nBrian", "ohne Verein\nBrian", "Brian\nnur der Chor", "Brian (wenn der Chor will)",
	} {
		if got := read("Yes, approved.\n\n"+below, "Brian Holt"); got == reply.Grant {
			t.Errorf("%q is a grant", below)
		}
	}
	for _, text := range []string{"Yes, pay\nNorthgate Properties\nBrian", "Yes, to the\nSchool Office\nBrian", "Yes\nReception\nSt Mary's Hospital"} {
		if got := read(text, "Brian Holt"); got == reply.Grant {
			t.Errorf("%q is a grant", text)
		}
	}
}

// TestOwnFirm: a firm with the person's own name stands below it, and a closing may come from a place with an article.
func TestOwnFirm(t *testing.T) {
	read := func(text, name string) reply.Verdict {
		return reply.Parse(text, reply.Options{Name: name, Mail: true}).Verdict
	}
	for text, name := range map[string]string{
		"ja, prima\n\nMehmet\nKaya Stukadoors":                                 "Mehmet Kaya",
		"Akkoord.\n\nVriendelijke groeten\nPieter Claes\nClaes Accountancy bv": "Pieter Claes",
		"Autorizado\n\nAnderson Souza\nElétrica Souza":                         "Anderson Souza",
		"Approved.\n\nDana Rossi\nRossi Plumbing":                              "Dana Rossi",
		"Ja.\n\nViele Grüße von der Küste\nUlrike Hansen":                      "Ulrike Hansen",
		"Va bene.\nUn caro saluto dalle Dolomiti,\nIlaria":                     "Ilaria Pini",
		"SIM\n\nAbs,\nAnderson":                                                "Anderson Souza",
	} {
		if got := read(text, name); got != reply.Grant {
			t.Errorf("%q is %v", text, got)
		}
	}
	for _, below := range []string{
		"Rossi Vacation", "Tom Rossi", "Rossi Decides", "Rossi Tomorrow", "Rossi Cancelled", "Rossi Account Only", "Rossi Not Available", "Rossi Plumbing 300", "Rossi Plumbing?", "Only Rossi Plumbing", "Rossi plumbing pays", "Rossi or Miller Plumbing", "Ask Rossi Plumbing",
		"Ohne Rossi Sanitärtechnik", "Nicht Rossi Sanitärtechnik", "Erst Rossi Sanitärtechnik", "Rossi Sanitärtechnik Fragen", "Sin Fontanería Rossi", "Sans Plomberie Rossi", "Senza Idraulica Rossi", "Wait Rossi Plumbing", "Instead Rossi Plumbing", "Through Rossi Plumbing", "Greetings from the garage",
		"Viele Grüße von der Rechnung", "Regards from the Bank",
	} {
		if got := read("Yes, approved.\n\nDana Rossi\n"+below, "Dana Rossi"); got != reply.None {
			t.Errorf("%q is %v", below, got)
		}
	}
}
