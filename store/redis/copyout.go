package redis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/store/ground"
)

var (
	scriptFollow = load("follow")
	scriptMoment = load("moment")
)

const (
	copyHold  = 20 * time.Second // for how long what is written is noted without being renewed
	copyRenew = 5 * time.Second
	copyKeys  = 256  // records that are read at a time
	copyLast  = 500  // changed records that the last step may have to read
	copyTries = 1000 // times that what changed meanwhile is read
)

// Errors of CopyOut.
var (
	ErrCopying  = fmt.Errorf("another copy of it is made, or was killed less than %v ago", copyHold)
	ErrCopyLost = errors.New("the server lost track of what was written meanwhile: try again")
)

// CopyOut tells all that is stored, while nodes go on: as it is at one moment, that of the end.
// The scripts note which records they write from its beginning on; what was read and then written is read again,
// until little is left, and that and the lanes are read by one last script. scratch is a folder for
// the items, which are there for as long as it takes and nameless.
// It takes nothing from anybody: writes go on and take some µs longer. A failover meanwhile is an
// error. All nodes have to note what they write, which is for the caller to know.
func (s *Store) CopyOut(ctx context.Context, scratch string, to ground.Taker) (ground.Copied, error) {
	c := &copyOut{s: s, to: to, mark: fmt.Sprintf("out:%x", newNonce()), scratch: scratch, bodies: map[string]extent{}}
	done, err := c.run(ctx)
	if err == nil {
		return done, nil
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), yieldBudget)
	defer cancel()
	_, _ = c.follow(end, 0, false) // it runs out by itself
	return done, ground.Named("copy out", err)
}

// extent is where the body of an item is.
type extent struct {
	at  int64
	len int
}

type copyOut struct {
	s       *Store
	to      ground.Taker
	mark    string
	renewed time.Time
	master  *goredis.Client
	done    ground.Copied

	queues  []string
	seq     int64 // the last number when the bodies of items were read
	scratch string
	spool   *os.File // bodies of items
	end     int64
	bodies  map[string]extent // by queue, ":" and seq
}

func (c *copyOut) run(ctx context.Context) (_ ground.Copied, err error) {
	if c.master, err = c.s.link.master(ctx); err != nil {
		return c.done, err
	}
	if c.done.Running, err = c.s.ownsSomething(ctx); err != nil {
		return c.done, err
	}
	id, err := runID(ctx, c.master)
	if err != nil {
		return c.done, err
	}
	if c.spool, err = os.CreateTemp(c.scratch, "copy"); err != nil {
		return c.done, err
	}
	defer c.spool.Close()
	if err := os.Remove(c.spool.Name()); err != nil {
		return c.done, err
	}
	switch who, err := c.follow(ctx, copyHold, true); {
	case err != nil:
		return c.done, err
	case who != c.mark:
		return c.done, ErrCopying
	}
	for _, step := range []func(context.Context) error{c.all, c.again, c.waiting, c.again, c.moment} {
		if err := step(ctx); err != nil {
			return c.done, err
		}
	}
	now, err := runID(ctx, c.master)
	if err == nil && now != id {
		err = fmt.Errorf("%w (it failed over, or was restarted)", ErrCopyLost)
	}
	if master, err2 := c.s.link.master(ctx); err == nil && master != c.master {
		err = cmp.Or(err2, fmt.Errorf("%w (the slot has moved)", ErrCopyLost))
	}
	if err != nil {
		return c.done, err
	}
	_, err = c.follow(ctx, 0, false)
	return c.done, err
}

// runID tells one run of a server from another, and from other servers.
func runID(ctx context.Context, c *goredis.Client) (string, error) {
	text, err := c.Info(ctx, "server").Result()
	if err != nil {
		return "", err
	}
	if id := fields(text)["run_id"]; id != "" {
		return id, nil
	}
	return "", errors.New("the server does not say which it is")
}

// follow has what is written noted; 0 ends it. It returns whose copy is made.
func (c *copyOut) follow(ctx context.Context, hold time.Duration, begins bool) (string, error) {
	at := time.Now()
	reply, err := c.s.do(ctx, scriptFollow, []string{keyCopy, keyChanged}, c.mark, hold.Milliseconds(), bit(begins))
	who, _ := reply.(string)
	if err == nil && who == c.mark {
		c.renewed = at
	}
	return who, err
}

// renew is called often.
func (c *copyOut) renew(ctx context.Context) error {
	if time.Since(c.renewed) < copyRenew {
		return ctx.Err()
	}
	who, err := c.follow(ctx, copyHold, false)
	if err == nil && who != c.mark {
		err = ErrCopyLost
	}
	return err
}

// all reads all records. What is there from the beginning to the end is among the keys of a scan;
// what comes, changes or goes meanwhile was written.
func (c *copyOut) all(ctx context.Context) error {
	return c.s.link.scan(ctx, keyRecord+"*", func(keys []string) error {
		for part := range slices.Chunk(keys, copyKeys) {
			if err := c.read(ctx, part); err != nil {
				return err
			}
		}
		return nil
	})
}

// again reads what was written meanwhile, until little of it is left. A key is taken out before
// it is read: written then, it is noted again.
func (c *copyOut) again(ctx context.Context) error {
	for range copyTries {
		left, err := c.master.SCard(ctx, keyChanged).Result()
		if err != nil || left <= copyLast {
			return err
		}
		keys, err := c.master.SPopN(ctx, keyChanged, 4*copyKeys).Result()
		if err != nil { // they may be gone
			return err
		}
		for part := range slices.Chunk(keys, copyKeys) {
			if err := c.read(ctx, part); err != nil {
				return err
			}
		}
	}
	return errors.New("more is written than can be read")
}

func (c *copyOut) read(ctx context.Context, keys []string) error {
	if err := c.renew(ctx); err != nil {
		return err
	}
	values, err := c.master.MGet(ctx, keys...).Result()
	if err != nil {
		return err
	}
	for i, key := range keys {
		value, _ := values[i].(string)
		if err := c.record(key, value); err != nil {
			return err
		}
	}
	return nil
}

// record tells one record as it is stored; "": there is none.
func (c *copyOut) record(name, value string) error {
	k := ground.Kept{Key: keyOf(name), Gone: value == ""}
	if !k.Gone {
		r, in, err := readRecord(k.Key, value)
		if err != nil {
			return fmt.Errorf("%w (%q)", err, name)
		}
		k.Body, k.Label, k.Until = r.Body, value[19:19+int(value[16])], until(value)*1000
		if !in.each(func(name, at string) bool {
			k.Index = append(k.Index, ground.Entry{Index: name, At: unsortable(at)})
			return true
		}) {
			return fmt.Errorf("the %s is damaged (%q)", k.Kind, name)
		}
	}
	c.done.Records++
	return c.to.Record(k)
}

// waiting reads the bodies of the items, which never change; those with a number up to seq.
func (c *copyOut) waiting(ctx context.Context) (err error) {
	if c.seq, err = c.master.Get(ctx, keyClock).Int64(); err != nil && !errors.Is(err, goredis.Nil) {
		return err
	}
	if c.queues, err = c.master.SMembers(ctx, keyQueues).Result(); err != nil {
		return err
	}
	slices.Sort(c.queues)
	for _, q := range c.queues {
		for cursor, first := uint64(0), true; first || cursor != 0; first = false {
			var all []string
			if all, cursor, err = c.master.HScan(ctx, keyLane+q+":items", cursor, "", 200).Result(); err != nil {
				return err
			}
			for i := 0; i+1 < len(all); i += 2 {
				if err := c.keep(q+":"+all[i], all[i+1]); err != nil {
					return err
				}
			}
			if err := c.renew(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *copyOut) keep(name, body string) error {
	if _, err := c.spool.WriteAt([]byte(body), c.end); err != nil {
		return err
	}
	c.bodies[name] = extent{c.end, len(body)}
	c.end += int64(len(body))
	return nil
}

// moment is the last step.
func (c *copyOut) moment(ctx context.Context) error {
	keys := []string{keyClock, keyCopy, keyChanged}
	for _, q := range c.queues {
		keys = append(keys, keysOf(q)...)
	}
	reply, err := c.s.do(ctx, scriptMoment, keys, c.mark, c.seq)
	if err != nil {
		return err
	}
	said, _ := reply.([]any)
	if len(said) == 0 {
		return ErrCopyLost
	}
	if len(said) != 3+len(c.queues) {
		return errReply("moment")
	}
	c.done.Clock, c.done.At = number(said[0]), time.UnixMicro(number(said[1])).UTC()
	records, _ := said[2].([]any)
	for i := 0; i+1 < len(records); i += 2 {
		name, _ := records[i].(string)
		value, _ := records[i+1].(string)
		if err := c.record(name, value); err != nil {
			return err
		}
	}
	for i, q := range c.queues {
		list, _ := said[3+i].([]any)
		if err := c.items(q, list); err != nil {
			return fmt.Errorf("queue %s: %w", q, err)
		}
	}
	return nil
}

// items tells the items of a queue.
func (c *copyOut) items(q string, list []any) error {
	if len(list)%itemFields != 0 {
		return errReply("moment")
	}
	var all []ground.Unfinished
	for v := range slices.Chunk(list, itemFields) {
		text := func(i int) string { s, _ := v[i].(string); return s }
		seq, err := strconv.ParseInt(text(1), 10, 64)
		if err != nil {
			return errReply("moment")
		}
		all = append(all, ground.Unfinished{
			Queue: q, Lane: text(0), Seq: seq, Rank: int(number(v[2])), Due: number(v[3]), At: number(v[4]),
			Attempts: int(number(v[5])), Begun: number(v[6]) == 1, Doubts: int(number(v[7])), Why: text(8),
		})
		if body := text(9); body != "" { // the script told it
			if err := c.keep(q+":"+text(1), body); err != nil {
				return err
			}
		}
	}
	sort.Slice(all, func(i, j int) bool {
		a, b := &all[i], &all[j]
		return cmp.Or(strings.Compare(a.Lane, b.Lane), cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Seq, b.Seq)) < 0
	})
	for _, it := range all {
		at := c.bodies[q+":"+strconv.FormatInt(it.Seq, 10)]
		body := make([]byte, at.len)
		_, err := c.spool.ReadAt(body, at.at)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if it.ID, it.Payload, err = unpack(string(body)); err != nil {
			return fmt.Errorf("%w: number %d of the lane %q", err, it.Seq, it.Lane)
		}
		c.done.Items++
		if err := c.to.Item(it); err != nil {
			return err
		}
	}
	return nil
}
