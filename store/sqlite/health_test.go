package sqlite

import (
	"fmt"
	"testing"

	"zombiezen.com/go/sqlite"

	"bridge/store/ground"
)

// A file that became read-only shows. That the store goes on by itself when it
// can is TestDiskFull's.
func TestReadOnly(t *testing.T) {
	s := fresh(t)
	ctx := t.Context()
	w := s.Worker("a")
	must(t, s.write(ctx, func(w *writer) error { return exec(w.conn, "PRAGMA query_only = ON", nil) }))
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

func TestRecentIsBounded(t *testing.T) {
	r := recent{all: map[ground.Key]*record{}}
	for i := range 100000 {
		r.put([]*record{{key: ground.Key{Kind: "a", ID: fmt.Sprint(i)}, version: 1, body: make([]byte, 500)}})
	}
	if r.bytes > recentAll || len(r.all) < 1000 {
		t.Errorf("%d records, %d bytes", len(r.all), r.bytes)
	}
	r.put([]*record{{key: ground.Key{Kind: "a", ID: "large"}, version: 1, body: make([]byte, recentBody+1)}})
	if r.of(ground.Key{Kind: "a", ID: "large"}) != nil {
		t.Error("a large one is kept")
	}
	for k := range r.all {
		r.put([]*record{{key: k, body: make([]byte, recentBody+1)}})
	}
	if r.bytes != 0 {
		t.Errorf("%d bytes are left of nothing", r.bytes)
	}
}
