package reply

import "testing"

// TestSaysPlainly: answers near those that only tell of a deed or a thing, which say plainly what is to be done.
func TestSaysPlainly(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt string
		grant        []string
	}{
		{"en", "Sign the contract?", []string{"yes, I read the contract. Sign it", "yes, I have read it, please sign", "yes"}},
		{"en", "Call the bank?", []string{"yes, call the bank", "yes, call", "call them"}},
		{"en", "Call off the party?", []string{"call it off", "yes, call the party off"}},
		{"en", "Payment to Vega\nShall I make it?", []string{"yes, the payment"}},
		{"en", "Tell Paul yes?", []string{"yes, tell him", "tell him yes"}},
		{"en", "Merge or close the pull request\nIt is a year old. Shall I close it?", []string{"yes"}},
		{"en", "Delete mail from Ben or Carla\nIt is spam. Shall I?", []string{"yes"}},
		{"fr", "Signer le contrat ?", []string{"oui, signez le contrat", "oui, contrat à signer", "oui pour le contrat"}},
		{"fr", "Commander 20 chaises ?", []string{"oui, commande", "oui pour la commande"}},
		{"fr", "Envoyer les photos à la chorale\nL'album de Vogüé, 64 photos. J'envoie ?", []string{"oui vous pouvez les envoyées"}},
		{"it", "Disdire l'abbonamento?", []string{"confermo la disdetta"}},
		{"es", "¿Pedir 20 sillas?", []string{"sí al pedido"}},
		{"de", "Die Nachbarn einladen?", []string{"ja, die Nachbarn einladen", "ja, lade die Nachbarn ein"}},
		{"de", "Firma Huber bezahlen?", []string{"ja, Firma Huber bezahlen"}},
		{"nl", "De brief afgeven?", []string{"geef de brief af", "geef hem af"}},
		{"nl", "Het contract tekenen?", []string{"bedankt, teken maar"}},
	} {
		decides(t, Options{Language: tt.lang, Mail: true, Shown: Shown{About: []string{"", "", tt.prompt}}}, tt.grant, nil, nil)
	}
}
