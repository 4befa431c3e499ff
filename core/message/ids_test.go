package message

import "testing"

// TestIDsCannotBePredicted: the random part of an id says nothing of the next one, also
// within a millisecond, where ids that grow would share all but their last bits.
func TestIDsCannotBePredicted(t *testing.T) {
	makers := map[string]func() string{
		"session":  func() string { return string(NewSessionID()) },
		"turn":     func() string { return string(NewTurnID()) },
		"artifact": func() string { return string(NewArtifactID()) },
	}
	for name, next := range makers {
		t.Run(name, func(t *testing.T) {
			const random = 4 + 10 // the prefix, and the time's ten digits
			seen := map[string]bool{}
			for range 20_000 {
				first := next()[random : random+8] // 40 bits
				if seen[first] {
					// By chance once in 5000 runs: 20 000² / 2 / 2⁴⁰.
					t.Fatal("two ids share the first half of their random part")
				}
				seen[first] = true
			}
		})
	}
	if a, b := NewTrace(), NewTrace(); len(a) != 32 || a == b {
		t.Errorf("traces %s, %s", a, b)
	}
	if a, b := NewCorrelation(), NewCorrelation(); len(a) != 36 || a == b {
		t.Errorf("correlations %s, %s", a, b)
	}
}
