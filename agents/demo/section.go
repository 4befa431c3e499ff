package demo

import (
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/config"
)

type section struct {
	Timeout       time.Duration `toml:"timeout,positive"`
	MaxConcurrent int           `toml:"max_concurrent,positive"`
}

// Describe is the kind of agent "demo".
func Describe() agent.Kind {
	return agent.Kind{Name: "demo", Sections: func(agent.Setup) func(*config.Section) agent.Agent { return decode }}
}

func decode(s *config.Section) agent.Agent {
	sec := section{Timeout: agent.StepTimeout, MaxConcurrent: agent.MaxConcurrent}
	s.Decode(&sec)
	return agent.Agent{
		Name: s.Name(), Timeout: sec.Timeout, MaxConcurrent: sec.MaxConcurrent,
		Build: func(agent.Deps) (agents.Agent, error) { return Agent{}, nil },
	}
}
