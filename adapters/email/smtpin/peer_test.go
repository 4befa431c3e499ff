package smtpin

import (
	"net"
	"testing"
)

// TestPeerKey: an IPv6 network is one peer.
func TestPeerKey(t *testing.T) {
	for addr, want := range map[string]string{
		"192.0.2.7:25":                 "192.0.2.7",
		"[::ffff:192.0.2.7]:25":        "192.0.2.7",
		"[2001:db8:1:2:3:4:5:6]:25":    "2001:db8:1:2::/64",
		"[2001:db8:1:2:ffff::1%e0]:25": "2001:db8:1:2::/64",
		"[::1]:25":                     "::/64",
		"pipe":                         "pipe",
	} {
		if got := peerKey(addrConn{addr: addr}); got != want {
			t.Errorf("%s is %s, want %s", addr, got, want)
		}
	}
}

type addrConn struct {
	net.Conn
	addr string
}

func (c addrConn) RemoteAddr() net.Addr { return c }
func (c addrConn) Network() string      { return "tcp" }
func (c addrConn) String() string       { return c.addr }
