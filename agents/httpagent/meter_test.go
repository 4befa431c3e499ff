package httpagent_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"bridge/agents"
	"bridge/agents/httpagent"
	"bridge/core/envelope"
	"bridge/internal/mac"
	"bridge/internal/noerr"
	"bridge/internal/racetest"
)

// kept is agent.Waker.
type kept struct {
	n   int
	err error
}

func (*kept) Wake(context.Context, string, string) error { return errors.New("not here") }

func (k *kept) Deliver(context.Context, string, string, envelope.Update) error {
	if k.err == nil {
		k.n++
	}
	return k.err
}

// TestUpdatesAreBounded: a turn takes 60 updates a minute and 64 MB in all, other turns
// do not suffer, and what was not kept does not count as bytes.
func TestUpdatesAreBounded(t *testing.T) {
	racetest.Skip(t)
	t.Parallel()
	keys, err := mac.NewKeys([]byte(strings.Repeat("k", mac.MinSecret)))
	noerr.Must(t, err)
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	turns := &kept{}
	a, err := httpagent.New(httpagent.Options{URL: "https://agent.example.com", Turns: turns, Callback: "https://bridge.example.com", Mac: keys, Name: "a", Now: func() time.Time { return now }})
	noerr.Must(t, err)
	routes := a.Routes()
	post := func(turn, body string, status int) *httptest.ResponseRecorder {
		t.Helper()
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, httptest.NewRequest("POST", "/updates/"+turn+"?s="+keys.Sum(20, "http agent update", "a", turn), strings.NewReader(body)))
		if w.Code != status {
			t.Fatalf("status %d, want %d: %s", w.Code, status, w.Body)
		}
		return w
	}
	text := func(i int) string { return fmt.Sprintf(`{"text":"%d","conversationState":"delegated"}`, i) }
	for i := range 60 {
		post("trn_1", text(i), 204)
	}
	now = now.Add(50 * time.Second)
	if w := post("trn_1", text(60), 429); w.Header().Get("Retry-After") != "10" {
		t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
	}
	post("trn_2", text(0), 204)
	now = now.Add(10 * time.Second)
	post("trn_1", text(61), 204)
	if turns.n != 62 {
		t.Errorf("%d updates are kept", turns.n)
	}

	large := fmt.Sprintf(`{"text":"%s","conversationState":"delegated"}`, strings.Repeat("x", 7<<20))
	turns.err = agents.ErrNotParked
	post("trn_3", large, 409)
	turns.err = nil
	for range 9 { // 63 MB: with what was refused it would be 70
		post("trn_3", large, 204)
	}
	if w := post("trn_3", large, 429); w.Header().Get("Retry-After") != "" {
		t.Errorf("Retry-After %q: waiting does not help", w.Header().Get("Retry-After"))
	}
	post("trn_3", text(1), 204)
}
