package artifacts

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"bridge/core/message"
)

// Erase deletes a record because somebody wants what it names gone: its links open nothing
// from now on. Its bytes go now, unless another record names them; those of less than two
// hours go with an Expire, because equal ones may be on their way in. It is false where there was no record.
func (s *Store) Erase(ctx context.Context, id message.ArtifactID) (bool, error) {
	was, err := s.erase(ctx, id)
	if err != nil {
		return false, fmt.Errorf("erase artifact %s: %w", id, err)
	}
	return was, nil
}

func (s *Store) erase(ctx context.Context, id message.ArtifactID) (bool, error) {
	a, err := s.Get(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	// What is to be done first: a crash leaves it to Expire.
	name := []byte(a.Object)
	sum := sha256.Sum256(name)
	if err := s.vol.Write(ctx, goneKey(a.Object), bytes.NewReader(name), int64(len(name)), sum[:]); err != nil {
		return false, err
	}
	return true, s.remove(ctx, metaKey(id))
}

// EraseBytes deletes what Erase has left of bytes that no record names any more. It is called
// once after any number of Erase: it reads the list of all records.
func (s *Store) EraseBytes(ctx context.Context) error {
	if err := s.eraseBytes(ctx); err != nil {
		return fmt.Errorf("erase artifacts: %w", err)
	}
	return nil
}

func (s *Store) eraseBytes(ctx context.Context) error {
	gone := map[string]bool{} // objects that are old enough
	err := s.vol.Each(ctx, goneDir, func(key string, _ time.Time) error {
		object := strings.TrimPrefix(key, goneDir+"/")
		if end, ok := objectEnd(object); ok && end.Before(s.now().Add(-minAge)) {
			gone[object] = true
		}
		return nil
	})
	if err != nil || len(gone) == 0 {
		return err
	}
	named := map[string]bool{}
	err = s.vol.Each(ctx, metaDir, func(key string, _ time.Time) error {
		a, err := s.read(ctx, key)
		if errors.Is(err, ErrNotFound) || errors.Is(err, errDamaged) {
			return nil
		}
		named[a.Object] = named[a.Object] || gone[a.Object]
		return err
	})
	if err != nil {
		return err
	}
	for object := range gone {
		if !named[object] {
			if err := s.remove(ctx, dataKey(object)); err != nil {
				return err
			}
		}
		if err := s.remove(ctx, goneKey(object)); err != nil {
			return err
		}
	}
	return nil
}

func goneKey(object string) string { return goneDir + "/" + object }
