package test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestFaultPoints kills the bridge between every two steps of a request's life, from the
// mail that asks to the answer that the resumed turn gives: before and after each
// commit of the store. The request is never lost, decided twice or resumed twice.
func TestFaultPoints(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "bridge")
	if out, err := exec.Command("go", "build", "-tags", "grpcnotrace faults", "-o", program, "bridge/cmd/bridge").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	for name, approvals := range map[string]string{
		"yes": "",
	} {
		t.Run(name, func(t *testing.T) {
			ready, steps := faultStory(t, program, approvals, "")
			if len(steps) < 15 {
				t.Fatalf("a whole story has %d steps: %q", len(steps), steps)
			}
			t.Logf("%d steps, %d of them before the bridge is ready: %q", len(steps), ready, steps)
			var mu sync.Mutex
			missed := 0
			slots := make(chan struct{}, 4)
			var wg sync.WaitGroup
			for n := ready + 1; n <= len(steps); n++ {
				for _, side := range []string{"-", "+"} {
					wg.Go(func() {
						slots <- struct{}{}
						defer func() { <-slots }()
						point := fmt.Sprintf("%d%s", n, side)
						t.Run(point, func(t *testing.T) {
							if _, seen := faultStory(t, program, approvals, point); seen == nil {
								mu.Lock()
								missed++
								mu.Unlock()
							}
						})
					})
				}
			}
			wg.Wait()
			// Commits of things that happen at once may join: the last points may not be
			// there in every run.
			if total := 2 * (len(steps) - ready); missed*5 > total {
				t.Errorf("%d of %d points were not reached", missed, total)
			}
		})
	}
}

var stepLine = regexp.MustCompile(`(?m)^step \d+: (.*)$`)

// faultStory plays one request, with a kill at point unless it is "". It returns the
// number of steps until the bridge was ready, and all steps; nil if the point was not
// reached.
func faultStory(t *testing.T, program, approvals, point string) (ready int, steps []string) {
	t.Helper()
	f := newRefunds(t)
	agent := newAgent(t, f.respond)
	s := newSite(t, httpAgent(agent.URL), unlimited(), withApprovals("approvers = [\"dana\"]\ntrust = \"asserted\"\n"+approvals))
	s.binary = program
	if point != "" {
		s.env = []string{"BRIDGE_FAULT=" + point}
	}
	s.observe(f.arrive)
	s.start()
	ready = len(stepLine.FindAllString(s.log.String(), -1))
	// Whoever supervises the bridge starts it again.
	died, over := make(chan bool, 1), make(chan struct{})
	go func() {
		select {
		case err := <-s.exited:
			s.exited <- err
			s.env = nil
			s.spawn()
			died <- true
		case <-over:
			died <- false
		}
	}()
	amounts := []int{100}
	f.ask(s, amounts)()
	if !f.until(patience, func() bool { return len(f.prompts) == 1 && len(f.waiting) == 1 }) {
		t.Errorf("%d prompts and %d notices came", len(f.prompts), len(f.waiting))
	}
	f.answer(s, amounts)()
	if !f.until(patience, func() bool { return len(f.finals) == 1 && len(f.told) == 1 }) {
		t.Errorf("%d finals came, Dana heard of %d", len(f.finals), len(f.told))
	}
	// A late point kills a bridge that has done all that is seen of it.
	time.Sleep(500 * time.Millisecond)
	close(over)
	killed := <-died
	within(t, patience, "a bridge that answers", func() bool { _, code := s.cli("status"); return code == 0 })
	s.quietWithin(300 * time.Millisecond)
	log := s.log.String()
	f.check(amounts, 1, func(int) string { return "granted" })
	out, code := s.cli("approvals", "list", "-json", "-state", "granted")
	if got := strings.Count(out, `"apr_`); code != 0 || got != 1 {
		t.Errorf("%d requests are granted, want 1 (exit %d)\n%s", got, code, out)
	}
	if point != "" && !killed {
		return ready, nil
	}
	for _, m := range stepLine.FindAllStringSubmatch(log, -1) {
		steps = append(steps, m[1])
	}
	return ready, slices.Clip(steps)
}
