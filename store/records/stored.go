package records

import (
	"context"
	"encoding/json"
	"strings"

	"bridge/approvals/ledger"
	"bridge/core/message"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/store"
	"bridge/store/ground"
)

// Stored implements store.Operator.
func (s *Store) Stored(ctx context.Context, id string) (all []store.Stored, err error) {
	var keys []ground.Key
	var lists []ground.Scan
	switch prefix, _, _ := strings.Cut(id, "_"); prefix {
	case "trn":
		var t turn
		if _, _, err := s.one(ctx, key(kindTurn, id), &t); err != nil {
			return nil, err
		}
		keys = append(keys, key(kindTurn, id))
		for _, k := range t.own() {
			keys = append(keys, stepKey(message.TurnID(id), k))
		}
		lists = append(lists, ground.Scan{Kind: kindSend, Index: ofTurn + id, Limit: most}, ground.Scan{Kind: kindApproval, Index: ofTurn + id, Limit: most})
	case "ses":
		keys = append(keys, key(kindSession, id), key(kindLast, id), key(kindHold, id))
	case "msg":
		keys = append(keys, key(kindSend, id))
	case "apr":
		keys = append(keys, key(kindApproval, id), key(kindFreed, id))
		lists = append(lists, ground.Scan{Kind: kindEntry, Index: ofApproval + id, Limit: most})
	default:
		return nil, ctx.Err()
	}
	found, err := s.g.Get(ctx, keys...)
	if err != nil {
		return nil, named("stored", err)
	}
	for _, l := range lists {
		if err := s.scan(ctx, l, func(f ground.Found) (bool, error) {
			found = append(found, f.Record)
			return len(found) < most, nil
		}); err != nil {
			return nil, err
		}
	}
	for _, r := range found {
		if r.Version == 0 {
			continue
		}
		one, err := stored(r)
		if err != nil {
			return nil, named("stored", err)
		}
		all = append(all, one)
	}
	return all, nil
}

// stored shows a record; what is packed as the JSON that it would be.
func stored(r ground.Record) (store.Stored, error) {
	one := store.Stored{Kind: r.Kind, ID: r.ID, Version: r.Version, Bytes: len(r.Body), Value: r.Body}
	one.Packed = len(r.Body) > 0 && r.Body[0] == packedMark
	if !one.Packed {
		return one, nil
	}
	var v any
	switch r.Kind {
	case kindTurn:
		v = new(turn)
	case kindStep:
		v = new(turns.Step)
	case kindLast:
		v = new(turns.Last)
	case kindSession:
		v = new(admission.Session)
	case kindSend:
		v = new(send)
	case kindApproval:
		v = new(approval)
	case kindEntry:
		v = new(ledger.Entry)
	case kindHold:
		v = new(hold)
	default:
		v = new(json.RawMessage) // none of the others is packed: it is damaged
	}
	err := decode(r, v)
	if err == nil {
		one.Value, err = json.Marshal(v)
	}
	return one, err
}
