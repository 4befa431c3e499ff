package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked whether to tell somebody that they come, to confirm an event or to accept an invitation or a job says yes and that they come
// or take it: "Ja, ich komme.", "Sí claro, allí estaré", "Oui je prends". And who is asked to tell somebody how something is says yes
// and that it is so, in the words of the title: "Tak, jest jeszcze".

// ofMyself leaves the yes, and what stands behind it, of such a text.
func (p *parser) ofMyself(body string, l int, shown Shown) string {
	m := myselfBehind()[l].FindStringSubmatch(strings.TrimSpace(normalize(body)))
	if m == nil || len(shown.words()) == 0 || !p.oneDeed(shown) || p.undoes(shown) || p.refusedTitle(shown) {
		return body
	}
	for _, about := range shown.About {
		title := titleOf(about)
		switch {
		case about == "":
		case m[2] != "" && !comesOneself(about), m[3] != "" && !takesJob.MatchString(title), m[4] != "" && !p.saysOfTitle(strings.ToLower(m[4]), title, l, shown):
			return body
		}
	}
	return strings.TrimRight(m[1], " ,.!:\n") + confirmsToThem.ReplaceAllString(m[5], "$1")
}

// comesOneself reports a prompt of whether whoever answers comes to something, and no other.
func comesOneself(about string) bool {
	title := titleOf(about)
	if slices.ContainsFunc(wordsOfPrompt(strings.ToLower(about)), func(w string) bool { return awayWords.MatchString(w) && !strings.HasPrefix(w, "feest") }) || openToTell.MatchString(title) {
		return false
	}
	if m := youCome.FindStringSubmatch(title); m != nil {
		return (thatYouDo.MatchString(m[0]) || !notToCome.MatchString(m[1])) && !hedgedTold.MatchString(strings.ToLower(m[1]+" "+m[2])) && !comesLate.MatchString(m[1]+" "+m[2])
	}
	return !ofSomebody.MatchString(feasts.ReplaceAllString(title, "x")) && (confirmsEvent().MatchString(title) || invites.MatchString(title)) && !othersComing.MatchString(feasts.ReplaceAllString(about, "x"))
}

// saysOfTitle reports words that are those of what a title has somebody told, with its verb, beside pronouns.
func (p *parser) saysOfTitle(said, title string, l int, shown Shown) bool {
	words := wordsOfPrompt(strings.ToLower(title))
	at := slices.IndexFunc(words, func(w string) bool { return saidThat()[w] && w != "di" && w != "de" })
	if at < 1 || !slices.ContainsFunc(words[:at], func(w string) bool {
		return toTelling()[w] || replying()[w] || tellsThem().has(w) || w == "weten" || w == "wissen"
	}) || hedgedTold.MatchString(strings.Join(words[at:], " ")) || strings.Contains(normalize(strings.ToLower(title)), "n't") {
		return false
	}
	verb := false
	for w := range strings.FieldsSeq(said) {
		switch {
		case slices.Contains(words[at:], w):
			verb = verb || statesSo()[w]
		case shown.in == 1<<l && !statesSo()[w] && itselfWords()[w]:
		default:
			return false
		}
	}
	return verb
}

var (
	// youCome is a title that has somebody told that whoever answers comes or takes part; what stands behind may make another deed of it.
	youCome = lazyre.New(`(?i)(?:\P{L}(?:that )?(?:you(?:'ll| will| are going to)? (?:come|attend|join|take part|be there|are coming)|you'll be there)` +
		`|\P{L}que (?:tu viens|vous venez|tu seras là|vous serez là|tu y vas|vous y allez|tu participes|vous participez)` +
		`|\P{L}que (?:vas|vienes|irás|asistirás|estarás|participas)|\P{L}que (?:você |tu )?(?:vais?|vem|vens|irás?|estará|estarás|participas?)` +
		`|\P{L}che (?:vieni|verrai|ci sei|ci sarai|partecipi)|\P{L}że (?:pani |pan )?(?:będziesz|przyjdziesz|przyjedziesz|weźmiesz udział|będzie|przyjdzie))` +
		`((?: [^,;:]*)?)$|\P{L}(?:dass (?:du|sie|ihr)|dat (?:je|u|jullie)) ((?:[^,;:]* )?)(?:kommst|kommen|kommt|dabei bist|dabei sind|teilnimmst|teilnehmen|komt|komen|meedoet|erbij bent)$`)
	// invites is a title that accepts an invitation or promises to come.
	invites = lazyre.New(`(?i)^¿?(?:accept|aceptar|accepter|accettare|aceitar|przyjąć) .*(?:invitation|invite|invito|invitación|convite|zaproszenie)(?:\P{L}|$)|(?:einladung|uitnodiging)(?:\P{L}.*)? (?:annehmen|aannemen|accepteren)$|^(?:dem|der|den|für|zum|zur|die|das) .*\P{L}?zusagen$` +
		`|^(?:confirm|confermare|confirmar|confirmer|potwierdzić) (?:the |your |el |la |le |o |a |os |il |lo |l')?(?:christening|birthday|bautizo|cumpleaños|baptême|anniversaire|batizado|aniversário|battesimo|compleanno|chrzciny|urodziny|imieniny|komunię|wesele)(?:\P{L}|$)` +
		`|^¿?(?:confirm|confermare|confirmar|confirmer|potwierdzić) (?:the |your |el |la |le |tu |su |ta |ton |votre |a |o |tua |sua |la tua |la sua |il |l')?(?:dinner|lunch|party|meal|wedding|attendance|cena|comida|almuerzo|fiesta|boda|asistencia|presencia|pranzo|festa|presenza|partecipazione|dîner|déjeuner|repas|fête|soirée|présence|participation|jantar|almoço|presença|obiad|kolację|obecność|udział)(?:\P{L}|$)|^(?:die|den|de|het) (?:taufe|geburtstag|doop|verjaardag|feier) .*(?:bestätigen|zusagen|bevestigen)$`)
	// comesLate is to come otherwise than asked, and ofSomebody whose event it is.
	comesLate  = lazyre.New(`(?i)(?:^|\P{L})(?:later?|earlier|tard|plus tôt|tardi|dopo|tarde|más|mais|später|spät|früher|eher|vroeger|później|wcześniej|without|ohne|sans|senza|sin|sem|zonder|bez|with|mit|avec|con|com|met|away|home|to (?:cancel|say|decline|terms|pick|collect|get|pay))(?:\P{L}|$)`)
	thatYouDo  = lazyre.New(`(?i)^\P{L}(?:that )?you(?:\P{L}|$)`)
	ofSomebody = lazyre.New(`\P{L}(?:do|da|du|del|della|dello|dos|von|vom|van) \p{Lu}`)
	// feasts are named with a great letter as people are.
	feasts = lazyre.New(`\b(?:Navidad|Noël|Natale?|Weihnachten|Nochebuena|Pascua|Pasqua|Páscoa|Pâques|Año|Ano|Reyes|Kerst|Christmas|Easter)\b`)
	// takesJob is a title that accepts work for whoever answers.
	takesJob = lazyre.New(`(?i)^¿?(?:accept|take|aceptar|tomar|coger|accepter|prendre|accettare|prendere|aceitar|pegar|przyjąć|wziąć) (?:the |a |an |el |la |le |un |une |una |o |a |um |uma |il |lo |l')?(?:\pL+ ){0,2}?(?:ride|job|shift|gig|trip|booking|lesson|tutoring|assignment|commission|course|trajet|mission|commande|service|corsa|lavoro|incarico|turno|viaje|carrera|trabajo|encargo|trabalho|corrida|serviço|encomenda|frete|kurs|zlecenie|dyżur|robotę)(?:\P{L}|$)` +
		`|(?:fahrt|schicht|auftrag|dienst|rit|klus|opdracht|vertretung)(?:\P{L}.*)? (?:annehmen|übernehmen|aannemen|overnemen)$`)
	// hedgedTold makes what is told half of it, or of some time only.
	hedgedTold = lazyre.New(`(?:^| )(?:only|nearly|almost|until|from|too|if|when|unless|but|nur|fast|beinahe|bis|ab|erst|zu|wenn|aber|presque|seulement|jusqu'\pL*|trop|si|mais|quasi|solo|fino|dal|dalla|troppo|se|ma|casi|sólo|hasta|demasiado|pero|quase|só|somente|até|demais|mas|bijna|alleen|pas|tot|vanaf|te|als|maar|prawie|tylko|dopiero|od|jeśli|jeżeli|ale)(?: |$)`)
	// statesSo are the verbs of what is told, itselfWords what stands for the thing.
	statesSo = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`is are has have works fits è sono c'è va vanno ha está están es son hay tiene sirve est sont a ont convient ist sind hat passt passen geht é são está há tem serve is zijn heeft past jest są ma mamy pasuje działa`)...)
	})
	itselfWords = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`it they that il elle ils elles ça lo ella er es sie das esse essa isso het hij ze dat to on ona ono one`)...)
	})
)

// myselfBehind are, by language, a yes, that one comes, that one takes it, what somebody is told, and what stands behind.
var myselfBehind = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1][5]string{ // yes; beside it; comes; takes it; gladly
		enAt: {
			`yes|yeah|yep|yup|aye|sure`, `please|of course|sure|great|lovely|definitely|gladly|ok`,
			`(?:i'll|i will|we'll|we will|i'm|i am|we're|we are) (?:be there|there|coming|come|going|attending|joining|in)|(?:i|we)(?:'d| would) love to(?: come)?|see you there`, `(?:i'll|i will|we'll|we will) (?:take|do) (?:it|that)|i(?:'ll| will) take that one`, `gladly|with pleasure`,
		},
		itAt: {
			`s[ìi]+|certo|ok`, `certo|grazie|volentieri|ok|perfetto|certamente`, `(?:io |noi )?ci (?:sarò|saremo|sono|siamo|vado|andiamo)|vengo|veniamo|verrò|verremo|partecipo|partecipiamo`, `(?:l[oa] )?(?:prendo|faccio|accetto)`, `volentieri|con piacere|sicuramente`,
		},
		esAt: {
			`s[íi]+|claro|ok|vale`, `claro|por supuesto|obvio|gracias|perfecto|claro que sí|con gusto`, `(?:all[íi]|ah[íi]) (?:estaré|estaremos|estoy|nos vemos)|(?:yo )?(?:voy|vamos|iré|iremos|estaré|estaremos|asistiré)(?: all[íi]| ah[íi])?`, `(?:l[oa] )?(?:tomo|cojo|agarro|hago|acepto)`, `con (?:mucho )?gusto|encantad[oa]|sin falta`,
		},
		frAt: {
			`oui+|ouais|ok|d'accord`, `bien sûr|merci|volontiers|avec plaisir|d'accord|certainement`, `j'y (?:serai|vais|suis)|je (?:viens|viendrai|serai là|participe|serai présente?)|on (?:vient|y va|y sera|sera là)|nous (?:venons|y serons|serons là)`, `je (?:l[ae] |les )?(?:prends|fais)|on (?:l[ae] )?prend`, `volontiers|avec plaisir|sans faute`,
		},
		deAt: {
			`ja+|jo|klar`, `gerne?|klar|natürlich|sicher|sehr gern|sehr gerne`, `(?:ich|wir) (?:komme|kommen|bin dabei|sind dabei|bin da|sind da|nehme teil|nehmen teil|werde da sein|werden da sein)|(?:da )?(?:bin ich|sind wir) dabei`, `(?:die |den |das )?(?:nehme|nehm|mache|mach|übernehme) ich|ich (?:nehme|mache|übernehme) (?:sie|ihn|es|das|die|den)`, `gerne?|sehr gerne?|auf jeden fall`,
		},
		ptAt: {
			`sim+|claro|ok`, `claro|com certeza|obrigad[oa]|sim|com prazer`, `(?:eu |nós )?(?:vou|vamos|irei|iremos|compareço|participo)(?: lá)?(?: sim)?|(?:lá )?(?:estarei|estaremos)(?: lá)?`, `(?:eu )?(?:pego|topo|aceito|faço)(?: sim)?`, `com (?:todo o |muito )?(?:gosto|prazer)|sem falta|com certeza`,
		},
		nlAt: {
			`ja+|jawel|graag|natuurlijk`, `graag|natuurlijk|zeker|hoor|leuk|prima`, `(?:ik|we|wij) (?:kom|komen|ben erbij|zijn erbij|ben er|zijn er|doe mee|doen mee)|daar (?:ben ik|zijn we) bij`, `(?:die |dat )?(?:neem|doe|pak) ik|ik (?:neem|doe|pak) (?:het|hem|die|dat)`, `graag|heel graag|zeker`,
		},
		plAt: {
			`tak|jasne|oczywiście`, `jasne|oczywiście|chętnie|z przyjemnością|dziękuję`, `(?:na pewno )?(?:będę|będziemy|bede|bedziemy|przyjdę|przyjdziemy|przyjadę|przyjedziemy)(?: (?:wszyscy|obecn[yai]|na pewno|tam))?`, `(?:biorę|wezmę|przyjmuję|przyjmę|bierzemy)(?: (?:to|go|je))?`, `chętnie|z przyjemnością|na pewno`,
		},
	} {
		all[l] = lazyre.Made(`(?is)^((?:` + of[0] + `)(?:[ ,.!]+(?:` + of[1] + `))*[ ,.!:\n]+)(?:(?:(` + of[2] + `)|(` + of[3] + `))(?:,? (?:` + of[4] + `))?|([^,.!;:?\n]{2,60}?))([ ]*(?:[,.!:\n].*|[🙂😊👍]+|)|[ ,]+` + courtesies + `[ .!]*(?:\n.*)?)$`)
	}
	return all
})
