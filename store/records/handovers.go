package records

import (
	"cmp"
	"context"

	"bridge/core/message"
	"bridge/flow/handover"
	"bridge/flow/turns"
	"bridge/store/ground"
)

// handedIndex has the sessions whose conversations people answer, by when that ends if nothing
// is said; behind it stands the id of a person: those that they answer, or were asked to.
const handedIndex = "handed:"

// handedOver are the index entries of a session's last turn.
func handedOver(l turns.Last) []ground.Entry {
	if !l.Handover.Open() {
		return nil
	}
	at := micros(l.Handover.Until)
	all := []ground.Entry{{Index: handedIndex, At: at}}
	for _, p := range l.Handover.Readers() {
		if e := (ground.Entry{Index: handedIndex + string(p.ID), At: at}); len(all) < ground.MaxIndex {
			all = append(all, e)
		}
	}
	return all
}

// Handover implements admission.Handovers.
func (s *Store) Handover(ctx context.Context, id message.SessionID) (handover.State, bool, error) {
	if id == "" {
		return handover.State{}, false, ctx.Err()
	}
	var l turns.Last
	_, found, err := s.one(ctx, key(kindLast, string(id)), &l)
	if err != nil || !found || l.Handover == nil {
		return handover.State{}, false, err
	}
	return *l.Handover, true, nil
}

// Handovers implements admission.Handovers.
func (s *Store) Handovers(ctx context.Context, f handover.Filter) (all []handover.State, err error) {
	q := ground.Scan{Kind: kindLast, Index: handedIndex + string(f.Person), Limit: cmp.Or(f.Limit, most)}
	if !f.Before.IsZero() {
		q.To = &ground.Place{At: micros(f.Before), ID: "\xff"}
	}
	err = s.scan(ctx, q, func(found ground.Found) (bool, error) {
		var l turns.Last
		err := decode(found.Record, &l)
		if err == nil && l.Handover.Open() {
			all = append(all, *l.Handover)
		}
		return len(all) < q.Limit, err
	})
	return all, err
}
