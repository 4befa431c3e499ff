package span

import (
	"strings"
	"testing"
)

const trace, id = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"

func TestRead(t *testing.T) {
	for _, s := range []string{"00-" + trace + "-" + id + "-01", "00-" + trace + "-" + id + "-00", "cc-" + trace + "-" + id + "-01-what-comes-later"} {
		if x, y, ok := Read(s); !ok || x != trace || y != id {
			t.Errorf("%s: %s %s %v", s, x, y, ok)
		}
		if x, y := Of(With(t.Context(), s)); x != trace || y != id {
			t.Errorf("%s: %s %s", s, x, y)
		}
	}
	for _, s := range []string{
		"", "00", trace, "00-" + trace + "-" + id, "00-" + trace + "-" + id + "-01-x", "ff-" + trace + "-" + id + "-01", "00-" + strings.ToUpper(trace) + "-" + id + "-01",
		"00-" + strings.Repeat("0", 32) + "-" + id + "-01", "00-" + trace + "-0000000000000000-01", "00-" + trace + "x-" + id + "-01", "00-" + trace + "-" + id + "-1", "0-" + trace + "-" + id + "-01",
	} {
		if x, y, ok := Read(s); ok {
			t.Errorf("%q: %s %s", s, x, y)
		}
		if x, y := Of(With(t.Context(), s)); x != "" || y != "" {
			t.Errorf("%q: %s %s", s, x, y)
		}
	}
}

func TestIDs(t *testing.T) {
	a := Accept("trn_1")
	if len(a) != 16 || a != Accept("trn_1") || a == Accept("trn_2") || a == Agent("trn_1", "first") || Agent("trn_1", "first") == Agent("trn_1", "apr_1") {
		t.Error("ids")
	}
	if x, y, ok := Read(Traceparent(trace, a)); !ok || x != trace || y != a {
		t.Error(x, y, ok)
	}
}

// FuzzRead: what is read is written the same again.
func FuzzRead(f *testing.F) {
	f.Add("00-" + trace + "-" + id + "-01")
	f.Add("cc-" + trace + "-" + id + "-01-x")
	f.Fuzz(func(t *testing.T, s string) {
		x, y, ok := Read(s)
		if a, b, again := Read(Traceparent(x, y)); ok && (!again || a != x || b != y) {
			t.Fatalf("%q: %s %s", s, x, y)
		}
	})
}
