package a2a_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/a2asrv/push"
	"github.com/a2aproject/a2a-go/v2/a2asrv/taskstore"

	"bridge/agents"
	"bridge/agents/a2a"
	"bridge/core/envelope"
	"bridge/core/wire/card"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

// play is what the agent over there does with one message.
type play func(ctx context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool)

// peer is a real a2a-go server with a card.
type peer struct {
	t      *testing.T
	url    string
	mu     sync.Mutex
	play   play
	got    []*sdk.Message // the messages that reached the agent
	ended  []string       // the tasks that were cancelled
	wire   func(w http.ResponseWriter, r *http.Request, next http.Handler)
	header http.Header // of the last call
}

// Execute implements a2asrv.AgentExecutor.
func (p *peer) Execute(ctx context.Context, ec *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	return func(yield func(sdk.Event, error) bool) {
		p.mu.Lock()
		p.got = append(p.got, ec.Message)
		play := p.play
		p.mu.Unlock()
		ok := true
		play(ctx, ec, func(e sdk.Event) bool {
			ok = ok && yield(e, nil)
			return ok
		})
	}
}

// Cancel implements a2asrv.AgentExecutor.
func (p *peer) Cancel(_ context.Context, ec *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	return func(yield func(sdk.Event, error) bool) {
		p.mu.Lock()
		p.ended = append(p.ended, string(ec.TaskID))
		p.mu.Unlock()
		yield(sdk.NewStatusUpdateEvent(ec, sdk.TaskStateCanceled, nil), nil)
	}
}

func (p *peer) messages() []*sdk.Message { p.mu.Lock(); defer p.mu.Unlock(); return p.got }

// known lets everybody in, so that tasks can be listed.
type known struct {
	a2asrv.PassthroughCallInterceptor
}

func (known) Before(ctx context.Context, c *a2asrv.CallContext, _ *a2asrv.Request) (context.Context, any, error) {
	c.User = a2asrv.NewAuthenticatedUser("bridge", nil)
	return ctx, nil, nil
}

// kind is how the peer is spoken to.
type kind struct {
	binding, version string
	streaming        bool
	anonymous        bool // it lists no tasks
	beach            bool
	late             time.Duration // a question is seen for so long before its answer is taken
}

// lateStore shows that a task needs input before its server knows it.
type lateStore struct {
	taskstore.Store
	late time.Duration
}

func (s lateStore) Update(ctx context.Context, u *taskstore.UpdateRequest) (taskstore.TaskVersion, error) {
	v, err := s.Store.Update(ctx, u)
	if u.Task.Status.State == sdk.TaskStateInputRequired {
		time.Sleep(s.late)
	}
	return v, err
}

func serve(t *testing.T, k kind, do play) *peer {
	t.Helper()
	p := &peer{t: t, play: do}
	configs := push.NewInMemoryStore()
	options := []a2asrv.RequestHandlerOption{a2asrv.WithLogger(slog.New(slog.DiscardHandler)), a2asrv.WithPushNotifications(configs, push.NewHTTPPushSender(nil))}
	if !k.anonymous {
		options = append(options, a2asrv.WithCallInterceptors(known{}), a2asrv.WithTaskStore(lateStore{taskstore.NewInMemory(&taskstore.InMemoryStoreConfig{Authenticator: a2asrv.NewTaskStoreAuthenticator()}), k.late}))
	}
	h := a2asrv.NewHandler(p, options...)
	var rpc http.Handler
	switch {
	case k.binding == card.REST:
		rpc = a2asrv.NewRESTHandler(h)
	case k.version == "0.3":
		rpc = a2av0.NewJSONRPCHandler(h)
	default:
		rpc = a2asrv.NewJSONRPCHandler(h)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/a2a/", func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		wire := p.wire
		p.header = r.Header.Clone()
		p.mu.Unlock()
		if wire == nil {
			wire = func(w http.ResponseWriter, r *http.Request, next http.Handler) { next.ServeHTTP(w, r) }
		}
		wire(w, r, http.StripPrefix("/a2a", rpc))
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	p.url = s.URL
	c := card.Card{
		ID: "peer", Name: "Peer", Description: "Answers.", Version: "1.0.0", Streaming: k.streaming, Push: true,
		Skills:     []card.Skill{{ID: "ask", Description: "Answers."}},
		Transports: []card.Transport{{Protocol: card.ProtocolA2A, Binding: k.binding, Version: k.version, URL: s.URL + "/a2a"}},
	}
	if k.binding == card.JSONRPC {
		c.Transports[0].URL += "/"
	}
	doc, err := c.JSON(card.Omit, true)
	noerr.Must(t, err)
	if !k.beach {
		doc = []byte(strings.ReplaceAll(string(doc), card.BeachURI, "https://example.com/other"))
	}
	mux.Handle(card.WellKnown, card.NewDocument(doc))
	return p
}

// memory is agent.State.
type memory struct {
	mu sync.Mutex
	m  map[string][]byte
}

func (m *memory) Get(_ context.Context, id string) ([]byte, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, ok := m.m[id]
	return b, ok, nil
}

func (m *memory) Put(_ context.Context, id string, b []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(b) > 256<<10 {
		return errors.New("more than 256 KiB")
	}
	m.m[id] = b
	return nil
}

// woken is agent.Waker.
type woken struct {
	mu  sync.Mutex
	ids map[string]int
	err error
}

func (w *woken) Wake(_ context.Context, turn, id string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ids[turn+" "+id]++
	return w.err
}

func (w *woken) Deliver(context.Context, string, string, envelope.Update) error {
	return errors.New("not here")
}

func secretKeys(t *testing.T) mac.Keys {
	t.Helper()
	k, err := mac.NewKeys([]byte(strings.Repeat("k", mac.MinSecret)))
	noerr.Must(t, err)
	return k
}

// call an agent of a peer; state survives the agent.
func agentOf(t *testing.T, p *peer, state *memory, change ...func(*a2a.Options)) *a2a.Agent {
	t.Helper()
	o := a2a.Options{
		Name: "peer", Card: p.url + card.WellKnown, Hosts: []string{strings.TrimPrefix(p.url, "http://")}, Client: &http.Client{Transport: &http.Transport{}},
		Park: 20 * time.Second, State: state, Log: slog.New(slog.DiscardHandler), Now: time.Now, Keys: secretKeys(t), Turns: &woken{ids: map[string]int{}},
	}
	for _, c := range change {
		c(&o)
	}
	a, err := a2a.New(o)
	noerr.Must(t, err)
	t.Cleanup(func() { _ = a.Close() })
	return a
}

func newMemory() *memory { return &memory{m: map[string][]byte{}} }

func message(turn, text string) agents.Call {
	return agents.Call{
		Key: turn, Parts: []envelope.Part{envelope.TextPart(envelope.Response, text)},
		Meta: agents.Meta{SessionID: "ses_1", TurnID: turn, Trust: "verified", ReceivedAt: time.Now(), Sender: "email:eve@example.com", Person: &agents.Person{ID: "eve", Name: "Eve"}},
	}
}

// answer is what came of a call, assembled as turns do it.
type answer struct {
	envelope.Result
	live []string // parts that are shown as they come
}

func ask(t *testing.T, a agents.Agent, c agents.Call) (answer, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	return askIn(ctx, t, a, c)
}

func askIn(ctx context.Context, t *testing.T, a agents.Agent, c agents.Call) (answer, error) {
	t.Helper()
	reg, err := envelope.NewRegistry()
	noerr.Must(t, err)
	asm := envelope.NewAssembler(reg, envelope.Carried{})
	var got answer
	for u, err := range a.Respond(ctx, c) {
		if err != nil {
			return got, err
		}
		for _, p := range u.Parts {
			got.live = append(got.live, string(p.Type)+":"+p.Text)
		}
		if err := asm.Apply(u); err != nil {
			return got, err
		}
		if asm.Done() {
			break
		}
	}
	got.Result = asm.End(0)
	return got, nil
}

// tell checks that an answer is one text.
func (a answer) is(t *testing.T, state envelope.State, text string) {
	t.Helper()
	said := ""
	for _, p := range a.Parts {
		said += p.Text
	}
	if a.State != state || said != text {
		b, _ := json.Marshal(a.Result)
		t.Errorf("want %s %q, got %s", state, text, b)
	}
}

func typed(p *sdk.Part, typ envelope.Type) *sdk.Part { p.SetMeta("partType", string(typ)); return p }

// begin tells that the task is there, unless it was before.
func begin(ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
	if ec.StoredTask == nil {
		tell(sdk.NewSubmittedTask(ec, ec.Message))
	}
}

func status(ec *a2asrv.ExecutorContext, s sdk.TaskState, parts ...*sdk.Part) sdk.Event {
	if len(parts) == 0 {
		return sdk.NewStatusUpdateEvent(ec, s, nil)
	}
	return sdk.NewStatusUpdateEvent(ec, s, sdk.NewMessageForTask(sdk.MessageRoleAgent, ec, parts...))
}
