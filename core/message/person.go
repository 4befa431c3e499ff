package message

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Person is a human with addresses.
type Person struct {
	ID        PersonID
	Name      string
	Addresses []Address      // in the order of preference
	Zone      *time.Location // never nil
	Language  string         // BCP 47
	Quiet     QuietHours     // by Zone; on phones only
	Tenants   []Tenant       // whose requests the person is asked about; none: everybody's
	Groups    []string       // that rules may name as approvers
	// Barred: whatever the rules say, they decide nothing.
	Barred bool
}

// Of reports whether the person may be asked about a request of a tenant.
func (p Person) Of(t Tenant) bool {
	return len(p.Tenants) == 0 || slices.ContainsFunc(p.Tenants, func(mine Tenant) bool { return mine.Sees(t) })
}

// Home is whose the sessions are that the person opens: those of the only tenant that has
// them, or of nobody in particular.
func (p Person) Home() Tenant {
	if len(p.Tenants) == 1 {
		return p.Tenants[0].Or()
	}
	return DefaultTenant
}

// FirstName is the first word of the name, for short sentences.
func (p Person) FirstName() string {
	if f := strings.Fields(p.Name); len(f) > 0 {
		return f[0]
	}
	return string(p.ID)
}

// NoLanguage is the language of who is in no directory: BCP 47's tag for one that is not known.
const NoLanguage = "und"

// Reads is the language of the person who reads at an address, if there is one.
func (p Person) Reads(known bool) string {
	if !known || p.Language == "" {
		return NoLanguage
	}
	return p.Language
}

// Directory looks people up. It is asked at the time of every decision, never
// cached by its users, so that a person who left cannot decide.
type Directory interface {
	// Person returns an active person; false if there is none with that id.
	Person(ctx context.Context, id PersonID) (Person, bool, error)
	// ByAddress returns the active person that a belongs to; false if none.
	ByAddress(ctx context.Context, a Address) (Person, bool, error)
	// Owner returns who says that a is theirs, active or not and proven or not; false if
	// nobody does. It is asked to keep somebody out, never to let somebody in.
	Owner(ctx context.Context, a Address) (PersonID, bool, error)
	// Members returns the active people of a group who may decide requests.
	Members(ctx context.Context, group string) ([]PersonID, error)
}

// People is a Directory over a fixed list.
type People []Person

// Person implements Directory.
func (p People) Person(_ context.Context, id PersonID) (Person, bool, error) {
	i := slices.IndexFunc(p, func(q Person) bool { return q.ID == id })
	if i < 0 {
		return Person{}, false, nil
	}
	return p[i], true, nil
}

// ByAddress implements Directory.
func (p People) ByAddress(_ context.Context, a Address) (Person, bool, error) {
	i := slices.IndexFunc(p, func(q Person) bool { return slices.Contains(q.Addresses, a) })
	if i < 0 {
		return Person{}, false, nil
	}
	return p[i], true, nil
}

// ByOwner is ByAddress: no store has to say whose an address of the configuration is.
func (p People) ByOwner(ctx context.Context, a Address, _ PersonID) (Person, bool, error) {
	return p.ByAddress(ctx, a)
}

// Owner implements Directory.
func (p People) Owner(ctx context.Context, a Address) (PersonID, bool, error) {
	q, ok, err := p.ByAddress(ctx, a)
	return q.ID, ok, err
}

// Members implements Directory.
func (p People) Members(_ context.Context, group string) (all []PersonID, _ error) {
	for _, q := range p {
		if slices.Contains(q.Groups, group) && !q.Barred {
			all = append(all, q.ID)
		}
	}
	return all, nil
}

// Target is where something goes that nobody asked for: CHANNEL:PERSON or
// CHANNEL:VALUE of the configuration. A person is looked up when it is used, and
// gets it at the first address of the channel's kind.
type Target struct {
	Channel ChannelName
	Kind    AddressKind // of the channel
	Person  PersonID    // "" with Address
	Address Address
}
