package httpguard

import (
	"cmp"
	"net"
	"net/url"
	"strings"
)

// port is the port of an http or https URL, written or not.
func port(u *url.URL) string {
	return cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
}

// HostPort is the host:port that an http or https URL leads to, as AllowHosts has it, in
// lower case.
func HostPort(u *url.URL) string {
	return net.JoinHostPort(strings.ToLower(u.Hostname()), port(u))
}

// HostPortOf is HostPort of a URL in text; "" if it has no host.
func HostPortOf(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return ""
	}
	return HostPort(u)
}

// Matches reports whether a URL leads to where a pattern of the operator allows: SCHEME://HOST[:PORT], where HOST
// is a host, or "*." and what hosts end with. What is no such pattern allows nothing.
func Matches(pattern string, u *url.URL) bool {
	p, err := url.Parse(pattern)
	if err != nil || p.User != nil || p.Path != "" || p.RawQuery != "" || p.Fragment != "" || p.Scheme != u.Scheme || port(p) != port(u) {
		return false
	}
	want, host := bareHost(p), bareHost(u)
	if end, ok := strings.CutPrefix(want, "*"); ok && strings.HasPrefix(end, ".") {
		return len(host) > len(end) && strings.HasSuffix(host, end)
	}
	return host == want && host != ""
}

// bareHost is the host of a URL as hosts are compared: a dot at its end says nothing.
func bareHost(u *url.URL) string { return strings.ToLower(strings.TrimSuffix(u.Hostname(), ".")) }
