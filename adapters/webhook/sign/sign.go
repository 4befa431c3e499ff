// Package sign proves who sent a webhook, and proves to others that we did. It
// works on the raw bytes of the body, before anybody parses them, and compares in
// constant time.
package sign

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Scheme is how a sender signs.
type Scheme string

// The schemes.
const (
	Standard Scheme = "standard" // Standard Webhooks 1.0, v1 and v1a; svix-* headers too
	GitHub   Scheme = "github"   // X-Hub-Signature-256
	Stripe   Scheme = "stripe"   // Stripe-Signature, v1
	Slack    Scheme = "slack"    // X-Slack-Signature, v0
	Shopify  Scheme = "shopify"  // X-Shopify-Hmac-SHA256
	GitLab   Scheme = "gitlab"   // X-Gitlab-Token, or the signing token's Standard Webhooks headers
	HMAC     Scheme = "hmac"     // as Custom says
	Bearer   Scheme = "bearer"   // Authorization: Bearer: proves the sender, not the body
	None     Scheme = "none"     // proves nothing
)

// Schemes are all of them, in the order of the documentation.
func Schemes() []Scheme {
	return []Scheme{Standard, GitHub, Stripe, Slack, Shopify, GitLab, HMAC, Bearer, None}
}

// Custom describes a scheme "hmac".
type Custom struct {
	Header    string `toml:"header"`                               // of the signature
	Algorithm string `toml:"algorithm" oneof:"sha256 sha512 sha1"` // "sha256" is the default
	Encoding  string `toml:"encoding" oneof:"hex base64"`          // "hex" is the default
	Prefix    string `toml:"prefix"`                               // before the signature, as "sha256="
	ID        string `toml:"id"`                                   // header of the delivery's id; "" = none
	// Timestamp is the header of the time in Unix seconds; "" = none. It is signed
	// as TIMESTAMP.BODY.
	Timestamp string `toml:"timestamp"`
}

// Config is what New needs.
type Config struct {
	Scheme    Scheme
	Secrets   []string      // any of them is good; several while one is being replaced
	Tolerance time.Duration // how far a signed time may be from ours, both ways; 0 = 5 min
	Custom    Custom        // of HMAC
}

// Failure says why a delivery is not proven. It never holds a secret or a
// signature.
type Failure struct {
	Kind   string // "unsigned", "signature", "stale": short and stable, for metrics
	Reason string // one line for the audit log
}

// Error returns the reason.
func (f *Failure) Error() string { return f.Reason }

func unsigned(header string) error {
	return &Failure{"unsigned", "the header " + header + " is missing"}
}

func malformed(header string) error {
	return &Failure{"signature", "the header " + header + " cannot be read"}
}

func mismatch() error { return &Failure{"signature", "no signature is made with a secret of ours"} }

// Verifier proves deliveries of one sender. It may be used from any goroutine.
type Verifier struct {
	cfg    Config
	keys   [][]byte            // of the schemes with a MAC
	tokens [][sha256.Size]byte // hashes of what is sent as it is, by GitLab and Bearer
	public []edKey             // of Standard's v1a
	hash   func() hash.Hash
	decode func(string) ([]byte, error)
}

// New checks the configuration. Its error is for the operator and holds no secret.
func New(c Config) (*Verifier, error) {
	if !slices.Contains(Schemes(), c.Scheme) {
		return nil, fmt.Errorf("unknown scheme %q", c.Scheme)
	}
	if c.Tolerance < 0 || c.Tolerance > 24*time.Hour {
		return nil, errors.New("the tolerance must be between 0 and 24h")
	}
	if c.Tolerance == 0 {
		c.Tolerance = 5 * time.Minute
	}
	if len(c.Secrets) == 0 && c.Scheme != None {
		return nil, errors.New("there is no secret")
	}
	if len(c.Secrets) > 0 && c.Scheme == None {
		return nil, errors.New("there are secrets, and the scheme none uses none")
	}
	v := &Verifier{cfg: c, hash: sha256.New, decode: hex.DecodeString}
	for i, s := range c.Secrets {
		if err := v.add(s); err != nil {
			return nil, fmt.Errorf("secret %d: %w", i+1, err)
		}
	}
	if c.Scheme == Shopify {
		v.decode = base64.StdEncoding.DecodeString
	}
	if c.Scheme == HMAC {
		if err := v.custom(); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// minSecret is how short a secret may be that is not one of Standard Webhooks:
// vendors let people choose theirs.
const minSecret = 8

// add takes a secret for the one use that its scheme has for it: what is sent is never
// a key, and a key is never what is sent.
func (v *Verifier) add(secret string) error {
	scheme := v.cfg.Scheme
	if strings.HasPrefix(secret, public) && scheme == Standard {
		k, err := publicKey(strings.TrimPrefix(secret, public))
		v.public = append(v.public, k)
		return err
	}
	if scheme == Standard || scheme == GitLab && strings.HasPrefix(secret, symmetric) {
		k, err := secretKey(secret)
		v.keys = append(v.keys, k)
		return err
	}
	switch {
	case len(secret) < minSecret:
		return fmt.Errorf("it has %d bytes and needs %d at least", len(secret), minSecret)
	case strings.HasPrefix(secret, public), strings.HasPrefix(secret, private):
		return fmt.Errorf("it is a key of Standard Webhooks, which the scheme %s does not use", scheme)
	case scheme == Bearer && strings.HasPrefix(secret, symmetric):
		return errors.New("it is a secret to sign with, and this scheme sends it")
	case scheme == GitLab || scheme == Bearer:
		v.tokens = append(v.tokens, sha256.Sum256([]byte(secret)))
	default:
		v.keys = append(v.keys, []byte(secret))
	}
	return nil
}

func (v *Verifier) custom() error {
	c := &v.cfg.Custom
	if c.Header == "" {
		return errors.New("the header of the signature is not named")
	}
	hashes := map[string]func() hash.Hash{"": sha256.New, "sha256": sha256.New, "sha512": sha512.New, "sha1": sha1.New}
	decoders := map[string]func(string) ([]byte, error){"": hex.DecodeString, "hex": hex.DecodeString, "base64": base64.StdEncoding.DecodeString}
	var ok bool
	if v.hash, ok = hashes[c.Algorithm]; !ok {
		return fmt.Errorf("unknown algorithm %q", c.Algorithm)
	}
	if v.decode, ok = decoders[c.Encoding]; !ok {
		return fmt.Errorf("unknown encoding %q", c.Encoding)
	}
	return nil
}

// Proof is what a delivery proves of itself.
type Proof struct {
	Signed bool      // the body is proven, too, not the sender alone
	ID     string    // the sender's own id of the delivery, "" if the scheme has none; at most 200 bytes
	Time   time.Time // when it was signed; zero if the scheme does not say
}

// Verify checks a delivery. The error is a *Failure; nothing of the body may be
// used then.
func (v *Verifier) Verify(h http.Header, body []byte, now time.Time) (Proof, error) {
	switch v.cfg.Scheme {
	case Bearer:
		return Proof{}, v.bearer(h)
	case None:
		return Proof{}, nil // the operator wrote so
	case GitLab:
		// Without a signing secret its headers are nobody's.
		if len(v.keys) == 0 || h.Get("Webhook-Signature") == "" {
			return v.gitlab(h)
		}
	}
	p, err := v.signature(h, body, now)
	p.Signed = err == nil
	return p, err
}

// signature checks the schemes with a MAC.
func (v *Verifier) signature(h http.Header, body []byte, now time.Time) (Proof, error) {
	switch v.cfg.Scheme {
	case Standard, GitLab:
		return v.standard(h, body, now)
	case GitHub:
		return v.plain(h, body, "X-Hub-Signature-256", "sha256=", "X-Github-Delivery")
	case Shopify:
		return v.plain(h, body, "X-Shopify-Hmac-Sha256", "", "X-Shopify-Webhook-Id")
	case Slack:
		return v.timed(h, body, now, "X-Slack-Signature", "v0=", "X-Slack-Request-Timestamp", "v0:", ":", "")
	case Stripe:
		return v.stripe(h, body, now)
	case HMAC:
		c := v.cfg.Custom
		if c.Timestamp != "" {
			return v.timed(h, body, now, c.Header, c.Prefix, c.Timestamp, "", ".", c.ID)
		}
		return v.plain(h, body, c.Header, c.Prefix, c.ID)
	}
	return Proof{}, mismatch() // New has let no other in
}

// one returns the header if it is there exactly once: of two, others may read the
// other one.
func one(h http.Header, name string) (string, error) {
	switch vs := h.Values(name); len(vs) {
	case 0:
		return "", unsigned(name)
	case 1:
		return vs[0], nil
	}
	return "", &Failure{"signature", "the header " + name + " is there more than once"}
}

const maxID = 200

func deliveryID(h http.Header, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	id, err := one(h, name)
	if err == nil && (id == "" || len(id) > maxID) {
		err = malformed(name)
	}
	return id, err
}

// sum reports whether mac is that of the pieces under one of our keys. All keys
// are tried, so that the time does not tell which.
func (v *Verifier) sum(mac []byte, pieces ...[]byte) bool {
	good := 0
	for _, key := range v.keys {
		m := hmac.New(v.hash, key)
		for _, p := range pieces {
			m.Write(p)
		}
		good |= subtle.ConstantTimeCompare(m.Sum(nil), mac)
	}
	return good == 1
}

// plain is a MAC of the body alone. Its id is not signed: a repetition under
// another id is another delivery, and only who has seen a delivery can make one.
func (v *Verifier) plain(h http.Header, body []byte, header, prefix, idHeader string) (Proof, error) {
	value, err := one(h, header)
	if err != nil {
		return Proof{}, err
	}
	text, ok := strings.CutPrefix(value, prefix)
	mac, err := v.decode(text)
	if !ok || err != nil {
		return Proof{}, malformed(header)
	}
	if !v.sum(mac, body) {
		return Proof{}, mismatch()
	}
	id, err := deliveryID(h, idHeader)
	return Proof{ID: id}, err
}

// timed is a MAC of before, the time, after and the body.
func (v *Verifier) timed(h http.Header, body []byte, now time.Time, header, prefix, timeHeader, before, after, idHeader string) (Proof, error) {
	value, err := one(h, header)
	if err != nil {
		return Proof{}, err
	}
	stamp, err := one(h, timeHeader)
	if err != nil {
		return Proof{}, err
	}
	text, ok := strings.CutPrefix(value, prefix)
	mac, err := v.decode(text)
	if !ok || err != nil {
		return Proof{}, malformed(header)
	}
	if !v.sum(mac, []byte(before+stamp+after), body) {
		return Proof{}, mismatch()
	}
	at, err := v.fresh(stamp, now)
	if err != nil {
		return Proof{}, err
	}
	id, err := deliveryID(h, idHeader)
	return Proof{ID: id, Time: at}, err
}

// fresh reads a signed time and compares it with ours.
func (v *Verifier) fresh(stamp string, now time.Time) (time.Time, error) {
	secs, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || secs <= 0 || secs > 1<<40 {
		return time.Time{}, &Failure{"stale", "the signed time cannot be read"}
	}
	at := time.Unix(secs, 0)
	switch age := now.Sub(at); {
	case age > v.cfg.Tolerance:
		return at, &Failure{"stale", fmt.Sprintf("it was signed %v ago, more than %v", age.Round(time.Second), v.cfg.Tolerance)}
	case -age > v.cfg.Tolerance:
		return at, &Failure{"stale", fmt.Sprintf("it was signed %v in the future, more than %v", (-age).Round(time.Second), v.cfg.Tolerance)}
	}
	return at, nil
}

// maxSignatures bounds the work that one header can ask for.
const maxSignatures = 20

// stripe reads "t=TIME,v1=HEX,v1=HEX"; the key is the whole secret as it is shown.
func (v *Verifier) stripe(h http.Header, body []byte, now time.Time) (Proof, error) {
	const header = "Stripe-Signature"
	value, err := one(h, header)
	if err != nil {
		return Proof{}, err
	}
	stamp, times := "", 0
	var macs [][]byte
	for item := range strings.SplitSeq(value, ",") {
		name, text, _ := strings.Cut(strings.TrimSpace(item), "=")
		switch name {
		case "t":
			stamp = text
			times++
		case "v1":
			if mac, err := hex.DecodeString(text); err == nil && len(macs) < maxSignatures {
				macs = append(macs, mac)
			}
		}
	}
	if times != 1 || len(macs) == 0 {
		return Proof{}, malformed(header)
	}
	signed := []byte(stamp + ".")
	if !slices.ContainsFunc(macs, func(mac []byte) bool { return v.sum(mac, signed, body) }) {
		return Proof{}, mismatch()
	}
	at, err := v.fresh(stamp, now)
	return Proof{Time: at}, err // the id is in the body
}

// gitlab checks the secret token.
func (v *Verifier) gitlab(h http.Header) (Proof, error) {
	const header = "X-Gitlab-Token"
	token, err := one(h, header)
	if err != nil {
		return Proof{}, err
	}
	if !v.secret(token) {
		return Proof{}, mismatch()
	}
	if h.Get("Idempotency-Key") == "" {
		id, err := deliveryID(h, "X-Gitlab-Event-Uuid")
		if missing, ok := errors.AsType[*Failure](err); ok && missing.Kind == "unsigned" {
			return Proof{}, nil // older servers send neither
		}
		return Proof{ID: id}, err
	}
	id, err := deliveryID(h, "Idempotency-Key")
	return Proof{ID: id}, err
}

func (v *Verifier) bearer(h http.Header) error {
	const header = "Authorization"
	value, err := one(h, header)
	if err != nil {
		return err
	}
	kind, token, _ := strings.Cut(value, " ")
	if !strings.EqualFold(kind, "Bearer") {
		return malformed(header)
	}
	if !v.secret(strings.TrimSpace(token)) {
		return &Failure{"signature", "the token is not one of ours"}
	}
	return nil
}

// secret compares a token with the secrets by their hashes, so that the time tells
// neither their bytes nor their lengths.
func (v *Verifier) secret(token string) bool {
	got, good := sha256.Sum256([]byte(token)), 0
	for _, want := range v.tokens {
		good |= subtle.ConstantTimeCompare(got[:], want[:])
	}
	return good == 1
}
