package reply

import "testing"

// TestSlips: two neighbouring letters that changed places, or one written twice, in a courtesy or the asked verb are read as meant; a
// slip never makes a negation, a day, an amount or a condition, nor another form or word.
func TestSlips(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"it", "Confermare il pullman\nGita a Ravenna, 54 posti.", []string{"confemri pure grazei", "sì grazei", "sì, confremo"}, []string{"no grazei"}, []string{"sì, confermai", "sì, confermaot", "grazei"}},
		{"it", "Prenotare il treno?\nLunedì.", []string{"sì prenoat pure", "sì prneota"}, []string{"no, non prentoare"}, []string{"sì prenotai", "sì, martdeì", "sì, matredì"}},
		{"pt", "Enviar o comunicado do feriado\nAos 310 pacientes ativos.", []string{"Ok, pode mnadar.", "Sim, pode enviar. Obrigaod"}, nil, []string{"Sim, enviei", "Sim, pode enviar amanãh", "Sim, enviar nnão"}},
		{"es", "Reservar la sala?\nVega.", []string{"sí, reservaal", "sí por favro"}, nil, []string{"sí, reservé", "sí, mañnaa", "sí, salvvo el lunes"}},
		{"es", "Laminar las fichas?\nSon 20.", []string{}, nil, []string{"sí, laminé", "sí, lima"}},
		{"en", "Send the report?\nTwo pages.", []string{"Yes, plese send it", "Yes, pleaes send it", "Yes please thansk", "Yes, plese send it accross"}, nil, []string{"yes, nevre", "yes, tomorrwo", "yes, unlses he pays", "yes, twenyt", "yes, dnot send it"}},
		{"de", "Rechnung 12 bezahlen?\nVega.", []string{"ja bitte bezahlne", "ja bitte, danek"}, []string{"nein, nicht bezhalen"}, []string{"ja, morgne", "ja nihct", "ja nciht bezahlen", "ja, bezahlt", "ja, bezahlet"}},
		{"de", "Den Vertrag unterschreiben?\nVega.", []string{"ja, unterschreibne"}, nil, []string{"ja, unterschrieben"}},
		{"de", "Die Fahne treiben?\nZum Turm.", nil, nil, []string{"ja, trieben"}},
		{"de", "Die Urne beisetzen?\nMorgen.", []string{"ja, beisetezn", "ja, beistezen"}, nil, []string{"ja, beisitzen", "ja, besetzen"}},
		{"nl", "Factuur betalen?\nVega.", []string{"ja betalne", "ja betlaen maar"}, nil, []string{"ja, betaald", "ja, morgne"}},
		{"fr", "Payer la facture ?\nVega.", []string{"oui, meric"}, nil, []string{"oui, payé", "oui, demian"}},
		{"fr", "Monter la tente ?\nSamedi.", nil, nil, []string{"oui, montre"}},
		{"pl", "Zapłacić fakturę?\nVega.", []string{"tak prosez zaplacic", "tak, zapłać proszę, dziekuej"}, nil, []string{"tak, jutor", "tak, zapłacił"}},
	} {
		o := Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}
		decides(t, o, tt.grant, tt.deny, tt.asked)
	}
}
