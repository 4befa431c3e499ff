package mcpagent

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/agents/program"
	"bridge/config"
	"bridge/core/span"
	"bridge/internal/httpguard"
)

type section struct {
	URL     string   `toml:"url" format:"url"`
	Command []string `toml:"command"`
	program.Section
	Tool          string            `toml:"tool,required"`
	Args          map[string]string `toml:"args"`
	Approve       []string          `toml:"approve,single"`
	Questions     string            `toml:"questions" oneof:"person approvers"`
	History       int               `toml:"history"`
	Token         config.Secret     `toml:"token"`
	OAuth         *oauth            `toml:"oauth"`
	Timeout       time.Duration     `toml:"timeout,positive"`
	MaxConcurrent int               `toml:"max_concurrent,positive"`
}

// oauth is how the bridge gets tokens of an authorization server: with credentials of its own
// (RFC 6749 §4.4), or by an operator who logs in (§4.1).
type oauth struct {
	Flow         string        `toml:"flow" oneof:"client_credentials authorization_code"`
	TokenURL     string        `toml:"token_url" format:"url"`
	Issuer       string        `toml:"issuer" format:"url"`
	ClientID     string        `toml:"client_id"`
	ClientSecret config.Secret `toml:"client_secret"`
	Scopes       []string      `toml:"scopes"`
	Hosts        []string      `toml:"hosts"`
}

// The values of oauth.flow.
const (
	flowClient = "client_credentials"
	flowCode   = "authorization_code"
)

// Describe is the kind of agent "mcp".
func Describe() agent.Kind {
	return agent.Kind{Name: "mcp", Sections: func(s agent.Setup) func(*config.Section) agent.Agent {
		return func(sec *config.Section) agent.Agent { return decode(s, sec) }
	}}
}

func decode(setup agent.Setup, s *config.Section) agent.Agent {
	sec := section{Approve: []string{ApproveDestructive}, Questions: AskPerson, Timeout: agent.StepTimeout}
	s.Decode(&sec)
	if (sec.URL == "") == (len(sec.Command) == 0) {
		s.Problem("url", "want the server's URL or the command that starts it, one of the two", `url = "https://…", or command = ["npx", "-y", "some-server"]`)
	}
	if len(sec.Command) > 0 && (sec.Token.IsSet() || sec.OAuth != nil) {
		s.Problem("token", "a program is not logged in to", `env = { NAME = "${TOKEN}" }, as the program wants it`)
	}
	args, err := parseTemplates(sec.Args)
	if err != nil {
		s.Problem("args", err.Error(), `texts such as { title = "{{.subject}}", body = "{{.text}}" }`)
	}
	if len(sec.Args) == 0 {
		s.Warn("args", "the tool gets nothing of a message", `{ text = "{{.text}}" }, as the tool names its arguments`)
	}
	if sec.History > maxHistory {
		s.Problem("history", "it is too long: people could not read what they approve", fmt.Sprintf("at most %d messages", maxHistory))
	}
	if sec.MaxConcurrent == 0 {
		sec.MaxConcurrent = agent.MaxConcurrent
		if len(sec.Command) > 0 {
			sec.MaxConcurrent = program.MaxConcurrent
		}
	}
	o := Options{Name: s.Name(), Tool: sec.Tool, Args: args, Questions: sec.Questions, History: sec.History, Version: setup.Version}
	o.approval(s, sec)
	if len(sec.Command) > 0 {
		var err error
		if o.Program, err = program.New(sec.Options(setup, s, sec.Command)); err != nil {
			s.Problem("command", err.Error(), `a program and its arguments, as ["npx", "-y", "some-server"]`)
		}
	} else {
		o.URL, o.Client = sec.URL, client(sec)
		if sec.OAuth != nil {
			o.oauth(s, sec)
		}
	}
	ag := agent.Agent{
		Name: s.Name(), Timeout: sec.Timeout, MaxConcurrent: sec.MaxConcurrent,
		Probes: []config.Probe{{What: "tool " + sec.Tool, Try: func(ctx context.Context) (string, error) { return probe(ctx, o) }}},
		Build: func(d agent.Deps) (agents.Agent, error) {
			o := o
			o.State, o.Now = d.State, d.Now
			if o.Login != nil {
				o.Login = o.Login.with(d)
			}
			return New(o), nil
		},
	}
	if u, err := url.Parse(sec.URL); err == nil && u.Port() != "" {
		ag.Hosts = []string{net.JoinHostPort(u.Hostname(), u.Port())}
	}
	return ag
}

// maxHistory bounds the messages of a conversation that a tool gets.
const maxHistory = 200

// approval reads which calls need approval: one of the words, or the names of tools.
func (o *Options) approval(s *config.Section, sec section) {
	o.Approve = ApproveNamed
	if len(sec.Approve) == 1 && slices.Contains([]string{ApproveDestructive, ApproveAll, ApproveNone}, sec.Approve[0]) {
		o.Approve = sec.Approve[0]
	}
	o.Named = sec.Approve
	const like = `"destructive", which asks for tools that may destroy something`
	switch {
	case o.Approve == ApproveNone:
		s.Warn("approve", "the tool is called by whoever may write to it, and nobody is asked", like)
	case o.Approve == ApproveNamed && !slices.Contains(o.Named, o.Tool):
		// It may also be a word that is misspelt.
		s.Problem("approve", "it does not name the tool "+o.Tool+", so nobody would be asked", `"destructive", "all", "none" for nobody, or a list with the tool`)
	case o.Approve == ApproveNamed && slices.ContainsFunc(o.Named, func(n string) bool { return n == ApproveAll || n == ApproveDestructive || n == ApproveNone }):
		s.Problem("approve", "it names tools and says which kinds of them", `"destructive", "all", "none", or the names of tools`)
	}
}

// oauth reads where tokens come from.
func (o *Options) oauth(s *config.Section, sec section) {
	a := sec.OAuth
	if a.Flow == "" {
		a.Flow = flowClient
	}
	switch {
	case sec.Token.IsSet():
		s.Problem("oauth", "there is a token, too", "one of the two")
	case a.Flow == flowClient && (a.ClientID == "" || !a.ClientSecret.IsSet()):
		s.Problem("oauth", "the client has no id or secret", `client_id = "…", client_secret = "${SECRET}", or flow = "authorization_code"`)
	case a.Flow == flowClient && a.TokenURL == "":
		s.Problem("oauth", "nothing says where tokens are", `token_url = "https://…"`)
	case a.Flow == flowCode && a.TokenURL != "":
		s.Problem("oauth", "token_url is of the other flow: here the server says where tokens are", "leave it out")
	case a.Flow == flowCode && a.ClientSecret.IsSet() && a.Issuer == "":
		s.Problem("oauth", "nothing says whom the secret is for: the server itself would", `issuer = "https://…" of the authorization server`)
	}
	if a.Flow == flowCode {
		u, err := url.Parse(sec.URL)
		if err != nil {
			return
		}
		o.Login = newLogin(s.Name(), *a, append([]string{httpguard.HostPort(u)}, a.Hosts...))
	}
}

// client is an HTTP client that proves who we are, to the server alone.
func client(sec section) *http.Client {
	base := httpguard.Agent()
	base.Transport = bounded{base.Transport}
	if c := credentialsOf(sec); c != nil {
		base.Transport = &proven{base.Transport, c}
	}
	return base
}

// bounded bounds what comes back of a request: the library reads answers whole. It tells whose
// span a call belongs to.
type bounded struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	if span.Header(r.Context()) != "" {
		r = r.Clone(r.Context())
		span.Tell(r.Context(), r.Header)
	}
	resp, err := b.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	resp.Body = agents.Bounded(resp.Body)
	return resp, nil
}

// probe looks for the tool and says what it would do, for bridge check.
func probe(ctx context.Context, o Options) (string, error) {
	if o.Login != nil {
		return "not looked for: it needs the login of the running bridge (bridge agents login " + o.Name + ")", nil
	}
	s, err := New(o).connect(ctx, nil)
	if err != nil {
		return "", err
	}
	defer s.Close()
	note := "it is called at once"
	if New(o).needsApproval(s.tool) {
		note = "people are asked before it is called"
	}
	var unknown []string
	if schema, ok := s.tool.InputSchema.(map[string]any); ok {
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
