package operate

import (
	"context"
	"errors"
	"slices"
	"strings"

	"bridge/core/message"
	"bridge/flow/events"
)

// Events follows the events of this node from now, or from behind the one with the id
// after. types are patterns; none is all. Those of other tenants are among them: see Told.
func (desk *Desk) Events(who Caller, after string, types []string) (*events.Reader, error) {
	for _, p := range types {
		if !slices.ContainsFunc(events.Types(), func(t string) bool { return events.Matches([]string{p}, t) }) {
			return nil, refusef(Invalid, "no event is of the type %q; there are: %s", p, strings.Join(events.Types(), ", "))
		}
	}
	of := ""
	if who.Tenant != message.EveryTenant {
		of = string(who.Tenant.Or())
	}
	r, err := desk.o.Stream.Follow(after, types, of)
	if errors.Is(err, events.ErrReaders) {
		return nil, refusef(Conflict, "%v", err)
	}
	return r, err
}

// Told reports whether an event is the caller's to hear: one of the tenant's turns, requests or
// sessions. What is about none of them is for operators of the whole bridge.
func (desk *Desk) Told(ctx context.Context, who Caller, e events.Event) (bool, error) {
	if who.Tenant == message.EveryTenant {
		return true, nil
	}
	if e.Data == nil {
		return false, nil
	}
	of, err := desk.owners().of(ctx, e.Data.Turn, e.Data.Approval, e.Data.Session)
	return who.has(of), err
}
