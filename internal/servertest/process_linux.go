package servertest

import "syscall"

// endsWithParent has the kernel send the child a signal when the thread that started it ends.
func endsWithParent(s syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: s}
}
