package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"bridge/internal/jsonin"
)

// inexact is a number that a float64 does not hold as it is written: no comparison
// with it can be trusted.
type inexact struct{}

// decode reads args, which must be one JSON object. Its numbers stay as they are
// written.
func decode(raw json.RawMessage) (map[string]any, error) {
	var args map[string]any
	if err := jsonin.Exact(raw, &args); err != nil || args == nil {
		return nil, errors.New("the arguments are not a JSON object")
	}
	return args, nil
}

// comparable returns a decoded value with its numbers as float64, or inexact.
func comparable(v any) any {
	switch v := v.(type) {
	case json.Number:
		f, err := v.Float64()
		if err != nil || decimal(v.String()) != decimal(strconv.FormatFloat(f, 'e', -1, 64)) {
			return inexact{}
		}
		return f
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, x := range v {
			out[k] = comparable(x)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = comparable(x)
		}
		return out
	}
	return v
}

// decimal writes a JSON number in one form for each value: sign, digits without zeros
// around them, exponent.
func decimal(s string) string {
	s, neg := strings.CutPrefix(s, "-")
	mantissa, e, _ := strings.Cut(strings.ToLower(s), "e")
	exp := 0
	if e != "" {
		var err error
		if exp, err = strconv.Atoi(e); err != nil || exp > 9999 || exp < -9999 {
			return s // its own form: equal to no float64's
		}
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+frac, "0")
	exp -= len(frac)
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return "0"
	}
	return fmt.Sprint(neg, short, exp+len(digits)-len(short))
}
