package httpguard

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"bridge/internal/noerr"
)

// hostileDNS is a resolver under the attacker's control: each name has the addresses
// given, and every other name that of this machine.
func hostileDNS(t *testing.T, names map[string][]string) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	noerr.Must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		b := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(b)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(b[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			m.Response, m.Additionals = true, nil
			q := m.Questions[0]
			ips, known := names[strings.TrimSuffix(strings.ToLower(q.Name.String()), ".")]
			if !known {
				ips = []string{"127.0.0.1"}
			}
			for _, s := range ips {
				h, ip := dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class}, netip.MustParseAddr(s)
				switch {
				case q.Type == dnsmessage.TypeA && ip.Is4():
					m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AResource{A: ip.As4()}})
				case q.Type == dnsmessage.TypeAAAA && ip.Is6():
					m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AAAAResource{AAAA: ip.As16()}})
				}
			}
			if p, err := m.Pack(); err == nil {
				_, _ = conn.WriteTo(p, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// TestSSRF: a URL from outside gets to nothing but the open Internet, however the
// address is written, named or redirected to. A server on every address of this machine
// sees no request.
func TestSSRF(t *testing.T) {
	var reached atomic.Int32
	inside := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		reached.Add(1)
		fmt.Fprint(w, "SECRET")
	}))
	l, err := net.Listen("tcp", ":0") // IPv4 and IPv6
	noerr.Must(t, err)
	inside.Listener = l
	inside.Start()
	t.Cleanup(inside.Close)
	_, port, _ := net.SplitHostPort(l.Addr().String())

	var target string
	open := serve(t, func(w http.ResponseWriter, r *http.Request) { // the one host that is allowed
		w.Header().Set("Location", target)
		var code int
		_, _ = fmt.Sscan(strings.TrimPrefix(r.URL.Path, "/"), &code)
		w.WriteHeader(code)
	})
	c := client(t, Options{
		AllowHosts: []string{open.addr()}, MaxRedirects: 5, Timeout: 5 * time.Second,
		Resolver: hostileDNS(t, map[string][]string{
			"six.evil.test":       {"::1"},
			"mapped.evil.test":    {"::ffff:127.0.0.1"},
			"both.evil.test":      {"10.0.0.1", "127.0.0.1", "::1", "fe80::1"},
			"meta.evil.test":      {"169.254.169.254"},
			"intranet.evil.test":  {"192.168.1.1"},
			"nat64.evil.test":     {"64:ff9b::7f00:1"},
			"sixtofour.evil.test": {"2002:7f00:1::1"},
			"nothing.evil.test":   {},
		}),
	})
	unnamed := map[string]bool{ // no addresses to Go, which looks them up as names and finds none
		"loopback in short": true, "loopback as a number": true, "loopback in octal": true, "loopback with leading zeros": true,
		"loopback with a dot at the end": true, "metadata as a number": true, "this network in short": true, "a name without an address": true,
	}
	try := func(t *testing.T, raw string, wrong bool) {
		t.Helper()
		if _, err := url.Parse(raw); err != nil {
			return // what is no URL leads nowhere
		}
		before := reached.Load()
		code, body, err := get(t, c, raw)
		if err == nil && (code < 300 || code > 399 || body != "") || reached.Load() != before {
			t.Errorf("%s: %d %q, %v", raw, code, body, err)
		}
		if !wrong && !errors.Is(err, ErrRefused) { // not because nobody is there
			t.Errorf("%s is not refused: %v", raw, err)
		}
	}
	for name, host := range map[string]string{
		"loopback":                          "127.0.0.1",
		"another loopback address":          "127.1.2.3",
		"loopback in short":                 "127.1",
		"loopback as a number":              "2130706433",
		"loopback in hexadecimal":           "0x7f000001",
		"loopback in octal":                 "0177.0.0.1",
		"loopback in mixed forms":           "0x7f.0.1",
		"loopback with leading zeros":       "127.000.000.001",
		"loopback with a dot at the end":    "127.0.0.1.",
		"loopback in ideographic dots":      "127。0。0。1",
		"loopback in circled digits":        "①②⑦.⓪.⓪.①",
		"loopback in fullwidth digits":      "１２７.0.0.1",
		"loopback with escapes":             "127%2e0%2e0%2e1",
		"this network":                      "0.0.0.0",
		"this network in short":             "0",
		"localhost":                         "localhost",
		"localhost in capitals with a dot":  "LOCALHOST.",
		"a name below localhost":            "evil.localhost",
		"IPv6 loopback":                     "[::1]",
		"IPv6 loopback in full":             "[0000:0000:0000:0000:0000:0000:0000:0001]",
		"IPv6 unspecified":                  "[::]",
		"IPv4 mapped into IPv6":             "[::ffff:127.0.0.1]",
		"IPv4 mapped into IPv6, in hex":     "[::ffff:7f00:1]",
		"IPv4 compatible IPv6":              "[::127.0.0.1]",
		"IPv4 translated IPv6":              "[::ffff:0:127.0.0.1]",
		"NAT64 of loopback":                 "[64:ff9b::7f00:1]",
		"6to4 of loopback":                  "[2002:7f00:1::]",
		"Teredo":                            "[2001:0:7f00:1::1]",
		"IPv6 link-local with a zone":       "[fe80::1%25lo]",
		"IPv6 unique local":                 "[fd12:3456::1]",
		"IPv6 site-local":                   "[fec0::1]",
		"IPv6 multicast":                    "[ff02::1]",
		"metadata of AWS, GCP and Azure":    "169.254.169.254",
		"metadata of AWS by IPv6":           "[fd00:ec2::254]",
		"metadata of Alibaba":               "100.100.100.200",
		"metadata of Oracle":                "192.0.0.192",
		"platform services of Azure":        "168.63.129.16",
		"metadata as a number":              "2852039166",
		"private, class A":                  "10.0.0.1",
		"private, class B":                  "172.31.255.254",
		"private, class C":                  "192.168.0.1",
		"carrier-grade NAT":                 "100.64.0.1",
		"benchmark network":                 "198.18.0.1",
		"multicast":                         "224.0.0.1",
		"broadcast":                         "255.255.255.255",
		"a name of loopback":                "loop.evil.test",
		"a name of IPv6 loopback":           "six.evil.test",
		"a name of a mapped address":        "mapped.evil.test",
		"a name of many inner addresses":    "both.evil.test",
		"a name of the metadata service":    "meta.evil.test",
		"a name of the intranet":            "intranet.evil.test",
		"a name of a NAT64 address":         "nat64.evil.test",
		"a name of a 6to4 address":          "sixtofour.evil.test",
		"a name without an address":         "nothing.evil.test",
		"an address before a user's at":     "example.com@127.0.0.1",
		"a password that looks like a host": "example.com:80@localhost",
		"the allowed host as a user":        "127.0.0.1@localhost",
	} {
		t.Run(name, func(t *testing.T) { try(t, "http://"+host+":"+port+"/", unnamed[name]) })
	}
	for name, raw := range map[string]string{
		"the allowed host, another port": "http://" + strings.TrimSuffix(open.addr(), open.addr()[strings.LastIndex(open.addr(), ":"):]) + ":" + port + "/",
		"TLS to loopback":                "https://127.0.0.1:" + port + "/",
		"a backslash for a slash":        "http://example.com\\@127.0.0.1:" + port + "/",
		"a fragment before the host":     "http://127.0.0.1:" + port + "#@example.com/",
		"a file":                         "file:///etc/passwd",
		"a file with a host":             "file://127.0.0.1/etc/passwd",
		"gopher":                         "gopher://127.0.0.1:" + port + "/_GET%20/",
		"a unix socket":                  "unix:///run/docker.sock",
		"a unix socket over http":        "http+unix://%2Frun%2Fdocker.sock/",
		"ftp":                            "ftp://127.0.0.1:" + port + "/",
		"no host":                        "http:///etc/passwd",
	} {
		t.Run(name, func(t *testing.T) { try(t, raw, !strings.Contains(name, "TLS") && !strings.Contains(name, "port")) })
	}
	for name, to := range map[string]struct {
		code int
		to   string
	}{
		"a redirect to loopback":        {302, "http://127.0.0.1:" + port + "/"},
		"a redirect by 307":             {307, "http://127.0.0.1:" + port + "/"},
		"a redirect by 308 to a name":   {308, "http://loop.evil.test:" + port + "/"},
		"a redirect without a scheme":   {302, "//127.0.0.1:" + port + "/"},
		"a redirect to the metadata":    {301, "http://169.254.169.254/latest/meta-data/iam/"},
		"a redirect to a file":          {302, "file:///etc/passwd"},
		"a redirect to another port":    {303, "http://localhost:" + port + "/"},
		"a redirect with a user":        {302, "http://" + open.addr() + "@127.0.0.1:" + port + "/"},
		"a redirect to itself for ever": {302, "/302"},
		"a redirect to circled digits":  {302, "http://①②⑦.⓪.⓪.①:" + port + "/"},
	} {
		t.Run(name, func(t *testing.T) {
			target = to.to
			before := reached.Load()
			if code, body, err := get(t, c, fmt.Sprintf("%s/%d", open.URL, to.code)); !errors.Is(err, ErrRefused) || reached.Load() != before {
				t.Errorf("%d %q, %v", code, body, err)
			}
		})
	}
	if reached.Load() != 0 {
		t.Errorf("%d requests got inside", reached.Load())
	}
	// The attack is real: without the guard it gets there.
	if _, body, err := get(t, Agent(), "http://127.0.0.1:"+port+"/"); err != nil || body != "SECRET" {
		t.Errorf("without the guard: %q, %v", body, err)
	}
}
