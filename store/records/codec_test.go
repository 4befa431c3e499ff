package records

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"bridge/approvals/ledger"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/internal/noerr"
	"bridge/outbox"
	"bridge/store/ground"
)

// kinds are the types that are packed.
func packedTypes() []any {
	return []any{
		new(admission.Admitted), new(admission.Session), new(admission.Target), new(turn), new(turns.Step), new(turns.Last), new(send), new(conversation), new(contact),
		new(outbox.LastOutbound), new(approval), new(ledger.Entry), new(code), new(hold),
	}
}

// fill gives all fields values; some of them are left out where rnd says so.
func fill(v reflect.Value, rnd *rand.Rand, depth int) {
	if rnd.IntN(5) == 0 && depth > 0 || depth > 6 {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString([]string{"x", "grüße\n\"", string(make([]byte, 200)), "{"}[rnd.IntN(4)])
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(rnd.Int64N(100) - 50)
	case reflect.Uint8:
		v.SetUint(rnd.Uint64N(4))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), rnd, depth+1)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte(`{"a": [1, "b"]}`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), rnd.IntN(3), 3))
		for i := range v.Len() {
			fill(v.Index(i), rnd, depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, rnd, depth)
		fill(value, rnd, depth)
		v.SetMapIndex(key, value)
	case reflect.Struct:
		if v.Type() == timeType {
			zone := []*time.Location{time.UTC, time.FixedZone("", 5400)}[rnd.IntN(2)]
			v.Set(reflect.ValueOf(time.Unix(rnd.Int64N(2e10)-1e9, rnd.Int64N(1e9)).In(zone)))
			return
		}
		for i := range v.NumField() {
			if tag := v.Type().Field(i).Tag.Get("json"); tag != "-" {
				fill(v.Field(i), rnd, depth+1)
			}
		}
	default:
		panic(v.Type())
	}
}

// TestPacked: what is packed is read as it was, with all of its fields and its times' zones; so is what
// a build of before has written as JSON.
func TestPacked(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 1))
	for _, of := range packedTypes() {
		typ := reflect.TypeOf(of).Elem()
		if !packs(reflect.Zero(typ).Interface()) {
			t.Errorf("%s is not packed", typ)
		}
		shorter := 0
		for range 40 {
			v := reflect.New(typ)
			fill(v.Elem(), rnd, 0)
			b, err := encode(v.Elem().Interface())
			if err != nil {
				t.Fatalf("%s: %v", typ, err)
			}
			got := reflect.New(typ)
			if err := decode(ground.Record{Body: b}, got.Interface()); err != nil || !reflect.DeepEqual(got.Interface(), v.Interface()) {
				t.Fatalf("%s: %+v is read as %+v: %v", typ, v.Elem(), got.Elem(), err)
			}
			for n := 0; n < len(b); n += 5 {
				_ = unpack(b[:n], reflect.New(typ).Interface()) // no panic
			}
			old, err := json.Marshal(v.Interface())
			if err != nil {
				continue // a part that is none
			}
			if len(b) < len(old) {
				shorter++
			}
			was, want := reflect.New(typ), reflect.New(typ)
			if json.Unmarshal(old, want.Interface()) != nil {
				continue
			}
			if err := decode(ground.Record{Body: old}, was.Interface()); err != nil || !reflect.DeepEqual(was.Interface(), want.Interface()) {
				t.Fatalf("%s as JSON: %v", typ, err)
			}
		}
		if shorter == 0 {
			t.Errorf("%s is never shorter than JSON", typ)
		}
	}
}

// TestPackedUnknown: a field that is not known is skipped.
func TestPackedUnknown(t *testing.T) {
	t.Parallel()
	b, err := pack(turns.Last{ID: "trn_1", State: "clarifying"})
	if err != nil {
		t.Fatal(err)
	}
	b = append([]byte{packedMark, 0xff, 0xff, 3, 1, 2, 3}, b[1:]...)
	var l turns.Last
	if err := unpack(b, &l); err != nil || l.ID != "trn_1" || l.State != "clarifying" {
		t.Errorf("%+v, %v", l, err)
	}
}

// FuzzUnpack: whatever is in a store is read or refused.
func FuzzUnpack(f *testing.F) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for _, of := range packedTypes() {
		v := reflect.ValueOf(of)
		fill(v.Elem(), rnd, 0)
		if b, err := encode(v.Elem().Interface()); err == nil {
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, of := range packedTypes() {
			if unpack(b, of) != nil {
				continue
			}
			again, err := pack(reflect.ValueOf(of).Elem().Interface())
			if err != nil {
				t.Fatal(err)
			}
			twice := reflect.New(reflect.TypeOf(of).Elem())
			if err := unpack(again, twice.Interface()); err != nil || !reflect.DeepEqual(twice.Interface(), of) {
				t.Errorf("%+v is read as %+v: %v", of, twice.Elem(), err)
			}
		}
	})
}

// TestUnpackedStandsAlone: who appends to what was read changes no other copy of it, and an id that is kept
// for long does not keep all of a large record.
func TestUnpackedStandsAlone(t *testing.T) {
	large := turns.Step{Turn: "trn_1", Key: "agent", Detail: strings.Repeat("x", 1<<20)}
	for range 3 {
		large.History = append(large.History, turns.Try{})
	}
	b, err := pack(&large)
	noerr.Must(t, err)
	var got turns.Step
	noerr.Must(t, unpack(b, &got))
	if n := cap(got.History); n != 3 {
		t.Errorf("room for %d in a list of 3", n)
	}
	if from, id := uintptr(unsafe.Pointer(unsafe.StringData(got.Detail))), uintptr(unsafe.Pointer(unsafe.StringData(string(got.Turn)))); from-id < 1<<20 || id-from < 2<<20 {
		t.Error("an id is part of the text of a megabyte")
	}
}
