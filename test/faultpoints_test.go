package test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/mailserver"
)

// faultStory is one request, from the mail or call that asks to what the agent makes of
// the decision.
type faultStory struct {
	approvals string // besides trust
	outside   bool   // asked by the API, decided by a callback
	play      func(x *faultRun)
	state     string
	decision  string              // as the agent or the callback gets it
	mails     map[string][]string // who gets what, each once; "?" = need not come
}

const refundAsker = "c100@customers.test"

// faultStories are the ways of a request. Prompts are "[approval:".
var faultStories = map[string]faultStory{
	"yes": {
		approvals: `approvers = ["dana"]`, state: "granted", decision: "granted",
		play: func(x *faultRun) { x.answer(dana, "yes") },
		mails: map[string][]string{
			dana:        {"[approval:", "Granted by Dana"},
			refundAsker: {"Waiting for approval by Dana", "final granted by=dana"},
		},
	},
	"no": {
		approvals: `approvers = ["dana", "frank"]`, state: "denied", decision: "denied",
		play: func(x *faultRun) { x.prompt(frank); x.answer(dana, "no, too much") },
		mails: map[string][]string{
			dana:        {"[approval:", "Denied by Dana"},
			frank:       {"[approval:", "Denied by Dana"},
			refundAsker: {"Waiting for approval by ", "final denied by=dana"},
		},
	},
	"grace": {
		approvals: "approvers = [\"dana\"]\ngrace = \"1s\"", state: "granted", decision: "granted",
		play: func(x *faultRun) { x.answer(dana, "yes") },
		mails: map[string][]string{
			// A process that starts after the grace has no reason to say that it waits.
			dana:        {"[approval:", "?takes effect on", "Granted by Dana"},
			refundAsker: {"Waiting for approval by Dana", "final granted by=dana"},
		},
	},
	"quorum": {
		approvals: "approvers = [\"dana\", \"frank\"]\nquorum = 2", state: "granted", decision: "granted",
		play: func(x *faultRun) {
			x.answer(dana, "yes")
			x.await(dana, "Your yes is recorded")
			x.await(frank, "Dana said yes")
			x.answer(frank, "yes")
		},
		mails: map[string][]string{
			dana:        {"[approval:", "Your yes is recorded", "Granted by "},
			frank:       {"[approval:", "Dana said yes", "Granted by "},
			refundAsker: {"Waiting for approval by ", "final granted by=dana,frank"},
		},
	},
	"escalation": {
		approvals: "approvers = [\"dana\"]\n[[approvals.rules]]\nname = \"late\"\nescalate = { after = \"1s\", to = [\"frank\"] }", state: "granted", decision: "granted",
		play: func(x *faultRun) { x.answer(frank, "yes") },
		mails: map[string][]string{
			dana:        {"[approval:", "Frank can decide now", "Granted by Frank"},
			frank:       {"[approval:", "Granted by Frank"},
			refundAsker: {"Waiting for approval by Dana", "final granted by=frank"},
		},
	},
	"expiry": {
		approvals: "approvers = [\"dana\"]\nttl = \"1s\"", state: "expired", decision: "denied",
		play: func(*faultRun) {},
		mails: map[string][]string{
			dana:        {"[approval:", "Expired on"},
			refundAsker: {"Waiting for approval by Dana", "final denied by=timeout"},
		},
	},
	"outside": {
		approvals: `approvers = ["dana"]`, outside: true, state: "granted", decision: "granted",
		play:  func(x *faultRun) { x.answer(dana, "yes") },
		mails: map[string][]string{dana: {"[approval:", "Granted by Dana"}},
	},
}

// sampledPoints is how many kills a story gets in `make test`, others in each run; a yes
// gets more, and `make faults` gives all of them to each.
const (
	sampledPoints = 5
	sampledOfYes  = 15
)

// TestFaultPoints kills the bridge between every two steps of a request's life, from the
// mail that asks to the answer that the resumed turn gives: before and after each
// commit of the store. The request is never lost, decided twice or resumed twice.
func TestFaultPoints(t *testing.T) {
	t.Parallel()
	all := os.Getenv("BRIDGE_FAULTS") == "all"
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("BRIDGE_FAULTS_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("BRIDGE_FAULTS_SEED: %v", err)
		}
		seed = n
	}
	t.Logf("points by BRIDGE_FAULTS_SEED=%d", seed)
	program := withFaults(t)
	slots := make(chan struct{}, 6) // what they do most is to wait
	tests := map[string]func(*testing.T){}
	for i, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range faultStories {
			if !yield(name) {
				return
			}
		}
	}) {
		sample := sampledPoints
		switch {
		case all:
			sample = 0
		case name == "yes":
			sample = sampledOfYes
		}
		tests[name] = func(t *testing.T) {
			faultPoints(t, program, faultStories[name], slots, sample, rand.New(rand.NewPCG(seed, uint64(i))))
		}
	}
	together(t, tests)
}

// faultPoints plays a story without a kill, and then with one at each of its points, or
// at some of them.
func faultPoints(t *testing.T, program string, story faultStory, slots chan struct{}, sample int, random *rand.Rand) {
	play := func(t *testing.T, point string) (int, []string) {
		slots <- struct{}{}
		defer func() { <-slots }()
		return story.run(t, program, point)
	}
	ready, steps := play(t, "")
	if len(steps) < 8 {
		t.Fatalf("a whole story has %d steps: %q", len(steps), steps)
	}
	t.Logf("%d steps, %d of them before the bridge is ready: %q", len(steps), ready, steps)
	for ready < len(steps) && strings.HasPrefix(steps[ready], "sqlite.change") { // a sweep beside the start, alone or with the first commit: it may come before it
		ready++
	}
	killsAt(t, ready, len(steps), sample, random.Shuffle, play)
}

// killsAt plays a story with a kill before and behind each of its steps from the one after
// ready on, or at so many of these points; sample 0 is all.
func killsAt(t *testing.T, ready, steps, sample int, shuffle func(n int, swap func(i, j int)), play func(t *testing.T, point string) (int, []string)) {
	var points []string
	for n := ready + 1; n <= steps; n++ {
		points = append(points, fmt.Sprintf("%d-", n), fmt.Sprintf("%d+", n))
	}
	total := len(points)
	if sample > 0 && sample < total {
		shuffle(total, func(i, j int) { points[i], points[j] = points[j], points[i] })
		points = points[:sample]
	}
	var mu sync.Mutex
	var missed []string
	var wg sync.WaitGroup
	for _, point := range points {
		wg.Go(func() {
			t.Run(point, func(t *testing.T) {
				if _, seen := play(t, point); seen == nil {
					mu.Lock()
					missed = append(missed, point)
					mu.Unlock()
				}
			})
		})
	}
	wg.Wait()
	// Commits of things that happen at once may join: the last points may not be there in
	// every run.
	if len(missed)*5 > total {
		t.Errorf("%d of %d points were not reached: %q", len(missed), len(points), missed)
	}
}

var stepLine = regexp.MustCompile(`(?m)^step \d+: (.*)$`)

// faultRun is a story that is played.
type faultRun struct {
	t     *testing.T
	s     *site
	story faultStory

	mu       sync.Mutex
	changed  chan struct{}
	mails    map[string]mailserver.Mail // by Message-ID
	copies   map[string]int
	heard    map[string]int // of a decision: the key of the call, or the id of the callback
	got      map[string]int // decisions
	finished bool           // the requester has the final answer
}

// run plays the story, with a kill at point unless it is "". It returns the number of
// steps until the bridge was ready, and all steps; nil if the point was not reached.
func (f faultStory) run(t *testing.T, program, point string) (ready int, steps []string) {
	t.Helper()
	x := &faultRun{t: t, story: f, changed: make(chan struct{}), mails: map[string]mailserver.Mail{}, copies: map[string]int{}, heard: map[string]int{}, got: map[string]int{}}
	agent := newAgent(t, x.respond)
	callback := httptest.NewServer(http.HandlerFunc(x.called))
	t.Cleanup(callback.Close)
	x.s = newSite(t, httpAgent(agent.URL), unlimited(), withTop(fmt.Sprintf("[api]\noperators = { ops = %q }\ncallbacks = [%q]\ncallback_secret = %q", opsToken, callback.URL, hookSecret)),
		withApprovals("trust = \"asserted\"\n"+f.approvals))
	s := x.s
	s.binary = program
	if point != "" {
		s.env = []string{"BRIDGE_FAULT=" + point}
	}
	s.observe(x.arrive)
	s.start()
	ready = len(stepLine.FindAllString(s.log.String(), -1))
	settled := s.supervise()
	x.ask(callback.URL)
	f.play(x)
	for who, words := range f.mails {
		for _, w := range words {
			if !strings.HasPrefix(w, "?") {
				x.await(who, w)
			}
		}
	}
	x.until("the decision is heard", func() bool { return len(x.heard) > 0 })
	killed := settled()
	within(t, patience, "a bridge that answers", func() bool {
		resp, err := http.Get("http://" + s.http + "/readyz")
		if err != nil {
			return false
		}
		_ = resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	s.quiet()
	log := s.log.String()
	x.check()
	if point != "" && !killed {
		return ready, nil
	}
	for _, m := range stepLine.FindAllStringSubmatch(log, -1) {
		steps = append(steps, m[1])
	}
	return ready, slices.Clip(steps)
}

// do changes what is known of the run.
func (x *faultRun) do(f func()) {
	x.mu.Lock()
	defer x.mu.Unlock()
	f()
	close(x.changed)
	x.changed = make(chan struct{})
}

// until waits until something is true.
func (x *faultRun) until(what string, ok func() bool) {
	x.t.Helper()
	late := time.After(patience)
	for {
		x.mu.Lock()
		done, changed := ok(), x.changed
		x.mu.Unlock()
		if done {
			return
		}
		select {
		case <-changed:
		case <-late:
			x.t.Fatalf("not within %v: %s; %s", patience, what, x.so())
		}
	}
}

// so is what has come, for the log.
func (x *faultRun) so() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "decisions %v under %v", x.got, x.heard)
	for id, m := range x.mails {
		first, _, _ := strings.Cut(m.Text, "\n")
		fmt.Fprintf(&b, "\n%d × %s to %s: %s | %s", x.copies[id], id, m.To, m.Subject, first)
	}
	return b.String()
}

// have returns the mails to somebody with some words; "[approval:" is a first prompt.
func (x *faultRun) have(who, words string) (found []mailserver.Mail) {
	for _, m := range x.mails {
		first := codePattern.MatchString(m.Subject) && !strings.HasPrefix(m.Subject, "Re: ")
		if m.To == mailbox(who) && (words == "[approval:" && first || words != "[approval:" && !first && strings.Contains(m.Text, words)) {
			found = append(found, m)
		}
	}
	return found
}

// await waits for a mail.
func (x *faultRun) await(who, words string) {
	x.t.Helper()
	x.until(fmt.Sprintf("%q for %s", words, who), func() bool { return len(x.have(who, words)) > 0 })
}

// prompt waits for somebody's prompt.
func (x *faultRun) prompt(who string) mailserver.Mail {
	x.t.Helper()
	x.await(who, "[approval:")
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.have(who, "[approval:")[0]
}

// answer replies to somebody's prompt.
func (x *faultRun) answer(who, word string) {
	x.t.Helper()
	l := x.prompt(who).Reply(word)
	l.ID = "<answer-of-" + mailbox(who) + ">"
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := deliver(ctx, x.s, l); err != nil {
		x.t.Errorf("answer: %v", err)
	}
}

// ask makes the request: again under the same key until it is taken, and the requester
// hears that it waits.
func (x *faultRun) ask(callback string) {
	x.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if !x.story.outside {
		if err := deliver(ctx, x.s, mailserver.Letter{From: refundAsker, ID: "<ask@customers.test>", Subject: "Refund", Text: "refund 100"}); err != nil {
			x.t.Fatalf("ask: %v", err)
		}
		x.await(refundAsker, "Waiting for approval by ")
		return
	}
	last := ""
	for ; ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		req, err := http.NewRequestWithContext(ctx, "POST", "http://"+x.s.http+"/api/v1/approvals", strings.NewReader(`{"toolName":"deploy","args":{"version":"v2"},"callback":"`+callback+`/decided"}`))
		must(x.t, err)
		req.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + opsToken}, "Idempotency-Key": {"the-build"}}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			last = err.Error()
			continue
		}
		b, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if resp.StatusCode == http.StatusCreated {
			return
		}
		last = fmt.Sprintf("%d %s", resp.StatusCode, b)
	}
	x.t.Fatalf("ask: %s", last)
}

// respond is the agent.
func (x *faultRun) respond(w http.ResponseWriter, _ *http.Request, c call) {
	for _, p := range c.Body.Parts {
		if p.Metadata.PartType != "approval-response" {
			continue
		}
		var d struct{ Decision, DecidedBy string }
		_ = json.Unmarshal(p.Data, &d)
		n := 0
		x.do(func() {
			if x.finished {
				x.t.Error("the agent gets a decision again after the requester heard of it")
			}
			x.heard[c.Key]++
			x.got[d.Decision]++
			n = x.got[d.Decision]
		})
		answerJSON(w, fmt.Sprintf(`{"text":"final %s by=%s, call %d"}`, d.Decision, d.DecidedBy, n))
		return
	}
	answerJSON(w, `{"parts":[{"text":"Let me check.","metadata":{"partType":"response"}},
		{"data":{"approvalId":"refund-1","toolName":"refund","args":{"amount":100}},"metadata":{"partType":"approval-request"}}]}`)
}

// called is the callback of a request from outside.
func (x *faultRun) called(_ http.ResponseWriter, r *http.Request) {
	b, _ := io.ReadAll(r.Body)
	var event struct{ Data struct{ Decision string } }
	_ = json.Unmarshal(b, &event)
	x.do(func() { x.heard[r.Header.Get("webhook-id")]++; x.got[event.Data.Decision]++ })
}

func (x *faultRun) arrive(m mailserver.Mail) {
	id := m.Header.Get("Message-ID")
	x.do(func() {
		if old, again := x.mails[id]; again && (old.Text != m.Text || old.To != m.To) {
			x.t.Errorf("%s was sent as\n%s\nand as\n%s", id, old.Text, m.Text)
		}
		x.mails[id] = m
		x.copies[id]++
		x.finished = x.finished || m.To == refundAsker && strings.Contains(m.Text, "final ")
	})
}

// check judges the end: what was told and decided, once each, and the ledger.
func (x *faultRun) check() {
	x.t.Helper()
	for _, problem := range x.problems() {
		x.t.Errorf("%s\n%s", problem, x.so())
	}
	out, code := x.s.cli("approvals", "list", "-json", "-state", x.story.state)
	if got := strings.Count(out, `"digest"`); code != 0 || got != 1 {
		x.t.Errorf("%d requests are %s, want 1 (exit %d)\n%s", got, x.story.state, code, out)
	}
	if out, code := x.s.cli("approvals", "verify"); code != 0 {
		x.t.Errorf("the ledger does not verify: exit %d\n%s", code, out)
	}
}

func (x *faultRun) problems() (all []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	bad := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if len(x.heard) != 1 || len(x.got) != 1 || x.got[x.story.decision] == 0 {
		bad("the decision is not %s, once", x.story.decision)
	}
	for id, n := range x.copies {
		if n > 2 {
			bad("%s was sent %d times after one kill", id, n)
		}
	}
	known := 0
	for who, words := range x.story.mails {
		for _, w := range words {
			w, optional := strings.CutPrefix(w, "?")
			n := len(x.have(who, w))
			if known += n; n != 1 && !(optional && n == 0) {
				bad("%s got %d mails with %q", who, n, w)
			}
		}
	}
	if known != len(x.mails) {
		bad("%d mails came, %d of them as they should", len(x.mails), known)
	}
	return all
}
