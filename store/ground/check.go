package ground

import (
	"fmt"
	"strings"
)

// CheckBatch returns why a store does not take a batch, or nil. Stores call it first.
func CheckBatch(ops []Op) error {
	if len(ops) == 0 || len(ops) > MaxOps {
		return fmt.Errorf("a batch has 1 to %d operations, this one has %d", MaxOps, len(ops))
	}
	keys := make(map[Key]bool, len(ops))
	ended := map[*Claim]bool{}
	for i, op := range ops {
		if err := check(op, keys, ended); err != nil {
			return fmt.Errorf("operation %d: %w", i, err)
		}
	}
	return nil
}

func check(op Op, keys map[Key]bool, ended map[*Claim]bool) error {
	change := func(k Key) error {
		if keys[k] {
			return fmt.Errorf("the %s is changed twice", k.Kind)
		}
		keys[k] = true
		return k.check()
	}
	end := func(c *Claim) error {
		if c == nil || ended[c] {
			return fmt.Errorf("the claim is ended twice")
		}
		ended[c] = true
		return nil
	}
	switch o := op.(type) {
	case Put:
		return firstOf(change(o.Key), o.check())
	case Add:
		return firstOf(change(o.Key), o.check())
	case Delete:
		return change(o.Key)
	case Touch:
		if o.TTL < 0 {
			return fmt.Errorf("a time of %v", o.TTL)
		}
		return change(o.Key)
	case Check:
		return o.Key.check()
	case Enqueue:
		if o.Once != (Key{}) {
			if err := change(o.Once); err != nil {
				return err
			}
		}
		return o.Item.check()
	case Fence:
		if o.Claim == nil || ended[o.Claim] {
			return fmt.Errorf("there is no claim, or it is ended before")
		}
		return nil
	case Begin:
		if o.Claim == nil || ended[o.Claim] {
			return fmt.Errorf("there is no claim, or it is ended before")
		}
		return nil
	case Ack:
		return end(o.Claim)
	case Retry:
		return end(o.Claim)
	case Release:
		return end(o.Claim)
	case Spend:
		bucket := Key{ID: o.Bucket.Key} // no record has an empty kind
		if o.N < 1 || keys[bucket] {
			return fmt.Errorf("%d tokens, or a second time of the same bucket", o.N)
		}
		keys[bucket] = true
		return nil
	default:
		return fmt.Errorf("%T is no operation", op)
	}
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (k Key) check() error {
	if err := checkName("kind", k.Kind); err != nil {
		return err
	}
	if len(k.ID) == 0 || len(k.ID) > MaxID {
		return fmt.Errorf("an id has 1 to %d bytes, this one has %d", MaxID, len(k.ID))
	}
	return nil
}

func (p Put) check() error {
	switch {
	case len(p.Body) > MaxBody:
		return fmt.Errorf("a body has at most %d bytes, this one has %d", MaxBody, len(p.Body))
	case len(p.Index) > MaxIndex:
		return fmt.Errorf("a record has at most %d index entries, this one has %d", MaxIndex, len(p.Index))
	case len(p.Label) > MaxKind:
		return fmt.Errorf("a label has at most %d bytes, this one has %d", MaxKind, len(p.Label))
	case p.TTL < 0:
		return fmt.Errorf("a time of %v", p.TTL)
	}
	seen, names := make(map[string]bool, len(p.Index)), 0
	for _, e := range p.Index {
		if names += len(e.Index); names > 32<<10 {
			return fmt.Errorf("the names of a record's index entries have more than 32 KiB")
		}
		if err := checkIndex(e.Index); err != nil {
			return err
		}
		if seen[e.Index] {
			return fmt.Errorf("the record is in the index %q twice", e.Index)
		}
		seen[e.Index] = true
	}
	return nil
}

func (a Add) check() error {
	if len(a.N) == 0 || len(a.N) > MaxSums {
		return fmt.Errorf("1 to %d numbers are added, not %d", MaxSums, len(a.N))
	}
	for _, n := range a.N {
		if n < 0 || n > MaxBody {
			return fmt.Errorf("%d is added", n)
		}
	}
	return Put{Key: a.Key, TTL: a.TTL, Index: a.Index}.check()
}

func checkName(what, s string) error {
	if len(s) == 0 || len(s) > MaxKind || strings.IndexByte(s, 0) >= 0 {
		return fmt.Errorf("a %s has 1 to %d bytes and no NUL, not %q", what, MaxKind, s)
	}
	return nil
}

// checkIndex: the name of an index may hold an id, as that of whose records it has.
func checkIndex(s string) error {
	if len(s) == 0 || len(s) > MaxID || strings.IndexByte(s, 0) >= 0 {
		return fmt.Errorf("an index has a name of 1 to %d bytes without NUL", MaxID)
	}
	return nil
}

func (i Item) check() error {
	switch {
	case len(i.Queue) == 0 || len(i.Queue) > MaxKind:
		return fmt.Errorf("a queue has a name of 1 to %d bytes", MaxKind)
	case len(i.Lane) == 0 || len(i.Lane) > MaxID, len(i.ID) > MaxID:
		return fmt.Errorf("a lane has 1 to %d bytes, an item's id at most as many", MaxID)
	case len(i.Payload) > MaxBody:
		return fmt.Errorf("a payload has at most %d bytes, this one has %d", MaxBody, len(i.Payload))
	case i.Wait < 0:
		return fmt.Errorf("a wait of %v", i.Wait)
	case len(i.With) > MaxWith:
		return fmt.Errorf("an item comes with at most %d records, this one with %d", MaxWith, len(i.With))
	}
	return nil
}

// CheckScan returns why a store does not take a scan, or nil.
func CheckScan(s Scan) error {
	if s.Limit < 1 {
		return fmt.Errorf("a scan of %d records", s.Limit)
	}
	return firstOf(checkName("kind", s.Kind), checkIndex(s.Index))
}

// Has reports whether a place is within what is scanned.
func (s Scan) Has(p Place) bool {
	before := func(a, b Place) bool { return a.At < b.At || a.At == b.At && a.ID < b.ID }
	if s.Backwards {
		return (s.After == nil || before(p, *s.After)) && (s.To == nil || !before(p, *s.To))
	}
	return (s.After == nil || before(*s.After, p)) && (s.To == nil || !before(*s.To, p))
}

// Condition returns what must hold for an operation of a batch; Always for one without
// a condition, and for a Put that is kept away quietly.
func Condition(op Op) (Key, When) {
	switch o := op.(type) {
	case Put:
		if !o.Keep {
			return o.Key, o.If
		}
	case Delete:
		return o.Key, o.If
	case Check:
		return o.Key, o.If
	}
	return Key{}, Always
}

// KeyOf returns the record that an operation is about; false if it is about none.
func KeyOf(op Op) (Key, bool) {
	switch o := op.(type) {
	case Put:
		return o.Key, true
	case Add:
		return o.Key, true
	case Delete:
		return o.Key, true
	case Check:
		return o.Key, true
	case Touch:
		return o.Key, true
	case Enqueue:
		return o.Once, o.Once != (Key{})
	}
	return Key{}, false
}

// Check returns why a store does not take the record, or nil.
func (k Kept) Check() error {
	if k.Until < 0 {
		return fmt.Errorf("a time of %d", k.Until)
	}
	return firstOf(k.check(), Put{Key: k.Key, Body: k.Body, Label: k.Label, Index: k.Index}.check())
}

// Check returns why a store does not take the item, or nil.
func (u Unfinished) Check() error {
	if u.Seq < 1 || u.Rank < 0 || u.Rank > 2 || u.Due < 0 || u.At < 0 || u.Attempts < 0 || u.Doubts < 0 || len(u.Why) > MaxWhy {
		return fmt.Errorf("it cannot be in a lane")
	}
	return Item{Queue: u.Queue, Lane: u.Lane, ID: u.ID, Payload: u.Payload}.check()
}
