package mcpagent

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/agents/program"
	"bridge/config"
	"bridge/internal/httpguard"
)

type section struct {
	URL     string   `toml:"url" format:"url"`
	Command []string `toml:"command"`
	program.Section
	Tool          string            `toml:"tool,required"`
	Args          map[string]string `toml:"args"`
	Approve       string            `toml:"approve" oneof:"destructive all none"`
	Token         config.Secret     `toml:"token"`
	OAuth         *oauth            `toml:"oauth"`
	Timeout       time.Duration     `toml:"timeout,positive"`
	MaxConcurrent int               `toml:"max_concurrent,positive"`
}

// oauth are the credentials of the bridge itself at an authorization server (RFC 6749 §4.4).
type oauth struct {
	TokenURL     string        `toml:"token_url,required" format:"url"`
	ClientID     string        `toml:"client_id,required"`
	ClientSecret config.Secret `toml:"client_secret,required"`
	Scopes       []string      `toml:"scopes"`
}

// Describe is the kind of agent "mcp".
func Describe() agent.Kind {
	return agent.Kind{Name: "mcp", Sections: func(s agent.Setup) func(*config.Section) agent.Agent {
		return func(sec *config.Section) agent.Agent { return decode(s, sec) }
	}}
}

func decode(setup agent.Setup, s *config.Section) agent.Agent {
	sec := section{Approve: ApproveDestructive, Timeout: agent.StepTimeout}
	s.Decode(&sec)
	if (sec.URL == "") == (len(sec.Command) == 0) {
		s.Problem("url", "want the server's URL or the command that starts it, one of the two", `url = "https://…", or command = ["npx", "-y", "some-server"]`)
	}
	if len(sec.Command) > 0 && (sec.Token.IsSet() || sec.OAuth != nil) {
		s.Problem("token", "a program is not logged in to", `env = { NAME = "${TOKEN}" }, as the program wants it`)
	}
	args, err := ParseTemplates(sec.Args)
	if err != nil {
		s.Problem("args", err.Error(), `texts such as { title = "{{.subject}}", body = "{{.text}}" }`)
	}
	if len(sec.Args) == 0 {
		s.Warn("args", "the tool gets nothing of a message", `{ text = "{{.text}}" }, as the tool names its arguments`)
	}
	if sec.Token.IsSet() && sec.OAuth != nil {
		s.Problem("oauth", "there is a token, too", "one of the two")
	}
	if sec.Approve == ApproveNone {
		s.Warn("approve", "the tool is called by whoever may write to it, and nobody is asked", `"destructive", which asks for tools that may destroy something`)
	}
	if sec.MaxConcurrent == 0 {
		sec.MaxConcurrent = agent.MaxConcurrent
		if len(sec.Command) > 0 {
			sec.MaxConcurrent = program.MaxConcurrent
		}
	}
	o := Options{Tool: sec.Tool, Args: args, Approve: sec.Approve, Version: setup.Version}
	if len(sec.Command) > 0 {
		var err error
		if o.Program, err = program.New(sec.Options(setup, s, sec.Command)); err != nil {
			s.Problem("command", err.Error(), `a program and its arguments, as ["npx", "-y", "some-server"]`)
		}
	} else {
		o.URL, o.Client = sec.URL, client(sec)
	}
	ag := agent.Agent{
		Name: s.Name(), Timeout: sec.Timeout, MaxConcurrent: sec.MaxConcurrent,
		Probes: []config.Probe{{What: "tool " + sec.Tool, Try: func(ctx context.Context) (string, error) { return probe(ctx, o) }}},
		Build:  func(d agent.Deps) (agents.Agent, error) { o.State, o.Now = d.State, d.Now; return New(o), nil },
	}
	if u, err := url.Parse(sec.URL); err == nil && u.Port() != "" {
		ag.Hosts = []string{net.JoinHostPort(u.Hostname(), u.Port())}
	}
	return ag
}

// client is an HTTP client that proves who we are, to the server alone.
func client(sec section) *http.Client {
	base := httpguard.Agent()
	base.Transport = bounded{base.Transport}
	if sec.Token.IsSet() {
		base.Transport = &proven{base.Transport, oauth2.StaticTokenSource(&oauth2.Token{AccessToken: sec.Token.Reveal()})}
	}
	if sec.OAuth != nil {
		c := clientcredentials.Config{ClientID: sec.OAuth.ClientID, ClientSecret: sec.OAuth.ClientSecret.Reveal(), TokenURL: sec.OAuth.TokenURL, Scopes: sec.OAuth.Scopes}
		base.Transport = &proven{base.Transport, c.TokenSource(context.WithValue(context.Background(), oauth2.HTTPClient, httpguard.Agent()))}
	}
	return base
}

// bounded bounds what comes back of a request: the library reads answers whole.
type bounded struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := b.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{&agents.Reader{R: resp.Body}, resp.Body}
	return resp, nil
}

// proven adds a token to what it sends.
type proven struct {
	base   http.RoundTripper
	tokens oauth2.TokenSource
}

// RoundTrip implements http.RoundTripper.
func (p *proven) RoundTrip(r *http.Request) (*http.Response, error) {
	t, err := p.tokens.Token()
	if err != nil {
		return nil, fmt.Errorf("token: %w", err)
	}
	r = r.Clone(r.Context())
	t.SetAuthHeader(r)
	return p.base.RoundTrip(r)
}

// probe looks for the tool and says what it would do, for bridge check.
func probe(ctx context.Context, o Options) (string, error) {
	s, tool, err := New(o).connect(ctx)
	if err != nil {
		return "", err
	}
	defer s.Close()
	note := "it is called at once"
	if New(o).needsApproval(tool) {
		note = "people are asked before it is called"
	}
	var unknown []string
	if schema, ok := tool.InputSchema.(map[string]any); ok {
		properties, _ := schema["properties"].(map[string]any)
		for name := range o.Args {
			if properties[name] == nil {
				unknown = append(unknown, name)
			}
		}
	}
	if len(unknown) > 0 {
		note += "; it does not name the arguments " + strings.Join(unknown, ", ")
	}
	return note, nil
}
