// Package sampletest takes a share of the cases of a test that has very many: make test tries
// one of n, others each day, and all of them are tried by make soak and by whoever changes what
// the test is about (BRIDGE_WHOLE=1).
package sampletest

import (
	"flag"
	"os"
	"sync"
	"time"
)

// Whole says that all cases are tried: BRIDGE_WHOLE is set, or they are seeds of a fuzz target.
var Whole = sync.OnceValue(func() bool {
	return os.Getenv("BRIDGE_WHOLE") != "" || flag.Lookup("test.fuzz").Value.String() != ""
})

// Today says whether case k is tried, of which it takes one of n.
func Today(k, n int) bool { return Whole() || (k+time.Now().YearDay())%n == 0 }

// Of is how many of so many cases are tried at least, when Today takes one of n.
func Of(cases, n int) int {
	if Whole() {
		return cases
	}
	return cases / n
}
