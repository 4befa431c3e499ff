package redis

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bridge/core/excerpt"
	"bridge/store/ground"
	"bridge/store/lanes"
)

var (
	scriptApply   = loadMany("apply")
	scriptRenew   = loadMany("renew")
	scriptWake    = load("wake")
	scriptWaiting = load("waiting")
	scriptDepth   = load("depth")
	scriptBucket  = loadMany("bucket")
	scriptSweep   = load("sweep")
	scriptOwn     = load("own")
	scriptUse     = load("use")
)

// batches is the group of batches that can be sent as one script: those that know the
// same queues.
type batches struct {
	queues []string // in order
	group  *group
}

func newBatches(queues []string) *batches {
	keys := []string{keyClock, keyIndex, keyCounts, keyCopy, keyChanged}
	for _, q := range queues {
		keys = append(keys, keysOf(q)...)
	}
	return &batches{queues: queues, group: newGroup(scriptApply, keys, len(queues))}
}

func (s *Store) Apply(ctx context.Context, ops ...ground.Op) error {
	if err := ground.CheckBatch(ops); err != nil {
		return ground.Named("apply", err)
	}
	b, err := s.knowing(ctx, ops)
	if err != nil {
		return ground.Named("apply", err)
	}
	e := encoder{queues: b.queues, call: &call{group: b.group}}
	e.batch(ops)
	e.call.args = append(e.call.one[:0], e.done())
	reply, err := s.ask(ctx, e.call)
	if err != nil {
		return ground.Named("apply", err)
	}
	if err := e.answer(ops, reply); err != nil {
		return err
	}
	for _, op := range ops {
		if c, ends := lanes.ClaimOf(op); ends {
			s.held.remove(c)
		}
	}
	return nil
}

// knowing returns the group of batches that knows the queues of ops, which are noted as used.
func (s *Store) knowing(ctx context.Context, ops []ground.Op) (*batches, error) {
	b := s.batches.Load()
	for _, op := range ops {
		o, _ := op.(ground.Enqueue)
		q := o.Queue
		if c, _ := lanes.ClaimOf(op); c != nil {
			q = c.Queue
		}
		if q == "" {
			continue
		}
		if _, noted := s.noted.Load(q); !noted {
			if _, err := s.do(ctx, scriptUse, []string{keyQueues}, q); err != nil {
				return nil, err
			}
			s.noted.Store(q, true)
		}
		b = s.know(q)
	}
	return b, nil
}

// know returns a group of batches that knows a queue, and all that are known.
func (s *Store) know(queue string) *batches {
	for {
		b := s.batches.Load()
		if slices.Contains(b.queues, queue) {
			return b
		}
		queues := append(slices.Clone(b.queues), queue)
		slices.Sort(queues)
		s.batches.CompareAndSwap(b, newBatches(queues))
	}
}

// encoder writes a batch as lua/apply.lua wants it.
type encoder struct {
	pack
	queues []string
	call   *call
	asked  []int // the operation of each condition, -1 for that of a claim
	names  names
}

// names are the names of keys, made in one piece: a batch has some twenty.
type names struct {
	room strings.Builder
	all  []string
}

const oneName = 64 // bytes of one, about

// grow makes room for so many.
func (n *names) grow(names int) {
	n.all = make([]string, 0, names)
	n.room.Grow(names * oneName)
}

// add makes a name of its parts.
func (n *names) add(parts ...string) *string {
	from := n.room.Len()
	for _, p := range parts {
		n.room.WriteString(p)
	}
	n.all = append(n.all, n.room.String()[from:])
	return &n.all[len(n.all)-1]
}

func (e *encoder) key(k ground.Key) {
	e.call.keys = append(e.call.keys, e.names.add(keyRecord, k.Kind, ":", k.ID))
}

func recordKey(k ground.Key) string { return keyRecord + k.Kind + ":" + k.ID }

func (e *encoder) queue(name string) int64 { return int64(slices.Index(e.queues, name)) }

func (e *encoder) batch(ops []ground.Op) {
	nonce := newNonce()
	e.begin(ops)
	n := 1 + 2*len(ops) // those with a condition have two
	e.names.grow(n)
	e.asked = make([]int, 0, len(ops))
	var b [16]byte
	e.call.keys = append(make([]any, 0, n), e.names.add(keyOnce, string(strconv.AppendInt(b[:0], time.Now().Unix(), 10))))
	e.bytes(binary.BigEndian.AppendUint64(b[:0], uint64(nonce)))
	var held []*ground.Claim
	for _, op := range ops {
		if c, _ := lanes.ClaimOf(op); c != nil && !slices.Contains(held, c) {
			held = append(held, c)
			e.text("h").number(e.queue(c.Queue)).text(c.Lane).number(c.Token)
			e.asked = append(e.asked, -1)
		}
	}
	for i, op := range ops {
		if k, when := ground.Condition(op); when != ground.Always {
			e.key(k)
			e.text("c").number(int64(when))
			e.asked = append(e.asked, i)
		}
	}
	for i, op := range ops { // behind all other conditions
		if o, ok := op.(ground.Spend); ok {
			e.call.keys = append(e.call.keys, e.names.add(keyBucket, o.Bucket.Key))
			e.text("s").number(int64(o.Bucket.N)).number(o.Per.Microseconds()).number(int64(o.N))
			e.asked = append(e.asked, i)
		}
	}
	for i, op := range ops {
		e.op(op, nonce+int64(i))
	}
}

func (e *encoder) op(op ground.Op, nonce int64) {
	switch o := op.(type) {
	case ground.Put:
		e.key(o.Key)
		e.text("p").number(nonce).number(int64(o.If)).number(bit(o.Keep)).number(millis(o.TTL)).text(o.Kind).text(o.ID).text(o.Label).bytes(o.Body).entries(o.Index)
	case ground.Add:
		e.key(o.Key)
		e.text("n").number(nonce).number(millis(o.TTL)).text(o.Kind).text(o.ID).bytes(o.To(nil)).entries(o.Index)
	case ground.Delete:
		e.key(o.Key)
		e.text("d").text(o.Kind).text(o.ID)
	case ground.Touch:
		e.key(o.Key)
		e.text("t").text(o.Kind).text(o.ID).number(millis(o.TTL))
	case ground.Enqueue:
		if o.Once != (ground.Key{}) {
			e.key(o.Once)
			e.text("o").number(nonce).number(millis(o.OnceTTL))
		}
		e.text("q").number(e.queue(o.Queue)).text(o.Lane).number(bit(o.Front)).number(o.Wait.Microseconds()).item(o.ID, o.Payload)
		if o.Wait == 0 {
			e.feed(feed{o.Queue, o.Lane, o.ID, o.With})
		}
	case ground.Begin:
		e.text("b").number(e.queue(o.Claim.Queue)).text(o.Claim.Lane)
	case ground.Ack:
		e.text("a").number(e.queue(o.Claim.Queue)).text(o.Claim.Lane)
		e.feed(feed{queue: o.Claim.Queue, lane: o.Claim.Lane})
	case ground.Retry:
		e.text("r").number(e.queue(o.Claim.Queue)).text(o.Claim.Lane).number(o.Wait.Microseconds()).number(bit(o.Doubt)).text(excerpt.Cut(o.Why, ground.MaxWhy))
	case ground.Release:
		e.text("u").number(e.queue(o.Claim.Queue)).text(o.Claim.Lane)
		e.feed(feed{queue: o.Claim.Queue, lane: o.Claim.Lane})
	}
}

func (e *encoder) feed(f feed) { e.call.feeds = append(e.call.feeds, f) }

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// millis is a time in ms: 0 if there is none, else at least 1.
func millis(d time.Duration) int64 {
	if d <= 0 {
		return 0
	}
	return max(d.Milliseconds(), 1)
}

// sortable is a number as eight bytes that are ordered like numbers.
func sortable(n int64) string {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n)^1<<63)
	return string(b[:])
}

func unsortable(b string) int64 { return int64(binary.BigEndian.Uint64([]byte(b)) ^ 1<<63) }

// answer reads what the script says of the batch.
func (e *encoder) answer(ops []ground.Op, reply any) error {
	no, ok := reply.([]any)
	if !ok {
		return nil
	}
	n := int(number(no[0]))
	switch {
	case n == -1:
		return ground.ErrLost
	case len(no) < 2 || n < -2 || n >= len(e.asked):
		return errReply("apply")
	case n == -2:
		name, _ := no[1].(string)
		what := keyOf(name).Kind
		if strings.HasPrefix(name, keyBucket) {
			what = "bucket"
		}
		return ground.Named("apply", fmt.Errorf("the %s is damaged", what))
	}
	if _, ok := ops[e.asked[n]].(ground.Spend); ok {
		return &ground.Short{Op: e.asked[n], Wait: time.Duration(number(no[1])) * time.Microsecond}
	}
	k, _ := ground.Condition(ops[e.asked[n]])
	found := ground.Record{Key: k}
	if value, _ := no[1].(string); value != "" {
		var err error
		if found, _, err = readRecord(k, value); err != nil {
			return ground.Named("apply", err)
		}
	}
	return &ground.Unmet{Op: e.asked[n], Found: found}
}

// entries of a record as they are stored: names and places.
type entries string

// record reads a stored record.
func readRecord(k ground.Key, value string) (ground.Record, entries, error) {
	const head = 19
	if len(value) < head {
		return ground.Record{}, "", fmt.Errorf("the %s is damaged", k.Kind)
	}
	b := []byte(value[:head])
	label := int(b[16])
	n := int(binary.BigEndian.Uint16(b[17:]))
	if len(value) < head+label+n {
		return ground.Record{}, "", fmt.Errorf("the %s is damaged", k.Kind)
	}
	at := entries(value[head+label : head+label+n])
	return ground.Record{Key: k, Version: int64(binary.BigEndian.Uint64(b)), Body: []byte(value[head+label+n:])}, at, nil
}

// until is when the time of a stored record is over, in ms; 0 = never.
func until(value string) int64 { return int64(binary.BigEndian.Uint64([]byte(value[8:16]))) }

// each calls f with the name and the place of each entry, while it wants more; false if one is damaged.
func (e entries) each(f func(name, at string) (more bool)) bool {
	for len(e) > 0 {
		if len(e) < 10 || len(e) < 10+(int(e[0])<<8|int(e[1])) {
			return false
		}
		n := int(e[0])<<8 | int(e[1])
		if !f(string(e[2:2+n]), string(e[2+n:10+n])) {
			break
		}
		e = e[10+n:]
	}
	return true
}

// has reports whether an entry is among them.
func (e entries) has(name, at string) (found bool) {
	e.each(func(n, a string) bool {
		found = n == name && a == at
		return !found
	})
	return found
}

// appendItem adds the stored form of an item: length of the id (two bytes), id, payload.
func appendItem(b []byte, id string, payload []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(id)))
	return append(append(b, id...), payload...)
}

func unpack(body any) (id string, payload []byte, err error) {
	b, _ := body.(string)
	if len(b) < 2 || len(b)-2 < int(b[0])<<8|int(b[1]) {
		return "", nil, fmt.Errorf("an item is damaged")
	}
	n := int(b[0])<<8 | int(b[1])
	return b[2 : 2+n], []byte(b[2+n:]), nil
}

func number(v any) int64 {
	n, _ := v.(int64)
	return n
}
