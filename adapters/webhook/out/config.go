package out

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"

	"bridge/adapters/webhook/sign"
	"bridge/config"
	"bridge/internal/httpguard"
)

// What keeps its order.
const (
	OrderEndpoint = "endpoint" // all messages to the endpoint, one after the other
	OrderSession  = "session"  // those of one session; sessions do not wait for each other
)

// Config says where messages go.
type Config struct {
	// URL is the one endpoint; "": each message has its own, as its address, and Hosts
	// says which are allowed.
	URL string
	// Hosts are patterns, as httpguard.Matches has them.
	Hosts []string
	// Secrets are "whsec_…" or "whsk_…"; all of them sign.
	Secrets []string
	// AllowPrivate are the ranges that may be connected to although they are not public.
	AllowPrivate []netip.Prefix
	Order        string // OrderEndpoint or OrderSession
}

// Check returns the mistakes.
func (c Config) Check() []config.Mistake {
	var ms []config.Mistake
	add := func(key, problem, write string) {
		ms = append(ms, config.Mistake{Key: key, Problem: problem, Write: write})
	}
	if c.URL != "" {
		if u, err := parse(c.URL); err != nil {
			add("url", err.Error(), `a URL such as "https://crm.example.com/hooks"`)
		} else if ip, err := netip.ParseAddr(u.Hostname()); err == nil && !httpguard.Allowed(ip, c.AllowPrivate) {
			add("url", fmt.Sprintf("%s is not a public address: nothing would be sent", ip), fmt.Sprintf("allow_private = [%q]", around(ip)))
		}
	}
	if _, err := sign.NewSigner(c.Secrets...); err != nil {
		problem := err.Error()
		if len(c.Secrets) == 0 {
			problem = "what is sent has to be signed, and there is no secret"
		}
		add("secrets", problem, "\"whsec_…\", as `bridge webhooks secret` makes")
	}
	if c.Order != OrderEndpoint && c.Order != OrderSession {
		add("order", fmt.Sprintf("unknown word %q", c.Order), `"endpoint" or "session"`)
	}
	return ms
}

// Hints are what is allowed, but worth a word.
func (c Config) Hints() []config.Mistake {
	u, err := parse(c.URL)
	if err != nil || u.Scheme == "https" || config.IsLoopback(u.Host) {
		return nil
	}
	return []config.Mistake{{Key: "url", Problem: "what is sent can be read on its way", Write: `an "https:" URL`}}
}

// around is the smallest range that people write for an address.
func around(ip netip.Addr) string {
	for _, p := range []string{"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fd00::/8"} {
		if netip.MustParsePrefix(p).Contains(ip) {
			return p
		}
	}
	return netip.PrefixFrom(ip, ip.BitLen()).String()
}

// maxURL bounds the URL of an endpoint, in bytes: it is the address of messages.
const maxURL = 400

// parse reads the URL of an endpoint.
func parse(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case len(text) > maxURL:
		return nil, fmt.Errorf("it has more than %d bytes", maxURL)
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return nil, errors.New("it is not an absolute https or http URL")
	case u.User != nil:
		return nil, errors.New("it has a user or a password in it; the signature says who sends")
	case u.Fragment != "":
		return nil, errors.New("it has a fragment, which is never sent")
	}
	return u, nil
}

// Allowed returns why a URL that came from outside leads to none of the hosts, or nil.
func Allowed(hosts []string, text string) error {
	u, err := parse(text)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(hosts, func(h string) bool { return httpguard.Matches(h, u) }) {
		return fmt.Errorf("%s://%s is not among the hosts that are allowed", u.Scheme, u.Host)
	}
	return nil
}

// addresses are the hosts that are written as addresses, or as this machine, with their ports: these may be
// private ones.
func addresses(hosts []string) (list []string) {
	for _, h := range hosts {
		u, err := url.Parse(h)
		if err != nil {
			continue
		}
		if _, err := netip.ParseAddr(u.Hostname()); err == nil || config.IsLoopback(u.Hostname()) {
			list = append(list, httpguard.HostPort(u))
		}
	}
	return list
}

// Reachable says which of an endpoint's addresses would be connected to; an error if none
// would.
func Reachable(ips []netip.Addr, allow []netip.Prefix) (string, error) {
	for _, ip := range ips {
		if ip = ip.Unmap(); httpguard.Allowed(ip, allow) {
			return ip.String(), nil
		}
	}
	if len(ips) == 0 {
		return "", errors.New("the name has no address")
	}
	return "", fmt.Errorf("%s is not a public address: allow_private can allow it", ips[0].Unmap())
}
