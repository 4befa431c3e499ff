package reply

import "testing"

// TestNotNeeded: what is not needed may be what is to go.
func TestNotNeeded(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt  string
		denies, asked []string
	}{
		{"de", "Kann der alte Schrank weg?\nKeller.", []string{"nein, brauchen wir noch"}, []string{"brauch ma ned", "den brauchen wir nicht mehr"}},
		{"pt", "Doar a roupa velha?\nDois sacos.", []string{"não, preciso dela"}, []string{"não preciso dela"}},
		{"pt", "Comprar a mesa?\n80 €.", []string{"não preciso dela"}, nil},
		{"en", "Sell the car?\n£900.", []string{"no need to sell it"}, []string{"we don't need it"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, nil, tt.denies, tt.asked)
	}
}

// TestFavours: a favour is one only if it is the deed that is asked.
func TestFavours(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt string
		grant, asked []string
	}{
		{"es", "¿Cancelar la cita?\nMartes.", []string{"sea tan amable de cancelarla", "haga el favor de cancelar"}, []string{"sea tan amable de pagarla", "haga el favor de pagarla", "sea tan amable de no pagar"}},
		{"it", "Disdire l'appuntamento?\nMartedì.", []string{"mi faccia il favore di disdirlo"}, []string{"mi faccia il favore di pagarla"}},
		{"pt", "Pagar a fatura?\n30 €.", []string{"Sim, faça o favor de pagar"}, []string{"faça o favor de devolver"}},
		{"fr", "Payer la facture ?\n30 €.", []string{"ayez la gentillesse de la payer"}, []string{"ayez la gentillesse de la rendre"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, nil, tt.asked)
	}
}
