package mailfooter

import "strings"

// footers begin or end the lines that programs and devices put below a mail.
// "*" stands for what names them.
var footers = patterns(list(`sent from *|sent via *|sent with *|sent by *|sent using *|sent on *|sent through *|sent wirelessly from *|sent securely from *|sent in *|securely sent with *|securely sent from *|sent securely with *|secured with *|from my *|* from mobile|get * for ios|get * for android|get * for desktop|
	von meinem/meiner * gesendet|von meinem * gesendet|von meiner * gesendet|gesendet von *|gesendet mit *|gesendet über *|gesendet aus *|gesendet vom *|von * gesendet|mit * gesendet|diese nachricht wurde von * gesendet|diese e-mail wurde von * gesendet|versendet von *|versendet mit *|verschickt von *|verschickt mit *|sicher gesendet mit *|sicher versendet mit *|
	envoyé de *|envoyé depuis *|envoyé à partir de *|envoyé avec *|envoyé par *|envoyé via *|envoyée de *|expédié de *|expédié depuis *|provenance : *|provenance: *|télécharger * pour ios|
	enviado desde *|enviado con *|enviado a través de *|enviado por *|enviado de *|enviado do *|enviado pelo *|enviado pela *|enviado via *|enviado a partir *|enviat des de *|enviado mediante *|enviado usando *|enviado com *|enviada do *|enviado através *|enviada através *|
	inviato da *|inviato dal *|inviato con *|inviato tramite *|inviato dalla *|inviato dall'*|inviato via *|
	verzonden vanaf *|verzonden met *|verzonden via *|verstuurd vanaf *|verstuurd met *|verstuurd vanuit *|verzonden vanuit *|verstuurd via *|verzonden door *|
	skickat från *|skickat via *|skickad från *|skickades från *|skickades med *|från min *|sendt fra *|sendt via *|sendt med *|
	lähetetty *|wysłane z *|wysłano z *|wysłane ze *|wysłano ze *|wysłane przez *|wysłano za pomocą *|odesláno z *|odesláno ze *|odesláno přes *|odesláno pomocí *|odoslané z *|
	отправлено с *|отправлено из *|отправлено через *|послано с *|надіслано з *|надіслано із *|відправлено з *|* gönderildi|* gönderilmiştir|elküldve *|* küldve|trimis de pe *|trimis din *|poslano s *|poslano z *|được gửi từ *|wysłana z *|wysłana za pomocą *|enviado através *|poslano iz *|
	στάλθηκε από *|εστάλη από *|изпратено от *|послато са *|послано з *|išsiųsta iš *|nosūtīts no *|saadetud *|sent úr *|enviat des del *|trimis de la *|trimis cu *|trimis prin *|poslané z *|odoslané zo *|poslano sa *|poslano preko *|wysłane za pomocą *|skickat med *|ส่งจาก *|נשלח מ*|أُرسلت من *|تم الإرسال من *|मेरे * से भेजा गया|dihantar dari *|dikirim dari *|gửi từ *|đã gửi từ *`))

// onTheGo are footers that name no device.
var onTheGo = set(`sent on the go|sent on the move|sent while on the move|sent while on the go|sent from the road|sent while mobile|sent from my phone|von unterwegs gesendet|unterwegs gesendet|gesendet von unterwegs|get the aol app: mail.mobile.aol.com|von unterwegs|mobil gesendet|mobil von unterwegs gesendet|envoyé en déplacement|envoyé depuis mon mobile|envoyé de mon mobile|envoyé de mon téléphone|envoyé de mon portable|enviado desde el móvil|enviado desde mi móvil|enviado desde mi celular|enviado desde mi teléfono|inviato in mobilità|inviato dal cellulare|inviato dal mio cellulare|onderweg verzonden|onderweg verstuurd|verstuurd vanaf mijn telefoon|verzonden vanaf mijn telefoon|enviado do meu telemóvel|enviado do meu celular|wysłane z telefonu|wysłano z telefonu|wysłane z drogi|skickat i farten|sendt på farten`)

// footersCJK are the same where blanks do not part the words.
var footersCJK = patterns(list(`发自我的*|發自我的*|来自我的*|从我的*发送|從我的*傳送|從我的*寄出|發送自*|发送自*|发自*|*から送信|*から送信されました|*で送信|나의*에서 보냄|내*에서 보냄|*에서 보냄|*에서 보낸|*에서 나의*보냄`))

// devicesCJK are what mail is sent from in such a line; "メールで送信" is what a person asks for.
var devicesCJK = list(`华为|小米|荣耀|三星|苹果|魅族|一加|iphone|ipad|android|galaxy|samsung|xperia|pixel|huawei|xiaomi|outlook|gmail|yahoo|spark|windows|スマートフォン|スマホ|携帯|アイフォン|휴대폰|스마트폰|아이폰|갤럭시|네이버|메일|手机|手機|电脑|電腦`)

// devices name what mail is sent from. Between the words of a footer there may
// be nothing but these, words that begin with a capital or hold a number, and
// the little words of little.
var devices = list(`iphone|iphon|ipad|ipod|android|blackberry|galaxy|samsung|huawei|xiaomi|redmi|oneplus|nokia|pixel|motorola|nexus|htc|lg|sony|xperia|windows|outlook|yahoo|gmail|hotmail|proton|tutanota|gmx|web.de|freemail|mail|email|e-mail|k-9|thunderbird|airmail|
	spark|mailbird|superhuman|mailspring|canary|edison|missive|shortwave|newton|polymail|spike|mimestream|fastmail|fairemail|aquamail|postbox|vivaldi|foxmail|tuta|mixmax|emclient|freenet|mailbox.org|mail.de|t-online|horde|imp|squirrelmail|cloudmagic|roundcube|zimbra|nextcloud|posteo|mailfence|terminal|honor|oppo|vivo|realme|poco|lenovo|asus|fairphone|surface|chromebook|notion|courrier|front|hey|zoho|typeapp|bluemail|mobile|mobil|mobiel|mobilny|móvil|movil|celular|cellulare|cell|phone|smartphone|smart|handy|telefon|telefoon|téléphone|telefono|teléfono|telephone|telemóvel|telephone|puhelin|puhelime|matkapuhelin|tablet|tablette|
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
	mio|mia|il|lo|per|con|un|mijn|een|voor|met|het|min|mitt|mit|en|et|för|til|for|moj|mojego|mojej|dla|systemu|aplikację|aplikacji|z|ze|mého|pro|моего|моей|мой|мого|для|з|с|со|az|a|pe|meu|ul|our|your|this|new|free|powered|secure|encrypted|aplikacja|w|apps|application|service|network|nuova|nuovo|neue|neuen|nouvelle|nueva|nova|nowa|di|aplikace|приложения|додатка|của|tôi|saya|ของฉัน|ของ|ฉัน|الـ|الخاص|بي|שלי|versão|versione|version|edition`)

// offered are the programs that are offered so, in lower case.
var offered = list(`outlook|bluemail|blue mail|typeapp|aqua mail|aquamail|yahoo mail|edison mail|spark mail|canary mail|mymail|gmx mail|web.de mail|proton mail|zoho mail|libero mail|airmail|newton mail`)

// systems are what a mail program is offered for.
var systems = set(`ios|android|iphone|ipad|windows|macos|mac|phone|desktop`)

// systemEnds are written to their names in some languages: "iOS:lle", "Outlook'u".
var systemEnds = set(`pre|за|u|yu|i|a|ä|n|in|t|ot|et|lle|ille|ra|re|hoz|hez|höz|ile|le|le|l|erako|rako|용|용을|용으로|을|를|版|用|的|を|の|לـ|لـ|ل|s|systemu|system`)

// fromWords begin a line that only says what it was sent from: "From Outlook for iOS".
var fromWords = list(`from|von|depuis|de|desde|da|van|z|från|fra`)

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
		beste|besten|kostenlosen|sicheren|sicherem|werbefreien|verschlüsseltem|schnellsten|kostenlose|kostenloses|sichere|verschlüsselte|verschlüsselten|verschlüsseltes|schnellste|werbefreie|werbefreies|erobern|meilleure|meilleur|gratuite|gratuit|sécurisée|chiffrée|conquérir|profitez|
		mejor|gratuita|gratis|segura|cifrada|conquista|triunfa|conquistar|migliore|miglior|sicura|crittografata|veilige|versleutelde|snelste|melhor|najlepsza|darmowa|bezpieczna|szyfrowana`)
	praiseGlue = set(`the|a|an|new|your|you|for|work|home|teams|team|business|everyone|professionals|people|to|of|on|in|it|and|with|at|is|that|love|most|private|privacy|simple|modern|own|world|world's|s|now|here|today|way|experience|ever|made|built|designed|open|source|open-source|enjoy|by|search|ai|mac|ios|android|windows|linux|desktop|mobile|
		dem|die|der|den|das|für|arbeit|ihr|ihre|dein|deine|eigenes|neue|neuen|und|mit|jetzt|suchen|le|la|les|pour|travail|votre|vos|nouvelle|rapide|de|et|rechercher|recherchez|
		para|trabajo|tu|su|nueva|el|los|y|busca|buscar|per|lavoro|tua|nuova|di|il|e|cerca|voor|werk|je|uw|nieuwe|en|het|zoeken|trabalho|seu|sua|nova|o|do|dla|pracy|twoja|nowa|i|za|darmo`)
)

func set(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range list(s) {
		m[w] = true
	}
	return m
}

func list(s string) []string {
	var out []string
	for w := range strings.SplitSeq(s, "|") {
		if w = strings.TrimSpace(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}
