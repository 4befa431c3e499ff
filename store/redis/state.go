package redis

import (
	"context"
	"errors"

	goredis "github.com/redis/go-redis/v9"

	"bridge/adapters"
)

var scriptState = load("state")

func stateKey(name string) string { return key(keyState, recordShard(name), hash(name)) }

// ChannelState implements adapters.State.
func (s *Store) ChannelState(ctx context.Context, key string) ([]byte, bool, error) {
	value, err := s.reads.Get(ctx, stateKey(key)).Bytes()
	if errors.Is(err, goredis.Nil) {
		return nil, false, nil
	}
	return value, err == nil, failed("channel state", err)
}

// SaveChannelState implements adapters.State.
func (s *Store) SaveChannelState(ctx context.Context, key string, value []byte) error {
	err := adapters.CheckState(key, value)
	if err == nil {
		_, err = s.do(ctx, scriptState, []string{stateKey(key)}, value)
	}
	return failed("save channel state", err)
}
