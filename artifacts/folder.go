package artifacts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// folder is a volume of files: an absolute path.
type folder string

// openShared opens a folder that must be there: made here, it would hide that
// the file system of all nodes is not mounted.
func openShared(path string, now time.Time) (folder, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", fmt.Errorf("artifacts.url: the folder %s does not exist; make it, or mount its file system", path)
	case err != nil:
		return "", fmt.Errorf("artifacts.url: %w", err)
	case !info.IsDir():
		return "", fmt.Errorf("artifacts.url: %s is not a folder", path)
	}
	return openFolder(path, now)
}

func openFolder(dir string, now time.Time) (folder, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for _, name := range []string{dataDir, metaDir, goneDir, probeDir} {
		if err := makeFolder(filepath.Join(dir, name), now); err != nil {
			return "", err
		}
	}
	return folder(dir), syncDir(dir)
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
			if !strings.HasSuffix(name, tmpSuffix) {
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

// tmpSuffix ends the name of a file that is being written.
const tmpSuffix = ".tmp"

func (f folder) path(key string) string { return filepath.Join(string(f), filepath.FromSlash(key)) }

// Write implements Volume: the file is synced before it gets its name, the folder
// after. The temporary file lies beside it, since a rename cannot cross file systems.
func (f folder) Write(ctx context.Context, key string, r io.ReadSeeker, _ int64, _ []byte) (err error) {
	path := f.path(key)
	tmp, err := os.CreateTemp(filepath.Dir(path), "*"+tmpSuffix) // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tmp.Close()
			_ = os.Remove(tmp.Name())
		}
	}()
	if _, err := io.Copy(tmp, &source{ctx: ctx, r: r}); err != nil {
		return err
	}
	if err := tmp.Sync(); err != nil {
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// Size implements Volume. Another Write may have renamed the file and not synced the
// folder yet.
func (f folder) Size(_ context.Context, key string) (int64, error) {
	info, err := os.Stat(f.path(key))
	if err != nil {
		return 0, err
	}
	return info.Size(), syncDir(filepath.Dir(f.path(key)))
}

// Open implements Volume.
func (f folder) Open(_ context.Context, key string) (io.ReadSeekCloser, int64, error) {
	file, err := os.Open(f.path(key))
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		_ = file.Close()
		return nil, 0, err
	}
	return file, info.Size(), nil
}

// Each implements Volume. The names are read before g is called, since deleting while
// reading makes some file systems pass over others.
func (f folder) Each(ctx context.Context, dir string, g func(key string, written time.Time) error) error {
	d, err := os.Open(f.path(dir))
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
		if strings.HasSuffix(name, tmpSuffix) {
			continue
		}
		info, err := os.Lstat(f.path(dir + "/" + name))
		if errors.Is(err, os.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
			continue
		}
		if err != nil {
			return err
		}
		if err := g(dir+"/"+name, info.ModTime()); err != nil {
			return err
		}
	}
	return nil
}

// Delete implements Volume.
func (f folder) Delete(_ context.Context, key string) error { return os.Remove(f.path(key)) }

// Close implements Volume.
func (f folder) Close() error { return nil }

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
