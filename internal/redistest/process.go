package redistest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// programEnv names the server to test with.
const programEnv = "BRIDGE_TEST_REDIS_SERVER"

// findProgram returns the path of the server that the tests run: redis-server, or what
// the environment says.
func findProgram() (string, error) {
	name := os.Getenv(programEnv)
	if name == "" {
		path, err := exec.LookPath("redis-server")
		if err != nil {
			return "", fmt.Errorf("%w; install it with test/scripts/test-deps", err)
		}
		return path, nil
	}
	// Tests run in the folders of their packages: a relative path would mean another file in each.
	if !filepath.IsAbs(name) {
		return "", fmt.Errorf("%s is %q: it has to be an absolute path", programEnv, name)
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s: %w", programEnv, err)
	}
	return path, nil
}

// process is one run of a server.
type process struct {
	*os.Process
	exited chan struct{} // closed when it has ended and been waited for
}

// startProcess runs a server with what it writes appended to the file log.
func startProcess(program, log string, env []string, args ...string) (*process, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the server's log: %w", err)
	}
	cmd := exec.Command(program, args...)
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
		return nil, fmt.Errorf("start %s: %w", program, err)
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
