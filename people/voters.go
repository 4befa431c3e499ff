package people

import (
	"context"
	"slices"

	"bridge/core/message"
)

// Voters is the directory in which people have those addresses alone from which a code has come
// back: where nobody's word is enough to decide. It remembers nothing, as Directory.
type Voters struct {
	Directory
	Codes CodeStore
}

var _ message.Directory = Voters{}

// Person implements message.Directory.
func (v Voters) Person(ctx context.Context, id message.PersonID) (message.Person, bool, error) {
	p, ok, err := v.Directory.Person(ctx, id)
	if err != nil || !ok {
		return p, ok, err
	}
	return v.proven(ctx, p)
}

// ByAddress implements message.Directory.
func (v Voters) ByAddress(ctx context.Context, a message.Address) (message.Person, bool, error) {
	p, ok, err := v.Directory.ByAddress(ctx, a)
	if err != nil || !ok {
		return p, ok, err
	}
	if p, _, err = v.proven(ctx, p); err != nil || !slices.Contains(p.Addresses, a) {
		return message.Person{}, false, err
	}
	return p, true, nil
}

// proven leaves the addresses that are proven.
func (v Voters) proven(ctx context.Context, p message.Person) (message.Person, bool, error) {
	var mine []message.Address
	for _, a := range p.Addresses {
		s, ok, err := v.Codes.Standing(ctx, a)
		if err != nil {
			return message.Person{}, false, err
		}
		if ok && s.Person == p.ID && !s.Proven.IsZero() {
			mine = append(mine, a)
		}
	}
	p.Addresses = mine
	return p, true, nil
}
