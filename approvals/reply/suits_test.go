package reply

import "testing"

// TestSuits: behind a yes what is to be arranged may be said to suit, but not what is moved or called off, or something else.
func TestSuits(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"fr", "Prendre rendez-vous chez le cardiologue ?\nDocteur Mathey, 26 mai à 9 h 15.", []string{"Bonjour Eve,\n\nOui, ce rendez-vous me convient parfaitement. Merci beaucoup.", "oui, cette date me convient", "Oui, l'heure me convient très bien"}, nil, []string{
			"oui, ce rendez-vous me convient moins", "oui, ce rendez-vous ne me convient pas", "oui, le 27 me convient", "oui, ce médecin me convient", "oui, ce rendez-vous me convient si c'est le matin", "oui, cette date me convient ?", "ce rendez-vous me convient-il", "oui, ce rendez-vous me convient mais plus tard", "non, ce rendez-vous me convient",
		}},
		{"en", "Book the eye test at Specsavers Skipton?\nThursday 4 May, 10:40.", []string{"Yes please, that would suit me very well."}, nil, []string{"Yes please, Friday would suit me very well.", "Yes, that would suit me better at 11."}},
		{"en", "Book the dentist?\nTuesday, 9:00.", []string{"ok, I'll be there"}, nil, []string{"yes, it should suit me", "ok, I'll be home", "ok, we're at home"}},
		{"de", "Termin beim Zahnarzt bestätigen?\nDienstag 9 Uhr.", nil, nil, []string{"ok, da bin ich zu Hause"}},
		{"es", "¿Confirmar el cambio de cita?\nEra el martes.", nil, nil, []string{"Sí, la cita me viene bien.", "Sí, me viene bien el martes.", "Sí, ahí estaré."}},
		{"pt", "Confirmar a mudança da consulta?\nEra na terça.", nil, nil, []string{"Sim, a consulta serve-me.", "Sim, lá estarei."}},
		{"fr", "Confirmer le changement de rendez-vous ?\nC'était mardi.", nil, nil, []string{"Oui, ce rendez-vous me convient.", "Oui, j'y serai."}},
		{"pl", "Potwierdzić zmianę wizyty?\nByła we wtorek.", nil, nil, []string{"Tak, ten termin mi pasuje.", "Tak, będę."}},
		{"en", "Confirm the meeting with Tom?\nHe asks if Tuesday is fine.", nil, nil, []string{"Yes, that would suit me."}},
		{"es", "¿Sacar turno con el cardiólogo?\nMartes 9:00.", []string{"Sí, me viene muy bien el martes."}, nil, []string{"Sí, me viene bien el lunes."}},
		{"es", "¿Sacar turno con la Dra. Bianchi?\nJueves 16 de mayo, 9:20, Hospital Italiano.", []string{"Sí, me viene muy bien ese horario."}, nil, []string{"Sí, me viene bien otro horario."}},
		{"pl", "Umówić wizytę u kardiologa?\nDr Szymańska, 28 maja, godz. 10:00.", []string{"tak, ten termin mi pasuje. Dziękuję."}, nil, []string{"tak, inny termin mi pasuje"}},
		{"es", "¿Reservar mesa el lunes?\nEl martes está lleno.", nil, nil, []string{"Sí, me viene bien el martes."}},
		{"fr", "Prendre le rendez-vous ?\nLundi 9h.", []string{"Oui, ça m'arrange."}, nil, nil},
		{"nl", "Afspraak bij de tandarts maken?\nMaandag 9 uur.", []string{"Ja, dat komt goed uit."}, nil, nil},
		{"nl", "Afspraak op dinsdag of woensdag bevestigen?\n9 uur.", nil, nil, []string{"Ja, dat schikt me"}},
		{"fr", "Annuler le rendez-vous ?\nLe 26 mai.", nil, nil, []string{"oui, le rendez-vous me convient", "oui, cette date me convient"}},
		{"fr", "Déplacer le rendez-vous au 26 mai ?\nIl était le 20.", nil, nil, []string{"oui, le rendez-vous me convient"}},
		{"it", "Prendere appuntamento dal cardiologo?\n26 maggio, 9.15.", []string{"Sì, l'appuntamento mi va bene.", "sì, la data mi va benissimo"}, nil, []string{"sì, l'appuntamento non mi va bene", "sì, il 27 mi va bene", "sì, l'altra data mi va bene"}},
		{"es", "¿Pedir cita con el cardiólogo?\n26 de mayo.", []string{"Sí, la cita me viene bien.", "sí, esa fecha me viene muy bien"}, nil, []string{"sí, la cita no me viene bien", "sí, la cita me viene mal", "sí, otra fecha me viene bien", "si la cita me viene bien"}},
		{"pt", "Marcar consulta no cardiologista?\n26 de maio.", []string{"Sim, essa data serve.", "Sim, a consulta serve-me"}, nil, []string{"sim, essa data não serve", "sim, essa data serve à Ana"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.deny, tt.asked)
	}
}

// TestNeedless: what one does not need is not to be made, and of what is to be ended nobody knows; "vendo não" is a no of Brazil.
func TestNeedless(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"pt", "Vender o livro de anatomia?\nA menina da OLX ofereceu R$ 60.", nil, []string{"vendo não", "vendo o livro não"}, []string{"vendo não sei", "vendo, não", "vendo não por 60", "vendo não?", "estou vendo não", "vendo sim", "vendo outro livro não", "vendo"}},
		{"pt", "Não vender o livro?\nR$ 60.", nil, nil, []string{"vendo não"}},
		{"pt", "Renovar a assinatura?\nUm ano.", nil, []string{"renovo não", "não preciso", "não preciso disso"}, []string{"não preciso pensar", "não preciso de nada mais"}},
		{"pt", "Cancelar a assinatura?\nUm ano.", nil, nil, []string{"não preciso", "não preciso mais"}},
		{"it", "Rinnovare l'abbonamento?\nUn anno.", nil, []string{"non ne ho bisogno", "no, quest'anno no"}, []string{"quest'anno non so"}},
		{"it", "Cancellare l'abbonamento?\nUn anno.", nil, nil, []string{"non ne ho bisogno"}},
		{"es", "¿Renovar la suscripción?\nUn año.", nil, []string{"no la necesito"}, []string{"no la necesito hoy"}},
		{"es", "¿Cancelar la suscripción?\nUn año.", nil, nil, []string{"no la necesito", "ya no la necesito"}},
		{"fr", "Renouveler l'abonnement ?\nUn an.", nil, []string{"j'en ai pas besoin", "je n'en ai plus besoin"}, nil},
		{"fr", "Résilier l'abonnement ?\nUn an.", nil, nil, []string{"j'en ai pas besoin", "je n'en ai plus besoin"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.deny, tt.asked)
	}
}

// TestThereBehindAnyYes: who will be there says so behind any word of consent, not only behind "yes".
func TestThereBehindAnyYes(t *testing.T) {
	const visit = "Confirm the visit on Tuesday at 9?\nDr. Ruiz."
	decidesAll(t, []answeredTo{
		{"en", visit, []string{"ok, I'll be there", "Confirmed, I'll be there."}, nil, []string{"ok, I'll be there at ten", "fine, I'll be late", "ok, Tom will be there", "well, I'll be there", "I'll be there"}},
		{"es", visit, []string{"Vale, ahí estaré", "Confirmado, estaré en casa"}, nil, []string{"Vale, estaré en casa el jueves", "Vale, ahí estará Ana", "bueno, ahí estaré si puedo"}},
		{"pt", visit, []string{"Confirmado, lá estarei", "ok, estarei em casa"}, nil, []string{"ok, estarei em casa na quarta", "ok, lá estará a Ana"}},
		{"pl", visit, []string{"potwierdzam, będę", "Zgoda, będę w domu."}, nil, []string{"potwierdzam, będę o 10", "potwierdzam, będzie Ania", "zgoda, ale będę później", "może będę"}},
		{"pl", "Confirm the cancellation of the visit?\nTuesday.", nil, nil, []string{"potwierdzam, będę"}},
		{"es", "Sign up for the lambing practice?\nTwo weekends in February.", []string{"Sí, apúntame!", "apúntame"}, nil, []string{"apúntame al otro", "apunta a Ana", "apúntame con Luis", "me apunto la fecha"}},
	})
}
