package redis

import (
	"context"

	"bridge/store"
)

var (
	scriptOwn    = load("own")
	scriptDisown = load("disown")
)

// Own implements store.Owners.
func (s *Store) Own(ctx context.Context, name, node string) (string, error) {
	reply, err := s.do(ctx, scriptOwn, []string{key(keyOwner, name)}, node, store.OwnLease.Milliseconds())
	if err != nil {
		return "", failed("own", err)
	}
	owner, _ := reply.(string)
	return owner, nil
}

// Disown implements store.Owners.
func (s *Store) Disown(ctx context.Context, name, node string) error {
	_, err := s.do(ctx, scriptDisown, []string{key(keyOwner, name)}, node)
	return failed("disown", err)
}
