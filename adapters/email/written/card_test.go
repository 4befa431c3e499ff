package written

import (
	"strings"
	"testing"
)

// verdictsOf are answers, amounts and days in eight languages, in all the ways to write them.
var verdictsOf = strings.Fields(strings.NewReplacer(" ", "_", "|", " ").Replace(`yes|No|NO|half|PAY HALF|Half this time|Only half|Wait until Monday|Not yet|300|300 EUR|Max 300|max 300 euros|300 instead of 400|€300 at most|Up to 300|Yes for now|No thanks Bob|Approved|Declined|BOB SAYS NO|Bob Gets Half|Both|None of it|Later|Tomorrow|Stop It|Two
Ja|NEIN|Die Hälfte|NUR DIE HÄLFTE|Halbe Summe|Noch warten|Abwarten|300 Euro|Maximal 300 Euro|Höchstens 300|300 statt 400|Genehmigt|Abgelehnt|Freigegeben|Morgen|Montag|Passt|Keine Zahlung|Zwei
Oui|NON|La moitié|LA MOITIÉ|On attend lundi|300 euros maximum|300 au lieu de 400|D'accord|Accordé|Refusé|Demain|Les deux|Aucun|Trois
Sí|NO|La mitad|LA MITAD|Espera al lunes|Máximo 300|300 en vez de 400|De acuerdo|Aprobado|Rechazado|Vale|Mañana|Los dos|Ninguno|Tres
Sì|NO|La metà|LA METÀ|Aspettare lunedì|Massimo 300|300 invece di 400|Va bene|Approvato|Negato|Domani|Tutti e due|Nessuno|Tre
Nee|NEE|De helft|DE HELFT|Wachten tot maandag|Maximaal 300|300 in plaats van 400|Akkoord|Afgewezen|Allebei|Geen van beide|Twee
Sim|NÃO|A metade|A METADE|Aguardar segunda|Máximo 300|300 em vez de 400|De acordo|Aprovado|Negado|Amanhã|Os dois|Nenhum|Três
Tak|NIE|Połowa|POŁOWĘ|Czekamy do poniedziałku|300 zł|Maksymalnie 300|300 zamiast 400|Zgoda|Odrzucam|Odmowa|Jutro|Oba|Żaden|Dwa`))

// TestVerdictsStandInNoCard: what people answer is no part of a card, wherever in it they say it.
func TestVerdictsStandInNoCard(t *testing.T) {
	m, lost := Mail{Name: "Dana Rossi", Address: "dana@example.com", Answers: true}, 0
	for _, v := range verdictsOf {
		v = strings.ReplaceAll(v, "_", " ")
		for _, card := range []string{"Dana Rossi\n%\nTel. 02 555 01 44", "Dana Rossi\n%\nHead of Sales\nACME Ltd\nTel. 02 555 01 44", "Dana Rossi %\nHead of Sales\nTel. 02 555 01 44", "Thanks,\nDana Rossi\n%\nHead of Sales\n12 High Street, Leeds"} {
			if got := Split("Hello.\n\n"+strings.Replace(card, "%", v, 1), m); !strings.Contains(got.Text, v) {
				lost++
				t.Errorf("%q is lost of %q", v, card)
			}
		}
	}
	t.Logf("%d of %d lost", lost, 4*len(verdictsOf))
}
