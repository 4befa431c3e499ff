package test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bridge/internal/mailserver"
)

// TestAgentIsDown has an agent that answers 500 to everything for a while, under
// load. No message is spent on it, and people who run the bridge hear once that
// it fails and once that it answers again.
func TestAgentIsDown(t *testing.T) {
	t.Parallel()
	threads, letters, down := 20, 3, 12*time.Second
	if soaking() {
		threads, letters, down = 500, 4, soakTime(t, 10*time.Minute)
	}
	total := threads * letters
	f := newFlight(t)
	answer := f.respond(20 * time.Millisecond)
	var broken atomic.Bool
	var failed atomic.Int64
	broken.Store(true)
	agent := newAgent(t, func(w http.ResponseWriter, r *http.Request, c call) {
		if broken.Load() {
			failed.Add(1)
			http.Error(w, "out of order", http.StatusInternalServerError)
			return
		}
		answer(w, r, c)
	})
	var fails, answers, kept atomic.Int64
	s := newSite(t, withTop("alerts = { to = [\"mail:dana\"] }"), httpAgent(agent.URL), unlimited())
	s.observe(func(m mailserver.Mail) {
		switch {
		case m.To != mailbox(dana) && strings.Contains(m.Text, "kept"):
			kept.Add(1) // after ten minutes they hear that they have to wait
		case m.To != mailbox(dana):
			f.arrive(m)
		case strings.Contains(m.Text, "agent assistant fails"):
			fails.Add(1)
		case strings.Contains(m.Text, "agent assistant answers again"):
			answers.Add(1)
		default:
			t.Errorf("Dana hears: %s\n%s", m.Subject, m.Text)
		}
	})
	s.start()
	sent := f.launch(s, "b", threads, letters)
	within(t, takeover, "the alert", func() bool { return fails.Load() == 1 })
	sent()
	opened, before := time.Now(), failed.Load()
	time.Sleep(down)
	spent := failed.Load() - before
	// One at a time is tried, less and less often.
	if most := int64(40 + 2*time.Since(opened).Seconds()); spent > most {
		t.Errorf("the agent was called %d times while it was known to fail, more than %d", spent, most)
	}
	if st := s.status(); st.Queues["inbox"].Dead != 0 || st.Queues["inbox"].Waiting+st.Queues["inbox"].Claimed < total {
		t.Errorf("not all %d messages wait: %+v", total, st)
	}
	if n := fails.Load(); n != 1 || answers.Load() != 0 {
		t.Errorf("Dana heard %d times that it fails and %d times that it answers", n, answers.Load())
	}
	broken.Store(false)
	healed := time.Now()
	f.mustArrive(t, total, 3*time.Minute)
	t.Logf("down for %v with %d calls; all answered %v after it was healed", down, spent, time.Since(healed))
	within(t, takeover, "the all-clear", func() bool { return answers.Load() == 1 })
	s.quietWithin(takeover)
	f.check(total, 0)
	if n := fails.Load(); n != 1 || answers.Load() != 1 {
		t.Errorf("Dana heard %d times that it fails and %d times that it answers", n, answers.Load())
	}
	if n := int(kept.Load()); n > total {
		t.Errorf("%d letters, and %d times somebody heard that one is kept", total, n)
	}
	s.settledAs(total + 2 + int(kept.Load()))
}
