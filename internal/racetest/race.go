//go:build race

package racetest

import "testing"

// On says that everything takes five to ten times as long.
const On = true

// Skip skips the test.
func Skip(t testing.TB) {
	t.Helper()
	t.Skip("too dear under the race detector: make test runs it without")
}
