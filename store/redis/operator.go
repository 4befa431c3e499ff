package redis

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/queue"
)

const (
	mostShown = 1000 // dead letters, or waiting items of a lane, of one answer
	lookedAt  = 500  // dead letters, by one run of the script
)

var (
	scriptWaiting = load("lane_waiting")
	scriptDepth   = load("lane_depth")
	scriptDead    = load("lane_dead")
	scriptDrop    = load("lane_drop")
)

// query runs scripts that only read: one for each call, at the same time.
func (s *Store) query(ctx context.Context, calls ...*call) ([]any, error) {
	for again := false; ; again = true {
		cmds := make([]*goredis.Cmd, len(calls))
		_, err := s.reads.Pipelined(ctx, func(p goredis.Pipeliner) error {
			for i, c := range calls {
				c.source = again
				r := run{group: c.group, calls: []*call{c}, keys: len(c.keys), args: len(c.args)}
				cmds[i] = r.command(ctx)
				_ = p.Process(ctx, cmds[i])
			}
			return nil
		})
		if err != nil && !again && slices.ContainsFunc(cmds, func(c *goredis.Cmd) bool { return notLoaded(c.Err()) }) {
			continue
		}
		out := make([]any, len(cmds))
		for i, c := range cmds {
			out[i] = c.Val()
		}
		return out, err
	}
}

// names returns the queues that were ever used.
func (s *Store) names(ctx context.Context) ([]queue.Name, error) {
	found, err := s.reads.SMembers(ctx, keyQueues).Result()
	slices.Sort(found)
	names := make([]queue.Name, len(found))
	for i, n := range found {
		names[i] = queue.Name(n)
	}
	return names, err
}

func (g *laneGroup) depth() *call {
	return newCall(scriptDepth, append(g.keys[:len(g.keys):len(g.keys)], g.key(keyDeadSeq), g.key(keyDeadAt)), g.shard)
}

// depths returns what each shard of a queue answers to lane_depth.
func (s *Store) depths(ctx context.Context, name queue.Name) ([][]any, error) {
	q := s.lanes(name)
	calls := make([]*call, laneShards)
	for i := range calls {
		calls[i] = q.shards[i].depth()
	}
	replies, err := s.query(ctx, calls...)
	if err != nil {
		return nil, err
	}
	out := make([][]any, laneShards)
	for i := range out {
		list, _ := replies[i].([]any)
		if len(list) != 6 {
			return nil, errReply("lane_depth")
		}
		out[i] = list
	}
	return out, nil
}

// Depth implements store.Operator.
func (s *Store) Depth(ctx context.Context) (map[queue.Name]queue.Depth, error) {
	names, err := s.names(ctx)
	if err != nil {
		return nil, failed("depth", err)
	}
	all := map[queue.Name]queue.Depth{}
	for _, name := range names {
		shards, err := s.depths(ctx, name)
		if err != nil {
			return nil, failed("depth", err)
		}
		var d queue.Depth
		for _, v := range shards {
			claimed, dead := int(number(v[1])), int(number(v[3]))
			d.Waiting += int(number(v[0])) - claimed - dead
			d.Claimed += claimed
			d.Delayed += int(number(v[2]))
			d.Dead += dead
			d.Oldest = older(d.Oldest, fromMicros(number(v[4])))
		}
		all[name] = d
	}
	return all, nil
}

// older returns the earlier of two times; zero is none.
func older(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// OldestItem implements store.Operator.
func (s *Store) OldestItem(ctx context.Context, name queue.Name) (time.Time, error) {
	shards, err := s.depths(ctx, name)
	if err != nil {
		return time.Time{}, failed("oldest item", err)
	}
	var at time.Time
	for _, v := range shards {
		at = older(at, fromMicros(number(v[5])))
	}
	return at, nil
}

// Waiting implements store.Operator.
func (s *Store) Waiting(ctx context.Context, name queue.Name, lane string) ([]queue.Waiting, error) {
	g := s.lanes(name).of(lane)
	replies, err := s.query(ctx, newCall(scriptWaiting, g.keys, g.shard, lane, mostShown))
	if err != nil {
		return nil, failed("waiting", err)
	}
	rows, _ := replies[0].([]any)
	all := make([]queue.Waiting, 0, len(rows))
	for _, r := range rows {
		v, _ := r.([]any)
		if len(v) != 7 {
			return nil, failed("waiting", errReply("lane_waiting"))
		}
		id, payload, _, err := unpack(v[0])
		if err != nil {
			return nil, failed("waiting", err)
		}
		why, _ := v[6].(string)
		all = append(all, queue.Waiting{
			ID: id, Payload: payload, At: fromMicros(number(v[1])), Due: fromMicros(number(v[2])),
			Attempts: int(number(v[3])), Begun: number(v[4]) == 1, Claimed: number(v[5]) == 1, Why: why,
		})
	}
	return all, nil
}

// deadOf returns dead letters of some shards by Seq, from and to included.
func (s *Store) deadOf(ctx context.Context, groups []*laneGroup, from, to int64, f queue.DeadFilter) ([]queue.DeadLetter, error) {
	var found []queue.DeadLetter
	next := make([]int64, len(groups)) // 0 = has no more
	for i := range next {
		next[i] = from
	}
	for {
		var calls []*call
		var asked []int
		for i, g := range groups {
			if next[i] != 0 {
				asked = append(asked, i)
				calls = append(calls, newCall(scriptDead, []string{g.key(keyDead), g.key(keyDeadSeq), g.key(keyItems)},
					next[i], to, f.Code, micros(f.Since), f.Limit, lookedAt))
			}
		}
		if len(calls) == 0 {
			break
		}
		replies, err := s.query(ctx, calls...)
		if err != nil {
			return nil, err
		}
		for n, i := range asked {
			rows, _ := replies[n].([]any)
			if len(rows) < 2 {
				return nil, errReply("lane_dead")
			}
			for _, r := range rows[2:] {
				d, err := deadLetter(groups[i].queue, r)
				if err != nil {
					return nil, err
				}
				found = append(found, d)
			}
			if next[i] = 0; number(rows[0]) == 1 {
				next[i] = number(rows[1]) + 1
			}
		}
		slices.SortFunc(found, func(a, b queue.DeadLetter) int { return int(a.Seq - b.Seq) })
		if len(found) >= f.Limit {
			// A shard that has more goes on only where it can come before the last.
			found = found[:f.Limit:f.Limit]
			for i := range next {
				if next[i] > found[f.Limit-1].Seq {
					next[i] = 0
				}
			}
		}
	}
	return found, nil
}

func deadLetter(name queue.Name, row any) (queue.DeadLetter, error) {
	v, _ := row.([]any)
	if len(v) != 8 {
		return queue.DeadLetter{}, errReply("lane_dead")
	}
	id, payload, replays, err := unpack(v[7])
	lane, _ := v[1].(string)
	code, _ := v[5].(string)
	why, _ := v[6].(string)
	return queue.DeadLetter{
		Queue: name, Lane: lane, ID: id, Payload: payload, Attempts: int(number(v[4])), Replays: replays,
		Death: queue.Death{Code: code, Why: why},
		At:    fromMicros(number(v[2])), BuriedAt: fromMicros(number(v[3])), Seq: number(v[0]),
	}, err
}

// DeadLetters implements store.Operator.
func (s *Store) DeadLetters(ctx context.Context, f queue.DeadFilter) ([]queue.DeadLetter, error) {
	if f.Limit <= 0 {
		f.Limit = mostShown
	}
	names := []queue.Name{f.Queue}
	if f.Queue == "" {
		var err error
		if names, err = s.names(ctx); err != nil {
			return nil, failed("dead letters", err)
		}
	}
	var groups []*laneGroup
	for _, n := range names {
		q := s.lanes(n)
		for i := range q.shards {
			groups = append(groups, &q.shards[i])
		}
	}
	all, err := s.deadOf(ctx, groups, f.After+1, math.MaxInt64>>10, f)
	return all, failed("dead letters", err)
}

// find returns a dead letter and its shard, or queue.ErrNoDeadLetter.
func (s *Store) find(ctx context.Context, seq int64) (queue.DeadLetter, *laneGroup, error) {
	names, err := s.names(ctx)
	if err != nil || seq <= 0 {
		return queue.DeadLetter{}, nil, errors.Join(err, queue.ErrNoDeadLetter)
	}
	for _, n := range names {
		g := &s.lanes(n).shards[seq%laneShards]
		found, err := s.deadOf(ctx, []*laneGroup{g}, seq, seq, queue.DeadFilter{Limit: 1})
		if err != nil {
			return queue.DeadLetter{}, nil, err
		}
		if len(found) == 1 {
			return found[0], g, nil
		}
	}
	return queue.DeadLetter{}, nil, queue.ErrNoDeadLetter
}

// DeadLetter implements store.Operator.
func (s *Store) DeadLetter(ctx context.Context, seq int64) (queue.DeadLetter, error) {
	d, _, err := s.find(ctx, seq)
	return d, failed("dead letter", err)
}

// Replay implements store.Operator.
func (s *Store) Replay(ctx context.Context, seq int64) error {
	return failed("replay", s.exhume(ctx, seq, 1))
}

// Drop implements store.Operator.
func (s *Store) Drop(ctx context.Context, seq int64) error {
	return failed("drop", s.exhume(ctx, seq, 0))
}

// exhume deletes a dead letter, or puts it back into its lane.
func (s *Store) exhume(ctx context.Context, seq int64, replay int) error {
	d, g, err := s.find(ctx, seq)
	if err != nil {
		return err
	}
	nonce := newNonce()
	keys := append(g.keys[:len(g.keys):len(g.keys)], g.deadKeys()...)
	keys = append(keys, g.seenKey(d.Lane, d.ID), key(keyOnce, slot(g.keys[0]), strconv.FormatInt(nonce, 36)))
	reply, err := s.do(ctx, scriptDrop, keys, g.shard, seq, s.dedupe.Microseconds(), nonce, replay)
	if err == nil && reply != int64(1) {
		err = queue.ErrNoDeadLetter
	}
	return err
}
