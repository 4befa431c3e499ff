package span

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

const trace, id = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"

func TestRead(t *testing.T) {
	for s, said := range map[string]Said{"-01": Sampled, "-00": Unsampled, "-02": Unsampled, "-ff": Sampled} {
		s = "00-" + trace + "-" + id + s
		for _, s := range []string{s, "cc" + s[2:] + "-what-comes-later"} {
			want := Caller{trace, id, said}
			if c, ok := Read(s); !ok || c != want {
				t.Errorf("%s: %v %v", s, c, ok)
			}
			if c := Of(With(t.Context(), s)); c != want {
				t.Errorf("%s: %v", s, c)
			}
		}
	}
	for _, s := range []string{
		"", "00", trace, "00-" + trace + "-" + id, "00-" + trace + "-" + id + "-01-x", "ff-" + trace + "-" + id + "-01", "00-" + strings.ToUpper(trace) + "-" + id + "-01",
		"00-" + strings.Repeat("0", 32) + "-" + id + "-01", "00-" + trace + "-0000000000000000-01", "00-" + trace + "x-" + id + "-01", "00-" + trace + "-" + id + "-1", "0-" + trace + "-" + id + "-01",
	} {
		if c, ok := Read(s); ok {
			t.Errorf("%q: %v", s, c)
		}
		if c := Of(With(t.Context(), s)); c != (Caller{}) {
			t.Errorf("%q: %v", s, c)
		}
	}
}

func TestIDs(t *testing.T) {
	a := Accept("trn_1")
	if len(a) != 16 || a != Accept("trn_1") || a == Accept("trn_2") || a == Agent("trn_1", "first") || Agent("trn_1", "first") == Agent("trn_1", "apr_1") {
		t.Error("ids")
	}
}

// TestTracer: what a caller said counts, else the share; whoever is called is told the same.
func TestTracer(t *testing.T) {
	const low, high = "4bf92f3577b34da60000000000000001", "4bf92f3577b34da6ffffffffffffff00"
	all, half, none := NewTracer(nil, 1), NewTracer(nil, 0.5), NewTracer(nil, 0)
	for _, c := range []struct {
		of           *Tracer
		trace        string
		said         Said
		wants, flags bool
	}{
		{all, high, "", true, true},
		{all, high, Unsampled, false, false},
		{half, low, "", true, true},
		{half, high, "", false, false},
		{half, high, Sampled, true, true},
		{half, low, Unsampled, false, false},
		{none, low, "", false, false},
		{none, low, Sampled, true, true},
		{all, "", "", false, false},
		{nil, low, "", false, true}, // nobody has decided
		{nil, low, Sampled, false, true},
		{nil, low, Unsampled, false, false},
	} {
		if got := c.of.Wants(c.trace, c.said); got != c.wants {
			t.Errorf("%+v: wants %v", c, got)
		}
		if h := c.of.Traceparent(c.trace, c.said, id); strings.HasSuffix(h, "-01") != c.flags || !strings.HasPrefix(h, "00-"+c.trace+"-"+id+"-0") {
			t.Errorf("%+v: %s", c, h)
		}
	}
	n := 0
	for i := range 4000 {
		if half.Wants(ID(fmt.Sprint(i))+ID(fmt.Sprint("x", i)), "") {
			n++
		}
	}
	if n < 1850 || n > 2150 || half.Wants(strings.Repeat("z", 32), "") {
		t.Errorf("%d of 4000", n)
	}
	h := http.Header{}
	if Tell((*Tracer)(nil).Calling(t.Context(), "00-x"), h); len(h) != 0 {
		t.Error("told where traces are off", h)
	}
	if Tell(all.Calling(t.Context(), "00-x"), h); h.Get("traceparent") != "00-x" {
		t.Error(h)
	}
}

// FuzzRead: what is read is written the same again.
func FuzzRead(f *testing.F) {
	f.Add("00-" + trace + "-" + id + "-01")
	f.Add("cc-" + trace + "-" + id + "-01-x")
	f.Fuzz(func(t *testing.T, s string) {
		c, ok := Read(s)
		if b, again := Read(c.header(c.Said == Sampled)); ok && (!again || b != c) {
			t.Fatalf("%q: %v", s, c)
		}
	})
}
