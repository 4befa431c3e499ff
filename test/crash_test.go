package test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/mailserver"
)

// TestKill kills the process at random points while 500 mails are in flight.
// What got its 250 is answered by one turn, in order, and nothing that was
// recorded is done again.
func TestKill(t *testing.T) {
	t.Parallel()
	flights := 1
	if soaking() {
		flights = 2
	}
	for i := range flights {
		t.Run(fmt.Sprintf("mails %d", i), killMails)
	}
	for i := range flights {
		t.Run(fmt.Sprintf("approvals %d", i), killApprovals)
	}
	t.Run("expiry", killExpiry)
	t.Run("again and again", killLoop)
}

func killMails(t *testing.T) {
	const total = flightThreads * flightLetters
	f := newFlight(t)
	agent := newAgent(t, f.respond(20*time.Millisecond))
	s := newSite(t, httpAgent(agent.URL), unlimited())
	s.observe(f.arrive)
	s.start()
	sent := f.launch(s, "t", flightThreads, flightLetters)
	var owed []string // answers that may have been on their way at the kill
	for k := range flightKills {
		// The first kill comes while most letters are with their senders, the
		// others while everything happens at a time.
		goal := 1 + rand.IntN(settle)
		if k == 0 {
			f.mustReach(t, "accepted letters", func() bool { return f.accepted >= goal })
		} else {
			f.mustReach(t, "answer that was owed", func() bool {
				owed = slices.DeleteFunc(owed, func(text string) bool { return len(f.fates[text].ids) > 0 })
				return len(owed) == 0
			})
			goal += f.at().arrived + settle
			f.mustReach(t, "more answers", func() bool { return f.arrived >= goal || f.arrived == total })
		}
		time.Sleep(rand.N(10 * time.Millisecond))
		c := f.at()
		s.kill()
		owed = f.owed()
		t.Logf("kill %d: %d accepted, %d calls, %d answered", k+1, c.accepted, c.begun, c.arrived)
		if c.arrived == total && k < flightKills/2 { // a slow machine may overlook the end, not the middle
			t.Errorf("kill %d came when everything was done", k+1)
		}
		s.start()
	}
	sent()
	if !f.until(patience, func() bool { return f.arrived == total }) {
		t.Errorf("not all answers came: %+v, %+v", f.at(), s.status())
	}
	s.quiet()
	repeats := f.check(total, flightKills)
	s.settledAs(total)
	t.Logf("%d answers came twice, %d calls of the agent were repeated", repeats, f.at().begun-total)

	// What is recorded as sent stays sent.
	n := s.quiet()
	s.kill()
	s.start()
	if again := s.quiet(); again != n {
		t.Errorf("%d mails were sent again after a kill with nothing to do", again-n)
	}
}

// killLoop is a process that does not live long: it is killed while it starts or
// soon after. A mail may then be in doubt again and again: it is repeated once for
// each crash, three times at most (ADR 8), and one that is left is an unknown send
// and a dead letter. None is lost silently.
func killLoop(t *testing.T) {
	const threads, letters, kills = 20, 5, 15
	f := newFlight(t)
	agent := newAgent(t, f.respond(20*time.Millisecond))
	s := newSite(t, httpAgent(agent.URL), unlimited())
	s.observe(f.arrive)
	s.start()
	sent := f.launch(s, "l", threads, letters)
	for range kills {
		s.kill()
		s.spawn()
		time.Sleep(rand.N(60 * time.Millisecond))
	}
	c := f.at()
	s.kill()
	s.start()
	sent()
	n := s.quiet()
	lost := 0
	f.mu.Lock()
	for text, x := range f.fates {
		if !x.accepted || len(x.keys) != 1 || len(x.ids) > 1 || len(x.texts) > 1 {
			t.Errorf("%s: accepted %v, turns %v, answers %v %v", text, x.accepted, x.keys, x.ids, x.texts)
		}
		if len(x.ids) == 0 {
			lost++
		}
		for id, n := range x.ids {
			if n > 1+3 {
				t.Errorf("%s was sent %d times", id, n)
			}
		}
	}
	known := len(f.fates)
	f.mu.Unlock()
	st := s.status()
	unknown := st.Sends["unknown"]
	if known != threads*letters || st.Sends["sent"]+unknown != known || st.Queues["outbox"].Dead != unknown || st.Queues["inbox"].Dead != 0 || lost > unknown {
		t.Errorf("of %d letters %d have no answer: %+v", known, lost, st)
	}
	t.Logf("at the last of %d kills: %+v; %d mails came, %d sends are unknown, %d of them did not arrive", kills+1, c, n, unknown, lost)
}

// refunds follows requests that need an approval.
type refunds struct {
	*watched
	t         *testing.T
	amounts   map[string]int                     // by turn
	prompts   map[int]map[string]mailserver.Mail // amount: Message-ID
	waiting   map[int]map[string]int
	finals    map[int]map[string]int
	texts     map[int]map[string]int // of the finals
	told      map[int]map[string]int // what Dana heard about her answer
	decisions map[int]map[string]int // key: calls
	got       map[int]map[string]int // decision: calls
	mails     map[string]int         // Message-ID: deliveries
	asked     int                    // requests accepted
	answered  int                    // answers of Dana accepted
	decided   int                    // calls with a decision
}

var amountPattern = regexp.MustCompile(`\b1\d\d\b`)

func newRefunds(t *testing.T) *refunds {
	return &refunds{
		watched: newWatched(), t: t, amounts: map[string]int{}, prompts: map[int]map[string]mailserver.Mail{},
		waiting: map[int]map[string]int{}, finals: map[int]map[string]int{}, texts: map[int]map[string]int{},
		told: map[int]map[string]int{}, decisions: map[int]map[string]int{}, got: map[int]map[string]int{}, mails: map[string]int{},
	}
}

func add(m map[int]map[string]int, n int, key string) {
	if m[n] == nil {
		m[n] = map[string]int{}
	}
	m[n][key]++
}

func (f *refunds) respond(w http.ResponseWriter, _ *http.Request, c call) {
	turn := c.Body.Meta.TurnID
	amount, answer := 0, ""
	f.do(func() {
		for _, p := range c.Body.Parts {
			switch p.Metadata.PartType {
			case "response":
				amount, _ = strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(p.Text), "refund "))
				f.amounts[turn] = amount
				answer = fmt.Sprintf(`{"parts":[{"text":"Let me check %d.","metadata":{"partType":"response"}},
					{"data":{"approvalId":"refund-%d","toolName":"refund","args":{"amount":%d,"currency":"EUR"}},
					"metadata":{"partType":"approval-request"}}]}`, amount, amount, amount)
			case "approval-response":
				amount = f.amounts[turn]
				decision := "denied"
				if strings.Contains(string(p.Data), `"decision":"granted"`) {
					decision = "granted"
				}
				if len(f.finals[amount]) > 0 {
					f.t.Errorf("the agent gets a decision on %d again after the requester heard of it", amount)
				}
				add(f.decisions, amount, c.Key)
				add(f.got, amount, decision)
				f.decided++
				answer = fmt.Sprintf(`{"text":"final %d %s call %d"}`, amount, decision, f.decided)
			}
		}
	})
	time.Sleep(rand.N(20 * time.Millisecond))
	answerJSON(w, answer)
}

func (f *refunds) arrive(m mailserver.Mail) {
	id := m.Header.Get("Message-ID")
	f.do(func() {
		f.mails[id]++
		if m.To == mailbox(dana) {
			amount, _ := strconv.Atoi(amountPattern.FindString(m.Subject + "\n" + m.Text))
			if !codePattern.MatchString(m.Subject) || strings.HasPrefix(m.Subject, "Re: ") {
				add(f.told, amount, id)
				return
			}
			if f.prompts[amount] == nil {
				f.prompts[amount] = map[string]mailserver.Mail{}
			}
			f.prompts[amount][id] = m
			return
		}
		amount, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(m.To, "c"), "@customers.test"))
		if strings.Contains(m.Text, "final") {
			add(f.finals, amount, id)
			add(f.texts, amount, strings.TrimSpace(m.Text))
			return
		}
		add(f.waiting, amount, id)
	})
}

// ask lets a customer for each amount ask for a refund.
func (f *refunds) ask(s *site, amounts []int) (wait func()) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	var wg sync.WaitGroup
	for _, amount := range amounts {
		wg.Go(func() {
			if err := s.deliver(ctx, mailserver.Letter{
				From: fmt.Sprintf("c%d@customers.test", amount), ID: fmt.Sprintf("<ask-%d@customers.test>", amount),
				Subject: "Refund", Text: fmt.Sprintf("refund %d", amount),
			}); err != nil {
				f.t.Errorf("ask %d: %v", amount, err)
			}
			f.do(func() { f.asked++ })
		})
	}
	return func() { wg.Wait(); cancel() }
}

// answer lets Dana answer the prompts of some requests: yes to even amounts, no
// to odd ones.
func (f *refunds) answer(s *site, amounts []int) (wait func()) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	var wg sync.WaitGroup
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, amount := range amounts {
		for _, prompt := range f.prompts[amount] {
			word := "no"
			if amount%2 == 0 {
				word = "yes"
			}
			l := prompt.Reply(word)
			l.ID = fmt.Sprintf("<answer-%d@bridge.test>", amount)
			wg.Go(func() {
				if err := s.deliver(ctx, l); err != nil {
					f.t.Errorf("answer %d: %v", amount, err)
				}
				f.do(func() { f.answered++ })
			})
		}
	}
	return func() { wg.Wait(); cancel() }
}

// killApprovals has 20 requests in flight and kills the bridge while prompts go
// out, while answers come in, and while turns resume.
func killApprovals(t *testing.T) {
	const total = 20
	f := newRefunds(t)
	agent := newAgent(t, f.respond)
	s := newSite(t, httpAgent(agent.URL), unlimited())
	s.observe(f.arrive)
	s.start()
	kills := 0
	kill := func(what string, cond func() bool) { t.Helper(); f.kill(s, what, cond); kills++ }
	amounts := amountsOf(total)
	settled := func(n int) {
		t.Helper()
		if !f.until(patience, func() bool { return len(f.prompts) == n && len(f.waiting) == n }) {
			t.Fatalf("%d prompts and %d notices came, want %d", len(f.prompts), len(f.waiting), n)
		}
		s.quiet() // what was in doubt is not in doubt again
	}
	asked := f.ask(s, amounts[:total/2])
	n := 1 + rand.IntN(total/2)
	kill("asking", func() bool { return f.asked >= n })
	asked()
	settled(total / 2)
	asked = f.ask(s, amounts[total/2:])
	n = total/2 + 1 + rand.IntN(total/2)
	kill("prompting", func() bool { return len(f.prompts) >= n })
	asked()
	settled(total)
	answers := f.answer(s, amounts[:total/2])
	n = 1 + rand.IntN(total/2)
	kill("answering", func() bool { return f.answered >= n })
	answers()
	s.quiet()
	answers = f.answer(s, amounts[total/2:])
	n = total/2 + 1 + rand.IntN(total/2)
	kill("resuming", func() bool { return f.decided >= n })
	answers()
	if !f.until(patience, func() bool { return len(f.finals) == total && len(f.told) == total }) {
		t.Errorf("%d finals came, Dana heard of %d, want %d", len(f.finals), len(f.told), total)
	}
	s.quiet()
	repeats := f.check(amounts, kills, func(amount int) string { return []string{"granted", "denied"}[amount%2] })
	for _, state := range []string{"granted", "denied"} {
		out, code := s.cli("approvals", "list", "-json", "-state", state)
		if got := strings.Count(out, `"apr_`); code != 0 || got != total/2 {
			t.Errorf("%d requests are %s, want %d (exit %d)\n%s", got, state, total/2, code, out)
		}
	}
	s.settledAs(4 * total) // prompt, notice, final, acknowledgement
	t.Logf("%d mails came twice", repeats)
}

// killExpiry kills the bridge while 20 requests expire at a time: nobody repeats
// what was under way but the bridge itself.
func killExpiry(t *testing.T) {
	const total = 20
	f := newRefunds(t)
	agent := newAgent(t, f.respond)
	s := newSite(t, httpAgent(agent.URL), unlimited(), withApprovals("approvers = [\"dana\"]\ntrust = \"asserted\"\nttl = \"2s\""))
	s.observe(f.arrive)
	s.start()
	amounts := amountsOf(total)
	f.ask(s, amounts)()
	n := 1 + rand.IntN(total/2)
	f.kill(s, "expiry", func() bool { return f.decided >= n })
	if !f.until(patience, func() bool { return len(f.finals) == total && len(f.told) == total }) {
		t.Errorf("%d finals came, Dana heard of %d, want %d", len(f.finals), len(f.told), total)
	}
	s.quiet()
	repeats := f.check(amounts, 1, func(int) string { return "denied" })
	s.settledAs(4 * total)
	t.Logf("%d mails came twice", repeats)
}

func amountsOf(n int) []int {
	var amounts []int
	for i := range n {
		amounts = append(amounts, 100+i)
	}
	return amounts
}

// kill kills the bridge soon after cond has come true, and starts it again.
func (f *refunds) kill(s *site, what string, cond func() bool) {
	f.t.Helper()
	if !f.until(patience, cond) {
		f.t.Fatalf("no %s", what)
	}
	time.Sleep(rand.N(10 * time.Millisecond))
	s.kill()
	f.mu.Lock()
	f.t.Logf("kill at %s: %d asked, %d prompts, %d answers accepted, %d decisions given, %d finals",
		what, f.asked, len(f.prompts), f.answered, f.decided, len(f.finals))
	f.mu.Unlock()
	s.start()
}

// check judges all requests, and returns how many mails came twice.
func (f *refunds) check(amounts []int, kills int, decision func(amount int) string) (repeats int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, a := range amounts {
		want := decision(a)
		if len(f.decisions[a]) != 1 || len(f.got[a]) != 1 || f.got[a][want] == 0 {
			f.t.Errorf("%d: the agent got %v under the keys %v, want %s under one", a, f.got[a], f.decisions[a], want)
		}
		if len(f.prompts[a]) != 1 || len(f.waiting[a]) != 1 || len(f.finals[a]) != 1 || len(f.texts[a]) != 1 || len(f.told[a]) != 1 {
			f.t.Errorf("%d: %d prompts, waiting %v, finals %v %v, told %v; want one of each", a, len(f.prompts[a]), f.waiting[a], f.finals[a], f.texts[a], f.told[a])
		}
		for text := range f.texts[a] {
			if !strings.HasPrefix(text, fmt.Sprintf("final %d %s ", a, want)) {
				f.t.Errorf("the requester of %d got %q", a, text)
			}
		}
	}
	for id, n := range f.mails {
		repeats += n - 1
		if n > 2 {
			f.t.Errorf("%s was sent %d times", id, n)
		}
	}
	if repeats > inDoubt*kills {
		f.t.Errorf("%d mails came again after %d kills", repeats, kills)
	}
	return repeats
}
