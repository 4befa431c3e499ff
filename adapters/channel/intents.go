package channel

import (
	"fmt"
	"maps"
	"slices"

	"bridge/config"
)

// Intents checks the key intents of a channel whose messages say what they want: a table from
// that to the names of agents. wrong says what is wrong with the name of an intent.
func (c Setup) Intents(s *config.Section, intents map[string]string, example string, wrong func(intent string) (problem, write string)) {
	if s.Has("intents") && len(intents) == 0 {
		s.Problem("intents", "there is none", example)
	}
	for _, intent := range slices.Sorted(maps.Keys(intents)) {
		agent, at := intents[intent], "intents."+intent
		if problem, write := wrong(intent); problem != "" {
			s.Problem(at, problem, write)
		} else if !slices.ContainsFunc(c.Agents, func(a *config.Section) bool { return a.Name() == agent }) {
			s.Problem(at, fmt.Sprintf("there is no agent %q", agent), "the name of an [agents.NAME]")
		}
	}
}
