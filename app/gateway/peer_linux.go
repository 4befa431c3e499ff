package gateway

import (
	"net"
	"syscall"
)

// peerOf asks the kernel who connected (SO_PEERCRED, unix(7)).
func peerOf(c *net.UnixConn) (uid, pid int, known bool) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, 0, false
	}
	var cred *syscall.Ucred
	if err := raw.Control(func(fd uintptr) {
		cred, err = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	}); err != nil || cred == nil {
		return -1, 0, true // nobody
	}
	return int(cred.Uid), int(cred.Pid), true
}
