package mcpagent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/span"
)

// idempotencyKey is where a call has the key that is the same on every repetition.
const idempotencyKey = "bridge/idempotencyKey"

// runOn calls the tool, at most once if it is not repeatable: before it is called that is
// noted, and a step that comes again, or that an operator replays, finds the result, or
// that there may have been one.
func (a *Agent) runOn(ctx context.Context, s *session, c agents.Call, m memory) (envelope.Update, error) {
	if !repeatable(s.tool) {
		before, lost, err := m.before(c.Key)
		switch {
		case err != nil:
			return envelope.Update{}, &agents.Error{Code: "state", Err: err}
		case lost:
			return told(envelope.Failed, envelope.ErrorPart, "The tool "+s.tool.Name+" was called, and the answer was lost: it may have been done. It is not called again; a new message begins anew."), nil
		case before != nil:
			return a.settle(ctx, s, c, m, before)
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
	if m.Round != nil && !m.Round.Live {
		p.InputResponses, p.RequestState = m.Round.responses(), m.Round.State
	}
	p.Name, p.Arguments, p.Meta = s.tool.Name, m.Args, mcp.Meta{idempotencyKey: c.Key}
	if parent := span.Header(ctx); parent != "" { // for servers that are no HTTP; the protocol has kept this name for it
		p.Meta["traceparent"] = parent
	}
	r, err := s.CallTool(ctx, p)
	switch q, wrong := s.asked(); { // in the middle of a call that may be made again
	case wrong != nil:
		return told(envelope.Failed, envelope.ErrorPart, wrong.Error()), nil
	case q != nil:
		return a.question(ctx, s.tool, c, m, q)
	}
	if unsent := (*unsentError)(nil); errors.As(err, &unsent) {
		delete(m.Calls, c.Key)
		if err := a.keep(ctx, c.Meta.TurnID, m); err != nil {
			return envelope.Update{}, err
		}
		return envelope.Update{}, unsent.err
	}
	if refused, ok := errors.AsType[*jsonrpc.Error](err); ok {
		q, wrong := elsewhere(refused)
		switch {
		case wrong != nil:
			r, err = failure(wrong.Error()), nil
		case q != nil: // it was not called
			delete(m.Calls, c.Key)
			return a.question(ctx, s.tool, c, m, q)
		case slices.Contains([]int64{jsonrpc.CodeInvalidParams, jsonrpc.CodeInvalidRequest, jsonrpc.CodeMethodNotFound}, refused.Code):
			// The server's own no, before the tool was called. Of other errors that is not sure: the
			// SDK has one of this type for a connection that broke.
			r, err = failure("The tool "+s.tool.Name+" was refused: "+refused.Message), nil
		}
	}
	if err != nil {
		if repeatable(s.tool) {
			return envelope.Update{}, &agents.Error{Code: "mcp", Retry: true, Quotes: true, Err: err}
		}
		return envelope.Update{}, &agents.Error{Code: "in_doubt", Quotes: true, Err: fmt.Errorf("the tool may have been called, and is not called again: %w", err)}
	}
	if r.NeedsInput() {
		r.Content, r.StructuredContent = nil, nil // nobody reads it, and the question is kept besides
	}
	if b, err := json.Marshal(r); err == nil && len(b) <= maxResult {
		m.Calls[c.Key] = call{m.Calls[c.Key].Begun, b}
		if err := a.keep(ctx, c.Meta.TurnID, m); err != nil {
			return envelope.Update{}, err
		}
	}
	return a.settle(ctx, s, c, m, r)
}

func failure(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// before returns what came of a step's call: of this attempt, or of those before an
// operator's replay (KEY, then KEY~1, KEY~2 …). lost says that one has no result. A failure
// that the tool itself answered is no reason not to call it again in a replay.
func (m memory) before(key string) (r *mcp.CallToolResult, lost bool, err error) {
	for k, was := range m.Calls {
		if step(k) != step(key) {
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
func (a *Agent) settle(ctx context.Context, s *session, c agents.Call, m memory, r *mcp.CallToolResult) (envelope.Update, error) {
	if !r.NeedsInput() {
		u := update(r)
		if why := s.declined(); why != "" {
			u.Parts = append(u.Parts, envelope.TextPart(envelope.Response, why))
		}
		return u, nil
	}
	q, err := roundOf(r)
	if err != nil {
		return told(envelope.Failed, envelope.ErrorPart, err.Error()), nil
	}
	return a.question(ctx, s.tool, c, m, q)
}
