package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// People close an answer with thanks and a good wish, in one sentence or line: "Je vous en remercie et vous souhaite une bonne journée." Each
// is made of these words alone, and says nothing of the request.

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

// maxWishes is how many such sentences a line may end with.
const maxWishes = 3

// withoutWishes leaves out such lines and sentences, but for what stands first.
func withoutWishes(body string) string {
	lines := strings.Split(body, "\n")
	said := false
	for i, l := range lines {
		if said && goodWish().MatchString(strings.TrimSpace(l)) {
			lines[i] = ""
			continue
		}
		for range maxWishes {
			at := strings.LastIndexAny(strings.TrimRight(lines[i], " .!"), ".!")
			if at <= 0 || !goodWish().MatchString(strings.TrimSpace(lines[i][at+1:])) {
				break
			}
			lines[i] = lines[i][:at+1]
		}
		said = said || strings.TrimSpace(l) != ""
	}
	return strings.TrimRight(strings.Join(lines, "\n"), " \n")
}

// farewell is one that is put as an order, between marks: "Danke. Machs gut". It is no order of the deed.
var farewell = lazyre.New(`(?i)(^|[.!,;\n] *|(?:und|en|e) )(?:mach(?:'s|’s|s| es| et|t es|t's|t’s|ts|en sie es|en sie's|en sies)? (?:gut|jut|guad|guet)|maak het goed|hou je goed|fica(?:m)? bem|fique(?:m)? bem|fai (?:la brava|il bravo)|fate i bravi)( *[.!,;\n]| +(?:und )?(?:danke|bedankt|obrigad[oa]|grazie)|$)`)

// withoutFarewell leaves it out.
func withoutFarewell(body string) string { return farewell.ReplaceAllString(body, "$1$2") }

// calledBy is a name that is a word for yes, too, right behind thanks or a greeting: "Gracias Simón", "Hallo Jo".
var calledBy = lazyre.New(`(?i)(^|[\n.!,] *)(thanks|thank you|cheers|hi|hello|hey|dear|danke|hallo|lieber?|dank|moin|servus|merci|bonjour|salut|chère?|grazie|ciao|car[oa]|gracias|hola|querid[oa]|obrigad[oa]|olá|oi|bedankt|hoi|dag|beste|dank je|dzięki|dziękuję|cześć|hej) (?-i:Simón|Simon|Jo|Joe|Joo|Jow|Clair|Bet|Sissi)\b`)
