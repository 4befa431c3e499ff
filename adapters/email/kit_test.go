package email

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters/email/inbound"
	"bridge/adapters/email/smtpin"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

// memStore is an artifact store in memory.
type memStore struct {
	mu    sync.Mutex
	files map[message.ArtifactID][]byte
	names []string
	limit int64
	fail  error
	count bool // only count, do not keep
	total int64
}

func newStore() *memStore { return &memStore{files: map[message.ArtifactID][]byte{}, limit: 25e6} }

func (s *memStore) Put(ctx context.Context, r io.Reader, name, media string) (artifacts.Artifact, error) {
	return s.put(ctx, r, s.limit, name, media)
}

func (s *memStore) PutWhole(ctx context.Context, r io.Reader, name, media string) (artifacts.Artifact, error) {
	return s.put(ctx, r, math.MaxInt64, name, media)
}

func (s *memStore) put(_ context.Context, r io.Reader, limit int64, name, media string) (artifacts.Artifact, error) {
	if s.fail != nil {
		return artifacts.Artifact{}, s.fail
	}
	a := artifacts.Artifact{ID: message.NewArtifactID(), Filename: name, MediaType: media}
	if s.count {
		n, err := io.Copy(io.Discard, r)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.total += n
		a.Size = n
		return a, err
	}
	b, err := io.ReadAll(r)
	if err != nil {
		return a, err
	}
	if int64(len(b)) > limit {
		return a, &artifacts.TooLargeError{Limit: limit}
	}
	sum := sha256.Sum256(b)
	a.SHA256, a.Size = hex.EncodeToString(sum[:]), int64(len(b))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[a.ID] = b
	s.names = append(s.names, name)
	return a, nil
}

func (s *memStore) Part(a artifacts.Artifact) envelope.Part {
	return envelope.Part{Kind: envelope.KindURL, Type: envelope.Artifact, URL: string(a.ID), Filename: a.Filename, MediaType: a.MediaType}
}

func (s *memStore) Open(_ context.Context, id message.ArtifactID) (artifacts.Artifact, io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.files[id]
	if !ok {
		return artifacts.Artifact{}, nil, artifacts.ErrNotFound
	}
	return artifacts.Artifact{ID: id, Size: int64(len(b))}, io.NopCloser(bytes.NewReader(b)), nil
}

func (s *memStore) Link(id message.ArtifactID) string {
	return "https://bridge.example.com/artifacts/" + string(id) + "?e=1&s=abc"
}

func (s *memStore) Delete(_ context.Context, id message.ArtifactID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.files, id)
	return nil
}

func (s *memStore) bytes(t *testing.T, p envelope.Part) []byte {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.files[message.ArtifactID(p.URL)]
	if !ok {
		t.Fatalf("part %+v is not in the store", p)
	}
	return b
}

var testTime = time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)

func testKeys(t testing.TB) mac.Keys {
	t.Helper()
	k, err := mac.NewKeys([]byte(strings.Repeat("k", 32)))
	noerr.Must(t, err)
	return k
}

// newAdapter returns a channel on loopback; change edits its options.
func newAdapter(t testing.TB, change ...func(*Options)) (*Adapter, *memStore) {
	t.Helper()
	store := newStore()
	o := Options{
		Name: "mail", Artifacts: store, Keys: testKeys(t), InstanceID: "node-1",
		People:  message.People{{ID: "dana", Name: "Dana", Addresses: []message.Address{"email:dana@example.com"}}},
		Now:     func() time.Time { return testTime },
		TempDir: t.TempDir(),
		Config: Config{
			Address:            "Assistant <Agent@Example.com>",
			Listen:             &Listen{Addr: "127.0.0.1:0"},
			Auth:               Auth{Require: "none"},
			ConnectionsPerPeer: Rate{N: 1000, Per: time.Millisecond},
		},
	}
	for _, c := range change {
		c(&o)
	}
	a, err := New(o)
	noerr.Must(t, err)
	t.Cleanup(func() { a.Close() })
	return a, store
}

// crlf writes a mail the readable way.
func crlf(s string) string { return strings.ReplaceAll(strings.TrimPrefix(s, "\n"), "\n", "\r\n") }

// parsed reads a raw mail that came from dana.
func parsed(t testing.TB, a *Adapter, raw string, tags ...string) message.Inbound {
	t.Helper()
	in, err := readMail(a, raw, "dana@example.com", tags...)
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	return in
}

func readMail(a *Adapter, raw, returnPath string, tags ...string) (message.Inbound, error) {
	env := inbound.Envelope{Envelope: smtpin.Envelope{From: returnPath}}
	for _, tag := range tags {
		env.To = append(env.To, a.tags.Self.Tagged(tag))
	}
	in, _, err := a.reader.Read(context.Background(), strings.NewReader(raw), int64(len(raw)), env)
	return in, err
}

func textOf(in message.Inbound) string {
	for _, p := range in.Parts {
		if p.Type == envelope.Response {
			return p.Text
		}
	}
	return ""
}

func filesOf(in message.Inbound) []envelope.Part {
	var ps []envelope.Part
	for _, p := range in.Parts {
		if p.Type == envelope.Artifact {
			ps = append(ps, p)
		}
	}
	return ps
}

// recorder is an AcceptFunc that keeps what it is given.
type recorder struct {
	mu  sync.Mutex
	got []message.Inbound
	err error
	out message.Outcome
}

func (r *recorder) accept(_ context.Context, in message.Inbound) (message.Accepted, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return message.Accepted{}, r.err
	}
	r.got = append(r.got, in)
	out := r.out
	if out == "" {
		out = message.OutcomeTurn
	}
	return message.Accepted{Outcome: out}, nil
}

func (r *recorder) all() []message.Inbound {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]message.Inbound(nil), r.got...)
}

// serve runs Receive until the test ends and returns the address.
func serve(t testing.TB, a *Adapter, r *recorder) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	noerr.Must(t, a.Listen(ctx))
	done := make(chan error, 1)
	go func() { done <- a.Receive(ctx, r.accept) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("Receive: %v", err)
			}
		case <-time.After(30 * time.Second):
			t.Error("Receive did not end")
		}
	})
	return a.Addr().String()
}

// refusalOf is the answer that a listener gives to an error.
func refusalOf(err error) *smtpin.Refusal { return smtpin.RefusalOf(err, 0) }
