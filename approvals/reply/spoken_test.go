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
		{"de", "Strafe zahlen?\n58 €.", []string{"Ja Komma bitte zahlen Punkt", "Ja Punkt bitte zahlen Punkt Gruß Paula", "Ja neue Zeile Gruß Testowa"}, []string{"ach was, nein", "Quatsch, nein"}, []string{"ach was", "Punkt", "ach was, ja", "Ja Komma", "Ja Punkt Punkt Punkt", "Ja Fragezeichen", "ja guter Punkt", "Ja Komma aber", "ja punto"}},
		{"en", "Pay the fine?\n£58.", []string{"approved comma thanks period", "OK to pay", "ok to pay it"}, []string{"It is too expensive, so no."}, []string{"no point", "good point", "Yes question mark", "yes comma", "Yes comma but at ten", "It's fine, so no", "I have no objections, so no", "ok to pay half"}},
		{"en", "Print the period report?\nA4.", nil, nil, nil},
		{"fr", "Payer l'amende ?\n58 €.", []string{"oui virgule payez point"}, []string{"non point final", "C'est trop cher, donc non."}, []string{"oui point", "ne payez point", "payez point"}},
		{"nl", "Boete betalen?\n€ 58.", nil, []string{"Het is te duur, dus nee"}, []string{"goed punt", "ja goed punt", "ja vraagteken"}},
		{"en", "Send the newsletter today?\n4,200 readers.", []string{"yes send it today", "send it today"}, []string{"no not today", "not today", "don't send it today"}, []string{"no, today", "today", "not tomorrow", "not today but tomorrow", "not only today", "yes not today", "yes, but not today"}},
		{"de", "Newsletter heute verschicken?\n4.200 Leser.", []string{"ja heute verschicken"}, []string{"nicht heute", "heute nicht", "nein, heute nicht"}, []string{"heute nicht, morgen", "heute nicht mehr", "heute bitte"}},
		{"nl", "Nieuwsbrief verzenden?\n4.200 lezers.", nil, nil, []string{"niet vandaag", "vandaag niet"}},
		{"en", "Share the deck with Orbit Ltd?\n14 slides.", []string{"yes, share it with Orbit"}, nil, []string{"yes, share it with Orbital", "share the deck with Orbita", "yes, share it with Orbin"}},
		{"de", "Offerte annehmen?\nCHF 1'240.", nil, []string{"annehmen nicht", "nein, brauche ich auch nicht"}, []string{"Annehmen nicht. Absagen auch nicht.", "Nein. Ablehnen auch nicht."}},
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
		// a question that closes the prompt, whoever asks, and wishes
		{"en", "Book a taxi on Thursday\nPick-up at 8.15, about €18. Book it?", []string{"Yes please Eve x", "yes Eve please", "yes please Eve book it", "Yes, book it. Enjoy the long weekend!", "Yes Eve, book it. Hope you are keeping well"}, []string{"no thanks Eve", "No Eve. Have a nice day"}, []string{"Yes please Jane", "Eve book it", "ask Eve", "yes\nEve", "yes for Eve", "yes. Enjoy it Friday", "Yes. Have half", "let Eve book it", "Eve"}},
		{"de", "Sitzung des Ausschusses einladen\nDie Einladung an sieben Mitglieder ist fertig. Aussenden?", nil, nil, []string{"einsenden", "Schönen Feiertag", "ja, aussenden morgen", "Ja. Schönen Gruß an alle, nicht aussenden"}},
		{"de", "Dienstplan tauschen\nHerr Karner und Herr Fuchs wollen den Dienst am 6. und 13. tauschen. Genehmigen?", nil, nil, []string{"nur am 6."}},
		{"fr", "Mettre la photo de Moka sur Instagram\nSa famille a donné son accord. Je publie ?", []string{"Oui publie", "oui Eve, publie", "Oui, publiez. Bonne soirée Eve !"}, []string{"ne publie pas", "Non merci ma petite Eve"}, []string{"publie la photo de Rex", "on publie"}},
		{"fr", "Répondre à Mme Desrochers\nLe brouillon dit que tout est normal. J'envoie ?", []string{"C'est parfait comme ça, envoie-le.", "oui envoie"}, []string{"n'envoie pas"}, []string{"envoie-le à Paul"}},
		{"nl", "Meedoen aan open dagen?\nLTO vraagt voor 16 juni. Aanmelden?", []string{"ja aanmelden", "Ja, aanmelden. Fijn weekend Eve"}, []string{"NEE NIET AANMELDEN"}, []string{"afmelden"}},
		{"en", "Reply to Mr Lacey about the bins\nMy draft says that collection moves to Wednesdays. Shall I send it as it stands?", []string{"The draft is fine as it stands, please send it.", "The draft looks good, send it", "please send it as it stands", "Yes please, dear, do send it", "Hello Eve. Yes send it please full stop thank you very much full stop"}, nil, []string{"The draft is fine.", "The draft is fine, thanks", "The draft is fine, send it to Tom", "The draft is fine, don't send it", "The first draft is fine, send it", "The other is fine, send it", "The draft is fine, but wait", "The draft is nearly fine, send it", "delete away"}},
		{"de", "Antwort an Familie Ebner\nDer Entwurf nennt 60 Euro und die Frist. Absenden?", []string{"Der Entwurf ist gut so, bitte absenden.", "Der Brief passt, absenden"}, nil, []string{"Der Entwurf ist gut so", "Der andere ist gut, absenden", "Der Entwurf ist gut, aber warten", "Der Entwurf ist gut, an Weber absenden"}},
		{"en", "Cancel the direct debit\nThe form is filled in. Shall I cancel the direct debit?", []string{"Yes, do cancel it, thank you."}, nil, []string{"do cancel it tomorrow", "yes, do keep it"}},
		{"nl", "Kuilplastic kopen?\nDrie rollen, € 330.", []string{"jahoor"}, []string{"nee laat maar", "Nee, laat maar", "nee, laat maar zitten", "Nee laat maar. Bedankt"}, []string{"laat maar", "nee laat maar weten", "nee laat maar kopen", "nee laat maar zien", "nee laat lopen", "ja laat maar"}},
		{"fr", "Prolonger le contrat du déneigeur ?\nMême prix, trois ans.", nil, []string{"Non laisse faire", "non, laisse faire merci"}, []string{"laisse faire", "non laisse faire Paul", "oui laisse faire"}},
		{"fr", "Laisser entrer le livreur ?\nAu portail.", nil, nil, []string{"Non laisse faire"}},
		{"en", "Keep the old list?\nIt is from 2019. Or delete it?", nil, nil, []string{"delete it"}},
		{"en", "Keep the old list?\nIt is from 2019. Delete it?", nil, nil, []string{"delete it"}},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.deny, tt.asked)
	}
}
