package outbox

import (
	"context"
	"errors"
	"hash/fnv"
	"log/slog"
	"sync"
	"time"

	"bridge/adapters"
	"bridge/message"
	"bridge/queue"
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

// finder returns the sender as one whose provider is asked about a message in doubt.
// Where the receiver knows a repetition by its id nobody needs to be asked.
func finder(s adapters.Sender) (adapters.Finder, bool) {
	f, ok := s.(adapters.Finder)
	return f, ok && !s.Caps().KnownByID
}

// open records that an attempt is about to begin, where the provider can be asked
// about it later, or may report of it before it has answered.
func (o *Outbox) open(ctx context.Context, c *queue.Claim, out message.Outbound, prev Send, sender adapters.Sender) (Send, error) {
	if _, ok := finder(sender); !ok {
		return prev, nil
	}
	s := prev
	s.ID, s.Channel, s.To, s.Kind, s.Session, s.Turn = out.ID, out.Channel, out.To, out.Kind, out.Session, out.Turn
	s.Approval, s.Person, s.State, s.Attempts, s.Replay = out.Approval, out.Person, Sending, c.Attempts, c.Replays
	s.BegunAt = o.o.Now()
	s.UpdatedAt = s.BegunAt
	if prev.ID == "" {
		return s, o.o.Store.SaveSend(ctx, c, s)
	}
	done, err := o.o.Store.Settle(ctx, s, Sending)
	if err == nil && !done {
		err = errOvertaken
	}
	return s, err
}

// errOvertaken says that a message needs no attempt any more: its record says what
// became of it.
var errOvertaken = errors.New("the provider has reported of it")

// doubt gives an item back whose attempt may have gone out: the provider is asked
// before anything else. s is its record after the attempt.
func (o *Outbox) doubt(ctx context.Context, log *slog.Logger, c *queue.Claim, s, prev Send) {
	s.Doubt = &Doubt{Since: prev.BegunAt, At: s.UpdatedAt}
	switch {
	case prev.Doubt != nil:
		s.Doubt.Since = prev.Doubt.Since
	case s.Doubt.Since.IsZero():
		s.Doubt.Since = c.EnqueuedAt
	}
	o.retry(ctx, log, c, s, queue.Retry{At: o.o.Now().Add(jitter(firstAsk)), Why: "in doubt: the provider is asked", Doubt: true})
}

// find asks the provider about a message in doubt. It reports true when nothing is to
// be sent now: it went out, nobody knows yet, or it is given up. False: it certainly
// did not go out, and is repeated, once.
func (o *Outbox) find(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, prev Send, sender adapters.Sender, f adapters.Finder) (Send, bool) {
	if prev.Doubt == nil || !prev.BegunAt.IsZero() { // the process died in the attempt
		s := o.send(out, c, prev, Sending, "in_doubt", "in_doubt", "the process stopped during the attempt")
		s.Attempts = c.Attempts
		log.Warn("outbox: in doubt after a stop, the provider will be asked")
		o.doubt(ctx, log, c, s, prev)
		return prev, true
	}
	// One at a time for each recipient: of two with the same words both would find the same.
	mu := shard(&o.asking, string(out.Channel)+" "+string(out.To))
	if !mu.TryLock() {
		o.wait(ctx, log, c, jitter(time.Second), "in doubt: the provider is asked about another message")
		return prev, true
	}
	defer mu.Unlock()
	try, done := context.WithTimeout(ctx, askTimeout)
	receipt, found, err := f.Find(try, out, prev.Doubt.Since, o.taken(try, out, prev))
	done()
	if err != nil && ctx.Err() != nil { // stopping, or the claim is lost
		o.release(ctx, log, c)
		return prev, true
	}
	// The provider may have reported of it while it was asked.
	s, ok := o.previous(ctx, log, c, out)
	switch {
	case !ok:
		return prev, true
	case s.ID != "" && s.State != Sending:
		o.conclude(ctx, log, c, out, sender, s)
		return prev, true
	}
	now := o.o.Now()
	patience := askFor
	if out.Kind == message.Prompt {
		patience = askForPrompt
	}
	old := now.Sub(prev.Doubt.At)
	switch {
	case err != nil && old >= patience:
		log.Error("outbox: outcome unknown, the provider cannot say it", "err", masked(err, out.To))
		s := o.send(out, c, prev, Unknown, "not_known", prev.Code, "the message may have gone out: the provider could not say it")
		s.Attempts, s.History = c.Attempts, noted(prev.History, s.History[len(s.History)-1])
		o.settle(ctx, log, c, out, s)
	case err != nil:
		wait := min(jitter(min(max(old, firstAsk), lastAsk)), patience-old)
		log.Warn("outbox: in doubt, the provider cannot say it yet", "wait", wait, "err", masked(err, out.To))
		s := prev
		s.UpdatedAt, s.History = now, noted(prev.History, Attempt{At: now, Result: "not_known", Detail: cut(masked(err, out.To), 200)})
		o.retry(ctx, log, c, s, queue.Retry{At: now.Add(wait), Why: "in doubt: the provider cannot say it yet", Doubt: true})
	case found:
		o.found(ctx, log, c, out, prev, receipt)
	case c.Doubts > 0:
		log.Error("outbox: outcome unknown, not found after its repetition")
		s := o.send(out, c, prev, Unknown, "not_found", prev.Code, "in doubt twice; the provider does not have it")
		s.Attempts = c.Attempts
		o.settle(ctx, log, c, out, s)
	case !prev.FirstAt.IsZero() && now.Sub(prev.FirstAt) >= o.o.GiveUp:
		log.Error("outbox: gave up, it certainly did not go out")
		s := o.send(out, c, prev, Failed, "not_found", prev.Code, "given up after "+o.o.GiveUp.String())
		s.Attempts = c.Attempts
		o.settle(ctx, log, c, out, s)
	default:
		log.Warn("outbox: it certainly did not go out: repeated once")
		prev.History = extended(prev.History, Attempt{At: now, Result: "not_found", Detail: "the provider does not have it: repeated once"})
		return prev, false
	}
	return prev, true
}

// taken says of an id of the provider's whether it belongs to another message.
func (o *Outbox) taken(ctx context.Context, out message.Outbound, prev Send) func(message.Ref) (bool, error) {
	return func(ref message.Ref) (bool, error) {
		if ref != "" && string(ref) == prev.ProviderID { // found before, and then a crash
			return false, nil
		}
		_, hit, err := o.o.Target(ctx, out.Channel, ref)
		return hit, err
	}
}

// found settles a message in doubt that the provider has. Of two messages with the
// same words whichever is in the thread index first has it.
func (o *Outbox) found(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, prev Send, receipt message.Receipt) {
	s := o.send(out, c, prev, Sent, "found", "", "in doubt, and found at the provider")
	s.Attempts, s.ProviderID, s.Code = c.Attempts, receipt.ProviderID, ""
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	candidate := prev
	candidate.ProviderID = receipt.ProviderID
	mine, err := o.own(rec, c, out, candidate, receipt.Refs)
	switch {
	case err != nil: // the claim runs out, and it is asked again
		o.warn(log, "index receipt", err)
	case !mine:
		log.Warn("outbox: in doubt, what was found is another message")
		candidate.ProviderID = ""
		o.retry(ctx, log, c, candidate, queue.Retry{At: o.o.Now().Add(jitter(time.Second)), Why: "in doubt: what was found is another message", Doubt: true})
	default:
		log.Info("outbox: in doubt, and found at the provider")
		o.o.Metrics.Attempt(out.Channel, "found")
		o.settle(ctx, log, c, out, s)
	}
}

// own puts the refs of what was found into the thread index, and reports whether they
// are this message's there.
func (o *Outbox) own(ctx context.Context, c *queue.Claim, out message.Outbound, s Send, refs []message.Ref) (bool, error) {
	if err := o.o.Store.SaveSend(ctx, c, s); err != nil {
		return false, err
	}
	entries := indexed(out, refs...)
	if err := o.o.Store.Index(ctx, out.Channel, entries...); err != nil {
		return false, err
	}
	for _, e := range entries {
		is, hit, err := o.o.Target(ctx, out.Channel, e.Ref)
		if err != nil {
			return false, err
		}
		if hit && is != e {
			return false, nil
		}
	}
	return true, nil
}

// overtaken returns the record as it is now, at the end of an attempt: the provider
// may have reported of the message meanwhile. It reports true if that has settled it.
func (o *Outbox) overtaken(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, prev Send, sender adapters.Sender, receipt message.Receipt, sent error) (Send, bool) {
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	s, found, err := o.o.Store.Send(rec, out.ID)
	if err != nil || !found || s.Replay != c.Replays {
		o.warn(log, "read send", err)
		return prev, false
	}
	if s.State == Sending {
		return s, false
	}
	s.Attempts = c.Attempts + 1
	result := "sent"
	if sent != nil {
		result = "in_doubt"
	}
	o.o.Metrics.Attempt(out.Channel, result)
	o.letGo(out, prev)
	if sent == nil && receipt.ProviderID != s.ProviderID {
		log.Error("outbox: the provider has the message twice", "provider", s.ProviderID, "second", receipt.ProviderID)
		o.warn(log, "index receipt", o.o.Store.Index(rec, out.Channel, indexed(out, receipt.Refs...)...))
	}
	if _, err := o.o.Store.Settle(rec, s, s.State); err != nil { // the count of attempts only
		o.warn(log, "save send", err)
	}
	o.conclude(ctx, log, c, out, sender, s)
	return s, true
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
