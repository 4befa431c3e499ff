package sqlite

import (
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"bridge/admission"
	"bridge/approvals"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/store"
	"bridge/turns"
)

// oldFormats are the formats that are read. testdata has a file of each, as a
// bridge of that format wrote it at noon of 2026-11-20, all with the same records.
var oldFormats = []int{1, 2, 3, 4}

// oldFile is a copy of one of them, and what opens it a minute later.
func oldFile(t *testing.T, format int) (path string, o Options) {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("testdata/format%d.db", format))
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "bridge.db")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 20, 12, 1, 0, 0, time.UTC)
	return path, Options{Path: path, Options: store.Options{Now: func() time.Time { return at }}}
}

func openWith(t *testing.T, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func TestOldFormatsAreReadAndGoOn(t *testing.T) {
	for _, format := range oldFormats {
		t.Run(fmt.Sprint(format), func(t *testing.T) { readsAndGoesOn(t, format) })
	}
}

func readsAndGoesOn(t *testing.T, format int) {
	path, o := oldFile(t, format)
	var logged strings.Builder
	o.Log = slog.New(slog.NewTextHandler(&logged, nil))
	s := openWith(t, o)
	if !strings.Contains(logged.String(), fmt.Sprintf("from=%d to=%d", format, formatVersion)) {
		t.Errorf("the log says nothing of it: %s", logged.String())
	}
	t.Run("records", func(t *testing.T) { recordsOf(t, s, format) })
	t.Run("lanes", func(t *testing.T) { lanesOf(t, s) })
	t.Run("admission", func(t *testing.T) { admissionsOf(t, s, format) })
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// An older bridge looks at these two numbers and refuses the file. What is
	// there is sound.
	c, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, pragma := range []string{"application_id", "user_version", "integrity_check"} {
		if err := exec(c, "PRAGMA "+pragma, func(st *sqlite.Stmt) error { got[pragma] = st.ColumnText(0); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if err := exec(c, "SELECT name FROM sqlite_schema WHERE name LIKE 'old%' OR type = 'trigger'", func(st *sqlite.Stmt) error {
		t.Errorf("%s is left over", st.ColumnText(0))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"application_id": "1112687687", "user_version": strconv.Itoa(formatVersion), "integrity_check": "ok"}
	if !maps.Equal(got, want) {
		t.Errorf("the file says %v, want %v", got, want)
	}
	if got, want := tables(t, path), tables(t, fresh(t).path); !maps.Equal(got, want) {
		t.Errorf("the tables are %v\nwant those of a fresh file: %v", got, want)
	}
	logged.Reset()
	openWith(t, o)
	if strings.Contains(logged.String(), "format") {
		t.Errorf("it is migrated again: %s", logged.String())
	}
}

// tables are the tables and indexes of a file by name, without white space.
func tables(t *testing.T, path string) map[string]string {
	t.Helper()
	c, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	err = exec(c, "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL", func(st *sqlite.Stmt) error {
		all[st.ColumnText(0)] = strings.Join(strings.Fields(st.ColumnText(1)), " ")
		return nil
	})
	if err := errors.Join(err, c.Close()); err != nil {
		t.Fatal(err)
	}
	return all
}

func recordsOf(t *testing.T, s *Store, format int) {
	ctx := t.Context()
	secret, err := s.Secret(ctx)
	if want := map[int]string{1: "e6e860f7", 2: "e65c4e11", 3: "e65c4e11", 4: "e65c4e11"}[format]; err != nil || !strings.HasPrefix(hex.EncodeToString(secret), want) {
		t.Errorf("secret: %x, %v", secret, err)
	}
	if format >= 2 {
		if p, err := s.Pauses(ctx); err != nil || len(p) != 1 || p[0].Kind != "agent" || p[0].Name != "assistant" || p[0].By != "olga" {
			t.Errorf("pauses: %+v, %v", p, err)
		}
	}
	if format >= 3 {
		if v, ok, err := s.ChannelState(ctx, "imap agent@host/INBOX"); err != nil || !ok || string(v) != "17" {
			t.Errorf("channel state: %q, %v, %v", v, ok, err)
		}
		if p, ok, err := s.Suppressed(ctx, "mail", "email:gone@example.com"); err != nil || !ok || p.Why != outbox.Dead {
			t.Errorf("suppressed: %+v, %v, %v", p, ok, err)
		}
	}
	if ses, ok, err := s.Session(ctx, "ses_1"); err != nil || !ok || ses.Agent != "assistant" || !ses.Has("email:eve@example.com") {
		t.Errorf("session: %+v, %v, %v", ses, ok, err)
	}
	want := []admission.Target{{Ref: "<1>", Session: "ses_1"}, {Ref: "<prompt>", Approval: "apr_1", Person: "dana"}}
	if got, err := s.Targets(ctx, "mail", []message.Ref{"<1>", "<prompt>"}); err != nil || !slices.Equal(got, want) {
		t.Errorf("threads: %+v, %v", got, err)
	}
	b, err := s.Before(ctx, "ses_1", "trn_1")
	if err != nil || len(b.Steps) != 2 || b.Steps[0].Key != "message" || b.Steps[1].Key != "apr_2" || b.Steps[1].N != 1 ||
		b.Steps[1].Parts[0].Text != "hello trn_1 apr_2" || b.Last.ID != "trn_1" || b.Last.State != "complete" {
		t.Errorf("before: %+v, %v", b, err)
	}
	list, err := s.SessionTurns(ctx, "ses_1", 10)
	if err != nil || len(list) != 2 || list[0].ID != "trn_1" || list[1].ID != "trn_0" {
		t.Errorf("turns of the session: %+v, %v", list, err)
	}
	if _, mine, err := s.RecordStep(ctx, turns.Turn{ID: "trn_1", Session: "ses_1"}, turns.Step{Turn: "trn_1", Key: "message"}); err != nil || mine {
		t.Errorf("a step is recorded again: %v, %v", mine, err)
	}
	states, err := s.SendsByState(ctx)
	if want := (map[outbox.State]int{outbox.Sent: 2, outbox.Sending: 1, outbox.Failed: 1, outbox.Unknown: 1}); err != nil || !maps.Equal(states, want) {
		t.Errorf("sends by state: %v, %v", states, err)
	}
	for name, f := range map[string]outbox.Filter{"msg_1": {Turn: "trn_1", Limit: 1}, "msg_3": {State: outbox.Failed}, "msg_4": {Approval: "apr_1"}} {
		got, err := s.Sends(ctx, f)
		if err != nil || len(got) != 1 || string(got[0].ID) != name || got[0].Channel != "mail" {
			t.Errorf("sends %+v: %+v, %v", f, got, err)
		}
	}
	if ok, err := s.Settle(ctx, outbox.Send{ID: "msg_4", State: outbox.Sent}, outbox.Unknown); err != nil || !ok {
		t.Errorf("settle: %v, %v", ok, err)
	}
	if got, err := s.AuditOf(ctx, "apr_2"); err != nil || len(got) != 1 || got[0].What != "decision" {
		t.Errorf("audit of a subject: %+v, %v", got, err)
	}
	if got, err := s.AuditOf(ctx, "keyx"); err != nil || len(got) != 1 || got[0].What != "refused" {
		t.Errorf("audit of a key: %+v, %v", got, err)
	}
	if n, err := s.Pending(ctx); err != nil || n != 1 {
		t.Errorf("%d are pending, %v", n, err)
	}
	marked, err := s.Marked(ctx)
	if err != nil || len(marked) != 1 || marked[0].ID != "apr_2" || marked[0].State != approvals.Granted {
		t.Fatalf("marked: %+v, %v", marked, err)
	}
	marked[0].Inject = false
	if _, err := s.Put(ctx, marked[0]); err != nil {
		t.Errorf("put: %v", err)
	}
	if id, person, err := s.ByCode(ctx, "K7MP21"); err != nil || id != "apr_1" || person != "dana" {
		t.Errorf("by code: %s, %s, %v", id, person, err)
	}
	if open, err := s.OpenFor(ctx, "dana", 10); err != nil || len(open) != 1 || open[0].ID != "apr_1" {
		t.Errorf("open for dana: %+v, %v", open, err)
	}
	if format >= 4 {
		if k, ok, err := s.Contact(ctx, "wa", "whatsapp:+393331234567"); err != nil || !ok || k.Alias != "IT.1" {
			t.Errorf("contact: %+v, %v, %v", k, ok, err)
		}
	}
	due, _, err := s.Due(ctx, time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC))
	if err != nil || len(due) != 1 || due[0].ID != "apr_1" {
		t.Errorf("due: %+v, %v", due, err)
	}
}

func lanesOf(t *testing.T, s *Store) {
	ctx := t.Context()
	w := s.Worker("a")
	depth, err := s.Depth(ctx)
	if err != nil || depth[queue.Inbox].Waiting != 2 || depth[queue.Inbox].Delayed != 1 || depth[queue.Inbox].Dead != 1 || depth[queue.Outbox].Waiting != 3 {
		t.Errorf("depth: %+v, %v", depth, err)
	}
	// What was in doubt is first, then what was put to the front.
	for _, want := range []queue.Claim{
		{ID: "o1", Attempts: 2, InDoubt: true, Doubts: 1, Seq: 4},
		{ID: "front", Seq: 6},
		{ID: "o2", Seq: 5},
	} {
		c, err := claimOne(ctx, w, queue.Outbox)
		if err != nil {
			t.Fatal(err)
		}
		if c.ID != want.ID || c.Attempts != want.Attempts || c.InDoubt != want.InDoubt || c.Doubts != want.Doubts || c.Seq != want.Seq ||
			string(c.Payload) != "doubt/"+c.ID || c.EnqueuedAt.Year() != 2026 {
			t.Errorf("claimed %+v, want %+v", c, want)
		}
		if err := s.Begin(ctx, c, "mail", "email:eve@example.com"); err != nil {
			t.Fatal(err)
		}
		if err := s.Finish(ctx, c, outbox.Send{ID: message.MessageID("msg_" + c.ID), State: outbox.Sent}, nil); err != nil {
			t.Fatal(err)
		}
	}
	later, err := s.Waiting(ctx, queue.Inbox, "later")
	if err != nil || len(later) != 2 || later[0].ID != "l1" || later[0].Attempts != 1 || later[0].Begun || later[0].Why != "throttled" ||
		!later[0].Due.Equal(time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)) {
		t.Errorf("waiting: %+v, %v", later, err)
	}
	dead, err := s.DeadLetters(ctx, queue.DeadFilter{Code: "agent_error"})
	if err != nil || len(dead) != 1 || dead[0].ID != "d" || dead[0].Attempts != 1 || dead[0].Death.Why != "the agent answered 500" {
		t.Fatalf("dead letters: %+v, %v", dead, err)
	}
	if err := s.Replay(ctx, dead[0].Seq); err != nil {
		t.Fatal(err)
	}
	// Finished and unfinished ids are remembered.
	if err := w.Enqueue(ctx, queue.Item{Queue: queue.Inbox, Lane: "ses_1", ID: "key1"}, queue.Item{Queue: queue.Inbox, Lane: "later", ID: "l2"},
		queue.Item{Queue: queue.Outbox, Lane: "ses_1 out", ID: "msg_1"}, queue.Item{Queue: queue.Inbox, Lane: "ses_dead", ID: "d"}); err != nil {
		t.Fatal(err)
	}
	c, err := claimOne(ctx, w, queue.Inbox)
	if err != nil || c.ID != "d" || c.Replays != 1 || c.Seq <= 8 || string(c.Payload) != "ses_dead/d" {
		t.Fatalf("replayed: %+v, %v", c, err)
	}
	if err := w.Ack(ctx, c); err != nil {
		t.Fatal(err)
	}
	if depth, err := s.Depth(ctx); err != nil || depth[queue.Inbox].Waiting != 2 || depth[queue.Inbox].Dead != 0 || depth[queue.Outbox].Waiting != 0 {
		t.Errorf("depth at the end: %+v, %v", depth, err)
	}
}

func admissionsOf(t *testing.T, s *Store, format int) {
	ctx := t.Context()
	propose := func(key string) admission.Admission {
		return admission.Admission{
			Channel: "mail", Key: key, From: "email:eve@example.com", Turn: "trn_other", At: s.now(), Refs: []message.Ref{"<1>"},
			New: admission.Session{ID: "ses_other", Channel: "mail", Participants: []message.Address{"email:eve@example.com"}},
		}
	}
	itemOf := func(key string) func(admission.Admitted) (queue.Item, error) {
		return func(a admission.Admitted) (queue.Item, error) { return item(string(a.Session), key), nil }
	}
	if a, ok, err := s.Admitted(ctx, "mail", "key1"); err != nil || !ok || a.Session != "ses_1" || a.Turn != "trn_1" || a.At.Hour() != 12 {
		t.Errorf("admitted: %+v, %v, %v", a, ok, err)
	}
	w := s.Worker("a")
	for _, c := range []struct {
		key, session string
		first, item  bool
	}{
		{"key1", "ses_1", false, false}, // finished
		{"key2", "ses_2", false, true},  // it was cut off before its item was put
		{"key3", "ses_1", true, true},   // new, in an old session
	} {
		if c.key == "key2" && format != 1 { // one write since then
			continue
		}
		got, err := s.Admit(ctx, propose(c.key), itemOf(c.key))
		if err != nil || got.First != c.first || string(got.Session) != c.session {
			t.Errorf("%s: admitted %+v, %v", c.key, got, err)
		}
		depth, err := s.Depth(ctx)
		if err != nil || (depth[queue.Inbox].Waiting-depth[queue.Inbox].Delayed > 1) != c.item { // two are delayed in one lane
			t.Errorf("%s: depth %+v, %v", c.key, depth[queue.Inbox], err)
		}
		if c.item {
			cl, err := claimOne(ctx, w, queue.Inbox)
			if err != nil || cl.ID != c.key || cl.Lane != c.session {
				t.Fatalf("%s: claimed %+v, %v", c.key, cl, err)
			}
			if err := w.Ack(ctx, cl); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A migration that fails leaves the file as it was.
func TestMigrationIsWholeOrNotAtAll(t *testing.T) {
	for _, format := range oldFormats {
		t.Run(fmt.Sprint(format), func(t *testing.T) { wholeOrNotAtAll(t, format) })
	}
}

func wholeOrNotAtAll(t *testing.T, format int) {
	path, o := oldFile(t, format)
	spoil := func(sql string) {
		t.Helper()
		c, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
		if err != nil {
			t.Fatal(err)
		}
		if err := sqlitex.ExecuteScript(c, sql, nil); err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	spoil("CREATE TABLE guesses (x)") // comes last of what the migration makes
	if s, err := Open(t.Context(), o); err == nil {
		_ = s.Close()
		t.Fatal("it is opened")
	} else if !strings.Contains(err.Error(), fmt.Sprintf("from format %d to %d", format, formatVersion)) || !strings.Contains(err.Error(), path) {
		t.Errorf("error is %q", err)
	}
	spoil("DROP TABLE guesses")
	recordsOf(t, openWith(t, o), format)
}

func TestMigrationOfADamagedRecord(t *testing.T) {
	path, o := oldFile(t, 1)
	c, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	if err := sqlitex.ExecuteScript(c, "UPDATE sends SET body = '{' WHERE id = 'msg_1'", nil); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err := Open(t.Context(), o); err == nil {
		_ = s.Close()
		t.Error("it is opened")
	} else if errors.Is(err, ErrForeign) || errors.Is(err, ErrNewer) {
		t.Errorf("error is %q", err)
	}
}
