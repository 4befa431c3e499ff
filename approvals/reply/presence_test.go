package reply

import "testing"

// TestConfirmsMe: whose coming is confirmed of an event is that of whoever answers; with others, or of somebody whom the prompt names, it is not.
func TestConfirmsMe(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"pt", "Confirmar o almoço dos antigos colegas?\nÀs 13h.", []string{"Sim, confirme a minha presença."}, nil, []string{"Sim, confirme a minha presença e a da Ana.", "Sim, confirme a minha ausência.", "Sim, confirme a minha presença amanhã."}},
		{"it", "Rispondere all'Ordine confermando la presenza?\nAlle 10.", []string{"sì, confermi pure la mia presenza."}, nil, []string{"confermi la presenza di Luca"}},
		{"fr", "Confirmer ta présence au souper ?\nÀ 19h.", []string{"Ben oui, confirme que je suis là!!"}, nil, []string{"Oui, confirme que je suis en retard"}},
		{"en", "Confirm the dinner with the Rotary Club?\nAt 8.", []string{"Yes, please confirm my attendance."}, nil, []string{"Yes, confirm my attendance at the lunch.", "Confirm my absence."}},
		{"en", "Confirm the trip expenses?\n£400.", nil, nil, []string{"Yes, please confirm my attendance."}},
		{"en", "Confirm the party is off?\nRain.", nil, nil, []string{"Yes, please confirm my attendance."}},
		{"en", "Confirm the course?\nFor Tom.", nil, nil, []string{"Yes, please confirm my attendance."}},
		{"fr", "Confirmer le repas de Paul ?\nÀ 19h.", nil, nil, []string{"Oui, confirme que je viens."}},
		{"pl", "Potwierdzić udział w szkoleniu?\n4 maja.", []string{"Tak, proszę potwierdzić mój udział."}, nil, nil},
		{"pl", "Potwierdzić udział w kosztach?\n40 zł.", nil, nil, []string{"Tak, proszę potwierdzić mój udział."}},
		{"es", "Responder negando la asistencia?\nA las 9.", nil, nil, []string{"Sí, confirma mi asistencia."}},
		{"fr", "Confirmer la visite du chauffagiste ?\nMardi 14 mai entre 9 h et 11 h.", []string{"Oui, je serai là."}, nil, []string{"Oui, je serai là à 10 h.", "Oui, il sera là."}},
		{"pl", "Potwierdzić kominiarza?\nŚroda, między 8 a 10.", []string{"Tak, będę w domu."}, nil, []string{"Tak, będę w domu w czwartek."}},
		{"nl", "De afspraak met de loodgieter bevestigen?\nDinsdag 10 uur.", []string{"Ja, ik ben thuis."}, nil, []string{"Ja, ik ben niet thuis.", "Ja, Jan is thuis."}},
		{"en", "Confirm the dentist?\nTuesday at 9.", []string{"Yes, I'll be there."}, nil, []string{"Yes, I'll be there at six.", "Yes, I'll be late.", "Yes, Tom will be there."}},
		{"en", "Cancel the dentist?\nTuesday at 9.", nil, nil, []string{"Yes, I'll be there."}},
		{"en", "Confirm your absence?\nTuesday at 9.", nil, nil, []string{"Yes, I'll be there."}},
		{"en", "Confirm the party is off?\nRain.", nil, nil, []string{"Yes, I'll be there."}},
		{"en", "Book a sitter for the party?\nTuesday at 9.", nil, nil, []string{"Yes, I'll be home."}},
		{"en", "Confirm Tom's attendance?\nAt 8.", nil, nil, []string{"Yes, please confirm my attendance."}},
		{"en", "Tell Susan you'll come at Christmas?\nShe asked twice.", []string{"Oh yes, please tell her I should love to come.", "Yes, please tell her I'll be delighted to come."}, nil, []string{"Yes, tell her I would love to come but I can't.", "Yes, tell her I should love to come at Easter.", "Yes, tell her I'd love to see her."}},
	})
}
