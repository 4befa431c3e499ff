// Package mcpagent is the agent type = "mcp": one tool of a server that speaks the Model
// Context Protocol. A message becomes a call of it; what destroys needs people's approval
// first, and is never called twice.
package mcpagent

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"iter"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gowebpki/jcs"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/agents/program"
	"bridge/core/envelope"
)

// Which calls need approval: Options.Approve.
const (
	ApproveDestructive = "destructive" // of a tool that does not say that it only reads or destroys nothing
	ApproveAll         = "all"
	ApproveNone        = "none"
	ApproveNamed       = "named" // of the tools of Options.Named
)

// Who answers what a server wants to know: Options.Questions.
const (
	AskPerson    = "person"
	AskApprovers = "approvers" // they say the yes or no, and approve what the person answers
)

// Options are what an agent works with. All are required.
type Options struct {
	Name      string // of the agent
	URL       string
	Client    *http.Client     // adds what proves us
	Program   *program.Program // is the server, in place of a URL; nil: none
	Login     *Login           // by an operator's browser; nil: none
	Tool      string
	Args      Templates
	Approve   string
	Named     []string
	Questions string
	// History is how much of a conversation the templates have, in messages; 0: none.
	History int
	Version string // of the program
	State   agent.State
	Now     func() time.Time
}

// Agent calls one tool. Create it with New.
type Agent struct{ o Options }

// New returns an agent.
func New(o Options) *Agent {
	if o.Login != nil {
		c := *o.Client
		c.Transport = &loggedIn{c.Transport, o.Login}
		o.Client = &c
	}
	return &Agent{o}
}

// memory is what is kept of a turn.
type memory struct {
	Args  json.RawMessage `json:"args"`            // of the call, as they were approved
	Round *round          `json:"round,omitempty"` // what the server has asked, answered: the call adds it to Args
	Open  *open           `json:"open,omitempty"`  // what it wants to know before it goes on
	Calls map[string]call `json:"calls,omitempty"` // by the key of the step
}

// open is a round that waits for an answer. Step is the one that has asked: when that comes
// again, it has no answer.
type open struct {
	Step  string `json:"step"`
	Round *round `json:"round"`
}

// call is one call that may have had its effect: it is begun before anything is sent, and
// has its result as soon as there is one.
type call struct {
	Begun  time.Time       `json:"begun"`
	Result json.RawMessage `json:"result,omitempty"`
}

// Respond implements agents.Agent.
func (a *Agent) Respond(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
	return agents.One(ctx, func() (envelope.Update, error) {
		u, err := a.respond(ctx, c)
		if err == nil {
			err = a.note(ctx, c, u)
		}
		return u, err
	})
}

func (a *Agent) respond(ctx context.Context, c agents.Call) (envelope.Update, error) {
	m, err := a.recall(ctx, c.Meta.TurnID)
	if err != nil {
		return envelope.Update{}, err
	}
	if d, ok := decided(c.Parts); ok {
		return a.decided(ctx, c, m, d)
	}
	if c.Meta.Continues != "" {
		before, err := a.recall(ctx, c.Meta.Continues)
		if err != nil {
			return envelope.Update{}, err
		}
		if before.Open != nil { // the words answer the server's question
			return a.goOn(ctx, c, m, before)
		}
	}
	return a.begin(ctx, c, m)
}

// begin makes a call of a message: it is called, or people are asked first.
func (a *Agent) begin(ctx context.Context, c agents.Call, m memory) (envelope.Update, error) {
	said, err := a.conversation(ctx, c)
	if err != nil {
		return envelope.Update{}, err
	}
	s, err := a.connect(ctx, nil)
	if err != nil {
		return envelope.Update{}, err
	}
	defer s.Close()
	m.Args, err = a.o.Args.fill(c, said, s.tool)
	if err != nil {
		return told(envelope.Failed, envelope.ErrorPart, "The tool "+s.tool.Name+" cannot be called with this message: "+err.Error()), nil
	}
	if !a.needsApproval(s.tool) {
		return a.runOn(ctx, s, c, m)
	}
	return a.askPeople(ctx, s.tool, c, m)
}

// askPeople asks for approval of the call that is remembered.
func (a *Agent) askPeople(ctx context.Context, tool *mcp.Tool, c agents.Call, m memory) (envelope.Update, error) {
	shown, err := m.shown()
	if err != nil {
		return envelope.Update{}, &agents.Error{Code: "state", Err: err}
	}
	return a.ask(ctx, tool, c, m, shown)
}

// ask asks for approval of what is shown.
func (a *Agent) ask(ctx context.Context, tool *mcp.Tool, c agents.Call, m memory, shown json.RawMessage) (envelope.Update, error) {
	if err := a.keep(ctx, c.Meta.TurnID, m); err != nil {
		return envelope.Update{}, err
	}
	data := map[string]any{"approvalId": "mcp-" + step(c.Key), "toolName": tool.Name, "args": shown, "title": label(tool.Title)}
	p, err := envelope.DataPart(envelope.ApprovalRequest, data)
	return envelope.Update{State: envelope.Suspended, Parts: []envelope.Part{p}}, err
}

// step is the key of a step without the number of its replay.
func step(key string) string {
	s, _, _ := strings.Cut(key, "~")
	return s
}

// decided goes on with what people have decided: the call, or what they say to the server's
// own question.
func (a *Agent) decided(ctx context.Context, c agents.Call, m memory, d decision) (envelope.Update, error) {
	if m.Open == nil || m.Open.Step == step(c.Key) {
		if why := m.allows(d); why != "" {
			return told(envelope.Complete, envelope.Response, why), nil
		}
		s, err := a.connect(ctx, m.Round)
		if err != nil {
			return envelope.Update{}, err
		}
		defer s.Close()
		return a.runOn(ctx, s, c, m)
	}
	asked := m
	asked.Round = m.Open.Round.with(yes)
	switch why := asked.allows(d); {
	case why == "":
		return a.answered(ctx, c, m, asked.Round, true)
	case d.Decision == "denied" && d.DecidedBy != "timeout":
		return a.answered(ctx, c, m, m.Open.Round.refusing(), true)
	default:
		return told(envelope.Complete, envelope.Response, why), nil
	}
}

// goOn takes a person's words for what the server wanted to know. It may be hours later.
func (a *Agent) goOn(ctx context.Context, c agents.Call, m, before memory) (envelope.Update, error) {
	m.Args = before.Args
	q := before.Open.Round
	in, _ := q.open()
	answer := unsigned(agents.Text(c.Parts), c.Meta.Person)
	if r, problems := in.read(answer); r == nil {
		m.Open = &open{step(c.Key), q}
		if err := a.keep(ctx, c.Meta.TurnID, m); err != nil {
			return envelope.Update{}, err
		}
		why := "I could not read that."
		if len(problems) > 0 {
			why = "I could not take that:\n" + strings.Join(problems, "\n")
		}
		return told(envelope.Clarifying, envelope.Clarify, why+"\n\n"+in.ask()), nil
	}
	return a.answered(ctx, c, m, q.with(answer), false)
}

// answered goes on when one more of the server's questions has its answer: it asks the next
// one, or calls the tool again with all of them, in a session of its own. An answer that adds
// to what people have approved is approved with it, unless they have just given it.
func (a *Agent) answered(ctx context.Context, c agents.Call, m memory, q *round, approved bool) (envelope.Update, error) {
	if q.Live && q.refused() {
		return told(envelope.Complete, envelope.Response, "Nothing was done."), nil
	}
	s, err := a.connect(ctx, q)
	if err != nil {
		return envelope.Update{}, err
	}
	defer s.Close()
	if _, more := q.open(); more {
		return a.question(ctx, s.tool, c, m, q)
	}
	m.Round, m.Open = q, nil
	if !approved && !q.declines() && (a.needsApproval(s.tool) || a.o.Questions == AskApprovers) {
		return a.askPeople(ctx, s.tool, c, m)
	}
	return a.runOn(ctx, s, c, m)
}

// question asks what the server wants to know next: the person, or those who approve.
func (a *Agent) question(ctx context.Context, tool *mcp.Tool, c agents.Call, m memory, q *round) (envelope.Update, error) {
	m.Open = &open{step(c.Key), q}
	in, _ := q.open()
	if a.o.Questions == AskApprovers && in.confirms() {
		asked := m
		asked.Round = q.with(yes) // they are shown what their yes will be
		shown, err := asked.shown()
		if err != nil {
			return envelope.Update{}, &agents.Error{Code: "state", Err: err}
		}
		return a.ask(ctx, tool, c, m, shown)
	}
	if err := a.keep(ctx, c.Meta.TurnID, m); err != nil {
		return envelope.Update{}, err
	}
	return told(envelope.Clarifying, envelope.Clarify, in.ask()), nil
}

// needsApproval reports whether people are asked before a tool is called. A tool that says
// nothing of itself may destroy (2025-11-25, ToolAnnotations: the default).
func (a *Agent) needsApproval(t *mcp.Tool) bool {
	switch a.o.Approve {
	case ApproveAll:
		return true
	case ApproveNone:
		return false
	case ApproveNamed:
		return slices.Contains(a.o.Named, t.Name)
	}
	h := t.Annotations
	return h == nil || !h.ReadOnlyHint && (h.DestructiveHint == nil || *h.DestructiveHint)
}

// repeatable reports whether a call may be made again when nobody knows what became of it.
func repeatable(t *mcp.Tool) bool {
	return t.Annotations != nil && (t.Annotations.ReadOnlyHint || t.Annotations.IdempotentHint)
}

// decision is an approval-response.
type decision struct {
	ApprovalID string `json:"approvalId"`
	Decision   string `json:"decision"`
	Reason     string `json:"reason"`
	DecidedBy  string `json:"decidedBy"`
	Digest     string `json:"argsDigest"`
}

func decided(parts []envelope.Part) (d decision, ok bool) {
	for _, p := range parts {
		if p.Type == envelope.ApprovalResponse {
			return d, json.Unmarshal(p.Data, &d) == nil
		}
	}
	return d, false
}

// allows says why a decision does not allow the call that is remembered; "" if it does.
// What is called is what was approved: the digest is of the arguments that will be sent.
func (m memory) allows(d decision) string {
	shown, err := m.shown()
	if err != nil {
		return "The decision is about something that was not asked. Nothing was done."
	}
	canonical, err := jcs.Transform(shown)
	if err != nil {
		return "The decision is about something that was not asked. Nothing was done."
	}
	sum := sha256.Sum256(canonical)
	switch {
	case d.Decision != "granted" && d.Reason != "":
		return "It was refused: " + d.Reason
	case d.Decision != "granted" && d.DecidedBy == "timeout":
		return "Nobody decided in time. Nothing was done."
	case d.Decision != "granted":
		return "It was refused."
	case subtle.ConstantTimeCompare([]byte(d.Digest), []byte("sha256:"+hex.EncodeToString(sum[:]))) != 1:
		return "The decision is about other arguments. Nothing was done."
	}
	return ""
}

func (a *Agent) recall(ctx context.Context, turn string) (m memory, err error) {
	b, ok, err := a.o.State.Get(ctx, turn)
	if err == nil && ok {
		err = json.Unmarshal(b, &m)
	}
	if err != nil {
		return memory{}, &agents.Error{Code: "state", Retry: true, Err: err}
	}
	return m, nil
}

func (a *Agent) keep(ctx context.Context, turn string, m memory) error {
	b, err := json.Marshal(m)
	if err == nil {
		err = a.o.State.Put(ctx, turn, b)
	}
	if err != nil {
		return &agents.Error{Code: "state", Retry: true, Err: err}
	}
	return nil
}

func told(state envelope.State, t envelope.Type, text string) envelope.Update {
	return envelope.Update{State: state, Parts: []envelope.Part{envelope.TextPart(t, text)}}
}
