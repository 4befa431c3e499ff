package reply

import (
	"os"
	"strconv"
	"strings"
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

// TestIberianAnswers: how people order and forbid in Spanish and Portuguese what an agent asks whether to do, with its
// pronouns, things in their own language, and a yes behind it; beside each what must be asked back.
func TestIberianAnswers(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{
			"es", "¿Firmo el albarán?\nHan traído 62 cajas.",
			[]string{"firma", "firmalo si", "si firmalo", "puedes firmar", "Fírmalo, sí.", "fírmalo cuanto antes", "venga firmalo"},
			[]string{"no lo firmes", "no firmes nada", "no hace falta que lo firmes"},
			[]string{"firma mañana", "firmalo si cuadra", "si firmas tú", "si lo firmas vale", "firmalo, si...", "firma solo una hoja", "¿puedes firmar?", "firma Ana", "firmalo antes", "fírmalo si\nviene el camión"},
		},
		{
			"es", "¿Reinicio el servidor de reservas?\nTarda diez minutos.",
			[]string{"reinícialo", "sí, reinicia"},
			[]string{"no lo reinicies"},
			[]string{"reinicia", "no reinicia", "reinicia el otro", "reinícialo mañana"},
		},
		{
			"es", "¿Doy de baja la línea 644 210 987?\nLa tenía Ramón hasta octubre.",
			[]string{"sí, dala de baja", "sí, dela de baja"},
			[]string{"no la des de baja"},
			[]string{"dala de alta", "no la des de alta", "da de baja la otra", "dala de baja en enero", "la di de baja ayer", "está de baja"},
		},
		{
			"es", "Give the plumber the key to the basement?\nHe would come on Wednesday.",
			[]string{"dale la llave", "sí, désela", "sí, entréguele la llave"},
			[]string{"no le des la llave", "no se la des"},
			[]string{"dale la fianza", "dale la otra llave", "dale la llave mañana", "dale la llave a Juan", "no le des la fianza", "dale una copia de la llave"},
		},
		{
			"pt", "Give the plumber the key to the basement?\nHe would come on Wednesday.",
			[]string{"dá-lhe a chave", "sim, dê-lhe a chave", "pode dar a chave", "entregue-lhe a chave"},
			[]string{"não lhe dês a chave", "não lhe dê a chave", "não é preciso dar a chave"},
			[]string{"dá-lhe a caução", "dá-lhe a outra chave", "dá-lhe a chave amanhã", "dá-lhe a chave se ele pagar", "não lhe dês a caução", "dá-lhe uma cópia da chave"},
		},
		{
			"pt", "Cancelo a linha 912 334 556?\nEra do Nuno, que saiu em outubro.",
			[]string{"cancela", "podes cancelar a linha", "sim, cancele-a"},
			[]string{"não a canceles"},
			[]string{"cancela a outra", "cancela amanhã", "podes cancelar?", "cancela se não der para transferir", "a linha já foi cancelada"},
		},
		{
			"es", "Delete user account\nAccount jlmendoza has not been used since March.",
			[]string{"borra la cuenta", "elimínala", "si borrala ya"},
			[]string{"no borres la cuenta", "no la elimines"},
			[]string{"borra el usuario de prueba", "borra todas las cuentas", "borra otra cuenta", "bórrala mañana", "desactívala", "si la borras avisa"},
		},
		{
			"pt", "Remarco a aula de segunda?\nA professora está doente.",
			[]string{"remarca ja", "remarca la isso", "sim, remarque"},
			[]string{"não remarca não", "não remarques"},
			[]string{"remarca não sei", "não remarca ainda não sei", "remarca para quinta", "não, remarca", "remarca só a tua"},
		},
		{
			"es", "¿Cambio la cerradura del local?\nEl cerrajero cobra 140 €.",
			[]string{"sí, cámbiela cuanto antes", "cámbiala de inmediato", "si cambiala porfi"},
			[]string{"no la cambies, la va a usar Virginia", "no la cambies, fui yo"},
			[]string{"cámbiala antes", "cámbiala cuando puedas", "cámbiala pero antes avisa", "sí, cuando antes la cambies", "vamos a ver", "no, vamos a cambiarla"},
		},
		{
			"pt", "Reset password for m.ocampo\nShe called this morning.",
			[]string{"repõe a senha", "pode repor a senha", "reponha a palavra-passe"},
			[]string{"não reponhas a senha", "não repor"},
			[]string{"repõe a conta", "repõe a senha amanhã", "manda-lhe a senha", "não reponhas a conta", "põe outra senha"},
		},
		{
			"pt", "Block card ending 4471\nThree payments were reported as unknown.",
			[]string{"bloqueie imediatamente", "bloqueia o cartão", "sim, bloqueie-o"},
			[]string{"não bloqueie", "não bloqueies o cartão"},
			[]string{"desbloqueie", "bloqueia a conta", "bloqueia só hoje", "não desbloqueie", "bloqueie o outro cartão"},
		},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}, tt.grant, tt.deny, tt.asked)
	}
}

// TestClosingQuestion: a prompt may name what it is about with its title and ask at its end; the verb of that question answers it as that of
// a title does, and so do its forms. What asks for more, or which of two, is no such question.
func TestClosingQuestion(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{
			"en", "The heritage leaflet, 50 copies\nThe print room can do it this afternoon. Print them?",
			[]string{"print them please", "yes, print them", "please print"},
			[]string{"don't print them", "no don't print"},
			[]string{"print them in colour", "print 20", "print them tomorrow", "I'll print them", "who prints them", "they print them already", "print them if there's paper", "print the other one"},
		},
		// a title that only names a thing leaves the question to ask
		{
			"es", "Reserva familia Olmedo\nDos noches, habitación 3, 168 €. ¿La acepto?",
			[]string{"Sí, acéptala", "acéptala", "acepta"},
			[]string{"no la aceptes"},
			[]string{"acepta la otra", "acéptala si pagan", "la acepto yo", "lo acepté", "acepta solo una noche", "reserva otra"},
		},
		{
			"es", "Descuento a la web de viajes\nQuieren un 15 % de promoción. ¿Lo activo?",
			[]string{"actívalo", "sí, actívalo"},
			[]string{"No lo actives."},
			[]string{"actívalo el lunes", "actívalo al 10 %", "lo activé", "no lo actives todavía", "descuenta más"},
		},
		{"es", "Cambio de guardia\nNélida cubre el domingo. ¿Lo cargo?", []string{"dale, cargalo"}, []string{"no lo cargues"}, []string{"cargalo el lunes", "lo cargo yo"}},
		{"es", "Inspección de la caldera\nDía 20 a las 10. ¿Digo que sí?", []string{"dile que sí", "pues sí, dile que sí"}, nil, []string{"di que no", "dile que no", "dile que a las 11"}},
		{"es", "Cambio de turno de Luis\nQuiere cambiar con Ana. ¿Apruebo el cambio?", []string{"sí, apruébalo", "aprueba"}, []string{"no lo apruebes"}, []string{"sí, pide aprobación", "haz que lo aprueben"}},
		{"pt", "Aluguel da oficina\nR$ 850 pro seu Arnaldo. Faço o pix?", []string{"faz o pix", "pode fazer"}, nil, []string{"faz o pix amanhã", "faz um boleto", "faz metade"}},
		{"pt", "Praia domingo\nReservo a mesa na barraca do Biu?", []string{"oxe reserva", "reserva po"}, []string{"reserva n"}, []string{"reserva duas", "reserva se der"}},
		{"pl", "Wesele kuzyna\nPrzyjąć zaproszenie w aplikacji?", []string{"przyjmij"}, []string{"nie przyjmuj"}, []string{"przyjmij jutro", "przyjmę sam"}},
		{"it", "Visita dal pediatra\nGiovedì alle 18. La confermo?", []string{"confermala"}, []string{"non confermarla"}, []string{"si conferma", "conferma lui", "confermala per venerdì"}},
		{"de", "Termin beim Zahnarzt\nDienstag um 9. Soll ich zusagen?", []string{"sag zu", "ja, zusagen"}, []string{"nicht zusagen"}, []string{"sag ab", "sag zu, aber um 10", "sag ich selbst zu"}},
		{"nl", "Rooster volgende week\nAanpassen?", []string{"pas maar aan", "joe, pas maar aan"}, []string{"nee, niet aanpassen"}, []string{"pas morgen maar aan"}},
		// one that names an end, or has a verb, does not
		{"en", "End of the lease\nHe wants to stay. Extend it?", nil, nil, []string{"end it"}},
		{"de", "Kündigung Fitnessstudio\nSie bieten einen Monat frei. Annehmen?", nil, nil, []string{"nimm an"}},
		{"de", "Winterpneus einlagern lassen\nDrei Fahrzeuge. Auftrag geben?", []string{"ja, gib den Auftrag", "ja, Auftrag geben"}, nil, nil},
		{"de", "Steuererklärung\nSie ist fertig. Abgeben?", []string{"ja, gib sie ab"}, nil, nil},
		{"es", "Carta a los vecinos\nEstá lista. ¿Les envío la carta?", []string{"sí, envíala"}, nil, nil},
		{"fr", "Réponse au notaire\nLa lettre est prête. Je l'envoie ?", []string{"oui, envoie-la"}, nil, nil},
		{"en", "Mrs Bell asks for a copy\nIt is ready. Send it to her?", []string{"yes, send it", "yes, send her it"}, nil, nil},
		{"en", "Tom is ill\nAnna could come. Call Anna?", []string{"yes, call her"}, nil, nil},
		{"de", "Abschlag an die Stadtwerke erhöhen\nVon 48 auf 75 Euro im Monat. Ändern?", []string{"ja"}, []string{"nein"}, nil},
		{"it", "Mandare il veterinario in malga\nDomani mattina. Chiamo?", []string{"sì"}, []string{"no"}, nil},
		{"en", "Call the plumber\nThe tap leaks. Repair it?", []string{"yes"}, []string{"no"}, nil},
		{"en", "Raise the rent by 50\nFrom May. Move it to 750?", []string{"yes"}, []string{"no"}, nil},
		{"en", "Shift Tom to Monday\nHe asks for it. Move him?", []string{"yes"}, []string{"no"}, nil},
		{"en", "Return the laptop to Dell\nThe label is ready. Confirm the return?", []string{"yes"}, []string{"no"}, nil},
		{"en", "Return the laptop to Dell\nThe label is ready. Book the courier?", []string{"yes"}, nil, nil},
		{"en", "Terminate Anna's contract\nThe letter is ready. Approve the letter?", []string{"yes"}, nil, nil},
		{"en", "Pay invoice 12\nDue Monday. Approve the transfer?", []string{"yes"}, []string{"no"}, nil},
		{"en", "Extend the lease\nOne year. Approve the extension?", []string{"yes"}, []string{"no"}, nil},
		{"de", "Schuhe zurückschicken\nEtikett ist da. Rücksendung freigeben?", []string{"ja"}, []string{"nein"}, nil},
		{"it", "Ritirare i cartoni dal fornitore\nPronti da oggi. Mando Ivan?", []string{"sì"}, []string{"no"}, nil},
		{"pt", "Aceitar entrega em Lauro?\nFica a 19 km. Aceito?", []string{"sim"}, nil, nil},
		{
			"it", "Riunione delle 18\nNessun punto all'ordine del giorno. Annullo?",
			[]string{"Annulli pure", "annulla", "sì, annullala"},
			[]string{"non annullare", "no, non la annulli"},
			[]string{"annullo io", "annullo", "annulla quella di domani", "annulla se nessuno viene", "l'hanno annullata", "annulla solo la cena", "chi annulla"},
		},
		{
			"es", "La seña de la familia Ibáñez\n$ 20.000 por el cumple cancelado. ¿Devuelvo?",
			[]string{"devolvé", "sí, devuélvela"},
			[]string{"no devuelvas"},
			[]string{"devuelvo yo", "devuelve la mitad", "devuélvela mañana", "ya la devolvieron", "cancela", "cancelado", "devuelve si llaman"},
		},
		{
			"fr", "Les tomates\nTous les soirs à 20 h pendant dix minutes. Je programme ?",
			[]string{"Oui programmez", "programme", "oui, tu peux programmer"},
			[]string{"ne programme pas", "non, ne programmez rien"},
			[]string{"je programme", "programme à 21 h", "programme seulement le samedi", "programme demain", "programme les courgettes"},
		},
		{
			"de", "Frau Sommer\nSie kommt seit heute nicht mehr ins Meldeprogramm. Zurücksetzen?",
			[]string{"Bitte zurücksetzen danke", "ja, setz zurück", "zurücksetzen"},
			[]string{"nicht zurücksetzen"},
			[]string{"zurücksetzen wenn sie anruft", "morgen zurücksetzen", "ich setze zurück", "wer setzt zurück", "schon zurückgesetzt"},
		},
		{
			"pt", "O dependente da Kelly\nDocumentos completos. Incluo?",
			[]string{"inclui", "sim, inclua"},
			[]string{"não inclui", "não inclua"},
			[]string{"incluo eu", "inclui amanhã", "inclui só a filha", "já foi incluído"},
		},
		{
			"nl", "Vergaderzaal 3\nDinsdag van 9 tot 11 voor het teamoverleg. Reserveren?",
			[]string{"reserveren graag", "ja reserveer maar"},
			[]string{"niet reserveren", "nee, niet reserveren"},
			[]string{"reserveer zaal 4", "reserveren als hij vrij is", "ik reserveer", "woensdag reserveren"},
		},
		{
			"pl", "Urlop pani Kocur\nOd 1 do 12 lipca, zastępstwo pan Rak. Zatwierdzić?",
			[]string{"zatwierdzić", "tak, proszę zatwierdzić", "zatwierdź"},
			[]string{"nie zatwierdzać", "proszę nie zatwierdzać"},
			[]string{"zatwierdzić do 5 lipca", "zatwierdzić jutro", "sam zatwierdzę", "zatwierdzić jak Rak się zgodzi"},
		},
		{
			"en", "The old printer\nIt still works. Sell it or keep it?", nil, nil,
			[]string{"sell it", "keep it", "don't sell it"},
		},
		{
			"en", "Invoice 4711\nIt is paid by now. Should I also order more paper?", nil, nil,
			[]string{"order it", "pay it", "don't order any"},
		},
		// The title asks for another deed: a yes beside that of the question, words of consent, or what carries it out.
		{
			"en", "Shift change for driver Basavaraj\nHe asks to swap Tuesday night with Imran, who has agreed. Approve the swap?",
			[]string{"yes pls approve", "approved", "approve it please"},
			[]string{"no, don't approve", "not approved", "I can't approve that"},
			[]string{"approve Tuesday only", "ask Imran", "he approves", "approve if Imran agrees", "approve another swap"},
		},
		{
			"de", "Dienstplan Bauhof tauschen\nHerr Karner und Herr Fuchs wollen den Winterdienst tauschen. Genehmigen?",
			[]string{"genehmigt", "Ja, bitte genehmigen."},
			[]string{"nicht genehmigt", "nein, nicht genehmigen"},
			[]string{"genehmigt bis auf den 13.", "wer genehmigt das", "nicht ich, der Bürgermeister genehmigt", "nur am 6. genehmigen"},
		},
		{
			"de", "Winterpneus einlagern lassen\nDrei Fahrzeuge bei Garage Kunz. Auftrag geben?",
			[]string{"Ja gern", "ja, gib den Auftrag"},
			[]string{"nein danke", "nein, gib keinen Auftrag"},
			[]string{"gib den Auftrag", "ja, gib den Auftrag im Mai", "ja, gib zwei Aufträge", "ja wenn Kunz den Auftrag will"},
		},
		{
			"fr", "Changer l'horaire de Joannie jeudi\nElle ferait 12 h à 20 h, Maxime est d'accord. Je l'inscris dans l'horaire ?",
			[]string{"oui, inscris-la", "oui, tu peux l'inscrire"},
			[]string{"non, ne l'inscris pas"},
			[]string{"oui, inscris Maxime", "oui, inscris-la vendredi", "oui si elle l'inscrit"},
		},
		{
			"it", "Turno di Giulia sabato allo spaccio\nSostituisce Marta, che è d'accordo. Lo metto a calendario?",
			[]string{"sì metti", "si mettilo", "sì, mettilo a calendario"},
			[]string{"no, non metterlo"},
			[]string{"sì, metti Marta", "sì, mettilo domenica", "metti la musica", "sì se lo metti tu"},
		},
		{
			"it", "Dire a Noemi che arrivi alle 8\nAppuntamento sotto casa sua. Le scrivo?",
			[]string{"si scrivile", "sì, scrivile"},
			[]string{"no, non scriverle"},
			[]string{"sì, scrivi a Marta", "scrivile domani"},
		},
		{
			"pt", "Trocar as férias da Jéssica\nDe julho para agosto, o gestor já concordou. Altero no sistema?",
			[]string{"Sim altera por favor", "sim, pode alterar"},
			nil,
			[]string{"não altera", "altera só agosto", "sim, altera para setembro", "sim se o gestor altera"},
		},
		{
			"pl", "Przesunąć kosz przy bloku 3\nPan Migas zrobi to dziś. Zlecić?",
			[]string{"tak, proszę zlecić"},
			nil,
			[]string{"nie zlecać", "tak, zlecić jutro", "niech Migas zleci"},
		},
		{
			"nl", "Veearts laten komen\nVrijdag 8 uur. Afspraak maken?",
			[]string{"ja, maak de afspraak maar"},
			[]string{"nee, maak geen afspraak"},
			[]string{"ja, maak een afspraak voor maandag"},
		},
		{
			"pt", "Assinar o auto de receção\nVistoria sem defeitos. Assino com o seu certificado?",
			[]string{"Sim. Pode assinar com o meu certificado.", "sim, assine com o seu certificado"},
			nil,
			[]string{"assine com o certificado da Ana", "sim, assino eu com o meu certificado", "não, com o meu certificado não"},
		},
		{
			"fr", "Signer la convention avec le hall\nMême convention. J'appose votre signature ?",
			[]string{"Oui, vous pouvez apposer ma signature.", "oui, apposez ma signature"},
			nil,
			[]string{"oui, j'appose ma signature", "apposez la signature de Luc"},
		},
		{
			"pl", "Podpisać protokół odbioru dachu\nBez uwag. Złożyć pański podpis?",
			[]string{"Tak, proszę złożyć mój podpis"},
			nil,
			[]string{"tak, sam złożę mój podpis", "proszę złożyć podpis żony"},
		},
		{
			"en", "Passport\nIt runs out in May. Renew your passport?",
			[]string{"yes, renew my passport", "renew my passport please"},
			[]string{"don't renew my passport"},
			[]string{"renew my licence", "I'll renew my passport", "renew my wife's passport", "renew your passport"},
		},
		{
			"de", "Schulung am Freitag\nNeun sind angemeldet, die Einladung ist fertig. Aussenden?",
			[]string{"Bitte aussenden, danke."},
			[]string{"nicht aussenden"},
			[]string{"bitte am Montag aussenden", "Plakat aussenden", "wer sendet sie aus"},
		},
		{
			"en", "Purchase order PO-7731\n6 laptops from Vega. Release the PO?",
			[]string{"Approved from my side. Please release the PO.", "release it"},
			[]string{"do not release it"},
			[]string{"release it on Monday", "order more"},
		},
		{
			"en", "Phone bill\n40 euros, due tonight. Pay it?",
			[]string{"yes pay it"},
			[]string{"don't pay it"},
			[]string{"phone them", "pay half of it"},
		},
		{
			"fr", "Envoi des conclusions\nElles sont prêtes. Les déposer au greffe via la plateforme ?",
			[]string{"Oui, vous pouvez les déposer.", "déposez-les"},
			[]string{"ne les déposez pas"},
			[]string{"déposez-les lundi", "déposez celles de Luc"},
		},
		{
			"fr", "Provision de l'huissier\n347,85 € à verser. Je verse ?",
			[]string{"D'accord, versez."},
			[]string{"non, ne versez pas"},
			[]string{"versez la moitié", "je verse"},
		},
		{
			"fr", "Contrat de nettoyage\nL'offre de Vega, je la signe ?",
			[]string{"oui, signe-la"},
			[]string{"non, ne signe pas"},
			[]string{"je la signe", "signe celle de Luc"},
		},
		{
			"fr", "Rappel à la société Brumagne\nDeuxième rappel. L'envoyer ?",
			[]string{"Oui, envoyez ce rappel."},
			[]string{"Non, n'envoyez pas ce rappel."},
			[]string{"envoyez-le lundi"},
		},
		{
			"nl", "Verzekering instrumenten\n298 euro, zelfde polis. Betalen?",
			[]string{"Dat is goed, betaal maar."},
			[]string{"niet betalen"},
			[]string{"betaal de helft"},
		},
		{
			"it", "Tagliando auto\nGiovedì alle 8 da Lorusso. Va bene?",
			[]string{"va bene", "sì va bene"},
			[]string{"no", "non va bene"},
			[]string{"va bene venerdì", "va bene se piove", "paga", "va meglio"},
		},
		{
			"de", "Friseur\nDonnerstag 17 Uhr. Passt das?",
			[]string{"passt", "ja passt"},
			[]string{"passt nicht"},
			[]string{"passt besser Freitag", "absagen"},
		},
		{
			"it", "Visita scolastica\nLa maestra chiede per giovedì. Dico di sì?",
			[]string{"digli di sì"},
			nil,
			[]string{"digli di sì per venerdì", "dico io"},
		},
		{
			"en", "Not renewing the licence\nIt costs 900 euros. OK?",
			nil, nil,
			[]string{"renew it", "don't renew it", "yes, renew it"},
		},
		{
			"it", "Non pagare la fattura\nL'importo è sbagliato. Va bene?",
			nil, nil,
			[]string{"pagala", "non pagarla", "sì, pagala"},
		},
		{
			"nl", "Geen bestelling bij Meyer\nHij is duur. Akkoord?",
			nil, nil,
			[]string{"bestel maar", "bestel niet"},
		},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}, tt.grant, tt.deny, tt.asked)
	}
}

// TestClosingBesides: a question at the end of a prompt that already asks for another deed, or for a thing, is about something beside it.
func TestClosingBesides(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt      string
		notGrant, notDeny []string
	}{
		{"en", "Delete customer 4711\nShe has been gone for a year. Keep her?", []string{"keep her", "yes, keep her"}, nil},
		{"en", "Delete the old backups\nThey are from 2019. Keep them?", []string{"yes keep them"}, nil},
		{"es", "Borrar las copias\nSon de 2019. ¿Las guardo?", []string{"guarda", "guárdalas"}, nil},
		{"pt", "Apagar as cópias\nSão de 2019. Guardo?", []string{"guarda", "guarde"}, nil},
		{"nl", "Back-ups verwijderen\nZe zijn van 2019. Bewaren?", []string{"bewaar ze"}, nil},
		{"nl", "Aandelen verkopen\nDe koers daalde. Houden?", []string{"houden"}, nil},
		{"en", "Stop the heating\nIt is 4 degrees outside. Leave it on?", []string{"leave it on"}, nil},
		{"en", "Pay invoice 4711\nThe supplier charges a late fee. Refuse it?", []string{"yes, refuse it"}, []string{"no, don't refuse"}},
		{"de", "Rechnung 4711 bezahlen\nDer Lieferant hat zu viel berechnet. Ablehnen?", []string{"ja, ablehnen"}, nil},
		{"fr", "Payer la facture 4711\nLe montant est faux. Refuser ?", []string{"oui, refusez"}, nil},
		{"en", "Print the leaflet, 50 copies\nPaper is short. Postpone the poster?", []string{"postpone the leaflet", "postpone it"}, []string{"don't postpone"}},
		{"en", "Transfer €5,000 to the landlord\nAccount changed last month. Check?", []string{"please check", "check it"}, []string{"don't check"}},
		{"de", "Zahlung an Kessler freigeben\nDie IBAN ist neu. Anrufen?", []string{"anrufen", "ruf an"}, []string{"nicht anrufen"}},
		{"de", "Schulung am Freitag absagen\nNeun sind angemeldet. Verschieben?", []string{"verschieben"}, []string{"nicht verschieben"}},
		{"pl", "Sprzedać akcje\nSpadły. Kupić?", []string{"kup"}, []string{"nie kupować"}},
		{"it", "Annullare l'ordine\nÈ già partito. Accetto?", []string{"accetta"}, nil},
		{"en", "Give Tim access to payroll\nHe starts Monday. Remove it in June?", []string{"remove it"}, []string{"don't remove it"}},
		{"es", "Cancelar la suscripción\nSe renueva el viernes. ¿Renuevo?", []string{"renueva"}, []string{"no renueves"}}, // and "cancela" grants the same
		{"en", "Remove Tim from the group\nHe left. Notify him?", []string{"notify him"}, []string{"don't notify him"}},
		{"en", "Book the train for Mrs Bell\n9:04, second class. Any problem?", nil, []string{"no problem"}},
		{"en", "Book the train for Mrs Bell\n9:04, second class. Any comments?", nil, []string{"no comments"}},
		{"en", "Book the train for Mrs Bell\n9:04, second class. Questions?", nil, []string{"no questions"}},
		{"de", "Angebot an Bell senden\n900 Euro. Korrekturen?", nil, []string{"keine Korrekturen"}},
		{"fr", "Envoyer l'offre\n900 euros. Des questions ?", nil, []string{"pas de questions"}},
		{"es", "Enviar la oferta\n900 euros. ¿Algún cambio?", nil, []string{"ningún cambio"}},
		{"pt", "Enviar a oferta\n900 euros. Alguma alteração?", nil, []string{"nenhuma alteração"}},
		{"en", "Book room 4\nFor 12 people. Coffee?", nil, []string{"no coffee please"}},
		{"en", "Send the contract to Vega\nNine pages. With a cover letter?", nil, []string{"no cover letter"}},
		{"fr", "Réserver la salle 4\n12 personnes. Du café ?", nil, []string{"pas de café"}},
		{"pl", "Zarezerwować salę 4\n12 osób. Kawa?", nil, []string{"nie kawa"}},
		{"en", "Order the cake for Saturday\n45 pounds at Miller's. Deliver?", []string{"deliver it"}, []string{"no need to deliver", "no, don't deliver"}},
		{"pl", "Sprzedać akcje\nSpadły. Kupić?", []string{"tak, kup", "tak, kupić"}, []string{"nie, nie kupować"}},
		{"it", "Prenotare la sala\nSabato. Pago io o paghi tu?", []string{"sì paga", "paga"}, nil},
		{"es", "Reservar la sala\nSábado. ¿Pago o espero?", []string{"sí, paga"}, nil},
		{"nl", "Zaal boeken\nZaterdag. Betalen of wachten?", []string{"ja, betalen"}, nil},
		{"en", "Sell the van\nIt is twelve years old. Buy another?", []string{"yes, buy another", "yes buy it"}, nil},
		{"de", "Rechnung 4711 bezahlen\nDer Lieferant hat zu viel berechnet. Reklamieren?", []string{"ja, reklamieren", "ja reklamiere"}, nil},
		{"it", "Pagare la fattura 4711\nL'importo è sbagliato. Contesto?", []string{"sì, contesta", "contesta"}, nil},
		{"en", "Book the train for Mrs Bell\n9:04, second class. Wait for her answer?", []string{"yes, wait", "yes please wait"}, nil},
		{"de", "Zug für Frau Bell buchen\n9:04 Uhr. Noch warten?", []string{"ja, warten", "ja warte"}, nil},
		{"fr", "Réserver le train de Mme Bell\n9 h 04. J'attends ?", []string{"oui, attendez", "oui attends"}, nil},
		{"es", "Reservar el tren de la Sra. Bell\n9:04. ¿Espero?", []string{"sí, espera"}, nil},
		{"nl", "Trein voor mevrouw Bell boeken\n9.04 uur. Wachten?", []string{"ja, wachten", "ja wacht"}, nil},
		{"pl", "Zarezerwować pociąg\n9:04. Poczekać?", []string{"tak, poczekać", "tak, poczekaj"}, nil},
		{"pt", "Reservar o comboio\n9h04. Espero?", []string{"sim, espera"}, nil},
		{"it", "Prenotare il treno\n9:04. Aspetto?", []string{"sì, aspetta"}, nil},
		{"en", "Pay invoice 4711\nThe bank account is new. Call the supplier?", []string{"yes, call them", "yes call"}, nil},
		{"en", "Pay invoice 4711\nThe bank account is new. Ask the supplier?", []string{"yes, ask them", "yes ask"}, nil},
	} {
		o := Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}
		for _, text := range tt.notGrant {
			if Parse(text, o).Verdict == Grant {
				t.Errorf("%q to %q is a grant", text, tt.prompt)
			}
		}
		for _, text := range tt.notDeny {
			if Parse(text, o).Verdict == Deny {
				t.Errorf("%q to %q is a denial", text, tt.prompt)
			}
		}
	}
}

// TestClosingHostile: prompts of which the question at the end asks for the contrary of the title, for something instead of it, before it or
// by others, with answers to that question: none grants or denies what the title asks.
func TestClosingHostile(t *testing.T) {
	b, err := os.ReadFile("testdata/closing_hostile.txt")
	if err != nil {
		t.Fatal(err)
	}
	var o Options
	not, n := "", 0
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, "\n")
		if text, is := strings.CutPrefix(line, "\t"); is {
			n++
			if Parse(text, o).Verdict.String() == not {
				t.Errorf("%q to %q is %s", text, o.Shown.About[2], not)
			}
			continue
		}
		if f := strings.SplitN(line, " ", 3); f[0] != "#" {
			prompt, err := strconv.Unquote(f[2])
			if err != nil {
				t.Fatal(line, err)
			}
			o, not = Options{Language: f[0], Shown: Shown{About: []string{"", "", prompt}}}, f[1]
		}
	}
	if n < 300 {
		t.Errorf("only %d answers", n)
	}
}

// TestBesideHostile: what a hostile reader wrote beside answers, and to questions below a title that only names a thing: none decides.
func TestBesideHostile(t *testing.T) {
	b, err := os.ReadFile("testdata/beside_hostile.txt")
	if err != nil {
		t.Fatal(err)
	}
	unquote := func(s string) (text, rest string) {
		quoted, err := strconv.QuotedPrefix(s)
		if err != nil {
			t.Fatal(s, err)
		}
		text, _ = strconv.Unquote(quoted)
		return text, strings.TrimSpace(s[len(quoted):])
	}
	var o Options
	n := 0
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, "\n")
		if quoted, is := strings.CutPrefix(line, "\t"); is {
			n++
			text, _ := unquote(quoted)
			if v := Parse(text, o).Verdict; v != None {
				t.Errorf("%q to %q is %s", text, o.Shown.About[2], v)
			}
			continue
		}
		if f := strings.SplitN(line, " ", 3); f[0] != "#" {
			prompt, rest := unquote(f[2])
			name, _ := unquote(rest)
			o = Options{Name: name, Language: f[0], Mail: f[1] == "m", Shown: Shown{About: []string{"", "", prompt}, By: "Eve"}}
		}
	}
	if n < 300 {
		t.Errorf("only %d answers", n)
	}
}
