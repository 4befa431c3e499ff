package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/outbox"
)

// refusing makes the channel mail refuse everything while the flag is set.
func refusing(p *post) {
	p.set("refused", true)
	p.send = func(_ context.Context, out message.Outbound, _ int) error {
		if out.Channel == "mail" && p.is("refused") {
			return sendError(message.SendConfig, true)
		}
		return nil
	}
}

// TestRefusedSettings: what a channel refuses for the sake of its settings waits in order, tried by one
// message at a time however many wait; other channels go on. Once it is mended all goes out, once.
func TestRefusedSettings(t *testing.T) {
	for name, restart := range map[string]bool{"mended at the provider": false, "a restart": true} {
		t.Run(name, func(t *testing.T) {
			onPost(t, refusing, func(t *testing.T, p *post) {
				p.put("mail/dana/a", "mail/dana/b", "sms/dana/s")
				time.Sleep(time.Second)
				var rest []string
				for i := range 18 {
					rest = append(rest, fmt.Sprintf("mail/who%d/m%d", i, i))
				}
				p.put(rest...)
				time.Sleep(20 * time.Minute)
				// After 10, 20, 40, 80, 160 s, then each five minutes, ± 20 % and up to 12 s until it is looked at.
				if n := len(p.tried()); n < 8 || n > 12 || p.get("s").State != outbox.Sent || len(p.dead()) != 0 {
					t.Errorf("%d attempts in twenty minutes, sms %s, dead letters %q", n, p.get("s").State, p.dead())
				}
				p.set("refused", false)
				within := 7 * time.Minute
				if restart { // it is tried at once, also what was tried lately
					p.stop()
					p.start()
					within = 30 * time.Second
				}
				time.Sleep(within)
				p.idle()
				sent := map[string]int{}
				for _, x := range p.list()[len(p.list())-20:] {
					sent[x.id]++
				}
				if len(sent) != 20 || slices.Index(p.last(20), "a") > slices.Index(p.last(20), "b") || len(p.dead()) != 0 {
					t.Errorf("%d sent of 20, in the order %q, dead letters %q", len(sent), p.last(20), p.dead())
				}
			})
		})
	}
}

// last are the messages of the last n attempts.
func (p *post) last(n int) []string { return p.tried()[len(p.tried())-n:] }

// TestRefusedAtOnce: of many that begin at the same moment those that wait for a slot are not tried any more.
func TestRefusedAtOnce(t *testing.T) {
	onPost(t, func(p *post) {
		p.o.Workers = 2
		p.send = func(context.Context, message.Outbound, int) error {
			time.Sleep(time.Second)
			return sendError(message.SendConfig, true)
		}
	}, func(t *testing.T, p *post) {
		for i := range 20 {
			p.put(fmt.Sprintf("mail/who%d/m%d", i, i))
		}
		time.Sleep(5 * time.Second)
		if n := len(p.tried()); n > 4 {
			t.Errorf("%d attempts", n)
		}
	})
}

// TestRefusedTooLong: all that waits is given up after the time of every send, tried or not, and a pause
// before does not count.
func TestRefusedTooLong(t *testing.T) {
	onPost(t, func(p *post) {
		p.o.GiveUp = 20 * time.Minute
		refusing(p)
		p.paused = func(message.ChannelName, message.SessionID) bool { return p.is("paused") }
		p.set("paused", true)
	}, func(t *testing.T, p *post) {
		for i := range 8 {
			p.put(fmt.Sprintf("mail/who%d/m%d", i, i))
		}
		time.Sleep(30 * time.Minute)
		p.set("paused", false)
		time.Sleep(19 * time.Minute)
		if dead := p.dead(); len(dead) != 0 {
			t.Errorf("given up too early: %q", dead)
		}
		time.Sleep(2 * time.Minute)
		if n := len(p.dead()); n != 8 || p.get("m7").State != outbox.Failed || p.get("m7").Detail != "given up after 20m0s" {
			t.Errorf("%d of 8 are given up: %+v", n, p.get("m7"))
		}
		p.idle()
	})
}

// TestRefusedPrompt: a prompt fails at once where the decision can be asked for elsewhere, also behind
// others that wait. It waits where it cannot, or where that is not known.
func TestRefusedPrompt(t *testing.T) {
	for name, c := range map[string]struct {
		another bool
		err     error
		reports []string
	}{
		"elsewhere": {another: true, reports: []string{"a failed code-1", "b failed code-1"}},
		"nowhere":   {},
		"not known": {another: true, err: errors.New("no store")},
	} {
		t.Run(name, func(t *testing.T) {
			onPost(t, func(p *post) {
				p.kind = message.Prompt
				refusing(p)
				p.another = func() (bool, error) { return c.another, c.err }
			}, func(t *testing.T, p *post) {
				p.put("mail/dana/a")
				time.Sleep(time.Second)
				p.put("mail/frank/b")
				time.Sleep(5 * time.Second)
				equal(t, "reports", p.reported(), c.reports)
			})
		})
	}
}
