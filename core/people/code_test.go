package people_test

import (
	"strings"
	"testing"

	"bridge/core/people"
)

const aCode = "23456789ABCD"

func TestReadCode(t *testing.T) {
	for _, c := range []struct {
		text     string
		letter   bool
		language string // "": it is none
	}{
		{"JOIN 2345-6789-ABCD", false, "en"},
		{" join  2345 6789 abcd \n", false, "en"},
		{"Join 23456789abcd.", false, "en"},
		{"JOIN: 2345–6789—ABCD!", false, "en"},
		{"*JOIN 2345-6789-ABCD*", false, "en"},
		{"\u200bJOIN\u00a02345-6789-\u200bABCD", false, "en"},
		{"/start 2345-6789-ABCD", false, "en"},
		{"Beitreten 2345-6789-abcd", false, "de"},
		{"dołącz 2345 6789 abcd", false, "pl"},
		{"dolacz 2345 6789 abcd", false, "pl"},
		{"unisciti 2345 6789 abcd", false, "it"},
		{"JOIN 2345-6789-ABC", false, ""},
		{"JOIN 2345-6789-ABCDE", false, ""},
		{"JOIN 2345-6789-ABC0", false, ""},
		{"JOIN 2345-6789-ABCÄ", false, ""},
		{"JOIN2345-6789-ABCD", false, ""},
		{"2345-6789-ABCD", false, ""},
		{"please JOIN 2345-6789-ABCD", false, ""},
		{"JOIN 2345-6789-ABCD please", false, ""},
		{"JOIN 2345-6789-ABCD\nDana", false, ""},
		{"JOIN 2345-6789-ABCD\n\n-- \nDana Rossi\n+39 06 1", true, "en"},
		{"\n\nJOIN 2345-6789-ABCD\r\nSent from my phone", true, "en"},
		{"Look at this:\nJOIN 2345-6789-ABCD", true, ""},
		{"---------- Forwarded message ---------\nJOIN 2345-6789-ABCD", true, ""},
		{"> JOIN 2345-6789-ABCD", true, ""},
		{"Fwd: JOIN 2345-6789-ABCD", true, ""},
		{"JOIN " + strings.Repeat(" ", 300) + "2345-6789-ABCD", true, ""},
		{"", true, ""},
	} {
		code, language, ok := people.ReadCode(c.text, c.letter)
		if ok != (c.language != "") || ok && (code != aCode || language != c.language) {
			t.Errorf("%q: %q, %q, %v, want %q", c.text, code, language, ok, c.language)
		}
	}
	if code, _, ok := people.ReadCode(people.Message(aCode), false); !ok || code != aCode {
		t.Errorf("what we ask for is not read: %q", code)
	}
}

func FuzzReadCode(f *testing.F) {
	f.Add("JOIN 2345-6789-ABCD", false)
	f.Add("dołącz 2345 6789 abcd\n-- \nx", true)
	f.Fuzz(func(t *testing.T, text string, letter bool) {
		code, language, ok := people.ReadCode(text, letter)
		if !ok {
			return
		}
		if len(code) != 12 || strings.Trim(code, "23456789ABCDEFGHJKMNPQRSTVWXYZ") != "" || language == "" {
			t.Errorf("%q: %q in %q", text, code, language)
		}
		if again, _, ok := people.ReadCode(people.Message(code), false); !ok || again != code {
			t.Errorf("%q reads %q, and that %q", text, code, again)
		}
	})
}
