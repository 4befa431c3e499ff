package reply

import "testing"

// TestNotDone: behind a no the prompt's thing is said not to be done, with its verb.
func TestNotDone(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"es", "¿Aplazar el examen de 3.º A al lunes?\nLo ha pedido la delegada.", nil, []string{"Hola:\n\nNo, el examen no se aplaza.\n\nSaludos,", "no, no se aplaza", "no, el examen no se aplazará"}, []string{
			"el examen no se aplaza", "sí, el examen no se aplaza", "no, el examen se aplaza", "no, el examen de mates no se aplaza", "no, si el examen no se aplaza mejor", "no, el examen no se aplaza hasta mañana", "no, el examen no se aplaza?", "no, el examen no se aplaza si llueve", "no sé, el examen no se aplaza", "no, el examen no se suspende",
		}},
		{"es", "¿Renovar la suscripción?\nUn año.", nil, []string{"No, la suscripción no se renueva."}, []string{"no, la suscripción no se renueva sola", "no, la suscripción no se renueva, ¿no?"}},
		{"es", "¿Reiniciar el servidor?\nNueve días.", nil, nil, []string{"no, el servidor no se reinicia"}},
		{"es", "¿Actualizar la app?\nVersión 4.", nil, nil, []string{"no, la app no se actualiza"}},
		{"es", "¿Bloquear la tarjeta?\nRobo.", nil, nil, []string{"la tarjeta no se bloquea"}},
		{"es", "¿No renovar la suscripción?\nUn año.", nil, nil, []string{"No, la suscripción no se renueva."}},
		{"es", "¿Parar la línea 3?\nRuido.", nil, []string{"no, la línea no se para"}, []string{"la línea no se para", "no, la línea no se para sola"}},
		{"it", "Fermare la linea 3?\nRumore.", nil, []string{"No, la linea non si ferma.", "No, non si ferma", "no, la linea 3 non si ferma"}, []string{"la linea non si ferma da sola", "no, la linea 4 non si ferma", "no, la linea non si ferma più", "sì, la linea non si ferma", "no, la linea non si ferma ora"}},
		{"it", "Chiudere la filiale?\nA luglio.", nil, []string{"no, la filiale non si chiude"}, []string{"no, la filiale si chiude", "no, la porta non si chiude"}},
		{"pt", "Parar a linha 3?\nRuído.", nil, []string{"Não, a linha não se para.", "não, não se para a linha"}, []string{"a linha não se para", "não, a linha não se para hoje", "não, a linha não se para se houver ruído"}},
		{"pt", "Cancelar a encomenda?\nDe ontem.", nil, []string{"não, a encomenda não se cancela"}, []string{"não, a outra encomenda não se cancela", "sim, a encomenda não se cancela"}},
	} {
		o := Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}
		decides(t, o, tt.grant, tt.deny, tt.asked)
	}
}
