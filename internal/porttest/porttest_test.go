package porttest

import (
	"testing"

	"bridge/internal/noerr"
)

func TestReservedPortsDiffer(t *testing.T) {
	seen := map[int]bool{}
	for range 300 {
		p, err := Reserve()
		noerr.Must(t, err)
		t.Cleanup(p.Release)
		if seen[p.Number] {
			t.Fatalf("port %d was given out twice", p.Number)
		}
		seen[p.Number] = true
	}
}
