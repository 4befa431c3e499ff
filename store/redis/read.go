package redis

import (
	"context"
	"encoding/binary"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/store/ground"
)

// serverTime is the server's time as this node knows it, in ms.
func (s *Store) serverTime() int64 {
	return s.o.Now().Add(-time.Duration(s.health.skew.Load())).UnixMilli()
}

func (s *Store) Get(ctx context.Context, keys ...ground.Key) ([]ground.Record, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	if len(keys) == 0 {
		return []ground.Record{}, nil
	}
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = recordKey(k)
	}
	values, err := s.reads.MGet(ctx, names...).Result()
	if err != nil {
		return nil, ground.Named("get", err)
	}
	all, err := s.readAll(keys, values)
	return all, ground.Named("get", err)
}

// readAll reads the stored values of keys.
func (s *Store) readAll(keys []ground.Key, values []any) (all []ground.Record, err error) {
	all = make([]ground.Record, len(keys))
	for i, k := range keys {
		if all[i], _, err = s.readLive(k, values[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// readLive reads a stored value as its readers see it.
func (s *Store) readLive(k ground.Key, stored any) (ground.Record, entries, error) {
	value, _ := stored.(string)
	if value == "" {
		return ground.Record{Key: k}, "", nil
	}
	r, in, err := readRecord(k, value)
	if err != nil {
		return r, in, err
	}
	if t := until(value); t != 0 && t <= s.serverTime() {
		return ground.Record{Key: k}, "", nil
	}
	return r, in, nil
}

// Scan implements ground.Store: the index says which records, and they say whether they
// are still there.
func (s *Store) Scan(ctx context.Context, q ground.Scan) ([]ground.Found, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	if err := ground.CheckScan(q); err != nil {
		return nil, ground.Named("scan", err)
	}
	head := q.Kind + "\x00" + q.Index + "\x00"
	from, to := "["+head, "("+q.Kind+"\x00"+q.Index+"\x01"
	place := func(p *ground.Place) string { return head + sortable(p.At) + p.ID }
	first, last := &from, &to // in the order of the scan
	if q.Backwards {
		first, last = &to, &from
	}
	if q.After != nil {
		*first = "(" + place(q.After)
	}
	if q.To != nil {
		*last = "[" + place(q.To)
	}
	var all []ground.Found
	for len(all) < q.Limit {
		members, err := s.members(ctx, from, to, q.Backwards, q.Limit-len(all))
		if err != nil {
			return nil, ground.Named("scan", err)
		}
		found, err := s.found(ctx, q, head, members)
		if err != nil {
			return nil, ground.Named("scan", err)
		}
		all = append(all, found...)
		if len(members) < q.Limit-len(all)+len(found) {
			break
		}
		*first = "(" + members[len(members)-1]
	}
	return all, nil
}

func (s *Store) members(ctx context.Context, from, to string, backwards bool, limit int) ([]string, error) {
	by := &goredis.ZRangeBy{Min: from, Max: to, Count: int64(limit)}
	if backwards {
		return s.reads.ZRevRangeByLex(ctx, keyIndex, by).Result()
	}
	return s.reads.ZRangeByLex(ctx, keyIndex, by).Result()
}

// found reads the records of members that still are in the index.
func (s *Store) found(ctx context.Context, q ground.Scan, head string, members []string) ([]ground.Found, error) {
	if len(members) == 0 {
		return nil, nil
	}
	key := func(m string) ground.Key { return ground.Key{Kind: q.Kind, ID: m[len(head)+8:]} }
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = recordKey(key(m))
	}
	values, err := s.reads.MGet(ctx, names...).Result()
	if err != nil {
		return nil, err
	}
	var all []ground.Found
	for i, m := range members {
		r, in, err := s.readLive(key(m), values[i])
		if err != nil {
			return nil, err
		}
		if at := m[len(head) : len(head)+8]; in.has(q.Index, at) {
			all = append(all, ground.Found{Record: r, At: unsortable(at)})
		}
	}
	return all, nil
}

func (s *Store) Rank(ctx context.Context, kind, index string, n int) (int, *ground.Place, error) {
	if err := s.usable(ctx); err != nil {
		return 0, nil, err
	}
	if err := ground.CheckScan(ground.Scan{Kind: kind, Index: index, Limit: 1}); err != nil {
		return 0, nil, ground.Named("rank", err)
	}
	head := kind + "\x00" + index + "\x00"
	from, to := "["+head, "("+kind+"\x00"+index+"\x01"
	total, err := s.reads.ZLexCount(ctx, keyIndex, from, to).Result()
	if err != nil || n < 1 || int64(n) > total {
		return int(total), nil, ground.Named("rank", err)
	}
	m, err := s.reads.ZRangeByLex(ctx, keyIndex, &goredis.ZRangeBy{Min: from, Max: to, Offset: int64(n - 1), Count: 1}).Result()
	if err != nil || len(m) == 0 {
		return int(total), nil, ground.Named("rank", err)
	}
	at := m[0][len(head):]
	return int(total), &ground.Place{At: unsortable(at[:8]), ID: at[8:]}, nil
}

func (s *Store) Count(ctx context.Context, kind string) (map[string]int64, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	all, err := s.reads.HGetAll(ctx, keyCounts).Result()
	if err != nil {
		return nil, ground.Named("count", err)
	}
	n := map[string]int64{}
	for name, value := range all {
		if label, ok := strings.CutPrefix(name, kind+"\x00"); ok && value != "0" {
			n[label] = parse(value)
		}
	}
	return n, nil
}

// sweepRows is how many records are deleted by one script.
const sweepRows = 100

// Sweep implements ground.Store. Records in no index and without a label go by themselves.
func (s *Store) Sweep(ctx context.Context) (int, error) {
	const lapses = "\x00x\x00"
	deleted := 0
	for {
		if err := s.usable(ctx); err != nil {
			return deleted, err
		}
		now, err := s.link.writes.Time(ctx).Result()
		if err != nil {
			return deleted, ground.Named("sweep", err)
		}
		var at [8]byte
		binary.BigEndian.PutUint64(at[:], uint64(now.UnixMilli()))
		to := lapses + string(at[:]) + "\xff"
		members, err := s.members(ctx, "["+lapses, "("+to, false, sweepRows)
		if err != nil || len(members) == 0 {
			return deleted, ground.Named("sweep", err)
		}
		keys, args := []string{keyIndex, keyCounts}, []any{}
		for _, m := range members {
			name := m[len(lapses)+8:]
			k := keyOf(name)
			keys, args = append(keys, name), append(args, m, k.Kind, k.ID)
		}
		reply, err := s.do(ctx, scriptSweep, keys, args...)
		if err != nil {
			return deleted, ground.Named("sweep", err)
		}
		deleted += int(number(reply))
		if len(members) < sweepRows {
			return deleted, nil
		}
	}
}

// keyOf is the opposite of recordKey.
func keyOf(record string) ground.Key {
	kind, id, _ := strings.Cut(strings.TrimPrefix(record, keyRecord), ":")
	return ground.Key{Kind: kind, ID: id}
}
