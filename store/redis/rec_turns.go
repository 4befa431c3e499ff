package redis

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	goredis "github.com/redis/go-redis/v9"

	"bridge/message"
	"bridge/queue"
	"bridge/turns"
)

var (
	opsStep   = loadOps("rec_step")
	opsBefore = loadOps("rec_before")
)

// RecordStep implements turns.Store: one write, since a turn, its steps and its
// session are in one slot. It sets s.N.
func (s *Store) RecordStep(ctx context.Context, t turns.Turn, step turns.Step) (turns.Step, bool, error) {
	record, err := s.beginStep(ctx, t, step)
	if err != nil {
		return turns.Step{}, false, failed("record step", err)
	}
	stored, first, err := record()
	return stored, first, failed("record step", err)
}

// beginStep sends the outcome of a step off. What it returns waits for it.
func (s *Store) beginStep(ctx context.Context, t turns.Turn, step turns.Step) (wait func() (turns.Step, bool, error), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t.State = step.State
	record, err := encode(t)
	if err != nil {
		return nil, err
	}
	body, err := encode(step)
	if err != nil {
		return nil, err
	}
	ses, exp := keysOf(t.Session), s.expiries()
	o := ops{s: s}
	o.add(opsStep, ses.shard,
		[]any{ses.ofTurn(keyTurn, step.Turn), ses.key(keySession)},
		step.Key, string(t.ID), string(t.Session), record, body, nonceText(), exp.messages, exp.held)
	return func() (turns.Step, bool, error) {
		replies, err := o.wait(ctx)
		if err != nil {
			return turns.Step{}, false, err
		}
		text, _ := replies[0].(string)
		n, stored, err := stepValue(text)
		if err != nil {
			return turns.Step{}, false, err
		}
		if stored == "" {
			step.N = n
			return step, true, nil
		}
		old, err := stepOf(n, stored)
		return old, false, err
	}, nil
}

// stepValue takes the value of a step apart: its number, its nonce and its record.
func stepValue(text string) (n int, record string, err error) {
	number, rest, _ := strings.Cut(text, " ")
	if n, err = strconv.Atoi(number); err != nil {
		return 0, "", fmt.Errorf("damaged record of a step: %w", err)
	}
	_, record, _ = strings.Cut(rest, " ")
	return n, record, nil
}

func stepOf(n int, record string) (step turns.Step, err error) {
	err = decode(record, &step)
	step.N = n
	return step, err
}

// Conclude implements turns.Store. The outcome is recorded while the claim is
// renewed, unless it is new; if it is this one and the claim is held, the follow-ups are enqueued, and
// then the item is finished. What a crash cuts off is done by whoever gets the item
// next and finds the outcome: follow-ups have ids of their own.
func (s *Store) Conclude(ctx context.Context, c *queue.Claim, t turns.Turn, step turns.Step, follow ...queue.Item) (turns.Step, bool, error) {
	stored, first, err := s.conclude(ctx, c, t, step, follow)
	if err != nil {
		return turns.Step{}, false, failed("conclude", err)
	}
	return stored, first, nil
}

func (s *Store) conclude(ctx context.Context, c *queue.Claim, t turns.Turn, step turns.Step, follow []queue.Item) (turns.Step, bool, error) {
	if err := check(follow); err != nil {
		return turns.Step{}, false, err
	}
	record, err := s.beginStep(ctx, t, step)
	if err != nil {
		return turns.Step{}, false, err
	}
	var lost error
	if !s.fresh(c) {
		_, lost = s.renew(ctx, c)
	}
	stored, first, err := record()
	switch {
	case err != nil:
		return stored, first, err
	case lost != nil:
		return stored, first, s.ended(c, lost)
	case !first:
		return stored, false, nil
	}
	if err := s.enqueue(ctx, follow); err != nil {
		return stored, first, err
	}
	return stored, first, s.ack(ctx, c, nil)
}

// Before implements turns.Store.
func (s *Store) Before(ctx context.Context, id message.SessionID, t message.TurnID) (turns.Before, error) {
	b, err := s.before(ctx, id, t)
	return b, failed("before", err)
}

func (s *Store) before(ctx context.Context, id message.SessionID, t message.TurnID) (b turns.Before, err error) {
	ses := keysOf(id)
	reply, err := s.one(ctx, opsBefore, ses.shard, []any{ses.ofTurn(keyTurn, t), ses.key(keySession)})
	if err != nil {
		return b, err
	}
	list := flat(reply)
	if len(list) == 0 {
		return b, fmt.Errorf("unexpected reply of %T", reply)
	}
	if b.Any = list[0] != ""; b.Any {
		_, record, _ := strings.Cut(list[0], " ")
		if err := decode(record, &b.Last); err != nil {
			return b, err
		}
	}
	fields := map[string]string{}
	for list = list[1:]; len(list) > 1; list = list[2:] {
		fields[list[0]] = list[1]
	}
	b.Steps, err = stepsOf(fields)
	return b, err
}

// stepsOf are the steps in the fields of keyTurn.
func stepsOf(fields map[string]string) ([]turns.Step, error) {
	var all []turns.Step
	for field, value := range fields {
		if !strings.HasPrefix(field, "k") {
			continue
		}
		n, record, err := stepValue(value)
		if err != nil {
			return nil, err
		}
		step, err := stepOf(n, record)
		if err != nil {
			return nil, err
		}
		all = append(all, step)
	}
	slices.SortFunc(all, func(a, b turns.Step) int { return a.N - b.N })
	return all, nil
}

// Turn implements turns.Store. Its session, and so its shard, is not known: all
// are asked at the same time.
func (s *Store) Turn(ctx context.Context, id message.TurnID) (t turns.Turn, found bool, err error) {
	t, found, err = s.turn(ctx, id)
	return t, found, failed("turn", err)
}

func (s *Store) turn(ctx context.Context, id message.TurnID) (t turns.Turn, found bool, err error) {
	pipe := s.reads.Pipeline()
	var asked [recordShards]*goredis.StringCmd
	for i := range asked {
		asked[i] = pipe.HGet(ctx, sessionKeys{shard: i}.ofTurn(keyTurn, id), "s")
	}
	if err := execReads(ctx, pipe); err != nil {
		return t, false, err
	}
	for _, c := range asked {
		if c.Err() != nil {
			continue
		}
		record, err := s.reads.HGet(ctx, keysOf(message.SessionID(c.Val())).key(keySession), "t"+string(id)).Result()
		if err == goredis.Nil {
			return t, false, nil
		}
		if err == nil {
			t, _, err = turnOf(record)
		}
		return t, err == nil, err
	}
	return t, false, nil
}

// Steps implements turns.Store. It asks all shards, as Turn does.
func (s *Store) Steps(ctx context.Context, id message.TurnID) ([]turns.Step, error) {
	fields, err := s.turnFields(ctx, id)
	if err != nil {
		return nil, failed("steps", err)
	}
	all, err := stepsOf(fields)
	return all, failed("steps", err)
}

// turnFields reads keyTurn, wherever it is.
func (s *Store) turnFields(ctx context.Context, id message.TurnID) (map[string]string, error) {
	pipe := s.reads.Pipeline()
	var asked [recordShards]*goredis.MapStringStringCmd
	for i := range asked {
		asked[i] = pipe.HGetAll(ctx, sessionKeys{shard: i}.ofTurn(keyTurn, id))
	}
	if err := execReads(ctx, pipe); err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, c := range asked {
		for f, v := range c.Val() {
			all[f] = v
		}
	}
	return all, nil
}

// SessionTurns implements turns.Store.
func (s *Store) SessionTurns(ctx context.Context, id message.SessionID, limit int) ([]turns.Turn, error) {
	if limit <= 0 {
		return nil, nil
	}
	fields, err := s.reads.HGetAll(ctx, keysOf(id).key(keySession)).Result()
	if err != nil {
		return nil, failed("session turns", err)
	}
	type recorded struct {
		turn turns.Turn
		at   int64
	}
	var all []recorded
	for field, value := range fields {
		if !strings.HasPrefix(field, "t") {
			continue
		}
		t, at, err := turnOf(value)
		if err != nil {
			return nil, failed("session turns", err)
		}
		all = append(all, recorded{t, at})
	}
	slices.SortFunc(all, func(a, b recorded) int { return cmp.Compare(b.at, a.at) })
	var newest []turns.Turn
	for _, r := range all[:min(len(all), limit)] {
		newest = append(newest, r.turn)
	}
	return newest, nil
}

// turnOf takes the value of a turn apart: when its newest step was recorded (µs),
// later than any before in its session, and its record.
func turnOf(value string) (t turns.Turn, at int64, err error) {
	number, record, _ := strings.Cut(value, " ")
	if at, err = strconv.ParseInt(number, 10, 64); err != nil {
		return t, 0, fmt.Errorf("damaged record of a turn: %w", err)
	}
	err = decode(record, &t)
	return t, at, err
}
