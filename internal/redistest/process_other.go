//go:build !linux

package redistest

func stopped(int) bool { return true }
