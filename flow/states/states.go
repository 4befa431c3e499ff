// Package states holds the state machines of [[states]] and decides whether a setState part
// of an agent moves them (seed 001). It is pure: the state of a session is a value that its
// callers keep.
package states

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Machine is one component with its coordinates.
type Machine struct {
	Component string `json:"component"` // [A-Za-z0-9_-]+
	// AllowHandlerTransitions lets agents move it; else their setState is refused.
	AllowHandlerTransitions bool                  `json:"allowHandlerTransitions"`
	Coordinates             map[string]Coordinate `json:"coordinates"` // by name, [A-Za-z0-9_.-]+
}

// Coordinate is one value of a component, and how it may change.
type Coordinate struct {
	Initial     string              `json:"initial"`
	Transitions map[string][]string `json:"transitions"` // from a value to the next ones
}

// State is the state of a session: "component.coordinate" to its value. What is not there
// has its initial value. A State is never changed, only replaced.
type State map[string]string

// Machines are all machines of a configuration. It is immutable; nil has no machine.
type Machines struct {
	components  map[string]bool // whether agents may move them
	coordinates map[string]Coordinate
}

// Problem is a mistake in a machine, or a warning about one.
type Problem struct {
	Machine int    // index into the list
	Key     string // "component", "coordinates.booking.initial"
	Problem string
	Write   string
	Warning bool // allowed, but probably not meant
}

// maxName bounds the names and values of machines, in bytes.
const maxName = 128

// New checks machines and returns them. With a problem that is no warning the Machines are nil.
func New(list []Machine) (*Machines, []Problem) {
	m := &Machines{components: map[string]bool{}, coordinates: map[string]Coordinate{}}
	var ps []Problem
	for i, x := range list {
		add := func(key, problem, write string, warning bool) {
			ps = append(ps, Problem{i, key, problem, write, warning})
		}
		_, twice := m.components[x.Component]
		switch {
		case !isName(x.Component, ""):
			add("component", fmt.Sprintf("%q is not the name of a component", shown(x.Component)), "letters, digits, _ and -", false)
		case twice:
			add("component", fmt.Sprintf("%q is there twice", x.Component), "all its coordinates in one table", false)
		case len(x.Coordinates) == 0:
			add("coordinates", "it is missing", `coordinates.NAME with initial and transitions`, false)
		case !x.AllowHandlerTransitions:
			add("component", "nothing moves it: agents may not", "allow_handler_transitions = true", true)
		}
		m.components[x.Component] = x.AllowHandlerTransitions
		for _, name := range slices.Sorted(maps.Keys(x.Coordinates)) {
			c := x.Coordinates[name]
			c.check("coordinates."+name, name, add)
			m.coordinates[x.Component+"."+name] = c
		}
	}
	if slices.ContainsFunc(ps, func(p Problem) bool { return !p.Warning }) {
		return nil, ps
	}
	return m, ps
}

func (c Coordinate) check(key, name string, add func(key, problem, write string, warning bool)) {
	if !isName(name, ".") {
		add(key, fmt.Sprintf("%q is not the name of a coordinate", shown(name)), "letters, digits, _, - and .", false)
	}
	if c.Initial == "" || len(c.Initial) > maxName {
		add(key+".initial", fmt.Sprintf("a value has 1 to %d bytes", maxName), `the value that a new session has, such as "open"`, false)
		return
	}
	reached := map[string]bool{c.Initial: true}
	for todo := []string{c.Initial}; len(todo) > 0; todo = todo[1:] {
		for _, to := range c.Transitions[todo[0]] {
			if !reached[to] {
				reached[to] = true
				todo = append(todo, to)
			}
		}
	}
	if len(reached) == 1 {
		add(key+".transitions", "nothing leads away from "+shown(c.Initial), fmt.Sprintf("{ %q = [\"…\"] }", c.Initial), true)
	}
	for _, from := range slices.Sorted(maps.Keys(c.Transitions)) {
		if slices.ContainsFunc(c.Transitions[from], func(to string) bool { return to == "" || len(to) > maxName }) || len(from) > maxName {
			add(key+".transitions", fmt.Sprintf("a value has 1 to %d bytes", maxName), `names such as "open"`, false)
		}
		if !reached[from] && len(reached) > 1 {
			add(key+".transitions", "nothing leads to "+shown(from), "a transition to it, or leave it out", true)
		}
	}
}

// Get is the value of "component.coordinate" in a state; "" if there is none.
func (m *Machines) Get(s State, name string) string {
	if v, ok := s[name]; ok || m == nil {
		return v
	}
	return m.coordinates[name].Initial
}

// Apply makes the changes of one setState part, all or none of them. The error says, for
// the agent's author, why none were made. What a change leaves as it is is allowed always.
func (m *Machines) Apply(s State, changes map[string]string) (State, error) {
	next := maps.Clone(s)
	if next == nil {
		next = State{}
	}
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		if err := m.allows(s, name, changes[name]); err != nil {
			return s, err
		}
		next[name] = changes[name]
	}
	return next, nil
}

func (m *Machines) allows(s State, name, to string) error {
	component, _, _ := strings.Cut(name, ".")
	var open, known, there bool
	var c Coordinate
	if m != nil {
		open, known = m.components[component]
		c, there = m.coordinates[name]
	}
	from := m.Get(s, name)
	switch {
	case !known:
		return fmt.Errorf("there is no component %q", shown(component))
	case !open:
		return fmt.Errorf("agents may not change %q", component)
	case !there:
		return fmt.Errorf("there is no coordinate %q", shown(name))
	case from == to || slices.Contains(c.Transitions[from], to):
		return nil
	case len(c.Transitions[from]) == 0:
		return fmt.Errorf("%s is %q, and nothing leads away from that: not to %q", name, from, shown(to))
	}
	return fmt.Errorf("%s is %q, from where it may become %s: not %q", name, from, strings.Join(c.Transitions[from], ", "), shown(to))
}

func isName(s, also string) bool {
	return s != "" && len(s) <= maxName && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-' && !strings.ContainsRune(also, r)
	})
}

// shown is untrusted text in an error, bounded.
func shown(s string) string {
	if r := []rune(s); len(r) > 64 {
		return string(r[:64]) + "…"
	}
	return s
}
