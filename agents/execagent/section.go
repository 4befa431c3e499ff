package execagent

import (
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/agents/program"
	"bridge/config"
)

type section struct {
	Command []string `toml:"command,required"`
	program.Section
	Timeout       time.Duration `toml:"timeout,positive"`
	Share         []string      `toml:"share" oneof:"sender channel"`
	Files         string        `toml:"files" oneof:"url data"`
	MaxConcurrent int           `toml:"max_concurrent,positive"`
}

// Describe is the kind of agent "exec".
func Describe() agent.Kind {
	return agent.Kind{Name: "exec", Sections: func(c agent.Setup) func(*config.Section) agent.Agent {
		return func(s *config.Section) agent.Agent { return decode(c, s) }
	}}
}

func decode(c agent.Setup, s *config.Section) agent.Agent {
	sec := section{Files: agents.FilesURL, Timeout: agent.StepTimeout, MaxConcurrent: program.MaxConcurrent}
	s.Decode(&sec)
	o := sec.Options(c, s, sec.Command)
	return agent.Agent{
		Name: s.Name(), Timeout: sec.Timeout, MaxConcurrent: sec.MaxConcurrent,
		Build: func(agent.Deps) (agents.Agent, error) { return New(o, agents.ShareOf(sec.Share, sec.Files)) },
	}
}
