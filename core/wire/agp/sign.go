package agp

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"bridge/core/wire/canonical"
)

// The headers of an exchange. The envelope has exactly eight fields, so that what is not one
// of them can only stand here.
const (
	SignatureHeader   = "X-AGP-Signature"  // v1=HEX, more of them apart by commas
	CorrelationHeader = "X-Correlation-Id" // where agent_context has none
	RequestHeader     = "X-Request-Id"     // of an answer
)

// Scheme is how the text is made that is signed. The seed says "the concatenation of the
// canonical JSON body and the timestamp" and not more.
type Scheme string

// The schemes. One of them is agreed with each peer; never are several tried.
const (
	Whole   Scheme = "jcs+timestamp"                   // all eight fields, then the timestamp again
	Without Scheme = "jcs-without-timestamp+timestamp" // seven fields, then the timestamp
)

// Key is one signing key of an agent.
type Key struct {
	Secret []byte
	Until  time.Time // the last moment it counts; zero: for ever
}

// Keys are those of an agent whose key was replaced at a time: the new one first, and the
// old one for Overlap. Without an old one there is one.
func Keys(current, old []byte, replaced time.Time) []Key {
	ks := []Key{{Secret: current}}
	if len(old) > 0 {
		ks = append(ks, Key{Secret: old, Until: replaced.Add(Overlap)})
	}
	return ks
}

// LeastKey is the shortest secret of ReadKeys, in bytes.
const LeastKey = 16

// ReadKeys makes the keys of an agent of its secrets and the time of a replacement, as they are
// written in a configuration under at+"keys" and at+"rotated". Mistakes are reported; that there
// is no secret is said elsewhere.
func ReadKeys(report func(key, problem, write string), at string, secrets []string, replaced string) []Key {
	if len(secrets) == 0 {
		return nil
	}
	ks, problem, write, inTime := parseKeys(secrets, replaced)
	switch {
	case inTime:
		report(at+"rotated", problem, write)
	case problem != "":
		report(at+"keys", problem, write)
	}
	return ks
}

// parseKeys makes the keys of an agent of its secrets (the one in use, and the one that it
// replaced) and the time of the replacement, as they are written in a configuration.
// problem says what is wrong, and write what to write instead; inTime: it is the time.
func parseKeys(secrets []string, replaced string) (keys []Key, problem, write string, inTime bool) {
	for _, s := range secrets {
		if len(s) < LeastKey {
			return nil, fmt.Sprintf("one has %d bytes", len(s)), fmt.Sprintf("at least %d bytes, as `openssl rand -hex 32` makes", LeastKey), false
		}
	}
	switch n := len(secrets); {
	case n == 1 && replaced == "":
		return Keys([]byte(secrets[0]), nil, time.Time{}), "", "", false
	case n == 1:
		return nil, "there is no key that was replaced", "a section without it, or two keys", true
	case n != 2:
		return nil, fmt.Sprintf("there are %d", n), "the key, and the one that it replaced", false
	}
	at, err := time.Parse(time.RFC3339, replaced)
	if err != nil {
		return nil, "with two keys it says when the first replaced the second, which counts for ten minutes more", `a time such as "2026-11-23T10:00:00Z"`, true
	}
	return Keys([]byte(secrets[0]), []byte(secrets[1]), at), "", "", false
}

// valid are the keys that count now.
func valid(keys []Key, now time.Time) []Key {
	var ks []Key
	for _, k := range keys {
		if k.Until.IsZero() || !now.After(k.Until) {
			ks = append(ks, k)
		}
	}
	return ks
}

// text is what a scheme signs of a message, in its pieces.
func (m Message) text(s Scheme) [2][]byte {
	fields := m.Canonical
	if s == Without {
		fields = canonical.Cut(fields, "timestamp")
	}
	return [...][]byte{fields, []byte(m.Stamp)}
}

func sum(secret []byte, text [2][]byte) []byte {
	h := hmac.New(sha256.New, secret)
	for _, piece := range text {
		h.Write(piece)
	}
	return h.Sum(nil)
}

// Sign returns the value of SignatureHeader: one signature for each key that counts now.
func (m Message) Sign(s Scheme, keys []Key, now time.Time) string {
	text := m.text(s)
	var all []string
	for _, k := range valid(keys, now) {
		all = append(all, "v1="+hex.EncodeToString(sum(k.Secret, text)))
	}
	return strings.Join(all, ", ")
}

// maxSignatures bounds those of one message: a sender has two keys at a time.
const maxSignatures = 4

// signatures reads the values of SignatureHeader: hex, or base64. It leaves out what is
// none of version 1.
func signatures(values []string) [][]byte {
	var all [][]byte
	for v := range strings.SplitSeq(strings.Join(values, ","), ",") {
		text, ok := strings.CutPrefix(strings.TrimSpace(v), "v1=")
		if !ok || len(all) == maxSignatures {
			continue
		}
		b, err := hex.DecodeString(text)
		if err != nil {
			b, err = base64.StdEncoding.DecodeString(text)
		}
		if err == nil && len(b) == sha256.Size {
			all = append(all, b)
		}
	}
	return all
}

// Verify returns an *Error of the code InvalidSignature unless one of the values of
// SignatureHeader is by a key that counts now. Without keys (an agent that nobody knows) it
// takes as long and says the same.
func (m Message) Verify(s Scheme, values []string, keys []Key, now time.Time) error {
	ks := valid(keys, now)
	known := len(ks) > 0
	if !known {
		ks = []Key{{Secret: []byte("nobody has this key")}}
	}
	text, found := m.text(s), false
	given := signatures(values)
	for _, k := range ks {
		want := sum(k.Secret, text)
		for _, got := range given {
			if hmac.Equal(got, want) {
				found = true
			}
		}
	}
	if !found || !known {
		return &Error{Code: InvalidSignature, Message: "the envelope is not signed by a key of its sender"}
	}
	return nil
}
