package armor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// TestArmor: what is taken out of a text with OpenPGP armor, and when that may
// have hidden words from the grammar of approvals.
func TestArmor(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "testdata", "kinds", "pgp-signed-inline.eml"))
	noerr.Must(t, err)
	whole := strings.SplitN(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\n\n", 2)[1]
	inside := "Please refund the fee.\n-- \nDana\n-dash\nFrom here on"
	body, sig, _ := strings.Cut(whole, beginSignature)
	for _, c := range []struct {
		name, text, want  string
		encrypted, unsure bool
	}{
		{"whole", whole, inside + "\n", false, false},
		{"around it", "above\n" + whole + "below", "above\n" + inside + "\nbelow", false, false},
		{"a known version", body + beginSignature + "\nVersion: GnuPG v2\n" + sig[1:], inside + "\n", false, false},
		{"a comment", body + beginSignature + "\nComment: only half of it\n" + sig, inside + "\n", false, true},
		{"words for a signature", body + beginSignature + "\n\nbut\nonly\nhalf\n" + endSignature + "\n", inside + "\n", false, true},
		{"words below a signature", body + beginSignature + strings.Replace(sig, "=9v6P", "onlyhalf\n=9v6P", 1), inside + "\n", false, true},
		{"words above the text", strings.Replace(whole, "Hash: SHA512\n", "Hash: SHA512\nOnly: half\n", 1), "", false, false},
		{"no signature", body, body, false, false},
		{"no end", body + beginSignature + "\n\nabc\n", body + beginSignature + "\n\nabc\n", false, false},
		{"encrypted", "a\n" + beginMessage + "\nVersion: 1\n\nhQGMA8lZ\n=abcd\n" + endMessage + "\nb", "a\nb", true, false},
		{"encrypted, cut off", "a\n" + beginMessage + "\n\nhQGMA8lZ\nhello there you\nb", "a\nhello there you\nb", true, false},
		{"in the middle of a line", "it begins with " + beginMessage + " then", "it begins with " + beginMessage + " then", false, false},
	} {
		if c.name == "words above the text" {
			c.want = c.text
		}
		a := Remove(c.text)
		if a.Text != c.want || a.Encrypted != c.encrypted || a.Unsure != c.unsure {
			t.Errorf("%s: %+v, want %q", c.name, a, c.want)
		}
	}
}
