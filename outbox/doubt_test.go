package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// The provider took it or not, and the answer was lost: what follows is what it says.
func TestTheProviderIsAsked(t *testing.T) {
	lost := sendError(message.SendUnreachable, false)
	type answer struct {
		takes bool
		err   error
	}
	for _, c := range []struct {
		name    string
		answers []answer // then taken
		state   outbox.State
		effects int
		tries   int
		history string
		code    string
	}{
		{"taken", []answer{{true, lost}}, outbox.Sent, 1, 1, "unreachable found", ""},
		{"not taken", []answer{{false, lost}}, outbox.Sent, 1, 2, "unreachable not_found sent", ""},
		{"the repetition is taken, and lost", []answer{{false, lost}, {true, lost}}, outbox.Sent, 1, 2, "unreachable not_found unreachable found", ""},
		{"not taken twice", []answer{{false, lost}, {false, lost}}, outbox.Unknown, 0, 2, "unreachable not_found unreachable not_found", "code-1"},
		{
			"throttled in between",
			[]answer{{false, lost}, {false, sendError(message.SendThrottled, true)}, {false, lost}},
			outbox.Unknown, 0, 3, "unreachable not_found throttled unreachable not_found", "code-1",
		},
		{"refused the second time", []answer{{false, lost}, {false, sendError(message.SendRejected, true)}}, outbox.Failed, 0, 2, "unreachable not_found rejected", "code-1"},
		{"no kind", []answer{{true, errors.New("eof")}}, outbox.Sent, 1, 1, "unreachable found", ""},
	} {
		for _, kind := range kinds() {
			t.Run(c.name+" "+string(kind), func(t *testing.T) {
				onPhone(t, func(p *post, ph *phone) {
					p.kind = kind
					ph.answer = func(_ context.Context, out message.Outbound, n int) (bool, error) {
						if out.ID == "a" && n < len(c.answers) {
							return c.answers[n].takes, c.answers[n].err
						}
						return true, nil
					}
				}, func(t *testing.T, p *post, ph *phone) {
					p.put("phone/dana/a", "phone/dana/b")
					time.Sleep(10 * time.Minute)
					s := p.get("a")
					if s.State != c.state || s.Code != c.code || s.Attempts != c.tries || strings.Join(results(s), " ") != c.history {
						t.Errorf("send %+v, want %s after %d: %s", s, c.state, c.tries, c.history)
					}
					if n := ph.effects("a"); n != c.effects {
						t.Errorf("it reached the phone %d times", n)
					}
					if (s.State == outbox.Sent) != strings.HasPrefix(s.ProviderID, "SM") || !s.BegunAt.IsZero() || (s.Doubt != nil) != (s.State == outbox.Unknown) {
						t.Errorf("send %+v", s)
					}
					if s.State == outbox.Sent {
						if hit, err := p.store.Targets(t.Context(), "phone", []message.Ref{message.Ref(s.ProviderID)}); len(hit) == 0 || err != nil {
							t.Errorf("an answer to %s would not find it, %v", s.ProviderID, err)
						}
					}
					if p.get("b").State != outbox.Sent {
						t.Error("the lane waits")
					}
					p.reportsAre("a "+string(c.state)+" "+c.code, "b sent ")
					p.idle()
				})
			})
		}
	}
}

// A provider that cannot say is asked less and less often, and not for ever: a prompt
// has other addresses to go to.
func TestTheProviderCannotSay(t *testing.T) {
	for _, kind := range kinds() {
		t.Run(string(kind), func(t *testing.T) {
			onPhone(t, func(p *post, ph *phone) {
				p.kind = kind
				ph.answer = func(context.Context, message.Outbound, int) (bool, error) {
					return true, sendError(message.SendUnreachable, false)
				}
				ph.find = func(int) error { return errors.New("dana: 503") }
			}, func(t *testing.T, p *post, ph *phone) {
				began := time.Now()
				p.put("phone/dana/a")
				time.Sleep(3 * time.Hour)
				s := p.get("a")
				if s.State != outbox.Unknown || s.Attempts != 1 || s.Code != "code-1" || s.ProviderID != "" {
					t.Errorf("send %+v", s)
				}
				equal(t, "history", results(s), []string{"unreachable", "not_known"})
				if strings.Contains(fmt.Sprint(s.History), "dana") {
					t.Errorf("the address is in the history: %+v", s.History)
				}
				asked, last := ph.questions(), time.Duration(0)
				for i, at := range asked {
					// The last question comes when the patience ends, however soon that is.
					if d := at.Sub(began) - last; d < 12*time.Second && i < len(asked)-1 || d > 12*time.Minute {
						t.Errorf("asked at %v", asked)
					}
					last = at.Sub(began)
				}
				patience := time.Hour
				if kind == message.Prompt {
					patience = 10 * time.Minute
				}
				if last < patience || last > patience*3/2 || len(asked) < 4 || len(asked) > 20 {
					t.Errorf("asked %d times, the last after %v", len(asked), last)
				}
				equal(t, "dead letters", p.dead(), []string{"a unknown code-1"})
				p.reportsAre("a unknown code-1")
			})
		})
	}
	t.Run("for a while", func(t *testing.T) {
		onPhone(t, func(_ *post, ph *phone) {
			ph.answer = func(context.Context, message.Outbound, int) (bool, error) {
				return true, sendError(message.SendUnreachable, false)
			}
			ph.find = func(n int) error {
				if n < 5 {
					return errors.New("503")
				}
				return nil
			}
		}, func(t *testing.T, p *post, ph *phone) {
			p.put("phone/dana/a")
			time.Sleep(3 * time.Hour)
			s := p.get("a")
			equal(t, "history", results(s), []string{"unreachable", "not_known", "found"})
			if s.State != outbox.Sent || ph.effects("a") != 1 {
				t.Errorf("send %+v", s)
			}
		})
	})
}

// What the provider had before the message was tried is not it, and what belongs to
// another message is not it either.
func TestFoundIsThisMessage(t *testing.T) {
	onPhone(t, func(_ *post, ph *phone) {
		ph.answer = func(_ context.Context, out message.Outbound, n int) (bool, error) {
			if out.ID == "a" || n > 0 {
				return true, nil
			}
			return false, sendError(message.SendUnreachable, false)
		}
	}, func(t *testing.T, p *post, ph *phone) {
		same := func(id, lane string) {
			m := out("phone/dana/" + id)
			m.Text, m.Session = "Still working on it…", message.SessionID(lane)
			it, err := outbox.Item(m)
			noerr.Must(t, err)
			noerr.Must(t, p.lanes.Enqueue(t.Context(), it))
		}
		same("a", "ses_1")
		same("b", "ses_2") // begun when a is not listed yet, and not taken
		time.Sleep(5 * time.Minute)
		if ph.effects("a") != 1 || ph.effects("b") != 1 || p.get("b").ProviderID == p.get("a").ProviderID {
			t.Errorf("a %+v\nb %+v", p.get("a"), p.get("b"))
		}
	})
}

// Many messages with the same words, all in doubt at once, and a process that dies in
// every way: each reaches the phone once.
func TestStormOfDoubt(t *testing.T) {
	for seed := range uint64(24) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r, kills := rand.New(rand.NewPCG(seed, 5)), rand.New(rand.NewPCG(seed, 6))
			m := &mortal{}
			onPhone(t, func(p *post, ph *phone) {
				p.kind = kinds()[seed%2]
				p.o.Store, p.o.Lanes = deadStore{m, p.store}, deadLanes{m, p.lanes}
				ph.answer = func(ctx context.Context, _ message.Outbound, n int) (bool, error) {
					ph.mu.Lock()
					takes, what, wait := r.IntN(2) == 0, r.IntN(5), time.Duration(r.IntN(3000))*time.Millisecond
					ph.mu.Unlock()
					if n > 0 { // one repetition is all there is
						return true, nil
					}
					time.Sleep(wait)
					switch what {
					case 0:
						return true, nil
					case 1:
						return false, sendError(message.SendThrottled, true)
					case 2: // it dies in the attempt
						m.die(true)
						return takes, nil
					}
					return takes, sendError(message.SendUnreachable, false)
				}
				ph.find = func(n int) error {
					if n < 20 && r.IntN(4) == 0 {
						return errors.New("503")
					}
					return nil
				}
			}, func(t *testing.T, p *post, ph *phone) {
				var ids []string
				for i := range 12 {
					id := fmt.Sprint("m", i)
					ids = append(ids, id)
					o := out("phone/dana/" + id)
					o.Text, o.Session, o.Kind = "the same words", message.SessionID(fmt.Sprint("ses_", i%6)), p.kind
					if p.kind == message.Prompt {
						o.Approval = message.ApprovalID(fmt.Sprint("apr_", i%6))
					}
					it, err := outbox.Item(o)
					noerr.Must(t, err)
					noerr.Must(t, p.lanes.Enqueue(t.Context(), it))
				}
				for range 30 {
					time.Sleep(time.Duration(5+kills.IntN(40)) * time.Second)
					m.die(true) // kill -9
					p.stop()
					time.Sleep(queue.Lease + time.Second)
					m.die(false)
					p.start()
				}
				time.Sleep(3 * time.Hour)
				refs := map[string]bool{}
				for _, id := range ids {
					s := p.get(message.MessageID(id))
					if s.State != outbox.Sent || refs[s.ProviderID] {
						t.Errorf("send %+v", s)
					}
					refs[s.ProviderID] = true
				}
				// Of two with the same words one may have been taken for the other, which
				// then goes out in its place.
				if n := ph.effects(ids...); n != len(ids) {
					t.Errorf("%d messages reached the phone %d times", len(ids), n)
				}
				p.idle()
			})
		})
	}
}
