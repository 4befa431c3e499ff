package reply

import "testing"

// TestEntersMe: who is asked whether they shall be entered somewhere orders it for themselves; for others, elsewhere, later or in part they do not.
func TestEntersMe(t *testing.T) {
	const conference = "Register you for the conference?\n4 June, 90 €."
	for _, tt := range []struct {
		lang, prompt   string
		granted, asked []string
	}{
		{"pl", conference, []string{"proszę mnie zapisać", "zapisz mnie", "tak, zapisz mnie"}, []string{"proszę mnie nie zapisać", "proszę mnie wypisać", "zapisz mnie jutro", "zapisz mnie i Annę"}},
		{"it", conference, []string{"iscrivimi", "mi iscriva", "sì, iscrivimi grazie"}, []string{"iscrivimi domani", "iscrivimi e paga", "se puoi iscrivimi", "disiscrivimi", "iscrivimi con Luca"}},
		{"es", conference, []string{"apúntame", "inscríbeme"}, []string{"apúntame a dos", "apúntame mañana", "bórrame", "no me apuntes todavía"}},
		{"fr", conference, []string{"inscrivez-moi", "inscris-moi"}, []string{"inscrivez-moi demain", "inscrivez-moi et ma femme", "désinscrivez-moi"}},
		{"de", conference, []string{"meld mich an", "melden Sie mich bitte an", "ja, meld mich an"}, []string{"meld mich ab", "meld mich morgen an", "meld mich und Tom an", "meld mich nicht an, glaube ich", "meld mich"}},
		{"nl", conference, []string{"schrijf me in", "schrijf me maar in"}, []string{"schrijf me uit", "schrijf me ook in voor vrijdag", "schrijf me"}},
		{"pt", conference, []string{"inscreve-me", "me inscreve"}, []string{"me inscreve amanhã", "me inscreve e a Bia"}},
		{"en", conference, []string{"register me"}, []string{"register me and Tom", "register me for the dinner", "register me tomorrow", "don't register me yet"}},
		{"pl", "Zapisać Panią na kurs?\n4 maja.", []string{"proszę mnie zapisać", "zapisz mnie"}, []string{"proszę zapisać Annę", "proszę mnie nie zapisać jeszcze"}},
		{"fr", "Vous inscrire au stage ?\n4 mai.", []string{"inscrivez-moi"}, []string{"inscrivez-moi au cours"}},
		{"es", "¿Te apunto al curso?\n4 mayo.", []string{"apúntame"}, nil},
		{"es", "Register for the congress?\n4 June.", []string{"sí, inscribime por favor.", "sí, inscríbeme"}, []string{"sí, inscribime con Ana", "sí, inscribime al taller"}},
		{"fr", "S'inscrire à la formation ?\n4 mai.", []string{"oui inscris moi"}, []string{"oui inscris moi demain", "oui inscris Paul"}},
		{"pl", "Zapisać na wycieczkę?\n4 maja.", []string{"tak, proszę mnie zapisać"}, []string{"tak, proszę mnie i męża zapisać"}},
		{"es", "Register for the congress?\nFor Tom and Ana.", nil, []string{"sí, inscribime por favor."}},
		{"pl", "Zapisać na kurs?\nDla Tomka.", nil, []string{"tak, proszę mnie zapisać"}},
		{"pl", "Zapisać na kurs Ewę?\n4 maja.", nil, []string{"tak, proszę mnie zapisać"}},
		{"de", "Beim Altersturnen anmelden?\nDienstag 14 Uhr.", []string{"Ja, bitte melden Sie mich an."}, nil},
		{"de", "Für Tom anmelden?\nDienstag 14 Uhr.", nil, []string{"Ja, melde mich an."}},
		{"es", "Register the team for the congress?\n4 June.", nil, []string{"sí, inscribime por favor."}},
		{"es", "Register Tom for the conference?\n4 June.", nil, []string{"apúntame"}},
		{"pl", "Register your colleague for the conference?\n4 June.", nil, []string{"proszę mnie zapisać"}},
		{"it", "Unregister you from the conference?\n4 June.", nil, []string{"iscrivimi"}},
		{"it", "Register you and Anna for the conference?\n4 June.", nil, []string{"iscrivimi"}},
		{"es", "¿Inscribir a la cooperativa en la Expo Miel?\nStand chico, ARS 90.000.", []string{"De acuerdo, inscribinos."}, []string{"inscribinos en otra"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.granted, nil, tt.asked)
	}
}
