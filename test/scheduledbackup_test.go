package test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"bridge/internal/redistest"
)

var wholeBackup = regexp.MustCompile(`^bridge-\d{8}T\d{6}Z\.tar$`)

// backups are the names in a folder: those of whole ones, and others.
func backups(t *testing.T, dir string) (whole, other []string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range all {
		if wholeBackup.MatchString(e.Name()) {
			whole = append(whole, e.Name())
		} else {
			other = append(other, e.Name())
		}
	}
	return whole, other
}

// TestScheduledBackup: the first is made at once, and it restores; killed at any moment there is
// none or a whole one, and after the start one is made. A folder that is not there is said
// everywhere.
func TestScheduledBackup(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "kept")
	s := newSite(t, withTop(fmt.Sprintf("[backup]\nschedule = \"0 3 * * *\"\nto = %q\nkeep = 2", dir)))
	s.fails(1, "does not exist; make it", "check")
	s.start()
	eventually(t, "that it fails is said", func() bool {
		out := s.must("status")
		return strings.Contains(out, "FAILS since") && strings.Contains(out, "no such file")
	})
	s.kill()
	must(t, os.Mkdir(dir, 0o700))
	for i := range 3 {
		s.forget(t)
		s.spawn()
		eventually(t, "one is begun", func() bool { whole, other := backups(t, dir); return len(whole)+len(other) > 0 })
		time.Sleep(time.Duration(i) * time.Millisecond)
		s.kill()
		whole, _ := backups(t, dir)
		for _, name := range whole {
			if out, code := runBridge(t, "restore", "-config", elsewhere(t, s), filepath.Join(dir, name)); code != 0 {
				t.Errorf("a backup that was killed: %s", out)
			}
			must(t, os.Remove(filepath.Join(dir, name)))
		}
	}
	s.forget(t)
	s.start()
	eventually(t, "one is made", func() bool { whole, other := backups(t, dir); return len(whole) == 1 && len(other) == 0 })
	whole, _ := backups(t, dir)
	eventually(t, "the status has it", func() bool { return strings.Contains(s.must("status"), whole[0]+", to "+dir+", next ") })
	resp, err := http.Get("http://" + s.http + "/metrics")
	must(t, err)
	raw, err := io.ReadAll(resp.Body)
	must(t, err)
	_ = resp.Body.Close()
	for _, want := range []string{"\nbridge_backup_overdue 0\n", "\nbridge_backup_bytes ", "\nbridge_backup_last_seconds 1"} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("the metrics have no %q", want)
		}
	}
	if out, code := runBridge(t, "restore", "-config", elsewhere(t, s), filepath.Join(dir, whole[0])); code != 0 {
		t.Errorf("restore: %s", out)
	}
	onto := newSite(t, onRedis(redistest.Start(t, durable()).URL(), t.TempDir()))
	onto.must("import", filepath.Join(dir, whole[0])) // what SQLite has is for Redis, too
	s.kill()
	s.start() // the next is made at three
	s.quiet()
	if again, other := backups(t, dir); len(again) != 1 || len(other) != 0 {
		t.Errorf("after a restart there are %q, %q", again, other)
	}
}

// forget makes the bridge forget when it made a backup last, and all else.
func (s *site) forget(t *testing.T) {
	t.Helper()
	must(t, os.RemoveAll(s.data))
}

// TestScheduledBackupOnce: of two nodes on one Redis one makes it.
func TestScheduledBackupOnce(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, durable())
	dir, files := t.TempDir(), t.TempDir()
	top := withTop(fmt.Sprintf("[backup]\nschedule = \"0 3 * * *\"\nto = %q", dir))
	a := newSite(t, top, onRedis(server.URL(), files))
	b := newSite(t, top, onRedis(server.URL(), files), withMail(a.mail))
	a.spawn()
	b.start()
	eventually(t, "one is made", func() bool { whole, _ := backups(t, dir); return len(whole) > 0 })
	for _, s := range []*site{a, b} {
		eventually(t, "both know of it", func() bool { out, _ := s.cli("status"); return strings.Contains(out, ".tar, to "+dir) })
	}
	whole, other := backups(t, dir)
	if len(whole) != 1 || len(other) != 0 {
		t.Errorf("there are %q, %q", whole, other)
	}
	fresh := redistest.Start(t, durable())
	c := newSite(t, onRedis(fresh.URL(), t.TempDir()))
	c.must("restore", filepath.Join(dir, whole[0]))
}
