package redistest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
)

// port is a free TCP port of the loopback interface, held for one server.
type port struct {
	number int
	held   net.PacketConn
}

// reservePort takes a port until release, also while its server is down for a
// restart. Ports lie below the range from which the kernel picks ports of outgoing
// connections: a client that redials a dead server there can end up connected to
// itself, and then the server cannot get its port back. Other test processes see that
// the port is taken because its UDP twin is.
func reservePort() (*port, error) {
	for range 1000 {
		p := &port{number: 20000 + rand.IntN(10000)}
		addr := p.addr()
		held, err := net.ListenPacket("udp4", addr)
		if err != nil {
			continue
		}
		tcp, err := net.Listen("tcp4", addr)
		if err != nil {
			_ = held.Close()
			continue
		}
		p.held = held
		return p, tcp.Close()
	}
	return nil, errors.New("no free port between 20000 and 29999")
}

func (p *port) addr() string { return fmt.Sprintf("127.0.0.1:%d", p.number) }

func (p *port) release() error { return p.held.Close() }
