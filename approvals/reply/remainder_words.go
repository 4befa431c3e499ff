package reply

import "strings"

// remainder is what tells of one language decide whether the words after a no are
// its reason.
type remainder struct {
	// common are frequent words of reasons, besides those of the other lists. They
	// show that the grammar knows the language, and make no verdict.
	common string

	// otherwise are patterns of agreement, correction, permission, handing over, or of
	// an answer to another question: after a no with one of them the person is asked back.
	otherwise []string

	// asks are imperatives that send the question on: the same at the start of a clause.
	asks []string
}

// remainders are in the order of languages().
func remainders() []remainder {
	return []remainder{
		{
			common: `the a an of to in for on at by with from and is was were are be been this that these it its we our us they their he his she her you your not no never too very so much many more
				most less than already still again twice double duplicate duplicated paid pay paying payment refund invoice bill order amount price cost costs costly expensive cheap cheaper wrong incorrect false right
				missing lacking need needed needs want wanted have has had did does do done didn't don't doesn't isn't wasn't can't won't there here any some none nothing anything something someone nobody
				who what which why how customer client supplier vendor company account bank number date month year week day budget money limit policy rule rules receipt receipts contract agreement quote offer
				fraud scam suspicious phishing spam fake unknown unclear unusual strange error mistake issue problem details information proof evidence document documents approval looks seems sounds makes sense
				high low large small big old new late early over under out about because since sent received delivered ordered agreed booked cancelled returned used broken quality delivery shipping hotel flight
				trip travel team project department finance legal security risk risky server production test tests data access quarter year's last next time recognize recognise know see check checked verify verified
				valid invalid expired outdated different another other same one two three percent euros dollars pounds would should could will must exceeds above below unnecessary irrelevant inappropriate premature
				pricey steep excessive unjustified insufficient incomplete unverified unauthorised unauthorized match matches matching belongs belong reason purpose purchase supplier's subscription license licence item items stock noon`,
			otherwise: []string{
				"(you're|you are|youre|you were|he's|he is|she's|she is|they're|they are) [absolutely|quite|totally|completely] (right|correct)", "(you have|that's|that is) a [good|fair] point", "fair (enough|point)", "good (point|idea|call|catch|thinking)", "[that|it] makes [perfect|total|good] sense", "that's (true|fair|right|correct|it|all)", "that is (true|fair|right|correct|all)", "you (can|may) (have|take|keep) it",
				"my (mistake|bad|error|fault)", "typo", "wrong button", "misclick", "mistyped", "on second (thought|thoughts)", "(scratch|ignore|disregard) (that|this|my)", "correction", "i take (that|it) back", "i (mean|meant)", "meant (to say|yes)", "i was wrong", "should (say|have said|read) yes",
				"decide", "decides", "deciding", "(his|her|their|your|someone else's) (call|decision|job|responsibility|department)", "not my (call|decision|department|responsibility|job|area|budget|place|team)", "(out of|outside) my (hands|authority|remit|area)", "not (for|up to) me", "(i'm|i am|im) not the (right person|one|person|right one|approver)", "wrong (person|approver|address)", "not authorised to", "not authorized to", "(should|must|needs to|need to|has to|have to|can|will|would|may|could|shall) (decide|approve|sign off|answer|confirm|handle|take care|say|authorise|authorize|check|look at)", "(let|leave) (it|this|that) (to|with|for|up to)", "let (him|her|them|someone)", "(is|are) (responsible|in charge)", "in charge", "above my pay grade", "delegate", "forwarded", "reassign", "redirect",
				"nothing (else|more|to add|further|from me|from my side|to say|to change)", "none (from me|at all|from my side|whatsoever)", "all (good|clear|fine|ok|set|okay|right|yours)", "no (more|further|other|additional) (questions|comments|changes|concerns|remarks)", "(i'm|i am) (good|fine|ok|okay|all set)", "no (rush|hurry|need|questions|question|comments|comment|changes|change|further questions|remarks)", "as (is|it is)", "keep (it|going)", "either way", "not an obstacle", "not a deal-breaker", "not a dealbreaker", "wouldn't stop", "doesn't hurt", "won't hurt", "go for", "why wouldn't", "don't hesitate", "no stress", "take your time", "not necessary to ask", "you needn't ask",
			},
			asks: []string{"ask", "take it up with", "sort it out with", "check it with", "clear it with", "check with", "talk to", "talk with", "speak to", "speak with", "contact", "call", "phone", "email", "forward", "consult", "ping", "refer", "escalate", "actually", "true"},
		},
		{
			common: `il lo la i gli le un una uno di a da in con su per tra fra e o ma non no più meno molto troppo poco tanto già ancora mai sempre anche è era sono stato stata stati ha hanno abbiamo aveva avevamo ho
				del della dello dei delle al alla allo ai alle dal dalla nel nella sul sulla questo questa quello quella quel nostro nostra suo sua loro vostro che chi cosa perché come dove quanto caro cara cari costoso costosa alto alta
				elevato elevata basso sbagliato sbagliata errato errata doppio doppia duplicato duplicata pagato pagata pagare pagamento rimborso fattura ordine importo prezzo costo costi cliente fornitore conto banca numero data mese
				anno settimana budget soldi limite scontrino ricevuta contratto offerta preventivo truffa sospetto sospetta errore dati documenti documento manca mancano mancante serve servono bisogno necessario autorizzato corretto
				dovuto previsto prevista concordato richiesto ricevuto ricevuta arrivato arrivata consegnato consegna fuori oltre sopra sotto senza valido scaduto scaduta altro altra stesso stessa due volte volta abbiamo dobbiamo vogliamo
				voglio conosco so vedo risulta sembra torna quadra chiaro possiamo possono verifica verificato giustificato giustificata politica aziendale regola rischio rischioso sicurezza viaggio albergo progetto reparto spesa inutile ordinato spedito merce qualità dalle valle`,
			otherwise: []string{
				"[ha|hai|avete|hanno|avevi|aveva] [proprio|assolutamente|perfettamente] ragione", "ha senso", "giusto", "giustissimo", "è vero", "hai capito bene", "(mi|ho) [sono] (sbagliato|sbagliata|sbagliato a scrivere)", "errore mio", "volevo (dire|scrivere)", "intendevo", "intendo", "mi correggo", "correggo", "ripensandoci", "anzi", "ci ho ripensato", "ho cambiato idea", "tasto sbagliato", "ho sbagliato", "ritiro",
				"(decide|decida|decidere|decidano|deciderà|decidono|decido)", "(deve|devono|dovrebbe|può|possono|potrebbe|tocca|spetta|spetterebbe) (approvare|decidere|rispondere|autorizzare|confermare|dirlo|a)", "non (spetta|tocca|compete) [a] [me|mi]", "non sono [io] (la persona|il responsabile|la responsabile|io|competente|autorizzato a|autorizzata a)", "(di|della) competenza", "responsabile", "non è (compito|decisione|compito mio|di mia competenza)", "(inoltra|inoltrate|inoltri|passa|passate|gira|girate|giralo|giratelo)",
				"(nient'altro|niente altro|nulla da aggiungere|niente da aggiungere|è tutto|tutto qui|tutto ok|tutto bene|tutto a posto|nessuna domanda|nessun dubbio|nessun commento|nessuna modifica|nessuna fretta|nessun inconveniente)", "non serve (chiedere|aspettare)", "va bene", "per me fa lo stesso", "non fa differenza", "tutto (bene|ok|a posto|chiaro)", "non (è un ostacolo|ci sono problemi|c'è fretta|vedo problemi|ho domande|ho nulla da dire|preoccuparti|preoccupatevi)",
			},
			asks: []string{"chiedi", "vedi con", "veda con", "vedilo con", "sentiti con", "si senta con", "accordati con", "chieda", "chiedete", "chiedetelo", "senti", "senta", "sentite", "parla con", "parlate con", "contatta", "contattate", "contatti", "chiama", "chiamate", "rivolgiti", "rivolgetevi", "si rivolga", "scrivi a", "scrivete a", "domanda", "domandate"},
		},
		{
			common: `el la los las un una unos de a en con por para y o pero no más menos muy mucho demasiado poco ya aún nunca siempre también es era son fue fueron está están estaba ha han hemos había tenemos tiene tengo del al este esta esto
				ese esa eso nuestro nuestra su sus lo le les que qué quién cómo dónde cuánto caro cara caros costoso costosa alto alta elevado elevada bajo incorrecto incorrecta equivocado equivocada erróneo errónea doble duplicado duplicada
				repetido pagado pagada pagamos pagar pago pagó reembolso factura pedido importe monto precio costo coste cliente proveedor cuenta banco número fecha mes año semana presupuesto dinero límite recibo ticket contrato oferta cotización fraude
				estafa sospechoso sospechosa error datos documento documentos falta faltan necesitamos necesario necesaria hace correcto corresponde corresponden previsto acordado solicitado recibido recibimos llegó llegado entregado entrega fuera sobre bajo
				sin válido vencido vencida otro otra mismo misma dos veces vez debemos queremos quiero conozco sé veo parece cuadra coincide coinciden claro podemos puede verificado justificado justificada política empresa regla riesgo seguridad viaje
				hotel proyecto departamento gasto compra innecesario pedimos pidió enviado mercancía calidad porque hoy ayer mañana nada nadie algo`,
			otherwise: []string{
				"[tienes|tiene|tenés|tienen|tenías|llevas] [toda la|mucha] razón", "(cierto|es cierto|es verdad|verdad)", "tiene sentido", "buen (punto|plan)", "buena idea", "me (equivoqué|he equivocado|confundí|expresé mal)", "(error|culpa) (mío|mía)", "quise (decir|escribir)", "quería decir", "corrijo", "corrección", "mejor dicho", "pensándolo (bien|mejor)", "cambié de (opinión|idea)", "he cambiado de (opinión|idea)", "botón equivocado", "retiro lo", "digo que sí", "me corrijo",
				"(decide|decida|decidan|decidirá|deciden|decidir|decidirlo)", "(debe|deben|debería|tiene que|tienen que|puede|pueden|podría|le toca|le corresponde) (aprobar|aprobarlo|decidir|decidirlo|responder|autorizar|autorizarlo|confirmar|a|verlo|contestar)", "no (me toca|me corresponde|me compete|depende de mí|es mi decisión|es mi responsabilidad|es mi área|soy yo|soy la persona|soy el responsable|soy la responsable|soy el indicado|soy la indicada)", "responsable", "encargado", "encargada", "(reenvía|reenvíe|reenvíalo|pásalo|pásaselo|páselo|deriva|derívalo|deja que|deje que)",
				"(nada que añadir|nada que agregar|eso es todo|es todo|nada más|ninguna pregunta|sin preguntas|sin comentarios|sin cambios|ningún comentario|ninguna duda|ninguna prisa|no hay prisa)", "no hace falta (preguntar|esperar|que)", "no es necesario (preguntar|esperar|que)", "todo (bien|ok|correcto|claro|en orden|perfecto)", "está [todo] (bien|perfecto)", "no es (impedimento|obstáculo)", "no pasa nada", "no te (preocupes|apures)", "por mí que",
			},
			asks: []string{"pregunta", "mira con", "míralo con", "háblalo con", "hablalo con", "coméntalo con", "comentalo con", "véalo con", "pregunte", "pregunten", "pregúntale", "preguntale", "pregúntele", "preguntá", "preguntáselo", "pregúntaselo", "consulta", "consulte", "consúltalo", "consultalo", "habla con", "hable con", "hablá con", "contacta", "contacte", "llama", "llame", "llamá", "escribe a", "escriba a", "pide a", "pídeselo", "pídelo a"},
		},
		{
			common: `le la les un une des du de à au aux en dans sur pour par avec sans et ou mais ne pas plus moins très trop peu beaucoup déjà encore jamais toujours aussi est était sont été a ont avons avait ai ce cet cette ces notre nos votre vos son sa
				ses leur leurs qui que quoi comment où combien cher chère chers coûteux coûteuse élevé élevée haut bas incorrect incorrecte erroné erronée faux fausse mauvais mauvaise double doublon payé payée payer paiement remboursement remboursé facture
				commande montant prix coût coûts client cliente fournisseur compte banque numéro date mois année semaine budget argent limite reçu ticket justificatif contrat offre devis fraude arnaque suspect suspecte erreur données document documents manque
				manquant manquante manquent besoin nécessaire prévu prévue convenu convenue demandé demandée livré livrée livraison hors dépasse valide périmé expiré expirée autre même deux fois devons voulons veux connais sais vois semble correspond
				correspondent clair pouvons peut vérifié justifié justifiée politique société entreprise règle risque sécurité voyage hôtel projet service dépense achat inutile commandé envoyé marchandise qualité rien personne c'est n'est n'a n'avons
				j'ai l'année l'argent l'article c'était qu'il il elle nous vous on tout tous ça cela`,
			otherwise: []string{
				"(tu as|vous avez|t'as|il a|elle a|avez|as) [tout à fait|bien|entièrement] raison", "(c'est|est|pas) (vrai|juste)", "ça se tient", "bonne (idée|remarque)", "bien vu", "bon point", "je (me suis trompé|me suis trompée|me trompe|voulais dire|veux dire|corrige|me corrige|retire|reviens)", "(erreur|faute) de (ma part|frappe)", "mon erreur", "correction", "plutôt oui", "finalement", "au temps pour moi", "autant pour moi", "à la réflexion", "réflexion faite", "j'ai changé d'avis", "mauvais bouton",
				"(décide|décidez|décident|décidera|décider|trancher|tranche|tranchera|décidons)", "(doit|doivent|devrait|peut|peuvent|pourrait|va|c'est à|revient à) (approuver|valider|décider|répondre|autoriser|confirmer|s'en occuper|le faire|voir|trancher)", "(ce n'est|c'est|n'est) pas (à moi|mon rôle|ma décision|de mon ressort|mon domaine|moi qui|de ma compétence|mon service)", "je ne suis pas (la bonne personne|le bon interlocuteur|la bonne interlocutrice|responsable|le responsable|la responsable|habilité|habilitée)", "responsable", "c'est à [lui|elle|eux|toi|vous]", "(transmets|transmettez|transfère-le|faites suivre|fais suivre|laisse|laissez|adresse-toi|adressez-vous|voyez avec|vois avec|voir avec)",
				"(rien à ajouter|rien d'autre|c'est tout|rien de plus|aucune question|aucun commentaire|aucune remarque|pas de question|pas de questions|pas de remarque|pas de commentaire|rien à signaler|rien à redire)", "pas besoin de (demander|attendre)", "inutile de (demander|attendre)", "tout (va bien|est bon|est ok|est en ordre|bon|est parfait|est clair)", "(ça va|c'est bon|c'est ok|c'est parfait|c'est bien)", "(tu peux|vous pouvez|on peut)", "(ce n'est|c'est) pas (grave|un problème|un obstacle|un souci)", "ne vous (inquiétez|en faites) pas", "ne t'(inquiète|en fais) pas", "pas de (stress|pression|urgence|soucis|souci)",
			},
			asks: []string{"demande", "vois ça avec", "voyez ça avec", "vois cela avec", "voyez cela avec", "adresse-toi à", "adressez-vous à", "demandez", "demandez-le", "demande-le", "appelle", "appelez", "contacte", "contactez", "parle à", "parlez à", "parle avec", "parlez-en", "parles-en", "parle-en", "écris à", "écrivez à", "consulte", "consultez", "interroge", "interrogez"},
		},
		{
			common: `der die das den dem des ein eine einen einem einer kein keine keinen nicht nie mehr weniger sehr zu viel viele wenig schon noch bereits immer auch ist war sind waren wurde wurden wird werden hat haben hatte hatten habe bin von vom mit ohne
				für auf an am im in bei beim aus nach über unter vor zum zur und oder wir uns unser unsere unseren sie er ihr ihre ich es man dieser diese dieses diesen wer was wie wo warum teuer teurer hoch hohe hoher falsch falsche falscher falsches falschen
				doppelt doppelte fehlerhaft fehlt fehlen fehlende fehlender fehler bezahlt gezahlt zahlen zahlung erstattung erstattet rechnung bestellung bestellt betrag summe preis kosten kunde kunden lieferant konto bank nummer datum monat jahr
				woche budget geld limit grenze beleg quittung vertrag angebot betrug verdächtig daten unterlagen dokument nötig notwendig gebraucht brauchen braucht benötigt benötigen abgesprochen vereinbart vorgesehen geplant erhalten angekommen geliefert
				lieferung außerhalb abgelaufen ungültig gültig anderer andere anderes gleiche zweimal müssen wollen will kenne weiß sehe scheint stimmt stimmen passt klar können kann geprüft begründet unbegründet richtlinie firma regel risiko sicherheit
				reise hotel projekt abteilung ausgabe kauf unnötig geschickt ware qualität heute gestern nichts niemand etwas zuerst ab dafür davon dazu damit leider unklar unbekannt storniert frist empfänger verwendungszweck bankverbindung umsatzsteuer konditionen überzogen`,
			otherwise: []string{
				"(du hast|sie haben|ihr habt|hast du|haben sie|er hat|sie hat) [ja|völlig|absolut|vollkommen|natürlich] recht", "(stimmt|richtig|genau)", "das (stimmt|ist richtig|ist wahr|macht sinn|ergibt sinn)", "macht sinn", "ergibt sinn", "guter (punkt|einwand|hinweis)", "gute idee", "(verklickt|vertippt|verschrieben|vertan|versehen|versehentlich)", "(mein|mein eigener) fehler", "ich (meinte|meine|korrigiere|nehme das zurück|wollte sagen)", "meinte (ja|ich)", "korrektur", "doch", "falscher knopf", "anders überlegt", "umentschieden", "sollte ja heißen", "quatsch",
				"(entscheidet|entscheiden|entscheide|entscheidung|entscheid)", "(muss|soll|sollte|kann|darf|müssen|sollen|wird) [das|es|dies] (entscheiden|genehmigen|freigeben|beantworten|bestätigen|machen|prüfen)", "nicht (mein bereich|meine entscheidung|meine aufgabe|mein job|meine zuständigkeit|mein thema|mein budget|meine abteilung)", "zuständig", "zuständigkeit", "verantwortlich", "(ich bin|bin) (nicht die richtige|nicht der richtige|die falsche|der falsche|nicht berechtigt|nicht befugt)", "(leite|leiten sie|leitet|überlass|überlassen sie) [das|es]", "weiterleiten", "liegt bei", "(ist|wäre) (sache|aufgabe) (von|der|des)", "lass (ihn|sie|das)", "lassen sie (ihn|das)",
				"(nichts weiter|nichts hinzuzufügen|das wars|das war's|das ist alles|keine fragen|keine weiteren fragen|keine anmerkungen|keine änderungen|keine eile|kein stress|keine weiteren|keine wünsche|sonst nichts)", "alles (gut|klar|ok|okay|bestens|in ordnung|richtig|super|prima)", "(passt schon|passt alles|passt so|ist gut|ist ok|ist okay|ist in ordnung|schon ok|schon gut)", "(du kannst|sie können|ihr könnt|du darfst|sie dürfen)", "kein (hindernis|drama|ding|akt)", "nicht nötig zu (fragen|warten)", "(nicht tragisch|macht nix)", "brauchst (du|nicht) [nicht] [zu] (fragen|warten)",
			},
			asks: []string{"frag", "klär es mit", "klär mit", "kläre das mit", "klären sie es mit", "besprich das mit", "besprechen sie das mit", "frage", "fragt", "fragen sie", "frag bitte", "fragen sie bitte", "bitte fragen", "ruf", "rufen sie", "sprich mit", "sprechen sie mit", "kontaktiere", "kontaktieren sie", "wende dich", "wenden sie sich", "schreib", "schreiben sie", "klär das mit", "klären sie das mit", "bitte an", "bitte wenden"},
		},
		{
			common: `o a os as um uma uns de do da dos das em no na nos nas ao à por pelo pela para pra com e ou não mais menos muito muita demais pouco já ainda nunca sempre também é era são foi foram está estão estava tem têm temos tenho tinha há este
				esta isto esse essa isso nosso nossa seu sua que quem como onde quanto caro cara caros custoso alto alta elevado elevada baixo errado errada incorreto incorreta duplicado duplicada duplo repetido pago paga pagamos pagar pagamento reembolso
				reembolsado fatura pedido valor preço custo custos cliente fornecedor conta banco número data mês ano semana orçamento dinheiro limite recibo nota contrato oferta proposta fraude golpe suspeito suspeita erro dados documento documentos falta
				faltam precisamos preciso necessário necessária correto confere corresponde previsto combinado acordado solicitado recebido recebemos chegou entregue entrega fora acima abaixo sem válido vencido vencida outro outra mesmo mesma duas vezes vez
				devemos queremos quero conheço sei vejo parece bate claro podemos verificado justificado justificada política empresa regra risco segurança viagem hotel projeto departamento despesa compra desnecessário enviado mercadoria qualidade porque hoje
				ontem nada ninguém algo feito cobrança cobrado indevido indevida comprovante`,
			otherwise: []string{
				"[tens|tem|têm|você tem|tinhas|tinha] [toda a|toda|muita|mesmo] razão", "(é verdade|verdade|faz sentido|tá certo|está certo)", "bem visto", "boa (ideia|questão)", "bom ponto", "(enganei-me|me enganei|errei|equivoquei-me|me equivoquei|me confundi)", "(erro|culpa|engano) (meu|minha)", "quis (dizer|escrever)", "(queria|quero) dizer", "corrijo", "corrigindo", "correção", "ou melhor", "pensando (bem|melhor)", "mudei de (ideia|ideias|opinião)", "botão errado", "retiro o que", "afinal",
				"(decide|decida|decidam|decidirá|decidem|decidir|decido)", "(deve|devem|deveria|tem que|tem de|têm que|pode|podem|poderia|cabe) (aprovar|decidir|responder|autorizar|confirmar|a|ao|ver|resolver|tratar)", "não (me cabe|me compete|depende de mim|é comigo|é decisão minha|é minha decisão|é a minha área|é minha área|sou eu|sou a pessoa|sou o responsável|sou a responsável|é da minha competência|é da minha alçada|me pertence)", "responsável", "encarregado", "(encaminha|encaminhe|reencaminha|reencaminhe|passa para|passe para|deixa o|deixa a|deixe o|deixe a|repassa|repasse)",
				"(nada a acrescentar|nada a declarar|é só isso|é tudo|só isso|nada mais|nenhuma pergunta|sem perguntas|sem comentários|sem alterações|nenhuma dúvida|sem pressa|nenhum comentário|nenhuma alteração)", "não (é preciso|precisa|é necessário) (perguntar|esperar)", "tudo (bem|ok|certo|claro|em ordem|perfeito|bom|tranquilo)", "(está|tá) (tudo bem|bem|tudo certo|tranquilo|bom)", "não (é impedimento|é obstáculo|tem pressa|há pressa|esquenta|te preocupes)", "de boa",
			},
			asks: []string{"pergunta", "vê isso com", "veja isso com", "ve isso com", "pergunte", "perguntem", "pergunta-lhe", "pergunta ao", "fala com", "fale com", "falem com", "contacta", "contacte", "contata", "contate", "liga", "ligue", "escreve a", "escreva a", "consulta", "consulte", "vê com", "veja com", "pede a", "peça a", "peça ao"},
		},
		{
			common: `de het een dit dat die deze geen niet nooit nog al reeds te veel weinig meer minder zeer erg ook altijd is was zijn waren werd wordt worden heeft hebben had hebt heb van met zonder voor op aan in bij uit na over onder naar en of we wij ons onze
				zij ze hij ik je jij u uw hun er wie wat hoe waar waarom duur duurder hoog hoge fout foute foutief verkeerd verkeerde dubbel dubbele onjuist onjuiste ontbreekt ontbreken ontbrekende betaald betalen betaling terugbetaling terugbetaald
				factuur bestelling besteld bedrag prijs kosten klant leverancier rekening rekeningnummer bank nummer datum maand jaar week budget geld limiet bon bonnetje contract offerte aanbod fraude oplichting verdacht gegevens documenten document nodig
				noodzakelijk afgesproken overeengekomen gepland ontvangen geleverd levering buiten verlopen ongeldig geldig andere ander zelfde twee keer tweemaal moeten willen wil ken weet zie lijkt klopt kloppen duidelijk kunnen kan gecontroleerd
				onderbouwd beleid bedrijf regel risico veiligheid reis hotel project afdeling uitgave aankoop onnodig gestuurd goederen kwaliteit vandaag gisteren niets niks niemand iets omschrijving bewijs btw onbekend onbekende onduidelijk`,
			otherwise: []string{
				"(je hebt|u heeft|u hebt|jullie hebben|heb je|hij heeft|ge hebt|zij heeft) [helemaal|volkomen|gewoon] gelijk", "(klopt|inderdaad|juist|terecht)", "(dat|dit) (klopt|is waar|is juist|is zo|maakt zin)", "goed (punt|idee|gezien)", "goede (vraag|opmerking)", "(vergist|vergissing|verkeerd gedrukt|verkeerde knop|typefout|tikfout|verschreven|verklikt)", "(mijn|eigen) (fout|vergissing)", "ik (bedoel|bedoelde|corrigeer|wilde zeggen|kom erop terug)", "correctie", "bij nader inzien", "toch (wel|ja|maar)", "van gedachten veranderd", "toch",
				"(beslist|beslissen|beslis|beslissing|besluit|besluiten)", "(moet|moeten|kan|zal|mag|zou moeten|dient) [dit|dat|het] (beslissen|goedkeuren|beantwoorden|bevestigen|doen|bekijken|regelen|te beslissen)", "niet (mijn afdeling|mijn beslissing|mijn taak|aan mij|mijn verantwoordelijkheid|mijn pakkie an|mijn budget|mijn werk)", "(verantwoordelijk|verantwoordelijke|bevoegd|bevoegdheid)", "(ik ben|ben ik) niet (de juiste|de goede|degene|bevoegd)", "(laat|laat het) (hem|haar|aan|hen)", "(stuur|zet) (het|dit|dat|hem) [maar] (door|naar)", "doorsturen", "ligt bij", "gaat over",
				"(niets toe te voegen|niks toe te voegen|dat is alles|dat was het|verder niets|verder niks|geen vragen|geen opmerkingen|geen wijzigingen|geen haast|geen stress|geen bezwaar|geen aanmerkingen)", "alles (goed|ok|oké|in orde|prima|duidelijk|top|is goed)", "(is goed|is prima|is ok|is oké|komt goed|in orde|is in orde)", "(je mag|u mag|je kunt|u kunt|ge moogt|mag gerust)", "(niet erg|maakt niet uit|maakt niks uit)", "hoef je niet te (vragen|wachten)", "geen (belemmering|drama|ramp)",
			},
			asks: []string{"vraag", "overleg het met", "overleg dit met", "bespreek het met", "regel het met", "vraagt u", "vraag het", "vraag dit", "bel", "belt u", "overleg met", "praat met", "spreek met", "neem contact", "contacteer", "mail", "check bij", "check met", "check even met", "informeer bij", "ga naar"},
		},
		{
			common: `nie jest są był była było były będzie to ten ta te tego tej tych tę tą w we z ze na do od za po o u przez dla bez i oraz lub albo bardzo zbyt za dużo mało więcej mniej już jeszcze nigdy zawsze też także się ma mamy mam mają miał miała
				nasz nasza nasze nam nas ich jego jej kto co jak gdzie dlaczego drogo drogie droga drogi kosztowne wysoka wysoki wysokie zła zły złe błędna błędny błędne błąd nieprawidłowa nieprawidłowy podwójna podwójnie zduplikowana duplikat zapłacone
				zapłacono zapłacona zapłacił opłacone opłacona płatność zwrot zwrócono faktura faktury fakturę faktur zamówienie zamówienia kwota kwoty cena koszt koszty klient klienta klientem dostawca konto konta bank numer data miesiąc miesiącu rok roku
				tydzień tygodniu budżet budżetu pieniędzy limit limitu paragon rachunek umowa umowy oferta oszustwo podejrzane podejrzana dane danych dokument dokumentów brak brakuje potrzebne potrzebna potrzebujemy konieczne zgodne zgodna zgadza ustalone
				uzgodnione ustalaliśmy zamawialiśmy otrzymaliśmy dostarczono dotarło dostawa poza ponad przekracza przekroczony ważne nieważne inna inny inne ten sam dwa razy dwukrotnie musimy chcemy chcę znam wiem widzę wygląda możemy sprawdzone
				uzasadnione uzasadnienia polityka firma firmy zasady ryzyko bezpieczeństwo podróż hotel projekt dział wydatek zakup niepotrzebne niepotrzebny wysłane towar jakość dziś wczoraj nic nikt coś płaciliśmy dwa razy zamówiliśmy nieznany rozliczone powodu`,
			otherwise: []string{
				"(masz|ma pan|ma pani|macie|mają państwo|miałeś|miałaś) [całkowitą|pełną|absolutną] rację", "(racja|prawda|to prawda|słusznie|zgadza się|fakt)", "ma sens", "to ma sens", "dobry (pomysł|punkt)", "słuszna uwaga", "(pomyliłem się|pomyliłam się|pomyłka|pomyliłem|pomyliłam|literówka)", "(mój|moja) (błąd|wina|pomyłka)", "(miałem|miałam|chciałem|chciałam) (na myśli|napisać|powiedzieć)", "(to znaczy|znaczy|poprawka|korekta|jednak|cofam|wycofuję|zmieniłem zdanie|zmieniłam zdanie|po namyśle)", "zły przycisk",
				"(decyduje|decyduj|decydują|zdecyduje|zdecydować|decyzja|decyzję|decydować|zadecyduje|zdecydują)", "(musi|muszą|powinien|powinna|może|mogą|niech) (zatwierdzić|zdecydować|odpowiedzieć|potwierdzić|zaakceptować|się wypowiedzieć|to zatwierdzić|zrobi|zatwierdzi|zdecyduje|sprawdzi)", "nie (moja|mój|moje|do mnie|ja) (decyzja|dział|sprawa|budżet|odpowiedzialność|kompetencje|działka|należy|decyduję|odpowiadam)", "nie (jestem|ja jestem) (osobą|właściwą|odpowiedzialny|odpowiedzialna|upoważniony|upoważniona|uprawniony)", "(przekaż|przekażcie|prześlij|odeślij|przekieruj|skieruj|proszę przekazać|proszę skierować)", "(odpowiada|odpowiedzialny|odpowiedzialna) za", "niech",
				"(nic więcej|nic do dodania|to wszystko|brak pytań|bez pytań|bez zmian|brak komentarza|żadnych pytań|żadnych zmian|bez pośpiechu|nie ma pośpiechu|nie spieszy się)", "nie trzeba (pytać|czekać)", "nie musisz (pytać|czekać)", "wszystko (ok|okej|dobrze|w porządku|gra|jasne|się zgadza|pasuje|git|super)", "(jest ok|jest okej|jest w porządku|jest dobrze|w porządku)", "(możesz|możecie|może pan|może pani)", "nie (stanowi problemu|stoi na przeszkodzie|przejmuj się|ma znaczenia)", "luz",
			},
			asks: []string{"zapytaj", "ustal z", "ustal to z", "omów to z", "dogadaj się z", "pogadaj z", "zapytajcie", "spytaj", "spytajcie", "pytaj", "proszę zapytać", "proszę spytać", "zadzwoń", "zadzwońcie", "skontaktuj", "skontaktujcie", "proszę o kontakt z", "porozmawiaj", "porozmawiajcie", "napisz do", "napiszcie do", "skonsultuj", "uzgodnij"},
		},
	}
}

// foreign are frequent words of languages that the grammar does not know, none of
// them a word of one that it knows.
func foreign() map[string]bool {
	return set(append(verdictsElsewhere(), strings.Fields(`och är inte det jag att för dyrt ikke jeg og af på er det fordi heller nej nei ikkje mycket meget alltid redan allerede betald betalt godkänner godkender beløp beløb belopp fel feil feilen också også hos vi har vil skal
		ei en se että ja mutta liian kallis kallista olen olemme ole on väärä summa maksettu kyllä joo niin jo hyvä hyväksyn voi
		ne je to že ale už jsem jsme není moc příliš drahé drahá částka špatná špatně zaplaceno schvaluji souhlasím jasně dobře prosím děkuji jako tento tato nie
		nu este sunt prea scump deja plătit plătită suma greșită da bine sigur aprob vă mulțumesc pentru că nu-i avem fost
		bu çok pahalı değil hayır evet tamam için zaten ödendi yanlış tutar onaylıyorum olur lütfen ve bir var yok ama
		tidak bukan sudah belum terlalu mahal salah jumlah bayar dibayar saya kami ini itu yang dan boleh setuju tak jangan dengan untuk kerana karena lah ya terima kasih harga
		hogy nem igen drága már jó rendben köszönöm már kifizettük összeg rossz és van
		nije jeste skupo preskupo već plaćeno pogrešan iznos odobravam može dobro hvala`)...)...)
}
