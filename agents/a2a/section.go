package a2a

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/config"
	"bridge/core/wire/card"
	"bridge/internal/httpguard"
)

type section struct {
	Card          string        `toml:"card"`
	URL           string        `toml:"url"`
	Binding       string        `toml:"binding" oneof:"JSONRPC HTTP+JSON"`
	Version       string        `toml:"version" oneof:"1.0 0.3"`
	CardKeys      string        `toml:"card_keys"`
	Hosts         []string      `toml:"hosts"`
	Timeout       time.Duration `toml:"timeout,positive"`
	MaxConcurrent int           `toml:"max_concurrent,positive"`
	Park          time.Duration `toml:"park_after,positive"`
	Dedupes       bool          `toml:"dedupes"`
	Push          *bool         `toml:"push"`
	Share         []string      `toml:"share" oneof:"sender channel"`
	Auth          *login        `toml:"auth"`
}

// login is [agents.NAME.auth]: the credentials, which never come from a card.
type login struct {
	Type     string        `toml:"type,required" oneof:"api-key bearer oauth2 mtls"`
	Header   string        `toml:"header"`
	Secret   config.Secret `toml:"secret"`
	TokenURL string        `toml:"token_url"`
	ID       string        `toml:"client_id"`
	Scopes   []string      `toml:"scopes"`
	Cert     string        `toml:"cert"`
	Key      string        `toml:"key"`
	CA       string        `toml:"ca"`
}

// parkAfter is how long a call waits for its task before it is parked.
const parkAfter = 2 * time.Minute

// Describe is the kind of agent "a2a".
func Describe() agent.Kind {
	return agent.Kind{Name: "a2a", Sections: func(s agent.Setup) func(*config.Section) agent.Agent {
		return func(sec *config.Section) agent.Agent { return decodeSection(s, sec) }
	}}
}

func decodeSection(setup agent.Setup, s *config.Section) agent.Agent {
	sec := section{Timeout: agent.StepTimeout, MaxConcurrent: agent.MaxConcurrent, Park: parkAfter, Binding: card.JSONRPC, Version: "1.0"}
	s.Decode(&sec)
	o := Options{Name: s.Name(), Share: agents.ShareOf(sec.Share, ""), Park: sec.Park, Dedupes: sec.Dedupes, Push: sec.Push == nil || *sec.Push}
	at := o.where(s, sec)
	if sec.CardKeys != "" {
		b, err := os.ReadFile(beside(setup.Dir, sec.CardKeys))
		if err == nil {
			o.Trusted, err = card.ReadKeys(b)
		}
		if err != nil {
			s.Problem("card_keys", err.Error(), "a file with a JSON Web Key Set")
		}
	}
	var t *tls.Config
	if sec.Auth != nil {
		t = o.auth(setup, s, *sec.Auth)
	}
	ag := agent.Agent{Name: s.Name(), Timeout: sec.Timeout, MaxConcurrent: sec.MaxConcurrent}
	if at == nil {
		return ag
	}
	o.Hosts = append([]string{httpguard.HostPort(at)}, sec.Hosts...)
	o.Client = httpguard.New(httpguard.Options{AllowHosts: o.Hosts, MaxRedirects: 3})
	if tr, ok := o.Client.Transport.(*http.Transport); ok {
		tr.TLSClientConfig = t
		tr.MaxIdleConnsPerHost = sec.MaxConcurrent
	}
	ag.Hosts = o.Hosts
	ag.Probes = []config.Probe{{What: "a2a " + httpguard.HostPort(at), Try: o.probe}}
	ag.Build = func(d agent.Deps) (agents.Agent, error) {
		o := o
		o.State, o.Log, o.Now, o.Keys, o.Turns, o.Callback = d.State, d.Log, d.Now, d.Keys, d.Turns, d.Callback
		o.Push = o.Push && strings.HasPrefix(d.Callback, "https://")
		return New(o)
	}
	return ag
}

// where reads card or url.
func (o *Options) where(s *config.Section, sec section) *url.URL {
	key, at := "card", sec.Card
	if sec.URL != "" {
		key, at = "url", sec.URL
	}
	if (sec.Card == "") == (sec.URL == "") {
		s.Problem("card", "one of card and url says where the agent is", `card = "https://agent.example.com"`)
		return nil
	}
	u, err := url.Parse(at)
	if err == nil && key == "card" {
		if o.Card, err = card.URL(at); err == nil {
			u, err = url.Parse(o.Card)
		}
	}
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		s.Problem(key, "is not a URL", `"https://agent.example.com"`)
		return nil
	}
	if key == "url" {
		o.Fixed = card.Card{
			Name: s.Name(), ID: s.Name(), Streaming: true, Push: true,
			Transports: []card.Transport{{Protocol: card.ProtocolA2A, Binding: sec.Binding, Version: sec.Version, URL: at}},
		}
	}
	return u
}

// probe reads the card, for bridge check; of an agent without one it says nothing.
func (o Options) probe(ctx context.Context) (string, error) {
	if o.Card == "" {
		return "", nil
	}
	r := card.NewRegistry([]card.Peer{{URL: o.Card}}, o.Client, o.Trusted, o.Now)
	if err := r.Refresh(ctx); err != nil {
		return "", httpguard.Redact(err)
	}
	a, err := New(o)
	if err != nil {
		return "", err
	}
	a.cards = r
	l, err := a.link(ctx)
	if err != nil {
		return "", err
	}
	note := fmt.Sprintf("%s, %s", l.card.Name, l.card.Shape)
	if n := len(l.card.Doubts); n > 0 {
		note += fmt.Sprintf(", %d doubts: bridge agents card %s", n, o.Card)
	}
	return note, nil
}

// auth reads the credentials.
func (o *Options) auth(setup agent.Setup, s *config.Section, l login) *tls.Config {
	need := func(ok bool, key, why string) {
		if !ok {
			s.Problem("auth."+key, why, "")
		}
	}
	secret := ""
	if l.Secret.IsSet() {
		secret = l.Secret.Reveal()
	}
	switch l.Type {
	case card.AuthAPIKey, card.AuthBearer:
		need(secret != "", "secret", "the credential is missing")
		header, value := "Authorization", "Bearer "+secret
		if l.Type == card.AuthAPIKey {
			header, value = l.Header, secret
			need(header != "", "header", "the header that the key goes into is missing")
		}
		o.Login = func(r *http.Request) error { r.Header.Set(header, value); return nil }
	case card.AuthOAuth2:
		need(secret != "", "secret", "the secret of the client is missing")
		need(l.ID != "", "client_id", "is missing")
		u, err := url.Parse(l.TokenURL)
		need(err == nil && u.Host != "", "token_url", "is missing, or no URL")
		if err == nil {
			t := clientCredentials(l, secret, httpguard.HostPort(u))
			o.Login, o.Refused = t.login, t.refused
		}
	case card.AuthMTLS:
		need(l.Cert != "" && l.Key != "", "cert", "cert and key are needed")
	}
	t, err := l.tls(setup.Dir)
	if err != nil {
		s.Problem("auth.cert", err.Error(), "files in PEM form")
	}
	return t
}

func (l login) tls(dir string) (*tls.Config, error) {
	if l.Cert == "" && l.CA == "" {
		return nil, nil
	}
	t := &tls.Config{MinVersion: tls.VersionTLS12}
	if l.Cert != "" {
		pair, err := tls.LoadX509KeyPair(beside(dir, l.Cert), beside(dir, l.Key))
		if err != nil {
			return nil, err
		}
		t.Certificates = []tls.Certificate{pair}
	}
	if l.CA != "" {
		pem, err := os.ReadFile(beside(dir, l.CA))
		if err != nil {
			return nil, err
		}
		t.RootCAs = x509.NewCertPool()
		if !t.RootCAs.AppendCertsFromPEM(pem) {
			return nil, errors.New("ca: no certificate in PEM form")
		}
	}
	return t, nil
}

// beside is a path as it stands in a configuration.
func beside(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}
