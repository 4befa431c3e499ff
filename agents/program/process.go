package program

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"time"
)

const (
	grace      = 2 * time.Second // between wishing, asking and forcing a program to end
	stderrKept = 2 << 10         // bytes of its standard error for the error text
)

// Process is one running program and everything it started in its group.
type Process struct {
	cmd    *exec.Cmd
	dir    string         // its own, to be deleted after it; "": none
	in     io.WriteCloser // its standard input, if nobody else gives it
	out    *os.File       // the reading end of its standard output
	errs   tail           // its standard error; complete once exited is closed
	end    chan struct{}  // closed by Stop: end the group
	exited chan struct{}  // closed when the program has ended and err is set
	gone   chan struct{}  // closed when nothing will be signalled any more
	err    error          // of exec.Cmd.Wait
}

// Start runs the program. Its standard input is in, or, where that is nil, what is written to
// the process; env is added to its environment. It is ended when ctx ends.
func (pr *Program) Start(ctx context.Context, in io.Reader, env ...string) (*Process, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer w.Close() // the program has its own
	p := &Process{out: r, end: make(chan struct{}), exited: make(chan struct{}), gone: make(chan struct{})}
	p.cmd = exec.Command(pr.command[0], pr.command[1:]...)
	if p.cmd.Dir = pr.dir; pr.dir == "" {
		if p.dir, err = pr.ownDir(); err != nil {
			r.Close()
			return nil, err
		}
		p.cmd.Dir = p.dir
	}
	p.cmd.Env = append(append(append([]string{}, pr.env...), "PWD="+p.cmd.Dir), env...)
	if p.cmd.Stdin = in; in == nil {
		if p.in, err = p.cmd.StdinPipe(); err != nil {
			r.Close()
			p.clean()
			return nil, err
		}
	}
	p.cmd.Stdout = w
	p.cmd.Stderr = &p.errs
	apart(p.cmd, pr.user)
	p.cmd.WaitDelay = grace // for what it leaves behind with its stdin or stderr
	if err := withoutCapabilities(p.cmd.Start); err != nil {
		r.Close()
		p.clean()
		return nil, err
	}
	go func() {
		p.err = p.cmd.Wait()
		p.out.SetReadDeadline(time.Now().Add(grace)) // an error means that it is closed already
		close(p.exited)
	}()
	go p.guard(ctx)
	return p, nil
}

// ownDir makes an empty folder that the program's user has alone.
func (pr *Program) ownDir() (string, error) {
	dir, err := os.MkdirTemp("", "agent-")
	if err != nil || !pr.user.Other() {
		return dir, err
	}
	if err := os.Chown(dir, int(pr.user.UID), int(pr.user.GID)); err != nil {
		return "", errors.Join(err, os.Remove(dir))
	}
	return dir, nil
}

// clean deletes its own folder.
func (p *Process) clean() {
	if p.dir != "" {
		_ = os.RemoveAll(p.dir) // what a background job still writes there stays in the temporary folder
	}
}

// guard ends the group when ctx or Stop says so.
func (p *Process) guard(ctx context.Context) {
	defer close(p.gone)
	select {
	case <-p.exited:
		return
	case <-p.end:
	case <-ctx.Done():
	}
	ask(p.cmd.Process)
	t := time.NewTimer(grace)
	defer t.Stop()
	select {
	case <-p.exited:
	case <-t.C:
	}
	force(p.cmd.Process) // also to those of the group that outlive its leader
	<-p.exited
}

// Read reads the program's standard output. Once the program has ended, others
// that hold its output, such as a background job, are waited for no longer than
// grace.
func (p *Process) Read(b []byte) (int, error) {
	select {
	case <-p.exited:
		// Anew for each read: a slow consumer must not lose what is in the pipe.
		p.out.SetReadDeadline(time.Now().Add(grace))
	default:
	}
	n, err := p.out.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		force(p.cmd.Process)
		err = io.EOF
	}
	return n, err
}

// Wait waits for the end of the program, after its output has ended, and returns
// its *agents.Error if it failed.
func (p *Process) Wait() error {
	<-p.exited
	return exitError(p.err, p.errs.b)
}

// Write writes to the standard input of a program that was started with none.
func (p *Process) Write(b []byte) (int, error) { return p.in.Write(b) }

// CloseInput says that nothing more is written.
func (p *Process) CloseInput() error { return p.in.Close() }

// Stop ends the program if it has not ended by itself after a moment, and whatever it left
// behind in its group, and frees what it used.
func (p *Process) Stop(ctx context.Context) {
	p.out.Close() // whoever writes on gets SIGPIPE
	t := time.NewTimer(grace)
	defer t.Stop()
	select {
	case <-p.exited:
	case <-ctx.Done():
	case <-t.C:
	}
	close(p.end)
	<-p.gone
	force(p.cmd.Process) // what it left behind: it ended well itself, and nobody waits for that
	p.clean()
}

// tail keeps the last stderrKept bytes written to it.
type tail struct{ b []byte }

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.b = append(t.b, b[max(0, len(b)-stderrKept):]...)
	if n := len(t.b) - stderrKept; n > 0 {
		t.b = append(t.b[:0], t.b[n:]...)
	}
	return len(b), nil
}
