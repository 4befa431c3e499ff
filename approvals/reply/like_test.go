package reply

import "testing"

// What begins as an answer looks like one, in the person's language too; what is something
// else does not. Nothing of the first kind that is listed here decides.
func TestLike(t *testing.T) {
	for _, tt := range []struct {
		lang, text string
		want       bool
	}{
		{"", "yes but only half", true},
		{"", "Ok, when?", true},
		{"", "maybe later", true},
		{"", "not yet", true},
		{"", "wait", true},
		{"", "no problem", true},
		{"", "perfect", true},
		{"pl", "tak, ale tylko połowa", true},
		{"pl", "no nie wiem", true},
		{"pl", "Tak? A ile to kosztuje?", true},
		{"de", "ja, aber erst morgen", true},
		{"it", "forse domani", true},
		{"fr", "oui mais pas aujourd'hui", true},
		{"es", "todavía no", true},
		{"sv", "ja, kör", true},
		{"da", "Nej tak", true},
		{"nb", "nei, for dyrt", true},
		{"fi", "kyllä, kiitos", true},
		{"cs", "ano", true},
		{"ro", "da, de acord", true},
		{"tr", "tamam", true},
		{"ru", "да, но только половину", true},
		{"uk", "ні", true},
		{"el", "ναι, προχωρήστε", true},
		{"ar", "نعم، تفضل", true},
		{"hi", "हाँ, ठीक है", true},
		{"zh", "好的，同意", true},
		{"ja", "はい、お願いします", true},
		{"ms", "tak setuju", true},
		{"", "да", true},
		{"", "what about lunch?", false},
		{"", "thanks", false},
		{"", "Good morning", false},
		{"", "", false},
		{"", "🙂", false},
		{"", "da", false},
		{"es", "ya te mandé el informe", false},
		{"", "If you have time, send me the report of last month", false},
		{"", "I am on holiday until Monday, please ask somebody else about all of this", false},
		{"ru", "что с обедом", false},
		{"fi", "mitä kuuluu", false},
	} {
		if got := Like(tt.text, Options{Language: tt.lang}); got != tt.want {
			t.Errorf("%s: %q: %v", tt.lang, tt.text, got)
		}
		if got := Parse(tt.text, Options{Language: tt.lang}); got.Verdict != None {
			t.Errorf("%s: %q decides: %v", tt.lang, tt.text, got.Verdict)
		}
	}
}
