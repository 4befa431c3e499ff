package test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/textproto"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/internal/mailserver"
	"bridge/internal/noerr"
	"bridge/internal/redistest"
)

// TestNodes runs several bridges on one Redis.
func TestNodes(t *testing.T) {
	t.Parallel()
	together(t, map[string]func(*testing.T){
		"order":          nodesKeepOrder,
		"dead":           nodeDies,
		"paused calling": nodePausedCalling,
		"paused sending": nodePausedSending,
		"limits":         nodesShareLimits,
		"approvals":      nodesDecideOnce,
		"owner":          oneOwner,
		"known":          nodesKnowEachOther,
	})
}

// nodesKeepOrder sends each letter of a conversation to any of three nodes.
func nodesKeepOrder(t *testing.T) {
	const threads, letters = 12, 8
	f := newFlight(t)
	agent := newAgent(t, f.respond(20*time.Millisecond))
	fl := newFleet(t, 3, redistest.Start(t, redistest.Options{}).URL(), httpAgent(agent.URL), unlimited())
	fl.observe(f.arrive)
	fl.start()
	f.launch(fl, "o", threads, letters)()
	f.mustArrive(t, threads*letters, takeover)
	fl.quiet()
	if repeats := f.check(threads*letters, 0); repeats != 0 || f.at().begun != threads*letters {
		t.Errorf("%d answers came twice, the agent was called %d times", repeats, f.at().begun)
	}
	fl.nodes[1].settledAs(threads * letters)
	for i, s := range fl.nodes {
		if s.counter(`bridge_messages_total{channel="mail",outcome="turn"}`) == 0 {
			t.Errorf("node %d has accepted nothing", i)
		}
	}
}

// nodeDies kills a node that has accepted mails and works on them.
func nodeDies(t *testing.T) {
	const first, total = 20, 30
	f := newFlight(t)
	answer := f.respond(0)
	gate := make(chan struct{})
	agent := newAgent(t, func(w http.ResponseWriter, r *http.Request, c call) {
		select {
		case <-gate:
			answer(w, r, c)
		case <-r.Context().Done():
		}
	})
	open := sync.OnceFunc(func() { close(gate) })
	t.Cleanup(open) // before the agent waits for its calls
	fl := newFleet(t, 2, redistest.Start(t, redistest.Options{}).URL(), httpAgent(agent.URL), unlimited())
	fl.observe(f.arrive)
	a, b := fl.nodes[0], fl.nodes[1]
	hand := func(from, to int) {
		t.Helper()
		for i := from; i < to; i++ {
			f.hand(t.Context(), a, thread(fmt.Sprintf("d%d", i), 0))
		}
	}
	a.start()
	hand(0, first)
	within(t, takeover, "the first node calls the agent for all", func() bool { return len(agent.seen()) == first })
	b.start()
	hand(first, total)
	fl.fault(0)
	a.kill()
	died := time.Now()
	open()
	f.mustArrive(t, total, takeover)
	t.Logf("the last answer came %v after the death of the node", time.Since(died))
	b.quietWithin(takeover)
	f.check(total, 1)
	fl.explain()
	b.settledAs(total)
	if calls := len(agent.seen()); calls < total+first {
		t.Errorf("%d calls: those of the dead node were not repeated", calls)
	}
}

// nodePausedCalling stops a node that waits for the agent, for longer than its
// lease. What it comes with afterwards is late.
func nodePausedCalling(t *testing.T) {
	gate := make(chan struct{})
	open := sync.OnceFunc(func() { close(gate) })
	var mu sync.Mutex
	calls := map[string]int{}
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		text := strings.TrimSpace(c.text())
		mu.Lock()
		calls[text]++
		n := calls[text]
		mu.Unlock()
		if text == letterText("p", 0) && n == 1 {
			<-gate // also when the caller has gone: it must be able to come late
		}
		answerJSON(w, fmt.Sprintf(`{"text":"re %s call %d"}`, text, n))
	})
	t.Cleanup(open)
	mail := startMail(t, nil)
	fl := newFleet(t, 2, redistest.Start(t, redistest.Options{}).URL(), httpAgent(agent.URL), withMail(mail))
	a, b := fl.nodes[0], fl.nodes[1]
	a.start()
	a.send(thread("p", 0))
	within(t, takeover, "the first node calls the agent", func() bool { return len(agent.seen()) == 1 })
	b.start()
	a.pause()
	b.send(thread("p", 1))
	b.expectWithin(takeover, 0, "p@customers.test", "re p/0 call 2")
	b.expectWithin(takeover, 0, "p@customers.test", "re p/1 call 1")
	open() // the answer to the first call waits for who wakes up
	time.Sleep(100 * time.Millisecond)
	a.resume()
	a.recovers()
	a.send(thread("p", 2))
	b.expectWithin(takeover, 0, "p@customers.test", "re p/2 call 1")
	a.quietWithin(takeover)
	b.kill()
	a.send(thread("p", 3)) // it works as before
	a.expectWithin(takeover, 0, "p@customers.test", "re p/3 call 1")
	a.quietWithin(takeover)
	var got []string
	for _, m := range mail.Mails() {
		got = append(got, strings.TrimSpace(m.Text))
	}
	if want := []string{"re p/0 call 2", "re p/1 call 1", "re p/2 call 1", "re p/3 call 1"}; !slices.Equal(got, want) {
		t.Errorf("the answers are %q, want %q", got, want)
	}
	a.settledAs(4)
	keys := map[string]string{}
	for _, c := range agent.seen() {
		text := strings.TrimSpace(c.text())
		if old, ok := keys[text]; ok && old != c.Key {
			t.Errorf("%s was called for under the keys %s and %s", text, old, c.Key)
		}
		keys[text] = c.Key
	}
}

// nodePausedSending stops a node while the mail server takes its mail.
func nodePausedSending(t *testing.T) {
	gate := make(chan struct{})
	open := sync.OnceFunc(func() { close(gate) })
	var came atomic.Int32
	mail := startMail(t, func(mailserver.Mail) {
		if came.Add(1) == 1 {
			<-gate
		}
	})
	t.Cleanup(open)
	agent := parrot(t)
	fl := newFleet(t, 2, redistest.Start(t, redistest.Options{}).URL(), httpAgent(agent.URL), withMail(mail))
	a, b := fl.nodes[0], fl.nodes[1]
	a.start()
	a.send(thread("s", 0))
	a.expectWithin(takeover, 0, "s@customers.test", "s/0") // it is there, and nobody has said so
	b.start()
	a.pause()
	b.expectWithin(takeover, 1, "s@customers.test", "s/0")
	b.quietWithin(takeover) // the second copy is recorded
	open()
	time.Sleep(100 * time.Millisecond)
	a.resume()
	a.recovers()
	a.send(thread("s", 1))
	a.expectWithin(takeover, 2, "s@customers.test", "s/1")
	a.quietWithin(takeover)
	mails := mail.Mails()
	if len(mails) != 3 || mails[0].Header.Get("Message-ID") != mails[1].Header.Get("Message-ID") {
		for _, m := range mails {
			t.Errorf("%s: %s", m.Header.Get("Message-ID"), m.Text)
		}
	}
	a.settledAs(2)
	if n := len(agent.seen()); n != 2 {
		t.Errorf("the agent was called %d times for two letters", n)
	}
}

// nodesShareLimits lets one sender try each node.
func nodesShareLimits(t *testing.T) {
	fl := newFleet(t, 3, redistest.Start(t, redistest.Options{}).URL(), withTop("[limits]\nturns_per_sender = \"6/h\"")).start()
	taken := 0
	for i := range 12 {
		l := mailserver.Letter{From: eve, To: agentAddr, ID: fmt.Sprintf("<l%d@bridge.test>", i), Subject: "More", Text: "more"}
		err := handOver(fl.nodes[i%3].smtp, eve, l.Compose())
		var reply *textproto.Error
		switch {
		case err == nil:
			taken++
		case !errors.As(err, &reply) || reply.Code != 450 || !strings.Contains(reply.Msg, "turns_per_sender"):
			t.Errorf("mail %d: %v", i, err)
		}
	}
	if taken != 6 {
		t.Errorf("%d mails were taken by three nodes, want 6", taken)
	}
	fl.nodes[2].send(mailserver.Letter{From: frank, ID: "<f@bridge.test>", Subject: "Hi", Text: "hi"}) // has tokens of his own
	fl.quiet()
	fl.nodes[0].settledAs(8) // seven answers, and Eve hears once that the limit is reached
}

// nodesDecideOnce asks through one node, which then dies, and answers yes and no
// through two others at the same time.
func nodesDecideOnce(t *testing.T) {
	const requests = 5
	mail := startMail(t, nil)
	agent := refundAgent(t)
	fl := newFleet(t, 3, redistest.Start(t, redistest.Options{}).URL(), httpAgent(agent.URL), withMail(mail))
	a, b, c := fl.nodes[0], fl.nodes[1], fl.nodes[2]
	a.start()
	var prompts []mailserver.Mail
	for range requests {
		prompts = append(prompts, a.ask())
	}
	a.quiet()
	a.kill()
	b.start()
	c.start()
	var all sync.WaitGroup
	for i, prompt := range prompts {
		for s, word := range map[*site]string{b: "yes", c: "no"} {
			l := prompt.Reply(word)
			l.ID = fmt.Sprintf("<%s%d@bridge.test>", word, i)
			all.Go(func() {
				time.Sleep(rand.N(10 * time.Millisecond))
				if err := deliver(t.Context(), s, l); err != nil {
					t.Errorf("%s: %v", l.ID, err)
				}
			})
		}
	}
	all.Wait()
	b.quietWithin(takeover)
	turns := map[string]string{}
	for _, c := range agent.seen() {
		d := c.decision()
		if d == "" {
			continue
		}
		if old, twice := turns[c.Body.Meta.TurnID]; twice {
			t.Errorf("%s got %s and %s", c.Body.Meta.TurnID, old, d)
		}
		turns[c.Body.Meta.TurnID] = d
	}
	finals := 0
	for _, m := range mail.Mails() {
		if m.To == mailbox(eve) && strings.Contains(m.Text, "decision=") {
			finals++
		}
	}
	if len(turns) != requests || finals != requests {
		t.Errorf("the agent heard of %d decisions and Eve of %d, want %d", len(turns), finals, requests)
	}
	a.start()
	for _, state := range []string{"granted", "denied"} {
		want := 0
		for _, d := range turns {
			if d == state {
				want++
			}
		}
		out, code := a.cli("approvals", "list", "-json", "-state", state)
		if got := strings.Count(out, `"apr_`); code != 0 || got != want {
			t.Errorf("%d requests are %s, the agent heard %d (exit %d)\n%s", got, state, want, code, out)
		}
	}
	// The same answers again, through the node that asked: nothing more is said.
	n := mail.Count()
	for i, prompt := range prompts {
		l := prompt.Reply("yes")
		l.ID = fmt.Sprintf("<yes%d@bridge.test>", i)
		a.send(l)
	}
	if again := a.quietWithin(takeover); again != n {
		t.Errorf("the same answers through another node: %d mails more", again-n)
	}
}

// oneOwner kills whoever does the work that one node does alone.
func oneOwner(t *testing.T) {
	fl := newFleet(t, 3, redistest.Start(t, redistest.Options{}).URL()).start()
	works := []string{"expiry", "retention"}
	// owners returns how many of the nodes that run own a work, and one of them.
	owners := func(work string, alive []*site) (n int, who *site) {
		for _, s := range alive {
			switch s.counter(fmt.Sprintf("bridge_owner{work=%q}", work)) {
			case 1:
				n++
				who = s
			case 0:
			default:
				t.Errorf("bridge_owner is neither 0 nor 1")
			}
		}
		if n > 1 {
			t.Errorf("%d nodes own %s", n, work)
		}
		return n, who
	}
	alive := slices.Clone(fl.nodes)
	for len(alive) > 1 {
		var owner *site
		for _, work := range works {
			within(t, takeover, "one node owns "+work, func() bool {
				n, who := owners(work, alive)
				owner = who
				return n == 1
			})
		}
		for range 50 { // it stays so
			for _, work := range works {
				owners(work, alive)
			}
		}
		owner.kill()
		alive = slices.DeleteFunc(alive, func(s *site) bool { return s == owner })
	}
	for _, work := range works {
		within(t, takeover, "the last node owns "+work, func() bool { n, _ := owners(work, alive); return n == 1 })
	}

	if _, err := alive[0].stop(); err != nil {
		t.Errorf("the last node stopped with %v", err)
	}
}

// nodesKnowEachOther: an operator at any node sees all that run, and which differ.
func nodesKnowEachOther(t *testing.T) {
	fl := newFleet(t, 2, redistest.Start(t, redistest.Options{}).URL()).start()
	a, b := fl.nodes[0], fl.nodes[1]
	var out string
	within(t, takeover, "each node is seen from the other", func() bool {
		out, _ = a.cli("status")
		there, _ := b.cli("status")
		return strings.Contains(out, "\nnode node1/") && strings.Contains(there, "\nnode node0/") && strings.Count(out, "retention") == 1 && strings.Count(there, "retention") == 1
	})
	if !regexp.MustCompile(`\nnode node1/\S+ +bridge \S+, up \S+, heard \S+ ago, clock \S+ from the store's, `).MatchString(out) || !strings.Contains(out, "does alone ") {
		t.Errorf("the other node:\n%s", out)
	}

	if !strings.Contains(out, "another configuration") || !strings.Contains(out, "from the store's, another") { // its name is another one
		t.Errorf("status:\n%s", out)
	}
	noerr.Want(t, noerr.Of(b.stop()))
	if out, _ = a.cli("status"); strings.Contains(out, "node1") {
		t.Errorf("a node that was stopped is still seen:\n%s", out)
	}
}

// storm kills processes while mails are in flight.
type storm struct {
	threads, letters int
	pace             time.Duration // of each sender
	kills            int           // at least
	every            time.Duration // one kill
	within           time.Duration // all must be answered
}

// TestStorm kills one process every few seconds while conversations go on, and
// with several nodes restarts the server of the store once.
func TestStorm(t *testing.T) {
	t.Parallel()
	small := storm{threads: 30, letters: 10, pace: 1200 * time.Millisecond, kills: 3, every: 2 * time.Second, within: 3 * time.Minute}
	large := storm{threads: 500, letters: 40, pace: 5 * time.Second, kills: 3, every: 10 * time.Second, within: time.Hour}
	x := small
	if soaking() {
		x = large
	}
	runs := map[string]func(*testing.T){
		"redis": func(t *testing.T) {
			server := redistest.Start(t, durable())
			x.run(t, func(opts ...option) *fleet { return newFleet(t, 3, server.URL(), opts...) }, func() {
				server.Kill()
				server.Restart()
			})
		},
		"sqlite": func(t *testing.T) {
			x.run(t, func(opts ...option) *fleet {
				return &fleet{t: t, nodes: []*site{newSite(t, opts...)}, copies: map[string][]event{}}
			}, nil)
		},
	}
	if !soaking() {
		together(t, runs)
		return
	}
	for name, run := range runs { // each with the whole machine
		t.Run(name, run)
	}
}

func (x storm) run(t *testing.T, build func(...option) *fleet, restartStore func()) {
	total := x.threads * x.letters
	f := newFlight(t)
	f.pace, f.within, f.copies = x.pace, x.within, 1+3 // ADR 8
	agent := newAgent(t, f.respond(20*time.Millisecond))
	fl := build(httpAgent(agent.URL), unlimited())
	fl.observe(f.arrive)
	fl.start()
	began := time.Now()
	sent := f.launch(fl, "n", x.threads, x.letters)
	kills := 0
	for done := false; kills < x.kills || !done; {
		if done = f.until(x.every, func() bool { return f.arrived >= total }); done && kills >= x.kills {
			break
		}
		if soaking() || kills < x.kills {
			fl.crash(rand.IntN(len(fl.nodes)))
			kills++
		}
		if kills == x.kills && restartStore != nil {
			fl.fault(theStore)
			restartStore()
			restartStore = nil
		}
		if time.Since(began) > x.within {
			t.Fatalf("not all answers came within %v: %+v", x.within, f.at())
		}
	}
	sent()
	took := time.Since(began)
	fl.quiet()
	faults := kills + len(fl.nodes) // the store's restart is one for each node
	repeats := f.check(total, faults)
	fl.explain()
	fl.nodes[0].settledAs(total)
	t.Logf("%d mails in %d conversations, %d kills, in %v: %d answers came twice, %d calls of the agent were repeated",
		total, x.threads, kills, took.Round(time.Millisecond), repeats, f.at().begun-total)
}

// expectWithin is expect with more patience, for what waits for a lease.
func (s *site) expectWithin(d time.Duration, n int, to string, words ...string) mailserver.Mail {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	m, err := s.mail.Await(ctx, n, to, func(m mailserver.Mail) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(m.Subject+"\n"+m.Text, w) })
	})
	if err != nil {
		s.t.Fatalf("no mail to %s with %q within %v: %v", to, words, d, err)
	}
	return m
}
