package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bridge/operate"
)

const (
	pauseUse  = "usage: bridge pause agent NAME | channel NAME | session ID [-why TEXT] [-json]"
	resumeUse = "usage: bridge resume agent NAME | channel NAME | session ID"
)

func pauseCommand(ctx context.Context, s std, args []string) int {
	if len(args) > 0 && args[0] == "help" {
		fmt.Fprintln(s.out, pauseUse)
		return exitOK
	}
	r := s.remote("pause")
	why := r.fs.String("why", "", "the reason, for the others (`TEXT`)")
	what, code, ok := r.begin(args, 2, 2, pausable)
	if !ok {
		return told(s, code, pauseUse)
	}
	var p operate.Paused
	return r.do(ctx, "POST", "/pause", map[string]string{what[0]: what[1], "why": *why}, &p, func() {
		if p.Already {
			fmt.Fprintf(s.out, "%s %s is paused already, %s\n", p.Kind, p.Name, pausedBy(p.By, p.At, p.Why))
			return
		}
		fmt.Fprintf(s.out, "%s %s is paused: messages are accepted and kept\n", p.Kind, p.Name)
	})
}

// pausedBy says who paused something, when and why.
func pausedBy(by string, at time.Time, why string) string {
	text := "by " + by + " since " + moment(at)
	if why != "" {
		text += ": " + line(why)
	}
	return text
}

func resumeCommand(ctx context.Context, s std, args []string) int {
	if len(args) > 0 && args[0] == "help" {
		fmt.Fprintln(s.out, resumeUse)
		return exitOK
	}
	fs := flags(s, "resume")
	to := targetFlags(fs)
	what, code, ok := parseArgs(s, fs, args, 2, 2)
	if !ok {
		return told(s, code, resumeUse)
	}
	if err := pausable(what); err != nil {
		return wrong(s, fs.Name(), err)
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	var p struct{ Kind, Name string }
	if err := c.call(ctx, "POST", "/resume", map[string]string{what[0]: what[1]}, &p); err != nil {
		return fail(s, err)
	}
	fmt.Fprintf(s.out, "%s %s goes on\n", p.Kind, p.Name)
	return exitOK
}

func pausable(what []string) error {
	if !slices.Contains([]string{operate.PauseAgent, operate.PauseChannel, operate.PauseSession}, what[0]) {
		return errors.New("the first argument is agent, channel or session")
	}
	return nil
}
