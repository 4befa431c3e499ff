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

// spend is a token that a message takes, and the limit that it is of: the zero limit is that
// of what looks like a loop.
type spend struct {
	Token
	limit Limit
}

func (l Limit) of(key string) spend { return spend{Token{key, l.N, l.Per}, l} }

// spends are the tokens of the sender, of the sender in the session ("" if it will be a new
// one), and of the same text in the one that the message names. A repetition of what was
// taken is never refused by a limit.
func (a *Service) spends(ch Channel, in message.Inbound, session, named message.SessionID) (all []spend) {
	if a.o.Limit.N > 0 {
		all = append(all, a.o.Limit.of(bucket(limiter(in))))
	}
	if session != "" && a.o.SessionLimit.N > 0 {
		all = append(all, a.o.SessionLimit.of(sessionBucket(limiter(in), session)))
	}
	if named != "" && in.Unquoted != "" {
		all = append(all, spend{Token: Token{sameBucket(in, named), maxRepeats(ch, in), sameEvery}})
	}
	return all
}

func tokens(all []spend) []Token {
	ts := make([]Token, len(all))
	for i, s := range all {
		ts[i] = s.Token
	}
	return ts
}

// met is the error of who has met the limit.
func (l Limit) met(wait time.Duration) *adapters.LimitError {
	return &adapters.LimitError{Limit: l.Key, Text: fmt.Sprintf("too many messages: %s allows %d per %s", l.Key, l.N, l.Per), N: l.N, Per: l.Per, Wait: wait}
}

// giveBack returns a token that was taken for an answer that is not given. If that fails
// the sender has one less for a while.
func (a *Service) giveBack(ctx context.Context, l Limit, key string) {
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

func tenantBucket(t message.Tenant) string { return "turns of tenant " + string(t) }

func bucket(from string) string { return "turns " + from }

func sessionBucket(from string, session message.SessionID) string {
	return "turns " + string(session) + " " + from
}
