//go:build !unix

package main

// private has nothing to do where files have no modes.
func private() {}
