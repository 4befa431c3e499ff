package config

import "time"

// StateMachine is a [[states]]: one component, or a JSON file of them. What the values mean,
// and whether they fit, is for those who use them.
type StateMachine struct {
	File                    string                `toml:"file" format:"path"` // then nothing else
	Component               string                `toml:"component"`
	AllowHandlerTransitions bool                  `toml:"allow_handler_transitions"`
	Coordinates             map[string]Coordinate `toml:"coordinates"`
}

// Coordinate is a value of a component, and how it may change.
type Coordinate struct {
	Initial     string              `toml:"initial,required"`
	Transitions map[string][]string `toml:"transitions"`
}

// Surface is a [[surfaces]]: the template of the surfaces of one kind of data.
type Surface struct {
	Kind string `toml:"kind,required"`
	File string `toml:"file,required" format:"path"` // JSON
}

// LLMContext says who writes llm-context parts.
type LLMContext struct {
	Agent   string        `toml:"agent"` // the name of one of Agents; "": nobody
	Timeout time.Duration `toml:"timeout,positive"`
}

func (c *Config) checkLLMContext() {
	if n := c.root.get("llm_context", "agent"); n != nil && n.kind == kindString && !c.has("agents", c.LLMContext.Agent) {
		c.unknownName(n, c.LLMContext.Agent, "agent", "agents")
	}
}

// ReadFile reads a file that the configuration names, of at most 1 MiB.
func (c *Config) ReadFile(path string) ([]byte, error) { return readBounded(path, maxFile) }
