package written

import (
	"strings"

	"bridge/internal/lazyre"
)

// What mail servers put above a mail that came from outside: each of its sentences says where
// it came from, or warns of what is in it.

const maxBanner = 8 // lines

var (
	senderTip = lazyre.New(`aka\.ms/learnaboutsenderidentification\S*`)
	often     = lazyre.New(`often|\boft\b|häufig|souvent|menudo|frecuen|frequen|suele|costum|spesso|vaak|dikwijls|często|rzadko|\bofte|ofta|sjældent|sällan|usein|často|gyakran|часто|ритка|經常|经常|頻繁|자주|sık\b`)
	important = lazyre.New(`important|wichtig|importan|belangrijk|ważn|vikti|vigti|tärke|důležit|fontos|важ|重要|중요|önem`)
	// banner is how such a text begins, in lower case.
	banner = lazyre.New(`^(?:` + outsideName + `|` + caution + `|(?:this|the) (?:e-?mail|message|sender)|you (?:don't|do not) often|diese[rs]? (?:e-?mail|nachricht|absender)|ce(?:t|tte)? (?:e-?mail|message|courriel|expéditeur)|est[ea] (?:e-?mail|correo|mensaje|mensagem|remitente|remetente)|quest[ao] (?:e-?mail|messaggio|mittente)|(?:deze|dit) (?:e-?mail|mail|bericht|afzender)|(?:ta|ten) (?:wiadomość|e-?mail|nadawca)|de(?:nne|tte|nna|tta) (?:e-?mail|e-post|mail|mejl|besked|meddelande|melding|meddelelse|avsändare|afsender|avsender)|tämä (?:viesti|sähköposti)|t(?:ento|ato) (?:e-?mail|zpráva)|bu (?:e-?posta|mesaj|ileti)|это (?:письмо|сообщение)|данное (?:письмо|сообщение)|цей лист|ez (?:az|a) (?:e-?mail|levél|üzenet)|acest (?:e-?mail|mesaj)|αυτό το (?:μήνυμα|email)|このメール|此邮件|此郵件|该邮件|本邮件|이 메일)`)
	// outside is where the mail came from.
	outside = lazyre.New(`outside|external|extern|außerhalb|extérieur|esterno|esterna|esterni|fuera de|fora da|fora de|fuori|buiten|zewn[ęą]trz|spoza|utanför|uden for|utenfor|ekstern|ulkopuol|ulkoi|mimo organizac|vnější|dışından|dışarıdan|harici|внешн|извне|зовнішн|külső|kívül|din afara|εξωτερικ|εκτός|外部|社外|외부`)
	// warned is what it warns of, and of whom.
	warned = lazyre.New(caution + `|click|link|attach|klick|anh[aä]ng|anlage|clique|pièces? jointe|clic|enlace|adjunt|allegat|collegament|bijlage|klik|koppeling|anexo|ligaç|załącznik|odnośnik|sender|absender|expéditeur|remitente|mittente|afzender|remetente|nadawc|trust|vertrau|recogni|länk|bilag|bifog|vedlegg|lenke|avsändar|afsender|avsender|liitt|liite|linkk|lähettäj|odkaz|příloh|odesílat|bağlantı|ek(?:leri|i)\b|gönder|ссылк|вложен|отправител|посиланн|вкладенн|відправник|hivatkoz|melléklet|feladó|atașament|expeditor|συνδέσμ|συνημμέν|αποστολέ|リンク|添付|送信者|链接|連結|附件|发件人|링크|첨부|suspicious|phish|verdächtig|suspect|sospett|sospech|suspeit|verdacht|podejrz|misstänk|mistænk|mistenk|epäilyttäv|podezřel|helpdesk|service desk|it[- ](?:support|team|department|security|abteilung)|often get email|security check|virus`)
	// tagged is a banner that is a word or two: "[EXTERNAL EMAIL]".
	tagged = lazyre.New(`^[\[(*<| ]*(?:external|externe?[rns]?|extern[oa]|esterno|esterna|ekstern|zewnętrzn[ya]|внешнее|외부|外部|社外)(?:[ -](?:e-?mails?|mail|mejl|e-post|sender|message|nachricht|absender|courriel|expéditeur|message|correo|mensaje|remitente|mittente|messaggio|bericht|afzender|mensagem|remetente|nadawca|wiadomość))?[\])*>|: !]*$`)
	// filters are what programs that look for fraud write around their banners.
	filters = lazyre.New(`^(?:zjqcmqryfpfptbanner(?:start|end)|report suspicious|report this (?:message|email)|use caution|be cautious|(?:this message (?:is )?from an )?external sender)[ .!\x{200c}\x{200b}]*$`)
)

const (
	outsideName = `\[?(?:external|externe?[rns]?|extern[oa]?|esterno|esterna|ekstern|ulkoinen|externí|zewnętrzn[ya]|внешнее|외부|外部|社外)\b[^\]]{0,20}\]?`
	caution     = `caution|warning|achtung|vorsicht|warnung|attention|prudence|avertissement|atención|precaución|advertencia|aviso|attenzione|avviso|cautela|let op|waarschuwing|pas op|atenção|cuidado|alerta|uwaga|ostrzeżenie|ostrożn|varning|observera|advarsel|obs\b|huomio|varoitus|upozornění|pozor|dikkat|uyarı|внимание|осторожно|предупреждение|увага|обережно|figyelem|figyelmeztetés|atenție|avertizare|προσοχή|注意|警告|주의|경고`
)

// withoutBanner cuts what a mail server has put above a mail that came from outside.
func (m Mail) withoutBanner(lines []string) []string {
	from := 0
	for from < len(lines) && blank(lines[from]) {
		from++
	}
	to := from
	for to < len(lines) && to-from < maxBanner && !blank(lines[to]) {
		to++
	}
	if to == from || !mayBanner(lines[from]) && !m.seldom(lines[from]) {
		return lines
	}
	// All of its paragraph, or what ends with a sentence: some servers leave no blank line below.
	for end := to; ; end-- {
		if end == from {
			return lines
		}
		if end < len(lines) && (end == to || closesBanner(lines[end-1]) || m.seldom(lines[end-1])) && (isBanner(strings.Join(lines[from:end], " ")) || m.seldom(strings.Join(lines[from:end], " "))) {
			to = end
			break
		}
	}
	for to < len(lines) && (blank(lines[to]) || ruler(lines[to]) || filters.MatchString(strings.ToLower(strings.TrimSpace(lines[to])))) {
		to++
	}
	if to == len(lines) || strings.HasPrefix(lines[to], Mark) {
		return lines
	}
	return lines[to:]
}

// mayBanner is the cheap look at the first line of one.
func mayBanner(line string) bool {
	l := strings.ToLower(strings.Trim(line[:min(len(line), 300)], bannerSigns))
	return banner.MatchString(l) || tagged.MatchString(l) || filters.MatchString(l)
}

// seldom reports what Outlook says of a sender who seldom writes, and why one should know:
// with its link at the end, or without one and with their address.
func (m Mail) seldom(text string) bool {
	if len(text) > 400 {
		return false
	}
	l := strings.ToLower(strings.Trim(text, bannerSigns+">)]"))
	if at := senderTip.FindStringIndex(l); at != nil {
		return at[1] == len(l) && len(strings.Fields(l)) < 40
	}
	return m.Address != "" && strings.Contains(l, strings.ToLower(m.Address)) && often.MatchString(l) && important.MatchString(l) && !mine.MatchString(l) && !strings.ContainsAny(l, "?!:") && len(strings.Fields(l)) < 40
}

const bannerSigns = "*_=-#[|⚠\ufe0f! \t"

// closesBanner reports a line behind which something else may begin.
func closesBanner(line string) bool {
	l := strings.TrimRight(line, " \t*_\u00a0")
	return l != "" && strings.IndexByte(".!])", l[len(l)-1]) >= 0 || ruler(line)
}

func isBanner(text string) bool {
	if len(text) > 900 || strings.ContainsAny(text, "?？"+Mark) {
		return false
	}
	l := strings.ToLower(strings.Trim(strings.Join(strings.Fields(text), " "), bannerSigns))
	if filters.MatchString(l) || tagged.MatchString(l) {
		return true
	}
	if !banner.MatchString(l) || !outside.MatchString(l) || !warned.MatchString(l) {
		return false
	}
	from, care := false, false // it says where the mail came from; it warns of more than that
	for i, s := range sentences(l) {
		if !outside.MatchString(s) && !warned.MatchString(s) {
			return false
		}
		from = from || outside.MatchString(s) && aboutMail.MatchString(s)
		rest := s
		if i == 0 {
			rest = strings.TrimLeft(headCaution.ReplaceAllString(s, ""), " :!-")
		}
		care = care || warned.MatchString(aboutMail.ReplaceAllString(rest, ""))
	}
	return from && care
}

var (
	headCaution = lazyre.New(`^(?:` + caution + `)`)
	// aboutMail are the mail and who sent it.
	aboutMail = lazyre.New(`e-?mail|\bmails?\b|message|nachricht|absender|courriel|expéditeur|correo|mensaje|remitente|messaggio|mittente|bericht|afzender|mensagem|remetente|wiadomo\p{L}*|nadawc\p{L}*|mejl|e-post\p{L}*|besked|meddel\p{L}*|melding|avsänd\p{L}*|afsend\p{L}*|avsend\p{L}*|viesti|sähköposti|lähettäj\p{L}*|zpráv\p{L}*|odesíl\p{L}*|e-?posta|mesaj\p{L}*|ileti|gönder\p{L}*|письм\p{L}*|сообщен\p{L}*|отправит\p{L}*|лист\b|відправ\p{L}*|levél|üzenet|feladó\p{L}*|expeditor\p{L}*|μήνυμα|αποστολέ\p{L}*|メール|送信者|邮件|郵件|发件人|메일|\bsender\b`)
)
