package reply

import "testing"

// TestVerbAsked: behind a yes the verb of the question may stand in any form that orders or names it, and nothing more.
func TestVerbAsked(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt   string
		granted, asked []string
	}{
		{"it", "Appuntamento rifiuti\nEcoParma, venerdì alle 8. Lo fisso?", []string{"Sì, fissa", "sì, fissate", "sì, fissalo"}, []string{"sì, fissa lunedì", "sì, fissa tu", "sì, fissato", "no, fissa", "sì ma fissa", "sì, fissava"}},
		{"it", "Sangue al laboratorio\nCorriere alle 13, 12 €. Chiamo?", []string{"sì chiama"}, []string{"sì chiama lui", "sì chiama Marta", "se chiama sì", "sì, chiamano"}},
		{"es", "Minuta del comité\nVersión final para circular. ¿La circulo?", []string{"sí, circúlala", "SI, CIRCULAR. SALUDOS."}, []string{"sí, circúlala mañana", "sí, circular pero no hoy", "sí, circuló", "sí, ya circula"}},
		{"pt", "Foto pro site\nMaracatu grande, a de fundo azul. Uso essa?", []string{"sim use essa", "sim, usa"}, []string{"sim use a outra", "sim, usou"}},
		{"pt", "Barraca na Fenearte\nInscrição R$ 250. Faço?", []string{"sim faça"}, []string{"sim faça você", "sim, fazem"}},
		{"pt", "Pagar e assinar\nContrato. Pago?", nil, []string{"sim, paga"}},
		{"de", "Fundrad vom Bahnhof\nDas blaue Fundrad gehört laut Beleg Herrn Oberndorfer. Ausfolgen?", []string{"Ja, ausfolgen."}, []string{"Ja, ausfolgen lassen", "Ja, nicht ausfolgen"}},
		{"de", "Fundrad vom Bahnhof\nDas blaue Fundrad. Nicht ausfolgen?", nil, []string{"Ja, ausfolgen."}},
	} {
		o := Options{Language: tt.lang, Mail: true, Shown: Shown{About: []string{"", "", tt.prompt}}}
		decides(t, o, tt.granted, nil, tt.asked)
	}
}
