package redis

// How this package talks to the server.
//
// A write is a Lua script: lua/NAME.lua, bound by `var name = load("NAME")`. Its
// head says KEYS, ARGV and what it returns. It names every key it touches in KEYS,
// all of one slot, takes the time from redis.call('TIME') where time is stored or
// compared, and checks before its first write. It is run with s.do, which waits,
// or s.calls.submit and call.wait where several go out at the same time.
//
// A script must be safe to run twice with the same arguments: when a reply is lost
// the same call is sent again. Either the second run finds what the first stored
// and returns the same (first one wins, compare-and-set with a value that only
// this call writes), or the call carries a nonce (see newNonce) that the first run
// leaves where the second looks: in the record, or under keyOnce for 20 s.
//
// A script that is called often takes many operations in one run: it is bound by
// loadMany, its calls name a group (shared KEYS and ARGV), and each adds the KEYS and
// ARGV of one operation. It returns an array with one reply for each. Calls of one
// group that wait at the same time are sent as one script.
//
// A read uses s.reads directly: its client repeats what fails. Several reads go as
// s.reads.Pipelined; in a cluster they may be of several slots. What every message
// reads is a script of many operations too, that says no-writes: reads of many
// messages then share a round trip.

import (
	"context"
	"crypto/rand"
	"crypto/sha1"
	"embed"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/store/ground"
)

//go:embed lua/*.lua
var luaFiles embed.FS

// script is one Lua script.
type script struct {
	name, source, sha string
	many              bool // takes several operations in one run
	reads             bool // writes nothing
}

func load(name string) *script {
	source := luaSource(name)
	sum := sha1.Sum([]byte(source)) // how the server names scripts
	return &script{name: name, source: source, sha: hex.EncodeToString(sum[:]), reads: strings.HasPrefix(source, "#!lua flags=no-writes\n")}
}

func loadMany(name string) *script {
	s := load(name)
	s.many = true
	return s
}

// luaSource is lua/NAME.lua, with the files that its lines "-- with FILE" name in their place.
func luaSource(name string) string {
	b, err := luaFiles.ReadFile("lua/" + name + ".lua")
	if err != nil {
		panic(err) // the program was built without it
	}
	source := string(b)
	for {
		before, rest, found := strings.Cut(source, "\n-- with lib_")
		if !found {
			return source
		}
		with, rest, _ := strings.Cut(rest, "\n")
		source = before + "\n" + luaSource("lib_"+with) + rest
	}
}

// library says that a file is only part of others.
func library(name string) bool { return strings.HasPrefix(name, "lib_") }

// group is what calls of one script share, so that they can be sent as one.
type group struct {
	script *script
	keys   []any
	args   []any
}

// call is one run of a script, or one operation of it. It is used once.
type call struct {
	group *group
	keys  []any // behind the group's; names are pointers to strings, which need no copy
	args  []any
	one   [1]any // room for args
	feeds []feed
	order int    // among those that go out together: requests for claims that ride come behind writes, others behind these
	then  func() // called at the end, if there is one, by who must not wait

	tries  int
	since  time.Time
	source bool        // sent alone, and with its text: the server may not know the script
	gone   atomic.Bool // nobody waits any more
	done   chan struct{}
	reply  any
	err    error
}

// feed says that a call may make the head of a lane ready, and what is wanted with it.
type feed struct {
	queue, lane, id string
	with            []ground.Key
}

func newGroup(s *script, keys []string, args ...any) *group {
	g := &group{script: s, args: args}
	for _, k := range keys {
		g.keys = append(g.keys, k)
	}
	return g
}

// newCall prepares a run of s that is not sent together with others.
func newCall(s *script, keys []string, args ...any) *call {
	return &call{group: newGroup(s, keys), args: args}
}

// wait returns the script's reply. When ctx ends first, the script may still run.
func (c *call) wait(ctx context.Context) (any, error) {
	select {
	case <-c.done:
		return c.reply, c.err
	default:
	}
	select {
	case <-c.done:
		return c.reply, c.err
	case <-ctx.Done():
		c.gone.Store(true)
		return nil, ctx.Err()
	}
}

// do runs a script and waits for its reply. Keys are of one slot.
func (s *Store) do(ctx context.Context, sc *script, keys []string, args ...any) (any, error) {
	return s.ask(ctx, newCall(sc, keys, args...))
}

// ask sends a call and waits for its reply.
func (s *Store) ask(ctx context.Context, c *call) (any, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	s.calls.submit(c)
	return c.wait(ctx)
}

// newNonce returns a number that no other operation has: 1 to 2^52, exact in Lua.
func newNonce() int64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return int64(binary.LittleEndian.Uint64(b[:])>>12) + 1
}

const (
	mostCalls   = 128             // calls of one flush: the server does nothing else meanwhile
	mostBytes   = 1 << 20         // a flush that has so many bytes takes no more
	flushes     = 3               // under way at a time
	patience    = 8 * time.Second // how long a call is repeated
	callTimeout = 5 * time.Second // of one flush
	waitTimeout = 2 * time.Second // for replicas
	firstPause  = 20 * time.Millisecond
	longPause   = 500 * time.Millisecond
)

var errReplicas = errors.New("too few replicas have confirmed the write")

// batcher sends what many callers want to write at the same time in one go.
type batcher struct {
	link   *link
	health *health               // told how each flush went
	more   func([]*call) []*call // what goes out with these, beside what waits

	mu      sync.Mutex
	some    sync.Cond
	pending []*call
	closed  bool
	all     sync.WaitGroup
	ctx     context.Context // ends at the hard stop
	cancel  context.CancelFunc
}

func newBatcher(l *link, h *health, more func([]*call) []*call) *batcher {
	b := &batcher{link: l, health: h, more: more}
	b.some.L = &b.mu
	b.ctx, b.cancel = context.WithCancel(context.Background())
	for range flushes {
		b.all.Go(b.run)
	}
	return b
}

// close sends what was submitted and ends; what does not get through is errClosed.
func (b *batcher) close() {
	b.mu.Lock()
	b.closed = true
	b.some.Broadcast()
	b.mu.Unlock()
	b.all.Wait()
	b.cancel()
}

// submit takes a call; its wait says how it went.
func (b *batcher) submit(c *call) {
	c.prepare()
	b.put(c)
}

func (c *call) prepare() { c.since, c.done = time.Now(), make(chan struct{}) }

func (b *batcher) put(c *call) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		c.end(nil, ground.ErrClosed)
		return
	}
	b.pending = append(b.pending, c)
	b.some.Signal()
}

func (c *call) end(reply any, err error) {
	c.reply, c.err = reply, err
	close(c.done)
	if c.then != nil {
		c.then()
	}
}

// run sends flush after flush. What comes while flushes are under way waits and
// goes out together.
func (b *batcher) run() {
	f := &flush{b: b}
	for {
		b.mu.Lock()
		for len(b.pending) == 0 && !b.closed {
			b.some.Wait()
		}
		if len(b.pending) == 0 {
			b.mu.Unlock()
			return
		}
		f.take()
		b.mu.Unlock()
		f.send()
	}
}

// flush is one batch on its way.
type flush struct {
	b     *batcher
	calls []*call
	runs  []run
	of    map[*group]int // place in runs
	cmds  []*goredis.Cmd
}

// run is one script run of a flush: one call, or several of one group.
type run struct {
	group *group
	calls []*call
	keys  int
	args  int
}

// take takes the calls that go out together; b.mu is held.
func (f *flush) take() {
	n, size := 0, 0
	for n < len(f.b.pending) && n < mostCalls && size < mostBytes {
		size += f.b.pending[n].size()
		n++
	}
	f.calls = append(f.calls[:0], f.b.pending[:n]...)
	rest := copy(f.b.pending, f.b.pending[n:])
	clear(f.b.pending[rest:])
	f.b.pending = f.b.pending[:rest]
	if rest > 0 {
		f.b.some.Signal()
	}
}

// size is roughly how many bytes a call has; only payloads matter.
func (c *call) size() (n int) {
	for _, a := range c.args {
		switch a := a.(type) {
		case []byte:
			n += len(a)
		case string:
			n += len(a)
		}
	}
	return n
}

func (f *flush) send() {
	for _, c := range f.b.more(f.calls) {
		c.prepare()
		f.calls = append(f.calls, c)
	}
	slices.SortStableFunc(f.calls, func(a, b *call) int { return a.order - b.order })
	f.arrange()
	if len(f.runs) == 0 {
		return
	}
	f.cmds = f.cmds[:0]
	for i := range f.runs {
		f.cmds = append(f.cmds, f.runs[i].command(f.b.ctx))
	}
	f.b.link.exec(f.b.ctx, f.cmds)
	var failed error
	written := false
	for i := range f.runs {
		reply, err := f.cmds[i].Val(), f.cmds[i].Err()
		if errors.Is(err, goredis.Nil) {
			reply, err = nil, nil
		}
		switch {
		case f.runs[i].group.script.reads: // it may succeed while writes do not
		case err == nil:
			written = true
		case !notLoaded(err):
			failed = err
		}
		f.runs[i].end(f.b, reply, err)
	}
	if written || failed != nil {
		f.b.health.wrote(failed)
	}
	clear(f.calls)
	clear(f.cmds)
	for i := range f.runs {
		clear(f.runs[i].calls)
	}
}

// arrange sorts the calls into runs, without those that nobody waits for any more.
func (f *flush) arrange() {
	if f.of == nil {
		f.of = map[*group]int{}
	}
	clear(f.of)
	f.runs = f.runs[:0]
	for _, c := range f.calls {
		if c.gone.Load() {
			c.end(nil, context.Canceled)
			continue
		}
		at, known := 0, false
		if c.group.script.many && !c.source {
			at, known = f.of[c.group]
		}
		if !known {
			at = len(f.runs)
			f.runs = slices.Grow(f.runs, 1)[:at+1]
			f.runs[at] = run{group: c.group, calls: f.runs[at].calls[:0]} // the room of a run of before
			if c.group.script.many && !c.source {
				f.of[c.group] = at
			}
		}
		r := &f.runs[at]
		r.calls = append(r.calls, c)
		r.keys += len(c.keys)
		r.args += len(c.args)
	}
}

var evalsha, eval any = "evalsha", "eval"

// command is what is sent for the run.
func (r *run) command(ctx context.Context) *goredis.Cmd {
	g := r.group
	args := make([]any, 0, 3+len(g.keys)+len(g.args)+r.keys+r.args)
	if r.calls[0].source {
		args = append(args, eval, g.script.source)
	} else {
		args = append(args, evalsha, g.script.sha)
	}
	args = append(args, len(g.keys)+r.keys)
	args = append(args, g.keys...)
	for _, c := range r.calls {
		args = append(args, c.keys...)
	}
	args = append(args, g.args...)
	for _, c := range r.calls {
		args = append(args, c.args...)
	}
	return goredis.NewCmd(ctx, args...)
}

// end gives each call its part of the reply, or sends it again.
func (r *run) end(b *batcher, reply any, err error) {
	if err == nil && r.group.script.many {
		list, _ := reply.([]any)
		if len(list) == len(r.calls) {
			for i, c := range r.calls {
				c.end(list[i], nil)
			}
			return
		}
		err = fmt.Errorf("script %s: %d replies for %d operations", r.group.script.name, len(list), len(r.calls))
	}
	alone := len(r.calls) > 1 && failedInside(err)
	for _, c := range r.calls {
		switch {
		case alone: // one damaged record must not fail the others' operations
			c.source = true
			b.put(c)
		case err == nil || !b.again(c, err):
			c.end(reply, err)
		}
	}
}

// failedInside says that a script met something that it could not work on, such as
// a value that is not one of ours.
func failedInside(err error) bool {
	var server goredis.Error
	return errors.As(err, &server) && strings.Contains(server.Error(), "script:")
}

// again sends a failed call once more, if that can help: when the script was not
// known, when the server cannot do it now, and when nobody knows whether it did.
func (b *batcher) again(c *call, err error) bool {
	if notLoaded(err) && !c.source {
		c.source = true
		b.put(c)
		return true
	}
	now := time.Now()
	if !passes(err) || now.Sub(c.since) > patience || b.health.down(now) > patience || b.ctx.Err() != nil || c.gone.Load() {
		return false
	}
	pause := min(firstPause<<min(c.tries, 8), longPause)
	c.tries++
	time.AfterFunc(pause, func() { b.put(c) })
	return true
}

func errReply(script string) error { return fmt.Errorf("script %s: unexpected reply", script) }
