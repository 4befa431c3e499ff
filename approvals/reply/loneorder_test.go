package reply

import "testing"

// TestLoneOrder: an order of the verb that is asked, alone or with what says nothing, is a yes whatever verb it is.
func TestLoneOrder(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt   string
		granted, asked []string
	}{
		{
			"it", "Chiamare il medico?\nDott. Rossi, 50 €.",
			[]string{"chiama", "Chiama!", "chiamate", "chiama chiama", "chiamaaa", "chiama sì", "sì chiama", "ok chiama", "chiama pure, grazie", "chiama Eve", "dai chiama", "chiamare"},
			[]string{"chiama Ivan", "chiama lui", "chiama domani", "chiama tu", "se chiama", "lui chiama", "si chiama", "chiamò", "chiamerà", "chiamo", "chiamano", "non so, chiama", "chiama il fabbro", "chiama e paga", "ma chiama", "chiama più tardi", "chiama solo se serve", "manda", "già chiama"},
		},
		{"it", "Trinciare le ramaglie?\nDomani, 40 €.", []string{"trincia", "trinciate"}, []string{"trincia la siepe", "trancia"}},
		{"it", "Chiamare l'idraulico?\nL'idraulico chiama di solito prima.", nil, []string{"chiama"}},
		{"it", "Non chiamare il medico?\nSta meglio.", nil, []string{"chiama"}},
		{"it", "Chiamare o scrivere al medico?\n", nil, []string{"chiama"}},
		{"it", "Pagare la fattura di Vega\nScade oggi. Chiamo Vega?", nil, []string{"chiama"}},
		{"it", "Pagare la fattura\nScade oggi. Rinnovo?", nil, []string{"rinnova"}},
		{"it", "Chiamare il medico?\nTi ricordo il vaccino?", nil, []string{"chiama"}},
		{"it", "Aspettare Ivan?\nArriva alle 9.", nil, []string{"aspetta"}},
		{"it", "Lasciare le chiavi al portiere?\nFino a lunedì.", nil, []string{"lascia"}},
		{"it", "Call the doctor?\n50 €.", nil, []string{"chiama e paga"}},
		{"it", "Chiamo il corriere per le campionature?\nRitiro alle 16, 22 €.", []string{"chiama", "chiami"}, []string{"si chiama", "chiama la ditta"}},
		{"it", "Confermare la ceretta\nSabato 12.30 da Estetica Luna. Confermo?", []string{"confermaaa", "conferma"}, []string{"conferma Luna"}},
		{"pt", "Chamar o Uber?\nAté o Marco Zero, R$ 19.", []string{"chama", "chama po", "chama aí", "chame", "sim chama"}, []string{"chama amanhã", "chamou", "chama a Bia", "já chama", "chama um táxi", "não sei, chama"}},
		{"pt", "Ligar a bomba do poço?\nPor 3 horas.", []string{"Liga", "liga sim", "liga por favor"}, []string{"liga amanhã", "desliga", "liga a luz", "liga pro João", "se liga", "quem liga"}},
		{"pt", "Botar crédito no bilhete?\nR$ 30.", []string{"bota", "bote"}, []string{"bota 20", "bota no outro"}},
		{"pt", "Reiniciar o worker de rotas?\nFila com 1.800 itens parados.", nil, []string{"reinicia", "reinicia sozinho", "ele reinicia", "reiniciou"}},
		{"pt", "Cordeiro\nMeio cordeiro ao Sr. Chico para a Páscoa. Encomendo?", []string{"Encomende Eve", "encomenda"}, []string{"encomende dois", "encomende a outro", "encomendei"}},
		{"it", "Confermare la visita?\nMartedì.", nil, []string{"conferma"}},
		{"it", "Chiamare il medico e trinciare la siepe?\nDomani.", nil, []string{"chiama", "trincia"}},
		{"it", "Chiamare il medico?\nÈ urgente. Chiamo anche Ivan?", nil, []string{"chiama"}},
		{"it", "Chiamare il medico", nil, []string{"chiama"}},
		{"pt", "Abrir o portão: Técnico da internet.", []string{"abre", "abra"}, []string{"abre a loja"}},
		{"pt", "Abrir a loja e chamar a Bia?\nSábado.", nil, []string{"chama", "abre"}},
		{"es", "¿Llamo al técnico?\n50 €.", []string{"llama", "llame", "llamá", "llama nomás"}, []string{"llamé", "llamó", "llama a Ivan", "llama mañana", "ya llama", "se llama", "llama él"}},
		{"es", "Botar crédito no bilhete?\nR$ 30.", nil, []string{"bota"}},
		{"fr", "Gauler les noix ?\nSamedi, 40 €.", []string{"gaule", "gaulez"}, []string{"gaulé", "gaule demain"}},
	} {
		o := Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}
		decides(t, o, tt.granted, nil, tt.asked)
	}
	if r := Parse("chiama", Options{Language: "it", Shown: Shown{About: []string{"", "", "Chiamare il medico?\nDott. Rossi."}}}); r.Strong {
		t.Error("an order alone is strong")
	}
}
