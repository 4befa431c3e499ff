//go:build !linux

package cli

import "runtime/debug"

// idle gives back the memory that only the start needed: a bridge idles for long.
func idle() { debug.FreeOSMemory() }
