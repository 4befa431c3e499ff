package reply

import "testing"

// TestEcho: who says the whole title back says yes to it; what is left out, put in or said of somebody else is asked back.
func TestEcho(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"en", "Cancel the gym membership?\nThe last debit would be the 12th.", []string{"yep cancel the gym membership, cheers", "you can cancel the gym membership"}, nil, []string{
			"I cancel the gym membership", "I'll cancel the gym membership", "Anna should cancel the gym membership", "you cannot cancel the gym membership", "can you cancel the gym membership", "cancel the gym membership if you like",
			"cancel the gym membership tomorrow", "before you cancel the gym membership", "tell her to cancel the gym membership", "pay and cancel the gym membership", "to cancel the gym membership", "let them cancel the gym membership",
			"why cancel the gym membership", "cancel the phone membership", "she can cancel the gym membership",
		}},
		{"de", "Meeting mit Jana auf 15 Uhr schieben?\nSie bittet darum.", []string{"Klaro, du kannst das Meeting mit Jana auf 15 Uhr schieben", "das Meeting mit Jana bitte auf 15 Uhr schieben"}, nil, []string{
			"sie kann das Meeting mit Jana auf 15 Uhr schieben", "ich würde das Meeting mit Jana auf 15 Uhr schieben", "das Meeting mit Jana nicht auf 15 Uhr schieben", "das Meeting mit Jana auf 16 Uhr schieben", "Jana will das Meeting auf 15 Uhr schieben",
			"das Meeting mit Jana auf 15 Uhr schieben lassen", "du kannst das Meeting schieben mit Tom auf 15 Uhr",
		}},
		{"de", "Fortbildung Wundpflege buchen?\nMai.", []string{"Ja, die Fortbildung Wundpflege bitte buchen"}, nil, []string{"die Fortbildung Wundpflege wollte Tom buchen", "erst die Fortbildung Wundpflege buchen", "keine Fortbildung Wundpflege buchen"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}, tt.grant, tt.deny, tt.asked)
	}
}
