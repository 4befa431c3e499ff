package request_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"bridge/approvals/request"
)

// The canonical forms are written out here by the rules of RFC 8785, so that the
// digest is checked against the RFC and not against the library.
func TestDigest(t *testing.T) {
	for _, c := range []struct{ name, args, canonical string }{
		{"empty", " {\n} ", `{}`},
		{"spaces and key order", `{ "b" : 1 , "a" : [ true , null ] }`, `{"a":[true,null],"b":1}`},
		{"keys of inner objects", `{"x":{"b":{"d":1,"c":2},"a":0}}`, `{"x":{"a":0,"b":{"c":2,"d":1}}}`},
		{"one as a fraction", `{"n":1.0}`, `{"n":1}`},
		{"one with an exponent", `{"n":1e0}`, `{"n":1}`},
		{"minus zero", `{"n":-0}`, `{"n":0}`},
		{"short form of a fraction", `{"n":0.10}`, `{"n":0.1}`},
		{"large with an exponent", `{"n":1e3}`, `{"n":1000}`},
		{"small", `{"n":0.0000001}`, `{"n":1e-7}`},
		{"the largest exact integer", `{"n":9007199254740992}`, `{"n":9007199254740992}`},
		{"the smallest exact integer", `{"n":-9007199254740992}`, `{"n":-9007199254740992}`},
		{"the largest, as a fraction", `{"n":9007199254740992.0}`, `{"n":9007199254740992}`},
		{"many zeros", `{"n":100.000000000000000000000000}`, `{"n":100}`},
		{"a zero with an exponent", `{"n":0.00e-99999999999999999999}`, `{"n":0}`},
		{"seventeen digits that are needed", `{"n":0.30000000000000004}`, `{"n":0.30000000000000004}`},
		{"the smallest", `{"n":5e-324}`, `{"n":5e-324}`},
		{"big numbers as strings", `{"n":"9007199254740993"}`, `{"n":"9007199254740993"}`},
		{"escapes that need none", `{"s":"\u0041\/\u00e9"}`, `{"s":"A/é"}`},
		{"escapes that are needed", `{"s":"\u000a\u001f\"\\"}`, `{"s":"\n\u001f\"\\"}`},
		{"letters are not normalised", `{"s":"e\u0301"}`, "{\"s\":\"e\u0301\"}"},
		{"emoji", `{"s":"\ud83d\ude00"}`, `{"s":"😀"}`},
		// RFC 8785 §3.2.3: keys are ordered by UTF-16 code units, so that the emoji
		// (D83D DE00) comes before U+FB33.
		{"order of keys", `{"\ufb33":1,"\ud83d\ude00":2,"\u00f6":3,"1":4}`, "{\"1\":4,\"ö\":3,\"😀\":2,\"\ufb33\":1}"},
		{"arrays keep their order", `{"a":[3,1,2]}`, `{"a":[3,1,2]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := sha256.Sum256([]byte(c.canonical))
			want := "sha256:" + hex.EncodeToString(h[:])
			if got, err := request.Digest(json.RawMessage(c.args)); err != nil || got != want {
				t.Errorf("got %s, %v, want %s", got, err, want)
			}
		})
	}
}

func TestDigestsThatMustDiffer(t *testing.T) {
	seen := map[string]string{}
	for _, args := range []string{
		`{}`, `{"n":1}`, `{"n":"1"}`, `{"n":1.5}`, `{"n":true}`, `{"n":null}`, `{"n":[1]}`, `{"n":{}}`, `{"N":1}`, `{"n ":1}`,
		`{"s":"é"}`, `{"s":"e\u0301"}`, `{"s":" é"}`, `{"n":9007199254740991}`, `{"n":9007199254740992}`,
	} {
		d, err := request.Digest(json.RawMessage(args))
		if err != nil {
			t.Errorf("%s: %v", args, err)
		}
		if was, twice := seen[d]; twice {
			t.Errorf("%s and %s have one digest", was, args)
		}
		seen[d] = args
	}
}

func TestDigestRefuses(t *testing.T) {
	for _, c := range []struct{ name, args, want string }{
		{"nothing", ``, "must be a JSON object"},
		{"null", `null`, "must be a JSON object"},
		{"an array", `[{}]`, "must be a JSON object"},
		{"a string", `"x"`, "must be a JSON object"},
		{"cut off", `{"a":1`, "args"},
		{"something behind it", `{} {}`, "args"},
		{"the same key twice", `{"a":1,"a":1}`, "Duplicate key"},
		{"the same key twice, escaped", `{"a":1,"\u0061":2}`, "Duplicate key"},
		{"the same key twice, inside", `{"x":[{"a":1,"a":2}]}`, "Duplicate key"},
		{"an integer that would change", `{"n":9007199254740993}`, "beyond 2^53"},
		{"a negative one", `{"n":-9007199254740993}`, "beyond 2^53"},
		{"one deep inside", `{"a":[{"b":12345678901234567890}]}`, "beyond 2^53"},
		{"one as a fraction", `{"n":9007199254740994.0}`, "beyond 2^53"},
		{"one with an exponent", `{"n":9.007199254740994e15}`, "beyond 2^53"},
		{"more digits than a double keeps", `{"n":0.10000000000000000001}`, "more digits"},
		{"the same below 2^53", `{"n":840.00000000000001}`, "more digits"},
		{"out of range", `{"n":1e400}`, "canonical"},
		{"an absurd exponent", `{"n":1e999999999999}`, "canonical"},
		{"half an emoji", `{"s":"\ud83d"}`, "canonical"},
		{"not UTF-8", "{\"s\":\"\xff\"}", "canonical"},
		{"not a number of JSON", `{"n":01}`, "args"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := request.Digest(json.RawMessage(c.args)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}
