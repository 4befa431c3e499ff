package operate

import (
	"context"
	"errors"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/outbox"
)

// has reports whether the caller may see what is of a tenant; "" is what belongs to none: to
// the whole bridge, whose operators alone see it.
func (c Caller) has(of message.Tenant) bool {
	return c.Tenant == message.EveryTenant || of != "" && c.Tenant.Sees(of)
}

// owners says whose records are that have no tenant of their own; it remembers what it looked up.
// It is of one call.
type owners struct {
	desk  *Desk
	known map[string]message.Tenant
}

func (desk *Desk) owners() owners { return owners{desk, map[string]message.Tenant{}} }

// of is the tenant of the first that is there: a turn, a request, a session. "" if none is.
func (o owners) of(ctx context.Context, turn message.TurnID, approval message.ApprovalID, session message.SessionID) (message.Tenant, error) {
	for _, about := range []struct {
		id   string
		find func() (message.Tenant, error)
	}{
		{string(turn), func() (message.Tenant, error) {
			t, ok, err := o.desk.o.Store.Turn(ctx, turn)
			return found(t.Tenant, ok, err)
		}},
		{string(approval), func() (message.Tenant, error) {
			r, err := o.desk.o.Approvals.Get(ctx, approval)
			if errors.Is(err, request.ErrNotFound) {
				return "", nil
			}
			return found(r.Tenant, true, err)
		}},
		{string(session), func() (message.Tenant, error) {
			s, ok, err := o.desk.o.Store.Session(ctx, session)
			return found(s.Tenant, ok, err)
		}},
	} {
		if about.id == "" {
			continue
		}
		t, ok := o.known[about.id]
		if !ok {
			var err error
			if t, err = about.find(); err != nil {
				return "", err
			}
			o.known[about.id] = t
		}
		if t != "" {
			return t, nil
		}
	}
	return "", nil
}

func found(t message.Tenant, ok bool, err error) (message.Tenant, error) {
	if err != nil || !ok {
		return "", err
	}
	return t.Or(), nil
}

// sees reports whether the caller may see a send.
func (o owners) sees(ctx context.Context, who Caller, s outbox.Send) (bool, error) {
	if who.Tenant == message.EveryTenant {
		return true, nil
	}
	t, err := o.of(ctx, s.Turn, s.Approval, s.Session)
	return who.has(t), err
}
