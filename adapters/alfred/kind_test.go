package alfred_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"bridge/adapters/adaptertest"
	"bridge/adapters/alfred"
	"bridge/core/message"
	wire "bridge/core/wire/alfred"
	"bridge/internal/noerr"
)

const (
	issuerSecret = "the secret of the issuer of tokens"
	ownSecret    = "the secret of our own tokens, long"
	section      = `id = "us"
service = "us-service"
token_secret = "` + ownSecret + `"
[channels.test.intents]
TREND_ANALYSIS = "a"
[channels.test.issuers.alfred]
secrets = "` + issuerSecret + `"
[channels.test.peers.bot]
services = "bot-service"
issuer = "alfred"
`
)

// TestKind runs the cases of all channels.
func TestKind(t *testing.T) {
	task := func(id, text, secret string) string {
		token, err := wire.Token([]byte(secret), "alfred", "bot", "us", "TREND_ANALYSIS", "", time.Now())
		noerr.Must(t, err)
		m, err := wire.Encode(wire.Message{
			Metadata: wire.Metadata{ID: message.DerivedUUID(t.Name(), id)},
			Routing:  wire.Routing{Source: wire.Party{Agent: "bot", Service: "bot-service"}, Destination: wire.Party{Agent: "us"}},
			Security: wire.Security{Token: token}, Type: wire.TaskRequest, Intent: "TREND_ANALYSIS", Payload: fmt.Appendf(nil, `{"note":%q}`, text),
		}, time.Now())
		noerr.Must(t, err)
		return string(m.Text)
	}
	post := func(body string) func(*adaptertest.Host) bool {
		return func(h *adaptertest.Host) bool { return h.Call(http.MethodPost, "", body, nil)/100 == 2 }
	}
	good := task("x", "x", issuerSecret)
	adaptertest.Run(t, adaptertest.Kit{
		Kind: alfred.Describe(), PublicURL: "https://bridge.example", To: "alfred:default/bot", Secrets: []string{issuerSecret, ownSecret, "eyJ"},
		Section: func() string { return section },
		Comes:   func(h *adaptertest.Host, id, text string) bool { return post(task(id, text, issuerSecret))(h) },
		Bad: map[string]func(*adaptertest.Host) bool{
			"another token": post(task("x", "x", ownSecret)), "no JSON": post("{"), "no envelope": post(`{"message":{}}`),
			"another sender": post(strings.Replace(good, `"bot"`, `"mallory"`, 1)), "a signature": post(strings.Replace(good, `"auth_token"`, `"signature":"AAAA","auth_token"`, 1)),
			"too large": post(strings.Repeat(" ", wire.MaxBody+1) + good),
			"no POST":   func(h *adaptertest.Host) bool { return h.Call(http.MethodPut, "", good, nil)/100 == 2 },
		},
	})
}
