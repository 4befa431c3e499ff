package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// backPatterns are patterns of one kind by language, over clauses without accents; "<3> " is up to three words.
func backPatterns(by [plAt + 1][]string) (all [plAt + 1]*lazyre.Regexp) {
	words := strings.NewReplacer("<1> ", `(?:[^ ]+ )?`, "<2> ", `(?:[^ ]+ ){0,2}`, "<3> ", `(?:[^ ]+ ){0,3}`, "<4> ", `(?:[^ ]+ ){0,4}`, "<5> ", `(?:[^ ]+ ){0,5}`, "<6> ", `(?:[^ ]+ ){0,6}`, "<8> ", `(?:[^ ]+ ){0,8}`)
	for l, list := range by {
		all[l] = lazyre.Made(`(?:^| )(?:` + words.Replace(strings.Join(list, "|")) + `)(?: |$)`)
	}
	return all
}

var (
	// backDenied is what a clause with a negation finds nothing against, prefers to nothing else, does not know or puts off.
	backDenied = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
		return backPatterns([plAt + 1][]string{
			enAt: {
				`nothing (?:at all |whatsoever )?(?:against|wrong|bad|better|nicer|finer|to (?:object|complain|worry|stop|add))|nothing (?:would|could|stands|speaks)`,
				`(?:any|no|slightest|least|never|nor|one|single|real) <2> (?:objections?|doubts?|qualms?|reservations?|misgivings?|hesitations?|complaints?|quarrels?|harm)`,
				`(?:doesn't|didn't|don't|does not|do not|did not|never|nobody|no one|hardly|won't|wouldn't|hasn't|haven't|wasn't|can't|cannot|not) <2> (?:bothers? (?:me|us|him|her|anyone|anybody|the)|bothered|hurts? (?:me|us|anyone|anybody)|harm(?:s|ed)?|disturbs?|object(?:s|ed)?|doubt(?:s|ed)?|in (?:any )?doubt|hesitate[ds]?|opposed?|mind|minds|troubles? (?:me|us))`,
				`(?:couldn't|could not|can't|cannot|won't|will not|wouldn't|could|nobody) <4> (?:better|happier|clearer|nicer|finer|more pleased|agree more|wait to|say no|refuse|resist|complain|fault|another like)`,
				`(?:chance|opportunity|occasion|offer|bargain) <2> (?:pass|go|slip|up)`,
				`(?:isn't|is not|no|not find|won't find|never find) <2> (?:another|other|better) <3> (?:like|than)`,
				`no (?:<1> difference|further|trouble|bother|hurry|rush|reason (?:to|why)|need to (?:ask|discuss|think|wait|hesitate))|needs? no`,
				`(?:nobody|no one) needs more|(?:isn't|not|nothing) <2> (?:urgent|pressing)|wouldn't (?:dream of|say no|miss)|(?:fool|mad|silly|crazy|daft|stupid) not`,
				`(?:haven't|have not|hadn't|didn't|not yet|never) <2> (?:looked|decided|checked|made up|studied|gone through|read (?:it|this|that|the|your))`,
				`not <1> (?:decided|sure|ready|certain|made up)`,
				`(?:can't|cannot|couldn't|not|haven't|didn't|never|unable) <4> (?:attachments?|small print|screen|pdf|link|photo|picture)`,
				`(?:have|had) no (?:idea|clue)|not (?:before|until|till|yet)|not enough`,
			},
			itAt: {
				`(?:non|nessun|nessuno|nessuna|mai|niente|nulla|senza) <6> (?:dubb\S+|dubito|obiezion\S*|oppon\S*|oppong\S*|disturb\S*|fastidio|motivo per|ragione per|per le lunghe|urgenza|urgente|fretta|male a nessuno|dire di no|rifiutare|occasione|un'occasione|di meglio|altro che|piu felic\S*|piu content\S*|piu bell\S*|restare ferm\S*|scrupol\S*|riserv[ae])`,
				`non (?:mi |ci |gli |le )?(?:dispiace|spiace|pesa|crea|da noia|da fastidio)|un'altra <2> come|altro <2> come|altra <2> come`,
				`(?:non|mai) <3> (?:deciso|guardat\S|lett\S|apert\S|controllat\S|vist\S le)|(?:l'allegato|allegati)|non (?:prima|ancora)|non (?:lo )?(?:so|sappiamo)`,
				`aspettavamo che questo|aspettiamo che questo|aspettav\S+ altro`,
			},
			esAt: {
				`(?:no|nadie|nunca|jamas|ningun|ninguna|ninguno|nada|sin|tampoco) <6> (?:dudas?|dudo|dude|dudado|dudamos|objecion\S*|opon\S*|opongo|molestia\S*|inconvenient\S*|reparos?|motivos? (?:para|de)|razon para|dano|alargar|prisa|urgencia|urgente|decir (?:que )?no|rechazar\S*|negar\S*|ocasion|oportunidad|mas (?:content\S*|feliz|feliz)|otra cosa|nada mejor|pegas?)`,
				`no (?:me|nos|le|les) (?:molesta|importa|estorba|incomoda|disgusta)|(?:otra|otro) <2> como`,
				`(?:no|nunca|sin) <3> (?:decidid\S+|mirad[oa]|leid[oa]|abiert[oa]|visto los|revisado)|(?:el adjunto|archivo adjunto)|(?:todavia|aun) no`,
				`no (?:todavia|aun|antes|hasta)|no (?:lo )?sabemos`,
			},
			frAt: {
				`(?:n'\S+|ne|pas|jamais|aucun|aucune|personne|rien|sans|nul|nulle) <6> (?:doute|doutes|inconvenient\S*|d'inconvenient\S*|objections?|d'objections?|oppose|s'oppose|s'y oppose|d'urgence|urgence|urgent|mal a personne|mal a quiconque|dire non|refuser|laisser passer|plus heureu\S*|plus content\S*|d'autre comme|mieux dire|demander mieux|demande pas mieux|esperer mieux|plus de clarte|plus clair\S*|n'attend\S+ que|traîner|trainer|reticence\S*|scrupule\S*)`,
				`(?:me|nous|te|vous|ca|cela) (?:ne )?(?:derange|gene|coute|ennuie)\b <2> (?:pas|nullement|aucunement|en rien)|n'attend\S+ que|attendons que`,
				`pas <2> (?:d'autre|une autre|d'autres) <3> comme|autre offre comme|d'autre comme|(?:laisser|laissez) (?:passer|echapper)`,
				`(?:aucune|pas de) (?:raison|objection|gene|contre-indication)|pose <2> (?:aucun|pas de) (?:probleme|souci|difficulte)`,
				`(?:pas|rien|jamais) <2> (?:decide|tranche|regarde|lu|ouvert|verifie|consulte)|piece jointe|pieces jointes|l'annexe|pas (?:avant|encore)`,
			},
			deAt: {
				`(?:nichts|nix|nie|niemals|nicht|kein|keine|keinen|keinem|keiner|keinerlei|niemand|niemanden|weder|kaum|unmoglich) <5> (?:dagegen|einwand\S*|einwend\S*|zweifel\S*|gezweifelt|bezweifel\S*|bedenken|gestort|schadet|geschadet|umstande|verzoger\S*|aufschub|eilt|eilig|dringend|hindernis\S*|auszusetzen|beanstanden|nein sagen|entgehen|verpassen|erwarten|abwarten|glucklicher\S*|froher\S*|mehr freuen|lieber ware|umstande)`,
				`(?:stort|store|storen|schadet|schaden|juckt|eilt|drangt) <4> (?:nicht|kein|keine|keinen|niemand\S*|nie|niemals)`,
				`macht <4> (?:keine|gar keine) (?:umstande|muhe|arbeit|probleme)|zweifel <3> (?:nie|nicht|kein\S*)|nie <3> zweifel|einwande|so eilig`,
				`eilig <4> nicht|besser hatte|nicht besser (?:ausdrucken|sagen|treffen|machen)|besser <4> nicht <1> (?:ausdrucken|sagen|gehen|treffen)`,
				`(?:niemand|keiner|nirgends|nirgendwo) <4> (?:so ein\S*|solch\S*|bessere\S*)|kein\S* <2> (?:andere\S*|zweite\S*|bessere\S*) <3> (?:wie|als)`,
				`(?:unmoglich|nicht|keinesfalls) langer <1> (?:liegen|warten|aufschieben|hinaus)`,
				`(?:noch nicht|nie|noch nie) <3> (?:entschieden|angeschaut|angesehen|gelesen|geschaut|gepruft)`,
				`(?:anhang|anlage|link|datei|foto|bild|pdf) <8> (?:nicht|nie)|(?:nicht|nie) <4> (?:anhang)|(?:wissen|weiss) <5> (?:nicht|nie|keiner|niemand)`,
				`keine ahnung|nicht (?:vor|ehe|bevor|bis)`,
			},
			ptAt: {
				`(?:nao|ninguem|nunca|jamais|nenhum|nenhuma|nada|sem|tampouco) <6> (?:duvidas?|duvido|duvidei|objec\S*|op(?:oe|oem|onho|or)|se opoe|incomod\S*|inconvenient\S*|motivos? (?:para|de)|razao para|mal a ninguem|arrastar|pressa|urgencia|urgente|dizer (?:que )?nao|recusar|trabalho nenhum|ocasiao|oportunidade|mais (?:content\S*|feliz)|senao isso|outra coisa)`,
				`nao (?:me|nos|lhe) (?:incomoda|importa|importo|importamos|estorva|custa)|(?:outra|outro) <2> como`,
				`(?:nao|nunca|ainda nao) <3> (?:decidi\S*|olhei|li o|abri|vi os|verifiquei)|(?:o anexo)|ainda nao|nao (?:ainda|antes)|nao (?:o )?(?:sei|sabemos)`,
			},
			nlAt: {
				`(?:niets|niks|nooit|niet|geen|niemand|nergens|zonder) <5> (?:bezwa\S*|twijfel\S*|getwijfeld|kwaad|reden voor|reden om|haast|spoed|dringend|nee zeggen|weigeren|blijer|gelukkiger|liever|moeite|missen|bedenkingen|beter zeggen)`,
				`(?:niets|niks) (?:op |er |er op )?tegen|(?:stoort|hindert|schaadt|kost) <5> (?:niet|geen|niemand)`,
				`geen (?:andere?|ander <1> |beter\S*) <3> (?:als|zoals|dan)|geen ander\S* <2> zoals|ander bod zoals|kan niet wachten|kunnen niet wachten`,
				`(?:niet|nooit|nog niet) <3> (?:beslist|bekeken|gelezen|gekeken|geopend|nagekeken)|(?:de bijlage|bedragen <5> gezien|het pdf)`,
				`niet (?:eerder|totdat|tot)|nog niet|weet (?:het )?niet`,
			},
			plAt: {
				`(?:nie|nikt|nikomu|nigdy|nic|niczego|zaden|zadna|zadne|zadnych|bez|ani) <5> (?:watpi\S*|zastrzez\S*|przeciw|przeciwko|przeszkadza|przeszkadzaja|zaszkodz\S*|szkodzi|zwlok\S*|powodu do|powodow do|pospiech\S*|spiesz\S*|pili\S*|odmowil\S*|odmawia\S*|okazj\S*|klopot\S*|lepsz\S*|innego od|inne[gj]o? taki\S*|drug\S+ taki\S*|inn\S+ taki\S*|szczesliwsz\S*|wahal\S*|waham)`,
				`zaden klopot|zaden problem|(?:nie|nigdy) <3> (?:zdecydowal\S*|otworzyc|przeczytal\S*|obejrzal\S*|sprawdzil\S*)|zalacznik\S*|nie (?:przed|wczesniej)`,
				`jeszcze nie|nie wiem|nie wiemy`,
			},
		})
	})
	// backTold is what a clause without one agrees to, permits, hands over, puts right or puts off, or to whom it was said.
	backTold = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
		return backPatterns([plAt + 1][]string{
			enAt: {
				`(?:you're|you are|he's|she's|they're|he is|she is|they are) (?:\S+ )?(?:right|correct)|as you (?:say|like|wish|please|suggest)`,
				`(?:in favou?r|all for it|delighted|thrilled|over the moon|looking forward|dying to|high time|long overdue|waiting far)`,
				`^<1> (?:go ahead|by all means|feel free|carry on|do it|do as)|(?:makes? me|make us) happ\S+|happ(?:y|ier) (?:with|about) (?:it|that|this)`,
				`(?:takes? care of|handles?|deals? with|looks? after|sees? to|decides? (?:on|about)?|in charge of|responsible for) (?:all )?(?:of )?(?:this|that|these|those|it|such|things|all)`,
				`knows? (?:<2> more|best|better) <1> (?:about|than)|knows? best|(?:for|up to) (?:my|the|our|him|her|them|tom) <2> to (?:say|decide)`,
				`(?:talking|speaking|shouting) to (?:the|my|our)|(?:was|were) (?:meant|intended) for|meant for (?:my|the|our)`,
				`need <4> (?:weeks?|days?|time|hours?) (?:to|with|for)|more time|(?:was|were) (?:included|part of) <2> (?:price|offer)?|(?:i|we) (?:mean|meant)`,
				`(?:is|are) free for (?:us|me)|for (?:the other|another)|(?:leave|leaving|left) it (?:to|with) |leave <3> (?:and )?(?:come|return)|(?:rent|price) is [^ ]*[0-9]+`,
				`(?:blessing|free rein|free hand|fine by me|fine with (?:me|us)|(?:it's|that's) fine|all yours|your hands|good point|got a point|two minds|on the fence|undecided|sleep on it|hold (?:our|your|my) horses)`,
				`(?:makes?|made) <2> sense|see it your way|(?:perfectly|quite|entirely|absolutely) (?:acceptable|right|in order)`,
				`suits? (?:me|us) (?:fine|well|perfectly|down)|best suits`,
				`(?:sounds?|seems?|it's|that's|(?:that|this|it) (?:is|looks)) <2> (?:sensible|reasonable|sound|splendid|marvellous|wonderful|lovely|convincing|excellent|ideal|brilliant|perfect|super|justified|wise)`,
				`(?:convinces?|convinced|persuade[sd]?|won) (?:me|us)|live with (?:it|that|this)|pleased (?:about|with) (?:it|that|this)|approval`,
			},
			itAt: {
				`(?:ha|hai|hanno|avete) (?:\S+ )?ragione|(?:content\S|felic\S|entusiast\S) (?:di (?:questa|questo|cio)|dell'idea|della cosa)|(?:d'accordo|favorevol\S|volentieri|non vedo l'ora)`,
				`(?:si occupa|se ne occupa|segue queste|decide|spetta|tocca) (?:\S+ )?(?:cose|a|lui|lei|il|la|di|mi\S)|di questo si occupa|sistema tutto`,
				`come (?:dice|dici|vuole|vuoi)|^<1> (?:proceda|procedi|faccia|fai) pure|parlavo (?:con|a)|era (?:rivolto|rivolta|diretto|per mi\S)`,
				`(?:serve|servono|bisogno) <3> (?:settiman\S|giorn\S|tempo|mes[ei])|era\S* (?:compres\S|inclus\S)|partiamo <3> e torniamo`,
				`vedo <3> come (?:lei|te|voi)|mi (?:sembra|pare) (?:giust\S+|sensat\S|ragionevole|corrett\S)|(?:contentissim\S|felicissim\S)`,
				`(?:sembra|sembrano|pare) <3> (?:ragionevol\S|sensat\S|giustificat\S|perfett\S|ideale|eccellente|ottim\S|splendid\S|magnific\S|convincente)`,
				`convint\S|convince|convincono|mi (?:sta|va) (?:beniss\S+|bene)|piu che (?:felice|content\S|liet\S)|approvazione`,
			},
			esAt: {
				`(?:tiene|tienes|tienen) (?:\S+ )?razon|(?:encantad\S+|content\S+ con (?:ello|eso|esa|esta|la idea)|de acuerdo|a favor|con (?:mucho )?gusto|ilusionad\S+)`,
				`(?:se (?:ocupa|encarga)|lo (?:lleva|decide|gestiona)|decide) (?:\S+ )?(?:mi|el|la|de)|asunto lo lleva|como (?:diga|digas|quiera|quieras)`,
				`^<1> (?:adelante|hazlo|proceda)|hablaba con|iba (?:dirigid\S|para)|era para mi|necesit\S+ <3> (?:semanas?|dias?|tiempo|mes(?:es)?)`,
				`estaba\S* inclu\S+|salimos <3> y volvemos|es de (?:[^ ]+ )?[0-9]+`,
				`(?:me|nos) parece (?:muy )?(?:acertado|bien|estupendo|perfecto|correcto|razonable|genial)|contentisim\S+`,
				`(?:suena|suenan|parece|parecen) <3> (?:razonable|sensat\S|acertad\S|justificad\S|perfect\S|ideal|excelente|estupend\S|magnific\S|convincente)s?`,
				`convenc\S+|convence\S*|me (?:viene|va) (?:muy )?bien|nos (?:viene|va) (?:muy )?bien|aprobacion`,
			},
			frAt: {
				`(?:vous avez|tu as|il a|elle a|ils ont) (?:\S+ )?raison|(?:ravie?s?|enchantee?s?|contente?s?) (?:de (?:cette|cela|ca|votre|l'idee)|que)`,
				`(?:volontiers|d'accord|grand temps|hate de)|(?:s'en (?:charge|occupe)|s'occupe de|c'est a \S+ de (?:dire|decider|voir)|en decide)`,
				`comme (?:vous|tu) (?:dites|dis|voulez|veux)|^<1> (?:allez-y|vas-y|faites|fonce)|(?:parlais|parlions|parle) (?:au|a la|a l'\S+|a mon|a ma|a mes)`,
				`s'adressait|c'etait pour (?:mon|ma|mes)|besoin d'une? (?:semaine|mois|heure|jour)|besoin de (?:temps|quelques)`,
				`etai(?:t|ent) (?:compris|incluse?|comprise)|il etait question de|partons <3> et (?:rentrons|revenons)|l'argent jete|(?:loyer|prix) est de`,
				`parait (?:tres )?(?:juste|sense|raisonnable)|convient a (?:tout|tous|nous|moi)|me convient|nous convient|(?:ca|cela) me va`,
				`(?:semble|semblent|parait|paraissent|c'est|cela est) <4> (?:raisonnables?|sensee?s?|judicieu\S+|justifiee?s?|parfaite?s?|ideale?s?|excellente?s?|formidable|super|convaincant\S*)`,
				`me va (?:tres |parfaitement )?bien|nous va|plus que (?:content\S*|heureu\S*|ravi\S*)|approbation`,
			},
			deAt: {
				`(?:recht (?:haben|hast|habt|hat)|(?:haben|hast|habt|hat) (?:\S+ ){0,2}recht)|(?:begeistert|einverstanden|dafur|hochste zeit|langst fallig|uberfallig)`,
				`(?:freue|freuen|freut) (?:mich|uns|sich) <3> (?:darauf|drauf|daruber)|(?:kummert|kummern) <1> sich|zustandig`,
				`(?:regelt|erledigt|macht|entscheidet) (?:das|so was|so etwas|alles|daruber)|(?:das|so was|so etwas|alles|daruber) (?:regelt|erledigt|entscheidet)`,
				`wie (?:du|sie|ihr) (?:sagst|sagen|sagt|meinst|meinen|wollen|willst)|^<1> (?:nur zu|mach nur|macht nur|machen sie nur)`,
				`(?:rede|spreche|redete|sprach) <2> mit (?:dem|der|mein\S*|unser\S*)|(?:galt|war fur|war an) (?:mein\S*|unser\S*|dem|den|die|der)`,
				`brauche\S* <5> (?:woche|wochen|tage|zeit|stunden)|war\S* <3> (?:mit drin|inbegriffen|inklusive|enthalten|dabei)|braucht am`,
				`fahren <4> (?:kommen|zuruck)|(?:musste|ware) <3> (?:dumm|verruckt|blod|bescheuert)|betragt <3> [0-9]+`,
				`(?:sehe|sehen|seh) <3> (?:genauso|ebenso|auch so|wie du|wie sie)|leuchtet mir|klingt (?:vernunftig|gut|schlussig)`,
				`(?:klingt|klingen|scheint|wirkt|das ist) <5> (?:vernunftig|sinnvoll|plausibel|prima|toll|bestens|ideal|perfekt|ausgezeichnet|hervorragend|wunderbar|klasse|berechtigt|angebracht|uberzeugend)`,
				`uberzeugt|kann ich <3> leben|konnen wir <3> leben|(?:mehr als|uberaus) (?:froh|glucklich|zufrieden)|zustimmung`,
			},
			ptAt: {
				`(?:tem|tens|tem toda a|tens toda a) (?:\S+ )?razao|(?:encantad\S+|content\S+ com (?:isso|isto|a ideia|essa)|de acordo|a favor|com (?:todo o )?(?:gosto|prazer))`,
				`(?:disso (?:cuida|trata)|cuida disso|trata disso|se ocupa|ocupa-se|se encarrega|encarrega-se)|como (?:diga|digas|queira|quiser|quiseres)`,
				`^<1> (?:avance|avanca|prossiga|va em frente)|(?:estava a falar|falava) com|era para (?:o |a )?(?:meu|minha)`,
				`precis\S+ <3> (?:semanas?|dias?|tempo|mes(?:es)?)|estava\S* inclu\S+|partimos <3> e voltamos|vejo <3> (?:tal como|como|igual)`,
				`parece(?:-me|-nos)? (?:muito )?(?:acertad\S|bem|otimo|perfeito|correto|razoavel|otima)|contentissim\S+`,
				`(?:soa|soam|parece|parecem) <3> (?:razoavel|razoaveis|sensat\S|acertad\S|justificad\S|perfeit\S|ideal|excelente|otim\S|magnific\S|convincente)`,
				`convenc\S+|serve-me|mais do que (?:feliz|contente)|aprovacao`,
			},
			nlAt: {
				`(?:(?:heb|hebt|heeft|hebben) (?:\S+ ){0,2}gelijk|gelijk (?:heb|hebt|heeft))|(?:blij mee|mee blij|akkoord|voorstander|hoog tijd|uitgekeken)`,
				`(?:keken|kijken|kijk) <4> naar uit`,
				`(?:gaat <3> over|regelt (?:dat|dit|zulke|alles)|is van (?:meneer|mevrouw)|beslist (?:daarover|hierover|dat)|zorgt <3> daarvoor)|daar gaat`,
				`zoals (?:je|u|jij) (?:zegt|wilt|wil)|^<1> (?:ga je gang|ga uw gang|doe maar)|had het tegen|praatte (?:met|tegen)|was voor mijn`,
				`(?:week|weken|dagen|tijd|maand) nodig|nodig <2> (?:week|weken|dagen|tijd)|inbegrepen|hard nodig|vertrekken <3> en komen|baas regelt`,
				`(?:huur|prijs) is <2> [0-9]+|zie <4> (?:net )?(?:zoals|als) (?:u|jij)|lijkt me (?:heel )?(?:terecht|juist|verstandig|redelijk|prima)`,
				`vindt het prima|dolblij|blij mee`,
				`(?:klinkt|klinken|lijkt|lijken|dat is) <5> (?:redelijk|verstandig|terecht|zinnig|perfect|ideaal|uitstekend|prima|geweldig|overtuigend)`,
				`overtuig\S+|overtuigd|(?:kan|kunnen) <2> (?:prima|goed|best) leven|meer dan (?:blij|tevreden)|instemming`,
			},
			plAt: {
				`(?:ma|masz|maja) (?:\S+ ){0,3}racje|(?:ciesz\S+ sie|zachwycon\S+|zgadzam sie|chetnie|najwyzszy czas|z przyjemnoscia)`,
				`(?:zajmuje sie|sie (?:tym )?zajmuje|prowadzi (?:pan|pani|moj|moja)|decyduje|zdecyduje)|jak (?:pani|pan|panstwo) (?:mowi|uwaza|chce)`,
				`jak (?:mowisz|uwazasz|chcesz)|^<1> (?:smialo|prosze bardzo)|mowil\S+ do|(?:bylo|byla|byl) do moj\S+`,
				`potrzebuj\S+ <3> (?:tygodn\S+|dni|czasu|miesi\S+)|wliczon\S+|potrzebujemy tego|wyjezdzamy <3> i wracamy|wynosi (?:[^ ]+ )?[0-9]+|to byly`,
				`widze <2> tak samo|wydaje mi sie (?:sluszn\S+|rozsadn\S+|dobr\S+)|(?:mi|nam|wszystkim) <3> odpowiada|odpowiada (?:mi|nam)`,
				`(?:brzmi|brzmia|wydaje sie|to jest) <3> (?:rozsadn\S+|sluszn\S+|sensown\S+|idealn\S+|doskonal\S+|swietn\S+|przekonuj\S+|uzasadnion\S+)`,
				`przekonal\S+|mi pasuje|nam pasuje|wiecej niz zadowolon\S+|aprobat\S+`,
			},
		})
	})
	// backEither is what does so with a negation or without one.
	backEither = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
		return backPatterns([plAt + 1][]string{
			enAt: {
				`welcome to|(?:one|matter|question) for (?:the|my|our)|supposed to be|ought to be|should be <2> (?:done|gone|\d+|thirty|twenty|forty|fifty|ten)`,
				`(?:should|ought to) have been|spel(?:t|ls?|led)|misspel\S+|typo`,
				`(?:figure|number|address|amount|total|date|spelling) <4> (?:changed|out of date|outdated|different|missing|moved)|only <4> in mind`,
				`in mind <2> only|(?:shouting|calling|yelling|talking|speaking) (?:at|to) (?:the|my|our)|(?:pity|shame) to`,
				`(?:message|mail|text|email) <3> (?:arrived|came|empty|garbled|cut)|leave <1> (?:that|it|this) <2> (?:in your|to you|with you|up to)`,
				`give me (?:until|till|a|some)|(?:once|when|as soon as) i(?:'ve| have)`,
				`(?:son|daughter|husband|wife|brother|sister|boss|secretary|accountant|lawyer|partner|treasurer) <1> (?:deals?|handles?|settles?|signs?|manages?|runs|decides?|looks after|sees to) <2> (?:everything|all|things|matters|that|this|it|these|those|such)`,
				`is the one who|has the (?:last|final) say|not a thing|(?:find|found|with) no fault|(?:stand|stands|standing) in the way|so (?:certain|sure)`,
				`couldn't (?:tell|say)|can't (?:tell|say)|(?:hoping|hoped|waiting|longing|wishing|asking|praying) for|exactly what (?:we|i)|what we (?:wanted|agreed)`,
				`count me in|on board|with you on`,
				`(?:treasurer|lawyer|solicitor|accountant|board|committee|landlord|boss|manager|council|doctor|adviser|bookkeeper) <2> (?:has to|have to|must|should|needs to|decides?|be consulted|be asked)`,
				`(?:be consulted|be asked|last word|final word|final say|last say)|not (?:mine|my place|my business) to|isn't (?:mine|up to me)`,
				`(?:mixed|muddled|got) <2> (?:up|confused)|confus(?:ed|ing) (?:the|me|him|her)`,
				`(?:date|day|time|name|price|sum) <4> (?:a week|a day|out|off|isn't right|not right)`,
				`(?:page|half|part|rest|end|line)s? <2> (?:was|were|is|are)? ?(?:missing|illegible|blurred|blank|cut)|foggiest|faintest|not the slightest idea`,
				`what (?:this|that|it) is about|come back to me|ask me again|get back to (?:me|you)|i'll have made up|make up my mind|weigh <2> up|mull`,
				`no <1> reason|couldn't be more|(?:sum|amount|price|figure|total|date) <1> (?:is|was|comes?|dates?) from|hold it back|put it (?:aside|by|off)`,
				`yet to (?:read|see|look|check)|(?:has|have|must) to agree|must agree`,
			},
			itAt: {
				`(?:benedizione|carta bianca|indecis\S|peccato (?:lasciar\S*|perder\S*|rinunciar\S*)|va benissimo|mi sta bene|ci sta bene)|non (?:mi |ci )?cambia`,
				`(?:doveva|dovevano|dovrebbero|dovrebbe) essere|si scrive`,
				`(?:cifra|indirizzo|l'indirizzo|numero|importo|l'importo|data) <4> (?:vecchi\S|cambiat\S|superat\S|divers\S)|andava fatto|gia fatto da tempo`,
				`da (?:molto|tanto) tempo|dormir\S* <2> sopra|conviene aspettare|dammi tempo|mi dia tempo|quando (?:saro|avro)|restare <1> fino a|restare <2> fino`,
				`(?:deve|devono) (?:deciderlo|decidere|dirlo|valutare)`,
				`(?:figlio|figlia|marito|moglie|commercialista|capo|segretaria) (?:gestisce|decide|si occupa|segue|firma|cura|sbriga)`,
				`e \S+ che (?:firma|decide|gestisce|segue|si)|chiedere a me|pensavo (?:solo|soltanto|solamente)|(?:stavo )?chiamando i`,
				`messaggio <3> (?:meta|vuoto|tagliato|incompleto)|(?:offerta|un'offerta|occasione|un'occasione) <2> (?:non torna|non si ripete|cosi)`,
				`nulla lo impedisce|niente da (?:ridire|obiettare|aggiungere)|darmi (?:noia|fastidio)|(?:mai stat\S) cosi|niente di (?:piu|meglio)`,
				`saprei (?:dire|dirglielo|dirlo)|(?:speravamo|speravo|aspettavamo|aspettavo|desideravamo)|proprio quello che|mi rimetto|ci rimettiamo`,
				`niente lo (?:vieta|impedisce)|(?:bisogna|occorre|si deve) (?:consultare|sentire|chiedere)|ultima parola|l'ultima parola|non (?:spetta|tocca) a me`,
				`confus[oa] (?:le|i|la|il)|scambiat\S (?:le|i|la|il)|spostat\S di|manca\S* <2> (?:pagina|meta|fine|parte)|pallida idea|di cosa si tratt\S|torni da me`,
				`avro (?:preso|deciso)|prendero|soltanto quello|solo quello che|avro deciso|(?:alcun\S*|nessun\S*) <1> (?:ragione|motivo)|nel giusto`,
				`(?:somma|prezzo|importo|cifra|data) <1> (?:viene|risale)|(?:tenga|tieni|metta|metti)\S* <1> da parte|devo (?:ancora|prima)|sempre che`,
				`deve essere d'accordo`,
			},
			esAt: {
				`(?:bendicion|carta blanca|me da igual|nos da igual|exactamente igual|indecis\S|pena (?:dejar\S*|perder\S*)|almohada)`,
				`veo <2> (?:igual que|como) (?:usted|tu)|nada lo impide|(?:tenia\S*|debia\S*|iban a|deberian) (?:que )?ser|se escribe`,
				`(?:cifra|direccion|numero|importe|fecha) <4> (?:anticuad\S|cambio|ha cambiado|antigu\S|vieja|viejo)`,
				`(?:tendria|deberia)\S* (?:que )?(?:estar|haber\S*)|(?:conviene|convendria) (?:tener|esperar|hablar)|poco de paciencia|dame hasta|deme hasta`,
				`(?:le|te) dire cuando|quedarse <1> hasta|(?:tiene que|debe) (?:resolverlo|decidirlo|decidir|verlo)`,
				`(?:hijo|hija|marido|mujer|contable|jefe|gestor) (?:gestiona|decide|se ocupa|lleva|firma|resuelve)|es \S+ quien|consultarme|preguntarme`,
				`pensaba (?:solo|solamente|en las|en los)|llamando a los|mensaje <3> (?:medias|vacio|cortado|incompleto)|(?:oferta|ocasion) asi no|molestarme`,
				`molestar (?:de|en)|tan segur\S|pedir nada|sabria decir\S*|siempre que|nada que objetar|(?:esperabamos|esperaba|deseabamos|queriamos)|justo lo que`,
				`en sus manos|en tus manos|nada lo (?:prohibe|impide)|(?:hay que|habria que|toca|convendria) (?:consultar|preguntar|hablar)|ultima palabra`,
				`no me toca a mi|no depende de mi|confundid[oa]|ha mezclado|adelantad[oa]|atrasad[oa]|falta\S* <2> (?:pagina|mitad|final|parte)`,
				`(?:menor|remota|minima|ni) idea|de que se trata|vuelva a|vuelve a preguntar\S*|habre (?:tomado|decidido)|solamente lo|solo lo que`,
				`ningun\S* (?:razon|motivo) (?:\S+ )?para|en lo cierto|me alegraria|(?:suma|precio|cifra|fecha) <1> (?:viene|es del?)|(?:guard|deje|deja)\S* (?:aparte|apartado)`,
				`(?:todavia|aun) tengo que|tengo que (?:leerlo|mirarlo|verlo)|siempre y cuando|dar su conformidad`,
			},
			frAt: {
				`(?:benediction|carte blanche|egal|indecise?|dommage de|bete de|impossible de (?:dire|savoir))|(?:vois|voyons) <3> (?:les choses )?comme (?:vous|toi)`,
				`(?:s'agissait|devait|devaient|etait question|aurait du|auraient du|fallait) <3> (?:de|etre|plutot|\d+|trente|vingt)|s'ecrit`,
				`(?:chiffre|adresse|l'adresse|numero|montant|total|date) <5> (?:perime\S?|change|vieux|ancien\S*)|(?:dormir|reflechir) (?:la-dessus|dessus)`,
				`vaut mieux (?:patienter|attendre)|quand j'aurai|des que j'|rester <3> jusqu'a|-moi jusqu'a|(?:au|a la) (?:comptable|notaire|patronne?|chef) de`,
				`(?:fils|fille|mari|femme|frere|soeur|comptable|patron) (?:gere|s'occupe|decide|tranche|regle|signe)`,
				`c'est \S+ qui (?:signe|decide|gere|regle|tranche|s'en)|pensais (?:seulement|juste|qu'aux)|j'appelais`,
				`(?:message|mail) <3> (?:arrive|vide|coupe|tronque)|(?:offre|occasion|chance) <3> (?:jamais|pareille)|rejouis\S+`,
				`(?:ne|n'y) <3> (?:rien a y|redire|gener|deranger)|aussi sure?|pu rever|saurais (?:pas )?(?:vous|te|dire)|depuis longtemps que`,
				`longtemps que (?:cela|ca)|me gener|gener|convainc\S+|convaincue?s?|(?:esperions|esperais|attendions|souhaitions)|exactement ce que`,
				`remets <2> (?:a|entierement)|m'en remets|(?:rien|personne) (?:ne )?(?:l'empeche|l'interdit|s'y oppose)`,
				`(?:consulter|interroger|demander a|voir avec) <1> (?:notre|mon|ma|le|la|l'\S+)|dernier mot|pas a moi de|ne depend pas de moi|confondue?s?|inversee?s?`,
				`melangee?s?|decalee?s?|(?:manquait|manquaient|manque) <2> (?:page|moitie|fin|partie)|(?:idee|aucune idee) de|de quoi il s'agit|revenez vers`,
				`redemand\S+|aurai pris|uniquement ce|que ce qui|(?:aucune|pas de) <1> raison|dans le vrai`,
				`(?:somme|montant|prix|chiffre|date) <1> (?:vient|date|provient) de|(?:garde|gardez|mets|mettez)-le <4> (?:cote|jours)|dois (?:encore|d'abord)`,
				`donner son accord|doit <1> donner`,
			},
			deAt: {
				`(?:segen|freie hand|von mir aus|meinetwegen|in ordnung|einverstanden|hin und hergerissen|unschlussig|unentschlossen|jammerschade|schade um)`,
				`hat <2> hand und fuss|sollte\S* <3> (?:dreissig|zwanzig|vierzig|funfzig|zehn|eigentlich|\d+)|schreibt sich|geschrieben wird`,
				`(?:zahl|adresse|nummer|betrag|anschrift|summe|datum) <5> (?:veraltet|geandert|alt|anders)|(?:nacht|nachte) daruber|daruber schlafen|hat <1> zeit`,
				`bis ende|gib mir|geben sie mir|sobald ich`,
				`(?:soll|muss|klart|prueft|pruft) <2> (?:der|die|mein\S*|unser\S*) (?:steuerberater\S*|anwalt\S*|chef\S*|sohn|tochter|mann|frau|vorstand)`,
				`nur an (?:die|den|das)|dachte nur|nur <2> gedacht|(?:rufe|rief|gerufen|gemeint|geschimpft) <2> (?:kinder|hund|mann|frau)|kinder <1> gerufen`,
				`(?:nachricht|mail) <4> (?:halb|leer|abgeschnitten|unvollstandig|zerstuckelt)|nie wieder <2> (?:so|kriegen|bekommen|wieder)|kriegen wir nie`,
				`bekommen wir nie|(?:nicht|nichts) <3> (?:geringste|rutteln|hinzuzufugen|entgegen|wunschen konnen|einzuwenden)|nichts <1> ein`,
				`(?:schoneres|besseres) <4> nicht|musst ihr mich nicht fragen|mich nicht (?:zu )?fragen|besten willen nicht (?:sagen|beantworten)|nicht sagen`,
				`hergerissen|was dagegen spricht|spricht dagegen|darauf <4> (?:gehofft|gewartet)|gehofft|gern(?:e)? dabei|spricht nichts|recht so|uberlasse`,
				`uberlassen wir|anheim`,
				`(?:kassierer|anwalt|vorstand|chef|vermieter|steuerberater|buchhalter|ausschuss|rat|arzt)\S* <3> (?:gehort|gefragt|gefragt werden|zustimmen|entscheiden|fragen|klaren|mitreden)`,
				`letzte wort|nicht meine sache|nicht an mir|(?:verwechselt|vertauscht|verrutscht|verdreht|durcheinander)`,
				`(?:fehlt|fehlte|fehlen|fehlten) <4> (?:seite|halfte|teil|ende|zeile|anfang)|keinen schimmer|keinen blassen|worum es geht|auf mich zu`,
				`frag mich <3> (?:noch|wieder|spater)|bis \S+ habe ich mich entschieden|mich entscheiden|entscheide mich|nur was|kein\S* <2> grund|richtig liegst`,
				`liegst du <2> richtig|zustimmen|(?:summe|betrag|preis|zahl|datum) <1> (?:stammt|kommt|ist noch) |halt\S* es <2> (?:noch|zuruck)`,
				`leg\S* es <2> (?:beiseite|zuruck|weg)|muss <3> (?:erst|noch) <3> (?:lesen|ansehen|anschauen|prufen)`,
			},
			ptAt: {
				`(?:bencao|carta branca|indiferente|indecis\S|pena (?:deixar|perder))|nada o impede|(?:deviam|devia|tinham de|tinha de|era para) (?:ser|estar)`,
				`escreve-se|se escreve|(?:valor|morada|endereco|numero|montante|data) <4> (?:antig\S|mudou|desatualizad\S|velh\S)|feito ha muito|ha muito tempo`,
				`dormir sobre|convem (?:ter|esperar)|convinha|pouco de paciencia|(?:de|da)-me (?:ate|tempo)|ficar <1> ate|digo-lhe quando|contabilista`,
				`(?:filho|filha|marido|mulher|chefe|contador) (?:gere|decide|trata|cuida|assina|resolve)|e o \S+ quem|quem assina|me perguntar|escusa de`,
				`pensava (?:apenas|so|nas|nos)|a chamar os|mensagem <3> (?:meio|metade|vazia|cortada|incompleta)|proposta (?:destas|assim)|nao volta mais|perturbar`,
				`tao segur\S|pedir nada|saberia dizer|desde que (?:eles|elas|nao)|contanto|nada a apontar|(?:esperavamos|esperava|desejavamos|queriamos) *$`,
				`exatamente o que|nas suas maos|nas tuas maos|entrego-me|nada o (?:proibe|impede)|(?:e preciso|ha que|convem) (?:consultar|perguntar|falar)`,
				`ultima palavra|nao me cabe|nao depende de mim|confundiu|confundiste|trocou (?:as|os|o|a)|adiantad[oa]|atrasad[oa]`,
				`falta\S* <2> (?:pagina|metade|fim|parte)|(?:menor|minima|a) ideia|do que se trata|volte a|volta a perguntar|terei (?:tomado|decidido)|somente o que`,
				`so o que|apenas o que|nenhum\S* (?:razao|motivo) (?:\S+ )?para|certissim\S|(?:soma|preco|valor|data) <1> (?:vem|e da|e do)|guarde-\S <1> de lado`,
				`(?:ainda|primeiro) tenho de|tenho de o ler|tem de concordar|unicamente`,
			},
			nlAt: {
				`(?:zegen|vrije hand|maakt (?:mij|me|ons) <2> (?:niets|niet) uit|besluiteloos|zonde (?:zijn )?(?:dit|om|dat))|in de weg staat|staat <2> in de weg`,
				`(?:moesten|moest|hoorden|zouden) <2> (?:er )?(?:dertig|twintig|\d+|zijn)|schrijf je|schrijft u`,
				`(?:cijfer|adres|nummer|bedrag|datum) <5> (?:verouderd|veranderd|oud|anders)|allang <2> (?:moeten|moest|gebeurd)|nachtje|slapen`,
				`houden het (?:nog )?(?:even )?aan|geef me|blijven tot|zodra ik|boekhouder`,
				`(?:zoon|dochter|man|vrouw|chef|baas) (?:handelt|regelt|beslist|doet|tekent)|degene die|vragen aan mij|mij niet te vragen|dacht (?:alleen|enkel)|riep de`,
				`bericht <4> (?:half|leeg|afgekapt)|(?:aanbod|kans) <2> (?:komt|nooit)|valt <4> aan te merken|niets <3> aan te merken|me <2> (?:zou )?storen`,
				`zo zeker|niet kunnen wensen|niet kunnen zeggen|twijfel|(?:hoopten|hoopte|wachtten)|precies waar|precies wat`,
				`(?:laat|laten) <3> aan (?:u|jou|je|jullie)|niets dat <2> (?:verbiedt|belet)|geraadpleegd|laatste woord|niet aan mij|verwisseld|verward`,
				`(?:bladzijde|helft|deel|einde) (?:ontbrak|ontbreekt|ontbraken)|flauw idee|geen idee|waar het over gaat|kom <5> terug|vraag <4> opnieuw`,
				`donderdag heb ik <1> besluit|neem ik een besluit|alleen wat|geen <1> reden|zit u <2> (?:goed|juist)|instemmen|(?:som|prijs|bedrag|datum) komt van`,
				`(?:hou|houd|leg) het <4> (?:achter|apart|opzij)|moet het (?:nog|eerst)|enkel voor|op voorwaarde`,
			},
			plAt: {
				`(?:blogoslawienstw\S*|wolna reke|obojetne|wszystko jedno|szkoda by|waham sie|sie waham|niezdecydowan\S+)|na przeszkodzie|przyczepic`,
				`(?:mialo|mialy|powinno|powinny) (?:byc|bylo)|pisze sie|sie pisze|(?:kwota|adres|numer|data|cena) <4> (?:nieaktualn\S+|zmienil\S*|star[ya])`,
				`dawno powinno|przespac|wstrzymac|poczekac|czas do|gdy bede|jak bede|zostac do|ksiegow[aye]`,
				`(?:syn|corka|maz|zona|szef) (?:zalatwia|decyduje|zajmuje|prowadzi|podpisuje)|to \S+ podpisuje|mnie pytac|rozstrzyg\S+|mialam na mysli|mialem na mysli`,
				`wolal\S+ (?:dzieci|psa)|wiadomosc <4> (?:polowie|pusta|urwana)|oferta <2> (?:nie|juz)|cieszymy|mi w tym przeszkadzac|tak pewn\S+|niczego tak`,
				`piekniejszego|nie umiem (?:powiedziec|odpowiedziec)|o ile\b|(?:liczylismy|liczylam|liczylem|czekalismy|mielismy nadzieje)`,
				`zdaje sie (?:w tym )?(?:\S+ )?na|nic tego nie (?:zabrania|wyklucza)|zasiegnac|(?:trzeba|nalezy) (?:zapytac|spytac|skonsultowac)|ostatnie slowo`,
				`nie do mnie nalezy|pomylil\S+|zamienil\S+ (?:obie|dwie)|przesuniet\S+|brakowalo <1> (?:strony|polowy|konca)|brakuje (?:drugiej|polowy|strony)`,
				`zielonego pojecia|pojecia|o co chodzi|prosze wrocic|wrocic do mnie|podejme decyzje|wylacznie to|tylko to co|zadnego powodu|w sedno`,
				`(?:suma|cena|kwota|data) <1> (?:jest )?z|(?:prosze )?to odlozyc|odloz to|muszę? to (?:jeszcze|najpierw)|musze to|pod warunkiem|musi sie zgodzic`,
			},
		})
	})
	// endsIt is what speaks for ending, throwing away or declining something.
	endsIt = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
		return backPatterns([plAt + 1][]string{
			enAt: {
				`(?:nobody|no one|never|not|haven't|hasn't|don't|doesn't|didn't|won't|aren't|isn't|no) <8> (?:any ?more|any longer|since|use for|worth|asked for|need those|fixed|wear|care)`,
				`(?:useless|waste|nuisance|broken|closed|shut|clutter|ancient|outdated|rude|flooded|boring|annoying|complain\S*)`,
				`(?:bores?|costs? (?:us|me)? ?(?:a fortune|too much)|moved to|moved away|raised|had enough of|copies of|in bed|a fortune)`,
				`(?:needs a nudge|forgets|owes)`,
			},
			itAt: {
				`(?:nessuno|non|mai|piu) <4> (?:serve|servono|usa|usiamo|legge|vado|valgono|funziona|va piu)`,
				`(?:soldi buttati|inutil\S|rott[aeo]|chius[oa]|spreco|ingombr\S+|annoia\S*|vecchi\S ormai|copia di tutto|copie di tutto)`,
			},
			esAt: {
				`(?:nadie|no|nunca|ya) <4> (?:sirven?|usa|usamos|lee|voy|valen|funciona)`,
				`(?:tirar el dinero|inutil\S*|rot[oa]s?|cerr[oa]|estorb\S+|aburr\S+|copia de tod[oa]s?|copias de tod[oa]s?)`,
				`a nadie <2> sirve\S*`,
				`alli no hay|tirar el dinero`,
			},
			frAt: {
				`(?:personne|ne|n'\S+|plus|jamais) <4> (?:plus|sert|servent|utilise|lit|va jamais|valent)`,
				`(?:argent jete|inutil\S*|en panne|ferme|casse\S?|encombr\S+|ennui\S+|m'ennui\S+|en double|la place)`,
				`il n'y a pas de salle`,
				`l'argent jete`,
			},
			deAt: {
				`(?:niemand|kein\S*|nie|nicht) <5> (?:mehr|braucht|wert|gebraucht|liest)`,
				`(?:braucht|liest|nutzt|interessiert) <3> (?:kein\S*|niemand)`,
				`(?:fenster hinaus\S*|zugemacht|geschlossen|kaputt|hinuber|gezogen|umgezogen|langweil\S+|uberflussig|nutzlos|noch einmal auf|doppelt|erscheint nicht|seit <4> nicht mehr)`,
			},
			ptAt: {
				`(?:ninguem|nao|nunca|ja) <4> (?:precisa|serve|servem|usa|usamos|le|vou|valem|funciona)`,
				`(?:dinheiro (?:fora|a rua)|deitar dinheiro|inutil\S*|avariad\S+|fechou|fechad\S|atrapalh\S+|aborrec\S+|copia de tod\S*|copias de tod\S*|moramos em)`,
			},
			nlAt: {
				`(?:niemand|niet|nooit|geen) <4> (?:meer|nodig|geweest|gebruikt|leest|waard)`,
				`(?:over de balk|gesloten|stuk|kapot|nutteloos|in de weg|vervel\S+|dubbel op|staat dubbel|wonen in|rommel)`,
			},
			plAt: {
				`(?:nikt|nikomu|nie|nigdy) <4> (?:sluz\S+|uzywa\S*|czyta\S*|chodze|chodzimy|potrzebuje|dziala\S*)`,
				`(?:w bloto|zepsut\S+|zamkn\S+|zbedn\S+|przeszkadzaj\S+|nudz\S+|maja kopie|kopie na|mieszkamy w)`,
			},
		})
	})
)
