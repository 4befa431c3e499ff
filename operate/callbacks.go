package operate

import (
	"net/url"
	"slices"
	"strings"

	"bridge/internal/httpguard"
)

// maxCallback bounds the URL of a callback in bytes: it is the address of a message.
const maxCallback = 400

// callbackProblem says why a decision may not be sent to a URL; "" if it may. patterns
// are those of [api] callbacks, as httpguard.Matches has them; they are asked again when it is sent.
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
	if !slices.ContainsFunc(patterns, func(p string) bool { return httpguard.Matches(p, u) }) {
		return "the bridge may not call " + u.Scheme + "://" + u.Host + " ([api] callbacks says where it may)"
	}
	return ""
}
