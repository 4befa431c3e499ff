package records

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bridge/core/excerpt"
	"bridge/core/queue"
	"bridge/store/ground"
)

const maxName = 512 // bytes of a lane or item id

// worker is a node's handle on the lanes. A claim is fenced by its token, whoever holds it.
type worker struct {
	s    *Store
	name string
}

// Worker implements store.Store.
func (s *Store) Worker(name string) queue.Lanes { return &worker{s: s, name: name} }

func (w *worker) wrap(what string, err error) error { return named(what+" by "+w.name, lostOr(err)) }

// Enqueue implements queue.Lanes.
func (w *worker) Enqueue(ctx context.Context, items ...queue.Item) error {
	ops, err := w.s.enqueues(nil, items, false)
	if err != nil {
		return w.wrap("enqueue", err)
	}
	for len(ops) > 0 {
		n := min(len(ops), ground.MaxOps)
		if err := w.s.g.Apply(ctx, ops[:n]...); err != nil {
			return w.wrap("enqueue", err)
		}
		ops = ops[n:]
	}
	return ctx.Err()
}

// enqueues appends the operations that put items, each of them once. guarded: their batch has a
// condition that holds but once, so that nothing need be remembered of them. What goes out brings
// with, which its handling reads.
func (s *Store) enqueues(ops []ground.Op, items []queue.Item, guarded bool, with ...ground.Key) ([]ground.Op, error) {
	ops = slices.Grow(ops, len(items))
	for n, i := range items {
		if slices.ContainsFunc(items[:n], func(o queue.Item) bool { return o.Queue == i.Queue && o.Lane == i.Lane && o.ID == i.ID }) {
			continue
		}
		its := with
		if i.Queue != queue.Outbox {
			its = nil
		}
		op, err := s.enqueue(i, guarded, its...)
		if err != nil {
			return nil, err
		}
		ops = append(ops, op)
	}
	return ops, nil
}

// enqueue is the operation that puts an item, which brings with.
func (s *Store) enqueue(i queue.Item, guarded bool, with ...ground.Key) (ground.Op, error) {
	if len(i.ID) == 0 || len(i.ID) > maxName || len(i.Lane) == 0 || len(i.Lane) > maxName || len(i.Payload) > 16<<20 {
		return nil, fmt.Errorf("an item has a lane and an id of 1 to %d bytes and a payload of at most 16 MiB", maxName)
	}
	o := ground.Enqueue{Item: ground.Item{Queue: string(i.Queue), Lane: i.Lane, ID: itemID(i.ID, 0, guarded), Payload: i.Payload, Front: i.Front, With: with}}
	if !guarded {
		o.Once = seenKey(i.Queue, i.Lane, i.ID)
	}
	if !i.NotBefore.IsZero() {
		o.Wait = max(i.NotBefore.Sub(s.now()), 0)
	}
	if i.Value != nil && o.Wait == 0 {
		s.handed.put(i, o.ID)
	}
	return o, nil
}

// readWith are the records that came with a claim, or that were read for it since.
func readWith(c *queue.Claim) []ground.Record {
	if c == nil {
		return nil
	}
	if has, ok := c.Read.(*had); ok {
		return has.with
	}
	return nil
}

// had is what the store knows of a claim beside what the worker does.
type had struct {
	claim ground.Claim
	with  []ground.Record
}

// seenKey remembers an item, by a hash: names may be long, and personal.
func seenKey(q queue.Name, lane, id string) ground.Key {
	b := make([]byte, 0, 192)
	for _, t := range []string{string(q), lane, id} {
		b = binary.AppendUvarint(b, uint64(len(t)))
		b = append(b, t...)
	}
	sum := sha256.Sum256(b)
	return ground.Key{Kind: kindSeen, ID: string(sum[:16])}
}

// acked are the operations that finish an item, and let its id go when the dedupe window is over. There is room for more.
func (s *Store) acked(c *queue.Claim, more int) []ground.Op {
	ops := append(make([]ground.Op, 0, more+2), ground.Ack{Claim: held(c)})
	if !c.Guarded {
		left := max(s.o.Dedupe-s.now().Sub(c.EnqueuedAt), time.Minute)
		ops = append(ops, ground.Touch{Key: seenKey(c.Queue, c.Lane, c.ID), TTL: min(left, s.o.Dedupe)})
	}
	return ops
}

// itemID is an item's id with the number of its replays before it, and whether it is remembered.
func itemID(id string, replays int, guarded bool) string {
	if guarded {
		return strconv.Itoa(replays) + ";" + id
	}
	return strconv.Itoa(replays) + ":" + id
}

func splitID(id string) (of string, replays int, guarded bool) {
	i := strings.IndexAny(id, ":;")
	if i < 0 {
		return id, 0, false
	}
	replays, _ = strconv.Atoi(id[:i])
	return id[i+1:], replays, id[i] == ';'
}

// Claim implements queue.Lanes.
func (w *worker) Claim(ctx context.Context, q queue.Name, most int) ([]*queue.Claim, error) {
	claims, err := w.s.g.Claim(ctx, string(q), most)
	if err != nil {
		return nil, w.wrap("claim", err)
	}
	all := make([]*queue.Claim, len(claims))
	for i, c := range claims {
		id, replays, guarded := splitID(c.ID)
		one := new(struct {
			queue.Claim
			had had
		})
		one.Claim = queue.Claim{
			Queue: q, Lane: c.Lane, ID: id, Payload: c.Payload, Value: w.s.handed.take(c), Guarded: guarded, Token: c.Token, Attempts: c.Attempts, InDoubt: c.InDoubt,
			Doubts: c.Doubts, Replays: replays, EnqueuedAt: c.At, LeaseUntil: c.Until, Seq: c.Seq,
		}
		one.had = had{*held(&one.Claim), c.With}
		one.Read, all[i] = &one.had, &one.Claim
	}
	return all, nil
}

// held is the claim as the ground knows it.
func held(c *queue.Claim) *ground.Claim {
	if has, ok := c.Read.(*had); ok {
		return &has.claim
	}
	return &ground.Claim{Queue: string(c.Queue), Lane: c.Lane, ID: c.ID, Token: c.Token, Seq: c.Seq}
}

// Renew implements queue.Lanes.
func (w *worker) Renew(ctx context.Context, c *queue.Claim) error {
	return w.wrap("renew", w.s.g.Renew(ctx, held(c)))
}

// Begin implements queue.Lanes.
func (w *worker) Begin(ctx context.Context, c *queue.Claim) error {
	return w.wrap("begin", w.s.g.Apply(ctx, ground.Begin{Claim: held(c)}))
}

// Ack implements queue.Lanes.
func (w *worker) Ack(ctx context.Context, c *queue.Claim, follow ...queue.Item) error {
	ops, err := w.s.enqueues(w.s.acked(c, len(follow)), follow, false)
	if err == nil {
		err = w.s.g.Apply(ctx, ops...)
	}
	return w.wrap("ack", err)
}

// Bury implements queue.Lanes.
func (w *worker) Bury(ctx context.Context, c *queue.Claim, d queue.Death, follow ...queue.Item) error {
	return w.wrap("bury", w.s.bury(ctx, c, d, nil, follow))
}

// Retry implements queue.Lanes.
func (w *worker) Retry(ctx context.Context, c *queue.Claim, r queue.Retry) error {
	wait := time.Duration(0)
	if !r.At.IsZero() {
		wait = max(r.At.Sub(w.s.now()), 0)
	}
	return w.wrap("retry", w.s.g.Apply(ctx, ground.Retry{Claim: held(c), Wait: wait, Why: r.Why, Doubt: r.Doubt}))
}

// Release implements queue.Lanes.
func (w *worker) Release(ctx context.Context, c *queue.Claim) error {
	return w.wrap("release", w.s.g.Apply(ctx, ground.Release{Claim: held(c)}))
}

// deadLetter is a dead letter as it is stored: what stands before the payload.
type deadLetter struct {
	Queue    queue.Name  `json:"queue"`
	Lane     string      `json:"lane"`
	ID       string      `json:"id"`
	Attempts int         `json:"attempts"`
	Replays  int         `json:"replays,omitempty"`
	Death    queue.Death `json:"death"`
	At       time.Time   `json:"at"`
	BuriedAt time.Time   `json:"buriedAt"`
}

const (
	maxReason = 2000 // bytes of Death.Why

	byNumber = "all"  // dead letters by seq
	byAge    = "age:" // and a queue: by when they were enqueued
)

// bury ends an item as a dead letter, in one batch with more.
func (s *Store) bury(ctx context.Context, c *queue.Claim, d queue.Death, more []ground.Op, follow []queue.Item) error {
	d.Why = excerpt.Cut(d.Why, maxReason)
	letter := deadLetter{
		Queue: c.Queue, Lane: c.Lane, ID: c.ID, Attempts: c.Attempts, Replays: c.Replays, Death: d, At: c.EnqueuedAt, BuriedAt: s.now(),
	}
	// The item as it is stored: the caller may have the payload in another form, and knows
	// nothing of the attempts that were begun under the claim.
	waiting, err := s.g.Lane(ctx, string(c.Queue), c.Lane, 1)
	if err != nil {
		return err
	}
	if len(waiting) == 0 || !waiting[0].Claimed {
		return queue.ErrLost
	}
	letter.Attempts = waiting[0].Attempts
	body, err := letter.encode(waiting[0].Payload)
	if err != nil {
		return err
	}
	ops, err := s.enqueues([]ground.Op{
		ground.Ack{Claim: held(c)},
		ground.Put{Key: deadKey(c.Seq), Body: body, Label: string(c.Queue), Index: []ground.Entry{
			{Index: byNumber, At: c.Seq}, {Index: byAge + string(c.Queue), At: micros(c.EnqueuedAt)},
		}},
	}, follow, false)
	if err != nil {
		return err
	}
	return s.g.Apply(ctx, append(ops, more...)...)
}

func deadKey(seq int64) ground.Key { return key(kindDead, fmt.Sprintf("%020d", seq)) }

func (d deadLetter) encode(payload []byte) ([]byte, error) {
	head, err := encode(d)
	if err != nil {
		return nil, err
	}
	b := binary.AppendUvarint(make([]byte, 0, len(head)+len(payload)+4), uint64(len(head)))
	return append(append(b, head...), payload...), nil
}

func readDead(r ground.Record) (queue.DeadLetter, error) {
	n, used := binary.Uvarint(r.Body)
	if used <= 0 || uint64(len(r.Body)-used) < n {
		return queue.DeadLetter{}, errors.New("the dead letter is damaged")
	}
	var d deadLetter
	if err := decode(ground.Record{Key: r.Key, Body: r.Body[used : used+int(n)]}, &d); err != nil {
		return queue.DeadLetter{}, err
	}
	seq, err := strconv.ParseInt(r.ID, 10, 64)
	return queue.DeadLetter{
		Queue: d.Queue, Lane: d.Lane, ID: d.ID, Payload: r.Body[used+int(n):], Attempts: d.Attempts, Replays: d.Replays,
		Death: d.Death, At: d.At, BuriedAt: d.BuriedAt, Seq: seq,
	}, err
}

// DeadLetters implements store.Operator.
func (s *Store) DeadLetters(ctx context.Context, f queue.DeadFilter) (all []queue.DeadLetter, err error) {
	if f.Limit <= 0 {
		f.Limit = most
	}
	err = s.scan(ctx, ground.Scan{Kind: kindDead, Index: byNumber, After: &ground.Place{At: f.After, ID: "\xff"}, Limit: f.Limit}, func(found ground.Found) (bool, error) {
		d, err := readDead(found.Record)
		if err != nil {
			return false, err
		}
		if (f.Queue == "" || d.Queue == f.Queue) && (f.Code == "" || d.Death.Code == f.Code || strings.HasPrefix(d.Death.Code, f.Code+" ")) &&
			!d.BuriedAt.Before(f.Since) {
			all = append(all, d)
		}
		return len(all) < f.Limit, nil
	})
	return all, err
}

// DeadLetter implements store.Operator.
func (s *Store) DeadLetter(ctx context.Context, seq int64) (queue.DeadLetter, error) {
	r, err := s.get(ctx, deadKey(seq))
	if err != nil {
		return queue.DeadLetter{}, err
	}
	if r.Version == 0 {
		return queue.DeadLetter{}, queue.ErrNoDeadLetter
	}
	d, err := readDead(r)
	return d, named("dead letter", err)
}

// Replay implements store.Operator.
func (s *Store) Replay(ctx context.Context, seq int64) error {
	return s.exhume(ctx, "replay", seq, func(d queue.DeadLetter) []ground.Op {
		return []ground.Op{ground.Enqueue{Item: ground.Item{
			Queue: string(d.Queue), Lane: d.Lane, ID: itemID(d.ID, d.Replays+1, false), Payload: d.Payload,
		}}}
	})
}

// Drop implements store.Operator.
func (s *Store) Drop(ctx context.Context, seq int64) error {
	return s.exhume(ctx, "drop", seq, func(queue.DeadLetter) []ground.Op { return nil })
}

// exhume takes a dead letter away. Its id was remembered as long as it was there, and is
// for the dedupe window from now on, or until the item is finished.
func (s *Store) exhume(ctx context.Context, what string, seq int64, more func(queue.DeadLetter) []ground.Op) error {
	return s.change(ctx, what, func() ([]ground.Op, error) {
		r, err := s.get(ctx, deadKey(seq))
		if err != nil {
			return nil, err
		}
		if r.Version == 0 {
			return nil, queue.ErrNoDeadLetter
		}
		d, err := readDead(r)
		if err != nil {
			return nil, err
		}
		return append([]ground.Op{
			ground.Delete{Key: r.Key, If: as(r)}, ground.Put{Key: seenKey(d.Queue, d.Lane, d.ID), TTL: s.o.Dedupe},
		}, more(d)...), nil
	})
}

// Waiting implements store.Operator.
func (s *Store) Waiting(ctx context.Context, q queue.Name, lane string) ([]queue.Waiting, error) {
	waiting, err := s.g.Lane(ctx, string(q), lane, most)
	all := make([]queue.Waiting, 0, len(waiting))
	for _, w := range waiting {
		id, _, _ := splitID(w.ID)
		all = append(all, queue.Waiting{
			ID: id, Payload: w.Payload, At: w.At, Due: w.Due, Attempts: w.Attempts, Begun: w.Begun, Claimed: w.Claimed, Why: w.Why,
		})
	}
	return all, named("waiting", err)
}

// Depth implements store.Operator.
func (s *Store) Depth(ctx context.Context) (map[queue.Name]queue.Depth, error) {
	depths, err := s.g.Depth(ctx)
	if err != nil {
		return nil, named("depth", err)
	}
	dead, err := s.g.Count(ctx, kindDead)
	if err != nil {
		return nil, named("depth", err)
	}
	all := map[queue.Name]queue.Depth{}
	for name, d := range depths {
		all[queue.Name(name)] = queue.Depth{
			Waiting: d.Waiting, Claimed: d.Claimed, Delayed: d.Delayed, Oldest: d.Oldest, Dead: int(dead[name]),
		}
	}
	for name, n := range dead {
		if _, known := depths[name]; !known {
			all[queue.Name(name)] = queue.Depth{Dead: int(n)}
		}
	}
	return all, nil
}

// OldestItem implements store.Operator.
func (s *Store) OldestItem(ctx context.Context, q queue.Name) (time.Time, error) {
	depths, err := s.g.Depth(ctx)
	if err != nil {
		return time.Time{}, named("oldest item", err)
	}
	oldest := depths[string(q)].First
	err = s.scan(ctx, ground.Scan{Kind: kindDead, Index: byAge + string(q), Limit: 1}, func(f ground.Found) (bool, error) {
		if at := fromMicros(f.At); oldest.IsZero() || at.Before(oldest) {
			oldest = at
		}
		return false, nil
	})
	return oldest, err
}
