package reply

import (
	"testing"
	"unicode/utf8"
)

// FuzzPrompt: whatever an agent's prompt says, reading an answer to it ends without a panic.
func FuzzPrompt(f *testing.F) {
	for i, prompt := range []string{
		"—\n420. Pago?", "- -\nShall I?", "Sign the contract and pay the deposit?\nBoth.", "Reserva familia Olmedo\n168 €. ¿La acepto?", "Rappel\nL'envoyer ?", "Termin: absagen?", "Void or keep\n?", "¿?", "Phone bill\n, pay it?", "Verzekering\n298 euro. Betalen?", "Wyciszyć alert?",
	} {
		for _, text := range []string{"pay it", "ja, zeg da maar", "no, 30 chairs", "+1, merge it", "nie wyciszaj"} {
			f.Add(prompt, text, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, prompt, text string, l uint8) {
		if !utf8.ValidString(prompt) || len(prompt) > 4<<10 || len(text) > 1<<10 {
			return
		}
		o := Options{Name: "Dana Rossi", Language: []string{"en", "it", "es", "fr", "de", "pt", "nl", "pl", ""}[l%9], Mail: l&16 != 0, Shown: Shown{About: []string{"", "", prompt}, By: "Eve"}}
		if l&32 != 0 {
			o.Shown.About = []string{"pay_invoice", prompt, text}
		}
		if r := Parse(text, o); r.Fault != nil {
			t.Error(r.Fault)
		}
	})
}
