package records

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"time"

	"bridge/approvals/guess"
	"bridge/approvals/ledger"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/store"
	"bridge/store/ground"
)

// The indexes of approvals: their order is when they were made, but of due.
const (
	dueIndex    = "due"    // pending ones by DueAt
	injectIndex = "inject" // decided, but not yet in the session's lane
	forIndex    = "for:"   // pending ones by person
)

// approval is a request as it is stored.
type approval struct {
	request.Record
	V    int64 `json:"v"`    // its version: every change is one more
	Made int64 `json:"made"` // µs
}

func approvalKey(id message.ApprovalID) ground.Key { return key(kindApproval, string(id)) }

// put is the operation that stores a request.
func (s *Store) put(a approval, when ground.When) (ground.Op, error) {
	r := a.Record
	p := ground.Put{Key: approvalKey(r.ID), If: when, Label: string(r.State), Index: []ground.Entry{{Index: stateIndex + string(r.State), At: a.Made}}}
	if r.Turn != "" {
		p.Index = append(p.Index, ground.Entry{Index: ofTurn + string(r.Turn), At: a.Made})
	}
	if r.State == request.Pending {
		for _, id := range waiting(r) {
			p.Index = append(p.Index, ground.Entry{Index: forIndex + string(id), At: a.Made})
		}
		if due := r.DueAt(); !due.IsZero() {
			p.Index = append(p.Index, ground.Entry{Index: dueIndex, At: micros(due)})
		}
	}
	if r.Inject {
		p.Index = append(p.Index, ground.Entry{Index: injectIndex, At: a.Made})
	}
	if r.State != request.Pending && !r.Inject {
		p.TTL = s.o.Retention.Decisions
	}
	a.V = r.Version
	var err error
	p.Body, err = encode(&a)
	return p, err
}

// waiting are the people who are asked, each once.
func waiting(r request.Record) []message.PersonID {
	var all []message.PersonID
	for _, list := range [][]request.Approver{r.Approvers, r.Codes()} {
		for _, a := range list {
			if a.Person != "" && !slices.Contains(all, a.Person) {
				all = append(all, a.Person)
			}
		}
	}
	return all
}

// code is whose a code is.
type code struct {
	Approval message.ApprovalID `json:"approval"`
	Person   message.PersonID   `json:"person"`
}

// Create implements approvals.Store.
func (s *Store) Create(ctx context.Context, r request.Record, events ...ledger.Event) (out request.Record, first bool, err error) {
	r.Version = 1
	taken := false
	err = s.chained(ctx, r.ID, "create approval", events, func(chain []ground.Op) ([]ground.Op, error) {
		found, err := s.Get(ctx, r.ID)
		if err == nil {
			out, first = found, false
			return nil, nil
		}
		if !errors.Is(err, request.ErrNotFound) {
			return nil, err
		}
		out, first, taken = r, true, false
		op, err := s.put(approval{Record: r, Made: s.stamp()}, ground.Absent)
		if err != nil {
			return nil, err
		}
		ops := []ground.Op{op}
		known, ttl := map[string]bool{}, time.Duration(0)
		if r.State != request.Pending {
			ttl = request.CodeWindow
		}
		for _, a := range r.Codes() {
			c, err := s.get(ctx, key(kindCode, a.Code))
			if taken = known[a.Code] || c.Version != 0; err != nil || taken {
				return nil, err
			}
			known[a.Code] = true
			put, err := puts(ground.Put{Key: c.Key, If: ground.Absent, TTL: ttl}, code{r.ID, a.Person})
			if err != nil {
				return nil, err
			}
			ops = append(ops, put...)
		}
		if r.Outside != nil { // what a turn asks is counted with its step
			u := store.Usage{Tenant: r.Tenant, Agent: r.Agent, Address: message.Address(r.Outside.By), Counts: store.Counts{Asked: 1}}
			if op, counted := s.counts(u, s.now()); counted {
				ops = append(ops, op)
			}
		}
		if r.State == request.Pending {
			more, err := s.keep(ctx, r)
			if err != nil {
				return nil, err
			}
			ops = append(ops, more...)
		}
		return append(ops, chain...), nil
	})
	switch {
	case err != nil:
		return request.Record{}, false, err
	case taken:
		return request.Record{}, false, request.ErrCodeTaken
	}
	return out, first, nil
}

// letCode is the operation that lets the code of a request go that was decided, and made
// at made: it is not given out again within the window.
func (s *Store) letCode(text string, made time.Time) ground.Op {
	if left := request.CodeWindow - s.now().Sub(made); left > 0 {
		return ground.Touch{Key: key(kindCode, text), TTL: left}
	}
	return ground.Delete{Key: key(kindCode, text)}
}

// Get implements approvals.Store.
func (s *Store) Get(ctx context.Context, id message.ApprovalID) (request.Record, error) {
	a, _, err := s.approval(ctx, id)
	return a.Record, err
}

func (s *Store) approval(ctx context.Context, id message.ApprovalID) (a approval, r ground.Record, err error) {
	if id == "" {
		return a, r, request.ErrNotFound
	}
	r, found, err := s.one(ctx, approvalKey(id), &a)
	if err == nil && !found {
		err = request.ErrNotFound
	}
	a.Version = a.V
	return a, r, err
}

// readApproval reads a request that a scan found.
func readApproval(f ground.Found) (request.Record, error) {
	var a approval
	err := decode(f.Record, &a)
	a.Version = a.V
	return a.Record, err
}

// Put implements approvals.Store.
func (s *Store) Put(ctx context.Context, r request.Record, events ...ledger.Event) (request.Record, error) {
	was := r.Version
	r.Version++
	err := s.chained(ctx, r.ID, "put approval", events, func(chain []ground.Op) ([]ground.Op, error) {
		a, rec, err := s.approval(ctx, r.ID)
		if err != nil {
			return nil, err
		}
		if a.Version != was {
			return nil, request.ErrConflict
		}
		op, err := s.put(approval{Record: r, Made: a.Made}, as(rec))
		if err != nil {
			return nil, err
		}
		ops := append([]ground.Op{op}, s.countVotes(a.Record, r)...)
		if a.State == request.Pending && r.State != request.Pending {
			for _, c := range a.Codes() {
				ops = append(ops, s.letCode(c.Code, fromMicros(a.Made)))
			}
			free, err := s.freed(r)
			if err != nil {
				return nil, err
			}
			ops = append(ops, free)
		}
		return append(ops, chain...), nil
	})
	if err != nil {
		return request.Record{}, err
	}
	return r, nil
}

// countVotes are the operations that count the votes of a request which are new in it.
func (s *Store) countVotes(was, is request.Record) (ops []ground.Op) {
	rows := map[store.Usage]store.Counts{}
	for _, v := range is.Votes {
		if _, voted := was.VoteOf(v.Person); voted {
			continue
		}
		u := store.Usage{Tenant: is.Tenant, Channel: v.Channel, Agent: is.Agent, Address: v.From}
		n := store.Counts{In: 1, Votes: 1}
		if v.From == "" {
			u.Address, n.In = store.PersonAddress(v.Person), 0
		}
		rows[u] = rows[u].Plus(n)
	}
	for u, n := range rows {
		u.Counts = n
		if op, counted := s.counts(u, s.now()); counted {
			ops = append(ops, op)
		}
	}
	return ops
}

// ByCode implements approvals.Store.
func (s *Store) ByCode(ctx context.Context, text string) (message.ApprovalID, message.PersonID, error) {
	if text == "" {
		return "", "", request.ErrNotFound
	}
	var c code
	_, found, err := s.one(ctx, key(kindCode, text), &c)
	if err == nil && !found {
		err = request.ErrNotFound
	}
	return c.Approval, c.Person, err
}

// list returns the requests of an index, at most limit.
func (s *Store) list(ctx context.Context, q ground.Scan, want func(request.Record) bool) (all []request.Record, err error) {
	q.Kind = kindApproval
	limit := q.Limit
	err = s.scan(ctx, q, func(f ground.Found) (bool, error) {
		r, err := readApproval(f)
		if err != nil {
			return false, err
		}
		if want == nil || want(r) {
			all = append(all, r)
		}
		return len(all) < limit, nil
	})
	return all, err
}

// OpenFor implements approvals.Store.
func (s *Store) OpenFor(ctx context.Context, p message.PersonID, limit int) ([]request.Record, error) {
	if p == "" || limit <= 0 {
		return nil, ctx.Err()
	}
	return s.list(ctx, ground.Scan{Index: forIndex + string(p), Limit: limit}, nil)
}

// Pending implements approvals.Store.
func (s *Store) Pending(ctx context.Context) (int, error) {
	n, err := s.g.Count(ctx, kindApproval)
	return int(n[string(request.Pending)]), named("pending", err)
}

// List implements approvals.Store.
func (s *Store) List(ctx context.Context, f request.Filter) ([]request.Record, error) {
	limit := f.Limit
	if limit <= 0 {
		limit = most
	}
	q := ground.Scan{Backwards: true, Limit: limit}
	if f.Turn != "" {
		q.Index = ofTurn + string(f.Turn)
		return s.list(ctx, q, func(r request.Record) bool { return f.State == "" || r.State == f.State })
	}
	if f.Before != "" {
		a, _, err := s.approval(ctx, f.Before)
		if errors.Is(err, request.ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		q.After = &ground.Place{At: a.Made, ID: string(f.Before)}
	}
	states := []string{string(f.State)}
	if f.State == "" {
		n, err := s.g.Count(ctx, kindApproval)
		if err != nil {
			return nil, named("list", err)
		}
		states = states[:0]
		for state := range n {
			states = append(states, state)
		}
	}
	var all []ground.Found
	for _, state := range states {
		q.Index = stateIndex + state
		n := 0
		one := q
		one.Kind = kindApproval
		if err := s.scan(ctx, one, func(found ground.Found) (bool, error) {
			all = append(all, found)
			n++
			return n < limit, nil
		}); err != nil {
			return nil, err
		}
	}
	sort.Slice(all, func(i, j int) bool {
		a, b := &all[i], &all[j]
		return a.At > b.At || a.At == b.At && a.ID > b.ID
	})
	var out []request.Record
	for _, f := range all[:min(len(all), limit)] {
		r, err := readApproval(f)
		if err != nil {
			return nil, named("list", err)
		}
		out = append(out, r)
	}
	return out, nil
}

// dueLimit is the most records of Due and Marked.
const dueLimit = 100

// Due implements approvals.Store.
func (s *Store) Due(ctx context.Context, now time.Time) (due []request.Record, next time.Time, err error) {
	err = s.scan(ctx, ground.Scan{Kind: kindApproval, Index: dueIndex, Limit: dueLimit + 1}, func(f ground.Found) (bool, error) {
		if f.At > micros(now) || len(due) == dueLimit {
			next = fromMicros(f.At)
			return false, nil
		}
		r, err := readApproval(f)
		due = append(due, r)
		return true, err
	})
	return due, next, err
}

// Marked implements approvals.Store.
func (s *Store) Marked(ctx context.Context) ([]request.Record, error) {
	return s.list(ctx, ground.Scan{Index: injectIndex, Limit: dueLimit}, nil)
}

// guesses are the wrong codes from an address.
type guesses struct {
	Keys  map[string]int64 `json:"keys,omitempty"` // when each was counted, µs
	Locks []lock           `json:"locks,omitempty"`
}

type lock struct {
	At    int64  `json:"at"`
	Until int64  `json:"until"`
	By    string `json:"by"`
}

// at returns the lock that holds now.
func (g guesses) at(now int64) guess.Lock {
	for _, l := range g.Locks {
		if l.Until > now {
			return guess.Lock{Until: fromMicros(l.Until), By: l.By}
		}
	}
	return guess.Lock{}
}

// Guess implements approvals.Store.
func (s *Store) Guess(ctx context.Context, from message.Address, keys []string) (is guess.Lock, err error) {
	if err := guess.Check(from, keys); err != nil {
		return guess.Lock{}, named("guess", err)
	}
	err = s.change(ctx, "guess", func() ([]ground.Op, error) {
		now := s.now()
		var g guesses
		r, _, err := s.one(ctx, key(kindGuess, string(from)), &g)
		if err != nil {
			return nil, err
		}
		if is = g.at(micros(now)); !is.Until.IsZero() {
			return nil, nil
		}
		fresh := guesses{Keys: map[string]int64{}}
		for k, at := range g.Keys {
			if at > micros(now.Add(-guess.Window)) {
				fresh.Keys[k] = at
			}
		}
		for _, l := range g.Locks {
			if l.At > micros(now.Add(-guess.Memory)) {
				fresh.Locks = append(fresh.Locks, l)
			}
		}
		for _, k := range keys {
			if fresh.Keys[k] == 0 {
				fresh.Keys[k] = micros(now)
			}
		}
		if len(fresh.Keys) >= guess.Limit {
			l := lock{At: micros(now), Until: micros(now.Add(guess.Hold(len(fresh.Locks)))), By: keys[len(keys)-1]}
			fresh = guesses{Locks: append(fresh.Locks, l)}
			is = guess.Lock{Until: fromMicros(l.Until), By: l.By}
		}
		return puts(ground.Put{Key: r.Key, If: as(r), TTL: guess.Memory + time.Hour}, fresh)
	})
	if err != nil {
		return guess.Lock{}, err
	}
	return is, nil
}

// Locked implements approvals.Store.
func (s *Store) Locked(ctx context.Context, from message.Address) (guess.Lock, error) {
	if from == "" {
		return guess.Lock{}, ctx.Err()
	}
	var g guesses
	_, _, err := s.one(ctx, key(kindGuess, string(from)), &g)
	return g.at(micros(s.now())), err
}

// chains is how many ledger chains there are: requests of different chains do not wait
// for each other.
const chains = 16

// chainEnd has one node's changes of a chain wait for each other: the chain's head is
// compared anyway, and most of them would be in vain.
type chainEnd struct{ turn chan struct{} }

// head is where a chain begins and ends.
type head struct {
	Anchor ledger.Head `json:"anchor"`
	Head   ledger.Head `json:"head"`
}

// ledgerOf is the chain of a request.
func chainOf(id message.ApprovalID) int {
	h := uint32(2166136261) // FNV-1a
	for i := range len(id) {
		h = (h ^ uint32(id[i])) * 16777619
	}
	return int(h % chains)
}

func headKey(n int) ground.Key { return key(kindHead, fmt.Sprintf("%02d", n)) }

func entryKey(n int, seq int64) ground.Key { return key(kindEntry, fmt.Sprintf("%02d-%016d", n, seq)) }

const (
	inChain = "chain:" // ledger entries by chain, and number
	ofWhom  = "whom:"  // ledger entries by person
)

// chained is change with events that are chained in the same batch; decide gets the
// operations for them.
func (s *Store) chained(ctx context.Context, id message.ApprovalID, what string, events []ledger.Event, decide func([]ground.Op) ([]ground.Op, error)) error {
	if len(events) == 0 {
		return s.change(ctx, what, func() ([]ground.Op, error) { return decide(nil) })
	}
	n := chainOf(id)
	select {
	case s.chains[n].turn <- struct{}{}:
		defer func() { <-s.chains[n].turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return s.change(ctx, what, func() ([]ground.Op, error) {
		ops, err := s.link(ctx, n, events)
		if err != nil {
			return nil, err
		}
		return decide(ops)
	})
}

// link are the operations that chain events.
func (s *Store) link(ctx context.Context, n int, events []ledger.Event) ([]ground.Op, error) {
	var h head
	r, _, err := s.one(ctx, headKey(n), &h)
	if err != nil {
		return nil, err
	}
	entries, err := ledger.Link(h.Head, events, draw)
	if err != nil {
		return nil, err
	}
	h.Head = entries[len(entries)-1].Head()
	ops, err := puts(ground.Put{Key: headKey(n), If: as(r)}, h)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		op, err := putEntry(n, e, ground.Absent)
		if err != nil {
			return nil, err
		}
		ops = append(ops, op)
	}
	return ops, nil
}

func putEntry(n int, e ledger.Entry, when ground.When) (ground.Op, error) {
	p := ground.Put{Key: entryKey(n, e.Seq), If: when, Index: []ground.Entry{
		{Index: inChain + fmt.Sprint(n), At: e.Seq}, {Index: ofApproval + string(e.Approval), At: e.Seq},
	}}
	var known []message.PersonID
	for _, id := range e.People {
		if id != "" && !slices.Contains(known, id) {
			known = append(known, id)
			p.Index = append(p.Index, ground.Entry{Index: ofWhom + string(id), At: micros(e.At)})
		}
	}
	var err error
	p.Body, err = encode(&e)
	return p, err
}
