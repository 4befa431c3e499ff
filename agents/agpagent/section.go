package agpagent

import (
	"context"
	"fmt"
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/config"
	"bridge/core/wire/agp"
	"bridge/internal/httpguard"
)

type section struct {
	URL           string          `toml:"url,required" format:"url"`
	From          string          `toml:"from,required"`
	To            string          `toml:"to,required"`
	Intent        string          `toml:"intent,required"`
	Keys          []config.Secret `toml:"keys,required,single"`
	Rotated       string          `toml:"rotated"`
	PeerKeys      []config.Secret `toml:"peer_keys,required,single"`
	PeerRotated   string          `toml:"peer_rotated"`
	Scheme        string          `toml:"scheme" oneof:"jcs+timestamp jcs-without-timestamp+timestamp"`
	TTL           time.Duration   `toml:"ttl,positive"`
	Timeout       time.Duration   `toml:"timeout,positive"`
	MaxConcurrent int             `toml:"max_concurrent,positive"`
}

// defaultTimeout bounds a step with all its attempts: no envelope is taken after five minutes.
const defaultTimeout = 2 * time.Minute

// Describe is the kind of agent "agp".
func Describe() agent.Kind {
	return agent.Kind{Name: "agp", Sections: func(agent.Setup) func(*config.Section) agent.Agent { return decode }}
}

func decode(s *config.Section) agent.Agent {
	sec := section{Scheme: string(agp.Whole), TTL: agp.MaxTTL, Timeout: defaultTimeout, MaxConcurrent: agent.MaxConcurrent}
	s.Decode(&sec)
	for key, v := range map[string]string{"from": sec.From, "to": sec.To, "intent": sec.Intent} {
		if v != "" && !agp.IsName(v) {
			s.Problem(key, "it is not a name", "1 to 128 characters")
		}
	}
	if sec.TTL > agp.MaxTTL || sec.TTL < time.Millisecond {
		s.Problem("ttl", fmt.Sprintf("it is not from 1ms to %s", agp.MaxTTL), `"15s"`)
	}
	o := Options{
		URL: sec.URL, From: sec.From, To: sec.To, Intent: sec.Intent, Scheme: agp.Scheme(sec.Scheme), TTL: sec.TTL, Client: httpguard.Agent(),
		Keys: agp.ReadKeys(s.Problem, "", config.Reveal(sec.Keys), sec.Rotated), PeerKeys: agp.ReadKeys(s.Problem, "peer_", config.Reveal(sec.PeerKeys), sec.PeerRotated),
	}
	return agent.Agent{
		Name: s.Name(), Timeout: sec.Timeout, MaxConcurrent: sec.MaxConcurrent,
		Probes: []config.Probe{{What: "agent " + sec.To, Try: func(ctx context.Context) (string, error) { return ping(ctx, o) }}},
		Build:  func(d agent.Deps) (agents.Agent, error) { o.Now, o.State = d.Now, d.State; return New(o), nil },
	}
}

// ping sends the one intent that has no side effects: it proves URL, names, keys and clocks.
func ping(ctx context.Context, o Options) (string, error) {
	o.Now = time.Now
	m, err := agp.Encode(agp.Envelope{From: o.From, To: o.To, Intent: agp.Ping, TTL: o.TTL, Time: o.Now().UTC()})
	if err != nil {
		return "", err
	}
	_, _, err = New(o).attempt(ctx, m)
	return "", err
}
