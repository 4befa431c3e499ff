package flowed

import (
	"io"
	"mime/quotedprintable"
	"strings"
	"testing"
	"unicode/utf8"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/written"
)

// rejoin is RFC 3676 §4.4 for a reader, written apart from Read: without
// quotes, as our own mails have none.
func rejoin(t testing.TB, wire string) string {
	t.Helper()
	var b strings.Builder
	for _, l := range strings.SplitAfter(wire, "\r\n") {
		l, ok := strings.CutSuffix(l, "\r\n")
		if !ok {
			if l != "" {
				t.Fatalf("the last line %q has no end", l)
			}
			continue
		}
		if strings.HasPrefix(l, ">") {
			t.Fatalf("the line %q reads as a quote", l)
		}
		l = strings.TrimPrefix(l, " ")
		b.WriteString(l)
		if l == "-- " || !strings.HasSuffix(l, " ") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

var flowTexts = map[string]string{
	"short":      "Hello\n\nthere\n",
	"paragraph":  strings.Repeat("word ", 100) + "end\n",
	"long words": strings.Repeat("a", 100) + " b " + strings.Repeat("c", 90) + " d\n",
	"one word":   strings.Repeat("x", 3000) + "\n",
	"quotes":     "> not a quote\n>\nFrom here to there\n From\n",
	"from later": strings.Repeat("12345 ", 13) + "From the next line on\n> x\n",
	"signature":  "text\n-- \nDana\n",
	"no sig":     strings.Repeat("y", 76) + " -- " + strings.Repeat("z", 50) + "\n-- x -- y\n",
	"table":      "name    amount\n----    ------\nx           10\n",
	"wide table": strings.Repeat("cell    ", 15) + "|\n",
	"code":       "    if x {\n        return " + strings.Repeat("y", 100) + "\n    }\n",
	"blanks":     "double  blanks  inside " + strings.Repeat("and more  text ", 30) + "end\n",
	"cjk":        strings.Repeat("漢字", 200) + "。 " + strings.Repeat("かな", 50) + "\n",
	"emoji":      strings.Repeat("👍🏽 ", 60) + "é\n",
	"dots":       ".\n..\n.x\n",
	"tabs":       "\ta\tb\n",
}

func TestWrite(t *testing.T) {
	for name, text := range flowTexts {
		t.Run(name, func(t *testing.T) {
			wire := Write(text)
			if got := rejoin(t, wire); got != text {
				t.Errorf("reads as\n%q\nwant\n%q", got, text)
			}
			if got := Read(strings.ReplaceAll(wire, "\r\n", "\n"), false); got != text {
				t.Errorf("Read gives\n%q\nwant\n%q", got, text)
			}
			for _, l := range strings.Split(strings.TrimSuffix(wire, "\r\n"), "\r\n") {
				n := utf8.RuneCountInString(l)
				if strings.HasPrefix(l, "From ") {
					t.Errorf("the line %q is not stuffed", l)
				}
				if words := strings.Fields(l); n > flowWidth && len(words) > 1 && len(words[0]) < 70 && !preformatted(strings.TrimRight(l, " ")) && name != "cjk" {
					t.Errorf("a line of %d characters: %q", n, l)
				}
			}
			qp := mime.QuotedPrintable(wire)
			for _, l := range strings.Split(strings.TrimSuffix(string(qp), "\r\n"), "\r\n") {
				if len(l) > 76 || strings.HasPrefix(l, "From ") || l == "." || strings.HasSuffix(l, " ") || strings.ContainsFunc(l, func(r rune) bool { return r >= utf8.RuneSelf }) {
					t.Errorf("wire line %q", l)
				}
			}
			got, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(string(qp))))
			if err != nil || string(got) != wire {
				t.Errorf("quoted-printable reads as\n%q (%v)\nwant\n%q", got, err, wire)
			}
		})
	}
	if got := Write("a  \nb\r\nc\x00\x1b[0m"); got != "a\r\nb\r\nc[0m\r\n" {
		t.Errorf("got %q", got)
	}
	if got := string(mime.QuotedPrintable("From x\r\n.\r\n. \r\na=b \r\n")); got != "=46rom x\r\n=2E\r\n.=20\r\na=3Db=20\r\n" {
		t.Errorf("got %q", got)
	}
}

func TestRead(t *testing.T) {
	tests := []struct {
		in, want string
		delSp    bool
	}{
		{"a \nb\nc", "a b\nc", false},
		{"a \nb", "ab", true},
		{"> a \n> b\n>> c\nd", "> a b\n>> c\nd", false},
		{"a \n> b", "a \n> b", false},
		{"a \n-- \nsig", "a \n-- \nsig", false},
		{" >x\n  y", ">x\n y", false},
	}
	for _, tt := range tests {
		if got := written.Unmarked(Read(tt.in, tt.delSp)); got != tt.want {
			t.Errorf("%q gives %q, want %q", tt.in, got, tt.want)
		}
	}
	if got := Read("> a \n> b\n >c\nd", false); got != written.Mark+"> a b\n>c\nd" {
		t.Errorf("the quotes of %q", got)
	}
}

func FuzzWrite(f *testing.F) {
	for _, s := range flowTexts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		clean, _ := mime.CleanText(s)
		var want strings.Builder
		for _, l := range strings.Split(strings.TrimRight(clean, "\n"), "\n") {
			if l != "-- " {
				l = strings.TrimRight(l, " ")
			}
			want.WriteString(l + "\n")
		}
		wire := Write(s)
		if got := rejoin(t, wire); got != want.String() {
			t.Errorf("reads as\n%q\nwant\n%q", got, want.String())
		}
		got, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(string(mime.QuotedPrintable(wire)))))
		if err != nil || string(got) != wire {
			t.Errorf("quoted-printable reads as %q (%v), want %q", got, err, wire)
		}
	})
}
