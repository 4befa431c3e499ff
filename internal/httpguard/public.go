package httpguard

import (
	"net/netip"
	"slices"
)

// public reports whether ip is a unicast address of the open Internet. The
// lists are the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890)
// and the forms of IPv6 that carry an IPv4 address inside.
func public(ip netip.Addr) bool {
	switch {
	case !ip.IsValid() || ip.Zone() != "":
		return false
	case ip.Is4In6(): // ::ffff:127.0.0.1; a dialer never connects to this form
		return false
	case ip.Is4():
		return !in(ip, special4())
	}
	return netip.MustParsePrefix("2000::/3").Contains(ip) && !in(ip, special6())
}

func in(ip netip.Addr, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return netip.MustParsePrefix(p).Contains(ip) })
}

func special4() []string {
	return []string{
		"0.0.0.0/8",        // this network
		"10.0.0.0/8",       // private
		"100.64.0.0/10",    // carrier-grade NAT; cloud metadata at 100.100.100.200
		"127.0.0.0/8",      // loopback
		"168.63.129.16/32", // Azure's platform services
		"169.254.0.0/16",   // link-local; cloud metadata at 169.254.169.254
		"172.16.0.0/12",    // private
		"192.0.0.0/24",     // protocol assignments; cloud metadata at 192.0.0.192
		"192.0.2.0/24",     // documentation
		"192.88.99.0/24",   // 6to4 relays
		"192.168.0.0/16",   // private
		"198.18.0.0/15",    // benchmarks
		"198.51.100.0/24",  // documentation
		"203.0.113.0/24",   // documentation
		"224.0.0.0/4",      // multicast
		"240.0.0.0/4",      // reserved, broadcast
	}
}

// special6 lists what is special within 2000::/3. All else that is special lies
// outside: ::1, ::, fc00::/7, fe80::/10, fec0::/10, ff00::/8, NAT64 64:ff9b::/96 and 64:ff9b:1::/48.
func special6() []string {
	return []string{
		"2001::/23",     // protocol assignments: Teredo, ORCHID, benchmarks
		"2001:db8::/32", // documentation
		"2002::/16",     // 6to4
		"3fff::/20",     // documentation
	}
}
