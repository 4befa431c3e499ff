//go:build !linux

package servertest

import "syscall"

func endsWithParent(syscall.Signal) *syscall.SysProcAttr { return nil }
