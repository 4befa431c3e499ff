package operate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"bridge/approvals/binding"
	"bridge/core/message"
	"bridge/core/people"
)

// Person is a person as operators see them.
type Person struct {
	ID        message.PersonID  `json:"id"`
	Name      string            `json:"name"`
	Language  string            `json:"language,omitempty"`
	Zone      string            `json:"timezone,omitempty"`
	Addresses []message.Address `json:"addresses"`
	// Verified are those of the addresses that prove something.
	Verified []people.Address `json:"verified"`
	Source   string           `json:"source"` // config | directory
	Tenant   message.Tenant   `json:"tenant,omitempty"`
	Groups   []string         `json:"groups"`
	Approver bool             `json:"approver"`                  // may decide, where the rules name them or a group of theirs
	ByGroup  bool             `json:"approverByGroup,omitempty"` // likewise, by a group of [scim] approvers
	Notes    string           `json:"notes,omitempty"`
	Disabled bool             `json:"disabled,omitempty"`
	// Provisioned is what the directory of a company says, which may have disabled them, too.
	Provisioned *people.Provisioned `json:"provisioned,omitempty"`
	// Shadowed: the configuration has somebody with this id, who counts instead.
	Shadowed  bool      `json:"shadowed,omitempty"`
	ChangedAt time.Time `json:"changedAt,omitzero"`
	ChangedBy string    `json:"changedBy,omitempty"`
	// Limit is how many of their messages from one address reach an agent; LimitKey sets it.
	Limit    string `json:"limit,omitempty"`
	LimitKey string `json:"limitKey,omitempty"`
	// Doubts are those of the addresses that may start turns and do not decide.
	Doubts []people.Doubt `json:"doubts,omitempty"`
	// Signed are the mail addresses whose signature they have named, since when.
	Signed map[message.Address]time.Time `json:"signed,omitempty"`
	// Codes are those that they can still use.
	Codes   []OpenCode `json:"codes,omitempty"`
	Version int64      `json:"version,omitempty"` // for the next change; none: the configuration has them
	// MayChange: the directory has them, and who asks may change it.
	MayChange bool `json:"mayChange,omitempty"`
}

// Off reports whether an operator or their company has disabled somebody.
func (p Person) Off() bool { return p.Disabled || p.Provisioned != nil && p.Provisioned.Inactive }

// IsVerified reports whether an address proves something.
func (p Person) IsVerified(a message.Address) bool {
	return slices.ContainsFunc(p.Verified, func(v people.Address) bool { return v.Address == a })
}

func viewPerson(p message.Person) Person {
	v := Person{
		ID: p.ID, Name: p.Name, Language: p.Language, Addresses: append([]message.Address{}, p.Addresses...), Verified: []people.Address{}, Source: "config",
		Groups: append([]string{}, p.Groups...), Approver: !p.Barred,
	}
	for _, a := range p.Addresses {
		v.Verified = append(v.Verified, people.Address{Address: a, How: "configuration"})
	}
	if p.Zone != nil {
		v.Zone = p.Zone.String()
	}
	return v
}

func (desk *Desk) viewEntry(e people.Entry) Person {
	v := Person{
		ID: e.ID, Name: e.Name, Language: e.Language, Zone: e.Zone, Addresses: []message.Address{}, Verified: []people.Address{}, Source: "directory",
		Tenant: e.Tenant, Groups: append([]string{}, e.Groups...), Approver: e.Approver, ByGroup: desk.o.People.Decides(e) && !e.Approver, Notes: e.Notes, Disabled: e.Disabled, Provisioned: e.Provisioned,
		ChangedAt: e.ChangedAt, ChangedBy: e.ChangedBy, Version: e.Version,
	}
	for _, a := range e.Addresses {
		v.Addresses = append(v.Addresses, a.Address)
		if !a.Verified.IsZero() {
			v.Verified = append(v.Verified, a)
		}
	}
	_, v.Shadowed = desk.configured(e.ID)
	return v
}

func (desk *Desk) configured(id message.PersonID) (message.Person, bool) {
	i := slices.IndexFunc(desk.o.People.Config, func(p message.Person) bool { return p.ID == id })
	if i < 0 {
		return message.Person{}, false
	}
	return desk.o.People.Config[i], true
}

// PersonFilter selects people.
type PersonFilter struct {
	Group  string
	Cursor string // PersonPage.Next of the page before
	Limit  int    // at most so many; 0 = 100, at most 1000
}

// PersonPage is one page of people: those of the configuration on the first, then those of
// the directory, by id.
type PersonPage struct {
	Items []Person `json:"items"`
	Next  string   `json:"next,omitempty"`
	// MayChange: who asks may change the directory.
	MayChange bool `json:"mayChange,omitempty"`
}

// Everybody returns one page of people, as an operator sees it.
func (desk *Desk) Everybody(ctx context.Context, operator string, f PersonFilter) (PersonPage, error) {
	page := PersonPage{Items: []Person{}, MayChange: desk.mayWrite(operator) == nil}
	if f.Cursor == "" {
		for _, p := range desk.o.People.Config {
			if f.Group == "" || slices.Contains(p.Groups, f.Group) {
				page.Items = append(page.Items, viewPerson(p))
			}
		}
	}
	limit := pageOf(f.Limit)
	all, err := desk.o.Store.PeopleEntries(ctx, people.Filter{Group: f.Group, After: message.PersonID(f.Cursor), Limit: limit + 1})
	if err != nil {
		return page, err
	}
	if len(all) > limit {
		all = all[:limit]
		page.Next = string(all[limit-1].ID)
	}
	for _, e := range all {
		page.Items = append(page.Items, desk.viewEntry(e))
	}
	return page, nil
}

// eachEntry calls visit with all entries of the directory by id, or those of a group, until it
// returns an error.
func (desk *Desk) eachEntry(ctx context.Context, group string, visit func(people.Entry) error) error {
	for f := (people.Filter{Group: group, Limit: 500}); ; {
		all, err := desk.o.Store.PeopleEntries(ctx, f)
		if err != nil {
			return err
		}
		for _, e := range all {
			if err := visit(e); err != nil {
				return err
			}
		}
		if len(all) < f.Limit {
			return nil
		}
		f.After = all[len(all)-1].ID
	}
}

// PersonFor is PersonOf, as an operator sees it.
func (desk *Desk) PersonFor(ctx context.Context, operator string, id message.PersonID) (Person, error) {
	v, err := desk.PersonOf(ctx, id)
	v.MayChange = v.Version > 0 && desk.mayWrite(operator) == nil
	return v, err
}

// PersonOf returns a person by id, of the configuration or the directory, disabled or not.
func (desk *Desk) PersonOf(ctx context.Context, id message.PersonID) (v Person, err error) {
	if p, ok := desk.configured(id); ok {
		v = viewPerson(p)
	} else {
		e, ok, err := desk.o.Store.PersonEntry(ctx, id)
		if err == nil && !ok {
			err = refusef(NotFound, "there is no person %.80q", id)
		}
		if err != nil {
			return Person{}, err
		}
		v = desk.viewEntry(e)
	}
	l := desk.o.Limits.Of(message.Person{ID: id, Groups: v.Groups}, desk.o.Limit)
	if v.Limit, v.LimitKey = "none", l.Key; l.N > 0 {
		v.Limit = fmt.Sprintf("%d per %s", l.N, l.Per)
	}
	if p, ok, err := desk.o.People.Person(ctx, id); err != nil {
		return v, err
	} else if ok {
		if v.Doubts, err = desk.o.Voters.Doubts(ctx, p); err != nil {
			return v, err
		}
	}
	for _, a := range v.Addresses {
		state, found, err := desk.o.Store.ChannelState(ctx, binding.SignatureState(a))
		if err != nil {
			return v, err
		}
		if at := binding.NamedSince(state); found && !at.IsZero() {
			if v.Signed == nil {
				v.Signed = map[message.Address]time.Time{}
			}
			v.Signed[a] = at
		}
	}
	v.Codes, err = desk.openCodes(ctx, id)
	return v, err
}

// SocketOperator is the name of who opens the socket.
const SocketOperator = "socket"

// mayWrite refuses an operator who may not change the directory: whoever may makes approvers.
func (desk *Desk) mayWrite(operator string) error {
	if operator == SocketOperator || slices.Contains(desk.o.Writers, operator) {
		return nil
	}
	return refusef(Forbidden, "the operator %s may not change the directory: [api] directory names who may, beside the socket", operator)
}

// SetPerson stores an entry of the directory.
func (desk *Desk) SetPerson(ctx context.Context, operator string, id message.PersonID, c people.Change) (Person, error) {
	if err := desk.mayWrite(operator); err != nil {
		return Person{}, err
	}
	e, what, err := desk.entry(ctx, operator, id, c)
	if err != nil {
		return Person{}, err
	}
	e, err = desk.save(ctx, e)
	if err != nil {
		return Person{}, err
	}
	return desk.viewEntry(e), desk.acted(ctx, operator, "set person", "person:"+string(id), what...)
}

func (desk *Desk) save(ctx context.Context, e people.Entry) (people.Entry, error) {
	e, err := desk.o.Store.SavePerson(ctx, e)
	taken := (*people.TakenError)(nil)
	switch {
	case errors.Is(err, people.ErrConflict):
		err = refusef(Conflict, "somebody else has changed %s meanwhile, or made them: look again", e.ID)
	case errors.As(err, &taken):
		err = refusef(Conflict, "%v", err)
	}
	return e, err
}

// entry is what a change makes of what is there, and what it changes, in words without addresses.
func (desk *Desk) entry(ctx context.Context, operator string, id message.PersonID, c people.Change) (people.Entry, []string, error) {
	if _, ok := desk.configured(id); ok {
		return people.Entry{}, nil, refusef(Conflict, "%s is a person of the configuration, which wins: change it there", id)
	}
	was, found, err := desk.o.Store.PersonEntry(ctx, id)
	if err != nil {
		return was, nil, err
	}
	e := people.Entry{
		ID: id, Name: c.Name, Language: c.Language, Zone: c.Zone, Tenant: c.Tenant, Groups: c.Groups, Approver: c.Approver, Notes: c.Notes, Disabled: c.Disabled,
		CreatedAt: was.CreatedAt, ChangedAt: desk.o.Now().UTC(), ChangedBy: operator, Version: c.Version, Provisioned: was.Provisioned,
	}
	if !found {
		e.CreatedAt = e.ChangedAt
	}
	for _, text := range c.Addresses {
		a, err := desk.address(text)
		if err != nil {
			return e, nil, err
		}
		if p, ok, err := desk.o.People.Config.ByAddress(ctx, a); err != nil {
			return e, nil, err
		} else if ok {
			return e, nil, refusef(Conflict, "%s belongs to %s of the configuration", a.Value(), p.ID)
		}
		e.Addresses = append(e.Addresses, people.Address{Address: a})
	}
	for _, text := range c.Verified {
		a, err := desk.address(text)
		if err != nil {
			return e, nil, err
		}
		i := slices.IndexFunc(e.Addresses, func(b people.Address) bool { return b.Address == a })
		if i < 0 {
			return e, nil, refusef(Invalid, "verified: %s is none of the addresses", a.Value())
		}
		if j := slices.IndexFunc(was.Addresses, func(b people.Address) bool { return b.Address == a && !b.Verified.IsZero() }); j >= 0 {
			e.Addresses[i] = was.Addresses[j]
		} else {
			e.Addresses[i].Verified, e.Addresses[i].How = e.ChangedAt, "operator "+operator
		}
	}
	if err := e.Check(); err != nil {
		return e, nil, refusef(Invalid, "%v", err)
	}
	return e, changes(was, e), nil
}

// changes say what differs, for the audit log.
func changes(was, is people.Entry) (all []string) {
	say := func(differs bool, format string, args ...any) {
		if differs {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	say(was.Version == 0, "new")
	say(was.Name != is.Name, "name")
	say(was.Language != is.Language || was.Zone != is.Zone, "language %s, zone %s", is.Language, is.Zone)
	say(was.Tenant.Or() != is.Tenant.Or(), "tenant %s", is.Tenant.Or())
	say(!slices.Equal(was.Groups, is.Groups), "groups %s", strings.Join(is.Groups, ","))
	say(was.Approver != is.Approver, "approver %v", is.Approver)
	say(was.Disabled != is.Disabled, "disabled %v", is.Disabled)
	say((was.Provisioned != nil && was.Provisioned.Inactive) != (is.Provisioned != nil && is.Provisioned.Inactive), "active %v", !is.Off())
	for _, a := range is.Addresses {
		has, verified := was.Has(a.Address)
		say(!has, "address %s added", a.Address.Masked())
		say(!verified && !a.Verified.IsZero(), "address %s verified by %s", a.Address.Masked(), a.How)
		say(verified && a.Verified.IsZero(), "address %s not verified any more", a.Address.Masked())
	}
	for _, a := range was.Addresses {
		has, _ := is.Has(a.Address)
		say(!has, "address %s removed", a.Address.Masked())
	}
	return all
}

// address is the one address that a text can mean.
func (desk *Desk) address(text string) (message.Address, error) {
	all := desk.addresses(text)
	switch {
	case len(all) == 0:
		return "", refusef(Invalid, "%.100q is no address of a channel: write KIND:ADDRESS, such as email:dana@example.com", text)
	case len(all) > 1:
		return "", refusef(Invalid, "%.100q can be of several kinds of channels (%s, %s): write one of them", text, all[0], all[1])
	}
	return all[0], nil
}

// addresses are all that a text can mean: KIND:ADDRESS, or as people write it.
func (desk *Desk) addresses(text string) (all []message.Address) {
	text = strings.TrimSpace(text)
	kind, value, _ := strings.Cut(text, ":")
	named := slices.ContainsFunc(desk.o.Channels, func(c Channel) bool { return string(c.Kind) == kind })
	for _, c := range desk.o.Channels {
		write := text
		if named {
			if write = value; string(c.Kind) != kind {
				continue
			}
		}
		if at := desk.o.Places.Channel(c.Name); write == "" || at.Name == "" || at.Traits.System {
			continue // no people write there
		}
		if a, err := desk.o.Kinds.Address(c.Kind, write); err == nil && !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	return all
}

// RemovePerson deletes an entry with this version.
func (desk *Desk) RemovePerson(ctx context.Context, operator string, id message.PersonID, version int64) error {
	if err := desk.mayWrite(operator); err != nil {
		return err
	}
	return desk.remove(ctx, operator, id, version)
}

func (desk *Desk) remove(ctx context.Context, operator string, id message.PersonID, version int64) error {
	switch err := desk.o.Store.RemovePerson(ctx, id, version); {
	case errors.Is(err, people.ErrNotFound):
		return refusef(NotFound, "there is no person %.80q in the directory", id)
	case errors.Is(err, people.ErrConflict):
		return refusef(Conflict, "somebody else has changed %s meanwhile: look again", id)
	case err != nil:
		return err
	}
	return desk.acted(ctx, operator, "remove person", "person:"+string(id))
}

// Imported is what became of one card of an import, or would.
type Imported struct {
	N     int              `json:"n"` // its number in the list, from 1
	ID    message.PersonID `json:"id,omitempty"`
	Name  string           `json:"name"`
	Did   string           `json:"did"` // add | change | same | refused
	Why   string           `json:"why,omitempty"`
	Skips []string         `json:"skips,omitempty"` // addresses of no channel
}

// importAtOnce is how many entries are stored at a time.
const importAtOnce = 16

// ImportPeople adds people, or changes those that are there, by id or by one of their
// addresses. It never makes an approver of anybody, and enables nobody. verified: the operator vouches for the addresses.
func (desk *Desk) ImportPeople(ctx context.Context, operator string, cards []people.Card, verified, dryRun bool) ([]Imported, error) {
	if err := desk.mayWrite(operator); err != nil {
		return nil, err
	}
	all, known := make([]Imported, len(cards)), map[message.PersonID]bool{}
	var gate sync.WaitGroup
	slots := make(chan struct{}, importAtOnce)
	var failed error
	var mu sync.Mutex
	for i, c := range cards {
		id, was, skips, err := desk.whose(ctx, c, known)
		all[i] = Imported{N: i + 1, ID: id, Name: c.Name, Skips: skips}
		if err != nil {
			all[i].Did, all[i].Why = "refused", err.Error()
			continue
		}
		known[id] = true
		change := c.Onto(was)
		if verified {
			change.Verified = change.Addresses
		}
		slots <- struct{}{}
		gate.Go(func() {
			defer func() { <-slots }()
			err := desk.importOne(ctx, operator, &all[i], was, change, dryRun)
			if refused := (*RefusedError)(nil); errors.As(err, &refused) {
				all[i].Did, all[i].Why = "refused", err.Error()
			} else if err != nil {
				mu.Lock()
				failed = err
				mu.Unlock()
			}
		})
	}
	gate.Wait()
	return all, failed
}

func (desk *Desk) importOne(ctx context.Context, operator string, to *Imported, was people.Entry, c people.Change, dryRun bool) error {
	e, what, err := desk.entry(ctx, operator, to.ID, c)
	if err != nil {
		return err
	}
	switch {
	case was.Version == 0:
		to.Did = "add"
	case len(what) == 0 && was.Notes == e.Notes:
		to.Did = "same"
		return nil
	default:
		to.Did, to.Why = "change", strings.Join(what, ", ")
	}
	if dryRun {
		for _, a := range e.Addresses {
			if owner, taken, err := desk.o.People.Owner(ctx, a.Address); err != nil {
				return err
			} else if taken && owner != e.ID {
				return refusef(Conflict, "%s belongs to %s already", a.Address.Value(), owner)
			}
		}
		return nil
	}
	if _, err := desk.save(ctx, e); err != nil {
		return err
	}
	return desk.acted(ctx, operator, "import person", "person:"+string(to.ID), what...)
}

// whose finds the person of a card: by its id, else by one of its addresses, else a new one
// whose id is made of the name.
func (desk *Desk) whose(ctx context.Context, c people.Card, known map[message.PersonID]bool) (message.PersonID, people.Entry, []string, error) {
	var skips []string
	var mine []message.Address
	for _, text := range c.Addresses {
		a, err := desk.address(text)
		if err != nil {
			skips = append(skips, text)
			continue
		}
		mine = append(mine, a)
	}
	if c.ID != "" {
		e, _, err := desk.o.Store.PersonEntry(ctx, c.ID)
		return c.ID, e, skips, err
	}
	for _, a := range mine {
		if e, found, err := desk.o.Store.PersonAt(ctx, a); err != nil || found {
			return e.ID, e, skips, err
		}
	}
	base := people.Slug(c.Name)
	if base == "" {
		return "", people.Entry{}, skips, refusef(Invalid, "it has no id, and its name makes none")
	}
	for n := 1; n < 1000; n++ {
		id := message.PersonID(base)
		if n > 1 {
			id = message.PersonID(fmt.Sprintf("%s-%d", base, n))
		}
		_, config := desk.configured(id)
		_, taken, err := desk.o.Store.PersonEntry(ctx, id)
		if err != nil || !config && !taken && !known[id] {
			return id, people.Entry{}, skips, err
		}
	}
	return "", people.Entry{}, skips, refusef(Conflict, "too many people have the name %.60q: give it an id", c.Name)
}
