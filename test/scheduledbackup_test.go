package test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

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
	s := newSite(t, withTop(fmt.Sprintf("[backup]\nschedule = \"0 3 29 2 *\"\nto = %q\nkeep = 2", dir)))
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
	s.start() // the next is made on a day that hardly ever comes
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
	top := withTop(fmt.Sprintf("[backup]\nschedule = \"0 3 29 2 *\"\nto = %q", dir))
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

// TestScheduledBackupToBucket: it goes into the folder of a bucket, for its recipients alone, and
// nothing of it is left here.
func TestScheduledBackupToBucket(t *testing.T) {
	t.Parallel()
	bucket := s3mem.New()
	must(t, bucket.CreateBucket("backups"))
	server := httptest.NewServer(gofakes3.New(bucket).Server())
	t.Cleanup(server.Close)
	key, err := age.GenerateX25519Identity()
	must(t, err)
	s := newSite(t, withTop(fmt.Sprintf("[backup]\nschedule = \"@yearly\"\nto = \"s3://backups/daily?region=eu-south-1&s3ForcePathStyle=true&endpoint=%s\"\nrecipients = [%q]", server.URL, key.Recipient())))
	s.env = []string{"AWS_ACCESS_KEY_ID=k", "AWS_SECRET_ACCESS_KEY=s"}
	s.start()
	var out string
	eventually(t, "one is made", func() bool {
		out = s.must("status")
		return strings.Contains(out, ".tar.age, to s3://backups/daily, next ")
	})
	list, err := bucket.ListBucket("backups", &gofakes3.Prefix{HasPrefix: true, Prefix: "daily/"}, gofakes3.ListBucketPage{})
	must(t, err)
	if len(list.Contents) != 1 {
		t.Fatalf("there is %+v", list.Contents)
	}
	o, err := bucket.GetObject("backups", list.Contents[0].Key, nil)
	must(t, err)
	raw, err := io.ReadAll(o.Contents)
	must(t, err)
	file, keys := filepath.Join(t.TempDir(), "b.tar.age"), filepath.Join(t.TempDir(), "keys.txt")
	must(t, os.WriteFile(file, raw, 0o600))
	must(t, os.WriteFile(keys, []byte(key.String()+"\n"), 0o600))
	plain, err := os.ReadFile(s.config())
	must(t, err)
	to := filepath.Join(t.TempDir(), "config.toml")
	must(t, os.WriteFile(to, []byte(strings.Replace(string(plain), `data_dir = "data"`, fmt.Sprintf("data_dir = %q", t.TempDir()), 1)), 0o600))
	if out, code := runBridge(t, "restore", "-config", to, "-key", keys, file); code != 0 {
		t.Errorf("restore: %s", out)
	}
	if left, err := os.ReadDir(filepath.Join(s.data, "backup")); err != nil || len(left) != 0 {
		t.Errorf("left here: %v, %v", left, err)
	}
}
