package test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// newSecretOfHooks is the second secret of a rotation.
const newSecretOfHooks = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

// received is one webhook that the bridge sent.
type received struct {
	path, id, body string
	Type           string          `json:"type"`
	Timestamp      time.Time       `json:"timestamp"`
	Data           json.RawMessage `json:"data"`
}

// hookServer is where the bridge sends its webhooks. Both secrets verify each of them, by
// the reference library.
type hookServer struct {
	*httptest.Server
	t      *testing.T
	mu     sync.Mutex
	got    []received
	answer func(w http.ResponseWriter, r *http.Request, p received)
}

func newHookServer(t *testing.T, answer func(http.ResponseWriter, *http.Request, received)) *hookServer {
	t.Helper()
	h := &hookServer{t: t, answer: answer}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *hookServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	p := received{path: r.URL.Path, id: r.Header.Get("Webhook-Id"), body: string(b)}
	for _, secret := range []string{hookSecret, newSecretOfHooks} {
		wh, bad := standardwebhooks.NewWebhook(secret)
		if bad == nil && err == nil {
			err = wh.Verify(b, r.Header)
		}
	}
	if err == nil {
		err = json.Unmarshal(b, &p)
	}
	if err != nil {
		h.t.Errorf("a webhook to %s: %v\n%s", p.path, err, b)
	}
	h.mu.Lock()
	h.got = append(h.got, p)
	h.mu.Unlock()
	if h.answer != nil {
		h.answer(w, r, p)
	}
}

// at returns what came to a path.
func (h *hookServer) at(path string) []received {
	h.mu.Lock()
	defer h.mu.Unlock()
	var list []received
	for _, p := range h.got {
		if p.path == path {
			list = append(list, p)
		}
	}
	return list
}

// await waits until n webhooks have come to a path.
func (h *hookServer) await(path string, n int) []received {
	h.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if list := h.at(path); len(list) >= n {
			return list
		} else if time.Now().After(deadline) {
			h.t.Fatalf("%d webhooks came to %s, want %d: %+v", len(list), path, n, list)
		}
	}
}

// add writes more sections into the configuration.
func (s *site) add(text string) {
	s.t.Helper()
	b, err := os.ReadFile(s.config())
	must(s.t, err)
	s.write(string(b) + "\n" + text)
}

func hookTo(name, url, keys string) string {
	return fmt.Sprintf("[channels.%s]\ntype = \"webhook\"\nurl = %q\nsecrets = [%q, %q]\nallow_private = [\"127.0.0.0/8\"]\n%s\n", name, url, newSecretOfHooks, hookSecret, keys)
}

// TestWebhookOut: what a schedule's run answers goes to an endpoint: signed with every
// secret, tried again after a 500 and after a kill in the middle, in order; 410 disables
// the endpoint until an operator enables it. Systems and the stream hear what happened.
func TestWebhookOut(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var fates []func(http.ResponseWriter, *http.Request) // of the next webhooks to /crm
	fate := func(status int) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
	}
	next := func(fs ...func(http.ResponseWriter, *http.Request)) {
		mu.Lock()
		defer mu.Unlock()
		fates = append(fates, fs...)
	}
	h := newHookServer(t, func(w http.ResponseWriter, r *http.Request, p received) {
		mu.Lock()
		var f func(http.ResponseWriter, *http.Request)
		if p.path == "/crm" && len(fates) > 0 {
			f, fates = fates[0], fates[1:]
		}
		mu.Unlock()
		if f != nil {
			f(w, r)
		}
	})
	s := newSite(t, withTop("[api]\noperators = { ops = \"a-token-of-the-tests\" }"))
	withSchedule(s, "prompt = \"Look around.\"\ndeliver = [\"crm\", \"mail:dana\"]")
	s.add(hookTo("crm", h.URL+"/crm?key=hush", "") + hookTo("ops", h.URL+"/ops", `events = ["*"]`))
	s.start()
	stream := s.follow("/api/v1/events?types=turn.*,send.failed", "")

	// A 500, and what comes behind it waits.
	next(fate(500))
	s.do("cron", "run", "digest")
	h.await("/crm", 1)
	s.do("cron", "run", "digest")
	list := h.await("/crm", 3)
	if list[0].id != list[1].id || list[0].body != list[1].body || list[2].id == list[0].id {
		t.Errorf("order %s %s %s", list[0].id, list[1].id, list[2].id)
	}
	var data struct {
		Turn, State, Agent string
		Envelope           struct {
			Role string
			Meta struct{ TurnID, FinalizedBy string }
		}
	}
	if err := json.Unmarshal(list[0].Data, &data); err != nil || list[0].Type != "turn.settled" || data.State != "complete" || data.Turn != data.Envelope.Meta.TurnID || data.Agent == "" || data.Envelope.Role != "agent" || data.Envelope.Meta.FinalizedBy != "complete" {
		t.Errorf("%v: %s", err, list[0].body)
	}
	s.expect(0, dana, "Look around.") // the other target does not wait
	if out := s.do("trace", data.Turn); !strings.Contains(out, "500") || !strings.Contains(out, "crm") {
		t.Errorf("the trace does not show the attempts:\n%s", out)
	}

	// It dies while the endpoint has the message.
	has := make(chan struct{})
	next(func(_ http.ResponseWriter, r *http.Request) { close(has); <-r.Context().Done() })
	s.do("cron", "run", "digest")
	<-has
	s.kill()
	stream.end()
	s.start()
	if list = h.await("/crm", 5); list[3].id != list[4].id || list[3].body != list[4].body {
		t.Errorf("after the kill: %s, then %s", list[3].id, list[4].id)
	}

	// Gone.
	stream = s.follow("/api/v1/events?types=send.failed", "")
	next(fate(410))
	s.do("cron", "run", "digest")
	h.await("/crm", 6)
	failed := stream.await("send.failed")
	if out := s.do("webhooks", "list"); !strings.Contains(out, "disabled since") || strings.Contains(out, "hush") {
		t.Errorf("list:\n%s", out)
	}
	s.do("cron", "run", "digest") // it is not tried
	s.quiet()
	next(fate(503))
	if out, code := s.cli("webhooks", "test", "crm"); code != 1 || !strings.Contains(out, "503") {
		t.Errorf("test: exit %d: %s", code, out)
	}
	s.do("webhooks", "enable", "crm")
	if out, code := s.cli("webhooks", "enable", "crm"); code != 1 || !strings.Contains(out, "not disabled") {
		t.Errorf("enable again: exit %d: %s", code, out)
	}
	s.do("deadletters", "replay", "-channel", "crm")
	list = h.await("/crm", 9)
	if list[6].Type != "bridge.test" || list[7].id != list[5].id || list[8].Type != "turn.settled" {
		t.Errorf("replayed: %+v", list[6:])
	}
	if out := s.do("webhooks", "test", "crm"); !strings.Contains(out, "answered 200") {
		t.Errorf("test: %s", out)
	}

	// What systems heard.
	var types []string
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		types = nil
		for _, p := range h.at("/ops") {
			types = append(types, p.Type)
		}
		missing := slices.DeleteFunc([]string{"message.accepted", "turn.settled", "send.failed", "deadletter.added", "channel.state"}, func(x string) bool { return slices.Contains(types, x) })
		if len(missing) == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("no events %v among %v", missing, types)
		}
	}
	for _, p := range h.at("/ops") {
		if strings.Contains(p.body, "Look around") || strings.Contains(p.body, "hush") {
			t.Errorf("an event has words of a message: %s", p.body)
		}
	}
	ids := map[string]string{}
	for _, p := range h.at("/ops") {
		if had, ok := ids[p.id]; ok && had != p.body {
			t.Errorf("two events of the id %s:\n%s\n%s", p.id, had, p.body)
		}
		ids[p.id] = p.body
	}

	// Who comes back hears what was missed.
	stream.end()
	again := s.follow("/api/v1/events?types=send.failed", failed.id)
	if x := again.await("send.failed"); x.id == failed.id {
		t.Errorf("%+v was heard already", x)
	}
	again.end()
	lost := s.follow("/api/v1/events", "elsewhere-7")
	lost.await("stream.gap")
	if _, err := s.stop(); err != nil {
		t.Errorf("stop: %v", err)
	}
	if x := lost.await("stream.end"); !strings.Contains(x.data, "stopping") {
		t.Errorf("the last event is %+v", x)
	}
	for _, private := range []string{hookSecret, newSecretOfHooks, "hush"} {
		if strings.Contains(s.log.String(), private) {
			t.Errorf("the log has %q", private)
		}
	}
}

// sseEvent is one event of the stream.
type sseEvent struct{ id, typ, data string }

// follower reads the stream of events.
type follower struct {
	t    *testing.T
	resp *http.Response
	c    chan sseEvent
}

func (s *site) follow(path, after string) *follower {
	s.t.Helper()
	return s.followAs("a-token-of-the-tests", path, after)
}

func (s *site) followAs(token, path, after string) *follower {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), "GET", "http://"+s.http+path, nil)
	must(s.t, err)
	r.Header.Set("Authorization", "Bearer "+token)
	if after != "" {
		r.Header.Set("Last-Event-ID", after)
	}
	resp, err := http.DefaultClient.Do(r)
	must(s.t, err)
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "text/event-stream" {
		s.t.Fatalf("%s: %s", path, resp.Status)
	}
	f := &follower{t: s.t, resp: resp, c: make(chan sseEvent, 1000)}
	go func() {
		defer close(f.c)
		var e sseEvent
		for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
			key, value, _ := strings.Cut(lines.Text(), ": ")
			switch key {
			case "id":
				e.id = value
			case "event":
				e.typ = value
			case "data":
				e.data = value
			case "":
				if e.typ != "" {
					f.c <- e
				}
				e = sseEvent{}
			}
		}
	}()
	s.t.Cleanup(f.end)
	return f
}

// await waits for an event of a type.
func (f *follower) await(typ string) sseEvent {
	f.t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case e, ok := <-f.c:
			if !ok {
				f.t.Fatalf("the stream ended without %s", typ)
			}
			if e.typ == typ {
				return e
			}
		case <-deadline:
			f.t.Fatalf("no event %s", typ)
		}
	}
}

// next is the event that is there, or none.
func (f *follower) next() sseEvent {
	select {
	case e := <-f.c:
		return e
	default:
		return sseEvent{}
	}
}

func (f *follower) end() { _ = f.resp.Body.Close() }

// TestWebhookOutConfig: each mistake is named.
func TestWebhookOutConfig(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	withSchedule(s, `prompt = "x"`+"\n"+`deliver = ["crm:dana", "in"]`)
	s.add(hookTo("crm", "https://crm.example.com/hooks", `events = ["turn.*", "order.*"]`) +
		hookTo("near", "http://10.1.2.3/hooks", "") +
		hookTo("both", "https://crm.example.com/hooks", "scheme = \"github\"") +
		hookTo("sends", "https://crm.example.com/hooks", "prompt = \"x\"") +
		hookTo("callbacks", "https://crm.example.com/hooks", "order = \"any\"") +
		"[channels.in]\ntype = \"webhook\"\nscheme = \"standard\"\nsecrets = [\"" + hookSecret + "\"]\norder = \"session\"\n")
	out, code := s.cli("check", "-offline")
	for _, want := range []string{
		`the channel crm has one endpoint; write "crm"`, "nothing can be sent to the channel in, which has no url", `no event is of the type "order.*"`,
		`10.1.2.3 is not a public address: nothing would be sent; write allow_private = ["10.0.0.0/8"]`, `the secrets of the scheme "github" do not sign`,
		"channels.sends.prompt: it is for a channel that is called", "channels.callbacks: the name is taken", "channels.callbacks.order:", "channels.in.order: it is for a channel that sends",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("bridge check does not say %q", want)
		}
	}
	if code != 1 || t.Failed() {
		t.Errorf("exit %d:\n%s", code, out)
	}
	if out, _ := runBridge(t, "webhooks", "secret"); !strings.HasPrefix(out, "whsec_") {
		t.Errorf("secret: %s", out)
	}
}
