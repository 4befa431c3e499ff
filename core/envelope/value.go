package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
)

// maxMembers bounds the names that merging keeps in memory for one step.
// A value that is never merged is kept as it came and does not count.
const maxMembers = 1 << 18

var errMembers = errors.New("merged data has too many names")

// value is a JSON value that later values are merged into. It is parsed only as
// far as merging needs, so a value that nothing is merged into stays byte for
// byte what the agent sent, and a thousand small patches of a large value do not
// cost a thousand copies of it. One of the three is set.
type value struct {
	raw json.RawMessage
	obj *objectValue
	arr [][]byte // the insides of arrays, without brackets, none empty
}

type objectValue struct {
	keys []string // in the order in which they came
	vals map[string]*value
}

func rawValue(raw json.RawMessage) *value { return &value{raw: raw} }

// open parses v, which is an object, one level deep. budget counts names.
func (v *value) open(budget *int) error {
	if v.obj != nil {
		return nil
	}
	obj := &objectValue{vals: map[string]*value{}}
	for _, m := range members(v.raw) {
		if err := obj.set(m.key, rawValue(m.raw), budget); err != nil {
			return err
		}
	}
	*v = value{obj: obj}
	return nil
}

func (o *objectValue) set(key string, v *value, budget *int) error {
	if _, ok := o.vals[key]; !ok {
		if *budget++; *budget > maxMembers {
			return errMembers
		}
		o.keys = append(o.keys, key)
	}
	o.vals[key] = v
	return nil
}

func (v *value) isObject() bool { return v.obj != nil || v.raw != nil && first(v.raw) == '{' }

func (v *value) isArray() bool { return v.arr != nil || v.raw != nil && first(v.raw) == '[' }

// merge puts the members of patch, a valid JSON object, into v, also an object.
// Shallow: a later name wins. Deep: RFC 7396, but null is a value like others.
func (v *value) merge(patch json.RawMessage, deep bool, budget *int) error {
	if err := v.open(budget); err != nil {
		return err
	}
	for _, m := range members(patch) {
		old, ok := v.obj.vals[m.key]
		if deep && ok && first(m.raw) == '{' && old.isObject() {
			if err := old.merge(m.raw, true, budget); err != nil {
				return err
			}
			continue
		}
		if err := v.obj.set(m.key, rawValue(m.raw), budget); err != nil {
			return err
		}
	}
	return nil
}

// collides reports whether patch, a valid JSON object, has a name of v, also an object,
// with another value. What was empty so far collides with nothing: it is filled in.
func (v *value) collides(patch json.RawMessage, budget *int) (bool, error) {
	if err := v.open(budget); err != nil {
		return false, err
	}
	for _, m := range members(patch) {
		if old, ok := v.obj.vals[m.key]; ok && !old.isEmpty() && !bytes.Equal(old.json(), m.raw) {
			return true, nil
		}
	}
	return false, nil
}

func (v *value) isEmpty() bool {
	if v.obj != nil || v.arr != nil {
		return v.obj != nil && len(v.obj.keys) == 0 || v.arr != nil && len(v.arr) == 0
	}
	switch b := bytes.TrimSpace(v.raw); first(b) {
	case '{', '[':
		return skipSpace(b, 1) == len(b)-1
	case '"':
		return len(b) == 2
	case 'n':
		return true
	}
	return false
}

// concat appends the elements of b, a valid JSON array, to v, also an array.
func (v *value) concat(b json.RawMessage) {
	if v.arr == nil {
		*v = value{arr: appendInside([][]byte{}, v.raw)}
	}
	v.arr = appendInside(v.arr, b)
}

func appendInside(arr [][]byte, b []byte) [][]byte {
	b = bytes.TrimSpace(b)
	if inside := bytes.TrimSpace(b[1 : len(b)-1]); len(inside) > 0 {
		arr = append(arr, inside)
	}
	return arr
}

// json writes v back.
func (v *value) json() json.RawMessage { return v.appendJSON(nil) }

func (v *value) appendJSON(b []byte) []byte {
	switch {
	case v.obj != nil:
		b = append(b, '{')
		for i, key := range v.obj.keys {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(b, key), ':')
			b = v.obj.vals[key].appendJSON(b)
		}
		return append(b, '}')
	case v.arr != nil:
		b = append(b, '[')
		b = append(b, bytes.Join(v.arr, []byte(","))...)
		return append(b, ']')
	}
	return append(b, v.raw...)
}
