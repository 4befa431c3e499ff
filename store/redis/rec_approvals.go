package redis

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/approvals"
	"bridge/approvals/ledger"
	"bridge/message"
)

var (
	scriptCreate = load("rec_create")
	scriptPut    = load("rec_put")
	scriptCode   = load("rec_code")
	scriptUncode = load("rec_uncode")
	scriptByCode = load("rec_bycode")
)

// open reports whether what the approval is about must be kept.
func open(r approvals.Record) bool { return r.State == approvals.Pending || r.Inject }

// expires is when a pending record is due; never if it has no time.
func expires(r approvals.Record) any {
	if r.DueAt().IsZero() {
		return "+inf"
	}
	return r.DueAt().UnixMicro()
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Create implements approvals.Store. The codes are given out, and the session is
// held, before the record is there: what a crash leaves of them are codes of no
// request, which nobody was told, and a session that Sweep lets go.
func (s *Store) Create(ctx context.Context, r approvals.Record, events ...ledger.Event) (approvals.Record, bool, error) {
	stored, first, err := s.create(ctx, r, events)
	return stored, first, failed("create approval", err)
}

func (s *Store) create(ctx context.Context, r approvals.Record, events []ledger.Event) (none approvals.Record, first bool, err error) {
	r.Version = 1
	body, err := encode(r)
	if err != nil {
		return none, false, err
	}
	k := keysOfApproval(r.ID)
	known, err := s.read(ctx, []message.ApprovalID{r.ID})
	if err != nil {
		return none, false, err
	}
	if len(known) > 0 {
		return known[0].Record, false, nil
	}
	nonce := nonceText()
	if err := s.giveOut(ctx, r, nonce); err != nil {
		return none, false, err
	}
	if err := s.hold(ctx, r); err != nil {
		return none, false, err
	}
	waiting := waitingKeys(r)
	reply, err := s.chain(ctx, r.ID, events, scriptCreate,
		append([]string{k.key(keyApproval), indexKey(keyPending, k.shard), indexKey(keyMarked, k.shard), indexKey(keyApprovals, k.shard)}, waiting...),
		string(r.ID), body, string(r.State), flag(r.Inject), expires(r), nonce, s.expiries().decisions, len(waiting))
	if err != nil {
		return none, false, err
	}
	list, _ := reply.([]any)
	if len(list) == 1 {
		if !open(r) {
			s.letGo(ctx, r)
		}
		return r, true, nil
	}
	if len(list) != 3 {
		return none, false, fmt.Errorf("unexpected reply of %d parts", len(list))
	}
	s.takeBack(ctx, r, nonce) // another attempt was faster, with codes of its own
	stored, err := recordOf(list[1:])
	return stored, false, err
}

// giveOut gives r's codes out, or none of them.
func (s *Store) giveOut(ctx context.Context, r approvals.Record, nonce string) error {
	own := map[string]bool{}
	for _, a := range r.Codes() {
		if own[a.Code] {
			return approvals.ErrCodeTaken
		}
		own[a.Code] = true
	}
	for _, a := range r.Codes() {
		free, err := s.giveCode(ctx, r, a, nonce)
		if err == nil && !free {
			err = approvals.ErrCodeTaken
		}
		if err != nil {
			s.takeBack(ctx, r, nonce)
			return err
		}
	}
	return nil
}

// giveCode gives one code out; false if it is taken. One whose time is over may be
// taken over, unless its request is still open.
func (s *Store) giveCode(ctx context.Context, r approvals.Record, a approvals.Approver, nonce string) (bool, error) {
	over := ""
	for {
		reply, err := s.do(ctx, scriptCode, []string{codeKey(a.Code)},
			string(r.ID), string(a.Person), nonce, codeWindow, millis(approvals.CodeWindow+heldFor), over)
		if err != nil {
			return false, err
		}
		list, _ := reply.([]any)
		switch {
		case len(list) == 1:
			return true, nil
		case len(list) != 3 || list[2] != int64(1):
			return false, nil
		}
		has, _ := list[1].(string)
		known, err := s.read(ctx, []message.ApprovalID{message.ApprovalID(has)})
		if err != nil {
			return false, err
		}
		if len(known) > 0 && known[0].State == approvals.Pending || has == over {
			return false, nil
		}
		over = has
	}
}

// takeBack takes the codes back that this attempt has given out. What is left is
// given out to nobody until it expires.
func (s *Store) takeBack(ctx context.Context, r approvals.Record, nonce string) {
	for _, a := range r.Codes() {
		if _, err := s.do(ctx, scriptUncode, []string{codeKey(a.Code)}, nonce); err != nil {
			return
		}
	}
}

// Get implements approvals.Store.
func (s *Store) Get(ctx context.Context, id message.ApprovalID) (approvals.Record, error) {
	all, err := s.read(ctx, []message.ApprovalID{id})
	if err != nil {
		return approvals.Record{}, failed("get approval", err)
	}
	if len(all) == 0 {
		return approvals.Record{}, approvals.ErrNotFound
	}
	return all[0].Record, nil
}

// Put implements approvals.Store. All that is one decision is one write.
func (s *Store) Put(ctx context.Context, r approvals.Record, events ...ledger.Event) (approvals.Record, error) {
	was := r.Version
	r.Version++
	body, err := encode(r)
	if err != nil {
		return approvals.Record{}, failed("put approval", err)
	}
	k, exp, waiting := keysOfApproval(r.ID), s.expiries(), waitingKeys(r)
	reply, err := s.chain(ctx, r.ID, events, scriptPut,
		append([]string{k.key(keyApproval), indexKey(keyPending, k.shard), indexKey(keyMarked, k.shard), k.key(keyPrompts), k.key(keyMessages)}, waiting...),
		string(r.ID), body, string(r.State), flag(r.Inject), expires(r), nonceText(), exp.decisions,
		was, r.Version, exp.messages, exp.held, len(waiting))
	switch {
	case err != nil:
		return approvals.Record{}, failed("put approval", err)
	case reply == int64(0):
		return approvals.Record{}, approvals.ErrConflict
	case reply != int64(1):
		return approvals.Record{}, approvals.ErrNotFound
	}
	if !open(r) {
		s.letGo(ctx, r)
	}
	return r, nil
}

// ByCode implements approvals.Store.
func (s *Store) ByCode(ctx context.Context, code string) (message.ApprovalID, message.PersonID, error) {
	id, person, err := s.byCode(ctx, code)
	if errors.Is(err, approvals.ErrNotFound) {
		return "", "", approvals.ErrNotFound
	}
	return id, person, failed("approval by code", err)
}

func (s *Store) byCode(ctx context.Context, code string) (message.ApprovalID, message.PersonID, error) {
	reply, err := s.do(ctx, scriptByCode, []string{codeKey(code)}, codeWindow)
	if err != nil {
		return "", "", err
	}
	list, _ := reply.([]any)
	if len(list) != 3 {
		return "", "", approvals.ErrNotFound
	}
	words := flat(list[:2])
	id, person := message.ApprovalID(words[0]), message.PersonID(words[1])
	known, err := s.read(ctx, []message.ApprovalID{id})
	if err != nil {
		return "", "", err
	}
	if len(known) == 0 || list[2] == int64(1) && known[0].State != approvals.Pending {
		return "", "", approvals.ErrNotFound
	}
	for _, a := range known[0].Codes() {
		if a.Code == code && a.Person == person {
			return id, person, nil
		}
	}
	return "", "", approvals.ErrNotFound // of an attempt that came too late
}

// storedApproval is a record and what is stored beside it.
type storedApproval struct {
	approvals.Record
	at      int64 // when it was created (µs), in the order of creation within a shard
	changed int64 // when it was changed last (µs)
}

// read returns the approvals that exist, in the order of ids.
func (s *Store) read(ctx context.Context, ids []message.ApprovalID) ([]storedApproval, error) {
	var all []storedApproval
	for len(ids) > 0 {
		part := ids[:min(len(ids), readAtOnce)]
		ids = ids[len(part):]
		pipe := s.reads.Pipeline()
		found := make([]*goredis.SliceCmd, len(part))
		for i, id := range part {
			found[i] = pipe.HMGet(ctx, keysOfApproval(id).key(keyApproval), "v", "b", "t", "u")
		}
		if err := execReads(ctx, pipe); err != nil {
			return nil, err
		}
		for _, c := range found {
			v := c.Val()
			if v[0] == nil {
				continue
			}
			r, err := recordOf(v)
			if err != nil {
				return nil, err
			}
			words := flat(v)
			at, _ := strconv.ParseInt(words[2], 10, 64)
			changed, _ := strconv.ParseInt(words[3], 10, 64)
			all = append(all, storedApproval{Record: r, at: at, changed: changed})
		}
	}
	return all, nil
}

// recordOf makes a record of its version and its text.
func recordOf(v []any) (r approvals.Record, err error) {
	words := flat(v)
	version, err := strconv.ParseInt(words[0], 10, 64)
	if err == nil {
		err = decode(words[1], &r)
	}
	r.Version = version
	return r, err
}

// timeOf is a score of a sorted set by time.
func timeOf(score float64) time.Time { return time.UnixMicro(int64(score)).UTC() }
