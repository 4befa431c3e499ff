package test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// authority is an authorization server: its metadata, its keys and its tokens.
type authority struct {
	*httptest.Server
	key ed25519.PrivateKey
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	must(t, err)
	a := &authority{key: private}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": a.URL, "jwks_uri": a.URL + "/keys"})
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"keys":[{"kty":"OKP","kid":"one","crv":"Ed25519","x":%q}]}`, base64.RawURLEncoding.EncodeToString(public))
	})
	a.Server = httptest.NewServer(mux)
	t.Cleanup(a.Close)
	return a
}

// token is one of the authority; change may make it wrong.
func (a *authority) token(t *testing.T, audience, subject string, change func(jwt.MapClaims)) string {
	t.Helper()
	c := jwt.MapClaims{"iss": a.URL, "aud": audience, "sub": subject, "exp": time.Now().Add(time.Hour).Unix()}
	if change != nil {
		change(c)
	}
	tok := jwt.NewWithClaims(jwt.SigningMethodEdDSA, c)
	tok.Header["kid"] = "one"
	signed, err := tok.SignedString(a.key)
	must(t, err)
	return signed
}

// Peers log in by the tokens of an authorization server, and by certificates that a proxy has
// seen. Each sees its own tasks, and whatever proves nothing is refused and counted.
func TestA2AServerLogins(t *testing.T) {
	t.Parallel()
	one, other := newAuthority(t), newAuthority(t)
	const print = "aa11bb22cc33dd44ee55ff66778899001122334455667788990011223344aabb"
	s := newSite(t)
	b, err := os.ReadFile(s.config())
	must(t, err)
	const audience = "https://bridge.example/partners"
	s.write(string(b) + fmt.Sprintf(`
[channels.partners]
type = "a2a"
certificate_header = "Client-Cert"
proxies = ["127.0.0.0/8"]
[channels.partners.peers.acme]
tokens = [%q]
oauth = { issuer = %q, audience = %q, subject = "client-acme" }
[channels.partners.peers.other]
oauth = { issuer = %q, audience = %q, subject = "client-acme" }
[channels.partners.peers.third]
certificates = [%q]
`, acmeToken, one.URL, audience, other.URL, audience, print))
	s.start()
	body := func(id string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":"1","method":"SendMessage","params":{"message":{"messageId":%q,"role":"ROLE_USER","parts":[{"text":"hello"}]}}}`, id)
	}
	ids := map[string]string{}
	good := one.token(t, audience, "client-acme", nil)
	for name, c := range map[string]struct {
		token  string
		header []string
		peer   string // "" is refused
	}{
		"a token of the configuration":   {acmeToken, nil, "acme"},
		"a token of its issuer":          {good, nil, "acme"},
		"of the other issuer":            {other.token(t, audience, "client-acme", nil), nil, "other"},
		"a certificate":                  {"", []string{"Client-Cert", print}, "third"},
		"another subject":                {one.token(t, audience, "client-rival", nil), nil, ""},
		"another audience":               {one.token(t, "https://elsewhere.example", "client-acme", nil), nil, ""},
		"two audiences":                  {one.token(t, "", "client-acme", func(c jwt.MapClaims) { c["aud"] = []string{"https://elsewhere.example", audience} }), nil, "acme"},
		"it has run out":                 {one.token(t, audience, "client-acme", func(c jwt.MapClaims) { c["exp"] = time.Now().Add(-time.Hour).Unix() }), nil, ""},
		"it never runs out":              {one.token(t, audience, "client-acme", func(c jwt.MapClaims) { delete(c, "exp") }), nil, ""},
		"signed by the other":            {other.token(t, audience, "client-acme", func(c jwt.MapClaims) { c["iss"] = one.URL }), nil, ""},
		"an issuer that nobody knows":    {one.token(t, audience, "client-acme", func(c jwt.MapClaims) { c["iss"] = "https://evil.example" }), nil, ""},
		"cut":                            {good[:len(good)-4], nil, ""},
		"no algorithm":                   {base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "." + strings.Split(good, ".")[1] + ".", nil, ""},
		"another certificate":            {"", []string{"Client-Cert", strings.Repeat("ab", 32)}, ""},
		"a certificate in another place": {"", []string{"X-Client-Cert", print}, ""},
		"a bad token and a certificate":  {"x" + acmeToken, []string{"Client-Cert", print}, ""},
	} {
		resp, text := s.knock(http.MethodPost, s.partners(), c.token, body("m "+c.peer), c.header...)
		if (resp.StatusCode == http.StatusOK) != (c.peer != "") || resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: %s %.300s", name, resp.Status, text)
			continue
		}
		if c.peer == "" {
			continue
		}
		var got struct {
			Result struct{ Task struct{ ID string } }
		}
		must(t, json.Unmarshal([]byte(text), &got))
		if id := got.Result.Task.ID; id == "" || ids[c.peer] != "" && ids[c.peer] != id { // one message, one task of the peer
			t.Errorf("%s: task %q of %s, it was %q before", name, id, c.peer, ids[c.peer])
		} else {
			ids[c.peer] = id
		}
	}
	if ids["acme"] == ids["other"] || ids["other"] == ids["third"] {
		t.Errorf("tasks of several peers: %v", ids)
	}
	s.counts(`bridge_refused_total{channel="partners",reason="token"}`, 11)
	if resp, text := s.knock(http.MethodPost, s.partners(), acmeToken, `{"jsonrpc":"2.0","id":"1","method":"Nothing"}`); resp.StatusCode != http.StatusOK || !strings.Contains(text, "-32601") {
		t.Errorf("%s %s", resp.Status, text)
	}
	s.counts(`bridge_refused_total{channel="partners",reason="protocol"}`, 1)
	if strings.Contains(s.log.String(), good[:40]) {
		t.Error("the log has a token")
	}
}
