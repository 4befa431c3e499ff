package reply

import (
	"strings"
	"testing"
)

// TestDeedOfThing: to a prompt that only names a thing its own deed answers; one that tells more asks for what it tells.
func TestDeedOfThing(t *testing.T) {
	for _, tt := range []struct{ lang, about, grant, deny, none string }{
		{"en", "Coach trip to Whitby\nTwo seats on 9 July, £44 together.", "yes, book them please|Aye, book", "no, don't book it", "yes, pay them|yes, send it"},
		{"en", "Table at the Minerva\nSunday 12.30 for four.", "Smashing yes book it", "no, don't book it", "yes, pay it|yes, book it for five"},
		{"en", "Letter to the landlord\nThat the boiler drips.", "yes, send it|yes, write to him", "don't send it", "yes, pay it"},
		{"en", "Table at the Minerva\nThey want to cancel it.", "", "", "yes, book it"},
		{"en", "Tickets for the concert\nSell both, 40 euro each.", "", "", "yes, book them"},
		{"es", "Carta del banco\nSobre la hipoteca", "", "", "sí, contéstala"},
		{"en", "Ticket machine at the gate\nFriday.", "", "", "yes, book it"},
		{"de", "Stromrechnung Mai\n62,50 Euro", "Ja, bitte zahlen|Ja, überweisen", "Nicht zahlen", "Ja, bitte buchen"},
		{"de", "Tisch im Adler\nSonntag 12 Uhr, vier Personen", "ja buch den|Ja, bitte reservieren", "nicht reservieren", "ja, zahlen"},
		{"fr", "Facture du plombier\n62,50 euros", "oui, payez-la", "non, ne la payez pas", "oui, envoyez-la"},
		{"it", "Pranzo con Ugo\nVenerdì alle 13", "sì, prenota", "no, non prenotare", "sì, paga"},
		{"es", "Factura de la luz\n62,50 euros", "sí, págala", "no la pagues", "sí, mándala"},
		{"pt", "Almoço com o vereador\nSexta 13h, Adega do Rio.", "Ok marca|sim marca", "não marca", "sim paga"},
		{"nl", "Contributie duivenvereniging\n€ 62,50 over het hele jaar.", "Ja betalen|Ja betaal maar", "Nee, niet betalen", "ja, boek maar"},
		{"nl", "Sms naar de nachtploeg\nDat de parking dicht is.", "ja stuur maar aub", "niet sturen", "ja, betaal maar"},
		{"pl", "Składka klubowa\n120 zł", "tak, zapłać", "nie płać", ""},
	} {
		split := func(s string) []string { return strings.FieldsFunc(s, func(r rune) bool { return r == '|' }) }
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.about}}}, split(tt.grant), split(tt.deny), split(tt.none))
	}
}
