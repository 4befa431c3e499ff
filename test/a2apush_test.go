package test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
)

// A notification that comes late tells the task as it is: not that it asks what the peer has
// answered meanwhile.
func TestA2AServerPushTellsTheTask(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var told []*sdk.Task
	away := true
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if away {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		var event sdk.StreamResponse
		if json.NewDecoder(r.Body).Decode(&event) == nil {
			as, _ := event.Event.(*sdk.Task)
			told = append(told, as)
		}
	}))
	t.Cleanup(receiver.Close)
	s := newSite(t).withPeers(receiver.URL).start()
	via := s.rpc(acmeToken)
	r := peerSays("clarify")
	r.Config = &sdk.SendMessageConfig{PushConfig: &sdk.PushConfig{URL: receiver.URL}}
	as := s.call(via, r)
	want(t, as, sdk.TaskStateInputRequired, "today or tomorrow")
	want(t, s.call(via, more(as, "tomorrow")), sdk.TaskStateCompleted, "tomorrow")
	mu.Lock()
	away = false
	mu.Unlock()
	await(t, func() bool { mu.Lock(); defer mu.Unlock(); return len(told) == 2 }) // of the question, and of the end
	for _, x := range told {
		if x.ID != as.ID || x.Status.State != sdk.TaskStateCompleted || !strings.Contains(texts(x), "tomorrow") {
			t.Errorf("told: %s %q", x.Status.State, texts(x))
		}
	}
}
