package config

import (
	"strings"
	"testing"
)

// TestConnections: what one peer may open follows from what all may, and from where the
// bridge listens.
func TestConnections(t *testing.T) {
	for name, tc := range map[string]struct {
		text       string
		smtp, http int // of one peer
		mistake    string
	}{
		"nothing said":                 {"", 100, 1000, ""},
		"fewer in all":                 {"[limits]\nsmtp_open = 50\nhttp_open = 20", 50, 20, ""},
		"a proxy on this machine":      {"public_url = \"https://bridge.example.com\"\n[limits]\nhttp_open = 3000", 100, 3000, ""},
		"the same, with a bound":       {"public_url = \"https://bridge.example.com\"\n[limits]\nhttp_open_per_peer = 7", 100, 7, ""},
		"open to all":                  {"listen = \":8080\"\npublic_url = \"https://bridge.example.com\"", 100, 1000, ""},
		"one peer more than all, SMTP": {"[limits]\nsmtp_open_per_peer = 501", 500, 1000, "limits.smtp_open_per_peer: one peer cannot have more connections than all, which limits.smtp_open says: 500; write a smaller number"},
		"one peer more than all, HTTP": {"[limits]\nhttp_open = 10\nhttp_open_per_peer = 11", 100, 10, "limits.http_open_per_peer: one peer cannot"},
		"none":                         {"[limits]\nhttp_open = 0", 100, 1000, "limits.http_open: "},
	} {
		t.Run(name, func(t *testing.T) {
			c := load("c.toml", "/", []byte(tc.text), func(string) (string, bool) { return "", false }, nil)
			if c.Limits.SMTPOpenPerPeer != tc.smtp || c.Limits.HTTPOpenPerPeer != tc.http {
				t.Errorf("%d, %d", c.Limits.SMTPOpenPerPeer, c.Limits.HTTPOpenPerPeer)
			}
			said := ""
			if err := c.Check(); err != nil {
				said = err.Error()
			}
			if tc.mistake == "" && strings.Contains(said, "_open") || !strings.Contains(said, tc.mistake) {
				t.Errorf("%q", said)
			}
		})
	}
}
