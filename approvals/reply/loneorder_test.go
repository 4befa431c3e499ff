package reply

import "testing"

// TestLoneOrder: one word that orders what is asked with its own verb is a yes, though somebody else does the same; with anybody or
// anything beside it, a second deed or a word that says alone to wait or to leave, it is none.
func TestLoneOrder(t *testing.T) {
	for _, c := range []struct {
		language, prompt string
		grant, ask       []string
	}{
		{"it", "Chiamare il corriere?\nRitiro alle 16.", []string{"chiama", "Chiama!", "chiama chiama", "chiamaaa", "chiama 👍", "chiama, grazie"}, []string{"si chiama", "chiama Ivan", "chiama lui", "chiama domani", "chiama?", "non chiama", "chiama e paga", "chiama chi vuoi"}},
		{"it", "Chiamo il corriere?\nRitiro alle 16.", []string{"chiama"}, []string{"lo chiama"}},
		{"es", "¿Llamar al técnico?\nHoy.", []string{"llama", "llama llama", "llama, gracias"}, []string{"llama Ana", "ya llama", "llama a Ana", "llama mañana"}},
		{"pt", "Botar crédito no bilhete?\nR$ 30.", []string{"bota", "bota sim", "bota por favor"}, []string{"bota amanhã", "bota 50", "ele bota"}},
		{"pt", "Botar crédito no bilhete\nR$ 30.", nil, []string{"bota"}},
		{"it", "Confermare la visita?\nMartedì.", nil, []string{"conferma"}},
		{"pt", "Não ligar a bomba?\nPor 3 horas.", nil, []string{"liga"}},
		{"pt", "Chamar o guincho ou o Zé?\nHoje.", nil, []string{"chama"}},
		{"pt", "Chamar o guincho\nHoje. Pago o Zé?", nil, []string{"chama"}},
		{"es", "¿Esperar a Juan?\nHoy.", nil, []string{"espera"}},
		{"pt", "Chamar e pagar o Zé?\nHoje.", nil, []string{"chama"}},
	} {
		decides(t, Options{Language: c.language, Shown: Shown{About: []string{"", "", c.prompt}, By: "Eve"}}, c.grant, nil, c.ask)
	}
}
