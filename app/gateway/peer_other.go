//go:build !linux

package gateway

import "net"

// peerOf does not know: the mode of the socket says who may use it.
func peerOf(*net.UnixConn) (uid, pid int, known bool) { return 0, 0, false }
