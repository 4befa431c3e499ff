package rules

import (
	"encoding/json"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// verdict evaluates a condition: "true", "false" or why it failed.
func verdict(t *testing.T, when, args string) string {
	t.Helper()
	s, err := New(Policy{}, []Rule{{Name: "r", Tool: "*", When: when}})
	if err != nil {
		t.Fatalf("%s: %v", when, err)
	}
	_, ms := s.Explain(Request{Tool: "refund", Title: "A refund", Args: json.RawMessage(args), Requester: "eve", Agent: "assistant", Channel: "mail"})
	switch ms[0].Outcome {
	case Matched:
		return "true"
	case Unmatched:
		return "false"
	}
	return ms[0].Why
}

func TestWhen(t *testing.T) {
	for _, c := range []struct{ when, args, want string }{
		{"", `{}`, "true"},
		{"args.amount > 100", `{"amount":150}`, "true"},
		{"args.amount > 100", `{"amount":100.01}`, "true"},
		{"args.amount > 100", `{"amount":100}`, "false"},
		{"args.amount > 100", `{"amount":1e2}`, "false"},
		{"args.amount > 100", `{"amount":-5}`, "false"},
		{"args.amount > 100", `{"amount":1e30}`, "true"},
		{"args.amount >= 0.1", `{"amount":0.10}`, "true"},
		{"args.amount > 0.3", `{"amount":0.30000000000000004}`, "true"},
		{"args.amount == 100", `{"amount":100.0}`, "true"},
		// Whatever cannot be compared fails: the rule counts.
		{"args.amount > 100", `{}`, "args.amount is missing"},
		{"args.amount > 100", `{"Amount":5}`, "args.amount is missing"},
		{"args.amount > 100", `{"amount":null}`, "nothing and a number cannot be compared"},
		{"args.amount > 100", `{"amount":"150"}`, "a text and a number cannot be compared"},
		{"args.amount > 100", `{"amount":""}`, "a text and a number cannot be compared"},
		{"args.amount > 100", `{"amount":true}`, "true or false and a number cannot be compared"},
		{"args.amount > 100", `{"amount":[150]}`, "a list and a number cannot be compared"},
		{"args.amount > 100", `{"amount":{"value":150}}`, "an object and a number cannot be compared"},
		{"args.amount > 100", `{"amount":1e400}`, "args.amount is a number with too many digits to be compared"},
		{"args.amount > 100", `{"amount":1e99999999999}`, "args.amount is a number with too many digits to be compared"},
		{"args.amount > 100", `{"amount":1e-400}`, "args.amount is a number with too many digits to be compared"},
		{"args.amount > 100", `{"amount":100.00000000000000000001}`, "args.amount is a number with too many digits to be compared"},
		{"args.amount > 100", `{"amount":9007199254740993}`, "args.amount is a number with too many digits to be compared"},
		{"any(args.amounts, # > 100)", `{"amounts":[1e400]}`, "a number with too many digits and a number cannot be compared"},
		{"args.amount == 100", `{"amount":"100"}`, "a text and a number cannot be compared"},
		{"args.amount == 100", `{}`, "args.amount is missing"},
		{"args.amount != 100", `{"amount":null}`, "nothing and a number cannot be compared"},
		{`args.currency == "EUR"`, `{"currency":null}`, "nothing and a text cannot be compared"},
		{`not (args.currency == "EUR")`, `{"currency":1}`, "a number and a text cannot be compared"},
		{`args.currency in ["USD", "GBP"]`, `{"currency":"EUR"}`, "false"},
		{`args.currency in ["USD", "GBP"]`, `{"currency":["USD"]}`, "a list and a text cannot be compared"},
		{`args.currency not in ["USD", "GBP"]`, `{"currency":null}`, "nothing and a text cannot be compared"},
		{`args.name contains "x"`, `{"name":null}`, "contains needs two texts, not nothing and a text"},
		{`args.name matches "^A"`, `{"name":5}`, "matches needs two texts, not a number and a text"},
		{`args.name matches "^A"`, `{"name":"Ada"}`, "true"},
		{`args.name matches args.p`, `{"name":"Ada","p":"("}`, "the pattern is none"},
		{"args.force", `{"force":true}`, "true"},
		{"args.force", `{"force":"true"}`, "a value that is neither true nor false is used as a condition"},
		{"not args.force", `{"force":null}`, "a value that is neither true nor false is used as a condition"},
		{"args.a and args.b", `{"a":true,"b":1}`, "a value that is neither true nor false is used as a condition"},
		{"(args.a or args.b) and true", `{"a":false,"b":"x"}`, "a value that is neither true nor false is used as a condition"},
		{"args.a ? true : false", `{"a":"x"}`, "a value that is neither true nor false is used as a condition"},
		// What is asked for on purpose.
		{`"force" in args and args.force`, `{}`, "false"},
		{"args?.amount == nil", `{}`, "true"},
		{"args?.amount != nil", `{"amount":0}`, "true"},
		{"(args?.amount ?? 0) > 100", `{}`, "false"},
		{"(args?.amount ?? 0) > 100", `{"amount":101}`, "true"},
		{"args?.amount > 100", `{}`, "nothing and a number cannot be compared"},
		{"args?.a?.b == nil", `{}`, "true"},
		{"args.a.b == 1", `{"a":{}}`, "args.a.b is missing"},
		{"args.a.b == 1", `{"a":"x"}`, "args.a.b: a text has no fields"},
		{"args.items[0].price > 5", `{"items":[{"price":6}]}`, "true"},
		{"args.items[-1] > 5", `{"items":[1,6]}`, "true"},
		{"args.items[2] > 5", `{"items":[1,6]}`, "args.items.2 is missing"},
		{"args.items[args.i] > 5", `{"items":[1,6],"i":1}`, "true"},
		{"args.items[args.i] > 5", `{"items":[1,6],"i":0.5}`, "args.items.… needs a whole number as index, not a number"},
		// Lists
		{"any(args.items, .price > 5)", `{"items":[{"price":1},{"price":6}]}`, "true"},
		{"any(args.items, .price > 5)", `{"items":[]}`, "false"},
		{"any(args.items, .price > 5)", `{"items":{}}`, "a list is needed, not an object"},
		{"any(args.items, .price > 5)", `{"items":""}`, "a list is needed, not a text"},
		{"any(args.items, .price > 5)", `{"items":null}`, "a list is needed, not nothing"},
		{"any(args.items, .price > 5)", `{"items":[{}]}`, "price is missing"},
		{"sum(map(args.items, .price)) > 10", `{"items":[{"price":5},{"price":6}]}`, "true"},
		{"sum(map(args.items, .price)) > 10", `{"items":[{"price":5},{"price":"6"}]}`, "a number is needed, not a text"},
		{"size(args.to) > 1", `{"to":["a","b"]}`, "true"},
		{"size(args.to) > 1", `{"to":"ab"}`, "a list is needed, not a text"},
		{"count(args.to, # endsWith \"@example.com\") < size(args.to)", `{"to":["a@example.com","b@x.com"]}`, "true"},
		{"max(args.a, args.b) > 5", `{"a":1,"b":6}`, "true"},
		{"max(args.items) > 5", `{"items":[]}`, "there is no number"},
		// Arithmetic
		{"args.price * args.n > 1000", `{"price":400,"n":3}`, "true"},
		{"args.price * args.n > 1000", `{"price":9007199254740992,"n":9007199254740992}`, "true"},
		{"args.a / args.b > 1", `{"a":0,"b":0}`, "the result is no number"},
		{"args.a * args.a > 1", `{"a":1e300}`, "the result is no number"},
		{"args.a % 2 == 1", `{"a":3}`, "true"},
		{"args.a - 1 > 1", `{"a":"3"}`, "a text and a number cannot be calculated with"},
		{"-args.a > 1", `{"a":"3"}`, "a text cannot be calculated with"},
		// Constants are looked at by their types alone when a condition is read.
		{"args.n > 1000 / (12 - 2)", `{"n":101}`, "true"},
		{"args.n % (3 - 1) == 1 and 1 / (2 - 1 - 1 + 5) > 0", `{"n":3}`, "true"},
		{"args.n / (1 - 1) > 1", `{"n":3}`, "the result is no number"},
		// Texts, and what may stand at the end
		{"`a``b` == args.a and args.b == \"\\u{61}\\u{1F600}\\x61\\u0061\";", "{\"a\":\"a`b\",\"b\":\"a😀aa\"}", "true"},
		{"{a: 1, a: 2}.a == 1", `{}`, "true"},
		// The rest of the request
		{`tool == "refund" and title == "A refund" and requester == "eve" and agent == "assistant" and channel == "mail"`, `{}`, "true"},
		{`lower(args.c) == "eur"`, `{"c":"EUR"}`, "true"},
		{`chars(args.c) > 2`, `{"c":"àèì"}`, "true"},
		{`let a = args.amount; a > 100`, `{"amount":150}`, "true"},
		// Arguments that are none
		{"true", `[1]`, "the arguments are not a JSON object"},
		{"true", ``, "the arguments are not a JSON object"},
		{"true", `null`, "the arguments are not a JSON object"},
		{"true", `{} {}`, "the arguments are not a JSON object"},
		{"true", `{"a":`, "the arguments are not a JSON object"},
	} {
		if got := verdict(t, c.when, c.args); got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.when, c.args, got, c.want)
		}
	}
}

func TestWhenIsBounded(t *testing.T) {
	items := "[" + strings.Repeat("1,", 5000) + "1]"
	if got := verdict(t, "any(args.x, let a = #; any(args.x, # > a))", `{"x":`+items+`}`); got != "it takes too long" {
		t.Errorf("nested loops: %s", got)
	}
	if got := verdict(t, "size(map(args.x, map(args.x, #))) > 0", `{"x":`+items+`}`); got != "it takes too long" {
		t.Errorf("memory: %s", got)
	}
	long := strings.Repeat("ab", 100_000)
	for when, args := range map[string]string{
		"all(args.x, args.x == args.y)":         `{"x":` + items + `,"y":` + items + `}`,
		"any(args.x, not (args.n in [args.x]))": `{"x":` + items + `,"n":` + items + `}`,
		"any(args.x, # > sum(args.x))":          `{"x":` + items + `}`,
		"any(args.x, args.s contains \"c\")":    `{"x":` + items + `,"s":"` + long + `"}`,
		"any(args.x, args.s matches \"c$\")":    `{"x":` + items + `,"s":"` + long + `"}`,
		"size(map(args.x, upper(args.s))) < 1":  `{"x":` + items + `,"s":"` + long + `"}`,
		"args.s matches args.p":                 `{"s":"` + long + `","p":"` + strings.Repeat("(a|b){1000}", 50) + `"}`,
	} {
		if got := verdict(t, when, args); got != "it takes too long" {
			t.Errorf("%s: %s", when, got)
		}
	}
	if got := verdict(t, "all(args.x, # < size(args.x)) and args.s contains \"ab\" and args.s matches \"b$\" and chars(lower(args.s)) > 5", `{"x":`+items+`,"s":"`+long+`"}`); got != "true" {
		t.Errorf("what is large, once: %s", got)
	}
}

func TestMistakesOfWhen(t *testing.T) {
	for _, c := range []struct{ when, want string }{
		{"args.amount >", "unexpected token EOF (character 13)"},
		{"arg.amount > 100", "unknown name arg (character 1)"},
		{"1 + 1", "it is a number, neither true nor false"},
		{"tool > 3", "a text and a number cannot be compared (character 6)"},
		{`"yes"`, "it is a text, neither true nor false"},
		{"now() > args.at", "unknown name now (character 1)"},
		{`get(args, "x") == 1`, "unknown name get (character 1)"},
		{`fromJSON(args.x).y`, "unknown name fromJSON (character 1)"},
		{`$env["args"] == nil`, "unknown name $env (character 1)"},
		{`_steps == nil`, "unknown name _steps (character 1)"},
		{`_op(1, "==", 2, 3)`, "unknown name _op (character 1)"},
		{`any(1..1000000, # > 5)`, "a range cannot be used here (character 6)"},
		{`args.name matches "("`, "error parsing regexp: missing closing ): `(` (character 11)"},
		{`args.n > 99999999999999999`, "a number beyond 2^53 cannot be used here (character 10)"},
		{strings.Repeat("true and ", 200) + "true", "it has more than 300 parts"},
		{strings.Repeat("(1<", 30) + "1" + strings.Repeat("<2?1:1)", 30) + " == 1", "it takes too long"},
		{"args.b and any(args.a, 5)", "a number is used as a condition (character 24)"},
		{"args.b or not tool", "a text is used as a condition (character 15)"},
		{"args.a; args.b", "unexpected token Identifier(\"args\") (character 9)"},
		{`args.a == "\u{110000}"`, "invalid char escape (character 11)"},
		{strings.Repeat("(", 3000), "it is not a text of at most 2000 bytes"},
	} {
		_, err := New(Policy{}, []Rule{{Name: "r", When: c.when}})
		if err == nil {
			t.Errorf("%.60s compiles", c.when)
		} else if got := strings.TrimPrefix(err.Error(), "rule 1: when: "); !strings.HasPrefix(got, c.want) {
			t.Errorf("%.60s: %s, want %s", c.when, got, c.want)
		}
	}
}

// FuzzWhen: no expression panics, and what is not a comparison of two numbers is never
// a quiet no.
func FuzzWhen(f *testing.F) {
	f.Add("args.amount > 100", `{"amount":150}`)
	f.Add("any(args.items, .price > 5)", `{"items":[{"price":1}]}`)
	f.Add(`args?.a ?? "x" matches "y" ? args["b"] : not true`, `{"a":null,"b":[1e400]}`)
	f.Add("let a = args.x; a[0].y in ['z'] || -a ** 2 == nil", `{"x":[{"y":"z"}]}`)
	f.Fuzz(func(t *testing.T, when, args string) {
		q := Request{Tool: "refund", Args: json.RawMessage(args)}
		if s, err := New(Policy{Quorum: 1}, []Rule{{Name: "r", When: when, Quorum: 2}}); err == nil {
			if p, ms := s.Explain(q); ms[0].Outcome != Unmatched && p.Quorum != 2 {
				t.Fatalf("%q of %q: %v and a quorum of %d", when, args, ms[0], p.Quorum)
			}
		}
		s, err := New(Policy{Quorum: 1}, []Rule{{Name: "r", When: "args.amount > 100", Quorum: 2}})
		noerr.Must(t, err)
		var v struct{ Amount *float64 }
		var raw map[string]json.RawMessage
		p, ms := s.Explain(q)
		if p.Quorum != 2 && (json.Unmarshal(q.Args, &raw) != nil || json.Unmarshal([]byte(`{"Amount":`+string(raw["amount"])+`}`), &v) != nil || v.Amount == nil || *v.Amount > 100) {
			t.Fatalf("%q: %v", args, ms[0])
		}
	})
}
