package artifacts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gocloud.dev/gcerrors"

	"bridge/message"
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
	// Objects of the first version have no hour: they go when no record names
	// them. No new record ever does, so this needs no lock either.
	unnamed := map[string]struct{}{}
	err = s.vol.each(ctx, dataDir, func(o object) error {
		name := strings.TrimPrefix(o.key, dataDir+"/")
		end, ok := objectEnd(name)
		switch {
		case !ok: // not ours: left alone
			return nil
		case end.IsZero():
			unnamed[name] = struct{}{}
			return nil
		case end.After(before):
			return nil
		}
		return s.remove(ctx, o.key)
	})
	if err != nil {
		return 0, err
	}
	err = s.vol.each(ctx, metaDir, func(o object) error {
		// A record is written after the time it holds, so the time in the list
		// spares us to read the young ones.
		if !o.written.Before(before) && len(unnamed) == 0 {
			return nil
		}
		a, err := s.read(ctx, o.key)
		if errors.Is(err, ErrNotFound) || errors.Is(err, errDamaged) {
			return nil // another node was faster, or it is not a record of ours
		}
		if err != nil {
			return err
		}
		if !a.CreatedAt.Before(before) {
			delete(unnamed, a.Object)
			return nil
		}
		deleted++
		return s.remove(ctx, o.key)
	})
	if err != nil {
		return deleted, err
	}
	for name := range unnamed {
		if err := s.remove(ctx, dataKey(name)); err != nil {
			return deleted, err
		}
	}
	return deleted, nil
}

func (s *Store) remove(ctx context.Context, key string) error {
	err := s.vol.Delete(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
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
