//go:build !linux

package execagent

// withoutCapabilities runs f: only Linux has any.
func withoutCapabilities(f func() error) error { return f() }
