package test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
)

// A notification that comes late tells the task as it is: not that it asks what the peer has
// answered meanwhile.
func TestA2AServerPushTellsTheTask(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var told []*sdk.Task
	refused := 0
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		var event sdk.StreamResponse
		b, _ := io.ReadAll(r.Body)
		mac := hmac.New(sha256.New, []byte("012345678901234567890123"))
		fmt.Fprintf(mac, "%s.%s.%s", r.Header.Get("Webhook-Id"), r.Header.Get("Webhook-Timestamp"), b)
		if got := r.Header.Get("Webhook-Signature"); got != "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)) {
			t.Errorf("signed: %q", got)
		}
		if json.Unmarshal(b, &event) != nil {
			return
		}
		as, _ := event.Event.(*sdk.Task)
		if as.Status.State == sdk.TaskStateInputRequired { // told before the answer came, it is not there
			refused++
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		told = append(told, as)
	}))
	t.Cleanup(receiver.Close)
	s := newSite(t).withPeers(receiver.URL).start()
	via := s.rpc(acmeToken)
	r := peerSays("clarify")
	r.Config = &sdk.SendMessageConfig{PushConfig: &sdk.PushConfig{URL: receiver.URL}}
	as := s.call(via, r)
	want(t, as, sdk.TaskStateInputRequired, "today or tomorrow")
	await(t, func() bool { mu.Lock(); defer mu.Unlock(); return refused > 0 })
	want(t, s.call(via, more(as, "tomorrow")), sdk.TaskStateCompleted, "tomorrow")
	await(t, func() bool { mu.Lock(); defer mu.Unlock(); return len(told) == 2 }) // of the question, and of the end
	for _, x := range told {
		if x.ID != as.ID || x.Status.State != sdk.TaskStateCompleted || !strings.Contains(texts(x), "tomorrow") {
			t.Errorf("told: %s %q", x.Status.State, texts(x))
		}
	}
}

// A peer says where it is told after the message, by every version of the protocol: it is kept
// over a kill, told again, replaced and deleted; a place that was taken away hears nothing, and
// one that is away holds up no other.
func TestA2AServerPushLater(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	told := map[string][]string{}
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		told[r.URL.Path] = append(told[r.URL.Path], string(b))
		if r.URL.Path == "/away" {
			w.WriteHeader(http.StatusBadGateway)
		}
	}))
	t.Cleanup(receiver.Close)
	s := newSite(t).withPeers(receiver.URL).start()
	via, rest, old := s.rpc(acmeToken), s.a2a(acmeToken)["HTTP+JSON 1.0"], s.a2a(acmeToken)["JSON-RPC 0.3"]
	r := peerSays("refund 40")
	r.Config = &sdk.SendMessageConfig{ReturnImmediately: true, PushConfig: &sdk.PushConfig{ID: "first", URL: receiver.URL + "/first", Token: "a secret"}}
	as := s.call(via, r)
	prompt := s.expect(0, dana, "[approval:", "amount: 40")
	await(t, func() bool { mu.Lock(); defer mu.Unlock(); return len(told["/first"]) == 1 }) // that people are asked
	urls := func() map[string]string {
		t.Helper()
		all := map[string]string{}
		list, err := rest.ListTaskPushConfigs(t.Context(), nil, &sdk.ListTaskPushConfigRequest{TaskID: as.ID})
		must(t, err)
		for _, c := range list {
			if c.TaskID != as.ID || c.Token != "" {
				t.Errorf("%+v", c)
			}
			all[c.ID] = strings.TrimPrefix(c.URL, receiver.URL)
		}
		return all
	}
	if got := urls(); len(got) != 1 || got["first"] != "/first" {
		t.Errorf("of the message: %v", got)
	}
	for id, by := range map[string]a2aclient.Transport{"rpc": via, "rest": rest, "old": old, "away": rest, "gone": via} {
		made, err := by.CreateTaskPushConfig(t.Context(), nil, &sdk.PushConfig{TaskID: as.ID, ID: id, URL: receiver.URL + "/" + id})
		if err != nil || made.ID != id || made.TaskID != as.ID {
			t.Errorf("%s: %+v, %v", id, made, err)
		}
		got, err := by.GetTaskPushConfig(t.Context(), nil, &sdk.GetTaskPushConfigRequest{TaskID: as.ID, ID: id})
		if err != nil || got.ID != id || got.URL != receiver.URL+"/"+id {
			t.Errorf("%s: %+v, %v", id, got, err)
		}
	}
	for _, id := range []string{"first", "gone", "gone"} {
		must(t, old.DeleteTaskPushConfig(t.Context(), nil, &sdk.DeleteTaskPushConfigRequest{TaskID: as.ID, ID: id}))
	}
	_, err := via.CreateTaskPushConfig(t.Context(), nil, &sdk.PushConfig{TaskID: as.ID, ID: "rpc", URL: receiver.URL + "/replaced"})
	must(t, err)
	for name, bad := range map[string]*sdk.PushConfig{
		"another host": {TaskID: as.ID, URL: "https://elsewhere.example/x"},
		"no task":      {TaskID: as.ID + "x", URL: receiver.URL},
		"too long":     {TaskID: as.ID, URL: receiver.URL, Token: strings.Repeat("x", 5000)},
	} {
		if _, err := via.CreateTaskPushConfig(t.Context(), nil, bad); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if _, err := s.rpc(rivalToken).CreateTaskPushConfig(t.Context(), nil, &sdk.PushConfig{TaskID: as.ID, URL: receiver.URL}); !errors.Is(err, sdk.ErrTaskNotFound) {
		t.Errorf("the task of another: %v", err)
	}
	s.kill()
	s.start()
	if got := urls(); len(got) != 4 || got["rpc"] != "/replaced" || got["old"] != "/old" {
		t.Errorf("after a kill: %v", got)
	}
	for i := range 7 {
		if _, err = via.CreateTaskPushConfig(t.Context(), nil, &sdk.PushConfig{TaskID: as.ID, ID: fmt.Sprint(i), URL: receiver.URL}); err != nil {
			break
		}
	}
	if !errors.Is(err, sdk.ErrInvalidParams) {
		t.Errorf("an eleventh: %v", err)
	}
	s.send(prompt.Reply("yes"))
	await(t, func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(told["/replaced"]) > 0 && len(told["/rest"]) > 0 && len(told["/old"]) > 0 && len(told["/away"]) > 0
	})
	mu.Lock()
	defer mu.Unlock()
	if len(told["/first"]) != 1 || len(told["/gone"]) != 0 || len(told["/rpc"]) != 0 {
		t.Errorf("told: %v", told)
	}
	if !strings.Contains(told["/old"][0], `"completed"`) || !strings.Contains(told["/rest"][0], "TASK_STATE_COMPLETED") {
		t.Errorf("the forms: %s, %s", told["/old"][0], told["/rest"][0])
	}
	if _, err = via.CreateTaskPushConfig(t.Context(), nil, &sdk.PushConfig{TaskID: as.ID, ID: "rest", URL: receiver.URL + "/late"}); !errors.Is(err, sdk.ErrUnsupportedOperation) {
		t.Errorf("there is nothing more to tell: %v", err)
	}
	must(t, old.DeleteTaskPushConfig(t.Context(), nil, &sdk.DeleteTaskPushConfigRequest{TaskID: as.ID, ID: "old"}))
	if _, there := urls()["old"]; there {
		t.Error("one of a task that has ended is not deleted")
	}
}
