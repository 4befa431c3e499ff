package redis

import (
	"context"
	"errors"
	"fmt"
	"strings"

	goredis "github.com/redis/go-redis/v9"

	"bridge/store/ground"
)

var (
	scriptFill        = load("fill")
	scriptFillRecords = load("fillrecords")
	scriptFillItems   = load("fillitems")
)

const (
	fillMost  = 200     // records or items of one script
	fillBytes = 1 << 20 // or so many bytes
)

// Errors of Fill.
var (
	ErrNotEmpty = errors.New("there is something in the store already")
	ErrFillLost = errors.New("somebody else fills the store")
)

// Filling puts a copy of another store into this one, which is empty. It is a ground.Taker.
// Nothing works with the store until Finish: Open refuses it, and what has it open cannot
// write. If it is not finished that stays so until another Filling begins anew.
type Filling struct {
	s       *Store
	mark    string
	records *call
	items   *call
	queue   string
	bytes   int
}

// Fill begins a Filling. todo is a command, for people who start a node on a store that
// was not finished. ErrNotEmpty if something is stored, unless replace, or what is stored is
// of a Filling that did not end. A node that runs is an error; one that was killed runs for
// 15 s more.
func Fill(ctx context.Context, o Options, todo string, replace bool) (_ *Filling, err error) {
	s, err := open(ctx, o, true)
	if err != nil {
		return nil, err
	}
	nonce := newNonce()
	f := &Filling{s: s, mark: fmt.Sprintf("in:%x %s", nonce, todo)}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("fill store %s: %w", o.where(), err), s.Close())
		}
	}()
	if err := f.alone(ctx); err != nil {
		return nil, err
	}
	after := fmt.Sprintf("in:%x+ %s", nonce, todo) // one that did not end: told apart, also if the reply is lost
	has, err := f.fill(ctx, "begin", after)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(has, "out:") {
		return nil, ErrCopying
	}
	half := has != ""
	if half {
		f.mark = after
	}
	err = f.alone(ctx) // from now on nobody can write
	if err == nil && !half && !replace {
		err = f.empty(ctx)
	}
	if err != nil {
		if !half { // of one that did not end the mark stays
			_, undo := f.fill(ctx, "undo")
			err = errors.Join(err, undo)
		}
		return nil, err
	}
	if err := f.clear(ctx); err != nil {
		return nil, err
	}
	return f, nil
}

// alone returns an error if a node has the store open.
func (f *Filling) alone(ctx context.Context) error {
	node, err := f.s.ownsSomething(ctx)
	if err == nil && node != "" {
		err = fmt.Errorf("the node %s runs: stop all nodes; one that was killed is gone after %v", node, ground.Lease)
	}
	return err
}

func (f *Filling) fill(ctx context.Context, what ...any) (string, error) {
	reply, err := f.s.do(ctx, scriptFill, []string{keyCopy, keyClock}, append([]any{f.mark}, what...)...)
	has, _ := reply.(string)
	return has, err
}

// of reports whether a key holds what is stored, and not only how the store is.
func of(key string) bool {
	switch key {
	case keyCopy, keyFormat, keyProbe, keyWaited, keyQueues, keyClock, keyChanged:
		return false
	}
	for _, p := range []string{keyOnce, keyBucket, keyOwner, keyAsked} {
		if strings.HasPrefix(key, p) {
			return false
		}
	}
	return true
}

// each calls g with the keys of the deployment, a few at a time.
func (f *Filling) each(ctx context.Context, g func([]string) error) error {
	master, err := f.s.master(ctx)
	if err != nil {
		return err
	}
	cursor := uint64(0)
	for {
		keys, next, err := master.Scan(ctx, cursor, prefix+"*", 1000).Result()
		if err == nil {
			err = g(keys)
		}
		if err != nil {
			return err
		}
		if cursor = next; cursor == 0 {
			return nil
		}
	}
}

func (f *Filling) empty(ctx context.Context) error {
	return f.each(ctx, func(keys []string) error {
		for _, k := range keys {
			if of(k) {
				return ErrNotEmpty
			}
		}
		return nil
	})
}

// clear deletes all there is.
func (f *Filling) clear(ctx context.Context) error {
	return f.each(ctx, func(keys []string) error {
		var gone []string
		for _, k := range keys {
			if k != keyCopy && k != keyFormat {
				gone = append(gone, k)
			}
		}
		if len(gone) == 0 {
			return nil
		}
		return f.s.link.writes.Unlink(ctx, gone...).Err()
	})
}

// Record implements ground.Taker.
func (f *Filling) Record(k ground.Kept) error {
	if f.records == nil {
		f.records = newCall(scriptFillRecords, []string{keyIndex, keyCounts, keyCopy}, f.mark)
	}
	c, version := f.records, newNonce()
	if k.Gone {
		version = 0
	}
	body := k.Body
	if body == nil {
		body = []byte{}
	}
	c.keys = append(c.keys, recordKey(k.Key))
	c.args = append(c.args, version, k.Until/1000, k.Kind, k.ID, k.Label, body, len(k.Index))
	for _, e := range k.Index {
		c.args = append(c.args, e.Index, sortable(e.At))
	}
	if f.bytes += len(k.Body) + 300*len(k.Index); len(c.keys) < fillMost && f.bytes < fillBytes {
		return nil
	}
	return f.flush()
}

// Item implements ground.Taker.
func (f *Filling) Item(u ground.Unfinished) error {
	if f.queue != u.Queue {
		if err := f.flush(); err != nil {
			return err
		}
		f.queue = u.Queue
	}
	if f.items == nil {
		keys := append(append([]string{keyClock}, keysOf(u.Queue)...), keyCopy, keyQueues)
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
func (f *Filling) flush() error {
	records, items := f.records, f.items
	f.records, f.items, f.bytes = nil, nil, 0
	for _, c := range []*call{records, items} {
		if c == nil {
			continue
		}
		ctx, cancel := context.WithTimeout(f.s.ctx, callTimeout)
		r := run{group: c.group, calls: []*call{c}, keys: len(c.keys), args: len(c.args)}
		cmd := r.command(ctx)
		err := f.s.link.writes.Process(ctx, cmd)
		cancel()
		if err == nil && number(cmd.Val()) != 1 {
			err = ErrFillLost
		}
		if err != nil {
			return named("fill", err)
		}
	}
	return nil
}

// Finish ends it: from now on nodes may open the store. clock is that of the copy.
func (f *Filling) Finish(ctx context.Context, clock int64) error {
	if err := f.flush(); err != nil {
		return err
	}
	has, err := f.fill(ctx, clock)
	if err == nil && has != f.mark && has != "" { // "" after a reply that was lost
		err = ErrFillLost
	}
	return named("fill", err)
}

// Close frees the connection. What is not finished stays so.
func (f *Filling) Close() error { return f.s.Close() }

// checkCopy refuses a store that is being filled.
func (s *Store) checkCopy(ctx context.Context) error {
	mark, err := s.link.writes.Get(ctx, keyCopy).Result()
	switch {
	case errors.Is(err, goredis.Nil):
		return nil
	case err != nil:
		return err
	case !strings.HasPrefix(mark, "in:"):
		return nil
	}
	_, todo, _ := strings.Cut(mark, " ")
	return refuse("it holds a part of a copy only: %s", todo)
}
