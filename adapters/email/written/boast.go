package written

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// What companies and people say of themselves below their cards: what is new, where they are
// met, that they are closed, when they work. Each is told by what it is about and by how it is
// said, and only below a card is it taken for a part of it.

// spoken reports a line that says something of the writer's own: it asks, answers, tells a sum
// or a day, or speaks of "I".
func spoken(l string) bool {
	low := strings.ToLower(l)
	if strings.HasSuffix(strings.TrimRight(l, " *_"), "?") || asks(low) || mine.MatchString(low) || amounts.MatchString(l) && !capitals.MatchString(l) && !contact.MatchString(l) || counts(l) && !contact.MatchString(l) {
		return true
	}
	return answers(low, nil) || limits(low) || daysOnly(l)
}

// answers reports a word of an answer in a line in lower case, other than those of but.
func answers(low string, but map[string]bool) bool {
	words := strings.FieldsFunc(low, notLetter)
	for i, w := range words {
		if verdicts[w] && !but[w] && (!ambiguous[w] || i == 0 || i == len(words)-1 || len(words) < 3) {
			return true
		}
	}
	return false
}

// daysOnly reports a line of a day or a time and nothing else.
func daysOnly(l string) bool {
	w := when{}
	for i, word := range strings.FieldsFunc(l, notLetter) {
		if !w.take(word, i == 0) {
			return false
		}
	}
	return w.names > 0
}

// limiting are words with which somebody says what not, or only when; no advertising has one.
var limiting = set(`not|but|if|only|until|unless|without|before|instead|wait|don|nicht|kein|keine|keinen|aber|nur|wenn|erst|vor|ohne|statt|bitte|pas|mais|seulement|sans|avant|sauf|sólo|solo|pero|sin|antes|salvo|solamente|ma|però|soltanto|senza|prima|non|niet|geen|maar|alleen|zonder|pas|voordat|não|mas|só|sem|apenas|nie|ale|tylko|bez|dopiero|please|pls|svp|favor|favore|prego|graag|proszę`)

// limits reports such a word in a line in lower case.
func limits(low string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(low, notLetter), func(w string) bool { return limiting[w] })
}

var (
	// advertised are the things that companies speak of below their mails.
	advertised = lazyre.New(`(?i)^[*~ ]*(?:jetzt )?(?:new|now|neu|jetzt|nouveau|nuevo|novedad|nuovo|novità|nieuw|nu|novo|novidade|nowość|nowe)(?: |:|!)|visit|besuch|visitez|besök|bezoek|odwied|discover|entdeck|découvr|descubr|scopri|ontdek|descubra|odkryj|offer|angebot|offre\b|oferta|offert|aanbieding|promo|discount|rabatt|remise|descuento|sconto|korting|desconto|zniżk|\brabat|\bbook|buch(?:en|bar)|termin|réserv|reserv|prenot|boek|agend|umów|appointment|rendez-vous|cita\b|afspraak|career|karriere|\bjobs?\b|hiring|stellen|emploi|recrut|empleo|lavora con|vacature|vagas|kariera|bewerb|postul|candidat|sollicit|\bfair\b|messe\b|\bhalle\b|\bstand\b|booth|salon\b|feria|fiera|beurs|feira|targi|webinar|event\b|open (?:day|house)|tag der offenen|portes ouvertes|puertas abiertas|porte aperte|open ?dag|dni otwarte|award|ausgezeichnet|\bprix\b|premi[oa]\b|\bprijs\b|prémio|nagrod|winner|gewinner|sieger|top[- ]?(?:arbeitgeber|employer|100)|certif|zertifi|\biso ?\d|accredit|akkredit|acreditad|review|bewert|votre avis|opini[oó]n|recension|beoordeel|avali|oceń|feedback|survey|umfrage|newsletter|\bblog\b|podcast|catalog|katalog|brochure|\bshop\b|\bapp\b|jubil|anniversar|(?:years|jahre|\bans|años|anni|jaar|anos|lat) |since|seit \d|depuis|desde|\bdal\b|sinds|donat|spende|5 ?x ?1000|5x1000|follow|folgen|suivez|síguenos|seguici|volg\b|siga|obserwuj|social|showroom|webshop|quality|qualität|qualité|calidad|qualità|kwaliteit|qualidade|jakość|solutions?\b|lösungen|soluciones|soluzioni|oplossingen|soluções|rozwiązania|ihr partner|your partner|emergency|notdienst|notfall|urgence|urgencia|emergenz|spoed|24/7|24h|homelands?|traditional|acknowledg|indigenous|aboriginal|first nations|treaty|gratis|free\b|kostenlos|gratuit|bezpłatn|primera visita|\bsale\b|season|saison|frühbuch|early bird|alcohol|alcool|alkohol|\bvoted\b|\brated\b|\branked\b|recogni[sz]ed|\bbest\b|referral|compliment|suchen\b|recherchons|recrutons|buscamos|cerchiamo|zoeken|procuramos|szukamy|looking for|join (?:our|us)|azubi|m/w/d|h/f\b|meisterbetrieb|innung|medlem|\bmember|mitglied|membre|miembro|membro|członek|go (?:team|\p{Lu})|passion|leidenschaft|family[- ](?:owned|run)|familienbetrieb|familiengeführt|kwaliteit|envío gratis|versandkostenfrei|livraison gratuite|spedizione gratuita|free delivery|gratis verzending|darmowa wysyłka|guarantee|\bgift|voucher|gutschein|bon cadeau|tarjeta regalo|buono|cadeaubon|parrain|like us|vouchers|garantie|garant`)
	// ours are the words with which a company speaks of itself, or to everybody.
	ours = lazyre.New(`(?i)\b(?:us|we|our|uns|unser(?:e[nmrs]?)?|wir|nous|notre|nos|nosotros|nuestr[oa]s?|noi|nostr[oaie]|ons|onze|wij|nós|noss[oa]s?|nas|nasz[aey]?|nasi|oss|vår[at]?|os|vores|your|sie|ihre?[nmrs]?|votre|vos|vous|vuestr[oa]s?|sus?|vostr[oaie]|uw|jouw|vossa?|państw[ao])\b`)
	// paid are sums, which a company writes in no line of these but as so much off.
	fromSum = lazyre.New(`(?i)\b(?:from|ab|dès|desde|da|vanaf|a partir de|od|over|plus de|superiores a|über|bis zu|up to|recevez|recibe|ricevi) (?:[€£$] ?\d[\d.,]*|\d[\d.,]* ?(?:€|£|\$|euros?|eur)\b?)`)
	percent = lazyre.New(`\d ?%`)
	plea    = lazyre.New(`\bI\b|(?i:\b(?:please|pls|bitte|s'il (?:vous|te)|svp|merci de|por favor|per favore|prego|alstublieft|graag|gelieve|faz favor|proszę|ich|je|j'|yo|io|ik|eu|ja|me|my|mir|mich|mein\p{L}*|moi|mon|mes|mi|mis|mio|mia|miei|mijn|meu|minha|mój|moja|tom|bob|him|her|them|ihn|ihm|lui|leur)\b)`)
)

// loosely are words of answers that such lines have, too.
var looselyMeant = set(`today|now|heute|jetzt|demain|tomorrow|morgen|hoje|oggi|vandaag|dziś|all|alle|alles|tout|todo|tutto|tudo|up|no|da|most|both|gerne|passt|claro|two|three|four|five|six|zwei|drei|vier|fünf|sechs|done|bene|vez|medio|lieu|plaats|approved|accepted|confirmed`)

// boasts reports a line with which a company speaks of itself: what is new or on offer, where
// it is met, what it was given. It speaks of us and to everybody, or shouts, or leads somewhere.
func boasts(l string) bool {
	low := strings.ToLower(l)
	if len(l) < 8 || len(l) > maxTemplateLine || !advertised.MatchString(l) || plea.MatchString(l) || answers(low, looselyMeant) {
		return false
	}
	if limits(low) || amounts.MatchString(percent.ReplaceAllString(fromSum.ReplaceAllString(l, ""), "")) || strings.HasSuffix(strings.TrimRight(l, " "), "?") || asksOf(low) {
		return false
	}
	return ours.MatchString(l) || strings.Contains(l, "? ") || strings.ContainsAny(l, "!*★✓✔➤►▶→»") || percent.MatchString(l) || contact.MatchString(l) || strings.Contains(l, " \u2013 ") || proper(l) || colonLead.MatchString(l) || barred(l) || isoNumber.MatchString(l) || certified.MatchString(l) || homeland.MatchString(low)
}

// finite are verbs and pronouns of what somebody says; a slogan has none.
var finite = set(`is|are|was|were|has|have|had|will|would|can|could|must|needs|need|comes|goes|says|wants|wait|waits|knows|does|do|did|it|its|he|she|they|this|that|these|those|there|here|him|her|them|also|too|then|so|still|already|again|soon|later|
	ist|sind|war|waren|hat|haben|hatte|wird|werden|würde|kann|könnte|muss|müssen|soll|kommt|kommen|geht|gehen|will|fehlt|fehlen|braucht|es|er|sie|das|dies|dieser|dieses|auch|dann|noch|schon|wieder|bald|
	est|sont|était|ont|avait|sera|seront|peut|doit|faut|vient|va|manque|il|elle|ils|elles|cela|ça|ce|cette|aussi|alors|encore|déjà|bientôt|
	está|están|son|era|tiene|tienen|hay|será|puede|debe|viene|falta|faltan|eso|esto|ese|esta|él|ella|ellos|también|entonces|todavía|ya|
	è|sono|ha|hanno|sarà|può|deve|va|manca|mancano|c'è|lui|lei|loro|questo|questa|quello|anche|allora|ancora|già|
	zijn|heeft|hebben|wordt|kan|moet|komt|gaat|ontbreekt|hij|zij|ze|dit|dat|ook|dan|nog|al|weer|
	é|são|está|tem|têm|vem|vai|pode|deve|isso|isto|ele|ela|eles|também|então|ainda|já|
	jest|są|był|była|ma|mają|będzie|może|musi|trzeba|brakuje|on|ona|oni|ten|ta|też|wtedy|jeszcze|już`)

// slogans begin with what somebody is doing, or with whose it is: nobody asks or tells so.
var slogans = lazyre.New(`^[*_~"'“„«•–-]*(?:(?:Building|Creating|Feeding|Helping|Making|Connecting|Delivering|Serving|Inspiring|Empowering|Growing|Protecting|Shaping|Driving|Transforming|Caring|Leading|Changing|Supporting|Construyendo|Creando|Cuidando|Trabajando|Costruendo|Construindo|Cuidando)\b|(?:Your|Ihre?|Votre|Vos|Tu|Su|Uw|Jouw|Twój|Twoja|Państwa|Il tuo|La tua|Il vostro|Sua|Seu|O seu|A sua|Because|Where|Since|Seit|Depuis|Desde|Dal|Sinds|Since) )`)

// slogan reports a line of a few words that say nothing of anybody: no verb that says something
// is so, no pronoun, no number. Only below a card with the sender's name above it one is told.
func slogan(l string) bool {
	words := strings.FieldsFunc(l, notLetter)
	if len(words) < 3 || len(words) > 12 || len(l) > 110 || Digits(l) || !capital(strings.TrimLeft(l, "*_~\"'“„«•–- ")) || strings.HasSuffix(l, ":") || !slogans.MatchString(l) || plea.MatchString(l) || spoken(l) {
		return false
	}
	names := 0
	for i, w := range words {
		low := strings.ToLower(w)
		if finite[low] || dateName(low) && utf8.RuneCountInString(low) > 2 {
			return false
		}
		if i > 0 && capital(w) {
			names++
		}
	}
	return names == 0 || names == len(words)-1
}

var (
	colonLead = lazyre.New(`^[\p{Lu}*][^:.?!]{2,30}[:–] `)
	certified = lazyre.New(`(?i)\b(?:ge)?(?:certifi|zertifi|accredit|akkredit|acreditad|erkannt|anerkannt)`)
	isoNumber = lazyre.New(`\b(?:ISO|EN|DIN)[ /-]?\d{3,5}`)
	homeland  = lazyre.New(`(?:traditional|ancestral|unceded) (?:\p{L}+ )?(?:home)?(?:lands?|territor)|traditional (?:owners|custodians)|first nations|abus d['’]alcool`)
)

// asksOf reports a word of what people ask for, but for those of advertising.
func asksOf(low string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(low, notLetter), func(w string) bool { return asking[w] && !advertising[w] })
}

var advertising = set(`see|look|check|call|use|send|text|voir|vea|vedi|zie|siehe|chiama|llama|appelez|zadzwoń|ligue|anrufen`)

var (
	isClosed  = lazyre.New(`(?i)\bclosed\b|geschlossen|betriebsferien|betriebsurlaub|ferm[ée]e?s?(?:\P{L}|$)|fermeture|congés annuels|cerrad[oa]|cerramos|cerrará|chius[oai]\b|chiusura|gesloten|encerrad[oa]|fechad[oa]|fecharemos|nieczynn|zamknięt|stängt|lukket|suljettu|zavřeno|annual leave|\bon leave\b|out of (?:the )?office|(?:im|in) urlaub|sommerferien|weihnachtsferien|en congé|de vacaciones|in ferie|met vakantie|de férias|na urlopie|bureau fermé|holiday (?:hours|closure)|retour le|zurück ab|wieder (?:da|erreichbar)`)
	anyClosed = lazyre.New(`\d{1,2}|(?i)weihnacht|christmas|noël|navidad|natale|kerst|natal|święta|sommer|summer|été|verano|estate|zomer|ostern|easter|friday|freitag|mercredi|monday|montag`)
	subject   = lazyre.New(`(?i)^(?:(?:please note|achtung|bitte beachten(?: sie)?|attention|aviso|avviso|let op|uwaga|nota|hinweis|important|wichtig|info)[:!,. ]*(?:that |dass )?)?(?:we|our|the|wir|unser|das|die|der|nous|notre|nos|le|la|les|l['’]|el|los|las|nuestr|lo|il|gli|i nostri|lo studio|wij|we|ons|onze|het|de|o|a|os|as|nosso|estamos|estaremos|biuro|nasz|closed|geschlossen|betriebsferien|betriebsurlaub|ferm|cerrad|cerramos|chius|gesloten|encerrad|fechad|nieczynn|zamknięt|office|büro|praxis|kanzlei|lager|bureau|cabinet|oficina|ufficio|studio|kantoor|escritório|loja|i am on|i will be on|ich bin (?:vom|im)|je suis en congé|estoy de|sono in ferie|ik ben (?:met|op)|estou de)`)
)

// closedFor reports a line that says when an office is closed, or somebody is away, as
// templates say it.
func closedFor(l string) bool {
	return len(l) < 200 && isClosed.MatchString(l) && (anyClosed.MatchString(l) || slices.ContainsFunc(strings.FieldsFunc(l, notLetter), func(w string) bool { return len(w) > 4 && dateName(w) })) && subject.MatchString(l) && !strings.ContainsAny(l, "?") && !asks(strings.ToLower(l)) && !answers(strings.ToLower(l), looselyMeant) && !amounts.MatchString(l)
}

var (
	worksWhen = lazyre.New(`(?i)(?:working|office|business) (?:hours|days|pattern|week)|i (?:do not|don['’]t|only) work (?:on |mon|tue|wed|thu|fri)|my (?:non-)?working|i work (?:\p{L}+ hours|flexibl|part|from|remote|mon|tue|wed|thu|fri)|flexibl[ey] (?:working|hours)|arbeitszeit|ich arbeite (?:mo|di|do|fr|nur|teilzeit|flex|von|in teilzeit|montag|dienstag|mittwoch|donnerstag|freitag|immer|vormittag|nachmittag)|bürozeit|teilzeit|homeoffice|heures de (?:travail|bureau)|je (?:ne )?travaille (?:pas (?:le|du)|du|le|à temps)|temps partiel|télétravail|horario (?:laboral|de trabajo)|jornada|orario di lavoro|part[- ]time|werkdag|werktijd|ik werk (?:op|niet op|van|ma|di|wo|do|vr|parttime)|horário de (?:trabalho|expediente)|godziny pracy|pracuję (?:w|od|tylko)|arbetstid|arbejdstid|ich bin .{0,40}(?:erreichbar|im haus|im büro)|erreichbar|i am in the office|days? off|freier tag|jour de repos|día libre|giorno libero|vrije dag|dia de folga`)
	worksSaid = lazyre.New(`(?i)work|erreichbar|\boff\b|office|büro|arbeit|travaill|trabaj|lavor|werk|trabalh|prac|reply|respond|response|answer|antwort|répon|respon|rispo|antwoord|odpowied|expect|erwart|attend|espero|aspetto|verwacht|mon|tue|wed|thu|fri|week|day|tag|jour|día|giorn|dag|dzie`)
)

// workPattern reports a line in which somebody says on which days they work, or that nobody
// need answer out of hours, as templates say it.
func workPattern(l string) bool {
	if len(l) > maxTemplateLine || !worksWhen.MatchString(l) || strings.ContainsAny(l, "?€$£") || amounts.MatchString(l) {
		return false
	}
	for _, s := range sentences(strings.ToLower(l)) {
		if !worksSaid.MatchString(s) || asksOf(s) || answers(s, looselyMeant) || slices.ContainsFunc(strings.FieldsFunc(s, notLetter), func(w string) bool { return doubts[w] }) {
			return false
		}
	}
	return true
}

// doubts are words of answers that say how much or what becomes of it: no such line has one.
var doubts = set(`half|hälfte|moitié|mitad|metà|helft|metade|połowa|yes|ja|oui|sí|sì|sim|tak|approve|approved|agree|agreed|reject|rejected|refuse|refused|deny|denied|cancel|pay|zahl|zahlen|payer|pagar|pagare|betalen|zapłacić|budget|until|unless|but|aber|mais|pero|però|maar|mas|ale`)

// fraud reports a sentence, in lower case, of those that banks, lawyers and agents have below
// their mails: the account never changes by mail.
func fraud(s string) bool { return bankSafe.MatchString(s) }

var bankSafe = lazyre.New(`(?:never|not|nie|niemals|jamais|nunca|mai|nooit|nigdy)\b.{0,60}(?:bank|account details|bankverbindung|kontoverbindung|coordonnées bancaires|datos bancarios|cuenta bancaria|coordinate bancarie|bankgegevens|dados bancários|kont[oa]).{0,60}(?:e-?mail|mail|courriel|correo|mensaje)|(?:cyber|wire|payment|e-?mail) ?(?:fraud|crime)\b.{0,80}|purporting to (?:be|do)|internal revenue (?:code|service)|circular 230`)
