package outbox_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
)

func delivery(id string, st message.DeliveryState, code string) message.Delivery {
	return message.Delivery{Message: message.MessageID(id), State: st, Code: code, Detail: "the server's words", At: time.Unix(1000, 0)}
}

// of names whom a delivery is about.
func of(d message.Delivery, recipients ...string) message.Delivery {
	d.Recipients = recipients
	return d
}

// deliver gives an outbox on the same store what a provider says.
func (p *post) deliver(d message.Delivery, want string) {
	p.t.Helper()
	what, err := outbox.New(p.o).Delivered(p.t.Context(), "mail", d)
	if err != nil || what != want {
		p.t.Errorf("%s of %s: %q, %v, want %q", d.State, d.Message, what, err, want)
	}
}

func (p *post) suppressedAs(to string) outbox.Reason {
	p.t.Helper()
	s, _, err := p.store.Suppressed(p.t.Context(), "mail", message.Address("email:"+to))
	noerr.Must(p.t, err)
	return s.Why
}

func TestSuppressedRecipients(t *testing.T) {
	for _, kind := range kinds() {
		for why, result := range map[outbox.Reason]string{outbox.Dead: "rejected", outbox.OptedOut: "opted-out", outbox.Complained: "opted-out"} {
			t.Run(string(kind)+" "+string(why), func(t *testing.T) {
				onPost(t, func(p *post) { p.kind = kind }, func(t *testing.T, p *post) {
					_, err := p.store.Suppress(t.Context(), outbox.Suppression{Channel: "mail", Address: "email:dana", Why: why, Code: "5.1.1", By: "x", At: time.Now()})
					noerr.Must(t, err)
					p.put("mail/dana/a", "sms/dana/b", "mail/eve/c")
					time.Sleep(time.Minute)
					tried := p.tried()
					slices.Sort(tried)
					equal(t, "tried", tried, []string{"b", "c"})
					s := p.get("a")
					if s.State != outbox.Failed || s.Code != "suppressed" || s.Attempts != 0 || !strings.Contains(s.Detail, "5.1.1") ||
						len(s.History) != 1 || s.History[0].Result != result {
						t.Errorf("send %+v", s)
					}
					equal(t, "dead letters", p.dead(), []string{"a failed suppressed"})
					if kind == message.Prompt && !slices.Contains(p.reported(), "a failed suppressed") {
						t.Errorf("reports %q", p.reported())
					}
					p.idle()
					// An operator drops it, and replays what failed.
					noerr.Must(t, noerr.Of(p.store.Unsuppress(t.Context(), "mail", "email:dana")))
					noerr.Must(t, p.store.Replay(t.Context(), p.letters()[0].Seq))
					time.Sleep(time.Minute)
					if s := p.get("a"); s.State != outbox.Sent || s.Attempts != 1 {
						t.Errorf("after it was dropped: %+v", s)
					}
				})
			})
		}
	}
}

func TestDeliveries(t *testing.T) {
	for _, c := range []struct {
		name       string
		d          message.Delivery
		what       string
		state      outbox.State
		code       string
		result     string // of the newest entry of the history
		suppressed outbox.Reason
		alert      string
		reported   bool // of a prompt
	}{
		{"dead forwarding", of(delivery("a", message.DeliveryDead, "5.1.1"), "dana@old.example"), "failed 5.1.1", outbox.Failed, "5.1.1", "bounced", "", "bounced mail", true},
		{"dead, named", of(delivery("a", message.DeliveryDead, "5.1.1"), "x@y.example", "DANA"), "failed 5.1.1", outbox.Failed, "5.1.1", "bounced", outbox.Dead, "bounced mail", true},
		{"dead", delivery("a", message.DeliveryDead, "5.1.1"), "failed 5.1.1", outbox.Failed, "5.1.1", "bounced", outbox.Dead, "bounced mail", true},
		{"failed", delivery("a", message.DeliveryFailed, "5.2.2"), "failed 5.2.2", outbox.Failed, "5.2.2", "bounced", "", "bounced mail", true},
		{"without a code", delivery("a", message.DeliveryFailed, ""), "failed bounced", outbox.Failed, "bounced", "bounced", "", "bounced mail", true},
		{"delayed", delivery("a", message.DeliveryDelayed, "4.4.1"), "delayed", outbox.Sent, "", "delayed", "", "", false},
		{"delivered", delivery("a", message.DeliveryDone, "2.0.0"), "delivered", outbox.Sent, "", "delivered", "", "", false},
		{"complained", delivery("a", message.DeliveryComplained, "abuse"), "complained", outbox.Sent, "", "complained", outbox.Complained, "complained mail email:dana", false},
		{"nonsense", delivery("a", "eaten", ""), `"eaten" is no state of a delivery`, outbox.Sent, "", "sent", "", "", false},
	} {
		for _, kind := range kinds() {
			t.Run(c.name+" "+string(kind), func(t *testing.T) {
				var heard []string
				onPost(t, func(p *post) { p.kind = kind; p.alerts = &heard }, func(t *testing.T, p *post) {
					p.put("mail/dana/a")
					time.Sleep(time.Minute)
					for i, what := range []string{c.what, c.what, c.what} { // the same again changes nothing
						if i > 0 && c.state == outbox.Failed {
							what = "known as failed"
						}
						p.deliver(c.d, what)
						s := p.get("a")
						last := s.History[len(s.History)-1]
						most := 2
						if c.result == "sent" {
							most = 1
						}
						if s.State != c.state || s.Code != c.code || last.Result != c.result || len(s.History) != most || s.Attempts != 1 || s.ProviderID != "prov-a" {
							t.Errorf("send %+v", s)
						}
					}
					if got := p.suppressedAs("dana"); got != c.suppressed {
						t.Errorf("suppressed as %q", got)
					}
					var want []string
					if c.alert != "" && (kind == message.Answer || c.suppressed == outbox.Complained) {
						want = []string{"mail email:dana " + c.alert}
					}
					equal(t, "alerts", heard, want)
					if kind == message.Prompt {
						want = []string{"a sent "}
						if c.reported {
							want = append(want, "a failed "+c.code)
						}
						equal(t, "reports", p.reported(), want)
					}
					equal(t, "tried", p.tried(), []string{"a"}) // nothing is sent back
				})
			})
		}
	}
}

func TestDeliveryOfAnUnknownMessage(t *testing.T) {
	onPost(t, nil, func(t *testing.T, p *post) {
		p.deliver(delivery("msg_01M806RQEEQE6YE9S5GYQ24H7T", message.DeliveryDead, "5.1.1"), "of an unknown message")
		p.deliver(delivery("nonsense", message.DeliveryDead, "5.1.1"), "of an unknown message")
		if n, err := p.store.CountSuppressed(t.Context()); err != nil || n != 0 {
			t.Errorf("%d are suppressed, %v", n, err)
		}
	})
}

// A bounce that is faster than the record of its attempt finds it all the same;
// one of an attempt that is repeated leaves the rest to the next.
func TestDeliveryBeforeTheRecord(t *testing.T) {
	onPost(t, func(p *post) {
		p.send = func(_ context.Context, out message.Outbound, _ int) error {
			if out.To == "email:slow" {
				time.Sleep(300 * time.Millisecond) // the mail is out, the reply is not here
			}
			return nil
		}
	}, func(t *testing.T, p *post) {
		id := message.DerivedMessageID(time.Now(), "x")
		p.put("mail/slow/" + string(id))
		time.Sleep(100 * time.Millisecond)
		p.deliver(delivery(string(id), message.DeliveryFailed, "5.2.2"), "failed 5.2.2")
		if s := p.get(id); s.State != outbox.Failed {
			t.Errorf("send %+v", s)
		}
	})
	onPost(t, func(p *post) {
		p.send = func(context.Context, message.Outbound, int) error { return sendError(message.SendUnreachable, true) }
	}, func(t *testing.T, p *post) {
		p.put("mail/dana/a", "mail/eve/b")
		time.Sleep(10 * time.Second)
		p.deliver(delivery("a", message.DeliveryFailed, "5.2.2"), "an attempt is under way")
		p.deliver(delivery("b", message.DeliveryDead, "5.1.1"), "an attempt is under way")
		if s := p.get("a"); s.State != outbox.Sending {
			t.Errorf("send %+v", s)
		}
		time.Sleep(10 * time.Minute) // the next attempt finds the address suppressed
		if s := p.get("b"); s.State != outbox.Failed || s.Code != "suppressed" {
			t.Errorf("send %+v", s)
		}
	})
}

// Whoever waits for a prompt hears that it came back, however often the telling fails.
func TestDeliveryIsToldBeforeItIsRecorded(t *testing.T) {
	broken := errors.New("no store")
	onPost(t, func(p *post) { p.kind = message.Prompt }, func(t *testing.T, p *post) {
		p.put("mail/dana/a")
		time.Sleep(time.Minute)
		p.mu.Lock()
		p.told = func(n int) error {
			if n == 0 {
				return broken
			}
			return nil
		}
		p.mu.Unlock()
		d := delivery("a", message.DeliveryDead, "5.1.1")
		if _, err := outbox.New(p.o).Delivered(t.Context(), "mail", d); !errors.Is(err, broken) {
			t.Errorf("error %v", err)
		}
		if s := p.get("a"); s.State != outbox.Sent {
			t.Errorf("it is recorded before it is told: %+v", s)
		}
		p.deliver(d, "failed 5.1.1")
		equal(t, "reports", p.reported(), []string{"a sent ", "a failed 5.1.1", "a failed 5.1.1"})
	})
}
