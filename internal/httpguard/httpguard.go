// Package httpguard makes the bridge's outbound HTTP clients, one named policy
// each: New for URLs that came from outside (an agent's artifact, a callback),
// Agent for URLs that the operator configured. Neither reads proxy settings from
// the environment: what is connected to is what was checked.
package httpguard

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"
)

// ErrRefused is wrapped by the error of a request that the policy forbids: an
// address that is not public, or a redirect that may not be followed.
var ErrRefused = errors.New("refused by the outbound policy")

const (
	dialTimeout   = 10 * time.Second
	maxHeaderSize = 64 << 10 // bytes of response header
)

// Options of New.
type Options struct {
	// Timeout of one exchange, redirects and body included; 0 = the context decides.
	Timeout time.Duration
	// AllowHosts are "host:port" pairs that may have any address, such as the
	// operator's own agents ("[::1]:80" for IPv6). The host is compared as it
	// stands in the URL; an entry without port allows nothing.
	AllowHosts []string
	// AllowPrefixes are the ranges that may be connected to although they are not
	// public, under whatever name: a network of the operator's own.
	AllowPrefixes []netip.Prefix
	// Resolver looks names up; nil is the system's.
	Resolver *net.Resolver
	// MaxRedirects that are followed; 0 = none, the redirect is the answer.
	MaxRedirects int
}

// New returns a client for URLs that nobody vouches for. Every address is
// checked when it is connected to, after name resolution, so a name that changes
// its address between check and use gains nothing. Only public unicast addresses
// pass, unless AllowHosts has the host and port. Redirects are checked the same
// way, are followed for GET and HEAD only, never from https to http, and carry
// no credentials, cookies, referrer or other headers of the first request.
//
// Errors of Client.Do hold the whole URL: pass them through Redact before they
// are logged or kept. On IPv6-only networks with NAT64 nothing in IPv4 is
// reachable, since such addresses can hide private ones.
func New(o Options) *http.Client {
	allowed := make(map[string]bool, len(o.AllowHosts))
	for _, h := range o.AllowHosts {
		if h = normalize(h); h != "" {
			allowed[h] = true
		}
	}
	free := net.Dialer{Timeout: dialTimeout, Resolver: o.Resolver}
	guarded := net.Dialer{Timeout: dialTimeout, Resolver: o.Resolver, Control: control(o.AllowPrefixes)}
	return &http.Client{
		Timeout: o.Timeout,
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
				if allowed[normalize(addr)] {
					return free.DialContext(ctx, network, addr)
				}
				return guarded.DialContext(ctx, network, addr)
			},
			ForceAttemptHTTP2:      true,
			TLSHandshakeTimeout:    dialTimeout,
			MaxResponseHeaderBytes: maxHeaderSize,
			MaxIdleConns:           16,
			IdleConnTimeout:        30 * time.Second,
		},
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			return checkRedirect(req, via, o.MaxRedirects)
		},
	}
}

// Agent returns a client for agents' URLs, which the operator configured: any
// address is allowed. Redirects are not followed but returned, so
// that signed requests never go elsewhere. There is no timeout besides that
// of connecting: a step may take minutes, and its context decides.
func Agent() *http.Client {
	dialer := net.Dialer{Timeout: dialTimeout}
	return &http.Client{
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			ForceAttemptHTTP2:      true,
			TLSHandshakeTimeout:    dialTimeout,
			MaxResponseHeaderBytes: maxHeaderSize,
			MaxIdleConns:           256,
			MaxIdleConnsPerHost:    32,
			IdleConnTimeout:        90 * time.Second,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// normalize makes "Host.:port" comparable; "" if it is not of this form.
func normalize(hostport string) string {
	host, port, err := net.SplitHostPort(hostport)
	if err != nil {
		return ""
	}
	return net.JoinHostPort(strings.ToLower(strings.TrimSuffix(host, ".")), port)
}

// control is called by the dialer with each resolved address, before it connects.
func control(allow []netip.Prefix) func(network, address string, _ syscall.RawConn) error {
	return func(network, address string, _ syscall.RawConn) error {
		ap, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("%w: not an IP address", ErrRefused)
		}
		if network != "tcp4" && network != "tcp6" || !Allowed(ap.Addr(), allow) {
			return fmt.Errorf("%w: the address is not public", ErrRefused)
		}
		return nil
	}
}

// Allowed reports whether a client of New with these AllowPrefixes connects to ip.
func Allowed(ip netip.Addr, allow []netip.Prefix) bool {
	return public(ip) || slices.ContainsFunc(allow, func(p netip.Prefix) bool { return p.Contains(ip) })
}

func checkRedirect(req *http.Request, via []*http.Request, limit int) error {
	if limit <= 0 {
		return http.ErrUseLastResponse
	}
	if len(via) > limit {
		return fmt.Errorf("%w: more than %d redirects", ErrRefused, limit)
	}
	if m := via[0].Method; m != "" && m != http.MethodGet && m != http.MethodHead {
		return fmt.Errorf("%w: redirect of a %s", ErrRefused, m)
	}
	if req.URL.Scheme != "https" && (req.URL.Scheme != "http" || via[len(via)-1].URL.Scheme == "https") {
		return fmt.Errorf("%w: redirect to %s", ErrRefused, req.URL.Scheme)
	}
	// net/http keeps most headers, and the query of the last URL in Referer.
	kept := make(http.Header)
	for _, k := range []string{"Accept", "Accept-Language", "User-Agent"} {
		if v := req.Header.Values(k); len(v) > 0 {
			kept[k] = v
		}
	}
	req.Header = kept
	req.URL.User = nil
	return nil
}

// Redact wraps an error of Client.Do so that its text has no query strings:
// they may carry signatures and tokens. nil stays nil.
func Redact(err error) error {
	if err == nil {
		return nil
	}
	return &redacted{err}
}

type redacted struct{ err error }

func (e *redacted) Unwrap() error { return e.err }

// Error cuts from each question mark to the end of its word.
func (e *redacted) Error() string {
	var b strings.Builder
	for s := e.err.Error(); ; {
		i := strings.IndexByte(s, '?')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i+1])
		s = s[i+1:]
		end := strings.IndexAny(s, " \t\r\n\"'")
		if end < 0 {
			end = len(s)
		}
		if end > 0 {
			b.WriteString("…")
		}
		s = s[end:]
	}
}
