// Package mac signs and checks short strings with the bridge's secret: artifact
// links, reply tags, Message-IDs. Every use names its purpose, so that a value
// signed for one is worthless for another.
package mac

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
)

// MinSecret is the least length of a secret in bytes.
const MinSecret = 32

// Keys signs with its first secret and accepts all of them, so that a secret
// can be rotated. The zero value signs nothing and accepts nothing.
type Keys struct{ secrets [][]byte }

// NewKeys returns keys over the given secrets, the signing one first.
func NewKeys(secrets ...[]byte) (Keys, error) {
	if len(secrets) == 0 {
		return Keys{}, errors.New("mac: no secret")
	}
	for i, s := range secrets {
		if len(s) < MinSecret {
			return Keys{}, fmt.Errorf("mac: secret %d has %d bytes, want at least %d", i+1, len(s), MinSecret)
		}
	}
	return Keys{secrets: secrets}, nil
}

// Sum returns the first n bytes (at most 32) of HMAC-SHA256 over the purpose and
// the fields, in lower-case base32 without padding: letters and digits 2 to 7.
func (k Keys) Sum(n int, purpose string, fields ...string) string {
	if len(k.secrets) == 0 {
		return ""
	}
	return sum(k.secrets[0], n, purpose, fields)
}

// Sums are Sum with each of the secrets, the signing one first.
func (k Keys) Sums(n int, purpose string, fields ...string) []string {
	var all []string
	for _, s := range k.secrets {
		all = append(all, sum(s, n, purpose, fields))
	}
	return all
}

// Valid reports in constant time whether mac is what Sum returns with one of
// the secrets. Upper case is accepted: mail systems change it.
func (k Keys) Valid(mac string, n int, purpose string, fields ...string) bool {
	mac = strings.ToLower(mac)
	ok := false
	for _, s := range k.secrets {
		if hmac.Equal([]byte(mac), []byte(sum(s, n, purpose, fields))) {
			ok = true
		}
	}
	return ok
}

func sum(secret []byte, n int, purpose string, fields []string) string {
	h := hmac.New(sha256.New, secret)
	for _, f := range append([]string{purpose}, fields...) {
		fmt.Fprintf(h, "%d:%s", len(f), f) // lengths keep fields apart
	}
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(h.Sum(nil)[:n]))
}
