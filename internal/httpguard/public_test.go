package httpguard

import (
	"errors"
	"net/netip"
	"testing"

	"bridge/internal/noerr"
)

func TestPublic(t *testing.T) {
	for _, tc := range []struct {
		ip   string
		want bool
	}{
		{"8.8.8.8", true},
		{"1.1.1.1", true},
		{"93.184.215.14", true},
		{"9.255.255.255", true},
		{"11.0.0.0", true},
		{"100.63.255.255", true},
		{"100.128.0.0", true},
		{"172.15.255.255", true},
		{"172.32.0.0", true},
		{"192.167.255.255", true},
		{"223.255.255.255", true},
		{"2606:4700:4700::1111", true},
		{"2a00:1450:4001:81c::200e", true},
		{"2003::1", true},

		{"0.0.0.0", false},
		{"0.1.2.3", false},
		{"10.0.0.1", false},
		{"10.255.255.255", false},
		{"100.64.0.1", false},
		{"100.100.100.200", false},
		{"127.0.0.1", false},
		{"127.255.255.254", false},
		{"168.63.129.16", false},
		{"169.254.169.254", false},
		{"172.16.0.1", false},
		{"172.31.255.255", false},
		{"192.0.0.192", false},
		{"192.0.2.1", false},
		{"192.88.99.1", false},
		{"192.168.1.1", false},
		{"198.18.0.1", false},
		{"198.19.255.255", false},
		{"198.51.100.1", false},
		{"203.0.113.1", false},
		{"224.0.0.1", false},
		{"239.255.255.255", false},
		{"240.0.0.1", false},
		{"255.255.255.255", false},

		{"::", false},
		{"::1", false},
		{"::127.0.0.1", false},               // IPv4-compatible, RFC 4291 §2.5.5.1
		{"::ffff:127.0.0.1", false},          // IPv4-mapped
		{"::ffff:8.8.8.8", false},            // no dialer connects to this form
		{"::ffff:0:127.0.0.1", false},        // IPv4-translated
		{"64:ff9b::7f00:1", false},           // NAT64, RFC 6052
		{"64:ff9b:1::a00:1", false},          // local NAT64, RFC 8215
		{"100::1", false},                    // discard-only
		{"2001::1", false},                   // Teredo
		{"2001:10::1", false},                // ORCHID
		{"2001:db8::1", false},               // documentation
		{"2002:7f00:1::", false},             // 6to4 of 127.0.0.1
		{"2002:808:808::", false},            // 6to4 of 8.8.8.8
		{"3fff::1", false},                   // documentation, RFC 9637
		{"5f00::1", false},                   // segment routing
		{"fc00::1", false},                   // unique local
		{"fd00:ec2::254", false},             // metadata service
		{"fe80::1", false},                   // link-local
		{"fe80::1%eth0", false},              // with a zone
		{"2606:4700:4700::1111%eth0", false}, // a zone makes no sense here
		{"fec0::1", false},                   // site-local
		{"ff02::1", false},                   // multicast
	} {
		if got := public(netip.MustParseAddr(tc.ip)); got != tc.want {
			t.Errorf("public(%s) = %v, want %v", tc.ip, got, tc.want)
		}
	}
	if public(netip.Addr{}) {
		t.Error("no address at all is public")
	}
}

func TestAllowed(t *testing.T) {
	allow := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for ip, want := range map[string]bool{
		"8.8.8.8": true, "10.1.2.3": true, "fd00::1": true, "127.0.0.1": false, "169.254.169.254": false, "192.168.0.1": false, "fe80::1": false,
		"::ffff:10.1.2.3": false, "fd00::1%eth0": false,
	} {
		if got := Allowed(netip.MustParseAddr(ip), allow); got != want {
			t.Errorf("Allowed(%s) = %v, want %v", ip, got, want)
		}
	}
	noerr.Want(t, control(allow)("tcp4", "10.1.2.3:443", nil))
	noerr.Want(t, control(allow)("tcp4", "11.0.0.1:443", nil))
	if err := control(allow)("tcp4", "172.16.0.1:443", nil); !errors.Is(err, ErrRefused) {
		t.Errorf("%v, want refused", err)
	}
}

func TestControl(t *testing.T) {
	for _, tc := range []struct {
		network, address string
		ok               bool
	}{
		{"tcp4", "8.8.8.8:443", true},
		{"tcp6", "[2606:4700:4700::1111]:443", true},
		{"tcp4", "127.0.0.1:443", false},
		{"tcp6", "[::1]:443", false},
		{"udp4", "8.8.8.8:443", false},
		{"unix", "/run/x.sock", false},
		{"tcp4", "localhost:80", false},
		{"tcp4", "", false},
	} {
		err := control(nil)(tc.network, tc.address, nil)
		if (err == nil) != tc.ok || err != nil && !errors.Is(err, ErrRefused) {
			t.Errorf("control(%s, %s) = %v", tc.network, tc.address, err)
		}
	}
}
