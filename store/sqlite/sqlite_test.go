package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"bridge/store/ground"
	"bridge/store/groundtest"
	"bridge/store/memory"
)

func openGround(t *testing.T, path string) ground.Store {
	t.Helper()
	s, err := Open(t.Context(), Options{Path: path})
	must(t, err)
	return s
}

func TestContract(t *testing.T) {
	dirs := map[string]string{}
	groundtest.Run(t, groundtest.Subject{
		Open: func(t *testing.T) ground.Store {
			if dirs[t.Name()] == "" {
				dirs[t.Name()] = t.TempDir()
			}
			return openGround(t, filepath.Join(dirs[t.Name()], "bridge.db"))
		},
		Unit: time.Second, Sleep: time.Sleep, Leases: true,
		In: func(t *testing.T, f func(*testing.T)) { t.Helper(); synctest.Test(t, f) },
	})
}

func TestModel(t *testing.T) {
	for seed := range groundtest.Seeds(12, 1200) {
		synctest.Test(t, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "bridge.db")
			groundtest.Model(t, seed, 500, openGround(t, path), memory.New(time.Now), time.Sleep, func() ground.Store { return openGround(t, path) })
		})
	}
}

// TestModelKilled: what a process leaves that is killed, and a snapshot of what runs, have all that was answered with nil:
// in the tables, and in the journal.
func TestModelKilled(t *testing.T) {
	rows := 0
	for seed := range groundtest.Seeds(4, 600) {
		synctest.Test(t, func(t *testing.T) {
			dir, n := t.TempDir(), 0
			path := func() string { return filepath.Join(dir, fmt.Sprint(n, ".db")) }
			groundtest.Moved(t, seed, 250, openGround(t, path()), memory.New(time.Now), time.Sleep, false, func(old ground.Store) ground.Store {
				for i := range 3 { // these are in no table yet
					must(t, old.Apply(t.Context(), ground.Put{Key: ground.Key{Kind: "c", ID: fmt.Sprint(i)}}))
				}
				rows += old.(*Store).pending.rows
				left := path()
				if n++; n%2 == 0 {
					must(t, Snapshot(t.Context(), left, path()))
				} else {
					to := copyStore(t, left)
					must(t, os.Rename(to, path()))
					must(t, os.Rename(to+"-wal", path()+"-wal"))
				}
				must(t, old.Close())
				return openGround(t, path())
			})
		})
	}
	if rows == 0 {
		t.Error("nothing was in the journal")
	}
}
