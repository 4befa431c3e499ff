// Package peers bounds the open connections of a listener, in all and of one peer.
// Where a slot is wanted and none is free the connection that has done nothing for the
// longest time gives way, so that who opens many and says little keeps nobody else out.
// To one more of the same peer it does so only after [settling]: else a peer that opens more
// than it may, and comes again at once, ends each of its own before it has said anything.
package peers

import (
	"container/list"
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"
)

// settling is how long a connection has for its next command before it gives way to one of its own peer.
const settling = 2 * time.Second

// Limits are how many connections may be open.
type Limits struct {
	All  int
	Peer int // of one peer: an IPv4 address, or the /64 network of an IPv6 address
}

// The errors of Enter: a bound is reached, and no connection that could give way is idle, or long enough.
var (
	ErrPeer = errors.New("too many open connections from your address")
	ErrAll  = errors.New("too many open connections")
)

// Table holds the slots of one listener. Its methods, and those of its slots, may be
// called concurrently. An Enter costs time linear in the number of peers where a bound
// is reached, and none otherwise.
type Table struct {
	limits  Limits
	mu      sync.Mutex
	open    int
	clock   uint64 // of the idle: grows
	peers   map[netip.Prefix]*peer
	gaveWay func()
}

type peer struct {
	open int
	idle list.List // of *Slot, the one that is idle for the longest time first
}

// Slot is that of one connection.
type Slot struct {
	t       *Table
	key     netip.Prefix
	drop    func()
	element *list.Element // in its peer's idle list; nil while busy
	since   uint64
	at      time.Time // of since
	left    bool
}

// New returns a table. gaveWay is called for each connection that gave way; nil: nothing is.
func New(l Limits, gaveWay func()) *Table {
	if gaveWay == nil {
		gaveWay = func() {}
	}
	return &Table{limits: l, peers: map[netip.Prefix]*peer{}, gaveWay: gaveWay}
}

// Of returns the peer of a connection. What is no IP connection is the zero Prefix: all
// such are one peer.
func Of(c net.Conn) netip.Prefix {
	ap, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil {
		return netip.Prefix{}
	}
	ip, bits := ap.Addr().Unmap().WithZone(""), 32
	if ip.Is6() {
		bits = 64 // who has one address there has 2^64
	}
	p, _ := ip.Prefix(bits) // cannot fail: bits fit
	return p
}

// Enter gives a connection a slot. It is idle at first. drop is called, once and by
// whoever enters, if the connection has to give way: it ends the connection and does not
// wait. The error is ErrPeer or ErrAll.
func (t *Table) Enter(key netip.Prefix, drop func()) (*Slot, error) {
	t.mu.Lock()
	victim, err := t.room(key)
	if err != nil {
		t.mu.Unlock()
		return nil, err
	}
	if victim != nil {
		victim.leave()
	}
	p := &Slot{t: t, key: key, drop: drop}
	if t.peers[key] == nil {
		t.peers[key] = &peer{}
	}
	t.peers[key].open++
	t.open++
	p.rest()
	t.mu.Unlock()
	if victim != nil {
		victim.drop()
		t.gaveWay()
	}
	return p, nil
}

// room returns which slot has to be left for one more connection of a peer; nil: none.
// Of a peer that is at its own bound one of its own; else of the peer that has the most,
// and never of one that would have fewer than the peer that wants in.
func (t *Table) room(key netip.Prefix) (*Slot, error) {
	mine := 0
	if p := t.peers[key]; p != nil {
		if mine = p.open; mine >= t.limits.Peer {
			if victim := p.own(); victim != nil {
				return victim, nil
			}
			return nil, ErrPeer
		}
	}
	if t.open < t.limits.All {
		return nil, nil
	}
	if victim := t.heaviest(mine + 1); victim != nil {
		return victim, nil
	}
	// Of those who have fewer, none gives way; one's own may.
	if p := t.peers[key]; p != nil {
		if victim := p.own(); victim != nil {
			return victim, nil
		}
	}
	return nil, ErrAll
}

// own is the slot that gives way to one more of its own peer; nil: none does.
func (p *peer) own() *Slot {
	if p.idle.Len() == 0 {
		return nil
	}
	first := p.idle.Front().Value.(*Slot)
	if time.Since(first.at) < settling {
		return nil
	}
	return first
}

// heaviest is the slot that is idle for the longest time of the peers that have the
// most, and that at least; nil if they have none that is idle.
func (t *Table) heaviest(most int) (victim *Slot) {
	for _, p := range t.peers {
		if p.open < most || p.idle.Len() == 0 {
			continue
		}
		if first := p.idle.Front().Value.(*Slot); p.open > most || victim == nil || first.since < victim.since {
			victim, most = first, p.open
		}
	}
	return victim
}

// Oust makes room for one more of a peer: the connection that Enter would choose gives
// way, but none of that peer's own.
func (t *Table) Oust(key netip.Prefix) {
	t.mu.Lock()
	mine := 0
	if p := t.peers[key]; p != nil {
		mine = p.open
	}
	victim := t.heaviest(mine + 1)
	if victim != nil {
		victim.leave()
	}
	t.mu.Unlock()
	if victim != nil {
		victim.drop()
		t.gaveWay()
	}
}

// Open is how many connections have a slot.
func (t *Table) Open() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.open
}

// Busy says that the connection does something now that must not be lost.
func (p *Slot) Busy() {
	p.t.mu.Lock()
	defer p.t.mu.Unlock()
	if p.element != nil {
		p.t.peers[p.key].idle.Remove(p.element)
		p.element = nil
	}
}

// Idle says that it may give way again; it is then the last of its peer to do so.
func (p *Slot) Idle() {
	p.t.mu.Lock()
	defer p.t.mu.Unlock()
	if !p.left && p.element == nil {
		p.rest()
	}
}

// Leave gives the slot back. It may be called more than once, and after drop.
func (p *Slot) Leave() {
	p.t.mu.Lock()
	defer p.t.mu.Unlock()
	p.leave()
}

func (p *Slot) rest() {
	p.t.clock++
	p.since, p.at = p.t.clock, time.Now()
	p.element = p.t.peers[p.key].idle.PushBack(p)
}

func (p *Slot) leave() {
	if p.left {
		return
	}
	p.left = true
	of := p.t.peers[p.key]
	if p.element != nil {
		of.idle.Remove(p.element)
		p.element = nil
	}
	p.t.open--
	if of.open--; of.open == 0 {
		delete(p.t.peers, p.key)
	}
}
