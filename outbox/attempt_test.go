package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/core/queue"
)

// kindOf is a sender of which only the capabilities are asked.
type kindOf struct {
	adapters.Sender
	caps message.Caps
}

func (k kindOf) Caps() message.Caps { return k.caps }

// askable is one whose provider can be asked.
type askable struct{ kindOf }

func (askable) Find(context.Context, message.Outbound, time.Time, func(message.Ref) (bool, error)) (message.Receipt, bool, error) {
	return message.Receipt{}, false, errors.New("is not asked here")
}

// TestNext: what follows from the end of an attempt.
func TestNext(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	plain, known, harmless := kindOf{}, kindOf{caps: message.Caps{KnownByID: true}}, kindOf{caps: message.Caps{Repeatable: true}}
	failed := func(k message.SendKind, notSent bool) *message.SendError {
		return &message.SendError{Kind: k, Code: "c", NotSent: notSent, RetryAfter: time.Second}
	}
	for _, c := range []struct {
		name   string
		a      attempt
		r      result
		do     action
		state  State
		doubt  bool
		counts string
	}{
		{"handed over", attempt{sender: plain}, result{}, settle, Sent, false, "sent"},
		{"handed over where the provider reports", attempt{sender: askable{}}, result{}, record, Sent, false, "sent"},
		{"handed over after a hold", attempt{sender: plain, prev: Send{Held: &Hold{}}}, result{}, settle, Sent, false, "sent released"},
		{"refused", attempt{sender: plain}, result{err: failed(message.SendRejected, false)}, settle, Failed, false, "rejected"},
		{"certainly not sent", attempt{sender: plain}, result{err: failed(message.SendUnreachable, true)}, again, Sending, false, "unreachable"},
		{"for too long", attempt{sender: plain}, result{err: failed(message.SendUnreachable, true), gaveUp: "enough"}, settle, Failed, false, "unreachable"},
		{"perhaps sent", attempt{sender: plain}, result{err: failed(message.SendUnreachable, false)}, settle, Unknown, false, "unreachable"},
		{"perhaps sent, and the bridge stops", attempt{sender: plain}, result{err: failed(message.SendUnreachable, false), stopping: true}, settle, Unknown, false, "unreachable"},
		{"not sent, and the bridge stops", attempt{sender: plain}, result{err: failed(message.SendUnreachable, true), stopping: true}, release, "", false, "unreachable"},
		{"perhaps sent, known by its id", attempt{sender: known}, result{err: failed(message.SendUnreachable, false)}, again, Sending, true, "unreachable"},
		{"perhaps sent twice", attempt{sender: known, claim: &queue.Claim{Doubts: 1}}, result{err: failed(message.SendUnreachable, false)}, settle, Unknown, false, "unreachable"},
		{"perhaps sent, harmless", attempt{sender: harmless, claim: &queue.Claim{Doubts: 5}}, result{err: failed(message.SendUnreachable, false)}, again, Sending, false, "unreachable"},
		{"perhaps sent, the provider can be asked", attempt{sender: askable{}}, result{err: failed(message.SendUnreachable, false)}, again, Sending, true, "unreachable"},
		{"the window is closed", attempt{sender: plain}, result{err: failed(message.SendWindow, true)}, again, Sending, false, "window-closed held"},
		{"it still is", attempt{sender: plain, prev: Send{Held: &Hold{}}}, result{err: failed(message.SendWindow, true)}, again, Sending, false, ""},
		{"it was for three days", attempt{sender: plain, out: message.Outbound{CreatedAt: now.Add(-holdFor)}, prev: Send{Held: &Hold{}}}, result{err: failed(message.SendWindow, true)}, settle, Failed, false, "expired"},
		{"a prompt does not wait for a window", attempt{sender: plain, out: message.Outbound{Kind: message.Prompt}}, result{err: failed(message.SendWindow, true)}, settle, Failed, false, "window-closed"},
	} {
		c.a.log, c.r.at = slog.New(slog.DiscardHandler), now
		if c.a.claim == nil {
			c.a.claim = &queue.Claim{}
		}
		if c.a.out.CreatedAt.IsZero() {
			c.a.out.CreatedAt = now
		}
		s := next(c.a, c.r)
		counts := s.count
		if s.held != "" {
			counts = fmt.Sprint(s.count, map[bool]string{true: " "}[s.count != ""], s.held)
		}
		if s.do != c.do || s.send.State != c.state || s.doubt != c.doubt || counts != c.counts {
			t.Errorf("%s: action %d, %q, doubt %v, counts %q", c.name, s.do, s.send.State, s.doubt, counts)
		}
		if (s.do == again || s.do == settle || s.do == record) && (s.send.Attempts != 1 || s.send.UpdatedAt != now) {
			t.Errorf("%s: the record says %+v", c.name, s.send)
		}
		if s.do == again && s.wait < time.Second {
			t.Errorf("%s: it waits %v", c.name, s.wait)
		}
	}
}
