package rules

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"unicode/utf8"
)

// The operators and functions of `when`. They take no value for another: what is
// missing, null or of another type than its counterpart is an error, so that the rule
// counts as matching, and never a quiet false.

// typeName is what a value is called in a failure; values themselves are never there.
func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "nothing"
	case bool:
		return "true or false"
	case string:
		return "a text"
	case float64, int:
		return "a number"
	case inexact:
		return "a number with too many digits"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	default:
		return "another value"
	}
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int: // a literal of the rule
		return float64(v), v <= 1<<53 && v >= -1<<53
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	}
	return 0, false
}

// operate is an operator between two values.
func operate(op string, a, b any) (any, error) {
	switch op {
	case "==", "!=":
		eq, err := equal(a, b)
		return eq == (op == "=="), err
	case "in":
		return contains(a, b)
	case "<", "<=", ">", ">=":
		c, err := compare(a, b)
		switch op {
		case "<":
			return c < 0, err
		case "<=":
			return c <= 0, err
		case ">":
			return c > 0, err
		}
		return c >= 0, err
	case "contains", "startsWith", "endsWith", "matches":
		return texts(op, a, b)
	}
	return arithmetic(op, a, b)
}

func mismatch(what string, a, b any) error {
	return fmt.Errorf("%s and %s cannot be %s", typeName(a), typeName(b), what)
}

func compare(a, b any) (int, error) {
	if x, ok := a.(string); ok {
		if y, ok := b.(string); ok {
			return strings.Compare(x, y), nil
		}
	}
	x, ok := number(a)
	y, ok2 := number(b)
	switch {
	case !ok || !ok2:
		return 0, mismatch("compared", a, b)
	case x < y:
		return -1, nil
	case x > y:
		return 1, nil
	}
	return 0, nil
}

func equal(a, b any) (bool, error) {
	switch x := a.(type) {
	case bool:
		if y, ok := b.(bool); ok {
			return x == y, nil
		}
	case []any:
		if y, ok := b.([]any); ok {
			if len(x) != len(y) {
				return false, nil
			}
			same := true
			for i := range x {
				eq, err := equal(x[i], y[i])
				if err != nil {
					return false, err
				}
				same = same && eq
			}
			return same, nil
		}
	default:
		c, err := compare(a, b)
		return err == nil && c == 0, err
	}
	return false, mismatch("compared", a, b)
}

func contains(a, in any) (bool, error) {
	switch in := in.(type) {
	case []any:
		found, failed := false, error(nil)
		for _, x := range in {
			eq, err := equal(a, x)
			found = found || eq
			if err != nil {
				failed = err
			}
		}
		if found {
			return true, nil
		}
		if len(in) == 0 && a == nil {
			failed = mismatch("compared", a, in)
		}
		return false, failed
	case map[string]any:
		if key, ok := a.(string); ok {
			_, found := in[key]
			return found, nil
		}
	}
	return false, fmt.Errorf("%s cannot be in %s", typeName(a), typeName(in))
}

// maxPattern bounds a regular expression.
const maxPattern = 1000

func texts(op string, a, b any) (bool, error) {
	x, ok := a.(string)
	y, ok2 := b.(string)
	if !ok || !ok2 {
		return false, fmt.Errorf("%s needs two texts, not %s and %s", op, typeName(a), typeName(b))
	}
	switch op {
	case "contains":
		return strings.Contains(x, y), nil
	case "startsWith":
		return strings.HasPrefix(x, y), nil
	case "endsWith":
		return strings.HasSuffix(x, y), nil
	}
	if len(y) > maxPattern {
		return false, errors.New("the pattern is too long")
	}
	re, err := regexp.Compile(y)
	if err != nil {
		return false, errors.New("the pattern is none")
	}
	return re.MatchString(x), nil
}

func arithmetic(op string, a, b any) (any, error) {
	if x, ok := a.(string); ok && op == "+" {
		if y, ok := b.(string); ok && len(x)+len(y) <= 1<<16 {
			return x + y, nil
		}
	}
	x, ok := number(a)
	y, ok2 := number(b)
	if !ok || !ok2 {
		return nil, mismatch("calculated with", a, b)
	}
	var r float64
	switch op {
	case "+":
		r = x + y
	case "-":
		r = x - y
	case "*":
		r = x * y
	case "/":
		r = x / y
	case "%":
		r = math.Mod(x, y)
	case "**", "^":
		r = math.Pow(x, y)
	default:
		return nil, fmt.Errorf("unknown operator %s", op)
	}
	if _, ok := number(r); !ok {
		return nil, errors.New("the result is no number")
	}
	return r, nil
}

// signed is a number behind + or -.
func signed(op string, v any) (any, error) {
	f, ok := number(v)
	if !ok {
		return nil, fmt.Errorf("%s cannot be calculated with", typeName(v))
	}
	if op == "-" {
		f = -f
	}
	return f, nil
}

// get is a field of an object or an element of a list. Optional ones are nil where there
// is none.
func get(v, key any, optional bool, source string) (any, error) {
	got, found := any(nil), false
	switch v := v.(type) {
	case nil:
		if !optional {
			return nil, fmt.Errorf("%s is missing", source)
		}
		return nil, nil
	case map[string]any:
		k, ok := key.(string)
		if !ok {
			return nil, fmt.Errorf("%s needs a text as key, not %s", source, typeName(key))
		}
		got, found = v[k]
	case []any:
		i, ok := number(key)
		if !ok || i != math.Trunc(i) {
			return nil, fmt.Errorf("%s needs a whole number as index, not %s", source, typeName(key))
		}
		if i < 0 {
			i += float64(len(v))
		}
		if i >= 0 && i < float64(len(v)) {
			got, found = v[int(i)], true
		}
	default:
		return nil, fmt.Errorf("%s: %s has no fields", source, typeName(v))
	}
	if _, bad := got.(inexact); bad {
		return nil, fmt.Errorf("%s is a number with too many digits to be compared", source)
	}
	if !found && !optional {
		return nil, fmt.Errorf("%s is missing", source)
	}
	return got, nil
}

// list is what all, any, count… go through.
func list(v any) ([]any, error) {
	if l, ok := v.([]any); ok {
		return l, nil
	}
	return nil, fmt.Errorf("a list is needed, not %s", typeName(v))
}

// numbers are the arguments of sum, min and max: numbers, or one list of them.
func numbers(p []any) ([]float64, error) {
	if len(p) == 1 {
		if l, ok := p[0].([]any); ok {
			p = l
		}
	}
	out := make([]float64, len(p))
	for i, v := range p {
		f, ok := number(v)
		if !ok {
			return nil, fmt.Errorf("a number is needed, not %s", typeName(v))
		}
		out[i] = f
	}
	return out, nil
}

// fold makes sum, min and max; none says whether there may be no number at all.
func fold(none bool, f func(a, b float64) float64) func(...any) (any, error) {
	return func(p ...any) (any, error) {
		ns, err := numbers(p)
		if err != nil {
			return nil, err
		}
		if len(ns) == 0 && !none {
			return nil, errors.New("there is no number")
		}
		r := 0.0
		for i, n := range ns {
			if i == 0 {
				r = n
			} else {
				r = f(r, n)
			}
		}
		return r, nil
	}
}

// onText makes a function of one text.
func onText[T any](f func(string) T) func(...any) (any, error) {
	return func(p ...any) (any, error) {
		if len(p) == 1 {
			if s, ok := p[0].(string); ok {
				return f(s), nil
			}
			return nil, fmt.Errorf("a text is needed, not %s", typeName(p[0]))
		}
		return nil, errors.New("one text is needed")
	}
}

// functions are what `when` may call, beside those that go through lists.
func functions() map[string]func(...any) (any, error) {
	return map[string]func(...any) (any, error){
		"sum": fold(true, func(a, b float64) float64 { return a + b }),
		"min": fold(false, math.Min),
		"max": fold(false, math.Max),
		"abs": func(p ...any) (any, error) {
			if len(p) == 1 {
				if f, ok := number(p[0]); ok {
					return math.Abs(f), nil
				}
			}
			return nil, errors.New("one number is needed")
		},
		"size": func(p ...any) (any, error) {
			if len(p) != 1 {
				return nil, errors.New("a list is needed")
			}
			l, err := list(p[0])
			return float64(len(l)), err
		},
		"chars": onText(func(s string) float64 { return float64(utf8.RuneCountInString(s)) }),
		"lower": onText(strings.ToLower), "upper": onText(strings.ToUpper), "trim": onText(strings.TrimSpace),
	}
}
