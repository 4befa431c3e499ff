package reply

import "testing"

// TestHeldBack: under a title that holds back from a deed, who orders or refuses the deed itself is asked back; a plain yes or no, and the
// word that holds back, answer.
func TestHeldBack(t *testing.T) {
	for _, c := range []struct {
		language, prompt string
		grant, deny, ask []string
	}{
		{"it", "Smettere di pagare l'affitto?\nRif. 4.", []string{"sì"}, []string{"no"}, []string{"forza, pagalo", "non bisogna pagarlo", "non è il caso di pagarlo", "paga"}},
		{"it", "Rifiutare di pagare l'affitto?\nRif. 4.", []string{"sì grazie"}, nil, []string{"forza, pagalo", "sì, può pagarlo"}},
		{"fr", "Refuser de payer la facture ?\nRéf. 4.", []string{"oui"}, []string{"non merci"}, []string{"allez, paie-la", "bien sûr que tu peux payer", "il ne faut pas la payer", "pas besoin de payer"}},
		{"fr", "S'abstenir de payer la facture ?\nRéf. 4.", nil, nil, []string{"bien sûr que tu peux payer", "inutile de la payer"}},
		{"nl", "Stoppen met verkopen?\nNr. 4.", []string{"ja"}, []string{"nee"}, []string{"ja laten we verkopen", "beter niet verkopen"}},
		{"nl", "Weigeren te betalen?\nNr. 4.", nil, nil, []string{"ja laten we betalen"}},
		{"es", "¿Negarse a pagar la factura?\nRef. 4.", []string{"sí"}, nil, []string{"por favor pagar", "no se debe pagar"}},
		{"de", "Mit dem Kündigen warten?\nNr. 4.", []string{"ja"}, nil, []string{"ja kannst kuendigen", "kuendige", "ich kündige nicht"}},
		{"de", "Statt Kündigen abwarten?\nNr. 4.", nil, nil, []string{"ja kannst kündigen"}},
		{"pl", "Zamiast zapłacić rachunek, poczekać?\nNr 4.", nil, nil, []string{"zapłać ja", "nie warto płacić"}},
		// what refuses nothing, or a part
		{"fr", "Changer le rendez-vous ?\nRéf. 4.", nil, []string{"inutile de changer"}, []string{"inutile de ne pas changer", "ça change rien", "bouge pas"}},
		{"fr", "Vendre le camion ?\nRéf. 4.", nil, []string{"inutile de le vendre"}, []string{"inutile de vendre tout"}},
		{"de", "Das Abo kündigen?\nNr. 4.", nil, []string{"ich kündige nicht"}, []string{"ich kündige nicht gern"}},
		// a name that begins like an order, and pronouns of other things
		{"en", "Axe throwing: book it?\nRef. 4.", nil, nil, []string{"yes axe it"}},
		{"en", "Kill switch: activate?\nRef. 4.", nil, nil, []string{"yes kill it"}},
		{"en", "Unite the teams?\nRef. 4.", nil, nil, []string{"yes untie thanks", "ok untie"}},
		{"pl", "Zadzwonić do klienta?\nNr 4.", []string{"zadzwoń"}, nil, []string{"zadzwoń do niej", "zadzwoń do nich"}},
		{"pl", "Zamówić obiad?\nNr 4.", nil, nil, []string{"zamów ja"}},
	} {
		decides(t, Options{Language: c.language, Shown: Shown{About: []string{"", "", c.prompt}, By: "Eve"}}, c.grant, c.deny, c.ask)
	}
}
