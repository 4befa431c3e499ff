package records

import (
	"context"
	"errors"
	"slices"
	"strings"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/store/ground"
)

// The indexes of people, beside allIndex.
const (
	atIndex     = "at:"    // by each of their addresses
	memberIndex = "group:" // by group
	namedIndex  = "user:"  // by user name, in lower case
	knownIndex  = "known:" // by external id
	tenantIndex = "of:"    // by tenant
)

// owns are the addresses that an entry alone may have: its user name is one.
func owns(e people.Entry) (all []message.Address) {
	for _, a := range e.Addresses {
		all = append(all, a.Address)
	}
	if p := e.Provisioned; p != nil {
		all = append(all, people.UserAddress(p.UserName))
	}
	return all
}

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
	return s.personIn(ctx, atIndex+string(a))
}

// personIn returns the one entry of an index.
func (s *Store) personIn(ctx context.Context, index string) (e people.Entry, found bool, err error) {
	all, err := s.g.Scan(ctx, ground.Scan{Kind: kindPerson, Index: index, Limit: 1})
	if err != nil || len(all) == 0 {
		return e, false, named("person in "+index, err)
	}
	err = decode(all[0].Record, &e)
	e.Version = all[0].Version
	return e, err == nil, err
}

// PersonNamed implements people.Provisioning.
func (s *Store) PersonNamed(ctx context.Context, userName string) (people.Entry, bool, error) {
	if userName == "" || len(userName) > ground.MaxID/2 || strings.ContainsRune(userName, 0) {
		return people.Entry{}, false, ctx.Err()
	}
	return s.personIn(ctx, namedIndex+strings.ToLower(userName))
}

// PersonKnownAs implements people.Provisioning.
func (s *Store) PersonKnownAs(ctx context.Context, externalID string) (people.Entry, bool, error) {
	if externalID == "" || len(externalID) > ground.MaxID/2 || strings.ContainsRune(externalID, 0) {
		return people.Entry{}, false, ctx.Err()
	}
	return s.personIn(ctx, knownIndex+externalID)
}

func groupKey(id string) ground.Key { return key(kindGroup, id) }

// GroupEntry implements people.Provisioning.
func (s *Store) GroupEntry(ctx context.Context, id string) (g people.Group, found bool, err error) {
	if id == "" {
		return g, false, ctx.Err()
	}
	r, found, err := s.one(ctx, groupKey(id), &g)
	g.Version = r.Version
	return g, found, err
}

// GroupEntries implements people.Provisioning.
func (s *Store) GroupEntries(ctx context.Context) (all []people.Group, err error) {
	err = s.scan(ctx, ground.Scan{Kind: kindGroup, Index: allIndex, Limit: 500}, func(f ground.Found) (bool, error) {
		var g people.Group
		err := decode(f.Record, &g)
		g.Version = f.Version
		all = append(all, g)
		return true, err
	})
	return all, err
}

// SaveGroup implements people.Provisioning.
func (s *Store) SaveGroup(ctx context.Context, g people.Group) (people.Group, error) {
	if err := g.Check(); err != nil {
		return g, named("save group", err)
	}
	when := as(ground.Record{Version: g.Version})
	g.Version = 0
	ops, err := puts(ground.Put{Key: groupKey(g.ID), If: when, Index: []ground.Entry{{Index: allIndex}}}, g)
	if err == nil {
		err = s.g.Apply(ctx, ops...)
	}
	if _, unmet := errors.AsType[*ground.Unmet](err); unmet {
		return g, people.ErrConflict
	}
	if err != nil {
		return g, named("save group", err)
	}
	stored, _, err := s.GroupEntry(ctx, g.ID)
	return stored, err
}

// RemoveGroup implements people.Provisioning.
func (s *Store) RemoveGroup(ctx context.Context, id string, version int64) error {
	err := s.g.Apply(ctx, ground.Delete{Key: groupKey(id), If: ground.When(version)})
	if _, unmet := errors.AsType[*ground.Unmet](err); unmet {
		return people.ErrConflict
	}
	return named("remove group", err)
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
	p := ground.Put{Key: personKey(e.ID), If: as(ground.Record{Version: e.Version}), Index: []ground.Entry{{Index: allIndex}, {Index: tenantIndex + string(e.Tenant.Or())}}}
	for _, a := range e.Addresses {
		p.Index = append(p.Index, ground.Entry{Index: atIndex + string(a.Address)})
	}
	for _, g := range e.Groups {
		p.Index = append(p.Index, ground.Entry{Index: memberIndex + g})
	}
	if x := e.Provisioned; x != nil {
		p.Index = append(p.Index, ground.Entry{Index: namedIndex + strings.ToLower(x.UserName)})
		if x.ExternalID != "" {
			p.Index = append(p.Index, ground.Entry{Index: knownIndex + x.ExternalID})
		}
	}
	e.Version = 0
	ops, err := puts(p, e)
	if err != nil {
		return e, named("save person", err)
	}
	owners := map[int]message.Address{}
	had, has := owns(was), owns(e)
	for _, a := range has {
		if !slices.Contains(had, a) {
			owners[len(ops)] = a
			ops = append(ops, ground.Put{Key: ownerKey(a), Body: []byte(e.ID), If: ground.Absent})
		}
	}
	for _, a := range had {
		if !slices.Contains(has, a) {
			ops = append(ops, ground.Delete{Key: ownerKey(a)})
		}
	}
	for _, a := range was.Addresses {
		if _, verified := e.Has(a.Address); !verified { // what was known of it does not count when it is verified again
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
	for _, a := range owns(was) {
		ops = append(ops, ground.Delete{Key: ownerKey(a)}, ground.Delete{Key: standingKey(a)})
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

// PeoplePage implements people.Provisioning.
func (s *Store) PeoplePage(ctx context.Context, t message.Tenant, skip, limit int) (page []people.Entry, total int, err error) {
	index := tenantIndex + string(t.Or())
	total, after, err := s.g.Rank(ctx, kindPerson, index, skip)
	if err != nil || skip >= total || limit < 1 || skip > 0 && after == nil { // the last of them went meanwhile
		return nil, total, named("people", err)
	}
	all, err := s.g.Scan(ctx, ground.Scan{Kind: kindPerson, Index: index, After: after, Limit: limit})
	for _, f := range all {
		var e people.Entry
		if err := decode(f.Record, &e); err != nil {
			return nil, total, err
		}
		e.Version = f.Version
		page = append(page, e)
	}
	return page, total, named("people", err)
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
