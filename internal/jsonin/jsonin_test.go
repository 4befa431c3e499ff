package jsonin

import (
	"encoding/json"
	"testing"
)

func TestReaders(t *testing.T) {
	type object struct {
		A any
	}
	for in, ok := range map[string][2]bool{ // Known, Exact
		` {"a":1} `:     {true, true},
		`{"a":1,"b":2}`: {false, true},
		`{"a":1}{}`:     {false, false},
		`{"a":1}]`:      {false, false},
		`{"a":1} x`:     {false, false},
		`{"a":`:         {false, false},
		``:              {false, false},
	} {
		var v object
		if err := Known([]byte(in), &v); err == nil != ok[0] {
			t.Errorf("Known %q: %v", in, err)
		}
		if err := Exact([]byte(in), &v); err == nil != ok[1] {
			t.Errorf("Exact %q: %v", in, err)
		}
	}
	var v object
	if err := Exact([]byte(`{"a":10000000000000000001.50}`), &v); err != nil || v.A != json.Number("10000000000000000001.50") {
		t.Errorf("%v %v", v.A, err)
	}
}
