package lanes

import (
	"time"

	"bridge/store/ground"
)

// Pins are the claims that one batch is about, held while it is written.
type Pins struct {
	lanes *Lanes
	ops   []ground.Op
	of    []*Held // by operation; nil = it is about no claim
}

// PinAll pins the claims of a batch: all, or none with ground.ErrLost.
func (x *Lanes) PinAll(ops []ground.Op) (Pins, error) {
	p := Pins{lanes: x, ops: ops}
	for i, op := range ops {
		c, end := ClaimOf(op)
		if c == nil {
			continue
		}
		if p.of == nil {
			p.of = make([]*Held, len(ops))
		}
		h, err := x.Pin(c, end)
		if err != nil {
			p.Undo()
			return Pins{}, err
		}
		p.of[i] = h
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
	if p.of == nil {
		return nil
	}
	return p.of[i]
}

// Undo lets the claims go as they were: nothing was written.
func (p *Pins) Undo() {
	for i, h := range p.of {
		if h != nil {
			_, end := ClaimOf(p.ops[i])
			p.lanes.Unpin(h, end)
		}
	}
}

// Done does in the lanes what was written. What was added is put into them first: at the
// front of the lane of an item that is finished it is the next one there, whoever waits.
func (p *Pins) Done(added []Added) {
	p.lanes.Add(added...)
	for i, h := range p.of {
		if h == nil {
			continue
		}
		switch p.ops[i].(type) {
		case ground.Begin, ground.Fence:
			p.lanes.Unpin(h, false)
		case ground.Ack:
			p.lanes.Finish(h)
		case ground.Retry:
			p.lanes.Back(h, h.Back, true)
		case ground.Release:
			p.lanes.Back(h, h.item.Due, false)
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
