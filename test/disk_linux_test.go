package test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"bridge/internal/noerr"
)

// TestDiskFaults takes the disk from a bridge on SQLite that runs: senders are
// told to come again, and when there is room again it goes on by itself.
func TestDiskFaults(t *testing.T) {
	t.Parallel()
	together(t, map[string]func(*testing.T){
		"full": func(t *testing.T) {
			disk := tmpfs(t, 8<<20)
			filler := filepath.Join(disk, "filler")
			diskFault(t, disk, func(*site) {
				block := make([]byte, 4096)
				f, err := os.Create(filler)
				must(t, err)
				defer f.Close()
				for err == nil {
					_, err = f.Write(block)
				}
				if !errors.Is(err, syscall.ENOSPC) {
					t.Fatal(err)
				}
			}, func(*site) {
				must(t, os.Remove(filler))
			})
		},
		"writes fail": func(t *testing.T) {
			diskFault(t, "", func(s *site) { s.limitFiles(0) }, func(s *site) { s.limitFiles(1 << 40) })
		},
		"read-only": func(t *testing.T) {
			s := newSite(t).start()
			s.send(thread("r", 0))
			s.expect(0, "r@customers.test", "r/0")
			s.quiet()
			must(t, noerr.Of(s.stop()))
			dir := filepath.Join(s.dir, "data")
			db := filepath.Join(dir, "bridge.db")
			before, err := os.ReadFile(db)
			must(t, err)
			readOnly(t, dir)
			out, code := s.cli("run")
			if line := errorLines(out); code != 1 || strings.Count(line, "\n") != 1 || !strings.Contains(line, dir) {
				t.Errorf("exit %d, want 1 and one line that names %s:\n%s", code, dir, out)
			}
			if after, err := os.ReadFile(db); err != nil || !bytes.Equal(after, before) {
				t.Errorf("the file was changed (%v)", err)
			}
		},
	})
}

// diskFault runs a bridge whose data are on disk, "" for anywhere, breaks the
// disk and repairs it.
func diskFault(t *testing.T, disk string, broken, repaired func(*site)) {
	f := newFlight(t)
	agent := newAgent(t, f.respond(0))
	s := newSite(t, httpAgent(agent.URL), unlimited())
	if disk != "" {
		s.data = filepath.Join(disk, "data")
		s.edit(`data_dir = "data"`, fmt.Sprintf("data_dir = %q", s.data))
	}
	s.observe(f.arrive)
	s.start()
	total := 0
	for ; total < 5; total++ {
		f.hand(t.Context(), s, thread(fmt.Sprintf("before%d", total), 0))
	}
	f.mustArrive(t, total, takeover)
	s.quiet()
	broken(s)
	// The file may have room inside for some more.
	refused := 0
	deadline := time.Now().Add(takeover)
	for i := 0; refused < 3; i++ {
		if time.Now().After(deadline) {
			t.Fatalf("%d mails were accepted, and the disk is broken", i)
		}
		l := thread(fmt.Sprintf("full%d", i), 0)
		l.To = agentAddr
		err := handOver(s.smtp, l.From, l.Compose())
		var reply *textproto.Error
		switch {
		case err == nil:
			f.do(func() { f.fate(l.Text).accepted = true; f.accepted++ })
			total++
		case errors.As(err, &reply):
			if reply.Code != 451 || strings.Contains(reply.Msg, s.dir) {
				t.Fatalf("the sender is told %v", reply)
			}
			refused++
		default:
			t.Fatalf("no reply: %v", err)
		}
	}
	s.unready(s.dir)
	if code, _ := s.get("/healthz"); code != http.StatusOK {
		t.Errorf("healthz is %d", code)
	}
	repaired(s)
	s.recovers()
	for range 5 {
		f.hand(t.Context(), s, thread(fmt.Sprintf("after%d", total), 0))
		total++
	}
	f.mustArrive(t, total, takeover)
	s.quietWithin(takeover)
	f.check(total, 1) // what was sent and could not be recorded is in doubt
	s.settledAs(total)
	s.alive()
	// All of it is in the file.
	n := s.mail.Count()
	s.kill()
	s.start()
	if again := s.quietWithin(takeover); again != n {
		t.Errorf("%d mails were sent again after a restart", again-n)
	}
	s.settledAs(total)
}

// tmpfs is a small disk of its own.
func tmpfs(t *testing.T, size int) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("needs root to mount a small disk")
	}
	dir, err := os.MkdirTemp("", "disk") // not t.TempDir: it cannot remove a mount
	must(t, err)
	t.Cleanup(func() { _ = os.Remove(dir) })
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		t.Skipf("this machine lets nobody mount: %v", err)
	}
	t.Cleanup(func() {
		noerr.Want(t, syscall.Unmount(dir, syscall.MNT_DETACH))
	})
	return dir
}

// readOnly lets nobody write in dir, for the rest of the test.
func readOnly(t *testing.T, dir string) {
	t.Helper()
	if os.Geteuid() != 0 {
		must(t, os.Chmod(dir, 0o500))
		t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
		return
	}
	// Root may write where the mode says no.
	if err := syscall.Mount(dir, dir, "", syscall.MS_BIND, ""); err != nil {
		t.Skipf("this machine lets nobody mount: %v", err)
	}
	t.Cleanup(func() {
		noerr.Want(t, syscall.Unmount(dir, syscall.MNT_DETACH))
	})
	if err := syscall.Mount("", dir, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("this machine lets nobody mount read-only: %v", err)
	}
}

// limitFiles bounds the size of files that the running process may write to: with
// 0 each write fails (prlimit(2), RLIMIT_FSIZE).
func (s *site) limitFiles(size uint64) {
	s.t.Helper()
	const fileSize = 1 // RLIMIT_FSIZE
	limit := syscall.Rlimit{Cur: size, Max: 1 << 62}
	_, _, errno := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(s.cmd.Process.Pid), fileSize, uintptr(unsafe.Pointer(&limit)), 0, 0, 0)
	if errno != 0 {
		s.t.Fatalf("prlimit: %v", errno)
	}
}
