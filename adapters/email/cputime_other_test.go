//go:build !unix

package email

import "time"

var started = time.Now()

// cpuTime is the time of the clock where there is no other.
func cpuTime() time.Duration { return time.Since(started) }
