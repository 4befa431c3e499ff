package redis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"bridge/admission"
	"bridge/approvals"
	"bridge/envelope"
	"bridge/internal/redistest"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/store"
	"bridge/turns"
)

const recEve = message.Address("email:eve@example.com")

func recServers(t *testing.T) *servers {
	return &servers{start: func() []*redistest.Server { return []*redistest.Server{redistest.Start(t, redistest.Options{})} }}
}

func recOptions() Options {
	return Options{Options: store.Options{
		Dedupe: 192 * time.Hour, Retention: store.Retention{Messages: 90 * 24 * time.Hour, Decisions: 360 * 24 * time.Hour},
	}}
}

// behind opens a node whose connections go through a proxy.
func (f *fixture) behind(t *testing.T, name string) (*Store, *redistest.Proxy) {
	t.Helper()
	p := redistest.NewProxy(t, f.server.Addr())
	o := f.o
	o.Addrs, o.Node = []string{p.Addr()}, name
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.nodes[name] = s
	return s, p
}

// cuts are the moments at which a script's run can be cut off.
var cuts = map[string]func(*redistest.Proxy, *script) <-chan struct{}{
	"lost command": func(p *redistest.Proxy, s *script) <-chan struct{} { return p.CutMidCommand(10, s.sha) },
	"lost reply":   func(p *redistest.Proxy, s *script) <-chan struct{} { return p.CutMidReply(0, s.sha) },
}

// cutOff runs do on a node of its own that is cut off, and crashes, at the script.
func cutOff(t *testing.T, f *fixture, at *script, how string, do func(context.Context, *Store)) {
	t.Helper()
	s, p := f.behind(t, "crashing")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	happened := cuts[how](p, at)
	crashed := make(chan struct{})
	go func() {
		defer close(crashed)
		select {
		case <-happened:
			p.Refuse(true) // what the node tries again does not come through
			cancel()
		case <-ctx.Done():
		}
	}()
	do(ctx, s)
	select {
	case <-happened:
	default:
		t.Errorf("%s was never run", at.name)
	}
	cancel()
	<-crashed
	f.Crash(t)
}

func recProposal(f *fixture, by, key string) admission.Admission {
	return admission.Admission{
		Channel: "mail", Key: key, From: recEve, At: f.Now(), Turn: message.TurnID("trn_" + by),
		New: admission.Session{
			ID: message.SessionID("ses_" + by), Channel: "mail", Agent: "assistant", Participants: []message.Address{recEve}, CreatedAt: f.Now(),
		},
		Index: []message.Ref{"<1>"}, IndexNew: []message.Ref{"<parent>"},
	}
}

func recItem(a admission.Admitted) (queue.Item, error) {
	return queue.Item{Queue: queue.Inbox, Lane: string(a.Session), ID: "1", Payload: []byte(a.Turn)}, nil
}

// recDepth returns how many items wait in q.
func recDepth(t *testing.T, s *Store, q queue.Name) int {
	t.Helper()
	all, err := s.Depth(t.Context())
	if err != nil {
		t.Fatalf("depth: %v", err)
	}
	return all[q].Waiting
}

func recClaim(t *testing.T, s *Store, q queue.Name) *queue.Claim {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	all, err := s.Worker("w").Claim(ctx, q, 1)
	if err != nil || len(all) != 1 {
		t.Fatalf("claim: %d, %v", len(all), err)
	}
	return all[0]
}

func TestAdmitCutOff(t *testing.T) {
	t.Parallel()
	p := recServers(t)
	for _, at := range []*script{opsAdmit.script, opsJoin.script, opsThread.script, scriptEnqueue} {
		for how := range cuts {
			t.Run(at.name+" "+how, func(t *testing.T) {
				f := newFixture(t, p, recOptions())
				cutOff(t, f, at, how, func(ctx context.Context, s *Store) {
					_, _ = s.Admit(ctx, recProposal(f, "first", "key"), recItem)
				})
				s := f.node("second", 0)
				adm, err := s.Admit(t.Context(), recProposal(f, "second", "key"), recItem)
				if err != nil {
					t.Fatalf("repetition: %v", err)
				}
				again, err := s.Admit(t.Context(), recProposal(f, "third", "key"), recItem)
				if err != nil || again.Session != adm.Session || again.Turn != adm.Turn || !again.At.Equal(adm.At) || again.First {
					t.Errorf("the third got %+v, %v, the second %+v", again, err, adm)
				}
				for _, by := range []string{"first", "second", "third"} {
					_, ok, err := s.Session(t.Context(), message.SessionID("ses_"+by))
					if err != nil || ok != (adm.Session == message.SessionID("ses_"+by)) {
						t.Errorf("session of the %s: %v, %v; settled is %s", by, ok, err, adm.Session)
					}
				}
				hits, err := s.Targets(t.Context(), "mail", []message.Ref{"<1>", "<parent>"})
				if err != nil || len(hits) != 2 || hits[0].Session != adm.Session || hits[1].Session != adm.Session {
					t.Errorf("thread index: %+v, %v", hits, err)
				}
				if n := recDepth(t, s, queue.Inbox); n != 1 {
					t.Errorf("%d items wait, want 1", n)
				}
				if c := recClaim(t, s, queue.Inbox); c.Lane != string(adm.Session) || string(c.Payload) != string(adm.Turn) {
					t.Errorf("item %s of %s, settled is %+v", c.Payload, c.Lane, adm)
				}
			})
		}
	}
}

// eachCut runs a test for every way to cut a script off, with a claim that is new
// and one that has to be renewed first. Only that one has its renewal cut off.
func eachCut(t *testing.T, at *script, test func(t *testing.T, how string, claim func(*testing.T, *Store, queue.Name) *queue.Claim)) {
	t.Helper()
	for how := range cuts {
		t.Run(at.name+" "+how+", older", func(t *testing.T) {
			test(t, how, func(t *testing.T, s *Store, q queue.Name) *queue.Claim {
				c := recClaim(t, s, q)
				s.held.mu.Lock()
				defer s.held.mu.Unlock()
				l := s.held.claims[heldLane{c.Queue, c.Lane}]
				l.asked = l.asked.Add(-freshFor)
				s.held.claims[heldLane{c.Queue, c.Lane}] = l
				return c
			})
		})
		if at != scriptRenew {
			t.Run(at.name+" "+how+", new", func(t *testing.T) { test(t, how, recClaim) })
		}
	}
}

func TestConcludeCutOff(t *testing.T) {
	t.Parallel()
	p := recServers(t)
	turn := turns.Turn{ID: "trn_1", Session: "ses_1"}
	step := func(by string) turns.Step {
		return turns.Step{Turn: "trn_1", Key: turns.FirstStep, State: envelope.Complete, Detail: by}
	}
	follow := queue.Item{Queue: queue.Outbox, Lane: "out", ID: "msg_1", Payload: []byte("answer")}
	for _, at := range []*script{opsStep.script, scriptRenew, scriptEnqueue, scriptAck} {
		eachCut(t, at, func(t *testing.T, how string, claim func(*testing.T, *Store, queue.Name) *queue.Claim) {
			f := newFixture(t, p, recOptions())
			if err := f.node("first", 0).Worker("w").Enqueue(t.Context(), queue.Item{Queue: queue.Inbox, Lane: "ses_1", ID: "1"}); err != nil {
				t.Fatal(err)
			}
			cutOff(t, f, at, how, func(ctx context.Context, s *Store) {
				_, _, _ = s.Conclude(ctx, claim(t, s, queue.Inbox), turn, step("crashed"), follow)
			})
			s := f.node("second", 0)
			if recDepth(t, s, queue.Inbox) > 0 { // as an engine does it: what is recorded is not done again
				c := recClaim(t, s, queue.Inbox)
				b, err := s.Before(t.Context(), "ses_1", "trn_1")
				if err != nil {
					t.Fatalf("before: %v", err)
				}
				if len(b.Steps) == 0 {
					_, _, err = s.Conclude(t.Context(), c, turn, step("second"), follow)
				} else {
					err = s.Worker("w").Ack(t.Context(), c, follow)
				}
				if err != nil {
					t.Fatalf("finish: %v", err)
				}
			}
			if steps, err := s.Steps(t.Context(), "trn_1"); err != nil || len(steps) != 1 {
				t.Errorf("steps: %+v, %v", steps, err)
			}
			if in, out := recDepth(t, s, queue.Inbox), recDepth(t, s, queue.Outbox); in != 0 || out != 1 {
				t.Errorf("%d items in the inbox, %d in the outbox, want 0 and 1", in, out)
			}
		})
	}
}

func TestFinishCutOff(t *testing.T) {
	t.Parallel()
	p := recServers(t)
	for _, at := range []*script{scriptRenew, opsSendOf.script, opsAbout.script, opsSend.script, scriptAck, scriptBury} {
		eachCut(t, at, func(t *testing.T, how string, claim func(*testing.T, *Store, queue.Name) *queue.Claim) {
			f := newFixture(t, p, recOptions())
			send := outbox.Send{ID: "msg_1", State: outbox.Sent, Session: "ses_1", Turn: "trn_1", Approval: "apr_1"}
			var death *queue.Death
			if at == scriptBury {
				send.State, death = outbox.Failed, &queue.Death{Code: "550"}
			}
			if err := f.node("first", 0).Worker("w").Enqueue(t.Context(), queue.Item{Queue: queue.Outbox, Lane: "out", ID: "msg_1"}); err != nil {
				t.Fatal(err)
			}
			cutOff(t, f, at, how, func(ctx context.Context, s *Store) {
				_ = s.Finish(ctx, claim(t, s, queue.Outbox), send, death)
			})
			s := f.node("second", 0)
			_, saved, err := s.Send(t.Context(), "msg_1")
			if err != nil {
				t.Fatalf("send: %v", err)
			}
			switch waits := recDepth(t, s, queue.Outbox) > 0; {
			case !waits && !saved:
				t.Fatal("the item is finished and nothing is recorded")
			case waits:
				if err := s.Finish(t.Context(), recClaim(t, s, queue.Outbox), send, death); err != nil {
					t.Fatalf("finish: %v", err)
				}
			}
			for _, by := range []outbox.Filter{{}, {Turn: "trn_1"}, {Approval: "apr_1"}, {State: send.State}} {
				if all, err := s.Sends(t.Context(), by); err != nil || len(all) != 1 {
					t.Errorf("sends by %+v: %+v, %v", by, all, err)
				}
			}
			if n, err := s.SendsByState(t.Context()); err != nil || len(n) != 1 || n[send.State] != 1 {
				t.Errorf("by state: %v, %v", n, err)
			}
		})
	}
}

func recRequest(f *fixture, id string, codes ...string) approvals.Record {
	now := f.Now().UTC().Round(time.Microsecond)
	r := approvals.Record{
		ID: message.ApprovalID("apr_" + id), Session: "ses_1", Turn: "trn_1", Step: "message", Quorum: 1, Trust: message.Carrier,
		State: approvals.Pending, CreatedAt: now, TTL: time.Hour, ExpiresAt: now.Add(time.Hour),
	}
	for i, c := range codes {
		r.Approvers = append(r.Approvers, approvals.Approver{Person: message.PersonID(fmt.Sprint("p", i)), Code: c})
	}
	return r
}

func TestCreateCutOff(t *testing.T) {
	t.Parallel()
	p := recServers(t)
	for _, at := range []*script{scriptCode, scriptHold, scriptCreate} {
		for how := range cuts {
			t.Run(at.name+" "+how, func(t *testing.T) {
				f := newFixture(t, p, recOptions())
				cutOff(t, f, at, how, func(ctx context.Context, s *Store) {
					_, _, _ = s.Create(ctx, recRequest(f, "1", "AAAA22", "BBBB22"))
				})
				s := f.node("second", 0)
				r, _, err := s.Create(t.Context(), recRequest(f, "1", "CCCC22", "DDDD22")) // codes are drawn anew
				if err != nil {
					t.Fatalf("repetition: %v", err)
				}
				var works []string
				for _, code := range []string{"AAAA22", "BBBB22", "CCCC22", "DDDD22"} {
					if id, _, err := s.ByCode(t.Context(), code); err == nil && id == r.ID {
						works = append(works, code)
					}
				}
				if len(r.Approvers) != 2 || !slices.Equal(works, []string{r.Approvers[0].Code, r.Approvers[1].Code}) {
					t.Errorf("codes of the request are %+v, those that work %v", r.Approvers, works)
				}
				if n, err := s.Pending(t.Context()); err != nil || n != 1 {
					t.Errorf("%d are pending, %v", n, err)
				}
				if all, err := s.List(t.Context(), approvals.Filter{Turn: "trn_1"}); err != nil || len(all) != 1 {
					t.Errorf("of the turn: %+v, %v", all, err)
				}
			})
		}
	}
}

// What a node repeats because a reply was lost is done once, and the answer is that
// of the first time.
func TestLostRepliesChangeNothing(t *testing.T) {
	t.Parallel()
	p := recServers(t)
	for name, c := range map[string]struct {
		at  *script
		run func(ctx context.Context, f *fixture, s *Store, lose func()) error
	}{
		"admit": {opsAdmit.script, func(ctx context.Context, f *fixture, s *Store, lose func()) error {
			lose()
			adm, err := s.Admit(ctx, recProposal(f, "1", "key"), recItem)
			if err == nil && (!adm.First || adm.Session != "ses_1") {
				err = fmt.Errorf("admitted %+v", adm)
			}
			return err
		}},
		"record step": {opsStep.script, func(ctx context.Context, _ *fixture, s *Store, lose func()) error {
			lose()
			_, first, err := s.RecordStep(ctx, turns.Turn{ID: "trn_1", Session: "ses_1"}, turns.Step{Turn: "trn_1", Key: "message"})
			if err == nil && !first {
				err = errors.New("not the first")
			}
			if steps, _ := s.Steps(ctx, "trn_1"); len(steps) != 1 || steps[0].N != 0 {
				err = fmt.Errorf("steps %+v, %w", steps, err)
			}
			return err
		}},
		"create": {scriptCreate, func(ctx context.Context, f *fixture, s *Store, lose func()) error {
			lose()
			_, first, err := s.Create(ctx, recRequest(f, "1", "AAAA22"))
			if err == nil && !first {
				err = errors.New("not the first")
			}
			return err
		}},
		"code": {scriptCode, func(ctx context.Context, f *fixture, s *Store, lose func()) error {
			lose()
			_, _, err := s.Create(ctx, recRequest(f, "1", "AAAA22"))
			return err
		}},
		"put": {scriptPut, func(ctx context.Context, f *fixture, s *Store, lose func()) error {
			r, _, err := s.Create(ctx, recRequest(f, "1", "AAAA22"))
			if err != nil {
				return err
			}
			r.State, r.Inject = approvals.Granted, true
			lose()
			if r, err = s.Put(ctx, r); err != nil {
				return err
			}
			r.Inject = false
			_, err = s.Put(ctx, r) // of the version that the first has returned
			return err
		}},
		"settle": {opsSend.script, func(ctx context.Context, _ *fixture, s *Store, lose func()) error {
			if _, err := s.putSend(ctx, outbox.Send{ID: "msg_1", State: outbox.Unknown}, 0); err != nil {
				return err
			}
			lose()
			ok, err := s.Settle(ctx, outbox.Send{ID: "msg_1", State: outbox.Sent}, outbox.Unknown)
			if err == nil && !ok {
				err = errors.New("not settled")
			}
			return err
		}},
		"audit": {scriptAudit, func(ctx context.Context, f *fixture, s *Store, lose func()) error {
			lose()
			if err := s.Audit(ctx, admission.AuditEntry{At: f.Now(), What: "x", Subject: "trn_1", Key: "k"}); err != nil {
				return err
			}
			for _, of := range []string{"trn_1", "k"} {
				if all, err := s.AuditOf(ctx, of); err != nil || len(all) != 1 {
					return fmt.Errorf("%s: %d entries, %w", of, len(all), err)
				}
			}
			return nil
		}},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, p, recOptions())
			s, proxy := f.behind(t, "a")
			var happened <-chan struct{}
			if err := c.run(t.Context(), f, s, func() { happened = proxy.CutMidReply(0, c.at.sha) }); err != nil {
				t.Error(err)
			}
			select {
			case <-happened:
			default:
				t.Error("no reply was lost")
			}
		})
	}
}
