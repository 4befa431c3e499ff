package sqlite

import (
	"container/heap"
	"container/list"
	"context"
	"slices"
	"sync"
	"time"

	"bridge/queue"
)

// The ranks of items within a lane; equal ranks are ordered by seq.
const (
	rankHead     = 0 // was tried, or is claimed: nothing goes before it
	rankFront    = 1
	rankOrdinary = 2
)

// longestSleep bounds the timer, so that a wall clock that jumped is noticed.
const longestSleep = 5 * time.Second

// entry is what is kept in memory of a waiting item.
type entry struct {
	seq  int64
	due  int64 // µs; 0 = now
	at   int64 // µs, when it was enqueued
	rank int8
}

// lane is a lane with waiting or claimed items; others are not in memory. An
// unclaimed lane is either in its queue's ready list or in the heap of due times.
type lane struct {
	queue *laneQueue
	name  string
	items []entry // in order; items[0] is the claimed one while held is set
	held  *held
	next  *lane    // in the ready list
	ready bool     // is in the ready list
	due   int      // place in the heap, -1 = not in it
	one   [1]entry // room for items: most lanes never have more
}

// held is a claim in memory. Claims do not outlive the process: it owns the file.
type held struct {
	lane       *lane
	item       entry // as it was claimed
	token      int64
	until      time.Time // with its monotonic reading: a jump of the wall clock ends no lease
	prev, next *held     // in the list of leases
	// busy counts writes under way for this claim. The lease of a busy claim does
	// not run out: who wrote and who claimed next could not both be right.
	busy     int
	finished bool // a write that ends the claim is under way
	inDoubt  bool // as the claim said
	begun    int  // attempts begun under this claim
	known    bool // the item was in hot: claim is complete

	claim queue.Claim // for the caller
}

// waiter is a caller of Claim for whom there was nothing yet.
type waiter struct {
	most   int
	handed chan []*held
}

// laneQueue is one queue: its lanes and who waits for them.
type laneQueue struct {
	name        queue.Name
	lanes       map[string]*lane
	first, last *lane      // ready list: lanes whose head may be claimed, in turn
	waiters     *list.List // of *waiter, in turn
	waiting     int        // items that are not claimed
	claimed     int
	delayed     int // lanes whose head is not due
	dead        int
}

// index holds all lanes. Everything in it can be rebuilt from the table live.
type index struct {
	now func() time.Time

	mu     sync.Mutex
	closed chan struct{}
	queues map[queue.Name]*laneQueue
	leases leases
	due    dueHeap
	token  int64
	hot    map[int64]hot // by seq
	warm   int           // bytes in hot
	timer  *time.Timer
	armed  time.Time // when timer fires; zero = it does not
}

func newIndex(now func() time.Time) *index {
	return &index{
		now: now, closed: make(chan struct{}), queues: map[queue.Name]*laneQueue{}, hot: map[int64]hot{},
		token: now().UnixMicro(), // it grows over restarts too
	}
}

// close ends all waiting and the timer.
func (x *index) close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	close(x.closed)
	if x.timer != nil {
		x.timer.Stop()
	}
}

func (x *index) queue(name queue.Name) *laneQueue {
	q := x.queues[name]
	if q == nil {
		q = &laneQueue{name: name, lanes: map[string]*lane{}, waiters: list.New()}
		x.queues[name] = q
	}
	return q
}

// added is an item to put into its lane.
type added struct {
	queue   queue.Name
	lane    string
	entry   entry
	id      string // "" = not known: not for hot
	payload []byte // the store's own copy; nil = not for hot
}

// Bounds of hot, in bytes.
const (
	hotItem = 64 << 10
	hotAll  = 8 << 20
)

// hot is an item that was never claimed, as it is in the file: most items are
// claimed right after they were put, and then need not be read.
type hot struct {
	id      string
	payload []byte
}

func (h hot) size() int { return len(h.id) + len(h.payload) }

// add puts committed items into their lanes and wakes who waits.
func (x *index) add(items []added) {
	if len(items) == 0 {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.put(items)
	x.arm()
}

func (x *index) put(items []added) {
	for _, a := range items {
		q := x.queue(a.queue)
		l := q.lanes[a.lane]
		if l == nil {
			l = &lane{queue: q, name: a.lane, due: -1}
			l.items = l.one[:0]
			q.lanes[a.lane] = l
		}
		l.insert(a.entry)
		if h := (hot{a.id, a.payload}); a.payload != nil && x.warm+h.size() <= hotAll {
			x.hot[a.entry.seq] = h
			x.warm += h.size()
		}
		q.waiting++
		x.settle(l)
	}
}

// insert puts e behind the items of its rank.
func (l *lane) insert(e entry) {
	at := len(l.items)
	if e.rank != rankOrdinary {
		at = 0
		for at < len(l.items) && (l.items[at].rank <= e.rank || at == 0 && l.held != nil) {
			at++
		}
	}
	l.items = slices.Insert(l.items, at, e)
}

// settle puts an unclaimed lane where it belongs after its head changed.
func (x *index) settle(l *lane) {
	switch {
	case l.held != nil:
	case len(l.items) == 0:
		x.undelay(l)
		delete(l.queue.lanes, l.name)
	case l.items[0].due > x.now().UnixMicro():
		if l.ready {
			return // claim finds out when it is the lane's turn
		}
		if l.due >= 0 {
			heap.Fix(&x.due, l.due)
			return
		}
		heap.Push(&x.due, l)
		l.queue.delayed++
	default:
		x.undelay(l)
		l.queue.ready(l)
		x.serve(l.queue)
	}
}

func (x *index) undelay(l *lane) {
	if l.due >= 0 {
		heap.Remove(&x.due, l.due)
		l.queue.delayed--
	}
}

// ready puts l at the end of the list of lanes that may be claimed.
func (q *laneQueue) ready(l *lane) {
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
func (x *index) serve(q *laneQueue) {
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
func (x *index) more(q *laneQueue, first *held, most int) []*held {
	all := make([]*held, 1, min(most, 8))
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
func (x *index) claim(q *laneQueue) *held {
	for q.first != nil {
		l := q.first
		q.first, l.next, l.ready = l.next, nil, false
		if q.first == nil {
			q.last = nil
		}
		now := x.now()
		if l.items[0].due > now.UnixMicro() {
			x.settle(l) // an item that is not due yet was put to the front meanwhile
			continue
		}
		x.token++
		h := &held{lane: l, item: l.items[0], token: x.token, until: now.Add(queue.Lease)}
		h.claim = queue.Claim{
			Queue: q.name, Lane: l.name, Token: h.token, LeaseUntil: h.until, Seq: h.item.seq, EnqueuedAt: fromMicros(h.item.at),
		}
		if known, ok := x.fresh(h.item.seq); ok {
			h.known, h.claim.ID, h.claim.Payload = true, known.id, known.payload
		}
		x.leases.push(h)
		l.held = h
		q.waiting--
		q.claimed++
		return h
	}
	return nil
}

// take waits for claims of the queue: one at least, most at most.
func (x *index) take(ctx context.Context, name queue.Name, most int) ([]*held, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x.mu.Lock()
	select {
	case <-x.closed:
		x.mu.Unlock()
		return nil, ErrClosed
	default:
	}
	q := x.queue(name)
	if q.waiters.Len() == 0 {
		if h := x.claim(q); h != nil {
			all := x.more(q, h, most)
			x.arm()
			x.mu.Unlock()
			return all, nil
		}
	}
	w := &waiter{most: most, handed: make(chan []*held, 1)}
	place := q.waiters.PushBack(w)
	x.arm()
	x.mu.Unlock()

	err := ErrClosed
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

// fresh takes an item that was never claimed out of hot.
func (x *index) fresh(seq int64) (hot, bool) {
	h, ok := x.hot[seq]
	if ok {
		delete(x.hot, seq)
		x.warm -= h.size()
	}
	return h, ok
}

// pin finds the claim and keeps its lease from running out until unpin. A claim
// that is finished, was handed to somebody else or whose lease ran out is lost.
func (x *index) pin(c *queue.Claim, finish bool) (*held, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	h := x.find(c)
	if h == nil || h.finished {
		return nil, queue.ErrLost
	}
	h.busy++
	h.finished = finish
	return h, nil
}

// find returns the claim if it is still held.
func (x *index) find(c *queue.Claim) *held {
	q := x.queues[c.Queue]
	if q == nil {
		return nil
	}
	l := q.lanes[c.Lane]
	if l == nil || l.held == nil || l.held.token != c.Token {
		return nil
	}
	if h := l.held; h.busy > 0 || x.now().Before(h.until) {
		return h
	}
	x.expire() // the timer is a little late
	x.arm()
	return nil
}

// unpin ends a pin whose write did not end the claim.
func (x *index) unpin(h *held) {
	x.mu.Lock()
	defer x.mu.Unlock()
	h.busy--
	h.finished = false
}

// renew extends the lease.
func (x *index) renew(c *queue.Claim) (time.Time, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	h := x.find(c)
	if h == nil || h.finished {
		return time.Time{}, queue.ErrLost
	}
	x.extend(h)
	return h.until, nil
}

func (x *index) extend(h *held) {
	h.until = x.now().Add(queue.Lease)
	x.leases.remove(h)
	x.leases.push(h)
}

// finish takes the claimed item out of its lane: it is done or buried. Then it
// puts the follow-ups into theirs.
func (x *index) finish(h *held, buried bool, follow []added) {
	x.mu.Lock()
	defer x.mu.Unlock()
	l := h.lane
	if l.items = l.items[1:]; len(l.items) == 0 {
		l.items = nil
	}
	if buried {
		l.queue.dead++
	}
	x.unclaim(h)
	x.settle(l)
	x.put(follow)
	x.arm()
}

// back gives the claimed item back to the head of its lane.
func (x *index) back(h *held, due int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	h.lane.items[0].due = due
	x.free(h)
	x.arm()
}

// free gives the claimed item back as it was; nothing goes before it any more.
func (x *index) free(h *held) {
	h.lane.items[0].rank = rankHead
	h.lane.queue.waiting++
	x.unclaim(h)
	x.settle(h.lane)
}

func (x *index) unclaim(h *held) {
	h.lane.held = nil
	h.lane.queue.claimed--
	x.leases.remove(h)
}

// expire frees the lanes of claims whose lease ran out.
func (x *index) expire() {
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
func (x *index) tick() {
	x.mu.Lock()
	defer x.mu.Unlock()
	select {
	case <-x.closed:
		return
	default:
	}
	x.armed = time.Time{}
	x.expire()
	for len(x.due) > 0 && x.due[0].items[0].due <= x.now().UnixMicro() {
		x.settle(x.due[0])
	}
	x.arm()
}

// arm sets the one timer for the next lease or due time, if it would fire later.
// A timer that fires too early does no harm.
func (x *index) arm() {
	sleep := time.Duration(-1)
	now := x.now()
	if h := x.leases.first; h != nil {
		sleep = max(h.until.Sub(now), 0)
	}
	if len(x.due) > 0 {
		d := time.UnixMicro(x.due[0].items[0].due).Sub(now.Round(0))
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
