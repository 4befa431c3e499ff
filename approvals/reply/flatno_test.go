package reply

import "testing"

// TestFlatNo: behind a plain no a sentence that only tells is its reason, in whatever words; one that chooses, limits, puts off, permits,
// agrees, hands over, orders or tells the contrary is none.
func TestFlatNo(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt string
		deny, asked  []string
	}{
		{
			"en", "Order a new printer?\nHP LaserJet, $219.",
			[]string{"No, nobody prints on paper.", "no!! I listen to it every night", "No. He no longer lives here.", "No. He no longer works for us.", "No, it is one of those scams.", "No, the damp gets into it every winter."},
			[]string{"No, the other one.", "no, nobody but Tom prints", "No, ask Tom.", "no, only the toner", "No, I mean yes", "No, you're right", "No, it's fine", "No, that's fine, order it", "no, tomorrow", "No, first the toner", "no, two of them", "No, Tom can order it", "no problem", "No, do you think we need it?", "No, if it is dear", "No, order the small one", "No. Hang on", "No. I misunderstood", "No, that depends", "No. My boss approved it", "No. Lisa deals with printers"},
		},
		{
			"de", "Neuen Drucker bestellen?\nHP, 219 €.",
			[]string{"nein, hab den alten sauber gekriegt", "nein, das verbietet uns die Hausverwaltung", "nein, den kriege ich ja von Ole"},
			[]string{"nein, lieber den anderen", "nein, erst im Mai", "nein, frag Tom", "Nein, passt schon", "Nein, so passt das", "nein, nur den Toner", "nein, äh ja", "nein also ja", "Nein, vorerst", "nein, bestell den kleinen", "nein, hab mich vertan", "nein, bin nicht zuständig", "nein, das kommt drauf an"},
		},
		{
			"fr", "Commander une imprimante ?\nHP, 219 €.",
			[]string{"Non, le grenier en est plein"},
			[]string{"non, demande à Tom", "Non, c'est bon", "Non, faites-moi d'abord relire le devis", "non, seulement le toner", "non, c'est possible", "Non, ça dépend", "non, Lise gère ça"},
		},
		{
			"it", "Ordinare una stampante?\nHP, 219 €.",
			[]string{"No, è un furto.", "no, ho la febbre e sto a letto"},
			[]string{"no, chiedi a Tom", "no, va bene", "no, solo il toner", "no, prima il preventivo"},
		},
		{
			"es", "¿Pedir una impresora?\nHP, 219 €.",
			[]string{"No, es un abuso."},
			[]string{"No, mejor la otra", "no, pregunta a Tom", "no, primero mándame la factura", "no, sólo el tóner", "no, qué va a ser", "no, hablaba de la secadora", "no, se encarga Tom"},
		},
		{
			"pt", "Encomendar uma impressora?\nHP, 219 €.",
			[]string{"Não, é um roubo."},
			[]string{"Não, antes a outra", "não, pergunta ao Tom", "Não, primeiro mande-me o orçamento", "não, só o toner", "não, estou a brincar", "não, ele pode"},
		},
		{
			"nl", "Printer bestellen?\nHP, € 219.",
			[]string{"Nee, mijn zwager komt zondagavond met zijn oude.", "Nee, die plek staat vol dozen"},
			[]string{"Nee, liever de andere", "nee, vraag Tom", "nee, alleen de toner", "nee hoor, prima", "Nee, eerst de offerte"},
		},
		{
			"pl", "Zamówić drukarkę?\nHP, 219 zł.",
			[]string{"Nie, mąż dzwonił do serwisu i działa"},
			[]string{"Nie, raczej tę drugą", "nie, zapytaj Tomka", "nie, tylko toner", "nie, Lidka to ogarnia", "nie, to zależy", "nie, dobrze jest", "nie, najpierw oferta"},
		},
		{"es", "¿Mover la reunión al viernes?\nDel jueves a las 8.", nil, []string{"no, se queda el viernes"}},
		{"en", "Cancel the taxi for the Olmedos?\n£40.", nil, []string{"no, they already have a lift", "no, they are not coming"}},
		{"it", "Tenere l'abbonamento?\nDal 1° luglio.", nil, []string{"no, lo mantengo"}},
		{"pl", "Zamówić lunch dla zespołu?\nPięć zestawów. Czy ktoś jest uczulony na orzechy?", nil, []string{"nie, nikt nie jest"}},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, nil, tt.deny, tt.asked)
	}
}
