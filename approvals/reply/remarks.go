package reply

// besides are the sentences of the languages, in the order of languages(), that stand
// beside an answer: what is known of the request, what is wrong with it, that nothing
// hinders, that somebody cannot, that it is called off.
func besides() []sentences {
	return []sentences{
		{
			classes: map[string]string{
				"of":  "(of|for) [<the>] [<kind>]",
				"who": `plumber|landlord|electrician|builder|gardener|cleaner|accountant|dentist|doctor|vet|school|nursery|neighbour|neighbor|babysitter|nanny|tutor|mechanic|garage|painter|roofer|handyman|carpenter|courier|driver|supplier|vendor|contractor|freelancer|caterer|photographer|agency|charity|club|church|gym|team|guy|lad|bloke|man|lady|company|firm|hotel|airline|customer|client|consultant|lawyer|notary|printer|caretaker|boiler (man|guy)|heating (man|guy|engineer)`,
				"bad": `account|amount|price|sum|customer|client|person|supplier|vendor|company|invoice|date|address|number|iban|order|item|flight|hotel|one|recipient|bank|card|currency|quantity|product|file|version|day|size|contract|project`,
			},
			say: map[class][]string{
				remark: {
					"<checked> <it> and (it's|its|it is|everything is|all is) [all] (in order|correct|fine|right)", "<thing> (checked|reviewed|verified)",
					"(it's|its|it is|that's|thats|that is|this is|he's|hes|he is|she's|she is|they're|they are) [just] [for|from] [<the>|a|an] [usual|regular|monthly|annual|yearly|weekly|school|right|correct] (<who>|<thing>|school trip|trip|birthday|wedding|party|class|course|address|one)",
					"(i|we|i've|we've|i have|we have) [just|already] (checked|verified|seen|saw|read|asked for|ordered|requested|expected|know|recognise|recognize|trust) (him|her|them|it|this|that|<the> <thing>|<the> <who>)", "[i|we|i've|ive|we've] (have|got) [a|the] (backup|copy|backups|copies)",
					"[i|we|i've|we've] [have] just (landed|got back|woke up|woken up|arrived|got home|seen this|saw this)", "saw this", "(he|she|they) [always] (did|does|do|has done|have done) [a] (great|good|fantastic|brilliant|excellent|lovely) (job|work)",
					"(we're|we are|i'm) (almost|nearly) out [of (it|them|toner|paper|stock)]", "(i|we) (was|were) expecting (it|this|that|<the> <thing>)", "(it|this) (has been|was|is) (budgeted|planned|budgeted for|within budget|in [the|our] budget|expected|as expected|discussed)",
					"as (usual|always)", "(it's|its) (long overdue|overdue|due|urgent|about time)", "(that|it) was (me|us) who asked [for it]", "(that's|thats|that is) (me|us) who asked [for it]", "(that|it) was (me|us)", "for the (kids|children|team|office|school trip|trip)",
				},
				fault: {
					"[the|a|it's the|its the|that's the|thats the|this is the] (wrong|incorrect) <bad>", "(we are|we're|i'm|i am) [still] in the middle of", "duplicate [invoice|payment|order]", "double (payment|invoice|booking)", "paid (already|twice|last week)",
				},
				negated:   {"not the (right|correct) <bad>", "(isn't|is not|not) (our|my|the right|the correct) <bad>"},
				greeting:  {"dear"},
				courtesy:  {"[<i>|this is to] (inform|notify) you that"},
				yesStrong: {"[<the> [<kind>] <thing>|it|this] is (duly|herewith) approved"},
				unopposed: {"[that's|that is|thats|it's|its|there's|absolutely|i have|there is] (no problem|no problems|no prob|no probs|no issue|no issues|not a problem|not an issue|no trouble|no sweat) [at all|for (me|us)|from (me|my side|us)|here|with (it|this|that)]"},
				cannot:    {"[<i>] (cannot|can't|cant|can not) [possibly|in good conscience|really|unfortunately] (approve|authorise|authorize|accept|agree to|sign off on|sign off|okay|consent to|support|allow) [of] [<it>]", "<am> (unable|not able) to (approve|authorise|authorize|accept|agree to|sign off on|okay|consent to|support|allow) [<it>]", "<i> (cannot|can't|cant|can not) agree"},
				noStrong:  {"<i> (don't|do not|dont) want <it> to (go out|go ahead|go through|happen|proceed)", "<i> (don't|do not|dont) want you to (<do> <it>|<on>)", "<i> (don't|do not|dont) want <it> (paid|sent|booked|published|done|ordered|to be (paid|sent|booked|published|done|ordered))"},
				yesWeak:   {"(it|this|that|<the> <thing>) (can|may|should) [now] be (paid|sent|booked|published|ordered|processed|released|refunded|signed|renewed|deployed|done) [now]", "<i> (have|see) no (reason|reasons) to object go ahead"},
				calledOff: {"[please|just|pls|kindly] (cancel|abort|call off) [<it>|all of it|it all|everything] [please|pls|now]", "stop (everything|all of it)", "(drop|leave|forget|scrap) (it|this|that) [please]", "no need [for (it|this|that)]", "not needed", "not necessary", "[<i>] (don't|dont|do not) need (it|this|that|<the> <thing>) [anymore|any more]", "we dont use it anymore"},
				address:   {"(sir|boss|chief|madam|ma'am|bro|dude|man|captain|skipper|guys|friend|my friend|darlin|grandson|grandpa|grandma|mum|mom|dad)"},
			},
		},
		{
			classes: map[string]string{
				"of":     "(della|del|dell'|di|per la|per il|per l'|dello|delle|dei|d')",
				"elided": "l'<thing>|all'<thing>|dell'<thing>|quest'<thing>",
				"who":    `idraulico|padrone di casa|elettricista|muratore|giardiniere|commercialista|dentista|dottore|veterinario|scuola|asilo|vicino|babysitter|meccanico|imbianchino|falegname|corriere|autista|fornitore|consulente|fotografo|agenzia|associazione|palestra|ragazzo|tecnico|tecnico della caldaia|signore|signora|ditta|albergo|cliente|avvocato|notaio|condominio|donna delle pulizie`,
				"bad":    `conto|importo|prezzo|cliente|persona|fornitore|ditta|fattura|data|indirizzo|numero|iban|ordine|articolo|volo|hotel|destinatario|banca|carta|valuta|quantità|prodotto|file|versione|giorno|contratto|cifra|somma`,
				"è":      "è|e'|sono",
			},
			say: map[class][]string{
				yesWeak: {"<thing> (può essere|possono essere) (pagata|pagato|inviata|inviato|pubblicata|pubblicato)", "può essere (pagata|pagato|inviata|inviato|pubblicata|pubblicato)"},
				remark: {
					"<thing> (controllata|controllato|verificata|verificato)",
					"[che|questo|questa|quello|lui|lei] <è> [per] [il|lo|la|l'|un|una|i|le|gli|nostro|nostra|il nostro|la nostra|il mio|la mia] [solito|solita] (<who>|<thing>|gita|gita scolastica|compleanno|festa|corso|bimbi|bambini)", "(per|che è|questo è|questa è|è) l'(<who>|<thing>)", "per (il|lo|la|i|gli|le) (<who>|gita|gita scolastica|compleanno|festa|corso|bimbi|bambini)",
					"(lo|la|li|le) (conosco|conosciamo|aspettavo|aspettavamo)", "(l'ho|l'abbiamo|li ho|le ho) (controllato|controllata|verificato|verificata|visto|vista|letto|letta|chiesto|chiesta|ordinato|ordinata|richiesto)", "(l'ho|l'abbiamo) (chiesto|chiesta|ordinato|ordinata|richiesto) io", "[tanto] (ho|abbiamo) (il backup|una copia|la copia|un backup)", "(sono|siamo) appena (atterrato|atterrata|arrivato|arrivata|tornato|tornata|rientrato|rientrata|sveglio|sveglia)", "(atterrato|atterrata|arrivato|arrivata|rientrato|tornato) ora", "ho (appena visto|visto ora)", "[è] un bravo (guaglione|ragazzo|signore)", "ha fatto un (ottimo|bel|buon) lavoro", "come (sempre|al solito)", "era (previsto|prevista|a budget)", "è (previsto|prevista|a budget|urgente)",
				},
				fault: {
					"[il|lo|la|l'|è il|è la|è l'] <bad> (sbagliato|sbagliata|errato|errata)", "(sbagliato|sbagliata) [il|la|l'] <bad>", "costa troppo", "(fattura|pagamento|ordine) (doppio|doppia|duplicato|duplicata)",
				},
				negated:   {"non è (il|lo|la|l'|quello|quella) [<bad>] (giusto|giusta|corretto|corretta)", "non è (il|la) (giusto|giusta) <bad>"},
				greeting:  {"(cara|caro|gentile|egregio|egregia)"},
				courtesy:  {"(si|vi|le|la|ti) (informo|informa|comunico|comunica|informiamo|comunichiamo) che", "(in riferimento|con riferimento) (alla|a) (vs|vostra|sua|tua) richiesta"},
				yesStrong: {"si approva (quanto richiesto|quanto in oggetto|la richiesta|tutto)"},
				unopposed: {"(nessun problema|non c'è problema|non c'è nessun problema|senza problemi|non ci sono problemi|nessun inconveniente|no problem) [per (me|noi)|da parte mia]"},
				cannot:    {"[io] non (posso|possiamo) [proprio|purtroppo] (approvare|autorizzare|accettare|dare il consenso|dare il mio consenso|dare l'ok|dare il nulla osta|acconsentire) [a] [<it>]", "non (posso|possiamo) (approvarlo|approvarla|autorizzarlo|autorizzarla|accettarlo|accettarla)", "(sono|siamo) (impossibilitato|impossibilitata|impossibilitati) ad (approvare|autorizzare|accettare) [<it>]"},
				calledOff: {"(ferma|blocca|annulla) tutto", "non (serve|ce n'è bisogno|occorre)", "non ne (ho|abbiamo) [più] bisogno", "lascia (stare|perdere)", "lasciate (stare|perdere)", "[<please>] (annulla|annullate|annulli|annullare|annullalo|annullala) [tutto|subito|<it>|pure]", "(ferma|fermi|fermate|blocca|bloccate) (tutto|subito|<it>)"},
				address:   {"(picciotti|raga|ragà|regà|fratè|amici|dottò|mister|bomber|figlioli|signori|padre|suora|signora|signore|dottore|dottoressa|capo|boss|nonno|nonna|zio|zia|mamma|papà|amico|amico mio|frate|bello|bella|ragazzi|direttore|figliolo)"},
				closing:   {"in fede", "(baci|bacioni|bacio|un bacio|un abbraccio|abbracci) [a tutti|ai bimbi|a te]", "(mamma|papà|nonna|nonno|zia|zio)"},
			},
		},
		{
			classes: map[string]string{
				"of":  "(de la|del|de|por la|por el|de las|de los)",
				"who": `fontanero|plomero|casero|electricista|albañil|jardinero|contador|contable|dentista|doctor|veterinario|escuela|colegio|guardería|vecino|niñera|mecánico|pintor|carpintero|mensajero|chofer|proveedor|consultor|fotógrafo|agencia|gimnasio|chico|técnico|señor|señora|empresa|hotel|cliente|abogado|notario|flaco|hombre|de la caldera|del gas`,
				"bad": `cuenta|importe|monto|precio|cliente|persona|proveedor|empresa|factura|fecha|dirección|número|iban|pedido|artículo|vuelo|hotel|destinatario|banco|tarjeta|moneda|cantidad|producto|archivo|versión|día|contrato`,
			},
			say: map[class][]string{
				remark: {
					"(revisada|revisado|comprobada|comprobado|verificada|verificado) (el|la) <thing>", "<thing> (revisada|revisado|comprobada|comprobado|verificada|verificado)",
					"[que] (es|son|era) [para] [el|la|los|las|un|una|nuestro|nuestra|mi|lo] [de] [la|el] (<who>|<thing>|excursión|excursión escolar|cumpleaños|fiesta|curso|niños|caldera|siempre)", "para (la|el|los|las) (excursión|cumpleaños|fiesta|curso|niños)", "(lo|la|los|las) (conozco|conocemos|esperaba|esperábamos)", "(lo|la) (revisé|he revisado|pedí|he pedido|comprobé|he comprobado|vi|he visto|pedimos)", "(lo|la) pedí yo", "[que] [ya] tengo [una|la|un|el] (copia|respaldo|backup|copia de seguridad)", "(acabo|acabamos) de (aterrizar|llegar|verlo|volver|despertar|despertarme|leerlo)", "(hizo|ha hecho) [muy] buen trabajo", "como siempre", "(está|estaba) (previsto|prevista|presupuestado|presupuestada)", "es urgente", "ya era hora",
				},
				fault: {
					"[la|el|es la|es el] <bad> (equivocada|equivocado|errónea|erróneo|incorrecta|incorrecto|mal)", "(factura|pago|pedido) (duplicado|duplicada|doble|repetido|repetida)",
				},
				negated:   {"no (es|era) (el|la|nuestro|nuestra) <bad> (correcto|correcta|adecuado|adecuada)"},
				greeting:  {"(estimado|estimada|querido|querida|apreciado|apreciada)"},
				courtesy:  {"[le|les|te] (informo|comunico|informamos|comunicamos) que", "(con|en) relación (a|con) (su|la|tu) (petición|solicitud)"},
				yesStrong: {"se aprueba (lo solicitado|la solicitud|el pago|la petición)"},
				unopposed: {"(no hay problema|no hay ningún problema|ningún problema|sin problema|sin problemas|sin ningún problema|no tengo problema|no tengo ningún problema|no tengo ningún inconveniente|sin inconvenientes|sin pega|no hay inconveniente) [por mi parte|de mi parte|con eso|con ello|alguno]"},
				cannot:    {"[yo] no (puedo|podemos) [lamentablemente|de ninguna manera] (aprobar|autorizar|aceptar|aprobarlo|aprobarla|autorizarlo|autorizarla|aceptarlo|aceptarla|dar mi conformidad|dar mi aprobación|dar el visto bueno|dar mi visto bueno|dar mi autorización|dar mi consentimiento) [a] [<it>]"},
				noStrong:  {"[<please>] no <inf> [<it>] [<please>]", "no (quiero|queremos) (que se|que) (pague|envíe|publique|reserve|compre|haga|firme|renueve) [<it>]", "no (quiero|queremos) <inf> [<it>]"},
				yesWeak:   {"(puede|pueden) ser (pagada|pagado|enviada|enviado|publicada|publicado)", "se puede (pagar|enviar|publicar)", "(se puede|se pueden|pueden|puede|puedes) <inf> [<it>] [<please>]", "que se (pague|envíe|publique|reserve|compre|haga|firme|renueve) [<it>]"},
				calledOff: {"(para|frena|anula|cancela) todo", "(déjelo|déjalo|dejalo) [así]", "no (hace falta|es necesario|se necesita)", "[ya] no (lo|la|los|las) (necesito|necesitamos) [más]", "(cancélalo|cancelalo|cancélala|cancélelo|cancélenlo|anúlalo|anulalo|anúlelo|olvídalo|olvídelo)", "[<please>] (anula|anule|cancela|cancele|cancelen|anulen|cancelar|anular) [<it>|todo|eso]", "(detén|detenga|para|pare) (eso|todo|<it>)"},
				address:   {"(señor|señora|señorita|jefe|jefa|patrón|patrona|doctor|doctora|don|doña|licenciado|licenciada|ingeniero|profe|amigo|amiga|hijo|hija|mijo|mija|nieto|abuela|abuelo|mamá|papá|tío|tía|hermano|compa|wey|güey|flaco|guapa|guapo|cariño|cielo|corazón|bonita|bonito|linda|lindo|preciosa|precioso|majo|maja|reina|tesoro|solete|chica|chico|muchacha|muchacho|señorito|ingeniera|licen|maestra|padre|hermana|vecina|vecino|hija mía|hijo mío|amiga mía|amigo mío|mi niña|mi niño|mi reina|mi rey|mi vida|mi hijita|hijita|hijito|mamita|papito)"},
				closing:   {"(besos|besitos|un beso|un abrazo|abrazos|besos y abrazos) [a todos|a los niños|para todos]", "(la abuela|el abuelo|la tía|el tío|mamá|papá)"},
			},
		},
		{
			classes: map[string]string{
				"act":    `procéder|procéder à|procéder au|payer|envoyer|effectuer|exécuter|régler|virer|verser|transférer|rembourser|réserver|commander|acheter|signer|renouveler|publier|lancer|expédier|imprimer|faire|le faire|mettre en ligne|transmettre|livrer|traiter|débloquer|finaliser|émettre|organiser|déployer`,
				"of":     "(de la|du|de l'|de|d'|des|pour la|pour le)",
				"elided": "l'<thing>|d'<thing>|cet <thing>",
				"who":    `plombier|propriétaire|électricien|maçon|jardinier|comptable|dentiste|docteur|médecin|vétérinaire|école|crèche|voisin|nounou|garagiste|peintre|menuisier|livreur|chauffeur|chauffagiste|fournisseur|prestataire|consultant|photographe|traiteur|agence|club|association|salle de sport|gars|monsieur|dame|société|hôtel|client|cliente|avocat|notaire|syndic`,
				"bad":    `compte|montant|prix|client|personne|fournisseur|société|facture|date|adresse|numéro|iban|commande|article|vol|hôtel|destinataire|banque|carte|devise|quantité|produit|fichier|version|jour|contrat`,
			},
			say: map[class][]string{
				remark: {
					"<thing> (vérifiée|vérifié|contrôlée|contrôlé)",
					"(c'est|c'était|ce sont|c) [bien] [pour] [le|la|les|l'|un|une|notre|mon|ma|nos] (<who>|<thing>|sortie|sortie scolaire|anniversaire|fête|stage|enfants|gosses)", "(c'est|c'était) [bien|pour] l'(<who>|<thing>|anniversaire|école|avocat|électricien)", "pour (la|le|les) (sortie|fête|stage|enfants|sortie scolaire)", "(je le|je la|je les|on le|on la|nous le|nous la) (connais|connaît|connaissons|attendais|attendait|attendions)", "(je l'ai|on l'a|nous l'avons) [bien|déjà] (vérifié|vérifiée|contrôlé|vu|vue|lu|lue|commandé|commandée|demandé|demandée)", "(j'ai|on a|nous avons) (une sauvegarde|une copie|un backup|la copie)", "(je viens|j'viens|on vient|nous venons) (d'atterrir|d'arriver|de rentrer|de voir|de me réveiller|de le voir)", "(il|elle) a fait (du bon travail|un super boulot|du bon boulot|un bon travail|un excellent travail)", "comme (d'habitude|toujours)", "(c'est|c'était) (prévu|budgété|urgent|au budget)",
				},
				fault: {
					"[le|la|les|c'est le|c'est la] mauvais <bad>", "[la|c'est la] mauvaise <bad>", "mauvais <bad>", "mauvaise <bad>", "[c'est|c] [bien|beaucoup] trop (cher|chère|élevé|élevée|tard|tôt|risqué|coûteux)", "[c'est|on l'a|je l'ai|nous l'avons] déjà (payé|payée|réglé|réglée|fait|remboursé|acheté)", "jamais (commandé|reçu|livré|demandé)", "(facture|paiement|commande) en double", "hors budget", "cette (résa|réservation) n'est pas à (moi|nous)",
				},
				negated:   {"(n'est|c'est|est|n'était) pas (le bon|la bonne) <bad>", "pas (le bon|la bonne) <bad>"},
				greeting:  {"(cher|chère|ma chère|mon cher)"},
				courtesy:  {"(je vous informe|je t'informe|nous vous informons) que"},
				yesStrong: {"(celle-ci|elle|votre demande|la demande) est [donc] (approuvée|validée|acceptée|autorisée|accordée)"},
				unopposed: {"(pas de problème|pas de problèmes|pas de pb|pas d'problème|aucun problème|aucun souci|aucun soucis|pas de souci|pas de soucis|sans problème|sans problèmes|sans souci|il n'y a pas de problème|y a pas de problème|y a pas de souci|il n'y a aucun problème|no problem) [pour (moi|nous)|de mon côté|de ma part|avec ça]"},
				cannot:    {"(je|nous) ne (peux|puis|pouvons) [malheureusement|hélas] pas (approuver|valider|autoriser|accepter|donner mon accord|donner notre accord|donner mon aval|cautionner) [à|pour] [<it>]", "(je|nous) ne (peux|puis|pouvons) (approuver|valider|autoriser|accepter) [<it>|ce qui est demandé]", "(je|nous|on) (peux|peut) pas (valider|approuver|accepter|autoriser) [<it>]", "(je|nous) ne (peux|puis|pouvons) pas (l'approuver|la valider|le valider|l'accepter|l'autoriser)", "(je suis|nous sommes) dans l'impossibilité (d'approuver|de valider|d'autoriser|d'accepter) [<it>]"},
				yesWeak:   {"bon à (payer|envoyer|publier)", "bon pour (paiement|envoi|publication)", "(peut|peuvent) être (payée|payé|envoyée|envoyé|publiée|publié)", "(merci|veuillez|prière) [de|bien vouloir|de bien vouloir] <act> [<it>] [<please>]", "merci d'<act> [<it>]", "(vous pouvez|tu peux) [donc|bien sûr] <inf> [<it>|<with>] [<please>]"},
				noStrong:  {"(merci|veuillez|prière) de ne (pas|rien) <act> [<it>]", "(je|nous) ne (veux|voulons|souhaite|souhaitons) pas <inf> [<it>]"},
				calledOff: {"(pas besoin|inutile|pas la peine|pas nécessaire)", "(j'en ai|je n'en ai|on en a|on n'en a|nous n'en avons) (pas|plus) besoin", "(on arrête tout|arrête tout|arrêtez tout)", "[<please>] (annule|annulez|annuler|annulez-le|annule-le|annule-la|annulez-la) [tout|ça|cela|<it>]", "(laisse|laissez) tomber", "(oublie|oubliez) [ça]", "(arrête|arrêtez|stoppe|stoppez) (tout|ça|cela|<it>)"},
				address:   {"(madame|monsieur|mademoiselle|chef|cheffe|patron|patronne|boss|docteur|maître|mamie|papi|papa|maman|mon grand|ma grande|mon pote|les gars|l'ami|mon ami|frère|frérot|cousin|chouchou)"},
				closing:   {"(bises|bisous|gros bisous|bizz|grosses bises) [aux petits|aux enfants|à tous]", "(mamie|papi|maman|papa|tata|tonton)", "a+", "à+"},
			},
		},
		{
			classes: map[string]string{
				"of":  "(der|des|für die|für das|für den|von|vom|zur)",
				"who": `klempner|vermieter|elektriker|gärtner|gärtnerin|steuerberater|zahnarzt|arzt|tierarzt|schule|kita|kindergarten|nachbar|babysitter|mechaniker|werkstatt|maler|dachdecker|hausmeister|schreiner|tischler|kurier|fahrer|lieferant|dienstleister|berater|fotograf|caterer|agentur|verein|fitnessstudio|bursche|mann|herr|frau|firma|hotel|kunde|kundin|anwalt|notar|handwerker|heizungsmensch|heizungsmonteur|heizungsbauer|monteur|putzfrau|druckerei`,
				"bad": `konto|betrag|preis|summe|kunde|kundin|kunden|person|lieferant|firma|rechnung|datum|adresse|nummer|iban|bestellung|artikel|flug|hotel|empfänger|bank|karte|währung|menge|produkt|datei|version|tag|vertrag|projekt`,
			},
			say: map[class][]string{
				remark: {
					"<thing> [ist|wurde] (geprüft|kontrolliert) [und]",
					"[das|es|der|die] (ist|war|sind) [ja|für] [der|die|das|den|dem|ein|eine|unser|unsere|mein|meine|unseren] [übliche|richtige|vom] (<who>|<thing>|klassenfahrt|geburtstag|feier|kurs|kinder|heizung)", "für (die|den|das) (klassenfahrt|geburtstag|feier|kurs|kinder|büro|team)", "(den|die|das|ihn|sie|es) (kenn|kenne|kennen) (ich|wir|i)", "(ich|wir) (kenne|kennen|kenn) (den|die|das|ihn|sie|es)", "[das|es|den|die] (hab|habe|haben) (ich|wir|i) [selbst] (bestellt|beantragt|angefordert|geprüft|gesehen|gelesen|gewollt|erwartet)", "(ich|wir) (habe|haben|hab) (das|es|ihn|sie) [selbst|schon|bereits] (bestellt|beantragt|angefordert|geprüft|gesehen|gelesen|erwartet)", "[ich|wir] (hab|habe|haben) [ein|eine|die|das] (backup|kopie|sicherung|sicherungskopie)", "[bin|wir sind|ich bin] (gerade|eben|soeben) (gelandet|angekommen|aufgewacht|heimgekommen|zurück)", "(er|sie|die) (hat|haben) (gute|super|tolle|saubere|sehr gute) arbeit (gemacht|geleistet)", "wie (immer|üblich|gehabt)", "(ist|war) (eingeplant|budgetiert|geplant|im budget|abgesprochen|dringend)", "wird (auch zeit|zeit)", "hat sich erledigt und passt",
				},
				fault: {
					"(da|hier|es|dort) läuft [noch|gerade|grad|aktuell|momentan] [der|die|das|ein|eine|unser|unsere]", "läuft (noch|gerade|grad|aktuell) [der|die|das|ein|eine|unser|unsere]", "[das|der|die|den|das ist das|das ist der|das ist die] (falsches|falsche|falscher|falschen) <bad>", "(falsches|falsche|falscher|falschen) <bad>", "<bad> (falsch|stimmt nicht|passt nicht)", "[viel|das ist|ist|das ist viel|ist viel] zu (teuer|hoch|spät|früh|riskant|viel)", "(schon|bereits|wurde schon|wurde bereits|ist schon|ist bereits) (bezahlt|gezahlt|erledigt|gekauft|überwiesen|gebucht|erstattet|storniert) [worden]", "(nie|niemals) (bestellt|erhalten|geliefert|bekommen)", "doppelte (rechnung|zahlung|bestellung|buchung)", "(rechnung|zahlung) doppelt", "kein budget", "nicht (unser|unsere|unserer|mein|meine|meiner|bestellt|geliefert)",
				},
				negated:   {"nicht (der|die|das|den) (richtige|richtigen|korrekte) <bad>"},
				greeting:  {"sehr (geehrte|geehrter)"},
				courtesy:  {"bezugnehmend auf (ihre|deine) (anfrage|mail|nachricht)"},
				yesStrong: {"wird [hiermit] die genehmigung erteilt"},
				unopposed: {"(kein problem|keine probleme|gar kein problem|überhaupt kein problem|kein thema|kein ding|ohne probleme|kein einwand|keine einwendungen) [für (mich|uns)|meinerseits|von mir|von meiner seite|damit]"},
				cannot:    {"(ich|wir) (kann|können) [leider] (das|es|dies|dem|diese|so|<it>|dem <thing>|der <thing>) [leider|so] nicht (genehmigen|freigeben|bewilligen|akzeptieren|zustimmen|gutheißen|absegnen|autorisieren)", "(das|dem|dies|es|<it>) (kann|können) (ich|wir) [leider|so] nicht (genehmigen|freigeben|bewilligen|akzeptieren|zustimmen|gutheißen|absegnen|autorisieren)", "(leider) (kann|können) (ich|wir) (das|es|dies|dem|<it>) [so] nicht (genehmigen|freigeben|bewilligen|akzeptieren|zustimmen|autorisieren)", "(kann|können) (ich|wir) [leider|so] nicht (genehmigen|freigeben|zustimmen|bewilligen|akzeptieren)", "(ich muss|muss) [ihnen|dir|euch] [leider] absagen"},
				yesWeak:   {"(kann|darf) (bezahlt|gezahlt|verschickt|versendet|veröffentlicht) werden", "(das|es|<the> <thing>|so) (ist|geht|passt) (so|soweit) (in ordnung|ok|okay|gut|klar|für mich in ordnung)", "<it> (ist|sind|geht) (ok|okay|in ordnung|gut so) [so|für mich|von mir aus]", "von mir aus (gerne|gern|gerne doch)", "alles klar mach", "(sie können|du kannst|ihr könnt) das [so] gerne (machen|so machen|tun)"},
				calledOff: {"alles (stoppen|stornieren|abbrechen)", "[<it>] (brauch|brauchen|brauche) (ma|wir|ich|mer) (nicht|ned|net|nöd) [mehr]", "lass (mal stecken|gut sein|stecken|bleiben|mal|ma|es gut sein)", "(nicht nötig|nicht notwendig|nicht mehr nötig|nicht erforderlich)", "(vergiss es|vergiss das|vergessen sie's|lass das sein|lass es sein)", "[<please>] [<it>] (stornieren|abbrechen|canceln)", "[<please>] (storniere|storniert|brich|stornier) [<it>] [ab]", "stornieren sie [<it>|<please>]", "(ne|nee|nö) lass [mal|ma|gut sein]"},
				address:   {"(chef|chefin|boss|meister|mama|papa|oma|opa|mein junge|junge|mädel|leute|freunde|kollege|kollegin|bruder|schatzi)"},
				closing:   {"(küsschen|bussi|kuss|küsse) [an die kleinen|an alle]", "(oma|opa|mama|papa|tante|onkel)"},
			},
		},
		{
			classes: map[string]string{
				"of":  "(da|do|de|das|dos|para a|para o)",
				"who": `canalizador|encanador|senhorio|eletricista|pedreiro|jardineiro|contador|contabilista|dentista|médico|veterinário|escola|creche|vizinho|babá|mecânico|pintor|carpinteiro|estafeta|motorista|fornecedor|consultor|fotógrafo|agência|clube|academia|rapaz|moço|técnico|senhor|senhora|empresa|hotel|cliente|advogado|notário|homem|diarista`,
				"bad": `conta|valor|montante|preço|cliente|pessoa|fornecedor|empresa|fatura|factura|data|endereço|morada|número|iban|pedido|item|voo|hotel|destinatário|banco|cartão|moeda|quantidade|produto|arquivo|ficheiro|versão|dia|contrato`,
			},
			say: map[class][]string{
				remark: {
					"<thing> (conferida|conferido|verificada|verificado|revista)", "[é|é muito] urgente",
					"[que|isso|este|esse|esta] (é|são|era) [para|pra] [o|a|os|as|um|uma|nosso|nossa|meu|minha] [do|da] (<who>|<thing>|passeio|passeio da escola|aniversário|festa|curso|crianças|aquecedor|caldeira)", "(para|pra) (o|a|os|as) (passeio|festa|curso|crianças)", "(conheço|conhecemos) (ele|ela|o homem)", "[já] (verifiquei|conferi|vi|li|revi|confirmei|pedi) (tudo|isso|o pedido|a fatura)", "fui eu que pedi", "[que] (eu tenho|tenho|temos) (cópia|backup|uma cópia|um backup|o backup)", "acabei de (pousar|aterrar|chegar|ver|acordar|voltar)", "(fez|ele fez|ela fez) um (bom|ótimo|excelente) trabalho", "como sempre", "(está|estava) (previsto|prevista|no orçamento)", "é urgente",
				},
				fault: {
					"[o|a|é o|é a] <bad> (errada|errado|incorreto|incorreta)", "(errada|errado) [a|o] <bad>", "(fatura|pagamento|pedido) (duplicado|duplicada|em dobro|repetido)",
				},
				negated:   {"não é (o|a|nosso|nossa|o nosso|a nossa) <bad> (certo|certa|correto|correta)"},
				greeting:  {"(prezado|prezada|caro|cara|exmo|exma|estimado|estimada|querida|querido)"},
				courtesy:  {"[lhe] (informo|comunico|informamos|comunicamos) que", "em resposta (à|a) (solicitação|sua solicitação|sua mensagem)"},
				yesStrong: {"[o pedido|a solicitação|esta] (está|fica|foi) (aprovada|aprovado|autorizada|autorizado)"},
				unopposed: {"(sem problema|sem problemas|não tem problema|não há problema|não há problemas|não tem problemas|nenhum problema|não há qualquer problema|sem problema nenhum|zero problemas|sem stress) [por mim|para mim|da minha parte|algum|nenhum]"},
				cannot:    {"[eu] não (posso|podemos) [infelizmente] (aprovar|autorizar|aceitar|aprová-lo|autorizá-lo|dar o meu consentimento|dar a minha aprovação|dar o meu aval|concordar com) [<it>]"},
				noStrong:  {"[<please>] não <inf> [<it>] [<please>]", "não (quero|queremos) (que se|que) (pague|envie|publique|reserve|compre|faça|assine|renove) [<it>]", "não (quero|queremos) <inf> [<it>]"},
				yesWeak:   {"(pode|podem) ser (paga|pago|pagas|pagos|enviada|enviado|publicada|publicado)", "(pode-se|podem|pode|podes) [sim] <inf> [<it>] [<please>]"},
				calledOff: {"(para|cancela|anula) tudo", "não (precisa|é preciso|é necessário|vale a pena pagar)", "[eu|nós] não (preciso|precisamos) [mais] [disso|dele|dela|deles|delas]", "(deixa|deixe) (estar|assim|pra lá|para lá|quieto|isso)", "[<please>] (cancela|cancele|cancelar|cancelem|anula|anule|anular) [isso|tudo|<it>]", "(esquece|esqueça) [isso]", "(para|pare) (com isso|isso|tudo)"},
				address:   {"(senhor|senhora|chefe|chefia|patrão|patroa|doutor|doutora|mestre|mãe|pai|vó|vô|avó|meu neto|filho|filha|meu filho|minha filha|tchê|oxe|pessoal|parceiro|meu bem|meu anjo)"},
				closing:   {"(beijinhos|beijos|beijo|bjs|bjinhos|um beijo|abraço|abraços) [aos miúdos|a todos|às crianças]", "(mãe|pai|avó|avô|tia|tio|vovó)"},
			},
		},
		{
			classes: map[string]string{
				"of":  "(van|voor) [de|het|deze|dit]",
				"who": `loodgieter|huisbaas|elektricien|aannemer|tuinman|hovenier|boekhouder|accountant|tandarts|dokter|dierenarts|school|opvang|buurman|buurvrouw|oppas|monteur|garage|schilder|dakdekker|timmerman|koerier|chauffeur|leverancier|consultant|fotograaf|cateraar|bureau|vereniging|club|sportschool|man|kerel|mevrouw|meneer|firma|bedrijf|hotel|klant|advocaat|notaris|cv-monteur|klusjesman|schoonmaker|schoonmaakster`,
				"bad": `rekening|bedrag|prijs|klant|persoon|leverancier|bedrijf|factuur|datum|adres|nummer|iban|bestelling|artikel|vlucht|hotel|ontvanger|bank|kaart|valuta|aantal|product|bestand|versie|dag|contract|order|rekeningnummer`,
			},
			say: map[class][]string{
				remark: {
					"<thing> [is] (gecontroleerd|nagekeken)",
					"[dat|dit|het|die] (is|zijn|was) [voor] [de|het|een|onze|mijn|ons] (<who>|<thing>|schoolreis|schoolreisje|verjaardag|feest|cursus|kinderen)", "da's [voor] [de|het|een|onze|mijn] (<who>|<thing>)", "voor (de|het) (schoolreisje|schoolreis|verjaardag|feest|cursus|kinderen)", "(ik|we) (ken|kennen) (hem|haar|ze|die|dat)", "die (ken|kennen) (ik|we)", "[dat|die|het] (heb|hebben) (ik|we|wij) [zelf] (besteld|aangevraagd|gecontroleerd|gezien|gelezen|nagekeken)", "(ik|we) (heb|hebben) (het|dit|dat|alles) [zelf] (besteld|aangevraagd|gecontroleerd|gezien|gelezen|nagekeken)", "[ik|we] (heb|hebben) een (backup|kopie|back-up|reservekopie)", "[ik ben] net (geland|aangekomen|wakker|thuis|terug)", "(hij|zij|ze) (heeft|hebben) goed werk (geleverd|gedaan)", "zoals (altijd|gewoonlijk)", "(is|was|staat) (gepland|begroot|in het budget|verwacht)", "heeft haast",
				},
				fault: {
					"[het|de|dat is de|dat is het|dit is de] (verkeerde|foute|onjuiste) <bad>", "verkeerd <bad>", "<bad> (verkeerd|fout)", "[veel|dat is|is|dat is veel|het is] te (duur|hoog|laat|vroeg|riskant|veel)", "[is|dat is|die is|we hebben het|hebben we] (al|reeds) (betaald|gedaan|gekocht|geregeld|geboekt|terugbetaald|geannuleerd)", "(nooit) (besteld|ontvangen|geleverd|gekregen)", "dubbele (factuur|betaling|bestelling|boeking)", "geen budget", "niet (van ons|van mij|onze|besteld|geleverd)", "niks ervan",
				},
				negated:   {"niet (de|het) (juiste|goede|correcte) <bad>"},
				greeting:  {"(beste|geachte|lieve)"},
				courtesy:  {"(delen|deel) (wij|ik) [u] mede dat"},
				yesStrong: {"dit is [hierbij] goedgekeurd"},
				unopposed: {"(geen probleem|geen problemen|geen enkel probleem|geen punt|zonder probleem|geen bezwaar|no problem) [voor (mij|ons)|van mijn kant|hoor|wat mij betreft]"},
				cannot:    {"(hier|daar) kan ik [helaas] niet mee (instemmen|akkoord gaan)", "(ik kan|wij kunnen) (hier|daar) [helaas] niet mee (instemmen|akkoord gaan)", "(ik|we|wij) (kan|kunnen) (dit|dat|het|hier|<it>) [helaas|zo] niet (goedkeuren|accepteren|toestaan|autoriseren|fiatteren|mee instemmen|mee akkoord gaan)", "(dit|dat|<it>) (kan|kunnen) (ik|we|wij) [helaas|zo] niet (goedkeuren|accepteren|toestaan|autoriseren|fiatteren)", "helaas (kan|kunnen) (ik|we|wij) (dit|dat|het|<it>) [zo] niet (goedkeuren|accepteren|toestaan|autoriseren)", "(kan|kunnen) (ik|we|wij) [helaas|zo] niet (goedkeuren|accepteren|toestaan|mee instemmen)", "(ik|we) (kan|kunnen) hier [helaas] niet mee (instemmen|akkoord gaan)"},
				yesWeak:   {"akkoord voor (betaling|verzending|publicatie)", "(mag|kan) (betaald|verstuurd|verzonden|gepubliceerd) worden", "(mag|kan) worden (betaald|verstuurd|verzonden|gepubliceerd)", "(mag|kan) (online|live)", "ja hoor", "(graag|gelieve) <it> <inf> [<please>]", "(akkoord|prima|goed|ok|oké|ja) graag [<it>] <inf>", "<it> mag [<please>|gewoon|van mij|zo] (<inf>|worden <inf>)"},
				noWeak:    {"nee (joh|man|meid|jongen)"},
				calledOff: {"alles stoppen", "[het|dat] (hoeft niet|niet nodig|hoeft nie|is niet nodig|hoeft niet meer)", "laat (zitten|gaan|maar|maar zitten)", "[<please>] [<it>] annuleren", "[<please>] annuleer [<it>|maar] [<please>]", "vergeet (het|dat) [maar]", "stop (ermee|maar|alles)"},
				address:   {"(baas|chef|meneer|mevrouw|mama|papa|oma|opa|jongen|joh|maat|vriend|beste vriend|beste vriendin|schat|schatje|jongens|collega)"},
				closing:   {"[veel|de|lieve] (groeten|groetjes|groet|gr|kusjes) van [je|jullie] (opa|oma|papa|mama|ons|mij|ons allen|ons allemaal|ons beiden)", "(kusjes|kus|dikke kus|groetjes) [aan de kleintjes|aan allen|aan iedereen]", "(mama|papa|oma|opa|tante|oom)", "met de meeste hoogachting"},
			},
		},
		{
			classes: map[string]string{
				"of":  "[za|na|do|z|dla] [tej|tego|tę|ten]",
				"who": `hydraulik|hydraulika|właściciel|elektryk|ogrodnik|księgowa|księgowy|dentysta|lekarz|weterynarz|szkoła|przedszkole|sąsiad|niania|opiekunka|mechanik|malarz|stolarz|kurier|kierowca|dostawca|konsultant|fotograf|agencja|klub|siłownia|gość|facet|pan|pani|firma|hotel|klient|prawnik|notariusz|pan od pieca|facet od pieca|od pieca facet`,
				"bad": `konto|kwota|cena|klient|osoba|dostawca|firma|faktura|data|adres|numer|iban|zamówienie|produkt|lot|hotel|odbiorca|bank|karta|waluta|ilość|plik|wersja|dzień|umowa|rachunek`,
			},
			say: map[class][]string{
				remark: {
					"(faktura|umowa|oferta|płatność) (sprawdzona|zweryfikowana)", "(rachunek|przelew) (sprawdzony|zweryfikowany)",
					"to (jest|był|była) [nasz|nasza|mój|moja|ten|ta|na|dla] (<who>|<thing>)", "to [nasz|nasza|mój|moja|ten|ta|na|dla] (<who>|<thing>|wycieczkę|urodziny|kurs|dzieci)", "na (wycieczkę|urodziny|kurs)", "dla dzieci", "(znam|znamy) (go|ją|ich)", "(sam|sama) (zamawiałem|zamawiałam|prosiłem|prosiłam)", "(sprawdziłem|sprawdziłam|czytałem|czytałam|widziałem|widziałam) (to|wszystko)", "(mam|mamy) (kopię|backup|kopię zapasową)", "właśnie (wylądowałem|wylądowałam|wróciłem|wróciłam|wstałem|wstałam)", "jak zawsze", "jak zwykle", "(było|jest) (zaplanowane|w budżecie)", "to pilne", "najwyższy czas",
				},
				negated:   {"(nie jest|to nie) (właściwy|właściwa|właściwe|dobry|dobra|dobre|ten|ta|to) <bad>"},
				greeting:  {"(szanowny|szanowna|drogi|droga|kochany|kochana)"},
				courtesy:  {"[uprzejmie] (informuję|informujemy|zawiadamiam) że", "w odpowiedzi na (państwa|pana|pani|twój) (wniosek|wiadomość|maila|prośbę)"},
				yesStrong: {"(został|została|zostało|jest) [on|ona|ono] (zatwierdzony|zatwierdzona|zatwierdzone|zaakceptowany|zaakceptowana|zaakceptowane)"},
				unopposed: {"(nie ma problemu|żaden problem|bez problemu|nie ma sprawy|nie widzę problemu|nie mam problemu|żadnego problemu|bez problemów|no problem) [z tym|z mojej strony|dla mnie]"},
				cannot:    {"nie (mogę|możemy) [niestety] (wyrazić|udzielić) [na to] (zgody|akceptacji)", "[niestety] nie (mogę|możemy) [na to|tego|się na to|się] (zatwierdzić|zaakceptować|zgodzić|zgodzić się|autoryzować|zezwolić|pozwolić) [na] [tego|<it>]", "nie mogę się na to zgodzić", "nie mogę (tego|na to) (zatwierdzić|zaakceptować|pozwolić)"},
				yesWeak:   {"można (płacić|zapłacić|wysłać|wysyłać|publikować|opublikować)", "może (być|zostać) (opłacona|zapłacona|wysłana|opublikowana)", "(może|mogą|niech) (pan|pani|państwo) <inf> [<it>] [<please>]", "(zgoda|dobrze|ok|okej|jasne|tak|w porządku) [proszę] <inf> [<it>] [<please>]", "można [już|śmiało] <inf> [<it>] [<please>]", "(możesz|możecie) [już|śmiało] <inf> [<it>] [<please>]", "może być"},
				calledOff: {"(wszystko stop|zatrzymaj wszystko)", "(w tym roku nie|nie w tym roku)", "(nie trzeba|niepotrzebne|nie potrzeba|nie potrzebujemy|niepotrzebnie)", "[<please>] (anuluj|anulujcie|anulować) [to|<it>|wszystko] [<please>]", "(zostaw|zostawcie) [to]", "(daj spokój|odpuść|odpuśćcie) [sobie]", "(odwołaj|odwołajcie|zatrzymaj) (to|<it>)"},
				address:   {"(szefie|szefowo|szefunciu|kierowniku|proszę pana|proszę pani|panie kierowniku|mamo|tato|babciu|dziadku|wnusiu|synku|córeczko|kochanie|skarbie|stary|ziom|ziomek|brachu|kolego|koleżanko|panie|wnuczku)"},
				closing:   {"(buziaki|całusy|uściski|buziaczki) [dla maluchów|dla wszystkich]", "(mama|tata|babcia|dziadek|ciocia|wujek)"},
			},
		},
	}
}

// beside returns the sentences of a language with those that stand beside an answer.
func (s sentences) beside(o sentences) sentences {
	for name, def := range o.classes {
		s.classes[name] = def
	}
	s.classes["it"] += "|<the> [<kind>] <thing> <of> <thing>|<thing> <of> <thing>|<kind> <thing>"
	if _, ok := s.classes["elided"]; ok {
		s.classes["it"] += "|<elided> <of> <thing>"
	}
	for c, patterns := range o.say {
		s.say[c] = append(s.say[c], patterns...)
	}
	return s
}
