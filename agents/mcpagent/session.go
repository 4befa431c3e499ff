package mcpagent

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/agents"
)

// session is a session with the server, for one call of the tool.
type session struct {
	*mcp.ClientSession
	tool *mcp.Tool

	mu      sync.Mutex
	given   *round  // what it has asked before, with the answers
	wants   []input // what it asks now, in the middle of the call
	refused []string
}

// connect opens a session and finds the tool. Nothing was done if it fails. given are the
// answers to what the server has asked in the middle of a call.
func (a *Agent) connect(ctx context.Context, given *round) (*session, error) {
	s := &session{}
	if given != nil && given.Live {
		s.given = given
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "bridge", Version: a.o.Version}, &mcp.ClientOptions{
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true}, // people answer later than a session lives
		Capabilities: &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{
			Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{},
		}},
		ElicitationHandler: s.elicit,
	})
	cs, err := a.session(ctx, client)
	if err != nil {
		return nil, err
	}
	s.ClientSession = cs
	tool, err := a.find(ctx, cs)
	if err != nil {
		_ = cs.Close() // the cause is told
		return nil, err
	}
	s.mu.Lock()
	s.tool = tool
	s.mu.Unlock()
	return s, nil
}

// elicit answers a server that asks in the middle of a call: with what the person has said
// before, or with "cancel", and the person is asked for the next call; a call that must not be
// made twice is told no.
func (s *session) elicit(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in, err := newInput("", r.Params)
	if err != nil || s.tool == nil || !repeatable(s.tool) {
		if len(s.refused) < maxAsked {
			s.refused = append(s.refused, in.Text)
		}
		return &mcp.ElicitResult{Action: "decline"}, nil
	}
	if s.given != nil {
		for i := range s.given.Words {
			if was := s.given.Asked[i]; was.Text == in.Text && was.URL == in.URL && bytes.Equal(was.Schema, in.Schema) {
				return s.given.result(i), nil
			}
		}
	}
	if len(s.wants) <= maxAsked {
		s.wants = append(s.wants, in)
	}
	return &mcp.ElicitResult{Action: "cancel"}, nil
}

// asked is what the server has asked in the middle of the call, after what it has been
// answered; nil if nothing. The error is for the person.
func (s *session) asked() (*round, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.wants) == 0 {
		return nil, nil
	}
	q := &round{Live: true}
	if s.given != nil {
		q.Asked, q.Words = append(q.Asked, s.given.Asked[:len(s.given.Words)]...), s.given.Words
	}
	q.Asked = append(q.Asked, s.wants...)
	return q, q.fits()
}

// declined says what the server wanted to know and was not told; "" if nothing.
func (s *session) declined() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.refused) == 0 {
		return ""
	}
	return "In the middle of the call the tool wanted to know something, which was declined since it is not called twice: " + strings.Join(s.refused, " / ")
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
