package main

import (
	"bridge/agents/a2a"
	"bridge/agents/agent"
	"bridge/agents/agpagent"
	"bridge/agents/alfredagent"
	"bridge/agents/demo"
	"bridge/agents/execagent"
	"bridge/agents/httpagent"
	"bridge/agents/mcpagent"
	"bridge/agents/people"
)

// agents is the table of the kinds of agents: a new one is a folder and a line here.
func agents() agent.Kinds {
	return agent.Kinds{
		httpagent.Describe(),
		mcpagent.Describe(),
		execagent.Describe(),
		demo.Describe(),
		a2a.Describe(),
		agpagent.Describe(),
		alfredagent.Describe(),
		people.Describe(),
	}
}
