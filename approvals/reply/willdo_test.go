package reply

import "testing"

// TestWillDo: behind a yes, that it is wanted, will do or is good so is the yes once more; what is to be changed or called off may be so as it
// is, and what says more than that is asked about.
func TestWillDo(t *testing.T) {
	testPlainYes(t, []plainYes{
		{
			"en", "Order the boots?\n€39.",
			[]string{"Yes I'd like that", "Yes, it will be fine", "Yes, perfect as it is", "Yes, fine like that. Thanks", "yes I want that"},
			[]string{"Yes I want that one", "Yes I want that, but in 35", "I want that", "Yes, it'll be fine without", "Yes, it'll do without them", "Yes, it'll be fine if it is cheaper", "Yes, it will be fine tomorrow", "I'd like that", "Yes, not perfect like that"},
		},
		{"en", "Rewrite the letter?\n", nil, []string{"Yes, perfect as it is", "Yes, it will be fine"}},
		{
			"pt", "Comprar os bilhetes?\n€ 39.",
			[]string{"Quero sim", "Quero sim, pode comprar", "Sim, quero", "Quero, pode comprar", "Sim, perfeito assim", "Sim, vai ficar bem"},
			[]string{"Quero", "Quero sim o azul", "Quero sim, mas amanhã", "Sim, quero outro", "Sim, quero ver antes", "Quero, espera", "Sim, quero só um", "Quero sim, cancele"},
		},
		{"pt", "Cancelar os bilhetes?\n", nil, []string{"Quero sim", "Sim, quero"}},
		{"pt", "Não renovar o plano?\n", nil, []string{"Quero sim"}},
		{"pt", "Comprar o azul ou o verde?\n", nil, []string{"Quero sim"}},
		{
			"es", "¿Pedir las botas?\n39 €.",
			[]string{"Sí quiero", "Sí, quiero, pídelas", "Sí, irá bien", "Sí, perfecto así"},
			[]string{"Quiero", "si quiero", "Sí, quiero que esperes", "Sí, quiero dos", "si van bien", "Sí, irá bien mañana", "Sí, irá bien si llueve"},
		},
		{
			"fr", "Commander des bottes ?\n39 €.",
			[]string{"Oui ça ira", "Oui, ça ira très bien", "Oui, ça fera l'affaire", "Oui, parfait comme ça."},
			[]string{"ça ira", "Oui, ça ira demain", "Oui, ça ira mieux en 35", "Oui, ça ira, merci", "Oui, je veux du 35", "Oui, parfait comme ça mais en 35", "Oui, pas parfait comme ça"},
		},
		{"fr", "Mettre à jour la liste des clients ?\n3 adresses.", []string{"Oui, parfait comme ça."}, nil},
		{"fr", "Réécrire la lettre ?\n", nil, []string{"Oui, parfait tel quel", "Oui, parfait comme ça"}},
		{"fr", "Annuler la commande ?\n", nil, []string{"Oui ça ira", "Oui, ça ira"}},
		{
			"de", "Die Karten kaufen?\n39 €.",
			[]string{"Ja, will ich", "Ja, möchte ich gern", "Ja, das wird passen", "Ja, gut so"},
			[]string{"Will ich", "Ja, will ich nicht", "Ja, will ich morgen", "Ja, will ich erst sehen", "Ja, das wird teuer", "Ja, wird gehen, aber später"},
		},
		{"de", "Die Karten stornieren?\n", nil, []string{"Ja, das will ich"}},
		{"nl", "De laarzen bestellen?\n€ 39.", []string{"Ja, dat wil ik", "Ja, mooi zo"}, []string{"Ja, wil ik morgen", "Ja, wil ik niet", "Ja, dat wil ik eerst zien"}},
		{"it", "Ordinare gli stivali?\n39 €.", []string{"Sì, andrà bene", "Sì, vanno bene", "Sì, ottimo così"}, []string{"Sì, voglio il 35", "si va bene se costa meno", "Sì, andrà bene domani"}},
		{"pl", "Zamówić buty?\n39 zł.", []string{"Tak, chcę", "Tak, mogą być", "Tak, będzie dobrze"}, []string{"Tak, może być jutro", "Tak, chcę czerwone", "Chcę"}},
	})
}
