//go:build !linux

package program

// withoutCapabilities runs f: only Linux has any.
func withoutCapabilities(f func() error) error { return f() }
