package canonical

import (
	"encoding/json"
	"testing"

	"bridge/internal/noerr"
)

func TestCut(t *testing.T) {
	const text = `{"a":{"b":{"c":1,"d":"x,}\"{"},"e":[{"b":2},",",[]]},"b":null,"z":-1.5}`
	for _, tt := range []struct {
		path  []string
		value string
		want  string
	}{
		{[]string{"a"}, `{"b":{"c":1,"d":"x,}\"{"},"e":[{"b":2},",",[]]}`, `{"b":null,"z":-1.5}`},
		{[]string{"b"}, `null`, `{"a":{"b":{"c":1,"d":"x,}\"{"},"e":[{"b":2},",",[]]},"z":-1.5}`},
		{[]string{"z"}, `-1.5`, `{"a":{"b":{"c":1,"d":"x,}\"{"},"e":[{"b":2},",",[]]},"b":null}`},
		{[]string{"a", "b", "c"}, `1`, `{"a":{"b":{"d":"x,}\"{"},"e":[{"b":2},",",[]]},"b":null,"z":-1.5}`},
		{[]string{"a", "b", "d"}, `"x,}\"{"`, `{"a":{"b":{"c":1},"e":[{"b":2},",",[]]},"b":null,"z":-1.5}`},
		{[]string{"a", "e"}, `[{"b":2},",",[]]`, `{"a":{"b":{"c":1,"d":"x,}\"{"}},"b":null,"z":-1.5}`},
		{[]string{"a", "x"}, ``, text},
		{[]string{"b", "x"}, ``, text},
		{[]string{"c"}, ``, text},
		{[]string{"a", "e", "b"}, ``, text},
	} {
		if got := string(Cut([]byte(text), tt.path...)); got != tt.want {
			t.Errorf("without %v: %s", tt.path, got)
		}
		if got := string(Value([]byte(text), tt.path...)); got != tt.value {
			t.Errorf("at %v: %s", tt.path, got)
		}
	}
	if got := string(Cut([]byte(`{"a":1}`), "a")); got != `{}` {
		t.Error(got)
	}
}

// TestPut: a member comes where the order of names has it, also beside names with escapes.
func TestPut(t *testing.T) {
	for _, tt := range []struct {
		text string
		path []string
		want string
	}{
		{`{}`, []string{"b"}, `{"b":7}`},
		{`{"a":1}`, []string{"b"}, `{"a":1,"b":7}`},
		{`{"c":1}`, []string{"b"}, `{"b":7,"c":1}`},
		{`{"a":1,"b":[1,2],"c":1}`, []string{"b"}, `{"a":1,"b":7,"c":1}`},
		{`{"\"":1,"\\":2,"é":3}`, []string{"b"}, `{"\"":1,"\\":2,"b":7,"é":3}`},
		{`{"a":{"x":{}},"b":{}}`, []string{"a", "y"}, `{"a":{"x":{},"y":7},"b":{}}`},
		{`{"a":{"x":{}},"b":{}}`, []string{"b", "y"}, `{"a":{"x":{}},"b":{"y":7}}`},
		{`{"a":1}`, []string{"b", "y"}, `{"a":1}`},
		{`[]`, []string{"b"}, `[]`},
	} {
		if got := string(Put([]byte(tt.text), []byte("7"), tt.path...)); got != tt.want {
			t.Errorf("%s with %v: %s", tt.text, tt.path, got)
		}
	}
}

// FuzzCut: a member is found and cut as encoding/json does it, and the rest stays canonical.
func FuzzCut(f *testing.F) {
	for _, s := range []string{`{"a":1}`, `{"a":{"b":"}"},"c":[]}`, `{"a":{"a":2,"b":[{"a":1}]}}`, `{"a":"\\","b":1}`, `[1]`, `{"":{"a":1}}`, `"a"`, `7`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		form, err := Form(b)
		if err != nil {
			return
		}
		for _, path := range [][]string{{"a"}, {"b"}, {"a", "a"}, {"a", "b"}} {
			var all map[string]json.RawMessage
			_ = json.Unmarshal(form, &all)
			want, value := string(form), ""
			at := all
			var inner map[string]json.RawMessage
			if len(path) == 2 {
				if json.Unmarshal(all[path[0]], &inner) != nil {
					inner = nil
				}
				at = inner
			}
			if v, ok := at[path[len(path)-1]]; ok {
				value = string(v)
				delete(at, path[len(path)-1])
				if len(path) == 2 {
					m, err := json.Marshal(inner)
					noerr.Must(t, err)
					all[path[0]] = m
				}
				m, err := json.Marshal(all)
				noerr.Must(t, err)
				rest, err := Form(m)
				noerr.Must(t, err)
				want = string(rest)
			}
			if got := string(Cut(form, path...)); got != want {
				t.Fatalf("%s without %v is %s, want %s", form, path, got, want)
			}
			if back := Put(Cut(form, path...), []byte(value), path...); value != "" && string(back) != string(form) {
				t.Fatalf("%s with %v again is %s", form, path, back)
			}
			if again, err := Form(Put(form, []byte(`{"x":1}`), path...)); err != nil || string(again) != string(Put(form, []byte(`{"x":1}`), path...)) {
				t.Fatalf("%s with another %v is %s, %v", form, path, Put(form, []byte(`{"x":1}`), path...), err)
			}
			if got := string(Value(form, path...)); got != value {
				t.Fatalf("%s at %v is %s, want %s", form, path, got, value)
			}
		}
	})
}
