package people

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"bridge/core/message"
)

// Voters is the directory in which people have those addresses alone that they may decide from.
// It is asked at the time of the decision and remembers nothing, as Directory.
type Voters struct {
	Directory
	Codes CodeStore
	// Proven: only those from which a code has come back: where nobody's word is enough.
	Proven bool
	// Idle is how long a phone number counts after its person showed last that it is theirs: wrote,
	// or sent a code; 0: as long as they have it. Carriers give numbers to others.
	Idle time.Duration
	Now  func() time.Time
}

var _ message.Directory = Voters{}

// Because is why an address does not decide.
type Because string

// The reasons.
const (
	Unproven Because = "unproven" // no code has come back from there
	Idle     Because = "idle"     // nobody has written from there for long: it may be somebody else's by now
	Reported Because = "reported" // a provider says that it is somebody else's, or nobody's
)

// Doubt is why an address does not decide.
type Doubt struct {
	Address message.Address `json:"address"`
	Because Because         `json:"because"`
	Since   time.Time       `json:"since,omitzero"` // Idle: when it showed last; Reported: when
	Why     string          `json:"why,omitempty"`  // Reported: what the provider says
}

// isNumber reports whether an address is a phone number, on whatever channel.
func isNumber(a message.Address) bool { return strings.HasPrefix(a.Value(), "+") }

// Person implements message.Directory.
func (v Voters) Person(ctx context.Context, id message.PersonID) (message.Person, bool, error) {
	p, ok, err := v.Directory.Person(ctx, id)
	if err != nil || !ok {
		return p, ok, err
	}
	return v.deciding(ctx, p)
}

// ByAddress implements message.Directory.
func (v Voters) ByAddress(ctx context.Context, a message.Address) (message.Person, bool, error) {
	p, ok, err := v.Directory.ByAddress(ctx, a)
	if err != nil || !ok {
		return p, ok, err
	}
	if p, _, err = v.deciding(ctx, p); err != nil || !slices.Contains(p.Addresses, a) {
		return message.Person{}, false, err
	}
	return p, true, nil
}

// deciding leaves the addresses that decide.
func (v Voters) deciding(ctx context.Context, p message.Person) (message.Person, bool, error) {
	doubts, err := v.Doubts(ctx, p)
	if err != nil {
		return message.Person{}, false, err
	}
	if len(doubts) > 0 {
		p.Addresses = slices.DeleteFunc(slices.Clone(p.Addresses), func(a message.Address) bool {
			return slices.ContainsFunc(doubts, func(d Doubt) bool { return d.Address == a })
		})
	}
	return p, true, nil
}

// Doubts says which of a person's addresses do not decide, and why.
func (v Voters) Doubts(ctx context.Context, p message.Person) ([]Doubt, error) {
	asked := p.Addresses
	if !v.Proven { // else mail costs no read
		asked = slices.DeleteFunc(slices.Clone(asked), func(a message.Address) bool { return !isNumber(a) })
	}
	if len(asked) == 0 {
		return nil, nil
	}
	all, err := v.Codes.Standings(ctx, asked...)
	if err != nil {
		return nil, err
	}
	var doubts []Doubt
	for i, a := range asked {
		d, err := v.doubt(ctx, p.ID, a, all[i])
		if err != nil {
			return nil, err
		}
		if d.Because != "" {
			doubts = append(doubts, d)
		}
	}
	return doubts, nil
}

// doubt is why an address of a person does not decide; no Because: it does.
func (v Voters) doubt(ctx context.Context, id message.PersonID, a message.Address, s Standing) (Doubt, error) {
	if s.Person != id {
		s = Standing{}
	}
	switch {
	case !s.Doubted.IsZero():
		return Doubt{Address: a, Because: Reported, Since: s.Doubted, Why: s.Why}, nil
	case v.Proven && s.Proven.IsZero():
		return Doubt{Address: a, Because: Unproven}, nil
	case v.Idle <= 0 || !isNumber(a):
		return Doubt{}, nil
	}
	last, err := v.shown(ctx, id, a, s)
	if err != nil {
		return Doubt{}, err
	}
	if last.IsZero() || v.Now().Sub(last) < v.Idle { // Begin has not seen it yet
		return Doubt{}, nil
	}
	return Doubt{Address: a, Because: Idle, Since: last}, nil
}

// shown is when somebody showed last that a number is theirs; if they never wrote, when an operator
// vouched for it.
func (v Voters) shown(ctx context.Context, id message.PersonID, a message.Address, s Standing) (time.Time, error) {
	if last := s.last(); !last.IsZero() {
		return last, nil
	}
	e, _, err := v.Store.PersonEntry(ctx, id)
	if i := slices.IndexFunc(e.Addresses, func(x Address) bool { return x.Address == a }); i >= 0 {
		return e.Addresses[i].Verified, err
	}
	return time.Time{}, err
}

// RunningOut are the numbers of a person that decide, will not in some time unless they write from there,
// and of which they were not asked since they wrote last; with when that is.
func (v Voters) RunningOut(ctx context.Context, p message.Person, within time.Duration) (all map[message.Address]time.Time, err error) {
	if v.Idle <= 0 || p.Barred {
		return nil, nil
	}
	numbers := slices.DeleteFunc(slices.Clone(p.Addresses), func(a message.Address) bool { return !isNumber(a) })
	if len(numbers) == 0 {
		return nil, nil
	}
	standings, err := v.Codes.Standings(ctx, numbers...)
	if err != nil {
		return nil, err
	}
	for i, a := range numbers {
		s := standings[i]
		if s.Person != p.ID {
			s = Standing{}
		}
		d, err := v.doubt(ctx, p.ID, a, s)
		if err != nil {
			return nil, err
		}
		last, err := v.shown(ctx, p.ID, a, s)
		if err != nil {
			return nil, err
		}
		ends := last.Add(v.Idle)
		if d.Because != "" || last.IsZero() || s.Asked.After(last) || ends.Sub(v.Now()) > within {
			continue
		}
		if all == nil {
			all = map[message.Address]time.Time{}
		}
		all[a] = ends
	}
	return all, nil
}

// NoteAsked notes that a person was asked about a number of theirs: once, until they write again.
func (v Voters) NoteAsked(ctx context.Context, id message.PersonID, a message.Address) error {
	s, _, err := v.Codes.Standing(ctx, a)
	if err != nil {
		return err
	}
	if s.Person != id {
		s = Standing{Address: a, Person: id, Version: s.Version}
	}
	s.Asked = v.Now().UTC()
	if err := v.Codes.SaveStanding(ctx, s); !errors.Is(err, ErrConflict) { // else they wrote just now
		return err
	}
	return nil
}

// last is when they showed last that the address is theirs.
func (s Standing) last() time.Time {
	if s.Heard.After(s.Proven) {
		return s.Heard
	}
	return s.Proven
}

// Begin has the time of the configuration's numbers run from now on, where none of them has
// been heard of yet. It is called when the bridge starts.
func (v Voters) Begin(ctx context.Context) error {
	if v.Idle <= 0 {
		return nil
	}
	for _, p := range v.Config {
		for _, a := range p.Addresses {
			if err := v.note(ctx, p.ID, a, func(s Standing) bool { return s.last().IsZero() }); err != nil {
				return err
			}
		}
	}
	return nil
}

// Hear notes that a person wrote from a number: at most once a day, and not where it is in
// doubt, since others may have it. The sender is proven as well as the channel can.
// was is what the store had of the number just now.
func (v Voters) Hear(ctx context.Context, id message.PersonID, a message.Address, was Standing) error {
	every := 24 * time.Hour
	if v.Idle > 0 {
		every = min(every, v.Idle/4)
	}
	due := func(s Standing) bool { return v.Now().Sub(s.Heard) >= every }
	if was.Person == id && !due(was) {
		return nil
	}
	return v.note(ctx, id, a, due)
}

// note stores that a number is its person's now, if it does not lack a proof and due says so.
func (v Voters) note(ctx context.Context, id message.PersonID, a message.Address, due func(Standing) bool) error {
	if !isNumber(a) {
		return nil
	}
	s, _, err := v.Codes.Standing(ctx, a)
	if err != nil {
		return err
	}
	if s.Person != id {
		s = Standing{Address: a, Person: id, Version: s.Version}
	}
	if !due(s) {
		return nil
	}
	if d, err := v.doubt(ctx, id, a, s); err != nil || d.Because == Idle || d.Because == Reported {
		return err
	}
	s.Heard = v.Now().UTC()
	if err := v.Codes.SaveStanding(ctx, s); !errors.Is(err, ErrConflict) { // else somebody else has noted something: it is asked again
		return err
	}
	return nil
}

// Report takes what a provider says at a time of an address: that it is somebody else's now, or
// nobody's. It decides nothing more until its person has confirmed it. tell is called before
// that is stored, with whose it is, and again if it was cut off; it is not for what is in doubt
// already, was confirmed since, or is nobody's.
func (v Voters) Report(ctx context.Context, a message.Address, why string, at time.Time, tell func(message.PersonID) error) error {
	owner, known, err := v.Owner(ctx, a)
	if err != nil || !known || !isNumber(a) {
		return err
	}
	for range mostBinds {
		s, _, err := v.Codes.Standing(ctx, a)
		if err != nil {
			return err
		}
		if s.Person != owner {
			s = Standing{Address: a, Person: owner, Version: s.Version}
		}
		if !s.Doubted.IsZero() || s.Proven.After(at) {
			return nil
		}
		if err := tell(owner); err != nil {
			return err
		}
		s.Doubted, s.Why = v.Now().UTC(), why
		if err := v.Codes.SaveStanding(ctx, s); !errors.Is(err, ErrConflict) {
			return err
		}
	}
	return ErrConflict
}
