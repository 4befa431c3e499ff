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

// comesThere reports a prompt about an appointment, a visit, a delivery or an event, and not of being away.
func comesThere(shown Shown) bool {
	return slices.ContainsFunc(shown.words(), visitWords.MatchString) && !slices.ContainsFunc(shown.words(), awayWords.MatchString) && !slices.ContainsFunc(shown.About, othersComing.MatchString)
}

var (
	visitWords = lazyre.New(`^(?:appointment|visit|deliver|dentist|doctor|physio|gp$|survey|inspection|engineer|plumber|electrician|technician|sweep|boiler|meter|reading|meeting|lunch|dinner|party|termin|besuch|lieferung|montage|wartung|monteur|handwerker|\pL*arzt|schornsteinfeger|kaminkehrer|ablesung|rdv|rendez-vous|visite|livraison|technicien|plombier|électricien|chauffagiste|ramon|entretien|médecin|dentiste|kiné|dîner|déjeuner|réunion|appuntamento|visita|consegna|tecnic|idraulico|elettricista|caldaia|lettura|dentista|cena|pranzo|cita|turno|entrega|técnic|fontanero|electricista|caldera|revisión|médico|consulta|comida|almuerzo|almoço|jantar|reunião|reunión|riunione|canalizador|eletricista|afspraak|bezoek|levering|bezorging|loodgieter|elektricien|schoorsteenveger|tandarts|huisarts|keuring|meterstand|vergadering|etentje|wizyt|dostaw|kominiarz|hydraulik|elektryk|przegląd|odczyt|spotkani|lekarz|dentyst|kardiolog|obiad)`)
	awayWords  = lazyre.New(`^(?:away|off$|expens|fee|price|sitter|baby|niñera|canguro|oppas|nounou|absen|assen|ausên|nieobec|abwes|afwez|leave|holiday|vacation|urlaub|ferien|ferie|vacaciones|vacances|férias|vakantie|urlop|without|ohne|sans|senza|sin|sem|zonder|bez|neighbou?r|nachbar|voisin|vicin|vecin|vizinh|buur|buren|sąsiad|key|keys|schlüssel|clés?|clef|chiav|llave|chave|sleutel|klucz|parcel|paket|locker)`)
	// atHome is to be where nobody is who has gone to a dentist, and oneGoesTo are words for those.
	atHome    = lazyre.New(`(?:^| )(?:home|casa|maison|chez|hause|zuhause|daheim|thuis|domu)(?: |$)`)
	oneGoesTo = lazyre.New(`^(?:dentist|doctor|physio|gp$|meeting|\pL*arzt|médecin|kiné|réunion|riunione|médico|reunión|reunião|tandarts|huisarts|vergadering|spotkani|lekarz|dentyst|kardiolog|cardiolog)`)
	// bePresent is that who answers will be there, and no more, without accents.
	bePresent = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
		return [plAt + 1]*lazyre.Regexp{
			enAt: lazyre.New(`^(?:i'll|i will|we'll|we will|i am going to|i'm going to) be (?:there|in|home|at home|around|free|waiting|ready)(?: then| that day| all day)?$|^(?:i'm|i am|we're|we are) (?:home|at home|free|available|in)(?: then| that day| all day)?$|^(?:i|we) can (?:make it|do that)$`),
			itAt: lazyre.New(`^(?:io |noi )?ci (?:saro|saremo|sono|siamo)$|^(?:quel giorno |io )?(?:sono|saro|siamo|saremo) (?:a casa|liber[oaie]|disponibil[ei])$`),
			esAt: lazyre.New(`^(?:estare|estaremos|voy a estar|vamos a estar)(?: en casa| ahi| alli| libre)?$|^(?:ese dia )?(?:estoy|estamos) (?:en casa|libres?|disponibles?)(?: ese dia)?$|^(?:ahi|alli) (?:estare|estaremos)$`),
			frAt: lazyre.New(`^(?:je serai|on sera|nous serons|je suis|on est)(?: bien)? (?:la|presente?s?|a la maison|chez (?:moi|nous)|disponibles?|libres?)(?: ce jour-la)?$|^(?:j'y serai|on y sera|nous y serons)$`),
			deAt: lazyre.New(`^(?:ich|wir) (?:bin|sind) (?:da |dann |an dem tag )?(?:da|dort|zu hause|zuhause|daheim|frei)$|^(?:ich|wir) (?:werde|werden) (?:da|dort|zu hause|zuhause|daheim) sein$|^(?:da|dann|an dem tag) (?:bin ich|sind wir) (?:da|zu hause|zuhause|daheim|frei)$|^(?:da |dann )?(?:hab|habe|haben) (?:ich|wir)(?: da)? zeit$|^ich (?:hab|habe)(?: da| dann)? zeit$`),
			ptAt: lazyre.New(`^(?:vou estar|estarei|vamos estar|estaremos)(?: em casa| la| ai| por casa| livre| disponivel)?$|^(?:estou|estamos) (?:em casa|livres?|disponive(?:l|is))(?: nesse dia)?$|^(?:la|ca) (?:estarei|estaremos)$`),
			nlAt: lazyre.New(`^(?:ik|we|wij) (?:ben|zijn) (?:dan |die dag )?(?:thuis|er|aanwezig|beschikbaar|vrij)$|^ik zal (?:er|thuis|aanwezig) zijn$|^(?:dan|die dag) (?:ben ik|zijn we) (?:thuis|er|vrij|aanwezig)$`),
			plAt: lazyre.New(`^(?:bede|bedziemy)(?: (?:w domu|na miejscu|tam|wtedy|obecn[yai]))?$|^(?:jestem|jestesmy) (?:wtedy )?(?:w domu|woln[yai]|dostepn[yai])$|^mam (?:wtedy )?czas$`),
		}
	})
)
