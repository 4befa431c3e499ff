package sign

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The prefixes of Standard Webhooks' secrets and keys.
const (
	symmetric = "whsec_"
	private   = "whsk_"
	public    = "whpk_"
)

type edKey = ed25519.PublicKey

// secretKey returns the key of a secret "whsec_BASE64", of 24 to 64 bytes as the
// specification has it.
func secretKey(secret string) ([]byte, error) {
	rest, ok := strings.CutPrefix(secret, symmetric)
	if !ok {
		return nil, errors.New(`it does not begin with "whsec_" or "whpk_"`)
	}
	key, err := base64.StdEncoding.DecodeString(rest)
	if err != nil {
		return nil, errors.New(`what follows "whsec_" is not base64`)
	}
	if len(key) < 24 || len(key) > 64 {
		return nil, fmt.Errorf("its key has %d bytes and needs 24 to 64", len(key))
	}
	return key, nil
}

func publicKey(text string) (ed25519.PublicKey, error) {
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New(`what follows "whpk_" is not the base64 of an Ed25519 public key`)
	}
	return key, nil
}

// standard checks the headers webhook-id, webhook-timestamp and webhook-signature,
// or the same with svix-.
func (v *Verifier) standard(h http.Header, body []byte, now time.Time) (Proof, error) {
	prefix := "Webhook-"
	if h.Get("Webhook-Signature") == "" && h.Get("Svix-Signature") != "" {
		prefix = "Svix-"
	}
	id, err := deliveryID(h, prefix+"Id")
	if err != nil {
		return Proof{}, err
	}
	stamp, err := one(h, prefix+"Timestamp")
	if err != nil {
		return Proof{}, err
	}
	signatures, err := one(h, prefix+"Signature")
	if err != nil {
		return Proof{}, err
	}
	if strings.Contains(id, ".") {
		return Proof{}, malformed(prefix + "Id") // it would make two messages of one text
	}
	list := strings.Fields(signatures)
	list = list[:min(len(list), maxSignatures)]
	if !slices.ContainsFunc(list, func(s string) bool { return v.signed(s, id, stamp, body) }) {
		return Proof{}, mismatch()
	}
	at, err := v.fresh(stamp, now)
	return Proof{ID: id, Time: at}, err
}

func (v *Verifier) signed(signature, id, stamp string, body []byte) bool {
	version, text, _ := strings.Cut(signature, ",")
	mac, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return false
	}
	head := []byte(id + "." + stamp + ".")
	switch version {
	case "v1":
		return v.sum(mac, head, body)
	case "v1a":
		return slices.ContainsFunc(v.public, func(k ed25519.PublicKey) bool {
			return ed25519.Verify(k, append(head[:len(head):len(head)], body...), mac)
		})
	}
	return false
}

// Signer signs what we send, with Standard Webhooks 1.0.
type Signer struct {
	keys    [][]byte
	private []ed25519.PrivateKey
}

// NewSigner returns a signer with secrets "whsec_BASE64" or "whsk_BASE64" (an
// Ed25519 private key of 64 bytes, or its seed of 32). All of them sign, so that
// one can be replaced while the receiver knows either.
func NewSigner(secrets ...string) (*Signer, error) {
	s := &Signer{}
	for i, secret := range secrets {
		rest, asymmetric := strings.CutPrefix(secret, private)
		if !asymmetric {
			key, err := secretKey(secret)
			if err != nil {
				return nil, fmt.Errorf("secret %d: %w", i+1, err)
			}
			s.keys = append(s.keys, key)
			continue
		}
		switch key, err := base64.StdEncoding.DecodeString(rest); {
		case err == nil && len(key) == ed25519.PrivateKeySize:
			s.private = append(s.private, key)
		case err == nil && len(key) == ed25519.SeedSize:
			s.private = append(s.private, ed25519.NewKeyFromSeed(key))
		default:
			return nil, fmt.Errorf("secret %d: what follows \"whsk_\" is not the base64 of an Ed25519 private key", i+1)
		}
	}
	if len(s.keys)+len(s.private) == 0 {
		return nil, errors.New("there is no secret")
	}
	return s, nil
}

// Sign sets the three headers. id stays the same over the attempts of one message
// and has no dot; at is the time of the attempt.
func (s *Signer) Sign(h http.Header, id string, at time.Time, body []byte) {
	stamp := strconv.FormatInt(at.Unix(), 10)
	head := []byte(id + "." + stamp + ".")
	var all []string
	for _, key := range s.keys {
		m := hmac.New(sha256.New, key)
		m.Write(head)
		m.Write(body)
		all = append(all, "v1,"+base64.StdEncoding.EncodeToString(m.Sum(nil)))
	}
	for _, key := range s.private {
		all = append(all, "v1a,"+base64.StdEncoding.EncodeToString(ed25519.Sign(key, append(head[:len(head):len(head)], body...))))
	}
	h.Set("Webhook-Id", id)
	h.Set("Webhook-Timestamp", stamp)
	h.Set("Webhook-Signature", strings.Join(all, " "))
}
