package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/core/span"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// What a dead process leaves: an attempt was begun, its result is not known, or
// it is recorded and the item is still there.
func TestAfterACrash(t *testing.T) {
	for _, c := range []struct {
		name     string
		channel  string
		recorded *outbox.Send
		begun    int // attempts
		tries    int
		state    outbox.State
		attempts int
		code     string
	}{
		{name: "in doubt, known by id", channel: "mail", begun: 1, tries: 1, state: outbox.Sent, attempts: 2},
		{name: "died again in the repetition", channel: "mail", begun: 2, tries: 1, state: outbox.Sent, attempts: 3},
		{name: "died in every repetition", channel: "mail", begun: 4, state: outbox.Unknown, attempts: 4, code: "in_doubt"},
		{name: "in doubt elsewhere", channel: "sms", begun: 1, state: outbox.Unknown, attempts: 1, code: "in_doubt"},
		{
			name: "recorded as sent", channel: "sms", begun: 1, state: outbox.Sent, attempts: 1,
			recorded: &outbox.Send{State: outbox.Sent, Attempts: 1, ProviderID: "P"},
		},
		{
			name: "recorded as failed", channel: "mail", begun: 1, state: outbox.Failed, attempts: 1, code: "550",
			recorded: &outbox.Send{State: outbox.Failed, Attempts: 1, Code: "550"},
		},
		{
			name: "recorded as being tried", channel: "mail", begun: 1, tries: 1, state: outbox.Sent, attempts: 2,
			recorded: &outbox.Send{State: outbox.Sending, Attempts: 1},
		},
		{name: "claimed and not begun", channel: "sms", tries: 1, state: outbox.Sent, attempts: 1},
	} {
		test := func(t *testing.T, kind message.OutboundKind) {
			onPost(t, func(p *post) { p.kind = kind }, func(t *testing.T, p *post) {
				p.stop()
				p.put(c.channel + "/dana/a")
				for i := range max(c.begun, 1) {
					claim := p.claim()
					if i < c.begun {
						noerr.Must(t, p.lanes.Begin(t.Context(), claim))
					}
					if c.recorded != nil {
						s := *c.recorded
						s.ID, s.Channel = "a", message.ChannelName(c.channel)
						noerr.Must(t, p.store.SaveSend(t.Context(), claim, s))
					}
					time.Sleep(queue.Lease + time.Second) // the process is dead
				}
				p.start()
				time.Sleep(time.Minute)
				s := p.get("a")
				if s.State != c.state || s.Attempts != c.attempts || s.Code != c.code {
					t.Errorf("send %+v, want %s after %d attempts, code %q", s, c.state, c.attempts, c.code)
				}
				if c.recorded != nil && c.recorded.ProviderID != "" && s.ProviderID != c.recorded.ProviderID {
					t.Errorf("provider id %q", s.ProviderID)
				}
				if len(p.tried()) != c.tries {
					t.Errorf("sent %v, want %d sends", p.tried(), c.tries)
				}
				p.reportsAre("a " + string(c.state) + " " + c.code)
				p.idle()
			})
		}
		for _, kind := range kinds() {
			t.Run(c.name+" "+string(kind), func(t *testing.T) { test(t, kind) })
		}
	}
}

// claim claims the next message, as a worker that is not ours.
func (p *post) claim() *queue.Claim {
	p.t.Helper()
	cs, err := p.lanes.Claim(p.t.Context(), queue.Outbox, 1)
	noerr.Must(p.t, err)
	return cs[0]
}

func TestPanicOfAChannel(t *testing.T) {
	onPost(t, func(p *post) {
		p.send = func(_ context.Context, out message.Outbound, _ int) error {
			if out.ID == "a" {
				panic("boom")
			}
			return nil
		}
	}, func(t *testing.T, p *post) {
		p.put("mail/dana/a", "mail/dana/b", "mail/eve/c")
		time.Sleep(time.Minute)
		equal(t, "dead letters", p.dead(), []string{"a panic"})
		if s := p.get("a"); s.State != outbox.Unknown || s.Code != "panic" {
			t.Errorf("send %+v: it may have gone out", s)
		}
		if p.get("b").State != outbox.Sent || p.get("c").State != outbox.Sent || p.panics != 1 {
			t.Errorf("the others wait; %d panics", p.panics)
		}
	})
	// A panic of Report does not make a sent message unknown.
	onPost(t, func(p *post) {
		p.kind = message.Prompt
		p.told = func(int) error { panic("boom") }
	}, func(t *testing.T, p *post) {
		p.put("mail/dana/a")
		time.Sleep(time.Minute)
		if s := p.get("a"); s.State != outbox.Sent {
			t.Errorf("send %+v", s)
		}
		equal(t, "dead letters", p.dead(), []string{"a panic"})
	})
}

// TestNoTraceIsWaitedFor: where the store does not say of which trace a message is, it goes out all the same, and soon.
func TestNoTraceIsWaitedFor(t *testing.T) {
	onPost(t, func(p *post) {
		p.o.Spans = span.NewTracer(func(span.Span) {}, 1)
		p.trace = func(ctx context.Context) (string, span.Said, error) {
			select {
			case <-ctx.Done():
			case <-time.After(time.Hour):
			}
			return "", "", ctx.Err()
		}
	}, func(t *testing.T, p *post) {
		m := out("sms/dana/a")
		m.Turn = message.NewTurnID()
		it, err := outbox.Item(m)
		noerr.Must(t, err)
		noerr.Must(t, p.lanes.Enqueue(t.Context(), it))
		time.Sleep(5 * time.Second)
		if len(p.tried()) != 1 || p.get("a").State != outbox.Sent {
			t.Errorf("tried %v", p.tried())
		}
	})
}

func TestStop(t *testing.T) {
	slow := func(err func(ctx context.Context) error) func(p *post) {
		return func(p *post) {
			p.send = func(ctx context.Context, _ message.Outbound, _ int) error {
				select {
				case <-time.After(20 * time.Second):
					return nil
				case <-ctx.Done():
					return err(ctx)
				}
			}
		}
	}
	notSent := func(ctx context.Context) error {
		return &message.SendError{Kind: message.SendUnreachable, NotSent: true, Err: ctx.Err()}
	}
	doubt := func(ctx context.Context) error { return ctx.Err() }
	t.Run("soft lets the send finish", func(t *testing.T) {
		onPost(t, slow(notSent), func(t *testing.T, p *post) {
			p.put("mail/dana/a", "mail/dana/b")
			time.Sleep(5 * time.Second)
			began := time.Now()
			p.soft()
			<-p.done
			if d := time.Since(began); d != 15*time.Second {
				t.Errorf("stopped after %v", d)
			}
			equal(t, "sent", p.tried(), []string{"a"})
			if s := p.get("a"); s.State != outbox.Sent {
				t.Errorf("send %+v", s)
			}
		})
	})
	for _, c := range []struct {
		name, channel string
		err           func(context.Context) error
		tries         int
		state         outbox.State
		attempts      int
	}{
		{"hard, certainly not sent", "sms", notSent, 2, outbox.Sent, 1},
		{"hard, in doubt, known by id", "mail", doubt, 2, outbox.Sent, 2},
		{"hard, in doubt elsewhere", "sms", doubt, 1, outbox.Unknown, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			onPost(t, slow(c.err), func(t *testing.T, p *post) {
				p.put(c.channel + "/dana/a")
				time.Sleep(5 * time.Second)
				began := time.Now()
				p.stop()
				if d := time.Since(began); d != 0 {
					t.Errorf("stopped after %v", d)
				}
				p.start()
				time.Sleep(time.Minute)
				if s := p.get("a"); s.State != c.state || s.Attempts != c.attempts || len(p.tried()) != c.tries {
					t.Errorf("send %+v after %d tries, want %s, %d attempts, %d tries", s, len(p.tried()), c.state, c.attempts, c.tries)
				}
				p.idle()
			})
		})
	}
}

// failing is a store that cannot begin an attempt for a while.
type failing struct {
	outbox.Store
	after bool // it is begun, but nobody hears of it
	mu    sync.Mutex
	until time.Time
	calls int
}

func (s *failing) Begin(ctx context.Context, c *queue.Claim, ch message.ChannelName, to message.Address, es ...outbox.Indexed) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	now := time.Now()
	if s.after || !now.Before(s.until) {
		if err := s.Store.Begin(ctx, c, ch, to, es...); err != nil {
			return err
		}
	}
	if now.Before(s.until) {
		return errors.New("disk full")
	}
	return nil
}

// A store that cannot write is not asked in a tight loop. An attempt of which
// nobody knows whether it was begun is taken back: it leaves no doubt that was
// not there before.
func TestStoreThatCannotWrite(t *testing.T) {
	for _, after := range []bool{false, true} {
		t.Run(fmt.Sprint("begun all the same=", after), func(t *testing.T) {
			s := &failing{after: after}
			onPost(t, func(p *post) {
				s.Store, s.until = p.store, time.Now().Add(10*time.Minute)
				p.o.Store = s
			}, func(t *testing.T, p *post) {
				p.put("sms/dana/a")
				time.Sleep(10*time.Minute - time.Second)
				s.mu.Lock()
				calls := s.calls
				s.mu.Unlock()
				if len(p.tried()) != 0 || calls < 2 || calls > 60 {
					t.Errorf("%d sends, %d calls in ten minutes", len(p.tried()), calls)
				}
				time.Sleep(time.Minute)
				if st := p.get("a"); st.State != outbox.Sent || st.Attempts != 1 || len(p.tried()) != 1 {
					t.Errorf("send %+v", st)
				}
				p.idle()
			})
		})
	}
	// Doubt that was there stays.
	t.Run("in doubt before", func(t *testing.T) {
		s := &failing{after: true}
		onPost(t, func(p *post) {
			s.Store, s.until = p.store, time.Now().Add(5*time.Minute)
			p.o.Store = s
		}, func(t *testing.T, p *post) {
			p.stop()
			p.put("mail/dana/a")
			noerr.Must(t, p.lanes.Begin(t.Context(), p.claim()))
			time.Sleep(queue.Lease + time.Second) // the process is dead
			p.start()
			time.Sleep(2 * time.Minute)
			p.stop()
			c := p.claim()
			if !c.InDoubt || c.Attempts != 1 || c.Doubts != 0 {
				t.Errorf("the doubt is not what it was: %+v", c)
			}
			noerr.Must(t, p.lanes.Release(t.Context(), c))
			p.start()
			time.Sleep(10 * time.Minute)
			if st := p.get("a"); st.State != outbox.Sent || len(p.tried()) != 1 {
				t.Errorf("send %+v", st)
			}
			p.idle()
		})
	})
}

func TestWorkersBoundTheSends(t *testing.T) {
	var mu sync.Mutex
	active, most := 0, 0
	onPost(t, func(p *post) {
		p.o.Workers = 3
		p.send = func(context.Context, message.Outbound, int) error {
			mu.Lock()
			active++
			most = max(most, active)
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			active--
			mu.Unlock()
			return nil
		}
	}, func(t *testing.T, p *post) {
		for i := range 10 {
			p.put(fmt.Sprintf("mail/p%d/m%d", i, i))
		}
		time.Sleep(time.Minute)
		mu.Lock()
		defer mu.Unlock()
		if len(p.tried()) != 10 || most != 3 {
			t.Errorf("%d sends, %d at a time", len(p.tried()), most)
		}
	})
}
