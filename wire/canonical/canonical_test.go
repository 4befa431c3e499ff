package canonical

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestForm(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"b":1, "a":[true,null,"x"]}`, `{"a":[true,null,"x"],"b":1}`},
		{`{"€":1,"a":2,"é":3}`, `{"a":2,"é":3,"€":1}`},
		{`{"n":1.50,"m":-0,"e":1e3}`, `{"e":1000,"m":0,"n":1.5}`},
		{`{"s":"<\u00e9\/\ud83e\udd8a>"}`, `{"s":"<é/🦊>"}`},
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
	} {
		if got, err := Form([]byte(text)); err == nil {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// FuzzForm: what has a canonical form is JSON, means the same, and has itself as its form.
func FuzzForm(f *testing.F) {
	for _, s := range []string{`{"b":1,"a":[1.5,"é"]}`, `[1e20]`, `"\ud83e\udd8a"`, `{"a":{"b":[]}}`, `-0`, "\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		form, err := Form(b)
		if err != nil {
			return
		}
		if !json.Valid(b) || !json.Valid(form) {
			t.Fatalf("%q is %q", b, form)
		}
		again, err := Form(form)
		if err != nil || string(again) != string(form) {
			t.Fatalf("%q is %q, and that is %q, %v", b, form, again, err)
		}
	})
}
