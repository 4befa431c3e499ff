package reply

import (
	"testing"
)

// TestToldBehindTitle: what a prompt tells behind its title makes no doubt of an answer to that, in one text or two; a second
// deed does, and so does what asks for nothing by its title alone.
func TestToldBehindTitle(t *testing.T) {
	for _, tt := range []struct {
		lang, title, more  string
		grant, deny, asked []string
	}{
		{
			"es", "¿Doy acceso a Nuria a la agenda?", "Nuria empieza mañana en recepción y podría ver y cambiar las citas.",
			[]string{"Sí, dale acceso", "denle acceso"},
			[]string{"no le des acceso", "No, no le den acceso"},
			[]string{"cambia las citas", "dale acceso si puede", "sí, cambia las citas", "dale acceso mañana", "que vea las citas", "dale acceso a otra agenda"},
		},
		{
			"es", "¿Borro las fotos antiguas?", "Son 4.200 y pagamos 9 € al mes por guardarlas.",
			[]string{"bórralas", "sí, borra las fotos"},
			[]string{"no las borres", "no borres las fotos"},
			[]string{"págalas", "guárdalas", "no las pagues", "borra la mitad", "bórralas mañana"},
		},
		{
			"pt", "Marco a consulta?", "São 40 € e o pagamento é no local.",
			[]string{"sim, marque a consulta"},
			[]string{"não marques"},
			[]string{"autorizo o pagamento", "paga", "marca mas paga já", "marca outra consulta", "marca para terça"},
		},
		{
			"en", "Renew the insurance?", "Otherwise it is cancelled on 3 May.",
			[]string{"yes, renew it", "renew it"},
			[]string{"don't renew it"},
			[]string{"cancelled", "don't cancel it yet", "renew it for a month", "it was cancelled already", "renew the other one"},
		},
		{
			"fr", "Confirmer le rendez-vous.", "Ensuite je paierais l'acompte.",
			[]string{"oui, confirmez le rendez-vous"},
			[]string{"ne le confirmez pas"},
			[]string{"j'autorise le paiement", "payez", "oui, payez l'acompte", "ne payez pas", "confirmez, ne payez pas l'acompte"},
		},
	} {
		for _, about := range [][]string{{"", "", tt.title + "\n" + tt.more}, {"", tt.title, tt.more}, {"", "", tt.title + " " + tt.more}} {
			decides(t, Options{Language: tt.lang, Shown: Shown{About: about}}, tt.grant, tt.deny, tt.asked)
		}
	}
}
