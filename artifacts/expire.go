package artifacts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"bridge/core/message"
)

// minAge is the least age at which anything expires: far longer than a Put
// takes from naming its object to writing its record, and than clocks differ.
const minAge = time.Hour

// Expire deletes the records made before the given time, and the objects whose
// hour is over by then; nothing younger than an hour. It returns how many records
// it deleted. The app calls it every hour, on every node. Any number of Puts and Expires, on any
// nodes, may run at the same time: a record is made in the hour of its object's
// name, so every record that could name a deleted object is older than the given
// time itself.
func (s *Store) Expire(ctx context.Context, before time.Time) (int, error) {
	if latest := s.now().Add(-minAge); before.After(latest) {
		before = latest
	}
	n, err := s.expire(ctx, before)
	if err != nil {
		return n, fmt.Errorf("expire artifacts: %w", err)
	}
	return n, nil
}

func (s *Store) expire(ctx context.Context, before time.Time) (deleted int, err error) {
	if err := s.eraseBytes(ctx); err != nil {
		return 0, err
	}
	err = s.vol.Each(ctx, dataDir, func(key string, _ time.Time) error {
		if end, ok := objectEnd(strings.TrimPrefix(key, dataDir+"/")); !ok || end.After(before) { // else it is not ours
			return nil
		}
		return s.remove(ctx, key)
	})
	if err != nil {
		return 0, err
	}
	err = s.vol.Each(ctx, metaDir, func(key string, written time.Time) error {
		// A record is written after the time it holds, so the time in the list
		// spares us to read the young ones.
		if !written.Before(before) {
			return nil
		}
		a, err := s.read(ctx, key)
		if errors.Is(err, ErrNotFound) || errors.Is(err, errDamaged) {
			return nil // another node was faster, or it is not a record of ours
		}
		if err != nil {
			return err
		}
		if !a.CreatedAt.Before(before) {
			return nil
		}
		deleted++
		return s.remove(ctx, key)
	})
	return deleted, err
}

func (s *Store) remove(ctx context.Context, key string) error {
	err := s.vol.Delete(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Delete removes one record that nothing refers to; its bytes go with Expire,
// when their hour is old enough. An adapter calls it for the files of a message
// that was not taken.
func (s *Store) Delete(ctx context.Context, id message.ArtifactID) error {
	if !id.Valid() {
		return nil
	}
	if err := s.remove(ctx, metaKey(id)); err != nil {
		return fmt.Errorf("delete artifact %s: %w", id, err)
	}
	return nil
}
