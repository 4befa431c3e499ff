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
var leads = set(`missatge de|on|am|at|le|el|il|op|den|em|w dniu|dnia|il giorno|in data|in data del|på|dne|dňa|kl|la|pe|στις|vào|vào ngày|pada|a la|quoting|zitat von|citando|selon|в|у|на|
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
	mensagem encaminhada|mensagem reencaminhada|missatge reenviat|preposlaná správa|preposlana poruka|proslijeđena poruka|posredovano sporočilo|препратено съобщение|προωθημένο μήνυμα|edasi saadetud kiri|pārsūtīts ziņojums|persiųstas laiškas|áframsent skeyti|הודעה שהועברה|رسالة معاد توجيهها|mesaj redirecționat|videresendt e-mail|vidarebefordrat mejl|vidarebefordrat e-mail|início da mensagem reencaminhada|início da mensagem encaminhada|vidarebefordrat meddelande|vidarebefordrat brev|videresendt meddelelse|videresendt besked|videresendt melding|start på videresendt melding|
	välitetty viesti|edelleenlähetetty viesti|wiadomość przekazana dalej|przekazana wiadomość|treść przekazanej wiadomości|přeposlaná zpráva|přeposlaný e-mail|пересылаемое сообщение|пересланное сообщение|начало переадресованного сообщения|
	переслане повідомлення|iletilen mesaj|yönlendirilen ileti|yönlendirilmiş mesaj|továbbított üzenet|转发的邮件|轉寄郵件|转发邮件|转发邮件信息|轉寄的郵件|転送メッセージ|転送されたメッセージ|전달된 메시지|전달된 메일|chuyển tiếp thư|pesan terusan|mesaj redirecționat|start på videresendt besked|start på videresendt meddelelse|början på vidarebefordrat meddelande|vidarebefordrat e-postmeddelande|początek przekazywanej wiadomości|początek wiadomości przekazanej dalej|wiadomość przekazana|začátek přeposlané zprávy|přeposlaná zpráva začíná|välitetty viesti alkaa|iletilmiş mesajın başlangıcı|начало пересылаемого сообщения|doorgestuurd e-mailbericht|correo reenviado|e-mail transféré|courriel transféré|email inoltrata|weitergeleitete e-mail`)

// footers begin or end the lines that programs and devices put below a mail.
// "*" stands for what names them.
var footers = patterns(list(`sent from *|sent via *|sent with *|sent by *|sent using *|sent on *|sent through *|sent wirelessly from *|sent securely from *|sent in *|securely sent with *|securely sent from *|sent securely with *|secured with *|from my *|* from mobile|get * for ios|get * for android|get * for desktop|
	von meinem * gesendet|von meiner * gesendet|gesendet von *|gesendet mit *|gesendet über *|gesendet aus *|gesendet vom *|von * gesendet|mit * gesendet|diese nachricht wurde von * gesendet|diese e-mail wurde von * gesendet|versendet von *|versendet mit *|verschickt von *|verschickt mit *|sicher gesendet mit *|sicher versendet mit *|
	envoyé de *|envoyé depuis *|envoyé à partir de *|envoyé avec *|envoyé par *|envoyé via *|envoyée de *|expédié de *|expédié depuis *|provenance : *|provenance: *|télécharger * pour ios|
	enviado desde *|enviado con *|enviado a través de *|enviado por *|enviado de *|enviado do *|enviado pelo *|enviado pela *|enviado via *|enviado a partir *|enviat des de *|enviado mediante *|enviado usando *|enviado com *|enviada do *|enviado através *|
	inviato da *|inviato dal *|inviato con *|inviato tramite *|inviato dalla *|inviato dall'*|inviato via *|
	verzonden vanaf *|verzonden met *|verzonden via *|verstuurd vanaf *|verstuurd met *|verstuurd vanuit *|verzonden vanuit *|verstuurd via *|verzonden door *|
	skickat från *|skickat via *|skickad från *|skickades från *|skickades med *|från min *|sendt fra *|sendt via *|sendt med *|
	lähetetty *|wysłane z *|wysłano z *|wysłane ze *|wysłano ze *|wysłane przez *|wysłano za pomocą *|odesláno z *|odesláno ze *|odesláno přes *|odesláno pomocí *|odoslané z *|
	отправлено с *|отправлено из *|отправлено через *|послано с *|надіслано з *|надіслано із *|відправлено з *|* gönderildi|* gönderilmiştir|elküldve *|* küldve|trimis de pe *|trimis din *|poslano s *|poslano iz *|
	στάλθηκε από *|εστάλη από *|изпратено от *|послато са *|послано з *|išsiųsta iš *|nosūtīts no *|saadetud *|sent úr *|enviat des del *|trimis de la *|trimis cu *|trimis prin *|poslané z *|odoslané zo *|poslano sa *|poslano preko *|wysłane za pomocą *|skickat med *|ส่งจาก *|נשלח מ*|أُرسلت من *|تم الإرسال من *|मेरे * से भेजा गया|dihantar dari *|dikirim dari *|gửi từ *|đã gửi từ *`))

// footersCJK are the same where blanks do not part the words.
var footersCJK = patterns(list(`发自我的*|發自我的*|来自我的*|从我的*发送|從我的*傳送|從我的*寄出|發送自*|发送自*|发自*|*から送信|*から送信されました|*で送信|나의*에서 보냄|내*에서 보냄|*에서 보냄|*에서 보낸|*에서 나의*보냄`))

// devicesCJK are what mail is sent from in such a line; "メールで送信" is what a person asks for.
var devicesCJK = list(`iphone|ipad|android|galaxy|samsung|xperia|pixel|huawei|xiaomi|outlook|gmail|yahoo|spark|windows|スマートフォン|スマホ|携帯|アイフォン|휴대폰|스마트폰|아이폰|갤럭시|네이버|메일|手机|手機|电脑|電腦`)

// devices name what mail is sent from. Between the words of a footer there may
// be nothing but these, words that begin with a capital or hold a number, and
// the little words of little.
var devices = list(`iphone|iphon|ipad|ipod|android|blackberry|galaxy|samsung|huawei|xiaomi|redmi|oneplus|nokia|pixel|motorola|nexus|htc|lg|sony|xperia|windows|outlook|yahoo|gmail|hotmail|proton|tutanota|gmx|web.de|freemail|mail|email|e-mail|k-9|thunderbird|airmail|
	spark|mailbird|superhuman|mailspring|canary|edison|missive|shortwave|newton|polymail|spike|mimestream|fastmail|fairemail|aquamail|postbox|vivaldi|foxmail|tuta|mixmax|cloudmagic|roundcube|zimbra|nextcloud|posteo|mailfence|terminal|honor|oppo|vivo|realme|poco|lenovo|asus|fairphone|surface|chromebook|notion|courrier|front|hey|zoho|typeapp|bluemail|mobile|mobil|mobiel|mobilny|móvil|movil|celular|cellulare|cell|phone|smartphone|smart|handy|telefon|telefoon|téléphone|telefono|teléfono|telephone|telemóvel|telephone|puhelin|matkapuhelin|tablet|tablette|
	handheld|messagerie|webmail|posta|correo|poczta|poczty|pocztą|handheld|device|gerät|mobilgerät|apparaat|appareil|dispositivo|urządzenia|enhet|enhed|laptop|computer|macbook|mac|pc|app|web|wireless|ios|macos|linux|телефон|телефона|смартфон|смартфона|мобильн|планшет|устройства|почты|почта|手机|手機|电脑|電腦|携帯|スマートフォン|メール|휴대폰|스마트폰|메일`)

// media are those of devices that say in lower case how something went, not what it was sent from.
var media = set(`mail|email|e-mail|courrier|correo|posta|poczta|poczty|pocztą|почты|почта`)

// bySomebody are the beginnings of footers behind which people name people, and alsoPeople the
// programs and devices that are called like some: "Sent by Edison".
var (
	bySomebody = set(`sent by|gesendet von|versendet von|verschickt von|envoyé par|envoyée de|enviado por|enviado pelo|inviato da|inviato dal|verzonden door|wysłane przez`)
	alsoPeople = set(`edison|newton|spike|honor|vivaldi|mac`)
)

var little = set(`auf|su|na|pentru|pe|meu|mea|cu|telefonul|için|mobilního|telefonu|mojega|mog|mojho|môjho|моя|мій|мого|через|мій|mano|mana|minu|το|μου|για|på|fra|iz|sa|preko|za|pomocą|za|pomoću|via|uz|zo|bezpečnej|saugaus|seguro|säker|sikker|turvallinen|sécurisée|chiffrée|segura|seguro|cifrata|sicura|sichere|sicheren|sicherer|sicherem|sicheres|verschlüsselter|sécurisé|verschlüsselte|verschlüsselten|beveiligde|bezpieczną|bezpiecznej|électronique|elettronica|electrónico|my|the|a|an|for|on|by|of|with|via|and|from|using|in|mein|meinem|meiner|für|mit|von|vom|der|dem|aus|und|mon|ma|mes|pour|de|du|la|le|l|sur|avec|un|une|mi|para|con|el|do|meu|minha|pelo|o|os|da|no|
	mio|mia|il|lo|per|con|un|mijn|een|voor|met|het|min|mitt|mit|en|et|för|til|for|moj|mojego|mojej|dla|systemu|aplikację|aplikacji|z|ze|mého|pro|моего|моей|мой|мого|для|з|с|со|az|a|pe|meu|ul|our|your|this|new|free|powered|secure|encrypted|aplikacja|w|apps|application|service|versão|versione|version|edition`)

// systems are what a mail program is offered for.
var systems = set(`ios|android|iphone|ipad|windows|macos|mac|phone|desktop`)

// systemEnds are written to their names in some languages: "iOS:lle", "Outlook'u".
var systemEnds = set(`pre|за|u|yu|i|a|ä|n|in|t|ot|et|lle|ille|ra|re|hoz|hez|höz|ile|le|le|l|erako|rako|용|용을|용으로|을|를|版|用|的|を|の|לـ|لـ|ل|s|systemu|system`)

// fetching are the words with which a program is fetched: "Get Outlook for iOS".
var fetching = set(`get|download|try|discover|hol|hole|dir|holen|sie|sich|lade|laden|beziehen|herunterladen|herunter|abrufen|télécharger|téléchargez|obtenir|obtenez|obtener|obtén|obtenga|descargar|descarga|descargue|consigue|conseguir|scarica|scaricare|scaricate|ottieni|ottenere|
	downloaden|ontvang|haal|verkrijg|krijg|obter|obtenha|obtém|baixe|baixar|baixa|transfira|transferir|descarregar|descarregue|hämta|skaffa|ladda|ned|ner|hent|få|skaff|deg|dig|last|hanki|hankitko|lataa|hae|pobierz|uzyskaj|program|programu|získat|získejte|stáhnout|stáhněte|si|
	získať|získajte|stiahnuť|stiahnite|letöltése|letöltés|beszerzése|szerezze|be|töltse|készült|obțineți|obține|descărcați|descarcă|изтеглете|изтегли|вземете|вземи|получете|nabavite|nabavi|preuzmite|preuzmi|преузмите|набавите|pridobite|prenesite|
	скачать|скачайте|получить|получите|загрузить|загрузите|отримати|отримайте|завантажити|завантажте|λήψη|αποκτήστε|λάβετε|κατεβάστε|κάντε|του|edinin|indirin|alın|קבל|קבלת|הורד|הורדת|השג|את|עבור|احصل|الحصول|تنزيل|على|دریافت|برای|รับ|ดาวน์โหลด|สำหรับ|
	tải|lấy|nhận|dùng|xuống|về|cho|dapatkan|unduh|untuk|muat|turun|获取|取得|下载|下載|适用于|適用於|获取适用于|下载适用于|取得適用於|下載適用於|を入手|入手|ダウンロード|をダウンロード|다운로드|받기|얻기|가져오기|प्राप्त|करें|के|लिए|डाउनलोड|obteniu|baixeu|descarrega|per|eskuratu|lortu|deskargatu|
	hankige|hangi|laadi|alla|iegūstiet|iegūt|lejupielādēt|lejupielādējiet|darbam|ar|gaukite|gauti|atsisiųsti|atsisiųskite|skirtą|sækja|fáðu|fyrir|cael|gyfer|үшін|алу|алыңыз`)

// What programs say in praise of themselves behind their names: what they are, how they
// are, and the words around.
var (
	programs = set(`app|apps|application|client|inbox|mailbox|postfach|programm|mail-app|e-mail-app|email-app|mailprogramm|mail-programm|e-mail-programm|boîte|messagerie|appli|aplicación|bandeja|buzón|casella|applicazione|postvak|mailprogramma|aplicativo|caixa|aplikacja|aplikacji|skrzynka|skrzynkę|organize|organise|organisieren|organizza|organisez|organiser|organiza|organizar|organizuj|
		email|emails|e-mail|e-mails|mail|mails|courriel|courriels|correo|correos|posta|poczta|pocztę`)
	praised = set(`best|free|all-new|loves|secure|encrypted|end-to-end|ad-free|smart|smarter|smartest|fast|faster|fastest|beautiful|powerful|better|powered|ai-powered|conquer|calm|calmer|productive|intelligent|
		beste|besten|kostenlosen|sicheren|schnellsten|kostenlose|kostenloses|sichere|verschlüsselte|verschlüsselten|verschlüsseltes|schnellste|werbefreie|werbefreies|erobern|meilleure|meilleur|gratuite|gratuit|sécurisée|chiffrée|conquérir|profitez|
		mejor|gratuita|gratis|segura|cifrada|conquista|triunfa|conquistar|migliore|miglior|sicura|crittografata|veilige|versleutelde|snelste|melhor|najlepsza|darmowa|bezpieczna|szyfrowana`)
	praiseGlue = set(`the|a|an|new|your|you|for|work|home|teams|team|business|everyone|professionals|people|to|of|on|in|it|and|with|at|is|that|love|most|private|privacy|simple|modern|own|world|world's|s|now|here|today|way|experience|ever|made|built|designed|open|source|open-source|enjoy|by|search|ai|mac|ios|android|windows|linux|desktop|mobile|
		die|der|den|das|für|arbeit|ihr|ihre|dein|deine|eigenes|neue|neuen|und|mit|jetzt|suchen|le|la|les|pour|travail|votre|vos|nouvelle|rapide|de|et|rechercher|recherchez|
		para|trabajo|tu|su|nueva|el|los|y|busca|buscar|per|lavoro|tua|nuova|di|il|e|cerca|voor|werk|je|uw|nieuwe|en|het|zoeken|trabalho|seu|sua|nova|o|do|dla|pracy|twoja|nowa|i|za|darmo`)
)

// inlineHints are how people say that their answers stand in the copied mail.
var inlineHints = list(`in the text|im text|dans le texte|dans le message|en el texto|entre líneas|nel testo|in de tekst|no texto|i texten|i teksten|w treści|v textu|zwischen den zeilen|between the lines|mes réponses|meine antworten|mis respuestas|le mie risposte|mijn antwoorden|as minhas respostas|my answers|my comments|inline|in-line|see below|below in|answers below|comments below|replies below|answered below|in red|in blue|see my answers|see my comments|siehe unten|s. unten|s.u.|unten im text|weiter unten|in rot|voir plus bas|voir ci-dessous|ci-dessous|en rouge|
	más abajo|ver abajo|en rojo|vedi sotto|qui sotto|in rosso|zie onder|zie hieronder|in het rood|se nedan|se nedenfor|i rødt|i rött|abaixo|em vermelho|см. ниже|ниже в тексте|patrz poniżej|poniżej w|viz níže|见下文|見下文|以下に|インライン`)

// closings stand above the name of who signs.
var closings = set(`a dopo|a domani|a più tardi|buona serata|buon fine settimana|bonne soirée|bonne fin de journée|à très vite|à plus|hasta luego|hasta pronto|nos vemos|buen fin de semana|que tengas buen día|un beso|besos|beijos|bjs|um abraço|um beijo|até logo|até breve|bom trabalho|bom fim de semana|com os melhores cumprimentos|schönen abend|schönen feierabend|schönen tag|bis später|bis morgen|ciao|servus|fijne dag|fijn weekend|tot snel|tot dan|do usłyszenia|miłego weekendu|dobrego dnia|talk soon|speak soon|see you|see you soon|have a nice day|have a good day|have a great day|have a good weekend|many thanks in advance|with thanks|yours ever|con i migliori saluti|con i più cordiali saluti|con osservanza|cordialità|un caro saluto|buona giornata|buon lavoro|com os melhores cumprimentos|com a maior consideração|atentamente|att|cdt|sentiments distingués|bien sincèrement|belle journée|à bientôt|sincères salutations|reciba un cordial saludo|un saludo muy cordial|que tenga buen día|freundlichst|hochachtungsvoll|mit kollegialen grüßen|mit lieben grüßen|sonnige grüße|bis bald|bis dann|schönen tag noch|schönes wochenende|hilsner|vh|dbh|kh|kærlig hilsen|ha det bra|ha en fin dag|hej så länge|allt gott|med hälsning|ystävällisin terveisin|yt|zdravím|hezký den|pěkný den|pozdrawiam serdecznie|pozdrawiam cieplutko|łączę pozdrowienia|z pozdrowieniami|miłego dnia|с наилучшими пожеланиями|с уважением и наилучшими|всего доброго|з найкращими побажаннями|всього найкращого|искрено|с уважение|поздрави|iyi günler|kolay gelsin|sevgiler|tisztelettel|szép napot|μετά τιμής|φιλικά|ευχαριστώ|cu drag|o zi frumoasă|numai bine|srdačno|s poštovanjem|s spoštovanjem|atentament|salutacions|gràcies|thanks|thank you|many thanks|thanks a lot|thanks again|thank you very much|thanks in advance|thx|ty|cheers|regards|best regards|kind regards|warm regards|with kind regards|kindest regards|best|all the best|best wishes|sincerely|yours sincerely|yours faithfully|yours truly|yours|respectfully|cordially|take care|warmly|br|rgds|
	mfg|lg|vg|viele grüße|viele grüsse|liebe grüße|liebe grüsse|beste grüße|beste grüsse|herzliche grüße|schöne grüße|freundliche grüße|freundliche grüsse|mit freundlichen grüßen|mit freundlichen grüssen|mit besten grüßen|grüße|gruß|danke|vielen dank|besten dank|danke und gruß|
	merci|merci beaucoup|merci d'avance|cordialement|bien cordialement|bien à vous|bien à toi|salutations|meilleures salutations|cdlt|bonne journée|amicalement|saludos|un saludo|saludos cordiales|atentamente|gracias|muchas gracias|un abrazo|
	saluti|cordiali saluti|distinti saluti|grazie|grazie mille|un saluto|a presto|met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|groeten|groet|mvg|bedankt|dank je|dank u|
	mvh|med vänliga hälsningar|vänliga hälsningar|hälsningar|med vennlig hilsen|vennlig hilsen|med venlig hilsen|venlig hilsen|hilsen|tack|tak|takk|ystävällisin terveisin|terveisin|kiitos|
	pozdrawiam|z poważaniem|dziękuję|s pozdravem|děkuji|dekuji|s pozdravom|с уважением|спасибо|з повагою|дякую|obrigado|obrigada|atenciosamente|abraços|abraço|cumprimentos|melhores cumprimentos|
	med vänlig hälsning|vänlig hälsning|med bästa hälsningar|bästa hälsningar|de bedste hilsner|mange hilsner|beste hilsen|hartelijke groet|hartelijke groeten|un cordial saludo|cordialmente|z wyrazami szacunku|pozdrowienia|s pozdravom|s úctou|lugupidamisega|parimat|pagarbiai|ar cieņu|lep pozdrav|srdačan pozdrav|lijep pozdrav|cu respect|o zi bună|with best regards|with best wishes|warmest regards|parhain terveisin|ystävällisesti|με εκτίμηση|saygılarımla|teşekkürler|selamlar|iyi çalışmalar|üdvözlettel|üdv|köszönöm|cu stimă|mulțumesc|此致|谢谢|謝謝|祝好|敬具|よろしくお願いします|よろしくお願いいたします|감사합니다|드림`)

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
