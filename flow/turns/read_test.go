package turns

import (
	"testing"

	"bridge/core/envelope"
	"bridge/core/message"
)

// TestReadItem: what operators are shown is what was enqueued.
func TestReadItem(t *testing.T) {
	turn := Turn{ID: message.NewTurnID(), Session: message.NewSessionID(), Agent: "a", Inbound: "<x@y>"}
	parts := []envelope.Part{envelope.TextPart(envelope.Response, "hi")}
	it, err := MessageItem("key", turn, parts)
	if err != nil {
		t.Fatal(err)
	}
	w, err := ReadItem(it.Payload)
	if err != nil || w.Turn == nil || w.Turn.Inbound != "<x@y>" || w.TurnID() != turn.ID || len(w.Parts) != 1 || w.Approval != "" {
		t.Errorf("a message is %+v, %v", w, err)
	}
	if it, err = DecisionItem(turn.Session, turn.ID, "apr_1", parts[0]); err != nil {
		t.Fatal(err)
	}
	w, err = ReadItem(it.Payload)
	if err != nil || w.Turn != nil || w.TurnID() != turn.ID || w.Approval != "apr_1" {
		t.Errorf("a decision is %+v, %v", w, err)
	}
	for _, bad := range []string{"", "{}", "[]", `{"turn":{}}`, "\xff"} {
		if w, err := ReadItem([]byte(bad)); err == nil {
			t.Errorf("%q is %+v", bad, w)
		}
	}
}
