package wording

import (
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// TestAccentedIsUnicodes: the letters that Fold knows by itself are what Unicode says of them.
func TestAccentedIsUnicodes(t *testing.T) {
	known := 0
	for r := rune(0x80); r < 0x3000; r++ {
		plain := accented(r)
		if plain == 0 {
			continue
		}
		known++
		if want := strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			if r == 'ł' { // Unicode takes the stroke for part of the letter
				return 'l'
			}
			return r
		}, norm.NFD.String(string(r))); want != string(plain) {
			t.Errorf("%c is %c, and %s for Unicode", r, plain, want)
		}
	}
	if known < 30 {
		t.Errorf("%d letters are known", known)
	}
	for s, want := range map[string]string{"łódź": "lodz", "wąwół": "wawol", "łåd": "lad", "café": "cafe", "naïve": "naive", "Ångström": "Angstrom", "cafe\u0301": "cafe", "ısı": "isi"} {
		if got := Fold(s); got != want {
			t.Errorf("%q is %q, want %q", s, got, want)
		}
	}
}
