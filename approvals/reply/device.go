package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// Lines with which people say that they write on a telephone, in their own words: "(vom Diensthandy gesendet, Tippfehler bitte zu
// entschuldigen)", "KW, z telefonu". Such a line has a form and not a text: from what device, perhaps that it was sent, whose that is, and that
// faults are to be excused. Each of its words is of a closed class.

// deviceLine reports a line of that form. What was not said to be sent, nor put in brackets, may be the end of a sentence ("usuń zdjęcia / z
// telefonu"): apart is whether an empty line stands above it.
func (p *parser) deviceLine(line string, apart bool) bool {
	line = strings.ToLower(strings.TrimSpace(line))
	inner := strings.TrimSuffix(strings.TrimPrefix(line, "("), ")")
	bracketed := len(inner) == len(line)-2
	if utf8.RuneCountInString(line) > 2*maxSignatureLine || strings.ContainsAny(inner, "()?!:…") || strings.Contains(inner, "..") {
		return false
	}
	from := false
	for i, part := range strings.FieldsFunc(partsOfLine.ReplaceAllString(inner, "|"), func(r rune) bool { return r == '|' }) {
		device, sent := ofDevice(part)
		switch {
		case device && !from && i < 2 && (sent || bracketed || apart):
			from = true
		case !excusesWriting(part):
			return false
		}
	}
	return from
}

// withoutDevice is a line that begins with who writes without what they write on behind that: "Sanne (vanaf m'n telefoon)".
func (p *parser) withoutDevice(line string) string {
	m := nameBefore.FindStringSubmatch(strings.TrimSpace(line))
	if m == nil {
		return line
	}
	for w := range strings.FieldsSeq(m[1]) {
		first, _ := utf8.DecodeRuneInString(w)
		if key := strings.ToLower(w); !unicode.IsUpper(first) || p.decides(key) && utf8.RuneCountInString(w) > 2 || answerWords()[key] != None {
			return line
		}
	}
	if !p.deviceLine(m[2], true) {
		return line
	}
	return m[1]
}

// initialsOnDevice reports such a line that begins with the first letters of a name, of which those of a calendar week are some, too.
func (p *parser) initialsOnDevice(line string, name []string) bool {
	m := nameBefore.FindStringSubmatch(strings.TrimSpace(line))
	return m != nil && len(name) > 1 && strings.ToUpper(m[1]) == m[1] && strings.ToLower(strings.ReplaceAll(m[1], ".", "")) == initialsOf(name) && p.deviceLine(m[2], true)
}

var (
	partsOfLine = lazyre.New(`\s*(?:[,;.–—]|\s-\s)\s*`)
	nameBefore  = lazyre.New(`^(\pL[\pL'.-]*(?: \pL[\pL'.-]*){0,2})\s*(?:[,–—-]\s*|\s)(\(.*\)|[^(].*)$`)
)

// deviceWords are the words of such lines, of all languages together.
type deviceWords struct {
	sent, from, whose, device, kind, excuse, fault, little map[string]bool
}

var onDevices = lazyre.Once(func() deviceWords {
	of := func(s string) map[string]bool { return set(strings.Fields(s)...) }
	return deviceWords{
		sent:   of(`sent typed written gesendet geschickt verschickt versendet getippt geschrieben enviado enviada mandado escrito tecleado inviato inviata scritto spedito mandato digitato envoyé ecrit écrit tapé verzonden verstuurd getypt geschreven digitado wysłane wyslane wysłano wyslano wysłana pisane pisano napisane`),
		from:   of(`from on via von vom per mit desde del dal dallo da du depuis de do vanaf van vanuit met op z ze`),
		whose:  of(`my the a mein meinem meiner dem der mi el la mio il mon ma le mijn m'n mn de het meu o minha mojego mojej swojego swojej`),
		device: of(`phone mobile cell cellphone smartphone iphone ipad tablet handy mobiltelefon telefon teléfono telefono celu cel celular móvil movil tableta cellulare telefonino portable téléphone telephone mobilephone telefone telemóvel telemovel telefoon gsm mobiel mobieltje telefonu komórki komorki smartfona smartfonu tabletu android androida diensthandy firmenhandy`),
		kind:   of(`work company business aziendale personale lavoro professionnel pro servicio trabajo empresa corporativo corporativa trabalho pessoal zakelijke werk służbowego sluzbowego służbowej sluzbowej prywatnego unterwegs`),
		excuse: of(`excuse pardon sorry forgive entschuldigen entschuldigt entschuldige entschuldigung verzeihen disculpa disculpe disculpen perdón perdon perdona perdonen scusa scusate scusi désolé désolée desole excuses excuser excusez d'excuser pardonnez desculpe desculpem desculpa excuseer przepraszam wybacz wybaczcie wybaczyć`),
		fault:  of(`typos typo mistakes errors misspellings brevity shortness tippfehler fehler schreibfehler rechtschreibfehler kürze errores faltas erratas brevedad brevità brevita errori refusi fautes frappe brièveté brievete coquilles concision erros gralhas brevidade tikfouten typefouten typfouten fouten kortheid literówki literowki błędy bledy lakoniczność zwięzłość skrótowość`),
		little: of(`please pls plz any my the for bitte zu die der für etwaige eventuelle por los las la favor le les il gli per de des du pour svp merci d'excuser eventuali os as pelos pela evt eventuele voor aub za ewentualne wszelkie proszę prosze o and und e y et en i spelling`),
	}
})

// ofDevice reports words that name a device from which something comes, and whether they say that it was sent.
func ofDevice(part string) (device, sent bool) {
	w := onDevices()
	from := false
	for k := range strings.FieldsSeq(part) {
		switch {
		case w.sent[k] && !sent:
			sent = true
		case !from && w.from[k]:
			from = true
		case from && !device && (w.device[k] || devices.MatchString(k)):
			device = true
		case from && (w.whose[k] || w.from[k] || w.kind[k]):
		default:
			return false, false
		}
	}
	return device, sent
}

// excusesWriting reports words that excuse how something is written, and no more.
func excusesWriting(part string) bool {
	w := onDevices()
	excuse, fault := false, false
	for k := range strings.FieldsSeq(part) {
		switch {
		case w.excuse[k]:
			excuse = true
		case w.fault[k]:
			fault = true
		case !w.little[k]:
			return false
		}
	}
	return excuse && fault
}
