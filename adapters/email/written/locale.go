package written

import "strings"

// The words of mail programs, in lower case. A name that two languages share
// stands once.

// Field is what a line of a header block tells.
type Field int

// The fields.
const (
	NoField Field = iota
	FromField
	SentField // by a word that only mail programs use: Sent, Gesendet
	DateField // by one that people use too
	ToField
	CopyField
	SubjectField
	OtherField
)

var fieldNames = table(map[Field]string{
	FromField: `from|von|de|da|van|från|fra|od|от|від|вiд|发件人|發件人|寄件者|寄件人|差出人|送信者|送信元|보낸 사람|보낸사람|발신자|발신|
		gönderen|kimden|lähettäjä|feladó|odesílatel|odosielateľ|de la|expéditeur|remitente|mittente|absender|afzender|avsändare|avsender|afsender|nadawca|
		από|dari|từ|מאת|من|pošiljatelj|saatja`,
	SentField: `enviada|enviadas|inviata|sent|sent at|sent on|sent date|gesendet|gesendet am|envoyé|envoyé le|enviado|enviado el|enviado em|enviada em|enviada el|enviat|inviato|inviato il|
		verzonden|verzonden op|verstuurd|skickat|skickades|sendt|lähetetty|wysłano|wysłane|data wysłania|отправлено|надіслано|відправлено|发送时间|發送時間|寄件日期|傳送時間|傳送日期|
		送信日時|送信日|보낸 날짜|보낸날짜|발송일|gönderme tarihi|gönderildi|gönderilen|gönderim zamanı|odesláno|odoslané|elküldve|küldve|trimis|poslano|message du|data invio|date d'envoi|fecha de envío|data de envio|απεστάλη|ngày gửi|dikirim|נשלח|تاريخ الإرسال`,
	DateField: `date|datum|fecha|data|dato|päivämäärä|päiväys|pvm|dátum|dată|дата|日期|日時|日付|时间|날짜|tarih|ημερομηνία|ngày|tanggal|תאריך|التاريخ`,
	ToField: `to|an|à|a|para|aan|till|til|do|komu|кому|收件人|收件者|宛先|받는 사람|받는사람|수신자|수신|kime|alıcı|vastaanottaja|címzett|către|destinataire|destinatario|destinatário|
		empfänger|naar|prima|per|pre|προς|kepada|đến|tới|אל|إلى|saaja`,
	CopyField:    `cc|bcc|kopie|kopie (cc)|copie|copie à|copia|cc:|kopia|kopi|kopio|kopio (cc)|dw|do wiadomości|копия|копія|抄送|副本|참조|bilgi|másolatot kap|másolat|κοιν.`,
	SubjectField: `subject|betreff|betr|objet|sujet|asunto|oggetto|onderwerp|assunto|ämne|emne|aihe|temat|тема|主题|主題|主旨|件名|표제|제목|konu|předmět|predmet|tárgy|subiect|assumpte|θέμα|subyek|subjek|chủ đề|נושא|الموضوع|teema|tema`,
	OtherField: `risposta|risposta a|rispondi a|reply-to|reply to|antwort an|répondre à|responder a|antwoord aan|svara till|importance|priority|wichtigkeit|priorität|importancia|importanza|priorité|urgentie|
		attachments|anlagen|anhänge|pièces jointes|allegati|adjuntos|anexos|bijlagen|organization|organisation|message-id|sensitivity|附件|вложения|重要性|importância`,
})

// wroteVerbs are the words for "wrote" that stand in an attribution; those of
// two words are matched with the blank.
var wroteVerbs = set(`wrote|writes|schrieb|schrieben|schreibt|a écrit|écrit|schreef|geschreven|schrijft|ha scritto|scrive|scritto|escribió|escribio|escribía|ha escrit|va escriure|escreveu|
	napisał|napisała|napisał(a)|napisał/a|napisano|pisze|skrev|skriver|kirjoitti|kirjoittaa|написал|написала|написал(а)|написа|пишет|писал|писала|написав|написала|написав(ла)|пише|писав|писала|
	yazdı|şunu yazdı|şunları yazdı|yazmış|napsal|napsala|napsal(a)|napísal|napísal(a)|napísal/a|napísala|írta|ezt írta|a scris|je napisao|napisao je|napisala je|napisao|napisala|napisao/la|je napisal|έγραψε|menulis|đã viết|viết|
	kirjutas|rakstīja|rašė|skrifaði|је написао|је написала|je napisao/la|scríobh|เขียนว่า|כתב|כתבה|كتب|كتبت`)

// wroteTails end an attribution in scripts without blanks.
var wroteTails = list(`写道|寫道|写了|寫了|写到|来信|书写|のメール|のメッセージ|書きました|書いた|さんからのメッセージ|작성|씀|썼습니다|쓴 글|เขียน|에서 작성`)

// leads are the words that an attribution may begin with, before a date.
var leads = set(`missatge de|wł|włączono|on|am|at|le|el|il|op|den|em|w dniu|dnia|il giorno|in data|in data del|på|dne|dňa|kl|la|pe|στις|vào|vào ngày|pada|a la|quoting|zitat von|citando|selon|в|у|на|
	le jour|em data|no dia|v v|wiadomość napisana|kuupäev|þann|ar|ในวันที่|дана|în|il dì|dana|die|den|o|klo|a|trong|ב-|בתאריך|في|ngày`)

// stops are words that stand in what people say and not in names: a line that
// holds one behind its date is no attribution.
var stops = set(`that|but|if|because|when|only|which|what|as|unless|until|not|please|we|i|they|she|it|is|are|was|should|must|dass|wenn|aber|nur|weil|als|nicht|wir|ich|
	que|qui|mais|seulement|parce|pas|nous|pero|sólo|solo|porque|cuando|perché|quando|maar|alleen|omdat|niet|wij|inte|bara|ikke|tylko|jeśli|но|если|только|что|не`)

// dateNames are months and days of the week. An abbreviation of two letters or
// more is the beginning of one.
var dateNames = list(`january|february|march|april|may|june|july|august|september|october|november|december|sept|monday|tuesday|wednesday|thursday|friday|saturday|sunday|
	januar|februar|märz|mai|juni|juli|oktober|dezember|jänner|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|
	janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|
	enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|miércoles|jueves|viernes|sábado|domingo|
	gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|
	janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|segunda|terça|quarta|quinta|sexta|feira|
	januari|februari|maart|mei|augustus|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|
	augusti|måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag|mandag|tirsdag|lørdag|søndag|desember|
	stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela|pon|śr|czw|pt|sob|niedz|
	ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince|pondělí|úterý|středa|čtvrtek|pátek|neděle|
	tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|syyskuuta|lokakuuta|marraskuuta|joulukuuta|maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai|sunnuntai|ma|ti|ke|to|pe|la|su|
	января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|пн|вт|ср|чт|пт|сб|вс|
	січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня|понеділок|вівторок|середа|четвер|пʼятниця|субота|неділя|нд|
	ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık|pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar|paz|pzt|çar|per|cum|cmt|
	január|február|március|április|május|június|július|augusztus|szeptember|október|hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap|
	ianuarie|februarie|martie|aprilie|iunie|iulie|septembrie|octombrie|noiembrie|decembrie|luni|marți|miercuri|joi|vineri|sâmbătă|duminică`)

// originals stand between dashes above what a mail program copies.
var originals = set(`original|original message|original mail|original email|original e-mail|originalmail|ursprüngliche nachricht|ursprüngliche mail|ursprüngliche e-mail|originalnachricht|original-nachricht|original nachricht|
	message d'origine|message original|message initial|e-mail d'origine|message d´origine|mensaje original|missatge original|messaggio originale|messaggio originario|oorspronkelijk bericht|origineel bericht|oorspronkelijk bericht|
	mensagem original|ursprungligt meddelande|originalmeddelande|oprindelig meddelelse|oprindelig besked|original besked|opprinnelig melding|originalmelding|original melding|alkuperäinen viesti|
	wiadomość oryginalna|oryginalna wiadomość|pierwotna wiadomość|wiadomość pierwotna|původní zpráva|původní e-mail|pôvodná správa|исходное сообщение|оригинальное сообщение|исходное письмо|первоначальное сообщение|
	вихідне повідомлення|оригінальне повідомлення|початкове повідомлення|orijinal mesaj|özgün ileti|orijinal ileti|özgün mesaj|eredeti üzenet|mesaj original|mesajul original|
	原始邮件|原始郵件|原邮件|原始信件|原始訊息|邮件原件|回复的原邮件|元のメッセージ|オリジナルメッセージ|元のメール|original message|원본 메시지|원본 메일|원본메일|원본메시지|thư gốc|pesan asli|izvorna poruka|originalna poruka|izvorno sporočilo|αρχικό μήνυμα|αρχικο μηνυμα|algne kiri|הודעה מקורית|الرسالة الأصلية`)

// forwards stand where a person passes on what somebody else wrote.
var forwards = set(`forwarded message|forwarded mail|forwarded email|forward message|begin forwarded message|start of forwarded message|weitergeleitete nachricht|weitergeleitete mail|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail|
	message transféré|message transmis|début du message transféré|début du message réexpédié|mensaje reenviado|inicio del mensaje reenviado|messaggio inoltrato|inizio messaggio inoltrato|doorgestuurd bericht|begin doorgestuurd bericht|
	mensagem encaminhada|mensagem reencaminhada|missatge reenviat|preposlaná správa|preposlana poruka|proslijeđena poruka|posredovano sporočilo|препратено съобщение|προωθημένο μήνυμα|edasi saadetud kiri|pārsūtīts ziņojums|persiųstas laiškas|áframsent skeyti|הודעה שהועברה|תחילת ההודעה שהועברה|رسالة معاد توجيهها|mesaj redirecționat|videresendt e-mail|vidarebefordrat mejl|vidarebefordrat e-mail|início da mensagem reencaminhada|início da mensagem encaminhada|vidarebefordrat meddelande|vidarebefordrat brev|videresendt meddelelse|videresendt besked|videresendt melding|start på videresendt melding|
	välitetty viesti|edelleenlähetetty viesti|wiadomość przekazana dalej|przekazana wiadomość|treść przekazanej wiadomości|přeposlaná zpráva|přeposlaný e-mail|пересылаемое сообщение|пересланное сообщение|начало переадресованного сообщения|
	переслане повідомлення|iletilen mesaj|yönlendirilen ileti|yönlendirilmiş mesaj|továbbított üzenet|转发的邮件|轉寄郵件|转发邮件|转发邮件信息|轉寄的郵件|転送メッセージ|転送されたメッセージ|전달된 메시지|전달된 메일|chuyển tiếp thư|pesan terusan|mesaj redirecționat|start på videresendt besked|start på videresendt meddelelse|början på vidarebefordrat meddelande|vidarebefordrat e-postmeddelande|początek przekazywanej wiadomości|początek wiadomości przekazanej dalej|wiadomość przekazana|začátek přeposlané zprávy|přeposlaná zpráva začíná|välitetty viesti alkaa|iletilmiş mesajın başlangıcı|начало пересылаемого сообщения|doorgestuurd e-mailbericht|correo reenviado|e-mail transféré|courriel transféré|email inoltrata|weitergeleitete e-mail`)

// inlineHints are how people say that their answers stand in the copied mail.
var inlineHints = list(`in the text|im text|dans le texte|dans le message|en el texto|entre líneas|nel testo|in de tekst|no texto|i texten|i teksten|w treści|v textu|zwischen den zeilen|between the lines|mes réponses|meine antworten|mis respuestas|le mie risposte|mijn antwoorden|as minhas respostas|my answers|my comments|inline|in-line|see below|below in|answers below|comments below|replies below|answered below|in red|in blue|see my answers|see my comments|siehe unten|s. unten|s.u.|unten im text|weiter unten|in rot|voir plus bas|voir ci-dessous|ci-dessous|en rouge|
	más abajo|ver abajo|en rojo|vedi sotto|qui sotto|in rosso|zie onder|zie hieronder|in het rood|se nedan|se nedenfor|i rødt|i rött|abaixo|em vermelho|см. ниже|ниже в тексте|patrz poniżej|poniżej w|viz níže|见下文|見下文|以下に|インライン`)

// closings stand above the name of who signs.
var closings = set(`im auftrag|in vertretung|i. a|i. v|i.a|i.v|a dopo|a domani|a più tardi|buona serata|buon fine settimana|bonne soirée|bonne fin de journée|à très vite|à plus|hasta luego|hasta pronto|nos vemos|buen fin de semana|que tengas buen día|un beso|besos|beijos|bjs|um abraço|um beijo|até logo|até breve|bom trabalho|bom fim de semana|com os melhores cumprimentos|schönen abend|schönen feierabend|schönen tag|bis später|bis morgen|ciao|servus|fijne dag|fijn weekend|tot snel|tot dan|do usłyszenia|miłego weekendu|dobrego dnia|talk soon|speak soon|see you|see you soon|have a nice day|have a good day|have a great day|have a good weekend|many thanks in advance|with thanks|yours ever|con i migliori saluti|con i più cordiali saluti|con osservanza|cordialità|un caro saluto|buona giornata|buon lavoro|com os melhores cumprimentos|com a maior consideração|atentamente|att|cdt|sentiments distingués|bien sincèrement|belle journée|à bientôt|sincères salutations|reciba un cordial saludo|un saludo muy cordial|que tenga buen día|freundlichst|hochachtungsvoll|mit kollegialen grüßen|mit lieben grüßen|sonnige grüße|bis bald|bis dann|schönen tag noch|schönes wochenende|hilsner|vh|dbh|kh|kærlig hilsen|ha det bra|ha en fin dag|hej så länge|allt gott|med hälsning|ystävällisin terveisin|yt|zdravím|hezký den|pěkný den|pozdrawiam serdecznie|pozdrawiam cieplutko|łączę pozdrowienia|z pozdrowieniami|miłego dnia|с наилучшими пожеланиями|с уважением и наилучшими|всего доброго|з найкращими побажаннями|всього найкращого|искрено|с уважение|поздрави|iyi günler|kolay gelsin|sevgiler|tisztelettel|szép napot|μετά τιμής|φιλικά|ευχαριστώ|cu drag|o zi frumoasă|numai bine|srdačno|s poštovanjem|s spoštovanjem|atentament|salutacions|gràcies|thanks|thank you|many thanks|thanks a lot|thanks again|thank you very much|thanks in advance|thx|ty|cheers|regards|best regards|kind regards|warm regards|with kind regards|kindest regards|best|all the best|best wishes|sincerely|yours sincerely|yours faithfully|yours truly|yours|respectfully|cordially|take care|warmly|br|rgds|
	mfg|lg|vg|viele grüße|viele grüsse|liebe grüße|liebe grüsse|beste grüße|beste grüsse|herzliche grüße|schöne grüße|freundliche grüße|freundliche grüsse|mit freundlichen grüßen|mit freundlichen grüssen|mit besten grüßen|grüße|gruß|danke|vielen dank|besten dank|danke und gruß|
	merci|merci beaucoup|merci d'avance|cordialement|bien cordialement|bien à vous|bien à toi|salutations|meilleures salutations|cdlt|bonne journée|amicalement|saludos|un saludo|saludos cordiales|atentamente|gracias|muchas gracias|un abrazo|
	saluti|cordiali saluti|distinti saluti|grazie|grazie mille|un saluto|a presto|met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|groeten|groet|mvg|bedankt|dank je|dank u|
	mvh|med vänliga hälsningar|vänliga hälsningar|hälsningar|med vennlig hilsen|vennlig hilsen|med venlig hilsen|venlig hilsen|hilsen|tack|tak|takk|ystävällisin terveisin|terveisin|kiitos|
	pozdrawiam|z poważaniem|dziękuję|s pozdravem|děkuji|dekuji|s pozdravom|с уважением|спасибо|з повагою|дякую|obrigado|obrigada|atenciosamente|abraços|abraço|cumprimentos|melhores cumprimentos|
	med vänlig hälsning|vänlig hälsning|med bästa hälsningar|bästa hälsningar|de bedste hilsner|mange hilsner|beste hilsen|hartelijke groet|hartelijke groeten|un cordial saludo|cordialmente|z wyrazami szacunku|pozdrowienia|s pozdravom|s úctou|lugupidamisega|parimat|pagarbiai|ar cieņu|lep pozdrav|srdačan pozdrav|lijep pozdrav|cu respect|o zi bună|with best regards|with best wishes|warmest regards|parhain terveisin|ystävällisesti|με εκτίμηση|saygılarımla|teşekkürler|selamlar|iyi çalışmalar|üdvözlettel|üdv|köszönöm|cu stimă|mulțumesc|此致|谢谢|謝謝|祝好|敬具|مع أطيب التحيات|مع التحية|مع خالص التحية|تحياتي|أطيب التحيات|مع الشكر|شكرا|شكرًا|בברכה|בברכה רבה|בכבוד רב|תודה|תודה רבה|よろしくお願いします|よろしくお願いいたします|감사합니다|드림`)

// table turns lists of names into what they mean.
func table(names map[Field]string) map[string]Field {
	t := map[string]Field{}
	for f, s := range names {
		for _, n := range list(s) {
			t[n] = f
		}
	}
	return t
}

func set(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range list(s) {
		m[w] = true
	}
	return m
}

func list(s string) []string {
	var out []string
	for _, w := range strings.Split(s, "|") {
		if w = strings.TrimSpace(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}
