package redis

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/admission"
	"bridge/approvals"
	"bridge/envelope"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/turns"
)

const recDay = 24 * time.Hour

func recMust(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// recKeys returns the keys of records that have not expired.
func recKeys(t *testing.T, f *fixture) []string {
	t.Helper()
	all, err := f.server.Client().Keys(t.Context(), "bridge:{r*").Result()
	recMust(t, "keys", err)
	all = slices.DeleteFunc(all, func(k string) bool { return strings.Contains(k, "}:probe") || strings.Contains(k, "}:waited") })
	slices.Sort(all)
	return all
}

// recMessage does all that one message causes: session, thread index, turn, step,
// send, audit log.
func recMessage(t *testing.T, f *fixture, s *Store, by string) admission.Admitted {
	t.Helper()
	ctx := t.Context()
	a := recProposal(f, by, "key "+by)
	a.Index, a.IndexNew = []message.Ref{message.Ref("<" + by + ">")}, []message.Ref{message.Ref("<parent " + by + ">")}
	adm, err := s.Admit(ctx, a, func(a admission.Admitted) (queue.Item, error) {
		return queue.Item{Queue: queue.Inbox, Lane: by, ID: by}, nil
	})
	recMust(t, "admit", err)
	c := recClaim(t, s, queue.Inbox)
	_, _, err = s.Conclude(ctx, c, turns.Turn{ID: adm.Turn, Session: adm.Session},
		turns.Step{Turn: adm.Turn, Key: turns.FirstStep, State: envelope.Complete},
		queue.Item{Queue: queue.Outbox, Lane: by, ID: "msg_" + by})
	recMust(t, "conclude", err)
	c = recClaim(t, s, queue.Outbox)
	recMust(t, "begin", s.Begin(ctx, c, "mail", "email:eve@example.com", outbox.Indexed{Ref: message.Ref("<answer " + by + ">"), Session: adm.Session}))
	recMust(t, "finish", s.Finish(ctx, c, outbox.Send{
		ID: message.MessageID("msg_" + by), State: outbox.Sent, Session: adm.Session, Turn: adm.Turn,
	}, nil))
	recMust(t, "audit", s.Audit(ctx, admission.AuditEntry{At: f.Now(), What: "x", Subject: string(adm.Turn), Key: a.Key}))
	_, err = s.SaveContact(ctx, "sms", message.Address("sms:"+by), adapters.Contact{Heard: f.Now(), Alias: by})
	recMust(t, "save contact", err)
	_, err = s.Converse(ctx, admission.Conversation{Channel: "sms", From: message.Address("sms:" + by), Proposed: adm.Session, At: f.Now()})
	recMust(t, "converse", err)
	return adm
}

// recAsk creates a request about a message's turn, and sends its prompt.
func recAsk(t *testing.T, f *fixture, s *Store, adm admission.Admitted, id string, codes ...string) approvals.Record {
	t.Helper()
	ctx := t.Context()
	r := recRequest(f, id, codes...)
	r.Session, r.Turn = adm.Session, adm.Turn
	r, _, err := s.Create(ctx, r)
	recMust(t, "create", err)
	recMust(t, "enqueue", s.Worker("w").Enqueue(ctx, queue.Item{Queue: queue.Outbox, Lane: id, ID: "msg_" + id}))
	c := recClaim(t, s, queue.Outbox)
	recMust(t, "begin", s.Begin(ctx, c, "mail", "email:eve@example.com", outbox.Indexed{Ref: message.Ref("<prompt " + id + ">"), Approval: r.ID, Person: "p0"}))
	recMust(t, "finish", s.Finish(ctx, c, outbox.Send{ID: message.MessageID("msg_" + id), State: outbox.Sent, Approval: r.ID}, nil))
	return r
}

// recDecide denies r, as a decision is made and forwarded.
func recDecide(t *testing.T, s *Store, id message.ApprovalID) {
	t.Helper()
	r, err := s.Get(t.Context(), id)
	recMust(t, "get", err)
	r.State, r.Inject = approvals.Denied, true
	r, err = s.Put(t.Context(), r)
	recMust(t, "put", err)
	r.Inject = false
	_, err = s.Put(t.Context(), r)
	recMust(t, "put", err)
}

func recSweep(t *testing.T, s *Store) {
	t.Helper()
	_, err := s.Sweep(t.Context())
	recMust(t, "sweep", err)
}

func TestNothingIsLeftAfterRetention(t *testing.T) {
	t.Parallel()
	f := newFixture(t, recServers(t), recOptions())
	s := f.node("a", 0)
	before := recKeys(t, f)
	for i := range 20 {
		adm := recMessage(t, f, s, fmt.Sprint("m", i))
		if i%4 == 0 {
			r := recAsk(t, f, s, adm, fmt.Sprint("a", i), fmt.Sprint("CODE", i))
			recAsk(t, f, s, adm, fmt.Sprint("b", i), fmt.Sprint("EDOC", i))
			recDecide(t, s, r.ID)
			recDecide(t, s, message.ApprovalID(fmt.Sprint("apr_b", i)))
		}
	}
	if n := len(recKeys(t, f)) - len(before); n < 100 {
		t.Fatalf("only %d keys were made", n)
	}
	for _, k := range recKeys(t, f) { // all of them expire, or are lists that Sweep trims
		ttl, err := f.server.Client().PTTL(t.Context(), k).Result()
		recMust(t, "ttl", err)
		_, kind, _ := strings.Cut(k, "}:")
		list := strings.HasPrefix(kind, "send") || kind == "approvals" || kind == "audit"
		if ttl < 0 && !list {
			t.Errorf("%s never expires", k)
		}
		if ttl > 360*recDay && !strings.HasPrefix(kind, "code:") {
			t.Errorf("%s expires in %v", k, ttl)
		}
	}
	f.Advance(89 * recDay)
	recSweep(t, s)
	if _, ok, err := s.Send(t.Context(), "msg_m0"); err != nil || !ok {
		t.Errorf("a send within its retention: %v, %v", ok, err)
	}
	f.Advance(2 * recDay)
	recSweep(t, s)
	var left []string
	for _, k := range recKeys(t, f) {
		if _, kind, _ := strings.Cut(k, "}:"); !strings.HasPrefix(kind, "approval") && !strings.HasPrefix(kind, "asks:") {
			left = append(left, k)
		}
	}
	if len(left) > 0 {
		t.Errorf("after the retention of messages: %q", left)
	}
	f.Advance(270 * recDay)
	recSweep(t, s)
	if left := recKeys(t, f); !slices.Equal(left, before) {
		t.Errorf("after the retention of decisions: %q, before %q", left, before)
	}
}

// A pending request keeps what its decision needs even if nobody sweeps.
func TestOpenRequestsHoldTheirSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t, recServers(t), recOptions())
	s := f.node("a", 0)
	ctx := t.Context()
	adm := recMessage(t, f, s, "m1")
	recAsk(t, f, s, adm, "1", "CODE22")
	recAsk(t, f, s, adm, "2", "CODE33")
	// A later message of the same session.
	a := recProposal(f, "m2", "key 2")
	a.Candidates, a.Index = []message.SessionID{adm.Session}, []message.Ref{"<m2>"}
	again, err := s.Admit(ctx, a, recItem)
	recMust(t, "admit", err)
	if again.Session != adm.Session {
		t.Fatalf("session %s, want %s", again.Session, adm.Session)
	}
	_, _, err = s.RecordStep(ctx, turns.Turn{ID: again.Turn, Session: adm.Session}, turns.Step{Turn: again.Turn, Key: turns.FirstStep})
	recMust(t, "record step", err)
	there := func() (what []string) {
		if _, ok, err := s.Session(ctx, adm.Session); err == nil && ok {
			what = append(what, "session")
		}
		if _, ok, err := s.Turn(ctx, adm.Turn); err == nil && ok {
			what = append(what, "turn")
		}
		if steps, err := s.Steps(ctx, adm.Turn); err == nil && len(steps) == 1 {
			what = append(what, "step")
		}
		hits, err := s.Targets(ctx, "mail", []message.Ref{"<m1>", "<parent m1>", "<answer m1>", "<m2>", "<prompt 1>", "<prompt 2>"})
		recMust(t, "targets", err)
		for _, h := range hits {
			what = append(what, string(h.Ref))
		}
		for _, code := range []string{"CODE22", "CODE33"} {
			if _, _, err := s.ByCode(ctx, code); err == nil {
				what = append(what, code)
			}
		}
		return what
	}
	all := there()
	if len(all) != 11 {
		t.Fatalf("there is %v", all)
	}
	f.Advance(300 * recDay)
	if got := there(); !slices.Equal(got, all) {
		t.Errorf("while two are pending: %v", got)
	}
	recDecide(t, s, "apr_1")
	f.Advance(60 * recDay) // within a year of the creation
	recSweep(t, s)
	if got := there(); len(got) != len(all)-1 { // the code of the first is over
		t.Errorf("while one is pending: %v", got)
	}
	f.Advance(300 * recDay)
	if got := there(); len(got) != len(all)-2 { // and so is its prompt
		t.Errorf("after a sweep: %v", got)
	}
	recDecide(t, s, "apr_2")
	f.Advance(89 * recDay)
	if got := there(); len(got) != len(all)-3 {
		t.Errorf("within the retention after the decision: %v", got)
	}
	f.Advance(2 * recDay)
	if got := there(); len(got) != 0 {
		t.Errorf("after the retention: %v", got)
	}
}

func TestSweepReleasesWhatNobodyHolds(t *testing.T) {
	t.Parallel()
	f := newFixture(t, recServers(t), recOptions())
	s := f.node("a", 0)
	ctx := t.Context()
	adm := recMessage(t, f, s, "m1")
	r := recRequest(f, "1", "CODE22")
	r.Session, r.Turn = adm.Session, adm.Turn
	recMust(t, "hold", s.hold(ctx, r)) // and the node dies
	ttl := func() time.Duration {
		t.Helper()
		d, err := f.server.Client().PTTL(ctx, keysOf(adm.Session).key(keySession)).Result()
		recMust(t, "ttl", err)
		return d
	}
	recSweep(t, s)
	if d := ttl(); d < 400*recDay {
		t.Errorf("swept at once: the request may be about to be created, and the session expires in %v", d)
	}
	f.Advance(heldCheck + time.Minute)
	recSweep(t, s)
	if d := ttl(); d > 90*recDay {
		t.Errorf("held by nothing, the session expires in %v", d)
	}
	for _, k := range recKeys(t, f) {
		if strings.Contains(k, ":held:") || strings.HasSuffix(k, ":holds") {
			t.Errorf("%s is left", k)
		}
	}
}

func TestRecordsAreKeptForEver(t *testing.T) {
	t.Parallel()
	o := recOptions()
	o.Retention.Messages, o.Retention.Decisions = 0, 0
	f := newFixture(t, recServers(t), o)
	s := f.node("a", 0)
	adm := recMessage(t, f, s, "m1")
	r := recAsk(t, f, s, adm, "1", "CODE22")
	recDecide(t, s, r.ID)
	f.Advance(3000 * recDay)
	recSweep(t, s)
	if _, ok, err := s.Session(t.Context(), adm.Session); err != nil || !ok {
		t.Errorf("session: %v, %v", ok, err)
	}
	if _, ok, err := s.Turn(t.Context(), adm.Turn); err != nil || !ok {
		t.Errorf("turn: %v, %v", ok, err)
	}
	if all, err := s.Sends(t.Context(), outbox.Filter{Approval: r.ID}); err != nil || len(all) != 1 {
		t.Errorf("sends: %+v, %v", all, err)
	}
	if all, err := s.List(t.Context(), approvals.Filter{Turn: adm.Turn}); err != nil || len(all) != 1 {
		t.Errorf("approvals: %+v, %v", all, err)
	}
	if all, err := s.AuditOf(t.Context(), "key m1"); err != nil || len(all) != 1 {
		t.Errorf("audit: %+v, %v", all, err)
	}
}

// A session that goes on for years forgets its old turns and refs.
func TestLongSessionsAreTrimmed(t *testing.T) {
	t.Parallel()
	f := newFixture(t, recServers(t), recOptions())
	s := f.node("a", 0)
	ctx := t.Context()
	first := recMessage(t, f, s, "m0")
	for i := 1; i < 20; i++ {
		f.Advance(30 * recDay)
		a := recProposal(f, fmt.Sprint("m", i), fmt.Sprint("key", i))
		a.Candidates, a.Index = []message.SessionID{first.Session}, []message.Ref{message.Ref(fmt.Sprint("<", i, ">"))}
		adm, err := s.Admit(ctx, a, recItem)
		recMust(t, "admit", err)
		if adm.Session != first.Session {
			t.Fatalf("message %d opened %s", i, adm.Session)
		}
		_, _, err = s.RecordStep(ctx, turns.Turn{ID: adm.Turn, Session: adm.Session}, turns.Step{Turn: adm.Turn, Key: turns.FirstStep})
		recMust(t, "record step", err)
	}
	ses := keysOf(first.Session)
	c := f.server.Client()
	if n := c.HLen(ctx, ses.key(keySession)).Val(); n < 7 || n > 8 {
		t.Errorf("%d fields in the session", n)
	}
	if all, err := s.SessionTurns(ctx, first.Session, 10); err != nil || len(all) < 3 || all[0].ID != "trn_m19" {
		t.Errorf("turns: %+v, %v", all, err)
	}
}

// Ids are data: whatever is in them, they name one record and no foreign key.
func TestHostileIDs(t *testing.T) {
	t.Parallel()
	f := newFixture(t, recServers(t), recOptions())
	s := f.node("a", 0)
	ctx := t.Context()
	long := strings.Repeat("x", 100_000)
	for i, id := range []string{"", "{r0}:", "}{", "a b\r\nc", "bridge:{meta}:secret", "*", "#" + hash("x"), "\x00\xff", "é\u2028", long, long + "y"} {
		if id != "" && id != "\x00\xff" { // JSON does not carry the latter
			a := recProposal(f, id, id)
			a.Channel, a.New.Channel = message.ChannelName(id), message.ChannelName(id)
			a.Index, a.IndexNew = []message.Ref{message.Ref(id)}, nil
			adm, err := s.Admit(ctx, a, func(admission.Admitted) (queue.Item, error) {
				return queue.Item{Queue: queue.Inbox, Lane: "l", ID: fmt.Sprint(i)}, nil
			})
			recMust(t, "admit", err)
			if ses, ok, err := s.Session(ctx, adm.Session); err != nil || !ok || ses.ID != a.New.ID {
				t.Errorf("%.40q: session %.40q, %v, %v", id, ses.ID, ok, err)
			}
			if hits, err := s.Targets(ctx, a.Channel, a.Index); err != nil || len(hits) != 1 || hits[0].Session != adm.Session {
				t.Errorf("%.40q: %d hits, %v", id, len(hits), err)
			}
			turn := turns.Turn{ID: adm.Turn, Session: adm.Session}
			for _, k := range []string{id, id + "\n", id + " 1 "} {
				_, first, err := s.RecordStep(ctx, turn, turns.Step{Turn: turn.ID, Key: k})
				if err != nil || !first {
					t.Errorf("%.40q: step: %v, %v", id, first, err)
				}
			}
			if b, err := s.Before(ctx, turn.Session, turn.ID); err != nil || len(b.Steps) != 3 || b.Steps[1].Key != id+"\n" || b.Last.ID != turn.ID {
				t.Errorf("%.40q: before: %d steps, %v", id, len(b.Steps), err)
			}
			r := recRequest(f, id, "CODE"+id)
			r.Session, r.Turn = turn.Session, turn.ID
			if _, first, err := s.Create(ctx, r); err != nil || !first {
				t.Errorf("%.40q: create: %v, %v", id, first, err)
			}
			if got, _, err := s.ByCode(ctx, "CODE"+id); err != nil || got != r.ID {
				t.Errorf("%.40q: by code: %.40q, %v", id, got, err)
			}
			_, err = s.putSend(ctx, outbox.Send{ID: message.MessageID(id), State: outbox.Sent}, 0)
			recMust(t, "send", err)
			if one, ok, err := s.Send(ctx, message.MessageID(id)); err != nil || !ok || string(one.ID) != id {
				t.Errorf("%.40q: send %v, %v", id, ok, err)
			}
			recMust(t, "audit", s.Audit(ctx, admission.AuditEntry{What: "x", Subject: "s" + id}))
			if all, err := s.AuditOf(ctx, "s"+id); err != nil || len(all) != 1 {
				t.Errorf("%.40q: audit: %d, %v", id, len(all), err)
			}
		}
		if _, ok, err := s.Send(ctx, message.MessageID("other"+id)); err != nil || ok {
			t.Errorf("%.40q: a send that does not exist: %v, %v", id, ok, err)
		}
	}
	for _, k := range recKeys(t, f) {
		if len(k) > 120 {
			t.Errorf("a key of %d bytes: %.60q…", len(k), k)
		}
	}
}

// Deciders on several nodes: one decision, whoever comes.
func TestDecidersOnManyNodes(t *testing.T) {
	t.Parallel()
	f := newFixture(t, recServers(t), recOptions())
	r, _, err := f.node("a", 0).Create(t.Context(), recRequest(f, "1", "AAAA22"))
	recMust(t, "create", err)
	var mu sync.Mutex
	won := 0
	var all sync.WaitGroup
	for i := range 100 {
		s := f.node(fmt.Sprint("node", i%4), 0)
		all.Go(func() {
			for {
				r, err := s.Get(context.Background(), r.ID)
				if err != nil || r.State != approvals.Pending {
					if err != nil {
						t.Errorf("get: %v", err)
					}
					return
				}
				r.State, r.DecidedBy = approvals.Granted, fmt.Sprint(i)
				r.Votes = append(r.Votes, approvals.Vote{Person: message.PersonID(fmt.Sprint(i)), Grant: true})
				if _, err = s.Put(context.Background(), r); err == approvals.ErrConflict {
					continue
				}
				if err != nil {
					t.Errorf("put: %v", err)
					return
				}
				mu.Lock()
				won++
				mu.Unlock()
				return
			}
		})
	}
	all.Wait()
	got, err := f.node("a", 0).Get(t.Context(), r.ID)
	if won != 1 || err != nil || len(got.Votes) != 1 || got.Version != r.Version+1 {
		t.Errorf("%d won, the record is %+v, %v", won, got, err)
	}
}
