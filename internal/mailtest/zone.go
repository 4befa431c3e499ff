package mailtest

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"

	"golang.org/x/net/dns/dnsmessage"
)

// Zone is the DNS of a test, of TXT records: what is not in it does not exist. It may be asked
// directly, as a resolver, or by UDP.
type Zone struct {
	mu     sync.Mutex
	txt    map[string][]string
	broken map[string]bool
	asked  []string
}

// NewZone returns an empty zone.
func NewZone() *Zone {
	return &Zone{txt: map[string][]string{}, broken: map[string]bool{}}
}

func plain(name string) string { return strings.ToLower(strings.TrimSuffix(name, ".")) }

// TXT sets the TXT records of a name.
func (z *Zone) TXT(name string, values ...string) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.txt[plain(name)] = values
}

// Key sets the record of a signing key.
func (z *Zone) Key(s Signer, more ...string) {
	z.TXT(s.Selector+"._domainkey."+s.Domain, strings.Join(append([]string{s.Key.record}, more...), "; "))
}

// Break says whether questions for a name fail for now; "" is every name.
func (z *Zone) Break(name string, broken bool) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.broken[plain(name)] = broken
}

// Asked returns the names that were asked for, in order.
func (z *Zone) Asked() []string {
	z.mu.Lock()
	defer z.mu.Unlock()
	return append([]string(nil), z.asked...)
}

func (z *Zone) look(name string) (txt []string, err error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	name = plain(name)
	z.asked = append(z.asked, name)
	if z.broken[name] || z.broken[""] {
		return nil, &net.DNSError{Err: "server misbehaving", Name: name, IsTemporary: true}
	}
	return z.txt[name], nil
}

func missing(name string) error {
	return &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

// LookupTXT answers as net.Resolver does.
func (z *Zone) LookupTXT(_ context.Context, name string) ([]string, error) {
	txt, err := z.look(name)
	if err == nil && txt == nil {
		err = missing(name)
	}
	return txt, err
}

// LookupIPAddr finds nothing, unless the name cannot be asked for now.
func (z *Zone) LookupIPAddr(_ context.Context, name string) ([]net.IPAddr, error) {
	_, err := z.look(name)
	if err == nil {
		err = missing(name)
	}
	return nil, err
}

// LookupMX finds nothing.
func (z *Zone) LookupMX(_ context.Context, name string) ([]*net.MX, error) { return nil, missing(name) }

// LookupAddr finds nothing.
func (z *Zone) LookupAddr(_ context.Context, addr string) ([]string, error) {
	return nil, missing(addr)
}

// Serve answers by UDP on a loopback port until the returned function is called.
func (z *Zone) Serve() (addr string, stop func(), err error) {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		buf := make([]byte, 4096)
		for {
			n, peer, err := conn.ReadFrom(buf)
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if reply := z.reply(buf[:n]); reply != nil {
				_, _ = conn.WriteTo(reply, peer)
			}
		}
	}()
	return conn.LocalAddr().String(), func() { _ = conn.Close(); <-done }, nil
}

func (z *Zone) reply(query []byte) []byte {
	var m dnsmessage.Message
	if m.Unpack(query) != nil || len(m.Questions) != 1 {
		return nil
	}
	q := m.Questions[0]
	txt, err := z.look(q.Name.String())
	m.Header = dnsmessage.Header{ID: m.ID, Response: true, Authoritative: true, RecursionDesired: m.RecursionDesired, RecursionAvailable: true}
	m.Answers, m.Authorities, m.Additionals = nil, nil, nil
	head := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: dnsmessage.ClassINET, TTL: 1}
	switch {
	case err != nil:
		m.RCode = dnsmessage.RCodeServerFailure
	case txt == nil:
		m.RCode = dnsmessage.RCodeNameError
	case q.Type == dnsmessage.TypeTXT:
		for _, t := range txt {
			var r dnsmessage.TXTResource
			for ; len(t) > 255; t = t[255:] {
				r.TXT = append(r.TXT, t[:255])
			}
			r.TXT = append(r.TXT, t)
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: head, Body: &r})
		}
	}
	out, err := m.Pack()
	if err != nil {
		return nil
	}
	return out
}
