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
// many as are wanted and hands out what comes. What this node puts or frees is asked for in
// the round trip that writes it (see rides). Where nothing is ready it has a reader wait for a
// wake-up. It asks nothing while nobody waits.
type claimer struct {
	s    *Store
	name string
	keys []string

	asking      [2]any // the keys of a request for claims
	wake, renew *group

	mu      sync.Mutex
	started bool
	waiters []*waiter // in turn
	wanted  int       // by all waiters
	asked   bool      // a request is under way
	riding  int       // wanted by requests that went out with writes
	credit  int       // who was served last wanted so many more, and will ask again at once
	served  time.Time // when that was
	spare   []*ground.Claim
	idle    *time.Timer // gives up what is spare
	kick    chan struct{}
	empty   bool      // asked last, nothing was ready; counts only while blocked
	next    time.Time // when a lease or delayed head is due, by this clock; zero = none
	sick    time.Time // nothing is asked before
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
	q := &claimer{s: s, name: name, keys: keysOf(name), kick: make(chan struct{}, 1), asking: [2]any{keyAsked + name + ":" + s.o.Node, keyIdle + name}}
	q.wake = newGroup(scriptWake, []string{q.keys[placeWake], q.keys[placeReady]})
	q.renew = newGroup(scriptRenew, append([]string{keyClock}, q.keys...))
	s.queues[name] = q
	return q
}

func (s *Store) Claim(ctx context.Context, queue string, most int) ([]*ground.Claim, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	return s.queue(queue).wait(ctx, max(most, 1))
}

func (c *claimer) wait(ctx context.Context, most int) ([]*ground.Claim, error) {
	w := &waiter{most: min(most, mostClaims), got: make(chan []*ground.Claim, 1)}
	c.mu.Lock()
	if !c.started && !c.start() {
		c.mu.Unlock()
		return nil, ground.ErrClosed
	}
	if n := min(len(c.spare), w.most); n > 0 {
		claims := c.spare[:n:n]
		c.spare = c.spare[n:]
		c.credit, c.served = w.most-n, time.Now()
		c.mu.Unlock()
		return claims, nil
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

// run asks until the store is closed.
func (c *claimer) run() {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		call, pause := c.plan(time.Now())
		if call != nil {
			c.s.calls.submit(call)
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

// plan says what is asked for; if nothing, how long to wait.
func (c *claimer) plan(now time.Time) (*call, time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.wanted == 0 || c.asked: // answered pokes
		return nil, time.Hour
	case now.Before(c.sick):
		return nil, c.sick.Sub(now)
	case !c.empty:
		k := c.request(min(c.wanted, mostClaims), nil)
		c.asked = k != nil
		return k, time.Hour
	}
	c.listen()
	if c.next.IsZero() {
		return nil, lookEvery
	}
	return nil, min(lookEvery, max(c.next.Sub(now), soonest))
}

// rides are requests for claims that go out with calls: what these make ready is handed, in
// the same round trip, to who waits for it here.
func (s *Store) rides(calls []*call) (more []*call) {
	for _, c := range calls {
		for _, f := range c.feeds {
			if !slices.ContainsFunc(more, func(m *call) bool { return m.feeds[0].queue == f.queue }) {
				if r := s.queue(f.queue).ride(f.queue, calls); r != nil {
					more = append(more, r)
				}
			}
		}
	}
	return more
}

// ride is the request of one queue that goes out with calls; nil if nobody waits.
func (c *claimer) ride(queue string, calls []*call) *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	want := c.wanted
	if want == 0 && time.Since(c.served) < spareFor {
		want = c.credit
	}
	if want -= c.riding + len(c.spare); !c.started || want <= 0 {
		return nil
	}
	var fed []feed
	for _, call := range calls {
		for _, f := range call.feeds {
			if f.queue == queue {
				fed = append(fed, f)
			}
		}
	}
	want = min(len(fed), want, mostClaims)
	k := c.request(want, fed)
	if k != nil {
		c.riding += want
	}
	return k
}

// request asks for so many claims; c.mu is held. Those of fed come with their records. nil if the
// store is closed.
func (c *claimer) request(want int, fed []feed) *call {
	if !c.s.asks() {
		return nil
	}
	b := c.s.know(c.name)
	wakes := c.wakes
	k := &call{group: b.group, order: 2, feeds: fed}
	n := 0
	for _, f := range fed {
		n += len(f.with)
	}
	var nm names
	nm.grow(n)
	k.keys = append(make([]any, 0, n+2), c.asking[0], c.asking[1])
	rides := int64(0)
	if fed != nil {
		k.order, rides = 1, 1
	}
	var p pack
	p.begin(nil)
	p.text("k").number(int64(slices.Index(b.queues, c.name))).number(int64(want)).number(newNonce()).number(ground.Lease.Microseconds()).text(c.s.o.Node).number(rides)
	for i, f := range fed {
		if len(f.with) == 0 || slices.ContainsFunc(fed[:i], func(o feed) bool { return o.lane == f.lane }) {
			continue
		}
		p.text(f.lane).number(int64(len(f.with)))
		for _, with := range f.with {
			k.keys = append(k.keys, nm.add(keyRecord, with.Kind, ":", with.ID))
		}
	}
	k.args = append(k.one[:0], p.done())
	k.then = func() { c.answered(k, want, wakes) }
	return k
}

// answered hands out what was claimed.
func (c *claimer) answered(k *call, want, wakes int) {
	var claims []*ground.Claim
	err := k.err
	if err == nil {
		claims, err = c.answer(k.reply, wakes, k.feeds)
	}
	c.mu.Lock()
	if k.order == 1 {
		c.riding -= want
	} else {
		c.asked = false
	}
	if now := time.Now(); err != nil {
		c.sick = now.Add(failPause)
		if now.Sub(c.told) >= tellFailed {
			c.told = now
			c.s.o.Log.Warn("claim failed", "queue", c.name, "err", err)
		}
	}
	c.mu.Unlock()
	c.deliver(claims)
	c.poke()
	c.s.requests.Done()
}

// asks counts a request for claims, which Close waits for; false if the store is closed.
func (s *Store) asks() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.requests.Add(1)
	}
	return !s.closed
}

// tellFailed is how often at most failing claims are logged: they are asked for again and
// again while the server is away.
const tellFailed = 30 * time.Second

// answer reads the reply: the claims it gave.
func (c *claimer) answer(reply any, wakes int, fed []feed) ([]*ground.Claim, error) {
	list, _ := reply.([]any)
	if len(list) < 4 || (len(list)-4)%9 != 0 {
		return nil, fmt.Errorf("script apply: unexpected reply of %d values to a request for claims", len(list))
	}
	now, until, more, next := number(list[0]), number(list[1]), number(list[2]) == 1, number(list[3])
	claims := make([]*ground.Claim, 0, (len(list)-4)/9)
	for v := list[4:]; len(v) > 0; v = v[9:] {
		lane, _ := v[0].(string)
		seq, _ := v[2].(string)
		id, payload, err := unpack(v[1])
		if err != nil { // the others are sound; if it was claimed, its lease runs out
			c.s.o.Log.Error("an item cannot be read", "queue", c.name, "seq", seq, "err", err)
			continue
		}
		k := &ground.Claim{
			Queue: c.name, Lane: lane, ID: id, Payload: payload, Seq: parse(seq), Token: number(v[3]),
			Attempts: int(number(v[4])), InDoubt: number(v[5]) == 1, Doubts: int(number(v[6])), At: lanes.Time(number(v[7])), Until: lanes.Time(until),
		}
		if values, ok := v[8].([]any); ok {
			k.With = c.with(k, values, fed)
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

// with are the records that a claimed item named: the values are those of its lane, which may have
// had another head.
func (c *claimer) with(k *ground.Claim, values []any, fed []feed) []ground.Record {
	i := slices.IndexFunc(fed, func(f feed) bool { return f.lane == k.Lane && len(f.with) > 0 })
	if i < 0 || fed[i].id != k.ID || len(values) != len(fed[i].with) {
		return nil
	}
	all, err := c.s.readAll(fed[i].with, values)
	if err != nil { // who reads it hears of it
		return nil
	}
	return all
}

func parse(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// spareFor is how long claims are kept that nobody wants when they come: workers ask again at once.
const spareFor = 50 * time.Millisecond

// deliver hands claims to who waits, in turn. What nobody wants in the next moment is given back.
func (c *claimer) deliver(claims []*ground.Claim) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(claims) > 0 && len(c.waiters) > 0 {
		w := c.waiters[0]
		c.waiters = slices.Delete(c.waiters, 0, 1)
		c.wanted -= w.most
		n := min(w.most, len(claims))
		w.got <- claims[:n:n]
		claims = claims[n:]
		c.credit, c.served = w.most-n, time.Now()
	}
	if len(claims) == 0 {
		return
	}
	c.spare = append(c.spare, claims...)
	if c.idle == nil {
		c.idle = time.AfterFunc(spareFor, c.giveUp)
	} else {
		c.idle.Reset(spareFor)
	}
}

// giveUp gives back what is spare.
func (c *claimer) giveUp() {
	c.mu.Lock()
	claims := c.spare
	c.spare = nil
	c.mu.Unlock()
	for _, k := range claims {
		c.s.held.remove(k)
		c.s.yield(k.Queue, k.Lane, k.Token)
	}
}

// listen has a reader wait for a wake-up; c.mu is held. One that came since the store said that
// nothing was ready is still there.
func (c *claimer) listen() {
	if c.blocked {
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
