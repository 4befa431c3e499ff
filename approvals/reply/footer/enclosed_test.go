package footer_test

import (
	"testing"

	"bridge/approvals/reply"
)

// TestLabels: a line that no list has is left out in a block that a program puts below a mail, and nowhere else.
func TestLabels(t *testing.T) {
	for _, tt := range []struct {
		name, below string
		cut         bool
	}{
		{"Juliana Prates", "Juliana Prates\nGerente de Recursos Humanos\nGrupo Triângulo Atacadista\nUberlândia - MG\n+55 (34) 5555-0187", true},
		{"Élodie Tremblay", "Élodie Tremblay\nEnseignante, 5e année\nÉcole Saint-Sacrement, Québec", true},
		{"Carmen Ruiz Ortega", "Carmen Ruiz Ortega\nMaestra de 3.º de Primaria\nCEIP Huerta del Carmen, Sevilla", true},
		{"Marieke van den Bosch", "Marieke van den Bosch\nDocent biologie, mentor 2C\nSint-Gregorius College, Utrecht\nWerkdagen: ma, di, do, vr", true},
		{"Lukas Wyss", "-- \nLukas Wyss\nMSc Student, ETH Zürich, D-INFK", true},
		{"Joaquim Taveira", "Joaquim Taveira\n\nJoaquim Taveira\nEngenheiro agrónomo\nHerdade do Vale de Açor\ntlm. 965 550 118", true},
		{"Natalia Szymańska", "N.\n\n--\nNatalia Szymańska\nProduct Manager | Fintello, Kraków", true},
		{"Carlos Eduardo Wolff", "Carlos Eduardo Wolff\nGerente de Projetos\nAraucária Engenharia Ltda.\nRua XV de Novembro, 1040 – Curitiba/PR\n+55 41 5550-0188", true},
		{"Joana Sá", "Joana Sá\nAdvogada\nRua de Ceuta, 118, 3.º – 4050-190 Porto\nT. +351 220 555 013", true},
		{"Chiara Bassani", "Chiara Bassani\n\nIn caso di ricezione per errore si prega di darne avviso al mittente e di cancellare il messaggio.", true},
		{"Chiara Bassani", "Chiara Bassani\n\nIn caso di errore si prega di cancellare l'ordine.", false},
		{"Niamh Daly", "Niamh Daly\n\nPlease do not send urgent clinical queries by email.", true},
		{"Niamh Daly", "Niamh Daly\n\nPlease do not send urgent orders.", false},
		{"Niamh Daly", "Niamh Daly\n\nPlease do not send the email, it is urgent.", false},
		{"Wim Claessens", "Wim Claessens\nLeerkracht groep 5/6\nBasisschool De Wilg\n030 555 01 22", true},
		{"Wim Claessens", "Wim Claessens\nDocent Nederlands | mentor 3 havo\nDe Wilg College\n030 555 01 22", true},
		{"Anna Nowak", "Anna Nowak\nStudentka III roku filologii angielskiej\nUniwersytet Warszawski\ntel. 600 555 123", true},
		{"Anna Nowak", "Anna Nowak\nKsięgowa\nWojska Polskiego 17/3, Szczecin\ntel. 600 555 123", true},
		{"Jan Nowak", "Jan Nowak\nMalarz, biała farba\nKsięgowy\ntel. 600 555 123", false},
		{"Laura Bianchi", "Laura Bianchi\nDocente di Lettere\nLiceo Scientifico \"A. Volta\" – Bologna", true},
		{"Dana Doe", "Dana Doe\nKWANTIVA\nTel. +44 20 7946 0123\nwww.kwantiva.example", true}, // the link has the name
		{"Dana Doe", "Dana Doe\nKWANTIVA\nTel. +44 20 7946 0123\nwww.doe.example", false},
		{"Jan Nowak", "Jan Nowak\nKsięgowy\nPłaci Piotr\nul. Wysoka 14, 00-001 Warszawa", false},
		{"Dana Doe", "Dana Doe\nPeintre Durand", false},
		{"Dana Doe", "Dana Doe\nTel. +44 20 7946 0123 (Tue, Wed)", false},
		{"Dana Doe", "Dana Doe\nBARCLAYS\nTel. +44 20 7946 0123\ndana@doe.example", false},
		{"Dana Doe", "Dana Doe\nAccountant\nBarclays\n14 High Street, Leeds LS1 4QT\nTel. +44 20 7946 0123", false}, // one word
		{"Dana Doe", "Dana Doe\nAccountant\n3 lines\nTel. +44 20 7946 0123", false},
		{"Dana Doe", "Dana Doe\nAccountant\nOnly line 3\nTel. +44 20 7946 0123", false},
		{"Dana Doe", "Dana Doe\nAccountant\nOffice (Monday)\nTel. +44 20 7946 0123", false},
		{"Priya Raman", "Priya Raman\nStaff Engineer, Platform\nLumetric | she/her", false}, // nothing tells that it is a house
		{"Dana Doe", "Dana Doe\nAula\nTel. 030 1234567", false},                             // nothing says what she is
		{"Dana Doe", "Dana Doe\nAnwalt einschalten\nTel. 030 1234567", false},
		{"Dana Doe", "-- \nDana Doe\nTel. 030 1234567\nHausmeister verständigen", false},
		{"Dana Doe", "Dana\n\nDana Doe\nHausmeister verständigen", false},
		{"Dana Doe", "Dana\n\nDana Doe\nNew building", false},
		{"Dana Doe", "Dana Doe\nBetriebsrat anhören\nNotar einschalten", false},
		{"Dana Doe", "Dana Doe\nHead of Finance\nTel. 030 1234567\nGym hall", false}, // people type below it
		{"Dana Doe", "Dana Doe\nHead of Finance\ntwin beds\nTel. 030 1234567", false},
		{"Dana Doe", "Dana Doe\n\nRescinded\n\nDana Doe\nTreasurer\nTel. 030 1234567", false},
		{"Dana Doe", "Dana Doe\n\nNew building\n\nDana Doe\nTreasurer\nTel. 030 1234567", false},
		{"Dana Doe", "Dana Doe\nTreasurer\nTel. 030 1234567\nGym hall\nwww.doe.example", false},
		{"Dana Doe", "Dana Doe\nTreasurer\nJoke\nTel. 030 1234567", false},
		{"Dana Doe", "Dana Doe\nTreasurer\nErpresst\nTel. 030 1234567", false},
		{"Dana Doe", "Dana Doe\nTreasurer\nBarclays\nTel. 030 1234567", false},
		{"Dana Doe", "Dana Doe\nTreasurer\nSarah Smith\nTel. 030 1234567", false},
		{"Dana Doe", "Dana Doe\nTreasurer\nNotar einschalten\nTel. 030 1234567", false},
		{"Dana Doe", "-- \nDana Doe\nTreasurer\nErpresst", false},
		{"Dana Doe", "-- \nDana Doe\nTreasurer\n\nGym hall", false},
		{"Dana Doe", "Dana Doe\nTreasurer\nSecretary\n\nNew building", false},
		{"Dana Doe", "Dana Doe\nTreasurer\n\nNew building\n\nTel. 030 1234567", false},
		{"Dana Doe", "Dana Doe\nHead of Finance\n3 pcs\nTel. 030 1234567", false},
		{"Dana Doe", "Dana Doe\nHead of Finance\nOrder 480\nTel. 030 1234567", false},
		{"Dana Doe", "Dana Doe\nHead of Finance\nOnly the first\nTel. 030 1234567", false},
		{"Dana Doe", "Dana Doe\nHead of Finance\nDana's assistant\nTel. 030 1234567", false},
		{"Dana Doe", "Dana Doe\nHead of Finance\nfor Tom Baker\nTel. 030 1234567", false},
	} {
		if got := reply.Parse("Yes\n\n"+tt.below, reply.Options{Name: tt.name, Language: "en", Mail: true}).Verdict; (got == reply.Grant) != tt.cut {
			t.Errorf("a yes above %q: %v", tt.below, got)
		}
	}
}

// TestOwnHouse: the name of the house that the writer's address has stands below their name as one that lists know.
func TestOwnHouse(t *testing.T) {
	for _, tt := range []struct {
		domain, below, about string
		cut                  bool
	}{
		{"casajabuti.example", "Casa Jabuti\n(11) 5555-0136", "", true},
		{"kwantiva.example", "KWANTIVA\nTel. +44 20 7946 0123", "", true},
		{"kwantiva.example", "KWANTIVA\nTel. +44 20 7946 0123", "Pay Kwantiva or Holvast?", false},
		{"kwantiva.example", "Kwantiva only\nTel. +44 20 7946 0123", "", false},
		{"kwantiva.example", "Holvast\nTel. +44 20 7946 0123", "", false},
		{"gmail.com", "Gmail\nTel. +44 20 7946 0123", "", false},
		{"", "KWANTIVA\nTel. +44 20 7946 0123", "", false},
	} {
		o := reply.Options{Name: "Dana Doe", Domain: tt.domain, Language: "en", Mail: true, Shown: reply.Shown{About: []string{"", "", tt.about}}}
		if got := reply.Parse("Yes\n\nDana Doe\n"+tt.below, o).Verdict; (got == reply.Grant) != tt.cut {
			t.Errorf("a yes above %q from %q is %v", tt.below, tt.domain, got)
		}
	}
}
