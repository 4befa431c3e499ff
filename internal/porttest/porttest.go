// Package porttest gives tests TCP ports of the loopback interface that nobody else takes.
package porttest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
)

// Port is a free port, held for one server over its restarts until it is released.
type Port struct {
	Number int
	held   net.PacketConn
}

// Reserve takes a port, also while its server is down for a restart. Ports lie below the
// range from which the kernel picks those of outgoing connections: one of these could take
// it, and a client that redials a dead server there can end up connected to itself. Other
// test processes see that the port is taken because its UDP twin is.
func Reserve() (*Port, error) {
	for range 1000 {
		p := &Port{Number: 10000 + rand.IntN(20000)}
		held, err := net.ListenPacket("udp4", p.Addr())
		if err != nil {
			continue
		}
		tcp, err := net.Listen("tcp4", p.Addr())
		if err != nil {
			_ = held.Close()
			continue
		}
		p.held = held
		return p, tcp.Close()
	}
	return nil, errors.New("porttest: no free port between 10000 and 29999")
}

// Addr returns the host and port.
func (p *Port) Addr() string { return fmt.Sprintf("127.0.0.1:%d", p.Number) }

// Release gives the port back.
func (p *Port) Release() { _ = p.held.Close() }
