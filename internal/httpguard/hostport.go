package httpguard

import (
	"cmp"
	"net"
	"net/url"
	"strings"
)

// Port is the port of an http or https URL, written or not.
func Port(u *url.URL) string {
	return cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
}

// HostPort is the host:port that an http or https URL leads to, as AllowHosts has it, in
// lower case.
func HostPort(u *url.URL) string {
	return net.JoinHostPort(strings.ToLower(u.Hostname()), Port(u))
}

// HostPortOf is HostPort of a URL in text; "" if it has no host.
func HostPortOf(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return ""
	}
	return HostPort(u)
}
