package turns

import (
	"fmt"
	"slices"
	"sort"
	"sync"
	"time"

	"bridge/agents"
	"bridge/core/excerpt"
	"bridge/core/queue"
	"bridge/internal/retry"
)

// finals is how many final failures in a row open a breaker, and how many a
// message has of its own, while others are answered, before it is given up.
const finals = 5

// The waits between the probes of an open breaker: doubled from the first to the
// last, ± 20 %.
const (
	firstProbe = time.Second
	lastProbe  = 30 * time.Second
)

// An agent that nobody reaches is known to be away after so many attempts in a row, or after
// two that are so far apart, of whatever messages: a connection that is refused costs little
// and is no message's fault. It is tried more often, so that messages go out soon after it is
// back.
const (
	unreachedFor = 30 * time.Second
	blip         = 2 * time.Second // many calls at once that meet a restart are no proof
	awayProbe    = 2 * time.Second
	awayWait     = 3 * time.Second // in place of holdWait
)

// soon is how long after the time of a probe the only item there is comes again.
const soon = 10 * time.Millisecond

// Openings that follow a closing within calm are told only if they last for
// tellLate: an agent that comes and goes does not fill the operators' mailbox.
const (
	calm     = 10 * time.Minute
	tellLate = time.Minute
)

// verdict is what a call says of the agent.
type verdict int

const (
	nothing  verdict = iota // it was cut off by us, or never begun
	answered                // there is an answer, good or bad
	refused                 // a final failure that is this message's own, as far as one call can tell
	broken                  // a final failure that may come to any message
)

// judged says whose fault a final failure is. heard: some of the answer came.
func judged(e *agents.Error, heard bool) verdict {
	switch {
	case e.FailFast: // it is not for this breaker
		return answered
	case e.Code == agents.CodeTimeout && heard: // it works, but too long for this one
		return refused
	case e.Retry, e.Down, e.Code == agents.CodeTimeout:
		return broken
	}
	return refused
}

// BreakerState is how the breaker of one agent stands on this node.
type BreakerState struct {
	Agent     string    `json:"agent"`
	State     string    `json:"state"`               // closed | open | probing
	Since     time.Time `json:"since,omitzero"`      // of the opening, or the last closing
	Failures  int       `json:"failures,omitempty"`  // final failures in a row
	Held      int       `json:"held,omitempty"`      // items that wait for the agent; each stands for its lane
	LastCode  string    `json:"lastCode,omitempty"`  // of the last final failure
	LastError string    `json:"lastError,omitempty"` // ≤ 500 bytes; the agent's own words: for operators only
	InFlight  int       `json:"inFlight"`            // calls under way
	// LastAnswer is when it answered last, and P50 the median of how long its newest answers
	// took, in milliseconds; zero before the first.
	LastAnswer time.Time `json:"lastAnswer,omitzero"`
	P50        int64     `json:"p50Ms,omitempty"`
}

// itemKey names one item of the inbox: what a replay makes of it is another.
type itemKey struct {
	lane, id string
	replays  int
}

func keyOf(c *queue.Claim) itemKey { return itemKey{c.Lane, c.ID, c.Replays} }

// itemState is what is known of an item that has failed, or waits for its agent.
type itemState struct {
	since time.Time // it failed or was held first
	due   time.Time // it comes again
	fails int       // final failures while the breaker was closed
	wins  int       // breaker.wins at since
	told  bool      // people heard that it is kept
	// What its earlier calls came to: it belongs to the step that is recorded in the end.
	attempts int
	history  []Try
}

// breaker keeps the messages of an agent that fails from being spent on it
// (ADR 10). Its state is of this node and in memory.
type breaker struct {
	agent string
	keep  time.Duration // how long an item is remembered after it was due
	now   func() time.Time

	mu      sync.Mutex
	row     int       // final failures in a row
	away    int       // attempts in a row that reached nobody
	first   time.Time // the first of them
	wins    int       // answers so far
	code    string
	words   string
	open    bool
	since   time.Time
	told    bool // the operators heard of the opening
	probing bool
	stale   time.Time     // a probe that hangs does not keep others from trying
	wait    time.Duration // between probes
	probeAt time.Time
	prober  itemKey // made the last probe, which failed
	items   map[itemKey]*itemState
	calls   int // under way
	heardAt time.Time
	took    []time.Duration // of the newest answers, as a ring
	next    int             // in took
	swept   time.Time
	pace    pace
}

func newBreaker(agent string, timeout time.Duration, now func() time.Time) *breaker {
	return &breaker{agent: agent, keep: timeout + 5*time.Minute, now: now, items: map[itemKey]*itemState{}}
}

// enter says whether the agent may be called for an item; each that enters
// leaves. While the breaker is open one may at a time: a probe.
func (b *breaker) enter(x itemKey) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.open {
		b.calls++
		return true
	}
	now := b.now()
	if b.probing && now.Before(b.stale) || now.Before(b.probeAt) {
		return false
	}
	// The next probe is another item, if there is one: this may be the one item
	// that the agent cannot do.
	if x == b.prober && now.Before(b.probeAt.Add(3*holdWait/2)) && !b.alone(x, now) {
		return false
	}
	b.probing, b.prober, b.stale = true, x, now.Add(lastProbe)
	b.calls++
	return true
}

// alone reports whether no other item waits for the agent.
func (b *breaker) alone(x itemKey, now time.Time) bool {
	for k, tr := range b.items {
		if k != x && tr.due.After(now.Add(-3*holdWait/2)) {
			return false
		}
	}
	return true
}

// over reports whether an item has been kept long enough: it is recorded as
// failed. One that waited for other reasons is given some time of its own.
func (b *breaker) over(x itemKey, enqueued time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	tr, ok := b.items[x]
	return ok && b.overdue(tr, enqueued)
}

func (b *breaker) overdue(tr *itemState, enqueued time.Time) bool {
	now := b.now()
	return now.Sub(enqueued) >= heldFor && now.Sub(tr.since) >= tellAfter
}

// change is what has changed, and what the operators are to hear of it.
type change struct {
	opened, closed bool
	key, text      string
}

// leave ends what enter began. It says whether the outcome s of the call is held
// back: not recorded, the item is tried again. What is not held back has the
// item's earlier calls added.
func (b *breaker) leave(x itemKey, enqueued time.Time, v verdict, s *Step) (held bool, n change) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls--
	probe := b.probing && b.prober == x
	if probe {
		b.probing = false
	}
	if v == nothing {
		return false, change{}
	}
	if v == answered {
		b.answered(s)
		n = b.won(probe)
		if b.items[x] == nil { // its first call, as nearly always
			return false, n
		}
	}
	tr := b.item(x)
	tr.add(s)
	if v != answered {
		if held, n = b.lost(tr, probe, enqueued, v, s); held {
			return true, n
		}
	}
	b.settle(x, tr, s)
	return false, n
}

// give ends an item that is not called any more. s is its outcome.
func (b *breaker) give(x itemKey, s *Step) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.settle(x, b.item(x), s)
}

func (b *breaker) settle(x itemKey, tr *itemState, s *Step) {
	s.Attempts, s.History = tr.attempts, tr.history
	delete(b.items, x)
}

func (tr *itemState) add(s *Step) {
	tr.attempts += s.Attempts
	for _, try := range s.History {
		tr.history = keepTry(tr.history, try)
	}
}

// newest is of how many answers it is known how long they took.
const newest = 64

// answered notes when an answer came, and how long it took.
func (b *breaker) answered(s *Step) {
	if s == nil || len(s.History) == 0 {
		return
	}
	last := s.History[len(s.History)-1]
	b.heardAt = last.At.Add(last.Took)
	if len(b.took) < newest {
		b.took = append(b.took, 0)
	}
	b.took[b.next] = last.Took
	b.next = (b.next + 1) % newest
}

func (b *breaker) won(probe bool) (n change) {
	b.wins++
	b.row, b.away = 0, 0
	switch {
	case b.open && !probe: // a call that was begun before it opened: a good time for a probe
		if !b.probing {
			b.wait, b.probeAt, b.prober = firstProbe, b.now(), itemKey{}
		}
	case b.open:
		n.closed = true
		if b.told {
			n.key = fmt.Sprintf("agent %s answers %d", b.agent, b.period())
			n.text = fmt.Sprintf("The agent %s answers again. The messages that waited for it are being answered.", b.agent)
		}
		b.open, b.told, b.since = false, false, b.now()
	}
	return n
}

// lost counts a final failure and says whether the item is held.
func (b *breaker) lost(tr *itemState, probe bool, enqueued time.Time, v verdict, s *Step) (held bool, n change) {
	b.row++
	if s.Failure != agents.CodeConnect {
		b.away = 0
	}
	b.code, b.words = s.Failure, excerpt.Cut(s.Detail, 500)
	switch {
	case b.overdue(tr, enqueued):
		return false, b.probed(probe)
	case b.open:
		return true, b.probed(probe)
	}
	tr.fails++
	switch {
	case tr.fails >= finals && b.wins > tr.wins: // others were answered
		return false, change{}
	case b.row >= finals:
		return true, b.opened()
	}
	return v == broken, change{}
}

// unreached counts an attempt that reached nobody, and reports whether the breaker is open:
// the call is not tried again then.
func (b *breaker) unreached() (open bool, n change) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open {
		return true, n
	}
	now := b.now()
	if b.away++; b.away == 1 {
		b.first = now
	}
	gone := now.Sub(b.first)
	if (b.away < finals || gone < blip) && (b.away < 2 || gone < unreachedFor) {
		return false, n
	}
	b.row, b.code = max(b.row, b.away), agents.CodeConnect
	return true, b.opened()
}

// waits are how long probes are apart at most, and how long an item that is held waits.
func (b *breaker) waits() (probe, hold time.Duration) {
	if b.away > 0 {
		return awayProbe, awayWait
	}
	return lastProbe, holdWait
}

func (b *breaker) opened() change {
	now := b.now()
	quiet := !b.since.IsZero() && now.Sub(b.since) < calm
	b.open, b.since, b.wait = true, now, firstProbe
	b.probeAt, b.prober = now.Add(retry.Jitter(b.wait, 0.2)), itemKey{}
	n := change{opened: true}
	if !quiet {
		b.tell(&n)
	}
	return n
}

// probed sets the time of the next probe after one that failed.
func (b *breaker) probed(probe bool) (n change) {
	if !probe {
		return n
	}
	most, _ := b.waits()
	b.wait = min(2*b.wait, most)
	b.probeAt = b.now().Add(retry.Jitter(b.wait, 0.2))
	if !b.told && b.now().Sub(b.since) >= tellLate {
		b.tell(&n)
	}
	return n
}

// tell is the alert of an opening. The agent's own words are not in it: they may
// hold a person's.
func (b *breaker) tell(n *change) {
	b.told = true
	n.key = fmt.Sprintf("agent %s fails %d", b.agent, b.period())
	row := "once"
	if b.row > 1 {
		row = fmt.Sprintf("%d times in a row", b.row)
	}
	n.text = fmt.Sprintf("The agent %s fails: %s, %s. Its messages are kept and wait; one at a time is tried.", b.agent, b.code, row)
}

// period names an opening so that the same one is told once, though it is seen by
// several nodes. Two that are told are further apart than calm.
func (b *breaker) period() int64 { return b.since.Truncate(calm).Unix() }

// hold returns when an item that is held comes again, and its failure so far.
func (b *breaker) hold(x itemKey) (at time.Time, code string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	b.sweep(now)
	tr := b.item(x)
	_, wait := b.waits()
	tr.due = b.pace.at(now, wait)
	if b.open && b.probeAt.Before(tr.due) && b.probeAt.After(now) && b.alone(x, now) {
		tr.due = b.probeAt.Add(soon) // not before: stores round
	}
	return tr.due, b.code
}

// untold reports whether people are still to hear that an item is kept.
func (b *breaker) untold(x itemKey) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.item(x).told
}

func (b *breaker) heard(x itemKey) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.item(x).told = true
}

func (b *breaker) item(x itemKey) *itemState {
	tr, ok := b.items[x]
	if !ok {
		tr = &itemState{since: b.now(), due: b.now(), wins: b.wins}
		b.items[x] = tr
	}
	return tr
}

// sweep forgets items that did not come again: another node has finished them.
func (b *breaker) sweep(now time.Time) {
	if now.Sub(b.swept) < time.Minute {
		return
	}
	b.swept = now
	for k, tr := range b.items {
		if now.Sub(tr.due) > b.keep {
			delete(b.items, k)
		}
	}
}

func (b *breaker) state() BreakerState {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := BreakerState{Agent: b.agent, State: "closed", Since: b.since, Failures: b.row, LastCode: b.code, LastError: b.words, Held: len(b.items)}
	s.InFlight, s.LastAnswer = b.calls, b.heardAt
	if n := len(b.took); n > 0 {
		sorted := slices.Sorted(slices.Values(b.took))
		s.P50 = sorted[n/2].Milliseconds()
	}
	switch {
	case b.probing:
		s.State = "probing"
	case b.open:
		s.State = "open"
	}
	return s
}

// last returns the last failure.
func (b *breaker) last() (code, words string, since time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.code, b.words, b.since
}

// Breakers returns the breakers of all agents on this node by name, for status.
func (t *Turns) Breakers() []BreakerState {
	var all []BreakerState
	for _, b := range t.breakers {
		all = append(all, b.state())
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Agent < all[j].Agent })
	return all
}

// pace spreads the items that come again over time: however many wait, the store
// is asked for a bounded number of them a second. It is not safe for concurrent
// use.
type pace struct{ free time.Time }

// perItem is the least time between two that come again.
const perItem = 2 * time.Millisecond

// at returns when the next one comes: pause ± 20 % from now, later where many do.
func (p *pace) at(now time.Time, pause time.Duration) time.Time {
	if p.free.Before(now) {
		p.free = now
	}
	at := now.Add(retry.Jitter(pause, 0.2) + p.free.Sub(now))
	p.free = p.free.Add(perItem)
	return at
}
