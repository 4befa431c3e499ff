//go:build !unix

package cputime

import "time"

var started = time.Now()

// Used is the time since the start: there is no other clock here.
func Used() time.Duration { return time.Since(started) }
