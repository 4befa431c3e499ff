package redis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	goredis "github.com/redis/go-redis/v9"

	"bridge/admission"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
)

var (
	opsSend   = loadOps("rec_send")
	opsSendOf = loadOps("rec_sendof")
	opsAbout  = loadOps("rec_about")
)

// Begin implements outbox.Store. The claim comes first: one that is lost changes
// nothing.
func (s *Store) Begin(ctx context.Context, c *queue.Claim, ch message.ChannelName, to message.Address, entries ...outbox.Indexed) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := s.begin(ctx, c, suppressedField(ch, to))
	if err == nil {
		err = s.index(ctx, ch, entries)
	}
	return failed("begin", err)
}

// Index implements outbox.Store.
func (s *Store) Index(ctx context.Context, ch message.ChannelName, entries ...outbox.Indexed) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return failed("index", s.index(ctx, ch, entries))
}

func (s *Store) index(ctx context.Context, ch message.ChannelName, entries []outbox.Indexed) error {
	if len(entries) == 0 {
		return nil
	}
	exp := s.expiries()
	o := ops{s: s}
	var owned []threadRef // those whose expiry depends on their owner
	for _, e := range entries {
		r := refOf(ch, e.Ref)
		if exp.messages > 0 && (e.Approval != "" || e.Session != "") {
			owned = append(owned, r)
			if e.Approval != "" {
				a := keysOfApproval(e.Approval)
				o.add(opsAbout, a.shard, []any{a.key(keyApproval), a.key(keyPrompts), a.key(keyMessages)}, r[:], "", exp.messages, exp.held)
			} else {
				ses := keysOf(e.Session)
				o.add(opsJoin, ses.shard, []any{ses.key(keySession)}, "", r[:], exp.messages, exp.held)
			}
		}
	}
	for _, e := range entries {
		r := refOf(ch, e.Ref)
		o.add(opsThread, r.shard(), []any{r.key()}, threadValue(admission.Target(e)), exp.messages)
	}
	replies, err := o.wait(ctx)
	if err != nil {
		return err
	}
	var held []threadRef
	for i, r := range owned {
		if replies[i] == int64(1) {
			held = append(held, r)
		}
	}
	return s.expireAll(ctx, exp.held, "GT", refKeys(held))
}

// SaveSend implements outbox.Store.
func (s *Store) SaveSend(ctx context.Context, c *queue.Claim, send outbox.Send) error {
	return failed("save send", s.saveSend(ctx, c, send))
}

// saveSend renews the claim, which fails if it is lost, while the send is added
// to the indexes; an entry without record is passed over by readers. The record
// is stored after that: the lease then holds for longer than a write is tried.
func (s *Store) saveSend(ctx context.Context, c *queue.Claim, send outbox.Send) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	exp := s.expiries()
	o := ops{s: s}
	if send.Turn != "" {
		ses := keysOf(send.Session)
		o.add(opsSendOf, ses.shard, []any{ses.ofTurn(keyTurn, send.Turn), ses.key(keySession)}, string(send.ID), exp.messages, exp.held)
	}
	if send.Approval != "" {
		a := keysOfApproval(send.Approval)
		o.add(opsAbout, a.shard, []any{a.key(keyApproval), a.key(keyPrompts), a.key(keyMessages)}, "", string(send.ID), exp.messages, exp.held)
	}
	_, err := s.renew(ctx, c)
	if _, failed := o.wait(ctx); err == nil {
		err = failed
	}
	if err != nil {
		return s.ended(c, err)
	}
	_, err = s.putSend(ctx, send, 0)
	return err
}

// putSend stores the record if the send is in the state from (0: in any, or not
// there).
func (s *Store) putSend(ctx context.Context, send outbox.Send, from int) (bool, error) {
	state := sendState(send.State)
	if state == 0 {
		return false, fmt.Errorf("%q is no state of a send", send.State)
	}
	body, err := encode(send)
	if err != nil {
		return false, err
	}
	shard, k := sendKey(send.ID)
	keys := []any{k, sendsKey(shard, outbox.Sending), sendsKey(shard, outbox.Sent), sendsKey(shard, outbox.Failed), sendsKey(shard, outbox.Unknown)}
	reply, err := s.one(ctx, opsSend, shard, keys, string(send.ID), state, body, from, nonceText())
	return reply == int64(1), err
}

// Finish implements outbox.Store: the record first, so that a repeated claim finds
// it, then the end of the item.
func (s *Store) Finish(ctx context.Context, c *queue.Claim, send outbox.Send, d *queue.Death) error {
	err := s.saveSend(ctx, c, send)
	switch {
	case err != nil:
	case d != nil:
		err = s.bury(ctx, c, *d, nil)
	default:
		err = s.ack(ctx, c, nil)
	}
	return failed("finish", err)
}

// Settle implements outbox.Store.
func (s *Store) Settle(ctx context.Context, send outbox.Send, from outbox.State) (bool, error) {
	if sendState(from) == 0 {
		return false, nil
	}
	done, err := s.putSend(ctx, send, sendState(from))
	return done, failed("settle", err)
}

// Send implements outbox.Store.
func (s *Store) Send(ctx context.Context, id message.MessageID) (send outbox.Send, found bool, err error) {
	_, k := sendKey(id)
	body, err := s.reads.HGet(ctx, k, "b").Result()
	if errors.Is(err, goredis.Nil) {
		return send, false, nil
	}
	if err == nil {
		err = decode(body, &send)
	}
	return send, err == nil, failed("send", err)
}

// SendsByState implements outbox.Store.
func (s *Store) SendsByState(ctx context.Context) (map[outbox.State]int, error) {
	pipe := s.reads.Pipeline()
	counts := map[outbox.State][]*goredis.IntCmd{}
	for i := range recordShards {
		for _, state := range sendStates() {
			counts[state] = append(counts[state], pipe.ZCard(ctx, sendsKey(i, state)))
		}
	}
	if err := execReads(ctx, pipe); err != nil {
		return nil, failed("sends by state", err)
	}
	all := map[outbox.State]int{}
	for state, cmds := range counts {
		for _, c := range cmds {
			if c.Val() > 0 {
				all[state] += int(c.Val())
			}
		}
	}
	return all, nil
}

const (
	defaultLimit = 1000
	readAtOnce   = 500 // records of one round trip
)

// Sends implements outbox.Store.
func (s *Store) Sends(ctx context.Context, f outbox.Filter) ([]outbox.Send, error) {
	all, err := s.sends(ctx, f)
	return all, failed("sends", err)
}

func (s *Store) sends(ctx context.Context, f outbox.Filter) ([]outbox.Send, error) {
	limit := f.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	ids, err := s.sendIDs(ctx, f)
	if err != nil {
		return nil, err
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return id <= string(f.After) })
	slices.Sort(ids)
	ids = slices.Compact(ids)
	var all []outbox.Send
	for len(ids) > 0 && len(all) < limit {
		part := ids[:min(len(ids), readAtOnce)]
		ids = ids[len(part):]
		pipe := s.reads.Pipeline()
		found := make([]*goredis.SliceCmd, len(part))
		for i, id := range part {
			_, k := sendKey(message.MessageID(id))
			found[i] = pipe.HMGet(ctx, k, "b", "u")
		}
		if err := execReads(ctx, pipe); err != nil {
			return nil, err
		}
		for _, c := range found {
			v := flat(c.Val())
			if v[0] == "" {
				continue // an index without record
			}
			var send outbox.Send
			if err := decode(v[0], &send); err != nil {
				return nil, err
			}
			saved, _ := strconv.ParseInt(v[1], 10, 64)
			if selects(f, send, saved) && len(all) < limit {
				all = append(all, send)
			}
		}
	}
	return all, nil
}

// sendIDs returns the ids of all sends that f may select, and others.
func (s *Store) sendIDs(ctx context.Context, f outbox.Filter) ([]string, error) {
	switch {
	case f.Turn != "":
		fields, err := s.turnFields(ctx, f.Turn)
		var ids []string
		for field := range fields {
			if id, ok := strings.CutPrefix(field, "o"); ok {
				ids = append(ids, id)
			}
		}
		return ids, err
	case f.Approval != "":
		return s.reads.ZRange(ctx, keysOfApproval(f.Approval).key(keyMessages), 0, -1).Result()
	}
	states := sendStates()
	among := states[:]
	if f.State != "" {
		among = []outbox.State{f.State}
	}
	since := "-inf"
	if !f.Since.IsZero() {
		since = fmt.Sprint(f.Since.UnixMicro())
	}
	pipe := s.reads.Pipeline()
	var cmds []*goredis.StringSliceCmd
	for i := range recordShards {
		for _, state := range among {
			cmds = append(cmds, pipe.ZRangeArgs(ctx, goredis.ZRangeArgs{Key: sendsKey(i, state), Start: since, Stop: "+inf", ByScore: true}))
		}
	}
	if err := execReads(ctx, pipe); err != nil {
		return nil, err
	}
	var ids []string
	for _, c := range cmds {
		ids = append(ids, c.Val()...)
	}
	return ids, nil
}

// selects reports whether f selects the record, last saved at that time (µs).
func selects(f outbox.Filter, s outbox.Send, saved int64) bool {
	return (f.State == "" || s.State == f.State) && (f.Channel == "" || s.Channel == f.Channel) &&
		(f.Turn == "" || s.Turn == f.Turn) && (f.Approval == "" || s.Approval == f.Approval) &&
		(f.Since.IsZero() || saved >= f.Since.UnixMicro())
}
