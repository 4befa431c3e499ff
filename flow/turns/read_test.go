package turns

import (
	"slices"
	"strings"
	"testing"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// TestReadItem: what operators are shown is what was enqueued.
func TestReadItem(t *testing.T) {
	turn := Turn{ID: message.NewTurnID(), Session: message.NewSessionID(), Agent: "a", Inbound: "<x@y>"}
	parts := []envelope.Part{envelope.TextPart(envelope.Response, "hi")}
	it, err := MessageItem("key", turn, parts)
	noerr.Must(t, err)
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

// TestCameIn: what is kept of a message is what a person reads of it, whatever its size.
func TestCameIn(t *testing.T) {
	data, err := envelope.DataPart(envelope.DomainData, map[string]int{"order": 7})
	noerr.Must(t, err)
	file := envelope.ArtifactPart(envelope.ArtifactRef{ArtifactID: "art_1", URL: "https://bridge.example.com/a", Filename: "plan.pdf", MediaType: "application/pdf"})
	text := func(s string) envelope.Part { return envelope.TextPart(envelope.Response, s) }
	for name, c := range map[string]struct {
		parts []envelope.Part
		said  string
		files int
	}{
		"nothing":            {nil, "", 0},
		"text and files":     {[]envelope.Part{text("Look at\nthis"), file, file}, "Look at\nthis", 2},
		"texts":              {[]envelope.Part{text("one"), text(""), text("two")}, "one\n\ntwo", 0},
		"data":               {[]envelope.Part{data}, `{"order":7}`, 0},
		"just short enough":  {[]envelope.Part{text(strings.Repeat("a", MaxSaid))}, strings.Repeat("a", MaxSaid), 0},
		"cut at a character": {[]envelope.Part{text(strings.Repeat("€", MaxSaid))}, strings.Repeat("€", (MaxSaid-len(more))/3) + more, 0},
	} {
		it, err := MessageItem("key", Turn{ID: "trn_1"}, c.parts)
		noerr.Must(t, err)
		w, err := ReadItem(it.Payload)
		if err != nil || w.Turn.Said != c.said || len(w.Turn.FileNames) != c.files || c.files > 0 && w.Turn.FileNames[0] != "plan.pdf" {
			t.Errorf("%s: %v, %d bytes %.40q, %q", name, err, len(w.Turn.Said), w.Turn.Said, w.Turn.FileNames)
		}
	}
	said, names := cameIn(slices.Repeat([]envelope.Part{file}, 3*maxFiles))
	if said != "" || len(names) != maxFiles {
		t.Errorf("%q, %d files", said, len(names))
	}
}
