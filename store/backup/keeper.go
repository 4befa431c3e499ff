package backup

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"filippo.io/age"

	"bridge/internal/lazyre"
)

// Store is where copies of files are kept elsewhere: a Volume that deletes.
type Store interface {
	Volume
	Delete(ctx context.Context, key string) error
}

// Keeper makes backups and keeps the newest ones.
type Keeper struct {
	Source func(now time.Time) Source
	// Dir is the folder that they are kept in; with Store the one that they are made in, which is ours alone.
	Dir string
	// Store keeps them in a folder of its own; nil: Dir does.
	Store  Store
	Folder string
	Keep   int // how many, at least 1
	To     []age.Recipient
	Now    func() time.Time
}

// Made is a backup that was made.
type Made struct {
	Name    string
	Size    int64 // of the file
	Removed int   // older ones
}

// named is what a backup is named by the time it was made at.
const named = "20060102T150405Z"

var backupName = lazyre.New(`^bridge-\d{8}T\d{6}Z\.tar(\.age)?$`)

// Make makes one, and removes those that are too many when it is verified: it was read back,
// and in a store it is there in its whole length with the sum that the store was told. What
// killed ones left goes too. Nobody else may call it at the time.
func (k Keeper) Make(ctx context.Context) (Made, error) {
	now := k.Now()
	s := k.Source(now)
	s.To = k.To
	m := Made{Name: "bridge-" + now.UTC().Format(named) + ".tar"}
	if len(k.To) > 0 {
		m.Name += ".age"
	}
	if err := k.tidy(); err != nil {
		return m, err
	}
	at := filepath.Join(k.Dir, m.Name)
	if _, err := Write(ctx, s, at); err != nil {
		return m, err
	}
	st, err := os.Stat(at)
	if err != nil {
		return m, err
	}
	m.Size = st.Size()
	if k.Store != nil {
		err := k.upload(ctx, m, at)
		if err = errors.Join(err, os.Remove(at)); err != nil {
			return m, err
		}
	}
	names, err := k.list(ctx)
	if err != nil {
		return m, err
	}
	if !slices.Contains(names, m.Name) {
		return m, fmt.Errorf("%s is not there", m.Name)
	}
	for _, old := range obsolete(names, k.Keep) {
		if err := k.remove(ctx, old); err != nil {
			return m, fmt.Errorf("remove %s: %w", old, err)
		}
		m.Removed++
	}
	return m, nil
}

// obsolete returns the names of backups that are older than the newest so many; other names are
// nobody's to remove.
func obsolete(names []string, keep int) []string {
	var ours []string
	for _, n := range names {
		if backupName.MatchString(n) {
			ours = append(ours, n)
		}
	}
	slices.Sort(ours) // by time
	return ours[:max(len(ours)-max(keep, 1), 0)]
}

// tidy removes what killed ones left in the folder.
func (k Keeper) tidy() error {
	all, err := os.ReadDir(k.Dir)
	if err != nil {
		return err
	}
	for _, e := range all {
		of, _, half := strings.Cut(e.Name(), partial)
		if backupName.MatchString(of) && (half || k.Store != nil) {
			if err := os.Remove(filepath.Join(k.Dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

func (k Keeper) upload(ctx context.Context, m Made, at string) error {
	f, err := os.Open(at)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	key := path.Join(k.Folder, m.Name)
	if err := k.Store.Write(ctx, key, f, m.Size, h.Sum(nil)); err != nil {
		return err
	}
	size, err := k.Store.Size(ctx, key)
	if err == nil && size != m.Size {
		err = fmt.Errorf("%s has %d bytes there and %d here", m.Name, size, m.Size)
	}
	return err
}

func (k Keeper) list(ctx context.Context) (names []string, err error) {
	if k.Store != nil {
		err = k.Store.Each(ctx, k.Folder, func(key string, _ time.Time) error {
			names = append(names, strings.TrimPrefix(key, k.Folder+"/"))
			return nil
		})
		return names, err
	}
	all, err := os.ReadDir(k.Dir)
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names, err
}

func (k Keeper) remove(ctx context.Context, name string) error {
	if k.Store != nil {
		return k.Store.Delete(ctx, path.Join(k.Folder, name))
	}
	return os.Remove(filepath.Join(k.Dir, name))
}
