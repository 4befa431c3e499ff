package outbox_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/outbox"
)

// window is WhatsApp's: closed until the person writes.
type window struct {
	mu    sync.Mutex
	heard time.Time
	post  *post // counts what is held
}

func (w *window) write() {
	w.mu.Lock()
	w.heard = time.Now()
	w.mu.Unlock()
	if _, err := w.post.store.SaveContact(context.Background(), "phone", "email:dana", adapters.Contact{Heard: time.Now()}); err != nil {
		w.post.t.Error(err)
	}
}

func (w *window) events() string {
	w.post.mu.Lock()
	defer w.post.mu.Unlock()
	return fmt.Sprint(w.post.held)
}

func (w *window) answer(_ context.Context, out message.Outbound, _ int) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if out.To == "email:dana" && (w.heard.IsZero() || time.Since(w.heard) > 24*time.Hour) {
		return false, &message.SendError{Kind: message.SendWindow, Code: "63016", NotSent: true, Public: "closed"}
	}
	return true, nil
}

func onWindow(t *testing.T, kind message.OutboundKind, test func(t *testing.T, p *post, ph *phone, w *window, alerts *[]string)) {
	t.Helper()
	w, alerts := &window{}, &[]string{}
	onPhone(t, func(p *post, ph *phone) {
		p.kind, ph.answer, p.o.Workers, p.o.GiveUp = kind, w.answer, 1, time.Hour
		p.alerts, w.post = alerts, p
	}, func(t *testing.T, p *post, ph *phone) { test(t, p, ph, w, alerts) })
}

// What the channel does not take until the person writes waits for that, and holds
// nobody else up.
func TestHeldUntilTheyWrite(t *testing.T) {
	for _, kind := range []message.OutboundKind{message.Answer, message.Notice} {
		t.Run(string(kind), func(t *testing.T) {
			onWindow(t, kind, func(t *testing.T, p *post, ph *phone, w *window, _ *[]string) {
				p.put("phone/dana/a", "phone/dana/b", "phone/eve/c", "sms/dana/d")
				time.Sleep(3 * time.Hour) // longer than it is tried otherwise
				s := p.get("a")
				if s.State != outbox.Sending || s.Held == nil || len(s.History) != 1 || s.History[0].Code != "63016" {
					t.Fatalf("send %+v", s)
				}
				if p.get("c").State != outbox.Sent || p.get("d").State != outbox.Sent {
					t.Error("the others wait")
				}
				if n := len(p.tried()); n > 10 {
					t.Errorf("tried %d times", n)
				}
				w.write()
				wrote := time.Now()
				time.Sleep(40 * time.Second)
				s = p.get("a")
				if s.State != outbox.Sent || s.Held != nil || s.UpdatedAt.Sub(wrote) > 20*time.Second || ph.effects("a") != 1 || ph.effects("b") != 1 {
					t.Errorf("send %+v", s)
				}
				equal(t, "history", results(s), []string{"window-closed", "sent"})
				if got := w.events(); got != "map[held:1 released:1]" {
					t.Errorf("counted %s", got)
				}
				p.idle()
			})
		})
	}
}

// After three days it has failed, and the operators hear it.
func TestHeldInVain(t *testing.T) {
	onWindow(t, message.Answer, func(t *testing.T, p *post, _ *phone, w *window, alerts *[]string) {
		m := out("phone/dana/a")
		m.CreatedAt = m.CreatedAt.Add(-69 * time.Hour)
		it, err := outbox.Item(m)
		if err == nil {
			err = p.lanes.Enqueue(t.Context(), it)
		}
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Hour)
		if s := p.get("a"); s.State != outbox.Sending {
			t.Fatalf("send %+v", s)
		}
		time.Sleep(2 * time.Hour)
		s := p.get("a")
		if s.State != outbox.Failed || s.Code != outbox.CodeWindowClosed || len(s.History) != 2 || s.Held != nil {
			t.Errorf("send %+v", s)
		}
		equal(t, "dead letters", p.dead(), []string{"a failed window_closed"})
		equal(t, "alerts", *alerts, []string{"phone email:dana window phone email:dana"})
		if got := w.events(); got != "map[expired:1 held:1]" {
			t.Errorf("counted %s", got)
		}
		// An operator replays it once they have written.
		w.write()
		if err := p.store.Replay(t.Context(), p.letters()[0].Seq); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if s := p.get("a"); s.State != outbox.Sent {
			t.Errorf("send %+v", s)
		}
	})
}

// A prompt has other addresses to go to: it does not wait.
func TestPromptsAreNotHeld(t *testing.T) {
	onWindow(t, message.Prompt, func(t *testing.T, p *post, _ *phone, _ *window, _ *[]string) {
		p.put("phone/dana/a")
		time.Sleep(time.Minute)
		if s := p.get("a"); s.State != outbox.Failed || s.Code != "63016" {
			t.Errorf("send %+v", s)
		}
		p.reportsAre("a failed 63016")
	})
}

// A failure after a hold is waited for as any other: the looks were no attempts.
func TestFailureAfterAHold(t *testing.T) {
	onWindow(t, message.Answer, func(t *testing.T, p *post, ph *phone, w *window, _ *[]string) {
		p.put("phone/dana/a")
		time.Sleep(2 * time.Hour)
		p.mu.Lock()
		tries := len(p.tries)
		p.mu.Unlock()
		ph.mu.Lock()
		ph.answer = func(_ context.Context, _ message.Outbound, n int) (bool, error) {
			if n < tries+3 {
				return false, sendError(message.SendThrottled, true)
			}
			return true, nil
		}
		ph.mu.Unlock()
		w.write()
		time.Sleep(2 * time.Minute)
		if s := p.get("a"); s.State != outbox.Sent {
			t.Errorf("send %+v", s)
		}
		if got := w.events(); got != "map[held:1 released:1]" {
			t.Errorf("counted %s", got)
		}
	})
}

// A provider that is asked to wait for hours is not asked before, and what is tried
// again after that counts as tried all the time.
func TestThrottledForHours(t *testing.T) {
	for _, c := range []struct {
		times int
		state outbox.State
		tries int
	}{{2, outbox.Sent, 3}, {9, outbox.Failed, 4}} {
		onPhone(t, func(_ *post, ph *phone) {
			ph.answer = func(_ context.Context, _ message.Outbound, n int) (bool, error) {
				if n < c.times {
					return false, &message.SendError{Kind: message.SendThrottled, Code: "limits.sms_segments", NotSent: true, RetryAfter: 20 * time.Hour}
				}
				return true, nil
			}
		}, func(t *testing.T, p *post, ph *phone) {
			p.put("phone/dana/a", "phone/dana/b", "sms/dana/c")
			time.Sleep(19 * time.Hour)
			tried := p.tried()
			slices.Sort(tried)
			equal(t, "tried", tried, []string{"a", "c"})
			time.Sleep(45 * time.Hour)
			if s := p.get("a"); s.State != c.state || s.Attempts != c.tries {
				t.Errorf("send %+v", s)
			}
		})
	}
}
