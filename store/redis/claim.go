package redis

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/store/ground"
	"bridge/store/lanes"
)

const (
	mostClaims = 64              // of one run of the script
	lookEvery  = 2 * time.Second // a wake-up that got lost is made good by then
	soonest    = time.Millisecond
	failPause  = 200 * time.Millisecond // after a claim that failed
)

// claimer gets claims of one queue for all callers of Claim on this node: it asks for as
// many as are wanted and hands out what comes. Where nothing is ready it has a reader wait
// for a wake-up. It asks nothing while nobody waits.
type claimer struct {
	s    *Store
	name string
	keys []string

	claim, wake    *group
	renew, release *group

	mu      sync.Mutex
	started bool
	waiters []*waiter // in turn
	wanted  int       // by all waiters
	kick    chan struct{}
	empty   bool      // asked last, nothing was ready; counts only while blocked
	next    time.Time // when a lease or delayed head is due, by this clock; zero = none
	blocked bool      // a reader waits for a wake-up
	wakes   int       // wake-ups so far
	told    time.Time // when a failed claim was logged last
}

// waiter is a caller of Claim.
type waiter struct {
	most int
	got  chan []*ground.Claim // has room for one
}

// queue returns the claimer of a queue; it is made when it is first used.
func (s *Store) queue(name string) *claimer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q := s.queues[name]; q != nil {
		return q
	}
	q := &claimer{s: s, name: name, keys: keysOf(name), kick: make(chan struct{}, 1)}
	all := append([]string{keyClock}, q.keys...)
	lease := ground.Lease.Microseconds()
	q.claim = newGroup(scriptClaim, append(slices.Clone(all), keyAsked+name+":"+s.o.Node))
	q.wake = newGroup(scriptWake, []string{q.keys[placeWake], q.keys[placeReady]})
	q.renew = newGroup(scriptRenew, all, lease)
	q.release = newGroup(scriptRelease, all)
	s.queues[name] = q
	return q
}

func newGroup(s *script, keys []string, args ...any) *group {
	g := &group{script: s, args: args}
	for _, k := range keys {
		g.keys = append(g.keys, k)
	}
	return g
}

// Claim implements ground.Store.
func (s *Store) Claim(ctx context.Context, queue string, most int) ([]*ground.Claim, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	return s.queue(queue).wait(ctx, max(most, 1))
}

func (c *claimer) wait(ctx context.Context, most int) ([]*ground.Claim, error) {
	w := &waiter{most: min(most, mostClaims), got: make(chan []*ground.Claim, 1)}
	c.mu.Lock()
	if !c.started {
		if !c.start() {
			c.mu.Unlock()
			return nil, ground.ErrClosed
		}
	}
	c.waiters = append(c.waiters, w)
	c.wanted += w.most
	c.mu.Unlock()
	c.poke()
	err := ground.ErrClosed
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
		want, pause := c.plan(time.Now())
		if want > 0 {
			if c.ask(want) {
				continue
			}
			pause = failPause
		}
		timer.Reset(pause)
		select {
		case <-c.s.closing:
			return
		case <-c.kick:
		case <-timer.C:
			c.mu.Lock()
			c.empty = false
			c.mu.Unlock()
		}
	}
}

// plan says how many are asked for; if none, how long to wait.
func (c *claimer) plan(now time.Time) (want int, pause time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.wanted == 0:
		return 0, time.Hour
	case !c.empty || !c.blocked:
		return min(c.wanted, mostClaims), 0
	case c.next.IsZero():
		return 0, lookEvery
	default:
		return 0, min(lookEvery, max(c.next.Sub(now), soonest))
	}
}

// ask asks for claims and hands them out; false if the server did not answer.
func (c *claimer) ask(want int) bool {
	c.mu.Lock()
	wakes := c.wakes
	c.mu.Unlock()
	call := &call{group: c.claim, args: []any{want, newNonce(), ground.Lease.Microseconds()}}
	c.s.calls.submit(call)
	reply, err := call.wait(context.Background()) // the batcher bounds it
	var claims []*ground.Claim
	if err == nil {
		claims, err = c.answer(reply, wakes)
	}
	if err != nil {
		c.failed(err)
	}
	c.deliver(claims)
	c.listen()
	return err == nil
}

// tellFailed is how often at most failing claims are logged: they are asked for again and
// again while the server is away.
const tellFailed = 30 * time.Second

func (c *claimer) failed(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); now.Sub(c.told) >= tellFailed {
		c.told = now
		c.s.log.Warn("claim failed", "queue", c.name, "err", err)
	}
}

// answer reads the reply: the claims it gave.
func (c *claimer) answer(reply any, wakes int) ([]*ground.Claim, error) {
	list, _ := reply.([]any)
	if len(list) < 4 || (len(list)-4)%8 != 0 {
		return nil, fmt.Errorf("script claim: unexpected reply of %d values", len(list))
	}
	now, until, more, next := number(list[0]), number(list[1]), number(list[2]) == 1, number(list[3])
	claims := make([]*ground.Claim, 0, (len(list)-4)/8)
	for v := list[4:]; len(v) > 0; v = v[8:] {
		lane, _ := v[0].(string)
		seq, _ := v[2].(string)
		id, payload, err := unpack(v[1])
		if err != nil { // the others are sound; if it was claimed, its lease runs out
			c.s.log.Error("an item cannot be read", "queue", c.name, "seq", seq, "err", err)
			continue
		}
		k := &ground.Claim{
			Queue: c.name, Lane: lane, ID: id, Payload: payload, Seq: parse(seq), Token: number(v[3]),
			Attempts: int(number(v[4])), InDoubt: number(v[5]) == 1, Doubts: int(number(v[6])), At: lanes.Time(number(v[7])), Until: lanes.Time(until),
		}
		claims = append(claims, k)
		c.s.held.add(k)
	}
	c.mu.Lock()
	c.empty = !more && c.wakes == wakes // a wake-up may have overtaken the reply
	c.next = time.Time{}
	if next > 0 {
		c.next = time.Now().Add(time.Duration(next-now) * time.Microsecond)
	}
	c.mu.Unlock()
	return claims, nil
}

func parse(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// deliver hands claims to who waits, in turn. What nobody wants any more is given back.
func (c *claimer) deliver(claims []*ground.Claim) {
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
		c.s.held.remove(k)
		c.s.yield(k.Queue, k.Lane, k.Token)
	}
}

// listen has a reader wait for a wake-up, while somebody waits for claims.
func (c *claimer) listen() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.empty || c.blocked || c.wanted == 0 {
		return
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	if c.s.closed {
		return
	}
	c.blocked = true
	c.s.all.Go(c.read)
}

// read waits for wake-ups until nobody waits for claims.
func (c *claimer) read() {
	for {
		_, err := c.s.link.blocking.BLPop(c.s.ctx, blockTime, c.keys[placeWake]).Result()
		woken := err == nil
		if err != nil && err != goredis.Nil && c.s.ctx.Err() == nil {
			select { // looking goes on meanwhile
			case <-c.s.closing:
			case <-time.After(longPause):
			}
		}
		c.mu.Lock()
		wanted := c.wanted > 0 && c.s.ctx.Err() == nil
		if woken {
			c.wakes++
		}
		if woken || !wanted {
			c.empty = false
		}
		if !wanted {
			c.blocked = false
		}
		c.mu.Unlock()
		switch {
		case woken && wanted:
			c.poke()
		case woken: // another node may have somebody
			c.s.calls.submit(&call{group: c.wake})
		}
		if !wanted {
			return
		}
	}
}
