package operate

import (
	"errors"
	"slices"
	"strings"

	"bridge/flow/events"
)

// Events follows the events of this node from now, or from behind the one with the id
// after. types are patterns; none is all.
func (desk *Desk) Events(after string, types []string) (*events.Reader, error) {
	for _, p := range types {
		if !slices.ContainsFunc(events.Types(), func(t string) bool { return events.Matches([]string{p}, t) }) {
			return nil, refusef(Invalid, "no event is of the type %q; there are: %s", p, strings.Join(events.Types(), ", "))
		}
	}
	r, err := desk.o.Stream.Follow(after, types)
	if errors.Is(err, events.ErrReaders) {
		return nil, refusef(Conflict, "%v", err)
	}
	return r, err
}
