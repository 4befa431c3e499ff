// Package execagent runs a program as an agent: the request on its standard
// input, NDJSON updates on its standard output (type = "exec"). It
// runs one process per attempt of a step.
package execagent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"bridge/agents"
	"bridge/agents/program"
	"bridge/core/envelope"
)

// Agent is one program. It is safe for concurrent use.
type Agent struct {
	program *program.Program
	share   agents.Share
}

var _ agents.Agent = (*Agent)(nil)

// New returns the agent, which says of a sender what share lets it, or an error that says
// which setting is wrong. It does not look for the program: it may come later.
func New(o program.Options, share agents.Share) (*Agent, error) {
	p, err := program.New(o)
	if err != nil {
		return nil, err
	}
	return &Agent{p, share}, nil
}

// Respond implements agents.Agent. When it returns the program has ended: one
// that goes on after the consumer stopped gets 2 s, then SIGTERM, and 2 s later
// SIGKILL; when ctx ends the signals come at once. They go to its process group.
func (a *Agent) Respond(ctx context.Context, call agents.Call) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) {
		stopped, err := a.run(ctx, call, yield)
		if stopped {
			return
		}
		if e := agents.Interrupted(ctx); e != nil {
			err = e // also of a program that ended well: it was told to
		}
		if err != nil {
			yield(envelope.Update{}, err)
		}
	}
}

// run yields the updates of one process. stopped says that the consumer needs no
// more. Its error is an *agents.Error.
func (a *Agent) run(ctx context.Context, call agents.Call, yield func(envelope.Update, error) bool) (stopped bool, err error) {
	if e := agents.Interrupted(ctx); e != nil {
		return false, e
	}
	request, err := agents.EncodeRequest(call, a.share)
	if err != nil {
		return false, &agents.Error{Code: "request", Err: err}
	}
	p, err := a.program.Start(ctx, bytes.NewReader(request), "IDEMPOTENCY_KEY="+call.Key, "TRACEPARENT="+call.Traceparent)
	if err != nil {
		return false, &agents.Error{Code: "start", Retry: program.IsShortage(err), Down: true, Err: fmt.Errorf("start the program: %w", err)}
	}
	defer p.Stop(ctx)
	out := &agents.Reader{R: p}
	for u, err := range agents.NDJSON(out) {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			// Half an update: how the program ended says more.
			if err := p.Wait(); err != nil {
				return false, err
			}
			return false, agents.BadJSON(err)
		}
		if err != nil {
			if _, ok := errors.AsType[*agents.Error](err); !ok {
				err = &agents.Error{Code: agents.CodeCut, Retry: true, Err: fmt.Errorf("read the program's output: %w", err)}
			}
			return false, err
		}
		if !yield(u, nil) {
			return true, nil
		}
	}
	if err := p.Wait(); err != nil {
		return false, err
	}
	if out.N == 0 { // as an empty body of an HTTP agent
		return !yield(envelope.Update{State: envelope.Complete}, nil), nil
	}
	return false, nil
}
