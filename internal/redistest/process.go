package redistest

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
)

// process is one run of redis-server.
type process struct {
	*os.Process
	exited chan struct{} // closed when it has ended and been waited for
}

// startProcess runs redis-server with what it writes appended to the file log.
func startProcess(log string, env []string, args ...string) (*process, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the server's log: %w", err)
	}
	cmd := exec.Command("redis-server", args...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = diesWithParent()
	p := &process{exited: make(chan struct{})}
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
			close(p.exited)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start redis-server: %w", err)
	}
	return p, nil
}

func (p *process) running() bool {
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}
