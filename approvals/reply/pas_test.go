package reply

import "testing"

// TestNotIsNoVerb: "pas" is a form of "aanpassen", too, and says in French what is not to be changed.
func TestNotIsNoVerb(t *testing.T) {
	for _, prompt := range []string{"Changer de mutuelle ?\n48 € par mois.", "Modifier le titre ?\nDeux mots.", "Je change de mutuelle ?\n48 € par mois."} {
		decides(t, Options{Language: "fr", Shown: Shown{About: []string{"", "", prompt}}}, nil, []string{"non, ne change pas", "Non. Je ne veux pas changer."}, []string{"pourquoi pas changer", "non, pas ça, change l'autre"})
	}
	decides(t, Options{Language: "nl", Shown: Shown{About: []string{"", "", "De prijs aanpassen?\n48 euro."}}}, []string{"pas maar aan", "ja, pas aan"}, []string{"nee, pas niet aan"}, []string{"pas op", "ja, pas op"})
}
