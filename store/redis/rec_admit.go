package redis

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/admission"
	"bridge/message"
	"bridge/queue"
)

var (
	opsAdmit   = loadOps("rec_admit")
	opsGet     = loadOps("rec_get")
	opsJoin    = loadOps("rec_join")
	opsSession = loadOps("rec_session")
	opsThread  = loadOps("rec_thread")
)

// settled is the proposal that won: all that a repetition needs to finish it.
type settled struct {
	admission.Admitted
	Nonce string          `json:"nonce"`
	New   json.RawMessage `json:"new,omitempty"`  // the session, if it is new
	Refs  []byte          `json:"refs,omitempty"` // hashes of what goes into the thread index, see threadRef
}

// Admit implements admission.Store. The session is chosen by reading; what was
// chosen is settled by one write, the first of its key. The session, the thread
// index and the lane follow at the same time: whatever of them a crash cuts off,
// the next repetition does again from what was settled, and until then the
// message was not accepted.
func (s *Store) Admit(ctx context.Context, a admission.Admission, item func(admission.Admitted) (queue.Item, error)) (admission.Admitted, error) {
	adm, err := s.admit(ctx, a, item)
	return adm, failed("admit", err)
}

func (s *Store) admit(ctx context.Context, a admission.Admission, item func(admission.Admitted) (queue.Item, error)) (none admission.Admitted, err error) {
	mine, record, err := s.propose(ctx, a)
	if err != nil {
		return none, err
	}
	won, first, err := s.settle(ctx, a, mine)
	if err != nil {
		return none, err
	}
	if !first {
		record = string(won.New)
	}
	won.First = first
	it, err := item(won.Admitted)
	if err != nil {
		return none, err
	}
	wait := s.join(ctx, won, record)
	err = s.enqueue(ctx, []queue.Item{it})
	if held := wait(); err == nil {
		err = held
	}
	if err != nil {
		return none, err
	}
	return won.Admitted, nil
}

// propose chooses the session. It returns the session's record, as it is stored
// or to be stored.
func (s *Store) propose(ctx context.Context, a admission.Admission) (settled, string, error) {
	mine := settled{
		Admitted: admission.Admitted{Turn: a.Turn, At: a.At.UTC().Truncate(time.Microsecond)}, Nonce: nonceText(),
	}
	refs := a.Index
	id, record, err := s.chooseSession(ctx, a)
	if err != nil {
		return settled{}, "", err
	}
	if id != "" {
		mine.Session = id
	} else {
		mine.Session = a.New.ID
		if mine.New, err = encode(a.New); err != nil {
			return settled{}, "", err
		}
		record = string(mine.New)
		refs = append(append(make([]message.Ref, 0, len(a.Index)+len(a.IndexNew)), a.Index...), a.IndexNew...)
	}
	mine.Refs = make([]byte, 0, 16*len(refs))
	for _, r := range refs {
		t := refOf(a.Channel, r)
		mine.Refs = append(mine.Refs, t[:]...)
	}
	return mine, record, nil
}

// chooseSession returns the first session that the message may continue and its
// record, or "": of the candidates, and if there is none of those that refs name.
func (s *Store) chooseSession(ctx context.Context, a admission.Admission) (message.SessionID, string, error) {
	id, record, err := s.mayContinue(ctx, a, a.Candidates)
	if err != nil || id != "" || len(a.Refs) == 0 {
		return id, record, err
	}
	found, err := s.threads(ctx, a.Channel, a.Refs)
	if err != nil {
		return "", "", err
	}
	var ids []message.SessionID
	for _, v := range found {
		if id := targetOf("", v).Session; id != "" {
			ids = append(ids, id)
		}
	}
	return s.mayContinue(ctx, a, ids)
}

// mayContinue returns the first of the sessions that the message may continue and
// its record, or "".
func (s *Store) mayContinue(ctx context.Context, a admission.Admission, ids []message.SessionID) (message.SessionID, string, error) {
	if len(ids) == 0 {
		return "", "", nil
	}
	o := ops{s: s}
	for _, id := range ids {
		k := keysOf(id)
		o.add(opsSession, k.shard, []any{k.key(keySession)})
	}
	records, err := o.wait(ctx)
	if err != nil {
		return "", "", err
	}
	for i, record := range flat(records) {
		if record == "" {
			continue
		}
		var ses admission.Session
		if err := decode(record, &ses); err != nil {
			return "", "", err
		}
		if ses.Continues(a.Channel, a.New.Agent, a.From) {
			return ids[i], record, nil
		}
	}
	return "", "", nil
}

// settle stores the proposal unless there is one, and returns what is stored and
// whether it is this one.
func (s *Store) settle(ctx context.Context, a admission.Admission, mine settled) (settled, bool, error) {
	text, err := encode(mine)
	if err != nil {
		return settled{}, false, err
	}
	shard, k := admittedKey(a.Channel, a.Key)
	reply, err := s.one(ctx, opsAdmit, shard, []any{k}, text, millis(s.dedupe))
	if err != nil {
		return settled{}, false, err
	}
	stored, _ := reply.(string)
	if stored == "" {
		return mine, true, nil
	}
	var won settled
	if err := decode(stored, &won); err != nil {
		return settled{}, false, err
	}
	return won, won.Nonce == mine.Nonce, nil
}

// join sends off what makes the settled message part of its session. The returned
// function waits for it.
func (s *Store) join(ctx context.Context, won settled, record string) (wait func() error) {
	ses := keysOf(won.Session)
	o := ops{s: s, all: make([]*call, 0, 1+len(won.Refs)/len(threadRef{}))}
	exp := s.expiries()
	if record != "" || len(won.Refs) > 0 {
		o.add(opsJoin, ses.shard, []any{ses.key(keySession)},
			record, won.Refs, exp.messages, exp.held)
	}
	refs := splitRefs(won.Refs)
	value := threadValue(admission.Target{Session: won.Session})
	for _, r := range refs {
		o.add(opsThread, r.shard(), []any{r.key()}, value, exp.messages)
	}
	return func() error {
		replies, err := o.wait(ctx)
		if err != nil || len(refs) == 0 || replies[0] != int64(1) {
			return err
		}
		return s.expireAll(ctx, exp.held, "GT", refKeys(refs))
	}
}

func admittedKey(ch message.ChannelName, k string) (shard int, name string) {
	sum := digest(string(ch), k)
	shard = int(sum[31]) % recordShards
	hash := short(sum)
	return shard, key(keyAdmitted, strconv.Itoa(shard), string(hash[:]))
}

// Admitted implements admission.Store.
func (s *Store) Admitted(ctx context.Context, ch message.ChannelName, k string) (admission.Admitted, bool, error) {
	shard, name := admittedKey(ch, k)
	reply, err := s.one(ctx, opsGet, shard, []any{name})
	if err != nil {
		return admission.Admitted{}, false, failed("admitted", err)
	}
	text, _ := reply.(string)
	if text == "" {
		return admission.Admitted{}, false, nil
	}
	var won settled
	if err := decode(text, &won); err != nil {
		return admission.Admitted{}, false, failed("admitted", err)
	}
	return won.Admitted, true, nil
}

// Targets implements admission.Store.
func (s *Store) Targets(ctx context.Context, ch message.ChannelName, refs []message.Ref) ([]admission.Target, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	found, err := s.threads(ctx, ch, refs)
	if err != nil {
		return nil, failed("targets", err)
	}
	var all []admission.Target
	for i, r := range refs {
		if found[i] != "" {
			all = append(all, targetOf(r, found[i]))
		}
	}
	return all, nil
}

// threads reads entries of the thread index, "" where there is none.
func (s *Store) threads(ctx context.Context, ch message.ChannelName, refs []message.Ref) ([]string, error) {
	if s.o.WaitReplicas == 0 {
		o := ops{s: s, all: make([]*call, 0, len(refs))}
		for _, r := range refs {
			t := refOf(ch, r)
			o.add(opsGet, t.shard(), []any{t.key()})
		}
		found, err := o.wait(ctx)
		return flat(found), err
	}
	// Calls wait for the replicas; an operator can look while they are away.
	pipe := s.reads.Pipeline()
	cmds := make([]*goredis.StringCmd, len(refs))
	for i, r := range refs {
		cmds[i] = pipe.Get(ctx, refOf(ch, r).key())
	}
	if err := execReads(ctx, pipe); err != nil {
		return nil, err
	}
	found := make([]string, len(refs))
	for i, c := range cmds {
		found[i] = c.Val()
	}
	return found, nil
}

// threadValue is an entry of the thread index as it is stored.
func threadValue(t admission.Target) string {
	return string(t.Session) + "\x00" + string(t.Approval) + "\x00" + string(t.Person)
}

// targetOf is the reverse of threadValue.
func targetOf(r message.Ref, value string) admission.Target {
	session, rest, _ := strings.Cut(value, "\x00")
	approval, person, _ := strings.Cut(rest, "\x00")
	return admission.Target{
		Ref: r, Session: message.SessionID(session), Approval: message.ApprovalID(approval), Person: message.PersonID(person),
	}
}

// Session implements admission.Store.
func (s *Store) Session(ctx context.Context, id message.SessionID) (ses admission.Session, found bool, err error) {
	record, err := s.reads.HGet(ctx, keysOf(id).key(keySession), "s").Result()
	if errors.Is(err, goredis.Nil) {
		return ses, false, nil
	}
	if err == nil {
		err = decode(record, &ses)
	}
	return ses, err == nil, failed("session", err)
}

// execReads runs reads that may each find nothing.
func execReads(ctx context.Context, pipe goredis.Pipeliner) error {
	cmds, err := pipe.Exec(ctx)
	if err == nil || len(cmds) == 0 {
		return err
	}
	for _, c := range cmds {
		if err := c.Err(); err != nil && !errors.Is(err, goredis.Nil) {
			return err
		}
	}
	return nil
}
