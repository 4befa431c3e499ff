package records

import (
	"context"
	"fmt"
	"slices"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/turns"
	"bridge/store/ground"
)

// turn is a turn as it is stored, with its first step: most have no other. Those that follow
// have records of their own, and so has the first one in records of before.
type turn struct {
	turns.Turn
	Steps []string    `json:"steps"` // keys of its steps, in the order recorded
	First *turns.Step `json:"first,omitempty"`
}

// own are the keys of the steps that have records of their own.
func (t turn) own() []string {
	if t.First != nil {
		return t.Steps[1:]
	}
	return t.Steps
}

func stepKey(t message.TurnID, k string) ground.Key { return key(kindStep, string(t), k) }

// RecordStep implements turns.Store. It sets s.N.
func (s *Store) RecordStep(ctx context.Context, t turns.Turn, step turns.Step) (turns.Step, bool, error) {
	return s.record(ctx, t, step, nil, nil)
}

// Conclude implements turns.Store. A claim that is lost records nothing.
func (s *Store) Conclude(ctx context.Context, c *queue.Claim, t turns.Turn, step turns.Step, follow ...queue.Item) (turns.Step, bool, error) {
	// The step is there but once.
	more, err := s.enqueues(s.acked(c, len(follow)), follow, true, key(kindHold, string(t.Session)))
	if err != nil {
		return turns.Step{}, false, named("conclude", err)
	}
	return s.record(ctx, t, step, readWith(c), more)
}

// record stores an outcome unless there is one, in one batch with more. already was read before.
func (s *Store) record(ctx context.Context, t turns.Turn, step turns.Step, already []ground.Record, more []ground.Op) (out turns.Step, first bool, err error) {
	t.State, t.ID = step.State, step.Turn
	var decide func() ([]ground.Op, error)
	decide = func() ([]ground.Op, error) {
		was, hold, err := s.readTwo(ctx, already, key(kindTurn, string(t.ID)), key(kindHold, string(t.Session)))
		if err != nil {
			return nil, err
		}
		handed := already != nil
		already = nil // something has changed, if this is asked again
		now := turn{}
		if was.Version != 0 {
			if err := decode(was, &now); err != nil {
				return nil, err
			}
		}
		if now.First != nil && now.First.Key == step.Key {
			out, first = *now.First, false
			return nil, nil
		}
		if slices.Contains(now.Steps, step.Key) {
			r, err := s.get(ctx, stepKey(t.ID, step.Key))
			if err != nil {
				return nil, err
			}
			first = false
			return nil, decode(r, &out)
		}
		if now.Amended != t.Amended {
			if handed { // it was amended since
				return decide()
			}
			return nil, turns.ErrAmended
		}
		out, first = step, true
		out.N = len(now.Steps)
		now.Turn, now.Steps = t, append(now.Steps, step.Key)
		ttl := s.messages(hold.Version != 0)
		ops := make([]ground.Op, 0, 6+len(more))
		if out.N == 0 {
			now.First = &out
		} else {
			body, err := encode(&out)
			if err != nil {
				return nil, err
			}
			ops = append(ops, ground.Put{Key: stepKey(t.ID, step.Key), Body: body, If: ground.Absent, TTL: ttl})
		}
		body, err := encode(&now)
		if err != nil {
			return nil, err
		}
		ops = append(ops, ground.Put{Key: was.Key, Body: body, If: as(was), TTL: ttl, Index: s.lists(t)})
		if last := key(kindLast, string(t.Session)); t.Last().Matters() {
			op, err := puts(ground.Put{Key: last, TTL: ttl, Index: handedOver(t.Last())}, t.Last())
			if err != nil {
				return nil, err
			}
			ops = append(ops, op...)
		} else {
			ops = append(ops, ground.Delete{Key: last})
		}
		for _, k := range now.own() { // the steps of a turn live as long as it
			if k != step.Key {
				ops = append(ops, ground.Touch{Key: stepKey(t.ID, k), TTL: ttl})
			}
		}
		if op, counted := s.countStep(t, out); counted {
			ops = append(ops, op)
		}
		if handed {
			ops = append(ops, ground.Check{Key: hold.Key, If: as(hold)})
		}
		return append(ops, more...), nil
	}
	if err = s.change(ctx, "record step", decide); err != nil {
		return turns.Step{}, false, err
	}
	return out, first, nil
}

// lists are the indexes that a turn is in from now on.
func (s *Store) lists(t turns.Turn) []ground.Entry {
	at := s.stamp()
	all := []ground.Entry{{Index: ofSession + string(t.Session), At: at}}
	if t.Order != nil && t.Order.Person != "" {
		all = append(all, ground.Entry{Index: byAddress + t.Call.Sender, At: at})
	}
	if t.Owner != "" {
		all = append(all, ground.Entry{Index: ofOwner(t.Channel, t.Owner, ""), At: at})
		if t.Context != "" {
			all = append(all, ground.Entry{Index: ofOwner(t.Channel, t.Owner, t.Context), At: at})
		}
	}
	return all
}

// ofOwner is the index of the turns that somebody lists, of one context or of all.
func ofOwner(ch message.ChannelName, owner, in string) string {
	return fmt.Sprintf("owner:%s %q %s", ch, owner, in)
}

// Amend implements turns.Store.
func (s *Store) Amend(ctx context.Context, id message.TurnID, change func(turns.Turn, int) (turns.Turn, []queue.Item, error)) error {
	return s.change(ctx, "amend turn", func() ([]ground.Op, error) {
		r, err := s.get(ctx, key(kindTurn, string(id)))
		if err != nil {
			return nil, err
		}
		now := turn{}
		if r.Version != 0 {
			if err := decode(r, &now); err != nil {
				return nil, err
			}
		}
		t, follow, err := change(now.Turn, len(now.Steps))
		if err != nil || t.ID == "" {
			return nil, err
		}
		hold, err := s.get(ctx, key(kindHold, string(t.Session)))
		if err != nil {
			return nil, err
		}
		t.ID, t.Amended = id, now.Amended+1
		now.Turn = t
		ops, err := puts(ground.Put{Key: r.Key, If: as(r), TTL: s.messages(hold.Version != 0), Index: s.lists(t)}, &now)
		if err != nil {
			return nil, err
		}
		for _, k := range now.own() { // they live as long as their turn
			ops = append(ops, ground.Touch{Key: stepKey(id, k), TTL: s.messages(hold.Version != 0)})
		}
		return s.enqueues(ops, follow, false)
	})
}

// OwnedTurns implements turns.Store.
func (s *Store) OwnedTurns(ctx context.Context, ch message.ChannelName, owner, in string, after *turns.Place, limit int) (all []turns.Owned, err error) {
	if owner == "" || limit <= 0 {
		return nil, ctx.Err()
	}
	q := ground.Scan{Kind: kindTurn, Index: ofOwner(ch, owner, in), Backwards: true, Limit: limit}
	if after != nil {
		q.After = &ground.Place{At: after.At, ID: string(after.ID)}
	}
	err = s.scan(ctx, q, func(f ground.Found) (bool, error) {
		var t turn
		err := decode(f.Record, &t)
		all = append(all, turns.Owned{Turn: t.Turn, At: f.At})
		return len(all) < limit, err
	})
	return all, err
}

// puts fills in the bodies: each Put is followed by what it stores.
func puts(all ...any) ([]ground.Op, error) {
	ops := make([]ground.Op, 0, 12)
	for i := 0; i < len(all); i += 2 {
		p := all[i].(ground.Put)
		body, err := encode(all[i+1])
		if err != nil {
			return nil, err
		}
		p.Body = body
		ops = append(ops, p)
	}
	return ops, nil
}

// Before implements turns.Store.
func (s *Store) Before(ctx context.Context, c *queue.Claim, id message.SessionID, t message.TurnID) (b turns.Before, err error) {
	all, err := s.read(ctx, readWith(c), beforeKeys(id, t)...)
	if err != nil {
		return b, named("before", err)
	}
	if c != nil {
		if has, ok := c.Read.(*had); ok {
			has.with = all // for the outcome
		}
	}
	if all[1].Version != 0 {
		b.Any = true
		if err := decode(all[1], &b.Last); err != nil {
			return b, named("before", err)
		}
	}
	if b.Turn, b.Steps, err = s.stepsOf(ctx, t, all[0]); err != nil {
		return b, named("before", err)
	}
	return b, nil
}

// beforeKeys are what is read before a step, and again for its outcome.
func beforeKeys(id message.SessionID, t message.TurnID) []ground.Key {
	return []ground.Key{key(kindTurn, string(t)), key(kindLast, string(id)), key(kindHold, string(id))}
}

// stepsOf reads the steps of a turn whose record was read.
func (s *Store) stepsOf(ctx context.Context, id message.TurnID, r ground.Record) (_ turns.Turn, all []turns.Step, err error) {
	if r.Version == 0 {
		return turns.Turn{}, nil, nil
	}
	var t turn
	if err := decode(r, &t); err != nil || len(t.Steps) == 0 {
		return t.Turn, nil, err
	}
	if t.First != nil {
		all = append(all, *t.First)
	}
	if len(t.own()) == 0 {
		return t.Turn, all, nil
	}
	var keys []ground.Key
	for _, k := range t.own() {
		keys = append(keys, stepKey(id, k))
	}
	found, err := s.g.Get(ctx, keys...)
	if err != nil {
		return t.Turn, nil, err
	}
	for i, r := range found {
		if r.Version == 0 {
			continue
		}
		var one turns.Step
		if err := decode(r, &one); err != nil {
			return t.Turn, nil, err
		}
		one.N = i + len(t.Steps) - len(keys)
		all = append(all, one)
	}
	return t.Turn, all, nil
}

// Turn implements turns.Store.
func (s *Store) Turn(ctx context.Context, id message.TurnID) (turns.Turn, bool, error) {
	if id == "" {
		return turns.Turn{}, false, ctx.Err()
	}
	var t turn
	_, found, err := s.one(ctx, key(kindTurn, string(id)), &t)
	return t.Turn, found, err
}

// Steps implements turns.Store.
func (s *Store) Steps(ctx context.Context, id message.TurnID) ([]turns.Step, error) {
	if id == "" {
		return nil, ctx.Err()
	}
	r, err := s.get(ctx, key(kindTurn, string(id)))
	if err != nil {
		return nil, err
	}
	_, all, err := s.stepsOf(ctx, id, r)
	return all, named("steps", err)
}

// SessionTurns implements turns.Store.
func (s *Store) SessionTurns(ctx context.Context, id message.SessionID, limit int) (all []turns.Turn, err error) {
	if id == "" || limit <= 0 {
		return nil, ctx.Err()
	}
	err = s.scan(ctx, ground.Scan{Kind: kindTurn, Index: ofSession + string(id), Backwards: true, Limit: limit}, func(f ground.Found) (bool, error) {
		var t turn
		err := decode(f.Record, &t)
		all = append(all, t.Turn)
		return len(all) < limit, err
	})
	return all, err
}
