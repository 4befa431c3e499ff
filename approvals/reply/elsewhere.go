package reply

import "strings"

// verdictsElsewhere are the words with which people of other languages say no, wait, or take half: none of them is a title
// or a place below a name. Words that are names, companies or places as well ("Pool", "Pola") are left out.
func verdictsElsewhere() (all []string) {
	for w := range strings.FieldsSeq(`děkuji zamítám zamítnuto zamítá zamítnout odmítám odmítnuto odmítnout nesouhlasím neschvaluji neschváleno polovinu polovina počkejte počkat počkej čekejte zítra zastavit zastavte stornovat stornujte zrušit zrušte ještě možná nechci neplatit neplaťte později
		ei kiitos käy hylätty hylkään hylätään hylkää hyväksy suostu puolet huomenna odota odottakaa odottaa peruuta perukaa vielä ehkä lopeta lopettakaa älä älkää myöhemmin
		nej nei tack takk tak avslås avslag avvisas avvisat avvisa nekas nekat neka godkänt godkjent godkendt hälften halva bara imorgon vänta inte kanske avbryt avbryta stoppa betala senare
		afvist afvises afslag afslås avslått avslås avvist avvises ikke halvdelen halvparten vent måske kanskje annuller senere udsæt utsett
		nu respins resping respinge refuz refuzat refuză jumătate doar mâine așteaptă așteptați aşteaptă încă poate anulează anulați oprește opriți plăti plătiți
		hayır teşekkürler teşekkür reddedildi reddediyorum reddet yarısı yarısını sadece yarın bekle bekleyin henüz belki iptal durdur durdurun ödeme ödemeyin sonra
		nem kérem elutasítva elutasítom elutasítjuk csak holnap várj várjon várjatok még talán mégse mégsem
		tidak ditolak tolak menolak jangan separuh setengah besok tunggu belum mungkin batal batalkan nanti
		rebutjat rebutjo denegat denego meitat només demà encara potser espera esperi
		odbijeno odbijam odbij odbiti samo sutra čekaj čekajte još možda zavrnjeno zavračam polovica jutri počakaj zamietam zamietnuté zamietnuť zajtra polovicu ešte neschvaľujem nesúhlasím
		atmesta atmetu noraidīts noraidu lükatud nõus rytoj rīt pusę pusi`) {
		all = append(all, wordSpellings(w)...)
	}
	return all
}
