package test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Assistants log in by the tokens of an authorization server: the metadata is where a refusal
// says it is, a token is the client of its subject, and whatever proves nothing is refused.
func TestAssistantLogins(t *testing.T) {
	t.Parallel()
	one, other := newAuthority(t), newAuthority(t)
	s := newSite(t, withAssistants())
	s.edit("listen", "public_url = \"http://"+s.http+"\"\nlisten")
	b, err := os.ReadFile(s.config())
	must(t, err)
	s.write(string(b) + fmt.Sprintf(`
[mcp.oauth]
issuer = %q
[mcp.clients.tablet]
subject = "tablet@example.com"
people = ["frank"]
`, one.URL))
	s.start()
	audience := "http://" + s.http + "/mcp"
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	knock := func(path, token string) *http.Response {
		t.Helper()
		resp, _ := s.knock(http.MethodPost, "http://"+s.http+path, token, ping, "Accept", "application/json, text/event-stream")
		return resp
	}

	// A client that has nothing is led to the issuer.
	named := regexp.MustCompile(`^Bearer .*resource_metadata="?([^", ]+)"?`)
	where := named.FindStringSubmatch(knock("/mcp", "").Header.Get("WWW-Authenticate"))
	if where == nil {
		t.Fatal("a refusal does not say where the metadata is")
	}
	resp, text := s.knock(http.MethodGet, where[1], "", "", "Origin", "https://client.example")
	var metadata struct {
		Resource string
		Servers  []string `json:"authorization_servers"`
		Methods  []string `json:"bearer_methods_supported"`
	}
	must(t, json.Unmarshal([]byte(text), &metadata))
	if resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") || metadata.Resource != audience ||
		fmt.Sprint(metadata.Servers, metadata.Methods) != fmt.Sprint([]string{one.URL}, []string{"header"}) {
		t.Errorf("metadata: %s %s", resp.Status, text)
	}

	good := one.token(t, audience, "tablet@example.com", nil)
	change := func(name string, v any) string {
		return one.token(t, audience, "tablet@example.com", func(c jwt.MapClaims) {
			if c[name] = v; v == nil {
				delete(c, name)
			}
		})
	}
	for name, token := range map[string]string{
		"another subject":             one.token(t, audience, "stranger@example.com", nil),
		"the name of a client":        one.token(t, audience, "tablet", nil),
		"another audience":            one.token(t, "https://elsewhere.example/mcp", "tablet@example.com", nil),
		"the bridge, and not its MCP": one.token(t, "http://"+s.http, "tablet@example.com", nil),
		"no audience":                 change("aud", nil),
		"another issuer":              other.token(t, audience, "tablet@example.com", nil),
		"signed by another":           other.token(t, audience, "tablet@example.com", func(c jwt.MapClaims) { c["iss"] = one.URL }),
		"it has run out":              change("exp", time.Now().Add(-time.Hour).Unix()),
		"it never runs out":           change("exp", nil),
		"not yet":                     change("nbf", time.Now().Add(time.Hour).Unix()),
		"no algorithm":                base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","kid":"one"}`)) + "." + strings.Split(good, ".")[1] + ".",
		"cut":                         good[:len(good)-4],
	} {
		for _, path := range []string{"/mcp", "/mcp/session"} {
			resp := knock(path, token)
			if led := named.FindStringSubmatch(resp.Header.Get("WWW-Authenticate")); resp.StatusCode != http.StatusUnauthorized || led == nil || led[1] != where[1] {
				t.Errorf("%s at %s: %s, %q", name, path, resp.Status, resp.Header.Get("WWW-Authenticate"))
			}
		}
	}

	// Its client is the one of its subject: what it may do, and whose requests it sees.
	for _, path := range []string{"/mcp", "/mcp/session"} {
		doc, fault := s.assistant(good, path, "").use("list_people", nil)
		if b, _ := json.Marshal(doc); fault != "" || string(b) != `{"people":[{"channels":["mail"],"id":"frank","name":"Frank"}]}` {
			t.Errorf("%s: people of the tablet: %s %s", path, b, fault)
		}
	}
	doc, fault := s.assistant(good, "/mcp", "").use("request_approval", deployment("by login"))
	if fault != "" || doc["state"] != "pending" {
		t.Fatalf("asked: %v %s", doc, fault)
	}
	s.send(s.expect(0, dana, "deploy: version v2", "Asked by: ", "tablet").Reply("yes"))
	asked := map[string]any{"id": doc["id"]}
	s.assistant(one.token(t, audience, "tablet@example.com", nil), "/mcp", "").until("granted", "get_approval", asked) // another token of it
	if _, fault := s.assistant(deskToken, "/mcp", "").use("get_approval", asked); !strings.Contains(fault, "no request with that id") {
		t.Errorf("another client, by its token of the configuration: %q", fault)
	}
	session := s.assistant(good, "/mcp/session", "2025-11-25").ID()
	for _, c := range []struct {
		token  string
		status int
	}{{good, http.StatusOK}, {deskToken, http.StatusForbidden}, {"", http.StatusUnauthorized}} {
		resp, text := s.knock(http.MethodPost, "http://"+s.http+"/mcp/session", c.token, ping, "Accept", "application/json, text/event-stream", "Mcp-Session-Id", session, "Mcp-Protocol-Version", "2025-11-25")
		if session == "" || resp.StatusCode != c.status {
			t.Errorf("in a session of the tablet: %s %s, want %d", resp.Status, text, c.status)
		}
	}
	if status, _ := s.api(good, "GET", "/approvals", ""); status != http.StatusUnauthorized {
		t.Errorf("the token of the issuer at the API: %d", status)
	}
	for name, token := range map[string]string{"token": good, "claims": strings.Split(good, ".")[1]} {
		if strings.Contains(s.log.String(), token) {
			t.Errorf("the log has the %s", name)
		}
	}
}
