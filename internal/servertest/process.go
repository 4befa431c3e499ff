// Package servertest runs servers of others for tests: as children that end with the test,
// whatever ends that, and with certificates of their own.
package servertest

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// Process is one run of a server.
type Process struct {
	*os.Process
	Exited chan struct{} // closed when it has ended and been waited for
}

// Start runs a server with what it writes appended to the file log, and env beside the
// environment of the test. It gets the signal dies when the test has ended (Linux).
func Start(log string, dies syscall.Signal, env []string, program string, args ...string) (*Process, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the server's log: %w", err)
	}
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = endsWithParent(dies)
	p := &Process{Exited: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The kernel binds the child's life to the thread, not to the process: this
		// thread stays as long as the child.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		_ = out.Close() // the child has its own
		p.Process = cmd.Process
		started <- err
		if err == nil {
			_ = cmd.Wait() // how it ended is in its log
			close(p.Exited)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start %s: %w", program, err)
	}
	return p, nil
}

// Running reports whether it has not ended.
func (p *Process) Running() bool {
	select {
	case <-p.Exited:
		return false
	default:
		return true
	}
}
