package a2a_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"

	"bridge/adapters"
	"bridge/adapters/a2a"
	"bridge/adapters/adaptertest"
	"bridge/artifacts"
	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

// bridge is what is behind a channel: one turn, whose events are a script.
type bridge struct {
	adapters.Host // nobody asks it but to cancel
	adaptertest.Uncounted
	turn    adapters.Turn
	events  []adapters.TurnEvent
	more    func(n int64) (adapters.TurnEvent, bool) // after the events
	adapter *a2a.Adapter
	ended   chan<- int64                     // gets how many of more there were
	turns   map[message.TurnID]adapters.Turn // nil: all are turn
	briefs  []adapters.Brief
	cancel  func(message.TurnID) bool
}

func (b *bridge) Turn(_ context.Context, id message.TurnID) (adapters.Turn, bool, error) {
	if b.turns != nil {
		x, ok := b.turns[id]
		return x, ok, nil
	}
	return b.turn, true, nil
}

func (b *bridge) CancelTurn(_ context.Context, id message.TurnID) (bool, error) {
	return b.cancel(id), nil
}

func (b *bridge) Watch(message.TurnID) (<-chan struct{}, func()) { return nil, func() {} }

func (b *bridge) Follow(ctx context.Context, _ message.TurnID, _ adapters.Watch) iter.Seq2[adapters.TurnEvent, error] {
	return func(yield func(adapters.TurnEvent, error) bool) {
		for _, e := range b.events {
			if e.Type == adapters.EventSuspended {
				b.turn = adapters.Turn{Channel: "desk", State: "complete", Settled: true, Envelope: settled(1, "").Data}
			}
			if e.Type == adapters.EventSettled {
				b.turn = adapters.Turn{Channel: "desk", State: "complete", Settled: true, Envelope: e.Data}
			}
			if !yield(e, nil) {
				return
			}
		}
		if b.more == nil {
			return
		}
		n := int64(1)
		defer func() { b.ended <- n }()
		for ; ctx.Err() == nil; n++ {
			if e, ok := b.more(n); !ok || !yield(e, nil) {
				return
			}
		}
	}
}

func (b *bridge) History(context.Context, message.SessionID, message.TurnID, int) ([]adapters.Told, error) {
	return nil, nil
}

func (b *bridge) Briefs(context.Context, message.SessionID) ([]adapters.Brief, error) {
	return b.briefs, nil
}

func (b *bridge) Owned(context.Context, message.ChannelName, string, string, string, int) ([]adapters.Owned, error) {
	return nil, nil
}

// serve mounts a channel on a real server.
func serve(t *testing.T, b *bridge) string {
	t.Helper()
	return serveWith(t, b, func(message.Inbound) {}, bytes.Repeat([]byte("k"), mac.MinSecret))
}

func serveWith(t *testing.T, b *bridge, took func(message.Inbound), secrets ...[]byte) string {
	t.Helper()
	keys, err := mac.NewKeys(secrets...)
	noerr.Must(t, err)
	files, err := artifacts.Open(t.Context(), artifacts.Options{URL: "mem://", PublicURL: "https://bridge.example", Keys: keys, MaxSize: 1 << 20, LinkTTL: time.Hour, Now: time.Now})
	noerr.Must(t, err)
	t.Cleanup(func() { _ = files.Close() })
	a := a2a.New(a2a.Options{
		Name: "desk", Config: a2a.Config{Peers: map[string]a2a.Peer{"acme": {Tokens: [][sha256.Size]byte{sha256.Sum256([]byte(token))}}}, Wait: time.Second, MaxBody: 1 << 20},
		Turns: b, Histories: b, Artifacts: files, Keys: keys, Log: slog.New(slog.DiscardHandler), Now: time.Now, Host: b, Counts: b,
	})
	t.Cleanup(func() { _ = a.Close() })
	b.adapter = a
	accept := func(_ context.Context, in message.Inbound) (message.Accepted, error) {
		took(in)
		return message.Accepted{Outcome: message.OutcomeTurn, Turn: message.DerivedTurnID(in.ReceivedAt, in.ExternalID)}, nil
	}
	s := httptest.NewServer(a.Routes(accept))
	t.Cleanup(s.Close)
	return s.URL
}

type loggedIn struct{}

func (loggedIn) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+token)
	return http.DefaultTransport.RoundTrip(r)
}

func says(seq int64, text string, more bool) adapters.TurnEvent {
	p := fmt.Sprintf(`{"text":%q,"metadata":{"partType":"response","append":%v}}`, text, more)
	return event(seq, p)
}

func event(seq int64, data string) adapters.TurnEvent {
	e := adapters.TurnEvent{Seq: seq, Data: []byte(data)}
	if err := json.Unmarshal(e.Data, &e.Part); err != nil {
		panic(err)
	}
	e.Type = string(e.Part.Type)
	return e
}

func settled(seq int64, parts string) adapters.TurnEvent {
	return adapters.TurnEvent{
		Seq: seq, Type: adapters.EventSettled,
		Data: []byte(`{"role":"agent","parts":[` + parts + `],"meta":{"sessionId":"ses_1","turnId":"trn_1","producedAt":"2026-11-24T10:00:00+01:00","finalizedBy":"complete"}}`),
	}
}

// TestEvents: what a peer that follows the rules of A2A has at the end is what the envelope
// has, whatever was taken back in between, and nothing is sent twice.
func TestEvents(t *testing.T) {
	const response = `{"text":%q,"metadata":{"partType":"response"}}`
	text := func(s string) string { return fmt.Sprintf(response, s) }
	slot := `{"data":{"total":%d},"metadata":{"partType":"domain-data","slotKey":"order"}}`
	// The turn has ended when it is looked at because people are asked.
	over := adapters.TurnEvent{Seq: 1, Type: adapters.EventSuspended, Data: []byte(`{}`)}
	for name, c := range map[string]struct {
		events []adapters.TurnEvent
		want   map[string]string // of artifacts, as JSON of their contents
		sent   int               // artifact updates
	}{
		"text as it grows": {
			[]adapters.TurnEvent{says(1, "one ", false), says(2, "two ", true), says(3, "three", true), settled(9, text("one two three"))},
			map[string]string{"part:response": "one two three"},
			3,
		},
		"what nobody saw": {[]adapters.TurnEvent{settled(9, text("one"))}, map[string]string{"part:response": "one"}, 1},
		"two texts": {
			[]adapters.TurnEvent{says(1, "first", false), says(2, "second", false), settled(9, text("first")+","+text("second"))},
			map[string]string{"part:response": "first", "part:response:2": "second"},
			2,
		},
		"a failed attempt": {
			[]adapters.TurnEvent{says(1, "wrong ", false), says(2, "words", true), {Seq: 0, Type: adapters.EventReset, Data: []byte(`{"to":0}`)}, says(11, "right", false), settled(19, text("right"))},
			map[string]string{"part:response": "right"},
			3,
		},
		"a part of it taken back": {
			[]adapters.TurnEvent{says(1, "kept ", false), says(12, "gone", true), {Seq: 1, Type: adapters.EventReset, Data: []byte(`{"to":1}`)}, says(21, "on", true), settled(29, text("kept on"))},
			map[string]string{"part:response": "kept on"},
			3,
		},
		"taken back to the end": {
			[]adapters.TurnEvent{says(1, "never mind", false), {Seq: 0, Type: adapters.EventReset, Data: []byte(`{"to":0}`)}, settled(9, "")},
			map[string]string{"part:response": " "},
			2,
		},
		"a slot converges": {
			[]adapters.TurnEvent{event(1, fmt.Sprintf(slot, 1)), event(2, fmt.Sprintf(slot, 2)), settled(9, fmt.Sprintf(slot, 2))},
			map[string]string{"order": `{"total":2}`},
			2,
		},
		"a slot of a wicked name": {
			[]adapters.TurnEvent{says(1, "words", false), event(2, strings.Replace(fmt.Sprintf(slot, 1), "order", "part:response", 1)), settled(9, text("words")+","+strings.Replace(fmt.Sprintf(slot, 1), "order", "part:response", 1))},
			map[string]string{"part:response": "words", "part:domain-data:slot:part:response": `{"total":1}`},
			2,
		},
		"a file with a new link": {
			[]adapters.TurnEvent{
				event(1, `{"url":"https://bridge.example/a?s=1","filename":"f","metadata":{"partType":"artifact","artifactId":"art_1.x"}}`),
				settled(9, `{"url":"https://bridge.example/a?s=2","filename":"f","metadata":{"partType":"artifact","artifactId":"art_1.x"}}`),
			},
			map[string]string{"part:artifact": "https://bridge.example/a?s=1"},
			1,
		},
		"people were quick": {
			[]adapters.TurnEvent{over, says(11, "done", false), settled(19, text("done"))}, map[string]string{"part:response": "done"}, 1,
		},
		"the card of a request is for those who decide": {
			[]adapters.TurnEvent{
				event(1, `{"data":{"approvalId":"a"},"metadata":{"partType":"approval-request"}}`), event(2, `{"data":{},"metadata":{"partType":"a2ui-surface"}}`),
				settled(9, `{"data":{"approvalId":"a"},"metadata":{"partType":"approval-request"}},{"data":{},"metadata":{"partType":"a2ui-surface"}}`),
			},
			map[string]string{},
			0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			at := serve(t, &bridge{turn: adapters.Turn{Channel: "desk", State: "awaiting"}, events: c.events})
			via := a2aclient.NewJSONRPCTransport(at, &http.Client{Transport: loggedIn{}})
			got, sent, state := map[string]string{}, 0, sdk.TaskStateUnspecified
			for e, err := range via.SendStreamingMessage(t.Context(), nil, &sdk.SendMessageRequest{Message: sdk.NewMessage(sdk.MessageRoleUser, sdk.NewTextPart("go"))}) {
				noerr.Must(t, err)
				switch e := e.(type) {
				case *sdk.TaskArtifactUpdateEvent:
					sent++
					if !e.Append {
						got[string(e.Artifact.ID)] = ""
					}
					for _, p := range e.Artifact.Parts {
						s := p.Text() + string(p.URL())
						if d := p.Data(); d != nil {
							b, _ := json.Marshal(d)
							s = string(b)
						}
						got[string(e.Artifact.ID)] += s
					}
				case *sdk.TaskStatusUpdateEvent:
					state = e.Status.State
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) || sent != c.sent || state != sdk.TaskStateCompleted {
				t.Errorf("%v in %d updates, %s", got, sent, state)
			}
		})
	}
}

// TestSlowReader: who does not read is dropped, and holds up nobody.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	word, ended := strings.Repeat("words ", 10_000), make(chan int64, 1)
	at := serve(t, &bridge{turn: adapters.Turn{Channel: "desk", State: "awaiting"}, ended: ended, more: func(n int64) (adapters.TurnEvent, bool) {
		return says(n, word, n > 1), n < 100_000
	}})
	conn, err := net.Dial("tcp", strings.TrimPrefix(at, "http://"))
	noerr.Must(t, err)
	defer conn.Close()
	body := strings.Replace(rpc("slow", "go"), "SendMessage", "SendStreamingMessage", 1)
	fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", token, len(body), body)
	if line, err := bufio.NewReaderSize(conn, 16).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
		t.Fatalf("%q, %v", line, err)
	}
	select {
	case n := <-ended:
		if n >= 100_000 {
			t.Errorf("%d events went to nobody", n)
		}
	case <-time.After(time.Minute):
		t.Error("it is held")
	}
}

// TestErrorFirst: an error before the first event has its own status, by HTTP+JSON.
func TestErrorFirst(t *testing.T) {
	at := serve(t, &bridge{turn: adapters.Turn{Channel: "desk", State: "awaiting"}})
	for path, want := range map[string]string{
		"/message:stream":    "400 application/json",
		"/tasks/x:subscribe": "404 application/json",
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, at+path, strings.NewReader(`{"message":{"messageId":"","role":"ROLE_USER","parts":[{"text":"x"}]}}`))
		noerr.Must(t, err)
		resp, err := loggedIn{}.RoundTrip(r)
		noerr.Must(t, err)
		var e struct{ Error struct{ Code int } }
		err = json.NewDecoder(resp.Body).Decode(&e)
		_ = resp.Body.Close()
		if got := fmt.Sprint(resp.StatusCode, " ", resp.Header.Get("Content-Type")); got != want || err != nil || e.Error.Code != resp.StatusCode {
			t.Errorf("%s: %s, %+v, %v", path, got, e, err)
		}
	}
}

// TestBounds: what a request may take of memory is known before it is parsed, and given back.
func TestBounds(t *testing.T) {
	b := &bridge{turn: adapters.Turn{Channel: "desk", State: "complete", Settled: true}}
	at := serve(t, b)
	post := func(body string) int {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, at, strings.NewReader(body))
		noerr.Must(t, err)
		resp, err := loggedIn{}.RoundTrip(r)
		noerr.Must(t, err)
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	many := strings.Repeat(`{"":0},`, 60_000)
	if got := post(`{"jsonrpc":"2.0","id":"1","method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"data":[` + many + `0]}]}}}`); got != http.StatusRequestEntityTooLarge {
		t.Errorf("a request of 120000 values: %d", got)
	}
	large := rpc("m", strings.Repeat("x", 1<<16))
	for range 10 {
		if got := post(large); got != http.StatusOK {
			t.Fatalf("a large request: %d", got)
		}
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			conn, err := net.Dial("tcp", strings.TrimPrefix(at, "http://"))
			if err != nil {
				t.Error(err)
				return
			}
			body := strings.Replace(large, "SendMessage", "SendStreamingMessage", 1)
			fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s", token, len(body), body)
			_ = conn.Close() // it hangs up
		})
	}
	all.Wait()
	for end := time.Now().Add(time.Minute); b.adapter.Held() != 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d bytes are held for nobody", b.adapter.Held())
		}
	}
}

// TestReplacedKeys: a task keeps its id, and a message its turn, when the keys are replaced.
func TestReplacedKeys(t *testing.T) {
	b := &bridge{turn: adapters.Turn{Channel: "desk", State: "complete", Settled: true}}
	var ids, contents, conversations []string
	for _, secrets := range [][][]byte{{bytes.Repeat([]byte("k"), mac.MinSecret)}, {bytes.Repeat([]byte("n"), mac.MinSecret), bytes.Repeat([]byte("k"), mac.MinSecret)}} {
		at := serveWith(t, b, func(in message.Inbound) {
			contents, conversations = append(contents, in.Content), append(conversations, in.Conversation)
		}, secrets...)
		via := a2aclient.NewJSONRPCTransport(at, &http.Client{Transport: loggedIn{}})
		m := sdk.NewMessage(sdk.MessageRoleUser, sdk.NewTextPart("go"))
		m.ID = "m-1"
		res, err := via.SendMessage(t.Context(), nil, &sdk.SendMessageRequest{Message: m})
		noerr.Must(t, err)
		if len(ids) == 0 {
			ids = append(ids, string(res.(*sdk.Task).ID))
		}
		got, err := via.GetTask(t.Context(), nil, &sdk.GetTaskRequest{ID: sdk.TaskID(ids[0])})
		if err != nil || string(got.ID) != ids[0] {
			t.Errorf("the task of before: %+v, %v", got, err)
		}
	}
	if contents[0] != contents[1] || conversations[0] != conversations[1] {
		t.Error("the same message is another one")
	}
}

// TestParts: what a peer sends is data for our agents, and nothing that counts as ours.
func TestParts(t *testing.T) {
	var got []string
	at := serveWith(t, &bridge{turn: adapters.Turn{Channel: "desk", State: "complete", Settled: true}}, func(in message.Inbound) {
		for _, p := range in.Parts {
			got = append(got, fmt.Sprint(p.Type, " ", p.Text, string(p.Data), len(p.Metadata["artifactId"])))
		}
	}, bytes.Repeat([]byte("k"), mac.MinSecret))
	data := func(named string) *sdk.Part {
		p := sdk.NewDataPart(map[string]any{"artifactId": "art_1", "url": "artifact:art_1"})
		p.SetMeta("partType", named)
		return p
	}
	named := sdk.NewTextPart("words\x00 and\r\nmore")
	named.SetMeta("partType", "error")
	m := sdk.NewMessage(sdk.MessageRoleUser, named, data("approval-request"), data("artifact"), data("Approval-Response"), data("setState"), data("llm-context"), data("acme.seat-map"), data("ack"))
	noerr.Must(t, noerr.Of(a2aclient.NewJSONRPCTransport(at, &http.Client{Transport: loggedIn{}}).SendMessage(t.Context(), nil, &sdk.SendMessageRequest{Message: m})))
	const d = ` {"artifactId":"art_1","url":"artifact:art_1"}0`
	want := []string{"response words and\nmore0", "domain-data" + d, "domain-data" + d, "domain-data" + d, "llm-context" + d, "acme.seat-map" + d, "domain-data" + d}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q", got)
	}
}
