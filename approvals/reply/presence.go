package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked whether to confirm an event says behind a yes that it is their coming there which is to be confirmed: "Sim, confirme a minha
// presença" to "Confirmar o almoço?", "ben oui, confirme que je suis là". Whose coming else the prompt asks of, it is another's.

// myComing are such orders, behind a yes.
var myComing = lazyre.New(`(?is)^((?:(?:ben|oh|ah|yes|yeah|yep|sì+|sí+|si,|oui+|ja|jo|sim+|tak|claro)[ ,.!]+)+)(?:` +
	`(?:please )?confirm (?:my|our) (?:attendance|presence|place|participation)|(?:mi )?conferm(?:a|i)(?: pure)? la (?:mia|nostra) (?:presenza|partecipazione)|conf[ií]rm(?:a|á|e|en) mi (?:asistencia|presencia|participación)` +
	`|confirm(?:e|ez)(?: bien)? (?:ma|notre) (?:présence|participation)|confirm(?:e|ez) que (?:je suis là|je viens|j'y serai|j'y vais|je serai là|nous venons|on vient|on y sera)` +
	`|bestätig(?:e|en sie)?(?: bitte)? (?:meine|unsere) (?:teilnahme|anwesenheit)|(?:pode )?confirm(?:e|a|ar) a (?:minha|nossa) (?:presença|participação)` +
	`|bevestig(?: maar| graag)? (?:mijn|onze) (?:komst|aanwezigheid|deelname)|(?:proszę )?potwierd(?:ź|zić) (?:moją|naszą|mój|moj|nasz) (?:obecność|udział|przybycie)` +
	`)((?:[ ,]+` + courtesies + `)?(?:[ ,.!🙂😊👍]|:D|:\))*|[.!\n].*)$`)

// confirmsMe leaves the yes, and what stands below it, of such a text.
func (p *parser) confirmsMe(body string, o Options) string {
	m := myComing.FindStringSubmatch(body)
	if m == nil || !p.oneDeed(o.Shown) || p.undoes(o.Shown) || !slices.ContainsFunc(o.Shown.About, func(about string) bool { return confirmsEvent().MatchString(titleOf(about)) }) ||
		slices.ContainsFunc(o.Shown.About, func(about string) bool { return othersComing.MatchString(about) }) {
		return body
	}
	return strings.TrimRight(m[1], " ,.!") + m[2]
}

var (
	// confirmsEvent is a title that asks to confirm an event, or the coming of whoever answers.
	confirmsEvent = lazyre.Once(func() *lazyre.Regexp {
		const (
			event  = `(?:lunch|dinner|meal|breakfast|party|meeting|reunion|trip|visit|outing|wedding|course|congress|conference|gathering|pranzo|cena|gita|riunione|incontro|festa|matrimonio|convegno|corso|almuerzo|comida|reunión|fiesta|boda|viaje|congreso|curso|almoço|jantar|encontro|casamento|viagem|congresso|déjeuner|dîner|souper|repas|fête|réunion|mariage|voyage|congrès|stage|etentje|feest|vergadering|bijeenkomst|uitje|bruiloft|cursus|obiad|kolacj[aę]|spotkanie|wyjazd|wycieczk[aę]|wesele|kurs)`
			coming = `(?:attendance|participation|presenza|partecipazione|asistencia|presencia|participación|presença|participação|présence|komst|aanwezigheid|deelname|obecność|udział|przybycie)`
		)
		const behind = `(?:\??$| (?:with|at|on|in|de los|de las|de l[ae]|del|con|dei|degli|delle|alla?|al|avec|au|à|des|du|com|dos|das|do|da|mit|met|na|w|we|u|z) )`
		return lazyre.Made(`(?i)^¿?(?:confirm|confermare|confirmar|confirmer|bevestigen) (?:(?:the|your|il|lo|la|le|tu|su|sua|tua|el|o|a|os|as|votre|ta|ton|de|het|je|uw|jouw) |l')?(?:` + event + `|` + coming + `)` + behind +
			`|^potwierdzić (?:` + event + `|` + coming + `)` + behind + // "Potwierdzić obecność Tomka"
			`|^(?:rispondere|responder|répondre|reply) .*(?:conferm|confirm)\pL+ (?:la |tua |la tua |sua |la sua |the |your |a |tu |ta |votre )?` + coming + behind + `|^(?:die|deine|ihre) (?:teilnahme|anwesenheit) (?:am?|an|beim?|zur?|zum) .*(?:bestätigen|zusagen)$|^(?:de|het|je|uw) ` + coming + ` .*bevestigen$`)
	})
	// othersComing is that of somebody else: whom it is for, or whose.
	othersComing = lazyre.New(`(?i)(?:^|\P{L})(?:(?:for|für|pour|para|per|voor|dla|of|de|di|von|van|avec|with|con|com|mit|met|z) (?:(?:mr|mrs|ms|dr|frau|herrn?|mme)\.? )?(?-i:\p{Lu})|negat|negando|absen|ausên|assen|nieobecn|abwesen|afwez|kosten|kosztach|costs?)|(?-i:\p{Lu})\pL+s (?:Teilnahme|Anwesenheit|komst|aanwezigheid)|'s (?:attendance|presence|place|participation)`)
)
