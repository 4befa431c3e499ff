package envelope

import (
	"errors"
	"fmt"
)

// State is a conversation state (seed 000): an open set.
type State string

// The canonical states.
const (
	Awaiting   State = "awaiting"
	Complete   State = "complete"
	Clarifying State = "clarifying"
	Failed     State = "error"
	Suspended  State = "suspended"
	Delegated  State = "delegated"
	Passed     State = "passed"
)

// StateRule is what a conversation state means (seed 000).
type StateRule struct {
	State State
	// IsTerminal: the agent's answer is over; what follows is ignored.
	IsTerminal bool
	// EmitsEnvelope: the envelope is built, so domain-data is collected (seed 000).
	EmitsEnvelope bool
	// HoldsHandler: the agent keeps the turn and will say more.
	HoldsHandler bool
}

// canonicalStates is the table of the seven states. Suspended and delegated are
// not terminal: the turn goes on after a decision, or when a peer answers.
func canonicalStates() []StateRule {
	return []StateRule{
		{State: Awaiting, HoldsHandler: true},
		{State: Complete, IsTerminal: true, EmitsEnvelope: true},
		{State: Clarifying, IsTerminal: true},
		{State: Failed, IsTerminal: true},
		{State: Suspended, HoldsHandler: true},
		{State: Delegated, HoldsHandler: true},
		{State: Passed, IsTerminal: true},
	}
}

// States is the registry of conversation states. It is immutable.
type States struct {
	rules map[State]StateRule
}

// newStates returns the seven canonical states and the custom ones. Every
// mistake is reported: an empty name, a name that is there already, an
// envelope from a state that is not terminal.
func newStates(custom ...StateRule) (States, error) {
	s := States{rules: map[State]StateRule{}}
	for _, rule := range canonicalStates() {
		s.rules[rule.State] = rule
	}
	var errs []error
	for _, rule := range custom {
		_, twice := s.rules[rule.State]
		switch {
		case rule.State == "" || len(rule.State) > maxTypeLen:
			errs = append(errs, fmt.Errorf("state %s: a name has 1 to %d bytes", shown(string(rule.State)), maxTypeLen))
		case twice:
			errs = append(errs, fmt.Errorf("state %q is registered already", rule.State))
		case rule.EmitsEnvelope && !rule.IsTerminal:
			errs = append(errs, fmt.Errorf("state %q emits an envelope but is not terminal", rule.State))
		default:
			s.rules[rule.State] = rule
		}
	}
	if err := errors.Join(errs...); err != nil {
		return States{}, err
	}
	return s, nil
}

// Lookup returns the rule of a state, and whether it is registered.
func (s States) Lookup(state State) (StateRule, bool) {
	rule, ok := s.rules[state]
	return rule, ok
}
