package records

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sort"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/outbox"
	"bridge/store"
	"bridge/store/ground"
)

const (
	withIndex = "with:" // sessions by address
	toIndex   = "to:"   // sends outside of turns, and about requests, by address
	fromIndex = "from:" // audit entries by the address of the message
	byAddress = "by:"   // turns in which somebody answers in the place of an agent, by their address

	// indexedState is since when sessions and sends have these entries, in µs.
	indexedState = "bridge/indexed by address"
	// rolling is how much longer nodes of an older version may write without them.
	rolling = 24 * time.Hour
)

// with are the index entries of a session.
func with(s admission.Session) (all []ground.Entry) {
	for _, a := range s.Participants[:min(len(s.Participants), ground.MaxIndex)] {
		e := ground.Entry{Index: withIndex + string(a), At: micros(s.CreatedAt)}
		if a != "" && !slices.Contains(all, e) {
			all = append(all, e)
		}
	}
	return all
}

// IndexAddresses implements store.Personal.
func (s *Store) IndexAddresses(ctx context.Context) error {
	ops, err := puts(ground.Put{Key: key(kindState, indexedState), If: ground.Absent, Keep: true}, s.now().UnixMicro())
	if err == nil {
		err = s.g.Apply(ctx, ops...)
	}
	return named("index addresses", err)
}

// beforeIndex is the first id of a send that is surely indexed.
func (s *Store) beforeIndex(ctx context.Context) (message.MessageID, error) {
	var at int64
	_, found, err := s.one(ctx, key(kindState, indexedState), &at)
	if err != nil || !found {
		at = s.now().UnixMicro()
	}
	return message.FirstMessageID(fromMicros(at).Add(rolling)), err
}

// older calls each for the sends to the addresses that may be in no index: those of before.
func (s *Store) older(ctx context.Context, to []message.Address, each func(outbox.Send) error) error {
	end, err := s.beforeIndex(ctx)
	if err != nil {
		return err
	}
	return s.scan(ctx, ground.Scan{Kind: kindSend, Index: allIndex, To: &ground.Place{ID: string(end)}, Limit: 500}, func(f ground.Found) (bool, error) {
		var one send
		if err := decode(f.Record, &one); err != nil {
			return false, err
		}
		if slices.Contains(to, one.To) {
			return true, each(one.Send)
		}
		return true, nil
	})
}

// SessionsOf implements store.Personal.
func (s *Store) SessionsOf(ctx context.Context, of ...message.Address) (all []admission.Session, err error) {
	known := map[message.SessionID]bool{}
	add := func(r ground.Record) error {
		var ses admission.Session
		if err := decode(r, &ses); err != nil || known[ses.ID] {
			return err
		}
		known[ses.ID] = true
		if slices.ContainsFunc(of, ses.Has) {
			all = append(all, ses)
		}
		return nil
	}
	for _, a := range of {
		if err := s.scan(ctx, ground.Scan{Kind: kindSession, Index: withIndex + string(a), Limit: 500}, func(f ground.Found) (bool, error) {
			return true, add(f.Record)
		}); err != nil {
			return nil, err
		}
	}
	err = s.older(ctx, of, func(one outbox.Send) error {
		if one.Session == "" || known[one.Session] {
			return nil
		}
		r, err := s.get(ctx, key(kindSession, string(one.Session)))
		if err != nil || r.Version == 0 {
			return err
		}
		return add(r)
	})
	sort.SliceStable(all, func(i, j int) bool { return all[i].CreatedAt.Before(all[j].CreatedAt) })
	return all, err
}

// TurnsBy implements store.Personal.
func (s *Store) TurnsBy(ctx context.Context, who ...message.Address) (all []turns.Turn, err error) {
	for _, a := range who {
		err := s.scan(ctx, ground.Scan{Kind: kindTurn, Index: byAddress + string(a), Limit: 500}, func(f ground.Found) (bool, error) {
			var t turn
			err := decode(f.Record, &t)
			all = append(all, t.Turn)
			return true, err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// SendsTo implements store.Personal.
func (s *Store) SendsTo(ctx context.Context, to ...message.Address) (all []outbox.Send, err error) {
	known := map[message.MessageID]bool{}
	add := func(one outbox.Send) error {
		if !known[one.ID] {
			known[one.ID] = true
			all = append(all, one)
		}
		return nil
	}
	for _, a := range to {
		if err := s.scan(ctx, ground.Scan{Kind: kindSend, Index: toIndex + string(a), Limit: 500}, func(f ground.Found) (bool, error) {
			var one send
			err := decode(f.Record, &one)
			return true, cmp.Or(err, add(one.Send))
		}); err != nil {
			return nil, err
		}
	}
	err = s.older(ctx, to, add)
	sort.Slice(all, func(i, j int) bool { return all[i].ID < all[j].ID })
	return all, err
}

// AuditFrom implements store.Personal.
func (s *Store) AuditFrom(ctx context.Context, a message.Address) (all []admission.AuditEntry, err error) {
	err = s.scan(ctx, ground.Scan{Kind: kindAudit, Index: fromIndex + string(a), Limit: 500}, func(f ground.Found) (bool, error) {
		var e admission.AuditEntry
		err := decode(f.Record, &e)
		all = append(all, e)
		return true, err
	})
	return all, err
}

// AtAddress implements store.Personal.
func (s *Store) AtAddress(ctx context.Context, ch message.ChannelName, a message.Address) (at store.AtAddress, found bool, err error) {
	at = store.AtAddress{Channel: ch, Address: a}
	c, known, err := s.Contact(ctx, ch, a)
	if err != nil {
		return at, false, err
	}
	if known {
		at.Heard, at.Alias = c.Heard, c.Alias
	}
	var talk conversation
	_, talks, err := s.one(ctx, key(kindConversation, string(ch), string(a)), &talk)
	if err != nil {
		return at, false, err
	}
	at.Conversation = talk.Session
	last, wrote, err := s.LastOutbound(ctx, ch, a)
	if wrote {
		at.LastOutbound = last.Message
	}
	return at, known || talks || wrote, err
}

// ForgetSession implements store.Personal.
func (s *Store) ForgetSession(ctx context.Context, id message.SessionID) error {
	waiting, err := s.g.Lane(ctx, string(queue.Inbox), string(id), 1)
	if err != nil {
		return named("forget session", err)
	}
	if len(waiting) > 0 {
		return store.ErrInWork
	}
	var held hold // the sweep lets it go a while after the decision
	if _, _, err := s.one(ctx, key(kindHold, string(id)), &held); err != nil {
		return err
	}
	for _, a := range held.Approvals {
		r, err := s.Get(ctx, a)
		switch {
		case err == nil && (r.State == request.Pending || r.Inject):
			return store.ErrInWork
		case err != nil && !errors.Is(err, request.ErrNotFound):
			return err
		}
	}
	subjects := []string{string(id)}
	keys := []ground.Key{key(kindLast, string(id)), key(kindHold, string(id))}
	add := func(kind, index string) error {
		return s.scan(ctx, ground.Scan{Kind: kind, Index: index, Limit: 500}, func(f ground.Found) (bool, error) {
			keys = append(keys, f.Key)
			return true, nil
		})
	}
	if err := add(kindThread, ofSession+string(id)); err != nil {
		return err
	}
	err = s.scan(ctx, ground.Scan{Kind: kindTurn, Index: ofSession + string(id), Limit: 500}, func(f ground.Found) (bool, error) {
		var t turn
		if err := decode(f.Record, &t); err != nil {
			return false, err
		}
		for _, k := range t.Steps {
			keys = append(keys, stepKey(t.ID, k))
		}
		keys = append(keys, f.Key)
		subjects = append(subjects, string(t.ID))
		if t.Inbound != "" {
			subjects = append(subjects, admission.Key(t.Inbound))
		}
		for _, o := range t.Originators {
			if o.Thread.Parent != "" { // what people know a mail by
				subjects = append(subjects, o.Thread.Parent)
			}
		}
		return true, add(kindSend, ofTurn+string(t.ID))
	})
	if err != nil {
		return err
	}
	for _, about := range subjects {
		if err := add(kindAudit, aboutIndex+about); err != nil {
			return err
		}
	}
	// The session last: what a crash has left is found by it.
	return s.deleteAll(ctx, "forget session", append(keys, key(kindSession, string(id))))
}

// ForgetAddress implements store.Personal.
func (s *Store) ForgetAddress(ctx context.Context, a message.Address, channels []message.ChannelName, states ...string) error {
	keys := []ground.Key{key(kindGuess, string(a)), standingKey(a)}
	for _, k := range states {
		keys = append(keys, key(kindState, k))
	}
	collect := func(q ground.Scan) error {
		q.Limit = 500
		return s.scan(ctx, q, func(f ground.Found) (bool, error) {
			keys = append(keys, f.Key)
			return true, nil
		})
	}
	for _, ch := range channels {
		c, _, known, err := s.contact(ctx, ch, a)
		if err != nil {
			return err
		}
		if known && c.Alias != "" {
			if of, mine, err := s.ByAlias(ctx, ch, c.Alias); err != nil {
				return err
			} else if mine && of == a {
				keys = append(keys, key(kindAlias, string(ch), c.Alias))
			}
		}
		for _, kind := range []string{kindContact, kindConversation, kindOutbound} {
			keys = append(keys, key(kind, string(ch), string(a)))
		}
		if err := collect(ground.Scan{Kind: kindNote, Index: ofAddress + string(ch) + " " + string(a)}); err != nil {
			return err
		}
	}
	if err := collect(ground.Scan{Kind: kindAudit, Index: fromIndex + string(a)}); err != nil {
		return err
	}
	sends, err := s.SendsTo(ctx, a)
	if err != nil {
		return err
	}
	for _, one := range sends {
		if one.State != outbox.Sending { // what is under way is looked for
			keys = append(keys, key(kindSend, string(one.ID)))
		}
	}
	if err := s.forgetUse(ctx, a); err != nil {
		return err
	}
	return s.deleteAll(ctx, "forget address", keys)
}

// deleteAll deletes records, in order.
func (s *Store) deleteAll(ctx context.Context, what string, keys []ground.Key) error {
	const together = 500
	known, ops := map[ground.Key]bool{}, []ground.Op{}
	for i, k := range keys {
		if !known[k] {
			known[k] = true
			ops = append(ops, ground.Delete{Key: k})
		}
		if len(ops) == together || i == len(keys)-1 && len(ops) > 0 {
			if err := s.g.Apply(ctx, ops...); err != nil {
				return named(what, err)
			}
			ops = nil
		}
	}
	return nil
}
