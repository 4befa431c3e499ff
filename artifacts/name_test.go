package artifacts

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestSafeName(t *testing.T) {
	long := strings.Repeat("a", 300)
	for _, tc := range []struct{ name, mediaType, want string }{
		{"report.pdf", "", "report.pdf"},
		{"Übersicht März.xlsx", "", "Übersicht März.xlsx"},
		{"../../etc/passwd", "", "passwd"},
		{`C:\Users\x\invoice.pdf`, "", "invoice.pdf"},
		{"C:invoice.pdf", "", "C_invoice.pdf"},
		{"a/b\\", "image/png", "attachment.png"},
		{"", "", "attachment.bin"},
		{"", "text/csv; charset=utf-8", "attachment.csv"},
		{"..", "application/pdf", "attachment.pdf"},
		{". . .", "", "attachment.bin"},
		{".htaccess", "", "htaccess"},
		{"name.exe. .", "", "name.exe"},
		{"a\x00b\r\nContent-Type: text/html\x7f.txt", "", "html.txt"},
		{"a\r\nb.txt", "", "a b.txt"},
		{"invoice\u202Efdp.exe", "", "invoicefdp.exe"},
		{"zero\u200B\uFEFFwidth.txt", "", "zerowidth.txt"},
		{"nbsp\u00A0and\u202Fthin.png", "", "nbsp and thin.png"},
		{"bad\xffutf8.txt", "", "bad_utf8.txt"},
		{`q"uo<te>|?*.txt`, "", "q_uo_te____.txt"},
		{"CON", "", "_CON"},
		{"con.txt", "", "_con.txt"},
		{"Lpt1.pdf", "", "_Lpt1.pdf"},
		{"console.txt", "", "console.txt"},
		{long + ".pdf", "", strings.Repeat("a", 96) + ".pdf"},
		{long, "", strings.Repeat("a", 100)},
		{"x." + long, "", "x." + strings.Repeat("a", 98)},
		{strings.Repeat("ü", 90) + ".pdf", "", strings.Repeat("ü", 48) + ".pdf"},
		{strings.Repeat("日", 90), "", strings.Repeat("日", 33)},
		{"nul." + long, "", "_nul." + strings.Repeat("a", 95)},
	} {
		if got := SafeName(tc.name, tc.mediaType); got != tc.want {
			t.Errorf("SafeName(%q, %q) = %q, want %q", tc.name, tc.mediaType, got, tc.want)
		}
	}
}

func FuzzSafeName(f *testing.F) {
	for _, s := range []string{"report.pdf", "../x", "a\x00\u202Eb", strings.Repeat("é", 80) + ".tar.gz", "aux . txt", ". .a. .", "\xff/\xfe", "x" + strings.Repeat(" .", 70)} {
		f.Add(s, "text/plain")
	}
	f.Fuzz(func(t *testing.T, name, mediaType string) {
		got := SafeName(name, mediaType)
		if got == "" || len(got) > maxName || !utf8.ValidString(got) {
			t.Fatalf("SafeName(%q) = %q: empty, %d bytes or not UTF-8", name, got, len(got))
		}
		if strings.ContainsAny(got, "/\\:<>\"|?*\r\n") || strings.HasPrefix(got, ".") || strings.HasSuffix(got, ".") || strings.TrimSpace(got) != got {
			t.Fatalf("SafeName(%q) = %q", name, got)
		}
		for _, r := range got {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
				t.Fatalf("SafeName(%q) = %q has %U", name, got, r)
			}
		}
		if again := SafeName(got, mediaType); again != got {
			t.Fatalf("SafeName(%q) = %q, of itself %q", name, got, again)
		}
	})
}
