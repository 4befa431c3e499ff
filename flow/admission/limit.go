package admission

import (
	"context"
	"fmt"
	"time"

	"bridge/adapters"
	"bridge/core/message"
)

// Limit bounds how many turns one sender may start, in all or in one session: a
// token bucket of N that refills evenly over Per. N = 0 never refuses.
type Limit struct {
	N   int
	Per time.Duration
	Key string // the config key that sets it
}

// spend takes a token of the sender, and one of the sender in the session ("" if
// it will be a new one), or returns a *adapters.LimitError and has taken none.
func (a *Service) spend(ctx context.Context, from string, session message.SessionID) error {
	if err := a.take(ctx, a.o.Limit, bucket(from)); err != nil {
		return err
	}
	if session == "" {
		return nil
	}
	err := a.take(ctx, a.o.SessionLimit, sessionBucket(from, session))
	if err != nil {
		a.giveBack(ctx, a.o.Limit, bucket(from))
	}
	return err
}

// unspend gives the tokens of a message back that started no turn.
func (a *Service) unspend(ctx context.Context, from string, session message.SessionID) {
	a.giveBack(ctx, a.o.Limit, bucket(from))
	if session != "" {
		a.giveBack(ctx, a.o.SessionLimit, sessionBucket(from, session))
	}
}

// take takes one token, or returns a *adapters.LimitError.
func (a *Service) take(ctx context.Context, l Limit, key string) error {
	if l.N == 0 {
		return nil
	}
	ok, wait, err := a.o.Buckets.Take(ctx, key, l.N, l.Per)
	if err != nil {
		return fmt.Errorf("admission: limit: %w", err)
	}
	if !ok {
		return &adapters.LimitError{Limit: l.Key, Text: fmt.Sprintf("too many messages: %s allows %d per %s", l.Key, l.N, l.Per), N: l.N, Per: l.Per, Wait: wait}
	}
	return nil
}

// giveBack returns a token that was taken for a message that started no turn. If
// that fails the sender has one turn less for a while.
func (a *Service) giveBack(ctx context.Context, l Limit, key string) {
	if l.N == 0 {
		return
	}
	if err := a.o.Buckets.Return(ctx, key, l.N, l.Per); err != nil {
		a.o.Log.Warn("admission: give a token back", "err", err)
	}
}

// limiter is whose limits a message spends. Anybody can write a From line: what nothing
// proves has limits of its own, besides those of the person whose address it is.
func limiter(in message.Inbound) string {
	if in.Trust != 0 && in.Trust < message.Carrier {
		return "unproven " + string(in.From)
	}
	return string(in.From)
}

// spendTenant takes a token of the tenant for the message of a system, or returns a
// *adapters.LimitError. A repetition of what was taken spends none.
func (a *Service) spendTenant(ctx context.Context, in message.Inbound, key string, t message.Tenant) (spent bool, err error) {
	l := a.o.TenantLimits[t]
	if l.N == 0 {
		return false, nil
	}
	if _, seen, err := a.o.Store.Admitted(ctx, in.Channel, key); err != nil || seen {
		return false, err
	}
	return true, a.take(ctx, l, tenantBucket(t))
}

func tenantBucket(t message.Tenant) string { return "turns of tenant " + string(t) }

func bucket(from string) string { return "turns " + from }

func sessionBucket(from string, session message.SessionID) string {
	return "turns " + string(session) + " " + from
}
