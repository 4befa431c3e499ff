package reply

import "testing"

// TestUrges: what urges on beside an order is left out; with a no, or where the prompt has the word, it stays.
func TestUrges(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt         string
		grant, denies, asked []string
	}{
		{"en", "Pay the bill?\n£30.", []string{"come on, pay it", "pay it, go on", "go on, pay it!"}, nil, []string{"come on", "come on, no", "come on, pay half", "come on, Tom pays it"}},
		{"de", "Rechnung bezahlen?\n30 €.", []string{"komm, bezahl sie", "na los, bezahl sie", "bezahl sie, komm"}, nil, []string{"komm", "los", "komm, bezahl sie morgen", "komm nicht, bezahl sie"}},
		{"fr", "Payer la facture ?\n30 €.", []string{"paye-la, allez", "bon allez, paye-la", "paye-la, va"}, nil, []string{"allez, paye la moitié"}},
		{"it", "Pagare la bolletta?\n30 €.", []string{"su, pagala", "pagala và", "e dai pagala"}, nil, []string{"su", "su, pagala domani"}},
		{"es", "¿Pagar la factura?\n30 €.", []string{"anda, págala", "págala, anda", "venga, págala"}, nil, []string{"anda, págala el lunes", "anda ya"}},
		{"es", "¿Andar con el perro?\nUna hora.", nil, nil, []string{"anda, que llueve"}},
		{"pt", "Pagar a conta?\n30 €.", []string{"paga, vá", "vá, paga", "isso, paga"}, nil, []string{"isso", "vá", "não vá", "isso, paga metade"}},
		{"nl", "De rekening betalen?\n€ 30.", []string{"kom, betaal maar", "betaal maar, hup", "vooruit, betaal maar"}, nil, []string{"kom", "kom, betaal de helft"}},
		{"pl", "Zapłacić rachunek?\n30 zł.", []string{"dawaj, zapłać"}, nil, []string{"no, zapłać połowę"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.denies, tt.asked)
	}
}

// TestOfHim: a pronoun of the prompt's thing is no person in Brazil.
func TestOfHim(t *testing.T) {
	for _, tt := range []struct {
		prompt       string
		grant, asked []string
	}{
		{"Pagar a conta de luz?\nR$ 80.", []string{"paga ela", "sim, paga ela"}, []string{"paga ele", "ela paga", "paga ela amanhã"}},
		{"Apagar as fotos repetidas?\n80 fotos.", []string{"apaga elas", "pode apagar elas"}, []string{"apaga ela", "apaga eles"}},
		{"Apagar o arquivo e a pasta?\nAntigos.", nil, []string{"apaga ele", "apaga ela"}},
		{"Enviar a proposta ao cliente?\nHoje.", nil, []string{"envia ela pra mim"}},
		{"Pagar a fatura?\n30 €.", nil, []string{"devolve ela"}},
		{"Bloquear a Zuleika?\nConta 3.", nil, []string{"bloqueia ele"}},
		{"Avisar a mãe?\nSobre o jantar.", []string{"avisa ela"}, []string{"avisa ele"}},
	} {
		decides(t, Options{Language: "pt", Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, nil, tt.asked)
	}
}

// TestBySound: words of the asked deed that are written as they sound.
func TestBySound(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt         string
		grant, denies, asked []string
	}{
		{"es", "¿Borrar las fotos?\n40 fotos.", []string{"vorralas", "sí, vorralas"}, []string{"no las vorres"}, []string{"vorra la mitad", "vorralas mañana"}},
		{"es", "¿Avisar a Pilar de que ya está en casa?\nUn mensaje.", []string{"si abisala"}, nil, []string{"abisa a Tomás"}},
		{"es", "¿Votar a favor?\nActa 3.", nil, nil, []string{"casa", "bótala", "bota la mitad"}},
		{"pt", "Fechar a conta?\nNo fim do mês.", []string{"pode fexar"}, []string{"nao fexa"}, []string{"fexa amanha"}},
		{"de", "Fotos löschen?\n40 Fotos.", nil, nil, []string{"lösh die Hälfte"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.denies, tt.asked)
	}
	for l, pairs := range map[int][][2]string{
		esAt: {{"vajala", "bajala"}, {"yamalo", "llamalo"}, {"embialo", "envialo"}, {"asepta", "acepta"}, {"kitalas", "quitalas"}, {"abrela", "habrela"}, {"debuelvelo", "devuelvelo"}},
		ptAt: {{"fexa", "fecha"}, {"assende", "acende"}, {"almenta", "aumenta"}, {"enstala", "instala"}, {"rezerva", "reserva"}, {"conpra", "compra"}},
	} {
		for _, w := range pairs {
			if soundOf(w[0], l) != soundOf(w[1], l) {
				t.Errorf("%q and %q sound %q and %q", w[0], w[1], soundOf(w[0], l), soundOf(w[1], l))
			}
		}
	}
	for _, w := range [][2]string{{"paga", "apaga"}, {"abre", "abri"}, {"cierra", "cerro"}, {"sube", "saca"}} {
		if soundOf(w[0], esAt) == soundOf(w[1], esAt) {
			t.Errorf("%q sounds like %q", w[0], w[1])
		}
	}
}
