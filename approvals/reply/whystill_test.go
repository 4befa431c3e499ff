package reply

import "testing"

// TestWhyStill: in a sentence behind a no that tells why, a pronoun that is "if" elsewhere, still, half of some people and after
// all are no condition, delay, part or yes.
func TestWhyStill(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"es", "¿Acepto la oferta por la bici?\nMarcos R. ofrece 180 €.", nil, []string{"no, se la doy a mi sobrino", "no, mi mujer se enfada conmigo", "no, todavía la usa mi hermano mucho"}, []string{"no, todavía no la vendo", "no, si paga 200 se la doy", "no, se la das por 200", "no se sabe todavía", "no se la des", "no, aún no lo sé seguro", "se acepta"}},
		{"es", "¿Encargo la comida del equipo?\n8 menús.", nil, nil, []string{"no, la mitad", "no, la mitad del pedido y ya", "no, la mitad de los menús para el equipo"}},
		{"fr", "Réserver la table pour samedi ?\nSix personnes.", nil, []string{"non finalement ma sœur cuisine pour nous", "non, la moitié de l'équipe déteste le poisson cru", "non, je ne vais pas manger dehors"}, []string{"non finalement oui", "non, finalement je veux bien", "non, on y va", "non, la moitié", "non, pas encore", "non, finalement réserve-la", "non, ça va", "non, va", "non, il va la réserver"}},
		{"it", "Mandare i fiori alla mamma?\nOrchidea, 35 €.", nil, []string{"no, la zia si dispiace molto", "no, metà famiglia ha comprato già i fiori"}, []string{"no, si manda domani", "no, si", "no, se costano meno li mandi", "no, metà dei fiori", "no, la mamma dice di si"}},
		{"pt", "Chamo um carro para o aeroporto?\nAmanhã às 4h20, R$ 68.", nil, []string{"não, ainda tenho um bilhete de comboio", "não, afinal o meu primo leva-nos"}, []string{"não, tá", "não, tá bom", "não, ainda não", "não, ainda não sei bem isso", "não, afinal sim", "não, afinal chama", "não, vamos", "não, se for barato chama um"}},
		{"en", "Order lunch for the team?\n8 menus.", nil, []string{"no, half the office eats at home"}, []string{"no, half", "no, half of the menus is fine", "no, half the team wants it", "no, order half for the office"}},
	})
}
