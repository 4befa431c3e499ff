package test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/mailserver"
)

// An agent answers 202 with a task, the bridge is killed while it is parked, and the mail
// has the answer when the task has ended. The person can go on writing meanwhile.
func TestParkedTask(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	done, asked, ended := false, 0, 0
	a := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		if c.text() == "quick" {
			answerJSON(w, `{"text":"Quick answer."}`)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusAccepted)
		_, _ = io.WriteString(w, `{"taskUrl":"/tasks/42","text":"I am on it."}`)
	})
	calls := a.Config.Handler
	a.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/tasks/42" {
			calls.ServeHTTP(w, r)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if r.Method == http.MethodDelete {
			ended++
			return
		}
		if asked++; !done {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		answerJSON(w, `{"parts":[{"text":"The long answer.","metadata":{"partType":"response"}}]}`)
	})
	s := newSite(t, httpAgent(a.URL)).start()
	first := mailserver.Letter{From: eve, To: agentAddr, Subject: "A long one", Text: "slow"}
	s.send(first)
	s.expect(0, eve, "I am on it.")
	s.kill()
	s.start()
	s.send(mailserver.Letter{From: eve, To: agentAddr, Subject: "Another", Text: "quick"})
	s.expect(0, eve, "Quick answer.")
	mu.Lock()
	done = true
	mu.Unlock()
	s.expect(0, eve, "The long answer.")
	mu.Lock()
	if asked < 1 {
		t.Error("the task was never asked for")
	}
	done = false
	mu.Unlock()
	if n := len(a.seen()); n != 2 {
		t.Errorf("%d calls", n)
	}

	s.send(mailserver.Letter{From: eve, To: agentAddr, Subject: "Never", Text: "slow, too"})
	s.expect(0, eve, "Never", "I am on it.")
	turn := a.seen()[2].Key
	if out, code := s.cli("trace", turn); code != 0 || !strings.Contains(out, "delegated") || !strings.Contains(out, "parked") {
		t.Errorf("trace: %d\n%s", code, out)
	}
	if out, code := s.cli("turns", "cancel", turn); code != 0 {
		t.Errorf("cancel: %d\n%s", code, out)
	}
	s.expect(0, eve, "The task was cancelled.")
	if out, code := s.cli("turns", "cancel", turn); code != 0 { // it is cancelled
		t.Errorf("cancel again: %d\n%s", code, out)
	}
	await(t, func() bool { mu.Lock(); defer mu.Unlock(); return ended > 0 })
	mu.Lock()
	defer mu.Unlock()
	if ended != 1 {
		t.Errorf("the agent heard of the end %d times", ended)
	}
}

// An agent says delegated and posts what it has to the URL of the call, after the bridge
// was killed. Other URLs and repetitions have no effect.
func TestPostedAnswer(t *testing.T) {
	t.Parallel()
	a := newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) {
		answerJSON(w, `{"conversationState":"delegated"}`)
	})
	s := newSite(t, httpAgent(a.URL)).start()
	s.send(mailserver.Letter{From: eve, To: agentAddr, Subject: "Later", Text: "slow"})
	var to string
	await(t, func() bool {
		for _, c := range a.seen() {
			var body struct{ Meta struct{ Callback string } }
			_ = json.Unmarshal(c.Raw, &body)
			to = body.Meta.Callback
		}
		return to != ""
	})
	post := func(to, body string) int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(body))
		must(t, err)
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		must(t, err)
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	half := `{"text":"Half of it.","conversationState":"delegated"}`
	await(t, func() bool { return post(to, half) == http.StatusNoContent }) // the step is recorded meanwhile
	s.expect(0, eve, "Half of it.")
	s.kill()
	s.start()
	if code := post(to, half); code != http.StatusNoContent {
		t.Errorf("a repetition: %d", code)
	}
	if code := post(to+"x", `{"text":"Forged."}`); code != http.StatusForbidden {
		t.Errorf("another URL: %d", code)
	}
	if code := post(to, `{"text":7}`); code != http.StatusBadRequest {
		t.Errorf("no update: %d", code)
	}
	if code := post(to, `{"text":"All of it."}`); code != http.StatusNoContent {
		t.Errorf("the end: %d", code)
	}
	s.expect(0, eve, "All of it.")
	await(t, func() bool { return post(to, `{"text":"More."}`) == http.StatusConflict })
	s.quiet()
	ids := map[string]bool{} // a mail that was on its way when the bridge was killed comes twice
	for _, m := range s.mail.Mails() {
		ids[m.Header.Get("Message-ID")] = true
	}
	if len(ids) != 2 {
		t.Errorf("%d mails", len(ids))
	}
	if n := len(a.seen()); n != 1 {
		t.Errorf("%d calls", n)
	}
}

// The example in Python is such an agent.
func TestLaterExample(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is missing: install it to test this example")
	}
	cmd := exec.Command(python, "../docs/agents/examples/later.py")
	cmd.Env = append(os.Environ(), "PORT=0", "SECONDS_OF_WORK=1")
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	url := regexp.MustCompile(`http://\S+`).FindString(line)
	s := newSite(t, httpAgent(url)).start()
	s.send(mailserver.Letter{From: eve, To: agentAddr, Subject: "Hello", Text: "what a day"})
	s.expect(0, eve, "I am on it.")
	s.expect(0, eve, "You wrote: what a day")
}

// await waits until something is so.
func await(t *testing.T, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come to that")
		}
	}
}
