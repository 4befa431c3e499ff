package records

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"bridge/approvals/ledger"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/store/ground"
)

// draw fills a salt.
func draw(b []byte) { _, _ = rand.Read(b) } // never fails

// Chains implements evidence.Ledger.
func (s *Store) Chains(ctx context.Context) ([]ledger.Chain, error) {
	keys := make([]ground.Key, chains)
	for n := range keys {
		keys[n] = headKey(n)
	}
	all, err := s.g.Get(ctx, keys...)
	if err != nil {
		return nil, named("ledger", err)
	}
	out := make([]ledger.Chain, chains)
	for n, r := range all {
		out[n].ID = n
		if r.Version == 0 {
			continue
		}
		var h head
		if err := decode(r, &h); err != nil {
			return nil, named("ledger", err)
		}
		out[n].Anchor, out[n].Head = h.Anchor, h.Head
	}
	return out, nil
}

// Entries implements evidence.Ledger.
func (s *Store) Entries(ctx context.Context, chain int, after int64, limit int) ([]ledger.Entry, error) {
	return s.entries(ctx, ground.Scan{Index: inChain + strconv.Itoa(chain), After: &ground.Place{At: after, ID: "\xff"}, Limit: limit})
}

// EntriesOf implements evidence.Ledger.
func (s *Store) EntriesOf(ctx context.Context, id message.ApprovalID) (int, []ledger.Entry, error) {
	if id == "" {
		return 0, nil, ctx.Err()
	}
	all, err := s.entries(ctx, ground.Scan{Index: ofApproval + string(id), Limit: 100000})
	return chainOf(id), all, err
}

func (s *Store) entries(ctx context.Context, q ground.Scan) (all []ledger.Entry, err error) {
	q.Kind = kindEntry
	limit := q.Limit
	err = s.scan(ctx, q, func(f ground.Found) (bool, error) {
		var e ledger.Entry
		err := decode(f.Record, &e)
		all = append(all, e)
		return len(all) < limit, err
	})
	return all, err
}

// About implements evidence.Ledger.
func (s *Store) About(ctx context.Context, p message.PersonID) (ids []message.ApprovalID, err error) {
	if p == "" {
		return nil, ctx.Err()
	}
	err = s.scan(ctx, ground.Scan{Kind: kindEntry, Index: ofWhom + string(p), Limit: 500}, func(f ground.Found) (bool, error) {
		var e ledger.Entry
		err := decode(f.Record, &e)
		if !slices.Contains(ids, e.Approval) {
			ids = append(ids, e.Approval)
		}
		return true, err
	})
	return ids, err
}

// Erase implements evidence.Ledger.
func (s *Store) Erase(ctx context.Context, id message.ApprovalID, p message.PersonID, by string, at time.Time) (n int, err error) {
	c := chainOf(id)
	select {
	case s.chains[c].turn <- struct{}{}:
		defer func() { <-s.chains[c].turn }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	err = s.change(ctx, "erase", func() ([]ground.Op, error) {
		said := ledger.Erasure{By: by}
		var ops []ground.Op
		if err := s.scan(ctx, ground.Scan{Kind: kindEntry, Index: ofApproval + string(id), Limit: 500}, func(f ground.Found) (bool, error) {
			var e ledger.Entry
			if err := decode(f.Record, &e); err != nil {
				return false, err
			}
			if !slices.Contains(e.People, p) {
				return true, nil
			}
			said.Entries = append(said.Entries, e.Seq)
			op, err := putEntry(c, e.Blank(), as(f.Record))
			ops = append(ops, op)
			return true, err
		}); err != nil {
			return nil, err
		}
		if n = len(said.Entries); n == 0 {
			return nil, nil
		}
		body, err := json.Marshal(said)
		if err != nil {
			return nil, err
		}
		chain, err := s.link(ctx, c, []ledger.Event{{Approval: id, What: ledger.Erased, At: at, Body: body}})
		return append(ops, chain...), err
	})
	return n, err
}

// sweepRows is how many entries are deleted at a time.
const sweepRows = 400

// sweepLedger deletes from the front of each chain what is past its retention and of no
// request that is still there, and leaves an anchor.
func (s *Store) sweepLedger(ctx context.Context) (deleted int, err error) {
	if s.o.Retention.Decisions <= 0 {
		return 0, nil
	}
	cutoff := s.storeNow().Add(-s.o.Retention.Decisions)
	for n := range chains {
		for more := true; more; {
			cut := 0
			err := s.change(ctx, "sweep ledger", func() ([]ground.Op, error) {
				cut, more = 0, false
				var h head
				r, found, err := s.one(ctx, headKey(n), &h)
				if err != nil || !found {
					return nil, err
				}
				var ops []ground.Op
				err = s.scan(ctx, ground.Scan{Kind: kindEntry, Index: inChain + strconv.Itoa(n), Limit: 100}, func(f ground.Found) (bool, error) {
					var e ledger.Entry
					if err := decode(f.Record, &e); err != nil {
						return false, err
					}
					if !e.At.Before(cutoff) {
						return false, nil
					}
					if _, err := s.Get(ctx, e.Approval); !errors.Is(err, request.ErrNotFound) {
						return false, err
					}
					h.Anchor = e.Head()
					ops = append(ops, ground.Delete{Key: f.Key})
					cut++
					more = cut == sweepRows
					return !more, nil
				})
				if err != nil || cut == 0 {
					return nil, err
				}
				put, err := puts(ground.Put{Key: headKey(n), If: as(r)}, h)
				return append(put, ops...), err
			})
			if err != nil {
				return deleted, fmt.Errorf("chain %d: %w", n, err)
			}
			deleted += cut
		}
	}
	return deleted, nil
}
