package tmpl

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"text/template"
)

// builtins are the functions of the language.
var builtins = sync.OnceValue(func() map[string]reflect.Value {
	all := map[string]reflect.Value{}
	for n, f := range map[string]any(Funcs{
		"and": nil, "or": nil, // see function
		"not": func(v reflect.Value) bool { return !truth(v) },
		"len": length, "index": index, "slice": slice,
		"print": fmt.Sprint, "printf": fmt.Sprintf, "println": fmt.Sprintln,
		"html": template.HTMLEscaper, "js": template.JSEscaper, "urlquery": template.URLQueryEscaper,
		"eq": equal,
		"ne": func(a, b reflect.Value) (bool, error) { eq, err := equal(a, b); return !eq, err },
		"lt": ordered(func(c int) bool { return c < 0 }), "le": ordered(func(c int) bool { return c <= 0 }),
		"gt": ordered(func(c int) bool { return c > 0 }), "ge": ordered(func(c int) bool { return c >= 0 }),
	}) {
		all[n] = reflect.ValueOf(f)
	}
	return all
})

func length(v reflect.Value) (int, error) {
	switch v = behind(v); v.Kind() {
	case reflect.String, reflect.Slice, reflect.Array, reflect.Map:
		return v.Len(), nil
	}
	return 0, fmt.Errorf("%.40s has no length", text(v))
}

func index(v reflect.Value, keys ...reflect.Value) (reflect.Value, error) {
	for _, k := range keys {
		switch v = behind(v); v.Kind() {
		case reflect.Map:
			key, ok := convert(k, v.Type().Key())
			if !ok {
				return v, fmt.Errorf("%.40s is no key", text(k))
			}
			v = inside(v.MapIndex(key))
		case reflect.Slice, reflect.Array, reflect.String:
			i, ok := convert(k, reflect.TypeFor[int]())
			if !ok || i.Int() < 0 || i.Int() >= int64(v.Len()) {
				return v, fmt.Errorf("%.40s is no index", text(k))
			}
			v = inside(v.Index(int(i.Int())))
		default:
			return v, fmt.Errorf("%.40s has no index", text(v))
		}
	}
	return v, nil
}

func slice(v reflect.Value, bounds ...int) (reflect.Value, error) {
	v = behind(v)
	if k := v.Kind(); k != reflect.String && k != reflect.Slice || len(bounds) > 2 {
		return v, errors.New("it cannot be sliced so")
	}
	from, to := 0, v.Len()
	if len(bounds) > 0 {
		from = bounds[0]
	}
	if len(bounds) > 1 {
		to = bounds[1]
	}
	if from < 0 || to < from || to > v.Len() {
		return v, errors.New("a bound is out of range")
	}
	return v.Slice(from, to), nil
}

// compare compares numbers with numbers and texts with texts.
func compare(a, b reflect.Value) (int, bool) {
	a, b = behind(a), behind(b)
	switch {
	case a.Kind() == reflect.String && b.Kind() == reflect.String:
		return cmp.Compare(a.String(), b.String()), true
	case a.CanInt() && b.CanInt():
		return cmp.Compare(a.Int(), b.Int()), true
	case a.CanUint() && b.CanUint():
		return cmp.Compare(a.Uint(), b.Uint()), true
	case a.CanFloat() && b.CanFloat():
		return cmp.Compare(a.Float(), b.Float()), true
	}
	return 0, false
}

var errTypes = errors.New("incompatible types for comparison")

// equal is whether a is one of the others.
func equal(a reflect.Value, others ...reflect.Value) (bool, error) {
	if len(others) == 0 {
		return false, errors.New("there is nothing to compare it with")
	}
	for _, b := range others {
		c, ok := compare(a, b)
		switch {
		case ok && c == 0:
			return true, nil
		case ok || !a.IsValid() && !b.IsValid():
			if !ok {
				return true, nil
			}
		case !a.IsValid() || !b.IsValid():
		case a.Type() == b.Type() && a.Comparable():
			if a.Equal(b) {
				return true, nil
			}
		default:
			return false, errTypes
		}
	}
	return false, nil
}

func ordered(holds func(int) bool) func(a, b reflect.Value) (bool, error) {
	return func(a, b reflect.Value) (bool, error) {
		c, ok := compare(a, b)
		if !ok {
			return false, errTypes
		}
		return holds(c), nil
	}
}
