package binding

import (
	"strings"
	"testing"

	"bridge/approvals/reply"
)

// What counts as the answer to a one-time code, and what it says.
func TestOneTime(t *testing.T) {
	for _, text := range []string{
		"123456", "123 456", "123-456", "123\u00a0456", "123456.", "Yes, 123456", "123456 yes", "ja, 123456 bitte", "yes\n123456", "ok 123456", "\u00a0123456", "Code:\u00a0123456\u00a0",
		"123456\u200b", "*123456*", "(123456)", `"123456"`, "Der Code lautet: 123456", "mój kod to 123456", "Kod jest 123456", "mon code est le 123456", "123456 is my code",
		"123456\n\nVon meinem iPhone gesendet", "123456\n\nSent from my Galaxy S23", "123456\n-- \nDana Rossi\n+49 30 1234567", "123456\r\n-- \r\nDana Rossi\r\nTel. 030 123456", "Hallo,\n123456\nGrüße\nDana",
	} {
		if code, no := readOneTime(text, reply.Options{Name: "Dana Rossi"}); code != "123456" || no {
			t.Errorf("%q: %q no=%v", text, code, no)
		}
	}
	for _, text := range []string{"no 123456", "123456 nein", "nee, 123456", "123456, no", "no\n123456", "123456\nnie", "No. The code is 123456", "Nein, der Code ist 123456", "123456 no thanks"} {
		if code, no := readOneTime(text, reply.Options{Name: "Dana Rossi"}); code != "123456" || !no {
			t.Errorf("%q: %q no=%v", text, code, no)
		}
	}
	for _, text := range []string{
		"", "12345", "1234567", "12 34 56", "123.456", "123--456", "123\n456", "a123456", "123456a", "ü123456", "123456ü", "123456_", "12345６", "１２３４５６7", "1\u200b23456", "\u202e654321", "123456\u202e", "123456\u20dd",
		"123456 654321", "123456\n654321", "123456 50", "50 123456", "12345 678901", "€123456", "123456 EUR", "123456€", "123456%", "123456.50", "+123456", "Tel. 123 456", "Invoice 123456",
		"123456?", "is 123456 the code", "ist 123456 der Code", "czy kod to 123456", "is it 123456", "123456 but only half", "123456 jutro", "123456 maybe", "123456 is wrong", "der Code ist nicht 123456", "my code is not 123456",
		"nie mój kod 123456", "To nie 123456", "no es 123456", "my no 123456", "no code 123456", "não é 123456", "yes no 123456", "ja 123456 nein", "my code is 123456. but no",
		"123456 K7Q2M9", "[approval:K7Q2M9] 123456", "123456 stop", "> 123456", "123456\n> old", `Liked "123456"`, "123456\n-- \nbut only half", "123456\n-- \nDana says no", strings.Repeat(" ", 1000) + "123456",
	} {
		if code, no := readOneTime(text, reply.Options{Name: "Dana Rossi"}); code != "" {
			t.Errorf("%q: %q no=%v", text, code, no)
		}
	}
}

func FuzzOneTime(f *testing.F) {
	for _, s := range []string{"123456", "no 123 456", "the code is *123-456*\n-- \nDana", "nie mój kod 123456", "1\u200b23456?", "4K7Q2M 123456"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, no := readOneTime(text, reply.Options{Name: "Dana Rossi"})
		if code == "" {
			if no {
				t.Fatalf("%q: a no without a code", text)
			}
			return
		}
		digits := strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' {
				return r
			}
			return -1
		}, text)
		if len(code) != 6 || strings.Trim(code, "0123456789") != "" || !strings.Contains(digits, code) || strings.ContainsAny(text, "?\u202e") {
			t.Fatalf("%q: code %q", text, code)
		}
	})
}
