package app

import (
	"fmt"
	"slices"

	"bridge/adapters/channel"
	"bridge/config"
	"bridge/core/envelope"
	"bridge/flow/states"
	"bridge/flow/surfaces"
)

// machines reads [[states]] and the files that it names.
func machines(c *config.Config) *states.Machines {
	var list []states.Machine
	var keys []string // of each, in the configuration
	for i, m := range c.States {
		key := fmt.Sprintf("states[%d]", i)
		if m.File == "" {
			x := states.Machine{Component: m.Component, AllowHandlerTransitions: m.AllowHandlerTransitions, Coordinates: map[string]states.Coordinate{}}
			for name, co := range m.Coordinates {
				x.Coordinates[name] = states.Coordinate(co)
			}
			list, keys = append(list, x), append(keys, key)
			continue
		}
		if m.Component != "" || m.Coordinates != nil || m.AllowHandlerTransitions {
			c.Problem(key+".file", "beside it nothing else counts", "the component in a [[states]] of its own")
		}
		b, err := c.ReadFile(m.File)
		if err == nil {
			var more []states.Machine
			more, err = states.Parse(b)
			for range more {
				keys = append(keys, key+".file")
			}
			list = append(list, more...)
		}
		if err != nil {
			c.Problem(key+".file", err.Error(), `a JSON file such as {"trip": {"allowHandlerTransitions": true, "coordinates": {…}}}`)
		}
	}
	all, problems := states.New(list)
	for _, p := range problems {
		key, problem := keys[p.Machine]+"."+p.Key, p.Problem
		if i := len(keys[p.Machine]) - len(".file"); keys[p.Machine][max(i, 0):] == ".file" {
			key, problem = keys[p.Machine], list[p.Machine].Component+"."+p.Key+": "+p.Problem
		}
		if p.Warning {
			c.Warn(key, problem, p.Write)
		} else {
			c.Problem(key, problem, p.Write)
		}
	}
	return all
}

// templates reads the files of [[surfaces]].
func templates(c *config.Config) surfaces.Templates {
	ts := surfaces.Templates{}
	for i, s := range c.Surfaces {
		key := fmt.Sprintf("surfaces[%d]", i)
		if s.Kind == "" || s.File == "" {
			continue // said already
		}
		if _, twice := ts[s.Kind]; twice {
			c.Problem(key+".kind", fmt.Sprintf("%q has a template already", s.Kind), "one for each kind")
			continue
		}
		b, err := c.ReadFile(s.File)
		var t surfaces.Template
		if err == nil {
			t, err = surfaces.Parse(b)
		}
		if err != nil {
			c.Problem(key+".file", err.Error(), `a JSON file with A2UI components, such as [{"id": "root", "component": "Text", "text": {"path": "/title"}}]`)
		}
		ts[s.Kind] = t
	}
	return ts
}

// consumes reads the key consumes of an agent or a channel.
func consumes(c *config.Config, s *config.Section) []envelope.Type {
	canonical, err := envelope.NewRegistry()
	if err != nil {
		return nil // not reached: there is nothing wrong with the canonical types
	}
	var types []envelope.Type
	for i, name := range s.Consumes {
		_, known := canonical.Lookup(envelope.Type(name))
		if !known && !slices.ContainsFunc(c.Parts, func(p config.Part) bool { return p.Type == name }) {
			s.Warn(fmt.Sprintf("consumes[%d]", i), fmt.Sprintf("no part type is called %q", name), "a standard type, or one of [[parts]]")
		}
		types = append(types, envelope.Type(name))
	}
	return types
}

// peer is what the key consumes says of the system at a channel.
func peer(c *config.Config, s *config.Section, ch channel.Channel) *envelope.Peer {
	if s.Consumes == nil {
		return nil
	}
	if !ch.Machine {
		s.Problem("consumes", "it is for systems, and people write here", "a section without it")
	}
	return &envelope.Peer{Consumes: consumes(c, s)}
}

// checkTranslator warns where nobody asks for what the translator writes, or where somebody
// asks and nobody writes it.
func checkTranslator(c *config.Config, o Options) {
	asked := slices.ContainsFunc(o.Channels, func(ch channel.Channel) bool { return ch.Peer.Wants(envelope.LLMContext) })
	if c.LLMContext.Agent != "" && !asked {
		c.Warn("llm_context.agent", "no channel asks for llm-context: only callers that say so themselves get one", `consumes = ["llm-context"] in the [channels.NAME] of a system that is an agent`)
	}
}
