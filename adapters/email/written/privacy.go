package written

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// What laws of data protection have companies say below their mails: who is the controller,
// that the reader's data are kept, which rights they have. People speak of data too, so
// such a text counts only below what closes a letter, and with the law or the controller in it.

var (
	// controller is who answers for the data, in lower case.
	controller = lazyre.New(`data protection officer|délégué à la protection|datenschutzbeauftragt|delegado de protección|responsabile della protezione dei|functionaris (?:voor )?gegevensbescherming|encarregado d[ea] proteção|inspektor\p{L}* ochrony danych|controller (?:of|for) your |data controller (?:is|of|for)|verantwortlich(?:er)? (?:für die (?:daten)?verarbeitung|im sinne de[rs])|responsable d[eu] (?:le |la |du |l['’])?traitement|responsable del? (?:el |los )?(?:tratamiento|fichero)|titolare del trattamento|verwerkingsverantwoordelijke|responsável pel[oa] tratamento|controlador(?:a)? dos (?:seus )?dados|administrator\p{L}* (?:pani/pana |pana/pani |państwa |twoich )?danych|dataansvarlig|personuppgiftsansvarig|behandlingsansvarlig|rekisterinpitäjä|správce(?:m)? (?:vašich )?osobních`)
	// byLaw is the law that it is said for.
	byLaw = lazyre.New(`gdpr|ds-?gvo|rgpd|lopd|lgpd|\brodo\b|\bavg\b|2016/679|679/2016|general data protection|datenschutz-?grundverordnung|d\.? ?lgs\.?|lei geral de proteção|protection des données|ley orgánica|protección de datos|data protection act`)
	// yourData are what the reader is told of.
	yourData = lazyre.New(`\byour (?:personal )?data\b|personal data|\bihre (?:personenbezogenen )?daten\b|personenbezogene[nr]? daten|verarbeitung (?:ihrer|von)|\bvos données|données (?:à caractère )?personnel|\bsus datos|datos (?:personales|de carácter)|\b(?:suoi|vostri|tuoi) dati|dati personali|persoonsgegevens|\b(?:seus|vossos) dados|dados pessoais|dan\p{L}+ osobow|person(?:oplysning|opplysning|uppgift)|henkilötie|osobní\p{L}* údaj`)
	// yourRights and moreOfIt are sentences that go with it.
	yourRights = lazyre.New(`rights? (?:of|to) (?:access|rectif|eras|object)|recht auf (?:auskunft|widerspruch)|ihre rechte|droits? d['’](?:accès|opposition)|vos droits|derechos? de acceso|sus derechos|diritt[oi] di (?:accesso|cui)|suoi diritti|recht op inzage|uw rechten|direitos? de acesso|seus direitos|praw(?:o|a) dostępu|przysługując`)
	moreOfIt   = lazyre.New(`^(?:(?:for )?(?:more|further|additional) information|find out|weitere informationen|mehr (?:dazu|informationen)|(?:para )?más información|pour (?:plus d['’]information|en savoir plus)|plus d['’]information|(?:per )?(?:maggiori|ulteriori) informazioni|(?:voor )?meer informatie|(?:para )?mais informações|więcej informacji|privacy|datenschutz|our privacy|nuestra política|notre politique|onze privacy)`)
	// labels is a word before a link: "Szczegóły: www.example.pl/rodo".
	labels     = lazyre.New(`^(?:details?|einzelheiten|détails?|detalles|dettagli|detalhes|szczegóły|info|infos|link|podrobnosti|detaljer|lisätietoja|подробности|подробнее|докладніше|részletek|detalii|λεπτομέρειες|ayrıntılar)$`)
	unwanted   = lazyre.New(`^(?:(?:if|should) you (?:do not|don['’]t|no longer|would prefer not) |(?:wenn|falls|sollten) sie keine|si no desea|si vous ne (?:souhaitez|désirez)|(?:se|qualora) non (?:desidera|vuole|intende)|(?:als|indien|wilt) u geen|(?:se|caso) não (?:desej|quis|pretend)|jeśli nie (?:chce|życz))[^?]*(?:receiv|erhalten|recib|recevoir|ricev|ontvang|receb|otrzym)`)
	mine       = lazyre.New(`\bi(?:['’]| (?:am|will|would|have|had|do|did|don|can|could|think|want|need|see|agree|know|like|cannot)\b)|\b(?:my|me|mein\p{L}*|ich|mir|mes|mon|ma|je|mis|mi|yo|miei|mie|mio|io|mijn|ik|meus|minhas|meu|eu|moje|moich|ja)\b`)
	lawNumbers = lazyre.New(`\d+/\d+(?:/\d+)?|\b(?:art(?:t|ikel|icle|icolo|ículo|igo)?s?|abs|n|nº|no|nr|§|párr|lit)\.? ?\d+\p{L}?`)
)

// aboutData reports a sentence, in lower case, that says what a law of data protection has
// companies say.
func aboutData(s string) bool {
	return (controller.MatchString(s) || byLaw.MatchString(s) && (yourData.MatchString(s) || yourRights.MatchString(s))) && impersonal(s)
}

// besideData reports a sentence that goes on with it.
func besideData(s string) bool {
	return (labels.MatchString(s) || yourRights.MatchString(s) || yourData.MatchString(s) || moreOfIt.MatchString(s) || unwanted.MatchString(s)) && impersonal(s)
}

// impersonal reports a sentence that says nothing of the writer's own, asks for nothing and tells no number.
func impersonal(s string) bool {
	return !mine.MatchString(s) && !asks(linkless(s)) && !Digits(lawNumbers.ReplaceAllString(linkless(s), "")) &&
		!slices.ContainsFunc(strings.FieldsFunc(s, notLetter), func(w string) bool { return verdicts[w] && !ambiguous[w] || len(w) > 4 && dateName(w) })
}
