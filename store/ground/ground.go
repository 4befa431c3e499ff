// Package ground is what the bridge needs of a store: records with ordered indexes,
// lanes, and token buckets. It knows no word of the bridge's own: what a session or a
// send is, how long it lives and what belongs together is decided above it, once, and
// handed over as one batch. memory, sqlite and redis implement it; groundtest holds
// them to one model.
package ground

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Store is one open store. All methods may be called concurrently. When a method that
// writes returns nil, its effect is as durable as the store is set. When its context
// ends first it returns the context's error, and the write may still happen.
type Store interface {
	// Get returns the records of keys, in their order. One that is not there, or whose
	// time is over, has Version 0. It sees every Apply that has returned.
	Get(ctx context.Context, keys ...Key) ([]Record, error)
	// Scan returns the records of one index in its order.
	Scan(ctx context.Context, s Scan) ([]Found, error)
	// Rank returns how many entries an index has, and the place of the n-th of them, from 1; nil if it
	// has fewer, or n is 0. It reads no records: those whose time is over count until they are swept.
	Rank(ctx context.Context, kind, index string, n int) (total int, at *Place, err error)
	// Count returns how many records of a kind have each label. Those whose time is
	// over count until they are swept.
	Count(ctx context.Context, kind string) (map[string]int64, error)
	// Apply does all of the operations, in order, or none. *Unmet names a condition that
	// did not hold, the first in order; ErrLost says, before that, that a claim is lost, and *Short,
	// after that, that a bucket has too few tokens. All conditions are about what was there before the
	// batch. A key is put, deleted or touched by one operation at most, a claim ended by one at most, a
	// bucket taken from by one at most. The bytes and index entries of the operations are the store's from then on, and those
	// that it returns are to be read only: they may be kept in memory as they are.
	Apply(ctx context.Context, ops ...Op) error

	// Claim waits until the head of a lane of queue can be claimed, and leases up to most
	// (≥ 1) that can, each of another lane: at least one. It returns ctx's error when ctx
	// ends first. Lanes get their turn fairly.
	Claim(ctx context.Context, queue string, most int) ([]*Claim, error)
	// Renew extends the lease of a claim to Lease from now; ErrLost if it is lost.
	Renew(ctx context.Context, c *Claim) error
	// Lane returns the unfinished items of a lane in order, at most limit.
	Lane(ctx context.Context, queue, lane string, limit int) ([]Waiting, error)
	// Depth returns how much each queue holds that was ever used.
	Depth(ctx context.Context) (map[string]Depth, error)

	// Take takes n tokens (-n gives them back). If there are too few it takes none, and
	// wait is when there will be enough. Buckets may be forgotten when a store restarts.
	Take(ctx context.Context, b Bucket, n int) (ok bool, wait time.Duration, err error)

	// Own gives what is named to a node for a while, or renews it, unless another node has
	// it, and returns who does; 0 gives it up. Nothing of it need survive a restart of all nodes.
	Own(ctx context.Context, name, node string, hold time.Duration) (owner string, err error)

	// Sweep deletes records whose time is over, in small batches, and returns how many.
	// It is called from time to time by one node.
	Sweep(ctx context.Context) (int, error)
	// Healthy returns why the store cannot write at present, or nil. It is cheap.
	Healthy() error
	// Describe says what the store is, for status, check and metrics.
	Describe() Description
	// Close ends all waiting, gives claims up and frees the store.
	Close() error
}

// Limits of what a store takes.
const (
	MaxKind  = 32       // bytes of a kind, an index or a label
	MaxID    = 1024     // bytes of an id
	MaxBody  = 16 << 20 // bytes of a body or a payload
	MaxIndex = 500      // entries of one record, and their names 32 KiB together
	MaxOps   = 1000     // operations of one batch
	MaxWhy   = 500      // bytes of Retry.Why; what is longer is cut
	MaxSums  = 16       // numbers of an Add
	MaxWith  = 8        // records that an item comes with
)

// Lease is how long a claim holds without Renew.
const Lease = 15 * time.Second

// Key names a record.
type Key struct {
	Kind string // what it is, and so how its body is read; no NUL
	ID   string // unique within the kind, opaque
}

// Record is what is stored under a key.
type Record struct {
	Key
	Version int64 // above 0, another one after every Put; 0: there is no record
	Body    []byte
}

// Place is a place in an index: records are ordered by At, those of one At by ID.
type Place struct {
	At int64
	ID string
}

// Scan selects records of one index.
type Scan struct {
	Kind, Index string
	After       *Place // not the records up to this place (backwards: from it on); nil = from the end
	To          *Place // the last one that is wanted, if it is there; nil = all
	Backwards   bool
	Limit       int // ≥ 1
}

// Found is a record and its place in the index that was scanned.
type Found struct {
	Record
	At int64
}

// When says on what condition an operation is done.
type When int64

// A version as a condition: the record must be there and have it.
const (
	Always When = 0
	Absent When = -1 // there is no record
)

// Entry puts a record into an index of its kind.
type Entry struct {
	Index string
	At    int64 // its order; mostly a time in µs
}

// Op is one operation of a batch.
type Op interface{ op() }

// Put stores a record, in place of the one there is.
type Put struct {
	Key
	Body []byte
	If   When
	// Keep: if the condition does not hold nothing is put, and the batch goes on.
	Keep  bool
	TTL   time.Duration // its time from now on, by the store's clock; 0 = no end
	Label string        // Count counts by it; "" is not counted
	Index []Entry       // all of them: those of the record before are gone
}

// Add adds numbers to those of a record, each at its place, without its having been read: its
// body is decimal numbers with a space between them, and what is none counts as 0. If there is
// no record it makes one, with the time and the entries; one that is there keeps its own.
type Add struct {
	Key
	N     []int64 // 1 to MaxSums, none below 0
	TTL   time.Duration
	Index []Entry
}

// Delete deletes a record; if there is none it does nothing.
type Delete struct {
	Key
	If When
}

// Check only asks for a condition.
type Check struct {
	Key
	If When
}

// Touch gives a record another time, from now on; 0 = no end. If there is none it does nothing.
type Touch struct {
	Key
	TTL time.Duration
}

// Enqueue puts an item at the end of its lane. If Once is set, it does so only if there is
// no record under that key, and puts an empty one there with OnceTTL: doing it again is
// harmless.
type Enqueue struct {
	Item
	Once    Key
	OnceTTL time.Duration
}

// Fence only asks that a claim is held.
type Fence struct{ *Claim }

// Begin makes the start of an attempt durable: Attempts grows, and if the process dies
// now the next claim is InDoubt.
type Begin struct{ *Claim }

// Ack finishes an item: it is gone.
type Ack struct{ *Claim }

// Retry gives an item back to wait at the head of its lane, and the lane with it.
type Retry struct {
	*Claim
	Wait  time.Duration // from now; 0 = none
	Why   string        // for the history
	Doubt bool          // the attempt may have had its effect: the next claim is InDoubt
}

// Spend takes N tokens (≥ 1) of a bucket, as Take does, if the batch is done.
type Spend struct {
	Bucket
	N int
}

// Release gives an item back untouched: an attempt that was begun under the claim is taken back.
type Release struct{ *Claim }

func (Put) op()     {}
func (Add) op()     {}
func (Delete) op()  {}
func (Check) op()   {}
func (Touch) op()   {}
func (Enqueue) op() {}
func (Fence) op()   {}
func (Begin) op()   {}
func (Ack) op()     {}
func (Retry) op()   {}
func (Release) op() {}
func (Spend) op()   {}

// Item is what is put into a lane. Within a lane items are first in, first out, and one
// is claimed at a time.
type Item struct {
	Queue   string
	Lane    string
	ID      string // for people; need not be unique
	Payload []byte
	// Front puts it before the items that wait, behind others that were put there with
	// Front and behind a head that was tried before.
	Front bool
	Wait  time.Duration // from now until it may be claimed; 0 = none
	// With are records that whoever claims the item will read. It is a hint: see Claim.With.
	With []Key
}

// Claim is one item handed to one worker under a lease. A claim whose lease ran out may
// be handed to another worker; every later use of the old one is ErrLost (fencing).
type Claim struct {
	Queue, Lane, ID string
	Payload         []byte
	Token           int64     // grows with every claim of the queue
	Seq             int64     // of the item: unique in the store, grows
	Attempts        int       // begun before this claim
	InDoubt         bool      // the last attempt was begun and neither finished nor taken back
	Doubts          int       // attempts begun while InDoubt was true
	At              time.Time // when it was enqueued, by the store's clock
	Until           time.Time // when the lease runs out unless it is renewed, by the store's clock
	// With are the records that the item named, as they were when it was claimed; nil where the
	// store did not read them with the claim.
	With []Record
}

// Waiting is an unfinished item as an operator sees it.
type Waiting struct {
	ID       string
	Payload  []byte
	At       time.Time // when it was enqueued
	Due      time.Time // not before; zero: now
	Attempts int
	Begun    bool   // an attempt was begun and its end is not recorded
	Claimed  bool   // a worker has it
	Why      string // of the last Retry
}

// Depth is how much one queue holds.
type Depth struct {
	Waiting int       // items that are not claimed
	Claimed int       // items that are being worked on
	Delayed int       // lanes whose first item waits for its time; their items count as Waiting
	Oldest  time.Time // when the oldest waiting item was enqueued; zero if there is none
	First   time.Time // when the oldest of all was, waiting or claimed
}

// Bucket is a token bucket: it starts full with N tokens and refills evenly over Per.
type Bucket struct {
	Key string
	N   int
	Per time.Duration
}

// Description is what a store is.
type Description struct {
	Kind       string        // sqlite | redis | redis+sentinel | redis+cluster | memory
	Server     string        // program and version
	Where      string        // the file, or host:port; never a password
	Durability string        // "synchronous=FULL", "appendfsync everysec", …
	Risk       string        // what its settings may lose or stop, in words for the operator
	Format     int           // of what is stored
	Shared     bool          // several nodes may have it open at a time
	Skew       time.Duration // the node's clock minus the store's; 0 where they are one
}

// ErrLost is returned for a claim whose lease ran out, or that was finished.
var ErrLost = errors.New("the claim is lost")

// ErrClosed is returned by every method after Close.
var ErrClosed = errors.New("the store is closed")

// Refused reports whether an error is the answer to a batch that what is there does not allow: it has changed nothing.
func Refused(err error) bool {
	_, unmet := errors.AsType[*Unmet](err)
	_, short := errors.AsType[*Short](err)
	return unmet || short
}

// Named says which operation of a store failed. What callers look for stays as it is.
func Named(what string, err error) error {
	if err == nil || Refused(err) || errors.Is(err, ErrLost) || errors.Is(err, ErrClosed) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("store: %s: %w", what, err)
}

// Unmet is the error of a batch with a condition that did not hold.
type Unmet struct {
	Op    int    // its place in the batch
	Found Record // what is there
}

// Error implements error.
func (u *Unmet) Error() string {
	if u.Found.Version == 0 {
		return fmt.Sprintf("operation %d: there is no %s", u.Op, u.Found.Kind)
	}
	return fmt.Sprintf("operation %d: the %s was changed by somebody else", u.Op, u.Found.Kind)
}

// Short is the error of a batch that would take more tokens of a bucket than there are.
type Short struct {
	Op   int           // its place in the batch
	Wait time.Duration // until there are enough
}

// Error implements error.
func (s *Short) Error() string {
	return fmt.Sprintf("operation %d: too few tokens for another %v", s.Op, s.Wait)
}

// Holds reports whether the condition holds for a record with this version, 0 if there is none.
func (w When) Holds(version int64) bool {
	switch w {
	case Always:
		return true
	case Absent:
		return version == 0
	default:
		return version == int64(w)
	}
}
