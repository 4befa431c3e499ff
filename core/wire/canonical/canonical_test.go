package canonical

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gowebpki/jcs"
)

func TestForm(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"b":1, "a":[true,null,"x"]}`, `{"a":[true,null,"x"],"b":1}`},
		{`{"€":1,"a":2,"é":3}`, `{"a":2,"é":3,"€":1}`},
		{`{"n":1.50,"m":-0,"e":1e3}`, `{"e":1000,"m":0,"n":1.5}`},
		{`{"s":"<\u00e9\/\ud83e\udd8a>"}`, `{"s":"<é/🦊>"}`},
		{`{"n":[1e-7,-1.5e-10,0.000001,123456789012345.6,1E+2,-0.0,0e5,100000000000000,9007199254740990.5]}`, `{"n":[1e-7,-1.5e-10,0.000001,123456789012345.6,100,0,0,100000000000000,9007199254740990]}`},
		{`[1e-10,1e-100,-1.5e-205,5e-324,1e-400]`, `[1e-10,1e-100,-1.5e-205,5e-324,0]`},
		{`{"\u0022":1,"!":2,"\\":3,"a\u0001":4,"a":5,"":6}`, `{"":6,"!":2,"\"":1,"\\":3,"a":5,"a\u0001":4}`},
		{"{\"\ufb33\":1,\"\U0001f600\":2,\"z\":3}", "{\"z\":3,\"\U0001f600\":2,\"\ufb33\":1}"}, // by UTF-16: a pair is before U+FB33
		{`["\b\f\n\r\t\u0000\u001F\u007f\/"]`, "[\"\\b\\f\\n\\r\\t\\u0000\\u001f\u007f/\"]"},
		{` { "b" : { "d" : 1 , "c" : [ ] } , "a" : { } } `, `{"a":{},"b":{"c":[],"d":1}}`},
		{`{"n":9007199254740991}`, `{"n":9007199254740991}`},
		{`{"s":"[[[[\"{{{{ 99999999999999999999"}`, `{"s":"[[[[\"{{{{ 99999999999999999999"}`},
		{strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth), strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth)},
	} {
		got, err := Form([]byte(tt.text))
		if err != nil || string(got) != tt.want {
			t.Errorf("%s is %s, %v", tt.text, got, err)
		}
	}
}

// TestNumbers: numbers of every size, as another program writes them.
func TestNumbers(t *testing.T) {
	for e := -324; e < 16; e++ {
		for _, digits := range []string{"1", "-7.25", "8.000000000000001"} {
			text := fmt.Appendf(nil, "[%se%d]", digits, e)
			got, err := Form(text)
			want, other := jcs.Transform(text)
			if err != nil || other != nil || !bytes.Equal(got, want) {
				t.Errorf("%s is %s, %v; for others it is %s, %v", text, got, err, want, other)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for name, text := range map[string]string{
		"the same name":          `{"a":1,"a":1}`,
		"the same name, escaped": `{"a":1,"\u0061":1}`,
		"deep":                   strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1),
		"2^53":                   `{"n":9007199254740992}`,
		"below":                  `{"n":-9007199254740993}`,
		"as a float":             `{"n":9007199254740993.0}`,
		"by an exponent":         `[1e16]`,
		"by a negative one":      `[900719925474099300e-1]`,
		"out of range":           `[1e400]`,
		"half a pair":            `{"s":"\ud83e"}`,
		"not UTF-8":              "{\"s\":\"\xff\"}",
		"BOM":                    "\ufeff{}",
		"comment":                `{} // x`,
		"two values":             `{} {}`,
		"cut off":                `{"a":`,
		"a string without end":   `"abc\`,
		"nothing":                ``,
		"NaN":                    `[NaN]`,
		"leading zero":           `[01]`,
		"control":                "[\"\x01\"]",
		"twice, apart":           `{"a":1,"b":2,"a":3}`,
		"twice, inside":          `[{"x":{"a":1,"b":2,"a":3}}]`,
		"deep objects":           strings.Repeat(`{"a":`, MaxDepth+1) + "1" + strings.Repeat("}", MaxDepth+1),
		"the second half":        `["\udd8a"]`,
		"two first halves":       `["\ud83e\ud83e"]`,
		"half and a letter":      `["\ud83ex"]`,
		"an escape of none":      `["\x41"]`,
		"no digits":              `["\u00g1"]`,
		"a comma at the end":     `[1,]`,
		"one in an object":       `{"a":1,}`,
		"a dot at the end":       `[1.]`,
		"an empty exponent":      `[1e]`,
		"a plus":                 `[+1]`,
		"hexadecimal":            `[0x10]`,
		"no colon":               `{"a" 1}`,
		"a name that is none":    `{a:1}`,
		"Infinity":               `[Infinity]`,
		"True":                   `[True]`,
	} {
		if got, err := Form([]byte(text)); err == nil {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// FuzzForm: what has a canonical form is JSON, has itself as its form, and is what another
// program makes of it; what has none is refused by that too, or by one of our bounds.
func FuzzForm(f *testing.F) {
	for _, s := range []string{
		`{"b":1,"a":[1.5,"é"]}`, `[1e20]`, `"\ud83e\udd8a"`, `{"a":{"b":[]}}`, `-0`, "\xff", `{"\u0041":1,"A":2}`, `[1e-9, 0.1e1, 1e-100]`, "{\"\ufb33\":1,\"\U0001f600\":2}", `{"a\n":1,"a":{"c":[{}],"b":"\u001f"}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		form, err := Form(b)
		if err != nil {
			if theirs, other := jcs.Transform(b); other == nil && json.Valid(b) && utf8.Valid(b) && bounded(b) {
				t.Fatalf("%q: %v, and for others it is %q", b, err, theirs)
			}
			return
		}
		if !json.Valid(b) || !json.Valid(form) {
			t.Fatalf("%q is %q", b, form)
		}
		again, err := Form(form)
		if err != nil || string(again) != string(form) {
			t.Fatalf("%q is %q, and that is %q, %v", b, form, again, err)
		}
		if theirs, err := jcs.Transform(b); err != nil || string(theirs) != string(form) {
			t.Fatalf("%q is %q, and for others %q, %v", b, form, theirs, err)
		}
	})
}

// bounded reports whether JSON is within our depth and numbers.
func bounded(b []byte) bool {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	depth := 0
	for {
		token, err := d.Token()
		if err != nil {
			return true
		}
		switch x := token.(type) {
		case json.Delim:
			if x == '{' || x == '[' {
				depth++
			} else {
				depth--
			}
		case json.Number:
			if f, err := x.Float64(); err != nil || math.Abs(f) > maxSafe {
				return false
			}
		}
		if depth > MaxDepth {
			return false
		}
	}
}
