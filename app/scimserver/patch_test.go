package scimserver

import (
	"encoding/json"
	"testing"

	"github.com/elimity-com/scim"
	filter "github.com/scim2/filter-parser/v2"

	"bridge/internal/noerr"
)

// operation reads one as the library hands it over.
func operation(raw []byte) (op scim.PatchOperation, ok bool) {
	var o struct {
		Op, Path string
		Value    any
	}
	if json.Unmarshal(raw, &o) != nil {
		return op, false
	}
	op = scim.PatchOperation{Op: o.Op, Value: o.Value}
	if o.Path != "" {
		p, err := filter.ParsePath([]byte(o.Path))
		if err != nil {
			return op, false
		}
		op.Path = &p
	}
	return op, true
}

func TestPatch(t *testing.T) {
	const was = `{"displayName":"A","name":{"givenName":"G"},"emails":[{"type":"work","value":"w@x"},{"type":"home","value":"h@x"}]}`
	for _, c := range []struct{ op, want string }{
		{`{"op":"replace","path":"emails[type eq \"work\"].value","value":"n@x"}`, `{"displayName":"A","emails":[{"type":"work","value":"n@x"},{"type":"home","value":"h@x"}],"name":{"givenName":"G"}}`},
		{`{"op":"add","path":"emails[type eq \"other\"].value","value":"o@x"}`, `{"displayName":"A","emails":[{"type":"work","value":"w@x"},{"type":"home","value":"h@x"},{"type":"other","value":"o@x"}],"name":{"givenName":"G"}}`},
		{`{"op":"remove","path":"emails[type eq \"home\"]"}`, `{"displayName":"A","emails":[{"type":"work","value":"w@x"}],"name":{"givenName":"G"}}`},
		{`{"op":"remove","path":"emails"}`, `{"displayName":"A","name":{"givenName":"G"}}`},
		{`{"op":"add","path":"emails","value":[{"type":"work","value":"W@x"},{"type":"x","value":"x@x"}]}`, `{"displayName":"A","emails":[{"type":"work","value":"w@x"},{"type":"home","value":"h@x"},{"type":"x","value":"x@x"}],"name":{"givenName":"G"}}`},
		{`{"op":"replace","path":"emails","value":[{"type":"x","value":"x@x"}]}`, `{"displayName":"A","emails":[{"type":"x","value":"x@x"}],"name":{"givenName":"G"}}`},
		{`{"op":"replace","path":"NAME.familyName","value":"F"}`, `{"displayName":"A","emails":[{"type":"work","value":"w@x"},{"type":"home","value":"h@x"}],"name":{"familyName":"F","givenName":"G"}}`},
		{`{"op":"replace","path":"name","value":{"familyName":"F"}}`, `{"displayName":"A","emails":[{"type":"work","value":"w@x"},{"type":"home","value":"h@x"}],"name":{"familyName":"F","givenName":"G"}}`},
		{`{"op":"replace","value":{"displayname":"B","nickName":"N","name.givenName":"H"}}`, `{"displayName":"B","emails":[{"type":"work","value":"w@x"},{"type":"home","value":"h@x"}],"name":{"givenName":"H"},"nickName":"N"}`},
		{`{"op":"add","path":"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department","value":"D"}`, `{"displayName":"A","emails":[{"type":"work","value":"w@x"},{"type":"home","value":"h@x"}],"name":{"givenName":"G"},"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User":{"department":"D"}}`},
		{`{"op":"remove","path":"name.givenName"}`, `{"displayName":"A","emails":[{"type":"work","value":"w@x"},{"type":"home","value":"h@x"}],"name":{}}`},
	} {
		var all map[string]any
		noerr.Must(t, json.Unmarshal([]byte(was), &all))
		op, ok := operation([]byte(c.op))
		if !ok {
			t.Fatalf("%s is no operation", c.op)
		}
		if err := apply(all, op); err != nil {
			t.Errorf("%s: %v", c.op, err)
		}
		if got, err := json.Marshal(all); err != nil || string(got) != c.want {
			t.Errorf("%s makes\n%s, want\n%s (%v)", c.op, got, c.want, err)
		}
	}
}

func TestPlainBooleans(t *testing.T) {
	for in, want := range map[string]string{
		`{"active":"False","emails":[{"primary":"true","value":"true"}],"displayName":"False"}`: `{"active":false,"displayName":"False","emails":[{"primary":true,"value":"true"}]}`,
		`{"Operations":[{"op":"Replace","path":"active","value":"False"}]}`:                     `{"Operations":[{"op":"Replace","path":"active","value":false}]}`,
		`{"Operations":[{"path":"emails[type eq \"work\"].primary","value":"True"}]}`:           `{"Operations":[{"path":"emails[type eq \"work\"].primary","value":true}]}`,
		`{"Operations":[{"path":"nickName","value":"True"}]}`:                                   `{"Operations":[{"path":"nickName","value":"True"}]}`,
		`{"value":{"active":"F"}}`: `{"value":{"active":"F"}}`,
		`no JSON`:                  `no JSON`,
	} {
		if got := string(plainBooleans([]byte(in))); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	if got := inBrackets(`emails[type eq "work"].value eq "a@b"`); got != `emails[type eq "work" and value eq "a@b"]` {
		t.Error(got)
	}
}

// FuzzPatch: whatever an operation is, it ends, and what it leaves can be stored.
func FuzzPatch(f *testing.F) {
	for _, s := range []string{`{"op":"add","path":"emails[type eq \"work\"].value","value":"x"}`, `{"op":"remove","path":"emails"}`, `{"op":"replace","value":{"a.b":[1]}}`, `{"op":"add","path":"emails.value","value":{}}`} {
		f.Add([]byte(s), []byte(`{"emails":[{"type":"work"},7],"a":1,"name":[]}`))
	}
	f.Fuzz(func(t *testing.T, raw, was []byte) {
		op, ok := operation(plainBooleans(raw))
		var all map[string]any
		if !ok || json.Unmarshal(was, &all) != nil || all == nil {
			return
		}
		_ = apply(all, op)
		noerr.Must(t, noerr.Of(said(all)))
	})
}
