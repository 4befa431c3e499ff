package test

import (
	"context"
	"fmt"
	"maps"
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

// Shape of a flight: how many mails are under way while the bridge is killed.
const (
	flightThreads = 50
	flightLetters = 10 // in each thread
	flightKills   = 5
	// inDoubt is how many sends can be under way at a time, and so be in doubt
	// when the process is killed.
	inDoubt = 16
	// settle is how many more answers come between a restart and the next kill,
	// besides those that the agent had given: then what was in doubt has been
	// repeated and recorded. A mail in doubt twice is not tried a third time.
	settle = 3 * inDoubt / 2
	// pace is the longest pause of a sender between two letters of a thread.
	pace = 80 * time.Millisecond
)

// fate is what became of one letter.
type fate struct {
	accepted bool
	keys     map[string]int // Idempotency-Key: calls
	answered map[string]bool
	ids      map[string]int // Message-ID of the answer: deliveries
	texts    map[string]int
}

// flight follows all letters from the sender to the agent and back.
type flight struct {
	*watched
	t        *testing.T
	fates    map[string]*fate
	order    map[string][]int // thread: numbers of the answers as they came
	calls    map[string][]int // thread: numbers of the letters as the agent got them
	accepted int
	begun    int
	arrived  int // first deliveries
}

func newFlight(t *testing.T) *flight {
	return &flight{watched: newWatched(), t: t, fates: map[string]*fate{}, order: map[string][]int{}, calls: map[string][]int{}}
}

func (f *flight) fate(text string) *fate {
	if f.fates[text] == nil {
		f.fates[text] = &fate{keys: map[string]int{}, answered: map[string]bool{}, ids: map[string]int{}, texts: map[string]int{}}
	}
	return f.fates[text]
}

// respond answers a call after up to delay. Every call gets another answer, so
// that the mail shows which call was recorded.
func (f *flight) respond(delay time.Duration) func(http.ResponseWriter, *http.Request, call) {
	return func(w http.ResponseWriter, r *http.Request, c call) {
		text := strings.TrimSpace(c.text())
		name, n := split(text)
		answer := ""
		f.do(func() {
			x := f.fate(text)
			if len(x.ids) > 0 {
				f.t.Errorf("the agent is called for %s after its answer has arrived", text)
			}
			if x.keys[c.Key]++; x.keys[c.Key] == 1 {
				f.calls[name] = append(f.calls[name], n)
			}
			f.begun++
			answer = fmt.Sprintf("re %s call %d", text, f.begun)
		})
		if delay > 0 {
			select {
			case <-time.After(rand.N(delay)):
			case <-r.Context().Done(): // the bridge was killed; it is another call's answer that counts
			}
		}
		f.do(func() { f.fate(text).answered[answer] = true })
		answerJSON(w, fmt.Sprintf(`{"text":%q}`, answer))
	}
}

// arrive notes an answer.
func (f *flight) arrive(m mailserver.Mail) {
	answer := strings.TrimSpace(m.Text)
	words := strings.Fields(answer)
	if len(words) != 4 || words[0] != "re" {
		f.t.Errorf("a mail to %s that is no answer: %s\n%s", m.To, m.Subject, m.Text)
		return
	}
	name, n := split(words[1])
	f.do(func() {
		x := f.fate(words[1])
		if !x.answered[answer] {
			f.t.Errorf("%q was never answered by the agent", answer)
		}
		if len(x.ids) == 0 {
			f.arrived++
		}
		x.ids[m.Header.Get("Message-ID")]++
		x.texts[answer]++
		f.order[name] = append(f.order[name], n)
		if m.To != name+"@customers.test" {
			f.t.Errorf("the answer to %s went to %s", words[1], m.To)
		}
	})
}

func split(text string) (name string, n int) {
	name, number, _ := strings.Cut(text, "/")
	n, _ = strconv.Atoi(number)
	return name, n
}

// launch sends the letters of all threads, each thread in order, until they are
// accepted. The returned function waits for that.
func (f *flight) launch(s *site, prefix string, threads, letters int) (wait func()) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	var wg sync.WaitGroup
	for i := range threads {
		wg.Go(func() {
			for n := range letters {
				time.Sleep(rand.N(pace))
				l := thread(fmt.Sprintf("%s%d", prefix, i), n)
				if err := s.deliver(ctx, l); err != nil {
					f.t.Errorf("send %s: %v", l.ID, err)
					return
				}
				f.do(func() { f.fate(l.Text).accepted = true; f.accepted++ })
			}
		})
	}
	return func() { wg.Wait(); cancel() }
}

// check judges the whole flight and returns how many answers came twice.
func (f *flight) check(want, kills int) (repeats int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.fates) != want {
		f.t.Errorf("%d letters are known, want %d", len(f.fates), want)
	}
	owner := map[string]string{}
	for _, text := range slices.Sorted(maps.Keys(f.fates)) {
		x := f.fates[text]
		if !x.accepted || len(x.keys) != 1 || len(x.ids) != 1 || len(x.texts) != 1 {
			f.t.Errorf("%s: accepted %v, turns %v, answers %v %v; want one of each", text, x.accepted, x.keys, x.ids, x.texts)
		}
		for key := range x.keys {
			if other, ok := owner[key]; ok {
				f.t.Errorf("%s and %s share the turn %s", text, other, key)
			}
			owner[key] = text
		}
		for id, n := range x.ids {
			repeats += n - 1
			if n > 2 {
				f.t.Errorf("the answer %s to %s was sent %d times", id, text, n)
			}
		}
	}
	if repeats > inDoubt*kills {
		f.t.Errorf("%d answers came again after %d kills; at most %d sends were in doubt", repeats, kills, inDoubt*kills)
	}
	for name, ns := range f.order {
		if !slices.IsSorted(ns) {
			f.t.Errorf("the answers in thread %s came as %v", name, ns)
		}
	}
	for name, ns := range f.calls {
		if !slices.IsSorted(ns) {
			f.t.Errorf("the agent got the letters of thread %s as %v", name, ns)
		}
	}
	return repeats
}

// TestKill kills the process at random points while 500 mails are in flight.
// What got its 250 is answered by one turn, in order, and nothing that was
// recorded is done again.
func TestKill(t *testing.T) {
	flights := 1
	if soaking() {
		flights = 4
	}
	for i := range flights {
		t.Run(fmt.Sprintf("mails %d", i), killMails)
	}
	for i := range flights {
		t.Run(fmt.Sprintf("approvals %d", i), killApprovals)
	}
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
// soon after. A mail may then be in doubt twice and is not tried a third time:
// each of those is an unknown send and a dead letter, and none is lost silently.
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
			if n > 2 {
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

type counts struct{ accepted, begun, arrived int }

// counts is for callers that hold the lock, at for the others.
func (f *flight) counts() counts { return counts{f.accepted, f.begun, f.arrived} }

// owed returns for each thread the first letter that the agent has answered and
// whose answer has not arrived.
func (f *flight) owed() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	first := map[string]int{}
	for text, x := range f.fates {
		name, n := split(text)
		if old, ok := first[name]; len(x.answered) > 0 && len(x.ids) == 0 && (!ok || n < old) {
			first[name] = n
		}
	}
	var texts []string
	for name, n := range first {
		texts = append(texts, letterText(name, n))
	}
	return texts
}

func (f *flight) at() counts {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.counts()
}

func (f *flight) mustReach(t *testing.T, what string, cond func() bool) {
	t.Helper()
	if !f.until(2*patience, cond) {
		t.Fatalf("no %s: %+v", what, f.at())
	}
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
	f := &refunds{
		watched: newWatched(), t: t, amounts: map[string]int{}, prompts: map[int]map[string]mailserver.Mail{},
		waiting: map[int]map[string]int{}, finals: map[int]map[string]int{}, texts: map[int]map[string]int{},
		told: map[int]map[string]int{}, decisions: map[int]map[string]int{}, got: map[int]map[string]int{}, mails: map[string]int{},
	}
	agent := newAgent(t, f.respond)
	s := newSite(t, httpAgent(agent.URL), unlimited())
	s.observe(f.arrive)
	s.start()
	kills := 0
	kill := func(what string, cond func() bool) {
		t.Helper()
		if !f.until(patience, cond) {
			t.Fatalf("no %s", what)
		}
		time.Sleep(rand.N(10 * time.Millisecond))
		s.kill()
		kills++
		f.mu.Lock()
		t.Logf("kill at %s: %d asked, %d prompts, %d answers accepted, %d decisions given, %d finals", what, f.asked, len(f.prompts), f.answered, f.decided, len(f.finals))
		f.mu.Unlock()
		s.start()
	}

	amounts := make([]int, total)
	for i := range total {
		amounts[i] = 100 + i
	}
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

	f.mu.Lock()
	defer f.mu.Unlock()
	for _, a := range amounts {
		want := []string{"granted", "denied"}[a%2]
		if len(f.decisions[a]) != 1 || len(f.got[a]) != 1 || f.got[a][want] == 0 {
			t.Errorf("%d: the agent got %v under the keys %v, want %s under one", a, f.got[a], f.decisions[a], want)
		}
		if len(f.prompts[a]) != 1 || len(f.waiting[a]) != 1 || len(f.finals[a]) != 1 || len(f.texts[a]) != 1 || len(f.told[a]) != 1 {
			t.Errorf("%d: %d prompts, waiting %v, finals %v %v, told %v; want one of each", a, len(f.prompts[a]), f.waiting[a], f.finals[a], f.texts[a], f.told[a])
		}
		for text := range f.texts[a] {
			if !strings.HasPrefix(text, fmt.Sprintf("final %d %s ", a, want)) {
				t.Errorf("the requester of %d got %q", a, text)
			}
		}
	}
	repeats := 0
	for id, n := range f.mails {
		repeats += n - 1
		if n > 2 {
			t.Errorf("%s was sent %d times", id, n)
		}
	}
	if repeats > inDoubt*kills {
		t.Errorf("%d mails came again after %d kills", repeats, kills)
	}
	for _, state := range []string{"granted", "denied"} {
		out, code := s.cli("approvals", "list", "-json", "-state", state)
		if got := strings.Count(out, `"apr_`); code != 0 || got != total/2 {
			t.Errorf("%d requests are %s, want %d (exit %d)\n%s", got, state, total/2, code, out)
		}
	}
	s.settledAs(4 * total) // prompt, notice, final, acknowledgement
	t.Logf("%d mails came twice", repeats)
}
