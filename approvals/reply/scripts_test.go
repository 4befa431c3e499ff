package reply

import "testing"

// Words that are a verdict in one language and something else in another.
func TestWordsOfTwoLanguages(t *testing.T) {
	for text, want := range map[string]Verdict{
		// "Ja" is I in Polish, and "ja dziękuję" a no in scorn.
		"Ja dziękuję": None, "Ja dziekuje": None, "ja proszę": None, "ja dobrze": None, "ja chętnie": None, "ja pozdrawiam": None, "ja jestem za": None,
		"Ja, dziękuję": Grant, "ja zatwierdzam": Grant, "ja danke": Grant, "ja graag": Grant, "tak, ja się zgadzam": Grant, "ja super": Grant,
		// "No" is well, yes in Polish.
		"No, puszczaj": None, "no, lecimy": None, "No, a jak": None, "No nie": None, "No, już robię": None, "No, za drogo": None,
		"No, too expensive": Deny, "No, Łukasz paid": Deny, "No, troppo caro": Deny, "Nie, za drogo": Deny, "No, nie, za drogo": None, "Odrzucam, za drogo": Deny,
		// Names and greetings.
		"Joe": None, "yo": None, "Joe, is goed": Grant, "Ja, doei": None, "Akkoord. Doei": Grant, "Ja dag": None,
	} {
		if got := Parse(text, Options{}); got.Verdict != want {
			t.Errorf("%q is %v, want %v", text, got.Verdict, want)
		}
	}
}

// A hyphen hides no doubt in a signature.
func TestSignatureWithHyphens(t *testing.T) {
	for text, want := range map[string]Verdict{
		"Y\n--\nDana wait-0": None, "ja\n-- \nDana Rossi\nnur-halb": None, "ja\n-- \nnein-doch": None, "tak\n-- \nDana nie-teraz": None,
		"ja\n-- \nDana Rossi\nMüller-Lüdenscheidt GmbH": Grant, "ja\n-- \nDana Rossi\nAnne-Frank-Straße 5\n12345 Berlin-Mitte\nT-Mobile +49-30-1234567": Grant,
	} {
		if got := Parse(text, Options{Name: "Dana Rossi"}); got.Verdict != want {
			t.Errorf("%q is %v, want %v", text, got.Verdict, want)
		}
	}
}

// A no whose rest is a sign, a tag or irony is none.
func TestDenialsWithoutAReason(t *testing.T) {
	for text, want := range map[string]Verdict{
		"Nein, 😂": Deny, "No. 🤣": Deny, "Nee! 💩": None, "Nein, 😉": None, "Nein, zu teuer 😉": None, "Nie, za drogo 🤔": None, "No 🤷‍♀️": None,
		"Nein, oder": None, "Sicher nicht, oder": None, "Nein, gell": None, "Nie, prawda": None, "Nie, co": None, "Nee, hè": None, "Nee, of": None,
		"Nein, im Gegenteil": None, "Nee, integendeel": None, "Nie, wręcz przeciwnie": None, "Nein, wirklich﹖": None, "ja﹖": None, "ja︖": None,
		"Nein weil": None, "Nee want": None, "no bo": None, "No bo za drogo": None, "Nie bo tak": None, "nein weil ja": None,
		"Nein weil zu teuer": Deny, "Nee want te duur": Deny, "Nie bo za drogo": Deny, "Abgelehnt wegen fehlender Rechnung": Deny,
		"Nein, lehne das nicht ab": None, "Nee, wijs het niet af": None, "Nie, nie odrzucaj": None, "Nein, nicht stoppen": None, "Nee, niet doorgaan": Deny,
		"Danke, passt": None, "No, dziękuję": None, "No, los": None,
		"Nein :(": Deny, "nie 😕": Deny, "No ☹️": Deny, "🙅🏽‍♀️": Deny, "🙅": Deny, "Nein, zu teuer 😂": Deny, "Nein, 50": Deny, "No, he paid": Deny, "Nein, rot oder blau fehlt": Deny,
		"ja :(": None, "ja 😕": None, "ja 😉": None, "👍 🤞": None, "💯": None, "Ja 💯": Grant,
	} {
		if got := Parse(text, Options{}); got.Verdict != want {
			t.Errorf("%q is %v, want %v", text, got.Verdict, want)
		}
	}
}
