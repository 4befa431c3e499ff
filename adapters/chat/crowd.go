package chat

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"sync"

	"bridge/core/message"
)

// How many pages are open: in all, of guests, of the guests of one network, and of one person.
const (
	maxStreams = 1000
	maxGuests  = maxStreams / 2
	maxOfPeer  = maxGuests / 5
	maxOwn     = 16
)

// streams counts the pages that are open. It is safe for concurrent use.
type streams struct {
	mu          sync.Mutex
	all, guests int
	own         map[message.Address]int
	peers       map[netip.Prefix]int // guests by where they come from
}

// enter takes a place, which leave gives back; nil if none is free. own: those of the
// caller, or of the network that a guest comes from, are taken.
func (s *streams) enter(who identity, peer netip.Prefix) (leave func(), own bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.own[who.address] >= maxOwn, who.guest && s.peers[peer] >= maxOfPeer:
		return nil, true
	case s.all >= maxStreams || who.guest && s.guests >= maxGuests:
		return nil, false
	}
	if s.own == nil {
		s.own, s.peers = map[message.Address]int{}, map[netip.Prefix]int{}
	}
	guest := 0
	if who.guest {
		guest = 1
	}
	s.all, s.guests = s.all+1, s.guests+guest
	s.own[who.address]++
	s.peers[peer] += guest
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all, s.guests = s.all-1, s.guests-guest
		if s.own[who.address]--; s.own[who.address] == 0 {
			delete(s.own, who.address)
		}
		if s.peers[peer] -= guest; s.peers[peer] == 0 {
			delete(s.peers, peer)
		}
	}, false
}

// mayBegin says whether one more guest may come from where a request is from.
func (a *Adapter) mayBegin(ctx context.Context, r *http.Request) *problem {
	rate := a.o.Config.GuestsPerPeer
	ok, _, err := a.o.Buckets.Take(ctx, "chat guests "+string(a.o.Name)+" "+a.peer(r).String(), rate.N, rate.Per)
	switch {
	case err != nil:
		return a.down("count the guests", err)
	case !ok:
		return &problem{http.StatusTooManyRequests, "guests", "too many guests have come from your network: try again later"}
	}
	return nil
}

// peer is the network that a request comes from: an IPv4 address, or the /64 of an IPv6
// address. What X-Forwarded-For says counts from the proxies, up to the last address in it
// that is none of theirs. The zero Prefix is nobody's.
func (a *Adapter) peer(r *http.Request) netip.Prefix {
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Prefix{}
	}
	ip := ap.Addr()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && a.isProxy(ip); i-- {
		hop := strings.TrimSpace(hops[i])
		before, err := netip.ParseAddr(hop)
		if ap, bad := netip.ParseAddrPort(hop); bad == nil {
			before, err = ap.Addr(), nil
		}
		if err != nil {
			break
		}
		ip = before
	}
	ip = ip.Unmap().WithZone("")
	bits := 32
	if ip.Is6() {
		bits = 64 // who has one address there has 2^64
	}
	p, _ := ip.Prefix(bits) // cannot fail: bits fit
	return p
}
