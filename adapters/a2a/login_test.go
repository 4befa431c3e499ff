package a2a

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"math/big"
	"net/url"
	"strings"
	"testing"
	"time"

	"bridge/internal/noerr"
)

// TestFingerprint: a certificate is known in each form that proxies write, while it is valid,
// and alone.
func TestFingerprint(t *testing.T) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	noerr.Must(t, err)
	now := time.Now()
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour)}, &x509.Certificate{SerialNumber: big.NewInt(1)}, public, private)
	noerr.Must(t, err)
	sum := sha256.Sum256(der)
	print := hex.EncodeToString(sum[:])
	text := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	escaped := strings.ReplaceAll(url.QueryEscape(text), "+", "%20") // as nginx writes it
	plus := strings.NewReplacer("%2D", "-", "%2F", "/", "%2B", "+").Replace(escaped)
	for name, c := range map[string]struct {
		value string
		at    time.Duration
		good  bool
	}{
		"RFC 9440":               {":" + base64.StdEncoding.EncodeToString(der) + ":", 0, true},
		"PEM, escaped":           {plus, 0, true},
		"a fingerprint":          {print, 0, true},
		"a fingerprint, capital": {strings.ToUpper(print[:2]) + ":" + print[2:], 0, true},
		"not valid any more":     {":" + base64.StdEncoding.EncodeToString(der) + ":", 2 * time.Hour, false},
		"not valid yet":          {plus, -2 * time.Hour, false},
		"two of them":            {plus + plus, 0, false},
		"another thing":          {url.PathEscape(strings.ReplaceAll(text, "CERTIFICATE", "PRIVATE KEY")), 0, false},
		"half":                   {print[:62], 0, false},
		"cut":                    {":" + base64.StdEncoding.EncodeToString(der[:100]) + ":", 0, false},
		"nothing":                {"", 0, false},
		"a colon":                {":", 0, false},
	} {
		got, err := fingerprint(c.value, now.Add(c.at))
		if (err == nil) != c.good || c.good && got != sum {
			t.Errorf("%s: %x, %v", name, got, err)
		}
	}
}

// FuzzFingerprint: whatever a header has, it is the fingerprint of one certificate or none.
func FuzzFingerprint(f *testing.F) {
	for _, s := range []string{":MIIB:", "-----BEGIN%20CERTIFICATE-----%0AMIIB%0A-----END%20CERTIFICATE-----%0A", strings.Repeat("ab", 32), "%", ":", "-----BEGIN"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if got, err := fingerprint(value, time.Unix(1_800_000_000, 0)); err != nil && got != [sha256.Size]byte{} {
			t.Errorf("%x beside %v", got, err)
		}
	})
}

// TestMemoryOfPeers: one peer leaves as much for the others as it has, and who takes little
// gets it, whatever some have taken.
func TestMemoryOfPeers(t *testing.T) {
	const piece = 1 << 20
	var m memory
	take := func(peer string) (n int) {
		for m.add(peer, piece) == nil {
			n++
		}
		_ = m.add(peer, -piece)
		return n
	}
	if n := take("greedy"); n != maxHeld/piece/2 {
		t.Errorf("the first has %d MB", n)
	}
	if n := take("other"); n != maxHeld/piece/4 {
		t.Errorf("the second has %d MB", n)
	}
	for i := range 20 {
		if err := m.add(strings.Repeat("x", i+1), 1<<10); err != nil {
			t.Errorf("a small request of peer %d: %v", i, err)
		}
	}
	_ = m.add("greedy", -piece*maxHeld/piece/2)
	if n := take("late"); n < maxHeld/piece/4 {
		t.Errorf("a peer who comes late has %d MB", n)
	}
}
