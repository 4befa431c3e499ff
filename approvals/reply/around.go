package reply

// company are, in the order of languages(), whom people speak to beside an answer, how they greet and close, and what they say of being
// asked: words of every region and age that say nothing of what is asked. None is what people buy, a size, or kin who may be meant.
func company() []sentences {
	var all []sentences
	for _, say := range []map[class][]string{
		{
			address:  {"(bro|bruv|bruh|brah|bud|lad|lass|lassie|babes|cuz|kiddo|cobber|petal|missus|hunni|bestie|matey|bossman|chiefy|sweetpea|toots)", "my (love|lovely|lover|darling|angel|precious|good man|good woman|dude)", "old (chap|bean|son)"},
			greeting: {"(hello|hi|hey) [my] (dear|love|darling|lovely)", "happy (monday|tuesday|wednesday|thursday|friday|saturday|sunday)"},
			closing:  {"(kindest|hugs|xo|xoxo|blessings|peace|slán|sláinte|gratefully|onwards|toodles|toodle-pip)", "(all the very|very) best [wishes]", "yours (ever|aye|always)", "(lots of|much|all my|big) (love|hugs)", "(cheers|take care|bye|ta) (now|all)", "bye for now", "see you (soon|around)", "(keep|be) well", "with (gratitude|appreciation|love|much love|thanks and best wishes)", "merry christmas", "over and out", "toodle pip"},
			news:     {"(sorry|apologies) [that] [i] [only] (missed|saw) this [now|earlier|just now]", "thanks for (looking after|sorting|arranging|handling) (it|this|that|everything)"},
			courtesy: {"[i] [really|very much|much] appreciate (it|this|that|your help|you|the help|you asking)", "(sorry|apologies) for (the|my) (delay|delayed response|late response)", "you're (the best|brilliant|fab|amazing|ace)"},
		},
		{
			address:  {"(carissima|carissimo|tesoro|tesorino|bellezza|amore|ciccia|ciccio|stellina|frà|bro|capa|dottoré|cuore|cuoricino|cumpà|compà|maestà|zì|mitica|mitico|topolina|cucciola|cucciolo)", "(tesoro|amore|cuore|gioia|stella|bella|bello|vecchio) (mio|mia)", "mia (cara|bella|adorata)", "mio caro"},
			greeting: {"ciao (cara|bella|tesoro|carissima)", "buon pomeriggio a (te|lei|voi|tutti)"},
			closing:  {"buon (pomeriggio|tutto)", "una buona (giornata|serata|domenica|settimana)", "[un] (bacione|bacino|bacetto|abbraccione|salutone)", "a (prestissimo|risentirci)", "(arrivederci|arrivederla|affettuosamente|rispettosamente|auguri|ringraziandola|ringraziandovi|ringraziandoti)", "in fede", "(stammi|stia|stai|state|statemi) bene", "[i] [più] (fraterni|affettuosi|calorosi|sentiti) saluti"},
			courtesy: {"grazie (dell'aiuto|dell'informazione|della premura|della disponibilità|del pensiero|di aver chiesto|per averci pensato|di averci pensato|di pensarci|per il disturbo)", "sei (la migliore|il migliore|una forza|una grande|fantastica|bravissima|unica|mitica)", "[molto|troppo|davvero|sempre] (gentilissima|gentilissimo|gentile)", "(brava|bravissima|bravissimo)", "(scusa|scusami|scusi|scusate) [se] rispondo [solo] (ora|adesso|tardi)", "mi scuso per il ritardo", "spero (tutto bene|vada tutto bene|che tu stia bene|che lei stia bene)"},
		},
		{
			address:  {"(hermosa|hermoso|vida|reina|tesoro|m'hija|m'hijo|nene|flaca|flaco|tronco|compadre|comadre|bro|broder|amix|macho|boludo|boluda|chabón|wn|wna|caballero|viejita|viejito|mami|papi|jefecita|manito|manita|valedor|vato|pibe|piba|veci|bb|quillo|illo|pisha|picha|nano|chamo|chama|mae)", "mi (reina|rey|linda|bella|ciela|llave|estimada|querida)"},
			greeting: {"hola (querida|amiga|linda|preciosa|cielo|cariño|amor)", "(muy buenos días|buenos días|buenas tardes|buen día) [tenga|tengas|a usted|a ti|querida|amiga]", "saludos"},
			closing:  {"[un] (abrazo grande|besito|besito grande|abracito)", "excelente (inicio de semana|jornada)", "hasta (la próxima|luego|siempre)", "(chaucito|chaíto)", "gracias (mil|anticipadas|infinitas)", "[quedo|quedamos] [muy] (agradecida|agradecido|agradecidos|agradecidas) [de antemano]", "[se] (te|le|les|os) (agradezco|agradece|agradecemos) [mucho|de antemano|infinitamente]", "agradezco [mucho] (su|tu|el|la) (apoyo|ayuda|atención|gestión)", "feliz (navidad|año|año nuevo)", "cuídate [mucho]", "su (servidor|servidora|amiga|amigo)", "con (cariño|afecto|aprecio|todo cariño)"},
			courtesy: {"(eres|sos|es usted) (la mejor|el mejor|un amor|lo más|lo máximo|una genia|un genio|la hostia|la caña)", "qué crack", "(disculpa|disculpe|disculpen|perdona|perdone) (la demora|el retraso|la tardanza)", "(perdona|perdón|disculpa) [que] (conteste|responda) tarde", "espero que (estés|esté|estéis|estén) [muy] bien", "gracias por estar (pendiente|al pendiente|atenta)"},
		},
		{
			address:  {"(bro|copine|copain|camarade|frr|reuf|poulette|beauté|chum|minou|pitchoune|chouchou|choupette)", "ma (belle|chère|grande|cocotte|vieille|petite dame|biche|caille|louloute|pitchoune|jolie|douce)", "mon (cher|lapin|ange|trésor|petit|gars|chum|coco|minou|bichon)"},
			greeting: {"(bonjour|bonsoir|salut|coucou) (à (vous|toi|tous|toutes)|vous|toi|ma belle|ma chère)", "bon après-midi", "salutations"},
			closing:  {"bien vôtre", "toutes mes amitiés", "(très belle|belle|très bonne|bonne) (journée|soirée|année) [ensoleillée]", "beau (week-end|weekend|dimanche)", "bon courage", "à (plus|bientôt|très bientôt)", "(tchao|tchô|paix|a+|bye)", "je (t'|vous )embrasse", "je (t'embrasse|vous embrasse) [fort|bien fort]", "avec [tous] mes remerciements", "mille fois merci", "(prenez|prends) soin de (vous|toi)", "(portez-vous|porte-toi) bien"},
			courtesy: {"c'est [très|trop|vraiment|bien] (gentil|aimable|sympa) (à (toi|vous)|de (demander|ta part|votre part|me demander)|d'y penser|d'y avoir pensé)", "(trop|très|bien|super) gentil", "(tu es|t'es|vous êtes) (la meilleure|le meilleur|au top|super|géniale|génial|un ange|une perle)", "(bon|beau) travail", "(désolé|désolée|pardon) de [vous|te] répondre [si] tard", "en espérant que (vous allez|tu vas) bien"},
		},
		{
			address:  {"(schätzchen|schatzerl|mausi|herzchen|bärchen|bro|brudi|digger|diggi|digga|dicker|alda|kumpel|gnädigste|fräulein|bua|madl|hasi|spatzi|spatz|schnucki|engelchen|keule|atze|bruderherz|schwesterherz|liebchen|herzerl)", "(mein|mei) (schatz|engel|herz|bester|süßer|liaba)", "meine (gute|beste|süße|teure)"},
			greeting: {"(einen|nen|ein) (schönen|wunderschönen) (guten|) (morgen|tag|abend)", "schönen guten (morgen|tag|abend)"},
			closing:  {"(herzlich|servus|baba|adieu|bussi|busserl|grüessli|grüssli|waidmannsheil|horrido|ade)", "alles liebe", "bis (bald|denne)", "(pfiat|pfüat|pfiat) (di|eich|enk)", "guten (wochenstart|start in die woche)", "eine (schöne|gute) (woche|zeit)", "mit [bestem|herzlichem|großem|vielem] dank", "danke (dir|ihnen|euch) (vielmals|herzlich|sehr)", "(liebs|liebi|schöni|herzlichi) (grüessli|grüess)", "[einen|nen] (dicken|lieben|fetten) (kuss|drücker)", "fühl dich (gedrückt|umarmt)", "gott segne (dich|sie)", "(bleib|bleibt|bleiben sie) (gesund|munter)", "(glück auf|gut pfad|gut holz|petri heil|helau)"},
			news:     {"danke fürs (erledigen|erinnern|drandenken|dran denken|machen|bescheid sagen)", "[sorry|entschuldige] erst jetzt gesehen"},
			courtesy: {"ich danke (dir|ihnen|euch) [sehr|herzlich|vielmals]", "danke (der nachfrage|für die nachfrage|schonmal|schon mal|dir schonmal|dir schon mal|ihnen schon mal)", "danke fürs (organisieren|kümmern|mitdenken|fragen|nachfragen)", "[sehr|echt|total|super] (lieb|nett|aufmerksam) [von (dir|ihnen|euch)]", "du bist (die beste|der beste|super|top|großartig|ein traum|genial)", "(entschuldige|entschuldigen sie|entschuldigt|verzeih|verzeihen sie) die (späte|verspätete) (antwort|rückmeldung|reaktion)", "[ich] hoffe (es geht (dir|ihnen|euch) gut|dir geht es gut|dir gehts gut)"},
		},
		{
			address:  {"(bela|fofa|fofo|fia|fio|filhinha|amigão|amigona|irmão|mermão|brother|brow|bro|parceira|parça|véio|véia|pá|guri|guria|compadre|campeão|campeã|princesa|rainha|mestre|miga|migo|mocinha|chapa|querides|xará)", "(minha|meu) (fia|amiga|amigo|chapa|linda|lindo|flor|caro|cara|rei|rainha|joia|nega|nego|parceiro|parceira|princesa|gata|bela)"},
			greeting: {"(oi|olá|bom dia|boa tarde|boa noite|oie) (querida|querido|linda|amiga|flor|meu bem|amor|meu amor|minha querida)", "(muito|um) (bom dia|boa tarde|boa noite)", "(saudações|opa|eae|salve)"},
			closing:  {"(abraço forte|abração|abracinho|beijinhos grandes|bjoo|bjooo|beijão|beijocas grandes)", "[um|uma] (bom|boa|ótimo|ótima|excelente) (dia|tarde|noite|fds|semana)", "até (mais|à próxima|a próxima)", "(xau|adeus|flw|amém|paz|disponha|obrigadíssima|obrigadíssimo|agradecemos)", "valeu (demais|mesmo)", "(muitíssimo|imensamente) (obrigada|obrigado)", "desde já [muito] (obrigada|obrigado|grata|grato)", "(obrigada|obrigado) e (bom dia|boa tarde|boa noite|boa semana|bom fim de semana|um abraço|abraço)", "bem haja", "com (carinho|amizade|gratidão|estima|apreço)", "(feliz|boa|santa) (natal|páscoa|ano novo)", "boas festas", "(se cuida|cuide-se|cuida-te)"},
			news:     {"(obrigada|obrigado) (por [me] (lembrar|avisar)|pelo (lembrete|retorno))"},
			courtesy: {"obrigadinh(a)", "(obrigadinha|obrigadinho|brigada|brigado)", "(obrigada|obrigado) (por [me] (perguntar|ajudar)|por (cuidar|tratar) (disso|de tudo)|pelo (empenho|cuidado|carinho))", "(agradeço|agradecemos) (muito|imenso|imensamente)", "(você é|vc é|és|tu és) (demais|a maior|a melhor|o maior|o melhor|top|fera|incrível)", "(muito|muita|que) (gentil|gentileza)", "gentileza sua", "(desculpa|desculpe|perdão|perdoe) (a|pela) demora", "(desculpa|desculpe) só responder agora", "espero que (esteja|estejas|estejam) [tudo] bem"},
		},
		{
			address:  {"(lieve|lief|schatteke|schattie|liefste|liefie|lieverdje|mop|zonneke|meis|wijffie|bro|brother|bazin|buuv|knul|kanjer|schoonheid|poepie|snoes|kameraad|moatje|mattie|jongske|manneke|menneke|engeltje|schatteboutje)"},
			greeting: {"ha (die|lieve|lieverd)", "(mogge|hallokes|moi)", "(hoi|hallo|dag|hey) (lieverd|schat|lief|allemaal)"},
			closing:  {"(werkze|werkse|doeg|doeii|doei|doeidoei|ajuus|salukes|aju|kusje|toedeloe|joe joe|bai)", "werk ze", "succes verder", "tot (gauw|snel|horens)", "(dag|dàg) hoor", "(dikke|lieve|warme) (kussen|kus|knuffel|knuffels)", "dank (u|je|jullie) (zeer|hartelijk|vriendelijk)", "(hartstikke|ontzettend|enorm|superveel) bedankt", "nogmaals (dank|bedankt|hartelijk dank)", "met (veel|hartelijke|grote) dank", "met dank en [vriendelijke|hartelijke|lieve] (groet|groeten|groetjes)", "(gezegende|zalige) (dag|kerst|zondag|feestdagen)", "(vrolijk|zalig|fijn) pasen", "gelukkig nieuwjaar", "(zorg goed voor jezelf|blijf gezond|pas goed op jezelf)"},
			news:     {"bedankt voor (het (herinneren|onthouden|regelen|oppakken)|de reminder)"},
			courtesy: {"bedankt voor (het (meedenken|vragen)|de goede zorgen)", "(bedankt|fijn|lief|super|leuk|goed) dat je (het|dit|dat) (regelt|vraagt|doet|oppakt|uitzoekt)", "[super|heel|wat|echt] (lief|vriendelijk|attent|aardig) van (je|u|jou|jullie)", "(super|heel) (lief|vriendelijk)", "(je|u) bent (de beste|geweldig|fantastisch|super|top)", "goed bezig", "sorry (voor (het|mijn) (late|trage) antwoord|dat ik (nu pas|zo laat) (reageer|antwoord))", "[ik] hoop dat (het|alles) goed gaat"},
		},
		{
			address:  {"(perełko|serduszko|mordeczko|mordziu|byczku|bro|szefowa|prezesie|paniusiu|panienko|przyjacielu|przyjaciółko|mistrzu|mistrzyni|królowo|królu|wariatko|laska|dziewczyno|kobieto|człowieku|ziomalu|ziomeczku|kochaniutka|kochaniutki|złociutka|złociutki|kiciu|kruszynko|misiaczku|skarbeńku|sąsiedzie|chłopaku|bejbe|kumpelo)", "(proszę|pani|panie) (pani|pana|kochana|kochany|droga|redaktor|inżynier|sekretarz)"},
			greeting: {"(dobry dzień|niech będzie pochwalony|dzieńdoberek|heja|hejcia)"},
			closing:  {"(serdeczne|ciepłe|słoneczne|gorące|najserdeczniejsze) pozdrowienia", "łączę [serdeczne|najlepsze] (pozdrowienia|ukłony|wyrazy szacunku)", "(uszanowanie|buźka|buziak|buziole|przytulam|papatki|nara|całuski|wdzięczna|wdzięczny)", "owocnej pracy", "do (zobaczenia|usłyszenia|następnego)", "(ściskam|całuję|pozdrawiam|przytulam) (mocno|gorąco|cieplutko|ciepło)", "wszystkiego (najlepszego|dobrego)", "(trzymaj|trzymajcie) się [ciepło|zdrowo]", "(bądź|bądźcie) (zdrowa|zdrów|zdrowi)", "z (podziękowaniem|podziękowaniami|wdzięcznością)", "(radosnych|wesołych|spokojnych) świąt", "szczęśliwego nowego roku", "(słonecznego|pięknego|cudownego) (dnia|tygodnia|weekendu)"},
			news:     {"(dziękuję|dzięki) za (załatwienie|ogarnięcie|przypomnienie)"},
			courtesy: {"(dziękuję|dzięki|dziekuje) [że] pytasz", "(dziękuję|dzięki) za (szybką odpowiedź|fatygę|pamięć)", "jesteś (super|wielka|wielki|najlepsza|najlepszy|złota|złoty|boska|niezastąpiona)", "(miło|bardzo miło) z (twojej|pani|pana) strony", "bardzo miło", "(przepraszam|sorry|sorki) że (dopiero teraz|tak późno)"},
		},
	} {
		all = append(all, sentences{say: say})
	}
	return all
}

// plainly are yeses and nos that are complete in themselves, in the order of languages(), as people of different regions and ages say them.
func plainly() []sentences {
	var all []sentences
	for _, say := range []map[class][]string{
		{
			yesWeak: {"(yeah|aye|yh) course", "(yiss|yuss|yus|yhh|yah|rightyo)", "(ye|ya|yh) (go on|go ahead|please|ta|thanks|sure|grand|sound)", "(mhm|uh-huh) yes", "(uh huh|yep|yup|yeah) (yes|yep|yup|yeah)", "(happy|good|fine|ready) to proceed", "go right ahead", "thumbs up [from (me|us|my side|our side)]", "[i'm|i am|we're|all] in favour [of (it|this|that)]", "i have no problem with (it|this|that)", "(great|lovely|super|splendid|wonderful|fantastic|fab) (yes|thanks|please do)", "[(i can|this is to|happy to)] confirm yes", "signed off", "let it be so", "as you suggest", "you may", "no worries go ahead", "all good to (go|<do>) [<it>]"},
			noWeak:  {"(nope|no) [i|we] (cant|can't|cannot)", "(nah|naw|no|nope) you're (alright|grand|ok|okay) [thanks|ta]", "(ehh|erm|um) no [thanks]"},
		},
		{
			yesWeak: {"con (molto|tanto|immenso|sommo) piacere", "(eh|oh|ah) sì (grazie|volentieri)", "certo certo", "senza dubbio [sì]", "sì facciamo", "altroché [sì|se sì]", "ti do il permesso", "dai pure", "nessun problema (per me|da parte mia|procedi|proceda|fai pure)", "(niente|nulla) in contrario", "(puoi|potete) [pure|certo|tranquillamente]"},
			noWeak:  {"(ma|eh|ah) no [dai|grazie|figurati]", "no (neanche|nemmeno|manco) per (sogno|idea|niente)", "manco per (niente|sogno|idea)"},
		},
		{
			yesWeak: {"(cómo|como) no sí", "sin (duda|dudarlo|lugar a dudas) [sí]", "por mi (parte ningún|parte no hay) problema", "por mí (no hay|ningún) problema", "(re|pues|pos|mhm) sí [gracias]", "sí (re|pues)", "a por ello", "dale (gas|caña|candela|átomos)", "(p'alante|palante|pa'lante|perfe)", "tira (para|pa) (adelante|alante)", "sale (y vale|pues)", "venga dale", "(puedes|podés) [sí]", "no hay problema (hazlo|hágalo|dale|adelante)"},
			noWeak:  {"nel pastel", "no no hace falta", "(pos|pues|obvio|uy|ay) no", "no (mujer|hombre|señor|señora) [gracias]", "no (olvídalo|olvidalo|déjalo así|dejalo así|déjalo estar)", "(no|qué|que|q) va no"},
		},
		{
			yesWeak: {"(totalement|pleinement|tout à fait|entièrement) d'accord", "je (vous|te|t') confirme que oui", "comme proposé oui", "(ah|oh) oui (volontiers|avec plaisir)", "mille fois oui", "(tu peux|vous pouvez)", "(sans problème|aucun souci|pas de souci|pas de problème|aucun problème) (vas-y|allez-y|fais|faites)"},
			noWeak:  {"(non|nan) pas cette fois-ci", "[non] vraiment pas", "(nenon|nannan)"},
		},
		{
			yesWeak: {"(gerne|gern) doch", "aber (gerne|gern)", "(leg|legt) los", "stimm ich zu", "(von mir aus|meinetwegen) (gern|gerne|ja)", "von mir ein [klares|dickes|großes] ja", "[ganz] klar ja", "(total|mega|super|sau|voll) (gern|gerne)", "(oh|au|ah) ja (gern|gerne|bitte|unbedingt|klar)", "so machen wir (es|das)", "dem steht nichts (im wege|entgegen)", "(kein problem|kein thema) (mach|machen|nur zu|los)", "(find|finde) ich gut (ja|mach|machen)", "(du kannst|du darfst)"},
			noWeak:  {"(ach|och|nee|ne|nö) (nö|nee)", "(nee|ne|nö) du", "um (gottes|himmels) willen (nein|nicht)", "nein um (gottes|himmels) willen", "diesmal nein", "(ganz klar|definitiv) (nein|nicht)", "nein lass gut sein", "[nein] wirklich nicht"},
		},
		{
			yesWeak:   {"sem dúvida [nenhuma|sim]", "sem dúvidas", "(claro|evidente|lógico) que (s|sim)", "pois claro [que sim]", "(manda|mete) (brasa|bala)", "toca ficha", "(combinadíssimo|confirmadíssimo|certíssimo|perfeitíssimo)", "com (muito|imenso|todo o) gosto", "(podes|podem|pode) sim", "mas é claro [que sim]", "não há problema (pode|avança|avance|podes)", "(tudo bem|tudo certo|beleza) (pode|marca|avança)"},
			calledOff: {"não há necessidade", "(num|nem) precisa"},
			noWeak:    {"nem (pensar nisso|em sonhos|sonhar|brincando|por sombras)", "não (desta|dessa) vez", "(ué|bah|uai|ih|oxe|ai|eita) não", "não bah", "deus me livre (não|nao)"},
		},
		{
			yesWeak: {"[ja] (vooral|zeker|lekker|meteen) doen", "(je|u|jullie) mag [wel|gerust|hoor]", "van mij mag (je|u|het|dat)", "ga (gerust|maar) (je|uw) gang", "(vind|vinden) [ik|we] [het] (prima|best|oké|ok)", "mij best", "(jo|jao|ja|joa) heur", "(nou|ja|allez) vooruit [maar|dan]", "ja (sowieso|echt wel|absoluut|vooral|zeker wel)", "[ja] dat doen we", "[daar] gaan we (doen|voor)", "fiks het", "[ik] ben voor", "(absoluut|zeker) wel", "(geen probleem|geen punt) (doe maar|hoor doe maar|ga je gang)"},
			noWeak:  {"nou nee", "[daar] komt niks van in", "van mijn leven niet", "nooit van zijn leven [niet]", "dank je de koekoek", "nee hoef ik niet", "[nee] niet voor mij", "(nee|neen) deze keer even niet"},
		},
		{
			yesWeak: {"no pewnie [że tak]", "[tak] koniecznie", "z (wielką|miłą|największą|ogromną) (chęcią|przyjemnością)", "(ja|jestem) (za|na tak)", "no (oczywiście|ba|jasna sprawa)", "wiadomo że tak", "(mhm|yhm|ta) tak", "ta jest", "oczywista oczywistość", "a jakże", "(bez problemu|nie ma problemu|żaden problem) (rób|działaj|proszę|śmiało)", "(możesz|możecie) [śmiało|spokojnie]"},
			noWeak:  {"nie broń boże", "broń boże nie", "nie ma [takiej] potrzeby", "(ja|jestem) na nie", "raczej nie dziękuję", "nie no (nie|co ty)"},
		},
	} {
		all = append(all, sentences{say: say})
	}
	return all
}
