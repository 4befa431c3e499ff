package test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters/chat"
	"bridge/internal/redistest"
)

// pageCall is a call of a page of the chat "site" by somebody who has a token.
func (s *site) pageCall(who, method, path string, body any, answer any) int {
	s.t.Helper()
	var sent bytes.Buffer
	if body != nil {
		must(s.t, json.NewEncoder(&sent).Encode(body))
	}
	r, err := http.NewRequestWithContext(s.t.Context(), method, "http://"+s.http+"/channels/site/"+path, &sent)
	must(s.t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Sec-Fetch-Site", "same-origin") // as a browser says that it is our own page
	r.Header.Set("Authorization", "Bearer "+chat.Token(chatSecret, "site", who, who, time.Now().Add(time.Hour)))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	if answer != nil && resp.StatusCode < 300 {
		must(s.t, json.NewDecoder(resp.Body).Decode(answer))
	}
	return resp.StatusCode
}

// TestChatOnTwoNodes: a page of one node shows what is written at another, as it comes. A node
// is killed in the middle of the answer: the page comes back to the other, the answer is whole
// and there once, and a message that is sent again, to the other node, is the same one.
func TestChatOnTwoNodes(t *testing.T) {
	t.Parallel()
	agent := newSpeaker(t)
	fl := newFleet(t, 2, redistest.Start(t, redistest.Options{}).URL(), httpAgent(agent.URL))
	for _, s := range fl.nodes {
		s.edit("\n[agents.", fmt.Sprintf("\n[channels.site]\ntype = \"chat\"\nagent = \"assistant\"\nallow = [\"*\"]\nsecrets = [%q]\n\n[agents.", chatSecret))
	}
	fl.start()
	a, b := fl.nodes[0], fl.nodes[1]
	message := map[string]string{"id": "m1", "text": "hello"}
	var first, again struct{ TurnID, StreamURL string }
	if code := a.pageCall("eve", "POST", "messages", message, &first); code != http.StatusAccepted {
		t.Fatalf("the message is answered with %d", code)
	}
	at := func(s *site) string {
		_, path, _ := strings.Cut(first.StreamURL, "/channels/")
		return "http://" + s.http + "/channels/" + path
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	views := []*viewer{newViewer(at(a)), newViewer(at(b))}
	var all sync.WaitGroup
	for _, v := range views {
		all.Go(func() { v.watch(ctx) })
	}
	agent.say("One ", "two ")
	for _, v := range views {
		v.mustShow(t, "One two ")
	}
	fl.crash(0)
	views[0].do(func() { views[0].url = at(b) })
	if code := b.pageCall("eve", "POST", "messages", message, &again); code != http.StatusAccepted || again.TurnID != first.TurnID {
		t.Errorf("sent again: %d, turn %s, want %s", code, again.TurnID, first.TurnID)
	}
	within(t, takeover, "the turn settles", func() bool {
		select {
		case agent.words <- "end.":
		default:
		}
		agent.say("")
		time.Sleep(time.Second)
		over := 0
		for _, v := range views {
			v.do(func() {
				if v.over {
					over++
				}
			})
		}
		return over == len(views)
	})
	all.Wait()
	var history struct {
		Items []struct {
			TurnID, Said string
			Settled      bool
			Parts        []part
		}
	}
	if code := b.pageCall("eve", "GET", "history", nil, &history); code != http.StatusOK || len(history.Items) != 1 {
		t.Fatalf("history: %d with %d turns", code, len(history.Items))
	}
	text := ""
	for _, p := range history.Items[0].Parts {
		text += p.Text
	}
	if h := history.Items[0]; h.TurnID != first.TurnID || h.Said != "hello" || !h.Settled || !strings.HasSuffix(text, "end.") {
		t.Errorf("history shows %+v", h)
	}
	for i, v := range views {
		if v.shown() != text {
			t.Errorf("viewer %d shows %q, the history says %q (%d resets)", i, v.shown(), text, v.resets)
		}
	}
	if code := b.pageCall("mallory", "GET", "history", nil, &history); code != http.StatusOK || len(history.Items) != 0 {
		t.Errorf("somebody else's history: %d with %d turns", code, len(history.Items))
	}
}
