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
		"Brian (Garage)", "Brian Holt (Garage)", "Brian (Hotel)", "Brian\nGaragenhof", "Brian Holt\nGaragenhof", "Brian Holt\nStandard", "Brian (Standard)", "Cuentas a pagar", "Contas a pagar", "Ufficio ordini", "Dr. M. Holt", "Holt, M.", "Holt, Dr. M.", "Brian M.", "Thanks, Brian M.", "Kind regards,\nDr. M. Holt", "Dott. Holt M.",
		"Brian Holt\nGate 12", "Brian Holt\nPlatz 4, Reihe 12", "Brian Holt\nRoom 4", "Brian Holt\nSala 3", "Brian Holt\nBureau 12", "Brian Holt\nZimmer 14\n\nSent from my iPhone",
		"Brian's secretary", "Brian\nClub on Friday", "Brian\nClub 300", "Brian\nSecond Club", "Northgate Properties", "Brian\nWait", "Brian\nFarm?", "Kassenwart fragen\nBrian", "ohne Verein\nBrian", "Brian\nnur der Chor", "Brian (wenn der Chor will)",
	} {
		if got := read("Yes, approved.\n\n"+below, "Brian Holt"); got == reply.Grant {
			t.Errorf("%q is a grant", below)
		}
	}
	for _, below := range []string{"Dr. Holt", "B. Holt", "Brian H.", "Dr. B. Holt", "M. B. Holt", "Brian M. Holt", "Holt, Brian", "Kind regards,\nBrian Holt\nRoom 4", "Brian Holt\nRoom 4\nb.holt@ashby.example", "Brian Holt\nRoom 4\nAshby Ltd", "Brian Holt\nHauptstraße 12\n10115 Berlin"} {
		if got := read("Yes, approved.\n\n"+below, "Brian Holt"); got != reply.Grant {
			t.Errorf("%q is %v", below, got)
		}
	}
	in := func(lang, text string) reply.Verdict {
		return reply.Parse(text, reply.Options{Name: "Brian Holt", Language: lang, Mail: true}).Verdict
	}
	for _, tt := range [][3]string{
		{"en", "Yes", "not This email is confidential and intended only for the addressee.|not Registered in England and Wales No. 01234567|no Registered in England and Wales No. 01234567|never This email is confidential and intended only for the addressee.|Not This email is confidential and intended only for the addressee.|not Please consider the environment before printing this email."},
		{"fr", "Oui", "pas Ce message est confidentiel et destiné uniquement à son destinataire."},
		{"it", "Sì", "non Questo messaggio è riservato e destinato solo al destinatario."},
		{"es", "Sí", "no Este mensaje es confidencial y va dirigido exclusivamente a su destinatario. Si usted no es el destinatario, elimine este mensaje."},
		{"pt", "Sim", "não Esta mensagem é confidencial e destina-se apenas ao destinatário."},
		{"de", "Ja", "nicht Diese E-Mail enthält vertrauliche Informationen und ist ausschließlich für den Empfänger bestimmt. Wenn Sie nicht der richtige Adressat sind, löschen Sie bitte diese E-Mail."},
		{"nl", "Ja", "niet Dit bericht is vertrouwelijk en uitsluitend bestemd voor de geadresseerde. Indien u niet de geadresseerde bent, verwijder dan dit bericht."},
		{"pl", "Tak", "nie Ta wiadomość zawiera informacje poufne i jest przeznaczona wyłącznie dla adresata. Jeśli nie jest Pan adresatem, prosimy o usunięcie wiadomości."},
	} {
		for _, notice := range strings.Split(tt[2], "|") {
			if got := in(tt[0], tt[1]+"\n\n"+notice); got == reply.Grant {
				t.Errorf("%q is a grant", notice)
			}
			if _, rest, _ := strings.Cut(notice, " "); in(tt[0], tt[1]+"\n\n"+rest) != reply.Grant {
				t.Errorf("%q is no grant", rest)
			}
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
		"Rossi Vacation", "Assistant to Dana Rossi", "Tom Rossi", "Rossi Decides", "Rossi Tomorrow", "Rossi Cancelled", "Rossi Account Only", "Rossi Not Available", "Rossi Plumbing 300", "Rossi Plumbing?", "Only Rossi Plumbing", "Rossi plumbing pays", "Rossi or Miller Plumbing", "Ask Rossi Plumbing",
		"Ohne Rossi Sanitärtechnik", "Nicht Rossi Sanitärtechnik", "Erst Rossi Sanitärtechnik", "Rossi Sanitärtechnik Fragen", "Sin Fontanería Rossi", "Sans Plomberie Rossi", "Senza Idraulica Rossi", "Wait Rossi Plumbing", "Instead Rossi Plumbing", "Through Rossi Plumbing", "Greetings from the garage",
		"Viele Grüße von der Rechnung", "Regards from the Bank",
	} {
		if got := read("Yes, approved.\n\nDana Rossi\n"+below, "Dana Rossi"); got != reply.None {
			t.Errorf("%q is %v", below, got)
		}
	}
}
