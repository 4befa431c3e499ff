package sqlite

import (
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"bridge/queue"
	"bridge/store"
	"bridge/store/storetest"
)

// fixture runs the conformance suite on one store. Its nodes share the process,
// as they do in this store.
type fixture struct {
	o     store.Options
	store *Store
	skew  atomic.Int64 // how far Advance moved the clock
}

func (f *fixture) Worker(name string) queue.Lanes { return f.store.Worker(name) }
func (f *fixture) Store() store.Store             { return f.store }
func (f *fixture) Node(string) store.Store        { return f.store }

// Skewed is a worker like the others: all nodes are in one process and share its clock.
func (f *fixture) Skewed(time.Duration) (queue.Lanes, func() time.Time) {
	return f.store.Worker("skewed"), f.Now
}

func (f *fixture) Now() time.Time { return time.Now().Add(time.Duration(f.skew.Load())) }

func (f *fixture) Advance(d time.Duration) {
	f.skew.Add(int64(d))
	f.store.index.tick() // a real clock would have let the timer fire
}

// Crash leaves the running store behind, and goes on with a copy of its files as
// they are now: what kill -9 leaves.
func (f *fixture) Crash(t *testing.T) {
	t.Helper()
	f.open(t, copyStore(t, f.store.path))
}

func (f *fixture) open(t *testing.T, path string) {
	t.Helper()
	o := f.o
	o.Now = f.Now
	s, err := Open(t.Context(), Options{Path: path, Options: o})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	f.store = s
}

// copyStore copies a store's files and returns the path of the copy.
func copyStore(t *testing.T, path string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "bridge.db")
	for _, part := range []string{"", "-wal"} {
		in, err := os.Open(path + part)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		out, err := os.Create(to + part)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(out, in); err != nil {
			t.Fatal(err)
		}
		_ = in.Close()
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t *testing.T, o store.Options) storetest.Fixture {
		f := &fixture{o: o}
		f.open(t, filepath.Join(t.TempDir(), "bridge.db"))
		return f
	})
}
