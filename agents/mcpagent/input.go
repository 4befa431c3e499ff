package mcpagent

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/core/question"
)

// input is what a server wants to know before it goes on (2026-07-28, multi round-trip
// requests): one question to the person.
type input struct {
	ID     string            `json:"id"`
	State  string            `json:"state"` // the server's own, sent back as it is
	Text   string            `json:"text"`
	URL    string            `json:"url,omitempty"` // where it is answered instead
	Fields []question.Field  `json:"fields,omitempty"`
	Keys   map[string]string `json:"keys,omitempty"`  // the schema's name of each field
	Types  map[string]string `json:"types,omitempty"` // and its type
}

// What a person answers to a link, and to truths.
const (
	done = "done"
	no   = "no"
	yes  = "yes"
)

// asks reads what a result asks. The error is for the person.
func asks(r *mcp.CallToolResult) (*input, string, error) {
	if len(r.InputRequests) != 1 {
		return nil, "", fmt.Errorf("the tool asks %d things at a time, which cannot be asked here", len(r.InputRequests))
	}
	id := slices.Collect(maps.Keys(r.InputRequests))[0]
	e, ok := r.InputRequests[id].(*mcp.ElicitParams)
	if !ok {
		return nil, "", errors.New("the tool asks for a language model of ours, which it does not get")
	}
	in := &input{ID: id, State: r.RequestState, Text: e.Message, URL: e.URL, Keys: map[string]string{}, Types: map[string]string{}}
	if e.URL == "" {
		if err := in.schema(e.RequestedSchema); err != nil {
			return nil, "", err
		}
	}
	return in, in.text(), nil
}

// schema reads the fields of a form: flat, of primitive types (elicitation, requested schema).
func (in *input) schema(v any) error {
	var schema struct {
		Properties map[string]struct {
			Title string   `json:"title"`
			Type  string   `json:"type"`
			Enum  []string `json:"enum"`
		} `json:"properties"`
	}
	b, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(b, &schema)
	}
	if err != nil {
		return errors.New("the tool asks for a form that cannot be asked here")
	}
	for _, key := range slices.Sorted(maps.Keys(schema.Properties)) {
		p := schema.Properties[key]
		name := strings.NewReplacer(":", "", "\n", " ").Replace(p.Title)
		if strings.TrimSpace(name) == "" || in.Keys[name] != "" {
			name = key
		}
		f := question.Field{Name: name, Choices: p.Enum, Number: p.Type == "number" || p.Type == "integer"}
		if p.Type == "boolean" {
			f.Choices = []string{yes, no}
		}
		in.Fields, in.Keys[name], in.Types[name] = append(in.Fields, f), key, p.Type
	}
	if _, problem := in.question().Check(); problem != "" {
		return errors.New("the tool asks for a form that cannot be asked here: " + problem)
	}
	return nil
}

func (in *input) question() question.Question {
	q := question.Question{Text: in.Text, Fields: in.Fields}
	if len(in.Fields) == 0 {
		q.Choices = []string{yes, no}
		if in.URL != "" {
			q.Choices = []string{done, no}
		}
	}
	return q
}

// text is the question to the person.
func (in *input) text() string {
	var b strings.Builder
	b.WriteString(in.Text + "\n")
	if in.URL != "" {
		b.WriteString("\n" + in.URL + "\n\nReply \"" + done + "\" when you have done it there, or \"" + no + "\".")
		return b.String()
	}
	if len(in.Fields) == 0 {
		b.WriteString("\nReply \"" + yes + "\" or \"" + no + "\".")
		return b.String()
	}
	for _, f := range in.Fields {
		b.WriteString("\n" + f.Name + ":")
		if len(f.Choices) > 0 {
			b.WriteString(" (" + strings.Join(f.Choices, " / ") + ")")
		}
	}
	b.WriteString("\n\nReply with a line for each, or \"" + no + "\".")
	return b.String()
}

// read reads the person's answer; false if it is none.
func (in *input) read(text string) (mcp.InputResponseMap, bool) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if strings.EqualFold(strings.Trim(first, " .!"), no) && (len(in.Fields) != 1 || !slices.Contains(in.Fields[0].Choices, no)) {
		return mcp.InputResponseMap{in.ID: &mcp.ElicitResult{Action: "decline"}}, true
	}
	said, ok := in.question().Read(text, "")
	if !ok {
		return nil, false
	}
	r := &mcp.ElicitResult{Action: "accept"}
	if in.URL == "" {
		r.Content = map[string]any{}
	}
	for name, value := range said.Fields {
		key := in.Keys[name]
		switch in.Types[name] {
		case "boolean":
			r.Content[key] = value == yes
		case "integer":
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return nil, false
			}
			r.Content[key] = n
		case "number":
			r.Content[key] = json.Number(value)
		default:
			r.Content[key] = value
		}
	}
	return mcp.InputResponseMap{in.ID: r}, true
}

// answered is a question of a server and a person's words for it, which can be read.
type answered struct {
	Input *input `json:"input"`
	Words string `json:"words"`
}

// result is the answer as the server gets it; nil if the words are none.
func (a *answered) result() *mcp.ElicitResult {
	all, _ := a.Input.read(a.Words)
	r, _ := all[a.Input.ID].(*mcp.ElicitResult)
	return r
}

func (a *answered) declines() bool {
	r := a.result()
	return r != nil && r.Action == "decline"
}

// shown is what people approve: the arguments, and under a name of its own what the server
// asked meanwhile with what it gets for an answer.
func (m memory) shown() (json.RawMessage, error) {
	if m.Answered == nil {
		return m.Args, nil
	}
	r := m.Answered.result()
	if r == nil {
		return nil, errors.New("the answer cannot be read")
	}
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(m.Args, &all); err != nil {
		return nil, err
	}
	answer := map[string]any{"question": m.Answered.Input.Text, "action": r.Action}
	if len(r.Content) > 0 {
		answer["content"] = r.Content
	}
	b, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	name := "answer"
	for all[name] != nil {
		name += "_"
	}
	all[name] = b
	return json.Marshal(all)
}
