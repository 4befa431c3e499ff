package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// seen remembers the last claim.
type seen struct {
	queue.Lanes
	mu   sync.Mutex
	last *queue.Claim
}

func (s *seen) Claim(ctx context.Context, q queue.Name, most int) ([]*queue.Claim, error) {
	cs, err := s.Lanes.Claim(ctx, q, most)
	if err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.last = cs[0]
	}
	return cs, err
}

func (s *seen) claim() *queue.Claim {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// A claim that is lost while the message is sent changes nothing: whoever has the
// item now says what became of it.
func TestLostClaimChangesNothing(t *testing.T) {
	for _, kind := range kinds() {
		for name, answer := range map[string]error{
			"sent": nil, "failed": sendError(message.SendRejected, true), "will retry": sendError(message.SendThrottled, true),
			"in doubt": sendError(message.SendUnreachable, false),
		} {
			t.Run(name+" "+string(kind), func(t *testing.T) {
				var other *queue.Claim
				onPost(t, func(p *post) {
					lanes := &seen{Lanes: p.lanes}
					p.kind, p.o.Lanes = kind, lanes
					p.send = func(ctx context.Context, _ message.Outbound, n int) error {
						if n > 0 {
							return nil
						}
						// The node is cut off for longer than a lease, and another one
						// claims the item.
						p.soft()
						time.Sleep(time.Second)
						noerr.Want(t, p.lanes.Release(ctx, lanes.claim()))
						other = p.claim()
						return answer
					}
				}, func(t *testing.T, p *post) {
					p.put("mail/dana/a")
					<-p.done
					if s, found, err := p.store.Send(t.Context(), "a"); err != nil || found {
						t.Errorf("a lost claim has recorded %+v, %v", s, err)
					}
					equal(t, "reports", p.reported(), nil)
					equal(t, "dead letters", p.dead(), nil)
					if err := p.lanes.Release(t.Context(), other); err != nil {
						t.Errorf("the other has lost its claim: %v", err)
					}
					p.start()
					time.Sleep(time.Minute)
					if s := p.get("a"); s.State != outbox.Sent || len(p.tried()) != 2 {
						t.Errorf("send %+v after %v", s, p.tried())
					}
					p.reportsAre("a sent ")
					p.idle()
				})
			})
		}
	}
}

// An operator replays a dead letter: it is as if it were new, whatever became of
// it before.
func TestReplayStartsAnew(t *testing.T) {
	for _, c := range []struct {
		name, channel string
		first         error // of the first life
		state         outbox.State
	}{
		{"failed", "mail", sendError(message.SendRejected, true), outbox.Failed},
		{"unknown", "sms", sendError(message.SendUnreachable, false), outbox.Unknown},
	} {
		for _, kind := range kinds() {
			t.Run(c.name+" "+string(kind), func(t *testing.T) {
				onPost(t, func(p *post) {
					p.kind = kind
					p.send = func(_ context.Context, _ message.Outbound, n int) error {
						switch n {
						case 0:
							return c.first
						case 1: // of the second life: retried as any other
							return sendError(message.SendThrottled, true)
						}
						return nil
					}
				}, func(t *testing.T, p *post) {
					p.put(c.channel + "/dana/a")
					time.Sleep(49 * time.Hour)
					if s := p.get("a"); s.State != c.state || s.Attempts != 1 || s.Replay != 0 {
						t.Fatalf("send %+v", s)
					}
					noerr.Must(t, p.store.Replay(t.Context(), p.letters()[0].Seq))
					time.Sleep(time.Minute)
					s := p.get("a")
					if s.State != outbox.Sent || s.Attempts != 2 || s.Replay != 1 || s.Code != "" {
						t.Errorf("send %+v", s)
					}
					if len(s.History) != 3 || s.FirstAt.Before(time.Now().Add(-time.Hour)) {
						t.Errorf("the replay does not begin anew, or its past is not known: %+v", s)
					}
					if len(p.tried()) != 3 {
						t.Errorf("tried %v", p.tried())
					}
					equal(t, "dead letters", p.dead(), nil)
					p.reportsAre("a "+string(c.state)+" code-1", "a sent ")
					p.idle()
				})
			})
		}
	}
}

// What crashed in the second life is judged by the second life alone.
func TestReplayAfterACrash(t *testing.T) {
	onPost(t, func(p *post) {
		p.send = func(_ context.Context, _ message.Outbound, n int) error {
			if n == 0 {
				return sendError(message.SendRejected, true)
			}
			return nil
		}
	}, func(t *testing.T, p *post) {
		p.put("mail/dana/a")
		time.Sleep(time.Minute)
		p.stop()
		noerr.Must(t, p.store.Replay(t.Context(), p.letters()[0].Seq))
		c := p.claim()
		if c.Replays != 1 || c.Attempts != 0 || c.InDoubt {
			t.Fatalf("claim %+v", c)
		}
		noerr.Must(t, p.lanes.Begin(t.Context(), c))
		time.Sleep(queue.Lease + time.Second) // the process is dead
		p.start()
		time.Sleep(time.Minute)
		// "failed" is of the first life: it does not finish the second.
		if s := p.get("a"); s.State != outbox.Sent || s.Replay != 1 || len(p.tried()) != 2 {
			t.Errorf("send %+v after %v", s, p.tried())
		}
		p.idle()
	})
}

func TestHistoryIsBounded(t *testing.T) {
	onPost(t, func(p *post) {
		p.send = func(_ context.Context, _ message.Outbound, n int) error {
			switch {
			case n < 25:
				return &message.SendError{
					Kind: message.SendThrottled, Code: fmt.Sprint("c", n), NotSent: true,
					Public: strings.Repeat("é", 400), Err: errors.New("inside"),
				}
			default:
				return nil
			}
		}
	}, func(t *testing.T, p *post) {
		p.put("mail/dana/a")
		time.Sleep(10 * time.Second)
		if s := p.get("a"); len(s.History) < 2 || s.History[0].Code != "c0" || s.State != outbox.Sending {
			t.Errorf("after ten seconds %+v", s)
		}
		time.Sleep(40 * time.Hour)
		s := p.get("a")
		if s.State != outbox.Sent || s.Attempts != 26 || len(s.History) != 20 {
			t.Fatalf("%s after %d attempts, history of %d", s.State, s.Attempts, len(s.History))
		}
		var codes []string
		for i, h := range s.History {
			codes = append(codes, h.Result+" "+h.Code)
			if len(h.Detail) > 200 || i > 0 && h.At.Before(s.History[i-1].At) {
				t.Errorf("attempt %d: %+v", i, h)
			}
		}
		if codes[0] != "throttled c6" || codes[18] != "throttled c24" || codes[19] != "sent " {
			t.Errorf("history %q", codes)
		}
		if !s.FirstAt.Before(s.History[0].At) {
			t.Errorf("first attempt at %v", s.FirstAt)
		}
	})
}

// Giving up counts from the first attempt: what waited before, behind another
// message or in a pause, is tried as long as any other.
func TestGivesUpFromTheFirstAttempt(t *testing.T) {
	var p *post
	onPost(t, func(q *post) {
		p = q
		q.set("paused", true)
		q.o.GiveUp = 2 * time.Hour
		q.paused = func(message.ChannelName, message.SessionID) bool { return p.is("paused") }
		q.send = func(context.Context, message.Outbound, int) error { return sendError(message.SendUnreachable, true) }
	}, func(t *testing.T, _ *post) {
		p.put("mail/dana/a")
		time.Sleep(3 * time.Hour)
		p.set("paused", false)
		time.Sleep(time.Hour)
		if s := p.get("a"); s.State != outbox.Sending || s.Attempts < 10 {
			t.Errorf("an hour after the first attempt: %+v", s)
		}
		time.Sleep(4 * time.Hour)
		if s := p.get("a"); s.State != outbox.Failed {
			t.Errorf("five hours after the first attempt: %+v", s)
		}
	})
}

func TestPause(t *testing.T) {
	var p *post
	begin := func(q *post) {
		p = q
		q.o.Workers = 1
		q.paused = func(ch message.ChannelName, s message.SessionID) bool {
			return p.is(string(ch)) || p.is(string(s))
		}
	}
	t.Run("a channel", func(t *testing.T) {
		onPost(t, begin, func(t *testing.T, _ *post) {
			p.set("mail", true)
			for i := range 600 { // more than are claimed at a time
				p.put(fmt.Sprintf("mail/p%d/m%d", i, i))
			}
			p.put("mail/dana/a", "mail/dana/b", "sms/dana/c")
			time.Sleep(5 * time.Second)
			equal(t, "sent while mail is paused", p.tried(), []string{"c"})
			time.Sleep(time.Minute)
			equal(t, "sent while mail is paused", p.tried(), []string{"c"})
			equal(t, "dead letters", p.dead(), nil)
			began := time.Now()
			p.set("mail", false)
			time.Sleep(30 * time.Second)
			tries := p.list()
			if len(tries) != 603 {
				t.Fatalf("%d sends", len(tries))
			}
			for _, x := range tries[1:] {
				if d := x.at.Sub(began); d > 13*time.Second {
					t.Errorf("%s was sent %v after the end of the pause", x.id, d)
				}
			}
			if ids := p.tried(); slices.Index(ids, "a") > slices.Index(ids, "b") {
				t.Error("the order in the lane is lost")
			}
			if s := p.get("a"); s.Attempts != 1 {
				t.Errorf("send %+v: a pause is no attempt", s)
			}
			p.idle()
		})
	})
	t.Run("a session", func(t *testing.T) {
		onPost(t, begin, func(t *testing.T, _ *post) {
			p.set("ses_1", true)
			p.put("mail/dana/a")
			time.Sleep(time.Minute)
			equal(t, "sent", p.tried(), nil)
			p.set("ses_1", false)
			time.Sleep(13 * time.Second)
			equal(t, "sent", p.tried(), []string{"a"})
		})
	})
	// What may have gone out before the pause is still in doubt after it.
	for channel, tries := range map[string]int{"mail": 1, "sms": 0} {
		t.Run("in doubt, "+channel, func(t *testing.T) {
			onPost(t, begin, func(t *testing.T, _ *post) {
				p.stop()
				p.put(channel + "/dana/a")
				noerr.Must(t, p.lanes.Begin(t.Context(), p.claim()))
				time.Sleep(queue.Lease + time.Second) // the process is dead
				p.set(channel, true)
				p.start()
				time.Sleep(time.Minute)
				equal(t, "sent", p.tried(), nil)
				p.set(channel, false)
				time.Sleep(time.Minute)
				want := outbox.Sent
				if tries == 0 {
					want = outbox.Unknown
				}
				if s := p.get("a"); s.State != want || len(p.tried()) != tries {
					t.Errorf("send %+v after %v", s, p.tried())
				}
			})
		})
	}
}
