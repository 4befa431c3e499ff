package artifacts

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/blob/memblob"
)

// openTimeout bounds the opening of a volume, its trial included.
const openTimeout = 10 * time.Second

// openGrace is how long what stopped because of that has to say what it waited for.
const openGrace = time.Second

// volume is where objects are: a folder, memory or an S3 bucket. It is the
// bucket of the Go CDK with writes of our own.
type volume struct {
	*blob.Bucket
	dir   string // of a folder, absolute; "" otherwise
	spool string // local folder for bytes on their way in
	s3    *s3Bucket
}

// openVolume opens what the URL names and tries it.
func openVolume(ctx context.Context, url, local string, now time.Time, timeout time.Duration) (*volume, error) {
	if url == "mem://" {
		return &volume{Bucket: memblob.OpenBucket(nil), spool: os.TempDir()}, nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, fmt.Errorf("no answer within %v", timeout))
	defer cancel()
	type result struct {
		v   *volume
		err error
	}
	// On its own: system calls on a network file system whose server is away do
	// not end.
	done := make(chan result, 1)
	go func() {
		v, err := openTried(ctx, url, local, now)
		done <- result{v, err}
	}()
	select {
	case r := <-done:
		return r.v, r.err
	case <-ctx.Done():
		select {
		case r := <-done:
			return r.v, r.err
		case <-time.After(openGrace):
			return nil, fmt.Errorf("artifacts.url: %w", context.Cause(ctx))
		}
	}
}

func openTried(ctx context.Context, url, local string, now time.Time) (*volume, error) {
	v := &volume{spool: os.TempDir()}
	path, isPath := strings.CutPrefix(url, "file:")
	var err error
	switch {
	case url == "file":
		if local == "" {
			return nil, errors.New("no folder given")
		}
		if err := os.MkdirAll(local, 0o700); err != nil {
			return nil, err
		}
		if err = v.openFolder(local, now); err == nil {
			err = syncDir(filepath.Dir(v.dir)) // the folder itself must survive a power loss too
		}
	case isPath && path != "":
		err = v.openShared(path, now)
	case strings.HasPrefix(url, "s3://"):
		if v.s3, err = openS3(ctx, url); err == nil {
			v.Bucket, err = v.s3.bucket(ctx)
		}
	default:
		return nil, errors.New(`unknown artifacts.url; write "file", "file:PATH", "s3://BUCKET?region=…" or "mem://"`)
	}
	if err != nil {
		return nil, err
	}
	if local != "" {
		v.spool = filepath.Join(local, spoolDir)
		if err := makeFolder(v.spool, now); err != nil {
			return nil, err
		}
	}
	if err := v.try(ctx); err != nil {
		_ = v.Close()
		return nil, err
	}
	return v, nil
}

// openShared opens a folder that must be there: made here, it would hide that
// the file system of all nodes is not mounted.
func (v *volume) openShared(path string, now time.Time) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("artifacts.url: the folder %s does not exist; make it, or mount its file system", path)
	case err != nil:
		return fmt.Errorf("artifacts.url: %w", err)
	case !info.IsDir():
		return fmt.Errorf("artifacts.url: %s is not a folder", path)
	}
	return v.openFolder(path, now)
}

func (v *volume) openFolder(dir string, now time.Time) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	v.dir = dir
	for _, name := range []string{dataDir, metaDir, probeDir} {
		if err := makeFolder(filepath.Join(dir, name), now); err != nil {
			return err
		}
	}
	if err := syncDir(dir); err != nil {
		return err
	}
	// Temporary files next to the real ones: os.TempDir may be another file
	// system, which a rename cannot cross. Sidecar files would only repeat what
	// our records say.
	v.Bucket, err = fileblob.OpenBucket(dir, &fileblob.Options{
		NoTempDir: true, Metadata: fileblob.MetadataDontWrite, DirFileMode: 0o700,
	})
	return err
}

// makeFolder makes a folder and removes temporary files that a killed process
// left in it. Younger ones may belong to another process on the same folder.
func makeFolder(dir string, now time.Time) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return sweep(dir, now.Add(-time.Hour))
}

// sweep removes the temporary files of dir that were last written before the
// given time.
func sweep(dir string, before time.Time) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	for {
		names, err := d.Readdirnames(1000) // names only: the folder may be large
		for _, name := range names {
			if !strings.HasSuffix(name, ".tmp") {
				continue
			}
			path := filepath.Join(dir, name)
			info, err := os.Lstat(path)
			if err != nil || !info.Mode().IsRegular() || !info.ModTime().Before(before) {
				continue
			}
			if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// try does once, with a small object under a name of its own, everything that
// the store will do. What one of many nodes tries does not disturb the others.
func (v *volume) try(ctx context.Context) error {
	key := probeDir + "/" + rand.Text()
	content := "bridge"
	sum := sha256.Sum256([]byte(content))
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"list", func() error {
			return v.each(ctx, probeDir, func(object) error { return nil })
		}},
		{"write", func() error { return v.write(ctx, key, strings.NewReader(content), int64(len(content)), sum[:]) }},
		{"read", func() error {
			b, err := v.ReadAll(ctx, key)
			if err == nil && string(b) != content {
				return errors.New("what was written is read back as something else")
			}
			return err
		}},
		{"delete", func() error { return v.Delete(ctx, key) }},
	} {
		err := step.do()
		if err == nil {
			continue
		}
		if v.s3 != nil {
			err = v.s3.explain(ctx, err)
		}
		return fmt.Errorf("artifacts.url: cannot %s: %w", step.name, err)
	}
	return nil
}

// write stores size bytes of r, whose SHA-256 is sum, under key: wholly or not
// at all. For files it also does what fileblob leaves out: the file is synced before
// it gets its name, the folder after.
func (v *volume) write(ctx context.Context, key string, r io.ReadSeeker, size int64, sum []byte) error {
	if v.s3 != nil {
		return v.s3.write(ctx, key, r, size, sum)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var file *os.File
	w, err := v.NewWriter(ctx, key, &blob.WriterOptions{
		ContentType: objectType,
		BeforeWrite: func(as func(any) bool) error {
			as(&file) // stays nil where there is no file
			return nil
		},
	})
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	if err == nil && file != nil {
		err = file.Sync()
	}
	if err != nil {
		cancel() // makes Close discard what was written
		_ = w.Close()
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	folder, _, _ := strings.Cut(key, "/")
	return v.syncFolder(folder)
}

// object is one entry of a list.
type object struct {
	key     string
	written time.Time // by the clock of the server
}

// each calls f with every object of a folder that is there all the while; f may
// delete it. What comes or goes meanwhile may be among them.
func (v *volume) each(ctx context.Context, folder string, f func(object) error) error {
	if v.dir != "" {
		return v.eachFile(ctx, folder, f)
	}
	it := v.List(&blob.ListOptions{Prefix: folder + "/"})
	for {
		o, err := it.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := f(object{o.Key, o.ModTime}); err != nil {
			return err
		}
	}
}

// eachFile is each for files: fileblob's list fails when another node renames
// or deletes one. The names are read before f is called, since deleting while
// reading makes some file systems pass over others.
func (v *volume) eachFile(ctx context.Context, folder string, f func(object) error) error {
	d, err := os.Open(filepath.Join(v.dir, folder))
	if err != nil {
		return err
	}
	names, err := d.Readdirnames(-1)
	if err := errors.Join(err, d.Close()); err != nil {
		return err
	}
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if strings.HasSuffix(name, ".tmp") { // being written
			continue
		}
		info, err := os.Lstat(filepath.Join(v.dir, folder, name))
		if errors.Is(err, os.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
			continue
		}
		if err != nil {
			return err
		}
		if err := f(object{folder + "/" + name, info.ModTime()}); err != nil {
			return err
		}
	}
	return nil
}

// objectType is the content type of every object: our record has the true one.
const objectType = "application/octet-stream"

func (v *volume) syncFolder(name string) error {
	if v.dir == "" {
		return nil
	}
	return syncDir(filepath.Join(v.dir, name))
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
