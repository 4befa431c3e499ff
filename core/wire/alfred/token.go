package alfred

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

const (
	leeway   = time.Minute // of clocks
	maxToken = 8 << 10     // bytes
	// TokenLife is how long a token of ours is good for: the seed says 30 to 60 minutes.
	TokenLife = 30 * time.Minute
)

// Issuer is one that signs tokens. Its keys are of one algorithm each, so that a public key
// is never taken for a secret; several rotate.
type Issuer struct {
	Name    string
	Secrets [][]byte           // HS256
	Public  []crypto.PublicKey // of ParsePublic: RS256, ES256, EdDSA
}

// Grant is what a token allows.
type Grant struct {
	Intents []string // "*" is all of them
	Tenant  string   // ""; it does not say
	Until   time.Time
}

// Allows reports whether the token is good for an intent.
func (g Grant) Allows(intent string) bool {
	return slices.Contains(g.Intents, "*") || slices.Contains(g.Intents, intent)
}

// claims are those of RFC 7519, and who may ask what.
type claims struct {
	jwt.RegisteredClaims
	Intents []string `json:"intents,omitempty"`
	Scope   string   `json:"scope,omitempty"` // "intent:NAME …", besides Intents
	Tenant  string   `json:"tenant_id,omitempty"`
}

// CheckToken returns what a token allows that an issuer has given to the sender, an agent,
// for us. Every error is an *Error of the code Unauthenticated, which says no more.
func CheckToken(token string, issuer Issuer, sender, us string, now time.Time) (Grant, error) {
	bad := &Error{Code: Unauthenticated, Message: "the token is not one that the sender may use here now"}
	if len(token) > maxToken {
		return Grant{}, bad
	}
	var c claims
	_, err := jwt.ParseWithClaims(token, &c, func(t *jwt.Token) (any, error) {
		if _, ok := t.Header["crit"]; ok { // we understand none of it (RFC 7515 §4.1.11), and the library does not look
			return nil, errors.New("a critical header")
		}
		return issuer.keys(t.Method.Alg())
	},
		jwt.WithValidMethods(issuer.methods()), jwt.WithIssuer(issuer.Name), jwt.WithAudience(us), jwt.WithSubject(sender),
		jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithLeeway(leeway), jwt.WithTimeFunc(func() time.Time { return now }), jwt.WithStrictDecoding())
	if err != nil {
		return Grant{}, bad
	}
	g := Grant{Intents: c.Intents, Tenant: c.Tenant, Until: c.ExpiresAt.Time}
	for s := range strings.FieldsSeq(c.Scope) {
		if intent, ok := strings.CutPrefix(s, "intent:"); ok {
			g.Intents = append(g.Intents, intent)
		}
	}
	return g, nil
}

// methods are those that the issuer has keys for; "none" is never one of them.
func (i Issuer) methods() []string {
	ms := []string{}
	if len(i.Secrets) > 0 {
		ms = append(ms, "HS256")
	}
	for _, k := range i.Public {
		ms = append(ms, method(k))
	}
	return ms
}

func (i Issuer) keys(alg string) (any, error) {
	var set jwt.VerificationKeySet
	if alg == "HS256" {
		for _, s := range i.Secrets {
			set.Keys = append(set.Keys, s)
		}
	}
	for _, k := range i.Public {
		if method(k) == alg {
			set.Keys = append(set.Keys, k)
		}
	}
	if len(set.Keys) == 0 {
		return nil, errors.New("no key of the algorithm")
	}
	return set, nil
}

func method(k crypto.PublicKey) string {
	switch k.(type) {
	case *rsa.PublicKey:
		return "RS256"
	case *ecdsa.PublicKey:
		return "ES256"
	case ed25519.PublicKey:
		return "EdDSA"
	}
	return ""
}

// ReadPublic reads public keys as they are written in a configuration under a key. Mistakes are
// reported.
func ReadPublic(report func(key, problem, write string), at string, texts []string) (keys []crypto.PublicKey) {
	for i, text := range texts {
		k, err := parsePublic(text)
		if err != nil {
			report(fmt.Sprintf("%s[%d]", at, i), err.Error(), "a public key in PEM: RSA, P-256 or Ed25519")
			continue
		}
		keys = append(keys, k)
	}
	return keys
}

// leastRSA is the shortest RSA key, in bits (RFC 7518 §3.3).
const leastRSA = 2048

// parsePublic reads a public key in PEM: RSA, P-256, or Ed25519.
func parsePublic(text string) (crypto.PublicKey, error) {
	block, rest := pem.Decode([]byte(text))
	if block == nil || len(strings.TrimSpace(string(rest))) > 0 {
		return nil, errors.New("it is not one key in PEM")
	}
	k, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, errors.New("it is not a public key")
	}
	switch k := k.(type) {
	case *rsa.PublicKey:
		if k.N.BitLen() < leastRSA {
			return nil, fmt.Errorf("an RSA key has at least %d bits", leastRSA)
		}
	case *ecdsa.PublicKey:
		if k.Curve != elliptic.P256() {
			return nil, errors.New("the curve is not P-256")
		}
	case ed25519.PublicKey:
	default:
		return nil, errors.New("it is neither RSA, P-256 nor Ed25519")
	}
	return k, nil
}

// Token makes a token of ours for another agent, signed by HS256.
func Token(secret []byte, issuer, us, them, intent, tenant string, now time.Time) (string, error) {
	t, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: issuer, Subject: us, Audience: jwt.ClaimStrings{them}, IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(TokenLife)),
		},
		Intents: []string{intent}, Tenant: tenant,
	}).SignedString(secret)
	if err != nil {
		return "", fmt.Errorf("alfred: token: %w", err)
	}
	return t, nil
}
