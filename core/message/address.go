package message

import (
	"fmt"
	"path"
	"strings"
)

// AddressKind is the kind before the colon of an Address: the word that the kind of
// channel is known by (type = "…"). Only its adapter knows what it means.
type AddressKind string

// Address is an opaque, adapter-minted "kind:value" string. Two addresses are
// the same if and only if the strings are: the adapter normalises (a mail
// address is lower case with a punycode domain and no tag).
type Address string

// Kind returns what stands before the first colon.
func (a Address) Kind() AddressKind { k, _, _ := strings.Cut(string(a), ":"); return AddressKind(k) }

// Value returns what stands behind the first colon.
func (a Address) Value() string { _, v, _ := strings.Cut(string(a), ":"); return v }

// Masked shortens the value for logs: enough to recognise, not enough to use.
func (a Address) Masked() string {
	v := a.Value()
	local, domain, mail := strings.Cut(v, "@")
	keep := []rune(local)
	if mail {
		return fmt.Sprintf("%s:%s…@%s", a.Kind(), string(keep[:min(1, len(keep))]), domain)
	}
	if len(keep) > 4 {
		return fmt.Sprintf("%s:…%s", a.Kind(), string(keep[len(keep)-2:]))
	}
	return string(a.Kind()) + ":…"
}

// Matches reports whether the value matches one of the patterns: "*" is
// everybody, "*@example.com" a mail domain, "+39*" a prefix. Case does not count,
// * stands for anything but a slash, and a broken pattern matches nothing.
func (a Address) Matches(patterns []string) bool {
	v := strings.ToLower(a.Value())
	for _, pattern := range patterns {
		if pattern == "*" {
			return true
		}
		if ok, err := path.Match(strings.ToLower(pattern), v); err == nil && ok {
			return true
		}
	}
	return false
}

// Trust is how strongly the channel proved the sender, ascending. The numbers are stored.
type Trust int

// The trust levels.
const (
	Asserted Trust = iota + 1 // a From line
	Carrier                   // an SMS number, a typed page code
	Verified                  // DMARC-aligned mail, a signed webhook, an authenticated API
)

// String returns the level's name as it stands in config and records.
func (t Trust) String() string {
	switch t {
	case Asserted:
		return "asserted"
	case Carrier:
		return "carrier"
	case Verified:
		return "verified"
	default:
		return fmt.Sprintf("trust(%d)", int(t))
	}
}

// ParseTrust reads a level's name.
func ParseTrust(s string) (Trust, error) {
	for _, t := range []Trust{Asserted, Carrier, Verified} {
		if t.String() == s {
			return t, nil
		}
	}
	return 0, fmt.Errorf("unknown trust %q: write asserted, carrier or verified", s)
}

// MarshalText writes the level's name.
func (t Trust) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads the level's name.
func (t *Trust) UnmarshalText(b []byte) error {
	v, err := ParseTrust(string(b))
	if err == nil {
		*t = v
	}
	return err
}
