package records

import (
	"context"
	"errors"
	"fmt"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/store/ground"
)

// ofPerson is the index of codes by person.
const ofPerson = "of:"

func codeKey(print string) ground.Key { return key(kindJoin, print) }

func standingKey(a message.Address) ground.Key { return key(kindStanding, string(a)) }

// Code implements people.CodeStore.
func (s *Store) Code(ctx context.Context, print string) (c people.Code, found bool, err error) {
	if print == "" {
		return c, false, ctx.Err()
	}
	r, found, err := s.one(ctx, codeKey(print), &c)
	c.Version = r.Version
	return c, found, err
}

// SaveCode implements people.CodeStore.
func (s *Store) SaveCode(ctx context.Context, c people.Code) (people.Code, error) {
	if c.Print == "" || len(c.Print) > 100 || c.Person == "" || c.Until.IsZero() {
		return c, named("save code", errors.New("a code has a digest of at most 100 bytes, a person and an end"))
	}
	// Messages that used it may come again as long as ids are remembered.
	ttl := max(c.Until.Sub(s.storeNow()), 0) + s.o.Dedupe
	p := ground.Put{Key: codeKey(c.Print), If: as(ground.Record{Version: c.Version}), TTL: ttl, Index: []ground.Entry{{Index: ofPerson + string(c.Person)}}}
	c.Version = 0
	ops, err := puts(p, c)
	if err == nil {
		err = s.g.Apply(ctx, ops...)
	}
	if _, unmet := errors.AsType[*ground.Unmet](err); unmet {
		return c, people.ErrConflict
	}
	if err != nil {
		return c, named("save code", err)
	}
	stored, found, err := s.Code(ctx, c.Print)
	if err == nil && !found {
		err = fmt.Errorf("store: save code: it is gone")
	}
	return stored, err
}

// CodesOf implements people.CodeStore.
func (s *Store) CodesOf(ctx context.Context, id message.PersonID) (all []people.Code, err error) {
	err = s.scan(ctx, ground.Scan{Kind: kindJoin, Index: ofPerson + string(id), Limit: most}, func(f ground.Found) (bool, error) {
		var c people.Code
		err := decode(f.Record, &c)
		c.Version = f.Version
		all = append(all, c)
		return true, err
	})
	return all, err
}

// RemoveCode implements people.CodeStore.
func (s *Store) RemoveCode(ctx context.Context, print string) error {
	return named("remove code", s.g.Apply(ctx, ground.Delete{Key: codeKey(print)}))
}

// Standing implements people.CodeStore.
func (s *Store) Standing(ctx context.Context, a message.Address) (st people.Standing, found bool, err error) {
	if a == "" {
		return st, false, ctx.Err()
	}
	r, found, err := s.one(ctx, standingKey(a), &st)
	st.Version = r.Version
	return st, found, err
}

// Standings implements people.CodeStore.
func (s *Store) Standings(ctx context.Context, all ...message.Address) ([]people.Standing, error) {
	keys := make([]ground.Key, len(all))
	for i, a := range all {
		keys[i] = standingKey(a)
	}
	rs, err := s.g.Get(ctx, keys...)
	if err != nil {
		return nil, named("standings", err)
	}
	found := make([]people.Standing, len(all))
	for i, r := range rs {
		if r.Version == 0 {
			continue
		}
		if err := decode(r, &found[i]); err != nil {
			return nil, named("standings", err)
		}
		found[i].Version = r.Version
	}
	return found, nil
}

// SaveStanding implements people.CodeStore.
func (s *Store) SaveStanding(ctx context.Context, st people.Standing) error {
	if st.Address == "" || st.Person == "" {
		return named("save standing", errors.New("what is known of an address has the address and a person"))
	}
	p := ground.Put{Key: standingKey(st.Address), If: as(ground.Record{Version: st.Version})}
	st.Version = 0
	ops, err := puts(p, st)
	if err == nil {
		err = s.g.Apply(ctx, ops...)
	}
	if _, unmet := errors.AsType[*ground.Unmet](err); unmet {
		return people.ErrConflict
	}
	return named("save standing", err)
}
