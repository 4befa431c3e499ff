package reply

import (
	"slices"
	"strings"
)

// letterWords are what people of one language end letters with, in whole sentences that have words of doubt or waiting in
// them ("let me know if you need anything else", "resto in attesa"): that only as they stand. What waits, offers or thanks is
// news, which stands beside a strong yes or a no. They are written as
// frames are: "/" parts words of which one stands there, and one with "?" may be left out. The comma of one may stand there.
func letterEnds() []map[class][]string {
	return []map[class][]string{
		{ // English
			news:    {"please? let me know if you/there need/require/is anything else/further/more from? me/us?", "please? let me know if you have any further? questions", "should/if you have any further? questions , please? let me/us know", "should/if you have any further? questions please? let me/us know", "please? don't hesitate to contact/call/email/write me/us?", "please? do not hesitate to contact/call/email/write me/us?", "please? do not hesitate to contact/call me/us if you have any questions", "please? don't hesitate to get in touch", "please? do not hesitate to get in touch", "please? feel free to contact/call/email me/us with any questions", "please? feel free to contact/call/email me/us if you have any questions", "i/we remain at your disposal", "looking forward to it/this", "i/we? look/looking forward to hearing from you soon?", "i am/remain at your disposal", "happy to help if needed", "any questions just? give me a call/shout", "hope that/this helps", "thank you for your attention/help/time/assistance/cooperation", "thanks for your attention/help/time/assistance/cooperation"},
			closing: {"have a great/good/nice/lovely/wonderful day/evening/weekend/week/one ahead/everyone/all?", "have a good/great/nice/lovely rest of your/the day/week/weekend", "enjoy your/the weekend/evening/day", "with every good wish", "thanks ever so much", "thank you ever so much", "stay safe", "yours in haste", "thanking you in advance", "best wishes to all/everyone", "with thanks and best/kind wishes/regards", "with best/warm/good wishes", "with many thanks"},
		},
		{ // Italian
			news:    {"resto/restiamo/rimango/rimaniamo in attesa", "resto/restiamo/rimango/rimaniamo in attesa di un? vostro/suo/tuo? cenno/riscontro", "in attesa di un? vostro/suo/tuo/cortese? cenno/riscontro", "resto/restiamo/rimango/rimaniamo/sono/siamo a vostra/sua/tua/completa? disposizione", "resto/restiamo/rimango/rimaniamo/sono/siamo a disposizione per qualsiasi/ogni/eventuali/ulteriori chiarimento/chiarimenti/informazione/informazioni/dubbio/necessità", "per qualsiasi/ogni dubbio/chiarimento/domanda/necessità ,? sono/resto/rimango a disposizione", "grazie della/per la collaborazione/disponibilità/attenzione", "grazie per l'attenzione"},
			closing: {"saluti/abbracci a tutti/tutte", "con osservanza", "sentiti ringraziamenti", "buona giornata/serata/settimana/domenica a tutti/tutte/voi", "ringrazio/ringraziamo/ringraziando/ringraziandovi/ringraziandola anticipatamente", "la/vi/ti ringrazio/ringraziamo anticipatamente?", "colgo l'occasione per porgere/inviare/porgervi/porgerle cordiali/distinti/i? migliori? saluti", "porgo/porgiamo cordiali/distinti saluti", "buon proseguimento di? giornata?", "buon lavoro a tutti?", "buon fine settimana", "un caro/cordiale saluto a tutti/voi", "con l'occasione porgo cordiali/distinti saluti"},
		},
		{ // Spanish
			news:    {"quedo/quedamos al pendiente", "quedo/quedamos atento/atenta/atentos/atentas", "quedo/quedamos a la espera", "quedo/quedamos a la espera de sus/su/tus/tu/vuestras noticias/respuesta", "quedo/quedamos a su/tu/vuestra entera? disposición", "quedo/quedamos a sus/tus órdenes", "quedo/quedamos a la orden", "cualquier duda/consulta/cosa ,? quedo/quedamos/estoy a la orden/disposición", "cualquier cosa/duda ,? me/nos avisan/avisas/avisa/dicen/dices", "sin nada más que agregar", "estamos/quedamos en contacto", "agradezco/agradecemos su/tu/la atención/ayuda/gestión", "agradezco/agradecemos de antemano su/tu/la atención/ayuda/gestión", "gracias por su/tu/la atención/gestión/ayuda/colaboración", "quedo a su disposición para cualquier aclaración/duda"},
			closing: {"saludos/abrazos cordiales/afectuosos", "un fuerte? abrazo", "abrazos", "feliz día/tarde/noche/semana", "muchas gracias y saludos", "gracias por todo y un saludo", "que estén/estés/esté bien", "bendiciones", "hasta luego/pronto", "con un cordial saludo", "buen fin de semana", "sin otro particular", "sin más por el momento", "sin más", "le/les/te saluda/saludo muy? atentamente", "muy atentamente", "gracias de antemano", "de antemano muchas? gracias", "que tenga/tengan/tengas un? buen/excelente/lindo/bonito día", "un saludo a todos/todas", "cordialmente"},
		},
		{ // French
			news:    {"je reste/demeure à votre/ta entière? disposition", "je reste/demeure à votre/ta disposition pour tout/toute complément/question/renseignement", "restant à votre/ta entière? disposition", "dans l'attente de votre/ton retour/réponse", "dans l'attente de vous/te lire", "n'hésitez pas à me/nous contacter/appeler/solliciter/écrire", "n'hésite pas à me/nous contacter/appeler/solliciter/écrire", "n'hésitez/n'hésite pas si vous/tu avez/as des/une questions/question", "n'hésitez/n'hésite pas en cas de question/questions/besoin", "merci de/pour votre/ton retour/suivi/aide/attention", "merci pour le suivi"},
			closing: {"belle/bonne soirée/journée/semaine à tous/vous/toutes/toi?", "à très vite/bientôt", "bonne fin de journée à vous/tous/toi", "amicales salutations", "avec mes/nos meilleurs? remerciements", "en vous/te remerciant par/d'? avance?", "en vous/te remerciant d'avance", "je vous/te souhaite une bonne/belle/excellente journée/soirée", "bonne fin de semaine", "au plaisir de? vous? lire?", "au plaisir", "sincèrement vôtre", "je vous prie d'agréer", "je vous prie d'agréer mes salutations/sentiments distinguées/distingués", "mes salutations distinguées/respectueuses"},
		},
		{ // German
			news:    {"ich stehe für/bei rückfragen gerne/gern/jederzeit? zur verfügung", "für/bei rückfragen/fragen stehe ich ihnen/euch/dir? gerne/gern/jederzeit? zur verfügung", "bei/für rückfragen/fragen melden sie sich gerne/gern/bitte/einfach/jederzeit? bei? mir?", "bei rückfragen/fragen melde dich gerne/gern/bitte/einfach/jederzeit? bei? mir?", "bei rückfragen/fragen gerne/gern/einfach melden", "bei rückfragen/fragen bin ich erreichbar", "bei rückfragen/fragen gerne/gern an mich", "ich stehe ihnen/euch/dir gerne/gern/jederzeit? zur verfügung", "ich freue mich auf ihre/deine/eure rückmeldung/antwort", "vielen/besten/herzlichen dank für ihre/deine/eure/die mühe/hilfe/unterstützung/info/information/nachricht", "danke für die info/information/nachricht/rückfrage/mühe"},
			closing: {"schönen feierabend/abend/sonntag", "gutes gelingen", "frohes schaffen", "bleiben sie gesund", "bleibt gesund", "alles gute", "vg/lg/mfg und schönes/schönen we/wochenende/tag", "liebe/viele/beste grüße aus dem urlaub/büro/homeoffice", "ich verbleibe mit freundlichen/besten grüßen", "hochachtungsvoll", "mit bestem/herzlichem/vielem dank", "vielen/besten/herzlichen dank im voraus", "einen? schönen/guten tag noch", "noch einen? schönen/guten tag/abend", "herzlichst", "gruß/grüße in die runde", "besten/vielen dank und viele/beste/schöne/liebe? gruß/grüße", "liebe/viele/beste/schöne grüße an alle", "mit freundlichem/bestem/herzlichem gruß", "beste/viele/liebe grüße und einen schönen/guten tag", "herzlicher/freundlicher/lieber gruß"},
		},
		{ // Portuguese
			news:    {"fico/ficamos a aguardar", "fico/ficamos no aguardo", "aguardo/aguardamos retorno", "fico/ficamos à sua/vossa/tua? disposição", "fico/ficamos ao dispor", "estou/estamos à sua/vossa/tua? disposição", "à sua/vossa? disposição", "ao seu/vosso? dispor", "qualquer dúvida/questão/coisa ,? estou/fico/estamos à disposição", "qualquer dúvida/questão/coisa ,? estou/fico/estamos ao dispor", "qualquer dúvida/coisa ,? é só falar/dizer/chamar/avisar", "agradeço/agradecemos a sua/vossa? atenção/colaboração/ajuda/compreensão", "obrigado/obrigada pela/pelo sua/vossa/seu/vosso? atenção/colaboração/ajuda/apoio/compreensão", "grato/grata pela atenção/colaboração/compreensão"},
			closing: {"um bom dia/fim-de-semana para todos/todas/si", "bom descanso", "até já/breve/logo", "obrigado/obrigada e até já/breve/logo", "tudo de bom", "com estima", "sem outro/mais assunto de momento", "sem mais", "sem mais de/para o? momento", "desde já agradeço/agradecemos/grato/grata/obrigado/obrigada", "agradeço/agradecemos desde já", "bom fim de semana", "bom resto de semana/dia/tarde", "continuação de bom/boa um? dia/tarde/semana/trabalho", "um abraço a todos/todas", "subscrevo-me", "votos de bom trabalho/dia", "votos de boa semana/continuação", "att", "atenciosamente", "os meus/nossos melhores cumprimentos"},
		},
		{ // Dutch
			news:    {"ik/wij/we hoor/horen het graag", "ik/wij/we hoor/horen graag van u/je/jullie", "in afwachting van uw/je/jullie reactie/antwoord/bericht", "bij/voor vragen hoor ik het graag", "mocht u/je/jullie nog? vragen hebben ,? dan hoor ik het/dat graag", "bedankt/dank voor de/je/uw/jullie moeite/hulp/bericht/mail/medewerking/aandacht", "hopende u/je hiermee voldoende te hebben geïnformeerd", "voor vragen ben ik altijd? bereikbaar", "ik sta tot uw/je beschikking"},
			closing: {"met dank", "fijne/prettige/goede dag/avond/middag allemaal/iedereen/verder?", "tot snel/gauw/ziens", "bij voorbaat hartelijk? dank", "alvast hartelijk? bedankt/dank", "nog een? fijne/prettige/goede dag/avond/middag", "fijne/prettige dag verder/nog", "groet/groeten/groetjes aan allen/iedereen", "groeten/groet/groetjes en bedankt/dank", "dank/bedankt en vriendelijke/hartelijke? groet/groeten", "met de meeste hoogachting"},
		},
		{ // Polish
			news:    {"pozostaję/pozostajemy do pana/pani/państwa/twojej? dyspozycji", "w razie pytań proszę/prosimy o kontakt", "w razie pytań pozostaję/pozostajemy do dyspozycji", "w razie pytań jestem/jesteśmy do dyspozycji", "czekam/czekamy na odpowiedź", "dziękuję/dziękujemy/dzięki za pomoc/zaangażowanie/współpracę/uwagę/wiadomość/kontakt"},
			closing: {"wszystkiego dobrego", "serdeczności", "z góry bardzo? dziękuję/dziękujemy/dzięki", "życzę/życzymy miłego/dobrego/udanego dnia/weekendu/popołudnia/wieczoru/tygodnia", "miłego/dobrego/udanego/spokojnego dnia/weekendu/popołudnia/wieczoru/tygodnia", "do usłyszenia/zobaczenia/miłego", "pozdrowienia dla wszystkich", "pozdrawiam/pozdrawiamy wszystkich/państwa", "łączę/łączymy wyrazy szacunku/pozdrowienia", "kłaniam się nisko?"},
		},
	}
}

// letterWords are short answers with a word of doubt in them, none as they stand, in the languages in order: each a yes, that
// nothing hinders, or a no.
func letterWords() []map[class][]string {
	return []map[class][]string{
		{noStrong: {"not this time", "not on this occasion"}},
		{noStrong: {"per questa volta no", "questa volta no", "no assoluto"}},
		{noStrong: {"por? esta vez no"}},
		{yesStrong: {"mais oui bien? sûr? merci?"}, noStrong: {"pas cette fois", "pas cette fois-ci"}},
		{yesWeak: {"eh gern/gerne/ok/gut", "ja/jo/jou? mach/buch/bestell/zahl/schick/ruf/nimm/meld/lösch ma"}, noStrong: {"diesmal nicht", "dieses mal nicht", "davon sehe/sehen ich/wir ab", "da mache ich nicht mit"}},
		{noStrong: {"desta/dessa vez não", "não dou a? minha? aprovação/autorização"}},
		{unopposed: {"geen enkel bezwaar", "geen enkel bezwaar van mij/ons"}, noStrong: {"deze keer niet"}, yesWeak: {"jaja/toppie/topper bestel/bel/boek/stuur/doe/meld/betaal/regel/zet/neem maar hoor?", "ça va doe/bestel/boek/stuur/betaal maar"}},
		{unopposed: {"nie wnoszę/wnosimy/zgłaszam/zgłaszamy zastrzeżeń"}, noStrong: {"tym razem nie"}},
	}
}

// letters is what people say in letters and in chats that are over with a word: the consents and refusals of offices, and
// the short ones of the street, in the languages in order.
func letters() []sentences {
	return []sentences{
		{ // English
			say: map[class][]string{
				yesStrong: {"(you've|you have) [got] the go-ahead [<side>]", "(fully|entirely|completely) agreed", "agreed in full", "(you|they) have the green light [<side>]", "(i|we) give [(you|this|it)] the green light [<side>]", "cleared to (proceed|go ahead)", "[please] [(proceed|go ahead)] [(to|and)] do the needful"},
				yesToo:    {"(that|it) would be [most|very|so] (kind|helpful)", "i should say so"},
				yesWeak:   {"you may [do so]", "(i'm|i am|we're|we are) [fully|entirely] in agreement", "(that's|thats) grand", "all right then", "(it|this|that) (gets|has) my vote"},
				unopposed: {"no (objection|objections) here"},
				noStrong:  {"(i'm|i am|we're|we are) not (comfortable|happy) (approving|with|authorising|authorizing) (it|this|that)", "(approval|consent|permission) is not (given|granted)", "(i'm|i am|we're|we are) saying no", "[it's|its|it is|that's|thats|this is] out of the question [<side>]", "(i|we) withhold (my|our) (approval|consent|agreement)", "thumbs down [<side>]", "(i'd|i would|we'd|we would) (rather|prefer) [that] you (did not|didn't|do not|don't)", "(approval|consent|permission) (refused|withheld|declined)", "no green light [<side>]"},
				apology:   {"(i|we) regret [to (inform|tell|advise) you] that", "it is with regret that"},
			},
		},
		{ // Italian
			say: map[class][]string{
				yesStrong: {"benestare (concesso|accordato)"},
				yesWeak:   {"pollice (su|in su|alto)"},
				remark:    {"(è|sono) [davvero|proprio|molto|tutti|tutte] (bellissimo|bellissima|bellissimi|bellissime|bello|bella|belli|belle|stupendo|stupenda|stupendi|stupende|carino|carina|carini|carine|perfetto|perfetta|perfetti|perfette)", "(visto|letto|ricevuto|inteso|intesi)", "[ho] (presa|preso) (visione|atto)"},
				calledOff: {"(lasci|lasciamo) (stare|perdere)", "non (c'è|ce ne è|cè) [più|nessun] bisogno", "non è [più] (necessario|necessaria)", "non (ci|mi) (serve|servono) [più]", "non (servono|occorrono) [più]", "[ci|io|noi] (rinuncio|rinunciamo)", "[io|per questa volta|questa volta|stavolta] passo", "(soprassediamo|soprassedere|soprassedete)", "annulliamo [tutto|<it>]"},
				address:   {"(tesoro|amore|amore mio|caro mio|cara mia|gioia|gioia mia|stella|ciccio|ciccia|bimbo|bimba|figlio mio|figlia mia|fratello|sorella|fratello mio|collega|maestro|professore|professoressa|ingegnere|avvocato|ragioniere|direttrice|presidente|comandante|compare|compà|uagliò|guagliò|tesò|amò|vecchio mio|ragazzo|ragazza|zi)"},
				closing:   {"(baci|bacioni|tanti baci|un bacio|un bacione|un abbraccio|saluti|tanti saluti|bacetti) (dalla|dal) (nonna|nonno|mamma|papà|zia|zio)"},
				noStrong:  {"(mi oppongo|ci opponiamo)", "(non concedo|non concediamo|non do|non diamo) il (nulla osta|benestare|via libera|mio benestare|mio via libera|nostro benestare)", "si respinge [la richiesta]", "pollice (verso|giù|in giù)"},
				noWeak:    {"macché"},
				apology:   {"(mi rincresce|mi duole|ci duole|spiace) [comunicare che|doverle comunicare che|comunicarle che|informarla che]"},
			},
		},
		{ // Spanish
			say: map[class][]string{
				yesStrong: {"(tienen|tiene|tienes|tenéis) luz verde [<side>]"},
				courtesy:  {"(sos|eres|es usted|sois) [un|una] (genia|genio|crack|grosa|groso|diosa|ídola|maestra|reina)"},
				yesWeak:   {"(pídanlas|pídanlos|pídanlo|pídanla|pídelas|pídelos|pídelo|pídela|pídalas|pídalos|pídalo|pídala|encárguenlas|encárguenlos|cómprenlas|cómprenlos|cómprenlo|cómprenla|resérvenlas|resérvenlos|resérvenla|resérvenlo) [<please>]", "pulgar (arriba|para arriba)"},
				noStrong:  {"no cuentan con mi (aprobación|autorización)", "no (hay|doy|damos|tienen|tiene|tienes) luz verde [<side>]", "pulgar (abajo|para abajo)"},
				apology:   {"(lamento|lamentamos|siento|sentimos) (informarle|comunicarle|informarles|comunicarles|decirle|informar|comunicar) [de] que"},
			},
		},
		{ // French
			say: map[class][]string{
				yesStrong: {"(entièrement|tout à fait|pleinement) favorable"},
				yesWeak:   {"pouce (levé|en l'air)", "oui sans (souci|soucis)"},
				noStrong:  {"défavorable", "je m'y refuse", "pouce (baissé|en bas)", "désaccord [<side>|total|complet]", "j'ai le regret de (ne pas pouvoir|devoir refuser de) (approuver|valider|accepter|autoriser) [<it>]", "pas de feu vert de (ma|notre) part"},
				apology:   {"(je regrette|nous regrettons|j'ai le regret) de (devoir vous|vous) (informer|dire|annoncer) que"},
			},
		},
		{ // German
			say: map[class][]string{
				yesStrong: {"(ich|wir) (gebe|geben|erteile|erteilen) [hiermit] grünes licht [<side>]", "(meinen|unseren) segen (habt ihr|hast du|haben sie)"},
				yesWeak:   {"daumen hoch [<side>]"},
				yesToo:    {"sachlich [und rechnerisch] richtig", "sachlich und rechnerisch korrekt"},
				noStrong:  {"daumen runter", "(kein|keinerlei) grünes licht [<side>]", "nicht mit mir", "[ein|ein klares|klares] nein von (mir|uns)", "von (mir|uns) ein [klares|deutliches] nein", "(hierzu|hierfür|dazu|dafür) (erteile|gebe|erteilen|geben) (ich|wir) (keine|meine) (zustimmung nicht|freigabe nicht|zustimmung|freigabe|genehmigung)", "(zustimmung|genehmigung|freigabe) (verweigert|versagt|nicht erteilt|abgelehnt)"},
			},
		},
		{ // Portuguese
			say: map[class][]string{
				yesStrong: {"(têm|tem|tens) luz verde [<side>]", "parecer (favorável|positivo)"},
				yesWeak:   {"polegar para cima"},
				noStrong:  {"(lamento|desculpe|desculpa|desculpem|infelizmente) mas não (aprovo|autorizo|concordo|aceito|posso aprovar|posso autorizar) [<it>]", "parecer (desfavorável|negativo)", "(pedido|requerimento|solicitação) (recusado|indeferido|rejeitado|negado|recusada|indeferida|rejeitada|negada)", "(está|isso está) fora de questão", "não (há|dou|damos) (luz verde|sinal verde) [<side>]", "polegar para baixo"},
				apology:   {"(lamento|lamentamos) (informar|comunicar|dizer) que"},
			},
		},
		{ // Dutch
			say: map[class][]string{
				yesStrong: {"voor akkoord", "fiat", "(ik|wij|we) (geef|geven) [hierbij] groen licht [<side>]", "(u|je|jullie) (hebt|heeft|hebben) groen licht [<side>]"},
				yesWeak:   {"duim omhoog"},
				noStrong:  {"(geen|geenszins) groen licht [<side>]", "duim omlaag"},
				apology:   {"(het spijt (me|mij|ons)|tot mijn spijt|tot onze spijt) [(u|je) te moeten (melden|meedelen|berichten) dat]"},
			},
		},
		{ // Polish
			say: map[class][]string{
				yesStrong: {"pełna (akceptacja|zgoda)"},
				yesWeak:   {"kciuk w górę"},
				remark:    {"[no] trudno", "[są|jest] [bardzo|naprawdę|takie] (śliczne|piękne|super|ładne|świetne|idealne|śliczny|piękny|śliczna|piękna)", "(widziałem|widziałam|sprawdzone|sprawdziłem|sprawdziłam) [to|wszystko|już]", "[tak] jak (co roku|co miesiąc|co tydzień|zawsze|zwykle)"},
				halt:      {"[ja|my] (rezygnuję|rezygnujemy)"},
				calledOff: {"nie (jest|są) [to|już] (potrzebne|potrzebny|potrzebna|konieczne)", "nie ma [takiej|już] (potrzeby|konieczności)", "(zbędne|zbyteczne)", "[ja|my] (odpuszczam|odpuszczamy)", "(dajmy|dajcie) [sobie|temu] spokój", "(zostawmy|zostawiamy) to", "ja pas"},
				address:   {"(złotko|złociutki|złociutka|rybko|żabko|kwiatuszku|aniołku|skarbeczku|kochani|córciu|córko|córeczko|synu|syneczku|wnusiu|wnusiu kochany|ciociu|wujku|mój drogi|moja droga|mój kochany|moja kochana|chłopie|szefostwo|panie inżynierze|panie mecenasie|pani mecenas|panie kierowniku|pani kierownik|pani dyrektor|panie dyrektorze|pani prezes|panie profesorze|pani profesor|pani doktor|proszę księdza|siostro|księże proboszczu|gościu|typie|wodzu|kierowniczko|sąsiedzie|sąsiadko|druhu|druhno)"},
				closing:   {"z (sportowym|turystycznym|koleżeńskim|harcerskim|myśliwskim|strażackim|świątecznym|rodzinnym|ciepłym|górskim|żeglarskim|rolniczym|wędkarskim|leśnym) (pozdrowieniem|pozdrowieniami)", "(miłej|udanej|dobrej|spokojnej) (niedzieli|soboty|środy|nocy|pracy|podróży|reszty dnia)"},
				noStrong:  {"kciuk w dół", "(opinia|decyzja|odpowiedź) (negatywna|odmowna)", "nie (daję|dajemy|ma) zielonego światła"},
				apology:   {"z (przykrością|żalem) (informuję|informujemy|zawiadamiam|muszę poinformować) [że]"},
			},
		},
	}
}

// rightly are words that only say that something is right: with thanks right behind they are a yes.
func rightly() map[string]tongues {
	return map[string]tongues{"correct": en | fr | nl, "korrekt": de, "correcto": es, "corretto": it, "correto": pt}
}

// thankedRight reports whether all of a text beside a greeting, courtesy and a closing is such a word and the thanks.
func (p *parser) thankedRight(toks []token, fit fits) bool {
	said := -1
	for i := 0; i < len(toks); {
		switch t := toks[i]; {
		case t.kind == newline, t.kind == punct && strings.Contains(".,!", t.key) && !(i > 0 && toks[i-1].kind == punct):
			i++
			continue
		case t.kind != word:
			return false
		case said < 0 && p.right[t.key] != 0:
			said = i
			if i++; i < len(toks) && toks[i].key == "," {
				i++
			}
			if i == len(toks) || !thanks()[toks[i].key] {
				return false
			}
		}
		m, n := p.phraseAt(toks, i)
		if m.class != courtesy && m.class != closing && m.class != greeting {
			return false
		}
		i += n
	}
	return said >= 0 && (fit.unknown || p.right[toks[said].key]&fit.language != 0)
}

// unhindered reports whether the words of a phrase speak of objections: that there are none is a yes by itself, that there
// is no problem is not.
func unhindered(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool {
		return slices.ContainsFunc([]string{"objection", "objeci", "objeç", "obiezion", "einw", "bezwa", "zastrzeż", "zastrzez", "sprzeciw", "osta"}, func(s string) bool { return strings.HasPrefix(t.key, s) })
	})
}

// dropLetterCommas takes out the comma inside a closing: "should you have any questions, please let me know".
func (p *parser) dropLetterCommas(toks []token) []token {
	var drop []int
	for i := 0; i < len(toks); i++ {
		if toks[i].kind != word || i > 0 && toks[i-1].kind == word {
			continue
		}
		var keys []string
		comma, before := -1, 0
		for j := i; j < len(toks) && len(keys) < 16; j++ {
			if toks[j].kind == word {
				keys = append(keys, toks[j].key)
			} else if comma < 0 && toks[j].key == "," {
				comma, before = j, len(keys)
			} else {
				break
			}
		}
		if comma < 0 {
			continue
		}
		if m, n := p.verdicts.match(keys); (m.class == closing || m.class == news) && n > before {
			drop = append(drop, comma)
		}
	}
	if drop == nil {
		return toks
	}
	kept := toks[:0:0]
	for i, t := range toks {
		if !slices.Contains(drop, i) {
			kept = append(kept, t)
		}
	}
	return kept
}

// written returns all that a frame of letterEnds stands for.
func written(frame string) []string {
	all := []string{""}
	for elem := range strings.FieldsSeq(frame) {
		elem, optional := strings.CutSuffix(elem, "?")
		var longer []string
		for _, before := range all {
			if optional {
				longer = append(longer, before)
			}
			for w := range strings.SplitSeq(elem, "/") {
				if w == "," {
					w = ""
				}
				longer = append(longer, strings.TrimSpace(before+" "+w))
			}
		}
		all = longer
	}
	return all
}
