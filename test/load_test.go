package test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"bridge/internal/mailserver"
)

func TestThreadsInParallel(t *testing.T) {
	t.Parallel()
	t.Run("order", func(t *testing.T) {
		const threads, letters = 20, 10
		f := newFlight(t)
		agent := newAgent(t, f.respond(20*time.Millisecond))
		s := newSite(t, httpAgent(agent.URL), unlimited())
		s.observe(f.arrive)
		s.start()
		f.launch(s, "o", threads, letters)()
		f.mustReach(t, "all answers", func() bool { return f.arrived == threads*letters })
		s.quiet()
		if repeats := f.check(threads*letters, 0); repeats != 0 || f.at().begun != threads*letters {
			t.Errorf("%d answers came twice, the agent was called %d times", repeats, f.at().begun)
		}
		s.settledAs(threads * letters)
		sessions := map[string]string{}
		for _, c := range agent.seen() {
			name, _ := split(strings.TrimSpace(c.text()))
			if id, ok := sessions[name]; ok && id != c.Body.Meta.SessionID {
				t.Errorf("thread %s is in the sessions %s and %s", name, id, c.Body.Meta.SessionID)
			}
			sessions[name] = c.Body.Meta.SessionID
		}
	})
	t.Run("slow agent", func(t *testing.T) {
		const threads, turns = 20, 3
		f := newFlight(t)
		answer := f.respond(0)
		var mu sync.Mutex
		busy, most := 0, 0
		all := make(chan struct{}) // closed when a call of each thread is under way
		agent := newAgent(t, func(w http.ResponseWriter, r *http.Request, c call) {
			mu.Lock()
			busy++
			if busy > most {
				if most = busy; most == threads {
					close(all)
				}
			}
			mu.Unlock()
			select {
			case <-all:
			case <-time.After(patience): // they never are
			}
			time.Sleep(time.Second)
			mu.Lock()
			busy--
			mu.Unlock()
			answer(w, r, c)
		})
		s := newSite(t, httpAgent(agent.URL), unlimited())
		s.observe(f.arrive)
		s.start()
		began := time.Now()
		sent := f.launch(s, "p", threads, turns)
		f.mustReach(t, "all answers", func() bool { return f.arrived == threads*turns })
		took := time.Since(began)
		sent()
		f.check(threads*turns, 0)
		t.Logf("%d threads of %d turns, each a second of the agent, took %v; %d calls at a time", threads, turns, took, most)
		if took < turns*time.Second {
			t.Errorf("it took %v", took)
		}
		if most != threads {
			t.Errorf("%d calls were under way at a time, want one for each of %d threads", most, threads)
		}
	})
}

// TestSIGTERM stops the process during work.
func TestSIGTERM(t *testing.T) {
	t.Parallel()
	t.Run("work ends in time", stopSoftly)
	t.Run("work takes longer", stopHard)
	t.Run("second signal", func(t *testing.T) { stopTwice(t, syscall.SIGTERM, syscall.SIGTERM) })
	t.Run("second interrupt", func(t *testing.T) { stopTwice(t, syscall.SIGINT, syscall.SIGINT) })
	t.Run("idle", stopIdle)
	t.Run("mail under way", stopInMail)
}

// stopSoftly has an agent of 0.3 s: what it works on ends and is recorded, and
// nothing is done twice.
func stopSoftly(t *testing.T) {
	const threads, letters = 20, 5
	f := newFlight(t)
	answer := f.respond(0)
	agent := newAgent(t, func(w http.ResponseWriter, r *http.Request, c call) {
		time.Sleep(300 * time.Millisecond)
		answer(w, r, c)
	})
	s := newSite(t, httpAgent(agent.URL), unlimited())
	s.edit(`stop_timeout = "10s"`, `stop_timeout = "1h"`) // nothing is cut off
	s.observe(f.arrive)
	s.start()
	sent := f.launch(s, "s", threads, letters)
	for _, n := range []int{threads / 2, threads * letters / 2} {
		f.mustReach(t, "answers", func() bool { return f.arrived >= n })
		before := f.at()
		took, err := s.stop()
		if err != nil {
			t.Fatalf("the stop took %v and ended with %v", took, err)
		}
		t.Logf("stopped in %v at %+v", took, before)
		time.Sleep(50 * time.Millisecond) // senders meet a closed port
		s.start()
	}
	sent()
	f.mustReach(t, "all answers", func() bool { return f.arrived == threads*letters })
	s.quiet()
	if repeats := f.check(threads*letters, 0); repeats != 0 {
		t.Errorf("%d answers came twice", repeats)
	}
	if c := f.at(); c.begun != threads*letters {
		t.Errorf("the agent was called %d times for %d letters", c.begun, threads*letters)
	}
	s.settledAs(threads * letters)
}

// patientAgent answers the second call for a letter; the first waits until the
// caller goes.
func patientAgent(t *testing.T) (a *stubAgent, called chan struct{}) {
	called = make(chan struct{}, 8)
	calls := 0
	var mu sync.Mutex
	return newAgent(t, func(w http.ResponseWriter, r *http.Request, c call) {
		mu.Lock()
		calls++
		n := calls
		mu.Unlock()
		called <- struct{}{}
		if n == 1 {
			<-r.Context().Done()
			return
		}
		answerJSON(w, fmt.Sprintf(`{"text":"call %d"}`, n))
	}), called
}

// goesOn checks after a restart that the turn is called again with its key and
// that one answer comes.
func (s *site) goesOn(agent *stubAgent) {
	s.t.Helper()
	s.start()
	s.expect(0, eve, "call 2")
	if n := s.quiet(); n != 1 {
		s.t.Errorf("%d mails came, want one answer", n)
	}
	s.settledAs(1)
	calls := agent.seen()
	if len(calls) != 2 || calls[0].Key != calls[1].Key || calls[0].Key == "" {
		s.t.Errorf("%d calls, want two with one key", len(calls))
	}
}

func stopHard(t *testing.T) {
	agent, called := patientAgent(t)
	s := newSite(t, httpAgent(agent.URL))
	s.edit(`stop_timeout = "10s"`, `stop_timeout = "1s"`)
	s.start()
	s.send(mailserver.Letter{From: eve, ID: "<slow@bridge.test>", Subject: "Slow", Text: "take your time"})
	<-called
	took, err := s.stop()
	if err != nil || took < 900*time.Millisecond {
		t.Errorf("the stop took %v and ended with %v", took, err)
	}
	s.goesOn(agent)
}

// stopTwice gives a second signal: who repeats it does not want to wait. The
// process ends at once, as well as it can, and the turn goes on at the next start.
func stopTwice(t *testing.T, first, second syscall.Signal) {
	agent, called := patientAgent(t)
	s := newSite(t, httpAgent(agent.URL))
	s.edit(`stop_timeout = "10s"`, `stop_timeout = "1h"`)
	s.start()
	s.send(mailserver.Letter{From: eve, ID: "<twice@bridge.test>", Subject: "Slow", Text: "take your time"})
	<-called
	must(t, s.cmd.Process.Signal(first))
	select {
	case err := <-s.exited:
		t.Fatalf("the first signal cut the turn off: %v", err)
	case <-time.After(500 * time.Millisecond):
	}
	began := time.Now()
	must(t, s.cmd.Process.Signal(second))
	s.ends(t, began)
	s.goesOn(agent)
}

// ends waits until the process that began to stop has ended well.
func (s *site) ends(t *testing.T, began time.Time) {
	t.Helper()
	select {
	case err := <-s.exited:
		s.cmd = nil
		if err != nil {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(patience):
		t.Errorf("it still runs after %v", time.Since(began))
		s.kill()
	}
}

func stopIdle(t *testing.T) {
	s := newSite(t)
	s.edit(`stop_timeout = "10s"`, `stop_timeout = "1h"`)
	s.start()
	began := time.Now()
	must(t, s.cmd.Process.Signal(syscall.SIGINT))
	s.ends(t, began)
	if !strings.Contains(s.log.String(), "stopped") {
		t.Error("the log does not say that it stopped")
	}
}

// stopInMail stops while a mail comes in: one that goes on is taken, one whose
// sender hangs does not hold the stop up.
func stopInMail(t *testing.T) {
	for name, finish := range map[string]bool{"finished": true, "hanging": false} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			s.edit(`stop_timeout = "10s"`, map[bool]string{true: `stop_timeout = "1h"`, false: `stop_timeout = "2s"`}[finish])
			s.start()
			c := dial(t, s.smtp)
			for _, step := range []string{"EHLO x", "MAIL FROM:<eve@bridge.test>", "RCPT TO:<" + agentAddr + ">", "DATA"} {
				c.command(step)
			}
			c.write("From: " + eve + "\r\nMessage-ID: <half@bridge.test>\r\nSubject: Half\r\n\r\nhello")
			time.Sleep(200 * time.Millisecond)
			must(t, s.cmd.Process.Signal(syscall.SIGTERM))
			began := time.Now()
			if finish {
				eventually(t, "it stops", func() bool { return strings.Contains(s.log.String(), "msg=stopping") })
				c.write(" world\r\n.\r\n")
				if reply := c.line(); !strings.HasPrefix(reply, "250") {
					t.Errorf("a mail that was under way got %q", reply)
				}
			}
			s.ends(t, began)
			t.Logf("stopped after %v", time.Since(began))
			s.start()
			if finish {
				s.expect(0, eve, "hello world")
			}
			want := map[bool]int{true: 1, false: 0}[finish]
			if n := s.quiet(); n != want {
				t.Errorf("%d mails, want %d", n, want)
			}
		})
	}
}
