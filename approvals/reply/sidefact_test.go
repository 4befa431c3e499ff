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
