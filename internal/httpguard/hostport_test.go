package httpguard

import (
	"net/url"
	"testing"
)

// TestMatches: nobody comes elsewhere than the operator has written.
func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, url string
		want         bool
	}{
		{"https://one.test", "https://one.test/a?b=c", true},
		{"https://one.test", "https://ONE.test:443", true},
		{"https://one.test", "https://one.test.", true},
		{"https://One.test.", "https://one.test", true},
		{"https://one.test", "http://one.test", false},
		{"https://one.test", "https://one.test:8443", false},
		{"https://one.test:8443", "https://one.test:8443", true},
		{"https://one.test", "https://a.one.test", false},
		{"https://one.test", "https://one.test.evil.test", false},
		{"https://one.test", "https://evil.test/one.test", false},
		{"https://*.one.test", "https://a.one.test", true},
		{"https://*.one.test", "https://a.b.one.test", true},
		{"https://*.one.test", "https://one.test", false},
		{"https://*.one.test", "https://.one.test", false},
		{"https://*.one.test", "https://aone.test", false},
		{"https://*one.test", "https://evilone.test", false}, // a * is the first names, and nothing else
		{"https://a*.one.test", "https://ab.one.test", false},
		{"https://*", "https://evil.test", false},
		{"https://o[mn]e.test", "https://one.test", false},
		{"http://[::1]:9000", "http://[::1]:9000/x", true},
		{"http://[::1]:9000", "http://[::ffff:127.0.0.1]:9000", false},
		{"http://127.0.0.1:9000", "http://127.1:9000", false},
		{"http://127.0.0.1:9000", "http://localhost:9000", false},
		{"https://one.test/hooks", "https://one.test/hooks", false}, // no pattern
		{"https://u@one.test", "https://one.test", false},
		{"one.test", "https://one.test", false},
		{"", "https://one.test", false},
		{"https://", "https:///x", false},
	} {
		u, err := url.Parse(c.url)
		if err != nil {
			t.Fatal(err)
		}
		if got := Matches(c.pattern, u); got != c.want {
			t.Errorf("Matches(%q, %q) = %v", c.pattern, c.url, got)
		}
	}
}
