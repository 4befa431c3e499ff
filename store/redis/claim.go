package redis

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/queue"
)

const (
	mostClaims = 64              // of one run of the script
	sweepEvery = 2 * time.Second // a wake-up that got lost is made good by then
	soonest    = time.Millisecond
	failPause  = 200 * time.Millisecond // after a claim that failed
)

// claimer gets claims of one queue for all callers of Claim on this node: it asks
// the shards in which something may be ready for as many as are wanted, all at the
// same time, and hands out what comes. Where nothing is ready it has a reader wait
// for a wake-up. It asks nothing while nobody waits.
type claimer struct {
	s     *Store
	q     *lanes
	known atomic.Bool  // the queue is in keyQueues
	told  atomic.Int64 // when a failed claim was logged last, Unix seconds

	mu      sync.Mutex
	started bool
	waiters []*waiter // in turn
	wanted  int       // by all waiters
	kick    chan struct{}
	shards  [laneShards]shardState
	turn    int // shard that is asked first
}

// shardState is what this node knows of a shard.
type shardState struct {
	empty   bool      // asked last, nothing was ready; counts only while blocked
	next    time.Time // when a lease or delayed head of it is due, by this clock; zero = none
	blocked bool      // a reader waits for a wake-up
	wakes   int       // wake-ups so far
}

// waiter is a caller of Claim.
type waiter struct {
	most int
	got  chan []*queue.Claim // has room for one
}

func (c *claimer) init(s *Store, q *lanes) {
	c.s, c.q, c.kick = s, q, make(chan struct{}, 1)
}

// Claim implements queue.Lanes.
func (w *Worker) Claim(ctx context.Context, q queue.Name, most int) ([]*queue.Claim, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	claims, err := w.s.lanes(q).claimer.claim(ctx, max(most, 1))
	return claims, w.wrap("claim", err)
}

func (c *claimer) claim(ctx context.Context, most int) ([]*queue.Claim, error) {
	w := &waiter{most: min(most, mostClaims), got: make(chan []*queue.Claim, 1)}
	c.mu.Lock()
	if !c.started {
		if !c.start() {
			c.mu.Unlock()
			return nil, errClosed
		}
	}
	c.waiters = append(c.waiters, w)
	c.wanted += w.most
	c.mu.Unlock()
	c.poke()
	err := errClosed
	select {
	case claims := <-w.got:
		return claims, nil
	case <-c.s.closing:
	case <-ctx.Done():
		err = ctx.Err()
	}
	c.mu.Lock()
	if i := slices.Index(c.waiters, w); i >= 0 {
		c.waiters = slices.Delete(c.waiters, i, i+1)
		c.wanted -= w.most
		c.mu.Unlock()
		return nil, err
	}
	c.mu.Unlock()
	c.deliver(<-w.got) // it was handed over at the same moment
	return nil, err
}

// start runs the claimer; c.mu is held. False if the store is closed.
func (c *claimer) start() bool {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	if c.s.closed {
		return false
	}
	c.started = true
	c.s.all.Go(c.run)
	return true
}

// poke makes the claimer look again.
func (c *claimer) poke() {
	select {
	case c.kick <- struct{}{}:
	default:
	}
}

// run asks and hands out until the store is closed.
func (c *claimer) run() {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		asks, wait := c.plan(time.Now())
		if len(asks) > 0 {
			if !c.ask(asks) {
				wait = failPause
			} else {
				continue
			}
		}
		timer.Reset(wait)
		select {
		case <-c.s.closing:
			return
		case <-c.kick:
		case <-timer.C:
			c.due(time.Now())
		}
	}
}

// ask is a question to one shard.
type ask struct {
	shard int
	want  int
	wakes int // of the shard before it was asked
	at    time.Time
	call  *call
}

// plan says which shards are asked for how many; if none, how long to wait.
func (c *claimer) plan(now time.Time) ([]ask, time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.wanted == 0 {
		return nil, time.Hour
	}
	var asks []ask
	wait := sweepEvery
	for i := range laneShards {
		n := (c.turn + i) % laneShards
		switch s := &c.shards[n]; {
		case !s.empty || !s.blocked:
			asks = append(asks, ask{shard: n, wakes: s.wakes})
		case !s.next.IsZero():
			wait = min(wait, max(s.next.Sub(now), soonest))
		}
	}
	c.turn++
	for i := range asks {
		left := len(asks) - i
		asks[i].want = min((c.wanted-sum(asks)+left-1)/left, mostClaims)
	}
	return asks, wait
}

func sum(asks []ask) (n int) {
	for _, a := range asks {
		n += a.want
	}
	return n
}

// due marks the shards in which something is due, or that were not asked for long.
func (c *claimer) due(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	any := false
	for i := range c.shards {
		if s := &c.shards[i]; !s.next.IsZero() && !s.next.After(now) {
			s.empty, any = false, true
		}
	}
	if !any {
		for i := range c.shards {
			c.shards[i].empty = false
		}
	}
}

// ask asks the shards and hands out what they have; false if one could not answer.
func (c *claimer) ask(asks []ask) bool {
	for i := range asks {
		a := &asks[i]
		a.call = &call{
			group: c.q.shards[a.shard].claim,
			args:  []any{a.want, newNonce(), queue.Lease.Microseconds()},
		}
		a.at = c.s.now()
		c.s.calls.submit(a.call)
	}
	ok := true
	var all []*queue.Claim
	for _, a := range asks {
		reply, err := a.call.wait(context.Background()) // the batcher bounds it
		var claims []*queue.Claim
		if err == nil {
			claims, err = c.answer(a, reply)
			all = append(all, claims...)
		}
		if err != nil {
			ok = false
			c.failed(err)
		}
	}
	c.deliver(all)
	for _, a := range asks {
		c.listen(a.shard)
	}
	return ok
}

// tellFailed is how often at most failing claims are logged: they are asked for
// again and again while the server is away.
const tellFailed = 30 * time.Second

func (c *claimer) failed(err error) {
	now := time.Now().Unix()
	if last := c.told.Load(); now-last >= int64(tellFailed.Seconds()) && c.told.CompareAndSwap(last, now) {
		c.s.log.Warn("claim failed", "queue", string(c.q.name), "err", err)
	}
}

// answer reads a shard's reply: the claims it gave.
func (c *claimer) answer(a ask, reply any) ([]*queue.Claim, error) {
	list, _ := reply.([]any)
	if len(list) < 4 || (len(list)-4)%8 != 0 {
		return nil, fmt.Errorf("script lane_claim: unexpected reply of %d values", len(list))
	}
	now, until, next := number(list[0]), number(list[1]), number(list[3])
	more := number(list[2]) == 1
	var claims []*queue.Claim
	if n := (len(list) - 4) / 8; n > 0 {
		claims = make([]*queue.Claim, 0, n)
		room := make([]queue.Claim, n)
		for v := list[4:]; len(v) > 0; v = v[8:] {
			k := &room[len(claims)]
			lane, _ := v[0].(string)
			id, payload, replays, err := unpack(v[1])
			if err != nil { // the others are sound; if it was claimed, its lease runs out
				c.s.log.Error("an item cannot be read", "queue", string(c.q.name), "shard", a.shard, "seq", seqOf(v[2]), "err", err)
				continue
			}
			*k = queue.Claim{
				Queue: c.q.name, Lane: lane, ID: id, Payload: payload, Seq: seqOf(v[2]), Token: number(v[3]),
				Attempts: int(number(v[4])), InDoubt: number(v[5]) == 1, Doubts: int(number(v[6])), Replays: replays,
				EnqueuedAt: fromMicros(number(v[7])), LeaseUntil: fromMicros(until),
			}
			claims = append(claims, k)
			c.s.held.add(k, a.at)
		}
	}
	c.mu.Lock()
	s := &c.shards[a.shard]
	s.empty = !more && s.wakes == a.wakes // a wake-up may have overtaken the reply
	s.next = time.Time{}
	if next > 0 {
		s.next = time.Now().Add(time.Duration(next-now) * time.Microsecond)
	}
	c.mu.Unlock()
	return claims, nil
}

// seqOf reads a seq, which scripts keep as text.
func seqOf(v any) int64 {
	text, _ := v.(string)
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

func number(v any) int64 {
	n, _ := v.(int64)
	return n
}

// deliver hands claims to who waits, in turn. What nobody wants any more is given
// back.
func (c *claimer) deliver(claims []*queue.Claim) {
	c.mu.Lock()
	for len(claims) > 0 && len(c.waiters) > 0 {
		w := c.waiters[0]
		c.waiters = slices.Delete(c.waiters, 0, 1)
		c.wanted -= w.most
		n := min(w.most, len(claims))
		w.got <- claims[:n:n]
		claims = claims[n:]
	}
	c.mu.Unlock()
	for _, k := range claims {
		_ = c.s.ended(k, nil)
		c.s.yield(k.Queue, k.Lane, k.Token, 1)
	}
}

// listen has a reader wait for a wake-up of an empty shard, while somebody waits
// for claims.
func (c *claimer) listen(shard int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.shards[shard]
	if !s.empty || s.blocked || c.wanted == 0 {
		return
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	if c.s.closed {
		return
	}
	s.blocked = true
	c.s.all.Go(func() { c.read(shard) })
}

// read waits for wake-ups of a shard until nobody waits for claims.
func (c *claimer) read(shard int) {
	for {
		g := &c.q.shards[shard]
		_, err := c.s.link.blocking.BLPop(c.s.ctx, blockTime, g.key(keyWake)).Result()
		woken := err == nil
		if err != nil && err != goredis.Nil && c.s.ctx.Err() == nil {
			select { // the sweep goes on meanwhile
			case <-c.s.closing:
			case <-time.After(longPause):
			}
		}
		c.mu.Lock()
		s := &c.shards[shard]
		wanted := c.wanted > 0 && c.s.ctx.Err() == nil
		if woken {
			s.wakes++
		}
		if woken || !wanted {
			s.empty = false
		}
		if !wanted {
			s.blocked = false
		}
		c.mu.Unlock()
		switch {
		case woken && wanted:
			c.poke()
		case woken: // another node may have somebody
			c.s.calls.submit(&call{group: g.wake})
		}
		if !wanted {
			return
		}
	}
}
