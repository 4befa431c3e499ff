package redis

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/approvals"
	"bridge/message"
)

// dueLimit is the most records of Due and Marked.
const dueLimit = 100

// ranked is an approval of an index with its score.
type ranked struct {
	id    message.ApprovalID
	score float64
}

// across asks the indexes of all shards at the same time and returns what they
// have, lowest score first.
func (s *Store) across(ctx context.Context, ask func(goredis.Pipeliner, int) *goredis.ZSliceCmd) ([]ranked, error) {
	pipe := s.reads.Pipeline()
	var cmds [recordShards]*goredis.ZSliceCmd
	for i := range cmds {
		cmds[i] = ask(pipe, i)
	}
	if err := execReads(ctx, pipe); err != nil {
		return nil, err
	}
	var all []ranked
	for _, c := range cmds {
		for _, z := range c.Val() {
			id, _ := z.Member.(string)
			all = append(all, ranked{message.ApprovalID(id), z.Score})
		}
	}
	slices.SortFunc(all, inOrder)
	return all, nil
}

func inOrder(a, b ranked) int { return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.id, b.id)) }

func indexKey(pattern string, shard int) string { return key(pattern, strconv.Itoa(shard)) }

func idsOf(all []ranked) []message.ApprovalID {
	ids := make([]message.ApprovalID, len(all))
	for i, r := range all {
		ids[i] = r.id
	}
	return ids
}

// Pending implements approvals.Store.
func (s *Store) Pending(ctx context.Context) (int, error) {
	pipe := s.reads.Pipeline()
	var counts [recordShards]*goredis.IntCmd
	for i := range counts {
		counts[i] = pipe.ZCard(ctx, indexKey(keyPending, i))
	}
	if err := execReads(ctx, pipe); err != nil {
		return 0, failed("pending approvals", err)
	}
	n := 0
	for _, c := range counts {
		n += int(c.Val())
	}
	return n, nil
}

// Due implements approvals.Store. Where nothing is due it asks each shard for the first
// entry of its index alone.
func (s *Store) Due(ctx context.Context, now time.Time) ([]approvals.Record, time.Time, error) {
	first, err := s.soonest(ctx, 1)
	if err == nil && len(first) > 0 && !timeOf(first[0].score).After(now) { // mostly nothing is due
		first, err = s.soonest(ctx, dueLimit+1)
	}
	if err != nil {
		return nil, time.Time{}, failed("due approvals", err)
	}
	var next time.Time
	for i, r := range first {
		if i == dueLimit || timeOf(r.score).After(now) {
			next = timeOf(r.score)
			first = first[:i]
			break
		}
	}
	if len(first) == 0 {
		return nil, next, nil
	}
	all, err := s.read(ctx, idsOf(first))
	if err != nil {
		return nil, time.Time{}, failed("due approvals", err)
	}
	slices.SortStableFunc(all, func(a, b storedApproval) int {
		return cmp.Or(a.DueAt().Compare(b.DueAt()), cmp.Compare(a.at, b.at))
	})
	var due []approvals.Record
	for _, r := range all {
		switch {
		case r.State != approvals.Pending: // decided just now
		case r.DueAt().After(now): // it was prolonged just now
			if next.IsZero() || r.DueAt().Before(next) {
				next = r.DueAt()
			}
		default:
			due = append(due, r.Record)
		}
	}
	return due, next, nil
}

// soonest are the pending approvals that are due first, at most n of each shard.
func (s *Store) soonest(ctx context.Context, n int64) ([]ranked, error) {
	return s.across(ctx, func(p goredis.Pipeliner, i int) *goredis.ZSliceCmd {
		return p.ZRangeArgsWithScores(ctx, goredis.ZRangeArgs{
			Key: indexKey(keyPending, i), Start: "-inf", Stop: "(+inf", ByScore: true, Count: n,
		})
	})
}

// Marked implements approvals.Store.
func (s *Store) Marked(ctx context.Context) ([]approvals.Record, error) {
	first, err := s.across(ctx, func(p goredis.Pipeliner, i int) *goredis.ZSliceCmd {
		return p.ZRangeWithScores(ctx, indexKey(keyMarked, i), 0, dueLimit-1)
	})
	if err != nil {
		return nil, failed("marked approvals", err)
	}
	found, err := s.read(ctx, idsOf(first[:min(len(first), dueLimit)]))
	if err != nil {
		return nil, failed("marked approvals", err)
	}
	var all []approvals.Record
	for _, r := range found {
		if r.Inject {
			all = append(all, r.Record)
		}
	}
	return all, nil
}

// List implements approvals.Store.
func (s *Store) List(ctx context.Context, f approvals.Filter) ([]approvals.Record, error) {
	limit := f.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	all, err := s.list(ctx, f, limit)
	return all, failed("list approvals", err)
}

func (s *Store) list(ctx context.Context, f approvals.Filter, limit int) ([]approvals.Record, error) {
	switch {
	case f.Turn != "":
		// The session, and so the shard of the turn, is not known: all are asked.
		all, err := s.across(ctx, func(p goredis.Pipeliner, i int) *goredis.ZSliceCmd {
			return p.ZRangeWithScores(ctx, sessionKeys{shard: i}.ofTurn(keyAsks, f.Turn), 0, -1)
		})
		if err != nil {
			return nil, err
		}
		return s.newest(ctx, f, all, limit)
	case f.State == approvals.Pending:
		all, err := s.across(ctx, func(p goredis.Pipeliner, i int) *goredis.ZSliceCmd {
			return p.ZInterWithScores(ctx, &goredis.ZStore{
				Keys:    []string{indexKey(keyPending, i), indexKey(keyApprovals, i)},
				Weights: []float64{0, 1}, // the order of creation
			})
		})
		if err != nil {
			return nil, err
		}
		return s.newest(ctx, f, all, limit)
	}
	for n := limit; ; n *= 4 {
		n = min(n, math.MaxInt32)
		all, err := s.across(ctx, func(p goredis.Pipeliner, i int) *goredis.ZSliceCmd {
			return p.ZRevRangeWithScores(ctx, indexKey(keyApprovals, i), 0, int64(n-1))
		})
		if err != nil {
			return nil, err
		}
		// Beyond the n newest, what one shard did not tell may be missing.
		complete := len(all) < n
		if !complete {
			all = all[len(all)-n:]
		}
		found, err := s.newest(ctx, f, all, limit)
		if err != nil || complete || len(found) == limit {
			return found, err
		}
	}
}

// newest returns the last of all (in the order of creation) that f selects,
// newest first.
func (s *Store) newest(ctx context.Context, f approvals.Filter, all []ranked, limit int) ([]approvals.Record, error) {
	if f.Before != "" {
		shard := keysOfApproval(f.Before).shard
		score, err := s.reads.ZScore(ctx, indexKey(keyApprovals, shard), string(f.Before)).Result()
		if errors.Is(err, goredis.Nil) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		last, _ := slices.BinarySearchFunc(all, ranked{f.Before, score}, inOrder)
		all = all[:last]
	}
	ids := idsOf(all)
	slices.Reverse(ids)
	var found []approvals.Record
	for len(ids) > 0 && len(found) < limit {
		part := ids[:min(len(ids), readAtOnce)]
		ids = ids[len(part):]
		some, err := s.read(ctx, part)
		if err != nil {
			return nil, err
		}
		for _, r := range some {
			if (f.State == "" || r.State == f.State) && (f.Turn == "" || r.Turn == f.Turn) && len(found) < limit {
				found = append(found, r.Record)
			}
		}
	}
	return found, nil
}
