package adaptertest

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// Floor is what is behind a channel on which programs call and wait for an answer: admission, the
// agents, the store of turns and the buckets. Fields are set before a call, or between calls.
type Floor struct {
	Name  message.ChannelName
	Agent func(message.Inbound) (time.Duration, adapters.Turn) // after how long a turn is how
	Fail  error                                                // of admission
	Left  int                                                  // in the caller's bucket
	Wait  time.Duration                                        // until there is more in it
	Log   Log
	In    []message.Inbound // the first of each id
	Spent []string          // the buckets that were asked

	mu    sync.Mutex
	seen  map[string]message.Inbound
	turns map[message.TurnID]adapters.Turn
	moved map[message.TurnID][]chan struct{}
}

// NewFloor returns one whose agent answers everything with a turn within a millisecond.
func NewFloor(name message.ChannelName, answer adapters.Turn) *Floor {
	return &Floor{
		Name: name, Left: 1000, Wait: time.Second, seen: map[string]message.Inbound{}, turns: map[message.TurnID]adapters.Turn{}, moved: map[message.TurnID][]chan struct{}{},
		Agent: func(message.Inbound) (time.Duration, adapters.Turn) { return time.Millisecond, answer },
	}
}

// Accept is the adapters.AcceptFunc: an id is one turn, and with another content a conflict.
func (f *Floor) Accept(_ context.Context, in message.Inbound) (message.Accepted, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.Fail != nil {
		return message.Accepted{}, f.Fail
	}
	id := message.DerivedTurnID(time.Time{}, in.ExternalID)
	if before, ok := f.seen[in.ExternalID]; ok {
		if before.Content != in.Content {
			return message.Accepted{Outcome: message.OutcomeRefused, Status: http.StatusConflict}, nil
		}
		return message.Accepted{Outcome: message.OutcomeDuplicate, Turn: id}, nil
	}
	f.seen[in.ExternalID], f.In = in, append(f.In, in)
	wait, t := f.Agent(in)
	time.AfterFunc(wait, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		t.Channel = f.Name
		f.turns[id] = t
		for _, c := range f.moved[id] {
			close(c)
		}
		f.moved[id] = nil
	})
	return message.Accepted{Outcome: message.OutcomeTurn, Turn: id}, nil
}

// Turn implements adapters.Turns.
func (f *Floor) Turn(_ context.Context, id message.TurnID) (adapters.Turn, bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t, ok := f.turns[id]
	return t, ok, nil
}

// Watch implements adapters.Turns.
func (f *Floor) Watch(id message.TurnID) (<-chan struct{}, func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := make(chan struct{})
	f.moved[id] = append(f.moved[id], c)
	return c, func() {}
}

// Follow implements adapters.Turns: nobody watches here.
func (f *Floor) Follow(context.Context, message.TurnID, adapters.Watch) iter.Seq2[adapters.TurnEvent, error] {
	return func(func(adapters.TurnEvent, error) bool) {}
}

// Take implements adapters.Buckets.
func (f *Floor) Take(_ context.Context, key string, _ int, _ time.Duration) (bool, time.Duration, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Left, f.Spent = f.Left-1, append(f.Spent, key)
	return f.Left >= 0, f.Wait, nil
}

// Return implements adapters.Buckets.
func (f *Floor) Return(context.Context, string, int, time.Duration) error { return nil }

// Calls is what the cases have to know of a channel on which programs call and wait.
type Calls struct {
	Answer adapters.Turn // of the agent, where all is well
	// Open returns the routes of a channel before a floor, with a rate for who calls, and what
	// ends it.
	Open func(t *testing.T, f *Floor) (routes http.Handler, end func() error)
	// Ask is a call that waits for at least ten seconds: one id and content is one call, however often.
	Ask func(t *testing.T, id, content string) *http.Request
	// The statuses of another content under one id, of what could not be stored, of a limit of
	// the bridge, and of the channel's rate.
	Conflict, Down, Limit, Rate int
	// Said is what an answer says, without what each has anew.
	Said func(t *testing.T, w *httptest.ResponseRecorder) string
}

// Run runs all cases, each in a bubble: its clock stands still while something is done.
func (k Calls) Run(t *testing.T) {
	for name, test := range map[string]func(*testing.T, Calls, *Floor, func(id, content string) *httptest.ResponseRecorder){
		"again": k.again, "other content": k.other, "together": k.together, "not stored": k.notStored, "limits": k.limits,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := NewFloor("test", k.Answer)
				routes, end := k.Open(t, f)
				test(t, k, f, func(id, content string) *httptest.ResponseRecorder {
					w := httptest.NewRecorder()
					routes.ServeHTTP(w, k.Ask(t, id, content))
					return w
				})
				noerr.Want(t, end())
				synctest.Wait()
				if strings.Contains(f.Log.String(), "geheim") {
					t.Errorf("the log has words of a call:\n%s", f.Log.String())
				}
			})
		})
	}
}

// again: a repetition gets the stored answer, also much later, and has no second effect.
func (Calls) again(t *testing.T, k Calls, f *Floor, ask func(id, content string) *httptest.ResponseRecorder) {
	first := ask("one", "geheim")
	if first.Code != http.StatusOK {
		t.Fatalf("%d %s", first.Code, first.Body)
	}
	f.Agent = func(message.Inbound) (time.Duration, adapters.Turn) {
		t.Error("it has a second effect")
		return 0, k.Answer
	}
	for range 2 {
		time.Sleep(2 * time.Minute)
		if w := ask("one", "geheim"); w.Code != first.Code || k.Said(t, w) != k.Said(t, first) {
			t.Errorf("%d %s, first %s", w.Code, w.Body, first.Body)
		}
	}
	if len(f.In) != 1 {
		t.Errorf("%d turns", len(f.In))
	}
}

// other: one id with another content is refused, and is not the stored answer.
func (Calls) other(t *testing.T, k Calls, f *Floor, ask func(id, content string) *httptest.ResponseRecorder) {
	ask("one", "geheim")
	if w := ask("one", "another"); w.Code != k.Conflict {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := ask("two", "another"); w.Code != http.StatusOK || len(f.In) != 2 {
		t.Errorf("%d %s, %d turns", w.Code, w.Body, len(f.In))
	}
}

// together: deliveries of one call wait for one turn.
func (Calls) together(t *testing.T, k Calls, f *Floor, ask func(id, content string) *httptest.ResponseRecorder) {
	f.Agent = func(message.Inbound) (time.Duration, adapters.Turn) { return 5 * time.Second, k.Answer }
	var all sync.WaitGroup
	said := make([]string, 5)
	for i := range said {
		all.Go(func() {
			time.Sleep(time.Duration(i) * time.Second)
			if w := ask("one", "geheim"); w.Code == http.StatusOK {
				said[i] = k.Said(t, w)
			}
		})
	}
	all.Wait()
	if len(f.In) != 1 || said[0] == "" || len(slices.Compact(said)) != 1 {
		t.Errorf("%d turns, said %q", len(f.In), said)
	}
}

// notStored: what could not be stored is refused without a word of why, and taken when it comes
// again.
func (Calls) notStored(t *testing.T, k Calls, f *Floor, ask func(id, content string) *httptest.ResponseRecorder) {
	f.Fail = errors.New("the disk /var/x is full")
	if w := ask("one", "geheim"); w.Code != k.Down || strings.Contains(w.Body.String(), "disk") || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	f.Fail = nil
	if w := ask("one", "geheim"); w.Code != http.StatusOK || len(f.In) != 1 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// limits: those of the bridge are told in its words, and the channel's with when to come again.
func (Calls) limits(t *testing.T, k Calls, f *Floor, ask func(id, content string) *httptest.ResponseRecorder) {
	f.Fail = &adapters.LimitError{Limit: "limits.x", Text: "too many turns", N: 7, Per: time.Hour, Wait: 8 * time.Second}
	if w := ask("one", "geheim"); w.Code != k.Limit || !strings.Contains(w.Body.String(), "too many turns") || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	f.Fail, f.Left, f.Wait = nil, 0, 1500*time.Millisecond
	if w := ask("one", "geheim"); w.Code != k.Rate || w.Header().Get("Retry-After") != "2" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	if len(f.In) != 0 {
		t.Errorf("%d turns", len(f.In))
	}
}
