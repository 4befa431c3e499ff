package binding

import (
	"encoding/json"
	"strings"
	"unicode"

	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/internal/jsonin"
)

// shown is what the prompts show of a request, for the reading of its answers: what it is
// about, and the values that an answer may repeat.
func shown(r request.Record) reply.Shown {
	s := repeatable(r.Args)
	s.About, s.By = []string{r.Tool, r.Title, r.Summary}, r.Requester
	return s
}

// longestValue bounds the values that may be repeated, in bytes: longer ones are texts.
const longestValue = 80

// repeatable returns the values of arguments that a yes may repeat and still be to all of
// them: of each kind (amount, currency, name, number) the only one. Where there are two of a
// kind, a list, or something nested, a value may be a choice, and none counts.
func repeatable(args json.RawMessage) (s reply.Shown) {
	var fields map[string]any
	if jsonin.Exact(args, &fields) != nil {
		return s
	}
	kinds := map[string][]string{}
	for _, v := range fields {
		switch v := v.(type) {
		case json.Number:
			kinds["amount"] = append(kinds["amount"], v.String())
		case string:
			v = strings.TrimSpace(v)
			if v == "" || len(v) > longestValue || strings.ContainsAny(v, "\r\n") {
				kinds["text"] = append(kinds["text"], v)
				continue
			}
			kinds[kindOf(v)] = append(kinds[kindOf(v)], v)
		case []any, map[string]any:
			return reply.Shown{}
		}
	}
	for kind, values := range kinds {
		switch {
		case len(values) > 1:
		case kind == "amount":
			s.Amount = values[0]
		case kind == "currency":
			s.Currency = values[0]
		case kind != "text":
			s.Values = append(s.Values, values[0])
		}
	}
	return s
}

// kindOf says what a short text is: three capitals are a currency, letters a name, digits
// and letters that hang together a number of something, and other digits an amount.
func kindOf(s string) string {
	digit := func(r rune) bool { return unicode.IsDigit(r) }
	switch {
	case len(s) == 3 && strings.ToUpper(s) == s && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }):
		return "currency"
	case !strings.ContainsFunc(s, digit):
		return "name"
	case strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && !unicode.IsLetter(r) && r != '-' }):
		return "amount"
	}
	return "number"
}
