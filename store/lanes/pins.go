package lanes

import (
	"time"

	"bridge/store/ground"
)

// Pins are the claims that one batch is about, held while it is written.
type Pins struct {
	lanes *Lanes
	ops   []ground.Op
	first pin   // most batches are about one claim at most
	more  []pin // the others
}

// pin is the claim of one operation.
type pin struct {
	op   int
	held *Held
}

// each gives all of them.
func (p *Pins) each(yield func(pin) bool) {
	if p.first.held == nil || !yield(p.first) {
		return
	}
	for _, x := range p.more {
		if !yield(x) {
			return
		}
	}
}

// PinAll pins the claims of a batch: all, or none with ground.ErrLost.
func (x *Lanes) PinAll(ops []ground.Op) (Pins, error) {
	p := Pins{lanes: x, ops: ops}
	for i, op := range ops {
		c, end := ClaimOf(op)
		if c == nil {
			continue
		}
		h, err := x.Pin(c, end)
		if err != nil {
			p.Undo()
			return Pins{}, err
		}
		if p.first.held == nil {
			p.first = pin{i, h}
		} else {
			p.more = append(p.more, pin{i, h})
		}
	}
	return p, nil
}

// ClaimOf returns the claim that an operation is about, and whether it ends it.
func ClaimOf(op ground.Op) (c *ground.Claim, end bool) {
	switch o := op.(type) {
	case ground.Begin:
		return o.Claim, false
	case ground.Fence:
		return o.Claim, false
	case ground.Ack:
		return o.Claim, true
	case ground.Retry:
		return o.Claim, true
	case ground.Release:
		return o.Claim, true
	default:
		return nil, false
	}
}

// Of returns the claim of the i-th operation; nil if it is about none.
func (p *Pins) Of(i int) *Held {
	for x := range p.each {
		if x.op == i {
			return x.held
		}
	}
	return nil
}

// Undo lets the claims go as they were: nothing was written.
func (p *Pins) Undo() {
	for x := range p.each {
		_, end := ClaimOf(p.ops[x.op])
		p.lanes.Unpin(x.held, end)
	}
}

// Done does in the lanes what was written. What was added is put into them first: at the
// front of the lane of an item that is finished it is the next one there, whoever waits.
func (p *Pins) Done(added []Added) {
	p.lanes.Add(added...)
	for x := range p.each {
		switch p.ops[x.op].(type) {
		case ground.Begin, ground.Fence:
			p.lanes.Unpin(x.held, false)
		case ground.Ack:
			p.lanes.Finish(x.held)
		case ground.Retry:
			p.lanes.Back(x.held, x.held.Back, true)
		case ground.Release:
			p.lanes.Back(x.held, x.held.item.Due, false)
		}
	}
}

// Time is a time of an Entry; zero for 0.
func Time(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}
