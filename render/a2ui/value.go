package a2ui

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"bridge/core/excerpt"
)

// A value is what JSON holds: nil, bool, json.Number, string, []any or *object.

// object keeps the order of its members, which is the order that people read.
type object struct {
	keys []string
	at   map[string]any
}

// gone is in the place of a member that was removed.
type gone struct{}

func (o *object) get(key string) any {
	if !o.has(key) {
		return nil
	}
	return o.at[key]
}

func (o *object) has(key string) bool {
	if o == nil {
		return false
	}
	v, ok := o.at[key]
	return ok && v != gone{}
}

func (o *object) set(key string, v any) {
	if o.at == nil {
		o.at = map[string]any{}
	}
	if _, ok := o.at[key]; !ok {
		o.keys = append(o.keys, key)
	}
	o.at[key] = v
}

// members are the first n values in order.
func (o *object) members(n int) []any {
	var list []any
	for _, k := range o.keys[:min(n, len(o.keys))] {
		if o.has(k) {
			list = append(list, o.at[k])
		}
	}
	return list
}

// maxNesting is how deep JSON is read.
const maxNesting = 200

var errNesting = errors.New("JSON is nested too deep")

// decode reads the next JSON value of d; its error is io.EOF after the last one.
func decode(d *json.Decoder, depth int) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	delim, nested := t.(json.Delim)
	if !nested {
		return t, nil
	}
	if depth >= maxNesting {
		return nil, errNesting
	}
	list, members := []any{}, &object{}
	for d.More() {
		key := ""
		if delim == '{' {
			k, err := d.Token()
			if err != nil {
				return nil, err
			}
			key, _ = k.(string)
		}
		v, err := decode(d, depth+1)
		if err != nil {
			return nil, err
		}
		if delim == '{' {
			members.set(key, v)
		} else {
			list = append(list, v)
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if delim == '{' {
		return members, nil
	}
	return list, nil
}

// values reads JSON values one after the other, as JSONL has them. What follows a
// mistake is left out, which is then reported.
func values(raw string) (list []any, whole bool) {
	d := json.NewDecoder(strings.NewReader(raw))
	d.UseNumber()
	for {
		v, err := decode(d, 0)
		if err != nil {
			return list, errors.Is(err, io.EOF)
		}
		list = append(list, v)
	}
}

// The limits of a path: bytes and steps.
const (
	maxPath  = 1024
	maxSteps = 64
)

// steps are the names in a JSON Pointer (RFC 6901). "" and "/" are the whole model,
// and a path without a slash in front has the same names.
func steps(path string) ([]string, bool) {
	path = strings.TrimPrefix(path, "/")
	if path == "" || path == "." {
		return nil, true
	}
	list := strings.Split(path[:min(len(path), maxPath)], "/")
	if len(path) > maxPath || len(list) > maxSteps {
		return nil, false
	}
	for i, s := range list {
		list[i] = strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~")
	}
	return list, true
}

// find is the value at a path.
func find(v any, path []string) (any, bool) {
	for _, name := range path {
		switch x := v.(type) {
		case *object:
			if !x.has(name) {
				return nil, false
			}
			v = x.get(name)
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(x) {
				return nil, false
			}
			v = x[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// put returns v with a value at a path, which is made where it is missing; without
// a value what is there goes. A list grows by one at its end alone.
func put(v any, path []string, to any, remove bool) any {
	if len(path) == 0 {
		return to
	}
	name, last := path[0], len(path) == 1
	if list, ok := v.([]any); ok {
		i, err := strconv.Atoi(name)
		switch {
		case err == nil && i >= 0 && i < len(list):
			list[i] = put(list[i], path[1:], to, remove) // one that goes leaves a gap: others keep their places
		case (err == nil && i == len(list) || name == "-") && !remove:
			list = append(list, put(nil, path[1:], to, remove))
		}
		return list
	}
	o, ok := v.(*object)
	if !ok {
		if remove {
			return v
		}
		o = &object{}
	}
	switch {
	case !remove:
		o.set(name, put(o.get(name), path[1:], to, false))
	case last && o.has(name):
		o.at[name] = gone{}
	case o.has(name):
		o.set(name, put(o.get(name), path[1:], nil, true))
	}
	return o
}

// maxValue is the longest text of one value, in bytes: more than any answer says.
const maxValue = MaxText + 4

// text is a value for people: nothing for null, lists with commas, objects as JSON.
func text(v any) string {
	var b strings.Builder
	if list, ok := v.([]any); ok && !slices.ContainsFunc(list, nested) {
		for i, x := range list {
			if i > 0 {
				b.WriteString(", ")
			}
			if b.WriteString(text(x)); b.Len() > maxValue {
				break
			}
		}
	} else {
		write(&b, v, true)
	}
	return excerpt.Cut(b.String(), maxValue)
}

func nested(v any) bool {
	switch v.(type) {
	case []any, *object:
		return true
	}
	return false
}

// write writes a value as JSON, a string alone as it is, until it is too long.
func write(b *strings.Builder, v any, alone bool) {
	if b.Len() > maxValue {
		return
	}
	switch v := v.(type) {
	case nil:
		if !alone {
			b.WriteString("null")
		}
	case bool:
		b.WriteString(strconv.FormatBool(v))
	case json.Number:
		b.WriteString(v.String())
	case string:
		if alone {
			b.WriteString(excerpt.Cut(v, maxValue))
			return
		}
		quoted, _ := json.Marshal(excerpt.Cut(v, maxValue)) // cannot fail: a string
		b.Write(quoted)
	case []any:
		b.WriteByte('[')
		for i, x := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			if write(b, x, false); b.Len() > maxValue {
				return
			}
		}
		b.WriteByte(']')
	case *object:
		b.WriteByte('{')
		first := true
		for _, k := range v.keys {
			if !v.has(k) {
				continue
			}
			if !first {
				b.WriteByte(',')
			}
			first = false
			write(b, k, false)
			b.WriteByte(':')
			if write(b, v.get(k), false); b.Len() > maxValue {
				return
			}
		}
		b.WriteByte('}')
	}
}
