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
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gowebpki/jcs"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
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
)

// Options are what an agent works with. All are required.
type Options struct {
	URL     string
	Client  *http.Client     // adds what proves us
	Program *program.Program // is the server, in place of a URL; nil: none
	Tool    string
	Args    Templates
	Approve string
	Version string // of the program
	State   agent.State
	Now     func() time.Time
}

// Agent calls one tool. Create it with New.
type Agent struct{ o Options }

// New returns an agent.
func New(o Options) *Agent { return &Agent{o} }

// memory is what is kept of a turn.
type memory struct {
	Args     json.RawMessage `json:"args"`               // of the call, as they were approved
	Answered *answered       `json:"answered,omitempty"` // what the call adds to them
	Input    *input          `json:"input,omitempty"`    // what the server wants to know before it goes on
	Calls    map[string]call `json:"calls,omitempty"`    // by the key of the step
}

// call is one call that may have had its effect: it is begun before anything is sent, and
// has its result as soon as there is one.
type call struct {
	Begun  time.Time       `json:"begun"`
	Result json.RawMessage `json:"result,omitempty"`
}

// Respond implements agents.Agent.
func (a *Agent) Respond(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) {
		u, err := a.respond(ctx, c)
		if e := agents.Interrupted(ctx); err != nil && e != nil {
			err = e
		}
		yield(u, err)
	}
}

func (a *Agent) respond(ctx context.Context, c agents.Call) (envelope.Update, error) {
	m, err := a.recall(ctx, c.Meta.TurnID)
	if err != nil {
		return envelope.Update{}, err
	}
	if d, ok := decided(c.Parts); ok {
		if why := m.allows(d); why != "" {
			return said(envelope.Complete, envelope.Response, why), nil
		}
		return a.run(ctx, c, m)
	}
	if c.Meta.Continues != "" {
		before, err := a.recall(ctx, c.Meta.Continues)
		if err != nil {
			return envelope.Update{}, err
		}
		if before.Input != nil { // the words answer the server's question
			return a.goOn(ctx, c, m, before)
		}
	}
	return a.begin(ctx, c, m)
}

// begin makes a call of a message: it is called, or people are asked first.
func (a *Agent) begin(ctx context.Context, c agents.Call, m memory) (envelope.Update, error) {
	s, tool, err := a.connect(ctx)
	if err != nil {
		return envelope.Update{}, err
	}
	defer s.Close()
	args, err := a.o.Args.fill(c, tool)
	if err != nil {
		return said(envelope.Failed, envelope.ErrorPart, "The tool "+tool.Name+" cannot be called with this message: "+err.Error()), nil
	}
	m.Args = args
	if !a.needsApproval(tool) {
		return a.runOn(ctx, s, tool, c, m)
	}
	return a.askPeople(ctx, tool, c, m)
}

// askPeople asks for approval of the call that is remembered.
func (a *Agent) askPeople(ctx context.Context, tool *mcp.Tool, c agents.Call, m memory) (envelope.Update, error) {
	shown, err := m.shown()
	if err != nil {
		return envelope.Update{}, &agents.Error{Code: "state", Err: err}
	}
	if err := a.keep(ctx, c.Meta.TurnID, m); err != nil {
		return envelope.Update{}, err
	}
	data := map[string]any{"approvalId": "mcp-" + c.Meta.TurnID, "toolName": tool.Name, "args": shown, "title": tool.Title}
	p, err := envelope.DataPart(envelope.ApprovalRequest, data)
	return envelope.Update{State: envelope.Suspended, Parts: []envelope.Part{p}}, err
}

// needsApproval reports whether people are asked before a tool is called. A tool that says
// nothing of itself may destroy (2025-11-25, ToolAnnotations: the default).
func (a *Agent) needsApproval(t *mcp.Tool) bool {
	switch a.o.Approve {
	case ApproveAll:
		return true
	case ApproveNone:
		return false
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

// run connects and calls the tool with the arguments that are remembered.
func (a *Agent) run(ctx context.Context, c agents.Call, m memory) (envelope.Update, error) {
	s, tool, err := a.connect(ctx)
	if err != nil {
		return envelope.Update{}, err
	}
	defer s.Close()
	return a.runOn(ctx, s, tool, c, m)
}

// idempotencyKey is where a call has the key that is the same on every repetition.
const idempotencyKey = "bridge/idempotencyKey"

// runOn calls the tool, at most once if it is not repeatable: before it is called that is
// noted, and a step that comes again, or that an operator replays, finds the result, or
// that there may have been one.
func (a *Agent) runOn(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, c agents.Call, m memory) (envelope.Update, error) {
	if !repeatable(tool) {
		before, lost, err := m.before(c.Key)
		switch {
		case err != nil:
			return envelope.Update{}, &agents.Error{Code: "state", Err: err}
		case lost:
			return said(envelope.Failed, envelope.ErrorPart, "The tool "+tool.Name+" was called, and the answer was lost: it may have been done. It is not called again; a new message begins anew."), nil
		case before != nil:
			return a.settle(ctx, c, m, before)
		}
	}
	if m.Calls == nil {
		m.Calls = map[string]call{}
	}
	m.Calls[c.Key] = call{Begun: a.o.Now()}
	if err := a.keep(ctx, c.Meta.TurnID, m); err != nil {
		return envelope.Update{}, err
	}
	p := &mcp.CallToolParams{}
	if m.Answered != nil {
		p.InputResponses, _ = m.Answered.Input.read(m.Answered.Words) // it was read before
		p.RequestState = m.Answered.Input.State
	}
	p.Name, p.Arguments, p.Meta = tool.Name, m.Args, mcp.Meta{idempotencyKey: c.Key}
	r, err := s.CallTool(ctx, p)
	var refused *jsonrpc.Error
	if errors.As(err, &refused) && slices.Contains([]int64{jsonrpc.CodeInvalidParams, jsonrpc.CodeInvalidRequest, jsonrpc.CodeMethodNotFound}, refused.Code) {
		// The server's own no, before the tool was called. Of other errors that is not sure: the
		// SDK has one of this type for a connection that broke.
		r, err = &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "The tool " + tool.Name + " was refused: " + refused.Message}}}, nil
	}
	if err != nil {
		if repeatable(tool) {
			return envelope.Update{}, &agents.Error{Code: "mcp", Retry: true, Quotes: true, Err: err}
		}
		return envelope.Update{}, &agents.Error{Code: "in_doubt", Quotes: true, Err: fmt.Errorf("the tool may have been called, and is not called again: %w", err)}
	}
	if b, err := json.Marshal(r); err == nil && len(b) <= maxResult {
		m.Calls[c.Key] = call{m.Calls[c.Key].Begun, b}
		if err := a.keep(ctx, c.Meta.TurnID, m); err != nil {
			return envelope.Update{}, err
		}
	}
	return a.settle(ctx, c, m, r)
}

// before returns what came of a step's call: of this attempt, or of those before an
// operator's replay (KEY, then KEY~1, KEY~2 …). lost says that one has no result. A failure
// that the tool itself answered is no reason not to call it again in a replay.
func (m memory) before(key string) (r *mcp.CallToolResult, lost bool, err error) {
	step, _, _ := strings.Cut(key, "~")
	for k, was := range m.Calls {
		if of, _, _ := strings.Cut(k, "~"); of != step {
			continue
		}
		if len(was.Result) == 0 {
			return nil, true, nil
		}
		var got mcp.CallToolResult
		if err := json.Unmarshal(was.Result, &got); err != nil {
			return nil, false, err
		}
		if k == key || !got.IsError && r == nil {
			r = &got
		}
	}
	return r, false, nil
}

// maxResult is the longest result that is kept until its step is recorded, in bytes: State
// takes 256 KiB.
const maxResult = 160 << 10

// settle makes what a person gets of a result.
func (a *Agent) settle(ctx context.Context, c agents.Call, m memory, r *mcp.CallToolResult) (envelope.Update, error) {
	if !r.NeedsInput() {
		return update(r), nil
	}
	in, text, err := asks(r)
	if err != nil {
		return said(envelope.Failed, envelope.ErrorPart, err.Error()), nil
	}
	m.Input = in
	if err := a.keep(ctx, c.Meta.TurnID, m); err != nil {
		return envelope.Update{}, err
	}
	return said(envelope.Clarifying, envelope.Clarify, text), nil
}

// goOn takes a person's words for what the server wanted to know, and calls the tool again
// with them, in a session of its own: it may be hours later. An answer that adds to what
// people have approved is approved with it.
func (a *Agent) goOn(ctx context.Context, c agents.Call, m, before memory) (envelope.Update, error) {
	m.Args, m.Input = before.Args, nil
	answer := words(c.Parts)
	if _, ok := before.Input.read(answer); !ok {
		m.Input = before.Input
		if err := a.keep(ctx, c.Meta.TurnID, m); err != nil {
			return envelope.Update{}, err
		}
		return said(envelope.Clarifying, envelope.Clarify, "I could not read that.\n\n"+before.Input.text()), nil
	}
	m.Answered = &answered{Input: before.Input, Words: answer}
	s, tool, err := a.connect(ctx)
	if err != nil {
		return envelope.Update{}, err
	}
	defer s.Close()
	if a.needsApproval(tool) && !m.Answered.declines() {
		return a.askPeople(ctx, tool, c, m)
	}
	return a.runOn(ctx, s, tool, c, m)
}

// connect opens a session and finds the tool. Nothing was done if it fails.
func (a *Agent) connect(ctx context.Context) (*mcp.ClientSession, *mcp.Tool, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "bridge", Version: a.o.Version}, &mcp.ClientOptions{
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true}, // people answer later than a session lives
		Capabilities: &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{
			Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{},
		}},
	})
	s, err := a.session(ctx, client)
	if err != nil {
		return nil, nil, err
	}
	tool, err := a.find(ctx, s)
	if err != nil {
		_ = s.Close() // the cause is told
		return nil, nil, err
	}
	return s, tool, nil
}

// maxPages bounds how much of a server's list of tools is read for one call.
const maxPages = 100

// find looks for the tool in the server's list.
func (a *Agent) find(ctx context.Context, s *mcp.ClientSession) (*mcp.Tool, error) {
	p := &mcp.ListToolsParams{}
	for range maxPages {
		list, err := s.ListTools(ctx, p)
		if err != nil {
			return nil, &agents.Error{Code: "tools", Retry: true, Down: true, Quotes: true, Err: err}
		}
		for _, tool := range list.Tools {
			if tool.Name == a.o.Tool {
				return tool, nil
			}
		}
		if p.Cursor = list.NextCursor; p.Cursor == "" {
			return nil, &agents.Error{Code: "no_tool", Down: true, Err: fmt.Errorf("the server has no tool %q", a.o.Tool)}
		}
	}
	return nil, &agents.Error{Code: "no_tool", Down: true, Err: fmt.Errorf("the first %d pages of the server's tools have no %q", maxPages, a.o.Tool)}
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

func said(state envelope.State, t envelope.Type, text string) envelope.Update {
	return envelope.Update{State: state, Parts: []envelope.Part{envelope.TextPart(t, text)}}
}
