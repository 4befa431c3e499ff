// Package people is the kind of agent "people": whoever calls reaches people by it. What is
// asked of the approvers they decide; words, files and questions go to one person, and what
// she answers is the answer. It has no model and no program behind it: with it any system or
// agent that reaches the bridge gets a human.
package people

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/config"
	"bridge/core/envelope"
	"bridge/core/question"
)

// Name is the word for this kind of agent.
const Name = "people"

// The slots of the datum that the answer has: the approval-response of the request,
// {"approvalId","decision","reason","decidedBy","decidedAt","argsDigest"}, and of a question
// with what was said, {"answer":{"text"|"choice"|"fields"}}.
const (
	DecisionSlot = "decision"
	AnswerSlot   = "answer"
)

// tool is the one of questions, by which rules know them (request.QuestionTool): a caller's
// request cannot be called so.
const tool = "ask_human"

// fileWords are said where files come without a word.
const fileWords = "Please look at this."

type section struct {
	To            []string      `toml:"to,single"`
	Timeout       time.Duration `toml:"timeout,positive"`
	MaxConcurrent int           `toml:"max_concurrent,positive"`
}

// Describe is the kind of agent "people".
func Describe() agent.Kind {
	return agent.Kind{Name: Name, Sections: func(c agent.Setup) func(*config.Section) agent.Agent {
		return func(s *config.Section) agent.Agent {
			sec := section{Timeout: agent.StepTimeout, MaxConcurrent: agent.MaxConcurrent}
			s.Decode(&sec)
			for i, id := range sec.To {
				if !slices.ContainsFunc(c.People, func(p config.Person) bool { return p.ID == id }) {
					s.Problem(fmt.Sprintf("to[%d]", i), fmt.Sprintf("there is no [people.%s]", id), "the name of somebody in [people]")
				}
			}
			return agent.Agent{
				Name: s.Name(), Timeout: sec.Timeout, MaxConcurrent: sec.MaxConcurrent,
				Build: func(agent.Deps) (agents.Agent, error) { return Agent{To: sec.To}, nil },
			}
		}
	}}
}

// Agent asks people.
type Agent struct {
	To []string // whom words go to, by their ids; the first where nobody is named
}

var _ agents.Asking = Agent{}

// Respond implements agents.Agent.
func (a Agent) Respond(_ context.Context, call agents.Call) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) { yield(a.answer(call.Parts), nil) }
}

// asked are the arguments of a question: what is asked, and of whom.
type asked struct {
	question.Question
	To string `json:"to"`
}

// Asks implements agents.Asking.
func (a Agent) Asks(d envelope.ApprovalRequestData) (agents.Words, bool) {
	var q asked
	if d.ToolName != tool || json.Unmarshal(d.Args, &q) != nil {
		return agents.Words{}, false
	}
	if _, problem := q.Check(); problem != "" {
		return agents.Words{}, false
	}
	return agents.Words{Person: q.To, Question: q.Question}, true
}

// answer asks what the parts ask, or says what came of it.
func (a Agent) answer(parts []envelope.Part) envelope.Update {
	var requests []envelope.Part
	for _, p := range parts {
		switch {
		case p.Type == envelope.ApprovalResponse:
			return decided(p)
		case p.Kind == envelope.KindData && has(p.Data, "toolName"):
			requests = append(requests, envelope.Part{Kind: envelope.KindData, Type: envelope.ApprovalRequest, Data: p.Data})
		}
	}
	switch len(requests) {
	case 0:
		return a.words(parts)
	case 1:
	default:
		return refused(fmt.Sprintf("%d requests in one message: each needs a message of its own.", len(requests)))
	}
	d, err := requests[0].ApprovalRequest()
	switch {
	case err != nil:
		return refused(fmt.Sprintf("This cannot be asked: %v.", err))
	case d.ToolName == tool:
		return refused(`A question is asked by data such as {"question":"Which day?"}, without toolName.`)
	}
	return envelope.Update{State: envelope.Suspended, Parts: requests}
}

// words asks one person what the parts say.
func (a Agent) words(parts []envelope.Part) envelope.Update {
	var q asked
	var said []string
	var files []question.File
	id, questions := "", 0
	for _, p := range parts {
		to := q.To
		if _, named := p.Metadata["to"]; named && (!p.Meta("to", &to) || to == "") {
			return refused("to is the name of one person.")
		}
		if q.To != "" && to != q.To {
			return refused("A message goes to one person.")
		}
		q.To = to
		switch {
		case p.Kind == envelope.KindText && strings.TrimSpace(p.Text) != "":
			said = append(said, strings.TrimSpace(p.Text))
		case p.Kind == envelope.KindURL:
			files = append(files, question.File{Name: p.Filename, URL: p.URL})
		case p.Kind == envelope.KindData && has(p.Data, "question"):
			var d struct {
				asked
				ID string `json:"approvalId"`
			}
			if err := json.Unmarshal(p.Data, &d); err != nil {
				return refused("The question is not readable: question and to are texts, choices a list of texts, fields a list of objects with name.")
			}
			if questions++; questions > 1 {
				return refused("Several questions in one message: each needs a message of its own.")
			}
			if d.To != "" && q.To != "" && d.To != q.To {
				return refused("A message goes to one person.")
			}
			if id = d.ID; d.To == "" {
				d.To = q.To
			}
			said = append(said, d.Text)
			q = d.asked
		}
	}
	if len(said) == 0 && len(files) > 0 {
		said = []string{fileWords}
	}
	if len(said) == 0 {
		return refused(`Nothing is asked here. People decide what is asked by data such as {"toolName":"deploy","args":{"version":"v2"}}, and answer words, files and {"question":"Which day?"}.`)
	}
	switch {
	case len(a.To) == 0:
		return refused(`Words go to nobody here. People decide what is asked by data such as {"toolName":"deploy","args":{"version":"v2"}}.`)
	case q.To == "":
		q.To = a.To[0]
	case !slices.Contains(a.To, q.To):
		return refused(fmt.Sprintf("Nobody here is called %q: to is one of %s.", q.To, strings.Join(a.To, ", ")))
	}
	q.Text, q.Files = strings.Join(said, "\n\n"), files
	if field, problem := q.Check(); problem != "" {
		return refused(fmt.Sprintf("This cannot be asked: %s: %s.", field, problem))
	}
	args, err := json.Marshal(q)
	if err != nil {
		return refused("This cannot be asked.")
	}
	p, err := envelope.DataPart(envelope.ApprovalRequest, struct {
		ID   string          `json:"approvalId,omitempty"`
		Tool string          `json:"toolName"`
		Args json.RawMessage `json:"args"`
	}{id, tool, args})
	if err != nil {
		return refused("This cannot be asked.")
	}
	return envelope.Update{State: envelope.Suspended, Parts: []envelope.Part{p}}
}

func refused(why string) envelope.Update {
	return envelope.Update{State: envelope.Failed, Parts: []envelope.Part{envelope.TextPart(envelope.ErrorPart, why)}}
}

// has reports whether data are an object with a member: toolName makes them a request,
// question a question.
func has(data json.RawMessage, member string) bool {
	var d map[string]json.RawMessage
	return json.Unmarshal(data, &d) == nil && d[member] != nil
}

// decided tells what people decided, or said: in words, and as it is.
func decided(p envelope.Part) envelope.Update {
	var d struct {
		Decision, Reason, DecidedBy string
		Answer                      *question.Said
	}
	if err := json.Unmarshal(p.Data, &d); err != nil {
		return refused("The decision is not readable.")
	}
	text, slot := "", DecisionSlot
	switch d.Decision {
	case "granted", "denied":
		text = map[string]string{"granted": "Yes", "denied": "No"}[d.Decision]
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
	case "answered":
		if d.Answer == nil {
			return refused("The answer is not readable.")
		}
		text, slot = words(*d.Answer), AnswerSlot
	case "unanswered":
		switch d.DecidedBy {
		case "timeout":
			return refused("Nobody answered in time.")
		case "policy":
			return refused("Nobody could be asked.")
		}
		return refused("The question was taken back.")
	default:
		return refused("The decision is not readable.")
	}
	key, _ := json.Marshal(slot) // a text: cannot fail
	return envelope.Update{State: envelope.Complete, Parts: []envelope.Part{
		envelope.TextPart(envelope.Response, text),
		{Kind: envelope.KindData, Type: envelope.DomainData, Data: p.Data, Metadata: map[string]json.RawMessage{"slotKey": key}},
	}}
}

// words are an answer as text.
func words(s question.Said) string {
	if s.Choice != "" {
		return s.Choice
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(s.Fields)) {
		lines = append(lines, name+": "+s.Fields[name])
	}
	if len(lines) > 0 {
		return strings.Join(lines, "\n")
	}
	return s.Text
}
