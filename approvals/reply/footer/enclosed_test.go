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
