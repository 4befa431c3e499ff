package written

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/internal/cputime"
)

const quoted = "> Shall I book it?\n> It is 40 EUR.\n"

// TestPrograms: mails as mail programs make them.
func TestPrograms(t *testing.T) {
	copied := "\n\nShall I book it?\nIt is 40 EUR.\n"
	for name, below := range map[string]string{
		"gmail en":                "\n\nOn Fri, Nov 20, 2026 at 9:00\u202fPM Assistant <agent@example.com> wrote:\n\n" + quoted,
		"gmail en, two lines":     "\n\nOn Fri, Nov 20, 2026 at 9:00 PM The Travel Assistant of the Company <\nagent@example.com> wrote:\n\n" + quoted,
		"gmail en, 3 lines":       "\n\nOn Fri, Nov 20, 2026 at 9:00 PM The Travel Assistant of the\nCompany\n<agent@example.com>\nwrote:\n\n" + quoted,
		"gmail mobile":            "\n\nOn Fri, 20 Nov 2026, 21:00 Assistant, <agent@example.com> wrote:\n\n" + quoted,
		"gmail de":                "\n\nAm Fr., 20. Nov. 2026 um 21:00 Uhr schrieb Assistant <agent@example.com>:\n\n" + quoted,
		"gmail fr":                "\n\nLe ven. 20 nov. 2026 à 21:00, Assistant <agent@example.com> a écrit :\n\n" + quoted,
		"gmail es":                "\n\nEl vie, 20 nov 2026 a las 21:00, Assistant (<agent@example.com>) escribió:\n\n" + quoted,
		"gmail it":                "\n\nIl giorno ven 20 nov 2026 alle ore 21:00 Assistant <agent@example.com>\nha scritto:\n\n" + quoted,
		"gmail pt":                "\n\nEm sex., 20 de nov. de 2026 às 21:00, Assistant <agent@example.com>\nescreveu:\n\n" + quoted,
		"gmail nl":                "\n\nOp vr 20 nov 2026 om 21:00 schreef Assistant <agent@example.com>:\n\n" + quoted,
		"gmail pl":                "\n\npt., 20 lis 2026 o 21:00 Assistant <agent@example.com> napisał(a):\n\n" + quoted,
		"gmail sv":                "\n\nDen fre 20 nov. 2026 kl 21:00 skrev Assistant <agent@example.com>:\n\n" + quoted,
		"gmail da":                "\n\nDen fre. 20. nov. 2026 kl. 21.00 skrev Assistant <agent@example.com>:\n\n" + quoted,
		"gmail no":                "\n\nfre. 20. nov. 2026 kl. 21:00 skrev Assistant <agent@example.com\n>:\n\n" + quoted,
		"gmail fi":                "\n\npe 20. marrask. 2026 klo 21.00 Assistant (agent@example.com) kirjoitti:\n\n" + quoted,
		"gmail cs":                "\n\npá 20. 11. 2026 v 21:00 odesílatel Assistant <agent@example.com> napsal:\n\n" + quoted,
		"gmail tr":                "\n\nAssistant <agent@example.com>, 20 Kas 2026 Cum, 21:00 tarihinde şunu yazdı:\n\n" + quoted,
		"gmail ru":                "\n\nпт, 20 нояб. 2026 г. в 21:00, Assistant <agent@example.com>:\n\n" + quoted,
		"gmail uk":                "\n\nпт, 20 лист. 2026 р. о 21:00 Assistant <agent@example.com> пише:\n\n" + quoted,
		"gmail ja":                "\n\n2026年11月20日(金) 21:00 Assistant <agent@example.com>:\n\n" + quoted,
		"gmail ko":                "\n\n2026년 11월 20일 (금) 오후 9:00, Assistant <agent@example.com>님이 작성:\n\n" + quoted,
		"gmail zh":                "\n\nAssistant <agent@example.com> 于2026年11月20日周五 21:00写道：\n\n" + quoted,
		"gmail zh-TW":             "\n\nAssistant <agent@example.com> 於 2026年11月20日 週五 下午9:00寫道：\n\n" + quoted,
		"gmail hu":                "\n\nAssistant <agent@example.com> ezt írta (időpont: 2026. nov. 20., P, 21:00):\n\n" + quoted,
		"apple en":                "\n\n> On 20 Nov 2026, at 21:00, Assistant <agent@example.com> wrote:\n> \n" + quoted,
		"apple de":                "\n\n> Am 20.11.2026 um 21:00 schrieb Assistant <agent@example.com>:\n> \n" + quoted,
		"apple fr":                "\n\n> Le 20 nov. 2026 à 21:00, Assistant <agent@example.com> a écrit :\n> \n" + quoted,
		"apple nl":                "\n\n> Op 20 nov. 2026 om 21:00 heeft Assistant <agent@example.com> het volgende geschreven:\n> \n" + quoted,
		"apple ja":                "\n\n> 2026/11/20 21:00、Assistant <agent@example.com>のメール:\n> \n" + quoted,
		"apple zh":                "\n\n> 在 2026年11月20日，21:00，Assistant <agent@example.com> 写道：\n> \n" + quoted,
		"ios":                     "\n\nSent from my iPhone\n\n> On 20 Nov 2026, at 21:00, Assistant <agent@example.com> wrote:\n> \n> \ufeffShall I book it?\n",
		"ios de":                  "\n\nVon meinem iPhone gesendet\n\n> Am 20.11.2026 um 21:00 schrieb Assistant <agent@example.com>:\n> \n" + quoted,
		"ios fr":                  "\n\nEnvoyé de mon iPhone\n\n> Le 20 nov. 2026 à 21:00, Assistant <agent@example.com> a écrit :\n> \n" + quoted,
		"outlook en":              "\n\nFrom: Assistant <agent@example.com>\nSent: Friday, November 20, 2026 9:00 PM\nTo: Dana <dana@example.com>\nSubject: Booking" + copied,
		"outlook, names":          "\n\nFrom: Assistant\nSent: Friday, November 20, 2026 9:00 PM\nTo: Dana\nSubject: Booking" + copied,
		"outlook web":             "\n________________________________\nFrom: Assistant <agent@example.com>\nSent: Friday, November 20, 2026 9:00 PM\nTo: Dana <dana@example.com>\nSubject: Booking" + copied,
		"outlook mobile":          "\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Assistant <agent@example.com>\nSent: Friday, November 20, 2026 9:00:12 PM\nTo: Dana <dana@example.com>\nSubject: Booking" + copied,
		"outlook mac":             "\n\nFrom: Assistant <agent@example.com>\nDate: Friday, 20 November 2026 at 21:00\nTo: Dana <dana@example.com>\nSubject: Booking" + copied,
		"outlook de":              "\n\nVon: Assistant <agent@example.com>\nGesendet: Freitag, 20. November 2026 21:00\nAn: Dana\nBetreff: Buchung" + copied,
		"outlook fr":              "\n\nDe : Assistant <agent@example.com>\nEnvoyé : vendredi 20 novembre 2026 21:00\nÀ : Dana\nObjet : Réservation" + copied,
		"outlook es":              "\n\nDe: Assistant <agent@example.com>\nEnviado el: viernes, 20 de noviembre de 2026 21:00\nPara: Dana\nAsunto: Reserva" + copied,
		"outlook it":              "\n\nDa: Assistant <agent@example.com>\nInviato: venerdì 20 novembre 2026 21:00\nA: Dana\nOggetto: Prenotazione" + copied,
		"outlook pt":              "\n\nDe: Assistant <agent@example.com>\nEnviada em: sexta-feira, 20 de novembro de 2026 21:00\nPara: Dana\nAssunto: Reserva" + copied,
		"outlook nl":              "\n\nVan: Assistant <agent@example.com>\nVerzonden: vrijdag 20 november 2026 21:00\nAan: Dana\nOnderwerp: Boeking" + copied,
		"outlook sv":              "\n\nFrån: Assistant <agent@example.com>\nSkickat: den 20 november 2026 21:00\nTill: Dana\nÄmne: Bokning" + copied,
		"outlook da":              "\n\nFra: Assistant <agent@example.com>\nSendt: 20. november 2026 21:00\nTil: Dana\nEmne: Booking" + copied,
		"outlook fi":              "\n\nLähettäjä: Assistant <agent@example.com>\nLähetetty: perjantai 20. marraskuuta 2026 21.00\nVastaanottaja: Dana\nAihe: Varaus" + copied,
		"outlook pl":              "\n\nOd: Assistant <agent@example.com>\nWysłano: piątek, 20 listopada 2026 21:00\nDo: Dana\nTemat: Rezerwacja" + copied,
		"outlook cs":              "\n\nOd: Assistant <agent@example.com>\nOdesláno: pátek 20. listopadu 2026 21:00\nKomu: Dana\nPředmět: Rezervace" + copied,
		"outlook ru":              "\n\nОт: Assistant <agent@example.com>\nОтправлено: пятница, 20 ноября 2026 г. 21:00\nКому: Dana\nТема: Бронь" + copied,
		"outlook uk":              "\n\nВід: Assistant <agent@example.com>\nНадіслано: пʼятниця, 20 листопада 2026 р. 21:00\nКому: Dana\nТема: Бронь" + copied,
		"outlook tr":              "\n\nGönderen: Assistant <agent@example.com>\nGönderme Tarihi: 20 Kasım 2026 Cuma 21:00\nKime: Dana\nKonu: Rezervasyon" + copied,
		"outlook zh":              "\n\n发件人: Assistant <agent@example.com>\n发送时间: 2026年11月20日 21:00\n收件人: Dana\n主题: 预订" + copied,
		"outlook zh, wide":        "\n\n发件人：Assistant <agent@example.com>\n发送时间：2026年11月20日 21:00\n收件人：Dana\n主题：预订" + copied,
		"outlook ja":              "\n\n差出人: Assistant <agent@example.com>\n送信日時: 2026年11月20日 21:00\n宛先: Dana\n件名: 予約" + copied,
		"outlook ko":              "\n\n보낸 사람: Assistant <agent@example.com>\n보낸 날짜: 2026년 11월 20일 금요일 오후 9:00\n받는 사람: Dana\n제목: 예약" + copied,
		"outlook express":         "\n\n----- Original Message ----- \nFrom: Assistant\nTo: Dana\nSent: Friday, November 20, 2026 9:00 PM\nSubject: Booking" + copied,
		"outlook, quoted":         "\n\n> -----Original Message-----\n> From: Assistant <agent@example.com>\n> Sent: Friday, November 20, 2026 9:00 PM\n> To: Dana\n> Subject: Booking\n> \n" + quoted,
		"qq":                      "\n\n\n------------------ 原始邮件 ------------------\n发件人: \"Assistant\" <agent@example.com>;\n发送时间: 2026年11月20日(星期五) 晚上9:00\n收件人: \"Dana\"<dana@example.com>;\n主题: 预订" + copied,
		"yahoo":                   "\n\n    On Friday, November 20, 2026 at 09:00:00 PM GMT+1, Assistant <agent@example.com> wrote:\n\n Shall I book it?\nIt is 40 EUR.\n",
		"yahoo, old":              "\n\n________________________________\n From: Assistant <agent@example.com>\nTo: Dana <dana@example.com> \nSent: Friday, November 20, 2026 9:00 PM\nSubject: Booking\n" + copied,
		"yahoo fr":                "\n\n    Le vendredi 20 novembre 2026 à 21:00:00 UTC+1, Assistant <agent@example.com> a écrit :  \n \n Shall I book it?\n",
		"yahoo android":           "\n\nSent from Yahoo Mail on Android \n \n  On Fri, Nov 20, 2026 at 9:00 PM, Assistant<agent@example.com> wrote:   Shall I book it?\n\nIt is 40 EUR.\n",
		"thunderbird en":          "\n\nOn 11/20/26 21:00, Assistant wrote:\n" + quoted,
		"thunderbird de":          "\n\nAm 20.11.26 um 21:00 schrieb Assistant:\n" + quoted,
		"thunderbird fr":          "\n\nLe 20/11/2026 à 21:00, Assistant a écrit :\n" + quoted,
		"thunderbird it":          "\n\nIl 20/11/26 21:00, Assistant ha scritto:\n" + quoted,
		"thunderbird pl":          "\n\nW dniu 20.11.2026 o 21:00, Assistant pisze:\n" + quoted,
		"thunderbird ru":          "\n\n20.11.2026 21:00, Assistant пишет:\n" + quoted,
		"thunderbird ja":          "\n\nOn 2026/11/20 21:00, Assistant wrote:\n" + quoted,
		"proton":                  "\n\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\nOn Friday, November 20th, 2026 at 9:00 PM, Assistant <agent@example.com> wrote:\n\n" + quoted,
		"proton mobile":           "\n\nSent from Proton Mail for iOS\n\n\n-------- Original Message --------\nOn Friday, 11/20/26 at 21:00 Assistant <agent@example.com> wrote:\n\n" + quoted,
		"mail.ru":                 "\n\n>Пятница, 20 ноября 2026, 21:00 +03:00 от Assistant <agent@example.com>:\n> \n" + quoted,
		"mail.ru, unmarked":       "\n\n\n--\nДана Б.\nFri, 20 Nov 2026 21:00:51 +0400 от Assistant <agent@example.com>:\n" + quoted,
		"yandex":                  "\n\n20.11.2026, 21:00, \"Assistant\" <agent@example.com>:\n\n" + quoted,
		"zoho":                    "\n\n\n---- On Fri, 20 Nov 2026 21:00:00 +0100 Assistant <agent@example.com> wrote ----\n\nShall I book it?\n",
		"zoho, quoted":            "\n\n---- On Fri, 20 Nov 2026 21:00:00 +0100 agent@example.com wrote ---\n\n" + quoted,
		"notes":                   "\n\n\n\nFrom:   Assistant <agent@example.com>\nTo:     Dana/Example@Example\nDate:   11/20/2026 09:00 PM\nSubject:        Booking" + copied,
		"notes, wrote on":         "\n\nAssistant <agent@example.com> wrote on 11/20/2026 09:00:00 PM:\n\n" + quoted,
		"notes de":                "\n\nAssistant <agent@example.com> schrieb am 20.11.2026 21:00:00:\n\n" + quoted,
		"evolution":               "\n\nOn Fri, 2026-11-20 at 21:00 +0100, Assistant wrote:\n" + quoted,
		"k-9":                     "\n\nAm 20. November 2026 21:00:00 MEZ schrieb Assistant <agent@example.com>:\n" + strings.ReplaceAll(quoted, "> ", ">") + ">Bob\n\n-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.\n",
		"samsung":                 "\n\n\nSent from my Galaxy\n\n\n-------- Original message --------\nFrom: Assistant <agent@example.com>\nDate: 20/11/2026 21:00 (GMT+01:00)\nTo: Dana <dana@example.com>\nSubject: Booking" + copied,
		"samsung de":              "\n\nVon meinem Galaxy gesendet\n\n\n-------- Ursprüngliche Nachricht --------\nVon: Assistant <agent@example.com>\nDatum: 20.11.26 21:00 (GMT+01:00)\nAn: Dana\nBetreff: Buchung" + copied,
		"blackberry":              "\n\nSent from my BlackBerry 10 smartphone.\nFrom: Assistant\nSent: Friday, November 20, 2026 9:00 PM\nTo: Dana\nSubject: Booking" + copied,
		"windows mail":            "\n\nSent from Mail for Windows 10\n\nFrom: Assistant\nSent: Friday, November 20, 2026 9:00 PM\nTo: Dana\nSubject: Booking" + copied,
		"gmx":                     "\n\nGesendet: Freitag, 20. November 2026 um 21:00 Uhr\nVon: \"Assistant\" <agent@example.com>\nAn: dana@example.com\nBetreff: Buchung" + copied,
		"orange":                  "\n\n> Message du 20/11/26 21:00\n> De : \"Assistant\" <agent@example.com>\n> A : dana@example.com\n> Copie à : \n> Objet : Réservation\n> \n" + quoted,
		"help desk":               "\n\n##- Please type your reply above this line -##\n\nYour request was received.\n",
		"signature":               "\n\n-- \nDana Bianchi\nExample Ltd\n\nOn Fri, 20 Nov 2026 at 21:00, Assistant <agent@example.com> wrote:\n" + quoted,
		"signature below":         "\n\nOn Fri, 20 Nov 2026 at 21:00, Assistant <agent@example.com> wrote:\n" + quoted + "\n-- \nDana Bianchi\nExample Ltd\n",
		"no attribution":          "\n\n" + quoted,
		"other marks":             "\n\nOn Fri, 20 Nov 2026 at 21:00, Assistant <agent@example.com> wrote:\n" + " > a\n > b\n > c\n",
		"initials":                "\n\nOn Fri, 20 Nov 2026 at 21:00, Assistant <agent@example.com> wrote:\nAS> a\nAS> b\nAS> c\n",
		"footer alone":            "\n\nSent from my iPhone\n",
		"groupwise":               "\n\n>>> Assistant <agent@example.com> 20.11.2026 21:00 >>>\nShall I book it?\n",
		"gnus":                    "\n\nAssistant <agent@example.com> writes:\n\n" + quoted,
		"no date":                 "\n\nThus spake Assistant (agent@example.com):\n\n" + quoted,
		"gmail ro, the date last": "\n\nAssistant <agent@example.com> a scris în data de vin., 20 nov. 2026, 21:00:\n\n" + quoted,
		"outlook bg":              "\n\nОт: Assistant <agent@example.com>\nИзпратено: петък, 20 ноември 2026 г. 21:00\nДо: Dana <dana@example.com>\nОтносно: Резервация" + copied,
		"outlook hr":              "\n\nŠalje: Assistant <agent@example.com>\nPoslano: petak, 20. studenoga 2026. 21:00\nPrima: Dana <dana@example.com>\nPredmet: Rezervacija" + copied,
		"outlook th":              "\n\nจาก: Assistant <agent@example.com>\nส่ง: 20 พฤศจิกายน 2026 21:00\nถึง: Dana <dana@example.com>\nเรื่อง: การจอง" + copied,
		"netease":                 "\n\n| |\nDana Bianchi\n|\n|\ndana@example.com\n|\n\n\n---- 回复的原邮件 ----\n| 发件人 | Assistant<agent@example.com> |\n| 日期 | 2026年11月20日 21:00 |" + copied,
		"teams":                   "\n\n________________________________________________________________________________\nMicrosoft Teams-Besprechung\nHier klicken, um an der Besprechung teilzunehmen<https://teams.microsoft.com/l/meetup-join/19>\nBesprechungs-ID: 333 555 777 99\nPasscode: aB3xY9\n________________________________________________________________________________\n",
		"zoom":                    "\n\nDana Bianchi le está invitando a una reunión de Zoom programada.\n\nTema: Viaje\nHora: 6 mar 2025 10:00 Madrid\n\nEntrar Zoom Reunión\nhttps://us02web.zoom.us/j/5557779990?pwd=abc\n\nID de reunión: 555 777 9990\nCódigo de acceso: 123456\n",
		"forum":                   "\n\n---\nVisit Topic [https://forum.example/t/x/44/2] or reply to this email to respond.\nTo unsubscribe from these emails, click here [https://forum.example/email/unsubscribe/abc].\n",
		"list in Spanish":         "\n\n_______________________________________________\nLista de correo del huerto\nhuerto@listas.example\nPara darse de baja: https://listas.example/baja/huerto\n",
		"link of a program":       "\n\nGet BlueMail for Android\nhttps://bluemail.me/download/\n",
		"virus scanner":           "\n\nLivre de vírus. www.avast.com <https://www.avast.com/sig-email?utm_medium=email>\n",
		"list footer":             "\n\n_______________________________________________\ntravel mailing list\ntravel@lists.example.com\nhttps://lists.example.com/mailman/listinfo/travel\n",
	} {
		if name == "yahoo android" {
			continue // its attribution and the quote share a line: see TestKept
		}
		const said = "Book it, please.\nThe earlier one.\n\nAnd tell Bob."
		m := Mail{Name: "Dana Bianchi", Address: "dana@example.com", Us: "Assistant", Answers: true}
		got := Split(MarkQuotes(said+below), m)
		if got.Text != said || !got.Cut {
			t.Errorf("%s: got\n%s", name, got.Text)
		}
		if again := Split(MarkQuotes(got.Text), m); again.Text != got.Text {
			t.Errorf("%s: the second time gives\n%s", name, again.Text)
		}
	}
}

// TestBelow: answers below a quote, and between quotes.
func TestBelow(t *testing.T) {
	const at = "On Fri, 20 Nov 2026 at 21:00, Assistant <agent@example.com> wrote:\n"
	for name, tt := range map[string]struct{ text, want string }{
		"below":                   {at + quoted + "\nBook it.\n", "Book it."},
		"below, with a signature": {at + quoted + "\nBook it.\n\n-- \nDana\n", "Book it."},
		"below, in the quote":     {"> " + at + quoted + "\nBook it.\n", "Book it."},
		"between":                 {at + "> One?\n\nYes.\n\n> Two?\n\nNo.\n", "> One?\n\nYes.\n\n> Two?\n\nNo."},
		"between, and a rest":     {at + "> One?\nYes.\n> Two?\nNo.\n> Regards\n> A.\n", "> One?\nYes.\n> Two?\nNo."},
		"above and below":         {"Yes.\n\n" + at + quoted + "\nBut only half.\n", "Yes.\n\n> Shall I book it?\n> It is 40 EUR.\n\nBut only half."},
		"between, no attribution": {"> One?\nYes.\n> Two?\nNo.\n", "> One?\nYes.\n> Two?\nNo."},
	} {
		if got := Split(MarkQuotes(tt.text), Mail{Answers: true}); got.Text != tt.want {
			t.Errorf("%s: got %q, want %q", name, got.Text, tt.want)
		}
	}
}

// TestKept: what only looks like one of these things stays.
func TestKept(t *testing.T) {
	for name, text := range map[string]string{
		"a trip":                       "Book it\n\nFrom: Rome\nTo: Milan\nDate: 20 November 2026 9:00\nSubject: to change",
		"a condition":                  "Yes\n\nOn the condition that Bob agrees, as he wrote:\nthe price is 40 EUR",
		"a date":                       "On 20 Nov 2026 at 9:00 I need a car:\na small one",
		"a list of times":              "Free:\n\n2026-11-20 9:00\n20.11.2026 10:00\n11/20/2026 at 2:30 PM",
		"on and on":                    "On the one hand yes.\nOn the other hand no.",
		"what Bob wrote":               "Yes\n\nOn 20 Nov 2026 at 9:00 we heard what Bob wrote:\nhe is ill",
		"dashes":                       "First\n\n----\n\nSecond\n\n====\n\nThird",
		"a table":                      "Name    Price\n-------------\nCar     40\nTrain   30",
		"a list with dashes":           "Buy\n-- milk\n-- bread\n-- and ask Bob",
		"a sentence with dashes":       "Do it -- but not today",
		"words below dashes":           "yes\n--\nbut only on staging",
		"words below a signature mark": "yes\n-- \nbut only on staging",
		"sent from":                    "The mail was\nSent from my desk, and Bob knows.",
		"sent from, a sentence":        "See what\nSent from my old account without a reason",
		"sent by":                      "It was\nsent by Bob yesterday",
		"how it was sent":              "The contract is signed.\n\nEnvoyé par courrier.",
		"how it was sent, in English":  "The contract is signed.\n\nSent by email",
		"which ticket":                 "Can you look at this one?\n\nTicket: https://support.example.com/agent/tickets/4711",
		"less than":                    "Pay\n>20 EUR: ask Bob",
		"a quoted line":                "Bob wrote:\n> half",
		"a pasted quote":               "As the law says:\n\n> All are equal.\n> So are these.\n> And those.",
		"regards":                      "With regards to the payment:\nbest regards to Bob",
		"thanks":                       "Book it\n\nThanks,\nBob",
		"another name":                 "Ask\n\nBob Miller\n555-0123",
		"my name in a sentence":        "Book it for\nDana Bianchi and Bob",
		"my name, then more":           "Book it\n\nDana\nPS: pay 40 only",
		"my name, then a wish":         "Book it\n\nDana\nAsk the manager",
		"my name, then another wish":   "Book it\n\nDana\nAsk the manager\n+39 02 1234567",
		"a question below my name":     "Book it\n\nDana\nWhere is Bob?",
		"numbers below a ruler":        "Eve, here are they.\n\n-----\nBob Miller 020 7946 0001\nTom Hale 020 7946 0002",
		"numbers below a headline":     "The numbers you asked for.\n\nContacts\n========\nBob Miller: 020 7946 0001\nTom Hale: 020 7946 0002",
		"addresses below a ruler":      "Here is who comes.\n\n---\n\nBob Miller, bob@miller.test\nTom Hale, tom@hale.test",
		"nothing but numbers":          "Bob Miller 020 7946 0001\nTom Hale 020 7946 0002",
		"two links below a question":   "Which one do you like?\nA: https://shop.example/a\nB: https://shop.example/b",
		"how to join":                  "Join us here: https://us02web.zoom.us/j/5557779990\nMeeting ID: 555 777 9990\nPasscode: 123456",
		"another link to join":         "Zoom is broken, use this:\nhttps://meet.jit.example/abc",
		"a remark below how to join":   "Yes.\n\nBob is inviting you to a Zoom meeting.\n\nJoin Zoom Meeting\nhttps://us02web.zoom.us/j/5557779990\n\nMeeting ID: 555 777 9990\nPasscode: 123456\n\nBut not before Friday.",
		"when and where":               "When: Monday at ten\nWhere: the small room\n\nBook both.",
		"a form with addresses":        "Participant: Bob Miller <bob@miller.example>\nArrival: 3 March 2025, 10:12\nRoom: the small one\n\nBook it.",
		"a link below my name":         "Book it.\n\nBest regards,\nDana\n\nTicket: https://support.other.test/tickets/4711",
		"a banner of their own":        "Important: I often write from dana@example.com, so let it through.\n\nBook it.",
		"my name, then support":        "Book it.\n\nThanks,\nDana\nSupport pays half",
		"a team":                       "Thanks to the team\nSupport",
		"a remark below the card":      "Book it.\n\nBest regards,\n\nDana Bianchi\nHead of Things\nTel. 020 7946 0000\n\nTom Miller decides",
		"on this mail, below the card": "Book it.\n\nBest regards,\n\nDana Bianchi\nHead of Things\nTel. 020 7946 0000\n\nThis message is for Tom Miller and for nobody else in the office.",
		"only a quote":                 "On Fri, 20 Nov 2026 at 21:00, Assistant <agent@example.com> wrote:\n> Shall I?",
		"only a footer":                "Sent from my iPhone",
		"only a signature":             "-- \nDana Bianchi",
		"only a header block":          "From: Assistant <agent@example.com>\nSent: Friday, November 20, 2026 9:00 PM\nTo: Dana\nSubject: x\n\nold",
		"a forward":                    "See\n\n---------- Forwarded message ---------\nFrom: Bob <b@example.com>\nDate: Fri, Nov 20, 2026 at 9:00 PM\nSubject: x\nTo: Dana <dana@example.com>\n\nold",
		"a forward by apple":           "See\n\nBegin forwarded message:\n\nFrom: Bob <b@example.com>\nSubject: x\nDate: 20 November 2026 at 21:00:00 CET\nTo: Dana <dana@example.com>\n\nold",
		"a forward in german":          "Bitte\n\n-------- Weitergeleitete Nachricht --------\nBetreff: x\nDatum: Fri, 20 Nov 2026 21:00:00 +0100\nVon: Bob <b@example.com>\nAn: dana@example.com\n\nalt",
		"answers in the copy":          "See below, in red.\n\nFrom: Assistant <agent@example.com>\nSent: Friday, November 20, 2026 9:00 PM\nTo: Dana\nSubject: x\n\nShall I? YES",
		"colors":                       "From red to blue: #123",
		"a mail address":               "Write to Bob <bob@example.com>:\nhe knows",
		"yahoo android":                "Yes\n\nOn Fri, Nov 20, 2026 at 9:00 PM, Assistant<agent@example.com> wrote:   Shall I book it?\n\nIt is 40 EUR.",
		"markdown":                     "# Title\n\n* one\n* two\n\n***\n\n> a quote of one line\n\nend",
		"code":                         "```\n// Sent from my custom mailer\nsig: '--\\nJohn'\n```\nThat is it.",
	} {
		m := Mail{Name: "Dana Bianchi", Address: "dana@example.com", Us: "Assistant", Answers: name != "a pasted quote"}
		if got := Split(MarkQuotes(text), m); got.Text != text || got.Cut {
			t.Errorf("%s: got\n%s\ncut %v", name, got.Text, got.Cut)
		}
	}
}

// TestForwards: a subject that says forward keeps what is copied.
func TestForwards(t *testing.T) {
	const text = "What is this?\n\nFrom: Bob <b@example.com>\nSent: Friday, November 20, 2026 9:00 PM\nTo: Dana\nSubject: x\n\nold"
	if got := Split(text, Mail{Forward: true}); got.Text != text {
		t.Errorf("got %q", got.Text)
	}
	if got := Split(strings.Replace(text, "this?", "this:", 1), Mail{}); got.Text == "What is this:" {
		t.Error("a new mail that says what follows lost it")
	}
}

// TestPostscripts: what is written below a signature is said this time.
func TestPostscripts(t *testing.T) {
	for _, ps := range []string{"P.S. I left the pass at the desk.", "PS: half of it only", "PS Please wait", "N.B. not before Monday", "P.D. solo la mitad", "Posdata: mañana no", "p.s. nein", "P.-S. : la clé", "P. D.: la llave", "Post-scriptum : la clé"} {
		text := "Book it.\n\n-- \nDana Bianchi\nHead of Things\n\n" + ps
		if got, want := Split(text, Mail{Name: "Dana Bianchi"}), "Book it.\n\n"+ps; fold(got.Text) != fold(want) || !got.Cut {
			t.Errorf("%q is not %q", got.Text, want)
		}
	}
}

func TestSignatures(t *testing.T) {
	m := Mail{Name: "Dana Bianchi", Address: "dana.b@example.com"}
	for name, sig := range map[string]string{
		"mark":              "-- \nDana Bianchi\nHead of Things\n+39 02 1234567",
		"two dashes":        "--\nDana",
		"contact":           "Dana Bianchi\ndana.b@example.com\n(555) 346-9947\nwww.example.com",
		"via mobile":        "Dana\nvia mobile",
		"title":             "Dana Bianchi\nFinancial manager\nExample B.V.\nKvK Rotterdam 24123456",
		"name and title":    "Dana Bianchi | Head of Things\n+39 02 1234567",
		"address":           "Dana Bianchi\nul. Długa 7, 40-001 Katowice\nNIP 634-123-45-67",
		"ruler":             "----------------\nDana Bianchi\ntel. 555-931-0702\nhttps://example.com/",
		"footer":            "Sent from my iPhone",
		"footer, excused":   "Sent from my phone. Please excuse typos and brevity.",
		"footer with link":  "Sent from Outlook for iOS<https://aka.ms/o0ukef>",
		"both":              "-- \nDana\n\nSent from my iPad",
		"footer, german":    "Gesendet mit der GMX Mail App",
		"footer, french":    "Envoyé depuis mon téléphone Samsung",
		"footer, spanish":   "Enviado desde mi iPhone",
		"footer, portug.":   "Enviado do meu iPhone",
		"footer, italian":   "Inviato da iPhone",
		"footer, dutch":     "Verstuurd vanaf mijn iPhone",
		"footer, swedish":   "Skickat från min iPhone",
		"footer, danish":    "Sendt fra min iPhone",
		"footer, finnish":   "Lähetetty iPhonesta",
		"footer, polish":    "Wysłane z iPhone'a",
		"footer, czech":     "Odesláno z iPhonu",
		"footer, russian":   "Отправлено с iPhone",
		"footer, ukrainian": "Надіслано з iPhone",
		"footer, turkish":   "iPhone'umdan gönderildi",
		"footer, chinese":   "发自我的iPhone",
		"footer, taiwanese": "從我的 iPhone 傳送",
		"footer, japanese":  "iPhoneから送信",
		"footer, korean":    "나의 iPhone에서 보냄",
		"footer, k-9":       "Diese Nachricht wurde von meinem Android-Mobiltelefon mit K-9 Mail gesendet.",
	} {
		got := Split("Book it.\n\nFor two.\n\n"+sig, m)
		if got.Text != "Book it.\n\nFor two." || fold(got.Signature) != fold(sig) || !got.Cut {
			t.Errorf("%s: text %q, signature %q", name, got.Text, got.Signature)
		}
	}
}

// TestCards: a card below the sender's name in full is a signature, whatever its titles and
// towns are called; a sentence in it is what somebody says.
func TestCards(t *testing.T) {
	for _, tt := range []struct {
		mail  Mail
		below string
		cut   bool
	}{
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante Ruiz\nJefa de obra\nANDAMIO Y CIELO, S.L.\nC/ Yeseros 41, 28999 Valdemorillo\nTel. 91 555 01 44 · Móvil 655 55 01 44", true},
		{Mail{Address: "norbert.zach@example.com"}, "Norbert Zach\nLack & Karosse Service AG\nWerk Süd, Tor 2\nTelefon: +49 8999 55 501", true},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nPay only the half of it, and tell Bob that he is late again with it\nTel. 91 555 01 44", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante MPharm (she/her)\nLead Pharmacist - Reconciliation\nLevel 2, East Wing | Ext. 40817\nI work Tuesday to Friday", true},
		{Mail{Name: "Carla Bustamante"}, "*Carla Bustamante* (elle)\nResponsable produit — Pôle Billetterie\n06 39 98 00 17 | Rennes & télétravail le vendredi\n<https://www.example.com>", true},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nradca prawny (OP-0000)\nKancelaria Bustamante sp.k.\nul. Długa 14/3, 31-147 Kraków\npn.-pt. 9:00-17:00", true},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante FRCS, MBE\nJefa de obra\nTel. 91 555 01 44", true},
		{Mail{Name: "Carla Bustamante"}, "Carla BUSTAMANTE RUIZ\nJefa de obra\nTel. 91 555 01 44", true},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante PAY HALF\nTel. 91 555 01 44", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante MIT BOB\nTel. 91 555 01 44", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante Half\nTel. 91 555 01 44", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nJefa de obra\nPlanta Sol, S.L.\n\nThis e-mail is confidential and for its addressee. Planta Sol is supervised by the Bank.", true},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nJefa de obra\nPlanta Sol, S.L.\n\nThis e-mail is confidential and for its addressee.\nPlanta Sol has it already.", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nJefa de obra\nPlanta Sol, S.L.\n\nThis e-mail is confidential and for its addressee. Tell Bob.", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nJefa de obra\nPlanta Sol, S.L.\n\nAntes de imprimir, piense: el medio ambiente es de todos.", true},
		{Mail{Name: "Carla Bustamante"}, "Planta Bustamante, S.L.\nCIF B12345678", true},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nJefa de obra\nCall Bob on 0541 555 0101\nTel. 91 555 01 44", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nJefa de obra\nTel. 91 555 01 44\nOnly via bob@example.com", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nJefa de obra\nJa, an bob@example.com", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\n300 EUR: www.example.com\nTel. 91 555 01 44", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nJefa de obra\nYes, 9-12 Monday", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\n\nNur mit Rechnung\n\nTel. 91 555 01 44", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\n\nBudget Exhausted\n\nJefa de obra", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nnot before Friday\nJefa de obra\nTel. 91 555 01 44", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nMo-Fr 9-12", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nonly for Bob, 9-12", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nIs that all?\nTel. 91 555 01 44", false},
		{Mail{Name: "Carla Bustamante"}, "Carla Bustamante\nJefa de obra\nBooks and pencils", false},
		{Mail{Name: "Carla Bustamante"}, "Bob Bustamante\nJefe de obra\nTel. 91 555 01 44", false},
	} {
		got := Split("Book it.\n\n"+tt.below, tt.mail)
		if cut := got.Text == "Book it." && got.Signature == tt.below; cut != tt.cut {
			t.Errorf("%q: text %q, signature %q", tt.below, got.Text, got.Signature)
		}
	}
}

// TestYouWrote: some programs say to whom they answer what they wrote.
func TestYouWrote(t *testing.T) {
	for _, line := range []string{"Вы писали 22 марта 2026 г., 14:20:11:", "You wrote on Friday, November 20, 2026, 9:30:15 AM:", "Sie schrieben am 20. November 2026 um 09:30:"} {
		if got := Split("Book it.\n\n"+line+"\n\n\x01> Shall I?\n", Mail{Us: "Assistant", Answers: true}); got.Text != "Book it." {
			t.Errorf("%q: %q", line, got.Text)
		}
	}
	for _, line := range []string{"You wrote 300 and that is wrong:", "You wrote that at 9:30 we meet, but I pay only 2026:"} {
		if got := Split(line+"\n\nNo.\n", Mail{Us: "Assistant", Answers: true}); got.Cut {
			t.Errorf("%q: %q", line, got.Text)
		}
	}
}

// TestTypedEnd: what a person types at the end of each mail is theirs, and what a
// program puts below it is not.
func TestTypedEnd(t *testing.T) {
	m := Mail{Name: "Dana Bianchi", Address: "dana.b@example.com"}
	for _, end := range []string{"Dana Bianchi", "Dana", "- Dana", "Best regards,\nDana", "Mit freundlichen Grüßen\nDana Bianchi", "Cordialement,\n\nDana", "Dr. Dana Bianchi, Ph.D.", "Kind regards,"} {
		for _, sig := range []string{"", "-- \nDana Bianchi\nExample Ltd", "Dana Bianchi\nHead of Things\nwww.example.com", "Sent from my iPhone", "Dana Bianchi\nFinancial manager\nExample B.V."} {
			got := Split("Book it.\n\n"+end+"\n\n"+sig, m)
			text := "Book it.\n\n" + end
			if strings.HasPrefix(sig, "Dana Bianchi\n") && end == "Kind regards," {
				text, sig = "Book it.", end+"\n\n"+sig // the card has both
			}
			if got.Text != text || got.Signature != sig {
				t.Errorf("text %q, signature %q", got.Text, got.Signature)
			}
		}
	}
}

// TestLinear: no text takes long.
func TestLinear(t *testing.T) {
	for _, piece := range []string{
		"On 2026 x\n", "On Fri, 20 Nov 2026 at 21:00, that Bob wrote:\n", "On 20 Nov 2026 a <b@c.de>\n", "From: a@b.cd\n", "From: a@b.cd\n\n", "> q\na\n", "> On 20 Nov 2026, a wrote:\n\nb\n",
		"-- \n", "--\nDana\n", "x", "@", "a@b ", "\n", " \n", "-----Original Message-----\n", "Sent from my iPhone\n", "____\n", "JD> a\n", "From: a@b.cd\nx, y\n", Mark + Mark + "> \n", "-", "<", "wrote ", "a: ",
	} {
		s := strings.Repeat(piece, (1<<16)/len(piece))
		start := cputime.Used()
		p := Split(MarkQuotes(s), Mail{Name: "Dana", Address: "d@e.fg", Answers: true})
		if d := cputime.Used() - start; d > 30*time.Second {
			t.Errorf("%q took %v", piece, d)
		} else {
			t.Logf("%-50q %v, %d bytes", piece, d.Round(time.Millisecond), len(p.Text))
		}
	}
}

// subset reports whether lines are some of those of a text, in their order.
func subset(lines, text []string) bool {
	for _, l := range lines {
		at := slices.Index(text, l)
		if at < 0 {
			return false
		}
		text = text[at+1:]
	}
	return true
}

func FuzzSplit(f *testing.F) {
	f.Add("Yes\n\nOn Fri, 20 Nov 2026 at 21:00, A <a@b.cd> wrote:\n> x\n\n-- \nDana\n", "Dana", true)
	f.Add("Yes\n________\nFrom: A <a@b.cd>\nSent: 20 Nov 2026 9:00\nTo: b\nSubject: c\n\nd", "", false)
	f.Add("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nYes\n-----BEGIN PGP SIGNATURE-----\nx\n-----END PGP SIGNATURE-----\n", "", true)
	f.Add("a\n> b\nc\n> d\n发自我的iPhone", "c", true)
	f.Fuzz(func(t *testing.T, text, name string, answers bool) {
		m := Mail{Name: name, Address: "d@e.fg", Answers: answers}
		marked := MarkQuotes(strings.ReplaceAll(text, Mark, ""))
		p := Split(marked, m)
		all := strings.Split(plain(marked), "\n")
		if out := strings.Split(p.Text, "\n"); p.Text != "" && !subset(out, all) && !subset(strings.Split(" "+p.Text, "\n"), all) {
			t.Errorf("%q gives lines that it does not have: %q", text, p.Text)
		}
		if out := strings.Split(p.Signature, "\n"); p.Signature != "" && !subset(out, all) {
			t.Errorf("%q gives lines that it does not have: %q", text, p.Signature)
		}
		if strings.TrimSpace(plain(marked)) != "" && strings.TrimSpace(p.Text) == "" && !strings.Contains(text, "-----BEGIN PGP") {
			t.Errorf("nothing is left of %q", text)
		}
		if strings.Contains(p.Text, Mark) || strings.Contains(p.Signature, Mark) {
			t.Errorf("a mark is left: %+v", p)
		}
	})
}
