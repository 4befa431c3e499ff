package alfredagent

import (
	"context"
	"fmt"
	"net"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/config"
	"bridge/core/wire/alfred"
	"bridge/internal/httpguard"
)

type section struct {
	URL           string          `toml:"url,required" format:"url"`
	ID            string          `toml:"id,required"`
	Service       string          `toml:"service,required"`
	To            string          `toml:"to,required"`
	ToService     string          `toml:"to_service"`
	Intent        string          `toml:"intent,required"`
	Tenant        string          `toml:"tenant"`
	ReplyTo       string          `toml:"reply_to"`
	Keys          []config.Secret `toml:"keys,single"`
	TokenSecret   config.Secret   `toml:"token_secret"`
	Issuer        string          `toml:"issuer"`
	Token         config.Secret   `toml:"token"`
	TokenURL      string          `toml:"token_url" format:"url"`
	ClientID      string          `toml:"client_id"`
	ClientSecret  config.Secret   `toml:"client_secret"`
	Scopes        []string        `toml:"scopes"`
	PeerIssuer    string          `toml:"peer_issuer,required"`
	PeerSecrets   []config.Secret `toml:"peer_secrets,single"`
	PeerPublic    []string        `toml:"peer_public_keys,single"`
	PeerKeys      []config.Secret `toml:"peer_keys,single"`
	Timeout       time.Duration   `toml:"timeout,positive"`
	MaxConcurrent int             `toml:"max_concurrent,positive"`
}

const (
	leastKey    = 16 // bytes of a key that signs messages
	leastSecret = 32 // of one that signs tokens (RFC 7518 §3.2)
)

// Describe is the kind of agent "alfred".
func Describe() agent.Kind {
	return agent.Kind{Name: "alfred", Sections: func(agent.Setup) func(*config.Section) agent.Agent { return decode }}
}

func decode(s *config.Section) agent.Agent {
	sec := section{Issuer: "bridge", Timeout: agent.StepTimeout, MaxConcurrent: agent.MaxConcurrent}
	s.Decode(&sec)
	for key, v := range map[string]string{"id": sec.ID, "service": sec.Service, "to": sec.To, "to_service": sec.ToService, "tenant": sec.Tenant} {
		if v != "" && (!alfred.IsName(v) || len(v) > 64) {
			s.Problem(key, "it is not a name", "1 to 64 characters")
		}
	}
	if sec.ReplyTo != "" && !alfred.IsTopic(sec.ReplyTo) {
		s.Problem("reply_to", "it is not the name of a topic or channel", `"a2a.tasks.completed.bridge"`)
	}
	o := Options{
		URL: sec.URL, Us: alfred.Party{Agent: sec.ID, Service: sec.Service}, Them: alfred.Party{Agent: sec.To, Service: sec.ToService}, Intent: sec.Intent, Tenant: sec.Tenant, ReplyTo: sec.ReplyTo, Timeout: sec.Timeout,
		Keys: s.Secrets("keys", sec.Keys, leastKey), Issuer: sec.Issuer, Secret: []byte(sec.TokenSecret.Reveal()), PeerKeys: s.Secrets("peer_keys", sec.PeerKeys, leastKey), Client: httpguard.Agent(),
		PeerIssuer: alfred.Issuer{Name: sec.PeerIssuer, Secrets: s.Secrets("peer_secrets", sec.PeerSecrets, leastSecret)},
	}
	o.PeerIssuer.Public = alfred.ReadPublic(s.Problem, "peer_public_keys", sec.PeerPublic)
	if len(o.PeerIssuer.Secrets)+len(o.PeerIssuer.Public) == 0 {
		s.Problem("peer_secrets", "nothing proves the answers", "peer_secrets, or peer_public_keys")
	}
	sec.tokens(s, &o)
	ag := agent.Agent{
		Name: s.Name(), Timeout: sec.Timeout, MaxConcurrent: sec.MaxConcurrent,
		Build: func(d agent.Deps) (agents.Agent, error) {
			o.Now, o.State, o.Turns, o.Log = d.Now, d.State, d.Turns, d.Log
			return New(o), nil
		},
	}
	if addr := httpguard.HostPortOf(sec.URL); addr != "" {
		ag.Probes = []config.Probe{{What: addr, Try: func(ctx context.Context) (string, error) { return reach(ctx, addr) }}}
	}
	return ag
}

// tokens reads where the tokens of our messages come from: exactly one of three.
func (sec section) tokens(s *config.Section, o *Options) {
	ways := 0
	for _, key := range []string{"token_secret", "token", "token_url"} {
		if s.Has(key) {
			ways++
		}
	}
	switch n := len(o.Secret); {
	case ways != 1:
		s.Problem("token_secret", "tokens come from exactly one of token_secret, token and token_url", `token_secret = "${ALFRED_TOKEN_SECRET}"`)
	case n > 0 && n < leastSecret:
		s.Problem("token_secret", fmt.Sprintf("it has %d bytes", n), fmt.Sprintf("at least %d, as `openssl rand -hex 32` makes", leastSecret))
	case sec.Token.IsSet():
		o.Token = func(context.Context) (string, error) { return sec.Token.Reveal(), nil }
	case sec.TokenURL != "":
		c := clientcredentials.Config{ClientID: sec.ClientID, ClientSecret: sec.ClientSecret.Reveal(), TokenURL: sec.TokenURL, Scopes: sec.Scopes}
		client := httpguard.Agent()
		client.Timeout = tokenTime
		source := c.TokenSource(context.WithValue(context.Background(), oauth2.HTTPClient, client)) // keeps a token for its life
		o.Token = func(context.Context) (string, error) {
			t, err := source.Token()
			if err != nil {
				return "", fmt.Errorf("the token URL did not give one: %w", plain(err))
			}
			return t.AccessToken, nil
		}
	}
}

// tokenTime bounds a call of the token URL.
const tokenTime = 20 * time.Second

// plain is an error of the token URL without its answer, which may hold a secret.
func plain(err error) error {
	if e, ok := err.(*oauth2.RetrieveError); ok {
		return fmt.Errorf("status %d", e.Response.StatusCode)
	}
	return httpguard.WithoutURL(err)
}

// reach connects and says nothing: a message would be a task.
func reach(ctx context.Context, addr string) (string, error) {
	conn, err := (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", err
	}
	return "", conn.Close()
}
