package binding

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

// A value may be repeated only if there is no other of its kind that a yes to it may leave out.
func TestRepeatable(t *testing.T) {
	for args, want := range map[string]string{
		`{"amount":840,"currency":"EUR","customer":"ACME Ltd","order":"INV-4711"}`: "840 EUR [ACME Ltd INV-4711]",
		`{"amount":840,"fee":15,"currency":"EUR"}`:                                 " EUR []",
		`{"from":"Alice","to":"Bob","amount":5}`:                                   "5  []",
		`{"amount":840,"items":[1,2]}`:                                             "  []",
		`{"amount":840,"to":{"name":"ACME"}}`:                                      "  []",
		`{"account":"0815","amount":840,"order":"4711"}`:                           "840  []",
		`{"amount":"840 EUR","tip":40}`:                                            "  []",
		`{"amount":"840 EUR"}`:                                                     "840 EUR  []",
		`{"note":"two\nlines","customer":"ACME"}`:                                  "  [ACME]",
		`{"urgent":true,"amount":0.50}`:                                            "0.50  []",
		`[1]`:                                                                      "  []", `{}`: "  []", ``: "  []",
	} {
		s := repeatable(json.RawMessage(args))
		slices.Sort(s.Values)
		if got := fmt.Sprint(s.Amount, " ", s.Currency, " ", s.Values); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}
