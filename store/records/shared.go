package records

import (
	"context"
	"time"

	"bridge/adapters"
	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/store"
	"bridge/store/ground"
)

// ChannelState implements adapters.State.
func (s *Store) ChannelState(ctx context.Context, k string) ([]byte, bool, error) {
	if k == "" {
		return nil, false, ctx.Err()
	}
	r, err := s.get(ctx, key(kindState, k))
	return r.Body, r.Version != 0, err
}

// SaveChannelState implements adapters.State.
func (s *Store) SaveChannelState(ctx context.Context, k string, value []byte) error {
	return s.saveState(ctx, k, value, 0) // no retention deletes it
}

// SaveAgentState implements store.Store.
func (s *Store) SaveAgentState(ctx context.Context, k string, value []byte) error {
	return s.saveState(ctx, k, value, s.messages(false))
}

func (s *Store) saveState(ctx context.Context, k string, value []byte, ttl time.Duration) error {
	if err := adapters.CheckState(k, value); err != nil {
		return named("save state", err)
	}
	return named("save state", s.g.Apply(ctx, ground.Put{Key: key(kindState, k), Body: value, TTL: ttl}))
}

// SaveNote implements adapters.Notes.
func (s *Store) SaveNote(ctx context.Context, ch message.ChannelName, to message.Address, n adapters.Note) error {
	if err := adapters.CheckNote(ch, to, n); err != nil {
		return named("save note", err)
	}
	ops, err := puts(ground.Put{
		Key: key(kindNote, string(ch), string(to), string(n.ID)), If: ground.Absent, Keep: true, TTL: s.messages(false),
		Index: []ground.Entry{{Index: ofAddress + string(ch) + " " + string(to), At: s.stamp()}},
	}, n)
	if err != nil {
		return named("save note", err)
	}
	return named("save note", s.g.Apply(ctx, ops...))
}

// Notes implements adapters.Notes.
func (s *Store) Notes(ctx context.Context, ch message.ChannelName, to message.Address, limit int) (all []adapters.Note, err error) {
	if limit <= 0 {
		return nil, ctx.Err()
	}
	err = s.scan(ctx, ground.Scan{Kind: kindNote, Index: ofAddress + string(ch) + " " + string(to), Backwards: true, Limit: limit}, func(f ground.Found) (bool, error) {
		var n adapters.Note
		err := decode(f.Record, &n)
		all = append(all, n)
		return len(all) < limit, err
	})
	return all, err
}

// Pauses implements store.Operator.
func (s *Store) Pauses(ctx context.Context) (all []store.Pause, err error) {
	err = s.scan(ctx, ground.Scan{Kind: kindPause, Index: allIndex, Limit: most}, func(f ground.Found) (bool, error) {
		var p store.Pause
		err := decode(f.Record, &p)
		all = append(all, p)
		return true, err
	})
	return all, err
}

// Pause implements store.Operator.
func (s *Store) Pause(ctx context.Context, p store.Pause) (out store.Pause, mine bool, err error) {
	p.Why = excerpt.Cut(p.Why, ground.MaxWhy)
	err = s.change(ctx, "pause", func() ([]ground.Op, error) {
		r, found, err := s.one(ctx, key(kindPause, p.Kind, p.Name), &out)
		if mine = !found; err != nil || found {
			return nil, err
		}
		out = p
		return puts(ground.Put{Key: r.Key, If: ground.Absent, Index: []ground.Entry{{Index: allIndex}}}, p)
	})
	return out, mine && err == nil, err
}

// Resume implements store.Operator.
func (s *Store) Resume(ctx context.Context, kind, name string) (was bool, err error) {
	err = s.change(ctx, "resume", func() ([]ground.Op, error) {
		r, err := s.get(ctx, key(kindPause, kind, name))
		if was = r.Version != 0; err != nil || !was {
			return nil, err
		}
		return []ground.Op{ground.Delete{Key: r.Key, If: as(r)}}, nil
	})
	return was && err == nil, err
}

// Own implements store.Owners.
func (s *Store) Own(ctx context.Context, name, node string) (string, error) {
	owner, err := s.g.Own(ctx, name, node, store.OwnLease)
	return owner, named("own", err)
}

// Disown implements store.Owners.
func (s *Store) Disown(ctx context.Context, name, node string) error {
	_, err := s.g.Own(ctx, name, node, 0)
	return named("disown", err)
}

// Here implements store.Nodes.
func (s *Store) Here(ctx context.Context, n store.Node) error {
	ops, err := puts(ground.Put{Key: key(kindNode, n.Name), TTL: 3 * store.NodeEvery, Index: []ground.Entry{{Index: allIndex}}}, n)
	if err == nil {
		err = s.g.Apply(ctx, ops...)
	}
	return named("here", err)
}

// Gone implements store.Nodes.
func (s *Store) Gone(ctx context.Context, name string) error {
	return named("gone", s.g.Apply(ctx, ground.Delete{Key: key(kindNode, name)}))
}

// Running implements store.Nodes.
func (s *Store) Running(ctx context.Context) (all []store.Node, err error) {
	err = s.scan(ctx, ground.Scan{Kind: kindNode, Index: allIndex, Limit: most}, func(f ground.Found) (bool, error) {
		var n store.Node
		err := decode(f.Record, &n)
		all = append(all, n)
		return len(all) < most, err
	})
	return all, err
}

// Take implements admission.Buckets.
func (s *Store) Take(ctx context.Context, k string, n int, per time.Duration) (bool, time.Duration, error) {
	ok, wait, err := s.g.Take(ctx, ground.Bucket{Key: k, N: n, Per: per}, 1)
	return ok, wait, named("take", err)
}

// Return implements admission.Buckets.
func (s *Store) Return(ctx context.Context, k string, n int, per time.Duration) error {
	_, _, err := s.g.Take(ctx, ground.Bucket{Key: k, N: n, Per: per}, -1)
	return named("return", err)
}
