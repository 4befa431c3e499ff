package redis

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	goredis "github.com/redis/go-redis/v9"

	"bridge/message"
	"bridge/outbox"
)

var (
	scriptSuppress   = load("suppress")
	scriptUnsuppress = load("unsuppress")
)

// Every shard of the lanes has a copy of all suppressions, so that lane_begin
// looks at its own. Shard 0 is written last: what it has, or has not, holds
// everywhere, and lists and counts are of it.

func suppressedKey(shard int) string { return key(keySuppressed, strconv.Itoa(shard)) }

// suppressedField names an address in the copies. Names of channels have no space.
func suppressedField(ch message.ChannelName, a message.Address) string { return string(ch) + " " + string(a) }

// everywhere runs a script on each copy, that of shard 0 last, and returns what
// the last one said.
func (s *Store) everywhere(ctx context.Context, sc *script, args ...any) (reply any, err error) {
	for i := laneShards - 1; i >= 0; i-- {
		k := suppressedKey(i)
		once := key(keyOnce, slot(k), nonceText())
		if reply, err = s.do(ctx, sc, []string{k, once}, args...); err != nil {
			return nil, err
		}
	}
	return reply, nil
}

// Suppress implements outbox.SuppressionStore.
func (s *Store) Suppress(ctx context.Context, p outbox.Suppression) (bool, error) {
	if err := p.Check(); err != nil {
		return false, failed("suppress", err)
	}
	body, err := encode(p.Bounded())
	if err != nil {
		return false, failed("suppress", err)
	}
	reply, err := s.everywhere(ctx, scriptSuppress, suppressedField(p.Channel, p.Address), string(p.Why), body)
	return reply == int64(1), failed("suppress", err)
}

// Suppressed implements outbox.SuppressionStore.
func (s *Store) Suppressed(ctx context.Context, ch message.ChannelName, a message.Address) (p outbox.Suppression, found bool, err error) {
	value, err := s.reads.HGet(ctx, suppressedKey(0), suppressedField(ch, a)).Result()
	if errors.Is(err, goredis.Nil) {
		return p, false, nil
	}
	if err == nil {
		p, err = readSuppression(value)
	}
	return p, err == nil, failed("suppressed", err)
}

// readSuppression reads what the copies hold: the reason, a space, the record.
func readSuppression(value string) (p outbox.Suppression, err error) {
	_, body, _ := strings.Cut(value, " ")
	return p, decode(body, &p)
}

// Unsuppress implements outbox.SuppressionStore.
func (s *Store) Unsuppress(ctx context.Context, ch message.ChannelName, a message.Address) (bool, error) {
	reply, err := s.everywhere(ctx, scriptUnsuppress, suppressedField(ch, a))
	return reply == int64(1), failed("unsuppress", err)
}

// scanned is how many fields of a copy are asked for at once.
const scanned = 1000

// Suppressions implements outbox.Suppressions: it looks at all, and holds at most
// a few times what it returns.
func (s *Store) Suppressions(ctx context.Context, f outbox.SuppressionFilter) ([]outbox.Suppression, error) {
	limit := f.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	order := func(a, b outbox.Suppression) int {
		return cmp.Or(cmp.Compare(a.Channel, b.Channel), cmp.Compare(a.Address, b.Address))
	}
	after := outbox.Suppression{Channel: f.AfterChannel, Address: f.After}
	var all []outbox.Suppression
	first := func() {
		slices.SortFunc(all, order)
		all = slices.CompactFunc(all, func(a, b outbox.Suppression) bool { return order(a, b) == 0 }) // a scan may repeat itself
		all = all[:min(len(all), limit)]
	}
	for cursor := uint64(0); ; {
		fields, next, err := s.reads.HScan(ctx, suppressedKey(0), cursor, "", scanned).Result()
		if err != nil {
			return nil, failed("suppressions", err)
		}
		for i := 1; i < len(fields); i += 2 {
			p, err := readSuppression(fields[i])
			if err != nil {
				return nil, failed("suppressions", err)
			}
			if order(p, after) > 0 && (f.Channel == "" || p.Channel == f.Channel) && (f.Why == "" || p.Why == f.Why) {
				all = append(all, p)
			}
		}
		if len(all) > limit+scanned {
			first()
		}
		if cursor = next; cursor == 0 {
			first()
			return all, nil
		}
	}
}

// CountSuppressed implements outbox.SuppressionStore.
func (s *Store) CountSuppressed(ctx context.Context) (int, error) {
	n, err := s.reads.HLen(ctx, suppressedKey(0)).Result()
	return int(n), failed("count suppressed", err)
}
