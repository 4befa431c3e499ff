package records

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"slices"
	"sync"
	"time"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/store/ground"
)

// useEvery is how exactly a session's last use is kept: it saves most of the writes.
const useEvery = time.Hour

// used is when this node last gave sessions their time anew.
type used struct {
	mu sync.Mutex
	at map[message.SessionID]time.Time
}

const mostUsed = 4096

// stale says that the session should be given its time anew, and takes it for done.
func (u *used) stale(id message.SessionID, now time.Time, every time.Duration) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if at, ok := u.at[id]; ok && now.Sub(at) < every {
		return false
	}
	if u.at == nil || len(u.at) >= mostUsed {
		u.at = map[message.SessionID]time.Time{}
	}
	u.at[id] = now
	return true
}

// useEvery is shorter where sessions are not kept long.
func (s *Store) useEvery() time.Duration {
	if m := s.o.Retention.Messages; m > 0 {
		return min(useEvery, m/8)
	}
	return useEvery
}

// choice is the session that a message continues, and what that depends on.
type choice struct {
	session ground.Record // the one that is continued; none: a new one
	as      admission.Session
	checks  []ground.Op // what must still be as it was read
}

// read returns the records of keys, in their order: of those that were read already, as they
// were.
func (s *Store) read(ctx context.Context, already []ground.Record, keys ...ground.Key) ([]ground.Record, error) {
	if len(already) == 0 {
		return s.g.Get(ctx, keys...)
	}
	all, lacks := make([]ground.Record, len(keys)), []ground.Key(nil)
	for i, k := range keys {
		r, ok := among(already, k)
		if !ok {
			lacks = append(lacks, k)
		}
		all[i] = r
	}
	if len(lacks) == 0 {
		return all, nil
	}
	more, err := s.g.Get(ctx, lacks...)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Kind == "" {
			all[i], more = more[0], more[1:]
		}
	}
	return all, nil
}

// readTwo is read of two records.
func (s *Store) readTwo(ctx context.Context, already []ground.Record, a, b ground.Key) (of, and ground.Record, err error) {
	of, hasA := among(already, a)
	and, hasB := among(already, b)
	if hasA && hasB {
		return of, and, nil
	}
	all, err := s.read(ctx, already, a, b)
	if err != nil {
		return of, and, err
	}
	return all[0], all[1], nil
}

// readOne is read of one record.
func (s *Store) readOne(ctx context.Context, already []ground.Record, k ground.Key) (ground.Record, error) {
	if r, ok := among(already, k); ok {
		return r, nil
	}
	return s.get(ctx, k)
}

// among returns the record of a key.
func among(all []ground.Record, k ground.Key) (ground.Record, bool) {
	for _, r := range all {
		if r.Key == k {
			return r, true
		}
	}
	return ground.Record{}, false
}

// Look implements admission.Store. What Admit will need, most likely, is read with it.
func (s *Store) Look(ctx context.Context, l admission.Look) (known admission.Known, err error) {
	keys := make([]ground.Key, 0, len(l.Refs)+4)
	keys = append(keys, ownerKey(l.From), standingKey(l.From))
	for _, r := range l.Refs {
		if len(r) > 0 {
			keys = append(keys, threadKey(l.Channel, r))
		}
	}
	refs := keys[2:]
	if l.Session != "" {
		keys = append(keys, key(kindSession, string(l.Session)), key(kindHold, string(l.Session)))
	}
	all, err := s.g.Get(ctx, keys...)
	if err != nil {
		return known, named("look", err)
	}
	known.Read, known.Owner = all, message.PersonID(all[0].Body)
	if all[1].Version != 0 {
		stands := new(people.Standing) // not known itself: most have none
		if err := decode(all[1], stands); err != nil {
			return known, named("look", err)
		}
		known.Stands = *stands
	}
	known.Targets, err = targets(all[2 : 2+len(refs)])
	return known, named("look", err)
}

// choose returns the session that a message continues: the first candidate, then the
// first that a ref names, that it may continue.
func (s *Store) choose(ctx context.Context, a *admission.Admission, already []ground.Record) (choice, error) {
	if a.Into != "" {
		var c choice
		var err error
		if c.session, _, err = s.one(ctx, key(kindSession, string(a.Into)), &c.as); err == nil && c.as.ID == "" {
			err = admission.ErrGone
		}
		return c, err
	}
	if len(a.Candidates)+len(a.Refs) == 0 {
		return choice{}, nil
	}
	var c choice
	if len(a.Candidates) > 0 { // mostly it is read already, and is the one
		if r, ok := among(already, key(kindSession, string(a.Candidates[0]))); ok && r.Version != 0 {
			if ok, err := c.take(a, r); err != nil || ok {
				return c, err
			}
		}
	}
	keys := make([]ground.Key, 0, len(a.Candidates)+len(a.Refs))
	for _, id := range a.Candidates {
		keys = append(keys, key(kindSession, string(id)))
	}
	for _, r := range a.Refs {
		keys = append(keys, threadKey(a.Channel, r))
	}
	all, err := s.read(ctx, already, keys...)
	if err != nil {
		return c, err
	}
	var named []ground.Key
	for i, r := range all {
		switch {
		case r.Version == 0: // somebody may make it meanwhile
			if op := (ground.Check{Key: r.Key, If: ground.Absent}); !slices.Contains(c.checks, ground.Op(op)) {
				c.checks = append(c.checks, op)
			}
		case i < len(a.Candidates):
			if ok, err := c.take(a, r); err != nil || ok {
				return c, err
			}
		default:
			var t admission.Target
			if err := decode(r, &t); err != nil {
				return c, err
			}
			if t.Session != "" {
				named = append(named, key(kindSession, string(t.Session)))
			}
		}
	}
	if len(named) == 0 {
		return c, nil
	}
	if all, err = s.read(ctx, already, named...); err != nil {
		return c, err
	}
	for _, r := range all {
		if r.Version == 0 {
			continue
		}
		if ok, err := c.take(a, r); err != nil || ok {
			return c, err
		}
	}
	return c, nil
}

// take makes the session the choice if the message may continue it.
func (c *choice) take(a *admission.Admission, r ground.Record) (bool, error) {
	var ses admission.Session
	if err := decode(r, &ses); err != nil {
		return false, err
	}
	if !ses.Continues(*a) {
		if ses.ID == a.New.ID {
			return false, admission.ErrTaken
		}
		return false, nil
	}
	c.session, c.as, c.checks = r, ses, nil
	return true, nil
}

// Admit implements admission.Store.
func (s *Store) Admit(ctx context.Context, a admission.Admission, item func(admission.Admitted) (queue.Item, error)) (admission.Admitted, error) {
	got, err := s.admit(ctx, &a, item)
	return got, named("admit", err)
}

func (s *Store) admit(ctx context.Context, a *admission.Admission, item func(admission.Admitted) (queue.Item, error)) (admission.Admitted, error) {
	already, _ := a.Known.Read.([]ground.Record)
	for range tries {
		c, err := s.choose(ctx, a, already)
		if err != nil {
			return admission.Admitted{}, err
		}
		proposed := admission.Admitted{Session: c.as.ID, Tenant: cmp.Or(c.as.Tenant, a.New.Tenant), Agent: cmp.Or(c.as.Agent, a.New.Agent), Turn: a.Turn, At: fromMicros(micros(a.At)), First: true}
		if c.as.ID == "" {
			proposed.Session = a.New.ID
		}
		ops, err := s.admission(ctx, a, c, proposed, already, item)
		if err != nil {
			return admission.Admitted{}, err
		}
		err = s.g.Apply(ctx, ops...)
		unmet, ok := errors.AsType[*ground.Unmet](err)
		short, refused := errors.AsType[*ground.Short](err)
		already = nil // something has changed
		switch {
		case err == nil:
			return proposed, nil
		case refused:
			return admission.Admitted{}, &admission.ShortError{Token: short.Op - 1, Wait: short.Wait}
		case !ok:
			return admission.Admitted{}, err
		case unmet.Op == 0:
			// Its item was put with it. What it would be now may be refused.
			var settled admission.Admitted
			if err := decode(unmet.Found, &settled); err != nil {
				return admission.Admitted{}, err
			}
			if _, err := item(settled); err != nil {
				return admission.Admitted{}, err
			}
			return settled, nil
		}
	}
	return admission.Admitted{}, errBusy
}

// admission is the batch that settles a message as proposed; its first operation is the
// claim of the message, then come its tokens.
func (s *Store) admission(ctx context.Context, a *admission.Admission, c choice, proposed admission.Admitted, already []ground.Record, item func(admission.Admitted) (queue.Item, error)) ([]ground.Op, error) {
	it, err := item(proposed)
	if err != nil {
		return nil, err
	}
	body, err := encode(&proposed)
	if err != nil {
		return nil, err
	}
	var held ground.Record
	if c.as.ID != "" && s.o.Retention.Messages > 0 {
		if held, err = s.readOne(ctx, already, key(kindHold, string(proposed.Session))); err != nil {
			return nil, err
		}
	}
	hold := held.Version != 0
	ttl := s.messages(hold)
	ops := append(make([]ground.Op, 0, 16), ground.Put{
		Key: key(kindAdmitted, string(a.Channel), a.Key), Body: body, If: ground.Absent, TTL: s.o.Dedupe,
		Index: []ground.Entry{{Index: ofTurn + string(a.Turn)}}, // which has no record yet
	})
	for _, t := range a.Tokens {
		ops = append(ops, ground.Spend{Bucket: ground.Bucket{Key: t.Key, N: t.N, Per: t.Per}, N: 1})
	}
	ops = append(ops, c.checks...)
	if held.Kind != "" {
		ops = append(ops, ground.Check{Key: held.Key, If: as(held)})
	}
	refs := a.Index
	if c.as.ID == "" {
		ses, err := encode(&a.New)
		if err != nil {
			return nil, err
		}
		session := key(kindSession, string(a.New.ID))
		ops = slices.DeleteFunc(ops, func(op ground.Op) bool { k, _ := ground.Condition(op); return k == session })
		ops = append(ops, ground.Put{Key: session, Body: ses, If: ground.Absent, Keep: true, TTL: ttl, Index: with(a.New)})
		refs = append(slices.Clone(refs), a.IndexNew...)
	} else {
		ops = append(ops, ground.Check{Key: c.session.Key, If: as(c.session)})
		if s.used.stale(proposed.Session, s.now(), s.useEvery()) {
			ops = append(ops, ground.Touch{Key: c.session.Key, TTL: ttl})
		}
	}
	if a.Record != nil {
		t := a.Record(proposed)
		put, err := puts(ground.Put{Key: key(kindTurn, string(t.ID)), If: ground.Absent, Keep: true, TTL: ttl, Index: s.lists(t)}, &turn{Turn: t})
		if err != nil {
			return nil, err
		}
		ops = append(ops, put...)
	}
	target := admission.Target{Session: proposed.Session}
	in := ofTarget(target)
	for i, r := range refs {
		if slices.Contains(refs[:i], r) {
			continue
		}
		target.Ref = r
		op, err := thread(a.Channel, ttl, &target, in)
		if err != nil {
			return nil, err
		}
		ops = append(ops, op)
	}
	op, err := s.enqueue(it, true, beforeKeys(proposed.Session, proposed.Turn)...)
	return append(ops, op), err
}

// thread is the operation that puts a ref into the thread index unless it is there; in are the
// indexes of its target.
func thread(ch message.ChannelName, ttl time.Duration, t *admission.Target, in []ground.Entry) (ground.Op, error) {
	body, err := encode(t)
	return ground.Put{Key: threadKey(ch, t.Ref), Body: body, If: ground.Absent, Keep: true, TTL: ttl, Index: in}, err
}

// ofTarget are the indexes of what leads to a target.
func ofTarget(t admission.Target) []ground.Entry {
	in := make([]ground.Entry, 0, 1)
	if t.Session != "" {
		in = append(in, ground.Entry{Index: ofSession + string(t.Session)})
	}
	if t.Approval != "" {
		in = append(in, ground.Entry{Index: ofApproval + string(t.Approval)})
	}
	return in
}

// Claim implements admission.Store.
func (s *Store) Claim(ctx context.Context, print, value string) (string, error) {
	if err := admission.CheckClaim(print, value); err != nil {
		return "", named("claim", err)
	}
	k := key(kindClaim, print)
	if value == "" {
		r, err := s.get(ctx, k)
		return string(r.Body), err
	}
	err := s.g.Apply(ctx, ground.Put{Key: k, Body: []byte(value), If: ground.Absent, TTL: s.o.Dedupe})
	if unmet, ok := errors.AsType[*ground.Unmet](err); ok {
		return string(unmet.Found.Body), nil
	}
	if err != nil {
		return "", named("claim", err)
	}
	return value, nil
}

// Admitted implements admission.Store.
func (s *Store) Admitted(ctx context.Context, ch message.ChannelName, k string) (a admission.Admitted, found bool, err error) {
	_, found, err = s.one(ctx, key(kindAdmitted, string(ch), k), &a)
	return a, found, err
}

// conversation is what is stored of one.
type conversation struct {
	Session message.SessionID `json:"session"`
	Last    int64             `json:"last"` // when the sender wrote last, µs
}

// Converse implements admission.Store.
func (s *Store) Converse(ctx context.Context, c admission.Conversation) (id message.SessionID, err error) {
	if err := c.Check(); err != nil {
		return "", named("converse", err)
	}
	err = s.change(ctx, "converse", func() ([]ground.Op, error) {
		var now conversation
		r, found, err := s.one(ctx, key(kindConversation, string(c.Channel), string(c.From)), &now)
		if err != nil {
			return nil, err
		}
		over := !found || c.Force
		if !over && now.Last < micros(c.At.Add(-c.Idle)) {
			st, _, err := s.Handover(ctx, now.Session)
			if err != nil {
				return nil, err
			}
			over = !st.Open() // while people answer it goes on
		}
		if over {
			now.Session = c.Proposed
		}
		id, now.Last = now.Session, max(now.Last, micros(c.At))
		body, err := encode(now)
		return []ground.Op{ground.Put{Key: r.Key, Body: body, If: as(r), TTL: s.messages(false)}}, err
	})
	return id, err
}

// Targets implements admission.Store.
func (s *Store) Targets(ctx context.Context, ch message.ChannelName, refs []message.Ref) (all []admission.Target, err error) {
	keys := make([]ground.Key, 0, len(refs))
	for _, r := range refs {
		if len(r) > 0 {
			keys = append(keys, threadKey(ch, r))
		}
	}
	if len(keys) == 0 {
		return nil, ctx.Err()
	}
	found, err := s.g.Get(ctx, keys...)
	if err == nil {
		all, err = targets(found)
	}
	return all, named("targets", err)
}

// SessionOf implements admission.Store.
func (s *Store) SessionOf(ctx context.Context, id message.TurnID) (ses message.SessionID, err error) {
	if id == "" {
		return "", ctx.Err()
	}
	t, found, err := s.Turn(ctx, id)
	if err != nil || found {
		return t.Session, err
	}
	err = s.scan(ctx, ground.Scan{Kind: kindAdmitted, Index: ofTurn + string(id), Limit: 1}, func(f ground.Found) (bool, error) {
		var a admission.Admitted
		err := decode(f.Record, &a)
		ses = a.Session
		return false, err
	})
	return ses, err
}

// targets are those of the thread index that are there.
func targets(found []ground.Record) (all []admission.Target, err error) {
	for _, r := range found {
		if r.Version == 0 {
			continue
		}
		all = append(all, admission.Target{})
		if err := decode(r, &all[len(all)-1]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Session implements admission.Store.
func (s *Store) Session(ctx context.Context, id message.SessionID) (ses admission.Session, found bool, err error) {
	if id == "" {
		return ses, false, ctx.Err()
	}
	_, found, err = s.one(ctx, key(kindSession, string(id)), &ses)
	return ses, found, err
}

// Audit implements admission.Store.
func (s *Store) Audit(ctx context.Context, e admission.AuditEntry) error {
	body, err := encode(e)
	if err != nil {
		return named("audit", err)
	}
	at := s.stamp()
	p := ground.Put{Key: ground.Key{Kind: kindAudit, ID: ordered(at)}, Body: body, TTL: s.messages(false)}
	for _, about := range []string{e.Subject, e.Key} {
		if about != "" && (about == e.Subject || e.Key != e.Subject) && len(p.Index) < 2 {
			p.Index = append(p.Index, ground.Entry{Index: aboutIndex + about, At: at})
		}
	}
	if len(p.Index) == 2 && p.Index[0] == p.Index[1] {
		p.Index = p.Index[:1]
	}
	if e.From != "" {
		p.Index = append(p.Index, ground.Entry{Index: fromIndex + string(e.From), At: at})
	}
	return named("audit", s.g.Apply(ctx, p))
}

const (
	aboutIndex = "about:"    // audit entries by subject and by message key
	ofSession  = "session:"  // threads and turns
	ofApproval = "approval:" // threads, sends and ledger entries
	ofTurn     = "turn:"     // sends, approvals, and the message that began it
	ofAddress  = "to:"       // notes
)

// ordered is an id that nobody else has and that is ordered by time.
func ordered(us int64) string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:], uint64(us))
	_, _ = rand.Read(b[8:]) // never fails
	return hex.EncodeToString(b[:])
}

// AuditOf implements admission.Store.
func (s *Store) AuditOf(ctx context.Context, subject string) (all []admission.AuditEntry, err error) {
	if subject == "" {
		return nil, ctx.Err()
	}
	err = s.scan(ctx, ground.Scan{Kind: kindAudit, Index: aboutIndex + subject, Limit: most}, func(f ground.Found) (bool, error) {
		var e admission.AuditEntry
		err := decode(f.Record, &e)
		all = append(all, e)
		return len(all) < most, err
	})
	return all, err
}
