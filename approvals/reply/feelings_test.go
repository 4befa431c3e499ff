package reply

import "testing"

// TestFeelings: what people feel about a yes, who will be glad and worn faces say nothing of what is asked; what denies, limits or asks
// for something in the same words is read.
func TestFeelings(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt string
		grant, deny  []string
		asked        []string
	}{
		{
			"en", "Order the tulips?\n€45.",
			[]string{"Yes, order them. She will be delighted.", "Yes. My mum will love it.", "yes she'll be thrilled", "Yes please, finally!", "yes unfortunately", "yes quickly", "Yes, order them. Such a shame.", "Yes, order them. Mum and Dad will be so happy.", "Yes, go ahead. Thank you for minding it for me.", "Yes, order them. Thanks for reminding me.", "Yes, order them. High time.", "yes, order them 😭", "Yes, good luck to him.", "Yes and bless her heart ❤️", "Yes, order them. I'm so happy."},
			[]string{"no lol", "no 😂", "No haha", "haha no. too heavy", "haha no, too old"},
			[]string{"Yes, order them. She will not be delighted.", "Yes, order them. Nobody will be happy.", "Yes, order them. Only Anna will be happy.", "Yes, order them. She will be happy with half.", "Yes, order them. She will be happy tomorrow.", "Yes, order them. Will she be happy?", "Yes, order them. She will be happy?", "Yes, order them. Ask Anna will be happy.", "Yes, order them. Half will be happy.", "Yes, order them. The other one will be happy.", "Yes, order them. Tom will be happy to pay.", "She will be delighted.", "Finally.", "Such a pity.", "Yes, shame on you.", "yes lol", "yes 😭", "yes 😡", "ok, thanks for reminding me", "Yes. She will be happy if you order roses.", "Yes, order them. I will be happy when it is done.", "Yes, what a pity, half would do.", "yes 😭 no", "Yes, a pity about the roses.", "Yes. the blue one will love it", "Yes. a bigger one will be happy", "Yes. undo will love it", "Yes. most will love it"},
		},
		{
			"de", "Tulpen bestellen?\n45 €.",
			[]string{"Ja, bitte bestellen. Sie wird sich freuen.", "Ja, bestell sie, Mama freut sich bestimmt.", "ja leider", "ja endlich", "ja bitte schnell", "Ja, bitte bestellen. Wurde auch Zeit.", "Ja, bestellen. Danke, dass du daran denkst.", "Ja, da freut sich Oma.", "Ja, bestell sie. Ich freue mich sehr."},
			[]string{"nein lol"},
			[]string{"Ja, leider nicht.", "Leider.", "Ja, schade um die Rosen, die wären schöner.", "Ja, sie würde sich über Rosen freuen.", "Ja, keiner freut sich.", "Ja, sie freut sich mehr über Rosen.", "Ja, freut sie sich?", "Ja, höchste Zeit für Rosen.", "Ja so schnell", "Ja, schade um die Rosen."},
		},
		{
			"fr", "Commander les tulipes ?\n45 €.",
			[]string{"Oui commandez-les, elle va être contente! Merci beaucoup.", "OUI vite", "Oui, commande. Il était temps.", "Oui, ça va faire plaisir à Maman.", "Oui, commandez. Dommage."},
			[]string{"non mdr"},
			[]string{"Oui, enfin non.", "oui, merci de me rappeler", "Oui, tant pis pour Paul", "Oui. arrête va être content", "Oui enfin bon.", "Oui, elle ne va pas être contente.", "Oui, tant pis.  Ou des roses.", "Oui, elle sera contente avec la moitié.", "Tant pis."},
		},
		{
			"it", "Ordinare i tulipani?\n45 €.",
			[]string{"Sì, ordinali. Sarà contenta.", "Sì, ordinali, la mamma sarà felice.", "Sì, finalmente!", "Sì, ordinali. Era ora."},
			nil,
			[]string{"Sì, nessuno sarà contento.", "Sì, sarà contenta con la metà.", "Sì, peccato, meglio le rose.", "Era ora."},
		},
		{
			"es", "¿Pedir los tulipanes?\n45 €.",
			[]string{"Sí, pídelos. Se va a poner contenta.", "Sí, pídelos, la abuela se alegrará mucho.", "Sí, por supuesto. Que le vaya muy bien.", "Sí, pídelos. Ya era hora.", "Sí, pídelos. Qué pena.", "Síii 🤍"},
			nil,
			[]string{"Sí, pídelos. Nadie se va a alegrar.", "si se va a alegrar", "Sí, qué pena, mejor rosas.", "Sí, estará.", "si finalmente, Ana se va a alegrar", "Sí. para se va a alegrar"},
		},
		{
			"pt", "Encomendar as tulipas?\n45 €.",
			[]string{"Sim, encomende. A mãe vai ficar feliz.", "Sim, encomenda. Ela vai adorar.", "sim, até que enfim", "Sim, encomende. Já era hora.", "Sim, encomende. Que pena."},
			nil,
			[]string{"Sim, ela não vai gostar.", "Sim, só a mãe vai gostar.", "ok obrigado por lembrar", "Vai adorar."},
		},
		{
			"nl", "Tulpen bestellen?\n€ 45.",
			[]string{"Ja, bestel maar. Ze zal blij zijn.", "ja bestel maar wordt tijd ook", "Ja, eindelijk!", "Ja, bestel maar. Mama wordt er blij van.", "ja helaas"},
			nil,
			[]string{"Ja, niemand wordt er blij van.", "Ja, ze zal blij zijn met de helft.", "Jammer.", "Ja, jammer, liever rozen."},
		},
		{
			"pl", "Zamówić tulipany?\n45 zł.",
			[]string{"Tak, bardzo proszę zamówić, Jadzia się ucieszy.", "tak niestety 😅", "Tak, najwyższy czas.", "Tak, proszę zamówić. Będą zadowoleni.", "Tak, zamów. Szkoda.", "oczywiście, że tak. Bardzo się cieszę."},
			nil,
			[]string{"Tak trudno.", "tak szkoda pieniędzy", "Tak, nikt się nie ucieszy.", "Tak, ucieszy się z róż.", "Tak, Jadzia się ucieszy jak będą róże.", "Tak. czy się ucieszy", "Tak, który się ucieszy"},
		},
		{"en", "Send the cake to Tom on Friday?\nA large one.", []string{"Yes. He will love it", "Yes, Tom will love it"}, nil, []string{"Yes. Anna will love it"}},
		{"de", "Den Kuchen an Tom schicken?\nEinen großen.", []string{"Ja. da freut sich Tom"}, nil, []string{"Ja. da freut sich Anna"}},
		{"de", "Den Termin mit Herrn Albrecht auf Dienstag legen?\n10 Uhr.", nil, nil, []string{"Genehmigt. Herr Albert freut sich."}},
		{"en", "Cancel mum's birthday party?\nSunday.", nil, nil, []string{"Yes, lovely, mum will love it"}},
		{"fr", "Licencier Tom ?\nDemain.", nil, nil, []string{"Oui. Tom va être content"}},
		{"pl", "Wysłać kartkę do Jadwigi?\nImieniny.", []string{"Tak, proszę wysłać, Jadzia się ucieszy."}, nil, []string{"Tak, proszę wysłać, Ania się ucieszy."}},
		{"de", "Das Treffen nicht absagen?\nMittwoch.", []string{"Ja, leider."}, nil, []string{"leider absagen"}},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.deny, tt.asked)
	}
}
