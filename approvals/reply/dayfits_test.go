package reply

import "testing"

// TestDayFits: the only day of what is arranged, said to fit, is a yes; another day or hour, a condition, a person or a choice is not.
func TestDayFits(t *testing.T) {
	const visit = "Confirm the visit on Tuesday at 9?\nDr. Ruiz, 40 euros."
	decidesAll(t, []answeredTo{
		{
			"es", visit,
			[]string{"Perfecto el martes.", "el martes está bien", "El martes me va bien, confirma", "me viene bien el martes a las 9", "el martes a las 9 está perfecto, gracias"},
			nil,
			[]string{
				"Perfecto el miércoles.", "El martes no está bien.", "Solo el martes me va bien.", "El martes me va bien si es por la tarde.", "¿El martes está bien?", "El martes está bien, pero a las 11.",
				"El martes a las 11 está bien.", "El martes que viene está bien.", "El martes está bien, o el jueves.", "El martes está bien para Ana.", "El martes está bien, llama a Luis.", "El martes está bien creo.", "El martes me queda lejos.",
			},
		},
		{
			"pt", visit,
			[]string{"Terça está ótimo", "terça-feira está bom, obrigado", "terça às 9 está perfeito", "perfeito na terça", "na terça dá-me jeito"},
			nil,
			[]string{"Terça não está bom", "Quarta está ótimo", "terça às 10 está ótimo", "terça está ótimo para a Ana", "terça está bom, mas de tarde", "terça serve se for cedo", "terça ou quarta serve", "só terça serve"},
		},
		{
			"pl", visit,
			[]string{"może być wtorek", "wtorek pasuje", "wtorek o 9 mi pasuje", "może być wtorek, potwierdź", "wtorek jest ok, dziękuję"},
			nil,
			[]string{"może być środa", "we wtorek może nie być", "wtorek nie pasuje", "wtorek pasuje, ale o 10", "wtorek o 10 pasuje", "może być wtorek albo środa", "wtorek pasuje Ani", "może być wtorek, jeśli rano", "może wtorek", "tylko wtorek mi pasuje"},
		},
		{"es", "¿Cancelar la cita del martes?\nDr. Ruiz.", nil, nil, []string{"El martes está bien.", "Perfecto el martes."}},
		{"pt", "Pay the plumber on Tuesday?\n40 euros.", nil, nil, []string{"terça está ótimo"}},
		{"pl", "Confirm Tuesday or Wednesday?\nDr. Ruiz.", nil, nil, []string{"może być wtorek", "wtorek pasuje"}},
		{"es", "Book the table for Tuesday and cancel Friday?\nFaro.", nil, nil, []string{"El martes está bien"}},
		{"es", "Confirm that Tuesday is off?\nRain.", nil, nil, []string{"el martes está bien"}},
		{"es", "Book the dentist from 9 to 11 on Tuesday?\nDr. Ruiz.", nil, nil, []string{"el martes a las 9 está bien"}},
		// the day of something else
		{"es", "¿Reservar mesa?\nEl martes está lleno.", nil, nil, []string{"El martes está bien.", "Perfecto el martes.", "Me viene bien el martes"}},
		{"es", "¿Confirmar la cita?\nContestar antes del martes.", nil, nil, []string{"El martes está bien.", "Me viene bien el martes"}},
		{"es", "¿Confirmar el cambio de cita?\nEra el martes.", nil, nil, []string{"El martes está bien.", "Me viene bien el martes"}},
		{"es", "¿Confirmar la ausencia del martes?\nClase de yoga.", nil, nil, []string{"El martes está bien.", "Me viene bien el martes"}},
		{"es", "¿Confirmar al fontanero?\nNo puede el martes.", nil, nil, []string{"El martes está bien.", "Perfecto el martes."}},
		{"es", "¿Confirmar con Ana si viene el martes?\nVisita.", nil, nil, []string{"El martes está bien.", "Me viene bien el martes", "queda confirmado"}},
		{"es", "¿Marcar el martes como festivo?\nCalendario.", nil, nil, []string{"Me viene bien el martes"}},
		{"es", "¿Sacar a Luis del grupo?\nEl martes.", nil, nil, []string{"El martes está bien.", "Me viene bien el martes"}},
		{"pt", "Reservar o hotel?\nA oferta acaba na terça.", nil, nil, []string{"Terça está ótimo", "na terça dá-me jeito"}},
		{"pt", "Reservar mesa?\nTerça está cheio.", nil, nil, []string{"Terça está ótimo", "perfeito na terça"}},
		{"pt", "Programar o desligamento do servidor na terça?\nServidor.", nil, nil, []string{"na terça dá-me jeito"}},
		{"pl", "Umówić spotkanie?\nTomek nie może we wtorek.", nil, nil, []string{"może być wtorek", "wtorek pasuje"}},
		{"pl", "Zarezerwować hotel na 12 maja?\nOferta kończy się we wtorek.", nil, nil, []string{"może być wtorek", "wtorek pasuje"}},
		{"pl", "Potwierdzić zmianę terminu?\nWtorek.", nil, nil, []string{"może być wtorek", "wtorek pasuje"}},
	})
}

// TestStandsConfirmed: what is to be confirmed stands confirmed by these words, whole and at once.
func TestStandsConfirmed(t *testing.T) {
	const visit = "Confirm the visit on Tuesday at 9?\nDr. Ruiz, 40 euros."
	decidesAll(t, []answeredTo{
		{
			"es", visit,
			[]string{"Queda confirmada, muchas gracias.", "queda confirmado", "Pues queda confirmada", "Todo queda confirmado.", "queda confirmada entonces"},
			nil,
			[]string{"Queda confirmado que no", "Queda por confirmar", "Queda confirmada para el miércoles", "Queda confirmada, pero a las 10", "No queda confirmada", "queda confirmada?", "Queda confirmada, si no llueve", "Queda confirmada a medias", "queda confirmada la otra"},
		},
		{
			"pt", visit,
			[]string{"Fica confirmado", "fica confirmada, obrigado", "Então fica confirmado."},
			nil,
			[]string{"Fica confirmado para quarta", "fica por confirmar", "fica confirmado se pagarem", "não fica confirmado", "fica confirmado?", "Ficou confirmado", "fica confirmada, mas às 10"},
		},
		{"es", "Confirm the cancellation of the visit?\nTuesday.", nil, nil, []string{"queda confirmada"}},
		{"pt", "Pagar o canalizador?\n40 euros.", nil, nil, []string{"fica confirmado"}},
	})
}
