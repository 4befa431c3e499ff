package redistest

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// recorder is a test that failed, to see what its end does.
type recorder struct {
	testing.TB
	cleanups []func()
	logged   strings.Builder
}

func (r *recorder) Failed() bool                 { return true }
func (r *recorder) Cleanup(f func())             { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Logf(format string, a ...any) { fmt.Fprintf(&r.logged, format, a...) }

func TestEndOfTestRemovesServerAndShowsItsLog(t *testing.T) {
	t.Parallel()
	r := &recorder{TB: t}
	s := Start(r, Options{})
	s.Pause() // the end must not hang on that
	pid := s.process()
	for i := range r.cleanups {
		r.cleanups[len(r.cleanups)-1-i]()
	}
	if pid.Running() {
		t.Error("the server runs on")
	}
	if _, err := os.Stat(s.dir); !os.IsNotExist(err) {
		t.Errorf("its folder is still there: %v", err)
	}
	if !strings.Contains(r.logged.String(), "Ready to accept connections") {
		t.Errorf("logged: %s", &r.logged)
	}
}

func TestServerDiesWithItsTestProcess(t *testing.T) {
	const child = "REDISTEST_CHILD"
	if os.Getenv(child) != "" {
		s := Start(t, Options{})
		fmt.Printf("\n%s %s\n", s.Addr(), s.dir)
		_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ends a child with its parent")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), child+"=1")
	out, err := cmd.StdoutPipe()
	noerr.Must(t, err)
	noerr.Must(t, noerr.Of(cmd.StdinPipe()))
	noerr.Must(t, cmd.Start())
	var addr, dir string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if n, _ := fmt.Sscan(lines.Text(), &addr, &dir); n == 2 && strings.HasPrefix(addr, "127.0.0.1:") {
			break
		}
	}
	if dir == "" {
		t.Fatal("the child started no server")
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	noerr.Must(t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
	Eventually(t, "the server is gone", func() bool {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			_ = c.Close()
		}
		return err != nil
	})
}
