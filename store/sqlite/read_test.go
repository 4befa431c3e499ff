package sqlite

import (
	"strconv"
	"testing"
	"time"

	"bridge/internal/noerr"
	"bridge/store/ground"
)

// TestScanIsNotCompiledAgain: a scan costs about what it costs to get a record that is not there, a few times that at most. With its
// statement compiled at each call it took ten times as long.
func TestScanIsNotCompiledAgain(t *testing.T) {
	s, err := Open(t.Context(), Options{Path: t.TempDir() + "/bridge.db"})
	noerr.Want(t, err)
	defer func() { noerr.Want(t, s.Close()) }()
	n := 0
	get := func() {
		n++
		_, err := s.Get(t.Context(), ground.Key{Kind: "k", ID: strconv.Itoa(n)})
		noerr.Want(t, err)
	}
	scan := func() {
		n++
		_, err := s.Scan(t.Context(), ground.Scan{Kind: "k", Index: "i" + strconv.Itoa(n), Limit: 1 + n%7})
		noerr.Want(t, err)
	}
	rank := func() {
		n++
		_, _, err := s.Rank(t.Context(), "k", "i"+strconv.Itoa(n), 1+n%7)
		noerr.Want(t, err)
	}
	least := func(f func()) time.Duration {
		best := time.Hour
		for range 200 {
			began := time.Now()
			for range 10 {
				f()
			}
			best = min(best, time.Since(began))
		}
		return best
	}
	floor := least(get)
	for what, f := range map[string]func(){"scan": scan, "rank": rank} {
		if took := least(f); took > 4*floor {
			t.Errorf("ten times %s took %s, ten times get %s", what, took, floor)
		}
	}
}
