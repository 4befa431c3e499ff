// Package records keeps the records of admission, turns, outbox and approvals, and what
// operators and adapters need, once, over any ground.Store: it implements store.Store. What
// belongs together is one batch; what was read is checked by the batch, and read again when
// somebody was faster.
package records

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/store"
	"bridge/store/ground"
)

// The kinds of records. Of each: its id; what it holds; how long it lives.
const (
	kindSeen         = "seen"     // queue, lane and id of an item that nothing else makes the only one; nothing; the dedupe window
	kindAdmitted     = "admitted" // channel and key of a message; what it was admitted as; the dedupe window
	kindClaim        = "claim"    // the print of a message; what it was taken as; the dedupe window
	kindSession      = "session"  // its id; itself; messages
	kindThread       = "thread"   // channel and ref; what it names; messages
	kindConversation = "talk"     // channel and address; the current session; messages
	kindAudit        = "audit"    // its time; an entry; messages
	kindTurn         = "turn"     // its id; itself, the keys of its steps, and the first of them; messages
	kindStep         = "step"     // turn and key; the outcome of a step that was not the first; messages
	kindLast         = "last"     // session; its last turn, if the next one needs to know of it; messages
	kindSend         = "send"     // its id; itself; messages
	kindOutbound     = "outbound" // channel and address; the last message; messages
	kindSuppressed   = "suppress" // channel and address; why; for ever
	kindApproval     = "approval" // its id; itself; while it is open, then decisions
	kindCode         = "code"     // the code; whose it is; while its request is pending, and the window
	kindGuess        = "guess"    // address; its wrong codes and locks; a day
	kindHead         = "chain"    // number of a chain; where it begins and ends; for ever
	kindEntry        = "entry"    // chain and number; itself; decisions, from the front
	kindHold         = "hold"     // session; its pending approvals; as long as there are any
	kindFreed        = "freed"    // approval; what was held for it; until the sweep lets it go
	kindContact      = "contact"  // channel and address; what is known; messages
	kindAlias        = "alias"    // channel and alias; the address; messages
	kindNote         = "note"     // channel, address and id; what somebody was told; messages
	kindState        = "state"    // its key; bytes; for ever, or messages
	kindPause        = "pause"    // kind and name; itself; for ever
	kindNode         = "node"     // its name; itself; three times store.NodeEvery
	kindPerson       = "person"   // their id; an entry of the directory; for ever
	kindGroup        = "group"    // its id; a group that a company keeps; for ever
	kindOwner        = "owner"    // address; the id of the person whose it is; as long as they have it
	kindJoin         = "join"     // digest of a code; itself; as long as it counts, then the dedupe window
	kindStanding     = "standing" // address; what is known of it beside whose it is; for ever
	kindDead         = "dead"     // seq of a dead letter; itself; for ever
	kindUsage        = "usage"    // day, tenant, channel, agent and address; numbers; usage
)

// Format is that of what the records hold: 2 since some are packed. What had 1 is read as it is.
const Format = 2

// Local reports whether records of a kind are about the nodes that run: no copy has them.
func Local(kind string) bool { return kind == kindNode }

// heldFor is how much longer than their time records are kept while an approval that
// needs them is open. Sweep prolongs it long before it is over.
const heldFor = 366 * 24 * time.Hour

// most is how many records a list has if it is not said.
const most = 1000

// Store is an open store.
type Store struct {
	g      ground.Store
	o      store.Options
	now    func() time.Time
	log    *slog.Logger
	last   atomic.Int64 // see stamp
	chains [chains]chainEnd
	used   used
	handed handed
}

// stamp is the time in µs, and another one each time: what this node writes one after the
// other is found in that order.
func (s *Store) stamp() int64 {
	for {
		last := s.last.Load()
		if at := max(s.now().UnixMicro(), last+1); s.last.CompareAndSwap(last, at) {
			return at
		}
	}
}

var _ store.Store = (*Store)(nil)

// New returns a store over g, which it closes.
func New(g ground.Store, o store.Options) *Store {
	if o.Dedupe <= 0 {
		o.Dedupe = store.DefaultDedupe
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Store{g: g, o: o, now: o.Now, log: o.Log}
	for i := range s.chains {
		s.chains[i].turn = make(chan struct{}, 1)
	}
	return s
}

// Healthy implements store.Store.
func (s *Store) Healthy() error { return s.g.Healthy() }

// Describe implements store.Store.
func (s *Store) Describe() store.Description { return Description(s.g.Describe()) }

// Description is what the ground says of itself.
func Description(d ground.Description) store.Description {
	return store.Description{
		Kind: d.Kind, Server: d.Server, Where: d.Where, Durability: d.Durability, Risk: d.Risk, Format: d.Format, Shared: d.Shared, Skew: d.Skew,
	}
}

// Close implements store.Store.
func (s *Store) Close() error { return s.g.Close() }

// key makes a key of texts, of which the last may hold anything.
func key(kind string, texts ...string) ground.Key {
	return ground.Key{Kind: kind, ID: strings.Join(texts, "\x00")}
}

// encode is v packed, or as JSON without HTML escapes, so that raw JSON inside v keeps its bytes but
// for white space.
func encode(v any) ([]byte, error) {
	if packs(v) {
		return pack(v)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func decode(r ground.Record, v any) error {
	read := json.Unmarshal
	if len(r.Body) > 0 && r.Body[0] == packedMark {
		read = unpack
	}
	if err := read(r.Body, v); err != nil {
		return fmt.Errorf("the %s is damaged: %w", r.Kind, err)
	}
	return nil
}

// one reads one record into v; false if there is none.
func (s *Store) one(ctx context.Context, k ground.Key, v any) (ground.Record, bool, error) {
	r, err := s.get(ctx, k)
	if err != nil || r.Version == 0 {
		return r, false, err
	}
	return r, true, decode(r, v)
}

func (s *Store) get(ctx context.Context, k ground.Key) (ground.Record, error) {
	all, err := s.g.Get(ctx, k)
	if err != nil {
		return ground.Record{}, named(k.Kind, err)
	}
	return all[0], nil
}

// as is the condition that a record is as it was read.
func as(r ground.Record) ground.When {
	if r.Version == 0 {
		return ground.Absent
	}
	return ground.When(r.Version)
}

// tries is how often a change is tried again that others were faster with.
const tries = 100

var errBusy = errors.New("others change the same record all the time")

// change reads, decides and writes until nobody else was faster. decide returns what is
// written; nothing ends it. A condition of the records that final names is not tried again.
func (s *Store) change(ctx context.Context, what string, decide func() ([]ground.Op, error), final ...ground.Key) error {
	for range tries {
		ops, err := decide()
		if err != nil || len(ops) == 0 {
			return named(what, err)
		}
		err = s.g.Apply(ctx, ops...)
		if no, unmet := errors.AsType[*ground.Unmet](err); !unmet || slices.Contains(final, no.Found.Key) {
			return named(what, lostOr(err))
		}
	}
	return named(what, errBusy)
}

// lostOr names what is lost as the callers know it.
func lostOr(err error) error {
	if errors.Is(err, ground.ErrLost) {
		return queue.ErrLost
	}
	return err
}

func named(what string, err error) error {
	if err == nil || errors.Is(err, queue.ErrLost) || errors.Is(err, queue.ErrNoDeadLetter) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("store: %s: %w", what, err)
}

// scan returns the records of an index, decoded by each, until each says that it is enough.
func (s *Store) scan(ctx context.Context, q ground.Scan, each func(ground.Found) (more bool, err error)) error {
	q.Limit = max(min(q.Limit, 500), 1)
	for {
		all, err := s.g.Scan(ctx, q)
		if err != nil {
			return named(q.Kind, err)
		}
		for _, f := range all {
			if more, err := each(f); err != nil || !more {
				return named(q.Kind, err)
			}
		}
		if len(all) < q.Limit {
			return nil
		}
		last := all[len(all)-1]
		q.After = &ground.Place{At: last.At, ID: last.ID}
		q.Limit = 500
	}
}

// Sweep implements store.Store.
func (s *Store) Sweep(ctx context.Context) (int, error) {
	if err := s.freeHeld(ctx); err != nil {
		return 0, named("sweep", err)
	}
	n, err := s.g.Sweep(ctx)
	if err != nil {
		return n, named("sweep", err)
	}
	cut, err := s.sweepLedger(ctx)
	return n + cut, named("sweep", err)
}

// storeNow is the store's time, as far as this node knows: what was stored by other nodes
// is compared with it.
func (s *Store) storeNow() time.Time { return s.now().Add(-s.g.Describe().Skew) }

// messages is how long a record of a message lives; hold: an approval needs it.
func (s *Store) messages(hold bool) time.Duration {
	if s.o.Retention.Messages <= 0 {
		return 0
	}
	if hold {
		return s.o.Retention.Messages + heldFor
	}
	return s.o.Retention.Messages
}

func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func fromMicros(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}

// threadKey is where the thread index has a ref.
func threadKey(ch message.ChannelName, ref message.Ref) ground.Key {
	return key(kindThread, string(ch), string(ref))
}
