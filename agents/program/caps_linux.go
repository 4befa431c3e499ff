package program

import (
	"runtime"
	"syscall"
)

// withoutCapabilities runs f so that a process that it starts inherits no capability: those
// with which a bridge that is not root may change the user are ambient (systemd's
// AmbientCapabilities) and would lead back to it.
func withoutCapabilities(f func() error) error {
	const ambient, clearAll = 47, 4 // PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL (prctl(2))
	runtime.LockOSThread()          // they are the thread's; what it may do itself stays
	defer runtime.UnlockOSThread()
	if _, _, err := syscall.RawSyscall6(syscall.SYS_PRCTL, ambient, clearAll, 0, 0, 0, 0); err != 0 {
		return err
	}
	return f()
}
