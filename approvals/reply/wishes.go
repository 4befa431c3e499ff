package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// Beside an answer stand sentences that say nothing of the request: thanks with a good wish ("Je vous en remercie et vous souhaite une bonne
// journée."), that one is sorry for the delay or for slips, that one saw it only now, hopes that all is well, and farewells. Each is made
// of these words alone.

// goodWish is such a text as a whole, in any of the languages.
var goodWish = lazyre.Once(func() *lazyre.Regexp {
	return lazyre.Made(`(?i)^(?:` + strings.Join([]string{
		`(?:(?:many )?thanks|thank you(?: very much| so much)?|thanking you)?(?:,| and)? ?(?:i )?(?:(?:wish|hope|wishing|hoping) (?:you|that you)(?: all)?(?: have)?|have)? ?(?:a |an )?(?:very )?(?:good|nice|lovely|great|wonderful|pleasant|fantastic|blessed) (?:day|evening|afternoon|morning|weekend|week|rest of (?:the|your) (?:day|week)|sunday|saturday|holiday)(?: ahead)?(?: too)?`,
		`(?:(?:en )?(?:je )?(?:vous|te) (?:en )?remerci(?:e|ant)(?: (?:par avance|d'avance|encore|beaucoup))?|merci(?: beaucoup)?)?(?:,| et)? ?(?:(?:je |en )?(?:vous|te) souhait(?:e|ant)|à (?:vous|toi)(?: aussi)?)? ?(?:une |un )?(?:très |bien )?(?:bonne|bon|belle|excellente?|agréable|douce) (?:fin de )?(?:journée|soirée|après-midi|week-?end|semaine|matinée|dimanche|vacances|fêtes)(?: à (?:vous|toi|tous))?(?: aussi| également)?`,
		`(?:(?:la|ti|vi|le) ringrazio(?: molto| tanto)?|grazie(?: mille| tante)?)?(?:,| e)? ?(?:(?:le|ti|vi) auguro|auguro(?: a (?:lei|te|voi))?)? ?(?:una |un )?(?:buon[ao]?|bellissim[ao]|splendid[ao]|felice|serena|ottim[ao]) (?:giornata|serata|pomeriggio|fine settimana|weekend|week-end|settimana|domenica|lavoro|proseguimento|vacanze)(?: (?:anche )?a (?:lei|te|voi|tutti))?`,
		`(?:(?:le|te|les|os) agradezco(?: mucho)?|(?:muchas |mil )?gracias)?(?:,| y)? ?(?:(?:le|te|les|os) deseo|que (?:tenga|tengas|tengan|tengáis|pase|pases|pasen))? ?(?:un|una)? ?(?:muy )?(?:buen[ao]?s?|feliz|bonit[oa]|lind[oa]|excelente) (?:día|dia|días|tarde|tardes|noche|noches|fin de semana|finde|semana|jornada|domingo|vacaciones)(?: (?:para (?:usted|ti|vos|ustedes)|a (?:usted|ti|todos)|también|igualmente))*`,
		`(?:(?:ich )?danke(?: (?:ihnen|dir|euch))?(?: (?:sehr|vielmals|herzlich))?|(?:vielen|besten|herzlichen|lieben) dank)?(?:,| und)? ?(?:ich )?(?:wünsche? (?:ihnen|dir|euch)(?: noch)?|(?:ihnen|dir|euch)(?: auch)?|hab(?:en sie|t)?)? ?(?:noch )?(?:einen |ein |eine |nen )?(?:noch )?(?:recht |sehr )?(?:schöne[ns]?|gute[ns]?|angenehme[ns]?|erholsame[ns]?|tolle[ns]?|sonnige[ns]?) (?:tag|abend|nachmittag|vormittag|wochenende|woche|feierabend|sonntag|feiertage|urlaub|resttag|restwoche)(?: noch)?(?: (?:ihnen|dir|euch))?(?: (?:auch|noch|ebenfalls))?`,
		`(?:agradeço(?:-lhe)?(?: (?:muito|imenso))?|(?:muito )?obrigad[oa])?(?:,| e)? ?(?:(?:desejo(?:-lhe|-te)?|lhe desejo|te desejo|tenham?)(?: a (?:todos|você|si))?)? ?(?:um |uma )?(?:muito )?(?:bom|boa|ótim[oa]|óptim[oa]|excelente|lind[oa]|feliz|resto de) (?:dia|tarde|noite|fim de semana|final de semana|fds|semana|domingo|trabalho|férias)(?: (?:para|a|pra) (?:você|vocês|si|ti|todos))?(?: também)?`,
		`(?:(?:ik )?dank (?:u|je)(?: wel)?|bedankt|hartelijk dank|alvast bedankt|dankjewel)?(?:,| en)? ?(?:ik )?(?:wens(?: (?:u|je|jullie))?)? ?(?:nog )?(?:een )?(?:heel |hele )?(?:fijne?|prettige?|goede?|mooie?|leuke?|gezellige?) (?:dag|avond|middag|weekend|week|vakantie|zondag|werkdag)(?: nog)?(?: (?:verder|toegewenst))?`,
		`(?:(?:bardzo )?dziękuję|dzięki|dziekuje)?(?:,| i)? ?(?:życzę(?: (?:pani|panu|państwu|ci|wam))?)? ?(?:miłego|dobrego|udanego|spokojnego|pięknego|miłej|dobrej|spokojnej) (?:dnia|popołudnia|wieczoru|weekendu|tygodnia|urlopu|niedzieli|pracy|nocy)`,
	}, "|") + `)[ ,.!🙂😊🌞☀️\x{fe0f}]*$`)
})

// polite are more of them, each as a whole, without wishes: for the delay, for slips, seen only now, hopes, good nights and meals.
var polite = lazyre.Once(func() *lazyre.Regexp {
	return lazyre.Made(`(?i)^(?:` + strings.Join([]string{
		`(?:(?:i'm |so |very )*sorry|(?:my )?apologies|excuse me|pardon)(?: (?:for|about))?(?: (?:the|my|such a|this))? ?(?:delay|late (?:reply|answer|response)|slow (?:reply|response)|wait|silence|delayed (?:reply|response)|delay in (?:replying|answering|responding|getting back(?: to you)?)|not (?:replying|answering|getting back)(?: to you)? (?:sooner|earlier)|replying (?:so )?late|taking so long)`,
		`(?:désolée?|pardon|excuse[sz]?(?:-moi)?|toutes mes excuses|mes excuses|navrée?)(?: (?:pour|du|de))?(?: (?:le|la|mon|ce|cette))? ?(?:retard|délai|réponse tardive|silence|attente|délai de réponse|retard de ma réponse|(?:vous |te )?répondre (?:si |aussi )tard|d'avoir tardé)`,
		`(?:scusa(?:mi|te)?|scusi(?:mi)?|mi scuso|chiedo scusa|perdona(?:mi)?|mi dispiace)(?: (?:per|del|se))?(?: (?:il|la|l'))? ?(?:ritardo(?: nella risposta)?|attesa|risposta tardiva|silenzio)`,
		`(?:perdona|perdón|perdone|disculpa|disculpe|(?:mis )?disculpas|siento|lamento)(?: (?:por|mi|la|el))* ?(?:tardanza|demora(?: en (?:responder|contestar))?|retraso|(?:contestar|responder) (?:tan )?tarde|silencio)`,
		`(?:desculp[ae]m?|peço desculpas?|perdão|foi mal|perdoe|lamento)(?: (?:pela|pelo|a|o|por))* ?(?:demora(?: na resposta)?|atraso(?: na resposta)?|responder (?:tão tarde|só agora)|silêncio)`,
		`(?:sorry|entschuldigung|entschuldige|entschuldigen sie|verzeihung|pardon|tut mir leid)(?: bitte)?(?: (?:für|wegen))?(?: (?:die|der|das|den))? ?(?:späte (?:antwort|rückmeldung)|verspätung|verzögerung|wartezeit|verspätete antwort)`,
		`(?:sorry|(?:mijn )?excuses|excuus)(?: voor)?(?: (?:de|het|mijn))? ?(?:late (?:reactie|antwoord)|vertraging|trage reactie)`,
		`(?:przepraszam|sorry|sorki|wybacz|proszę wybaczyć) za (?:zwłokę|opóźnienie|późną odpowiedź|spóźnioną odpowiedź|milczenie)`,
		// Slips.
		`(?:excuse|sorry (?:for|about)|forgive|pardon) (?:the|my|any) (?:typos?|spelling|mistakes|errors)(?:,? (?:sent|typed|written|writing|typing) (?:from|on) (?:my |the )?(?:phone|mobile))?`,
		`(?:pardon|désolée?|excuse[sz]?(?:-moi)?) (?:pour )?(?:les|mes) fautes(?:,? (?:j'écris|envoyé|écrit) (?:du|depuis (?:mon|le)|de mon) (?:téléphone|portable|mobile))?`,
		`(?:scus\pL*|perdon\pL*) (?:per )?gli errori(?:,? scrivo dal (?:telefono|cellulare))?|scusa il t9`,
		`(?:perdón|perdona|disculpa|disculpe) (?:por )?(?:las faltas|los errores|la ortografía)(?:,? escribo desde el (?:móvil|celular|teléfono))?`,
		`(?:desculp\pL*|perdão) (?:os|pelos|as|pelas) (?:erros|gralhas)(?:,? (?:tô|estou|escrevo) (?:no|do) (?:celular|telemóvel|telefone))?`,
		`(?:sorry|entschuldigung|entschuldige|entschuldigen sie)(?: bitte)?(?: für)?(?: die)? (?:tippfehler|fehler)(?:,? (?:bin|schreibe) (?:am|vom) handy)?`,
		`(?:sorry|excuses) voor (?:de |mijn |eventuele )?(?:typfouten|fouten|typo's)(?:,? (?:getypt|verstuurd) (?:op|vanaf) (?:mijn )?telefoon)?`,
		`(?:przepraszam|sorry) za (?:błędy|literówki)(?:,? piszę z telefonu)?`,
		// Seen only now.
		`(?:i(?:'ve| have)? )?(?:only|just|only just) (?:saw|seen|noticed) (?:this|it|your (?:message|mail|email))(?: now)?`,
		`je (?:viens (?:seulement |juste )?de voir|vois seulement(?: maintenant)?) (?:ton|votre|ce) (?:message|mail|courriel)`,
		`ho (?:visto|letto) (?:solo|soltanto) (?:ora|adesso)|(?:vedo|leggo) (?:solo|soltanto) (?:ora|adesso)(?: il (?:tuo|suo) messaggio)?`,
		`(?:(?:disculpa|perdona),? )?(?:acabo de ver|recién veo) (?:tu|su|este) (?:mensaje|correo|mail)`,
		`só (?:vi agora|agora vi)(?: a (?:tua|sua) mensagem)?`,
		`(?:habe? (?:das |es |deine nachricht |ihre nachricht )?)?erst (?:jetzt|eben) (?:gesehen|gelesen)`,
		`(?:ik )?(?:zie|lees) (?:het|dit|je bericht) (?:nu pas|pas nu)`, `dopiero teraz (?:zobaczył[ae]m|przeczytał[ae]m|widzę)(?: (?:wiadomość|maila))?`,
		// Hopes, nights and meals.
		`(?:i )?hope (?:you(?:'re| are) (?:well|keeping well|doing well)|all(?:'s| is) well(?: with you)?|this finds you well)`,
		`j'espère que (?:vous allez bien|tu vas bien|tout (?:va bien|roule)(?: (?:pour (?:vous|toi)|de (?:votre|ton) côté))?)`,
		`spero (?:che )?(?:lei |tu )?(?:stia|stiate|vada tutto) bene`, `espero que (?:est[ée]s|estéis|estén|usted esté|todo vaya) (?:muy )?bien(?: por (?:ahí|allá))?`, `espero que (?:estejas|estejam|você esteja|esteja tudo) bem`,
		`(?:ich )?hoffe,? (?:es geht (?:dir|ihnen|euch)|(?:dir|ihnen) geht es) gut`, `(?:ik )?hoop dat (?:het goed met (?:je|u|jullie) gaat|alles goed (?:is|gaat))`, `mam nadzieję,? że (?:u (?:pani|pana|ciebie) )?wszystko (?:w porządku|dobrze)`,
		`good night|enjoy your (?:lunch|day|weekend|evening|holiday)|bon (?:courage|appétit)|bonne nuit|buon (?:pranzo|riposo|appetito)|buona ?notte|que descanses?|buen provecho|buenas noches|bom (?:almoço|jantar|descanso)|boas férias|boa noite|gute nacht|guten appetit|mahlzeit|slaap lekker|eet smakelijk|welterusten|smacznego|dobranoc`,
		`merci (?:beaucoup )?(?:pour (?:le|ton|votre) (?:rappel|message|suivi|aide|travail|mail)|du rappel|de (?:vous en être|t'en être) occupée?|de (?:vous en|t'en) occuper)`,
		`grazie (?:mille )?per (?:il (?:promemoria|messaggio|sollecito)|l'aiuto|la pazienza|(?:esserti|essersi) occupat[ao] di (?:tutto|questo))`,
		`(?:gracias por|le agradezco|te agradezco) (?:el (?:recordatorio|aviso|mensaje)|(?:su|tu) (?:ayuda|mensaje|paciencia))`, `(?:obrigad[oa]|(?:muito )?agradecid[oa])(?: (?:pelo (?:lembrete|aviso)|pela (?:ajuda|mensagem|paciência)))?`,
		`(?:danke|vielen dank) für (?:die (?:erinnerung|nachricht|hilfe|geduld)|deine (?:hilfe|nachricht)|ihre (?:hilfe|nachricht|mühe))`, `bedankt voor (?:de (?:herinnering|hulp|moeite)|je (?:hulp|bericht)|uw (?:hulp|bericht))`, `(?:dziękuję|dzięki) za (?:przypomnienie|wiadomość|pomoc|cierpliwość)`, `(?:thanks|thank you) for (?:the (?:reminder|heads up)|your (?:help|patience|message))`,
	}, "|") + `)[ ,.!🙂😊]*$`)
})

// seeYou is a farewell with a day, in a line of its own; where something is to be moved, the day may be meant.
var seeYou = lazyre.New(`(?i)^(?:see you(?: (?:tomorrow|soon|later))?|à (?:demain|plus|tout à l'heure|la prochaine)|a\+|a (?:domani|dopo|presto)|alla prossima|hasta (?:mañana|luego|pronto)|nos vemos(?: mañana)?|até (?:amanhã|mais|logo|breve)|bis (?:dann|bald)|tot (?:morgen|ziens|gauw|snel)|do (?:jutra|zobaczenia|usłyszenia))[ ,.!🙂]*$`)

// maxWishes is how many such sentences a line may end with.
const maxWishes = 3

// withoutWishes leaves out such lines and sentences, where something else stands beside them.
func withoutWishes(body string, shown Shown) string {
	moves := asksFor(shown.asked(), deferring) || asksFor(shown.asked(), changing)
	is := func(text string) bool {
		text = strings.TrimSpace(text)
		return text != "" && (goodWish().MatchString(text) || polite().MatchString(text))
	}
	lines, fewer := strings.Split(body, "\n"), false
	for i, l := range lines {
		if is(l) || !moves && seeYou.MatchString(strings.TrimSpace(l)) {
			lines[i], fewer = "", true
			continue
		}
		for range maxWishes {
			at := strings.LastIndexAny(strings.TrimRight(lines[i], " .!"), ".!")
			if at <= 0 || !is(lines[i][at+1:]) {
				break
			}
			lines[i], fewer = lines[i][:at+1], true
		}
	}
	if less := strings.Trim(strings.Join(lines, "\n"), " \n"); fewer && less != "" {
		return less
	}
	return body
}

// farewell is one that is put as an order, between marks: "Danke. Machs gut". It is no order of the deed.
var farewell = lazyre.New(`(?i)(^|[.!,;\n] *|(?:und|en|e) )(?:mach(?:'s|’s|s| es| et|t es|t's|t’s|ts|en sie es|en sie's|en sies)? (?:gut|jut|guad|guet)|maak het goed|hou je goed|fica(?:m)? bem|fique(?:m)? bem|fai (?:la brava|il bravo)|fate i bravi)( *[.!,;\n]| +(?:und )?(?:danke|bedankt|obrigad[oa]|grazie)|$)`)

// withoutFarewell leaves it out.
func withoutFarewell(body string) string { return farewell.ReplaceAllString(body, "$1$2") }

// calledBy is a name that is a word for yes, too, right behind thanks or a greeting: "Gracias Simón", "Hallo Jo".
var calledBy = lazyre.New(`(?i)(^|[\n.!,] *)(thanks|thank you|cheers|hi|hello|hey|dear|danke|hallo|lieber?|dank|moin|servus|merci|bonjour|salut|chère?|grazie|ciao|car[oa]|gracias|hola|querid[oa]|obrigad[oa]|olá|oi|bedankt|hoi|dag|beste|dank je|dzięki|dziękuję|cześć|hej) (?-i:Simón|Simon|Jo|Joe|Joo|Jow|Clair|Bet|Sissi)\b`)
