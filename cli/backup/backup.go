// Package backup puts what a bridge on SQLite keeps into one file, and takes it out again. The
// file is a tar archive: the database as of one moment, the folder of artifacts, the secret
// if that is wanted, and last the SHA-256 sums of them all.
package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"filippo.io/age"

	"bridge/internal/filelock"
)

// The names in the archive.
const (
	database  = "bridge.db"
	secret    = "secret"
	artifacts = "artifacts/"
	sums      = "SHA256SUMS"
)

// folders are those of the artifacts that are kept: the others hold what is on its way.
var folders = []string{"data", "meta"}

// Source is what is put into the file.
type Source struct {
	// Snapshot writes the database as it is at one moment into a file that is not there yet.
	Snapshot  func(ctx context.Context, file string) error
	Artifacts string // the folder; "": they are elsewhere
	Secret    string // the file; "": it is kept apart
	Now       time.Time
	// To are who may read the file, which is encrypted for them (age); none: it is not. Scratch is
	// then the folder for the copy of the database while it is made, which is not encrypted; "":
	// that of the file.
	To      []age.Recipient
	Scratch string
}

// Summary is what a backup has.
type Summary struct {
	Files int
	Bytes int64 // of them
	// Secret says whether the secret is among them.
	Secret bool
}

// partial is what is behind the name of a file that is not whole yet.
const partial = ".partial"

// Write makes the file, which must not be there, for its owner alone. It is there under its
// name when everything is in it and was read back; a process that is killed before leaves
// files with ".partial" behind its name, which the next one replaces. An encrypted one is read
// back with a key that is made for that and forgotten. Two cannot make a file
// of one name at a time (filelock.ErrInUse).
func Write(ctx context.Context, s Source, file string) (Summary, error) {
	lock, err := lockName(file)
	if err != nil {
		return Summary{}, err
	}
	defer lock.Close()
	defer os.Remove(lock.Name())
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return Summary{}, fmt.Errorf("%s is there already", file)
	}
	if s.Artifacts != "" { // the bridge makes it when it starts
		if _, err := os.Stat(s.Artifacts); err != nil {
			return Summary{}, fmt.Errorf("the folder of the artifacts, is it mounted? %w", err)
		}
	}
	snapshot := file + partial + ".db"
	if s.Scratch != "" {
		snapshot = filepath.Join(s.Scratch, "backup"+partial+".db")
		own, err := filelock.Lock(snapshot + ".lock")
		if err != nil {
			return Summary{}, fmt.Errorf("another backup is made: %w", err)
		}
		defer own.Close()
	}
	for _, old := range []string{snapshot, file + partial} {
		if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Summary{}, err
		}
	}
	defer os.Remove(snapshot)
	// The database first: every file that it names is there then.
	if err := s.Snapshot(ctx, snapshot); err != nil {
		return Summary{}, fmt.Errorf("copy the database: %w", err)
	}
	f, err := os.OpenFile(file+partial, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return Summary{}, err
	}
	defer f.Close()
	out, again, err := sealed(f, s.To)
	if err != nil {
		return Summary{}, err
	}
	w := &writer{ctx: ctx, tar: tar.NewWriter(out), at: s.Now}
	if err := errors.Join(w.all(s, snapshot), out.Close()); err != nil {
		return Summary{}, err
	}
	if err := f.Sync(); err != nil {
		return Summary{}, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return Summary{}, err
	}
	plain, err := opened(f, again)
	var got Summary
	if err == nil {
		got, err = read(ctx, plain, nil)
	}
	if err != nil {
		return Summary{}, fmt.Errorf("read it back: %w", err)
	}
	if err := os.Rename(file+partial, file); err != nil {
		return Summary{}, err
	}
	return got, syncDir(filepath.Dir(file))
}

// lockName holds the name of a backup, until the file that is returned is removed and then
// closed. What was locked may have been removed meanwhile by who had it: then it holds nothing.
func lockName(file string) (*os.File, error) {
	path := file + partial + ".lock"
	lock, err := filelock.Lock(path)
	if err != nil {
		return nil, fmt.Errorf("another backup to %s: %w", file, err)
	}
	held, err := lock.Stat()
	if there, gone := os.Stat(path); err != nil || gone != nil || !os.SameFile(held, there) {
		_ = lock.Close()
		return nil, fmt.Errorf("another backup to %s: %w", file, filelock.ErrInUse)
	}
	return lock, nil
}

type writer struct {
	ctx  context.Context
	tar  *tar.Writer
	at   time.Time
	sums strings.Builder
}

func (w *writer) all(s Source, snapshot string) error {
	if err := w.file(database, snapshot); err != nil {
		return err
	}
	if s.Secret != "" {
		if err := w.file(secret, s.Secret); err != nil {
			return err
		}
	}
	for _, folder := range folders {
		if s.Artifacts == "" {
			break
		}
		root := filepath.Join(s.Artifacts, folder)
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist): // what has expired meanwhile, or a folder that nothing is in yet
				return nil
			case err != nil || !d.Type().IsRegular():
				return err
			}
			rel, err := filepath.Rel(s.Artifacts, path)
			if err != nil {
				return err
			}
			err = w.file(artifacts+filepath.ToSlash(rel), path)
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	text := w.sums.String()
	if err := w.tar.WriteHeader(&tar.Header{Name: sums, Mode: 0o600, Size: int64(len(text)), ModTime: w.at}); err != nil {
		return err
	}
	if _, err := io.WriteString(w.tar, text); err != nil {
		return err
	}
	return w.tar.Close()
}

func (w *writer) file(name, path string) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return err
	}
	if err := w.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: st.Size(), ModTime: st.ModTime()}); err != nil {
		return err
	}
	h := sha256.New()
	if _, err := io.CopyN(io.MultiWriter(w.tar, h), f, st.Size()); err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	fmt.Fprintf(&w.sums, "%s  %s\n", hex.EncodeToString(h.Sum(nil)), name)
	return nil
}

// ErrDamaged is returned for a file that is no whole backup.
var ErrDamaged = errors.New("it is no whole backup")

// maxSums bounds the list of sums.
const maxSums = 1 << 30

// read reads an archive to its end and holds it to its sums. keep gets what is in it; nil:
// nobody does.
func read(ctx context.Context, r io.Reader, keep func(name string, r io.Reader) error) (Summary, error) {
	var s Summary
	var found []string
	hashed := map[string]hash.Hash{}
	t := tar.NewReader(r)
	for {
		if err := ctx.Err(); err != nil {
			return s, err
		}
		head, err := t.Next()
		if errors.Is(err, io.EOF) {
			return s, fmt.Errorf("%w: it ends before its sums", ErrDamaged)
		}
		if err != nil {
			return s, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if head.Name == sums {
			b, err := io.ReadAll(io.LimitReader(t, maxSums))
			if err != nil {
				return s, fmt.Errorf("%w: %w", ErrDamaged, err)
			}
			var want strings.Builder
			for _, name := range found {
				fmt.Fprintf(&want, "%s  %s\n", hex.EncodeToString(hashed[name].Sum(nil)), name)
			}
			if string(b) != want.String() || !slices.Contains(found, database) {
				return s, fmt.Errorf("%w: the sums are others", ErrDamaged)
			}
			return s, nil
		}
		if !allowed(head) || hashed[head.Name] != nil {
			return s, fmt.Errorf("%w: it has %.80q", ErrDamaged, head.Name)
		}
		h := sha256.New()
		body := io.TeeReader(t, h)
		if keep != nil {
			err := keep(head.Name, body)
			if errors.Is(err, io.ErrUnexpectedEOF) {
				err = fmt.Errorf("%w: %w", ErrDamaged, err)
			}
			if err != nil {
				return s, err
			}
		}
		if _, err := io.Copy(io.Discard, body); err != nil {
			return s, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		hashed[head.Name], found = h, append(found, head.Name)
		s.Files, s.Bytes, s.Secret = s.Files+1, s.Bytes+head.Size, s.Secret || head.Name == secret
	}
}

// allowed reports whether a backup has such an entry: nothing in it leads elsewhere.
func allowed(h *tar.Header) bool {
	if h.Typeflag != tar.TypeReg {
		return false
	}
	if h.Name == database || h.Name == secret {
		return true
	}
	rest, ok := strings.CutPrefix(h.Name, artifacts)
	folder, _, _ := strings.Cut(rest, "/")
	return ok && slices.Contains(folders, folder) && filepath.IsLocal(filepath.FromSlash(rest)) && !strings.Contains(rest, "\\")
}

// Target is where the parts of a backup go. None of it may be there yet.
type Target struct {
	DataDir   string // of the bridge
	Database  string // the file
	Artifacts string // the folder
	// Keys open an encrypted backup.
	Keys []age.Identity
}

// Restore takes a backup apart. Nothing is at its place before the whole file was read and
// held to its sums: each part is unpacked in the folder that it goes to, so that it is moved
// within one file system and by who owns that; a process that is killed before leaves folders
// "restore.partial" there, which the next one replaces. No bridge can start there meanwhile,
// and none may run there (filelock.ErrInUse). Also the side files of a database have to be
// gone: what is in them would be played into the one that is restored.
func Restore(ctx context.Context, file string, to Target) (Summary, error) {
	for _, dir := range []string{to.DataDir, filepath.Dir(to.Database)} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return Summary{}, err
		}
	}
	for _, path := range []string{filepath.Join(to.DataDir, "bridge.lock"), to.Database + ".lock"} {
		lock, err := filelock.Lock(path)
		if err != nil {
			return Summary{}, fmt.Errorf("%s: %w", path, err)
		}
		defer lock.Close()
	}
	for _, path := range []string{to.Database, to.Database + "-wal", to.Database + "-shm", to.Database + "-journal", filepath.Join(to.DataDir, secret), filepath.Join(to.Artifacts, folders[0]), filepath.Join(to.Artifacts, folders[1])} {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return Summary{}, fmt.Errorf("%s is there already: a backup is restored where nothing is", path)
		}
	}
	f, err := os.Open(file)
	if err != nil {
		return Summary{}, err
	}
	defer f.Close()
	work := func(name string) string { // where a part is unpacked
		dir := to.DataDir
		switch {
		case name == database:
			dir = filepath.Dir(to.Database)
		case strings.HasPrefix(name, artifacts):
			dir = to.Artifacts
		}
		return filepath.Join(dir, "restore"+partial)
	}
	for _, part := range []string{database, artifacts, secret} {
		if err := os.RemoveAll(work(part)); err != nil {
			return Summary{}, err
		}
		if err := os.MkdirAll(work(part), 0o700); err != nil {
			return Summary{}, err
		}
		defer os.RemoveAll(work(part))
	}
	plain, err := opened(f, to.Keys)
	if err != nil {
		return Summary{}, err
	}
	got, err := read(ctx, plain, func(name string, r io.Reader) error {
		return put(filepath.Join(work(name), filepath.FromSlash(name)), r)
	})
	if err != nil {
		return got, err
	}
	moves := [][2]string{{artifacts + folders[0], filepath.Join(to.Artifacts, folders[0])}, {artifacts + folders[1], filepath.Join(to.Artifacts, folders[1])}, {secret, filepath.Join(to.DataDir, secret)}, {database, to.Database}}
	for _, m := range moves { // the database last: with it the rest is there
		if err := os.Rename(filepath.Join(work(m[0]), filepath.FromSlash(m[0])), m[1]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return got, err
		}
		if err := syncDir(filepath.Dir(m[1])); err != nil {
			return got, err
		}
	}
	return got, nil
}

func put(path string, r io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Sync(), f.Close())
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
