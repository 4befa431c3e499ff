package reply

import "testing"

// TestSideFacts: a bare no before what its writer does not know, have or hear, or where they are, may be one to that and is asked
// back; so is a yes that confirms a fact. A no with a reason of the deed, the money, the need, the time or the permission is one.
func TestSideFacts(t *testing.T) {
	for language, says := range map[string][2][]string{
		"en": {
			{"no, I didn't know Tomas was off in August", "no I didn't know that", "No, I don't have that key", "no, I haven't heard anything in the lift", "no, I'm not there on the 8th", "no, I'm on holiday that week", "no, nobody told me", "nope, never seen him", "No.\n\nI don't know the caretaker", "no, honestly, I never met him", "no, sorry, I don't have it", "no, this is the first I've heard of it", "no, I knew that", "no I don't have a key"},
			{"no, I don't have the budget for it", "no, I don't have time for this", "no, I have no use for it", "No, we never ordered it", "no, I don't trust them", "No, I don't see the point", "No, I told them not to come", "no, we're full there", "no, I think it's too expensive", "no, we need the hall that day"},
		},
		"it": {
			{"no, il custode non lo conosco", "no, non lo sapevo", "no, non ho la chiave", "no, non ce l'ho", "no, non ho sentito niente", "no, l'8 non ci sono", "no, nessuno me l'ha detto", "no no non ho visto niente"},
			{"no, non ho i soldi", "no, non ne abbiamo bisogno", "no, non ho ordinato niente", "no, costa troppo", "no, non ho tempo"},
		},
		"es": {
			{"no, no sabía que Tomas se iba en agosto", "no, al conserje no lo conozco", "no, no tengo esa llave", "no, no he oído nada", "no, no estoy el 8", "no, nadie me lo dijo", "no, no me acuerdo", "no no lo conozco"},
			{"no, no tengo dinero para eso", "no, no lo necesito", "no, no hemos pedido eso", "no, no estoy de acuerdo", "no, ya se pagó"},
		},
		"fr": {
			{"non je ne savais pas que ça finissait le 30", "non je le connais pas", "non, je n'ai pas la clé", "non, je n'ai rien entendu", "non je serai pas là", "non, on ne m'a rien dit", "non, je n'étais pas au courant", "non, je l'ignorais"},
			{"non, je n'ai pas le budget", "non, je n'ai pas commandé ça", "non on a déjà payé", "non, je ne suis pas d'accord", "non, on n'a pas le temps"},
		},
		"de": {
			{"nein, am 8. bin ich nicht da", "nein, das wusste ich nicht", "nein, den Hausmeister kenne ich nicht", "nein, ich kenne den Anbieter nicht", "nein, den Schlüssel hab ich nicht", "nein, gehört hab ich nichts", "nein, das hat mir keiner gesagt", "nein, ich war da im Urlaub", "nee, mir ist nichts aufgefallen"},
			{"nein, dafür habe ich kein Budget", "nein, ich habe das nicht bestellt", "nein, das habe ich nicht genehmigt", "nein, da bin ich dagegen", "nein, der Saal gehört uns nicht", "nein, ist mir zu teuer"},
		},
		"pt": {
			{"não, não ouvi nada no elevador", "não, não sabia que acabava a 30", "não, não tenho essa chave", "não, dia 8 não estou", "não, ninguém me disse", "não, não me lembro", "não, não vi nada"},
			{"não, não temos verba", "não, não tenho dinheiro para isso", "não, não preciso disso", "não, não encomendei nada"},
		},
		"nl": {
			{"nee, de conciërge ken ik niet", "nee, dat wist ik niet", "nee, ik heb die sleutel niet", "nee, ik heb niets gehoord", "nee, op de 8e ben ik er niet", "nee, niemand heeft me dat gezegd", "nee, niks gezien"},
			{"nee, ik heb er geen budget voor", "nee, ik heb dat niet besteld", "nee, we hebben het niet nodig", "nee, ik ben het er niet mee eens"},
		},
		"pl": {
			{"nie, nie mam tego klucza", "nie, dozorcy nie znam", "nie, nic nie słyszałem", "nie, 8 mnie nie ma", "nie, nie wiedziałem że Tomas wyjeżdża", "nie, nikt mi nie mówił", "nie, nie miałem pojęcia"},
			{"nie, nie mam na to pieniędzy", "nie, nie potrzebujemy tego", "nie, nie mam czasu", "nie, nie zamawiałem tego"},
		},
	} {
		for _, about := range []string{"Give the key of flat 14 to the plumber. May the caretaker do it", "Rent the hall on Saturday 8 June. Shall I confirm it", "Order the repair of the lift for 900 EUR"} {
			for k, want := range []Verdict{None, Deny} {
				for _, text := range says[k] {
					if got := Parse(text, Options{Language: language, Shown: Shown{About: []string{"", "", about}}}); got.Verdict != want {
						t.Errorf("%q to %q is %v, want %v", text, about, got.Verdict, want)
					}
				}
			}
		}
	}
	hotel := Options{Language: "fr", Shown: Shown{About: []string{"", "", "Réserver l'hôtel à Lille du 3 au 5 mai. Puis-je la réserver à votre nom"}}}
	for text, want := range map[string]Verdict{
		"oui c'est bien à mon nom": None, "c'est bien à mon nom": None, "oui c'est exact à mon nom": None, "oui tout est bien à mon nom": None, "oui, c'est bien l'hôtel à Lille": None,
		"oui, réservez à mon nom": Grant, "oui c'est bien": Grant, "je confirme la réservation à mon nom": Grant,
	} {
		if got := Parse(text, hotel); got.Verdict != want {
			t.Errorf("%q is %v, want %v", text, got.Verdict, want)
		}
	}
	for _, text := range []string{"Nein, auf keinen Fall. Ich kenne die nicht.", "non merci, je ne suis pas là", "nein danke, ich bin nicht da", "Declined. I never met them.", "I have never met them. No.", "Ich habe schon dreimal gesagt, dass ich diese Firma nicht kenne. Nein."} { // they refuse it in so many words
		if got := Parse(text, Options{}); got.Verdict != Deny {
			t.Errorf("%q is %v", text, got.Verdict)
		}
	}
}

// TestSideFactsOfOthers: a bare no before where others are, or what they do not know, have not heard or have not, may be one to
// that; what they need, want, do or cost is a reason.
func TestSideFactsOfOthers(t *testing.T) {
	for _, tt := range []struct {
		lang        string
		asked, deny []string
	}{
		{"en", []string{"no, he isn't there in August", "no, Tom is on holiday", "no, she's abroad", "no, they don't have the key", "no, he doesn't know", "no, they weren't there", "no, nobody's there", "no, he hasn't arrived", "no, she never called back", "no, nobody showed up"}, []string{"no, he doesn't need it", "no, they are too expensive", "no, they broke the contract", "no, he cancelled", "no, she's not allowed", "no, it isn't ours", "no, the goods never arrived"}},
		{"it", []string{"no, lui non c'è ad agosto", "no, non hanno la chiave", "no, non lo sa", "no, non c'è nessuno", "no, non la conosce", "no, non è ancora arrivato", "no, non hanno risposto", "no, nessuno ha chiamato"}, []string{"no, costa troppo", "no, non ne ha bisogno", "no, sono troppo cari"}},
		{"es", []string{"no, él no está en agosto", "no, está de vacaciones", "no, no tienen la llave", "no, no lo sabe", "no, no hay nadie", "no, no ha llegado", "no, no contestaron", "no, no vino nadie"}, []string{"no, es muy caro", "no, no lo necesita"}},
		{"fr", []string{"non, il n'est pas là en août", "non, elle est en vacances", "non, ils n'ont pas la clé", "non, il ne sait pas", "non, personne n'est là", "non, il n'est pas encore arrivé", "non, elle n'a pas rappelé", "non, personne n'est venu"}, []string{"non, c'est trop cher", "non, il n'en a pas besoin", "non, il ne veut pas"}},
		{"de", []string{"nein, er ist im August nicht da", "nein, Tom ist im Urlaub", "nein, sie haben den Schlüssel nicht", "nein, er weiß es nicht", "nein, da ist niemand", "nein, er ist nicht gekommen", "nein, sie hat nicht angerufen", "nein, kam keiner"}, []string{"nein, er braucht das nicht", "nein, die sind zu teuer", "nein, er darf nicht"}},
		{"pt", []string{"não, ele não está em agosto", "não, está de férias", "não, eles não têm a chave", "não, ele não sabe", "não, não está ninguém", "não, ele não chegou", "não, não responderam", "não, ninguém veio"}, []string{"não, é muito caro", "não, ele não precisa"}},
		{"nl", []string{"nee, hij is er niet in augustus", "nee, hij is op vakantie", "nee, ze hebben de sleutel niet", "nee, hij kent haar niet", "nee, er is niemand", "nee, hij is niet gekomen", "nee, ze heeft niet gebeld", "nee, niemand is gekomen"}, []string{"nee, dat is te duur", "nee, hij heeft het niet nodig"}},
		{"pl", []string{"nie, nie ma go w sierpniu", "nie, jest na urlopie", "nie, nie mają klucza", "nie, on nie wie", "nie, nikogo nie ma", "nie, nie przyjechał", "nie, nie odpisali", "nie, nikt nie przyszedł"}, []string{"nie, za drogo", "nie, on tego nie potrzebuje"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", "Book Tom's flight in August?"}}}, nil, tt.deny, tt.asked)
	}
	decides(t, Options{Language: "en", Shown: Shown{About: []string{"", "", "Pay the caterer 300 EUR"}}}, nil, []string{"no, they haven't come", "no, they never showed up"}, nil)
}
