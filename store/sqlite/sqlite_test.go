package sqlite

import (
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
