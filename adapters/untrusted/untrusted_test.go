package untrusted

import "testing"

func TestText(t *testing.T) {
	for in, want := range map[string]string{"a\r\nb\rc\n": "a\nb\nc\n", "\x00a\x1b[1m\tb\u0085": "a[1m\tb", "é🦊": "é🦊"} {
		if got, damaged := Text(in); got != want || damaged {
			t.Errorf("%q is %q, damaged %v", in, got, damaged)
		}
	}
	if got, damaged := Text("a\xffb"); got != "a\ufffdb" || !damaged {
		t.Errorf("%q, damaged %v", got, damaged)
	}
}

func TestLine(t *testing.T) {
	for in, want := range map[string]string{" a\r\n b\tc ": "a b c", "Da\u202e\u2066X\x00": "DaX", "éééééé": "ééééé", "abcd ef": "abcd", "a\xffb": "ab"} {
		if got := Line(in, 5); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}
