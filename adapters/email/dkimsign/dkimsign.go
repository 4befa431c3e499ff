// Package dkimsign signs mail that goes out (RFC 6376), and says what the DNS must publish for it.
package dkimsign

import (
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	msgauth "github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"bridge/internal/lazyre"
)

// signedFields are what a signature covers. A name stands twice so that a second
// field of it, put on top of the mail, breaks the signature: readers differ in
// which of two they show (RFC 6376 §8.15).
var signedFields = []string{
	"From", "From", "Reply-To", "Reply-To", "To", "To", "Cc", "Subject", "Subject", "Date", "Date", "Message-ID", "Message-ID",
	"In-Reply-To", "In-Reply-To", "References", "References", "Auto-Submitted", "List-Unsubscribe", "List-Unsubscribe-Post",
	"MIME-Version", "MIME-Version", "Content-Type", "Content-Type", "Content-Transfer-Encoding", "Content-Transfer-Encoding",
}

// Config is one signing key as it is configured.
type Config struct {
	Selector string `toml:"selector,required"`
	Domain   string `toml:"domain"`                     // "" = the domain of the sender
	Key      string `toml:"key,required" format:"path"` // PEM file, RSA of 2048 bits or more, or Ed25519
}

// Mistake is one in a Config.
type Mistake struct {
	Key     string // the field that is wrong, as it is configured
	Problem string
	Write   string // what to write instead
}

// Error returns the mistake on one line.
func (m *Mistake) Error() string { return m.Key + ": " + m.Problem + "; write " + m.Write }

// Key signs what goes out.
type Key struct {
	selector, domain string
	key              crypto.Signer
}

// minRSA is the least size of an RSA key, in bits (RFC 8301 §3.2 recommends it).
const minRSA = 2048

var selectorPattern = lazyre.New(`^[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?)*$`)

// Load reads the key, for mail of the domain from. The error is a *Mistake.
func (d Config) Load(from string) (Key, error) {
	bad := func(key, problem, write string) (Key, error) {
		return Key{}, &Mistake{Key: key, Problem: problem, Write: write}
	}
	k := Key{selector: strings.ToLower(d.Selector), domain: from}
	if len(k.selector) > 100 || !selectorPattern.MatchString(k.selector) {
		return bad("selector", fmt.Sprintf("%q is not a name in DNS", d.Selector), `letters, digits and "-", as "bridge2026"`)
	}
	if d.Domain != "" {
		domain, err := idna.Lookup.ToASCII(strings.TrimSuffix(d.Domain, "."))
		if err != nil || domain == "" {
			return bad("domain", fmt.Sprintf("%q is not a domain", d.Domain), `"`+from+`"`)
		}
		if k.domain = strings.ToLower(domain); !aligned(k.domain, from) {
			return bad("domain", fmt.Sprintf("%q is not of the organisation of %s: receivers would not count its signature for this sender (DMARC)", d.Domain, from), `"`+from+`"`)
		}
	}
	raw, err := os.ReadFile(d.Key)
	if err != nil {
		return bad("key", "cannot be read: "+err.Error(), "a PEM file")
	}
	if k.key, err = privateKey(raw); err != nil {
		return bad("key", err.Error(), "a PEM file with an RSA key of 2048 bits or more, or an Ed25519 key")
	}
	return k, nil
}

// privateKey reads a PEM file. The error never has anything of the key in it.
func privateKey(raw []byte) (crypto.Signer, error) {
	block, _ := pem.Decode(raw)
	if block == nil {
		return nil, errors.New("is not a PEM file")
	}
	var key any
	var err error
	switch block.Type {
	case "PRIVATE KEY":
		key, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	case "RSA PRIVATE KEY":
		if key, err = x509.ParsePKCS1PrivateKey(block.Bytes); block.Headers["DEK-Info"] != "" {
			err = errors.New("encrypted")
		}
	default:
		return nil, fmt.Errorf("holds %q, not a private key without a password", block.Type)
	}
	if err != nil {
		return nil, errors.New("holds a private key that cannot be read")
	}
	switch key := key.(type) {
	case *rsa.PrivateKey:
		if n := key.N.BitLen(); n < minRSA {
			return nil, fmt.Errorf("is an RSA key of %d bits: receivers do not trust less than %d", n, minRSA)
		}
		return key, nil
	case ed25519.PrivateKey:
		return key, nil
	}
	return nil, errors.New("is neither an RSA nor an Ed25519 key")
}

// aligned reports whether two domains are of one organisation (RFC 7489 §3.2).
func aligned(a, b string) bool {
	if a == b {
		return true
	}
	orgA, errA := publicsuffix.EffectiveTLDPlusOne(a)
	orgB, errB := publicsuffix.EffectiveTLDPlusOne(b)
	return errA == nil && errB == nil && orgA == orgB
}

// Sign returns the signatures that belong on top of a mail, which write writes. It is
// written once to be hashed and once more to be sent: neither needs memory for its files.
func Sign(keys []Key, write func(io.Writer) error) (top []byte, err error) {
	if len(keys) == 0 {
		return nil, nil
	}
	signers := make([]*msgauth.Signer, 0, len(keys))
	writers := make([]io.Writer, 0, len(keys))
	defer func() {
		for _, s := range signers {
			_ = s.Close() // a second time does no harm; without it, its goroutine would stay
		}
	}()
	for _, k := range keys {
		s, err := msgauth.NewSigner(&msgauth.SignOptions{
			Domain: k.domain, Selector: k.selector, Signer: k.key, HeaderKeys: signedFields,
			HeaderCanonicalization: msgauth.CanonicalizationRelaxed, BodyCanonicalization: msgauth.CanonicalizationRelaxed,
		})
		if err != nil {
			return nil, fmt.Errorf("sign: %w", err)
		}
		signers, writers = append(signers, s), append(writers, s)
	}
	if err := write(io.MultiWriter(writers...)); err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	for _, s := range signers {
		if err := s.Close(); err != nil {
			return nil, fmt.Errorf("sign: %w", err)
		}
		top = append(top, s.Signature()...)
	}
	return top, nil
}

// Record is what has to stand in DNS for a signing key.
type Record struct {
	Name  string // "selector._domainkey.example.com"
	Value string // the text of the TXT record, in one piece
}

// Record is what has to stand in the DNS for the key.
func (k Key) Record() Record {
	r := Record{Name: k.selector + "._domainkey." + k.domain}
	switch pub := k.key.Public().(type) {
	case ed25519.PublicKey:
		r.Value = "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(pub)
	case *rsa.PublicKey:
		der, err := x509.MarshalPKIXPublicKey(pub)
		if err != nil {
			return r // cannot be: it was read from such a form
		}
		r.Value = "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der)
	}
	return r
}

// String returns the line of a zone file. One string of a TXT record has at most
// 255 bytes (RFC 1035 §3.3.14): a longer one is written in pieces, which readers join.
func (r Record) String() string {
	line := r.Name + ". IN TXT"
	for v := r.Value; v != ""; {
		n := min(len(v), 255)
		line += ` "` + v[:n] + `"`
		v = v[n:]
	}
	return line
}

// Check asks DNS whether the record is published. lookup is
// net.Resolver.LookupTXT or what stands in for it. The error says what an
// operator has to do.
func (r Record) Check(ctx context.Context, lookup func(ctx context.Context, name string) ([]string, error)) error {
	texts, err := lookup(ctx, r.Name)
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound, err == nil && len(texts) == 0:
		return fmt.Errorf("there is no TXT record %s: publish %s", r.Name, r)
	case err != nil:
		return fmt.Errorf("look up %s: %w", r.Name, err)
	case len(texts) > 1:
		return fmt.Errorf("%s has %d TXT records: receivers take only one; publish only %s", r.Name, len(texts), r)
	}
	want, got := recordTags(r.Value), recordTags(texts[0])
	if got["k"] == "" {
		got["k"] = "rsa" // RFC 6376 §3.6.1
	}
	switch {
	case got["v"] != "" && got["v"] != "DKIM1":
		return fmt.Errorf("the TXT record %s is not a DKIM key: publish %s", r.Name, r)
	case got["p"] != want["p"] || got["k"] != want["k"]:
		return fmt.Errorf("the TXT record %s has another key than the key file: publish %s", r.Name, r)
	case hasWord(got["t"], "y"):
		return fmt.Errorf("the TXT record %s says t=y (testing): receivers may ignore the signature; publish %s", r.Name, r)
	case got["h"] != "" && !hasWord(got["h"], "sha256"), got["s"] != "" && !hasWord(got["s"], "*") && !hasWord(got["s"], "email"):
		return fmt.Errorf("the TXT record %s does not allow this use of the key: publish %s", r.Name, r)
	}
	return nil
}

// recordTags reads "k=v; k=v"; blanks do not count.
func recordTags(s string) map[string]string {
	tags := map[string]string{}
	for f := range strings.SplitSeq(s, ";") {
		if k, v, ok := strings.Cut(f, "="); ok {
			tags[strings.TrimSpace(k)] = strings.Join(strings.Fields(v), "")
		}
	}
	return tags
}

func hasWord(list, word string) bool {
	for w := range strings.SplitSeq(list, ":") {
		if w == word {
			return true
		}
	}
	return false
}

// Room is the most that one signature adds to a mail, in bytes: an RSA
// key of 8192 bits has 1400.
const Room = 2500
