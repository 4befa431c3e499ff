package excerpt

import (
	"testing"
	"unicode/utf8"
)

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"", 0, ""},
		{"abc", 3, "abc"},
		{"abc", 2, "ab"},
		{"abc", 0, ""},
		{"aé", 2, "a"},
		{"aé", 3, "aé"},
		{"日本語", 5, "日"},
		{"日本語", 2, ""},
		{"\x80\x80\x80", 2, ""},
	} {
		if got := Cut(c.in, c.n); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"", 0, ""}, {"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"日本語", 3, "日本語"}, {"日本語", 2, "日…"}, {"abc", 1, "…"}, {"abc", 0, "…"},
	} {
		if got := Clip(c.in, c.n); got != c.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}

func TestOneLine(t *testing.T) {
	if got := OneLine(" a\t\r\n b\u00a0c\v"); got != "a b c" {
		t.Errorf("%q", got)
	}
}

func FuzzCut(f *testing.F) {
	f.Add("日本語", 5)
	f.Fuzz(func(t *testing.T, s string, n int) {
		n = min(max(n, -n), 1<<20)
		if n < 0 {
			n = 0
		}
		if got := Cut(s, n); len(got) > n || s[:len(got)] != got || utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Errorf("Cut(%q, %d) = %q", s, n, got)
		}
	})
}
