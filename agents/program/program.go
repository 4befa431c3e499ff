// Package program runs the programs of agents: without a shell, with the environment that
// it is given, in a folder of its own, with the rights of a user of its own or else with the
// bridge's, and ends them with all they started. On Linux and macOS.
package program

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"

	"bridge/agents"
)

// Options say what is run, and as whom.
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
}

// Program can be run any number of times, also at the same time.
type Program struct {
	command []string
	dir     string
	env     []string
	user    *User
}

// New returns the program, or an error that says which setting is wrong. It does
// not look for it: it may come later.
func New(o Options) (*Program, error) {
	if len(o.Command) == 0 || o.Command[0] == "" {
		return nil, errors.New(`command: want a program and its arguments, as ["/usr/bin/python3", "agent.py"]`)
	}
	if o.User.Other() && !MaySwitch() {
		return nil, fmt.Errorf("user: the bridge may not start programs as %s: it has to run as root, or with the capabilities CAP_SETUID and CAP_SETGID", o.User.Name)
	}
	if o.User.Other() && o.Dir == "" && os.Geteuid() != 0 {
		return nil, fmt.Errorf("dir: only root can give a program of %s a folder of its own: name one that it may enter", o.User.Name)
	}
	p := &Program{command: o.Command, dir: o.Dir, user: o.User}
	for _, name := range []string{"PATH", "HOME", "LANG", "TZ", "TMPDIR"} {
		v, ok := os.LookupEnv(name)
		if name == "HOME" && o.User.Other() {
			v, ok = o.User.Home, true
		}
		if ok && (o.Private == "" || !strings.Contains(v, o.Private)) {
			p.env = append(p.env, name+"="+v)
		}
	}
	p.env = append(p.env, o.Env...)
	return p, nil
}

// IsShortage reports whether a program could not be started for want of
// something that may be there again a moment later.
func IsShortage(err error) bool {
	return slices.ContainsFunc([]error{syscall.EAGAIN, syscall.ENOMEM, syscall.EMFILE, syscall.ENFILE}, func(e error) bool { return errors.Is(err, e) })
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
