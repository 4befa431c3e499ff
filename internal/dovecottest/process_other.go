//go:build !linux

package dovecottest

import "syscall"

func endsWithParent() *syscall.SysProcAttr { return nil }
