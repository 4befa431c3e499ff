package cli

import (
	"context"
	"errors"
	"fmt"

	"bridge/cli/demo"
)

func demoCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "demo")
	o := demo.Options{Kinds: s.kinds, Out: s.out, Err: s.err, Env: s.env}
	fs.BoolVar(&o.Once, "once", false, "play the whole story, check each step and end")
	fs.BoolVar(&o.A2A, "a2a", false, "agents of others can talk to the agent and to people by A2A; with -once they do")
	fs.StringVar(&o.Agent, "agent", "", "your agent instead of the built-in one: the `URL` of an HTTP agent, or a command as \"python3 agent.py\"")
	if code, ok := parse(s, fs, args); !ok {
		return code
	}
	switch err := demo.Run(ctx, o); {
	case errors.Is(err, demo.ErrFailed): // the log has said why
		return exitFailed
	case err != nil:
		return fail(s, fmt.Errorf("demo: %w", err))
	}
	return exitOK
}
