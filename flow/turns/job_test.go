package turns

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/noerr"
)

// TestHandedOn: what is handed on with an item is what its payload is read as; what JSON
// would change is not handed on.
func TestHandedOn(t *testing.T) {
	t.Parallel()
	turn := Turn{
		ID: "trn_1", Session: "ses_1", Channel: "mail", Agent: "a", Tenant: "default", Trace: "t", Correlation: "c", Inbound: "<1@x>",
		CreatedAt: time.Now().UTC().Truncate(time.Microsecond), State: envelope.Awaiting, Call: Caller{Sender: "a", Channel: "email", Trust: "verified"},
		Originators: []Originator{{Channel: "mail", Address: "email:a@x", Name: "Änne", Thread: message.Thread{Subject: "s", References: []message.Ref{"<0@x>"}}}},
	}
	for name, c := range map[string]struct {
		part   envelope.Part
		handed bool
	}{
		"text":     {envelope.TextPart(envelope.Response, "Grüße <b>&amp;\u2028\"\n"), true},
		"artifact": {envelope.ArtifactPart(envelope.ArtifactRef{ArtifactID: "art_1", URL: "https://x/y", Filename: "ä.pdf", MediaType: "application/pdf", SizeBytes: 7}), true},
		"no UTF-8": {envelope.TextPart(envelope.Response, "a\xffb"), false},
		"data":     {envelope.Part{Kind: envelope.KindData, Type: envelope.DomainData, Data: json.RawMessage(`{ "a": 1 }`)}, false},
	} {
		it, err := MessageItem("k", turn, []envelope.Part{c.part})
		noerr.Must(t, err)
		if (it.Value != nil) != c.handed {
			t.Errorf("%s: handed on: %v", name, it.Value != nil)
		}
		if it.Value == nil {
			continue
		}
		handed, err1 := readJob(&queue.Claim{Payload: []byte("sealed"), Value: it.Value})
		read, err2 := readJob(&queue.Claim{Payload: it.Payload})
		if err1 != nil || err2 != nil || !reflect.DeepEqual(handed, read) {
			t.Errorf("%s: %+v, %+v is read: %v, %v", name, handed, read, err1, err2)
		}
	}
}
