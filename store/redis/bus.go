package redis

import (
	"context"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/store/ground"
)

const busCheck = 3 * time.Second // of a connection on which nothing comes

// busPrefix is before the names of pub/sub channels. Redis hands their messages on to who
// listens at that moment, in a cluster on all its nodes, and keeps nothing.
const busPrefix = "bridge:bus:"

// Publish sends a message to the nodes that listen to a topic now: adapters.Bus.
func (s *Store) Publish(ctx context.Context, topic string, msg []byte) error {
	return ground.Named("publish", s.reads.Publish(ctx, busPrefix+topic, msg).Err())
}

// Listen calls f for what is published on the topics until ctx ends: adapters.Bus. The
// connection is its own, and made again when it is lost.
func (s *Store) Listen(ctx context.Context, topics []string, f func(topic string, msg []byte)) {
	names := make([]string, len(topics))
	for i, t := range topics {
		names[i] = busPrefix + t
	}
	sub := s.link.blocking.Subscribe(ctx, names...)
	defer func() { _ = sub.Close() }()
	got := sub.Channel(goredis.WithChannelHealthCheckInterval(busCheck), goredis.WithChannelSize(1000))
	for {
		select {
		case m, ok := <-got:
			if !ok { // the store is closed
				return
			}
			f(strings.TrimPrefix(m.Channel, busPrefix), []byte(m.Payload))
		case <-ctx.Done():
			return
		}
	}
}
