package app

import "testing"

// TestGrowth: little may grow to five times, much to twice what it is; never by more than
// 48 MB beyond what Go lets it grow.
func TestGrowth(t *testing.T) {
	t.Parallel()
	for live, want := range map[uint64]int{0: 400, 1 << 20: 400, 12 << 20: 400, 16 << 20: 300, 32 << 20: 150, 48 << 20: 100, 1 << 30: 100} {
		if got := growth(live); got != want {
			t.Errorf("growth of %d MB: %d %%, want %d", live>>20, got, want)
		}
	}
}
