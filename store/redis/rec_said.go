package redis

import (
	"context"
	"strconv"
	"time"

	"bridge/approvals"
	"bridge/message"
	"bridge/outbox"
)

var (
	scriptSaid  = load("said")
	scriptGuess = load("guess")
)

// SaveSaid implements outbox.Store.
func (s *Store) SaveSaid(ctx context.Context, said outbox.Said) error {
	err := said.Check()
	if err == nil {
		_, k := ofChannel(keySaid, said.Channel, string(said.To))
		_, err = s.do(ctx, scriptSaid, []string{k}, string(said.Message), string(said.Approval), said.At.UnixMicro(), nonceText(), s.expiries().messages)
	}
	return failed("save what was said", err)
}

// LastSaid implements outbox.Store and approvals.Store.
func (s *Store) LastSaid(ctx context.Context, ch message.ChannelName, a message.Address) (outbox.Said, bool, error) {
	_, k := ofChannel(keySaid, ch, string(a))
	list, err := s.reads.HMGet(ctx, k, "m", "a", "t").Result()
	if err != nil {
		return outbox.Said{}, false, failed("last said", err)
	}
	f := flat(list)
	if len(f) != 3 || f[0] == "" {
		return outbox.Said{}, false, nil
	}
	us, err := strconv.ParseInt(f[2], 10, 64)
	if err != nil {
		return outbox.Said{}, false, failed("last said", errReply("said"))
	}
	return outbox.Said{
		Channel: ch, To: a, Message: message.MessageID(f[0]), Approval: message.ApprovalID(f[1]), At: time.UnixMicro(us).UTC(),
	}, true, nil
}

// Guess implements approvals.Store.
func (s *Store) Guess(ctx context.Context, from message.Address, keys []string) (approvals.Lock, error) {
	if err := approvals.CheckGuess(from, keys); err != nil {
		return approvals.Lock{}, failed("guess", err)
	}
	lock, err := s.guess(ctx, from, keys)
	return lock, failed("guess", err)
}

// Locked implements approvals.Store.
func (s *Store) Locked(ctx context.Context, from message.Address) (approvals.Lock, error) {
	lock, err := s.guess(ctx, from, nil)
	return lock, failed("locked", err)
}

func (s *Store) guess(ctx context.Context, from message.Address, keys []string) (approvals.Lock, error) {
	args := []any{approvals.GuessWindow.Microseconds(), approvals.GuessLimit, approvals.GuessLock.Microseconds()}
	for _, k := range keys {
		args = append(args, k)
	}
	reply, err := s.do(ctx, scriptGuess, []string{key(keyGuesses, recordShard(string(from)), hash(string(from)))}, args...)
	if err != nil {
		return approvals.Lock{}, err
	}
	list, _ := reply.([]any)
	if len(list) != 2 {
		return approvals.Lock{}, nil
	}
	f := flat(list)
	us, err := strconv.ParseInt(f[1], 10, 64)
	if err != nil {
		return approvals.Lock{}, errReply("guess")
	}
	return approvals.Lock{By: f[0], Until: time.UnixMicro(us).UTC()}, nil
}
