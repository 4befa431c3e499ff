package operate

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/turns"
	"bridge/internal/noerr"
	"bridge/outbox"
	"bridge/store"
	"bridge/store/storetest"
)

// bench is a desk over a real store in which nothing runs.
type bench struct {
	*Desk
	t     *testing.T
	lanes queue.Lanes
}

func newBench(t *testing.T) bench {
	t.Helper()
	s, err := storetest.File(t.Context(), filepath.Join(t.TempDir(), "bridge.db"), store.Options{})
	noerr.Must(t, err)
	t.Cleanup(func() {
		noerr.Want(t, s.Close())
	})
	return bench{over(s), t, s.Worker("test")}
}

func over(s store.Store) *Desk {
	log := slog.New(slog.DiscardHandler)
	return New(Options{
		Node:  well{},
		Store: s, Now: time.Now, Log: log, Channels: []Channel{{Name: "mail", Kind: "email"}}, Pauses: NewPauses(s, log), Counter: nobody{},
		Approvals: approvals.New(approvals.Options{Store: s, Lanes: s.Worker("approvals"), Now: time.Now, Log: log}),
	})
}

// nobody counts nothing.
type nobody struct{}

func (nobody) Acted(string)  {}
func (nobody) Verified(bool) {}

// bury makes an item a dead letter, with the record of its send if there is one.
func (b bench) bury(it queue.Item, s *outbox.Send) {
	b.t.Helper()
	ctx := b.t.Context()
	noerr.Must(b.t, b.lanes.Enqueue(ctx, it))
	cs, err := b.lanes.Claim(ctx, it.Queue, 1)
	if err != nil || len(cs) != 1 {
		b.t.Fatal(cs, err)
	}
	death := queue.Death{Code: string(outbox.Unknown), Why: "in doubt"}
	if s != nil {
		err = b.o.Store.Finish(ctx, cs[0], *s, &death)
	} else {
		err = b.lanes.Bury(ctx, cs[0], death)
	}
	noerr.Must(b.t, err)
}

func (b bench) buryOutbound(out message.Outbound) DeadLetter {
	b.t.Helper()
	it, err := outbox.Item(out)
	noerr.Must(b.t, err)
	b.bury(it, &outbox.Send{
		ID: out.ID, Channel: out.Channel, To: out.To, Kind: out.Kind, State: outbox.Unknown, Code: "in_doubt", Attempts: 2,
		FirstAt: time.Unix(100, 0).UTC(), UpdatedAt: time.Unix(200, 0).UTC(),
	})
	return b.dead()
}

func (b bench) dead() DeadLetter {
	b.t.Helper()
	page, err := b.DeadLetters(b.t.Context(), ops("a"), DeadFilter{})
	if err != nil || len(page.Items) != 1 {
		b.t.Fatalf("dead letters: %+v, %v; want one", page.Items, err)
	}
	return page.Items[0]
}

func (b bench) send() outbox.Send {
	b.t.Helper()
	s, ok, err := b.o.Store.Send(b.t.Context(), doubtful.ID)
	if err != nil || !ok {
		b.t.Fatal(ok, err)
	}
	return s
}

// again reports whether the message is about to go out again.
func (b bench) again() bool {
	b.t.Helper()
	w, err := b.outboxLane(b.t.Context(), doubtful)
	noerr.Must(b.t, err)
	return len(w) > 0
}

var doubtful = message.Outbound{
	ID: "msg_01M7XBRV07DV1T666MB3QMV1EA", Channel: "mail", To: "email:dana@x.test", Kind: message.Answer, Text: "hello",
}

// hooked runs code before calls of the store.
type hooked struct {
	store.Store
	drop   func()
	replay func() error
	settle func() error
}

func (h *hooked) Drop(ctx context.Context, seq int64) error {
	if h.drop != nil {
		h.drop()
	}
	return h.Store.Drop(ctx, seq)
}

func (h *hooked) Replay(ctx context.Context, seq int64) error {
	if h.replay != nil {
		if err := h.replay(); err != nil {
			return err
		}
	}
	return h.Store.Replay(ctx, seq)
}

func (h *hooked) Settle(ctx context.Context, s outbox.Send) (bool, error) {
	if h.settle != nil {
		if err := h.settle(); err != nil {
			return false, err
		}
	}
	return h.Store.Settle(ctx, s)
}

func conflict(err error) bool {
	var refused *RefusedError
	return errors.As(err, &refused) && refused.Reason == Conflict
}

// TestSettledIsNotReplayed: a send that one operator settles as sent does not go
// out again because another replays its dead letter before it is dropped.
func TestSettledIsNotReplayed(t *testing.T) {
	for name, replay := range map[string]func(bench, DeadLetter) error{
		"replay": func(b bench, d DeadLetter) error { return b.replay(t.Context(), "b", d, false) },
		"settle": func(b bench, _ DeadLetter) error {
			_, err := b.Settle(t.Context(), ops("b"), doubtful.ID, Resend)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			d := b.buryOutbound(doubtful)
			var other error
			first := over(&hooked{Store: b.o.Store, drop: func() { other = replay(b, d) }})
			if s, err := first.Settle(t.Context(), ops("a"), doubtful.ID, SettleSent); err != nil || s.State != outbox.Sent {
				t.Fatal(s, err)
			}
			if !conflict(other) || b.again() {
				t.Errorf("the other hears %v; the message goes out again: %v", other, b.again())
			}
			if s := b.send(); s.State != outbox.Sent || s.SettledBy != "a" {
				t.Errorf("the record is %+v", s)
			}
		})
	}
}

// TestResentIsNotSettled: once one operator is about to send again, another cannot
// settle.
func TestResentIsNotSettled(t *testing.T) {
	b := newBench(t)
	b.buryOutbound(doubtful)
	var other error
	first := over(&hooked{Store: b.o.Store, replay: func() error {
		_, other = b.Settle(t.Context(), ops("b"), doubtful.ID, SettleSent)
		return nil
	}})
	noerr.Must(t, noerr.Of(first.Settle(t.Context(), ops("a"), doubtful.ID, Resend)))
	if s := b.send(); !conflict(other) || !b.again() || s.State != outbox.Sending || s.SettledBy != "a" {
		t.Errorf("the other hears %v; the record is %+v", other, s)
	}
}

// TestTwoOperators: of two at the same time exactly one wins, and the message goes
// out again only if that is what the winner wants.
func TestTwoOperators(t *testing.T) {
	for range 5 {
		for _, as := range [][2]Settlement{{SettleSent, Resend}, {Resend, SettleFailed}, {Resend, Resend}, {SettleSent, SettleFailed}} {
			b := newBench(t)
			b.buryOutbound(doubtful)
			var errs [2]error
			var wg sync.WaitGroup
			for i := range as {
				wg.Go(func() { _, errs[i] = b.Settle(t.Context(), ops([]string{"a", "b"}[i]), doubtful.ID, as[i]) })
			}
			wg.Wait()
			won := 0
			if errs[0] != nil {
				won = 1
			}
			if errs[won] != nil || !conflict(errs[1-won]) || b.again() != (as[won] == Resend) {
				t.Errorf("%v: %v; goes out again: %v", as, errs, b.again())
			}
		}
	}
}

// TestResendThatFails: the record is unknown again; and if not even that could be
// stored, a later resend completes it.
func TestResendThatFails(t *testing.T) {
	for name, crash := range map[string]bool{"put back": false, "stays taken": true} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.buryOutbound(doubtful)
			was := b.send()
			full := errors.New("disk full")
			h := &hooked{Store: b.o.Store}
			h.replay = func() error {
				if crash {
					h.settle = func() error { return full }
				}
				return full
			}
			if _, err := over(h).Settle(t.Context(), ops("a"), doubtful.ID, Resend); !errors.Is(err, full) {
				t.Fatal(err)
			}
			s := b.send()
			s.Version, was.Version = 0, 0
			if !crash && !reflect.DeepEqual(s, was) || crash && s.State != outbox.Sending {
				t.Errorf("the record is %+v, was %+v", s, was)
			}
			if _, err := b.Settle(t.Context(), ops("b"), doubtful.ID, Resend); err != nil || !b.again() {
				t.Errorf("resent later: %v; goes out again: %v", err, b.again())
			}
		})
	}
}

// A send that was given up as unknown, and of which its provider reports later, does
// not go out again.
func TestReplayOfWhatWentOutAfterAll(t *testing.T) {
	b := newBench(t)
	d := b.buryOutbound(doubtful)
	s := b.send()
	s.State, s.Delivery, s.ProviderID = outbox.Sent, message.DeliveryDone, "SM1"
	if ok, err := b.o.Store.Settle(t.Context(), s); !ok || err != nil {
		t.Fatal(ok, err)
	}
	var refused *RefusedError
	if err := b.replay(t.Context(), "ops", d, false); !errors.As(err, &refused) || refused.Reason != Conflict {
		t.Errorf("replayed: %v", err)
	}
	if got := b.send(); got.State != outbox.Sent {
		t.Errorf("send %+v", got)
	}
	b.dead() // still there, to be dropped
}

// well is a node whose agents are well.
type well struct{ Node }

func (well) Breakers() []turns.BreakerState { return nil }

// TestSendsInTime: sends are listed by when they went out, whatever time their ids have.
func TestSendsInTime(t *testing.T) {
	b := newBench(t)
	asked := time.Unix(1000, 0).UTC()
	for _, s := range []outbox.Send{
		{ID: message.DerivedMessageID(asked, "notice"), Kind: message.Notice, FirstAt: asked.Add(time.Hour)}, // of the decision
		{ID: message.DerivedMessageID(time.Time{}, "say"), Kind: message.Notice, UpdatedAt: asked.Add(2 * time.Hour)},
		{ID: message.DerivedMessageID(asked.Add(time.Minute), "answer"), Kind: message.Answer, FirstAt: asked.Add(3 * time.Hour)},
		{ID: message.DerivedMessageID(asked, "prompt"), Kind: message.Prompt, FirstAt: asked},
	} {
		s.Channel, s.To, s.State = "mail", "email:dana@x.test", outbox.Sending
		it, err := outbox.Item(message.Outbound{ID: s.ID, Channel: s.Channel, To: s.To})
		noerr.Must(t, err)
		b.bury(it, &s)
	}
	p, err := b.Sends(t.Context(), ops("a"), SendFilter{})
	noerr.Must(t, err)
	var got []time.Duration
	for _, s := range p.Items {
		got = append(got, s.Since().Sub(asked))
	}
	if want := []time.Duration{0, time.Minute, time.Hour, 2 * time.Hour}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
