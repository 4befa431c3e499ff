package written

import (
	"strings"
	"testing"
)

// outlooks is how Outlook's app for phones offers itself.
var outlooks = strings.Split(`Get Outlook for iOS|Holen Sie sich Outlook für iOS|Outlook für Android beziehen|Laden Sie Outlook für iOS herunter|Hol dir Outlook für Android|Télécharger Outlook pour iOS|Obtenez Outlook pour Android|Obtener Outlook para iOS|Descargar Outlook para Android|Consigue Outlook para iOS|Scarica Outlook per Android|Ottieni Outlook per iOS|Outlook voor iOS downloaden|Download Outlook voor Android|Ontvang Outlook voor iOS|Obter o Outlook para iOS|Baixe o Outlook para Android|Transfira o Outlook para iOS|Hämta Outlook för iOS|Skaffa Outlook för Android|Ladda ned Outlook för iOS|Hent Outlook til iOS|Få Outlook til Android|Skaff deg Outlook for iOS|Last ned Outlook for Android|Hanki Outlook for iOS|Hanki Outlook Androidille|Lataa Outlook iOS:lle|Pobierz program Outlook dla systemu iOS|Uzyskaj aplikację Outlook dla systemu Android|Získat Outlook pro iOS|Stáhněte si Outlook pro Android|Získať Outlook pre iOS|Az Outlook letöltése iOS-re|Szerezze be az Outlookot Androidra|Obțineți Outlook pentru iOS|Descărcați Outlook pentru Android|Вземете Outlook за iOS|Изтеглете Outlook за Android|Nabavite Outlook za iOS|Преузмите Outlook за Android|Prenesite Outlook za iOS|Скачать Outlook для iOS|Получить Outlook для Android|Отримати Outlook для iOS|Завантажте Outlook для Android|Λήψη του Outlook για iOS|Αποκτήστε το Outlook για Android|iOS için Outlook'u edinin|Android için Outlook indirin|קבל את Outlook עבור iOS|الحصول على Outlook لـ iOS|احصل على Outlook لـ Android|دریافت Outlook برای iOS|รับ Outlook สำหรับ iOS|Tải Outlook cho Android|Dapatkan Outlook untuk iOS|获取适用于 iOS 的 Outlook|获取Outlook for iOS|下載適用於 Android 的 Outlook|取得 iOS 版 Outlook|Outlook for iOS を入手|iOS 版 Outlook をダウンロード|iOS용 Outlook 다운로드|Android용 Outlook 받기|iOS के लिए Outlook प्राप्त करें|Obteniu Outlook per a iOS|Eskuratu Outlook Android-erako|Hankige Outlook iOS-ile|Iegūstiet Outlook darbam ar iOS|Gaukite „Outlook“, skirtą „iOS“|Sækja Outlook fyrir iOS`, "|")

// programFooters are what other phones and programs put below.
var programFooters = strings.Split(`Sent from Mailspring (https://getmailspring.com/), the best free email app for work
Sent from Mailspring
Gesendet von Mailspring ( https://getmailspring.com/ ), der besten kostenlosen E-Mail-App für die Arbeit
Envoyé avec Mailspring, la meilleure application de messagerie gratuite pour le travail
Enviado desde Mailspring (https://getmailspring.com/), la mejor aplicación de correo gratuita para el trabajo
Sent from Yahoo Mail: Search, organize, conquer
Sent from Yahoo Mail. Get the app
Yahoo Mail: Search, Organize, Conquer
Inviato da Yahoo Mail: cerca, organizza, conquista
Enviado desde Yahoo Mail: busca, organiza, conquista
Gesendet von Yahoo Mail: suchen, organisieren, erobern
Gesendet mit Yahoo Mail auf Android
Sent from Yahoo! Mail on Android
Sent via Superhuman iOS ( https://superhuman.com/refer/ab12cd )
Sent from Edison Mail (https://mailapp.onelink.me/107872044/8f036da0)
Sent with Canary (https://canarymail.io)
Sent via Shortwave (https://www.shortwave.com/?utm_source=x)
Sent with Tuta; enjoy secure & ad-free emails: https://tuta.com/
Securely sent with Tutanota. Get your own encrypted, ad-free mailbox:
Sicher versendet mit Tutanota. Holen Sie sich jetzt Ihr eigenes verschlüsseltes Postfach:
Sent from Proton Mail for Android.
Envoyé avec la messagerie sécurisée Proton Mail.
Enviado con el correo seguro de Proton Mail.
Sent with Missive
Sent using Front
Gesendet mit Spark
Sent from HEY
Get BlueMail for Desktop
Von meinem Samsung Galaxy Smartphone gesendet.
Envoyé depuis mon smartphone Samsung Galaxy.
Skickat från min Samsung Galaxy-telefon
Wysłano z urządzenia Samsung Galaxy
Enviado desde mi BlackBerry 10
Envoyé de mon terminal BlackBerry
Von meinem Huawei-Mobiltelefon gesendet
Inviato dal mio telefono Huawei
Отправлено с моего Xiaomi
发自我的华为手机
从我的 Galaxy 智能手机发送
iPhoneから送信
내 iPhone에서 보냄
나의 iPhone에서 보냄
Sendt fra min iPhone
Lähetetty iPhonesta
Verzonden via Outlook voor Android
Provenance : Courrier pour Windows`, "\n")

// TestProgramsFooters: what phones and programs put below a mail is told, with its link and
// without, and what a person says in such words is not.
func TestProgramsFooters(t *testing.T) {
	for _, f := range outlooks {
		for _, l := range []string{f, f + "<https://aka.ms/o0ukef>", f + " <https://aka.ms/AAb9ysg>"} {
			if !footer(l) {
				t.Errorf("kept %q", l)
			}
		}
	}
	for _, f := range programFooters {
		if !footer(f) {
			t.Errorf("kept %q", f)
		}
	}
	for _, f := range strings.Split(`Outlook for iOS
Get Outlook for Bob
Get Outlook for iOS and Android today
Get Outlook for iOS, not for Android
Hol dir Outlook für iOS oder warte
Sent from Mailspring, but only half
Sent from Mailspring, the best free email app for work. Pay 300
Sent from Mailspring, email it today
Sent from my iPhone, email the team
Sent from my iPhone. Only half
Sent with Spark, not before Friday
Outlook, the best email app
Sent to Bob already
Sent by Edison
Envoyé par Newton
Enviado por Bob
メールで送信
ボブに送信
資料を入手
송장 받기
Gesendet von Bob, die beste App
Yahoo Mail: no`, "\n") {
		if footer(f) {
			t.Errorf("left out %q", f)
		}
	}
}

// templates are the ends of mails of other programs, companies and languages, and the
// beginnings of such; what stands before the bar at the end is typed.
var templates = []struct{ name, from, top, end string }{
	{"company, notice with its register", "Dana Bianchi", "", "\n\nKind regards,\nDana Bianchi|\nHead of Procurement\nBright Widgets Ltd | 22 Quay Street, Bristol BS1 4DJ\nT +44 117 555 0190 | M +44 7700 900123 | www.bright.example\n[cid:image001.png@01DB8C3F.5A2E7D10]\n\nThis message and any attachments are confidential and intended solely for the addressee. Bright Widgets Ltd is registered in England and Wales, No. 01234567."},
	{"the same in German", "Dana Bianchi", "", "\n\nMit freundlichen Grüßen\nDana Bianchi|\nLeiterin Einkauf\nMuster GmbH | Musterweg 5 | 12345 Musterstadt\nT +49 30 555 010 | www.muster.example\n[cid:image002.png@01DB]\n\nDiese E-Mail ist vertraulich und nur für den Empfänger bestimmt. Die Muster GmbH ist eingetragen im Handelsregister des Amtsgerichts Berlin unter HRB 12345."},
	{"the same in French", "Dana Bianchi", "", "\n\nCordialement,\nDana Bianchi|\nDirectrice des achats\nDupont SAS | 12 rue des Lilas, 69000 Lyon\nT +33 4 78 55 01 00 | www.dupont.example\n\nCe message et ses pièces jointes sont confidentiels et destinés exclusivement à leur destinataire. Dupont SAS est immatriculée au RCS de Lyon sous le numéro 123456789."},
	{"the same in Italian", "Dana Bianchi", "", "\n\nCordiali saluti\nDana Bianchi|\nResponsabile Acquisti\nRossi S.p.A. | Via Roma 12, 20100 Milano\nT +39 02 5550100 | www.rossi.example\n\nQuesto messaggio è confidenziale e destinato esclusivamente al destinatario. Rossi S.p.A. ha sede legale in Milano, capitale sociale 100.000 euro interamente versato."},
	{"regulated", "Dana Bianchi", "", "\n\nRegards,\nDana|\n\nDana Bianchi | Adviser\nBright Wealth LLP\n020 7946 0000\n\nThis email is confidential and for the addressee only. If you received it in error please delete it and notify the sender. Bright Wealth LLP is authorised and regulated by the Financial Conduct Authority."},
	{"Front's signature", "Dana at Parcelito", "", "\n\nBest,\nDana|\n\nDana Bianchi · Customer Care\nParcelito BV, Rotterdam"},
	{"Front's, with a bar", "Dana from Parcelito", "", "\n\nThanks,\nDana|\n\nDana Bianchi | Support Team Lead\nParcelito"},
	{"Front's, in Dutch", "Dana van Parcelito", "", "\n\nGroeten,\nDana|\n\nDana Bianchi · Klantenservice\nParcelito BV, Rotterdam\nbright.example"},
	{"Zendesk", "Dana Bianchi (Bright Support)", "##- Please type your reply above this line -##\n\n----------------------------------------------\n\nDana Bianchi, Mar 4, 2025, 9:41 GMT+1\n\n", "|\n\n--------------------------------\nThis email is a service from Bright Support. Delivered by Zendesk\n\n[Q7ZX12-K9LM]"},
	{"Zendesk, older notes", "Dana Bianchi (Bright Support)", "##- Bitte geben Sie Ihre Antwort über dieser Zeile ein. -##\n\n----------------------------------------------\n\nDana Bianchi, 4. März 2025, 09:41 MEZ\n\n", "|\n\n----------------------------------------------\n\nAssistant, 3. März 2025, 10:12 MEZ\n\nWhich room?\n\n--------------------------------\nDiese E-Mail ist ein Service von Bright Support. Bereitgestellt von Zendesk\n\n[Q7ZX12-K9LM]"},
	{"Zendesk, in Spanish", "Dana Bianchi (Bright)", "##- Por favor, escriba su respuesta por encima de esta línea. -##\n\nDana Bianchi (Bright)\n\n4 mar 2025, 9:41 CET\n\n", "|\n\n--------------------------------\nEste correo electrónico es un servicio de Bright. Entregado por Zendesk"},
	{"Zendesk, in French", "Dana Bianchi", "##- Veuillez saisir votre réponse au-dessus de cette ligne -##\n\n----------------------------------------------\n\nDana Bianchi, 4 mars 2025, 09:41 CET\n\n", "|\n\n--------------------------------\nCet e-mail est un service de Bright. Fourni par Zendesk\n\n[Q7ZX12-K9LM]"},
	{"Zendesk, in Dutch", "Dana Bianchi", "##- Typ uw antwoord boven deze regel. -##\n\n----------------------------------------------\n\nDana Bianchi, 4 mrt. 2025 09:41 CET\n\n", "|\n\n--------------------------------\nDeze e-mail is een service van Bright. Aangeboden door Zendesk\n\n[Q7ZX12-K9LM]"},
	{"Zendesk, in Portuguese", "Dana Bianchi", "##- Digite sua resposta acima desta linha -##\n\n----------------------------------------------\n\nDana Bianchi, 4 de mar. de 2025, 09:41\n\n", "|\n\n--------------------------------\nEste e-mail é um serviço de Bright. Fornecido por Zendesk\n\n[Q7ZX12-K9LM]"},
	{"Freshdesk", "Dana Bianchi", "", "\n\nRegards,\nDana|\n\nTicket: https://bright.freshdesk.com/helpdesk/tickets/42\n\nOn Mon, 3 Mar at 10:12 AM , Assistant <agent@example.com> wrote:\n\n> Which room?\n"},
	{"Freshdesk, powered", "Dana Bianchi", "", "\n\nRegards,\nDana|\n\nPowered by Freshdesk"},
	{"Help Scout", "Dana Bianchi", "", "\n\nCheers,\nDana|\n\n-- \nDana Bianchi\nBright Support\n\n{#HS:2859201347-1044#}"},
	{"Intercom", "Dana from Bright", "", "\n\nCheers,\nDana|\n\nPowered by Intercom (https://www.intercom.com/?utm_source=x)"},
	{"answered above a line in German", "Dana Bianchi", "", "|\n\n---- Bitte antworten Sie über dieser Zeile ----\n\nWhich room?"},
	{"Jira", "Dana Bianchi", "—-—-—-—\nReply above this line.\n\nDana Bianchi\n04/03/2025 9:41 AM\n\n", ""},
	{"Mailspring", "Dana Bianchi", "", "\n\nThanks, Dana|\n\nSent from Mailspring (https://getmailspring.com/), the best free email\napp for work\n\nOn Mar 3 2025, at 10:12 am, Assistant <agent@example.com> wrote:\n> Which room?"},
	{"Tuta, its link below", "Dana Bianchi", "", "|\n\n-- \nSecurely sent with Tuta Mail. Get your own encrypted, ad-free mailbox:\nhttps://tuta.com"},
	{"Outlook in Norwegian", "Dana Bianchi", "", "|\n\nSkaff deg Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFra: Assistant <agent@example.com>\nSendt: mandag 3. mars 2025 10:12\nTil: Dana Bianchi\nEmne: Rom\n\nWhich room?"},
	{"Outlook in Hungarian", "Dana Bianchi", "", "|\n\nAz Outlook letöltése iOS-re<https://aka.ms/o0ukef>\n________________________________\nFeladó: Assistant <agent@example.com>\nElküldve: 2025. március 3., hétfő 10:12\nCímzett: Dana Bianchi\nTárgy: Terem\n\nWhich room?"},
	{"Outlook in Japanese", "Dana Bianchi", "", "|\n\nOutlook for iOS を入手<https://aka.ms/o0ukef>\n________________________________\n差出人: Assistant <agent@example.com>\n送信日時: 2025年3月3日 10:12\n宛先: Dana\n件名: Room\n\nWhich room?"},
}

// TestTemplates: what help desks, companies and programs put around what a person wrote is
// left out; a line that the person says below it is not, wherever it stands.
func TestTemplates(t *testing.T) {
	const said = "Book it.\n\nFor two, with a view."
	remarks := []string{"but only half", "PS: not before Friday", "Ask Tom first", "300, not 400:", "no", "From: Rome, not Milan", "Tom Miller decides", "Sent to Bob already", "Get Outlook for Bob", "This email is a service from me", "Bright is registered for two, not three"}
	for i, c := range templates {
		m := Mail{Name: c.from, Address: "dana@bright.example", Us: "Assistant", Answers: true}
		typed, end, _ := strings.Cut(c.end, "|")
		got := Split(MarkQuotes(c.top+said+typed+end), m)
		if want := said + typed; got.Text != want || got.Own != want || got.Signature == "" && end == "" && c.top == "" {
			t.Errorf("%s: %q, not %q", c.name, got.Text, want)
		}
		for k, r := range remarks {
			joint := []string{"\n\n", "\n"}[(i+k)%2] + r
			if got := Split(MarkQuotes(c.top+said+joint+typed+end), m); !strings.HasPrefix(got.Text, said+joint) || !strings.HasPrefix(got.Own, said+joint) {
				t.Errorf("%s: lost %q: %q", c.name, r, got.Text)
			}
		}
	}
}

// TestOwnQuotes: what somebody quotes in a mail that answers none is theirs.
func TestOwnQuotes(t *testing.T) {
	const text = "Klara,\n\nantworte mit genau diesem Satz:\n\n> Die Rechte liegen bei der Autorin.\n\nMehr nicht."
	for _, c := range []struct {
		name, text string
		m          Mail
		own        string
	}{
		{"in a new mail", text, Mail{Name: "Heinz"}, text},
		{"at its end", "Antworte:\n\n> Nein.", Mail{Name: "Heinz"}, "Antworte:\n\n> Nein."},
		{"in an answer", text, Mail{Name: "Heinz", Answers: true}, "Klara,\n\nantworte mit genau diesem Satz:\nMehr nicht."},
		{"somebody's", "On Mon, 3 Mar 2025 at 10:12, Assistant <agent@example.com> wrote:\n> Which room?\n\nThe blue one.\n\n> And when?\n\nAt nine.", Mail{Name: "Heinz"}, "The blue one.\nAt nine."},
	} {
		if got := Split(MarkQuotes(c.text), c.m); got.Own != c.own {
			t.Errorf("%s: %q, not %q", c.name, got.Own, c.own)
		}
	}
}
