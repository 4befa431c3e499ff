package httpagent

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/config"
	"bridge/internal/httpguard"
)

type section struct {
	URL           string          `toml:"url,required"`
	Timeout       time.Duration   `toml:"timeout,positive"`
	Secrets       []config.Secret `toml:"secret,single"`
	Share         []string        `toml:"share" oneof:"sender channel"`
	Files         string          `toml:"files" oneof:"url data"`
	MaxConcurrent int             `toml:"max_concurrent,positive"`
}

// Describe is the kind of agent "http".
func Describe() agent.Kind {
	return agent.Kind{Name: "http", Sections: func(agent.Setup) func(*config.Section) agent.Agent { return decode }}
}

func decode(s *config.Section) agent.Agent {
	sec := section{Files: agents.FilesURL, Timeout: agent.StepTimeout, MaxConcurrent: agent.MaxConcurrent}
	s.Decode(&sec)
	o := Options{URL: sec.URL, Share: agents.ShareOf(sec.Share, sec.Files), Client: httpguard.Agent()}
	for _, x := range sec.Secrets {
		o.Secrets = append(o.Secrets, []byte(x.Reveal()))
	}
	if _, err := New(o); err != nil && sec.URL != "" {
		key, write := "url", `"http://127.0.0.1:9000/respond"`
		if strings.HasPrefix(err.Error(), "secret") {
			key, write = "secret", `"${AGENT_SECRET}" with a longer one, as "openssl rand -hex 32" makes`
		}
		s.Problem(key, err.Error(), write)
	}
	ag := agent.Agent{
		Name: s.Name(), Timeout: sec.Timeout, MaxConcurrent: sec.MaxConcurrent,
		Build: func(d agent.Deps) (agents.Agent, error) {
			o := o
			o.Now, o.State, o.Turns, o.Callback, o.Mac, o.Name = d.Now, d.State, d.Turns, d.Callback, d.Keys, s.Name()
			return New(o)
		},
	}
	if addr := httpguard.HostPortOf(sec.URL); addr != "" {
		ag.Hosts, ag.Probes = []string{addr}, []config.Probe{{What: addr, Try: reach(addr)}}
	}
	return ag
}

// reachTimeout bounds the look at an agent for bridge check.
const reachTimeout = 5 * time.Second

// reach connects and says nothing: a call would be a turn.
func reach(addr string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		conn, err := (&net.Dialer{Timeout: reachTimeout}).DialContext(ctx, "tcp", addr)
		var dns *net.DNSError
		switch {
		case errors.As(err, &dns):
			return "", fmt.Errorf("the name of the agent's server is not found; look at url, and at the DNS of this machine (%w)", err)
		case errors.Is(err, syscall.ECONNREFUSED):
			return "", fmt.Errorf("nothing listens there; start the agent, or look at url (%w)", err)
		case err != nil:
			return "", fmt.Errorf("it does not answer; look at url, and whether a firewall is in between (%w)", err)
		}
		return "", conn.Close()
	}
}
