package outbox_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/noerr"
	"bridge/outbox"
)

func reportOf(id, sid string, st message.DeliveryState, code string) message.Delivery {
	return message.Delivery{Message: message.MessageID(id), State: st, Provider: sid, Code: code, Detail: "the provider's words", At: time.Now()}
}

// Reports come twice and in any order: the state only moves up, and only what was
// delivered is read.
func TestReportsMoveUp(t *testing.T) {
	sent, done, read := message.DeliverySent, message.DeliveryDone, message.DeliveryRead
	failed, dead, out := message.DeliveryFailed, message.DeliveryDead, message.DeliveryOptedOut
	for _, c := range []struct {
		reports []message.DeliveryState
		last    message.DeliveryState
		state   outbox.State
		history string
	}{
		{[]message.DeliveryState{sent, done, read}, read, outbox.Sent, "sent sent delivered read"},
		{[]message.DeliveryState{done, sent, done, sent}, done, outbox.Sent, "sent delivered"},
		{[]message.DeliveryState{read, done, sent}, read, outbox.Sent, "sent read"},
		{[]message.DeliveryState{sent, failed, sent}, failed, outbox.Failed, "sent sent bounced"},
		{[]message.DeliveryState{failed, done, read}, failed, outbox.Failed, "sent bounced"},
		{[]message.DeliveryState{done, failed}, done, outbox.Sent, "sent delivered"},
		{[]message.DeliveryState{dead, dead}, dead, outbox.Failed, "sent bounced"},
		{[]message.DeliveryState{out, read}, out, outbox.Failed, "sent bounced"},
		{[]message.DeliveryState{"eaten", message.DeliveryComplained, sent}, sent, outbox.Sent, "sent sent"},
	} {
		for _, kind := range kinds() {
			t.Run(strings.Join(states(c.reports), " ")+" "+string(kind), func(t *testing.T) {
				var heard []string
				onPhone(t, func(p *post, _ *phone) { p.kind = kind; p.alerts = &heard }, func(t *testing.T, p *post, _ *phone) {
					p.put("phone/dana/a")
					time.Sleep(time.Second)
					for _, st := range c.reports {
						noerr.Must(t, noerr.Of(outbox.New(p.o).Delivered(t.Context(), "phone", reportOf("a", "SM1", st, "30005"))))
					}
					s := p.get("a")
					if s.Delivery != c.last || s.State != c.state || s.Attempts != 1 || strings.Join(results(s), " ") != c.history {
						t.Errorf("send %+v: %q", s, results(s))
					}
					want := []string{"a sent "}
					if c.state == outbox.Failed {
						want = append(want, "a failed 30005")
						if kind == message.Answer {
							equal(t, "alerts", heard, []string{"phone email:dana bounced phone"})
						}
					}
					p.reportsAre(want...)
					why := map[message.DeliveryState]outbox.Reason{dead: outbox.Dead, out: outbox.OptedOut}[c.last]
					if got, _, err := p.store.Suppressed(t.Context(), "phone", "email:dana"); err != nil || got.Why != why {
						t.Errorf("suppressed %+v, %v", got, err)
					}
				})
			})
		}
	}
}

func states(ds []message.DeliveryState) (all []string) {
	for _, d := range ds {
		all = append(all, string(d))
	}
	return all
}

// A report that comes before the answer to the send settles it, whatever becomes of
// the answer.
func TestReportBeforeTheAnswer(t *testing.T) {
	lost := sendError(message.SendUnreachable, false)
	for _, c := range []struct {
		name    string
		report  message.DeliveryState
		answer  error // after 30 s
		state   outbox.State
		code    string
		history string
	}{
		{"delivered, answered", message.DeliveryDone, nil, outbox.Sent, "", "delivered"},
		{"sent, answer lost", message.DeliverySent, lost, outbox.Sent, "", "sent"},
		{"failed, answer lost", message.DeliveryFailed, lost, outbox.Failed, "30003", "bounced"},
		{"failed, answered", message.DeliveryFailed, nil, outbox.Failed, "30003", "bounced"},
	} {
		for _, kind := range kinds() {
			t.Run(c.name+" "+string(kind), func(t *testing.T) {
				onPhone(t, func(p *post, ph *phone) {
					p.kind = kind
					ph.answer = func(context.Context, message.Outbound, int) (bool, error) {
						time.Sleep(30 * time.Second)
						return true, c.answer
					}
				}, func(t *testing.T, p *post, ph *phone) {
					p.put("phone/dana/a", "phone/dana/b")
					time.Sleep(time.Second)
					began := time.Now()
					for range 3 { // the same again changes nothing
						noerr.Must(t, noerr.Of(outbox.New(p.o).Delivered(t.Context(), "phone", reportOf("a", "SM1", c.report, "30003"))))
					}
					if d := time.Since(began); d > 3*time.Second {
						t.Errorf("the provider waited %v", d)
					}
					time.Sleep(2 * time.Minute)
					s := p.get("a")
					if s.State != c.state || s.Delivery != c.report || s.ProviderID != "SM1" || s.Attempts != 1 || s.Code != c.code ||
						strings.Join(results(s), " ") != c.history {
						t.Errorf("send %+v: %q", s, results(s))
					}
					if ph.effects("a") != 1 || len(ph.questions()) > 1 || p.get("b").State != outbox.Sent {
						t.Errorf("%d effects, %d questions, b %+v", ph.effects("a"), len(ph.questions()), p.get("b"))
					}
					if hit, err := p.store.Targets(t.Context(), "phone", []message.Ref{"SM1"}); len(hit) == 0 || err != nil {
						t.Errorf("an answer would not find it, %v", err)
					}
					if kind == message.Prompt && p.reported()[0] != "a "+string(c.state)+" "+c.code {
						t.Errorf("reports %q", p.reported())
					}
					p.idle()
				})
			})
		}
	}
}

// A report settles what is in doubt, and what nobody knew.
func TestReportSettlesDoubt(t *testing.T) {
	for _, c := range []struct {
		name  string
		after time.Duration
		was   outbox.State
	}{
		{"while the provider is asked", 5 * time.Minute, outbox.Sending},
		{"when it is unknown", 3 * time.Hour, outbox.Unknown},
	} {
		for _, st := range []message.DeliveryState{message.DeliverySent, message.DeliveryFailed} {
			t.Run(c.name+" "+string(st), func(t *testing.T) {
				onPhone(t, func(p *post, ph *phone) {
					p.kind = message.Prompt
					ph.answer = func(context.Context, message.Outbound, int) (bool, error) {
						return true, sendError(message.SendUnreachable, false)
					}
					ph.find = func(int) error { return errors.New("503") }
				}, func(t *testing.T, p *post, ph *phone) {
					p.put("phone/dana/a")
					time.Sleep(c.after)
					if s := p.get("a"); s.State != c.was {
						t.Fatalf("send %+v", s)
					}
					noerr.Must(t, noerr.Of(outbox.New(p.o).Delivered(t.Context(), "phone", reportOf("a", "SM1", st, "30003"))))
					want := map[message.DeliveryState]string{message.DeliverySent: "a sent ", message.DeliveryFailed: "a failed 30003"}[st]
					if r := p.reported(); r[len(r)-1] != want {
						t.Errorf("reports %q", r)
					}
					time.Sleep(20 * time.Minute)
					s := p.get("a")
					if string(s.State) != strings.Fields(want)[1] || s.ProviderID != "SM1" || s.Doubt != nil || ph.effects("a") != 1 {
						t.Errorf("send %+v", s)
					}
					p.idle()
				})
			})
		}
	}
}

// Of a message that went out twice the report of the other copy changes nothing.
func TestReportOfAnotherCopy(t *testing.T) {
	onPhone(t, nil, func(t *testing.T, p *post, _ *phone) {
		p.put("phone/dana/a")
		time.Sleep(time.Second)
		what, err := outbox.New(p.o).Delivered(t.Context(), "phone", reportOf("a", "SM9", message.DeliveryFailed, "30003"))
		if s := p.get("a"); err != nil || what != "of another copy of it" || s.State != outbox.Sent || s.Delivery != "" {
			t.Errorf("%q, %v: %+v", what, err, s)
		}
	})
}

// A report of a message of ours that no record is there of is told again.
func TestReportWithoutARecord(t *testing.T) {
	onPhone(t, nil, func(t *testing.T, p *post, _ *phone) {
		id := string(message.DerivedMessageID(time.Now(), "x"))
		if _, err := outbox.New(p.o).Delivered(t.Context(), "phone", reportOf(id, "SM1", message.DeliverySent, "")); err == nil {
			t.Error("it is acknowledged")
		}
		time.Sleep(time.Hour)
		what, err := outbox.New(p.o).Delivered(t.Context(), "phone", reportOf(id, "SM1", message.DeliverySent, ""))
		if err != nil || what != "of an unknown message" {
			t.Errorf("an hour later: %q, %v", what, err)
		}
	})
}

// All reports of a message at once.
func TestReportsAtOnce(t *testing.T) {
	onPhone(t, nil, func(t *testing.T, p *post, _ *phone) {
		p.put("phone/dana/a")
		time.Sleep(time.Second)
		ob := outbox.New(p.o)
		var wg sync.WaitGroup
		for range 5 {
			for _, st := range []message.DeliveryState{message.DeliverySent, message.DeliveryRead, message.DeliveryDone} {
				wg.Go(func() {
					noerr.Want(t, noerr.Of(ob.Delivered(t.Context(), "phone", reportOf("a", "SM1", st, ""))))
				})
			}
		}
		wg.Wait()
		if s := p.get("a"); s.Delivery != message.DeliveryRead || len(s.History) > 4 {
			t.Errorf("send %+v", s)
		}
	})
}

// A provider that says that the recipient has opted out is believed: nothing more
// goes there, also of what is queued already, and prompts go elsewhere.
func TestOptedOutStopsWhatIsQueued(t *testing.T) {
	for _, kind := range kinds() {
		t.Run(string(kind), func(t *testing.T) {
			onPhone(t, func(p *post, ph *phone) {
				p.kind = kind
				ph.answer = func(context.Context, message.Outbound, int) (bool, error) {
					return false, &message.SendError{Kind: message.SendOptedOut, Code: "21610", NotSent: true, Public: "opted out"}
				}
			}, func(t *testing.T, p *post, ph *phone) {
				p.put("phone/dana/a", "phone/dana/b", "phone/dana/c")
				time.Sleep(time.Minute)
				equal(t, "tried", p.tried(), []string{"a"})
				p.reportsAre("a failed 21610", "b failed suppressed", "c failed suppressed")
				equal(t, "dead letters", p.dead(), []string{"a failed 21610", "b failed suppressed", "c failed suppressed"})
				s, _, err := p.store.Suppressed(t.Context(), "phone", "email:dana")
				if err != nil || s.Why != outbox.OptedOut || s.Code != "21610" || s.By != "a" {
					t.Errorf("suppressed %+v, %v", s, err)
				}
				noerr.Must(t, noerr.Of(p.store.Unsuppress(t.Context(), "phone", "email:dana")))
				ph.mu.Lock()
				ph.answer = nil
				ph.mu.Unlock()
				p.put("phone/dana/d")
				time.Sleep(time.Minute)
				if p.get("d").State != outbox.Sent {
					t.Error("it does not start again")
				}
			})
		})
	}
}

// overtaking is a store in whose way a report comes: after the record was read for the
// last time, and before it is written.
type overtaking struct {
	outbox.Store
	report func()
}

func (o *overtaking) SaveSend(ctx context.Context, c *queue.Claim, s outbox.Send) error {
	o.comes(s)
	return o.Store.SaveSend(ctx, c, s)
}

func (o *overtaking) Finish(ctx context.Context, c *queue.Claim, s outbox.Send, d *queue.Death) error {
	o.comes(s)
	return o.Store.Finish(ctx, c, s, d)
}

func (o *overtaking) comes(s outbox.Send) {
	if report := o.report; report != nil && len(s.History) > 0 { // an attempt has ended
		o.report = nil
		report()
	}
}

// A report that comes while the record of the attempt is written stands, and the item is
// finished by it.
func TestReportBetweenReadAndWrite(t *testing.T) {
	refused := sendError(message.SendRejected, true)
	lost := sendError(message.SendUnreachable, false)
	for _, c := range []struct {
		name   string
		report message.DeliveryState
		answer error
		state  outbox.State
		code   string
	}{
		{"delivered, answered", message.DeliveryDone, nil, outbox.Sent, ""},
		{"failed, answered", message.DeliveryFailed, nil, outbox.Failed, "30003"},
		{"delivered, refused", message.DeliveryDone, refused, outbox.Sent, ""},
		{"delivered, answer lost", message.DeliveryDone, lost, outbox.Sent, ""},
	} {
		for _, kind := range kinds() {
			t.Run(c.name+" "+string(kind), func(t *testing.T) {
				between := &overtaking{}
				onPhone(t, func(p *post, ph *phone) {
					p.kind = kind
					between.Store, p.o.Store = p.o.Store, between
					ph.answer = func(context.Context, message.Outbound, int) (bool, error) { return true, c.answer }
					between.report = func() {
						noerr.Want(t, noerr.Of(outbox.New(p.o).Delivered(context.Background(), "phone", reportOf("a", "SM1", c.report, "30003"))))
					}
				}, func(t *testing.T, p *post, ph *phone) {
					p.put("phone/dana/a")
					time.Sleep(5 * time.Second)
					if s := p.get("a"); s.State != c.state || s.Delivery != c.report || s.ProviderID != "SM1" || s.Attempts != 1 || s.Code != c.code {
						t.Errorf("send %+v: %q", s, results(s))
					}
					p.idle()
					time.Sleep(time.Hour)
					if ph.effects("a") != 1 || len(ph.questions()) > 0 {
						t.Errorf("%d effects, %d questions", ph.effects("a"), len(ph.questions()))
					}
				})
			})
		}
	}
}
