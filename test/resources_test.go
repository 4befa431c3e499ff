package test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"bridge/internal/mailserver"
	"bridge/internal/noerr"
)

// memory returns a figure of /proc/PID/status in bytes: VmRSS is what the
// process holds, VmHWM the most it ever held.
func memory(t *testing.T, pid int, figure string) int64 {
	t.Helper()
	f, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	must(t, err)
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if kb, ok := strings.CutPrefix(sc.Text(), figure+":"); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(kb, "kB")), 10, 64)
			must(t, err)
			return n << 10
		}
	}
	t.Fatalf("no %s of process %d", figure, pid)
	return 0
}

func TestIdleMemory(t *testing.T) {
	linux(t)
	s := newSite(t).start()
	time.Sleep(time.Second)
	idle := memory(t, s.cmd.Process.Pid, "VmRSS")
	own := memory(t, s.cmd.Process.Pid, "RssAnon")
	t.Logf("idle: %.1f MB, %.1f MB of them its own", float64(idle)/1e6, float64(own)/1e6)
	// Most are pages of the program's file: how many are read depends on the kernel.
	if idle > 64<<20 || own > 20<<20 {
		t.Errorf("the idle process holds %d bytes, more than 64 MB, or %d of its own, more than 20 MB", idle, own)
	}
}

// TestReady: a start, from exec to the first 200 of /readyz, costs little beside one that
// prints its version and ends: time of the processor, the least of seven, for others use
// the machine, too.
func TestReady(t *testing.T) {
	linux(t)
	s := newSite(t)
	took, used, nothing := time.Hour, time.Hour, time.Hour
	for range 7 {
		version := exec.Command(binary, "version")
		must(t, version.Run())
		nothing = min(nothing, version.ProcessState.UserTime()+version.ProcessState.SystemTime())
		began := time.Now()
		s.start()
		took = min(took, time.Since(began))
		process := s.cmd
		s.kill()
		used = min(used, process.ProcessState.UserTime()+process.ProcessState.SystemTime())
	}
	t.Logf("exec to ready: %v, of the processor %v; a process that does nothing %v of the processor", took, used, nothing)
	if used > 4*nothing+50*time.Millisecond {
		t.Error("it takes too long")
	}
}

// TestLargeMails sends 30 mails of 10 MB at the same time.
func TestLargeMails(t *testing.T) {
	linux(t)
	const mails, size = 30, 10 << 20
	var calls atomic.Int32
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		for _, p := range c.Body.Parts {
			if p.Metadata.PartType == "artifact" && p.Metadata.SizeBytes > 7<<20 {
				calls.Add(1)
				answerJSON(w, fmt.Sprintf(`{"text":"got %s of %d"}`, p.Filename, p.Metadata.SizeBytes))
				return
			}
		}
		http.Error(w, "no attachment", http.StatusBadRequest)
	})
	s := newSite(t, httpAgent(agent.URL), unlimited()).start()
	content := make([]byte, size*3/4)
	_, _ = rand.NewChaCha8([32]byte{7}).Read(content)
	var body bytes.Buffer
	enc := base64.StdEncoding.EncodeToString(content)
	for i := 0; i < len(enc); i += 76 {
		body.WriteString(enc[i:min(i+76, len(enc))] + "\r\n")
	}
	var busy atomic.Int32
	var wg sync.WaitGroup
	began := time.Now()
	for i := range mails {
		wg.Go(func() {
			head := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: Big %d\r\nMessage-ID: <big%d@bridge.test>\r\nMIME-Version: 1.0\r\n"+
				"Content-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\nContent-Type: text/plain\r\n\r\nbig %d\r\n--B\r\n"+
				"Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=\"f%d.bin\"\r\n"+
				"Content-Transfer-Encoding: base64\r\n\r\n", eve, agentAddr, i, i, i, i)
			var err error
			for end := time.Now().Add(patience); time.Now().Before(end); {
				err = handOver(s.smtp, eve, []byte(head), body.Bytes(), []byte("--B--\r\n"))
				if reply, ok := errors.AsType[*textproto.Error](err); !ok || reply.Code/100 != 4 {
					break
				}
				busy.Add(1)
				time.Sleep(500 * time.Millisecond)
			}
			if err != nil {
				t.Errorf("mail %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	took := time.Since(began)
	for i := range mails {
		s.expect(0, eve, fmt.Sprintf("got f%d.bin of %d", i, len(content)))
	}
	peak := memory(t, s.cmd.Process.Pid, "VmHWM")
	t.Logf("%d mails of %d MB: %v, %d times told to come back, peak %.1f MB", mails, size>>20, took, busy.Load(), float64(peak)/1e6)
	if peak > 200<<20 {
		t.Errorf("the process held %d bytes at its peak, more than 200 MB", peak)
	}
	if n := s.quiet(); n != mails || calls.Load() != mails {
		t.Errorf("%d calls and %d answers for %d mails", calls.Load(), n, mails)
	}
}

func TestDemoOnce(t *testing.T) {
	t.Parallel()
	tmp := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "demo", "-once", "-a2a")
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	began := time.Now()
	out, err := cmd.CombinedOutput()
	took := time.Since(began)
	t.Logf("bridge demo -once took %v", took)
	if err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), "demo: ok") {
		t.Errorf("it ended with %v:\n%s", err, out)
	}
	// A port is open as long as a process has it.
	if err := syscall.Kill(-cmd.Process.Pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("a process of the demo is left: %v", err)
	}
	for _, dir := range []string{tmp, cmd.Dir} {
		left, err := os.ReadDir(dir)
		if err != nil || len(left) != 0 {
			t.Errorf("left behind: %v %v", left, err)
		}
	}
}

func TestSecondProcess(t *testing.T) {
	t.Parallel()
	s := newSite(t).start()
	s.send(mailserver.Letter{From: eve, ID: "<1@bridge.test>", Subject: "A", Text: "one"})
	s.expect(0, eve, "one")
	// Its own ports, so that only the store is in the way.
	b, err := os.ReadFile(s.config())
	must(t, err)
	for name, text := range map[string]string{
		"same.toml":  string(b),
		"other.toml": strings.NewReplacer(s.smtp, freePort(t), s.http, freePort(t)).Replace(string(b)),
	} {
		file := filepath.Join(s.dir, name)
		must(t, os.WriteFile(file, []byte(text), 0o600))
		out, code := runBridge(t, "run", "-config", file)
		if code != 1 || !strings.Contains(out, fmt.Sprintf("in use by process %d", s.cmd.Process.Pid)) || strings.Count(errorLines(out), "\n") != 1 {
			t.Errorf("%s: exit %d\n%s", name, code, out)
		}
	}
	if out, code := s.cli("status"); code != 0 {
		t.Errorf("status after the second process: exit %d\n%s", code, out)
	}
	s.send(mailserver.Letter{From: eve, ID: "<2@bridge.test>", Subject: "B", Text: "two"})
	s.expect(1, eve, "two")
	s.kill()
	s.start() // the lock died with the process
}

// errorLines leaves out what the log says.
func errorLines(out string) string {
	var b strings.Builder
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "time=") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestDamagedStore: a file that is not a sound store of a bridge is refused with
// one line and left as it is.
func TestDamagedStore(t *testing.T) {
	t.Parallel()
	s := newSite(t).start()
	for i := range 20 {
		s.send(mailserver.Letter{From: eve, ID: fmt.Sprintf("<%d@bridge.test>", i), Subject: "A", Text: strings.Repeat("some text ", 100)})
	}
	s.quiet()
	must(t, noerr.Of(s.stop()))
	db := filepath.Join(s.dir, "data", "bridge.db")
	sound, err := os.ReadFile(db)
	must(t, err)
	noise := make([]byte, 8192)
	_, _ = rand.NewChaCha8([32]byte{3}).Read(noise)
	for name, content := range map[string][]byte{
		"text":          []byte("this is not a database\n"),
		"one byte":      {0},
		"noise":         noise,
		"only a header": slices.Concat(sound[:100], noise),
		"truncated":     sound[:len(sound)/2],
		"torn":          slices.Concat(sound[:5000], noise, sound[5000+len(noise):]),
		"zeroed end":    slices.Concat(sound[:len(sound)/4], make([]byte, len(sound)-len(sound)/4)),
	} {
		t.Run(name, func(t *testing.T) {
			damaged := newSite(t)
			file := filepath.Join(damaged.dir, "data", "bridge.db")
			must(t, os.MkdirAll(filepath.Dir(file), 0o700))
			must(t, os.WriteFile(file, content, 0o600))
			damaged.refusedToRun(file)
			after, err := os.ReadFile(file)
			if err != nil || sha256.Sum256(after) != sha256.Sum256(content) {
				t.Errorf("the file was changed: %d bytes, %v", len(after), err)
			}
		})
	}
	t.Run("a folder", func(t *testing.T) {
		damaged := newSite(t)
		file := filepath.Join(damaged.dir, "data", "bridge.db")
		must(t, os.MkdirAll(file, 0o700))
		damaged.refusedToRun(file)
	})
	t.Run("unreadable", func(t *testing.T) {
		if os.Geteuid() == 0 {
			t.Skip("root can read every file")
		}
		damaged := newSite(t)
		file := filepath.Join(damaged.dir, "data", "bridge.db")
		must(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must(t, os.WriteFile(file, sound, 0))
		damaged.refusedToRun(file)
	})
	t.Run("sound", func(t *testing.T) {
		s.start() // the same file, undamaged
	})
}

// refusedToRun checks that run ends with one line that names the file.
func (s *site) refusedToRun(file string) {
	s.t.Helper()
	out, code := s.cli("run")
	line := errorLines(out)
	if code != 1 || strings.Count(line, "\n") != 1 || !strings.Contains(line, file) || strings.Contains(line, "goroutine") {
		s.t.Errorf("exit %d, want 1 and one line that names %s:\n%s", code, file, out)
	}
	s.t.Logf("%s", strings.TrimSpace(line))
	if wal, err := os.Stat(file + "-wal"); err == nil && wal.Size() != 0 {
		s.t.Errorf("%d bytes were written beside the file", wal.Size())
	}
}
