package porttest

import "testing"

func TestReservedPortsDiffer(t *testing.T) {
	seen := map[int]bool{}
	for range 300 {
		p, err := Reserve()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Release)
		if seen[p.Number] {
			t.Fatalf("port %d was given out twice", p.Number)
		}
		seen[p.Number] = true
	}
}
