package app

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	runtimemetrics "runtime/metrics"
)

// Bounds of what the heap may grow by, over what is in use, until it is collected.
const (
	mostGrowth  = 400      // per cent of what is in use
	leastGrowth = 100      // likewise: what Go does by itself
	growthBytes = 48 << 20 // more than that only as far as leastGrowth
)

// PaceGC has the heap collected more rarely than Go does by itself as long as it is small: to
// collect some megabytes again and again costs an eighth of a message. It does nothing where
// GOGC is set; GOMEMLIMIT holds in any case, and Go collects more often near it. It is called
// once at start, and looks again after each collection.
func PaceGC() {
	if os.Getenv("GOGC") == "" {
		pace(leastGrowth)
	}
}

// pace sets the growth, if it is not as it was set last, until the next collection.
func pace(was int) {
	in := []runtimemetrics.Sample{{Name: "/gc/heap/live:bytes"}}
	runtimemetrics.Read(in)
	now := growth(in[0].Value.Uint64())
	if now != was {
		debug.SetGCPercent(now)
	}
	// What nothing refers to is found by the next collection.
	runtime.AddCleanup(&struct{ p *int }{}, pace, now)
}

// growth is how much the heap may grow by, in per cent and steps of 25, where so much is in use.
func growth(live uint64) int {
	if live == 0 {
		return mostGrowth
	}
	return int(max(min(math.Floor(growthBytes*4/float64(live))*25, mostGrowth), leastGrowth))
}
