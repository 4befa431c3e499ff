package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"bridge/core/queue"
	"bridge/internal/filelock"
)

// filled is a closed store with some records in it.
func filled(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bridge.db")
	s := open(t, path)
	for i := range 100 {
		must(t, s.Worker("a").Enqueue(t.Context(), item(fmt.Sprint(i), "1")))
	}
	must(t, s.Close())
	return path
}

func TestRefusedFilesStayAsTheyAre(t *testing.T) {
	script := func(t *testing.T, path, sql string) {
		t.Helper()
		c, err := sqlite.OpenConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
		must(t, err)
		must(t, sqlitex.ExecuteScript(c, sql, nil))
		must(t, c.Close())
	}
	edit := func(t *testing.T, path string, change func([]byte) []byte) {
		t.Helper()
		b, err := os.ReadFile(path)
		must(t, err)
		must(t, os.WriteFile(path, change(b), 0o600))
	}
	for name, c := range map[string]struct {
		make func(t *testing.T) string
		want error
		says string
	}{
		"text": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "notes.txt")
			edit(t, filled(t), func([]byte) []byte { return nil })
			must(t, os.WriteFile(path, []byte(strings.Repeat("not a database\n", 50)), 0o600))
			return path
		}, ErrForeign, "does not begin like"},
		"short": {func(t *testing.T) string {
			path := filled(t)
			edit(t, path, func(b []byte) []byte { return b[:50] })
			return path
		}, ErrForeign, "does not begin like"},
		"another program's": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "other.db")
			script(t, path, "CREATE TABLE bookmarks (url TEXT);")
			return path
		}, ErrForeign, "another program"},
		"newer": {func(t *testing.T) string {
			path := filled(t)
			script(t, path, fmt.Sprintf("PRAGMA user_version = %d;", formatVersion+1))
			return path
		}, ErrNewer, fmt.Sprintf("its format is %d", formatVersion+1)},
		"older": {func(t *testing.T) string {
			path := filled(t)
			script(t, path, fmt.Sprintf("PRAGMA user_version = %d;", firstFormat-1))
			return path
		}, ErrOlder, fmt.Sprintf("its format is %d", firstFormat-1)},
		"newer, in the log": {func(t *testing.T) string {
			s := open(t, filled(t))
			must(t, sqlitex.ExecuteScript(s.g.writer.conn, fmt.Sprintf("PRAGMA user_version = %d;", formatVersion+1), nil))
			return copyStore(t, s.g.path)
		}, ErrNewer, fmt.Sprintf("its format is %d", formatVersion+1)},
		"cut off": {func(t *testing.T) string {
			path := filled(t)
			edit(t, path, func(b []byte) []byte { return b[:len(b)-4096] })
			return path
		}, ErrCorrupt, "bytes are there"},
		"overwritten pages": {func(t *testing.T) string {
			path := filled(t)
			edit(t, path, func(b []byte) []byte {
				for i := 4096; i < len(b); i++ {
					b[i] = 0xA5
				}
				return b
			})
			return path
		}, ErrCorrupt, ""},
		"one overwritten page": {func(t *testing.T) string {
			path := filled(t)
			edit(t, path, func(b []byte) []byte {
				for i := range 4096 {
					b[3*4096+i] = 0xA5
				}
				return b
			})
			return path
		}, ErrCorrupt, ""},
		"folder": {func(t *testing.T) string { return t.TempDir() }, ErrForeign, "regular file"},
	} {
		t.Run(name, func(t *testing.T) {
			path := c.make(t)
			before, _ := os.ReadFile(path)
			log, _ := os.ReadFile(path + "-wal")
			s, err := Open(t.Context(), Options{Path: path})
			if err == nil {
				_ = s.Close()
				t.Fatal("it is opened")
			}
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), path) {
				t.Errorf("error is %q, want %q with %q and the path", err, c.want, c.says)
			}
			after, _ := os.ReadFile(path)
			logAfter, _ := os.ReadFile(path + "-wal")
			if !bytes.Equal(before, after) || !bytes.Equal(log, logAfter) {
				t.Error("the file was changed")
			}
		})
	}
}

func TestLockNamesTheHolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bridge.db")
	s := open(t, path)
	link := filepath.Join(t.TempDir(), "link.db")
	must(t, os.Symlink(path, link))
	for _, p := range []string{path, link} {
		_, err := Open(t.Context(), Options{Path: p})
		if !errors.Is(err, filelock.ErrInUse) || !strings.Contains(err.Error(), "process "+strconv.Itoa(os.Getpid())) {
			t.Errorf("second open of %s: %v, want filelock.ErrInUse and our pid", filepath.Base(p), err)
		}
	}
	must(t, s.Close())
	open(t, path)
}

func TestOpenErrors(t *testing.T) {
	if _, err := Open(t.Context(), Options{}); err == nil {
		t.Error("no path is accepted")
	}
	missing := filepath.Join(t.TempDir(), "missing", "bridge.db")
	if _, err := Open(t.Context(), Options{Path: missing}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("in a folder that does not exist: %v", err)
	}
}

func TestFileSettings(t *testing.T) {
	s := fresh(t)
	for _, part := range []string{"", "-wal", ".lock"} {
		st, err := os.Stat(s.g.path + part)
		must(t, err)
		if st.Mode().Perm() != 0o600 {
			t.Errorf("mode of the file%s is %v, want 0600", part, st.Mode().Perm())
		}
	}
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "user_version": strconv.Itoa(formatVersion), "application_id": strconv.Itoa(applicationID),
	} {
		got := ""
		must(t, s.write(t.Context(), func(w *writer) error {
			return exec(w.conn, "PRAGMA "+pragma, func(st *sqlite.Stmt) error { got = st.ColumnText(0); return nil })
		}))
		if got != want {
			t.Errorf("%s is %s, want %s", pragma, got, want)
		}
	}
	err := s.g.read(t.Context(), func(c *sqlite.Conn) error { return exec(c, "DELETE FROM meta", nil) })
	if sqlite.ErrCode(err).ToPrimary() != sqlite.ResultReadOnly {
		t.Errorf("a reader can write: %v", err)
	}
}

// copyStore copies a store's files and returns the path of the copy.
func copyStore(t *testing.T, path string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "bridge.db")
	for _, part := range []string{"", "-wal"} {
		b, err := os.ReadFile(path + part)
		if os.IsNotExist(err) {
			continue
		}
		must(t, err)
		must(t, os.WriteFile(to+part, b, 0o600))
	}
	return to
}

// TestFormat2: a file of the format without a journal is taken over, and can be copied before.
func TestFormat2(t *testing.T) {
	t.Parallel()
	path := filled(t)
	c, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	must(t, err)
	must(t, sqlitex.ExecuteScript(c, "DROP TABLE journal; PRAGMA user_version = 2;", nil))
	must(t, c.Close())
	to := filepath.Join(t.TempDir(), "copy.db")
	f, err := Fill(to)
	must(t, err)
	done, err := CopyOut(t.Context(), path, f)
	must(t, err)
	must(t, f.Finish(done.Clock))
	for _, p := range []string{path, to} {
		s := open(t, p)
		depth, err := s.Depth(t.Context())
		must(t, err)
		if depth[queue.Inbox].Waiting != done.Items || done.Items == 0 {
			t.Errorf("%s: %+v, %d items were copied", p, depth, done.Items)
		}
		must(t, s.Worker("a").Enqueue(t.Context(), item("new", "1")))
	}
}
