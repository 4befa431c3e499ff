package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"filippo.io/age"

	"bridge/internal/filelock"
	"bridge/internal/noerr"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	noerr.Must(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)))
}

// source is a bridge's data, with a database of so many bytes.
func source(t *testing.T, size int) Source {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "artifacts/data/ab/1"), "one")
	write(t, filepath.Join(dir, "artifacts/meta/1.json"), "{}")
	write(t, filepath.Join(dir, "artifacts/spool/x"), "half a mail")
	write(t, filepath.Join(dir, "secret"), "s3cret")
	return Source{
		Form: Database, Store: func(_ context.Context, file string) error {
			return os.WriteFile(file, bytes.Repeat([]byte("x"), size), 0o600)
		},
		Artifacts: filepath.Join(dir, "artifacts"), Secret: filepath.Join(dir, "secret"), Now: time.Now(),
	}
}

// tree is every file below a folder but locks, with its text.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".lock") {
			return err
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		fmt.Fprintf(&b, "%s=%.10s\n", filepath.ToSlash(rel), text)
		return err
	})
	noerr.Must(t, err)
	return b.String()
}

func TestThereAndBack(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "b.tar")
	write(t, file+partial, "what a killed one left")
	write(t, file+partial+".db", "what a killed one left")
	got, err := Write(t.Context(), source(t, 20), file)
	if err != nil || got != (Summary{Files: 4, Bytes: 31, Form: Database, Secret: true}) {
		t.Fatalf("%+v, %v", got, err)
	}
	if st, err := os.Stat(file); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", st.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
		t.Errorf("left: %q", left)
	}
	if _, err := Write(t.Context(), source(t, 20), file); err == nil {
		t.Error("it is written over")
	}
	data := filepath.Join(t.TempDir(), "data")
	to := Target{DataDir: data, Database: filepath.Join(data, "bridge.db"), Artifacts: filepath.Join(data, "artifacts")}
	write(t, filepath.Join(data, "restore"+partial, "bridge.db"), "what a killed one left")
	noerr.Must(t, noerr.Of(Restore(t.Context(), file, to)))
	const want = "artifacts/data/ab/1=one\nartifacts/meta/1.json={}\nbridge.db=xxxxxxxxxx\nsecret=s3cret\n"
	if got := tree(t, data); got != want {
		t.Errorf("restored:\n%s", got)
	}
	if _, err := Restore(t.Context(), file, to); err == nil || tree(t, data) != want {
		t.Errorf("restored over what is there: %v", err)
	}
	if left, _ := filepath.Glob(data + "*"); len(left) != 1 {
		t.Errorf("left: %q", left)
	}
}

// Of many backups to one name at a time at most one is made, and what is there is whole.
// TestEncrypted: an encrypted backup is read by who it is for alone, is nowhere in the clear, and
// one that was changed or cut restores nothing.
func TestEncrypted(t *testing.T) {
	key := func() *age.X25519Identity {
		k, err := age.GenerateX25519Identity()
		noerr.Must(t, err)
		return k
	}
	ours, second, other := key(), key(), key()
	src, dir, scratch := source(t, 200_000), t.TempDir(), t.TempDir()
	src.To, src.Scratch = []age.Recipient{ours.Recipient(), second.Recipient()}, scratch
	src.Store = func(_ context.Context, file string) error {
		if filepath.Dir(file) != scratch {
			t.Errorf("the database is copied to %s", file)
		}
		return os.WriteFile(file, bytes.Repeat([]byte("geheim "), 30_000), 0o600)
	}
	write(t, filepath.Join(scratch, "backup"+partial+".db"), "what a killed one left")
	file := filepath.Join(dir, "b.tar.age")
	got, err := Write(t.Context(), src, file)
	if err != nil || got.Files != 4 || !got.Secret {
		t.Fatalf("%+v, %v", got, err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(text), "age-encryption.org/v1") || bytes.Contains(text, []byte("geheim")) || bytes.Contains(text, []byte("s3cret")) {
		t.Fatalf("%v: %.100q", err, text)
	}
	if left := tree(t, scratch); left != "" {
		t.Errorf("left: %s", left)
	}
	restore := func(file string, keys ...age.Identity) (string, error) {
		data := filepath.Join(t.TempDir(), "data")
		_, err := Restore(t.Context(), file, Target{DataDir: data, Database: filepath.Join(data, "bridge.db"), Artifacts: filepath.Join(data, "artifacts"), Keys: keys})
		return tree(t, data), err
	}
	const want = "artifacts/data/ab/1=one\nartifacts/meta/1.json={}\nbridge.db=geheim geh\nsecret=s3cret\n"
	for _, k := range []age.Identity{ours, second} {
		if got, err := restore(file, other, k); err != nil || got != want {
			t.Errorf("%v: %s", err, got)
		}
	}
	for name, keys := range map[string][]age.Identity{"no key": nil, "another": {other}} {
		if got, err := restore(file, keys...); !errors.Is(err, ErrLocked) || got != "" {
			t.Errorf("%s: %v %s", name, err, got)
		}
	}
	bad := filepath.Join(dir, "bad")
	for _, at := range []int{30, 300, 1000, len(text) / 2, len(text) - 1} {
		changed := bytes.Clone(text)
		changed[at] ^= 1
		for name, b := range map[string][]byte{"changed": changed, "cut": text[:at]} {
			write(t, bad, string(b))
			if got, err := restore(bad, ours); err == nil || got != "" {
				t.Errorf("%s at %d of %d: %v %s", name, at, len(text), err, got)
			}
		}
	}
	if got, err := restore(file, ours); err != nil || got != want {
		t.Errorf("%v: %s", err, got)
	}
	for _, no := range []string{"", "age1x", "-----BEGIN", "ssh-ed25519 AAAA"} {
		if to, err := Recipients(no); err == nil {
			t.Errorf("%q: %v", no, to)
		}
	}
}

func TestOneNameAtATime(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b.tar")
	var made atomic.Int32
	var all sync.WaitGroup
	for range 16 {
		s := source(t, 1<<20)
		all.Go(func() {
			switch _, err := Write(t.Context(), s, file); {
			case err == nil:
				made.Add(1)
			case !errors.Is(err, filelock.ErrInUse) && !strings.Contains(err.Error(), "there already"):
				t.Error(err)
			}
		})
	}
	all.Wait()
	f, err := os.Open(file)
	if err != nil || made.Load() != 1 {
		t.Fatalf("%d are made, %v", made.Load(), err)
	}
	defer f.Close()
	noerr.Want(t, noerr.Of(read(t.Context(), f, nil)))
	if left, _ := filepath.Glob(file + "*"); len(left) != 1 {
		t.Errorf("left: %q", left)
	}
}

// A folder of artifacts that is not there is not mounted: such a backup would be half of one.
func TestArtifactsThatAreNotThere(t *testing.T) {
	s := source(t, 20)
	s.Artifacts = filepath.Join(t.TempDir(), "mnt")
	file := filepath.Join(t.TempDir(), "b.tar")
	if _, err := Write(t.Context(), s, file); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if left, _ := filepath.Glob(file + "*"); len(left) != 0 {
		t.Errorf("left: %q", left)
	}
}

// A backup that is cut, changed or made by somebody else is refused, and nothing of it is
// left at its place.
func TestDamaged(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b.tar")
	noerr.Must(t, noerr.Of(Write(t.Context(), source(t, 3000), file)))
	good, err := os.ReadFile(file)
	noerr.Must(t, err)
	changed := bytes.Replace(good, []byte("one"), []byte("two"), 1)
	archive := func(names ...string) []byte {
		var b, list bytes.Buffer
		w := tar.NewWriter(&b)
		for _, name := range append(names, sums) {
			text, kind, link := "text", byte(tar.TypeReg), ""
			if name == sums {
				text = list.String()
			} else {
				fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256([]byte(text)), name)
			}
			if target, ok := strings.CutPrefix(name, "link:"); ok {
				name, text, kind, link = "artifacts/data/x", "", tar.TypeSymlink, target
			}
			noerr.Must(t, w.WriteHeader(&tar.Header{Name: name, Typeflag: kind, Linkname: link, Mode: 0o600, Size: int64(len(text))}))
			noerr.Must(t, noerr.Of(io.WriteString(w, text)))
		}
		_ = w.Close()
		return b.Bytes()
	}
	cases := map[string][]byte{
		"changed": changed, "empty": nil, "no archive": []byte(strings.Repeat("x", 2000)), "no database": archive("artifacts/data/a"),
		"out of its folder": archive("bridge.db", "artifacts/data/../../../evil"), "absolute": archive("bridge.db", "/evil"), "other files": archive("bridge.db", "bridge.toml"),
		"a link": archive("bridge.db", "link:/etc"), "twice": archive("bridge.db", "bridge.db"), "a spool": archive("bridge.db", "artifacts/spool/x"),
	}
	for cut := 1; cut < len(good)-1024; cut += 517 {
		cases[fmt.Sprint("cut at ", cut)] = good[:cut]
	}
	for name, b := range cases {
		dir := t.TempDir()
		path, data := filepath.Join(dir, "b.tar"), filepath.Join(dir, "data")
		noerr.Must(t, os.WriteFile(path, b, 0o600))
		_, err := Restore(t.Context(), path, Target{DataDir: data, Database: filepath.Join(data, "bridge.db"), Artifacts: filepath.Join(data, "artifacts")})
		if left := tree(t, data); !errors.Is(err, ErrDamaged) || left != "" {
			t.Errorf("%s: %v, left %q", name, err, left)
		}
	}
}

// The parts may be on several file systems, and the folder of the data may be all that its
// owner can write to.
func TestRestoreElsewhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b.tar")
	noerr.Must(t, noerr.Of(Write(t.Context(), source(t, 20), file)))
	other, err := os.MkdirTemp("/dev/shm", "restore")
	if err != nil {
		t.Skip("there is no other file system here: ", err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(other) })
	above := t.TempDir()
	data := filepath.Join(above, "data")
	noerr.Must(t, os.Mkdir(data, 0o700))
	to := Target{DataDir: data, Database: filepath.Join(other, "store", "bridge.db"), Artifacts: filepath.Join(other, "artifacts")}
	noerr.Must(t, noerr.Of(Restore(t.Context(), file, to)))
	if got := tree(t, data) + tree(t, other); got != "secret=s3cret\nartifacts/data/ab/1=one\nartifacts/meta/1.json={}\nstore/bridge.db=xxxxxxxxxx\n" {
		t.Errorf("restored:\n%s", got)
	}
	for _, dir := range []string{above, data, other, filepath.Dir(to.Database), to.Artifacts} {
		if left, _ := filepath.Glob(filepath.Join(dir, "*"+partial)); len(left) > 0 {
			t.Errorf("left: %q", left)
		}
	}
}

// Nothing is restored beside what a database left, which would be played into it, nor where
// a bridge runs, which would go on with files that nobody sees any more.
func TestRestoreWhereABridgeIs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b.tar")
	noerr.Must(t, noerr.Of(Write(t.Context(), source(t, 20), file)))
	for _, left := range []string{"bridge.db-wal", "bridge.db-shm", "bridge.db-journal", "secret"} {
		data := filepath.Join(t.TempDir(), "data")
		write(t, filepath.Join(data, left), "x")
		to := Target{DataDir: data, Database: filepath.Join(data, "bridge.db"), Artifacts: filepath.Join(data, "artifacts")}
		if _, err := Restore(t.Context(), file, to); err == nil || !strings.Contains(err.Error(), left) || tree(t, data) != left+"=x\n" {
			t.Errorf("%s: %v, %s", left, err, tree(t, data))
		}
	}
	for _, held := range []string{"bridge.lock", "bridge.db.lock"} {
		data := t.TempDir()
		lock, err := filelock.Lock(filepath.Join(data, held))
		noerr.Must(t, err)
		to := Target{DataDir: data, Database: filepath.Join(data, "bridge.db"), Artifacts: filepath.Join(data, "artifacts")}
		if _, err := Restore(t.Context(), file, to); !errors.Is(err, filelock.ErrInUse) || tree(t, data) != "" {
			t.Errorf("%s is held: %v, %s", held, err, tree(t, data))
		}
		_ = lock.Close()
		if _, err := Restore(t.Context(), file, to); err != nil {
			t.Errorf("%s was held: %v", held, err)
		}
	}
}

// What ends in the middle leaves no file under the name of the backup.
func TestUnfinished(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b.tar")
	s := source(t, 20)
	s.Store = func(context.Context, string) error { return errors.New("the disk is full") }
	if _, err := Write(t.Context(), s, file); err == nil {
		t.Error("no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	s = source(t, 20)
	inner := s.Store
	s.Store = func(ctx context.Context, file string) error { cancel(); return inner(ctx, file) }
	if _, err := Write(ctx, s, file); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Error("there is a file")
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*.db")); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// TestDamagedWhileItIsMade: what the disk has changed, or lost, of a backup before it is read
// back gets no name.
func TestDamagedWhileItIsMade(t *testing.T) {
	for what, damage := range map[string]func(f *os.File, size int64) error{
		"a byte in the middle": func(f *os.File, size int64) error {
			b := make([]byte, 1)
			if _, err := f.ReadAt(b, size/2); err != nil {
				return err
			}
			b[0] ^= 1
			_, err := f.WriteAt(b, size/2)
			return err
		},
		"the end": func(f *os.File, size int64) error { return f.Truncate(size / 2) },
	} {
		s, file := source(t, 100_000), filepath.Join(t.TempDir(), "b.tar")
		s.step = func(step string) {
			if step != "all is written" {
				return
			}
			f, err := os.OpenFile(file+partial, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			info, err := f.Stat()
			if err := errors.Join(err, damage(f, info.Size())); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Write(t.Context(), s, file); err == nil || !strings.Contains(err.Error(), "read it back") {
			t.Errorf("%s: %v", what, err)
		}
		if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) > 0 {
			t.Errorf("%s: left %v, %v", what, left, err)
		}
	}
}
