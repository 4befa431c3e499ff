package imap_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters/adaptertest"
	"bridge/adapters/email/imap"
	"bridge/internal/dovecottest"
	"bridge/internal/noerr"
)

// patience bounds every wait of the tests.
const patience = 60 * time.Second

// memory is a State that can be down.
type memory struct {
	mu    sync.Mutex
	m     map[string][]byte
	down  bool
	saves int
}

var errDown = errors.New("the store is down")

func (s *memory) ChannelState(_ context.Context, key string) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return nil, false, errDown
	}
	b, ok := s.m[key]
	return b, ok, nil
}

func (s *memory) SaveChannelState(_ context.Context, key string, v []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return errDown
	}
	if s.m == nil {
		s.m = map[string][]byte{}
	}
	s.m[key] = bytes.Clone(v)
	s.saves++
	return nil
}

func (s *memory) set(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = down
}

// inbox collects what a mailbox takes.
type inbox struct {
	mu    sync.Mutex
	taken map[string]int // by subject
	at    map[string]time.Time
	fail  func(subject string, n int) error // n counts the calls with this subject
	calls map[string]int
}

func newInbox() *inbox {
	return &inbox{taken: map[string]int{}, calls: map[string]int{}, at: map[string]time.Time{}}
}

func (b *inbox) take(_ context.Context, m imap.Mail) error {
	raw, err := io.ReadAll(m.Body)
	if err != nil {
		return err
	}
	subject := subjectOf(string(raw))
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls[subject]++
	if b.fail != nil {
		if err := b.fail(subject, b.calls[subject]); err != nil {
			return err
		}
	}
	b.taken[subject]++
	b.at[subject] = time.Now()
	return nil
}

func (b *inbox) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.taken)
}

func (b *inbox) times(subject string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.taken[subject]
}

func (b *inbox) called(subject string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.calls[subject]
}

// once fails the test unless exactly these subjects were taken, each once.
func (b *inbox) once(t *testing.T, subjects ...string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range subjects {
		if b.taken[s] != 1 {
			t.Errorf("%q was taken %d times, want once", s, b.taken[s])
		}
	}
	if len(b.taken) != len(subjects) {
		t.Errorf("%d mails were taken, want %d: %v", len(b.taken), len(subjects), b.taken)
	}
}

func subjectOf(raw string) string {
	for line := range strings.Lines(raw) {
		if s, ok := strings.CutPrefix(line, "Subject: "); ok {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

func letter(subject string, lines ...string) string {
	return "From: alice@example.test\r\nTo: bot@example.test\r\nSubject: " + subject + "\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\nMessage-ID: <" +
		strings.ReplaceAll(subject, " ", "-") + "@example.test>\r\n\r\n" + strings.Join(append(lines, "hello"), "\r\n") + "\r\n"
}

func letters(from, to int) []string {
	var all []string
	for i := from; i <= to; i++ {
		all = append(all, letter(fmt.Sprintf("m%d", i)))
	}
	return all
}

func subjects(from, to int) []string {
	var all []string
	for i := from; i <= to; i++ {
		all = append(all, fmt.Sprintf("m%d", i))
	}
	return all
}

// quick are timings for tests whose server answers at once or never.
func quick() imap.Timings {
	return imap.Timings{
		Poll: 2 * time.Second, PollOnly: 200 * time.Millisecond, Settle: 100 * time.Millisecond, Retry: 50 * time.Millisecond,
		Backoff: 50 * time.Millisecond, Login: 300 * time.Millisecond, Disconnected: 100 * time.Millisecond,
	}
}

// log collects what is logged.
type logged = adaptertest.Log

// account is one mailbox on the server with what the test looks at.
type account struct {
	*imap.Mailbox
	*inbox
	user  string
	state *memory
	log   *logged
	heard chan error
	aside chan imap.Quarantined
}

func caOf(t testing.TB, file string) *tls.Config {
	t.Helper()
	pem, err := os.ReadFile(file)
	noerr.Must(t, err)
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)
	return &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
}

// open makes a Mailbox for the user; change may change its options.
func open(t *testing.T, addr, user string, change func(*imap.Options)) *account {
	t.Helper()
	a := &account{
		inbox: newInbox(), user: user, state: &memory{}, log: &logged{}, heard: make(chan error, 1000), aside: make(chan imap.Quarantined, 1000),
	}
	o := imap.Options{
		Addr: addr, TLS: imap.TLSNone, Username: user, Password: func() string { return dovecottest.Password },
		State: a.state, Backlog: "all", After: "keep", Timings: quick(),
		Log:     slog.New(slog.NewTextHandler(a.log, nil)),
		Heard:   func(err error) { a.heard <- err },
		Metrics: imap.Metrics{Quarantined: func(q imap.Quarantined) { a.aside <- q }},
	}
	if change != nil {
		change(&o)
	}
	if s, ok := o.State.(*memory); ok {
		a.state = s
	}
	var err error
	if a.Mailbox, err = imap.New(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		a.Close()
		if t.Failed() {
			t.Logf("log of %s:\n%s", user, a.log)
		}
	})
	return a
}

// run runs the mailbox; the returned function stops it and fails the test if Run
// returned an error.
func (a *account) run(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx, a.take) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-done; err != nil {
				t.Errorf("Run: %v", err)
			}
		})
	}
	t.Cleanup(stop)
	return stop
}

func eventually(t *testing.T, what string, f func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !f(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}

// caughtUp waits for it as long as mail is taken.
func (a *account) caughtUp(t *testing.T) {
	t.Helper()
	for before := -1; ; {
		select {
		case <-a.CaughtUp():
			return
		case <-time.After(patience):
		}
		if n := a.count(); n > before {
			before = n
			continue
		}
		t.Fatalf("not caught up, and no mail was taken within %v", patience)
	}
}
