package test

import (
	"context"
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
		if took < turns*time.Second || took > threads*turns*time.Second/2 {
			t.Errorf("it took %v", took)
		}
		if most != threads {
			t.Errorf("%d calls were under way at a time, want one for each of %d threads", most, threads)
		}
	})
}

// TestPath measures the whole way from an SMTP client to the answer in the mail
// server, with an agent that answers at once.
func TestPath(t *testing.T) {
	f := newFlight(t)
	agent := newAgent(t, f.respond(0))
	s := newSite(t, httpAgent(agent.URL), unlimited())
	s.observe(f.arrive)
	s.start()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	send := func(name string) {
		l := thread(name, 0)
		if err := s.deliver(ctx, l); err != nil {
			t.Error(err)
			return
		}
		f.do(func() { f.fate(l.Text).accepted = true })
	}

	var accept, answer []time.Duration
	for i := range 50 {
		began := time.Now()
		send(fmt.Sprintf("one%d", i))
		taken := time.Now()
		f.mustReach(t, "answer", func() bool { return f.arrived == i+1 })
		accept, answer = append(accept, taken.Sub(began)), append(answer, time.Since(taken))
	}
	t.Logf("one mail at a time: connect to 250 p50 %v p99 %v; 250 to answer p50 %v p99 %v",
		percentile(accept, 50), percentile(accept, 99), percentile(answer, 50), percentile(answer, 99))
	if p50 := percentile(answer, 50); p50 > 250*time.Millisecond {
		t.Errorf("the answer takes %v, in the median", p50)
	}

	const senders, each = 20, 25
	began := time.Now()
	var wg sync.WaitGroup
	for i := range senders {
		wg.Go(func() {
			for n := range each {
				send(fmt.Sprintf("many%dx%d", i, n))
			}
		})
	}
	wg.Wait()
	taken := time.Since(began)
	f.mustReach(t, "all answers", func() bool { return f.arrived == 50+senders*each })
	took := time.Since(began)
	rate := float64(senders*each) / took.Seconds()
	t.Logf("%d mails by %d senders: accepted in %v, answered in %v: %.0f mails/s", senders*each, senders, taken, took, rate)
	if rate < 20 {
		t.Errorf("%.0f mails/s", rate)
	}
	f.check(50+senders*each, 0)
}

// TestSIGTERM stops the process during work.
func TestSIGTERM(t *testing.T) {
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
	s.observe(f.arrive)
	s.start()
	sent := f.launch(s, "s", threads, letters)
	for _, n := range []int{threads / 2, threads * letters / 2} {
		f.mustReach(t, "answers", func() bool { return f.arrived >= n })
		before := f.at()
		took, err := s.stop()
		if err != nil || took > 10*time.Second {
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
	if err != nil || took < 900*time.Millisecond || took >= 10*time.Second {
		t.Errorf("the stop took %v and ended with %v", took, err)
	}
	s.goesOn(agent)
}

// stopTwice gives a second signal: who repeats it does not want to wait. The
// process ends at once, as well as it can, and the turn goes on at the next start.
func stopTwice(t *testing.T, first, second syscall.Signal) {
	agent, called := patientAgent(t)
	s := newSite(t, httpAgent(agent.URL))
	s.start()
	s.send(mailserver.Letter{From: eve, ID: "<twice@bridge.test>", Subject: "Slow", Text: "take your time"})
	<-called
	if err := s.cmd.Process.Signal(first); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-s.exited:
		t.Fatalf("the first signal cut the turn off: %v", err)
	case <-time.After(500 * time.Millisecond):
	}
	began := time.Now()
	if err := s.cmd.Process.Signal(second); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-s.exited:
		s.cmd = nil
		if err != nil {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Errorf("it still runs %v after the second signal", time.Since(began))
		s.kill()
	}
	s.goesOn(agent)
}

func stopIdle(t *testing.T) {
	s := newSite(t)
	s.start()
	if err := s.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-s.exited:
		s.cmd = nil
		if err != nil {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(3 * time.Second):
		t.Error("it did not end")
	}
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
			s.edit(`stop_timeout = "10s"`, `stop_timeout = "2s"`)
			s.start()
			c := dial(t, s.smtp)
			for _, step := range []string{"EHLO x", "MAIL FROM:<eve@bridge.test>", "RCPT TO:<" + agentAddr + ">", "DATA"} {
				c.command(step)
			}
			c.write("From: " + eve + "\r\nMessage-ID: <half@bridge.test>\r\nSubject: Half\r\n\r\nhello")
			time.Sleep(200 * time.Millisecond)
			if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			if finish {
				time.Sleep(300 * time.Millisecond)
				c.write(" world\r\n.\r\n")
				if reply := c.line(); !strings.HasPrefix(reply, "250") {
					t.Errorf("a mail that was under way got %q", reply)
				}
			}
			select {
			case err := <-s.exited:
				s.cmd = nil
				if err != nil {
					t.Errorf("it ended with %v", err)
				}
			case <-time.After(8 * time.Second):
				t.Errorf("it still runs after %v", time.Since(began))
				s.kill()
			}
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
