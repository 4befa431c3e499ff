package written

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/core/mailfooter"

	"bridge/internal/lazyre"
)

// What companies' servers put below mails, and above them: notices of confidentiality,
// appeals to save paper, what a virus scanner says, where the company is followed. They
// are told by what they are made of, and whatever says anything else stays.

const (
	maxNotice      = 40 // lines of one paragraph of a notice
	maxNoticeBytes = 6000
)

// topic is what a sentence of a notice is about.
type topic uint16

const (
	aMail      topic = 1 << iota // this message
	aSecret                      // it is confidential
	aRecipient                   // whom it is for
	aMistake                     // who got it by mistake
	aRemoval                     // has to delete it, and tell
	aSender                      // the sender
	aBan                         // and must not
	aUse                         // copy it and pass it on
	aRisk                        // viruses, and who answers for them
	aLaw                         // the laws of it
)

// topicStems are the beginnings of the words of a topic, in lower case.
var topicStems = map[topic][]string{
	aMail:      list(`e-posta|ileti|mesaj|üzenet|levél|μήνυμα|повідомлен|лист|zpráva|sähköposti|epost|e-post|viest|tölvup|skeyti|poruk|sporočil|писмо|съобщени|e-mail|email|message|nachricht|mail|courriel|mensaje|correo|messaggio|bericht|mensagem|wiadomo|meddeland|meddelels|melding|viesti|zpráv|správ|сообщени|письмо|communicat|transmission|mitteilung|dokument`),
	aSecret:    list(`sensitiv|secret|segret|segred|tajemnic|tajn|berufsgeheimnis|gizli|bizalmas|titkos|εμπιστευτικ|απόρρητ|конфіденц|таємн|поверител|povjerljiv|zaupn|sekretess|salassa|privileji|beroepsgeheim|sigilo|konfidens|konfiden|réservé|confiden|vertraulich|privileg|riservat|vertrouwelijk|poufn|konfidenti|fortrolig|luottamuksel|důvěrn|geheim|hemlig|конфиденц|proprietary|sensibel|bedrijfsgeheim`),
	aRecipient: list(`alıcı|muhatap|címzett|παραλήπτ|адресат|одержувач|primatelj|prejemnik|primalac|naslovnik|tiltenkt|tiltænkt|avsett|avsedd|tarkoitettu|určen|dirigid|dirett|addressed|üzerinde|viðtakand|preznač|przeznacz|recipient|addressee|intended|empfänger|adressat|bestimmungs|destinat|destinad|geadresseerde|bestemd|adresat|mottagare|modtager|mottaker|vastaanottaj|adresát|příjemc|bestimmt|получател|adressee`),
	aMistake:   list(`yanlışl|sehven|hata|tévedés|véletlen|λάθος|помилк|eroare|greška|greškom|pomot|erreur|fejltagelse|feilaktig|felaktig|erehdyks|virhe|nedopatření|greșeal|error|erreur|mistake|irrtüml|irrtum|versehent|fehler|erro|engano|errore|omyłk|pomyłk|misstag|fejl|feil|vahingossa|omyl|vergissing|abusiv|onrechte|ошибк|erroneous|equivoc`),
	aRemoval:   list(`elimín|siliniz|silin|silip|imha|töröl|értesít|διαγρ|ενημερ|видал|повідом|șterg|ștergeți|anunț|obris|izbriš|obvest|obavije|bildir|poinform|zawiadom|skasow|informér|underrett|underrätt|meddela|ilmoit|hävit|uppmärk|изтри|uvědom|oznám|tuhoa|delet|destroy|notif|inform|lösch|vernicht|benachrichtig|détrui|supprim|avertir|prévenir|elimin|borr|cancell|distrugg|avvis|verwijder|vernietig|apag|usun|zniszcz|powiadom|radera|slett|poista|smaž|vymaž|удал|avis|destru|contact|kontakt`),
	aSender:    list(`gönderen|gönderici|feladó|küldő|αποστολέ|відправник|expeditor|pošiljatelj|pošiljalac|подател|lähettä|afsend|sender|absender|expéditeur|émetteur|remitente|mittente|afzender|remetente|nadawc|avsändar|afsender|avsender|lähettäj|odesílat|отправител|originator|sending`),
	aBan:       list(`yasak|izinsiz|tilos|απαγορ|заборон|interzis|zabranjen|prepovedan|забранен|otilläten|förbjuden|ikke tillad|luvaton|nepovolan|nesmí|neoprávn|disallow|opphavsrett|prohibit|unauthori|strictly|forbid|permitted|gestattet|unbefugt|untersagt|erlaubt|unzulässig|interdit|strictement|prohib|proib|vietat|verboden|toegestaan|zabron|förbjud|forbudt|kielletty|zakázá|запрещ|unlawful|illegal|autoris|autoriz|berechtigt`),
	aUse:       list(`gebruik|kopyala|dağıt|paylaş|másol|terjeszt|αντιγραφ|διανομ|копію|розповсюд|копир|распростран|multiplic|umnožav|kopír|šířen|vidareb|vidareförmedla|distribu|levitt|kopioi|wykorzyst|kopiow|copy|copie|disclos|dissemin|distribut|forward|weiterleit|weitergabe|kopier|kopie|divulg|diffus|copia|verspreid|kopiow|rozpowszech|reproduc|use|nutzung|verwend|utilis|utiliz|openbaar|ujawni`),
	aRisk:      list(`overbreng|overdracht|sorumlu|felelős|ευθύν|відповідальн|ответственн|răspund|odgovorn|zodpovědn|ansvar|vastuu|vírus|ιό|вірус|вирус|tartalmaz|liab|responsib|haft|gewähr|responsab|aansprakelijk|odpowiedzialno|virus|viren|malware|warrant|guarante|garant|secure|sicher|intercept|zmanipul|verbindlich|binding`),
	aLaw:       list(`legislation|législation|gesetzgebung|legislación|legislazione|wetgeving|legislação|ustawodaw|lagstiftning|lovgivning|kvkk|кодекс|zákon|tietosuoja|personuppgift|personopplysning|personoplysning|regolamento|reglamento|ustaw|kanun|törvén|gdpr|dsgvo|rgpd|lgpd|rodo|avg|protection|datenschutz|2016/679|privacy|rgpd|dados|datos|disclaimer|legal|rechtlich|giuridic|juríd|jurid|law|gesetz|décret|d.lgs|privatlivs`),
}

var (
	sentenceEnd = lazyre.New(`[.!;:]["')\]]*\s+|[。！；：]`)
	// shortened are words whose dot ends no sentence.
	shortened = set(`reg|art|n|no|nr|z|b|d|lgs|dlgs|inc|ltd|corp|co|bzw|ggf|etc|dr|abs|i|s|v|e|g|u|sig|p|st|c|a|r|l|cap|est|tel|dpr`)
	// conditional are how the sentences of notices begin that do not name the mail.
	conditional = lazyre.New(`^(?:if you|if the reader|should you|unless|any (?:unauthori|views|opinions|use|review|dissem|form)|wenn sie|falls sie|sollten sie|sind sie|das unbefugte|si vous|toute (?:utilisation|diffusion)|s'il|si usted|si ha|si no es|si lo|queda|se (?:ha|non|l|você|não|o leitor)|qualora|chi lo|chiunque|indien u|als u|mocht u|caso|jeśli|jeżeli|om du|om ni|hvis du|hvis de|jos|pokud|если|the (?:information|content|contents)|die (?:information|in dieser|enthaltenen)|les (?:informations|documents)|l'information|la información|le informazioni|il contenuto|o conteúdo|a informação|as informações|de (?:informatie|inhoud)|treść|informacje|informationen|information)\b?`)
	headline    = lazyre.New(`^[\s*_=#-]*(?:confidentiality(?: and privilege)?(?: notice| note| statement)?|confidential|disclaimer|legal (?:notice|disclaimer)|important(?: notice)?|notice|privacy notice|rechtlicher hinweis|vertraulichkeitshinweis|wichtiger hinweis|hinweis|haftungsausschluss|avis(?: de confidentialité)?|avis important|clause de confidentialité|avertissement|aviso(?: de confidencialidad(?:e)?| legal)?|cláusula de confidencialidad|nota de confidencialidade|avviso(?: di riservatezza| legale)?|nota di riservatezza|riservatezza|privacy|informativa privacy|vertrouwelijkheid(?:sclausule)?|klauzula poufności|zastrzeżenie|konfidentiell|fortrolig|luottamuksellinen|dit bericht)[\s*_=#:.!-]*$`)
	thanked     = lazyre.New(`^(?:thank you|thanks|vielen dank|danke|merci|nous vous remercions|muchas gracias|gracias|grazie|la ringraziamo|bedankt|dank u|obrigad[oa]|dziękujemy|tack|tak|takk|kiitos)\b`)
)

// topics is what a sentence is about.
func topics(sentence string) (t topic) {
	for _, w := range strings.FieldsFunc(sentence, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '-' && r != '/' && r != '.'
	}) {
		if len(w) < 2 {
			continue
		}
		for _, s := range stemsByStart()[w[:2]] {
			if t&s.topic == 0 && strings.HasPrefix(w, s.stem) {
				t |= s.topic
			}
		}
	}
	return t
}

// topicStem is the beginning of a word of a topic.
type topicStem struct {
	stem string
	topic
}

// stemsByStart has those of topicStems by their first two bytes: a long text has many words.
var stemsByStart = lazyre.Once(func() map[string][]topicStem {
	all := map[string][]topicStem{}
	for what, stems := range topicStems {
		for _, s := range stems {
			all[s[:2]] = append(all[s[:2]], topicStem{s, what})
		}
	}
	return all
})

// noticeAt is where a notice begins that the lines end with, one paragraph of it: the
// number of lines if they end with none.
func noticeAt(lines []string) int {
	n := len(lines)
	from := n
	for from > 0 && n-from < maxNotice && !blank(lines[from-1]) && !strings.HasPrefix(lines[from-1], Mark) {
		from--
	}
	// The shortest that is one by itself, for what stands right above may be the person's; all
	// of it below a headline.
	if from < n && closedAbove(lines[:from]) && dataNotice(lines[from:]) {
		return aboveHeads(lines, from)
	}
	for i := from; i < n; i++ {
		whole := i == from && (headed(lines[i]) || headed(lastOf(lines[:i])))
		if at := n - 1 - (i - from); whole && notice(lines[i:]) {
			return aboveHeads(lines, i)
		} else if (at == from || ended(lines[at-1])) && opensNotice(lines[at]) && notice(lines[at:]) {
			return aboveHeads(lines, at)
		}
	}
	return n
}

// headed reports a line that stands above a notice.
func headed(line string) bool {
	return ruler(line) || len(line) < 200 && headline.MatchString(strings.ToLower(line))
}

// lastOf is the last line that is not blank.
func lastOf(lines []string) string {
	if n := above(lines); n > 0 {
		return lines[n-1]
	}
	return ""
}

// ended reports whether a sentence, or what stands above a notice, ends with a line: a
// headline, a picture, a line of a card.
func ended(line string) bool {
	if l := strings.TrimSpace(line); isPicture(l) || barred(l) && reached(l) {
		return true
	}
	bare := strings.TrimRight(line, " \t*_\"')")
	return bare != "" && strings.IndexByte(".!:;", bare[len(bare)-1]) >= 0 || headed(line)
}

// aboveHeads is where the headlines of a notice that begins at line i begin.
func aboveHeads(lines []string, i int) int {
	for at := above(lines[:i]); at > 0 && headed(lines[at-1]); at = above(lines[:i]) {
		i = at - 1
	}
	return i
}

// opensNotice reports whether a line begins as a notice does.
func opensNotice(line string) bool {
	l := strings.ToLower(strings.Trim(line, " \t*_=#-–—|>[]("))
	l = l[:min(len(l), 400)]
	if conditional.MatchString(l) || headline.MatchString(l) {
		return true
	}
	words := strings.Fields(l)
	return topics(strings.Join(words[:min(len(words), 6)], " "))&(aMail|aSecret|aLaw) != 0
}

// closedAbove reports whether what stands above a paragraph ends as a card or the end of a
// letter does, and not as what somebody says.
func closedAbove(lines []string) bool {
	l := linkedTo(lastOf(lines))
	if l == "" || utf8.RuneCountInString(l) > maxSignatureLine || strings.HasPrefix(l, Mark) || strings.HasSuffix(l, ":") {
		return false
	}
	if closes(l) || closes(lastOf(lines[:above(lines)-1])) && len(strings.Fields(l)) < 5 {
		return true
	}
	return (Digits(l) || strings.Contains(l, "www.") || len(strings.Fields(l)) < 7) && (reached(l) || formal.MatchString(l) || !talks(l) && (located.MatchString(l) || position(l)))
}

// dataNotice reports whether all of some lines is what a law of data protection asks for, with
// what may stand in the same paragraph.
func dataNotice(lines []string) bool {
	text := flat(lines)
	if len(text) < 40 || len(text) > maxNoticeBytes || strings.ContainsAny(text, "?？"+Mark) {
		return false
	}
	found := false
	for _, s := range sentences(text) {
		if aboutData(s) {
			found = true
		} else if !(besideData(s) || topics(s)&^aMail != 0 && impersonal(s) || attends(s)) {
			return false
		}
	}
	return found
}

// attends reports a sentence, in lower case, that may stand in any notice: where a company is
// registered, an appeal to save paper, a link, a headline.
func attends(s string) bool {
	return aboutCompany(s) || appeal(s) || fraud(s) || headline.MatchString(s) || thanked.MatchString(s) && len(strings.Fields(s)) < 8 || linkless(s) == ""
}

// notice reports whether all of some lines is a notice: it says whom the mail is for, or
// what to do with one that came by mistake, and more; and each sentence has a part in it.
func notice(lines []string) bool {
	text := flat(lines)
	if len(text) < 40 || len(text) > maxNoticeBytes || strings.ContainsAny(text, "?？") {
		return false
	}
	var all topic
	for _, s := range sentences(text) {
		t := topics(s)
		all |= t
		if t&^aMail == 0 && !attends(s) {
			return false
		}
	}
	n := 0
	for what := range topicStems {
		if all&what != 0 {
			n++
		}
	}
	return n >= 3 && all&aRecipient != 0 && all&(aSecret|aMistake|aBan) != 0 || n >= 4 && all&aMistake != 0 && all&(aSender|aSecret|aBan) != 0 || n >= 5 && all&aMail != 0 && all&(aSecret|aLaw) != 0
}

// inRegister are how sentences of notices say which company wrote.
var inRegister = lazyre.New(`\b(?:(?:is|are) (?:a (?:limited |private |public )?(?:liability )?(?:company|partnership|charity) )?(?:registered|incorporated) in|(?:registered|head) office|compan(?:y|ies) (?:registration |registered )?(?:number|no)\b|vat (?:registration |reg\.? )?(?:number|no)\b|(?:is |are )?authori[sz]ed and regulated by|(?:^|is |are )regulated by|eingetragen (?:im|beim)|handelsregister|registergericht|amtsgericht|sitz der gesellschaft|immatriculée? au|siège social|capital (?:social )?de|(?:inscrita|registrada|domicilio social) en|registro mercantil|sede (?:legale|sociale)|capitale sociale|iscritta al registro|statutair gevestigd|ingeschreven (?:in|bij)|kamer van koophandel|registada na|matriculada na|wpisana do|zarejestrowana w|sąd rejonowy|krs)`)

// aboutCompany reports a sentence, in lower case, that says where a company is registered.
func aboutCompany(s string) bool {
	return len(s) < 240 && inRegister.MatchString(s) && !asks(s) && !theirs.MatchString(s) && !slices.ContainsFunc(strings.FieldsFunc(s, notLetter), func(w string) bool { return verdicts[w] && !ambiguous[w] })
}

// appended reports a paragraph that begins as a notice or speaks of printing, and goes on
// in other words: nobody begins a sentence of their own in the middle of its lines.
func appended(lines []string) bool {
	text := flat(lines)
	if len(text) > maxNoticeBytes || strings.ContainsAny(text, "?？!"+Mark) || !(opensNotice(lines[0]) && aboutSecrets(topics(text)) || printing(text) && appealNature.MatchString(text)) {
		return false
	}
	for i, s := range sentences(text) {
		if topics(s)&^aMail != 0 {
			continue
		}
		if asks(s) || Digits(s) || slices.ContainsFunc(strings.FieldsFunc(s, notLetter), func(w string) bool { return verdicts[w] && !ambiguous[w] }) ||
			i > 0 && slices.ContainsFunc(lines[1:], func(l string) bool { return strings.HasPrefix(strings.ToLower(l), s[:min(len(s), 16)]) }) {
			return false
		}
	}
	return true
}

// aboutSecrets reports topics of a mail that is confidential.
func aboutSecrets(t topic) bool {
	return t&aMail != 0 && t&aSecret != 0 && t&(aRecipient|aMistake|aBan|aLaw) != 0
}

// printing reports whether a text speaks of printing.
func printing(text string) bool {
	return slices.ContainsFunc(printStems, func(s string) bool { return strings.Contains(text, s) }) && appealPrint.MatchString(text)
}

// linkless is a sentence without links and addresses.
func linkless(s string) string {
	var rest []string
	for _, w := range strings.Fields(s) {
		if !strings.Contains(w, "://") && !strings.HasPrefix(w, "www.") && !strings.Contains(w, "@") {
			rest = append(rest, w)
		}
	}
	return strings.Trim(strings.Join(rest, " "), " .,;:<>()[]*_-")
}

// companyForms are the forms of companies with dots in them, which end no sentence unless a
// capital follows.
var companyForms = lazyre.New(`\b(?:[Ss]p\. z o\.o|S\.[Rr]\.[Ll]|S\.[pP]\.A|S\.L(?:\.U)?|S\.A(?:\.U)?|B\.V|N\.V|d\.o\.o|s\.r\.o|a\.s|e\.V|e\.K|[Ss]\.[Nn]\.[Cc]|[Ss]\.[Aa]\.[Ss])\.(\s\p{Lu})?`)

// dotted reports a text with a letter between dots, as most of companyForms have.
func dotted(text string) bool {
	for i := 0; i+2 < len(text); i++ {
		if text[i] == '.' && text[i+2] == '.' && text[i+1] != '.' {
			return true
		}
	}
	return false
}

// flat is a paragraph as one line in lower case, whose sentences can be told.
func flat(lines []string) string {
	text := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
	if dotted(text) {
		text = companyForms.ReplaceAllStringFunc(text, func(form string) string {
			if r, _ := utf8.DecodeLastRuneInString(form); unicode.IsUpper(r) {
				return "(company). " + string(r)
			}
			return "(company)"
		})
	}
	return strings.ToLower(text)
}

func sentences(text string) (all []string) {
	from := 0
	for _, at := range sentenceEnd.FindAllStringIndex(text, -1) {
		s := text[from:at[0]]
		last := s[strings.LastIndexAny(s, " (.")+1:]
		if text[at[0]] == '.' && shortened[last] {
			continue
		}
		all, from = append(all, s), at[1]
	}
	if rest := strings.TrimSpace(text[from:]); strings.Trim(rest, ".!;:*_=#- ") != "" {
		all = append(all, rest)
	}
	return all
}

var (
	// appealWords are all the words of the appeals to think before a mail is printed.
	appealWords = set(`please|consider|the|environment|before|printing|this|e-mail|e-mails|email|emails|mail|mails|message|do|you|really|need|to|print|it|save|paper|trees|tree|think|about|of|your|our|only|if|necessary|when|unless|is|a|an|planet|green|be|p|and|or|not|out|printed|responsibly|nature|sustainable|help|us|protect|for|future|impact|on|its|environmental|
		denken|sie|an|die|umwelt|bevor|diese|nachricht|ausdrucken|drucken|bitte|prüfen|ob|muss|wirklich|ausgedruckt|werden|der|zuliebe|nicht|nötig|papier|sparen|wald|bäume|schonen|natur|umweltschutz|ist|ein|denk|du|druckst|unbedingt|erforderlich|
		pensez|pensons|à|l'environnement|l’environnement|avant|d'imprimer|d’imprimer|imprimer|imprimez|n'imprimez|n’imprimez|ce|cet|cette|courriel|que|si|nécessaire|de|merci|penser|préservons|planète|la|le|afin|préserver|l'écologie|sauf|en|cas|nécessité|sa|vous|s'il|plaît|svp|ne|pas|
		antes|su|compromiso|responsabilidad|con|imprimir|este|mensaje|correo|electrónico|piense|piensa|pensemos|el|los|medio|ambiente|medioambiente|por|favor|compruebe|asegúrese|es|hacerlo|no|imprima|imprimas|necesario|cuide|cuidemos|proteger|protejamos|árboles|papel|salvo|sea|nuestro|nuestra|planeta|cuidando|ayude|ayudemos|cuidar|si|así|realmente|
		prima|di|stampare|questa|questo|messaggio|pensa|pensate|pensi|all'ambiente|all’ambiente|rispetta|rispettiamo|rispettate|l'ambiente|l’ambiente|non|necessario|se|è|proprio|per|stampa|stampate|carta|albero|alberi|salva|
		denk|aan|het|milieu|voor|voordat|u|je|deze|dit|bericht|afdrukt|afdrukken|print|printen|printed|spaar|bomen|of|moet|echt|uitprinten|uitprint|
		esta|mensagem|pense|pensar|meio|natureza|na|realmente|precisa|da|do|o|as|árvores|preserve|
		zanim|wydrukujesz|wydrukowaniem|przed|pomyśl|o|środowisku|tę|ten|wiadomość|proszę|czy|musisz|drukować|naturalnym|pomyśl|chroń|środowisko|drukuj|
		tänk|på|miljön|innan|du|skriver|ut|detta|meddelande|tænk|miljøet|før|printer|udskriver|denne|tenk|e-posten|meldingen|ajattele|luontoa|ympäristöä|ennen|kuin|tulostat|tämän|viestin|myslete|životní|prostředí|než|vytisknete|tento`)
	// printStems are what appealPrint has one of: most texts have none, and are looked at faster.
	printStems   = list(`print|druck|druk|impri|stamp|skriver ut|udskriv|tulost|vytiskn|tipări|nyomtat|εκτυπ|yazdır|распечат|роздрук|natisn`)
	appealPrint  = lazyre.New(`(?:\bprint|druck|\bimpri[mn]|n['’]imprim|d['’]imprim|stamp|afdruk|uitprint|wydruk|druko|drukuj|skriver ut|udskriv|tulost|vytiskn|tipări|nyomtat|εκτυπ|yazdır|распечат|роздрук|natisn)`)
	appealNature = lazyre.New(`environment|mediul|környezet|περιβάλλον|çevre|природ|довкілл|окружающ|okolj|umwelt|environnement|ambiente|milieu|środowisk|miljö|miljø|luonto|ympäristö|prostředí|paper|papier|papel|\bcarta\b|tree|bäume|wald|árvor|árbol|alber|bomen|nature|natur|planet|green|écologie`)
	thinkFirst   = lazyre.New(`^p? ?(?:before (?:you )?print|bevor sie|avant d['’]imprimer|antes d[ei] imprimir|prima di stampare|voordat u|zanim wydrukujesz|przed wydrukowaniem|innan du|før du).*(?:think|consider|necessary|denken|nötig|erforderlich|pense|nécessaire|piens|necesari|pensa|pensi|necessari|denk|nodig|pomyśl|tänk|tænk|tenk)`)
	scanned      = lazyre.New(`^(?:(?:this|the) (?:e-?mail|message|mail)(?: and any attachments)? (?:has been|was|is|were) (?:scanned|checked|protected|verified|swept)|(?:scanned|checked|verified|protected) by |diese (?:e-?mail|nachricht) wurde (?:von|mit|auf|durch)|ce (?:courrier|courriel|message|mail|e-mail)(?: électronique)? a été (?:vérifié|analysé)|l['’]absence de virus|este (?:correo|mensaje)(?: electrónico)? ha sido (?:comprobado|analizado|escaneado)|(?:el software de antivirus|el software antivirus)|questa e-?mail è stata (?:controllata|esaminata)|(?:questo messaggio|deze e-?mail|dit bericht) (?:è stato|is) (?:controllat|analizzat|gecontroleerd|gescand)|(?:esta mensagem|este e-?mail) foi (?:verificad|analisad)|(?:ta wiadomość|wiadomość)(?: e-mail)? (?:została sprawdzona|jest wolna)|(?:denna|denne|detta) [\p{L}-]+ (?:har|er|är) (?:kontrollerat|kontrolleret|genomsökt|skannet))`)
	scanWord     = lazyre.New(`virus|viren|spam|malware|antivir|threat|content`)
	virusFree    = lazyre.New(`(?i)^(?:вірусів немає|без вирусов|virus-free|virenfrei|sans virus|garanti sans virus|libre de virus|privo di virus|virusvrij|livre de vírus|virus-frei|wolny od wirusów|virusfri|virusfritt)[. ]*(?:<?(?:https?://|www\.)[^\s<>]+>?\s*)*$`)
	follows      = lazyre.New(`^(?:follow (?:us|me)(?: on)?|connect with (?:us|me)(?: on)?|find us on|folgen sie uns(?: auf)?|folge uns(?: auf)?|suivez[- ]nous(?: sur)?|síguenos(?: en)?|síganos(?: en)?|seguici(?: su)?|volg ons(?: op)?|siga-nos(?: no| em)?|śledź nas(?: na)?|obserwuj nas(?: na)?|följ oss(?: på)?|følg os(?: på)?|følg oss(?: på)?|seuraa meitä)[: ]*`)
	networks     = set(`facebook|linkedin|instagram|twitter|x|xing|youtube|tiktok|mastodon|bluesky|threads|pinterest|whatsapp|vimeo|github|and|und|et|y|e|en|i|och|og|ja|on|auf|sur|su|op|na|på|oder|or|&`)
)

// added reports whether a line is what programs and companies put below mails, besides
// what Footer knows.
func added(line string) bool {
	l := strings.ToLower(strings.TrimSpace(line))
	if len(l) < 6 || len(l) > 400 || strings.ContainsAny(linkless(l), "?？") && !printing(l) {
		return false
	}
	return isPicture(l) || privacy(l) || registered(strings.TrimSpace(line)) || virusFree.MatchString(l) || scanned.MatchString(l) && scanWord.MatchString(l) && len(strings.Fields(l)) < 26 && len(sentences(l)) < 3 || appeal(l) || social(l) || each(l)
}

// each reports a line of several sentences, each of which companies put below mails.
func each(l string) bool {
	if !strings.Contains(l, ". ") {
		return false // most of them
	}
	all := sentences(l)
	return len(all) > 1 && len(all) < 6 && !slices.ContainsFunc(all, func(s string) bool { return !appeal(s) && !aboutCompany(s) && !ofNature(s, all) })
}

// ofNature reports a sentence on nature beside an appeal.
func ofNature(s string, all []string) bool {
	return len(strings.Fields(s)) < 14 && appealNature.MatchString(s) && impersonal(s) && !strings.ContainsAny(s, "€$£") && slices.ContainsFunc(all, appeal)
}

// privacy reports a line that says where is told what becomes of personal data.
func privacy(l string) bool {
	words := strings.Fields(l)
	last := words[len(words)-1]
	return len(words) < 16 && (strings.Contains(last, "://") || strings.Contains(last, "www.") || strings.Contains(last, "/") && strings.Contains(last, ".")) && privately.MatchString(strings.Join(words[:len(words)-1], " "))
}

var privately = lazyre.New(`datenschutz|privacidad|política de privacid|privacyverklaring|polityka prywatności|confidentialité des données|personal data|privacy (?:policy|notice|statement)|gdpr|dsgvo|rgpd|personuppgift|personopplysning|personoplysning|données personnelles|datos personales|dati personali|dados pessoais|persoonsgegevens|danych osobowych|osobních údajů|henkilötiet|персональн\S+ дан|kişisel veri|personal information`)

// picture is what stands in plain text for a picture.
var picture = lazyre.New(`^(?:\[(?:cid:|image|bild\b|ein bild|a (?:picture|logo)|logo|une image|image contenant|immagine|imagen|afbeelding|obraz|[^\]]*(?:automatically generated|automatisch generierte|générée automatiquement|generata automaticamente|generada automáticamente|automatisch gegenereerd))[^\]]*\]|<image\d+\.(?:png|jpe?g|gif)>)\s*(?:<[^>]*>)?$`)

func isPicture(l string) bool {
	return l != "" && (l[0] == '[' || l[0] == '<') && (picture.MatchString(strings.ToLower(l)) || linkedPictures(l))
}

// linkedPictures reports a line of pictures that lead somewhere, by what they are called, as
// Outlook writes them: "[LinkedIn]<https://...> [X]<https://...>".
func linkedPictures(l string) bool {
	for l != "" {
		called, rest, ok := strings.Cut(l, "]<")
		to, after, end := strings.Cut(rest, ">")
		if !ok || !end || called[0] != '[' || len(called) > 80 || !strings.Contains(to, ":") || strings.ContainsAny(to, " \t") || talks(called[1:]) || strings.ContainsAny(called, "?!") {
			return false
		}
		l = strings.TrimLeft(after, " \t\u00a0|·•")
	}
	return true
}

// empty reports a line on which nobody says anything: a blank one, or a picture.
func empty(l string) bool { return blank(l) || isPicture(strings.TrimSpace(l)) }

// bare is how many lines there are without the empty ones at the end.
func bare(lines []string) int {
	n := len(lines)
	for n > 0 && empty(lines[n-1]) {
		n--
	}
	return n
}

var registers = lazyre.New(`^(?:Registered (?:in|office|address|number|No)|Company (?:[Rr]egistration|[Rr]egistered|[Nn]umber|No|Reg)|VAT|Sitz der Gesellschaft|Sitz:|Registergericht|Handelsregister|Geschäftsführ(?:er(?:in(?:nen)?)?|ung)|Persönlich haftend\p{L}+|Vorstand|Vorsitzende|Aufsichtsrat|Amtsgericht|USt|Siège social|Capital social|S\.?A\.?R?\.?[LS]?\.? au capital|SAS au capital|RCS|SIRET|Sede legale|Sede sociale|P\. ?IVA|C\.F\.|Capitale sociale|Inscrita en|CIF|NIF|KvK|KVK|BTW|NIP|KRS|REGON|Org\.? ?nr|Y-tunnus|CVR)\b`)

// registered reports a line that says where a company is registered and who leads it.
func registered(l string) bool {
	return len(l) < 240 && len(strings.Fields(l)) < 32 && registers.MatchString(l) && !strings.ContainsAny(l, "?!") && stopless(l) && !theirs.MatchString(l) && (Digits(l) || nameLike(l) || strings.Contains(l, ": ") && nameLike(l[strings.Index(l, ": ")+2:]))
}

// stopless reports whether a line has no word that only stands in sentences.
func stopless(l string) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(l), notLetter) {
		if stops[w] {
			return false
		}
	}
	return true
}

// appeal reports whether a line asks to think of the environment before the mail is
// printed, and nothing else: each of its words belongs to that.
func appeal(l string) bool {
	for _, w := range strings.FieldsFunc(l, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '-' && r != '\'' && r != '’'
	}) {
		if w = strings.Trim(w, "-'’"); w != "" && !appealWords[w] {
			return false
		}
	}
	return !Digits(l) && printing(l) && (appealNature.MatchString(l) || thinkFirst.MatchString(l))
}

// social reports whether a line says where somebody is followed, and nothing else.
func social(l string) bool {
	asked := follows.FindString(l)
	if first, _, _ := strings.Cut(l, " "); asked == "" && !networks[strings.TrimRight(first, ",|·•:")] {
		return false
	}
	l = strings.TrimSpace(webLink.ReplaceAllString(l, " "))
	if len(l) < len(asked) {
		return false
	}
	n := 0
	for _, w := range strings.FieldsFunc(l[len(asked):], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("|·•,/:-–<>()[]*", r) }) {
		if !networks[strings.Trim(w, ".!")] {
			return false
		}
		if utf8.RuneCountInString(w) > 3 {
			n++
		}
	}
	return n > 1 || asked != "" && n > 0
}

// footer reports whether a line is what programs and devices put below a mail, or the picture
// of a signature.
func footer(line string) bool {
	l := strings.TrimFunc(line, unseen)
	return mailfooter.Line(l) || strings.HasPrefix(l, "[cid:") && strings.IndexByte(l, ']') == len(l)-1
}

var webLink = lazyre.New(`\s*[<(\[]\s*https?://[^\s<>()\[\]]*\s*[>)\]]|\s*[<(\[]\s*https?://[^\s<>]*[>)\]]?|\s+https?://\S+`)

// addedAt is where what programs and companies add begins at the end of lines: a line or
// the paragraph of a notice.
func addedAt(lines []string) int {
	n := len(lines)
	if footer(lines[n-1]) || added(lines[n-1]) {
		return n - 1
	}
	if at := min(deskAt(lines), meetingAt(lines)); at < n {
		return at
	}
	if n > 1 && len(lines[n-2])+len(lines[n-1]) < 300 && !blank(lines[n-2]) && !strings.HasPrefix(lines[n-2], Mark) {
		if both := lines[n-2] + " " + lines[n-1]; mailfooter.Praise(both) && footer(both) {
			return n - 2 // broken over two lines, or with its link on one of its own
		}
	}
	if n > 1 && (strings.Contains(lines[n-1], "www.") || strings.Contains(lines[n-1], "://")) && linkless(lines[n-1]) == "" && (added(lines[n-2]) || footer(lines[n-2])) {
		return n - 2
	}
	if n > 1 && !blank(lines[n-2]) && appeal(strings.ToLower(lines[n-2]+" "+lines[n-1])) {
		return n - 2
	}
	return noticeAt(lines)
}
