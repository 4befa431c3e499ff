package redis

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/approvals"
	"bridge/approvals/ledger"
	"bridge/message"
)

var (
	scriptErase     = load("rec_erase")
	scriptLedgerCut = load("rec_ledgercut")
	scriptIndex     = load("rec_waiting")
)

// Each shard of records has a chain of its own: what is chained is written in the same
// script as the record it is about, and a script stays in one slot. Lua has no SHA-256, so
// entries are made here for the head that this node knows; a script refuses them if
// another node was faster, and says which head there is.

// chainEnd is what this node knows of the end of a chain. Whoever has the turn may
// write to the chain: two of one node would only refuse each other.
type chainEnd struct {
	turn  chan struct{}
	known bool
	head  ledger.Head
}

// draw fills a salt.
func draw(b []byte) { _, _ = rand.Read(b) } // never fails

// chain runs a script that writes about an approval, with what is to be chained behind
// its keys and args.
func (s *Store) chain(ctx context.Context, id message.ApprovalID, events []ledger.Event, sc *script, keys []string, args ...any) (any, error) {
	k := keysOfApproval(id)
	keys = append(slices.Clip(keys), indexKey(keyChain, k.shard), indexKey(keyLedger, k.shard), k.key(keyChained))
	if len(events) == 0 {
		return s.do(ctx, sc, keys, append(slices.Clip(args), "", "", "", 0)...)
	}
	end := &s.chains[k.shard]
	select {
	case end.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-end.turn }()
	for {
		entries, err := ledger.Link(end.head, events, draw)
		if err != nil {
			return nil, err
		}
		keys, args := slices.Clip(keys), slices.Clip(args)
		last := entries[len(entries)-1]
		expected := ""
		if end.known {
			expected = strconv.FormatInt(end.head.Seq, 10)
		}
		args = append(args, expected, last.Seq, hex.EncodeToString(last.Hash), len(entries))
		for _, e := range entries {
			body, err := encode(e)
			if err != nil {
				return nil, err
			}
			args = append(args, e.Seq, body, len(e.People))
			for _, p := range e.People {
				keys = append(keys, toldKey(k.shard, p))
			}
		}
		reply, err := s.do(ctx, sc, keys, args...)
		if err != nil {
			end.known = false // nobody knows whether it is written
			return nil, err
		}
		list, _ := reply.([]any)
		if len(list) != 3 || list[0] != int64(2) {
			if done(reply) {
				end.known, end.head = true, last.Head()
			}
			return reply, nil
		}
		if end.head, err = headOf(list[1], list[2]); err != nil {
			return nil, err
		}
		end.known = true
	}
}

// done reports whether a reply of a script that chains says that it has written: 1, or {1}.
func done(reply any) bool {
	if list, ok := reply.([]any); ok && len(list) == 1 {
		reply = list[0]
	}
	return reply == int64(1)
}

func headOf(seq, hash any) (h ledger.Head, err error) {
	n, _ := seq.(string)
	sum, _ := hash.(string)
	if n == "" {
		return h, nil
	}
	if h.Seq, err = strconv.ParseInt(n, 10, 64); err == nil {
		h.Hash, err = hex.DecodeString(sum)
	}
	if err != nil {
		return h, fmt.Errorf("head of the ledger: %w", err)
	}
	return h, nil
}

func toldKey(shard int, p message.PersonID) string {
	return key(keyTold, strconv.Itoa(shard), hash(string(p)))
}

// Chains implements approvals.Ledger: there is one for each shard.
func (s *Store) Chains(ctx context.Context) ([]ledger.Chain, error) {
	pipe := s.reads.Pipeline()
	var found [recordShards]*goredis.SliceCmd
	for i := range found {
		found[i] = pipe.HMGet(ctx, indexKey(keyChain, i), "an", "ah", "n", "h")
	}
	if err := execReads(ctx, pipe); err != nil {
		return nil, failed("ledger", err)
	}
	all := make([]ledger.Chain, recordShards)
	for i, c := range found {
		v := c.Val()
		anchor, err := headOf(v[0], v[1])
		head, err2 := headOf(v[2], v[3])
		if err := errors.Join(err, err2); err != nil {
			return nil, failed("ledger", err)
		}
		all[i] = ledger.Chain{ID: i, Anchor: anchor, Head: head}
	}
	return all, nil
}

// Entries implements approvals.Ledger.
func (s *Store) Entries(ctx context.Context, chain int, after int64, limit int) ([]ledger.Entry, error) {
	all, err := s.entriesAfter(ctx, chain, after, limit)
	return all, failed("ledger", err)
}

func (s *Store) entriesAfter(ctx context.Context, chain int, after int64, limit int) ([]ledger.Entry, error) {
	if chain < 0 || chain >= recordShards {
		return nil, nil
	}
	end, err := s.reads.HGet(ctx, indexKey(keyChain, chain), "n").Int64()
	if err != nil && !errors.Is(err, goredis.Nil) {
		return nil, err
	}
	for after < end { // a part of it may be missing altogether
		var fields []string
		for seq := after + 1; seq <= min(after+int64(limit), end); seq++ {
			fields = append(fields, strconv.FormatInt(seq, 10))
		}
		all, err := s.readEntries(ctx, chain, fields)
		if err != nil || len(all) > 0 {
			return all, err
		}
		after += int64(limit)
	}
	return nil, nil
}

// readEntries returns those of fields that are there.
func (s *Store) readEntries(ctx context.Context, chain int, fields []string) ([]ledger.Entry, error) {
	texts, err := s.readTexts(ctx, chain, fields)
	if err != nil {
		return nil, err
	}
	var all []ledger.Entry
	for _, text := range texts {
		if text == "" {
			continue
		}
		var e ledger.Entry
		if err := decode(text, &e); err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

func (s *Store) readTexts(ctx context.Context, chain int, fields []string) ([]string, error) {
	if len(fields) == 0 {
		return nil, nil
	}
	v, err := s.reads.HMGet(ctx, indexKey(keyLedger, chain), fields...).Result()
	return flat(v), err
}

// EntriesOf implements approvals.Ledger.
func (s *Store) EntriesOf(ctx context.Context, id message.ApprovalID) (int, []ledger.Entry, error) {
	k := keysOfApproval(id)
	fields, err := s.reads.LRange(ctx, k.key(keyChained), 0, -1).Result()
	if err != nil {
		return 0, nil, failed("ledger of a request", err)
	}
	all, err := s.readEntries(ctx, k.shard, fields)
	return k.shard, all, failed("ledger of a request", err)
}

// About implements approvals.Ledger.
func (s *Store) About(ctx context.Context, p message.PersonID) ([]message.ApprovalID, error) {
	pipe := s.reads.Pipeline()
	var found [recordShards]*goredis.StringSliceCmd
	for i := range found {
		found[i] = pipe.ZRange(ctx, toldKey(i, p), 0, -1)
	}
	if err := execReads(ctx, pipe); err != nil {
		return nil, failed("ledger about a person", err)
	}
	var ids []message.ApprovalID
	for _, c := range found {
		for _, id := range c.Val() {
			ids = append(ids, message.ApprovalID(id))
		}
	}
	return ids, nil
}

// Erase implements approvals.Ledger.
func (s *Store) Erase(ctx context.Context, id message.ApprovalID, p message.PersonID, by string, at time.Time) (int, error) {
	n, err := s.erase(ctx, id, p, by, at)
	return n, failed("erase", err)
}

func (s *Store) erase(ctx context.Context, id message.ApprovalID, p message.PersonID, by string, at time.Time) (int, error) {
	k := keysOfApproval(id)
	for {
		fields, err := s.reads.LRange(ctx, k.key(keyChained), 0, -1).Result()
		if err != nil {
			return 0, err
		}
		texts, err := s.readTexts(ctx, k.shard, fields)
		if err != nil {
			return 0, err
		}
		said := ledger.Erasure{By: by}
		var changes []any
		for _, text := range texts {
			if text == "" {
				continue
			}
			var e ledger.Entry
			if err := decode(text, &e); err != nil {
				return 0, err
			}
			if !slices.Contains(e.People, p) {
				continue
			}
			blank, err := encode(e.Blank())
			if err != nil {
				return 0, err
			}
			said.Entries = append(said.Entries, e.Seq)
			changes = append(changes, e.Seq, text, blank)
		}
		if len(said.Entries) == 0 {
			return 0, nil
		}
		body, err := json.Marshal(said)
		if err != nil {
			return 0, err
		}
		reply, err := s.chain(ctx, id, []ledger.Event{{Approval: id, What: ledger.Erased, At: at, Body: body}}, scriptErase,
			[]string{toldKey(k.shard, p)}, append([]any{string(id), len(said.Entries)}, changes...)...)
		switch {
		case err != nil:
			return 0, err
		case reply == int64(1):
			return len(said.Entries), nil
		case ctx.Err() != nil: // one was changed meanwhile: look again
			return 0, ctx.Err()
		}
	}
}

// sweepLedger deletes from the front of a chain what is past its retention and of no
// request that is still there, and leaves an anchor.
func (s *Store) sweepLedger(ctx context.Context, shard int) (deleted int, err error) {
	if s.o.Retention.Decisions <= 0 {
		return 0, nil
	}
	now, err := s.reads.Time(ctx).Result()
	if err != nil {
		return 0, err
	}
	cutoff := now.Add(-s.o.Retention.Decisions)
	for {
		v, err := s.reads.HMGet(ctx, indexKey(keyChain, shard), "an", "ah").Result()
		if err != nil {
			return deleted, err
		}
		anchor, err := headOf(v[0], v[1])
		if err != nil {
			return deleted, err
		}
		const some = 100 // bodies may be large
		front, err := s.entriesAfter(ctx, shard, anchor.Seq, some)
		if err != nil {
			return deleted, err
		}
		old, err := s.past(ctx, front, anchor.Seq, cutoff)
		if err != nil || len(old) == 0 {
			return deleted, err
		}
		last := old[len(old)-1]
		keys := []string{indexKey(keyChain, shard), indexKey(keyLedger, shard)}
		args := []any{anchor.Seq, last.Seq, hex.EncodeToString(last.Hash), len(old)}
		var told []string
		for _, e := range old {
			keys = append(keys, keysOfApproval(e.Approval).key(keyChained))
			args = append(args, e.Seq)
			for _, p := range e.People {
				told = append(told, toldKey(shard, p))
			}
		}
		slices.Sort(told)
		reply, err := s.do(ctx, scriptLedgerCut, append(keys, slices.Compact(told)...), args...)
		if err != nil {
			return deleted, err
		}
		n, _ := reply.(int64)
		deleted += int(n)
		if n == 0 || len(old) < some {
			return deleted, nil
		}
	}
}

// past is the part of front that can go: without gaps, since a gap is to be seen.
func (s *Store) past(ctx context.Context, front []ledger.Entry, after int64, cutoff time.Time) ([]ledger.Entry, error) {
	var ids []message.ApprovalID
	for i, e := range front {
		if e.Seq != after+int64(i)+1 || !e.At.Before(cutoff) {
			front = front[:i]
			break
		}
		ids = append(ids, e.Approval)
	}
	known, err := s.read(ctx, ids)
	if err != nil {
		return nil, err
	}
	there := map[message.ApprovalID]bool{}
	for _, r := range known {
		there[r.ID] = true
	}
	if i := slices.IndexFunc(front, func(e ledger.Entry) bool { return there[e.Approval] }); i >= 0 {
		front = front[:i]
	}
	return front, nil
}

// waitingKeys are those of all who have a code of r.
func waitingKeys(r approvals.Record) []string {
	k := keysOfApproval(r.ID)
	var all []string
	for _, a := range r.Codes() {
		all = append(all, waitingKey(k.shard, a.Person))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func waitingKey(shard int, p message.PersonID) string {
	return key(keyWaiting, strconv.Itoa(shard), hash(string(p)))
}

// OpenFor implements approvals.Store.
func (s *Store) OpenFor(ctx context.Context, p message.PersonID, limit int) ([]approvals.Record, error) {
	if !s.indexed.Load() {
		return s.scanFor(ctx, p, limit)
	}
	for n := limit; ; n *= 4 {
		complete := true
		all, err := s.across(ctx, func(pipe goredis.Pipeliner, i int) *goredis.ZSliceCmd {
			return pipe.ZRangeWithScores(ctx, waitingKey(i, p), 0, int64(n)-1)
		})
		if err != nil {
			return nil, failed("open approvals of a person", err)
		}
		if len(all) >= n {
			all, complete = all[:n], false
		}
		var open []approvals.Record
		for ids := idsOf(all); len(ids) > 0 && len(open) < limit; {
			part := ids[:min(len(ids), readAtOnce)]
			ids = ids[len(part):]
			found, err := s.read(ctx, part)
			if err != nil {
				return nil, failed("open approvals of a person", err)
			}
			for _, r := range found {
				if r.State == approvals.Pending && len(open) < limit { // else it was decided just now
					open = append(open, r.Record)
				}
			}
		}
		if complete || len(open) == limit {
			return open, nil
		}
	}
}

// scanFor is OpenFor where older nodes write, which do not keep the index.
func (s *Store) scanFor(ctx context.Context, p message.PersonID, limit int) ([]approvals.Record, error) {
	all, err := s.List(ctx, approvals.Filter{State: approvals.Pending, Limit: mostScanned})
	if err != nil {
		return nil, err
	}
	slices.Reverse(all) // oldest first
	all = slices.DeleteFunc(all, func(r approvals.Record) bool {
		return !slices.ContainsFunc(r.Codes(), func(a approvals.Approver) bool { return a.Person == p })
	})
	return all[:min(limit, len(all))], nil
}

const (
	mostScanned = 100_000
	indexPause  = 5 * time.Second
)

// indexWaiting puts everything that is pending into keyWaiting, once in the life of a store of
// format 2. All nodes keep it by then; until it is done OpenFor looks through all requests.
func (s *Store) indexWaiting() {
	for {
		err := s.indexOnce(s.ctx)
		if err == nil {
			s.indexed.Store(true)
			return
		}
		if s.ctx.Err() != nil {
			return
		}
		s.log.Warn("store: the index of who is asked is not made yet", "err", err)
		select {
		case <-s.ctx.Done():
			return
		case <-time.After(indexPause):
		}
	}
}

func (s *Store) indexOnce(ctx context.Context) error {
	n, err := s.reads.Exists(ctx, key(keyIndexed)).Result()
	if err != nil || n > 0 {
		return err
	}
	for shard := range recordShards {
		list, err := s.reads.ZRange(ctx, indexKey(keyPending, shard), 0, -1).Result()
		if err != nil {
			return err
		}
		for part := range slices.Chunk(list, sweepRows) {
			ids := make([]message.ApprovalID, len(part))
			for i, id := range part {
				ids[i] = message.ApprovalID(id)
			}
			known, err := s.read(ctx, ids)
			if err != nil {
				return err
			}
			var calls []*call
			for _, r := range known {
				keys := append([]string{keysOfApproval(r.ID).key(keyApproval)}, waitingKeys(r.Record)...)
				c := newCall(scriptIndex, keys, string(r.ID))
				s.calls.submit(c)
				calls = append(calls, c)
			}
			for _, c := range calls {
				_, failed := c.wait(ctx)
				err = cmp.Or(err, failed)
			}
			if err != nil {
				return err
			}
		}
	}
	return s.link.writes.Set(ctx, key(keyIndexed), 1, 0).Err()
}
