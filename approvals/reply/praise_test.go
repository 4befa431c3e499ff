package reply

import (
	"strings"
	"testing"
)

// Praise alone is a yes to what is asked, and none where it may be said of something else, or in scorn.
func TestPraiseAlone(t *testing.T) {
	asked := Shown{About: []string{"", "", "Commander 12 rames de papier ?\nElles coûtent 58,80 €, livrées mercredi."}}
	for want, texts := range map[Verdict]string{
		Grant: "Parfait|Parfait, merci.|Bonjour, parfait. Bonne journée|Très bien, merci beaucoup|C'est parfait|Nickel|C'est entendu.|Perfect, thanks|Perfekt, danke|Sehr gut|Perfetto|Perfecto, gracias|Ótimo|Uitstekend|Heel goed|Top, bedankt|Świetnie, dziękuję|Super!|oui, bonne idée|ja, goed idee",
		None:  "Génial|Bonne idée|Excellente idée|Goed idee|C'est bon|C'est beau|C'est correct|Klopt|Goed zo|Great|All good|Brilliant|Parfait ?|Parfait...|Parfait, mais mercredi|Pas parfait|Presque parfait|Parfait sauf le prix|Parfait, le papier|Désolé, parfait|ok super la livraison mercredi|Super, et la facture|Trop bien|très bien vu|Perfect timing|Top 3|Dat is perfect maar duur|goed zo, en nu?|Parfait, j'attends le devis|super nul|Parfait pour Paul|Top secret|Merci beaucoup, parfait",
	} {
		for text := range strings.SplitSeq(texts, "|") {
			for _, lang := range []string{"", "fr"} {
				if got := Parse(text, Options{Language: lang, Mail: true, Name: "Dana Rossi", Shown: asked}); got.Verdict != want {
					t.Errorf("%q is %v to a person of %q, want %v", text, got.Verdict, lang, want)
				}
			}
			if got := Parse(text, Options{Language: "fr"}); want == Grant && !strings.ContainsAny(text, ",!") && got.Verdict != None {
				t.Errorf("%q to nothing is %v", text, got.Verdict)
			}
		}
	}
}

// Who is asked whether to refuse something may say with that verb to do so behind a yes, or not to behind a no.
func TestRefusesAsAsked(t *testing.T) {
	for prompt, answers := range map[string]map[Verdict]string{
		"Refuser le devis du carreleur ?\n2 960 € pour 34 m².": {
			Grant: "oui refuse|Oui, refusez.|oui refuse-le|Ok, refuse le devis|oui, refusez-le svp|d'accord, refuse",
			Deny:  "non ne le refuse pas|Non, ne refusez pas",
			None:  "refuse|refusé|je refuse|oui, je refuse|oui, refusé|non, refuse|non je refuse|oui, ne refuse pas|refuse celui de Paul|oui, refuse celui de Paul|oui refuse aussi l'autre|oui refuse demain|oui refuse et accepte l'autre|non, accepte|accepte|oui, accepte le",
		},
		"Sollicitant Dave afwijzen?\nHij heeft geen rijbewijs.": {
			Grant: "ja wijs maar af|Ja, wijs hem maar af.|ja afwijzen|afwijzen ja|afwijzen|prima, afwijzen",
			Deny:  "nee niet afwijzen|Nee, wijs hem niet af",
			None:  "afgewezen|ik wijs af|ja, ik wijs af|ja wijs hem aan|ja wijs hem door|nee afwijzen|ja wijs Kim maar af|ja niet afwijzen|nee, aannemen",
		},
		"Decline the invitation?\nIt is on Friday.": {
			Grant: "yes, decline|Yes, decline it please|ok decline it",
			Deny:  "No, don't decline|no, do not decline it",
			None:  "decline|I decline|yes, I decline|yes, declined|declined|no, decline|yes, don't decline|yes, decline Tom's|yes decline on Monday|accept it|no, accept",
		},
		"Décliner l'offre de Paul et accepter celle d'Anne ?\nElles sont valables jusqu'à lundi.": {
			None: "oui, décline|oui, déclinez|non, ne décline pas",
		},
	} {
		for want, texts := range answers {
			for text := range strings.SplitSeq(texts, "|") {
				if got := Parse(text, Options{Shown: Shown{About: []string{"", "", prompt}}}); got.Verdict != want {
					t.Errorf("%q to %q is %v, want %v", text, prompt, got.Verdict, want)
				}
			}
		}
	}
}

// A consent that is given, and a question whose word for being against is of the thing, ask for what they always do.
func TestConsentThatIsGiven(t *testing.T) {
	for prompt, answers := range map[string]map[Verdict]string{
		"Envoyer les bulletins aux parents ?\n24 bulletins en PDF.":                                    {Grant: "Je marque mon accord|Nous marquons notre accord.", Deny: "Je ne marque pas mon accord", None: "Je marque les bulletins|je marque mon accord pour le virement|je marque un accord|qui marque mon accord"},
		"Commander les vaccins contre la rage ?\n50 doses.":                                            {Grant: "ok pour moi|oui", Deny: "non"},
		"Bezwaar maken tegen de boete?\n€ 180.":                                                        {Grant: "ja", Deny: "nee"},
		"Êtes-vous contre un virement à Paul ?\n300 euros.":                                            {None: "oui|non|ok pour moi"},
		"Quelqu'un contre le report ?\nAu 14 janvier.":                                                 {None: "oui|non"},
		"Stoort het als ik het abonnement verleng?\n€ 9.":                                              {None: "nee hoor|nee|ja|ja hoor"},
		"Is er bezwaar tegen het overmaken?\n€ 180.":                                                   {None: "ja|nee"},
		"É contra o pagamento?\n300 euros.":                                                            {None: "sim|não"},
		"Abonnement opzeggen?\n€ 9 per maand.":                                                         {Grant: "ok voor de opzegging|akkoord met opzeggen", None: "ok voor het abonnement|akkoord met het abonnement"},
		"Offerte weigeren?\nTe duur.":                                                                  {None: "akkoord met de offerte|ok voor de offerte"},
		"Annuler l'abonnement ?\n9 € par mois.":                                                        {None: "ok pour l'abonnement|d'accord pour l'abonnement"},
		"Reporter la réunion ?\nAu 15.":                                                                {None: "ok pour la réunion|d'accord pour la réunion"},
		"Commander 40 gobelets en inox ?\nIls remplaceraient les gobelets en plastique, livrés mardi.": {Grant: "ok pour les gobelets|D'accord pour les gobelets.|ok comme proposé|oui, merci du rappel|Oui, et merci d'y penser", None: "ok pour les gobelets en plastique|ok pour mardi|ok pour la livraison|ok pour les gobelets rouges|ok pour 20 gobelets|ok pour les gobelets mais en verre|oui, envoyez un rappel|ok comme proposé par Paul"},
		"Transmettre le dossier de M. Fabre au cardiologue ?\nCe soir.":                                {Grant: "Oui, transmettez-le-lui.", None: "transmettez-le-moi|transmettez-le-lui demain"},
		"Wasmachine laten herstellen?\n€ 185 volgens Miele.":                                           {Grant: "laat ze herstellen|Ja, laat ze herstellen.|ja herstellen|laat maar herstellen", Deny: "laat ze niet herstellen", None: "laat ze|laat ze zitten|laat ze herstellen als het kan|laat ze zelf herstellen|laat ze maar betalen"},
		"Energiecontract omzetten?\n€ 4 per maand goedkoper.":                                          {Deny: "nee laat maar zo|Nee, laat maar zoals het is.|nee we laten het zo", None: "laat maar|laat maar zien|nee laat maar zien"},
		"Meneer Perret ontslaan?\nAlles staat klaar.":                                                  {Grant: "ontsla hem maar", None: "ontsla Kim maar|ontsla hem morgen"},
		"Reporter la réunion à lundi ?\nTout est prêt.":                                                {Grant: "oui, reporte-la|vous pouvez la reporter", None: "oui reporte à mardi|reporte-la à mardi|oui, reportez l'autre|oui, si vous la reportez encore"},
		"Grond aankopen?\nAlles staat klaar.":                                                          {Grant: "koop maar aan", None: "koop maar af|koop de buren maar uit"},
		"Payer la facture ?\nTout est prêt.":                                                           {Deny: "surtout ne payez pas", None: "oui, à reporter|reporte-la|surtout payez-moi"},
		"Griepvaccins bijbestellen?\n60 stuks bij SNPG.":                                               {Grant: "Is goed, bestel maar bij.|bestel bij", None: "bestel af|bestel maar af|bestel er tien bij"},
		"Abonnement verlengen?\n€ 62,95 voor een jaar.":                                                {Deny: "Nee hoor|Nee hoor, bedankt|bijlange niet|daar zie ik van af", None: "nee hoor, doe maar|nee hoor, prima|nee hoor geen probleem|laat maar komen als het kan|laat maar gaan|ik zie wel|daar zie ik niks van|ik ga er even op in|mag niet als het duur is"},
	} {
		for want, texts := range answers {
			for text := range strings.SplitSeq(texts, "|") {
				if got := Parse(text, Options{Shown: Shown{About: []string{"", "", prompt}}}); got.Verdict != want {
					t.Errorf("%q to %q is %v, want %v", text, prompt, got.Verdict, want)
				}
			}
		}
	}
}

// Praise of what is ready is none of the answer where an order follows, unless something is reserved, meant besides or said of another
// time; and so are what people wish whoever asks, and excuse of how they write.
func TestPraiseBeforeAnOrder(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{
			"en", "Send the letter to Jean?\nIt is ready, with the garden photo.",
			[]string{
				"I have read it twice and it is very nice. Please send it.", "The letter is perfect. Send it", "Looks good to me, send it please", "I have gone through it. It is approved from my side, please send it.", "Dear Eve, it's lovely. Do send it. Hope you are keeping well", "I've had a look and I'm happy with it. Please go ahead and send it.", "That reads well. Please send it.",
				"Yes, send it.\nHope you had a lovely weekend!", "Yes, send it. Enjoy the long weekend!", "Good morning Eve, hope you're keeping well! Yes, send it.", "Yes please. Sorry about the capitals", "YES\nSORRY FOR ANY TYPOS", "Greetings of the day. Yes, send it.", "Yes.\n\nSeolta ó m'iPhone / Sent from my iPhone", "Yes.\n\nSent from my iPad / Enviado desde mi iPad",
			},
			[]string{"No thanks. I hope you are well."},
			[]string{
				"I have read it twice. It is very nice.", "It was good, send it", "It is better than the first, send it", "It is almost perfect, send it", "It is good but long, send it", "The other letter is good, send it", "The letter is good, send it tomorrow", "The first letter is good, send it", "Is the letter good, send it", "The letter is not good. Send it", "Half of it is good, send it", "It is good, send it to Tom",
				"The weather is lovely. Send it", "The photo of Tom is good, send it", "It is good. Send it when you have changed the date", "It is good, change it", "It is good. No, send it", "It is good so far, send it", "It reads well enough, send it", "I'd be happy, send it", "It could be well written - send it tomorrow", "One is good, send it",
				"The letter to Kane is fine. Send it.", "The invoice is fine. Send it.", "\"Have a nice day, send it", "Sorry about the letter, yes", "Yes. Sorry I cant send it", "Send it. Please get the typos off.", "Yes. I can't excuse the spelling mistakes.", "Sorry about the capitals I cant turn them off", "Sorry about the capitals", "Hope you are well", "Yes. I hope it is good", "Yes. Hope it is well", "Yes. Enjoy the letter", "Yes. Have it on Sunday", "Yes.\n\nNot from my iPhone / Sent from my iPhone", "Yes.\n\nwait for my iPhone / Sent from my iPhone", "Yes.\n\nno m'iPhone / Sent from my iPhone",
			},
		},
		{"en", "Cancel the contract?", []string{"it's fine, cancel it", "that's fine, yes"}, nil, []string{"It is perfect as it is. Yes.", "The contract is fine. Yes", "It's fine. Yes", "The contract is good. Go ahead"}},
		{"en", "Replace the logo?", []string{"Looks good, yes"}, nil, []string{"The logo is good, yes please", "Yes. The logo is fine.", "the logo is fine yes", "The logo is fine - yes", "It works. Yes"}},
		{"de", "Den Termin auf Mittwoch verschieben?\nEs geht bei allen.", []string{"Ja, Mittwoch passt", "Mittwoch ist gut, ja"}, nil, []string{"Der Termin ist gut, ja"}},
		{"en", "Move the class to the small hall?", nil, nil, []string{"The class is fine, yes"}},
		{"en", "Letter to Bell\nTwo lines are wrong. Rewrite it?", []string{"yes, rewrite it"}, nil, []string{"The letter is fine. Yes", "the draft is fine, yes"}},
		{"de", "Den Brief umschreiben?", []string{"ist gut, ja", "Ja, ist gut so"}, nil, []string{"Der Brief ist gut so, ja", "Passt so. Ja", "Der Brief passt. Ja bitte", "Der Brief ist in Ordnung. Ja.", "Ja. Ist gut so wie er ist"}},
		{"fr", "Corriger le texte ?", []string{"c'est bon, oui"}, nil, []string{"Le texte est correct. Oui", "C'est bien comme ça. Oui"}},
		{"it", "Riscrivere la lettera?", []string{"va bene, sì", "Sì, va bene così"}, nil, []string{"La lettera va bene. Sì", "Va bene così, sì"}},
		{"es", "¿Reescribo la carta?", []string{"está bien, sí", "sí, está bien así"}, nil, []string{"La carta está bien. Sí", "Está bien así. Sí"}},
		{"pt", "Alterar o contrato?", []string{"está bem, sim"}, nil, []string{"O contrato está bem. Sim", "Está bem assim. Sim"}},
		{"nl", "De brief herschrijven?", []string{"is goed, ja"}, nil, []string{"De brief is goed. Ja", "De brief is goed zo, ja", "Het is goed zo. Ja"}},
		{"pl", "Przepisać list?", []string{"dobrze, tak"}, nil, []string{"Jest dobrze. Tak", "List jest w porządku. Tak"}},
		// a part is not the whole, and "por mi parte" is none
		{"en", "Send the letter?", []string{"You are good, so send it"}, nil, []string{"a good part is fine, send it", "most is fine, send it", "the end is good, send it"}},
		{"en", "Print the first part?", []string{"the part is fine, print it"}, nil, nil},
		{"pt", "Enviar a carta?", []string{"por minha parte está bem, envie"}, nil, []string{"boa parte está bem, envie", "parte está bem, envie"}},
		{"es", "¿Envío la carta?", []string{"por mi parte está bien, envíala"}, nil, []string{"buena parte está bien, envíala"}},
		{"en", "Cancel the contract?\nIt ends in May.", nil, nil, []string{"The contract is fine. Yes", "The contract is good, yes please", "It is perfect as it is. Yes."}},
		{"en", "Replace the logo?\nThe new one is green.", nil, nil, []string{"The logo is good, yes please"}},
		{"en", "Change the letter?\nJean is spelt wrong.", nil, nil, []string{"The letter is fine, yes"}},
		{"en", "Send the letter and the invoice?\nBoth are ready.", nil, nil, []string{"The letter is fine, send it", "The invoice is good, yes"}},
		{
			"de", "Offerte an Frau Gerber schicken?\nWie besprochen.",
			[]string{"liest sich top. schick ab bitte", "Ich habe alles gelesen, passt so. Bitte abschicken.", "Die Offerte gefällt mir, bitte senden", "Ja. Ich hoffe es geht Ihnen gut", "Ja.\nEntschuldigung für die Großschreibung"},
			nil,
			[]string{"kannst du abschicken", "Offerte war gut, schick ab", "Offerte ist gut, kannst du so nicht abschicken", "Offerte ist besser, schick ab", "Offerte ist fast perfekt, abschicken", "Die andere Offerte ist gut, abschicken", "Offerte ist gut, aber teuer. Abschicken", "Ja. Ich hoffe es geht gut", "Ja. Ich hoffe die Offerte geht gut", "Offerte ist gut, kannst du morgen abschicken", "Offerte ist gut, kannst du Weber schicken"},
		},
		{
			"fr", "Envoyer la lettre au notaire ?\nElle est prête.",
			[]string{"La lettre est très bien, envoyez-la. Je vous souhaite un bon dimanche", "Après lecture, le courrier me convient parfaitement. Je vous prie de bien vouloir l'envoyer.", "lue et approuvée, envoie", "Oui. J'espère que vous allez bien", "Oui\n\nEnvoyé à partir d'Outlook pour Android"},
			nil,
			[]string{"La lettre n'est pas bien, envoyez-la", "La lettre était bien, envoyez-la", "La lettre est bien mais longue, envoyez-la", "La lettre est presque parfaite, envoyez-la", "Oui. J'espère que ça ira bien", "je ne l'approuve pas, envoyez-la", "L'autre lettre est bien, envoyez-la", "La lettre est bien, envoyez-la à Paul"},
		},
		{"fr", "Répondre au notaire\nLa lettre accepte le rendez-vous. J'envoie ?", []string{"la lettre est très bien, envoyez la. Je vous souhaite un bon dimanche"}, nil, []string{"la lettre est trop longue, envoyez la"}},
		{
			"it", "Rispondere alla signora Paoli\nLa bozza promette un nuovo pacco. La spedisco?",
			[]string{"Buongiorno Eve, letto tutto, per me è perfetta. Spedisci.\nBuon lavoro", "La bozza è perfetta. Spedisci pure."},
			nil,
			[]string{"La bozza è perfetta", "È quasi perfetta. Spedisci"},
		},
		{"pl", "Odpisać pani Wrzosek\nPismo jest gotowe. Wysłać?", []string{"Przeczytałem, pismo jest dobre, proszę wysłać."}, nil, []string{"Pismo było dobre, wysłać"}},
		{"es", "¿Pago la factura?\n40 euros.", []string{"Sí. Que tengas linda semana."}, nil, []string{"Sí. Espero que sea la última"}},
		{
			"it", "Inviare la bozza al cancelliere?\nÈ pronta.",
			[]string{"La bozza è perfetta. Spedisci", "letto tutto, per me è perfetta. Invia.", "ho letto la bozza e l'approvo; La prego di inviarla.", "Sì.\nBuon lavoro"},
			nil,
			[]string{"buona parte va bene, invia", "una è buona, invia", "La bozza era perfetta. Invia", "La bozza è quasi perfetta. Invia", "La bozza è buona ma lunga. Invia", "ho letto tutto. Sì", "Sì. Spero vada bene", "La bozza di Paolo è buona, invia"},
		},
		{
			"es", "¿Enviar la carta a la Sra. Barrientos?\nEstá lista.",
			[]string{"Revisada y aprobada, favor de enviarla.\nBonito día", "La carta está muy bien, envíala", "Buena tarde Eve, sí"},
			nil,
			[]string{"La carta estaba bien, envíala", "buena parte está bien, envíala", "La carta está casi perfecta, envíala", "La carta está bien pero larga, envíala", "Sí. Espero que esté bien", "revisada, envíala mañana"},
		},
		{
			"pt", "Enviar a carta ao Dr. Távora?\nEstá pronta.",
			[]string{"A carta está ótima, pode enviar", "Li tudo e está muito bem. Envie por favor.", "Pode enviar, sim. Votos de boa Páscoa.", "Sim. Deus abençoe"},
			nil,
			[]string{"A carta estava boa, envie", "A carta está quase perfeita, envie", "Sim. Espero que esteja bem", "A carta está boa mas longa, envie"},
		},
		{
			"nl", "De brief versturen?\nHij ligt klaar.",
			[]string{"Brief is goed, stuur maar", "De brief is prima, mag zo verstuurd worden", "Ja\n\nFijne zondag alvast", "Ja\n\nVerstuurd vanaf mijn werktelefoon"},
			nil,
			[]string{"een is goed, stuur maar", "De brief was goed, stuur maar", "De brief is bijna goed, stuur maar", "De brief is goed maar lang, stuur maar", "Ja. Hopelijk gaat het goed"},
		},
		{
			"pl", "Wysłać pismo do pani Wrzosek?\nJest gotowe.",
			[]string{"Przeczytałem, pismo jest dobre, proszę wysłać.", "Pismo jest w porządku, wysłać", "Tak.\nŻyczę miłego dnia"},
			nil,
			[]string{"Pismo było dobre, proszę wysłać", "Pismo jest prawie dobre, wysłać", "Pismo jest dobre, ale długie, wysłać", "Przeczytałem. Pismo jest dobre.", "To pismo nie jest dobre, wysłać"},
		},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Mail: true, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.deny, tt.asked)
	}
}

// What offices write: an infinitive with thanks, what they do not do, in whose name, greetings of their kind; and what may be meant of
// something else.
func TestOfficeAnswers(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{
			"it", "Convocare il collegio?\nLunedì alle 15.30.",
			[]string{"Convocare.", "Convocare. Grazie.", "Buongiorno, convocare, grazie mille", "Sì.\n\nSaluti collegiali,", "Sì. Grazie mille per il tuo prezioso lavoro."},
			[]string{"Da non convocare. Grazie."},
			[]string{"Convocare domani. Grazie.", "Convocare, grazie, ma domani", "Sì.\nSaluti a tutti meno uno"},
		},
		{
			"fr", "Supprimer les comptes ?\n118 comptes inactifs.",
			[]string{"Supprimer, merci.", "Oui.\n\nSalutations syndicales,"},
			[]string{"A ne pas supprimer svp.", "On ne le fait pas."},
			[]string{"Archiver, merci", "Supprimer, merci, sauf le mien", "a supprimer pas", "Oui.\n\nSalutations supprimées", "on a supprimé, merci"},
		},
		{"fr", "Signer la convention ?\nComme l'an passé.", []string{"Oui, vous pouvez signer en mon nom.", "signez en mon nom"}, nil, []string{"signez en son nom", "signez, mais pas en mon nom", "changez mon nom", "signez mon nom"}},
		{"fr", "Envoyer la lettre ?\nElle est prête.", nil, nil, []string{"envoyez en mon nom propre", "envoyez mon nom"}},
		{"es", "¿Pedir las sillas?\n40 sillas.", []string{"Sí.\n\nSaludos cooperativos,", "Sí, amiga mía"}, nil, []string{"Sí.\n\nSaludos falsos sillas", "Sí, mi amiga las pide"}},
		{"pt", "Arquivar o processo?\nEncerrado.", []string{"Arquivar, obrigada", "Sim.\n\nSaudações académicas,"}, nil, []string{"Apagar, obrigada", "Arquivar amanhã, obrigada", "Obrigada, arquivar não"}},
		{
			"de", "Stühle bestellen?\n40 Stück.",
			[]string{"Ja.\n\nKollegiale Grüße,", "Ja.\n\nMit musikalischen Grüßen\nPaula Testowa"},
			[]string{"Ich möchte nicht bestellen", "Wir wollen sie nicht bestellen."},
			[]string{"Ich möchte nicht alle bestellen", "Ich möchte nicht heute bestellen", "Ich möchte nicht, dass Paul bestellt", "Ich will nicht stören, bestellen", "Ja.\n\nOhne Grüße", "Ja.\n\nKeine Grüße"},
		},
		{"de", "Den Brief schicken?\nEr liegt im Ordner.", []string{"ja, der Brief kann hinausgehen.", "Brief kann abgehen"}, nil, []string{"der Brief kann morgen hinausgehen", "der Brief kann so nicht hinausgehen"}},
		{"nl", "Stoelen bestellen?\n40 stuks.", []string{"Ja. Bedankt en houdoe", "Ja.\n\nMet sportieve groeten"}, []string{"Welnee.", "dat doen we niet", "Ik wil niet bestellen"}, []string{"Ik wil niet alle bestellen", "dat doen we niet vandaag", "houdoe", "Ik wil niet te veel bestellen"}},
		{"nl", "Abonnement opzeggen?\n€ 9.", nil, []string{"dat doen we niet"}, []string{"houdoe en bedankt"}},
		{"en", "Sign the lease?\nSame terms.", []string{"Approved from my side, please proceed to do the needful.", "Yes.\n\nFraternal greetings,", "Yes.\n\nCooperative regards"}, nil, []string{"Tom will do the needful", "do the needful tomorrow", "Yes.\n\nConditional regards to the lease", "Yes.\n\nno regards", "Yes.\n\nPartial greetings", "Yes.\n\nConditional regards", "Yes.\n\nFinal regards", "Yes.\n\nwithout regards"}},
		{"pl", "Zamówić krzesła?\n40 sztuk.", []string{"Tak.\n\nHarcerskie pozdrowienia"}, nil, []string{"Tak.\n\nBez pozdrowień"}},
		{"pl", "Zmienić grafik?\nOd maja.", []string{"Zatwierdza się.", "Wyraża się zgodę na zmianę grafiku"}, []string{"Nie wyraża się zgody.", "Nie zatwierdza się"}, []string{"Nie wyraża się tego", "Wyraża się zgodę na zmianę od czerwca", "Zatwierdza się w maju"}},
		{"de", "Urlaub von Frau Karner genehmigen?\nEine Woche im Mai.", []string{"Dem Urlaub wird zugestimmt.", "Urlaub wird stattgegeben"}, nil, []string{"Dem Urlaub wird morgen zugestimmt", "Dem Urlaub wurde zugestimmt, aber gekürzt", "Wenn dem Urlaub zugestimmt wird"}},
		{"fr", "Commander les chaises ?\n40 pièces.", []string{"Bon pour commande."}, nil, []string{"Bon pour les tables", "Bon pour la commande de Paul", "c'est bon pour demain"}},
		// what stands above a name and its signature
		{
			"en", "Order the chairs?\n40 of them.",
			[]string{"Yes please.\n\nLe gach dea-ghuí,", "Yes.\n\nP.\n\n-- \nPaula Testowa\nManager", "Yes.\n\np\n\n-- \nPaula Testowa\nManager", "Yes.\n\nPa\n\n-- \nPaula Testowa\nManager", "Yes.\nPT\n\n-- \nPaula Testowa\nManager", "Yes.\nPaula Testowa IDEL", "Yes.\n\nPaula Testowa (she/her)"},
			nil,
			[]string{"Yes.\n\nZ.\n\n-- \nPaula Testowa\nManager", "Yes.\n\nPart\n\n-- \nPaula Testowa\nManager", "Yes.\n\na\n\n-- \nPaula Testowa\nManager", "Yes.\nPaula Testowa HALF", "Yes.\nIDEL", "Yes.\nle gach", "Yes.\n\nPaula Testowa (chairs)"},
		},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Mail: true, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.deny, tt.asked)
	}
}
