package envelope

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"bridge/internal/noerr"
)

// checkStable: what is written can be read, is the same part, and is written
// the same again; directly and through json.Marshal.
func checkStable(t *testing.T, p Part) {
	t.Helper()
	first, err := p.MarshalJSON()
	if err != nil {
		t.Fatalf("cannot write %+v: %v", p, err)
	}
	var back Part
	if err := back.UnmarshalJSON(first); err != nil {
		t.Fatalf("cannot read %s: %v", first, err)
	}
	second, err := back.MarshalJSON()
	if err != nil || !bytes.Equal(first, second) {
		t.Fatalf("%v\nfirst  %s\nsecond %s", err, first, second)
	}
	compact, err := json.Marshal(p)
	noerr.Must(t, err)
	if bytes.ContainsAny(compact, "\r\n") {
		t.Fatalf("more than one line: %q", compact)
	}
	if err := json.Unmarshal(compact, &back); err != nil {
		t.Fatalf("cannot read %s: %v", compact, err)
	}
}

func FuzzPart(f *testing.F) {
	for _, s := range []string{
		respHi, dataA, surface, setTaxi, askApr,
		`{"kind":"file","file":{"bytes":"aGk=","name":"n"},"partType":"artifact"}`,
		`{"data":null,"x":{"y":[1, 2]},"metadata":{"partType":"a.b","slotKey":"\ud800"}}`,
		`{"raw":"-_8","mimeType":"a/b","metadata":{"partType":"artifact","artifactId":"a","sizeBytes":1e3}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var p Part
		if err := p.UnmarshalJSON(b); err != nil {
			return
		}
		checkStable(t, p)
		p.ArtifactRef()
		p.CitationPath()
		p.SlotKey()
		p.MergeStrategy()
		if _, err := p.StateChanges(); err == nil && p.Type != SetState {
			t.Fatal("state changes of another type")
		}
		if req, err := p.ApprovalRequest(); err == nil && (p.Type != ApprovalRequest || req.ToolName == "" || first(req.Args) != '{') {
			t.Fatalf("approval request %+v from %s", req, b)
		}
	})
}

func FuzzUpdate(f *testing.F) {
	for _, s := range []string{update("complete", respHi, dataA), `{"text":"hi"}`, `{"parts":[],"turnState":"passed","passTo":"x"}`, `[[[`, `{"a":"\`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		u, err := DecodeUpdate(b, 0)
		if err != nil {
			if len(err.Error()) > 1000 {
				t.Fatalf("error of %d bytes", len(err.Error()))
			}
			return
		}
		for _, p := range u.Parts {
			checkStable(t, p)
		}
	})
}

func FuzzAnswer(f *testing.F) {
	for _, s := range []string{`{"text":"hi"}`, `{"role":"agent","parts":[` + respHi + `],"meta":{"eventId":"t","producedAt":"2026-04-20T09:50:00+02:00","finalizedBy":"complete"}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		u, err := DecodeAnswer(b)
		if err == nil {
			if u.State == "" {
				t.Fatal("an answer without a state")
			}
			for _, p := range u.Parts {
				checkStable(t, p)
			}
		}
		var e Envelope
		if e.UnmarshalJSON(b) != nil {
			return
		}
		first, err := e.MarshalJSON()
		noerr.Must(t, err)
		var back Envelope
		if err := back.UnmarshalJSON(first); err != nil {
			t.Fatalf("cannot read %s: %v", first, err)
		}
		second, err := back.MarshalJSON()
		if err != nil || !bytes.Equal(first, second) {
			t.Fatalf("%v\nfirst  %s\nsecond %s", err, first, second)
		}
	})
}

// FuzzAssembler takes NDJSON. A first step that suspends is followed by a
// second with the same updates.
func FuzzAssembler(f *testing.F) {
	slot := func(strategy, data string) string {
		return `{"data":` + data + `,"metadata":{"partType":"domain-data","slotKey":"s","mergeStrategy":"` + strategy + `"}}`
	}
	for _, s := range []string{
		update("", respHi, dataA, setTaxi) + "\n" + update("complete", dataA),
		update("suspended", askApr, slot("append", "[1]"), slot("append", " [ ] ")),
		update("", slot("deep-merge", `{"a":{"b":1}}`), slot("deep-merge", `{"a":{"b":{}}}`)) + "\n" + update("napping", traceTxt),
		update("passed", `{"text":"x","metadata":{"partType":"a.b","append":true}}`, setTaxi),
	} {
		f.Add([]byte(s), 0)
	}
	r := newRegistry(f)
	f.Fuzz(func(t *testing.T, b []byte, open int) {
		step := func(carried Carried) Result {
			a := NewAssembler(r, carried)
			for i, line := range bytes.Split(b, []byte("\n")) {
				u, err := DecodeUpdate(line, i)
				if err != nil {
					continue
				}
				done := a.Done()
				if err := a.Apply(u); err != nil {
					break
				}
				if done && !a.Done() {
					t.Fatal("a settled step is open again")
				}
			}
			return a.End(open)
		}
		res := step(Carried{})
		checkResult(t, r, res, open)
		if res.State == Suspended {
			checkResult(t, r, step(res.Carried), open)
		}
	})
}

func checkResult(t *testing.T, r *Registry, res Result, open int) {
	t.Helper()
	rule, known := r.States().Lookup(res.State)
	if !known || !rule.IsTerminal && res.State != Suspended {
		t.Fatalf("ended in %q", res.State)
	}
	if (len(res.Requests) > 0 || !res.Carried.IsZero()) && res.State != Suspended {
		t.Fatalf("%d requests, %d carried in state %q", len(res.Requests), len(res.Carried.Parts), res.State)
	}
	if res.State == Suspended && len(res.Requests) == 0 && open <= 0 {
		t.Fatal("suspended without a request")
	}
	if res.Note != "" && res.State != Failed {
		t.Fatalf("note %q in state %q", res.Note, res.State)
	}
	for _, p := range append(append([]Part{}, res.Parts...), res.Carried.Parts...) {
		switch p.Type {
		case SetState, ReasoningTrace, ApprovalRequest, ApprovalResponse, Ack, Thinking, Progress:
			t.Fatalf("a %s part is delivered", p.Type)
		}
		if p.Type == DomainData && res.State != Complete && res.State != Suspended {
			t.Fatalf("domain-data is delivered in state %q", res.State)
		}
		checkStable(t, p)
	}
	first, err := json.Marshal(res)
	noerr.Must(t, err)
	var back, again Result
	if err := json.Unmarshal(first, &back); err != nil {
		t.Fatalf("cannot read %s: %v", first, err)
	}
	second, err := json.Marshal(back)
	if err != nil || !bytes.Equal(first, second) {
		t.Fatalf("%v\nfirst  %s\nsecond %s", err, first, second)
	}
	if err := json.Unmarshal(second, &again); err != nil || !reflect.DeepEqual(back, again) {
		t.Fatalf("%v\nfirst  %+v\nsecond %+v", err, back, again)
	}
}
