package redis

import (
	"context"
	"errors"
	"strconv"
	"time"
)

var opsBucket = loadOps("bucket")

// Take implements admission.Buckets.
func (s *Store) Take(ctx context.Context, name string, n int, per time.Duration) (bool, time.Duration, error) {
	reply, err := s.bucket(ctx, name, n, per, 1)
	if err != nil {
		return false, 0, failed("take", err)
	}
	list, _ := reply.([]any)
	if len(list) != 2 {
		return false, 0, failed("take", errReply("bucket"))
	}
	return number(list[0]) == 1, time.Duration(number(list[1])) * time.Microsecond, nil
}

// Return implements admission.Buckets.
func (s *Store) Return(ctx context.Context, name string, n int, per time.Duration) error {
	_, err := s.bucket(ctx, name, n, per, -1)
	return failed("return", err)
}

func (s *Store) bucket(ctx context.Context, name string, n int, per time.Duration, change int) (any, error) {
	if n < 1 || per <= 0 {
		return nil, errors.New("a bucket needs at least one token and a time")
	}
	shard := recordShardOf(name)
	return s.one(ctx, opsBucket, shard, []any{key(keyBucket, strconv.Itoa(shard), hash(name))},
		n, per.Microseconds(), newNonce(), change)
}
