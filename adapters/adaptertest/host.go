// Package adaptertest is the cases that every kind of channel passes, whatever provider
// is behind it. A kind gives a Kit; its own tests hold what only it does.
package adaptertest

import (
	"bytes"
	"context"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/artifacts"
	"bridge/config"
	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

// name is that of the channel.
const name = "test"

// Host is the bridge around one channel. It plays admission and the store.
type Host struct {
	Uncounted
	t       *testing.T
	Adapter adapters.Adapter
	Channel channel.Channel
	Setup   channel.Setup
	Deps    channel.Deps

	routes http.Handler
	listen sync.Once
	log    Log

	mu      sync.Mutex
	fail    error
	calls   int
	taken   []message.Inbound // the first of each id
	refused []string
}

// Log keeps what several write at a time.
type Log struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// String is all that was written so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// read reads a configuration with the section, as the program does.
func (k Kit) read(t *testing.T, section string) (channel.Channel, channel.Setup, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.toml")
	text := "public_url = \"" + k.PublicURL + "\"\n[agents.a]\ntype = \"demo\"\n[channels." + name + "]\ntype = \"" + string(k.Kind.Name) + "\"\n" + section
	noerr.Must(t, os.WriteFile(file, []byte(text), 0o600))
	c, err := config.Load(file, func(string) (string, bool) { return "", false })
	if c == nil {
		t.Fatal(err)
	}
	setup := channel.Setup{
		Config: c, Kinds: channel.Kinds{k.Kind}, Version: "test", Matches: func([]string, string) bool { return false },
		People: message.People{{ID: "dana", Name: "Dana Rossi", Zone: time.UTC, Addresses: []message.Address{k.To}}},
	}
	return k.Kind.Sections(setup)(c.Channels[0]), setup, c.Check()
}

// Open builds the channel of the kit, for what only its kind does.
func (k Kit) Open(t *testing.T) *Host {
	t.Helper()
	if k.Begin != nil {
		k.Begin(t)
	}
	h := &Host{t: t}
	var err error
	if h.Channel, h.Setup, err = k.read(t, k.Section()); err != nil {
		t.Fatal(err)
	}
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), mac.MinSecret))
	noerr.Must(t, err)
	files, err := artifacts.Open(t.Context(), artifacts.Options{URL: "mem://", PublicURL: k.PublicURL, Keys: keys, MaxSize: 1 << 20, LinkTTL: time.Hour, Now: time.Now})
	noerr.Must(t, err)
	t.Cleanup(func() { _ = files.Close() })
	h.Deps = channel.Deps{
		Host: h, Counts: h, Artifacts: files, Keys: keys, People: h.Setup.People, Now: time.Now, TempDir: t.TempDir(), Contacts: contacts{}, Notes: &notes{}, State: &state{}, Buckets: buckets{}, Turns: settled{},
		Log: slog.New(slog.NewTextHandler(&h.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	if h.Adapter, err = h.Channel.Build(h.Deps); err != nil {
		t.Fatal(err)
	}
	if r, ok := h.Adapter.(adapters.Routed); ok {
		h.routes = http.StripPrefix("/channels/"+name, r.Routes(h.Accept))
	}
	t.Cleanup(func() {
		for _, s := range append([]string{"geheim"}, k.Secrets...) {
			if strings.Contains(h.log.String(), s) {
				t.Errorf("the log has %q:\n%s", s, h.log.String())
			}
		}
	})
	return h
}

// Receive makes the channel receive until the end of the test, for kits whose messages come
// to a port of its own. It may be called again.
func (h *Host) Receive() {
	h.listen.Do(func() {
		noerr.Must(h.t, h.Adapter.(adapters.Listening).Listen(h.t.Context()))
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- h.Adapter.(adapters.Receiver).Receive(ctx, h.Accept) }()
		h.t.Cleanup(func() {
			cancel()
			if err := <-ended; err != nil {
				h.t.Errorf("it ended with %v", err)
			}
		})
	})
}

// Accept is the adapters.AcceptFunc: an id is taken once.
func (h *Host) Accept(_ context.Context, in message.Inbound) (message.Accepted, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls++
	if h.fail != nil {
		return message.Accepted{}, h.fail
	}
	for _, before := range h.taken {
		if before.ExternalID == in.ExternalID {
			return message.Accepted{Outcome: message.OutcomeDuplicate, Turn: turnOf(in)}, nil
		}
	}
	h.taken = append(h.taken, in)
	return message.Accepted{Outcome: message.OutcomeTurn, Turn: turnOf(in)}, nil
}

func turnOf(in message.Inbound) message.TurnID {
	return message.DerivedTurnID(time.Time{}, in.ExternalID)
}

// Failing makes every Accept fail with err; nil: none.
func (h *Host) Failing(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fail = err
}

// Taken are the messages that were taken, each once, and how often one was brought.
func (h *Host) Taken() (list []message.Inbound, brought int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append(list, h.taken...), h.calls
}

// Call calls a route of the channel and returns the status.
func (h *Host) Call(method, path, body string, header http.Header) int {
	r := httptest.NewRequestWithContext(h.t.Context(), method, "/channels/"+name+path, strings.NewReader(body))
	for k, v := range header {
		r.Header[k] = v
	}
	w := httptest.NewRecorder()
	h.routes.ServeHTTP(w, r)
	return w.Code
}

// Delivered, Alert and SchedulePaused implement adapters.Host.
func (h *Host) Delivered(context.Context, message.ChannelName, message.Delivery) (string, error) {
	return "", nil
}

// Alert implements adapters.Host.
func (h *Host) Alert(context.Context, message.ChannelName, string, string) {}

// Doubt implements adapters.Host.
func (h *Host) Doubt(context.Context, message.ChannelName, message.Address, string) error { return nil }

// SchedulePaused implements adapters.Host.
func (h *Host) SchedulePaused(context.Context, message.ChannelName) (bool, error) { return false, nil }

// TellTurn implements adapters.Host.
func (h *Host) TellTurn(context.Context, message.ChannelName, message.TurnID, func([]message.Place, bool) ([]message.Place, error)) (bool, error) {
	return false, nil
}

// CancelTurn implements adapters.Host.
func (h *Host) CancelTurn(context.Context, message.TurnID) (bool, error) { return false, nil }

// Refused implements adapters.Counts.
func (h *Host) Refused(_ message.ChannelName, reason string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refused = append(h.refused, reason)
}

// settled says of every turn that it is over.
type settled struct{}

func (settled) Turn(context.Context, message.TurnID) (adapters.Turn, bool, error) {
	return adapters.Turn{
		Channel: name, State: "complete", Settled: true,
		Envelope: []byte(`{"role":"agent","parts":[{"text":"done","metadata":{"partType":"response"}}],"meta":{}}`),
	}, true, nil
}

func (settled) Watch(message.TurnID) (<-chan struct{}, func()) { return nil, func() {} }

func (settled) Follow(context.Context, message.TurnID, adapters.Watch) iter.Seq2[adapters.TurnEvent, error] {
	return func(yield func(adapters.TurnEvent, error) bool) {
		yield(adapters.TurnEvent{Seq: 1, Type: adapters.EventSettled, Data: []byte(`{"role":"agent"}`)}, nil)
	}
}

// state is adapters.State in memory.
type state struct{ m sync.Map }

func (s *state) ChannelState(_ context.Context, key string) ([]byte, bool, error) {
	v, ok := s.m.Load(key)
	b, _ := v.([]byte)
	return b, ok, nil
}

func (s *state) SaveChannelState(_ context.Context, key string, value []byte) error {
	s.m.Store(key, bytes.Clone(value))
	return nil
}

// contacts are of people who wrote a moment ago.
type contacts struct{}

func (contacts) Contact(context.Context, message.ChannelName, message.Address) (adapters.Contact, bool, error) {
	return adapters.Contact{Heard: time.Now()}, true, nil
}

// notes are adapters.Notes, in memory.
type notes struct {
	mu  sync.Mutex
	all map[message.Address][]adapters.Note
}

func (n *notes) SaveNote(_ context.Context, _ message.ChannelName, to message.Address, x adapters.Note) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.all == nil {
		n.all = map[message.Address][]adapters.Note{}
	}
	if !slices.ContainsFunc(n.all[to], func(y adapters.Note) bool { return y.ID == x.ID }) {
		n.all[to] = append([]adapters.Note{x}, n.all[to]...)
	}
	return nil
}

func (n *notes) Notes(_ context.Context, _ message.ChannelName, to message.Address, _ int) ([]adapters.Note, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.all[to], nil
}

func (contacts) SaveContact(context.Context, message.ChannelName, message.Address, adapters.Contact) (adapters.Contact, error) {
	return adapters.Contact{Heard: time.Now()}, nil
}

func (contacts) ByAlias(context.Context, message.ChannelName, string) (message.Address, bool, error) {
	return "", false, nil
}

// buckets are never empty.
type buckets struct{}

func (buckets) Take(context.Context, string, int, time.Duration) (bool, time.Duration, error) {
	return true, 0, nil
}

func (buckets) Return(context.Context, string, int, time.Duration) error { return nil }
