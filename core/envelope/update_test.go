package envelope

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

func TestDecodeUpdate(t *testing.T) {
	for _, c := range []struct {
		name, in string
		state    State
		parts    []string
	}{
		{"seed 001", `{"conversationState":"complete","parts":[{"partType":"response","text":"hi"}]}`, Complete, []string{respHi}},
		{"no state", update("", respHi), "", []string{respHi}},
		{"both names agree", `{"parts":[],"turnState":"complete","conversationState":"complete"}`, Complete, nil},
		{"state alone", `{"conversationState":"clarifying"}`, Clarifying, nil},
		{"null parts", `{"parts":null,"conversationState":"complete"}`, Complete, nil},
		{"bare text", `{"text":"hi"}`, "", []string{respHi}},
		{"bare text with other fields", `{"text":"hi","model":"m","turnState":"complete"}`, Complete, []string{respHi}},
		{"bare part keeps its type", `{"text":"because","metadata":{"partType":"reasoning-trace"}}`, "", []string{traceTxt}},
		{"data", update("", dataA, `{"text":"x","keep":[1],"metadata":{"partType":"ack","k":2}}`), "", []string{dataA, `{"text":"x","metadata":{"partType":"ack","k":2},"keep":[1]}`}},
		{"unknown fields", `{"parts":[` + respHi + `],"usage":{"tokens":3}}`, "", []string{respHi}},
		{"byte order mark and space", "\xef\xbb\xbf {\"text\" : \"hi\"}\r\n", "", []string{respHi}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := []byte(c.in)
			u, err := DecodeUpdate(in, 0)
			noerr.Must(t, err)
			for i := range in {
				in[i] = 'x' // the caller's buffer is the caller's
			}
			if u.State != c.state {
				t.Errorf("state %q, want %q", u.State, c.state)
			}
			wantParts(t, "parts", u.Parts, c.parts...)
		})
	}
}

func TestDecodeUpdateErrors(t *testing.T) {
	many := strings.TrimSuffix(strings.Repeat(respHi+",", MaxParts+1), ",")
	for _, c := range []struct{ in, want string }{
		{`{"parts":[{"text":"hi"}]}`, `update 2: parts[0].metadata.partType is missing (did you mean "response"?)`},
		{`{"parts":[` + respHi + `,{"text":"a","url":"b","partType":"x"}]}`, `update 2: parts[1] has both text and url: a part is exactly one of text, data, raw and url`},
		{`{"parts":[7]}`, `update 2: parts[0] must be a JSON object`},
		{`{"parts":{}}`, `update 2: parts must be an array`},
		{`{"parts":[` + many + `]}`, `update 2: parts has more than 1000 parts`},
		{`{"parts":[],"conversationState":1}`, `update 2: conversationState must be a string`},
		{`{"parts":[],"conversationState":"complete","turnState":"awaiting"}`, `update 2: conversationState is "complete" but turnState is "awaiting"`},
		{`{"parts":[],"parts":[]}`, `update 2: has the key "parts" twice`},
		{`{"parts":[],"text":"hi"}`, `update 2: has both parts and text: put it into a part`},
		{`{"message":"hi"}`, `update 2: has neither parts nor text nor conversationState`},
		{`{"parts":[],"state":"complete"}`, `update 2: state is not a field of an update (did you mean "conversationState"?)`},
		{`{"text":"hi","passTo":"x"}`, `update 2: passTo needs conversationState "passed"`},
		{`{"data":{"a":1}}`, `update 2: metadata.partType is missing (did you mean "domain-data"?)`},
		{`{"parts":[`, `update 2: is not valid JSON at byte 10: unexpected end of JSON input`},
		{`{"text":"hi"}{"text":"ho"}`, `update 2: is not valid JSON at byte 14: invalid character '{' after top-level value`},
		{"{\"text\":\"\xff\"}", `update 2: is not valid UTF-8 at byte 10`},
		{`{"part":{"text":"hi"}}`, `update 2: part.metadata.partType is missing (did you mean "response"?)`},
		{`{"part":7}`, `update 2: part must be a JSON object`},
		{`{"part":{"text":"a","partType":"ack"},"text":"b"}`, `update 2: has part beside others: put it into parts`},
		{`[]`, `update 2: must be a JSON object`},
		{``, `update 2: is not valid JSON at byte 0: unexpected end of JSON input`},
		{strings.Repeat(`[`, 1<<20), `update 2: is nested deeper than 200 levels`},
		{strings.Repeat(`{"a":`, 1<<18), `update 2: is nested deeper than 200 levels`},
	} {
		if _, err := DecodeUpdate([]byte(c.in), 1); err == nil || err.Error() != c.want {
			t.Errorf("%.80s:\n got %v\nwant %s", c.in, err, c.want)
		}
	}
}

// The end of a stream of single parts says how the turn ended, under every name.
func TestDecodeSettled(t *testing.T) {
	for in, want := range map[string]State{
		`{}`: Complete, `{"type":"settled"}`: Complete, `{"conversationState":"error"}`: Failed, `{"turnState":"clarifying"}`: Clarifying,
		`{"finalizedBy":"passed"}`: Passed, `{"meta":{"finalizedBy":"suspended"},"parts":[{"broken":1}]}`: Suspended, `{"meta":null}`: Complete,
	} {
		if got, err := DecodeSettled([]byte(in)); err != nil || got != want {
			t.Errorf("%s: %q, %v", in, got, err)
		}
	}
	for in, want := range map[string]string{
		`7`: "settled: must be a JSON object", `{"finalizedBy":7}`: "settled: finalizedBy must be a string", `{"meta":[]}`: "settled: meta must be a JSON object",
	} {
		if _, err := DecodeSettled([]byte(in)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
}

// Errors quote what an agent wrote, but not megabytes of it.
func TestErrorsAreBounded(t *testing.T) {
	long := strings.Repeat("é\n", 1<<16)
	key, err := json.Marshal(long)
	noerr.Must(t, err)
	_, err = DecodeUpdate([]byte(`{`+string(key)+`:1,`+string(key)+`:2}`), 0)
	if err == nil || len(err.Error()) > 300 || strings.Contains(err.Error(), "\n") {
		t.Errorf("error of %d bytes: %.300v", len(err.Error()), err)
	}
}

func TestDecodeAnswer(t *testing.T) {
	meta := `"meta":{"sessionId":"s","turnId":"t","producedAt":"2026-04-20T09:50:00Z"`
	for _, c := range []struct {
		name, in string
		state    State
		parts    []string
	}{
		{"text", `{"text":"hi"}`, Complete, []string{respHi}},
		{"update", update("clarifying", respHi), Clarifying, []string{respHi}},
		{"update without state", update("", respHi), Complete, []string{respHi}},
		{"envelope", `{"role":"agent","parts":[` + respHi + `],` + meta + `,"finalizedBy":"error"}}`, Failed, []string{respHi}},
		{"envelope without finalizedBy", `{"parts":[` + respHi + `],"meta":{}}`, Complete, []string{respHi}},
		{"envelope with the state beside it", `{"parts":[` + respHi + `],"meta":{},"turnState":"clarifying"}`, Clarifying, []string{respHi}},
		{"null meta", `{"parts":[` + respHi + `],"meta":null}`, Complete, []string{respHi}},
		{"awaiting is what it says", update("awaiting", respHi), Awaiting, []string{respHi}},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := DecodeAnswer([]byte(c.in))
			noerr.Must(t, err)
			if u.State != c.state {
				t.Errorf("state %q, want %q", u.State, c.state)
			}
			wantParts(t, "parts", u.Parts, c.parts...)
		})
	}
	for _, c := range []struct{ in, want string }{
		{`{"parts":[{"url":"u"}],"meta":{}}`, `answer: parts[0].metadata.partType is missing (did you mean "artifact"?)`},
		{`{"meta":{}}`, `answer: parts is missing`},
		{`{"parts":[],"meta":7}`, `answer: meta must be a JSON object`},
		{`{"parts":[],"meta":{"finalizedBy":7}}`, `answer: meta.finalizedBy must be a string`},
		{`{"parts":[],"meta":{"producedAt":"now"}}`, `answer: meta.producedAt must be an RFC 3339 time such as 2026-04-20T09:50:00Z`},
		{`{"role":"user","parts":[],"meta":{}}`, `answer: role is "user": this is a request, not an answer`},
		{`nope`, `answer: is not valid JSON at byte 2: invalid character 'o' in literal null (expecting 'u')`},
	} {
		if _, err := DecodeAnswer([]byte(c.in)); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.in, err, c.want)
		}
	}
}

func TestEnvelopeRoundTrip(t *testing.T) {
	in := Envelope{Parts: []Part{decodePart(t, dataA), decodePart(t, `{"text":"<&>","x":[1],"partType":"response"}`)}}
	first, err := in.MarshalJSON()
	noerr.Must(t, err)
	if !bytes.Contains(first, []byte(`"text":"<&>"`)) || !bytes.HasPrefix(first, []byte(`{"role":"agent","parts":[`)) {
		t.Errorf("wrote %s", first)
	}
	var back Envelope
	noerr.Must(t, json.Unmarshal(first, &back))
	second, err := back.MarshalJSON()
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("%v\nfirst  %s\nsecond %s", err, first, second)
	}
	empty, err := Envelope{}.MarshalJSON()
	if want := `{"role":"agent","parts":[],"meta":{"sessionId":"","turnId":"","eventId":"","producedAt":"0001-01-01T00:00:00Z","finalizedBy":""}}`; err != nil || string(empty) != want {
		t.Errorf("empty: %s, %v", empty, err)
	}
	in.Parts[1].Type = ""
	if _, err := in.MarshalJSON(); err == nil || !strings.Contains(err.Error(), "envelope: parts[1].metadata.partType") {
		t.Errorf("error %v", err)
	}
}

func TestBuildDoesNotShareTheList(t *testing.T) {
	res := run(t, update("clarifying", respHi, surface))
	env := Build(res, Meta{FinalizedBy: "whatever"})
	if env.Meta.FinalizedBy != Clarifying || env.Role != "agent" {
		t.Errorf("built %+v", env)
	}
	env.Parts[0] = Part{}
	wantTypes(t, "result", res.Parts, Response, A2UISurface)
}
