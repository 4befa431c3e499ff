package envelope

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"bridge/internal/noerr"
)

func TestPartReads(t *testing.T) {
	for _, c := range []struct{ name, in, out string }{
		{"text", `{"text":"a<b & \"c\"\n","metadata":{"partType":"response"}}`, `{"text":"a<b & \"c\"\n","metadata":{"partType":"response"}}`},
		{"empty text", `{"text":"","metadata":{"partType":"response"}}`, `{"text":"","metadata":{"partType":"response"}}`},
		{"data null", `{"data":null,"metadata":{"partType":"domain-data"}}`, `{"data":null,"metadata":{"partType":"domain-data"}}`},
		{"data number", `{"data":-0.0,"partType":"ta.x"}`, `{"data":-0.0,"metadata":{"partType":"ta.x"}}`},
		{"raw", `{"raw":"-_8","mimeType":"a/b","metadata":{"partType":"artifact"}}`, `{"raw":"+/8=","mediaType":"a/b","metadata":{"partType":"artifact"}}`},
		{"both media names", `{"url":"u","mimeType":"a/b","mediaType":"a/b","metadata":{"partType":"artifact"}}`, `{"url":"u","mediaType":"a/b","metadata":{"partType":"artifact"}}`},
		{"nulls of optional fields", `{"text":"x","raw":null,"url":null,"filename":null,"mediaType":null,"metadata":{"partType":"response"}}`, `{"text":"x","metadata":{"partType":"response"}}`},
		{"an artifact by its id alone", `{"partType":"artifact","artifactId":"art_1","mimeType":"a/b"}`, `{"data":{"artifactId":"art_1"},"mediaType":"a/b","metadata":{"partType":"artifact"}}`},
		{"the same in metadata", `{"metadata":{"partType":"artifact","artifactId":"art_1"}}`, `{"data":{"artifactId":"art_1"},"metadata":{"partType":"artifact","artifactId":"art_1"}}`},
		{"0.3 text", `{"kind":"text","text":"x","metadata":{"partType":"response"}}`, `{"text":"x","metadata":{"partType":"response"}}`},
		{"0.3 data", `{"kind":"data","data":{"k":1},"partType":"domain-data"}`, `{"data":{"k":1},"metadata":{"partType":"domain-data"}}`},
		{"0.3 file bytes", `{"kind":"file","file":{"bytes":"aGk=","name":"n","mimeType":"t/x"},"partType":"artifact"}`, `{"raw":"aGk=","filename":"n","mediaType":"t/x","metadata":{"partType":"artifact"}}`},
		{"0.3 file uri without kind", `{"file":{"uri":"https://x"},"partType":"artifact"}`, `{"url":"https://x","metadata":{"partType":"artifact"}}`},
		{
			"unknown fields, sorted, byte for byte", `{"zz":[1, 2.0],"kind":"odd","text":"x","file":1,"metadata":{"z":1e2,"partType":"response","a":{"k" : "\u003c"}}}`,
			`{"text":"x","metadata":{"partType":"response","a":{"k" : "\u003c"},"z":1e2},"file":1,"kind":"odd","zz":[1, 2.0]}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := decodePart(t, c.in)
			wantParts(t, "written", []Part{p}, c.out)
			if again := decodePart(t, c.out); !reflect.DeepEqual(again, p) {
				t.Errorf("read again %+v, first %+v", again, p)
			}
		})
	}
}

func TestPartErrorsNameThePlace(t *testing.T) {
	deep := strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1)
	for _, c := range []struct{ in, want string }{
		{`{"text":"x"}`, `part: metadata.partType is missing (did you mean "response"?)`},
		{`{"data":1,"metadata":{}}`, `part: metadata.partType is missing (did you mean "domain-data"?)`},
		{`{"url":"x","metadata":null}`, `part: metadata.partType is missing (did you mean "artifact"?)`},
		{`{"metadata":{"partType":"response"}}`, `part: has no content: a part is exactly one of text, data, raw and url`},
		{`{"artifactId":"art_1","partType":"response"}`, `part: has no content: a part is exactly one of text, data, raw and url`},
		{`{"artifactId":7,"partType":"artifact"}`, `part: has no content: a part is exactly one of text, data, raw and url`},
		{`{"text":"x","data":null,"partType":"response"}`, `part: has both text and data: a part is exactly one of text, data, raw and url`},
		{`{"text":1,"partType":"response"}`, `part: text must be a string`},
		{`{"raw":"a b","partType":"artifact"}`, `part: raw is not base64`},
		{`{"text":"x","partType":"ack","metadata":{"partType":"response"}}`, `part: metadata.partType is "response" but partType is "ack"`},
		{`{"text":"x","metadata":{"partType":7}}`, `part: metadata.partType must be a string`},
		{`{"text":"x","metadata":{"partType":"a b"}}`, `part: metadata.partType contains a space or a control character`},
		{`{"text":"x","metadata":[]}`, `part: metadata must be a JSON object`},
		{`{"text":"x","metadata":{"partType":"ack","partType":"response"}}`, `part: metadata has the key "partType" twice`},
		{`{"text":"x","text":"y","partType":"ack"}`, `part: has the key "text" twice`},
		{`{"text":"x","mediaType":"a/b","mimeType":"a/c","partType":"ack"}`, `part: mediaType and mimeType disagree`},
		{`{"kind":"data","text":"x","partType":"ack"}`, `part: has kind "data" but no data`},
		{`{"kind":"file","partType":"artifact"}`, `part: has kind "file" but no file`},
		{`{"kind":"file","file":{"bytes":"","uri":""},"partType":"artifact"}`, `part: file needs exactly one of bytes and uri`},
		{`{"kind":"file","file":{"bytes":"?"},"partType":"artifact"}`, `part: file.bytes is not base64`},
		{`{"data":` + deep + `,"partType":"domain-data"}`, `part: data is nested deeper than 200 levels`},
		{`{"text":"x","partType":"ack","metadata":{"m":` + deep + `}}`, `part: has a field "m" that is nested deeper than 200 levels`},
		{`"text"`, `part: must be a JSON object`},
	} {
		var p Part
		err := p.UnmarshalJSON([]byte(c.in))
		if err == nil || err.Error() != c.want {
			t.Errorf("%.80s:\n got %v\nwant %s", c.in, err, c.want)
		}
	}
}

// The deepest value that is read can be written into an envelope and read again.
func TestDepthLimitHoldsAcrossForms(t *testing.T) {
	deep := strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth)
	u, err := DecodeUpdate([]byte(`{"data":`+deep+`,"partType":"domain-data"}`), 0)
	noerr.Must(t, err)
	b, err := json.Marshal(Envelope{Parts: u.Parts})
	noerr.Must(t, err)
	var env Envelope
	noerr.Must(t, json.Unmarshal(b, &env))
}

func TestPartRefusesToWriteWhatCannotBeRead(t *testing.T) {
	raw := func(s string) map[string]json.RawMessage { return map[string]json.RawMessage{s: json.RawMessage("1")} }
	for name, p := range map[string]Part{
		"no type":           TextPart("", "x"),
		"no kind":           {Type: Response},
		"broken data":       {Kind: KindData, Type: DomainData, Data: json.RawMessage(`{"a":`)},
		"no data":           {Kind: KindData, Type: DomainData},
		"type twice":        {Kind: KindText, Type: Response, Metadata: raw("partType")},
		"content twice":     {Kind: KindText, Type: Response, Extra: raw("url")},
		"broken metadata":   {Kind: KindText, Type: Response, Metadata: map[string]json.RawMessage{"x": nil}},
		"media name as 0.3": {Kind: KindText, Type: Response, Extra: raw("mimeType")},
	} {
		if b, err := p.MarshalJSON(); err == nil {
			t.Errorf("%s: wrote %s", name, b)
		}
	}
}

// json.Marshal of a part is one line, so that it fits NDJSON and SSE.
func TestMarshalIsOneLine(t *testing.T) {
	p := decodePart(t, "{\"data\":{\n\"a\": \"<\"\n},\"partType\":\"domain-data\"}")
	b, err := json.Marshal(p)
	noerr.Must(t, err)
	if want := `{"data":{"a":"\u003c"},"metadata":{"partType":"domain-data"},"partType":"domain-data"}`; string(b) != want {
		t.Errorf("got %s, want %s", b, want)
	}
}

func TestGetters(t *testing.T) {
	p := decodePart(t, `{"text":"x","metadata":{"partType":"response","append":true,"slotKey":7,"lang":null,"n":3}}`)
	var n int
	var s string
	if !p.Append() || p.SlotKey() != "" || !p.Meta("n", &n) || n != 3 {
		t.Errorf("append %v, slot %q, n %d", p.Append(), p.SlotKey(), n)
	}
	if p.Meta("lang", &s) || p.Meta("none", &s) || p.Meta("n", &s) {
		t.Error("Meta reports a null, a missing, or a wrongly typed value")
	}
	if decodePart(t, `{"text":"x","metadata":{"partType":"response","append":"true"}}`).Append() {
		t.Error(`append "true" is a string, not true`)
	}
}

func TestApprovalRequest(t *testing.T) {
	ask := func(data string) Part {
		return Part{Kind: KindData, Type: ApprovalRequest, Data: json.RawMessage(data)}
	}
	got, err := ask(`{"approvalId":"a1","toolName":"refund","toolCallId":"c1","args":{"amount": 40},"handler":"h","turn":"t","session":"s","expiresAt":"2026-08-15T08:45:00+02:00","more":1}`).ApprovalRequest()
	noerr.Must(t, err)
	if !got.ExpiresAt.Equal(time.Date(2026, 8, 15, 6, 45, 0, 0, time.UTC)) {
		t.Errorf("expiresAt %v", got.ExpiresAt)
	}
	got.ExpiresAt = time.Time{}
	want := ApprovalRequestData{ApprovalID: "a1", ToolName: "refund", ToolCallID: "c1", Args: json.RawMessage(`{"amount": 40}`), Handler: "h", Turn: "t", Session: "s"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, err = ask(`{"toolName":"ping","args":{}}`).ApprovalRequest(); err != nil || got.ToolName != "ping" || string(got.Args) != "{}" {
		t.Errorf("smallest: %+v, %v", got, err)
	}
	for _, c := range []struct{ data, want string }{
		{`{"args":{}}`, `data.toolName is missing`},
		{`{"toolName":" ","args":{}}`, `data.toolName is missing`},
		{`{"toolName":"x"}`, `data.args is missing (write {} for none)`},
		{`{"toolName":"x","args":null}`, `data.args must be a JSON object`},
		{`{"toolName":"x","args":[1]}`, `data.args must be a JSON object`},
		{`{"toolName":"x","args":{"to":{"n":1,"\u006e":2}}}`, `data.args has the key "n" twice in one object`},
		{`{"toolName":"x","toolName":"y","args":{}}`, `data has the key "toolName" twice`},
		{`{"toolName":["x"],"args":{}}`, `data.toolName must be a string`},
		{`{"toolName":"a\nb","args":{}}`, `data.toolName contains a control character`},
		{`{"toolName":"` + strings.Repeat("x", 257) + `","args":{}}`, `data.toolName is longer than 256 bytes`},
		{`{"toolName":"x","args":{},"expiresAt":"tomorrow"}`, `data.expiresAt must be an RFC 3339 time such as 2026-08-15T08:45:00Z`},
		{`[]`, `data must be a JSON object`},
		{`{`, `data is not valid JSON at byte 1: unexpected end of JSON input`},
	} {
		if _, err := ask(c.data).ApprovalRequest(); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.data, err, c.want)
		}
	}
	if _, err := TextPart(ApprovalRequest, "x").ApprovalRequest(); err == nil || !strings.Contains(err.Error(), "needs data") {
		t.Errorf("text: %v", err)
	}
	if _, err := TextPart(Response, "x").ApprovalRequest(); err == nil || !strings.Contains(err.Error(), `is "response"`) {
		t.Errorf("other type: %v", err)
	}
	for title, want := range map[string]string{
		`"Refund\n 40\u0007 €"`:               "Refund 40 €",
		`7`:                                   "",
		`"x` + strings.Repeat("é", 200) + `"`: "x" + strings.Repeat("é", 127),
	} {
		got, err := ask(`{"toolName":"x","args":{},"title":` + title + `}`).ApprovalRequest()
		if err != nil || got.Title != want {
			t.Errorf("title %s: %q, %v; want %q", title, got.Title, err, want)
		}
	}
	// A name may appear in different objects, and as a value.
	if _, err := ask(`{"toolName":"x","args":{"a":{"a":["a","a",{"a":1},{"a":2}]},"b":"a"}}`).ApprovalRequest(); err != nil {
		t.Errorf("same name in different objects: %v", err)
	}
}

func TestDataPart(t *testing.T) {
	p, err := DataPart(DomainData, map[string]int{"a": 1})
	noerr.Must(t, err)
	wantParts(t, "written", []Part{p}, dataA)
	if _, err := DataPart(DomainData, make(chan int)); err == nil {
		t.Error("a channel became JSON")
	}
}
