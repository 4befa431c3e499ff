// Package backup puts what a bridge keeps into one file, and takes it out again. The file is a
// tar archive: what the store holds as of one moment, as a database (SQLite) or as records
// (any store: store/stream), the artifacts, the secret if that is wanted, and last the SHA-256
// sums of them all. The Keeper makes such files by a schedule and keeps some of them.
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
	"bridge/store/stream"
)

// The forms of what a store holds: their names in the archive.
const (
	Database = "bridge.db" // a SQLite store as it is
	Records  = "records"   // of any store
)

// The other names.
const (
	secret    = "secret"
	artifacts = "artifacts/"
	sums      = "SHA256SUMS"
)

// folders are those of the artifacts that are kept: the others hold what is on its way.
var folders = []string{"data", "meta"}

// Volume is where artifacts are that are in no folder of this machine alone.
type Volume interface {
	Each(ctx context.Context, folder string, f func(key string, written time.Time) error) error
	Open(ctx context.Context, key string) (io.ReadSeekCloser, int64, error)
	Size(ctx context.Context, key string) (int64, error)
	Write(ctx context.Context, key string, r io.ReadSeeker, size int64, sum []byte) error
}

// Source is what is put into the file.
type Source struct {
	// Store writes what the store holds at one moment into a file that is not there yet, in Form.
	Store     func(ctx context.Context, file string) error
	Form      string
	Artifacts string // the folder; "": they are in Volume
	Volume    Volume // nil: they are elsewhere, and not in the file
	Secret    string // the file; "": it is kept apart
	Now       time.Time
	// To are who may read the file, which is encrypted for them (age); none: it is not. Scratch is
	// then the folder for the copy of the store while it is made, which is not encrypted; "":
	// that of the file.
	To      []age.Recipient
	Scratch string

	step func(string) // tests are killed there; nil = nothing
}

// stepped calls step, if there is one.
func stepped(step func(string), what string) {
	if step != nil {
		step(what)
	}
}

// Summary is what a file has.
type Summary struct {
	Files int
	Bytes int64  // of them
	Form  string // of what the store held
	// Secret says whether the secret is among them.
	Secret bool
}

// partial is what is behind the name of a file that is not whole yet.
const partial = ".partial"

// Write makes the file, which must not be there, for its owner alone. It is there under its
// name when everything is in it and was read back; a process that is killed before leaves
// files with ".partial" behind its name, which the next one in that folder removes. An encrypted one is read
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
	if err := errors.Join(sweep(filepath.Dir(file)), removeAll(snapshot, file+partial)); err != nil {
		return Summary{}, err
	}
	defer func() { _ = removeAll(snapshot, file+partial) }() // what failed leaves nothing
	// The store first: every file that it names is there then.
	if err := s.Store(ctx, snapshot); err != nil {
		return Summary{}, fmt.Errorf("copy the store: %w", err)
	}
	stepped(s.step, "the store is copied")
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
	stepped(s.step, "all is written")
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
	stepped(s.step, "it is read back")
	if err := os.Rename(file+partial, file); err != nil {
		return Summary{}, err
	}
	stepped(s.step, "it has its name")
	return got, syncDir(filepath.Dir(file))
}

// sweep removes what backups to the folder left that were killed: each left its lock, too, which
// nobody holds. What has none, or one that somebody holds or that we may not take, stays.
func sweep(dir string) error {
	all, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range all {
		name, ours := strings.CutSuffix(e.Name(), partial+".lock")
		st, err := e.Info()
		if !ours || err != nil || !st.Mode().IsRegular() || st.Size() > maxLock {
			continue
		}
		file := filepath.Join(dir, name)
		lock, err := lockName(file)
		if err != nil {
			continue
		}
		err = removeAll(file+partial+".db", file+partial, lock.Name())
		_ = lock.Close() // nothing was written that counts
		if err != nil {
			return fmt.Errorf("remove what a killed backup left: %w", err)
		}
	}
	return nil
}

// maxLock is how long a lock's file is at most: it has the id of a process.
const maxLock = 32

// removeAll removes files, where they are there.
func removeAll(files ...string) error {
	for _, f := range files {
		if err := os.Remove(f); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
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
	if err := w.file(s.Form, snapshot); err != nil {
		return err
	}
	stepped(s.step, "the store is in it")
	if s.Secret != "" {
		if err := w.file(secret, s.Secret); err != nil {
			return err
		}
	}
	for _, folder := range folders {
		var err error
		switch {
		case s.Artifacts != "":
			err = w.folder(s.Artifacts, folder)
		case s.Volume != nil:
			err = w.volume(s.Volume, folder)
		}
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

func (w *writer) folder(all, folder string) error {
	return filepath.WalkDir(filepath.Join(all, folder), func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // what has expired meanwhile, or a folder that nothing is in yet
			return nil
		case err != nil || !d.Type().IsRegular():
			return err
		}
		rel, err := filepath.Rel(all, path)
		if err != nil {
			return err
		}
		err = w.file(artifacts+filepath.ToSlash(rel), path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
}

func (w *writer) volume(v Volume, folder string) error {
	return v.Each(w.ctx, folder, func(key string, written time.Time) error {
		r, size, err := v.Open(w.ctx, key)
		if errors.Is(err, fs.ErrNotExist) { // it has expired meanwhile
			return nil
		}
		if err != nil {
			return err
		}
		return errors.Join(w.put(artifacts+key, r, size, written), r.Close())
	})
}

func (w *writer) file(name, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return err
	}
	return w.put(name, f, st.Size(), st.ModTime())
}

func (w *writer) put(name string, r io.Reader, size int64, at time.Time) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if err := w.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: at}); err != nil {
		return err
	}
	h := sha256.New()
	if _, err := io.CopyN(io.MultiWriter(w.tar, h), r, size); err != nil {
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
			if string(b) != want.String() || s.Form == "" {
				return s, fmt.Errorf("%w: the sums are others", ErrDamaged)
			}
			return s, nil
		}
		isStore := head.Name == Database || head.Name == Records
		if !allowed(head) || hashed[head.Name] != nil || isStore != (len(found) == 0) { // what the store held is the first
			return s, fmt.Errorf("%w: it has %.80q", ErrDamaged, head.Name)
		}
		h := sha256.New()
		body := io.TeeReader(t, h)
		switch {
		case keep != nil:
			err = keep(head.Name, body)
		case head.Name == Records:
			_, err = stream.Read(body, nil)
		}
		if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, stream.ErrDamaged) {
			err = fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if err != nil {
			return s, err
		}
		if _, err := io.Copy(io.Discard, body); err != nil {
			return s, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if isStore {
			s.Form = head.Name
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
	if h.Name == Database || h.Name == Records || h.Name == secret {
		return true
	}
	rest, ok := strings.CutPrefix(h.Name, artifacts)
	folder, _, _ := strings.Cut(rest, "/")
	return ok && slices.Contains(folders, folder) && filepath.IsLocal(filepath.FromSlash(rest)) && !strings.Contains(rest, "\\")
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
