package reply

import "testing"

// plainYes are answers to one prompt: those that are a yes to it, and those that are asked about.
type plainYes struct {
	lang, prompt string
	grant, asked []string
}

func testPlainYes(t *testing.T, all []plainYes) {
	t.Helper()
	for _, tt := range all {
		o := Options{Language: tt.lang, Shown: Shown{About: []string{tt.prompt}, By: "Eve"}}
		for v, texts := range map[Verdict][]string{Grant: tt.grant, None: tt.asked} {
			for _, text := range texts {
				if got := Parse(text, o).Verdict; got != v {
					t.Errorf("%q to %q: %v, want %v", text, tt.prompt, got, v)
				}
			}
		}
	}
}

// TestBegging: who begs for it behind a yes, and blessings, change nothing.
func TestBegging(t *testing.T) {
	testPlainYes(t, []plainYes{
		{
			"en", "Decline the meeting?\n2 hours.",
			[]string{"yes, I beg you", "yes please, I'm begging you"},
			[]string{"I beg you", "yes, I beg your pardon", "yes, I beg you not to", "yes, I beg to differ", "yes, I beg you, wait", "yes, I beg you tomorrow"},
		},
		{"de", "Die Sitzung absagen?\n2 Stunden.", []string{"ja, ich flehe dich an", "Ja, bitte absagen. Ich flehe Sie an."}, []string{"ja, ich flehe dich an, warte", "ja, ich bitte dich", "ich flehe dich an"}},
		{"fr", "Décliner la réunion ?\n2 heures.", []string{"oui, je t'en supplie", "Oui, que Dieu vous bénisse"}, []string{"oui, je t'en prie, non", "je t'en supplie", "oui, je t'en supplie, attends"}},
		{"it", "Rifiutare la riunione?\n2 ore.", []string{"sì, ti prego", "sì, ti supplico"}, []string{"ti prego", "sì, ti prego di no", "sì, ti prego di aspettare", "no ma ti prego sì"}},
		{"es", "¿Rechazar la reunión?\n2 horas.", []string{"sí, te lo ruego", "Sí, por favor. Dios se lo pague."}, []string{"sí, te lo ruego, mañana", "te lo ruego"}},
		{"pt", "Recusar a reunião?\n2 horas.", []string{"sim, eu te imploro", "Sim, por favor. Deus lhe pague."}, []string{"imploro", "sim, imploro que espere"}},
		{"pt", "Pagar a multa?\n€ 30.", nil, []string{"Deus lhe pague", "Sim, Deus que pague", "Sim, ele que lhe pague"}},
		{"es", "¿Pagar la multa?\n30 €.", nil, []string{"Sí, que se lo pague Juan", "Sí, que Juan se lo pague"}},
		{"nl", "De vergadering afzeggen?\n2 uur.", []string{"ja, ik smeek je", "Ja graag, God zegene u"}, []string{"ja, ik smeek je, wacht", "ik smeek je"}},
		{"pl", "Odwołać spotkanie?\n2 godziny.", []string{"tak, błagam", "tak, blagam"}, []string{"błagam", "tak, błagam nie", "tak, błagam jutro"}},
		{"pl", "Register you for the parish trip?\n15 June.", []string{"Tak, proszę mnie zapisać. Bóg zapłać."}, []string{"Tak, proszę mnie zapisać jutro. Bóg zapłać.", "Bóg zapłać."}},
	})
}

// TestBothDone: that all is to be done as it is said is a yes to two deeds, unless the verb is that of one of them, or a particle makes
// another of it.
func TestBothDone(t *testing.T) {
	testPlainYes(t, []plainYes{
		{
			"de", "Die Praxis schließen und aushängen?\nFreitag.",
			[]string{"Ja, so machen wir das.", "Ja, machen wir so.", "Ja, mach das so.", "Ja, machen Sie das."},
			[]string{"Ja, mach zu.", "Ja, machen wir die Praxis zu.", "Ja, so machen wir das nicht.", "Ja, das machen wir morgen.", "Ja, hängen Sie es aus.", "Ja, das mache ich selbst.", "Ja, mach das eine."},
		},
		{"fr", "Fermer le cabinet et afficher ?\nVendredi.", []string{"Oui, faisons comme ça.", "Oui, faites."}, []string{"Oui, fais la première chose.", "Oui, fais la moitié.", "Oui, fais une affiche.", "Oui, affichez."}},
		{"es", "¿Cerrar la consulta y avisar a los pacientes?\nViernes.", []string{"Sí, hagámoslo así.", "Sí, hazlo."}, []string{"Sí, haz el aviso.", "Sí, hazlo mañana.", "Sí, avísales."}},
		{"it", "Chiudere lo studio e avvisare i pazienti?\nVenerdì.", []string{"Sì, fallo.", "Sì, fai così."}, []string{"Sì, fai l'avviso.", "Sì, fai tu.", "Sì, avvisali."}},
		{"pt", "Fechar a clínica e avisar os pacientes?\nSexta.", []string{"Sim, faça isso."}, []string{"Sim, faça o aviso.", "Sim, avise-os."}},
	})
}

// TestAtEase: a deed is done at ease, a thing is sent away and nobody is, the pronouns of a prompt name nothing else, and the roll on
// which something is published is no "or".
func TestAtEase(t *testing.T) {
	testPlainYes(t, []plainYes{
		{"pt", "Enviar as fotos à universidade?\n63.", nil, []string{"à vontade", "Sim, só se estiver à vontade", "Sim, envia à vontade as do João"}},
		{"pt", "Deixar as fotos na universidade?\n63.", nil, []string{"Sim, deixa à vontade"}},
		{"es", "¿Enviar las fotos?\n63.", nil, []string{"con toda tranquilidad"}},
		{"de", "Angebot an Familie Reitbauer schicken?\n18.940 Euro.", []string{"Ja passt schickens es weg", "Ja schickens weg", "Ja, schick's weg"}, []string{"Ja, schick es zurück", "Ja, schicken Sie es zurück"}},
		{"de", "Den Techniker schicken?\nFreitag.", nil, []string{"Ja, schick ihn weg", "Ja, schicken Sie ihn weg", "Ja schickens ihn weg"}},
		{"en", "Put the names into the newsletter?\nFour names, as you dictated them on Sunday.", []string{"Yes, put them in."}, []string{"Yes, put them out.", "Yes, put two in.", "Yes, put Sunday in."}},
		{"it", "Pubblicare la delibera n. 34 all'albo pretorio?\n15 giorni.", []string{"sì, si proceda con la pubblicazione.", "sì, autorizzo la pubblicazione"}, []string{"sì, si proceda con la correzione", "sì, pubblicare la 35", "sì, si proceda dopo la pubblicazione"}},
		{"pl", "Wysłać list albo paczkę?\n", nil, []string{"Tak, wyślij list."}},
		{"fr", "Commander des bottes pour Erwan ?\n39 €.", []string{"Oui"}, []string{"ça ira", "oui ça ira demain", "oui ça ira mieux avec du 35"}},
	})
}

// TestAsTheySay: verbs and forms of speech of a country behind a yes.
func TestAsTheySay(t *testing.T) {
	testPlainYes(t, []plainYes{
		{"pt", "Colocar o alarme pras 4h50?\nAmanhã.", []string{"blz bota", "beleza, pode botar", "sim, bota"}, []string{"bota", "sim bota fora", "sim, bota pras 5h", "sim, bota dois"}},
		{"es", "Run the nightly job again?\nFailed at 02:14.", []string{"si corre nomas", "sí, córrelo nomás"}, []string{"si corre", "si corre bien", "si corre solo", "ya corre", "si no corre nomas", "si corre nomas avisa", "sí, corre el de ayer"}},
		{"pl", "Kupić bilety na mecz?\n80 zł.", []string{"no pewnie ze tak", "no oczywiście że tak"}, []string{"no pewnie że tak, ale jutro"}},
		{"de", "Ruedi schreiben, dass die Fahrt ausfällt?\n16 Uhr.", []string{"Jo schrib em", "Ja schreib em"}, []string{"Jo schrib em morgen", "Jo schrib em Chef"}},
		{"it", "Pagare la multa?\n41 €.", []string{"si paga va là", "sì paga va la"}, []string{"ma va là", "sì va là", "sì, va là paga tu"}},
		{"en", "Pay the parking fine?\n£30.", []string{"Aye pay the thing 😡", "yes, pay it 😡"}, []string{"yes 😡", "yes of course 😡", "yes pay it 🤡", "yes pay it 🙄"}},
		{"es", "¿Aprobar las horas extras?\n6.", []string{"sí, las horas extras quedan aprobadas"}, []string{"sí, las de Juan quedan aprobadas", "sí, las horas extras quedan pendientes"}},
		{"pt", "Aprovar as horas extras?\n6.", []string{"sim, as horas extras estão aprovadas"}, []string{"sim, as horas extras ficam pendentes"}},
		{"de", "Freigabe der Überstunden von Frau Stadler?\nJanuar.", []string{"ja, die Überstunden sind genehmigt.", "Ja, Freigabe erteilt."}, []string{"ja, die Überstunden von Tom sind genehmigt", "ja, der Urlaub ist genehmigt", "sind die Überstunden genehmigt", "ja, die Hälfte der Überstunden ist genehmigt"}},
	})
}
