package sealed_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/approvals/evidence"
	"bridge/approvals/ledger"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/mac"
	"bridge/internal/redistest"
	"bridge/outbox"
	"bridge/store"
	"bridge/store/records"
	"bridge/store/redis"
	"bridge/store/sealed"
	"bridge/store/storetest"
)

// disk is a store that can be opened again, and the folder where it keeps all.
type disk struct {
	dir  string
	open func(t *testing.T) store.Store
}

func disks(t *testing.T) map[string]func(t *testing.T) disk {
	keep := store.Options{Retention: store.Retention{Codes: request.CodeWindow}}
	return map[string]func(t *testing.T) disk{
		"sqlite": func(t *testing.T) disk {
			dir := t.TempDir()
			return disk{dir, func(t *testing.T) store.Store {
				s, err := storetest.File(t.Context(), filepath.Join(dir, "bridge.db"), keep)
				must(t, err)
				return s
			}}
		},
		"redis": func(t *testing.T) disk {
			server := redistest.Start(t, redistest.Options{})
			return disk{"", func(t *testing.T) store.Store {
				s, err := redis.Open(t.Context(), redis.Options{Addrs: []string{server.Addr()}})
				must(t, err)
				return records.New(s, keep)
			}}
		},
	}
}

func must(t testing.TB, err error) {
	if t.Helper(); err != nil {
		t.Fatal(err)
	}
}

func keys(t *testing.T, secrets ...string) mac.Keys {
	t.Helper()
	var all [][]byte
	for _, s := range secrets {
		all = append(all, bytes.Repeat([]byte(s), mac.MinSecret))
	}
	k, err := mac.NewKeys(all...)
	must(t, err)
	return k
}

func record(id message.ApprovalID, codes ...string) request.Record {
	now := time.Now().UTC()
	r := request.Record{
		Request: request.Request{
			ID: id, AgentID: string(id), Session: "ses_1", Turn: "trn_1", Tool: "refund", Args: json.RawMessage(`{}`), CreatedAt: now,
		},
		Policy: request.Policy{
			Quorum: 2, Trust: message.Carrier, TTL: time.Hour,
			Escalation: &request.Escalation{After: time.Hour, To: []request.Approver{{Person: "boss", Code: codes[2]}}},
		},
		Tally: request.Tally{
			State:   request.Pending,
			StepUps: map[message.PersonID]request.StepUp{"dana": {Code: codes[3], Until: now.Add(time.Minute), Vote: request.Vote{Trust: message.Carrier}}},
		},
		Delivery: request.Delivery{ExpiresAt: now.Add(time.Hour)},
	}
	for i, p := range []message.PersonID{"dana", "frank"} {
		r.Approvers = append(r.Approvers, request.Approver{Person: p, Code: codes[i]})
	}
	return r
}

// used puts all that has codes in it into a store.
func used(t *testing.T, s store.Store) {
	t.Helper()
	ctx := t.Context()
	vote := ledger.Event{Approval: "apr_1", What: "vote", At: time.Now(), Body: json.RawMessage(`{"raw":"YES QHM45C"}`), People: []message.PersonID{"frank"}}
	_, _, err := s.Create(ctx, record("apr_1", "QHM45C", "ABC234", "XYZ789", "918273"), vote)
	must(t, err)
	w := s.Worker("a")
	must(t, w.Enqueue(ctx, queue.Item{Queue: queue.Outbox, Lane: "a", ID: "1", Payload: []byte(`{"text":"YES QHM45C"}`)}))
	must(t, w.Enqueue(ctx, queue.Item{Queue: queue.Outbox, Lane: "b", ID: "2", Payload: []byte(`{"text":"YES ABC234"}`)}))
}

func logged() (*slog.Logger, *strings.Builder) {
	var b strings.Builder
	return slog.New(slog.NewTextHandler(&b, nil)), &b
}

func open(t *testing.T, d disk, k mac.Keys) *sealed.Store {
	t.Helper()
	log, _ := logged()
	s, err := sealed.Open(t.Context(), d.open(t), k, log)
	must(t, err)
	return s
}

// TestSealed: what is written is opened again, and the inner store never sees it.
func TestSealed(t *testing.T) {
	for name, start := range disks(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			d := start(t)
			if d.dir != "" {
				plain := start(t)
				inner := plain.open(t)
				used(t, inner)
				must(t, inner.Close())
				if !onDisk(t, plain.dir, "QHM45C") {
					t.Fatal("the test does not see what is in the clear")
				}
			}
			s := open(t, d, keys(t, "a"))
			used(t, s)
			for _, code := range []string{"QHM45C", "ABC234", "XYZ789", "918273"} {
				if d.dir != "" && onDisk(t, d.dir, code) {
					t.Errorf("%s is in the file", code)
				}
			}
			if rs, err := s.OpenFor(ctx, "boss", 10); err != nil || len(rs) != 1 || rs[0].Approvers[1].Code != "ABC234" || rs[0].Escalation.To[0].Code != "XYZ789" || rs[0].StepUps["dana"].Code != "918273" {
				t.Errorf("open for: %+v, %v", rs, err)
			}
			must(t, s.SaveNote(ctx, "site", "chat:dana", adapters.Note{ID: "msg_9", Text: "Your code: 445566."}))
			if n, err := s.Notes(ctx, "site", "chat:dana", 1); err != nil || len(n) != 1 || n[0].Text != "Your code: 445566." {
				t.Errorf("notes: %+v, %v", n, err)
			}
			if n, err := s.Store.Notes(ctx, "site", "chat:dana", 1); err != nil || strings.Contains(n[0].Text, "445566") {
				t.Errorf("stored is %+v, %v", n, err)
			}
			inner := s.Store
			if _, _, err := inner.ByCode(ctx, "QHM45C"); !errors.Is(err, request.ErrNotFound) {
				t.Errorf("the code itself leads to the request: %v", err)
			}
			r, err := inner.Get(ctx, "apr_1")
			must(t, err)
			if b, _ := json.Marshal(r); bytes.Contains(b, []byte("QHM45C")) || bytes.Contains(b, []byte("918273")) {
				t.Errorf("stored is %s", b)
			}
			r, err = s.Get(ctx, "apr_1")
			must(t, err)
			r.Reminded = 1
			r, err = s.Put(ctx, r, ledger.Event{Approval: "apr_1", What: "taken back", At: time.Now(), Body: json.RawMessage(`{"raw":"no QHM45C"}`), People: []message.PersonID{"dana"}})
			must(t, err)
			if r.Approvers[0].Code != "QHM45C" || r.Version != 2 {
				t.Errorf("put: %+v", r)
			}
			if _, _, err := s.Create(ctx, record("apr_2", "QHM45C", "BBB222", "BBB333", "111111")); !errors.Is(err, request.ErrCodeTaken) {
				t.Errorf("a code twice: %v", err)
			}
			c, err := s.Worker("a").Claim(ctx, queue.Outbox, 1)
			must(t, err)
			must(t, s.Finish(ctx, c[0], outbox.Send{ID: "msg_1", State: outbox.Failed, UpdatedAt: time.Now()}, &queue.Death{Code: "550"}))
			dead, err := s.DeadLetters(ctx, queue.DeadFilter{Queue: queue.Outbox})
			must(t, err)
			if len(dead) != 1 || string(dead[0].Payload) != string(c[0].Payload) || !json.Valid(dead[0].Payload) {
				t.Errorf("dead letters: %+v", dead)
			}
			if raw, err := inner.DeadLetter(ctx, dead[0].Seq); err != nil || bytes.Contains(raw.Payload, []byte("YES")) {
				t.Errorf("stored is %q, %v", raw.Payload, err)
			}
			v := verify(ctx, t, s)
			if !v.OK || v.Entries != 2 {
				t.Errorf("verify: %+v", v)
			}
			if v := verify(ctx, t, inner); v.OK || !strings.Contains(v.Problem, "sealed with a secret") { // sealed bodies prove nothing by themselves
				t.Errorf("verify without the secret: %+v", v)
			}
			if n, err := s.Erase(ctx, "apr_1", "dana", "operator:ops", time.Now()); err != nil || n != 1 {
				t.Errorf("erase: %d, %v", n, err)
			}
			if v := verify(ctx, t, s); !v.OK || v.Erased != 1 {
				t.Errorf("verify after an erasure: %+v", v)
			}
			must(t, s.Close())
		})
	}
}

func verify(ctx context.Context, t *testing.T, s store.Store) evidence.Verified {
	t.Helper()
	v, err := evidence.New(s, s, time.Now).Verify(ctx, nil)
	must(t, err)
	return v
}

// TestRotation: with the former secret behind the new one all goes on; without it what it
// sealed stays shut, and with none that ever sealed the store is not opened.
func TestRotation(t *testing.T) {
	for name, start := range disks(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			d := start(t)
			s := open(t, d, keys(t, "a"))
			used(t, s)
			must(t, s.Close())
			log, _ := logged()
			inner := d.open(t)
			if _, err := sealed.Open(ctx, inner, keys(t, "b"), log); !errors.Is(err, sealed.ErrOtherSecret) {
				t.Errorf("with another secret: %v", err)
			}
			must(t, inner.Close())
			s = open(t, d, keys(t, "b", "a"))
			if id, _, err := s.ByCode(ctx, "QHM45C"); err != nil || id != "apr_1" {
				t.Errorf("a code from before: %s, %v", id, err)
			}
			if _, _, err := s.Create(ctx, record("apr_2", "QHM45C", "BBB222", "BBB333", "111111")); !errors.Is(err, request.ErrCodeTaken) {
				t.Errorf("a code from before again: %v", err)
			}
			_, _, err := s.Create(ctx, record("apr_3", "CCC222", "CCC333", "CCC444", "222222"))
			must(t, err)
			r, err := s.Get(ctx, "apr_1")
			must(t, err)
			must(t, s.Close())

			log, said := logged()
			inner = d.open(t)
			s, err = sealed.Open(ctx, inner, keys(t, "b"), log)
			must(t, err)
			if !strings.Contains(said.String(), "not in the list any more") {
				t.Errorf("the log says %s", said)
			}
			if _, _, err := s.ByCode(ctx, "CCC222"); err != nil {
				t.Errorf("a new code: %v", err)
			}
			if _, _, err := s.ByCode(ctx, "QHM45C"); !errors.Is(err, request.ErrNotFound) {
				t.Errorf("a code of the secret that is gone: %v", err)
			}
			shut, err := s.Get(ctx, "apr_1")
			must(t, err)
			if shut.Approvers[0].Code == r.Approvers[0].Code {
				t.Error("it was opened")
			}
			shut.Reminded = 1 // what cannot be opened is kept
			_, err = s.Put(ctx, shut)
			must(t, err)
			must(t, s.Close())
			s = open(t, d, keys(t, "b", "a"))
			if r, err := s.Get(ctx, "apr_1"); err != nil || r.Approvers[0].Code != "QHM45C" || r.StepUps["dana"].Code != "918273" {
				t.Errorf("after the secret is back: %+v, %v", r, err)
			}
			must(t, s.Close())
		})
	}
}

// onDisk reports whether a text is in a file of a folder.
func onDisk(t *testing.T, dir, text string) bool {
	t.Helper()
	found := false
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		found = found || bytes.Contains(b, []byte(text))
		return err
	}))
	return found
}
