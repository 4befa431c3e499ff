package sqlite

import (
	"fmt"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/message"
	"bridge/store"
	"bridge/turns"
)

// A file that became read-only shows. That the store goes on by itself when it
// can is TestDiskFull's.
func TestReadOnly(t *testing.T) {
	s := fresh(t)
	ctx := t.Context()
	w := s.Worker("a")
	if err := s.write(ctx, "limit", func(w *writer) error { return exec(w.conn, "PRAGMA query_only = ON", nil) }); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := w.Enqueue(ctx, item("lane", "1")); sqlite.ErrCode(err).ToPrimary() != sqlite.ResultReadOnly {
			t.Fatalf("enqueue into a read-only file: %v", err)
		}
		if err := s.Healthy(); sqlite.ErrCode(err).ToPrimary() != sqlite.ResultReadOnly {
			t.Fatalf("healthy with a read-only file: %v", err)
		}
	}
	if _, err := s.Pauses(ctx); err != nil {
		t.Errorf("what is there cannot be read: %v", err)
	}
}

func TestBucketsAreBounded(t *testing.T) {
	var b buckets
	now := time.Now()
	for i := range maxBuckets { // the first half is full again after a second
		per := time.Second
		if i >= maxBuckets/2 {
			per = time.Hour
		}
		b.set(fmt.Sprint(i), bucket{tokens: 0, at: now, n: 1, per: per})
	}
	now = now.Add(2 * time.Second)
	b.set("new", bucket{at: now, n: 1, per: time.Hour})
	if len(b.all) != maxBuckets/2+1 {
		t.Errorf("%d buckets are kept, want those that are not full", len(b.all))
	}
	if b.level(fmt.Sprint(maxBuckets-1), now, 1, time.Hour) >= 1 {
		t.Error("a bucket that is not full was forgotten")
	}
	for i := range maxBuckets {
		b.set(fmt.Sprint("more", i), bucket{at: now, n: 1, per: time.Hour})
	}
	if len(b.all) > maxBuckets {
		t.Errorf("%d buckets are kept, want at most %d", len(b.all), maxBuckets)
	}
}

func TestOwnersAreBounded(t *testing.T) {
	f := &fixture{}
	f.open(t, t.TempDir()+"/bridge.db")
	for i := range maxOwners {
		if _, err := f.store.Own(t.Context(), fmt.Sprint(i), "a"); err != nil {
			t.Fatal(err)
		}
	}
	f.Advance(2 * store.OwnLease)
	if _, err := f.store.Own(t.Context(), "new", "a"); err != nil {
		t.Fatal(err)
	}
	if n := len(f.store.owners.all); n != 1 {
		t.Errorf("%d owners are kept, want the one whose lease holds", n)
	}
}

func TestRecentIsBounded(t *testing.T) {
	r := newRecent()
	for i := range 2 * recentSessions {
		r.stepped(message.SessionID(fmt.Sprint("ses_", i)), turns.Last{ID: message.TurnID(fmt.Sprint("trn_", i))})
	}
	if n := len(r.sessions); n != recentSessions {
		t.Errorf("%d sessions are kept, want %d", n, recentSessions)
	}
	for i := range 2 * freshTurns {
		r.start(turnOf(fmt.Sprint("trn_", i), "").ID)
	}
	if n := len(r.fresh); n != freshTurns {
		t.Errorf("%d turns are kept, want %d", n, freshTurns)
	}
	if _, known := r.before("ses_none", "trn_0"); known {
		t.Error("a session that is not kept is known")
	}
	r.forget()
	if len(r.sessions)+len(r.fresh) != 0 {
		t.Error("something is kept after forget")
	}
}

func turnOf(id, session string) turns.Turn {
	return turns.Turn{ID: message.TurnID(id), Session: message.SessionID(session)}
}
