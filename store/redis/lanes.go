package redis

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"bridge/outbox"
	"bridge/queue"
)

const (
	maxName    = 512      // bytes of a lane or item id
	maxPayload = 16 << 20 // bytes
	maxWhy     = 500      // bytes of Retry.Why
	maxReason  = 2000     // bytes of Death.Why
	mostItems  = 250      // items of one script run
)

var (
	scriptEnqueue = loadMany("lane_enqueue")
	scriptRenew   = loadMany("lane_renew")
	scriptBegin   = loadMany("lane_begin")
	scriptAck     = loadMany("lane_ack")
	scriptRetry   = loadMany("lane_retry")
	scriptRelease = loadMany("lane_release")
	scriptClaim   = load("lane_claim")
	scriptBury    = load("lane_bury")
	scriptWake    = load("lane_wake")
)

// lanes is one queue: its shards, and who waits for claims on this node.
type lanes struct {
	name    queue.Name
	shards  [laneShards]laneGroup
	claimer claimer
}

// laneGroup is one queue in one shard: the keys of the lane scripts, and what
// their calls share.
type laneGroup struct {
	queue  queue.Name
	number int
	shard  string   // number, as in keys
	keys   []string // as lib_lane says
	seen   string   // keySeen up to the hash

	enqueue, renew, begin, ack, retry, release *group
	claim, bury, wake                          *group
}

// lanes returns the queue; it is made when it is first used.
func (s *Store) lanes(name queue.Name) *lanes {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q := s.queues[name]; q != nil {
		return q
	}
	q := &lanes{name: name}
	for i := range q.shards {
		q.shards[i] = newLaneGroup(name, i, s.o.Node, s.dedupe)
	}
	q.claimer.init(s, q)
	s.queues[name] = q
	return q
}

func newLaneGroup(q queue.Name, number int, node string, dedupe time.Duration) laneGroup {
	g := laneGroup{queue: q, number: number, shard: strconv.Itoa(number), seen: key(keySeen, strconv.Itoa(number), "")}
	g.keys = append(g.keys, key(keyClock, g.shard))
	for _, p := range []string{keyLanes, keyItems, keyBehind, keyOpen, keyReady, keyDelayed, keyLeases, keyWake} {
		g.keys = append(g.keys, g.key(p))
	}
	lease := queue.Lease.Microseconds()
	g.enqueue = g.group(scriptEnqueue, g.keys, g.shard)
	g.renew = g.group(scriptRenew, g.keys, g.shard, lease)
	g.begin = g.group(scriptBegin, append(g.keys[:len(g.keys):len(g.keys)], key(keySuppressed, g.shard)), g.shard)
	g.ack = g.group(scriptAck, g.keys, g.shard, dedupe.Microseconds())
	g.retry = g.group(scriptRetry, g.keys, g.shard)
	g.release = g.group(scriptRelease, g.keys, g.shard)
	g.claim = g.group(scriptClaim, append(g.keys[:len(g.keys):len(g.keys)], key(keyAsked, g.shard, string(q), node)), g.shard)
	g.bury = g.group(scriptBury, append(g.keys[:len(g.keys):len(g.keys)], g.deadKeys()...), g.shard)
	g.wake = g.group(scriptWake, []string{g.key(keyWake), g.key(keyReady)})
	return g
}

// key fills in a pattern of this shard and queue.
func (g *laneGroup) key(pattern string) string { return key(pattern, g.shard, string(g.queue)) }

func (g *laneGroup) deadKeys() []string {
	return []string{g.key(keyDead), g.key(keyDeadSeq), g.key(keyDeadAt)}
}

func (g *laneGroup) group(s *script, keys []string, args ...any) *group {
	all := make([]any, len(keys))
	for i, k := range keys {
		all[i] = k
	}
	return &group{script: s, keys: all, args: args}
}

// seenKey is the key that remembers an item's id.
func (g *laneGroup) seenKey(lane, id string) string { return g.seen + hash(string(g.queue), lane, id) }

// of returns the shard of a lane.
func (q *lanes) of(lane string) *laneGroup { return &q.shards[laneShard(q.name, lane)] }

// Worker is a handle on the lanes for one node.
type Worker struct {
	s    *Store
	name string
}

var _ queue.Lanes = (*Worker)(nil)

// Worker implements store.Store.
func (s *Store) Worker(name string) queue.Lanes { return &Worker{s: s, name: name} }

// Enqueue implements queue.Lanes.
func (w *Worker) Enqueue(ctx context.Context, items ...queue.Item) error {
	return w.wrap("enqueue", w.s.enqueue(ctx, items))
}

// enqueue adds items: those of one shard in one write, shards at the same time.
func (s *Store) enqueue(ctx context.Context, items []queue.Item) error {
	if err := check(items); err != nil || len(items) == 0 {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(items) == 1 {
		q, err := s.used(ctx, items[0].Queue)
		if err != nil {
			return err
		}
		c := &call{group: q.of(items[0].Lane).enqueue}
		c.enqueue(q.of(items[0].Lane), &items[0], s.delay(items[0].NotBefore))
		s.calls.submit(c)
		_, err = c.replies(ctx)
		return err
	}
	for len(items) > 0 {
		n := min(len(items), mostItems)
		if err := s.enqueueSome(ctx, items[:n]); err != nil {
			return err
		}
		items = items[n:]
	}
	return nil
}

func (s *Store) enqueueSome(ctx context.Context, items []queue.Item) error {
	var calls []*call // few: one for each shard and queue
	for i := range items {
		q, err := s.used(ctx, items[i].Queue)
		if err != nil {
			return err
		}
		g := q.of(items[i].Lane)
		var c *call
		for _, known := range calls {
			if known.group == g.enqueue {
				c = known
			}
		}
		if c == nil {
			c = &call{group: g.enqueue}
			calls = append(calls, c)
		}
		c.enqueue(g, &items[i], s.delay(items[i].NotBefore))
	}
	for _, c := range calls {
		s.calls.submit(c)
	}
	var err error
	for _, c := range calls {
		if _, failed := c.replies(ctx); failed != nil {
			err = failed
		}
	}
	return err
}

// enqueue adds an item to the call, due in so many µs. Its payload is copied: when the caller's
// context ends it may be still on its way.
func (c *call) enqueue(g *laneGroup, i *queue.Item, delay int64) {
	front := "0"
	if i.Front {
		front = "1"
	}
	c.keys = append(c.keys, g.seenKey(i.Lane, i.ID))
	c.args = append(c.args, i.Lane, pack(i.ID, i.Payload), front, delay)
	c.ops++
}

// used returns a queue, and lets everybody know once that it is used.
func (s *Store) used(ctx context.Context, name queue.Name) (*lanes, error) {
	q := s.lanes(name)
	if q.claimer.known.Load() {
		return q, nil
	}
	if _, err := s.do(ctx, scriptUse, []string{keyQueues}, string(name)); err != nil {
		return nil, err
	}
	q.claimer.known.Store(true)
	return q, nil
}

var scriptUse = load("lane_use")

// onClaim sends one operation on a claim and returns its reply: 0 says that the
// claim is lost.
func (s *Store) onClaim(ctx context.Context, g *group, keys []any, args ...any) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := &call{group: g, keys: keys, args: args, ops: 1}
	s.calls.submit(c)
	list, err := c.replies(ctx)
	if err != nil {
		return nil, err
	}
	if list[0] == int64(0) {
		return nil, queue.ErrLost
	}
	return list[0], nil
}

// Renew implements queue.Lanes.
func (w *Worker) Renew(ctx context.Context, c *queue.Claim) error {
	until, err := w.s.renew(ctx, c)
	if err == nil {
		c.LeaseUntil = until
	}
	return w.wrap("renew", err)
}

func (s *Store) renew(ctx context.Context, c *queue.Claim) (time.Time, error) {
	until, err := s.onClaim(ctx, s.lanes(c.Queue).of(c.Lane).renew, nil, c.Lane, c.Token)
	if err == nil {
		s.held.renewed(c)
	}
	n, _ := until.(int64)
	return fromMicros(n), err
}

// Begin implements queue.Lanes. Begun twice under one claim, Attempts grows twice.
func (w *Worker) Begin(ctx context.Context, c *queue.Claim) error {
	return w.wrap("begin", w.s.begin(ctx, c, ""))
}

// begin begins an attempt, unless keySuppressed has the field to ("" = none).
func (s *Store) begin(ctx context.Context, c *queue.Claim, to string) error {
	reply, err := s.onClaim(ctx, s.lanes(c.Queue).of(c.Lane).begin, nil, c.Lane, c.Token, newNonce(), to)
	if no, ok := reply.(string); ok && err == nil {
		p, err := readSuppression(no)
		if err != nil {
			return err
		}
		return &outbox.SuppressedError{Suppression: p}
	}
	return err
}

// Ack implements queue.Lanes. Follow-ups may be in other shards: they are enqueued
// first, so that no crash loses them, and only for a claim that is held.
func (w *Worker) Ack(ctx context.Context, c *queue.Claim, follow ...queue.Item) error {
	return w.wrap("ack", w.s.ack(ctx, c, follow))
}

func (s *Store) ack(ctx context.Context, c *queue.Claim, follow []queue.Item) error {
	if err := s.follow(ctx, c, follow); err != nil {
		return err
	}
	g := s.lanes(c.Queue).of(c.Lane)
	_, err := s.onClaim(ctx, g.ack, []any{g.seenKey(c.Lane, c.ID)}, c.Lane, c.Token, newNonce())
	return s.ended(c, err)
}

// follow enqueues what follows from a claim if it is held.
func (s *Store) follow(ctx context.Context, c *queue.Claim, follow []queue.Item) error {
	if len(follow) == 0 {
		return nil
	}
	if err := check(follow); err != nil {
		return err
	}
	if _, err := s.renew(ctx, c); err != nil {
		return s.ended(c, err)
	}
	return s.enqueue(ctx, follow)
}

// Bury implements queue.Lanes.
func (w *Worker) Bury(ctx context.Context, c *queue.Claim, d queue.Death, follow ...queue.Item) error {
	return w.wrap("bury", w.s.bury(ctx, c, d, follow))
}

func (s *Store) bury(ctx context.Context, c *queue.Claim, d queue.Death, follow []queue.Item) error {
	if err := s.follow(ctx, c, follow); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	g := s.lanes(c.Queue).of(c.Lane)
	b := &call{
		group: g.bury, keys: []any{g.seenKey(c.Lane, c.ID)},
		args: []any{c.Lane, c.Token, newNonce(), d.Code, clip(d.Why, maxReason)},
	}
	s.calls.submit(b)
	reply, err := b.wait(ctx)
	if err == nil && reply != int64(1) {
		err = queue.ErrLost
	}
	return s.ended(c, err)
}

// Retry implements queue.Lanes.
func (w *Worker) Retry(ctx context.Context, c *queue.Claim, r queue.Retry) error {
	doubt := 0
	if r.Doubt {
		doubt = 1
	}
	_, err := w.s.onClaim(ctx, w.s.lanes(c.Queue).of(c.Lane).retry, nil,
		c.Lane, c.Token, newNonce(), w.s.delay(r.At), doubt, clip(r.Why, maxWhy))
	return w.wrap("retry", w.s.ended(c, err))
}

// Release implements queue.Lanes.
func (w *Worker) Release(ctx context.Context, c *queue.Claim) error {
	_, err := w.s.onClaim(ctx, w.s.lanes(c.Queue).of(c.Lane).release, nil, c.Lane, c.Token, newNonce(), 1)
	return w.wrap("release", w.s.ended(c, err))
}

func (w *Worker) wrap(what string, err error) error { return failed(what+" by "+w.name, err) }

// held are the claims of this node that were not ended yet: Close gives them up.
// Those whose lease ran out are dropped when their number has doubled.
type held struct {
	mu     sync.Mutex
	claims map[heldLane]lease
	full   int // claims at which those that ran out are dropped
}

const leastFull = 1024

// lease is a token and until when its claim holds at the latest, by this node's
// clock: it begins when the server's answer is there.
type lease struct {
	token int64
	until time.Time
}

type heldLane struct {
	queue queue.Name
	lane  string
}

func (h *held) add(c *queue.Claim) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.claims == nil {
		h.claims = map[heldLane]lease{}
	}
	now := time.Now()
	h.claims[heldLane{c.Queue, c.Lane}] = lease{c.Token, now.Add(queue.Lease)}
	if len(h.claims) < max(h.full, leastFull) {
		return
	}
	for lane, l := range h.claims {
		if now.After(l.until) {
			delete(h.claims, lane)
		}
	}
	h.full = 2 * len(h.claims)
}

func (h *held) renewed(c *queue.Claim) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if at := (heldLane{c.Queue, c.Lane}); h.claims[at].token == c.Token {
		h.claims[at] = lease{c.Token, time.Now().Add(queue.Lease)}
	}
}

// ended forgets a claim that err says is over, and returns err.
func (s *Store) ended(c *queue.Claim, err error) error {
	if err == nil || errors.Is(err, queue.ErrLost) {
		s.held.mu.Lock()
		defer s.held.mu.Unlock()
		if l := (heldLane{c.Queue, c.Lane}); s.held.claims[l].token == c.Token {
			delete(s.held.claims, l)
		}
	}
	return err
}

const yieldBudget = 2 * time.Second

// yieldAll gives up what this node has claimed. What was begun stays in doubt. The
// leases run out by themselves if the server cannot be told.
func (s *Store) yieldAll() {
	s.held.mu.Lock()
	calls := make([]*call, 0, len(s.held.claims))
	for at, l := range s.held.claims {
		calls = append(calls, s.yield(at.queue, at.lane, l.token, 0))
	}
	clear(s.held.claims)
	s.held.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), yieldBudget)
	defer cancel()
	for _, c := range calls {
		_, _ = c.wait(ctx)
	}
}

// yield gives a claim up; with untouched its open attempts are taken back.
func (s *Store) yield(q queue.Name, lane string, token int64, untouched int) *call {
	c := &call{group: s.lanes(q).of(lane).release, args: []any{lane, token, newNonce(), untouched}, ops: 1}
	s.calls.submit(c)
	return c
}

// check refuses items outside the limits of queue.Item.
func check(items []queue.Item) error {
	for _, i := range items {
		switch {
		case len(i.Lane) < 1 || len(i.Lane) > maxName:
			return fmt.Errorf("a lane must have 1 to %d bytes, this one has %d", maxName, len(i.Lane))
		case len(i.ID) < 1 || len(i.ID) > maxName:
			return fmt.Errorf("an item id must have 1 to %d bytes, this one has %d", maxName, len(i.ID))
		case len(i.Payload) > maxPayload:
			return fmt.Errorf("a payload may have %d bytes, this one has %d", maxPayload, len(i.Payload))
		}
	}
	return nil
}

// pack makes the stored form of an item: replays, length of the id (two bytes
// each), id, payload.
func pack(id string, payload []byte) []byte {
	b := make([]byte, 0, 4+len(id)+len(payload))
	b = append(b, 0, 0)
	b = binary.BigEndian.AppendUint16(b, uint16(len(id)))
	b = append(b, id...)
	return append(b, payload...)
}

func unpack(body any) (id string, payload []byte, replays int, err error) {
	b, _ := body.(string)
	if len(b) < 4 {
		return "", nil, 0, errors.New("an item is damaged")
	}
	replays = int(b[0])<<8 | int(b[1])
	n := int(b[2])<<8 | int(b[3])
	if b = b[4:]; len(b) < n {
		return "", nil, 0, errors.New("an item is damaged")
	}
	return b[:n], []byte(b[n:]), replays, nil
}

// clip shortens text for the record to n bytes without cutting a character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}

// delay is in how many µs t is by this node's clock; zero or past is 0. Scripts
// count it from the server's time, so that a node's clock may be wrong.
func (s *Store) delay(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return max(t.Sub(s.now()).Microseconds(), 0)
}

// micros is how times are stored; zero is 0.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func fromMicros(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}
