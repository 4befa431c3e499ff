package redis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/store/ground"
)

var (
	scriptFill        = load("fill")
	scriptFillRecords = load("fillrecords")
	scriptFillItems   = load("fillitems")
	scriptSwitch      = load("switch")
)

const (
	itemFields = 10 // of moment.lua and fillitems.lua

	fillMost  = 200     // records or items of one script
	fillBytes = 1 << 20 // or so many bytes
	fillHold  = 30 * time.Second
	fillRenew = 5 * time.Second
)

// Errors of Fill.
var (
	ErrNotEmpty = errors.New("there is something in the store already")
	ErrFillLost = errors.New("somebody else fills the store")
)

// What keyCopy says once all is loaded, behind the nonce: what was there is taken away, then what was loaded is moved to its
// places. Whoever opens the store goes on with it.
const (
	phaseDrop = ":drop"
	phaseMove = ":move"
)

// Filling puts a copy of another store into this one. What it gets is put beside what is there (keyBeside), and
// nothing works with the store meanwhile: Open refuses it, and what has it open cannot write. Finish is one step from which
// on the store is the copy; one that is killed before has changed nothing, and after fillHold all is as it was.
// (An interface, as Opened is.)
type Filling interface {
	ground.Taker
	// Finish ends it: from now on the store is the copy. clock is that of the copy.
	Finish(ctx context.Context, clock int64) error
	// Close frees the connection. What is not finished is taken away; if that fails the next Open does it.
	Close() error
}

type filling struct {
	s       *Store
	mark    string
	next    string // what the mark is from Finish on
	records *call
	items   *call
	queue   string
	bytes   int
	over    bool
	step    func()        // before each thing that changes the server; tests are killed there
	end     chan struct{} // closed by Close
	holding sync.WaitGroup
}

// Fill begins a Filling. todo is a command, for people who start a node meanwhile.
// ErrNotEmpty if something is stored, unless replace. A node that runs is an error; one that was killed runs for
// 15 s more.
//
//go:noinline
func Fill(ctx context.Context, o Options, todo string, replace bool) (Filling, error) {
	f, err := begin(ctx, o, todo, replace, func() {})
	if err != nil {
		return nil, err
	}
	return f, nil
}

func begin(ctx context.Context, o Options, todo string, replace bool, step func()) (_ *filling, err error) {
	s, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	nonce := newNonce()
	f := &filling{s: s, mark: fmt.Sprintf("in:%x %s", nonce, todo), next: fmt.Sprintf("in:%x%s %s", nonce, phaseDrop, todo), step: step, end: make(chan struct{})}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("fill store %s: %w", o.where(), err), f.Close())
		}
	}()
	_, half, err := s.complete(ctx, step)
	if err == nil {
		err = f.alone(ctx)
	}
	if err != nil {
		return nil, err
	}
	step()
	has, held, err := f.say(ctx, "begin", fillHold.Milliseconds())
	switch {
	case err != nil:
		return nil, err
	case strings.HasPrefix(has, "out:"):
		return nil, ErrCopying
	case strings.Contains(has, phaseDrop+" ") || strings.Contains(has, phaseMove+" "): // it has loaded everything just now
		return nil, ErrFillLost
	case has != "" && held == -1: // what an older build has begun, in the place of what was there
		half = true
	}
	f.holding.Go(f.hold)
	err = f.alone(ctx) // from now on nobody can write
	if err == nil && !half && !replace {
		err = f.empty(ctx)
	}
	if err == nil { // of one that was killed
		err = s.drop(ctx, f.mark, loaded, step)
	}
	return f, err
}

// hold keeps the mark while the Filling goes on.
func (f *filling) hold() {
	tick := time.NewTicker(fillRenew)
	defer tick.Stop()
	for {
		select {
		case <-f.end:
			return
		case <-tick.C:
			_, _, _ = f.say(f.s.ctx, "hold", fillHold.Milliseconds()) // whoever writes sees whether it is there
		}
	}
}

// alone returns an error if a node has the store open.
func (f *filling) alone(ctx context.Context) error {
	node, err := f.s.ownsSomething(ctx)
	if err == nil && node != "" {
		err = fmt.Errorf("the node %s runs: stop all nodes; one that was killed is gone after %v", node, ground.Lease)
	}
	return err
}

// say runs the script, and returns what was marked before.
func (f *filling) say(ctx context.Context, what ...any) (has string, held int64, err error) {
	reply, err := f.s.do(ctx, scriptFill, []string{keyCopy, beside(keyClock)}, append([]any{f.mark}, what...)...)
	if all, ok := reply.([]any); ok && len(all) == 2 {
		has, _ = all[0].(string)
		held = number(all[1])
	}
	return has, held, err
}

// beside is where a key of a copy is until it gets its name.
func beside(key string) string { return keyBeside + strings.TrimPrefix(key, prefix) }

// of reports whether a key holds what is stored, and not only how the store is.
func of(key string) bool {
	return !slices.Contains([]string{keyCopy, keyFormat, keyProbe, keyWaited, keyQueues, keyClock, keyChanged}, key) &&
		!slices.ContainsFunc([]string{keyOnce, keyBucket, keyOwner, keyAsked, keyBeside}, func(p string) bool { return strings.HasPrefix(key, p) })
}

// loaded reports whether a key is of what was loaded, beside the one that says that something was.
func loaded(key string) bool { return strings.HasPrefix(key, keyBeside) && key != beside(keyClock) }

func (f *filling) empty(ctx context.Context) error {
	return f.s.link.scan(ctx, prefix+"*", func(keys []string) error {
		if slices.ContainsFunc(keys, of) {
			return ErrNotEmpty
		}
		return nil
	})
}

// swap runs the script on keys.
func (s *Store) swap(ctx context.Context, mark string, keys []string, step func(), what ...any) error {
	step()
	reply, err := s.do(ctx, scriptSwitch, append([]string{keyCopy}, keys...), append([]any{mark}, what...)...)
	if err == nil && number(reply) != 1 {
		err = ErrFillLost
	}
	return err
}

// drop takes keys away.
func (s *Store) drop(ctx context.Context, mark string, which func(string) bool, step func()) error {
	return s.link.scan(ctx, prefix+"*", func(keys []string) error {
		keys = slices.DeleteFunc(keys, func(k string) bool { return k == keyCopy || k == keyFormat || !which(k) })
		if len(keys) == 0 {
			return nil
		}
		return s.swap(ctx, mark, keys, step, "drop")
	})
}

// complete goes on with a Filling that has loaded everything, if there is one: several may do it. did reports whether there
// was, and mark is what keyCopy says then.
func (s *Store) complete(ctx context.Context, step func()) (mark string, did bool, err error) {
	for {
		mark, err = s.link.writes.Get(ctx, keyCopy).Result()
		if err != nil && !errors.Is(err, goredis.Nil) {
			return mark, did, err
		}
		who, todo, _ := strings.Cut(mark, " ")
		own, drops := strings.CutSuffix(who, phaseDrop)
		_, moves := strings.CutSuffix(who, phaseMove)
		switch {
		case drops:
			err = s.drop(ctx, mark, func(key string) bool { return !strings.HasPrefix(key, keyBeside) }, step)
			if err == nil {
				err = s.swap(ctx, mark, nil, step, "next", own+phaseMove+" "+todo)
			}
		case moves:
			err = s.link.scan(ctx, prefix+"*", func(keys []string) error {
				var pairs []string
				for _, k := range keys {
					if name, ok := strings.CutPrefix(k, keyBeside); ok {
						pairs = append(pairs, k, prefix+name)
					}
				}
				if len(pairs) == 0 {
					return nil
				}
				return s.swap(ctx, mark, pairs, step, "move")
			})
			if err == nil {
				err = s.swap(ctx, mark, nil, step, "next", "")
			}
		default:
			return mark, did, nil
		}
		if err != nil && !errors.Is(err, ErrFillLost) { // else another one was faster
			return mark, did, err
		}
		did = true
	}
}

func (f *filling) Record(k ground.Kept) error {
	if f.records == nil {
		f.records = newCall(scriptFillRecords, []string{beside(keyIndex), beside(keyCounts), keyCopy}, f.mark)
	}
	c, version := f.records, newNonce()
	if k.Gone {
		version = 0
	}
	named := recordKey(k.Key)
	c.keys = append(c.keys, beside(named))
	c.args = append(c.args, named, version, k.Until/1000, k.Kind, k.ID, k.Label, k.Body, appendEntries(nil, k.Index))
	if f.bytes += len(k.Body) + 300*len(k.Index); len(c.keys) < fillMost && f.bytes < fillBytes {
		return nil
	}
	return f.flush()
}

func (f *filling) Item(u ground.Unfinished) error {
	if f.queue != u.Queue {
		if err := f.flush(); err != nil {
			return err
		}
		f.queue = u.Queue
	}
	if f.items == nil {
		keys := []string{beside(keyClock)}
		for _, k := range keysOf(u.Queue) {
			keys = append(keys, beside(k))
		}
		keys = append(keys, keyCopy, beside(keyQueues))
		f.items = newCall(scriptFillItems, keys, f.mark, u.Queue)
	}
	c := f.items
	c.args = append(c.args, u.Lane, u.Seq, u.Rank, u.Due, u.At, u.Attempts, bit(u.Begun), u.Doubts, u.Why, appendItem(nil, u.ID, u.Payload))
	if f.bytes += len(u.Payload); len(c.args) < fillMost*itemFields && f.bytes < fillBytes {
		return nil
	}
	return f.flush()
}

// flush sends what was collected, once: what has to be sent again cannot be told from what was done.
func (f *filling) flush() error {
	records, items := f.records, f.items
	f.records, f.items, f.bytes = nil, nil, 0
	for _, c := range []*call{records, items} {
		if c == nil {
			continue
		}
		f.step()
		ctx, cancel := context.WithTimeout(f.s.ctx, callTimeout)
		r := run{group: c.group, calls: []*call{c}, keys: len(c.keys), args: len(c.args)}
		cmd := r.command(ctx)
		err := f.s.link.writes.Process(ctx, cmd)
		cancel()
		if err == nil && number(cmd.Val()) != 1 {
			err = ErrFillLost
		}
		if err != nil {
			return ground.Named("fill", err)
		}
	}
	return nil
}

// Finish implements Filling.
func (f *filling) Finish(ctx context.Context, clock int64) error {
	if err := f.flush(); err != nil {
		return err
	}
	f.step()
	has, _, err := f.say(ctx, clock, f.next)
	if err == nil && has != f.mark && has != f.next { // that after a reply that was lost
		err = ErrFillLost
	}
	if err == nil {
		f.over = true
		_, _, err = f.s.complete(ctx, f.step)
	}
	return ground.Named("fill", err)
}

// Close implements Filling.
func (f *filling) Close() error {
	close(f.end)
	f.holding.Wait()
	if !f.over {
		ctx, cancel := context.WithTimeout(context.Background(), fillHold)
		defer cancel()
		_, _, _ = f.say(ctx, "undo")
		_ = f.s.forget(ctx)
	}
	return f.s.Close()
}

// checkCopy refuses a store that is being filled, or holds half of what an older build has filled; one of which all is
// loaded is completed.
func (s *Store) checkCopy(ctx context.Context) error {
	mark, _, err := s.complete(ctx, func() {})
	switch {
	case err != nil:
		return err
	case mark == "":
		return s.forget(ctx)
	case !strings.HasPrefix(mark, "in:"):
		return nil
	}
	_, todo, _ := strings.Cut(mark, " ")
	if held, err := s.link.writes.PTTL(ctx, keyCopy).Result(); err == nil && held == -1 {
		return refuse("it holds a part of a copy only: %s", todo)
	}
	return refuse("it is being filled from a copy, by a command that runs or was killed less than %v ago: %s", fillHold, todo)
}

// forget takes away what one that was killed, or is given up, has loaded.
func (s *Store) forget(ctx context.Context) error {
	n, err := s.link.writes.Exists(ctx, beside(keyClock)).Result()
	if err != nil || n == 0 {
		return err
	}
	if err = s.drop(ctx, "", loaded, func() {}); err == nil {
		err = s.swap(ctx, "", []string{beside(keyClock)}, func() {}, "drop")
	}
	if errors.Is(err, ErrFillLost) { // another one begins
		err = nil
	}
	return err
}
