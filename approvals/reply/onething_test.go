package reply

import "testing"

// TestOneThing: short answers to requests that tell of somebody or something else as well, or ask for it, are asked back: a passive, a
// thing of the details, an order to do what somebody is only to be told, that one cannot where that may be what is to be told.
func TestOneThing(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt string
		asked        []string
	}{
		{"fr", "Inviter Anna ?\nTom voudrait une invitation.", []string{"oui il peut être invité"}},
		{"es", "¿Invitar a Ana?\nTom quiere venir.", []string{"sí puede ser invitado"}},
		{"fr", "Annuler le vol ?\nLa chambre d'hôtel est réservée.", []string{"oui elle peut être annulée"}},
		{"pl", "Odwołać lot?\nRezerwacja hotelu jest.", []string{"tak może być odwołana"}},
		{"fr", "Vendre les deux vélos ?\n", []string{"oui il peut être vendu"}},
		{"fr", "Réserver la salle ?\nLa chambre est aussi libre.", []string{"je vous remercie de bien vouloir réserver la chambre"}},
		{"fr", "Payer le loyer ?\nLa facture d'eau est arrivée.", []string{"je vous remercie de bien vouloir payer la facture"}},
		{"fr", "Réserver le restaurant ?\nLa salle est aussi libre.", []string{"oui je vous remercie de bien vouloir réserver la salle"}},
		{"fr", "Répondre à M. Roux que le contrat n'est pas signé ?\n", []string{"je vous remercie de bien vouloir signer"}},
		{"nl", "De monteur zeggen dat hij niet moet komen?\n", []string{"ja laat hem maar komen"}},
		{"nl", "De gast zeggen dat hij niet mag komen?\n", []string{"ja laat maar komen"}},
		{"en", "Reply to Anna that the parcel should stay here?\n", []string{"yes send it"}},
		{"fr", "Répondre à Anna que la lettre reste ici ?\n", []string{"oui envoyez-la"}},
		{"es", "¿Responder a Ruiz que la carta se queda aquí?\n", []string{"sí envíala"}},
		{"pl", "Odpisać Nowakowi, że paczka zostaje?\n", []string{"tak wyślij ją"}},
		{"nl", "Anna antwoorden dat de brief hier blijft?\n", []string{"ja stuur hem maar"}},
		{"de", "Tom schreiben, dass wir absagen?\n", []string{"ja kündigen"}},
		{"de", "Tom mitteilen, dass wir verkaufen?\n", []string{"ja verkauf", "ja kann verkauft werden"}},
		{"de", "Anna schreiben, dass wir kommen?\nTom hat auch gefragt.", []string{"ja er soll kommen"}},
		{"en", "Invite Anna?\nTom wants one too.", []string{"yes send out the invitations"}},
		{"es", "¿Mantener el contrato?\n", []string{"no no podemos cancelar"}},
		{"it", "Confermare la visita?\n", []string{"no non posso spostarla"}},
		{"it", "Comprare la casa?\n", []string{"no non posso perderla"}},
		{"pt", "Vender a casa?\n", []string{"não não podemos ficar com ela"}},
		{"es", "¿Aceptar la oferta?\n", []string{"no no se puede rechazar"}},
		{"en", "Give up the flat?\n", []string{"no can't keep paying"}},
		{"en", "Empty the bin?\n", []string{"no can't leave it"}},
		{"en", "Reply to Anna with this draft?\n\"I can't come on Saturday.\"", []string{"nope cant do saturday"}},
		{"en", "Tell Anna that we can't come?\n", []string{"no can't make it"}},
		{"en", "Find a replacement for Saturday's shift?\n", []string{"no can't make it"}},
		{"en", "Accept the offer?\nCan you come on Saturday, too?", []string{"no can't make it"}},
		{"it", "Prenotare il tavolo?\nPuò venire anche sabato?", []string{"no non posso"}},
		{"fr", "Annuler la réservation de samedi ?\n", []string{"je vous remercie de bien vouloir ne pas payer"}},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, nil, nil, tt.asked)
	}
}
