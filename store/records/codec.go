package records

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"reflect"
	"strings"
	"sync"
	"time"

	"bridge/approvals/ledger"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/outbox"
)

// The records of every message are packed: a byte that no JSON begins with, then the fields of
// a struct that are not zero. A field is the hash of its name in JSON (two bytes), the length
// of its value and the value; so fields may be added, moved and left out, and what is not known is
// skipped, as in JSON. Strings and bytes are as they are, numbers varints, times seconds and
// nanoseconds with their zone, the elements of lists and maps have their length before them.
// What is written rarely is JSON; so were all records before.
const packedMark = 1

// packs reports whether v, or what it points to, is one of those that are packed.
func packs(v any) bool {
	switch v.(type) {
	case *admission.Admitted, *admission.Session, *admission.Target, *turn, *turns.Step, *turns.Last, *send, *conversation, *contact, *outbox.LastOutbound,
		*approval, *ledger.Entry, *code, *hold:
		return true
	case admission.Admitted, admission.Session, admission.Target, turn, turns.Step, turns.Last, send, conversation, contact, outbox.LastOutbound,
		approval, ledger.Entry, code, hold:
		return true
	}
	return false
}

var errPacked = errors.New("a packed record is damaged")

// field is one field of a struct, also of one that is embedded in it.
type field struct {
	id    uint16
	index []int
}

// shapes are the fields of struct types, by type.
var shapes sync.Map

func shape(t reflect.Type) ([]field, error) {
	if known, ok := shapes.Load(t); ok {
		return known.([]field), nil
	}
	var all []field
	names := map[uint16]string{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct || name == "-" {
			continue
		}
		if !f.IsExported() {
			return nil, fmt.Errorf("%s.%s cannot be packed", t, f.Name)
		}
		if name == "" {
			name = f.Name
		}
		h := fnv.New32a()
		_, _ = h.Write([]byte(name)) // never fails
		id := uint16(h.Sum32()>>16) ^ uint16(h.Sum32())
		if other, taken := names[id]; taken {
			return nil, fmt.Errorf("%s: the fields %s and %s have one hash", t, other, name)
		}
		names[id] = name
		all = append(all, field{id, f.Index})
	}
	shapes.Store(t, all)
	return all, nil
}

// pack packs v, or what it points to: that is cheaper.
func pack(v any) ([]byte, error) {
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	b, err := appendValue(append((*room)[:0], packedMark), reflect.ValueOf(v))
	if err != nil {
		return nil, err
	}
	if cap(b) <= mostRoom {
		*room = b
	}
	return bytes.Clone(b), nil
}

// rooms are where values are packed: how long they become is not known before.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

const mostRoom = 64 << 10 // bytes that are kept

var timeType = reflect.TypeFor[time.Time]()

func appendValue(b []byte, v reflect.Value) ([]byte, error) {
	switch v.Kind() {
	case reflect.String:
		return append(b, v.String()...), nil
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1), nil
		}
		return append(b, 0), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint()), nil
	case reflect.Pointer:
		return appendValue(b, v.Elem())
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return append(b, v.Bytes()...), nil
		}
		var err error
		for i := range v.Len() {
			if b, err = appendSized(b, v.Index(i)); err != nil {
				return nil, err
			}
		}
		return b, nil
	case reflect.Map:
		var err error
		for i := v.MapRange(); i.Next(); {
			if b, err = appendSized(b, i.Key()); err != nil {
				return nil, err
			}
			if b, err = appendSized(b, i.Value()); err != nil {
				return nil, err
			}
		}
		return b, nil
	case reflect.Struct:
		if v.Type() == timeType {
			return appendTime(b, v), nil
		}
		fields, err := shape(v.Type())
		if err != nil {
			return nil, err
		}
		for _, f := range fields {
			of := v.FieldByIndex(f.index)
			if of.IsZero() {
				continue
			}
			b = binary.BigEndian.AppendUint16(b, f.id)
			if b, err = appendSized(b, of); err != nil {
				return nil, err
			}
		}
		return b, nil
	default:
		return nil, fmt.Errorf("%s cannot be packed", v.Type())
	}
}

// appendSized writes a value behind its length.
func appendSized(b []byte, v reflect.Value) ([]byte, error) {
	at := len(b)
	b, err := appendValue(append(b, 0), v)
	if err != nil {
		return nil, err
	}
	n := uint64(len(b) - at - 1)
	if n < 0x80 {
		b[at] = byte(n)
		return b, nil
	}
	var size [binary.MaxVarintLen64]byte
	k := binary.PutUvarint(size[:], n)
	b = append(b, size[:k-1]...) // as much room
	copy(b[at+k:], b[at+1:at+1+int(n)])
	copy(b[at:], size[:k])
	return b, nil
}

func appendTime(b []byte, v reflect.Value) []byte {
	var t time.Time
	if v.CanAddr() {
		t = *v.Addr().Interface().(*time.Time) // is made into an interface for nothing
	} else {
		t = v.Interface().(time.Time)
	}
	_, zone := t.Zone()
	b = binary.AppendVarint(b, t.Unix())
	b = binary.AppendUvarint(b, uint64(t.Nanosecond()))
	return binary.AppendVarint(b, int64(zone))
}

// unpack reads what pack has written into v, a pointer.
func unpack(b []byte, v any) error {
	if len(b) == 0 || b[0] != packedMark {
		return errPacked
	}
	p := packed{b: b[1:]}
	if len(p.b) <= mostShared {
		p.text = string(p.b)
	}
	return readValue(p, reflect.ValueOf(v).Elem())
}

// mostShared bounds a record whose strings are parts of one, in bytes: an id that is kept for long keeps
// all of it.
const mostShared = 4 << 10

// packed is what is read: the strings of a record are parts of text, or copies if that is empty.
type packed struct {
	b    []byte
	text string
}

func (p packed) string() string {
	if p.text == "" {
		return string(p.b)
	}
	return p.text
}

func readValue(p packed, v reflect.Value) error {
	b := p.b
	switch v.Kind() {
	case reflect.String:
		v.SetString(p.string())
	case reflect.Bool:
		v.SetBool(len(b) == 1 && b[0] == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, used := binary.Varint(b)
		if used != len(b) || v.OverflowInt(n) {
			return errPacked
		}
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, used := binary.Uvarint(b)
		if used != len(b) || v.OverflowUint(n) {
			return errPacked
		}
		v.SetUint(n)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return readValue(p, v.Elem())
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes(bytes.Clone(b[:len(b):len(b)]))
			if len(b) == 0 { // raw JSON of no bytes is none
				v.SetZero()
			}
			return nil
		}
		n := 0
		for rest := p; len(rest.b) > 0; n++ {
			_, after, err := rest.cut()
			if err != nil {
				return err
			}
			rest = after
		}
		if n == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0)) // it was there
		} else {
			v.SetZero()
			v.Grow(n)
			v.SetLen(n)
			v.SetCap(n) // who appends to a copy of it writes into no other one
		}
		for i := range n {
			one, rest, _ := p.cut() // it was read above
			if err := readValue(one, v.Index(i)); err != nil {
				return err
			}
			p = rest
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for len(p.b) > 0 {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			for _, x := range []reflect.Value{key, value} {
				one, rest, err := p.cut()
				if err == nil {
					err = readValue(one, x)
				}
				if err != nil {
					return err
				}
				p = rest
			}
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		if v.Type() == timeType {
			return readTime(b, v)
		}
		return readStruct(p, v)
	default:
		return fmt.Errorf("%s cannot be packed", v.Type())
	}
	return nil
}

func readStruct(p packed, v reflect.Value) error {
	fields, err := shape(v.Type())
	if err != nil {
		return err
	}
	next := 0
	for len(p.b) > 0 {
		if len(p.b) < 3 {
			return errPacked
		}
		id := binary.BigEndian.Uint16(p.b)
		one, rest, err := p.from(2).cut()
		if err != nil {
			return err
		}
		p = rest
		for i := range fields { // mostly in order
			if f := fields[(next+i)%len(fields)]; f.id == id {
				next += i + 1
				if err := readValue(one, v.FieldByIndex(f.index)); err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}

// cut cuts off a value that has its length before it.
func (p packed) cut() (one, rest packed, err error) {
	n, used := binary.Uvarint(p.b)
	if used <= 0 || n > uint64(len(p.b)-used) {
		return packed{}, packed{}, errPacked
	}
	at := used + int(n)
	one = packed{b: p.b[used:at:at]}
	if p.text != "" {
		one.text = p.text[used:at]
	}
	return one, p.from(at), nil
}

// from is what stands behind its first bytes.
func (p packed) from(at int) packed {
	rest := packed{b: p.b[at:]}
	if p.text != "" {
		rest.text = p.text[at:]
	}
	return rest
}

// readTime gives a time its zone as encoding/json does.
func readTime(b []byte, v reflect.Value) error {
	seconds, i := binary.Varint(b)
	nanos, j := binary.Uvarint(b[max(i, 0):])
	zone, k := binary.Varint(b[max(i, 0)+max(j, 0):])
	if i <= 0 || j <= 0 || k <= 0 || nanos >= 1e9 || zone < -24*3600 || zone > 24*3600 {
		return errPacked
	}
	t := time.Unix(seconds, int64(nanos))
	if _, local := t.Zone(); zone == 0 {
		t = t.UTC()
	} else if local != int(zone) {
		t = t.In(time.FixedZone("", int(zone)))
	}
	*v.Addr().Interface().(*time.Time) = t
	return nil
}
