package reply

import "testing"

// TestBehindNo: reasons behind a no that look like what only asks back, welcomes, corrects or was not read.
func TestBehindNo(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt string
		deny         []string
	}{
		{"en", "Sign the contract?", []string{"no, Ana has already signed it", "no, it was cancelled", "no, it was a mistake", "no, that was the wrong one", "no, why would I", "no, what a waste of money", "no, that's too much", "no, that's not good", "no, they never delivered", "no, I haven't agreed to it"}},
		{"de", "Den Vertrag unterschreiben?", []string{"nein, das war ein Irrtum", "nein, das war zu teuer", "nein, unterschreib ihn nicht, der ist zu teuer", "nein, unterschrieben ist schon", "nein, wie gesagt, zu teuer", "nein, bitte nicht unterschreiben"}},
		{"de", "Die Rechnung bezahlen?", []string{"nein, bezahlt hat schon Anna", "nein, zahl sie nicht, sie haben nicht geliefert", "nein, Müller hat nicht geliefert"}},
		{"fr", "Signer le contrat ?", []string{"non, ne le signe pas", "non, signe pas ça", "non, c'était une erreur", "non, c'est trop cher", "non, Ana l'a déjà signé"}},
		{"it", "Firmare il contratto?", []string{"no, era un errore", "no, l'ha già firmato Ana", "non va bene", "no, non va bene"}},
		{"es", "¿Firmar el contrato?", []string{"no, fue un error", "no, no lo firmes", "no está bien", "no me parece bien"}},
		{"pt", "Assinar o contrato?", []string{"não, foi um erro", "não, o contrato não é assinado"}},
		{"nl", "Het contract tekenen?", []string{"nee, teken het niet", "nee, Ana heeft al getekend", "nee, niet tekenen"}},
		{"pl", "Podpisać umowę?", []string{"nie, to był błąd", "nie, proszę nie podpisywać", "nie, Ana już podpisała"}},
	} {
		decides(t, Options{Language: tt.lang, Mail: true, Shown: Shown{About: []string{"", "", tt.prompt}}}, nil, tt.deny, nil)
	}
}

// TestChoosesElse: what behind a no orders, names or counts something else, hands it over or has nothing against it is no reason; what only
// tells of such things is.
func TestChoosesElse(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"fr", "Commander 4 pneus Michelin ?\n205/55 R16, 372 €.", nil, []string{"non, ils sont trop chers"}, []string{"non prends des Hankook c'est moins cher", "non, seulement deux", "non, avec 2 ça suffit", "non, vois ça avec Julie", "non, sans les jantes"}},
		{"fr", "Virer le loyer à M. Chabrol ?\n85 € pour juin.", nil, []string{"non, il nous doit deux mois"}, []string{"non, le montant convenu est de 80 €", "non, uniquement à sa femme"}},
		{"it", "Ordinare dieci sacchi di mais?\n890 € da Sementi Bra.", nil, []string{"no, dieci son troppi", "no, il magazzino è pieno"}, []string{"no dieci son troppi fai sei", "no, basta uno", "no, è meglio quello della Pioneer", "no, vedi con Marco", "no, con cinque ce la facciamo"}},
		{"it", "Fissare l'appuntamento?\nGiovedì alle 16.", nil, []string{"no, alle 16 ho il dentista"}, []string{"no, alle 17 per cortesia", "no, senza Paolo"}},
		{"es", "¿Pedir 15 kilos de gambas?\nLonja de Huelva.", nil, []string{"no, la lonja cerró en enero"}, []string{"no, con 10 voy bien", "no, solo para el bar", "no, mejor langostinos"}},
		{"de", "Die Torte bestellen?\nSchoko für 12 Personen, 39 €.", nil, []string{"nein, bezahlt hat schon Anna", "nein, die war letztes Mal trocken", "Nein, ohne mich!", "Nein, so viel Geld!"}, []string{"nein lieber erdbeer", "nein, nur für sechs", "nee da hab ich nix gegen", "nein, acht reichen", "nein, klär das mit Anna"}},
		{"nl", "De taart bestellen?\nVoor 12 personen.", nil, nil, []string{"nee, liever aardbei", "nee hoor, niks op tegen", "nee, acht is genoeg"}},
		{"en", "Order the cake?\nFor 12 people.", nil, []string{"no, it was dry last time", "No, without me.", "no cant do this"}, []string{"no, only for six", "no, nothing against it", "no, eight is enough", "no, without the candles", "no, take it up with Ann"}},
	})
}

// TestNotNeededAndWhy: that there is no need, and why, is a no; not where less is asked for, or the thing may go.
func TestNotNeededAndWhy(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"de", "Den Hauswart aufbieten?\nPikett kostet CHF 180.", nil, []string{"Nein, nicht nötig. Der Lift wurde heute geprüft.", "Nicht nötig, der Lift wurde heute geprüft."}, []string{"Nein, nicht nötig. Morgen reicht.", "nicht nötig, aber morgen"}},
		{"fr", "Appeler le fleuriste ?\nPour les centres de table.", nil, []string{"Non pas la peine, il vient de m'appeler"}, []string{"non pas la peine, envoie un mail"}},
		{"pl", "Zadzwonić do serwisu?\nMogą przyjechać dziś.", nil, []string{"nie trzeba, mąż naprawił", "Nie trzeba, sąsiad mi zrobił. Dziękuję"}, []string{"nie trzeba, zadzwonię jutro", "nie trzeba, ufam Pani", "nie trzeba, szef się zgodził", "nie trzeba, szef już zatwierdził", "Nie trzeba, wierzę Pani."}},
		{"de", "Die Rechnung bezahlen?\n90 €.", nil, nil, []string{"Nicht nötig, ich verlasse mich auf Sie.", "Nicht nötig, du machst das schon."}},
		{"en", "Pay the bill?\n$90.", nil, []string{"No need, it is paid already."}, []string{"No need, I rely on you.", "No need, you know what to do."}},
		{"en", "Rent out the garage?\n$90.", nil, nil, []string{"We don't need it, it is empty."}},
		{"pl", "Sprzedać rower?\n300 zł.", nil, nil, []string{"nie potrzebuję, mam nowy"}},
	})
}
