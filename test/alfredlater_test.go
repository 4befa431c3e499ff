package test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/wire/alfred"
	"bridge/internal/noerr"
)

const (
	laterTopic = "a2a.tasks.completed.front"
	backSecret = "the secret of the tokens of the back"
)

// TestAlfredAnswersLater: one bridge gives tasks to an agent behind another. The answers take
// longer than a call: they are posted, or asked for, and each comes once, although both bridges
// are killed while the tasks are under way.
func TestAlfredAnswersLater(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store option) {
		var release atomic.Bool
		trends := newAgent(t, func(w http.ResponseWriter, r *http.Request, c call) {
			for !release.Load() {
				select {
				case <-r.Context().Done():
					return
				case <-time.After(20 * time.Millisecond):
				}
			}
			answerJSON(w, fmt.Sprintf(`{"parts":[{"data":{"found":%s},"metadata":{"partType":"domain-data"}}]}`, c.Body.Parts[0].Data))
		})
		back, front := newSite(t, httpAgent(trends.URL)), newSite(t, store, withChannel("agent = \"assistant\""))
		add := func(s *site, text string) {
			b, err := os.ReadFile(s.config())
			must(t, err)
			s.write(string(b) + text)
		}
		add(back, fmt.Sprintf(`
[channels.tasks]
type          = "alfred"
id            = "back"
service       = "back-service"
token_secret  = %q
wait          = "200ms"
allow_private = ["127.0.0.0/8"]
[channels.tasks.intents]
TREND_ANALYSIS = "assistant"
[channels.tasks.card]
description = "It looks for trends."
[[channels.tasks.card.skills]]
id          = "TREND_ANALYSIS"
description = "Trends of the last 30 days."
[channels.tasks.issuers.front]
secrets = %q
[channels.tasks.peers.front]
services = "front-service"
issuer   = "front"
sinks    = { %q = "http://%s/agents/posted" }
`, backSecret, alfredOwn, laterTopic, front.http))
		tokens := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if id, secret, _ := r.BasicAuth(); id != "front" || secret != "s3cret" || r.FormValue("grant_type") != "client_credentials" {
				http.Error(w, "who is it?", http.StatusUnauthorized)
				return
			}
			token, err := alfred.Token([]byte(alfredOwn), "front", "front", "back", "TREND_ANALYSIS", "", time.Now())
			noerr.Want(t, err)
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer","expires_in":1800}`, token)
		}))
		t.Cleanup(tokens.Close)
		for name, more := range map[string]string{
			"posted": fmt.Sprintf("reply_to = %q\nissuer = \"front\"\ntoken_secret = %q", laterTopic, alfredOwn),
			"asked":  fmt.Sprintf("token_url = %q\nclient_id = \"front\"\nclient_secret = \"s3cret\"", tokens.URL),
		} {
			add(front, fmt.Sprintf(`
[agents.%s]
type         = "alfred"
url          = "http://%s/channels/tasks"
id           = "front"
service      = "front-service"
to           = "back"
intent       = "TREND_ANALYSIS"
peer_issuer  = "bridge"
peer_secrets = %q
%s
[channels.%s-orders]
type    = "webhook"
agent   = %q
scheme  = "standard"
secrets = [%q]
wait    = "1ms"
`, name, back.http, backSecret, more, name, name, hookSecret))
		}
		back.start()
		front.start()
		var asked []hooked
		for n := range 4 {
			o := &orchestrator{site: front}
			asked = append(asked, o.deliver([]string{"posted-orders", "asked-orders"}[n%2], fmt.Sprintf("evt_%d", n), fmt.Sprintf(`{"n":%d}`, n)))
		}
		eventually(t, "the tasks are there", func() bool { return len(trends.seen()) >= 4 })
		front.kill()
		back.kill()
		back.start()
		front.start()
		release.Store(true)
		for n, h := range asked {
			want := fmt.Sprintf(`{"found":{"n":%d}}`, n)
			var got hooked
			eventually(t, fmt.Sprintf("the answer to %d", n), func() bool {
				got = front.statusOf("http://" + front.http + h.Status[strings.Index(h.Status, "/channels/"):])
				return got.Meta.FinalizedBy != "" && len(got.Parts) > 0
			})
			if len(got.Parts) != 1 || string(got.Parts[0].Data) != want {
				t.Errorf("%d: %s, want %s", n, got.body, want)
			}
		}
		keys := map[string]bool{}
		for _, c := range trends.seen() {
			keys[c.Key] = true
		}
		if len(keys) != 4 {
			t.Errorf("%d tasks were run, want 4", len(keys))
		}

		// The card, to who may ask for it.
		token, err := alfred.Token([]byte(alfredOwn), "front", "front", "back", "TREND_ANALYSIS", "", time.Now())
		must(t, err)
		m, err := alfred.Encode(alfred.Message{
			Metadata: alfred.Metadata{ID: message.NewCorrelation()}, Security: alfred.Security{Token: token}, Type: alfred.Discovery, Intent: "TREND_ANALYSIS",
			Routing: alfred.Routing{Source: alfred.Party{Agent: "front", Service: "front-service"}, Destination: alfred.Party{Agent: "back"}},
		}, time.Now())
		must(t, err)
		resp, err := http.Post("http://"+back.http+"/channels/tasks", "application/json", strings.NewReader(string(m.Text)))
		must(t, err)
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		must(t, err)
		for _, words := range []string{`"description":"It looks for trends."`, `"description":"Trends of the last 30 days."`, `"endpoint":"http://` + back.http + `/channels/tasks"`} {
			if resp.StatusCode != 200 || !strings.Contains(string(b), words) {
				t.Errorf("the card lacks %s: %d %s", words, resp.StatusCode, b)
			}
		}
	})
}
