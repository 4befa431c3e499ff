package reply

import "testing"

// TestOtherAct: who orders another deed than what is asked has not answered, with a yes before it or not; whatever carries out what is
// asked, or is said of any deed, has.
func TestOtherAct(t *testing.T) {
	for _, c := range []struct {
		language, prompt string
		grant, deny, ask []string
	}{
		{"de", "Die Jacke umtauschen?\nIm Laden.", []string{"bitte umtauschen", "ja, bitte erledigen", "ja, mach das"}, []string{"bitte nicht umtauschen"}, []string{"bitte spenden", "ja, bitte spenden", "gerne reparieren"}},
		{"de", "Die Rechnung korrigieren?\nNr. 12.", []string{"ja korrigieren"}, nil, []string{"ja festmachen", "bitte ausdrucken"}},
		{"en", "Replace the lock?\nHall door.", []string{"replace it please", "yes, do that please"}, nil, []string{"donate it please", "yes, clean it please"}},
		{"fr", "Crypter le disque ?\n2 To.", []string{"oui cryptez", "oui, allez-y"}, nil, []string{"oui remplacez", "vous pouvez remplacer"}},
		{"nl", "De jas ruilen?\nIn de winkel.", []string{"ja ruilen", "doe maar"}, nil, []string{"ja weggooien", "doe maar verkopen"}},
		{"pl", "Zapisać kurs?\n12 osób.", []string{"tak, proszę zapisać", "tak, proszę"}, nil, []string{"można uregulować", "tak, proszę wydrukować"}},
		{"it", "Riparare la caldaia?\n120 €.", []string{"sì, riparate", "va bene, procedete"}, nil, []string{"sostituire grazie", "sì, vendetela"}},
		{"es", "¿Reparar la caldera?\n120 €.", []string{"sí, repárala", "adelante"}, nil, []string{"sí, véndela", "favor de limpiar"}},
		{"pt", "Consertar a caldeira?\nR$ 120.", []string{"sim, conserta", "pode consertar"}, nil, []string{"sim, vende", "por favor limpar"}},
	} {
		decides(t, Options{Language: c.language, Shown: Shown{About: []string{"", "", c.prompt}, By: "Eve"}}, c.grant, c.deny, c.ask)
	}
}

// TestOrdersAsTyped: how people order and refuse what is asked in French and Italian as they type, whatever verb it is.
func TestOrdersAsTyped(t *testing.T) {
	for _, c := range []struct {
		language, prompt string
		grant, deny, ask []string
	}{
		{"fr", "Signer le bail ?\nRef. 4.", []string{"allez, signe", "Bien sûr que tu peux le signer"}, []string{"le signez pas", "le signe pas", "pas besoin de le signer", "Vous n'avez pas besoin de le signer, merci."}, []string{"allez, non", "tu peux le signer demain", "le signez-vous"}},
		{"fr", "Rejoindre la visio ?\nRef. 4.", []string{"Oui, rejoins-la", "rejoignez-la"}, []string{"la rejoins pas"}, []string{"ils rejoignent"}},
		{"it", "Accettare l'invito?\nRif. 4.", []string{"sì, l'accetti", "Può accettarlo, grazie mille.", "sì, può accettarlo", "forza, accetta"}, []string{"non l'accetti", "nn lo accetti"}, []string{"l'accetti", "può accettarlo", "sì, può accettarlo Ivan", "l'accetti chi vuole"}},
		{"it", "Portare fuori il cane?\nRif. 4.", []string{"sì, portalo fuori", "lo porti pure fuori"}, []string{"non portarlo fuori"}, []string{"sì, portalo via", "sì, portalo dentro"}},
		{"es", "¿Pasar la cuota?\nRef. 4.", []string{"sí por favor pasar"}, []string{"no se debe pasar", "mejor no pasar"}, []string{"se puede pasar"}},
		{"de", "Die Rechnung umbuchen?\nNr. 4.", []string{"ja, kannst umbuchen"}, nil, []string{"ja, kannst du vielleicht umbuchen", "ja, kann Tom umbuchen"}},
		{"pl", "Uiścić opłatę?\nNr 4.", []string{"może Pani uiścić"}, []string{"lepiej nie uiścić", "wolę nie uiścić"}, []string{"może uiścić", "może Tomek uiścić"}},
		{"pl", "Zadzwonić do hydraulika?\nNr 4.", []string{"zadzwoń", "zadzwon", "tak, zadzwoń"}, []string{"nie dzwonię"}, []string{"zadzwoń do żony", "zadzwoń od niego", "zadzwoni do niego"}},
		{"pl", "Wysłać paczkę do babci?\nNr 4.", []string{"wyslij ja", "no wyślij"}, []string{"nie wysyłam", "nie wysyłam, dziękuję"}, []string{"no to wyślij", "wysyłam", "wyślij ją i mnie"}},
		{"pl", "Zarezerwować stolik?\nNr 4.", []string{"Tak, może Pan go zarezerwować"}, []string{"nie rezerwuję"}, []string{"może go zarezerwować"}},
		{"de", "Vertrag kündigen?\nNr. 4.", []string{"kuendige ihn", "ja kuendigen"}, []string{"ich kündige nicht"}, []string{"kuendige ihn nicht vor Mai"}},
		{"de", "Konto freischalten?\nNr. 4.", []string{"schalte es frei"}, nil, []string{"ist es frei", "es ist frei"}},
		{"it", "Vendere il trattore?\n9 euro.", nil, []string{"non vendo", "No non vendo"}, []string{"vendo", "non vende"}},
		{"nl", "De rekening vereffenen?\nNr. 4.", []string{"ja laten we vereffenen"}, []string{"beter niet vereffenen"}, []string{"laten we wachten"}},
		{"pt", "Acertar a conta?\nRef. 4.", []string{"sim acertar", "sim, é para acertar"}, []string{"nem pensar em acertar"}, []string{"é para quem acertar"}},
		{"en", "Kill the job?\nRef. 4.", []string{"yes, kill it", "kill it please"}, []string{"don't kill it"}, []string{"kill the other one"}},
	} {
		decides(t, Options{Language: c.language, Shown: Shown{About: []string{"", "", c.prompt}, By: "Eve"}}, c.grant, c.deny, c.ask)
	}
}
