package approvals

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/message"
	"bridge/queue"
	"bridge/render"
)

// Who sends GuessLimit wrong codes from one address within GuessWindow is not listened
// to for GuessLock: codes from there are not looked up any more.
const (
	GuessLimit  = 5
	GuessWindow = 10 * time.Minute
	GuessLock   = time.Hour
)

// mostGuesser is the longest address, in bytes, that guesses are counted by.
const mostGuesser = 512

// Lock says that codes from an address are not looked up.
type Lock struct {
	Until time.Time
	By    string // the key of the guess that made it
}

// CheckGuess returns why a Store does not count a guess, or nil.
func CheckGuess(from message.Address, keys []string) error {
	if from == "" || len(from) > mostGuesser || len(keys) == 0 || len(keys) > GuessLimit ||
		slices.ContainsFunc(keys, func(k string) bool { return k == "" || len(k) > 200 }) {
		return errors.New("a guess has an address of at most 512 bytes and 1 to 5 keys of at most 200")
	}
	return nil
}

// Guess counts one wrong code that came from an address, such as one that was typed on
// an approval page; key is of the attempt: the same one counts once. It returns
// whether codes from the address are locked now. The person whose address it is and
// the operators hear of a lock once.
func (s *Service) Guess(ctx context.Context, from message.Address, key string) (bool, error) {
	lock, err := s.guess(ctx, Reply{From: from}, key)
	return !lock.Until.IsZero(), err
}

// Locked reports whether codes from an address are locked now: they must then not be
// looked up, and what is answered must not depend on them.
func (s *Service) Locked(ctx context.Context, from message.Address) (bool, error) {
	lock, err := s.o.Store.Locked(ctx, from)
	if err != nil {
		return false, fmt.Errorf("approvals: look up a lock: %w", err)
	}
	return !lock.Until.IsZero(), nil
}

// unproven stands before an address that a message only says it is from.
const unproven = "unproven "

// guesser is whose wrong codes count together. Whoever can write a From line must not
// lock out the person whose address it is: what is not proven counts on its own.
//
// A stranger's address can be longer than a Store takes: it counts by its digest.
func (r Reply) guesser() message.Address {
	from := r.From
	if r.Trust != 0 && r.Trust < message.Carrier {
		from = unproven + from
	}
	if len(from) > mostGuesser {
		from = message.Address(fmt.Sprintf("%s:%x", from.Kind(), sha256.Sum256([]byte(from))))
	}
	return from
}

// guess counts wrong codes, and tells of the lock that these make. Only who is known
// hears of it; r has where they are answered, or nothing but From.
func (s *Service) guess(ctx context.Context, r Reply, keys ...string) (Lock, error) {
	lock, err := s.o.Store.Guess(ctx, r.guesser(), keys[:min(len(keys), GuessLimit)])
	if err != nil {
		return Lock{}, fmt.Errorf("approvals: count a wrong code: %w", err)
	}
	if !slices.Contains(keys, lock.By) {
		return lock, nil
	}
	return lock, s.tellLock(ctx, r, lock)
}

// tellLock tells of a lock. It may run again with the same one: that is once.
func (s *Service) tellLock(ctx context.Context, r Reply, lock Lock) error {
	s.o.Log.Warn("approvals: too many wrong codes from an address, codes from it are not looked up", "from", r.From.Masked(), "until", lock.Until)
	s.o.Alert(ctx, "codes "+string(r.From)+" "+lock.By, fmt.Sprintf(
		"%d wrong approval codes came from %s within %s. Codes from there are not looked up until %s; buttons and replies to prompts still count.",
		GuessLimit, r.From.Masked(), GuessWindow, lock.Until.UTC().Format(time.DateTime+" MST")))
	p, known, err := s.o.Directory.ByAddress(ctx, r.From)
	if err != nil {
		return fmt.Errorf("approvals: look up an address: %w", err)
	}
	ch := r.Channel
	if i := slices.IndexFunc(s.o.Channels, func(c Channel) bool { return c.Kind == r.From.Kind() }); ch == "" && i >= 0 {
		ch = s.o.Channels[i].Name
	}
	if !known || ch == "" {
		return nil
	}
	out := message.Outbound{
		ID:      message.DerivedMessageID(time.Time{}, "locked", string(r.From), lock.By),
		Channel: ch, To: r.From, ToName: p.Name, Kind: message.Notice, Person: p.ID, Thread: r.Thread,
		Text: render.In(p.Language).CodesLocked(lock.Until, p.Zone), CreatedAt: s.o.Now(),
	}
	if r.Thread.Parent == "" {
		out.Subject = "Too many wrong codes"
	}
	it, err := s.noticeItem(out)
	if err != nil {
		return err
	}
	if err := s.o.Lanes.Enqueue(ctx, []queue.Item{it}...); err != nil {
		return fmt.Errorf("approvals: tell of a lock: %w", err)
	}
	return nil
}

// locked answers a reply with codes from an address that is locked: with nothing, since
// its sender has heard it. The message that made the lock tells it again, if that was
// cut off.
func (s *Service) locked(ctx context.Context, r Reply) (string, error) {
	lock, err := s.o.Store.Locked(ctx, r.guesser())
	if err != nil {
		return "", fmt.Errorf("approvals: look up a lock: %w", err)
	}
	if strings.HasPrefix(lock.By, r.Key+" ") {
		err = s.tellLock(ctx, r, lock)
	}
	return "codes are locked", err
}

// guesses are the keys of n wrong codes in one reply.
func guesses(r Reply, n int) []string {
	var keys []string
	for i := range min(n, GuessLimit) {
		keys = append(keys, fmt.Sprint(r.Key, " ", i))
	}
	return keys
}
