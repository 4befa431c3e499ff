package reply

import "testing"

// TestSpoken: marks by their names, scorn beside a no, whom the answer speaks to, what is done or not, who has it done, and the only
// name of a prompt are read; what names somebody else, or may happen by itself, is asked back.
func TestSpoken(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"it", "Pagare la multa?\n58 €.", []string{"Sì virgola paga pure punto", "ciao Eve sì", "sì grazie Eve", "si paghi pure", "paga"}, []string{"macché no", "no, figurati", "non si paga", "non si paghi", "nossignore", "ma no dai"}, []string{"Marco sì", "ciao Marco paga", "sì, Marco", "figurati", "figurati, sì", "sì virgola domani punto", "mi paga", "non si paga oggi"}},
		{"es", "¿Pago la multa?\n58 €.", []string{"sí coma págala punto", "Hola Eve dale", "gracias Eve, adelante"}, []string{"qué va, no la pagues", "Qué va, no", "no, para nada", "no se paga", "ni locos"}, []string{"qué va", "qué va, págala", "para nada", "ya se paga", "no se paga hoy", "no, qué va a ser", "sí coma mañana"}},
		{"pl", "Zapłacić mandat?\n100 zł.", []string{"tak przecinek zapłać kropka"}, []string{"coś ty, nie płać", "gdzie tam, nie"}, []string{"gdzie tam", "coś ty", "coś ty, tak"}},
		{"de", "Strafe zahlen?\n58 €.", []string{"Ja Komma bitte zahlen Punkt"}, []string{"ach was, nein", "Quatsch, nein"}, []string{"ach was", "Punkt", "ach was, ja"}},
		{"it", "Riavviare il server?\ndb-2.", nil, nil, []string{"si riavvia", "non si riavvia"}},
		{"it", "Aprire il cancello?\nÈ fuori.", nil, nil, []string{"si apre", "non si apre"}},
		{"es", "¿Reinicio el servidor?\ndb-2.", nil, nil, []string{"se reinicia", "no se reinicia"}},
		{"es", "¿Renuevo el seguro?\n312 €.", []string{"renuévalo"}, nil, []string{"no se renueva", "se renueva solo"}},
		{"es", "¿Acepto la invitación del alcalde?\nCena.", nil, []string{"No se acepta"}, nil},
		{"it", "Iscrivere l'azienda al portale?\n29 € al mese.", nil, []string{"no non mi iscrivere"}, []string{"mi iscrivo io"}},
		{"it", "Mandare il contratto a Rossi?\nDue pagine.", []string{"mandalo a Rossi"}, []string{"non glielo mandare"}, []string{"mi manda il contratto", "non mi mandare il contratto", "mandalo a Bianchi"}},
		{"it", "Far tagliare l'erba del campo?\nGiardiniere, 80 €.", []string{"falla tagliare", "fai tagliare"}, []string{"non tagliarla"}, []string{"falla crescere", "fai tagliare la siepe"}},
		{"pt", "Mando desligar o compressor?\nO eletricista quer olhar o painel.", []string{"manda desligar"}, nil, []string{"manda ligar"}},
		{"pt", "Marcar a reunião para quinta?\n15h, sala 2.", []string{"marca", "pode marcar"}, []string{"não marque"}, []string{"marca outra", "marca sexta"}},
		{"es", "¿Llamo a Marta?\nPor la beca.", []string{"llama a Marta", "sí, llama a Marta"}, []string{"no llames a Marta"}, []string{"llama a Ana", "llama a Marta y Ana"}},
		{"pl", "Zapisać Anię na basen?\nŚrody.", []string{"zapisz Anię"}, []string{"nie zapisuj jej"}, []string{"zapisz Olę"}},
		{"it", "Spostare il turno di Anna a Bruno?\nVenerdì.", nil, nil, []string{"sposta Anna", "sposta Bruno"}},
		{"es", "¿Subo la foto al Face?\nCon el precio.", []string{"Subila dale", "subila"}, []string{"no la subas"}, []string{"la subí"}},
		{"it", "Mettere Luca sul cantiere domani?\nAl posto di Nino.", []string{"Mettilo sì"}, nil, []string{"mettilo via"}},
		{"pt", "Enviar a carta de rescisão ao seguro?\nContrato 7712.", nil, nil, []string{"agradeço que me enviem a carta"}},
		{"es", "¿Cancelo la suscripción?\n9,99 € al mes.", []string{"cancélala"}, []string{"no me la canceles"}, []string{"me la cancelas luego"}},
		{"es", "¿Dejo vencer el contrato?\nMayo.", nil, nil, []string{"que venga"}},
		{"es", "¿Mando reparar la lavadora?\nUna nueva cuesta 320.", nil, nil, []string{"sí, compra"}},
		// who is let in or called
		{"it", "Faccio salire il corriere?\nÈ al portone.", []string{"fallo salire", "che salga", "salga pure"}, []string{"che non salga"}, []string{"scende lui", "fallo aspettare", "fallo salire dopo"}},
		{"it", "Lascio entrare gli operai?\nSono al cancello.", []string{"lasciali entrare", "falli entrare grazie"}, []string{"non lasciarli entrare"}, []string{"falli entrare dal retro", "lasciali"}},
		{"es", "¿Dejo entrar al repartidor?\nEstá en la puerta.", []string{"déjalo entrar", "que entre", "sí que suba"}, []string{"no lo dejes entrar"}, []string{"déjalo ir", "que entre solo", "que espere"}},
		{"es", "¿Llamo al fontanero?\nGotea el baño, 50 €.", []string{"que venga", "Sí, que venga"}, nil, []string{"que venga mañana", "que venga Luis", "no, que venga"}},
		{"it", "Chiamo il tecnico della caldaia?\nCosto uscita 60 €.", []string{"fallo venire", "che venga"}, nil, []string{"che venga domani", "viene già"}},
		{"pt", "Deixar entrar os técnicos do elevador?\nEstão à porta.", []string{"podem entrar", "que entrem"}, nil, []string{"podem esperar", "deixa"}},
		{"pl", "Wezwać elektryka?\nIskrzy gniazdko.", []string{"niech przyjedzie", "a wezwij"}, nil, []string{"niech przyjedzie jutro"}},
		// a no to the only day, and what is to stay as it is
		{"it", "Aprire l'oratorio stasera?\nI ragazzi chiedono dalle 20 alle 22.", nil, []string{"Stasera no"}, []string{"domani no", "stasera"}},
		{"pt", "Marcar a reunião para quinta?\n15h.", nil, []string{"quinta não"}, []string{"sexta não", "quinta não, sexta sim"}},
		{"pl", "Dać Tomkowi wolne w piątek?\nMa 6 dni.", nil, []string{"w piątek nie"}, []string{"w środę nie", "w piątek nie, w środę tak"}},
		{"en", "Book the hall on Monday and Tuesday?\n€90.", nil, nil, []string{"Monday no"}},
		{"en", "Cancel the lesson on Monday?\nAnn is ill.", nil, []string{"leave it as it is"}, []string{"Monday no"}},
		{"es", "¿Cambio la cita del dentista al martes?\nA las 16 h.", nil, []string{"déjala como está"}, []string{"déjala como quieras"}},
		{"pt", "Pago o boleto da internet?\nR$ 119,90.", []string{"pode ser, obrigada!", "pode ser sim"}, []string{"não né"}, []string{"pode ser", "pode ser que sim", "pode ser amanhã"}},
		{"pt", "Renovar a licença do software?\n240 € por ano.", []string{"é para renovar"}, []string{"não é para renovar"}, []string{"é para renovar só um"}},
		{"pl", "Przyjąć zaproszenie wójta?\nDożynki.", nil, []string{"odmów", "odmówić"}, []string{"odmów grzecznie jutro"}},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}, tt.grant, tt.deny, tt.asked)
	}
}
