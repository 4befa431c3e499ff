// Package lanes keeps the order of lanes and who has claimed what in memory, for the
// stores that one process owns: store/memory and store/sqlite; in Redis a script does the same (store/redis/lua/lib_lanes.lua). It knows items by
// their number only; what an item holds is the store's.
package lanes

import (
	"container/heap"
	"container/list"
	"context"
	"slices"
	"sync"
	"time"

	"bridge/store/ground"
)

// Rank is an item's place in its lane; those of one rank are ordered by Seq.
type Rank int8

// The ranks.
const (
	Head     Rank = 0 // was tried, or is claimed: nothing goes before it
	Front    Rank = 1
	Ordinary Rank = 2
)

// longestSleep bounds the timer, so that a wall clock that jumped is noticed.
const longestSleep = 5 * time.Second

// Entry is what is kept of an item.
type Entry struct {
	Seq  int64
	Due  int64 // µs; 0 = now
	At   int64 // µs, when it was enqueued
	Rank Rank
}

// Added is an item to put into its lane.
type Added struct {
	Queue, Lane string
	Entry       Entry
}

// lane is a lane with waiting or claimed items; others are not in memory. An unclaimed
// lane is either in its queue's ready list or in the heap of due times.
type lane struct {
	queue *queue
	name  string
	items []Entry // in order; items[0] is the claimed one while held is set
	held  *Held
	next  *lane    // in the ready list
	ready bool     // is in the ready list
	due   int      // place in the heap, -1 = not in it
	one   [1]Entry // room for items: most lanes never have more
}

// Held is a claim. It does not outlive the process, which owns the lanes.
type Held struct {
	Claim ground.Claim // ID, Payload, Attempts, InDoubt and Doubts are the store's to fill in
	Begun int          // attempts begun under this claim
	Back  int64        // of a Retry: when the item is due, µs

	lane       *lane
	item       Entry     // as it was claimed
	until      time.Time // with its monotonic reading: a jump of the wall clock ends no lease
	prev, next *Held     // in the list of leases
	// busy counts writes under way for this claim. The lease of a busy claim does not run
	// out: who wrote and who claimed next could not both be right.
	busy     int
	finished bool // a write that ends the claim is under way
}

// waiter is a caller of Take for whom there was nothing yet.
type waiter struct {
	most   int
	handed chan []*Held
}

// queue is one queue: its lanes and who waits for them.
type queue struct {
	name        string
	lanes       map[string]*lane
	first, last *lane      // ready list: lanes whose head may be claimed, in turn
	waiters     *list.List // of *waiter, in turn
	waiting     int        // items that are not claimed
	claimed     int
}

// Lanes are all lanes of all queues.
type Lanes struct {
	now func() time.Time

	mu     sync.Mutex
	closed chan struct{}
	queues map[string]*queue
	leases leases
	due    dueHeap
	token  int64
	timer  *time.Timer
	armed  time.Time // when timer fires; zero = it does not
}

// New returns lanes without items; now is the clock.
func New(now func() time.Time) *Lanes {
	return &Lanes{
		now: now, closed: make(chan struct{}), queues: map[string]*queue{},
		token: now().UnixMicro(), // it grows over restarts too
	}
}

// Close ends all waiting and the timer.
func (x *Lanes) Close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	close(x.closed)
	if x.timer != nil {
		x.timer.Stop()
	}
}

func (x *Lanes) queue(name string) *queue {
	q := x.queues[name]
	if q == nil {
		q = &queue{name: name, lanes: map[string]*lane{}, waiters: list.New()}
		x.queues[name] = q
	}
	return q
}

// Add puts items, which are stored, into their lanes and wakes who waits.
func (x *Lanes) Add(items ...Added) {
	if len(items) == 0 {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for i := range items {
		x.put(&items[i])
	}
	x.arm()
}

func (x *Lanes) put(a *Added) {
	q := x.queue(a.Queue)
	l := q.lanes[a.Lane]
	if l == nil {
		l = &lane{queue: q, name: a.Lane, due: -1}
		l.items = l.one[:0]
		q.lanes[a.Lane] = l
	}
	l.insert(a.Entry)
	q.waiting++
	x.settle(l)
}

// insert puts e behind the items of its rank.
func (l *lane) insert(e Entry) {
	at := len(l.items)
	if e.Rank != Ordinary {
		at = 0
		for at < len(l.items) && (l.items[at].Rank <= e.Rank || at == 0 && l.held != nil) {
			at++
		}
	}
	l.items = slices.Insert(l.items, at, e)
}

// settle puts an unclaimed lane where it belongs after its head changed.
func (x *Lanes) settle(l *lane) {
	switch {
	case l.held != nil:
	case len(l.items) == 0:
		x.undelay(l)
		delete(l.queue.lanes, l.name)
	case l.items[0].Due > x.now().UnixMicro():
		if l.ready {
			return // claim finds out when it is the lane's turn
		}
		if l.due >= 0 {
			heap.Fix(&x.due, l.due)
			return
		}
		heap.Push(&x.due, l)
	default:
		x.undelay(l)
		l.queue.isReady(l)
		x.serve(l.queue)
	}
}

func (x *Lanes) undelay(l *lane) {
	if l.due >= 0 {
		heap.Remove(&x.due, l.due)
	}
}

// isReady puts l at the end of the list of lanes that may be claimed.
func (q *queue) isReady(l *lane) {
	if l.ready {
		return
	}
	l.ready = true
	if q.last == nil {
		q.first = l
	} else {
		q.last.next = l
	}
	q.last = l
}

// serve hands ready lanes to those who wait, first come, first served.
func (x *Lanes) serve(q *queue) {
	for q.waiters.Len() > 0 {
		h := x.claim(q)
		if h == nil {
			return
		}
		w := q.waiters.Remove(q.waiters.Front()).(*waiter)
		w.handed <- x.more(q, h, w.most) // has room for one
	}
}

// more claims up to most lanes, of which first is one.
func (x *Lanes) more(q *queue, first *Held, most int) []*Held {
	all := make([]*Held, 1, min(most, 8))
	all[0] = first
	for len(all) < most {
		h := x.claim(q)
		if h == nil {
			break
		}
		all = append(all, h)
	}
	return all
}

// claim leases the head of the next ready lane; nil if there is none.
func (x *Lanes) claim(q *queue) *Held {
	for q.first != nil {
		l := q.first
		q.first, l.next, l.ready = l.next, nil, false
		if q.first == nil {
			q.last = nil
		}
		now := x.now()
		if l.items[0].Due > now.UnixMicro() {
			x.settle(l) // an item that is not due yet was put to the front meanwhile
			continue
		}
		x.token++
		h := &Held{lane: l, item: l.items[0], until: now.Add(ground.Lease)}
		h.Claim = ground.Claim{Queue: q.name, Lane: l.name, Token: x.token, Seq: h.item.Seq, At: time.UnixMicro(h.item.At).UTC(), Until: h.until}
		x.leases.push(h)
		l.held = h
		q.waiting--
		q.claimed++
		return h
	}
	return nil
}

// Take waits for claims of the queue: one at least, most at most.
func (x *Lanes) Take(ctx context.Context, name string, most int) ([]*Held, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	most = max(most, 1)
	x.mu.Lock()
	select {
	case <-x.closed:
		x.mu.Unlock()
		return nil, ground.ErrClosed
	default:
	}
	x.catchUp()
	q := x.queue(name)
	if q.waiters.Len() == 0 {
		if h := x.claim(q); h != nil {
			all := x.more(q, h, most)
			x.arm()
			x.mu.Unlock()
			return all, nil
		}
	}
	w := &waiter{most: most, handed: make(chan []*Held, 1)}
	place := q.waiters.PushBack(w)
	x.arm()
	x.mu.Unlock()

	err := ground.ErrClosed
	select {
	case all := <-w.handed:
		return all, nil
	case <-x.closed:
	case <-ctx.Done():
		err = ctx.Err()
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	select {
	case all := <-w.handed: // they were handed over at the same moment
		for _, h := range all {
			x.free(h)
		}
		x.arm()
	default:
		q.waiters.Remove(place)
	}
	return nil, err
}

// Pin finds a claim and keeps its lease from running out until Unpin.
// One that is finished, was handed to somebody else or whose lease ran out is
// ground.ErrLost; end says that a write is about to end it.
func (x *Lanes) Pin(c *ground.Claim, end bool) (*Held, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	h := x.find(c)
	if h == nil || h.finished {
		return nil, ground.ErrLost
	}
	h.busy++
	h.finished = h.finished || end
	return h, nil
}

// find returns the claim if it is still held.
func (x *Lanes) find(c *ground.Claim) *Held {
	q := x.queues[c.Queue]
	if q == nil {
		return nil
	}
	l := q.lanes[c.Lane]
	if l == nil || l.held == nil || l.held.Claim.Token != c.Token {
		return nil
	}
	if h := l.held; h.busy > 0 || x.now().Before(h.until) {
		return h
	}
	x.expire() // the timer is a little late
	x.arm()
	return nil
}

// Unpin ends a pin whose write did not end the claim.
func (x *Lanes) Unpin(h *Held, end bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	h.busy--
	if end {
		h.finished = false
	}
}

// Renew extends the lease.
func (x *Lanes) Renew(c *ground.Claim) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	h := x.find(c)
	if h == nil || h.finished {
		return ground.ErrLost
	}
	x.extend(h)
	return nil
}

func (x *Lanes) extend(h *Held) {
	h.until = x.now().Add(ground.Lease)
	x.leases.remove(h)
	x.leases.push(h)
}

// Finish takes the claimed item out of its lane.
func (x *Lanes) Finish(h *Held) {
	x.mu.Lock()
	defer x.mu.Unlock()
	l := h.lane
	if l.items = l.items[1:]; len(l.items) == 0 {
		l.items = nil
	}
	x.unclaim(h)
	x.settle(l)
	x.arm()
}

// Back gives the claimed item back, due (µs; 0 = now). One that was tried stays at the
// head of its lane.
func (x *Lanes) Back(h *Held, due int64, tried bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	h.lane.items[0].Due = due
	if tried {
		h.lane.items[0].Rank = Head
	}
	x.free(h)
	x.arm()
}

// free gives the claimed item back. If no attempt was begun it is as if it had never been
// claimed: what was put to the front meanwhile goes before it.
func (x *Lanes) free(h *Held) {
	l := h.lane
	if h.Begun > 0 {
		l.items[0].Rank = Head
	}
	if e := l.items[0]; e.Rank == Ordinary {
		to := 0
		for to+1 < len(l.items) && l.items[to+1].Rank < Ordinary {
			l.items[to] = l.items[to+1]
			to++
		}
		l.items[to] = e
	}
	l.queue.waiting++
	x.unclaim(h)
	x.settle(l)
}

func (x *Lanes) unclaim(h *Held) {
	h.lane.held = nil
	h.lane.queue.claimed--
	x.leases.remove(h)
}

// expire frees the lanes of claims whose lease ran out.
func (x *Lanes) expire() {
	now := x.now()
	for h := x.leases.first; h != nil; h = x.leases.first {
		if now.Before(h.until) {
			return
		}
		if h.busy > 0 {
			x.extend(h)
			continue
		}
		x.free(h)
	}
}

// tick does what is due: it is called by the timer, and may be called any time.
func (x *Lanes) tick() {
	x.mu.Lock()
	defer x.mu.Unlock()
	select {
	case <-x.closed:
		return
	default:
	}
	x.armed = time.Time{}
	x.catchUp()
	x.arm()
}

// catchUp does what is due, if the timer is late.
func (x *Lanes) catchUp() {
	x.expire()
	for len(x.due) > 0 && x.due[0].items[0].Due <= x.now().UnixMicro() {
		x.settle(x.due[0])
	}
}

// arm sets the one timer for the next lease or due time, if it would fire later. A
// timer that fires too early does no harm.
func (x *Lanes) arm() {
	sleep := time.Duration(-1)
	now := x.now()
	if h := x.leases.first; h != nil {
		sleep = max(h.until.Sub(now), 0)
	}
	if len(x.due) > 0 {
		d := time.UnixMicro(x.due[0].items[0].Due).Sub(now.Round(0))
		if d = max(d, 0); sleep < 0 || d < sleep {
			sleep = d
		}
	}
	if sleep < 0 {
		return
	}
	sleep = min(sleep, longestSleep)
	at := now.Add(sleep)
	if !x.armed.IsZero() && !at.Before(x.armed) {
		return
	}
	x.armed = at
	if x.timer == nil {
		x.timer = time.AfterFunc(sleep, x.tick)
		return
	}
	x.timer.Reset(sleep)
}

// Depth returns how much each queue holds.
func (x *Lanes) Depth() map[string]ground.Depth {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.catchUp()
	all := map[string]ground.Depth{}
	for name, q := range x.queues {
		d := ground.Depth{Waiting: q.waiting, Claimed: q.claimed}
		for _, l := range q.lanes {
			if l.held == nil && l.items[0].Due > x.now().UnixMicro() {
				d.Delayed++
			}
			for i, e := range l.items {
				at := time.UnixMicro(e.At).UTC()
				if d.First.IsZero() || at.Before(d.First) {
					d.First = at
				}
				if (i > 0 || l.held == nil) && (d.Oldest.IsZero() || at.Before(d.Oldest)) {
					d.Oldest = at
				}
			}
		}
		all[name] = d
	}
	return all
}

// Of returns the items of a lane in order, and whether the first is claimed.
func (x *Lanes) Of(name, lane string, limit int) (items []Entry, claimed bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.catchUp()
	if q := x.queues[name]; q != nil {
		if l := q.lanes[lane]; l != nil {
			return slices.Clone(l.items[:min(len(l.items), limit)]), l.held != nil
		}
	}
	return nil, false
}
