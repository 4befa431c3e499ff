package outbox

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"log/slog"
	"sync"
	"time"

	"bridge/adapters"
	"bridge/core/excerpt"
	"bridge/core/message"
)

// Doubt is about attempts of which nobody knows whether they went out.
type Doubt struct {
	Since time.Time `json:"since"` // begin of the first of them: the provider is asked about what came from then on
	At    time.Time `json:"at"`    // when the last of them was noticed: asking ends some time after that
}

// The waits between questions about a message in doubt: as long as the doubt is old,
// between these two. A provider does not list a message in the moment it takes it.
const (
	firstAsk = 15 * time.Second
	lastAsk  = 10 * time.Minute
)

// The provider is asked for so long. Then the message is unknown: an operator settles
// it, or a report of the provider does. A prompt has other addresses to go to.
const (
	askFor       = time.Hour
	askForPrompt = 10 * time.Minute
)

// askTimeout bounds one question.
const askTimeout = time.Minute

// open records that an attempt is about to begin, where the provider can be asked
// about it later, or may report of it before it has answered.
func (o *Outbox) open(ctx context.Context, a attempt) (Send, error) {
	if _, finds := a.finder(); !finds {
		return a.prev, nil
	}
	s := a.prev
	s.ID, s.Channel, s.To, s.Kind, s.Session, s.Turn = a.out.ID, a.out.Channel, a.out.To, a.out.Kind, a.out.Session, a.out.Turn
	s.Approval, s.Person, s.State, s.Attempts, s.Replay = a.out.Approval, a.out.Person, Sending, a.claim.Attempts, a.claim.Replays
	s.Agent, s.Tenant, s.Segments = a.out.Agent, a.out.Tenant, a.segments()
	s.BegunAt = o.o.Now()
	s.UpdatedAt = s.BegunAt
	if a.prev.ID == "" {
		return s, o.o.Store.SaveSend(ctx, a.claim, s)
	}
	done, err := o.o.Store.Settle(ctx, s)
	if err == nil && !done {
		err = errOvertaken
	}
	return s, err
}

// errOvertaken says that a message needs no attempt any more: its record says what
// became of it.
var errOvertaken = errors.New("the provider has reported of it")

// doubted gives an item back whose attempt may have gone out: the provider is asked
// before anything else. s is its record after the attempt.
func (a attempt) doubted(s Send) step {
	s.Doubt = &Doubt{Since: a.prev.BegunAt, At: s.UpdatedAt}
	switch {
	case a.prev.Doubt != nil:
		s.Doubt.Since = a.prev.Doubt.Since
	case s.Doubt.Since.IsZero():
		s.Doubt.Since = a.claim.EnqueuedAt
	}
	return step{do: again, send: s, wait: firstAsk, about: true, why: "in doubt: the provider is asked", doubt: true}
}

// resume says what becomes of a message whose last attempt is in doubt. With try it goes on
// with the record that is returned.
func (o *Outbox) resume(ctx context.Context, a attempt) (Send, step) {
	now := o.o.Now()
	f, finds := a.finder()
	caps := a.sender.Caps()
	switch {
	case finds && (a.prev.Doubt == nil || !a.prev.BegunAt.IsZero()): // the process died in the attempt
		s := a.doubted(a.untried(now, Sending, "in_doubt", "in_doubt", "the process stopped during the attempt"))
		s.level, s.line = slog.LevelWarn, "in doubt after a stop, the provider will be asked"
		return a.prev, s
	case finds:
		return o.find(ctx, a, f)
	case caps.Repeatable || caps.KnownByID && a.claim.Doubts < maxDoubts:
		a.log.Warn("outbox: repeating a send whose outcome is unknown; the receiver knows it by its id")
		return a.prev, step{do: try}
	}
	return a.prev, a.failed(now, Unknown, "in_doubt", "in_doubt", "an attempt may have gone out", "outcome unknown, not repeated")
}

// find asks the provider about a message in doubt.
func (o *Outbox) find(ctx context.Context, a attempt, f adapters.Finder) (Send, step) {
	// One at a time for each recipient: of two with the same words both would find the same.
	mu := shard(&o.asking, string(a.out.Channel)+" "+string(a.out.To))
	if !mu.TryLock() {
		return a.prev, a.later(time.Second, true, "in doubt: the provider is asked about another message")
	}
	defer mu.Unlock()
	limited, done := context.WithTimeout(ctx, askTimeout)
	receipt, found, err := f.Find(limited, a.out, a.prev.Doubt.Since, o.taken(limited, a))
	done()
	if err != nil && ctx.Err() != nil { // stopping, or the claim is lost
		return a.prev, step{do: release}
	}
	// The provider may have reported of it while it was asked.
	s, ok := o.previous(ctx, a)
	if s.ID != "" {
		a.prev = s
	}
	switch {
	case !ok:
		return a.prev, step{}
	case s.ID != "" && s.State != Sending:
		return a.prev, step{do: conclude, send: s}
	case err == nil && found:
		return a.prev, o.found(ctx, a, receipt)
	}
	return a.asked(err, o.o.Now(), o.o.GiveUp)
}

// asked says what follows where the provider does not have a message in doubt, or err says
// why it is not known.
func (a attempt) asked(err error, now time.Time, giveUp time.Duration) (Send, step) {
	patience := askFor
	if waitedFor(a.out) {
		patience = askForPrompt
	}
	prev, old := a.prev, now.Sub(a.prev.Doubt.At)
	switch {
	case err != nil && old >= patience:
		s := a.failed(now, Unknown, "not_known", prev.Code, "the message may have gone out: the provider could not say it", "outcome unknown, the provider cannot say it")
		s.send.History = noted(prev.History, s.send.History[len(s.send.History)-1])
		s.args = []any{"err", masked(err, a.out.To)}
		return prev, s
	case err != nil:
		s := step{
			do: again, send: prev, wait: min(max(old, firstAsk), lastAsk), about: true, most: patience - old, why: "in doubt: the provider cannot say it yet", doubt: true,
			level: slog.LevelWarn, line: "in doubt, the provider cannot say it yet", args: []any{"err", masked(err, a.out.To)},
		}
		s.send.UpdatedAt, s.send.History = now, noted(prev.History, Attempt{At: now, Result: "not_known", Detail: excerpt.Cut(masked(err, a.out.To), 200)})
		return prev, s
	case a.claim.Doubts > 0:
		return prev, a.failed(now, Unknown, "not_found", prev.Code, "in doubt twice; the provider does not have it", "outcome unknown, not found after its repetition")
	case !prev.FirstAt.IsZero() && now.Sub(prev.FirstAt) >= giveUp:
		return prev, a.failed(now, Failed, "not_found", prev.Code, "given up after "+giveUp.String(), "gave up, it certainly did not go out")
	}
	a.log.Warn("outbox: it certainly did not go out: repeated once")
	prev.History = extended(prev.History, Attempt{At: now, Result: "not_found", Detail: "the provider does not have it: repeated once"})
	return prev, step{do: try}
}

// taken says of an id of the provider's whether it belongs to another message.
func (o *Outbox) taken(ctx context.Context, a attempt) func(message.Ref) (bool, error) {
	return func(ref message.Ref) (bool, error) {
		if ref != "" && string(ref) == a.prev.ProviderID { // found before, and then a crash
			return false, nil
		}
		hits, err := o.o.Store.Targets(ctx, a.out.Channel, []message.Ref{ref})
		return len(hits) > 0, err
	}
}

// found says what follows where the provider has a message in doubt. Of two messages with
// the same words whichever is in the thread index first has it.
func (o *Outbox) found(ctx context.Context, a attempt, receipt message.Receipt) step {
	s := a.untried(o.o.Now(), Sent, "found", "", "in doubt, and found at the provider")
	s.ProviderID, s.Code = receipt.ProviderID, ""
	s.Segments = cmp.Or(receipt.Segments, s.Segments)
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	candidate := a.prev
	candidate.ProviderID = receipt.ProviderID
	mine, err := o.own(rec, a, candidate, receipt.Refs)
	switch {
	case err != nil: // the claim runs out, and it is asked again
		o.warn(a.log, "index receipt", err)
		return step{}
	case !mine:
		candidate.ProviderID = ""
		return step{
			do: again, send: candidate, wait: time.Second, about: true, why: "in doubt: what was found is another message", doubt: true,
			level: slog.LevelWarn, line: "in doubt, what was found is another message",
		}
	}
	return step{do: settle, send: s, count: "found", level: slog.LevelInfo, line: "in doubt, and found at the provider"}
}

// own puts the refs of what was found into the thread index, and reports whether they
// are this message's there.
func (o *Outbox) own(ctx context.Context, a attempt, s Send, refs []message.Ref) (bool, error) {
	if err := o.o.Store.SaveSend(ctx, a.claim, s); err != nil {
		return false, err
	}
	entries := indexed(a.out, refs...)
	if err := o.o.Store.Index(ctx, a.out.Channel, entries...); err != nil {
		return false, err
	}
	for _, e := range entries {
		is, err := o.o.Store.Targets(ctx, a.out.Channel, []message.Ref{e.Ref})
		if err != nil || len(is) > 0 && is[0] != e {
			return false, err
		}
	}
	return true, nil
}

// overtaken returns the record as it is now, at the end of an attempt: the provider
// may have reported of the message meanwhile. With conclude that has settled it.
func (o *Outbox) overtaken(ctx context.Context, a attempt, receipt message.Receipt, sent error) (Send, step) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	s, found, err := o.o.Store.Send(ctx, a.out.ID)
	if err != nil || !found || s.Replay != a.claim.Replays {
		o.warn(a.log, "read send", err)
		return a.prev, step{do: try}
	}
	if s.State == Sending {
		return s, step{do: try}
	}
	s.Attempts = a.claim.Attempts + 1
	done := step{do: conclude, send: s, count: "sent", held: a.letGo()}
	if sent != nil {
		done.count = "in_doubt"
	}
	if sent == nil && receipt.ProviderID != s.ProviderID {
		a.log.Error("outbox: the provider has the message twice", "provider", s.ProviderID, "second", receipt.ProviderID)
		o.warn(a.log, "index receipt", o.o.Store.Index(ctx, a.out.Channel, indexed(a.out, receipt.Refs...)...))
	}
	o.count(ctx, a, s)
	return s, done
}

// count stores the count of attempts in the record of a message that a report has settled.
func (o *Outbox) count(ctx context.Context, a attempt, s Send) {
	if _, err := o.o.Store.Settle(ctx, s); err != nil { // another report may be faster: it is the count only
		o.warn(a.log, "save send", err)
	}
}

// shards are locks by a hash of what they guard.
type shards [64]sync.Mutex

func shard(s *shards, of string) *sync.Mutex {
	h := fnv.New32a()
	_, _ = h.Write([]byte(of)) // never fails
	return &s[h.Sum32()%uint32(len(s))]
}

// noted adds an entry to a history, in the place of one before it that says the same.
func noted(h []Attempt, a Attempt) []Attempt {
	if n := len(h); n > 0 && h[n-1].Result == a.Result {
		h = h[:n-1]
	}
	return extended(h, a)
}
