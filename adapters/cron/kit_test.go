package cron

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/internal/noerr"
)

var errDown = errors.New("the store is down")

// world is what a schedule sees of a bridge. Its clock is that of the bubble.
type world struct {
	t      *testing.T
	ctx    context.Context
	mu     sync.Mutex
	state  map[string][]byte
	turns  map[message.TurnID]adapters.Turn
	taken  map[string]message.TurnID // by external id
	texts  map[string]string
	order  []string
	paused bool
	down   bool
	refuse string
	first  string // state of a turn that starts
	skew   time.Duration
	alerts []string
	counts map[string]int
	saved  int
}

// in runs a test in a bubble whose clock begins at midnight UTC of 1 January 2000.
func in(t *testing.T, test func(*world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		test(&world{
			t: t, ctx: t.Context(), state: map[string][]byte{}, turns: map[message.TurnID]adapters.Turn{}, taken: map[string]message.TurnID{},
			texts: map[string]string{}, counts: map[string]int{}, first: "complete",
		})
	})
}

func (w *world) ChannelState(_ context.Context, key string) ([]byte, bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	b, ok := w.state[key]
	return slices.Clone(b), ok, nil
}

func (w *world) SaveChannelState(_ context.Context, key string, b []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.saved++
	w.state[key] = slices.Clone(b)
	return adapters.CheckState(key, b)
}

func (w *world) Turn(_ context.Context, id message.TurnID) (adapters.Turn, bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	t, ok := w.turns[id]
	return t, ok, nil
}

func (w *world) accept(_ context.Context, in message.Inbound) (message.Accepted, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch id, seen := w.taken[in.ExternalID]; {
	case w.down:
		return message.Accepted{}, errDown
	case w.refuse != "":
		return message.Accepted{Outcome: message.OutcomeRefused, Reason: w.refuse}, nil
	case seen:
		return message.Accepted{Outcome: message.OutcomeDuplicate, Turn: id}, nil
	}
	id := message.TurnID(fmt.Sprintf("trn_%d", len(w.order)))
	w.taken[in.ExternalID] = id
	w.texts[in.ExternalID] = in.Parts[0].Text
	w.order = append(w.order, in.ExternalID)
	if w.first != "" {
		w.turns[id] = adapters.Turn{State: w.first, Settled: w.first != stateSuspended}
	}
	return message.Accepted{Outcome: message.OutcomeTurn, Turn: id, Session: "ses_x"}, nil
}

// becomes says how the turn of the n-th run goes on.
func (w *world) becomes(n int, state string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.turns[message.TurnID(fmt.Sprintf("trn_%d", n))] = adapters.Turn{State: state, Settled: state != stateSuspended && state != "awaiting", Envelope: []byte(`{}`)}
}

func (w *world) set(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f()
}

func (w *world) runs() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.order)
}

func (w *world) count(event string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.counts[event]
}

// heard is what the operators were told.
func (w *world) heard() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.alerts)
}

func plainConfig() Config {
	return Config{
		Spec: "*/5 * * * *", Prompt: "Report.", Missed: MissedLatest, Grace: 6 * time.Hour, Overlap: OverlapSkip, AlertAfter: 3,
		Dedupe: 192 * time.Hour,
	}
}

func (w *world) SchedulePaused(context.Context, message.ChannelName) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.paused, nil
}

func (w *world) Alert(_ context.Context, _ message.ChannelName, key, text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.alerts = append(w.alerts, key+": "+text)
}

func (w *world) Fired(_ message.ChannelName, event string, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.counts[event] += n
}

func (w *world) adapter(c Config) *Adapter {
	w.t.Helper()
	a, err := New(Options{
		Config: c, Name: "digest", State: w, Turns: w, Log: slog.New(slog.DiscardHandler),
		Host: w,
		Now:  func() time.Time { w.mu.Lock(); defer w.mu.Unlock(); return time.Now().Add(w.skew) },
	})
	noerr.Must(w.t, err)
	return a
}

// up runs a schedule for some time, as the app does: after an error again.
func (w *world) up(a *Adapter, d time.Duration) {
	w.t.Helper()
	stop := w.start(a)
	time.Sleep(d)
	stop()
}

func (w *world) start(a *Adapter) (stop func()) {
	ctx, cancel := context.WithCancel(w.ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for a.Receive(ctx, w.accept) != nil && ctx.Err() == nil {
			time.Sleep(time.Second)
		}
	}()
	return func() { cancel(); <-done }
}

func (w *world) load(a *Adapter) state {
	w.t.Helper()
	st, err := a.load(w.ctx)
	noerr.Must(w.t, err)
	return st
}

// story is the runs of a schedule in one line each.
func (w *world) story(a *Adapter) []string {
	var lines []string
	for _, r := range w.load(a).Runs {
		s := r.What + " " + r.Scheduled.Format("15:04")
		if r.Count > 1 {
			s += fmt.Sprintf("-%s x%d", r.Until.Format("15:04"), r.Count)
		}
		if r.Why != "" {
			s += " " + r.Why
		}
		lines = append(lines, s)
	}
	return lines
}

func (w *world) tells(a *Adapter, want ...string) {
	w.t.Helper()
	if got := w.story(a); !slices.Equal(got, want) {
		w.t.Errorf("runs:\n%q\nwant\n%q", got, want)
	}
}
