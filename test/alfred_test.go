package test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/wire/alfred"
)

const (
	alfredIssuer = "the secret of the issuer of tokens"
	alfredOwn    = "the secret of our own tokens, long"
	alfredTopic  = "a2a.tasks.completed.alfred-bot"
)

// orchestrator is an Alfred agent that gives tasks to the bridge, and takes their answers.
type orchestrator struct {
	*site
	sink *httptest.Server

	mu   sync.Mutex
	got  map[string]map[string]string // by correlation: id to payload
	came int
	fail int // of the answers that come next are refused
}

func newOrchestrator(t *testing.T, opts ...option) *orchestrator {
	t.Helper()
	o := &orchestrator{site: newSite(t, opts...), got: map[string]map[string]string{}}
	o.sink = httptest.NewServer(http.HandlerFunc(o.take))
	t.Cleanup(o.sink.Close)
	b, err := os.ReadFile(o.config())
	must(t, err)
	o.write(string(b) + fmt.Sprintf(`
[channels.tasks]
type          = "alfred"
id            = "social-intelligence-agent"
service       = "social-intelligence-service"
token_secret  = %q
allow_private = ["127.0.0.0/8"]
[channels.tasks.intents]
TREND_ANALYSIS = "assistant"
[channels.tasks.issuers.alfred]
secrets = %q
[channels.tasks.peers.alfred-bot]
services = "alfred-bot-service"
issuer   = "alfred"
tenants  = ["default", "acme"]
sinks    = { %q = %q }
`, alfredOwn, alfredIssuer, alfredTopic, o.sink.URL+"/a2a"))
	return o
}

// take is the orchestrator's inbox: it knows messages by their id.
func (o *orchestrator) take(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.fail > 0 {
		o.fail--
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	m, derr := alfred.Decode(b)
	if err != nil || derr != nil || m.Type != alfred.TaskResponse || m.Fresh(time.Now()) != nil {
		o.t.Errorf("%s: %v %v", b, err, derr)
	}
	if _, err := alfred.CheckToken(m.Token, alfred.Issuer{Name: "bridge", Secrets: [][]byte{[]byte(alfredOwn)}}, "social-intelligence-agent", "alfred-bot", time.Now()); err != nil {
		o.t.Errorf("its token: %v", err)
	}
	o.came++
	if o.got[m.Correlation] == nil {
		o.got[m.Correlation] = map[string]string{}
	}
	o.got[m.Correlation][m.ID] = string(m.Payload)
}

// task is a request of the seed's form.
func (o *orchestrator) task(n int, tenant string) alfred.Message {
	o.t.Helper()
	token, err := alfred.Token([]byte(alfredIssuer), "alfred", "alfred-bot", "social-intelligence-agent", "TREND_ANALYSIS", tenant, time.Now())
	must(o.t, err)
	m, err := alfred.Encode(alfred.Message{
		Metadata: alfred.Metadata{ID: message.NewCorrelation(), Correlation: message.NewCorrelation(), Trace: "abc123def456ghi789"},
		Routing: alfred.Routing{
			Source:      alfred.Party{Agent: "alfred-bot", Service: "alfred-bot-service"},
			Destination: alfred.Party{Agent: "social-intelligence-agent", Service: "social-intelligence-service"}, ReplyTo: alfredTopic,
		},
		Security: alfred.Security{Token: token, Tenant: tenant},
		Type:     alfred.TaskRequest, Intent: "TREND_ANALYSIS", Payload: fmt.Appendf(nil, `{"query":"trend %d"}`, n),
	}, time.Now())
	must(o.t, err)
	return m
}

// give posts a task until the bridge has it, as a client does whose connection breaks.
func (o *orchestrator) give(m alfred.Message) {
	o.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		resp, err := http.Post("http://"+o.http+"/channels/tasks", "application/json", strings.NewReader(string(m.Text)))
		if err == nil {
			b, _ := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusAccepted {
				return
			}
			if resp.StatusCode < 500 {
				o.t.Fatalf("%d %s", resp.StatusCode, b)
			}
		}
		if time.Now().After(deadline) {
			o.t.Fatalf("the task is not taken: %v", err)
		}
	}
}

// TestAlfred: tasks are answered at the orchestrator's sink, each once, although the bridge is
// killed while they are under way and the sink fails. Tenants have sessions of their own.
func TestAlfred(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store option) {
		const total = 12
		agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
			time.Sleep(20 * time.Millisecond)
			for _, p := range c.Body.Parts {
				if p.Metadata.PartType == "domain-data" {
					answerJSON(w, fmt.Sprintf(`{"parts":[{"data":{"trends":%s},"metadata":{"partType":"domain-data"}}]}`, p.Data))
					return
				}
			}
			http.Error(w, "no data", http.StatusBadRequest)
		})
		o := newOrchestrator(t, httpAgent(agent.URL), store, withTop("[tenants.acme]"))
		o.fail = 3
		o.start()
		var tasks []alfred.Message
		for n := range total {
			m := o.task(n, []string{"", "acme"}[n%2])
			tasks = append(tasks, m)
			o.give(m)
			if n == total/2 {
				o.kill()
				o.site.start()
			}
		}
		o.kill()
		o.replaceSecret()
		o.site.start()
		for _, m := range tasks { // the orchestrator does not know what came through
			o.give(m)
		}
		eventually(t, "an answer to each task", func() bool {
			o.mu.Lock()
			defer o.mu.Unlock()
			return len(o.got) == total
		})
		o.quiet()
		keys, sessions := map[string]bool{}, map[string]bool{}
		for _, c := range agent.seen() {
			keys[c.Key], sessions[c.Body.Meta.SessionID] = true, true
		}
		o.mu.Lock()
		defer o.mu.Unlock()
		for n, m := range tasks {
			want := fmt.Sprintf(`{"results":{"trends":{"query":"trend %d"}},"status":"SUCCESS"}`, n)
			answers := o.got[m.Correlation]
			if len(answers) != 1 {
				t.Errorf("task %d has %d answers: %v", n, len(answers), answers)
			}
			for _, payload := range answers {
				if payload != want {
					t.Errorf("task %d: %s", n, payload)
				}
			}
		}
		if len(keys) != total || len(sessions) != total {
			t.Errorf("%d turns in %d sessions, want %d", len(keys), len(sessions), total)
		}
		t.Logf("%d answers came for %d tasks, the agent was called %d times", o.came, total, len(agent.seen()))

		// One id of two tenants is two tasks; one tenant cannot read or change the other's.
		first := o.task(0, "acme")
		other := first
		other.Tenant = "default"
		token, err := alfred.Token([]byte(alfredIssuer), "alfred", "alfred-bot", "social-intelligence-agent", "TREND_ANALYSIS", "default", time.Now())
		must(t, err)
		other.Token = token
		stolen := other
		stolen.Token = first.Token
		for name, c := range map[string]struct {
			m    alfred.Message
			want int
		}{"acme": {first, 202}, "default": {other, 202}, "acme's token for default": {stolen, 403}} {
			m, err := alfred.Encode(c.m, time.Now())
			must(t, err)
			resp, err := http.Post("http://"+o.http+"/channels/tasks", "application/json", strings.NewReader(string(m.Text)))
			must(t, err)
			var out struct {
				Turn string `json:"turn_id"`
			}
			_ = json.NewDecoder(resp.Body).Decode(&out)
			_ = resp.Body.Close()
			if resp.StatusCode != c.want || keys[out.Turn] || (out.Turn != "") != (c.want == 202) {
				t.Errorf("%s: %d %+v", name, resp.StatusCode, out)
			}
			keys[out.Turn] = out.Turn != ""
		}
	})
}
