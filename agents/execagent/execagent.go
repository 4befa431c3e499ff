// Package execagent runs a program as an agent: the request on its standard
// input, NDJSON updates on its standard output (type = "exec"). It
// runs one process per attempt of a step, on Linux and macOS, without a shell, with the
// rights of a user of its own or else with the bridge's.
package execagent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"bridge/agents"
	"bridge/core/envelope"
)

// Options are the settings of one [agents.NAME] section with type = "exec".
type Options struct {
	// Command is the program, found in PATH unless it has a slash, and its
	// arguments.
	Command []string
	// Dir is its working directory; "" is an empty one for each process, which is
	// deleted after it.
	Dir string
	// Env are NAME=value settings the program gets besides PATH, HOME, LANG, TZ
	// and TMPDIR of the bridge. Nothing else of the bridge's environment is passed
	// on: it may hold secrets.
	Env []string
	// User is whom it runs as, with no further groups and HOME of its own; nil is the
	// bridge's.
	User *User
	// Private is a folder that the program is not to hear of: a variable of the bridge's
	// environment that names it is not passed on. "": none.
	Private string
	// Share says what the agent may know of the sender.
	Share agents.Share
}

// Agent is one program. It is safe for concurrent use.
type Agent struct {
	command []string
	dir     string
	env     []string
	user    *User
	share   agents.Share
}

var _ agents.Agent = (*Agent)(nil)

// New returns the agent, or an error that says which setting is wrong. It does
// not look for the program: it may come later.
func New(o Options) (*Agent, error) {
	if len(o.Command) == 0 || o.Command[0] == "" {
		return nil, errors.New(`command: want a program and its arguments, as ["/usr/bin/python3", "agent.py"]`)
	}
	if o.User.Other() && !MaySwitch() {
		return nil, fmt.Errorf("user: the bridge may not start programs as %s: it has to run as root, or with the capabilities CAP_SETUID and CAP_SETGID", o.User.Name)
	}
	if o.User.Other() && o.Dir == "" && os.Geteuid() != 0 {
		return nil, fmt.Errorf("dir: only root can give a program of %s a folder of its own: name one that it may enter", o.User.Name)
	}
	a := &Agent{command: o.Command, dir: o.Dir, user: o.User, share: o.Share}
	for _, name := range []string{"PATH", "HOME", "LANG", "TZ", "TMPDIR"} {
		v, ok := os.LookupEnv(name)
		if name == "HOME" && o.User.Other() {
			v, ok = o.User.Home, true
		}
		if ok && (o.Private == "" || !strings.Contains(v, o.Private)) {
			a.env = append(a.env, name+"="+v)
		}
	}
	a.env = append(a.env, o.Env...)
	return a, nil
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
	p, err := a.start(ctx, call, request)
	if err != nil {
		return false, &agents.Error{Code: "start", Retry: isShortage(err), Down: true, Err: fmt.Errorf("start the program: %w", err)}
	}
	defer p.stop(ctx)
	out := &agents.Reader{R: p}
	for u, err := range agents.NDJSON(out) {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			// Half an update: how the program ended says more.
			if err := p.wait(); err != nil {
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
	if err := p.wait(); err != nil {
		return false, err
	}
	if out.N == 0 { // as an empty body of an HTTP agent
		return !yield(envelope.Update{State: envelope.Complete}, nil), nil
	}
	return false, nil
}

// isShortage reports whether a program could not be started for want of
// something that may be there again a moment later.
func isShortage(err error) bool {
	for _, e := range []error{syscall.EAGAIN, syscall.ENOMEM, syscall.EMFILE, syscall.ENFILE} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// exitError returns the error of a process that ended with err, or nil if it
// succeeded. stderr is the end of what it wrote there.
func exitError(err error, stderr []byte) error {
	if err == nil || errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	e := &agents.Error{Code: "exec", Down: true, Quotes: true, Err: err}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		code := exit.ExitCode()
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			code = 128 + int(status.Signal()) // as shells count
		}
		e.Code = fmt.Sprintf("exit_%d", code)
	}
	if s := agents.Excerpt(stderr); s != "" {
		e.Err = fmt.Errorf("%w; stderr: %s", err, s)
	}
	return e
}
