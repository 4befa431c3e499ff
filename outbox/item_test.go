package outbox

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
)

// TestHandedOn: what is handed on with an item is what its payload is read as; what JSON
// would change is not handed on.
func TestHandedOn(t *testing.T) {
	t.Parallel()
	out := message.Outbound{
		ID: "msg_1", Channel: "mail", To: "email:a@x", ToName: "Änne", Kind: message.Prompt, Session: "ses_1", Approval: "apr_1", Text: "Grüße <b>\n",
		HTML: "<p>", Attachments: []message.Attachment{{Artifact: "art_1", Filename: "x.pdf", Size: 3}}, Ask: &message.Ask{Summary: "pay"},
		Thread: message.Thread{Parent: "<1@x>", References: []message.Ref{"<0@x>"}}, CreatedAt: time.Now().UTC().Truncate(time.Millisecond),
	}
	bad, event := out, out
	bad.Text = "a\xffb"
	event.Event = &message.Event{Type: "turn.settled", Data: json.RawMessage(`{ "a": 1 }`)}
	for name, c := range map[string]struct {
		out    message.Outbound
		handed bool
	}{"answer": {out, true}, "no UTF-8": {bad, false}, "event": {event, false}} {
		it, err := Item(c.out)
		if err != nil || (it.Value != nil) != c.handed {
			t.Fatalf("%s: handed on: %v, %v", name, it.Value != nil, err)
		}
		if it.Value == nil {
			continue
		}
		handed, err1 := Read(&queue.Claim{Payload: []byte("sealed"), Value: it.Value})
		read, err2 := Read(&queue.Claim{Payload: it.Payload})
		if err1 != nil || err2 != nil || !reflect.DeepEqual(handed, read) {
			t.Errorf("%s: %+v, %+v is read: %v, %v", name, handed, read, err1, err2)
		}
	}
}
