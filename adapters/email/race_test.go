//go:build race

package email

import "testing"

// raceDetector says that everything takes ten times as long.
const raceDetector = true

// withoutRace is for tests of one goroutine that read many bytes: make test runs the package
// without the race detector, too.
func withoutRace(t *testing.T) {
	t.Helper()
	t.Skip("one goroutine: make test runs it without the race detector")
}
