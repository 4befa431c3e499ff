package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// hook is a sender with a schedule of its own, whose receivers know repetitions.
type hook struct {
	*sender
	gate func() (time.Duration, string)
}

func (h *hook) Caps() message.Caps {
	return message.Caps{Kind: "webhook", Traits: traits("webhook"), OneWay: true, KnownByID: true, Repeatable: true}
}

func (h *hook) Wait(n int) (time.Duration, bool) {
	waits := []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 72 * time.Hour}
	if n > len(waits) {
		return 0, false
	}
	return waits[n-1], true
}

func (h *hook) Ready(message.Outbound) (time.Duration, string) {
	if h.gate == nil {
		return 0, ""
	}
	return h.gate()
}

func onHook(t *testing.T, change func(p *post, h *hook), test func(t *testing.T, p *post, alerts *[]string)) {
	t.Helper()
	var alerts []string
	onPost(t, func(p *post) {
		h := &hook{sender: &sender{p, "hook"}}
		p.o.Senders["hook"] = h
		p.alerts = &alerts
		if change != nil {
			change(p, h)
		}
	}, func(t *testing.T, p *post) { test(t, p, &alerts) })
}

// hookOut is a message to the endpoint crm of a session.
func hookOut(id, session string) message.Outbound {
	return message.Outbound{ID: message.MessageID(id), Channel: "hook", To: "webhook:crm", Kind: message.Answer, Session: message.SessionID(session), Event: &message.Event{Type: "x", Data: []byte("{}")}}
}

func (p *post) enqueue(outs ...message.Outbound) {
	p.t.Helper()
	for _, m := range outs {
		it, err := outbox.Item(m)
		if err == nil {
			err = p.lanes.Enqueue(p.t.Context(), it)
		}
		noerr.Must(p.t, err)
	}
}

// TestPatient: a channel's own schedule takes the place of the outbox's and of give_up;
// Retry-After makes a wait longer, never shorter. Each attempt stands in the record.
func TestPatient(t *testing.T) {
	onHook(t, func(p *post, _ *hook) {
		p.send = func(_ context.Context, _ message.Outbound, n int) error {
			return &message.SendError{Kind: message.SendThrottled, Code: fmt.Sprint(500 + n), RetryAfter: map[int]time.Duration{0: time.Second, 1: time.Hour}[n], Public: "no", Err: errors.New("x")}
		}
	}, func(t *testing.T, p *post, alerts *[]string) {
		began := time.Now()
		p.enqueue(hookOut("a", "s"))
		time.Sleep(100 * time.Hour)
		var at []time.Duration
		for _, x := range p.list() {
			at = append(at, x.at.Sub(began).Round(time.Second))
		}
		want := []time.Duration{0, 5 * time.Second, time.Hour + 5*time.Second, 90*time.Minute + 5*time.Second, 73*time.Hour + 30*time.Minute + 5*time.Second}
		if !slices.EqualFunc(at, want, func(a, b time.Duration) bool { return max(a-b, b-a) <= 5*time.Second }) {
			t.Errorf("attempts at %v, want about %v", at, want)
		}
		s := p.get("a")
		var codes []string
		for _, h := range s.History {
			codes = append(codes, h.Code)
		}
		if s.State != outbox.Failed || s.Attempts != 5 || strings.Join(codes, " ") != "500 501 502 503 504" || s.Detail != "given up after 5 attempts: no" {
			t.Errorf("%+v", s)
		}
		if len(*alerts) != 1 || !strings.Contains((*alerts)[0], "gave up hook") {
			t.Errorf("alerts %q", *alerts)
		}
		equal(t, "dead letters", p.dead(), []string{"a failed 504"})
	})
}

// TestRepeatable: an attempt whose answer was lost is tried again, however often.
func TestRepeatable(t *testing.T) {
	onHook(t, func(p *post, _ *hook) {
		p.send = func(_ context.Context, _ message.Outbound, n int) error {
			if n < 4 {
				return &message.SendError{Kind: message.SendUnreachable, Code: "no_answer", Err: errors.New("cut")}
			}
			return nil
		}
	}, func(t *testing.T, p *post, _ *[]string) {
		p.enqueue(hookOut("a", "s"))
		time.Sleep(100 * time.Hour)
		if s := p.get("a"); s.State != outbox.Sent || s.Attempts != 5 {
			t.Errorf("%+v", s)
		}
	})
}

// TestDiesWhileItSends: a process that dies between the attempt and its record sends the
// same again, however often that happens.
func TestDiesWhileItSends(t *testing.T) {
	const deaths = 6 // more than others may have
	m := &mortal{}
	onHook(t, func(p *post, _ *hook) {
		p.o.Store, p.o.Lanes = deadStore{m, p.store}, deadLanes{m, p.lanes}
		p.send = func(_ context.Context, _ message.Outbound, n int) error {
			m.die(n < deaths) // it has arrived
			return nil
		}
	}, func(t *testing.T, p *post, _ *[]string) {
		p.enqueue(hookOut("a", "s"))
		for range deaths {
			time.Sleep(time.Minute)
			p.stop()
			time.Sleep(queue.Lease + time.Second)
			m.die(false)
			p.start()
		}
		time.Sleep(time.Hour)
		if s := p.get("a"); s.State != outbox.Sent || len(p.tried()) != deaths+1 {
			t.Errorf("%d attempts, %+v", len(p.tried()), s)
		}
	})
}

// TestGate: what is held back by the channel is no attempt.
func TestGate(t *testing.T) {
	onHook(t, func(_ *post, h *hook) {
		until := time.Now().Add(10 * time.Minute)
		h.gate = func() (time.Duration, string) {
			return min(max(time.Until(until), 0), 30*time.Second), "the breaker is open"
		}
	}, func(t *testing.T, p *post, _ *[]string) {
		p.enqueue(hookOut("a", "s"))
		time.Sleep(9 * time.Minute)
		if n := len(p.tried()); n != 0 {
			t.Errorf("%d attempts", n)
		}
		time.Sleep(2 * time.Minute)
		if s := p.get("a"); s.State != outbox.Sent || s.Attempts != 1 {
			t.Errorf("%+v", s)
		}
	})
}

// TestOrderOfAnEndpoint: what is for one endpoint goes out in the order it was made,
// whatever session it is of; loose messages wait for their session only.
func TestOrderOfAnEndpoint(t *testing.T) {
	for _, loose := range []bool{false, true} {
		t.Run(fmt.Sprint("loose=", loose), func(t *testing.T) {
			onHook(t, func(p *post, _ *hook) {
				p.send = func(_ context.Context, out message.Outbound, n int) error {
					if out.ID == "a1" && n < 2 {
						return &message.SendError{Kind: message.SendUnreachable, Code: "500", Err: errors.New("x")}
					}
					return nil
				}
			}, func(t *testing.T, p *post, _ *[]string) {
				for _, m := range []message.Outbound{hookOut("a1", "s1"), hookOut("b1", "s2"), hookOut("a2", "s1"), hookOut("b2", "s2")} {
					m.Loose = loose
					p.enqueue(m)
				}
				time.Sleep(time.Hour)
				order := p.tried()
				got := strings.Join(order, " ")
				if want := "a1 a1 a1 b1 a2 b2"; !loose && got != want {
					t.Errorf("order %s, want %s", got, want)
				}
				if loose && (slices.Index(order, "b2") > 3 || order[len(order)-1] != "a2" || slices.Index(order, "b1") > slices.Index(order, "b2")) {
					t.Errorf("order %s", got)
				}
			})
		})
	}
}

// TestEnded: who is told of ends hears each of them before it is finished, and of its dead letter after.
func TestEnded(t *testing.T) {
	var told []string
	onPost(t, func(p *post) {
		fail := true
		p.ended = func(s outbox.Send) error {
			p.mu.Lock()
			defer p.mu.Unlock()
			told = append(told, fmt.Sprintf("%s %s", s.ID, s.State))
			if fail {
				fail = false
				return errors.New("not now")
			}
			return nil
		}
		p.buried = func(queue.Death) {
			p.mu.Lock()
			defer p.mu.Unlock()
			told = append(told, "buried")
		}
		p.send = func(context.Context, message.Outbound, int) error { return sendError(message.SendRejected, true) }
	}, func(t *testing.T, p *post) {
		p.put("mail/dana/a")
		time.Sleep(time.Minute)
		p.mu.Lock()
		got := slices.Clone(told)
		p.mu.Unlock()
		equal(t, "told", got, []string{"a failed", "a failed", "buried"})
		if s := p.get("a"); s.State != outbox.Failed {
			t.Errorf("%+v", s)
		}
	})
}
