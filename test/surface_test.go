package test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"bridge/internal/mailserver"
)

// TestSurface: an answer that is only surfaces, which come bit by bit, is their text at
// the end; beside a text they are a file.
func TestSurface(t *testing.T) {
	t.Parallel()
	const meta = `"metadata":{"partType":"a2ui-surface","slotKey":"board","mergeStrategy":"append"}`
	board := []string{
		`{"data":[{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"basic"}},{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
			{"id":"root","component":"Column","children":["head","list"]},{"id":"head","component":"Row","children":["h1","h2"]},
			{"id":"h1","component":"Text","text":"Flight"},{"id":"h2","component":"Text","text":"Price"},
			{"id":"list","component":"List","children":{"componentId":"row","path":"/flights"}},{"id":"row","component":"Row","children":["n","p"]},
			{"id":"n","component":"Text","text":{"path":"n"}},{"id":"p","component":"Text","text":{"path":"p"}}]}}],` + meta + `}`,
		`{"data":[{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"flights":[{"n":"BA 2043","p":999},{"n":"EJ 4521","p":94}]}}}],` + meta + `}`,
		`{"data":{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/flights/0/p","value":187}},"metadata":{"partType":"a2ui-surface"}}`,
	}
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		for i, part := range board {
			state := `"awaiting"`
			if i == len(board)-1 {
				state = `"complete"`
				if strings.Contains(c.text(), "words") {
					part += `,{"text":"In words.","metadata":{"partType":"response"}}`
				}
			}
			_, _ = io.WriteString(w, `{"parts":[`+strings.NewReplacer("\n", "", "\t", "").Replace(part)+`],"conversationState":`+state+"}\n")
		}
	})
	s := newSite(t, httpAgent(agent.URL), withChannel("attach_data = true")).start()
	s.send(mailserver.Letter{From: eve, ID: "<q@bridge.test>", Subject: "Flights", Text: "flights?"})
	m := s.expect(0, eve, "Flight")
	if want := "Flight   Price\n-------  -----\nBA 2043    187\nEJ 4521     94"; strings.TrimSpace(m.Text) != want || len(m.Attachments) != 0 {
		t.Errorf("text is %q, with %d files; want %q", m.Text, len(m.Attachments), want)
	}
	s.send(mailserver.Letter{From: eve, ID: "<r@bridge.test>", Subject: "Flights", Text: "in words"})
	m = s.expect(1, eve, "In words.")
	var files []string
	for _, a := range m.Attachments {
		files = append(files, a.Filename)
	}
	if strings.TrimSpace(m.Text) != "In words." || strings.Join(files, " ") != "board.json surface.json" {
		t.Errorf("text is %q, with %q", m.Text, files)
	}
}
