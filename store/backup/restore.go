package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"filippo.io/age"

	"bridge/internal/filelock"
)

// Target is where the parts of a file go.
type Target struct {
	DataDir  string // of the bridge
	Database string // the file of its store; "": the store is elsewhere
	// Load puts what a store held, in the form of the file, into that of the bridge: if it is a file, into
	// the file, which is not there yet. It counts when finish has returned nil; a store that is no file
	// refuses to be opened until then, and says so itself.
	Load func(ctx context.Context, form string, r io.Reader, file string) (finish func(context.Context) error, err error)
	// The artifacts are put into a folder that has none yet, or beside those that are in
	// a volume: names of artifacts are never used twice. Neither: they are left out.
	Artifacts string
	Volume    Volume
	// Replace: what the store holds is taken away for it. A secret that is there stays; if the file has another, it is an error.
	Replace bool
	// Merge: a secret may be there.
	Merge bool
	Keys  []age.Identity // open an encrypted file
	// Todo is the command that mends what a killed one leaves.
	Todo string

	step func(string) // tests are killed there; nil = nothing
}

// unfinished is the file in DataDir that says that a restore is under way, or was killed.
const unfinished = "restore.unfinished"

// Unfinished returns what to do if a restore to the folder was killed; "": nothing is to be done.
// A bridge must not run there.
func Unfinished(dataDir string) (todo string, err error) {
	b, err := os.ReadFile(filepath.Join(dataDir, unfinished))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(b)), err
}

// Restore takes a file apart. Nothing is at its place before the whole file was read and
// held to its sums: each part is unpacked in the folder that it goes to, so that it is moved
// within one file system and by who owns that; a process that is killed before leaves folders
// "restore.partial" there, which the next one replaces. No bridge can start there meanwhile,
// and none may run there (filelock.ErrInUse). Also the side files of a database have to be
// gone: what is in them would be played into the one that is restored. What was killed while parts were
// moved is known by a mark (Unfinished), and the next Restore begins anew.
func Restore(ctx context.Context, file string, to Target) (Summary, error) {
	r := &restoring{Target: to, ctx: ctx}
	defer r.close()
	if err := r.lock(); err != nil {
		return Summary{}, err
	}
	f, err := os.Open(file)
	if err != nil {
		return Summary{}, err
	}
	defer f.Close()
	whole, err := r.read(f, nil)
	if err == nil {
		err = r.free(whole)
	}
	if err == nil {
		err = r.prepare()
	}
	if err != nil {
		return whole, err
	}
	stepped(r.step, "it is verified")
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return whole, err
	}
	if _, err := r.read(f, r.keep); err != nil {
		return whole, err
	}
	return whole, r.move()
}

type restoring struct {
	Target
	ctx    context.Context
	locks  []*os.File
	half   bool // of one that was killed there is something
	finish func(context.Context) error
}

func (r *restoring) close() {
	for _, part := range []string{Database, artifacts, secret} {
		if dir := r.work(part); dir != "" {
			_ = os.RemoveAll(dir)
		}
	}
	for _, l := range r.locks {
		_ = l.Close()
	}
}

func (r *restoring) mark() string { return filepath.Join(r.DataDir, unfinished) }

func (r *restoring) lock() error {
	dirs, locks := []string{r.DataDir}, []string{filepath.Join(r.DataDir, "bridge.lock")}
	if r.Database != "" {
		dirs, locks = append(dirs, filepath.Dir(r.Database)), append(locks, r.Database+".lock")
	}
	for _, dir := range dirs {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	for _, path := range locks {
		lock, err := filelock.Lock(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		r.locks = append(r.locks, lock)
	}
	todo, err := Unfinished(r.DataDir)
	r.half = todo != ""
	return err
}

func (r *restoring) read(f io.Reader, keep func(string, io.Reader) error) (Summary, error) {
	plain, err := opened(f, r.Keys)
	if err != nil {
		return Summary{}, err
	}
	return read(r.ctx, plain, keep)
}

// database are the file of the store and those beside it.
func (r *restoring) database() []string {
	if r.Database == "" {
		return nil
	}
	return []string{r.Database, r.Database + "-wal", r.Database + "-shm", r.Database + "-journal"}
}

func (r *restoring) files() (all []string) {
	if r.Artifacts != "" {
		for _, f := range folders {
			all = append(all, filepath.Join(r.Artifacts, f))
		}
	}
	return all
}

// free returns an error if something is in the way, and takes away what a killed one left.
func (r *restoring) free(whole Summary) error {
	own := filepath.Join(r.DataDir, secret)
	var must []string
	if !r.Replace {
		must = r.database()
	}
	must = append(must, r.files()...)
	if !r.Merge && (!r.half || whole.Secret) {
		must = append(must, own)
	}
	for _, path := range must {
		_, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case r.half:
			if err := os.RemoveAll(path); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%s is there already: a backup is restored where nothing is", path)
		}
	}
	return nil
}

// work is where a part is unpacked; "" if it is not.
func (r *restoring) work(name string) string {
	dir := r.DataDir
	switch {
	case name == Database && r.Database != "":
		dir = filepath.Dir(r.Database)
	case strings.HasPrefix(name, artifacts) && r.Artifacts != "":
		dir = r.Artifacts
	}
	return filepath.Join(dir, "restore"+partial)
}

// prepare makes the folders to unpack in.
func (r *restoring) prepare() error {
	for _, part := range []string{Database, artifacts, secret} {
		if err := os.RemoveAll(r.work(part)); err != nil {
			return err
		}
		if err := os.MkdirAll(r.work(part), 0o700); err != nil {
			return err
		}
	}
	return nil
}

// begun says that from now on parts are at their places, until all are. One that another has left is there
// until this one is.
func (r *restoring) begun() error {
	at := filepath.Join(r.work(secret), unfinished)
	if err := put(at, strings.NewReader(r.Todo+"\n")); err != nil {
		return err
	}
	if err := os.Rename(at, r.mark()); err != nil {
		return err
	}
	return syncDir(r.DataDir)
}

// keep takes one part.
func (r *restoring) keep(name string, in io.Reader) error {
	stepped(r.step, "unpack "+name)
	at := filepath.Join(r.work(name), filepath.FromSlash(name))
	switch {
	case name == Database && r.Database != "":
		return put(at, in)
	case name == Database || name == Records:
		var err error
		r.finish, err = r.Load(r.ctx, name, in, filepath.Join(r.work(Database), Database))
		return err
	case name == secret:
		return r.secret(at, in)
	case r.Artifacts != "":
		return put(at, in)
	case r.Volume != nil:
		return r.store(strings.TrimPrefix(name, artifacts), in)
	}
	return nil
}

func (r *restoring) secret(at string, in io.Reader) error {
	b, err := io.ReadAll(io.LimitReader(in, 1<<20))
	if err != nil {
		return err
	}
	has, err := os.ReadFile(filepath.Join(r.DataDir, secret))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return put(at, bytes.NewReader(b))
	case err != nil:
		return err
	case !bytes.Equal(bytes.TrimSpace(has), bytes.TrimSpace(b)):
		return fmt.Errorf("the secret in the file is another than that in %s: nothing could be opened with it", r.DataDir)
	}
	return nil
}

// store puts an artifact into the volume, unless it is there.
func (r *restoring) store(key string, in io.Reader) error {
	at := filepath.Join(r.work(secret), path.Base(key))
	if err := put(at, in); err != nil {
		return err
	}
	defer os.Remove(at)
	f, err := os.Open(at)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	size, err := io.Copy(h, f)
	if err != nil {
		return err
	}
	has, err := r.Volume.Size(r.ctx, key)
	if err == nil && has == size {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return r.Volume.Write(r.ctx, key, f, size, h.Sum(nil))
}

// move puts the parts to their places.
func (r *restoring) move() error {
	if r.finish != nil {
		if err := r.finish(r.ctx); err != nil {
			return err
		}
	}
	if r.Database != "" { // another store knows itself what is not finished
		if err := r.begun(); err != nil {
			return err
		}
		stepped(r.step, "it is marked")
		if r.Replace {
			for _, path := range r.database() {
				if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
			}
		}
	}
	var moves [][2]string
	for _, folder := range folders {
		if r.Artifacts != "" {
			moves = append(moves, [2]string{artifacts + folder, filepath.Join(r.Artifacts, folder)})
		}
	}
	moves = append(moves, [2]string{secret, filepath.Join(r.DataDir, secret)})
	if r.Database != "" { // last: with it the rest is there
		moves = append(moves, [2]string{Database, r.Database})
	}
	for _, m := range moves {
		stepped(r.step, "move "+m[0])
		if err := os.Rename(filepath.Join(r.work(m[0]), filepath.FromSlash(m[0])), m[1]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := syncDir(filepath.Dir(m[1])); err != nil {
			return err
		}
	}
	stepped(r.step, "all is there")
	if err := os.Remove(r.mark()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	stepped(r.step, "done")
	return syncDir(r.DataDir)
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
