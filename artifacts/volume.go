package artifacts

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// openTimeout bounds the opening of a volume, its trial included.
const openTimeout = 10 * time.Second

// openGrace is how long what stopped because of that has to say what it waited for.
const openGrace = time.Second

// Volume is where objects are: a folder, memory, or what Options.S3 opens. A key is
// FOLDER/NAME. The store calls its methods concurrently. An error is fs.ErrNotExist
// where the object is not there.
type Volume interface {
	// Write stores size bytes of r, whose SHA-256 is sum, wholly or not at all. When
	// it returns nil they survive a power loss.
	Write(ctx context.Context, key string, r io.ReadSeeker, size int64, sum []byte) error
	// Size returns the length of an object that survives a power loss.
	Size(ctx context.Context, key string) (int64, error)
	// Open opens an object for reading while ctx lasts, and returns its length.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, int64, error)
	// Each calls f with every object of a folder that is there all the while, and when it was
	// written, by the clock of the server; f may delete it. What comes or goes meanwhile may
	// be among them. An error of f ends it.
	Each(ctx context.Context, folder string, f func(key string, written time.Time) error) error
	// Delete deletes an object.
	Delete(ctx context.Context, key string) error
	// Close ends the volume; the store calls it last.
	Close() error
}

// openVolume opens what o.URL names and tries it. spool is a local folder for bytes on
// their way in.
func openVolume(ctx context.Context, o Options, now time.Time) (v Volume, spool string, err error) {
	if o.URL == "mem://" {
		return &memory{objects: map[string]memoryObject{}, now: o.Now}, os.TempDir(), nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, o.timeout, fmt.Errorf("no answer within %v", o.timeout))
	defer cancel()
	type result struct {
		v     Volume
		spool string
		err   error
	}
	// On its own: system calls on a network file system whose server is away do
	// not end.
	done := make(chan result, 1)
	go func() {
		v, spool, err := openTried(ctx, o, now)
		done <- result{v, spool, err}
	}()
	select {
	case r := <-done:
		return r.v, r.spool, r.err
	case <-ctx.Done():
		select {
		case r := <-done:
			return r.v, r.spool, r.err
		case <-time.After(openGrace):
			return nil, "", fmt.Errorf("artifacts.url: %w", context.Cause(ctx))
		}
	}
}

func openTried(ctx context.Context, o Options, now time.Time) (v Volume, spool string, err error) {
	path, isPath := strings.CutPrefix(o.URL, "file:")
	switch {
	case o.URL == "file":
		if o.Dir == "" {
			return nil, "", errors.New("no folder given")
		}
		if err := os.MkdirAll(o.Dir, 0o700); err != nil {
			return nil, "", err
		}
		var f folder
		if f, err = openFolder(o.Dir, now); err == nil {
			v, err = f, syncDir(filepath.Dir(string(f))) // the folder itself must survive a power loss too
		}
	case isPath && path != "":
		v, err = openShared(path, now)
	case strings.HasPrefix(o.URL, "s3://") && o.S3 != nil:
		v, err = o.S3(ctx, o.URL)
	default:
		return nil, "", errors.New(`unknown artifacts.url; write "file", "file:PATH", "s3://BUCKET?region=…" or "mem://"`)
	}
	if err != nil {
		return nil, "", err
	}
	spool = os.TempDir()
	if o.Dir != "" {
		spool = filepath.Join(o.Dir, spoolDir)
		if err := makeFolder(spool, now); err != nil {
			return nil, "", err
		}
	}
	if err := try(ctx, v); err != nil {
		_ = v.Close()
		return nil, "", err
	}
	return v, spool, nil
}

// try does once, with a small object under a name of its own, everything that
// the store will do. What one of many nodes tries does not disturb the others.
func try(ctx context.Context, v Volume) error {
	key := probeDir + "/" + rand.Text()
	content := "bridge"
	sum := sha256.Sum256([]byte(content))
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"list", func() error { return v.Each(ctx, probeDir, func(string, time.Time) error { return nil }) }},
		{"write", func() error { return v.Write(ctx, key, strings.NewReader(content), int64(len(content)), sum[:]) }},
		{"read", func() error {
			b, err := readAll(ctx, v, key)
			if err == nil && string(b) != content {
				return errors.New("what was written is read back as something else")
			}
			return err
		}},
		{"delete", func() error { return v.Delete(ctx, key) }},
	} {
		if err := step.do(); err != nil {
			return fmt.Errorf("artifacts.url: cannot %s: %w", step.name, err)
		}
	}
	return nil
}

// readAll returns a small object.
func readAll(ctx context.Context, v Volume, key string) ([]byte, error) {
	r, size, err := v.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b := bytes.NewBuffer(make([]byte, 0, min(size, 1<<20)))
	_, err = io.Copy(b, r)
	return b.Bytes(), err
}

// memory is a volume of this process: for tests.
type memory struct {
	now     func() time.Time
	mu      sync.Mutex
	objects map[string]memoryObject
}

type memoryObject struct {
	bytes   []byte
	written time.Time
}

func (m *memory) Write(ctx context.Context, key string, r io.ReadSeeker, _ int64, _ []byte) error {
	b, err := io.ReadAll(r)
	if err := errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.objects == nil {
		return errClosed
	}
	m.objects[key] = memoryObject{b, m.now()}
	return nil
}

var errClosed = errors.New("the store is closed")

func (m *memory) get(key string) (memoryObject, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o, ok := m.objects[key]
	switch {
	case m.objects == nil:
		return o, errClosed
	case !ok:
		return o, fs.ErrNotExist
	}
	return o, nil
}

func (m *memory) Size(_ context.Context, key string) (int64, error) {
	o, err := m.get(key)
	return int64(len(o.bytes)), err
}

func (m *memory) Open(_ context.Context, key string) (io.ReadSeekCloser, int64, error) {
	o, err := m.get(key)
	if err != nil {
		return nil, 0, err
	}
	return memoryReader{bytes.NewReader(o.bytes)}, int64(len(o.bytes)), nil
}

type memoryReader struct{ *bytes.Reader }

func (memoryReader) Close() error { return nil }

func (m *memory) Each(ctx context.Context, folder string, f func(string, time.Time) error) error {
	m.mu.Lock()
	written := map[string]time.Time{}
	for key, o := range m.objects {
		if strings.HasPrefix(key, folder+"/") {
			written[key] = o.written
		}
	}
	m.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(written)) { // as a bucket lists them
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f(key, written[key]); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) Delete(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.objects, key)
	return nil
}

func (m *memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.objects = nil
	return nil
}
