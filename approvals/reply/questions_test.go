package reply

import "testing"

// TestAskedElse: to a prompt that asks which of several, whether not to, whether somebody minds, or for a fact, a bare yes or
// no decides nothing: the deed, the consent or the code does, but for which of several and whether not to, where only the code does.
func TestAskedElse(t *testing.T) {
	for _, tt := range []struct {
		lang               string
		about              []string
		grant, deny, asked []string
	}{
		{"en", []string{"Pay the deposit now or in June?", "Should I pay the invoice today or wait until Monday?", "Should I NOT send the offer?"}, []string{"YES QHM45C"}, []string{"NO QHM45C"}, []string{"yes", "no", "ok", "👍", "do it", "yes, do it", "approved", "don't"}},
		{"de", []string{"Soll ich die Rechnung jetzt oder im Juni zahlen?", "Soll ich das Angebot nicht schicken?"}, []string{"JA QHM45C"}, []string{"NEIN QHM45C"}, []string{"ja", "nein", "mach das", "gerne"}},
		{"fr", []string{"Payer maintenant ou en juin ?", "Dois-je ne pas envoyer l'offre ?", "Ne dois-je pas envoyer l'offre ?"}, nil, nil, []string{"oui", "non", "allez-y"}},
		{"es", []string{"¿Pago ahora o en junio?", "¿No envío la oferta?"}, nil, nil, []string{"sí", "no", "dale"}},
		{"it", []string{"Pagare adesso o a giugno?", "Non mando l'offerta?"}, nil, nil, []string{"sì", "no", "va bene"}},
		{"pt", []string{"Pagar agora ou em junho?", "Não envio a oferta?"}, nil, nil, []string{"sim", "não", "claro"}},
		{"nl", []string{"Nu betalen of in juni?", "Zal ik de offerte niet sturen?"}, nil, nil, []string{"ja", "nee", "prima"}},
		{"pl", []string{"Zapłacić teraz czy w czerwcu?", "Czy nie wysyłać oferty?"}, nil, nil, []string{"tak", "nie", "jasne"}},

		{"en", []string{"Train or plane?\nShall I book it?"}, []string{"YES QHM45C"}, nil, []string{"yes", "book it"}},
		{"fr", []string{"Train ou avion ?\nJe le réserve ?"}, nil, nil, []string{"oui", "réserve"}},
		{"it", []string{"Treno oppure aereo?\nLo prenoto?"}, nil, nil, []string{"sì", "va bene"}},
		{"es", []string{"¿Tren o avión?\n¿Lo reservo?"}, nil, nil, []string{"sí", "dale"}},
		{"it", []string{"Treno oppure aereo\nPrenoto il treno?"}, []string{"sì"}, []string{"no"}, nil},

		{"en", []string{"Do you mind if I pay the invoice?", "Any objections to paying the invoice?", "Is there any reason not to pay the invoice?"}, []string{"approved", "yes, pay it", "YES QHM45C"}, []string{"I refuse", "don't pay it", "NO QHM45C"}, []string{"yes", "no", "yes I do", "not at all", "sure", "no, it's fine"}},
		{"de", []string{"Spricht etwas dagegen, die Rechnung zu bezahlen?", "Stört es dich, wenn ich die Rechnung zahle?"}, []string{"genehmigt", "ja, bezahlen"}, []string{"abgelehnt"}, []string{"ja", "nein", "klar"}},
		{"fr", []string{"Avez-vous une objection à supprimer les fichiers ?"}, []string{"approuvé"}, []string{"je refuse"}, []string{"oui", "non"}},
		{"it", []string{"Hai qualcosa in contrario se cancello i file?"}, []string{"approvato"}, []string{"rifiuto"}, []string{"sì", "no"}},
		{"es", []string{"¿Te importa si borro los archivos?"}, []string{"aprobado"}, []string{"rechazado"}, []string{"sí", "no"}},
		{"pt", []string{"Importa-se que apague os ficheiros?"}, []string{"aprovado"}, []string{"recuso"}, []string{"sim", "não"}},
		{"nl", []string{"Heb je bezwaar als ik de bestanden verwijder?"}, []string{"goedgekeurd"}, []string{"afgewezen"}, []string{"ja", "nee"}},
		{"pl", []string{"Czy masz coś przeciwko usunięciu plików?"}, []string{"zatwierdzam"}, []string{"odrzucam"}, []string{"tak", "nie"}},

		{"en", []string{"Give the key to the plumber. Do you know him?"}, []string{"approved", "yes, give it", "YES QHM45C"}, []string{"don't give it", "no, it's too expensive"}, []string{"yes", "no", "sure", "no, he hasn't answered", "no, they haven't come"}},
		{"de", []string{"Toms Flug im August buchen. Ist er da?"}, []string{"ja, buchen", "genehmigt"}, []string{"nein, nicht buchen", "nein, das ist zu teuer"}, []string{"ja", "nein", "nein, sie hat noch nicht bezahlt"}},
		{"fr", []string{"Est-ce que Tom est là en août ? Je réserve le vol."}, []string{"approuvé"}, []string{"je refuse"}, []string{"oui", "non", "non, il n'a pas répondu"}},
		{"it", []string{"C'è Tom ad agosto? Prenoto il volo.", "Tom c'è ad agosto? Prenoto il volo."}, []string{"approvato"}, nil, []string{"sì", "no", "no, non ha ancora risposto"}},
		{"es", []string{"¿Está Tom en agosto? Reservo el vuelo."}, []string{"aprobado"}, nil, []string{"sí", "no"}},
		{"pt", []string{"O Tom está em agosto? Reservo o voo."}, []string{"aprovado"}, nil, []string{"sim", "não"}},
		{"nl", []string{"Is Tom er in augustus? Dan boek ik de vlucht."}, []string{"goedgekeurd"}, nil, []string{"ja", "nee"}},
		{"pl", []string{"Czy Tom jest w sierpniu? Zarezerwuję lot."}, []string{"zatwierdzam"}, nil, []string{"tak", "nie"}},

		{"en", []string{"May I pay the invoice?", "Shall I pay the invoice or not?", "The invoice is not paid yet. May I pay it?", "Pay the invoice. Is that ok?", "Do you want me to pay the invoice?", "Do not renew the contract?"}, []string{"yes"}, []string{"no"}, nil},
		{"de", []string{"Darf ich die Rechnung bezahlen?", "Die Rechnung ist nicht bezahlt. Soll ich sie zahlen?", "Wir zahlen die Rechnung, oder?", "Den Vertrag nicht verlängern?"}, []string{"ja"}, []string{"nein"}, nil},
		{"fr", []string{"Puis-je payer la facture ?", "Est-ce que je peux payer la facture ?"}, []string{"oui"}, []string{"non"}, nil},
		{"it", []string{"Posso pagare la fattura?", "Pagare o no?"}, []string{"sì"}, []string{"no"}, nil},
		{"es", []string{"¿Puedo pagar la factura?", "¿No renovar el contrato?"}, []string{"sí"}, []string{"no"}, nil},
		{"pt", []string{"Posso pagar a fatura?", "Aceitar o orçamento?"}, []string{"sim"}, []string{"não"}, nil},
		{"nl", []string{"Mag ik de factuur betalen?", "Is het goed als ik de factuur betaal?"}, []string{"ja"}, []string{"nee"}, nil},
		{"pl", []string{"Czy mogę zapłacić fakturę?", "Przedłużyć o rok umowę z Anną?"}, []string{"tak"}, []string{"nie"}, nil},
	} {
		for _, about := range tt.about {
			decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", about}}}, tt.grant, tt.deny, tt.asked)
		}
	}
}

// TestConsentsToThing: who confirms a thing does not consent to what is to be done with it, nor who agrees to one where that
// is a deed that nobody knows; the consent itself, the deed as a noun and a yes of its own do.
func TestConsentsToThing(t *testing.T) {
	for _, tt := range []struct{ lang, about, grant, asked string }{
		{"en", "Extend the lease", "I approve the lease", "I confirm the lease"},
		{"en", "Extend the booking", "I approve the booking", "I confirm the booking"},
		{"en", "Auction the contract", "yes, I approve the contract", "I approve the contract"},
		{"en", "Auction the contract", "approved", "contract approved"},
		{"en", "Sell the van", "sell it", "I approve the van"},
		{"en", "Pay the invoice of ACME", "I confirm the payment", "I confirm the invoice"},
		{"en", "Lease of flat 4", "I confirm the lease", ""},
		{"en", "Sign the lease", "I confirm the lease", ""},
		{"it", "Prorogare il contratto di affitto", "confermo la proroga", "confermo il contratto"},
		{"it", "Prenotare la sala", "confermo la sala", ""},
		{"es", "Prorrogar el contrato", "confirmo la prórroga", "confirmo el contrato"},
		{"fr", "Prolonger le bail", "je confirme la prolongation", "je confirme le bail"},
		{"fr", "Régler la facture F-2093", "Je vous confirme mon accord pour le règlement de cette facture", "je confirme la facture"},
		{"de", "Den Mietvertrag verlängern", "ich bestätige die Verlängerung", "ich bestätige den Mietvertrag"},
		{"pt", "Prorrogar o contrato", "confirmo a prorrogação", "confirmo o contrato"},
		{"nl", "Het huurcontract verlengen", "ik bevestig de verlenging", "ik bevestig het huurcontract"},
		{"pl", "Przedłużyć umowę najmu", "potwierdzam", "potwierdzam umowę"},
	} {
		var asked []string
		if tt.asked != "" {
			asked = []string{tt.asked}
		}
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.about}}}, []string{tt.grant}, nil, asked)
	}
}

// TestToldBeside: that something is free, done or was only fun, and a no that is said not to be said, decides nothing.
func TestToldBeside(t *testing.T) {
	for about, texts := range map[string][]string{
		"Den Saal für Samstag buchen":      {"ja, ist frei", "ja, der ist frei", "nein, Scherz", "nein, war nur Spaß", "ja 👎", "nein 👍", "da sag ich nicht nein", "ja gern ein andermal"},
		"Reservar la sala para el sábado":  {"sí ya la reservé", "sí, ya reservé", "no, broma", "sí, hecho", "sí, está libre", "no digo que no", "sí, otro día"},
		"Zarezerwować salę na sobotę":      {"tak, zrobione", "nie mówię, że nie", "nie, żartuję", "tak, jest wolna", "tak tak, jasne..."},
		"Pay the invoice of ACME":          {"no, kidding!", "certainly not no", "absolutely not no", "👍👎", "❌✅", "yes 👎", "YES QHM45C but only half", "QHM45C yes and no", "it's not a no", "yes, already paid"},
		"Prenotare la sala per sabato":     {"sì, è libera", "no, scherzo", "non dico di no", "sì, anzi no", "sì, volentieri un'altra volta"},
		"Réserver la salle pour samedi":    {"oui, elle est libre", "non, je rigole", "je ne dis pas non", "oui, c'est déjà fait"},
		"Reservar a sala para sábado":      {"sim, está livre", "não, brincadeira", "não digo que não", "sim já reservei"},
		"De zaal voor zaterdag boeken":     {"ja, die is vrij", "nee, grapje", "ik zeg geen nee", "ja is geboekt"},
		"Book the flight or the train now": {"yes to the first"},
	} {
		decides(t, Options{Shown: Shown{About: []string{"", "", about}}}, nil, nil, texts)
	}
}
