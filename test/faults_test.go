package test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"bridge/internal/redistest"
)

// TestStoreFaults does to Redis what happens to servers, while mails flow.
func TestStoreFaults(t *testing.T) {
	t.Parallel()
	together(t, map[string]func(*testing.T){
		"away":      storeGoesAway,
		"cuts":      connectionsBreak,
		"frozen":    storeFreezes,
		"partition": nodeIsCutOff,
		"failover":  storeFailsOver,
	})
}

// refusesForNow hands a letter in that cannot be stored: its sender has to come
// again. It is not accepted in any case.
func (s *site) refusesForNow(name string) {
	s.t.Helper()
	l := thread(name, 0)
	l.To = agentAddr
	within(s.t, takeover, "451 to a sender", func() bool {
		err := handOver(s.smtp, l.From, l.Compose())
		var reply *textproto.Error
		switch {
		case err == nil:
			s.t.Fatal("a mail is accepted, and nothing can be stored")
		case errors.As(err, &reply):
			if reply.Code != 451 || strings.Contains(reply.Msg, "127.0.0.1") {
				s.t.Fatalf("the sender is told %v", reply)
			}
			return true
		}
		return false // it hung: no answer is no acceptance
	})
}

// storeGoesAway stops the server and starts it again, first as an administrator
// does, then by kill -9.
func storeGoesAway(t *testing.T) {
	const threads, letters = 10, 10
	o := durable()
	o.Password = "pw-of-the-store"
	server := redistest.Start(t, o)
	f := newFlight(t)
	f.pace = 2 * time.Second
	agent := newAgent(t, f.respond(20*time.Millisecond))
	fl := newFleet(t, 1, server.URL(), httpAgent(agent.URL), unlimited())
	fl.observe(f.arrive)
	s := fl.start().nodes[0]
	sent := f.launch(fl, "a", threads, letters)
	for i, end := range []func(){server.Stop, server.Kill} {
		goal := f.at().arrived + threads
		f.mustReach(t, "answers", func() bool { return f.arrived >= min(goal, threads*letters) })
		fl.fault(theStore)
		end()
		s.unready(server.Addr(), o.Password)
		s.refusesForNow(fmt.Sprintf("probe%d", i))
		fl.fault(theStore)
		server.Restart()
		s.recovers()
		f.hand(t.Context(), fl, thread(fmt.Sprintf("probe%d", i), 0))
	}
	sent()
	const total = threads*letters + 2
	f.mustArrive(t, total, takeover)
	fl.quiet()
	repeats := f.check(total, 2)
	fl.explain()
	s.settledAs(total)
	s.alive()
	t.Logf("%d answers came twice, %d calls of the agent were repeated", repeats, f.at().begun-total)
	if strings.Contains(s.log.String(), o.Password) {
		t.Error("the log has the password")
	}
}

// connectionsBreak cuts connections in the middle of commands and of replies.
// The server goes on, so nothing is done twice.
func connectionsBreak(t *testing.T) {
	const threads, letters = 20, 10
	server := redistest.Start(t, redistest.Options{})
	proxy := redistest.NewProxy(t, server.Addr())
	f := newFlight(t)
	f.pace = 1500 * time.Millisecond
	agent := newAgent(t, f.respond(20*time.Millisecond))
	fl := newFleet(t, 1, server.URLAt(proxy.Addr()), httpAgent(agent.URL), unlimited())
	fl.observe(f.arrive)
	s := fl.start().nodes[0]
	sent := f.launch(fl, "c", threads, letters)
	cuts := 0
	for i := 0; ; i++ {
		// Keys that the scripts of one step of a message's life have.
		match := []string{":seen:", ":items", ":leases", ":turn:", ":thread:", ":send:", ":ready", "evalsha", ""}[i%9]
		var cut <-chan struct{}
		switch i % 3 {
		case 0:
			cut = proxy.CutMidReply(0, match)
		case 1:
			cut = proxy.CutMidReply(1+rand.IntN(30), match)
		case 2:
			cut = proxy.CutMidCommand(1+rand.IntN(300), match)
		}
		over := f.until(100*time.Millisecond, func() bool { return f.arrived == threads*letters })
		select {
		case <-cut:
			cuts++
		default: // the next one takes its place
		}
		if over {
			break
		}
		if i > 3000 {
			t.Fatalf("not all answers came: %+v", f.at())
		}
	}
	sent()
	fl.quiet()
	repeats := f.check(threads*letters, 0)
	s.settledAs(threads * letters)
	t.Logf("%d cuts, %d calls of the agent were repeated", cuts, f.at().begun-threads*letters)
	if cuts < 10 {
		t.Errorf("only %d connections were cut", cuts)
	}
	if repeats != 0 {
		t.Errorf("%d answers came twice", repeats)
	}
	s.alive()
}

// frozen is how long nothing answers: more than a lease of 15 s.
const frozen = 18 * time.Second

// storeFreezes stops the server for longer than a lease.
func storeFreezes(t *testing.T) {
	const threads, letters = 10, 6
	server := redistest.Start(t, durable())
	f := newFlight(t)
	f.pace = time.Second
	agent := newAgent(t, f.respond(time.Second))
	fl := newFleet(t, 1, server.URL(), httpAgent(agent.URL), unlimited())
	fl.observe(f.arrive)
	s := fl.start().nodes[0]
	sent := f.launch(fl, "f", threads, letters)
	f.mustReach(t, "answers", func() bool { return f.arrived >= threads })
	fl.fault(theStore)
	server.Pause()
	began := time.Now()
	s.unready(server.Addr())
	s.refusesForNow("probe")
	time.Sleep(time.Until(began.Add(frozen)))
	server.Resume()
	s.recovers()
	f.hand(t.Context(), fl, thread("probe", 0))
	sent()
	const total = threads*letters + 1
	f.mustArrive(t, total, takeover)
	fl.quiet()
	repeats := f.check(total, 1)
	fl.explain()
	s.settledAs(total)
	t.Logf("%d answers came twice, %d calls of the agent were repeated", repeats, f.at().begun-total)
}

// nodeIsCutOff takes the store from one of two nodes for longer than a lease. The
// other one does its work; what it comes with afterwards is late.
func nodeIsCutOff(t *testing.T) {
	const threads, letters = 10, 8
	server := redistest.Start(t, redistest.Options{})
	proxy := redistest.NewProxy(t, server.Addr())
	f := newFlight(t)
	f.pace = time.Second
	agent := newAgent(t, f.respond(time.Second))
	fl := newFleet(t, 2, server.URL(), httpAgent(agent.URL), unlimited())
	fl.nodes[0].edit(server.Addr(), proxy.Addr())
	fl.observe(f.arrive)
	fl.start()
	sent := f.launch(fl, "x", threads, letters)
	f.mustReach(t, "answers", func() bool { return f.arrived >= threads })
	fl.fault(0)
	proxy.Freeze(true)
	fl.nodes[0].unready(server.Addr(), proxy.Addr())
	time.Sleep(frozen)
	proxy.Freeze(false)
	fl.fault(0)
	fl.nodes[0].recovers()
	sent()
	const total = threads * letters
	f.mustArrive(t, total, takeover)
	fl.quiet()
	repeats := f.check(total, 1)
	fl.explain()
	fl.nodes[0].settledAs(total)
	t.Logf("%d answers came twice, %d calls of the agent were repeated", repeats, f.at().begun-total)
}

// storeFailsOver kills the master. What was accepted had been confirmed by the
// replica, and without a replica nothing is accepted.
func storeFailsOver(t *testing.T) {
	const threads, letters = 10, 8
	group := redistest.Sentinel(t, redistest.SentinelOptions{Options: redistest.Options{AppendOnly: true}})
	f := newFlight(t)
	f.pace = 2 * time.Second
	agent := newAgent(t, f.respond(20*time.Millisecond))
	fl := newFleet(t, 2, group.URL(), withTop("wait_replicas = 1"), httpAgent(agent.URL), unlimited())
	fl.observe(f.arrive)
	fl.start()
	sent := f.launch(fl, "s", threads, letters)
	f.mustReach(t, "answers", func() bool { return f.arrived >= threads })
	fl.fault(theStore)
	group.Failover()
	fl.nodes[1].refusesForNow("probe")
	fl.fault(theStore)
	group.A.Restart()
	group.WaitReady()
	fl.nodes[0].recovers()
	f.hand(t.Context(), fl, thread("probe", 0))
	sent()
	const total = threads*letters + 1
	f.mustArrive(t, total, takeover)
	fl.quiet()
	repeats := f.check(total, 2)
	fl.explain()
	fl.nodes[1].settledAs(total)
	t.Logf("%d answers came twice, %d calls of the agent were repeated", repeats, f.at().begun-total)
}
