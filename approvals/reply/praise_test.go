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

// TestPraiseThenOrder: who has read what is ready, or says that it is right, and orders what is asked, grants it, and so does who wishes
// well before that or behind; a bare yes behind praise may be to change, or not to, and praise of another thing is of that.
func TestPraiseThenOrder(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{
			"en", "Send the letter to Bell?\nIt is ready.",
			[]string{"I have read it twice and it is very nice. Please send it.", "Good morning Eve, hope you're keeping well! Yes, send it.", "The letter is fine, send it.", "Yes, send it. Enjoy the long weekend!"},
			nil,
			[]string{"I have read it.", "It is fine.", "The letter is nice but send it tomorrow.", "It's almost perfect. Send it.", "The letter to Kane is fine. Send it.", "The invoice is fine. Send it.", "\"Have a nice day, send it"},
		},
		{"en", "Send the letter and the invoice?", nil, nil, []string{"The letter is fine, send it", "The invoice is good, yes"}},
		{"en", "Change the letter?\nTwo lines.", nil, nil, []string{"The letter is fine, yes", "It is perfect as it is. Yes."}},
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
		{
			"it", "Rispondere alla signora Paoli\nLa bozza promette un nuovo pacco. La spedisco?",
			[]string{"Buongiorno Eve, letto tutto, per me è perfetta. Spedisci.\nBuon lavoro", "La bozza è perfetta. Spedisci pure."},
			nil,
			[]string{"ho letto tutto. Sì", "La bozza è perfetta", "La bozza era perfetta. Spedisci", "È quasi perfetta. Spedisci"},
		},
		{"pl", "Odpisać pani Wrzosek\nPismo jest gotowe. Wysłać?", []string{"Przeczytałem, pismo jest dobre, proszę wysłać."}, nil, []string{"Pismo było dobre, wysłać", "Pismo jest prawie dobre, wysłać"}},
		{"fr", "Répondre au notaire\nLa lettre accepte le rendez-vous. J'envoie ?", []string{"la lettre est très bien, envoyez la. Je vous souhaite un bon dimanche"}, nil, []string{"la lettre est trop longue, envoyez la", "la lettre était bien, envoyez la"}},
		{"de", "Rechnung bezahlen?\n40 Euro.", []string{"Ja. Schönes Wochenende!"}, nil, []string{"Ja. Ich hoffe es geht gut", "Ja. Ich hoffe, es stimmt"}},
		{"es", "¿Pago la factura?\n40 euros.", []string{"Sí. Que tengas linda semana."}, nil, []string{"Sí. Espero que esté bien", "Sí. Espero que sea la última"}},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Mail: true, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.deny, tt.asked)
	}
}
