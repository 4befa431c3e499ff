package records

import (
	"context"
	"errors"
	"slices"

	"bridge/core/message"
	"bridge/people"
	"bridge/store/ground"
)

// The indexes of people, beside allIndex.
const (
	atIndex     = "at:"    // by each of their addresses
	memberIndex = "group:" // by group
)

func personKey(id message.PersonID) ground.Key { return key(kindPerson, string(id)) }

// ownerKey keeps an address to one person.
func ownerKey(a message.Address) ground.Key { return key(kindOwner, string(a)) }

// PersonEntry implements people.Store.
func (s *Store) PersonEntry(ctx context.Context, id message.PersonID) (e people.Entry, found bool, err error) {
	if id == "" {
		return e, false, ctx.Err()
	}
	r, found, err := s.one(ctx, personKey(id), &e)
	e.Version = r.Version
	return e, found, err
}

// PersonAt implements people.Store.
func (s *Store) PersonAt(ctx context.Context, a message.Address) (e people.Entry, found bool, err error) {
	if a == "" {
		return e, false, ctx.Err()
	}
	all, err := s.g.Scan(ctx, ground.Scan{Kind: kindPerson, Index: atIndex + string(a), Limit: 1})
	if err != nil || len(all) == 0 {
		return e, false, named("person at", err)
	}
	err = decode(all[0].Record, &e)
	e.Version = all[0].Version
	return e, err == nil, err
}

// SavePerson implements people.Store.
func (s *Store) SavePerson(ctx context.Context, e people.Entry) (people.Entry, error) {
	if err := e.Check(); err != nil {
		return e, named("save person", err)
	}
	was, found, err := s.PersonEntry(ctx, e.ID)
	switch {
	case err != nil:
		return e, err
	case was.Version != e.Version, !found && e.Version != 0:
		return e, people.ErrConflict
	}
	p := ground.Put{Key: personKey(e.ID), If: as(ground.Record{Version: e.Version}), Index: []ground.Entry{{Index: allIndex}}}
	for _, a := range e.Addresses {
		p.Index = append(p.Index, ground.Entry{Index: atIndex + string(a.Address)})
	}
	for _, g := range e.Groups {
		p.Index = append(p.Index, ground.Entry{Index: memberIndex + g})
	}
	e.Version = 0
	ops, err := puts(p, e)
	if err != nil {
		return e, named("save person", err)
	}
	owners := map[int]message.Address{}
	for _, a := range e.Addresses {
		if has, _ := was.Has(a.Address); !has {
			owners[len(ops)] = a.Address
			ops = append(ops, ground.Put{Key: ownerKey(a.Address), Body: []byte(e.ID), If: ground.Absent})
		}
	}
	for _, a := range was.Addresses {
		has, verified := e.Has(a.Address)
		if !has {
			ops = append(ops, ground.Delete{Key: ownerKey(a.Address)})
		}
		if !verified { // what was known of it does not count when it is verified again
			ops = append(ops, ground.Delete{Key: standingKey(a.Address)})
		}
	}
	err = s.g.Apply(ctx, ops...)
	if unmet := (*ground.Unmet)(nil); errors.As(err, &unmet) {
		if a, taken := owners[unmet.Op]; taken {
			return e, &people.TakenError{Address: a}
		}
		return e, people.ErrConflict
	}
	if err != nil {
		return e, named("save person", err)
	}
	stored, _, err := s.PersonEntry(ctx, e.ID)
	return stored, err
}

// RemovePerson implements people.Store.
func (s *Store) RemovePerson(ctx context.Context, id message.PersonID, version int64) error {
	was, found, err := s.PersonEntry(ctx, id)
	switch {
	case err != nil:
		return err
	case !found:
		return people.ErrNotFound
	case was.Version != version:
		return people.ErrConflict
	}
	ops := []ground.Op{ground.Delete{Key: personKey(id), If: ground.When(version)}}
	for _, a := range was.Addresses {
		ops = append(ops, ground.Delete{Key: ownerKey(a.Address)}, ground.Delete{Key: standingKey(a.Address)})
	}
	codes, err := s.CodesOf(ctx, id)
	if err != nil {
		return err
	}
	for _, c := range codes {
		ops = append(ops, ground.Delete{Key: codeKey(c.Print)})
	}
	err = s.g.Apply(ctx, ops...)
	if unmet := (*ground.Unmet)(nil); errors.As(err, &unmet) {
		return people.ErrConflict
	}
	return named("remove person", err)
}

// PeopleEntries implements people.Store.
func (s *Store) PeopleEntries(ctx context.Context, f people.Filter) (all []people.Entry, err error) {
	if f.Limit <= 0 {
		f.Limit = most
	}
	q := ground.Scan{Kind: kindPerson, Index: allIndex, After: &ground.Place{ID: string(f.After)}, Limit: f.Limit}
	if f.Group != "" {
		q.Index = memberIndex + f.Group
	}
	err = s.scan(ctx, q, func(found ground.Found) (bool, error) {
		var e people.Entry
		if err := decode(found.Record, &e); err != nil {
			return false, err
		}
		e.Version = found.Version
		if f.Group == "" || slices.Contains(e.Groups, f.Group) {
			all = append(all, e)
		}
		return len(all) < f.Limit, nil
	})
	return all, err
}
