package reply

import "testing"

// TestAsksMore: answers to a question that asks more than its verb, or nearly does, which say plainly what they mean.
func TestAsksMore(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt    string
		grants, denials []string
	}{
		{"en", "Invoice Miller\n420 euros. Shall I pay it and close the account?", []string{"yes", "yes please, go ahead", "do it"}, []string{"no", "no thanks"}},
		{"en", "Invoice Miller\n420 euros. Shall I leave it?", []string{"yes"}, []string{"no"}},
		{"en", "Dinner with Vega\nSaturday. Confirm with Anna?", []string{"confirm"}, nil},
		{"en", "Dinner with Vega\nSaturday. Invite Anna?", []string{"invite her"}, nil},
		{"en", "Dinner with Vega\nSaturday. Shall I have it confirmed?", []string{"confirm it"}, nil},
		{"es", "Factura Miller\n420 euros. ¿Dejo de pagarla?", []string{"sí", "hazlo", "sí, por favor"}, []string{"no"}},
		{"es", "Factura Miller\n420 euros. ¿La pago con la tarjeta y en euros?", []string{"págala"}, nil},
		{"es", "Puerta\nEstá abierta. ¿La dejo abierta?", []string{"déjala abierta"}, nil},
		{"it", "Cena con Rossi\nSabato. Invito Anna?", []string{"invitala"}, nil},
		{"de", "Rechnung Müller\n420 Euro. Soll ich sie bezahlen und das Konto schließen?", []string{"ja bitte", "mach das"}, []string{"nein"}},
		{"de", "Abendessen mit Vega\nSamstag. Soll ich dann zusagen?", []string{"zusagen"}, nil},
		{"de", "Tür\nSie ist offen. Soll ich sie offen lassen?", []string{"offen lassen"}, nil},
		{"de", "Tür\nSie ist offen. Soll ich sie reparieren lassen?", []string{"reparieren lassen"}, nil},
		{"nl", "Etentje met Vega\nZaterdag. Zal ik maar bevestigen?", []string{"bevestig maar"}, nil},
		{"pl", "Kolacja z Vega\nSobota. Zaprosić Annę?", []string{"zaproś"}, nil},
		{"fr", "Dîner avec Vega\nSamedi. J'appelle Léa ?", []string{"appelle-la"}, nil},
	} {
		o := Options{Language: tt.lang, Mail: true, Shown: Shown{About: []string{"", "", tt.prompt}}}
		for want, texts := range map[Verdict][]string{Grant: tt.grants, Deny: tt.denials} {
			for _, text := range texts {
				if got := Parse(text, o).Verdict; got != want {
					t.Errorf("%q to %q is %v", text, tt.prompt, got)
				}
			}
		}
	}
}
