package twilio

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/internal/noerr"
	"bridge/internal/twilioserver"
	"bridge/internal/twilioserver/contract"
)

const (
	accountOfTests = "AC0123456789abcdef0123456789abcdef"
	accountToken   = "0123456789abcdef0123456789abcdef"
	testFrom       = "+15005550006"
	testTo         = "+393331234567"
)

func testMessageID(t *testing.T, name string) message.MessageID {
	t.Helper()
	return message.DerivedMessageID(time.Now(), name)
}

// memory is buckets that do not fill up again.
type memory struct {
	mu   sync.Mutex
	used map[string]int
	wait time.Duration
	err  error
	once bool // there is one again after it was said that there is none
}

func (b *memory) Take(_ context.Context, key string, n int, _ time.Duration) (bool, time.Duration, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return false, 0, b.err
	}
	if b.used[key] >= n {
		if b.once {
			b.used[key]--
		}
		return false, b.wait, nil
	}
	if b.used == nil {
		b.used = map[string]int{}
	}
	b.used[key]++
	return true, 0, nil
}

func (b *memory) Return(_ context.Context, key string, _ int, _ time.Duration) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used[key]--
	return nil
}

// bench is a sender at a stand-in for Twilio.
type bench struct {
	t        *testing.T
	fake     *twilioserver.Server
	buckets  *memory
	alerts   map[string]string
	segments int
	offset   time.Duration // of our clock
	opts     SenderOptions
}

func newBench(t *testing.T, edit func(*SenderOptions)) *bench {
	t.Helper()
	fake, err := twilioserver.Start(twilioserver.Options{RetryDelay: time.Millisecond}, twilioserver.Account{SID: accountOfTests, Token: accountToken})
	noerr.Must(t, err)
	t.Cleanup(fake.Close)
	contract.Watch(t, fake)
	fake.AddNumber(twilioserver.Number{Address: testFrom})
	fake.AddNumber(twilioserver.Number{Address: "whatsapp:" + testFrom})
	keys, err := mac.NewKeys([]byte("0123456789abcdef0123456789abcdef"))
	noerr.Must(t, err)
	b := &bench{t: t, fake: fake, buckets: &memory{}, alerts: map[string]string{}}
	b.opts = SenderOptions{
		Account:   Account{SID: accountOfTests, Tokens: []func() string{func() string { return accountToken }}, From: testFrom, APIURL: fake.URL()},
		Callbacks: Callbacks{PublicURL: "http://127.0.0.1:9", Channel: "sms", Keys: keys}, Buckets: b.buckets,
		Metrics: Metrics{Segments: func(n int) { b.segments += n }, Alert: func(key, text string) { b.alerts[key] = text }},
		Dedupe:  24 * time.Hour, Now: func() time.Time { return time.Now().Add(b.offset) },
	}
	if edit != nil {
		edit(&b.opts)
	}
	return b
}

func (b *bench) sender() *Sender {
	b.t.Helper()
	s, err := NewSender(b.opts)
	noerr.Must(b.t, err)
	return s
}

// send sends a text and returns what came back.
func (b *bench) send(text string) (message.Receipt, *message.SendError) {
	b.t.Helper()
	return b.sendMessage(b.t.Context(), Message{To: testTo, Body: text})
}

func (b *bench) sendMessage(ctx context.Context, m Message) (message.Receipt, *message.SendError) {
	b.t.Helper()
	rc, err := b.sender().Send(ctx, testMessageID(b.t, m.Body), m)
	var se *message.SendError
	if err != nil && !errors.As(err, &se) {
		b.t.Fatalf("not a SendError: %v", err)
	}
	if se != nil {
		noSecrets(b.t, se)
	}
	return rc, se
}

// noSecrets checks that an error can be logged.
func noSecrets(t *testing.T, err error) {
	t.Helper()
	for _, s := range []string{"3331234567", "5005550006", accountToken, "hello"} {
		if strings.Contains(err.Error(), s) {
			t.Errorf("the error contains %q: %v", s, err)
		}
	}
}

func none(message.Ref) (bool, error) { return false, nil }
