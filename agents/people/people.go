// Package people is the kind of agent "people": it asks the approvers what whoever calls asks
// of people, and answers with what they decide. It has no model and no program behind it:
// with it any system or agent that reaches the bridge gets a human's yes or no.
package people

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/config"
	"bridge/core/envelope"
)

// Name is the word for this kind of agent.
const Name = "people"

// DecisionSlot is the slot of the datum that the answer has: {"approvalId","decision",
// "reason","decidedBy","decidedAt","argsDigest"}, the approval-response of the request.
const DecisionSlot = "decision"

type section struct {
	Timeout       time.Duration `toml:"timeout,positive"`
	MaxConcurrent int           `toml:"max_concurrent,positive"`
}

// Describe is the kind of agent "people".
func Describe() agent.Kind {
	return agent.Kind{Name: Name, Sections: func(agent.Setup) func(*config.Section) agent.Agent {
		return func(s *config.Section) agent.Agent {
			sec := section{Timeout: agent.StepTimeout, MaxConcurrent: agent.MaxConcurrent}
			s.Decode(&sec)
			return agent.Agent{
				Name: s.Name(), Timeout: sec.Timeout, MaxConcurrent: sec.MaxConcurrent,
				Build: func(agent.Deps) (agents.Agent, error) { return Agent{}, nil },
			}
		}
	}}
}

// Agent asks people.
type Agent struct{}

// Respond implements agents.Agent.
func (Agent) Respond(_ context.Context, call agents.Call) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) { yield(answer(call.Parts), nil) }
}

// answer asks what the parts ask, or says what was decided.
func answer(parts []envelope.Part) envelope.Update {
	var requests []envelope.Part
	for _, p := range parts {
		switch {
		case p.Type == envelope.ApprovalResponse:
			return decided(p)
		case p.Kind == envelope.KindData && asks(p.Data):
			requests = append(requests, envelope.Part{Kind: envelope.KindData, Type: envelope.ApprovalRequest, Data: p.Data})
		}
	}
	switch len(requests) {
	case 0:
		return refused(`Nothing is asked here. People are asked by data such as {"toolName":"deploy","args":{"version":"v2"}}, and decide.`)
	case 1:
	default:
		return refused(fmt.Sprintf("%d requests in one message: each needs a message of its own.", len(requests)))
	}
	if _, err := requests[0].ApprovalRequest(); err != nil {
		return refused(fmt.Sprintf("This cannot be asked: %v.", err))
	}
	return envelope.Update{State: envelope.Suspended, Parts: requests}
}

func refused(why string) envelope.Update {
	return envelope.Update{State: envelope.Failed, Parts: []envelope.Part{envelope.TextPart(envelope.ErrorPart, why)}}
}

// asks reports whether data are a request: they name a tool.
func asks(data json.RawMessage) bool {
	var d struct {
		ToolName *json.RawMessage `json:"toolName"`
	}
	return json.Unmarshal(data, &d) == nil && d.ToolName != nil
}

// decided tells a decision: in words, and as it is.
func decided(p envelope.Part) envelope.Update {
	var d struct{ Decision, Reason, DecidedBy string }
	if err := json.Unmarshal(p.Data, &d); err != nil || d.Decision != "granted" && d.Decision != "denied" {
		return refused("The decision is not readable.")
	}
	text := map[string]string{"granted": "Yes", "denied": "No"}[d.Decision]
	switch d.DecidedBy {
	case "timeout":
		text += ": nobody decided in time."
	case "policy":
		text += ": nobody could be asked."
	default:
		text += ", says " + d.DecidedBy + "."
	}
	if reason := strings.TrimSpace(d.Reason); reason != "" {
		text += " " + reason
	}
	slot, _ := json.Marshal(DecisionSlot)
	return envelope.Update{State: envelope.Complete, Parts: []envelope.Part{
		envelope.TextPart(envelope.Response, text),
		{Kind: envelope.KindData, Type: envelope.DomainData, Data: p.Data, Metadata: map[string]json.RawMessage{"slotKey": slot}},
	}}
}
