package gsm7_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"bridge/render/gsm7"
)

func TestSegments(t *testing.T) {
	r := strings.Repeat
	for _, c := range []struct {
		text string
		n    int
		enc  gsm7.Encoding
		len  int
	}{
		{"", 0, gsm7.GSM7, 0},
		{r("a", 160), 1, gsm7.GSM7, 160},
		{r("a", 161), 2, gsm7.GSM7, 161},
		{r("a", 306), 2, gsm7.GSM7, 306},
		{r("a", 307), 3, gsm7.GSM7, 307},
		{r("€", 80), 1, gsm7.GSM7, 160},
		{r("€", 81), 2, gsm7.GSM7, 162},
		{r("a", 159) + "€", 2, gsm7.GSM7, 161},
		{r("a", 152) + "€" + r("a", 152), 3, gsm7.GSM7, 306},
		{r("a", 151) + "€" + r("a", 153), 2, gsm7.GSM7, 306},
		{r("я", 70), 1, gsm7.UCS2, 70},
		{r("я", 71), 2, gsm7.UCS2, 71},
		{r("я", 134), 2, gsm7.UCS2, 134},
		{r("я", 135), 3, gsm7.UCS2, 135},
		{r("👋", 35), 1, gsm7.UCS2, 70},
		{r("👋", 36), 2, gsm7.UCS2, 72},
		{r("👋", 66), 2, gsm7.UCS2, 132},
		{r("👋", 67), 3, gsm7.UCS2, 134},
		{r("я", 66) + "👋" + r("я", 66), 3, gsm7.UCS2, 134},
		{r("я", 65) + "👋" + r("я", 67), 2, gsm7.UCS2, 134},
		{r("a", 1600), 11, gsm7.GSM7, 1600},
		{r("я", 1600), 24, gsm7.UCS2, 1600},
		{r("👩‍👩‍👧", 12), 2, gsm7.UCS2, 96},
		{r("a", 70) + "`", 2, gsm7.UCS2, 71},
		{"a\xff", 1, gsm7.UCS2, 2},
	} {
		if n, enc, length := gsm7.Segments(c.text); n != c.n || enc != c.enc || length != c.len {
			t.Errorf("%.20q (%d bytes): %d %s %d, want %d %s %d", c.text, len(c.text), n, enc, length, c.n, c.enc, c.len)
		}
	}
}

// table is 3GPP TS 23.038 §6.2.1 by code, written down a second time: 0x00 to 0x7F,
// with 0x1B as the escape, and what follows an escape.
var table = [128]rune{
	'@', '£', '$', '¥', 'è', 'é', 'ù', 'ì', 'ò', 'Ç', '\n', 'Ø', 'ø', '\r', 'Å', 'å',
	'Δ', '_', 'Φ', 'Γ', 'Λ', 'Ω', 'Π', 'Ψ', 'Σ', 'Θ', 'Ξ', -1, 'Æ', 'æ', 'ß', 'É',
	' ', '!', '"', '#', '¤', '%', '&', '\'', '(', ')', '*', '+', ',', '-', '.', '/',
	'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', ':', ';', '<', '=', '>', '?',
	'¡', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O',
	'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', 'Ä', 'Ö', 'Ñ', 'Ü', '§',
	'¿', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o',
	'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', 'ä', 'ö', 'ñ', 'ü', 'à',
}

var escaped = map[byte]rune{0x0A: '\f', 0x14: '^', 0x28: '{', 0x29: '}', 0x2F: '\\', 0x3C: '[', 0x3D: '~', 0x3E: ']', 0x40: '|', 0x65: '€'}

// encode is the septets of a character, nil if it has none.
func encode(r rune) []byte {
	if i := slices.Index(table[:], r); i >= 0 && r >= 0 {
		return []byte{byte(i)}
	}
	for code, e := range escaped {
		if e == r {
			return []byte{0x1B, code}
		}
	}
	return nil
}

func TestSeptetsOfAllCharacters(t *testing.T) {
	for r := rune(0); r <= 0x1FFFF; r++ {
		if r >= 0xD800 && r < 0xE000 {
			continue
		}
		if got, want := gsm7.Septets(r), len(encode(r)); got != want {
			t.Errorf("%q: %d septets, want %d", r, got, want)
		}
	}
}

// slow counts segments the long way: it encodes the text and fills segment after
// segment.
func slow(s string) (n int, enc gsm7.Encoding, length int) {
	var pieces [][]uint16
	enc = gsm7.GSM7
	for _, r := range s {
		b := encode(r)
		if b == nil {
			enc = gsm7.UCS2
			break
		}
		p := []uint16{}
		for _, x := range b {
			p = append(p, uint16(x))
		}
		pieces = append(pieces, p)
	}
	one, many := 160, 153
	if enc == gsm7.UCS2 {
		one, many, pieces = 70, 67, nil
		for _, r := range s {
			pieces = append(pieces, utf16.Encode([]rune{r}))
		}
	}
	for _, p := range pieces {
		length += len(p)
	}
	if length == 0 {
		return 0, enc, 0
	}
	if length <= one {
		return 1, enc, length
	}
	segments := [][]uint16{nil}
	for _, p := range pieces {
		last := len(segments) - 1
		if len(segments[last])+len(p) > many {
			segments, last = append(segments, nil), last+1
		}
		segments[last] = append(segments[last], p...)
	}
	return len(segments), enc, length
}

func agrees(t *testing.T, s string) {
	t.Helper()
	n, enc, length := gsm7.Segments(s)
	if n2, enc2, length2 := slow(s); n != n2 || enc != enc2 || length != length2 {
		t.Fatalf("%q: %d %s %d, the slow way %d %s %d", s, n, enc, length, n2, enc2, length2)
	}
	f := gsm7.Fold(s)
	if again := gsm7.Fold(f); again != f {
		t.Fatalf("folded twice, %q is %q, then %q", s, f, again)
	}
	if gsm7.Fits(s) && f != s {
		t.Fatalf("%q fits and is folded to %q", s, f)
	}
	if kept(f) != kept(s) {
		t.Fatalf("folding %q loses characters: %q", s, f)
	}
}

// kept is what folding never touches: letters, digits, and all beyond punctuation.
func kept(s string) string {
	return strings.Map(func(r rune) rune {
		if r <= '@' || r >= 0x80 && r <= 0xBF || r >= 0x2000 && r <= 0x206F || strings.ContainsRune("\u1680\u2212\u3000▪◦\uFEFF", r) {
			return -1
		}
		return r
	}, s)
}

func TestSegmentsRandom(t *testing.T) {
	alphabet := []rune("aaaaaaaabcdefg €[]^\n\f\rñß`ç’“—…•я日👋👍🏽\u200d\u200b\u00ad\u00a0\t\u202f")
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 3))
		few := alphabet[:1+r.IntN(len(alphabet))]
		var b strings.Builder
		for range r.IntN(700) {
			b.WriteRune(few[r.IntN(len(few))])
		}
		agrees(t, b.String())
	}
}

func FuzzSegments(f *testing.F) {
	f.Add("it’s “ok” – wait… •\u200b\u200d👩‍👩‍👧")
	f.Add(strings.Repeat("a", 152) + "€" + strings.Repeat("a", 152))
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 20_000 {
			t.Skip("the slow way is slow")
		}
		agrees(t, strings.ToValidUTF8(s, "?"))
	})
}

func TestFold(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"it’s “ok” – wait… •", `it's "ok" - wait... -`},
		{"•5 kg\n▪€20 • 7\n−5", "- 5 kg\n- €20 - 7\n-5"}, // a bullet is no minus
		{"a\u00a0b\u202fc\td\u3000e", "a b c d e"},
		{"so\u00adft zero\u200bwidth\ufeff \u2060x\u200e", "soft zerowidth x"},
		{"é è ç ã ł", "é è ç ã ł"},
		{"`code`", "`code`"},
		{"5 − 3‑4 ‹a› «b» 1⁄2", `5 - 3-4 'a' "b" 1/2`},
		{"👩‍👩‍👧 – ok", "👩‍👩‍👧 - ok"},
		{"می\u200cخواهم", "می\u200cخواهم"},
		{"x\u200cя", "x\u200cя"},
		{"a\u2028b", "a\nb"},
		{"", ""},
	} {
		if got := gsm7.Fold(c.in); got != c.want {
			t.Errorf("%q gives %q, want %q", c.in, got, c.want)
		}
	}
}
