package app

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

func TestIntake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := newIntake()
		slow := in.guard(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(time.Second)
			w.WriteHeader(http.StatusNoContent)
		}))
		call := func() int {
			w := httptest.NewRecorder()
			slow.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
			return w.Code
		}
		first := make(chan int, 1)
		go func() { first <- call() }()
		synctest.Wait()
		began := time.Now()
		in.close(context.Background())
		if took := time.Since(began); took != time.Second {
			t.Errorf("the stop waited %s for a request of one second", took)
		}
		if got := <-first; got != http.StatusNoContent {
			t.Errorf("who was inside got %d", got)
		}
		if got := call(); got != http.StatusServiceUnavailable {
			t.Errorf("who came later got %d", got)
		}
		in.close(context.Background()) // again
	})
}

// A request that does not end holds the stop up for a while only.
func TestIntakeHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := newIntake()
		done := make(chan struct{})
		h := in.guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-done }))
		go h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/", nil))
		synctest.Wait()
		began := time.Now()
		in.close(context.Background())
		if took := time.Since(began); took != intakeWait {
			t.Errorf("the stop waited %s", took)
		}
		close(done)
	})
}
