package reply

import (
	"strings"
	"testing"

	"bridge/internal/sampletest"
)

// TestVerdictsElsewhere: what says no, waits or is half of it in a language that never decides is no title and no place,
// wherever it stands below the name, so that the yes above counts.
func TestVerdictsElsewhere(t *testing.T) {
	words := strings.Split(`Ne|Ne děkuji|Ne, děkuji|Zamítám|Zamítnuto|Zamítá se|Odmítám|Odmítnuto|Nesouhlasím|Neschvaluji|Neschváleno|Polovinu|Jen polovinu|Počkejte|Počkat|Zítra|Zastavit|Stornovat|Zrušit|Ještě ne|Možná|Nechci|Neplatit
		Ei|Ei kiitos|Ei käy|Hylätty|Hylkään|Hylätään|En hyväksy|En suostu|Puolet|Vain puolet|Huomenna|Odota|Odottakaa|Peruuta|Ei vielä|Ehkä|Lopeta|Älä maksa
		Nej|Nej tack|Avslås|Avslag|Avvisas|Avvisat|Nekas|Nekat|Ej godkänt|Inte godkänt|Hälften|Bara hälften|Imorgon|Vänta|Inte|Inte än|Kanske|Avbryt|Stoppa|Betala inte
		Nei|Nei takk|Afvist|Afslag|Avslått|Avvist|Ikke|Ikke godkjent|Ikke godkendt|Halvdelen|Halvparten|I morgen|Måske|Kanskje|Avbryt|Annuller|Betal ikke
		Nu|Nu mulțumesc|Respins|Resping|Refuz|Refuzat|Jumătate|Doar jumătate|Mâine|Așteaptă|Nu încă|Poate|Anulează|Oprește|Nu plăti
		Hayır|Hayır teşekkürler|Reddedildi|Reddediyorum|Yarısı|Sadece yarısı|Yarın|Bekle|Bekleyin|Henüz değil|Belki|İptal|Durdur|Ödeme
		Nem|Nem kérem|Elutasítva|Elutasítom|Csak a fele|Holnap|Várj|Még nem|Talán|Mégse
		Tidak|Ditolak|Tolak|Jangan|Separuh|Setengah|Besok|Tunggu|Belum|Mungkin|Batal|Batalkan
		Rebutjat|Denegat|Meitat|Només la meitat|Demà|Espera|Encara no|Potser
		Odbijeno|Odbijam|Samo pola|Sutra|Čekaj|Još ne|Možda|Zavrnjeno|Zavračam|Polovica|Jutri|Zamietam|Zamietnuté|Zajtra|Polovicu|Ešte nie
		Atmesta|Noraidīts|Tagasi lükatud|Ei ole nõus|Rytoj|Rīt|Pusę|Pusi`, "|")
	for i, w := range words {
		for w := range strings.SplitSeq(w, "\n") {
			if w = strings.TrimSpace(w); !sampletest.Today(i, 9) {
				continue
			}
			for _, card := range []string{"Dana Rossi\n%", "Dana Rossi\n%\nTel. 02 555 01 44", "Dana Rossi\n%\nHead of Sales\nACME Ltd\nTel. 02 555 01 44", "Dana Rossi %\nHead of Sales\nTel. 02 555 01 44", "Dana Rossi | %\nTel. 02 555 01 44", "Thanks,\nDana Rossi\n%\nHead of Sales\n12 High Street, Leeds", "Dana Rossi\nHead of Sales\n%\nTel. 02 555 01 44", "Dana Rossi\nACME Ltd\n12 High Street, Leeds\n%\nTel. 02 555 01 44", "-- \nDana Rossi\n%\nTel. 02 555 01 44", "Dana Rossi, %\nTel. 02 555 01 44", "%\nDana Rossi\nTel. 02 555 01 44", "Dana Rossi\nTel. 02 555 01 44\n%"} {
				if card == "Dana Rossi %\nHead of Sales\nTel. 02 555 01 44" && (w == "Ei" || w == "Nei" || w == "Nem") { // words of Italian and Portuguese, too
					continue
				}
				text := "Yes, please.\n\n" + strings.ReplaceAll(card, "%", w)
				if got := Parse(text, Options{Name: "Dana Rossi", Language: "en", Mail: true, From: "dana"}); got.Verdict != None {
					t.Errorf("%q is %v", text, got.Verdict)
				}
			}
		}
	}
}
