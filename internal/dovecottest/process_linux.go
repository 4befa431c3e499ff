package dovecottest

import "syscall"

// endsWithParent has the kernel stop the child when the thread that started it ends.
func endsWithParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
}
