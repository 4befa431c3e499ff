package agenttest_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/agents"
	"bridge/agents/httpagent"
	"bridge/cli/agenttest"
	"bridge/internal/noerr"
)

// call is what an agent reads of a request.
type call struct {
	Parts []struct {
		Text string `json:"text"`
		URL  string `json:"url"`
		Data struct {
			ApprovalID string `json:"approvalId"`
			Decision   string `json:"decision"`
			Reason     string `json:"reason"`
			DecidedBy  string `json:"decidedBy"`
		} `json:"data"`
		PartType string `json:"partType"`
	} `json:"parts"`
	Meta struct {
		TurnID    string `json:"turnId"`
		Continues string `json:"continues"`
	} `json:"meta"`
}

const part = `{"parts":[{"text":%q,"metadata":{"partType":%q}}],"conversationState":%q}`

// good keeps the contract, as far as a test can see.
func good(c call, r *http.Request) (int, string) {
	if r.Header.Get("webhook-signature") == "" {
		return http.StatusUnauthorized, "sign it"
	}
	p := c.Parts[0]
	switch {
	case p.PartType == "approval-response":
		return 200, fmt.Sprintf(part, p.Data.ApprovalID+" "+p.Data.Decision+p.Data.Reason+" by "+p.Data.DecidedBy, "response", "complete")
	case p.Text == "refund":
		return 200, fmt.Sprintf(`{"parts":[{"data":{"approvalId":"refund-%s","toolName":"refund","args":{"amount":40}},"metadata":{"partType":"approval-request"}}],"conversationState":"suspended"}`, c.Meta.TurnID)
	case p.Text == "which":
		return 200, fmt.Sprintf(part, "Which one?", "clarify", "clarifying")
	}
	for _, p := range c.Parts {
		if p.PartType == "artifact" {
			if resp, err := http.Get(p.URL); err == nil {
				b, _ := io.ReadAll(resp.Body)
				return 200, fmt.Sprintf(part, "I read "+string(b), "response", "complete")
			}
		}
	}
	return 200, fmt.Sprintf(part, "Hello"+c.Meta.Continues, "response", "complete")
}

// play runs the test on an agent and returns its findings by check.
func play(t *testing.T, answer func(call, *http.Request) (int, string)) (map[string]agenttest.Finding, int) {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var c call
		if err := json.NewDecoder(r.Body).Decode(&c); err != nil || len(c.Parts) == 0 || c.Meta.TurnID == "" {
			t.Errorf("a call: %v, %+v", err, c)
		}
		status, body := answer(c, r)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(srv.Close)
	file := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, agenttest.FileText) }))
	t.Cleanup(file.Close)
	signed, err := httpagent.New(httpagent.Options{URL: srv.URL, Secrets: [][]byte{[]byte("sixteen bytes it is")}})
	noerr.Must(t, err)
	unsigned, err := httpagent.New(httpagent.Options{URL: srv.URL})
	noerr.Must(t, err)
	got := map[string]agenttest.Finding{}
	wrong, err := agenttest.Run(t.Context(), agenttest.Options{
		Agent: signed, Stranger: agents.Agent(unsigned), Text: "hello", Approve: "refund", Clarify: "which", Timeout: time.Minute, Now: time.Now,
		File: func() (string, func() bool) { return file.URL, func() bool { return true } },
	}, func(f agenttest.Finding) { got[f.Check] = f })
	noerr.Must(t, err)
	return got, wrong
}

// TestGood: an agent that keeps the contract hears nothing else, and every call of it is played.
func TestGood(t *testing.T) {
	got, wrong := play(t, good)
	for check, f := range got {
		if f.Verdict != agenttest.OK {
			t.Errorf("%s: %s %s", check, f.Verdict, f.Says)
		}
	}
	for check, says := range map[string]string{
		"a message is answered": "Hello", "a file": "I read name", "a yes": "granted by dana", "the yes again, with the same key": "granted",
		"a no, with a reason": "deniedtoo much by dana", "nobody answered in time": "denied by timeout", "an approval is asked": `refund {"amount":40}`,
		"a question of its own": "Which one?", "the reply to its question": "Hellotrn_", "a call by a stranger is refused": "http_401",
		"the same call again, with the same key": "same", "a broken connection, and the call again": "complete", "four conversations at a time": "each", "asked again, with the same key": "same",
	} {
		if f, ok := got[check]; !ok || !strings.Contains(f.Says, says) {
			t.Errorf("%s: %+v", check, f)
		}
	}
	if wrong != 0 {
		t.Errorf("%d wrong", wrong)
	}
}

// TestBad: each way to break the contract is named, at the call that shows it.
func TestBad(t *testing.T) {
	var mu sync.Mutex
	seen, open := map[string]bool{}, 0
	again := func(r *http.Request) bool { // the key was seen before
		mu.Lock()
		defer mu.Unlock()
		k := r.Header.Get("Idempotency-Key")
		was := seen[k]
		seen[k] = true
		return was
	}
	for _, c := range []struct {
		name, check string
		verdict     agenttest.Verdict
		says        string
		answer      func(call, *http.Request) (int, string)
	}{
		{"no JSON", "a message is answered", agenttest.Wrong, "bad_json", func(call, *http.Request) (int, string) { return 200, "hello" }},
		{"not found", "a message is answered", agenttest.Wrong, "is the path", func(call, *http.Request) (int, string) { return 404, "" }},
		{"no such state", "a message is answered", agenttest.Wrong, "unknown state", func(call, *http.Request) (int, string) { return 200, fmt.Sprintf(part, "x", "response", "finished") }},
		{"an error", "a message is answered", agenttest.Wrong, "error:", func(call, *http.Request) (int, string) { return 200, fmt.Sprintf(part, "x", "error", "error") }},
		{"silent", "a message is answered", agenttest.Doubt, "without a part", func(c call, r *http.Request) (int, string) {
			return 200, `{"parts":[],"conversationState":"complete"}`
		}},
		{"a type of its own", "its parts are known", agenttest.Doubt, "acme.thing", func(call, *http.Request) (int, string) { return 200, fmt.Sprintf(part, "x", "acme.thing", "complete") }},
		{"once only", "the same call again, with the same key", agenttest.Wrong, "http_409", func(c call, r *http.Request) (int, string) {
			if again(r) {
				return 409, "seen"
			}
			return good(c, r)
		}},
		{"other words", "the same call again, with the same key", agenttest.Doubt, "twice", func(c call, r *http.Request) (int, string) {
			if again(r) {
				return 200, fmt.Sprintf(part, "Paid another", "response", "complete")
			}
			return good(c, r)
		}},
		{"one at a time", "four conversations at a time", agenttest.Wrong, "max_concurrent", func(c call, r *http.Request) (int, string) {
			mu.Lock()
			open++
			crowded := open > 1
			mu.Unlock()
			time.Sleep(30 * time.Millisecond)
			mu.Lock()
			open--
			mu.Unlock()
			if crowded {
				return 400, "busy"
			}
			return good(c, r)
		}},
		{"takes everybody", "a call by a stranger is refused", agenttest.Wrong, "wrong signature", func(c call, r *http.Request) (int, string) {
			r.Header.Set("webhook-signature", "v1,x")
			return good(c, r)
		}},
		{"asks for nothing", "an approval is asked", agenttest.Wrong, "suspended", func(c call, r *http.Request) (int, string) {
			c.Parts[0].Text = strings.Replace(c.Parts[0].Text, "refund", "hello", 1)
			return good(c, r)
		}},
		{"asks like a code", "an approval is asked", agenttest.Wrong, "form of a code", func(c call, r *http.Request) (int, string) {
			status, body := good(c, r)
			return status, strings.Replace(body, "refund-"+c.Meta.TurnID, "QHM45C", 1)
		}},
		{"asks anew", "asked again, with the same key", agenttest.Doubt, "another approvalId", func(c call, r *http.Request) (int, string) {
			status, body := good(c, r)
			return status, strings.Replace(body, "refund-", fmt.Sprint("r", time.Now().UnixNano(), "-"), 1)
		}},
		{"does not go on", "a yes", agenttest.Wrong, "http_400", func(c call, r *http.Request) (int, string) {
			if c.Parts[0].Data.Decision == "granted" {
				return 400, "what is that"
			}
			return good(c, r)
		}},
		{"takes a no badly", "nobody answered in time", agenttest.Wrong, "error", func(c call, r *http.Request) (int, string) {
			if c.Parts[0].Data.DecidedBy == "timeout" {
				return 200, fmt.Sprintf(part, "no reason", "error", "error")
			}
			return good(c, r)
		}},
		{"asks nothing back", "a question of its own", agenttest.Wrong, "clarifying", func(c call, r *http.Request) (int, string) {
			c.Parts[0].Text = strings.Replace(c.Parts[0].Text, "which", "hello", 1)
			return good(c, r)
		}},
		{"trips over a reply", "the reply to its question", agenttest.Wrong, "http_422", func(c call, r *http.Request) (int, string) {
			if c.Meta.Continues != "" {
				return 422, "no"
			}
			return good(c, r)
		}},
		{"trips over a file", "a file", agenttest.Wrong, "http_413", func(c call, r *http.Request) (int, string) {
			if len(c.Parts) > 1 {
				return 413, "no"
			}
			return good(c, r)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, wrong := play(t, c.answer)
			f := got[c.check]
			if f.Verdict != c.verdict || !strings.Contains(f.Says, c.says) {
				t.Errorf("%+v", f)
			}
			if c.verdict == agenttest.Wrong && wrong == 0 {
				t.Errorf("nothing is wrong: %+v", got)
			}
		})
	}
}
