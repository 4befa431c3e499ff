package gateway

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestLargeBodiesWait: so many large bodies, or such of an unknown length, are taken at a time,
// and who finds no place is told to come back; a small one never waits.
func TestLargeBodiesWait(t *testing.T) {
	g := New(Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // nobody waits
	enter := func(length int64) (func(), bool, *httptest.ResponseRecorder) {
		r, w := httptest.NewRequest(http.MethodPost, "/api/v1/messages", nil).WithContext(ctx), httptest.NewRecorder()
		r.ContentLength = length
		leave, ok := g.slot(w, r)
		return leave, ok, w
	}
	for range largeAtOnce {
		g.large <- struct{}{}
	}
	for _, length := range []int64{largeLetter + 1, -1} {
		if _, ok, w := enter(length); ok || w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
			t.Errorf("%d bytes: %v, %d", length, ok, w.Code)
		}
	}
	leave, ok, _ := enter(largeLetter)
	if !ok {
		t.Fatal("a small body waits")
	}
	leave()
	ctx = t.Context()
	<-g.large
	if leave, ok, _ = enter(-1); !ok || len(g.large) != largeAtOnce {
		t.Fatalf("a free place is not taken: %v, %d", ok, len(g.large))
	}
	if leave(); len(g.large) != largeAtOnce-1 {
		t.Error("the place is not given back")
	}
}
