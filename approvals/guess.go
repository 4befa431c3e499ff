package approvals

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/approvals/binding"
	"bridge/approvals/decision"
	"bridge/approvals/guess"
	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/render"
)

// missed counts a wrong code that came while codes were locked, on all requests that it
// was compared with.
func (s *Service) missed(ctx context.Context, r binding.Reply) error {
	if !r.Known || binding.Verdict(r).Verdict == reply.None {
		return nil
	}
	open, err := s.finder.Waiting(ctx, r.Person.ID, binding.MostGuessable)
	if err != nil {
		return err
	}
	for _, rec := range open {
		if _, err := s.change(ctx, rec.ID, func(rec *request.Record) bool {
			return decision.Guess(rec, r.Guessed(binding.ACode), binding.MostGuesses)
		}); err != nil {
			return err
		}
	}
	return nil
}

// Guess counts one wrong code that came from an address, such as one that was typed on
// an approval page; key is of the attempt: the same one counts once. It returns the
// lock that holds there now, zero if there is none. The person whose address it is and
// the operators hear of a lock once.
func (s *Service) Guess(ctx context.Context, from message.Address, key string) (guess.Lock, error) {
	return s.guess(ctx, binding.Reply{From: from}, key)
}

// Locked returns the lock of codes from an address, zero if there is none: they must
// then not be looked up, and what is answered must not depend on them.
func (s *Service) Locked(ctx context.Context, from message.Address) (guess.Lock, error) {
	lock, err := s.o.Store.Locked(ctx, from)
	if err != nil {
		return guess.Lock{}, fmt.Errorf("approvals: look up a lock: %w", err)
	}
	return lock, nil
}

// guess counts wrong codes, and tells of the lock that these make. Only who is known
// hears of it; r has where they are answered, or nothing but From.
func (s *Service) guess(ctx context.Context, r binding.Reply, keys ...string) (guess.Lock, error) {
	lock, err := s.o.Store.Guess(ctx, r.Guesser(), keys[:min(len(keys), guess.Limit)])
	if err != nil {
		return guess.Lock{}, fmt.Errorf("approvals: count a wrong code: %w", err)
	}
	if !slices.Contains(keys, lock.By) {
		return lock, nil
	}
	return lock, s.tellLock(ctx, r, lock)
}

// tellLock tells of a lock. It may run again with the same one: that is once.
func (s *Service) tellLock(ctx context.Context, r binding.Reply, lock guess.Lock) error {
	s.o.Log.Warn("approvals: too many wrong codes from an address, codes from it are not looked up", "from", r.From.Masked(), "until", lock.Until)
	s.o.Observer.Alert(ctx, "codes "+string(r.From)+" "+lock.By, fmt.Sprintf(
		"%d wrong approval codes came from %s within %s. Codes from there are not looked up until %s, except for the person's own; buttons and replies to prompts still count.",
		guess.Limit, r.From.Masked(), guess.Window, lock.Until.UTC().Format(time.DateTime+" MST")))
	p, known, err := s.o.Directory.ByAddress(ctx, r.From)
	if err != nil {
		return fmt.Errorf("approvals: look up an address: %w", err)
	}
	ch := r.Channel
	if ch == "" {
		c, _ := s.desk.OfKind(r.From.Kind())
		ch = c.Name
	}
	if !known || ch == "" || r.Doubted {
		return nil
	}
	words := render.In(p.Language)
	out := message.Outbound{
		ID:      message.DerivedMessageID(time.Time{}, "locked", string(r.From), lock.By),
		Channel: ch, To: r.From, ToName: p.Name, Kind: message.Notice, Person: p.ID, Thread: r.Thread,
		Text: words.CodesLocked(lock.Until, p.Zone), CreatedAt: s.o.Now(),
	}
	if r.Thread.Parent == "" {
		out.Subject = words.LockedSubject()
	}
	return s.say(ctx, out)
}

// locked answers a reply with codes from an address that is locked, none of which is
// the sender's own: with nothing, since its sender has heard it. The message that made
// the lock tells it again, if that was cut off.
func (s *Service) locked(ctx context.Context, r binding.Reply) (string, error) {
	lock, err := s.o.Store.Locked(ctx, r.Guesser())
	if err != nil {
		return "", fmt.Errorf("approvals: look up a lock: %w", err)
	}
	if strings.HasPrefix(lock.By, r.Key+" ") {
		return "codes are locked", s.tellLock(ctx, r, lock)
	}
	return "codes are locked", s.missed(ctx, r)
}

// guesses are the keys of n wrong codes in one reply.
func guesses(r binding.Reply, n int) []string {
	var keys []string
	for i := range min(n, guess.Limit) {
		keys = append(keys, fmt.Sprint(r.Key, " ", i))
	}
	return keys
}
