package operate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"bridge/core/message"
	"bridge/core/people"
)

// Provisioner keeps people and groups for the directory of a company (SCIM): those of one tenant.
// Its name stands in the records.
type Provisioner struct {
	desk   *Desk
	tenant message.Tenant
	name   string
}

// Provisioner returns one.
func (desk *Desk) Provisioner(name string, tenant message.Tenant) *Provisioner {
	return &Provisioner{desk, tenant, name}
}

// Provision is what a company's directory says of a person.
type Provision struct {
	people.Provisioned
	Name, Language, Zone string
	Emails, Phones       []string // addresses that it vouches for
}

// conflictTries is how often a change is tried again that somebody else was faster with.
const conflictTries = 5

// mine reports whether an entry is of the provisioner's tenant.
func (p *Provisioner) mine(e people.Entry) bool { return e.Tenant.Or() == p.tenant.Or() }

// User returns an entry of the directory; fixed: the configuration has the person, who can be looked at alone.
func (p *Provisioner) User(ctx context.Context, id message.PersonID) (e people.Entry, fixed bool, err error) {
	if c, ok := p.desk.configured(id); ok {
		return configEntry(c), true, nil
	}
	e, ok, err := p.desk.o.Store.PersonEntry(ctx, id)
	if err == nil && (!ok || !p.mine(e)) {
		err = refusef(NotFound, "there is no person %.80q", id)
	}
	return e, false, err
}

func configEntry(c message.Person) people.Entry {
	e := people.Entry{ID: c.ID, Name: c.Name, Language: c.Language, Groups: c.Groups}
	for _, a := range c.Addresses {
		e.Addresses = append(e.Addresses, people.Address{Address: a, How: "configuration"})
	}
	return e
}

// Named returns who has a user name, or else whose mail address it is: directories know people by it.
func (p *Provisioner) Named(ctx context.Context, userName string) (people.Entry, bool, error) {
	e, ok, err := p.desk.o.Store.PersonNamed(ctx, userName)
	if err != nil || ok {
		return e, ok && p.mine(e), err
	}
	for _, a := range p.desk.addresses(userName) {
		c, ok, err := p.desk.o.People.Config.ByAddress(ctx, a)
		if err != nil || ok {
			return configEntry(c), ok, err
		}
		e, ok, err := p.desk.o.Store.PersonAt(ctx, a)
		if err != nil || ok {
			return e, ok && p.mine(e) && e.Provisioned == nil, err
		}
	}
	return people.Entry{}, false, nil
}

// KnownAs returns who has an external id.
func (p *Provisioner) KnownAs(ctx context.Context, externalID string) (people.Entry, bool, error) {
	e, ok, err := p.desk.o.Store.PersonKnownAs(ctx, externalID)
	return e, ok && p.mine(e), err
}

// Page are the entries of the directory by id, behind the first skip of them and at most limit, and how
// many there are.
func (p *Provisioner) Page(ctx context.Context, skip, limit int) ([]people.Entry, int, error) {
	return p.desk.o.Store.PeoplePage(ctx, p.tenant, skip, limit)
}

// Users calls each with all entries of the directory, by id, or those of a group.
func (p *Provisioner) Users(ctx context.Context, group string, each func(people.Entry)) error {
	return p.desk.eachEntry(ctx, group, func(e people.Entry) error {
		if p.mine(e) {
			each(e)
		}
		return nil
	})
}

// SaveUser stores what is said of a person: of a new one (id ""), or of the one with this version.
func (p *Provisioner) SaveUser(ctx context.Context, id message.PersonID, version int64, said Provision) (people.Entry, error) {
	was, err := p.before(ctx, id, version, said)
	if err != nil {
		return was, err
	}
	e, err := p.entry(ctx, was, said)
	if err != nil {
		return e, err
	}
	what := changes(was, e)
	if e, err = p.desk.save(ctx, e); err != nil {
		return e, err
	}
	return e, p.desk.acted(ctx, p.name, "set person", "person:"+string(e.ID), what...)
}

// before is the entry that is changed, without anything but an id if it is new.
func (p *Provisioner) before(ctx context.Context, id message.PersonID, version int64, said Provision) (people.Entry, error) {
	if id != "" {
		was, fixed, err := p.User(ctx, id)
		switch {
		case err != nil:
			return was, err
		case fixed:
			return was, refusef(Forbidden, "%s is a person of the configuration, which wins: change it there", id)
		case was.Version != version:
			return was, refusef(Conflict, "somebody else has changed %s meanwhile: look again", id)
		}
		return was, nil
	}
	if _, taken, err := p.desk.o.Store.PersonNamed(ctx, said.UserName); err != nil {
		return people.Entry{}, err
	} else if taken {
		return people.Entry{}, refusef(Conflict, "there is a user with this userName")
	}
	name, _, _ := strings.Cut(said.UserName, "@")
	id, _, _, err := p.desk.whose(ctx, people.Card{Name: name}, nil)
	if err != nil {
		id, _, _, err = p.desk.whose(ctx, people.Card{Name: said.Name}, nil)
	}
	return people.Entry{ID: id}, err
}

// entry is what becomes of an entry: the addresses that operators gave stay.
func (p *Provisioner) entry(ctx context.Context, was people.Entry, said Provision) (people.Entry, error) {
	now := p.desk.o.Now().UTC()
	e := was
	e.Name, e.ChangedAt, e.ChangedBy = said.Name, now, p.name
	if was.Version == 0 {
		e.CreatedAt, e.Tenant = now, p.tenant
	}
	// Who may say where an approver is reached can decide as them: that an operator made one of
	// somebody counts for those whom the company keeps already.
	e.Approver = was.Approver && was.Provisioned != nil
	provisioned := said.Provisioned
	e.Provisioned = &provisioned
	// What the bridge does not know of is left out.
	if said.Language != "" && (people.Entry{ID: "x", Name: "x", Language: said.Language}).Check() == nil {
		e.Language = said.Language
	}
	if _, err := time.LoadLocation(said.Zone); err == nil && said.Zone != "" {
		e.Zone = said.Zone
	}
	e.Addresses = nil
	for _, text := range append(slices.Clone(said.Emails), said.Phones...) {
		for _, a := range p.desk.addresses(text) {
			if c, ok, err := p.desk.o.People.Config.ByAddress(ctx, a); err != nil {
				return e, err
			} else if ok {
				return e, refusef(Conflict, "%s belongs to %s of the configuration", a.Value(), c.ID)
			}
			if has, _ := e.Has(a); has {
				continue
			}
			verified := people.Address{Address: a, Verified: now, How: people.HowProvisioned}
			if i := slices.IndexFunc(was.Addresses, func(b people.Address) bool { return b.Address == a && !b.Verified.IsZero() }); i >= 0 {
				verified = was.Addresses[i]
			}
			e.Addresses = append(e.Addresses, verified)
		}
	}
	for _, a := range was.Addresses {
		if has, _ := e.Has(a.Address); !has && a.How != people.HowProvisioned {
			e.Addresses = append(e.Addresses, a)
		}
	}
	if err := e.Check(); err != nil {
		return e, refusef(Invalid, "%v", err)
	}
	return e, nil
}

// RemoveUser deletes the entry with this version.
func (p *Provisioner) RemoveUser(ctx context.Context, id message.PersonID, version int64) error {
	if _, err := p.before(ctx, id, version, Provision{}); err != nil {
		return err
	}
	return p.desk.remove(ctx, p.name, id, version)
}

// Groups returns the groups that are kept.
func (p *Provisioner) Groups(ctx context.Context) ([]people.Group, error) {
	return p.desk.o.Store.GroupEntries(ctx)
}

// Group returns one of them.
func (p *Provisioner) Group(ctx context.Context, id string) (people.Group, error) {
	g, ok, err := p.desk.o.Store.GroupEntry(ctx, id)
	if err == nil && !ok {
		err = refusef(NotFound, "there is no group %.80q", id)
	}
	return g, err
}

// SaveGroup stores a group with its members, those whose ids are given; nil: they stay. A new one
// (no ID) gets an id made of its name, which rules call it by.
func (p *Provisioner) SaveGroup(ctx context.Context, g people.Group, members func(now map[message.PersonID]bool) error) (people.Group, error) {
	g.ChangedAt = p.desk.o.Now().UTC()
	if g.ID == "" {
		if g.ID = people.Slug(g.Name); g.ID == "" {
			return g, refusef(Invalid, "displayName: %.60q makes no name that rules could call it by: it has no letter of a to z and no digit", g.Name)
		}
		g.CreatedAt = g.ChangedAt
	}
	if err := g.Check(); err != nil {
		return g, refusef(Invalid, "%v", err)
	}
	in, out, err := p.members(ctx, g.ID, members) // before anything is changed
	if err != nil {
		return g, err
	}
	g, err = p.desk.o.Store.SaveGroup(ctx, g)
	if errors.Is(err, people.ErrConflict) {
		err = refusef(Conflict, "there is a group %s, or somebody else has changed it meanwhile", g.ID)
	}
	if err != nil {
		return g, err
	}
	if err := p.desk.acted(ctx, p.name, "set group", "group:"+g.ID, "name "+g.Name); err != nil {
		return g, err
	}
	return g, p.setMembers(ctx, g.ID, in, out)
}

// members says who is to come into a group and who is to leave it; change gets who is in it now.
func (p *Provisioner) members(ctx context.Context, group string, change func(map[message.PersonID]bool) error) (in, out []message.PersonID, err error) {
	if change == nil {
		return nil, nil, nil
	}
	was, is := map[message.PersonID]bool{}, map[message.PersonID]bool{}
	if err = p.Users(ctx, group, func(e people.Entry) { was[e.ID], is[e.ID] = true, true }); err != nil {
		return nil, nil, err
	}
	if err := change(is); err != nil {
		return nil, nil, err
	}
	for id, wanted := range is {
		if !wanted || was[id] {
			continue
		}
		_, fixed, err := p.User(ctx, id)
		switch refused := (*RefusedError)(nil); {
		case errors.As(err, &refused):
			return nil, nil, refusef(Invalid, "members: there is no user %.80q", id)
		case err != nil:
			return nil, nil, err
		case fixed:
			return nil, nil, refusef(Forbidden, "%s is a person of the configuration, which wins: write groups there", id)
		}
		in = append(in, id)
	}
	for id := range was {
		if !is[id] {
			out = append(out, id)
		}
	}
	return in, out, nil
}

func (p *Provisioner) setMembers(ctx context.Context, group string, in, out []message.PersonID) error {
	for _, id := range in {
		if err := p.setMember(ctx, group, id, true); err != nil {
			return err
		}
	}
	for _, id := range out {
		if err := p.setMember(ctx, group, id, false); err != nil {
			return err
		}
	}
	return nil
}

func (p *Provisioner) setMember(ctx context.Context, group string, id message.PersonID, in bool) error {
	for try := 0; ; try++ {
		e, fixed, err := p.User(ctx, id)
		refused := (*RefusedError)(nil)
		switch {
		case errors.As(err, &refused): // gone meanwhile
			return nil
		case err != nil:
			return err
		case fixed || slices.Contains(e.Groups, group) == in:
			return nil
		}
		was := e
		e.Groups = slices.DeleteFunc(slices.Clone(e.Groups), func(g string) bool { return g == group })
		if in {
			e.Groups = append(e.Groups, group)
		}
		e.ChangedAt, e.ChangedBy = p.desk.o.Now().UTC(), p.name
		if err := e.Check(); err != nil {
			return refusef(Invalid, "%s: %v", id, err)
		}
		saved, err := p.desk.save(ctx, e)
		if errors.As(err, &refused) && try < conflictTries {
			continue
		}
		if err != nil {
			return err
		}
		return p.desk.acted(ctx, p.name, "set person", "person:"+string(id), changes(was, saved)...)
	}
}

// RemoveGroup deletes a group with this version, and takes everybody out of it.
func (p *Provisioner) RemoveGroup(ctx context.Context, id string, version int64) error {
	_, out, err := p.members(ctx, id, func(now map[message.PersonID]bool) error { clear(now); return nil })
	if err == nil {
		err = p.setMembers(ctx, id, nil, out)
	}
	if err != nil {
		return err
	}
	if err := p.desk.o.Store.RemoveGroup(ctx, id, version); err != nil {
		if errors.Is(err, people.ErrConflict) {
			return refusef(Conflict, "somebody else has changed the group %s meanwhile", id)
		}
		return err
	}
	return p.desk.acted(ctx, p.name, "remove group", "group:"+id)
}
