package outbox

import (
	"context"
	"sync"
	"time"

	"bridge/core/message"
	"bridge/internal/retry"
)

// The waits between the attempts of a channel whose credentials or settings are refused:
// doubled from the first to the last, ± 20 %. So few logins lock no account.
const (
	firstRefused = 10 * time.Second
	lastRefused  = 5 * time.Minute
)

// refusedLook is how long a message of such a channel waits until it is looked at again,
// ± 20 %: what a reload has mended goes out within that.
const refusedLook = 10 * time.Second

// triedFor is how long the one attempt at a time keeps others from trying.
const triedFor = 30 * time.Second

// refusedFor is how long after the n-th refusal (from 1) nothing is tried.
func refusedFor(n int) time.Duration {
	if n > 5 { // 10 s · 2^5 is more than five minutes
		return lastRefused
	}
	return firstRefused << max(n-1, 0)
}

// refusals are the channels whose credentials or settings were refused at the last
// attempt, which is of the channel and not of a message: one attempt at a time is made
// until it is taken. They are of this node and in memory: after a reload it is tried at once.
type refusals struct {
	mu sync.Mutex
	m  map[message.ChannelName]refusal
}

type refusal struct {
	n     int       // in a row, of attempts that did not begin at the same time
	since time.Time // of the first
	last  time.Time
	code  string
	next  time.Time // when one may be tried
}

// of returns the refusal of a channel; false if it is not refused.
func (r *refusals) of(ch message.ChannelName) (refusal, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	x, ok := r.m[ch]
	return x, ok
}

// enter returns how long a channel is not tried; 0 lets one in, and no other before that
// has ended.
func (r *refusals) enter(ch message.ChannelName, now time.Time) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	x, ok := r.m[ch]
	switch {
	case !ok:
		return 0
	case now.Before(x.next):
		return x.next.Sub(now)
	}
	x.next = now.Add(triedFor)
	r.m[ch] = x
	return 0
}

// leave notes how an attempt ended that began at a time.
func (r *refusals) leave(ch message.ChannelName, began, now time.Time, err *message.SendError) {
	r.mu.Lock()
	defer r.mu.Unlock()
	x, ok := r.m[ch]
	switch {
	case err != nil && err.Kind == message.SendConfig:
		if ok && began.Before(x.last) { // one of those that were under way
			return
		}
		if !ok {
			x.since = now
		}
		x.n++
		x.last, x.code, x.next = now, code(err), now.Add(retry.Jitter(refusedFor(x.n), 0.2))
	case !ok:
		return
	case err == nil || err.Kind == message.SendRejected || err.Kind == message.SendOptedOut || err.Kind == message.SendWindow:
		delete(r.m, ch) // the provider knows us
		return
	default: // it says nothing of the settings
		x.next = now.Add(firstRefused)
	}
	if r.m == nil {
		r.m = map[message.ChannelName]refusal{}
	}
	r.m[ch] = x
}

// refused says what becomes of a message if its channel, or itself the last time, was
// refused for the sake of the channel's settings: it waits on, is given up, or is tried.
func (o *Outbox) refused(ctx context.Context, a *attempt) step {
	now := o.o.Now()
	a.looked = now
	x, closed := o.refusals.of(a.out.Channel)
	wait := a.refusedUntil(o.began).Sub(now)
	if wait <= 0 && !closed || o.another(ctx, *a) {
		return step{do: try}
	}
	if closed && !a.claim.InDoubt && now.Sub(a.waits(x.since)) >= o.o.GiveUp {
		s := a.failed(now, Failed, string(message.SendConfig), x.code, "given up after "+o.o.GiveUp.String(), "gave up, the channel's settings are refused")
		s.held, s.args = a.letGo(), []any{"code", x.code}
		return s
	}
	if wait <= 0 {
		wait = o.refusals.enter(a.out.Channel, now)
	}
	if wait <= 0 {
		return step{do: try}
	}
	return a.later(min(max(wait, time.Second), refusedLook), true, "the channel's credentials or settings are refused")
}

// refusedUntil is until when a message is not tried whose last attempt since the outbox
// began was refused for the sake of the channel's settings; zero if it was not.
func (a attempt) refusedUntil(began time.Time) time.Time {
	h := a.prev.History
	if len(h) == 0 || h[len(h)-1].Result != string(message.SendConfig) || a.prev.State != Sending || h[len(h)-1].At.Before(began) {
		return time.Time{}
	}
	return h[len(h)-1].At.Add(refusedFor(a.claim.Attempts))
}

// waits is since when a message waits for a channel that is refused since a time: giving
// up counts from then, or from its first attempt. A pause before that does not count.
func (a attempt) waits(since time.Time) time.Time {
	if a.claim.EnqueuedAt.After(since) {
		since = a.claim.EnqueuedAt
	}
	if first := a.prev.FirstAt; !first.IsZero() && first.Before(since) {
		return first
	}
	return since
}

// another reports whether a prompt that its channel refuses has another way: it fails
// then, and that is taken.
func (o *Outbox) another(ctx context.Context, a attempt) bool {
	if !waitedFor(a.out) {
		return false
	}
	another, err := o.o.Host.Another(ctx, a.out)
	o.warn(a.log, "look for another way", err)
	return err == nil && another
}
