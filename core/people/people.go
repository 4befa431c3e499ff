// Package people is the directory of people: those of the configuration, which win, and
// those that operators keep in the store. It is asked at the time of a decision, each time.
package people

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/core/message"
)

// Entry is a person as the store keeps them.
type Entry struct {
	ID        message.PersonID `json:"id"`
	Name      string           `json:"name"`
	Language  string           `json:"language,omitempty"` // BCP 47; "" is English
	Zone      string           `json:"timezone,omitempty"` // of the tz database; "" is UTC
	Tenant    message.Tenant   `json:"tenant,omitempty"`   // the only one whose requests they are asked about; "" is the default one
	Addresses []Address        `json:"addresses"`          // in the order of preference
	Groups    []string         `json:"groups,omitempty"`
	// Approver: as a member of a group that the rules name they may decide requests.
	Approver  bool      `json:"approver,omitempty"`
	Notes     string    `json:"notes,omitempty"` // for operators
	Disabled  bool      `json:"disabled,omitempty"`
	CreatedAt time.Time `json:"createdAt,omitzero"`
	ChangedAt time.Time `json:"changedAt,omitzero"`
	ChangedBy string    `json:"changedBy,omitempty"` // the operator

	// Provisioned is set where the directory of a company keeps the person (SCIM).
	Provisioned *Provisioned `json:"provisioned,omitempty"`

	Version int64 `json:"version,omitempty"` // of the record, for compare-and-set; 0: there is none yet
}

// Address is one of a person's. One that is not verified proves nothing: no message from
// there is theirs, and nothing goes there.
type Address struct {
	Address  message.Address `json:"address"`
	Verified time.Time       `json:"verifiedAt,omitzero"` // zero: it is not
	// How it was verified: "operator NAME": by their word; "invitation of NAME" and "code": a code
	// came back from there.
	How string `json:"how,omitempty"`
	// Consent is when they asked for messages there themselves; zero: they did not.
	Consent time.Time `json:"consentAt,omitzero"`
}

// Limits of an entry.
const (
	maxID        = 64   // bytes
	maxName      = 200  // bytes
	maxNotes     = 2000 // bytes
	maxAddresses = 20
	maxAddress   = 320 // bytes
	maxGroups    = 50
)

// MostMembers is how many approvers of one group may be asked: more cost a code and a
// prompt each, and nobody would know who decided.
const MostMembers = 50

// Errors of a Store.
var (
	ErrNotFound = errors.New("there is no such person in the directory")
	ErrConflict = errors.New("the person was changed meanwhile")
)

// TakenError says that an address is somebody else's.
type TakenError struct{ Address message.Address }

// Error names the address.
func (e *TakenError) Error() string { return e.Address.Value() + " belongs to somebody else already" }

// Filter selects entries, by ID.
type Filter struct {
	Group string           // of this group; "" = of any
	After message.PersonID // those behind it
	Limit int              // at most so many; 0 = 1000
}

// Store keeps entries. An address is of one entry at most.
type Store interface {
	// PersonEntry returns an entry, disabled or not; false if there is none.
	PersonEntry(ctx context.Context, id message.PersonID) (Entry, bool, error)
	// PersonAt returns the entry that has an address, verified or not; false if none has. It is
	// one read.
	PersonAt(ctx context.Context, a message.Address) (Entry, bool, error)
	// SavePerson stores an entry in place of the one with its Version, 0: of none, and returns
	// it with its new one. ErrConflict: there is another one; *TakenError: an address is not free.
	SavePerson(ctx context.Context, e Entry) (Entry, error)
	// RemovePerson deletes an entry with this version, and frees its addresses.
	RemovePerson(ctx context.Context, id message.PersonID, version int64) error
	// PeopleEntries returns entries by ID.
	PeopleEntries(ctx context.Context, f Filter) ([]Entry, error)
	Provisioning
}

// IsName reports whether a text can be the id of a person, or the name of a group.
func IsName(s string) bool {
	return s != "" && len(s) <= maxID && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

// Check returns what is wrong with an entry, or nil. kinds are those that addresses may have.
func (e Entry) Check() error {
	switch {
	case !IsName(string(e.ID)):
		return fmt.Errorf("id: %.80q is none: 1 to %d of a-z, 0-9, _ and -", e.ID, maxID)
	case e.Name == "" || len(e.Name) > maxName || strings.ContainsFunc(e.Name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return fmt.Errorf("name: one line of 1 to %d bytes", maxName)
	case len(e.Notes) > maxNotes:
		return fmt.Errorf("notes: at most %d bytes", maxNotes)
	case len(e.Addresses) > maxAddresses:
		return fmt.Errorf("addresses: at most %d", maxAddresses)
	case len(e.Groups) > maxGroups:
		return fmt.Errorf("groups: at most %d", maxGroups)
	case len(e.Language) > 35 || strings.ContainsFunc(e.Language, func(r rune) bool { return r != '-' && (r < '0' || r > 'z') }):
		return fmt.Errorf("language: %.40q is no BCP 47 tag", e.Language)
	}
	if err := e.Provisioned.check(); err != nil {
		return err
	}
	if _, err := time.LoadLocation(e.Zone); err != nil {
		return fmt.Errorf("timezone: %w", err)
	}
	for i, a := range e.Addresses {
		if a.Address.Kind() == "" || a.Address.Value() == "" || len(a.Address) > maxAddress {
			return fmt.Errorf("addresses: %.80q is no KIND:VALUE", a.Address)
		}
		if slices.ContainsFunc(e.Addresses[:i], func(b Address) bool { return b.Address == a.Address }) {
			return fmt.Errorf("addresses: %.80q is there twice", a.Address)
		}
	}
	for i, g := range e.Groups {
		if !IsName(g) || slices.Contains(e.Groups[:i], g) {
			return fmt.Errorf("groups: %.80q is no name of a group, or there twice", g)
		}
	}
	return nil
}

// Has reports whether an address is one of the entry's, and whether it is verified.
func (e Entry) Has(a message.Address) (has, verified bool) {
	i := slices.IndexFunc(e.Addresses, func(b Address) bool { return b.Address == a })
	return i >= 0, i >= 0 && !e.Addresses[i].Verified.IsZero()
}

// Directory looks people up: those of the configuration first. It implements
// message.Directory, and remembers nothing of the store.
type Directory struct {
	Config message.People
	Store  Store
	// Approvers are groups whose members may decide without Entry.Approver, if a company's
	// directory keeps them.
	Approvers []string
}

var _ message.Directory = Directory{}

// person is an entry as all others know it; addresses that the configuration gives to
// somebody are theirs.
func (d Directory) person(e Entry) message.Person {
	zone, err := time.LoadLocation(e.Zone)
	if err != nil {
		zone = time.UTC
	}
	p := message.Person{ID: e.ID, Name: e.Name, Zone: zone, Language: e.Language, Groups: e.Groups, Tenants: []message.Tenant{e.Tenant.Or()}, Barred: !d.Decides(e)}
	if p.Language == "" {
		p.Language = "en"
	}
	for _, a := range e.Addresses {
		if !a.Verified.IsZero() && !d.configured(a.Address) {
			p.Addresses = append(p.Addresses, a.Address)
		}
	}
	return p
}

func (d Directory) configured(a message.Address) bool {
	return slices.ContainsFunc(d.Config, func(p message.Person) bool { return slices.Contains(p.Addresses, a) })
}

// Decides reports whether a person may decide, where the rules name a group of theirs.
func (d Directory) Decides(e Entry) bool {
	return e.Approver || e.Provisioned != nil && slices.ContainsFunc(e.Groups, func(g string) bool { return slices.Contains(d.Approvers, g) })
}

// Person implements message.Directory.
func (d Directory) Person(ctx context.Context, id message.PersonID) (message.Person, bool, error) {
	if p, ok, err := d.Config.Person(ctx, id); ok || err != nil || !IsName(string(id)) {
		return p, ok, err
	}
	e, ok, err := d.Store.PersonEntry(ctx, id)
	if err != nil || !ok || e.Off() {
		return message.Person{}, false, err
	}
	return d.person(e), true, nil
}

// ByAddress implements message.Directory.
func (d Directory) ByAddress(ctx context.Context, a message.Address) (message.Person, bool, error) {
	if p, ok, err := d.Config.ByAddress(ctx, a); ok || err != nil || a == "" {
		return p, ok, err
	}
	e, ok, err := d.Store.PersonAt(ctx, a)
	if err != nil || !ok {
		return message.Person{}, false, err
	}
	p, ok := d.at(e, a)
	return p, ok, nil
}

// ByOwner is ByAddress where the store has said whose address it is; "" is nobody's.
func (d Directory) ByOwner(ctx context.Context, a message.Address, owner message.PersonID) (message.Person, bool, error) {
	if p, ok, err := d.Config.ByAddress(ctx, a); ok || err != nil || owner == "" {
		return p, ok, err
	}
	e, ok, err := d.Store.PersonEntry(ctx, owner)
	if err != nil || !ok {
		return message.Person{}, false, err
	}
	p, ok := d.at(e, a)
	return p, ok, nil
}

// at is the person of an entry, if the address is theirs for certain.
func (d Directory) at(e Entry, a message.Address) (message.Person, bool) {
	if _, verified := e.Has(a); !verified || e.Off() || d.shadowed(e) {
		return message.Person{}, false
	}
	return d.person(e), true
}

// shadowed reports whether the configuration has somebody with the same id, who wins.
func (d Directory) shadowed(e Entry) bool {
	return slices.ContainsFunc(d.Config, func(p message.Person) bool { return p.ID == e.ID })
}

// Owner implements message.Directory.
func (d Directory) Owner(ctx context.Context, a message.Address) (message.PersonID, bool, error) {
	if p, ok, err := d.Config.ByAddress(ctx, a); ok || err != nil || a == "" {
		return p.ID, ok, err
	}
	e, ok, err := d.Store.PersonAt(ctx, a)
	return e.ID, ok && err == nil, err
}

// Members implements message.Directory.
func (d Directory) Members(ctx context.Context, group string) ([]message.PersonID, error) {
	return d.members(ctx, group, true)
}

// Group returns the active people of a group, whether they may decide requests or not; at most
// MostMembers.
func (d Directory) Group(ctx context.Context, group string) ([]message.PersonID, error) {
	return d.members(ctx, group, false)
}

func (d Directory) members(ctx context.Context, group string, approvers bool) ([]message.PersonID, error) {
	all, err := d.Config.Members(ctx, group)
	if err != nil {
		return nil, err
	}
	f := Filter{Group: group, Limit: 200}
	for len(all) < MostMembers {
		some, err := d.Store.PeopleEntries(ctx, f)
		if err != nil {
			return nil, err
		}
		for _, e := range some {
			if (!approvers || d.Decides(e)) && !e.Off() && !d.shadowed(e) && len(all) < MostMembers {
				all = append(all, e.ID)
			}
		}
		if len(some) < f.Limit {
			break
		}
		f.After = some[len(some)-1].ID
	}
	return all, nil
}
