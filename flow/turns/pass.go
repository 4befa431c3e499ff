package turns

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"bridge/core/envelope"
	"bridge/core/excerpt"
	"bridge/core/queue"
)

// maxPasses bounds how often a turn is handed over: two agents that hand it to each other
// would go on for ever.
const maxPasses = 8

// handTransport is what the rules of part types call the way from agent to agent
// (AllowedTransports).
const handTransport = "agent"

// passPrefix begins the keys of steps of agents that took over.
const passPrefix = "pass."

// passKey is the key of the step that follows those that handed over.
func passKey(steps []Step) string { return passPrefix + strconv.Itoa(passed(steps)) }

func passed(steps []Step) (n int) {
	for _, s := range steps {
		if s.PassTo != "" {
			n++
		}
	}
	return n
}

// takesOver says whether a step goes on with what the last of the recorded ones handed over.
func takesOver(base string, steps []Step) bool {
	return steps[len(steps)-1].PassTo != "" && base == passKey(steps)
}

// isDecision says whether the step with a key answers the decision on an approval.
func isDecision(key string) bool {
	return baseKey(key) != FirstStep && !parkedStep(key) && !strings.HasPrefix(key, passPrefix)
}

// routed is a turn as the agent gets it that a router has given its session to.
func (t *Turns) routed(turn Turn, base, to string) Turn {
	turn.Routed = to
	if _, there := t.o.Agents[to]; there && base == FirstStep && turn.Order == nil {
		turn.Agent = to
	}
	return turn
}

// passes checks a hand-over of an outcome: to an agent that there is, and not for ever. One
// that names nobody ends the turn.
func (t *Turns) passes(turn Turn, steps []Step, s *Step) {
	if s.PassTo == "" {
		return
	}
	why := ""
	switch _, there := t.o.Agents[s.PassTo]; {
	case s.PassTo == turn.Agent:
		why = "passTo names the agent itself"
	case !there:
		why = fmt.Sprintf("passTo names %q, and there is no such agent", excerpt.Cut(s.PassTo, 100))
	case passed(steps) >= maxPasses:
		why = fmt.Sprintf("the turn was handed over %d times already", maxPasses)
	}
	if why != "" {
		s.PassTo, s.State, s.Failure, s.Detail = "", envelope.Failed, "agent_answer", why
	}
}

// pass returns the item that calls the agent which takes over: with what the step was called
// with, and what the agent that hands over says.
func (t *Turns) pass(ctx context.Context, turn Turn, s Step, parts []envelope.Part) ([]queue.Item, error) {
	if baseKey(s.Key) != FirstStep {
		if err := t.o.Approvals.CancelOpen(ctx, turn.ID); err != nil { // who takes over did not ask
			return nil, err
		}
	}
	steps, err := t.o.Store.Steps(ctx, turn.ID)
	if err != nil {
		return nil, fmt.Errorf("the steps of %s: %w", turn.ID, err)
	}
	n := 1 // this one, if it is not recorded yet
	for _, x := range steps {
		if x.PassTo != "" && x.Key != s.Key {
			n++
		}
	}
	it, err := resumeItem(turn, passPrefix+strconv.Itoa(n), job{Parts: append(parts[:len(parts):len(parts)], t.handed(turn, s)...)})
	return []queue.Item{it}, err
}

// handed is what the agent that takes over gets of a step, by the rules for agents, each part
// marked with who says it.
func (t *Turns) handed(turn Turn, s Step) []envelope.Part {
	var parts []envelope.Part
	for i, p := range s.Parts {
		if _, missing := s.Problems[i]; !missing {
			parts = append(parts, p)
		}
	}
	for _, p := range s.Audit {
		if p.Type == envelope.DomainData { // no envelope collects it
			parts = append(parts, p)
		}
	}
	peer := &envelope.Peer{Consumes: t.o.Agents[s.PassTo].Consumes}
	parts = t.o.Registry.Deliver(append(parts, s.states()...), peer.By(envelope.Buffered, handTransport))
	for i := range parts {
		meta := word("from", turn.Agent)
		maps.Copy(meta, parts[i].Metadata)
		meta["from"] = word("from", turn.Agent)["from"]
		parts[i].Metadata = meta
	}
	return parts
}

// word is metadata with one word in it, which is plain ASCII.
func word(key, value string) map[string]json.RawMessage {
	return map[string]json.RawMessage{key: json.RawMessage(strconv.Quote(value))}
}
