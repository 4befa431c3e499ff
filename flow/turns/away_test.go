package turns_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"bridge/agents"
	"bridge/core/message"
	"bridge/internal/racetest"
)

// An agent that nobody reaches: operators hear of it within a minute though only one message
// came, people after ten minutes, and what waited goes out within ten seconds once it is back.
// One that is back at once is no alarm.
func TestNobodyIsThere(t *testing.T) {
	racetest.Skip(t)
	gone := func() *ward {
		return &ward{ill: true, err: &agents.Error{Code: agents.CodeConnect, Retry: true, Unreached: true, Err: errors.New("connection refused")}}
	}
	for _, c := range []struct {
		name  string
		lanes int
		took  time.Duration // until a call has reached nobody
	}{{"refused", 1, 0}, {"refused, many wait", 40, 0}, {"nobody says anything", 1, 10 * time.Second}} {
		t.Run(c.name, func(t *testing.T) {
			w := gone()
			w.took = c.took
			run(t, setup{agent: w.respond, workers: 8}, func(t *testing.T, e *engine) {
				for i := range c.lanes {
					e.deliver(mail(eve, fmt.Sprint("m", i), fmt.Sprint("t", i)))
				}
				time.Sleep(time.Minute)
				s, alarms := e.state(), e.alarms()
				if s.State == "closed" || s.LastCode != agents.CodeConnect || s.Held != c.lanes || len(alarms) != 1 || !strings.Contains(alarms[0], "The agent assistant fails: connect") {
					t.Errorf("after a minute: %+v, alerts %q", s, alarms)
				}
				time.Sleep(8*time.Minute + 55*time.Second)
				want(t, "mails before ten minutes", e.texts(eve), nil)
				before, _ := w.calls()
				time.Sleep(10 * time.Minute)
				if after, _ := w.calls(); len(after)-len(before) > 400 { // one each two seconds, ± 20 %
					t.Errorf("%d calls in ten minutes", len(after)-len(before))
				}
				if texts := e.texts(eve); len(texts) != c.lanes || normal(texts[0]) != kept {
					t.Errorf("mails: %q", texts)
				}
				w.set(false)
				time.Sleep(10*time.Second + 2*c.took)
				if s := e.state(); s.State != "closed" || s.Held != 0 || s.LastAnswer.IsZero() {
					t.Errorf("ten seconds after it is back: %+v", s)
				}
				if n := len(e.texts(eve)); n != 2*c.lanes {
					t.Errorf("%d mails", n)
				}
				e.idle()
			})
		})
	}
	t.Run("a restart", func(t *testing.T) {
		w := gone()
		run(t, setup{agent: w.respond}, func(t *testing.T, e *engine) {
			e.deliver(mail(eve, "m", "t"))
			time.Sleep(3 * time.Second)
			w.set(false)
			time.Sleep(5 * time.Second)
			if s := e.state(); s.State != "closed" || len(e.alarms()) != 0 || len(e.texts(eve)) != 1 || s.InFlight != 0 {
				t.Errorf("%+v, alerts %q, mails %q", s, e.alarms(), e.texts(eve))
			}
			time.Sleep(time.Hour)
			w.set(true) // the next time is counted anew
			e.deliver(mail(eve, "m2", "t2"))
			time.Sleep(3 * time.Second)
			if s := e.state(); s.State != "closed" {
				t.Errorf("%+v", s)
			}
		})
	})
}

// TestBlip: many calls at once that meet an agent which is back within a second are no proof
// that it is away, for those in a hurry least of all.
func TestBlip(t *testing.T) {
	w := &ward{ill: true, err: &agents.Error{Code: agents.CodeConnect, Retry: true, Unreached: true, Err: errors.New("connection refused")}}
	run(t, setup{agent: w.respond, workers: 8}, func(t *testing.T, e *engine) {
		var ids []message.TurnID
		for i := range 5 {
			m := hurried(fmt.Sprint("h", i), 30*time.Second)
			m.Conversation = fmt.Sprint("c", i)
			ids = append(ids, e.deliver(m).Turn)
		}
		time.Sleep(time.Second)
		w.set(false)
		time.Sleep(20 * time.Second)
		for _, id := range ids {
			if steps := e.steps(id); len(steps) != 1 || steps[0].Failure != "" {
				t.Errorf("steps %+v", steps)
			}
		}
		if a := e.alarms(); len(a) > 0 {
			t.Errorf("alarms %q", a)
		}
	})
}
