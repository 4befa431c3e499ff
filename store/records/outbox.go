package records

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/outbox"
	"bridge/store/ground"
)

const (
	allIndex   = "all"    // sends and suppressions by id
	stateIndex = "state:" // sends that failed or are in doubt, and approvals
)

func suppressedKey(ch message.ChannelName, a message.Address) ground.Key {
	return key(kindSuppressed, string(ch), string(a))
}

// Begin implements outbox.Store.
func (s *Store) Begin(ctx context.Context, c *queue.Claim, ch message.ChannelName, to message.Address, entries ...outbox.Indexed) error {
	already, stopped := readWith(c), suppressedKey(ch, to)
	err := s.change(ctx, "begin", func() (ops []ground.Op, err error) {
		ops = make([]ground.Op, 0, len(entries)+3)
		if to != "" {
			ops = append(ops, ground.Check{Key: stopped, If: ground.Absent})
		}
		ops, err = s.indexed(ctx, ops, ch, entries, already)
		already = nil // something has changed, if this is asked again
		return append(ops, ground.Begin{Claim: held(c)}), err
	}, stopped)
	if unmet, ok := errors.AsType[*ground.Unmet](err); ok {
		no := &outbox.SuppressedError{}
		if err := decode(unmet.Found, &no.Suppression); err != nil {
			return named("begin", err)
		}
		return no
	}
	return err
}

// Index implements outbox.Store.
func (s *Store) Index(ctx context.Context, ch message.ChannelName, entries ...outbox.Indexed) error {
	ops, err := s.indexed(ctx, nil, ch, entries, nil)
	if err == nil && len(ops) > 0 {
		err = s.g.Apply(ctx, ops...)
	}
	return named("index", err)
}

// indexed appends the operations that put entries into the thread index. already was read before.
func (s *Store) indexed(ctx context.Context, ops []ground.Op, ch message.ChannelName, entries []outbox.Indexed, already []ground.Record) ([]ground.Op, error) {
	if len(entries) == 0 {
		return ops, nil
	}
	// All entries of one message are of one session or approval.
	ses := entries[0].Session
	hold := false
	if held, ok := among(already, key(kindHold, string(ses))); ok && entries[0].Approval == "" {
		hold, ops = held.Version != 0, append(ops, ground.Check{Key: held.Key, If: as(held)})
	} else {
		var err error
		if hold, _, err = s.needed(ctx, ses, entries[0].Approval); err != nil {
			return nil, err
		}
	}
	for i, e := range entries {
		if slices.ContainsFunc(entries[:i], func(o outbox.Indexed) bool { return o.Ref == e.Ref }) {
			continue
		}
		t := admission.Target(e)
		op, err := thread(ch, s.messages(hold), &t, ofTarget(t))
		if err != nil {
			return nil, err
		}
		ops = append(ops, op)
	}
	return ops, nil
}

// SaveLastOutbound implements outbox.Store.
func (s *Store) SaveLastOutbound(ctx context.Context, last outbox.LastOutbound) error {
	if err := last.Check(); err != nil {
		return named("save last outbound", err)
	}
	ops, err := puts(ground.Put{Key: key(kindOutbound, string(last.Channel), string(last.To)), TTL: s.messages(false)}, last)
	if err == nil {
		err = s.g.Apply(ctx, ops...)
	}
	return named("save last outbound", err)
}

// LastOutbound implements outbox.Store and approvals.Store.
func (s *Store) LastOutbound(ctx context.Context, ch message.ChannelName, a message.Address) (last outbox.LastOutbound, found bool, err error) {
	_, found, err = s.one(ctx, key(kindOutbound, string(ch), string(a)), &last)
	return last, found, err
}

// send is a send as it is stored.
type send struct {
	outbox.Send
	Saved int64 `json:"saved"` // µs
}

// sendPut appends the operations that store a send's record, and count it once it was handed over.
func (s *Store) sendPut(ctx context.Context, ops []ground.Op, of outbox.Send, when ground.When) ([]ground.Op, error) {
	hold, about, err := s.needed(ctx, "", of.Approval)
	if err != nil {
		return nil, err
	}
	if of.State == outbox.Sent && !of.Counted {
		if op, counted := s.countSend(of, cmp.Or(of.Agent, about.Agent), cmp.Or(of.Tenant, about.Tenant)); counted {
			ops, of.Counted = append(ops, op), true
		}
	}
	body, err := encode(&send{of, s.now().UnixMicro()})
	if err != nil {
		return nil, err
	}
	p := ground.Put{
		Key: key(kindSend, string(of.ID)), Body: body, If: when, TTL: s.messages(hold), Label: string(of.State),
		Index: append(make([]ground.Entry, 0, 2), ground.Entry{Index: allIndex}),
	}
	if of.Turn != "" {
		p.Index = append(p.Index, ground.Entry{Index: ofTurn + string(of.Turn)})
	}
	if of.Approval != "" {
		p.Index = append(p.Index, ground.Entry{Index: ofApproval + string(of.Approval)})
	}
	if of.To != "" && (of.Turn == "" || of.Approval != "" || of.Person != "") { // others are found by the session of their turn
		p.Index = append(p.Index, ground.Entry{Index: toIndex + string(of.To)})
	}
	if of.State == outbox.Failed || of.State == outbox.Unknown {
		p.Index = append(p.Index, ground.Entry{Index: stateIndex + string(of.State)})
	}
	return append(ops, p), nil
}

// SaveSend implements outbox.Store.
func (s *Store) SaveSend(ctx context.Context, c *queue.Claim, send outbox.Send) error {
	ops, err := s.sendPut(ctx, nil, send, ground.When(send.Version))
	if err == nil {
		err = s.g.Apply(ctx, append(ops, ground.Fence{Claim: held(c)})...)
	}
	return named("save send", changedOr(err))
}

// changedOr names a record that has changed as the outbox knows it.
func changedOr(err error) error {
	if _, unmet := errors.AsType[*ground.Unmet](err); unmet {
		return outbox.ErrChanged
	}
	return lostOr(err)
}

// Finish implements outbox.Store.
func (s *Store) Finish(ctx context.Context, c *queue.Claim, send outbox.Send, d *queue.Death) error {
	var ops []ground.Op
	if d == nil {
		ops = s.acked(c, 2)
	}
	ops, err := s.sendPut(ctx, ops, send, ground.When(send.Version))
	switch {
	case err != nil:
	case d != nil:
		err = s.bury(ctx, c, *d, ops, nil)
	default:
		err = s.g.Apply(ctx, ops...)
	}
	return named("finish", changedOr(err))
}

// Settle implements outbox.Store.
func (s *Store) Settle(ctx context.Context, send outbox.Send) (done bool, err error) {
	if send.Version == 0 {
		return false, nil
	}
	ops, err := s.sendPut(ctx, nil, send, ground.When(send.Version))
	if err == nil {
		err = changedOr(s.g.Apply(ctx, ops...))
	}
	if errors.Is(err, outbox.ErrChanged) {
		return false, nil
	}
	return err == nil, named("settle", err)
}

// Send implements outbox.Store.
func (s *Store) Send(ctx context.Context, id message.MessageID) (send outbox.Send, found bool, err error) {
	if id == "" {
		return send, false, ctx.Err()
	}
	r, found, err := s.one(ctx, key(kindSend, string(id)), &send)
	send.Version = r.Version
	return send, found, err
}

// Sends implements outbox.Store.
func (s *Store) Sends(ctx context.Context, f outbox.Filter) (all []outbox.Send, err error) {
	if f.Limit <= 0 {
		f.Limit = most
	}
	in := allIndex
	switch {
	case f.Approval != "":
		in = ofApproval + string(f.Approval)
	case f.Turn != "":
		in = ofTurn + string(f.Turn)
	case f.State == outbox.Failed || f.State == outbox.Unknown:
		in = stateIndex + string(f.State)
	}
	err = s.scan(ctx, ground.Scan{Kind: kindSend, Index: in, After: &ground.Place{ID: string(f.After)}, Limit: f.Limit}, func(found ground.Found) (bool, error) {
		var one send
		if err := decode(found.Record, &one); err != nil {
			return false, err
		}
		if (f.State == "" || one.State == f.State) && (f.Channel == "" || one.Channel == f.Channel) && (f.Turn == "" || one.Turn == f.Turn) &&
			(f.Approval == "" || one.Approval == f.Approval) && one.Saved >= micros(f.Since) {
			one.Version = found.Version
			all = append(all, one.Send)
		}
		return len(all) < f.Limit, nil
	})
	return all, err
}

// SendsByState implements outbox.Store.
func (s *Store) SendsByState(ctx context.Context) (map[outbox.State]int, error) {
	n, err := s.g.Count(ctx, kindSend)
	all := map[outbox.State]int{}
	for state, n := range n {
		all[outbox.State(state)] = int(n)
	}
	return all, named("sends by state", err)
}

// Suppress implements outbox.SuppressionStore.
func (s *Store) Suppress(ctx context.Context, p outbox.Suppression) (stored bool, err error) {
	if err := p.Check(); err != nil {
		return false, named("suppress", err)
	}
	p = p.Bounded()
	err = s.change(ctx, "suppress", func() ([]ground.Op, error) {
		var was outbox.Suppression
		r, found, err := s.one(ctx, suppressedKey(p.Channel, p.Address), &was)
		stored = !found || was.Why == outbox.Dead && p.Why != outbox.Dead
		if err != nil || !stored {
			return nil, err
		}
		return puts(ground.Put{Key: suppressedKey(p.Channel, p.Address), If: as(r), Label: string(p.Why), Index: []ground.Entry{{Index: allIndex}}}, p)
	})
	return stored && err == nil, err
}

// Suppressed implements outbox.SuppressionStore.
func (s *Store) Suppressed(ctx context.Context, ch message.ChannelName, a message.Address) (p outbox.Suppression, found bool, err error) {
	_, found, err = s.one(ctx, suppressedKey(ch, a), &p)
	return p, found, err
}

// Unsuppress implements outbox.SuppressionStore.
func (s *Store) Unsuppress(ctx context.Context, ch message.ChannelName, a message.Address) (was bool, err error) {
	err = s.change(ctx, "unsuppress", func() ([]ground.Op, error) {
		r, err := s.get(ctx, suppressedKey(ch, a))
		if was = r.Version != 0; err != nil || !was {
			return nil, err
		}
		return []ground.Op{ground.Delete{Key: r.Key, If: as(r)}}, nil
	})
	return was && err == nil, err
}

// Suppressions implements outbox.SuppressionStore.
func (s *Store) Suppressions(ctx context.Context, f outbox.SuppressionFilter) (all []outbox.Suppression, err error) {
	if f.Limit <= 0 {
		f.Limit = most
	}
	q := ground.Scan{Kind: kindSuppressed, Index: allIndex, Limit: f.Limit}
	if f.AfterChannel != "" || f.After != "" {
		q.After = &ground.Place{ID: suppressedKey(f.AfterChannel, f.After).ID}
	}
	err = s.scan(ctx, q, func(found ground.Found) (bool, error) {
		var p outbox.Suppression
		if err := decode(found.Record, &p); err != nil {
			return false, err
		}
		if (f.Channel == "" || p.Channel == f.Channel) && (f.Why == "" || p.Why == f.Why) {
			all = append(all, p)
		}
		return len(all) < f.Limit, nil
	})
	return all, err
}

// CountSuppressed implements outbox.SuppressionStore.
func (s *Store) CountSuppressed(ctx context.Context) (total int, err error) {
	n, err := s.g.Count(ctx, kindSuppressed)
	for _, n := range n {
		total += int(n)
	}
	return total, named("count suppressed", err)
}

// hold is what is stored of a session while approvals of it are pending.
type hold struct {
	Approvals []message.ApprovalID `json:"approvals"`
}

// holds reports whether an approval needs the records of a session.
func (s *Store) holds(ctx context.Context, id message.SessionID, isNew bool) (bool, error) {
	if isNew || id == "" || s.o.Retention.Messages <= 0 {
		return false, nil
	}
	r, err := s.get(ctx, key(kindHold, string(id)))
	return r.Version != 0, err
}

// needed reports whether a record of the session, or of the approval, is needed longer, and
// returns the approval's.
func (s *Store) needed(ctx context.Context, ses message.SessionID, id message.ApprovalID) (hold bool, r request.Record, err error) {
	if s.o.Retention.Messages <= 0 && id == "" {
		return false, r, nil
	}
	if id != "" {
		r, err = s.Get(ctx, id)
		if errors.Is(err, request.ErrNotFound) {
			return false, r, nil
		}
		if err != nil || r.State == request.Pending {
			return true, r, err
		}
	}
	hold, err = s.holds(ctx, ses, false)
	return hold, r, err
}

// keep are the operations that keep what a pending approval needs, from its creation on.
func (s *Store) keep(ctx context.Context, r request.Record) ([]ground.Op, error) {
	if s.o.Retention.Messages <= 0 || r.Session == "" {
		return nil, nil
	}
	var h hold
	rec, _, err := s.one(ctx, key(kindHold, string(r.Session)), &h)
	if err != nil {
		return nil, err
	}
	h.Approvals = append(h.Approvals, r.ID)
	ops, err := puts(ground.Put{Key: key(kindHold, string(r.Session)), If: as(rec)}, h)
	if err != nil {
		return nil, err
	}
	touched, err := s.related(ctx, needs{Approval: r.ID, Session: r.Session, Turn: r.Turn}, s.messages(true))
	return append(ops, touched...), err
}

// needs names what an approval needs.
type needs struct {
	Approval message.ApprovalID `json:"approval"`
	Session  message.SessionID  `json:"session,omitempty"`
	Turn     message.TurnID     `json:"turn,omitempty"`
	At       int64              `json:"at"` // when it was decided, µs
}

// related are the operations that give what belongs to a request another time, from now
// on: session, thread index, turn, steps and sends.
func (s *Store) related(ctx context.Context, r needs, ttl time.Duration) ([]ground.Op, error) {
	var keys []ground.Key
	if r.Session != "" {
		keys = append(keys, key(kindSession, string(r.Session)), key(kindLast, string(r.Session)))
	}
	if r.Turn != "" {
		var t turn
		if _, _, err := s.one(ctx, key(kindTurn, string(r.Turn)), &t); err != nil {
			return nil, err
		}
		keys = append(keys, key(kindTurn, string(r.Turn)))
		for _, k := range t.own() {
			keys = append(keys, stepKey(r.Turn, k))
		}
	}
	for _, in := range []struct{ kind, index string }{
		{kindThread, ofSession + string(r.Session)}, {kindThread, ofApproval + string(r.Approval)}, {kindSend, ofApproval + string(r.Approval)},
	} {
		if in.index == ofSession {
			continue
		}
		if err := s.scan(ctx, ground.Scan{Kind: in.kind, Index: in.index, Limit: 500}, func(f ground.Found) (bool, error) {
			keys = append(keys, f.Key)
			return len(keys) < 900, nil
		}); err != nil {
			return nil, err
		}
	}
	var ops []ground.Op
	known := map[ground.Key]bool{}
	for _, k := range keys {
		if !known[k] {
			known[k] = true
			if ttl > 0 {
				ops = append(ops, ground.Touch{Key: k, TTL: ttl})
			} else { // it is over
				ops = append(ops, ground.Delete{Key: k})
			}
		}
	}
	return ops, nil
}

// freed is the operation that has the sweep let go what an approval needed.
func (s *Store) freed(r request.Record) (ground.Op, error) {
	body, err := encode(needs{Approval: r.ID, Session: r.Session, Turn: r.Turn, At: s.storeNow().UnixMicro()})
	return ground.Put{Key: key(kindFreed, string(r.ID)), Body: body, Index: []ground.Entry{{Index: allIndex}}}, err
}

// holdOn gives what approvals need that have been pending for very long another year.
func (s *Store) holdOn(ctx context.Context) error {
	if s.o.Retention.Messages <= 0 {
		return nil
	}
	old := &ground.Place{At: s.now().Add(-heldFor / 2).UnixMicro()}
	return s.scan(ctx, ground.Scan{Kind: kindApproval, Index: stateIndex + string(request.Pending), To: old, Limit: 100}, func(f ground.Found) (bool, error) {
		r, err := readApproval(f)
		if err != nil {
			return false, err
		}
		ops, err := s.related(ctx, needs{Approval: r.ID, Session: r.Session, Turn: r.Turn}, s.messages(true))
		if err == nil && len(ops) > 0 {
			err = s.g.Apply(ctx, ops...)
		}
		return true, err
	})
}

// freeHeld gives what approvals needed that were decided its time again.
func (s *Store) freeHeld(ctx context.Context) error {
	if err := s.holdOn(ctx); err != nil {
		return err
	}
	return s.scan(ctx, ground.Scan{Kind: kindFreed, Index: allIndex, Limit: 100}, func(f ground.Found) (bool, error) {
		var r needs
		if err := decode(f.Record, &r); err != nil {
			return false, err
		}
		return true, s.change(ctx, "free", func() ([]ground.Op, error) {
			if r.Session == "" || s.o.Retention.Messages <= 0 {
				return []ground.Op{ground.Delete{Key: f.Key}}, nil
			}
			var h hold
			rec, _, err := s.one(ctx, key(kindHold, string(r.Session)), &h)
			if err != nil {
				return nil, err
			}
			others := slices.DeleteFunc(h.Approvals, func(id message.ApprovalID) bool { return id == r.Approval })
			ops := []ground.Op{ground.Delete{Key: f.Key}}
			if len(others) > 0 { // they need the session
				more, err := puts(ground.Put{Key: rec.Key, If: as(rec)}, hold{others})
				return append(ops, more...), err
			}
			more, err := s.related(ctx, r, s.messages(false)-s.storeNow().Sub(fromMicros(r.At)))
			if err != nil {
				return nil, err
			}
			if rec.Version != 0 {
				ops = append(ops, ground.Delete{Key: rec.Key, If: as(rec)})
			}
			return append(ops, more...), nil
		})
	})
}
