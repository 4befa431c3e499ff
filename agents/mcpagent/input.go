package mcpagent

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/agents"
	"bridge/core/question"
)

// input is one thing that a server wants to know before it goes on: a form, a confirmation,
// or something that is done at a URL.
type input struct {
	ID     string          `json:"id,omitempty"`
	Text   string          `json:"text"`
	URL    string          `json:"url,omitempty"` // where it is answered instead
	Schema json.RawMessage `json:"schema,omitempty"`
}

// Bounds of what a server may ask.
const (
	maxAsked  = 10       // things at a time
	maxText   = 4000     // bytes of its words
	maxSchema = 32 << 10 // bytes of a form
	maxState  = 64 << 10 // bytes of what it wants back as it is, with all that it asks
)

// What a person answers to a link, to a confirmation, and to a form that has a default for
// everything.
const (
	done = "done"
	okay = "ok"
	no   = "no"
	yes  = "yes"
)

// newInput reads what is elicited. The error is for the person.
func newInput(id string, e *mcp.ElicitParams) (input, error) {
	in := input{ID: id, Text: strings.TrimSpace(e.Message), URL: e.URL}
	if in.Text == "" {
		in.Text = "The tool wants to know something before it goes on."
	}
	if len(in.Text) > maxText {
		in.Text = strings.ToValidUTF8(in.Text[:maxText], "") + " …"
	}
	if e.URL != "" {
		u, err := url.Parse(e.URL)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || len(e.URL) > maxText {
			return in, errors.New("the tool wants something done at an address that is no link")
		}
		in.URL = u.String()
		return in, nil
	}
	if e.RequestedSchema != nil {
		b, err := json.Marshal(e.RequestedSchema)
		if err != nil || len(b) > maxSchema {
			return in, errors.New("the tool asks for a form that cannot be asked here")
		}
		in.Schema = b
	}
	_, err := readForm(in.Schema)
	return in, err
}

// confirms reports whether a yes or no is a whole answer.
func (in input) confirms() bool {
	fs, err := readForm(in.Schema)
	return in.URL == "" && err == nil && (len(fs) == 0 || len(fs) == 1 && fs[0].kind == "boolean")
}

// ask is the question to the person.
func (in input) ask() string {
	fs, err := readForm(in.Schema)
	switch {
	case in.URL != "":
		return in.Text + "\n\n" + in.URL + "\n\nReply \"" + done + "\" when you have done it there, or \"" + no + "\"."
	case err != nil:
		return in.Text
	case len(fs) == 0:
		return in.Text + "\n\nReply \"" + yes + "\" or \"" + no + "\"."
	}
	var b strings.Builder
	b.WriteString(in.Text + "\n")
	for _, f := range fs {
		b.WriteString("\n" + strings.TrimSpace(f.name+": "+f.hint()))
	}
	switch {
	case !slices.ContainsFunc(fs, field.needed):
		b.WriteString("\n\nReply with a line for each that you want to give, \"" + okay + "\" to leave all out, or \"" + no + "\".")
	default:
		b.WriteString("\n\nReply with a line for each, or \"" + no + "\".")
	}
	return b.String()
}

// read reads the person's answer. Without a result problems says what is wrong with it, if
// that is known.
func (in input) read(text string) (r *mcp.ElicitResult, problems []string) {
	fs, err := readForm(in.Schema)
	if err != nil {
		return nil, nil
	}
	truth := len(fs) == 1 && slices.ContainsFunc(fs[0].choices, func(o option) bool { return plain(o.title) == no })
	if plain(first(text)) == no && !truth {
		return &mcp.ElicitResult{Action: "decline"}, nil
	}
	truth = len(fs) == 1 && fs[0].kind == "boolean"
	if truth {
		_, truth = fs[0].choose(first(text))
	}
	if (len(fs) == 0 || truth) && !alone(text) {
		return nil, nil // a yes with something behind it may be half of one
	}
	if len(fs) == 0 {
		word := yes
		if in.URL != "" {
			word = done
		}
		if _, said := (question.Question{Text: "x", Choices: []string{word, no}}).Read(first(text), ""); !said {
			return nil, nil
		}
		r = &mcp.ElicitResult{Action: "accept"}
		if in.URL == "" {
			r.Content = map[string]any{}
		}
		return r, nil
	}
	values, problems := fill(fs, text)
	if values == nil || len(problems) > 0 {
		return nil, problems
	}
	return &mcp.ElicitResult{Action: "accept", Content: values}, nil
}

// alone reports whether a text has one line: what stands below a yes, also below an empty
// line, may take half of it back.
func alone(text string) bool { return !strings.Contains(strings.TrimSpace(text), "\n") }

// unsigned is a text without the lines at its end that are nothing but the name of who wrote it.
func unsigned(text string, p *agents.Person) string {
	if p == nil {
		return text
	}
	name := strings.Fields(strings.ToLower(p.Name))
	for {
		text = strings.TrimSpace(text)
		i := strings.LastIndexByte(text, '\n')
		if i < 0 || slices.ContainsFunc(strings.Fields(strings.ToLower(text[i:])), func(w string) bool { return !slices.Contains(name, strings.Trim(w, ".,")) }) {
			return text
		}
		text = text[:i]
	}
}

// round is what a server wants to know at a time, and what the person has said to it: one
// thing after the other.
type round struct {
	State string `json:"state,omitempty"` // the server's own, sent back as it is
	// Live: it was asked in the middle of a call (2025-11-25 and older), which has got a
	// "cancel". The next call is a new one, and is answered when it asks the same.
	Live  bool     `json:"live,omitempty"`
	Asked []input  `json:"asked"`
	Words []string `json:"words,omitempty"` // that can be read, for the first of Asked
	// Refused: whoever approves declines all of it.
	Refused bool `json:"refused,omitempty"`
}

// open reports what has no answer yet.
func (r *round) open() (input, bool) {
	if r == nil || len(r.Words) >= len(r.Asked) {
		return input{}, false
	}
	return r.Asked[len(r.Words)], true
}

// with is the round with one more answer.
func (r *round) with(words string) *round {
	all := *r
	all.Words = append(slices.Clip(slices.Clone(r.Words)), words)
	return &all
}

// refusing is the round with everything declined. It is not the word no, which is an answer
// to a truth: nobody has approved that one.
func (r *round) refusing() *round {
	all := *r
	all.Words, all.Refused = slices.Repeat([]string{no}, len(r.Asked)), true
	return &all
}

// refused reports whether the person has not done what the server wants done elsewhere first.
func (r *round) refused() bool {
	for i := range r.Words {
		if r.Asked[i].URL != "" && r.result(i).Action == "decline" {
			return true
		}
	}
	return false
}

// result is the answer to the i-th, as the server gets it.
func (r *round) result(i int) *mcp.ElicitResult {
	if r.Refused {
		return &mcp.ElicitResult{Action: "decline"}
	}
	res, _ := r.Asked[i].read(r.Words[i]) // it was read before
	if res == nil {                       // by a program that took more for a yes
		return &mcp.ElicitResult{Action: "decline"}
	}
	return res
}

// responses are the answers of a multi round-trip request.
func (r *round) responses() mcp.InputResponseMap {
	all := mcp.InputResponseMap{}
	for i := range r.Words {
		all[r.Asked[i].ID] = r.result(i)
	}
	return all
}

// declines reports whether every answer is a no.
func (r *round) declines() bool {
	for i := range r.Words {
		if res := r.result(i); res == nil || res.Action != "decline" {
			return false
		}
	}
	return true
}

// roundOf reads what a result asks. The error is for the person.
func roundOf(r *mcp.CallToolResult) (*round, error) {
	if len(r.InputRequests) == 0 || len(r.InputRequests) > maxAsked {
		return nil, fmt.Errorf("the tool asks %d things at a time, which cannot be asked here", len(r.InputRequests))
	}
	q := &round{State: r.RequestState}
	for _, id := range slices.Sorted(maps.Keys(r.InputRequests)) {
		e, ok := r.InputRequests[id].(*mcp.ElicitParams)
		if !ok {
			return nil, errors.New("the tool asks for a language model of ours, which it does not get")
		}
		in, err := newInput(id, e)
		if err != nil {
			return nil, err
		}
		q.Asked = append(q.Asked, in)
	}
	return q, q.fits()
}

// fits says why a round cannot be kept until it is answered; nil if it can. The error is for
// the person.
func (r *round) fits() error {
	if b, err := json.Marshal(r); err != nil || len(b) > maxState || len(r.Asked) > maxAsked {
		return fmt.Errorf("the tool asks more than can be asked here: %d things, %d bytes", len(r.Asked), len(b))
	}
	return nil
}

// elsewhere reads the links of a call that the server does not take before something was
// done there (2025-11-25, elicitation, URL mode). nil: the error is another.
func elsewhere(err *jsonrpc.Error) (*round, error) {
	if err.Code != mcp.CodeURLElicitationRequired {
		return nil, nil
	}
	var data struct {
		Elicitations []*mcp.ElicitParams `json:"elicitations"`
	}
	if e := json.Unmarshal(err.Data, &data); e != nil || len(data.Elicitations) == 0 || len(data.Elicitations) > maxAsked {
		return nil, errors.New("the tool wants something done elsewhere and does not say where")
	}
	q := &round{Live: true}
	for _, e := range data.Elicitations {
		if e.URL == "" {
			return nil, errors.New("the tool wants something done elsewhere and does not say where")
		}
		in, err := newInput("", e)
		if err != nil {
			return nil, err
		}
		q.Asked = append(q.Asked, in)
	}
	return q, nil
}

// shown is what people approve: the arguments, and under a name of its own what the server
// asked meanwhile with what it gets for an answer.
func (m memory) shown() (json.RawMessage, error) {
	if m.Round == nil || len(m.Round.Words) == 0 {
		return m.Args, nil
	}
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(m.Args, &all); err != nil {
		return nil, err
	}
	var answers []map[string]any
	for i := range m.Round.Words {
		r := m.Round.result(i)
		if r == nil {
			return nil, errors.New("the answer cannot be read")
		}
		a := map[string]any{"question": m.Round.Asked[i].Text, "action": r.Action}
		if u := m.Round.Asked[i].URL; u != "" {
			a["url"] = u
		}
		if len(r.Content) > 0 {
			a["content"] = r.Content
		}
		answers = append(answers, a)
	}
	var answer any = answers
	if len(answers) == 1 {
		answer = answers[0]
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
