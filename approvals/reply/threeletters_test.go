package reply

import "testing"

// TestThreeLetters: a name of three letters is repeated as any other is, an hour is no number of things, and the rest is nobody to tell something.
func TestThreeLetters(t *testing.T) {
	for _, c := range []struct {
		title, said string
		want        Verdict
	}{
		{"Enrol Ana in the course?\n40 EUR.", "Yes, enrol Ana", Grant},
		{"Enrol Ana in the course?\n40 EUR.", "Yes, enrol Eva", None},
		{"¿Llamar a las cuatro clientas?\nPor la reunión.", "llámalos a las cuatro", None},
		{"Keep the deposit?\n400 EUR of the flat.", "Yes, refund it", None},
		{"Keep the seven files?\nOf the old server.", "Yes, delete them", None},
		{"Keep the seven files?\nOf the old server.", "Yes, keep them", Grant},
		{"Garder la caution ?\n400 EUR.", "Oui, rendez-la", None},
		{"Die alten Akten behalten?\nSieben Ordner.", "Ja, löschen", None},
		{"Tell James about the party?\nIt is on Sunday.", "tell James the rest", None},
	} {
		if r := Parse(c.said, Options{Mail: true, Shown: Shown{About: []string{"", "", c.title}}}); r.Verdict != c.want {
			t.Errorf("%q to %q is %v, want %v", c.said, c.title, r.Verdict, c.want)
		}
	}
}
