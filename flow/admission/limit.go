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

// Limits are those of some people and groups.
type Limits struct {
	People map[message.PersonID]Limit
	Groups map[string]Limit
}

// Of is the limit of a person: their own, else the widest of their groups, else that of everybody.
func (l Limits) Of(p message.Person, everybody Limit) Limit {
	if mine, ok := l.People[p.ID]; ok && p.ID != "" {
		return mine
	}
	best, found := everybody, false
	for _, g := range p.Groups {
		if of, ok := l.Groups[g]; ok && (!found || of.wider(best)) {
			best, found = of, true
		}
	}
	return best
}

// wider reports whether l lets more through in the long run than another.
func (l Limit) wider(than Limit) bool {
	if l.N == 0 || than.N == 0 {
		return l.N == 0 && than.N != 0
	}
	return float64(l.N)/l.Per.Seconds() > float64(than.N)/than.Per.Seconds()
}

// limitOf is the limit of a sender. Anybody can write a From line: what nothing proves has
// the limit of everybody.
func (a *Service) limitOf(in message.Inbound, p message.Person) Limit {
	if limiter(in) != string(in.From) {
		return a.o.Limit
	}
	return a.o.Limits.Of(p, a.o.Limit)
}

// spends are the tokens that a message takes, and the limits that they are of: the zero limit is
// that of what looks like a loop.
type spends struct {
	tokens []Token
	limits [3]Limit
}

func (l Limit) token(key string) Token { return Token{key, l.N, l.Per} }

func (s *spends) add(l Limit, key string) {
	s.limits[len(s.tokens)] = l
	s.tokens = append(s.tokens, l.token(key))
}

// spends are the tokens of the sender, of the sender in the session ("" if it will be a new
// one), and of the same text in the one that the message names. A repetition of what was
// taken is never refused by a limit.
func (a *Service) spends(ch Channel, in message.Inbound, p message.Person, session, named message.SessionID) (all spends) {
	all.tokens = make([]Token, 0, len(all.limits))
	if l := a.limitOf(in, p); l.N > 0 {
		all.add(l, bucket(limiter(in)))
	}
	if session != "" && a.o.SessionLimit.N > 0 {
		all.add(a.o.SessionLimit, sessionBucket(limiter(in), session))
	}
	if named != "" && in.Unquoted != "" {
		all.tokens = append(all.tokens, Token{sameBucket(in, named), maxRepeats(ch, in), sameEvery})
	}
	return all
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
