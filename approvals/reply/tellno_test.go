package reply

import "testing"

// TestTellsNo: a refusal in so many words, an order to decline or that all stays, and the reason in sentences around it; and texts that look
// like it.
func TestTellsNo(t *testing.T) {
	for _, tt := range []struct {
		lang, request string
		no, none      []string
	}{
		{
			"en", "Accept the job from Mr Hollis?\nTwo days in May, £400.",
			[]string{"We can't accept. The van is in the garage for the next three weeks.", "He never pays on time. Please tell him no.", "Two of the lads are off sick, so please decline it politely.", "Absolutely not. Last year they kept us waiting six weeks.", "Sorry but we cannot accept, the yard is full.", "Tempting, but no. My back is not what it was.", "Thank him for me but no, the yard is full.", "Impossible, the van is in the garage.", "Leave it. My brother in law does that now."},
			[]string{"We can't accept unless he pays first. Tell him that.", "He asks if we can. Tell him yes.", "If he insists, tell him no.", "We can't accept. Ask Tom.", "Tell him no problem.", "He told me to decline it.", "Decline it? The van is in the garage.", "I can't wait. Tell him we'll be there.", "Tell him no later than Friday.", "We can't accept. Do the other one.", "Impossible. He was here yesterday!?", "Tempting, but no rush.", "Thank him for me but not yet."},
		},
		{
			"de", "Auftrag von Bau Steiner annehmen?\nZwölf Türen bis Ende März.",
			[]string{"Das können wir nicht annehmen, bis Ende März sind wir voll.", "Die zahlen schlecht. Bitte freundlich absagen.", "Da müssen wir passen, der Lehrling ist krank.", "Sagen Sie ihm bitte ab, wir haben zwei Baustellen.", "Wir nehmen den Auftrag nicht an. Zu weit weg."},
			[]string{"Absagen auch nicht.", "Bitte absagen oder zusagen", "Erst fragen, dann absagen.", "Wenn er drängt, bitte absagen.", "Da müssen wir passen, aber im April geht es.", "Sag ihm nicht ab.", "Er will absagen.", "bitte absagen"},
		},
		{"de", "Termin mit Frau Lang absagen?\nDienstag 9 Uhr.", nil, []string{"Bitte freundlich absagen, ich bin krank.", "Sagen Sie ihr nein."}},
		{"de", "Termin mit Frau Lang auf Freitag verschieben?", []string{"Sag ihr nein, Freitag ist der Laden zu."}, []string{"Bitte freundlich absagen, ich bin krank.", "Sag ihr ab, ich bin krank."}},
		{
			"it", "Accettare la proposta del signor Conti?\nAffitto del capannone, 700 euro.",
			[]string{"Quest'anno non accettiamo. Il capannone serve a mio fratello.", "Ci vuole tenere i cavalli. Gli dica di no, per favore.", "Devo dire di no, ho già un inquilino.", "La proposta va rifiutata. Settecento euro sono pochi."},
			[]string{"Gli dica di no, meglio 800.", "Se insiste gli dica di no.", "Gli dica di non preoccuparsi.", "Non accettiamo altro che contanti.", "Dica di no a Rossi, non a Conti.", "Forse. Gli dica di no per ora.", "non accetta"},
		},
		{
			"es", "¿Aceptar la visita del representante?\nEl jueves a las 10.",
			[]string{"Dígale que no, estamos de inventario.", "Este año no aceptamos. Gracias.", "Ya nos surte mi cuñado. Dile que no, por favor.", "Fíjese que no, el jueves estoy en la bodega."},
			[]string{"Dígale que no hay problema.", "Dígale que no se preocupe, que venga.", "Si viene con precios nuevos, sí; si no, dígale que no.", "Dile que no, mejor el viernes.", "Dígale que no a las 10.", "no acepta"},
		},
		{
			"fr", "Prendre une nouvelle patiente à Libin ?\nPansement, deux fois par jour.",
			[]string{"Je fais déjà 140 km par jour. Il faut leur dire non.", "Hors de question, je suis seule en juillet.", "Nous ne prenons plus personne. Merci de décliner.", "C'est trop loin, dis-leur non s'il te plaît."},
			[]string{"Dis-leur non seulement pour juillet.", "S'ils insistent, dis-leur non.", "Dis-leur que non, plutôt en août.", "Il ne faut pas leur dire non.", "Ils vont décliner.", "Dis-leur non, enfin si, vas-y."},
		},
		{
			"pt", "Alugar o camião pequeno ao senhor Lopes?\nUma semana.",
			[]string{"O carro só sai com motorista meu. Diga-lhe que não.", "Não compensa, o gasóleo está caro.", "Este ano não alugamos. Obrigado."},
			[]string{"Diga-lhe que não há problema.", "Vinte dias de cada vez, mais não", "Se ele insistir diga-lhe que não.", "Diga-lhe que não, melhor duas semanas."},
		},
		{
			"nl", "De groep van 40 studenten aannemen?\nWeekend van 6 juni.",
			[]string{"Veertig studenten is te veel lawaai. Wijs ze maar vriendelijk af.", "Bedankt, maar daar beginnen wij niet aan.", "Dit jaar nemen we geen groepen. Zeg ze maar af.", "Dat gaat niet lukken, we zitten vol."},
			[]string{"Wijs ze niet af.", "Als ze met de bus komen, wijs ze dan af.", "Zeg ze maar af of toe.", "Dat gaat niet lukken, wel in juli.", "zeg af"},
		},
		{
			"pl", "Przyjąć zlecenie w Gnieźnie?\nPęknięta rura.",
			[]string{"Nie dam rady, od rana jestem na nogach.", "Mamy już trzy budowy. Proszę odmówić.", "Rezygnuję, za daleko.", "W tym roku nie przyjmujemy. Dziękuję.", "Odmów im uprzejmie, auto stoi w warsztacie."},
			[]string{"Jeśli to w nocy, proszę odmówić.", "Odmów, ale zaproponuj wtorek.", "Nie odmawiaj im.", "no to przyjmij", "Może odmówić, może nie."},
		},
		{"de", "Zimmer an Familie Krause vermieten?", []string{"Wir vermieten nicht mehr. Das Zimmer hat jetzt die Enkelin."}, []string{"Wir vermieten nicht mehr. Es sei denn er zahlt mehr.", "Sag ihnen ab. Vergiss was ich geschrieben habe.", "Sag ihnen ab. Darüber müssen wir reden.", "Sag ihnen ab, deine Entscheidung.", "Wir vermieten nicht mehr. Das hat Tom gesagt.", "Sag ihnen ab. Im März geht es.", "Sag Peter ab. Der Chor ist nett."}},
		{"it", "Affittare la sala al coro venerdì?", nil, []string{"Dille di no. La sala piccola è libera.", "Non affittiamo più, era il vecchio piano.", "Dille di no, lascia perdere quello che ho scritto.", "Non affittiamo più. Il consiglio vota giovedì."}},
		{"es", "¿Renovar el contrato con Blanco?", nil, []string{"No renovamos. En marzo se puede.", "No renovamos, mientras no pague.", "Dile que no. La última palabra la tiene el tesorero.", "Dile que no, en realidad lo quiero."}},
		{"fr", "Louer la salle au chœur vendredi ?", nil, []string{"Dis-leur non. À moins qu'ils paient plus.", "Dis-leur non. La semaine suivante c'est bon.", "Dis-leur non, efface ça."}},
		{"pl", "Przedłużyć umowę z Białym?", nil, []string{"Nie przedłużamy, cofam to.", "Nie przedłużamy. Chyba że zapłaci.", "Odmów im grzecznie. Ostatnie słowo ma skarbnik."}},
		// Titles to which a refusal may be what they ask for.
		{"en", "Back out of the deal?", nil, []string{"Say no. It is too far.", "Turn it down. We are full."}},
		{"de", "Dem Chor zurückschreiben?", nil, []string{"Sag ihnen ab. Der Saal ist voll."}},
		{"es", "¿Dar una respuesta al alcalde?", nil, []string{"Dile que no. No nos hace falta."}},
		{"pl", "Odejść z chóru?", nil, []string{"Rezygnujemy. Za drogo."}},
		{"en", "Cancel the order of the bench?", nil, []string{"No dear, I don't want it any more.", "Tell them no."}},
		{"en", "Reply to Mr Hollis?\nHe asks about May.", nil, []string{"Tell him no.", "Tell him no, we are away."}},
		{"es", "¿Cambiar la tarifa de la luz?\nAhorro de 6 euros.", []string{"Dan mal servicio, la dejamos como está.", "no cambiamos nada"}, []string{"la dejamos como está de barata", "la dejamos para otro día"}},
		{"en", "Swap the shift with Denise?", []string{"I am sorry but I cannot swap. My nephew is graduating that weekend."}, []string{"I cannot swap the Friday. The Saturday maybe."}},
	} {
		shown := Shown{About: []string{"", "", tt.request}, By: "Eve"}
		for want, texts := range map[Verdict][]string{Deny: tt.no, None: tt.none} {
			for _, text := range texts {
				if got := Parse(text, Options{Language: tt.lang, Mail: true, Shown: shown}).Verdict; got != want {
					t.Errorf("%q to %q is %v, want %v", text, tt.request, got, want)
				}
			}
		}
	}
}
