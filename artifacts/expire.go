package artifacts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"bridge/message"
)

// Expire deletes the records made before the given time, and the bytes that no
// record names any more. It returns how many records it deleted. Put may run at
// the same time: bytes that it places or finds meanwhile are kept.
func (s *Store) Expire(ctx context.Context, before time.Time) (int, error) {
	s.gate.Lock()
	s.placed = map[string]struct{}{}
	s.gate.Unlock()
	defer func() {
		s.gate.Lock()
		s.placed = nil
		s.gate.Unlock()
	}()
	deleted := 0
	used := map[string]struct{}{}
	err := s.each(ctx, metaDir, func(key string) error {
		b, err := s.bucket.ReadAll(ctx, key)
		if err != nil {
			return err
		}
		var a Artifact
		if err := json.Unmarshal(b, &a); err != nil || a.SHA256 == "" {
			return nil // not a record of ours: left alone
		}
		if !a.CreatedAt.Before(before) {
			used[a.SHA256] = struct{}{}
			return nil
		}
		deleted++
		return s.remove(ctx, key)
	})
	if err != nil {
		return deleted, fmt.Errorf("expire artifacts: %w", err)
	}
	err = s.each(ctx, dataDir, func(key string) error {
		sum := strings.TrimPrefix(key, dataDir+"/")
		if _, ok := used[sum]; ok {
			return nil
		}
		s.gate.Lock()
		defer s.gate.Unlock()
		if _, ok := s.placed[sum]; ok {
			return nil
		}
		return s.remove(ctx, key)
	})
	if err != nil {
		return deleted, fmt.Errorf("expire artifacts: %w", err)
	}
	return deleted, nil
}

// each calls f with every key of a folder.
func (s *Store) each(ctx context.Context, folder string, f func(key string) error) error {
	it := s.bucket.List(&blob.ListOptions{Prefix: folder + "/"})
	for {
		o, err := it.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if o.IsDir || strings.HasSuffix(o.Key, ".tmp") { // a file being written
			continue
		}
		if err := f(o.Key); err != nil {
			return err
		}
	}
}

func (s *Store) remove(ctx context.Context, key string) error {
	err := s.bucket.Delete(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return err
}

// Delete removes one record that nothing refers to; its bytes go with the next
// Expire. An adapter calls it for the files of a message that was not taken.
func (s *Store) Delete(ctx context.Context, id message.ArtifactID) error {
	if !id.Valid() {
		return nil
	}
	if err := s.remove(ctx, metaKey(id)); err != nil {
		return fmt.Errorf("delete artifact %s: %w", id, err)
	}
	return nil
}
