package mcpagent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/agents"
	"bridge/agents/program"
)

// stdio is the session with a server that is a program: one process for each call, which
// ends with the session.
type stdio struct {
	agents.Reader // bounds what it may say
	process       *program.Process
	ctx           context.Context // of the call
	end           sync.Once
}

// Write is what the program reads.
func (s *stdio) Write(b []byte) (int, error) { return s.process.Write(b) }

// Close lets the program end by itself for a moment, and then makes it end. The library
// calls it for either direction.
func (s *stdio) Close() error {
	s.end.Do(func() {
		_ = s.process.CloseInput() // that it is gone already is no error
		s.process.Stop(s.ctx)
	})
	return nil
}

// resume is how often the stream of an answer that was cut off is gone on with, by its
// Last-Event-ID: nothing is called again for that.
const resume = 3

// session reaches the server.
func (a *Agent) session(ctx context.Context, client *mcp.Client) (*mcp.ClientSession, error) {
	if a.o.Program == nil {
		s, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: a.o.URL, HTTPClient: a.o.Client, MaxRetries: resume, DisableStandaloneSSE: true}, nil)
		if err != nil {
			if e, known := errors.AsType[*agents.Error](err); known { // of our own client, which adds tokens
				return nil, e
			}
			return nil, &agents.Error{Code: agents.CodeConnect, Retry: true, Down: true, Unreached: agents.Unreached(err), Quotes: true, Err: err}
		}
		return s, nil
	}
	p, err := a.o.Program.Start(ctx, nil)
	if err != nil {
		return nil, &agents.Error{Code: "start", Retry: program.IsShortage(err), Down: true, Err: fmt.Errorf("start the program: %w", err)}
	}
	pipe := &stdio{Reader: agents.Reader{R: p}, process: p, ctx: ctx}
	s, err := client.Connect(ctx, &mcp.IOTransport{Reader: pipe, Writer: pipe, MaxLineLength: agents.MaxAnswer}, nil)
	if err != nil {
		_ = pipe.Close()
		ours := []string{"exit_141", "exit_143", "exit_137"} // SIGPIPE, SIGTERM and SIGKILL of Stop
		if e := (*agents.Error)(nil); errors.As(p.Wait(), &e) && !slices.Contains(ours, e.Code) {
			return nil, e // how it ended says more
		}
		return nil, &agents.Error{Code: agents.CodeConnect, Retry: true, Down: true, Quotes: true, Err: err}
	}
	return s, nil
}
