package written

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// The templates that mail programs put below a mail: a card, and below it what a company says
// of itself. One is found by where it begins: where the program marks it, where the sender's
// name stands again below their own, or where a firm of theirs does. What stands in it may be
// more than lines of cards then, as long as no line says or asks anything of the writer's own.

const (
	maxTemplate      = 40  // lines
	maxTemplateLine  = 260 // bytes of a sentence in it
	maxMarkedBytes   = 8000
	maxTemplateTries = 60 // lines that it may begin with
	maxSheets        = 8  // of them, those that do
)

// template is where one begins that the lines end with: the number of lines if they end with
// none. What closes the letter right above the name is a part of it.
func (m Mail) template(lines []string, name map[string]bool) int {
	n := len(lines)
	from := n
	for shown := 0; from > 1 && n-from < maxTemplateTries && shown < maxTemplate; {
		if from--; strings.HasPrefix(lines[from], Mark) {
			from++
			break
		}
		if !blank(lines[from]) {
			shown++
		}
	}
	for i, tries := from, 0; i < n && tries < maxSheets; i++ {
		if len(lines[i]) > maxTemplateLine {
			continue
		}
		l := linkedTo(lines[i])
		top := bare(lines[:i])
		if l == "" || isPicture(l) || top == 0 {
			continue
		}
		last := lines[top-1]
		closed := closes(last) || closesTwice(last)
		if !closed && strings.HasSuffix(last, ":") {
			continue
		}
		signed := !closed && top < i && m.signsOff(lines[:top])
		switch {
		case closed && (m.desk(l) || offices.MatchString(l) && len(strings.Fields(l)) < 4 && !talks(l) && !theirs.MatchString(strings.TrimPrefix(l, "The ")) && !strings.ContainsAny(l, "?!:;@.,") && capital(l)) || i+1 < n && (closed && called(l) || isName(l, name) && top < i) && m.desk(linkedTo(lines[i+1])):
			tries++
			if told, _, _ := m.sheet(lines[i:], closed); told > 1 || told > 0 && !m.desk(l) {
				return i
			}
		case (fullName(l, name) || titled(l, name) || qualified(l, name) || closed && (signs(l) || besideName(l, name))) && (closed || signed || top < i):
			tries++
			below := lines[i+1:]
			if barred(l) {
				below = lines[i:]
			}
			if told, _, shown := m.sheet(below, signed || closed && (fullName(l, name) || besideName(l, name))); told > 1 || told > 0 && (signed || shown > 1) {
				if closed {
					return top - 1
				}
				return i
			}
		case signed && m.firmly(l):
			tries++
			if told, reach, _ := m.sheet(lines[i:], true); told > 1 && reach {
				return i
			}
		}
	}
	return n
}

// signsOff reports whether lines end as a letter does that is closed: with the sender's name,
// another that they are called by below words that close it, or both in one line.
func (m Mail) signsOff(lines []string) bool {
	n := above(lines)
	if n == 0 {
		return false
	}
	last := strings.TrimSpace(lines[n-1])
	return m.namedAbove(lines) || m.initialed(last) || m.closesNamed(last)
}

// closesNamed reports words that close a letter and the sender's name in one line: "LG Dana".
func (m Mail) closesNamed(l string) bool {
	words := strings.Fields(l)
	if len(words) < 2 || len(words) > 7 {
		return false
	}
	for i := 1; i < len(words); i++ {
		if closes(strings.Join(words[:i], " ")) && isName(strings.Join(words[i:], " "), nameWords(m.Name)) {
			return true
		}
	}
	return false
}

var letters = lazyre.New(`^[-–—~]? ?(\p{Lu})\.?(?: ?\p{Lu}\.?){0,2}(?: ?x{1,3})?$`)

// initialed reports a line that is the first letter of the sender's name, with which they sign.
func (m Mail) initialed(l string) bool {
	if len(l) > 12 {
		return false
	}
	in := letters.FindStringSubmatch(l)
	if in == nil {
		return false
	}
	return slices.ContainsFunc(strings.FieldsFunc(m.Name, notLetter), func(w string) bool { return strings.HasPrefix(w, in[1]) })
}

// qualified reports the sender's name in full with what they have passed or belong to behind
// it, in capitals: "Dana Rossi, PE, LEED AP".
func qualified(l string, name map[string]bool) bool {
	before, rest, ok := strings.Cut(l, ",")
	if !ok || !fullName(before, name) || len(rest) > 60 || strings.ContainsAny(rest, "?!:@") {
		return false
	}
	for _, w := range strings.FieldsFunc(rest, notLetter) {
		if low := strings.ToLower(w); verdicts[low] || asking[low] || stops[low] || !capital(w) || len(w) > 12 || !titles[low] && !degrees[low] && w != strings.ToUpper(w) && !strings.ContainsFunc(w[1:], unicode.IsUpper) {
			return false
		}
	}
	return true
}

// firmly reports a line with which a card may begin that has no name: a firm, where it is, how
// it is reached, what somebody is.
func (m Mail) firmly(l string) bool {
	return m.ownPlace(l) || teamOf.MatchString(l) && proper(l) || reached(l) && !m.points(l) || numbered(l) || !talks(l) && (formal.MatchString(l) || position(l) || institution.MatchString(l) && proper(l) && len(strings.Fields(l)) < 9 || place(l))
}

// besideName reports the sender's name in full with a firm behind a dash or a bar.
func besideName(l string, name map[string]bool) bool {
	at := strings.IndexAny(l, "|·–—")
	if at < 0 {
		at = strings.Index(l, " - ")
	}
	return at > 0 && len(l) < 90 && fullName(l[:at], name) && !talks(l[at:]) && !spoken(l[at:]) && !doesIn(l[at:]) && !strings.ContainsAny(l, "?!:;")
}

// desk reports a line that says for which office of their own firm somebody answers:
// "Acme Customer Care". One of nothing but names may be of any of them.
func (m Mail) desk(l string) bool {
	return len(l) < 90 && len(strings.Fields(l)) < 8 && (!talks(l) || m.ownPlace(l)) && !theirs.MatchString(l) && !strings.ContainsAny(l, "?!:;@") && capital(l) && !spoken(l) && !slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(l), notLetter), func(w string) bool { return does[w] }) &&
		(teamOf.MatchString(l) && proper(l) || offices.MatchString(l) && (m.ownWords(l) || barred(l)) || m.ownPlace(l) && !isName(l, m.named()) && offices.MatchString(m.Name+" "+l))
}

// offices are words for those who answer for a firm.
var offices = lazyre.New(`(?i)service|support|desk\b|\bcare\b|hotline|kunden|\bteam|équipe|equipo|zespół|assistenza|atención|atendimento|apoio|klant|obsług|biuro|dział|secretar|sekretar|segreteria|secretaría|accueil|reception|rezeption|recepción|administra|verwaltung|buchhaltung|zarząd|relations|zákazni|asiakas|kundtjänst|office|büro`)

// ownPlace reports a line that names the firm of who writes, by their surname or by the name of
// their domain, and says nothing of it: "Praxis Dr. Rossi".
func (m Mail) ownPlace(l string) bool {
	if firm, _, ok := strings.Cut(strings.Replace(l, " - ", " – ", 1), " – "); ok && len(l) < 90 && !talks(l) && !strings.ContainsAny(l, "?:;@") {
		l = firm // what they do, or a slogan, stands behind it
	}
	if len(l) > 90 || talks(l) || theirs.MatchString(l) || !proper(l) || strings.ContainsAny(l, "?:;@") {
		return false
	}
	_, domain, _ := strings.Cut(strings.ToLower(m.Address), "@")
	label, _, _ := strings.Cut(domain, ".")
	own := nameWords(m.Name)
	words := strings.FieldsFunc(strings.ToLower(l), notLetter)
	if len(words) < 2 && !strings.EqualFold(strings.Trim(l, " ."), label) {
		return false
	}
	for _, w := range words {
		if own[w] && !titles[w] && utf8.RuneCountInString(w) > 2 && !isName(l, own) || utf8.RuneCountInString(w) > 3 && strings.Contains(label, w) {
			return true
		}
	}
	return false
}

// between are words that stand between those of names of firms, offices and titles.
var betweenNames = set(`and|und|for|für|der|die|das|des|dem|den|von|zum|zur|pour|avec|sur|les|aux|para|con|los|las|del|della|delle|degli|dello|dei|nel|nella|per|con|voor|van|het|een|met|com|dos|das|oraz|dla|och|samt|sowie|the|att|til|med`)

// proper reports a line whose words are names, titles or short ones between them.
func proper(l string) bool {
	for _, w := range strings.FieldsFunc(l, notLetter) {
		if low := strings.ToLower(w); low == w && utf8.RuneCountInString(w) > 2 && !betweenNames[low] && !titles[low] && !role.MatchString(w) {
			return false
		}
	}
	return true
}

// teamOf are those who sign together: "Ihr Team von Opitz Reisen".
var teamOf = lazyre.New(`(?i)^(?:ihr|dein|euer|das|your|the|votre|l['’]|le|su|el|il|lo|uw|het|je|o|a sua|a|zespół|twój)?\s?(?:[\p{L}-]+[- ])?(?:team|équipe|equipo|equipe|zespół|staff)(?: (?:von|vom|der|des|at|of|from|de|du|del|della|van|do|da) [\p{L}&.' -]{2,40}|[ -]\p{Lu}[\p{L}&.' -]{2,40})?$`)

// doesIn reports a line with a word of what people with a title do, or of what is so.
func doesIn(l string) bool {
	for i, w := range strings.FieldsFunc(l, notLetter) {
		if low := strings.ToLower(w); does[low] || finite[low] && (w == low || i == 0 && len(w) > 3) {
			return true
		}
	}
	return false
}

// place reports a line that says where somebody is, in no sentence: "Gate code 4471" is none.
func place(l string) bool {
	return (located.MatchString(l) && (proper(l) || formal.MatchString(l) || postcode.MatchString(l) || strings.Contains(l, " - ") || barred(l)) || street.MatchString(l)) && !theirs.MatchString(l) && !doesIn(l)
}

// postcode is what only addresses have: a postcode before a town, or the number of a part of a house.
var postcode = lazyre.New(`\d{4,5} \p{Lu}|\d{2}-\d{3} |(?i), (?:lote|nave|bureau|bât\.?|piso|planta|local|oficina|lok\.|m\.|sala|box|etage|étage|verdieping|suite|ste\.?|scala|interno|int\.|andar|bloco|loja|edif\.?|unit|floor|km|stand) ?\d`)

// institution is a word of what offices, schools and the like are called.
var institution = lazyre.New(`(?i)\b(?:universit|\p{L}*hochschul|gymnasium|\p{L}*schule\b|schools?\b|college|académie|academy|akademie|école|lycée|collège|escuela|colegio|institut|istituto|scuola|liceo|szkoła|facult|fakult|facoltà|wydział|dipartimento|department|departamento|département|dept\b|dpto|\p{L}*abteilung|referat\b|\p{L}*amt\b|ministr|ministè|\p{L}*behörde|\p{L}*verwaltung|gemeinde|stadt\b|landkreis|\p{L}*kreis\b|mairie|commune|préfecture|ayuntamiento|ajuntament|comune\b|provincia|regione|gemeente|provincie|câmara|município|urząd|gmina|council|borough|county\b|city of|town of|hospital|klinik|clinic|clinique|clínica|clinica|krankenhaus|ospedale|ziekenhuis|szpital|przychodnia|\p{L}*praxis|\p{L}*praktijk|cabinet|studio\b|\p{L}*kanzlei|chambers|apothe|pharmac|farmac|\p{L}*verein|\p{L}*verband|vereniging|association|asociación|associazione|associação|stowarzyszenie|\p{L}*stiftung|foundation|fondation|fundación|fondazione|stichting|fundacja|\p{L}*kirche|pfarr|church|paroisse|parroquia|parrocchia|kerk|parafia|\p{L}*bank\b|sparkasse|caisse|banco|banca|hotel|hôtel|restaurant|ristorante|gasthof|agriturismo|reisebüro|autohaus|notariat|rechtsanwält|steuerberat|\p{L}*büro\b|makelaar|agentur|agency|agence|agencia|agenzia|gruppe|groupe|grupo|gruppo|laborator|library|bibliot|museum|musée|museo|muzeum|theater|théâtre|teatro|kommun\b|\p{L}+kommun\b|skola|skole|sygehus|sjukhus)`)

// titleCase reports a line of names of which one is also a word of those who ask: "First County Bank".
func titleCase(l string) bool {
	words := strings.FieldsFunc(l, notLetter)
	if len(words) < 3 || len(words) > 9 || strings.ContainsAny(l, "?!:;,") {
		return false
	}
	for i, w := range words {
		if low := strings.ToLower(w); !capital(w) || stops[low] || verdicts[low] || asking[low] && (low != "first" && low != "see" && low != "use" || i == len(words)-1) {
			return false
		}
	}
	return true
}

// numbered reports a line that is a label and a number of five digits at least: "Pager: 555-0148".
func numbered(l string) bool {
	at := strings.IndexAny(l, ":#°º")
	if at < 1 || len(l) > 80 || asks(l) || len(strings.FieldsFunc(l, notLetter)) > 6 || strings.ContainsAny(l, "?!€$£") {
		return false
	}
	digits := 0
	for _, r := range l {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	for i, w := range strings.FieldsFunc(strings.ToLower(l), notLetter) {
		if stops[w] || verdicts[w] && (i == 0 || !ambiguous[w]) {
			return false
		}
	}
	return digits > 4 && !theirs.MatchString(l)
}

// webby reports a line of nothing but where somebody is found: their domain, names of networks,
// what they are called there: "example.it | Instagram".
func (m Mail) webby(l string) bool {
	if len(l) > 120 {
		return false
	}
	if onNetwork.MatchString(l) {
		return true
	}
	found := false
	for _, w := range strings.FieldsFunc(l, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("|·•,–—", r) }) {
		low := strings.ToLower(strings.Trim(w, ".:()[]/"))
		switch {
		case low == "" || networks[low] || utf8.RuneCountInString(low) == 1 && strings.ContainsAny(w, ".:"):
		case domain.MatchString(low), handle.MatchString(w), contact.MatchString(w):
			found = true
		default:
			return false
		}
	}
	return found
}

var (
	domain    = lazyre.New(`^(?:[\p{L}\d][\p{L}\d-]*\.)+(?:com|net|org|info|biz|eu|de|at|ch|fr|be|nl|it|es|pt|pl|uk|ie|us|ca|br|mx|ar|cl|co|se|dk|no|fi|cz|sk|hu|ro|gr|tr|lu|io|ai|app|dev|shop|studio|example|online|cat|gal|berlin|wien|tirol|swiss|qc\.ca)(?:/\S*)?$`)
	onNetwork = lazyre.New(`^@?[\w.-]{3,30} (?:on|auf|sur|en|su|op|no|na|på) (?:Slack|Teams|WhatsApp|Signal|Skype|LinkedIn|Mastodon|Bluesky|Instagram)$`)
	handle    = lazyre.New(`^@[\w.]{2,40}$`)
)

// smallPrint reports whether each sentence of a paragraph is one of those of notices, of which
// it need not have what makes one by itself: it stands below a card.
func smallPrint(lines []string) bool {
	text := flat(lines)
	if len(text) < 30 || len(text) > maxNoticeBytes || strings.ContainsAny(text, "?？"+Mark) {
		return false
	}
	topical := false
	for _, s := range sentences(text) {
		t := topics(s)
		switch {
		case attends(s) || aboutData(s) || besideData(s) || membersList.MatchString(s) && !mine.MatchString(s) && !asks(s) && !answers(s, looselyMeant):
			topical = true
		case t&(t-1) != 0 && impersonal(s) && !slices.ContainsFunc(strings.FieldsFunc(s, notLetter), func(w string) bool { return doubts[w] && w != "but" }):
			topical = topical || t&(aSecret|aRecipient|aMistake|aBan|aRisk|aLaw) != 0
		default:
			return false
		}
	}
	return topical
}

// membersList are more sentences of who answers for a firm.
var membersList = lazyre.New(`list of (?:members|partners|directors)|equal (?:opportunit|housing)|affirmative action|auf (?:der )?grundlage|\badsp\b|\bagb\b|\bvob\b|subject to (?:our|the) terms|recording and|traffic may be|(?:not|no) (?:\p{L}+ )?accept service|service (?:of (?:documents|proceedings) )?by e-?mail|open (?:to|for) inspection|available for inspection|professional indemnity|berufshaftpflicht|aufsichtsbehörde|chambre des notaires|barreau d|ordre des|colegi(?:o|ado)|albo (?:degli|dei)|derdenrekening|compte (?:de )?tiers|terms (?:and conditions|of business)|allgemeinen? geschäftsbedingungen|conditions générales|condiciones generales|condizioni generali|algemene voorwaarden|condições gerais|ogólne warunki`)

// pronouns is a line of how somebody wants to be spoken of, or how their name is said.
var pronouns = lazyre.New(`(?i)^[(\[]?(?:(?:my )?pronouns?|pronomen|pronoms?|pronombres?|pronomi|voornaamwoorden|zaimki)?[: ]*(?:she|he|they|ze|xe|sie|er|elle|il|iel|ella|él|elles|lei|lui|hon|han|hen|zij|hij|ela|ele|ona|on)(?:\s?[/,|]\s?\p{L}{1,6}){1,3}[)\]]?$`)

// sheet looks at what stands below a name in a template: lines of a card, and below one of
// those that say where, what or how what companies say of themselves. told counts the lines
// that only cards have, a firm and a number twice; it is 0 if any line is of another kind.
// reach says that a firm or how it is reached is among them. twice says that the sender's own
// name stands above: then slogans may be, too.
func (m Mail) sheet(lines []string, twice bool) (told int, reach bool, shown int) {
	for i := 0; i < len(lines); i++ {
		if blank(lines[i]) {
			continue
		}
		l := linkedTo(lines[i])
		if shown++; shown > maxTemplate || strings.HasPrefix(l, Mark) || len(l) > maxTemplateLine && i > 0 && !blank(lines[i-1]) {
			return 0, false, shown
		}
		end := i // of the paragraph
		for end < len(lines) && !blank(lines[end]) {
			end++
		}
		if len(l) > 2*maxTemplateLine { // a notice, or nothing
			if told == 0 || !(notice(lines[i:end]) || dataNotice(lines[i:end]) || smallPrint(lines[i:end])) {
				return 0, false, shown
			}
			i = end - 1
			continue
		}
		switch {
		case isPicture(l), ruler(l), footer(l), added(l), len(l) < 60 && pronouns.MatchString(l), invites.MatchString(l):
		case reached(l), numbered(l), m.webby(l), !talks(l) && formal.MatchString(l), m.ownPlace(l):
			told += 2
			reach = true
		case !talks(l) && (position(l) || barred(l) && role.MatchString(l) && len(strings.Fields(l)) < 14 || teamOf.MatchString(l) || institution.MatchString(l) && proper(l) && len(strings.Fields(l)) < 9):
			told++
		case m.desk(l):
			told++
		case !talks(l) && place(l) && len(strings.Fields(l)) < 12:
			told++
		case keptHours(l), len(l) < 60 && titleCase(l), len(l) <= maxSignatureLine && !talks(l) && role.MatchString(l) && capital(l) && len(strings.Fields(l)) < 10 && !strings.ContainsAny(l, ".?!:") && !limits(strings.ToLower(l)) && !doesIn(l):
		case len(l) <= maxSignatureLine && cardLine(l) && !sentenceLike(l) && (!located.MatchString(l) || place(l)), len(l) <= maxSignatureLine && !talks(l) && proper(l) && len(strings.Fields(l)) < 12 && !strings.HasSuffix(l, ":") && !sentenceLike(l):
		case twice && (amid(lines, i) || i == 0 && !spoken(l) && !talks(l) && plainName(l) && !theirs.MatchString(l) && !plea.MatchString(l) && !doesIn(l) && len(strings.FieldsFunc(l, notLetter)) < 6 && !strings.ContainsAny(l, ".?!:;")):
		case told == 0:
			return 0, false, shown
		case motto(l), boasts(l), closedFor(l), workPattern(l), aboutCompany(strings.ToLower(l)), twice && told > 2 && slogan(l):
		case notice(lines[i:end]) || dataNotice(lines[i:end]) || smallPrint(lines[i:end]) || appended(lines[i:end]) || twice && reach && told > 3 && m.ofMail(lines[i:end]):
			i = end - 1
		case twice && told > 2 && i > 0 && !blank(lines[i-1]) && (barred(l) || strings.Contains(l, " - ")) && len(strings.Fields(l)) < 9 && !talks(l) && !spoken(l) && !plea.MatchString(l) && !doesIn(l) && !strings.HasSuffix(l, ":"):
		default:
			return 0, false, shown
		}
	}
	return told, reach, shown
}

// ofMail reports a paragraph that says of the mail what it is or is not, and of nobody else: below
// all of a card that is what a server has put there.
func (m Mail) ofMail(lines []string) bool {
	text := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
	words := strings.FieldsFunc(text, notLetter)
	if len(words) < 8 || len(text) > maxNoticeBytes || !thisMail.MatchString(strings.ToLower(text)) || Digits(linkless(text)) || spoken(text) || plea.MatchString(text) {
		return false
	}
	low := strings.ToLower(m.Name + " " + m.Address)
	for i, w := range words {
		if i > 0 && capital(w) && w != strings.ToUpper(w) && !strings.Contains(low, strings.ToLower(w)) {
			return false
		}
	}
	return true
}

var thisMail = lazyre.New(`^(?:this|diese|dieser|ce|cet|cette|este|esta|questo|questa|deze|dit|ten|ta|tento|táto|tato|denne|dette|detta|tämä|acest|acesta|ez|az|bu|ovaj|ova|to|αυτό|το|это|данное|настоящее|цей|це) (?:\p{L}+ )?(?:e-?mail|mail|message|nachricht|courriel|correo|mensaje|messaggio|bericht|wiadomo|zpráv|správ|mensagem|besked|melding|meddel|viesti|sähköposti|üzenet|levél|mesaj|ileti|e-?posta|poruka|sporočilo|μήνυμα|письмо|сообщение|лист|повідомлення)`)

// amid reports a line within a paragraph of a card that says nothing of the writer's own: nobody
// types there.
func amid(lines []string, i int) bool {
	if i > 0 && blank(lines[i-1]) {
		return false
	}
	for k := i; k < len(lines) && k < i+4; k++ {
		l := linkedTo(lines[k])
		if k > i && (reached(l) || numbered(l) || !talks(l) && formal.MatchString(l)) {
			return true
		}
		if blank(l) || len(strings.Fields(l)) > 8 || strings.HasSuffix(l, ":") || spoken(l) || plea.MatchString(l) || doesIn(l) || talks(l) {
			break
		}
	}
	return false
}

// marked is where the signature begins that the mail program has marked, if the lines end with
// it: the number of lines if they do not, or if somebody has written into it.
func (m Mail) marked(lines []string) int {
	n := len(lines)
	for _, sig := range m.Marks {
		want := letterWords(sig)
		if len(sig) > maxMarkedBytes || len(want) == 0 {
			continue
		}
		left := len(want)
		for i := n - 1; i > 0 && left > 0 && n-i < maxTemplateTries; i-- {
			if strings.HasPrefix(lines[i], Mark) {
				break
			}
			words := letterWords(lines[i])
			if len(words) > left || !slices.Equal(words, want[left-len(words):left]) {
				if isPicture(strings.TrimSpace(lines[i])) || strings.TrimSpace(lines[i]) == "--" {
					continue
				}
				break
			}
			if left -= len(words); left == 0 && len(words) > 0 && m.unspokenIn(lines[i:], m.complete(lines[:i])) {
				return i
			}
		}
	}
	return n
}

// unspokenIn reports whether nobody says anything of their own in a signature that a program
// has marked: it begins as one does, and no line answers, asks, or tells of the writer. Its last
// lines may be typed, unless what the person says ends above.
func (m Mail) unspokenIn(lines []string, complete bool) bool {
	own := nameWords(m.Name)
	first, loose := true, false
	for _, line := range lines {
		l := linkedTo(line)
		if l == "" || isPicture(l) || ruler(l) || l == "--" {
			continue
		}
		short := len(l) <= maxSignatureLine
		firm := closes(l) || closesTwice(l) || footer(l) || added(l) || isName(l, own) || titled(l, own) || qualified(l, own) || signs(l) || m.webby(l) || m.firmly(l) || short && (cardLine(l) || titleCase(l) || !talks(l) && proper(l))
		if !firm && first || strings.HasPrefix(l, Mark) {
			return false
		}
		first = false
		if firm = firm || numbered(l) || keptHours(l) || boasts(l) || closedFor(l) || workPattern(l) || motto(l) || len(l) < 60 && pronouns.MatchString(l) || notice([]string{l}) || dataNotice([]string{l}) || smallPrint([]string{l}); !firm && spoken(l) {
			return false
		}
		loose = !firm // what stands below all of a card may be typed
	}
	return !first && (complete || !loose)
}

// complete reports whether what is said ends with the name of who says it, or with words that
// close a letter.
func (m Mail) complete(lines []string) bool {
	return closes(lastOf(lines)) || m.signsOff(lines)
}

// letterWords are the words of a text, without links and pictures.
func letterWords(text string) (words []string) {
	for line := range strings.SplitSeq(text, "\n") {
		line = linkedTo(line)
		if isPicture(line) || strings.TrimSpace(line) == "--" {
			continue
		}
		words = append(words, strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })...)
	}
	return words
}
