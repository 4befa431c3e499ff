package peers

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"bridge/internal/noerr"
)

func key(n int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{127, 0, byte(n >> 8), byte(n)}), 32)
}

// crowd is a table and who had to go, in order.
type crowd struct {
	*Table
	t    *testing.T
	gone []string
}

func (c *crowd) enter(peer int, name string) *Slot {
	c.t.Helper()
	p, err := c.Enter(key(peer), func() { c.gone = append(c.gone, name) })
	if err != nil {
		c.t.Fatalf("%s: %v", name, err)
	}
	return p
}

func (c *crowd) went(want ...string) {
	c.t.Helper()
	if fmt.Sprint(c.gone) != fmt.Sprint(want) {
		c.t.Errorf("gone: %v, want %v", c.gone, want)
	}
	c.gone = nil
}

func TestTheOldestIdleGivesWay(t *testing.T) { synctest.Test(t, oldestGivesWay) }

func oldestGivesWay(t *testing.T) {
	gave := 0
	c := &crowd{Table: New(Limits{All: 5, Peer: 3}, func() { gave++ }), t: t}
	a1, a2, a3 := c.enter(1, "a1"), c.enter(1, "a2"), c.enter(1, "a3")
	c.went()
	if _, err := c.Enter(key(1), nil); !errors.Is(err, ErrPeer) { // its own have said nothing yet, and may
		t.Errorf("a fourth one at once: %v", err)
	}
	c.went()
	time.Sleep(settling)
	c.enter(1, "a4") // at its own bound: its own oldest
	c.went("a1")
	a2.Busy()
	a1.Leave() // gone already
	c.enter(1, "a5")
	c.went("a3")
	c.enter(2, "b1")
	c.enter(3, "c1")
	c.went()
	c.enter(4, "d1") // full: of the peer that has the most, which is not the oldest of all
	c.went("a4")
	c.enter(4, "d2") // a and d would have as many: a's is older
	c.went("a5")
	a2.Idle()
	c.enter(5, "e1") // d has the most
	c.went("d1")
	if _, err := c.Enter(key(5), nil); !errors.Is(err, ErrAll) {
		t.Errorf("of its own, at once: %v", err)
	}
	time.Sleep(settling)
	c.enter(5, "e2") // nobody has more than e would: its own
	c.went("e1")
	if a3.Busy(); c.Open() != 5 || gave != 6 {
		t.Errorf("%d open, %d gave way", c.Open(), gave)
	}
	noerr.Want(t, noerr.Of(c.Enter(key(9), func() { c.gone = append(c.gone, "?") })))
	c.went("b1") // all have one: the oldest
}

func TestTheBusyStay(t *testing.T) {
	c := &crowd{Table: New(Limits{All: 4, Peer: 2}, nil), t: t}
	for i, name := range []string{"a1", "a2", "b1"} {
		c.enter(1+i/2, name).Busy()
	}
	if _, err := c.Enter(key(1), nil); !errors.Is(err, ErrPeer) {
		t.Errorf("a third one of a busy peer: %v", err)
	}
	last := c.enter(3, "c1")
	last.Busy()
	if _, err := c.Enter(key(4), nil); !errors.Is(err, ErrAll) {
		t.Errorf("all are busy: %v", err)
	}
	last.Idle()
	last.Idle()
	c.enter(4, "d1")
	c.went("c1")
	last.Busy()
	last.Idle()
	last.Leave()
	if c.Open() != 4 {
		t.Errorf("%d open", c.Open())
	}
}

// TestOust: the one who wants in takes of others that have more, and none of its own.
func TestOust(t *testing.T) {
	c := &crowd{Table: New(Limits{All: 9, Peer: 9}, nil), t: t}
	c.enter(1, "a1")
	c.enter(1, "a2").Busy()
	c.enter(1, "a3")
	c.enter(2, "b1")
	c.Oust(key(1)) // nobody has more
	c.went()
	c.Oust(key(2))
	c.went("a1")
	c.Oust(key(2)) // as many as b would have
	c.went("a3")
	c.Oust(key(2))
	c.went()
	c.Oust(key(3))
	c.went("b1")
}

// A crowd that comes and goes in any order leaves nothing behind, and is never larger
// than the bounds.
func TestNothingIsLeftBehind(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	table := New(Limits{All: 40, Peer: 12}, nil)
	var open []*Slot
	for range 20_000 {
		switch random.IntN(5) {
		case 0, 1:
			if p, err := table.Enter(key(random.IntN(9)), func() {}); err == nil {
				open = append(open, p)
			}
		default:
			if len(open) > 0 {
				i := random.IntN(len(open))
				[]func(){open[i].Busy, open[i].Idle, open[i].Leave}[random.IntN(3)]()
			}
		}
		sum := 0
		for _, p := range table.peers {
			if p.open < 1 || p.open > 12 || p.idle.Len() > p.open {
				t.Fatalf("a peer has %d open, %d idle", p.open, p.idle.Len())
			}
			sum += p.open
		}
		if sum != table.Open() || sum > 40 {
			t.Fatalf("%d open, %d of peers", table.Open(), sum)
		}
	}
	for _, p := range open {
		p.Leave()
	}
	if table.Open() != 0 || len(table.peers) != 0 {
		t.Errorf("%d open, %d peers", table.Open(), len(table.peers))
	}
}

type addrConn struct {
	net.Conn
	net.Addr
}

func (a addrConn) RemoteAddr() net.Addr { return a.Addr }

func TestOf(t *testing.T) {
	for addr, want := range map[string]string{
		"192.0.2.1:5":                "192.0.2.1/32",
		"[::ffff:192.0.2.1]:5":       "192.0.2.1/32",
		"[2001:db8::1]:5":            "2001:db8::/64",
		"[2001:db8::ffff:1:2:3]:999": "2001:db8::/64",
		"[2001:db8:0:1::1]:5":        "2001:db8:0:1::/64",
		"[fe80::1%eth0]:5":           "fe80::/64",
	} {
		a, err := net.ResolveTCPAddr("tcp", addr)
		noerr.Must(t, err)
		if got := Of(addrConn{Addr: a}); got.String() != want {
			t.Errorf("%s is %s, want %s", addr, got, want)
		}
	}
	if got := Of(addrConn{Addr: &net.UnixAddr{Name: "x"}}); got.IsValid() {
		t.Errorf("a socket is %s", got)
	}
}
