package reply

import "testing"

// TestOfOnesOwn: whoever confirms that they will be there confirms what the prompt calls theirs in the polite form, where it tells of nobody else.
func TestOfOnesOwn(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"es", "¿Confirmar su asistencia al curso de administración?\nDel 6 al 8 de mayo, de 9 a 14 horas.", []string{"Buenos días:\n\nSí, confirmo mi asistencia."}, nil, []string{"sí, confirmo mi inscripción", "sí, confirmo mi asistencia el 6", "confirmo mi asistencia a la cena", "no confirmo, mi asistencia sí", "sí, confirmo mi reserva"}},
		{"es", "¿Confirmar su asistencia?\nMarta no ha contestado.", nil, nil, []string{"Sí, confirmo mi asistencia."}},
		{"es", "¿Confirmar su asistencia?\nEs la hija del director.", nil, nil, []string{"Sí, confirmo mi asistencia."}},
		{"es", "¿Confirmar su asistencia a la boda de Marta?\nEn mayo.", nil, nil, []string{"Sí, confirmo mi asistencia."}},
		{"es", "¿Renovar su póliza?\nUn año.", nil, nil, []string{"Sí, renuevo mi póliza"}},
		{"pt", "Confirmar a sua presença na reunião?\nÀs 10.", []string{"Sim, confirmo a minha presença."}, nil, []string{"Sim, confirmo a minha presença só às 11", "Sim, confirmo a minha reunião"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.deny, tt.asked)
	}
}

// TestAtHome: short words of chats beside an answer that is whole without them, and short nos with why.
func TestAtHome(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"it", "Renew the newspaper subscription?\n€9.99 a month.", nil, []string{"no nn mi serve", "nn mi serve", "no non ho voglia", "nah nn ho voglia", "no, ormai no"}, []string{"no nn è un problema", "no nn preoccuparti", "no nn importa", "no nn c'è problema", "no nn fa niente", "no nn ti sbagli", "no nn mi dispiace", "no nn ho problemi", "no nn ho niente in contrario", "no nn solo quello", "nn lo so", "no nn aspettare, rinnova"}},
		{"it", "Pagare il bollo del furgone?\n176,44 €.", []string{"E paghiamo va bene", "e paghiamo", "sì, ve ne ringrazio", "Ecco il mio ok"}, nil, []string{"e paga Luca", "e paga", "paghiamo e", "e, paghiamo", "e paghiamo domani", "e se paghiamo", "ecco il mio ok per metà", "manca il mio ok"}},
		{"it", "Cancellare i DDT del 2018?\nCirca 4.100 documenti.", nil, []string{"Buongiorno,\nno, vanno conservati.", "no, vanno tenuti"}, []string{"no, vanno cancellati", "no, vanno conservati solo alcuni", "sì, vanno conservati"}},
		{"it", "Non cancellare i DDT?\nCirca 4.100.", nil, nil, []string{"no, vanno conservati", "no nn cancellare"}},
		{"es", "¿Pagar la luz?\nCFE, $412.", []string{"Sí, páguela por fa", "sí por fis", "si de una", "si obvio", "Va mi aprobación."}, []string{"no ya no", "ya no gracias"}, []string{"si de una vez pagan", "si obvio no", "págala por fa mañana", "va mi aprobación mañana", "sí, ya no", "ajá"}},
		{"es", "¿Comprar las entradas para Central?\nPlatea, 2.", nil, []string{"no, dejá", "no dejá", "no, deja"}, []string{"no, dejá que lo pienso", "dejá"}},
		{"es", "¿Dejar la llave en la portería?\nHoy.", nil, nil, []string{"no, dejá"}},
		{"pt", "Reservar a sala de estudo?\nBiblioteca, quinta.", []string{"uhum reserva", "aham, reserva", "Segue minha aprovação.", "Segue a minha aprovação. Pode reservar.", "Sim, agradeço-lhe"}, []string{"nn precisa", "não, já não"}, []string{"uhum", "uhum reserva outra", "uhum, não", "uhum reserva amanhã", "segue para minha aprovação", "segue minha aprovação para duas horas", "aguarde minha aprovação", "já não sei"}},
		{"fr", "Accepter le remplacement du week-end ?\nDeux jours.", []string{"oui c beau", "Oui. Je vous en remercie par avance.", "Voici mon accord."}, []string{"Non désolée pas possible pour moi", "non, pas possible", "nah laisse faire", "non plus maintenant"}, []string{
			"pas possible", "non, c'est possible", "non pas possible demain", "oui c pas possible", "oui, pas possible", "laisse faire", "voici mon accord pour samedi", "je vous en remercie", "c possible",
		}},
		{"fr", "Dire à ta mère que tu arrives dimanche ?\nPar message.", []string{"oui dis-y"}, nil, []string{"oui dis-y d'attendre", "dis-y non", "oui vas-y pas"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.deny, tt.asked)
	}
}
