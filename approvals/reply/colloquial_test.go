package reply

import "testing"

// TestColloquial: what people write as they talk at home is read where it leaves no doubt; what may be scorn, a joke or something
// else is asked back.
func TestColloquial(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		// what opens an answer, laughter before a no, and what is to go
		{"en", "Order two boxes of chalk?\nWhite, £14.", []string{"oh yes order them", "ooh yes please order", "oh yes please", "but of course, order", "yep go on", "yes na order", "Tá, order it", "yes full stop thanks"}, []string{"no haha", "haha no", "lol no", "no na"}, []string{"oh yes", "oh yes sure", "oh yes right", "oh yes, don't order", "but of course", "yes period", "no point thanks", "good point thanks", "order it period", "haha no comment", "throw away"}},
		{"it", "Ordino il toner?\n58 €.", []string{"ah sì ordina", "ma sì, ordina", "ordina ordina", "sì ordina punto"}, []string{"no ahah", "hahaha no", "niente toner"}, []string{"ah sì", "ma sì", "niente toner per ora", "sì punto", "ordina a questo punto", "niente, ordina"}},
		{"es", "¿Pido el tóner?\n58 €.", []string{"pero claro, pídelo", "pídelo punto gracias"}, []string{"no jajaja", "jajaja no", "nada de tóner", "no deja", "no quita", "deja deja, no lo pidas", "no lo pidas punto"}, []string{"pero claro", "no deja pagar", "sí pide el punto", "no coma gracias"}},
		{"es", "¿Quito la foto?\nLa de la web.", nil, nil, []string{"no quita", "no deja", "deja, no"}},
		{"fr", "Commander le toner ?\n58 €.", []string{"ah oui commande", "mais bien sûr, commande", "oui ça va", "Faites seulement", "commandes-en"}, []string{"haha non", "lol non"}, []string{"ah oui", "ah oui merci", "mais bien sûr", "ça va", "non ça va", "commande-en deux", "commande seulement la moitié", "ne commandez point merci"}},
		{"de", "Toner bestellen?\n58 €.", []string{"aber gern, ja", "aber ja, bestell", "oh ja bitte", "oh ja bestell", "gärn ja", "safe, bestellen", "ja eh, bestell", "eh klar 👍", "ja bitte bestellen punkt danke"}, []string{"nein haha", "hahaha nein", "nix toner", "Nid nötig, nei"}, []string{"aber gern", "aber ja", "aber ja nicht", "aber klar morgen", "oh ja", "oh ja klar", "ja eh", "eh klar", "eh klar 🙄", "jaja nein", "kein punkt danke", "das ist der punkt danke", "kann weg", "nicht safe"}},
		{"pt", "Peço o toner?\n58 €.", []string{"ah sim pede", "mas claro, pede", "pede ae blz"}, []string{"não kkk", "pede não", "peça nao", "kkk não", "nada de toner", "deixa, não precisa"}, []string{"mas claro", "pede, não", "pede não sei", "não sei pede"}},
		{"nl", "Toner bestellen?\n58 €.", []string{"maar natuurlijk, bestel", "oh ja bestel", "ja bestel mar", "jo doe mar", "ja goe", "ça va, doe maar", "ja bestellen punt"}, []string{"hahaha nee", "neu", "Welnee.", "ni bestellen"}, []string{"maar natuurlijk", "jaja nee", "ça va", "goed punt", "dat is een punt bedankt"}},
		{"pl", "Zamówić toner?\n58 zł.", []string{"o tak zamów", "siur zamów", "tak 🤤", "tak zamów przecinek dzięki"}, []string{"nie haha", "hahaha nie"}, []string{"tak kropka", "tak przecinek", "o tak"}},
		// what stands before an answer or behind it without meaning, and who asks called by name
		{"pt", "Pago a fatura?\nR$ 75,90.", []string{"Positivo, pode pagar", "Opa, paga sim", "paga po", "oxe paga"}, []string{"paga n"}, []string{"opa", "paga n sei", "paga po de cafe"}},
		{"de", "Rechnung bezahlen?\nHeute fällig.", []string{"jaja zahlen", "ja ja, zahlen"}, nil, []string{"jaja", "ja ja", "jaja morgen zahlen"}},
		{"nl", "Factuur betalen?\n€ 14.", []string{"joe", "Ja graag 🤲"}, []string{"laat maar, nee", "laat maar, niet betalen"}, []string{"laat maar, nu nog niet"}},
		{"pl", "Usunąć stare pliki?\n9 GB.", nil, []string{"zostaw, nie usuwaj"}, []string{"zostaw, nie wiem", "zostaw, nie teraz"}},
		{"pl", "Zamówić pizzę?\nJutro.", []string{"no raczej, zamawiaj"}, nil, []string{"no raczej", "no raczej nie", "no raczej, zamawiaj jutro rano", "no raczej, nie wiem"}},
		{"pl", "Zostawić otwarte okno?\nW kuchni.", nil, nil, []string{"zostaw, nie zamykaj"}},
		{"en", "Book the taxi for 10?\nTo the eye clinic.", []string{"Yes book it Eve thanks", "book it Eve", "Yes that is quite all right thank you"}, []string{"no, that's quite all right"}, []string{"That is quite all right, thank you", "book it Eve tomorrow", "book Eve"}},
		// ways of saying yes and no of one country, an order with what somebody calls it, and laughter before an order
		{"en", "Merge the branch for invoices?\nTwo reviews.", []string{"+1, merge it"}, nil, []string{"+1", "+1 more commit", "+1, not yet"}},
		{"en", "Book a table for four?\nSaturday.", []string{"Grand job", "that's grand"}, []string{"no, 😂", "No chance sorry 😂"}, []string{"+1, book it", "grand piano", "Grandma", "grand, but for five"}},
		{"es", "¿Pido las tortas?\n18 personas.", []string{"A huevo", "a huevo que sí", "a huevo pídelas", "jajaja claro que sí pídelas"}, nil, []string{"a huevo que no", "jajaja claro que sí", "pide a huevo", "a huevo mañana"}},
		{"it", "Rinnovare la tessera?\n95 euro.", []string{"Come no! Rinnova.", "va ben"}, []string{"Ma no, non rinnovare"}, []string{"Come no!", "come no, dopo", "ma no"}},
		{"it", "Confermare la visita?\nMartedì.", []string{"Sì, conferma", "si, conferma"}, nil, []string{"conferma", "si conferma", "conferma lui", "aspetto conferma"}},
		{"fr", "Payer la SABAM ?\n143 €.", []string{"ça va, payez", "Ça va pour moi", "oui, merci beaucoup Eve"}, nil, []string{"ça va merci", "ça va, laisse", "ça va pour lundi", "ça va pas"}},
		{"pt", "Comprar o gás?\nR$ 115.", []string{"Pode ser, sim", "sim pode ser", "isso, sim", "Manda vê", "compra sim uai", "compre sim, bem haja", "compra sim amém 🙏"}, []string{"Não, credo"}, []string{"Pode ser", "pode ser que sim", "credo", "isso sim, mas amanhã", "manda vê o preço"}},
		{"nl", "Mazout bestellen?\n1500 liter.", []string{"bestelt maar", "bestelt u maar", "bestel ma", "Jaja doe ma", "jaa tnx"}, nil, []string{"hij bestelt", "ma bestelt", "ça va, bedankt", "bestelt u", "bestelt morgen maar"}},
		{"nl", "Klant zeggen dat je om 10 uur komt?\nLekkende boiler.", []string{"ja zeg da maar", "zegt dat maar"}, []string{"zeg da nie"}, []string{"hij zegt dat maar"}},
		{"nl", "Pa bellen?\nHij wacht.", nil, nil, []string{"bel ma", "belt ma"}},
		{"nl", "Foto's op Facebook zetten?\nVier.", []string{"zet ze der op"}, nil, []string{"zet der een op"}},
		{"de", "Ben für Mittwoch eintragen?\n16 Uhr.", []string{"kannste eintragen ja", "eintragen ja", "ja bitte 😅"}, []string{"ne sorry"}, []string{"trag ihn ja ein", "ja bitte 🙄", "ne", "kannste vergessen", "ne, oder"}},
		{"pl", "Wyciszyć kanał?\nJest głośny.", nil, []string{"nie wyciszaj"}, []string{"No ba, usuń", "nie wyciszaj jutro"}},
		// what may be deleted
		{"en", "Delete the 2016 photo archive?\n41 GB.", []string{"delete away", "bin it", "yes 🗑️", "delete it 🗑"}, nil, []string{"they can go", "🗑", "no 🗑", "keep it 🗑", "put away"}},
		{"de", "Alte Mitschnitte löschen?\n22 GB.", []string{"kann weg", "kann weg, ja", "die können weg", "ja, kann alles weg", "kann in den Müll", "ja 🗑️"}, nil, []string{"kann nicht weg", "kann das weg", "nein 🗑", "kann weg wenn Tom fertig ist", "muss weg"}},
		{"nl", "Oude opnames verwijderen?\n22 GB.", []string{"mogen weg", "ja mag weg", "weg ermee"}, nil, []string{"mag niet weg", "mag dat weg"}},
		{"fr", "Supprimer les vieux messages ?\n73.", []string{"à la poubelle", "oui supprime 🗑️"}, nil, []string{"pas à la poubelle", "ils peuvent partir"}},
		{"pl", "Skasować stare pliki?\n9 GB.", []string{"tak do kosza", "do kosza", "tak skasuj"}, nil, []string{"nie do kosza"}},
		{"en", "Send the parcel to Ann?\nBy post.", []string{"send away"}, nil, []string{"yes 🗑"}},
		// what languages of the Alps, of Flanders and of Ireland make of verbs
		{"de", "Morgenrapport eintragen?\nAlle vier Mitarbeiter bekommen ihn.", []string{"Isch guet, iträge", "Ja, ytrage 👍"}, nil, []string{"itrage morn", "ystelle"}},
		{"en", "Cancel the hall rental for tonight?\nThey can't come.", []string{"Yeah cancel it so", "cancel it so"}, nil, []string{"cancel it so we can close", "is it so"}},
		{"nl", "Zeggen dat de rijsttaart op is\nOp Facebook. Posten?", []string{"ja zet er maar op"}, nil, []string{"zet er twee op", "wat is er op"}},
		{"nl", "Pinkenweide inplannen?\nMorgen drie hectare.", []string{"plan maar in 🚜", "plan in"}, nil, []string{"plan op", "plan iets anders in"}},
		{"nl", "Openingstijden aanpassen?\nMorgen.", []string{"pas maar aan"}, []string{"niet aanpassen"}, []string{"pas op", "pas morgen aan"}},
		{"nl", "Reageren op de slechte review?\nEén ster.", []string{"reageer maar"}, []string{"niet reageren", "ni reageren"}, []string{"reageer zelf"}},
		{"nl", "Wekker om 1u30 zetten?\nVoor de communie.", []string{"Ja 😴 zet maar"}, nil, []string{"ja 😴"}},
		// words for deeds that pass others on where the prompt asks for no such deed
		{"it", "Chiamo il veterinario?\nDomani.", []string{"chiama chiama"}, nil, []string{"chiama chiama, tanto non risponde", "chiama lei", "si chiama Rex"}},
		{"pl", "Zadzwonić do kominiarza?\n14.", []string{}, nil, []string{"zadzwoń do Oli", "zadzwoń jutro"}},
		{"pl", "Zapłacić fakturę?\n14 zł.", nil, nil, []string{"zadzwoń", "tak, zapytaj Tomka"}},
		{"en", "Call the chimney sweep for the 14th?\nHe has time at 9.", []string{"Aye, ring him", "phone him"}, nil, []string{"ring me", "ring Tom"}},
		{"fr", "Dire à Leïla que tu viens ce soir?\nElle t'attend.", []string{"Oui dis lui 😘"}, nil, []string{"dis lui non", "dis lui demain"}},
		{"en", "Tell Kerensa you will mind the baby?\nFrom nine till three.", []string{"Oh yes tell her yes"}, nil, []string{"tell her yes if she pays", "tell Tom yes", "tell her yes tomorrow"}},
		{"en", "Cancel the visit and tell Ann?\nShe asks for Friday.", nil, nil, []string{"tell her yes"}},
		{"it", "Rispondere a Santoro che può venire alle 11?\nChiede un colloquio.", []string{"sì digli di sì"}, nil, []string{"digli di no", "digli di sì per le 12", "sì, digli che vedremo"}},
		// what somebody is to be told is no answer
		{"en", "Tell Kerensa no?\nShe asks for Friday.", []string{"yes"}, []string{"no", "don't tell her no"}, []string{"yes, tell her yes", "tell her yes", "tell her no", "yes, tell her: yes", "yes tell her a clear yes", "you can tell her yes", "tell her no thanks"}},
		{"en", "Tell Kerensa we can't come?\nShe asks.", []string{"yes, tell her"}, nil, []string{"yes, tell her yes", "tell her no", "no, tell her no"}},
		{"en", "Tell Kerensa yes?\nShe asks for Friday.", []string{"yes, tell her yes", "tell her yes"}, []string{"no, tell her no"}, []string{"tell her no"}},
		{"en", "Write to Ann?\nThe letter is ready.", nil, []string{"No, I'll tell her no myself", "I'd say no"}, []string{"tell her no", "tell her yes", "text her no"}},
		{"en", "Stop the newsletter for Ann?\nShe asks.", nil, nil, []string{"tell her no", "no, tell her no"}},
		{"en", "Book the hall?\nThey ask by when.", []string{"my answer is yes"}, []string{"tell them no", "tell them no thanks"}, []string{"tell them yes"}},
		{"de", "Anna sagen, dass es nicht geht?\nSie wartet.", []string{"ja, sag ihr das"}, []string{"ich sage nein"}, []string{"ja, sag ihr ja", "ja, schreib ihr einfach ja", "sag ihr nein"}},
		{"de", "Anna antworten?\nSie wartet.", []string{"ja, antworte ihr"}, nil, []string{"antworte ja", "sag ihr ja", "antworte ihr nein"}},
		{"fr", "Dire non à Claire ?\nElle attend.", []string{"oui"}, nil, []string{"oui, dis-lui oui", "dis-lui oui", "dites-lui que oui"}},
		{"it", "Rifiutare le ferie a Chiara?\nUna settimana.", nil, nil, []string{"sì, dille di sì", "dille di sì", "dille di no"}},
		{"es", "¿Le digo que no a Clara?\nQuiere venir.", []string{"sí"}, nil, []string{"sí, dile que sí", "dile que sí", "contéstale que sí"}},
		{"pt", "Dizer à Clara que não vamos?\nEla espera.", nil, nil, []string{"sim, diz-lhe que sim", "diga que sim", "diz que não"}},
		{"nl", "Kim antwoorden?\nZe wacht.", []string{"ja hoor, antwoord maar"}, nil, []string{"antwoord nee", "antwoord maar ja", "zeg maar ja"}},
		{"pl", "Odpisać Annie?\nCzeka.", []string{"tak, odpisz"}, nil, []string{"odpisz jej że tak", "powiedz jej nie", "odpisz nie"}},
		{"en", "Print 80 leaflets?\nColour.", []string{"Yes, work away"}, nil, []string{"away", "I work away", "work away tomorrow", "work it away"}},
		{"nl", "Deur B openzetten?\nZe staan buiten.", []string{"doe open", "ja, zet open"}, nil, []string{"doe dicht", "doe A open", "doe open om 8"}},
		{"nl", "Deur B dichtdoen?\nHet tocht.", nil, nil, []string{"doe open", "laat open", "laat dicht"}},
		{"nl", "Licht aandoen?\nIn zaal 3.", []string{"doe aan"}, nil, []string{"doe uit", "doe maar niet uit"}},
		{"de", "Tor aufmachen?\nDer Bagger kommt.", []string{"mach auf", "ja aufmachen"}, []string{"nicht aufmachen"}, []string{"mach zu", "mach auf wenn er da ist", "ist auf"}},
		{"pl", "Przekazać numer kierowcy?\nFirma czeka.", []string{"Tak podaj", "przekaż"}, nil, []string{"podaj jutro", "podaj drugi numer", "podaj mi numer"}},
		{"fr", "Racheter des gants?\n10 boîtes.", []string{"Oui rachète-en"}, nil, []string{"rachète-en cinq"}},
		{"de", "Winterpneus einlagern lassen?\nDrei Fahrzeuge.", []string{"Ja gern"}, nil, nil},
		{"en", "Change your hairdresser appointment to Wednesday?\nTina could take you at eleven.", nil, []string{"No dear leave it where it is"}, nil},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.deny, tt.asked)
	}
}
