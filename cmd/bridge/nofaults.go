//go:build !faults

package main

// faults is nothing: see faults.go.
func faults() func(done bool, what []string) { return nil }
