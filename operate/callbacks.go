package operate

import (
	"net/url"
	"strings"

	"bridge/internal/httpguard"
)

// maxCallback bounds the URL of a callback in bytes: it is the address of a message.
const maxCallback = 400

// callbackProblem says why a decision may not be sent to a URL; "" if it may. patterns
// are those of [api] callbacks: scheme, host (or "*." and what it ends with) and port.
func callbackProblem(patterns []string, raw string) string {
	if len(patterns) == 0 {
		return "no callbacks are allowed here ([api] callbacks)"
	}
	u, err := url.Parse(raw)
	switch {
	case len(raw) > maxCallback:
		return "the URL is too long"
	case err != nil || u.Host == "" || u.Opaque != "" || strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "it is not a URL such as https://hooks.example.com/decided"
	case u.Scheme != "https" && u.Scheme != "http":
		return "it is not an https URL"
	case u.User != nil || u.Fragment != "":
		return "the URL must have neither user nor fragment"
	}
	for _, pattern := range patterns {
		if p, err := url.Parse(pattern); err == nil && callbackMatches(p, u) {
			return ""
		}
	}
	return "the bridge may not call " + u.Scheme + "://" + u.Host + " ([api] callbacks says where it may)"
}

func callbackMatches(p, u *url.URL) bool {
	if p.Scheme != u.Scheme || httpguard.Port(p) != httpguard.Port(u) {
		return false
	}
	want, host := strings.ToLower(p.Hostname()), strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if below, ok := strings.CutPrefix(want, "*"); ok { // below begins with the dot
		return len(host) > len(below) && strings.HasSuffix(host, below)
	}
	return host == want
}
