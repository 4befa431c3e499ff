package redis

import (
	"context"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/approvals"
	"bridge/message"
	"bridge/outbox"
)

var (
	scriptHold    = load("rec_hold")
	scriptUnhold  = load("rec_unhold")
	scriptUnheld  = load("rec_unheld")
	scriptCodeEnd = load("rec_codeend")
	scriptOld     = load("rec_old")
	scriptForget  = load("rec_forget")
	scriptTrim    = load("rec_trim")
)

// hold keeps what a decision about r needs: its session, turn and steps, with the
// entries of the thread index. r is also listed under its turn. One that no turn asked
// has none of these.
func (s *Store) hold(ctx context.Context, r approvals.Record) error {
	if r.Session == "" {
		return nil
	}
	ses, exp := keysOf(r.Session), s.expiries()
	reply, err := s.do(ctx, scriptHold, []string{
		ses.key(keyHeld), indexKey(keyHolds, ses.shard), ses.key(keySession),
		ses.ofTurn(keyTurn, r.Turn), ses.ofTurn(keyAsks, r.Turn),
	}, string(r.ID), string(r.Session), string(r.Turn), exp.held, exp.decisions, exp.messages)
	if err != nil || exp.messages == 0 {
		return err
	}
	return s.expireAll(ctx, exp.held, "GT", refKeys(refsIn(reply)))
}

// letGo is the reverse of hold. What it cannot do now, Sweep does.
func (s *Store) letGo(ctx context.Context, r approvals.Record) {
	if err := s.release(ctx, r); err != nil && ctx.Err() == nil {
		s.log.Warn("store: the session of a decided approval is kept for longer", "approval", r.ID, "err", err)
	}
}

func (s *Store) release(ctx context.Context, r approvals.Record) error {
	for _, a := range r.Codes() {
		if _, err := s.do(ctx, scriptCodeEnd, []string{codeKey(a.Code)}, string(r.ID), codeWindow); err != nil {
			return err
		}
	}
	if err := s.expirePrompts(ctx, r.ID, s.expiries().messages, "LT"); err != nil {
		return err
	}
	return s.releaseSession(ctx, r.Session, r.Turn, r.ID)
}

// expirePrompts moves the expiry of what replies to prompts are found by.
func (s *Store) expirePrompts(ctx context.Context, id message.ApprovalID, ttl int64, how string) error {
	if ttl == 0 || s.o.Retention.Messages <= 0 {
		return nil
	}
	k := keysOfApproval(id)
	prompts, err := s.reads.ZRange(ctx, k.key(keyPrompts), 0, -1).Result()
	if err != nil {
		return err
	}
	keys := []shardKey{{k.shard, k.key(keyPrompts)}, {k.shard, k.key(keyMessages)}}
	for _, p := range prompts {
		keys = append(keys, refKeys(splitRefs([]byte(p)))...)
	}
	return s.expireAll(ctx, ttl, how, keys)
}

func (s *Store) releaseSession(ctx context.Context, session message.SessionID, turn message.TurnID, id message.ApprovalID) error {
	if session == "" {
		return nil
	}
	ses, exp := keysOf(session), s.expiries()
	asks := exp.decisions
	if asks > 0 {
		asks = max(asks, exp.messages)
	}
	reply, err := s.do(ctx, scriptUnhold, []string{
		ses.key(keyHeld), ses.key(keySession), ses.ofTurn(keyTurn, turn), ses.ofTurn(keyAsks, turn),
	}, string(id), string(turn), exp.messages, asks)
	if err != nil {
		return err
	}
	list, _ := reply.([]any)
	if len(list) != 3 || list[0] != int64(0) {
		return nil // others hold it
	}
	if exp.messages > 0 {
		keys := refKeys(refsIn(list[1]))
		for _, field := range flat(list[2]) {
			if id, ok := strings.CutPrefix(field, "t"); ok {
				keys = append(keys, shardKey{ses.shard, ses.ofTurn(keyTurn, message.TurnID(id))})
			}
		}
		if err := s.expireAll(ctx, exp.messages, "LT", keys); err != nil {
			return err
		}
	}
	_, err = s.do(ctx, scriptUnheld, []string{ses.key(keyHeld), indexKey(keyHolds, ses.shard)}, string(session))
	return err
}

const (
	sweepRows = 500
	// heldCheck is how long after hold Sweep looks whether its approval is there: an
	// attempt to create it is over by then.
	heldCheck = 10 * time.Minute
)

// Sweep implements store.Store. Most records expire by themselves; this is about
// those in lists and counts, and about open approvals, which hold what they need.
func (s *Store) Sweep(ctx context.Context) (int, error) {
	n := 0
	for _, sweep := range []struct {
		what string
		run  func(context.Context, int) (int, error)
	}{
		{"held sessions", s.sweepHolds},
		{"open approvals", s.sweepOpen},
		{"approvals", s.sweepApprovals},
		{"ledger", s.sweepLedger},
		{"sends", s.sweepSends},
		{"audit log", s.sweepAudit},
	} {
		for shard := range recordShards {
			deleted, err := sweep.run(ctx, shard)
			n += deleted
			if err != nil {
				return n, failed("sweep "+sweep.what, err)
			}
		}
	}
	return n, nil
}

// old returns members of a sorted set by time, oldest first.
func (s *Store) old(ctx context.Context, k string, age time.Duration, skip int) ([]string, error) {
	reply, err := s.do(ctx, scriptOld, []string{k}, age.Milliseconds(), skip, sweepRows)
	return flat(reply), err
}

// sweepHolds prolongs what open approvals hold, and lets go what no open approval
// does: the node that decided it, or failed to create it, did not come to that.
func (s *Store) sweepHolds(ctx context.Context, shard int) (int, error) {
	k := indexKey(keyHolds, shard)
	for {
		sessions, err := s.old(ctx, k, heldCheck, 0)
		if err != nil || len(sessions) == 0 {
			return 0, err
		}
		for _, session := range sessions {
			if err := s.sweepHold(ctx, message.SessionID(session)); err != nil {
				return 0, err
			}
		}
		if len(sessions) < sweepRows {
			return 0, nil
		}
	}
}

func (s *Store) sweepHold(ctx context.Context, session message.SessionID) error {
	ses := keysOf(session)
	turns, err := s.reads.HGetAll(ctx, ses.key(keyHeld)).Result()
	if err != nil {
		return err
	}
	for id, turn := range turns {
		known, err := s.read(ctx, []message.ApprovalID{message.ApprovalID(id)})
		if err != nil {
			return err
		}
		switch {
		case len(known) == 0:
			err = s.releaseSession(ctx, session, message.TurnID(turn), message.ApprovalID(id))
		case open(known[0].Record):
			if err = s.hold(ctx, known[0].Record); err == nil {
				err = s.expirePrompts(ctx, known[0].ID, s.expiries().held, "GT")
			}
		default:
			err = s.release(ctx, known[0].Record)
		}
		if err != nil {
			return err
		}
	}
	if len(turns) > 0 {
		return nil
	}
	return s.releaseSession(ctx, session, "", "")
}

// sweepOpen prolongs the codes of pending approvals.
func (s *Store) sweepOpen(ctx context.Context, shard int) (int, error) {
	for skip := int64(0); ; skip += sweepRows {
		list, err := s.reads.ZRange(ctx, indexKey(keyPending, shard), skip, skip+sweepRows-1).Result()
		if err != nil || len(list) == 0 {
			return 0, err
		}
		ids := make([]message.ApprovalID, len(list))
		for i, id := range list {
			ids[i] = message.ApprovalID(id)
		}
		known, err := s.read(ctx, ids)
		if err != nil {
			return 0, err
		}
		var keys []shardKey
		for _, r := range known {
			for _, a := range r.Codes() {
				keys = append(keys, shardKey{recordShardOf(a.Code), codeKey(a.Code)})
			}
		}
		if err := s.expireAll(ctx, millis(approvals.CodeWindow+heldFor), "GT", keys); err != nil {
			return 0, err
		}
	}
}

// sweepApprovals takes approvals that have expired from the list.
func (s *Store) sweepApprovals(ctx context.Context, shard int) (int, error) {
	if s.o.Retention.Decisions <= 0 {
		return 0, nil
	}
	return s.sweepList(ctx, indexKey(keyApprovals, shard), s.o.Retention.Decisions, "0",
		func(id string) string { return keysOfApproval(message.ApprovalID(id)).key(keyApproval) },
		func(ids []string) ([]bool, error) {
			pipe := s.reads.Pipeline()
			found := make([]*goredis.IntCmd, len(ids))
			for i, id := range ids {
				found[i] = pipe.Exists(ctx, keysOfApproval(message.ApprovalID(id)).key(keyApproval))
			}
			if err := execReads(ctx, pipe); err != nil {
				return nil, err
			}
			kept := make([]bool, len(ids))
			for i, c := range found {
				kept[i] = c.Val() > 0
			}
			return kept, nil
		})
}

// sweepSends deletes records of sends, which are in the counts by state as long
// as they are there.
func (s *Store) sweepSends(ctx context.Context, shard int) (n int, err error) {
	keep := s.o.Retention.Messages
	if keep <= 0 {
		return 0, nil
	}
	now, err := s.reads.Time(ctx).Result()
	if err != nil {
		return 0, err
	}
	for _, state := range sendStates() {
		deleted, err := s.sweepList(ctx, sendsKey(shard, state), keep, "1",
			func(id string) string { _, k := sendKey(message.MessageID(id)); return k },
			func(ids []string) ([]bool, error) { return s.aboutOpen(ctx, ids, now.Add(-keep)) })
		n += deleted
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// aboutOpen reports which sends are about an approval that is open or has changed
// since.
func (s *Store) aboutOpen(ctx context.Context, ids []string, since time.Time) ([]bool, error) {
	pipe := s.reads.Pipeline()
	found := make([]*goredis.StringCmd, len(ids))
	for i, id := range ids {
		_, k := sendKey(message.MessageID(id))
		found[i] = pipe.HGet(ctx, k, "b")
	}
	if err := execReads(ctx, pipe); err != nil {
		return nil, err
	}
	about := map[message.ApprovalID]bool{}
	of := make([]message.ApprovalID, len(ids))
	for i, c := range found {
		var send outbox.Send
		if c.Val() != "" {
			if err := decode(c.Val(), &send); err != nil {
				s.log.Error("store: sweep: "+ids[i], "err", err)
			}
		}
		if of[i] = send.Approval; send.Approval != "" {
			about[send.Approval] = false
		}
	}
	asked := make([]message.ApprovalID, 0, len(about))
	for id := range about {
		asked = append(asked, id)
	}
	known, err := s.read(ctx, asked)
	if err != nil {
		return nil, err
	}
	for _, r := range known {
		about[r.ID] = open(r.Record) || r.changed >= since.UnixMicro()
	}
	kept := make([]bool, len(ids))
	for i, id := range of {
		kept[i] = about[id]
	}
	return kept, nil
}

// sweepList walks the old members of a list and forgets those that are not kept.
func (s *Store) sweepList(ctx context.Context, list string, age time.Duration, how string, record func(string) string, keep func([]string) ([]bool, error)) (n int, err error) {
	for skip := 0; ; {
		ids, err := s.old(ctx, list, age, skip)
		if err != nil || len(ids) == 0 {
			return n, err
		}
		kept, err := keep(ids)
		if err != nil {
			return n, err
		}
		var calls []*call
		for i, id := range ids {
			if kept[i] {
				skip++
				continue
			}
			c := newCall(scriptForget, []string{record(id), list}, id, age.Milliseconds(), how)
			s.calls.submit(c)
			calls = append(calls, c)
		}
		for _, c := range calls {
			reply, failed := c.wait(ctx)
			if failed != nil {
				err = failed
			}
			if reply == int64(1) || reply == int64(2) {
				n++
			} else {
				skip++ // changed meanwhile
			}
		}
		if err != nil || len(ids) < sweepRows {
			return n, err
		}
	}
}

// sweepAudit trims the audit log.
func (s *Store) sweepAudit(ctx context.Context, shard int) (int, error) {
	keep := millis(s.o.Retention.Messages)
	if keep == 0 {
		return 0, nil
	}
	reply, err := s.do(ctx, scriptTrim, []string{indexKey(keyAudit, shard)}, keep)
	n, _ := reply.(int64)
	return int(n), err
}
